//! Reactions: questions in the other side's turn of which nobody may learn a hand.
//!
//! A reaction is put to a side whenever, *as far as anybody can know*, it could answer: public facts alone decide that.
//! Whoever holds nothing is asked the same and lets it pass. So neither the question nor who is waited for tells what
//! is held; that the time does not tell it either is the table's business, which gives a reaction a pause.
//!
//! A rule set says which of its pending questions are reactions ([`Rules::reaction`](crate::Rules::reaction)) and of
//! which kinds they are ([`Rules::reactions`](crate::Rules::reactions)); the table does the rest. Why it is so:
//! `docs/decisions/reactions-that-tell-nothing.md`.

use serde::{Deserialize, Serialize};

/// What is special about a pending question that is a reaction. Its kind is the rule it comes from
/// ([`Question::rule`](crate::Question::rule)).
#[derive(Clone, PartialEq, Debug)]
pub struct Reaction<A> {
    /// The answer that lets it pass: listed and legal whatever the side holds.
    pub pass: A,
    /// The units it is about, by their names in scenes: somebody may let a kind of question pass for some of them.
    pub units: Vec<String>,
}

impl<A> Reaction<A> {
    /// A reaction that this answer lets pass, about one unit.
    pub fn about(unit: impl Into<String>, pass: A) -> Reaction<A> {
        Reaction { pass, units: vec![unit.into()] }
    }

    /// The same with the answer in another form.
    pub fn map<B>(self, form: impl FnOnce(A) -> B) -> Reaction<B> {
        Reaction { pass: form(self.pass), units: self.units }
    }
}

/// A kind of reaction that a game knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReactionKind {
    /// The rule that such questions come from.
    pub rule: String,
    /// What it is called: "Fire at a picket that moved".
    pub name: String,
    /// Whether it is asked from the beginning; otherwise it is let pass until somebody arms it.
    pub armed: bool,
}

impl ReactionKind {
    /// A kind that is asked from the beginning.
    #[must_use]
    pub fn asked(rule: &str, name: &str) -> ReactionKind {
        ReactionKind { rule: rule.to_owned(), name: name.to_owned(), armed: true }
    }

    /// A kind that is let pass until it is armed: one that would be asked too often.
    #[must_use]
    pub fn until_armed(rule: &str, name: &str) -> ReactionKind {
        ReactionKind { armed: false, ..ReactionKind::asked(rule, name) }
    }
}
