//! A meeting engagement: two armies raised by dice from a seed (STE-RND, M-7, R-116), as an order of battle would have
//! them.
//!
//! `docs/decisions/meetings-by-seed.md` says why the seed is the scenario's and not the table's.

use super::muster::{Draft, History, HqDraft, OfficerDraft};
use crate::model::options::Options;
use crate::model::scale::Scale;
use crate::model::scenario::Level;
use crate::model::troops::{Arm, Grade, Weapon};
use crate::rules::forces::{Army, Battery, Terms};
use crate::rules::officers::usual_rating;
use engine::Side;
use engine::chance::{Seed, Seeded};
use serde::Deserialize;

/// A meeting as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeetingFile {
    /// Which of all meetings: the same seed raises the same armies.
    pub seed: u64,
    /// Whether both sides have the same number of brigades (M-7).
    #[serde(default)]
    mirror: bool,
}

impl MeetingFile {
    /// The armies of a seed.
    pub fn raise(&self, seed: u64, scale: Scale, options: &Options) -> History {
        let mut chance = Seeded::new(Seed::from(seed));
        let terms = Terms { side: Side::Union, scale, options, brigades: None };
        // the side listed first, then the other.
        let union = terms.raise(&mut chance);
        let same: usize = union.divisions.iter().map(|division| division.brigades.len()).sum();
        let brigades = self.mirror.then_some(same as u8);
        let confederate = Terms { side: Side::Confederate, brigades, ..terms }.raise(&mut chance);
        let mut history = History::default();
        for (side, army) in [(Side::Union, union), (Side::Confederate, confederate)] {
            Roll { side, scale, options, history: &mut history }.enlist(&army);
        }
        history
    }
}

/// An army being written down.
struct Roll<'a> {
    side: Side,
    scale: Scale,
    options: &'a Options,
    history: &'a mut History,
}

impl Roll<'_> {
    /// `u` and `c`, with which tags begin.
    const fn letter(&self) -> char {
        if matches!(self.side, Side::Union) { 'u' } else { 'c' }
    }

    fn enlist(&mut self, army: &Army) {
        let (side, letter) = (self.side, self.letter());
        let mut number = 0;
        for (at, division) in army.divisions.iter().enumerate() {
            let over = format!("{letter}d{}", at + 1);
            let called = format!("{} {side} Division", ordinal(at + 1));
            self.post(&over, &called, Level::Division, None);
            for brigade in &division.brigades {
                number += 1;
                let brigade_name = format!("{} {side} Brigade", ordinal(number));
                let arm = if brigade.cavalry { Arm::Cavalry } else { Arm::Infantry };
                let tag = format!("{}{number}", letter.to_ascii_uppercase());
                // At brigade scale a brigade is a unit under its division (M-7).
                if !self.scale.is_regimental() {
                    for regiment in &brigade.regiments {
                        let weapons = vec![regiment.weapon; regiment.stands.into()];
                        self.unit(tag.clone(), brigade_name.clone(), arm, weapons, regiment.grade, &over);
                    }
                    self.wagon(&tag, &brigade_name, &over);
                    continue;
                }
                let post = format!("{letter}b{number}");
                self.post(&post, &brigade_name, Level::Brigade, Some(&over));
                let kind = if brigade.cavalry { "Cavalry" } else { "Infantry" };
                for (at, regiment) in brigade.regiments.iter().enumerate() {
                    let name = format!("{} {kind}, {brigade_name}", ordinal(at + 1));
                    let weapons = vec![regiment.weapon; regiment.stands.into()];
                    self.unit(format!("{tag}-{}", at + 1), name, arm, weapons, regiment.grade, &post);
                }
                if let Some(battery) = brigade.guns {
                    self.guns(&tag, &brigade_name, battery, &post);
                }
                self.wagon(&tag, &brigade_name, &post);
            }
            for (at_battery, battery) in division.guns.iter().enumerate() {
                let tag = format!("{}D{}{}", letter.to_ascii_uppercase(), at + 1, letters(at_battery));
                self.guns(&tag, &called, *battery, &over);
            }
        }
    }

    /// A headquarters and its commander, with the rating of his post (M-7).
    fn post(&mut self, tag: &str, name: &str, level: Level, above: Option<&str>) {
        let above = above.map(str::to_owned);
        let post = HqDraft { tag: tag.to_owned(), name: name.to_owned(), side: self.side, level, above };
        self.history.hqs.push(post);
        self.history.officers.push(OfficerDraft {
            tag: format!("{tag}-general"),
            name: format!("the commander of the {name}"),
            hq: tag.to_owned(),
            rating: usual_rating(level),
        });
    }

    /// The guns of a headquarters in units of two; an odd one makes three (M-7).
    fn guns(&mut self, of: &str, name: &str, battery: Battery, hq: &str) {
        let arm = if battery.horse { Arm::HorseArtillery } else { Arm::FieldArtillery };
        for (at, guns) in battery.units().enumerate() {
            let weapons = vec![battery.weapon; guns.into()];
            let called = format!("{} Section, {name}", ordinal(at + 1));
            self.unit(format!("{of}-G{}", at + 1), called, arm, weapons, battery.grade, hq);
        }
    }

    /// A wagon for each brigade where ammunition may run out (M-7).
    fn wagon(&mut self, of: &str, name: &str, hq: &str) {
        if self.options.out_of_ammunition {
            let wagon = (format!("{of}-W"), format!("the wagons of the {name}"));
            self.add(wagon, Arm::Wagon, 1, Vec::new(), Grade::Regular, hq);
        }
    }

    fn unit(&mut self, tag: String, name: String, arm: Arm, weapons: Vec<Weapon>, grade: Grade, hq: &str) {
        self.add((tag, name), arm, weapons.len() as u8, weapons, grade, hq);
    }

    fn add(
        &mut self,
        (tag, name): (String, String),
        arm: Arm,
        stands: u8,
        weapons: Vec<Weapon>,
        grade: Grade,
        hq: &str,
    ) {
        let (side, hq) = (self.side, hq.to_owned());
        self.history.drafts.push(Draft { tag, name, side, arm, stands, weapons, grade, hq, arrival: None });
    }
}

/// `1st`, `2nd` … of numbers that armies have.
fn ordinal(number: usize) -> String {
    let ending = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// `A`, `B` …
fn letters(number: usize) -> char {
    (b'A' + number.min(25) as u8) as char
}
