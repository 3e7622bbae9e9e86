//! Charges that have been announced or are on their way (1.2).

use super::figure::Stance;
use super::ids::UnitId;
use super::state::{Behind, Formation, Troop};
use super::troops::Size;
use engine::flat::List;
use ground::geometry::Point;
use ground::table::Heading;
use serde::{Deserialize, Serialize};

/// How a unit stood at some moment.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pose {
    /// The middle of its front; of a square and of skirmishers, the middle of all.
    pub anchor: Point,
    /// Which way it faced.
    pub facing: Heading,
    /// How it was drawn up.
    pub formation: Formation,
    /// How many stands.
    pub stands: u8,
    /// How many in a full rank.
    pub frontage: u8,
}

impl Pose {
    /// How a unit stands.
    #[must_use]
    pub const fn of(troop: &Troop) -> Pose {
        Pose {
            anchor: troop.anchor,
            facing: troop.facing,
            formation: troop.formation,
            stands: troop.stands,
            frontage: troop.frontage,
        }
    }

    /// What its bodies follow from.
    #[must_use]
    pub const fn stance(&self, size: Size) -> Stance {
        let Pose { anchor, facing, formation, stands, frontage } = *self;
        Stance { anchor, facing, formation, stands, frontage, size }
    }
}

/// The way of a charge: at most one wheel, then straight ahead (G-13).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Ticks of the wheel, to the right if positive.
    pub turn: i8,
    /// How far it leads straight ahead, in mils.
    pub ahead: i32,
    /// What it leads to.
    pub goal: Goal,
}

/// What the way of a charge leads to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Goal {
    /// Contact with the target.
    Contact,
    /// A major obstacle with the target behind it.
    Obstacle,
    /// A place and nothing else: the target is gone, or friends fill the front (R-26, G-13).
    Ground,
}

/// A place on such a way: first the ticks of the wheel, then mils straight ahead.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Spot {
    /// Ticks wheeled.
    pub ticks: u8,
    /// Mils gone straight ahead.
    pub ahead: i32,
}

/// What a unit has paid for on its way: what takes an inch off each die.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Toll {
    /// Classes of areas, as bits.
    pub areas: u16,
    /// Lines crossed.
    pub lines: u8,
    /// Whether it climbed.
    pub climbs: bool,
    /// Friends passed through.
    pub friends: u8,
    /// It rose from the ground.
    pub rose: bool,
}

impl Toll {
    /// How many inches it takes off each die.
    #[must_use]
    pub const fn deductions(&self) -> u8 {
        let areas = self.areas.count_ones() as u8;
        areas
            .saturating_add(self.lines)
            .saturating_add(self.friends)
            .saturating_add(self.climbs as u8)
            .saturating_add(self.rose as u8)
    }
}

/// What a charge waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Awaits {
    /// Nothing.
    #[default]
    Nothing,
    /// Whether the charger bears the first fire (C4).
    FirstFire,
    /// Whether the target dares to fire a second time (C6).
    SecondTest,
    /// Whether the charger bears it (C7).
    SecondFire,
    /// Whether the charger bears the fire of somebody else.
    Passing,
    /// Whether the target receives the charge (C8).
    Receive,
    /// Whether charged skirmishers dare to fire (I-4).
    ScreenTest,
    /// Whether the charger bears that.
    ScreenFire,
    /// Whether it goes on at the unit that took its skirmishers in.
    Parent,
}

engine::flags!(
    /// What is true of a charge.
    Stage(u16) {
        /// Its dice have been rolled (C2).
        ROLLED = 0,
        /// The first fire is settled (C3).
        FIRST = 1,
        /// The second fire is settled (C6).
        SECOND = 2,
        /// Pistols are settled (C7b).
        PISTOLS = 3,
        /// The target's skirmishers have been driven in (I-4).
        DRIVEN = 4,
        /// A charge out of the other side's movement (I-6).
        OPPORTUNITY = 5,
        /// The target answers no more: cavalry that came to meet it, or a melee that goes on.
        UNANSWERED = 6,
        /// The charger has struck nobody in flank or rear: it was met on its way.
        MET = 7,
        /// Over-enthusiasm drives it (STE-MOR-30).
        FORCED = 8,
        /// It began more than 100 yards from its target (STE-CHG-3).
        FAR = 9,
        /// Its owner leaves out the die that it may add (STE-MOVE-3, STE-MOVE-8).
        PLAIN = 10,
    }
);

/// A charge.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Who goes along, stacked behind.
    pub followers: List<UnitId, 4>,
    /// How the charger stood when the Movement Phase began (STE-FLK-2); of an opportunity charge, when it began.
    pub from: Pose,
    /// How the target stood then: where it leads if that is gone.
    pub aim: Pose,
    /// What the target was behind then.
    pub behind: Behind,
    /// What is true of it.
    pub marks: Stage,
    /// What it waits for.
    pub awaits: Awaits,
    /// How many dice, and their sum in inches.
    pub dice: u8,
    /// Their sum.
    pub sum: u8,
    /// How often its reach is halved.
    pub halved: u8,
    /// How the charger stood when its way was last worked out.
    pub start: Pose,
    /// Its way from there.
    pub course: Course,
    /// How far it has come on it.
    pub gone: Spot,
    /// The last place of it where the charger was shot at or tested.
    pub tested: Spot,
    /// Where a charger stops that fails a test under defensive fire: the 100 yard mark, or its beginning (STE-CHG-6).
    pub halt: Pose,
    /// How far its command stand had gone before.
    pub spent: i32,
    /// What it had paid for before.
    pub toll: Toll,
}
