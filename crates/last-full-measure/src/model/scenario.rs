//! A checked scenario: everything that does not change during play.

use crate::model::board::Board;
use crate::model::ids::{
    ArrivalId, ArrivalSet, BridgeId, BrigadeId, BrigadeSet, CommanderId, CommanderSet, Group, Turn, UnitId,
    UnitSet,
};
use crate::model::numbers::{Cohesion, CommandValue, MovementPoints, StrengthPoints};
use crate::model::sizes::UNITS;
use crate::model::state::State;
use engine::Side;
use engine::flat::Row;
use ground::{Battlefield, Direction, Hex, HexMap, Layout, Stream};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// A battle ready to be played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file's name for it: `crossroads-farm`.
    pub id: String,
    /// The name a player reads.
    pub title: String,
    /// What happens, in a few sentences.
    pub description: String,
    /// A fingerprint of everything read for it.
    pub print: String,
    /// Editions and variants.
    pub options: Options,
    /// Ranges and limits, as the rules have them or as the scenario overrides them (LFM-0.1).
    pub limits: Limits,
    /// The map.
    pub map: HexMap,
    /// The real ground under the map, if it was cut from a battlefield: for drawing, not for rules.
    pub land: Option<Arc<Land>>,
    /// Tables made from the map once.
    pub board: Board,
    /// The game turns in order.
    pub calendar: Vec<TurnInfo>,
    /// Who is phasing first on turn 1 (LFM-S0a).
    pub first: Side,
    /// Who goes first on later turns, if the scenario fixes it for good (R-70a).
    pub fixed_order: Option<Side>,
    /// Turn 1 begins with the second player's half.
    pub starts_in_second_half: bool,
    /// Regiments and batteries, by [`UnitId`]: the Union's first.
    pub units: Vec<UnitInfo>,
    /// How many units are the Union's.
    pub union_units: usize,
    /// Who is what.
    pub rolls: Rolls,
    /// Commanders, by [`CommanderId`]: the Union's first; in each army from the top rank down, which is the order of
    /// the Command phase.
    pub commanders: Vec<CommanderInfo>,
    /// How many commanders are the Union's.
    pub union_commanders: usize,
    /// Brigades, by [`BrigadeId`].
    pub brigades: Vec<BrigadeInfo>,
    /// Who stands in for an absent army commander, by side (LFM-20.12).
    pub stand_in: [StandIn; 2],
    /// The order of appearance, by [`ArrivalId`] (LFM-26.0).
    pub arrivals: Vec<Arrival>,
    /// Stacks whose first hex their owner chooses, in order.
    pub placements: Vec<Placement>,
    /// Bridges, by [`BridgeId`].
    pub bridges: Vec<Bridge>,
    /// What is counted at the end.
    pub victory: Victory,
    /// Formations that may not move before something happens.
    pub holds: Vec<Hold>,
    /// A retreat off the map eliminates (scenario rule, ledger section 8).
    pub off_map_is_death: bool,
    /// The position at the start, before free placement.
    pub start: Box<State>,
}

/// The real ground under a map, and how the hexes lie on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Land {
    /// The ground.
    pub field: Battlefield,
    /// How the hexes lie on it.
    pub layout: Layout,
}

/// Editions and variants of the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Options {
    /// The older player card's variants, switched together.
    pub card_edition: bool,
    /// A zone of influence hinders the removal of disorganization.
    pub zoi_blocks_reorg: bool,
}

/// Ranges and limits (ledger T-LIMITS and T-MA).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Infantry and cavalry strength points a hex may hold (LFM-4.1a).
    pub stack_troops: StrengthPoints,
    /// Artillery strength points a hex may hold (LFM-4.2a).
    pub stack_guns: StrengthPoints,
    /// Infantry and cavalry strength points of a hex that count in combat (LFM-4.1b).
    pub combat_troops: StrengthPoints,
    /// Artillery strength points of a hex that count in combat (LFM-8.3a).
    pub combat_guns: StrengthPoints,
    /// How far troops project a zone of influence (LFM-6.1a).
    pub zoi_troops: u8,
    /// How far artillery projects a zone of influence (LFM-6.1b).
    pub zoi_guns: u8,
    /// The longest range of bombardment (LFM-7.1a).
    pub fire_range: u8,
    /// The command range of an army commander (LFM-20.3b).
    pub command_army: u8,
    /// The command range of corps and division commanders (LFM-20.4d).
    pub command_corps: u8,
    /// How far an infantry brigade commander may be from his division commander (LFM-20.6a).
    pub brigade_to_division: u8,
    /// The same for cavalry.
    pub cavalry_to_division: u8,
    /// The command range of a brigade commander (LFM-20.7a).
    pub command_brigade: u8,
    /// How far an army commander helps to reorganize (LFM-19.2a).
    pub reorganize_army: u8,
    /// How far corps and division commanders help to reorganize, by side (LFM-19.2b).
    pub reorganize_corps: [u8; 2],
    /// Movement points of infantry, dismounted cavalry (LFM-1.2a) and foot artillery (LFM-1.2b).
    pub march_foot: MovementPoints,
    /// Movement points of mounted cavalry (LFM-1.2c), horse artillery (LFM-1.2d) and commanders (LFM-1.2e).
    pub march_mounted: MovementPoints,
}

impl Limits {
    /// How far anybody looks: for a target, or over a zone of influence.
    #[must_use]
    pub fn farthest_look(&self) -> u8 {
        self.fire_range.max(self.zoi_troops).max(self.zoi_guns)
    }

    /// The current series rules.
    pub const SERIES: Limits = Limits {
        stack_troops: StrengthPoints(16),
        stack_guns: StrengthPoints(10),
        combat_troops: StrengthPoints(8),
        combat_guns: StrengthPoints(10),
        zoi_troops: 3,
        zoi_guns: 5,
        fire_range: 8,
        command_army: 8,
        command_corps: 5,
        brigade_to_division: 5,
        cavalry_to_division: 8,
        command_brigade: 2,
        reorganize_army: 1,
        reorganize_corps: [4, 4],
        march_foot: MovementPoints::whole(5),
        march_mounted: MovementPoints::whole(8),
    };

    /// The older player card.
    pub const CARD: Limits = Limits {
        stack_troops: StrengthPoints(8),
        stack_guns: StrengthPoints(6),
        combat_guns: StrengthPoints(6),
        cavalry_to_division: 5,
        reorganize_army: 5,
        reorganize_corps: [3, 5],
        ..Limits::SERIES
    };
}

/// One game turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnInfo {
    /// The day, counted from 1.
    pub day: u8,
    /// `9 am`.
    pub label: String,
    /// A night turn (LFM-23).
    pub night: bool,
    /// It rains (ledger 6.3).
    pub rain: bool,
    /// Victory is tested when it ends (LFM-S8).
    pub victory_check: bool,
}

/// What a combat unit is (LFM-0.2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A regiment of foot.
    Infantry,
    /// A regiment of horse.
    Cavalry,
    /// A battery.
    Artillery,
    /// A battery whose men are mounted.
    HorseArtillery,
}

impl Kind {
    /// A battery of either sort.
    #[inline]
    #[must_use]
    pub const fn is_artillery(self) -> bool {
        matches!(self, Kind::Artillery | Kind::HorseArtillery)
    }
}

/// Who is what, for those who look for some pieces only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rolls {
    /// The units of each side.
    pub units: [UnitSet; 2],
    /// Those that belong to a brigade.
    pub regiments: [UnitSet; 2],
    /// The batteries of each side.
    pub batteries: [UnitSet; 2],
    /// The cavalry of both sides.
    pub cavalry: UnitSet,
    /// The brigades of both sides with cavalry in them.
    pub riding: BrigadeSet,
    /// By brigade, its regiments.
    pub brigades: Vec<UnitSet>,
    /// Those of both sides that need not stay with their brigades (LFM-20.7d).
    pub free_command: UnitSet,
    /// The commanders of each side.
    pub commanders: [CommanderSet; 2],
    /// Those of both sides who lead a brigade.
    pub brigadiers: CommanderSet,
    /// By unit, who leads its brigade.
    pub leader: Vec<Option<CommanderId>>,
    /// The stacks of each side in the order of appearance.
    pub arrivals: [ArrivalSet; 2],
}

impl Rolls {
    /// Those of a scenario's pieces.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Rolls {
        let mut rolls = Rolls { brigades: vec![UnitSet::EMPTY; scenario.brigades.len()], ..Rolls::default() };
        for (unit, info) in scenario.unit_ids().zip(&scenario.units) {
            rolls.units[info.side.index()].insert(unit);
            match info.kind {
                Kind::Infantry => {}
                Kind::Cavalry => rolls.cavalry.insert(unit),
                Kind::Artillery | Kind::HorseArtillery => rolls.batteries[info.side.index()].insert(unit),
            }
            rolls.free_command.insert_if(unit, info.free_command);
            if let Some(brigade) = info.brigade {
                rolls.regiments[info.side.index()].insert(unit);
                rolls.riding.insert_if(brigade, info.kind == Kind::Cavalry);
                rolls.brigades[brigade.index()].insert(unit);
            }
            rolls.leader.push(info.brigade.map(|brigade| scenario.brigade(brigade).commander));
        }
        for (commander, info) in scenario.commander_ids().zip(&scenario.commanders) {
            rolls.commanders[info.side.index()].insert(commander);
            if info.rank == Rank::Brigade {
                rolls.brigadiers.insert(commander);
            }
        }
        for (arrival, info) in scenario.arrival_ids().zip(&scenario.arrivals) {
            rolls.arrivals[info.side.index()].insert(arrival);
        }
        rolls
    }
}

/// A regiment or battery as its counter shows it. Regiments stand for the ground that a brigade covers (LFM-22.0).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitInfo {
    /// Unique, without blanks: what one types, and what the counter shows.
    pub tag: String,
    /// The full name: `19th Indiana`.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its arm.
    pub kind: Kind,
    /// Its brigade; batteries have none.
    pub brigade: Option<BrigadeId>,
    /// Corps, division and brigade as on the counter: `I/1/M` (LFM-0.5).
    pub label: String,
    /// The corps it belongs to: an index into labels of the side, 0 for none.
    pub corps: u8,
    /// The division it belongs to, 0 for none.
    pub division: u8,
    /// Strength points; of a battery, unlimbered (LFM-0.3c).
    pub sp: StrengthPoints,
    /// Strength points of a battery when limbered.
    pub limbered_sp: StrengthPoints,
    /// Cohesion rating.
    pub cohesion: Cohesion,
    /// The card's `*` unit, cavalry while it is dismounted.
    pub star: bool,
    /// May retreat before combat (LFM-11.1a): cavalry, sharpshooters.
    pub dodges: bool,
    /// Obeys any commander of its corps and need not stay with its brigade (LFM-20.7d).
    pub free_command: bool,
    /// Worth two victory points a strength point although infantry (ledger 6.6).
    pub sharpshooters: bool,
}

/// The four ranks of commanders, who are no combat units (LFM-0.2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// Commands a brigade; has no command value.
    Brigade,
    /// Commands a division.
    Division,
    /// Commands a corps.
    Corps,
    /// Commands everything.
    Army,
}

/// A commander as his counter shows him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommanderInfo {
    /// Unique, without blanks.
    pub tag: String,
    /// The name a player reads.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// Stars on the counter.
    pub stars: u8,
    /// Command value; none of brigade commanders.
    pub cv: CommandValue,
    /// Who takes over when he falls, and with which command value (LFM-0.3a).
    pub replacement: Option<(String, CommandValue)>,
    /// The brigade he leads, if that is his rank.
    pub brigade: Option<BrigadeId>,
    /// His superior in the command tree (LFM-0.6, LFM-20.1b).
    pub superior: Option<CommanderId>,
    /// His corps, 0 for none.
    pub corps: u8,
    /// His division, 0 for none.
    pub division: u8,
    /// Seniority among corps commanders, lowest first (R-72b).
    pub corps_rank: u8,
    /// Leads cavalry (LFM-20.6a).
    pub cavalry: bool,
}

/// A brigade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrigadeInfo {
    /// The label without the regiment: `I/1/M`.
    pub label: String,
    /// The name a player reads: `Meredith's brigade`.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its commander.
    pub commander: CommanderId,
    /// Its regiments: what its box on an organization chart may hold (LFM-28.1), and nobody else (LFM-28.5).
    pub units: Vec<UnitId>,
    /// Cavalry.
    pub cavalry: bool,
}

/// Who acts for an absent army commander.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StandIn {
    /// Whoever LFM-20.12 says.
    ByRule,
    /// Whom the scenario names, as long as he is on the map.
    Named(CommanderId),
    /// Nobody: the rule is suspended.
    Nobody,
}

/// A stack of the order of appearance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// What a player types and reads: `1/2`.
    pub tag: String,
    /// Whose it is.
    pub side: Side,
    /// Which turn.
    pub turn: Turn,
    /// The edge hex it enters.
    pub hex: Hex,
    /// The hexside by which the road comes in from off the map, if it comes by road.
    pub road: Option<ground::RoadClass>,
    /// A partial allowance (LFM-26.2).
    pub mp: Option<MovementPoints>,
    /// Who is in it.
    pub group: Group,
}

/// A stack whose first hex its owner chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Who is in it; all of it goes to one hex.
    pub group: Group,
    /// Where it may stand.
    pub hexes: Vec<Hex>,
    /// Its owner also chooses limbered or unlimbered, mounted or dismounted.
    pub choose_mode: bool,
    /// Whose it is.
    pub side: Side,
}

/// A bridge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bridge {
    /// One of the hexes it joins.
    pub hex: Hex,
    /// The side of that hex it lies on.
    pub side: Direction,
    /// The other hex.
    pub other: Hex,
    /// What it crosses.
    pub over: Stream,
    /// Whether it can be burned (LFM-25.1a).
    pub burnable: bool,
}

/// What is counted at a victory check (ledger 6.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// Points for an eliminated infantry or artillery strength point.
    pub per_sp: u8,
    /// Points for an eliminated cavalry strength point.
    pub per_cavalry_sp: u8,
    /// Points for an eliminated sharpshooter strength point.
    pub per_sharpshooter_sp: u8,
    /// A lost corps or army commander is worth his command value.
    pub commanders: bool,
    /// A ratio that ends the game at once, in halves (4 = 2:1), with at least so many points.
    pub sudden: Option<(u8, u16)>,
    /// Places worth holding.
    pub objectives: Vec<Objective>,
    /// The side that must do something particular to win; `None` where points alone decide.
    pub conditions: Vec<Condition>,
}

/// A place worth holding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Where.
    pub hex: Hex,
    /// What people call it.
    pub name: String,
    /// What it is worth to each side, by [`Side::index`].
    pub vp: [u16; 2],
    /// Who holds it at the start.
    pub held_by: Option<Side>,
}

/// A condition of victory that is not counted in points: `side` wins only if all of its conditions hold at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Whose condition.
    pub side: Side,
    /// What must hold.
    pub what: Goal,
}

/// What a condition asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Hold a hex with a unit of a brigade that is not shattered.
    HoldWithFreshBrigade(Hex),
    /// Have more brigades on the map that are not shattered than the enemy has.
    MoreFreshBrigades,
    /// Have at least this many more victory points than the enemy.
    PointsAhead(u16),
}

/// Units that may not move before something happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    /// Who is held.
    pub group: Group,
    /// Released from this turn on.
    pub until_turn: Option<Turn>,
    /// Released when an enemy combat unit comes this near to any of them.
    pub until_enemy_within: Option<u8>,
    /// What a player reads when he tries.
    pub reason: String,
}

impl Scenario {
    /// What a unit's counter says.
    #[inline]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// What a commander's counter says.
    #[inline]
    #[must_use]
    pub fn commander(&self, commander: CommanderId) -> &CommanderInfo {
        &self.commanders[commander.index()]
    }

    /// A brigade.
    #[inline]
    #[must_use]
    pub fn brigade(&self, brigade: BrigadeId) -> &BrigadeInfo {
        &self.brigades[brigade.index()]
    }

    /// An entry of the order of appearance.
    #[inline]
    #[must_use]
    pub fn arrival(&self, arrival: ArrivalId) -> &Arrival {
        &self.arrivals[arrival.index()]
    }

    /// A bridge.
    #[inline]
    #[must_use]
    pub fn bridge(&self, bridge: BridgeId) -> &Bridge {
        &self.bridges[bridge.index()]
    }

    /// The units of a side.
    #[inline]
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        self.numbers_of(side).map(UnitId::at)
    }

    /// The batteries of a side.
    #[inline]
    pub fn batteries_of(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        self.rolls.batteries[side.index()].iter()
    }

    /// The part of a row of units that belongs to a side.
    #[inline]
    #[must_use]
    pub fn part_of<'a, T>(&self, side: Side, row: &'a Row<T, UNITS>) -> &'a [T] {
        let Range { start, end } = self.numbers_of(side);
        &row.0[start..end]
    }

    /// The numbers of a side's units.
    #[inline]
    pub(crate) fn numbers_of(&self, side: Side) -> Range<usize> {
        match side {
            Side::Union => 0..self.union_units,
            Side::Confederate => self.union_units..self.units.len(),
        }
    }

    /// The numbers of a side's commanders.
    #[inline]
    pub(crate) fn commander_numbers_of(&self, side: Side) -> Range<usize> {
        match side {
            Side::Union => 0..self.union_commanders,
            Side::Confederate => self.union_commanders..self.commanders.len(),
        }
    }

    /// The commanders of a side, from the top rank down.
    #[inline]
    pub fn commanders_of(&self, side: Side) -> impl DoubleEndedIterator<Item = CommanderId> + use<> {
        self.commander_numbers_of(side).map(CommanderId::at)
    }

    /// Every combat unit's number.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// Every commander's number.
    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + use<> {
        (0..self.commanders.len()).map(CommanderId::at)
    }

    /// Every brigade's number.
    pub fn brigade_ids(&self) -> impl Iterator<Item = BrigadeId> + use<> {
        (0..self.brigades.len()).map(BrigadeId::at)
    }

    /// Every arrival's number.
    pub fn arrival_ids(&self) -> impl Iterator<Item = ArrivalId> + use<> {
        (0..self.arrivals.len()).map(ArrivalId::at)
    }
}
