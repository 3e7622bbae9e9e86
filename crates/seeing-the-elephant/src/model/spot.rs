//! Where and how a unit stands when its owner places it.

use super::figure::{Stance, TICK, TICKS};
use super::ids::HqId;
use super::legs::{any_point, read_point, write_point};
use super::scenario::{MOST_STANDS, SeeingTheElephant};
use super::state::Formation;
use super::troops::Size;
use engine::notation::{Noun, any_number};
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::geometry::Point;
use ground::table::{Heading, in_bounds, number};

/// A place, a facing and a formation: `12.5,8>270/line4`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The middle of the front edge; of a square and of skirmishers, the middle of all.
    pub at: Point,
    /// Which way it faces.
    pub facing: Heading,
    /// How it is drawn up.
    pub formation: Formation,
    /// How many stand side by side in lines and columns; 0 where the formation alone says it.
    pub files: u8,
}

impl Spot {
    /// How a unit of so many stands would stand there.
    #[must_use]
    pub const fn stance(&self, stands: u8, size: Size) -> Stance {
        let frontage = match self.formation {
            Formation::Line | Formation::Column => self.files,
            Formation::Limbered => 1,
            _ => stands,
        };
        Stance { anchor: self.at, facing: self.facing, formation: self.formation, stands, frontage, size }
    }

    const PLAIN: [(&'static str, Formation); 4] = [
        ("square", Formation::Square),
        ("skirmish", Formation::Skirmish),
        ("limbered", Formation::Limbered),
        ("unlimbered", Formation::Unlimbered),
    ];

    fn write_formation(self) -> String {
        match self.formation {
            Formation::Line => format!("line{}", self.files),
            Formation::Column => format!("col{}", self.files),
            other => {
                let known = Spot::PLAIN.iter().find(|(_, formation)| *formation == other);
                known.map_or(String::new(), |(word, _)| (*word).to_owned())
            }
        }
    }

    fn read_formation(word: &str) -> Option<(Formation, u8)> {
        if let Some((_, formation)) = Spot::PLAIN.iter().find(|(known, _)| *known == word) {
            return Some((*formation, 0));
        }
        let files = |text: &str| text.parse().ok().filter(|files| (1..=MOST_STANDS as u8).contains(files));
        let line = word.strip_prefix("line").and_then(files).map(|files| (Formation::Line, files));
        line.or_else(|| Some((Formation::Column, word.strip_prefix("col").and_then(files)?)))
    }
}

impl Noun<SeeingTheElephant> for Spot {
    const FORM: &'static str = "X,Y>DEGREES/FORMATION";

    fn write(self, _: &SeeingTheElephant) -> String {
        let facing = number::write(self.facing.tenths().into(), 1);
        format!("{}>{facing}/{}", write_point(self.at), self.write_formation())
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Spot, Violation> {
        let parts = || {
            let (place, rest) = said.split_once('>')?;
            let (facing, formation) = rest.split_once('/')?;
            let tenths = u16::try_from(number::read(facing, 1)?).ok()?;
            let facing = Heading::new(tenths).filter(|heading| TICKS.holds(*heading))?;
            let (formation, files) = Spot::read_formation(formation)?;
            Some(Spot { at: read_point(place)?, facing, formation, files })
        };
        parts().ok_or_else(|| {
            let example = "write inches, degrees in steps of 2.5 and a formation, as in `12.5,8>270/line4`";
            Violation::form(format!("`{said}` is no place for a unit; {example}"))
        })
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        let counted = matches!(self.formation, Formation::Line | Formation::Column);
        let files = if counted { 1..=MOST_STANDS as u8 } else { 0..=0 };
        in_bounds(self.at) && TICKS.holds(self.facing) && files.contains(&self.files)
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Spot {
        let at = any_point(rules, chance);
        let facing = Heading::new(TICK * chance.draw(144, "any facing") as u16).unwrap_or_default();
        let files = 1 + chance.draw(12, "any width") as u8;
        match chance.draw(6, "any formation") {
            0 => Spot { at, facing, formation: Formation::Line, files },
            1 => Spot { at, facing, formation: Formation::Column, files },
            plain => Spot { at, facing, formation: Spot::PLAIN[plain as usize - 2].1, files: 0 },
        }
    }
}

impl Noun<SeeingTheElephant> for HqId {
    const FORM: &'static str = "HEADQUARTERS";

    fn write(self, rules: &SeeingTheElephant) -> String {
        rules.hqs.get(self.index()).map_or_else(|| format!("hq?{}", self.0), |hq| hq.tag.clone())
    }

    fn read(rules: &SeeingTheElephant, said: &str) -> Result<HqId, Violation> {
        rules.find_hq(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.hqs.iter().map(|hq| hq.tag.as_str()));
            let perhaps = engine::notation::perhaps(near);
            Violation::form(format!("there is no headquarters `{said}`{perhaps}"))
        })
    }

    fn exists(self, rules: &SeeingTheElephant) -> bool {
        self.index() < rules.hqs.len()
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> HqId {
        HqId::at(any_number(chance, rules.hqs.len(), 1 << 8))
    }
}
