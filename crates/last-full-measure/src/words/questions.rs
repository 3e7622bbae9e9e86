//! What is asked, in words.

use super::{context, counted, group, listed, movement_points, stack, unit_now};
use crate::ids::{CommanderId, Group};
use crate::notation::{arrival_tag, commander_tag, hex_name};
use crate::position::Position;
use crate::scenario::{Rank, Scenario};
use crate::state::{Hex0, NO_HEX, Reason, State};
use crate::task::Task;
use engine::{Question, Side};
use ground::Hex;

/// The pending question of `side`.
#[must_use]
pub fn question(scenario: &Scenario, state: &State, side: Side) -> Question {
    let asking = Asking { scenario, state };
    let task = Position::new(scenario, state).task();
    let (text, rule) = asking.text(task, side);
    Question { text, context: context(scenario, state), rule: rule.into() }
}

struct Asking<'a> {
    scenario: &'a Scenario,
    state: &'a State,
}

impl Asking<'_> {
    fn text(&self, task: Task, side: Side) -> (String, &'static str) {
        let (scenario, state) = (self.scenario, self.state);
        match task {
            Task::Place(number) => (self.placement(number), "LFM-29.1"),
            Task::PlaceMode(number) => (self.placement_mode(number), "LFM-29.3"),

            Task::Appoint => ("Who acts as army commander?".into(), "LFM-20.12c"),
            Task::Markers => ("Which regiments get or lose a DETACHED marker?".into(), "LFM-22.3a"),
            Task::Commanders => self.commander_asked(),

            Task::Construct => ("Who builds breastworks, who burns a bridge?".into(), "LFM-S3b"),

            Task::Fire(_) if state.phasing == side => {
                ("Which batteries fire, which limber?".into(), "LFM-S4a")
            }
            Task::Fire(_) => ("Which batteries fire?".into(), "LFM-S4a"),
            Task::Aim(_) => {
                let from = listed(state.shot.hexes.iter().map(|&h| self.hex(h)));
                let guns = listed(state.shot.batteries.iter().map(|one| unit_now(scenario, state, one)));
                (format!("Fire from {from}: {guns}. At which hex?"), "LFM-7.1a")
            }
            Task::Victim(_) => {
                (format!("Which unit in {} is shelled?", self.hex(state.shot.target)), "LFM-7.7")
            }
            Task::Limber => ("Which batteries limber for the night?".into(), "R-73"),

            Task::March => ("Who moves?".into(), "LFM-S5a"),
            Task::Marching => (self.marching(), "LFM-1.1a"),
            Task::Divert(arrival) => (
                format!(
                    "Where does {} enter instead? Each started 5 hexes along the edge cost a turn.",
                    arrival_tag(scenario, arrival)
                ),
                "LFM-26.7",
            ),
            Task::Excess(hex) => {
                (format!("Too many in {}: which unit is given up?", self.hex(hex)), "LFM-4.5")
            }
            Task::Works => ("Which breastworks are removed?".into(), "LFM-24.5b"),

            Task::Declare => {
                ("Who attacks whom? Every enemy hex in contact must be attacked.".into(), "LFM-8.2")
            }
            Task::Resolve => ("Which combat is fought next?".into(), "LFM-8.8a"),
            Task::Dodge(at) => {
                let hex = state.battle.fight.defenders.get(at as usize).copied().unwrap_or(NO_HEX);
                (format!("Attacked: {}. Retreat before combat, or stand?", self.stack_in(hex)), "LFM-11.1a")
            }
            Task::Loss { hex, matching, need, .. } => {
                (self.loss(hex, matching, need, side), self.loss_rule(matching))
            }
            Task::StandFast { hex, reason } => {
                let why = if reason == Reason::Fire { "Under fire" } else { "Told to retreat" };
                (format!("{why}: {}. Stand fast in the cover, or fall back?", self.stack_in(hex)), "LFM-9.1d")
            }
            Task::RetreatFirst => {
                (format!("Where {} retreat? First hex of at most two.", self.retreating()), "LFM-9.0b")
            }
            Task::RetreatSecond => (
                format!(
                    "How far {} retreat? A second hex, or halt in {}?",
                    self.retreating(),
                    self.hex(state.retreating.at)
                ),
                "LFM-9.1h",
            ),
            Task::GoesAlong(one) => (
                format!("Does {} go along, or stay in {}?", self.commander(one), self.leader_hex(one)),
                "R-25b",
            ),
            Task::Displaced(one) => (
                format!(
                    "{} stands alone in {}. Where does he go?",
                    self.commander(one),
                    self.leader_hex(one)
                ),
                "LFM-21.2b",
            ),
            Task::Advance(_) => {
                let position = Position::new(scenario, state);
                let left = state.battle.fight.vacated.iter().filter(|&h| position.vacated_by_enemy(side, h));
                let emptied = listed(left.map(|h| hex_name(scenario, h)));
                (format!("Who advances? The enemy has left {emptied}. Now or never."), "LFM-10.2")
            }
            Task::Withdraw(_) => {
                let rule = if side == state.phasing { "LFM-12.2" } else { "LFM-12.3a" };
                ("Who retreats by choice?".into(), rule)
            }
            Task::Follow(_) => {
                let left = listed(state.pursuit.iter().map(|one| self.hex(one.hex)));
                (format!("Who follows? The enemy has left {left}."), "LFM-10.1a")
            }

            Task::Recover => ("Which commander tries to bring back which regiment?".into(), "LFM-17.1a"),
            Task::Rejoin { unit, commander } => (
                format!(
                    "{} comes back to {}. Where does it stand?",
                    unit_now(scenario, state, unit),
                    self.commander(commander)
                ),
                "LFM-17.1e",
            ),

            // Which tasks ask somebody is said once, in `Position::asked`.
            _ => ("Nothing is asked.".into(), ""),
        }
    }

    fn hex(&self, hex: Hex0) -> String {
        hex_name(self.scenario, Hex(hex))
    }

    fn commander(&self, commander: CommanderId) -> String {
        commander_tag(self.scenario, commander)
    }

    fn leader_hex(&self, commander: CommanderId) -> String {
        self.state
            .leader_hex(commander)
            .map_or_else(|| "his place".into(), |hex| hex_name(self.scenario, hex))
    }

    fn stack_in(&self, hex: Hex0) -> String {
        let there = Hex(hex);
        if there.index() >= self.scenario.map.grid.len() {
            return "the stack".into();
        }
        let units: Vec<_> = self.state.stack(there).collect();
        match units.as_slice() {
            [one] => format!("{} in {}", unit_now(self.scenario, self.state, *one), self.hex(hex)),
            _ => format!("{} in {}", stack(self.scenario, self.state, there), self.hex(hex)),
        }
    }

    fn placement(&self, number: u8) -> String {
        let Some(placement) = self.scenario.placements.get(number as usize) else {
            return "Where does the stack stand?".into();
        };
        let choice = counted(placement.hexes.len() as u64, "hex", "hexes");
        format!("Where {} stand? {choice} to choose from.", self.do_they(&placement.group))
    }

    fn placement_mode(&self, number: u8) -> String {
        let who = self.scenario.placements.get(number as usize).map(|one| group(self.scenario, &one.group));
        format!(
            "{}: ready to move (limbered, mounted), or deployed?",
            who.unwrap_or_else(|| "The stack".into())
        )
    }

    /// The commander whose turn it is to roll.
    fn commander_asked(&self) -> (String, &'static str) {
        let Some(one) = Position::new(self.scenario, self.state).next_to_roll() else {
            return ("Does the commander roll?".into(), "LFM-20.3a");
        };
        let rule = match self.scenario.commander(one).rank {
            Rank::Corps => "LFM-20.4a",
            Rank::Division => "LFM-20.5a",
            Rank::Army | Rank::Brigade => "LFM-20.3a",
        };
        let cv = self.state.cv(self.scenario, one);
        (format!("Does {} roll for command? His command value is {cv}.", self.commander(one)), rule)
    }

    fn marching(&self) -> String {
        let moving = &self.state.moving;
        let who = group(self.scenario, &moving.group);
        let left = movement_points(moving.mp);
        if moving.entering {
            format!("{who} enter at {}, {left} MP left. What next?", self.hex(moving.at))
        } else if moving.must_charge {
            format!("{who} in {}, {left} MP left. Whom do they charge?", self.hex(moving.at))
        } else {
            format!("{who} in {}, {left} MP left. Where to?", self.hex(moving.at))
        }
    }

    fn loss(&self, hex: Hex0, matching: bool, need: u8, side: Side) -> String {
        let place = if hex == NO_HEX { String::new() } else { format!(" in {}", self.hex(hex)) };
        let role = usize::from(side != self.state.phasing);
        let cohesion = if matching {
            format!(" of cohesion {}", self.state.battle.fight.cohesion[role])
        } else {
            String::new()
        };
        let more = if need > 1 { format!(" At least {need} SP are still owed.") } else { String::new() };
        format!("Which unit{cohesion}{place} is lost?{more}")
    }

    const fn loss_rule(&self, matching: bool) -> &'static str {
        if matching { "LFM-8.10a1" } else { "LFM-14.4" }
    }

    /// `does 5NY (I4/3)`, `do 5NY, 8NY and Pratt`.
    fn retreating(&self) -> String {
        let going = &self.state.retreating.group;
        let units: Vec<_> = going.units.iter().collect();
        match units.as_slice() {
            [one] if going.commanders.is_empty() => {
                format!("does {}", unit_now(self.scenario, self.state, *one))
            }
            _ => self.do_they(going),
        }
    }

    fn do_they(&self, who: &Group) -> String {
        let one = who.units.len() + who.commanders.len() == 1;
        format!("{} {}", if one { "does" } else { "do" }, group(self.scenario, who))
    }
}
