//! What steps cost, and sets of hexes in the shape of a flood.

use wide::u8x16;

use super::lanes::{Lanes, by_chunks};
use super::{Marks, NOTHING, OUT, WIDTH, any, clear, mark};
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

    /// Becomes another walked backward: a step costs what the step back cost. A flood over it tells what it costs to
    /// come *from* each hex, and not to it.
    pub fn set_backward(&mut self, lanes: &Lanes, other: &Self) {
        self.into.resize(lanes.chunks(), [SHUT; 6]);
        by_chunks!(lanes, self.set_lines_backward(lanes, other));
    }

    fn set_lines_backward<const CHUNKS: usize>(&mut self, lanes: &Lanes, other: &Self) {
        // Above and below, at the same place and at the other; left and right.
        const OPPOSITE: [usize; 6] = [2, 3, 0, 1, 5, 4];
        for (side, opposite) in OPPOSITE.into_iter().enumerate() {
            let prices: Vec<u8x16> = other.into.iter().map(|into| into[opposite]).collect();
            for line in 0..lanes.lines {
                let around = lanes.around::<CHUNKS>(&prices, line);
                for (chunk, around) in lanes.of_line(line).zip(&around) {
                    self.into[chunk][side] = around[side];
                }
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
    pub(super) chunks: Vec<u8x16>,
    /// Lines with such a hex.
    pub(super) lines: Marks,
}

impl Mask {
    /// Makes it cover just these hexes.
    pub fn cover<const WORDS: usize>(&mut self, lanes: &Lanes, hexes: &HexSet<WORDS>) {
        clear(&mut self.chunks, lanes);
        self.lines = 0;
        for hex in hexes.iter() {
            let cell = lanes.cell(hex);
            self.chunks[cell.chunk()].as_mut_array()[cell.lane()] = OUT;
            self.lines |= mark(lanes.line_of(cell.chunk()));
        }
    }
}
