//! Combat: from contact to the hits (12.3, 12.3.1, 14.3).

use crate::action::Action;
use crate::ask::Ask;
use crate::event::{Factor, What};
use crate::ids::ForceId;
use crate::position::{Play, Position};
use crate::state::{Battle, Cause, Die, Role, Share, Stage};
use crate::strength::Arm;
use crate::task::Task;
use engine::{Side, Violation};
use ground::Hex;
use ground::theatre::Country;

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
    fn battle(&self) -> Option<&'a Battle> {
        self.state.battle.as_ref()
    }

    /// What the combat asks a side.
    pub(crate) fn battle_ask(&self, side: Side) -> Ask {
        let Some(battle) = self.battle() else { return Ask::Nothing };
        if self.force(battle.attacker).at.is_none() && battle.stage < Stage::Place {
            return Ask::Nothing;
        }
        let role = battle.role_of(side);
        let share = battle.share(role);
        let is_asked = match battle.stage {
            Stage::Stand | Stage::Withdraw | Stage::DefenderDice => role == Role::Defender,
            Stage::AttackerDice => role == Role::Attacker,
            Stage::Enter => role == Role::Attacker && self.is_entry_open(battle),
            Stage::AttackerRoll => role == Role::Attacker && self.can_reroll(battle, role),
            Stage::DefenderRoll => role == Role::Defender && self.can_reroll(battle, role),
            Stage::Select => !share.done,
            Stage::WinnerNames => battle.winner == Some(role) && battle.namings(role) > 0,
            Stage::LoserNames => battle.loser() == Some(role) && battle.namings(role) > 0,
            Stage::Place => share.placed < share.hits,
            Stage::Retreat => self.who_picks_retreat(battle) == Some(role),
            Stage::Advance => battle.winner == Some(role) && self.can_advance(battle),
            Stage::Again => battle.winner == Some(role) && self.attacks_again(battle).next().is_some(),
        };
        if is_asked { Ask::Battle(battle.stage, role) } else { Ask::Nothing }
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

    pub(crate) fn most_dice(&self, force: ForceId) -> u8 {
        self.campaign.most_stars(self.force(force).officers)
    }

    pub(crate) fn battle_answers(&self, stage: Stage, role: Role, out: &mut Vec<Action>) {
        let Some(battle) = self.battle() else { return };
        let share = battle.share(role);
        let force = battle.force(role);
        match stage {
            Stage::Stand => {
                out.push(Action::Stand);
                if self.check_withdrawal(battle).is_ok() {
                    out.push(Action::Withdraw);
                }
            }
            Stage::Withdraw => {
                out.extend(self.refuges(battle.defender).into_iter().map(Action::Retreat));
            }
            Stage::AttackerDice | Stage::DefenderDice => {
                out.extend((1..=self.most_dice(force)).map(Action::Dice));
            }
            Stage::AttackerRoll | Stage::DefenderRoll => {
                let again = share.dice.iter().enumerate().filter(|(_, die)| die.again < AGAIN);
                out.extend(again.map(|(number, _)| Action::Reroll(number as u8 + 1)));
                out.push(Action::KeepDice);
            }
            Stage::Select => {
                let needed = self.selection(battle, role);
                let rest = self.force(force).strength.minus(share.part);
                if share.part.size() == needed || self.all_go_in(battle, role) {
                    out.push(Action::Confirm);
                } else {
                    out.extend(rest.kinds().map(Action::Pick));
                }
            }
            Stage::WinnerNames | Stage::LoserNames => {
                out.extend(Arm::ALL.into_iter().filter(|&arm| battle.can_name(role, arm)).map(Action::Name));
                out.push(Action::Confirm);
            }
            Stage::Place => {
                let named = share.next_named();
                let kinds = share.after.kinds().filter(|kind| named.is_none_or(|arm| kind.arm == arm));
                out.extend(kinds.map(Action::Hit));
            }
            Stage::Enter | Stage::Retreat | Stage::Advance | Stage::Again => {
                self.outcome_answers(battle, stage, out);
            }
        }
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

    pub(crate) fn check_battle(&self, stage: Stage, role: Role, action: &Action) -> Result<(), Violation> {
        let Some(battle) = self.battle() else { return Err(Violation::form("No combat is being fought.")) };
        let share = battle.share(role);
        let force = battle.force(role);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        match (stage, *action) {
            (Stage::Stand, Action::Stand) => Ok(()),
            (Stage::Stand, Action::Withdraw) => self.check_withdrawal(battle),
            (Stage::Withdraw, Action::Retreat(hex)) => self.check_refuge(battle.defender, hex),
            (Stage::AttackerDice | Stage::DefenderDice, Action::Dice(dice)) => match dice {
                0 => refuse("RUL-33", "At least one die is thrown.".into()),
                _ if dice > self.most_dice(force) => {
                    refuse("FMD-12.3-7", format!("Its senior commander has {} stars.", self.most_dice(force)))
                }
                _ => Ok(()),
            },
            (Stage::AttackerRoll | Stage::DefenderRoll, Action::KeepDice) => Ok(()),
            (Stage::AttackerRoll | Stage::DefenderRoll, Action::Reroll(number)) => {
                match share.dice.get(usize::from(number).wrapping_sub(1)) {
                    None => Err(Violation::form("There is no such die.")),
                    Some(die) if die.again >= AGAIN => {
                        refuse("FMD-12.3-9", "That die has been thrown again twice.".into())
                    }
                    Some(_) => Ok(()),
                }
            }
            (Stage::Select, Action::Pick(kind)) => {
                let rest = self.force(force).strength.minus(share.part);
                if self.all_go_in(battle, role) || share.part.size() >= self.selection(battle, role) {
                    let text =
                        format!("{} brigades take part, and all are chosen.", self.selection(battle, role));
                    return refuse("FMD-12.3-10", text);
                }
                if rest.of(kind) == 0 {
                    return refuse("FMD-12.3-10", format!("There is no more {} to choose.", kind.words()));
                }
                Ok(())
            }
            (Stage::Select, Action::Confirm) => {
                if self.all_go_in(battle, role) || share.part.size() == self.selection(battle, role) {
                    return Ok(());
                }
                let text =
                    format!("{} of {} brigades are chosen.", share.part.size(), self.selection(battle, role));
                refuse("FMD-12.3-10", text)
            }
            (Stage::WinnerNames | Stage::LoserNames, Action::Confirm) => Ok(()),
            (Stage::WinnerNames | Stage::LoserNames, Action::Name(arm)) => {
                if battle.can_name(role, arm) {
                    return Ok(());
                }
                refuse("RUL-39", format!("No {} that took part can take the hit.", arm.name()))
            }
            (Stage::Place, Action::Hit(kind)) => {
                if let Some(arm) = share.next_named().filter(|&arm| arm != kind.arm) {
                    return refuse("FMD-12.3.1-7", format!("The enemy named {}.", arm.name()));
                }
                if share.after.of(kind) == 0 {
                    return refuse(
                        "FMD-12.3.1-11",
                        format!("No {} that took part can take the hit.", kind.words()),
                    );
                }
                Ok(())
            }
            (Stage::Enter | Stage::Retreat | Stage::Advance | Stage::Again, _) => {
                self.check_outcome(battle, stage, action)
            }
            _ => Err(Violation::form("That answers another question.")),
        }
    }

    /// The adjustments of one side's value, in whole points (FMD-12.3-A1 to A10).
    pub(crate) fn factors(&self, battle: &Battle, role: Role, mut found: impl FnMut(Factor)) {
        let force = battle.force(role);
        let (part, enemy) = (battle.share(role).part, battle.share(role.other()).part);
        let support = self
            .state
            .forces_of(force.side())
            .filter(|&(other, at)| other != force && self.campaign.theatre.grid.adjacent(at, battle.at));
        match support.count() as u8 {
            0 => {}
            forces => found(Factor::Support(forces)),
        }
        if part.has(Arm::Infantry) {
            match u8::from(part.has(Arm::Artillery)) + u8::from(part.has(Arm::Cavalry)) {
                0 => {}
                arms => found(Factor::CombinedArms(COMBINED * arms)),
            }
        }
        let markers = self.force(force).markers;
        let mut burdens = u8::from(markers.forage) + markers.combat;
        if role == Role::Defender {
            burdens += u8::from(markers.fatigue);
            self.ground_factors(battle, &mut found);
        }
        if burdens > 0 {
            found(Factor::Burdens { less: burdens + 2, role });
        }
        if part.is_only(Arm::Cavalry) && enemy.has_foot_or_guns() {
            found(Factor::CavalryAlone);
        }
    }

    /// What the ground does for the defender.
    fn ground_factors(&self, battle: &Battle, found: &mut impl FnMut(Factor)) {
        let Some(border) = self.campaign.border(battle.from, battle.at) else { return };
        let country = self.campaign.theatre.country(battle.at);
        if country == Country::Forest {
            found(Factor::Forest);
        }
        if border.river.is_some() {
            found(if border.passage.is_some() { Factor::Crossing } else { Factor::MinorRiver });
        }
        if country == Country::Mountain || border.ridge {
            found(Factor::Pass);
        }
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
    /// A Force attacks another.
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
            stage: Stage::Stand,
            declared_cavalry: false,
            shares: [Share::default(), Share::default()],
            margin: 0,
            winner: None,
            advanced: None,
        });
        self.push(Task::Fight);
        // RUL-22: FORAGE hits of the march come before the fight.
        if let Some(march) = &mut self.state.march {
            for _ in 0..std::mem::take(&mut march.due) {
                self.push(Task::Hit(attacker));
            }
        }
    }

    fn battle_mut(&mut self) -> &mut Battle {
        // Every caller has looked: a combat is being fought.
        self.state.battle.as_mut().expect("a combat is being fought")
    }

    fn set_stage(&mut self, stage: Stage) {
        self.battle_mut().stage = stage;
    }

    /// What follows when nobody is asked.
    pub(crate) fn fight(&mut self) {
        let Some(battle) = &self.state.battle else { return };
        let stage = battle.stage;
        if self.state.force(battle.attacker).at.is_none() && stage < Stage::Place {
            return self.end_battle();
        }
        self.push(Task::Fight);
        match stage {
            Stage::AttackerRoll => self.roll_numbers(Role::Defender),
            Stage::DefenderRoll => self.set_stage(Stage::Select),
            Stage::Select => self.resolve(),
            Stage::WinnerNames => self.set_stage(Stage::LoserNames),
            Stage::LoserNames => self.set_stage(Stage::Place),
            Stage::Place => self.apply_hits(),
            Stage::Enter => self.follow_cavalry(true),
            Stage::Retreat => self.perish_or_stay(),
            Stage::Advance | Stage::Again => {
                self.state.tasks.pop();
                self.end_battle();
            }
            Stage::Stand | Stage::Withdraw | Stage::AttackerDice | Stage::DefenderDice => {
                debug_assert!(false, "always asked");
            }
        }
    }

    pub(crate) fn battle_answer(&mut self, stage: Stage, role: Role, action: &Action) {
        match (stage, *action) {
            (Stage::Stand, Action::Withdraw) => self.declare_cavalry(),
            (Stage::Stand, _) => {
                let force = self.battle_mut().defender;
                self.tell(What::Stood { force });
                self.set_stage(Stage::AttackerDice);
            }
            (Stage::Withdraw, Action::Retreat(to)) => {
                let force = self.battle_mut().defender;
                self.go_back(force, to, true);
                self.set_stage(Stage::Enter);
            }
            (Stage::AttackerDice | Stage::DefenderDice, Action::Dice(dice)) => {
                let battle = self.battle_mut();
                battle.shares[role.index()].declared = dice;
                let force = battle.force(role);
                self.tell(What::DiceDeclared { force, dice });
                match role {
                    Role::Attacker => self.set_stage(Stage::DefenderDice),
                    Role::Defender => self.roll_numbers(Role::Attacker),
                }
            }
            (Stage::AttackerRoll | Stage::DefenderRoll, Action::Reroll(number)) => self.reroll(role, number),
            (Stage::AttackerRoll, _) => self.roll_numbers(Role::Defender),
            (Stage::DefenderRoll, _) => self.set_stage(Stage::Select),
            (Stage::Select, Action::Pick(kind)) => {
                let battle = self.battle_mut();
                battle.shares[role.index()].part.add(kind);
                let force = battle.force(role);
                self.tell(What::Picked { force, kind });
            }
            (Stage::Select, _) => self.selected(role),
            (Stage::WinnerNames | Stage::LoserNames, Action::Name(arm)) => {
                let battle = self.battle_mut();
                let _ = battle.shares[role.other().index()].named.try_push(arm);
                let by = battle.force(role);
                self.tell(What::Named { by, arm });
            }
            (Stage::WinnerNames, _) => self.set_stage(Stage::LoserNames),
            (Stage::LoserNames, _) => self.set_stage(Stage::Place),
            (Stage::Place, Action::Hit(kind)) => {
                let battle = self.battle_mut();
                let share = &mut battle.shares[role.index()];
                share.after.hit(kind);
                share.placed += 1;
                let is_last = share.placed == share.hits;
                let force = battle.force(role);
                if is_last {
                    // Who is waited for shows how many hits were placed before.
                    self.story.reveal();
                }
                self.tell(What::HitPlaced { force, kind });
            }
            _ => self.outcome_answer(stage, action),
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
        self.set_stage(if has { Stage::AttackerDice } else { Stage::Withdraw });
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
        self.set_stage(match role {
            Role::Attacker => Stage::AttackerRoll,
            Role::Defender => Stage::DefenderRoll,
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
            // RUL-36: rounded down once, below zero too.
            let adjusted = (i16::from(halves) + 2 * points).div_euclid(2);
            for factor in factors {
                self.tell(What::Adjusted { force, factor });
            }
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

    /// Who won, by how much, and how many hits there are (12.3.1).
    fn settle_result(&mut self, totals: [i16; 2]) {
        let battle = self.battle_mut();
        let [attacker, defender] = totals;
        battle.margin = attacker.abs_diff(defender).min(255) as u8;
        battle.winner = match attacker.cmp(&defender) {
            std::cmp::Ordering::Greater => Some(Role::Attacker),
            std::cmp::Ordering::Less => Some(Role::Defender),
            std::cmp::Ordering::Equal => None,
        };
        let (mut hits, mut back) = (0, 0);
        if let Some(winner) = battle.winner {
            let (won, lost) = (battle.share(winner).part, battle.share(winner.other()).part);
            hits = battle.margin.min(won.size()).min(lost.absorbs());
            if battle.margin < ROUT {
                back = (hits / 2).min(lost.size()).min(won.absorbs());
            }
            battle.shares[winner.other().index()].hits = hits;
            battle.shares[winner.index()].hits = back;
        }
        for share in &mut battle.shares {
            share.after = share.part;
            share.done = false;
        }
        battle.stage = Stage::WinnerNames;
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
            let box_ = self.state.force_mut(force);
            box_.strength = box_.strength.minus(before).plus(after);
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
