//! What the benches measure on: scenarios, positions in the middle of a battle, finished games.

use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Game, Pending, Record, Rules, Silent};
use faults::Source;
use ground::Hex;
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::load::{Library, scenario};
use last_full_measure::state::{Phase, State};
use last_full_measure::task::Task;
use std::sync::Arc;

/// The scenarios, from the smallest to the largest.
pub const SCENARIOS: [&str; 3] = ["crossroads-farm", "mcphersons-ridge", "gettysburg-july-1"];

/// Loads one of them.
pub fn load(name: &str) -> LastFullMeasure {
    match scenario(&Library::builtin(), name) {
        Ok(scenario) => LastFullMeasure::new(scenario),
        Err(report) => panic!("{report}"),
    }
}

/// The state at the first decision of a Movement phase, some turns into a random game: phases live differently in
/// the middle of a battle.
pub fn mid_game(game: &LastFullMeasure, turn: u8) -> State {
    for seed in 0.. {
        let mut chance = Quick::new(seed);
        let mut play: Playout<LastFullMeasure> = Playout::new(seed);
        let mut state = game.start(&mut chance, &mut Silent);
        while matches!(game.pending(&state), Pending::Decide(_)) {
            if state.turn().0 >= turn
                && state.phase() == Phase::Movement
                && matches!(game.position(&state).task(), Some(Task::March(_)))
            {
                return state;
            }
            play.step(game, &mut state, &mut chance).expect("random play goes on");
        }
    }
    unreachable!("some game reaches turn {turn}")
}

/// A state of a Movement phase with each of its stacks and commanders picked up in turn.
pub fn picked_up(game: &LastFullMeasure, state: &State) -> Vec<State> {
    let mut answers = Vec::new();
    game.actions(state, state.phasing(), &mut answers);
    answers
        .iter()
        .filter(|answer| matches!(answer, Action::Select(_) | Action::Pick(_)))
        .map(|answer| {
            let mut next = *state;
            game.apply(&mut next, state.phasing(), answer, &mut Quick::new(0), &mut Silent);
            next
        })
        .collect()
}

/// Pairs of hexes within artillery range of each other, drawn at random.
pub fn lines(game: &LastFullMeasure, count: usize) -> Vec<(Hex, Hex)> {
    let map = &game.scenario.map;
    let hexes: Vec<Hex> = map.grid.hexes().filter(|&hex| map.is_playable(hex)).collect();
    let range = game.scenario.board.sight.range();
    let mut chance = Quick::new(0);
    let mut any = || hexes[chance.below(hexes.len() as u32) as usize];
    std::iter::repeat_with(|| (any(), any()))
        .filter(|&(from, to)| (1..=range).contains(&map.grid.distance(from, to)))
        .take(count)
        .collect()
}

/// A game as a file, with its bookmark.
pub fn saved(game: &Game<LastFullMeasure>) -> Source {
    let (record, bookmark) = game.record_with_bookmark();
    Source::new("game.json", record.to_json_with(&bookmark))
}

/// Opens a saved game as `longroll play --load` does: reads the file, loads its scenario, opens it at its bookmark.
pub fn open_saved(name: &str, file: &Source) -> Game<LastFullMeasure> {
    let (record, bookmark) = Record::read_with_bookmark(file).expect("it reads");
    let bookmark = bookmark.expect("it has a bookmark");
    Game::open_at(Arc::new(load(name)), &record, &bookmark).expect("it opens")
}
