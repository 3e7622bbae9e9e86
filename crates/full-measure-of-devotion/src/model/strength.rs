//! Brigades of three arms, fresh or worn (chapters 4 and 5).

use crate::model::numbers::{BaseValue, Brigades, Hits};
use serde::{Deserialize, Serialize};

/// An arm (FMD-4-1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Arm {
    /// Guns.
    Artillery,
    /// Horse.
    Cavalry,
    /// Foot.
    Infantry,
}

impl Arm {
    /// All arms.
    pub const ALL: [Arm; 3] = [Arm::Artillery, Arm::Cavalry, Arm::Infantry];

    /// For tables with a row an arm.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word of the notation.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Artillery => "art",
            Arm::Cavalry => "cav",
            Arm::Infantry => "inf",
        }
    }

    /// The name a player reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Arm::Artillery => "artillery",
            Arm::Cavalry => "cavalry",
            Arm::Infantry => "infantry",
        }
    }

    /// Reads a word of the notation.
    #[must_use]
    pub fn parse(word: &str) -> Option<Arm> {
        Arm::ALL.into_iter().find(|arm| arm.word() == word)
    }
}

/// A brigade as far as the rules know it: its arm, and whether it is weak (FMD-4-4).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Kind {
    /// Its arm.
    pub arm: Arm,
    /// Whether it is weak.
    pub weak: bool,
}

impl Kind {
    /// All kinds: the fresh ones first.
    pub const ALL: [Kind; 6] = [
        Kind { arm: Arm::Artillery, weak: false },
        Kind { arm: Arm::Cavalry, weak: false },
        Kind { arm: Arm::Infantry, weak: false },
        Kind { arm: Arm::Artillery, weak: true },
        Kind { arm: Arm::Cavalry, weak: true },
        Kind { arm: Arm::Infantry, weak: true },
    ];

    /// Position in [`Kind::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.arm as usize + if self.weak { 3 } else { 0 }
    }

    /// The words of the notation: `full inf`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match (self.arm, self.weak) {
            (Arm::Artillery, false) => "full art",
            (Arm::Cavalry, false) => "full cav",
            (Arm::Infantry, false) => "full inf",
            (Arm::Artillery, true) => "weak art",
            (Arm::Cavalry, true) => "weak cav",
            (Arm::Infantry, true) => "weak inf",
        }
    }

    /// Reads the words of the notation.
    #[must_use]
    pub fn parse(state: &str, arm: &str) -> Option<Kind> {
        let weak = match state {
            "full" => false,
            "weak" => true,
            _ => return None,
        };
        Some(Kind { arm: Arm::parse(arm)?, weak })
    }
}

/// How many brigades of each kind (FMD-5-1), any number of each (FMD-5-3), by [`Kind::index`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Strength(pub(crate) [u8; 6]);

impl Strength {
    /// No brigades.
    pub const NONE: Strength = Strength([0; 6]);

    /// So many fresh brigades of each arm, artillery first.
    #[must_use]
    pub const fn fresh(full: [u8; 3]) -> Strength {
        Strength([full[0], full[1], full[2], 0, 0, 0])
    }

    /// Brigades, fresh and weak alike (FMD-3-2).
    #[inline]
    #[must_use]
    pub fn size(self) -> Brigades {
        Brigades(self.0.iter().sum())
    }

    /// Whether no brigade is left.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 6]
    }

    /// Brigades of a kind.
    #[inline]
    #[must_use]
    pub const fn of(self, kind: Kind) -> Brigades {
        Brigades(self.0[kind.index()])
    }

    /// Brigades of an arm.
    #[inline]
    #[must_use]
    pub const fn arm(self, arm: Arm) -> Brigades {
        Brigades(self.0[arm.index()] + self.0[arm.index() + 3])
    }

    /// Whether it has a brigade of an arm.
    #[inline]
    #[must_use]
    pub const fn has(self, arm: Arm) -> bool {
        self.arm(arm).0 > 0
    }

    /// Whether it has brigades, and all are of this arm.
    #[inline]
    #[must_use]
    pub fn is_only(self, arm: Arm) -> bool {
        self.has(arm) && self.size() == self.arm(arm)
    }

    /// Whether it has foot or guns.
    #[inline]
    #[must_use]
    pub const fn has_foot_or_guns(self) -> bool {
        self.has(Arm::Infantry) || self.has(Arm::Artillery)
    }

    /// Hits it can take: two a fresh brigade, one a weak one (FMD-11-I-5).
    #[inline]
    #[must_use]
    pub fn absorbs(self) -> Hits {
        let [a, c, i, wa, wc, wi] = self.0;
        Hits(2 * (a + c + i) + wa + wc + wi)
    }

    /// Hits an arm can take.
    #[inline]
    #[must_use]
    pub const fn arm_absorbs(self, arm: Arm) -> Hits {
        Hits(2 * self.0[arm.index()] + self.0[arm.index() + 3])
    }

    /// Base combat value: a fresh brigade one point, a weak one half (FMD-12.3-12).
    #[inline]
    #[must_use]
    pub fn base_value(self) -> BaseValue {
        let [a, c, i, wa, wc, wi] = self.0;
        BaseValue(2 * (a + c + i) + wa + wc + wi)
    }

    /// The kinds it has.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.of(kind) > Brigades::ZERO)
    }

    /// Adds one brigade.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        self.add_all(kind, Brigades(1));
    }

    /// Adds so many brigades.
    #[inline]
    pub fn add_all(&mut self, kind: Kind, brigades: Brigades) {
        self.0[kind.index()] += brigades.0;
    }

    /// Takes one brigade away; nothing happens if there is none.
    #[inline]
    pub fn take(&mut self, kind: Kind) {
        let count = &mut self.0[kind.index()];
        *count = count.saturating_sub(1);
    }

    /// Takes all brigades of an arm away; how many there were.
    pub fn take_all(&mut self, arm: Arm) -> Brigades {
        let count = self.arm(arm);
        (self.0[arm.index()], self.0[arm.index() + 3]) = (0, 0);
        count
    }

    /// One hit on a brigade (FMD-4-5, FMD-11-I-4, FMD-11-I-5); whether it is eliminated by it.
    pub fn hit(&mut self, kind: Kind) -> bool {
        self.take(kind);
        if !kind.weak {
            self.add(Kind { weak: true, ..kind });
        }
        kind.weak
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Strength) -> Strength {
        let mut sum = self;
        sum.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
        sum
    }

    /// What is left without the other; nothing goes below zero.
    #[must_use]
    pub fn minus(self, other: Strength) -> Strength {
        let mut rest = self;
        rest.0.iter_mut().zip(other.0).for_each(|(count, less)| *count = count.saturating_sub(less));
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_wear_out_and_then_destroy() {
        let infantry = Kind { arm: Arm::Infantry, weak: false };
        let mut force = Strength::fresh([0, 0, 1]);
        assert_eq!((force.size(), force.absorbs()), (Brigades(1), Hits(2)));
        assert!(!force.hit(infantry), "FMD-4-5");
        assert_eq!(force, Strength([0, 0, 0, 0, 0, 1]));
        assert!(force.hit(Kind { weak: true, ..infantry }), "FMD-11-I-5");
        assert!(force.is_empty());
    }

    #[test]
    fn words_read_back() {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index);
            let (state, arm) = kind.words().split_once(' ').unwrap();
            assert_eq!(Kind::parse(state, arm), Some(kind));
        }
    }
}
