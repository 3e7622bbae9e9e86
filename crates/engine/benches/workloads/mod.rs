//! What the benchmarks of games in instructions have in common.

mod finished;
mod list;
mod series;

pub use finished::finished;
pub use list::{Workload, run};

use engine::record::replay;
use engine::{Game, Rules};
use series::Series;
use std::hint::black_box;
use std::sync::Arc;

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
