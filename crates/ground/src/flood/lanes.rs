//! How the hexes of a grid stand in lines and chunks.
//!
//! A line is dealt out to its chunks like cards: of two chunks the first has places 0, 2, 4…, the second 1, 3, 5…. So
//! the hexes beside those of a chunk are simply the next chunk, and only past the last chunk of the line a lane further
//! on.

use std::ops::Range;

use wide::u8x16;

use super::shift::{one_back, one_on};
use super::{LONGEST, MAX_LINES, Marks, Mask, NOTHING, WIDTH};
use crate::grid::{Grid, Orientation};
use crate::hex::{Direction, Hex};

/// Calls a function that knows how many chunks a line has: enough for its hexes, and one of these numbers.
macro_rules! by_chunks {
    ($lanes:expr, $subject:ident.$job:ident($($argument:expr),*)) => {
        by_chunks!($lanes, $subject.$job<>($($argument),*))
    };
    // With further constants that the function is to know.
    ($lanes:expr, $subject:ident.$job:ident<$($more:ident),*>($($argument:expr),*)) => {
        // Short lines first, and by comparisons: a table of jumps costs more than most lines do.
        if $lanes.per_line <= 1 {
            $subject.$job::<1 $(, $more)*>($($argument),*)
        } else if $lanes.per_line <= 2 {
            $subject.$job::<2 $(, $more)*>($($argument),*)
        } else if $lanes.per_line <= 4 {
            $subject.$job::<4 $(, $more)*>($($argument),*)
        } else if $lanes.per_line <= 8 {
            $subject.$job::<8 $(, $more)*>($($argument),*)
        } else {
            $subject.$job::<{ $crate::flood::LONGEST } $(, $more)*>($($argument),*)
        }
    };
}
pub(super) use by_chunks;

/// Where a hex stands among the [`Lanes`] of its grid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cell(u16);

/// How the hexes of a grid stand in chunks.
#[derive(Clone, Debug)]
pub struct Lanes {
    pub(super) lines: usize,
    /// Hexes in a line.
    pub(super) length: usize,
    /// Chunks in a line.
    pub(super) per_line: usize,
    /// Of an even and of an odd line: whether the lines above and below stand half a hex to the right. A hex then has
    /// its two neighbours there at its own place and at the next, and otherwise at its own and at the one before.
    leans_right: [bool; 2],
    /// Whether hexes are numbered along the lines, and not across them.
    pub(super) in_order: bool,
    cell: Vec<Cell>,
    /// By chunk.
    pub(super) hexes: Vec<[Hex; WIDTH]>,
    /// The lanes of the chunks of a line in which hexes stand: all bits set, or none.
    pub(super) on_grid: Vec<u8x16>,
    /// The place of each direction in [`Steps`](super::Steps), in an even and in an odd line: in the line above the hex
    /// at the same place and the other one, the two below, the two along the line.
    sides: [[usize; 6]; 2],
}

impl Cell {
    #[inline]
    pub(super) fn chunk(self) -> usize {
        usize::from(self.0) / WIDTH
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
        let per_line = match length.div_ceil(WIDTH) {
            enough @ 1..=2 => enough,
            3..=4 => 4,
            5..=8 => 8,
            _ => LONGEST,
        };
        // With a line before and a line after, so that every line has neighbours.
        let chunks = (lines + 2) * per_line;

        let mut hexes = vec![[Hex(0); WIDTH]; chunks];
        let cell = grid
            .hexes()
            .map(|hex| {
                let (col, row) = grid.col_row(hex);
                let (line, place) = line_and_place(col as i16, row as i16);
                let (line, place) = (line as usize, place as usize);
                let (chunk, lane) = ((line + 1) * per_line + place % per_line, place / per_line);
                hexes[chunk][lane] = hex;
                Cell((chunk * WIDTH + lane) as u16)
            })
            .collect();

        let on_grid = (0..per_line)
            .map(|part| {
                let stands = |lane: usize| lane * per_line + part < length;
                u8x16::new(std::array::from_fn(|lane| if stands(lane) { u8::MAX } else { 0 }))
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
        let sides = around.map(|around| {
            around.map(|(line, place)| match line {
                -1 => usize::from(place != 0),
                1 => 2 + usize::from(place != 0),
                _ => 4 + usize::from(place > 0),
            })
        });
        let leans_right = around.map(|around| around.iter().all(|&(line, place)| line == 0 || place >= 0));
        Self { lines, length, per_line, leans_right, in_order: !flat, cell, hexes, on_grid, sides }
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
        Mask { chunks: vec![NOTHING; self.chunks()], lines: 0 }
    }

    /// How many chunks there are.
    #[inline]
    pub(super) fn chunks(&self) -> usize {
        self.hexes.len()
    }

    /// The first chunk of a line.
    #[inline]
    pub(super) fn first_chunk(&self, line: usize) -> usize {
        (line + 1) * self.per_line
    }

    /// The first hex of a line, where hexes are numbered along the lines.
    #[inline]
    pub(super) fn first_hex(&self, line: usize) -> Hex {
        Hex((line * self.length) as u16)
    }

    /// The chunks of a line.
    #[inline]
    pub(super) fn of_line(&self, line: usize) -> Range<usize> {
        let first = self.first_chunk(line);
        first..first + self.per_line
    }

    /// The lines with these marks.
    #[inline]
    pub(super) fn marked(&self, marks: Marks) -> Marked {
        Marked { left: marks, line: self.lines, lines: self.lines }
    }

    /// The line of a chunk.
    #[inline]
    pub(super) fn line_of(&self, chunk: usize) -> usize {
        chunk / self.per_line - 1
    }

    /// Whether the lines above and below stand half a hex to the right of this one.
    #[inline]
    pub(super) fn leans_right(&self, line: usize) -> bool {
        self.leans_right[line % 2]
    }

    /// The place of a direction in [`Steps`](super::Steps), for the hexes of a line.
    #[inline]
    pub(super) fn side(&self, line: usize, direction: Direction) -> usize {
        self.sides[line % 2][direction.index()]
    }

    /// What stands in the six neighbours of the hexes of a line, by chunk, in the order of [`Steps`](super::Steps).
    #[inline(always)]
    pub(super) fn around<const CHUNKS: usize>(&self, all: &[u8x16], line: usize) -> [[u8x16; 6]; CHUNKS] {
        let lines = all.as_chunks::<CHUNKS>().0;
        let (above, here, below) = (&lines[line], &lines[line + 1], &lines[line + 2]);
        let leans_right = self.leans_right(line);
        let (above_beside, below_beside) = (beside_of(above, leans_right), beside_of(below, leans_right));
        std::array::from_fn(|part| {
            let (left, right) = (left_of(here, part), right_of(here, part));
            [above[part], above_beside[part], below[part], below_beside[part], left, right]
        })
    }
}

/// Some lines of a grid.
pub(super) struct Marked {
    left: Marks,
    /// The next line with the mark at hand, if there is one.
    line: usize,
    lines: usize,
}

impl Iterator for Marked {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.line >= self.lines {
            if self.left == 0 {
                return None;
            }
            self.line = self.left.trailing_zeros() as usize;
            self.left &= self.left - 1;
        }
        let line = self.line;
        self.line += MAX_LINES;
        Some(line)
    }
}

/// What stands to the left of the hexes of one chunk of a line.
#[inline]
pub(super) fn left_of<const CHUNKS: usize>(line: &[u8x16; CHUNKS], part: usize) -> u8x16 {
    if part == 0 { one_on(line[CHUNKS - 1]) } else { line[part - 1] }
}

/// What stands to the right of the hexes of one chunk of a line.
#[inline]
pub(super) fn right_of<const CHUNKS: usize>(line: &[u8x16; CHUNKS], part: usize) -> u8x16 {
    if part + 1 == CHUNKS { one_back(line[0]) } else { line[part + 1] }
}

/// What stands beside the hexes of a line, to their right or to their left.
#[inline(always)]
pub(super) fn beside_of<const CHUNKS: usize>(line: &[u8x16; CHUNKS], right: bool) -> [u8x16; CHUNKS] {
    if right {
        std::array::from_fn(|part| right_of(line, part))
    } else {
        std::array::from_fn(|part| left_of(line, part))
    }
}
