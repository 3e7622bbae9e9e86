//! A game that must replay to the same states for ever, and its log as people read it.
//!
//! If this fails, old records no longer replay: raise `rules_version`, and write the files anew with
//! `cargo test -p picket-line --test golden -- --ignored`.

use engine::Game;
use engine::conformance::golden::{random_game, replayed, story};
use engine::fair::{Nonce, Terms};
use picket_line::PicketLine;
use std::fs;
use std::sync::Arc;

const RECORD: &str = "tests/golden/two-fords.json";
const LOG: &str = "tests/golden/two-fords.txt";

#[test]
fn the_golden_game_replays() {
    let game = replayed(Arc::new(PicketLine::standard()), RECORD);
    assert!(game.outcome().is_some());
    assert_eq!(story(&game), fs::read_to_string(LOG).unwrap());
}

#[test]
#[ignore = "writes the golden files"]
fn write_the_golden_game() {
    let seeds = 0..;
    let game = seeds.map(game).find(|game| story(game).matches("fires at").count() >= 2).unwrap();
    fs::write(RECORD, game.record().to_json()).unwrap();
    fs::write(LOG, story(&game)).unwrap();
}

fn game(number: u64) -> Game<PicketLine> {
    let nonces = [Some(Nonce([0x11; 16])), Some(Nonce([0x22; 16]))];
    let terms = Terms { nonces, ..Terms::simple("golden", number) };
    random_game(&Arc::new(PicketLine::standard()), terms, number, usize::MAX)
}
