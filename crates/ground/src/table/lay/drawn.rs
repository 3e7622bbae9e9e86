//! Small ground drawn in text, for cases and tests: the `[ground]` table.

mod squares;

use std::collections::BTreeMap;

use faults::{Faults, Source, Span, Text, Texts, Words, did_you_mean, list, read_toml};
use serde::Deserialize;
use toml::Spanned;

use super::Tabletop;
use crate::geometry::{Area, Frame, Point};
use crate::table::field::{CELLS, Feature, Field, Shape};
use crate::table::kinds::Kinds;
use crate::table::relief::Relief;
use crate::table::{BOUND, in_bounds, number};

/// A class of ground of a game; its number is its place in the list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// What it is called in files.
    pub word: &'static str,
    /// Its letter in drawings, for areas that can be drawn: no digit, no blank, no point, nobody else's.
    pub letter: Option<char>,
    /// An area, and not a line.
    pub is_area: bool,
}

/// What a game's drawings mean.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Legend {
    /// The classes of ground.
    pub classes: &'static [Class],
    /// How many decimals of a written length a table unit is.
    pub decimals: u32,
    /// How high a level is.
    pub level: i16,
    /// The size of the cells in which features are found.
    pub cell: i32,
}

/// A `[ground]` table as written, not yet checked.
///
/// | key | what it says |
/// |---|---|
/// | `size` | how wide and deep the table is: `"72 48"`; without a `map` |
/// | `map` | the table drawn, north above: a cell is `.` or a letter for the ground and then perhaps a digit for its level |
/// | `square` | how long a side of a cell is: `"2.5"` |
/// | `areas` | ground with an inside: its class, its name, its corners: `"woods grove: 0 0, 10 0, 10 7.5"` |
/// | `lines` | the same for walls, streams and roads: `"wall wall-1: 0 0, 10 0"` |
/// | `hills` | ground at or above a level: `"2: 0 0, 10 0, 10 7.5"` |
///
/// Lengths are in what players count in, from the south-west corner, east before north. Cells of one class that share a
/// side are one area, called `woods-1`, `woods-2` … in the order in which they are read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GroundText {
    size: Option<Text>,
    map: Option<Text>,
    square: Option<Text>,
    areas: Texts,
    lines: Texts,
    hills: Texts,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroundFile {
    ground: Spanned<GroundText>,
}

/// Reads a file with a `[ground]` table and nothing else.
pub fn read_ground(source: &Source, legend: &Legend) -> Result<Tabletop, Faults> {
    let file: GroundFile = read_toml(source)?;
    let mut faults = Faults::new(source);
    match file.ground.get_ref().build(file.ground.span().into(), legend, &mut faults) {
        Some(tabletop) => faults.into_result(tabletop),
        None => Err(faults),
    }
}

impl GroundText {
    /// Bare ground of this size: `72 48`.
    pub fn bare(size: &str) -> GroundText {
        GroundText { size: Some(Text::new(0..0, size.to_owned())), ..GroundText::default() }
    }

    /// Lays the ground out. Every fault is added to `faults`, which must belong to the file the table stands in at
    /// `place`; `None` if there was one.
    pub fn build(&self, place: Span, legend: &Legend, faults: &mut Faults) -> Option<Tabletop> {
        let before = faults.len();
        let mut sketch =
            Sketch { legend, faults, features: Vec::new(), hills: Vec::new(), names: BTreeMap::new() };
        let table = match (&self.map, &self.size) {
            (Some(map), size) => {
                if let Some(size) = size {
                    sketch
                        .faults
                        .add(size, "a table that is drawn has the size of its drawing")
                        .hint("leave `size` out");
                }
                sketch.drawing(map, self.square.as_ref())
            }
            (None, Some(size)) => sketch.size(size),
            (None, None) => {
                sketch
                    .faults
                    .add(place.clone(), "the table has no size")
                    .hint("draw a `map`, or give `size = \"72 48\"`");
                None
            }
        };
        if let (None, Some(square)) = (&self.map, &self.square) {
            sketch.faults.add(square, "`square` without a drawing").hint("draw a `map`, or leave it out");
        }
        self.areas.iter().for_each(|text| sketch.feature(text, true));
        self.lines.iter().for_each(|text| sketch.feature(text, false));
        self.hills.iter().for_each(|text| sketch.hill(text));
        let Sketch { features, hills, .. } = sketch;
        let table = table.filter(|_| faults.len() == before)?;
        // Every point was looked at by itself; what is left are too many of them.
        let laid = Field::new(table, legend.cell, features).and_then(|field| {
            Ok(Tabletop { field, relief: Relief::new(table, legend.cell, 0, hills)?, bridges: Vec::new() })
        });
        laid.map_err(|_| {
            faults.add(place, "there is more ground than a table holds").hint("draw a smaller table");
        })
        .ok()
    }
}

const EXAMPLE: &str = "woods grove: 0 0, 10 0, 10 7.5";

struct Sketch<'a> {
    legend: &'a Legend,
    faults: &'a mut Faults,
    features: Vec<Feature>,
    hills: Vec<(i16, Area)>,
    /// Where each name stood first.
    names: BTreeMap<String, Span>,
}

impl Sketch<'_> {
    fn length(&mut self, words: &mut Words<'_>) -> Option<i32> {
        let decimals = self.legend.decimals;
        let wanted =
            format!("write a length with at most {decimals} decimals, such as 6.5, that fits a table");
        words.read(self.faults, &wanted, |word| {
            number::read(word, decimals).filter(|value| value.abs() <= BOUND)
        })
    }

    fn size(&mut self, text: &Text) -> Option<Frame> {
        let mut words = Words::of(text, self.faults.source());
        let (wide, deep) = (self.length(&mut words), self.length(&mut words));
        words.over(self.faults, &[]);
        self.table(wide?, deep?, text.into())
    }

    fn table(&mut self, wide: i32, deep: i32, place: Span) -> Option<Frame> {
        let cell = i64::from(self.legend.cell.max(1));
        let cells = (i64::from(wide) / cell + 1) * (i64::from(deep) / cell + 1);
        let high = Point::new(wide, deep);
        if wide > 0 && deep > 0 && in_bounds(high) && cells <= CELLS {
            return Some(Frame { low: Point::new(0, 0), high });
        }
        let most = number::write(BOUND, self.legend.decimals);
        self.faults
            .add(place, "no table has this size")
            .hint(format!("give lengths above 0 and at most {most}"));
        None
    }

    /// Reads a drawing; what is wrong with a cell or a row is a fault of its own.
    fn drawing(&mut self, map: &Text, square: Option<&Text>) -> Option<Frame> {
        let square = match square {
            None => {
                self.faults
                    .add(map, "a drawing without a `square`")
                    .hint("say how long a side of a cell is: `square = \"1\"`");
                None
            }
            Some(text) => {
                let mut words = Words::of(text, self.faults.source());
                let side = self.length(&mut words);
                words.over(self.faults, &[]);
                if side.is_some_and(|side| side < 1) {
                    self.faults.add(text, "a cell has a side").hint("give a length above 0");
                }
                side.filter(|side| *side > 0)
            }
        };
        let letters: Vec<(char, u8)> = (0..)
            .zip(self.legend.classes)
            .filter_map(|(class, about)| about.letter.map(|letter| (letter, class)))
            .collect();
        let rows = squares::read(map, &letters, self.faults)?;
        let square = square?;
        let (wide, deep) = (rows.cols().checked_mul(square), rows.rows().checked_mul(square));
        let table = self.table(wide.unwrap_or(i32::MAX), deep.unwrap_or(i32::MAX), map.into())?;
        for (class, about) in (0..).zip(self.legend.classes) {
            for (number, area) in (1..).zip(rows.areas(square, class)) {
                let name = format!("{}-{number}", about.word);
                self.names.insert(name.clone(), map.into());
                self.features.push(Feature { name, kinds: Kinds::of(class), shape: Shape::Area(area) });
            }
        }
        for (level, area) in rows.hills(square) {
            self.hills.push((level.saturating_mul(self.legend.level), area));
        }
        Some(table)
    }

    /// Reads a line such as `woods grove: 0 0, 10 0, 10 7.5`.
    fn feature(&mut self, text: &Text, as_area: bool) {
        let Some((head, mut words)) = Words::named(text, self.faults, EXAMPLE) else {
            return;
        };
        let (word, name) = head.text.split_once(char::is_whitespace).unwrap_or((head.text, ""));
        let name = name.trim();
        let class = self.class(word, as_area, &head.place);
        let points = self.points(&mut words, text, if as_area { 3 } else { 2 });
        if name.is_empty() {
            self.faults
                .add(head.place.clone(), format!("`{}` has no name", head.text))
                .hint(format!("write it like `{EXAMPLE}`"));
        } else if let Some(first) = self.names.get(name) {
            let first = first.clone();
            self.faults
                .add(head.place.clone(), format!("`{name}` is there twice"))
                .hint("give each its own name")
                .see(first, "first here");
        } else {
            self.names.insert(name.to_owned(), head.place);
        }
        if let (Some(class), Some(points)) = (class, points) {
            let shape = if as_area { Shape::Area(Area { rings: vec![points] }) } else { Shape::Line(points) };
            self.features.push(Feature { name: name.to_owned(), kinds: Kinds::of(class), shape });
        }
    }

    /// The class that a word names, if it is of the right shape.
    fn class(&mut self, word: &str, as_area: bool, place: &Span) -> Option<u8> {
        let found = (0..).zip(self.legend.classes).find(|(_, class)| class.word == word);
        match found {
            Some((number, class)) if class.is_area == as_area => Some(number),
            Some(_) => {
                let (here, there) = if as_area { ("area", "lines") } else { ("line", "areas") };
                self.faults
                    .add(place.clone(), format!("`{word}` is no {here}"))
                    .hint(format!("list it under `{there}`"));
                None
            }
            None => {
                let fitting = || self.legend.classes.iter().filter(|class| class.is_area == as_area);
                let words = || fitting().map(|class| class.word);
                let hint = match did_you_mean(word, words()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("there are {}", list(words())),
                };
                self.faults.add(place.clone(), format!("`{word}` is no ground")).hint(hint);
                None
            }
        }
    }

    fn hill(&mut self, text: &Text) {
        let Some((head, mut words)) = Words::named(text, self.faults, "2: 0 0, 10 0, 10 7.5") else { return };
        let level = head.text.parse::<i16>().ok().filter(|level| (1..=99).contains(level));
        if level.is_none() {
            self.faults
                .add(head.place, format!("`{}` is no level", head.text))
                .hint("write a number from 1 to 99, such as `2: 0 0, 10 0, 10 7.5`");
        }
        let points = self.points(&mut words, text, 3);
        if let (Some(level), Some(ring)) = (level, points) {
            self.hills.push((level.saturating_mul(self.legend.level), Area { rings: vec![ring] }));
        }
    }

    /// All points of a line; at least so many.
    fn points(&mut self, words: &mut Words<'_>, text: &Text, least: usize) -> Option<Vec<Point>> {
        let before = self.faults.len();
        let mut points = Vec::new();
        while !words.is_over() {
            let (x, y) = (self.length(words), self.length(words));
            points.extend(x.zip(y).map(|(x, y)| Point::new(x, y)));
        }
        if self.faults.len() > before {
            return None;
        }
        if points.len() < least {
            self.faults
                .add(text, format!("{least} points are needed, here are {}", points.len()))
                .hint(format!("write it like `{EXAMPLE}`"));
            return None;
        }
        Some(points)
    }
}
