//! Orders of battle.
#![no_main]

use armies::OrderOfBattle;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

fuzz_target!(|input: &[u8]| {
    let source = source("army.toml", input);
    faults_can_be_shown(&source, OrderOfBattle::read(&source));
});
