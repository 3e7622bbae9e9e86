//! What one clicks to give an answer, and what a click means.
//!
//! A hex that can be entered, shelled or retreated to is clicked itself; so is a counter that is picked, lost or shelled.
//! Single steps, attacks and bridges lie on hexsides. Where one thing would have two meanings, the rarer one is a button.

use super::place;
use crate::action::Action;
use crate::ids::{ArrivalId, BridgeId, Piece, UnitId};
use crate::notation::{arrival_tag, find_piece, hex_name, piece_tag};
use crate::position::Position;
use crate::state::flag;
use crate::task::Task;
use engine::scene::Target;
use ground::{Direction, Hex};

pub(super) fn target(position: Position<'_>, action: &Action) -> Target {
    let Position { scenario, state } = position;
    let on_hex = |hex: Hex| Target::Place { place: hex_name(scenario, hex) };
    let on_piece = |piece: Piece| Target::Piece { piece: piece_tag(scenario, piece) };
    let on_unit = |unit: UnitId| on_piece(Piece::Unit(unit));
    let between = |from: Hex, to: Hex| Target::Edge { places: [from, to].map(|hex| hex_name(scenario, hex)) };
    let bridge = |bridge: BridgeId| {
        let bridge = scenario.bridge(bridge);
        between(bridge.hex, bridge.other)
    };
    let ahead = |direction: Direction| {
        let at = Hex(state.moving.at);
        neighbour(position, at, direction).map_or(Target::Button, |next| between(at, next))
    };
    let task = position.task();
    match *action {
        Action::Place(hex)
        | Action::FireFrom(hex)
        | Action::Target(hex)
        | Action::Select(hex)
        | Action::MoveTo(hex)
        | Action::Charge(hex)
        | Action::Return(_, hex)
        | Action::RemoveWorks(hex)
        | Action::Resolve(hex)
        | Action::RetreatTo(hex)
        | Action::PutLeader(hex)
        | Action::Withdraw(hex)
        | Action::Rejoin(hex) => on_hex(hex),
        Action::Detach(unit)
        | Action::Build(unit)
        | Action::HoldFire(unit)
        | Action::Victim(unit)
        | Action::Lose(unit)
        | Action::Recover(unit) => on_unit(unit),
        // A click on a regiment in the Movement phase picks it, one on a battery in the Artillery phase fires.
        Action::Attach(unit) if task == Task::Markers => on_unit(unit),
        Action::Limber(unit) if task == Task::Limber => on_unit(unit),
        Action::Pick(piece) | Action::With(piece) | Action::Without(piece) | Action::Advance(piece, _) => {
            on_piece(piece)
        }
        Action::Burn(id, _) | Action::Torch(id) => bridge(id),
        Action::Step(direction) | Action::March(direction) => ahead(direction),
        Action::Attack { from, at } => between(from, at),
        Action::AdvanceAll(from, to) => between(from, to),
        Action::Enter(arrival) => Target::Card { card: arrival_tag(scenario, arrival) },
        Action::Attach(_)
        | Action::Limber(_)
        | Action::Unlimber(_)
        | Action::MarkRecover(_)
        | Action::StepIn(_)
        | Action::Divert(_)
        | Action::Ready
        | Action::Deployed
        | Action::Roll
        | Action::Decline
        | Action::Mount
        | Action::Dismount
        | Action::Rest
        | Action::Stand
        | Action::FallBack
        | Action::RetreatOff
        | Action::Halt
        | Action::Goes
        | Action::Stays
        | Action::Done => Target::Button,
    }
}

fn neighbour(position: Position<'_>, hex: Hex, direction: Direction) -> Option<Hex> {
    let board = &position.scenario.board;
    (hex.index() < board.len).then(|| board.next(hex, direction)).flatten()
}

/// The answer a click means: one that is listed there, or else the one whose refusal tells most.
pub(super) fn meaning(position: Position<'_>, clicked: &Target) -> Option<Action> {
    if *clicked == Target::Button {
        return None;
    }
    let mut answers = Vec::new();
    position.answers(&mut answers);
    let listed = |wanted: &Target| answers.iter().copied().find(|action| target(position, action) == *wanted);
    if let Some(action) = listed(clicked) {
        return Some(action);
    }
    match clicked {
        Target::Piece { piece } => {
            let piece = find_piece(position.scenario, piece)?;
            let hex = whereabouts(position, piece);
            let on_hex =
                hex.and_then(|hex| place(position.scenario, hex)).map(|place| Target::Place { place });
            on_hex.and_then(|on_hex| listed(&on_hex)).or_else(|| piece_meaning(position, piece, hex))
        }
        Target::Place { place } => {
            let hex = position.scenario.map.grid.parse(place)?;
            only_piece(position, hex, &answers).or_else(|| hex_meaning(position, hex))
        }
        Target::Edge { places: [one, other] } => {
            let [one, other] = [one, other].map(|name| position.scenario.map.grid.parse(name));
            edge_meaning(position, one?, other?, &listed)
        }
        Target::Card { card } => {
            let entry = position.scenario.arrivals.iter().position(|arrival| arrival.tag == *card)?;
            (position.task() == Task::March).then_some(Action::Enter(ArrivalId(entry as u8)))
        }
        Target::Point { .. } | Target::Button => None,
    }
}

fn whereabouts(position: Position<'_>, piece: Piece) -> Option<Hex> {
    match piece {
        Piece::Unit(unit) => position.state.hex_of(unit),
        Piece::Commander(one) => position.state.leader_hex(one),
    }
}

/// The answer of the only piece in a hex that has one.
fn only_piece(position: Position<'_>, hex: Hex, answers: &[Action]) -> Option<Action> {
    let mut there = answers.iter().copied().filter(|action| match target(position, action) {
        Target::Piece { piece } => find_piece(position.scenario, &piece)
            .and_then(|piece| whereabouts(position, piece))
            .is_some_and(|at| at == hex),
        _ => false,
    });
    there.next().filter(|_| there.next().is_none())
}

fn piece_meaning(position: Position<'_>, piece: Piece, hex: Option<Hex>) -> Option<Action> {
    let state = position.state;
    let on_hex = || hex.and_then(|hex| hex_meaning(position, hex));
    match (position.task(), piece) {
        (Task::Appoint | Task::March, _) => Some(Action::Pick(piece)),
        (Task::Marching, _) if hex == Some(Hex(state.moving.at)) => {
            Some(if state.moving.group.contains(piece) {
                Action::Without(piece)
            } else {
                Action::With(piece)
            })
        }
        (Task::Markers, Piece::Unit(unit)) if state.is(unit, flag::DETACHED) => Some(Action::Attach(unit)),
        (Task::Markers, Piece::Unit(unit)) => Some(Action::Detach(unit)),
        (Task::Construct, Piece::Unit(unit)) => Some(Action::Build(unit)),
        (Task::Aim(_), Piece::Unit(unit)) if state.shot.batteries.contains(unit) => {
            Some(Action::HoldFire(unit))
        }
        (Task::Victim(_), Piece::Unit(unit)) => Some(Action::Victim(unit)),
        (Task::Limber, Piece::Unit(unit)) => Some(Action::Limber(unit)),
        (Task::Excess(_) | Task::Loss { .. }, Piece::Unit(unit)) => Some(Action::Lose(unit)),
        (Task::Recover, Piece::Unit(unit)) => Some(Action::Recover(unit)),
        (Task::Advance(side) | Task::Follow(side), _) => {
            let emptied =
                || state.battle.fight.vacated.iter().filter(|&to| position.vacated_by_enemy(side, to));
            let near = |to: &Hex| hex.is_some_and(|from| position.touches(from, *to));
            let to = emptied().find(near).or_else(|| emptied().next())?;
            Some(Action::Advance(piece, to))
        }
        _ => on_hex(),
    }
}

fn hex_meaning(position: Position<'_>, hex: Hex) -> Option<Action> {
    let Position { scenario, state } = position;
    if hex.index() >= scenario.board.len {
        return None;
    }
    let owner = state.owner(scenario, hex);
    let beside = |wanted: &dyn Fn(Hex) -> bool| {
        position.touching_hexes(hex).map(|(_, other)| other).find(|&other| wanted(other))
    };
    match position.task() {
        Task::Place(_) | Task::Divert(_) => Some(Action::Place(hex)),
        Task::Construct => state.stack(hex).next().map(Action::Build),
        Task::Fire(_) => Some(Action::FireFrom(hex)),
        Task::Aim(side) if owner == Some(side) => Some(Action::FireFrom(hex)),
        Task::Aim(_) => Some(Action::Target(hex)),
        Task::March => Some(Action::Select(hex)),
        // Only cavalry charges; others are told when they may attack.
        Task::Marching
            if owner == Some(state.phasing.other())
                && !position.cavalry_of(&state.moving.group).is_empty() =>
        {
            Some(Action::Charge(hex))
        }
        Task::Marching => Some(Action::MoveTo(hex)),
        Task::Works => Some(Action::RemoveWorks(hex)),
        Task::Declare if owner == Some(state.phasing) => {
            let at = beside(&|other| position.enemy_in(state.phasing, other)).unwrap_or(hex);
            Some(Action::Attack { from: hex, at })
        }
        Task::Declare => {
            let ours = |other: Hex| state.owner(scenario, other) == Some(state.phasing);
            let able = beside(&|other| ours(other) && position.check_attack(other, hex).is_ok());
            let from = able.or_else(|| beside(&ours)).or_else(|| nearest_own(position, hex))?;
            Some(Action::Attack { from, at: hex })
        }
        Task::Resolve => Some(Action::Resolve(hex)),
        Task::RetreatFirst | Task::RetreatSecond => Some(Action::RetreatTo(hex)),
        Task::Displaced(_) => Some(Action::PutLeader(hex)),
        Task::Withdraw(_) => Some(Action::Withdraw(hex)),
        Task::Advance(side) | Task::Follow(side) => {
            let from = beside(&|other| position.friend_in(side, other))?;
            let unit = state.stack(from).find(|&unit| position.check_advance(side, unit, hex).is_ok());
            unit.or_else(|| state.stack(from).next()).map(|unit| Action::Advance(Piece::Unit(unit), hex))
        }
        Task::Rejoin { .. } => Some(Action::Rejoin(hex)),
        _ => None,
    }
}

/// The stack of the phasing side nearest to a hex.
fn nearest_own(position: Position<'_>, hex: Hex) -> Option<Hex> {
    let own = position.state.zones[position.state.phasing.index()].occupied;
    own.iter().min_by_key(|&other| position.distance(other, hex))
}

fn edge_meaning(
    position: Position<'_>,
    one: Hex,
    other: Hex,
    listed: &dyn Fn(&Target) -> Option<Action>,
) -> Option<Action> {
    let Position { scenario, state } = position;
    // The same side seen from across it.
    let turned = Target::Edge { places: [other, one].map(|hex| hex_name(scenario, hex)) };
    if let Some(action) = listed(&turned) {
        return Some(action);
    }
    let board = &scenario.board;
    if one.index() >= board.len || other.index() >= board.len {
        return None;
    }
    match position.task() {
        Task::Marching => {
            let at = Hex(state.moving.at);
            let next = if one == at { other } else { one };
            board.direction(at, next).map(Action::Step)
        }
        Task::Construct => {
            let bridge = board.bridge_at(one, board.direction(one, other)?)?;
            let near = [one, other]
                .into_iter()
                .find_map(|hex| state.stack(hex).find(|&unit| scenario.unit(unit).side == state.phasing));
            Some(near.map_or(Action::Torch(bridge), |unit| Action::Burn(bridge, unit)))
        }
        Task::Declare => {
            let own = |hex: Hex| state.owner(scenario, hex) == Some(state.phasing);
            let (from, at) = if own(one) { (one, other) } else { (other, one) };
            Some(Action::Attack { from, at })
        }
        Task::Advance(side) | Task::Follow(side) => {
            let (from, to) = if position.friend_in(side, one) { (one, other) } else { (other, one) };
            Some(Action::AdvanceAll(from, to))
        }
        _ => None,
    }
}
