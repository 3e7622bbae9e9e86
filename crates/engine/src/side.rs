//! The two sides, sets of them, and whose eyes look at a game.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two armies.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Side {
    /// The United States.
    Union,
    /// The Confederate States.
    Confederate,
}

impl Side {
    /// Both sides, in the order of their indices.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederate];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// 0 or 1, for tables with a row a side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name a player reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Union => "Union",
            Side::Confederate => "Confederate",
        }
    }

    /// The name in ids, files and on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }

    /// Reads a side as people write it: `Union`, `USA`, `US`, `Confederate`, `CSA`, `CS`, in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Side> {
        match text.to_ascii_lowercase().as_str() {
            "union" | "usa" | "us" => Some(Side::Union),
            "confederate" | "csa" | "cs" => Some(Side::Confederate),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something for each side, found by the side: `lost[Side::Union]`.
///
/// In files and on the wire it is a table with the keys `union` and `confederate`; of a `BySide<Option<T>>` either may
/// be left out.
///
/// ```
/// use engine::{BySide, Side};
///
/// let mut lost = BySide::from_fn(|_| 0);
/// lost[Side::Union] += 3;
/// assert_eq!(lost, BySide { union: 3, confederate: 0 });
/// assert_eq!(lost.map(|lost| lost > 0).confederate, false);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BySide<T> {
    /// For the Union.
    pub union: T,
    /// For the Confederates.
    pub confederate: T,
}

impl<T> BySide<T> {
    /// What `make` makes for each side, the Union first.
    #[inline]
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        let union = make(Side::Union);
        BySide { union, confederate: make(Side::Confederate) }
    }

    /// The same of each.
    #[inline]
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { union: change(self.union), confederate: change(self.confederate) }
    }

    /// Both with their sides, the Union first.
    pub fn each(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::BOTH.into_iter().map(|side| (side, &self[side]))
    }
}

impl<T> BySide<Option<T>> {
    /// The one of this side, if it is there.
    #[inline]
    #[must_use]
    pub const fn of(&self, side: Side) -> Option<&T> {
        match side {
            Side::Union => self.union.as_ref(),
            Side::Confederate => self.confederate.as_ref(),
        }
    }

    /// What is there, with its side, the Union first.
    pub fn given(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::BOTH.into_iter().filter_map(|side| Some((side, self.of(side)?)))
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Union => &mut self.union,
            Side::Confederate => &mut self.confederate,
        }
    }
}

/// A set of sides: who must decide now. Two members mean a secret, simultaneous decision.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Sides(u8);

impl Sides {
    /// Nobody.
    pub const NONE: Sides = Sides(0);
    /// Both sides.
    pub const BOTH: Sides = Sides(3);

    /// The set with one member.
    #[inline]
    #[must_use]
    pub const fn only(side: Side) -> Sides {
        Sides(1 << side as u8)
    }

    /// Whether `side` is a member.
    #[inline]
    #[must_use]
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side as u8) != 0
    }

    /// The set with `side` added.
    #[inline]
    #[must_use]
    pub const fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side as u8)
    }

    /// The set with `side` taken away.
    #[inline]
    #[must_use]
    pub const fn without(self, side: Side) -> Sides {
        Sides(self.0 & !(1 << side as u8))
    }

    /// The members, Union first.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self.contains(side))
    }

    /// The first member, Union before Confederate.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Side> {
        match self.0 {
            0 => None,
            2 => Some(Side::Confederate),
            _ => Some(Side::Union),
        }
    }
}

/// Who is looking: for the rules, for an army; at the table, from a seat (`Eyes<Seat>`).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eyes<Who = Side> {
    /// Those of this army, or of whoever sits on this seat.
    Of(Who),
    /// Somebody at neither side: sees only what both sides may know.
    Watcher,
    /// Everything, secrets included: for the table itself, and for everybody once the game is over.
    All,
}
