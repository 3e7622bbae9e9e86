//! What the benches measure on: scenarios, and positions in the middle of a battle.

use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Side, Silent};
use faults::Library;
use seeing_the_elephant::files::scenario;
use seeing_the_elephant::{SeeingTheElephant, State};

/// The scenarios, from the smallest to the largest.
pub const SCENARIOS: [&str; 2] = ["herbst-woods", "the-first-day"];

/// Loads one of them.
pub fn load(name: &str) -> SeeingTheElephant {
    scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"))
}

/// So many questions of random games, one out of seven, with the side that is asked: all kinds of them, in all parts of
/// a battle, as often as they are asked.
pub fn asked(rules: &SeeingTheElephant, count: usize) -> Vec<(Side, State)> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut dice = Quick::new(seed);
        let mut play: Playout<SeeingTheElephant> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        for step in 0.. {
            let Next::Act(side, &action) = play.choose(rules, &state).expect("random play goes on") else {
                break;
            };
            if step % 7 == 0 {
                found.push((side, state.clone()));
            }
            if found.len() == count {
                return found;
            }
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
        }
    }
    found
}

/// A position in which many stand and some have gone out as skirmishers: in the second turn.
pub fn mid_game(rules: &SeeingTheElephant) -> State {
    let found = asked(rules, 2_000).into_iter().map(|(_, state)| state);
    found
        .filter(|state| state.turn() == 2)
        .max_by_key(|state| state.loose().count())
        .expect("some game lasts so long")
}

/// The position in which a turn begins in a random game; of games that end before, another one's.
#[allow(dead_code, reason = "not every bench asks for it")]
pub fn later(rules: &SeeingTheElephant, seed: u64, turn: u8) -> State {
    for seed in (seed * 100).. {
        let mut dice = Quick::new(seed);
        let mut play: Playout<SeeingTheElephant> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        while state.turn() < turn {
            if play.step(rules, &mut state, &mut dice).expect("random play goes on").is_some() {
                break;
            }
        }
        if state.turn() >= turn {
            return state;
        }
    }
    unreachable!("some game lasts so long")
}
