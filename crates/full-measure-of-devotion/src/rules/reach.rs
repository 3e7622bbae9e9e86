//! Where a Force can end its move: a flood over sixteen hexes at a time (see [`ground::flood`]).
//!
//! The search with ways, in [`movement`](crate::rules::movement), finds the same and is its slow twin in the tests.

use crate::model::campaign::Traveller;
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use crate::rules::steps::{Enemies, Walker};
use ground::flood::{DRY, Flood, Lanes, Mask, OUT, Steps};
use ground::{Hex, HexSet};

/// Working room of the floods: nothing in it outlives a call.
#[derive(Default)]
pub(crate) struct Pool {
    flood: Flood,
    barred: Mask,
    steps: Steps,
}

impl Position<'_> {
    /// The hexes the Force can end its move in without a fight, the one it stands in among them.
    pub(crate) fn within_reach(&self, walker: &Walker, enemies: &Enemies, at: Hex) -> HexSet {
        let budget = walker.forced.saturating_sub(walker.spent);
        let (lanes, open_steps) = self.campaign.lanes(Traveller::force(walker.trains), self.state.weather);
        self.flood(|Pool { flood, barred, steps }| {
            barred.cover(lanes, &self.closed_hexes(walker, enemies));
            let run = |flood: &mut Flood, steps: &Steps| {
                flood.begin(lanes);
                flood.wet(lanes, lanes.cell(at), Flood::level(budget.0, 0));
                flood.spread(lanes, steps, barred);
            };
            run(flood, open_steps);
            // Beside the enemy some steps are closed (FMD-12-V-F11); far from him none is.
            if self.close_steps(enemies, flood, (lanes, open_steps), steps) {
                run(flood, steps);
            }
            flood.hexes(lanes)
        })
    }

    /// Finds how far a rider has to go, not through these hexes, and lets `look` ask about any hex.
    pub(crate) fn flood_rides(
        &self,
        closed: &HexSet,
        from: Hex,
        budget: MovementPoints,
        look: impl FnOnce(&dyn Fn(Hex) -> Option<MovementPoints>),
    ) {
        let (lanes, steps) = self.campaign.lanes(Traveller::Rider, self.state.weather);
        self.flood(|Pool { flood, barred, .. }| {
            barred.cover(lanes, closed);
            flood.begin(lanes);
            flood.wet(lanes, lanes.cell(from), Flood::level(budget.0, 0));
            flood.spread(lanes, steps, barred);
            look(&|hex| Flood::cost(budget.0, flood.at(lanes.cell(hex))).map(MovementPoints));
        });
    }

    /// Bars the steps from one hex beside the enemy to another, where the flood has come; whether there are any.
    fn close_steps(
        &self,
        enemies: &Enemies,
        flood: &Flood,
        (lanes, open_steps): (&Lanes, &Steps),
        steps: &mut Steps,
    ) -> bool {
        let is_wet = |hex: Hex| flood.at(lanes.cell(hex)) != DRY;
        let mut any = false;
        for to in enemies.guarded.iter().filter(|&to| is_wet(to)) {
            for (side, from) in self.campaign.theatre.grid.neighbours(to) {
                if enemies.beside.contains(from) && is_wet(from) {
                    if !any {
                        steps.clone_from(open_steps);
                        any = true;
                    }
                    steps.set(lanes, side.opposite(), to, OUT);
                }
            }
        }
        any
    }
}
