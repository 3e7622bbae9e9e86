//! LFM-10 Advance after combat, and LFM-12 Voluntary retreats at the end of a round with their pursuit.

use crate::LastFullMeasure;
use crate::files::notation::piece_tag;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{CommanderId, Group, Piece, UnitId, UnitSet};
use crate::model::position::{Hindrance, Play, Position};
use crate::model::scenario::Rank;
use crate::model::sizes::HexSet;
use crate::model::state::{Contact, Fight, Flag, Reason, Station};
use crate::rules::retreat::FallBack;
use crate::scene::{Spot, between, points, spot};
use crate::speech::listed;
use engine::agenda::{Opening, Question, Words};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Who advances into the hexes the enemy has left? (Q10x, LFM-10.2)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance {
    /// Who.
    pub side: Side,
}

impl Question<LastFullMeasure> for Advance {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    /// Asks only where somebody can advance.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.can_advance(self.side) { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let left = at.state.battle.fight.vacated.iter().filter(|&hex| at.vacated_by_enemy(side, hex));
        let emptied = listed(left.map(|hex| at.hex_name(hex)));
        Words::new(format!("Who advances? The enemy has left {emptied}. Now or never."), "LFM-10.2")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.advance_actions(self.side, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_advancing(self.side, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action != Action::Done {
            play.push(self);
        }
        play.advance_by(self.side, action);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Advance(piece, to) => {
                format!("{} advances to {}", piece_tag(at.scenario, piece), at.hex_name(to))
            }
            Action::AdvanceAll(from, to) => format!("{} advances to {}", at.in_hex(from), at.hex_name(to)),
            _ => "No more advances".into(),
        }
    }

    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match *action {
            Action::AdvanceAll(from, to) => between(at.scenario, from, to),
            _ => action.target(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        at.advance_meant(self.side, clicked)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        at.advance_way(action)
    }
}

/// Who retreats by choice at the end of a round? (Q10h, Q10j, LFM-12.2)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withdraw {
    /// Who.
    pub side: Side,
}

impl Question<LastFullMeasure> for Withdraw {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    /// Asks only where somebody can.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let mut open = false;
        at.each_withdrawal(self.side, |_| {
            open = true;
            false
        });
        if open { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        play.end_of_withdrawals(self.side);
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let rule = if side == at.state.phasing { "LFM-12.2" } else { "LFM-12.3a" };
        Words::new("Who retreats by choice?", rule)
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.withdraw_actions(self.side, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_withdrawing(self.side, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Withdraw(hex) => {
                let stack: UnitSet = play.state.stack(hex).collect();
                play.withdraw(hex, stack);
                play.then([FallBack { hex, reason: Reason::Voluntary }.into(), self.into()]);
            }
            Action::WithdrawUnit(unit) => {
                let Some(hex) = play.state.hex_of(unit) else { return };
                play.withdraw(hex, [unit].into_iter().collect());
                play.then([FallBack { hex, reason: Reason::Voluntary }.into(), self.into()]);
            }
            _ => play.end_of_withdrawals(self.side),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Withdraw(hex) => format!("{} retreats", at.in_hex(hex)),
            Action::WithdrawUnit(unit) => format!("{} retreats, the others stay", at.now(unit)),
            _ if self.side == at.state.phasing => "Everybody else stays in contact".into(),
            _ => "Everybody else holds".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), Some(hex)) if at.state.stack(hex).nth(1).is_some() => {
                Some(Action::WithdrawUnit(unit))
            }
            Spot::Hex(hex) | Spot::Piece(_, Some(hex)) => Some(Action::Withdraw(hex)),
            _ => None,
        }
    }
}

/// Who follows the enemy who retreated by choice? (Q10i, Q10k, LFM-10.1a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Follow {
    /// Who.
    pub side: Side,
}

impl Question<LastFullMeasure> for Follow {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.can_advance(self.side) { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        play.end_of_pursuit();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let vacated = &at.state.battle.fight.vacated;
        let left = at.state.battle.pursuits().iter().filter(|one| vacated.contains(one.hex));
        let left = listed(left.map(|one| at.hex_name(one.hex)));
        Words::new(format!("Who follows? The enemy has left {left}."), "LFM-10.1a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.advance_actions(self.side, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_advancing(self.side, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action != Action::Done {
            play.push(self);
        }
        play.advance_by(self.side, action);
        if *action == Action::Done {
            play.end_of_pursuit();
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Advance(piece, to) => {
                format!("{} advances to {}", piece_tag(at.scenario, piece), at.hex_name(to))
            }
            Action::AdvanceAll(from, to) => format!("{} advances to {}", at.in_hex(from), at.hex_name(to)),
            _ => "No more advances".into(),
        }
    }

    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match *action {
            Action::AdvanceAll(from, to) => between(at.scenario, from, to),
            _ => action.target(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        at.advance_meant(self.side, clicked)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        at.advance_way(action)
    }
}

/// Why nobody advances from one hex to another.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Barred {
    /// It is not next to it, or the enemy is there.
    NotNext,
    /// The enemy has not left it, nor a hex beside it that somebody has entered.
    NotVacated,
    /// Another hex follows the retreat from this one already (LFM-12.3b).
    Followed(Hex),
}

impl Position<'_> {
    /// Whether a unit may advance into a hex now (LFM-10.1, LFM-10.3a, LFM-10.4; R-54 to R-54d). Nobody asks for
    /// command: those who attacked because the enemy came upon them advance too (LFM-8.6b).
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_advance(&self, side: Side, unit: UnitId, to: Hex) -> Result<(), Violation> {
        let known = unit.index() < self.scenario.units.len() && to.index() < self.scenario.board.len;
        let Some(from) =
            known.then(|| self.state.hex_of(unit)).flatten().filter(|_| self.info(unit).side == side)
        else {
            return Err(Violation::form("That is not one of your units on the map."));
        };
        self.unless(self.advance_hindrance(unit))?;
        self.way_of_advance(side, from, to).map_err(|barred| self.why_barred(barred, from, to))?;
        self.unless(self.zone_hindrance(side, unit, to))?;
        self.check_load(to, self.load_with(to, std::iter::once(unit)))
            .map_err(|broken| Violation::of("LFM-10.3a", broken.text))
    }

    /// The same of a unit of the side, without the words.
    fn may_advance(&self, side: Side, unit: UnitId, from: Hex, to: Hex) -> bool {
        self.way_of_advance(side, from, to).is_ok()
            && self.advance_hindrance(unit).is_none()
            && self.zone_hindrance(side, unit, to).is_none()
            && self.fits(self.load_with(to, std::iter::once(unit)))
    }

    /// Why a unit advances nowhere.
    fn advance_hindrance(&self, unit: UnitId) -> Option<Hindrance> {
        let because = |rule, why| Some(Hindrance::unit(rule, unit, why));
        if self.info(unit).kind.is_artillery() {
            because("LFM-10.3b", "is artillery and never advances after combat.")
        } else if !self.state.battle.fight.took_part.contains(unit) {
            because("LFM-10.1b", "took no part in emptying the hex, or has advanced already.")
        } else if self.state.is(unit, Flag::BUILDER) {
            because("LFM-24.1e", "is building breastworks and may not advance.")
        } else {
            None
        }
    }

    /// Why a unit may not advance into a zone of control, if the hex is in one.
    fn zone_hindrance(&self, side: Side, unit: UnitId, to: Hex) -> Option<Hindrance> {
        let why = "has charged or is shattered and may not enter a zone of control.";
        let barred = self.state.is(unit, Flag::CHARGED) || self.state.is_shattered(self.scenario, unit);
        (self.in_zoc(side, to) && barred).then(|| Hindrance::unit("R-54c", unit, why))
    }

    /// Whether one may advance from one hex to another at all: into the vacated hex, or beside it once somebody has
    /// entered that.
    fn way_of_advance(&self, side: Side, from: Hex, to: Hex) -> Result<(), Barred> {
        let fight = &self.state.battle.fight;
        if !self.touches(from, to) || self.enemy_in(side, to) {
            return Err(Barred::NotNext);
        }
        let target = if self.vacated_by_enemy(side, to) {
            to
        } else {
            let beside = self.touching_hexes(to).map(|(_, hex)| hex).find(|&hex| {
                self.vacated_by_enemy(side, hex)
                    && fight.entered.contains(hex)
                    && self.follows_from(hex, from)
            });
            let empty = !self.state.has_units(to) || fight.entered.contains(to);
            beside.filter(|_| empty).ok_or(Barred::NotVacated)?
        };
        if self.follows_from(target, from) { Ok(()) } else { Err(Barred::Followed(target)) }
    }

    fn why_barred(&self, barred: Barred, from: Hex, to: Hex) -> Violation {
        let name = self.hex_name(to);
        let (rule, text) = match barred {
            Barred::NotNext => {
                ("LFM-10.4", format!("{name} is not a free hex next to {}.", self.hex_name(from)))
            }
            Barred::NotVacated => (
                "LFM-10.4",
                format!(
                    "{name} was not vacated, and it lies beside no vacated hex that somebody has entered."
                ),
            ),
            Barred::Followed(target) => (
                "LFM-12.3b",
                format!(
                    "{} is being entered from another hex: one hex follows a voluntary retreat.",
                    self.hex_name(target)
                ),
            ),
        };
        Violation::of(rule, text)
    }

    /// Whether the enemy of `side` has left the hex, by a result of this combat or by choice at the end of the round
    /// (LFM-10.1). A hex left before combat is no longer among the defenders.
    #[must_use]
    pub fn vacated_by_enemy(&self, side: Side, hex: Hex) -> bool {
        let fight = &self.state.battle.fight;
        let theirs = if side == self.state.phasing { &fight.defenders } else { &fight.attackers };
        fight.vacated.contains(hex)
            && (theirs.contains(&hex)
                || self.state.battle.pursuits().iter().any(|pursuit| pursuit.hex == hex))
    }

    /// Whether the vacated hex may be entered from here: after a voluntary retreat only one hex follows (LFM-12.3b).
    fn follows_from(&self, vacated: Hex, from: Hex) -> bool {
        self.state
            .battle
            .pursuits()
            .iter()
            .find(|pursuit| pursuit.hex == vacated)
            .is_none_or(|pursuit| pursuit.from.get().is_none_or(|hex| hex == from))
    }

    /// Whether a commander may go along with an advance from his hex.
    fn check_leader_advance(&self, side: Side, commander: CommanderId, to: Hex) -> Result<(), Violation> {
        let known = commander.index() < self.scenario.commanders.len()
            && to.index() < self.scenario.board.len
            && self.scenario.commander(commander).side == side;
        let from = if known { self.state.leader_hex(commander) } else { None };
        let Some(from) = from else {
            return Err(Violation::form("That is not one of your commanders on the map."));
        };
        if self.leader_may_advance(side, commander, from, to) {
            Ok(())
        } else {
            let text = "A commander advances only with troops of his hex, and a brigade commander stays with a regiment of his brigade.";
            Err(Violation::of("R-25b", text))
        }
    }

    fn leader_may_advance(&self, side: Side, commander: CommanderId, from: Hex, to: Hex) -> bool {
        let fight = &self.state.battle.fight;
        fight.entered.contains(to)
            && !fight.entered.contains(from)
            && self.touches(from, to)
            && self.friend_in(side, to)
            && self.leader_keeps_regiment(commander, to)
    }

    fn leader_keeps_regiment(&self, commander: CommanderId, to: Hex) -> bool {
        let info = self.scenario.commander(commander);
        info.rank != Rank::Brigade
            || info.brigade.is_some_and(|brigade| self.regiments_on_map(brigade).any(|(_, hex)| hex == to))
    }

    /// Where a brigade commander goes along whose regiments in his hex have all advanced into one and the same hex
    /// (R-25b).
    fn only_way_after(&self, commander: CommanderId, at: Hex, entered: &HexSet) -> Option<Hex> {
        let brigade = self.scenario.commander(commander).brigade?;
        let mut ahead = None;
        for (_, hex) in self.regiments_on_map(brigade) {
            if hex == at {
                return None;
            }
            if entered.contains(hex) && self.touches(at, hex) {
                if ahead.is_some_and(|other| other != hex) {
                    return None;
                }
                ahead = Some(hex);
            }
        }
        ahead
    }

    pub(crate) fn advance_actions(&self, side: Side, out: &mut Vec<Action>) {
        let fight = &self.state.battle.fight;
        let start = out.len();
        for unit in fight.took_part.iter().filter(|&unit| self.info(unit).side == side) {
            let Some(from) = self.state.hex_of(unit) else { continue };
            for (_, to) in self.touching_hexes(from) {
                if self.may_advance(side, unit, from, to) {
                    out.push(Action::Advance(Piece::Unit(unit), to));
                    let all = Action::AdvanceAll(from, to);
                    if !out[start..].contains(&all) && self.can_advance_together(side, from, to) {
                        out.push(all);
                    }
                }
            }
        }
        for commander in self.scenario.commanders_of(side) {
            let Some(from) = self.state.leader_hex(commander) else { continue };
            for (_, to) in self.touching_hexes(from).filter(|&(_, to)| fight.entered.contains(to)) {
                if self.leader_may_advance(side, commander, from, to) {
                    out.push(Action::Advance(Piece::Commander(commander), to));
                }
            }
        }
        out.push(Action::Done);
    }

    /// Whether at least two units can go together; all that may are taken along as far as the limits allow.
    fn can_advance_together(&self, side: Side, from: Hex, to: Hex) -> bool {
        self.advancing_together(side, from, to).len() >= 2
    }

    fn check_advance_all(&self, side: Side, from: Hex, to: Hex) -> Result<(), Violation> {
        if from.index() >= self.scenario.board.len || to.index() >= self.scenario.board.len {
            return Err(Violation::form("There is no such hex."));
        }
        if !self.can_advance_together(side, from, to) {
            return Err(Violation::form("Fewer than two units can advance together: name the one."));
        }
        Ok(())
    }

    /// The units of a hex that advance together: each that may, in order, while the limits allow.
    fn advancing_together(&self, side: Side, from: Hex, to: Hex) -> UnitSet {
        let mut going = UnitSet::EMPTY;
        for unit in self.state.stack(from) {
            let ours = self.info(unit).side == side;
            if ours
                && self.may_advance(side, unit, from, to)
                && self.fits(self.load_with(to, going.iter().chain([unit])))
            {
                going.insert(unit);
            }
        }
        going
    }

    pub(crate) fn check_advancing(&self, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Advance(Piece::Unit(unit), to) => self.check_advance(side, unit, to),
            Action::Advance(Piece::Commander(commander), to) => {
                self.check_leader_advance(side, commander, to)
            }
            Action::AdvanceAll(from, to) => self.check_advance_all(side, from, to),
            Action::Done => Ok(()),
            _ => Err(Violation::of("LFM-10.2", "Advance now, or be done: the chance passes.")),
        }
    }

    /// Whether a stack may retreat by choice at the end of a round (LFM-12.2, R-56).
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_withdraw(&self, side: Side, hex: Hex) -> Result<(), Violation> {
        if hex.index() >= self.scenario.board.len || self.state.owner(self.scenario, hex) != Some(side) {
            return Err(Violation::form("None of your units is there."));
        }
        self.check_contact(side, hex)?;
        self.state.stack(hex).try_for_each(|unit| self.unless(self.withdraw_hindrance(unit)))?;
        if !self.has_way_back(hex, Reason::Voluntary) {
            let text = format!("The stack in {} has no hex to retreat to.", self.hex_name(hex));
            return Err(Violation::of("R-47b", text));
        }
        Ok(())
    }

    /// Whether one unit of a stack may retreat by choice while others stay (LFM-12.2, LFM-12.4a).
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_withdraw_unit(&self, side: Side, unit: UnitId) -> Result<(), Violation> {
        let known = unit.index() < self.scenario.units.len() && self.info(unit).side == side;
        let Some(hex) = known.then(|| self.state.hex_of(unit)).flatten() else {
            return Err(Violation::form("That is not one of your units on the map."));
        };
        if self.state.stack(hex).nth(1).is_none() {
            let text =
                format!("{} is alone: the whole stack in {} withdraws.", self.tag(unit), self.hex_name(hex));
            return Err(Violation::form(text));
        }
        self.check_contact(side, hex)?;
        self.unless(self.withdraw_hindrance(unit))?;
        if !self.can_withdraw_alone(unit, hex) {
            let text = format!("{} has no hex to retreat to.", self.tag(unit));
            return Err(Violation::of("R-47b", text));
        }
        Ok(())
    }

    fn can_withdraw_alone(&self, unit: UnitId, hex: Hex) -> bool {
        let group = Group { units: [unit].into_iter().collect(), ..Group::EMPTY };
        self.can_fall_back(group, hex, Reason::Voluntary)
    }

    fn is_in_contact(&self, side: Side, hex: Hex) -> bool {
        self.touching_hexes(hex).any(|(_, foe)| self.enemy_in(side, foe))
    }

    fn check_contact(&self, side: Side, hex: Hex) -> Result<(), Violation> {
        if self.is_in_contact(side, hex) {
            return Ok(());
        }
        let text = format!("The stack in {} is not next to the enemy.", self.hex_name(hex));
        Err(Violation::of("LFM-12.2", text))
    }

    /// Why a unit makes no retreat of choice now.
    fn withdraw_hindrance(&self, unit: UnitId) -> Option<Hindrance> {
        let because = |rule, why| Some(Hindrance::unit(rule, unit, why));
        if self.state.is(unit, Flag::BUILDER) {
            because("LFM-24.1e", "is building breastworks and refuses every retreat of choice.")
        } else if self.state.is(unit, Flag::WITHDREW) {
            because("R-56", "has withdrawn in this step already.")
        } else {
            None
        }
    }

    /// Whether there is anybody to advance, and anywhere to go.
    fn can_advance(&self, side: Side) -> bool {
        if self.state.battle.fight.vacated.is_empty() {
            return false;
        }
        let mut open = Vec::new();
        self.advance_actions(side, &mut open);
        open != [Action::Done]
    }

    /// The advance that a click would be.
    fn advance_meant(&self, side: Side, clicked: &Target) -> Option<Action> {
        let beside = |hex: Hex| self.touching_hexes(hex).map(|(_, other)| other);
        match spot(*self, clicked)? {
            Spot::Piece(piece, hex) => {
                let left = &self.state.battle.fight.vacated;
                let emptied = || left.iter().filter(|&to| self.vacated_by_enemy(side, to));
                let near = |to: &Hex| hex.is_some_and(|from| self.touches(from, *to));
                let to = emptied().find(near).or_else(|| emptied().next())?;
                Some(Action::Advance(piece, to))
            }
            Spot::Hex(hex) => {
                let from = beside(hex).find(|&other| self.friend_in(side, other))?;
                let able = self.state.stack(from).find(|&unit| self.check_advance(side, unit, hex).is_ok());
                let unit = able.or_else(|| self.state.stack(from).next())?;
                Some(Action::Advance(Piece::Unit(unit), hex))
            }
            Spot::Edge(one, other) => {
                let (from, to) = if self.friend_in(side, one) { (one, other) } else { (other, one) };
                Some(Action::AdvanceAll(from, to))
            }
            Spot::Arrival(_) => None,
        }
    }

    /// From where to where somebody advances.
    fn advance_way(&self, action: &Action) -> (Vec<Point>, String) {
        let way = match *action {
            Action::AdvanceAll(from, to) => vec![from, to],
            Action::Advance(piece, to) => self.whereabouts(piece).into_iter().chain([to]).collect(),
            _ => Vec::new(),
        };
        (points(self.scenario, way), String::new())
    }

    pub(crate) fn withdraw_actions(&self, side: Side, out: &mut Vec<Action>) {
        self.each_withdrawal(side, |action| {
            out.push(action);
            true
        });
        out.push(Action::Done);
    }

    /// Tells who may withdraw, whole stacks and single units of them, as long as somebody listens.
    fn each_withdrawal(&self, side: Side, mut each: impl FnMut(Action) -> bool) {
        let zoc = &self.state.zones(side.other()).zoc;
        for hex in self.state.zones(side).occupied.intersection(zoc).iter() {
            if !self.is_in_contact(side, hex) {
                continue;
            }
            let able = |unit: UnitId| self.withdraw_hindrance(unit).is_none();
            let all = self.state.stack(hex).all(able) && self.has_way_back(hex, Reason::Voluntary);
            if all && !each(Action::Withdraw(hex)) {
                return;
            }
            if self.state.stack(hex).nth(1).is_none() {
                continue;
            }
            for unit in self.state.stack(hex).filter(|&unit| able(unit)) {
                if self.can_withdraw_alone(unit, hex) && !each(Action::WithdrawUnit(unit)) {
                    return;
                }
            }
        }
    }

    pub(crate) fn check_withdrawing(&self, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Withdraw(hex) => self.check_withdraw(side, hex),
            Action::WithdrawUnit(unit) => self.check_withdraw_unit(side, unit),
            Action::Done => Ok(()),
            _ => Err(Violation::of("LFM-12.2", "Choose a stack or a unit that withdraws, or be done.")),
        }
    }
}

impl Play<'_> {
    /// Carries out an advance, or what is left to be done once nobody advances any more (R-25b).
    fn advance_by(&mut self, side: Side, action: &Action) {
        match *action {
            Action::Advance(piece, to) => self.advance(piece, to),
            Action::AdvanceAll(from, to) => {
                let going = self.position().advancing_together(side, from, to);
                for unit in going.iter() {
                    self.advance(Piece::Unit(unit), to);
                }
                self.take_brigade_commanders(side, from, to);
            }
            _ => self.leave_no_commander_behind(side),
        }
    }

    fn advance(&mut self, piece: Piece, to: Hex) {
        let from = match piece {
            Piece::Unit(unit) => self.state.station(unit),
            Piece::Commander(commander) => self.state.leader_station(commander),
        };
        let from = from.there();
        self.shift_piece(piece, Station::at(to));
        self.tell(Event::Advanced { piece, from, to });
        let Piece::Unit(unit) = piece else { return };
        let fight = &mut self.state.battle.fight;
        fight.took_part.remove(unit);
        fight.entered.insert(to);
        let side = self.scenario.unit(unit).side;
        self.state.battle.follow(from, to);
        self.spread_disorder(to);
        self.enter_hex(side, to);
        self.update_zones();
        self.markers_after_move(side);
    }

    /// A brigade commander whose regiments all advanced goes along.
    fn take_brigade_commanders(&mut self, side: Side, from: Hex, to: Hex) {
        for commander in self.scenario.commanders_of(side) {
            let info = self.scenario.commander(commander);
            let (Some(brigade), true) =
                (info.brigade, self.state.leader_station(commander) == Station::at(from))
            else {
                continue;
            };
            let position = self.position();
            let stay = position.regiments_on_map(brigade).any(|(_, hex)| hex == from);
            let gone = position.regiments_on_map(brigade).any(|(_, hex)| hex == to);
            if gone && !stay {
                self.advance(Piece::Commander(commander), to);
            }
        }
    }

    /// After an advance, commanders left without troops follow them or find others (R-25b, LFM-21.2b), brigade
    /// commanders those of their brigade (LFM-20.8a).
    fn leave_no_commander_behind(&mut self, side: Side) {
        let entered = self.state.battle.fight.entered;
        for commander in self.scenario.commanders_of(side) {
            let Some(at) = self.state.leader_hex(commander) else { continue };
            if let Some(hex) = self.position().only_way_after(commander, at, &entered) {
                self.shift_leader(commander, Station::at(hex));
                self.tell(Event::LeaderPlaced { commander, hex: Some(hex) });
                continue;
            }
            let near = self.position().touching_hexes(at).any(|(_, hex)| entered.contains(hex));
            if near {
                self.displace_leaders(side, at);
            }
        }
    }

    /// Those units of a hex are told to go; it is vacated if nobody stays (LFM-12.2).
    fn withdraw(&mut self, hex: Hex, units: UnitSet) {
        self.state.battle.leave(hex);
        for unit in units.iter() {
            self.state.set(unit, Flag::WITHDRAWS);
        }
    }

    /// The enemy may follow into what was left (LFM-10.1a, LFM-12.3b).
    fn end_of_withdrawals(&mut self, side: Side) {
        for unit in self.scenario.units_of(side) {
            self.state.clear(unit, Flag::WITHDREW);
        }
        let mut fight = Fight::default();
        for pursuit in self.state.battle.pursuits() {
            if !self.state.has_units(pursuit.hex) {
                fight.vacated.insert(pursuit.hex);
            }
        }
        fight.took_part = self.scenario.units_of(side.other()).collect();
        self.state.battle.fight = fight;
    }

    fn end_of_pursuit(&mut self) {
        self.state.battle.contact = Contact::default();
        self.state.battle.fight = Fight::default();
    }
}
