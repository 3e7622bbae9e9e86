//! Random play of breakthrough through the public trait, in instructions. See `cargo xtask bench`.

mod breakthrough_game;

use breakthrough_game::Breakthrough;
use engine::chance::Quick;
use engine::{Playout, Rules, Silent};
use std::hint::black_box;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => println!("play 20000 decision"),
        ["play", count] => play(count.parse().expect("a number of decisions")),
        // `cargo test --benches` and the like.
        _ => play(100),
    }
}

/// Plays game after game until so many decisions are made.
fn play(decisions: u64) {
    let mut dice = Quick::new(0);
    let mut playout = Playout::<Breakthrough>::new(1);
    let mut board = Breakthrough.start(&mut dice, &mut Silent);
    while playout.decisions() < decisions {
        if playout.step(&Breakthrough, &mut board, &mut dice).expect("no dead end").is_some() {
            board = Breakthrough.start(&mut dice, &mut Silent);
        }
    }
    black_box(board);
}
