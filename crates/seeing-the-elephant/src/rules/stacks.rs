//! Units one behind another, and how many ranks deep that makes them (G-4, G-8).

use crate::model::figure::{TICK, TOUCH};
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::state::Formation;
use ground::geometry::Point;
use ground::table::body::corner;
use ground::table::heading::Vector;
use ground::table::meet;

/// Stacked units face the same way within so many ticks (G-4).
const ASKEW: u16 = 4;

/// Whether a unit can be one of several that stand one behind another.
fn may_stack(at: Position<'_>, unit: UnitId) -> bool {
    at.is_present(unit) && matches!(at.troop(unit).formation, Formation::Line | Formation::Column)
}

/// Whether a unit is stacked behind a friend: facing the same way within 10°, its front within 50 mil of his rear, and
/// at least half of its width behind him (G-4).
#[must_use]
pub fn is_behind(at: Position<'_>, rear: UnitId, front: UnitId) -> bool {
    if rear == front || at.side(rear) != at.side(front) || !may_stack(at, rear) || !may_stack(at, front) {
        return false;
    }
    let (ours, theirs) = (at.stance(rear), at.stance(front));
    if ours.facing.turn_to(theirs.facing).size() > ASKEW * TICK {
        return false;
    }
    let (us, them) = (ours.block().posed(0), theirs.block().posed(0));
    let our_front = [us.outline[corner::FRONT_LEFT], us.outline[corner::FRONT_RIGHT]];
    let their_rear = [them.outline[corner::REAR_LEFT], them.outline[corner::REAR_RIGHT]];
    if !meet::gap_within(&our_front, &their_rear, TOUCH) {
        return false;
    }
    // Both edges as seen along the line of the unit in front.
    let Vector { x, y } = theirs.facing.vector();
    let along = |point: Point| y * i64::from(point.x) - x * i64::from(point.y);
    let ([a, b], [c, d]) = (our_front.map(along), their_rear.map(along));
    let common = b.min(d) - a.max(c);
    2 * common >= b - a
}

/// The friend directly behind a unit, if one is stacked there (G-4); of several the first.
#[must_use]
pub fn follower(at: Position<'_>, unit: UnitId) -> Option<UnitId> {
    if !may_stack(at, unit) {
        return None;
    }
    at.friends(unit).find(|&friend| is_behind(at, friend, unit))
}

/// A unit and those stacked behind it, front first. Each stands farther back than the one before, so there is an end.
pub fn stack(at: Position<'_>, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    std::iter::successors(Some(unit), move |&front| follower(at, front)).take(at.rules.units.len())
}

/// How many ranks deep a unit is, with those stacked behind it; skirmishers, squares, guns and wagons are one (G-8).
#[must_use]
pub fn ranks_deep(at: Position<'_>, unit: UnitId) -> u8 {
    if !may_stack(at, unit) {
        return 1;
    }
    stack(at, unit).map(|unit| at.stance(unit).ranks()).fold(0, u8::saturating_add)
}

/// Everybody else in a unit's stack: those behind it and those before it.
#[must_use]
pub fn mates(at: Position<'_>, unit: UnitId) -> Vec<UnitId> {
    let mut mates: Vec<UnitId> = stack(at, unit).skip(1).collect();
    let before = |&rear: &UnitId| at.friends(rear).find(|&front| is_behind(at, rear, front));
    mates.extend(std::iter::successors(before(&unit), before).take(at.rules.units.len()));
    mates
}
