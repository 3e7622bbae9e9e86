//! Battlefields in GeoJSON.
#![no_main]

use ground::Battlefield;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

fuzz_target!(|input: &[u8]| {
    let source = source("battlefield.geojson", input);
    faults_can_be_shown(&source, Battlefield::read(&source));
});
