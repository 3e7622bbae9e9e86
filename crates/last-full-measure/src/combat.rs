//! LFM-8 Combat, LFM-13 Multiple rounds: rounds, and who attacks whom (ledger Q7 to Q10a).

use crate::action::Action;
use crate::event::Event;
use crate::ids::UnitId;
use crate::position::{Play, Position};
use crate::state::{Committed, Fight, Reason, flag};
use crate::task::Task;
use engine::Violation;
use ground::{Hex, HexSet};

impl Position<'_> {
    /// Whether a unit may attack: not charged cavalry, not shattered, not turned back before.
    #[must_use]
    pub fn may_attack(&self, unit: UnitId) -> bool {
        !self.state.is(unit, flag::CHARGED | flag::SPENT) && !self.state.is_shattered(self.scenario, unit)
    }

    /// Whether a hex of X has somebody able to attack.
    #[must_use]
    pub fn can_attack_from(&self, hex: Hex) -> bool {
        self.state.owner(self.scenario, hex) == Some(self.state.phasing)
            && self.state.stack(hex).any(|unit| self.may_attack(unit))
    }

    /// Enemy hexes that must be attacked this round: those that touch a stack of X able to attack (LFM-8.2, R-57).
    #[must_use]
    pub fn must_be_attacked(&self) -> HexSet {
        let x = self.state.phasing;
        let mut targets = HexSet::EMPTY;
        let contact =
            self.state.zones[x.index()].occupied.intersection(&self.state.zones[x.other().index()].zoc);
        for hex in contact.iter().filter(|&hex| self.can_attack_from(hex)) {
            for (_, at) in self.touching_hexes(hex) {
                if self.enemy_in(x, at) {
                    targets.insert(at);
                }
            }
        }
        targets
    }

    fn combat_of(list: &[Committed], hex: Hex) -> Option<u8> {
        list.iter().find(|entry| entry.hex == hex.0).map(|entry| entry.combat)
    }

    /// Whether all attackers of a combat touch a hex.
    fn all_touch(&self, combat: u8, at: Hex) -> bool {
        let attackers = &self.state.battle.attackers;
        attackers.iter().filter(|entry| entry.combat == combat).all(|entry| self.touches(Hex(entry.hex), at))
    }

    /// Whether every target left over could still be attacked if `from` were taken: by another free stack that touches
    /// it, or by joining a combat all of whose attackers touch it.
    fn leaves_others_covered(&self, from: Hex, at: Hex, combat: Option<u8>) -> bool {
        let battle = &self.state.battle;
        self.must_be_attacked().iter().all(|target| {
            if target == at || Self::combat_of(&battle.defenders, target).is_some() {
                return true;
            }
            let free_stack = self.touching_hexes(target).any(|(_, hex)| {
                hex != from && self.can_attack_from(hex) && Self::combat_of(&battle.attackers, hex).is_none()
            });
            let joins_other =
                (0..battle.combats).any(|other| Some(other) != combat && self.all_touch(other, target));
            let joins_this =
                self.touches(from, target) && combat.is_none_or(|combat| self.all_touch(combat, target));
            free_stack || joins_other || joins_this
        })
    }

    /// Whether an attack may be added to the declaration.
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_attack(&self, from: Hex, at: Hex) -> Result<(), Violation> {
        let len = self.scenario.board.len;
        if from.index() >= len || at.index() >= len {
            return Err(Violation::form("There is no such hex."));
        }
        let (here, there) = (|| self.hex_name(from), || self.hex_name(at));
        if self.state.owner(self.scenario, from) != Some(self.state.phasing) {
            return Err(Violation::form(format!("None of your units is in {}.", here())));
        }
        if !self.enemy_in(self.state.phasing, at) {
            return Err(Violation::form(format!("No enemy unit is in {}.", there())));
        }
        if !self.can_attack_from(from) {
            let rule = if self.state.stack(from).any(|unit| self.state.is(unit, flag::CHARGED)) {
                "LFM-3.1d"
            } else if self.stack_is_shattered(from) {
                "LFM-16.4a"
            } else {
                "R-33"
            };
            return Err(Violation::of(rule, format!("Nobody in {} may attack this round.", here())));
        }
        if !self.touches(from, at) {
            return Err(Violation::of("LFM-8.1", format!("{} is not next to {}.", here(), there())));
        }
        let battle = &self.state.battle;
        let (ours, theirs) =
            (Self::combat_of(&battle.attackers, from), Self::combat_of(&battle.defenders, at));
        match (ours, theirs) {
            (Some(ours), Some(theirs)) if ours == theirs => {
                Err(Violation::form(format!("{} attacks {} already.", here(), there())))
            }
            (Some(_), Some(_)) => Err(Violation::of(
                "LFM-8.4a",
                format!("{} and {} are in different combats: a stack fights in one.", here(), there()),
            )),
            (Some(combat), None) => {
                if !self.all_touch(combat, at) {
                    let text =
                        format!("Every attacker of a combat must be next to {}, and not all are.", there());
                    return Err(Violation::of("R-43", text));
                }
                if battle.defenders.iter().filter(|entry| entry.combat == combat).count() >= 6 {
                    return Err(Violation::of("R-43", "A combat has at most six defending hexes."));
                }
                Ok(())
            }
            (None, combat) => {
                if let Some(combat) = combat {
                    let apart = battle
                        .defenders
                        .iter()
                        .find(|entry| entry.combat == combat && !self.touches(from, Hex(entry.hex)));
                    if let Some(apart) = apart {
                        let text = format!(
                            "{} is not next to {}, which the same combat attacks.",
                            here(),
                            self.hex_name(Hex(apart.hex))
                        );
                        return Err(Violation::of("R-43", text));
                    }
                }
                if !self.leaves_others_covered(from, at, combat) {
                    let text = format!(
                        "With {} against {} alone, another enemy hex next to you could not be attacked.",
                        here(),
                        there()
                    );
                    return Err(Violation::of("LFM-8.2", text));
                }
                Ok(())
            }
        }
    }

    pub(crate) fn declare_actions(&self, out: &mut Vec<Action>) {
        let targets = self.must_be_attacked();
        for at in targets.iter() {
            for (_, from) in self.touching_hexes(at) {
                if self.can_attack_from(from) && self.check_attack(from, at).is_ok() {
                    out.push(Action::Attack { from, at });
                }
            }
        }
        if self.undeclared().is_none() {
            out.push(Action::Done);
        }
    }

    /// An enemy hex that still has to be attacked.
    fn undeclared(&self) -> Option<Hex> {
        let battle = &self.state.battle;
        self.must_be_attacked().iter().find(|&at| Self::combat_of(&battle.defenders, at).is_none())
    }

    pub(crate) fn check_declare(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Attack { from, at } => self.check_attack(from, at),
            Action::Done => match self.undeclared() {
                Some(at) => {
                    let text = format!(
                        "The enemy in {} is in your zone of control and must be attacked.",
                        self.hex_name(at)
                    );
                    Err(Violation::of("LFM-8.2", text))
                }
                None => Ok(()),
            },
            _ => Err(Violation::of(
                "LFM-S6a",
                "Declare who attacks whom; every enemy next to you must be attacked.",
            )),
        }
    }

    pub(crate) fn resolve_actions(&self, out: &mut Vec<Action>) {
        let battle = &self.state.battle;
        for combat in 0..battle.combats {
            if let Some(entry) = battle.defenders.iter().find(|entry| entry.combat == combat) {
                out.push(Action::Resolve(Hex(entry.hex)));
            }
        }
    }

    pub(crate) fn check_resolve(&self, action: &Action) -> Result<(), Violation> {
        let mut open = Vec::new();
        self.resolve_actions(&mut open);
        if open.contains(action) {
            Ok(())
        } else {
            Err(Violation::form("Choose one of the declared combats, by its first defending hex."))
        }
    }
}

impl Play<'_> {
    /// Start of the Combat phase.
    pub(crate) fn begin_combat(&mut self) {
        self.state.battle = Default::default();
        const FORGET: u32 = flag::DODGED | flag::SPENT | flag::EXITED | flag::WITHDREW;
        for unit in self.scenario.unit_ids() {
            self.state.clear(unit, FORGET);
        }
        self.push(Task::Round);
        self.push(Task::Exits);
    }

    /// The next compulsory exit: charged cavalry and shattered units in a zone of control (Q7). False when none is
    /// left.
    pub(crate) fn next_exit(&mut self) {
        self.fresh_zones();
        let x = self.state.phasing;
        let position = self.position();
        let next = self.scenario.units_of(x).find_map(|unit| {
            let hex = self.state.hex_of(unit)?;
            (position.must_exit(unit) && !self.state.is(unit, flag::EXITED) && position.in_zoc(x, hex))
                .then_some(hex)
        });
        let Some(hex) = next else { return };
        let going = position.retreating_units(hex, Reason::Exit);
        for unit in going.iter() {
            self.state.set(unit, flag::EXITED);
        }
        self.push(Task::Exits);
        self.push(Task::FallBack { hex: hex.0, reason: Reason::Exit });
    }

    /// A new round while there is contact that can be fought (Q8, LFM-13.1b).
    pub(crate) fn next_round(&mut self) {
        self.fresh_zones();
        if self.position().must_be_attacked().is_empty() {
            return;
        }
        let round = self.state.battle.round.saturating_add(1);
        self.state.battle = Default::default();
        self.state.battle.round = round;
        self.tell(Event::Round { round });
        let (x, y) = (self.state.phasing, self.enemy());
        for task in [
            Task::Round,
            Task::Follow(x),
            Task::Withdraw(y),
            Task::Follow(y),
            Task::Withdraw(x),
            Task::Resolve,
            Task::Declare,
        ] {
            self.push(task);
        }
    }

    /// A single attack that must be made is declared by itself.
    pub(crate) fn ready_declare(&mut self) -> bool {
        let mut open = Vec::new();
        self.position().declare_actions(&mut open);
        match open[..] {
            [only] => {
                self.do_declare(&only);
                false
            }
            _ => true,
        }
    }

    pub(crate) fn do_declare(&mut self, action: &Action) {
        let Action::Attack { from, at } = *action else { return self.pop() };
        let battle = &mut self.state.battle;
        let combat = match (
            Position::combat_of(&battle.attackers, from),
            Position::combat_of(&battle.defenders, at),
        ) {
            (Some(combat), _) | (None, Some(combat)) => combat,
            (None, None) => {
                battle.combats += 1;
                battle.combats - 1
            }
        };
        if Position::combat_of(&battle.attackers, from).is_none() {
            battle.attackers.push(Committed { hex: from.0, combat });
        }
        if Position::combat_of(&battle.defenders, at).is_none() {
            battle.defenders.push(Committed { hex: at.0, combat });
        }
        self.tell(Event::Declared { from: from.0, at: at.0 });
    }

    /// The last combat is resolved without asking.
    pub(crate) fn ready_resolve(&mut self) -> bool {
        let mut open = Vec::new();
        self.position().resolve_actions(&mut open);
        match open[..] {
            [] => {
                self.pop();
                false
            }
            [only] => {
                self.do_resolve(&only);
                false
            }
            _ => true,
        }
    }

    /// Takes up a combat: hexes vacated meanwhile drop out (Q10a).
    pub(crate) fn do_resolve(&mut self, action: &Action) {
        let Action::Resolve(first) = *action else { return };
        let Some(combat) = Position::combat_of(&self.state.battle.defenders, first) else { return };
        let battle = self.state.battle;
        self.state.battle.attackers.retain(|entry| entry.combat != combat);
        self.state.battle.defenders.retain(|entry| entry.combat != combat);
        let mut fight = Fight::default();
        let position = self.position();
        for entry in battle.defenders.iter().filter(|entry| entry.combat == combat) {
            if position.enemy_in(self.state.phasing, Hex(entry.hex)) {
                fight.defenders.push(entry.hex);
            }
        }
        for entry in battle.attackers.iter().filter(|entry| entry.combat == combat) {
            let from = Hex(entry.hex);
            let near = fight.defenders.iter().any(|&at| position.touches(from, Hex(at)));
            if near && position.can_attack_from(from) {
                fight.attackers.push(entry.hex);
            }
        }
        self.state.battle.fight = fight;
        self.push(Task::FightOver);
        self.push(Task::Dice);
        self.push(Task::Dodge(0));
    }
}
