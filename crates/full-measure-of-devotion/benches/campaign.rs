//! Random campaigns in decisions per second, and what they are made of: cloning a state, seeing and imagining one,
//! listing where a Force can go, and the answers of whole phases; and what a table does with a game: replaying it,
//! showing it.

mod positions;
#[path = "../../engine/benches/workloads/timed.rs"]
mod timed;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use engine::chance::Quick;
use engine::{Eyes, Rules, Seat, Side, Stage, Table};
use full_measure_of_devotion::state::State;
use positions::{SCENARIOS, list, load, movement_phases, on_the_march, order_phases, ride_phases};
use std::hint::black_box;
use std::sync::Arc;
use timed::finished;

fn random_play(c: &mut Criterion) {
    timed::random_play(c, "random_campaign", &SCENARIOS, load);
}

fn parts(c: &mut Criterion) {
    for name in SCENARIOS {
        let rules = load(name);
        let state = on_the_march(&rules);
        let side = state.march().expect("a Force marches").force().side();
        let mut group = c.benchmark_group(name);
        println!("{name}: a state is {} bytes", size_of::<State>());
        group.bench_function("clone", |b| {
            b.iter_batched(|| (), |()| black_box(&state).clone(), BatchSize::SmallInput);
        });
        group.bench_function("view", |b| b.iter(|| rules.view(black_box(&state), Eyes::Of(Side::Union))));
        let view = rules.view(&state, Eyes::Of(Side::Union));
        let mut dice = Quick::new(1);
        group
            .bench_function("imagine", |b| b.iter(|| rules.imagine(&view, Eyes::Of(Side::Union), &mut dice)));
        let mut answers = Vec::new();
        group.bench_function("where a Force can go", |b| {
            b.iter(|| {
                answers.clear();
                rules.actions(black_box(&state), side, &mut answers);
                answers.len()
            });
        });
        let phases = [
            ("answers of every Force in movement", movement_phases(&rules)),
            ("answers of every Force in orders", order_phases(&rules)),
            ("rides of both sides", ride_phases(&rules)),
        ];
        for (what, phases) in &phases {
            let mut phases = phases.iter().cycle();
            group.bench_function(*what, |b| {
                b.iter(|| list(&rules, phases.next().expect("some phase"), &mut answers));
            });
        }
        group.finish();
    }
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
