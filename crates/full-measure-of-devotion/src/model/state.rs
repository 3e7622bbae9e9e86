//! Everything that changes during a campaign.

use crate::model::evidence::Evidence;
use crate::model::ids::{CommanderId, FORCES, ForceId, ForceSet, MOST_COMMANDERS, Officers, Towns};
use crate::model::route::Route;
use crate::model::strength::{Arm, Strength};
use crate::model::task::{MOST_TASKS, Task};
use arrayvec::ArrayVec;
use engine::agenda::Agenda;
use engine::{Outcome, Seats, Side, Sides};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// The most DEPOTs on the map (FMD-11-II-7).
pub const MOST_DEPOTS: usize = 5;
/// The most trains of a campaign: those it begins with, and one of every town that is not depleted (FMD-11-III-2).
pub const MOST_TRAINS: usize = 64;
/// The most brigades of an army: each may take two hits, and hits are counted in a byte.
pub const MOST_BRIGADES: u8 = 127;
/// Re-rolls a side has for the game (FMD-7-5).
pub const REROLLS: u8 = 5;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1 (FMD-7-1): about two days each (FMD-8-2).
    pub turn: u8,
    /// Where in the sequence of play it stands.
    pub phase: Phase,
    /// The weather of both tracks (RUL-12).
    pub weather: Weather,
    /// Whose go it is, where sides alternate.
    pub go: Side,
    /// Who is out for the rest of the phase or part.
    pub out: Sides,
    /// Each side's command bonus.
    pub bonus: [i8; 2],
    /// Re-rolls each side has left.
    pub rerolls: [u8; 2],
    /// Brigades each side has lost (FMD-9-7).
    pub lost: [u8; 2],
    /// Flipped trains that reached the South.
    pub trains_home: u8,
    /// How many of them win the campaign: as many as the scenario says, or the bid (FMD-9-5).
    pub trains_needed: u8,
    /// Which army each seat leads: the bids may have changed it (FMD-15.1-1).
    pub seats: Seats,
    /// Whether Meade commands.
    pub meade: bool,
    /// How far Lee's journey has come (FMD-14.2-1).
    pub lee: Journey,
    /// Who has used the free order of the army commander this turn.
    pub army_order: Sides,
    /// Every Force, by its sleigh.
    pub forces: [Force; FORCES],
    /// What the enemy can have worked out about them.
    pub evidence: Evidence,
    /// Where the Union has DEPOTs. They are no Forces: they do not move, fight or support (FMD-11-II-4).
    pub depots: ArrayVec<Hex, MOST_DEPOTS>,
    /// Which towns are DEPLETED.
    pub depleted: Towns,
    /// Trains without a Force, any number in a hex (FMD-11-III-7).
    pub trains: ArrayVec<Train, MOST_TRAINS>,
    /// Whether the Union has placed a DEPOT this turn (FMD-11-II-16).
    pub depots_placed: bool,
    /// Which Forces have had the offer of a train this turn.
    pub offered: ForceSet,
    /// Commanders off the map who will come back.
    pub away: ArrayVec<Away, MOST_COMMANDERS>,
    /// Who lost a Force of late: his commanders come back (FMD-12.2-3).
    pub bereft: Bereft,
    /// Commanders who have ridden this turn.
    pub rode: Officers,
    /// The ride being settled.
    pub riding: Option<Riding>,
    /// What is to be done before the phase goes on.
    pub agenda: Agenda<Task, MOST_TASKS>,
    /// The Force on the move.
    pub march: Option<March>,
    /// The combat being fought.
    pub battle: Option<Battle>,
    /// The Force being divided.
    pub sorting: Option<Sorting>,
    /// The initial order being written.
    pub writing: Option<Writing>,
    /// What each side has answered while both are asked.
    pub answers: [Answered; 2],
    /// How the campaign ended for the armies.
    pub outcome: Option<Outcome>,
}

/// A Force: a sleigh with its detail box. Nothing else moves and fights (FMD-3-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Force {
    /// Where it stands; `None` while the sleigh is in the pool.
    pub at: Option<Hex>,
    /// Its brigades.
    pub strength: Strength,
    /// All commanders with it: they go wherever it goes (FMD-6-5).
    pub officers: Officers,
    /// The one who rides on the sleigh: there is always one (FMD-3-3).
    pub leader: CommanderId,
    /// The markers beside it.
    pub markers: Markers,
    /// Whether an initial order still makes it march.
    pub marching: bool,
    /// What is left of that march.
    pub route: Route,
    /// TRAINs it escorts, any number (FMD-11-III-7).
    pub trains: u8,
    /// Whether it lives this turn on the town it depleted, the train being sent off (FMD-11-IV-6).
    pub fed: bool,
    /// Whether it has moved this turn.
    pub moved: bool,
    /// Attrition hits its owner has yet to place.
    pub due: u8,
}

/// Markers beside a sleigh: open to both sides (FMD-3-10). It may have several, in any mix (FMD-12-II-9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Markers {
    /// INITIAL.
    pub initial: u8,
    /// ORDER.
    pub order: u8,
    /// +1: goes along with a Force that moves, as an ORDER never does (FMD-12-II-8).
    pub plus_one: u8,
    /// +2.
    pub plus_two: u8,
    /// FORAGE.
    pub forage: bool,
    /// FATIGUE.
    pub fatigue: bool,
    /// COMBAT.
    pub combat: u8,
}

/// A TRAIN without a Force. It is no Force: it does not fight, support or block (FMD-11-III-11).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Train {
    /// Where it is.
    pub at: Hex,
    /// Whether it is flipped and moves by itself (FMD-11-III-6); otherwise it was left behind.
    pub flipped: bool,
    /// Whether it has moved this turn.
    pub moved: bool,
}

/// A commander whose Force was destroyed (FMD-12.2-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Away {
    /// Who.
    pub commander: CommanderId,
    /// Where his Force was.
    pub from: Hex,
    /// On which turn it was destroyed.
    pub since: u8,
    /// Whether he rode on the sleigh, so that everybody knows.
    pub led: bool,
    /// The Force he is to join, chosen by his owner at his return.
    pub joins: Option<ForceId>,
    /// Whether he is to lead it, where its leader is his equal.
    pub leads: Option<bool>,
}

/// Who has lost a Force: whoever has is asked about returning commanders, whether or not one returns (FMD-D-1a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bereft {
    /// On this turn.
    pub now: Sides,
    /// On the turn before.
    pub before: Sides,
}

/// A ride about to be made: it shows nothing until its owner has settled who leads.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Riding {
    /// Who rides.
    pub who: CommanderId,
    /// To the Force in this hex.
    pub to: Hex,
    /// Who leads the Force he leaves, once that is settled.
    pub behind: Option<CommanderId>,
    /// Who leads the Force he joins.
    pub ahead: Option<CommanderId>,
}

/// Where in the sequence of play.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Bids for the sides (S0).
    Bids,
    /// Who rides on the sleigh where commanders are equal (S1b).
    Leaders,
    /// The Confederate initial orders (S2).
    ConfederateOrders,
    /// Attrition (T2).
    Attrition,
    /// Depots (T3).
    Depots,
    /// New trains (T4).
    Trains,
    /// The Union initial orders (T6).
    UnionOrders,
    /// Marches on initial orders (T7).
    PartOne,
    /// Further orders are issued (T8).
    PartTwo,
    /// Forces with an ORDER move (T9).
    PartThree,
    /// Flipped trains move (T10).
    TrainMoves,
    /// Commanders ride (T12).
    Commanders,
    /// Commanders come back (T13).
    Returns,
    /// Who has won? (T14)
    Victory,
    /// The campaign is over.
    Over,
}

/// A box of the weather track (TAB-W).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    /// No effect.
    #[default]
    Sunny,
    /// No effect: the warning before rain (FMD-D-3).
    Cloudy,
    /// Heavy rain.
    Heavy,
    /// Torrential rain.
    Torrential,
}

/// Whether Lee has been north of the Potomac, and back (RUL-50).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Journey {
    /// He has not stood north of it.
    #[default]
    AtHome,
    /// He has.
    North,
    /// He has, and has stood south of it since.
    Back,
}

/// How soon a further order arrives.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Delay {
    /// ORDER: this turn.
    Now,
    /// +1: next turn.
    One,
    /// +2: the turn after.
    Two,
}

/// The Force on the move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct March {
    /// Which.
    pub force: ForceId,
    /// Whether on its initial order.
    pub initial: bool,
    /// Half movement points spent.
    pub spent: u8,
    /// Half movement points of Column C, after rain.
    pub basic: u8,
    /// Half movement points of Column D, or of Column C where it may not force march.
    pub forced: u8,
    /// Hexes entered.
    pub hexes: u8,
    /// Whether it began with FORAGE (FMD-12-V-G7).
    pub foraging: bool,
    /// Whether the die for an inadvertent move has been thrown (FMD-12.1-2).
    pub tested: bool,
    /// Where it has been told to go, if more than a step.
    pub heading: Option<Hex>,
    /// Hits for FORAGE still to be placed.
    pub due: u8,
    /// Whether it has opened a combat.
    pub fought: bool,
    /// Whether it ends where it stands.
    pub over: bool,
}

/// Why a Force is divided.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Part of it marches off (FMD-12-III-7).
    March,
    /// Part of it advances after combat (FMD-12.3.2b-12).
    Advance,
    /// Part of it enters the hex the cavalry left (FMD-14.3-3a).
    Enter,
}

/// A Force being divided: what has been told to go.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sorting {
    /// Which Force.
    pub force: ForceId,
    /// Why.
    pub purpose: Purpose,
    /// Brigades that go.
    pub strength: Strength,
    /// Commanders who go.
    pub officers: Officers,
    /// ORDER markers that go: only after combat.
    pub order: u8,
    /// +1 markers that go.
    pub plus_one: u8,
    /// +2 markers that go.
    pub plus_two: u8,
    /// Trains that go.
    pub trains: u8,
    /// Whether all are told, and only the leaders are to be settled.
    pub going: bool,
    /// Who leads the part that goes, once that is settled.
    pub ahead: Option<CommanderId>,
    /// Who leads the part that stays.
    pub behind: Option<CommanderId>,
}

/// An initial order being written.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Writing {
    /// For which Force; `None` between two orders.
    pub force: Option<ForceId>,
    /// Destination, then way points in the order they are named.
    pub names: ArrayVec<Hex, 3>,
    /// Whether all names are written.
    pub named: bool,
    /// The path found so far.
    pub route: Route,
    /// Which Forces have their orders.
    pub written: ForceSet,
}

/// What a side has answered while both are asked at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Answered {
    /// Whether it has finished.
    pub done: bool,
    /// Its bid.
    pub bid: u8,
    /// Brigades lost in secret, to be announced together.
    pub lost: u8,
}

/// The two sides of a combat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The Force that attacks.
    Attacker,
    /// The Force that is attacked.
    Defender,
}

impl Role {
    /// Both.
    pub const BOTH: [Role; 2] = [Role::Attacker, Role::Defender];

    /// For tables with a row a role.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// How an attack came about.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A march into the hex.
    March,
    /// An inadvertent move (FMD-12.1-6).
    Drift,
    /// A second attack at once (FMD-12.3.2c-iv).
    Again,
}

/// Where a combat stands (C1 to C14 of the ledger).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Does the defender stand? (C1)
    Stand,
    /// Where do the horsemen go? (C1a)
    Withdraw,
    /// Does the attacker enter the hex they left? (C1a)
    Enter,
    /// The attacker's number of dice (C2).
    AttackerDice,
    /// The defender's (C3).
    DefenderDice,
    /// The attacker's re-rolls (C4).
    AttackerRoll,
    /// The defender's (C5).
    DefenderRoll,
    /// Both select brigades (C6).
    Select,
    /// The winner names arms (C10).
    WinnerNames,
    /// The loser names arms (C10).
    LoserNames,
    /// Both place hits (C11).
    Place,
    /// The beaten Force goes back (C12).
    Retreat,
    /// Does the winner advance? (C13)
    Advance,
    /// Does it attack again? (C14)
    Again,
}

/// One die thrown for numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Die {
    /// What it shows.
    pub face: u8,
    /// How often it was thrown again.
    pub again: u8,
}

/// One side's share in a combat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    /// Its dice for numbers.
    pub dice: ArrayVec<Die, 5>,
    /// How many it declared.
    pub declared: u8,
    /// Brigades that take part; secret until both sides have selected.
    pub part: Strength,
    /// Whether it has selected its brigades.
    pub done: bool,
    /// Adjusted combat value.
    pub adjusted: i16,
    /// The last die.
    pub last: u8,
    /// Hits it suffers.
    pub hits: u8,
    /// Arms the enemy named for them.
    pub named: ArrayVec<Arm, 2>,
    /// What is left of the brigades that take part, while hits are placed in secret.
    pub after: Strength,
    /// Hits placed so far.
    pub placed: u8,
}

/// A combat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Who attacks.
    pub attacker: ForceId,
    /// Who is attacked.
    pub defender: ForceId,
    /// The combat hex, where the defender stands (FMD-12.3-2).
    pub at: Hex,
    /// The pre-attack hex, where the attacker stands (FMD-12.3-2).
    pub from: Hex,
    /// How it came about.
    pub cause: Cause,
    /// Where it stands.
    pub step: Step,
    /// Whether the defender said that it is all cavalry (FMD-14.3-1).
    pub declared_cavalry: bool,
    /// Both shares, by [`Role::index`].
    pub shares: [Share; 2],
    /// The difference of final values.
    pub margin: u8,
    /// Who won.
    pub winner: Option<Role>,
    /// The Force that advanced after it.
    pub advanced: Option<ForceId>,
}

impl Battle {
    /// The Force in a role.
    #[inline]
    #[must_use]
    pub const fn force(&self, role: Role) -> ForceId {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.defender,
        }
    }

    /// The role of a side.
    #[inline]
    #[must_use]
    pub fn role_of(&self, side: Side) -> Role {
        if self.attacker.side() == side { Role::Attacker } else { Role::Defender }
    }

    /// A share.
    #[inline]
    #[must_use]
    pub const fn share(&self, role: Role) -> &Share {
        &self.shares[role.index()]
    }
}

impl State {
    /// A Force.
    #[inline]
    #[must_use]
    pub fn force(&self, force: ForceId) -> &Force {
        &self.forces[force.index() % FORCES]
    }

    /// A Force, to be changed.
    #[inline]
    pub fn force_mut(&mut self, force: ForceId) -> &mut Force {
        &mut self.forces[force.index() % FORCES]
    }

    /// Forces of a side on the map, by letter.
    #[inline]
    pub fn forces_of(&self, side: Side) -> impl Iterator<Item = (ForceId, Hex)> {
        ForceId::of(side).filter_map(|force| Some((force, self.force(force).at?)))
    }

    /// The Force of a side in a hex; of two that pass each other, the one that is not on the move.
    #[must_use]
    pub fn force_at(&self, side: Side, hex: Hex) -> Option<ForceId> {
        let moving = self.march.map(|march| march.force);
        let mut found = None;
        for (force, at) in self.forces_of(side) {
            if at == hex && (found.is_none() || Some(force) != moving) {
                found = Some(force);
            }
        }
        found
    }

    /// Another Force of the same side in the hex where this one stands. Two may pass each other; none ends its move
    /// beside a friend (FMD-3-9).
    #[must_use]
    pub fn companion(&self, force: ForceId) -> Option<ForceId> {
        let hex = self.force(force).at?;
        self.forces_of(force.side()).find(|&(other, at)| at == hex && other != force).map(|(other, _)| other)
    }

    /// A sleigh in the pool (FMD-3-7).
    #[must_use]
    pub fn free_sleigh(&self, side: Side) -> Option<ForceId> {
        ForceId::of(side).find(|&force| self.force(force).at.is_none())
    }
}
