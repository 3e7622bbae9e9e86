//! Fixed work for instruction counts: a number of random games.

use engine::chance::Quick;
use engine::playout::Playout;
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{Library, scenario};

fn main() {
    for (name, games) in [("crossroads-farm", 20), ("mcphersons-ridge", 10), ("gettysburg-july-1", 1)] {
        let game = match scenario(&Library::builtin(), name) {
            Ok(scenario) => LastFullMeasure::new(scenario),
            Err(report) => panic!("{report}"),
        };
        let mut play: Playout<LastFullMeasure> = Playout::new(1);
        for seed in 0..games {
            play.game(&game, &mut Quick::new(seed), 1_000_000).expect("random games end");
        }
        println!("{name}: {games} games, {} decisions", play.decisions());
    }
}
