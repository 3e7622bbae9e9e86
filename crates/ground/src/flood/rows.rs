//! Sets of hexes laid out in lanes, and read off them again.
//!
//! Where hexes are numbered along lines of up to 32, a line is a run of bits: it is laid out and read off in one go.

use std::ops::Range;

use wide::u8x16;

use super::lanes::{Lanes, by_chunks};
use super::{MAX_LINES, Marks, NOTHING, WIDTH, clear, each_lane, mark, reached_lanes};
use crate::bits::HexSet;

/// Lays hexes out: a value where a hex belongs, nothing elsewhere. The lines with such a hex, and a range of lines that
/// has all of them.
pub(super) fn lay_out<const WORDS: usize>(
    chunks: &mut Vec<u8x16>,
    lanes: &Lanes,
    hexes: &HexSet<WORDS>,
    value: u8,
) -> (Marks, Range<usize>) {
    clear(chunks, lanes);
    let (mut marks, mut first, mut end) = (0, lanes.lines, 0);
    let mut note = |line: usize| {
        marks |= mark(line);
        (first, end) = (first.min(line), line + 1);
    };
    let everywhere = u8x16::splat(value);
    if lanes.in_order && lanes.per_line <= 2 {
        let lines = &mut chunks[lanes.per_line..];
        for ((line, bits), chunks) in runs(lanes, hexes).zip(lines.chunks_exact_mut(lanes.per_line)) {
            if bits == 0 {
                continue;
            }
            note(line);
            match chunks {
                [even, odd] => [*even, *odd] = two_chunks(bits).map(|chunk| chunk & everywhere),
                all => all[0] = one_chunk(bits) & everywhere,
            }
        }
    } else {
        for hex in hexes.iter() {
            let cell = lanes.cell(hex);
            chunks[cell.chunk()].as_mut_array()[cell.lane()] = value;
            marks |= mark(lanes.line_of(cell.chunk()));
        }
        (first, end) = (0, lanes.lines);
    }
    (marks, first.min(end)..end)
}

/// The lines of a grid, with a bit for each hex of a set.
fn runs<const WORDS: usize>(lanes: &Lanes, hexes: &HexSet<WORDS>) -> impl Iterator<Item = (usize, u32)> {
    let whole = u32::MAX >> (u32::BITS as usize - lanes.length);
    (0..lanes.lines).map(move |line| (line, hexes.run(lanes.first_hex(line)) & whole))
}

/// A line of one chunk: all bits set where a bit is set.
#[inline]
fn one_chunk(bits: u32) -> u8x16 {
    const BITS: u8x16 = u8x16::new([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
    const EIGHT_TIMES: u64 = 0x0101_0101_0101_0101;
    let bytes = bits.to_le_bytes();
    let spread = [bytes[0], bytes[1]].map(|byte| (u64::from(byte) * EIGHT_TIMES).to_le());
    (bytemuck::cast::<_, u8x16>(spread) & BITS).simd_eq(BITS)
}

/// The same for a line dealt out to two chunks.
#[inline]
fn two_chunks(bits: u32) -> [u8x16; 2] {
    const EVEN: u8x16 = u8x16::new([1, 4, 16, 64, 1, 4, 16, 64, 1, 4, 16, 64, 1, 4, 16, 64]);
    const ODD: u8x16 = u8x16::new([2, 8, 32, 128, 2, 8, 32, 128, 2, 8, 32, 128, 2, 8, 32, 128]);
    const FOUR_TIMES: u32 = 0x0101_0101;
    let spread = bits.to_le_bytes().map(|byte| (u32::from(byte) * FOUR_TIMES).to_le());
    let spread: u8x16 = bytemuck::cast(spread);
    [EVEN, ODD].map(|bits| (spread & bits).simd_eq(bits))
}

/// The hexes with anything in their lane, on these lines.
#[inline]
pub(super) fn hexes<const WORDS: usize>(chunks: &[u8x16], lines: Marks, lanes: &Lanes) -> HexSet<WORDS> {
    let rows = Rows { chunks, lines };
    if lanes.in_order {
        by_chunks!(lanes, rows.along<WORDS>(lanes))
    } else {
        by_chunks!(lanes, rows.across<WORDS>(lanes))
    }
}

struct Rows<'a> {
    chunks: &'a [u8x16],
    lines: Marks,
}

impl Rows<'_> {
    /// Where hexes are numbered along the lines.
    fn along<const CHUNKS: usize, const WORDS: usize>(&self, lanes: &Lanes) -> HexSet<WORDS> {
        let levels = &self.chunks.as_chunks::<CHUNKS>().0[1..];
        if CHUNKS <= 2 && lanes.lines <= MAX_LINES {
            let first = self.lines.trailing_zeros() as usize;
            let end = lanes.lines.min(MAX_LINES - self.lines.leading_zeros() as usize);
            let Some(lines) = levels.get(first..end) else { return HexSet::EMPTY };
            let run = |line: &[u8x16; CHUNKS]| match line.as_slice() {
                [even, odd] => {
                    let front = u32::from(reached_lanes(u8x16::unpack_low(*even, *odd)));
                    let back = u32::from(reached_lanes(u8x16::unpack_high(*even, *odd)));
                    front | back << WIDTH
                }
                all => reached_lanes(all[0]).into(),
            };
            return HexSet::of_runs(lanes.first_hex(first), lanes.length, lines.iter().map(run));
        }
        let mut reached = HexSet::EMPTY;
        for line in lanes.marked(self.lines) {
            for (levels, hexes) in levels[line].iter().zip(&lanes.hexes[lanes.of_line(line)]) {
                each_lane(reached_lanes(*levels), |lane| {
                    reached.insert(hexes[lane]);
                });
            }
        }
        reached
    }

    /// Where hexes are numbered across the lines: the hexes of a run stand in as many lines, at the same place.
    fn across<const CHUNKS: usize, const WORDS: usize>(&self, lanes: &Lanes) -> HexSet<WORDS> {
        const RUN: usize = u32::BITS as usize;
        const fn bit(number: u8) -> u8x16 {
            u8x16::new([1 << number; WIDTH])
        }
        const BITS: [u8x16; 8] = [bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7)];
        let mut reached = HexSet::EMPTY;
        let levels = &self.chunks.as_chunks::<CHUNKS>().0[1..=lanes.lines];
        for (number, lines) in levels.chunks(RUN).enumerate() {
            // By eight lines, a bit each.
            let mut bytes = [[NOTHING; CHUNKS]; RUN / 8];
            for (bytes, lines) in bytes.iter_mut().zip(lines.chunks(8)) {
                for (line, bit) in lines.iter().zip(BITS) {
                    for (byte, level) in bytes.iter_mut().zip(line) {
                        *byte |= !level.simd_eq(NOTHING) & bit;
                    }
                }
            }
            let first = lanes.first_chunk(number * RUN);
            for part in 0..CHUNKS {
                let [a, b, c, d] = bytes.map(|byte| byte[part]);
                let (ac, bd) = (u8x16::unpack_low(a, c), u8x16::unpack_low(b, d));
                let (ac_back, bd_back) = (u8x16::unpack_high(a, c), u8x16::unpack_high(b, d));
                let runs: [u32; WIDTH] = bytemuck::cast([
                    u8x16::unpack_low(ac, bd),
                    u8x16::unpack_high(ac, bd),
                    u8x16::unpack_low(ac_back, bd_back),
                    u8x16::unpack_high(ac_back, bd_back),
                ]);
                let places = (lanes.length + CHUNKS - 1 - part) / CHUNKS;
                for (&hex, &run) in lanes.hexes[first + part].iter().zip(&runs).take(places) {
                    reached.insert_run(hex, u32::from_le(run));
                }
            }
        }
        reached
    }
}
