//! Movement: a picket goes to any point within reach (PL-3).

use crate::event::Event;
use crate::field::Point;
use crate::orders::Order;
use crate::scenario::PicketLine;
use crate::state::{Picket, PicketId, State};
use crate::{Action, fire, sequence};
use engine::{Chance, Side, Story, Violation};

/// How many paces there must be between two pickets (PL-3.4).
pub(crate) const ELBOW_ROOM: i32 = 20;

/// Whether two points are too close for two pickets (PL-3.4).
pub(crate) fn crowds(one: Point, other: Point) -> bool {
    one.towards(other).length_squared() < i64::from(ELBOW_ROOM * ELBOW_ROOM)
}

/// How far a picket goes under an order (PL-3.2).
pub(crate) const fn reach(order: Order) -> i32 {
    match order {
        Order::Advance => 120,
        Order::Withdraw => 80,
        Order::Hold => 40,
    }
}

/// Whether a side may pick this picket (PL-3.1).
pub(crate) fn check_pick(
    rules: &PicketLine,
    state: &State,
    side: Side,
    picket: PicketId,
) -> Result<(), Violation> {
    let Some(post) = rules.posts.get(picket.index()) else {
        return Err(Violation::form(format!("there is no picket number {}", picket.0)));
    };
    let name = &post.name;
    if post.side != side {
        return Err(Violation::of("PL-3.1", format!("{name} is not a {side} picket")).about([name.clone()]));
    }
    if !state.pickets[picket.index()].standing {
        return Err(Violation::of("PL-3.1", format!("{name} has fallen")).about([name.clone()]));
    }
    Ok(())
}

/// Whether a picket may end its move at a point (PL-3.2 to PL-3.5).
pub(crate) fn check_move(
    rules: &PicketLine,
    state: &State,
    picket: PicketId,
    to: Point,
    facing: Point,
) -> Result<(), Violation> {
    let post = rules.post(picket);
    let (name, from) = (&post.name, state.pickets[picket.index()].at);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([name.clone()]));
    // Any number may have been typed: nothing is reckoned with before it is known to be small.
    if !to.is_on_field() {
        return refuse("PL-3.3", format!("{to} is off the field"));
    }
    if !facing.is_direction() {
        return Err(Violation::form(format!("{facing} is no direction; `0,1` faces north")));
    }
    let order = order_of(state, post.side);
    let most = reach(order);
    if !from.is_within(to, most) {
        let text = format!("{to} is more than {most} paces from {name} at {from}, under an order to {order}");
        return refuse("PL-3.2", text);
    }
    let crowded = others_standing(state, picket).find(|&(_, other)| crowds(to, other.at));
    if let Some((other, _)) = crowded {
        let other = &rules.post(other).name;
        let text = format!("{to} is less than {ELBOW_ROOM} paces from {other}");
        return Err(Violation::of("PL-3.4", text).about([name.clone(), other.clone()]));
    }
    if order == Order::Withdraw && forward(post.side, to) > forward(post.side, from) {
        return refuse("PL-3.5", format!("{name} withdraws and may not go forward from {from} to {to}"));
    }
    Ok(())
}

/// The moves worth offering: on the spot, half and full reach in eight directions, facing the nearest enemy.
pub(crate) fn candidates(rules: &PicketLine, state: &State, picket: PicketId, out: &mut Vec<Action>) {
    const EIGHT: [(i32, i32); 8] = [(0, 10), (7, 7), (10, 0), (7, -7), (0, -10), (-7, -7), (-10, 0), (-7, 7)];
    let post = rules.post(picket);
    let from = state.pickets[picket.index()].at;
    let most = reach(order_of(state, post.side));
    let ways = EIGHT.into_iter().flat_map(|(x, y)| [(x, y, most / 2), (x, y, most)]);
    for (x, y, paces) in std::iter::once((0, 0, 0)).chain(ways) {
        let to = Point::new(from.x + x * paces / 10, from.y + y * paces / 10);
        if !to.is_on_field() {
            continue;
        }
        let facing =
            nearest_enemy(rules, state, post.side, to).map_or(post.facing, |enemy| to.towards(enemy));
        if check_move(rules, state, picket, to, facing).is_ok() {
            out.push(Action::Move { to, facing });
        }
    }
}

/// Moves the picket, and lets the other side react.
pub(crate) fn carry_out(
    rules: &PicketLine,
    state: &mut State,
    picket: PicketId,
    to: Point,
    facing: Point,
    chance: &mut dyn Chance,
    story: &mut dyn Story<Event>,
) {
    let mover = &mut state.pickets[picket.index()];
    let from = std::mem::replace(&mut mover.at, to);
    mover.facing = facing.shortest();
    story.tell(Event::Moved { picket, from, to, facing: mover.facing });
    if !fire::offer(rules, state, picket) {
        let side = rules.post(picket).side;
        sequence::end_part(rules, state, side, chance, story);
    }
}

/// The order a side is under; before orders are given, as if to hold.
pub(crate) fn order_of(state: &State, side: Side) -> Order {
    state.orders[side.index()].unwrap_or(Order::Hold)
}

/// How far a point is towards the enemy's edge.
pub(crate) const fn forward(side: Side, at: Point) -> i32 {
    match side {
        Side::Union => at.y,
        Side::Confederate => -at.y,
    }
}

/// Everybody else who stands.
pub(crate) fn others_standing(state: &State, picket: PicketId) -> impl Iterator<Item = (PicketId, &Picket)> {
    let all = state.pickets.iter().enumerate().map(|(index, other)| (PicketId(index as u8), other));
    all.filter(move |&(id, other)| id != picket && other.standing)
}

/// Where the standing enemy nearest to a point is.
pub(crate) fn nearest_enemy(rules: &PicketLine, state: &State, side: Side, to: Point) -> Option<Point> {
    let enemies =
        rules.posts.iter().zip(&state.pickets).filter(|(post, picket)| post.side != side && picket.standing);
    enemies.map(|(_, picket)| picket.at).min_by_key(|&at| to.towards(at).length_squared())
}
