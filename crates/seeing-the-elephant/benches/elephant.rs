//! Random play in decisions per second, and what it is made of: cloning a state, listing answers; and what a table does
//! with a game: replaying its record, opening it again, showing it.

mod positions;
#[path = "../../engine/benches/workloads/timed.rs"]
mod timed;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use engine::{Eyes, Rules, Seat, Side, Stage, Table};
use positions::{SCENARIOS, asked, load, mid_game};
use seeing_the_elephant::{SeeingTheElephant, State};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timed::finished;

fn random_play(c: &mut Criterion) {
    timed::random_play(c, "random_battle", &SCENARIOS, load);
}

fn parts(c: &mut Criterion) {
    for name in SCENARIOS {
        let rules = load(name);
        let state = mid_game(&rules);
        let mut group = c.benchmark_group(name);
        println!("{name}: a state is {} bytes", state.bytes());
        group.bench_function("clone", |b| {
            b.iter_batched(|| (), |()| black_box(&state).clone(), BatchSize::SmallInput);
        });
        let questions = asked(&rules, 2_000);
        listings(name, &rules, &questions);
        let (mut next, mut answers) = (questions.iter().cycle(), Vec::new());
        group.bench_function("list", |b| {
            b.iter(|| {
                let (side, state) = next.next().expect("some question");
                answers.clear();
                rules.actions(black_box(state), *side, &mut answers);
                answers.len()
            });
        });
        group.finish();
    }
}

/// How long listings take one by one, each the best of five: a mean would hide the long ones.
#[allow(clippy::disallowed_methods, reason = "a bench reads the clock")]
fn listings(name: &str, rules: &SeeingTheElephant, questions: &[(Side, State)]) {
    let mut answers = Vec::new();
    let mut once = |side: Side, state: &State| -> Duration {
        answers.clear();
        let began = Instant::now();
        rules.actions(black_box(state), side, &mut answers);
        black_box(&answers);
        began.elapsed()
    };
    let best = |(side, state): &(Side, State)| (0..5).map(|_| once(*side, state)).min().unwrap_or_default();
    let mut times: Vec<Duration> = questions.iter().map(best).collect();
    times.sort_unstable();
    let part = |hundredth: usize| times[(times.len() * hundredth / 100).min(times.len() - 1)];
    println!("{name}: a listing takes {:?} in the median, {:?} at the 99th part", part(50), part(99));
}

/// What a table does with a finished game, and with one on the table.
fn tables(c: &mut Criterion) {
    for name in SCENARIOS {
        let rules = Arc::new(load(name));
        let game = finished(&rules);
        let mut group = c.benchmark_group(name);
        group.bench_function("load", |b| b.iter(|| load(name)));
        timed::records(&mut group, &rules, &game);
        group.bench_function("sight", |b| b.iter(|| game.sight(Eyes::Of(Seat::UNION))));
        group.bench_function("board", |b| b.iter(|| Stage::board(&*rules)));
        group.finish();
    }
}

criterion_group!(benches, random_play, parts, tables);
criterion_main!(benches);
