//! Random play and what it is made of, in instructions. See `cargo xtask bench`.

mod positions;
#[path = "../../engine/benches/workloads/mod.rs"]
mod workloads;

use engine::Rules;
use positions::{SCENARIOS, asked, load, mid_game};
use std::hint::black_box;
use workloads::{Workload, open_games, play, replay_games, run};

/// The smallest scenario.
const SMALL: &str = SCENARIOS[0];

const WORKLOADS: [Workload; 6] = [
    Workload { name: "play-herbst-woods", count: 5_000, unit: "decision", run: |n| play(&load(SMALL), n) },
    Workload { name: "list", count: 1_000, unit: "question, as random games ask them", run: list },
    Workload { name: "clone", count: 10_000, unit: "state", run: clone },
    Workload { name: "load", count: 5, unit: "loading of herbst-woods", run: load_scenario },
    Workload {
        name: "open",
        count: 5,
        unit: "saved game of herbst-woods",
        run: |n| open_games(load(SMALL), n),
    },
    Workload {
        name: "replay",
        count: 1,
        unit: "game of herbst-woods",
        run: |n| replay_games(load(SMALL), n),
    },
];

fn main() {
    run(&WORKLOADS);
}

fn list(times: u64) {
    let rules = load(SMALL);
    let questions = asked(&rules, 1_000);
    let mut answers = Vec::new();
    for (side, state) in questions.iter().cycle().take(times as usize) {
        answers.clear();
        rules.actions(black_box(state), *side, &mut answers);
        black_box(&answers);
    }
}

fn clone(copies: u64) {
    let state = mid_game(&load(SMALL));
    for _ in 0..copies {
        black_box(black_box(&state).clone());
    }
}

fn load_scenario(times: u64) {
    for _ in 0..times {
        black_box(load(SMALL));
    }
}
