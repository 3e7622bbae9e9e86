//! Random play in decisions per second, and what it is made of: cloning a state, listing answers, lines of sight; and
//! what a table does with a game: replaying its record, opening it again, from memory and from a file, showing it.

mod positions;
#[path = "../../engine/benches/workloads/timed.rs"]
mod timed;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use engine::fair::Terms;
use engine::playout::{Next, Playout};
use engine::{Eyes, Game, Record, Rules, Stage, Table};
use last_full_measure::LastFullMeasure;
use last_full_measure::model::memo::Memo;
use last_full_measure::rules::march::{March, Marching};
use last_full_measure::state::State;
use last_full_measure::task::Task;
use positions::{SCENARIOS, lines, load, mid_game, open_saved, picked_up, saved};
use std::hint::black_box;
use std::sync::Arc;
use timed::finished;

fn random_play(c: &mut Criterion) {
    timed::random_play(c, "random_play", &SCENARIOS, load);
}

fn parts(c: &mut Criterion) {
    for name in SCENARIOS {
        let game = load(name);
        let state = mid_game(&game, 2);
        let mut group = c.benchmark_group(name);
        println!("{name}: a state is {} bytes", size_of::<State>());
        group.bench_function("clone", |b| {
            b.iter_batched(|| (), |()| *black_box(&state), BatchSize::SmallInput);
        });
        let (mut out, mut memo) = (Vec::new(), Memo::default());
        group.bench_function("who can move", |b| {
            b.iter(|| {
                out.clear();
                game.actions_with(black_box(&state), state.phasing(), &mut memo, &mut out);
                out.len()
            });
        });
        // Two phases in turn, so that nothing found in one pass is still remembered in the next.
        let marching = [picked_up(&game, &mid_game(&game, 1)), picked_up(&game, &state)].concat();
        group.throughput(Throughput::Elements(marching.len() as u64));
        group.bench_function("destinations of every stack", |b| {
            b.iter(|| {
                let mut found = 0usize;
                for state in &marching {
                    found += game.position_with(state, &mut memo).destinations(state.moving()).count();
                }
                found
            });
        });
        group.bench_function("answers of every stack", |b| {
            b.iter(|| {
                let mut found = 0usize;
                for state in &marching {
                    out.clear();
                    game.actions_with(state, state.phasing(), &mut memo, &mut out);
                    found += out.len();
                }
                found
            });
        });
        let pairs = lines(&game, 1_000);
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function("lines of sight", |b| {
            let table = &game.scenario.board.sight;
            b.iter(|| pairs.iter().map(|&(from, to)| table.sight(from, to) as usize).sum::<usize>());
        });
        group.bench_function("lines of sight past troops", |b| {
            let position = game.position(&state);
            let see = |from, to| position.gun_sight(state.phasing(), from, to) as usize;
            b.iter(|| pairs.iter().map(|&(from, to)| see(from, to)).sum::<usize>());
        });
        group.finish();
    }
}

/// What a table does with a finished game.
fn records(c: &mut Criterion) {
    for name in SCENARIOS {
        let rules = Arc::new(load(name));
        let game = finished(&rules);
        let mut group = c.benchmark_group(name);
        timed::records(&mut group, &rules, &game);
        let file = saved(&game);
        group.bench_function("read record", |b| b.iter(|| Record::read(&file).expect("it reads")));
        group.finish();
    }
}

/// What somebody waits for before a battle is on the table: a new one, and the longest one that was saved.
fn opening(c: &mut Criterion) {
    for name in SCENARIOS {
        let mut group = c.benchmark_group(name);
        group.bench_function("load scenario", |b| b.iter(|| load(name)));
        let file = saved(&finished(&Arc::new(load(name))));
        println!("{name}: a finished game is a file of {} bytes", file.text().len());
        group.bench_function("load scenario, open saved game", |b| b.iter(|| open_saved(name, &file)));
        group.finish();
    }
}

/// A game played at random to a question of this kind, some turns into the battle.
fn asked(rules: &Arc<LastFullMeasure>, turn: u8, task: Task) -> Game<LastFullMeasure> {
    for seed in 0.. {
        let mut game = Game::new(rules.clone(), Terms::simple("bench", seed));
        let mut play: Playout<LastFullMeasure> = Playout::new(seed);
        while let Next::Act(side, action) = play.choose(rules, game.state()).expect("random play goes on") {
            if game.state().turn().0 >= turn && rules.position(game.state()).task() == Some(task) {
                return game;
            }
            game.play(game.seating().seat(side), action).expect("a listed answer is legal");
        }
    }
    unreachable!("some game reaches turn {turn}")
}

/// What a player waits for to see the table after each action, and once for the board.
fn sights(c: &mut Criterion) {
    for name in SCENARIOS {
        let rules = Arc::new(load(name));
        let mut group = c.benchmark_group(name);
        for (what, task) in
            [("sight of who can move", March.into()), ("sight of where to go", Marching.into())]
        {
            let game = asked(&rules, 2, task);
            let eyes = Eyes::Of(game.waiting().first().expect("somebody is asked"));
            group.bench_function(what, |b| b.iter(|| game.sight(eyes)));
        }
        group.bench_function("board", |b| b.iter(|| Stage::board(&*rules)));
        group.finish();
    }
}

criterion_group!(benches, random_play, parts, records, opening, sights);
criterion_main!(benches);
