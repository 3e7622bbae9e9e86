//! Many random games, each replayed from its record.

use super::{Breach, Law};
use crate::chance::Seeded;
use crate::fair::Terms;
use crate::playout::{Next, Playout, Stuck};
use crate::record::{Act, replay};
use crate::{Print, Record, Rules, Silent};
use std::ops::Range;

/// What a soak went through.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Soaked {
    /// Games played to their end and replayed.
    pub games: u64,
    /// Actions carried out.
    pub actions: u64,
    /// Decisions with two or more answers.
    pub decisions: u64,
    /// The most actions in a game.
    pub longest: u64,
    /// Games won by each side, and draws.
    pub results: [u64; 3],
}

/// How many actions lie between two fingerprints.
const PRINT_EVERY: u64 = 64;

/// Plays the random games with these numbers to their end, each within `bound` actions, every action checked; then
/// replays each from its record and compares the states.
///
/// It examines less than [`conform`](super::conform) and is much faster: for games by the thousand. Threads can share a
/// soak by taking parts of the numbers.
///
/// # Errors
///
/// The first dead end, illegal answer, endless game, or replay to another state.
pub fn soak<R: Rules>(rules: &R, games: Range<u64>, bound: u64) -> Result<Soaked, Box<Breach>> {
    let mut soaked = Soaked::default();
    for number in games {
        let mut record = Record {
            id: format!("soak {number}"),
            identity: rules.identity(),
            commitment: Terms::simple("", number).commitment(),
            seed: Some(Terms::simple("", number).seed),
            nonces: [None, None],
            actions: Vec::new(),
            prints: Vec::new(),
            dice: None,
            outcome: None,
        };
        let played = play(rules, &mut record, number, bound, &mut soaked);
        let replayed = played.and_then(|()| match replay(rules, &record, None) {
            Ok(_) => Ok(()),
            Err(mismatch) => Err((Law::Record, mismatch.to_string())),
        });
        if let Err((law, what)) = replayed {
            return Err(Box::new(Breach { law, what, game: number, actions: record.actions.len(), record }));
        }
    }
    Ok(soaked)
}

fn play<R: Rules>(
    rules: &R,
    record: &mut Record,
    number: u64,
    bound: u64,
    soaked: &mut Soaked,
) -> Result<(), super::Broken> {
    let terms = record.terms().expect("the seed was just set");
    let mut dice = Seeded::new(terms.dice());
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut playout = Playout::<R>::new(number);
    let mut actions = 0;
    loop {
        if actions % PRINT_EVERY == 0 {
            record.prints.push((actions as usize, Print::of(&state)));
        }
        let (side, action) = match playout.choose(rules, &state) {
            Ok(Next::Act(side, action)) => (side, action),
            Ok(Next::Over(outcome)) => {
                record.outcome = Some(rules.seating(&state).outcome(outcome));
                soaked.results[outcome.winner.map_or(2, crate::Side::index)] += 1;
                break;
            }
            Err(Stuck::DeadEnd { side, .. }) => {
                return Err((Law::Answers, format!("the {side} side must decide and has no legal answer")));
            }
            Err(stuck) => return Err((Law::Ending, stuck.to_string())),
        };
        if actions == bound {
            return Err((Law::Ending, format!("no end after {bound} actions")));
        }
        let text = rules.write(action);
        if let Err(violation) = rules.check(&state, side, action) {
            return Err((Law::Check, format!("`{text}` is listed, but refused: {violation}")));
        }
        record.actions.push(Act { seat: rules.seating(&state).seat(side), text });
        rules.apply(&mut state, side, action, &mut dice, &mut Silent);
        actions += 1;
    }
    if actions % PRINT_EVERY != 0 {
        record.prints.push((actions as usize, Print::of(&state)));
    }
    soaked.games += 1;
    soaked.actions += actions;
    soaked.decisions += playout.decisions();
    soaked.longest = soaked.longest.max(actions);
    Ok(())
}
