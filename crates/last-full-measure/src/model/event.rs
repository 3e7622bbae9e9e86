//! What can happen, as small values. Words are in [`crate::speech`].

use crate::model::ids::{ArrivalId, BridgeId, BrigadeId, CommanderId, Piece, Turn, UnitId};
use crate::model::numbers::{Cohesion, CommandValue, MovementPoints, StrengthPoints};
use crate::model::state::{Phase, Reason};
use crate::rules::tables::CombatResult;
use engine::Side;
use engine::flat::List;
use ground::Hex;
use serde::{Deserialize, Serialize};

/// One line of arithmetic.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Term {
    /// What is counted.
    pub factor: Factor,
    /// The number.
    pub value: i8,
}

/// The arithmetic of one roll.
pub type Terms = List<Term, 16>;

/// A die with everything that is added to it.
#[must_use]
pub fn modified(die: u8, terms: &Terms) -> i8 {
    die as i8 + terms.iter().map(|term| term.value).sum::<i8>()
}

/// Everything that modifies a roll or a strength.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Factor {
    // combat (T-DRM)
    /// An attacking hex is higher than all defenders.
    #[default]
    AttackerHigher,
    /// A defending hex is disorganized or shattered.
    DefenderDisordered,
    /// A commander of CV 4 or more with the attackers.
    AttackerCommander,
    /// A flanking attack.
    Flank,
    /// The attackers' better cohesion.
    AttackerCohesion,
    /// A defending hex is higher than all attackers.
    DefenderHigher,
    /// Across a steep slope.
    SteepSlope,
    /// Across a creek.
    Creek,
    /// Across a stone wall.
    Stonewall,
    /// Breastworks, town, sunken road or embankment.
    Works,
    /// A commander of CV 4 or more with the defenders.
    DefenderCommander,
    /// Mounted cavalry attacks infantry.
    MountedOnInfantry,
    /// A starred unit defends.
    StarUnit,
    /// An attacking hex is disorganized.
    AttackerDisordered,
    /// The defenders' better cohesion.
    DefenderCohesion,

    // charges (T-CHARGE-MOD)
    /// The target is disorganized.
    TargetDisordered,
    /// The target is shattered.
    TargetShattered,
    /// The chargers are disorganized.
    ChargersDisordered,
    /// Charging across a steep slope.
    ChargeSlope,
    /// Charging into works.
    ChargeWorks,
    /// Charging across a stone wall.
    ChargeWall,
    /// Charging across a creek.
    ChargeCreek,
    /// Charging into town or woods.
    ChargeCover,

    // bombardment (T-ART-MOD)
    /// Strength points at full effect.
    GunsNear,
    /// Strength points at half effect.
    GunsFar,
    /// A firing unit is disorganized.
    FirerDisordered,
    /// The target is higher than all firing units.
    TargetHigher,
    /// The line of sight is partly obstructed.
    SightPartial,
    /// The target is in a sunken road.
    TargetSunkenRoad,
    /// The fire crosses a stone wall.
    TargetWall,
    /// The target is in breastworks.
    TargetWorks,
    /// The target is in a town.
    TargetTown,
    /// The target is on a railroad embankment or in its cut.
    TargetEmbankment,
    /// The target is lower than all firing units, in clear terrain.
    TargetLower,

    // command and reorganization
    /// The superior is in command and in range.
    SuperiorHelps,
    /// A brigade is shattered or out of range.
    BrigadeAstray,
    /// No organized friend next to the stack.
    Isolated,
    /// In a zone of influence or control.
    UnderEnemyEyes,
    /// It rains.
    Rain,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A game turn begins.
    TurnBegins {
        /// Which.
        turn: Turn,
    },
    /// A phase begins.
    PhaseBegins {
        /// Whose player turn.
        side: Side,
        /// Which.
        phase: Phase,
    },
    /// Who goes first was rolled for (LFM-S1a).
    Initiative {
        /// Dice, by side.
        dice: [u8; 2],
        /// Command values, by side.
        cv: [CommandValue; 2],
        /// Who goes first; `None` for a tie rolled again.
        first: Option<Side>,
    },
    /// A stack was placed before the game.
    Placed {
        /// One of it.
        piece: Piece,
        /// Where.
        hex: Hex,
    },
    /// Somebody acts as army commander from now on (LFM-20.12).
    Acts {
        /// Whose army.
        side: Side,
        /// Who; `None` when nobody does any more.
        commander: Option<CommanderId>,
    },
    /// A commander rolled (LFM-20).
    CommandRoll {
        /// Who.
        commander: CommanderId,
        /// The die.
        die: u8,
        /// What was added.
        terms: Terms,
        /// His command value.
        cv: CommandValue,
        /// Whether he is in command.
        passed: bool,
    },
    /// A commander is in command without a roll (LFM-20.9a, LFM-20.6a).
    CommandGiven {
        /// Who.
        commander: CommanderId,
        /// By whom.
        by: CommanderId,
    },
    /// A DETACHED marker came or went.
    Marker {
        /// On whom.
        unit: UnitId,
        /// It is there now.
        detached: bool,
        /// It came off by itself (LFM-22.3d).
        by_itself: bool,
    },
    /// A unit begins breastworks.
    WorksBegun {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// Breastworks are finished.
    WorksFinished {
        /// Where.
        hex: Hex,
    },
    /// A build marker came off.
    WorksAbandoned {
        /// Where.
        hex: Hex,
    },
    /// Breastworks were removed.
    WorksRemoved {
        /// Where.
        hex: Hex,
    },
    /// A unit prepares to burn a bridge.
    BridgePrepared {
        /// Which.
        bridge: BridgeId,
        /// Who.
        unit: UnitId,
    },
    /// A roll to burn a bridge.
    BridgeRoll {
        /// Which.
        bridge: BridgeId,
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What was added.
        terms: Terms,
        /// The unit's cohesion.
        cohesion: Cohesion,
        /// It burns.
        burned: bool,
    },
    /// A bridge marker came off because the unit moved.
    BridgeAbandoned {
        /// Which.
        bridge: BridgeId,
    },
    /// Batteries fired.
    Bombardment {
        /// Who fired.
        side: Side,
        /// From where.
        from: List<Hex, 2>,
        /// At which hex.
        target: Hex,
        /// At which unit; `None` in the card edition, where every unit checks.
        victim: Option<UnitId>,
        /// How the strength came about.
        terms: Terms,
        /// The modified strength.
        strength: i16,
        /// The die.
        die: u8,
        /// Checks to be made.
        checks: u8,
    },
    /// A cohesion check (LFM-18.2).
    Check {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// The rating.
        cohesion: Cohesion,
        /// Passed.
        passed: bool,
    },
    /// A unit became disorganized.
    Disorganized {
        /// Who.
        unit: UnitId,
    },
    /// A unit was eliminated.
    Eliminated {
        /// Who.
        unit: UnitId,
        /// Where it was last.
        hex: Hex,
    },
    /// A battery limbered or unlimbered, cavalry mounted or dismounted.
    Changed {
        /// Who.
        unit: UnitId,
        /// Unlimbered or dismounted now.
        deployed: bool,
    },
    /// A group moved.
    Moved {
        /// One of it.
        piece: Piece,
        /// How many pieces.
        pieces: u8,
        /// From.
        from: Hex,
        /// To.
        to: Hex,
        /// What it cost.
        cost: MovementPoints,
        /// A road rate was used.
        road: bool,
    },
    /// A stack entered the map.
    Entered {
        /// One of it.
        piece: Piece,
        /// Where.
        hex: Hex,
    },
    /// A stack will enter elsewhere, later.
    Shifted {
        /// Which.
        arrival: ArrivalId,
        /// Where.
        hex: Hex,
        /// When.
        turn: Turn,
    },
    /// A charge was decided.
    Charge {
        /// From.
        from: Hex,
        /// At.
        at: Hex,
        /// Cohesion of chargers and target.
        cohesion: [Cohesion; 2],
        /// What was added to the die.
        terms: Terms,
        /// The die.
        die: u8,
        /// The die as used.
        modified: i8,
        /// The result.
        result: CombatResult,
    },
    /// An attack was declared.
    Declared {
        /// From.
        from: Hex,
        /// At.
        at: Hex,
    },
    /// A round of combat begins.
    Round {
        /// Counted from 1.
        round: u8,
    },
    /// A combat was decided.
    Combat {
        /// Attacking hexes.
        attackers: List<Hex, 6>,
        /// Defending hexes.
        defenders: List<Hex, 6>,
        /// Strengths: attacker, defender.
        strength: [StrengthPoints; 2],
        /// Cohesion used: attacker, defender.
        cohesion: [Cohesion; 2],
        /// The odds column.
        column: u8,
        /// What was added to the die.
        terms: Terms,
        /// The die.
        die: u8,
        /// The die as used.
        modified: i8,
        /// The result.
        result: CombatResult,
    },
    /// An attack below 1-3 turned into a retreat.
    TooWeak {
        /// Against this hex.
        at: Hex,
        /// Strengths: attacker, defender.
        strength: [StrengthPoints; 2],
    },
    /// A stack kept its ground in cover.
    StoodFast {
        /// Where.
        hex: Hex,
    },
    /// A group fell back.
    FellBack {
        /// One of it.
        piece: Piece,
        /// How many pieces.
        pieces: u8,
        /// From.
        from: Hex,
        /// To; `None` off the map.
        to: Option<Hex>,
        /// Why.
        reason: Reason,
    },
    /// A die for a commander's life.
    Casualty {
        /// Who.
        commander: CommanderId,
        /// The die.
        die: u8,
        /// He fell.
        fell: bool,
    },
    /// A commander was put somewhere.
    LeaderPlaced {
        /// Who.
        commander: CommanderId,
        /// Where; `None` off the map.
        hex: Option<Hex>,
    },
    /// A piece advanced after combat.
    Advanced {
        /// Who.
        piece: Piece,
        /// From.
        from: Hex,
        /// To.
        to: Hex,
    },
    /// A brigade is shattered.
    Shattered {
        /// Which.
        brigade: BrigadeId,
        /// Strength points lost.
        lost: StrengthPoints,
        /// Of how many.
        total: StrengthPoints,
    },
    /// A brigade is no longer shattered.
    Unshattered {
        /// Which.
        brigade: BrigadeId,
    },
    /// A die to remove disorganization.
    Reorganize {
        /// Where.
        hex: Hex,
        /// The die.
        die: u8,
        /// What was added.
        terms: Terms,
        /// The lowest cohesion in the stack.
        cohesion: Cohesion,
        /// The best commander in range, with his command value.
        helper: Option<(CommanderId, CommandValue)>,
        /// The marker comes off.
        removed: bool,
    },
    /// A die to recover a regiment.
    RecoverRoll {
        /// Who tried.
        commander: CommanderId,
        /// For whom.
        unit: UnitId,
        /// The die.
        die: u8,
        /// It comes back.
        recovered: bool,
    },
    /// A regiment came back.
    Rejoined {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// Night cleanup: all markers of disorder are off (LFM-23.4a).
    NightFalls,
    /// A brigade's strength is counted anew (LFM-15.3b).
    NewTotal {
        /// Which.
        brigade: BrigadeId,
        /// Its new total.
        total: StrengthPoints,
    },
    /// A unit is lost for good (LFM-23.7a).
    LostForGood {
        /// Who.
        unit: UnitId,
    },
    /// A brigade is destroyed (LFM-23.7b).
    BrigadeDestroyed {
        /// Which.
        brigade: BrigadeId,
    },
    /// A regiment is out of touch with its brigade.
    OutOfTouch {
        /// Who.
        unit: UnitId,
    },
    /// An objective changed hands.
    Objective {
        /// Its place in the scenario's list.
        index: u8,
        /// Who holds it now.
        side: Side,
    },
    /// Victory points were counted (LFM-S8).
    VictoryCheck {
        /// Points, by side.
        points: [i32; 2],
    },
    /// The game is over.
    GameOver {
        /// How it ended.
        outcome: engine::Outcome,
    },
}
