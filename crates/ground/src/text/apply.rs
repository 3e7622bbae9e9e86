//! Checks the lists of a [`MapText`] and applies them to a map.

use std::collections::BTreeMap;
use std::ops::Range;

use faults::Faults;
use toml::Spanned;

use super::{Hexes, MapText, Paths};
use crate::hex::{Direction, Hex};
use crate::map::{Cover, Crossing, HexMap, NamedRoad, RoadClass, Stream};

/// Applies every list; later kinds see the result of earlier ones (a bridge needs its stream).
pub(super) fn amend(text: &MapText, map: &mut HexMap, faults: &mut Faults) {
    if let Some(levels) = text.steep_from {
        map.set_steep_from(levels);
    }
    let mut work = Amendment { map, faults };
    work.holes(&text.off_map);
    work.covers(text);
    work.levels(text);

    work.each_side(&text.no_stream, |map, hex, side| map.set_stream(hex, side, None));
    work.each_side(&text.no_wall, |map, hex, side| map.set_wall(hex, side, false));
    work.each_side(&text.no_crossing, |map, hex, side| map.set_crossing(hex, side, None));
    work.each_side(&text.no_road, |map, hex, side| map.set_road(hex, side, None));

    work.either_side("creek_hexsides", &text.creek_hexsides, "river_hexsides", &text.river_hexsides);
    work.each_side(&text.creek_hexsides, |map, hex, side| map.set_stream(hex, side, Some(Stream::Creek)));
    work.each_side(&text.river_hexsides, |map, hex, side| map.set_stream(hex, side, Some(Stream::River)));
    work.each_side(&text.stonewall_hexsides, |map, hex, side| map.set_wall(hex, side, true));
    work.either_side("steep_hexsides", &text.steep_hexsides, "gentle_hexsides", &text.gentle_hexsides);
    work.each_side(&text.steep_hexsides, |map, hex, side| map.set_steep(hex, side, true));
    work.each_side(&text.gentle_hexsides, |map, hex, side| map.set_steep(hex, side, false));

    work.roads(&text.pike, RoadClass::Pike);
    work.roads(&text.road, RoadClass::Road);
    work.roads(&text.trail, RoadClass::Trail);

    work.either_side("bridges", &text.bridges, "fords", &text.fords);
    work.either_side("stone_bridges", &text.stone_bridges, "fords", &text.fords);
    work.crossings(&text.bridges, "bridge", Crossing::Bridge { burnable: true });
    work.crossings(&text.stone_bridges, "bridge", Crossing::Bridge { burnable: false });
    work.crossings(&text.fords, "ford", Crossing::Ford);

    for (name, hex) in &text.places {
        if let Some(hex) = work.hex(hex) {
            work.map.name_place(hex, name);
        }
    }
    for (name, path) in &text.named_roads {
        work.named_road(name, path);
    }
}

struct Amendment<'a> {
    map: &'a mut HexMap,
    faults: &'a mut Faults,
}

impl Amendment<'_> {
    fn holes(&mut self, list: &Hexes) {
        let mut playable = *self.map.playable();
        for hex in list.iter().filter_map(|name| self.on_grid(name)) {
            playable.remove(hex);
        }
        self.map.set_playable(playable);
    }

    fn covers(&mut self, text: &MapText) {
        let lists = [
            (Cover::Clear, &text.clear),
            (Cover::Orchard, &text.orchard),
            (Cover::Cultivated, &text.cultivated),
            (Cover::Woods, &text.woods),
            (Cover::Town, &text.town),
            (Cover::SunkenRoad, &text.sunken_road),
            (Cover::Embankment, &text.embankment),
            (Cover::Rough, &text.rough),
            (Cover::Marsh, &text.marsh),
            (Cover::Water, &text.water),
        ];
        let named = lists.map(|(cover, list)| (cover.word().to_owned(), list));
        self.no_hex_twice(&named);
        for (cover, list) in lists {
            for name in list {
                if let Some(hex) = self.hex(name) {
                    self.map.set_cover(hex, cover);
                }
            }
        }
    }

    fn levels(&mut self, text: &MapText) {
        let lists = [
            &text.level_0,
            &text.level_1,
            &text.level_2,
            &text.level_3,
            &text.level_4,
            &text.level_5,
            &text.level_6,
            &text.level_7,
            &text.level_8,
            &text.level_9,
            &text.level_10,
            &text.level_11,
            &text.level_12,
        ];
        let named: Vec<_> =
            lists.iter().enumerate().map(|(level, list)| (format!("level_{level}"), *list)).collect();
        self.no_hex_twice(&named);
        for (level, list) in (0i8..).zip(lists) {
            for name in list {
                if let Some(hex) = self.hex(name) {
                    self.map.set_level(hex, level);
                }
            }
        }
    }

    fn no_hex_twice(&mut self, lists: &[(String, &Hexes)]) {
        let mut first: BTreeMap<&str, (&str, Range<usize>)> = BTreeMap::new();
        for (key, list) in lists {
            for name in *list {
                match first.get(name.get_ref().as_str()) {
                    Some((other, place)) => {
                        self.faults
                            .add(
                                name,
                                format!("hex {} stands under `{key}` and under `{other}`", name.get_ref()),
                            )
                            .hint("keep one of the two")
                            .see(place.clone(), "first here");
                    }
                    None => {
                        first.insert(name.get_ref(), (key, name.span()));
                    }
                }
            }
        }
    }

    fn each_side(&mut self, pairs: &Paths, set: impl Fn(&mut HexMap, Hex, Direction)) {
        for pair in pairs {
            if let Some((hex, side)) = self.side(pair) {
                set(self.map, hex, side);
            }
        }
    }

    /// Two lists that exclude each other.
    fn either_side(&mut self, one: &str, ones: &Paths, other: &str, others: &Paths) {
        let ends = |pair: &Spanned<Hexes>| {
            let mut names: Vec<String> = pair.get_ref().iter().map(|name| name.get_ref().clone()).collect();
            names.sort();
            names
        };
        for pair in others {
            if let Some(first) = ones.iter().find(|first| ends(first) == ends(pair)) {
                self.faults
                    .add(pair, format!("this hexside stands under `{other}` and under `{one}`"))
                    .hint("keep one of the two")
                    .see(first, "first here");
            }
        }
    }

    fn crossings(&mut self, pairs: &Paths, word: &str, crossing: Crossing) {
        for pair in pairs {
            let Some((hex, side)) = self.side(pair) else { continue };
            if self.map.side(hex, side).stream.is_none() {
                self.faults
                    .add(pair, format!("a {word} where no stream runs"))
                    .hint("list the hexside under `creek_hexsides` or `river_hexsides` too");
            } else {
                self.map.set_crossing(hex, side, Some(crossing));
            }
        }
    }

    fn roads(&mut self, paths: &Paths, class: RoadClass) {
        for path in paths {
            for (from, to) in self.path(path).windows(2).filter_map(|step| Some((step[0]?, step[1]?))) {
                if let Some(side) = self.map.grid.direction_to(from, to) {
                    self.map.add_road(from, side, class);
                }
            }
        }
    }

    fn named_road(&mut self, name: &str, path: &Spanned<Hexes>) {
        let before = self.faults.len();
        let hexes: Vec<Hex> = self.path(path).into_iter().flatten().collect();
        if self.faults.len() > before {
            return;
        }
        let mut worst = RoadClass::Pike;
        for (step, place) in hexes.windows(2).zip(&path.get_ref()[1..]) {
            match self.map.side_between(step[0], step[1]).and_then(|side| side.road) {
                Some(class) => worst = worst.max(class),
                None => {
                    let (from, to) = (self.map.grid.name(step[0]), self.map.grid.name(step[1]));
                    self.faults
                        .add(place, format!("{name}: no road leads from {from} to {to}"))
                        .hint("add the step under `pike`, `road` or `trail`");
                }
            }
        }
        self.map.name_road(NamedRoad { name: name.to_owned(), class: worst, path: hexes });
    }

    /// The hexes of a path; each that does not follow from the one before is a fault.
    fn path(&mut self, path: &Spanned<Hexes>) -> Vec<Option<Hex>> {
        let names = path.get_ref();
        if names.len() < 2 {
            self.faults.add(path, "a road has at least two hexes").hint("add the hex it leads to");
        }
        let hexes: Vec<_> = names.iter().map(|name| self.hex(name)).collect();
        for (step, name) in hexes.windows(2).zip(&names[1..]) {
            if let [Some(from), Some(to)] = step {
                self.must_touch(*from, *to, name.span());
            }
        }
        hexes
    }

    /// A hexside written as the two hexes that share it.
    fn side(&mut self, pair: &Spanned<Hexes>) -> Option<(Hex, Direction)> {
        let [from, to] = pair.get_ref().as_slice() else {
            self.faults
                .add(pair, format!("a hexside lies between two hexes, here stand {}", pair.get_ref().len()))
                .hint("write a pair, e.g. [\"0402\", \"0502\"]");
            return None;
        };
        let (from, to) = (self.hex(from), self.hex(to));
        let (from, to) = (from?, to?);
        self.must_touch(from, to, pair.span())?;
        self.map.grid.direction_to(from, to).map(|side| (from, side))
    }

    fn must_touch(&mut self, from: Hex, to: Hex, place: Range<usize>) -> Option<()> {
        let grid = &self.map.grid;
        if grid.adjacent(from, to) {
            return Some(());
        }
        let around: Vec<String> = grid.neighbours(from).map(|(_, hex)| grid.name(hex)).collect();
        self.faults
            .add(place, format!("{} and {} do not touch", grid.name(from), grid.name(to)))
            .hint(format!("{} touches {}", grid.name(from), faults::list(around.iter().map(String::as_str))));
        None
    }

    /// A hex that is on the map and no hole in it.
    fn hex(&mut self, name: &Spanned<String>) -> Option<Hex> {
        let hex = self.on_grid(name)?;
        if self.map.is_playable(hex) {
            return Some(hex);
        }
        self.faults
            .add(name, format!("hex {} is a hole in the map", name.get_ref()))
            .hint("draw it in the picture or take it out of `off_map`");
        None
    }

    fn on_grid(&mut self, name: &Spanned<String>) -> Option<Hex> {
        let grid = &self.map.grid;
        let hex = grid.parse(name.get_ref());
        if hex.is_none() {
            let (first, last) = (grid.name(Hex(0)), grid.name(Hex(grid.len() as u16 - 1)));
            self.faults
                .add(name, format!("there is no hex `{}`", name.get_ref()))
                .hint(format!("hexes run from {first} in the north-west to {last} in the south-east"));
        }
        hex
    }
}
