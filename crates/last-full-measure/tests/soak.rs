//! Random games by the dozen, or by the thousand for `cargo xtask games`.

use engine::chance::Seeded;
use engine::conformance::soak_test;
use engine::fair::Terms;
use engine::playout::Playout;
use engine::{Rules, Silent};
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{Library, scenario};
use std::path::Path;
use std::{env, thread};

#[test]
fn crossroads_farm() {
    soaks("crossroads-farm", 40);
}

#[test]
fn mcphersons_ridge() {
    soaks("mcphersons-ridge", 20);
}

#[test]
fn gettysburg_july_1() {
    soaks("gettysburg-july-1", 2);
}

fn soaks(name: &str, few: u64) {
    let scenario = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
    let rules = LastFullMeasure::new(scenario);
    soak_test(name, &rules, few, Path::new(env!("CARGO_TARGET_TMPDIR")));
    let number = |variable| env::var(variable).ok().and_then(|text| text.parse::<u64>().ok());
    let asked = number("SOAK_GAMES").filter(|_| env::var("SOAK_TRUTH").or(env::var("SOAK_STORY")).is_err());
    // In a plain test run the law has its own test, `no_stray_idles`.
    if let Some(games) = asked {
        no_stray_idles(name, &rules, number("SOAK_FIRST").unwrap_or(0), games);
    }
}

/// Plays the same games once more and looks at every moment at which Movement may end: no regiment that is out of
/// contact with its brigade has a move left by which it would close up.
fn no_stray_idles(name: &str, rules: &LastFullMeasure, first: u64, games: u64) {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let strays_of = |number: u64| {
        let mut play: Playout<LastFullMeasure> = Playout::new(number);
        let mut dice = Seeded::new(Terms::simple("", number).dice());
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut strays = 0;
        while play.step(rules, &mut state, &mut dice).expect("random play goes on").is_none() {
            let position = rules.position(&state);
            let (apart, idler) = position.strays();
            strays += apart;
            assert_eq!(
                idler,
                None,
                "{name}, game {number}: {:?} idles",
                idler.map(|unit| position.tag(unit))
            );
        }
        strays
    };
    let part =
        &|from: u64| (first + from..first + games).step_by(threads as usize).map(strays_of).sum::<usize>();
    let strays: usize = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|from| scope.spawn(move || part(from))).collect();
        workers.into_iter().map(|worker| worker.join().expect("nobody idles")).sum()
    });
    println!("{name}: {strays} times a regiment was out of contact where Movement might end, and none idled");
}
