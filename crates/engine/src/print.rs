//! Fingerprints of states and of data.

use crate::hex::hex_text;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A fingerprint: two values with the same one are the same for all purposes of play.
///
/// It is the first 128 bits of SHA-256 over the value's postcard bytes, so it is the same on every machine. Written as
/// 32 hexadecimal digits.
///
/// ```
/// use engine::Print;
///
/// let print = Print::of(&("5NY", 3u8));
/// assert_eq!(print, Print::of(&("5NY", 3u8)));
/// assert_ne!(print, Print::of(&("5NY", 4u8)));
/// assert_eq!(print.to_string().parse(), Ok(print));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Print([u8; 16]);

hex_text!(Print, 16, "a fingerprint");

impl Print {
    /// The fingerprint of a value.
    ///
    /// # Panics
    ///
    /// If the value cannot be written as postcard: a sequence that does not know its length, or a `Serialize` that
    /// fails by itself. Derived implementations do neither.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Print {
        let bytes = postcard::to_allocvec(value).expect("a state is made of derived, sized parts");
        Print::of_bytes(&bytes)
    }

    /// The fingerprint of bytes: of a file, for example.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Print {
        let digest = Sha256::digest(bytes);
        let mut print = [0; 16];
        print.copy_from_slice(&digest[..16]);
        Print(print)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_the_head_of_sha_256() {
        assert_eq!(Print::of_bytes(b"abc").to_string(), "ba7816bf8f01cfea414140de5dae2223");
        // Postcard writes a small number as one byte and a text with its length first.
        assert_eq!(Print::of(&(7u8, "ab")), Print::of_bytes(&[7, 2, b'a', b'b']));
    }

    #[test]
    fn a_fingerprint_is_text_in_json() {
        let print = Print::of(&1u8);
        let json = serde_json::to_string(&print).unwrap();
        assert_eq!(json, format!("\"{print}\""));
        assert_eq!(serde_json::from_str::<Print>(&json).unwrap(), print);
        assert!(serde_json::from_str::<Print>("\"12\"").unwrap_err().to_string().contains("32 hexadecimal"));
    }
}
