//! Battles that must replay to the same states for ever, and one of them as people read it.
//!
//! If this fails, old records no longer replay. Either that was not meant, or a scenario file was changed (its records
//! belong to the old file), or the rules are right only now: then raise `RULES_VERSION`. Write the files anew with
//! `cargo test --release -p seeing-the-elephant --test golden -- --ignored write_the_golden_files`, and read what
//! changed in the story. Where only a state is kept in another way, `--ignored write_the_prints_anew` plays the same
//! actions again.

use engine::Game;
use engine::conformance::golden::{liveliest, printed_anew, replayed, story};
use faults::Library;
use seeing_the_elephant::SeeingTheElephant;
use seeing_the_elephant::files::scenario;
use std::fs;
use std::sync::Arc;

/// A scenario, and after how many actions its record is cut: whole games of large ones would be large files.
const SCENARIOS: [(&str, usize); 5] = [
    ("herbst-woods", usize::MAX),
    ("the-lane", usize::MAX),
    ("willoughby-run", 600),
    ("oak-ridge", 600),
    ("the-first-day", 600),
];

/// The first of them as a story.
const STORY: &str = "tests/golden/herbst-woods.txt";

fn path(name: &str) -> String {
    format!("tests/golden/{name}.json")
}

fn rules(name: &str) -> Arc<SeeingTheElephant> {
    Arc::new(scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}")))
}

fn game(name: &str) -> Game<SeeingTheElephant> {
    replayed(rules(name), &path(name))
}

#[test]
fn herbst_woods_reads_as_before() {
    assert_eq!(story(&game("herbst-woods")), fs::read_to_string(STORY).unwrap());
}

#[test]
fn every_scenario_replays() {
    for (name, actions) in SCENARIOS {
        let game = game(name);
        assert!(game.outcome().is_some() || game.entries().len() == actions, "{name} is cut short");
    }
}

#[test]
#[ignore = "writes the golden files"]
fn write_the_golden_files() {
    for (name, actions) in SCENARIOS {
        let game = liveliest(&rules(name), 0..if actions == usize::MAX { 20 } else { 1 }, actions);
        fs::write(path(name), game.record().to_json()).unwrap();
    }
    fs::write(STORY, story(&game("herbst-woods"))).unwrap();
}

#[test]
#[ignore = "writes the fingerprints of the golden files"]
fn write_the_prints_anew() {
    for (name, _) in SCENARIOS {
        let game = printed_anew(rules(name), &path(name));
        fs::write(path(name), game.record().to_json()).unwrap();
    }
}
