//! What steps cost, and sets of hexes in the shape of a flood.

use wide::u8x16;

use super::lanes::{Chunk, Lanes};
use super::{DRY, NOTHING, OUT};
use crate::bits::HexSet;
use crate::grid::Grid;
use crate::hex::{Direction, Hex};

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
        let mut steps = Self { into: vec![[DRY; 6]; lanes.chunks()] };
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
        let place = lanes.place[side.opposite().index()];
        self.into[cell.chunk().0][place].as_mut_array()[cell.lane()] = price;
    }

    /// The cheaper of two prices, step by step; but the other price does not count into or out of the hexes given.
    pub fn cheapen(&mut self, lanes: &Lanes, other: &Self, except: &Mask) {
        for chunk in lanes.numbers() {
            let here = except.chunks[chunk];
            let around = lanes.around(&except.chunks, Chunk(chunk));
            let theirs = other.into[chunk].iter().zip(around);
            for (ours, (theirs, from)) in self.into[chunk].iter_mut().zip(theirs) {
                *ours = ours.min(*theirs | here | from);
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
}

impl Mask {
    /// Makes it cover just these hexes.
    pub fn cover(&mut self, lanes: &Lanes, hexes: &HexSet) {
        self.clear(lanes);
        for hex in hexes.iter() {
            let cell = lanes.cell(hex);
            self.chunks[cell.chunk().0].as_mut_array()[cell.lane()] = OUT;
        }
    }

    /// Makes it cover the hexes into which some step has one price here and another there.
    pub fn cover_differences(&mut self, lanes: &Lanes, here: &Steps, there: &Steps) {
        self.clear(lanes);
        for chunk in lanes.numbers() {
            let (here, there) = (&here.into[chunk], &there.into[chunk]);
            let differing = |side: usize| !here[side].simd_eq(there[side]);
            self.chunks[chunk] = (1..6).fold(differing(0), |any, side| any | differing(side));
        }
    }

    fn clear(&mut self, lanes: &Lanes) {
        self.chunks.clear();
        self.chunks.resize(lanes.chunks(), NOTHING);
    }

    /// Its part in each chunk that it touches.
    pub(super) fn chunks(&self, lanes: &Lanes) -> impl Iterator<Item = (Chunk, u8x16)> {
        lanes.numbers().filter_map(|chunk| {
            let part = self.chunks[chunk];
            (!part.simd_eq(NOTHING).all()).then_some((Chunk(chunk), part))
        })
    }
}
