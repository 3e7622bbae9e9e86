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
        Mask { bytes: vec![0; self.bytes()] }
    }

    /// Bytes that a flood or a mask takes, margins included.
    #[inline]
    fn bytes(&self) -> usize {
        2 * self.margin + self.spots.len() * WIDTH
    }

    /// The first byte of a chunk.
    #[inline]
    fn start(&self, chunk: usize) -> usize {
        self.margin + chunk * WIDTH
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

    /// The cheaper of two prices, step by step; but the other price does not count into or out of the hexes given.
    pub fn cheapen(&mut self, lanes: &Lanes, other: &Self, except: &Mask) {
        for (chunk, (ours, theirs)) in self.into.iter_mut().zip(&other.into).enumerate() {
            let spot = lanes.spots[chunk];
            let [before, here, after] = along(&except.bytes, lanes.start(chunk));
            let (above, below) = (pair(&except.bytes, spot.above), pair(&except.bytes, spot.below));
            let from = [above[0], above[1], below[0], below[1], before, after];
            for (side, from) in from.into_iter().enumerate() {
                ours[side] = ours[side].min(theirs[side] | here | from);
            }
        }
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
    bytes: Vec<u8>,
}

impl Mask {
    /// Makes it cover just these hexes.
    pub fn cover(&mut self, lanes: &Lanes, hexes: &HexSet) {
        self.bytes.clear();
        self.bytes.resize(lanes.bytes(), 0);
        for hex in hexes.iter() {
            self.bytes[usize::from(lanes.cell(hex).0)] = OUT;
        }
    }

    /// Makes it cover the hexes into which some step has one price here and another there.
    pub fn cover_differences(&mut self, lanes: &Lanes, here: &Steps, there: &Steps) {
        self.bytes.clear();
        self.bytes.resize(lanes.bytes(), 0);
        for (chunk, (here, there)) in here.into.iter().zip(&there.into).enumerate() {
            let differing = |side: usize| !here[side].simd_eq(there[side]);
            let any = (1..6).fold(differing(0), |any, side| any | differing(side));
            let at = lanes.start(chunk);
            self.bytes[at..at + WIDTH].copy_from_slice(any.as_array());
        }
    }

    /// Its part in each chunk that it touches.
    fn chunks(&self, lanes: &Lanes) -> impl Iterator<Item = (usize, u8x16)> {
        let chunks = self.bytes[lanes.margin..].chunks_exact(WIDTH).take(lanes.spots.len());
        chunks.enumerate().filter_map(|(chunk, bytes)| {
            let part = u8x16::new(*bytes.first_chunk()?);
            (!part.simd_eq(NOTHING).all()).then_some((chunk, part))
        })
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
        self.level.resize(lanes.bytes(), OUT);
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
        hexes.chunks(lanes).any(|(chunk, _)| self.wets_around(lanes.spots[chunk], chunk))
    }

    /// Is a hex of the mask reached?
    #[must_use]
    pub fn covers_any(&self, lanes: &Lanes, hexes: &Mask) -> bool {
        hexes.chunks(lanes).any(|(chunk, hexes)| {
            let levels = self.level[lanes.start(chunk)..].first_chunk::<WIDTH>().expect("a chunk");
            !(lane(levels, 0) | !hexes).simd_eq(DRY).all()
        })
    }

    /// Lets every hex that was wetted flow on, into all hexes that are not barred.
    pub fn spread(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask) {
        let words = lanes.spots.len().div_ceil(64);
        // Down the lines and up again: a level runs through many lines in one go.
        let mut down = true;
        let mut idle = false;
        while !idle {
            idle = true;
            for step in 0..words {
                let word = if down { step } else { words - 1 - step };
                let mut ahead = u64::MAX;
                while self.waiting[word] & ahead != 0 {
                    let next = self.waiting[word] & ahead;
                    let bit = if down { next.trailing_zeros() } else { 63 - next.leading_zeros() };
                    ahead = if down { (u64::MAX << bit) << 1 } else { (1 << bit) - 1 };
                    self.waiting[word] &= !(1 << bit);
                    self.relax(lanes, steps, barred, word * 64 + bit as usize);
                    idle = false;
                }
            }
            down = !down;
        }
    }

    /// Brings the levels of a chunk up to date with its neighbours.
    #[inline]
    fn relax(&mut self, lanes: &Lanes, steps: &Steps, barred: &Mask, chunk: usize) {
        let (spot, steps, at) = (lanes.spots[chunk], &steps.into[chunk], lanes.start(chunk));
        let barred = lane(barred.bytes[at..].first_chunk::<WIDTH>().expect("a chunk"), 0);
        let near: &[u8; WIDTH + 2] = around(&self.level, at);
        let (first, old, last) = (near[0], lane(near, 1), near[WIDTH + 1]);
        let across = self
            .leads_from(spot.above, [steps[0], steps[1]])
            .min(self.leads_from(spot.below, [steps[2], steps[3]]));
        // Along the line the hexes of the chunk are each other's neighbours.
        let [left, right] = [steps[4] | barred, steps[5] | barred];
        let flow = |now: u8x16| {
            now.min(from_left(now, first).saturating_add(left))
                .min(from_right(now, last).saturating_add(right))
        };
        let mut now = flow(old.min(across | barred));
        if now.simd_eq(old).all() {
            return;
        }
        loop {
            let next = flow(now);
            if next.simd_eq(now).all() {
                break;
            }
            now = next;
        }
        self.level[at..at + WIDTH].copy_from_slice(now.as_array());
        mark(&mut self.wet, chunk);
        let ends = !now.simd_eq(DRY).to_bitmask();
        self.call(spot, chunk, ends & 1 != 0, ends >> (WIDTH - 1) & 1 != 0);
    }

    /// What two neighbours in another line lead to.
    #[inline]
    fn leads_from(&self, at: u32, steps: [u8x16; 2]) -> u8x16 {
        let [left, right] = pair(&self.level, at);
        left.saturating_add(steps[0]).min(right.saturating_add(steps[1]))
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
        for (chunk, edge) in edge.chunks(lanes) {
            let spot = lanes.spots[chunk];
            if !other.wets_around(spot, chunk) {
                continue;
            }
            let steps = &steps.into[chunk];
            let at = lanes.start(chunk);
            let [before, now, after] = along(&other.level, at);
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

    /// Tells of every hex of this flood, line by line, with its level.
    #[inline]
    pub fn each_hex(&self, lanes: &Lanes, mut tell: impl FnMut(Hex, u8)) {
        each_chunk(self.wet, lanes, |hexes, at| {
            let levels: &[u8; WIDTH] = self.level[at..].first_chunk().expect("a chunk");
            each_lane(u8x16::new(*levels), |lane| tell(hexes[lane], levels[lane]));
        });
    }

    /// Tells of every hex of this flood or of another on the same grid, line by line, with the two levels.
    #[inline]
    pub fn each(&self, other: &Self, lanes: &Lanes, mut tell: impl FnMut(Hex, u8, u8)) {
        let wet = std::array::from_fn(|word| self.wet[word] | other.wet[word]);
        each_chunk(wet, lanes, |hexes, at| {
            let ours: &[u8; WIDTH] = self.level[at..].first_chunk().expect("a chunk");
            let theirs: &[u8; WIDTH] = other.level[at..].first_chunk().expect("a chunk");
            let lower = u8x16::new(*ours).min(u8x16::new(*theirs));
            each_lane(lower, |lane| tell(hexes[lane], ours[lane], theirs[lane]));
        });
    }
}

/// Goes through some chunks, with the hexes of each and where its bytes begin.
#[inline]
fn each_chunk(marks: Marks, lanes: &Lanes, mut tell: impl FnMut(&[Hex; WIDTH], usize)) {
    for (word, mut marks) in marks.into_iter().enumerate().take(lanes.spots.len().div_ceil(64)) {
        while marks != 0 {
            let chunk = word * 64 + marks.trailing_zeros() as usize;
            marks &= marks - 1;
            tell(lanes.hex[chunk * WIDTH..].first_chunk().expect("a hex a cell"), lanes.start(chunk));
        }
    }
}

/// Goes through the lanes of a chunk that are reached.
#[inline]
fn each_lane(levels: u8x16, mut tell: impl FnMut(usize)) {
    let mut reached = !levels.simd_eq(DRY).to_bitmask() & 0xFFFF;
    while reached != 0 {
        tell(reached.trailing_zeros() as usize % WIDTH);
        reached &= reached - 1;
    }
}

#[inline]
fn mark(marks: &mut Marks, chunk: usize) {
    marks[chunk / 64] |= 1 << (chunk % 64);
}

/// The bytes around a chunk: one before it, its own, one after it.
#[inline]
fn around(bytes: &[u8], at: usize) -> &[u8; WIDTH + 2] {
    bytes[at - 1..].first_chunk().expect("inside the margins")
}

/// What stands one place before the hexes of a chunk, in them, and one place after.
#[inline]
fn along(bytes: &[u8], at: usize) -> [u8x16; 3] {
    let near = around(bytes, at);
    [lane(near, 0), lane(near, 1), lane(near, 2)]
}

/// What stands in the two neighbours that the hexes of a chunk have in another line.
#[inline]
fn pair(bytes: &[u8], at: u32) -> [u8x16; 2] {
    let near: &[u8; WIDTH + 1] = bytes[at as usize..].first_chunk().expect("inside the margins");
    [lane(near, 0), lane(near, 1)]
}

/// The level to the left of each lane. Shifted by hand: read back from memory right after it was written, a level one
/// place off would have to wait for the writing.
#[inline]
fn from_left(levels: u8x16, first: u8) -> u8x16 {
    let l = levels.to_array();
    u8x16::new([
        first, l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11], l[12], l[13], l[14],
    ])
}

/// The level to the right of each lane.
#[inline]
fn from_right(levels: u8x16, last: u8) -> u8x16 {
    let l = levels.to_array();
    u8x16::new([
        l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11], l[12], l[13], l[14], l[15], last,
    ])
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
                flood.each_hex(&lanes, |hex, level| told.push((hex, Flood::cost(budget, level))));
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
            let mut cheaper = steps(&plain);
            let mut mask = lanes.mask();
            mask.cover(&lanes, &except);
            cheaper.cheapen(&lanes, &steps(&rates), &mask);
            let expected = Steps::new(&lanes, &grid, |hex, side, to| {
                let at = hex.index() * 6 + side.index();
                let rate = rates[at].filter(|_| !except.contains(hex) && !except.contains(to));
                [plain[at], rate].into_iter().flatten().min()
            });
            assert_eq!(cheaper, expected, "{shape:?}");

            mask.cover_differences(&lanes, &cheaper, &steps(&plain));
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
