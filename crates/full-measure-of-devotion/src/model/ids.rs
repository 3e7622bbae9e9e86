//! Forces by their letters, commanders by their numbers.

use engine::Side;
use engine::flat::{Id, IdSet};
use serde::{Deserialize, Serialize};

/// Sleighs of each side, by [`Side::index`] (FMD-1-2): it never has more Forces (FMD-3-5).
pub const SLEIGHS: [usize; 2] = [12, 9];
/// Sleighs of both sides.
pub const FORCES: usize = SLEIGHS[0] + SLEIGHS[1];
/// The most towns and cities.
pub const MOST_TOWNS: usize = 128;
/// The most commanders of both sides together.
pub const MOST_COMMANDERS: usize = 32;

/// A sleigh: Union A to L, then Confederate A to I.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ForceId(pub u8);

impl ForceId {
    /// The sleigh of a side with this number, 0 for A; `None` if it has no such sleigh.
    #[must_use]
    pub fn new(side: Side, number: usize) -> Option<ForceId> {
        (number < SLEIGHS[side.index()]).then(|| ForceId((side.index() * SLEIGHS[0] + number) as u8))
    }

    /// For tables with a row a sleigh.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose it is.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.index() < SLEIGHS[0] { Side::Union } else { Side::Confederate }
    }

    /// The letter on it (FMD-3-4).
    #[must_use]
    pub const fn letter(self) -> char {
        let number = if self.index() < SLEIGHS[0] { self.0 } else { self.0 - SLEIGHS[0] as u8 };
        (b'A' + number) as char
    }

    /// Its name in the notation: `US-A`, `CS-A`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}-{}", if self.side() == Side::Union { "US" } else { "CS" }, self.letter())
    }

    /// Reads a name as [`ForceId::name`] writes it, in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<ForceId> {
        let (side, letter) = text.split_once('-')?;
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
        let number = (letter.to_ascii_uppercase() as u32).checked_sub('A' as u32)?;
        ForceId::new(Side::parse(side)?, number as usize)
    }

    /// Every sleigh of a side, by letter.
    #[inline]
    pub fn of(side: Side) -> impl DoubleEndedIterator<Item = ForceId> + Clone {
        let first = side.index() * SLEIGHS[0];
        (first..first + SLEIGHS[side.index()]).map(|index| ForceId(index as u8))
    }

    /// Every sleigh.
    #[inline]
    pub fn all() -> impl Iterator<Item = ForceId> {
        (0..FORCES).map(|index| ForceId(index as u8))
    }
}

impl Id for ForceId {
    #[inline]
    fn at(index: usize) -> ForceId {
        ForceId(index as u8)
    }

    #[inline]
    fn index(self) -> usize {
        ForceId::index(self)
    }
}

/// A set of Forces.
pub type ForceSet = IdSet<ForceId, 1>;

engine::id!(
    /// A town or city, by its place in the campaign's list of them.
    TownId(u8)
);

/// A set of towns.
pub type Towns = IdSet<TownId, { MOST_TOWNS / 64 }>;

/// A commander's number in the campaign.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

impl CommanderId {
    /// For tables with a row a commander.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of commanders.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Officers(u32);

impl Officers {
    /// Nobody.
    pub const NONE: Officers = Officers(0);

    /// The set with one member.
    #[inline]
    #[must_use]
    pub const fn only(commander: CommanderId) -> Officers {
        Officers(1 << commander.0)
    }

    /// Whether he is a member.
    #[inline]
    #[must_use]
    pub const fn contains(self, commander: CommanderId) -> bool {
        self.0 & (1 << commander.0) != 0
    }

    /// With him.
    #[inline]
    #[must_use]
    pub const fn with(self, commander: CommanderId) -> Officers {
        Officers(self.0 | 1 << commander.0)
    }

    /// Without him.
    #[inline]
    #[must_use]
    pub const fn without(self, commander: CommanderId) -> Officers {
        Officers(self.0 & !(1 << commander.0))
    }

    /// Members of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Officers) -> Officers {
        Officers(self.0 | other.0)
    }

    /// Members of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Officers) -> Officers {
        Officers(self.0 & other.0)
    }

    /// Members of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Officers) -> Officers {
        Officers(self.0 & !other.0)
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is nobody.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The member with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<CommanderId> {
        if self.0 == 0 { None } else { Some(CommanderId(self.0.trailing_zeros() as u8)) }
    }

    /// The members, by number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = CommanderId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = Officers(rest).first()?;
            rest &= rest - 1;
            Some(next)
        })
    }
}

impl FromIterator<CommanderId> for Officers {
    fn from_iter<I: IntoIterator<Item = CommanderId>>(commanders: I) -> Officers {
        commanders.into_iter().fold(Officers::NONE, Officers::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back() {
        for force in ForceId::all() {
            assert_eq!(ForceId::parse(&force.name()), Some(force));
        }
        assert_eq!(ForceId::parse("CS-I").map(ForceId::side), Some(Side::Confederate));
        for wrong in ["CS-J", "US-M", "US-", "A", "XX-A", "US-AB"] {
            assert_eq!(ForceId::parse(wrong), None, "{wrong}");
        }
        assert_eq!(ForceId::of(Side::Confederate).count(), 9, "FMD-1-2");
    }

    #[test]
    fn who_is_there_twice_is_there_once() {
        let [first, second] = [3, 5].map(CommanderId);
        let both = Officers::only(first).with(second);
        assert_eq!(both.with(second), both);
        assert_eq!(both.union(Officers::only(first)), both);
        assert_eq!((both.count(), both.without(first)), (2, Officers::only(second)));
    }
}
