//! What the rules ask of the geometry most, in instructions. See `cargo xtask bench`.

mod measure_questions;
#[path = "../../engine/benches/workloads/list.rs"]
mod workloads;

use measure_questions::{ALL, Questions};
use std::hint::black_box;
use workloads::{Workload, run};

/// Puts one of the questions so often.
fn ask<const QUESTION: usize>(times: u64) {
    black_box(Questions::new().ask(black_box(ALL[QUESTION]), times));
}

fn main() {
    let runs: [fn(u64); ALL.len()] = [
        ask::<0>, ask::<1>, ask::<2>, ask::<3>, ask::<4>, ask::<5>, ask::<6>, ask::<7>, ask::<8>, ask::<9>,
        ask::<10>, ask::<11>, ask::<12>, ask::<13>,
    ];
    let workloads: Vec<Workload> = ALL
        .iter()
        .zip(runs)
        .map(|((name, _), run)| Workload { name, count: 2_048, unit: "question", run })
        .collect();
    run(&workloads);
}
