//! Ammunition, where that is chosen: who runs out, and who is supplied again (STE-OPT-3, STE-OPT-4).

use super::volley::Shot;
use crate::model::event::Event;
use crate::model::ids::{HqId, UnitId};
use crate::model::position::{Play, Position};
use crate::model::scenario::Level;
use crate::model::state::Mark;
use crate::model::troops::Arm;

/// How near a wagon must be, in yards (STE-OPT-4).
const BESIDE_WAGON: i32 = 50;

/// A natural 0 on a fire die: every unit in that shot is out of ammunition (STE-OPT-3, R-15).
pub fn spend(play: &mut Play<'_>, shot: &Shot, die: u8) {
    if !play.rules.options.out_of_ammunition || die != 0 {
        return;
    }
    for &unit in &shot.units {
        if !play.at().is(unit, Mark::OUT_OF_AMMUNITION) {
            play.mark(unit, Mark::OUT_OF_AMMUNITION, true);
            play.tell(Event::OutOfAmmunition { unit });
        }
    }
}

/// A card has been drawn: who is out of ammunition and has a wagon beside him is supplied (STE-OPT-4).
pub fn resupply(play: &mut Play<'_>) {
    if !play.rules.options.out_of_ammunition {
        return;
    }
    for unit in play.rules.unit_ids() {
        let at = play.at();
        let waits = at.is_present(unit) && at.is(unit, Mark::ACTIVE) && at.is(unit, Mark::OUT_OF_AMMUNITION);
        if waits && has_wagon(at, unit) {
            play.mark(unit, Mark::OUT_OF_AMMUNITION, false);
            play.tell(Event::Supplied { unit });
        }
    }
}

/// Whether a wagon that serves a unit is within 50 yards: one of its brigade; for troops without a brigade, and at
/// brigade scale, one of or below the lowest headquarters above them that has any (STE-OPT-4).
fn has_wagon(at: Position<'_>, unit: UnitId) -> bool {
    let wagons = |hq: HqId| {
        at.present().filter(move |&wagon| at.unit(wagon).arm == Arm::Wagon && at.is_under(wagon, hq))
    };
    let hq = at.unit(unit).hq;
    let of_brigade = at.rules.scale.is_regimental() && at.rules.hq(hq).level == Level::Brigade;
    let serves =
        if of_brigade { Some(hq) } else { at.rules.chain(hq).find(|&above| wagons(above).next().is_some()) };
    let near = at.rules.scale.yards(BESIDE_WAGON);
    serves.is_some_and(|hq| wagons(hq).any(|wagon| at.is_within(unit, wagon, near)))
}
