//! The numbers of the rules, each with its unit; arms and arrows.

use serde::{Deserialize, Serialize};

engine::number!(
    /// Troop Strength: circles, those not marked where nothing else is said (RRF-TRP-4).
    Strength(u8)
);
engine::number!(
    /// The red Fire number: what two dice must reach (RRF-FIRE-11); lower is better.
    Fire(u8)
);
engine::number!(
    /// The green Discipline number: what two dice must not pass.
    Discipline(u8)
);
engine::number!(
    /// Command of a General: cards drawn, radius, and the arrow he rides by (RRF-LEAD-3, RRF-RAD-2, RRF-MOVE-17).
    Command(u8)
);
engine::number!(
    /// Leadership of a General: action points, and the hand of the one who commands all (RRF-LEAD-4).
    Leadership(u8)
);
engine::number!(
    /// Heroism of a General (RRF-LEAD-5).
    Heroism(u8)
);
engine::number!(
    /// Gravestones on a General: 0, 1 or 2 (RRF-KIA-7).
    Gravestones(u8)
);
engine::number!(
    /// Action points of an activated General (RRF-MARK-1).
    ActionPoints(u8)
);
engine::number!(
    /// Reroll points (RRF-RRL-8).
    Rerolls(u8)
);
engine::number!(
    /// A Round, counted from 1 (RRF-TURN-1).
    Round(u8)
);

/// What a General is worth: Command, Leadership, Heroism (RRF-LEAD-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ratings {
    /// Command.
    pub command: Command,
    /// Leadership.
    pub leadership: Leadership,
    /// Heroism.
    pub heroism: Heroism,
}

impl Ratings {
    /// These numbers.
    #[must_use]
    pub const fn new(command: u8, leadership: u8, heroism: u8) -> Ratings {
        Ratings { command: Command(command), leadership: Leadership(leadership), heroism: Heroism(heroism) }
    }

    /// What is read off his stand with so many gravestones: each takes one Command and one Leadership, though neither
    /// falls below 1, and adds one Heroism (RRF-LEAD-2, RRF-KIA-6).
    #[must_use]
    pub const fn marked(self, stones: Gravestones) -> Ratings {
        Ratings::new(
            less(self.command.0, stones.0),
            less(self.leadership.0, stones.0),
            self.heroism.0.saturating_add(stones.0),
        )
    }
}

/// A rating less the gravestones, at least 1 unless it was 0 from the beginning.
const fn less(rating: u8, stones: u8) -> u8 {
    if rating == 0 {
        0
    } else if rating > stones {
        rating - stones
    } else {
        1
    }
}

/// What kind of stand stands on the map (RRF-STAND-1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// A regiment of infantry.
    Infantry,
    /// A regiment of cavalry on horseback.
    Mounted,
    /// A regiment of cavalry on foot.
    Dismounted,
    /// The horses of a regiment on foot and those who hold them; part of its footprint (RRF-CAV-2a).
    Holders,
    /// A battery.
    Artillery,
}

impl Arm {
    /// All of them.
    pub const ALL: [Arm; 5] = [Arm::Infantry, Arm::Mounted, Arm::Dismounted, Arm::Holders, Arm::Artillery];

    /// Whether such stands have a Fire number at all (RRF-FIRE-1, RRF-FIRE-2).
    #[must_use]
    pub const fn fires(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Dismounted | Arm::Artillery)
    }

    /// Whether they fight on foot with muskets or carbines: infantry and dismounted cavalry.
    #[must_use]
    pub const fn is_foot(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Dismounted)
    }

    /// Whether it is a stand of a cavalry regiment.
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Arm::Mounted | Arm::Dismounted | Arm::Holders)
    }
}

/// An arrow that moves are laid with (RRF-MOVE-3). How long each is, is a matter of the profile of lengths.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Arrow {
    /// The blue Tactic arrow.
    T,
    /// The shortest Move arrow.
    A1,
    /// The Move arrow of Discipline 7 and 8.
    A2,
    /// The Move arrow of Discipline 9 and 10.
    A3,
    /// The longest Move arrow.
    A4,
}

impl Arrow {
    /// All of them, the Tactic arrow first.
    pub const ALL: [Arrow; 5] = [Arrow::T, Arrow::A1, Arrow::A2, Arrow::A3, Arrow::A4];

    /// The Move arrow of this number: 1 to 4.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<Arrow> {
        match number {
            1 => Some(Arrow::A1),
            2 => Some(Arrow::A2),
            3 => Some(Arrow::A3),
            4 => Some(Arrow::A4),
            _ => None,
        }
    }

    /// The longest Move arrow of a Discipline (RRF-MOVE-7; the other numbers are section 3.4).
    #[must_use]
    pub const fn longest(discipline: Discipline) -> Arrow {
        match discipline.0 {
            0..=6 => Arrow::A1,
            7 | 8 => Arrow::A2,
            9 | 10 => Arrow::A3,
            _ => Arrow::A4,
        }
    }

    /// The Move arrow of a Command: radius and ride of a General (RRF-RAD-2, RRF-MOVE-17).
    #[must_use]
    pub const fn of_command(command: Command) -> Arrow {
        match command.0 {
            0 | 1 => Arrow::A1,
            2 => Arrow::A2,
            3 => Arrow::A3,
            _ => Arrow::A4,
        }
    }

    /// The one that a March may use in its place: one longer, where there is one (RRF-MARCH-2, R-54).
    #[must_use]
    pub const fn longer(self) -> Arrow {
        match self {
            Arrow::T => Arrow::T,
            Arrow::A1 => Arrow::A2,
            Arrow::A2 => Arrow::A3,
            Arrow::A3 | Arrow::A4 => Arrow::A4,
        }
    }

    /// Whether it is one of the orange Move arrows.
    #[must_use]
    pub const fn is_move(self) -> bool {
        !matches!(self, Arrow::T)
    }

    /// How it is written: `t`, `a1` … `a4`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Arrow::T => "t",
            Arrow::A1 => "a1",
            Arrow::A2 => "a2",
            Arrow::A3 => "a3",
            Arrow::A4 => "a4",
        }
    }

    /// Reads what [`Arrow::key`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Arrow> {
        Arrow::ALL.into_iter().find(|arrow| arrow.key() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravestones_take_command_and_leadership_and_make_heroes() {
        let _proof = engine::proof::proves(&["RRF-LEAD-2"]);
        assert_eq!(Ratings::new(3, 6, 1).marked(Gravestones(1)), Ratings::new(2, 5, 2));
        assert_eq!(Ratings::new(3, 6, 1).marked(Gravestones(2)), Ratings::new(1, 4, 3));
        assert_eq!(Ratings::new(1, 2, 0).marked(Gravestones(2)), Ratings::new(1, 1, 2));
    }

    #[test]
    fn discipline_picks_the_longest_arrow_and_a_march_one_longer() {
        let longest = [6, 7, 8, 9, 10, 11, 12].map(|number| Arrow::longest(Discipline(number)));
        assert_eq!(longest, [Arrow::A1, Arrow::A2, Arrow::A2, Arrow::A3, Arrow::A3, Arrow::A4, Arrow::A4]);
        assert_eq!(longest[0].longer(), Arrow::A2);
        assert_eq!(longest[6].longer(), Arrow::A4);
        assert!(Arrow::ALL.into_iter().all(|arrow| Arrow::parse(arrow.key()) == Some(arrow)));
    }
}
