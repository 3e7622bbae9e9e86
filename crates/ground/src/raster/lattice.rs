//! Sample points over the ground: which areas cover how much of each hex.

use std::ops::Range;

use super::layout::Layout;
use crate::geometry::{Area, Frame, Point};
use crate::grid::Grid;
use crate::hex::Hex;

/// Sample points from flat side to flat side of a hex; about 900 in a whole hex.
const SAMPLES_ACROSS: i32 = 32;

/// An even lattice of sample points over the ground. Samples are numbered row by row; those of one hex in one row are a
/// [`Run`], so that whatever covers many of them is counted in one step.
pub(super) struct Lattice {
    low: Point,
    step: i32,
    cols: usize,
    rows: usize,
    /// Samples of the hexes in order; those off the grid or the battlefield are in no run.
    runs: Vec<Run>,
    /// Where the runs of each row begin, and the end of the last.
    row_runs: Vec<usize>,
    /// Sample points in each hex.
    sizes: Vec<u32>,
}

/// Neighbouring sample points in one hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// Their numbers.
    pub samples: Range<usize>,
    /// Their hex.
    pub hex: Hex,
}

impl Lattice {
    /// Samples every hex of the grid as far as it lies in the frame of the battlefield.
    pub(super) fn new(grid: &Grid, layout: &Layout, frame: &Frame) -> Self {
        let step = (layout.width() / SAMPLES_ACROSS).max(1);
        let around = layout.frame(grid);
        let low = Point::new(around.low.x + step / 2, around.low.y + step / 2);
        let (cols, rows) = ((around.width() / step) as usize, (around.height() / step) as usize);
        let mut lattice =
            Self { low, step, cols, rows, runs: Vec::new(), row_runs: vec![0], sizes: vec![0; grid.len()] };
        let inside = lattice.col_from(frame.low.x.into())..lattice.col_from(i64::from(frame.high.x) + 1);
        for row in 0..rows {
            if (frame.low.y..=frame.high.y).contains(&lattice.y_of(row)) {
                lattice.add_runs(grid, layout, row, inside.clone());
            }
            lattice.row_runs.push(lattice.runs.len());
        }
        for run in &lattice.runs {
            lattice.sizes[run.hex.index()] += run.samples.len() as u32;
        }
        lattice
    }

    fn add_runs(&mut self, grid: &Grid, layout: &Layout, row: usize, cols: Range<usize>) {
        let y = self.y_of(row);
        let mut from = cols.start;
        let first = Point::new(self.low.x + from as i32 * self.step, y);
        let Some(mut place) = layout.axial_at(first) else { return };
        while from < cols.end {
            let (beyond, next) = layout.east_of(place, y);
            let past = self.col_from(beyond).min(cols.end);
            // A corner of a hex may slip between two samples.
            if past > from
                && let Some(hex) = grid.from_axial(place.0, place.1)
            {
                self.runs.push(Run { samples: row * self.cols + from..row * self.cols + past, hex });
            }
            (from, place) = (past.max(from), next);
        }
    }

    /// Sample points in each hex.
    pub(super) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The number of sample points in all.
    pub(super) const fn len(&self) -> usize {
        self.cols * self.rows
    }

    /// All sample points that are in some hex, in order.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Calls back with every run of sample points in the area.
    pub(super) fn each_inside(&self, area: &Area, mut found: impl FnMut(Run)) {
        let mut crossings: Vec<(usize, i64)> = Vec::new();
        for (a, b) in area.sides() {
            // Rows with low <= y < high are crossed.
            let (low, high) = (a.y.min(b.y), a.y.max(b.y));
            let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            for row in self.row_from(low)..self.row_from(high) {
                let up = i64::from(self.y_of(row)) - i64::from(a.y);
                crossings.push((row, i64::from(a.x) + run * up / rise));
            }
        }
        crossings.sort_unstable();
        // The number of crossings in a row is even: rings are closed.
        for pair in crossings.chunks_exact(2) {
            let ((row, west), (_, east)) = (pair[0], pair[1]);
            let (from, past) = (row * self.cols + self.col_from(west), row * self.cols + self.col_from(east));
            let runs = &self.runs[self.row_runs[row]..self.row_runs[row + 1]];
            let first = runs.partition_point(|run| run.samples.end <= from);
            for Run { samples, hex } in runs[first..].iter().take_while(|run| run.samples.start < past) {
                found(Run { samples: samples.start.max(from)..samples.end.min(past), hex: *hex });
            }
        }
    }

    /// The first column at or east of a place.
    fn col_from(&self, x: i64) -> usize {
        first_from(x.saturating_sub(self.low.x.into()), self.step, self.cols)
    }

    /// The first row at or north of a place.
    fn row_from(&self, y: i32) -> usize {
        first_from(i64::from(y) - i64::from(self.low.y), self.step, self.rows)
    }

    #[cfg(test)]
    const fn point(&self, sample: usize) -> Point {
        let (row, col) = (sample / self.cols, sample % self.cols);
        Point::new(self.low.x + col as i32 * self.step, self.y_of(row))
    }

    const fn y_of(&self, row: usize) -> i32 {
        self.low.y + row as i32 * self.step
    }
}

/// The first of `count` places, `step` apart, that lies at least so far from the first.
fn first_from(distance: i64, step: i32, count: usize) -> usize {
    let step = i64::from(step);
    distance.saturating_add(step - 1).div_euclid(step).clamp(0, count as i64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{GridShape, Parity};

    #[test]
    fn shares_of_a_hex_come_out_as_drawn() {
        let grid = Grid::new(GridShape::pointy(3, 3)).unwrap();
        let layout = Layout::new(grid.orientation(), 20_000, Point::new(0, 0));
        let everywhere = layout.frame(&grid);
        let lattice = Lattice::new(&grid, &layout, &everywhere);
        let middle = grid.at(1, 1).unwrap();
        let centre = layout.centre(&grid, middle);
        let far = 1_000_000;
        let west_half = Area {
            rings: vec![vec![
                Point::new(-far, -far),
                Point::new(centre.x, -far),
                Point::new(centre.x, far),
                Point::new(-far, far),
            ]],
        };
        let mut inside = 0;
        lattice.each_inside(&west_half, |run| {
            inside += if run.hex == middle { run.samples.len() as u32 } else { 0 };
        });
        let size = lattice.sizes()[middle.index()];
        assert!((820..980).contains(&size), "{size}");
        assert!((inside * 100 / size).abs_diff(50) <= 2, "{inside} of {size}");
    }

    fn layouts() -> impl Iterator<Item = (Grid, Layout)> {
        let shapes = [GridShape::pointy(6, 5), GridShape::flat(6, 5)];
        let widths = [22_860, 20_000, 19_999, 3_301];
        shapes.into_iter().flat_map(move |shape| {
            widths.map(|width| {
                let grid = Grid::new(GridShape { parity: Parity::EvenShifted, ..shape }).unwrap();
                let layout = Layout::new(grid.orientation(), width, Point::new(-4_711, 815));
                (grid, layout)
            })
        })
    }

    #[test]
    fn every_sample_is_in_the_run_of_its_hex() {
        for (grid, layout) in layouts() {
            let everywhere = layout.frame(&grid);
            let frame = Frame { low: everywhere.low, high: layout.centre(&grid, Hex(10)) };
            let lattice = Lattice::new(&grid, &layout, &frame);
            let mut hexes = vec![None; lattice.len()];
            for run in lattice.runs() {
                hexes[run.samples.clone()].fill(Some(run.hex));
            }
            for (sample, hex) in hexes.into_iter().enumerate() {
                let point = lattice.point(sample);
                let right = layout.hex_at(&grid, point).filter(|_| frame.contains(point));
                assert_eq!(hex, right, "{point:?} of {layout:?}");
            }
        }
    }

    #[test]
    fn an_area_holds_the_samples_that_a_plain_look_finds_in_it() {
        let mut chance = 1u32;
        let mut next = |below: i32| {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (chance >> 8) as i32 % below
        };
        for (grid, layout) in layouts() {
            let frame = layout.frame(&grid).grown(layout.width());
            let lattice = Lattice::new(&grid, &layout, &frame);
            let mut ring = || {
                let mut corner =
                    || Point::new(frame.low.x + next(frame.width()), frame.low.y + next(frame.height()));
                (0..9).map(|_| corner()).collect()
            };
            let area = Area { rings: (0..3).map(|_| ring()).collect() };
            let mut inside = vec![false; lattice.len()];
            lattice.each_inside(&area, |run| inside[run.samples].fill(true));
            for run in lattice.runs() {
                for sample in run.samples.clone() {
                    let point = lattice.point(sample);
                    // A side is drawn to the whole centimetre: a sample beside it may fall to either side.
                    let sure = [-1, 1].map(|aside| area.contains(Point::new(point.x + aside, point.y)));
                    assert!(sure[0] != sure[1] || inside[sample] == sure[0], "{point:?}");
                }
            }
        }
    }
}
