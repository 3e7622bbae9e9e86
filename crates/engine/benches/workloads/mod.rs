//! What every benchmark in instructions has in common: a list of workloads that `cargo xtask bench` asks for and runs
//! by name.

mod finished;
mod series;

pub use finished::finished;

use engine::record::replay;
use engine::{Game, Rules};
use series::Series;
use std::hint::black_box;
use std::sync::Arc;

/// A workload. The work sets itself up also when it is repeated 0 times.
pub struct Workload {
    /// What it is called.
    pub name: &'static str,
    /// How often it is repeated.
    pub count: u64,
    /// What one repetition is.
    pub unit: &'static str,
    /// The work.
    pub run: fn(u64),
}

/// Does what the command line says: `--list`, or a name and a number of repetitions. `cargo test --benches` says
/// nothing, and gets a little of the first.
pub fn run(workloads: &[Workload]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => {
            for Workload { name, count, unit, .. } in workloads {
                println!("{name} {count} {unit}");
            }
        }
        [name, count] => {
            let workload = workloads.iter().find(|workload| workload.name == name);
            let workload = workload.unwrap_or_else(|| panic!("no workload `{name}`; see --list"));
            (workload.run)(count.parse().expect("a number of repetitions"));
        }
        _ => (workloads[0].run)(100),
    }
}

/// Plays game after game until so many decisions are made.
pub fn play<R: Rules>(rules: &R, decisions: u64) {
    Series::new(rules).play(decisions);
}

/// Replays the record of a finished game again and again.
#[allow(dead_code, reason = "not every game has this workload")]
pub fn replay_games<R: Rules>(rules: R, games: u64) {
    let rules = Arc::new(rules);
    let record = finished(&rules).record();
    for _ in 0..games {
        black_box(replay(&*rules, &record, None).expect("a record replays"));
    }
}

/// Opens a finished game again and again, as it was put away.
#[allow(dead_code, reason = "not every game has this workload")]
pub fn open_games<R: Rules>(rules: R, games: u64) {
    let rules = Arc::new(rules);
    let save = finished(&rules).save();
    for _ in 0..games {
        black_box(Game::open(rules.clone(), save.clone()).expect("it opens"));
    }
}
