//! What is kept from one question to the next, so as not to be worked out again; and room to work in.
//!
//! It belongs to whoever plays and is handed in (see [`engine::Rules::Memo`]). Nothing depends on it.

use crate::model::position::Position;
use crate::rules::reach::Pool;
use crate::rules::rides::Standing;
use engine::Side;
use ground::Scratch;
use std::cell::Cell;

/// The memo of one who plays. Its parts are made when they are first needed.
#[derive(Default)]
pub struct Memo {
    search: Option<Box<Scratch>>,
    floods: Option<Box<Pool>>,
    /// By [`Side::index`].
    rides: [Option<Box<Standing>>; 2],
}

/// A memo lent to a position. A part is taken out while it is used, so that nobody finds it half-changed.
#[derive(Copy, Clone)]
pub(crate) struct Lent<'a>(Option<&'a Cell<Memo>>);

impl<'a> Lent<'a> {
    /// Nobody keeps anything.
    pub const NOTHING: Lent<'a> = Lent(None);

    /// Lends a memo.
    pub fn of(memo: &'a mut Memo) -> Lent<'a> {
        Lent(Some(Cell::from_mut(memo)))
    }

    fn with_memo<T>(self, look: impl FnOnce(&mut Memo) -> T) -> Option<T> {
        self.0.map(|cell| {
            let mut memo = cell.take();
            let seen = look(&mut memo);
            cell.set(memo);
            seen
        })
    }

    /// Uses a part of the memo; a new one if there is no memo, or if the part is in use.
    #[inline]
    fn lend<T: Default, U>(
        self,
        part: impl Fn(&mut Memo) -> &mut Option<Box<T>>,
        work: impl FnOnce(&mut T) -> U,
    ) -> U {
        let mut thing = self.with_memo(|memo| part(memo).take()).flatten().unwrap_or_default();
        let result = work(&mut thing);
        self.with_memo(|memo| *part(memo) = Some(thing));
        result
    }
}

impl Position<'_> {
    /// Lends the working room of the searches with ways.
    #[inline]
    pub(crate) fn search<T>(&self, search: impl FnOnce(&mut Scratch) -> T) -> T {
        self.memo.lend(|memo| &mut memo.search, search)
    }

    /// Lends the working room of the floods.
    #[inline]
    pub(crate) fn flood<T>(&self, flood: impl FnOnce(&mut Pool) -> T) -> T {
        self.memo.lend(|memo| &mut memo.floods, flood)
    }

    /// Lends what is known of the riders of a side.
    #[inline]
    pub(crate) fn known_rides<T>(&self, side: Side, ask: impl FnOnce(&mut Standing) -> T) -> T {
        self.memo.lend(|memo| &mut memo.rides[side.index()], ask)
    }
}
