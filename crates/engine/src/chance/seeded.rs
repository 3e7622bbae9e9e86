//! The portable seeded stream.

use super::{Chance, below};
use crate::hex::hex_text;
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The 256 bits a stream of dice comes from. Written as 64 hexadecimal digits.
///
/// Whoever knows it knows every die to come, so `Debug` does not show it.
///
/// ```
/// use engine::chance::Seed;
///
/// let seed = Seed::from(7);
/// assert_eq!(seed.to_string().parse(), Ok(seed));
/// assert_eq!(format!("{seed:?}"), "Seed(…)");
/// ```
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

hex_text!(Seed, 32, "a seed");

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl From<u64> for Seed {
    /// A seed from a number a person can type. Not for play that must be fair.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

/// How far a stream has been used: with the seed, all that is needed to go on from there.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Offset {
    /// How many 32-bit words of the stream are used up.
    pub words: u64,
    /// How many draws were made from them.
    pub draws: u64,
}

/// A stream of dice that is the same on every machine: ChaCha with eight rounds, keyed by a [`Seed`].
///
/// ```
/// use engine::chance::{Chance, Seed, Seeded};
///
/// let mut stream = Seeded::new(Seed::from(1863));
/// let first: Vec<u8> = (0..5).map(|_| stream.d6("test")).collect();
/// let place = stream.place();
/// let next = stream.d6("test");
///
/// assert_eq!(place.draws, 5);
/// assert_eq!(Seeded::at(Seed::from(1863), place).d6("test"), next);
/// # assert_eq!(first.len(), 5);
/// ```
pub struct Seeded {
    stream: ChaCha8Rng,
    draws: u64,
}

impl Seeded {
    /// The stream from its beginning.
    #[must_use]
    pub fn new(seed: Seed) -> Seeded {
        Seeded { stream: ChaCha8Rng::from_seed(seed.0), draws: 0 }
    }

    /// The stream from a place already reached.
    #[must_use]
    pub fn at(seed: Seed, place: Offset) -> Seeded {
        let mut stream = ChaCha8Rng::from_seed(seed.0);
        stream.set_word_pos(u128::from(place.words));
        Seeded { stream, draws: place.draws }
    }

    /// How far the stream has been used.
    #[must_use]
    pub fn place(&self) -> Offset {
        Offset { words: self.stream.get_word_pos() as u64, draws: self.draws }
    }
}

impl Chance for Seeded {
    #[inline]
    fn draw(&mut self, outcomes: u32, _purpose: &'static str) -> u32 {
        self.draws += 1;
        below(outcomes, || self.stream.next_u32())
    }
}

impl fmt::Debug for Seeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seeded").field("place", &self.place()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(seed: u64, outcomes: u32, count: usize) -> Vec<u32> {
        let mut stream = Seeded::new(Seed::from(seed));
        (0..count).map(|_| stream.draw(outcomes, "test") + 1).collect()
    }

    /// These numbers must never change: every record ever written depends on them. They were computed by a second,
    /// independent implementation of the stream and the sampler.
    #[test]
    fn golden_vectors() {
        assert_eq!(faces(0, 6, 20), [2, 6, 6, 4, 5, 2, 4, 1, 3, 2, 3, 1, 4, 1, 5, 2, 1, 2, 3, 5]);
        assert_eq!(faces(1863, 10, 20), [1, 7, 5, 1, 4, 7, 9, 2, 7, 4, 8, 6, 7, 2, 9, 9, 4, 3, 4, 4]);
        let wide = [518_771_133, 2_749_402_534, 1_397_812_845, 1_343_627_336, 17_023_543, 175_881_699];
        assert_eq!(faces(7, 3_000_000_000, 6), wide);
    }

    #[test]
    fn a_stream_is_restored_at_every_place() {
        // Wide draws throw many words away, so that words and draws drift apart; 300 cross several blocks.
        let seed = Seed::from(3);
        let mut stream = Seeded::new(seed);
        for _ in 0..300 {
            let place = stream.place();
            let mut restored = Seeded::at(seed, place);
            assert_eq!(restored.place(), place);
            assert_eq!(stream.draw(3_000_000_000, "test"), restored.draw(3_000_000_000, "test"));
            assert_eq!(stream.place(), restored.place());
        }
        assert_eq!(stream.place().draws, 300);
        assert!(stream.place().words > 330, "three words in ten are thrown away");
    }

    #[test]
    fn dice_are_even() {
        let mut counts = [0u32; 6];
        let mut stream = Seeded::new(Seed::from(11));
        for _ in 0..60_000 {
            counts[stream.draw(6, "test") as usize] += 1;
        }
        // Six standard deviations are 548.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 548), "{counts:?}");
    }

    #[test]
    fn seeds_are_written_in_full_or_refused() {
        assert!("12".parse::<Seed>().unwrap_err().contains("64 hexadecimal digits"));
    }
}
