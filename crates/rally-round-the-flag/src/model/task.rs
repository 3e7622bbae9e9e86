//! What is to be done: every question and every step of the game, each a block in its chapter.

use super::action::Action;
use super::position::{Play, Position};
use super::scenario::RallyRoundTheFlag;
use crate::rules::act::Act;
use crate::rules::bottoms::CloseOrder;
use crate::rules::cards::{Discard, DrawCards};
use crate::rules::check::{Check, JudgeCheck};
use crate::rules::dice::OfferReroll;
use crate::rules::entry::{ComeIn, LayEntry};
use crate::rules::fire::{
    AfterShots, Aftermath, AnswerHit, HitHard, JudgeShot, NextShot, OpenSwap, PlaceLoss, ReturnFire,
    SharpReroll, Shoot, Wound,
};
use crate::rules::losses::{Casualties, JudgeCasualty};
use crate::rules::movement::{Advance, LayArrow};
use crate::rules::rally::{Rallied, Reface};
use crate::rules::retire::GiveWay;
use crate::rules::rout::{ChooseFlight, RanThrough, RunOn, Settle};
use crate::rules::several::{Failed, PickCheck, PickRunner};
use crate::rules::turn::{ChooseTurn, EndRound, EndTurn, StartRound, TakeTurn};
use crate::speech;
use engine::agenda::Flow;
use engine::scene::Target;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for RallyRoundTheFlag {
        questions {
            ChooseTurn, CloseOrder, Act, Discard, OfferReroll, Reface, LayArrow, LayEntry,
            AnswerHit, SharpReroll, PlaceLoss, ReturnFire, OpenSwap,
            PickCheck, PickRunner, ChooseFlight, GiveWay,
        }
        steps {
            StartRound, TakeTurn, EndTurn, EndRound, DrawCards,
            Check, JudgeCheck, Rallied, Casualties, JudgeCasualty,
            Shoot, JudgeShot, Wound, Aftermath, HitHard, NextShot, AfterShots,
            Advance, ComeIn, Failed, RunOn, RanThrough, Settle,
        }
    }
}

impl Flow for RallyRoundTheFlag {
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
