//! A move carried out leg by leg, with whoever comes in between (G-14).

use crate::model::event::Event;
use crate::model::figure::{Round, TOUCH, is_near};
use crate::model::ids::UnitId;
use crate::model::legs::{Mode, Motion, Path};
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{March, Mark, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::legs::{self, Ghost, Shape};
use crate::rules::morale::leave;
use crate::rules::passing::{self, Interrupt, Track};
use crate::rules::sweep::{Course, Sweep};
use crate::rules::{officers, passage, skirmishers};
use arrayvec::ArrayVec;
use engine::agenda::Step;
use ground::table::Leg;
use serde::{Deserialize, Serialize};

/// The move that is being carried out goes on: to the end of its leg, or to where an enemy comes in between (G-14, 6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance;

impl Step<SeeingTheElephant> for Advance {
    fn take(self, play: &mut Play<'_>) {
        let Some(march) = play.state.march else { return };
        let unit = march.unit;
        let at = play.at();
        // Who ran, surrendered or died in between goes no farther (1.3); nor does who is in contact.
        if !at.is_present(unit) || at.troop(unit).withdrawing.is_some() || at.is_in_contact(unit) {
            return finish(play);
        }
        // who faced a charge or halted for it has ended its move.
        if at.is(unit, Mark::STOPPED) {
            return halt(play);
        }
        let march = rebased(at, march);
        let Some(trod) = next_leg(at, &march) else { return finish(play) };
        if march.late {
            return drive_off(play, march, &trod);
        }
        if let Some(interrupt) = interruption(at, &march, &trod) {
            let way = interrupt.place.way;
            match &trod.shape {
                Shape::Formed(sweeps) => stand_at(play, unit, &sweeps[0], way),
                Shape::Loose(spread) => play.state.set_loose(unit, &spread.places_at(way)),
                Shape::None => {}
            }
            play.state.march = Some(March { way, ..march });
            play.state.agenda.push(Advance);
            return interrupt.ask(play, unit);
        }
        end_leg(play, march, &trod);
    }
}

/// The next place of the leg being gone at which an enemy may come in between: pass-through fire (I-3) and opportunity
/// charges (I-6) answer moves of any length, wherever on the rest of the path they find their place.
fn interruption(at: Position<'_>, march: &March, trod: &legs::Trod) -> Option<Interrupt> {
    let from = passing::Place { leg: 0, way: march.way };
    if let Shape::Loose(spread) = &trod.shape {
        return passing::next(at, march.unit, &Track::Loose(spread), from, None);
    }
    let mut rest: Vec<Sweep> = Vec::new();
    if let Shape::Formed(sweeps) = &trod.shape {
        rest.extend(sweeps.first().cloned());
    }
    each_following(at, march, trod, |next| {
        if let Shape::Formed(sweeps) = &next.shape {
            rest.extend(sweeps.first().cloned());
        }
    });
    passing::next(at, march.unit, &Track::Legs(&rest), from, None).filter(|found| found.place.leg == 0)
}

/// A march whose unit has lost stands on the way goes on from where it stands, with what is left of its leg.
fn rebased(at: Position<'_>, march: March) -> March {
    let troop = at.troop(march.unit);
    if march.way == 0 || march.stands == troop.stands {
        return march;
    }
    let Some(leg) = march.path.0.get(usize::from(march.leg)) else { return march };
    let path = with_leg(&march.path, march.leg, less(*leg, march.way));
    March { path, way: 0, from: troop.anchor, facing: troop.facing, stands: troop.stands, ..march }
}

/// A path with another leg in place of one of its own.
fn with_leg(path: &Path, number: u8, new: Motion) -> Path {
    let mut changed = Path::default();
    for (at, leg) in path.0.iter().enumerate() {
        changed.0.push(if at == usize::from(number) { new } else { *leg });
    }
    changed
}

/// What is left of a leg.
fn less(leg: Motion, way: i32) -> Motion {
    let left = |distance: i32| (distance - way).max(0);
    match leg {
        Motion::Forward(distance) => Motion::Forward(left(distance)),
        Motion::Back(distance) => Motion::Back(left(distance)),
        Motion::Road(distance) => Motion::Road(left(distance)),
        Motion::Side { right, distance } => Motion::Side { right, distance: left(distance) },
        Motion::Oblique { right, ticks, distance } => {
            Motion::Oblique { right, ticks, distance: left(distance) }
        }
        Motion::Wheel { right, ticks } => Motion::Wheel { right, ticks: ticks.saturating_sub(way as u8) },
        other => other,
    }
}

/// The leg that is being gone, from its beginning; `None` if there is none left, or none that can be gone any more.
fn next_leg(at: Position<'_>, march: &March) -> Option<legs::Trod> {
    let mut ghost = Ghost::of(at, march.unit);
    ghost.stance.anchor = march.from;
    ghost.stance.facing = march.facing;
    let number = usize::from(march.leg);
    if march.path.0.is_empty() {
        let places: skirmishers::Spots = march.places.0.iter().map(|place| place.0).collect();
        return (number == 0).then(|| legs::spread(at, &ghost, &places, ghost.stance.facing));
    }
    let leg = march.path.0.get(number)?;
    legs::tread(at.tersely(), march.unit, &ghost, *leg, legs::is_last(&march.path, number)).ok()
}

/// The legs after the one that is being gone, and what is left of that, as far as they can be gone.
fn each_following(at: Position<'_>, march: &March, trod: &legs::Trod, mut each: impl FnMut(&legs::Trod)) {
    let mut number = usize::from(march.leg);
    let mut next = trod.rest;
    let mut ghost = trod.after.clone();
    loop {
        let leg = if let Some(rest) = next {
            rest
        } else {
            number += 1;
            let Some(leg) = march.path.0.get(number) else { return };
            *leg
        };
        let is_last = legs::is_last(&march.path, number);
        let Ok(trod) = legs::tread(at.tersely(), march.unit, &ghost, leg, is_last) else { return };
        each(&trod);
        next = trod.rest;
        ghost = trod.after;
    }
}

/// Puts a unit to a place of a leg.
fn stand_at(play: &mut Play<'_>, unit: UnitId, leg: &Sweep, way: i32) {
    let stance = leg.stance_at(way);
    let troop = play.troop(unit);
    troop.anchor = stance.anchor;
    troop.facing = stance.facing;
}

/// A leg is gone: friends on the way are passed, enemy skirmishers give way, and the next leg begins.
fn end_leg(play: &mut Play<'_>, mut march: March, trod: &legs::Trod) {
    let unit = march.unit;
    pass_leg(play, &mut march, trod);
    if let Shape::Formed(sweeps) = &trod.shape {
        for sweep in sweeps {
            let stuck = skirmishers::give_way(play, unit, sweep);
            if !stuck.is_empty() {
                return cut(play, unit, sweep, sweep.length(), &stuck);
            }
        }
    }
    play.state.march = Some(following(play.at(), march, trod));
    play.state.agenda.push(Advance);
}

/// Enemy skirmishers near whom a leg ended while cavalry rode at the mover give way where it now stands.
fn drive_off(play: &mut Play<'_>, march: March, trod: &legs::Trod) {
    play.state.march = Some(March { late: false, ..march });
    if let Shape::Formed(sweeps) = &trod.shape
        && let Some(sweep) = sweeps.first()
    {
        let here = match sweep.course {
            Course::Straight(leg) if march.way > 0 => {
                Sweep::along(sweep.start, Leg { to: leg.at(march.way), length: march.way, ..leg })
            }
            _ => Sweep::anew(sweep.start, sweep.stance_at(march.way)),
        };
        let stuck = skirmishers::give_way(play, march.unit, &here);
        if !stuck.is_empty() {
            return cut(play, march.unit, sweep, march.way, &stuck);
        }
    }
    play.state.agenda.push(Advance);
}

/// What a leg does to whom it meets: friends on the way are passed, wagons and lone commanders taken.
fn pass_leg(play: &mut Play<'_>, march: &mut March, trod: &legs::Trod) {
    let unit = march.unit;
    let at = play.at();
    let passed: ArrayVec<UnitId, 32> = at
        .friends(unit)
        .filter(|friend| !march.passed.iter().any(|other| other == friend))
        .filter(|&friend| match &trod.shape {
            Shape::Formed(sweeps) => sweeps.iter().any(|sweep| {
                sweep.round().is_within(at.round(friend), 0) && sweep.passes(&at.footprint(friend))
            }),
            Shape::Loose(spread) => spread.passes(&at.footprint(friend)),
            Shape::None => false,
        })
        .take(32)
        .collect();
    let wagons: ArrayVec<UnitId, 8> = at
        .enemies(unit)
        .filter(|&enemy| at.unit(enemy).arm == Arm::Wagon && at.is_formed(unit))
        .filter(|&enemy| {
            matches!(&trod.shape, Shape::Formed(sweeps)
                if sweeps.iter().any(|sweep| sweep.touches(&at.footprint(enemy))))
        })
        .take(8)
        .collect();
    settle(play, unit, &trod.after);
    for friend in passed {
        passage::pass(play, unit, friend);
        if march.passed.len() < 16 {
            march.passed.push(friend);
        }
    }
    // M-13: a wagon that formed enemies reach is captured.
    for wagon in wagons {
        leave(play, wagon, Whereabouts::Captured);
    }
    officers::reached(play, unit);
}

/// A march at the beginning of what comes after a leg.
fn following(at: Position<'_>, march: March, trod: &legs::Trod) -> March {
    let troop = at.troop(march.unit);
    let (from, facing, stands) = (troop.anchor, troop.facing, troop.stands);
    // a road is followed stretch by stretch.
    let (path, leg) = match trod.rest {
        Some(rest) => (with_leg(&march.path, march.leg, rest), march.leg),
        None => (march.path, march.leg + 1),
    };
    March { path, leg, way: 0, from, facing, stands, ..march }
}

/// A unit stands as it does at the end of a leg.
fn settle(play: &mut Play<'_>, unit: UnitId, ghost: &Ghost) {
    let troop = play.troop(unit);
    troop.anchor = ghost.stance.anchor;
    troop.facing = ghost.stance.facing;
    troop.formation = ghost.stance.formation;
    troop.frontage = ghost.stance.frontage;
    troop.road = ghost.lane;
    if ghost.is_loose() {
        play.state.set_loose(unit, &ghost.places);
    } else {
        play.state.gather(unit);
    }
    play.mark(unit, Mark::DISMOUNTED, ghost.dismounted);
    play.mark(unit, Mark::PRONE, ghost.prone);
}

/// Skirmishers could not give way: the leg ends at its last place, from here back, without contact (G-16a), on nobody
///
fn cut(play: &mut Play<'_>, unit: UnitId, leg: &Sweep, here: i32, stuck: &[UnitId]) {
    let at = play.at();
    let is_good = |way: i32| {
        let ours = leg.footprint_at(way);
        !stuck.iter().any(|&enemy| is_near(&ours, &at.footprint(enemy), TOUCH)) && is_free(at, unit, &ours)
    };
    let mut way = here;
    while !is_good(way) {
        let Some(before) = leg.before(way) else { break };
        way = before;
    }
    let moved_back = way < here;
    stand_at(play, unit, leg, way);
    officers::reached(play, unit);
    if moved_back {
        play.tell(Event::CutShort { unit });
    }
    finish(play);
}

/// Whether a footprint of a unit lies on nobody.
#[must_use]
pub fn is_free(at: Position<'_>, unit: UnitId, footprint: &[ground::table::Posed]) -> bool {
    let near = |other: UnitId| {
        let round = at.round(other);
        footprint.iter().any(|body| Round::of(body).is_within(round, 0))
    };
    !at.present().any(|other| other != unit && near(other) && legs::is_on(footprint, &at.footprint(other)))
}

/// The move that is being carried out ends where the unit stands; on a friend, at the last free place of its leg
///
pub fn halt(play: &mut Play<'_>) {
    let Some(march) = play.state.march else { return };
    let at = play.at();
    if let Some(trod) = next_leg(at, &march)
        && let Shape::Formed(sweeps) = &trod.shape
    {
        let leg = &sweeps[0];
        let mut way = march.way;
        while !is_free(at, march.unit, &leg.footprint_at(way)) {
            let Some(before) = leg.before(way) else { break };
            way = before;
        }
        stand_at(play, march.unit, leg, way);
        officers::reached(play, march.unit);
    }
    finish(play);
}

/// How much of its allowance the unit that is moving has not used where it stands, in mils, and its dice.
#[must_use]
pub fn unused(at: Position<'_>) -> Option<(i32, u8)> {
    let march = at.state.march.as_ref()?;
    let trod = next_leg(at, march)?;
    let mut rest = trod.charged - gone(&trod, march.way);
    each_following(at, march, &trod, |next| rest += next.charged);
    Some((march.left + rest, march.roll.dice))
}

/// How much of a leg's length is gone at a place of it.
fn gone(trod: &legs::Trod, way: i32) -> i32 {
    match &trod.shape {
        Shape::Formed(sweeps) => match sweeps.first() {
            Some(sweep) if matches!(sweep.course, Course::Wheel { .. }) => {
                legs::wheel_cost(&sweep.start, way.max(0) as u16)
            }
            _ => way,
        },
        _ => way,
    }
}

/// The unit that is moving goes on while cavalry rides at it: so many mils more of its path, over the ends of its legs
/// (STE-CAV-4, R-111).
pub fn go_on_by(play: &mut Play<'_>, grace: i32) {
    let mut left = grace;
    while left > 0
        && let Some(mut march) = play.state.march
        && let Some(trod) = next_leg(play.at(), &march)
    {
        let whole = match &trod.shape {
            Shape::Formed(sweeps) => sweeps.first().map_or(0, |sweep| gone(&trod, sweep.length())),
            Shape::Loose(spread) => spread.longest(),
            Shape::None => 0,
        };
        let rest = whole - gone(&trod, march.way);
        let is_last = trod.rest.is_none() && usize::from(march.leg) + 1 >= march.path.0.len();
        if rest > left || is_last {
            return go_within(play, march, &trod, left);
        }
        left -= rest;
        pass_leg(play, &mut march, &trod);
        // What skirmishers do at the end of a leg waits for the end of the cavalry's charge.
        play.state.march = Some(March { late: true, ..following(play.at(), march, &trod) });
    }
}

/// So many mils more of the leg that is being gone, at most to its end.
fn go_within(play: &mut Play<'_>, march: March, trod: &legs::Trod, grace: i32) {
    match &trod.shape {
        Shape::Formed(sweeps) => {
            let Some(sweep) = sweeps.first() else { return };
            let before = gone(trod, march.way);
            let mut way = sweep.length();
            while way > march.way && gone(trod, way) - before > grace {
                way = sweep.before(way).unwrap_or(march.way);
            }
            let way = way.max(march.way);
            stand_at(play, march.unit, sweep, way);
            play.state.march = Some(March { way, ..march });
        }
        Shape::Loose(spread) => {
            let way = (march.way + grace).min(spread.longest());
            play.state.set_loose(march.unit, &spread.places_at(way));
            play.state.march = Some(March { way, ..march });
        }
        Shape::None => {}
    }
}

/// Whether a unit is crossing a major obstacle: fire then gives a marker more (STE-MOVE-37, R-56).
#[must_use]
pub fn is_crossing(at: Position<'_>, unit: UnitId) -> bool {
    at.state.march.is_some_and(|march| march.unit == unit && march.roll.mode == Mode::Cross)
}

/// A move is over.
fn finish(play: &mut Play<'_>) {
    let Some(march) = play.state.march.take() else { return };
    // STE-OFF-2, R-60: with cavalry an officer moves at its rate, and has no other move.
    if play.rules.unit(march.unit).arm == Arm::Cavalry {
        for officer in officers::with(play.at(), march.unit).collect::<ArrayVec<_, 8>>() {
            play.state.officers[officer.index()].moved = true;
        }
    }
}
