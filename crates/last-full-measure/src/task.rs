//! What is to be done next: every question and every step of the game, each a block in its chapter.
//!
//! A position carries a stack of tasks. Steps are taken at once; the first question that has to be asked stops the run. So
//! a decision in the middle of the other side's phase is nothing special: it is a task on top. The ledger's states
//! (section 2.2) are named in the blocks.

use crate::LastFullMeasure;
use crate::action::Action;
use crate::advance::{Advance, Follow, Withdraw};
use crate::army::Appoint;
use crate::arrivals::Divert;
use crate::artillery::{Aim, Fire, NextVictim, Victim};
use crate::assault::{Dice, Dodge, Exchange, FightOver, Loss};
use crate::breastworks::{Construct, Works};
use crate::casualties::{Casualties, Displaced, NextDisplaced};
use crate::charges::{ChargeHome, ChargeOver};
use crate::combat::{Declare, Exits, Resolve, Round};
use crate::command::{CommandTroops, Commanders};
use crate::detachment::Markers;
use crate::march::{March, Marching, MovementOver, NightRetreats};
use crate::night::Limber;
use crate::position::{Play, Position};
use crate::recovery::{Recover, Rejoin};
use crate::retreat::{FallBack, GoesAlong, RetreatFirst, RetreatSecond, SetOut, StandFast};
use crate::sequence::{NextPhase, Place, PlaceMode};
use crate::stacking::Excess;
use engine::agenda::Flow;
use engine::scene::Target;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for LastFullMeasure {
        questions {
            // Marching first: most of a game is marching.
            March, Marching, Place, PlaceMode, Appoint, Markers, Commanders, Construct, Fire, Aim, Victim, Limber, Divert,
            Excess, Works, Declare, Resolve, Dodge, Loss, StandFast, RetreatFirst, RetreatSecond, GoesAlong, Displaced,
            Advance, Withdraw, Follow, Recover, Rejoin,
        }
        steps {
            NextPhase, CommandTroops, NextVictim, ChargeHome, ChargeOver, NightRetreats, MovementOver, Exits, Round, Dice,
            Exchange, FallBack, SetOut, Casualties, NextDisplaced, FightOver,
        }
    }
}

impl Flow for LastFullMeasure {
    type Position<'a> = Position<'a>;
    type Play<'a> = Play<'a>;
    type Action = Action;
    type Task = Task;

    #[inline]
    fn next(at: Position<'_>) -> Option<Task> {
        if at.state.outcome.is_some() { None } else { at.state.agenda.next() }
    }

    #[inline]
    fn take(play: &mut Play<'_>) {
        play.state.agenda.take();
    }

    #[inline]
    fn position<'a>(play: &'a Play<'_>) -> Position<'a> {
        play.position()
    }

    /// Tasks look at the zones of both sides.
    #[inline]
    fn refresh(play: &mut Play<'_>) {
        play.refresh_zones();
    }

    fn label(at: Position<'_>, action: &Action) -> String {
        action.write(at.scenario)
    }

    fn target(at: Position<'_>, action: &Action) -> Target {
        action.target(at.scenario)
    }
}
