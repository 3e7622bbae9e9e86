//! Records of a small battle, read and replayed.
#![no_main]

use std::sync::{Arc, LazyLock};

use engine::{Game, Record, Rules};
use last_full_measure::LastFullMeasure;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{crossroads_farm, faults_can_be_shown, source};

static RULES: LazyLock<Arc<LastFullMeasure>> = LazyLock::new(crossroads_farm);

fuzz_target!(|input: &[u8]| {
    let source = source("record.json", input);
    let (mut record, bookmark) = match Record::read_with_bookmark(&source) {
        Ok(read) => read,
        Err(faults) => return faults_can_be_shown::<()>(&source, Err(faults)),
    };
    if let Some(damage) = bookmark.and_then(|bookmark| Game::open_at(RULES.clone(), &record, &bookmark).err())
    {
        assert!(!damage.to_string().is_empty());
    }
    if let Err(mismatch) = Game::replay(RULES.clone(), &record, None) {
        faults_can_be_shown::<()>(&source, Err(mismatch.in_file(&source)));
    }
    // Most changes break the identity or a fingerprint; without them a replay comes further.
    record.identity = RULES.identity();
    record.prints.clear();
    if let Err(mismatch) = Game::replay(RULES.clone(), &record, None) {
        assert!(!mismatch.to_string().is_empty());
    }
});
