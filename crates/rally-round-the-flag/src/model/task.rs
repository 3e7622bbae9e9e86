//! What is to be done: every question and every step of the game, each a block in its chapter.

use super::action::Action;
use super::position::{Play, Position};
use super::scenario::RallyRoundTheFlag;
use crate::rules::act::Act;
use crate::rules::bottoms::{CloseOrder, Drill, DrillFire, FormUp, GoTo, HastenTo, LayToward, Reinforce};
use crate::rules::cards::{Discard, DrawCards};
use crate::rules::cavalry::{
    Alight, Countered, NameRiders, PickPair, React, RideOn, Shelled, Squared, TakePlace,
};
use crate::rules::charge::{AimCharge, Arrive, EndCharge, GoAlong, Onward, Passage, PassedBy, Scoop, Spur};
use crate::rules::check::{Check, JudgeCheck};
use crate::rules::dice::OfferReroll;
use crate::rules::entry::{ComeIn, LayEntry};
use crate::rules::fire::{
    AfterShots, Aftermath, AnswerHit, HitHard, JudgeShot, NextShot, OpenSwap, PlaceLoss, ReturnFire,
    SharpReroll, Shoot, Wound,
};
use crate::rules::losses::{Casualties, JudgeCasualty};
use crate::rules::melee::{
    Clash, CommitCards, DefendersFire, FireAtCharger, JudgeClash, LosersCheck, Muster, PickMelee,
    PlaceStroke, Round, RoundOver, StrokeDone,
};
use crate::rules::movement::{Advance, LayArrow};
use crate::rules::rally::{Rallied, Reface};
use crate::rules::retire::GiveWay;
use crate::rules::rout::{ChooseFlight, RanThrough, RunOn, Settle};
use crate::rules::setup::SetUp;
use crate::rules::setup::consent::Consent;
use crate::rules::setup::disorder::{Disorder, DisorderHow};
use crate::rules::setup::orders::{NameCommander, Post, Station};
use crate::rules::setup::picks::{BuildDecks, PickCards};
use crate::rules::setup::proposals::{Propose, Reply};
use crate::rules::setup::seats::SeatGenerals;
use crate::rules::setup::strengths::{Owe, PlaceCircles, TakeBrigades};
use crate::rules::setup::troops::DeployTroops;
use crate::rules::several::{Failed, PickCheck, PickRunner};
use crate::rules::turn::{ChooseTurn, EndRound, EndTurn, StartRound, TakeTurn};
use crate::speech;
use engine::agenda::Flow;
use engine::scene::Target;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for RallyRoundTheFlag {
        questions {
            Consent, Propose, Reply, TakeBrigades, PlaceCircles, NameCommander, Post, Station,
            SeatGenerals, DeployTroops, Disorder, DisorderHow, PickCards,
            ChooseTurn, CloseOrder, Act, Discard, OfferReroll, Reface, LayArrow, LayEntry,
            Reinforce, LayToward, DrillFire, FormUp,
            RideOn, Alight, NameRiders, PickPair,
            AimCharge, GoAlong, Spur, Scoop,
            PickMelee, FireAtCharger, CommitCards, PlaceStroke,
            AnswerHit, SharpReroll, PlaceLoss, ReturnFire, OpenSwap,
            PickCheck, PickRunner, ChooseFlight, GiveWay,
        }
        steps {
            SetUp, Owe, BuildDecks,
            StartRound, TakeTurn, EndTurn, EndRound, DrawCards,
            GoTo, HastenTo, Drill,
            React, Countered, TakePlace, Shelled, Squared,
            Onward, Passage, PassedBy, Arrive, EndCharge,
            Round, DefendersFire, Muster, Clash, JudgeClash, StrokeDone, LosersCheck, RoundOver,
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
