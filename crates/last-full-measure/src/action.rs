//! Answers to questions: one short choice each.

use crate::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use ground::{Direction, Hex};

/// One answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Set-up: the stack being placed stands here.
    Place(Hex),
    /// Set-up: limbered, or mounted.
    Ready,
    /// Set-up: unlimbered, or dismounted.
    Deployed,

    /// Command: put a DETACHED marker on a regiment.
    Detach(UnitId),
    /// Take it off again, in the Command or the Movement phase.
    Attach(UnitId),
    /// The commander asked rolls.
    Roll,
    /// The commander asked does not roll.
    Decline,

    /// Construction: this unit begins breastworks.
    Build(UnitId),
    /// This unit prepares to burn a bridge.
    Burn(BridgeId, UnitId),
    /// Roll for a bridge prepared before.
    Torch(BridgeId),

    /// Artillery: the batteries of this hex take the shot, alone or with a hex named before.
    FireFrom(Hex),
    /// This battery does not join in.
    HoldFire(UnitId),
    /// Shell this hex.
    Target(Hex),
    /// This unit of the target hex is shelled.
    Victim(UnitId),
    /// Limber this battery.
    Limber(UnitId),

    /// Movement: every unit in this hex that can move, and the commanders of their brigades.
    Select(Hex),
    /// This piece alone.
    Pick(Piece),
    /// Take this piece along.
    With(Piece),
    /// Leave this piece behind.
    Without(Piece),
    /// Go there by the cheapest way.
    MoveTo(Hex),
    /// One hex without using a road rate.
    Step(Direction),
    /// One hex by road at its rate.
    March(Direction),
    /// Cavalry mounts.
    Mount,
    /// Cavalry dismounts.
    Dismount,
    /// This battery of the group unlimbers.
    Unlimber(UnitId),
    /// Charge this hex.
    Charge(Hex),
    /// The group's move is over.
    Rest,
    /// A stack of the order of appearance enters, by road movement if it can.
    Enter(ArrivalId),
    /// It enters by normal movement although it could use road movement (LFM-26.5).
    StepIn(ArrivalId),
    /// It will enter elsewhere instead, later (LFM-26.7): the place is asked next, and answered by [`Action::Place`].
    Divert(ArrivalId),
    /// A stack that left the map, named by one of its units, comes back here (LFM-9.1e2).
    Return(UnitId, Hex),
    /// Put a Recover marker.
    MarkRecover(CommanderId),
    /// End of Movement: remove the works in this hex.
    RemoveWorks(Hex),

    /// Combat: this hex attacks that hex.
    Attack {
        /// The attacking hex.
        from: Hex,
        /// The defending hex.
        at: Hex,
    },
    /// Resolve the combat against this hex next.
    Resolve(Hex),
    /// This unit is lost.
    Lose(UnitId),
    /// Stand fast.
    Stand,
    /// Fall back, where staying was possible.
    FallBack,
    /// Retreat to this hex.
    RetreatTo(Hex),
    /// Retreat off the map.
    RetreatOff,
    /// The retreat ends here.
    Halt,
    /// The commander asked goes along.
    Goes,
    /// The commander asked stays.
    Stays,
    /// The commander asked is put here.
    PutLeader(Hex),
    /// This stack retreats by its own choice.
    Withdraw(Hex),
    /// This piece advances.
    Advance(Piece, Hex),
    /// Everybody who may advances from one hex to another.
    AdvanceAll(Hex, Hex),

    /// Reorganization: try to recover this regiment.
    Recover(UnitId),
    /// The recovered regiment stands here.
    Rejoin(Hex),

    /// Nothing more in this step.
    Done,
}
