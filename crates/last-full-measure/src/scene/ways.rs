//! The way an answer takes, and what it costs.

use super::board::points;
use crate::action::Action;
use crate::board::BLOCKED;
use crate::ids::Piece;
use crate::notation::known;
use crate::position::Position;
use crate::words::{counted, movement_points};
use engine::scene::Point;
use ground::{Direction, Hex};

pub(super) fn way(position: Position<'_>, action: &Action) -> (Vec<Point>, String) {
    if known(position.scenario, action).is_err() {
        return (Vec::new(), String::new());
    }
    let (hexes, cost) = hexes_and_cost(position, action);
    (points(position.scenario, hexes), cost)
}

fn hexes_and_cost(position: Position<'_>, action: &Action) -> (Vec<Hex>, String) {
    let state = position.state;
    let moving = &state.moving;
    let at = Hex(moving.at);
    let nothing = (Vec::new(), String::new());
    match *action {
        Action::MoveTo(goal) => match position.way(moving, goal) {
            Some((cost, road, way)) => {
                let by_road = if road { ", by road" } else { "" };
                let way = [at].into_iter().chain(way).collect();
                (way, format!("{}{by_road}", of_all(position, cost)))
            }
            None => nothing,
        },
        Action::Step(direction) => step(position, direction, false),
        Action::March(direction) => step(position, direction, true),
        Action::Charge(goal) => {
            let cost = position.charge_cost(at, goal).map(|cost| of_all(position, cost));
            (vec![at, goal], cost.unwrap_or_default())
        }
        Action::Target(goal) => {
            // From one firing hex to the target, and on to the other firing hex.
            let mut line: Vec<Hex> = state.shot.hexes.iter().map(|&from| Hex(from)).collect();
            line.insert(line.len().min(1), goal);
            let ranges = state.shot.hexes.iter().map(|&from| position.distance(Hex(from), goal));
            let longest = ranges.max().unwrap_or(0);
            (line, format!("range {}", counted(longest, "hex", "hexes")))
        }
        Action::Attack { from, at } => (vec![from, at], String::new()),
        Action::AdvanceAll(from, to) => (vec![from, to], String::new()),
        Action::Advance(piece, to) => {
            let from = match piece {
                Piece::Unit(unit) => state.hex_of(unit),
                Piece::Commander(one) => state.leader_hex(one),
            };
            (from.into_iter().chain([to]).collect(), String::new())
        }
        Action::RetreatTo(to) => (vec![Hex(state.retreating.at), to], String::new()),
        Action::Enter(arrival) => match position.entry(arrival) {
            Ok((left, _)) => {
                (Vec::new(), format!("{} movement points left after entering", movement_points(left)))
            }
            Err(_) => nothing,
        },
        _ => nothing,
    }
}

/// One hex, at the road rate or without.
fn step(position: Position<'_>, direction: Direction, by_road: bool) -> (Vec<Hex>, String) {
    let at = Hex(position.state.moving.at);
    let next = (at.index() < position.scenario.board.len)
        .then(|| position.scenario.board.next(at, direction))
        .flatten();
    let Some(next) = next else { return (Vec::new(), String::new()) };
    let (plain, rate) = position.step_costs(&position.marcher(&position.state.moving), direction);
    let cost = if by_road { rate } else { plain };
    (vec![at, next], if cost == BLOCKED { String::new() } else { of_all(position, cost) })
}

/// A cost, of what the group has.
fn of_all(position: Position<'_>, cost: u8) -> String {
    format!("{} of {} movement points", movement_points(cost), movement_points(position.state.moving.mp))
}
