//! Everything that changes during play.

use super::cards::Formation;
use super::deck::Deck;
use super::ids::{BodyId, BorderId, BrigadeId, CardId, EntryId, GeneralId, StandId};
use super::numbers::{ActionPoints, Gravestones, Rerolls, Round};
use super::task::Task;
use crate::field::square::Edge;
use crate::measure::{Barricade, Pose};
use crate::rules::charge::Onset;
use crate::rules::dice::Roll;
use crate::rules::fire::Volley;
use crate::rules::melee::{Contact, Fight, Melee};
use crate::rules::rout::Rout;
use crate::rules::turn::Choice;
use engine::agenda::Agenda;
use engine::flat::{IdSet, List, Row};
use engine::{Outcome, Side};
use ground::geometry::{Frame, Point};
use serde::{Deserialize, Serialize};

/// More tasks than any chain of interrupts leaves: what has many parts is one task that goes from part to part.
pub const MOST_TASKS: usize = 48;

/// The most squares of a map.
pub const MOST_SQUARES: usize = 128;

/// The most stands that check at once: those that touch one stand, or fight in one melee.
pub const MOST_AT_ONCE: usize = 32;

/// Sets of stands.
pub type Stands = IdSet<StandId, 4>;

/// Sets of brigades.
pub type Brigades = IdSet<BrigadeId, 4>;

/// Sets of Generals.
pub type Generals = IdSet<GeneralId, 4>;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The Round, from 1.
    pub round: Round,
    /// The turn that is being taken.
    pub turn: Turn,
    /// How many have passed one after the other (RRF-PASS-2).
    pub passes: u8,
    /// Whether anybody did anything but pass in this Round.
    pub is_busy: bool,
    /// How many Rounds in a row nobody did.
    pub idle_rounds: u8,
    /// Whether something of this Round has set a trigger.
    pub is_closing: bool,
    /// What is to be done.
    pub agenda: Agenda<Task, MOST_TASKS>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Every regiment and battery, by its number.
    pub troops: Vec<Troop>,
    /// Every General, by his number.
    pub leaders: Vec<Leader>,
    /// How each brigade takes part, by its number.
    pub brigades: Vec<Posted>,
    /// Who commands all, by side: his Leadership is the size of the hand (RRF-HAND-1).
    pub commanders: [Option<GeneralId>; 2],
    /// Barricades, which nobody builds in play and nobody takes down (RRF-BARR-6, RRF-BARR-7).
    pub barricades: Vec<Barricade>,
    /// Ground where nobody may stand or move (RRF-MAP-10), beside what is so on the ground itself.
    pub off_limits: Vec<Frame>,
    /// Where troops may enter.
    pub entries: Vec<Entry>,
    /// The brigades that begin on the map, while the battle is set up.
    pub starting: Brigades,
    /// The deployment edge of each side.
    pub edges: [Edge; 2],
    /// The cards, by side.
    pub decks: [Deck; 2],
    /// The General of each side who was activated last: the next one marks him (RRF-ACT-6).
    pub current: [Option<GeneralId>; 2],
    /// Victory points, by side.
    pub points: [u8; 2],
    /// Who holds each objective of the scenario.
    pub held: Vec<Option<Side>>,
    /// Who has declared his retirement, and how (I-17).
    pub retiring: Option<Retiring>,
    /// The dice on the table, while somebody may have one of them rolled again (I-10).
    pub roll: Option<Roll>,
    /// Whether the last check was passed: whoever had it made looks here.
    pub is_passed: bool,
    /// The Fire action that is being carried out.
    pub volley: Option<Volley>,
    /// The rout that is under way.
    pub rout: Option<Rout>,
    /// The charge that is being carried out.
    pub onset: Option<Onset>,
    /// Mounted stands that were named to charge in this action and have not yet.
    pub riders: List<StandId, MOST_AT_ONCE>,
    /// Who has whose flank, of opposing stands that touch (3.5).
    pub contacts: Vec<Contact>,
    /// The melees that go on, with the cards committed to them.
    pub melees: Vec<Melee>,
    /// The round of a melee that is being fought.
    pub fight: Option<Fight>,
    /// Who has still to check, of several.
    pub owed: List<StandId, MOST_AT_ONCE>,
    /// Who has failed and has still to run.
    pub running: List<StandId, MOST_AT_ONCE>,
    /// The Generals who were rolled for in the action that is being carried out.
    pub rolled_for: Generals,
}

/// A turn (1.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Whose it is.
    pub side: Side,
    /// What he chose (T1).
    pub choice: Choice,
    /// On how many stands the top action may still be used (RRF-PLAY-2).
    pub left: u8,
    /// On how many stands each printed action of the Command card may still be used (RRF-PLAY-6).
    pub printed: [u8; 3],
    /// Action points on the track (RRF-MARK-1).
    pub action_points: ActionPoints,
    /// Whether any of them were spent.
    pub has_spent: bool,
    /// Whether anybody has acted in it: the General rides before the first or after the last action.
    pub has_acted: bool,
    /// Whether the General has had his ride.
    pub has_ridden: bool,
    /// Whether his Command card was played (RRF-PLAY-6), and not he activated plainly.
    pub is_commanded: bool,
    /// Whether he was off the map when it was.
    pub from_afar: bool,
    /// The brigades for which an action point has opened the entry.
    pub opened: Brigades,
    /// Reroll points that last until the end of the turn (RRF-RRL-8).
    pub rerolls: Rerolls,
    /// Cards that lie open until then: the one played, and a Command card added.
    pub open: List<CardId, 2>,
    /// The stands that acted by the card or the printed action: each once.
    pub used: Stands,
    /// How many Move arrows lie in each square (RRF-MOVE-13).
    pub arrows: Row<u8, MOST_SQUARES>,
    /// Who has charged in it: Reroll points of the turn serve their melees.
    pub chargers: Stands,
    /// Batteries that were charged by the card (RRF-CCH-5).
    pub charged: Stands,
    /// Whether the mounted stands that charge by the card have been named.
    pub has_named: bool,
    /// Who was contacted for the first time and has not fired yet (RRF-MEL-3, R-84).
    pub fresh: Stands,
    /// Who has fought a round of a melee.
    pub fought: Stands,
}

impl Turn {
    /// A turn that begins.
    #[must_use]
    pub fn of(side: Side) -> Turn {
        Turn {
            side,
            choice: Choice::Open,
            left: 0,
            printed: [0; 3],
            action_points: ActionPoints::ZERO,
            has_spent: false,
            has_acted: false,
            has_ridden: false,
            is_commanded: false,
            from_afar: false,
            opened: Brigades::EMPTY,
            rerolls: Rerolls::ZERO,
            open: List::default(),
            used: Stands::EMPTY,
            arrows: Row::default(),
            chargers: Stands::EMPTY,
            charged: Stands::EMPTY,
            has_named: false,
            fresh: Stands::EMPTY,
            fought: Stands::EMPTY,
        }
    }
}

/// How a brigade takes part (RRF-COC-4): as its scenario says, or as its owner chose.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posted {
    /// Who commands it: its own General, or the one it is subordinated to (RRF-DECK-5, RRF-DECK-7a).
    pub general: GeneralId,
    /// Whether that is a General above it (RRF-DECK-7).
    pub is_subordinated: bool,
    /// How it is deployed, as far as that matters later (RRF-FORM-16).
    pub formation: Option<Formation>,
    /// Where those of it wait that are off the map; anywhere along the deployment edge if `None`.
    pub entry: Option<EntryId>,
}

/// A segment of the map's edge where troops of a side may enter (RRF-MAP-8).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Where.
    pub border: BorderId,
    /// Whose troops.
    pub side: Side,
    /// The largest formation that may use it: its troops, and nobody else's (RRF-MAP-9).
    pub largest: BodyId,
}

/// A regiment or a battery.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Troop {
    /// Where it is in the game.
    pub whereabouts: Whereabouts,
    /// The middle of its stand, on foot of the dismounted one, and which way it faces.
    pub pose: Pose,
    /// Circles marked, by [`Part`](super::scenario::Part) (RRF-MARK-4).
    pub losses: [u8; 3],
    /// What else is true of it.
    pub marks: Mark,
}

/// Where a regiment, a battery or a General is in the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whereabouts {
    /// On the map.
    Map,
    /// It waits off the map.
    Waiting,
    /// It was destroyed (RRF-LOSS-7).
    Destroyed,
    /// It was captured (RRF-ROUT-10).
    Captured,
    /// It ran off the map (RRF-ROUT-9).
    RanOff,
    /// It marched off, or left the field at the end (RRF-WIN-4, R-51).
    Retired,
    /// It takes no part: the General of a subordinated brigade (RRF-DECK-7).
    Absent,
}

engine::flags!(
    /// What is true of a regiment or a battery.
    Mark(u8) {
        /// It has been activated in this Round.
        ACTIVATED = 0,
        /// It is routed, its Fire crossed out (RRF-ROUT-12).
        ROUTED = 1,
        /// A regiment of cavalry on horseback (RRF-CAV-1).
        MOUNTED = 2,
        /// It has stood on the map: whom a side's break is counted from.
        FIELDED = 3,
        /// It was declared routed instead of fighting on, its side marching off (RRF-WIN-4b).
        GAVE_WAY = 4,
    }
);

/// A General.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Where he is in the game.
    pub whereabouts: Whereabouts,
    /// The middle of his stand.
    pub at: Point,
    /// Gravestones (RRF-KIA-6).
    pub stones: Gravestones,
    /// Whether he has been activated in this Round.
    pub is_activated: bool,
    /// Whether another has taken his place since (RRF-ACT-6).
    pub is_marked: bool,
}

/// A declared retirement (RRF-WIN-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Retiring {
    /// Who.
    pub side: Side,
    /// Whether all of his stands count as routed (RRF-WIN-5); else they march off (RRF-WIN-4).
    pub is_rout: bool,
    /// In which Round he declared it.
    pub since: Round,
    /// Whether the turn in which he did is over: before, it changes nothing.
    pub is_under_way: bool,
}
