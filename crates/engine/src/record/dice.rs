//! The dice of a record: every draw of its game, in the order in which they fell.

use super::{Mismatch, Record, replay::replay_on};
use crate::Rules;
use crate::chance::{AVERAGE, Chance, D10_FROM_ZERO, Seeded};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throw {
    /// At which action, counted from 1; 0 is the set-up.
    pub action: usize,
    /// What it decided.
    pub purpose: String,
    /// What was thrown.
    pub die: Die,
    /// What it showed.
    pub face: u32,
}

/// What was thrown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Die {
    /// So many equal outcomes, counted from 1: a die, or one of so many cards.
    Counted(u32),
    /// A die with these faces: [`D10_FROM_ZERO`] or [`AVERAGE`].
    Faced(Vec<u8>),
}

impl Die {
    /// What it shows when the number drawn is this one; `None` if it has no such side.
    #[must_use]
    pub fn face(&self, drawn: u32) -> Option<u32> {
        match self {
            Die::Counted(outcomes) => (drawn < *outcomes).then(|| drawn + 1),
            Die::Faced(faces) => faces.get(drawn as usize).map(|&face| u32::from(face)),
        }
    }

    /// How many sides it has.
    #[must_use]
    pub fn outcomes(&self) -> u32 {
        match self {
            Die::Counted(outcomes) => *outcomes,
            Die::Faced(faces) => faces.len() as u32,
        }
    }

    /// Whether it has a side with this face.
    #[must_use]
    pub fn shows(&self, face: u32) -> bool {
        match self {
            Die::Counted(outcomes) => (1..=*outcomes).contains(&face),
            Die::Faced(faces) => faces.iter().any(|&side| u32::from(side) == face),
        }
    }

    /// Why there is no such die, if there is none: whoever could make up its faces could make up what it shows.
    pub(super) fn fault(&self) -> Option<&'static str> {
        match self {
            Die::Counted(0) => Some("a die has a side at least"),
            Die::Counted(_) => None,
            Die::Faced(faces) if [D10_FROM_ZERO, AVERAGE].contains(&faces.as_slice()) => None,
            Die::Faced(_) => Some("dice with faces of their own show 0 to 9, or 2, 3, 3, 4, 4, 5"),
        }
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Throw { action, purpose, die, face } = self;
        write!(f, "`{purpose}`, {face} of {} outcomes, ", die.outcomes())?;
        if *action == 0 { f.write_str("in the set-up") } else { write!(f, "at action {action}") }
    }
}

/// Passes draws on and writes them down.
pub(crate) struct Thrown<'a, C> {
    source: &'a mut C,
    /// The action that is carried out.
    pub action: usize,
    pub throws: Vec<Throw>,
}

impl<'a, C: Chance> Thrown<'a, C> {
    pub fn new(source: &'a mut C) -> Thrown<'a, C> {
        Thrown { source, action: 0, throws: Vec::new() }
    }

    fn note(&mut self, purpose: &str, die: Die, face: u32) {
        self.throws.push(Throw { action: self.action, purpose: purpose.to_owned(), die, face });
    }
}

impl<C: Chance> Chance for Thrown<'_, C> {
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32 {
        let value = self.source.draw(outcomes, purpose);
        self.note(purpose, Die::Counted(outcomes), value + 1);
        value
    }

    fn faced(&mut self, faces: &'static [u8], purpose: &'static str) -> u8 {
        let face = self.source.faced(faces, purpose);
        self.note(purpose, Die::Faced(faces.to_vec()), face.into());
        face
    }
}

impl Record {
    /// The same record with every draw of its game, for whoever checks the dice without knowing the rules. The game is
    /// played again for it.
    ///
    /// # Errors
    ///
    /// What does not agree, and at which action.
    pub fn with_dice<R: Rules>(mut self, rules: &R) -> Result<Record, Mismatch> {
        self.belongs_to(&rules.identity())?;
        let terms = self.terms().ok_or(Mismatch::NoSeed)?;
        let mut stream = Seeded::new(terms.dice());
        let mut thrown = Thrown::new(&mut stream);
        replay_on(rules, &self, None, &mut thrown, |thrown, action| thrown.action = action)?;
        self.dice = Some(thrown.throws);
        Ok(self)
    }
}
