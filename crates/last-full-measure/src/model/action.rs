//! Answers to questions: one short choice each, and how it is written.
//!
//! Units and commanders share one space of tags, hexes go by their printed numbers, bridges by the two hexes they join.
//! How each of them is written and read stands in [`notation`](crate::files::notation).

use crate::model::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use crate::model::scenario::Scenario;
use ground::{Direction, Hex};

engine::actions! {
    /// One answer.
    #[derive(Copy, Clone, PartialEq, Eq, Debug)]
    pub enum Action for Scenario {
        Place(hex: Hex) = ["place" hex] "the stack being placed stands, or will enter, here",
        Ready = ["ready"] "set-up: limbered, or mounted",
        Deployed = ["deployed"] "set-up: unlimbered, or dismounted",
        Detach(unit: UnitId) = ["detach" unit] "put a DETACHED marker on a regiment",
        Attach(unit: UnitId) = ["attach" unit] "take its DETACHED marker off",
        Roll = ["roll"] "the commander asked rolls",
        Decline = ["decline"] "the commander asked does not roll",
        Build(unit: UnitId) = ["build" unit] "the unit begins breastworks",
        Burn(bridge: BridgeId, unit: UnitId) = ["burn" bridge "by" unit] "the unit prepares to burn the bridge",
        Torch(bridge: BridgeId) = ["torch" bridge] "roll for a bridge prepared before",
        FireFrom(hex: Hex) = ["fire" hex] "the batteries of the hex take the shot, alone or with a hex named before",
        HoldFire(unit: UnitId) = ["hold" unit] "the battery does not join in",
        Target(hex: Hex) = ["target" hex] "shell this hex",
        Victim(unit: UnitId) = ["shell" unit] "this unit of the target hex is shelled",
        Limber(unit: UnitId) = ["limber" unit] "the battery limbers",
        Select(hex: Hex) = ["select" hex] "the units of the hex that can move, and their brigade commanders",
        Pick(piece: Piece) = ["pick" piece] "this piece alone",
        With(piece: Piece) = ["with" piece] "take the piece along",
        Without(piece: Piece) = ["without" piece] "leave the piece behind",
        MoveTo(hex: Hex) = ["move" hex] "go there by the cheapest way",
        Step(direction: Direction) = ["step" direction] "one hex without a road rate",
        March(direction: Direction) = ["march" direction] "one hex by road at its rate",
        Mount = ["mount"] "the cavalry mounts",
        Dismount = ["dismount"] "the cavalry dismounts",
        Unlimber(unit: UnitId) = ["unlimber" unit] "the battery unlimbers",
        Charge(hex: Hex) = ["charge" hex] "charge this hex",
        Rest = ["rest"] "the group's move is over",
        Enter(arrival: ArrivalId) = ["enter" arrival] "the stack enters the map, by road if it can",
        StepIn(arrival: ArrivalId) = ["step" "in" arrival] "the stack enters without the road rate it could use",
        Divert(arrival: ArrivalId) = ["divert" arrival] "the stack will enter elsewhere instead, later",
        Return(unit: UnitId, hex: Hex) = ["return" unit "at" hex] "the unit's stack comes back from off the map here",
        StepBack(unit: UnitId, hex: Hex) = ["step" "in" unit "at" hex] "it comes back here without the road rate it could use",
        MarkRecover(commander: CommanderId) = ["mark" commander] "put a Recover marker on him",
        RemoveWorks(hex: Hex) = ["raze" hex] "remove the works in this hex",
        Attack { from: Hex, at: Hex } = ["attack" at "from" from] "the second hex attacks the first",
        Resolve(hex: Hex) = ["resolve" hex] "the combat against this hex is next",
        Lose(unit: UnitId) = ["lose" unit] "this unit is lost",
        Stand = ["stand"] "stand fast",
        FallBack = ["fall" "back"] "fall back where staying was possible",
        RetreatTo(hex: Hex) = ["retreat" hex] "retreat to this hex",
        RetreatOff = ["retreat" "off"] "retreat off the map",
        Halt = ["halt"] "the retreat ends here",
        Goes = ["goes"] "the commander asked goes along",
        Stays = ["stays"] "the commander asked stays",
        PutLeader(hex: Hex) = ["put" hex] "the commander asked is put here",
        Withdraw(hex: Hex) = ["withdraw" hex] "the stack in this hex retreats by choice",
        WithdrawUnit(unit: UnitId) = ["withdraw" unit] "the unit retreats by choice, others of its stack stay",
        Advance(piece: Piece, to: Hex) = ["advance" piece "to" to] "the piece advances",
        AdvanceAll(from: Hex, to: Hex) = ["advance" from "to" to] "everybody who may advances from the first hex to the second",
        Recover(unit: UnitId) = ["recover" unit] "try to recover this regiment",
        Rejoin(hex: Hex) = ["rejoin" hex] "the recovered regiment stands here",
        Done = ["done"] "nothing more in this step",
    }
}
