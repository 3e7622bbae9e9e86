//! Dice that nobody need believe: a second program, in another language, checks the games of this one.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const CHECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair-dice/check.py");
const ITS_TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair-dice/test_check.py");

/// A game of each kind: cards and dice from zero, six-sided dice, secrets and bids, average dice.
const SCENARIOS: [&str; 4] = ["two-fords", "crossroads-farm", "monocacy-bridge", "the-lane"];

/// Runs Python, which leaves nothing beside the sources.
fn python(arguments: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg("-B").args(arguments).stdin(Stdio::null());
    command.output().expect("python3 starts; `cargo xtask setup` installs it")
}

/// What it said, and whether it agreed.
fn said(output: &Output) -> (Option<i32>, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn the_check_in_python_passes_its_own_tests() {
    let (code, said) = said(&python(&[ITS_TESTS]));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\nOK\n"), "{said}");
}

/// Plays a game at random to its end, with the dice of this seed.
fn play(scenario: &str, file: &str, seed: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command.args(["play", scenario, "--watch", "--seed", seed]).env_remove("LONGROLL_SCENARIOS");
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, format!("save {file}\nquit\n").as_bytes()).expect("it listens");
    drop(input);
    assert!(child.wait().expect("it ends").success(), "{scenario}");
}

#[test]
fn the_dice_of_every_game_follow_by_a_second_program() {
    let folder = std::env::temp_dir().join(format!("longroll-fair-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let file = |name: &str| folder.join(name).display().to_string();
    for scenario in SCENARIOS {
        let record = file(scenario);
        play(scenario, &record, "7");
        let (code, told) = said(&python(&[CHECK, &record, "--purposes"]));
        assert_eq!(code, Some(0), "{scenario}: {told}");
        assert!(told.contains("no seat added anything"), "a game at one terminal has no nonces: {told}");

        // The last die was another, or so the record says.
        let text = std::fs::read_to_string(&record).expect("the record");
        let dice = text.find("\"dice\": [").expect("it tells its dice");
        let end = dice + text[dice..].find("\n  ]").expect("an end of the dice");
        let last = text[..end].rfind(',').expect("a face");
        let face: u32 = text[last + 1..end - 1].parse().expect("a number");
        let other = if face == 3 { 4 } else { 3 };
        let lying = file("lying.json");
        std::fs::write(&lying, format!("{},{other}]{}", &text[..last], &text[end..])).expect("written");
        let (code, told) = said(&python(&[CHECK, &lying]));
        let expected = format!("the record says {other}, but it fell {face}");
        assert_eq!((code, told.contains(&expected)), (Some(1), true), "{scenario}: {told}");
    }
    let _ = std::fs::remove_dir_all(PathBuf::from(&folder));
}
