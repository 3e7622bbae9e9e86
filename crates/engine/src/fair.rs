//! Dice that anyone can check afterwards.
//!
//! Before a game begins the table draws a secret [`Seed`] and shows its [`Commitment`], the SHA-256 of the seed. Each
//! seat seals a [`Nonce`] of its own, that is, it shows the [`Seal`] of it, and opens it when the other has sealed its
//! own. The dice come from a stream keyed by all of them, so the table cannot choose them (it is bound by the
//! commitment before it knows the nonces), and no seat can (it does not know the seed). When the game is over the seed
//! is shown, and everything can be computed again: [`verify`].
//!
//! `docs/fair-dice.md` has the whole derivation, what it proves and what it does not, and test vectors.
//!
//! # The key of the stream
//! SHA-256 over the text `long roll dice 1`, then the seed's 32 bytes, the Union's nonce, the Confederate nonce and the
//! game's id, each of the four preceded by its length in bytes as a 32-bit little-endian number; a missing nonce has
//! length 0. The stream is ChaCha with eight rounds and this key; a draw of one in `n` takes the next 32-bit word `w`,
//! throws it away while `w · n mod 2³²` is less than `2³² mod n`, and is `⌊w · n / 2³²⌋`.
//!
//! ```
//! use engine::chance::Seed;
//! use engine::fair::{Nonce, Terms};
//!
//! let terms = Terms { id: "game 12".into(), seed: Seed::from(7), nonces: [Some(Nonce([1; 16])), None] };
//! assert!(terms.commitment().is_of(terms.seed));
//! let other = Terms { nonces: [Some(Nonce([2; 16])), None], ..terms.clone() };
//! assert_ne!(terms.dice(), other.dice());
//! ```

use crate::chance::{Seed, Seeded};
use crate::hex::hex_text;
use crate::record::{Mismatch, Record, Throw, Thrown, place_of_throw, replay_on};
use crate::{Pending, Rules};
use faults::{Faults, Source};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// What a table shows of its seed before the game: the SHA-256 of it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

hex_text!(Commitment, 32, "a commitment");

impl Commitment {
    /// The commitment to a seed.
    #[must_use]
    pub fn to(seed: Seed) -> Commitment {
        Commitment(Sha256::digest(seed.0).into())
    }

    /// Whether this is the commitment to that seed.
    #[must_use]
    pub fn is_of(self, seed: Seed) -> bool {
        self == Commitment::to(seed)
    }
}

/// What a seat adds to the dice: 16 bytes, written as 32 hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nonce(pub [u8; 16]);

hex_text!(Nonce, 16, "a nonce");

/// What a seat shows of its nonce before it opens it: the SHA-256 of its 16 bytes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Seal([u8; 32]);

hex_text!(Seal, 32, "the seal of a nonce");

impl Seal {
    /// The seal of a nonce.
    #[must_use]
    pub fn of(nonce: Nonce) -> Seal {
        Seal(Sha256::digest(nonce.0).into())
    }
}

/// Everything the dice of a game come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The game's own name or number.
    pub id: String,
    /// The table's secret.
    pub seed: Seed,
    /// What the seats added, by [`Seat::index`](crate::Seat::index).
    pub nonces: [Option<Nonce>; 2],
}

impl Terms {
    /// Terms without nonces, from a number: for tests and for play on one machine.
    #[must_use]
    pub fn simple(id: impl Into<String>, number: u64) -> Terms {
        Terms { id: id.into(), seed: Seed::from(number), nonces: [None, None] }
    }

    /// What is shown before the game.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment::to(self.seed)
    }

    /// The key of the stream of dice.
    #[must_use]
    pub fn dice(&self) -> Seed {
        let [union, confederate] = &self.nonces;
        let nonce = |nonce: &Option<Nonce>| nonce.map_or(Vec::new(), |nonce| nonce.0.to_vec());
        let mut hash = Sha256::new_with_prefix("long roll dice 1");
        for part in [&self.seed.0[..], &nonce(union), &nonce(confederate), self.id.as_bytes()] {
            hash.update((part.len() as u32).to_le_bytes());
            hash.update(part);
        }
        Seed(hash.finalize().into())
    }
}

/// What a check of a finished game found in order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many actions were carried out again.
    pub actions: usize,
    /// How many dice and cards were drawn again.
    pub draws: u64,
    /// How many of them the record has written down, if it has.
    pub dice: Option<usize>,
    /// How many fingerprints on the way were compared.
    pub prints: usize,
}

/// Why a record does not prove that its game was fair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unproven {
    /// The seed has not been shown: the game is not over, or the record was taken before its end.
    SeedNotShown,
    /// The seed shown is not the one the table had committed itself to.
    AnotherSeed,
    /// The game is not over.
    NotOver,
    /// The actions and the seed do not lead to what the record says.
    Differs(Mismatch),
    /// A die that the record has written down did not fall so.
    Die(Box<OtherDie>),
}

/// Where the dice that a record has written down go astray.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherDie {
    /// Which, counted from 1.
    pub number: usize,
    /// As the record has it; nothing if it has fewer.
    pub written: Option<Throw>,
    /// As it fell; nothing if no die fell any more.
    pub fell: Option<Throw>,
}

/// Computes a finished game again: the commitment, every die, every state fingerprint and the outcome.
///
/// # Errors
///
/// The first thing that does not agree.
pub fn verify<R: Rules>(rules: &R, record: &Record) -> Result<Verified, Unproven> {
    let seed = record.seed.ok_or(Unproven::SeedNotShown)?;
    if !record.commitment.is_of(seed) {
        return Err(Unproven::AnotherSeed);
    }
    record.belongs_to(&rules.identity()).map_err(Unproven::Differs)?;
    let terms = Terms { id: record.id.clone(), seed, nonces: record.nonces };
    let mut stream = Seeded::new(terms.dice());
    let mut thrown = Thrown::new(&mut stream);
    let state = replay_on(rules, record, None, &mut thrown, |thrown, action| thrown.action = action)
        .map_err(Unproven::Differs)?;
    let fell = thrown.throws;
    if let Some(written) = &record.dice
        && let Some(at) = (0..written.len().max(fell.len())).find(|&at| written.get(at) != fell.get(at))
    {
        let other =
            OtherDie { number: at + 1, written: written.get(at).cloned(), fell: fell.get(at).cloned() };
        return Err(Unproven::Die(Box::new(other)));
    }
    match rules.pending(&state) {
        Pending::Over(_) => Ok(Verified {
            actions: record.actions.len(),
            draws: stream.place().draws,
            dice: record.dice.as_ref().map(Vec::len),
            prints: record.prints.len(),
        }),
        Pending::Decide(_) => Err(Unproven::NotOver),
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { actions, draws, prints, .. } = self;
        write!(
            f,
            "fair: {actions} actions, {draws} draws and {prints} fingerprints agree with the seed committed to"
        )
    }
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproven::SeedNotShown => {
                f.write_str("the record does not show its seed; take a record after the end of the game")
            }
            Unproven::AnotherSeed => {
                f.write_str("the seed is not the one the table committed itself to before the game")
            }
            Unproven::NotOver => f.write_str("the game is not over, so nothing is proven yet"),
            Unproven::Differs(mismatch) => mismatch.fmt(f),
            Unproven::Die(other) => other.fmt(f),
        }
    }
}

impl fmt::Display for OtherDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {} ", self.number)?;
        match (&self.written, &self.fell) {
            (Some(written), Some(fell)) => write!(f, "is written down as {written}; it fell as {fell}"),
            (Some(written), None) => write!(f, "is written down as {written}, but no die fell any more"),
            (None, Some(fell)) => write!(f, "is missing in the record; it fell as {fell}"),
            (None, None) => f.write_str("is as it fell"),
        }
    }
}

impl OtherDie {
    /// The difference as a fault of the record's file, with its line and a remedy.
    #[must_use]
    pub fn in_file(&self, source: &Source) -> Faults {
        let mut faults = Faults::new(source);
        let place = place_of_throw(source, self.number - 1);
        faults
            .add(place, self.to_string())
            .hint("the file was changed, or whoever wrote it did not tell the truth");
        faults
    }
}

impl std::error::Error for Unproven {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by a second, independent implementation. Every record ever written depends on it.
    #[test]
    fn the_key_of_the_stream_never_changes() {
        let terms =
            Terms { id: "game 12".to_owned(), seed: Seed::from(7), nonces: [Some(Nonce([1; 16])), None] };
        assert_eq!(terms.commitment().to_string(), COMMITMENT);
        assert_eq!(terms.dice().to_string(), DICE);
    }

    const COMMITMENT: &str = "f5411ec7e51e46159c654bdbdf3cc20785a217b87384810ed2e541dc0016943a";
    const DICE: &str = "069a900d631eed5468d2e14020c19e8b12ddb5f35afd54ca6cee119af5bc7205";

    /// By Python's `hashlib`.
    #[test]
    fn a_seal_is_the_hash_of_the_bytes_of_a_nonce() {
        assert_eq!(Seal::of(Nonce([1; 16])).to_string(), SEAL);
    }

    const SEAL: &str = "cc8cd41cef907c4d216069122c4b89936211361f9050a717a1e37ad1862e952f";

    #[test]
    fn each_part_counts() {
        let nonce = Some(Nonce([0; 16]));
        let terms = [("a", [None, None]), ("", [None, None]), ("a", [None, nonce]), ("a", [nonce, None])];
        let all = terms.map(|(id, nonces)| Terms { nonces, ..Terms::simple(id, 1) }.dice());
        for (index, dice) in all.iter().enumerate() {
            assert!(!all[..index].contains(dice));
        }
    }
}
