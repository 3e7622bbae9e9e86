//! What a click may be about.

use crate::files::notation::{find_piece, hex_name};
use crate::model::ids::{ArrivalId, Piece};
use crate::model::position::Position;
use crate::model::scenario::Scenario;
use engine::scene::Target;
use ground::Hex;

/// What was clicked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A counter, and its hex if it is on the map.
    Piece(Piece, Option<Hex>),
    /// A hex.
    Hex(Hex),
    /// The hexside between two hexes.
    Edge(Hex, Hex),
    /// A stack of the order of appearance.
    Arrival(ArrivalId),
}

/// What was clicked, if it is on this map.
pub(crate) fn spot(at: Position<'_>, clicked: &Target) -> Option<Spot> {
    let hex = |name: &str| {
        let hex = at.scenario.map.grid.parse(name)?;
        (hex.index() < at.scenario.board.len).then_some(hex)
    };
    match clicked {
        Target::Piece { piece } => {
            let piece = find_piece(at.scenario, piece)?;
            Some(Spot::Piece(piece, at.whereabouts(piece)))
        }
        Target::Place { place } => Some(Spot::Hex(hex(place)?)),
        Target::Edge { places: [one, other] } => Some(Spot::Edge(hex(one)?, hex(other)?)),
        Target::Card { card } => {
            let entry = at.scenario.arrivals.iter().position(|arrival| arrival.tag == *card)?;
            Some(Spot::Arrival(ArrivalId::at(entry)))
        }
        Target::Point { .. } | Target::Way { .. } | Target::Button => None,
    }
}

/// The hexside between two hexes.
pub(crate) fn between(scenario: &Scenario, from: Hex, to: Hex) -> Target {
    Target::Edge { places: [from, to].map(|hex| hex_name(scenario, hex)) }
}
