//! The small fast generator of simulations and search.

use super::{Chance, below};
use rand_core::Rng;
use rand_pcg::Pcg32;

/// A tiny generator (16 bytes) for simulated games, search and tests: fast and repeatable, but not secret.
///
/// ```
/// use engine::chance::{Chance, Quick};
///
/// let mut one = Quick::new(5);
/// let mut two = Quick::new(5);
/// assert_eq!(one.d6("test"), two.d6("test"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quick(Pcg32);

impl Quick {
    /// The generator with this number. Neighbouring numbers give unrelated streams.
    #[must_use]
    pub fn new(number: u64) -> Quick {
        Quick::pair(number, 0)
    }

    /// A generator for the `part`-th piece of work of the job `number`: a game of a batch, a thread of a search.
    #[must_use]
    pub fn pair(number: u64, part: u64) -> Quick {
        let start = scatter(number);
        Quick(Pcg32::new(scatter(start ^ part), start))
    }

    /// A number below `outcomes`, which is never zero.
    #[inline]
    pub fn below(&mut self, outcomes: u32) -> u32 {
        below(outcomes, || self.0.next_u32())
    }
}

impl Chance for Quick {
    #[inline]
    fn draw(&mut self, outcomes: u32, _purpose: &'static str) -> u32 {
        self.below(outcomes)
    }
}

/// Spreads neighbouring numbers over all 64 bits (the finaliser of splitmix64).
fn scatter(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_numbers_and_parts_give_unrelated_first_rolls() {
        let mut counts = [0u32; 6];
        for number in 0..6_000 {
            counts[Quick::new(number).draw(6, "test") as usize] += 1;
            counts[Quick::pair(1, number).draw(6, "test") as usize] += 1;
        }
        // Six standard deviations are 245.
        assert!(counts.iter().all(|count| count.abs_diff(2_000) < 245), "{counts:?}");
    }

    #[test]
    fn the_generator_is_small() {
        assert_eq!(size_of::<Quick>(), 16);
    }
}
