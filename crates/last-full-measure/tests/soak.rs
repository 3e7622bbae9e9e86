//! Random games by the dozen, or by the thousand for `cargo xtask games`.

use engine::conformance::soak_test;
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{Library, scenario};
use std::path::Path;

#[test]
fn crossroads_farm() {
    soaks("crossroads-farm", 40);
}

#[test]
fn mcphersons_ridge() {
    soaks("mcphersons-ridge", 20);
}

#[test]
fn gettysburg_july_1() {
    soaks("gettysburg-july-1", 2);
}

fn soaks(name: &str, few: u64) {
    let scenario = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
    soak_test(name, &LastFullMeasure::new(scenario), few, Path::new(env!("CARGO_TARGET_TMPDIR")));
}
