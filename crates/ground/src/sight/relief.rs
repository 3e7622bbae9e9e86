//! All lines of sight of a map at once.

use super::lines::{Lines, Trace, Way};
use super::{SightTable, Visibility};
use crate::hex::Hex;

/// The heights of a map on a rhombus of axial coordinates with a margin as wide as the longest line. On it a corridor
/// is the same few offsets wherever it begins, and none of them needs to be looked for.
pub(super) struct Relief {
    cells: Vec<Cell>,
    /// Cells from one `r` to the next.
    stride: usize,
    /// Where the playable hexes lie.
    places: Vec<usize>,
}

#[derive(Copy, Clone)]
struct Cell {
    hex: Option<Hex>,
    ground: i8,
    crown: i8,
}

/// The corridor to the cell at an offset.
struct Shape {
    distance: u16,
    to: isize,
    steps: Vec<Step>,
}

struct Step {
    made: i16,
    low: isize,
    high: Option<isize>,
}

impl Relief {
    pub(super) fn of<const WORDS: usize>(table: &SightTable<WORDS>) -> Self {
        let axial = || table.playable.iter().map(|hex| table.grid.axial(hex));
        let margin = table.range as i16;
        let lowest = |parts: &mut dyn Iterator<Item = i16>| parts.min().unwrap_or(0) - margin;
        let highest = |parts: &mut dyn Iterator<Item = i16>| parts.max().unwrap_or(0) + margin;
        let (low_q, high_q) = (lowest(&mut axial().map(|(q, _)| q)), highest(&mut axial().map(|(q, _)| q)));
        let (low_r, high_r) = (lowest(&mut axial().map(|(_, r)| r)), highest(&mut axial().map(|(_, r)| r)));
        let stride = (high_q - low_q) as usize + 1;
        let nothing = Cell { hex: None, ground: 0, crown: 0 };
        let mut relief = Self {
            cells: vec![nothing; stride * ((high_r - low_r) as usize + 1)],
            stride,
            places: Vec::new(),
        };
        for hex in table.playable.iter() {
            let (q, r) = table.grid.axial(hex);
            let place = (r - low_r) as usize * stride + (q - low_q) as usize;
            let (ground, crown) = (table.ground[hex.index()], table.crown[hex.index()]);
            relief.cells[place] = Cell { hex: Some(hex), ground, crown };
            relief.places.push(place);
        }
        relief
    }

    /// Calls back for every pair of playable hexes up to `range` apart, once a pair, with their distance and how well
    /// they see each other: a line is the same both ways.
    pub(super) fn each_line(&self, range: u16, mut found: impl FnMut(Hex, Hex, u16, Visibility)) {
        let shapes = self.shapes(range as i16);
        for &place in &self.places {
            let Cell { hex: Some(hex), ground: near, .. } = self.cells[place] else { continue };
            found(hex, hex, 0, Visibility::Clear);
            for shape in &shapes {
                let Cell { hex: Some(other), ground: far, .. } = self.cell(place, shape.to) else { continue };
                let obstructing = near.max(far).saturating_add((near == far).into());
                let way = |offset: isize| match self.cell(place, offset) {
                    Cell { hex: None, .. } => Way::None,
                    Cell { crown, .. } if crown >= obstructing => Way::Obstructed,
                    Cell { .. } => Way::Free,
                };
                let mut lines = Lines::START;
                for step in &shape.steps {
                    lines.go_on(step.made, way(step.low), step.high.map_or(Way::None, way));
                }
                found(hex, other, shape.distance, lines.sight());
            }
        }
    }

    fn cell(&self, place: usize, offset: isize) -> Cell {
        self.cells[place.wrapping_add_signed(offset)]
    }

    /// The corridors to half of the cells round about; the other half are these seen from their ends.
    fn shapes(&self, range: i16) -> Vec<Shape> {
        let offset = |(q, r): (i16, i16)| r as isize * self.stride as isize + q as isize;
        let round_about = (0..=range).flat_map(|r| (-range..=range).map(move |q| (q, r)));
        let half = round_about.filter(|&(q, r)| (r, q) > (0, 0) && (q + r).abs() <= range);
        half.map(|(q, r)| Shape {
            distance: q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs()),
            to: offset((q, r)),
            steps: Trace::new(q, r)
                .map(|step| Step { made: step.made, low: offset(step.low), high: step.high.map(offset) })
                .collect(),
        })
        .collect()
    }
}
