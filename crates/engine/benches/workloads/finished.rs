//! Games played at random to their end, and what a table does with them.

use engine::fair::Terms;
use engine::playout::{Next, Playout};
use engine::{Game, Rules};
use std::sync::Arc;

/// A game played at random to its end, always the same one.
pub fn finished<R: Rules>(rules: &Arc<R>) -> Game<R> {
    let mut game = Game::new(rules.clone(), Terms::simple("bench", 1));
    let mut play: Playout<R> = Playout::new(1);
    while let Next::Act(side, action) = play.choose(rules, game.state()).expect("random play goes on") {
        game.play(game.seating().seat(side), action).expect("a listed answer is legal");
    }
    game
}
