//! What can be reached, for how much, and by which way.
//!
//! [`Costs`] holds the price of every step; a game makes one such table a class of unit when a scenario is loaded.
//! [`Costs::reach`] then finds the cheapest way to every hex within a budget (Dijkstra's method with one bucket for
//! each cost). Its [`Scratch`] is reused from call to call: nothing is allocated and nothing needs clearing.
//!
//! ```
//! use ground::{Costs, Grid, GridShape, Scratch};
//!
//! let grid = Grid::new(GridShape::pointy(8, 8)).unwrap();
//! let swamp = grid.parse("0303").unwrap();
//! let costs = Costs::new(&grid, |_, _, to| Some(if to == swamp { 3 } else { 1 }));
//! let mut scratch = Scratch::new();
//! costs.reach(&mut scratch, grid.parse("0302").unwrap(), 4, |_| false);
//! assert_eq!(scratch.cost(swamp), Some(3));
//! assert_eq!(scratch.path(grid.parse("0304").unwrap()).unwrap().len(), 4);
//! ```

use crate::bits::{HexSet, MAX_HEXES};
use crate::grid::Grid;
use crate::hex::{Direction, Hex};

/// A step that cannot be made.
pub const IMPASSABLE: u8 = u8::MAX;

/// The price of each step: from each hex across each of its sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    links: Vec<Links>,
}

/// The ways out of a hex, cheapest first; those there are not cost [`IMPASSABLE`] and come last.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Links {
    ways: [Way; 6],
}

/// A step to a neighbour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Way {
    to: u16,
    side: Direction,
    cost: u8,
}

impl Costs {
    /// Asks for the price of every step between neighbours; `None` where there is no way.
    ///
    /// # Panics
    /// If a price is [`IMPASSABLE`]: prices go up to 254.
    pub fn new(grid: &Grid, mut price: impl FnMut(Hex, Direction, Hex) -> Option<u8>) -> Self {
        let links = grid
            .hexes()
            .map(|hex| {
                let mut ways = Direction::ALL.map(|side| Way { to: 0, side, cost: IMPASSABLE });
                for (side, other) in grid.neighbours(hex) {
                    if let Some(cost) = price(hex, side, other) {
                        assert!(cost < IMPASSABLE, "the price of a step must be below {IMPASSABLE}");
                        ways[side.index()] = Way { to: other.0, side, cost };
                    }
                }
                ways.sort_by_key(|way| way.cost);
                Links { ways }
            })
            .collect();
        Self { links }
    }

    /// The price of one step, [`IMPASSABLE`] if there is no way.
    pub fn cost(&self, hex: Hex, side: Direction) -> u8 {
        let ways = &self.links[hex.index()].ways;
        ways.iter().find(|way| way.side == side).map_or(IMPASSABLE, |way| way.cost)
    }

    /// Finds every hex that can be reached for at most `budget`. Where `stop` holds, a hex may be entered but not left;
    /// it is not asked about the start.
    ///
    /// The answer is in `scratch` until its next use.
    #[inline]
    pub fn reach(&self, scratch: &mut Scratch, start: Hex, budget: u16, stop: impl Fn(Hex) -> bool) {
        self.search::<true>(scratch, start, None, budget, stop, |_, _, _, cost| cost);
    }

    /// As [`Costs::reach`], with a last word on each step: `price(from, side, to, cost)` returns what it costs now,
    /// [`IMPASSABLE`] if it cannot be made. It is not asked about steps that have no way in the table.
    #[inline]
    pub fn reach_by(
        &self,
        scratch: &mut Scratch,
        start: Hex,
        budget: u16,
        stop: impl Fn(Hex) -> bool,
        price: impl Fn(Hex, Direction, Hex, u8) -> u8,
    ) {
        self.search::<false>(scratch, start, None, budget, stop, price);
    }

    /// As [`Costs::reach_by`], for the way to one hex: it ends when that is found. Then `scratch` knows the cheapest
    /// way there, the same that [`Costs::reach_by`] finds, and of dearer hexes nothing that can be relied on.
    #[inline]
    pub fn way_by(
        &self,
        scratch: &mut Scratch,
        start: Hex,
        goal: Hex,
        budget: u16,
        price: impl Fn(Hex, Direction, Hex, u8) -> u8,
    ) {
        self.search::<false>(scratch, start, Some(goal), budget, |_| false, price);
    }

    /// `FIXED` says that prices are those of the table: then the rest of a hex's ways is too dear once one is.
    fn search<const FIXED: bool>(
        &self,
        scratch: &mut Scratch,
        start: Hex,
        goal: Option<Hex>,
        budget: u16,
        stop: impl Fn(Hex) -> bool,
        price: impl Fn(Hex, Direction, Hex, u8) -> u8,
    ) {
        let base = scratch.begin(start, budget);
        let limit = base + u32::from(budget);
        let mut spent = 0;
        while let Some(next) = scratch.next_bucket(spent) {
            spent = next;
            let here = base + spent;
            let mut entry = scratch.take(spent);
            while entry != NO_ENTRY {
                let (hex, behind) = scratch.entries[usize::from(entry) % ENTRIES];
                let hex = Hex(hex);
                entry = behind;
                if scratch.best[hex.index() % MAX_HEXES] != here {
                    continue;
                }
                scratch.settle(hex);
                if Some(hex) == goal {
                    return scratch.forget_waiting();
                }
                if hex != start && stop(hex) {
                    continue;
                }
                for way in &self.links[hex.index()].ways {
                    if way.cost == IMPASSABLE {
                        break;
                    }
                    let to = Hex(way.to);
                    let cost = price(hex, way.side, to, way.cost);
                    let total = here + u32::from(cost);
                    if total > limit || (!FIXED && cost == IMPASSABLE) {
                        if FIXED {
                            break;
                        }
                        continue;
                    }
                    let best = &mut scratch.best[to.index() % MAX_HEXES];
                    if total < *best {
                        *best = total;
                        scratch.came[to.index() % MAX_HEXES] = (hex.0, way.side);
                        scratch.push(to, total - base);
                    }
                }
            }
        }
    }
}

/// Room between the cost ranges of two uses of a [`Scratch`]: no budget reaches it.
const STRIDE: u32 = 1 << 16;
const NO_ENTRY: u16 = u16::MAX;
/// One bucket for each cost a single step can add, used in turn.
const BUCKETS: usize = 256;
/// Room for every way into every hex, and the start.
const ENTRIES: usize = 8 * MAX_HEXES;

/// Working memory and result of [`Costs::reach`].
///
/// Costs are stored above a base that sinks with each use, so entries of earlier uses always look dearer than any of
/// the present one, and the arrays never need clearing.
#[derive(Clone, Debug)]
pub struct Scratch {
    base: u32,
    budget: u16,
    start: Hex,
    best: Box<[u32; MAX_HEXES]>,
    came: Box<[(u16, Direction); MAX_HEXES]>,
    settled: Box<[Hex; MAX_HEXES]>,
    settled_count: usize,
    /// The first entry of each bucket's list. All empty between uses.
    heads: [u16; BUCKETS],
    filled: [u64; BUCKETS / 64],
    /// Waiting hexes as linked lists: the hex and the entry behind it.
    entries: Box<[(u16, u16); ENTRIES]>,
    entry_count: usize,
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Scratch {
    /// Working memory for any grid.
    pub fn new() -> Self {
        Self {
            base: u32::MAX,
            budget: 0,
            start: Hex(0),
            best: Box::new([u32::MAX; MAX_HEXES]),
            came: Box::new([(0, Direction::E); MAX_HEXES]),
            settled: Box::new([Hex(0); MAX_HEXES]),
            settled_count: 0,
            heads: [NO_ENTRY; BUCKETS],
            filled: [0; BUCKETS / 64],
            entries: Box::new([(0, 0); ENTRIES]),
            entry_count: 0,
        }
    }

    /// What it costs to get to the hex; `None` if it is out of reach.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u16> {
        let above = self.best[hex.index()].checked_sub(self.base)?;
        (above <= u32::from(self.budget)).then_some(above as u16)
    }

    /// Every hex within reach with its cost, the start first, cheaper ones before dearer ones.
    #[inline]
    pub fn reached(&self) -> impl ExactSizeIterator<Item = (Hex, u16)> + '_ {
        let settled = &self.settled[..self.settled_count];
        settled.iter().map(|hex| (*hex, (self.best[hex.index()] - self.base) as u16))
    }

    /// The hexes within reach as a set.
    pub fn reached_set<const WORDS: usize>(&self) -> HexSet<WORDS> {
        self.settled[..self.settled_count].iter().copied().collect()
    }

    /// The hex and the side of it by which the cheapest way enters `hex`; `None` at the start or out of reach.
    #[inline]
    pub fn came_from(&self, hex: Hex) -> Option<(Hex, Direction)> {
        if hex == self.start || self.cost(hex).is_none() {
            return None;
        }
        let (from, side) = self.came[hex.index()];
        Some((Hex(from), side))
    }

    /// Writes the cheapest way into `path`, from the start to `hex`, both included; says whether there is one.
    pub fn path_into(&self, hex: Hex, path: &mut Vec<Hex>) -> bool {
        path.clear();
        if self.cost(hex).is_none() {
            return false;
        }
        let mut at = hex;
        path.push(at);
        while let Some((from, _)) = self.came_from(at) {
            at = from;
            path.push(at);
        }
        path.reverse();
        true
    }

    /// The cheapest way from the start to `hex`, both included.
    pub fn path(&self, hex: Hex) -> Option<Vec<Hex>> {
        let mut path = Vec::new();
        self.path_into(hex, &mut path).then_some(path)
    }

    fn begin(&mut self, start: Hex, budget: u16) -> u32 {
        if self.base < 2 * STRIDE {
            self.base = u32::MAX;
            self.best.fill(u32::MAX);
        }
        self.base -= STRIDE;
        self.budget = budget;
        self.start = start;
        self.settled_count = 0;
        self.entry_count = 0;
        self.best[start.index()] = self.base;
        self.push(start, 0);
        self.base
    }

    #[inline]
    fn settle(&mut self, hex: Hex) {
        self.settled[self.settled_count % MAX_HEXES] = hex;
        self.settled_count += 1;
    }

    #[inline]
    fn push(&mut self, hex: Hex, cost: u32) {
        let bucket = cost as usize % BUCKETS;
        self.entries[self.entry_count % ENTRIES] = (hex.0, self.heads[bucket]);
        self.heads[bucket] = self.entry_count as u16;
        self.filled[bucket / 64] |= 1 << (bucket % 64);
        self.entry_count += 1;
    }

    /// Empties every bucket.
    fn forget_waiting(&mut self) {
        for (word, filled) in self.filled.iter_mut().enumerate() {
            while *filled != 0 {
                self.heads[word * 64 + filled.trailing_zeros() as usize] = NO_ENTRY;
                *filled &= *filled - 1;
            }
        }
    }

    /// Empties the bucket of a cost; returns the first entry of its list.
    #[inline]
    fn take(&mut self, cost: u32) -> u16 {
        let bucket = cost as usize % BUCKETS;
        self.filled[bucket / 64] &= !(1 << (bucket % 64));
        std::mem::replace(&mut self.heads[bucket], NO_ENTRY)
    }

    /// The lowest cost from `cost` on that has hexes waiting.
    #[inline]
    fn next_bucket(&self, cost: u32) -> Option<u32> {
        let first = cost as usize % BUCKETS;
        let here = self.filled[first / 64] >> (first % 64);
        if here != 0 {
            return Some(cost + here.trailing_zeros());
        }
        let mut ahead = 64 - (first % 64) as u32;
        for word in 1..=BUCKETS / 64 {
            let filled = self.filled[(first / 64 + word) % (BUCKETS / 64)];
            if filled != 0 {
                return Some(cost + ahead + filled.trailing_zeros());
            }
            ahead += 64;
        }
        None
    }
}
