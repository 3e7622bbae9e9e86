//! Bytes as lower-case hexadecimal, the way seeds and fingerprints are written.

/// The bytes as hexadecimal.
pub(crate) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}

/// The bytes of a hexadecimal text, in either case.
pub(crate) fn decode_all(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks_exact(2).map(|pair| Some((digit(pair[0])? << 4 | digit(pair[1])?) as u8)).collect()
}

/// The bytes of a hexadecimal text of exactly `2 * N` digits.
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    decode_all(text)?.try_into().ok()
}

/// Gives a newtype over `[u8; N]` its text form: `Display`, `FromStr`, and serde as a hexadecimal string.
macro_rules! hex_text {
    ($name:ident, $bytes:literal, $what:literal) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::hex::encode(&self.0))
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                $crate::hex::decode::<$bytes>(text)
                    .map($name)
                    .ok_or_else(|| format!("{} is {} hexadecimal digits, not `{text}`", $what, 2 * $bytes))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use hex_text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_the_round_trip() {
        assert_eq!(encode(&[0x00, 0x7f, 0xe5]), "007fe5");
        assert_eq!(decode::<3>("007fE5"), Some([0x00, 0x7f, 0xe5]));
    }

    #[test]
    fn wrong_lengths_and_letters_are_refused() {
        assert_eq!(decode::<2>("007"), None);
        assert_eq!(decode::<2>("00700"), None);
        assert_eq!(decode::<2>("0x70"), None);
        assert_eq!(decode::<2>("é00"), None);
    }
}
