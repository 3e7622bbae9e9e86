//! Names by number: units, commanders, brigades, arrivals and bridges, and sets of pieces.

use serde::{Deserialize, Serialize};

/// Room for combat units; a scenario may have one less, since 0 stands for nobody in links.
pub const MAX_UNITS: usize = 256;
/// The most commanders a scenario may have.
pub const MAX_COMMANDERS: usize = 96;
/// The most brigades a scenario may have.
pub const MAX_BRIGADES: usize = 64;
/// The most stacks in an order of appearance.
pub const MAX_ARRIVALS: usize = 64;
/// The most bridges on a map.
pub const MAX_BRIDGES: usize = 64;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            /// The place in the scenario's list.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A regiment or a battery.
    UnitId
);
id!(
    /// A commander of any rank.
    CommanderId
);
id!(
    /// A brigade.
    BrigadeId
);
id!(
    /// A stack of the order of appearance.
    ArrivalId
);
id!(
    /// A bridge.
    BridgeId
);

/// A counter one can pick up.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A commander.
    Commander(CommanderId),
}

macro_rules! id_set {
    ($(#[$doc:meta])* $name:ident, $id:ident, $words:expr) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub struct $name([u64; $words]);

        impl $name {
            /// The set without members.
            pub const EMPTY: $name = $name([0; $words]);

            /// Those whose bits are set.
            #[inline]
            #[must_use]
            pub const fn of_bits(words: [u64; $words]) -> $name {
                $name(words)
            }

            /// Adds a member.
            #[inline]
            pub fn insert(&mut self, id: $id) {
                self.0[id.index() >> 6] |= 1 << (id.0 & 63);
            }

            /// Adds a member if something holds: without a branch, where that is as good as chance.
            #[inline]
            pub fn insert_if(&mut self, id: $id, holds: bool) {
                self.0[id.index() >> 6] |= u64::from(holds) << (id.0 & 63);
            }

            /// Takes a member away.
            #[inline]
            pub fn remove(&mut self, id: $id) {
                self.0[id.index() >> 6] &= !(1 << (id.0 & 63));
            }

            /// Whether `id` is a member.
            #[inline]
            #[must_use]
            pub fn contains(&self, id: $id) -> bool {
                id.index() >> 6 < $words && self.0[id.index() >> 6] & (1 << (id.0 & 63)) != 0
            }

            /// Whether there is no member.
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.0.iter().fold(0, |all, word| all | word) == 0
            }

            /// Members of either.
            #[inline]
            #[must_use]
            pub fn union(&self, other: &$name) -> $name {
                let mut words = self.0;
                for (word, other) in words.iter_mut().zip(other.0) {
                    *word |= other;
                }
                $name(words)
            }

            /// How many members. Groups are small: counting one by one is quick.
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.iter().count()
            }

            /// Members of both.
            #[inline]
            #[must_use]
            pub fn intersection(&self, other: &$name) -> $name {
                $name(std::array::from_fn(|at| self.0[at] & other.0[at]))
            }

            /// Members that are not in the other.
            #[inline]
            #[must_use]
            pub fn difference(&self, other: &$name) -> $name {
                $name(std::array::from_fn(|at| self.0[at] & !other.0[at]))
            }

            /// The member with the lowest number.
            #[inline]
            #[must_use]
            pub fn first(&self) -> Option<$id> {
                self.iter().next()
            }

            /// The members in order of their numbers.
            #[inline]
            pub fn iter(&self) -> impl Iterator<Item = $id> + use<> {
                // The words move down as they are used up: no place is worked out, so all of them can stay in registers.
                let mut words = self.0;
                let mut base = 0;
                std::iter::from_fn(move || {
                    while words[0] == 0 {
                        if words.iter().fold(0, |all, word| all | word) == 0 {
                            return None;
                        }
                        for at in 1..words.len() {
                            words[at - 1] = words[at];
                        }
                        words[$words - 1] = 0;
                        base += 64;
                    }
                    let bit = words[0].trailing_zeros() as u8;
                    words[0] &= words[0] - 1;
                    Some($id(base + bit))
                })
            }
        }

        impl FromIterator<$id> for $name {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $name {
                let mut set = $name::EMPTY;
                for id in ids {
                    set.insert(id);
                }
                set
            }
        }
    };
}

id_set!(
    /// A set of combat units.
    UnitSet, UnitId, MAX_UNITS / 64
);
id_set!(
    /// A set of commanders.
    CommanderSet, CommanderId, 2
);
id_set!(
    /// A set of brigades.
    BrigadeSet, BrigadeId, 1
);
id_set!(
    /// A set of stacks of the order of appearance.
    ArrivalSet, ArrivalId, 1
);
id_set!(
    /// A set of bridges.
    BridgeSet, BridgeId, 1
);

/// Pieces that act together.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Group {
    /// The combat units.
    pub units: UnitSet,
    /// The commanders.
    pub commanders: CommanderSet,
}

impl Group {
    /// The group without members.
    pub const EMPTY: Group = Group { units: UnitSet::EMPTY, commanders: CommanderSet::EMPTY };

    /// One unit alone.
    #[must_use]
    pub fn of(unit: UnitId) -> Group {
        Group { units: UnitSet::from_iter([unit]), commanders: CommanderSet::EMPTY }
    }

    /// Whether there is nobody in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.units.is_empty() && self.commanders.is_empty()
    }

    /// Whether the piece belongs to it.
    #[must_use]
    pub fn contains(&self, piece: Piece) -> bool {
        match piece {
            Piece::Unit(unit) => self.units.contains(unit),
            Piece::Commander(commander) => self.commanders.contains(commander),
        }
    }
}
