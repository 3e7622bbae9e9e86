//! How far riders and couriers have to go (FMD-12-II-5, FMD-13-3 to FMD-13-5, RUL-51).
//!
//! Who rides where, and how soon an order arrives, is asked again and again while no Force moves. So there are two tables:
//! [`Bare`] of the country without Forces, made when a campaign is loaded, and [`Standing`] of how far the Forces of a
//! side are from each other, kept until one of them, or an enemy, stands elsewhere.

use crate::ids::{FORCES, ForceId, SLEIGHS};
use crate::position::Position;
use ground::theatre::Theatre;
use ground::{Costs, Hex, IMPASSABLE, Scratch};
use std::cell::RefCell;

/// How far every hex is from every other for a rider nobody stops, in half movement points.
#[derive(Clone, Debug)]
pub(crate) struct Bare {
    hexes: usize,
    table: Vec<u8>,
}

impl Bare {
    /// Works the distances out, up to the farthest that matters.
    pub fn new(theatre: &Theatre, costs: &Costs, farthest: u8) -> Bare {
        let hexes = theatre.grid.len();
        let mut table = vec![IMPASSABLE; hexes * hexes];
        let mut scratch = Scratch::new();
        for from in theatre.grid.hexes().filter(|&hex| theatre.country(hex).is_land()) {
            costs.reach(&mut scratch, from, farthest.into(), |_| false);
            for (to, cost) in scratch.reached() {
                table[from.index() * hexes + to.index()] = cost as u8;
            }
        }
        Bare { hexes, table }
    }

    /// The distance, [`IMPASSABLE`] if it is farther than anybody has to know.
    #[inline]
    pub fn distance(&self, from: Hex, to: Hex) -> u8 {
        self.table[from.index() * self.hexes + to.index()]
    }
}

/// The most Forces of a side.
const MOST: usize = if SLEIGHS[0] > SLEIGHS[1] { SLEIGHS[0] } else { SLEIGHS[1] };

/// How far a rider has from a Force to each Force of his side, by their letters.
#[derive(Copy, Clone)]
struct Row {
    distance: [u8; MOST],
    /// Those that no enemy is on any shortest way to, a bit each.
    open: u16,
}

/// Where Forces stand, and what follows for the riders of a side.
struct Standing {
    /// The campaign, whether rivers are in flood, and where every Force stands.
    place: (u64, bool, [Option<Hex>; FORCES]),
    /// By the letter of the Force a rider sets out from; made when asked for.
    rows: [Option<Row>; MOST],
}

thread_local! {
    /// What was last asked about each side, and room for the search behind it. Nothing but a shortcut: what is found
    /// depends on the place alone.
    static STANDING: RefCell<[Standing; 2]> = const {
        RefCell::new([const { Standing { place: (0, false, [None; FORCES]), rows: [None; MOST] } }; 2])
    };
}

impl Position<'_> {
    /// Calls `found` with every hex of a Force of the same side that a rider from this Force can reach, and how far it is in half
    /// movement points, not through the enemy (FMD-13-4, FMD-13-5, RUL-51).
    pub(crate) fn ride_from(&self, force: ForceId, mut found: impl FnMut(Hex, u8)) {
        let side = force.side();
        let place = (
            self.campaign.number(),
            self.is_flood(),
            std::array::from_fn(|number| self.state.forces[number].at),
        );
        let first = side.index() * SLEIGHS[0];
        let row = STANDING.with_borrow_mut(|standing| {
            let known = &mut standing[side.index()];
            if known.place != place {
                *known = Standing { place, rows: [None; MOST] };
            }
            *known.rows[force.index() - first].get_or_insert_with(|| self.rides_from(force))
        });
        // Those to whom the shortest way is open come first.
        for open in [true, false] {
            for (to, at) in self.state.forces_of(side) {
                let number = to.index() - first;
                let distance = row.distance[number];
                if distance != IMPASSABLE && open == (row.open >> number & 1 == 1) {
                    found(at, distance);
                }
            }
        }
    }

    /// Works out how far it is from a Force to all others of its side.
    fn rides_from(&self, force: ForceId) -> Row {
        let side = force.side();
        let mut row = Row { distance: [IMPASSABLE; MOST], open: 0 };
        let Some(from) = self.force(force).at else { return row };
        let bare = self.campaign.bare_rides(self.state.weather);
        let mut barred = 0_u16;
        for (to, at) in self.state.forces_of(side) {
            let number = to.index() - side.index() * SLEIGHS[0];
            let distance = bare.distance(from, at);
            // An enemy on a shortest way may be in the way: then it has to be searched.
            let on_the_way = |enemy: Hex| {
                u16::from(bare.distance(from, enemy)) + u16::from(bare.distance(enemy, at))
                    <= u16::from(distance)
            };
            if distance == IMPASSABLE {
                continue;
            }
            if self.state.forces_of(side.other()).any(|(_, enemy)| on_the_way(enemy)) {
                barred |= 1 << number;
            } else {
                row.distance[number] = distance;
                row.open |= 1 << number;
            }
        }
        if barred != 0 {
            let farthest = self.campaign.farthest_ride();
            self.flood_rides(&self.held(side.other()), from, farthest, |distance| {
                for (to, at) in self.state.forces_of(side) {
                    let number = to.index() - side.index() * SLEIGHS[0];
                    if barred >> number & 1 == 1 {
                        row.distance[number] = distance(at).unwrap_or(IMPASSABLE);
                    }
                }
            });
        }
        row
    }
}
