//! What is to be done: every question and every step of the game, each a block in its chapter.

use super::action::Action;
use super::position::{Play, Position};
use super::scenario::SeeingTheElephant;
use crate::rules::cavalry::{MeetCharge, OpportunityCharge, RideOut};
use crate::rules::charge::questions::{OfferFire, PressOn, StopCharge};
use crate::rules::charge::run::ChargeOn;
use crate::rules::charge::screen::FallBack;
use crate::rules::charge::{ChargePhase, DeclareCharges, OrderCharges};
use crate::rules::combat::{BreakOffs, CombatPhase, EndCombats, PairCombat, PickCombat};
use crate::rules::deployment::{Deploy, Deployed, Deployment, PlaceUnit};
use crate::rules::elation::DriveOn;
use crate::rules::fire::{FirePhase, PlanFire, ResolveFire};
use crate::rules::morale::{MoralePhase, PickTest, TakeTest, TestOwed};
use crate::rules::movement::{Advance, MovePhase, PickMover, PickPath, PlaceScreen, Risen};
use crate::rules::passing::PassingShot;
use crate::rules::retreat::Flee;
use crate::rules::sequence::{DrawCard, EndActivation, EndTurn, StartTurn};
use crate::speech;
use engine::agenda::Flow;
use engine::scene::Target;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for SeeingTheElephant {
        questions {
            PickTest, PlanFire, PickMover, PickPath, PlaceScreen,
            DeclareCharges, OrderCharges, OfferFire, StopCharge, PressOn, OpportunityCharge, MeetCharge,
            BreakOffs, PairCombat, PickCombat, Deploy, PlaceUnit,
        }
        steps {
            StartTurn, DrawCard, EndActivation, EndTurn,
            MoralePhase, TakeTest, TestOwed, Flee,
            FirePhase, ResolveFire, ChargePhase, MovePhase, CombatPhase, EndCombats,
            ChargeOn, FallBack, PassingShot, RideOut, DriveOn,
            Risen, Advance, Deployment, Deployed,
        }
    }
}

impl Flow for SeeingTheElephant {
    type Position<'a> = Position<'a>;
    type Play<'a> = Play<'a>;
    type Action = Action;
    type Task = Task;

    fn next(at: Position<'_>) -> Option<Task> {
        if at.state.outcome.is_some() { None } else { at.state.agenda.next() }
    }

    fn take(play: &mut Play<'_>) {
        play.state.agenda.take();
    }

    fn position<'a>(play: &'a Play<'_>) -> Position<'a> {
        play.at()
    }

    fn label(at: Position<'_>, action: &Action) -> String {
        speech::answer(at.rules, action)
    }

    fn target(at: Position<'_>, action: &Action) -> Target {
        action.target(at.rules)
    }
}
