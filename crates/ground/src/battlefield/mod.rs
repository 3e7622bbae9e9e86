//! Battlefields: the real ground, from GeoJSON.
//!
//! A battlefield file is a GeoJSON feature collection in WGS84 degrees; `docs/files/battlefield.md` describes every
//! kind of feature, its properties and their words ([`vocabulary`]).
//!
//! [`Battlefield::read`] checks all of it and lists every fault; the result is in whole centimetres from the origin.

mod check;
mod projection;
mod read;

use faults::{Faults, Shelf, Source};

pub use projection::Projection;

use crate::geometry::{Area, Frame, Point};

/// Every kind of feature that a file may have. If one of its properties has a closed list of words: its name, then the
/// words.
pub fn vocabulary() -> Vec<(&'static str, Vec<&'static str>)> {
    read::vocabulary()
}

/// Battlefields, the same for every game.
pub const SHELF: Shelf = Shelf {
    what: "battlefield",
    folder: "battlefields",
    ending: "geojson",
    builtin: &[(
        "gettysburg-july-1",
        include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson"),
    )],
};

/// One thing on the ground: what it is and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature<K, S> {
    /// Its id in the file.
    pub id: String,
    /// What it is called, if anything.
    pub name: Option<String>,
    /// What it is.
    pub kind: K,
    /// Where it is.
    pub shape: S,
}

/// A broken line on the ground.
pub type Line = Vec<Point>;

/// How thick woods are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Density {
    /// Close timber.
    Dense,
    /// Single trees one can see and march through.
    Open,
}

/// What a road is like.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum WayClass {
    /// A paved highway.
    Pike,
    /// A country road.
    Road,
    /// A farm lane or track.
    Trail,
    /// A town street.
    Street,
}

/// A road of a class and a width.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// What it is like.
    pub class: WayClass,
    /// Width in metres.
    pub width_m: u16,
}

/// A stretch of railroad.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Railroad {
    /// Dug into the ground.
    Cut {
        /// How deep.
        depth_ft: u16,
    },
    /// A bed without rails, level with the ground or on a bank.
    Grade,
    /// A line in use.
    Track,
}

/// What a stream is like.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WaterClass {
    /// Too deep to wade.
    River,
    /// A large stream.
    Creek,
    /// A small stream.
    Run,
}

/// A stream of a class and a width.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Water {
    /// What it is like.
    pub class: WaterClass,
    /// Width in metres.
    pub width_m: u16,
}

/// What a wall is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wall {
    /// Stone, with or without rails on top.
    Stone,
    /// A barricade of rails.
    Breastwork,
    /// A fence.
    Fence,
}

/// A way over a stream.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bridge {
    /// A bridge.
    Bridge,
    /// A culvert under the road.
    Culvert,
    /// A ford.
    Ford,
    /// A bridge that is no more.
    Ruined,
}

/// Height above the sea in feet.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Feet(pub i32);

/// A measured height.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpotHeight {
    /// How high.
    pub feet: Feet,
    /// The ridge it is on the crest of.
    pub ridge: Option<String>,
}

/// The real ground of a battle, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Battlefield {
    /// What it is called.
    pub title: String,
    /// From degrees to the plane.
    pub projection: Projection,
    /// The ground it covers.
    pub frame: Frame,
    /// Ground at or above a height, lowest first.
    pub contours: Vec<Feature<Feet, Area>>,
    /// Woods.
    pub woods: Vec<Feature<Density, Area>>,
    /// Orchards.
    pub orchards: Vec<Feature<(), Area>>,
    /// Standing crops.
    pub fields: Vec<Feature<(), Area>>,
    /// Towns.
    pub towns: Vec<Feature<(), Area>>,
    /// Houses and barns.
    pub buildings: Vec<Feature<(), Area>>,
    /// Wet ground.
    pub marshes: Vec<Feature<(), Area>>,
    /// Boulders.
    pub rocks: Vec<Feature<(), Area>>,
    /// Standing water.
    pub ponds: Vec<Feature<(), Area>>,
    /// Roads and streets.
    pub roads: Vec<Feature<Way, Line>>,
    /// Railroads.
    pub railroads: Vec<Feature<Railroad, Line>>,
    /// Streams.
    pub streams: Vec<Feature<Water, Line>>,
    /// Walls and fences.
    pub walls: Vec<Feature<Wall, Line>>,
    /// Bridges and fords.
    pub bridges: Vec<Feature<Bridge, Point>>,
    /// Measured heights.
    pub heights: Vec<Feature<SpotHeight, Point>>,
}

impl Battlefield {
    /// Reads and checks a battlefield file; either all is well or every fault is listed.
    pub fn read(source: &Source) -> Result<Self, Faults> {
        read::read(source)
    }

    /// Height of the highest contour round a point; `None` off the lowest.
    pub fn contour_height(&self, point: Point) -> Option<Feet> {
        self.contours.iter().rev().find(|contour| contour.shape.contains(point)).map(|contour| contour.kind)
    }

    /// The lowest contour: the base of the map.
    pub fn base(&self) -> Feet {
        self.contours.first().map_or(Feet(0), |contour| contour.kind)
    }
}
