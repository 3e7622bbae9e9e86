//! Everything that changes during play, in one flat block: the truth, which is saved, compared and fingerprinted, and
//! what is [derived](crate::model::derived) from it.

mod battle;

pub use crate::model::derived::{Stack, Zones};
pub use battle::{Battle, Committed, Contact, Fight, Pursuit, Role};

use crate::model::derived::Derived;
use crate::model::ids::{
    ArrivalId, BridgeId, BridgeSet, BrigadeId, BrigadeSet, CommanderId, CommanderSet, Group, MaybeUnit, Turn,
    UnitId, UnitSet,
};
use crate::model::numbers::{CommandValue, MovementPoints, StrengthPoints};
use crate::model::scenario::{Kind, Scenario};
use crate::model::sizes::{ARRIVALS, BRIDGES, BRIGADES, COMMANDERS, HEXES, HexSet, Number, UNITS};
use crate::model::task::Task;
use engine::agenda::Agenda;
use engine::flat::{List, Row};
use engine::{BySide, Side};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Where a counter is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Station(pub(super) u16);

impl Station {
    /// No such counter.
    pub const NOWHERE: Station = Station(0xFFFF);
    /// Not yet arrived.
    pub const WAITING: Station = Station(0xFFFE);
    /// Eliminated; a regiment may be recovered (LFM-17).
    pub const ELIMINATED: Station = Station(0xFFFD);
    /// Gone for good (LFM-23.7a).
    pub const LOST: Station = Station(0xFFFC);
    const OFF: u16 = 0x8000;

    /// On the map.
    #[inline]
    #[must_use]
    pub const fn at(hex: Hex) -> Station {
        Station(hex.0)
    }

    /// Left the map from this hex (LFM-9.1e1).
    #[must_use]
    pub const fn off_map(exit: Hex) -> Station {
        Station(Station::OFF | exit.0)
    }

    /// The hex, if on the map.
    #[inline]
    #[must_use]
    pub const fn hex(self) -> Option<Hex> {
        if (self.0 as usize) < HEXES { Some(Hex(self.0)) } else { None }
    }

    /// The hex of one who is known to be on the map.
    #[inline]
    #[must_use]
    pub const fn there(self) -> Hex {
        Hex(self.0)
    }

    /// The hex by which it left the map, if it did.
    #[must_use]
    pub const fn exit(self) -> Option<Hex> {
        let hex = self.0 & !Station::OFF;
        if self.0 & Station::OFF != 0 && (hex as usize) < HEXES { Some(Hex(hex)) } else { None }
    }

    /// On the map.
    #[inline]
    #[must_use]
    pub const fn on_map(self) -> bool {
        (self.0 as usize) < HEXES
    }
}

impl Default for Station {
    fn default() -> Station {
        Station::NOWHERE
    }
}

engine::flags!(
    /// What is true of a unit besides where it is.
    Flag(u32) {
        /// Disorganized.
        D = 0,
        /// Disorganized two steps deep (card edition only).
        D2 = 1,
        /// Charged this player turn.
        CHARGED = 2,
        /// Carries a DETACHED marker.
        DETACHED = 3,
        /// Has been beyond its brigade commander's range since it was detached (R-83b).
        STRAYED = 4,
        /// In command this turn.
        COMMAND = 5,
        /// The counter's other side is up: battery unlimbered, cavalry dismounted.
        DEPLOYED = 6,
        /// In the same hex since the game turn began (LFM-24.1c).
        SETTLED = 7,
        /// Designated to build this turn (LFM-24.1e).
        BUILDER = 8,
        /// Fired in this Artillery phase.
        FIRED = 9,
        /// Used a road rate this phase (LFM-2.2d).
        ROAD = 10,
        /// Changed between mounted and dismounted this phase, or had its marker changed in the Command phase.
        CHANGED = 11,
        /// Moved this phase.
        MOVED = 12,
        /// Its move is over.
        RESTED = 13,
        /// Was out of touch with its brigade when its side's Movement phase began or ended, when it entered, or when
        /// its marker came off: it has to close up.
        LOST_TOUCH = 14,
        /// Has retreated before combat, this phase, into the zone of control it stands in (R-55b).
        DODGED = 15,
        /// Attacks no more this phase.
        SPENT = 16,
        /// Made its compulsory exit already this phase, so it is not asked again.
        EXITED = 17,
        /// Entered by partial allowance: counts as having used a road (LFM-26.6b).
        LATE = 18,
        /// Came into its hex during this round of combat, so it adds nothing to an attack from there.
        CAME = 19,
        /// Prepares to burn a bridge.
        BURNER = 20,
        /// Has withdrawn by choice in this step of the round.
        WITHDREW = 21,
        /// Was told to withdraw by choice, and is about to (LFM-12.2).
        WITHDRAWS = 22,
        /// Came onto the map in this Movement phase (LFM-22.2).
        ENTERED = 23,
    }
);

engine::flags!(
    /// What is true of a commander besides where he is.
    Office(u8) {
        /// Fallen: the replacement side is up.
        REPLACED = 0,
        /// In command this turn.
        COMMAND = 1,
        /// His hex changed since his own player turn began.
        MOVED = 2,
        /// Carries a Recover marker (LFM-S5g).
        RECOVER = 3,
        /// His move is over.
        RESTED = 4,
        /// Has rolled, declined or been put in command this phase.
        ASKED = 5,
        /// Used his attempt to recover this phase.
        TRIED = 6,
        /// Used a road rate this phase.
        ROAD = 7,
    }
);

/// The phases of a player turn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first turn: free placement.
    #[default]
    SetUp,
    /// Who goes first.
    Initiative,
    /// Who is in command.
    Command,
    /// Breastworks and bridges.
    Construction,
    /// Bombardment.
    Artillery,
    /// Night only: batteries limber.
    Limber,
    /// Movement and charges.
    Movement,
    /// Rounds of combat.
    Combat,
    /// Shattering, recovering.
    Reorganization,
    /// The game is over.
    Over,
}

/// Whether a stack of the order of appearance has entered.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entered {
    /// It waits.
    #[default]
    NotYet,
    /// In this player turn.
    Now,
    /// In a player turn before.
    Before,
}

/// An entry of the order of appearance during play.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArrivalState {
    /// When it may enter.
    pub(crate) turn: Turn,
    /// Where.
    pub(crate) hex: Hex,
    /// Whether it has.
    pub(crate) entered: Entered,
    /// It lost its partial allowance by waiting.
    pub(crate) waited: bool,
}

/// A group on the march.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moving {
    /// Who.
    pub(crate) group: Group,
    /// Where they are now.
    pub(crate) at: Hex,
    /// Movement points left.
    pub(crate) mp: MovementPoints,
    /// It has taken a step: nobody may join or leave.
    pub(crate) started: bool,
    /// It has used a road rate.
    pub(crate) road: bool,
    /// It may take no more steps.
    pub(crate) stopped: bool,
    /// It entered a zone of control to charge, and has to.
    pub(crate) must_charge: bool,
    /// It has charged.
    pub(crate) charged: bool,
    /// It has changed mode after moving.
    pub(crate) done: bool,
    /// It comes from off the map and pays for its first hex.
    pub(crate) entering: bool,
    /// Somebody in it moved in an earlier activation of this phase.
    pub(crate) resumed: bool,
    /// Who was left behind, and joins no more.
    pub(crate) left: Group,
}

/// Why somebody retreats.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A result of the combat table.
    #[default]
    Result,
    /// A result of the charge table.
    Charge,
    /// Artillery fire.
    Fire,
    /// By choice, from terrain that allows standing fast.
    LeavesCover,
    /// By choice, from such terrain, under artillery fire.
    LeavesFire,
    /// By choice, at the end of a round (LFM-12).
    Voluntary,
    /// Before combat (LFM-11).
    BeforeCombat,
    /// Charged cavalry leaves a zone of control.
    Exit,
    /// Odds below 1-3.
    TooWeak,
    /// Night begins in a zone of control (LFM-23.3a).
    Night,
}

/// A group falling back.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Retreating {
    /// Who.
    pub(crate) group: Group,
    /// Where it started.
    pub(crate) from: Hex,
    /// Where it is now.
    pub(crate) at: Hex,
    /// Hexes retreated.
    pub(crate) steps: u8,
    /// Why.
    pub(crate) reason: Reason,
    /// Commanders not yet asked whether they go along (R-25b).
    pub(crate) unasked: CommanderSet,
}

/// A shot being prepared or resolved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shot {
    /// Firing hexes, one or two.
    pub(crate) hexes: List<Hex, 2>,
    /// Firing batteries.
    pub(crate) batteries: UnitSet,
    /// The target hex.
    pub(crate) target: Hex,
    /// The unit that makes the checks.
    pub(crate) victim: Number,
}

/// More tasks than a chain of events leaves: the phase, the round with its fight, a retreat of every hex of the fight,
/// a loss, and commanders to be asked.
pub const MAX_TASKS: usize = 48;

/// A hex, or none, in the room of a hex.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MaybeHex(u16);

impl MaybeHex {
    /// No hex.
    pub const NONE: MaybeHex = MaybeHex(u16::MAX);

    /// The hex, if it is one.
    #[inline]
    #[must_use]
    pub fn get(self) -> Option<Hex> {
        (self != MaybeHex::NONE).then_some(Hex(self.0))
    }
}

impl From<Hex> for MaybeHex {
    #[inline]
    fn from(hex: Hex) -> MaybeHex {
        MaybeHex(hex.0)
    }
}

impl Default for MaybeHex {
    fn default() -> MaybeHex {
        MaybeHex::NONE
    }
}

/// The whole position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The game turn.
    pub(crate) turn: Turn,
    /// The phase.
    pub(crate) phase: Phase,
    /// Whose player turn it is.
    pub(crate) phasing: Side,
    /// Who had the first player turn of this game turn.
    pub(crate) first: Side,
    /// The second player turn is on.
    pub(crate) second_half: bool,
    /// How the game ended.
    pub(crate) outcome: Option<engine::Outcome>,

    /// Where each unit is.
    pub(super) station: Row<Station, UNITS>,
    /// What is true of each unit.
    pub(super) flags: Row<Flag, UNITS>,
    /// Movement points left.
    mp: Row<MovementPoints, UNITS>,
    /// The turn in which each unit off the map left it.
    left: Row<Turn, UNITS>,

    /// Where each commander is.
    pub(super) leader_station: Row<Station, COMMANDERS>,
    /// What is true of each commander.
    pub(super) office: Row<Office, COMMANDERS>,
    /// Movement points left.
    leader_mp: Row<MovementPoints, COMMANDERS>,
    /// Who acts as army commander, by side.
    acting: BySide<Option<CommanderId>>,

    /// The strength each brigade's losses are measured against.
    total: Row<StrengthPoints, BRIGADES>,
    /// Shattered brigades.
    pub(crate) shattered: BrigadeSet,
    /// Brigades whose total was reset at night.
    pub(crate) reset: BrigadeSet,
    /// Brigades whose last regiment left the map while their commander was on it: he goes with his superiors (R-59b).
    pub(crate) homeless: BrigadeSet,
    /// Brigades destroyed for good (LFM-23.7b).
    pub(crate) destroyed: BrigadeSet,

    /// The order of appearance.
    arrival: Row<ArrivalState, ARRIVALS>,
    /// Finished breastworks.
    pub(crate) works: HexSet,
    /// Build markers, by side.
    pub(crate) building: BySide<HexSet>,
    /// Works finished in this player turn: somebody must stay (LFM-24.1h).
    pub(crate) flipped: HexSet,
    /// Burned bridges.
    pub(crate) burned: BridgeSet,
    /// Who prepares to burn each bridge, by side.
    burner: BySide<Row<MaybeUnit, BRIDGES>>,
    /// Bridges rolled for in this phase.
    pub(crate) burn_tried: BridgeSet,
    /// Who holds each objective.
    held: Row<Option<Side>, 32>,
    /// Hexes that have fired in this Artillery phase.
    pub(crate) fired: HexSet,

    /// What is to be done, the next thing last.
    pub(crate) agenda: Agenda<Task, MAX_TASKS>,
    /// Commanders left alone who have no new place yet, the next one last; nobody is listed twice.
    pub(crate) displaced: List<CommanderId, COMMANDERS>,
    /// Hexes caught in a zone of control as a night's Movement began, whose troops have not fallen back yet.
    pub(crate) caught: HexSet,
    /// The group on the march.
    pub(crate) moving: Moving,
    /// The group falling back.
    pub(crate) retreating: Retreating,
    /// The shot being prepared or resolved.
    pub(crate) shot: Shot,
    /// The round of combat.
    pub(crate) battle: Battle,

    /// What follows from all this.
    #[serde(skip)]
    pub(super) derived: Derived,
}

impl State {
    /// An empty map.
    #[must_use]
    pub fn empty(first: Side) -> State {
        State {
            turn: Turn::FIRST,
            phase: Phase::SetUp,
            phasing: first,
            first,
            second_half: false,
            outcome: None,
            station: Row::default(),
            flags: Row::default(),
            mp: Row::default(),
            left: Row::default(),
            leader_station: Row::default(),
            office: Row::default(),
            leader_mp: Row::default(),
            acting: BySide::default(),
            total: Row::default(),
            shattered: BrigadeSet::EMPTY,
            reset: BrigadeSet::EMPTY,
            homeless: BrigadeSet::EMPTY,
            destroyed: BrigadeSet::EMPTY,
            arrival: Row::default(),
            works: HexSet::EMPTY,
            building: BySide::default(),
            flipped: HexSet::EMPTY,
            burned: BridgeSet::EMPTY,
            burner: BySide::default(),
            burn_tried: BridgeSet::EMPTY,
            held: Row::default(),
            fired: HexSet::EMPTY,
            agenda: Agenda::default(),
            displaced: List::default(),
            caught: HexSet::EMPTY,
            moving: Moving::default(),
            retreating: Retreating::default(),
            shot: Shot::default(),
            battle: Battle::default(),
            derived: Derived::default(),
        }
    }

    /// What anybody may see: all of it, for nothing is hidden in this game. It names every field, so that a new one
    /// does not compile until somebody has thought about who may see it.
    #[must_use]
    pub fn open(&self) -> State {
        let State {
            turn: _,
            phase: _,
            phasing: _,
            first: _,
            second_half: _,
            outcome: _,
            station: _,
            flags: _,
            mp: _,
            left: _,
            leader_station: _,
            office: _,
            leader_mp: _,
            acting: _,
            total: _,
            shattered: _,
            reset: _,
            homeless: _,
            destroyed: _,
            arrival: _,
            works: _,
            building: _,
            flipped: _,
            burned: _,
            burner: _,
            burn_tried: _,
            held: _,
            fired: _,
            agenda: _,
            displaced: _,
            caught: _,
            moving: _,
            retreating: _,
            shot: _,
            battle: _,
            derived: _,
        } = self;
        *self
    }

    /// The game turn.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The phase.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose player turn it is.
    #[inline]
    #[must_use]
    pub fn phasing(&self) -> Side {
        self.phasing
    }

    /// Whether the second player turn is on.
    #[must_use]
    pub fn second_half(&self) -> bool {
        self.second_half
    }

    /// The round of combat, counted from 1.
    #[must_use]
    pub fn round(&self) -> u8 {
        self.battle.round
    }

    /// The group on the march.
    #[inline]
    #[must_use]
    pub fn moving(&self) -> &Moving {
        &self.moving
    }

    /// Finished breastworks.
    #[must_use]
    pub fn works(&self) -> &HexSet {
        &self.works
    }

    /// Shattered brigades.
    #[must_use]
    pub fn shattered(&self) -> &BrigadeSet {
        &self.shattered
    }

    /// Brigades whose commander goes with his superiors (R-59b).
    #[must_use]
    pub fn homeless(&self) -> &BrigadeSet {
        &self.homeless
    }

    /// Where a unit is.
    #[inline]
    #[must_use]
    pub fn station(&self, unit: UnitId) -> Station {
        self.station[unit.index()]
    }

    /// Where the units are, in order of number.
    #[inline]
    pub(crate) fn stations(&self) -> &Row<Station, UNITS> {
        &self.station
    }

    /// The unit's hex, if it is on the map.
    #[inline]
    #[must_use]
    pub fn hex_of(&self, unit: UnitId) -> Option<Hex> {
        self.station(unit).hex()
    }

    /// What is true of a unit.
    #[inline]
    #[must_use]
    pub fn flags(&self, unit: UnitId) -> Flag {
        self.flags[unit.index()]
    }

    /// Whether any of these flags is set on the unit.
    #[inline]
    #[must_use]
    pub fn is(&self, unit: UnitId, flags: Flag) -> bool {
        self.flags(unit).any(flags)
    }

    /// Sets flags on a unit.
    #[inline]
    pub fn set(&mut self, unit: UnitId, flags: Flag) {
        self.flags[unit.index()] |= flags;
    }

    /// Clears flags on a unit.
    #[inline]
    pub fn clear(&mut self, unit: UnitId, flags: Flag) {
        self.flags[unit.index()] = self.flags(unit).without(flags);
    }

    /// Turns a counter over: batteries limber or unlimber, cavalry mounts or dismounts.
    #[inline]
    pub fn turn_over(&mut self, unit: UnitId) {
        if self.is(unit, Flag::DEPLOYED) {
            self.clear(unit, Flag::DEPLOYED);
        } else {
            self.set(unit, Flag::DEPLOYED);
        }
    }

    /// A unit's movement points left.
    #[inline]
    #[must_use]
    pub fn mp(&self, unit: UnitId) -> MovementPoints {
        self.mp[unit.index()]
    }

    /// Gives a unit so many movement points.
    #[inline]
    pub fn set_mp(&mut self, unit: UnitId, mp: MovementPoints) {
        self.mp[unit.index()] = mp;
    }

    /// The turn in which a unit off the map left it.
    #[inline]
    #[must_use]
    pub fn left(&self, unit: UnitId) -> Turn {
        self.left[unit.index()]
    }

    /// Notes in which turn a unit has left the map.
    pub fn leave_at(&mut self, unit: UnitId, turn: Turn) {
        self.left[unit.index()] = turn;
    }

    /// Where a commander is.
    #[inline]
    #[must_use]
    pub fn leader_station(&self, commander: CommanderId) -> Station {
        self.leader_station[commander.index()]
    }

    /// Puts a commander somewhere. Forgets nothing else about him.
    #[inline]
    pub fn put_leader(&mut self, commander: CommanderId, station: Station) {
        self.leader_station[commander.index()] = station;
    }

    /// The commander's hex, if he is on the map.
    #[inline]
    #[must_use]
    pub fn leader_hex(&self, commander: CommanderId) -> Option<Hex> {
        self.leader_station(commander).hex()
    }

    /// Whether any of these is true of the commander.
    #[inline]
    #[must_use]
    pub fn holds(&self, commander: CommanderId, offices: Office) -> bool {
        self.office[commander.index()].any(offices)
    }

    /// Marks a commander.
    #[inline]
    pub fn mark(&mut self, commander: CommanderId, offices: Office) {
        self.office[commander.index()] |= offices;
    }

    /// Takes marks of a commander away.
    #[inline]
    pub fn unmark(&mut self, commander: CommanderId, offices: Office) {
        self.office[commander.index()] = self.office[commander.index()].without(offices);
    }

    /// A commander's movement points left.
    #[inline]
    #[must_use]
    pub fn leader_mp(&self, commander: CommanderId) -> MovementPoints {
        self.leader_mp[commander.index()]
    }

    /// Gives a commander so many movement points.
    #[inline]
    pub fn set_leader_mp(&mut self, commander: CommanderId, mp: MovementPoints) {
        self.leader_mp[commander.index()] = mp;
    }

    /// Who acts as army commander of a side.
    #[inline]
    #[must_use]
    pub fn acting(&self, side: Side) -> Option<CommanderId> {
        self.acting[side]
    }

    /// Somebody, or nobody, acts as army commander of a side.
    pub fn set_acting(&mut self, side: Side, commander: Option<CommanderId>) {
        self.acting[side] = commander;
    }

    /// The strength a brigade's losses are measured against.
    #[inline]
    #[must_use]
    pub fn total(&self, brigade: BrigadeId) -> StrengthPoints {
        self.total[brigade.index()]
    }

    /// Measures a brigade's losses against another strength.
    pub fn set_total(&mut self, brigade: BrigadeId, total: StrengthPoints) {
        self.total[brigade.index()] = total;
    }

    /// An entry of the order of appearance.
    #[inline]
    #[must_use]
    pub fn arrival(&self, arrival: ArrivalId) -> &ArrivalState {
        &self.arrival[arrival.index()]
    }

    /// An entry of the order of appearance, to be changed.
    #[inline]
    pub fn arrival_mut(&mut self, arrival: ArrivalId) -> &mut ArrivalState {
        &mut self.arrival[arrival.index()]
    }

    /// Who of a side prepares to burn a bridge.
    #[inline]
    #[must_use]
    pub fn burner(&self, side: Side, bridge: BridgeId) -> Option<UnitId> {
        self.burner[side][bridge.index()].get()
    }

    /// Somebody of a side prepares to burn a bridge, or nobody does any more.
    pub fn set_burner(&mut self, side: Side, bridge: BridgeId, unit: Option<UnitId>) {
        self.burner[side][bridge.index()] = unit.into();
    }

    /// Who holds an objective, by its place in the scenario's list.
    #[inline]
    #[must_use]
    pub fn holder(&self, objective: usize) -> Option<Side> {
        self.held[objective]
    }

    /// A side takes an objective.
    pub fn set_holder(&mut self, objective: usize, side: Option<Side>) {
        self.held[objective] = side;
    }

    /// Whether the unit's brigade is shattered, wherever the unit is (LFM-15.1c).
    #[inline]
    #[must_use]
    pub fn is_shattered(&self, scenario: &Scenario, unit: UnitId) -> bool {
        scenario.units[unit.index()].brigade.is_some_and(|brigade| self.shattered.contains(brigade))
    }

    /// Disorganized; a shattered unit never is (LFM-16.5), a charged one always (LFM-14.1b). Each unit for itself, so
    /// that stacks of one brigade may differ (LFM-16.0b).
    #[inline]
    #[must_use]
    pub fn is_disorganized(&self, unit: UnitId) -> bool {
        self.is(unit, Flag::D | Flag::CHARGED)
    }

    /// Strength points on the side that shows: batteries have two (LFM-0.3c, LFM-4.2e).
    #[inline]
    #[must_use]
    pub fn sp(&self, scenario: &Scenario, unit: UnitId) -> StrengthPoints {
        let info = scenario.unit(unit);
        if info.kind.is_artillery() && !self.is(unit, Flag::DEPLOYED) { info.limbered_sp } else { info.sp }
    }

    /// Cavalry on horseback: the other side of its counter is on foot (LFM-0.3d).
    #[inline]
    #[must_use]
    pub fn is_mounted(&self, scenario: &Scenario, unit: UnitId) -> bool {
        scenario.unit(unit).kind == Kind::Cavalry && !self.is(unit, Flag::DEPLOYED)
    }

    /// A battery ready to fire.
    #[inline]
    #[must_use]
    pub fn is_unlimbered(&self, scenario: &Scenario, unit: UnitId) -> bool {
        self.is(unit, Flag::DEPLOYED) && scenario.unit(unit).kind.is_artillery()
    }

    /// The commanders of a side in a hex.
    #[inline]
    pub fn leaders_at<'a>(
        &'a self,
        scenario: &'a Scenario,
        side: Side,
        hex: Hex,
    ) -> impl Iterator<Item = CommanderId> + 'a {
        scenario.commanders_of(side).filter(move |c| self.leader_station(*c) == Station::at(hex))
    }

    /// The command value of the side that shows (LFM-0.3a): combat, reorganization and command all ask for it here
    /// (LFM-20.2a).
    #[must_use]
    pub fn cv(&self, scenario: &Scenario, commander: CommanderId) -> CommandValue {
        let info = scenario.commander(commander);
        match &info.replacement {
            Some((_, cv)) if self.holds(commander, Office::REPLACED) => *cv,
            _ => info.cv,
        }
    }

    /// Whether a brigade's commander is alive on the map and the brigade not destroyed.
    #[must_use]
    pub fn brigade_commander_hex(&self, scenario: &Scenario, brigade: BrigadeId) -> Option<Hex> {
        self.leader_hex(scenario.brigade(brigade).commander)
    }
}
