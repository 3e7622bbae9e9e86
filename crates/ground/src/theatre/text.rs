//! Theatres written as text: little maps for rule cases.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use faults::{Faults, Source};
use serde::Deserialize;
use toml::Spanned;

use super::amend::{Words, Work};
use super::{Country, Passage, Region, River, Settlement, SettlementClass, Theatre};
use crate::bits::HexSet;
use crate::grid::{Grid, GridShape};

/// A small theatre as written in a file, not yet checked.
///
/// | key | value |
/// |---|---|
/// | `rows` | one string a row, one letter a column: `.` clear, `f` forest, `m` mountain, `~` sea, `#` out of play |
/// | `roads`, `rails` | chains of adjacent hexes, `"0101-0102-0203"` |
/// | `major`, `minor` | hexsides along which a river runs, `"0101/0102"` |
/// | `bridges`, `ferries` | hexsides at which such a river can be crossed |
/// | `ridges` | hexsides along which a ridge runs |
/// | `places` | tables of `hex`, `name` and `class` (`city`, `town`, `village`) |
/// | `regions` | names, each with a list of hexes |
///
/// Hexes are flat-topped and numbered `CCRR` from `0000` in the north-west; odd columns stand half a hex further south.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TheatreText {
    rows: Words,
    roads: Words,
    rails: Words,
    major: Words,
    minor: Words,
    bridges: Words,
    ferries: Words,
    ridges: Words,
    places: Vec<PlaceText>,
    regions: BTreeMap<String, Words>,
}

/// A place of a [`TheatreText`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceText {
    hex: Spanned<String>,
    name: Spanned<String>,
    class: SettlementClass,
}

/// Reads a file that holds a theatre as text and nothing else.
pub fn read_text(source: &Source) -> Result<Theatre, Faults> {
    let text: TheatreText = faults::read_toml(source)?;
    let mut faults = Faults::new(source);
    match text.build(&mut faults) {
        Some(theatre) => faults.into_result(theatre),
        None => Err(faults),
    }
}

impl TheatreText {
    /// Builds the theatre. Every fault is added to `faults`, which must belong to the file the text stands in; `None`
    /// if there was one.
    pub fn build(&self, faults: &mut Faults) -> Option<Theatre> {
        let before = faults.len();
        let theatre = self.grid(faults)?;
        let mut work = Work { theatre, faults };
        draw(&mut work, &self.rows);
        work.either("minor", &self.minor, "major", &self.major);
        work.rivers(&self.major, River::Major);
        work.rivers(&self.minor, River::Minor);
        work.either("ferries", &self.ferries, "bridges", &self.bridges);
        work.passages(&self.bridges, "bridge", Passage::Bridge);
        work.passages(&self.ferries, "ferry", Passage::Ferry);
        work.each_side(&self.ridges, |border| border.ridge = true);
        work.chains(&self.roads, |border| border.road = true);
        work.chains(&self.rails, |border| border.rail = true);
        settle(&mut work, &self.places);
        for (id, hexes) in &self.regions {
            let hexes = work.hexes(hexes);
            work.theatre.set_region(id.clone(), Region { hexes, crest: BTreeSet::new() });
        }
        let theatre = work.theatre;
        (faults.len() == before).then_some(theatre)
    }

    fn grid(&self, faults: &mut Faults) -> Option<Theatre> {
        let Some(first) = self.rows.first() else {
            faults
                .add(None::<Range<usize>>, "the theatre has no `rows`")
                .hint("draw it: rows = [\"..f\", \".mf\"]");
            return None;
        };
        let cols = first.get_ref().chars().count();
        let mut sound = true;
        for (number, row) in self.rows.iter().enumerate() {
            let found = row.get_ref().chars().count();
            if found != cols {
                sound = false;
                faults
                    .add(row, format!("row {number} has {found} hexes, row 0 has {cols}"))
                    .hint("draw every row equally long; `#` stands for a hex out of play");
            }
        }
        if !sound {
            return None;
        }
        let size = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        match Grid::within(GridShape::flat(size(cols), size(self.rows.len())), HexSet::<16>::CAPACITY) {
            Ok(grid) => Some(Theatre::new(grid)),
            Err(error) => {
                faults.add(first, error.to_string()).hint("draw fewer rows or columns");
                None
            }
        }
    }
}

/// Gives every hex the country drawn for it.
fn draw(work: &mut Work<'_>, rows: &Words) {
    for (row, text) in (0u16..).zip(rows) {
        for (col, letter) in (0u16..).zip(text.get_ref().chars()) {
            let Some(hex) = work.theatre.grid.at(col, row) else { continue };
            match country(letter) {
                Some(country) => work.theatre.set_country(hex, country),
                None => {
                    work.faults
                        .add(text, format!("`{letter}` in column {col} is no country"))
                        .hint("use . clear, f forest, m mountain, ~ sea, # out of play");
                }
            }
        }
    }
}

/// Puts the places where they lie.
fn settle(work: &mut Work<'_>, list: &[PlaceText]) {
    let mut names: BTreeMap<String, Range<usize>> = BTreeMap::new();
    let mut places = Vec::new();
    for place in list {
        let name = place.name.get_ref();
        if let Some(first) = names.insert(name.to_ascii_lowercase(), place.name.span()) {
            work.faults
                .add(&place.name, format!("there are two places called {name}"))
                .hint("give each its own name")
                .see(first, "first here");
        }
        if let Some(hex) = work.land(place.hex.get_ref(), place.hex.span()) {
            places.push(Settlement { name: name.clone(), hex, class: place.class });
        }
    }
    work.theatre.set_places(places);
}

const fn country(letter: char) -> Option<Country> {
    match letter {
        '.' => Some(Country::Clear),
        'f' => Some(Country::Forest),
        'm' => Some(Country::Mountain),
        '~' => Some(Country::Sea),
        '#' => Some(Country::Outside),
        _ => None,
    }
}
