//! What a plan of fire is written with: stands by their numbers, and how a unit fires.

use super::scenario::SeeingTheElephant;
use super::state::Posture;
use crate::rules::fire::stand_numbers;
use engine::notation::Noun;
use engine::{Chance, Violation};
use faults::did_you_mean;

/// Stands of a unit, numbered from the right of the front, as bits: `1-4,7`, or `all` that can.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StandSet(pub u32);

impl StandSet {
    /// All that can.
    pub const ALL: StandSet = StandSet(u32::MAX);

    /// One stand alone, counted from 0.
    #[must_use]
    pub const fn one(stand: u32) -> StandSet {
        StandSet(if stand < u32::BITS { 1 << stand } else { 0 })
    }
}

impl std::fmt::Display for StandSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == StandSet::ALL { f.write_str("all") } else { f.write_str(&stand_numbers(self.0)) }
    }
}

impl Noun<SeeingTheElephant> for StandSet {
    const FORM: &'static str = "STANDS";

    fn write(self, _: &SeeingTheElephant) -> String {
        self.to_string()
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<StandSet, Violation> {
        if said.eq_ignore_ascii_case("all") {
            return Ok(StandSet::ALL);
        }
        let wrong = || Violation::form(format!("`{said}` names no stands: write `1-4,7` or `all`"));
        let number = |text: &str| {
            text.parse::<u32>().ok().filter(|stand| (1..=u32::BITS).contains(stand)).ok_or_else(wrong)
        };
        let mut bits = 0;
        for part in said.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(wrong());
            }
            bits |= (first..=last).fold(0, |bits, stand| bits | 1 << (stand - 1));
        }
        Ok(StandSet(bits))
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        self.0 != 0
    }

    fn any(_: &SeeingTheElephant, chance: &mut dyn Chance) -> StandSet {
        match chance.draw(4, "any stands") {
            0 => StandSet::ALL,
            1 => StandSet(chance.draw(1 << 16, "any stands")),
            _ => StandSet::one(chance.draw(16, "any stand")),
        }
    }
}

/// What a unit does in its fire phase (STE-FIRE-1, STE-FIRE-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effort {
    /// It fires at full effect and stays.
    Full,
    /// It fires at reduced effect and may move by half.
    Reduced,
    /// Guns: they fire at reduced effect and may prolong.
    Prolong,
    /// It holds its fire.
    Hold,
}

impl Effort {
    const ALL: [(Effort, &'static str); 4] = [
        (Effort::Full, "full"),
        (Effort::Reduced, "reduced"),
        (Effort::Prolong, "prolong"),
        (Effort::Hold, "hold"),
    ];

    /// What is kept of it.
    #[must_use]
    pub const fn posture(self) -> Posture {
        match self {
            Effort::Full => Posture::Full,
            Effort::Reduced | Effort::Prolong => Posture::Reduced,
            Effort::Hold => Posture::Hold,
        }
    }
}

impl Noun<SeeingTheElephant> for Effort {
    const FORM: &'static str = "full|reduced|prolong|hold";

    fn write(self, _: &SeeingTheElephant) -> String {
        Effort::ALL[self as usize].1.to_owned()
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Effort, Violation> {
        let found = Effort::ALL.into_iter().find(|(_, word)| word.eq_ignore_ascii_case(said));
        found.map(|(effort, _)| effort).ok_or_else(|| {
            let near = did_you_mean(said, Effort::ALL.iter().map(|(_, word)| *word));
            Violation::form(format!("`{said}` is no way to fire{}", engine::notation::perhaps(near)))
        })
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        true
    }

    fn any(_: &SeeingTheElephant, chance: &mut dyn Chance) -> Effort {
        Effort::ALL[chance.draw(4, "any way to fire") as usize].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::position;

    #[test]
    fn stands_are_read_as_they_are_written() {
        let (rules, _) = position("union = [\"A: INF8 at 20,10\"]");
        for (bits, text) in
            [(0b1, "1"), (0b1111, "1-4"), (0b101_0111, "1-3,5,7"), (u32::MAX, "all"), (1 << 31, "32")]
        {
            assert_eq!(StandSet(bits).write(&rules), text);
            assert_eq!(StandSet::read(&rules, text), Ok(StandSet(bits)));
        }
        for text in ["0", "33", "4-2", "", "1-", "x", "1,,2", "-3"] {
            assert!(StandSet::read(&rules, text).is_err(), "{text}");
        }
    }
}
