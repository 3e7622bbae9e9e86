//! LFM-5 Zones of control, LFM-6 Zones of influence.

use crate::model::board::OFF;
use crate::model::position::{Play, Position};
use crate::model::sizes::HexSet;
use crate::model::state::Phase;
use crate::model::task::Task;
use engine::Side;
use ground::{Direction, Hex, Stream};

impl Position<'_> {
    /// The hex in a direction, if the two touch: a river parts hexes unless a bridge that stands or a ford joins them
    ///
    #[inline]
    #[must_use]
    pub fn touching(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let other = self.scenario.board.touch[hex.index()][direction.index()];
        if other == OFF {
            return None;
        }
        if !self.state.burned.is_empty()
            && let Some(bridge) = self.scenario.board.bridge_at(hex, direction)
            && self.state.burned.contains(bridge)
            && self.scenario.bridge(bridge).over == Stream::River
        {
            return None;
        }
        Some(Hex(other))
    }

    /// The hexes that touch this one.
    #[inline]
    pub fn touching_hexes(self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, self.touching(hex, direction)?)))
    }

    /// Whether two hexes touch.
    #[must_use]
    pub fn touches(&self, a: Hex, b: Hex) -> bool {
        self.touching_hexes(a).any(|(_, other)| other == b)
    }

    /// Whether a hex is in the zone of control of `side`'s enemy: nobody's own troops count (LFM-5.1b).
    #[inline]
    #[must_use]
    pub fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.state.zones(side.other()).zoc.contains(hex)
    }

    /// Whether a hex is in the zone of influence of `side`'s enemy. It hinders road movement, recovery and
    /// construction (LFM-6.2); reorganization only by an option.
    #[inline]
    #[must_use]
    pub fn in_zoi(&self, side: Side, hex: Hex) -> bool {
        self.state.zones(side.other()).zoi.contains(hex)
    }

    /// Whether an enemy combat unit is in the hex.
    #[inline]
    #[must_use]
    pub fn enemy_in(&self, side: Side, hex: Hex) -> bool {
        self.state.zones(side.other()).occupied.contains(hex)
    }

    /// Whether a friendly combat unit is in the hex.
    #[inline]
    #[must_use]
    pub fn friend_in(&self, side: Side, hex: Hex) -> bool {
        self.state.zones(side).occupied.contains(hex)
    }

    /// The zone of control of a side, worked out anew: the hexes of its combat units in any state, and all that touch
    /// them (LFM-5.1a, R-21).
    #[must_use]
    pub fn zone_of_control(&self, side: Side) -> HexSet {
        let mut zone = HexSet::EMPTY;
        let occupied = &self.state.zones(side).occupied;
        if self.state.burned.is_empty() {
            for hex in occupied {
                zone.extend_with(&self.scenario.board.zoc[hex.index()]);
            }
        } else {
            for hex in occupied {
                zone.insert(hex);
                zone.extend(self.touching_hexes(hex).map(|(_, other)| other));
            }
        }
        zone
    }

    /// The zone of influence of a side, worked out anew: what its units see within 3 hexes (LFM-6.1a), its batteries
    /// within 5 (LFM-6.1b). There is none at night (LFM-23.5).
    #[must_use]
    pub fn zone_of_influence(&self, side: Side) -> HexSet {
        let mut zone = HexSet::EMPTY;
        if self.is_night() {
            return zone;
        }
        let limits = &self.scenario.limits;
        // What is seen in part counts too (LFM-6.1c); towns, woods and heights block (LFM-6.1d), troops never
        // (LFM-6.1e).
        let seen = |hex: Hex, reach: u8| self.scenario.board.sight.visible_mask(hex, u16::from(reach));
        for hex in self.state.zones(side).occupied.iter() {
            zone.extend_with(seen(hex, limits.zoi_troops));
        }
        for hex in self.scenario.batteries_of(side).filter_map(|unit| self.state.hex_of(unit)) {
            zone.extend_with(seen(hex, limits.zoi_guns));
        }
        zone
    }
}

impl Play<'_> {
    /// Brings the zones up to date that the next question needs. While X's own troops march, only Y's zones matter.
    #[inline]
    pub fn prepare_zones(&mut self) {
        let (x, y) = (self.state.phasing, self.enemy());
        if self.state.zones(y).stale {
            self.state.redraw_zones(self.scenario, y);
        }
        if self.state.zones(x).stale && !self.is_marching() {
            self.state.redraw_zones(self.scenario, x);
        }
    }

    #[inline]
    fn is_marching(&self) -> bool {
        self.state.phase == Phase::Movement
            && matches!(self.position().task(), Some(Task::March(_) | Task::Marching(_)))
    }

    /// Brings both sides' zones up to date if they are not: before a step that looks at them.
    pub fn update_zones(&mut self) {
        for side in Side::BOTH {
            if self.state.zones(side).stale {
                self.state.redraw_zones(self.scenario, side);
            }
        }
    }
}
