//! What is to be done: every question and every step of the game, each a block in its chapter.
//!
//! The agenda of a state holds what is to be done before the phase goes on. Where it is empty, the phase itself is what
//! is to be done; a combat, a march and a Force being divided ask one question after the other until they are over.

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::position::{Play, Position};
use crate::rules::activation::{DivideForce, LeadPart, MarchOnOrder, MoveForce, SortForce};
use crate::rules::attrition::PlaceAttrition;
use crate::rules::bids::Bid;
use crate::rules::combat::Fight;
use crate::rules::commanders::{ComeBack, LeadAfterRide, Leader, RideOut};
use crate::rules::depots::PlaceDepots;
use crate::rules::forces::{JoinForces, KeepSleigh, TakeHit};
use crate::rules::further::{GiveOrder, SetDelay};
use crate::rules::hits::{NameArms, PlaceHits};
use crate::rules::initial::{Destination, Fork, Via, WriteOrder};
use crate::rules::movement::{Halt, TakeStep, Walk};
use crate::rules::outcome::{AdvanceInto, AttackAgain, RetreatTo};
use crate::rules::selection::{DeclareDice, SelectBrigades, ThrowAgain};
use crate::rules::sequence::{EndPhase, Leaders, NextGo};
use crate::rules::trains::{MoveTrains, NewTrain, TakeOverTrains};
use crate::rules::victory::EndCampaign;
use crate::rules::withdrawal::{EnterHex, StandOrWithdraw, WithdrawTo};
use crate::scene::whereabouts;
use crate::speech::place;
use engine::agenda::{Flow, Opening};
use engine::scene::Target;
use engine::{Side, Sides};

/// The most tasks open at once.
///
/// The deepest chain is a beaten Force that goes back onto a friend: the next go, the end of the march, the march, the
/// combat, two Forces to be joined, and a hit for each. A question takes the place of the task it comes from, and at
/// the end of a march only the next go and the trains left there lie below. What is to be done for each of several
/// Forces is one task that comes back for the next of them.
pub const MOST_TASKS: usize = 12;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for FullMeasureOfDevotion {
        questions {
            Bid, Leader, WriteOrder, Destination, Via, Fork, PlaceAttrition, PlaceDepots, NewTrain, MarchOnOrder,
            GiveOrder, SetDelay, MoveForce, DivideForce, SortForce, LeadPart, TakeStep, KeepSleigh, TakeHit,
            TakeOverTrains, MoveTrains, StandOrWithdraw, WithdrawTo, DeclareDice, ThrowAgain, SelectBrigades, NameArms,
            PlaceHits, EnterHex, RetreatTo, AdvanceInto, AttackAgain, RideOut, LeadAfterRide, ComeBack,
        }
        steps { Leaders, JoinForces, Walk, Fight, Halt, NextGo, EndPhase, EndCampaign }
    }
}

impl Flow for FullMeasureOfDevotion {
    type Position<'a> = Position<'a>;
    type Play<'a> = Play<'a>;
    type Action = Action;
    type Task = Task;

    #[inline]
    fn next(at: Position<'_>) -> Option<Task> {
        if at.state.outcome.is_some() {
            return None;
        }
        if at.state.none_left {
            return Some(EndCampaign.into());
        }
        Some(match at.state.agenda.next() {
            Some(Task::Walk(_)) => at.walking(),
            Some(Task::Fight(_)) => at.fighting(),
            Some(Task::SortForce(_)) => at.sorting(),
            Some(task) => task,
            None => at.phase_task(),
        })
    }

    fn take(play: &mut Play<'_>) {
        play.state.agenda.take();
    }

    fn position<'a>(play: &'a Play<'_>) -> Position<'a> {
        play.position()
    }

    fn label(at: Position<'_>, action: &Action) -> String {
        action.write(at.campaign)
    }

    fn target(at: Position<'_>, action: &Action) -> Target {
        action.target(at.campaign)
    }

    fn place_of(at: Position<'_>, piece: &str) -> Option<String> {
        place(at.campaign, whereabouts(at, piece)?)
    }
}

/// The sides of which something holds.
pub(crate) fn sides(holds: impl Fn(Side) -> bool) -> Sides {
    Side::BOTH.into_iter().filter(|&side| holds(side)).fold(Sides::NONE, Sides::with)
}

/// This side, if something holds.
pub(crate) fn side_if(holds: bool, side: Side) -> Sides {
    if holds { Sides::only(side) } else { Sides::NONE }
}

/// The opening of a question that is passed over where nobody is asked.
pub(crate) fn ask_or_pass(asked: Sides) -> Opening<Action> {
    if asked == Sides::NONE { Opening::Pass } else { Opening::Ask }
}
