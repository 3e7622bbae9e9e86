//! Sets of classes of ground, which a game names and numbers.

use std::ops::{BitOr, BitOrAssign};

/// How many classes of ground a game may have.
pub const CLASSES: u8 = 16;

/// A set of classes of ground. What a class is (woods, a wall …) and what it costs is the game's business.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// No class.
    pub const NONE: Self = Self(0);
    /// Every class.
    pub const ALL: Self = Self(u16::MAX);

    /// The class of a number alone; from [`CLASSES`] on, none.
    pub const fn of(class: u8) -> Self {
        Self(if class < CLASSES { 1 << class } else { 0 })
    }

    /// The classes of both.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The classes of this that are not in the other.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The classes that are in both.
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Have they a class in common?
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Is there no class in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of its classes, lowest first.
    pub fn classes(self) -> impl Iterator<Item = u8> {
        (0..CLASSES).filter(move |class| self.intersects(Self::of(*class)))
    }
}

impl BitOr for Kinds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl BitOrAssign for Kinds {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.with(other);
    }
}
