//! Pieces and hexes as questions and answers name them.

use super::{group, stack, unit_now};
use crate::model::ids::{CommanderId, Group, UnitId};
use crate::model::position::Position;
use ground::{Direction, Hex};

impl Position<'_> {
    /// A unit with the side of its counter that shows and its markers.
    pub(crate) fn now(&self, unit: UnitId) -> String {
        unit_now(self.scenario, self.state, unit)
    }

    /// A hex, and who stands there.
    pub(crate) fn in_hex(&self, hex: Hex) -> String {
        let name = self.hex_name(hex);
        if !self.state.has_units(hex) {
            return name;
        }
        format!("{name} ({})", stack(self.scenario, self.state, hex))
    }

    /// Who stands in a hex, and where that is.
    pub(crate) fn stack_in(&self, hex: Hex) -> String {
        let mut units = self.state.stack(hex);
        let who = match (units.next(), units.next()) {
            (Some(one), None) => self.now(one),
            _ => stack(self.scenario, self.state, hex),
        };
        format!("{who} in {}", self.hex_name(hex))
    }

    /// The hex of a commander.
    pub(crate) fn leader_place_name(&self, commander: CommanderId) -> String {
        self.state.leader_hex(commander).map_or_else(|| "his place".into(), |hex| self.hex_name(hex))
    }

    /// `does 5NY`, `do 5NY, 8NY and Pratt`.
    pub(crate) fn do_they(&self, who: &Group) -> String {
        let one = who.units.len() + who.commanders.len() == 1;
        format!("{} {}", if one { "does" } else { "do" }, group(self.scenario, who))
    }

    /// The same of those who fall back: `does 5NY (I4/3)`.
    pub(crate) fn do_they_retreat(&self) -> String {
        let going = &self.state.retreating.group;
        let mut units = going.units.iter();
        match (units.next(), units.next()) {
            (Some(one), None) if going.commanders.is_empty() => format!("does {}", self.now(one)),
            _ => self.do_they(going),
        }
    }

    /// The hex that the group on the march would step into.
    pub(crate) fn next_hex(&self, way: Direction) -> Option<Hex> {
        let at = self.state.moving.at;
        (at.index() < self.scenario.board.len).then(|| self.scenario.board.next(at, way)).flatten()
    }

    /// The same as the end of a label.
    pub(crate) fn ahead(&self, way: Direction) -> String {
        self.next_hex(way).map(|hex| format!(" to {}", self.hex_name(hex))).unwrap_or_default()
    }

    /// What the cheapest way to a hex costs, as the end of a label.
    pub(crate) fn price(&self, hex: Hex) -> String {
        match self.destination(&self.state.moving, hex) {
            Some((cost, true)) => format!(" for {cost} MP, by road"),
            Some((cost, false)) => format!(" for {cost} MP"),
            None => String::new(),
        }
    }
}
