//! Random campaigns and what they are made of, in instructions. See `cargo xtask bench`.

mod positions;

use engine::chance::Quick;
use engine::record::replay;
use engine::{Eyes, Game, Playout, Rules, Side, Silent, Table};
use full_measure_of_devotion::FullMeasureOfDevotion;
use positions::{
    Listed, SCENARIOS, finished, list, load, movement_phases, on_the_march, order_phases, ride_phases,
};
use std::hint::black_box;
use std::sync::Arc;

/// A workload: what it is called, how often it is repeated, what one repetition is, and the work. The work sets itself
/// up also when it is repeated 0 times.
struct Workload {
    name: &'static str,
    count: u64,
    unit: &'static str,
    run: fn(u64),
}

const WORKLOADS: [Workload; 14] = [
    Workload {
        name: "play-monocacy-bridge",
        count: 20_000,
        unit: "decision",
        run: |n| play(SCENARIOS[0], n),
    },
    Workload { name: "play-late-june", count: 20_000, unit: "decision", run: |n| play(SCENARIOS[1], n) },
    Workload { name: "play-campaign", count: 20_000, unit: "decision", run: |n| play(SCENARIOS[2], n) },
    Workload { name: "clone-campaign", count: 10_000, unit: "state", run: clone },
    Workload { name: "view-campaign", count: 1_000, unit: "view of a side", run: view },
    Workload { name: "imagine-campaign", count: 1_000, unit: "world imagined for a side", run: imagine },
    Workload { name: "march-campaign", count: 1_000, unit: "list of a Force's destinations", run: march },
    Workload {
        name: "movement-campaign",
        count: 200,
        unit: "phase, every Force set in motion once",
        run: |n| list_phases(movement_phases, n),
    },
    Workload {
        name: "orders-campaign",
        count: 200,
        unit: "phase, every Force given an order once",
        run: |n| list_phases(order_phases, n),
    },
    Workload {
        name: "rides-campaign",
        count: 200,
        unit: "phase, all rides of both sides listed",
        run: |n| list_phases(ride_phases, n),
    },
    Workload { name: "load-campaign", count: 3, unit: "loading of the campaign", run: load_campaign },
    Workload { name: "replay-campaign", count: 5, unit: "game of the campaign", run: replay_games },
    Workload { name: "open-campaign", count: 5, unit: "saved game of the campaign", run: open_games },
    Workload { name: "sight-campaign", count: 100, unit: "sight of a side", run: sight },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => {
            for Workload { name, count, unit, .. } in WORKLOADS {
                println!("{name} {count} {unit}");
            }
        }
        [name, count] => {
            let workload = WORKLOADS.iter().find(|workload| workload.name == name);
            let workload = workload.unwrap_or_else(|| panic!("no workload `{name}`; see --list"));
            (workload.run)(count.parse().expect("a number of repetitions"));
        }
        // `cargo test --benches` and the like.
        _ => play(SCENARIOS[0], 100),
    }
}

/// Plays game after game until so many decisions are made.
fn play(scenario: &str, decisions: u64) {
    let rules = load(scenario);
    let mut dice = Quick::new(0);
    let mut playout = Playout::<FullMeasureOfDevotion>::new(1);
    let mut state = rules.start(&mut dice, &mut Silent);
    while playout.decisions() < decisions {
        if playout.step(&rules, &mut state, &mut dice).expect("no dead end").is_some() {
            state = rules.start(&mut dice, &mut Silent);
        }
    }
    black_box(state);
}

fn clone(copies: u64) {
    let state = on_the_march(&load("campaign"));
    for _ in 0..copies {
        black_box(black_box(&state).clone());
    }
}

fn view(times: u64) {
    let rules = load("campaign");
    let state = on_the_march(&rules);
    for _ in 0..times {
        black_box(rules.view(black_box(&state), Eyes::Of(Side::Union)));
    }
}

fn imagine(times: u64) {
    let rules = load("campaign");
    let view = rules.view(&on_the_march(&rules), Eyes::Of(Side::Union));
    let mut dice = Quick::new(1);
    for _ in 0..times {
        black_box(rules.imagine(black_box(&view), Eyes::Of(Side::Union), &mut dice));
    }
}

fn march(times: u64) {
    let rules = load("campaign");
    let state = on_the_march(&rules);
    let side = state.march.expect("a Force marches").force.side();
    let mut answers = Vec::new();
    for _ in 0..times {
        answers.clear();
        rules.actions(black_box(&state), side, &mut answers);
        black_box(&answers);
    }
}

fn list_phases(phases: fn(&FullMeasureOfDevotion) -> Vec<Listed>, times: u64) {
    let rules = load("campaign");
    let phases = phases(&rules);
    let mut answers = Vec::new();
    for phase in phases.iter().cycle().take(times as usize) {
        black_box(list(&rules, black_box(phase), &mut answers));
    }
}

fn load_campaign(times: u64) {
    for _ in 0..times {
        black_box(load("campaign"));
    }
}

fn replay_games(games: u64) {
    let rules = Arc::new(load("campaign"));
    let record = finished(&rules).record();
    for _ in 0..games {
        black_box(replay(&*rules, &record, None).expect("a record replays"));
    }
}

fn open_games(games: u64) {
    let rules = Arc::new(load("campaign"));
    let save = finished(&rules).save();
    for _ in 0..games {
        black_box(Game::open(rules.clone(), save.clone()).expect("it opens"));
    }
}

fn sight(times: u64) {
    let game = finished(&Arc::new(load("campaign")));
    for _ in 0..times {
        black_box(game.sight(Eyes::Of(Side::Union)));
    }
}
