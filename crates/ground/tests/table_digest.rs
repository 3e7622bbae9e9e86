//! The open table answers as it always did: the first tenth of what `cargo xtask digest` compares.

use std::process::Command;

#[test]
fn the_answers_never_change() {
    let output = Command::new(env!("CARGO_BIN_EXE_table-digest")).arg("1").output().expect("it was built");
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).expect("a text");
    let recorded = include_str!("fixtures/table-digest.txt");
    assert_eq!(told.lines().next(), recorded.lines().next());
}
