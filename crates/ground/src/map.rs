//! A hex map: what the ground is like, how high it lies, and what runs along or across its hexsides.

use serde::{Deserialize, Serialize};

use crate::bits::GridSet;
use crate::grid::Grid;
use crate::hex::{Direction, Hex};

/// What the ground of a hex is like.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// Open ground.
    #[default]
    Clear,
    /// Rows of fruit trees.
    Orchard,
    /// Standing crops.
    Cultivated,
    /// Woods.
    Woods,
    /// Streets and houses.
    Town,
    /// A road worn below its banks.
    SunkenRoad,
    /// A railroad bank or cut.
    Embankment,
    /// Rocks and boulders.
    Rough,
    /// Wet ground.
    Marsh,
    /// A pond or lake.
    Water,
}

impl Cover {
    /// All kinds of ground.
    pub const ALL: [Self; 10] = [
        Self::Clear,
        Self::Orchard,
        Self::Cultivated,
        Self::Woods,
        Self::Town,
        Self::SunkenRoad,
        Self::Embankment,
        Self::Rough,
        Self::Marsh,
        Self::Water,
    ];

    /// The word used for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Orchard => "orchard",
            Self::Cultivated => "cultivated",
            Self::Woods => "woods",
            Self::Town => "town",
            Self::SunkenRoad => "sunken_road",
            Self::Embankment => "embankment",
            Self::Rough => "rough",
            Self::Marsh => "marsh",
            Self::Water => "water",
        }
    }

    /// Does it stand up like a screen, so that it counts as higher ground to look across and hides what is in it?
    #[inline]
    pub const fn screens(self) -> bool {
        matches!(self, Self::Woods | Self::Town)
    }
}

/// How good a road is; town streets count as [`RoadClass::Road`]. Better classes compare lower.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoadClass {
    /// A paved highway.
    Pike,
    /// A country road or a street.
    Road,
    /// A farm lane or track.
    Trail,
}

/// Water along a hexside.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// A stream men can wade.
    Creek,
    /// A stream they cannot.
    River,
}

/// A way over a stream.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crossing {
    /// A bridge or culvert.
    Bridge {
        /// Can it be burned?
        burnable: bool,
    },
    /// A ford.
    Ford,
}

/// Everything on the line between two hexes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct HexSide {
    /// A stream runs along it.
    pub stream: Option<Stream>,
    /// A stone wall stands along it.
    pub wall: bool,
    /// The slope across it is steep.
    pub steep: bool,
    /// A bridge or ford leads across it.
    pub crossing: Option<Crossing>,
    /// A road crosses it.
    pub road: Option<RoadClass>,
}

/// A road with a name, as the hexes it runs through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedRoad {
    /// What it is called.
    pub name: String,
    /// How good it is.
    pub class: RoadClass,
    /// Its hexes in order, each adjacent to the one before.
    pub path: Vec<Hex>,
}

/// A hex map.
///
/// A hexside is one object: what is set on it from one hex is read from the other. Slopes are steep where the levels
/// on both sides differ by at least [`HexMap::steep_from`], unless [`HexMap::set_steep`] says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexMap {
    /// The grid under the map.
    pub grid: Grid,
    cover: Vec<Cover>,
    level: Vec<i8>,
    sides: Vec<[HexSide; 6]>,
    steep_marks: Vec<[Option<bool>; 6]>,
    steep_from: u8,
    playable: GridSet,
    places: Vec<(Hex, String)>,
    roads: Vec<NamedRoad>,
}

impl HexMap {
    /// Clear, level ground all over the grid; slopes become steep from two levels on.
    pub fn new(grid: Grid) -> Self {
        let hexes = grid.len();
        Self {
            grid,
            cover: vec![Cover::Clear; hexes],
            level: vec![0; hexes],
            sides: vec![[HexSide::default(); 6]; hexes],
            steep_marks: vec![[None; 6]; hexes],
            steep_from: 2,
            playable: GridSet::first(hexes),
            places: Vec::new(),
            roads: Vec::new(),
        }
    }

    /// What the ground is like.
    #[inline]
    pub fn cover(&self, hex: Hex) -> Cover {
        self.cover[hex.index()]
    }

    /// How high the hex lies.
    #[inline]
    pub fn level(&self, hex: Hex) -> i8 {
        self.level[hex.index()]
    }

    /// What is on one side of a hex.
    #[inline]
    pub fn side(&self, hex: Hex, side: Direction) -> HexSide {
        self.sides[hex.index()][side.index()]
    }

    /// The hexside between two adjacent hexes.
    pub fn side_between(&self, a: Hex, b: Hex) -> Option<HexSide> {
        Some(self.side(a, self.grid.direction_to(a, b)?))
    }

    /// Hexes that exist for play; the others are holes in the map.
    #[inline]
    pub const fn playable(&self) -> &GridSet {
        &self.playable
    }

    /// Is the hex on the map and not a hole in it?
    #[inline]
    pub fn is_playable(&self, hex: Hex) -> bool {
        self.playable.contains(hex)
    }

    /// The playable neighbours of a hex.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        self.grid.neighbours(hex).filter(|(_, other)| self.is_playable(*other))
    }

    /// Is it a playable hex with the end of the map on at least one side?
    pub fn is_edge(&self, hex: Hex) -> bool {
        self.is_playable(hex) && self.neighbours(hex).count() < 6
    }

    /// Steps along the edge of the playable map from one edge hex to another, the shorter way round.
    pub fn edge_distance(&self, a: Hex, b: Hex) -> Option<u16> {
        if !self.is_edge(a) || !self.is_edge(b) {
            return None;
        }
        let mut seen = GridSet::of(a);
        let mut front = vec![a];
        let mut steps = 0;
        while !front.is_empty() {
            if front.contains(&b) {
                return Some(steps);
            }
            let mut next = Vec::new();
            for hex in front {
                for (_, other) in self.neighbours(hex) {
                    if self.is_edge(other) && seen.insert(other) {
                        next.push(other);
                    }
                }
            }
            front = next;
            steps += 1;
        }
        None
    }

    /// Places with their names, in the order they were named.
    pub fn places(&self) -> &[(Hex, String)] {
        &self.places
    }

    /// The hex of a named place.
    pub fn place(&self, name: &str) -> Option<Hex> {
        self.places.iter().find(|(_, other)| other == name).map(|(hex, _)| *hex)
    }

    /// Roads with names.
    pub fn named_roads(&self) -> &[NamedRoad] {
        &self.roads
    }

    /// Names of the roads through a hex.
    pub fn road_names(&self, hex: Hex) -> impl Iterator<Item = &str> {
        self.roads.iter().filter(move |road| road.path.contains(&hex)).map(|road| road.name.as_str())
    }

    /// The best road across any side of the hex.
    pub fn best_road(&self, hex: Hex) -> Option<RoadClass> {
        self.sides[hex.index()].iter().filter_map(|side| side.road).min()
    }

    /// Where roads lead off the map: hex, outer side and class, in the order of the hexes.
    pub fn road_exits(&self) -> impl Iterator<Item = (Hex, Direction, RoadClass)> + '_ {
        self.playable.iter().flat_map(move |hex| {
            Direction::ALL.into_iter().filter_map(move |side| {
                let outside = !self.grid.neighbour(hex, side).is_some_and(|other| self.is_playable(other));
                self.side(hex, side).road.filter(|_| outside).map(|class| (hex, side, class))
            })
        })
    }

    /// The difference of levels from which a slope is steep by itself.
    pub const fn steep_from(&self) -> u8 {
        self.steep_from
    }

    /// Sets the difference of levels from which a slope is steep by itself.
    pub fn set_steep_from(&mut self, levels: u8) {
        self.steep_from = levels;
        for hex in self.grid.hexes() {
            self.settle_slopes(hex);
        }
    }

    /// Sets what the ground is like.
    pub fn set_cover(&mut self, hex: Hex, cover: Cover) {
        self.cover[hex.index()] = cover;
    }

    /// Sets how high the hex lies, and with it which of its slopes are steep.
    pub fn set_level(&mut self, hex: Hex, level: i8) {
        self.level[hex.index()] = level;
        self.settle_slopes(hex);
    }

    /// Marks a slope as steep or not, whatever the levels say.
    pub fn set_steep(&mut self, hex: Hex, side: Direction, steep: bool) {
        self.steep_marks[hex.index()][side.index()] = Some(steep);
        if let Some(other) = self.grid.neighbour(hex, side) {
            self.steep_marks[other.index()][side.opposite().index()] = Some(steep);
        }
        self.settle_slopes(hex);
    }

    /// Lets a stream run along a hexside, or takes it away.
    pub fn set_stream(&mut self, hex: Hex, side: Direction, stream: Option<Stream>) {
        self.change_side(hex, side, |it| it.stream = stream);
    }

    /// Builds or removes a wall along a hexside.
    pub fn set_wall(&mut self, hex: Hex, side: Direction, wall: bool) {
        self.change_side(hex, side, |it| it.wall = wall);
    }

    /// Puts a bridge or ford on a hexside, or takes it away.
    pub fn set_crossing(&mut self, hex: Hex, side: Direction, crossing: Option<Crossing>) {
        self.change_side(hex, side, |it| it.crossing = crossing);
    }

    /// Leads a road across a hexside, or takes it away.
    pub fn set_road(&mut self, hex: Hex, side: Direction, road: Option<RoadClass>) {
        self.change_side(hex, side, |it| it.road = road);
    }

    /// Leads a road across a hexside unless a better one crosses it already.
    pub fn add_road(&mut self, hex: Hex, side: Direction, road: RoadClass) {
        self.change_side(hex, side, |it| it.road = Some(it.road.map_or(road, |old| old.min(road))));
    }

    /// Says which hexes exist for play.
    pub fn set_playable(&mut self, playable: GridSet) {
        self.playable = playable.intersection(&GridSet::first(self.grid.len()));
    }

    /// Names a place.
    pub fn name_place(&mut self, hex: Hex, name: impl Into<String>) {
        self.places.push((hex, name.into()));
    }

    /// Names a road; its links are set with [`HexMap::add_road`].
    pub fn name_road(&mut self, road: NamedRoad) {
        self.roads.push(road);
    }

    fn change_side(&mut self, hex: Hex, side: Direction, change: impl Fn(&mut HexSide)) {
        change(&mut self.sides[hex.index()][side.index()]);
        if let Some(other) = self.grid.neighbour(hex, side) {
            change(&mut self.sides[other.index()][side.opposite().index()]);
        }
    }

    fn settle_slopes(&mut self, hex: Hex) {
        for side in Direction::ALL {
            let Some(other) = self.grid.neighbour(hex, side) else { continue };
            let difference = self.level(hex).abs_diff(self.level(other));
            let steep = self.steep_marks[hex.index()][side.index()].unwrap_or(difference >= self.steep_from);
            self.change_side(hex, side, |it| it.steep = steep);
        }
    }
}
