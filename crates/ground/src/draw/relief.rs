//! The shape of the land between the contours, and the shade it casts.
//!
//! A height for every point is found by smoothing between contours, held between the contour below and the one above.
//! Light falls from the north-west. The shade is drawn as a few stacked bands, so the picture stays made of paths.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Spot, View, push_soft_ring};
use super::layers::Layers;
use crate::geometry::{Area, Point};

/// Cells along the longer side of the map.
const CELLS: usize = 220;
const SMOOTHINGS: usize = 140;
/// How many times steeper than in truth the land is lit.
const EXAGGERATION: f64 = 7.0;
/// Light upon level ground, for comparison.
const LEVEL_LIGHT: f64 = 0.707;
/// Difference of light from one band of shade to the next, and how many there are.
const BAND: f64 = 0.032;
const DARK_BANDS: u8 = 12;
const BRIGHT_BANDS: u8 = 7;

/// Heights over the map in metres.
struct Surface {
    cols: usize,
    rows: usize,
    /// Centimetres of ground from cell to cell.
    cell: f64,
    heights: Vec<f64>,
}

/// Draws the shade of the land.
pub(super) fn shade(canvas: &mut Canvas, view: &View, layers: &Layers<'_>) {
    let surface = Surface::new(view, layers);
    let light = surface.light();
    // A sheet has every other band, each as strong as two.
    let step = if canvas.is_sheet() { 2 } else { 1 };
    for band in (step..=DARK_BANDS).step_by(usize::from(step)) {
        let limit = LEVEL_LIGHT - BAND * f64::from(band);
        let path = surface.region(view, |at| limit - light[at]);
        canvas.path(&path, format_args!("fill=\"#4f3b20\" fill-opacity=\"{}\"", 0.055 * f64::from(step)));
    }
    for band in (step..=BRIGHT_BANDS).step_by(usize::from(step)) {
        let limit = LEVEL_LIGHT + BAND * f64::from(band);
        let path = surface.region(view, |at| light[at] - limit);
        canvas.path(&path, format_args!("fill=\"#fffcec\" fill-opacity=\"{}\"", 0.085 * f64::from(step)));
    }
}

impl Surface {
    fn new(view: &View, layers: &Layers<'_>) -> Self {
        let frame = view.ground();
        let cell = (f64::from(frame.width().max(frame.height())) / CELLS as f64).max(1.0);
        let cols = (f64::from(frame.width()) / cell) as usize + 2;
        let rows = (f64::from(frame.height()) / cell) as usize + 2;
        let mut surface = Self { cols, rows, cell, heights: vec![0.0; cols * rows] };

        let mut steps: Vec<f64> = layers.contours.iter().map(|(height, _)| *height).collect();
        steps.dedup();
        let mut step_of = vec![0usize; cols * rows];
        for (height, area) in &layers.contours {
            let number = steps.iter().position(|step| step == height).unwrap_or(0);
            for row in 0..rows {
                for (first, past) in surface.columns_inside(view, area, row) {
                    for step in &mut step_of[row * cols + first..row * cols + past] {
                        *step = (*step).max(number);
                    }
                }
            }
        }
        let interval = steps.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        let interval = if interval.is_finite() { interval } else { 6.0 };
        let bounds: Vec<(f64, f64)> = step_of
            .iter()
            .map(|step| {
                let low = steps.get(*step).copied().unwrap_or(0.0);
                (low, steps.get(step + 1).copied().unwrap_or(low + interval))
            })
            .collect();
        surface.heights = bounds.iter().map(|(low, high)| (low + high) / 2.0).collect();
        for _ in 0..SMOOTHINGS {
            surface.smooth();
            for (height, (low, high)) in surface.heights.iter_mut().zip(&bounds) {
                *height = height.clamp(*low, *high);
            }
            for (height, point) in &layers.heights {
                if let Some(at) = surface.cell_of(view, *point) {
                    surface.heights[at] = *height;
                }
            }
        }
        for _ in 0..4 {
            surface.smooth();
        }
        surface
    }

    /// The ground of a cell. Cells on or beyond the rim take the ground just inside it, where the contours are.
    fn point(&self, view: &View, at: usize) -> Point {
        let inner = view.ground().grown(-100);
        let (col, row) = (at % self.cols, at / self.cols);
        let (x, y) = ((col as f64 * self.cell) as i32, (row as f64 * self.cell) as i32);
        Point::new(
            (view.ground().low.x + x).clamp(inner.low.x, inner.high.x.max(inner.low.x)),
            (view.ground().low.y + y).clamp(inner.low.y, inner.high.y.max(inner.low.y)),
        )
    }

    /// Runs of columns of a row that lie in an area.
    fn columns_inside(&self, view: &View, area: &Area, row: usize) -> Vec<(usize, usize)> {
        let y = self.point(view, row * self.cols).y;
        let mut crossings: Vec<i32> = area
            .sides()
            .filter(|(a, b)| (a.y > y) != (b.y > y))
            .map(|(a, b)| a.towards(b, i64::from(y) - i64::from(a.y), i64::from(b.y) - i64::from(a.y)).x)
            .collect();
        crossings.sort_unstable();
        // The first column whose ground lies at or beyond x; those at the rim stand for the ground just inside it.
        let inner = view.ground().grown(-100);
        let column = |x: i32| match x {
            x if x <= inner.low.x => 0,
            x if x > inner.high.x => self.cols,
            x => (f64::from(x - view.ground().low.x) / self.cell).ceil() as usize,
        };
        crossings.chunks_exact(2).map(|run| (column(run[0]), column(run[1]))).collect()
    }

    fn cell_of(&self, view: &View, point: Point) -> Option<usize> {
        let low = view.ground().low;
        let col = (f64::from(point.x - low.x) / self.cell).round();
        let row = (f64::from(point.y - low.y) / self.cell).round();
        let inside = col >= 0.0 && row >= 0.0 && col < self.cols as f64 && row < self.rows as f64;
        inside.then(|| row as usize * self.cols + col as usize)
    }

    fn height(&self, col: isize, row: isize) -> f64 {
        let col = col.clamp(0, self.cols as isize - 1) as usize;
        let row = row.clamp(0, self.rows as isize - 1) as usize;
        self.heights[row * self.cols + col]
    }

    fn smooth(&mut self) {
        let mut smoothed = Vec::with_capacity(self.heights.len());
        for row in 0..self.rows as isize {
            for col in 0..self.cols as isize {
                let beside = self.height(col - 1, row)
                    + self.height(col + 1, row)
                    + self.height(col, row - 1)
                    + self.height(col, row + 1);
                smoothed.push((self.height(col, row) * 2.0 + beside) / 6.0);
            }
        }
        self.heights = smoothed;
    }

    /// Light upon each cell, from 0 to 1.
    fn light(&self) -> Vec<f64> {
        let across = 2.0 * self.cell / 100.0;
        let mut light = Vec::with_capacity(self.heights.len());
        for row in 0..self.rows as isize {
            for col in 0..self.cols as isize {
                let east = (self.height(col + 1, row) - self.height(col - 1, row)) * EXAGGERATION / across;
                let north = (self.height(col, row + 1) - self.height(col, row - 1)) * EXAGGERATION / across;
                // The light comes from the north-west, half-way up the sky.
                let toward = (east - north) * 0.5 + LEVEL_LIGHT;
                light.push(toward / (east * east + north * north + 1.0).sqrt());
            }
        }
        light
    }

    /// Outline of all cells where a value is positive, with the border found between cells.
    fn region(&self, view: &View, value: impl Fn(usize) -> f64) -> String {
        let mut next: BTreeMap<Gate, Gate> = BTreeMap::new();
        let at = |col: isize, row: isize| {
            let inside = col >= 0 && row >= 0 && col < self.cols as isize && row < self.rows as isize;
            if inside { value(row as usize * self.cols + col as usize) } else { -1.0 }
        };
        for row in -1..self.rows as isize {
            for col in -1..self.cols as isize {
                // Corners counter-clockwise from the south-west, and the gates between them.
                let corners = [at(col, row), at(col + 1, row), at(col + 1, row + 1), at(col, row + 1)];
                let gates = [
                    Gate { col, row, upright: false },
                    Gate { col: col + 1, row, upright: true },
                    Gate { col, row: row + 1, upright: false },
                    Gate { col, row, upright: true },
                ];
                let enters = |side: usize| corners[side] <= 0.0 && corners[(side + 1) % 4] > 0.0;
                let leaves = |side: usize| corners[side] > 0.0 && corners[(side + 1) % 4] <= 0.0;
                for side in (0..4).filter(|side| leaves(*side)) {
                    // Keep the region on the left: from the gate where it ends back to the one where it begins.
                    if let Some(other) = (1..4).map(|turn| (side + 4 - turn) % 4).find(|other| enters(*other))
                    {
                        next.insert(gates[side], gates[other]);
                    }
                }
            }
        }
        let spot = |gate: Gate| -> Spot {
            let (far_col, far_row) =
                if gate.upright { (gate.col, gate.row + 1) } else { (gate.col + 1, gate.row) };
            let (near, far) = (at(gate.col, gate.row), at(far_col, far_row));
            let part = (near / (near - far)).clamp(0.0, 1.0);
            let x = gate.col as f64 + (far_col - gate.col) as f64 * part;
            let y = gate.row as f64 + (far_row - gate.row) as f64 * part;
            let low = view.ground().low;
            view.spot(Point::new(low.x + (x * self.cell) as i32, low.y + (y * self.cell) as i32))
        };
        let mut path = String::new();
        while let Some((start, mut gate)) = next.pop_first() {
            let mut ring = vec![spot(start)];
            while gate != start {
                ring.push(spot(gate));
                let Some(further) = next.remove(&gate) else { break };
                gate = further;
            }
            if ring.len() > 5 {
                push_soft_ring(&mut path, &ring);
            }
        }
        path
    }
}

/// The line from one cell to the next one east or, upright, north.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Gate {
    col: isize,
    row: isize,
    upright: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Frame;

    #[test]
    fn a_round_hill_is_outlined_by_one_ring() {
        let (cols, rows) = (41, 31);
        let surface = Surface { cols, rows, cell: 100.0, heights: vec![0.0; cols * rows] };
        let ground = Frame { low: Point::new(0, 0), high: Point::new(4_000, 3_000) };
        let view = View::new(ground, 1.0, 0.0, 0.0);
        let hill = |at: usize| {
            let (x, y) = ((at % cols) as f64 - 20.0, (at / cols) as f64 - 15.0);
            100.0 - (x * x + y * y)
        };
        let path = surface.region(&view, hill);
        assert_eq!(path.matches('M').count(), 1);
        // A hole in it makes a second ring; two peaks do too.
        let moat = |at: usize| if hill(at) > 80.0 { -1.0 } else { hill(at) };
        assert_eq!(surface.region(&view, moat).matches('M').count(), 2);
        assert_eq!(surface.region(&view, |_| -1.0), "");
        assert_eq!(surface.region(&view, |_| 1.0).matches('M').count(), 1);
    }
}
