//! LFM-22.3 Detached regiments.

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{BrigadeSet, Group, Piece, UnitId, UnitSet};
use crate::model::numbers::MovementPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Scenario;
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Moving, State};
use crate::rules::movement::Marcher;
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Which regiments get or lose a DETACHED marker? (LFM-22.3a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Markers;

impl Question<LastFullMeasure> for Markers {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if !at.unchanged_regiments().is_empty() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which regiments get or lose a DETACHED marker?", "LFM-22.3a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.markers_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_markers(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action != Action::Done {
            play.push(self);
        }
        match *action {
            Action::Detach(unit) => play.detach(unit),
            Action::Attach(unit) => {
                play.attach(unit);
                play.state.set(unit, Flag::CHANGED);
            }
            _ => {}
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Detach(unit) => format!("Detach {}", at.tag(unit)),
            Action::Attach(unit) => off(at, unit),
            _ => "No more markers".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) if at.state.is(unit, Flag::DETACHED) => {
                Some(Action::Attach(unit))
            }
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Detach(unit)),
            _ => None,
        }
    }
}

/// The label of an answer that takes a marker off.
pub(crate) fn off(at: Position<'_>, unit: UnitId) -> String {
    format!("Take the DETACHED marker off {}", at.tag(unit))
}

impl Position<'_> {
    /// Whether a regiment is out of its brigade commander's command range (R-83b); always while he is off the map.
    fn is_beyond_its_commander(&self, unit: UnitId, hex: Hex) -> bool {
        let info = self.info(unit);
        let Some(brigade) = info.brigade else { return false };
        self.state.brigade_commander_hex(self.scenario, brigade).is_none_or(|from| {
            !self.is_in_command_reach(info.side, from, hex, self.scenario.limits.command_brigade)
        })
    }

    /// Whether the phasing side may take this DETACHED marker off, in the Command or the Movement phase (LFM-22.3c).
    ///
    /// # Errors
    ///
    /// The unit is not a detached regiment of the phasing side on the map.
    #[inline]
    pub fn check_attach(&self, unit: UnitId) -> Result<(), Violation> {
        self.phasing_unit(unit)?;
        if self.state.is(unit, Flag::DETACHED) { Ok(()) } else { Err(self.carries_no_marker(unit)) }
    }

    #[cold]
    fn carries_no_marker(&self, unit: UnitId) -> Violation {
        let text = format!("{} carries no DETACHED marker.", self.tag(unit));
        Violation::of("LFM-22.3c", text).about([self.tag(unit)])
    }

    /// Whether the phasing side may put a DETACHED marker on this unit (LFM-22.3a), in command or not (LFM-22.3b).
    fn check_detach(&self, unit: UnitId) -> Result<(), Violation> {
        self.phasing_unit(unit)?;
        let tag = self.tag(unit);
        let text = if self.info(unit).brigade.is_none() {
            format!("{tag} is a battery; only regiments of a brigade can be detached.")
        } else if self.state.is(unit, Flag::DETACHED) {
            format!("{tag} is detached already.")
        } else {
            return Ok(());
        };
        Err(Violation::of("LFM-22.3a", text).about([tag]))
    }

    pub(crate) fn markers_actions(&self, out: &mut Vec<Action>) {
        let undetached = self.state.units_without(self.scenario, self.state.phasing, Flag::DETACHED);
        for unit in self.unchanged_regiments().iter() {
            let detach = undetached.contains(unit);
            out.push(if detach { Action::Detach(unit) } else { Action::Attach(unit) });
        }
        out.push(Action::Done);
    }

    /// A side's units with a DETACHED marker, on the map or off it.
    pub(crate) fn detached_units(&self, side: Side) -> UnitSet {
        let undetached = self.state.units_without(self.scenario, side, Flag::DETACHED);
        self.scenario.rolls.units[side.index()].difference(&undetached)
    }

    /// X's regiments on the map whose markers have not been changed in this phase.
    fn unchanged_regiments(&self) -> UnitSet {
        let x = self.state.phasing;
        let unchanged = self.state.units_without(self.scenario, x, Flag::CHANGED);
        let regiments = unchanged.intersection(&self.scenario.rolls.regiments[x.index()]);
        self.state.units_on_map(self.scenario, x).intersection(&regiments)
    }

    pub(crate) fn check_markers(&self, action: &Action) -> Result<(), Violation> {
        let unit = match *action {
            Action::Detach(unit) => {
                self.check_detach(unit)?;
                unit
            }
            Action::Attach(unit) => {
                self.check_attach(unit)?;
                unit
            }
            Action::Done => return Ok(()),
            _ => {
                let text = "The Command phase begins with DETACHED markers: put one, take one off, or go on.";
                return Err(Violation::of("LFM-22.3a", text));
            }
        };
        // Otherwise a marker could go on and off for ever.
        if self.state.is(unit, Flag::CHANGED) {
            let text = format!("The marker of {} has been changed in this phase already.", self.tag(unit));
            return Err(Violation::of("LFM-22.3a", text).about([self.tag(unit)]));
        }
        Ok(())
    }
}

impl Play<'_> {
    fn detach(&mut self, unit: UnitId) {
        let hex = self.state.hex_of(unit);
        let strayed = hex.is_some_and(|hex| self.position().is_beyond_its_commander(unit, hex));
        self.state.set(unit, Flag::DETACHED | Flag::CHANGED | Flag::STRAYED.when(strayed));
        self.tell(Event::Marker { unit, detached: true, by_itself: false });
    }

    /// Takes a DETACHED marker off. Whether the regiment is in command this turn does not change (R-83b).
    pub fn attach(&mut self, unit: UnitId) {
        self.state.clear(unit, Flag::DETACHED | Flag::STRAYED);
        self.tell(Event::Marker { unit, detached: false, by_itself: false });
    }

    /// DETACHED markers come off where a regiment or its brigade commander has moved so that it is within his range
    /// again, having been beyond it (LFM-22.3d, R-83b). To be called after each move of a group. The brigades where any
    /// came off.
    pub fn markers_after_move(&mut self, side: Side) -> BrigadeSet {
        let mut bound = BrigadeSet::EMPTY;
        for unit in self.position().detached_units(side).iter() {
            let Some(hex) = self.state.hex_of(unit) else { continue };
            if self.position().is_beyond_its_commander(unit, hex) {
                self.state.set(unit, Flag::STRAYED);
            } else if self.state.is(unit, Flag::STRAYED) {
                self.state.clear(unit, Flag::DETACHED | Flag::STRAYED);
                self.tell(Event::Marker { unit, detached: false, by_itself: true });
                if let Some(brigade) = self.scenario.unit(unit).brigade {
                    self.bind(brigade, |one| one == unit);
                    bound.insert(brigade);
                }
            }
        }
        bound
    }

    /// The same for the group on the march as it enters a hex: a marker comes off at the step that leads into the
    /// range, also where the march goes on (LFM-22.3d).
    #[inline]
    pub(crate) fn markers_on_the_way(&mut self, here: Hex) {
        let detached = self.position().detached_with(&self.state.moving.group);
        if !detached.is_empty() {
            self.meet_markers(&detached, here);
        }
    }

    /// The same for those who carried markers when the group set out.
    pub(crate) fn meet_markers(&mut self, detached: &UnitSet, here: Hex) {
        let group = self.state.moving.group;
        for unit in meet(self.scenario, self.state, &group, detached, here).iter() {
            self.tell(Event::Marker { unit, detached: false, by_itself: true });
            // It is bound again, and may have to close up.
            if let Some(brigade) = self.scenario.unit(unit).brigade {
                self.note_touch(brigade);
            }
        }
    }
}

/// Regiments of these whose DETACHED markers come off as a group enters a hex. Each is bound from then on (R-83b): by
/// the contact it has there, or to make one.
#[inline(never)]
fn meet(scenario: &Scenario, state: &mut State, group: &Group, detached: &UnitSet, here: Hex) -> UnitSet {
    let mut off = UnitSet::EMPTY;
    for unit in detached.iter() {
        // Some may have come off on the way.
        if !state.is(unit, Flag::DETACHED) {
            continue;
        }
        let Some(leader) = scenario.rolls.leader[unit.index()] else { continue };
        let (goes, led) = (group.units.contains(unit), group.commanders.contains(leader));
        let Some(hex) = state.hex_of(unit) else { continue };
        let hex = if goes { here } else { hex };
        let from = if led { Some(here) } else { state.leader_hex(leader) };
        let position = Position::new(scenario, state);
        let range = scenario.limits.command_brigade;
        if from.is_none_or(|from| !position.is_in_command_reach(state.phasing, from, hex, range)) {
            state.set(unit, Flag::STRAYED);
        } else if state.is(unit, Flag::STRAYED) {
            let with = if goes { group.units } else { Group::of(unit).units };
            let alone = position.is_out_of_touch(unit, &with, hex);
            state.clear(unit, Flag::DETACHED | Flag::STRAYED | Flag::LOST_TOUCH);
            state.set(unit, Flag::LOST_TOUCH.when(alone));
            off.insert(unit);
        }
    }
    off
}

impl Position<'_> {
    /// Whose DETACHED markers a group may meet: those in it, and those of the brigades whose commanders are in it.
    #[inline]
    pub(crate) fn detached_with(&self, group: &Group) -> UnitSet {
        let detached = |unit: UnitId| self.state.is(unit, Flag::DETACHED);
        let mut units = UnitSet::EMPTY;
        for unit in group.units.iter() {
            units.insert_if(unit, detached(unit));
        }
        for brigade in group.commanders.iter().filter_map(|one| self.scenario.commander(one).brigade) {
            for &unit in &self.scenario.brigade(brigade).units {
                units.insert_if(unit, detached(unit));
            }
        }
        units
    }

    /// Whether markers that a group may meet may come off on a way of so much to a hex, by road or not, or at its end
    /// for what was passed on it.
    pub(crate) fn may_meet_markers(
        &self,
        moving: &Moving,
        marcher: &Marcher,
        detached: &UnitSet,
        goal: Hex,
        (cost, road): (MovementPoints, bool),
    ) -> bool {
        let range = u16::from(self.scenario.limits.command_brigade);
        let cheapest_step = if road { MovementPoints::CHEAPEST_STEP } else { MovementPoints::ONE };
        let steps = u16::from(cost.0 / cheapest_step.0);
        detached.iter().any(|unit| {
            let Some(leader) = self.scenario.rolls.leader[unit.index()] else { return false };
            let goes = moving.group.units.contains(unit);
            let other = match (goes, moving.group.commanders.contains(leader)) {
                (true, false) => self.state.leader_hex(leader),
                (false, true) => self.state.hex_of(unit),
                _ => None,
            };
            let Some(other) = other else { return false };
            let (from, to) = (self.distance(moving.at, other), self.distance(goal, other));
            let strayed = self.state.is(unit, Flag::STRAYED);
            // A way that stays out of the range changes nothing, unless it ends there and has led out of it.
            let onward = to.saturating_sub(range).max(1);
            let ends_within = !strayed && to <= range && goal != moving.at;
            if from.saturating_sub(range).max(1) + onward > steps && !ends_within {
                return false;
            }
            let mut within = self.scenario.board.orders[other.index()];
            // Nor does one too short to lead out of the range and into it again, where nobody holds orders up.
            let enemy = self.state.zones(marcher.side.other());
            let out_and_in = range + 2 + to.abs_diff(range);
            if !strayed
                && from <= range
                && out_and_in > steps + from
                && !within.intersects(&enemy.zoc)
                && !within.intersects(&enemy.occupied)
            {
                return false;
            }
            within.remove(moving.at);
            // From there it still has to come to its end.
            let before = u16::from(cost.0).checked_sub(onward * u16::from(cheapest_step.0));
            ends_within
                || before.is_some_and(|most| self.may_pass(marcher, &within, MovementPoints(most as u8)))
        })
    }

    /// A regiment whose DETACHED marker would come off on the way to some hexes, before their end, and who would be out
    /// of contact there; and these hexes. It is bound where that happens (LFM-22.3d): such a way is gone step by step.
    #[inline]
    pub(crate) fn bound_on_the_way(
        &self,
        moving: &Moving,
        marcher: &Marcher,
        goals: &HexSet,
    ) -> Option<(UnitId, HexSet)> {
        let mut bound = None;
        for unit in moving.group.units.iter() {
            // Most carry no marker.
            if self.state.flags(unit).all(Flag::DETACHED | Flag::STRAYED) {
                let hexes = self.bound_before(unit, moving, marcher, goals);
                if !hexes.is_empty() {
                    bound.get_or_insert((unit, HexSet::EMPTY)).1.extend_with(&hexes);
                }
            }
        }
        bound
    }

    /// The hexes on the way to which a regiment may come under its commander again, who stays, and then be out of
    /// contact.
    #[inline(never)]
    fn bound_before(&self, unit: UnitId, moving: &Moving, marcher: &Marcher, goals: &HexSet) -> HexSet {
        let (side, range) = (self.state.phasing, self.scenario.limits.command_brigade);
        let led = self.scenario.rolls.leader[unit.index()].filter(|&l| !moving.group.commanders.contains(l));
        let (Some(from), Some(brigade)) =
            (led.and_then(|leader| self.state.leader_hex(leader)), self.info(unit).brigade)
        else {
            return HexSet::EMPTY;
        };
        let mates = self.mates(brigade, &moving.group.units);
        if mates.going != 1 || mates.len == 0 {
            return HexSet::EMPTY;
        }
        let goals = goals.difference(&mates.company(*self));
        let mut area = self.area(marcher);
        area.remove(marcher.at);
        // Most stay beyond his range, whoever may hold his orders up.
        if goals.is_empty() || !area.intersects(&self.scenario.board.orders[from.index()]) {
            return HexSet::EMPTY;
        }
        let under = self.command_reach(side, from, range).intersection(&area);
        if under.is_empty() {
            return HexSet::EMPTY;
        }
        let zoc = self.state.zones(side.other()).zoc;
        let passes = |&goal: &Hex| {
            let way = self.way(moving, goal);
            way.is_some_and(|(_, _, way)| way.iter().any(|&hex| hex != goal && under.contains(hex)))
        };
        // The way itself is only looked at where it ends in a zone of control, or under the commander and others are as
        // good.
        let controlled = goals.intersection(&zoc);
        let mut doubtful = HexSet::EMPTY;
        let mut bound = self.beyond(marcher, &under, &goals.difference(&controlled), &mut doubtful);
        bound.extend_with(&doubtful.union(&controlled).iter().filter(passes).collect());
        bound
    }

    /// Why a group does not go to a hex in one move.
    pub(crate) fn why_step_by_step(&self, unit: UnitId, goal: Hex) -> Violation {
        let (tag, hex) = (self.tag(unit), self.hex_name(goal));
        let text = format!(
            "{tag}'s DETACHED marker comes off on the way to {hex}, where it would be out of contact: go step by step."
        );
        Violation::of("LFM-22.3d", text).about([tag, hex])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::cases::watch::watch;
    use Side::Union;
    use engine::proof::proves;

    fn table() -> Table {
        Muster::on(3, 12)
            .brigade(Union, "Pratt", "", "0100", &[("5NY", 4, 3, "0100"), ("8NY", 4, 3, "0103")])
            .battery(Union, "2US-B", 3, "0100")
            .build()
    }

    fn act(table: &mut Table, action: Action) -> Result<(), String> {
        table.play(&[], |play| {
            play.position().check_markers(&action).map_err(|violation| violation.rule)?;
            play.answer(&action);
            Ok(())
        })
    }

    #[test]
    fn a_regiment_is_detached_once_a_phase() {
        let _proof = proves(&["LFM-22.3a", "LFM-22.3b", "LFM-22.3c"]);
        let mut table = table();
        let (regiment, battery) = (table.unit("5NY"), table.unit("2US-B"));
        table.play(&[], |play| play.push(Markers));
        let refused = || Err("LFM-22.3a".to_string());
        assert_eq!(act(&mut table, Action::Detach(battery)), refused());
        assert_eq!(act(&mut table, Action::Detach(regiment)), Ok(()));
        assert_eq!(act(&mut table, Action::Detach(regiment)), refused());
        assert_eq!(act(&mut table, Action::Attach(regiment)), refused(), "not in the same phase");
        assert_eq!(table.position().check_attach(regiment), Ok(()), "but in the Movement phase");
        let mut listed = Vec::new();
        table.position().markers_actions(&mut listed);
        assert_eq!(listed, [Action::Detach(table.unit("8NY")), Action::Done]);
        assert!(act(&mut table, Action::Detach(UnitId(200))).is_err());
        assert_eq!(act(&mut table, Action::Done), Ok(()));
        assert!(table.state.agenda.next().is_none());
    }

    #[test]
    fn the_marker_comes_off_when_the_regiment_comes_back() {
        let _proof = proves(&["LFM-22.3d"]);
        let mut table = table();
        let (near, far) = (table.unit("5NY"), table.unit("8NY"));
        table.play(&[], |play| play.push(Markers));
        act(&mut table, Action::Detach(near)).unwrap();
        act(&mut table, Action::Detach(far)).unwrap();
        let after_move = |table: &mut Table| table.play(&[], |play| play.markers_after_move(Union));
        after_move(&mut table);
        assert!(table.state.is(near, Flag::DETACHED), "detached within the range, it has not come back");
        assert!(table.state.is(far, Flag::DETACHED));
        table.put("8NY", "0102");
        after_move(&mut table);
        assert!(!table.state.is(far, Flag::DETACHED | Flag::STRAYED));
        table.put("5NY", "0103");
        after_move(&mut table);
        table.put_leader("Pratt", "0101");
        after_move(&mut table);
        assert!(!table.state.is(near, Flag::DETACHED), "the commander's move counts too");
    }

    /// What is laid out with the map is what one finds going from hex to hex.
    #[test]
    fn orders_reach_as_far_as_the_range() {
        watch("gettysburg-july-1", 1, 1, |position, _| {
            let range = position.scenario.limits.command_brigade;
            for hex in position.scenario.map.grid.hexes() {
                let reached = (0..range).fold(HexSet::of(hex), |near, _| position.surroundings(&near));
                assert_eq!(
                    position.scenario.board.orders[hex.index()],
                    reached,
                    "{}",
                    position.hex_name(hex)
                );
            }
        });
    }
}
