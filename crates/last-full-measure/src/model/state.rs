//! Everything that changes during play, in one flat block.

mod battle;

pub use battle::{Battle, Committed, Contact, Fight, Pursuit, Role};

use crate::model::ids::{
    BridgeSet, BrigadeId, BrigadeSet, CommanderId, CommanderSet, Group, UnitId, UnitSet,
};
use crate::model::scenario::{Kind, Scenario};
use crate::model::sizes::{ARRIVALS, BRIDGES, BRIGADES, COMMANDERS, HEXES, HexSet, Number, UNITS};
use crate::model::task::Task;
use engine::Side;
use engine::agenda::Agenda;
use engine::flat::{List, Row};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Where a counter is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place(pub u16);

impl Place {
    /// No such counter.
    pub const NOWHERE: Place = Place(0xFFFF);
    /// Not yet arrived.
    pub const WAITING: Place = Place(0xFFFE);
    /// Eliminated; a regiment may be recovered (LFM-17).
    pub const ELIMINATED: Place = Place(0xFFFD);
    /// Gone for good (LFM-23.7a).
    pub const LOST: Place = Place(0xFFFC);
    const OFF: u16 = 0x8000;

    /// On the map.
    #[inline]
    #[must_use]
    pub const fn at(hex: Hex) -> Place {
        Place(hex.0)
    }

    /// Left the map from this hex (LFM-9.1e1).
    #[must_use]
    pub const fn off_map(exit: Hex) -> Place {
        Place(Place::OFF | exit.0)
    }

    /// The hex, if on the map.
    #[inline]
    #[must_use]
    pub const fn hex(self) -> Option<Hex> {
        if (self.0 as usize) < HEXES { Some(Hex(self.0)) } else { None }
    }

    /// The hex by which it left the map, if it did.
    #[must_use]
    pub const fn exit(self) -> Option<Hex> {
        let hex = self.0 & !Place::OFF;
        if self.0 & Place::OFF != 0 && (hex as usize) < HEXES { Some(Hex(hex)) } else { None }
    }

    /// On the map.
    #[inline]
    #[must_use]
    pub const fn on_map(self) -> bool {
        (self.0 as usize) < HEXES
    }
}

impl Default for Place {
    fn default() -> Place {
        Place::NOWHERE
    }
}

/// What is true of a unit besides its place.
pub mod flag {
    /// Disorganized.
    pub const D: u32 = 1;
    /// Disorganized two steps deep (card edition only).
    pub const D2: u32 = 1 << 1;
    /// Charged this player turn.
    pub const CHARGED: u32 = 1 << 2;
    /// Carries a DETACHED marker.
    pub const DETACHED: u32 = 1 << 3;
    /// Has been beyond its brigade commander's range since it was detached (R-83b).
    pub const STRAYED: u32 = 1 << 4;
    /// In command this turn.
    pub const COMMAND: u32 = 1 << 5;
    /// The counter's other side is up: battery unlimbered, cavalry dismounted.
    pub const DEPLOYED: u32 = 1 << 6;
    /// In the same hex since the game turn began (LFM-24.1c).
    pub const SETTLED: u32 = 1 << 7;
    /// Designated to build this turn (LFM-24.1e).
    pub const BUILDER: u32 = 1 << 8;
    /// Fired in this Artillery phase.
    pub const FIRED: u32 = 1 << 9;
    /// Used a road rate this phase (LFM-2.2d).
    pub const ROAD: u32 = 1 << 10;
    /// Changed between mounted and dismounted this phase, or had its marker changed in the Command phase.
    pub const CHANGED: u32 = 1 << 11;
    /// Moved this phase.
    pub const MOVED: u32 = 1 << 12;
    /// Its move is over.
    pub const RESTED: u32 = 1 << 13;
    /// Out of touch with its brigade at the end of its side's last Movement phase.
    pub const LOST_TOUCH: u32 = 1 << 14;
    /// Has retreated before combat this phase (R-55b).
    pub const DODGED: u32 = 1 << 15;
    /// Attacks no more this phase.
    pub const SPENT: u32 = 1 << 16;
    /// Made its compulsory exit already this phase, so it is not asked again.
    pub const EXITED: u32 = 1 << 17;
    /// Entered by partial allowance: counts as having used a road (LFM-26.6b).
    pub const LATE: u32 = 1 << 18;
    /// Prepares to burn a bridge.
    pub const BURNER: u32 = 1 << 20;
    /// Has withdrawn by choice in this step of the round.
    pub const WITHDREW: u32 = 1 << 21;
}

/// What is true of a commander besides his place.
pub mod office {
    /// Fallen: the replacement side is up.
    pub const REPLACED: u8 = 1;
    /// In command this turn.
    pub const COMMAND: u8 = 1 << 1;
    /// His hex changed since his own player turn began.
    pub const MOVED: u8 = 1 << 2;
    /// Carries a Recover marker (LFM-S5g).
    pub const RECOVER: u8 = 1 << 3;
    /// His move is over.
    pub const RESTED: u8 = 1 << 4;
    /// Has rolled, declined or been put in command this phase.
    pub const ASKED: u8 = 1 << 5;
    /// Used his attempt to recover this phase.
    pub const TRIED: u8 = 1 << 6;
    /// Used a road rate this phase.
    pub const ROAD: u8 = 1 << 7;
}

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

/// An entry of the order of appearance during play.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArrivalState {
    /// When it may enter.
    pub turn: u8,
    /// Where.
    pub hex: Hex0,
    /// 0 waiting, 1 entered in the turn `turn`, 2 entered before.
    pub entered: u8,
    /// It lost its partial allowance by waiting.
    pub waited: bool,
}

/// A hex number that defaults to zero.
pub type Hex0 = u16;

/// Zones of one side, derived from where its units are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Zones {
    /// Hexes with combat units.
    pub occupied: HexSet,
    /// Hexes in the zone of control.
    pub zoc: HexSet,
    /// Hexes in the zone of influence.
    pub zoi: HexSet,
    /// `zoc` and `zoi` do not show the last changes.
    pub stale: bool,
}

/// A group on the march.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moving {
    /// Who.
    pub group: Group,
    /// Where they are now.
    pub at: Hex0,
    /// Movement points left, in twelfths.
    pub mp: u8,
    /// It has taken a step: nobody may join or leave.
    pub started: bool,
    /// It has used a road rate.
    pub road: bool,
    /// It may take no more steps.
    pub stopped: bool,
    /// It entered a zone of control to charge, and has to.
    pub must_charge: bool,
    /// It has charged.
    pub charged: bool,
    /// It has changed mode after moving.
    pub done: bool,
    /// It comes from off the map and pays for its first hex.
    pub entering: bool,
    /// Somebody in it moved in an earlier activation of this phase.
    pub resumed: bool,
    /// Who was left behind, and joins no more.
    pub left: Group,
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
    /// By choice, at the end of a round (LFM-12).
    Voluntary,
    /// Before combat (LFM-11).
    BeforeCombat,
    /// Charged or shattered units leave a zone of control.
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
    pub group: Group,
    /// Where it started.
    pub from: Hex0,
    /// Where it is now.
    pub at: Hex0,
    /// Hexes retreated.
    pub steps: u8,
    /// Why.
    pub reason: Reason,
    /// Commanders not yet asked whether they go along (R-25b).
    pub unasked: CommanderSet,
}

/// A shot being prepared or resolved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shot {
    /// Firing hexes, one or two.
    pub hexes: List<Hex0, 2>,
    /// Firing batteries.
    pub batteries: UnitSet,
    /// The target hex.
    pub target: Hex0,
    /// The unit that makes the checks.
    pub victim: Number,
}

/// More tasks than a chain of events leaves: the phase, the round with its fight, a retreat of every hex of the fight, a
/// loss, and commanders to be asked.
pub const MAX_TASKS: usize = 48;

/// No hex.
pub const NO_HEX: Hex0 = u16::MAX;

/// The whole position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The game turn, counted from 0.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Whose player turn it is.
    pub phasing: Side,
    /// Who had the first player turn of this game turn.
    pub first: Side,
    /// The second player turn is on.
    pub second_half: bool,
    /// How the game ended.
    pub outcome: Option<engine::Outcome>,

    /// Where each unit is.
    pub place: Row<Place, UNITS>,
    /// The state of each unit.
    pub flags: Row<u32, UNITS>,
    /// Movement points left, in twelfths; for a unit off the map, the turn it left.
    pub mp: Row<u8, UNITS>,
    /// The next unit in the same hex, in order of number: its number plus one, or 0.
    next: Row<Number, UNITS>,
    /// The first unit in each hex: its number plus one, or 0.
    head: Row<Number, HEXES>,

    /// Where each commander is.
    pub leader_place: Row<Place, COMMANDERS>,
    /// The state of each commander.
    pub office: Row<u8, COMMANDERS>,
    /// Movement points left, in twelfths.
    pub leader_mp: Row<u8, COMMANDERS>,
    /// Who acts as army commander, by side.
    pub acting: [Option<CommanderId>; 2],

    /// The strength each brigade's losses are measured against.
    pub total: Row<u16, BRIGADES>,
    /// Shattered brigades.
    pub shattered: BrigadeSet,
    /// Brigades whose total was reset at night.
    pub reset: BrigadeSet,
    /// Brigades without a regiment on the map, whose commander is on it (R-59b).
    pub homeless: BrigadeSet,
    /// Brigades destroyed for good (LFM-23.7b).
    pub destroyed: BrigadeSet,
    /// X's brigades that are apart.
    pub apart: BrigadeSet,
    /// Those of them that have a move left that would mend it.
    pub loose: BrigadeSet,

    /// The order of appearance.
    pub arrival: Row<ArrivalState, ARRIVALS>,
    /// Finished breastworks.
    pub works: HexSet,
    /// Build markers, by side.
    pub building: [HexSet; 2],
    /// Works finished in this player turn: somebody must stay (LFM-24.1h).
    pub flipped: HexSet,
    /// Burned bridges.
    pub burned: BridgeSet,
    /// Who prepares to burn each bridge, plus one, by side; 0 for nobody.
    pub burner: [Row<Number, BRIDGES>; 2],
    /// Bridges rolled for in this phase.
    pub burn_tried: BridgeSet,
    /// Who holds each objective: 0 nobody, 1 Union, 2 Confederate.
    pub held: Row<u8, 32>,
    /// Hexes that have fired in this Artillery phase.
    pub fired: HexSet,

    /// Zones of each side.
    pub zones: [Zones; 2],
    /// What is to be done, the next thing last.
    pub agenda: Agenda<Task, MAX_TASKS>,
    /// Commanders left alone who have no new place yet, the next one last; nobody is listed twice.
    pub displaced: List<CommanderId, COMMANDERS>,
    /// Hexes caught in a zone of control as a night's Movement began, whose troops have not fallen back yet.
    pub caught: HexSet,
    /// The group on the march.
    pub moving: Moving,
    /// The group falling back.
    pub retreating: Retreating,
    /// The shot being prepared or resolved.
    pub shot: Shot,
    /// The round of combat.
    pub battle: Battle,
}

impl State {
    /// An empty map.
    #[must_use]
    pub fn empty(first: Side) -> State {
        State {
            turn: 0,
            phase: Phase::SetUp,
            phasing: first,
            first,
            second_half: false,
            outcome: None,
            place: Row::default(),
            flags: Row::default(),
            mp: Row::default(),
            next: Row::default(),
            head: Row::default(),
            leader_place: Row::default(),
            office: Row::default(),
            leader_mp: Row::default(),
            acting: [None; 2],
            total: Row::default(),
            shattered: BrigadeSet::EMPTY,
            reset: BrigadeSet::EMPTY,
            homeless: BrigadeSet::EMPTY,
            destroyed: BrigadeSet::EMPTY,
            apart: BrigadeSet::EMPTY,
            loose: BrigadeSet::EMPTY,
            arrival: Row::default(),
            works: HexSet::EMPTY,
            building: [HexSet::EMPTY; 2],
            flipped: HexSet::EMPTY,
            burned: BridgeSet::EMPTY,
            burner: [Row::default(); 2],
            burn_tried: BridgeSet::EMPTY,
            held: Row::default(),
            fired: HexSet::EMPTY,
            zones: [Zones::default(); 2],
            agenda: Agenda::default(),
            displaced: List::default(),
            caught: HexSet::EMPTY,
            moving: Moving::default(),
            retreating: Retreating::default(),
            shot: Shot::default(),
            battle: Battle::default(),
        }
    }

    /// Whether any of these flags is set on the unit.
    #[inline]
    #[must_use]
    pub fn is(&self, unit: UnitId, flags: u32) -> bool {
        self.flags[unit.index()] & flags != 0
    }

    /// Sets flags on a unit.
    #[inline]
    pub fn set(&mut self, unit: UnitId, flags: u32) {
        self.flags[unit.index()] |= flags;
    }

    /// Clears flags on a unit.
    #[inline]
    pub fn clear(&mut self, unit: UnitId, flags: u32) {
        self.flags[unit.index()] &= !flags;
    }

    /// Whether any of these flags is set on the commander.
    #[inline]
    #[must_use]
    pub fn holds(&self, commander: CommanderId, flags: u8) -> bool {
        self.office[commander.index()] & flags != 0
    }

    /// The unit's hex, if it is on the map.
    #[inline]
    #[must_use]
    pub fn hex_of(&self, unit: UnitId) -> Option<Hex> {
        self.place[unit.index()].hex()
    }

    /// The commander's hex, if he is on the map.
    #[inline]
    #[must_use]
    pub fn leader_hex(&self, commander: CommanderId) -> Option<Hex> {
        self.leader_place[commander.index()].hex()
    }

    /// The units in a hex, in order of number.
    #[inline]
    pub fn stack(&self, hex: Hex) -> Stack<'_> {
        Stack { state: self, at: self.head[hex.index()] }
    }

    /// Whether any combat unit is in the hex.
    #[inline]
    #[must_use]
    pub fn has_units(&self, hex: Hex) -> bool {
        self.head[hex.index()] != 0
    }

    /// Whose combat units are in the hex.
    #[inline]
    #[must_use]
    pub fn owner(&self, scenario: &Scenario, hex: Hex) -> Option<Side> {
        match self.head[hex.index()] {
            0 => None,
            unit => Some(scenario.units[unit as usize - 1].side),
        }
    }

    /// Puts a unit somewhere, keeping the stacks in order. Forgets nothing else about it.
    pub fn put(&mut self, scenario: &Scenario, unit: UnitId, place: Place) {
        let side = scenario.unit(unit).side;
        let zones = &mut self.zones[side.index()];
        zones.stale = true;
        let link = unit.0 + 1;
        if let Some(hex) = self.place[unit.index()].hex() {
            let after = std::mem::take(&mut self.next[unit.index()]);
            if self.head[hex.index()] == link {
                self.head[hex.index()] = after;
            } else {
                let mut before = self.head[hex.index()] as usize - 1;
                while self.next[before] != link {
                    before = self.next[before] as usize - 1;
                }
                self.next[before] = after;
            }
            if self.head[hex.index()] == 0 {
                zones.occupied.remove(hex);
            }
        }
        self.place[unit.index()] = place;
        if let Some(hex) = place.hex() {
            let mut before = 0;
            let mut at = self.head[hex.index()];
            while at != 0 && at < link {
                before = at;
                at = self.next[at as usize - 1];
            }
            self.next[unit.index()] = at;
            if before == 0 {
                self.head[hex.index()] = link;
            } else {
                self.next[before as usize - 1] = link;
            }
            zones.occupied.insert(hex);
        }
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
        self.is(unit, flag::D | flag::CHARGED)
    }

    /// Strength points on the side that shows: batteries have two (LFM-0.3c, LFM-4.2e).
    #[inline]
    #[must_use]
    pub fn sp(&self, scenario: &Scenario, unit: UnitId) -> u8 {
        let info = scenario.unit(unit);
        if info.kind.is_artillery() && !self.is(unit, flag::DEPLOYED) { info.limbered_sp } else { info.sp }
    }

    /// Cavalry on horseback: the other side of its counter is on foot (LFM-0.3d).
    #[inline]
    #[must_use]
    pub fn is_mounted(&self, scenario: &Scenario, unit: UnitId) -> bool {
        scenario.unit(unit).kind == Kind::Cavalry && !self.is(unit, flag::DEPLOYED)
    }

    /// A battery ready to fire.
    #[inline]
    #[must_use]
    pub fn is_unlimbered(&self, scenario: &Scenario, unit: UnitId) -> bool {
        self.is(unit, flag::DEPLOYED) && scenario.unit(unit).kind.is_artillery()
    }

    /// The commanders of a side in a hex.
    #[inline]
    pub fn leaders_at<'a>(
        &'a self,
        scenario: &'a Scenario,
        side: Side,
        hex: Hex,
    ) -> impl Iterator<Item = CommanderId> + 'a {
        scenario.commanders_of(side).filter(move |c| self.leader_place[c.index()].0 == hex.0)
    }

    /// The command value of the side that shows (LFM-0.3a): combat, reorganization and command all ask for it here
    /// (LFM-20.2a).
    #[must_use]
    pub fn cv(&self, scenario: &Scenario, commander: CommanderId) -> u8 {
        let info = scenario.commander(commander);
        match &info.replacement {
            Some((_, cv)) if self.holds(commander, office::REPLACED) => *cv,
            _ => info.cv,
        }
    }

    /// Whether a brigade's commander is alive on the map and the brigade not destroyed.
    #[must_use]
    pub fn brigade_commander_hex(&self, scenario: &Scenario, brigade: BrigadeId) -> Option<Hex> {
        self.leader_hex(scenario.brigade(brigade).commander)
    }
}

/// The units of one hex.
#[derive(Clone)]
pub struct Stack<'a> {
    state: &'a State,
    at: Number,
}

impl Iterator for Stack<'_> {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let unit = UnitId(self.at.checked_sub(1)?);
        self.at = self.state.next[unit.index()];
        Some(unit)
    }
}
