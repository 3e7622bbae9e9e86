//! Combat: contact, and the steps it goes through until it is over (chapter 12.3).

use crate::game::FullMeasureOfDevotion;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::Margin;
use crate::model::position::{Play, Position};
use crate::model::state::{Battle, Cause, Role, Share, Step};
use crate::model::task::Task;
use crate::rules::forces::TakeHit;
use crate::rules::hits::{NameArms, PlaceHits};
use crate::rules::outcome::{AdvanceInto, AttackAgain, RetreatTo};
use crate::rules::selection::{DeclareDice, SelectBrigades, ThrowAgain};
use crate::rules::withdrawal::{EnterHex, StandOrWithdraw, WithdrawTo};
use engine::agenda::Words;
use engine::{Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

impl Battle {
    /// The loser.
    #[must_use]
    pub fn loser(&self) -> Option<Role> {
        self.winner.map(Role::other)
    }
}

impl<'a> Position<'a> {
    /// The combat being fought.
    pub(crate) fn battle(&self) -> Option<&'a Battle> {
        self.state.battle.as_ref()
    }

    /// What the combat has to do next: a question of the step it has come to, or nothing that anybody is asked.
    pub(crate) fn fighting(&self) -> Task {
        let Some(battle) = self.battle() else { return Fight.into() };
        // FORAGE may have destroyed the attacker before the fight (RUL-22).
        if self.force(battle.attacker).at.is_none() && battle.step < Step::Place {
            return Fight.into();
        }
        match battle.step {
            Step::Stand => StandOrWithdraw.into(),
            Step::Withdraw => WithdrawTo.into(),
            Step::Enter => EnterHex.into(),
            Step::AttackerDice => DeclareDice { role: Role::Attacker }.into(),
            Step::DefenderDice => DeclareDice { role: Role::Defender }.into(),
            Step::AttackerRoll => ThrowAgain { role: Role::Attacker }.into(),
            Step::DefenderRoll => ThrowAgain { role: Role::Defender }.into(),
            Step::Select => SelectBrigades.into(),
            Step::WinnerNames => NameArms { winner: true }.into(),
            Step::LoserNames => NameArms { winner: false }.into(),
            Step::Place => PlaceHits.into(),
            Step::Retreat => RetreatTo.into(),
            Step::Advance => AdvanceInto.into(),
            Step::Again => AttackAgain.into(),
        }
    }

    /// The side in a role of the combat.
    pub(crate) fn fights_as(&self, role: Role) -> Sides {
        self.battle().map_or(Sides::NONE, |battle| Sides::only(battle.force(role).side()))
    }
}

/// What is said where no combat is fought.
pub(crate) fn over() -> Words {
    Words::new("The combat is over.", "")
}

/// A refusal that concerns a Force.
pub(crate) fn refuse(force: ForceId, rule: &'static str, text: impl Into<String>) -> Result<(), Violation> {
    Err(Violation::of(rule, text).about([force.name()]))
}

/// The combat goes on where nobody is asked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fight;

impl engine::agenda::Step<FullMeasureOfDevotion> for Fight {
    fn take(self, play: &mut Play<'_>) {
        play.fight();
    }
}

impl Play<'_> {
    /// A Force attacks another. What follows waits below the combat on the agenda until it is over (FMD-12-III-3,
    /// FMD-12.3-4).
    pub(crate) fn open_battle(
        &mut self,
        attacker: ForceId,
        defender: ForceId,
        from: Hex,
        at: Hex,
        cause: Cause,
    ) {
        self.tell(What::BattleOpens { attacker, defender, from, at, cause });
        if cause != Cause::Again {
            self.state.force_mut(attacker).moved = true;
            if let Some(march) = &mut self.state.march {
                march.fought = true;
            }
        }
        self.state.battle = Some(Battle {
            attacker,
            defender,
            at,
            from,
            cause,
            step: Step::Stand,
            declared_cavalry: false,
            shares: [Share::default(), Share::default()],
            margin: Margin::ZERO,
            winner: None,
            advanced: None,
        });
        self.push(Fight);
        // RUL-22: FORAGE hits of the march come before the fight.
        if let Some(march) = &mut self.state.march {
            for _ in 0..std::mem::take(&mut march.due).0 {
                self.push(TakeHit { force: attacker });
            }
        }
    }

    pub(crate) fn battle_mut(&mut self) -> &mut Battle {
        // Every caller has looked: a combat is being fought.
        self.state.battle.as_mut().expect("a combat is being fought")
    }

    pub(crate) fn set_step(&mut self, step: Step) {
        self.battle_mut().step = step;
    }

    /// What follows when nobody is asked.
    pub(crate) fn fight(&mut self) {
        let Some(battle) = &self.state.battle else { return };
        let step = battle.step;
        if self.state.force(battle.attacker).at.is_none() && step < Step::Place {
            return self.end_battle();
        }
        if matches!(step, Step::Advance | Step::Again) {
            return self.end_battle();
        }
        self.push(Fight);
        match step {
            Step::AttackerRoll => self.roll_numbers(Role::Defender),
            Step::DefenderRoll => self.set_step(Step::Select),
            Step::Select => self.resolve(),
            Step::WinnerNames => self.set_step(Step::LoserNames),
            Step::LoserNames => self.set_step(Step::Place),
            Step::Place => self.apply_hits(),
            Step::Enter => self.follow_cavalry(true),
            Step::Retreat => self.perish_or_stay(),
            Step::Advance | Step::Again => {}
            Step::Stand | Step::Withdraw | Step::AttackerDice | Step::DefenderDice => {
                debug_assert!(false, "always asked");
            }
        }
    }
}
