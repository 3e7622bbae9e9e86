//! LFM-26 Reinforcements, and units that come back from off the map (LFM-9.1e).

use crate::LastFullMeasure;
use crate::files::notation::arrival_tag;
use crate::model::action::Action;
use crate::model::board::{BLOCKED, Classes};
use crate::model::event::Event;
use crate::model::ids::{ArrivalId, ArrivalSet, CommanderId, Group, Turn, UnitId};
use crate::model::numbers::MovementPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Arrival;
use crate::model::state::{Entered, Flag, Moving, Office, Station};
use crate::rules::charges::lead;
use crate::rules::march::Marching;
use crate::scene::{Spot, spot};
use engine::agenda::{Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::{Hex, RoadClass};
use serde::{Deserialize, Serialize};

/// Where does a stack enter instead of its listed hex? (LFM-26.7)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Divert {
    /// Who.
    pub arrival: ArrivalId,
}

impl Question<LastFullMeasure> for Divert {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let who = arrival_tag(at.scenario, self.arrival);
        let text =
            format!("Where does {who} enter instead? Each started 5 hexes along the edge cost a turn.");
        Words::new(text, "LFM-26.7")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.divert_actions(self.arrival, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_divert_to(self.arrival, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Place(hex) = *action else { return };
        let now = play.state.turn;
        let entry = play.state.arrival_mut(self.arrival);
        let steps = play.scenario.board.edge_distance(entry.hex, hex).unwrap_or(0);
        let turn = now.later(steps.div_ceil(5));
        (entry.hex, entry.turn, entry.waited) = (hex, turn, true);
        play.tell(Event::Shifted { arrival: self.arrival, hex, turn });
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Place(hex) => format!("Enter at {}", at.hex_name(hex)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::Place(hex)),
            _ => None,
        }
    }
}

/// How a stack enters the map (LFM-26.5).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Gait {
    /// By road movement, at the rate of its road.
    Road,
    /// By normal movement.
    Normal,
}

/// What the entry of a stack depends on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Newcomers {
    /// Who comes.
    group: Group,
    /// Their allowance, before the place in the column counts (LFM-26.2).
    allowance: MovementPoints,
    /// Their classes.
    classes: Classes,
    /// Somebody is disorganized or shattered: slow on roads (LFM-16.3).
    disordered: bool,
}

/// Why a stack cannot enter now.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum KeptOut {
    /// It holds the hex.
    Enemy,
    /// At night troops enter by road only.
    Night,
    /// What the hex costs is more than it has left.
    Cost(MovementPoints),
    /// The hex is in a zone of control and it cannot charge.
    Zone,
}

/// What a hex entered along a road costs without its rate: the road overcomes the ground (LFM-2.3a).
const NORMAL_BY_ROAD: MovementPoints = MovementPoints::ONE;

impl Position<'_> {
    /// Whether a stack of the order of appearance may enter this turn (LFM-26.0, LFM-S5f).
    #[must_use]
    pub fn is_due(&self, arrival: ArrivalId) -> bool {
        self.is_its_turn(arrival) && !self.arriving_group(arrival).is_empty()
    }

    #[inline]
    fn is_its_turn(&self, arrival: ArrivalId) -> bool {
        let entry = self.state.arrival(arrival);
        entry.entered == Entered::NotYet
            && entry.turn <= self.state.turn
            && self.scenario.arrival(arrival).side == self.state.phasing
    }

    /// X's stacks whose turn it is.
    #[inline(never)]
    fn stacks_in_turn(&self) -> ArrivalSet {
        let mut in_turn = ArrivalSet::EMPTY;
        for arrival in self.scenario.rolls.arrivals[self.state.phasing.index()].iter() {
            let entry = self.state.arrival(arrival);
            in_turn.insert_if(arrival, (entry.entered == Entered::NotYet) & (entry.turn <= self.state.turn));
        }
        in_turn
    }

    /// Whether a commander was left without a friend on the map, and comes back with the next who enter: he
    /// waits, though no stack that is still to come has him on its list.
    fn waits_for_friends(&self, commander: CommanderId) -> bool {
        self.state.leader_station(commander) == Station::WAITING
            && !self.scenario.arrival_ids().any(|arrival| {
                self.state.arrival(arrival).entered == Entered::NotYet
                    && self.scenario.arrival(arrival).group.commanders.contains(commander)
            })
    }

    /// Those of the stack who still wait.
    #[must_use]
    pub fn arriving_group(&self, arrival: ArrivalId) -> Group {
        let listed = &self.scenario.arrival(arrival).group;
        let mut group = *listed;
        for unit in listed.units.iter() {
            if self.state.station(unit) != Station::WAITING {
                group.units.remove(unit);
            }
        }
        for commander in listed.commanders.iter() {
            if self.state.leader_station(commander) != Station::WAITING {
                group.commanders.remove(commander);
            }
        }
        group
    }

    /// What the entry of an arriving stack depends on, if this is who comes of it.
    fn newcomers(&self, arrival: ArrivalId, group: Group) -> Newcomers {
        let led = !group.commanders.is_empty();
        let (mut slowest, mut classes) = if led {
            (self.scenario.limits.march_mounted, Classes::LEADER)
        } else {
            (MovementPoints(u8::MAX), Classes::NONE)
        };
        let mut disordered = false;
        for unit in group.units.iter() {
            slowest = slowest.min(self.allowance(unit));
            classes |= self.class(unit);
            disordered |= self.state.is_disorganized(unit) || self.state.is_shattered(self.scenario, unit);
        }
        // What it has spent off the map it does not have (LFM-26.6a), in its first turn only (LFM-26.2).
        let allowance = match self.scenario.arrival(arrival).mp {
            Some(mp) if !self.state.arrival(arrival).waited => slowest.min(mp),
            _ => slowest,
        };
        Newcomers { group, allowance, classes, disordered }
    }

    /// What the entry hex costs an arriving stack by the best movement there is: road movement where the list gives a
    /// road and no zone of influence covers the hex, else normal movement (LFM-26.1a, LFM-26.4a, LFM-26.5).
    fn entry_cost(&self, arrival: ArrivalId, newcomers: &Newcomers) -> (MovementPoints, Gait) {
        let hex = self.state.arrival(arrival).hex;
        self.edge_cost(hex, self.entry_road(arrival), newcomers.classes, newcomers.disordered)
    }

    /// The road by which an arriving stack enters: the listed one, or where it enters instead the best that leads
    /// there (LFM-26.7).
    fn entry_road(&self, arrival: ArrivalId) -> Option<RoadClass> {
        let info = self.scenario.arrival(arrival);
        let hex = self.state.arrival(arrival).hex;
        if hex == info.hex { info.road } else { self.scenario.map.best_road(hex) }
    }

    /// What a hex on the edge costs those of the phasing side who enter it, and by which movement (LFM-26.4a,
    /// LFM-26.5).
    fn edge_cost(
        &self,
        hex: Hex,
        road: Option<RoadClass>,
        classes: Classes,
        disordered: bool,
    ) -> (MovementPoints, Gait) {
        let seen = self.in_zoi(self.state.phasing, hex);
        let rain = self.is_raining();
        let rate = match (road, rain) {
            (None, _) | (Some(RoadClass::Trail), true) => None,
            (Some(_), _) if disordered => Some(MovementPoints(6)),
            (Some(RoadClass::Pike), _) => Some(MovementPoints(3)),
            (Some(RoadClass::Road), false) => Some(MovementPoints(4)),
            (Some(RoadClass::Road | RoadClass::Trail), _) => Some(MovementPoints(6)),
        };
        match rate {
            Some(rate) if !seen => (rate, Gait::Road),
            Some(_) => (NORMAL_BY_ROAD, Gait::Normal),
            None => (self.scenario.board.entry_cost(hex, classes), Gait::Normal),
        }
    }

    /// The same for a stack that comes back (LFM-9.1e2): it returns as a reinforcement, by the best road there is.
    fn return_cost(&self, group: &Group, hex: Hex) -> (MovementPoints, Gait) {
        let disordered = group
            .units
            .iter()
            .any(|unit| self.state.is_disorganized(unit) || self.state.is_shattered(self.scenario, unit));
        self.edge_cost(hex, self.scenario.map.best_road(hex), self.classes(group), disordered)
    }

    /// The phasing side's stacks that have entered this turn.
    fn column(&self) -> ArrivalSet {
        let has_entered = |&arrival: &ArrivalId| {
            self.state.arrival(arrival).entered == Entered::Now
                && self.scenario.arrival(arrival).side == self.state.phasing
        };
        self.scenario.arrival_ids().filter(has_entered).collect()
    }

    /// How many stacks of the column have entered before on the same road with the same allowance (LFM-26.4b).
    fn column_place(&self, arrival: ArrivalId, allowance: MovementPoints, column: &ArrivalSet) -> u8 {
        let hex = self.state.arrival(arrival).hex;
        column
            .iter()
            .filter(|&other| {
                other != arrival
                    && self.state.arrival(other).hex == hex
                    && self.newcomers(other, self.scenario.arrival(other).group).allowance == allowance
            })
            .count() as u8
    }

    /// What an arriving stack has left after entering by the best movement there is: movement points, and which
    /// movement that was.
    ///
    /// # Errors
    ///
    /// Why it cannot enter now.
    pub fn entry(&self, arrival: ArrivalId) -> Result<(MovementPoints, Gait), Violation> {
        let newcomers = self.newcomers(arrival, self.arriving_group(arrival));
        let (cost, gait) = self.entry_cost(arrival, &newcomers);
        self.entry_at(arrival, &newcomers, cost, gait, &self.column())
            .map(|left| (left, gait))
            .map_err(|kept| self.why_kept_out(arrival, kept))
    }

    /// The same by normal movement, for a stack that could use road movement and does without (LFM-26.5).
    ///
    /// # Errors
    ///
    /// Why it cannot, or why there is no such choice.
    pub fn normal_entry(&self, arrival: ArrivalId) -> Result<MovementPoints, Violation> {
        let tag = &self.scenario.arrival(arrival).tag;
        let newcomers = self.newcomers(arrival, self.arriving_group(arrival));
        if self.is_late(arrival) {
            let text = format!("{tag} has come by road with a partial allowance: that cannot be undone.");
            return Err(Violation::of("LFM-26.6b", text));
        }
        if self.entry_cost(arrival, &newcomers).1 == Gait::Normal {
            let text = format!("{tag} has no road movement here to do without: it just enters.");
            return Err(Violation::of("LFM-26.5", text));
        }
        self.entry_at(arrival, &newcomers, NORMAL_BY_ROAD, Gait::Normal, &self.column())
            .map_err(|kept| self.why_kept_out(arrival, kept))
    }

    /// Whether the stack has spent a part of its allowance before the edge of the map (LFM-26.6a), which counts as
    /// road movement (LFM-26.6b).
    fn is_late(&self, arrival: ArrivalId) -> bool {
        self.scenario.arrival(arrival).mp.is_some() && !self.state.arrival(arrival).waited
    }

    /// The movement points left after entering at this cost.
    fn entry_at(
        &self,
        arrival: ArrivalId,
        newcomers: &Newcomers,
        cost: MovementPoints,
        gait: Gait,
        column: &ArrivalSet,
    ) -> Result<MovementPoints, KeptOut> {
        let info: &Arrival = self.scenario.arrival(arrival);
        let hex = self.state.arrival(arrival).hex;
        if self.enemy_in(info.side, hex) {
            return Err(KeptOut::Enemy);
        }
        if self.is_night() && self.entry_road(arrival).is_none() {
            return Err(KeptOut::Night);
        }
        let allowance = newcomers.allowance;
        let ahead = self.column_place(arrival, allowance, column);
        let left = allowance.checked_sub(MovementPoints(ahead.saturating_mul(cost.0)));
        let Some(left) = left.and_then(|left| left.checked_sub(cost)).filter(|_| cost != BLOCKED) else {
            return Err(KeptOut::Cost(cost));
        };
        if self.in_zoc(info.side, hex) {
            let road = gait == Gait::Road || self.is_late(arrival);
            let moving = Moving { group: newcomers.group, ..Moving::default() };
            let charges = || self.group_may_charge(&moving) && self.can_charge_from(hex, left);
            if road || !(charges() || self.may_stop_in_zone(&newcomers.group, hex)) {
                return Err(KeptOut::Zone);
            }
        }
        Ok(left)
    }

    /// Whether those who enter a zone of control from off the map may stop there, by the ordinary rules (R-81b): by day
    /// (LFM-23.2a), all in command (LFM-5.6), nobody shattered (LFM-16.4a). Commanders without troops may where friends
    /// stand.
    fn may_stop_in_zone(&self, group: &Group, hex: Hex) -> bool {
        let shattered = |unit| self.state.is_shattered(self.scenario, unit);
        if self.is_night() {
            return false;
        }
        if group.units.is_empty() {
            return self.friend_in(self.state.phasing, hex);
        }
        !group.units.iter().any(shattered) && self.commanded_on_entry(group, hex).units == group.units
    }

    fn why_kept_out(&self, arrival: ArrivalId, kept: KeptOut) -> Violation {
        let tag = &self.scenario.arrival(arrival).tag;
        let name = self.hex_name(self.state.arrival(arrival).hex);
        let (rule, text) = match kept {
            KeptOut::Enemy => {
                ("R-81", format!("The enemy stands in {name}: {tag} must enter elsewhere or wait."))
            }
            KeptOut::Night => {
                ("R-82", format!("At night {tag} enters by road only, and none leads into {name}."))
            }
            KeptOut::Cost(cost) => (
                "LFM-26.4b",
                format!(
                    "{tag} has too few movement points left behind the stacks ahead of it on the road ({cost} to enter {name})."
                ),
            ),
            KeptOut::Zone => (
                "R-81",
                format!(
                    "{name} is in an enemy zone of control: {tag} may enter there only without road movement, in command or to charge, commanders alone only where friends stand."
                ),
            ),
        };
        Violation::of(rule, text)
    }

    /// Whether an enemy next to a hex can be charged from there with so many movement points.
    pub(crate) fn can_charge_from(&self, hex: Hex, mp: MovementPoints) -> bool {
        self.touching_hexes(hex).any(|(_, enemy)| {
            self.enemy_in(self.state.phasing, enemy)
                && self.charge_cost(hex, enemy).is_some_and(|cost| cost <= mp)
        })
    }

    pub(crate) fn check_enter(&self, arrival: ArrivalId) -> Result<(), Violation> {
        self.check_due(arrival)?;
        self.entry(arrival).map(|_| ())
    }

    pub(crate) fn check_step_in(&self, arrival: ArrivalId) -> Result<(), Violation> {
        self.check_due(arrival)?;
        self.normal_entry(arrival).map(|_| ())
    }

    fn check_due(&self, arrival: ArrivalId) -> Result<(), Violation> {
        if arrival.index() >= self.scenario.arrivals.len() || !self.is_due(arrival) {
            return Err(Violation::of("LFM-S5f", "No such stack of yours is due this turn."));
        }
        Ok(())
    }

    pub(crate) fn check_divert(&self, arrival: ArrivalId) -> Result<(), Violation> {
        self.check_due(arrival)
    }

    pub(crate) fn arrival_actions(&self, out: &mut Vec<Action>) {
        let due = self.stacks_in_turn();
        if !due.is_empty() {
            let column = self.column();
            for arrival in due.iter() {
                self.entry_actions(arrival, &column, out);
            }
        }
        let places = self.scenario.part_of(self.state.phasing, self.state.stations());
        if places.iter().fold(false, |any, place| any | place.exit().is_some()) {
            self.return_actions(out);
        }
    }

    fn entry_actions(&self, arrival: ArrivalId, column: &ArrivalSet, out: &mut Vec<Action>) {
        let group = self.arriving_group(arrival);
        if group.is_empty() {
            return;
        }
        let newcomers = self.newcomers(arrival, group);
        let (cost, gait) = self.entry_cost(arrival, &newcomers);
        if self.entry_at(arrival, &newcomers, cost, gait, column).is_ok() {
            out.push(Action::Enter(arrival));
        }
        let may_do_without = gait == Gait::Road && !self.is_late(arrival);
        if may_do_without && self.entry_at(arrival, &newcomers, NORMAL_BY_ROAD, Gait::Normal, column).is_ok()
        {
            out.push(Action::StepIn(arrival));
        }
        out.push(Action::Divert(arrival));
    }

    fn return_actions(&self, out: &mut Vec<Action>) {
        for unit in self.scenario.units_of(self.state.phasing) {
            let Some(exit) = self.state.station(unit).exit() else { continue };
            let group = self.returners(unit);
            if group.units.first() == Some(unit) {
                for hex in self.scenario.board.edge.iter() {
                    let gap = self.scenario.board.edge_distance(exit, hex);
                    let late = gap.is_none_or(|gap| self.earliest_return(unit, gap) > self.state.turn);
                    if !late && self.check_return(unit, hex).is_ok() {
                        out.push(Action::Return(unit, hex));
                        if self.return_cost(&group, hex).1 == Gait::Road {
                            out.push(Action::StepBack(unit, hex));
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn divert_actions(&self, arrival: ArrivalId, out: &mut Vec<Action>) {
        out.extend(
            self.scenario
                .board
                .edge
                .iter()
                .filter(|&hex| self.may_divert_to(arrival, hex))
                .map(Action::Place),
        );
    }

    pub(crate) fn check_divert_to(&self, arrival: ArrivalId, action: &Action) -> Result<(), Violation> {
        let Action::Place(hex) = *action else {
            return Err(Violation::form("Choose the edge hex where the stack will enter instead."));
        };
        if self.may_divert_to(arrival, hex) {
            Ok(())
        } else {
            Err(Violation::of("LFM-26.7", "The new place must be another hex on the edge of the map."))
        }
    }

    fn may_divert_to(&self, arrival: ArrivalId, hex: Hex) -> bool {
        let from = self.state.arrival(arrival).hex;
        hex != from && self.scenario.board.edge_distance(from, hex).is_some()
    }

    /// Whether a unit off the map is the first of those that left with it: it stands for them.
    fn leads_returners(&self, unit: UnitId) -> bool {
        self.returners(unit).units.first() == Some(unit)
    }

    /// Those who left the map by the same hex in the same turn, of the same brigade.
    #[must_use]
    pub fn returners(&self, unit: UnitId) -> Group {
        let place = self.state.station(unit);
        let turn = self.state.left(unit);
        let info = self.info(unit);
        let units = self
            .scenario
            .units_of(info.side)
            .filter(|other| {
                self.state.station(*other) == place
                    && self.state.left(*other) == turn
                    && (self.info(*other).brigade == info.brigade || self.info(*other).brigade.is_none())
            })
            .collect();
        let commanders = self
            .scenario
            .commanders_of(info.side)
            .filter(|c| self.state.leader_station(*c) == place)
            .collect();
        Group { units, commanders }
    }

    /// The turn in which a unit may be back at a hex so many steps along the edge from where it left: one turn later at
    /// least (LFM-9.1e2), and one more for each five hexes (LFM-9.1e3, R-50).
    fn earliest_return(&self, unit: UnitId, steps: u16) -> Turn {
        self.state.left(unit).later(steps.div_ceil(5).max(1))
    }

    /// The same without the rate of a road that leads there (LFM-26.5).
    pub(crate) fn check_step_back(&self, unit: UnitId, hex: Hex) -> Result<(), Violation> {
        self.check_return(unit, hex)?;
        if self.return_cost(&self.returners(unit), hex).1 == Gait::Normal {
            let text =
                format!("{} has no road movement here to do without: it just returns.", self.tag(unit));
            return Err(Violation::of("LFM-26.5", text));
        }
        Ok(())
    }

    pub(crate) fn check_return(&self, unit: UnitId, hex: Hex) -> Result<(), Violation> {
        let known = unit.index() < self.scenario.units.len() && self.info(unit).side == self.state.phasing;
        let exit = if known { self.state.station(unit).exit() } else { None };
        let Some(exit) = exit.filter(|_| self.leads_returners(unit)) else {
            return Err(Violation::of("LFM-9.1e2", "No such stack of yours has left the map."));
        };
        let steps = (hex.index() < self.scenario.board.len && self.scenario.board.edge.contains(hex))
            .then(|| self.scenario.board.edge_distance(exit, hex))
            .flatten();
        let Some(steps) = steps else {
            return Err(Violation::of("LFM-9.1e2", "Units return by a hex on the edge of the map."));
        };
        let earliest = self.earliest_return(unit, steps);
        if self.state.turn < earliest {
            let text = format!(
                "{} left the map by {}: {} is {steps} hexes along the edge, so it returns there in turn {} at the earliest.",
                self.tag(unit),
                self.hex_name(exit),
                self.hex_name(hex),
                earliest.number()
            );
            return Err(Violation::of("LFM-9.1e3", text));
        }
        if self.enemy_in(self.state.phasing, hex) || self.in_zoc(self.state.phasing, hex) {
            let text = format!("{} is held or controlled by the enemy.", self.hex_name(hex));
            return Err(Violation::of("LFM-9.1e2", text));
        }
        if self.is_night() && self.scenario.map.best_road(hex).is_none() {
            let text =
                format!("At night units return by road only, and none leads into {}.", self.hex_name(hex));
            return Err(Violation::of("LFM-23.6", text));
        }
        let (cost, _) = self.return_cost(&self.returners(unit), hex);
        if cost > self.scenario.limits.march_foot {
            return Err(Violation::of(
                "LFM-26.4a",
                format!("{} cannot be entered from off the map.", self.hex_name(hex)),
            ));
        }
        Ok(())
    }
}

impl Play<'_> {
    pub(crate) fn enter(&mut self, arrival: ArrivalId) {
        if let Ok((left, gait)) = self.position().entry(arrival) {
            self.enter_with(arrival, left, gait);
        }
    }

    pub(crate) fn step_in(&mut self, arrival: ArrivalId) {
        if let Ok(left) = self.position().normal_entry(arrival) {
            self.enter_with(arrival, left, Gait::Normal);
        }
    }

    fn enter_with(&mut self, arrival: ArrivalId, left: MovementPoints, gait: Gait) {
        let late = self.position().is_late(arrival);
        let hex = self.state.arrival(arrival).hex;
        let group = self.position().arriving_group(arrival);
        self.state.arrival_mut(arrival).entered = Entered::Now;
        self.bring_in(group, hex, left, gait == Gait::Road || late, late);
    }

    pub(crate) fn return_to_map(&mut self, unit: UnitId, hex: Hex) {
        let (cost, gait) = self.position().return_cost(&self.position().returners(unit), hex);
        self.return_at(unit, hex, cost, gait);
    }

    pub(crate) fn step_back(&mut self, unit: UnitId, hex: Hex) {
        self.return_at(unit, hex, NORMAL_BY_ROAD, Gait::Normal);
    }

    fn return_at(&mut self, unit: UnitId, hex: Hex, cost: MovementPoints, gait: Gait) {
        let position = self.position();
        let group = position.returners(unit);
        let full = group.units.iter().map(|u| position.allowance(u)).min().unwrap_or_default();
        self.bring_in(group, hex, full.saturating_sub(cost), gait == Gait::Road, false);
    }

    /// Puts a stack from off the map into its first hex, with the commanders listed beside it (LFM-26.1b); it goes on
    /// from there.
    fn bring_in(&mut self, mut group: Group, hex: Hex, mp: MovementPoints, road: bool, late: bool) {
        let side = self.state.phasing;
        for commander in self.scenario.commanders_of(side) {
            if self.position().waits_for_friends(commander) {
                group.commanders.insert(commander);
            }
        }
        let before = self.state.units_on_map(self.scenario, side);
        let commanded = self.position().commanded_on_entry(&group, hex);
        let may_stop = self.position().may_stop_in_zone(&group, hex);
        for unit in group.units.iter() {
            self.shift_unit(unit, Station::at(hex));
            self.state.clear(unit, Flag::COMMAND);
            let in_command = Flag::COMMAND.when(commanded.units.contains(unit));
            self.state.set(unit, Flag::MOVED | Flag::ENTERED | Flag::LATE.when(late) | in_command);
            self.state.set_mp(unit, mp);
        }
        for brigade in group.units.iter().filter_map(|unit| self.scenario.unit(unit).brigade) {
            // One that was alone on the map is so no longer.
            let mut here = self.scenario.brigade(brigade).units.iter().filter(|&&unit| before.contains(unit));
            let sole = if here.clone().count() == 1 { here.next().copied() } else { None };
            self.bind(brigade, |unit| group.units.contains(unit) || sole == Some(unit));
        }
        for commander in group.commanders.iter() {
            self.shift_leader(commander, Station::at(hex));
            self.state.unmark(commander, Office::COMMAND | Office::RESTED);
            self.state.mark(commander, Office::COMMAND.when(commanded.commanders.contains(commander)));
            self.state.set_leader_mp(commander, mp);
        }
        for brigade in self.scenario.brigade_ids() {
            if self.scenario.brigade(brigade).side == side {
                self.note_homeless(brigade);
            }
        }
        let (piece, _) = lead(&group);
        self.tell(Event::Entered { piece, hex });
        let controlled = self.position().in_zoc(side, hex);
        self.state.moving = Moving {
            group,
            at: hex,
            mp,
            road,
            started: true,
            stopped: controlled,
            must_charge: controlled && !may_stop,
            ..Moving::default()
        };
        self.push(Marching);
        if !group.units.is_empty() {
            self.enter_hex(side, hex);
        }
    }

    /// Stacks that could have entered this turn and did not lead the column next turn with their full allowance
    /// those that entered are done.
    pub(crate) fn close_arrivals(&mut self) {
        for arrival in self.scenario.arrival_ids() {
            if self.scenario.arrival(arrival).side != self.state.phasing {
                continue;
            }
            let turn = self.state.turn;
            let entry = self.state.arrival_mut(arrival);
            match entry.entered {
                Entered::NotYet if entry.turn <= turn => entry.waited = true,
                Entered::Now => entry.entered = Entered::Before,
                _ => {}
            }
        }
    }
}
