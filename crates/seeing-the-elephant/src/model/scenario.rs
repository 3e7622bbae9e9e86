//! The scenario: ground, troops and commanders, as they never change during play.

use super::ids::{HqId, OfficerId, UnitId};
use super::options::Options;
use super::scale::{INCH, Scale};
use super::state::{Formation, State};
use super::troops::{Arm, Grade, Weapon};
use engine::{Print, Side};
use ground::geometry::{Frame, Point};
use ground::table::{Heading, Tabletop};

/// The most stands a unit may have.
pub const MOST_STANDS: usize = 32;

/// The rules of Seeing the Elephant! with a scenario loaded.
#[derive(Debug)]
pub struct SeeingTheElephant {
    /// The scenario's id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// What an inch and a stand stand for.
    pub scale: Scale,
    /// What was chosen of T-OPT.
    pub options: Options,
    /// The ground.
    pub table: Tabletop,
    /// Units, and behind them the screens that they may send out: the numbers of [`UnitId`].
    pub units: Vec<Unit>,
    /// Headquarters.
    pub hqs: Vec<Hq>,
    /// Commanders at the start.
    pub officers: Vec<Officer>,
    /// How many turns are played.
    pub turns: u8,
    /// The time of day of each turn, where turns go by the clock.
    pub hours: Vec<String>,
    /// Which way each side's own edge lies from the middle of the table, by side.
    pub home: [Heading; 2],
    /// Places worth points at the end (M-9).
    pub objectives: Vec<Objective>,
    /// Where forces are placed by their owners, and by whom first.
    pub deployment: Option<Zones>,
    /// What happens whoever plays (STE-MOR-18, I-15).
    pub occurrences: Vec<Occurrence>,
    /// Everything at the beginning of play.
    pub start: State,
    /// A fingerprint of everything loaded.
    pub print: Print,
}

/// A unit as the scenario has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The word it is known by: `24mi`; a screen's is that of its unit with a stroke behind it.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What kind of troops.
    pub arm: Arm,
    /// How many stands it has at the start.
    pub stands: u8,
    /// What each stand fires with, from the right of the front: one for all troops, one for each gun of a battery.
    pub weapons: Vec<Weapon>,
    /// Its grade; `None` for a Green unit, whose grade turns out when it is needed (STE-MOR-6).
    pub grade: Option<Grade>,
    /// Whether it fires well: the only special skill there is (STE-MOR-7, STE-FIRE-14).
    pub marksmen: bool,
    /// Whose order it is under.
    pub hq: HqId,
    /// For a screen: the unit that sent it out.
    pub parent: Option<UnitId>,
    /// For a unit: the screen it may send out.
    pub screen: Option<UnitId>,
    /// The turn on which it may enter, and where; on the table from the start if `None`.
    pub arrival: Option<Arrival>,
}

/// When and where a unit comes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// From this turn on.
    pub turn: u8,
    /// At this point of the table's edge.
    pub at: Point,
    /// Facing so.
    pub facing: Heading,
}

/// How high a headquarters is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// A brigade.
    Brigade,
    /// A division.
    Division,
    /// A corps.
    Corps,
}

/// A headquarters: it has a card (STE-ORD-1, STE-ORD-2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hq {
    /// The word it is known by.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// How high.
    pub level: Level,
    /// The one above it.
    pub above: Option<HqId>,
    /// Units in the order of seniority, those of headquarters below left out (STE-OFF-14).
    pub units: Vec<UnitId>,
}

/// A commander at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Officer {
    /// The word he is known by.
    pub tag: String,
    /// His name.
    pub name: String,
    /// What he commands.
    pub hq: HqId,
    /// What he is worth in morale and combat (STE-OFF-3 to STE-OFF-7).
    pub rating: u8,
}

/// A place worth points (M-9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// What people call it.
    pub name: String,
    /// Where.
    pub at: Point,
    /// How many points.
    pub points: i32,
}

/// Where each side's forces are placed (M-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    /// Where, by side.
    pub zones: [Frame; 2],
    /// Who defends and places first; a die says so if `None`.
    pub first: Option<Side>,
}

impl Zones {
    /// How deep a zone is where a scenario says nothing else (M-6).
    pub const DEPTH: i32 = 12 * INCH;

    /// The strip along a side's own edge of the table.
    #[must_use]
    pub const fn usual(table: Frame, home: Heading) -> Frame {
        let Frame { low, high } = table;
        match home {
            Heading::NORTH => Frame { low: Point::new(low.x, high.y - Zones::DEPTH), high },
            Heading::EAST => Frame { low: Point::new(high.x - Zones::DEPTH, low.y), high },
            Heading::SOUTH => Frame { low, high: Point::new(high.x, low.y + Zones::DEPTH) },
            _ => Frame { low, high: Point::new(low.x + Zones::DEPTH, high.y) },
        }
    }
}

/// Something that happens at the beginning of a turn because the scenario says so (STE-MOR-18, I-15).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// In which turn.
    pub turn: u8,
    /// To whom.
    pub unit: UnitId,
    /// How many markers it brings.
    pub markers: u8,
    /// What happens.
    pub what: String,
}

impl SeeingTheElephant {
    /// What the scenario says of a unit. The number must be one of this scenario's.
    #[inline]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// What the scenario says of a headquarters.
    #[inline]
    #[must_use]
    pub fn hq(&self, hq: HqId) -> &Hq {
        &self.hqs[hq.index()]
    }

    /// What the scenario says of a commander.
    #[inline]
    #[must_use]
    pub fn officer(&self, officer: OfficerId) -> &Officer {
        &self.officers[officer.index()]
    }

    /// Every unit and screen.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// The unit of this tag.
    #[must_use]
    pub fn find(&self, tag: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.tag.eq_ignore_ascii_case(tag)).map(UnitId::at)
    }

    /// The headquarters of this tag.
    #[must_use]
    pub fn find_hq(&self, tag: &str) -> Option<HqId> {
        self.hqs.iter().position(|hq| hq.tag.eq_ignore_ascii_case(tag)).map(HqId::at)
    }

    /// The commander of this tag.
    #[must_use]
    pub fn find_officer(&self, tag: &str) -> Option<OfficerId> {
        self.officers.iter().position(|officer| officer.tag.eq_ignore_ascii_case(tag)).map(OfficerId::at)
    }

    /// A headquarters and all above it, lowest first.
    pub fn chain(&self, hq: HqId) -> impl Iterator<Item = HqId> + '_ {
        std::iter::successors(Some(hq), |&below| self.hq(below).above)
    }

    /// Whether one headquarters is, or stands under, another.
    #[must_use]
    pub fn is_under(&self, below: HqId, above: HqId) -> bool {
        self.chain(below).any(|hq| hq == above)
    }

    /// The formation in which a unit of this arm is placed if nothing else is said.
    #[must_use]
    pub const fn usual_formation(arm: Arm, dismounted: bool) -> Formation {
        match arm {
            Arm::Cavalry if dismounted => Formation::Skirmish,
            Arm::Infantry | Arm::Cavalry => Formation::Line,
            Arm::Wagon => Formation::Limbered,
            _ => Formation::Unlimbered,
        }
    }

    /// The formations a unit of this arm may stand in when it is placed (G-3).
    #[must_use]
    pub fn may_form(arm: Arm, formation: Formation) -> bool {
        match formation {
            Formation::Line | Formation::Column => matches!(arm, Arm::Infantry | Arm::Cavalry),
            Formation::Skirmish => arm.may_skirmish(),
            Formation::Square => arm == Arm::Infantry,
            Formation::Unlimbered => arm.is_artillery(),
            Formation::Limbered => matches!(arm, Arm::FieldArtillery | Arm::HorseArtillery | Arm::Wagon),
        }
    }
}
