//! Every sequence of dice in turn.

use super::{Chance, Quick};

/// Falls every way it can: run the same thing again and again, and each run sees another sequence of dice, until all
/// have been seen.
///
/// ```
/// use engine::chance::{Chance, Every};
///
/// // How often does a second die, rolled only after a six, show another six?
/// let mut every = Every::new();
/// let mut twice = 0.0;
/// while every.advance() {
///     if every.d6("first") == 6 && every.d6("second") == 6 {
///         twice += 1.0 / every.ways().unwrap() as f64;
///     }
/// }
/// assert_eq!(twice, 1.0 / 36.0);
/// ```
#[derive(Clone, Debug)]
pub struct Every {
    path: Vec<Fork>,
    /// How many draws this run has made.
    depth: usize,
    begun: bool,
    most: usize,
    spare: Quick,
}

#[derive(Copy, Clone, Debug)]
struct Fork {
    value: u32,
    outcomes: u32,
}

impl Every {
    /// Before the first run.
    #[must_use]
    pub fn new() -> Every {
        Every::within(usize::MAX)
    }

    /// Before the first run, following at most this many draws of a run.
    ///
    /// Some rules roll again for as long as two dice are equal, and one way they can fall is equal for ever. Draws past
    /// the bound fall at random, so that the run comes to an end; [`is_too_long`](Every::is_too_long) then says that
    /// not every sequence can be followed.
    #[must_use]
    pub fn within(most: usize) -> Every {
        Every { path: Vec::new(), depth: 0, begun: false, most, spare: Quick::new(0) }
    }

    /// Turns to the next sequence of dice; `false` when all have been seen. Call it before each run.
    pub fn advance(&mut self) -> bool {
        self.depth = 0;
        if !std::mem::replace(&mut self.begun, true) {
            return true;
        }
        while let Some(fork) = self.path.last_mut() {
            if fork.value + 1 < fork.outcomes {
                fork.value += 1;
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// How many equally likely sequences this run's is one of: the product of the outcomes of its draws. `None` if
    /// there are more than 2¹²⁸.
    #[must_use]
    pub fn ways(&self) -> Option<u128> {
        self.used().iter().try_fold(1u128, |ways, fork| ways.checked_mul(u128::from(fork.outcomes)))
    }

    /// How likely this run's sequence is.
    #[must_use]
    pub fn likelihood(&self) -> f64 {
        self.used().iter().fold(1.0, |likelihood, fork| likelihood / f64::from(fork.outcomes))
    }

    /// Whether this run drew more often than is followed.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.depth > self.most
    }

    fn used(&self) -> &[Fork] {
        &self.path[..self.depth.min(self.path.len())]
    }
}

impl Default for Every {
    fn default() -> Every {
        Every::new()
    }
}

impl Chance for Every {
    fn draw(&mut self, outcomes: u32, _purpose: &'static str) -> u32 {
        let depth = self.depth;
        self.depth += 1;
        match self.path.get(depth) {
            Some(fork) => {
                debug_assert_eq!(fork.outcomes, outcomes, "a run depends on something besides its dice");
                fork.value
            }
            None if depth >= self.most => self.spare.below(outcomes),
            None => {
                self.path.push(Fork { value: 0, outcomes });
                0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::AVERAGE;

    #[test]
    fn every_sequence_comes_once_and_their_odds_add_up_to_one() {
        let mut every = Every::new();
        let mut seen = Vec::new();
        let mut total = 0.0;
        while every.advance() {
            let first = every.draw(3, "first");
            let second = if first == 1 { every.draw(2, "second") } else { 9 };
            seen.push((first, second, every.ways().unwrap()));
            total += every.likelihood();
        }
        assert_eq!(seen, [(0, 9, 3), (1, 0, 6), (1, 1, 6), (2, 9, 3)]);
        assert!((total - 1.0).abs() < 1e-12);
    }

    #[test]
    fn each_face_of_a_die_is_as_likely_as_the_others() {
        let mut every = Every::new();
        let mut seen = [0; 7];
        while every.advance() {
            seen[usize::from(every.faced(AVERAGE, "test"))] += 1;
            assert_eq!(every.ways(), Some(6));
        }
        assert_eq!(seen, [0, 0, 1, 2, 2, 1, 0]);
    }

    #[test]
    fn a_run_without_dice_comes_once() {
        let mut every = Every::new();
        assert!(every.advance());
        assert_eq!(every.ways(), Some(1));
        assert!(!every.advance());
        assert!(!every.advance());
    }

    #[test]
    fn too_many_ways_are_not_counted() {
        let mut every = Every::new();
        assert!(every.advance());
        for _ in 0..5 {
            every.draw(u32::MAX, "wide");
        }
        assert_eq!(every.ways(), None);
        assert!(every.likelihood() > 0.0);
    }

    #[test]
    fn rolling_again_for_ever_is_noticed() {
        let mut every = Every::within(10);
        assert!(every.advance());
        while every.d6("mine") == every.d6("theirs") {}
        assert!(every.is_too_long());
        assert!(every.advance(), "the path is kept and can go on");
        every.d6("mine");
        assert!(!every.is_too_long());
    }
}
