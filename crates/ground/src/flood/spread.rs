//! How a flood spreads: line by line, until nothing changes.

use std::ops::Range;

use wide::u8x16;

use super::lanes::{Lanes, beside_of, left_of, right_of};
use super::{Marks, NOTHING, mark};

/// With the steps.
pub(super) const FORWARD: bool = false;
/// Against them.
pub(super) const BACKWARD: bool = true;

/// A flood that spreads, and what it runs over, by line; with a line before and a line after.
pub(super) struct Ground<'a, const CHUNKS: usize, const BACKWARD: bool> {
    pub(super) level: &'a mut [[u8x16; CHUNKS]],
    pub(super) steps: &'a [[[u8x16; 6]; CHUNKS]],
    pub(super) barred: &'a [[u8x16; CHUNKS]],
    pub(super) lanes: &'a Lanes,
}

impl<const CHUNKS: usize, const BACKWARD: bool> Ground<'_, CHUNKS, BACKWARD> {
    /// Goes down the lines and up again, to those next to lines that have changed, and on while lines change: a level
    /// runs through many lines in one go. The lines that have changed.
    #[inline(always)]
    pub(super) fn sweep(&mut self, fresh: Range<usize>) -> Marks {
        // Lines that have changed since the line below looked at them, and since the one above did.
        let (mut below, mut above): (Marks, Marks) = (0, 0);
        for line in fresh {
            self.settle(line, None);
            below |= mark(line);
        }
        above |= below;
        let mut changed = below;
        while below | above != 0 {
            while below != 0 {
                let mut line = below.trailing_zeros() as usize + 1;
                below &= below - 1;
                while line < self.lanes.lines && self.settle(line, Some(From::Above)) {
                    above |= mark(line);
                    below &= !mark(line);
                    line += 1;
                }
            }
            changed |= above;
            while above != 0 {
                let mut line = above.ilog2() as usize;
                above ^= mark(line);
                while line > 0 && self.settle(line - 1, Some(From::Below)) {
                    line -= 1;
                    below |= mark(line);
                    above &= !mark(line);
                }
            }
            changed |= below;
        }
        changed
    }

    /// The same for more lines than there are marks: all of them, until nothing changes.
    pub(super) fn sweep_many(&mut self, fresh: Range<usize>) -> Marks {
        for line in fresh {
            self.settle(line, None);
        }
        let mut marks = 0;
        let mut any = true;
        while any {
            any = false;
            let down = (1..self.lanes.lines).map(|line| (line, From::Above));
            let up = (0..self.lanes.lines - 1).rev().map(|line| (line, From::Below));
            for (line, from) in down.chain(up) {
                if self.settle(line, Some(from)) {
                    marks |= mark(line);
                    any = true;
                }
            }
        }
        marks
    }

    /// Lets the levels of a neighbouring line flow into a line, and along it; whether it has changed.
    #[inline(always)]
    fn settle(&mut self, line: usize, from: Option<From>) -> bool {
        let mut now = self.level[line + 1];
        let (steps, barred, old) = (&self.steps[line + 1], &self.barred[line + 1], now);
        if let Some(from) = from {
            let (place, side, back) = match from {
                From::Above => (line, 0, 2),
                From::Below => (line + 2, 2, 0),
            };
            let (other, leans_right) = (self.level[place], self.lanes.leans_right(line));
            // One neighbour stands at the hex's own place, the other beside it. Backward they are the ones that are
            // entered.
            let [straight, beside] = if BACKWARD {
                let steps = &self.steps[place];
                let left = |side: usize| -> [u8x16; CHUNKS] {
                    std::array::from_fn(|part| other[part].saturating_sub(steps[part][side]))
                };
                [left(back), beside_of(&left(back + 1), leans_right)]
            } else {
                let left = |from: [u8x16; CHUNKS], side: usize| -> [u8x16; CHUNKS] {
                    std::array::from_fn(|part| from[part].saturating_sub(steps[part][side]))
                };
                [left(other, side), left(beside_of(&other, leans_right), side + 1)]
            };
            for (part, now) in now.iter_mut().enumerate() {
                *now = (*now).max(!barred[part] & straight[part].max(beside[part]));
            }
            if same(&now, &old) {
                return false;
            }
        }
        // Along the line the hexes are each other's neighbours.
        let price = |side: usize| -> [u8x16; CHUNKS] { std::array::from_fn(|part| steps[part][side]) };
        let (left, right) = (price(4), price(5));
        let along: [[u8x16; 2]; CHUNKS] = std::array::from_fn(|part| {
            let prices = if BACKWARD {
                [left_of(&right, part), right_of(&left, part)]
            } else {
                [left[part], right[part]]
            };
            prices.map(|price| price | barred[part])
        });
        let flow = |mut now: [u8x16; CHUNKS]| -> [u8x16; CHUNKS] {
            for part in 0..CHUNKS {
                let [left, right] = along[part];
                let into =
                    left_of(&now, part).saturating_sub(left).max(right_of(&now, part).saturating_sub(right));
                now[part] = now[part].max(into);
            }
            now
        };
        let mut last = flow(now);
        now = flow(last);
        while !same(&now, &last) {
            last = now;
            now = flow(now);
        }
        self.level[line + 1] = now;
        true
    }
}

/// The neighbouring line that a line looks at.
#[derive(Copy, Clone)]
enum From {
    Above,
    Below,
}

/// Are all levels equal?
#[inline]
fn same<const CHUNKS: usize>(ours: &[u8x16; CHUNKS], theirs: &[u8x16; CHUNKS]) -> bool {
    let pairs = ours.iter().zip(theirs);
    pairs.fold(!NOTHING, |equal, (ours, theirs)| equal & ours.simd_eq(*theirs)).all()
}
