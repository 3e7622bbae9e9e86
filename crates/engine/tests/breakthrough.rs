//! The game of the benchmark is the real one, and obeys the laws.

#[path = "../benches/breakthrough_game/mod.rs"]
mod breakthrough_game;

use breakthrough_game::{Board, Breakthrough, Step};
use engine::chance::{Chance, Quick};
use engine::conformance::{Effort, conform};
use engine::playout::Stuck;
use engine::{Pending, Playout, Rules, Silent};
use std::sync::Arc;

/// How many sequences of this many steps there are.
fn sequences(board: &Board, depth: u32) -> u64 {
    let Pending::Decide(sides) = Breakthrough.pending(board) else { return 0 };
    if depth == 0 {
        return 1;
    }
    let side = sides.first().unwrap();
    let mut steps = Vec::new();
    Breakthrough.actions(board, side, &mut steps);
    let after = |step: &Step| {
        let mut next = *board;
        Breakthrough.apply(&mut next, side, step, &mut Quick::new(0), &mut Silent);
        next
    };
    steps.iter().map(|step| sequences(&after(step), depth - 1)).sum()
}

/// Counted by a second, independent program.
#[test]
fn sequences_of_steps_are_counted_right() {
    let board = Breakthrough.start(&mut Quick::new(0), &mut Silent);
    assert_eq!([1, 2, 3, 4].map(|depth| sequences(&board, depth)), [22, 484, 11_132, 256_036]);
}

#[test]
fn the_laws_hold() {
    let wild = |_: &Breakthrough, chance: &mut dyn Chance| Step {
        from: chance.draw(256, "from") as u8,
        to: chance.draw(256, "to") as u8,
    };
    let effort = Effort { games: 50, bound: 300, ..Effort::default() };
    let summary = conform(&Arc::new(Breakthrough), &wild, effort).unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!((summary.games, summary.other_worlds), (50, 0));
}

#[test]
fn random_play_counts_decisions_and_keeps_to_its_bound() {
    let mut playout = Playout::<Breakthrough>::new(5);
    let outcome = playout.game(&Breakthrough, &mut Quick::new(0), 1_000).unwrap();
    assert!(outcome.winner.is_some());
    let (steps, decisions) = (playout.steps(), playout.decisions());
    assert!(decisions <= steps && steps > 20, "{decisions} of {steps}");
    let stuck = playout.game(&Breakthrough, &mut Quick::new(0), 10).unwrap_err();
    assert_eq!(stuck, Stuck::TooLong { steps: 10 });
    assert_eq!(playout.steps(), steps + 10);
    let mut again = Playout::<Breakthrough>::new(5);
    assert_eq!(
        again.game(&Breakthrough, &mut Quick::new(9), 1_000),
        Ok(outcome),
        "choices do not come from the dice"
    );
}
