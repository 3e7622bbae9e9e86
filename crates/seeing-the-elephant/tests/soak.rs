//! Random games by the dozen, or by the thousand for `cargo xtask games`.

use engine::conformance::soak_test;
use faults::Library;
use seeing_the_elephant::files::scenario;
use std::path::Path;

fn soak(id: &str, games: u64) {
    let rules = scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"));
    soak_test(id, &rules, games, Path::new(env!("CARGO_TARGET_TMPDIR")));
}

#[test]
fn the_lane() {
    soak("the-lane", 20);
}

#[test]
fn herbst_woods() {
    soak("herbst-woods", 20);
}

#[test]
fn oak_ridge() {
    soak("oak-ridge", 5);
}

#[test]
fn willoughby_run() {
    soak("willoughby-run", 20);
}

#[test]
fn meeting() {
    soak("meeting", 3);
}

#[test]
fn the_first_day() {
    soak("the-first-day", 2);
}
