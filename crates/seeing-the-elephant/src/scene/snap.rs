//! A drag drawn to what it is probably meant for: flush beside or behind a friend, square before an enemy, behind the
//! edge of cover, at a mark of range, at the end of its reach.

use super::drag::{self, Draft, OBLIQUE, QUARTER, marches, seen_from, wheel};
use super::reach::longest;
use crate::model::figure::TICK;
use crate::model::ids::UnitId;
use crate::model::legs::{Motion, Path};
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::state::Formation;
use crate::model::terrain::COVER;
use crate::rules::legs::{self, Ghost, Roll};
use crate::rules::movement::{BEHIND_COVER, STANDOFFS};
use crate::rules::sweep::{self, Sweep};
use engine::Violation;
use ground::geometry::Point;
use ground::table::heading::ONE;
use ground::table::{Heading, Leg, Turn};

/// How near a hand must come to something to be drawn to it.
const NEAR: i32 = 3 * INCH / 4;

/// As far as this a hand is followed: farther than any dice lead.
const FAR: i64 = 60 * INCH as i64;

/// The path by some points, drawn to what is near its end.
pub(super) fn drag(
    at: Position<'_>,
    unit: UnitId,
    roll: Roll,
    points: &[Point],
    facing: Option<Heading>,
) -> Result<Path, Violation> {
    let ghost = Ghost::of(at, unit);
    let legal = |path: &Path| legs::plan(at, unit, roll, path).is_ok();
    let Some((&to, turns)) = points.split_last() else { return drag::drag(at, unit, points, facing) };
    if !marches(&ghost.stance) {
        if !turns.is_empty() {
            return drag::drag(at, unit, points, facing);
        }
        return toward(at, unit, &ghost, to, facing, legal);
    }
    let from = turns.last().copied().unwrap_or(ghost.stance.anchor);
    let to = within(from, to, FAR);
    let points: Vec<Point> = turns.iter().copied().chain([to]).collect();
    if facing.is_none() {
        let posts = posts(at, unit, &ghost, to).into_iter();
        let mut posted = posts.filter_map(|(place, facing)| post(at, unit, turns, place, facing));
        if let Some(path) = posted.find(|path| legal(path)) {
            return Ok(path);
        }
    }
    let path = drag::drag(at, unit, &points, facing)?;
    Ok(lengthened(at, unit, &path, legal).unwrap_or(path))
}

/// A point, or the one so far away in its direction.
fn within(from: Point, to: Point, far: i64) -> Point {
    let away = from.distance_squared(to).isqrt();
    if away <= far {
        return to;
    }
    let part = |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * far / away) as i32;
    Point::new(part(from.x, to.x), part(from.y, to.y))
}

/// Places near a point where a unit stands well, nearest first: beside a friend and behind him, facing as he does, and
/// square before an enemy at a mark of range.
fn posts(at: Position<'_>, unit: UnitId, ghost: &Ghost, to: Point) -> Vec<(Point, Heading)> {
    let width = ghost.stance.block().width;
    let mut found = Vec::new();
    let solid = |&other: &UnitId| {
        !at.is_loose(other) && at.troop(other).formation != Formation::Square && at.lane(other).is_none()
    };
    for friend in at.friends(unit).filter(solid) {
        let block = at.stance(friend).block();
        let beside = block.width + width;
        let places = [block.spot(beside, 0), block.spot(-beside, 0), block.spot(0, -2 * block.depth)];
        found.extend(places.map(|place| (place, block.heading)));
    }
    for enemy in at.enemies(unit).filter(solid) {
        let block = at.stance(enemy).block();
        let back = block.heading.turned(Turn::tenths(1_800));
        let marks = STANDOFFS.map(|yards| block.spot(0, 2 * at.rules.scale.yards(yards)));
        found.extend(marks.map(|place| (place, back)));
    }
    let near = i64::from(NEAR) * i64::from(NEAR);
    found.retain(|(place, _)| place.distance_squared(to) <= near);
    found.sort_by_key(|(place, _)| place.distance_squared(to));
    found
}

/// The path that ends exactly there, facing so: one wheel, then obliquely as far aside as it takes, then straight on.
fn post(at: Position<'_>, unit: UnitId, turns: &[Point], place: Point, facing: Heading) -> Option<Path> {
    let mut draft = Draft::new(at, unit);
    for &turn in turns {
        draft.go_to(turn).ok()?;
    }
    let tick = i32::from(TICK);
    let turn = draft.ghost.stance.facing.turn_to(facing).clockwise() / tick;
    if turn.abs() > QUARTER {
        return None;
    }
    if let Some(leg) = wheel(turn) {
        draft.add(leg).ok()?;
    }
    let stance = draft.ghost.stance;
    let [aside, mut ahead] = seen_from(&stance, place);
    if aside != 0 {
        // The least oblique way that leaves something to go straight on.
        let may = stance.formation != Formation::Limbered && ahead > 0;
        let (ticks, distance, along) = (1..=OBLIQUE).filter(|_| may).find_map(|ticks| {
            let vector = Heading::NORTH.turned(Turn::tenths(ticks * tick)).vector();
            let distance = i64::from(aside).abs() * ONE / vector.x;
            let along = distance * vector.y / ONE;
            (along <= i64::from(ahead)).then_some((ticks, distance as i32, along as i32))
        })?;
        draft.add(Motion::Oblique { right: aside > 0, ticks: ticks as u8, distance }).ok()?;
        ahead -= along;
    }
    if ahead > 0 {
        draft.add(Motion::Forward(ahead)).ok()?;
    }
    (ahead >= 0).then(|| draft.path())
}

/// The same path with its last straight leg a little longer or shorter: to the edge of cover, to a mark of range, or
/// to the end of what the dice allow. None where nothing of the kind is near.
fn lengthened(at: Position<'_>, unit: UnitId, path: &Path, legal: impl Fn(&Path) -> bool) -> Option<Path> {
    let legs: Vec<Motion> = path.0.to_vec();
    let (&Motion::Forward(length), before) = legs.split_last()? else { return None };
    let with = |way: i32| {
        let mut legs = before.to_vec();
        legs.push(Motion::Forward(way));
        Path::of(&legs)
    };
    let farther = length + NEAR;
    if !legal(path) {
        let reach = longest(length, |way| legal(&with(way)));
        return (reach > 0).then(|| with(reach));
    }
    let mut draft = Draft::new(at, unit);
    before.iter().try_for_each(|&leg| draft.add(leg)).ok()?;
    let stance = draft.ghost.stance;
    let way = Leg::new(stance.anchor, stance.facing, farther);
    let ahead = Sweep::along(stance, way);
    let mut good = Vec::new();
    if let Some(body) = sweep::footprint(&stance).first() {
        let cover = at.rules.table.field.first_met(&way, &body.outline, COVER, sweep::MARK);
        good.extend(cover.map(|(way, _)| way - BEHIND_COVER));
    }
    for enemy in at.enemies(unit) {
        let theirs = at.footprint(enemy);
        let marks = STANDOFFS.iter().map(|&yards| at.rules.scale.yards(yards));
        good.extend(marks.filter_map(|mark| ahead.first_within(&theirs, mark)));
    }
    good.retain(|&way| way > 0 && (way - length).abs() <= NEAR);
    good.sort_by_key(|&way| (way - length).abs());
    let good = good.into_iter().map(with).find(|path| legal(path));
    good.or_else(|| {
        // Nearly all that the dice allow is meant to be all of it.
        let all = longest(farther, |way| legal(&with(way)));
        (all > length && all < farther).then(|| with(all))
    })
}

/// Loose stands, and guns drawn by hand, as far toward a point as they may go.
fn toward(
    at: Position<'_>,
    unit: UnitId,
    ghost: &Ghost,
    to: Point,
    facing: Option<Heading>,
    legal: impl Fn(&Path) -> bool,
) -> Result<Path, Violation> {
    let from = ghost.stance.anchor;
    let far = from.distance_squared(to).isqrt().min(FAR) as i32;
    let going = |way: i32| drag::drag(at, unit, &[within(from, to, i64::from(way))], facing);
    let there = going(far)?;
    if legal(&there) {
        return Ok(there);
    }
    let reach = longest(far, |way| going(way).is_ok_and(|path| legal(&path)));
    if reach > 0 { going(reach) } else { Ok(there) }
}
