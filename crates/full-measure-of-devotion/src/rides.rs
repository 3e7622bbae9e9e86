//! How far riders and couriers have to go (FMD-12-II-5, FMD-13-3 to FMD-13-5, RUL-51).
//!
//! Who rides where, and how soon an order arrives, is asked again and again while no Force moves. So there are two tables:
//! `Bare` of the country without Forces, made when a campaign is loaded, and `Standing` of how far the Forces of a
//! side are from each other, kept until one of them, or an enemy, stands elsewhere.

use crate::ids::{FORCES, ForceId, SLEIGHS};
use crate::position::Position;
use arrayvec::ArrayVec;
use engine::Side;
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

/// What the riders of a side depend on, and what follows from it.
struct Standing {
    place: Place,
    /// By the letter of the Force a rider sets out from; made when asked for.
    rows: [Option<Row>; MOST],
}

/// The campaign, whether its rivers are in flood, and the hexes of all Forces.
#[derive(PartialEq)]
struct Place {
    campaign: u64,
    flood: bool,
    forces: [u16; FORCES],
}

impl Standing {
    const NOWHERE: Standing =
        Standing { place: Place { campaign: 0, flood: false, forces: [0; FORCES] }, rows: [None; MOST] };
}

thread_local! {
    /// What was last asked about each side. Nothing but a shortcut: the rows depend on the place alone.
    static STANDING: RefCell<[Standing; 2]> = const { RefCell::new([Standing::NOWHERE; 2]) };
}

/// The riders of a side, to be asked how far they have.
pub(crate) struct Riders<'a> {
    position: Position<'a>,
    side: Side,
    rows: &'a mut [Option<Row>; MOST],
}

impl Riders<'_> {
    /// Calls `found` with the hex of every Force of the side that a rider from this Force can reach, and how far it is in
    /// half movement points, not through the enemy (FMD-13-4, FMD-13-5, RUL-51).
    pub fn from(&mut self, force: ForceId, mut found: impl FnMut(Hex, u8)) {
        let row = self.rows[number(force)].get_or_insert_with(|| self.position.rides_from(force));
        // Those to whom every shortest way is open come first.
        for open in [true, false] {
            for (to, at) in self.position.state.forces_of(self.side) {
                let distance = row.distance[number(to)];
                if distance != IMPASSABLE && open == (row.open >> number(to) & 1 == 1) {
                    found(at, distance);
                }
            }
        }
    }
}

/// The number of a Force within its side.
const fn number(force: ForceId) -> usize {
    force.index() - force.side().index() * SLEIGHS[0]
}

impl Position<'_> {
    /// Asks the riders of a side.
    pub(crate) fn with_riders<T>(&self, side: Side, ask: impl FnOnce(&mut Riders<'_>) -> T) -> T {
        let place = Place {
            campaign: self.campaign.number(),
            flood: self.is_flood(),
            forces: std::array::from_fn(|index| self.state.forces[index].at.map_or(u16::MAX, |at| at.0)),
        };
        STANDING.with_borrow_mut(|standing| {
            let known = &mut standing[side.index()];
            if known.place != place {
                *known = Standing { place, ..Standing::NOWHERE };
            }
            ask(&mut Riders { position: *self, side, rows: &mut known.rows })
        })
    }

    /// Works out how far it is from a Force to all others of its side.
    fn rides_from(&self, force: ForceId) -> Row {
        let side = force.side();
        let mut row = Row { distance: [IMPASSABLE; MOST], open: 0 };
        let Some(from) = self.force(force).at else { return row };
        let bare = self.campaign.bare_rides(self.state.weather);
        let enemies: ArrayVec<(Hex, u8), MOST> = self
            .state
            .forces_of(side.other())
            .map(|(_, enemy)| (enemy, bare.distance(from, enemy)))
            .filter(|&(_, there)| there != IMPASSABLE)
            .collect();
        let mut barred = 0_u16;
        for (to, at) in self.state.forces_of(side) {
            let distance = bare.distance(from, at);
            if distance == IMPASSABLE {
                continue;
            }
            // An enemy on a shortest way may be in the way: then it has to be searched.
            let on_the_way =
                |&(enemy, there): &(Hex, u8)| there.saturating_add(bare.distance(enemy, at)) <= distance;
            if enemies.iter().any(on_the_way) {
                barred |= 1 << number(to);
            } else {
                row.distance[number(to)] = distance;
                row.open |= 1 << number(to);
            }
        }
        if barred != 0 {
            let farthest = self.campaign.farthest_ride();
            self.flood_rides(&self.held(side.other()), from, farthest, |distance| {
                for (to, at) in self.state.forces_of(side).filter(|&(to, _)| barred >> number(to) & 1 == 1) {
                    row.distance[number(to)] = distance(at).unwrap_or(IMPASSABLE);
                }
            });
        }
        row
    }
}
