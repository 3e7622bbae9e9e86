//! The heights of a table: contours, each the ground at or above a height.
//!
//! A point is as high as the highest contour that holds it, border included; between contours nothing is interpolated.

use super::field::{Feature, FeatureId, Field, FieldError, Shape};
use super::kinds::Kinds;
use super::walk::{Share, Walk};
use crate::geometry::{Area, Frame, Point, segments_meet};

/// The heights of a table.
#[derive(Debug)]
pub struct Relief {
    contours: Field,
    /// Of each contour.
    heights: Vec<i16>,
    base: i16,
    /// Of each cell, how high no point of it is below, and how high none is above.
    bounds: Vec<(i16, i16)>,
}

/// What a game calls a level: a step of so much height, counted from a base.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    /// Height of level 0.
    pub base: i16,
    /// Height from one level to the next, at least 1.
    pub step: i16,
}

impl Levels {
    /// The level of a height, rounded down.
    pub const fn of(self, height: i16) -> i16 {
        let step = if self.step < 1 { 1 } else { self.step as i32 };
        (height as i32 - self.base as i32).div_euclid(step) as i16
    }
}

impl Relief {
    /// Lays contours on a table, in any order. `base` is how high the ground is where there are none.
    pub fn new(table: Frame, cell: i32, base: i16, contours: Vec<(i16, Area)>) -> Result<Self, FieldError> {
        let heights: Vec<i16> = contours.iter().map(|(height, _)| *height).collect();
        let features = contours.into_iter().map(|(height, area)| Feature {
            name: height.to_string(),
            kinds: Kinds::ALL,
            shape: Shape::Area(area),
        });
        let contours = Field::new(table, cell, features.collect())?;
        let cells = contours.cells();
        let highest = |from: i16, ids: &[FeatureId]| {
            ids.iter().map(|id| heights[usize::from(id.0)]).fold(from, i16::max)
        };
        let bounds = (0..cells.count()).map(|cell| {
            let low = highest(base, cells.covering(cell));
            (low, highest(low, cells.bordering(cell)))
        });
        let bounds = bounds.collect();
        Ok(Self { contours, heights, base, bounds })
    }

    /// A table without hills.
    pub fn flat(table: Frame, base: i16) -> Result<Self, FieldError> {
        Self::new(table, super::BOUND, base, Vec::new())
    }

    /// The contours themselves, each called by its height.
    pub fn contours(&self) -> &Field {
        &self.contours
    }

    /// How high the ground is where there are no contours.
    pub const fn base(&self) -> i16 {
        self.base
    }

    /// The height of a contour.
    pub fn height_of(&self, contour: FeatureId) -> i16 {
        self.heights[usize::from(contour.0)]
    }

    /// How high a point is.
    pub fn height(&self, point: Point) -> i16 {
        let cells = self.contours.cells();
        let cell = cells.at(point);
        let (mut height, most) = self.bounds[cell];
        if height < most {
            for id in cells.bordering(cell) {
                let higher = self.heights[usize::from(id.0)];
                if higher > height && self.contours.holds(*id, point) {
                    height = higher;
                }
            }
        }
        height
    }

    /// No point of a straight line is higher than this: what is drawn in the cells that it passes through, for who
    /// wants to know whether a closer look is needed.
    pub fn most_along(&self, from: Point, to: Point) -> i16 {
        let mut most = self.base;
        self.contours.cells().along(from, to, |cell| most = most.max(self.bounds[cell].1));
        most
    }

    /// No point of a frame is higher than this: what is drawn in the cells that it touches.
    pub fn most_in(&self, frame: &Frame) -> i16 {
        let mut most = self.base;
        self.contours.cells().each(frame, |cell| most = most.max(self.bounds[cell].1));
        most
    }

    /// Whether a straight line meets the border of a contour higher than this. For a line that begins no higher:
    /// whether any ground on it is.
    pub fn rises_above(&self, from: Point, to: Point, height: i16) -> bool {
        let cells = self.contours.cells();
        let mut rises = false;
        cells.along(from, to, |cell| {
            if rises || self.bounds[cell].1 <= height {
                return;
            }
            rises = cells.sides(cell).iter().any(|side| {
                self.heights[usize::from(side.feature.0)] > height
                    && segments_meet((side.from, side.to), (from, to))
            });
        });
        rises
    }

    /// Whether a straight line meets no contour: then it is as high everywhere.
    pub fn is_level(&self, from: Point, to: Point) -> bool {
        !self.contours.is_met(from, to, Kinds::ALL)
    }

    /// Whether a frame is plainly as high everywhere: no cell that it touches has a contour in it, or another height
    /// than the first.
    pub fn is_plainly_level_in(&self, frame: &Frame) -> bool {
        let cells = self.contours.cells();
        let (low, _) = self.bounds[cells.at(frame.low)];
        let mut level = true;
        cells.each(frame, |cell| level &= self.bounds[cell] == (low, low));
        level
    }

    /// Whether a straight line is plainly as high everywhere: no cell that it passes through has a contour in it, or
    /// another height than the first.
    pub fn is_plainly_level(&self, from: Point, to: Point) -> bool {
        let cells = self.contours.cells();
        let (low, _) = self.bounds[cells.at(from)];
        let mut level = true;
        cells.along(from, to, |cell| level &= self.bounds[cell] == (low, low));
        level
    }

    /// Finds the contours along a straight line.
    pub fn walk(&self, from: Point, to: Point, walk: &mut Walk) {
        self.contours.walk(from, to, Kinds::ALL, walk);
    }

    /// The height of the highest point between the ends of a line that was walked, the ends left out; `None` where
    /// there is nothing between them.
    pub fn highest_between(&self, walk: &Walk) -> Option<i16> {
        let between = walk.stretches().iter().filter(|stretch| stretch.is_between_ends());
        let heights = between.map(|stretch| self.heights[usize::from(stretch.feature.0)]);
        (walk.from() != walk.to()).then(|| heights.fold(self.base, i16::max))
    }

    /// The levels along a line that was walked.
    pub fn profile(&self, walk: &Walk, levels: Levels, profile: &mut Profile) {
        let Profile { changes, places } = profile;
        places.clear();
        places.extend(walk.stretches().iter().flat_map(|stretch| [stretch.enter, stretch.leave]));
        places.extend([Share::START, Share::END]);
        places.sort_unstable();
        places.dedup();
        changes.clear();
        let level = |holds: &dyn Fn(Share, Share) -> bool| {
            let inside = walk.stretches().iter().filter(|stretch| holds(stretch.enter, stretch.leave));
            let heights = inside.map(|stretch| self.heights[usize::from(stretch.feature.0)]);
            levels.of(heights.fold(self.base, i16::max))
        };
        let mut before = None;
        for place in places {
            let here = level(&|enter, leave| enter <= *place && *place <= leave);
            let after = if *place < Share::END {
                level(&|enter, leave| enter <= *place && *place < leave)
            } else {
                here
            };
            let change = Change { at: *place, before: before.unwrap_or(here), here, after };
            before = Some(after);
            if change.before != here || here != after {
                changes.push(change);
            }
        }
    }
}

/// A place of a line where the level changes. The border of a level belongs to the higher ground.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Where.
    pub at: Share,
    /// The level just before.
    pub before: i16,
    /// The level of the place itself, never the lowest of the three.
    pub here: i16,
    /// The level just after.
    pub after: i16,
}

impl Change {
    fn steps(&self) -> u32 {
        u32::from(self.here.abs_diff(self.before)) + u32::from(self.here.abs_diff(self.after))
    }
}

/// The changes of level along a line, from its end that compares smaller. Kept by who asks and used again.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    changes: Vec<Change>,
    places: Vec<Share>,
}

impl Profile {
    /// Ready for the first line.
    pub const fn new() -> Self {
        Self { changes: Vec::new(), places: Vec::new() }
    }

    /// The changes, along the line.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// How many levels are climbed by who goes along the line from one of its ends.
    pub fn climbs(&self, walk: &Walk, from: Point) -> u32 {
        let backward = from != walk.from();
        let rise = |change: &Change| {
            let start = if backward { change.after } else { change.before };
            u32::from(change.here.abs_diff(start))
        };
        self.changes.iter().map(rise).sum()
    }

    /// The most steps from level to level, up and down, that lie in a piece of the line so long, wherever it begins.
    pub fn most_steps(&self, walk: &Walk, window: i32) -> u32 {
        let (mut most, mut inside, mut first) = (0, 0, 0);
        for change in &self.changes {
            inside += change.steps();
            while !walk.apart_at_most(self.changes[first].at, change.at, window) {
                inside -= self.changes[first].steps();
                first += 1;
            }
            most = most.max(inside);
        }
        most
    }
}
