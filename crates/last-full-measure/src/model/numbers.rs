//! What the rules count, each with a type of its own.

use engine::number;

number!(
    /// Strength points: of a unit, a stack, a brigade.
    StrengthPoints(u16)
);

number!(
    /// Cohesion: from 1, raw, to 4, elite (LFM-18.1).
    Cohesion(u8)
);

number!(
    /// The command value of a commander (LFM-19.1a); brigade commanders have none.
    CommandValue(u8)
);

impl Cohesion {
    /// Whether a roll does not exceed it.
    #[inline]
    #[must_use]
    pub fn meets(self, roll: impl Into<i16>) -> bool {
        roll.into() <= i16::from(self.0)
    }

    /// By how much it is better than another; below 0 if it is worse.
    #[inline]
    #[must_use]
    pub const fn over(self, other: Cohesion) -> i8 {
        self.0 as i8 - other.0 as i8
    }
}

impl CommandValue {
    /// Whether a roll does not exceed it.
    #[inline]
    #[must_use]
    pub fn meets(self, roll: impl Into<i16>) -> bool {
        roll.into() <= i16::from(self.0)
    }
}

number!(
    /// Movement points, in twelfths: what a group has, and what a step costs.
    MovementPoints(u8 / 12)
);

impl MovementPoints {
    /// What the cheapest step costs, by road. Without a road rate none costs less than a point.
    pub(crate) const CHEAPEST_STEP: MovementPoints = MovementPoints(3);
}
