//! Random campaigns by the dozen, or by the thousand for `cargo xtask games`.

use engine::conformance::soak_test;
use full_measure_of_devotion::load::{Library, scenario};
use std::path::Path;

#[test]
fn monocacy_bridge() {
    soaks("monocacy-bridge", 40);
}

#[test]
fn late_june() {
    soaks("late-june", 6);
}

#[test]
fn campaign() {
    soaks("campaign", 3);
}

fn soaks(name: &str, few: u64) {
    let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
    soak_test(name, &rules, few, Path::new(env!("CARGO_TARGET_TMPDIR")));
}
