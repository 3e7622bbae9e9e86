//! Who stands or enters where, and when: the second file of a battle.
//!
//! The arrivals file names troops of an [`OrderOfBattle`] by id and says when the head of each column reaches the
//! field, by which road, and where it forms its first line. Points are longitude and latitude, times of day are
//! minutes; a game turns both into its own hexes and turns.
//!
//! ```
//! use armies::{OrderOfBattle, arrivals::{Arrivals, Entrance}};
//! use faults::Source;
//! # let army = include_str!("../../../scenarios/armies/gettysburg-july-1.toml");
//! # let arrivals = include_str!("../../../scenarios/armies/gettysburg-july-1-arrivals.toml");
//!
//! let battle = OrderOfBattle::read(&Source::new("gettysburg-july-1.toml", army))?;
//! let arrivals = Arrivals::read(&Source::new("gettysburg-july-1-arrivals.toml", arrivals), &battle)?;
//!
//! let iron_brigade = arrivals.of(&battle, battle.unit("us-2wi").unwrap()).unwrap();
//! assert_eq!(iron_brigade.time.to_string(), "09:55");
//! let Entrance::ByRoad { entry, .. } = iron_brigade.entrance else { panic!("it marched") };
//! assert_eq!(arrivals[entry].id, "emmitsburg-road-crosslots");
//! # Ok::<(), faults::Faults>(())
//! ```

use std::ops::Index;

use faults::{Faults, Source};

use crate::vocabulary::words;
use crate::{Clock, Commander, Date, FormationId, OrderOfBattle, Troops, UnitId};

mod check;
mod check_troops;
mod file;

/// Every arrival of a battle, checked against its order of battle.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Arrivals {
    /// The name of the battle.
    pub battle: String,
    /// The day.
    pub date: Date,
    /// When play may begin.
    pub start: Clock,
    /// When play may end.
    pub end: Clock,
    /// When one can first see.
    pub first_light: Clock,
    /// When the sun sets.
    pub sunset: Clock,
    /// Where troops enter, see [`EntryPointId`].
    pub entry_points: Vec<EntryPoint>,
    /// Troops, in the order of the file.
    pub troops: Vec<Arrival>,
    /// Commanders who come apart from their troops.
    pub commanders: Vec<CommanderArrival>,
    /// What happened, by the clock.
    pub events: Vec<Event>,
}

/// A point on the ground in degrees (WGS84).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LonLat {
    /// Degrees east; negative in America.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
}

/// An entry point of one [`Arrivals`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryPointId(pub u16);

/// A place where troops enter the field.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryPoint {
    /// The id in the file.
    pub id: String,
    /// The road, or the way across country, by which they come.
    pub road: String,
    /// The side of the field.
    pub edge: Edge,
    /// Where it crosses the frame of the field.
    pub at: LonLat,
}

words! {
    /// A side of the field.
    Edge, "edge", {
        /// North.
        North = "N",
        /// East.
        East = "E",
        /// South.
        South = "S",
        /// West.
        West = "W",
    }
}

/// How troops come to the field, where they form, and what they do then.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// Who. A unit's own arrival goes before that of its formation.
    pub troops: Troops,
    /// When the head of the column is there.
    pub time: Clock,
    /// How far the sources differ, in minutes either way.
    pub uncertainty: u16,
    /// On the field from the start, or by a road.
    pub entrance: Entrance,
    /// The formation in which they come.
    pub posture: Posture,
    /// The first line from flank to flank, at least two points.
    pub line: Vec<LonLat>,
    /// The compass bearing in degrees to which the line faces.
    pub facing: u16,
    /// What they did afterwards, by the clock.
    pub moves: Vec<Move>,
    /// A remark for readers.
    pub note: Option<String>,
}

/// How troops come to the field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Entrance {
    /// They are there when play begins.
    OnMap {
        /// Where.
        start: LonLat,
    },
    /// They march in.
    ByRoad {
        /// Where.
        entry: EntryPointId,
        /// When they stood in line, if it is known.
        deployed: Option<Clock>,
    },
}

words! {
    /// The formation in which troops come.
    Posture, "formation", {
        /// In column of fours on a road.
        RoadColumn = "road column",
        /// Guns and caissons one behind the other.
        BatteryColumn = "battery column",
        /// Guns in action.
        Unlimbered = "unlimbered",
        /// Thinly spread out.
        SkirmishLine = "skirmish line",
        /// In two ranks.
        LineOfBattle = "line of battle",
    }
}

/// A later move.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// When.
    pub time: Clock,
    /// Where to.
    pub to: LonLat,
    /// What they did.
    pub what: String,
}

/// A commander who comes apart from his troops.
#[derive(Debug, Clone, PartialEq)]
pub struct CommanderArrival {
    /// What he commands.
    pub formation: FormationId,
    /// Who he is.
    pub officer: Officer,
    /// When he comes.
    pub time: Clock,
    /// Where he is first.
    pub at: LonLat,
    /// A remark for readers.
    pub note: Option<String>,
}

/// Who comes to command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Officer {
    /// The formation's commander (0), or one of his successors.
    Listed(usize),
    /// Somebody sent from elsewhere.
    Sent(Commander),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub time: Clock,
    /// What.
    pub text: String,
}

impl Arrivals {
    /// Reads and checks a file against the order of battle it belongs to; `docs/files/order-of-battle.md`
    /// describes the format.
    ///
    /// Every fault is listed at once, with its line and what would be right.
    pub fn read(source: &Source, battle: &OrderOfBattle) -> Result<Self, Faults> {
        check::read(source, battle)
    }

    /// How a unit comes to the field: by an arrival of its own, or with the nearest formation over it that has one.
    pub fn of(&self, battle: &OrderOfBattle, unit: UnitId) -> Option<&Arrival> {
        let formations = battle.superiors(unit).map(Troops::Formation);
        std::iter::once(Troops::Unit(unit))
            .chain(formations)
            .find_map(|troops| self.troops.iter().find(|arrival| arrival.troops == troops))
    }

    /// The entry point with an id of the file.
    pub fn entry_point(&self, id: &str) -> Option<EntryPointId> {
        let index = self.entry_points.iter().position(|entry| entry.id == id)?;
        Some(EntryPointId(index as u16))
    }
}

impl Index<EntryPointId> for Arrivals {
    type Output = EntryPoint;

    fn index(&self, id: EntryPointId) -> &EntryPoint {
        &self.entry_points[usize::from(id.0)]
    }
}

impl CommanderArrival {
    /// The officer.
    pub fn commander<'a>(&'a self, battle: &'a OrderOfBattle) -> &'a Commander {
        match &self.officer {
            Officer::Listed(place) => {
                battle[self.formation].command.nth(*place).expect("checked against this order of battle")
            }
            Officer::Sent(commander) => commander,
        }
    }
}
