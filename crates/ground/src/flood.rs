//! What every hex costs to reach, sixteen hexes at a time.
//!
//! A hex grid is a stack of straight lines, each half a hex off the next, so that the six neighbours of a whole run of
//! hexes are six other runs. [`Lanes`] lays the hexes out that way, one byte a hex, and a [`Flood`] relaxes a chunk of
//! [`WIDTH`] hexes with one vector addition and one minimum a direction. Chunks are gone over until nothing changes.
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

use wide::u8x16;

use crate::bits::{HexSet, MAX_HEXES};
use crate::grid::{Grid, Orientation};
use crate::hex::{Direction, Hex};

/// Hexes in a chunk.
pub const WIDTH: usize = 16;
/// The level of a hex that is not reached, and of a step that cannot be made.
pub const OUT: u8 = u8::MAX;

const DRY: u8x16 = u8x16::new([OUT; WIDTH]);
const NOTHING: u8x16 = u8x16::new([0; WIDTH]);

/// Where a hex stands among the [`Lanes`] of its grid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cell(u16);

/// How the hexes of a grid stand in chunks.
#[derive(Clone, Debug)]
pub struct Lanes {
    spots: Vec<Spot>,
    /// Bytes before the first chunk and after the last, so that every neighbour of a hex has an index.
    margin: usize,
    cell: Vec<Cell>,
    hex: Vec<Hex>,
    /// The place of each direction in [`Steps`]: two to the line above, two to the line below, two along the line.
    place: [usize; 6],
}

/// A chunk and what lies around it.
#[derive(Copy, Clone, Debug)]
struct Spot {
    /// The first byte above it: its lower neighbour is the next one.
    above: u32,
    below: u32,
    /// The chunks above and below, or itself where the grid ends.
    upper: u16,
    lower: u16,
    /// Whether a chunk of the same line comes before and after.
    before: bool,
    after: bool,
}

impl Lanes {
    /// Lays out a grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let flat = grid.orientation() == Orientation::FlatTop;
        let (lines, length) = if flat { (grid.cols(), grid.rows()) } else { (grid.rows(), grid.cols()) };
        let (lines, length) = (usize::from(lines), usize::from(length));
        let line_and_place = |col: i16, row: i16| if flat { (col, row) } else { (row, col) };
        // The last byte of a line is never a hex, so lines do not touch.
        let per_line = length / WIDTH + 1;
        let stride = per_line * WIDTH;
        let margin = stride + WIDTH;

        let mut hexes = vec![Hex(0); lines * stride];
        let cell = grid
            .hexes()
            .map(|hex| {
                let (col, row) = grid.col_row(hex);
                let (line, place) = line_and_place(col as i16, row as i16);
                let cell = line as usize * stride + place as usize;
                hexes[cell] = hex;
                Cell((margin + cell) as u16)
            })
            .collect();

        // Where the six neighbours of a hex of an even and of an odd line stand: line, then place.
        let shape = grid.shape();
        let around = |line: i16| {
            Direction::ALL.map(|side| {
                let (q, r) = if flat { shape.to_axial(line, 0) } else { shape.to_axial(0, line) };
                let (dq, dr) = side.axial();
                let (col, row) = shape.from_axial(q + dq, r + dr);
                let (other, place) = line_and_place(col, row);
                (other - line, place)
            })
        };
        let around = [around(0), around(1)];
        let place = around[0].map(|(line, place)| {
            let first = around[0].iter().filter(|other| other.0 == line).map(|other| other.1).min();
            let second = usize::from(Some(place) != first);
            match line {
                -1 => second,
                1 => 2 + second,
                _ => 4 + second,
            }
        });
        let spots = (0..lines * per_line)
            .map(|chunk| {
                let (line, part) = (chunk / per_line, chunk % per_line);
                let shift = |to: i16| {
                    around[line % 2]
                        .iter()
                        .filter(|(line, _)| *line == to)
                        .map(|(_, place)| *place)
                        .min()
                        .unwrap_or(0)
                };
                let at = (margin + chunk * WIDTH) as i32;
                Spot {
                    above: (at - stride as i32 + i32::from(shift(-1))) as u32,
                    below: (at + stride as i32 + i32::from(shift(1))) as u32,
                    upper: if line > 0 { chunk - per_line } else { chunk } as u16,
                    lower: if line + 1 < lines { chunk + per_line } else { chunk } as u16,
                    before: part > 0,
                    after: part + 1 < per_line,
                }
            })
            .collect();
        Self { spots, margin, cell, hex: hexes, place }
    }

    /// Where a hex stands.
    #[inline]
    #[must_use]
    pub fn cell(&self, hex: Hex) -> Cell {
        self.cell[hex.index()]
    }

    /// A mask that covers nothing.
    #[must_use]
    pub fn mask(&self) -> Mask {
        Mask { lanes: vec![NOTHING; self.spots.len()] }
    }

    /// The chunk of a cell, and its place there.
    #[inline]
    fn find(&self, cell: Cell) -> (usize, usize) {
        let at = usize::from(cell.0) - self.margin;
        (at / WIDTH, at % WIDTH)
    }
}

/// What the step into each hex costs, from each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    into: Vec<[u8x16; 6]>,
}

impl Steps {
    /// Asks for the price of every step between neighbours; `None` where there is no way.
    #[must_use]
    pub fn new(lanes: &Lanes, grid: &Grid, mut price: impl FnMut(Hex, Direction, Hex) -> Option<u8>) -> Self {
        let mut steps = Self { into: vec![[DRY; 6]; lanes.spots.len()] };
        for hex in grid.hexes() {
            for (side, to) in grid.neighbours(hex) {
                steps.set(lanes, side, to, price(hex, side, to).unwrap_or(OUT));
            }
        }
        steps
    }

    /// Sets the price of one step: over `side` of a hex, into `to`. [`OUT`] bars it.
    #[inline]
    pub fn set(&mut self, lanes: &Lanes, side: Direction, to: Hex, price: u8) {
        let (chunk, lane) = lanes.find(lanes.cell(to));
        self.into[chunk][lanes.place[side.opposite().index()]].as_mut_array()[lane] = price;
    }

    /// The dearer of two prices, step by step: what two who go together pay.
    pub fn join(&mut self, other: &Self) {
        for (ours, theirs) in self.into.as_flattened_mut().iter_mut().zip(other.into.as_flattened()) {
            *ours = ours.max(*theirs);
        }
    }
}

/// Some of the hexes of a grid, in the shape of a flood: [`OUT`] where a hex belongs, 0 elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    lanes: Vec<u8x16>,
}

impl Mask {
    /// Makes it cover just these hexes.
    pub fn cover(&mut self, lanes: &Lanes, hexes: &HexSet) {
        self.lanes.clear();
        self.lanes.resize(lanes.spots.len(), NOTHING);
        for hex in hexes.iter() {
            let (chunk, lane) = lanes.find(lanes.cell(hex));
            self.lanes[chunk].as_mut_array()[lane] = OUT;
        }
    }
}

/// Some of the chunks of a grid.
type Marks = [u64; MAX_HEXES / 64];

/// The level of every hex. Reused from flood to flood: nothing is allocated once the largest grid has been seen.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    level: Vec<u8>,
    /// Chunks to be gone over.
    waiting: Marks,
    /// Chunks with a hex that is reached.
    wet: Marks,
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
        self.level.resize(2 * lanes.margin + lanes.spots.len() * WIDTH, OUT);
        self.waiting = [0; _];
        self.wet = [0; _];
    }

    /// Goes on from where another flood ended.
    #[inline]
    pub fn begin_from(&mut self, other: &Self) {
        self.level.clone_from(&other.level);
        self.waiting = [0; _];
        self.wet = other.wet;
    }

    /// The level of a hex.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Cell) -> u8 {
        self.level[usize::from(cell.0)]
    }

    /// Brings a hex to a lower level, from where it will spread.
    #[inline]
    pub fn wet(&mut self, lanes: &Lanes, cell: Cell, level: u8) {
        self.level[usize::from(cell.0)] = level;
        let (chunk, lane) = lanes.find(cell);
        mark(&mut self.wet, chunk);
        mark(&mut self.waiting, chunk);
        self.call(lanes.spots[chunk], chunk, lane == 0, lane == WIDTH - 1);
    }

    /// Does a hex of the mask stand in the water, next to it or not far off? Surely not, if this says no.
    #[must_use]
    pub fn is_near(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        hexes.lanes.iter().enumerate().any(|(chunk, &hexes)| {
            !hexes.simd_eq(NOTHING).all() && self.wets_around(lanes.spots[chunk], chunk)
        })
    }

    /// Lets every hex that was wetted flow on, into all hexes that are not barred.
    pub fn spread(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask) {
        let words = lanes.spots.len().div_ceil(64);
        loop {
            // Down the lines and up again: a level runs through many lines in one go.
            let mut idle = true;
            for word in 0..words {
                let mut ahead = u64::MAX;
                while self.waiting[word] & ahead != 0 {
                    let bit = (self.waiting[word] & ahead).trailing_zeros();
                    ahead = (u64::MAX << bit) << 1;
                    self.waiting[word] &= !(1 << bit);
                    self.relax(lanes, steps, barred, word * 64 + bit as usize);
                    idle = false;
                }
            }
            for word in (0..words).rev() {
                let mut ahead = u64::MAX;
                while self.waiting[word] & ahead != 0 {
                    let bit = 63 - (self.waiting[word] & ahead).leading_zeros();
                    ahead = (1 << bit) - 1;
                    self.waiting[word] &= !(1 << bit);
                    self.relax(lanes, steps, barred, word * 64 + bit as usize);
                    idle = false;
                }
            }
            if idle {
                return;
            }
        }
    }

    /// Brings the levels of a chunk up to date with its neighbours.
    #[inline]
    fn relax(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask, chunk: usize) {
        let (spot, steps, barred) = (lanes.spots[chunk], &steps.into[chunk], barred.lanes[chunk]);
        let at = lanes.margin + chunk * WIDTH;
        let across = self
            .leads_from(spot.above, [steps[0], steps[1]])
            .min(self.leads_from(spot.below, [steps[2], steps[3]]));
        let [left, right] = [steps[4] | barred, steps[5] | barred];
        let flow = |[before, now, after]: [u8x16; 3]| {
            now.min(before.saturating_add(left)).min(after.saturating_add(right))
        };
        let [before, old, after] = self.along(at);
        let mut now = flow([before, old.min(across | barred), after]);
        if now.simd_eq(old).all() {
            return;
        }
        // Along the line the hexes of the chunk are each other's neighbours.
        loop {
            self.level[at..at + WIDTH].copy_from_slice(now.as_array());
            let next = flow(self.along(at));
            if next.simd_eq(now).all() {
                break;
            }
            now = next;
        }
        mark(&mut self.wet, chunk);
        let ends = !now.simd_eq(DRY).to_bitmask();
        self.call(spot, chunk, ends & 1 != 0, ends >> (WIDTH - 1) & 1 != 0);
    }

    /// What two neighbours in another line lead to.
    #[inline]
    fn leads_from(&self, at: u32, steps: [u8x16; 2]) -> u8x16 {
        let near: &[u8; WIDTH + 1] = self.level[at as usize..].first_chunk().expect("inside the margins");
        lane(near, 0).saturating_add(steps[0]).min(lane(near, 1).saturating_add(steps[1]))
    }

    /// The levels one place before a chunk, in it, and one place after.
    #[inline]
    fn along(&self, at: usize) -> [u8x16; 3] {
        let near: &[u8; WIDTH + 2] = self.level[at - 1..].first_chunk().expect("inside the margins");
        [lane(near, 0), lane(near, 1), lane(near, 2)]
    }

    /// Calls the neighbours of a chunk that has changed, those beside it only if its first or last hex matters.
    #[inline]
    fn call(&mut self, spot: Spot, chunk: usize, first: bool, last: bool) {
        let (upper, lower) = (usize::from(spot.upper), usize::from(spot.lower));
        mark(&mut self.waiting, upper);
        mark(&mut self.waiting, lower);
        if first && spot.before {
            for beside in [chunk, upper, lower] {
                mark(&mut self.waiting, beside - 1);
            }
        }
        if last && spot.after {
            for beside in [chunk, upper, lower] {
                mark(&mut self.waiting, beside + 1);
            }
        }
    }

    /// Adds the hexes of `edge` next to another flood that has spread to its end: they are reached, but do not flow on.
    pub fn lap(&mut self, other: &Self, lanes: &Lanes, steps: &Steps, edge: &Mask) {
        for (chunk, &edge) in edge.lanes.iter().enumerate() {
            let spot = lanes.spots[chunk];
            if edge.simd_eq(NOTHING).all() || !other.wets_around(spot, chunk) {
                continue;
            }
            let steps = &steps.into[chunk];
            let at = lanes.margin + chunk * WIDTH;
            let [before, now, after] = other.along(at);
            let into = other
                .leads_from(spot.above, [steps[0], steps[1]])
                .min(other.leads_from(spot.below, [steps[2], steps[3]]))
                .min(before.saturating_add(steps[4]))
                .min(after.saturating_add(steps[5]));
            let now = now.min(into | !edge);
            self.level[at..at + WIDTH].copy_from_slice(now.as_array());
            mark(&mut self.wet, chunk);
        }
    }

    /// Is this chunk, or one beside it, wet?
    #[inline]
    fn wets_around(&self, spot: Spot, chunk: usize) -> bool {
        let wet = |chunk: usize| self.wet[chunk / 64] >> (chunk % 64) & 1 == 1;
        [chunk, usize::from(spot.upper), usize::from(spot.lower)]
            .into_iter()
            .any(|chunk| wet(chunk) || (spot.before && wet(chunk - 1)) || (spot.after && wet(chunk + 1)))
    }

    /// Tells of every hex of this flood or of another on the same grid, line by line, with the two levels.
    #[inline]
    pub fn each(&self, other: &Self, lanes: &Lanes, mut tell: impl FnMut(Hex, u8, u8)) {
        for word in 0..lanes.spots.len().div_ceil(64) {
            let mut wet = self.wet[word] | other.wet[word];
            while wet != 0 {
                let chunk = word * 64 + wet.trailing_zeros() as usize;
                wet &= wet - 1;
                let at = lanes.margin + chunk * WIDTH;
                let ([_, ours, _], [_, theirs, _]) = (self.along(at), other.along(at));
                let mut reached = !ours.min(theirs).simd_eq(DRY).to_bitmask() & 0xFFFF;
                let hexes: &[Hex; WIDTH] = lanes.hex[chunk * WIDTH..].first_chunk().expect("a hex a cell");
                let (ours, theirs) = (ours.to_array(), theirs.to_array());
                while reached != 0 {
                    let lane = reached.trailing_zeros() as usize % WIDTH;
                    reached &= reached - 1;
                    tell(hexes[lane], ours[lane], theirs[lane]);
                }
            }
        }
    }
}

#[inline]
fn mark(marks: &mut Marks, chunk: usize) {
    marks[chunk / 64] |= 1 << (chunk % 64);
}

/// Sixteen levels out of a few more.
#[inline]
fn lane<const N: usize>(levels: &[u8; N], shift: usize) -> u8x16 {
    u8x16::new(*levels[shift..].first_chunk().expect("sixteen are left"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{GridShape, Parity};
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
            GridShape::pointy(32, 32),
            GridShape::pointy(200, 5),
            GridShape::pointy(1, 999),
            GridShape::flat(14, 10),
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
