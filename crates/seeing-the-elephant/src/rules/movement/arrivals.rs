//! Units that come in the course of the battle.

use super::throw;
use crate::model::action::Action;
use crate::model::figure::{Stance, gap_between, is_near};
use crate::model::ids::{OfficerId, UnitId};
use crate::model::legs::{Count, Mode, Motion, Wing};
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Fate, Formation, Mark, Troop, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::formations;
use crate::rules::legs::{self, Roll, is_on, refuse};
use crate::rules::sweep;
use engine::Violation;
use ground::geometry::Point;
use ground::table::heading::QUARTER;
use ground::table::{Heading, Leg, Posed, Turn};
use std::fmt;

/// Nobody comes in beside his entry point nearer to an enemy than this.
const KEPT_FROM_ENEMY: i32 = 6 * INCH;

/// Other places of the edge are tried in such steps from the entry point.
const STEP: i32 = INCH / 10;

/// How a unit may come in.
const MODES: [Mode; 3] = [Mode::March, Mode::Column, Mode::Road];

/// The ways in which units that are due may enter now.
pub(super) fn enters(at: Position<'_>) -> impl Iterator<Item = Action> + '_ {
    let at = at.tersely();
    at.rules.unit_ids().filter(move |&unit| is_due(at, unit)).flat_map(move |unit| {
        let kept_out = is_kept_out(at, unit);
        let fronts = (1..=widest(at, unit)).map(Count);
        fronts.flat_map(move |files| {
            let here = MODES.into_iter().filter(move |&mode| check(at, unit, files, mode).is_ok());
            let beside = if kept_out { beside(at, unit, files) } else { [None; 2] };
            let beside = Wing::BOTH.into_iter().zip(beside);
            let beside = beside.filter_map(|(wing, place)| Some((wing, place?)));
            let beside = beside.flat_map(move |(wing, place)| {
                let modes =
                    MODES.into_iter().filter(move |&mode| check_at(at, unit, files, mode, place).is_ok());
                modes.map(move |mode| Action::EnterBeside { unit, files, mode, wing })
            });
            here.map(move |mode| Action::Enter { unit, files, mode }).chain(beside)
        })
    })
}

/// Whether a unit may try to enter beside its entry point: it found no room there in an earlier turn and finds none
/// now, and this is the nearest place of the edge, or one of two as near.
///
/// # Errors
///
/// The rule that forbids it.
pub(super) fn check_beside(
    at: Position<'_>,
    unit: UnitId,
    files: Count,
    mode: Mode,
    wing: Wing,
) -> Result<(), Violation> {
    check(at, unit, files, Mode::March)?;
    match place(at, unit, files, wing) {
        Some(place) => check_at(at, unit, files, mode, place),
        None => {
            let name = &at.unit(unit).name;
            let text = if !at.is(unit, Mark::KEPT_OUT) {
                format!("{name} comes in elsewhere only if it found no room in an earlier turn")
            } else if has_room_at_entry(at, unit) {
                format!("{name} has room at its entry point")
            } else {
                format!("{name} has no place there, or a nearer one on the other side")
            };
            refuse(at, unit, "R-97", format_args!("{text}"))
        }
    }
}

/// Where a unit comes in that may do so beside its entry point, on that side of it.
fn place(at: Position<'_>, unit: UnitId, files: Count, wing: Wing) -> Option<Point> {
    if !is_kept_out(at, unit) {
        return None;
    }
    let [left, right] = beside(at, unit, files);
    if wing == Wing::Left { left } else { right }
}

/// Whether a unit that found no room at its entry point in an earlier turn is due and finds none now.
fn is_kept_out(at: Position<'_>, unit: UnitId) -> bool {
    at.is(unit, Mark::KEPT_OUT) && is_due(at, unit) && !has_room_at_entry(at, unit)
}

/// The nearest place of the edge with room, to the left and to the right of the entry point: both where they are as
/// near, else one of them.
fn beside(at: Position<'_>, unit: UnitId, files: Count) -> [Option<Point>; 2] {
    let Some(arrival) = at.unit(unit).arrival else { return [None; 2] };
    let field = &at.rules.table.field;
    let (low, high) = (field.table().low, field.table().high);
    // The edge is the one that the entry point lies on; its left and right are those of who looks inward.
    let inward = [
        (arrival.at.y - low.y, Heading::NORTH),
        (arrival.at.x - low.x, Heading::EAST),
        (high.y - arrival.at.y, Heading::SOUTH),
        (high.x - arrival.at.x, Heading::WEST),
    ];
    let Some((_, inward)) = inward.into_iter().min_by_key(|(off, _)| off.abs()) else { return [None; 2] };
    let aside = |wing: Wing| {
        let quarter = i32::from(QUARTER);
        inward.turned(Turn::tenths(if wing == Wing::Right { quarter } else { -quarter }))
    };
    let is_kept = |bodies: &[Posed], enemy: UnitId| {
        if !at.is_about(enemy, bodies, KEPT_FROM_ENEMY) {
            return true;
        }
        let enemy = at.footprint(enemy);
        !is_near(bodies, &enemy, KEPT_FROM_ENEMY)
            || gap_between(bodies, &enemy).is_none_or(|gap| gap.distance() >= KEPT_FROM_ENEMY)
    };
    let is_clear =
        |bodies: &[Posed], friend| !at.is_about(friend, bodies, 0) || !is_on(bodies, &at.footprint(friend));
    let has_room = |place: Point| {
        if !field.is_on_table(&[place]) {
            return false;
        }
        let bodies = sweep::footprint(&inside(at, unit, files, place));
        at.friends(unit).all(|friend| is_clear(&bodies, friend))
            && at.enemies(unit).all(|enemy| is_kept(&bodies, enemy))
            && has_room(at, unit, files, place)
    };
    let longest = (high.x - low.x).max(high.y - low.y);
    for step in 1..=longest / STEP {
        let places = [Wing::Left, Wing::Right].map(|wing| Leg::new(arrival.at, aside(wing), step * STEP).to);
        let found = places.map(|place| has_room(place).then_some(place));
        if found != [None; 2] {
            return found;
        }
    }
    [None; 2]
}

/// How a unit stands that has come in whole at a place of the edge and no farther.
fn inside(at: Position<'_>, unit: UnitId, files: Count, place: Point) -> Stance {
    let outside = outside(at, unit, files, place);
    Stance { anchor: Leg::new(place, outside.facing, depth(&outside)).to, ..outside }
}

/// How a unit stands that is about to come in at a place of the edge.
fn outside(at: Position<'_>, unit: UnitId, files: Count, place: Point) -> Stance {
    let mut troop = *at.troop(unit);
    stand_at_edge(at.rules, unit, &mut troop, files, place);
    Stance::of(&troop, at.size(unit))
}

fn depth(stance: &Stance) -> i32 {
    i32::from(stance.ranks()) * stance.size.depth
}

/// Whether a unit can come in whole at its entry point.
fn has_room_at_entry(at: Position<'_>, unit: UnitId) -> bool {
    let Some(arrival) = at.unit(unit).arrival else { return false };
    (1..=widest(at, unit)).any(|files| has_room(at, unit, Count(files), arrival.at))
}

/// How many stands wide a unit comes in at most.
fn widest(at: Position<'_>, unit: UnitId) -> u8 {
    if matches!(at.unit(unit).arm, Arm::Infantry | Arm::Cavalry) { 2.min(at.troop(unit).stands) } else { 1 }
}

/// Whether a unit can come in whole at a place of the edge, straight ahead or along a road, with its rear on the edge.
fn has_room(at: Position<'_>, unit: UnitId, files: Count, place: Point) -> bool {
    let stance = outside(at, unit, files, place);
    let long = depth(&stance);
    // However short the roll, it comes in whole.
    let fits = |leg: Motion| legs::may_enter(at.tersely(), unit, stance, leg);
    fits(Motion::Forward(long)) || fits(Motion::Road(long))
}

/// Whoever was due in this activation and has no room at his entry point has been kept out once.
pub fn note_kept_out(play: &mut Play<'_>) {
    for unit in play.rules.unit_ids() {
        let at = play.at();
        let waits = at.troop(unit).whereabouts == Whereabouts::Due
            && at.is(unit, Mark::ACTIVE)
            && at.unit(unit).arrival.is_some_and(|arrival| arrival.turn <= at.state.turn);
        if waits && !has_room_at_entry(at, unit) {
            play.mark(unit, Mark::KEPT_OUT, true);
        }
    }
}

/// A unit in column at a place of the edge, heading inward.
fn stand_at_edge(rules: &SeeingTheElephant, unit: UnitId, troop: &mut Troop, files: Count, place: Point) {
    let about = rules.unit(unit);
    let marches = matches!(about.arm, Arm::Infantry | Arm::Cavalry);
    troop.anchor = place;
    troop.facing = about.arrival.map_or(troop.facing, |arrival| arrival.facing);
    troop.formation = if marches { Formation::Column } else { Formation::Limbered };
    troop.frontage = files.0;
}

/// Whether a unit waits to enter in this activation.
fn is_due(at: Position<'_>, unit: UnitId) -> bool {
    let troop = at.troop(unit);
    troop.whereabouts == Whereabouts::Due
        && at.side(unit) == at.state.phasing
        && troop.marks.all(Mark::ACTIVE)
        && !troop.marks.any(Mark::STAYED)
        && at.unit(unit).arrival.is_some_and(|arrival| arrival.turn <= at.state.turn)
}

/// Whether a unit may try to enter so: in column, one or two stands wide.
///
/// # Errors
///
/// The rule that forbids it.
pub(super) fn check(at: Position<'_>, unit: UnitId, files: Count, mode: Mode) -> Result<(), Violation> {
    let place = at.unit(unit).arrival.map_or(Point::new(0, 0), |arrival| arrival.at);
    check_at(at, unit, files, mode, place)
}

/// The same at any place of the edge.
fn check_at(at: Position<'_>, unit: UnitId, files: Count, mode: Mode, place: Point) -> Result<(), Violation> {
    let about = at.unit(unit);
    let name = &about.name;
    let no = |text: fmt::Arguments<'_>| refuse(at, unit, "R-97", text);
    if !is_due(at, unit) {
        return no(format_args!("{name} does not come in now"));
    }
    if !(1..=widest(at, unit)).contains(&files.0) {
        return refuse(at, unit, "R-117", format_args!("{name} comes in one or two stands wide"));
    }
    let stance = Stance { anchor: place, ..at.stance(unit) };
    match mode {
        Mode::March => Ok(()),
        Mode::Column if about.arm == Arm::Infantry => Ok(()),
        Mode::Road if at.rules.options.road_bonus && formations::is_at_road(at, &stance) => Ok(()),
        _ => no(format_args!("{name} cannot come in so")),
    }
}

/// A unit that is due stands in column at its entry point, or at another place of the edge, and rolls.
pub(super) fn begin(
    play: &mut Play<'_>,
    unit: UnitId,
    files: Count,
    mode: Mode,
    wing: Option<Wing>,
) -> Option<Roll> {
    let arrival = play.rules.unit(unit).arrival?;
    let place = match wing {
        Some(wing) => place(play.at(), unit, files, wing)?,
        None => arrival.at,
    };
    let mut troop = *play.at().troop(unit);
    stand_at_edge(play.rules, unit, &mut troop, files, place);
    *play.troop(unit) = troop;
    let count = formations::dice(play.at(), unit, mode);
    Some(throw(play, unit, mode, count))
}

/// A unit comes onto the table, and with the first of a headquarters its commanders, attached to it.
pub(super) fn arrive(play: &mut Play<'_>, unit: UnitId) {
    if play.at().troop(unit).whereabouts != Whereabouts::Due {
        return;
    }
    play.troop(unit).whereabouts = Whereabouts::Table;
    play.mark(unit, Mark::KEPT_OUT, false);
    for officer in (0..play.state.officers.len()).map(OfficerId::at) {
        let comes = play.state.officers[officer.index()].fate == Fate::Due
            && play.at().is_under(unit, play.rules.officer(officer).hq);
        if comes {
            let commander = &mut play.state.officers[officer.index()];
            commander.fate = Fate::Present;
            commander.with = Some(unit);
        }
    }
}

#[cfg(test)]
mod tests;
