//! Passing through friends (T-INTERPEN, R-55).

use crate::model::event::Event;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::state::{Formation, Mark};
use crate::model::troops::Arm;
use crate::rules::morale;

/// Whether a unit is infantry in skirmish order, or cavalry on foot, which is the same here.
fn is_light(at: Position<'_>, unit: UnitId) -> bool {
    at.is_loose(unit) && at.is_on_foot(unit)
}

/// Whether a unit is infantry drawn up closely.
fn is_formed_foot(at: Position<'_>, unit: UnitId) -> bool {
    at.unit(unit).arm == Arm::Infantry && !at.is_loose(unit)
}

/// Whether a mover passes through a friend without harm to either (T-INTERPEN).
#[must_use]
pub fn is_free(at: Position<'_>, mover: UnitId, friend: UnitId) -> bool {
    // STE-MOVE-23: only where the passed unit does not move this turn.
    is_free_in_flight(at, mover, friend)
        || is_formed_foot(at, mover) && is_formed_foot(at, friend) && !at.is(friend, Mark::MOVED)
}

/// The same for a unit that runs: a line that runs into a line collides with it, whether it has moved or not.
#[must_use]
pub fn is_free_in_flight(at: Position<'_>, mover: UnitId, friend: UnitId) -> bool {
    let formation = at.troop(friend).formation;
    // STE-MOVE-25: through unlimbered guns anybody.
    if formation == Formation::Unlimbered {
        return true;
    }
    if is_light(at, mover) {
        // STE-MOVE-22
        let guns = formation == Formation::Limbered && at.unit(friend).arm.is_artillery();
        return guns || is_light(at, friend) || is_formed_foot(at, friend);
    }
    if is_formed_foot(at, mover) {
        // it is one and the same passage, whichever of the two moves.
        return is_light(at, friend);
    }
    // STE-MOVE-24: horse in skirmish order through the same only.
    at.is_loose(mover) && at.is_loose(friend) && at.is_mounted(friend)
}

/// Whether a passage costs the mover an inch a die: not infantry skirmishers and cavalry on foot (STE-MOVE-21).
#[must_use]
pub fn costs(at: Position<'_>, mover: UnitId) -> bool {
    !is_light(at, mover)
}

/// What passing through a friend does: nothing, or a hit and a marker to each (STE-MOVE-26); formed infantry that was
/// passed by formed infantry stays for the rest of the turn (STE-MOVE-23).
pub fn pass(play: &mut Play<'_>, mover: UnitId, friend: UnitId) {
    let at = play.at();
    let free = is_free(at, mover, friend);
    play.tell(Event::Passed { unit: mover, friend, free });
    let at = play.at();
    if free {
        let stays = is_formed_foot(at, mover) && is_formed_foot(at, friend);
        if stays {
            play.mark(friend, Mark::BARRED, true);
        }
    } else {
        morale::hurt(play, mover, 1, 1);
        morale::hurt(play, friend, 1, 1);
    }
}
