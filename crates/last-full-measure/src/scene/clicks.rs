//! What a click may be about, and what it means where no single answer lies under it.

use super::place;
use crate::LastFullMeasure;
use crate::files::notation::{find_piece, hex_name};
use crate::model::action::Action;
use crate::model::ids::{ArrivalId, Piece};
use crate::model::position::Position;
use crate::model::scenario::Scenario;
use engine::Side;
use engine::agenda::{self, Task as _};
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
        Target::Point { .. } | Target::Button => None,
    }
}

/// The hexside between two hexes.
pub(crate) fn between(scenario: &Scenario, from: Hex, to: Hex) -> Target {
    Target::Edge { places: [from, to].map(|hex| hex_name(scenario, hex)) }
}

/// The answer a click means: one that is listed there, or else the one whose refusal tells most.
///
/// A counter stands for its hex where only that has an answer, and a hex for the only counter in it that has one. A
/// hexside is the same seen from either side.
pub(super) fn meaning(at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
    let task = agenda::pending::<LastFullMeasure>(at, side)?;
    let listed = |wanted: &Target| agenda::listed::<LastFullMeasure>(at, side, wanted);
    if *clicked == Target::Button {
        return None;
    }
    if let Some(action) = listed(clicked) {
        return Some(action);
    }
    match spot(at, clicked)? {
        Spot::Piece(_, hex) => {
            let beneath = hex.and_then(|hex| place(at.scenario, hex)).map(|place| Target::Place { place });
            let beneath = beneath.as_ref();
            beneath
                .and_then(listed)
                .or_else(|| task.meaning(at, side, clicked))
                .or_else(|| task.meaning(at, side, beneath?))
        }
        Spot::Hex(hex) => only_piece(at, side, hex).or_else(|| task.meaning(at, side, clicked)),
        Spot::Edge(one, other) => {
            listed(&between(at.scenario, other, one)).or_else(|| task.meaning(at, side, clicked))
        }
        Spot::Arrival(_) => task.meaning(at, side, clicked),
    }
}

/// The answer of the only piece in a hex that has one.
fn only_piece(at: Position<'_>, side: Side, hex: Hex) -> Option<Action> {
    let mut answers = Vec::new();
    agenda::answers::<LastFullMeasure>(at, side, &mut answers);
    let mut there = answers.into_iter().filter(|action| {
        let target = agenda::target::<LastFullMeasure>(at, side, action);
        matches!(spot(at, &target), Some(Spot::Piece(_, Some(place))) if place == hex)
    });
    there.next().filter(|_| there.next().is_none())
}
