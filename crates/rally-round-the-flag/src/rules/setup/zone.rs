//! Deployment areas: the strip of the map along a side's edge.

use crate::field::square::Edge;
use crate::model::position::Position;
use engine::Side;
use ground::geometry::{Frame, Point};

/// The strip along an edge of a map, so deep.
const fn strip(map: Frame, edge: Edge, depth: i32) -> Frame {
    let Frame { low, high } = map;
    match edge {
        Edge::North => Frame { low: Point::new(low.x, high.y - depth), high },
        Edge::East => Frame { low: Point::new(high.x - depth, low.y), high },
        Edge::South => Frame { low, high: Point::new(high.x, low.y + depth) },
        Edge::West => Frame { low, high: Point::new(low.x + depth, high.y) },
    }
}

/// The area of a side that has one edge while the other has another: a quarter of the map's extent deep between edges
/// that lie opposite; between neighbours a quarter of the shorter side, and their common corner is nobody's. `None`
/// where both have the same.
#[must_use]
pub fn area(map: Frame, own: Edge, other: Edge) -> Option<Frame> {
    if own == other {
        return None;
    }
    if own.opposite() == other {
        let extent = if matches!(own, Edge::North | Edge::South) { map.height() } else { map.width() };
        return Some(strip(map, own, extent / 4));
    }
    let depth = map.width().min(map.height()) / 4;
    let Frame { mut low, mut high } = strip(map, own, depth);
    match other {
        Edge::North => high.y -= depth,
        Edge::East => high.x -= depth,
        Edge::South => low.y += depth,
        Edge::West => low.x += depth,
    }
    Some(Frame { low, high })
}

impl Position<'_> {
    /// The deployment area of a side.
    #[must_use]
    pub fn zone(self, side: Side) -> Frame {
        let map = self.rules.land.field().table();
        let edges = self.state.edges;
        area(map, edges[side.index()], edges[side.other().index()]).unwrap_or(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Frame = Frame { low: Point::new(0, 0), high: Point::new(2_400, 1_200) };

    fn frame(low: (i32, i32), high: (i32, i32)) -> Option<Frame> {
        Some(Frame { low: Point::new(low.0, low.1), high: Point::new(high.0, high.1) })
    }

    #[test]
    fn areas_are_a_quarter_deep_and_never_overlap() {
        assert_eq!(area(MAP, Edge::West, Edge::East), frame((0, 0), (600, 1_200)));
        assert_eq!(area(MAP, Edge::North, Edge::South), frame((0, 900), (2_400, 1_200)));
        assert_eq!(area(MAP, Edge::West, Edge::North), frame((0, 0), (300, 900)));
        assert_eq!(area(MAP, Edge::North, Edge::West), frame((300, 900), (2_400, 1_200)));
        assert_eq!(area(MAP, Edge::South, Edge::East), frame((0, 0), (2_100, 300)));
        assert_eq!(area(MAP, Edge::East, Edge::East), None);
    }
}
