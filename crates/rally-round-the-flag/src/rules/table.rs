//! The table as [`measure`](crate::measure) sees it.

use crate::measure::land::MAJOR_LEVELS;
use crate::measure::stand::mark_engaged;
use crate::measure::{General, Profile, Stand, Table};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use crate::model::position::Position;
use crate::model::scenario::Part;
use crate::model::state::Mark;
use crate::scenarios::Lengths;
use engine::Side;
use ground::table::Levels;

impl Position<'_> {
    /// A regiment or battery as it is measured with; engaged or not is not looked at.
    #[must_use]
    pub fn figure(self, stand: StandId) -> Stand {
        let arm = self.arm(stand);
        let plain = Stand::new(stand, self.side(stand), arm, self.troop(stand).pose);
        let holders = arm == Arm::Dismounted && self.circles(stand, Part::Holders).0 > 0;
        Stand { routed: self.is(stand, Mark::ROUTED), holders, ..plain }
    }

    /// Asks something of the table with everybody who stands on it.
    pub fn measured<T>(self, ask: impl FnOnce(&Table<'_>) -> T) -> T {
        let mut stands = Vec::with_capacity(2 * self.rules.stands.len());
        for stand in self.present() {
            let figure = self.figure(stand);
            stands.push(figure);
            if figure.holders {
                stands.push(figure.its_holders());
            }
        }
        mark_engaged(&mut stands, &self.state.barricades);
        let general = |id| General { id, side: self.rules.general(id).side, at: self.leader(id).at };
        let generals: Vec<General> =
            Side::BOTH.into_iter().flat_map(|side| self.generals_of(side)).map(general).collect();
        let options = &self.rules.options;
        ask(&Table {
            land: &self.rules.land,
            map: self.rules.land.field().table(),
            grid: self.rules.squares.grid,
            profile: match options.scale {
                Lengths::Compact => Profile::Compact,
                Lengths::Standard => Profile::Standard,
            },
            //
            levels: if options.minor_contours {
                Levels { base: 0, step: self.rules.minor }
            } else {
                MAJOR_LEVELS
            },
            barricades: &self.state.barricades,
            off_limits: &self.state.off_limits,
            stands: &stands,
            generals: &generals,
        })
    }
}
