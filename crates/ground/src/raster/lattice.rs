//! Sample points over the ground: which areas cover how much of each hex.

use super::layout::Layout;
use crate::geometry::{Area, Frame, Point};
use crate::grid::Grid;
use crate::hex::Hex;

/// Sample points from flat side to flat side of a hex; about 900 in a whole hex.
const SAMPLES_ACROSS: i32 = 32;

const NO_HEX: u16 = u16::MAX;

/// An even lattice of sample points, each in a hex (or in none).
pub(super) struct Lattice {
    low: Point,
    step: i32,
    cols: usize,
    rows: usize,
    hex_of: Vec<u16>,
    /// Sample points in each hex.
    sizes: Vec<u32>,
}

impl Lattice {
    /// Samples every hex of the grid as far as it lies in the frame of the battlefield.
    pub(super) fn new(grid: &Grid, layout: &Layout, frame: &Frame) -> Self {
        let step = (layout.width() / SAMPLES_ACROSS).max(1);
        let around = layout.frame(grid);
        let low = Point::new(around.low.x + step / 2, around.low.y + step / 2);
        let (cols, rows) = ((around.width() / step) as usize, (around.height() / step) as usize);
        let mut lattice =
            Self { low, step, cols, rows, hex_of: vec![NO_HEX; cols * rows], sizes: vec![0; grid.len()] };
        let inner = i64::from(layout.width() / 2) * i64::from(layout.width() / 2);
        for row in 0..rows {
            // Most samples lie in the hex of the one before, well inside it.
            let mut last: Option<(Hex, Point)> = None;
            for col in 0..cols {
                let point = lattice.point(col, row);
                if !frame.contains(point) {
                    continue;
                }
                if last.is_none_or(|(_, centre)| centre.distance_squared(point) >= inner) {
                    last = layout.hex_at(grid, point).map(|hex| (hex, layout.centre(grid, hex)));
                }
                if let Some((hex, _)) = last {
                    lattice.hex_of[row * cols + col] = hex.0;
                    lattice.sizes[hex.index()] += 1;
                }
            }
        }
        lattice
    }

    /// Sample points in each hex.
    pub(super) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The number of sample points in all.
    pub(super) fn len(&self) -> usize {
        self.hex_of.len()
    }

    /// Calls back with the number and the hex of every sample point in the area, row by row.
    pub(super) fn each_inside(&self, area: &Area, mut found: impl FnMut(usize, usize)) {
        let Some(frame) = area.frame() else { return };
        let row_of = |y: i32| (i64::from(y) - i64::from(self.low.y)).div_euclid(i64::from(self.step));
        let first = row_of(frame.low.y).clamp(0, self.rows as i64) as usize;
        let last = (row_of(frame.high.y) + 1).clamp(0, self.rows as i64) as usize;
        let mut crossings: Vec<i64> = Vec::new();
        for row in first..last {
            let y = self.point(0, row).y;
            crossings.clear();
            for (a, b) in area.sides() {
                if (a.y > y) != (b.y > y) {
                    let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
                    crossings.push(i64::from(a.x) + run * (i64::from(y) - i64::from(a.y)) / rise);
                }
            }
            crossings.sort_unstable();
            for pair in crossings.chunks_exact(2) {
                // Sample points with pair[0] <= x < pair[1].
                let col_of = |x: i64| {
                    let from_low = x - i64::from(self.low.x) + i64::from(self.step) - 1;
                    from_low.div_euclid(i64::from(self.step)).clamp(0, self.cols as i64) as usize
                };
                for sample in row * self.cols + col_of(pair[0])..row * self.cols + col_of(pair[1]) {
                    if self.hex_of[sample] != NO_HEX {
                        found(sample, usize::from(self.hex_of[sample]));
                    }
                }
            }
        }
    }

    /// Calls back with the number and the hex of every sample point that is in some hex.
    pub(super) fn each(&self, mut found: impl FnMut(usize, usize)) {
        for (sample, hex) in self.hex_of.iter().enumerate() {
            if *hex != NO_HEX {
                found(sample, usize::from(*hex));
            }
        }
    }

    fn point(&self, col: usize, row: usize) -> Point {
        Point::new(self.low.x + col as i32 * self.step, self.low.y + row as i32 * self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridShape;

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
        lattice.each_inside(&west_half, |_, hex| inside += u32::from(hex == middle.index()));
        let size = lattice.sizes()[middle.index()];
        assert!((820..980).contains(&size), "{size}");
        assert!((inside * 100 / size).abs_diff(50) <= 2, "{inside} of {size}");
    }
}
