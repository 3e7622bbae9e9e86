//! What steps cost, and sets of hexes in the shape of a flood.

use wide::u8x16;

use super::lanes::{Lanes, by_chunks};
use super::rows::lay_out;
use super::{Flood, Marks, NOTHING, OUT, WIDTH, any, mark};
use crate::bits::HexSet;
use crate::grid::Grid;
use crate::hex::{Direction, Hex};

/// No way in.
const SHUT: u8x16 = u8x16::new([OUT; WIDTH]);

/// What the step into each hex costs, from each side.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Steps {
    pub(super) into: Vec<[u8x16; 6]>,
}

impl Clone for Steps {
    fn clone(&self) -> Self {
        Self { into: self.into.clone() }
    }

    /// Keeps the room it has.
    fn clone_from(&mut self, other: &Self) {
        self.into.clone_from(&other.into);
    }
}

impl Steps {
    /// Asks for the price of every step between neighbours; `None` where there is no way.
    #[must_use]
    pub fn new(lanes: &Lanes, grid: &Grid, mut price: impl FnMut(Hex, Direction, Hex) -> Option<u8>) -> Self {
        let mut steps = Self { into: vec![[SHUT; 6]; lanes.chunks()] };
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
        let cell = lanes.cell(to);
        let from = lanes.side(lanes.line_of(cell.chunk()), side.opposite());
        self.into[cell.chunk()][from].as_mut_array()[cell.lane()] = price;
    }

    /// The price of one step: over `side` of a hex, into `to`.
    #[inline]
    #[must_use]
    pub fn price(&self, lanes: &Lanes, side: Direction, to: Hex) -> u8 {
        let cell = lanes.cell(to);
        let from = lanes.side(lanes.line_of(cell.chunk()), side.opposite());
        self.into[cell.chunk()][from].as_array()[cell.lane()]
    }

    /// Becomes another, but bars the steps into and out of the hexes given.
    pub fn set_outside(&mut self, lanes: &Lanes, other: &Self, hexes: &Mask) {
        self.into.resize(lanes.chunks(), [SHUT; 6]);
        by_chunks!(lanes, self.set_lines_outside(lanes, other, hexes));
    }

    fn set_lines_outside<const CHUNKS: usize>(&mut self, lanes: &Lanes, other: &Self, hexes: &Mask) {
        for line in 0..lanes.lines {
            let around = lanes.around::<CHUNKS>(&hexes.chunks, line);
            for (chunk, around) in lanes.of_line(line).zip(&around) {
                let (here, other) = (hexes.chunks[chunk], &other.into[chunk]);
                self.into[chunk] = std::array::from_fn(|side| other[side] | here | around[side]);
            }
        }
    }

    /// Becomes the cheaper of two prices, step by step. Where the rate is cheaper, the step leads into a hex that is
    /// `rated`.
    pub fn set_cheaper(&mut self, lanes: &Lanes, plain: &Self, rates: &Self, rated: &mut Mask) {
        self.into.resize(lanes.chunks(), [SHUT; 6]);
        rated.chunks.resize(lanes.chunks(), NOTHING);
        rated.lines = 0;
        for line in 0..lanes.lines {
            let mut in_line = NOTHING;
            for chunk in lanes.of_line(line) {
                let (plain, rates, mut cheaper) = (&plain.into[chunk], &rates.into[chunk], NOTHING);
                self.into[chunk] = std::array::from_fn(|side| {
                    let price = plain[side].min(rates[side]);
                    cheaper |= !price.simd_eq(plain[side]);
                    price
                });
                rated.chunks[chunk] = cheaper;
                in_line |= cheaper;
            }
            rated.lines |= u64::from(any(in_line)) * mark(line);
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
    pub(super) chunks: Vec<u8x16>,
    /// Lines with such a hex.
    pub(super) lines: Marks,
}

impl Mask {
    /// Makes it cover just these hexes.
    pub fn cover<const WORDS: usize>(&mut self, lanes: &Lanes, hexes: &HexSet<WORDS>) {
        (self.lines, _) = lay_out(&mut self.chunks, lanes, hexes, OUT);
    }

    /// Makes it cover what another covers and all that a flood has not reached.
    pub fn cover_dry(&mut self, other: &Self, flood: &Flood) {
        self.chunks.clear();
        let dry = flood.level.iter().map(|level| level.simd_eq(NOTHING));
        self.chunks.extend(dry.zip(&other.chunks).map(|(dry, &other)| dry | other));
        self.lines = Marks::MAX;
    }
}
