//! Lines on the page: smooth ones, where they cross, where a name fits.

use super::super::canvas::{Spot, View};
use crate::geometry::{Area, Point};

/// Into how many straight pieces each bend is cut.
const PIECES: usize = 6;

/// A direction of length 1.
pub(super) fn unit(from: Spot, to: Spot) -> Spot {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    if length == 0.0 { (1.0, 0.0) } else { (dx / length, dy / length) }
}

/// Where a road crosses a river, and its direction there.
pub(super) fn crossing(road: &[Spot], river: &[Spot]) -> Option<(Spot, Spot)> {
    let turn = |a: Spot, b: Spot, c: Spot| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    for step in road.windows(2) {
        for reach in river.windows(2) {
            let (from, to) = (turn(step[0], step[1], reach[0]), turn(step[0], step[1], reach[1]));
            let (left, right) = (turn(reach[0], reach[1], step[0]), turn(reach[0], reach[1], step[1]));
            if (from > 0.0) != (to > 0.0) && (left > 0.0) != (right > 0.0) {
                let part = left / (left - right);
                let (dx, dy) = (step[1].0 - step[0].0, step[1].1 - step[0].1);
                return Some(((step[0].0 + dx * part, step[0].1 + dy * part), unit(step[0], step[1])));
            }
        }
    }
    None
}

/// A line that bends smoothly through all of its points.
pub(super) fn flowing(spots: &[Spot]) -> Vec<Spot> {
    let Some(last) = spots.len().checked_sub(1).filter(|last| *last > 1) else { return spots.to_vec() };
    let mut line = vec![spots[0]];
    for at in 0..last {
        let [p0, p1, p2, p3] =
            [spots[at.saturating_sub(1)], spots[at], spots[at + 1], spots[(at + 2).min(last)]];
        for piece in 1..=PIECES {
            let t = piece as f64 / PIECES as f64;
            let blend = |a: f64, b: f64, c: f64, d: f64| {
                b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
            };
            line.push((blend(p0.0, p1.0, p2.0, p3.0), blend(p0.1, p1.1, p2.1, p3.1)));
        }
    }
    line
}

/// A ring that bends smoothly through all of its points.
pub(super) fn flowing_ring(ring: &[Spot]) -> Vec<Spot> {
    let count = ring.len();
    if count < 3 {
        return ring.to_vec();
    }
    // Once round and a little more at both ends, which are then cut off.
    let round: Vec<Spot> = (0..count + 3).map(|at| ring[(at + count - 1) % count]).collect();
    let line = flowing(&round);
    line[PIECES..line.len() - 2 * PIECES].to_vec()
}

/// A line down the middle of an area, for its name: at each height half way between its first two shores.
pub(super) fn middle_line(area: &Area, [south, north]: [Point; 2], view: &View) -> Vec<Spot> {
    let mut line = Vec::new();
    for part in 1..12 {
        let y = south.towards(north, part, 12).y;
        let mut shores: Vec<i64> = area
            .sides()
            .filter(|(a, b)| (a.y > y) != (b.y > y))
            .map(|(a, b)| {
                let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
                i64::from(a.x) + dx * (i64::from(y) - i64::from(a.y)) / dy
            })
            .collect();
        shores.sort_unstable();
        let widest = shores.chunks_exact(2).max_by_key(|pair| pair[1] - pair[0]);
        if let Some(pair) = widest {
            line.push(view.spot(Point::new(((pair[0] + pair[1]) / 2) as i32, y)));
        }
    }
    line
}
