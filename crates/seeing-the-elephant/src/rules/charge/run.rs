//! A charge from its dice to contact, step by step (1.2, C2 to C9).

use super::path::{self, Others, Purse};
use super::questions::{Offer, OfferFire, PressOn, StopCharge};
use super::screen::FallBack;
use super::{charging_stance, dice, purse};
use crate::model::charge::{Awaits, Charge, Course, Goal, Pose, Spot, Stage};
use crate::model::event::{ChargeEnd, Event};
use crate::model::figure::{Bodies, Footprint, Stance, overlap};
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Mark, Melee, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::arcs;
use crate::rules::dice as die;
use crate::rules::fire::{self, DefensiveRange};
use crate::rules::morale::{self, Cause, TakeTest, Verdict};
use crate::rules::movement;
use crate::rules::officers;
use crate::rules::passage;
use crate::rules::passing::{self, Interrupt, Place, Track};
use crate::rules::skirmishers;
use crate::rules::stacks;
use crate::rules::sweep::footprint;
use engine::agenda::Step;
use engine::flat::List;
use ground::table::heading::QUARTER;
use ground::table::{Leg, Turn};
use serde::{Deserialize, Serialize};

/// A charge goes on: to the next place where something is asked or rolled, or to its end.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChargeOn {
    /// Who charges.
    pub unit: UnitId,
}

impl Step<SeeingTheElephant> for ChargeOn {
    fn take(self, play: &mut Play<'_>) {
        let unit = self.unit;
        let Some(charge) = play.state.charge_of(unit).copied() else { return };
        if !charge.marks.any(Stage::ROLLED) {
            return set_out(play, &charge);
        }
        if !may_go_on(play.at(), unit) || play.at().is(unit, Mark::STOPPED) {
            // The rest of its way is void (1.3); a charge of its own ends when cavalry touches it.
            return finish(play, unit, Some(ChargeEnd::Broken));
        }
        let verdict = play.at().troop(unit).verdict;
        update(play, unit, |charge| charge.awaits = Awaits::Nothing);
        match charge.awaits {
            // STE-CHG-6, STE-CHG-9, R-24: a failure that only costs a hit halts it at the 100 yard mark.
            Awaits::FirstFire | Awaits::ScreenFire if verdict == Some(Verdict::Shaken) => {
                return halt_at(play, unit, charge.halt);
            }
            Awaits::SecondFire if verdict == Some(Verdict::Shaken) => {
                let here = Pose::of(play.at().troop(unit));
                let halt = if play.rules.options.second_fire_halt_yd == 50 { here } else { charge.halt };
                return halt_at(play, unit, halt);
            }
            // under the fire of others it halts where it stands.
            Awaits::Passing if verdict == Some(Verdict::Shaken) => {
                let here = Pose::of(play.at().troop(unit));
                return halt_at(play, unit, here);
            }
            Awaits::SecondTest => return second_fire(play, &charge),
            Awaits::Receive => return received(play, &charge),
            // STE-CHG-7: a pass lets it go on.
            _ => {}
        }
        go_on(play, unit);
    }
}

/// Changes the charge of a unit.
pub fn update(play: &mut Play<'_>, unit: UnitId, change: impl FnOnce(&mut Charge)) {
    if let Some(charge) = play.state.charges.iter_mut().find(|charge| charge.unit == unit) {
        change(charge);
    }
}

/// Whether a charger is still on its feet and free.
fn may_go_on(at: Position<'_>, unit: UnitId) -> bool {
    at.is_present(unit) && at.troop(unit).withdrawing.is_none() && !is_locked(at, unit)
}

/// Whether a unit is in a melee.
fn is_locked(at: Position<'_>, unit: UnitId) -> bool {
    at.state.melees.iter().any(|melee| melee.attacker == unit || melee.defender == unit)
}

/// Whether the target of a charge is no longer where it was: it has run or left play.
fn is_gone(at: Position<'_>, charge: &Charge) -> bool {
    let target = at.troop(charge.target);
    !at.is_present(charge.target) || target.withdrawing.is_some() && target.anchor != charge.aim.anchor
}

/// What a charge leads to: its target, or the place that it has left.
fn aim(at: Position<'_>, charge: &Charge) -> Footprint {
    if is_gone(at, charge) {
        footprint(&charge.aim.stance(at.size(charge.target))).into_iter().collect()
    } else {
        at.footprint(charge.target)
    }
}

/// The stands of a charger as they stood when its phase began.
fn stands_then(at: Position<'_>, charge: &Charge) -> Bodies {
    let stance = charge.from.stance(at.size(charge.unit));
    (0..stance.stands).map(|number| stance.stand(number)).collect()
}

/// Whether a charge is on the flank or rear of an enemy: every stand of the charger began its Movement Phase outside
/// all his arcs (STE-FLK-2, G-7).
#[must_use]
pub fn is_on_flank(at: Position<'_>, charge: &Charge, enemy: UnitId) -> bool {
    !charge.marks.any(Stage::MET) && arcs::is_flank_from(at, &stands_then(at, charge), enemy)
}

/// What a charge has in hand.
pub const fn in_hand(charge: &Charge) -> Purse {
    let Charge { dice, sum, halved, spent, toll, .. } = *charge;
    Purse { dice, sum, halved, spent, toll }
}

/// The dice of a charge fall, and its way is worked out again, after those before it (C2, STE-CHG-2, G-13).
pub fn set_out(play: &mut Play<'_>, charge: &Charge) {
    let unit = charge.unit;
    let at = play.at();
    // whom a test has held or driven off in the meantime does not charge.
    let shaken = at.troop(unit).verdict == Some(Verdict::Shaken);
    if shaken || !may_go_on(at, unit) {
        return finish(play, unit, Some(ChargeEnd::Off));
    }
    let gone = is_gone(at, charge);
    let stance = charging_stance(at, unit);
    let course = plan(at, charge, &stance);
    let bonus = !charge.marks.any(Stage::PLAIN);
    let dice = dice(at, unit, &course, bonus);
    let mut sum = 0;
    for _ in 0..dice {
        sum += die::average(play.chance, "charge");
    }
    let at = play.at();
    let purse = Purse { halved: charge.halved, ..purse(at, unit, &course, Some(sum), bonus) };
    let reach = purse.reach(at, unit, &stance, course.turn, path::end(&course));
    let way = path::along(&stance, course.turn, path::end(&course));
    play.tell(Event::ChargeRolled { unit, dice, sum, reach, way });
    play.mark(unit, Mark::MOVED, true);
    play.mark(unit, Mark::ON_ROAD.or(Mark::PRONE), false);
    // whoever has been parted from the charger meanwhile stays; for the others it is their move.
    let mut along = List::default();
    let mut last = unit;
    for &follower in charge.followers.iter() {
        if play.at().troop(follower).withdrawing.is_none() && stacks::is_behind(play.at(), follower, last) {
            play.mark(follower, Mark::MOVED, true);
            play.mark(follower, Mark::ON_ROAD, false);
            along.push(follower);
            last = follower;
        }
    }
    if !charge.marks.any(Stage::OPPORTUNITY) {
        passing::begin(play, unit);
    }
    let start = Pose::of(play.at().troop(unit));
    update(play, unit, |charge| {
        charge.marks |= Stage::ROLLED;
        charge.followers = along;
        (charge.dice, charge.sum, charge.toll) = (purse.dice, purse.sum, purse.toll);
        (charge.start, charge.course, charge.halt) = (start, course, start);
    });
    play.state.agenda.push(ChargeOn { unit });
    if gone {
        play.state.agenda.push(StopCharge { unit });
    }
}

/// The way of a charge from where the charger stands. Where none is left, straight ahead to the last free place short
/// of contact, and that is all (G-13).
fn plan(at: Position<'_>, charge: &Charge, stance: &Stance) -> Course {
    let Charge { unit, target, .. } = *charge;
    let others = Others::of(at, unit, target);
    let aim = aim(at, charge);
    match path::plan(at, unit, stance, &aim, &others) {
        Some(course) if is_gone(at, charge) => Course { goal: Goal::Ground, ..course },
        Some(course) => course,
        None => path::ahead(at, unit, stance),
    }
}

/// The charger goes on to the next place where something falls due, or to the end of its way.
fn go_on(play: &mut Play<'_>, unit: UnitId) {
    let Some(charge) = play.state.charge_of(unit).copied() else { return };
    let at = play.at();
    if charge.course.goal != Goal::Ground && is_gone(at, &charge) {
        let within = at.troop(charge.target).whereabouts == Whereabouts::Within;
        let parent = at.unit(charge.target).parent.filter(|&parent| within && at.is_present(parent));
        play.state.agenda.push(ChargeOn { unit });
        return match parent {
            Some(parent) => play.state.agenda.push(PressOn { unit, parent }),
            None => play.state.agenda.push(StopCharge { unit }),
        };
    }
    // the rest of the way is worked out again where a stand was lost or the target has moved.
    let aim = Pose::of(at.troop(charge.target));
    let changed = at.troop(unit).stands != charge.start.stands || aim != charge.aim;
    if charge.course.goal != Goal::Ground && changed {
        replan(play, unit);
        return play.state.agenda.push(ChargeOn { unit });
    }
    let stance = charge.start.stance(at.size(unit));
    let last = in_hand(&charge).last(at, unit, &stance, &charge.course, charge.gone);
    let arrives = last == path::end(&charge.course) && charge.course.goal != Goal::Ground;
    match next_due(at, &charge, &stance, last, arrives) {
        Some((spot, due)) => {
            advance(play, unit, spot);
            meet(play, unit, due);
        }
        None if arrives => {
            advance(play, unit, last);
            arrive(play, unit);
        }
        None => {
            if last != charge.gone {
                advance(play, unit, last);
            }
            // nobody ends on a friend.
            let free = path::last_free(play.at(), unit, &stance, &charge.course, last);
            if free != last {
                advance(play, unit, free);
            }
            drive_off(play, unit);
            let why = if is_gone(play.at(), &charge) { ChargeEnd::Void } else { ChargeEnd::Short };
            finish(play, unit, Some(why));
        }
    }
}

/// Works out the way of a charge again from where the charger stands, with the rest of its reach (R-107, G-13).
pub fn replan(play: &mut Play<'_>, unit: UnitId) {
    let Some(charge) = play.state.charge_of(unit).copied() else { return };
    let at = play.at();
    let old = charge.start.stance(at.size(unit));
    let spent = charge.spent + path::along(&old, charge.course.turn, charge.gone);
    let toll = path::toll(at, unit, &old, charge.course.turn, charge.gone, charge.toll);
    let stance = at.stance(unit);
    let aim = Pose::of(at.troop(charge.target));
    let course = plan(at, &Charge { aim, ..charge }, &stance);
    let start = Pose::of(at.troop(unit));
    update(play, unit, |charge| {
        (charge.spent, charge.toll, charge.start, charge.aim, charge.course) =
            (spent, toll, start, aim, course);
        (charge.gone, charge.tested) = (Spot::default(), Spot::default());
    });
}

/// What falls due at a place of a charge, in the order of R-95.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Due {
    /// The first defensive fire (C3), or what skirmishers do instead (I-4).
    First,
    /// The second (C6).
    Second,
    /// Pistols and shotguns (C7b).
    Pistols,
}

/// What is due next, and where.
fn next_due(
    at: Position<'_>,
    charge: &Charge,
    stance: &Stance,
    last: Spot,
    arrives: bool,
) -> Option<(Spot, Result<Due, Interrupt>)> {
    let scale = at.rules.scale;
    let mut best: Option<(Spot, u8, Result<Due, Interrupt>)> = None;
    let mut keep = |spot: Spot, order: u8, due: Result<Due, Interrupt>| {
        if spot <= last && best.is_none_or(|best| (spot, order) < (best.0, best.1)) {
            best = Some((spot, order, due));
        }
    };
    if charge.course.goal != Goal::Ground {
        let aim = at.footprint(charge.target);
        let at_mark = |yards| path::mark(stance, &charge.course, charge.gone, &aim, scale.yards(yards));
        // STE-CHG-3: the first fire only at who began farther off than 100 yards.
        if !charge.marks.any(Stage::FIRST)
            && let Some(mark) = at_mark(100)
        {
            keep(mark, 1, Ok(Due::First));
        }
        if !charge.marks.any(Stage::SECOND)
            && let Some(mark) = at_mark(50)
        {
            keep(mark, 2, Ok(Due::Second));
        }
        if arrives
            && !charge.marks.any(Stage::PISTOLS)
            && let Some(mark) = at_mark(50)
        {
            keep(mark, 3, Ok(Due::Pistols));
        }
    }
    // An opportunity charge sets off no interrupts of others.
    if !charge.marks.any(Stage::OPPORTUNITY) {
        let end = if arrives { path::short_of(last) } else { last };
        let legs = path::legs(stance, charge.course.turn, end.max(charge.gone));
        let from = place_of(charge.gone, &charge.course);
        let charged = (charge.course.goal != Goal::Ground).then_some(charge.target);
        if let Some(interrupt) = passing::next(at, charge.unit, &Track::Legs(&legs), from, charged) {
            let order = if interrupt.why == passing::Why::Opportunity { 0 } else { 4 };
            keep(spot_of(interrupt.place, end), order, Err(interrupt));
        }
    }
    best.map(|(spot, _, due)| (spot, due))
}

/// A place of a charge as one of its two legs.
fn place_of(spot: Spot, course: &Course) -> Place {
    if spot.ahead > 0 || spot.ticks == course.turn.unsigned_abs() {
        Place { leg: 1, way: spot.ahead }
    } else {
        Place { leg: 0, way: spot.ticks.into() }
    }
}

/// The same the other way round.
fn spot_of(place: Place, end: Spot) -> Spot {
    match place.leg {
        0 => Spot { ticks: place.way.clamp(0, end.ticks.into()) as u8, ahead: 0 },
        _ => Spot { ticks: end.ticks, ahead: place.way.min(end.ahead) },
    }
}

/// The charger has come to a place where something is due.
fn meet(play: &mut Play<'_>, unit: UnitId, due: Result<Due, Interrupt>) {
    let Some(charge) = play.state.charge_of(unit).copied() else { return };
    let target = charge.target;
    let screen = play.at().is_loose(target);
    play.state.agenda.push(ChargeOn { unit });
    match due {
        Err(interrupt) => interrupt.ask(play, unit),
        Ok(Due::First) => {
            let halt = Pose::of(play.at().troop(unit));
            update(play, unit, |charge| {
                charge.marks |= Stage::FIRST;
                if charge.marks.any(Stage::FAR) {
                    charge.halt = halt;
                }
            });
            if screen {
                // I-4: skirmishers may fire if they dare, and fall back in any case.
                play.state.agenda.push(FallBack { unit: target, charger: unit });
                play.state.agenda.push(OfferFire { firer: target, target: unit, offer: Offer::Screen });
            // STE-CHG-3, STE-CHG-4: only from beyond 100 yards, and never on flank or rear.
            } else if !charge.marks.any(Stage::UNANSWERED)
                && charge.marks.any(Stage::FAR)
                && !is_on_flank(play.at(), &charge, target)
            {
                play.state.agenda.push(OfferFire { firer: target, target: unit, offer: Offer::First });
            }
        }
        Ok(Due::Second) => {
            update(play, unit, |charge| charge.marks |= Stage::SECOND);
            if !screen && !charge.marks.any(Stage::UNANSWERED) {
                play.state.agenda.push(OfferFire { firer: target, target: unit, offer: Offer::Second });
            }
        }
        Ok(Due::Pistols) => {
            update(play, unit, |charge| charge.marks |= Stage::PISTOLS);
            if !charge.marks.any(Stage::UNANSWERED) {
                play.state.agenda.push(OfferFire { firer: unit, target, offer: Offer::Pistols });
            }
        }
    }
}

/// Moves a charger to a place of its way, and through the friends between (T-INTERPEN).
pub fn advance(play: &mut Play<'_>, unit: UnitId, spot: Spot) {
    let Some(charge) = play.state.charge_of(unit).copied() else { return };
    let at = play.at();
    let stance = charge.start.stance(at.size(unit));
    let turn = charge.course.turn;
    let passed = |spot: Spot| path::friends_passed(at, unit, &stance, turn, spot);
    let before: Vec<UnitId> = passed(charge.gone).collect();
    let new: Vec<UnitId> = passed(spot).filter(|friend| !before.contains(friend)).collect();
    stand(play, unit, &path::pose(&stance, turn, spot));
    update(play, unit, |charge| charge.gone = spot);
    for friend in new {
        passage::pass(play, unit, friend);
    }
}

/// Sets a unit on a place, with the commanders who are with it and those who go along behind it.
pub fn stand(play: &mut Play<'_>, unit: UnitId, stance: &Stance) {
    let old = play.at().stance(unit);
    let followers = play.state.charge_of(unit).map(|charge| charge.followers).unwrap_or_default();
    for &follower in followers.iter() {
        let behind = play.at().stance(follower);
        let moved = path::carried(&old, stance, &behind);
        place(play, follower, &moved);
    }
    place(play, unit, stance);
}

fn place(play: &mut Play<'_>, unit: UnitId, stance: &Stance) {
    let troop = play.troop(unit);
    (troop.anchor, troop.facing) = (stance.anchor, stance.facing);
    for commander in &mut play.state.officers {
        if commander.with == Some(unit) {
            commander.at = stance.anchor;
        }
    }
}

/// A charger that failed under fire halts at a place, or at the last free one behind it (STE-CHG-6, R-110).
fn halt_at(play: &mut Play<'_>, unit: UnitId, pose: Pose) {
    let at = play.at();
    let stance = Stance { anchor: pose.anchor, facing: pose.facing, ..at.stance(unit) };
    let others: Vec<Footprint> = at
        .present()
        .filter(|&other| other != unit && !at.state.follows(other, unit))
        .map(|other| at.footprint(other))
        .collect();
    let back = stance.facing.turned(Turn::tenths(2 * i32::from(QUARTER)));
    let depth = play.rules.table.field.table().high.x.max(play.rules.table.field.table().high.y);
    let free = (0..=depth / path::STEP)
        .map(|step| Stance { anchor: Leg::new(stance.anchor, back, step * path::STEP).to, ..stance });
    let free = free.into_iter().find(|tried| {
        let bodies = footprint(tried);
        others.iter().all(|other| !overlap(&bodies, other))
    });
    stand(play, unit, &free.unwrap_or(stance));
    drive_off(play, unit);
    finish(play, unit, Some(ChargeEnd::Halted));
}

/// Skirmishers who are not the target give way to a charger where it ends (I-5, G-10).
fn drive_off(play: &mut Play<'_>, unit: UnitId) {
    let Some(charge) = play.state.charge_of(unit).copied() else { return };
    if play.at().is_loose(charge.target) {
        return;
    }
    let stance = charge.start.stance(play.at().size(unit));
    let [_, ahead] = path::legs(&stance, charge.course.turn, charge.gone);
    skirmishers::give_way(play, unit, &ahead);
}

/// A charge is over.
pub fn finish(play: &mut Play<'_>, unit: UnitId, why: Option<ChargeEnd>) {
    let followers = play.state.charge_of(unit).map(|charge| charge.followers).unwrap_or_default();
    play.state.charges.retain(|charge| charge.unit != unit);
    for &arrived in [unit].iter().chain(followers.iter()) {
        officers::reached(play, arrived);
    }
    if let Some(why) = why {
        play.tell(Event::ChargeEnded { unit, why });
    }
}

/// The charger has reached its target: it closes up on the edge it met (G-10), and the target tests to receive the
/// charge (C8, STE-CHG-10).
fn arrive(play: &mut Play<'_>, unit: UnitId) {
    let Some(charge) = play.state.charge_of(unit).copied() else { return };
    let target = charge.target;
    if play.at().unit(target).arm == Arm::Wagon {
        // M-13: a wagon that is reached is captured.
        let stands = play.at().troop(target).stands;
        morale::lose_stands(play, target, stands, true);
        return finish(play, unit, None);
    }
    if charge.course.goal == Goal::Contact {
        let closed = path::conform(play.at(), unit, target);
        stand(play, unit, &closed);
    }
    drive_off(play, unit);
    if charge.marks.any(Stage::UNANSWERED) {
        // whoever is engaged already is not asked again.
        return close(play, &charge);
    }
    // once for each charger, even if another is in contact already.
    update(play, unit, |charge| charge.awaits = Awaits::Receive);
    play.troop(target).verdict = None;
    play.state.agenda.push(ChargeOn { unit });
    play.state.agenda.push(TakeTest { unit: target, cause: Cause::Receive, from: Some(unit) });
}

/// The target has tested: if it still stands, the pair fights, even after a failure by one or two (C9, STE-CHG-11,
/// STE-CHG-12, R-25).
fn received(play: &mut Play<'_>, charge: &Charge) {
    if is_gone(play.at(), charge) || play.at().troop(charge.target).verdict > Some(Verdict::Shaken) {
        update(play, charge.unit, |charge| charge.course.goal = Goal::Ground);
        play.state.agenda.push(ChargeOn { unit: charge.unit });
        return play.state.agenda.push(StopCharge { unit: charge.unit });
    }
    close(play, charge);
}

/// A charger and whom it touches are in contact (C9, G-10).
fn close(play: &mut Play<'_>, charge: &Charge) {
    let Charge { unit, target, behind, .. } = *charge;
    let at = play.at();
    let flank = is_on_flank(at, charge, target);
    // where a phasing unit charges the cavalry that charges it, the phasing side is the attacker.
    let turned = at.state.charge_of(target).is_some_and(|other| other.target == unit);
    let (attacker, defender) = if turned { (target, unit) } else { (unit, target) };
    let mut melees =
        vec![Melee { attacker, defender, struck: flank.then_some(target), engaged: false, behind }];
    // Other formed enemies whom it touches now join without a test (G-10, R-93).
    let joins = at.enemies(unit).filter(|&enemy| {
        enemy != target
            && at.is_formed(enemy)
            && at.unit(enemy).arm != Arm::Gunboat
            && at.touches(unit, enemy)
    });
    melees.extend(joins.map(|enemy| Melee {
        attacker: unit,
        defender: enemy,
        struck: is_on_flank(at, charge, enemy).then_some(enemy),
        engaged: false,
        behind: super::behind(at, enemy, charge.from.anchor),
    }));
    for melee in melees {
        let known = |other: &Melee| {
            let pair = [other.attacker, other.defender];
            pair.contains(&melee.attacker) && pair.contains(&melee.defender)
        };
        if !play.state.melees.iter().any(known) {
            play.state.melees.push(melee);
        }
        // nobody fights lying down.
        play.mark(melee.defender, Mark::PRONE, false);
    }
    play.tell(Event::Closed { unit, target, flank });
    finish(play, unit, None);
}

/// The target has tested for its second fire: only a pass lets it fire (C6, STE-CHG-8, STE-MOR-32).
fn second_fire(play: &mut Play<'_>, charge: &Charge) {
    let Charge { unit, target, .. } = *charge;
    play.state.agenda.push(ChargeOn { unit });
    let passed = play.at().troop(target).verdict.is_some_and(Verdict::is_pass);
    let range = Offer::Second.range(play.at(), unit, target);
    if !passed || !fire::can_defend(play.at(), target, unit, range) {
        return;
    }
    shoot_charger(play, target, unit, range, Awaits::SecondFire);
}

/// Somebody fires at a charger, who tests if he is hurt (C4, C7, STE-CHG-5, STE-MOR-4).
pub fn shoot_charger(
    play: &mut Play<'_>,
    firer: UnitId,
    unit: UnitId,
    range: DefensiveRange,
    awaits: Awaits,
) {
    update(play, unit, |charge| {
        charge.awaits = awaits;
        charge.tested = charge.gone;
    });
    play.troop(unit).verdict = None;
    // who is caught while moving has no time to stand and aim.
    let moving = play.state.charge_of(unit).is_some_and(|charge| charge.marks.any(Stage::OPPORTUNITY));
    if shoot(play, firer, unit, range, moving) {
        play.state.agenda.push(TakeTest { unit, cause: Cause::Advance, from: Some(firer) });
    }
}

/// One shot in the enemy's movement; who is crossing a major obstacle gets a marker for it in any case (STE-MOVE-37,
///
pub fn shoot(
    play: &mut Play<'_>,
    firer: UnitId,
    target: UnitId,
    range: DefensiveRange,
    moving: bool,
) -> bool {
    let hurt = fire::defend(play, firer, target, range, moving);
    let storms = play.state.charge_of(target).is_some_and(|charge| charge.course.goal == Goal::Obstacle)
        || movement::is_crossing(play.at(), target);
    if storms {
        morale::panic(play, target, 1);
    }
    hurt || storms
}
