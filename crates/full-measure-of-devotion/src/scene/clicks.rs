//! What a question makes of a click that no listed answer lies under.

use crate::model::action::Action;
use crate::model::ids::ForceId;
use crate::model::position::Position;
use engine::Side;
use engine::scene::Target;
use ground::Hex;

/// The answer whose refusal tells most: `on_force` and `on_hex` are what a question makes of a sleigh and of a hex. A
/// hex that means nothing by itself stands for the own Force in it.
pub(crate) fn meant(
    at: Position<'_>,
    army: Side,
    clicked: &Target,
    on_force: impl Fn(ForceId) -> Option<Action>,
    on_hex: impl Fn(Hex) -> Option<Action>,
) -> Option<Action> {
    match clicked {
        Target::Piece { piece } => {
            ForceId::parse(piece).filter(|&force| at.force(force).at.is_some()).and_then(on_force)
        }
        Target::Place { place } => {
            let hex = at.campaign.theatre.grid.parse(place)?;
            on_hex(hex).or_else(|| at.state.force_at(army, hex).and_then(on_force))
        }
        Target::Edge { .. }
        | Target::Card { .. }
        | Target::Point { .. }
        | Target::Way { .. }
        | Target::Button => None,
    }
}

/// The hex in which a piece stands: a Force, or trains, which are called after theirs.
pub(crate) fn whereabouts(at: Position<'_>, piece: &str) -> Option<Hex> {
    match ForceId::parse(piece) {
        Some(force) => at.force(force).at,
        None => at.campaign.theatre.grid.parse(piece.split_once('-')?.1),
    }
}
