//! Golden games: records in a game's repository that must replay to the same states for ever.

use crate::fair::{Terms, verify};
use crate::playout::Next;
use crate::{Eyes, Game, Playout, Record, Rules};
use faults::Source;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The game of a record in a file, replayed; the dice of one that is over are proven, too.
///
/// # Panics
///
/// If the record does not replay to the states it was made with.
#[must_use]
pub fn replayed<R: Rules>(rules: Arc<R>, path: &str) -> Game<R> {
    let source = Source::open(path).unwrap_or_else(|faults| panic!("{faults}"));
    let record = Record::read(&source).unwrap_or_else(|faults| panic!("{faults}"));
    if record.outcome.is_some() {
        let verified = verify(&*rules, &record).unwrap_or_else(|unproven| panic!("{unproven}"));
        assert_eq!(verified.actions, record.actions.len());
    }
    Game::replay(rules, &record, None).unwrap_or_else(|mismatch| panic!("{}", mismatch.in_file(&source)))
}

/// The game of a golden record whose fingerprints no longer hold, because its states are kept in another way: the same
/// actions lead to the same end, and only what a state looks like inside has changed.
///
/// # Panics
///
/// If the record cannot be read, or its actions lead elsewhere.
#[must_use]
pub fn printed_anew<R: Rules>(rules: Arc<R>, path: &str) -> Game<R> {
    let source = Source::open(path).unwrap_or_else(|faults| panic!("{faults}"));
    let mut record = Record::read(&source).unwrap_or_else(|faults| panic!("{faults}"));
    record.prints.clear();
    Game::replay(rules, &record, None).unwrap_or_else(|mismatch| panic!("{}", mismatch.in_file(&source)))
}

/// A random game on these terms, to its end or to so many actions.
///
/// # Panics
///
/// If the rules break their laws.
#[must_use]
pub fn random_game<R: Rules>(rules: &Arc<R>, terms: Terms, number: u64, bound: usize) -> Game<R> {
    let mut game = Game::new(rules.clone(), terms);
    let mut playout = Playout::<R>::new(number);
    while game.entries().len() < bound {
        match playout.choose(rules, game.state()) {
            Ok(Next::Act(side, action)) => {
                game.play(game.seating().seat(side), action).unwrap_or_else(|violation| panic!("{violation}"))
            }
            Ok(Next::Over(_)) => break,
            Err(stuck) => panic!("{stuck}"),
        };
    }
    game
}

/// The random game among these that shows the most kinds of answers; of equals the shortest.
///
/// # Panics
///
/// If there is no game among none, or the rules break their laws.
#[must_use]
pub fn liveliest<R: Rules>(rules: &Arc<R>, numbers: Range<u64>, bound: usize) -> Game<R> {
    let games = numbers.map(|number| random_game(rules, Terms::simple("golden", number), number, bound));
    let best = games.min_by_key(|game| (Reverse(kinds(game)), game.entries().len()));
    best.expect("at least one number")
}

/// How many kinds of answers a game shows, by the first word of each.
fn kinds<R: Rules>(game: &Game<R>) -> usize {
    game.entries().iter().filter_map(|entry| entry.action.split(' ').next()).collect::<BTreeSet<_>>().len()
}

/// What was done, what came of it in words, and the arithmetic: the whole game as somebody reads it who may know
/// everything.
#[must_use]
pub fn story<R: Rules>(game: &Game<R>) -> String {
    let mut text = String::new();
    for heard in game.log(Eyes::All) {
        if let (Some(seat), Some(action)) = (heard.seat, &heard.action) {
            text += &format!("> {seat}: {action}\n");
        }
        for line in heard.lines {
            text += &format!("{}{}\n", "  ".repeat(line.depth.into()), line.text);
            for sum in line.sums {
                text += &format!("      {} {} ({})\n", sum.what, sum.value, sum.rule);
            }
        }
    }
    text
}
