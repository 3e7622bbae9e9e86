//! Over-enthusiasm: troops that go at the nearest enemy whether they are told to or not (STE-MOR-29 to STE-MOR-31).

use crate::model::action::Action;
use crate::model::charge::Stage;
use crate::model::figure::{Stance, TICKS, TOUCH};
use crate::model::ids::UnitId;
use crate::model::legs::{Mode, Motion, Path};
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Formation, Mark};
use crate::model::troops::Arm;
use crate::rules::charge::{self, path};
use crate::rules::fire::plan::is_driven_on;
use crate::rules::formations;
use crate::rules::legs::{self, Roll};
use crate::rules::movement::{self, PickPath};
use crate::rules::sweep::Sweep;
use arrayvec::ArrayVec;
use engine::agenda::{Question, Step};
use ground::table::Hand;
use ground::table::heading::QUARTER;
use serde::{Deserialize, Serialize};

/// Whoever is over-enthusiastic charges the nearest enemy in reach of his best dice (STE-MOR-30, R-30).
pub fn force_charges(play: &mut Play<'_>) {
    let at = play.at();
    let driven: Vec<UnitId> = at.present_of(at.state.phasing).filter(|&unit| is_bound(at, unit)).collect();
    for unit in driven {
        if let Some(target) = nearest_to_charge(play.at(), unit) {
            charge::declare(play, unit, target, Stage::FORCED);
        }
    }
}

/// Whether a unit is bound to attack in this activation.
fn is_bound(at: Position<'_>, unit: UnitId) -> bool {
    at.rules.options.overenthusiastic
        && is_driven_on(at, unit)
        && charge::check_charger(at.tersely(), unit).is_ok()
}

/// The nearest enemy whom a unit may charge, sight counting only as for any charge.
fn nearest_to_charge(at: Position<'_>, unit: UnitId) -> Option<UnitId> {
    let mut enemies: Vec<_> = at.enemies(unit).map(|enemy| (at.gap(unit, enemy), enemy)).collect();
    enemies.sort_unstable();
    enemies
        .into_iter()
        .map(|(_, enemy)| enemy)
        .find(|&enemy| charge::check_charge(at.tersely(), unit, enemy, true).is_ok())
}

/// Whoever is over-enthusiastic and found nobody to charge moves at the nearest enemy as fast as he can, one unit after
/// another (STE-MOR-30, R-80).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DriveOn;

impl Step<SeeingTheElephant> for DriveOn {
    fn take(self, play: &mut Play<'_>) {
        let at = play.at();
        let still = Mark::STAYED.or(Mark::BARRED);
        let goes = |unit: &UnitId| {
            let bound = at.rules.options.overenthusiastic && is_driven_on(at, *unit);
            bound
                && at.is(*unit, Mark::ACTIVE)
                && !at.is(*unit, still)
                && at.troop(*unit).withdrawing.is_none()
        };
        let Some(unit) = at.present_of(at.state.phasing).find(goes) else { return };
        play.state.agenda.push(DriveOn);
        // a unit that lies down rises without a further test.
        let prone = play.at().is(unit, Mark::PRONE);
        let column =
            play.at().unit(unit).arm == Arm::Infantry && play.at().troop(unit).formation == Formation::Column;
        let mode = match (prone, column) {
            (false, false) => Mode::March,
            (false, true) => Mode::Column,
            (true, false) => Mode::Rise,
            (true, true) => Mode::RiseColumn,
        };
        let count = formations::dice(play.at(), unit, mode);
        let roll = movement::throw(play, unit, mode, count);
        play.mark(unit, Mark::PRONE, false);
        let side = play.state.phasing;
        let action = match way_at_enemy(play.at(), unit, roll) {
            Some(path) => Action::Go(path),
            None => Action::Stay,
        };
        PickPath::new(unit, roll).answer(play, side, &action);
    }
}

/// Forward legs are tried in steps of so many mils.
const STEP: i32 = 10;

/// How far before contact it stops.
const SHORT: i32 = 100;

/// The way of a unit at the nearest enemy: about if he is more than 90 degrees off, a wheel until it bears on him, then
/// ahead, as far as the allowance goes. Nothing where it cannot even turn.
fn way_at_enemy(at: Position<'_>, unit: UnitId, roll: Roll) -> Option<Path> {
    let enemy = at.enemies(unit).min_by_key(|&enemy| (at.gap(unit, enemy), enemy))?;
    let goal = at.centroid(enemy);
    let start = at.stance(unit);
    let off = |stance: &Stance| {
        TICKS.bearing(stance.centre(), goal).map_or(0, |bearing| stance.facing.turn_to(bearing).clockwise())
    };
    let mut legs: ArrayVec<Motion, 3> = ArrayVec::new();
    let mut stance = start;
    if off(&stance).abs() > i32::from(QUARTER) {
        legs.push(Motion::About);
        stance = formations::about(&stance);
    }
    let right = off(&stance) > 0;
    let hand = if right { Hand::Right } else { Hand::Left };
    let most = 2 * u16::from(path::MOST_TICKS);
    let bears = |ticks: u16| {
        let left = off(&Sweep::wheel(stance, hand, ticks).end);
        if right { left <= 0 } else { left >= 0 }
    };
    let wanted = (0..=most).find(|&ticks| bears(ticks)).unwrap_or(most);
    let at = at.tersely();
    let fits = |legs: &[Motion]| legs::plan(at, unit, roll, &Path::of(legs)).is_ok();
    // As many ticks as the allowance and the ground let it turn. What a wheel costs only grows along it.
    let turns = |ticks: u16| {
        let mut tried = legs.clone();
        tried.push(Motion::Wheel { right, ticks: ticks as u8 });
        tried
    };
    let most = (1..=wanted).collect::<ArrayVec<u16, { 2 * path::MOST_TICKS as usize }>>();
    let most = most.partition_point(|&ticks| legs::affords(at, unit, roll, &turns(ticks)));
    let ticks = (1..=most as u16).rev().find(|&ticks| fits(&turns(ticks)));
    if let Some(ticks) = ticks {
        legs.push(Motion::Wheel { right, ticks: ticks as u8 });
        stance = Sweep::wheel(stance, hand, ticks).end;
    }
    if ticks.unwrap_or(0) == wanted {
        let farthest = i32::from(roll.sum) * INCH;
        let formed = at.enemies(unit).filter(|&enemy| at.is_formed(enemy));
        let ahead = Sweep::straight(stance, stance.facing, farthest);
        let contact = formed.filter_map(|enemy| ahead.first_within(&at.footprint(enemy), TOUCH)).min();
        let bound = contact.map_or(farthest, |contact| (contact - SHORT).min(farthest));
        let bound = legs::affordable(at, unit, roll, &legs, (STEP, bound));
        let forward = (1..=bound / STEP).rev().map(|step| Motion::Forward(step * STEP)).find(|&forward| {
            let mut tried = legs.clone();
            tried.push(forward);
            fits(&tried)
        });
        legs.extend(forward);
    }
    (!legs.is_empty() && fits(&legs)).then(|| Path::of(&legs))
}
