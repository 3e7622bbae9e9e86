//! However many pieces a rule concerns, each of them gets its due: nothing that is to be done is forgotten.

use engine::chance::Quick;
use engine::{Pending, Rules, Side};
use faults::Source;
use ground::{Grid, GridShape, Hex, HexMap};
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::event::Event;
use last_full_measure::load::build;
use last_full_measure::load::parts::{
    BrigadePart, Checks, CommanderPart, PlacementPart, ScenarioParts, Stand, UnitPart,
};
use last_full_measure::scenario::{Kind, Rank, TurnInfo};
use last_full_measure::state::{Phase, Reason, State};

/// An empty map of so many rows and columns, for three turns.
fn field(rows: u16, cols: u16) -> ScenarioParts {
    let map = HexMap::new(Grid::new(GridShape::pointy(cols, rows)).expect("a grid"));
    let mut parts = ScenarioParts::new(&Source::new("many.toml", ""), map);
    let turn = TurnInfo { victory_check: false, ..parts.calendar[0].clone() };
    parts.calendar = vec![turn; 3];
    parts.checks = Checks::MID_GAME;
    parts
}

fn battery(tag: String, side: Side, sp: u8, stand: Stand) -> UnitPart {
    UnitPart { stand, deployed: true, ..UnitPart::new(tag, side, Kind::Artillery, sp, 3) }
}

/// Plays until something holds, always with the answer that `choose` likes best.
struct Table {
    rules: LastFullMeasure,
    state: State,
    dice: Quick,
    story: Vec<Event>,
}

impl Table {
    fn of(parts: &ScenarioParts) -> Table {
        let rules = match build(parts) {
            Ok(scenario) => LastFullMeasure::new(scenario),
            Err(faults) => panic!("{faults}"),
        };
        let (mut dice, mut story) = (Quick::new(1), Vec::new());
        let state = rules.start(&mut dice, &mut story);
        Table { rules, state, dice, story }
    }

    /// The answers that were given, until something holds.
    fn play_until(&mut self, end: impl Fn(&State) -> bool, like: impl Fn(&Action) -> u8) -> Vec<Action> {
        let mut given = Vec::new();
        while !end(&self.state) {
            let Pending::Decide(sides) = self.rules.pending(&self.state) else { panic!("the game is over") };
            let side = sides.first().expect("somebody decides");
            let mut answers = Vec::new();
            self.rules.actions(&self.state, side, &mut answers);
            let answer = *answers.iter().min_by_key(|action| like(action)).expect("an answer");
            self.rules.apply(&mut self.state, side, &answer, &mut self.dice, &mut self.story);
            given.push(answer);
            assert!(given.len() < 10_000, "this does not come to an end");
        }
        given
    }
}

/// Whoever may end something ends it.
fn idly(action: &Action) -> u8 {
    u8::from(*action != Action::Done)
}

#[test]
fn every_stack_whose_owner_chooses_its_hex_is_placed() {
    const STACKS: usize = 250;
    let mut parts = field(10, 20);
    let hexes: Vec<Hex> = parts.map.grid.hexes().collect();
    for number in 0..STACKS {
        parts.units.push(battery(format!("B{number}"), Side::Union, 5, Stand::ByList));
        parts.placements.push(PlacementPart {
            written: faults::Span::File,
            pieces: vec![format!("B{number}").as_str().into()],
            hexes: hexes.clone(),
            choose_mode: number % 2 == 0,
        });
    }
    let mut table = Table::of(&parts);
    let given = table.play_until(|state| state.phase() != Phase::SetUp, |_| 0);
    let placed = given.iter().filter(|action| matches!(action, Action::Place(_)));
    assert_eq!(placed.count(), STACKS);
    assert!(table.rules.scenario.unit_ids().all(|unit| table.state.hex_of(unit).is_some()));
}

/// LFM-23.3.
#[test]
fn every_stack_caught_in_a_zone_of_control_as_night_falls_falls_back() {
    const STACKS: u16 = 60;
    let mut parts = field(7, STACKS);
    for turn in &mut parts.calendar {
        turn.night = true;
    }
    for col in 0..STACKS {
        for (side, row) in [(Side::Union, 2), (Side::Confederate, 3)] {
            parts.units.push(battery(format!("{side:?}{col}"), side, 5, Stand::At(Hex(row * STACKS + col))));
        }
    }
    let mut table = Table::of(&parts);
    table.play_until(|state| state.second_half(), idly);
    let fell_back: Vec<_> = table
        .story
        .iter()
        .filter_map(|event| match event {
            Event::FellBack { piece, reason: Reason::Night, .. } => Some(*piece),
            _ => None,
        })
        .collect();
    for unit in table.rules.scenario.units_of(Side::Union) {
        assert!(fell_back.contains(&last_full_measure::ids::Piece::Unit(unit)), "{unit:?} stays");
    }
}

/// LFM-4.5.
#[test]
fn every_crowded_hex_gives_up_what_is_too_much() {
    const HEXES: u16 = 60;
    let mut parts = field(4, HEXES);
    for col in 0..HEXES {
        for number in 0..2 {
            parts.units.push(battery(
                format!("B{col}-{number}"),
                Side::Union,
                6,
                Stand::At(Hex(HEXES + col)),
            ));
        }
    }
    let mut table = Table::of(&parts);
    let given = table.play_until(|state| state.phase() == Phase::Combat || state.second_half(), idly);
    assert_eq!(
        given.iter().filter(|action| matches!(action, Action::Lose(_))).count(),
        usize::from(HEXES),
        "one battery of each hex"
    );
    let position = table.rules.position(&table.state);
    assert!(table.rules.scenario.map.grid.hexes().all(|hex| !position.is_crowded(hex)));
}

/// LFM-20.8a, LFM-22.1c.
#[test]
fn every_commander_away_from_his_brigade_is_brought_back_to_it() {
    const BRIGADES: u16 = 60;
    let mut parts = field(8, BRIGADES);
    for col in 0..BRIGADES {
        let (label, leader) = (format!("1/{col}"), format!("Col{col}"));
        parts.brigades.push(BrigadePart::new(&label, Side::Union, leader.as_str()));
        parts.commanders.push(CommanderPart {
            stand: Stand::At(Hex(6 * BRIGADES + col)),
            ..CommanderPart::new(&leader, Side::Union, Rank::Brigade)
        });
        for row in 0..2 {
            parts.units.push(UnitPart {
                brigade: Some(label.as_str().into()),
                stand: Stand::At(Hex(row * BRIGADES + col)),
                ..UnitPart::new(format!("R{col}-{row}"), Side::Union, Kind::Infantry, 4, 3)
            });
        }
    }
    let mut table = Table::of(&parts);
    table.play_until(|state| state.phase() == Phase::Combat || state.second_half(), idly);
    let position = table.rules.position(&table.state);
    for commander in table.rules.scenario.commanders_of(Side::Union) {
        let hex = table.state.leader_hex(commander).expect("he is on the map");
        assert!(!position.is_without_his_brigade(commander, hex), "{commander:?} is astray");
    }
}

/// LFM-21.2b, R-59: a ring of units as near as each other.
#[test]
fn a_commander_left_alone_may_go_to_any_of_the_nearest_units() {
    let mut parts = field(21, 21);
    let grid = parts.map.grid.clone();
    let middle = grid.parse("1010").expect("a hex");
    let ring: Vec<Hex> = grid.hexes().filter(|&hex| grid.distance(middle, hex) == 7).collect();
    assert_eq!(ring.len(), 42);
    parts.commanders.push(CommanderPart {
        stand: Stand::At(middle),
        cv: Some(4),
        ..CommanderPart::new("Meade", Side::Union, Rank::Army)
    });
    for (number, &hex) in ring.iter().enumerate() {
        parts.units.push(battery(format!("B{number}"), Side::Union, 5, Stand::At(hex)));
    }
    let table = Table::of(&parts);
    let meade = table.rules.scenario.commanders_of(Side::Union).next().expect("Meade");
    assert_eq!(table.rules.position(&table.state).refuges(meade).len(), ring.len());
}

#[test]
fn a_state_takes_at_most_8_kilobytes() {
    let size = size_of::<State>();
    assert!(size <= 8 * 1024, "{size} bytes");
}
