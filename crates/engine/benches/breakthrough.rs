//! Random play of breakthrough through the public trait, in time: the framework's tax.

mod breakthrough_game;

use breakthrough_game::Breakthrough;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::chance::Quick;
use engine::{Playout, Rules, Silent};
use std::hint::black_box;

const GAMES: u64 = 100;
const BOUND: u64 = 1_000;

/// Plays the same games each time; how many decisions they have.
fn play_games() -> u64 {
    let mut dice = Quick::new(0);
    let mut playout = Playout::<Breakthrough>::new(1);
    for _ in 0..GAMES {
        playout.game(&Breakthrough, &mut dice, BOUND).expect("breakthrough ends");
    }
    playout.decisions()
}

fn random_play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("breakthrough");
    group.throughput(Throughput::Elements(play_games()));
    group.bench_function("random play, a decision", |bencher| bencher.iter(play_games));
    let board = Breakthrough.start(&mut Quick::new(0), &mut Silent);
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone", |bencher| bencher.iter(|| *black_box(&board)));
    group.finish();
}

criterion_group!(benches, random_play);
criterion_main!(benches);
