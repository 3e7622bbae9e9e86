//! Positions that both benchmarks look at.

use engine::chance::Quick;
use engine::fair::Terms;
use engine::playout::Next;
use engine::{Game, Playout, Rules, Silent};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, scenario};
use full_measure_of_devotion::state::{Phase, State};
use std::sync::Arc;

/// Every scenario, smallest first.
pub const SCENARIOS: [&str; 3] = ["monocacy-bridge", "late-june", "campaign"];

/// Loads a scenario.
pub fn load(name: &str) -> FullMeasureOfDevotion {
    scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"))
}

/// A position some turns into a campaign, with a Force about to march on a further order.
pub fn on_the_march(rules: &FullMeasureOfDevotion) -> State {
    for seed in 0.. {
        let mut dice = Quick::new(seed);
        let mut play: Playout<FullMeasureOfDevotion> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        while let Next::Act(side, action) = play.choose(rules, &state).expect("random play goes on") {
            let sets_out =
                state.march.is_some_and(|march| !march.initial && march.forced > 0 && march.hexes == 0);
            if state.phase == Phase::PartThree && state.turn >= 4 && sets_out && state.battle.is_none() {
                return state;
            }
            rules.apply(&mut state, side, action, &mut dice, &mut Silent);
        }
    }
    unreachable!("some Force marches")
}

/// A game played at random to its end.
pub fn finished(rules: &Arc<FullMeasureOfDevotion>) -> Game<FullMeasureOfDevotion> {
    let mut game = Game::new(rules.clone(), Terms::simple("bench", 1));
    let mut play: Playout<FullMeasureOfDevotion> = Playout::new(1);
    while let Next::Act(side, action) = play.choose(rules, game.state()).expect("random play goes on") {
        game.play(side, action).expect("a listed answer is legal");
    }
    game
}
