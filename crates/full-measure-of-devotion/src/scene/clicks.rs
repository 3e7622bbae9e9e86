//! What one clicks to give an answer, and what a click means.
//!
//! Hexes are clicked to march, retreat, attack, place and haul; sleighs to be ordered, moved and joined. Everything else
//! is a button.

use crate::action::Action;
use crate::ask::Ask;
use crate::ids::ForceId;
use crate::position::Position;
use crate::state::Stage;
use engine::Side;
use engine::scene::Target;
use ground::Hex;

pub(super) fn target(position: Position<'_>, army: Side, action: &Action) -> Target {
    let on_hex = |hex: Hex| {
        crate::words::place(position.campaign, hex).map_or(Target::Button, |place| Target::Place { place })
    };
    let on_force = |force: ForceId| Target::Piece { piece: force.name() };
    match *action {
        Action::MarchTo(hex)
        | Action::Via(hex)
        | Action::By(hex)
        | Action::Depot(hex)
        | Action::Remove(hex)
        | Action::Step(hex)
        | Action::To(hex)
        | Action::Retreat(hex)
        | Action::Attack(hex)
        | Action::Haul { to: hex, .. } => on_hex(hex),
        Action::Write(force)
        | Action::March(force)
        | Action::Order(force)
        | Action::Activate(force)
        | Action::Join(force) => on_force(force),
        Action::Ride { to, .. } => position.state.force_at(army, to).map_or(Target::Button, on_force),
        _ => Target::Button,
    }
}

/// The answer a click means: one that is listed there, or else the one whose refusal tells most.
pub(super) fn meaning(position: Position<'_>, army: Side, clicked: &Target) -> Option<Action> {
    let ask = position.ask(army);
    if ask == Ask::Nothing || *clicked == Target::Button {
        return None;
    }
    let mut answers = Vec::new();
    position.answers(army, &mut answers);
    let listed =
        |wanted: &Target| answers.iter().copied().find(|action| target(position, army, action) == *wanted);
    if let Some(action) = listed(clicked) {
        return Some(action);
    }
    match clicked {
        Target::Piece { piece } => {
            let (force, at) = whereabouts(position, piece)?;
            let on_hex = crate::words::place(position.campaign, at).map(|place| Target::Place { place });
            on_hex
                .and_then(|on_hex| listed(&on_hex))
                .or_else(|| force.and_then(|force| force_meaning(position, army, ask, force)))
                .or_else(|| hex_meaning(position, army, ask, at))
        }
        Target::Place { place } => {
            let hex = position.campaign.theatre.grid.parse(place)?;
            let there = position.state.force_at(army, hex);
            there
                .and_then(|force| listed(&Target::Piece { piece: force.name() }))
                .or_else(|| hex_meaning(position, army, ask, hex))
                .or_else(|| there.and_then(|force| force_meaning(position, army, ask, force)))
        }
        Target::Edge { .. } | Target::Card { .. } | Target::Point { .. } | Target::Button => None,
    }
}

/// Where a piece stands, and the Force it is, if it is one.
fn whereabouts(position: Position<'_>, piece: &str) -> Option<(Option<ForceId>, Hex)> {
    if let Some(force) = ForceId::parse(piece) {
        return Some((Some(force), position.force(force).at?));
    }
    let (_, name) = piece.split_once('-')?;
    Some((None, position.campaign.theatre.grid.parse(name)?))
}

/// What a click on a sleigh would mean.
fn force_meaning(position: Position<'_>, army: Side, ask: Ask, force: ForceId) -> Option<Action> {
    match ask {
        Ask::Write => Some(Action::Write(force)),
        Ask::March => Some(Action::March(force)),
        Ask::Order => Some(Action::Order(force)),
        Ask::Activate => Some(Action::Activate(force)),
        Ask::Join(_) => Some(Action::Join(force)),
        Ask::Ride => {
            // Any rider tells why the Force cannot be reached.
            let to = position.force(force).at?;
            let mut riders =
                position.state.forces_of(army).flat_map(|(one, _)| position.force(one).officers.iter());
            let who = riders.find(|&who| position.force_of(who).is_none_or(|(_, at)| at != to))?;
            Some(Action::Ride { who, to })
        }
        _ => None,
    }
}

/// What a click on a hex would mean.
fn hex_meaning(position: Position<'_>, army: Side, ask: Ask, hex: Hex) -> Option<Action> {
    match ask {
        Ask::Destination(_) => Some(Action::MarchTo(hex)),
        Ask::Via(_) => Some(Action::Via(hex)),
        Ask::Fork(_) => Some(Action::By(hex)),
        Ask::Depots if position.state.depots.contains(&hex) => Some(Action::Remove(hex)),
        Ask::Depots => Some(Action::Depot(hex)),
        Ask::Step(force) => {
            let at = position.force(force).at?;
            let enemy = position.state.force_at(army.other(), hex).is_some();
            if enemy || position.campaign.theatre.grid.adjacent(at, hex) {
                Some(Action::Step(hex))
            } else {
                Some(Action::To(hex))
            }
        }
        Ask::Haul => {
            let mut trains = position.state.trains.iter().filter(|train| train.flipped && !train.moved);
            Some(Action::Haul { from: trains.next()?.at, to: hex })
        }
        Ask::Battle(Stage::Withdraw | Stage::Retreat, _) => Some(Action::Retreat(hex)),
        Ask::Battle(Stage::Again, _) => Some(Action::Attack(hex)),
        _ => None,
    }
}
