//! Why a move is refused: the reasons of 3.6 with their numbers, which the rules turn into words.

use super::squares::Cell;
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Arrow;
use ground::table::Kinds;

/// Why a move is refused. Lengths are hundredths of a yard, angles tenths of a degree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The arrow is slid too far along its edge: by so much, of so much (RRF-MOVE-8).
    Slide {
        /// How far it was slid.
        by: i32,
        /// How far it may be.
        most: i32,
    },
    /// The arrow is tilted too far (RRF-MOVE-8).
    Tilt {
        /// How far it was tilted.
        by: i32,
        /// How far it may be.
        most: i32,
    },
    /// The stand pivots too far at the arrow's point (RRF-MOVE-10, RRF-TAC-8).
    Pivot {
        /// How far it would pivot.
        by: i32,
        /// How far it may.
        most: i32,
    },
    /// A specialised Tactic is laid on and put by the front or the rear (3.6(6)).
    NoSuchEdge,
    /// A specialised Tactic points back over its own stand (3.6(6)).
    Bearing {
        /// How far it points away from straight out.
        by: i32,
        /// How far it may.
        most: i32,
    },
    /// The arrow is longer than Discipline allows (RRF-MOVE-7, RRF-MARCH-2).
    Arrow {
        /// The one that was laid.
        laid: Arrow,
        /// The longest it may lay.
        longest: Arrow,
    },
    /// Under fire only the Tactic arrow may be used (RRF-UF-1, RRF-UF-2).
    UnderFire,
    /// Ground on the path asks for the Tactic arrow (RRF-TERR-1, 3, 5, 7, 9).
    Restricted {
        /// What ground.
        kinds: Kinds,
        /// How far along the path it begins.
        after: i32,
    },
    /// Steep ground asks for the Tactic arrow (RRF-STEEP-4).
    Steep {
        /// How many major lines are crossed within 150 yards; none where a cut counts as steep.
        lines: u32,
    },
    /// Only infantry and dismounted cavalry cross steep ground (RRF-STEEP-5).
    TooSteep {
        /// How many major lines are crossed within 150 yards; none where a cut counts as steep.
        lines: u32,
    },
    /// No more Move arrows may be placed in a map square (RRF-MOVE-13, RRF-MOVE-14).
    MoveLimit {
        /// Which.
        square: Cell,
    },
    /// The path leads over ground that is off-limits, or ends on it (RRF-MAP-10).
    OffLimits {
        /// Whether the path leads over it; else the stand ends on it.
        on_path: bool,
    },
    /// It ends beyond the edge of the map (RRF-MAP-6).
    OffMap {
        /// How far.
        by: i32,
    },
    /// An enemy stands in the way (RRF-MOVE-5, R-57).
    Enemy {
        /// Who.
        stand: StandId,
        /// How deep inside of it the move ends; nothing where it only stands on the way.
        inside: i32,
    },
    /// The path crosses a friend that is engaged (RRF-CROWD-1b).
    Engaged {
        /// Who.
        stand: StandId,
    },
    /// It ends on another stand (RRF-CROWD-1, RRF-LEAD-9).
    Overlap {
        /// On whom.
        stand: StandId,
        /// How deep inside.
        inside: i32,
    },
    /// It ends on a General who has nowhere to go (RRF-LEAD-8).
    General {
        /// Who.
        general: GeneralId,
    },
    /// It ends too near to an enemy (RRF-MOVE-11).
    TooNear {
        /// To whom.
        stand: StandId,
        /// How far from it.
        gap: i32,
    },
    /// It ends in contact with an enemy across a barricade (RRF-MOVE-11).
    AcrossBarricade {
        /// With whom.
        stand: StandId,
        /// Which barricade.
        line: u16,
    },
    /// It ends lying across a barricade (3.6).
    OnBarricade {
        /// Which barricade.
        line: u16,
    },
    /// A placed stand or a specialised Tactic would cross a barricade it did not touch (3.6, R-109).
    Barricade {
        /// Which barricade.
        line: u16,
    },
    /// A March ends under fire (RRF-MARCH-4).
    MarchUnderFire {
        /// Whose.
        by: StandId,
        /// From how far.
        range: i32,
    },
    /// It ends no nearer to the friend it goes to (RRF-BOM-4).
    NoNearer {
        /// How far it was from the friend.
        before: i32,
        /// How far it would be.
        after: i32,
    },
    /// It ends no farther from the target it goes away from (RRF-BOM-6, RRF-BOM-7).
    NoFarther {
        /// How far it was from the target.
        before: i32,
        /// How far it would be.
        after: i32,
    },
    /// It would have to move farther than it may (RRF-CROWD-1a).
    TooFar {
        /// How far.
        by: i32,
        /// How far it may.
        most: i32,
    },
    /// No enemy is reached (RRF-CHG-1).
    NoContact,
    /// Turned for the charge, the stand lies on an enemy (3.6).
    TurnedOnto {
        /// Whom.
        stand: StandId,
        /// How deep inside.
        inside: i32,
    },
    /// A General stops short only where he touches a stand of his chain (RRF-MOVE-17a).
    StopsNowhere,
    /// A General rides so far and no farther (RRF-MOVE-17).
    Ride {
        /// How far he would.
        by: i32,
        /// How far he does.
        most: i32,
    },
}
