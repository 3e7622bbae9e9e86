//! LFM-8 Combat, LFM-13 Multiple rounds: rounds, and who attacks whom (ledger Q7 to Q10a).

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::sizes::HexSet;
use crate::model::state::{Fight, Flag, Reason, Role};
use crate::rules::advance::{Follow, Withdraw};
use crate::rules::assault::{Dice, Dodge, FightOver};
use crate::rules::retreat::FallBack;
use crate::scene::{Spot, between, points, spot};
use engine::agenda::{Opening, Question, Step, Words, only};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Charged cavalry leaves zones of control, one stack after the other (Q7, LFM-3.8a, R-92).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exits;

impl Step<LastFullMeasure> for Exits {
    fn take(self, play: &mut Play<'_>) {
        play.next_exit();
    }
}

/// A round begins, or the phase is over (Q8, LFM-13.1b).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round;

impl Step<LastFullMeasure> for Round {
    fn take(self, play: &mut Play<'_>) {
        play.next_round();
    }
}

/// Who attacks whom? Every enemy hex in contact must be attacked (LFM-8.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declare;

impl Question<LastFullMeasure> for Declare {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    /// A single attack that must be made is declared by itself.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only::<LastFullMeasure, _>(self, at)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who attacks whom? Every enemy hex in contact must be attacked.", "LFM-8.2")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.declare_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_declare(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Attack { from, at } = *action else { return };
        play.push(self);
        play.state.battle.declare(from, at);
        play.tell(Event::Declared { from, at });
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Attack { from, at: hex } => format!("{} attacks {}", at.in_hex(from), at.in_hex(hex)),
            _ => "The attacks stand as declared".into(),
        }
    }

    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match *action {
            Action::Attack { from, at: hex } => between(at.scenario, from, hex),
            _ => Target::Button,
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        let x = at.state.phasing;
        let ours = |hex: Hex| at.state.owner(at.scenario, hex) == Some(x);
        let beside = |hex: Hex, wanted: &dyn Fn(Hex) -> bool| {
            at.touching_hexes(hex).map(|(_, other)| other).find(|&other| wanted(other))
        };
        match spot(at, clicked)? {
            Spot::Hex(hex) if ours(hex) => {
                let enemy = beside(hex, &|other| at.enemy_in(x, other)).unwrap_or(hex);
                Some(Action::Attack { from: hex, at: enemy })
            }
            Spot::Hex(hex) => {
                let able = beside(hex, &|other| ours(other) && at.check_attack(other, hex).is_ok());
                let from = able.or_else(|| beside(hex, &ours)).or_else(|| at.nearest_own(hex))?;
                Some(Action::Attack { from, at: hex })
            }
            Spot::Edge(one, other) => {
                let (from, hex) = if ours(one) { (one, other) } else { (other, one) };
                Some(Action::Attack { from, at: hex })
            }
            _ => None,
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::Attack { from, at: hex } = *action else { return Default::default() };
        (points(at.scenario, vec![from, hex]), String::new())
    }
}

/// Which combat is fought next? (LFM-8.8a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resolve;

impl Question<LastFullMeasure> for Resolve {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    /// The last combat is fought without asking.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only::<LastFullMeasure, _>(self, at)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which combat is fought next?", "LFM-8.8a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.resolve_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_resolve(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(self);
        if let Action::Resolve(first) = *action {
            play.take_up(first);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Resolve(hex) => format!("The combat against {}", at.in_hex(hex)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::Resolve(hex)),
            _ => None,
        }
    }
}

impl Position<'_> {
    /// Whether a unit may attack: not charged cavalry (LFM-3.1d, LFM-3.8b), not a shattered unit (LFM-16.4a), not one
    /// turned back before, not one that has come into its hex during this round. In contact nobody
    /// asks for command or for roads used: those whom the enemy came upon may attack (LFM-8.6a), in every round of the
    /// phase (LFM-8.6c).
    #[must_use]
    pub fn may_attack(&self, unit: UnitId) -> bool {
        !self.state.is(unit, Flag::CHARGED | Flag::SPENT | Flag::CAME)
            && !self.state.is_shattered(self.scenario, unit)
    }

    /// Whether a hex of X has somebody able to attack.
    #[must_use]
    pub fn can_attack_from(&self, hex: Hex) -> bool {
        self.state.owner(self.scenario, hex) == Some(self.state.phasing)
            && self.state.stack(hex).any(|unit| self.may_attack(unit))
    }

    /// Enemy hexes that must be attacked this round: those that touch a stack of X able to attack (LFM-8.2, R-57). So
    /// who stands alone in contact has to attack (LFM-S6a, LFM-8.1).
    #[must_use]
    pub fn must_be_attacked(&self) -> HexSet {
        let x = self.state.phasing;
        let mut targets = HexSet::EMPTY;
        let contact = self.state.zones(x).occupied.intersection(&self.state.zones(x.other()).zoc);
        for hex in contact.iter().filter(|&hex| self.can_attack_from(hex)) {
            for (_, at) in self.touching_hexes(hex) {
                if self.enemy_in(x, at) {
                    targets.insert(at);
                }
            }
        }
        targets
    }

    /// Whether all attackers of a combat touch a hex.
    fn all_touch(&self, combat: u16, at: Hex) -> bool {
        self.state.battle.hexes(combat, Role::Attacks).all(|from| self.touches(from, at))
    }

    /// Whether every target left over could still be attacked if `from` were taken (LFM-8.4b): by another free stack
    /// that touches it, or by joining a combat all of whose attackers touch it.
    fn leaves_others_covered(&self, from: Hex, at: Hex, combat: Option<u16>) -> bool {
        let battle = &self.state.battle;
        self.must_be_attacked().iter().all(|target| {
            if target == at || battle.combat_of(target, Role::Defends).is_some() {
                return true;
            }
            let free_stack = self.touching_hexes(target).any(|(_, hex)| {
                hex != from && self.can_attack_from(hex) && battle.combat_of(hex, Role::Attacks).is_none()
            });
            let joins_other =
                (0..battle.combats).any(|other| Some(other) != combat && self.all_touch(other, target));
            let joins_this =
                self.touches(from, target) && combat.is_none_or(|combat| self.all_touch(combat, target));
            free_stack || joins_other || joins_this
        })
    }

    /// Whether an attack may be added to the declaration. Whole hexes attack whole hexes: no unit of a stack fights
    /// by itself (LFM-4.4b, LFM-8.4b).
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
            let rule = if self.state.stack(from).any(|unit| self.state.is(unit, Flag::CHARGED)) {
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
        let (ours, theirs) = (battle.combat_of(from, Role::Attacks), battle.combat_of(at, Role::Defends));
        match (ours, theirs) {
            (Some(ours), Some(theirs)) if ours == theirs => {
                Err(Violation::form(format!("{} attacks {} already.", here(), there())))
            }
            // A stack fights in one combat (LFM-4.4c, LFM-8.4a).
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
                if battle.hexes(combat, Role::Defends).count() >= 6 {
                    return Err(Violation::of("R-43", "A combat has at most six defending hexes."));
                }
                Ok(())
            }
            (None, combat) => {
                if let Some(combat) = combat {
                    let apart = battle.hexes(combat, Role::Defends).find(|&other| !self.touches(from, other));
                    if let Some(apart) = apart {
                        let text = format!(
                            "{} is not next to {}, which the same combat attacks.",
                            here(),
                            self.hex_name(apart)
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

    /// The stack of the phasing side nearest to a hex.
    fn nearest_own(&self, hex: Hex) -> Option<Hex> {
        let own = self.state.zones(self.state.phasing).occupied;
        own.iter().min_by_key(|&other| self.distance(other, hex))
    }

    /// An enemy hex that still has to be attacked. Own hexes may sit out once every enemy in contact is attacked by
    /// somebody (LFM-8.5; worked example LFM-8.5a).
    fn undeclared(&self) -> Option<Hex> {
        let battle = &self.state.battle;
        self.must_be_attacked().iter().find(|&at| battle.combat_of(at, Role::Defends).is_none())
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
            out.extend(battle.hexes(combat, Role::Defends).next().map(Action::Resolve));
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
        const FORGET: Flag = Flag::DODGED.or(Flag::SPENT).or(Flag::EXITED).or(Flag::WITHDREW).or(Flag::CAME);
        for unit in self.scenario.unit_ids() {
            self.state.clear(unit, FORGET);
        }
        self.then([Exits.into(), Round.into()]);
    }

    /// The next compulsory exit: charged cavalry in a zone of control (Q7), whoever faces it (LFM-3.8b).
    pub(crate) fn next_exit(&mut self) {
        self.update_zones();
        let x = self.state.phasing;
        let position = self.position();
        let next = self.scenario.units_of(x).find_map(|unit| {
            let hex = self.state.hex_of(unit)?;
            (position.must_exit(unit) && !self.state.is(unit, Flag::EXITED) && position.in_zoc(x, hex))
                .then_some(hex)
        });
        let Some(hex) = next else { return };
        let going = position.retreating_units(hex, Reason::Exit);
        for unit in going.iter() {
            self.state.set(unit, Flag::EXITED);
        }
        self.then([FallBack { hex, reason: Reason::Exit }.into(), Exits.into()]);
    }

    /// A new round while there is contact that can be fought (Q8, LFM-S6b, LFM-13.1b), however many there were
    /// (LFM-13.1c). A round is all its combats, then the retreats and advances of both sides (LFM-13.1a).
    pub(crate) fn next_round(&mut self) {
        self.update_zones();
        for unit in self.scenario.units_of(self.state.phasing) {
            self.state.clear(unit, Flag::CAME);
        }
        if self.position().must_be_attacked().is_empty() {
            return;
        }
        let round = self.state.battle.round.saturating_add(1);
        self.state.battle = Default::default();
        self.state.battle.round = round;
        self.tell(Event::Round { round });
        let (x, y) = (self.state.phasing, self.enemy());
        self.then([
            Declare.into(),
            Resolve.into(),
            // X may retreat (LFM-12.2) and Y follow, then Y may (LFM-12.3a) and X follow (LFM-12.3b).
            Withdraw { side: x }.into(),
            Follow { side: y }.into(),
            Withdraw { side: y }.into(),
            Follow { side: x }.into(),
            Round.into(),
        ]);
    }

    /// Takes up a combat: hexes vacated meanwhile drop out (Q10a).
    fn take_up(&mut self, first: Hex) {
        let Some(combat) = self.state.battle.combat_of(first, Role::Defends) else { return };
        let mut fight = Fight::default();
        let position = self.position();
        for at in self.state.battle.hexes(combat, Role::Defends) {
            if position.enemy_in(self.state.phasing, at) {
                fight.defenders.push(at);
            }
        }
        for from in self.state.battle.hexes(combat, Role::Attacks) {
            let near = fight.defenders.iter().any(|&at| position.touches(from, at));
            if near && position.can_attack_from(from) {
                fight.attackers.push(from);
            }
        }
        self.state.battle.take_up(combat);
        self.state.battle.fight = fight;
        self.then([Dodge { index: 0 }.into(), Dice.into(), FightOver.into()]);
    }
}
