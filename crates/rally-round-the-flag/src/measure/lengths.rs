//! Lengths: arrows, sticks and tolerances (3.1, 3.2, 3.4).

use crate::model::numbers::{Arm, Arrow};
use serde::{Deserialize, Serialize};

/// Table units in a yard.
pub const YARD: i32 = 100;

/// Within so little two things touch (3.1).
pub const TOUCH: i32 = YARD;

/// How far a core is drawn in on every side: outlines may overlap by twice that (3.1).
pub const INSET: i32 = YARD / 4;

/// How far from every enemy a move that is no charge has to end (3.1); how near to a barricade a stand has its cover,
/// and can be reached across it (3.5, 3.7).
pub const CLEAR: i32 = 5 * YARD;

/// The radius of a General's stand (3.3).
pub const GENERAL: i32 = 40 * YARD;

/// How wide the arc of an arrow's base is on each side of its middle: so much of an edge it needs (3.6).
pub const ARC: i32 = 20 * YARD;

/// How far an arrow may be tilted, in tenths of a degree (3.6).
pub const TILT: i32 = 300;

/// The chord of an arrow's base, by which a specialised Tactic is laid (3.4).
pub const CHORD: i32 = 75 * YARD;

/// How far a stand on a wood's edge fires out freely (3.7).
pub const FREE: i32 = 20 * YARD;

/// How deep one sees into the wood or town one stands in (3.7, R-09).
pub const WITHIN: i32 = 100 * YARD;

/// How long a piece of a path is that must not cross three major lines (RRF-STEEP-2).
pub const WINDOW: i32 = length(Arrow::T);

/// How long an arrow is (3.4).
#[must_use]
pub const fn length(arrow: Arrow) -> i32 {
    YARD * match arrow {
        Arrow::T => 150,
        Arrow::A1 => 180,
        Arrow::A2 => 240,
        Arrow::A3 => 300,
        Arrow::A4 => 360,
    }
}

/// How far a stand may pivot at an arrow's point, in tenths of a degree (3.6).
#[must_use]
pub const fn pivot(arrow: Arrow) -> i32 {
    if arrow.is_move() { 450 } else { 900 }
}

/// A fire stick (3.4).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stick {
    /// Muskets, and canister.
    Blue,
    /// Shell.
    Orange,
    /// Solid shot.
    Yellow,
    /// Solid shot at long range: the yellow stick laid twice.
    Twice,
}

impl Stick {
    /// All of them, the shortest first.
    pub const ALL: [Stick; 4] = [Stick::Blue, Stick::Orange, Stick::Yellow, Stick::Twice];
}

/// A profile of lengths (3.2): the option `scale` of 1.6. Arrows are the same in both.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Sticks of guns shortened for play.
    #[default]
    Compact,
    /// Sticks of guns as long as they shot.
    Standard,
}

impl Profile {
    /// Both.
    pub const ALL: [Profile; 2] = [Profile::Compact, Profile::Standard];

    /// How long a stick is.
    #[must_use]
    pub const fn reach(self, stick: Stick) -> i32 {
        YARD * match (self, stick) {
            (_, Stick::Blue) => 300,
            (Profile::Compact, Stick::Orange) => 600,
            (Profile::Compact, Stick::Yellow) => 900,
            (Profile::Compact, Stick::Twice) => 1_800,
            (Profile::Standard, Stick::Orange) => 1_200,
            (Profile::Standard, Stick::Yellow) => 1_600,
            (Profile::Standard, Stick::Twice) => 3_200,
        }
    }

    /// How far an arm fires at all (RRF-FIRE-5, RRF-FIRE-9); `None` of one that does not.
    #[must_use]
    pub const fn farthest(self, arm: Arm) -> Option<i32> {
        match arm {
            Arm::Infantry | Arm::Dismounted => Some(self.reach(Stick::Blue)),
            Arm::Artillery => Some(self.reach(Stick::Twice)),
            Arm::Mounted | Arm::Holders => None,
        }
    }

    /// How far an arm puts others under fire (RRF-UF-1, RRF-UF-2); `None` of one that does not.
    #[must_use]
    pub const fn threat(self, arm: Arm) -> Option<i32> {
        match arm {
            Arm::Infantry | Arm::Dismounted => Some(self.reach(Stick::Blue)),
            Arm::Artillery => Some(self.reach(Stick::Orange)),
            Arm::Mounted | Arm::Holders => None,
        }
    }

    /// The shortest stick of an arm that reaches so far, given as a square.
    #[must_use]
    pub fn stick(self, arm: Arm, squared: i64) -> Option<Stick> {
        let farthest = self.farthest(arm)?;
        let reaches = |stick: &Stick| {
            let reach = self.reach(*stick);
            reach <= farthest && squared <= i64::from(reach) * i64::from(reach)
        };
        Stick::ALL.into_iter().find(reaches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_stick_that_reaches_is_laid() {
        let at = |yards: i64| (yards * 100) * (yards * 100);
        let guns = |profile: Profile, yards| profile.stick(Arm::Artillery, at(yards));
        assert_eq!(guns(Profile::Compact, 300), Some(Stick::Blue));
        assert_eq!(guns(Profile::Compact, 500), Some(Stick::Orange));
        assert_eq!(guns(Profile::Compact, 800), Some(Stick::Yellow));
        assert_eq!(guns(Profile::Compact, 1_500), Some(Stick::Twice));
        assert_eq!(guns(Profile::Compact, 1_801), None);
        assert_eq!(guns(Profile::Standard, 1_200), Some(Stick::Orange));
        assert_eq!(guns(Profile::Standard, 1_600), Some(Stick::Yellow));
        assert_eq!(guns(Profile::Standard, 3_200), Some(Stick::Twice));
        assert_eq!(Profile::Compact.stick(Arm::Infantry, at(300)), Some(Stick::Blue));
        assert_eq!(Profile::Compact.stick(Arm::Infantry, at(300) + 1), None);
        assert_eq!(Profile::Compact.stick(Arm::Mounted, 0), None);
    }

    #[test]
    fn only_steady_troops_charge_from_outside_musketry_and_a_tactic_is_shorter_than_any_move() {
        // The design check of 3.4.
        assert_eq!(length(Arrow::A3), Profile::Compact.reach(Stick::Blue));
        assert!(Arrow::ALL.windows(2).all(|pair| length(pair[0]) < length(pair[1])));
        for profile in Profile::ALL {
            assert!(Stick::ALL.windows(2).all(|pair| profile.reach(pair[0]) < profile.reach(pair[1])));
        }
    }
}
