//! Dice for numbers, and the brigades that take part in a combat (chapter 12.3).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{Brigades, Rerolls, Stars};
use crate::model::position::{Play, Position};
use crate::model::state::{Battle, Die, Role, Share, Step};
use crate::model::task::{ask_or_pass, sides};
use crate::rules::combat::{Fight, over, refuse};
use crate::speech::{self, brigades, counted, kind, listed, own};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// How often one die may be thrown again (FMD-12.3-9).
pub const AGAIN: u8 = 2;

impl Share {
    /// What its dice show together.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.dice.iter().map(|die| die.face).sum()
    }
}

impl Position<'_> {
    fn can_reroll(&self, battle: &Battle, role: Role) -> bool {
        self.state.rerolls[battle.force(role).side()] > Rerolls::ZERO
            && battle.share(role).dice.iter().any(|die| die.again < AGAIN)
    }

    /// Brigades a side must select (FMD-12.3-10).
    #[must_use]
    pub fn selection(&self, battle: &Battle, role: Role) -> Brigades {
        Brigades(battle.share(role).total()).min(self.force(battle.force(role)).strength.size())
    }

    /// The most dice a Force may throw for numbers (FMD-12.3-7).
    pub(crate) fn most_dice(&self, force: ForceId) -> Stars {
        self.campaign.most_stars(self.force(force).officers)
    }

    /// Whether the dice let every brigade in, so that its owner only confirms (C6).
    fn all_go_in(&self, battle: &Battle, role: Role) -> bool {
        self.selection(battle, role) == self.force(battle.force(role)).strength.size()
    }
}

/// How many dice for numbers? (C2, C3)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeclareDice {
    /// Who declares.
    pub role: Role,
}

impl Question<FullMeasureOfDevotion> for DeclareDice {
    fn asked(self, at: Position<'_>) -> Sides {
        at.fights_as(self.role)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let mine = own(battle.force(self.role));
        let text = match self.role {
            Role::Attacker => {
                format!("{mine} attacks {}: how many dice for numbers?", speech::hex(at.campaign, battle.at))
            }
            Role::Defender => {
                let theirs = counted(battle.share(Role::Attacker).declared, "die", "dice");
                format!("{} declares {theirs}: how many for {mine}?", speech::force(battle.attacker))
            }
        };
        Words::new(text, "FMD-12.3-6")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some(battle) = at.battle() else { return };
        // FMD-12.3-8: fewer than the stars will do.
        out.extend((1..=at.most_dice(battle.force(self.role)).0).map(Action::Dice));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let (Action::Dice(dice), Some(battle)) = (*action, at.battle()) else { return other_question() };
        let force = battle.force(self.role);
        let most = at.most_dice(force);
        match dice {
            0 => refuse(force, "RUL-33", "At least one die is thrown."),
            _ if dice > most.0 => {
                refuse(force, "FMD-12.3-7", format!("Its senior commander has {most} stars."))
            }
            _ => Ok(()),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        let Action::Dice(dice) = *action else { return };
        let battle = play.battle_mut();
        battle.shares[self.role.index()].declared = dice;
        let force = battle.force(self.role);
        play.tell(What::DiceDeclared { force, dice });
        match self.role {
            Role::Attacker => play.set_step(Step::DefenderDice),
            Role::Defender => play.roll_numbers(Role::Attacker),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Dice(dice) => {
                let most = u32::from(dice) * 6;
                format!("{}: {dice} to {most} brigades", counted(dice, "die", "dice"))
            }
            _ => action.write(at.campaign),
        }
    }
}

/// Is a die thrown again? (C4, C5)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThrowAgain {
    /// Whose dice.
    pub role: Role,
}

impl Question<FullMeasureOfDevotion> for ThrowAgain {
    fn asked(self, at: Position<'_>) -> Sides {
        let can = at.battle().is_some_and(|battle| at.can_reroll(battle, self.role));
        if can { at.fights_as(self.role) } else { Sides::NONE }
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let (force, share) = (battle.force(self.role), battle.share(self.role));
        let dice = listed(share.dice.iter().map(|die| die.face.to_string()));
        let left = counted(at.state.rerolls[force.side()], "re-roll", "re-rolls");
        let text =
            format!("{} threw {dice}, {} in all: throw one again? {left} left.", own(force), share.total());
        Words::new(text, "FMD-12.3-9")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some(battle) = at.battle() else { return };
        let again = battle.share(self.role).dice.iter().enumerate().filter(|(_, die)| die.again < AGAIN);
        out.extend(again.map(|(number, _)| Action::Reroll(number as u8 + 1)));
        out.push(Action::KeepDice);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Some(battle) = at.battle() else { return other_question() };
        match *action {
            Action::KeepDice => Ok(()),
            Action::Reroll(number) => {
                match battle.share(self.role).dice.get(usize::from(number).wrapping_sub(1)) {
                    None => Err(Violation::form("There is no such die.")),
                    Some(die) if die.again >= AGAIN => {
                        refuse(battle.force(self.role), "FMD-12.3-9", "That die has been thrown again twice.")
                    }
                    Some(_) => Ok(()),
                }
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        match (*action, self.role) {
            (Action::Reroll(number), role) => play.reroll(role, number),
            (_, Role::Attacker) => play.roll_numbers(Role::Defender),
            (_, Role::Defender) => play.set_step(Step::Select),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match (*action, at.battle()) {
            (Action::Reroll(number), Some(battle)) => {
                let die = battle.share(self.role).dice.get(usize::from(number).wrapping_sub(1));
                let face = die.map_or_else(String::new, |die| format!(", a {}", die.face));
                format!("Throw die {number} again{face}")
            }
            (Action::KeepDice, _) => "Let the dice lie".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

/// Which brigades take part? Both sides answer at once, in secret (C6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelectBrigades;

impl Question<FullMeasureOfDevotion> for SelectBrigades {
    fn asked(self, at: Position<'_>) -> Sides {
        let Some(battle) = at.battle() else { return Sides::NONE };
        sides(|side| !battle.share(battle.role_of(side)).done)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let role = battle.role_of(side);
        let (force, share) = (battle.force(role), battle.share(role));
        let needed = at.selection(battle, role);
        let text = if needed == at.force(force).strength.size() {
            format!("All of {} takes part: {}.", own(force), brigades(at.force(force).strength))
        } else if share.part.size() == needed {
            format!("{} fights with {}: is that all right?", own(force), brigades(share.part))
        } else {
            let chosen =
                if share.part.is_empty() { String::new() } else { format!(" ({})", brigades(share.part)) };
            format!(
                "{} of {needed} brigades of {} are chosen{chosen}: which is next?",
                share.part.size(),
                own(force)
            )
        };
        Words::new(text, "FMD-12.3-10")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let Some(battle) = at.battle() else { return };
        let role = battle.role_of(side);
        let part = battle.share(role).part;
        if part.size() == at.selection(battle, role) || at.all_go_in(battle, role) {
            out.push(Action::Confirm);
        } else {
            out.extend(at.force(battle.force(role)).strength.minus(part).kinds().map(Action::Pick));
        }
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let Some(battle) = at.battle() else { return other_question() };
        let role = battle.role_of(side);
        let (force, part, needed) = (battle.force(role), battle.share(role).part, at.selection(battle, role));
        let all_go_in = at.all_go_in(battle, role);
        match *action {
            Action::Pick(_) if all_go_in || part.size() >= needed => {
                refuse(force, "FMD-12.3-10", format!("{needed} brigades take part, and all are chosen."))
            }
            Action::Pick(kind) if at.force(force).strength.minus(part).of(kind) == Brigades::ZERO => {
                refuse(force, "FMD-12.3-10", format!("There is no more {} to choose.", kind.words()))
            }
            Action::Pick(_) => Ok(()),
            Action::Confirm if all_go_in || part.size() == needed => Ok(()),
            Action::Confirm => {
                refuse(force, "FMD-12.3-10", format!("{} of {needed} brigades are chosen.", part.size()))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.push(Fight);
        let battle = play.battle_mut();
        let role = battle.role_of(side);
        let Action::Pick(kind) = *action else { return play.selected(role) };
        battle.shares[role.index()].part.add(kind);
        let force = battle.force(role);
        play.tell(What::Picked { force, kind });
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match (*action, at.battle()) {
            (Action::Pick(one), Some(battle)) => {
                let role = battle.role_of(side);
                let left = at.force(battle.force(role)).strength.minus(battle.share(role).part).of(one);
                format!("A {} brigade takes part ({left} left)", kind(one))
            }
            (Action::Confirm, _) => "These take part".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

impl Play<'_> {
    /// One side throws its dice for numbers.
    pub(crate) fn roll_numbers(&mut self, role: Role) {
        let battle = self.battle_mut();
        let (force, count) = (battle.force(role), battle.share(role).declared);
        let mut faces = [0; 5];
        for face in faces.iter_mut().take(usize::from(count)) {
            *face = self.chance.d6("brigades that take part");
        }
        let share = &mut self.battle_mut().shares[role.index()];
        share.dice = faces.iter().filter(|&&face| face > 0).map(|&face| Die { face, again: 0 }).collect();
        self.tell(What::DiceRolled { force, faces });
        self.set_step(match role {
            Role::Attacker => Step::AttackerRoll,
            Role::Defender => Step::DefenderRoll,
        });
    }

    fn reroll(&mut self, role: Role, number: u8) {
        let to = self.chance.d6("a die thrown again");
        let battle = self.battle_mut();
        let force = battle.force(role);
        let die = &mut battle.shares[role.index()].dice[usize::from(number) - 1];
        let from = std::mem::replace(&mut die.face, to);
        die.again += 1;
        let left = &mut self.state.rerolls[force.side()];
        *left -= Rerolls(1);
        let left = *left;
        self.tell(What::Rerolled { force, from, to, left });
    }

    /// One side has selected its brigades; what it chose stays hidden until both have.
    fn selected(&mut self, role: Role) {
        let position = self.position();
        let Some(battle) = position.battle() else { return };
        let force = battle.force(role);
        let whole = position.all_go_in(battle, role).then(|| position.force(force).strength);
        let share = &mut self.battle_mut().shares[role.index()];
        share.done = true;
        if let Some(whole) = whole {
            share.part = whole;
        }
        self.tell(What::Selected { force });
    }
}
