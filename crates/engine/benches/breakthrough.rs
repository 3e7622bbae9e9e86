//! Random play of breakthrough through the public trait, in time: the framework's tax.

mod breakthrough_game;
#[path = "workloads/series.rs"]
mod series;

use breakthrough_game::Breakthrough;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::chance::Quick;
use engine::{Rules, Silent};
use series::Series;
use std::hint::black_box;

fn random_play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("breakthrough");
    group.throughput(Throughput::Elements(1));
    let mut series = Series::new(&Breakthrough);
    group.bench_function("random play, a decision", |bencher| bencher.iter(|| series.play(1)));
    let board = Breakthrough.start(&mut Quick::new(0), &mut Silent);
    group.bench_function("clone", |bencher| bencher.iter(|| *black_box(&board)));
    group.finish();
}

criterion_group!(benches, random_play);
criterion_main!(benches);
