//! LFM-7 Ranged artillery fire.

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::event::{Event, Factor, Term, Terms};
use crate::model::ids::{Piece, UnitId};
use crate::model::position::{Hindrance, Play, Position};
use crate::model::sizes::{HexSet, Number};
use crate::model::state::{Fight, Flag, Reason, Shot, Station};
use crate::rules::casualties::Casualties;
use crate::rules::retreat::FallBack;
use crate::rules::tables::{FULL_FIRE, NEAREST_FIRE, artillery_checks};
use crate::scene::{Spot, points, spot};
use crate::speech::{counted, listed};
use engine::agenda::{Opening, Question, Step, Words};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::{Cover, Hex, Visibility};
use serde::{Deserialize, Serialize};

/// Which batteries fire? Both sides' may (LFM-S4a); the phasing side may limber some instead (LFM-S4d).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fire {
    /// Who fires.
    pub side: Side,
}

impl Question<LastFullMeasure> for Fire {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    /// A side that can neither fire nor limber is passed over.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let side = self.side;
        let can_fire = at.battery_hexes(side).iter().any(|hex| at.targets_from(side, hex).next().is_some());
        if can_fire || at.able_to_limber(side).next().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let text = if at.state.phasing == side {
            "Which batteries fire, which limber?"
        } else {
            "Which batteries fire?"
        };
        Words::new(text, "LFM-S4a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.fire_actions(self.side, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_fire(self.side, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::FireFrom(hex) => {
                play.push(self);
                play.state.shot = Shot::default();
                play.add_batteries(hex);
                play.push(Aim { side: self.side });
            }
            Action::Limber(unit) => {
                play.push(self);
                play.limber(unit);
            }
            _ => {}
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::FireFrom(hex) => format!("Fire from {}", at.in_hex(hex)),
            Action::Limber(unit) => format!("Limber {}", at.now(unit)),
            _ => "No more fire".into(),
        }
    }

    /// A click on a battery fires it; to limber it there is a button.
    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        if matches!(action, Action::Limber(_)) { Target::Button } else { action.target(at.scenario) }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::FireFrom(hex)),
            _ => None,
        }
    }
}

/// At which hex do the chosen batteries fire? (LFM-7.1a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// Who fires.
    pub side: Side,
}

impl Question<LastFullMeasure> for Aim {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let shot = &at.state.shot;
        let from = listed(shot.hexes.iter().map(|&hex| at.hex_name(hex)));
        let guns = listed(shot.batteries.iter().map(|unit| at.now(unit)));
        Words::new(format!("Fire from {from}: {guns}. At which hex?"), "LFM-7.1a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.aim_actions(self.side, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_aim(self.side, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::FireFrom(hex) => {
                play.push(self);
                play.add_batteries(hex);
            }
            // Not every battery of the hex has to fire (LFM-7.1e).
            Action::HoldFire(unit) => {
                play.push(self);
                play.state.shot.batteries.remove(unit);
            }
            Action::Target(hex) => {
                play.state.shot.target = hex;
                if play.scenario.options.card_edition {
                    play.bombard(self.side, None);
                } else {
                    play.push(Victim { side: self.side });
                }
            }
            _ => {}
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::FireFrom(hex) => format!("Fire from {}", at.in_hex(hex)),
            Action::HoldFire(unit) => format!("{} holds its fire", at.now(unit)),
            Action::Target(hex) => format!("Shell {}", at.in_hex(hex)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) if at.state.shot.batteries.contains(unit) => {
                Some(Action::HoldFire(unit))
            }
            Spot::Hex(hex) if at.state.owner(at.scenario, hex) == Some(self.side) => {
                Some(Action::FireFrom(hex))
            }
            Spot::Hex(hex) => Some(Action::Target(hex)),
            _ => None,
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::Target(goal) = *action else { return Default::default() };
        // From one firing hex to the target, and on to the other firing hex.
        let from = at.state.shot.hexes;
        let mut line: Vec<Hex> = from.to_vec();
        line.insert(line.len().min(1), goal);
        let longest = from.iter().map(|&hex| at.distance(hex, goal)).max().unwrap_or(0);
        (points(at.scenario, line), format!("range {}", counted(longest, "hex", "hexes")))
    }
}

/// Which unit of the target hex is shelled? (LFM-7.7)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Victim {
    /// Who fires.
    pub side: Side,
}

impl Question<LastFullMeasure> for Victim {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    /// A hex with a single unit leaves no choice.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let mut stack = at.state.stack(at.state.shot.target);
        match (stack.next(), stack.next()) {
            (Some(unit), None) => Opening::Only(self.side, Action::Victim(unit)),
            _ => Opening::Ask,
        }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let target = at.hex_name(at.state.shot.target);
        Words::new(format!("Which unit in {target} is shelled?"), "LFM-7.7")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.victim_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_victim(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Victim(unit) = *action {
            play.bombard(self.side, Some(unit));
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Victim(unit) => format!("Shell {}", at.now(unit)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Victim(unit)),
            _ => None,
        }
    }
}

/// Card edition: the next unit of the target hex makes its checks.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextVictim {
    /// Who fires.
    pub side: Side,
    /// The unit, or the next one after it that is still in the target hex.
    pub from: Number,
    /// Checks each unit makes.
    pub checks: u8,
    /// Somebody has failed one.
    pub shaken: bool,
}

impl Step<LastFullMeasure> for NextVictim {
    fn take(self, play: &mut Play<'_>) {
        let target = play.state.shot.target;
        let next = play.state.stack(target).find(|unit| unit.0 >= self.from);
        if let Some(unit) = next {
            let failures = play.make_checks(unit, self.checks);
            let spreads = failures > 0 && !play.state.is_shattered(play.scenario, unit);
            let shaken = self.shaken || spreads;
            play.push(NextVictim { from: unit.0.saturating_add(1), shaken, ..self });
            play.suffer(unit, failures);
        } else if self.shaken {
            // Each unit's checks count from its state before the shot: disorder spreads when all have made theirs
            // (LFM-14.2a, R-05b).
            let stack: crate::model::ids::UnitSet = play.state.stack(target).collect();
            for unit in stack.iter() {
                if !play.state.is_disorganized(unit) {
                    play.disorganize(unit);
                }
            }
        }
    }
}

impl Position<'_> {
    /// The longest range now: rain shortens it (ledger 6.3).
    #[must_use]
    pub fn fire_range(&self) -> u16 {
        let range = u16::from(self.scenario.limits.fire_range);
        if self.is_raining() { range.min(6) } else { range }
    }

    /// How well batteries of a side see from one hex to another: their own troops in between are in the way
    /// (LFM-27.5), and woods or town in the target hex obstruct in part (LFM-27.7).
    #[must_use]
    pub fn gun_sight(&self, side: Side, from: Hex, to: Hex) -> Visibility {
        self.scenario.board.sight.sight_into(from, to, &self.state.zones(side).occupied)
    }

    /// Whether a battery may take part in a shot now.
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_battery(&self, side: Side, unit: UnitId) -> Result<Hex, Violation> {
        let info = self.info(unit);
        if info.side != side || !info.kind.is_artillery() {
            return Err(Violation::form("Only your own batteries can fire."));
        }
        let Some(hex) = self.state.hex_of(unit) else {
            return Err(Violation::form(format!("{} is not on the map.", info.tag)));
        };
        self.unless(self.fire_hindrance(unit, hex))?;
        if self.state.fired.contains(hex) {
            let text = format!(
                "Batteries in {} have fired in this phase: a hex takes part in one shot.",
                self.hex_name(hex)
            );
            return Err(Violation::of("LFM-7.1d", text));
        }
        Ok(hex)
    }

    /// Why a battery in this hex may not fire, whether or not its hex has fired. Troops stacked with it do not matter
    /// (LFM-7.3).
    fn fire_hindrance(&self, unit: UnitId, hex: Hex) -> Option<Hindrance> {
        let because = |rule, why| Some(Hindrance::unit(rule, unit, why));
        // A battery that had to retreat is limbered too, and fires no more in this phase (LFM-7.2).
        if !self.state.is(unit, Flag::DEPLOYED) {
            because("LFM-7.1a", "is limbered and cannot fire.")
        } else if self.in_zoc(self.info(unit).side, hex) {
            because("LFM-7.6a", "is in an enemy zone of control and cannot bombard.")
        } else if self.state.is(unit, Flag::BUILDER) {
            because("LFM-24.1f", "is building breastworks and may not bombard.")
        } else {
            None
        }
    }

    /// The hex of a battery that may fire now.
    fn firing_hex(&self, unit: UnitId) -> Option<Hex> {
        let hex = self.state.hex_of(unit)?;
        let fires = self.fire_hindrance(unit, hex).is_none()
            && self.info(unit).kind.is_artillery()
            && !self.state.fired.contains(hex);
        fires.then_some(hex)
    }

    /// Whether a hex can be shelled from another.
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_target(&self, side: Side, from: Hex, to: Hex) -> Result<(), Violation> {
        if !self.enemy_in(side, to) {
            return Err(Violation::of("R-04", format!("No enemy combat unit is in {}.", self.hex_name(to))));
        }
        let range = self.distance(from, to);
        if range < NEAREST_FIRE || range > self.fire_range() {
            let rule = if range < NEAREST_FIRE { "LFM-7.1c" } else { "LFM-7.1a" };
            let text = format!(
                "{} is {range} {} from {}: batteries fire at 2 to {}.",
                self.hex_name(to),
                if range == 1 { "hex" } else { "hexes" },
                self.hex_name(from),
                self.fire_range()
            );
            return Err(Violation::of(rule, text));
        }
        if self.gun_sight(side, from, to) == Visibility::Blocked {
            let text =
                format!("There is no line of sight from {} to {}.", self.hex_name(from), self.hex_name(to));
            return Err(Violation::of("LFM-7.4", text));
        }
        Ok(())
    }

    /// The same as a plain question: 2 hexes away or more (LFM-7.1c), within range (LFM-7.1a), in sight (LFM-7.4).
    fn can_shell(&self, side: Side, from: Hex, to: Hex) -> bool {
        let range = self.distance(from, to);
        range >= NEAREST_FIRE
            && range <= self.fire_range()
            && self.gun_sight(side, from, to) != Visibility::Blocked
    }

    fn targets_from(&self, side: Side, from: Hex) -> impl Iterator<Item = Hex> {
        let seen = self.scenario.board.sight.visible_mask(from, self.fire_range());
        let enemy = self.state.zones(side.other()).occupied.intersection(seen);
        enemy.iter().filter(move |&to| self.can_shell(side, from, to))
    }

    /// Hexes from which a side can fire now, in order.
    fn battery_hexes(&self, side: Side) -> HexSet {
        self.scenario.batteries_of(side).filter_map(|unit| self.firing_hex(unit)).collect()
    }

    pub(crate) fn fire_actions(&self, side: Side, out: &mut Vec<Action>) {
        for hex in self.battery_hexes(side).iter() {
            if self.targets_from(side, hex).next().is_some() {
                out.push(Action::FireFrom(hex));
            }
        }
        out.extend(self.able_to_limber(side).map(Action::Limber));
        out.push(Action::Done);
    }

    /// Whether batteries of a side may limber instead of firing (LFM-S4d, R-14): X's only, in the card edition either
    /// side's.
    fn side_may_limber(&self, side: Side) -> bool {
        side == self.state.phasing || self.scenario.options.card_edition
    }

    /// Why a unit may not limber instead of firing, if its side may.
    fn limber_hindrance(&self, unit: UnitId) -> Option<Hindrance> {
        let because = |rule, why| Some(Hindrance::unit(rule, unit, why));
        if !self.state.is_unlimbered(self.scenario, unit) || !self.state.station(unit).on_map() {
            because("", "is not an unlimbered battery on the map.")
        } else if self.state.is(unit, Flag::FIRED) {
            because("LFM-S4d", "has fired in this phase and may not limber.")
        } else if self.state.is(unit, Flag::BUILDER) {
            because("R-75c", "is building breastworks and may not limber.")
        } else {
            None
        }
    }

    /// The batteries of a side that may limber instead of firing.
    fn able_to_limber(self, side: Side) -> impl Iterator<Item = UnitId> {
        self.scenario
            .batteries_of(side)
            .filter(move |&unit| self.side_may_limber(side) && self.limber_hindrance(unit).is_none())
    }

    fn check_limber(&self, side: Side, unit: UnitId) -> Result<(), Violation> {
        if unit.index() >= self.scenario.units.len() || self.info(unit).side != side {
            return Err(Violation::form("That is not one of your batteries."));
        }
        if !self.side_may_limber(side) {
            return Err(Violation::of("LFM-S4d", "Only the phasing player may limber now."));
        }
        self.unless(self.limber_hindrance(unit))
    }

    pub(crate) fn check_fire(&self, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::FireFrom(hex) => {
                if hex.index() >= self.scenario.board.len {
                    return Err(Violation::form("There is no such hex."));
                }
                self.check_firing_hex(side, hex)?;
                if self.targets_from(side, hex).next().is_none() {
                    return Err(self.why_no_target(side, hex));
                }
                Ok(())
            }
            Action::Limber(unit) => self.check_limber(side, unit),
            Action::Done => Ok(()),
            _ => Err(Violation::form("Choose a hex with batteries to fire, limber a battery, or be done.")),
        }
    }

    /// Why nothing can be shelled from a hex: nobody is in range, or nobody in range is in sight.
    fn why_no_target(&self, side: Side, from: Hex) -> Violation {
        let enemy = self.state.zones(side.other()).occupied;
        let (here, most) = (self.hex_name(from), self.fire_range());
        let in_range = |to: Hex| (NEAREST_FIRE..=most).contains(&self.distance(from, to));
        if enemy.iter().any(in_range) {
            let text = format!("The batteries in {here} see no enemy at 2 to {most} hexes.");
            Violation::of("LFM-7.4", text)
        } else {
            let text = format!("No enemy is 2 to {most} hexes from the batteries in {here}.");
            Violation::of("LFM-7.1a", text)
        }
    }

    /// Whether any battery of the hex may fire; if none, why the first may not.
    fn check_firing_hex(&self, side: Side, hex: Hex) -> Result<(), Violation> {
        let batteries = || self.state.stack(hex).filter(|&unit| self.info(unit).kind.is_artillery());
        if batteries().any(|unit| self.info(unit).side == side && self.firing_hex(unit).is_some()) {
            return Ok(());
        }
        match batteries().next() {
            Some(unit) => self.check_battery(side, unit).map(|_| ()),
            None => Err(Violation::form(format!("There is no battery in {}.", self.hex_name(hex)))),
        }
    }

    pub(crate) fn aim_actions(&self, side: Side, out: &mut Vec<Action>) {
        let shot = &self.state.shot;
        let first = shot.hexes[0];
        let enemy = self.state.zones(side.other()).occupied;
        for to in enemy.iter() {
            if shot.hexes.iter().all(|&from| self.can_shell(side, from, to)) {
                out.push(Action::Target(to));
            }
        }
        if shot.hexes.len() == 1 {
            for hex in self.battery_hexes(side).iter() {
                if self.distance(first, hex) == 1 && self.have_common_target(side, first, hex) {
                    out.push(Action::FireFrom(hex));
                }
            }
        }
        for unit in shot.batteries.iter() {
            if !self.fires_alone(unit) {
                out.push(Action::HoldFire(unit));
            }
        }
    }

    fn have_common_target(&self, side: Side, first: Hex, second: Hex) -> bool {
        self.targets_from(side, first).any(|to| self.can_shell(side, second, to))
    }

    /// Whether no other battery of its hex takes part in the shot.
    fn fires_alone(&self, unit: UnitId) -> bool {
        let hex = self.state.hex_of(unit);
        self.state.shot.batteries.iter().filter(|&other| self.state.hex_of(other) == hex).count() < 2
    }

    /// Whether the batteries of a second hex may join the shot of the first (LFM-7.1b).
    fn check_join(&self, side: Side, first: Hex, second: Hex) -> Result<(), Violation> {
        self.check_firing_hex(side, second)?;
        if self.distance(first, second) != 1 {
            let text = format!(
                "{} and {} are not next to each other and cannot combine.",
                self.hex_name(first),
                self.hex_name(second)
            );
            return Err(Violation::of("LFM-7.1b", text));
        }
        if !self.have_common_target(side, first, second) {
            let text = format!(
                "No hex can be shelled from both {} and {}.",
                self.hex_name(first),
                self.hex_name(second)
            );
            return Err(Violation::of("LFM-7.1c", text));
        }
        Ok(())
    }

    fn check_hold(&self, unit: UnitId) -> Result<(), Violation> {
        if !self.state.shot.batteries.contains(unit) {
            return Err(Violation::form("That battery is not part of the shot."));
        }
        if self.fires_alone(unit) {
            return Err(Violation::form("At least one battery of the hex has to fire."));
        }
        Ok(())
    }

    pub(crate) fn check_aim(&self, side: Side, action: &Action) -> Result<(), Violation> {
        let shot = &self.state.shot;
        match *action {
            Action::Target(to) => {
                if to.index() >= self.scenario.board.len {
                    return Err(Violation::form("There is no such hex."));
                }
                shot.hexes.iter().try_for_each(|&from| self.check_target(side, from, to))
            }
            Action::FireFrom(hex) => {
                if hex.index() >= self.scenario.board.len || shot.hexes.len() != 1 {
                    return Err(Violation::of("LFM-7.1b", "At most two hexes combine in one shot."));
                }
                self.check_join(side, shot.hexes[0], hex)
            }
            Action::HoldFire(unit) if unit.index() < self.scenario.units.len() => self.check_hold(unit),
            _ => Err(Violation::form(
                "Choose the target hex, a second battery hex, or a battery that holds its fire.",
            )),
        }
    }

    pub(crate) fn victim_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.state.stack(self.state.shot.target).map(Action::Victim));
    }

    pub(crate) fn check_victim(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Victim(unit)
                if unit.index() < self.scenario.units.len()
                    && self.state.station(unit) == Station::at(self.state.shot.target) =>
            {
                Ok(())
            }
            _ => Err(Violation::of(
                "LFM-7.7",
                "Name one combat unit of the target hex: it alone makes the checks.",
            )),
        }
    }

    /// The strength of the shot and how it comes about: the batteries' strength by range, then modifiers, added to
    /// the strength and not to the die (LFM-7.5c); they add up (LFM-7.5k, R-09 to R-12).
    #[must_use]
    pub fn shot_strength(&self, side: Side, shot: &Shot, victim: Option<UnitId>) -> (i16, Terms) {
        let mut terms = Terms::default();
        let target = shot.target;
        let (mut near, mut far) = (0i16, 0i16);
        let (mut disordered, mut partial, mut walled) = (false, false, false);
        let (mut lowest, mut highest) = (i8::MAX, i8::MIN);
        for unit in shot.batteries.iter() {
            let Some(hex) = self.state.hex_of(unit) else { continue };
            let sp = self.state.sp(self.scenario, unit).0 as i16;
            // Full strength at 2 to 4 hexes, half beyond, rounded down together (LFM-7.5b).
            if self.distance(hex, target) <= FULL_FIRE {
                near += sp;
            } else {
                far += sp;
            }
            disordered |= self.state.is_disorganized(unit);
        }
        for &from in shot.hexes.iter() {
            partial |= self.gun_sight(side, from, target) == Visibility::Partial;
            let level = self.scenario.board.level[from.index()];
            (lowest, highest) = (lowest.min(level), highest.max(level));
            walled |= self.fire_crosses_wall(from, target);
        }
        let total = near + far / 2;
        let mut add = |factor, value: i16| {
            if value != 0 {
                terms.push(Term { factor, value: value.clamp(-100, 100) as i8 });
            }
            value
        };
        let mut strength = add(Factor::GunsNear, near) + add(Factor::GunsFar, total - near);
        if disordered {
            // LFM-7.5d
            strength += add(Factor::FirerDisordered, -1);
        }
        let level = self.scenario.board.level[target.index()];
        if level > highest {
            // LFM-7.5e
            strength += add(Factor::TargetHigher, -1);
        }
        if partial {
            // LFM-7.5f
            strength += add(Factor::SightPartial, -1);
        }
        let cover = self.scenario.board.cover[target.index()];
        let rides = victim.is_some_and(|unit| self.state.is_mounted(self.scenario, unit));
        // One shelter counts, not all (LFM-7.5k): works (LFM-7.5i), a sunken road (LFM-7.5g) or the like, else a wall
        // (LFM-7.5h). Town and sunken road are works of their own (LFM-24.3).
        let shelter = if self.state.works.contains(target) {
            Some(Factor::TargetWorks)
        } else {
            match cover {
                Cover::SunkenRoad => Some(Factor::TargetSunkenRoad),
                Cover::Town => Some(Factor::TargetTown),
                Cover::Embankment => Some(Factor::TargetEmbankment),
                _ => walled.then_some(Factor::TargetWall),
            }
        };
        if let Some(shelter) = shelter.filter(|_| !rides) {
            strength += add(shelter, -1);
        }
        let open = matches!(cover, Cover::Clear | Cover::Orchard | Cover::Cultivated);
        if level < lowest && open && !self.state.works.contains(target) {
            // LFM-7.5j
            strength += add(Factor::TargetLower, 1);
        }
        (strength, terms)
    }

    /// Whether the line of fire enters the target across a wall (LFM-7.5h), by any qualifying last hexside.
    fn fire_crosses_wall(&self, from: Hex, to: Hex) -> bool {
        let Some(last) = ground::sight::corridor(&self.scenario.map.grid, from, to).last() else {
            return false;
        };
        [last.low, last.high]
            .into_iter()
            .flatten()
            .any(|hex| self.scenario.map.side_between(hex, to).is_some_and(|side| side.wall))
    }
}

impl Play<'_> {
    /// Start of the Artillery phase: all fire of X before any of Y (LFM-S4b).
    pub(crate) fn begin_artillery(&mut self) {
        self.state.fired.clear();
        for unit in self.scenario.unit_ids() {
            self.state.clear(unit, Flag::FIRED);
        }
        let x = self.state.phasing;
        self.then([Fire { side: x }.into(), Fire { side: x.other() }.into()]);
    }

    /// Turns a battery to its limbered side.
    pub(crate) fn limber(&mut self, unit: UnitId) {
        if self.state.is_unlimbered(self.scenario, unit) {
            self.state.clear(unit, Flag::DEPLOYED);
            self.tell(Event::Changed { unit, deployed: false });
        }
    }

    fn add_batteries(&mut self, hex: Hex) {
        let position = self.position();
        let batteries: crate::model::ids::UnitSet =
            self.state.stack(hex).filter(|&unit| position.firing_hex(unit).is_some()).collect();
        for unit in batteries.iter() {
            self.state.shot.batteries.insert(unit);
        }
        self.state.shot.hexes.push(hex);
    }

    /// One shot: a die on the fire table (LFM-7.5a), and what comes of it at once, before anybody else fires
    /// (LFM-S4c).
    fn bombard(&mut self, side: Side, victim: Option<UnitId>) {
        let shot = self.state.shot;
        for unit in shot.batteries.iter() {
            self.state.set(unit, Flag::FIRED);
        }
        for &hex in shot.hexes.iter() {
            // A hex takes part in one shot a phase, at one target (LFM-7.1d, R-14c).
            self.state.fired.insert(hex);
        }
        let (strength, terms) = self.position().shot_strength(side, &shot, victim);
        // The die is not modified (LFM-7.5c).
        let die = self.chance.d6("bombardment");
        let checks = artillery_checks(strength, die);
        self.tell(Event::Bombardment {
            side,
            from: shot.hexes,
            target: shot.target,
            victim,
            terms,
            strength,
            die,
            checks,
        });
        if checks == 0 {
            return;
        }
        match victim {
            Some(unit) => self.shell(unit, checks),
            None => self.push(NextVictim { side, from: 0, checks, shaken: false }),
        }
    }

    /// One unit makes its checks, all of them before anything else happens (LFM-7.8a, LFM-7.8f), and suffers what
    /// they say.
    fn shell(&mut self, unit: UnitId, checks: u8) {
        let failures = self.make_checks(unit, checks);
        self.suffer(unit, failures);
    }

    /// How many of its checks a unit fails.
    fn make_checks(&mut self, unit: UnitId, checks: u8) -> u8 {
        (0..checks).map(|_| u8::from(!self.cohesion_check(unit))).sum()
    }

    /// What so many failures do to a unit.
    fn suffer(&mut self, unit: UnitId, failures: u8) {
        let Some(hex) = self.state.hex_of(unit).filter(|_| failures > 0) else { return };
        let shattered = self.state.is_shattered(self.scenario, unit);
        // A unit that is disorganized already begins one step down (LFM-7.8e).
        let already = u8::from(self.state.is_disorganized(unit));
        self.state.battle.fight = Fight::default();
        if shattered {
            // A single failure eliminates it (LFM-16.6), and does not spread (R-05b).
            return self.shot_down(unit, hex);
        }
        // Whoever fails a check is disorganized (LFM-14.1a), and its stack with it (LFM-14.2a); where all units of the
        // stack make checks, when they have.
        self.disorganize(unit);
        if !self.scenario.options.card_edition {
            self.spread_disorder(hex);
        }
        match already + failures {
            // The first failure disorganizes: done above (LFM-7.8b).
            1 => {}
            // The second one drives it back (LFM-7.8c).
            2 => {
                self.state.shot.victim = unit.0;
                self.then([FallBack { hex, reason: Reason::Fire }.into(), Casualties.into()]);
            }
            // The third one eliminates it (LFM-7.8d).
            _ => self.shot_down(unit, hex),
        }
    }

    fn shot_down(&mut self, unit: UnitId, hex: Hex) {
        let side = self.scenario.unit(unit).side;
        self.risk_commanders(side, hex);
        self.eliminate(unit);
        self.push(Casualties);
    }
}
