//! Random games by the dozen in a plain test run, by the thousand when somebody asks for them.

use super::{Breach, Soaked, soak};
use crate::Rules;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, thread};

/// No random game comes near this many actions.
const BOUND: u64 = 1_000_000;
/// Once the games are this many twentieths played, a line says so.
const REPORTS: u64 = 20;

/// A test that soaks one scenario: each random game ends, every answer listed passes the check, and its record replays to
/// the same states. The record of a game that went wrong is kept in `folder`.
///
/// | variable | meaning |
/// |---|---|
/// | `SOAK_GAMES` | how many games instead of the `few` of a plain test run; then progress is shown |
/// | `SOAK_FIRST` | the number of the first game, to play one again: games with the same number are the same |
///
/// # Panics
///
/// If anything is wrong, saying what.
pub fn soak_test<R: Rules>(name: &str, rules: &R, few: u64, folder: &Path) {
    let asked = number("SOAK_GAMES");
    let run = Run {
        name,
        rules,
        folder,
        next: AtomicU64::new(0),
        first: number("SOAK_FIRST").unwrap_or(0),
        games: asked.unwrap_or(few),
        shown: asked.is_some(),
        progress: Mutex::default(),
    };
    let threads = if run.shown { thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| run.work());
        }
    });
    let Progress { soaked, faults } = run.progress.into_inner().expect("no worker died");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(soaked.games, run.games);
    if run.shown {
        let Soaked { games, actions, decisions, longest, results: [union, confederate, draws] } = soaked;
        println!(
            "{name}: {games} games, {actions} actions, {decisions} decisions, at most {longest} actions a game; \
             won by the Union {union}, by the Confederates {confederate}, drawn {draws}"
        );
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} must be a number, not `{text}`")))
}

/// The games of one scenario, shared by some threads.
struct Run<'a, R> {
    name: &'a str,
    rules: &'a R,
    folder: &'a Path,
    /// How many games have been taken by a thread.
    next: AtomicU64,
    first: u64,
    games: u64,
    shown: bool,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    soaked: Soaked,
    faults: Vec<String>,
}

impl<R: Rules> Run<'_, R> {
    /// Plays game after game until none is left, or one went wrong.
    fn work(&self) {
        loop {
            let taken = self.next.fetch_add(1, Ordering::Relaxed);
            if taken >= self.games {
                return;
            }
            let number = self.first + taken;
            let played = catch_unwind(AssertUnwindSafe(|| soak(self.rules, number..number + 1, BOUND)));
            let mut progress = self.progress.lock().expect("no worker died");
            let fault = match played {
                Ok(Ok(soaked)) => {
                    progress.soaked = sum(progress.soaked, soaked);
                    self.report(progress.soaked.games);
                    continue;
                }
                Ok(Err(breach)) => self.breach(&breach),
                Err(_) => format!("{}, game {number}: panics, as told above", self.name),
            };
            progress.faults.push(fault);
            // The other threads need not go on.
            self.next.store(self.games, Ordering::Relaxed);
            return;
        }
    }

    fn report(&self, done: u64) {
        let part = |games: u64| games * REPORTS / self.games;
        if self.shown && part(done) > part(done - 1) {
            eprintln!("{}: {done} of {} games", self.name, self.games);
        }
    }

    fn breach(&self, breach: &Breach) -> String {
        let Breach { law, what, game, actions, record } = breach;
        let path = self.folder.join(format!("soak-{}-{game}.json", self.name));
        let kept = match fs::write(&path, record.to_json()) {
            Ok(()) => format!("its record is `{}`", path.display()),
            Err(error) => format!("its record could not be written: {error}"),
        };
        format!("{}, game {game}: law {law:?} is broken after {actions} actions: {what}; {kept}", self.name)
    }
}

fn sum(a: Soaked, b: Soaked) -> Soaked {
    Soaked {
        games: a.games + b.games,
        actions: a.actions + b.actions,
        decisions: a.decisions + b.decisions,
        longest: a.longest.max(b.longest),
        results: std::array::from_fn(|index| a.results[index] + b.results[index]),
    }
}
