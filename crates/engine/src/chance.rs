//! All chance in a game: dice, cards, ties broken by lot.
//!
//! Rules never roll dice of their own: they ask a [`Chance`], and whoever runs the game decides what that is.
//!
//! | source | used for |
//! |---|---|
//! | [`Seeded`] | play: a portable stream, the same on every machine, restored from a seed and a position |
//! | [`Scripted`] | tests and cases: the dice are written down, and every misfit is reported |
//! | [`Quick`] | simulations and search: tiny and fast |
//! | [`Every`] | odds: every sequence of dice in turn |
//! | [`Recorded`] | wraps any of them and remembers what was rolled |
//!
//! ```
//! use engine::chance::{Chance, Recorded, Seed, Seeded};
//!
//! let mut stream = Seeded::new(Seed::from(7));
//! let mut dice = Recorded::new(&mut stream);
//! let face = dice.d6("artillery fire");
//! assert!((1..=6).contains(&face));
//! let roll = &dice.rolls()[0];
//! assert_eq!((roll.purpose.as_ref(), roll.face), ("artillery fire", u32::from(face)));
//! ```

mod every;
mod quick;
mod recorded;
mod scripted;
mod seeded;

pub use every::Every;
pub use quick::Quick;
pub use recorded::{Recorded, Roll};
pub use scripted::{Faces, Misfit, Scripted};
pub use seeded::{Offset, Seed, Seeded};

/// A ten-sided die that shows 0 to 9.
pub const D10_FROM_ZERO: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/// An average die: six faces, of which 3 and 4 are there twice.
pub const AVERAGE: &[u8] = &[2, 3, 3, 4, 4, 5];

/// Where dice come from. A draw states how many equally likely outcomes there are and what it is for.
///
/// Play for people uses a seeded stream, tests a script, odds every outcome in turn.
pub trait Chance {
    /// One of `outcomes` equally likely numbers, `0..outcomes`. `purpose` says what it decides.
    ///
    /// `outcomes` is never zero.
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32;

    /// One six-sided die.
    #[inline]
    fn d6(&mut self, purpose: &'static str) -> u8 {
        self.draw(6, purpose) as u8 + 1
    }

    /// One ten-sided die, 1 to 10.
    #[inline]
    fn d10(&mut self, purpose: &'static str) -> u8 {
        self.draw(10, purpose) as u8 + 1
    }

    /// One die with faces of its own, each as likely as the others: [`D10_FROM_ZERO`], [`AVERAGE`]. What it shows is
    /// what scripts, records, odds and players read.
    ///
    /// There is at least one face.
    #[inline]
    fn faced(&mut self, faces: &'static [u8], purpose: &'static str) -> u8 {
        faces[self.draw(faces.len() as u32, purpose) as usize]
    }
}

/// Turns uniform 32-bit words into a uniform number below `outcomes`.
///
/// The high half of `word × outcomes` is the number. Of the low halves, the first `2³² mod outcomes` would give some
/// numbers once too often; words that land there are thrown away. Records replay for ever only if this never changes:
/// golden vectors pin it.
#[inline]
fn below(outcomes: u32, mut word: impl FnMut() -> u32) -> u32 {
    let mut wide = u64::from(word()) * u64::from(outcomes);
    if (wide as u32) < outcomes {
        let surplus = outcomes.wrapping_neg() % outcomes;
        while (wide as u32) < surplus {
            wide = u64::from(word()) * u64::from(outcomes);
        }
    }
    (wide >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_spread_over_the_outcomes() {
        assert_eq!(below(6, || 0x8000_0001), 3);
        assert_eq!(below(6, || u32::MAX), 5);
        assert_eq!(below(1, || 12345), 0);
    }

    #[test]
    fn surplus_words_are_thrown_away() {
        // 2³² = 6 × 715,827,882 + 4: the low halves 0 to 3 are surplus. Words 0 and 2³¹ have low half 0.
        let mut words = [0, 0x8000_0000, 0x8000_0001].into_iter();
        assert_eq!(below(6, || words.next().unwrap()), 3);
        assert_eq!(words.next(), None);
        assert_eq!(below(8, || 0x8000_0000), 4, "a power of two has no surplus");
    }
}
