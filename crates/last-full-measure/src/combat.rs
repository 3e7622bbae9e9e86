//! LFM-8 Combat, LFM-13 Multiple rounds: declaring, resolving, losing (ledger Q7 to Q10).

use crate::action::Action;
use crate::event::{Event, Factor, Term, Terms};
use crate::ids::UnitId;
use crate::position::{Play, Position};
use crate::scenario::Kind;
use crate::state::{Committed, Fight, Hex0, NO_HEX, Reason, flag};
use crate::tables::{cohesion_modifier, combat_result, odds_column};
use crate::task::Task;
use engine::{Side, Violation};
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
        let (here, there) = (self.hex_name(from), self.hex_name(at));
        if self.state.owner(self.scenario, from) != Some(self.state.phasing) {
            return Err(Violation::form(format!("None of your units is in {here}.")));
        }
        if !self.enemy_in(self.state.phasing, at) {
            return Err(Violation::form(format!("No enemy unit is in {there}.")));
        }
        if !self.can_attack_from(from) {
            let rule = if self.state.stack(from).any(|unit| self.state.is(unit, flag::CHARGED)) {
                "LFM-3.1d"
            } else if self.stack_is_shattered(from) {
                "LFM-16.4a"
            } else {
                "R-33"
            };
            return Err(Violation::of(rule, format!("Nobody in {here} may attack this round.")));
        }
        if !self.touches(from, at) {
            return Err(Violation::of("LFM-8.1", format!("{here} is not next to {there}.")));
        }
        let battle = &self.state.battle;
        let (ours, theirs) =
            (Self::combat_of(&battle.attackers, from), Self::combat_of(&battle.defenders, at));
        match (ours, theirs) {
            (Some(ours), Some(theirs)) if ours == theirs => {
                Err(Violation::form(format!("{here} attacks {there} already.")))
            }
            (Some(_), Some(_)) => Err(Violation::of(
                "LFM-8.4a",
                format!("{here} and {there} are in different combats: a stack fights in one."),
            )),
            (Some(combat), None) => {
                if !self.all_touch(combat, at) {
                    let text =
                        format!("Every attacker of a combat must be next to {there}, and not all are.");
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
                            "{here} is not next to {}, which the same combat attacks.",
                            self.hex_name(Hex(apart.hex))
                        );
                        return Err(Violation::of("R-43", text));
                    }
                }
                if !self.leaves_others_covered(from, at, combat) {
                    let text = format!(
                        "With {here} against {there} alone, another enemy hex next to you could not be attacked."
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

    /// Strength points of a hex that count in combat: at most 8 of troops and 10 of guns (LFM-8.3a, R-34). An attacking
    /// hex counts those able to attack.
    #[must_use]
    pub fn combat_strength(&self, hex: Hex, attacking: bool) -> u16 {
        let (mut troops, mut guns) = (0u16, 0u16);
        for unit in self.state.stack(hex).filter(|&unit| !attacking || self.may_attack(unit)) {
            let sp = u16::from(self.state.sp(self.scenario, unit));
            if self.info(unit).kind.is_artillery() { guns += sp } else { troops += sp }
        }
        troops.min(u16::from(self.scenario.limits.combat_troops))
            + guns.min(u16::from(self.scenario.limits.combat_guns))
    }

    /// Whether a defending hex is attacked from three hexes, or from two that are not next to each other (LFM-8.7).
    #[must_use]
    pub fn is_flanked(&self, at: Hex, attackers: &[Hex0]) -> bool {
        let near: crate::rows::List<Hex0, 6> = attackers
            .iter()
            .filter(|&&from| self.touches(Hex(from), at))
            .fold(Default::default(), |mut list, &from| {
                list.push(from);
                list
            });
        match near[..] {
            [a, b] => self.distance(Hex(a), Hex(b)) > 1,
            _ => near.len() >= 3,
        }
    }

    /// Best cohesion of attackers and defenders.
    #[must_use]
    pub fn fight_cohesion(&self, fight: &Fight) -> [u8; 2] {
        let best = |hexes: &[Hex0], attacking: bool| {
            hexes
                .iter()
                .flat_map(|&hex| self.state.stack(Hex(hex)))
                .filter(|&unit| !attacking || self.may_attack(unit))
                .map(|unit| self.info(unit).cohesion)
                .max()
                .unwrap_or(0)
        };
        [best(&fight.attackers, true), best(&fight.defenders, false)]
    }

    /// Strengths of attackers and defenders.
    #[must_use]
    pub fn fight_strength(&self, fight: &Fight) -> [u16; 2] {
        [
            fight.attackers.iter().map(|&hex| self.combat_strength(Hex(hex), true)).sum(),
            fight.defenders.iter().map(|&hex| self.combat_strength(Hex(hex), false)).sum(),
        ]
    }

    /// Everything that modifies the die of a combat (T-DRM).
    #[must_use]
    pub fn fight_terms(&self, fight: &Fight) -> Terms {
        let mut terms = Terms::default();
        let board = &self.scenario.board;
        let level = |hex: &Hex0| board.level[*hex as usize];
        let (x, y) = (self.state.phasing, self.state.phasing.other());
        let highest = |hexes: &[Hex0]| hexes.iter().map(level).max().unwrap_or(0);
        let (ours, theirs) = (highest(&fight.attackers), highest(&fight.defenders));
        let mut add = |factor, value: i8| {
            if value != 0 {
                terms.push(Term { factor, value });
            }
        };
        add(Factor::AttackerHigher, -i8::from(ours > theirs));
        let shaken =
            |hex: &&Hex0| self.stack_is_disorganized(Hex(**hex)) || self.stack_is_shattered(Hex(**hex));
        add(Factor::DefenderDisordered, -(fight.defenders.iter().filter(shaken).count() as i8));
        add(Factor::AttackerCommander, -i8::from(self.has_able_commander(x, &fight.attackers)));
        let flanked = fight.defenders.iter().any(|&hex| self.is_flanked(Hex(hex), &fight.attackers));
        add(Factor::Flank, -i8::from(flanked));
        let [attack, defend] = self.fight_cohesion(fight);
        let cohesion = cohesion_modifier(attack, defend);
        add(Factor::AttackerCohesion, cohesion.min(0));
        add(Factor::DefenderHigher, i8::from(theirs > ours));

        let (mut steep, mut creek, mut wall, mut works) = (false, false, false, false);
        for &at in fight.defenders.iter() {
            let sheltered = self.has_works(Hex(at));
            works |= sheltered && self.state.stack(Hex(at)).any(|unit| self.uses_works(unit));
            let afoot = self.state.stack(Hex(at)).any(|unit| !self.state.is_mounted(self.scenario, unit));
            for &from in fight.attackers.iter() {
                let Some(side) = self.scenario.map.side_between(Hex(from), Hex(at)) else { continue };
                steep |= side.steep;
                creek |= side.stream.is_some();
                wall |= side.wall && !sheltered && afoot;
            }
        }
        add(Factor::SteepSlope, i8::from(steep));
        add(Factor::Creek, i8::from(creek));
        add(Factor::Stonewall, i8::from(wall));
        add(Factor::Works, i8::from(works));
        add(Factor::DefenderCommander, i8::from(self.has_able_commander(y, &fight.defenders)));
        let mut attackers = fight.attackers.iter().flat_map(|&hex| self.state.stack(Hex(hex)));
        let mut defenders = fight.defenders.iter().flat_map(|&hex| self.state.stack(Hex(hex)));
        let mounted =
            attackers.any(|unit| self.may_attack(unit) && self.state.is_mounted(self.scenario, unit));
        let infantry = defenders.clone().any(|unit| self.info(unit).kind == Kind::Infantry);
        add(Factor::MountedOnInfantry, i8::from(mounted && infantry));
        add(Factor::StarUnit, i8::from(defenders.any(|unit| self.info(unit).star)));
        let disordered = |hex: &&Hex0| self.stack_is_disorganized(Hex(**hex));
        add(Factor::AttackerDisordered, fight.attackers.iter().filter(disordered).count() as i8);
        add(Factor::DefenderCohesion, cohesion.max(0));
        terms
    }

    /// Works help everybody but mounted cavalry; in the card edition, no cavalry at all (R-01, R-41b).
    fn uses_works(&self, unit: UnitId) -> bool {
        if self.scenario.options.card_edition {
            self.info(unit).kind != Kind::Cavalry
        } else {
            !self.state.is_mounted(self.scenario, unit)
        }
    }

    fn has_able_commander(&self, side: Side, hexes: &[Hex0]) -> bool {
        self.scenario.commanders_of(side).any(|commander| {
            hexes.contains(&self.state.leader_place[commander.index()].0)
                && self.state.cv(self.scenario, commander) >= 4
        })
    }

    /// Whether a defending hex may retreat before combat (LFM-11.1, R-55b).
    #[must_use]
    pub fn may_dodge(&self, fight: &Fight, at: Hex) -> bool {
        let mounted = fight
            .attackers
            .iter()
            .flat_map(|&hex| self.state.stack(Hex(hex)))
            .any(|unit| self.state.is_mounted(self.scenario, unit));
        !mounted
            && self.has_way_back(at, Reason::BeforeCombat)
            && self.state.stack(at).all(|unit| {
                let info = self.info(unit);
                (info.kind == Kind::Cavalry || info.dodges)
                    && !self.state.is(unit, flag::DODGED | flag::BUILDER)
            })
    }

    pub(crate) fn dodge_actions(&self, out: &mut Vec<Action>) {
        out.extend([Action::Stand, Action::FallBack]);
    }

    pub(crate) fn check_dodge(&self, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Stand | Action::FallBack => Ok(()),
            _ => Err(Violation::of("LFM-11.1a", "The stack may retreat before combat: stand, or fall back.")),
        }
    }

    /// Units that may be chosen for a loss.
    #[must_use]
    pub fn may_lose(&self, side: Side, hex: Hex0, matching: bool, need: u8, unit: UnitId) -> bool {
        self.is_in_loss(side, hex, matching, unit)
            && (!self.must_match_strength(side)
                || self.state.sp(self.scenario, unit) >= need
                || !self.scenario.units_of(side).any(|other| {
                    self.is_in_loss(side, hex, matching, other) && self.state.sp(self.scenario, other) >= need
                }))
    }

    /// The card edition's exchange costs the attacker one unit at least as strong as the defender's, if he has one
    ///
    fn must_match_strength(&self, side: Side) -> bool {
        self.scenario.options.card_edition
            && side == self.state.phasing
            && self.state.battle.fight.exchange > 0
    }

    fn is_in_loss(&self, side: Side, hex: Hex0, matching: bool, unit: UnitId) -> bool {
        if unit.index() >= self.scenario.units.len() || self.info(unit).side != side {
            return false;
        }
        let Some(at) = self.state.hex_of(unit) else { return false };
        let fight = &self.state.battle.fight;
        let attacking = side == self.state.phasing;
        let hexes = if attacking { &fight.attackers } else { &fight.defenders };
        let in_scope = if hex == NO_HEX { hexes.contains(&at.0) } else { hex == at.0 };
        // Only the chargers suffer from a charge, not those who share their hex.
        let charging = fight.charge && attacking;
        let involved = !charging || self.state.moving.group.units.contains(unit);
        in_scope
            && involved
            && (!matching || self.info(unit).cohesion == fight.cohesion[usize::from(!attacking)])
    }

    pub(crate) fn loss_actions(
        &self,
        side: Side,
        hex: Hex0,
        matching: bool,
        need: u8,
        out: &mut Vec<Action>,
    ) {
        out.extend(
            self.scenario
                .units_of(side)
                .filter(|&unit| self.may_lose(side, hex, matching, need, unit))
                .map(Action::Lose),
        );
    }

    pub(crate) fn check_loss(
        &self,
        side: Side,
        hex: Hex0,
        matching: bool,
        need: u8,
        action: &Action,
    ) -> Result<(), Violation> {
        let used = self.state.battle.fight.cohesion[usize::from(side != self.state.phasing)];
        match *action {
            Action::Lose(unit) if self.may_lose(side, hex, matching, need, unit) => Ok(()),
            Action::Lose(unit) if self.is_in_loss(side, hex, matching, unit) => {
                let text = format!(
                    "{} is weaker than the {need} strength points the defender lost.",
                    self.tag(unit)
                );
                Err(Violation::of("R-01", text))
            }
            Action::Lose(unit) if self.is_in_loss(side, hex, false, unit) => {
                let text = format!(
                    "The first unit lost must have the cohesion that was used, {used}; {} has {}.",
                    self.tag(unit),
                    self.info(unit).cohesion
                );
                Err(Violation::of("LFM-8.10a1", text))
            }
            _ => Err(Violation::of("LFM-8.10a1", "Choose which of your units in the combat is lost.")),
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

    /// Asks the next defending hex that may retreat before combat (Q10b).
    pub(crate) fn ready_dodge(&mut self, index: u8) -> bool {
        let fight = self.state.battle.fight;
        self.pop();
        let Some(&at) = fight.defenders.get(index as usize) else { return false };
        if fight.attackers.is_empty() {
            return false;
        }
        let asks = self.position().may_dodge(&fight, Hex(at));
        self.push(Task::Dodge(index + u8::from(!asks)));
        asks
    }

    pub(crate) fn do_dodge(&mut self, index: u8, action: &Action) {
        self.pop();
        let at = self.state.battle.fight.defenders[index as usize];
        if *action == Action::FallBack {
            self.state.battle.fight.defenders.retain(|&hex| hex != at);
            self.push(Task::Dodge(index));
            self.push(Task::FallBack { hex: at, reason: Reason::BeforeCombat });
        } else {
            self.push(Task::Dodge(index + 1));
        }
    }

    /// Odds, die, result, and everything that follows from it (Q10c to Q10x).
    pub(crate) fn combat_dice(&mut self) {
        self.fresh_zones();
        let fight = self.state.battle.fight;
        if fight.attackers.is_empty() || fight.defenders.is_empty() {
            return;
        }
        let (x, y) = (self.state.phasing, self.enemy());
        let position = self.position();
        let strength = position.fight_strength(&fight);
        let cohesion = position.fight_cohesion(&fight);
        let Some(column) = odds_column(strength[0], strength[1]) else {
            self.tell(Event::TooWeak { at: fight.defenders[0], strength });
            for &hex in fight.attackers.iter().rev() {
                self.push(Task::FallBack { hex, reason: Reason::TooWeak });
            }
            return;
        };
        let terms = position.fight_terms(&fight);
        let die = self.chance.d6("combat");
        let modified = (die as i8 + terms.iter().map(|term| term.value).sum::<i8>()).clamp(0, 7);
        let result = combat_result(column, modified);
        self.tell(Event::Combat {
            attackers: fight.attackers,
            defenders: fight.defenders,
            strength,
            cohesion,
            column: column as u8,
            terms,
            die,
            modified,
            result,
        });
        let took_part = fight
            .attackers
            .iter()
            .chain(fight.defenders.iter())
            .flat_map(|&hex| self.state.stack(Hex(hex)))
            .collect();
        self.state.battle.fight = Fight { cohesion, result: Some(result), took_part, ..fight };
        let fight = self.state.battle.fight;

        // The next thing last.
        self.push(Task::Advance(y));
        self.push(Task::Advance(x));
        self.push(Task::Casualties);
        let retreats =
            [(result.attacker_retreats(), fight.attackers), (result.defender_retreats(), fight.defenders)];
        for (retreats, hexes) in retreats {
            for &hex in hexes.iter().rev().filter(|_| retreats) {
                self.push(Task::FallBack { hex, reason: Reason::Result });
            }
        }
        if result.is_exchange() {
            self.push(Task::Exchange);
        } else if result.attacker_loses_one() {
            self.push(Task::Loss { side: x, hex: NO_HEX, matching: true, need: 1 });
        }
        if result.defender_loses() {
            self.push(Task::Loss { side: y, hex: NO_HEX, matching: true, need: 1 });
        }
    }

    /// The attacker matches the defender's loss (LFM-8.10a3, R-30). Card edition: one unit at least as strong.
    pub(crate) fn exchange(&mut self) {
        let need = self.state.battle.fight.exchange.max(1);
        self.push(Task::Loss { side: self.state.phasing, hex: NO_HEX, matching: true, need });
    }

    pub(crate) fn ready_loss(&mut self, side: Side, hex: Hex0, matching: bool, need: u8) -> bool {
        let mut open = Vec::new();
        self.position().loss_actions(side, hex, matching, need, &mut open);
        match open[..] {
            [] => {
                self.pop();
                if matching {
                    // Nobody left with the cohesion used: any unit will do.
                    self.push(Task::Loss { side, hex, matching: false, need });
                }
                false
            }
            [only] => {
                self.do_loss(side, hex, need, &only);
                false
            }
            _ => true,
        }
    }

    pub(crate) fn do_loss(&mut self, side: Side, hex: Hex0, need: u8, action: &Action) {
        self.pop();
        let Action::Lose(unit) = *action else { return };
        let sp = self.state.sp(self.scenario, unit);
        let Some(at) = self.state.hex_of(unit) else { return };
        self.risk_commanders(side, at);
        self.eliminate(unit);
        let fight = &mut self.state.battle.fight;
        fight.hit.insert(at);
        if side != self.state.phasing && fight.exchange == 0 {
            fight.exchange = sp;
        }
        if !self.state.has_units(at) {
            self.state.battle.fight.vacated.insert(at);
        }
        // An exchange goes on until enough strength is lost; the card asks for one unit only.
        if need > sp && !self.scenario.options.card_edition {
            self.push(Task::Loss { side, hex, matching: false, need: need - sp });
        }
    }

    /// A fight is over: zones are counted anew for the next one.
    pub(crate) fn fight_over(&mut self) {
        self.state.battle.fight = Fight::default();
        self.fresh_zones();
    }
}
