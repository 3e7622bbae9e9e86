//! LFM-25 Burning bridges: part of the Construction phase.

use crate::action::Action;
use crate::event::{Event, Factor, Term, Terms};
use crate::ids::{BridgeId, UnitId};
use crate::position::{Play, Position};
use crate::scenario::Bridge;
use crate::state::flag;
use engine::{Side, Violation};
use ground::Hex;

impl<'a> Position<'a> {
    fn bridge_ids(self) -> impl Iterator<Item = BridgeId> + use<'a> {
        (0..self.scenario.bridges.len() as u8).map(BridgeId)
    }

    /// The unit of the phasing side that prepares to burn a bridge.
    fn burner(&self, bridge: BridgeId) -> Option<UnitId> {
        self.state.burner[self.state.phasing.index()][bridge.index()].checked_sub(1).map(UnitId)
    }

    /// Whether the phasing side may prepare to burn this bridge, if it has anybody there.
    fn is_free_to_burn(&self, bridge: BridgeId) -> bool {
        self.scenario.bridge(bridge).burnable
            && !self.state.burned.contains(bridge)
            && self.burner(bridge).is_none()
    }

    /// Whether the phasing side may roll for this bridge: prepared in an earlier phase, once a phase (LFM-25.1d, R-76).
    fn is_ready_to_burn(&self, bridge: BridgeId) -> bool {
        self.burner(bridge).is_some() && !self.state.burn_tried.contains(bridge)
    }

    /// The units of the phasing side next to a bridge with at least one strength point (LFM-25.1b).
    fn units_at_bridge(self, bridge: BridgeId) -> impl Iterator<Item = UnitId> {
        let Bridge { hex, other, .. } = *self.scenario.bridge(bridge);
        let (scenario, state) = (self.scenario, self.state);
        [hex, other]
            .into_iter()
            .flat_map(move |hex| state.stack(hex))
            .filter(move |&unit| scenario.unit(unit).side == state.phasing && state.sp(scenario, unit) > 0)
    }

    /// Whether the phasing side can prepare or roll for any bridge.
    pub(crate) fn can_work_on_bridges(self) -> bool {
        self.bridge_ids().any(|bridge| {
            self.is_ready_to_burn(bridge)
                || (self.is_free_to_burn(bridge) && self.units_at_bridge(bridge).next().is_some())
        })
    }

    pub(crate) fn bridge_actions(self, out: &mut Vec<Action>) {
        for bridge in self.bridge_ids() {
            if self.is_ready_to_burn(bridge) {
                out.push(Action::Torch(bridge));
            } else if self.is_free_to_burn(bridge) {
                out.extend(self.units_at_bridge(bridge).map(|unit| Action::Burn(bridge, unit)));
            }
        }
    }

    /// How a violation names a bridge: by the hexes it joins.
    fn bridge_name(&self, bridge: BridgeId) -> String {
        let Bridge { hex, other, .. } = *self.scenario.bridge(bridge);
        format!("the bridge between {} and {}", self.hex_name(hex), self.hex_name(other))
    }

    fn check_bridge(&self, bridge: BridgeId) -> Result<(), Violation> {
        if bridge.index() >= self.scenario.bridges.len() {
            return Err(Violation::form(format!("There is no bridge with the number {}.", bridge.0)));
        }
        if self.state.burned.contains(bridge) {
            let name = self.bridge_name(bridge);
            return Err(Violation::of("LFM-25.1a", format!("Burned already: {name}.")));
        }
        Ok(())
    }

    pub(crate) fn check_burn(&self, bridge: BridgeId, unit: UnitId) -> Result<(), Violation> {
        self.check_bridge(bridge)?;
        let hex = self.phasing_unit(unit)?;
        let (tag, name) = (self.tag(unit), self.bridge_name(bridge));
        let (rule, text) = if !self.scenario.bridge(bridge).burnable {
            ("LFM-25.1a", format!("It cannot be burned: {name}."))
        } else if let Some(burner) = self.burner(bridge) {
            ("LFM-25.1c", format!("{} has begun with {name}.", self.tag(burner)))
        } else if !self.units_at_bridge(bridge).any(|other| other == unit) {
            ("LFM-25.1b", format!("{tag} in {} is not next to {name}.", self.hex_name(hex)))
        } else {
            return Ok(());
        };
        Err(Violation::of(rule, text).about([tag]))
    }

    pub(crate) fn check_torch(&self, bridge: BridgeId) -> Result<(), Violation> {
        self.check_bridge(bridge)?;
        let name = self.bridge_name(bridge);
        let text = if self.burner(bridge).is_none() {
            format!("Nobody has prepared to burn {name}.")
        } else if self.state.burn_tried.contains(bridge) {
            format!("Prepared or rolled for in this phase already: {name}.")
        } else {
            return Ok(());
        };
        Err(Violation::of("LFM-25.1d", text))
    }

    /// What is added to the die for a bridge: enemies near by, once, and rain (LFM-25.1e, f).
    #[must_use]
    pub fn torch_terms(&self, side: Side, hex: Hex) -> Terms {
        let mut terms = Terms::default();
        let enemy = &self.state.zones[side.other().index()];
        if enemy.zoi.contains(hex) || enemy.zoc.contains(hex) {
            terms.push(Term { factor: Factor::UnderEnemyEyes, value: 1 });
        }
        if self.is_raining() {
            terms.push(Term { factor: Factor::Rain, value: 1 });
        }
        terms
    }
}

impl Play<'_> {
    pub(crate) fn prepare_bridge(&mut self, bridge: BridgeId, unit: UnitId) {
        self.state.burner[self.state.phasing.index()][bridge.index()] = unit.0 + 1;
        self.state.set(unit, flag::BURNER);
        // The roll is for the next Construction phase.
        self.state.burn_tried.insert(bridge);
        self.tell(Event::BridgePrepared { bridge, unit });
    }

    /// A roll to burn a bridge; after a failure the marker stays and may be rolled for again.
    pub(crate) fn torch_bridge(&mut self, bridge: BridgeId) {
        let Some(unit) = self.position().burner(bridge) else { return };
        let Some(hex) = self.state.hex_of(unit) else { return };
        self.state.burn_tried.insert(bridge);
        let terms = self.position().torch_terms(self.state.phasing, hex);
        let cohesion = self.scenario.unit(unit).cohesion;
        let die = self.chance.d6("burning a bridge");
        let burned = die as i8 + terms.iter().map(|term| term.value).sum::<i8>() <= cohesion as i8;
        self.tell(Event::BridgeRoll { bridge, unit, die, terms, cohesion, burned });
        if burned {
            self.state.burned.insert(bridge);
            for side in Side::BOTH {
                self.state.burner[side.index()][bridge.index()] = 0;
                // Over a river the bridge carried a zone of control.
                self.state.zones[side.index()].stale = true;
            }
        }
    }

    /// The marker to burn a bridge goes when its unit moves (LFM-25.1d).
    pub fn drop_burn_markers(&mut self, unit: UnitId) {
        if !self.state.is(unit, flag::BURNER) {
            return;
        }
        self.state.clear(unit, flag::BURNER);
        let side = self.scenario.unit(unit).side.index();
        for bridge in 0..self.scenario.bridges.len() {
            if self.state.burner[side][bridge] == unit.0 + 1 {
                self.state.burner[side][bridge] = 0;
                self.tell(Event::BridgeAbandoned { bridge: BridgeId(bridge as u8) });
            }
        }
    }
}
