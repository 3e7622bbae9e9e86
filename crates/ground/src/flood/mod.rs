//! What every hex costs to reach, sixteen hexes at a time.
//!
//! A hex grid is a stack of straight lines, each half a hex off the next, so that the six neighbours of a whole run of
//! hexes are six other runs. [`Lanes`] lays the hexes out that way, one byte a hex, and a [`Flood`] brings a chunk of
//! [`WIDTH`] hexes up to date with one vector subtraction and one maximum a direction. Lines are gone over until
//! nothing changes.
//!
//! Costs stand as *levels*: one more than what is left of the budget. Whatever is out of the budget runs dry of itself
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
mod rows;
mod shift;
mod spread;
mod steps;

pub use lanes::{Cell, Lanes};
pub use steps::{Mask, Steps};

use std::ops::Range;

use wide::u8x16;

use crate::bits::{HexSet, MAX_HEXES};
use crate::hex::Hex;
use lanes::by_chunks;
use spread::{BACKWARD, FORWARD, Ground};

/// Hexes in a chunk.
pub const WIDTH: usize = 16;
/// The price of a step that cannot be made.
pub const OUT: u8 = u8::MAX;
/// The level of a hex that is not reached.
pub const DRY: u8 = 0;

/// Chunks of the longest line there can be.
const LONGEST: usize = MAX_HEXES / WIDTH;
/// The most lines that have a mark each.
const MAX_LINES: usize = Marks::BITS as usize;

const NOTHING: u8x16 = u8x16::new([0; WIDTH]);

/// Some of the lines of a grid, a bit each; of more lines than bits, those 64 lines apart together.
type Marks = u64;

/// The level of every hex. Reused from flood to flood: nothing is allocated once the largest grid has been seen.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    level: Vec<u8x16>,
    /// Lines with a hex that is reached.
    wet: Marks,
    /// All lines with a hex that was wetted and has not spread yet are among these.
    fresh: Range<usize>,
}

impl Flood {
    /// The level of a hex that costs so much of a budget; the budget is at most 254.
    #[inline]
    #[must_use]
    pub fn level(budget: u8, cost: u8) -> u8 {
        (budget + 1).saturating_sub(cost)
    }

    /// What a hex at this level costs of a budget.
    #[inline]
    #[must_use]
    pub fn cost(budget: u8, level: u8) -> Option<u8> {
        if level == DRY { None } else { (budget + 1).checked_sub(level) }
    }

    /// Clears the ground.
    #[inline]
    pub fn begin(&mut self, lanes: &Lanes) {
        clear(&mut self.level, lanes);
        self.wet = 0;
        self.fresh = 0..0;
    }

    /// Goes on from where another flood ended.
    #[inline]
    pub fn begin_from(&mut self, other: &Self) {
        self.level.clone_from(&other.level);
        self.wet = other.wet;
        self.fresh = 0..0;
    }

    /// The level of a hex.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Cell) -> u8 {
        self.level[cell.chunk()].as_array()[cell.lane()]
    }

    /// Brings a hex to a higher level, from where it will spread.
    #[inline]
    pub fn wet(&mut self, lanes: &Lanes, cell: Cell, level: u8) {
        self.level[cell.chunk()].as_mut_array()[cell.lane()] = level;
        let line = lanes.line_of(cell.chunk());
        self.wet |= mark(line);
        self.fresh = if self.fresh.is_empty() {
            line..line + 1
        } else {
            self.fresh.start.min(line)..self.fresh.end.max(line + 1)
        };
    }

    /// Clears the ground and brings hexes to a level, from where they will spread.
    #[inline]
    pub fn begin_with<const WORDS: usize>(&mut self, lanes: &Lanes, hexes: &HexSet<WORDS>, level: u8) {
        (self.wet, self.fresh) = rows::lay_out(&mut self.level, lanes, hexes, level);
    }

    /// Becomes another flood and all hexes next to it. Their levels mean nothing, but that they are reached.
    pub fn begin_around(&mut self, other: &Self, lanes: &Lanes) {
        clear(&mut self.level, lanes);
        self.wet = beside(other.wet);
        self.fresh = 0..0;
        by_chunks!(lanes, self.set_lines_around(other, lanes));
    }

    fn set_lines_around<const CHUNKS: usize>(&mut self, other: &Self, lanes: &Lanes) {
        let (levels, before) = (self.level.as_chunks_mut::<CHUNKS>().0, other.level.as_chunks::<CHUNKS>().0);
        for line in lanes.marked(self.wet) {
            let around = lanes.around::<CHUNKS>(&other.level, line);
            for (part, level) in levels[line + 1].iter_mut().enumerate() {
                let all = around[part].iter().fold(before[line + 1][part], |all, &beside| all | beside);
                *level = all & lanes.on_grid[part];
            }
        }
    }

    /// Leaves only hexes that can be passed: what it takes to come there, by another flood, and what it takes to go on
    /// from there, by this one, which began at the same level and ran backward, make no more than that level has.
    pub fn keep_between(&mut self, other: &Self, level: u8) {
        let whole = u8x16::splat(level);
        for (ours, theirs) in self.level.iter_mut().zip(&other.level) {
            *ours = theirs.saturating_sub(whole.saturating_sub(*ours));
        }
    }

    /// Leaves only hexes that stand at the same level in another flood.
    pub fn keep_equal(&mut self, other: &Self) {
        for (ours, theirs) in self.level.iter_mut().zip(&other.level) {
            *ours &= ours.simd_eq(*theirs);
        }
    }

    /// Does a hex of the mask stand in the water, or next to it?
    #[must_use]
    pub fn is_near(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        by_chunks!(lanes, self.is_line_near(lanes, hexes))
    }

    fn is_line_near<const CHUNKS: usize>(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        let (levels, masks) = (self.level.as_chunks::<CHUNKS>().0, hexes.chunks.as_chunks::<CHUNKS>().0);
        lanes.marked(hexes.lines & beside(self.wet)).any(|line| {
            let around = lanes.around::<CHUNKS>(&self.level, line);
            let (here, mask) = (&levels[line + 1], &masks[line + 1]);
            let near = |part: usize| around[part].iter().fold(here[part], |near, &beside| near | beside);
            any((0..CHUNKS).fold(NOTHING, |all, part| all | near(part) & mask[part]))
        })
    }

    /// Is a hex of the mask reached?
    #[must_use]
    pub fn covers_any(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        let mut chunks = lanes.marked(hexes.lines & self.wet).flat_map(|line| lanes.of_line(line));
        chunks.any(|chunk| any(self.level[chunk] & hexes.chunks[chunk]))
    }

    /// Lets every hex that was wetted flow on, into all hexes that are not barred.
    pub fn spread(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask) {
        by_chunks!(lanes, self.spread_lines<FORWARD>(lanes, steps, barred));
    }

    /// The same against the steps: what flows from a hex to the next is what a step from the next into the hex leaves.
    /// Tells what it costs to come *from* each hex, and not to it.
    pub fn spread_backward(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask) {
        by_chunks!(lanes, self.spread_lines<BACKWARD>(lanes, steps, barred));
    }

    #[inline(never)]
    fn spread_lines<const CHUNKS: usize, const BACKWARD: bool>(
        &mut self,
        lanes: &Lanes,
        steps: &Steps,
        barred: &Mask,
    ) {
        let fresh = std::mem::take(&mut self.fresh);
        // As long as each other, so that one look at a number of a line is enough.
        let lines = lanes.lines + 2;
        let mut ground = Ground::<CHUNKS, BACKWARD> {
            level: &mut self.level.as_chunks_mut().0[..lines],
            steps: &steps.into.as_chunks().0[..lines],
            barred: &barred.chunks.as_chunks().0[..lines],
            lanes,
        };
        self.wet |= if lanes.lines <= MAX_LINES { ground.sweep(fresh) } else { ground.sweep_many(fresh) };
    }

    /// Adds the hexes of `edge` next to another flood that has spread to its end: they are reached, but do not flow on.
    pub fn lap(&mut self, other: &Self, lanes: &Lanes, steps: &Steps, edge: &Mask) {
        by_chunks!(lanes, self.lap_lines(other, lanes, steps, edge));
    }

    fn lap_lines<const CHUNKS: usize>(&mut self, other: &Self, lanes: &Lanes, steps: &Steps, edge: &Mask) {
        let (levels, before) = (self.level.as_chunks_mut::<CHUNKS>().0, other.level.as_chunks::<CHUNKS>().0);
        let (prices, edges) = (steps.into.as_chunks::<CHUNKS>().0, edge.chunks.as_chunks::<CHUNKS>().0);
        for line in lanes.marked(edge.lines & beside(other.wet)) {
            let around = lanes.around::<CHUNKS>(&other.level, line);
            let (level, before) = (&mut levels[line + 1], &before[line + 1]);
            let (price, edge) = (&prices[line + 1], &edges[line + 1]);
            for part in 0..CHUNKS {
                let mut into = NOTHING;
                for (from, step) in around[part].iter().zip(&price[part]) {
                    into = into.max(from.saturating_sub(*step));
                }
                level[part] = before[part].max(into & edge[part]);
            }
            self.wet |= mark(line);
        }
    }

    /// The hexes that are reached.
    #[inline]
    #[must_use]
    pub fn hexes<const WORDS: usize>(&self, lanes: &Lanes) -> HexSet<WORDS> {
        rows::hexes(&self.level, self.wet, lanes)
    }

    /// Tells of every hex of this flood or of another on the same grid, line by line, with the two levels.
    #[inline]
    pub fn each(&self, other: &Self, lanes: &Lanes, mut tell: impl FnMut(Hex, u8, u8)) {
        for chunk in lanes.marked(self.wet | other.wet).flat_map(|line| lanes.of_line(line)) {
            let (ours, theirs) = (self.level[chunk], other.level[chunk]);
            each_lane(reached_lanes(ours | theirs), |lane| {
                tell(lanes.hexes[chunk][lane], ours.as_array()[lane], theirs.as_array()[lane]);
            });
        }
    }
}

/// Brings as many chunks as there are to nothing.
#[inline]
fn clear(chunks: &mut Vec<u8x16>, lanes: &Lanes) {
    chunks.resize(lanes.chunks(), NOTHING);
    // As bytes: a run of vectors would be cleared one by one.
    bytemuck::cast_slice_mut::<u8x16, u8>(chunks).fill(0);
}

/// Is there anything in a chunk?
#[inline]
fn any(chunk: u8x16) -> bool {
    !chunk.simd_eq(NOTHING).all()
}

/// The lanes of a chunk that are reached, a bit each.
#[inline]
fn reached_lanes(levels: u8x16) -> u16 {
    !(levels.simd_eq(NOTHING).to_bitmask() as u16)
}

/// Goes through some lanes of a chunk.
#[inline]
fn each_lane(mut lanes: u16, mut tell: impl FnMut(usize)) {
    while lanes != 0 {
        tell(lanes.trailing_zeros() as usize % WIDTH);
        lanes &= lanes - 1;
    }
}

/// Some lines, and those above and below them.
#[inline]
fn beside(lines: Marks) -> Marks {
    lines | lines.rotate_left(1) | lines.rotate_right(1)
}

/// The mark of a line.
#[inline]
fn mark(line: usize) -> Marks {
    1 << (line % MAX_LINES)
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
            GridShape::pointy(50, 20),
            GridShape::pointy(200, 5),
            GridShape::pointy(1, 999),
            GridShape::flat(14, 10),
            GridShape::flat(24, 31),
            GridShape::flat(31, 33),
            GridShape::flat(15, 64),
            GridShape::flat(3, 100),
            GridShape::flat(100, 3),
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
                assert!(flood.hexes::<32>(&lanes).iter().eq(told.iter().map(|(hex, _)| *hex)), "{shape:?}");
                let expected: Vec<_> = grid
                    .hexes()
                    .map(|hex| (hex, cost(&scratch, hex)))
                    .filter(|(_, cost)| cost.is_some())
                    .collect();
                assert_eq!(told, expected, "{shape:?} from {start:?} with {budget}");

                // Hexes at the edge are entered from the flood, and not from each other.
                let is_wet = |hex: Hex| cost(&scratch, hex).is_some();
                let is_near =
                    |hex: Hex| is_wet(hex) || grid.neighbours(hex).any(|(_, beside)| is_wet(beside));
                assert_eq!(flood.is_near(&lanes, &mask), barred.iter().any(is_near));
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
    fn backward_it_costs_what_the_way_there_costs() {
        let mut seed = 3;
        for shape in shapes() {
            let grid = Grid::new(shape).unwrap();
            let lanes = Lanes::new(&grid);
            let prices: Vec<Option<u8>> = (0..grid.len() * 6)
                .map(|_| Some(next(&mut seed) as u8 % 9).filter(|&price| price > 1))
                .collect();
            let steps = Steps::new(&lanes, &grid, |hex, side, _| prices[hex.index() * 6 + side.index()]);
            let flood = |start: Hex| {
                let mut flood = Flood::default();
                flood.begin(&lanes);
                flood.wet(&lanes, lanes.cell(start), Flood::level(30, 0));
                flood
            };
            let goal = Hex((next(&mut seed) % grid.len() as u64) as u16);
            let mut back = flood(goal);
            back.spread_backward(&lanes, &steps, &lanes.mask());
            for hex in grid.hexes().step_by(grid.len().div_ceil(40)) {
                let mut there = flood(hex);
                there.spread(&lanes, &steps, &lanes.mask());
                let cost = there.at(lanes.cell(goal));
                assert_eq!(back.at(lanes.cell(hex)), cost, "{shape:?} from {hex:?} to {goal:?}");
                let mut between = back.clone();
                between.keep_between(&there, Flood::level(30, 0));
                let expected: HexSet = grid
                    .hexes()
                    .filter(|&hex| {
                        let [there, back] =
                            [&there, &back].map(|way| Flood::cost(30, way.at(lanes.cell(hex))));
                        there.zip(back).is_some_and(|(there, back)| there + back <= 30)
                    })
                    .collect();
                assert_eq!(between.hexes(&lanes), expected, "{shape:?} between {hex:?} and {goal:?}");
                let mut equal = back.clone();
                equal.keep_equal(&there);
                let level = |flood: &Flood, hex: Hex| flood.at(lanes.cell(hex));
                let as_far = |&hex: &Hex| level(&back, hex) != DRY && level(&back, hex) == level(&there, hex);
                assert_eq!(equal.hexes(&lanes), grid.hexes().filter(as_far).collect::<HexSet>());
            }
        }
    }

    #[test]
    fn sets_are_laid_out_and_read_off() {
        let mut seed = 4;
        for shape in shapes() {
            let grid = Grid::new(shape).unwrap();
            let lanes = Lanes::new(&grid);
            for sparse in [1, 2, 9, 400] {
                let hexes: HexSet = grid.hexes().filter(|_| next(&mut seed).is_multiple_of(sparse)).collect();
                let (mut flood, mut around) = (Flood::default(), Flood::default());
                flood.begin_with(&lanes, &hexes, 7);
                assert_eq!(flood.hexes(&lanes), hexes, "{shape:?}");
                for hex in grid.hexes() {
                    assert_eq!(flood.at(lanes.cell(hex)), if hexes.contains(hex) { 7 } else { DRY });
                }
                around.begin_around(&flood, &lanes);
                let near = hexes.iter().flat_map(|hex| grid.neighbours(hex).map(|(_, beside)| beside));
                let near: HexSet = hexes.iter().chain(near).collect();
                assert_eq!(around.hexes(&lanes), near, "{shape:?}");
                let mut one_by_one = Flood::default();
                one_by_one.begin(&lanes);
                for hex in hexes.iter() {
                    one_by_one.wet(&lanes, lanes.cell(hex), 7);
                }
                let steps = Steps::new(&lanes, &grid, |_, _, _| Some(2));
                for flood in [&mut flood, &mut one_by_one] {
                    flood.spread(&lanes, &steps, &lanes.mask());
                }
                for hex in grid.hexes() {
                    assert_eq!(flood.at(lanes.cell(hex)), one_by_one.at(lanes.cell(hex)), "{shape:?}");
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
                drop.wet(&lanes, lanes.cell(hex), Flood::level(0, 0));
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
