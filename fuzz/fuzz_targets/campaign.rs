//! Scenarios of A Full Measure of Devotion.
#![no_main]

use full_measure_of_devotion::load::{Library, from_source};
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::source;

fuzz_target!(|input: &[u8]| {
    let source = source("scenario.toml", input);
    // The real country is large and has a target of its own; paths are none of a fuzzer's business.
    if source.text().contains("theatre") {
        return;
    }
    if let Err(report) = from_source(&Library::builtin().sealed(), &source) {
        assert!(!report.is_empty(), "refused without a fault");
        assert!(!report.to_string().is_empty());
        assert!(report.located().iter().all(|fault| !fault.what.is_empty()));
    }
});
