//! What is to be done next: every question and every step of the game, each a block in its chapter.
//!
//! A position carries a stack of tasks. Steps are taken at once; the first question that has to be asked stops the run.
//! So a decision in the middle of the other side's phase is nothing special: it is a task on top. The ledger's states
//! (section 2.2) are named in the blocks.

use crate::LastFullMeasure;
use crate::files::notation::find_piece;
use crate::model::action::Action;
use crate::model::position::{Play, Position};
use crate::rules::advance::{Advance, Follow, Withdraw};
use crate::rules::army::Appoint;
use crate::rules::arrivals::Divert;
use crate::rules::artillery::{Aim, Fire, NextVictim, Victim};
use crate::rules::assault::{Dice, Dodge, Exchange, FightOver, Loss};
use crate::rules::breastworks::{Construct, Works};
use crate::rules::casualties::{Casualties, Displaced, NextDisplaced};
use crate::rules::charges::{ChargeHome, ChargeOver};
use crate::rules::combat::{Declare, Exits, Resolve, Round};
use crate::rules::command::{CommandTroops, Commanders};
use crate::rules::detachment::Markers;
use crate::rules::march::{March, Marching, MovementOver, NightRetreats};
use crate::rules::night::Limber;
use crate::rules::recovery::{Recover, Rejoin};
use crate::rules::retreat::{FallBack, GoesAlong, RetreatFirst, RetreatSecond, SetOut, StandFast};
use crate::rules::sequence::{NextPhase, PlaceMode, PlaceStack};
use crate::rules::stacking::Excess;
use crate::scene::place;
use engine::agenda::Flow;
use engine::scene::Target;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for LastFullMeasure {
        questions {
            // Marching first: most of a game is marching.
            March, Marching, PlaceStack, PlaceMode, Appoint, Markers, Commanders, Construct, Fire, Aim, Victim, Limber, Divert,
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
        play.prepare_zones();
    }

    fn label(at: Position<'_>, action: &Action) -> String {
        action.write(at.scenario)
    }

    fn target(at: Position<'_>, action: &Action) -> Target {
        action.target(at.scenario)
    }

    fn place_of(at: Position<'_>, piece: &str) -> Option<String> {
        place(at.scenario, at.whereabouts(find_piece(at.scenario, piece)?)?).map(String::from)
    }
}
