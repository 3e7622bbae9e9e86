//! Random play and what it is made of, in instructions. See `cargo xtask bench`.

mod positions;
#[path = "../../engine/benches/workloads/mod.rs"]
mod workloads;

use engine::Rules;
use engine::chance::Quick;
use engine::playout::Playout;
use positions::{SCENARIOS, asked, later, load, mid_game};
use seeing_the_elephant::{SeeingTheElephant, State};
use std::hint::black_box;
use workloads::{Workload, open_games, play, replay_games, run};

/// The smallest scenario.
const SMALL: &str = SCENARIOS[0];
/// The largest.
const LARGE: &str = SCENARIOS[1];

const WORKLOADS: [Workload; 9] = [
    Workload { name: "play-herbst-woods", count: 5_000, unit: "decision", run: |n| play(&load(SMALL), n) },
    Workload { name: "play-the-first-day", count: 2_000, unit: "decision", run: |n| play(&load(LARGE), n) },
    Workload { name: "mid-game", count: 5_000, unit: "decision from the fourth turn on", run: mid_play },
    Workload { name: "load-large", count: 2, unit: "loading of the-first-day", run: load_large },
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

/// Random play over and over from positions in the middle of a battle.
fn mid_play(decisions: u64) {
    let rules = load(SMALL);
    let mut dice = Quick::new(1);
    let mut play: Playout<SeeingTheElephant> = Playout::new(1);
    let starts: Vec<State> = (0..8).map(|seed| later(&rules, seed, 4)).collect();
    for start in starts.iter().cycle() {
        let mut state = start.clone();
        for _ in 0..40 {
            if play.decisions() >= decisions {
                return;
            }
            if play.step(&rules, &mut state, &mut dice).expect("random play goes on").is_some() {
                break;
            }
        }
    }
}

fn load_large(times: u64) {
    for _ in 0..times {
        black_box(load(LARGE));
    }
}

fn load_scenario(times: u64) {
    for _ in 0..times {
        black_box(load(SMALL));
    }
}
