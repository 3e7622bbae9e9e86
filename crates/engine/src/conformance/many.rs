//! Random games by the dozen in a plain test run, by the thousand when somebody asks for them.

use super::{Breach, Soaked, soak, told, truth};
use crate::Rules;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, thread};

/// No random game comes near this many actions.
const BOUND: u64 = 1_000_000;
/// Once the games are this many twentieths played, a line says so.
const REPORTS: u64 = 20;

/// A test that soaks one scenario: each random game ends, every answer listed passes the check, and its record replays
/// to the same states. The record of a game that went wrong is kept in `folder`.
///
/// | variable | meaning |
/// |---|---|
/// | `SOAK_GAMES` | how many games instead of the `few` of a plain test run; then progress is shown |
/// | `SOAK_FIRST` | the number of the first game, to play one again: games with the same number are the same |
/// | `SOAK_TRUTH` | the file into which each game's number and fingerprint in words are written, instead of all else |
/// | `SOAK_STORY` | the file into which the words of the first game are written, instead of all else |
///
/// # Panics
///
/// If anything is wrong, saying what.
pub fn soak_test<R: Rules>(name: &str, rules: &R, few: u64, folder: &Path) {
    let asked = number("SOAK_GAMES");
    let first = number("SOAK_FIRST").unwrap_or(0);
    if let Ok(file) = env::var("SOAK_STORY") {
        let mut text = String::new();
        told(rules, first, BOUND, &mut |line| text.extend([line, "\n"]));
        return fs::write(file, text).expect("the story can be written");
    }
    if let Ok(file) = env::var("SOAK_TRUTH") {
        let games = first..first + asked.unwrap_or(few);
        return fs::write(file, truths(rules, games)).expect("the fingerprints can be written");
    }
    let run = Run {
        name,
        rules,
        folder,
        next: AtomicU64::new(0),
        first,
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

/// A line for each game: its number, its fingerprint in words, and how many lines those are.
fn truths<R: Rules>(rules: &R, games: Range<u64>) -> String {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let part = |from: u64| -> Vec<(u64, String)> {
        let mine = games.clone().skip(from as usize).step_by(threads as usize);
        mine.map(|number| (number, truth(rules, number, BOUND)))
            .map(|(number, (print, lines))| (number, format!("{number} {print} {lines}\n")))
            .collect()
    };
    let mut all: Vec<(u64, String)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|from| scope.spawn(move || part(from))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker died")).collect()
    });
    all.sort_unstable();
    all.into_iter().map(|(_, line)| line).collect()
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
