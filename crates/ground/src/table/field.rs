//! The ground on a table: areas and lines of classes that a game names, and what lies under a body or along a way.
//!
//! The sides of all features are kept cell by cell in flat arrays, each with its classes as bits. A cell also knows
//! which areas cover it wholly, so that a point or a body is compared only with what is drawn near it. Cells at the rim
//! reach outward without end: nothing depends on where the table ends.

mod cells;

use super::hull::{Hull, frame};
use super::kinds::Kinds;
use super::meet::{self, Squared};
use super::{BOUND, Leg, in_bounds};
use crate::geometry::{Area, Belts, Frame, Point, segments_meet};
use cells::Cells;

/// The most features a field has.
pub const FEATURES: usize = 1 << 15;
/// The most cells a field is divided into.
pub const CELLS: i64 = 1 << 20;

/// The shape of a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Ground with an inside; its border belongs to it.
    Area(Area),
    /// A line from point to point.
    Line(Vec<Point>),
}

/// One thing on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is called in files and answers.
    pub name: String,
    /// What it is.
    pub kinds: Kinds,
    /// Where it is.
    pub shape: Shape,
}

impl Feature {
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let (area, line) = match &self.shape {
            Shape::Area(area) => (area.rings.as_slice(), [].as_slice()),
            Shape::Line(line) => ([].as_slice(), line.as_slice()),
        };
        area.iter().flatten().chain(line).copied()
    }

    /// Its sides, without those that are mere points.
    fn sides(&self) -> Vec<(Point, Point)> {
        let all: Vec<(Point, Point)> = match &self.shape {
            Shape::Area(area) => area.sides().collect(),
            Shape::Line(line) => line.windows(2).map(|side| (side[0], side[1])).collect(),
        };
        all.into_iter().filter(|(from, to)| from != to).collect()
    }
}

/// The number of a feature of a field.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureId(pub u16);

/// A side of a feature.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Whose side it is.
    pub feature: FeatureId,
    /// What that is.
    pub kinds: Kinds,
    /// Its number among all sides of the field.
    pub(super) number: u32,
}

impl Side {
    fn touches(&self, frame: &Frame) -> bool {
        Frame::between(self.from, self.to).touches(frame)
    }
}

/// Why features cannot be laid on a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FieldError {
    /// A feature reaches farther than a table may.
    TooFar(usize),
    /// There are more features than numbers for them.
    TooMany,
    /// Cells of this size would be too many, or there is no size.
    Cells,
}

/// The ground on a table.
#[derive(Debug)]
pub struct Field {
    features: Vec<Laid>,
    /// The sides of all features, one feature after another.
    sides: Vec<Side>,
    /// How far along its feature each side begins, and after the last one of a feature where that ends.
    starts: Vec<i32>,
    cells: Cells,
    /// What there is anywhere.
    kinds: Kinds,
}

#[derive(Debug)]
struct Laid {
    name: String,
    kinds: Kinds,
    /// What its inside is found by, if it is an area.
    inside: Option<Belts>,
    /// Which of the field's sides are its own.
    sides: std::ops::Range<u32>,
    /// What holds all of them.
    frame: Option<Frame>,
}

/// How far along a line its sides begin, and where it ends.
fn starts(sides: &[Side]) -> Vec<i32> {
    let mut starts = vec![0i32];
    let mut way = 0i32;
    for side in sides {
        let length = side.from.distance_squared(side.to).isqrt() as i32;
        way = way.saturating_add(length.max(1));
        starts.push(way);
    }
    starts
}

impl Field {
    /// Lays features on a table, divided into cells of a size.
    pub fn new(table: Frame, cell: i32, features: Vec<Feature>) -> Result<Self, FieldError> {
        if features.len() > FEATURES {
            return Err(FieldError::TooMany);
        }
        if let Some(far) = features.iter().position(|feature| !feature.points().all(in_bounds)) {
            return Err(FieldError::TooFar(far));
        }
        let mut sides: Vec<Side> = Vec::new();
        let mut laid = Vec::with_capacity(features.len());
        let all = features.iter().fold(Kinds::NONE, |all, feature| all | feature.kinds);
        for (feature, id) in features.into_iter().zip(0..) {
            let first = sides.len() as u32;
            let own = feature.sides().into_iter().zip(first..);
            let kinds = feature.kinds;
            sides.extend(own.map(|((from, to), number)| Side {
                from,
                to,
                feature: FeatureId(id),
                kinds,
                number,
            }));
            let inside = match &feature.shape {
                Shape::Area(area) => Some(Belts::new(area)),
                Shape::Line(_) => None,
            };
            let frame = Frame::around(feature.points());
            laid.push(Laid { name: feature.name, kinds, inside, sides: first..sides.len() as u32, frame });
        }
        let starts =
            laid.iter().flat_map(|laid| starts(&sides[laid.sides.start as usize..laid.sides.end as usize]));
        let starts = starts.collect();
        let mut field = Self { features: laid, sides, starts, cells: Cells::new(table, cell)?, kinds: all };
        field.cells.fill(&field.sides);
        field.cells.cover(&field.features);
        Ok(field)
    }

    /// A table without anything on it.
    pub fn bare(table: Frame) -> Result<Self, FieldError> {
        Self::new(table, BOUND, Vec::new())
    }

    /// The table itself.
    pub fn table(&self) -> Frame {
        self.cells.table
    }

    /// Is an outline wholly on the table?
    pub fn is_on_table(&self, outline: &[Point]) -> bool {
        outline.iter().all(|point| self.cells.table.contains(*point))
    }

    /// Every feature.
    pub fn features(&self) -> impl Iterator<Item = FeatureId> {
        (0..self.features.len() as u16).map(FeatureId)
    }

    /// The classes that there are anywhere on the table.
    pub fn all_kinds(&self) -> Kinds {
        self.kinds
    }

    /// What a feature is called.
    pub fn name(&self, feature: FeatureId) -> &str {
        &self.features[usize::from(feature.0)].name
    }

    /// What a feature is.
    pub fn kinds(&self, feature: FeatureId) -> Kinds {
        self.features[usize::from(feature.0)].kinds
    }

    /// Is it an area, and not a line?
    pub fn is_area(&self, feature: FeatureId) -> bool {
        self.features[usize::from(feature.0)].inside.is_some()
    }

    /// Its sides.
    pub fn sides_of(&self, feature: FeatureId) -> &[Side] {
        let Laid { sides, .. } = &self.features[usize::from(feature.0)];
        &self.sides[sides.start as usize..sides.end as usize]
    }

    /// The frame that holds all of it; `None` of a feature without points.
    pub fn frame_of(&self, feature: FeatureId) -> Option<Frame> {
        self.features[usize::from(feature.0)].frame
    }

    /// How far along a line each of its sides begins, the length of each rounded down but at least 1; and, last, how
    /// long the line is.
    pub fn starts_of(&self, feature: FeatureId) -> &[i32] {
        let Laid { sides, .. } = &self.features[usize::from(feature.0)];
        // A feature before has one more of them than sides.
        let before = usize::from(feature.0);
        &self.starts[sides.start as usize + before..=sides.end as usize + before]
    }

    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Does an area hold a point, or a line pass through it?
    pub fn holds(&self, feature: FeatureId, point: Point) -> bool {
        match &self.features[usize::from(feature.0)].inside {
            Some(inside) => inside.holds(point),
            None => self
                .sides_of(feature)
                .iter()
                .any(|side| crate::geometry::on_segment(side.from, side.to, point)),
        }
    }

    /// The areas of some classes that hold a point, border included.
    pub(super) fn areas_at(&self, point: Point, wanted: Kinds) -> impl Iterator<Item = FeatureId> + '_ {
        let cell = self.cells.at(point);
        let whole = self.cells.covering(cell).iter().copied();
        let partly = self.cells.bordering(cell).iter().copied().filter(move |id| {
            self.features[usize::from(id.0)].inside.as_ref().is_some_and(|inside| inside.holds(point))
        });
        let fits = move |id: &FeatureId| self.kinds(*id).intersects(wanted);
        whole.filter(fits).chain(partly.filter(fits))
    }

    /// The classes, of those wanted, that are found at a point: areas that hold it, lines that pass through it.
    pub fn kinds_at(&self, point: Point, wanted: Kinds) -> Kinds {
        let cell = self.cells.at(point);
        let mut found = self.cells.covered_by(cell).common(wanted);
        for id in self.cells.bordering(cell) {
            let Laid { kinds, inside, .. } = &self.features[usize::from(id.0)];
            let news = kinds.common(wanted).without(found);
            if !news.is_empty() && inside.as_ref().is_some_and(|inside| inside.holds(point)) {
                found |= news;
            }
        }
        for side in self.cells.sides(cell) {
            let news = side.kinds.common(wanted).without(found);
            if !news.is_empty() && crate::geometry::on_segment(side.from, side.to, point) {
                found |= news;
            }
        }
        found
    }

    /// The classes, of those wanted, of whatever is drawn in the cells that a frame touches: more than lies in it, for
    /// who wants to know whether a closer look is needed.
    pub fn kinds_near(&self, frame: &Frame, wanted: Kinds) -> Kinds {
        let wanted = wanted.common(self.kinds);
        let mut found = Kinds::NONE;
        if !wanted.is_empty() {
            self.cells.each(frame, |cell| found |= self.cells.drawn(cell) | self.cells.covered_by(cell));
        }
        found.common(wanted)
    }

    /// The same for the cells that a straight line passes through.
    pub fn kinds_along(&self, from: Point, to: Point, wanted: Kinds) -> Kinds {
        let wanted = wanted.common(self.kinds);
        let mut found = Kinds::NONE;
        if !wanted.is_empty() {
            self.cells.along(from, to, |cell| found |= self.cells.drawn(cell) | self.cells.covered_by(cell));
        }
        found.common(wanted)
    }

    /// Whether a side of some classes has a point in common with a straight line: areas that hold all of the line have
    /// none.
    pub fn is_met(&self, from: Point, to: Point, wanted: Kinds) -> bool {
        let mut met = false;
        self.cells.along(from, to, |cell| {
            if met || !self.cells.drawn(cell).intersects(wanted) {
                return;
            }
            met =
                self.cells.sides(cell).iter().any(|side| {
                    side.kinds.intersects(wanted) && segments_meet((side.from, side.to), (from, to))
                });
        });
        met
    }

    /// The classes, of those wanted, that a hull meets.
    pub fn kinds_under(&self, hull: &Hull, wanted: Kinds) -> Kinds {
        let Some(first) = hull.points().first() else { return Kinds::NONE };
        let frame = hull.frame();
        let wanted = self.kinds_near(&frame, wanted);
        if wanted.is_empty() {
            return wanted;
        }
        let mut found = self.kinds_at(*first, wanted);
        self.cells.each(&frame, |cell| {
            if self.cells.drawn(cell).common(wanted).without(found).is_empty() {
                return;
            }
            for side in self.cells.sides(cell) {
                let news = side.kinds.common(wanted).without(found);
                if !news.is_empty() && side.touches(&frame) && hull.meets(side.from, side.to) {
                    found |= news;
                }
            }
        });
        found
    }

    /// The features of some classes that a hull meets, added to what was found before.
    pub fn under(&self, hull: &Hull, wanted: Kinds, found: &mut Found) {
        self.under_any(std::slice::from_ref(hull), wanted, found);
    }

    /// The features of some classes that any of some hulls meets, added to what was found before: those of a way, which
    /// lie close together and are looked for at once.
    pub fn under_any(&self, hulls: &[Hull], wanted: Kinds, found: &mut Found) {
        let Some(all) = Frame::around(hulls.iter().flat_map(|hull| hull.points().iter().copied())) else {
            return;
        };
        let wanted = self.kinds_near(&all, wanted);
        if wanted.is_empty() {
            return;
        }
        for first in hulls.iter().filter_map(|hull| hull.points().first()) {
            self.areas_at(*first, wanted).for_each(|id| found.insert(id));
        }
        self.cells.each(&all, |cell| {
            if !self.cells.drawn(cell).intersects(wanted) {
                return;
            }
            for side in self.cells.sides(cell) {
                if side.kinds.intersects(wanted)
                    && side.touches(&all)
                    && !found.holds(side.feature)
                    && hulls.iter().any(|hull| hull.meets(side.from, side.to))
                {
                    found.insert(side.feature);
                }
            }
        });
    }

    /// Whether a side of such classes may lie in a frame, by the frame round the side.
    pub fn has_side_in(&self, frame: &Frame, wanted: Kinds) -> bool {
        let mut found = false;
        self.cells.each(frame, |cell| {
            found = found
                || self.cells.drawn(cell).intersects(wanted)
                    && self
                        .cells
                        .sides(cell)
                        .iter()
                        .any(|side| side.kinds.intersects(wanted) && side.touches(frame));
        });
        found
    }

    /// Whether a side of such classes is so near to an outline.
    pub fn has_side(&self, outline: &[Point], wanted: Kinds, within: i32) -> bool {
        let around = frame(outline).grown(within.max(0));
        let mut found = false;
        self.cells.each(&around, |cell| {
            found = found
                || self.cells.drawn(cell).intersects(wanted)
                    && self.cells.sides(cell).iter().any(|side| {
                        side.kinds.intersects(wanted)
                            && side.touches(&around)
                            && meet::gap_within(&[side.from, side.to], outline, within)
                    });
        });
        found
    }

    /// The side of some classes nearest to an outline, if it is within a distance; of several that of the first
    /// feature.
    pub fn nearest_side(&self, outline: &[Point], wanted: Kinds, within: i32) -> Option<(Side, Squared)> {
        let around = frame(outline).grown(within.max(0));
        let mut best: Option<(Side, Squared)> = None;
        self.cells.each(&around, |cell| {
            if !self.cells.drawn(cell).intersects(wanted) {
                return;
            }
            for side in self.cells.sides(cell) {
                if !side.kinds.intersects(wanted) || !side.touches(&around) {
                    continue;
                }
                let line = [side.from, side.to];
                if !meet::gap_within(&line, outline, within) {
                    continue;
                }
                let Some(nearest) = meet::nearest(&line, outline) else { continue };
                let key = (nearest.squared, side.number);
                if best.is_none_or(|(best, squared)| key < (squared, best.number)) {
                    best = Some((*side, nearest.squared));
                }
            }
        });
        best
    }

    /// How far an outline goes along a leg until it meets a feature of some classes: the first multiple of `step`, or
    /// the end of the leg, as [`meet::first_within`] counts; and which feature that is, of several the first.
    pub fn first_met(
        &self,
        leg: &Leg,
        outline: &[Point],
        wanted: Kinds,
        step: i32,
    ) -> Option<(i32, FeatureId)> {
        let held = self.areas_at(*outline.first()?, wanted).min().map(|id| (0, id));
        let (here, by) = (frame(outline), (leg.to.x - leg.from.x, leg.to.y - leg.from.y));
        let there = Frame {
            low: Point::new(here.low.x + by.0, here.low.y + by.1),
            high: Point::new(here.high.x + by.0, here.high.y + by.1),
        };
        let swept = Frame::around([here.low, here.high, there.low, there.high])?;
        let mut best: Option<(i32, FeatureId)> = held;
        self.cells.each(&swept, |cell| {
            if !self.cells.drawn(cell).intersects(wanted) {
                return;
            }
            for side in self.cells.sides(cell) {
                if !side.kinds.intersects(wanted) || !side.touches(&swept) {
                    continue;
                }
                let met = meet::first_within(leg, outline, &[side.from, side.to], 0, step);
                if let Some(met) = met.map(|way| (way, side.feature)) {
                    best = Some(best.map_or(met, |best| best.min(met)));
                }
            }
        });
        best
    }
}

/// A set of features of a field, kept by who asks and used again and again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    words: Vec<u64>,
}

impl Found {
    /// Nothing found yet.
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// Forgets everything; what memory it has stays.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    fn insert(&mut self, feature: FeatureId) {
        let word = usize::from(feature.0) / 64;
        // Most searches find nothing, and need no memory.
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (feature.0 % 64);
    }

    /// Was this feature found?
    pub fn holds(&self, feature: FeatureId) -> bool {
        self.words.get(usize::from(feature.0) / 64).is_some_and(|word| word >> (feature.0 % 64) & 1 == 1)
    }

    /// Takes out what another has found.
    pub fn leave_out(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(own, others)| *own &= !others);
    }

    /// What was found, in order.
    pub fn iter(&self) -> impl Iterator<Item = FeatureId> + '_ {
        self.words.iter().zip(0u16..).flat_map(|(word, number)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as u16)?;
                left &= left - 1;
                Some(FeatureId(number * 64 + bit))
            })
        })
    }
}
