//! Random games to look at: for tests that compare two ways to find the same.

use crate::LastFullMeasure;
use crate::files::load::{Library, scenario};
use crate::model::position::Position;
use crate::model::state::State;
use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Rules, Silent};

/// Plays a built-in scenario at random, one game after the other, and looks at positions on the way.
pub(crate) fn watch(name: &str, seed: u64, decisions: usize, mut look: impl FnMut(Position<'_>, &State)) {
    let game = LastFullMeasure::new(scenario(&Library::builtin(), name).expect("a built-in scenario"));
    let mut play: Playout<LastFullMeasure> = Playout::new(seed);
    let mut dice = Quick::new(seed);
    let mut state = game.start(&mut dice, &mut Silent);
    for _ in 0..decisions {
        if play.step(&game, &mut state, &mut dice).expect("random play goes on").is_some() {
            state = game.start(&mut dice, &mut Silent);
        }
        look(game.position(&state), &state);
    }
}
