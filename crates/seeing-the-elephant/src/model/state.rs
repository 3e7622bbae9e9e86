//! Everything that changes during play.

use super::charge::Charge;
use super::ids::{HqId, OfficerId, UnitId};
use super::legs::{Path, Places};
use super::road::Lane;
use super::scenario::MOST_STANDS;
use super::task::Task;
use super::troops::Grade;
use crate::rules::charge::Possible;
use crate::rules::fire::plan::FirePlan;
use crate::rules::legs::Roll;
use crate::rules::morale::Verdict;
use engine::agenda::Agenda;
use engine::flat::List;
use engine::{Outcome, Side};
use ground::geometry::Point;
use ground::table::Heading;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// More tasks than any chain of interruptions leaves: what has many parts is one task that goes from part to part.
pub const MOST_TASKS: usize = 40;

/// A position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub(crate) turn: u8,
    /// Whose card was drawn; of no meaning between cards.
    pub(crate) phasing: Side,
    /// What is to be done.
    pub(crate) agenda: Agenda<Task, MOST_TASKS>,
    /// How the game ended.
    pub(crate) outcome: Option<Outcome>,
    /// Every unit and screen, by its number.
    pub(crate) troops: Vec<Troop>,
    /// The places of stands in skirmish order, for those who are in it.
    pub(crate) loose: LooseStands,
    /// Every commander, by his number; those who took over in battle stand in for whom they replaced.
    pub(crate) officers: Vec<Commander>,
    /// Every headquarters, by its number.
    pub(crate) commands: Vec<Command>,
    /// Who has to test for the event that is being carried out, in order.
    pub(crate) owed: Vec<Owed>,
    /// Melees that go on, and those to be fought in this activation.
    pub(crate) melees: Vec<Melee>,
    /// Charges that could be announced when their phase began.
    pub(crate) possible: Vec<Possible>,
    /// Charges that have been announced or are on their way.
    pub(crate) charges: Vec<Charge>,
    /// Who may fight whom in the combat phase that is going on, and who will (S10).
    pub(crate) pairs: Vec<Pair>,
    /// Points made so far, by side (M-9).
    pub(crate) points: [i32; 2],
    /// The plan of the fire phase that is going on.
    pub(crate) plan: FirePlan,
    /// The move that is being carried out (G-14).
    pub(crate) march: Option<March>,
    /// The last path of this movement phase, for whoever goes likewise (G-17).
    pub(crate) last_move: Option<LastMove>,
}

/// A path that was gone, and by whom.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LastMove {
    /// Who.
    pub unit: UnitId,
    /// The legs, as they were given.
    pub path: Path,
}

/// A move on its way: legs are carried out one by one, and enemies may come in between (G-14).
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// The legs.
    pub path: Path,
    /// What fell for it.
    pub roll: Roll,
    /// The leg that comes next or is being gone.
    pub leg: u8,
    /// How much of that leg is gone, in mils or in ticks of a wheel.
    pub way: i32,
    /// Where the leg began.
    pub from: Point,
    /// Facing there.
    pub facing: Heading,
    /// Stands there.
    pub stands: u8,
    /// How much of its allowance the whole path leaves unused, in mils.
    pub left: i32,
    /// A leg ended while cavalry rode at it: skirmishers nearby have yet to give way.
    pub late: bool,
    /// Friends whom it has passed through already.
    pub passed: List<UnitId, 16>,
    /// Where loose stands go who are laid place by place; the path is empty then.
    pub places: Places,
}

/// A unit or a screen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Troop {
    /// Where it is in the game.
    pub whereabouts: Whereabouts,
    /// The middle of the front edge of its front rank; of a square and of skirmishers, the middle of all.
    pub anchor: Point,
    /// Which way it faces.
    pub facing: Heading,
    /// How it is drawn up.
    pub formation: Formation,
    /// How many stands it has.
    pub stands: u8,
    /// How many stand side by side in a full rank.
    pub frontage: u8,
    /// Hits that have not yet taken a stand (STE-MOR-10).
    pub hits: u8,
    /// Panic markers (STE-MOR-8), which are told apart from hits wherever they are shown (STE-MOR-35).
    pub panic: u8,
    /// Stands lost in the battle (STE-MOR-21).
    pub lost: u8,
    /// Of a screen: with how many stands it was sent out.
    pub sent: u8,
    /// Its grade, once it is known.
    pub grade: Option<Grade>,
    /// The road that it lies along, of no meaning once it stands elsewhere.
    pub road: Option<Lane>,
    /// Whether it is on the run.
    pub withdrawing: Option<Run>,
    /// How it last ran in this turn, and in the one before (STE-MOR-22, STE-MOR-23).
    pub ran: [Option<Run>; 2],
    /// What it chose in its fire phase of this turn.
    pub posture: Posture,
    /// What came of its last test: whoever had it test looks here.
    pub verdict: Option<Verdict>,
    /// What else is true of it.
    pub marks: Mark,
}

impl Default for Troop {
    fn default() -> Troop {
        Troop {
            whereabouts: Whereabouts::Within,
            anchor: Point::new(0, 0),
            facing: Heading::NORTH,
            formation: Formation::Line,
            stands: 0,
            frontage: 0,
            hits: 0,
            panic: 0,
            lost: 0,
            sent: 0,
            grade: None,
            road: None,
            withdrawing: None,
            ran: [None; 2],
            posture: Posture::Unasked,
            verdict: None,
            marks: Mark::NONE,
        }
    }
}

/// Where a unit is in the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whereabouts {
    /// On the table.
    Table,
    /// It has not entered yet.
    Due,
    /// A screen that is part of its unit.
    Within,
    /// Its last stand was lost (I-13).
    Destroyed,
    /// It surrendered or was captured (I-10).
    Captured,
    /// It left the table (M-8).
    Gone,
    /// Its owner has still to place it.
    Unplaced,
}

/// How troops are drawn up (G-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Formation {
    /// Side by side, in one rank or more.
    Line,
    /// One or two stands wide (STE-MOVE-4).
    Column,
    /// Loose stands.
    Skirmish,
    /// Facing all ways.
    Square,
    /// Guns and wagons on the march: one behind the other.
    Limbered,
    /// Guns ready to fire, side by side.
    Unlimbered,
}

/// How a unit runs (STE-MOR-33, STE-MOR-34).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Run {
    /// It retreats.
    Retreat,
    /// It routs.
    Rout,
}

/// What a unit chose in its fire phase (STE-FIRE-1, STE-FIRE-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Posture {
    /// It has not been asked this turn, or had no target.
    #[default]
    Unasked,
    /// Full effect, no movement.
    Full,
    /// Reduced effect, half movement; guns: a prolong move.
    Reduced,
    /// It holds its fire.
    Hold,
}

engine::flags!(
    /// What is true of a unit.
    Mark(u32) {
        /// It lies down (STE-MOVE-27).
        PRONE = 0,
        /// Cavalry on foot (STE-MOVE-10).
        DISMOUNTED = 1,
        /// It has been activated this turn (STE-ORD-5).
        ACTIVATED = 2,
        /// It has moved this turn, of its own will or not.
        MOVED = 3,
        /// It moved in the turn before (STE-MOVE-7).
        MOVED_LAST_TURN = 4,
        /// Formed infantry passed through it: it stays for the rest of the turn (STE-MOVE-23).
        BARRED = 5,
        /// Effective fire from flank or rear hit it this turn (STE-MOR-24).
        FLANK_FIRE = 6,
        /// It is over-enthusiastic (STE-MOR-29).
        ELATED = 7,
        /// It is out of ammunition (STE-OPT-3).
        OUT_OF_AMMUNITION = 8,
        /// It has fired at a passing enemy in this activation.
        PASS_THROUGH = 9,
        /// Its opportunity charge failed in this activation.
        NO_OPPORTUNITY = 10,
        /// It has fired this turn in a fire phase: skirmishers then hold against a charge (STE-SKIRM-17).
        FIRED = 11,
        /// Its guns prolong this turn (STE-FIRE-24, R-114).
        PROLONGING = 12,
        /// It failed a test in its morale phase of this turn: it may not charge.
        SHAKEN = 13,
        /// Its last move used the road die: it is a road column (G-3).
        ON_ROAD = 14,
        /// Its run came of a combat or a charge: skirmishers then have flanks and a rear (STE-SKIRM-8).
        RAN_FROM_COMBAT = 15,
        /// It is in this morale phase's list.
        OWES_PHASE_TEST = 16,
        /// It has run in the event that is being carried out.
        RAN_IN_EVENT = 17,
        /// It belongs to the activation that is going on.
        ACTIVE = 18,
        /// Its owner has been asked whether it fires at the unit that is moving.
        WATCHED = 19,
        /// Its owner has been asked whether it charges the unit that is moving.
        OFFERED = 20,
        /// Its move is over where it stands: it faced a charge or halted for one.
        STOPPED = 21,
        /// It has stayed after its dice fell, and moves no more in this activation (G-13).
        STAYED = 22,
        /// Its skirmishers came in: it moves at half speed in this activation (STE-SKIRM-3).
        RECALLED = 23,
        /// It was due in an earlier turn and found no room at its entry point.
        KEPT_OUT = 24,
    }
);

/// The stands of a unit in skirmish order.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Loose {
    /// Whose they are.
    pub unit: UnitId,
    /// The middle of each.
    pub at: List<Place, MOST_STANDS>,
}

/// The stands of all units in skirmish order, one unit after another in one block: room for the most stands that a unit
/// may have would be more than all the rest of it. Written as a list of [`Loose`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Loose>", into = "Vec<Loose>")]
pub struct LooseStands {
    /// Who is in skirmish order, by number, and with how many stands.
    units: Vec<(UnitId, u8)>,
    /// Their places, in the same order.
    places: Vec<Place>,
}

impl LooseStands {
    /// How many units are in skirmish order.
    #[must_use]
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// How much memory it owns, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.units) + size_of_val(&*self.places)
    }

    /// Where the entry of a unit is, or would be, and which places are its own.
    fn find(&self, unit: UnitId) -> (usize, Range<usize>) {
        let before = self.units.iter().take_while(|(other, _)| *other < unit);
        let (number, first) =
            before.fold((0, 0), |(number, first), (_, count)| (number + 1, first + usize::from(*count)));
        let count = self.units.get(number).filter(|(other, _)| *other == unit).map_or(0, |(_, count)| *count);
        (number, first..first + usize::from(count))
    }

    fn of(&self, unit: UnitId) -> &[Place] {
        &self.places[self.find(unit).1]
    }

    fn take_out(&mut self, unit: UnitId) {
        let (number, own) = self.find(unit);
        if self.units.get(number).is_some_and(|(other, _)| *other == unit) {
            self.units.remove(number);
            self.places.drain(own);
        }
    }

    fn put(&mut self, unit: UnitId, places: impl ExactSizeIterator<Item = Place>) {
        self.take_out(unit);
        let (number, own) = self.find(unit);
        self.units.insert(number, (unit, places.len() as u8));
        self.places.splice(own, places);
    }
}

impl From<Vec<Loose>> for LooseStands {
    fn from(all: Vec<Loose>) -> LooseStands {
        let mut stands = LooseStands::default();
        for loose in all {
            stands.put(loose.unit, loose.at.iter().copied());
        }
        stands
    }
}

impl From<LooseStands> for Vec<Loose> {
    fn from(stands: LooseStands) -> Vec<Loose> {
        let loose = |&(unit, _): &(UnitId, u8)| {
            let mut at = List::default();
            stands.of(unit).iter().for_each(|place| at.push(*place));
            Loose { unit, at }
        };
        stands.units.iter().map(loose).collect()
    }
}

/// A point, nowhere by default.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place(pub Point);

impl Default for Place {
    fn default() -> Place {
        Place(Point::new(0, 0))
    }
}

/// A commander.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Commander {
    /// What has become of him.
    pub fate: Fate,
    /// What he is worth; a successor has what his post is worth.
    pub rating: u8,
    /// Where he is, if he is with no unit.
    pub at: Point,
    /// The unit he is with.
    pub with: Option<UnitId>,
    /// He has had his move of this turn.
    pub moved: bool,
    /// He has a light wound (STE-OFF-12).
    pub wounded: bool,
    /// He may not leave before his unit's activation in this turn is over (STE-RTE-9); 0 for no such turn.
    pub bound_until: u8,
    /// The unit he helped in morale this turn, which is the only one.
    pub cheered: Option<UnitId>,
    /// The unit he helped in combat this turn.
    pub led: Option<UnitId>,
}

/// What has become of a commander.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// He commands.
    Present,
    /// He comes with the first unit of his command.
    Due,
    /// He is killed, wounded, captured or gone, and his post waits for a successor (STE-OFF-14).
    Out,
}

/// A headquarters.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Command {
    /// Its card has been drawn this turn.
    pub drawn: bool,
    /// Who commands, if anybody.
    pub officer: Option<OfficerId>,
}

/// A test that somebody owes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Owed {
    /// Who.
    pub unit: UnitId,
    /// How near he was to what frightened him.
    pub distance: i32,
    /// From whom a run leads away.
    pub cause: Option<UnitId>,
}

/// Two enemies in contact.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Melee {
    /// Who attacked first.
    pub attacker: UnitId,
    /// Whom.
    pub defender: UnitId,
    /// Who struck whom in flank or rear: the unit that was struck.
    pub struck: Option<UnitId>,
    /// Whether it has gone on from an earlier card, and is not of this activation.
    pub engaged: bool,
    /// The defender was behind such cover when he was charged.
    pub behind: Behind,
}

/// A contact of the combat phase that is going on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Of the side whose card was drawn.
    pub ours: UnitId,
    /// Of the other.
    pub theirs: UnitId,
    /// What came of it.
    pub role: Role,
}

/// What becomes of a contact.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Nothing yet, or nothing at all.
    Open,
    /// The two fight.
    Matched,
    /// The enemy is one too many and joins in.
    Joined,
}

/// What a unit was behind when it was charged.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Behind {
    /// Nothing that helps in combat.
    #[default]
    Nothing,
    /// A fence or wall (STE-CBT-22).
    Wall,
    /// Fieldworks (STE-CBT-25).
    Fieldworks,
}

impl State {
    /// What any pair of eyes sees: everything lies on the table. Each field is named, so that whoever adds one has to
    /// say whether that is true of it.
    #[must_use]
    pub(crate) fn seen(&self) -> State {
        let State {
            turn,
            phasing,
            agenda,
            outcome,
            troops,
            loose,
            officers,
            commands,
            owed,
            melees,
            possible,
            charges,
            pairs,
            points,
            plan,
            march,
            last_move,
        } = self.clone();
        State {
            turn,
            phasing,
            agenda,
            outcome,
            troops,
            loose,
            officers,
            commands,
            owed,
            melees,
            possible,
            charges,
            pairs,
            points,
            plan,
            march,
            last_move,
        }
    }

    /// The turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// What is to be done.
    #[must_use]
    pub const fn agenda(&self) -> &Agenda<Task, MOST_TASKS> {
        &self.agenda
    }

    /// Every unit and screen, by its number.
    #[must_use]
    pub fn troops(&self) -> &[Troop] {
        &self.troops
    }

    /// The places of stands in skirmish order.
    #[must_use]
    pub const fn loose(&self) -> &LooseStands {
        &self.loose
    }

    /// How much memory it takes with all that it owns, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<State>()
            + size_of_val(&*self.troops)
            + self.loose.bytes()
            + size_of_val(&*self.officers)
            + size_of_val(&*self.commands)
            + size_of_val(&*self.owed)
            + size_of_val(&*self.melees)
            + size_of_val(&*self.possible)
            + size_of_val(&*self.charges)
            + size_of_val(&*self.pairs)
            + self.plan.bytes()
    }

    /// A unit or screen.
    #[inline]
    #[must_use]
    pub fn troop(&self, unit: UnitId) -> &Troop {
        &self.troops[unit.index()]
    }

    /// A unit or screen, to be changed.
    #[inline]
    pub fn troop_mut(&mut self, unit: UnitId) -> &mut Troop {
        &mut self.troops[unit.index()]
    }

    /// The places of a unit's loose stands.
    #[must_use]
    pub fn loose_of(&self, unit: UnitId) -> &[Place] {
        self.loose.of(unit)
    }

    /// Lays a unit's stands out loosely.
    pub fn set_loose(&mut self, unit: UnitId, places: &[Point]) {
        self.loose.put(unit, places.iter().map(|place| Place(*place)));
    }

    /// A unit's stands are loose no more.
    pub fn gather(&mut self, unit: UnitId) {
        self.loose.take_out(unit);
    }

    /// The charge of a unit.
    #[must_use]
    pub fn charge_of(&self, unit: UnitId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.unit == unit)
    }

    /// Whether a unit goes along behind a charger.
    #[must_use]
    pub fn follows(&self, unit: UnitId, charger: UnitId) -> bool {
        self.charge_of(charger).is_some_and(|charge| charge.followers.contains(&unit))
    }

    /// What a headquarters is about.
    #[must_use]
    pub fn command(&self, hq: HqId) -> &Command {
        &self.commands[hq.index()]
    }
}
