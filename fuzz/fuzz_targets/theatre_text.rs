//! Theatres written as text, and the settings of those that are cut.
#![no_main]

use ground::theatre::{read_settings, read_text};
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

fuzz_target!(|input: &[u8]| {
    let source = source("theatre.toml", input);
    faults_can_be_shown(&source, read_text(&source));
    faults_can_be_shown(&source, read_settings(&source));
});
