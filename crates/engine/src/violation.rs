//! Refusals that teach: which rule forbids an action, in words a player understands.

use serde::Serialize;
use std::fmt;

/// Why an action is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Violation {
    /// The ledger row or ruling that forbids it, for example `LFM-5.6`. Empty when the fault is one of form: an
    /// action out of its time, or naming something that does not exist.
    pub rule: String,
    /// One sentence with the pieces and numbers concerned.
    pub text: String,
    /// The pieces and places concerned, by the names of the game's notation.
    pub pieces: Vec<String>,
}

impl Violation {
    /// A breach of the rule with this id.
    #[must_use]
    pub fn of(rule: &str, text: impl Into<String>) -> Violation {
        Violation { rule: rule.into(), text: text.into(), pieces: Vec::new() }
    }

    /// An answer to a question that is not being asked, or that names nothing on the table.
    #[must_use]
    pub fn form(text: impl Into<String>) -> Violation {
        Violation::of("", text)
    }

    /// Adds the pieces and places concerned.
    #[must_use]
    pub fn about(mut self, pieces: impl IntoIterator<Item = String>) -> Violation {
        self.pieces.extend(pieces);
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule.is_empty() {
            f.write_str(&self.text)
        } else {
            write!(f, "{} ({})", self.text, self.rule)
        }
    }
}

impl std::error::Error for Violation {}
