//! LFM-9 Retreats, with LFM-11 (before combat) and LFM-12 (voluntary): one way of falling back for all of them.

use crate::LastFullMeasure;
use crate::files::notation::commander_tag;
use crate::model::action::Action;
use crate::model::board::BLOCKED;
use crate::model::event::Event;
use crate::model::ids::{CommanderId, Group, UnitId, UnitSet};
use crate::model::numbers::StrengthPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Rank;
use crate::model::state::{Flag, Phase, Reason, Retreating, Station};
use crate::rules::assault::Loss;
use crate::rules::charges::lead;
use crate::scene::{Spot, points, spot};
use engine::agenda::{Opening, Question, Step, Words};
use engine::flat::List;
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::{Cover, Direction, Hex};
use serde::{Deserialize, Serialize};

/// A stack was told to fall back (Q10f, LFM-9.0b), or leaves a zone of control outside the Movement phase (LFM-9.0a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FallBack {
    /// Which.
    pub hex: Hex,
    /// Why.
    pub reason: Reason,
}

impl Step<LastFullMeasure> for FallBack {
    fn take(self, play: &mut Play<'_>) {
        play.fall_back(self.hex, self.reason);
    }
}

/// Does the stack stand fast in its cover? (LFM-9.1d)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandFast {
    /// Which.
    pub hex: Hex,
    /// Why.
    pub reason: Reason,
}

impl Question<LastFullMeasure> for StandFast {
    fn asked(self, at: Position<'_>) -> Sides {
        at.state.owner(at.scenario, self.hex).map_or(Sides::NONE, Sides::only)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let why = if self.reason == Reason::Fire { "Under fire" } else { "Told to retreat" };
        let stack = at.stack_in(self.hex);
        Words::new(format!("{why}: {stack}. Stand fast in the cover, or fall back?"), "LFM-9.1d")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.stand_fast_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_stand_fast(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let StandFast { hex, reason } = self;
        if *action == Action::Stand {
            play.tell(Event::StoodFast { hex });
        } else {
            // By choice: no disorganization, no further loss, no dice for commanders. Fire has
            // disorganized its unit already, and who has charged will be when his move ends (LFM-3.11).
            play.set_off(hex, reason.by_choice());
        }
    }

    fn label(self, _: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::FallBack => "Fall back".into(),
            _ => "Stand fast".into(),
        }
    }
}

/// Gathers the stack that falls back, and asks its commanders, one by one, who goes along (R-25b).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetOut;

impl Step<LastFullMeasure> for SetOut {
    fn take(self, play: &mut Play<'_>) {
        if play.state.retreating.group.is_empty() && !play.gather_retreat() {
            return;
        }
        match play.state.retreating.unasked.last() {
            Some(commander) => {
                play.state.retreating.unasked.remove(commander);
                play.then([GoesAlong { commander }.into(), self.into()]);
            }
            None => play.push(RetreatFirst),
        }
    }
}

/// To which hex does the stack retreat first? (LFM-9.0b)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RetreatFirst;

impl Question<LastFullMeasure> for RetreatFirst {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.retreating_side())
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let ways = at.first_ways(&at.state.retreating);
        let side = at.retreating_side();
        match (&ways.hexes[..], ways.off) {
            _ if ways.is_empty() => Opening::Pass,
            ([], _) => Opening::Only(side, Action::RetreatOff),
            (&[hex], false) => Opening::Only(side, Action::RetreatTo(hex)),
            _ => Opening::Ask,
        }
    }

    fn pass(self, play: &mut Play<'_>) {
        if play.state.retreating.reason == Reason::Night {
            play.end_of_retreat();
        } else {
            play.cut_off();
        }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Where {} retreat? First hex of at most two.", at.do_they_retreat()), "LFM-9.0b")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.retreat_actions(false, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_retreat(false, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.first_step(action);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::RetreatTo(hex) => format!("Retreat to {}", at.in_hex(hex)),
            Action::RetreatOff => "Retreat off the map".into(),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::RetreatTo(hex)),
            _ => None,
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::RetreatTo(to) = *action else { return Default::default() };
        (points(at.scenario, vec![at.state.retreating.at, to]), String::new())
    }
}

/// Does the stack go a second hex? (LFM-9.1h)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RetreatSecond;

impl Question<LastFullMeasure> for RetreatSecond {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.retreating_side())
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if !at.second_ways(&at.state.retreating).is_empty() { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        play.end_of_retreat();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let here = at.hex_name(at.state.retreating.at);
        let who = at.do_they_retreat();
        Words::new(format!("How far {who} retreat? A second hex, or halt in {here}?"), "LFM-9.1h")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.retreat_actions(true, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_retreat(true, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::RetreatTo(hex) = *action {
            let Retreating { group, at, reason, .. } = play.state.retreating;
            let (piece, pieces) = lead(&group);
            play.tell(Event::FellBack { piece, pieces, from: at, to: Some(hex), reason });
            play.retreat_step(hex);
        }
        play.end_of_retreat();
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::RetreatTo(hex) => format!("Retreat to {}", at.in_hex(hex)),
            Action::RetreatOff => "Retreat off the map".into(),
            _ => "The retreat ends here".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::RetreatTo(hex)),
            _ => None,
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::RetreatTo(to) = *action else { return Default::default() };
        (points(at.scenario, vec![at.state.retreating.at, to]), String::new())
    }
}

/// Does this commander go along with the part of his stack that retreats? (R-25b)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoesAlong {
    /// Who.
    pub commander: CommanderId,
}

impl Question<LastFullMeasure> for GoesAlong {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.scenario.commander(self.commander).side)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (who, place) = (commander_tag(at.scenario, self.commander), at.leader_place_name(self.commander));
        Words::new(format!("Does {who} go along, or stay in {place}?"), "R-25b")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.goes_along_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_goes_along(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action == Action::Goes {
            play.state.retreating.group.commanders.insert(self.commander);
        }
    }

    fn label(self, _: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Goes => "He goes along".into(),
            _ => "He stays".into(),
        }
    }
}

/// The hexes a retreat may go to, and whether it may leave the map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// Hexes.
    pub hexes: List<Hex, 6>,
    /// Off the map.
    pub off: bool,
}

impl Ways {
    /// Whether there is no way at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty() && !self.off
    }
}

impl Reason {
    /// Forced by a result of a table: it disorganizes, kills the shattered in woods and towns, and puts commanders at
    /// risk.
    #[must_use]
    pub const fn is_forced(self) -> bool {
        matches!(self, Reason::Result | Reason::Charge | Reason::Fire)
    }

    /// The same retreat from ground on which nobody has to make it (LFM-9.1d, R-52).
    const fn by_choice(self) -> Self {
        if matches!(self, Reason::Fire) { Reason::LeavesFire } else { Reason::LeavesCover }
    }
}

impl Position<'_> {
    /// Terrain in which a retreat result may be ignored (LFM-9.1d; the chart's NR column).
    #[must_use]
    pub fn allows_standing(&self, hex: Hex) -> bool {
        let cover = self.scenario.board.cover[hex.index()];
        matches!(cover, Cover::Woods | Cover::Town | Cover::SunkenRoad | Cover::Embankment)
            || self.state.works.contains(hex)
    }

    /// Who falls back from a hex for this reason: the whole stack, whether all of it counted in the combat or not
    /// (LFM-4.1c, LFM-8.3b), but for the reasons below.
    #[must_use]
    pub fn retreating_units(&self, hex: Hex, reason: Reason) -> UnitSet {
        let moving = &self.state.moving;
        match reason {
            Reason::Fire | Reason::LeavesFire => {
                let victim = UnitId(self.state.shot.victim);
                self.state.stack(hex).filter(|&unit| unit == victim).collect()
            }
            // The chargers only, not those who shared their hex.
            Reason::Charge | Reason::LeavesCover if self.are_chargers(hex) => {
                self.state.stack(hex).filter(|&unit| moving.group.units.contains(unit)).collect()
            }
            // Any units of a stack may withdraw (LFM-12.2).
            Reason::Voluntary => {
                self.state.stack(hex).filter(|&unit| self.state.is(unit, Flag::WITHDRAWS)).collect()
            }
            Reason::Exit => self.state.stack(hex).filter(|&unit| self.must_exit(unit)).collect(),
            _ => self.state.stack(hex).collect(),
        }
    }

    /// Charged cavalry leaves a zone of control before combat (LFM-3.8a). The shattered need not: they do not attack,
    /// and nothing makes them leave (LFM-16.4b, R-45).
    #[must_use]
    pub fn must_exit(&self, unit: UnitId) -> bool {
        self.state.is(unit, Flag::CHARGED)
    }

    /// Whether those who fall back from a hex after a charge are the chargers, and not their target.
    fn are_chargers(&self, hex: Hex) -> bool {
        let moving = &self.state.moving;
        self.state.battle.fight.charge && moving.at == hex && !moving.group.is_empty()
    }

    fn side_of(&self, group: &Group) -> Side {
        match (group.units.first(), group.commanders.first()) {
            (Some(unit), _) => self.info(unit).side,
            (None, Some(commander)) => self.scenario.commander(commander).side,
            (None, None) => self.state.phasing,
        }
    }

    /// The side of the group falling back.
    #[must_use]
    pub fn retreating_side(&self) -> Side {
        self.side_of(&self.state.retreating.group)
    }

    /// The hexes for the first step: free of zones of control if there is one (LFM-9.1b), straight away from an enemy
    /// if that is open (LFM-9.1a; ).
    #[must_use]
    pub fn first_ways(&self, retreating: &Retreating) -> Ways {
        let group = &retreating.group;
        let side = self.side_of(group);
        let at = retreating.at;
        let guns = group.units.iter().any(|unit| self.info(unit).kind.is_artillery());
        let only_guns = guns && group.units.iter().all(|unit| self.info(unit).kind.is_artillery());
        let enemy_near = self.touching_hexes(at).any(|(_, hex)| self.enemy_in(side, hex));
        let away = |direction: Direction, hex: Option<Hex>| {
            if enemy_near {
                self.touching(at, direction.opposite()).is_some_and(|foe| self.enemy_in(side, foe))
            } else if matches!(retreating.reason, Reason::Fire | Reason::LeavesFire) {
                hex.is_some_and(|hex| {
                    self.state
                        .shot
                        .hexes
                        .iter()
                        .any(|&from| self.distance(hex, from) > self.distance(at, from))
                })
            } else {
                false
            }
        };
        // Tiers 1 to 4 of R-46.
        let mut tiers = [Ways::default(); 4];
        for direction in Direction::ALL {
            let Some(hex) = self.scenario.board.next(at, direction) else {
                if self.scenario.board.edge.contains(at) {
                    tiers[if enemy_near && away(direction, None) { 0 } else { 1 }].off = true;
                }
                continue;
            };
            if !self.may_fall_back_to(group, side, at, direction, hex) {
                continue;
            }
            let controlled = self.in_zoc(side, hex);
            let mut tier = if controlled { 2 } else { 0 } + usize::from(!away(direction, Some(hex)));
            if controlled && guns && !retreating.reason.is_forced() {
                tier = 2;
            }
            tiers[tier].hexes.push(hex);
        }
        if tiers[0].off {
            tiers[1].off = false;
            if tiers[0].hexes.is_empty() {
                // Leaving the map is never the only way while a free hex is open (LFM-9.1e1).
                tiers[0].hexes = tiers[1].hexes;
            }
        }
        let mut best = tiers.into_iter().find(|tier| !tier.is_empty()).unwrap_or_default();
        // By night into no other zone of control (LFM-23.3a).
        if retreating.reason == Reason::Night && best.hexes.iter().any(|&hex| self.in_zoc(side, hex)) {
            return Ways::default();
        }
        // Guns that go by choice go where friends hold the zone of control, if they can (LFM-12.4b). Those driven back
        // go like everybody (LFM-9.1c).
        if only_guns && !retreating.reason.is_forced() {
            let held = |hex: &Hex| !self.in_zoc(side, *hex) || self.friend_in(side, *hex);
            if best.hexes.iter().any(held) {
                best.hexes.retain(held);
            }
        }
        let shattered = group.units.iter().any(|unit| self.state.is_shattered(self.scenario, unit));
        if shattered && retreating.reason.is_forced() {
            let safe = |hex: &Hex| !self.breaks_the_shattered(*hex);
            if best.off || best.hexes.iter().any(safe) {
                best.hexes.retain(safe);
            }
        }
        best
    }

    /// Whether a stack that falls back by choice has somewhere to go (R-47 would eliminate it).
    #[must_use]
    pub fn has_way_back(&self, at: Hex, reason: Reason) -> bool {
        let Some(side) = self.state.owner(self.scenario, at) else { return false };
        let units = self.state.stack(at).collect();
        let commanders = self.state.leaders_at(self.scenario, side, at).collect();
        self.can_fall_back(Group { units, commanders }, at, reason)
    }

    /// The same of some of its pieces.
    #[must_use]
    pub fn can_fall_back(&self, group: Group, at: Hex, reason: Reason) -> bool {
        !self.first_ways(&Retreating { group, from: at, at, reason, ..Retreating::default() }).is_empty()
    }

    /// Town and woods swallow shattered units forced into them (LFM-9.1g).
    fn breaks_the_shattered(&self, hex: Hex) -> bool {
        matches!(self.scenario.board.cover[hex.index()], Cover::Town | Cover::Woods)
    }

    /// Whether a hex can be retreated to at all. How many friends are there does not matter (LFM-9.1f1).
    fn may_fall_back_to(&self, group: &Group, side: Side, at: Hex, direction: Direction, hex: Hex) -> bool {
        if self.touching(at, direction).is_none() || self.enemy_in(side, hex) {
            return false;
        }
        let board = &self.scenario.board;
        let burned = board.bridge_at(at, direction).is_some_and(|bridge| self.state.burned.contains(bridge));
        let classes = self.classes(group);
        let costs =
            if burned { board.costs_burned(at, classes, false) } else { board.costs(at, classes, false) };
        costs[direction.index()] != BLOCKED
    }

    /// The hexes for a second step (LFM-9.1h, R-48).
    #[must_use]
    pub fn second_ways(&self, retreating: &Retreating) -> List<Hex, 6> {
        let mut ways = List::default();
        let group = &retreating.group;
        let side = self.side_of(group);
        let at = retreating.at;
        for direction in Direction::ALL {
            let Some(hex) = self.scenario.board.next(at, direction) else { continue };
            if hex != retreating.from
                && self.may_fall_back_to(group, side, at, direction, hex)
                && !self.in_zoc(side, hex)
                && group.units.iter().any(|unit| self.draws_nearer(unit, group, at, hex))
            {
                ways.push(hex);
            }
        }
        ways
    }

    /// Whether a hex brings a retreating unit nearer to its own (LFM-9.1h).
    fn draws_nearer(&self, unit: UnitId, group: &Group, from: Hex, to: Hex) -> bool {
        let info = self.info(unit);
        let nearer = |leader: Hex| self.distance(to, leader) < self.distance(from, leader);
        let Some(brigade) = info.brigade else {
            let helped = self
                .scenario
                .commanders_of(info.side)
                .filter(|&c| self.belongs_to(unit, c))
                .filter_map(|c| self.state.leader_hex(c))
                .any(nearer);
            return helped
                || self.touching_hexes(to).any(|(_, hex)| {
                    self.state
                        .stack(hex)
                        .any(|other| self.info(other).side == info.side && !group.units.contains(other))
                });
        };
        let commander = self.scenario.brigade(brigade).commander;
        if group.commanders.contains(commander) {
            return true;
        }
        self.state.leader_hex(commander).is_some_and(nearer)
            || self
                .regiments_on_map(brigade)
                .any(|(mate, hex)| !group.units.contains(mate) && self.distance(to, hex) <= 1)
    }

    /// Whether a battery belongs to a commander's corps or division.
    #[must_use]
    pub fn belongs_to(&self, unit: UnitId, commander: CommanderId) -> bool {
        let (unit, leader) = (self.info(unit), self.scenario.commander(commander));
        (unit.corps != 0 && unit.corps == leader.corps)
            || (unit.division != 0 && unit.division == leader.division)
    }

    pub(crate) fn stand_fast_actions(&self, out: &mut Vec<Action>) {
        out.extend([Action::Stand, Action::FallBack]);
    }

    pub(crate) fn check_stand_fast(&self, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Stand | Action::FallBack => Ok(()),
            _ => Err(Violation::of(
                "LFM-9.1d",
                "The ground allows the stack to stand fast: stand, or fall back.",
            )),
        }
    }

    pub(crate) fn retreat_actions(&self, second: bool, out: &mut Vec<Action>) {
        let retreating = &self.state.retreating;
        if second {
            out.extend(self.second_ways(retreating).iter().map(|&hex| Action::RetreatTo(hex)));
            out.push(Action::Halt);
        } else {
            let ways = self.first_ways(retreating);
            out.extend(ways.hexes.iter().map(|&hex| Action::RetreatTo(hex)));
            if ways.off {
                out.push(Action::RetreatOff);
            }
        }
    }

    pub(crate) fn check_retreat(&self, second: bool, action: &Action) -> Result<(), Violation> {
        let retreating = &self.state.retreating;
        let who = self.group_name(&retreating.group);
        match (*action, second) {
            (Action::Halt, true) => Ok(()),
            (Action::RetreatTo(hex), true) => {
                if self.second_ways(retreating).contains(&hex) {
                    return Ok(());
                }
                let text = format!(
                    "A second hex must be next to the first, free of zones of control, not the one {who} came from, and bring it nearer to its brigade."
                );
                Err(Violation::of("LFM-9.1h", text))
            }
            (Action::RetreatTo(hex), false) => {
                let ways = self.first_ways(retreating);
                if ways.hexes.contains(&hex) {
                    return Ok(());
                }
                Err(self.why_not_retreat(retreating, &ways, hex))
            }
            (Action::RetreatOff, false) if self.first_ways(retreating).off => Ok(()),
            (Action::RetreatOff, _) => Err(Violation::of(
                "LFM-9.1e1",
                format!(
                    "{who} cannot leave the map here: a better retreat exists, or the hex is not on the edge."
                ),
            )),
            _ => {
                Err(Violation::of("LFM-9.0b", format!("{who} must retreat one or two hexes: choose where.")))
            }
        }
    }

    fn why_not_retreat(&self, retreating: &Retreating, ways: &Ways, hex: Hex) -> Violation {
        let who = self.group_name(&retreating.group);
        let side = self.side_of(&retreating.group);
        if hex.index() >= self.scenario.board.len || self.distance(retreating.at, hex) != 1 {
            return Violation::of("LFM-9.0b", format!("{who} retreats one hex at a time."));
        }
        let name = self.hex_name(hex);
        if self.enemy_in(side, hex) {
            return Violation::of("LFM-9.1a", format!("{who} cannot retreat into the enemy in {name}."));
        }
        let free = ways.off || ways.hexes.iter().any(|&other| !self.in_zoc(side, other));
        if self.in_zoc(side, hex) && free {
            return Violation::of(
                "LFM-9.1b",
                format!("{name} is in a zone of control and another hex is free of them."),
            );
        }
        Violation::of(
            "LFM-9.1a",
            format!("{who} must retreat straight away from an enemy if such a hex is open; {name} is not."),
        )
    }

    pub(crate) fn goes_along_actions(&self, out: &mut Vec<Action>) {
        out.extend([Action::Goes, Action::Stays]);
    }

    pub(crate) fn check_goes_along(&self, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Goes | Action::Stays => Ok(()),
            _ => Err(Violation::of("R-25b", "The commander goes along or stays.")),
        }
    }
}

impl Play<'_> {
    /// A stack is told to fall back: may it stand, must it first lose a unit, and who goes?
    pub(crate) fn fall_back(&mut self, hex: Hex, reason: Reason) {
        let at = hex;
        let units = self.position().retreating_units(at, reason);
        if units.is_empty() {
            return;
        }
        // From ground that allows it (LFM-9.1d); whom a charge strikes it drives out of any (LFM-3.6), but not the
        // chargers told to retreat, who were not charged.
        let has_choice = match reason {
            Reason::Result | Reason::Fire => true,
            Reason::Charge => self.position().are_chargers(at),
            _ => false,
        };
        let may_stand = has_choice && self.position().allows_standing(at);
        if may_stand {
            // Builders refuse every retreat of choice (R-75c), and where no hex is open there is none (R-47b).
            let builder = units.iter().any(|unit| self.state.is(unit, Flag::BUILDER));
            let group = Group { units, ..Group::EMPTY };
            if builder || !self.position().can_fall_back(group, at, reason.by_choice()) {
                self.tell(Event::StoodFast { hex });
            } else {
                self.push(StandFast { hex, reason });
            }
            return;
        }
        self.set_off(at, reason);
    }

    /// The retreat begins: a disorganized stack forced back first loses a unit (LFM-14.4), and so does a shattered one,
    /// which counts as disorganized already though it carries no marker (LFM-16.5).
    fn set_off(&mut self, at: Hex, reason: Reason) {
        self.update_zones();
        let units = self.position().retreating_units(at, reason);
        let Some(first) = units.first() else { return };
        let side = self.scenario.unit(first).side;
        if reason.is_forced() {
            self.risk_commanders(side, at);
        }
        self.push(SetOut);
        self.state.retreating = Retreating { from: at, at, reason, ..Retreating::default() };
        let in_disorder =
            |unit| self.state.is_disorganized(unit) || self.state.is_shattered(self.scenario, unit);
        if units.iter().any(in_disorder) && matches!(reason, Reason::Result | Reason::Charge) {
            let role = usize::from(side != self.state.phasing);
            let used = self.state.battle.fight.cohesion[role];
            let holds = units.iter().any(|unit| self.scenario.unit(unit).cohesion == used);
            // The card asks for no cohesion.
            let bound = !self.scenario.options.card_edition;
            let matching = bound && !self.state.battle.fight.hit.contains(at) && holds;
            self.push(Loss { side, hex: at.into(), matching, need: StrengthPoints(1) });
        }
    }

    /// Who goes: the units, limbered, and the commanders. False if nobody is left.
    fn gather_retreat(&mut self) -> bool {
        let Retreating { at, reason, .. } = self.state.retreating;
        let units = self.position().retreating_units(at, reason);
        let Some(first) = units.first() else { return false };
        let side = self.scenario.unit(first).side;
        for unit in units.iter() {
            // Guns limber first, driven back (LFM-9.1i) or by choice (LFM-12.4a), and so fire no more (LFM-7.2).
            self.limber(unit);
        }
        let mut group = Group { units, ..Group::EMPTY };
        let all_go = self.state.stack(at).all(|unit| units.contains(unit));
        let chargers =
            matches!(reason, Reason::Charge | Reason::LeavesCover) && self.position().are_chargers(at);
        for commander in self.scenario.commanders_of(side) {
            if self.state.leader_station(commander) != Station::at(at) {
                continue;
            }
            if all_go || (chargers && self.state.moving.group.commanders.contains(commander)) {
                group.commanders.insert(commander);
            } else if !chargers {
                self.ask_commander(commander, &units, at, &mut group);
            }
        }
        self.state.retreating.group = group;
        true
    }

    /// Only a part of the stack goes: does this commander go along? (R-25b)
    fn ask_commander(&mut self, commander: CommanderId, going: &UnitSet, at: Hex, group: &mut Group) {
        let info = self.scenario.commander(commander);
        if info.rank == Rank::Brigade {
            let own = |unit: UnitId| self.scenario.unit(unit).brigade == info.brigade;
            let some_go = going.iter().any(own);
            let some_stay = self.state.stack(at).any(|unit| own(unit) && !going.contains(unit));
            if some_go && !some_stay {
                group.commanders.insert(commander);
            }
            if !(some_go && some_stay) {
                return;
            }
        }
        self.state.retreating.unasked.insert(commander);
    }

    /// No hex to go to: the group is eliminated.
    fn cut_off(&mut self) {
        let Retreating { group, at, .. } = self.state.retreating;
        self.state.battle.fight.vacated.insert(at);
        for unit in group.units.iter() {
            self.eliminate(unit);
        }
        let side = self.position().retreating_side();
        self.state.retreating = Retreating::default();
        self.displace_leaders(side, at);
    }

    fn first_step(&mut self, action: &Action) {
        let Retreating { group, at, reason, .. } = self.state.retreating;
        let (piece, pieces) = lead(&group);
        match *action {
            Action::RetreatTo(hex) => {
                self.tell(Event::FellBack { piece, pieces, from: at, to: Some(hex), reason });
                self.retreat_step(hex);
                // Forced into a zone of control, they stop there (LFM-9.1c).
                if !self.state.retreating.group.units.is_empty()
                    && !self.position().in_zoc(self.position().retreating_side(), hex)
                {
                    self.push(RetreatSecond);
                } else {
                    self.end_of_retreat();
                }
            }
            _ => {
                self.tell(Event::FellBack { piece, pieces, from: at, to: None, reason });
                self.leave_map();
            }
        }
    }

    /// Leaves the map (LFM-9.1e1): may come back later (LFM-9.1e2), unless the scenario says otherwise.
    fn leave_map(&mut self) {
        let Retreating { group, at, reason, .. } = self.state.retreating;
        let exit = at;
        for unit in group.units.iter() {
            if reason.is_forced() {
                self.disorganize(unit);
            }
            self.state.clear(unit, Flag::WITHDRAWS);
            if self.scenario.off_map_is_death {
                self.eliminate(unit);
            } else {
                self.shift_unit(unit, Station::off_map(exit));
                self.state.leave_at(unit, self.state.turn);
            }
        }
        // Where that is death, it is not the commanders': they are left behind, and join friends (LFM-21.2b).
        if !self.scenario.off_map_is_death {
            for commander in group.commanders.iter() {
                self.shift_leader(commander, Station::off_map(exit));
            }
        }
        self.note_vacated(exit);
        let side = self.position().retreating_side();
        self.state.retreating = Retreating::default();
        self.displace_leaders(side, exit);
    }

    fn note_vacated(&mut self, hex: Hex) {
        if !self.state.has_units(hex) {
            self.state.battle.fight.vacated.insert(hex);
        }
    }

    /// One hex back, with what the ground does to those who go.
    fn retreat_step(&mut self, to: Hex) {
        let Retreating { mut group, at, reason, .. } = self.state.retreating;
        let position = self.position();
        let side = position.retreating_side();
        let controlled = position.in_zoc(side, to);
        let friends_there = position.friend_in(side, to);
        let swallows = reason.is_forced() && position.breaks_the_shattered(to);
        for unit in group.units.iter() {
            let info = self.scenario.unit(unit);
            // Guns are lost in a zone of control that no friend held before if they went there by choice (LFM-12.4b),
            // the shattered in towns and woods they are forced into (LFM-9.1g).
            let lost_guns = info.kind.is_artillery() && controlled && !friends_there && !reason.is_forced();
            let lost_men = swallows && self.state.is_shattered(self.scenario, unit);
            if lost_guns || lost_men {
                self.eliminate(unit);
                group.units.remove(unit);
            } else {
                self.shift_unit(unit, Station::at(to));
            }
        }
        if !group.units.is_empty() {
            for commander in group.commanders.iter() {
                self.shift_leader(commander, Station::at(to));
            }
        }
        if self.state.retreating.steps == 0 {
            self.note_vacated(at);
        }
        let now = &mut self.state.retreating;
        now.group = group;
        now.at = to;
        now.steps += 1;
        if group.units.is_empty() {
            self.displace_leaders(side, at);
        } else {
            self.enter_hex(side, to);
        }
    }

    /// The retreat is over: who is disorganized by it? Those whom a result forced back (LFM-14.1a), and those who end
    /// in a zone of control, for whatever reason they went (LFM-9.1c, LFM-12.5, LFM-11.1b, LFM-5.4c; R-92). Who went
    /// by choice to a free hex is not (LFM-12.1), nor is anybody by night (LFM-23.3b).
    fn end_of_retreat(&mut self) {
        let Retreating { group, from, at, reason, steps, .. } = self.state.retreating;
        self.state.retreating = Retreating::default();
        let hex = at;
        let Some(first) = group.units.first() else { return };
        let side = self.scenario.unit(first).side;
        self.update_zones();
        let in_zoc = self.position().in_zoc(side, hex) && reason != Reason::Night;
        for unit in group.units.iter() {
            if steps > 0 && (reason.is_forced() || in_zoc) {
                self.disorganize(unit);
            }
            self.state.set(unit, Flag::CAME.when(steps > 0 && self.state.phase == Phase::Combat));
            match reason {
                Reason::Night => self.state.set(unit, Flag::RESTED),
                // Out of that hex it does not dodge again (R-55b).
                Reason::BeforeCombat => self.state.set(unit, Flag::DODGED.when(in_zoc)),
                Reason::TooWeak => self.state.set(unit, Flag::SPENT),
                Reason::Voluntary => {
                    self.state.clear(unit, Flag::WITHDRAWS);
                    self.state.set(unit, Flag::WITHDREW);
                }
                _ => {}
            }
        }
        if steps > 0 {
            self.spread_disorder(hex);
        }
        let moving = &mut self.state.moving;
        if group.units.iter().any(|unit| moving.group.units.contains(unit)) {
            moving.at = at;
        }
        self.markers_after_move(side);
        self.follow_superiors();
        for hex in [from, at] {
            self.displace_brigadiers(side, hex);
        }
    }
}
