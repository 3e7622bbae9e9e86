//! How the hexes of a grid stand in lines and chunks.

use wide::u8x16;

use super::{Mask, NOTHING, WIDTH};
use crate::grid::{Grid, Orientation};
use crate::hex::{Direction, Hex};

/// Where a hex stands among the [`Lanes`] of its grid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cell(u16);

/// Sixteen hexes of a line, by number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk(pub(super) usize);

/// How the hexes of a grid stand in chunks.
#[derive(Clone, Debug)]
pub struct Lanes {
    pub(super) lines: usize,
    /// Chunks in a line.
    pub(super) per_line: usize,
    /// By chunk: whether the lines above and below stand half a hex to the right. A hex then has its two neighbours there
    /// at its own place and at the next.
    pub(super) leans_right: Vec<bool>,
    /// Whether the hexes of a line are numbered one after the other.
    pub(super) in_order: bool,
    cell: Vec<Cell>,
    /// By chunk.
    pub(super) hexes: Vec<[Hex; WIDTH]>,
    /// The place of each direction in [`Steps`](super::Steps): two to the line above, two to the line below, two along
    /// the line.
    pub(super) place: [usize; 6],
}

impl Cell {
    #[inline]
    pub(super) fn chunk(self) -> Chunk {
        Chunk(usize::from(self.0) / WIDTH)
    }

    #[inline]
    pub(super) fn lane(self) -> usize {
        usize::from(self.0) % WIDTH
    }
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
        let chunks = chunks(lines, per_line);

        let mut hexes = vec![[Hex(0); WIDTH]; chunks];
        let cell = grid
            .hexes()
            .map(|hex| {
                let (col, row) = grid.col_row(hex);
                let (line, place) = line_and_place(col as i16, row as i16);
                let cell = ((line as usize + 1) * per_line + 1) * WIDTH + place as usize;
                hexes[cell / WIDTH][cell % WIDTH] = hex;
                Cell(cell as u16)
            })
            .collect();

        // Where the six neighbours of a hex of an even and of an odd line stand: line, then place.
        let shape = grid.shape();
        let around = [0, 1].map(|line| {
            Direction::ALL.map(|side| {
                let (q, r) = if flat { shape.to_axial(line, 0) } else { shape.to_axial(0, line) };
                let (dq, dr) = side.axial();
                let (col, row) = shape.from_axial(q + dq, r + dr);
                let (other, place) = line_and_place(col, row);
                (other - line, place)
            })
        });
        let place = around[0].map(|(line, place)| {
            let first = around[0].iter().filter(|other| other.0 == line).map(|other| other.1).min();
            let second = usize::from(Some(place) != first);
            match line {
                -1 => second,
                1 => 2 + second,
                _ => 4 + second,
            }
        });
        let leans = around.map(|around| around.iter().all(|&(line, place)| line == 0 || place >= 0));
        let line_of = |chunk: usize| (chunk.max(per_line + 1) - per_line - 1) / per_line;
        let leans_right = (0..chunks).map(|chunk| leans[line_of(chunk) % 2]).collect();
        Self { lines, per_line, leans_right, in_order: !flat, cell, hexes, place }
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
        Mask { chunks: vec![NOTHING; self.chunks()] }
    }

    /// How many chunks there are, with a line and a chunk before and after them, so that every neighbour has a number.
    #[inline]
    pub(super) fn chunks(&self) -> usize {
        chunks(self.lines, self.per_line)
    }

    /// The chunks with hexes.
    #[inline]
    pub(super) fn numbers(&self) -> std::ops::Range<usize> {
        let margin = self.per_line + 1;
        margin..self.chunks() - margin
    }

    /// The line of a chunk, and its place there.
    #[inline]
    pub(super) fn line_and_part(&self, Chunk(chunk): Chunk) -> (usize, usize) {
        let at = chunk - self.per_line - 1;
        (at / self.per_line, at % self.per_line)
    }

    /// What stands in the six neighbours of the hexes of a chunk, in the order of [`Steps`](super::Steps).
    #[inline(always)]
    pub(super) fn around(&self, all: &[u8x16], Chunk(chunk): Chunk) -> [u8x16; 6] {
        let bytes: &[u8] = bytemuck::cast_slice(all);
        let from = |byte: usize| u8x16::new(*bytes[byte..].first_chunk().expect("inside the margins"));
        let (here, line) = (chunk * WIDTH, self.per_line * WIDTH);
        let left = usize::from(!self.leans_right[chunk]);
        let (above, below) = (here - line - left, here + line - left);
        [from(above), from(above + 1), from(below), from(below + 1), from(here - 1), from(here + 1)]
    }
}

fn chunks(lines: usize, per_line: usize) -> usize {
    (lines + 2) * per_line + 2
}

/// What stands in the two neighbours that hexes have in another line, seen from the chunk that faces this one.
#[inline]
pub(super) fn pair(all: &[u8x16], at: usize, leans_right: bool) -> [u8x16; 2] {
    if leans_right {
        [all[at], from_right(all[at], all[at + 1])]
    } else {
        [from_left(all[at], all[at - 1]), all[at]]
    }
}

/// What stands to the left of each lane, where another chunk stands before this one. Shifted by hand: read back from memory
/// right after it was written, a level one place off would have to wait for the writing.
#[inline]
pub(super) fn from_left(chunk: u8x16, before: u8x16) -> u8x16 {
    let (b, l) = (before.to_array(), chunk.to_array());
    u8x16::new([
        b[15], l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11], l[12], l[13], l[14],
    ])
}

/// What stands to the right of each lane, where another chunk stands after this one.
#[inline]
pub(super) fn from_right(chunk: u8x16, after: u8x16) -> u8x16 {
    let (l, a) = (chunk.to_array(), after.to_array());
    u8x16::new([
        l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11], l[12], l[13], l[14], l[15], a[0],
    ])
}

/// What stands to the left of each lane of a whole line. What stands before the line does not matter: no step leads there.
#[inline]
pub(super) fn line_from_left<const CHUNKS: usize>(line: [u8x16; CHUNKS]) -> [u8x16; CHUNKS] {
    std::array::from_fn(|at| from_left(line[at], if at == 0 { NOTHING } else { line[at - 1] }))
}

/// What stands to the right of each lane of a whole line.
#[inline]
pub(super) fn line_from_right<const CHUNKS: usize>(line: [u8x16; CHUNKS]) -> [u8x16; CHUNKS] {
    std::array::from_fn(|at| from_right(line[at], if at + 1 == CHUNKS { NOTHING } else { line[at + 1] }))
}
