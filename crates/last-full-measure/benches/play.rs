//! Random play in decisions per second, and what it is made of: cloning a state, listing answers, one stack's
//! destinations.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Pending, Rules, Silent};
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::load::{Library, scenario};
use last_full_measure::state::{Phase, State};
use last_full_measure::task::Task;
use std::hint::black_box;

const SCENARIOS: [&str; 3] = ["crossroads-farm", "mcphersons-ridge", "gettysburg-july-1"];
const BOUND: u64 = 1_000_000;

fn load(name: &str) -> LastFullMeasure {
    match scenario(&Library::builtin(), name) {
        Ok(scenario) => LastFullMeasure::new(scenario),
        Err(report) => panic!("{report}"),
    }
}

/// The state at the first decision of a Movement phase, some turns into a random game: phases live differently in
/// the middle of a battle.
fn mid_game(game: &LastFullMeasure, turn: u8) -> State {
    for seed in 0.. {
        let mut chance = Quick::new(seed);
        let mut play: Playout<LastFullMeasure> = Playout::new(seed);
        let mut state = game.start(&mut chance, &mut Silent);
        while matches!(game.pending(&state), Pending::Decide(_)) {
            if state.turn >= turn && state.phase == Phase::Movement && state.tasks.last() == Some(Task::March)
            {
                return state;
            }
            play.step(game, &mut state, &mut chance).expect("random play goes on");
        }
    }
    unreachable!("some game reaches turn {turn}")
}

fn random_play(c: &mut Criterion) {
    let mut group = c.benchmark_group("random_play");
    for name in SCENARIOS {
        let game = load(name);
        let mut play: Playout<LastFullMeasure> = Playout::new(1);
        for seed in 0..20 {
            play.game(&game, &mut Quick::new(seed), BOUND).expect("random games end");
        }
        group.throughput(Throughput::Elements(play.decisions() / 20));
        let mut seed = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                seed += 1;
                let mut play: Playout<LastFullMeasure> = Playout::new(seed);
                play.game(&game, &mut Quick::new(seed), BOUND).expect("random games end")
            });
        });
    }
    group.finish();
}

fn parts(c: &mut Criterion) {
    for name in SCENARIOS {
        let game = load(name);
        let state = mid_game(&game, 2);
        let mut group = c.benchmark_group(name);
        println!("{name}: a state is {} bytes", size_of::<State>());
        group.bench_function("clone", |b| {
            b.iter_batched(|| (), |()| black_box(&state).clone(), BatchSize::SmallInput);
        });
        let mut out = Vec::new();
        group.bench_function("who can move", |b| {
            b.iter(|| {
                out.clear();
                game.actions(black_box(&state), state.phasing, &mut out);
                out.len()
            });
        });
        out.clear();
        game.actions(&state, state.phasing, &mut out);
        let marching: Vec<State> = out
            .iter()
            .filter(|action| matches!(action, Action::Select(_) | Action::Pick(_)))
            .map(|action| {
                let mut next = state.clone();
                game.apply(&mut next, state.phasing, action, &mut Quick::new(0), &mut Silent);
                next
            })
            .collect();
        group.throughput(Throughput::Elements(marching.len() as u64));
        group.bench_function("destinations of every stack", |b| {
            b.iter(|| {
                let mut found = 0usize;
                for state in &marching {
                    game.position(state).destinations(&state.moving, |_, _, _| found += 1);
                }
                found
            });
        });
        group.bench_function("answers of every stack", |b| {
            b.iter(|| {
                let mut found = 0usize;
                for state in &marching {
                    out.clear();
                    game.actions(state, state.phasing, &mut out);
                    found += out.len();
                }
                found
            });
        });
        group.finish();
    }
}

criterion_group!(benches, random_play, parts);
criterion_main!(benches);
