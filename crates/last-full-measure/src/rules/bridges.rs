//! LFM-25 Burning bridges: part of the Construction phase.

use crate::model::action::Action;
use crate::model::event::{Event, Factor, Term, Terms, modified};
use crate::model::ids::{BridgeId, UnitId};
use crate::model::numbers::StrengthPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Bridge;
use crate::model::state::Flag;
use engine::{Side, Violation};
use ground::Hex;

impl<'a> Position<'a> {
    fn bridge_ids(self) -> impl Iterator<Item = BridgeId> + use<'a> {
        (0..self.scenario.bridges.len()).map(BridgeId::at)
    }

    /// The unit of the phasing side that prepares to burn a bridge.
    fn burner(&self, bridge: BridgeId) -> Option<UnitId> {
        self.state.burner(self.state.phasing, bridge)
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
        [hex, other].into_iter().flat_map(move |hex| state.stack(hex)).filter(move |&unit| {
            scenario.unit(unit).side == state.phasing && state.sp(scenario, unit) > StrengthPoints::ZERO
        })
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

    /// What is added to the die for a bridge: enemies near by, once (LFM-25.1e), and rain (LFM-25.1f).
    #[must_use]
    pub fn torch_terms(&self, side: Side, hex: Hex) -> Terms {
        let mut terms = Terms::default();
        if self.in_zoi(side, hex) || self.in_zoc(side, hex) {
            terms.push(Term { factor: Factor::UnderEnemyEyes, value: 1 });
        }
        if self.is_raining() {
            terms.push(Term { factor: Factor::Rain, value: 1 });
        }
        terms
    }
}

impl Play<'_> {
    /// The inverted marker is put on the unit (LFM-S3c, LFM-25.1c).
    pub(crate) fn prepare_bridge(&mut self, bridge: BridgeId, unit: UnitId) {
        self.state.set_burner(self.state.phasing, bridge, Some(unit));
        self.state.set(unit, Flag::BURNER);
        // The roll is for the next Construction phase.
        self.state.burn_tried.insert(bridge);
        self.tell(Event::BridgePrepared { bridge, unit });
    }

    /// A roll to burn a bridge, by a unit that has not moved (LFM-S3c, LFM-25.1d); after a failure the marker stays
    /// and may be rolled for again.
    pub(crate) fn torch_bridge(&mut self, bridge: BridgeId) {
        let Some(unit) = self.position().burner(bridge) else { return };
        let Some(hex) = self.state.hex_of(unit) else { return };
        self.state.burn_tried.insert(bridge);
        let terms = self.position().torch_terms(self.state.phasing, hex);
        let cohesion = self.scenario.unit(unit).cohesion;
        let die = self.chance.d6("burning a bridge");
        let burned = cohesion.meets(modified(die, &terms));
        self.tell(Event::BridgeRoll { bridge, unit, die, terms, cohesion, burned });
        if burned {
            self.state.burned.insert(bridge);
            for side in Side::BOTH {
                self.state.set_burner(side, bridge, None);
                // Over a river the bridge carried a zone of control.
                self.state.outdate_zones(side);
            }
        }
    }

    /// The marker to burn a bridge goes when its unit moves (LFM-25.1d).
    #[inline]
    pub fn drop_burn_markers(&mut self, unit: UnitId) {
        if self.state.is(unit, Flag::BURNER) {
            self.abandon_bridges(unit);
        }
    }

    #[cold]
    fn abandon_bridges(&mut self, unit: UnitId) {
        self.state.clear(unit, Flag::BURNER);
        let side = self.scenario.unit(unit).side;
        for bridge in (0..self.scenario.bridges.len()).map(BridgeId::at) {
            if self.state.burner(side, bridge) == Some(unit) {
                self.state.set_burner(side, bridge, None);
                self.tell(Event::BridgeAbandoned { bridge });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::model::scenario::Rank;
    use Side::{Confederate, Union};
    use engine::proof::proves;

    const BRIDGE: BridgeId = BridgeId(0);

    fn table() -> Table {
        Muster::over("rows = 1\ncols = 20\ncreek_hexsides = [[\"0002\", \"0003\"], [\"0012\", \"0013\"]]\nroad = [[\"0001\", \"0002\", \"0003\"], [\"0012\", \"0013\"]]\nbridges = [[\"0002\", \"0003\"], [\"0012\", \"0013\"]]\n")
            .leader(Union, "Hale", (Rank::Army, 4), "", "0012")
            .brigade(Union, "Pratt", "", "0002", &[("5NY", 4, 3, "0002"), ("8NY", 4, 4, "0001")])
            .brigade(Confederate, "Kell", "", "0018", &[("1GA", 4, 3, "0018")])
            .build()
    }

    fn rule(table: &Table, action: Action) -> Result<(), String> {
        table.position().check_construct(&action).map_err(|violation| violation.rule)
    }

    /// A Construction phase with one action.
    fn act(table: &mut Table, dice: &[u32], action: Action) -> Result<(), String> {
        table.play(dice, |play| {
            play.begin_construction();
            play.position().check_construct(&action).map_err(|violation| violation.rule)?;
            let mut listed = Vec::new();
            play.position().construct_actions(&mut listed);
            assert!(listed.contains(&action) && play.asks());
            play.answer(&action);
            assert!(play.position().check_construct(&Action::Torch(BRIDGE)).is_err(), "once a phase");
            play.state.agenda.clear();
            Ok(())
        })
    }

    #[test]
    fn a_bridge_is_prepared_first_and_burns_next_turn() {
        let _proof = proves(&["LFM-25.1a", "LFM-25.1b", "LFM-25.1c", "LFM-25.1d", "LFM-S3c"]);
        let mut table = table();
        let (near, far) = (table.unit("5NY"), table.unit("8NY"));
        assert_eq!(rule(&table, Action::Burn(BRIDGE, far)), Err("LFM-25.1b".into()));
        assert_eq!(
            rule(&table, Action::Burn(BridgeId(1), near)),
            Err("LFM-25.1b".into()),
            "a commander alone"
        );
        assert_eq!(rule(&table, Action::Torch(BRIDGE)), Err("LFM-25.1d".into()));
        assert_eq!(rule(&table, Action::Torch(BridgeId(9))), Err(String::new()));
        assert_eq!(act(&mut table, &[], Action::Burn(BRIDGE, near)), Ok(()));
        assert_eq!(rule(&table, Action::Burn(BRIDGE, near)), Err("LFM-25.1c".into()));
        assert_eq!(act(&mut table, &[4], Action::Torch(BRIDGE)), Ok(()));
        assert!(!table.state.burned.contains(BRIDGE));
        assert_eq!(act(&mut table, &[3], Action::Torch(BRIDGE)), Ok(()), "the marker stays after a failure");
        assert!(table.state.burned.contains(BRIDGE));
        assert_eq!(rule(&table, Action::Burn(BRIDGE, near)), Err("LFM-25.1a".into()));
        table.scenario.bridges[1].burnable = false;
        table.put("8NY", "0012");
        assert_eq!(rule(&table, Action::Burn(BridgeId(1), far)), Err("LFM-25.1a".into()));
        table.scenario.bridges[1].burnable = true;
        assert_eq!(rule(&table, Action::Burn(BridgeId(1), far)), Ok(()));
    }

    #[test]
    fn a_unit_that_moves_gives_the_bridge_up() {
        let _proof = proves(&["LFM-25.1d"]);
        let mut table = table();
        let near = table.unit("5NY");
        act(&mut table, &[], Action::Burn(BRIDGE, near)).unwrap();
        table.put("5NY", "0003");
        assert_eq!(act(&mut table, &[], Action::Torch(BRIDGE)), Err("LFM-25.1d".into()));
    }

    #[test]
    fn both_sides_may_work_on_one_bridge() {
        let mut table = table();
        let (near, enemy) = (table.unit("5NY"), table.unit("1GA"));
        act(&mut table, &[], Action::Burn(BRIDGE, near)).unwrap();
        table.put("1GA", "0003");
        table.state.phasing = Confederate;
        assert_eq!(act(&mut table, &[], Action::Burn(BRIDGE, enemy)), Ok(()));
        assert_eq!(act(&mut table, &[2], Action::Torch(BRIDGE)), Ok(()));
        assert!(table.state.burned.contains(BRIDGE));
        table.state.phasing = Union;
        assert_eq!(rule(&table, Action::Torch(BRIDGE)), Err("LFM-25.1a".into()));
    }

    #[test]
    fn enemies_near_by_and_rain_add_to_the_die() {
        let _proof = proves(&["LFM-25.1e", "LFM-25.1f"]);
        let mut table = table();
        let near = table.unit("5NY");
        act(&mut table, &[], Action::Burn(BRIDGE, near)).unwrap();
        let sum = |table: &Table| {
            table.position().torch_terms(Union, table.hex("0002")).iter().map(|term| term.value).sum::<i8>()
        };
        assert_eq!(sum(&table), 0);
        table.put("1GA", "0003");
        assert_eq!(sum(&table), 1, "both zones count once");
        act(&mut table, &[3], Action::Torch(BRIDGE)).unwrap();
        assert!(!table.state.burned.contains(BRIDGE), "3 + 1");
        table.scenario.calendar[0].rain = true;
        assert_eq!(sum(&table), 2);
        act(&mut table, &[2], Action::Torch(BRIDGE)).unwrap();
        assert!(!table.state.burned.contains(BRIDGE), "2 + 2");
        act(&mut table, &[1], Action::Torch(BRIDGE)).unwrap();
        assert!(table.state.burned.contains(BRIDGE));
    }
}
