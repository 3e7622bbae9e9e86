//! Random play and what it is made of, in instructions. See `cargo xtask bench`.

mod positions;
#[path = "../../engine/benches/workloads/mod.rs"]
mod workloads;

use engine::Rules;
use last_full_measure::model::memo::Memo;
use positions::{SCENARIOS, lines, load, mid_game, open_saved, picked_up, saved};
use std::hint::black_box;
use std::sync::Arc;
use workloads::{Workload, finished, play, replay_games, run};

const WORKLOADS: [Workload; 11] = [
    Workload {
        name: "play-crossroads-farm",
        count: 20_000,
        unit: "decision",
        run: |n| play(&load(SCENARIOS[0]), n),
    },
    Workload {
        name: "play-mcphersons-ridge",
        count: 20_000,
        unit: "decision",
        run: |n| play(&load(SCENARIOS[1]), n),
    },
    Workload {
        name: "play-gettysburg-july-1",
        count: 20_000,
        unit: "decision",
        run: |n| play(&load(SCENARIOS[2]), n),
    },
    Workload { name: "clone", count: 10_000, unit: "state", run: clone },
    Workload { name: "movement", count: 20, unit: "phase, every stack picked up once", run: movement },
    Workload { name: "destinations", count: 5_000, unit: "stack of gettysburg-july-1", run: destinations },
    Workload { name: "sight", count: 100_000, unit: "line of sight", run: sight },
    Workload { name: "gun-sight", count: 100_000, unit: "line of sight past troops", run: gun_sight },
    Workload { name: "load", count: 5, unit: "loading of gettysburg-july-1", run: load_scenario },
    Workload { name: "open", count: 5, unit: "saved game of gettysburg-july-1", run: open_games },
    Workload {
        name: "replay",
        count: 5,
        unit: "game of crossroads-farm",
        run: |n| replay_games(load(SCENARIOS[0]), n),
    },
];

fn main() {
    run(&WORKLOADS);
}

fn clone(copies: u64) {
    let game = load("gettysburg-july-1");
    let state = mid_game(&game, 2);
    for _ in 0..copies {
        black_box(*black_box(&state));
    }
}

fn movement(phases: u64) {
    let game = load("gettysburg-july-1");
    let state = mid_game(&game, 2);
    let stacks = picked_up(&game, &state);
    let (mut answers, mut memo) = (Vec::new(), Memo::default());
    for _ in 0..phases {
        for state in &stacks {
            answers.clear();
            game.actions_with(state, state.phasing(), &mut memo, &mut answers);
            black_box(&answers);
        }
    }
}

/// Two phases in turn, so that nothing found in one pass is still remembered in the next.
fn destinations(stacks: u64) {
    let game = load("gettysburg-july-1");
    let marching = [1, 2].map(|turn| picked_up(&game, &mid_game(&game, turn))).concat();
    let mut memo = Memo::default();
    for state in marching.iter().cycle().take(stacks as usize) {
        black_box(game.position_with(state, &mut memo).destinations(state.moving()));
    }
}

fn sight(count: u64) {
    let game = load("gettysburg-july-1");
    let pairs = lines(&game, 1_000);
    let table = &game.scenario.board.sight;
    for &(from, to) in pairs.iter().cycle().take(count as usize) {
        black_box(table.sight(from, to));
    }
}

fn gun_sight(count: u64) {
    let game = load("gettysburg-july-1");
    let state = mid_game(&game, 2);
    let position = game.position(&state);
    let pairs = lines(&game, 1_000);
    for &(from, to) in pairs.iter().cycle().take(count as usize) {
        black_box(position.gun_sight(state.phasing(), from, to));
    }
}

fn load_scenario(times: u64) {
    for _ in 0..times {
        black_box(load("gettysburg-july-1"));
    }
}

/// The scenario is loaded anew each time, as by a program that was just started.
fn open_games(times: u64) {
    let name = "gettysburg-july-1";
    let file = saved(&finished(&Arc::new(load(name))));
    for _ in 0..times {
        black_box(open_saved(name, &file));
    }
}
