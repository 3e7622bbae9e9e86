//! The parts of drawn lines that lie on the map.

use std::collections::BTreeSet;

use super::layout::Layout;
use crate::geometry::{Frame, Point, densified};
use crate::map::HexMap;

/// A stretch of a drawn line that lies in hexes of the map.
pub(super) struct Stretch {
    pub(super) line: Vec<Point>,
    /// Does it go on beyond the map at the first point, at the last?
    pub(super) leaves: [bool; 2],
}

/// Cuts a drawn line at the rim of the map. A line drawn up to the frame of the battlefield goes on outside it.
pub(super) fn stretches(map: &HexMap, layout: &Layout, frame: &Frame, line: &[Point]) -> Vec<Stretch> {
    let points = densified(line, i64::from(layout.width() / 24).max(1));
    let on_map = |point: &Point| layout.hex_at(&map.grid, *point).is_some_and(|hex| map.is_playable(hex));
    let drawn: BTreeSet<Point> = line.iter().copied().collect();
    let inner = frame.grown(-layout.width() / 10);
    let mut stretches = Vec::new();
    let mut from = 0;
    while let Some(first) = (from..points.len()).find(|at| on_map(&points[*at])) {
        let past = (first..points.len()).find(|at| !on_map(&points[*at])).unwrap_or(points.len());
        if past - first > 1 {
            stretches.push(Stretch {
                // The corners of the drawing, cut where it leaves the map.
                line: (first..past)
                    .filter(|at| *at == first || *at == past - 1 || drawn.contains(&points[*at]))
                    .map(|at| points[at])
                    .collect(),
                leaves: [
                    first > 0 || !inner.contains(points[first]),
                    past < points.len() || !inner.contains(points[past - 1]),
                ],
            });
        }
        from = past;
    }
    stretches
}
