//! Theatres written as text: little maps for rule cases.

use std::collections::BTreeMap;
use std::ops::Range;

use faults::{Faults, Source};
use serde::Deserialize;
use toml::Spanned;

use super::{Border, Country, Passage, Place, PlaceClass, River, Theatre};
use crate::bits::HexSet;
use crate::grid::{Grid, GridShape};
use crate::hex::{Direction, Hex};

type Words = Vec<Spanned<String>>;

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
    class: PlaceClass,
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
        work.country(&self.rows);
        work.either("minor", &self.minor, "major", &self.major);
        work.rivers(&self.major, River::Major);
        work.rivers(&self.minor, River::Minor);
        work.either("ferries", &self.ferries, "bridges", &self.bridges);
        work.passages(&self.bridges, "bridge", Passage::Bridge);
        work.passages(&self.ferries, "ferry", Passage::Ferry);
        for side in work.sides(&self.ridges) {
            work.theatre.change_border(side.0, side.1, |border| border.ridge = true);
        }
        work.chains(&self.roads, |border| border.road = true);
        work.chains(&self.rails, |border| border.rail = true);
        work.places(&self.places);
        for (id, hexes) in &self.regions {
            let hexes: HexSet =
                hexes.iter().filter_map(|name| work.hex(name.get_ref(), name.span())).collect();
            work.theatre.set_region(id.clone(), hexes);
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
        match Grid::new(GridShape::flat(size(cols), size(self.rows.len()))) {
            Ok(grid) => Some(Theatre::new(grid)),
            Err(error) => {
                faults.add(first, error.to_string()).hint("draw fewer rows or columns");
                None
            }
        }
    }
}

struct Work<'a> {
    theatre: Theatre,
    faults: &'a mut Faults,
}

impl Work<'_> {
    fn country(&mut self, rows: &Words) {
        for (row, text) in (0u16..).zip(rows) {
            for (col, letter) in (0u16..).zip(text.get_ref().chars()) {
                let Some(hex) = self.theatre.grid.at(col, row) else { continue };
                match country(letter) {
                    Some(country) => self.theatre.set_country(hex, country),
                    None => {
                        self.faults
                            .add(text, format!("`{letter}` in column {col} is no country"))
                            .hint("use . clear, f forest, m mountain, ~ sea, # out of play");
                    }
                }
            }
        }
    }

    fn rivers(&mut self, list: &Words, river: River) {
        for side in self.sides(list) {
            self.theatre.change_border(side.0, side.1, |border| border.river = Some(river));
        }
    }

    fn passages(&mut self, list: &Words, word: &str, passage: Passage) {
        for name in list {
            let Some((hex, side)) = self.side(name) else { continue };
            if self.theatre.border(hex, side).river.is_none() {
                self.faults
                    .add(name, format!("a {word} where no river runs"))
                    .hint("list the hexside under `major` or `minor` too");
            } else {
                self.theatre.change_border(hex, side, |border| border.passage = Some(passage));
            }
        }
    }

    fn chains(&mut self, list: &Words, set: impl Fn(&mut Border)) {
        for chain in list {
            let names: Vec<&str> = chain.get_ref().split('-').map(str::trim).collect();
            if names.len() < 2 {
                self.faults
                    .add(chain, "a road has at least two hexes")
                    .hint("write a chain of neighbours, e.g. \"0101-0102-0203\"");
            }
            let hexes: Vec<Option<Hex>> = names.iter().map(|name| self.land(name, chain.span())).collect();
            for step in hexes.windows(2) {
                if let [Some(from), Some(to)] = *step
                    && let Some(side) = self.touching(from, to, chain.span())
                {
                    self.theatre.change_border(from, side, &set);
                }
            }
        }
    }

    fn places(&mut self, list: &[PlaceText]) {
        let mut names: BTreeMap<String, Range<usize>> = BTreeMap::new();
        let mut places = Vec::new();
        for place in list {
            let name = place.name.get_ref();
            if let Some(first) = names.insert(name.to_ascii_lowercase(), place.name.span()) {
                self.faults
                    .add(&place.name, format!("there are two places called {name}"))
                    .hint("give each its own name")
                    .see(first, "first here");
            }
            if let Some(hex) = self.land(place.hex.get_ref(), place.hex.span()) {
                places.push(Place { name: name.clone(), hex, class: place.class });
            }
        }
        self.theatre.set_places(places);
    }

    /// Two lists of hexsides that exclude each other.
    fn either(&mut self, one: &str, ones: &Words, other: &str, others: &Words) {
        let ends = |name: &Spanned<String>| {
            let mut ends: Vec<String> = name.get_ref().split('/').map(|end| end.trim().to_owned()).collect();
            ends.sort();
            ends
        };
        for name in ones {
            if let Some(first) = others.iter().find(|first| ends(first) == ends(name)) {
                self.faults
                    .add(name, format!("hexside {} stands under `{one}` and under `{other}`", name.get_ref()))
                    .hint("keep one of the two")
                    .see(first, "also here");
            }
        }
    }

    fn sides(&mut self, list: &Words) -> Vec<(Hex, Direction)> {
        list.iter().filter_map(|name| self.side(name)).collect()
    }

    /// A hexside written as the two hexes that share it.
    fn side(&mut self, name: &Spanned<String>) -> Option<(Hex, Direction)> {
        let Some((from, to)) = name.get_ref().split_once('/') else {
            self.faults
                .add(name, format!("`{}` is no hexside", name.get_ref()))
                .hint("write the two hexes that share it, e.g. \"0101/0102\"");
            return None;
        };
        let (from, to) = (self.hex(from.trim(), name.span()), self.hex(to.trim(), name.span()));
        let (from, to) = (from?, to?);
        self.touching(from, to, name.span()).map(|side| (from, side))
    }

    fn touching(&mut self, from: Hex, to: Hex, place: Range<usize>) -> Option<Direction> {
        let grid = &self.theatre.grid;
        let side = grid.direction_to(from, to);
        if side.is_none() {
            let around: Vec<String> = grid.neighbours(from).map(|(_, hex)| grid.name(hex)).collect();
            self.faults.add(place, format!("{} and {} do not touch", grid.name(from), grid.name(to))).hint(
                format!("{} touches {}", grid.name(from), faults::list(around.iter().map(String::as_str))),
            );
        }
        side
    }

    /// A hex of land that is in play.
    fn land(&mut self, name: &str, place: Range<usize>) -> Option<Hex> {
        let hex = self.hex(name, place.clone())?;
        let country = self.theatre.country(hex);
        if country.is_land() {
            return Some(hex);
        }
        let what = if country == Country::Sea { "lies in the sea" } else { "is out of play" };
        self.faults.add(place, format!("hex {name} {what}")).hint("draw land there, or name another hex");
        None
    }

    fn hex(&mut self, name: &str, place: Range<usize>) -> Option<Hex> {
        let grid = &self.theatre.grid;
        let hex = grid.parse(name);
        if hex.is_none() {
            let last = grid.name(Hex(grid.len() as u16 - 1));
            self.faults.add(place, format!("there is no hex `{name}`")).hint(format!(
                "hexes run from 0000 in the north-west to {last} in the south-east, column first"
            ));
        }
        hex
    }
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
