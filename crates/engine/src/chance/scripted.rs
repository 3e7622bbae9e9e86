//! Dice written down beforehand.

use super::{Chance, Quick, Roll};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// Dice that fall as written: for tests and cases.
///
/// Values are faces, as a person reads a die: 1 to 6 for a six-sided die, 1 for the first of several equal outcomes.
/// A script that does not fit the draws never panics; [`finish`](Scripted::finish) says what was wrong with it.
///
/// ```
/// use engine::chance::{Chance, Scripted};
///
/// let mut dice = Scripted::new([3, 4]);
/// assert_eq!(dice.d6("fire"), 3);
/// assert_eq!(dice.d6("morale"), 4);
/// assert_eq!(dice.finish().unwrap().len(), 2);
///
/// let mut dice = Scripted::new([7]);
/// dice.d6("fire");
/// dice.d6("morale");
/// let misfits = dice.finish().unwrap_err();
/// assert_eq!(misfits[0].to_string(), "die 1 (fire) cannot show 7: it has 6 faces");
/// assert_eq!(misfits[1].to_string(), "die 2 (morale, 1 to 6) is rolled, but the script has only 1");
/// ```
#[derive(Clone, Debug)]
pub struct Scripted {
    faces: Vec<u32>,
    rolls: Vec<Roll>,
    misfits: Vec<Misfit>,
    spare: Quick,
}

/// Where a script does not fit what was rolled. Dice count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Misfit {
    /// More dice are rolled than the script has.
    RanOut {
        /// Which die of the step.
        die: usize,
        /// What it was to decide.
        purpose: Cow<'static, str>,
        /// How many faces it has.
        outcomes: u32,
        /// How many dice the script has.
        scripted: usize,
    },
    /// The die has no such face.
    NoSuchFace {
        /// Which die of the step.
        die: usize,
        /// What it was to decide.
        purpose: Cow<'static, str>,
        /// How many faces it has.
        outcomes: u32,
        /// What the script says.
        face: u32,
    },
    /// Fewer dice are rolled than the script has.
    LeftOver {
        /// How many dice were rolled.
        rolled: usize,
        /// The faces nobody rolled.
        faces: Vec<u32>,
    },
}

impl Scripted {
    /// Dice that show these faces, in this order.
    pub fn new(faces: impl IntoIterator<Item = u32>) -> Scripted {
        Scripted {
            faces: faces.into_iter().collect(),
            rolls: Vec::new(),
            misfits: Vec::new(),
            spare: Quick::new(0),
        }
    }

    /// What was rolled so far.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// Ends the script.
    ///
    /// # Errors
    ///
    /// Every place where it did not fit: dice missing, dice left over, faces that do not exist.
    pub fn finish(mut self) -> Result<Vec<Roll>, Vec<Misfit>> {
        if self.rolls.len() < self.faces.len() {
            let rolled = self.rolls.len();
            self.misfits.push(Misfit::LeftOver { rolled, faces: self.faces.split_off(rolled) });
        }
        if self.misfits.is_empty() { Ok(self.rolls) } else { Err(self.misfits) }
    }

    /// What falls where the script does not say: something that varies, so that "roll again until" comes to an end.
    fn improvise(&mut self, outcomes: u32, misfit: Misfit) -> u32 {
        self.misfits.push(misfit);
        self.spare.below(outcomes)
    }
}

impl Chance for Scripted {
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32 {
        let die = self.rolls.len() + 1;
        let purpose = Cow::Borrowed(purpose);
        let value = match self.faces.get(die - 1) {
            Some(&face) if (1..=outcomes).contains(&face) => face - 1,
            Some(&face) => {
                let purpose = purpose.clone();
                self.improvise(outcomes, Misfit::NoSuchFace { die, purpose, outcomes, face })
            }
            None => {
                let (purpose, scripted) = (purpose.clone(), self.faces.len());
                self.improvise(outcomes, Misfit::RanOut { die, purpose, outcomes, scripted })
            }
        };
        self.rolls.push(Roll { purpose, outcomes, value });
        value
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::RanOut { die, purpose, outcomes, scripted: 0 } => {
                write!(f, "die {die} ({purpose}, 1 to {outcomes}) is rolled, but no dice are scripted")
            }
            Misfit::RanOut { die, purpose, outcomes, scripted } => {
                write!(
                    f,
                    "die {die} ({purpose}, 1 to {outcomes}) is rolled, but the script has only {scripted}"
                )
            }
            Misfit::NoSuchFace { die, purpose, outcomes, face } => {
                write!(f, "die {die} ({purpose}) cannot show {face}: it has {outcomes} faces")
            }
            Misfit::LeftOver { rolled, faces } => {
                let scripted = rolled + faces.len();
                write!(f, "the dice {faces:?} are left over: {rolled} of the script's {scripted} fell")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftover_dice_are_named() {
        let mut dice = Scripted::new([1, 2, 3]);
        dice.d6("fire");
        let misfits = dice.finish().unwrap_err();
        assert_eq!(misfits, [Misfit::LeftOver { rolled: 1, faces: vec![2, 3] }]);
        assert_eq!(misfits[0].to_string(), "the dice [2, 3] are left over: 1 of the script's 3 fell");
    }

    #[test]
    fn rolling_until_doubles_ends_even_without_a_script() {
        let mut dice = Scripted::new([]);
        let rounds = (1..1_000).find(|_| dice.d6("one") == dice.d6("two"));
        assert!(rounds.is_some());
        assert!(dice.finish().is_err());
    }

    #[test]
    fn zero_is_no_face() {
        let mut dice = Scripted::new([0]);
        dice.d10("fire");
        assert!(matches!(dice.finish().unwrap_err()[0], Misfit::NoSuchFace { die: 1, face: 0, .. }));
    }
}
