//! Random play without an end, for benchmarks in time and in instructions.

use engine::chance::Quick;
use engine::{Playout, Rules, Silent};
use std::hint::black_box;

/// Random games, one after the other.
pub struct Series<'a, R: Rules> {
    rules: &'a R,
    dice: Quick,
    playout: Playout<R>,
    state: R::State,
}

impl<'a, R: Rules> Series<'a, R> {
    /// The same games each time.
    pub fn new(rules: &'a R) -> Self {
        let mut dice = Quick::new(0);
        let state = rules.start(&mut dice, &mut Silent);
        Series { rules, dice, playout: Playout::new(1), state }
    }

    /// Goes on for so many decisions.
    pub fn play(&mut self, decisions: u64) {
        let end = self.playout.decisions() + decisions;
        while self.playout.decisions() < end {
            let over = self.playout.step(self.rules, &mut self.state, &mut self.dice).expect("no dead end");
            if over.is_some() {
                self.state = self.rules.start(&mut self.dice, &mut Silent);
            }
        }
        black_box(&self.state);
    }
}
