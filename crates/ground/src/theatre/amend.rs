//! Hexes and hexsides named in a file, checked and put on a theatre.

use std::ops::Range;

use faults::Faults;
use toml::Spanned;

use super::{Border, Country, Passage, River, Theatre};
use crate::bits::HexSet;
use crate::hex::{Direction, Hex};

/// A list of hexes, hexsides or chains as written.
pub(super) type Words = Vec<Spanned<String>>;

/// A theatre that is being written on.
pub(super) struct Work<'a> {
    pub(super) theatre: Theatre,
    pub(super) faults: &'a mut Faults,
}

impl Work<'_> {
    /// Rivers along hexsides.
    pub(super) fn rivers(&mut self, list: &Words, river: River) {
        self.each_side(list, |border| border.river = Some(river));
    }

    /// Bridges or ferries where a river runs.
    pub(super) fn passages(&mut self, list: &Words, word: &str, passage: Passage) {
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

    /// Roads or railroads as chains of hexes.
    pub(super) fn chains(&mut self, list: &Words, set: impl Fn(&mut Border)) {
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

    /// Two lists of hexsides that exclude each other.
    pub(super) fn either(&mut self, one: &str, ones: &Words, other: &str, others: &Words) {
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

    /// Changes the border at each hexside of a list.
    pub(super) fn each_side(&mut self, list: &Words, set: impl Fn(&mut Border)) {
        for name in list {
            if let Some((hex, side)) = self.side(name) {
                self.theatre.change_border(hex, side, &set);
            }
        }
    }

    /// The hexes of a list.
    pub(super) fn hexes(&mut self, list: &Words) -> HexSet {
        list.iter().filter_map(|name| self.hex(name.get_ref(), name.span())).collect()
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
    pub(super) fn land(&mut self, name: &str, place: Range<usize>) -> Option<Hex> {
        let hex = self.hex(name, place.clone())?;
        let country = self.theatre.country(hex);
        if country.is_land() {
            return Some(hex);
        }
        let what = if country == Country::Sea { "lies in the sea" } else { "is out of play" };
        self.faults.add(place, format!("hex {name} {what}")).hint("draw land there, or name another hex");
        None
    }

    /// A hex of the map.
    pub(super) fn hex(&mut self, name: &str, place: Range<usize>) -> Option<Hex> {
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
