//! Random play: list the legal answers, pick one at random, carry it out.
//!
//! It is the yardstick of speed, the soak of long random games, and the simplest opponent. Buffers are reused, so a
//! playout allocates nothing once it has seen its longest list.

use crate::chance::Quick;
use crate::{Chance, Outcome, Pending, Rules, Side, Silent};
use std::fmt;

/// Plays at random.
pub struct Playout<R: Rules> {
    room: Vec<R::Action>,
    memo: R::Memo,
    pick: Quick,
    decisions: u64,
    steps: u64,
}

/// What a random player does next.
#[derive(Clone, PartialEq, Debug)]
pub enum Next<'a, A> {
    /// This side answers with this action.
    Act(Side, &'a A),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// Why random play cannot go on. Either is a fault of the rules or of the scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A side must decide and has no legal answer.
    DeadEnd {
        /// The side.
        side: Side,
        /// How many actions were carried out before.
        steps: u64,
    },
    /// The game has not ended after this many actions.
    TooLong {
        /// The bound.
        steps: u64,
    },
}

impl<R: Rules> Playout<R> {
    /// A random player. Its choices come from `number` alone, not from the dice of the game.
    #[must_use]
    pub fn new(number: u64) -> Playout<R> {
        Playout::with(Quick::new(number))
    }

    /// A random player whose choices come from this generator.
    #[must_use]
    pub fn with(pick: Quick) -> Playout<R> {
        Playout { room: Vec::new(), memo: R::Memo::default(), pick, decisions: 0, steps: 0 }
    }

    /// How many decisions with two or more answers were made so far, over all games played.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// How many actions were carried out so far, forced ones included, over all games played.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Chooses the next action without carrying it out.
    ///
    /// # Errors
    ///
    /// [`Stuck::DeadEnd`] if there is nothing to choose from.
    #[inline]
    pub fn choose(&mut self, rules: &R, state: &R::State) -> Result<Next<'_, R::Action>, Stuck> {
        self.choose_with_memo(rules, state).map(|(next, _)| next)
    }

    /// The same, and the memo to carry the action out with.
    #[inline]
    fn choose_with_memo(
        &mut self,
        rules: &R,
        state: &R::State,
    ) -> Result<(Next<'_, R::Action>, &mut R::Memo), Stuck> {
        let sides = match rules.pending(state) {
            Pending::Decide(sides) => sides,
            Pending::Over(outcome) => return Ok((Next::Over(outcome), &mut self.memo)),
        };
        let side = match sides.first() {
            // Either may answer first: see both orders.
            Some(side) if sides.contains(side.other()) => Side::BOTH[self.pick.below(2) as usize],
            Some(side) => side,
            None => return Err(Stuck::DeadEnd { side: Side::Union, steps: self.steps }),
        };
        let action = rules.one_action(state, side, &mut self.memo, &mut self.room, |count| match count {
            1 => 0,
            count => {
                self.decisions += 1;
                self.pick.below(count as u32) as usize
            }
        });
        match action {
            Some(action) => Ok((Next::Act(side, action), &mut self.memo)),
            None => Err(Stuck::DeadEnd { side, steps: self.steps }),
        }
    }

    /// Chooses the next action and carries it out; how the game ended, if it has.
    ///
    /// # Errors
    ///
    /// [`Stuck::DeadEnd`] if there is nothing to choose from.
    #[inline]
    pub fn step(
        &mut self,
        rules: &R,
        state: &mut R::State,
        chance: &mut dyn Chance,
    ) -> Result<Option<Outcome>, Stuck> {
        match self.choose_with_memo(rules, state)? {
            (Next::Over(outcome), _) => Ok(Some(outcome)),
            (Next::Act(side, action), memo) => {
                rules.apply_with(state, side, action, memo, chance, &mut Silent);
                self.steps += 1;
                Ok(None)
            }
        }
    }

    /// Plays on from `state` to the end, for at most `bound` actions.
    ///
    /// # Errors
    ///
    /// [`Stuck`] if the game meets a dead end or does not end within the bound.
    pub fn finish(
        &mut self,
        rules: &R,
        state: &mut R::State,
        chance: &mut dyn Chance,
        bound: u64,
    ) -> Result<Outcome, Stuck> {
        for _ in 0..bound {
            if let Some(outcome) = self.step(rules, state, chance)? {
                return Ok(outcome);
            }
        }
        match rules.pending(state) {
            Pending::Over(outcome) => Ok(outcome),
            Pending::Decide(_) => Err(Stuck::TooLong { steps: bound }),
        }
    }

    /// Plays a whole game from its start, for at most `bound` actions.
    ///
    /// # Errors
    ///
    /// [`Stuck`] if the game meets a dead end or does not end within the bound.
    pub fn game(&mut self, rules: &R, chance: &mut dyn Chance, bound: u64) -> Result<Outcome, Stuck> {
        let mut state = rules.start(chance, &mut Silent);
        self.finish(rules, &mut state, chance, bound)
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::DeadEnd { side, steps } => {
                write!(f, "after {steps} actions the {side} side must decide and has no legal answer")
            }
            Stuck::TooLong { steps } => write!(f, "the game has not ended after {steps} actions"),
        }
    }
}

impl std::error::Error for Stuck {}
