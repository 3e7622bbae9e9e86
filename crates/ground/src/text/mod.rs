//! Maps written as text: the `[map]` table of scenarios and cases.
//!
//! A map is given in one of three ways, and each may be amended by the lists further below:
//!
//! 1. **Bare**: `rows` and `cols`; all hexes clear, level 0.
//! 2. **Drawn**: `picture`, one line a row, cells parted by blanks. A cell is a letter for the ground and, if the hex
//!    does not lie at level 0, a digit for its level. Indent shifted rows as you like; blanks count only as gaps.
//!
//!    | letter | ground | letter | ground |
//!    |---|---|---|---|
//!    | `.` | clear | `s` | sunken road |
//!    | `o` | orchard | `e` | embankment, railroad cut |
//!    | `c` | cultivated | `r` | rough, rocks |
//!    | `w` | woods | `m` | marsh |
//!    | `t` | town | `~` | water |
//!    | `-` | no hex (a hole in the map) | | |
//! 3. **Rastered**: `battlefield` names a GeoJSON file of real ground; `hex_yards` or `hex_metres` says how wide a hex
//!    is from flat side to flat side. The file itself is the caller's to find: see [`MapText::battlefield`].
//!
//! ```
//! use faults::Source;
//! use ground::{Cover, Direction, text};
//!
//! let source = Source::new("farm.toml", r#"
//!     [map]
//!     picture = """
//!       .  .  w1 .
//!        .  .2 .1 t
//!       .  .  .  .
//!     """
//!     creek_hexsides = [["0100", "0200"]]
//!     pike = [["0103", "0102", "0101", "0100"]]
//!     places = { "Wills Farm" = "0103" }
//! "#);
//! let map = text::read_map(&source).unwrap();
//! let hill = map.grid.parse("0101").unwrap();
//! assert_eq!(map.level(hill), 2);
//! assert_eq!(map.cover(map.place("Wills Farm").unwrap()), Cover::Town);
//! assert!(map.side(hill, Direction::W).steep);
//! ```
//!
//! `docs/files/map.md` lists every key. Lists win over the picture and over the battlefield. Hexes are printed numbers
//! in quotes.

mod apply;
pub(crate) mod picture;
mod rastered;

use std::collections::BTreeMap;

use faults::{Faults, Source};
use serde::Deserialize;
use toml::Spanned;

use crate::battlefield::Battlefield;
use crate::grid::{Grid, GridError, GridShape, Numbering, Orientation, Parity};
use crate::map::HexMap;
use crate::raster::Raster;

type Hexes = Vec<Spanned<String>>;
type Paths = Vec<Spanned<Hexes>>;

/// A `[map]` table as written, not yet checked. See the [module](self) for its keys.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MapText {
    rows: Option<Spanned<u16>>,
    cols: Option<Spanned<u16>>,
    orientation: Option<Orientation>,
    shifted: Option<Shifted>,
    numbering: Option<Numbering>,
    first_row: Option<Spanned<u16>>,
    first_col: Option<Spanned<u16>>,
    steep_from: Option<u8>,
    picture: Option<Spanned<String>>,

    battlefield: Option<Spanned<String>>,
    hex_yards: Option<Spanned<f64>>,
    hex_metres: Option<Spanned<f64>>,
    frame: Option<Spanned<[f64; 4]>>,
    offset_metres: Option<Spanned<[f64; 2]>>,
    feet_per_level: Option<Spanned<i32>>,
    base_feet: Option<Spanned<i32>>,
    level_share: Option<Spanned<u8>>,
    narrowest_run_metres: Option<Spanned<u16>>,

    off_map: Hexes,
    clear: Hexes,
    orchard: Hexes,
    cultivated: Hexes,
    woods: Hexes,
    town: Hexes,
    sunken_road: Hexes,
    embankment: Hexes,
    rough: Hexes,
    marsh: Hexes,
    water: Hexes,

    level_0: Hexes,
    level_1: Hexes,
    level_2: Hexes,
    level_3: Hexes,
    level_4: Hexes,
    level_5: Hexes,
    level_6: Hexes,
    level_7: Hexes,
    level_8: Hexes,
    level_9: Hexes,
    level_10: Hexes,
    level_11: Hexes,
    level_12: Hexes,

    no_stream: Paths,
    no_wall: Paths,
    no_crossing: Paths,
    no_road: Paths,
    gentle_hexsides: Paths,
    creek_hexsides: Paths,
    river_hexsides: Paths,
    stonewall_hexsides: Paths,
    steep_hexsides: Paths,
    bridges: Paths,
    stone_bridges: Paths,
    fords: Paths,

    pike: Paths,
    road: Paths,
    trail: Paths,

    places: BTreeMap<String, Spanned<String>>,
    named_roads: BTreeMap<String, Spanned<Hexes>>,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Shifted {
    Odd,
    Even,
}

/// A file that holds a map and nothing else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    /// A file that is told from others by what it says says `schema = "map/1"`.
    #[serde(rename = "schema")]
    _schema: Option<String>,
    map: Spanned<MapText>,
}

/// What a file with a map and nothing else says first: `schema = "map/1"`.
pub const SCHEMA: &str = "map/1";

/// Reads a file with a single `[map]` table, bare or drawn.
pub fn read_map(source: &Source) -> Result<HexMap, Faults> {
    let file: MapFile = faults::read_toml(source)?;
    let mut faults = Faults::new(source);
    match file.map.get_ref().build(&mut faults) {
        Some(map) => faults.into_result(map),
        None => Err(faults),
    }
}

impl MapText {
    /// The battlefield a rastered map is cut from: the name of its file. Such a map is built with
    /// [`MapText::build_on`], any other with [`MapText::build`].
    pub fn battlefield(&self) -> Option<&Spanned<String>> {
        self.battlefield.as_ref()
    }

    /// Sets how wide a hex is from flat side to flat side, for a game that has a usual width, where a table that names
    /// a battlefield does not say it.
    pub fn assume_hex_yards(&mut self, yards: f64) {
        if self.battlefield.is_some() && self.hex_yards.is_none() && self.hex_metres.is_none() {
            self.hex_yards = Some(Spanned::new(0..0, yards));
        }
    }

    /// Cuts the map from its battlefield and amends it. Every fault is added to `faults`, which must belong to the
    /// file the table stands in; `None` if there was one.
    pub fn build_on(&self, field: &Battlefield, faults: &mut Faults) -> Option<Raster> {
        rastered::build(self, field, faults)
    }

    /// Builds a bare or drawn map. Every fault is added to `faults`, which must belong to the file the table stands
    /// in; `None` if there was one.
    pub fn build(&self, faults: &mut Faults) -> Option<HexMap> {
        let before = faults.len();
        rastered::refuse_keys(self, faults);
        let drawn = self.picture.as_ref().map(|picture| picture::read(picture, faults));
        let cols = self.size(&self.cols, "cols", drawn.as_ref().map(picture::Picture::cols), faults);
        let rows = self.size(&self.rows, "rows", drawn.as_ref().map(picture::Picture::rows), faults);
        let grid = self.grid(cols?, rows?, faults)?;
        let mut map = HexMap::new(grid);
        if let Some(picture) = drawn {
            picture.paint(&mut map);
        }
        self.amend(&mut map, faults);
        (faults.len() == before).then_some(map)
    }

    /// Applies the lists to a map that is there already. Every fault is added to `faults`.
    pub fn amend(&self, map: &mut HexMap, faults: &mut Faults) {
        apply::amend(self, map, faults);
    }

    fn grid(&self, cols: u16, rows: u16, faults: &mut Faults) -> Option<Grid> {
        let shape = GridShape {
            cols,
            rows,
            orientation: self.orientation.unwrap_or_default(),
            parity: self.parity(),
            numbering: self.numbering.unwrap_or_default(),
            first_row: self.first_row.as_ref().map_or(0, |first| *first.get_ref()),
            first_col: self.first_col.as_ref().map_or(0, |first| *first.get_ref()),
        };
        Grid::new(shape).map_err(|error| self.refuse_grid(error, faults)).ok()
    }

    fn refuse_grid(&self, error: GridError, faults: &mut Faults) {
        let span = |number: &Option<Spanned<u16>>| number.as_ref().map(Spanned::span);
        let place = match error {
            GridError::NumbersTooLong => span(&self.first_row).or(span(&self.first_col)),
            GridError::Empty | GridError::TooLarge { .. } | GridError::TooWide => span(&self.rows)
                .or(span(&self.cols))
                .or(self.picture.as_ref().map(Spanned::span))
                .or(self.battlefield.as_ref().map(Spanned::span)),
        };
        faults.add(place, error.to_string()).hint("choose fewer rows or columns, or larger hexes");
    }

    fn parity(&self) -> Parity {
        match self.shifted {
            None | Some(Shifted::Odd) => Parity::OddShifted,
            Some(Shifted::Even) => Parity::EvenShifted,
        }
    }

    /// A size as written, as drawn, or both if they agree.
    fn size(
        &self,
        written: &Option<Spanned<u16>>,
        key: &str,
        drawn: Option<u16>,
        faults: &mut Faults,
    ) -> Option<u16> {
        match (written, drawn) {
            // That there can be no battlefield has been said.
            (None, None) if self.battlefield.is_some() => None,
            (None, None) => {
                faults
                    .add(
                        self.rows.as_ref().or(self.cols.as_ref()),
                        format!("the map does not say its `{key}`"),
                    )
                    .hint(format!("give `{key} = …` or draw a `picture`"));
                None
            }
            (Some(written), Some(drawn)) if *written.get_ref() != drawn => {
                faults
                    .add(written, format!("`{key}` is {}, but the picture has {drawn}", written.get_ref()))
                    .hint(format!("leave `{key}` out, or draw as many"));
                None
            }
            (Some(written), _) => Some(*written.get_ref()),
            (None, Some(drawn)) => Some(drawn),
        }
    }
}
