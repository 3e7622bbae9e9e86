//! Dice written down beforehand.

use super::{Chance, Quick, Roll};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// Dice that fall as written: for tests and cases.
///
/// Values are faces, as a person reads a die: 1 to 6 for a six-sided die, 0 to 9 for one that begins at zero, 1 for the
/// first of several equal outcomes.
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
/// assert_eq!(misfits[0].to_string(), "die 1 (fire) cannot show 7: it shows 1 to 6");
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
        /// What it can show.
        faces: Faces,
        /// How many dice the script has.
        scripted: usize,
    },
    /// The die has no such face.
    NoSuchFace {
        /// Which die of the step.
        die: usize,
        /// What it was to decide.
        purpose: Cow<'static, str>,
        /// What it can show.
        faces: Faces,
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

/// What a die can show.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Faces {
    /// So many equal chances, counted from 1.
    UpTo(u32),
    /// Faces of its own.
    Own(&'static [u8]),
}

impl Faces {
    fn count(self) -> u32 {
        match self {
            Faces::UpTo(outcomes) => outcomes,
            Faces::Own(faces) => faces.len() as u32,
        }
    }

    /// Of equal faces, the first.
    fn place_of(self, face: u32) -> Option<u32> {
        match self {
            Faces::UpTo(outcomes) => (1..=outcomes).contains(&face).then(|| face - 1),
            Faces::Own(faces) => {
                faces.iter().position(|&own| u32::from(own) == face).map(|place| place as u32)
            }
        }
    }

    fn at(self, place: u32) -> u32 {
        match self {
            Faces::UpTo(_) => place + 1,
            Faces::Own(faces) => faces[place as usize].into(),
        }
    }

    /// Whether each face is one more than the one before.
    fn is_row(self) -> bool {
        (1..self.count()).all(|place| self.at(place) == self.at(place - 1) + 1)
    }
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

    /// Which of its faces the next die shows.
    fn next(&mut self, faces: Faces, purpose: &'static str) -> u32 {
        let die = self.rolls.len() + 1;
        let purpose = Cow::Borrowed(purpose);
        let written = self.faces.get(die - 1).copied();
        let place = written.and_then(|face| faces.place_of(face)).unwrap_or_else(|| {
            let (purpose, scripted) = (purpose.clone(), self.faces.len());
            self.misfits.push(match written {
                Some(face) => Misfit::NoSuchFace { die, purpose, faces, face },
                None => Misfit::RanOut { die, purpose, faces, scripted },
            });
            // Something that varies, so that "roll again until" comes to an end.
            self.spare.below(faces.count())
        });
        self.rolls.push(Roll { purpose, outcomes: faces.count(), face: faces.at(place) });
        place
    }
}

impl Chance for Scripted {
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32 {
        self.next(Faces::UpTo(outcomes), purpose)
    }

    fn faced(&mut self, faces: &'static [u8], purpose: &'static str) -> u8 {
        faces[self.next(Faces::Own(faces), purpose) as usize]
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Faces::UpTo(outcomes) => write!(f, "1 to {outcomes}"),
            Faces::Own([first, .., last]) if self.is_row() => write!(f, "{first} to {last}"),
            Faces::Own(faces) => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                f.write_str(&faces.join(" "))
            }
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::RanOut { die, purpose, faces, scripted: 0 } => {
                write!(f, "die {die} ({purpose}, {faces}) is rolled, but no dice are scripted")
            }
            Misfit::RanOut { die, purpose, faces, scripted } => {
                write!(f, "die {die} ({purpose}, {faces}) is rolled, but the script has only {scripted}")
            }
            Misfit::NoSuchFace { die, purpose, faces, face } => {
                write!(f, "die {die} ({purpose}) cannot show {face}: it shows {faces}")
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
    use crate::chance::{AVERAGE, D10_FROM_ZERO};

    #[test]
    fn dice_with_their_own_faces_are_scripted_as_they_are_read() {
        let mut dice = Scripted::new([0, 9, 3, 5]);
        let read = [D10_FROM_ZERO, D10_FROM_ZERO, AVERAGE, AVERAGE].map(|faces| dice.faced(faces, "test"));
        assert_eq!(read, [0, 9, 3, 5]);
        let shown: Vec<u32> = dice.finish().unwrap().iter().map(|roll| roll.face).collect();
        assert_eq!(shown, [0, 9, 3, 5]);
    }

    #[test]
    fn a_face_that_a_die_does_not_have_is_answered_with_those_it_has() {
        let mut dice = Scripted::new([10, 6]);
        for faces in [D10_FROM_ZERO, AVERAGE, AVERAGE] {
            let shown = dice.faced(faces, "test");
            assert!(faces.contains(&shown), "what is made up is one of the faces");
        }
        let told: Vec<String> = dice.finish().unwrap_err().iter().map(Misfit::to_string).collect();
        assert_eq!(
            told,
            [
                "die 1 (test) cannot show 10: it shows 0 to 9",
                "die 2 (test) cannot show 6: it shows 2 3 3 4 4 5",
                "die 3 (test, 2 3 3 4 4 5) is rolled, but the script has only 2",
            ]
        );
    }

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
