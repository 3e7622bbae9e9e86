//! Straightest lines between two places, and how far a free one comes.

use super::Visibility;
use crate::hex::Direction;

/// The steps of the straightest lines from a place to another, as axial offsets from the first; both ends left out.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    first: (i16, i16),
    second: (i16, i16),
    /// Steps in the first direction, and in all.
    first_steps: i16,
    steps: i16,
    /// Steps taken, those of them in the first direction (rounded down), and the remainder of that division.
    taken: i16,
    made: i16,
    rest: i16,
}

/// One step of a [`Trace`].
#[derive(Copy, Clone, Debug)]
pub(super) struct TraceStep {
    /// Steps already made in the first direction by the line through `low`; the line through `high` made one more.
    pub made: i16,
    /// The place by rounding down.
    pub low: (i16, i16),
    /// The place by rounding up, where that is another one.
    pub high: Option<(i16, i16)>,
}

impl Trace {
    /// To the place at an axial offset.
    #[inline]
    pub(super) const fn new(dq: i16, dr: i16) -> Self {
        let (first_steps, second_steps, side) = split(dq, dr);
        Self {
            first: side.axial(),
            second: side.counterclockwise().axial(),
            first_steps,
            steps: first_steps + second_steps,
            taken: 0,
            made: 0,
            rest: 0,
        }
    }
}

/// Writes an axial offset as steps in one direction and in the next one counter-clockwise.
#[inline]
const fn split(dq: i16, dr: i16) -> (i16, i16, Direction) {
    let sum = dq + dr;
    if dr <= 0 && sum > 0 {
        (sum, -dr, Direction::E)
    } else if dq > 0 && sum <= 0 {
        (dq, -sum, Direction::NE)
    } else if dr < 0 {
        (-dr, -dq, Direction::NW)
    } else if sum < 0 {
        (-sum, dr, Direction::W)
    } else if dq < 0 {
        (-dq, sum, Direction::SW)
    } else {
        (dr, dq, Direction::SE)
    }
}

impl Iterator for Trace {
    type Item = TraceStep;

    #[inline]
    fn next(&mut self) -> Option<TraceStep> {
        if self.taken + 1 >= self.steps {
            return None;
        }
        self.taken += 1;
        self.rest += self.first_steps;
        if self.rest >= self.steps {
            self.rest -= self.steps;
            self.made += 1;
        }
        let (first, second) = (self.made, self.taken - self.made);
        let q = first * self.first.0 + second * self.second.0;
        let r = first * self.first.1 + second * self.second.1;
        let high =
            (self.rest != 0).then(|| (q + self.first.0 - self.second.0, r + self.first.1 - self.second.1));
        Some(TraceStep { made: first, low: (q, r), high })
    }
}

/// Whether a line can go on through a hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// It sees through.
    Free,
    /// The hex obstructs it.
    Obstructed,
    /// There is no hex.
    None,
}

/// All lines of a corridor, followed from one end.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lines {
    /// Whether a free line reaches the low and the high hex of the last step.
    free_low: bool,
    free_high: bool,
    made: i16,
    hindered: bool,
}

impl Lines {
    /// At the first end.
    pub(super) const START: Self = Self { free_low: true, free_high: false, made: 0, hindered: false };

    /// Goes on by one step of the corridor, through the low or the high hex.
    #[inline]
    pub(super) fn go_on(&mut self, made: i16, low: Way, high: Way) {
        self.hindered |= low == Way::Obstructed || high == Way::Obstructed;
        let (low, high) = (low == Way::Free, high == Way::Free);
        // A line goes on with a step in the first direction (one more made) or in the second (as many made).
        (self.free_low, self.free_high) = if made == self.made {
            (low && self.free_low, high && (self.free_low || self.free_high))
        } else {
            (low && (self.free_low || self.free_high), high && self.free_high)
        };
        self.made = made;
    }

    /// What is seen at the other end.
    #[inline]
    pub(super) const fn sight(self) -> Visibility {
        match (self.free_low || self.free_high, self.hindered) {
            (false, _) => Visibility::Blocked,
            (true, true) => Visibility::Partial,
            (true, false) => Visibility::Clear,
        }
    }
}
