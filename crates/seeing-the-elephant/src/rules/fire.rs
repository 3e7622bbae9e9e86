//! Fire: who may fire at whom, shots and what they do; the fire phase is in `fire/plan.rs` (STE-FIRE).

pub mod ammunition; // STE-OPT-3, STE-OPT-4
pub mod plan; // STE-FIRE-1 to STE-FIRE-8
pub mod volley; // STE-FIRE-9 to STE-FIRE-29

use crate::model::event::Event;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::state::{Fate, Formation, Mark};
use crate::model::troops::Arm;
use crate::rules::sight::Lookout;
use crate::rules::tables::{Effect, fire_effect};
use crate::rules::{dice, morale, officers};
pub use plan::{FirePhase, PlanFire, ResolveFire};
use volley::{Aimed, Range, Shot, StandBits, Volley};

/// How far off a defensive shot is taken to be: measured stand by stand, or fixed for all.
pub use volley::Range as DefensiveRange;

/// Whether a unit has anything to fire with and is in a state to do so: not on the march, not on the run, not in
/// contact.
#[must_use]
pub fn may_fire(at: Position<'_>, unit: UnitId) -> bool {
    is_ready(at, unit) && !at.is_in_contact(unit)
}

/// The same whatever it is in contact with.
fn is_ready(at: Position<'_>, unit: UnitId) -> bool {
    at.is_present(unit)
        && at.unit(unit).arm != Arm::Wagon
        // G-6: limbered guns and wagons cannot fire.
        && at.troop(unit).formation != Formation::Limbered
        // nor who runs, until he has passed a test.
        && at.troop(unit).withdrawing.is_none()
}

/// Whether a unit may be fired at: wagons are no target (M-13), nor is anybody in contact.
#[must_use]
pub fn is_target(at: Position<'_>, unit: UnitId) -> bool {
    is_of_interest(at, unit) && !at.is_in_contact(unit)
}

fn is_of_interest(at: Position<'_>, unit: UnitId) -> bool {
    at.is_present(unit) && at.unit(unit).arm != Arm::Wagon
}

/// Whether a unit could fire at an enemy now: it may fire, he may be fired at, and some stand has him in arc, in sight
/// and in range, each stand measuring for itself.
#[must_use]
pub fn can_fire_at(at: Position<'_>, firer: UnitId, target: UnitId) -> bool {
    can_defend(at, firer, target, DefensiveRange::Measured)
}

/// The same with the range given: fire at a charger is worked out at 100 or at 50 yards.
#[must_use]
pub fn can_defend(at: Position<'_>, firer: UnitId, target: UnitId, range: DefensiveRange) -> bool {
    is_ready(at, firer)
        && is_of_interest(at, target)
        && shot_of_all(at, firer, target, range, true).is_some()
        && !at.is_in_contact(firer)
        && !at.is_in_contact(target)
}

/// The shot of every stand of a unit that has an enemy in arc and sight.
pub(crate) fn shot_of_all(
    at: Position<'_>,
    firer: UnitId,
    target: UnitId,
    range: DefensiveRange,
    moving: bool,
) -> Option<Shot> {
    let target = Aimed::Unit(target);
    let prospect = volley::prospect(&mut Lookout::new(at), firer, target, range)?;
    let mut volley = Volley::new(at, target);
    // formed troops that do not move in this phase fire as such; skirmishers, who must give way in it, do not.
    volley.add(&prospect, volley::paired(at, firer, prospect.able()), !moving && !at.is_loose(firer));
    volley.shot()
}

/// One shot in the enemy's movement by every stand that has the target in arc and sight: rolled, with all that comes of
/// it. `moving`: the firer moves in this phase itself. Whether the target got a hit or a marker.
///
/// Whether the unit may fire at all is for who calls: see [`can_defend`].
pub fn defend(
    play: &mut Play<'_>,
    firer: UnitId,
    target: UnitId,
    range: DefensiveRange,
    moving: bool,
) -> bool {
    match shot_of_all(play.at(), firer, target, range, moving) {
        Some(shot) => take(play, &shot),
        None => false,
    }
}

/// The die of a shot falls, and the target takes what it says (STE-FIRE-12, STE-FIRE-13). Whether it got a hit or a
/// marker.
pub fn take(play: &mut Play<'_>, shot: &Shot) -> bool {
    let column = shot.column();
    let die = dice::d10(play.chance, "fire");
    play.tell(Event::Shot {
        target: shot.target,
        units: shot.units.clone(),
        half_factors: shot.half_factors,
        shifts: shot.shifts.clone(),
        die,
    });
    ammunition::spend(play, shot, die);
    let effect = fire_effect(column, die);
    match shot.target {
        Aimed::Unit(unit) => hit_unit(play, unit, effect, shot.flank),
        Aimed::Officer(officer) => {
            // a marker is nothing to him; each hit is a roll on the casualty table.
            let hits = if let Effect::Hits(hits) = effect { hits } else { 0 };
            for _ in 0..hits {
                if play.state.officers[officer.index()].fate == Fate::Present {
                    officers::wound(play, officer);
                }
            }
            hits > 0
        }
    }
}

/// A unit takes the effect of a shot.
fn hit_unit(play: &mut Play<'_>, unit: UnitId, effect: Effect, flank: bool) -> bool {
    let (hits, markers) = match effect {
        Effect::None => return false,
        // STE-MOR-14: effective fire brings a marker, with or without a hit.
        Effect::Panic => (0, 1),
        Effect::Hits(hits) => (hits, hits),
    };
    if flank {
        // STE-MOR-24, G-7: if any unit in an effective shot fired from flank or rear.
        play.mark(unit, Mark::FLANK_FIRE, true);
    }
    // The dice for a commander come first: with the last stand he would no longer be with anybody (STE-OFF-8, R-60).
    officers::under_fire(play, unit, hits);
    morale::hurt(play, unit, hits, markers);
    true
}

/// All stands of a set as numbers from 1, as in `1-3,5`.
#[must_use]
pub fn stand_numbers(stands: StandBits) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut stand = 0;
    while stand < StandBits::BITS {
        if stands >> stand & 1 == 0 {
            stand += 1;
            continue;
        }
        let first = stand;
        while stand < StandBits::BITS && stands >> stand & 1 == 1 {
            stand += 1;
        }
        parts.push(if stand - first > 1 { format!("{}-{stand}", first + 1) } else { stand.to_string() });
    }
    parts.join(",")
}

/// The units of a side that have an enemy in arc, sight and range, with what each could do: all that a plan of fire can
/// be made of.
fn prospects(at: Position<'_>, lookout: &mut Lookout<'_>) -> Vec<volley::Prospect> {
    let side = at.state.phasing;
    let targets: Vec<Aimed> = at
        .present_of(side.other())
        .filter(|&enemy| is_of_interest(at, enemy) && !lookout.is_in_contact(enemy))
        .map(Aimed::Unit)
        .chain(plan::lone_officers(at, side.other()).map(Aimed::Officer))
        .collect();
    let mut found = Vec::new();
    for unit in at.present_of(side) {
        let asked = at.is(unit, Mark::ACTIVE) && is_ready(at, unit) && !plan::is_driven_on(at, unit);
        if !asked || lookout.is_in_contact(unit) {
            continue;
        }
        for &target in &targets {
            // STE-OPT-1: only marksmen shoot at officers.
            if target.unit().is_none() && !at.unit(unit).marksmen {
                continue;
            }
            let prospect = volley::prospect(lookout, unit, target, Range::Measured);
            found.extend(prospect.filter(|prospect| {
                // what it can send must give a factor, markers and all; at an officer that is one stand.
                let sent = match target {
                    Aimed::Unit(_) => volley::paired(at, unit, prospect.able()),
                    Aimed::Officer(_) => 1 << prospect.able().trailing_zeros(),
                };
                volley::heard(at, prospect, sent) != 0
            }));
        }
    }
    found
}

#[cfg(test)]
mod tests;
