//! Short texts.

use serde::{Serialize, Serializer};
use smol_str::{SmolStr, ToSmolStr};
use std::fmt;
use std::ops::Deref;

/// A short text of a scene: an id, a kind, a name, a figure. Hundreds are made for every position and compared with
/// those of the one before, so they need no memory of their own up to 23 bytes, and longer ones are shared by their
/// copies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String))]
pub struct Word(SmolStr);

/// On the wire it is a text like any other.
#[cfg(feature = "ts")]
impl ts_rs::TS for Word {
    type WithoutGenerics = Word;
    type OptionInnerType = Word;

    fn name(config: &ts_rs::Config) -> String {
        <String as ts_rs::TS>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        <String as ts_rs::TS>::inline(config)
    }
}

impl Word {
    /// Something as it is shown.
    #[must_use]
    pub fn of(shown: impl fmt::Display) -> Word {
        Word(shown.to_smolstr())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word(SmolStr::new(text))
    }
}

impl From<&String> for Word {
    fn from(text: &String) -> Word {
        Word(SmolStr::new(text))
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word(SmolStr::from(text))
    }
}

impl From<&Word> for Word {
    fn from(word: &Word) -> Word {
        word.clone()
    }
}

impl From<&Word> for String {
    fn from(word: &Word) -> String {
        word.as_str().to_owned()
    }
}

impl From<Word> for String {
    fn from(word: Word) -> String {
        word.0.into()
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Word {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Word {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
