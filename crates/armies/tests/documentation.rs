//! The examples of `docs/files/order-of-battle.md` are good files, and its word lists are complete.

use armies::arrivals::{Arrivals, Edge, Posture};
use armies::{Arm, Grade, Gun, OrderOfBattle, Side, Weapon, Word};
use faults::Source;

const DOCUMENT: &str = include_str!("../../../docs/files/order-of-battle.md");

fn example(number: usize) -> Source {
    let blocks: Vec<&str> = DOCUMENT.split("```toml\n").skip(1).collect();
    let text = blocks[number].split("```").next().unwrap();
    Source::new("docs/files/order-of-battle.md", text)
}

#[test]
fn the_examples_are_good_files() {
    let battle = OrderOfBattle::read(&example(0)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(battle.units().len(), 4);
    let arrivals = Arrivals::read(&example(1), &battle).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(arrivals.troops.len(), 2);
}

#[test]
fn every_word_of_the_format_is_listed() {
    fn listed<W: Word>() {
        for word in W::ALL {
            assert!(DOCUMENT.contains(&format!("`{}`", word.word())), "no {} `{}`", W::WHAT, word.word());
        }
    }
    listed::<Side>();
    listed::<Arm>();
    listed::<Weapon>();
    listed::<Gun>();
    listed::<Grade>();
    listed::<Edge>();
    listed::<Posture>();
}
