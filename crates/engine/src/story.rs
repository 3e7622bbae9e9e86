//! What happened, told as it happens.

use serde::{Deserialize, Serialize};

/// Where [`Rules::apply`](crate::Rules::apply) tells what happened.
///
/// Play for people collects the events; play for statistics throws them away, so an event must be cheap to make: a
/// small value of ids and numbers. Words come later, from [`Rules::tell`](crate::Rules::tell).
pub trait Story<E> {
    /// Something happened.
    fn tell(&mut self, event: E);

    /// Something hidden was shown to a side that did not know it: undo may not go back past this point.
    fn reveal(&mut self) {}

    /// Whether anybody listens. Rules may skip costly detail when nobody does; the state may not depend on it.
    fn listening(&self) -> bool {
        true
    }
}

/// Nobody listens.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl<E> Story<E> for Silent {
    #[inline]
    fn tell(&mut self, _event: E) {}

    #[inline]
    fn listening(&self) -> bool {
        false
    }
}

impl<E> Story<E> for Vec<E> {
    fn tell(&mut self, event: E) {
        self.push(event);
    }
}

/// One line of the log in words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// What happened, one sentence.
    pub text: String,
    /// How much it matters: 0 a heading, 1 an ordinary line, 2 a detail under the line above.
    pub depth: u8,
    /// The arithmetic behind it, a row each: what it is, the number, the rule.
    pub sums: Vec<Sum>,
    /// The places it concerns, by the game's notation, so that a reader can be led there.
    pub places: Vec<String>,
}

/// A row of arithmetic: `flanking attack −1 (LFM-8.7)`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sum {
    /// What is counted.
    pub what: String,
    /// The number as a player reads it: `-1`, `12 SP`, `3-2`.
    pub value: String,
    /// The rule behind it.
    pub rule: String,
}

impl Line {
    /// An ordinary line.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Line {
        Line { text: text.into(), depth: 1, ..Line::default() }
    }

    /// A heading: a new turn, a new phase.
    #[must_use]
    pub fn heading(text: impl Into<String>) -> Line {
        Line { text: text.into(), depth: 0, ..Line::default() }
    }

    /// A detail under the line above.
    #[must_use]
    pub fn detail(text: impl Into<String>) -> Line {
        Line { text: text.into(), depth: 2, ..Line::default() }
    }

    /// Adds a row of arithmetic.
    #[must_use]
    pub fn sum(mut self, what: impl Into<String>, value: impl Into<String>, rule: impl Into<String>) -> Line {
        self.sums.push(Sum { what: what.into(), value: value.into(), rule: rule.into() });
        self
    }

    /// Adds a place.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Line {
        self.places.push(place.into());
        self
    }
}
