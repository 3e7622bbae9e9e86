//! LFM-25 Burning bridges.

use crate::event::Event;
use crate::ids::{BridgeId, UnitId};
use crate::position::Play;

impl Play<'_> {
    /// The marker to burn a bridge goes when its unit moves (LFM-25.1d).
    pub fn drop_burn_markers(&mut self, unit: UnitId) {
        let side = self.scenario.unit(unit).side.index();
        for bridge in 0..self.scenario.bridges.len() {
            if self.state.burner[side][bridge] == unit.0 + 1 {
                self.state.burner[side][bridge] = 0;
                self.tell(Event::BridgeAbandoned { bridge: BridgeId(bridge as u8) });
            }
        }
    }
}
