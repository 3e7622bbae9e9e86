//! A little battle for unit tests: a creek with a bridge, two small armies.

use crate::model::board::Board;
use crate::model::ids::{BrigadeId, CommanderId, Group, Piece, Turn, UnitId};
use crate::model::numbers::{Cohesion, CommandValue, StrengthPoints};
use crate::model::scenario::{
    Arrival, BrigadeInfo, CommanderInfo, Kind, Limits, Objective, Options, Rank, Rolls, Scenario, StandIn,
    TurnInfo, UnitInfo, Victory,
};
use crate::model::state::{State, Station};
use engine::Side;
use faults::Source;
use ground::text;

/// Four rows of six hexes.
const MAP: &str = r#"
[map]
picture = """
 . . . w . .
  . . . . t .
 . .1 . . . .
  . . . . . .
"""
creek_hexsides = [["0101", "0202"], ["0102", "0202"]]
pike = [["0002", "0102", "0202", "0302"]]
bridges = [["0102", "0202"]]
"#;

/// The scenario: brigade 1/1 (5NY, 8NY) under Pratt and battery 2US-B against brigade V/K (1GA, 4GA) under Kell;
/// Hale and Varn command; brigade 1/2 (2NJ under Lowe) is to arrive.
pub(crate) fn scenario() -> Scenario {
    let map = text::read_map(&Source::new("sample.toml", MAP)).expect("a good map");
    let (board, bridges) = Board::new(&map, &Limits::SERIES);
    let unit = |tag: &str, side, kind, brigade: Option<u8>, sp| UnitInfo {
        tag: tag.into(),
        name: tag.into(),
        side,
        kind,
        brigade: brigade.map(BrigadeId),
        label: String::new(),
        corps: 0,
        division: 0,
        sp: StrengthPoints(sp),
        limbered_sp: StrengthPoints(1),
        cohesion: Cohesion(3),
        star: false,
        dodges: false,
        free_command: false,
        sharpshooters: false,
    };
    let commander = |tag: &str, side, rank, brigade: Option<u8>| CommanderInfo {
        tag: tag.into(),
        name: tag.into(),
        side,
        rank,
        stars: if rank == Rank::Brigade { 1 } else { 2 },
        cv: CommandValue(if rank == Rank::Brigade { 0 } else { 4 }),
        replacement: (rank == Rank::Army).then(|| ("Orr".into(), CommandValue(3))),
        brigade: brigade.map(BrigadeId),
        superior: None,
        corps: 0,
        division: 0,
        corps_rank: 0,
        cavalry: false,
    };
    let brigade = |label: &str, side, commander, units: &[u8]| BrigadeInfo {
        label: label.into(),
        name: format!("{label} brigade"),
        side,
        commander: CommanderId(commander),
        units: units.iter().copied().map(UnitId).collect(),
        cavalry: false,
    };
    let hex = |name: &str| map.grid.parse(name).expect("a hex of the sample map");
    let mut arriving = Group::EMPTY;
    arriving.units.insert(UnitId(3));
    arriving.commanders.insert(CommanderId(2));
    let turn = |label: &str| TurnInfo {
        day: 1,
        label: label.into(),
        night: false,
        rain: false,
        victory_check: false,
    };
    let mut scenario = Scenario {
        land: None,
        id: "sample".into(),
        title: "Sample".into(),
        description: String::new(),
        print: String::new(),
        options: Options::default(),
        limits: Limits::SERIES,
        calendar: vec![turn("9 am"), turn("10 am"), turn("11 am")],
        first: Side::Confederate,
        fixed_order: None,
        starts_in_second_half: false,
        units: vec![
            unit("5NY", Side::Union, Kind::Infantry, Some(0), 4),
            unit("8NY", Side::Union, Kind::Infantry, Some(0), 4),
            unit("2US-B", Side::Union, Kind::Artillery, None, 3),
            unit("2NJ", Side::Union, Kind::Infantry, Some(1), 4),
            unit("1GA", Side::Confederate, Kind::Infantry, Some(2), 5),
            unit("4GA", Side::Confederate, Kind::Cavalry, Some(2), 4),
        ],
        union_units: 4,
        rolls: Rolls::default(),
        commanders: vec![
            commander("Hale", Side::Union, Rank::Army, None),
            commander("Pratt", Side::Union, Rank::Brigade, Some(0)),
            commander("Lowe", Side::Union, Rank::Brigade, Some(1)),
            commander("Varn", Side::Confederate, Rank::Army, None),
            commander("Kell", Side::Confederate, Rank::Brigade, Some(2)),
        ],
        union_commanders: 3,
        brigades: vec![
            brigade("1/1", Side::Union, 1, &[0, 1]),
            brigade("1/2", Side::Union, 2, &[3]),
            brigade("V/K", Side::Confederate, 4, &[4, 5]),
        ],
        stand_in: [StandIn::ByRule; 2],
        arrivals: vec![Arrival {
            tag: "1/2".into(),
            side: Side::Union,
            turn: Turn(1),
            hex: hex("0302"),
            road: Some(ground::RoadClass::Pike),
            mp: None,
            group: arriving,
        }],
        placements: Vec::new(),
        bridges,
        victory: Victory {
            per_sp: 1,
            per_cavalry_sp: 2,
            per_sharpshooter_sp: 2,
            commanders: true,
            sudden: None,
            objectives: vec![Objective {
                hex: hex("0104"),
                name: "the farm".into(),
                vp: [10, 10],
                held_by: None,
            }],
            conditions: Vec::new(),
        },
        holds: Vec::new(),
        off_map_is_death: false,
        start: Box::new(State::empty(Side::Confederate)),
        board,
        map: map.clone(),
    };
    scenario.rolls = Rolls::of(&scenario);
    let mut start = State::empty(Side::Confederate);
    for (tag, at) in [("5NY", "0202"), ("8NY", "0202"), ("2US-B", "0201"), ("1GA", "0102"), ("4GA", "0003")] {
        if let Some(Piece::Unit(unit)) = crate::files::notation::find_piece(&scenario, tag) {
            start.put(&scenario, unit, Station::at(hex(at)));
        }
    }
    for (index, at) in ["0201", "0202", "", "0002", "0102"].into_iter().enumerate() {
        let station = map.grid.parse(at).map_or(Station::WAITING, Station::at);
        start.put_leader(CommanderId::at(index), station);
    }
    start.put(&scenario, UnitId(3), Station::WAITING);
    scenario.start = Box::new(start);
    scenario
}
