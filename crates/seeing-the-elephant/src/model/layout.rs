//! Circles and corners of everybody on the table, for whoever asks about all of them again and again while nobody
//! moves: what a list of answers is made of, or a phase.

use super::figure::{Footprint, Round};
use super::ids::UnitId;
use super::position::Position;
use engine::Side;
use ground::geometry::Point;
use ground::table::Posed;
use std::cell::RefCell;

/// Circles and corners of everybody on the table. It belongs to one position and is no part of a state.
#[derive(Debug)]
pub struct Layout {
    rounds: Vec<Round>,
    /// Who is on the table: one side by number, then the other.
    present: Vec<UnitId>,
    /// Where the second side begins.
    second: usize,
    corners: RefCell<Corners>,
}

/// Corners, of those whose anybody wanted.
#[derive(Debug, Default)]
struct Corners {
    all: Vec<Posed>,
    /// Where those of a unit are among them, from and to.
    of: Vec<Option<(usize, usize)>>,
}

impl Layout {
    /// That of a position.
    #[must_use]
    pub fn of(at: Position<'_>) -> Layout {
        let count = at.rules.units.len();
        let mut rounds = vec![Round { middle: Point::new(0, 0), radius: 0 }; count];
        let mut present = Vec::with_capacity(count);
        let mut second = 0;
        for side in Side::BOTH {
            second = present.len();
            present.extend(at.present_of(side));
        }
        for &unit in &present {
            rounds[unit.index()] = at.round(unit);
        }
        let of = vec![None; count];
        Layout { rounds, present, second, corners: RefCell::new(Corners { all: Vec::new(), of }) }
    }

    /// A side's troops on the table, by number.
    #[inline]
    pub(super) fn present_of(&self, side: Side) -> &[UnitId] {
        let (first, second) = self.present.split_at(self.second);
        if side == Side::BOTH[0] { first } else { second }
    }

    /// The circle round a unit on the table.
    #[inline]
    pub(super) fn round(&self, unit: UnitId) -> Round {
        self.rounds[unit.index()]
    }

    /// The corners of a unit on the table, worked out when they are wanted for the first time.
    pub(super) fn footprint(&self, unit: UnitId, work_out: impl FnOnce() -> Footprint) -> Footprint {
        let known = self.corners.borrow().of[unit.index()];
        if let Some((from, to)) = known {
            return self.corners.borrow().all[from..to].iter().copied().collect();
        }
        let found = work_out();
        let mut corners = self.corners.borrow_mut();
        let from = corners.all.len();
        corners.all.extend_from_slice(&found);
        corners.of[unit.index()] = Some((from, corners.all.len()));
        found
    }
}
