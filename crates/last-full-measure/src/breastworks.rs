//! LFM-24 Breastworks.

use crate::event::Event;
use crate::position::Play;
use ground::Hex;

impl Play<'_> {
    /// A build marker comes off when nobody who could build is left in its hex (R-75d).
    pub fn drop_idle_build_marker(&mut self, hex: Hex) {
        for side in engine::Side::BOTH {
            if !self.state.building[side.index()].contains(hex) {
                continue;
            }
            let manned = self.state.stack(hex).any(|unit| {
                self.scenario.unit(unit).side == side && !self.state.is_mounted(self.scenario, unit)
            });
            if !manned {
                self.state.building[side.index()].remove(hex);
                self.tell(Event::WorksAbandoned { hex: hex.0 });
            }
        }
    }
}
