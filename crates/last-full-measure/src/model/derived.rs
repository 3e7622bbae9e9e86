//! What follows from the truth of a state, kept so that nobody has to work it out at every look.
//!
//! It is no part of the truth: it is not saved, not fingerprinted, not compared. [`State::put`] keeps the stacks, the
//! play brings zones and lack of touch up to date before somebody looks at them, and a state that was read from a file
//! has all of it worked out by [`State::restore`].

use crate::model::ids::{BrigadeSet, UnitId, UnitSet};
use crate::model::position::Position;
use crate::model::scenario::Scenario;
use crate::model::sizes::{HEXES, HexSet, Number, UNITS};
use crate::model::state::{Phase, State, Station};
use engine::Side;
use engine::flat::Row;
use ground::Hex;

/// Zones of one side, as they follow from where its units are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Zones {
    /// Hexes with combat units.
    pub occupied: HexSet,
    /// Hexes in the zone of control.
    pub zoc: HexSet,
    /// Hexes in the zone of influence.
    pub zoi: HexSet,
    /// `zoc` and `zoi` do not show the last changes.
    pub stale: bool,
}

/// X's brigades that are apart; nobody outside his Movement phase.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touch {
    /// Those of which a regiment is out of contact.
    pub apart: BrigadeSet,
    /// The regiments of them that have a move left that would mend it.
    pub closers: UnitSet,
}

/// What is kept besides the truth.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Derived {
    /// The next unit in the same hex, in order of number: its number plus one, or 0.
    next: Row<Number, UNITS>,
    /// The first unit in each hex: its number plus one, or 0.
    head: Row<Number, HEXES>,
    zones: [Zones; 2],
    touch: Touch,
}

/// Where the truth is the same, so is what follows from it.
impl PartialEq for Derived {
    fn eq(&self, _: &Derived) -> bool {
        true
    }
}

impl Eq for Derived {}

impl State {
    /// The zones of a side.
    #[inline]
    #[must_use]
    pub fn zones(&self, side: Side) -> &Zones {
        &self.derived.zones[side.index()]
    }

    /// Something has changed on which the zones of a side depend besides its units: daylight, a bridge.
    #[inline]
    pub(crate) fn outdate_zones(&mut self, side: Side) {
        self.derived.zones[side.index()].stale = true;
    }

    /// Works the zones of a side out anew.
    #[inline(never)]
    pub(crate) fn redraw_zones(&mut self, scenario: &Scenario, side: Side) {
        let position = Position::new(scenario, self);
        let (zoc, zoi) = (position.zone_of_control(side), position.zone_of_influence(side));
        let zones = &mut self.derived.zones[side.index()];
        (zones.zoc, zones.zoi, zones.stale) = (zoc, zoi, false);
    }

    /// No zones at all, for tests of those who look at them.
    #[cfg(test)]
    pub(crate) fn forget_zones(&mut self, side: Side) {
        let zones = &mut self.derived.zones[side.index()];
        (zones.zoc, zones.zoi) = (HexSet::EMPTY, HexSet::EMPTY);
    }

    /// X's brigades that have lost touch.
    #[inline]
    pub(crate) fn touch(&self) -> &Touch {
        &self.derived.touch
    }

    /// Notes which brigades have lost touch.
    #[inline]
    pub(crate) fn note(&mut self, touch: Touch) {
        self.derived.touch = touch;
    }

    /// Works out everything that follows from the truth: for a state that was read from a file.
    pub fn restore(&mut self, scenario: &Scenario) {
        self.derived = Derived::default();
        for unit in scenario.unit_ids() {
            if let Some(hex) = self.hex_of(unit) {
                self.enlist(unit, hex);
                self.derived.zones[scenario.unit(unit).side.index()].occupied.insert(hex);
            }
        }
        for side in Side::BOTH {
            self.redraw_zones(scenario, side);
        }
        if self.phase == Phase::Movement {
            let touch = Position::new(scenario, self).touch_of_all();
            self.note(touch);
        }
    }

    /// The units in a hex, in order of number.
    #[inline]
    pub fn stack(&self, hex: Hex) -> Stack<'_> {
        Stack { state: self, at: self.derived.head[hex.index()] }
    }

    /// Whether any combat unit is in the hex.
    #[inline]
    #[must_use]
    pub fn has_units(&self, hex: Hex) -> bool {
        self.derived.head[hex.index()] != 0
    }

    /// Whose combat units are in the hex.
    #[inline]
    #[must_use]
    pub fn owner(&self, scenario: &Scenario, hex: Hex) -> Option<Side> {
        match self.derived.head[hex.index()] {
            0 => None,
            unit => Some(scenario.units[unit as usize - 1].side),
        }
    }

    /// Puts a unit somewhere, keeping the stacks in order. Forgets nothing else about it.
    pub fn put(&mut self, scenario: &Scenario, unit: UnitId, station: Station) {
        let side = scenario.unit(unit).side;
        self.outdate_zones(side);
        if let Some(hex) = self.station[unit.index()].hex() {
            self.strike_off(unit, hex);
            if self.derived.head[hex.index()] == 0 {
                self.derived.zones[side.index()].occupied.remove(hex);
            }
        }
        self.station[unit.index()] = station;
        if let Some(hex) = station.hex() {
            self.enlist(unit, hex);
            self.derived.zones[side.index()].occupied.insert(hex);
        }
    }

    /// Takes a unit out of the stack of a hex.
    #[inline]
    fn strike_off(&mut self, unit: UnitId, hex: Hex) {
        let Derived { head, next, .. } = &mut self.derived;
        let link = unit.0 + 1;
        let after = std::mem::take(&mut next[unit.index()]);
        if head[hex.index()] == link {
            head[hex.index()] = after;
        } else {
            let mut before = head[hex.index()] as usize - 1;
            while next[before] != link {
                before = next[before] as usize - 1;
            }
            next[before] = after;
        }
    }

    /// Adds a unit to the stack of a hex.
    #[inline]
    fn enlist(&mut self, unit: UnitId, hex: Hex) {
        let Derived { head, next, .. } = &mut self.derived;
        let link = unit.0 + 1;
        let mut before = 0;
        let mut at = head[hex.index()];
        while at != 0 && at < link {
            before = at;
            at = next[at as usize - 1];
        }
        next[unit.index()] = at;
        if before == 0 {
            head[hex.index()] = link;
        } else {
            next[before as usize - 1] = link;
        }
    }
}

/// The units of one hex.
#[derive(Clone)]
pub struct Stack<'a> {
    state: &'a State,
    at: Number,
}

impl Iterator for Stack<'_> {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let unit = UnitId(self.at.checked_sub(1)?);
        self.at = self.state.derived.next[unit.index()];
        Some(unit)
    }
}
