//! What a click means that no listed answer lies under.

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::ids::ForceId;
use crate::model::position::Position;
use engine::scene::Target;
use engine::{Side, agenda};
use ground::Hex;

/// The answer that a click means: one that is listed for the hex of a piece or for the Force in a hex, or else the one
/// whose refusal tells most. `on_force` and `on_hex` are what a question makes of a sleigh and of a hex.
pub(crate) fn meant(
    at: Position<'_>,
    army: Side,
    clicked: &Target,
    on_force: impl Fn(ForceId) -> Option<Action>,
    on_hex: impl Fn(Hex) -> Option<Action>,
) -> Option<Action> {
    let listed = |target: &Target| agenda::listed::<FullMeasureOfDevotion>(at, army, target);
    match clicked {
        Target::Piece { piece } => {
            let (force, hex) = whereabouts(at, piece)?;
            let place = crate::speech::place(at.campaign, hex).map(|place| Target::Place { place });
            place
                .and_then(|place| listed(&place))
                .or_else(|| force.and_then(&on_force))
                .or_else(|| on_hex(hex))
        }
        Target::Place { place } => {
            let hex = at.campaign.theatre.grid.parse(place)?;
            let there = at.state.force_at(army, hex);
            there
                .and_then(|force| listed(&Target::Piece { piece: force.name() }))
                .or_else(|| on_hex(hex))
                .or_else(|| there.and_then(&on_force))
        }
        Target::Edge { .. } | Target::Card { .. } | Target::Point { .. } | Target::Button => None,
    }
}

/// Where a piece stands, and the Force it is, if it is one.
fn whereabouts(at: Position<'_>, piece: &str) -> Option<(Option<ForceId>, Hex)> {
    if let Some(force) = ForceId::parse(piece) {
        return Some((Some(force), at.force(force).at?));
    }
    let (_, name) = piece.split_once('-')?;
    Some((None, at.campaign.theatre.grid.parse(name)?))
}
