//! What is to be done next: the agenda of a position.
//!
//! A position carries a stack of tasks. Automatic ones run at once; the first that needs an answer stops the run and
//! is the pending decision. So a decision in the middle of the other side's phase is nothing special: it is a task on
//! top.

use crate::ids::{ArrivalId, CommanderId, UnitId};
use crate::state::{Hex0, Reason};
use engine::Side;
use serde::{Deserialize, Serialize};

/// One thing to be done. The ledger's state (section 2.2) is given in brackets.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Nothing; fills unused room.
    #[default]
    Nothing,

    // --- set-up and the turn
    /// Ask where the placement with this number goes (Q0).
    Place(u8),
    /// Ask in which mode its units start.
    PlaceMode(u8),
    /// Go on to the next phase.
    NextPhase,

    // --- Command (Q3)
    /// Ask which of several equals acts as army commander (R-72c).
    Appoint,
    /// Ask for DETACHED markers.
    Markers,
    /// Ask the next commander whether he rolls.
    Commanders,
    /// Everybody has rolled: put regiments and batteries in command.
    CommandTroops,

    // --- Construction (Q4)
    /// Ask for new works and bridge burning.
    Construct,

    // --- Artillery (Q5)
    /// Ask this side for a shot.
    Fire(Side),
    /// Ask for the target of the chosen battery hexes.
    Aim(Side),
    /// Ask which unit of the target hex is shelled.
    Victim(Side),
    /// Card edition: the next unit of the target hex makes its checks.
    NextVictim {
        /// Who fires.
        side: Side,
        /// The unit, or the next one after it that is still in the target hex.
        from: u8,
        /// Checks each unit makes.
        checks: u8,
    },
    /// Night: ask which batteries limber.
    Limber,

    // --- Movement (Q6)
    /// Ask who moves.
    March,
    /// Ask where the group goes.
    Marching,
    /// Ask where a stack enters instead of its listed hex (LFM-26.7).
    Divert(ArrivalId),
    /// A charge has been decided: the chargers enter the hex if it is empty (LFM-3.5a).
    ChargeHome(Hex0),
    /// The chargers' retreat is done: their move is over.
    ChargeOver,
    /// Ask which units a crowded hex gives up (LFM-4.5).
    Excess(Hex0),
    /// Ask whether works are removed (LFM-24.5b).
    Works,
    /// Movement is over: last checks.
    MovementOver,

    // --- Combat (Q7 to Q10)
    /// The next compulsory exit (Q7).
    Exits,
    /// A round starts, or the phase is over (Q8).
    Round,
    /// Ask for the combats (Q9).
    Declare,
    /// Ask which combat is next (Q10).
    Resolve,
    /// Ask the next defending hex whether it retreats before combat (Q10b).
    Dodge(u8),
    /// Odds and dice (Q10c, d).
    Dice,
    /// Ask for a loss (Q10e).
    Loss {
        /// Who loses.
        side: Side,
        /// From this hex, or from every hex of the side in the fight (`NO_HEX`).
        hex: Hex0,
        /// It must have the cohesion that was used (LFM-8.10a1).
        matching: bool,
        /// Strength points still to be lost in an exchange; 1 for any one unit.
        need: u8,
    },
    /// The attacker matches the defender's loss (LFM-8.10a3).
    Exchange,
    /// This stack was told to retreat (Q10f).
    FallBack {
        /// Which.
        hex: Hex0,
        /// Why.
        reason: Reason,
    },
    /// Ask whether the stack stands fast in its cover (LFM-9.1d).
    StandFast {
        /// Which.
        hex: Hex0,
        /// Why.
        reason: Reason,
    },
    /// Ask for the first hex of the retreat.
    RetreatFirst,
    /// Ask for the second hex of the retreat.
    RetreatSecond,
    /// Ask whether this commander goes along (R-25b).
    GoesAlong(CommanderId),
    /// Dice for commanders in hexes that suffered (Q10g).
    Casualties,
    /// Ask where a lone commander goes (LFM-21.2b).
    Displaced(CommanderId),
    /// Ask this side who advances (Q10x).
    Advance(Side),
    /// The fight is over.
    FightOver,
    /// Ask this side for voluntary retreats (Q10h, Q10j).
    Withdraw(Side),
    /// Ask this side who follows (Q10i, Q10k).
    Follow(Side),

    // --- Reorganization (Q11 to Q14)
    /// Ask for recoveries.
    Recover,
    /// Ask where the recovered regiment goes.
    Rejoin {
        /// Who comes back.
        unit: UnitId,
        /// Whose effort it was.
        commander: CommanderId,
    },
}
