//! Keys, invitations and codes: drawn from the system's randomness, kept as hashes only.

use engine::chance::Seed;
use engine::fair::Nonce;
use sha2::{Digest, Sha256};
use std::fmt;

/// Random bytes of the operating system.
///
/// # Panics
///
/// If the system has no randomness: nothing that follows could be kept secret.
fn draw<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system's source of randomness works");
    bytes
}

/// A secret in its own words: shown once to whoever it is for. `Debug` does not tell it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one, of 32 random bytes.
    #[must_use]
    pub fn draw() -> Secret {
        Secret(base64url(&draw::<32>()))
    }

    /// The secret itself.
    #[must_use]
    pub fn tell(self) -> String {
        self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The SHA-256 of a secret. A secret of 256 random bits needs no slow hash: it cannot be guessed.
#[derive(Clone, Debug)]
pub struct Hash(String);

impl Hash {
    /// The hash of what somebody claims to be a secret.
    #[must_use]
    pub fn of(secret: &str) -> Hash {
        Hash(hex(&Sha256::digest(secret.as_bytes())))
    }

    /// As it is stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the hash that was stored, in a time that does not tell how much of it agrees.
    #[must_use]
    pub fn is(&self, stored: &str) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), stored.as_bytes());
        let differences = ours.iter().zip(theirs).fold(0, |found, (a, b)| found | (a ^ b));
        ours.len() == theirs.len() && std::hint::black_box(differences) == 0
    }
}

/// A name nobody can guess, for a game or a player.
#[must_use]
pub fn draw_id() -> String {
    base64url(&draw::<12>())
}

/// A seed for a game's dice.
#[must_use]
pub fn draw_seed() -> Seed {
    Seed(draw())
}

/// A nonce for a seat that brought none.
#[must_use]
pub fn draw_nonce() -> Nonce {
    Nonce(draw())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Base64 with the alphabet for addresses and no padding.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word =
            group.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            text.push(char::from(LETTERS[(word >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_as_the_standard_has_it() {
        // RFC 4648, section 10, without padding.
        let vectors =
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")];
        for (bytes, text) in vectors {
            assert_eq!(base64url(bytes.as_bytes()), text);
        }
        assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_secret_is_known_by_its_hash_and_not_told_in_passing() {
        let secret = Secret::draw();
        assert!(Hash::of(&secret.clone().tell()).is(secret.hash().as_str()));
        assert!(!Secret::draw().hash().is(secret.hash().as_str()));
        assert!(!secret.hash().is(""));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(secret.tell().len(), 43);
    }
}
