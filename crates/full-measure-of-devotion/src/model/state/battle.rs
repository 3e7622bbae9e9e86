//! A combat while it is fought.

use crate::model::ids::ForceId;
use crate::model::numbers::{CombatValue, Hits, Margin};
use crate::model::readable::readable;
use crate::model::strength::{Arm, Strength};
use arrayvec::ArrayVec;
use engine::Side;
use ground::Hex;
use serde::{Deserialize, Serialize};

/// The two sides of a combat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The Force that attacks.
    Attacker,
    /// The Force that is attacked.
    Defender,
}

impl Role {
    /// Both.
    pub const BOTH: [Role; 2] = [Role::Attacker, Role::Defender];

    /// For tables with a row a role.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// How an attack came about.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A march into the hex.
    March,
    /// An inadvertent move (FMD-12.1-6).
    Drift,
    /// A second attack at once (FMD-12.3.2c-iv).
    Again,
}

/// Where a combat stands (C1 to C14 of the ledger).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Does the defender stand? (C1)
    Stand,
    /// Where do the horsemen go? (C1a)
    Withdraw,
    /// Does the attacker enter the hex they left? (C1a)
    Enter,
    /// The attacker's number of dice (C2).
    AttackerDice,
    /// The defender's (C3).
    DefenderDice,
    /// The attacker's re-rolls (C4).
    AttackerRoll,
    /// The defender's (C5).
    DefenderRoll,
    /// Both select brigades (C6).
    Select,
    /// The winner names arms (C10).
    WinnerNames,
    /// The loser names arms (C10).
    LoserNames,
    /// Both place hits (C11).
    Place,
    /// The beaten Force goes back (C12).
    Retreat,
    /// Does the winner advance? (C13)
    Advance,
    /// Does it attack again? (C14)
    Again,
}

readable! {
    /// One die thrown for numbers.
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Die {
        /// What it shows.
        pub(crate) face: u8,
        /// How often it was thrown again.
        pub(crate) again: u8,
    }
}

readable! {
    /// One side's share in a combat.
    #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Share {
        /// Its dice for numbers.
        pub(crate) dice: ArrayVec<Die, 5> => by_ref,
        /// How many it declared.
        pub(crate) declared: u8,
        /// Brigades that take part; secret until both sides have selected.
        pub(crate) part: Strength,
        /// Whether it has selected its brigades.
        pub(crate) done: bool,
        /// Whether it was shown to be cavalry alone against other arms (FMD-12.3-A10): brigades that are held back
        /// count as well, so that nobody can tell it from those that take part.
        pub(crate) cavalry_alone: bool,
        /// Adjusted combat value.
        pub(crate) adjusted: CombatValue,
        /// The last die.
        pub(crate) last: u8,
        /// Hits it suffers.
        pub(crate) hits: Hits,
        /// Arms the enemy named for them.
        pub(crate) named: ArrayVec<Arm, 2> => by_ref,
        /// What is left of the brigades that take part, while hits are placed in secret.
        pub(crate) after: Strength,
        /// Hits placed so far.
        pub(crate) placed: Hits,
    }
}

readable! {
    /// A combat.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Battle {
        /// Who attacks.
        pub(crate) attacker: ForceId,
        /// Who is attacked.
        pub(crate) defender: ForceId,
        /// The combat hex, where the defender stands (FMD-12.3-2).
        pub(crate) at: Hex,
        /// The pre-attack hex, where the attacker stands (FMD-12.3-2).
        pub(crate) from: Hex,
        /// How it came about.
        pub(crate) cause: Cause,
        /// Where it stands.
        pub(crate) step: Step,
        /// Whether the defender said that it is all cavalry (FMD-14.3-1).
        pub(crate) declared_cavalry: bool,
        /// Both shares, by [`Role::index`].
        pub(crate) shares: [Share; 2] => by_ref,
        /// The difference of final values.
        pub(crate) margin: Margin,
        /// Who won.
        pub(crate) winner: Option<Role>,
        /// The Force that advanced after it.
        pub(crate) advanced: Option<ForceId>,
    }
}

impl Battle {
    /// The Force in a role.
    #[inline]
    #[must_use]
    pub const fn force(&self, role: Role) -> ForceId {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.defender,
        }
    }

    /// The role of a side.
    #[inline]
    #[must_use]
    pub fn role_of(&self, side: Side) -> Role {
        if self.attacker.side() == side { Role::Attacker } else { Role::Defender }
    }

    /// A share.
    #[inline]
    #[must_use]
    pub const fn share(&self, role: Role) -> &Share {
        &self.shares[role.index()]
    }
}
