//! What one clicks to give an answer, and what a click means.

use super::pieces::SCOUT;
use super::{facing, facing_there, on_board, on_field, ring};
use crate::Action;
use crate::field::{EDGE, Point};
use crate::movement::{self, ELBOW_ROOM};
use crate::orders::Order;
use crate::scenario::PicketLine;
use crate::state::{PicketId, Stage, State};
use engine::Side;
use engine::scene::{self, Region, Target, degrees};

pub(super) fn target(rules: &PicketLine, action: &Action) -> Target {
    let piece = |picket: PicketId| Target::Piece { piece: rules.post(picket).name.clone() };
    match *action {
        Action::Scout => Target::Card { card: SCOUT.to_owned() },
        Action::Pick(picket) => piece(picket),
        Action::Fire { with, aim: false } => piece(with),
        Action::Move { to, facing } => {
            Target::Point { at: on_board(to), facing: Some(degrees(facing.x, facing.y)) }
        }
        // A click on the picket is a plain shot; whoever plays a card with it says so.
        Action::Fire { aim: true, .. } | Action::Order(_) | Action::StandFast | Action::HoldFire => {
            Target::Button
        }
    }
}

pub(super) fn meaning(rules: &PicketLine, state: &State, side: Side, target: &Target) -> Option<Action> {
    match (state.stage, target) {
        (Stage::Part(_), Target::Piece { piece }) => Some(Action::Pick(rules.find(piece)?)),
        (Stage::Part(_), Target::Card { card }) if card == SCOUT => Some(Action::Scout),
        (Stage::Reaction(..), Target::Piece { piece }) => {
            Some(Action::Fire { with: rules.find(piece)?, aim: false })
        }
        (Stage::Move(..), Target::Point { at, facing: way }) => {
            let to = on_field(*at)?;
            let facing = way.map_or_else(|| facing_there(rules, state, side, to), facing);
            Some(Action::Move { to, facing })
        }
        _ => None,
    }
}

/// Where the picket picked can go: a round field about it, cut at the edges of the field, without the room others need.
pub(super) fn regions(rules: &PicketLine, state: &State, side: Side) -> Vec<Region> {
    let Stage::Move(mover, picket) = state.stage else { return Vec::new() };
    if mover != side {
        return Vec::new();
    }
    let from = state.pickets[picket.index()].at;
    let order = movement::order_of(state, side);
    let most = movement::reach(order);
    // A round field cut by straight edges: moving each point of the ring to the edge keeps it within.
    let (low, high) = match (order, side) {
        (Order::Withdraw, Side::Union) => (0, from.y),
        (Order::Withdraw, Side::Confederate) => (from.y, EDGE),
        _ => (0, EDGE),
    };
    let cut = |point: Point| Point::new(point.x.clamp(0, EDGE), point.y.clamp(low, high));
    let mut outline = vec![ring(from, most).map(|point| on_board(cut(point))).collect::<Vec<_>>()];
    let others = movement::others_standing(state, picket).map(|(_, other)| other.at);
    let holes = others.filter(|&other| {
        from.is_within(other, most - ELBOW_ROOM)
            && ring(other, ELBOW_ROOM).all(|point| point.is_on_field() && cut(point) == point)
    });
    outline.extend(holes.map(|other| ring(other, ELBOW_ROOM).map(on_board).collect()));
    let label = format!("where {} can go: up to {most} paces, to {order}", rules.post(picket).name);
    vec![Region { outline, facing: true, label }]
}

pub(super) fn way(
    rules: &PicketLine,
    state: &State,
    side: Side,
    action: &Action,
) -> (Vec<scene::Point>, String) {
    let paces = |from: Point, to: Point| from.towards(to).length_squared().isqrt();
    match (state.stage, *action) {
        (Stage::Move(_, picket), Action::Move { to, .. }) => {
            let from = state.pickets[picket.index()].at;
            let most = movement::reach(movement::order_of(state, side));
            (vec![on_board(from), on_board(to)], format!("{} of {most} paces", paces(from, to)))
        }
        (Stage::Reaction(_, prey), Action::Fire { with, .. }) if with.index() < rules.posts.len() => {
            let [from, to] = [with, prey].map(|picket| state.pickets[picket.index()].at);
            (vec![on_board(from), on_board(to)], format!("{} paces away", paces(from, to)))
        }
        _ => (Vec::new(), String::new()),
    }
}
