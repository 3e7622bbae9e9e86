//! Sets of hexes as rows of bits.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hex::Hex;

/// The largest number of hexes a grid may have.
pub const MAX_HEXES: usize = 2048;

/// A set of hexes of a grid of any size.
pub type GridSet = HexSet<{ MAX_HEXES / 64 }>;

/// A set of hexes: a block of words, 64 hexes each, copied as it is, no allocation. Whoever uses it chooses how many
/// hexes it holds; without a choice 1,024, in 128 bytes.
///
/// Written to files as the ascending list of its members.
///
/// ```
/// use ground::{Hex, HexSet};
/// let held: HexSet = [Hex(3), Hex(70)].into_iter().collect();
/// let mut seen = HexSet::EMPTY;
/// seen.insert(Hex(70));
/// assert!(held.intersects(&seen));
/// assert_eq!(held.difference(&seen).iter().collect::<Vec<_>>(), [Hex(3)]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HexSet<const WORDS: usize = 16> {
    words: [u64; WORDS],
}

impl<const WORDS: usize> HexSet<WORDS> {
    /// How many hexes it holds: those with a lower index than this.
    pub const CAPACITY: usize = WORDS * 64;
    /// The set without members.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// The set of the one hex given.
    #[inline]
    pub fn of(hex: Hex) -> Self {
        let mut set = Self::EMPTY;
        set.insert(hex);
        set
    }

    /// The first `count` hexes: a whole grid.
    ///
    /// # Panics
    /// If `count` exceeds the [capacity](Self::CAPACITY).
    pub fn first(count: usize) -> Self {
        assert!(count <= Self::CAPACITY, "a hex set holds at most {} hexes", Self::CAPACITY);
        let mut set = Self::EMPTY;
        set.words[..count / 64].fill(u64::MAX);
        if !count.is_multiple_of(64) {
            set.words[count / 64] = (1 << (count % 64)) - 1;
        }
        set
    }

    /// Adds a hex; says whether it was new.
    ///
    /// # Panics
    /// If the index is the [capacity](Self::CAPACITY) or more.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let word = &mut self.words[hex.index() / 64];
        let bit = 1 << (hex.index() % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Adds a hex if something holds: without a branch, where that is as good as chance.
    ///
    /// # Panics
    /// If the index is the [capacity](Self::CAPACITY) or more.
    #[inline]
    pub fn insert_if(&mut self, hex: Hex, holds: bool) {
        self.words[hex.index() / 64] |= u64::from(holds) << (hex.index() % 64);
    }

    /// Adds those of the 32 hexes from `first` on whose bits are set, the lowest bit being `first`. A bit beyond the
    /// [capacity](Self::CAPACITY) stands for no hex, and must not be set.
    ///
    /// # Panics
    /// If `first` is the [capacity](Self::CAPACITY) or more.
    #[inline]
    pub fn insert_run(&mut self, first: Hex, bits: u32) {
        let (word, shift) = (first.index() / 64, first.index() % 64);
        let bits = u64::from(bits);
        self.words[word] |= bits << shift;
        // Shifted twice, for a word is not shifted by its width. From the last word nothing is carried over.
        self.words[(word + 1) % WORDS] |= bits >> 1 >> (63 - shift);
    }

    /// The hexes of runs of the same length, up to 32, that follow one another from `first` on: their bits, the lowest
    /// being the first hex of each. None beyond its length must be set.
    ///
    /// # Panics
    /// If they reach beyond the [capacity](Self::CAPACITY).
    #[inline]
    pub fn of_runs(first: Hex, length: usize, runs: impl Iterator<Item = u32>) -> Self {
        let mut set = Self::EMPTY;
        let (mut word, mut shift) = (first.index() / 64, first.index() % 64);
        let mut bits = 0;
        for run in runs {
            bits |= u64::from(run) << shift;
            shift += length;
            if shift >= 64 {
                set.words[word] = bits;
                (word, shift) = (word + 1, shift - 64);
                bits = u64::from(run) >> (length - shift);
            }
        }
        if bits != 0 {
            set.words[word] = bits;
        }
        set
    }

    /// Which of the 32 hexes from `first` on are members, the lowest bit being `first`: what
    /// [`HexSet::insert_run`] adds. Bits beyond the [capacity](Self::CAPACITY) mean nothing.
    ///
    /// # Panics
    /// If `first` is the [capacity](Self::CAPACITY) or more.
    #[inline]
    pub fn run(&self, first: Hex) -> u32 {
        let (word, shift) = (first.index() / 64, first.index() % 64);
        // Shifted twice, for a word is not shifted by its width.
        (self.words[word] >> shift | self.words[(word + 1) % WORDS] << 1 << (63 - shift)) as u32
    }

    /// Takes a hex out; says whether it was there.
    #[inline]
    pub fn remove(&mut self, hex: Hex) -> bool {
        let Some(word) = self.words.get_mut(hex.index() / 64) else { return false };
        let bit = 1 << (hex.index() % 64);
        let there = *word & bit != 0;
        *word &= !bit;
        there
    }

    /// Is the hex a member?
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.words.get(hex.index() / 64).is_some_and(|word| word >> (hex.index() % 64) & 1 == 1)
    }

    /// Removes every member.
    #[inline]
    pub fn clear(&mut self) {
        self.words = [0; WORDS];
    }

    /// Has it no member?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// The number of members. Most sets are a spot on the map: empty words are quicker passed over than counted.
    pub fn count(&self) -> usize {
        self.words.iter().filter(|&&word| word != 0).map(|word| word.count_ones() as usize).sum()
    }

    /// Members of either.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Members of both.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Members of this one that are not in the other.
    #[inline]
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Adds all members of the other.
    #[inline]
    pub fn extend_with(&mut self, other: &Self) {
        *self = self.union(other);
    }

    /// Is there a common member?
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).fold(0, |common, (a, b)| common | (a & b)) != 0
    }

    /// Is every member also in the other?
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// The member with the lowest index.
    #[inline]
    pub fn first_member(&self) -> Option<Hex> {
        self.iter().next()
    }

    /// The member with the highest index.
    pub fn last_member(&self) -> Option<Hex> {
        let at = self.words.iter().rposition(|&word| word != 0)?;
        Some(Hex((at * 64) as u16 + self.words[at].ilog2() as u16))
    }

    /// The member that has so many before it in ascending order.
    pub fn nth(&self, before: usize) -> Option<Hex> {
        let mut before = before;
        for (at, &word) in self.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            let here = word.count_ones() as usize;
            if before < here {
                let mut left = word;
                for _ in 0..before {
                    left &= left - 1;
                }
                return Some(Hex((at * 64) as u16 + left.trailing_zeros() as u16));
            }
            before -= here;
        }
        None
    }

    /// Members in ascending order.
    #[inline]
    pub fn iter(&self) -> Members<WORDS> {
        Members { words: self.words, at: 0, left: self.words[0] }
    }

    /// Appends what `make` makes of each member, in ascending order.
    #[inline]
    pub fn list<T>(&self, out: &mut Vec<T>, make: impl Fn(Hex) -> T) {
        for (at, &word) in self.words.iter().enumerate() {
            if word == 0 {
                continue;
            }
            let mut left = word;
            out.extend((0..word.count_ones()).map(|_| {
                let hex = Hex((at * 64) as u16 + left.trailing_zeros() as u16);
                left &= left - 1;
                make(hex)
            }));
        }
    }

    /// The same hexes in a set of another capacity.
    ///
    /// # Panics
    /// If a member does not fit.
    #[must_use]
    pub fn resized<const OTHER: usize>(&self) -> HexSet<OTHER> {
        self.iter().collect()
    }

    #[inline]
    fn zip(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = [0; WORDS];
        for (out, (a, b)) in words.iter_mut().zip(self.words.iter().zip(&other.words)) {
            *out = join(*a, *b);
        }
        Self { words }
    }
}

impl<const WORDS: usize> Default for HexSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> fmt::Debug for HexSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|hex| hex.0)).finish()
    }
}

impl<const WORDS: usize> Extend<Hex> for HexSet<WORDS> {
    fn extend<I: IntoIterator<Item = Hex>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl<const WORDS: usize> FromIterator<Hex> for HexSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(hexes);
        set
    }
}

impl<const WORDS: usize> IntoIterator for &HexSet<WORDS> {
    type Item = Hex;
    type IntoIter = Members<WORDS>;

    fn into_iter(self) -> Members<WORDS> {
        self.iter()
    }
}

/// The members of a [`HexSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct Members<const WORDS: usize = 16> {
    words: [u64; WORDS],
    at: usize,
    /// Members in the word at hand that have not been told.
    left: u64,
}

impl<const WORDS: usize> Iterator for Members<WORDS> {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        while self.left == 0 {
            self.left = *self.words.get(self.at + 1)?;
            self.at += 1;
        }
        let bit = self.left.trailing_zeros() as u16;
        self.left &= self.left - 1;
        Some(Hex((self.at * 64) as u16 + bit))
    }
}

impl<const WORDS: usize> Serialize for HexSet<WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members: Vec<Hex> = self.iter().collect();
        members.serialize(serializer)
    }
}

impl<'de, const WORDS: usize> Deserialize<'de> for HexSet<WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = Vec::<Hex>::deserialize(deserializer)?;
        match members.iter().find(|hex| hex.index() >= Self::CAPACITY) {
            Some(hex) => {
                let most = Self::CAPACITY;
                Err(D::Error::custom(format!("hex {} lies outside a set of {most} hexes", hex.0)))
            }
            None => Ok(members.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_out_in_order() {
        let mut set: HexSet = HexSet::EMPTY;
        for index in [1023, 0, 64, 63, 500] {
            assert!(set.insert(Hex(index)));
        }
        assert!(!set.insert(Hex(64)));
        assert_eq!(set.iter().map(|hex| hex.0).collect::<Vec<_>>(), [0, 63, 64, 500, 1023]);
        assert_eq!(set.count(), 5);
        assert_eq!([set.first_member(), set.last_member()], [Some(Hex(0)), Some(Hex(1023))]);
        assert_eq!(HexSet::<16>::EMPTY.last_member(), None);
        let one_by_one = (0..6).map_while(|before| set.nth(before)).map(|hex| hex.0);
        assert_eq!(one_by_one.collect::<Vec<_>>(), [0, 63, 64, 500, 1023]);
        let mut list = vec![7];
        set.list(&mut list, |hex| hex.0);
        assert_eq!(list, [7, 0, 63, 64, 500, 1023]);
        assert!(set.remove(Hex(0)) && !set.remove(Hex(0)));
        assert!(!set.contains(Hex(0)) && set.contains(Hex(63)) && !set.contains(Hex(5000)));
    }

    #[test]
    fn runs_of_hexes() {
        for first in [0, 7, 31, 32, 33, 63, 64, 990, 992, 1000, 1023] {
            for bits in [0, 1, 0b1010_0000_0000_0001, 1 << 31, u32::MAX] {
                let bits = if first > 992 { bits & 1 } else { bits };
                let mut run: HexSet = [Hex(first)].into_iter().collect();
                run.insert_run(Hex(first), bits);
                let members = (0..32).filter(|bit| bits >> bit & 1 == 1 || *bit == 0).map(|bit| first + bit);
                assert_eq!(run.iter().map(|hex| hex.0).collect::<Vec<_>>(), members.collect::<Vec<_>>());
                assert_eq!(run.run(Hex(first)), bits | 1);
            }
        }
    }

    #[test]
    fn runs_that_follow_one_another() {
        for length in [1, 7, 14, 24, 31, 32] {
            let whole = u32::MAX >> (32 - length);
            let runs = [0, u32::MAX, 0x8421_1248, 1, 0, 0xF0F0_F0F0, u32::MAX, 3].map(|run| run & whole);
            for first in [0, 5, 63, 64, 700] {
                let set: HexSet = HexSet::of_runs(Hex(first), length, runs.into_iter());
                let mut expected = HexSet::EMPTY;
                for (at, run) in runs.into_iter().enumerate() {
                    expected.insert_run(Hex(first + (at * length) as u16), run);
                }
                assert_eq!(set, expected, "{length} from {first}");
            }
        }
    }

    #[test]
    fn a_whole_grid() {
        for count in [0, 1, 63, 64, 65, 552, 1024] {
            let set: HexSet = HexSet::first(count);
            assert_eq!(set.count(), count);
            assert!(!set.contains(Hex(count as u16)));
            assert_eq!(set.resized::<32>(), GridSet::first(count));
        }
    }
}
