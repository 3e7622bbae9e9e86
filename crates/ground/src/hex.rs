//! A hex and the six ways out of it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One hex of a [`Grid`](crate::Grid): its dense index `row * cols + col`, 0 in the north-west.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub u16);

impl Hex {
    /// The index as an array position.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six sides of a hex, counter-clockwise from the east.
///
/// The names fit pointy-top hexes. On flat-top hexes the same six values stand for the sides one twelfth of a turn
/// further counter-clockwise:
///
/// | value | pointy-top | flat-top |
/// |---|---|---|
/// | `E` | east | north-east |
/// | `NE` | north-east | north |
/// | `NW` | north-west | north-west |
/// | `W` | west | south-west |
/// | `SW` | south-west | south |
/// | `SE` | south-east | south-east |
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    /// East; north-east on flat-top hexes.
    E,
    /// North-east; north on flat-top hexes.
    NE,
    /// North-west.
    NW,
    /// West; south-west on flat-top hexes.
    W,
    /// South-west; south on flat-top hexes.
    SW,
    /// South-east.
    SE,
}

impl Direction {
    /// All six, counter-clockwise from the east.
    pub const ALL: [Self; 6] = [Self::E, Self::NE, Self::NW, Self::W, Self::SW, Self::SE];

    /// Position in [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// One sixth of a turn to the right.
    #[inline]
    pub const fn clockwise(self) -> Self {
        Self::ALL[(self as usize + 5) % 6]
    }

    /// One sixth of a turn to the left.
    #[inline]
    pub const fn counterclockwise(self) -> Self {
        Self::ALL[(self as usize + 1) % 6]
    }

    /// The axial step `(q, r)` in this direction.
    #[inline]
    pub const fn axial(self) -> (i16, i16) {
        match self {
            Self::E => (1, 0),
            Self::NE => (1, -1),
            Self::NW => (0, -1),
            Self::W => (-1, 0),
            Self::SW => (-1, 1),
            Self::SE => (0, 1),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::E => "E",
            Self::NE => "NE",
            Self::NW => "NW",
            Self::W => "W",
            Self::SW => "SW",
            Self::SE => "SE",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Direction;

    #[test]
    fn turning_six_times_comes_home() {
        for side in Direction::ALL {
            assert_eq!(side.clockwise().counterclockwise(), side);
            assert_eq!(side.clockwise().clockwise().clockwise(), side.opposite());
            assert_eq!(side.opposite().opposite(), side);
            let (q, r) = side.axial();
            let (back_q, back_r) = side.opposite().axial();
            assert_eq!((q + back_q, r + back_r), (0, 0));
        }
        assert_eq!(Direction::E.clockwise(), Direction::SE);
    }
}
