//! The way an answer takes on the board.

use super::board::points as middles;
use crate::model::position::Position;
use crate::speech::points;
use engine::scene::Point;
use ground::Hex;

/// The hexes of a way, and what it costs in words.
pub(crate) type Way = (Vec<Hex>, String);

/// A way on the board, if there is one.
pub(crate) fn drawn(at: Position<'_>, way: Option<Way>) -> (Vec<Point>, String) {
    let (hexes, cost) = way.unwrap_or_default();
    (if hexes.is_empty() { Vec::new() } else { middles(at.campaign, hexes) }, cost)
}

/// What a way costs of what there is, in half points.
pub(crate) fn of(cost: impl Into<u32>, all: impl Into<u32>) -> String {
    format!("{} of {} movement points", points(cost), points(all))
}
