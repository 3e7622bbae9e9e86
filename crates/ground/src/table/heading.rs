//! Directions in tenths of a degree, their vectors from one table of whole numbers, and the bearing from point to
//! point.

use serde::{Deserialize, Serialize};

use crate::geometry::Point;

/// Tenths of a degree all the way round.
pub const AROUND: u16 = 3600;
/// Tenths of a degree in a quarter turn.
pub const QUARTER: u16 = 900;
/// What a sine of 1 is in whole numbers.
pub const ONE: i64 = 1 << 30;

/// A direction on the table: tenths of a degree clockwise from north, below 3,600.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Heading(u16);

impl Heading {
    /// Where y grows.
    pub const NORTH: Self = Self(0);
    /// Where x grows.
    pub const EAST: Self = Self(QUARTER);
    /// Where y falls.
    pub const SOUTH: Self = Self(2 * QUARTER);
    /// Where x falls.
    pub const WEST: Self = Self(3 * QUARTER);

    /// A heading of so many tenths of a degree; `None` from 3,600 on.
    pub const fn new(tenths: u16) -> Option<Self> {
        if tenths < AROUND { Some(Self(tenths)) } else { None }
    }

    /// Tenths of a degree clockwise from north.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// The heading after a turn.
    pub const fn turned(self, turn: Turn) -> Self {
        Self((self.0 as i32 + turn.0 as i32).rem_euclid(AROUND as i32) as u16)
    }

    /// The shorter turn from here to another heading; half a turn is clockwise.
    pub const fn turn_to(self, other: Self) -> Turn {
        Turn::tenths(other.0 as i32 - self.0 as i32)
    }

    /// Its vector: sine and cosine, scaled by 2³⁰.
    #[inline]
    pub const fn vector(self) -> Vector {
        let tenths = self.0 % QUARTER;
        let (rising, falling) = (SINES[tenths as usize] as i64, SINES[(QUARTER - tenths) as usize] as i64);
        match self.0 / QUARTER {
            0 => Vector { x: rising, y: falling },
            1 => Vector { x: falling, y: -rising },
            2 => Vector { x: -rising, y: -falling },
            _ => Vector { x: -falling, y: rising },
        }
    }
}

impl TryFrom<u16> for Heading {
    type Error = String;

    fn try_from(tenths: u16) -> Result<Self, String> {
        Self::new(tenths).ok_or_else(|| format!("{tenths} tenths of a degree are more than all round"))
    }
}

impl From<Heading> for u16 {
    fn from(heading: Heading) -> Self {
        heading.0
    }
}

/// A change of heading in tenths of a degree, the shorter way: above −1,800 and at most 1,800; clockwise is positive.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turn(i16);

impl Turn {
    /// No turn.
    pub const NONE: Self = Self(0);

    /// A turn of so many tenths of a degree, clockwise if positive; whole turns are left out.
    pub const fn tenths(clockwise: i32) -> Self {
        let rest = clockwise.rem_euclid(AROUND as i32);
        Self(if rest > AROUND as i32 / 2 { rest - AROUND as i32 } else { rest } as i16)
    }

    /// Tenths of a degree, clockwise if positive.
    pub const fn clockwise(self) -> i32 {
        self.0 as i32
    }

    /// How far it turns, whichever way.
    pub const fn size(self) -> u16 {
        self.0.unsigned_abs()
    }

    /// The same turn so many times.
    pub const fn times(self, count: i32) -> Self {
        Self::tenths((self.0 as i32 * (count % AROUND as i32)) % AROUND as i32)
    }

    /// The same turn the other way; half a turn stays clockwise.
    pub const fn back(self) -> Self {
        Self::tenths(-(self.0 as i32))
    }
}

/// A direction as a vector scaled by 2³⁰.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Vector {
    /// East.
    pub x: i64,
    /// North.
    pub y: i64,
}

impl Vector {
    /// The offset that lies so many half units to the right of this direction and so many ahead, in whole units; each
    /// coordinate is rounded once, halves away from zero.
    ///
    /// The offset is rounded and not the sum with a place: so nothing changes when everything is shifted.
    #[inline]
    pub(crate) const fn offset(self, aside: i64, ahead: i64) -> (i32, i32) {
        (whole(aside * self.y + ahead * self.x), whole(ahead * self.y - aside * self.x))
    }
}

/// Half units scaled by [`ONE`] as whole units, halves away from zero: a shift, for the divisor is a power of two.
#[inline]
pub(super) const fn whole(halves: i64) -> i32 {
    const { assert!(2 * ONE == 1 << 31) };
    // A half rounds up, and below nothing down: there one less is added.
    ((halves + ONE + (halves >> 63)) >> 31) as i32
}

/// The headings a game uses: every so many tenths of a degree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Compass {
    step: u16,
}

impl Compass {
    /// Every tenth of a degree.
    pub const FINEST: Self = Self { step: 1 };

    /// Headings every so many tenths of a degree; `None` where a quarter turn is not a whole number of them.
    pub const fn every(tenths: u16) -> Option<Self> {
        if tenths > 0 && QUARTER.is_multiple_of(tenths) { Some(Self { step: tenths }) } else { None }
    }

    /// Does the game use this heading?
    pub const fn holds(self, heading: Heading) -> bool {
        heading.0.is_multiple_of(self.step)
    }

    /// The heading nearest to any heading; of two the clockwise one.
    pub const fn nearest(self, heading: Heading) -> Heading {
        let steps = (2 * heading.0 + self.step) / (2 * self.step);
        Heading(steps * self.step % AROUND)
    }

    /// The heading from one point to another: the one whose vector has the greatest dot product with the way between
    /// them, of two the clockwise one. `None` where the points are the same.
    pub const fn bearing(self, from: Point, to: Point) -> Option<Heading> {
        let (east, north) = (to.x as i64 - from.x as i64, to.y as i64 - from.y as i64);
        if east == 0 && north == 0 {
            return None;
        }
        // Turned back by quarters until it points between north, included, and east.
        let (quarters, x, y) = if east >= 0 && north > 0 {
            (0, east, north)
        } else if east > 0 {
            (1, -north, east)
        } else if north < 0 {
            (2, -east, -north)
        } else {
            (3, north, -east)
        };
        let (mut low, mut high) = (0, QUARTER / self.step);
        while high - low > 1 {
            let middle = low.midpoint(high);
            let vector = Heading(middle * self.step).vector();
            if vector.x * y - vector.y * x <= 0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let (before, after) = (Heading(low * self.step).vector(), Heading(high * self.step).vector());
        let clockwise = after.x * x + after.y * y >= before.x * x + before.y * y;
        let steps = if clockwise { high } else { low };
        Some(Heading((quarters * QUARTER + steps * self.step) % AROUND))
    }
}

/// Sines of 0 to 90 degrees by tenths, scaled by 2³⁰.
static SINES: [i32; QUARTER as usize + 1] = sines();

const fn sines() -> [i32; QUARTER as usize + 1] {
    let mut table = [0; QUARTER as usize + 1];
    let mut tenths = 0;
    while tenths < table.len() {
        table[tenths] = sine(tenths as i128);
        tenths += 1;
    }
    table
}

/// Taylor's series in whole numbers scaled by 2⁶⁰, which leaves thirty bits more than are kept.
const fn sine(tenths: i128) -> i32 {
    const PI: i128 = 0x3243_F6A8_885A_308D;
    let angle = PI * tenths / (2 * QUARTER as i128);
    let square = (angle * angle) >> 60;
    let (mut term, mut sum) = (angle, angle);
    let mut n = 2;
    while n < 26 {
        term = -((term * square) >> 60) / (n * (n + 1));
        sum += term;
        n += 2;
    }
    ((sum + (1 << 29)) >> 30) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The product of two numbers scaled by 2¹⁰⁰, scaled by 2¹⁰⁰.
    fn times(a: u128, b: u128) -> u128 {
        let (high, low) = crate::table::wide::product(a, b);
        (high << 28) | (low >> 100)
    }

    #[test]
    fn sines_are_those_of_a_longer_series() {
        const PI: u128 = 0x32_43F6_A888_5A30_8D31_3198_A2E0;
        for (tenths, sine) in (0u128..).zip(SINES) {
            let angle = PI * tenths / 1800;
            let square = times(angle, angle);
            let (mut term, mut plus, mut minus) = (angle, angle, 0);
            for n in 1..24u128 {
                term = times(term, square) / (2 * n * (2 * n + 1));
                *(if n % 2 == 0 { &mut plus } else { &mut minus }) += term;
            }
            let exact = plus - minus;
            assert_eq!(u128::from(sine.unsigned_abs()), (exact + (1 << 69)) >> 70, "{tenths}");
            // Far enough from a half that no longer series could round it otherwise.
            let rest = exact & ((1 << 70) - 1);
            assert!(rest.abs_diff(1 << 69) > 1 << 40, "{tenths}");
        }
    }

    #[test]
    fn sines_never_change() {
        let sum = SINES.iter().fold(0u64, |sum, sine| {
            sum.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(sine.unsigned_abs())
        });
        assert_eq!(SINES[300], 1 << 29);
        assert_eq!(SINES[450], 759_250_125);
        assert_eq!(SINES[900], 1 << 30);
        assert_eq!(sum, 3_857_414_273_000_241_329, "checksum of the table");
    }

    #[test]
    fn vectors_turn_with_their_headings() {
        for tenths in 0..AROUND {
            let heading = Heading(tenths);
            let (here, there) = (heading.vector(), heading.turned(Turn::tenths(900)).vector());
            assert_eq!((there.x, there.y), (here.y, -here.x), "{tenths}");
        }
    }

    #[test]
    fn turns_go_the_shorter_way() {
        let heading = |tenths| Heading::new(tenths).unwrap();
        assert_eq!(heading(3550).turn_to(heading(50)).clockwise(), 100);
        assert_eq!(heading(50).turn_to(heading(3550)).clockwise(), -100);
        assert_eq!(heading(2000).turn_to(heading(200)).clockwise(), 1800);
        assert_eq!(heading(50).turned(Turn::tenths(-100)), heading(3550));
        assert_eq!(Turn::tenths(-25).times(36).clockwise(), -900);
        assert_eq!(Heading::new(3600), None);
    }

    #[test]
    fn a_tie_goes_clockwise() {
        let quarters = Compass::every(900).unwrap();
        let to = |x, y| quarters.bearing(Point::new(5, 5), Point::new(5 + x, 5 + y)).unwrap();
        assert_eq!(to(3, 3), Heading::EAST);
        assert_eq!(to(3, -3), Heading::SOUTH);
        assert_eq!(to(-3, -3), Heading::WEST);
        assert_eq!(to(-3, 3), Heading::NORTH);
        assert_eq!(quarters.nearest(Heading(450)), Heading::EAST);
        assert_eq!(quarters.nearest(Heading(3149)), Heading::WEST);
        assert_eq!(Compass::every(7), None);
    }

    /// All headings are tried; of two that are equally good the one that follows the other clockwise.
    fn slow_bearing(step: u16, from: Point, to: Point) -> Option<Heading> {
        let (x, y) = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
        let dot = |tenths: u16| {
            let vector = Heading(tenths % AROUND).vector();
            i128::from(vector.x) * x + i128::from(vector.y) * y
        };
        let best = (0..AROUND).step_by(step.into()).map(dot).max()?;
        let good = (0..AROUND).step_by(step.into()).filter(|tenths| dot(*tenths) == best);
        (best > 0).then(|| good.rev().find(|tenths| dot(tenths + step) < best).map(Heading))?
    }

    proptest! {
        #[test]
        fn bearings_are_those_of_the_slow_twin(
            from in (-900i32..900, -900i32..900),
            by in prop_oneof![(-40i32..40, -40i32..40), (-1_048_576i32..1_048_576, -1_048_576i32..1_048_576)],
            step in prop::sample::select(vec![1u16, 25, 50, 150, 450, 900]),
        ) {
            let (from, to) = (Point::new(from.0, from.1), Point::new(from.0 + by.0, from.1 + by.1));
            prop_assert_eq!(Compass::every(step).unwrap().bearing(from, to), slow_bearing(step, from, to));
        }
    }
}
