//! What every game is timed by: random play, and what a table does with a finished game.

#[path = "finished.rs"]
mod finished;
#[path = "series.rs"]
mod series;

pub use finished::finished;

use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use engine::record::replay;
use engine::{Game, Rules};
use series::Series;
use std::sync::Arc;

/// Random play of each scenario. One iteration is one decision.
pub fn random_play<R: Rules>(c: &mut Criterion, group: &str, scenarios: &[&str], load: impl Fn(&str) -> R) {
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Elements(1));
    for name in scenarios {
        let rules = load(name);
        let mut series = Series::new(&rules);
        group.bench_function(*name, |b| b.iter(|| series.play(1)));
    }
    group.finish();
}

/// A finished game replayed from its record, and opened again as it was put away.
pub fn records<R: Rules>(group: &mut BenchmarkGroup<'_, WallTime>, rules: &Arc<R>, game: &Game<R>) {
    let (record, save) = (game.record(), game.save());
    group.throughput(Throughput::Elements(record.actions.len() as u64));
    group.bench_function("replay", |b| b.iter(|| replay(&**rules, &record, None).expect("it replays")));
    group.bench_function("open", |b| {
        b.iter_batched(
            || save.clone(),
            |save| Game::open(rules.clone(), save).expect("it opens"),
            BatchSize::SmallInput,
        );
    });
}
