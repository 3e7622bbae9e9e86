//! The two sides, sets of them, and whose eyes look at a game.

use serde::{Deserialize, Serialize};
use std::fmt;

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

/// Who is looking.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eyes {
    /// A side's own players.
    Of(Side),
    /// Somebody at neither side: sees only what both sides may know.
    Watcher,
    /// Everything, secrets included: for the table itself, and for everybody once the game is over.
    All,
}
