//! LFM-8 Combat, LFM-11 Retreat before combat: a combat is resolved, from odds to losses (ledger Q10b to Q10x).

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::event::{Event, Factor, Term, Terms, modified};
use crate::model::ids::{Piece, UnitId};
use crate::model::numbers::{Cohesion, CommandValue, StrengthPoints};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, Options};
use crate::model::state::{Fight, Flag, MaybeHex, Reason};
use crate::rules::advance::Advance;
use crate::rules::casualties::Casualties;
use crate::rules::retreat::FallBack;
use crate::rules::tables::{cohesion_modifier, combat_result, odds_column};
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Step, Words, only};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Does the next defending hex retreat before combat? (Q10b, LFM-11.1a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dodge {
    /// The number of the defending hex.
    pub index: u8,
}

impl Question<LastFullMeasure> for Dodge {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing.other())
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let fight = &at.state.battle.fight;
        let may = self.hex(fight).is_some_and(|hex| at.may_dodge(fight, hex));
        if may { Opening::Ask } else { Opening::Pass }
    }

    /// The next hex, if there is one.
    fn pass(self, play: &mut Play<'_>) {
        if self.hex(&play.state.battle.fight).is_some() {
            play.push(Dodge { index: self.index + 1 });
        }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let hex = self.hex(&at.state.battle.fight).map_or_else(|| "the stack".into(), |hex| at.stack_in(hex));
        Words::new(format!("Attacked: {hex}. Retreat before combat, or stand?"), "LFM-11.1a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.dodge_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_dodge(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let at = play.state.battle.fight.defenders[self.index as usize];
        if *action == Action::FallBack {
            play.state.battle.fight.defenders.retain(|&hex| hex != at);
            play.then([FallBack { hex: at, reason: Reason::BeforeCombat }.into(), self.into()]);
        } else {
            play.push(Dodge { index: self.index + 1 });
        }
    }

    fn label(self, _: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::FallBack => "Fall back".into(),
            _ => "Stand fast".into(),
        }
    }
}

impl Dodge {
    /// The hex that is asked, unless nobody attacks any more.
    fn hex(self, fight: &Fight) -> Option<Hex> {
        fight.defenders.get(self.index as usize).filter(|_| !fight.attackers.is_empty()).copied()
    }
}

/// Odds, die and result of the combat (Q10c, Q10d).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dice;

impl Step<LastFullMeasure> for Dice {
    fn take(self, play: &mut Play<'_>) {
        play.combat_dice();
    }
}

/// Which unit is lost? (Q10e, LFM-8.10a1) Regiments are the steps a brigade loses (LFM-4.4d).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// Who loses.
    pub side: Side,
    /// From this hex, or from every hex of the side in the fight (none).
    pub hex: MaybeHex,
    /// It must have the cohesion that was used (LFM-8.10a1), the defender's loss in an exchange too (LFM-8.10a2).
    pub matching: bool,
    /// Strength points still to be lost in an exchange; 1 for any one unit.
    pub need: StrengthPoints,
}

impl Question<LastFullMeasure> for Loss {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only::<LastFullMeasure, _>(self, at)
    }

    /// Nobody left with the cohesion used: any unit will do.
    fn pass(self, play: &mut Play<'_>) {
        if self.matching {
            play.push(Loss { matching: false, ..self });
        }
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let Loss { hex, matching, need, .. } = self;
        let place = hex.get().map(|hex| format!(" in {}", at.hex_name(hex))).unwrap_or_default();
        let role = usize::from(side != at.state.phasing);
        let cohesion = if matching {
            format!(" of cohesion {}", at.state.battle.fight.cohesion[role])
        } else {
            String::new()
        };
        let more = if need > StrengthPoints(1) {
            format!(" At least {need} SP are still owed.")
        } else {
            String::new()
        };
        let rule = match matching {
            true => "LFM-8.10a1",
            false if at.scenario.options.card_edition => "R-01",
            // What an exchange still asks of the attacker; the other loss is that of one stack.
            false if self.hex.get().is_none() => "LFM-8.10a4",
            false => "LFM-14.4",
        };
        Words::new(format!("Which unit{cohesion}{place} is lost?{more}"), rule)
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.loss_actions(self.side, self.hex, self.matching, self.need, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_loss(self.side, self.hex, self.matching, self.need, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Loss { side, hex, need, .. } = self;
        let Action::Lose(unit) = *action else { return };
        let sp = play.state.sp(play.scenario, unit);
        let Some(at) = play.state.hex_of(unit) else { return };
        play.risk_commanders(side, at);
        play.eliminate(unit);
        let fight = &mut play.state.battle.fight;
        fight.hit.insert(at);
        if side != play.state.phasing && fight.exchange == StrengthPoints::ZERO {
            fight.exchange = sp;
        }
        if !play.state.has_units(at) {
            play.state.battle.fight.vacated.insert(at);
        }
        // An exchange goes on until enough strength is lost (LFM-8.10a3, R-30), with units of any cohesion after the
        // first (LFM-8.10a4); the card asks for one unit only.
        if need > sp && !play.scenario.options.card_edition {
            play.push(Loss { side, hex, matching: false, need: need - sp });
        }
        play.displace_brigadiers(side, at);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Lose(unit) => at.now(unit),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Lose(unit)),
            _ => None,
        }
    }
}

impl Loss {
    /// One unit of a side, from any of its hexes in the fight, of the cohesion that was used; by the card any unit, as
    /// its owner likes.
    pub(crate) fn any(side: Side, options: &Options) -> Loss {
        Loss { side, hex: MaybeHex::NONE, matching: !options.card_edition, need: StrengthPoints(1) }
    }
}

/// The attacker matches the defender's loss (LFM-8.10a3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exchange;

impl Step<LastFullMeasure> for Exchange {
    fn take(self, play: &mut Play<'_>) {
        play.exchange();
    }
}

/// The fight is over (Q10x).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FightOver;

impl Step<LastFullMeasure> for FightOver {
    fn take(self, play: &mut Play<'_>) {
        play.fight_over();
    }
}

impl Position<'_> {
    /// Strength points of a hex that count in combat: all its troops together (LFM-4.4a), at most 8 (LFM-4.1b), and
    /// on top of them at most 10 of guns (LFM-8.3a, LFM-7.6a, LFM-7.6b, R-34), however crowded a retreat has left it
    /// (LFM-9.1f2). An attacking hex counts those able to attack; the shattered defend with their full
    /// strength (LFM-16.4b).
    #[must_use]
    pub fn combat_strength(&self, hex: Hex, attacking: bool) -> StrengthPoints {
        let (mut troops, mut guns) = (StrengthPoints::ZERO, StrengthPoints::ZERO);
        for unit in self.state.stack(hex).filter(|&unit| !attacking || self.may_attack(unit)) {
            let sp = self.state.sp(self.scenario, unit);
            if self.info(unit).kind.is_artillery() { guns += sp } else { troops += sp }
        }
        let limits = &self.scenario.limits;
        troops.min(limits.combat_troops) + guns.min(limits.combat_guns)
    }

    /// Whether a defending hex is attacked from three hexes, or from two that are not next to each other (LFM-8.7),
    /// behind works as well (LFM-24.7b).
    #[must_use]
    pub fn is_flanked(&self, at: Hex, attackers: &[Hex]) -> bool {
        let near: engine::flat::List<Hex, 6> = attackers.iter().filter(|&&from| self.touches(from, at)).fold(
            Default::default(),
            |mut list, &from| {
                list.push(from);
                list
            },
        );
        match near[..] {
            [a, b] => self.distance(a, b) > 1,
            _ => near.len() >= 3,
        }
    }

    /// Best cohesion of attackers and defenders.
    #[must_use]
    pub fn fight_cohesion(&self, fight: &Fight) -> [Cohesion; 2] {
        let best = |hexes: &[Hex], attacking: bool| {
            hexes
                .iter()
                .flat_map(|&hex| self.state.stack(hex))
                .filter(|&unit| !attacking || self.may_attack(unit))
                .map(|unit| self.info(unit).cohesion)
                .max()
                .unwrap_or_default()
        };
        [best(&fight.attackers, true), best(&fight.defenders, false)]
    }

    /// Strengths of attackers and defenders.
    #[must_use]
    pub fn fight_strength(&self, fight: &Fight) -> [StrengthPoints; 2] {
        [
            fight.attackers.iter().map(|&hex| self.combat_strength(hex, true)).sum(),
            fight.defenders.iter().map(|&hex| self.combat_strength(hex, false)).sum(),
        ]
    }

    /// Everything that modifies the die of a combat (T-DRM); it is all added (LFM-8.9a; worked example LFM-8.9b).
    #[must_use]
    pub fn fight_terms(&self, fight: &Fight) -> Terms {
        let mut terms = Terms::default();
        let board = &self.scenario.board;
        let level = |hex: &Hex| board.level[hex.index()];
        let (x, y) = (self.state.phasing, self.state.phasing.other());
        let highest = |hexes: &[Hex]| hexes.iter().map(level).max().unwrap_or(0);
        let (ours, theirs) = (highest(&fight.attackers), highest(&fight.defenders));
        let mut add = |factor, value: i8| {
            if value != 0 {
                terms.push(Term { factor, value });
            }
        };
        // LFM-8.9c
        add(Factor::AttackerHigher, -i8::from(ours > theirs));
        let shaken = |hex: &&Hex| self.stack_is_disorganized(**hex) || self.stack_is_shattered(**hex);
        // For each hex, once (LFM-8.9d, LFM-16.2).
        add(Factor::DefenderDisordered, -(fight.defenders.iter().filter(shaken).count() as i8));
        // LFM-8.9e
        add(Factor::AttackerCommander, -i8::from(self.has_able_commander(x, &fight.attackers)));
        let flanked = fight.defenders.iter().any(|&hex| self.is_flanked(hex, &fight.attackers));
        // LFM-8.9f
        add(Factor::Flank, -i8::from(flanked));
        let [attack, defend] = self.fight_cohesion(fight);
        let cohesion = cohesion_modifier(attack, defend);
        // LFM-8.9g
        add(Factor::AttackerCohesion, cohesion.min(0));
        // LFM-8.9h
        add(Factor::DefenderHigher, i8::from(theirs > ours));

        let (mut steep, mut creek, mut wall, mut works) = (false, false, false, false);
        for &at in fight.defenders.iter() {
            // Works help everybody in them but mounted cavalry (LFM-24.2), from whichever side they are attacked
            // (LFM-24.7a).
            let sheltered = self.has_works(at) && self.state.stack(at).any(|unit| self.uses_works(unit));
            works |= sheltered;
            let afoot = self.state.stack(at).any(|unit| !self.state.is_mounted(self.scenario, unit));
            for &from in fight.attackers.iter() {
                let Some(side) = self.scenario.map.side_between(from, at) else { continue };
                steep |= side.steep;
                creek |= side.stream.is_some();
                // A wall counts across its hexside only (LFM-24.4a), and not behind works (LFM-24.4b), if they help
                // anybody there.
                wall |= side.wall && !sheltered && afoot;
            }
        }
        // LFM-8.9i
        add(Factor::SteepSlope, i8::from(steep));
        // LFM-8.9j
        add(Factor::Creek, i8::from(creek));
        // LFM-8.9k
        add(Factor::Stonewall, i8::from(wall));
        // LFM-8.9l
        add(Factor::Works, i8::from(works));
        // LFM-8.9m
        add(Factor::DefenderCommander, i8::from(self.has_able_commander(y, &fight.defenders)));
        let mut attackers = fight.attackers.iter().flat_map(|&hex| self.state.stack(hex));
        let mut defenders = fight.defenders.iter().flat_map(|&hex| self.state.stack(hex));
        let mounted =
            attackers.any(|unit| self.may_attack(unit) && self.state.is_mounted(self.scenario, unit));
        let infantry = defenders.clone().any(|unit| self.info(unit).kind == Kind::Infantry);
        // LFM-8.9n
        add(Factor::MountedOnInfantry, i8::from(mounted && infantry));
        // LFM-8.9o
        add(Factor::StarUnit, i8::from(defenders.any(|unit| self.is_star_unit(unit))));
        let disordered = |hex: &&Hex| self.stack_is_disorganized(**hex);
        // For each hex (LFM-8.9p, LFM-16.1).
        add(Factor::AttackerDisordered, fight.attackers.iter().filter(disordered).count() as i8);
        // LFM-8.9q
        add(Factor::DefenderCohesion, cohesion.max(0));
        terms
    }

    /// Whether a unit counts as the card's `*` unit: its quick-firing arms are used on foot, so cavalry does not while
    /// it is mounted.
    fn is_star_unit(&self, unit: UnitId) -> bool {
        self.info(unit).star && !self.state.is_mounted(self.scenario, unit)
    }

    /// Works help everybody but mounted cavalry (LFM-24.2); in the card edition, no cavalry at all (R-01, R-41b).
    fn uses_works(&self, unit: UnitId) -> bool {
        if self.scenario.options.card_edition {
            self.info(unit).kind != Kind::Cavalry
        } else {
            !self.state.is_mounted(self.scenario, unit)
        }
    }

    /// Whether a commander of 4 or better stands in one of the hexes (LFM-8.9e, LFM-8.9m).
    fn has_able_commander(&self, side: Side, hexes: &[Hex]) -> bool {
        self.scenario.commanders_of(side).any(|commander| {
            hexes.contains(&self.state.leader_station(commander).there())
                && self.state.cv(self.scenario, commander) >= CommandValue(4)
        })
    }

    /// Whether a defending hex may retreat before combat: cavalry and units the scenario lists (LFM-5.3b), with
    /// nobody else in the hex (LFM-11.1a), and only where no mounted cavalry attacks (LFM-11.1c): one that may not
    /// attack holds nobody. A hex under a zone of control that was reached in this way is not left again so
    /// (R-55b).
    #[must_use]
    pub fn may_dodge(&self, fight: &Fight, at: Hex) -> bool {
        let mounted = fight
            .attackers
            .iter()
            .flat_map(|&hex| self.state.stack(hex))
            .any(|unit| self.may_attack(unit) && self.state.is_mounted(self.scenario, unit));
        !mounted
            && self.has_way_back(at, Reason::BeforeCombat)
            && self.state.stack(at).all(|unit| {
                let info = self.info(unit);
                (info.kind == Kind::Cavalry || info.dodges)
                    && !self.state.is(unit, Flag::DODGED | Flag::BUILDER)
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
    pub fn may_lose(
        &self,
        side: Side,
        hex: MaybeHex,
        matching: bool,
        need: StrengthPoints,
        unit: UnitId,
    ) -> bool {
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
            && self.state.battle.fight.exchange > StrengthPoints::ZERO
    }

    fn is_in_loss(&self, side: Side, hex: MaybeHex, matching: bool, unit: UnitId) -> bool {
        if unit.index() >= self.scenario.units.len() || self.info(unit).side != side {
            return false;
        }
        let Some(at) = self.state.hex_of(unit) else { return false };
        let fight = &self.state.battle.fight;
        let attacking = side == self.state.phasing;
        let hexes = if attacking { &fight.attackers } else { &fight.defenders };
        let in_scope = hex.get().map_or_else(|| hexes.contains(&at), |hex| hex == at);
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
        hex: MaybeHex,
        matching: bool,
        need: StrengthPoints,
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
        hex: MaybeHex,
        matching: bool,
        need: StrengthPoints,
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
    /// Odds, die, result, and everything that follows from it (Q10c to Q10x).
    pub(crate) fn combat_dice(&mut self) {
        self.update_zones();
        let fight = self.state.battle.fight;
        if fight.attackers.is_empty() || fight.defenders.is_empty() {
            return;
        }
        let (x, y) = (self.state.phasing, self.enemy());
        let position = self.position();
        let strength = position.fight_strength(&fight);
        let cohesion = position.fight_cohesion(&fight);
        // Too weak to attack at all: they retreat instead (LFM-8.8d, R-33).
        let Some(column) = odds_column(strength[0], strength[1]) else {
            self.tell(Event::TooWeak { at: fight.defenders[0], strength });
            for &hex in fight.attackers.iter().rev() {
                self.push(FallBack { hex, reason: Reason::TooWeak });
            }
            return;
        };
        let terms = position.fight_terms(&fight);
        // One die on the combat table (LFM-8.8b).
        let die = self.chance.d6("combat");
        // LFM-8.9a
        let modified = modified(die, &terms).clamp(0, 7);
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
        // Who is barred from attacking shares the result of his hex, but took no part (LFM-10.1b, R-45).
        let attackers = fight.attackers.iter().flat_map(|&hex| self.state.stack(hex));
        let attackers = attackers.filter(|&unit| self.position().may_attack(unit));
        let defenders = fight.defenders.iter().flat_map(|&hex| self.state.stack(hex));
        let took_part = attackers.chain(defenders).collect();
        self.state.battle.fight = Fight { cohesion, result: Some(result), took_part, ..fight };
        let fight = self.state.battle.fight;

        // What the result says (LFM-8.8c). What is pushed later is done sooner.
        self.then([Casualties.into(), Advance { side: x }.into(), Advance { side: y }.into()]);
        let retreats =
            [(result.attacker_retreats(), fight.attackers), (result.defender_retreats(), fight.defenders)];
        for (retreats, hexes) in retreats {
            for &hex in hexes.iter().rev().filter(|_| retreats) {
                self.push(FallBack { hex, reason: Reason::Result });
            }
        }
        if result.is_exchange() {
            self.push(Exchange);
        } else if result.attacker_loses_one() {
            self.push(Loss::any(x, &self.scenario.options));
        }
        if result.defender_loses() {
            self.push(Loss::any(y, &self.scenario.options));
        }
    }

    /// The attacker matches the defender's loss (LFM-8.10a3, R-30). Card edition: one unit at least as strong.
    pub(crate) fn exchange(&mut self) {
        let need = self.state.battle.fight.exchange.max(StrengthPoints(1));
        self.push(Loss { need, ..Loss::any(self.state.phasing, &self.scenario.options) });
    }

    /// A fight is over: zones are counted anew for the next one.
    pub(crate) fn fight_over(&mut self) {
        self.state.battle.fight = Fight::default();
        self.update_zones();
    }
}
