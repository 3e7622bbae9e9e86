//! The cheapest chain through a small graph: how drawn lines become chains of hexes or hexsides.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::geometry::{Point, Ruler};

/// Price of one step, before what it strays.
pub(super) const STEP: u64 = 100;
/// Price of straying from the drawn line by one hex width; it grows with the square.
const STRAY: u64 = 600;

/// How a point lies to a drawn line, in hex widths.
pub(super) struct Guide<'a> {
    ruler: Ruler<'a>,
    width: i64,
}

/// Price and place of a point beside a drawn line.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    /// What straying so far costs.
    pub stray: u64,
    /// Centimetres along the line to the nearest point of it.
    pub along: i64,
    /// Near enough to be part of its chain.
    pub near: bool,
}

impl<'a> Guide<'a> {
    pub(super) fn new(line: &'a [Point], width: i32) -> Self {
        Self { ruler: Ruler::new(line), width: i64::from(width) }
    }

    pub(super) fn place(&self, point: Point) -> Place {
        let Some(nearest) = self.ruler.nearest(point) else {
            return Place { stray: u64::MAX / 4, along: 0, near: false };
        };
        Place {
            stray: self.price(nearest.distance_squared),
            along: nearest.along,
            near: nearest.distance_squared * 25 <= self.width * self.width * 16,
        }
    }

    /// Centimetres along the line to its point nearest to a point within a distance; `None` if there is none.
    pub(super) fn along_within(&self, point: Point, distance: i64) -> Option<i64> {
        self.ruler.nearest_within(point, distance).map(|nearest| nearest.along)
    }

    /// What it costs to begin or end a chain away from where the line does.
    pub(super) fn miss(&self, point: Point, wanted: Point) -> u64 {
        self.price(point.distance_squared(wanted))
    }

    fn price(&self, distance_squared: i64) -> u64 {
        // Whole decimetres keep the product small even for far points.
        let (far, wide) = (distance_squared as u64 / 100, (self.width * self.width) as u64 / 100);
        STRAY * far / wide.max(1)
    }

    /// May a chain step between two places? It follows the line: no way back, no leap over a loop.
    pub(super) fn follows(&self, from: Place, to: Place) -> bool {
        let ahead = to.along - from.along;
        4 * ahead >= -3 * self.width && 2 * ahead <= 5 * self.width
    }
}

/// Places of numbered points beside a line, each worked out when it is first asked for: a chain keeps near its line, so
/// most never are.
pub(super) struct Places(Vec<Option<Place>>);

impl Places {
    pub(super) fn new(points: usize) -> Self {
        Self(vec![None; points])
    }

    /// The place of a point, worked out by `find` the first time.
    pub(super) fn get(&mut self, number: usize, find: impl FnOnce() -> Place) -> Place {
        *self.0[number].get_or_insert_with(find)
    }
}

/// The cheapest chain from one of the starts to one of the goals, each given with a price of its own. `links` calls
/// back with every node a node leads to and the price of that step. Equal prices fall to the lower node numbers.
pub(super) fn cheapest(
    nodes: usize,
    starts: &[(usize, u64)],
    goals: &[(usize, u64)],
    mut links: impl FnMut(usize, &mut dyn FnMut(usize, u64)),
) -> Option<Vec<usize>> {
    let mut best = vec![u64::MAX; nodes];
    let mut came: Vec<Option<usize>> = vec![None; nodes];
    let mut waiting = BinaryHeap::new();
    for &(node, price) in starts {
        if price < best[node] {
            best[node] = price;
            waiting.push(Reverse((price, node)));
        }
    }
    while let Some(Reverse((price, node))) = waiting.pop() {
        if price > best[node] {
            continue;
        }
        links(node, &mut |to, step| {
            let total = price + step;
            if total < best[to] {
                best[to] = total;
                came[to] = Some(node);
                waiting.push(Reverse((total, to)));
            }
        });
    }
    let (_, goal) = goals
        .iter()
        .filter(|(node, _)| best[*node] < u64::MAX)
        .map(|(node, price)| (best[*node] + price, *node))
        .min()?;
    let mut chain = vec![goal];
    while let Some(before) = came[chain[chain.len() - 1]] {
        chain.push(before);
    }
    chain.reverse();
    Some(chain)
}
