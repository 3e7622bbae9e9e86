//! What somebody did at a table, as the journal keeps it.

use crate::wire::{Back, StandingSays};
use engine::{Seat, Seats};
use serde::{Deserialize, Serialize};

/// One entry of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Deed {
    /// An answer to a question.
    Act {
        /// Whose.
        side: Seat,
        /// In the game's notation.
        action: String,
        /// Who then let a reaction pass because he had said so beforehand, one after another.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Seat>,
    },
    /// A reaction was let pass before its pause was over: that takes effect then.
    Seal {
        /// By whom.
        side: Seat,
    },
    /// Whoever is asked a reaction wants to be waited for.
    Wait {
        /// Who.
        side: Seat,
    },
    /// Something was said beforehand of reactions of a kind.
    Stand {
        /// By whom.
        side: Seat,
        /// The rule such questions come from.
        kind: String,
        /// The unit they are about; all if it is missing.
        unit: Option<String>,
        /// The turn for which it holds; until it is revoked if it is missing.
        turn: Option<u32>,
        /// What.
        says: StandingSays,
    },
    /// Something was taken back.
    Undo {
        /// By whom, and in whose log the line stands.
        side: Seat,
        /// Whose actions: whoever plays both sides takes back those of both.
        both: bool,
        /// How far.
        back: Back,
    },
    /// A side gave up.
    Resign {
        /// Which.
        side: Seat,
    },
    /// A side offered a draw or agreed to one, or ended an offer.
    Draw {
        /// Which.
        side: Seat,
        /// Whether it wants a draw.
        offer: bool,
    },
    /// Something was said.
    Chat {
        /// By whom.
        side: Seat,
        /// What.
        text: String,
    },
    /// A seat was taken.
    Join {
        /// Which.
        side: Seat,
    },
    /// A nonce was opened.
    Open {
        /// Whose.
        side: Seat,
        /// The nonce; nothing if the table went on without it.
        nonce: Option<String>,
    },
}

impl Deed {
    /// An answer after which nothing was let pass.
    #[must_use]
    pub fn act(side: Seat, action: impl Into<String>) -> Deed {
        Deed::Act { side, action: action.into(), passed: Vec::new() }
    }

    /// Whose deed it is.
    #[must_use]
    pub fn side(&self) -> Seat {
        match *self {
            Deed::Act { side, .. }
            | Deed::Undo { side, .. }
            | Deed::Seal { side }
            | Deed::Wait { side }
            | Deed::Stand { side, .. }
            | Deed::Resign { side }
            | Deed::Draw { side, .. }
            | Deed::Chat { side, .. }
            | Deed::Join { side }
            | Deed::Open { side, .. } => side,
        }
    }

    /// A word for its kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Deed::Act { .. } => "act",
            Deed::Undo { .. } => "undo",
            Deed::Seal { .. } => "seal",
            Deed::Wait { .. } => "wait",
            Deed::Stand { .. } => "stand",
            Deed::Resign { .. } => "resign",
            Deed::Draw { .. } => "draw",
            Deed::Chat { .. } => "chat",
            Deed::Join { .. } => "join",
            Deed::Open { .. } => "open",
        }
    }

    /// As the journal keeps it.
    ///
    /// # Panics
    ///
    /// Never: a deed is made of words and numbers.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a deed is made of words and numbers")
    }

    /// Reads what the journal keeps.
    ///
    /// # Errors
    ///
    /// It was written by another program, or damaged.
    pub fn from_json(text: &str) -> Result<Deed, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// The sides whose actions are taken back.
#[must_use]
pub fn taken_back(side: Seat, both: bool) -> Seats {
    if both { Seats::BOTH } else { Seats::only(side) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals are kept for ever: what was once written must be read.
    #[test]
    fn the_form_of_the_journal_does_not_change() {
        let side = Seat::UNION;
        let kept = [
            (Deed::act(side, "order hold"), r#"{"do":"act","side":"union","action":"order hold"}"#),
            (
                Deed::Undo { side, both: false, back: Back::Line(4) },
                r#"{"do":"undo","side":"union","both":false,"back":{"line":4}}"#,
            ),
            (
                Deed::Undo { side, both: true, back: Back::Last },
                r#"{"do":"undo","side":"union","both":true,"back":"last"}"#,
            ),
            (
                Deed::Act { side, action: "hold fire".into(), passed: vec![Seat::CONFEDERATE] },
                r#"{"do":"act","side":"union","action":"hold fire","passed":["confederate"]}"#,
            ),
            (Deed::Seal { side }, r#"{"do":"seal","side":"union"}"#),
            (Deed::Wait { side }, r#"{"do":"wait","side":"union"}"#),
            (
                Deed::Stand {
                    side,
                    kind: "PL-4.1".into(),
                    unit: Some("X".into()),
                    turn: Some(3),
                    says: StandingSays::Pass,
                },
                r#"{"do":"stand","side":"union","kind":"PL-4.1","unit":"X","turn":3,"says":"pass"}"#,
            ),
            (
                Deed::Stand {
                    side,
                    kind: "PL-4.1".into(),
                    unit: None,
                    turn: None,
                    says: StandingSays::Nothing,
                },
                r#"{"do":"stand","side":"union","kind":"PL-4.1","unit":null,"turn":null,"says":"nothing"}"#,
            ),
            (Deed::Resign { side }, r#"{"do":"resign","side":"union"}"#),
            (Deed::Draw { side, offer: true }, r#"{"do":"draw","side":"union","offer":true}"#),
            (
                Deed::Chat { side, text: "Well met".into() },
                r#"{"do":"chat","side":"union","text":"Well met"}"#,
            ),
            (Deed::Join { side }, r#"{"do":"join","side":"union"}"#),
            (
                Deed::Open { side, nonce: Some("0f".repeat(16)) },
                r#"{"do":"open","side":"union","nonce":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"}"#,
            ),
            (Deed::Open { side, nonce: None }, r#"{"do":"open","side":"union","nonce":null}"#),
        ];
        for (deed, text) in kept {
            assert_eq!(deed.to_json(), text);
            assert_eq!(Deed::from_json(text).unwrap(), deed);
        }
    }
}
