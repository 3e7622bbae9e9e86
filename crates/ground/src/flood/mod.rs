//! What every hex costs to reach, sixteen hexes at a time.
//!
//! A hex grid is a stack of straight lines, each half a hex off the next, so that the six neighbours of a whole run of
//! hexes are six other runs. [`Lanes`] lays the hexes out that way, one byte a hex, and a [`Flood`] relaxes a chunk of
//! [`WIDTH`] hexes with one vector addition and one minimum a direction. Lines are gone over until nothing changes.
//!
//! Costs stand as *levels*: the start stands at `254 - budget`, so whatever is out of the budget saturates at [`OUT`]
//! and needs no test.
//!
//! [`crate::path`] finds the same with a bucket queue: slower, but with the ways and in order of cost.
//!
//! ```
//! use ground::flood::{Flood, Lanes, Steps};
//! use ground::{Grid, GridShape};
//!
//! let grid = Grid::new(GridShape::pointy(8, 8)).unwrap();
//! let lanes = Lanes::new(&grid);
//! let swamp = grid.parse("0303").unwrap();
//! let steps = Steps::new(&lanes, &grid, |_, _, to| Some(if to == swamp { 3 } else { 1 }));
//! let mut flood = Flood::default();
//! flood.begin(&lanes);
//! flood.wet(&lanes, lanes.cell(grid.parse("0302").unwrap()), Flood::level(4, 0));
//! flood.spread(&lanes, &steps, &lanes.mask());
//! assert_eq!(flood.at(lanes.cell(swamp)), Flood::level(4, 3));
//! ```

mod lanes;
mod steps;

pub use lanes::{Cell, Lanes};
pub use steps::{Mask, Steps};

use wide::u8x16;

use crate::bits::{HexSet, MAX_HEXES};
use crate::hex::Hex;
use lanes::{Chunk, from_left, from_right, line_from_left, line_from_right, pair};

/// Hexes in a chunk.
pub const WIDTH: usize = 16;
/// The level of a hex that is not reached, and of a step that cannot be made.
pub const OUT: u8 = u8::MAX;

/// The most lines that fit in a word, a bit each.
const MAX_LINES: usize = u64::BITS as usize;

const DRY: u8x16 = u8x16::new([OUT; WIDTH]);
const NOTHING: u8x16 = u8x16::new([0; WIDTH]);

/// Some of the chunks of a grid. A line is a chunk at least, and the margins are a line and a chunk each.
type Marks = [u64; MAX_HEXES / 64 + 1];

/// The level of every hex. Reused from flood to flood: nothing is allocated once the largest grid has been seen.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    level: Vec<u8x16>,
    /// Chunks with a hex that is reached.
    wet: Marks,
    /// Lines with a hex that was wetted and has not spread yet, and the parts of lines that may be concerned.
    lines: Span,
    parts: Span,
}

/// The neighbouring line that a line looks at.
#[derive(Copy, Clone)]
enum From {
    Above,
    Below,
}

/// From here to there, both included.
#[derive(Copy, Clone, Debug)]
struct Span {
    first: i32,
    last: i32,
}

impl Span {
    const EMPTY: Self = Self { first: i32::MAX, last: i32::MIN };

    #[inline]
    fn of(one: i32) -> Self {
        Self { first: one, last: one }
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.first > self.last
    }

    #[inline]
    fn include(&mut self, other: Self) {
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Flood {
    /// The level of a hex that costs so much of a budget; the budget is at most 254.
    #[inline]
    #[must_use]
    pub fn level(budget: u8, cost: u8) -> u8 {
        (OUT - 1 - budget).saturating_add(cost)
    }

    /// What a hex at this level costs of a budget.
    #[inline]
    #[must_use]
    pub fn cost(budget: u8, level: u8) -> Option<u8> {
        if level == OUT { None } else { level.checked_sub(OUT - 1 - budget) }
    }

    /// Clears the ground.
    #[inline]
    pub fn begin(&mut self, lanes: &Lanes) {
        self.level.clear();
        self.level.resize(lanes.chunks(), DRY);
        self.wet = [0; _];
        self.lines = Span::EMPTY;
        self.parts = Span::EMPTY;
    }

    /// Goes on from where another flood ended.
    #[inline]
    pub fn begin_from(&mut self, other: &Self) {
        self.level.clone_from(&other.level);
        self.wet = other.wet;
        self.lines = Span::EMPTY;
        self.parts = Span::EMPTY;
    }

    /// The level of a hex.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Cell) -> u8 {
        self.level[cell.chunk().0].as_array()[cell.lane()]
    }

    /// Brings a hex to a lower level, from where it will spread.
    #[inline]
    pub fn wet(&mut self, lanes: &Lanes, cell: Cell, level: u8) {
        let chunk = cell.chunk();
        self.level[chunk.0].as_mut_array()[cell.lane()] = level;
        mark(&mut self.wet, chunk);
        let (line, part) = lanes.line_and_part(chunk);
        self.lines.include(Span::of(line as i32));
        self.parts.include(concerned(part as i32, 1 << cell.lane(), lanes.per_line));
    }

    /// Does a hex of the mask stand in the water, next to it or not far off? Surely not, if this says no.
    #[must_use]
    pub fn is_near(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        hexes.chunks(lanes).any(|(chunk, _)| self.wets_around(lanes, chunk))
    }

    /// Is a hex of the mask reached?
    #[must_use]
    pub fn covers_any(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        hexes.chunks(lanes).any(|(chunk, hexes)| !(self.level[chunk.0] | !hexes).simd_eq(DRY).all())
    }

    /// Lets every hex that was wetted flow on, into all hexes that are not barred.
    pub fn spread(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask) {
        let changed = std::mem::take(&mut self.lines);
        let parts = std::mem::take(&mut self.parts);
        let mut ground = Ground { level: &mut self.level, wet: &mut self.wet, parts, lanes, steps, barred };
        match (lanes.per_line, lanes.lines) {
            (1, ..=MAX_LINES) => ground.sweep::<1>(changed),
            (2, ..=MAX_LINES) => ground.sweep::<2>(changed),
            _ => ground.sweep_parts(changed),
        }
    }

    /// Adds the hexes of `edge` next to another flood that has spread to its end: they are reached, but do not flow on.
    pub fn lap(&mut self, other: &Self, lanes: &Lanes, steps: &Steps, edge: &Mask) {
        for (chunk, edge) in edge.chunks(lanes) {
            if !other.wets_around(lanes, chunk) {
                continue;
            }
            let mut into = DRY;
            for (from, step) in lanes.around(&other.level, chunk).into_iter().zip(&steps.into[chunk.0]) {
                into = into.min(from.saturating_add(*step));
            }
            self.level[chunk.0] = other.level[chunk.0].min(into | !edge);
            mark(&mut self.wet, chunk);
        }
    }

    /// Is this chunk, or one beside it, wet?
    #[inline]
    fn wets_around(&self, lanes: &Lanes, Chunk(chunk): Chunk) -> bool {
        // The three chunks from one on.
        let three = |first: usize| {
            let (word, bit) = (first / 64, first % 64);
            let next = self.wet.get(word + 1).copied().unwrap_or(0);
            (u128::from(next) << 64 | u128::from(self.wet[word])) >> bit & 0b111 != 0
        };
        let line = lanes.per_line;
        three(chunk - 1) || three(chunk - 1 - line) || three(chunk - 1 + line)
    }

    /// The hexes that are reached.
    #[inline]
    #[must_use]
    pub fn hexes(&self, lanes: &Lanes) -> HexSet {
        let mut reached = HexSet::EMPTY;
        each_chunk(&self.wet, lanes, |hexes, chunk| {
            let lanes_reached = reached_lanes(self.level[chunk.0]);
            if lanes.in_order {
                reached.insert_run(hexes[0], lanes_reached);
            } else {
                each_lane(lanes_reached, |lane| {
                    reached.insert(hexes[lane]);
                });
            }
        });
        reached
    }

    /// Tells of every hex of this flood or of another on the same grid, line by line, with the two levels.
    #[inline]
    pub fn each(&self, other: &Self, lanes: &Lanes, mut tell: impl FnMut(Hex, u8, u8)) {
        let wet = std::array::from_fn(|word| self.wet[word] | other.wet[word]);
        each_chunk(&wet, lanes, |hexes, chunk| {
            let (ours, theirs) = (self.level[chunk.0], other.level[chunk.0]);
            each_lane(reached_lanes(ours.min(theirs)), |lane| {
                tell(hexes[lane], ours.as_array()[lane], theirs.as_array()[lane]);
            });
        });
    }
}

/// A flood that spreads, and what it runs over.
struct Ground<'a> {
    level: &'a mut [u8x16],
    wet: &'a mut Marks,
    parts: Span,
    lanes: &'a Lanes,
    steps: &'a Steps,
    barred: &'a Mask,
}

impl Ground<'_> {
    /// Goes down the lines and up again, to those next to lines that have changed, and on while lines change: a level runs
    /// through many lines in one go. For few lines of so many chunks, which are brought up to date as a whole.
    #[inline(always)]
    fn sweep<const CHUNKS: usize>(&mut self, changed: Span) {
        // Lines that have changed since the line below looked at them, and since the one above did.
        let (mut below, mut above) = (0u64, 0u64);
        for line in changed.first..=changed.last {
            self.settle_line::<CHUNKS>(line as usize, None);
            below |= 1 << line;
        }
        above |= below;
        while below | above != 0 {
            while below != 0 {
                let line = below.trailing_zeros() as usize + 1;
                below &= below - 1;
                if line < self.lanes.lines && self.settle_line::<CHUNKS>(line, Some(From::Above)) {
                    below |= 1 << line;
                    above |= 1 << line;
                }
            }
            while above != 0 {
                let line = above.ilog2() as usize;
                above ^= 1 << line;
                if line > 0 && self.settle_line::<CHUNKS>(line - 1, Some(From::Below)) {
                    below |= 1 << (line - 1);
                    above |= 1 << (line - 1);
                }
            }
        }
    }

    /// The same for any number of lines of any length. On its way a line only needs to look back: what lies ahead has not
    /// changed since it was last there, or will change it on the way back.
    fn sweep_parts(&mut self, mut changed: Span) {
        let count = self.lanes.lines as i32;
        for line in changed.first..=changed.last {
            self.settle_parts(line as usize, None);
        }
        let mut found = changed;
        let mut down = true;
        while !changed.is_empty() {
            let (mut line, step, from) =
                if down { (changed.first, 1, From::Above) } else { (changed.last, -1, From::Below) };
            let mut sure = changed.last - changed.first + 1;
            loop {
                line += step;
                sure -= 1;
                if line < 0 || line >= count {
                    break;
                }
                if self.settle_parts(line as usize, Some(from)) {
                    found.include(Span::of(line));
                } else if sure <= 0 {
                    break;
                }
            }
            changed = found;
            found = Span::EMPTY;
            down = !down;
        }
    }

    /// Lets the levels of a neighbouring line flow into a line of so many chunks, and along it; whether it has changed.
    #[inline(always)]
    fn settle_line<const CHUNKS: usize>(&mut self, line: usize, from: Option<From>) -> bool {
        // The margin before the first line is a line and a chunk.
        let first = (line + 1) * CHUNKS + 1;
        let chunks = |all: &[u8x16], first: usize| *line_at::<_, CHUNKS>(all, first);
        let steps = line_at::<_, CHUNKS>(&self.steps.into, first);
        let (barred, old) = (chunks(&self.barred.chunks, first), chunks(self.level, first));
        let mut now = old;
        if let Some(from) = from {
            let (other, side) = match from {
                From::Above => (chunks(self.level, first - CHUNKS), 0),
                From::Below => (chunks(self.level, first + CHUNKS), 2),
            };
            // One neighbour stands at the hex's own place, the other at the place before or after.
            let leans_right = self.lanes.leans_right[first];
            let (same_place, other_place) =
                (side + usize::from(!leans_right), side + usize::from(leans_right));
            let shifted = if leans_right { line_from_right(other) } else { line_from_left(other) };
            for (at, now) in now.iter_mut().enumerate() {
                let leads = other[at]
                    .saturating_add(steps[at][same_place])
                    .min(shifted[at].saturating_add(steps[at][other_place]));
                *now = (*now).min(leads | barred[at]);
            }
            if same(&now, &old) {
                return false;
            }
        }
        // Along the line the hexes are each other's neighbours.
        let along: [[u8x16; 2]; CHUNKS] =
            std::array::from_fn(|at| [steps[at][4] | barred[at], steps[at][5] | barred[at]]);
        let flow = |now: [u8x16; CHUNKS]| -> [u8x16; CHUNKS] {
            let (left, right) = (line_from_left(now), line_from_right(now));
            std::array::from_fn(|at| {
                now[at].min(left[at].saturating_add(along[at][0])).min(right[at].saturating_add(along[at][1]))
            })
        };
        let mut last = flow(now);
        now = flow(last);
        while !same(&now, &last) {
            last = now;
            now = flow(now);
        }
        for (at, now) in now.into_iter().enumerate() {
            self.level[first + at] = now;
            if CHUNKS == 1 || !same(&[now], &[old[at]]) {
                mark(self.wet, Chunk(first + at));
            }
        }
        true
    }

    /// The same for a line of any length, part by part.
    fn settle_parts(&mut self, line: usize, from: Option<From>) -> bool {
        let per_line = self.lanes.per_line;
        let mut any = false;
        let mut part = self.parts.first;
        while part <= self.parts.last {
            let chunk = (line + 1) * per_line + 1 + part as usize;
            let (steps, barred, old) =
                (&self.steps.into[chunk], self.barred.chunks[chunk], self.level[chunk]);
            let mut now = old;
            if let Some(from) = from {
                let (other, side) = match from {
                    From::Above => (chunk - per_line, 0),
                    From::Below => (chunk + per_line, 2),
                };
                let [left, right] = pair(self.level, other, self.lanes.leans_right[chunk]);
                let leads = left.saturating_add(steps[side]).min(right.saturating_add(steps[side + 1]));
                now = now.min(leads | barred);
            }
            let (before, after) = (self.level[chunk - 1], self.level[chunk + 1]);
            let flow = |now: u8x16| {
                now.min(from_left(now, before).saturating_add(steps[4]) | barred)
                    .min(from_right(now, after).saturating_add(steps[5]) | barred)
            };
            now = flow(now);
            if same(&[now], &[old]) {
                part += 1;
                continue;
            }
            let mut last = flow(now);
            now = flow(last);
            while !same(&[now], &[last]) {
                last = now;
                now = flow(now);
            }
            self.level[chunk] = now;
            mark(self.wet, Chunk(chunk));
            any = true;
            self.parts.include(concerned(part, reached_lanes(now), per_line));
            // The part before may change in turn.
            part = if part > self.parts.first { part - 1 } else { part + 1 };
        }
        any
    }
}

/// The chunks of a line, from its first on.
#[inline]
fn line_at<T, const CHUNKS: usize>(all: &[T], first: usize) -> &[T; CHUNKS] {
    all[first..first + CHUNKS].as_array().expect("as long as it was cut")
}

/// Are all levels equal?
#[inline]
fn same<const CHUNKS: usize>(ours: &[u8x16; CHUNKS], theirs: &[u8x16; CHUNKS]) -> bool {
    ours.iter().zip(theirs).fold(DRY, |equal, (ours, theirs)| equal & ours.simd_eq(*theirs)).all()
}

/// The parts of lines that may change because some lanes of one have changed.
#[inline]
fn concerned(part: i32, lanes: u16, per_line: usize) -> Span {
    let (first, last) = (lanes & 1 != 0, lanes >> (WIDTH - 1) != 0);
    let after = i32::from(last && part + 1 < per_line as i32);
    Span { first: part - i32::from(first && part > 0), last: part + after }
}

/// Goes through some chunks, with the hexes of each.
#[inline]
fn each_chunk(marks: &Marks, lanes: &Lanes, mut tell: impl FnMut(&[Hex; WIDTH], Chunk)) {
    for (word, &marks) in marks.iter().enumerate().take(lanes.chunks().div_ceil(64)) {
        let mut left = marks;
        while left != 0 {
            let chunk = Chunk(word * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
            tell(&lanes.hexes[chunk.0], chunk);
        }
    }
}

/// The lanes of a chunk that are reached, a bit each.
#[inline]
fn reached_lanes(levels: u8x16) -> u16 {
    !(levels.simd_eq(DRY).to_bitmask() as u16)
}

/// Goes through some lanes of a chunk.
#[inline]
fn each_lane(mut lanes: u16, mut tell: impl FnMut(usize)) {
    while lanes != 0 {
        tell(lanes.trailing_zeros() as usize % WIDTH);
        lanes &= lanes - 1;
    }
}

#[inline]
fn mark(marks: &mut Marks, Chunk(chunk): Chunk) {
    marks[chunk / 64] |= 1 << (chunk % 64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, GridShape, Parity};
    use crate::hex::Direction;
    use crate::path::{Costs, Scratch};

    /// A small generator: the tests need many maps, not good ones.
    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    fn shapes() -> Vec<GridShape> {
        let mut shapes = vec![
            GridShape::pointy(1, 1),
            GridShape::pointy(1, 40),
            GridShape::pointy(15, 9),
            GridShape::pointy(16, 7),
            GridShape::pointy(24, 23),
            GridShape::pointy(32, 32),
            GridShape::pointy(200, 5),
            GridShape::pointy(1, 999),
            GridShape::flat(14, 10),
            GridShape::flat(24, 31),
            GridShape::flat(31, 33),
            GridShape::flat(3, 100),
        ];
        for at in 0..shapes.len() {
            shapes.push(GridShape { parity: Parity::EvenShifted, ..shapes[at] });
        }
        shapes
    }

    fn cost(scratch: &Scratch, hex: Hex) -> Option<u8> {
        scratch.cost(hex).map(|cost| cost as u8)
    }

    #[test]
    fn the_same_as_one_hex_at_a_time() {
        let mut seed = 1;
        let mut flood = Flood::default();
        let mut scratch = Scratch::new();
        for shape in shapes() {
            let grid = Grid::new(shape).unwrap();
            let lanes = Lanes::new(&grid);
            for _ in 0..20 {
                let prices: Vec<Option<u8>> = (0..grid.len() * 6)
                    .map(|_| match next(&mut seed) % 8 {
                        0 => None,
                        1 => Some(40),
                        n => Some(n as u8 * 6),
                    })
                    .collect();
                let price = |hex: Hex, side: Direction| prices[hex.index() * 6 + side.index()];
                let steps = Steps::new(&lanes, &grid, |hex, side, _| price(hex, side));
                let barred: HexSet = grid.hexes().filter(|_| next(&mut seed).is_multiple_of(9)).collect();
                let costs =
                    Costs::new(&grid, |hex, side, to| price(hex, side).filter(|_| !barred.contains(to)));
                let start = Hex((next(&mut seed) % grid.len() as u64) as u16);
                let budget = (next(&mut seed) % 240) as u8;

                let mut mask = lanes.mask();
                mask.cover(&lanes, &barred);
                flood.begin(&lanes);
                flood.wet(&lanes, lanes.cell(start), Flood::level(budget, 0));
                flood.spread(&lanes, &steps, &mask);
                costs.reach(&mut scratch, start, budget.into(), |_| false);
                let mut told = Vec::new();
                flood.each(&flood, &lanes, |hex, level, _| told.push((hex, Flood::cost(budget, level))));
                told.sort();
                assert!(flood.hexes(&lanes).iter().eq(told.iter().map(|(hex, _)| *hex)), "{shape:?}");
                let expected: Vec<_> = grid
                    .hexes()
                    .map(|hex| (hex, cost(&scratch, hex)))
                    .filter(|(_, cost)| cost.is_some())
                    .collect();
                assert_eq!(told, expected, "{shape:?} from {start:?} with {budget}");

                // Hexes at the edge are entered from the flood, and not from each other.
                let beside = |hex: Hex| grid.neighbours(hex).any(|(_, near)| cost(&scratch, near).is_some());
                assert!(flood.is_near(&lanes, &mask) || !barred.iter().any(beside));
                let mut edge = Flood::default();
                edge.begin_from(&flood);
                edge.lap(&flood, &lanes, &steps, &mask);
                for hex in barred.iter().filter(|&hex| hex != start) {
                    let entry = grid
                        .neighbours(hex)
                        .filter_map(|(side, from)| {
                            let cost = cost(&scratch, from)?;
                            price(from, side.opposite())?.checked_add(cost).filter(|&cost| cost <= budget)
                        })
                        .min();
                    assert_eq!(Flood::cost(budget, edge.at(lanes.cell(hex))), entry);
                }
            }
        }
    }

    #[test]
    fn cheaper_but_not_everywhere() {
        let mut seed = 2;
        for shape in shapes() {
            let grid = Grid::new(shape).unwrap();
            let lanes = Lanes::new(&grid);
            let mut prices = || -> Vec<Option<u8>> {
                (0..grid.len() * 6)
                    .map(|_| Some(next(&mut seed) as u8 % 9).filter(|&price| price > 1))
                    .collect()
            };
            let (plain, rates) = (prices(), prices());
            let except: HexSet = grid.hexes().filter(|_| next(&mut seed).is_multiple_of(5)).collect();
            let steps = |list: &[Option<u8>]| {
                Steps::new(&lanes, &grid, |hex, side, _| list[hex.index() * 6 + side.index()])
            };
            let (mut mask, mut excepted) = (lanes.mask(), lanes.mask());
            excepted.cover(&lanes, &except);
            let (mut cheaper, mut outside) = (Steps::default(), Steps::default());
            outside.set_outside(&lanes, &steps(&rates), &excepted);
            cheaper.set_cheaper(&lanes, &steps(&plain), &outside, &mut mask);
            let expected = Steps::new(&lanes, &grid, |hex, side, to| {
                let at = hex.index() * 6 + side.index();
                let rate = rates[at].filter(|_| !except.contains(hex) && !except.contains(to));
                [plain[at], rate].into_iter().flatten().min()
            });
            assert_eq!(cheaper, expected, "{shape:?}");

            let differs: HexSet = grid
                .hexes()
                .flat_map(|hex| {
                    grid.neighbours(hex).map(move |(side, to)| (hex.index() * 6 + side.index(), hex, to))
                })
                .filter(|&(at, hex, to)| {
                    let rate = rates[at].filter(|_| !except.contains(hex) && !except.contains(to));
                    rate.is_some_and(|rate| plain[at].is_none_or(|plain| rate < plain))
                })
                .map(|(_, _, to)| to)
                .collect();
            let mut same = lanes.mask();
            same.cover(&lanes, &differs);
            assert_eq!(mask, same, "{shape:?}");
            let mut drop = Flood::default();
            for hex in grid.hexes() {
                drop.begin(&lanes);
                drop.wet(&lanes, lanes.cell(hex), 0);
                assert_eq!(drop.covers_any(&lanes, &mask), differs.contains(hex));
            }
        }
    }

    #[test]
    fn together_the_dearer_price_counts() {
        let grid = Grid::new(GridShape::pointy(20, 3)).unwrap();
        let lanes = Lanes::new(&grid);
        let mut ours = Steps::new(&lanes, &grid, |_, side, _| (side != Direction::E).then_some(1));
        let theirs = Steps::new(&lanes, &grid, |_, _, to| Some(if to.0 % 2 == 0 { 3 } else { 1 }));
        ours.join(&theirs);
        let both = Steps::new(&lanes, &grid, |_, side, to| {
            (side != Direction::E).then_some(if to.0 % 2 == 0 { 3 } else { 1 })
        });
        assert_eq!(ours, both);
    }
}
