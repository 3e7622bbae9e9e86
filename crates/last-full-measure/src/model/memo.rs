//! What is kept from one question to the next, so as not to be worked out again; and room to work in.
//!
//! It belongs to whoever plays and is handed in (see [`engine::Rules::Memo`]). Nothing depends on it.

use crate::rules::reach::Searches;
use std::cell::Cell;

/// The memo of one who plays. It is filled when something is first looked for.
#[derive(Default)]
pub struct Memo {
    searches: Option<Box<Searches>>,
}

/// A memo lent to a position. What it holds is taken out while it is used, so that nobody finds it half-changed.
#[derive(Copy, Clone)]
pub(crate) struct Lent<'a> {
    memo: Option<&'a Cell<Memo>>,
    /// The number of the country in the memo that is known to be that of the position; 0 if that is not known.
    seen: u64,
}

impl<'a> Lent<'a> {
    /// Nobody keeps anything.
    pub(crate) const NOTHING: Lent<'a> = Lent { memo: None, seen: 0 };

    /// Lends a memo.
    #[inline]
    pub(crate) fn of(memo: &'a mut Memo) -> Lent<'a> {
        Lent { memo: Some(Cell::from_mut(memo)), seen: 0 }
    }

    /// The same, lent to a position whose country has this number in it.
    #[inline]
    pub(crate) fn seen(self, number: u64) -> Lent<'a> {
        Lent { seen: number, ..self }
    }

    /// Whether the country of this number is known to be that of the position.
    #[inline]
    pub(crate) fn has_seen(self, number: u64) -> bool {
        self.seen != 0 && self.seen == number
    }

    /// Uses the searches made so far; new ones if there is no memo, or if they are in use.
    #[inline]
    pub(crate) fn with_searches<T>(self, work: impl FnOnce(&mut Searches) -> T) -> T {
        let kept = self.memo.and_then(|memo| memo.take().searches);
        let mut searches = kept.unwrap_or_else(first_searches);
        let result = work(&mut searches);
        if let Some(memo) = self.memo {
            memo.set(Memo { searches: Some(searches) });
        }
        result
    }
}

#[cold]
fn first_searches() -> Box<Searches> {
    Box::default()
}
