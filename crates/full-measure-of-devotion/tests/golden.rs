//! Campaigns that must replay to the same states for ever, and one of them as people read it.
//!
//! If this fails, old records no longer replay. Either that was not meant, or a scenario file was changed (its records
//! belong to the old file), or the rules are right only now: then raise `RULES_VERSION`. Write the files anew with
//! `cargo test --release -p full-measure-of-devotion --test golden -- --ignored write_the_golden_files`, and read what
//! changed in the story. Where only a state is kept in another way, `--ignored write_the_prints_anew` plays the same
//! actions again. Records of older rules stay in a folder of their version.

use engine::conformance::golden::{liveliest, printed_anew, replayed, story};
use engine::record::Record;
use engine::{Game, Rules};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, scenario};
use std::fs;
use std::sync::Arc;

const SCENARIOS: [&str; 3] = ["monocacy-bridge", "late-june", "campaign"];
const STORY: &str = "tests/golden/monocacy-bridge.txt";

fn path(name: &str) -> String {
    format!("tests/golden/{name}.json")
}

fn rules(name: &str) -> Arc<FullMeasureOfDevotion> {
    Arc::new(scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}")))
}

/// A whole game, and how many turns it took.
fn whole(name: &str) -> (Game<FullMeasureOfDevotion>, u8) {
    let game = replayed(rules(name), &path(name));
    assert!(game.outcome().is_some());
    let turns = game.state().turn().0;
    (game, turns)
}

#[test]
fn monocacy_bridge_replays_and_reads_as_before() {
    let (game, _) = whole("monocacy-bridge");
    assert_eq!(story(&game), fs::read_to_string(STORY).unwrap());
}

#[test]
fn late_june_replays() {
    let (_, turns) = whole("late-june");
    assert!(turns >= 5, "{turns} turns");
}

#[test]
fn campaign_replays() {
    let (_, turns) = whole("campaign");
    assert!(turns >= 10, "{turns} turns");
}

/// Whoever opens a record of older rules is told which they are, which are here, and what to do.
#[test]
fn a_record_of_older_rules_says_so() {
    for (name, version) in SCENARIOS.into_iter().flat_map(|name| [(name, 2), (name, 3)]) {
        let source = Source::open(format!("tests/golden/v{version}/{name}.json"))
            .unwrap_or_else(|faults| panic!("{faults}"));
        let record = Record::read(&source).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(record.identity.rules_version, version);
        let here = rules(name).identity().rules_version;
        let Err(mismatch) = Game::replay(rules(name), &record, None) else { panic!("{name} replays") };
        let told = mismatch.in_file(&source).to_string();
        let versions = format!("played by version {version} of its rules; this program plays version {here}");
        assert!(told.contains(&versions), "{told}");
        assert!(told.contains("replay it with a program of that version"), "{told}");
    }
}

#[test]
#[ignore = "writes the fingerprints of the golden files"]
fn write_the_prints_anew() {
    for name in SCENARIOS {
        let game = printed_anew(rules(name), &path(name));
        fs::write(path(name), game.record().to_json()).unwrap();
    }
}

#[test]
#[ignore = "writes the golden files"]
fn write_the_golden_files() {
    for name in SCENARIOS {
        let game = liveliest(&rules(name), 0..100, usize::MAX);
        fs::write(path(name), game.record().to_json()).unwrap();
        if name == SCENARIOS[0] {
            fs::write(STORY, story(&game)).unwrap();
        }
    }
}
