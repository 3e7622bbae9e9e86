//! Names by number: units, commanders, brigades, arrivals, bridges and turns, and sets of pieces.

use crate::model::sizes::{ARRIVALS, BRIDGES, BRIGADES, COMMANDERS, Number, UNITS};
use engine::flat::IdSet;
use engine::id;
use serde::{Deserialize, Serialize};

id!(
    /// A regiment or a battery.
    UnitId(Number)
);
id!(
    /// A commander of any rank.
    CommanderId(Number)
);
id!(
    /// A brigade.
    BrigadeId(Number)
);
id!(
    /// A stack of the order of appearance.
    ArrivalId(Number)
);
id!(
    /// A bridge.
    BridgeId(Number)
);
id!(
    /// A game turn: its place in the calendar.
    Turn(u8)
);

impl Turn {
    /// The turn with which the battle begins.
    pub const FIRST: Turn = Turn(0);

    /// The turn that players call by this number; they count from 1.
    #[must_use]
    pub const fn numbered(number: u8) -> Turn {
        Turn(number.saturating_sub(1))
    }

    /// The number by which players call it.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0 as u16 + 1
    }

    /// The turn that comes so many turns later.
    #[must_use]
    pub fn later(self, turns: u16) -> Turn {
        Turn(u16::from(self.0).saturating_add(turns).try_into().unwrap_or(u8::MAX))
    }
}

/// A unit, or nobody, in the room of a number.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MaybeUnit(Number);

impl MaybeUnit {
    /// The unit, if it is one.
    #[inline]
    #[must_use]
    pub fn get(self) -> Option<UnitId> {
        self.0.checked_sub(1).map(UnitId)
    }
}

impl From<Option<UnitId>> for MaybeUnit {
    #[inline]
    fn from(unit: Option<UnitId>) -> MaybeUnit {
        MaybeUnit(unit.map_or(0, |unit| unit.0 + 1))
    }
}

/// A counter one can pick up.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A commander.
    Commander(CommanderId),
}

/// A set of combat units.
pub type UnitSet = IdSet<UnitId, { UNITS / 64 }>;
/// A set of commanders.
pub type CommanderSet = IdSet<CommanderId, { COMMANDERS.div_ceil(64) }>;
/// A set of brigades.
pub type BrigadeSet = IdSet<BrigadeId, { BRIGADES / 64 }>;
/// A set of stacks of the order of appearance.
pub type ArrivalSet = IdSet<ArrivalId, { ARRIVALS / 64 }>;
/// A set of bridges.
pub type BridgeSet = IdSet<BridgeId, { BRIDGES / 64 }>;

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
