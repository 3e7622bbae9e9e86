//! Names by number, and sets of them.

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// A number that stands for something of a scenario: its place in a list. Made by [`id!`](crate::id).
pub trait Id: Copy {
    /// The one at this place of the list.
    fn at(index: usize) -> Self;

    /// The place in the list.
    fn index(self) -> usize;
}

/// Makes a type of numbers that stand for one kind of thing, so that no number of another kind fits.
///
/// ```
/// use engine::flat::IdSet;
///
/// engine::id!(
///     /// A regiment.
///     Regiment(u8)
/// );
///
/// let third = Regiment::at(2);
/// let camp: IdSet<Regiment, 1> = [third, Regiment(0)].into_iter().collect();
/// assert!(camp.contains(third));
/// assert_eq!(camp.iter().collect::<Vec<_>>(), [Regiment(0), third]);
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident($number:ty)) => {
        $(#[$doc])*
        #[derive(
            Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct $name(pub $number);

        impl $name {
            /// The one at this place of the scenario's list.
            #[inline]
            #[must_use]
            pub const fn at(index: usize) -> $name {
                $name(index as $number)
            }

            /// The place in the scenario's list.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::flat::Id for $name {
            #[inline]
            fn at(index: usize) -> $name {
                $name::at(index)
            }

            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }
    };
}

/// A set of ids, a bit each: one flat block of words.
pub struct IdSet<I, const WORDS: usize> {
    words: [u64; WORDS],
    of: PhantomData<I>,
}

impl<I: Id, const WORDS: usize> IdSet<I, WORDS> {
    /// The set without members.
    pub const EMPTY: Self = IdSet::of_bits([0; WORDS]);

    /// Those whose bits are set.
    #[inline]
    #[must_use]
    pub const fn of_bits(words: [u64; WORDS]) -> Self {
        IdSet { words, of: PhantomData }
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, id: I) {
        self.words[id.index() >> 6] |= 1 << (id.index() & 63);
    }

    /// Adds a member if something holds: without a branch, where that is as good as chance.
    #[inline]
    pub fn insert_if(&mut self, id: I, holds: bool) {
        self.words[id.index() >> 6] |= u64::from(holds) << (id.index() & 63);
    }

    /// Takes a member away.
    #[inline]
    pub fn remove(&mut self, id: I) {
        self.words[id.index() >> 6] &= !(1 << (id.index() & 63));
    }

    /// Whether `id` is a member.
    #[inline]
    #[must_use]
    pub fn contains(&self, id: I) -> bool {
        id.index() >> 6 < WORDS && self.words[id.index() >> 6] & (1 << (id.index() & 63)) != 0
    }

    /// Whether there is no member.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many members. Groups are small: counting one by one is quick.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Members of either.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut words = self.words;
        for (word, other) in words.iter_mut().zip(other.words) {
            *word |= other;
        }
        IdSet::of_bits(words)
    }

    /// Members of both.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        IdSet::of_bits(std::array::from_fn(|at| self.words[at] & other.words[at]))
    }

    /// Members that are not in the other.
    #[inline]
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        IdSet::of_bits(std::array::from_fn(|at| self.words[at] & !other.words[at]))
    }

    /// The member with the lowest number.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<I> {
        self.iter().next()
    }

    /// The member with the highest number.
    #[must_use]
    pub fn last(&self) -> Option<I> {
        let at = self.words.iter().rposition(|&word| word != 0)?;
        Some(I::at(at * 64 + self.words[at].ilog2() as usize))
    }

    /// The members in order of their numbers.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = I> + use<I, WORDS> {
        // The words move down as they are used up: no place is worked out, so all of them can stay in registers.
        let mut words = self.words;
        let mut base = 0;
        std::iter::from_fn(move || {
            while words[0] == 0 {
                if words.iter().fold(0, |all, word| all | word) == 0 {
                    return None;
                }
                for at in 1..WORDS {
                    words[at - 1] = words[at];
                }
                words[WORDS - 1] = 0;
                base += 64;
            }
            let bit = words[0].trailing_zeros() as usize;
            words[0] &= words[0] - 1;
            Some(I::at(base + bit))
        })
    }
}

impl<I, const WORDS: usize> Copy for IdSet<I, WORDS> where I: Copy {}

impl<I: Copy, const WORDS: usize> Clone for IdSet<I, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, const WORDS: usize> PartialEq for IdSet<I, WORDS> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<I, const WORDS: usize> Eq for IdSet<I, WORDS> {}

impl<I: Id, const WORDS: usize> Default for IdSet<I, WORDS> {
    #[inline]
    fn default() -> Self {
        IdSet::EMPTY
    }
}

impl<I: Id + fmt::Debug, const WORDS: usize> fmt::Debug for IdSet<I, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: Id, const WORDS: usize> FromIterator<I> for IdSet<I, WORDS> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = IdSet::EMPTY;
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl<I, const WORDS: usize> Serialize for IdSet<I, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut words = serializer.serialize_tuple(WORDS)?;
        for word in &self.words {
            words.serialize_element(word)?;
        }
        words.end()
    }
}

impl<'de, I: Id, const WORDS: usize> Deserialize<'de> for IdSet<I, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words<const WORDS: usize>;
        impl<'de, const WORDS: usize> Visitor<'de> for Words<WORDS> {
            type Value = [u64; WORDS];
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{WORDS} words of a set")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut words = [0; WORDS];
                for (at, word) in words.iter_mut().enumerate() {
                    *word = seq.next_element()?.ok_or_else(|| Error::invalid_length(at, &self))?;
                }
                Ok(words)
            }
        }
        deserializer.deserialize_tuple(WORDS, Words::<WORDS>).map(IdSet::of_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::IdSet;

    crate::id!(
        /// A piece.
        Piece(u16)
    );

    fn of(numbers: &[u16]) -> IdSet<Piece, 3> {
        numbers.iter().map(|&number| Piece(number)).collect()
    }

    #[test]
    fn members_come_out_in_order() {
        let set = of(&[191, 0, 63, 64, 128]);
        assert_eq!(set.iter().map(|piece| piece.0).collect::<Vec<_>>(), [0, 63, 64, 128, 191]);
        assert_eq!((set.first(), set.last(), set.len()), (Some(Piece(0)), Some(Piece(191)), 5));
        assert_eq!((of(&[]).first(), of(&[]).last()), (None, None));
        assert!(set.contains(Piece(64)) && !set.contains(Piece(65)) && !set.contains(Piece(9_000)));
    }

    #[test]
    fn sets_are_joined_cut_and_taken_away() {
        let (ours, theirs) = (of(&[1, 70, 150]), of(&[1, 71, 150]));
        assert_eq!(ours.union(&theirs), of(&[1, 70, 71, 150]));
        assert_eq!(ours.intersection(&theirs), of(&[1, 150]));
        assert_eq!(ours.difference(&theirs), of(&[70]));
        let mut set = ours;
        set.remove(Piece(70));
        set.insert_if(Piece(2), false);
        set.insert_if(Piece(3), true);
        assert_eq!(set, of(&[1, 3, 150]));
    }

    #[test]
    fn a_set_is_saved_as_its_words() {
        let set = of(&[3, 64]);
        let bytes = postcard::to_allocvec(&set).expect("a set can be written");
        assert_eq!(bytes, postcard::to_allocvec(&[8u64, 1, 0]).expect("words can be written"));
        assert_eq!(postcard::from_bytes::<IdSet<Piece, 3>>(&bytes), Ok(set));
        assert!(postcard::from_bytes::<IdSet<Piece, 3>>(&bytes[..2]).is_err());
    }
}
