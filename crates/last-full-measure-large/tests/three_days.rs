//! A battle as large as three days of Gettysburg: it loads, is played at random to its end, and keeps the laws on the
//! way.

use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Side, Silent};
use faults::Source;
use ground::{Grid, GridShape, Hex, HexMap};
use last_full_measure_large::LastFullMeasure;
use last_full_measure_large::ids::{Turn, UnitId};
use last_full_measure_large::load::build;
use last_full_measure_large::load::parts::{
    ArrivalPart, BrigadePart, CommanderPart, EntryRoad, ScenarioParts, Stand, UnitPart,
};
use last_full_measure_large::scenario::{Kind, Rank, TurnInfo};
use last_full_measure_large::sizes::HexSet;
use last_full_measure_large::state::State;

const COLS: u16 = 64;
const ROWS: u16 = 32;
/// Of each side: corps, divisions in a corps, brigades in a division, regiments in a brigade.
const ORDER: [u16; 4] = [4, 4, 4, 4];
/// Of each side: as many batteries as there are brigades.
const BRIGADES: u16 = 64;
/// The last corps of each side is still on its way.
const ON_THE_MAP: u16 = 48;

/// Two armies of 320 units in 64 brigades each, on 2,048 hexes, for a day, a night and a morning.
fn three_days() -> ScenarioParts {
    let map = HexMap::new(Grid::new(GridShape::pointy(COLS, ROWS)).expect("a grid"));
    let mut parts = ScenarioParts::new(&Source::new("three-days.toml", ""), map);
    parts.calendar = (0..5)
        .map(|number| TurnInfo {
            day: 1 + u8::from(number == 4),
            label: format!("turn {number}"),
            night: number == 3,
            rain: number == 1,
            victory_check: number == 4,
        })
        .collect();
    for side in Side::BOTH {
        army(&mut parts, side);
    }
    parts
}

fn army(parts: &mut ScenarioParts, side: Side) {
    let sign = if side == Side::Union { "U" } else { "C" };
    // From the middle of the map outwards: brigades, their batteries, the edge by which the rest arrives.
    let [front, guns, edge] = if side == Side::Union { [14, 13, 0] } else { [17, 18, ROWS - 1] };
    let hex = |row: u16, col: u16| Hex(row * COLS + col);
    let leader = |tag: String, rank: Rank, cv: u8, stand: Stand| CommanderPart {
        cv: (rank != Rank::Brigade).then_some(cv),
        stand,
        ..CommanderPart::new(tag, side, rank)
    };
    parts.commanders.push(leader(format!("{sign}Army"), Rank::Army, 5, Stand::At(hex(guns, 0))));
    let mut brigade = 0;
    for corps in 0..ORDER[0] {
        let here = corps + 1 < ORDER[0];
        let at = |row, col| if here { Stand::At(hex(row, col)) } else { Stand::ByList };
        let corps_label = format!("{}", corps + 1);
        let chief = format!("{sign}Corps{corps}");
        parts.commanders.push(CommanderPart {
            corps: Some(corps_label.clone()),
            ..leader(chief.clone(), Rank::Corps, 4, at(front, brigade))
        });
        for division in 0..ORDER[1] {
            let division_label = format!("{}", division + 1);
            let general = format!("{sign}Div{corps}-{division}");
            parts.commanders.push(CommanderPart {
                corps: Some(corps_label.clone()),
                division: Some(division_label.clone()),
                ..leader(general.clone(), Rank::Division, 3, at(front, brigade))
            });
            for number in 0..ORDER[2] {
                let label = format!("{corps_label}/{division_label}/{number}");
                let colonel = format!("{sign}Col{brigade}");
                parts.commanders.push(leader(colonel.clone(), Rank::Brigade, 0, at(front, brigade)));
                parts.brigades.push(BrigadePart {
                    corps: Some(corps_label.clone()),
                    division: Some(division_label.clone()),
                    ..BrigadePart::new(&label, side, colonel.as_str())
                });
                let mut pieces = vec![colonel.as_str().into()];
                if number == 0 {
                    pieces.push(general.as_str().into());
                    if division == 0 {
                        pieces.push(chief.as_str().into());
                    }
                }
                for regiment in 0..ORDER[3] {
                    let tag = format!("{sign}R{brigade}-{regiment}");
                    let kind = if corps == 1 && division == 3 { Kind::Cavalry } else { Kind::Infantry };
                    parts.units.push(UnitPart {
                        brigade: Some(label.as_str().into()),
                        stand: at(front, brigade),
                        ..UnitPart::new(&tag, side, kind, 4, 2 + (regiment % 3) as u8)
                    });
                    pieces.push(tag.as_str().into());
                }
                let battery = format!("{sign}B{brigade}");
                parts.units.push(UnitPart {
                    corps: Some(corps_label.clone()),
                    stand: at(guns, brigade),
                    deployed: here,
                    ..UnitPart::new(&battery, side, Kind::Artillery, 5, 3)
                });
                pieces.push(battery.as_str().into());
                if !here {
                    parts.arrivals.push(ArrivalPart {
                        written: faults::Span::File,
                        tag: None,
                        turn: Turn((brigade % 4) as u8),
                        hex: hex(edge, brigade - ON_THE_MAP),
                        road: EntryRoad::None,
                        mp: None,
                        pieces,
                    });
                }
                brigade += 1;
            }
        }
    }
    assert_eq!(brigade, BRIGADES);
}

fn large_battle() -> LastFullMeasure {
    match build(&three_days()) {
        Ok(scenario) => LastFullMeasure::new(scenario),
        Err(faults) => panic!("{faults}"),
    }
}

/// What is kept for speed is true, no hex has two owners, and every answer that is offered is legal.
fn keeps_the_laws(rules: &LastFullMeasure, state: &State, side: Side) {
    let scenario = &rules.scenario;
    let mut stacks: Vec<Vec<UnitId>> = vec![Vec::new(); scenario.map.grid.len()];
    let mut occupied = [HexSet::EMPTY; 2];
    for unit in scenario.unit_ids() {
        if let Some(hex) = state.hex_of(unit) {
            stacks[hex.index()].push(unit);
            occupied[scenario.unit(unit).side.index()].insert(hex);
        }
    }
    for (hex, stack) in scenario.map.grid.hexes().zip(&stacks) {
        assert!(state.stack(hex).eq(stack.iter().copied()), "{hex:?}");
    }
    for side in Side::BOTH {
        assert_eq!(state.zones(side).occupied, occupied[side.index()]);
    }
    assert!(!occupied[0].intersects(&occupied[1]));
    let mut answers = Vec::new();
    rules.actions(state, side, &mut answers);
    for answer in &answers {
        if let Err(why) = rules.check(state, side, answer) {
            panic!("{answer:?} is offered and refused: {why:?}");
        }
        let text = rules.write(answer);
        assert_eq!(rules.read(&text).as_ref(), Ok(answer), "{text}");
    }
}

#[test]
fn a_battle_of_640_units_on_2048_hexes_is_played_to_its_end() {
    let rules = large_battle();
    let scenario = &rules.scenario;
    assert_eq!((scenario.units.len(), scenario.brigades.len()), (640, 128));
    assert_eq!(scenario.map.grid.len(), 2048);
    let mut dice = Quick::new(1863);
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut play: Playout<LastFullMeasure> = Playout::new(1863);
    for step in 0.. {
        assert!(step < 200_000, "the game does not end");
        let (side, action) = match play.choose(&rules, &state).expect("random play goes on") {
            Next::Act(side, action) => (side, *action),
            Next::Over(_) => break,
        };
        if step % 97 == 0 {
            keeps_the_laws(&rules, &state, side);
        }
        rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
    }
    assert_eq!(state.turn().index(), scenario.calendar.len() - 1, "played to the last turn");
    assert!(play.decisions() > 1_000, "{} decisions", play.decisions());
}

#[test]
fn a_large_state_takes_at_most_24_kilobytes() {
    let size = size_of::<State>();
    assert!(size <= 24 * 1024, "{size} bytes");
}
