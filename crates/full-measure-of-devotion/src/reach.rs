//! Where a Force can end its move: a flood over sixteen hexes at a time (see [`ground::flood`]).
//!
//! The search with ways, in [`movement`](crate::movement), finds the same and is its slow twin in the tests.

use crate::campaign::Traveller;
use crate::movement::{Enemies, Walker};
use crate::position::Position;
use ground::flood::{Flood, Mask, OUT, Steps};
use ground::{Hex, HexSet};
use std::cell::RefCell;

/// Working room of the floods, which never outlives a call.
#[derive(Default)]
struct Pool {
    flood: Flood,
    shore: Flood,
    barred: Mask,
    steps: Steps,
}

thread_local! {
    static POOL: RefCell<Pool> = RefCell::default();
}

impl Position<'_> {
    /// Calls `found` with every hex the Force can end its move in without a fight, but the one it stands in.
    pub(crate) fn each_destination(
        &self,
        walker: &Walker,
        enemies: &Enemies,
        at: Hex,
        mut found: impl FnMut(Hex),
    ) {
        let budget = walker.forced.saturating_sub(walker.spent);
        let (lanes, open_steps) = self.campaign.lanes(Traveller::force(walker.trains), self.state.weather);
        POOL.with_borrow_mut(|Pool { flood, barred, steps, .. }| {
            let mut closed = enemies.held;
            if walker.foraging {
                closed.extend_with(&enemies.friends);
            }
            if self.is_south_forbidden(walker.side, walker.arms.has_foot_or_guns()) {
                closed.extend_with(&self.campaign.landmarks.south);
            }
            barred.cover(lanes, &closed);
            let run = |flood: &mut Flood, steps: &Steps| {
                flood.begin(lanes);
                flood.wet(lanes, lanes.cell(at), Flood::level(budget, 0));
                flood.spread(lanes, steps, barred);
            };
            run(flood, open_steps);
            // Beside the enemy some steps are closed (FMD-12-V-F11); far from him none is.
            if enemies.beside.iter().any(|hex| flood.at(lanes.cell(hex)) != OUT) {
                steps.clone_from(open_steps);
                self.close_steps(walker, enemies, steps);
                run(flood, steps);
            }
            flood.each(flood, lanes, |hex, _, _| {
                if hex != at {
                    found(hex);
                }
            });
        });
    }

    /// Finds how far a rider has to go, not through these hexes, and lets `look` ask about any hex.
    pub(crate) fn flood_rides(
        &self,
        closed: &HexSet,
        from: Hex,
        budget: u8,
        look: impl FnOnce(&dyn Fn(Hex) -> Option<u8>),
    ) {
        let (lanes, steps) = self.campaign.lanes(Traveller::Rider, self.state.weather);
        POOL.with_borrow_mut(|Pool { flood, barred, .. }| {
            barred.cover(lanes, closed);
            flood.begin(lanes);
            flood.wet(lanes, lanes.cell(from), Flood::level(budget, 0));
            flood.spread(lanes, steps, barred);
            look(&|hex| Flood::cost(budget, flood.at(lanes.cell(hex))));
        });
    }

    /// The hexes from which a way leads to one of these sources within a budget. No way leads through a closed hex, but
    /// one may begin or end there.
    pub(crate) fn flood_supply(&self, sources: &HexSet, closed: &HexSet, budget: u8) -> HexSet {
        let (lanes, steps) = self.campaign.supply_lanes(self.state.weather);
        let mut hexes = HexSet::EMPTY;
        POOL.with_borrow_mut(|Pool { flood, shore, barred, .. }| {
            barred.cover(lanes, closed);
            flood.begin(lanes);
            for source in sources.iter() {
                flood.wet(lanes, lanes.cell(source), Flood::level(budget, 0));
            }
            flood.spread(lanes, steps, barred);
            shore.begin_from(flood);
            shore.lap(flood, lanes, steps, barred);
            shore.each(shore, lanes, |hex, _, _| {
                hexes.insert(hex);
            });
        });
        hexes
    }

    /// Bars the steps from one hex beside the enemy to another.
    fn close_steps(&self, walker: &Walker, enemies: &Enemies, steps: &mut Steps) {
        let (lanes, _) = self.campaign.lanes(Traveller::force(walker.trains), self.state.weather);
        for to in enemies.beside.iter() {
            if enemies.friends.contains(to) || self.is_adjacent_step_open(walker.side, to) {
                continue;
            }
            for (side, from) in self.campaign.theatre.grid.neighbours(to) {
                if enemies.beside.contains(from) {
                    steps.set(lanes, side.opposite(), to, OUT);
                }
            }
        }
    }
}
