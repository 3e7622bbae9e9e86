//! Arrivals, read against a small order of battle.
#![no_main]

use std::sync::LazyLock;

use armies::OrderOfBattle;
use armies::arrivals::Arrivals;
use faults::Source;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

static BATTLE: LazyLock<OrderOfBattle> = LazyLock::new(|| {
    let army = Source::new("brigade.toml", include_str!("../seeds/army/brigade.toml"));
    OrderOfBattle::read(&army).unwrap_or_else(|faults| panic!("{faults}"))
});

fuzz_target!(|input: &[u8]| {
    let source = source("arrivals.toml", input);
    faults_can_be_shown(&source, Arrivals::read(&source, &BATTLE));
});
