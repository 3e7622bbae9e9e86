//! What happened.

use super::ids::{HqId, OfficerId, UnitId};
use super::state::Run;
use super::troops::Grade;
use crate::rules::combat::odds::Edges;
use crate::rules::fire::volley::{Aimed, MOST_SHIFTS, Shift};
use crate::rules::morale::{Cause, Modifier, Verdict};
use crate::rules::tables;
use arrayvec::ArrayVec;
use engine::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A die said who defends (M-6).
    Defends {
        /// Who.
        side: Side,
        /// The die.
        die: u8,
    },
    /// A headquarters' units took their slots.
    Deployed {
        /// Whose.
        hq: HqId,
        /// How many.
        units: u16,
    },
    /// A headquarters' units had no room and come on the first turn.
    NoRoom {
        /// Whose.
        hq: HqId,
    },
    /// A unit was placed by hand.
    Placed {
        /// Who.
        unit: UnitId,
    },
    /// A turn began.
    Turn {
        /// Which.
        turn: u8,
    },
    /// Something happened because the scenario says so (STE-MOR-18).
    Occurred {
        /// Which of its occurrences.
        number: u8,
    },
    /// A card was drawn (STE-ORD-3).
    Card {
        /// Whose.
        hq: HqId,
        /// How many units it activates.
        units: u16,
    },
    /// A Green unit showed what it is worth (STE-MOR-6).
    GradeShown {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What it is worth.
        grade: Grade,
    },
    /// A unit took a morale test (STE-MOR-19).
    Tested {
        /// Who.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// The die.
        die: u8,
        /// What was added and taken away.
        modifiers: ArrayVec<(Modifier, i8), 8>,
        /// What it may be at most.
        value: i8,
        /// What came of it.
        verdict: Verdict,
    },
    /// A plan of fire was committed (STE-FIRE-4).
    FireOpens {
        /// How many shots there are.
        shots: u16,
    },
    /// A shot (STE-FIRE-12).
    Shot {
        /// At whom.
        target: Aimed,
        /// Who fired.
        units: Vec<UnitId>,
        /// The total of factors, in halves.
        half_factors: u16,
        /// What moved it along the table.
        shifts: ArrayVec<(Shift, i8), MOST_SHIFTS>,
        /// The die.
        die: u8,
    },
    /// A unit ran out of ammunition (STE-OPT-3).
    OutOfAmmunition {
        /// Who.
        unit: UnitId,
    },
    /// A unit was supplied from a wagon (STE-OPT-4).
    Supplied {
        /// Who.
        unit: UnitId,
    },
    /// A unit took hits and markers.
    Hurt {
        /// Who.
        unit: UnitId,
        /// Hits.
        hits: u8,
        /// Markers that it could still take.
        markers: u8,
    },
    /// A unit lost stands.
    Lost {
        /// Who.
        unit: UnitId,
        /// How many.
        stands: u8,
        /// Whether they were captured.
        captured: bool,
    },
    /// A unit ran.
    Ran {
        /// Who.
        unit: UnitId,
        /// How.
        run: Run,
    },
    /// A unit that ran, or fell back, went through a friend (STE-MOVE-41).
    Collided {
        /// Who.
        unit: UnitId,
        /// Into whom.
        friend: UnitId,
    },
    /// A unit that had to run found no way out (STE-CBT-31).
    Surrendered {
        /// Who.
        unit: UnitId,
    },
    /// A unit broke off a melee.
    BrokeOff {
        /// Who.
        unit: UnitId,
    },
    /// A die of a combat fell (STE-CBT-12).
    Fought {
        /// Whose die.
        attacker: UnitId,
        /// Against whom.
        defender: UnitId,
        /// The strengths of both sides, in half stands.
        totals: (u16, u16),
        /// The column of these odds.
        start: i8,
        /// What moved it.
        edges: Edges,
        /// The column it came to.
        column: i8,
        /// The die.
        die: u8,
        /// The result.
        outcome: tables::Outcome,
    },
    /// A unit left play.
    LeftPlay {
        /// Who.
        unit: UnitId,
        /// Whether it was captured; else it was destroyed or left the table.
        captured: bool,
    },
    /// The die for a commander who was hit fell (STE-OFF-10 to STE-OFF-13).
    OfficerHit {
        /// Who.
        officer: OfficerId,
        /// The die.
        die: u8,
    },
    /// A commander fell, was wounded or taken.
    OfficerLost {
        /// Who.
        officer: OfficerId,
    },
    /// A charge was announced (STE-CHG-1).
    ChargeAnnounced {
        /// Who charges.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// Somebody rolled for the reach of his charge (STE-CHG-2).
    ChargeRolled {
        /// Who.
        unit: UnitId,
        /// How many dice.
        dice: u8,
        /// Their sum, in inches.
        sum: u8,
        /// How far it reaches on its way, in mils.
        reach: i32,
        /// How long that way is.
        way: i32,
    },
    /// Charged skirmishers fell back (STE-SKIRM-13).
    FellBack {
        /// Who.
        unit: UnitId,
        /// How many dice.
        dice: u8,
        /// Their sum, in inches.
        sum: u8,
    },
    /// A charge ended before it came to blows.
    ChargeEnded {
        /// Who charged.
        unit: UnitId,
        /// Why it ended.
        why: ChargeEnd,
    },
    /// A charger and its target are in contact (C9).
    Closed {
        /// Who charged.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// Whether it struck flank or rear (STE-FLK-2).
        flank: bool,
    },
    /// The dice of a move fell.
    MoveRolled {
        /// Who.
        unit: UnitId,
        /// What they show.
        dice: ArrayVec<u8, 8>,
    },
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// How long its way was reckoned, in mils.
        charged: i32,
        /// Of how much.
        allowance: i32,
        /// Inches off a die.
        deductions: u8,
        /// Halvings.
        halvings: u8,
    },
    /// A unit was kept from going on by skirmishers who could not give way (G-16a).
    CutShort {
        /// Who.
        unit: UnitId,
    },
    /// A unit tried to rise and stays prone (STE-MOVE-28).
    StaysProne {
        /// Who.
        unit: UnitId,
    },
    /// A unit passed through a friend (T-INTERPEN).
    Passed {
        /// Who.
        unit: UnitId,
        /// Through whom.
        friend: UnitId,
        /// Whether that did no harm.
        free: bool,
    },
    /// Skirmishers went out.
    SentOut {
        /// Whose.
        unit: UnitId,
        /// How many stands.
        stands: u8,
    },
    /// Skirmishers fell in with their unit.
    CameIn {
        /// With which.
        unit: UnitId,
    },
    /// Skirmishers gave way to an enemy (I-5).
    GaveWay {
        /// Who.
        unit: UnitId,
    },
    /// A commander rode.
    Rode {
        /// Who.
        officer: OfficerId,
        /// Whom he joined.
        with: Option<UnitId>,
    },
    /// A side's army broke (M-9).
    Broken {
        /// Whose.
        side: Side,
    },
    /// The game ended.
    Over {
        /// How.
        outcome: Outcome,
    },
}

/// Why a charge ended before it came to blows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChargeEnd {
    /// Something befell the charger before it set out.
    Off,
    /// Its reach ended.
    Short,
    /// Fire halted it (STE-CHG-6, STE-CHG-9).
    Halted,
    /// The charger ran or was met.
    Broken,
    /// The target was gone.
    Void,
}
