//! What games without a grid ask most, in instructions. See `cargo xtask bench`.

mod table_questions;
#[path = "../../engine/benches/workloads/list.rs"]
mod workloads;

use std::hint::black_box;

use table_questions::{ALL, Questions};
use workloads::{Workload, run};

/// Puts one of the questions so often.
fn ask<const QUESTION: usize>(times: u64) {
    black_box(Questions::new().ask(black_box(ALL[QUESTION]), times));
}

fn main() {
    let runs: [fn(u64); ALL.len()] = [
        ask::<0>, ask::<1>, ask::<2>, ask::<3>, ask::<4>, ask::<5>, ask::<6>, ask::<7>, ask::<8>, ask::<9>,
        ask::<10>,
    ];
    let workloads: Vec<Workload> = ALL
        .iter()
        .zip(runs)
        .map(|((name, _), run)| Workload { name, count: 20_480, unit: "question", run })
        .collect();
    run(&workloads);
}
