//! The country of a campaign as geographers know it: places, rivers, ranges, roads.
//!
//! A theatre file is a GeoJSON feature collection in WGS84 degrees. Each feature has an `id`, a `kind` and a `name`:
//!
//! | kind | geometry | what else it says |
//! |---|---|---|
//! | `place` | point | `class`: `city`, `town`, `village`; those of a class stand in order of importance |
//! | `river` | line, from source to mouth | `class`: `major`, `minor`; `mouth_km`: how wide its tidal mouth is, if it has one |
//! | `crossing` | point | `river`: whose; `class`: `bridge`, `ferry`; `carries`: `road`, `rail`, `road and rail` |
//! | `range` | line along the crest | |
//! | `pass` | point | `range`: whose; `carries` as of a crossing |
//! | `road`, `railroad` | line | `through`: the places, crossings and passes on it, in order, by name |
//! | `forest`, `sea`, `outside` | polygon | `outside` is land that is out of play |
//! | `boundary` | line | between states; only drawn |
//! | `state` | point | where its name is written; only drawn |
//!
//! The collection has a `bbox` or, under `metadata`, an `origin`, and may have a `title` there. Under `metadata` it
//! says that it `holds` a `theatre`, which tells it from a battlefield. Other keys are allowed and ignored.

use faults::{Faults, Source};

use super::{Passage, River, SettlementClass, read};
use crate::battlefield::{Line, Projection};
use crate::geometry::{Area, Frame, Point};

/// Something of the country that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmark<K, S> {
    /// What it is called.
    pub name: String,
    /// What it is like.
    pub kind: K,
    /// Where it is.
    pub shape: S,
}

/// Who can use a crossing or a pass.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Carries {
    /// A road leads there.
    pub road: bool,
    /// A railroad leads there.
    pub rail: bool,
}

/// What a river is like.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Watercourse {
    /// How large it is.
    pub class: River,
    /// How wide its mouth is, in metres; 0 if it widens little.
    pub mouth_m: u32,
}

/// A place to cross one of the rivers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// The number of the river in [`Geography::rivers`].
    pub river: usize,
    /// What it is.
    pub passage: Passage,
    /// Who can use it.
    pub carries: Carries,
}

/// A way through one of the ranges.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The number of the range in [`Geography::ranges`].
    pub range: usize,
    /// Who can use it.
    pub carries: Carries,
}

/// A road or a railroad.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WayKind {
    /// A railroad.
    Rail,
    /// A main road.
    Road,
}

/// What a road or railroad runs through.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The number of a place in [`Geography::places`].
    Settlement(usize),
    /// The number of a crossing in [`Geography::crossings`].
    Crossing(usize),
    /// The number of a pass in [`Geography::passes`].
    Pass(usize),
}

/// A road or railroad and all it runs through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Which of the two.
    pub kind: WayKind,
    /// What it runs through, each with the number of its point on the line.
    pub stops: Vec<(Stop, usize)>,
}

/// The country of a campaign, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Geography {
    /// What it is called.
    pub title: String,
    /// From degrees to the plane.
    pub projection: Projection,
    /// The country it covers.
    pub frame: Frame,
    /// Places, the more important first among those of a class.
    pub places: Vec<Landmark<SettlementClass, Point>>,
    /// Rivers, from source to mouth.
    pub rivers: Vec<Landmark<Watercourse, Line>>,
    /// Bridges, ferries and fords.
    pub crossings: Vec<Landmark<Crossing, Point>>,
    /// Mountain ranges, along their crests.
    pub ranges: Vec<Landmark<(), Line>>,
    /// Gaps in the ranges.
    pub passes: Vec<Landmark<Pass, Point>>,
    /// Roads and railroads.
    pub ways: Vec<Landmark<Way, Line>>,
    /// Deep woods.
    pub forests: Vec<Landmark<(), Area>>,
    /// Open water.
    pub seas: Vec<Landmark<(), Area>>,
    /// Land out of play.
    pub outside: Vec<Landmark<(), Area>>,
    /// Lines between states.
    pub boundaries: Vec<Landmark<(), Line>>,
    /// Where the names of the states stand.
    pub states: Vec<Landmark<(), Point>>,
}

impl Geography {
    /// Reads and checks a theatre file; either all is well or every fault is listed.
    pub fn read(source: &Source) -> Result<Self, Faults> {
        read::read(source)
    }

    /// Where a stop of a way lies.
    pub fn stop_point(&self, stop: Stop) -> Point {
        match stop {
            Stop::Settlement(number) => self.places[number].shape,
            Stop::Crossing(number) => self.crossings[number].shape,
            Stop::Pass(number) => self.passes[number].shape,
        }
    }

    /// What a stop of a way is called.
    pub fn stop_name(&self, stop: Stop) -> &str {
        match stop {
            Stop::Settlement(number) => &self.places[number].name,
            Stop::Crossing(number) => &self.crossings[number].name,
            Stop::Pass(number) => &self.passes[number].name,
        }
    }
}
