//! What happened, and who hears of it.

use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::numbers::{
    BaseValue, Brigades, CombatValue, CommandBonus, Hits, Margin, MovementPoints, Rerolls, Trains, Turn,
};
use crate::model::state::{Cause, Delay, Role, Weather};
use crate::model::strength::{Arm, Kind, Strength};
use engine::{Eyes, Outcome, Seat, Side};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Why a Force stopped on its initial march.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A Force of its own side stands on the road (FMD-12-V-I3).
    Friend,
    /// The ferry does not run (FMD-10-T4).
    Water,
}

/// A row of the arithmetic of a combat value.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Factor {
    /// FMD-12.3-A1.
    Support(u8),
    /// FMD-12.3-A2.
    CombinedArms(u8),
    /// FMD-12.3-A3.
    Forest,
    /// FMD-12.3-A4.
    Crossing,
    /// FMD-12.3-A6.
    MinorRiver,
    /// FMD-12.3-A7.
    Pass,
    /// FMD-12.3-A8, FMD-12.3-A9.
    Burdens {
        /// What they take away.
        less: u8,
        /// Whose rule it is.
        role: Role,
    },
    /// FMD-12.3-A10.
    CavalryAlone,
}

/// How the campaign was decided.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A Force in Washington (FMD-9-1).
    Washington,
    /// Baltimore and Harrisburg (FMD-9-2).
    TwoCities,
    /// The trains home (FMD-9-4).
    Trains,
    /// The losses after the last turn (FMD-9-6).
    Losses,
    /// Nothing of all that (FMD-9-8).
    Nothing,
    /// The Confederates have neither a Force nor a flipped train left (RUL-53).
    NoConfederates,
}

/// What happened. A field that not everybody may know is an `Option`, empty for those who may not.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are named as the rules name them")]
pub enum What {
    // --- set-up
    Bid {
        seat: Seat,
        bid: Option<Trains>,
    },
    BidsShown {
        bids: [Trains; 2],
        confederate: Seat,
        by_lot: bool,
    },
    Leader {
        force: ForceId,
        commander: CommanderId,
    },
    /// Told to the owner alone.
    OrderWritten {
        force: ForceId,
        to: Option<Hex>,
        length: u8,
    },
    OrdersWritten {
        side: Side,
    },

    // --- the turn
    Turn {
        turn: Turn,
    },
    HookerRoll {
        turn: Turn,
        dice: [u8; 2],
    },
    Meade,
    WeatherRoll {
        dice: [u8; 2],
        weather: Weather,
    },
    /// Told to the owner alone.
    AttritionDue {
        force: ForceId,
        hits: Hits,
    },
    /// Told to the owner alone.
    Hit {
        force: ForceId,
        kind: Kind,
        eliminated: bool,
    },
    /// Brigades announced as eliminated.
    Losses {
        side: Side,
        brigades: Brigades,
        total: Brigades,
    },
    ForceGone {
        force: ForceId,
        at: Hex,
        leader: CommanderId,
    },
    DepotPlaced {
        at: Hex,
    },
    DepotRemoved {
        at: Hex,
    },
    DepotLost {
        at: Hex,
        to: ForceId,
    },
    TrainMade {
        force: ForceId,
        at: Hex,
        flipped: bool,
    },
    TrainForgone {
        force: ForceId,
    },
    TrainsLeft {
        at: Hex,
        trains: Trains,
    },
    TrainsLost {
        at: Hex,
        trains: Trains,
    },
    TrainsTaken {
        force: ForceId,
        trains: Trains,
    },
    TrainMoved {
        from: Hex,
        to: Hex,
    },
    TrainHome {
        from: Hex,
        total: Trains,
    },
    Foraging {
        force: ForceId,
    },
    Supplied {
        force: ForceId,
    },

    // --- orders and marches
    MarchBegins {
        force: ForceId,
        at: Hex,
        initial: bool,
    },
    Step {
        force: ForceId,
        to: Hex,
        spent: MovementPoints,
    },
    Blocked {
        force: ForceId,
        before: Hex,
        why: Block,
    },
    Arrived {
        force: ForceId,
        at: Hex,
    },
    Halted {
        force: ForceId,
        at: Hex,
        fatigue: bool,
    },
    OrderRoll {
        force: ForceId,
        blue: u8,
        grey: u8,
        bonus: CommandBonus,
        success: bool,
    },
    Marked {
        force: ForceId,
        delay: Delay,
        free: bool,
        initial: bool,
    },
    Declined {
        side: Side,
        orders: u8,
    },
    OrdersLost {
        side: Side,
        orders: u8,
    },
    Split {
        from: ForceId,
        new: ForceId,
        at: Hex,
        leaders: [CommanderId; 2],
        sent: Option<Strength>,
        officers: Option<Officers>,
    },
    Merged {
        mover: ForceId,
        stayer: ForceId,
        kept: ForceId,
        at: Hex,
    },
    /// The die that says whether a move is inadvertent: whether the Force loses its way.
    InadvertentMove {
        force: ForceId,
        at: Hex,
        die: u8,
        limit: u8,
    },
    Drift {
        force: ForceId,
        from: Hex,
        die: u8,
        to: Option<Hex>,
    },
    Exchanged {
        force: ForceId,
        orders: u8,
    },
    InitialEnded {
        force: ForceId,
    },

    // --- combat
    BattleOpens {
        attacker: ForceId,
        defender: ForceId,
        from: Hex,
        at: Hex,
        cause: Cause,
    },
    Stood {
        force: ForceId,
    },
    AllCavalry {
        force: ForceId,
    },
    AttackerCavalry {
        force: ForceId,
        has: bool,
    },
    DiceDeclared {
        force: ForceId,
        dice: u8,
    },
    DiceRolled {
        force: ForceId,
        faces: [u8; 5],
    },
    Rerolled {
        force: ForceId,
        from: u8,
        to: u8,
        left: Rerolls,
    },
    /// Told to the owner alone.
    Picked {
        force: ForceId,
        kind: Kind,
    },
    Selected {
        force: ForceId,
    },
    Revealed {
        force: ForceId,
        part: Strength,
    },
    Adjusted {
        force: ForceId,
        factor: Factor,
    },
    Values {
        force: ForceId,
        base: BaseValue,
        adjusted: CombatValue,
        die: u8,
        total: CombatValue,
    },
    Result {
        winner: Option<ForceId>,
        margin: Margin,
        hits: Hits,
        back: Hits,
    },
    Named {
        by: ForceId,
        arm: Arm,
    },
    /// Told to the owner alone, until all hits are placed.
    HitPlaced {
        force: ForceId,
        kind: Kind,
    },
    Casualties {
        force: ForceId,
        before: Strength,
        after: Strength,
    },
    GunsLost {
        force: ForceId,
        guns: Brigades,
    },
    Retreated {
        force: ForceId,
        from: Hex,
        to: Hex,
    },
    Withdrew {
        force: ForceId,
        from: Hex,
        to: Hex,
    },
    Advanced {
        force: ForceId,
        to: Hex,
    },
    Held {
        force: ForceId,
    },

    // --- commanders
    /// A ride; those who may not know hear only that one was made.
    Rode {
        side: Side,
        who: Option<CommanderId>,
        from: Option<ForceId>,
        to: Option<ForceId>,
    },
    Passed {
        side: Side,
    },
    /// A return; the enemy hears nothing of it.
    Returned {
        who: CommanderId,
        to: ForceId,
    },
    Over {
        outcome: Outcome,
        reason: Reason,
    },
}

impl What {
    /// The army whose secret it is, or has a part that is; `None` if it is open to all.
    #[must_use]
    pub const fn owner(&self) -> Option<Side> {
        match *self {
            // Until the bids are shown, a seat leads the army it is called by (FMD-15.1-1).
            What::Bid { seat, .. } => Some(seat.name()),
            What::OrderWritten { force, .. }
            | What::AttritionDue { force, .. }
            | What::Hit { force, .. }
            | What::Picked { force, .. }
            | What::HitPlaced { force, .. }
            | What::Returned { to: force, .. }
            | What::Split { from: force, .. } => Some(force.side()),
            What::Rode { side, .. } => Some(side),
            _ => None,
        }
    }

    /// What these eyes hear of it.
    #[must_use]
    pub fn heard_by(self, eyes: Eyes) -> Option<What> {
        let is_kept_from = |owner: Side| matches!(eyes, Eyes::Watcher) || eyes == Eyes::Of(owner.other());
        if !self.owner().is_some_and(is_kept_from) {
            return Some(self);
        }
        Some(match self {
            What::Bid { seat, .. } => What::Bid { seat, bid: None },
            What::Split { from, new, at, leaders, .. } => {
                What::Split { from, new, at, leaders, sent: None, officers: None }
            }
            // FMD-13-11: that a commander moved is all there is to hear; a new leader shows by himself.
            What::Rode { side, .. } => What::Rode { side, who: None, from: None, to: None },
            _ => return None,
        })
    }
}
