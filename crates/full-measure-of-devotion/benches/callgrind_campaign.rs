//! Random campaigns and what they are made of, in instructions. See `cargo xtask bench`.

mod positions;
#[path = "../../engine/benches/workloads/mod.rs"]
mod workloads;

use engine::chance::Quick;
use engine::{Eyes, Rules, Seat, Side, Table};
use full_measure_of_devotion::FullMeasureOfDevotion;
use positions::{Listed, SCENARIOS, list, load, movement_phases, on_the_march, order_phases, ride_phases};
use std::hint::black_box;
use std::sync::Arc;
use workloads::{Workload, finished, open_games, play, replay_games, run};

const WORKLOADS: [Workload; 14] = [
    Workload {
        name: "play-monocacy-bridge",
        count: 20_000,
        unit: "decision",
        run: |n| play(&load(SCENARIOS[0]), n),
    },
    Workload {
        name: "play-late-june",
        count: 20_000,
        unit: "decision",
        run: |n| play(&load(SCENARIOS[1]), n),
    },
    Workload {
        name: "play-campaign",
        count: 20_000,
        unit: "decision",
        run: |n| play(&load(SCENARIOS[2]), n),
    },
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
    Workload {
        name: "replay-campaign",
        count: 5,
        unit: "game of the campaign",
        run: |n| replay_games(load("campaign"), n),
    },
    Workload {
        name: "open-campaign",
        count: 5,
        unit: "saved game of the campaign",
        run: |n| open_games(load("campaign"), n),
    },
    Workload { name: "sight-campaign", count: 100, unit: "sight of a side", run: sight },
];

fn main() {
    run(&WORKLOADS);
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
    let side = state.march().expect("a Force marches").force().side();
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

fn sight(times: u64) {
    let game = finished(&Arc::new(load("campaign")));
    for _ in 0..times {
        black_box(game.sight(Eyes::Of(Seat::UNION)));
    }
}
