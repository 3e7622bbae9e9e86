//! Cavalry withdraws before combat, and who attacked it may follow (chapter 14.3).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::Traveller;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{MovementPoints, Trains};
use crate::model::position::{Play, Position};
use crate::model::state::{Allowance, Battle, Cause, Purpose, Role, Step};
use crate::model::strength::Arm;
use crate::model::task::ask_or_pass;
use crate::rules::combat::{Fight, over};
use crate::scene::{drawn, meant};
use crate::speech::{self, own};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

impl Position<'_> {
    fn check_withdrawal(&self, battle: &Battle) -> Result<(), Violation> {
        let defender = battle.defender;
        if !self.force(defender).strength.is_only(Arm::Cavalry) {
            return Err(Violation::of(
                "FMD-14.3-1",
                format!("Force {} is not cavalry alone.", defender.name()),
            )
            .about([defender.name()]));
        }
        if self.refuges(defender).is_empty() {
            return Err(Violation::of("RUL-47", "There is no hex to withdraw to."));
        }
        Ok(())
    }

    /// Whether the attacker has a choice about the hex that the cavalry left.
    fn is_entry_open(&self, battle: &Battle) -> bool {
        let initial = self.state.march.is_some_and(|march| march.initial) && battle.cause == Cause::March;
        !initial
    }
}

/// Does the defender stand? (C1)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandOrWithdraw;

impl Question<FullMeasureOfDevotion> for StandOrWithdraw {
    fn asked(self, at: Position<'_>) -> Sides {
        at.fights_as(Role::Defender)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let why = match battle.cause {
            Cause::March => "",
            Cause::Drift => ", which has lost its way,",
            Cause::Again => ", which has just routed another,",
        };
        let text = format!(
            "{} at {} is attacked by {}{why}: does it stand?",
            own(battle.defender),
            speech::hex(at.campaign, battle.at),
            speech::force(battle.attacker)
        );
        Words::new(text, "FMD-14.3-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.push(Action::Stand);
        if self.check(at, side, &Action::Withdraw).is_ok() {
            out.push(Action::Withdraw);
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match (action, at.battle()) {
            (Action::Stand, _) => Ok(()),
            (Action::Withdraw, Some(battle)) => at.check_withdrawal(battle),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        if *action == Action::Withdraw {
            return play.declare_cavalry();
        }
        let force = play.battle_mut().defender;
        play.tell(What::Stood { force });
        play.set_step(Step::AttackerDice);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Stand => "Stand and fight".to_owned(),
            Action::Withdraw => {
                "Withdraw: the enemy learns that it is all cavalry; if he has cavalry there is a fight \
                                 all the same"
                    .to_owned()
            }
            _ => action.write(at.campaign),
        }
    }
}

/// Where do the horsemen go? (C1a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WithdrawTo;

impl Question<FullMeasureOfDevotion> for WithdrawTo {
    fn asked(self, at: Position<'_>) -> Sides {
        at.fights_as(Role::Defender)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let from = speech::hex(at.campaign, battle.at);
        Words::new(format!("{} withdraws from {from}: where to?", own(battle.defender)), "FMD-14.3-2")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some(battle) = at.battle() else { return };
        out.extend(at.refuges(battle.defender).into_iter().map(Action::Retreat));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match (*action, at.battle()) {
            (Action::Retreat(hex), Some(battle)) => at.check_refuge(battle.defender, hex),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        if let Action::Retreat(to) = *action {
            let force = play.battle_mut().defender;
            play.go_back(force, to, true);
            play.set_step(Step::Enter);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        at.battle().map_or_else(String::new, |battle| at.going_back(battle.defender, action))
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |_| None, |hex| Some(Action::Retreat(hex)))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        drawn(at, at.battle().and_then(|battle| at.way_back(battle.defender, action)))
    }
}

/// Does the attacker enter the hex that the cavalry left? (C1a, FMD-14.3-3)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnterHex;

impl Question<FullMeasureOfDevotion> for EnterHex {
    fn asked(self, at: Position<'_>) -> Sides {
        match at.battle() {
            Some(battle) if at.is_entry_open(battle) => Sides::only(battle.attacker.side()),
            _ => Sides::NONE,
        }
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let hex = speech::hex(at.campaign, battle.at);
        let text = format!("The cavalry has left {hex}: does {} enter it?", own(battle.attacker));
        Words::new(text, "FMD-14.3-3")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let all = [Action::Advance, Action::Divide, Action::Hold];
        out.extend(all.into_iter().filter(|action| self.check(at, side, action).is_ok()));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.battle().map_or_else(other_question, |battle| at.check_follow(battle, battle.attacker, action))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        match action {
            Action::Divide => {
                let force = play.battle_mut().attacker;
                play.begin_sorting(force, Purpose::Enter);
            }
            _ => play.follow_cavalry(*action == Action::Advance),
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        at.battle().map_or_else(String::new, |battle| at.following(battle, battle.attacker, action))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        drawn(at, at.battle().and_then(|battle| at.way_after(battle, battle.attacker, action)))
    }
}

impl Play<'_> {
    /// The defender says that it is all cavalry (FMD-14.3-1, FMD-14.3-2, FMD-14.3-4).
    fn declare_cavalry(&mut self) {
        self.story.reveal();
        let battle = self.battle_mut();
        battle.declared_cavalry = true;
        let (attacker, defender) = (battle.attacker, battle.defender);
        self.tell(What::AllCavalry { force: defender });
        let has = self.state.force(attacker).strength.has(Arm::Cavalry);
        self.state.evidence.is_only_cavalry(defender);
        self.state.evidence.has_cavalry(attacker, has);
        self.tell(What::AttackerCavalry { force: attacker, has });
        self.set_step(if has { Step::AttackerDice } else { Step::Withdraw });
    }

    /// The cavalry has gone; the attacker enters its hex or not (RUL-47).
    pub(crate) fn follow_cavalry(&mut self, enters: bool) {
        let Some(battle) = self.state.battle.clone() else { return };
        let force = battle.attacker;
        let position = self.position();
        let detail = position.force(force);
        let from = detail.at.unwrap_or_default();
        let cost = position.step_cost(Traveller::force(detail.trains > Trains::ZERO), from, battle.at);
        let free = position.may_advance_whole(force, battle.at);
        match cost.filter(|_| enters && free) {
            Some(cost) => self.leave_the_field(&battle, Some((force, battle.at, cost))),
            None => {
                self.tell(What::Held { force });
                self.leave_the_field(&battle, None);
            }
        }
    }

    /// Ends a combat that was not fought; whoever marched goes on with what is left of his move.
    pub(crate) fn leave_the_field(&mut self, battle: &Battle, entry: Option<(ForceId, Hex, MovementPoints)>) {
        self.state.battle = None;
        let stops = battle.cause != Cause::March;
        if let Some((force, to, cost)) = entry {
            match battle.cause {
                Cause::March => self.enter(to, cost),
                Cause::Drift => self.enter(to, MovementPoints::ZERO),
                Cause::Again => self.follow_into(force, to),
            }
            let detail = self.state.force(force);
            if battle.cause == Cause::March
                && self.state.march.is_some_and(|march| march.initial)
                && detail.route().is_done()
            {
                if let Some(march) = &mut self.state.march {
                    march.over = true;
                }
                self.tell(What::Arrived { force, at: to });
            }
        }
        if let Some(march) = &mut self.state.march {
            march.over |= stops;
            // FMD-12-V-F3, RUL-47: having attacked, it does not force march.
            march.allowance = march.allowance.map(Allowance::unhurried);
        }
    }
}
