//! How a geography is cut into hexes: the grid, amendments by hand, and the regions rules speak of.

use std::collections::BTreeMap;
use std::ops::Range;

use faults::{Faults, Head, Source};
use serde::Deserialize;
use toml::Spanned;

use super::amend::{Words, Work};
use super::cut::Cut;
use super::geography::Geography;
use super::{Country, Passage, River, Theatre, cut};
use crate::bits::HexSet;
use crate::grid::{Grid, GridError, GridShape, Orientation};
use crate::hex::Hex;
use crate::raster::Layout;

/// Centimetres from the origin of the geography within which the grid must begin.
const FURTHEST: i32 = 100_000_000;
/// Kilometres a grid may reach from west to east or from north to south.
const LONGEST: f64 = 2_000.0;

/// How a theatre is cut from its geography, as written and not yet checked.
///
/// | key | value |
/// |---|---|
/// | `schema` | `"theatre/1"`, before everything else |
/// | `geography` | the name of the GeoJSON file; finding it is the caller's business |
/// | `hex_km` | width of a hex from flat side to flat side |
/// | `first` | longitude and latitude of the middle of hex `0000`, in the north-west |
/// | `cols`, `rows` | size of the grid |
/// | `places` | names of places, each with the hex it counts for if not the one it lies in |
/// | `clear`, `forest`, `mountain`, `sea`, `outside` | hexes that are so whatever the geography says |
/// | `major`, `minor`, `ridges`, `bridges`, `ferries` | hexsides to add, `"0101/0102"` |
/// | `roads`, `rails` | chains of hexes to add, `"0101-0102-0203"` |
/// | `no_river`, `no_ridge`, `no_passage`, `no_road`, `no_rail` | hexsides to clear of what the geography gave |
/// | `regions` | names, each with the rule of a [`RegionText`] |
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheatreSettings {
    /// Checked when the file is opened.
    #[serde(rename = "schema")]
    _schema: Option<String>,
    geography: Spanned<String>,
    hex_km: Spanned<f64>,
    first: Spanned<[f64; 2]>,
    cols: Spanned<u16>,
    rows: Spanned<u16>,
    #[serde(default)]
    places: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    clear: Words,
    #[serde(default)]
    forest: Words,
    #[serde(default)]
    mountain: Words,
    #[serde(default)]
    sea: Words,
    #[serde(default)]
    outside: Words,
    #[serde(default)]
    major: Words,
    #[serde(default)]
    minor: Words,
    #[serde(default)]
    ridges: Words,
    #[serde(default)]
    bridges: Words,
    #[serde(default)]
    ferries: Words,
    #[serde(default)]
    roads: Words,
    #[serde(default)]
    rails: Words,
    #[serde(default)]
    no_river: Words,
    #[serde(default)]
    no_ridge: Words,
    #[serde(default)]
    no_passage: Words,
    #[serde(default)]
    no_road: Words,
    #[serde(default)]
    no_rail: Words,
    #[serde(default)]
    pub(super) regions: BTreeMap<String, RegionText>,
}

/// A region: all land that can be reached from a place without crossing certain lines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionText {
    /// The place.
    pub(super) from: Spanned<String>,
    /// Rivers that bound it.
    #[serde(default)]
    pub(super) rivers: Words,
    /// Crests that bound it.
    #[serde(default)]
    pub(super) crests: Vec<CrestText>,
}

/// A range, or the stretch of it between two passes, in the order in which it is drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrestText {
    pub(super) range: Spanned<String>,
    pub(super) from: Option<Spanned<String>>,
    pub(super) to: Option<Spanned<String>>,
}

/// What a file that says how a theatre is cut says first: `schema = "theatre/1"`.
pub const SCHEMA: &str = "theatre/1";

/// Reads a file that says how a theatre is cut and nothing else.
pub fn read_settings(source: &Source) -> Result<TheatreSettings, Faults> {
    let settings = faults::read_toml(source)?;
    let mut faults = Faults::new(source);
    Head::of(source).must_say("schema", SCHEMA, &mut faults);
    faults.into_result(settings)
}

impl TheatreSettings {
    /// The name of the file of its geography.
    pub fn geography(&self) -> &Spanned<String> {
        &self.geography
    }

    /// Cuts the geography. Every fault is added to `faults`, which must belong to the file these settings stand in;
    /// `None` if there was one.
    pub fn cut(&self, geography: &Geography, faults: &mut Faults) -> Option<Cut> {
        let before = faults.len();
        let (grid, layout) = self.grid(geography, faults)?;
        let mut work = Work { theatre: Theatre::new(grid), faults };
        let moved = self.moved(geography, &mut work);
        let country = self.countries(&mut work);
        let mut cutter = cut::Cutter::new(geography, layout, work.theatre, &moved);
        cutter.draw_country(&country);
        cutter.draw_lines();
        cutter.draw_ways(faults, self.geography.span());
        for (id, region) in &self.regions {
            if let Some(region) = cutter.region(region, faults) {
                cutter.theatre.set_region(id.clone(), region);
            }
        }
        let mut work = Work { theatre: cutter.theatre, faults };
        self.amend(&mut work);
        let theatre = work.theatre;
        (faults.len() == before).then_some(Cut { theatre, layout })
    }

    fn grid(&self, geography: &Geography, faults: &mut Faults) -> Option<(Grid, Layout)> {
        let before = faults.len();
        let (kilometres, [longitude, latitude]) = (*self.hex_km.get_ref(), *self.first.get_ref());
        let (cols, rows) = (*self.cols.get_ref(), *self.rows.get_ref());
        if !(0.5..=100.0).contains(&kilometres) {
            faults
                .add(&self.hex_km, "hexes are half a kilometre to 100 km wide")
                .hint("write e.g. hex_km = 10.0");
        }
        let first = geography.projection.to_plane(longitude, latitude);
        let on_globe = longitude.abs() <= 180.0 && latitude.abs() <= 90.0;
        if !on_globe || first.x.abs().max(first.y.abs()) > FURTHEST {
            faults
                .add(&self.first, "this is no longitude and latitude near the geography")
                .hint("write the longitude first, e.g. first = [-79.04, 40.6136]");
        }
        let grid = Grid::within(GridShape::flat(cols, rows), HexSet::<16>::CAPACITY).and_then(|grid| {
            let long = f64::from(cols.max(rows)) * kilometres > LONGEST;
            if long { Err(GridError::TooWide) } else { Ok(grid) }
        });
        if let Err(error) = &grid {
            faults.add(&self.cols, error.to_string()).hint("choose fewer columns or rows");
        }
        if faults.len() > before {
            return None;
        }
        let width = (kilometres * 100_000.0) as i32;
        Some((grid.ok()?, Layout::new(Orientation::FlatTop, width, first)))
    }

    /// Places that count for another hex than the one they lie in: number and hex.
    fn moved(&self, geography: &Geography, work: &mut Work<'_>) -> BTreeMap<usize, Hex> {
        let mut moved = BTreeMap::new();
        for (name, hex) in &self.places {
            let number = find(
                &mut *work.faults,
                "place",
                name,
                geography.places.iter().map(|place| place.name.as_str()),
            );
            let hex = work.hex(hex.get_ref(), hex.span());
            if let (Some(number), Some(hex)) = (number, hex) {
                moved.insert(number, hex);
            }
        }
        moved
    }

    fn countries(&self, work: &mut Work<'_>) -> Vec<(Country, HexSet)> {
        let lists = [
            (Country::Clear, &self.clear),
            (Country::Forest, &self.forest),
            (Country::Mountain, &self.mountain),
            (Country::Sea, &self.sea),
            (Country::Outside, &self.outside),
        ];
        let mut seen: BTreeMap<Hex, (Country, Range<usize>)> = BTreeMap::new();
        let mut found = Vec::new();
        for (country, list) in lists {
            let mut hexes = HexSet::EMPTY;
            for name in list {
                let Some(hex) = work.hex(name.get_ref(), name.span()) else { continue };
                hexes.insert(hex);
                if let Some((other, first)) = seen.insert(hex, (country, name.span())) {
                    work.faults
                        .add(
                            name,
                            format!(
                                "hex {} stands under `{}` and under `{}`",
                                name.get_ref(),
                                country.word(),
                                other.word()
                            ),
                        )
                        .hint("keep one of the two")
                        .see(first, "first here");
                }
            }
            found.push((country, hexes));
        }
        found
    }

    fn amend(&self, work: &mut Work<'_>) {
        work.each_side(&self.no_passage, |border| border.passage = None);
        work.each_side(&self.no_river, |border| (border.river, border.passage) = (None, None));
        work.each_side(&self.no_ridge, |border| border.ridge = false);
        work.each_side(&self.no_road, |border| border.road = false);
        work.each_side(&self.no_rail, |border| border.rail = false);
        work.either("minor", &self.minor, "major", &self.major);
        work.rivers(&self.major, River::Major);
        work.rivers(&self.minor, River::Minor);
        work.either("ferries", &self.ferries, "bridges", &self.bridges);
        work.passages(&self.bridges, "bridge", Passage::Bridge);
        work.passages(&self.ferries, "ferry", Passage::Ferry);
        work.each_side(&self.ridges, |border| border.ridge = true);
        work.chains(&self.roads, |border| border.road = true);
        work.chains(&self.rails, |border| border.rail = true);
    }
}

/// The number of a named thing among others of its sort; a fault if there is none.
pub(super) fn find<'n>(
    faults: &mut Faults,
    what: &str,
    name: &Spanned<String>,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Option<usize> {
    let found = names.clone().position(|other| other == name.get_ref());
    if found.is_none() {
        let hint = match faults::did_you_mean(name.get_ref(), names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("name a {what} of the geography"),
        };
        faults.add(name, format!("there is no {what} called {}", name.get_ref())).hint(hint);
    }
    found
}
