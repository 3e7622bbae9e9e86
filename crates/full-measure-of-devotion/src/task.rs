//! What is to be done before the phase goes on.
//!
//! Tasks are a stack: automatic ones run at once, the first that needs an answer stops the run and is the pending
//! decision.

use crate::ids::ForceId;
use serde::{Deserialize, Serialize};

/// One thing to be done.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Ask who rides on the sleigh, where commanders are equal (FMD-6-3).
    Leader(ForceId),
    /// Make one Force of two in a hex (FMD-12-V-F7).
    Merge {
        /// The one that came.
        mover: ForceId,
        /// The one that was there.
        stayer: ForceId,
    },
    /// Ask which sleigh stays.
    Letter {
        /// The one that came.
        mover: ForceId,
        /// The one that was there.
        stayer: ForceId,
    },
    /// Ask how far a further order is delayed (FMD-12-II-7).
    Marker(ForceId),
    /// Ask whether the Force goes whole or in part.
    Divide,
    /// Ask who goes and who stays.
    Sort,
    /// The Force on the move goes on.
    Walk,
    /// Ask where a hit goes: FORAGE on the march, or a retreat onto a friend (FMD-12-V-G7, FMD-12.3.2b-9).
    Hit(ForceId),
    /// Ask whether the Force takes over trains that were left behind (RUL-26).
    Salvage(ForceId),
    /// The combat goes on.
    Fight,
    /// The Force on the move has finished.
    Halt,
    /// The go passes to the other side.
    NextGo,
}
