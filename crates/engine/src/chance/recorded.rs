//! Remembering what was rolled.

use super::Chance;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One draw: what for, out of how many, and what was shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Roll {
    /// What it decided.
    pub purpose: Cow<'static, str>,
    /// How many outcomes were equally likely.
    pub outcomes: u32,
    /// What a player reads: the face of a die; of other equal chances which it was, counted from 1.
    pub face: u32,
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
        self.rolls.push(Roll { purpose: Cow::Borrowed(purpose), outcomes, face: value + 1 });
        value
    }

    fn faced(&mut self, faces: &'static [u8], purpose: &'static str) -> u8 {
        let face = self.source.faced(faces, purpose);
        let (purpose, outcomes) = (Cow::Borrowed(purpose), faces.len() as u32);
        self.rolls.push(Roll { purpose, outcomes, face: face.into() });
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{AVERAGE, D10_FROM_ZERO, Quick, Scripted};

    #[test]
    fn draws_pass_through_unchanged() {
        let mut plain = Quick::new(2);
        let mut source = Quick::new(2);
        let mut recorded = Recorded::new(&mut source as &mut dyn Chance);
        let drawn: Vec<u32> = (0..10).map(|_| recorded.draw(6, "fire")).collect();
        assert_eq!(drawn, (0..10).map(|_| plain.draw(6, "fire")).collect::<Vec<_>>());
        let shown: Vec<u32> = recorded.into_rolls().iter().map(|roll| roll.face).collect();
        assert_eq!(shown, drawn.iter().map(|value| value + 1).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_remembered_is_what_was_read() {
        let mut script = Scripted::new([0, 4, 2]);
        let mut recorded = Recorded::new(&mut script);
        recorded.faced(D10_FROM_ZERO, "morale");
        recorded.faced(AVERAGE, "march");
        recorded.d6("fire");
        let rolls = recorded.into_rolls();
        let read: Vec<_> =
            rolls.iter().map(|roll| (roll.purpose.as_ref(), roll.outcomes, roll.face)).collect();
        assert_eq!(read, [("morale", 10, 0), ("march", 6, 4), ("fire", 6, 2)]);
        assert_eq!(script.finish().as_deref(), Ok(&rolls[..]));
    }
}
