//! What every reader of a file promises, whatever the file holds: it never panics, and its faults can be shown.

use std::sync::Arc;

use faults::{Faults, Source};
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{Library, scenario};

/// The input as a file. Readers are given text; what is not UTF-8 is refused before, by `Source::open`.
pub fn source(name: &str, input: &[u8]) -> Source {
    Source::new(name, String::from_utf8_lossy(input).as_ref())
}

/// A reader that refuses a file says why, in words and for programs, and every place it names is in the file.
pub fn faults_can_be_shown<T>(source: &Source, read: Result<T, Faults>) {
    let Err(faults) = read else { return };
    assert!(!faults.is_empty(), "refused without a fault");
    assert!(!faults.to_string().is_empty());
    let lines = source.text().lines().count().max(1);
    for located in faults.located() {
        assert!(!located.what.is_empty(), "a fault without words");
        // The end of a text that closes with a line break stands on one line more.
        let fits = |line| (1..=lines + 1).contains(&line);
        assert!(located.line.is_none_or(fits), "line {:?} of {lines}", located.line);
    }
}

/// The smallest battle.
pub fn crossroads_farm() -> Arc<LastFullMeasure> {
    let farm = scenario(&Library::builtin(), "crossroads-farm").unwrap_or_else(|report| panic!("{report}"));
    Arc::new(LastFullMeasure::new(farm))
}
