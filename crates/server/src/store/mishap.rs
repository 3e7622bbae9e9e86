//! Writes that fail on purpose, at every point at which a disk or a database fails by itself.
//!
//! Nothing here ever happens unless a test asks for it: see `tests/mishaps.rs`.

use super::{Result, StoreError};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Where a write fails.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Point {
    /// Before anything was done.
    Begin,
    /// At the first statement; the transaction is taken back by the database itself.
    Statement,
    /// At the first statement; the transaction is left as it was begun, and whoever has its connection next would be in
    /// the midst of it.
    Left,
    /// At its end; nothing of it is kept.
    Commit,
    /// After its end: all of it is kept, and nobody is told so.
    Committed,
}

impl Point {
    /// All of them.
    pub const ALL: [Point; 5] =
        [Point::Begin, Point::Statement, Point::Left, Point::Commit, Point::Committed];
}

/// What fails, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mishap {
    /// Where.
    pub at: Point,
    /// What the database says.
    pub saying: &'static str,
    /// How many writes go well before.
    pub after: u64,
    /// Of so many writes one fails: 1 is every write, 2 every other.
    pub every: u64,
}

/// The mishaps of a store.
#[derive(Debug, Default)]
pub struct Mishaps {
    plan: Mutex<Option<Mishap>>,
    writes: AtomicU64,
    failed: AtomicU64,
}

impl Mishaps {
    /// From now on this happens, or nothing any more.
    pub fn plan(&self, mishap: Option<Mishap>) {
        let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        self.writes.store(0, Ordering::Relaxed);
        *plan = mishap;
    }

    /// How many writes have failed on purpose.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// A write has come to this point.
    pub(super) fn at(&self, point: Point) -> Result<()> {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mishap) = plan.as_ref().filter(|mishap| mishap.at == point) else { return Ok(()) };
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        if number.checked_sub(mishap.after).is_some_and(|number| number.is_multiple_of(mishap.every)) {
            self.failed.fetch_add(1, Ordering::Relaxed);
            return Err(StoreError::of_storage(mishap.saying));
        }
        Ok(())
    }
}
