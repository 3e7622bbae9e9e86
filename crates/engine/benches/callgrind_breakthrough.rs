//! Random play of breakthrough through the public trait, in instructions. See `cargo xtask bench`.

mod breakthrough_game;
mod workloads;

use breakthrough_game::Breakthrough;
use workloads::{Workload, play, run};

fn main() {
    run(&[Workload { name: "play", count: 20_000, unit: "decision", run: |n| play(&Breakthrough, n) }]);
}
