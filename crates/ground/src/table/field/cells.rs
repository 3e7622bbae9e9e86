//! The table in squares: which sides pass through each, and which areas cover it wholly.

use super::{CELLS, FeatureId, FieldError, Laid, Side};
use crate::geometry::{Frame, Point};
use crate::table::hull::Hull;
use crate::table::in_bounds;
use crate::table::kinds::Kinds;

/// Lists of things by cell, one after another in one array.
#[derive(Debug)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new(lists: Vec<Vec<T>>) -> Self {
        let mut starts = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend(list);
            starts.push(items.len() as u32);
        }
        Self { starts, items }
    }

    fn of(&self, cell: usize) -> &[T] {
        &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

#[derive(Debug)]
pub(crate) struct Cells {
    pub(super) table: Frame,
    size: i32,
    cols: i32,
    rows: i32,
    sides: Lists<Side>,
    /// The classes of the sides of each cell.
    drawn: Vec<Kinds>,
    /// Areas with a side in the cell.
    bordering: Lists<FeatureId>,
    /// Areas that cover the cell, and their classes.
    covering: Lists<FeatureId>,
    covered_by: Vec<Kinds>,
}

impl Cells {
    pub(super) fn new(table: Frame, size: i32) -> Result<Self, FieldError> {
        let sound = size > 0
            && in_bounds(table.low)
            && in_bounds(table.high)
            && table.low.x <= table.high.x
            && table.low.y <= table.high.y;
        if !sound {
            return Err(FieldError::Cells);
        }
        let (cols, rows) = (table.width() / size + 1, table.height() / size + 1);
        if i64::from(cols) * i64::from(rows) > CELLS {
            return Err(FieldError::Cells);
        }
        let empty = || Lists { starts: Vec::new(), items: Vec::new() };
        Ok(Self {
            table,
            size,
            cols,
            rows,
            sides: Lists { starts: Vec::new(), items: Vec::new() },
            drawn: Vec::new(),
            bordering: empty(),
            covering: empty(),
            covered_by: Vec::new(),
        })
    }

    /// Gives every cell the sides that pass through it.
    pub(super) fn fill(&mut self, sides: &[Side]) {
        let mut lists: Vec<Vec<Side>> = vec![Vec::new(); self.count()];
        for side in sides {
            let frame = Frame::between(side.from, side.to);
            self.each(&frame, |cell| {
                let inner = self.inner_frame(cell);
                if inner.is_none_or(|inner| passes(&inner, side)) {
                    lists[cell].push(*side);
                }
            });
        }
        self.drawn = lists
            .iter()
            .map(|list| list.iter().fold(Kinds::NONE, |kinds, side| kinds | side.kinds))
            .collect();
        self.sides = Lists::new(lists);
    }

    /// Finds out which areas border on each cell, and which cover it.
    pub(super) fn cover(&mut self, features: &[Laid]) {
        let areas: Vec<(FeatureId, &Laid)> =
            (0..).map(FeatureId).zip(features).filter(|(_, laid)| laid.inside.is_some()).collect();
        let mut bordering = Vec::with_capacity(self.count());
        let mut covering = Vec::with_capacity(self.count());
        for cell in 0..self.count() {
            let mut border: Vec<FeatureId> = self.sides.of(cell).iter().map(|side| side.feature).collect();
            border.sort_unstable();
            border.dedup();
            border.retain(|id| features[usize::from(id.0)].inside.is_some());
            // No side passes through the cell: one point speaks for all of it.
            let corner = self.corner(cell);
            let whole = |(id, laid): &&(FeatureId, &Laid)| {
                border.binary_search(id).is_err()
                    && laid.inside.as_ref().is_some_and(|area| area.holds(corner))
            };
            covering.push(areas.iter().filter(whole).map(|(id, _)| *id).collect::<Vec<_>>());
            bordering.push(border);
        }
        let kinds = |list: &Vec<FeatureId>| {
            list.iter().fold(Kinds::NONE, |kinds, id| kinds | features[usize::from(id.0)].kinds)
        };
        self.covered_by = covering.iter().map(kinds).collect();
        self.covering = Lists::new(covering);
        self.bordering = Lists::new(bordering);
    }

    pub(crate) fn count(&self) -> usize {
        (self.cols * self.rows) as usize
    }

    fn col(&self, x: i32) -> i32 {
        (x - self.table.low.x).div_euclid(self.size).clamp(0, self.cols - 1)
    }

    fn row(&self, y: i32) -> i32 {
        (y - self.table.low.y).div_euclid(self.size).clamp(0, self.rows - 1)
    }

    fn cell(&self, col: i32, row: i32) -> usize {
        (row * self.cols + col) as usize
    }

    /// The south-west corner of a cell.
    fn corner(&self, cell: usize) -> Point {
        let (col, row) = (cell as i32 % self.cols, cell as i32 / self.cols);
        Point::new(self.table.low.x + col * self.size, self.table.low.y + row * self.size)
    }

    /// A cell's square; cells at the rim have none, they reach outward without end.
    fn inner_frame(&self, cell: usize) -> Option<Frame> {
        let (col, row) = (cell as i32 % self.cols, cell as i32 / self.cols);
        let inner = col > 0 && row > 0 && col < self.cols - 1 && row < self.rows - 1;
        let low = self.corner(cell);
        inner.then(|| Frame { low, high: Point::new(low.x + self.size, low.y + self.size) })
    }

    /// The cell a point lies in.
    pub(crate) fn at(&self, point: Point) -> usize {
        self.cell(self.col(point.x), self.row(point.y))
    }

    /// Every cell that a frame touches.
    pub(crate) fn each(&self, frame: &Frame, mut visit: impl FnMut(usize)) {
        let (first, last) = (self.col(frame.low.x), self.col(frame.high.x));
        for row in self.row(frame.low.y)..=self.row(frame.high.y) {
            for col in first..=last {
                visit(self.cell(col, row));
            }
        }
    }

    /// Every cell that a straight line passes through, and perhaps some beside it.
    pub(crate) fn along(&self, from: Point, to: Point, mut visit: impl FnMut(usize)) {
        let (south, north) = if from.y <= to.y { (from, to) } else { (to, from) };
        let (rise, run) = (i64::from(north.y) - i64::from(south.y), i64::from(north.x) - i64::from(south.x));
        let (first, last) = (self.row(south.y), self.row(north.y));
        for row in first..=last {
            // Where the line enters and leaves the row, rounded outward.
            let low = if row == first { south.y } else { self.table.low.y + row * self.size };
            let high = if row == last { north.y } else { self.table.low.y + (row + 1) * self.size };
            let x = |y: i32, up: i64| {
                let way = run * (i64::from(y) - i64::from(south.y)) + up * (rise - 1).max(0);
                south.x + if rise == 0 { 0 } else { way.div_euclid(rise) as i32 }
            };
            let (west, east) = if rise == 0 {
                (from.x.min(to.x), from.x.max(to.x))
            } else {
                (x(low, 0).min(x(high, 0)), x(low, 1).max(x(high, 1)))
            };
            for col in self.col(west)..=self.col(east) {
                visit(self.cell(col, row));
            }
        }
    }

    pub(crate) fn sides(&self, cell: usize) -> &[Side] {
        self.sides.of(cell)
    }

    pub(crate) fn drawn(&self, cell: usize) -> Kinds {
        self.drawn[cell]
    }

    pub(crate) fn bordering(&self, cell: usize) -> &[FeatureId] {
        self.bordering.of(cell)
    }

    pub(crate) fn covering(&self, cell: usize) -> &[FeatureId] {
        self.covering.of(cell)
    }

    pub(crate) fn covered_by(&self, cell: usize) -> Kinds {
        self.covered_by[cell]
    }
}

fn passes(frame: &Frame, side: &Side) -> bool {
    let Frame { low, high } = *frame;
    Hull::around([low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]).meets(side.from, side.to)
}
