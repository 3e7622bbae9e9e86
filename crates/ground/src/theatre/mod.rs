//! Theatres: the country of a whole campaign, cut into large hexes.
//!
//! Where a [`HexMap`](crate::HexMap) is a battlefield at the scale of a regiment, a [`Theatre`] is a few hundred
//! kilometres of country at the scale of a day's march. Its hexes are clear, forest or mountain; what an army on the
//! march cares for runs along and across their sides: rivers and the places to cross them, ridges, roads, railroads.
//! Hexes are flat-topped and numbered `CCRR`, column first.
//!
//! A theatre is either written as text ([`TheatreText`]) or [cut](mod@cut) from a [`Geography`] in the way that
//! [`TheatreSettings`] say.
//!
//! ```
//! use faults::Source;
//! use ground::theatre::{COMPASS, Country, Passage, River, read_text};
//!
//! let source = Source::new("ford.toml", r#"
//!     rows = [
//!         "..f",
//!         ".mf",
//!         "...",
//!     ]
//!     major = ["0001/0002"]
//!     ferries = ["0001/0002"]
//!     roads = ["0000-0001-0002-0102"]
//!     places = [{ hex = "0002", name = "Falmouth", class = "village" }]
//!     regions = { south = ["0002", "0102", "0202"] }
//! "#);
//! let theatre = read_text(&source).unwrap();
//! let falmouth = theatre.find_place("falmouth").unwrap().hex;
//! let north = theatre.border(falmouth, COMPASS[0]);
//! assert_eq!((north.river, north.passage), (Some(River::Major), Some(Passage::Ferry)));
//! assert!(north.road && !north.rail);
//! assert_eq!(theatre.country(theatre.grid.parse("0101").unwrap()), Country::Mountain);
//! assert!(theatre.region("south").unwrap().contains(falmouth));
//! ```

mod amend;
mod check;
pub mod cut;
pub mod geography;
mod read;
mod settings;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::bits::HexSet;
use crate::grid::Grid;
use crate::hex::{Direction, Hex};

pub use cut::Cut;
pub use geography::Geography;
pub use settings::{CrestText, RegionText, SCHEMA, TheatreSettings, read_settings};
pub use text::{PlaceText, TheatreText, read_text};

/// The six sides of a flat-top hex clockwise from the north, as a die counts them: 1 north, 2 north-east, 3 south-east,
/// 4 south, 5 south-west, 6 north-west. A die's side is `COMPASS[die - 1]`.
pub const COMPASS: [Direction; 6] =
    [Direction::NE, Direction::E, Direction::SE, Direction::SW, Direction::W, Direction::NW];

/// What the country of a hex is like.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Country {
    /// Open country: farms, towns, scattered woods.
    #[default]
    Clear,
    /// Deep woods.
    Forest,
    /// A mountain range.
    Mountain,
    /// Open water.
    Sea,
    /// Land out of play.
    Outside,
}

impl Country {
    /// All kinds of country.
    pub const ALL: [Self; 5] = [Self::Clear, Self::Forest, Self::Mountain, Self::Sea, Self::Outside];

    /// The word used for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Forest => "forest",
            Self::Mountain => "mountain",
            Self::Sea => "sea",
            Self::Outside => "outside",
        }
    }

    /// Is it land that is in play?
    #[inline]
    pub const fn is_land(self) -> bool {
        matches!(self, Self::Clear | Self::Forest | Self::Mountain)
    }
}

/// How large a river is; the larger compares greater.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum River {
    /// Men can wade it in many places.
    Minor,
    /// They cannot.
    Major,
}

/// A place to cross a river; a bridge compares lower, as the better of the two.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passage {
    /// A bridge.
    Bridge,
    /// A ferry, or a ford on a main road.
    Ferry,
}

/// Everything on the line between two hexes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Border {
    /// A river runs along it.
    pub river: Option<River>,
    /// The river can be crossed at a bridge or by a ferry.
    pub passage: Option<Passage>,
    /// A mountain ridge runs along it.
    pub ridge: bool,
    /// A main road crosses it.
    pub road: bool,
    /// A railroad crosses it.
    pub rail: bool,
}

impl Border {
    /// Does a road or a railroad cross it?
    #[inline]
    pub const fn has_way(self) -> bool {
        self.road || self.rail
    }
}

/// How large a place is; the larger compares lower.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettlementClass {
    /// A city.
    City,
    /// A town.
    Town,
    /// A village, court house, station or landing.
    Village,
}

/// A place with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settlement {
    /// What it is called; no two places of a theatre share a name.
    pub name: String,
    /// The hex it lies in.
    pub hex: Hex,
    /// How large it is.
    pub class: SettlementClass,
}

/// The country of a campaign in hexes.
///
/// A border is one object: it reads the same from both of its hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theatre {
    /// The grid: flat-top, numbered `CCRR`.
    pub grid: Grid,
    country: Vec<Country>,
    borders: Vec<[Border; 6]>,
    places: Vec<Settlement>,
    /// Names of bridges and ferries, by their two hexes, the lower first.
    passages: BTreeMap<(Hex, Hex), String>,
    regions: BTreeMap<String, Region>,
}

/// A named part of a theatre.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Region {
    hexes: HexSet,
    /// Borders where it ends at a crest and not at a river, by their two hexes, the lower first.
    crest: BTreeSet<(Hex, Hex)>,
}

impl Theatre {
    /// Clear country without a river, a road or a name.
    fn new(grid: Grid) -> Self {
        let hexes = grid.len();
        Self {
            grid,
            country: vec![Country::Clear; hexes],
            borders: vec![[Border::default(); 6]; hexes],
            places: Vec::new(),
            passages: BTreeMap::new(),
            regions: BTreeMap::new(),
        }
    }

    /// What the country of a hex is like.
    #[inline]
    pub fn country(&self, hex: Hex) -> Country {
        self.country[hex.index()]
    }

    /// What lies on one side of a hex; nothing at the edge of the map.
    #[inline]
    pub fn border(&self, hex: Hex, side: Direction) -> Border {
        self.borders[hex.index()][side.index()]
    }

    /// What the bridge or ferry on one side of a hex is called.
    pub fn passage_name(&self, hex: Hex, side: Direction) -> Option<&str> {
        let other = self.grid.neighbour(hex, side)?;
        self.border(hex, side).passage?;
        self.passages.get(&(hex.min(other), hex.max(other))).map(String::as_str)
    }

    /// All places, hex by hex, the most important of a hex first.
    pub fn places(&self) -> &[Settlement] {
        &self.places
    }

    /// The most important place of a hex.
    pub fn place_at(&self, hex: Hex) -> Option<&Settlement> {
        let first = self.places.partition_point(|place| place.hex < hex);
        self.places.get(first).filter(|place| place.hex == hex)
    }

    /// The place of the given name, however it is capitalised.
    pub fn find_place(&self, name: &str) -> Option<&Settlement> {
        self.places.iter().find(|place| place.name.eq_ignore_ascii_case(name))
    }

    /// The hexes of a named part of the theatre, such as `north-of-potomac`.
    pub fn region(&self, id: &str) -> Option<&HexSet> {
        self.regions.get(id).map(|region| &region.hexes)
    }

    /// Whether a named part of the theatre ends between two neighbours at a crest. Where its hexes are only listed, no
    /// crest bounds it.
    pub fn is_crest(&self, id: &str, a: Hex, b: Hex) -> bool {
        self.regions.get(id).is_some_and(|region| region.crest.contains(&(a.min(b), a.max(b))))
    }

    /// Every named part of the theatre with its hexes, by name.
    pub fn regions(&self) -> impl Iterator<Item = (&str, &HexSet)> {
        self.regions.iter().map(|(id, region)| (id.as_str(), &region.hexes))
    }

    fn set_country(&mut self, hex: Hex, country: Country) {
        self.country[hex.index()] = country;
    }

    /// Changes a border for both of its hexes; the edge of the map stays bare.
    fn change_border(&mut self, hex: Hex, side: Direction, change: impl FnOnce(&mut Border)) {
        let Some(other) = self.grid.neighbour(hex, side) else { return };
        let border = &mut self.borders[hex.index()][side.index()];
        change(border);
        self.borders[other.index()][side.opposite().index()] = *border;
    }

    /// Places keep the order in which they are given among those of one hex and class.
    fn set_places(&mut self, mut places: Vec<Settlement>) {
        places.sort_by_key(|place| (place.hex, place.class));
        self.places = places;
    }

    fn name_passage(&mut self, a: Hex, b: Hex, name: String) {
        self.passages.insert((a.min(b), a.max(b)), name);
    }

    fn set_region(&mut self, id: String, region: Region) {
        self.regions.insert(id, region);
    }
}
