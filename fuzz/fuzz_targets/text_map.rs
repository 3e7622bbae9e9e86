//! Maps written as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

fuzz_target!(|input: &[u8]| {
    let source = source("map.toml", input);
    faults_can_be_shown(&source, ground::text::read_map(&source));
});
