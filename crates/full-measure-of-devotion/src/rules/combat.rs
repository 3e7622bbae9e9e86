//! Combat: from contact to the hits (chapters 12.3, 12.3.1 and 14.3).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::{Factor, What};
use crate::model::ids::ForceId;
use crate::model::position::{Play, Position};
use crate::model::state::{Battle, Cause, Die, Role, Share, Step};
use crate::model::strength::Arm;
use crate::model::task::{Task, ask_or_pass, sides};
use crate::rules::forces::TakeHit;
use crate::rules::outcome::{AdvanceInto, AttackAgain, EnterHex, RetreatTo};
use crate::scene::{drawn, meant};
use crate::speech::{self, brigades, counted, kind, listed, own};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use ground::theatre::Country;
use serde::{Deserialize, Serialize};

/// How often one die may be thrown again (FMD-12.3-9).
pub const AGAIN: u8 = 2;

/// What each other arm that fights beside infantry adds, in points (FMD-12.3-A2).
pub(crate) const COMBINED: u8 = 2;

impl Battle {
    /// The loser.
    #[must_use]
    pub fn loser(&self) -> Option<Role> {
        self.winner.map(Role::other)
    }

    /// How many more arms a side may name for the hits of its enemy (FMD-12.3.1-7).
    #[must_use]
    pub fn namings(&self, role: Role) -> u8 {
        let enemy = self.share(role.other());
        let right = self.share(role).last.saturating_sub(4);
        right.min(enemy.hits).saturating_sub(enemy.named.len() as u8)
    }

    /// Whether an arm of a side's participants can take one more named hit (RUL-39).
    #[must_use]
    pub fn can_name(&self, role: Role, arm: Arm) -> bool {
        let enemy = self.share(role.other());
        let named = enemy.named.iter().filter(|&&other| other == arm).count();
        usize::from(enemy.part.arm_absorbs(arm)) > named
    }
}

impl Share {
    /// What its dice show together.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.dice.iter().map(|die| die.face).sum()
    }

    /// The arm of the next hit, if the enemy named it.
    #[must_use]
    pub fn next_named(&self) -> Option<Arm> {
        self.named.get(usize::from(self.placed)).copied()
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

    fn can_reroll(&self, battle: &Battle, role: Role) -> bool {
        self.state.rerolls[battle.force(role).side().index()] > 0
            && battle.share(role).dice.iter().any(|die| die.again < AGAIN)
    }

    /// Brigades a side must select (FMD-12.3-10).
    #[must_use]
    pub fn selection(&self, battle: &Battle, role: Role) -> u8 {
        battle.share(role).total().min(self.force(battle.force(role)).strength.size())
    }

    /// The most dice a Force may throw for numbers (FMD-12.3-7).
    pub(crate) fn most_dice(&self, force: ForceId) -> u8 {
        self.campaign.most_stars(self.force(force).officers)
    }

    /// Whether the dice let every brigade in, so that its owner only confirms (C6).
    fn all_go_in(&self, battle: &Battle, role: Role) -> bool {
        self.selection(battle, role) == self.force(battle.force(role)).strength.size()
    }

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

    /// The adjustments of one side's value, in whole points.
    pub(crate) fn factors(&self, battle: &Battle, role: Role, mut found: impl FnMut(Factor)) {
        let force = battle.force(role);
        let (part, enemy) = (battle.share(role).part, battle.share(role.other()).part);
        // FMD-12.3-A1
        let support = self
            .state
            .forces_of(force.side())
            .filter(|&(other, at)| other != force && self.campaign.theatre.grid.adjacent(at, battle.at));
        match support.count() as u8 {
            0 => {}
            forces => found(Factor::Support(forces)),
        }
        // FMD-12.3-A2
        if part.has(Arm::Infantry) {
            match u8::from(part.has(Arm::Artillery)) + u8::from(part.has(Arm::Cavalry)) {
                0 => {}
                arms => found(Factor::CombinedArms(COMBINED * arms)),
            }
        }
        let markers = self.force(force).markers;
        // FMD-12.3-A8, FMD-12.3-A9: three for the first marker, one for each further one; FATIGUE burdens a defender
        // only.
        let mut burdens = u8::from(markers.forage) + markers.combat;
        if role == Role::Defender {
            burdens += u8::from(markers.fatigue);
            self.ground_factors(battle, &mut found);
        }
        if burdens > 0 {
            found(Factor::Burdens { less: burdens + 2, role });
        }
        // FMD-12.3-A10
        if part.is_only(Arm::Cavalry) && enemy.has_foot_or_guns() {
            found(Factor::CavalryAlone);
        }
    }

    /// What the ground does for the defender.
    fn ground_factors(&self, battle: &Battle, found: &mut impl FnMut(Factor)) {
        let Some(border) = self.campaign.border(battle.from, battle.at) else { return };
        let country = self.campaign.theatre.country(battle.at);
        // FMD-12.3-A3
        if country == Country::Forest {
            found(Factor::Forest);
        }
        // FMD-12.3-A4, or FMD-12.3-A6: never both.
        if border.river.is_some() {
            found(if border.passage.is_some() { Factor::Crossing } else { Factor::MinorRiver });
        }
        // FMD-12.3-A7
        if country == Country::Mountain || border.ridge {
            found(Factor::Pass);
        }
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
        out.extend((1..=at.most_dice(battle.force(self.role))).map(Action::Dice));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let (Action::Dice(dice), Some(battle)) = (*action, at.battle()) else { return other_question() };
        let force = battle.force(self.role);
        let most = at.most_dice(force);
        match dice {
            0 => refuse(force, "RUL-33", "At least one die is thrown."),
            _ if dice > most => {
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
        let left = counted(at.state.rerolls[force.side().index()], "re-roll", "re-rolls");
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
            Action::Pick(kind) if at.force(force).strength.minus(part).of(kind) == 0 => {
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

/// On which arm falls the enemy's next hit? The winner names first (C10).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NameArms {
    /// Whether the winner names, or the loser.
    pub winner: bool,
}

impl NameArms {
    fn role(self, battle: &Battle) -> Option<Role> {
        if self.winner { battle.winner } else { battle.loser() }
    }

    /// The combat and the role that names.
    fn namer(self, at: Position<'_>) -> Option<(&Battle, Role)> {
        let battle = at.battle()?;
        Some((battle, self.role(battle)?))
    }
}

impl Question<FullMeasureOfDevotion> for NameArms {
    fn asked(self, at: Position<'_>) -> Sides {
        match self.namer(at) {
            Some((battle, role)) if battle.namings(role) > 0 => at.fights_as(role),
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
        let Some((battle, role)) = self.namer(at) else { return over() };
        let text = format!(
            "A {} for {}: on which arm of {} falls the next of {}?",
            battle.share(role).last,
            own(battle.force(role)),
            speech::force(battle.force(role.other())),
            counted(battle.namings(role), "hit", "hits")
        );
        Words::new(text, "FMD-12.3.1-7")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some((battle, role)) = self.namer(at) else { return };
        out.extend(Arm::ALL.into_iter().filter(|&arm| battle.can_name(role, arm)).map(Action::Name));
        out.push(Action::Confirm);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match (*action, self.namer(at)) {
            (Action::Confirm, _) => Ok(()),
            (Action::Name(arm), Some((battle, role))) if battle.can_name(role, arm) => Ok(()),
            (Action::Name(arm), Some((battle, role))) => {
                let text = format!("No {} that took part can take the hit.", arm.name());
                refuse(battle.force(role), "RUL-39", text)
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        let battle = play.battle_mut();
        match (*action, self.role(battle)) {
            (Action::Name(arm), Some(role)) => {
                battle.shares[role.other().index()].named.push(arm);
                let by = battle.force(role);
                play.tell(What::Named { by, arm });
            }
            _ => play.set_step(if self.winner { Step::LoserNames } else { Step::Place }),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Name(arm) => format!("On the {}", arm.name()),
            Action::Confirm => "Leave the rest to the enemy".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

/// Which brigades take the hits? Their owner says, but for the arms that were named (FMD-12.3.1-8), and only brigades
/// that took part (FMD-12.3.1-11). Both sides answer at once, in secret (C11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceHits;

impl Question<FullMeasureOfDevotion> for PlaceHits {
    fn asked(self, at: Position<'_>) -> Sides {
        let Some(battle) = at.battle() else { return Sides::NONE };
        sides(|side| {
            let share = battle.share(battle.role_of(side));
            share.placed < share.hits
        })
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
        let (mine, share) = (own(battle.force(role)), battle.share(role));
        let left = counted(share.hits.saturating_sub(share.placed), "hit", "hits");
        match share.next_named() {
            Some(arm) => {
                let text = format!("{mine} takes {left}, the next on {}: which brigade?", arm.name());
                Words::new(text, "FMD-12.3.1-7")
            }
            None => Words::new(format!("{mine} takes {left}: which brigade that took part?"), "FMD-12.3.1-8"),
        }
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let Some(battle) = at.battle() else { return };
        let share = battle.share(battle.role_of(side));
        let named = share.next_named();
        let kinds = share.after.kinds().filter(|kind| named.is_none_or(|arm| kind.arm == arm));
        out.extend(kinds.map(Action::Hit));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let (Action::Hit(kind), Some(battle)) = (*action, at.battle()) else { return other_question() };
        let role = battle.role_of(side);
        let (force, share) = (battle.force(role), battle.share(role));
        if let Some(arm) = share.next_named().filter(|&arm| arm != kind.arm) {
            return refuse(force, "FMD-12.3.1-7", format!("The enemy named {}.", arm.name()));
        }
        if share.after.of(kind) == 0 {
            let text = format!("No {} that took part can take the hit.", kind.words());
            return refuse(force, "FMD-12.3.1-11", text);
        }
        Ok(())
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.push(Fight);
        let Action::Hit(kind) = *action else { return };
        let battle = play.battle_mut();
        let role = battle.role_of(side);
        let share = &mut battle.shares[role.index()];
        // FMD-12.3.1-9
        share.after.hit(kind);
        share.placed += 1;
        let is_last = share.placed == share.hits;
        let force = battle.force(role);
        if is_last {
            // Who is waited for shows how many hits were placed before.
            play.story.reveal();
        }
        play.tell(What::HitPlaced { force, kind });
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match (*action, at.battle()) {
            (Action::Hit(kind), Some(battle)) => {
                speech::hit(kind, battle.share(battle.role_of(side)).after.of(kind))
            }
            _ => action.write(at.campaign),
        }
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

impl Factor {
    /// What it adds, in points.
    #[must_use]
    pub const fn points(self) -> i16 {
        match self {
            Factor::Support(forces) => 2 * forces as i16,
            Factor::CombinedArms(points) => points as i16,
            Factor::Forest | Factor::Crossing => 2,
            Factor::MinorRiver | Factor::Pass => 3,
            Factor::Burdens { less, .. } => -(less as i16),
            Factor::CavalryAlone => -2,
        }
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
            margin: 0,
            winner: None,
            advanced: None,
        });
        self.push(Fight);
        // RUL-22: FORAGE hits of the march come before the fight.
        if let Some(march) = &mut self.state.march {
            for _ in 0..std::mem::take(&mut march.due) {
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

    /// One side throws its dice for numbers.
    fn roll_numbers(&mut self, role: Role) {
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
        let left = &mut self.state.rerolls[force.side().index()];
        *left -= 1;
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

    /// Both have selected: brigades are shown, values worked out, the last dice thrown (C7 to C9).
    fn resolve(&mut self) {
        self.story.reveal();
        let mut totals = [0; 2];
        for role in Role::BOTH {
            let battle = self.battle_mut();
            let (force, share) = (battle.force(role), battle.share(role));
            let part = share.part;
            let exact = share.total() > part.size();
            // FMD-12.3-11: only those that take part, and both sides at once.
            self.tell(What::Revealed { force, part });
            self.state.evidence.shown(force, part, exact);
        }
        for role in Role::BOTH {
            let position = self.position();
            let Some(battle) = position.battle() else { return };
            let (force, halves) = (battle.force(role), battle.share(role).part.halves());
            let mut factors = arrayvec::ArrayVec::<Factor, 8>::new();
            position.factors(battle, role, |factor| factors.push(factor));
            let points: i16 = factors.iter().map(|factor| factor.points()).sum();
            // FMD-12.3-13, RUL-36: rounded down once, below zero too.
            let adjusted = (i16::from(halves) + 2 * points).div_euclid(2);
            for factor in factors {
                self.tell(What::Adjusted { force, factor });
            }
            // FMD-12.3-14
            let die = self.chance.d6("final combat value");
            let total = adjusted + i16::from(die);
            totals[role.index()] = total;
            let share = &mut self.battle_mut().shares[role.index()];
            share.adjusted = adjusted;
            share.last = die;
            self.tell(What::Values { force, halves, adjusted, die, total });
        }
        self.settle_result(totals);
    }

    /// Who won, by how much, and how many hits there are.
    fn settle_result(&mut self, totals: [i16; 2]) {
        let battle = self.battle_mut();
        let [attacker, defender] = totals;
        battle.margin = attacker.abs_diff(defender).min(255) as u8;
        // FMD-12.3-15
        battle.winner = match attacker.cmp(&defender) {
            std::cmp::Ordering::Greater => Some(Role::Attacker),
            std::cmp::Ordering::Less => Some(Role::Defender),
            std::cmp::Ordering::Equal => None,
        };
        let (mut hits, mut back) = (0, 0);
        if let Some(winner) = battle.winner {
            let (won, lost) = (battle.share(winner).part, battle.share(winner.other()).part);
            // FMD-12.3.1-1: the difference, FMD-12.3.1-2: but no more than the winner can deal out and the loser
            // absorb; what was held back or stands elsewhere does not count (FMD-12.3.1-3), and the surplus is dropped
            // (FMD-12.3.1-10).
            hits = battle.margin.min(won.size()).min(lost.absorbs());
            // FMD-12.3.1-5, FMD-12.3.2c-iii: a rout costs the winner nothing.
            if battle.margin < ROUT {
                // FMD-12.3.1-4: half of that, FMD-12.3.1-6: within the same limits, FMD-12.3.1-6a: of the same
                // brigades.
                back = (hits / 2).min(lost.size()).min(won.absorbs());
            }
            battle.shares[winner.other().index()].hits = hits;
            battle.shares[winner.index()].hits = back;
        }
        for share in &mut battle.shares {
            share.after = share.part;
            share.done = false;
        }
        battle.step = Step::WinnerNames;
        let (margin, winner) = (battle.margin, battle.winner.map(|winner| battle.force(winner)));
        self.tell(What::Result { winner, margin, hits, back });
    }

    /// All hits are placed: both sides see them (C11), and the outcome follows.
    fn apply_hits(&mut self) {
        self.story.reveal();
        for role in Role::BOTH {
            let battle = self.battle_mut();
            let force = battle.force(role);
            let (before, after) = (battle.share(role).part, battle.share(role).after);
            if before == after {
                continue;
            }
            self.tell(What::Casualties { force, before, after });
            let detail = self.state.force_mut(force);
            // FMD-12.3.1-13
            detail.strength = detail.strength.minus(before).plus(after);
            self.state.evidence.casualties(force, before, after);
            self.announce_losses(force.side(), before.size() - after.size());
        }
        self.begin_outcome();
    }
}

/// From this margin on the loser is routed (FMD-12.3.2c-0).
pub const ROUT: u8 = 8;
/// From this margin on the loser goes back (FMD-12.3.2b-1).
pub const RETREAT: u8 = 4;
