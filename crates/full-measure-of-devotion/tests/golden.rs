//! Campaigns kept as they were once played. Records of older rules stay in a folder of their version.

use engine::record::Record;
use engine::{Game, Rules};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, scenario};
use std::sync::Arc;

const SCENARIOS: [&str; 3] = ["monocacy-bridge", "late-june", "campaign"];

fn rules(name: &str) -> Arc<FullMeasureOfDevotion> {
    Arc::new(scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}")))
}

/// Whoever opens a record of older rules is told which they are, which are here, and what to do.
#[test]
fn a_record_of_older_rules_says_so() {
    for name in SCENARIOS {
        let source =
            Source::open(format!("tests/golden/v2/{name}.json")).unwrap_or_else(|faults| panic!("{faults}"));
        let record = Record::read(&source).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(record.identity.rules_version, 2);
        let here = rules(name).identity().rules_version;
        let Err(mismatch) = Game::replay(rules(name), &record, None) else { panic!("{name} replays") };
        let told = mismatch.in_file(&source).to_string();
        assert!(
            told.contains(&format!("the record's rules_version is `2`, but here it is `{here}`")),
            "{told}"
        );
        assert!(told.contains("replay it with a program of that version"), "{told}");
    }
}
