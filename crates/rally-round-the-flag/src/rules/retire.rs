//! Deciding the matter (2.26): who must retire, who chooses to (I-17), and what is left on the field.

use super::victory;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::position::{Play, Position};
use crate::model::scenario::Kind;
use crate::model::state::{Mark, Retiring, Whereabouts};
use crate::scenarios::Counted;
use engine::{Side, Violation};

/// How many of a side's regiments and batteries are out of the fight, and of how many (R-51, RRF-WIN-3).
#[must_use]
pub fn toll(at: Position<'_>, side: Side) -> (u8, u8) {
    let counts = |stand: StandId| match at.rules.options.break_count {
        Counted::Field => at.is(stand, Mark::FIELDED),
        Counted::Roster => true,
    };
    let own = at.rules.stand_ids().filter(|&stand| at.side(stand) == side && counts(stand));
    own.fold((0, 0), |(gone, of), stand| (gone + u8::from(is_gone(at, stand)), of + 1))
}

/// Destroyed, captured, run off the map, or routed on it.
fn is_gone(at: Position<'_>, stand: StandId) -> bool {
    match at.troop(stand).whereabouts {
        Whereabouts::Destroyed | Whereabouts::Captured | Whereabouts::RanOff => true,
        Whereabouts::Map => at.is(stand, Mark::ROUTED),
        Whereabouts::Waiting | Whereabouts::Retired | Whereabouts::Absent => false,
    }
}

/// Half or more: such a side must retire (RRF-WIN-3, RRF-GEN-7). One with nobody fielded yet is not tested.
fn is_broken(at: Position<'_>, side: Side) -> bool {
    let (gone, of) = toll(at, side);
    of > 0 && 2 * u16::from(gone) >= u16::from(of)
}

/// The end of a turn (T5): compulsory retirement first, then a declared one. Whether the game is over.
pub fn end_of_turn(play: &mut Play<'_>) -> bool {
    let retiring = play.state.retiring;
    // once somebody retires, the test is made for him alone.
    let tested = Side::BOTH.into_iter().filter(|&side| retiring.is_none_or(|retiring| retiring.side == side));
    let at = play.at();
    let broken: Vec<Side> = tested.filter(|&side| is_broken(at, side)).collect();
    for &side in &broken {
        let (gone, of) = toll(play.at(), side);
        play.tell(Event::Broken { side, gone, of });
    }
    match (broken.as_slice(), retiring) {
        // RRF-WIN-3a: what stands on the map leaves it as it is.
        (&[side], _) => {
            leave(play, Side::BOTH, false);
            victory::won(play, side.other());
        }
        // both at once.
        (&[_, _], _) => {
            leave(play, Side::BOTH, false);
            victory::undecided(play);
        }
        (_, Some(Retiring { side, is_rout: true, .. })) => {
            leave(play, [side, side], true);
            victory::won(play, side.other());
        }
        (_, Some(Retiring { side, is_rout: false, .. })) => {
            // RRF-WIN-4: the last stand is off.
            if play.at().present_of(side).next().is_none() {
                victory::won(play, side.other());
            }
        }
        (_, None) => {}
    }
    play.state.outcome.is_some()
}

/// The end of a Round: a march-off is bounded, and what is left of it counts as routed (RRF-WIN-4a, R-117). Whether the
/// game is over.
pub fn end_of_round(play: &mut Play<'_>) -> bool {
    let Some(Retiring { side, since, .. }) = play.state.retiring else { return false };
    let limit = play.rules.options.max_rounds;
    let round = play.state.round.0;
    if round < since.0.saturating_add(2) && (limit == 0 || round < limit) {
        return false;
    }
    leave(play, [side, side], true);
    victory::won(play, side.other());
    true
}

/// What stands on the map of these sides leaves it. Where all count as routed, guns are lost (RRF-WIN-5).
fn leave(play: &mut Play<'_>, sides: [Side; 2], guns_are_lost: bool) {
    for stand in play.rules.stand_ids() {
        if !play.at().is_present(stand) || !sides.contains(&play.rules.stand(stand).side) {
            continue;
        }
        if guns_are_lost && play.rules.stand(stand).kind == Kind::Artillery {
            super::losses::destroy(play, stand);
        } else {
            play.troop(stand).whereabouts = Whereabouts::Retired;
        }
    }
}

/// What may be said beside any answer (I-17, R-96).
pub fn asides(at: Position<'_>, side: Side, out: &mut Vec<Action>) {
    let both = [Action::Retire, Action::RetireRouted];
    out.extend(both.into_iter().filter(|action| check(at, side, action).is_ok()));
}

/// Whether a side may retire now (RRF-WIN-2): the first declaration counts, and all-routed may follow a march-off
///
///
/// # Errors
///
/// Why it may not.
pub fn check(at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
    match at.state.retiring {
        None => Ok(()),
        Some(retiring) if retiring.side != side => {
            Err(Violation::of("R-77", "The other side has retired: the battle is yours."))
        }
        Some(retiring) if retiring.is_rout || *action == Action::Retire => {
            Err(Violation::of("R-77", "You have declared your retirement."))
        }
        Some(_) => Ok(()),
    }
}

/// Declares it. The question that was asked stays to be answered; it takes effect at the end of the turn.
pub fn declare(play: &mut Play<'_>, side: Side, action: &Action) {
    let is_rout = *action == Action::RetireRouted;
    let since = play.state.retiring.map_or(play.state.round, |retiring| retiring.since);
    play.state.retiring = Some(Retiring { side, is_rout, since });
    play.tell(Event::Retires { side, is_rout });
}
