//! Generals (2.7), their radius (2.16), and what they are worth to those within it (RRF-LEAD-5).

use crate::measure::lengths::length;
use crate::measure::stand;
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Arrow;
use crate::model::position::Position;
use ground::table::Posed;

impl Position<'_> {
    /// The rectangle of a stand on the map.
    #[must_use]
    pub fn body(self, stand: StandId) -> Posed {
        self.troop(stand).pose.posed(self.arm(stand))
    }

    /// Whether a stand is within a General's radius: the Move arrow of his Command, from his rim (RRF-RAD-2).
    #[must_use]
    pub fn is_in_radius(self, general: GeneralId, stand: StandId) -> bool {
        let radius = length(Arrow::of_command(self.command(general)));
        // RRF-REIN-3a: whoever waits off the map is in nobody's.
        self.leads(general)
            && self.is_present(stand)
            && stand::is_within(self.leader(general).at, &self.body(stand), radius)
    }

    /// Whether a stand is of a General's command and within his radius: in command.
    #[must_use]
    pub fn is_in_command(self, general: GeneralId, stand: StandId) -> bool {
        self.commands(general, stand) && self.is_in_radius(general, stand)
    }

    /// What the General of its chain who is worth most gives a stand, of those whose radius covers it: never two
    /// together (R-02, R-72, RRF-LEAD-5).
    #[must_use]
    pub fn heroism(self, stand: StandId) -> u8 {
        // during a charge as the table lay before it.
        if let Some(onset) = self.state.onset.filter(|onset| onset.stand == stand) {
            return onset.heroism;
        }
        let near = self.chain(stand).filter(|&general| self.is_in_radius(general, stand));
        near.map(|general| self.ratings(general).heroism.0).max().unwrap_or(0)
    }

    /// Whether a General touches a stand (3.3).
    #[must_use]
    pub fn touches_general(self, general: GeneralId, stand: StandId) -> bool {
        self.leads(general)
            && stand::is_within(self.leader(general).at, &self.body(stand), crate::measure::lengths::TOUCH)
    }
}
