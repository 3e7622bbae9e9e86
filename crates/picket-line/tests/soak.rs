//! Random games by the dozen, or by the thousand for `cargo xtask games`.

use engine::conformance::soak_test;
use picket_line::PicketLine;
use std::path::Path;

#[test]
fn two_fords() {
    soak_test("two-fords", &PicketLine::standard(), 100, Path::new(env!("CARGO_TARGET_TMPDIR")));
}
