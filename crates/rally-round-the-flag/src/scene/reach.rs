//! Where a stand in somebody's hand may end: a band for each arrow over its front and its rear. A picture: `check`
//! decides.

use super::on_board;
use crate::measure::arrow::Edge;
use crate::measure::region::{self, Spot};
use crate::model::numbers::Arrow;
use crate::model::position::Position;
use crate::rules::movement::{self, LayArrow};
use engine::scene::Region;

/// Where its centre may come, if it faces as the arrow leads it.
pub(crate) fn regions(at: Position<'_>, ask: LayArrow) -> Vec<Region> {
    let name = &at.stand(ask.stand).name;
    let outline =
        movement::with_orders(at, ask.stand, ask.pace, ask.by_card, |table, scratch, own, orders| {
            let open = |arrow: &Arrow| !arrow.is_move() || (*arrow <= orders.longest && !orders.under_fire);
            let ways = Arrow::ALL.into_iter().filter(open).map(|arrow| (arrow, Edge::Front));
            let back = (Arrow::T, Edge::Back);
            let mut rings = Vec::new();
            for way in ways.chain([back]) {
                let pieces = region::ends(table, scratch, own, way, orders, Spot::Centre);
                rings.extend(pieces.into_iter().flat_map(|piece| piece.rings));
            }
            rings
        });
    let outline: Vec<_> = outline
        .into_iter()
        .flatten()
        .map(|ring| ring.into_iter().map(|point| on_board(at.rules, point)).collect())
        .collect();
    match outline.is_empty() {
        true => Vec::new(),
        false => vec![Region { outline, facing: false, label: format!("{name} goes there") }],
    }
}
