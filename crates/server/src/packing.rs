//! Messages of the socket, compressed.
//!
//! Each by itself: a stream that remembers what went before packs better, but needs a compressor of its own for every
//! socket, and a lost frame would spoil all that come after it.

use flate2::{Compress, Compression, FlushCompress, Status};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// What is shorter fits into one packet as it is, and would take one if it were shorter; more than half of all messages
/// are.
const WORTH: usize = 1_400;

/// Quickly rather than well: most messages are a kilobyte or two.
const EFFORT: Compression = Compression::new(2);

/// How many compressors are kept for the next messages. More than this are at work at once only on a large machine.
const KEPT: usize = 32;

/// Packs messages. The same text becomes the same bytes, whatever was packed before it.
#[derive(Default)]
pub struct Packer(Mutex<Vec<Compress>>);

impl Packer {
    /// The text by DEFLATE, without a head; `None` if that is not worth it.
    #[must_use]
    pub fn pack(&self, text: &str) -> Option<Vec<u8>> {
        if text.len() < WORTH {
            return None;
        }
        let mut compress = self.kept().pop().unwrap_or_else(|| Compress::new(EFFORT, false));
        // What does not become shorter does not fit, and goes out as it is.
        let mut packed = Vec::with_capacity(text.len());
        let done = compress.compress_vec(text.as_bytes(), &mut packed, FlushCompress::Finish);
        compress.reset();
        let mut kept = self.kept();
        if kept.len() < KEPT {
            kept.push(compress);
        }
        matches!(done, Ok(Status::StreamEnd)).then_some(packed)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<Compress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Packer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packer").field("kept", &self.kept().len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read as _;

    fn unpacked(packed: &[u8]) -> String {
        let mut text = String::new();
        DeflateDecoder::new(packed).read_to_string(&mut text).expect("a whole message");
        text
    }

    #[test]
    fn the_same_text_becomes_the_same_bytes_whatever_went_before() {
        let packer = Packer::default();
        let one = "Heth marches to 0304, along the Chambersburg Pike. ".repeat(40);
        let first = packer.pack(&one).expect("worth packing");
        assert!(first.len() * 4 < one.len());
        for other in ["Pender follows. ".repeat(500), "Hill waits at Cashtown. ".repeat(90)] {
            assert_eq!(unpacked(&packer.pack(&other).expect("worth packing")), other);
        }
        assert_eq!(packer.pack(&one), Some(first.clone()));
        assert_eq!(unpacked(&first), one);
    }

    #[test]
    fn what_would_not_become_shorter_is_left_alone() {
        let packer = Packer::default();
        assert_eq!(packer.pack("Good morning."), None);
        // No letter twice in a row, and none that could be foreseen.
        let mut seed = 1_u32;
        let noise: String = (0..600)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from_u32(0x4e00 + (seed >> 18)).unwrap_or('x')
            })
            .collect();
        if let Some(packed) = packer.pack(&noise) {
            assert!(packed.len() <= noise.len());
            assert_eq!(unpacked(&packed), noise);
        }
    }
}
