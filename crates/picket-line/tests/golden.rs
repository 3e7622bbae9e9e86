//! A game that must replay to the same states for ever, and its log as people read it.
//!
//! If this fails, old records no longer replay: raise `rules_version`, and write the files anew with
//! `cargo test -p picket-line --test golden -- --ignored`.

use engine::fair::{Nonce, Terms, verify};
use engine::playout::Next;
use engine::{Eyes, Game, Playout, Record};
use faults::Source;
use picket_line::PicketLine;
use std::fs;
use std::sync::Arc;

const RECORD: &str = "tests/golden/two-fords.json";
const LOG: &str = "tests/golden/two-fords.txt";

fn log(game: &Game<PicketLine>) -> String {
    let mut text = String::new();
    for heard in game.log(Eyes::All) {
        if let (Some(side), Some(action)) = (heard.side, &heard.action) {
            text += &format!("> {side}: {action}\n");
        }
        for line in heard.lines {
            text += &format!("{}{}\n", "  ".repeat(line.depth.into()), line.text);
            for sum in line.sums {
                text += &format!("      {} {} ({})\n", sum.what, sum.value, sum.rule);
            }
        }
    }
    text
}

#[test]
fn the_golden_game_replays() {
    let record = Record::read(&Source::open(RECORD).unwrap()).unwrap_or_else(|faults| panic!("{faults}"));
    let rules = Arc::new(PicketLine::standard());
    let verified = verify(&*rules, &record).unwrap_or_else(|unproven| panic!("{unproven}"));
    assert_eq!(verified.actions, record.actions.len());
    let game = Game::replay(rules, &record, None).unwrap();
    assert_eq!(log(&game), fs::read_to_string(LOG).unwrap());
}

#[test]
#[ignore = "writes the golden files"]
fn write_the_golden_game() {
    let seeds = 0..;
    let game = seeds.map(random_game).find(|game| log(game).matches("fires at").count() >= 2).unwrap();
    fs::write(RECORD, game.record().to_json()).unwrap();
    fs::write(LOG, log(&game)).unwrap();
}

fn random_game(number: u64) -> Game<PicketLine> {
    let nonces = [Some(Nonce([0x11; 16])), Some(Nonce([0x22; 16]))];
    let terms = Terms { nonces, ..Terms::simple("golden", number) };
    let mut game = Game::new(Arc::new(PicketLine::standard()), terms);
    let mut playout = Playout::<PicketLine>::new(number);
    while let Next::Act(side, action) = playout.choose(&game.rules().clone(), game.state()).unwrap() {
        game.play(side, action).unwrap();
    }
    game
}
