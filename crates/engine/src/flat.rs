//! Flat blocks for states: ids and sets of them, [numbers](crate::number!) with a unit, [flags](crate::flags!), rows
//! indexed by id, and short lists, that save and load compactly.

mod flags;
mod ids;
mod numbers;

pub use ids::{Id, IdSet};

use serde::de::{SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut, Range};

/// A row of `N` values in one flat block. Saved without the default values at its end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Row<T, const N: usize>(pub [T; N]);

impl<T: Copy + Default, const N: usize> Default for Row<T, N> {
    fn default() -> Self {
        Row([T::default(); N])
    }
}

impl<T, const N: usize> Row<T, N> {
    /// For which of the values something holds, a bit each: `test` looks at sixteen at a time, and only where the range
    /// is.
    #[inline]
    #[must_use]
    pub fn bits<const WORDS: usize>(
        &self,
        range: Range<usize>,
        test: impl Fn(&[T; 16]) -> u32,
    ) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        let chunks = range.start / 16..range.end.div_ceil(16);
        for (at, values) in chunks.clone().zip(&self.0.as_chunks().0[chunks]) {
            words[at / 4] |= u64::from(test(values)) << (at % 4 * 16);
        }
        words
    }
}

impl<T, const N: usize> Index<usize> for Row<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

impl<T, const N: usize> IndexMut<usize> for Row<T, N> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.0[at]
    }
}

impl<T: Serialize + Default + PartialEq, const N: usize> Serialize for Row<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let default = T::default();
        let used = self.0.iter().rposition(|value| *value != default).map_or(0, |at| at + 1);
        let mut seq = serializer.serialize_seq(Some(used))?;
        for value in &self.0[..used] {
            seq.serialize_element(value)?;
        }
        seq.end()
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Row<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Filler<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Visitor<'de> for Filler<T, N> {
            type Value = Row<T, N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "at most {N} values")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut row = Row::default();
                let mut at = 0;
                while let Some(value) = seq.next_element()? {
                    if at == N {
                        return Err(serde::de::Error::invalid_length(at + 1, &self));
                    }
                    row.0[at] = value;
                    at += 1;
                }
                Ok(row)
            }
        }
        deserializer.deserialize_seq(Filler(PhantomData))
    }
}

/// A short list in one flat block, newest last.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: u16,
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// Adds at the end.
    ///
    /// # Panics
    ///
    /// When the list is full: whoever chooses a capacity shows that this cannot be. Nothing is dropped in silence.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len as usize] = item;
        self.len += 1;
    }

    /// Takes the newest away. Its slot is blanked, so that equal lists are equal blocks.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(std::mem::take(&mut self.items[self.len as usize]))
    }

    /// The newest.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<T> {
        self.items.get(usize::from(self.len).wrapping_sub(1)).copied()
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        while self.pop().is_some() {}
    }

    /// The items, oldest first.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }

    /// The items, to be changed in place.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }

    /// Keeps the items that pass, in order.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let old = *self;
        self.clear();
        for item in old.as_slice() {
            if keep(item) {
                self.push(*item);
            }
        }
    }

    /// Whether there is no room for `more` items.
    #[must_use]
    pub fn lacks_room(&self, more: usize) -> bool {
        self.len as usize + more > N
    }
}

impl<T, const N: usize> std::ops::Deref for List<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T: Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > N {
            return Err(serde::de::Error::invalid_length(items.len(), &"a shorter list"));
        }
        let mut list = List::default();
        for item in items {
            list.push(item);
        }
        Ok(list)
    }
}
