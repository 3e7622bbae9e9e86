//! Remembering what was rolled.

use super::Chance;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One draw: what for, out of how many, and what came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Roll {
    /// What it decided.
    pub purpose: Cow<'static, str>,
    /// How many outcomes were equally likely.
    pub outcomes: u32,
    /// Which came, from 0.
    pub value: u32,
}

impl Roll {
    /// What the die shows: outcomes counted from 1.
    #[must_use]
    pub const fn face(&self) -> u32 {
        self.value + 1
    }
}

/// Passes every draw on to another source and remembers it: for showing the dice, and for knowing whether any fell.
pub struct Recorded<'a, C: ?Sized> {
    source: &'a mut C,
    rolls: Vec<Roll>,
}

impl<'a, C: Chance + ?Sized> Recorded<'a, C> {
    /// Records what is drawn from `source` from now on.
    pub fn new(source: &'a mut C) -> Self {
        Recorded { source, rolls: Vec::new() }
    }

    /// What was drawn so far.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// What was drawn.
    #[must_use]
    pub fn into_rolls(self) -> Vec<Roll> {
        self.rolls
    }
}

impl<C: Chance + ?Sized> Chance for Recorded<'_, C> {
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32 {
        let value = self.source.draw(outcomes, purpose);
        self.rolls.push(Roll { purpose: Cow::Borrowed(purpose), outcomes, value });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Quick;

    #[test]
    fn draws_pass_through_unchanged() {
        let mut plain = Quick::new(2);
        let mut source = Quick::new(2);
        let mut recorded = Recorded::new(&mut source as &mut dyn Chance);
        let faces: Vec<u32> = (0..10).map(|_| recorded.draw(6, "fire")).collect();
        assert_eq!(faces, (0..10).map(|_| plain.draw(6, "fire")).collect::<Vec<_>>());
        assert_eq!(recorded.into_rolls().iter().map(|roll| roll.value).collect::<Vec<_>>(), faces);
    }
}
