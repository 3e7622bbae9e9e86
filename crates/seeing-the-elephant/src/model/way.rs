//! Ways: which way a unit goes, before it is said how far (G-17).

use super::ids::UnitId;
use super::scenario::{MOST_STANDS, SeeingTheElephant};
use super::state::Formation;
use engine::notation::{Noun, Words};
use engine::scene::Target;
use engine::{Chance, Violation};
use serde::{Deserialize, Serialize};

/// Which way a unit goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Straight ahead.
    Ahead,
    /// Straight ahead, to a good range of this enemy.
    Near(UnitId),
    /// Straight ahead, behind the first cover.
    Cover,
    /// Ahead and to the left, facing as before.
    Left,
    /// Ahead and to the right, facing as before.
    Right,
    /// Round to this enemy, and at him.
    Turn(UnitId),
    /// Round to a place off this enemy's left flank.
    FlankLeft(UnitId),
    /// Round to a place off his right flank.
    FlankRight(UnitId),
    /// Round to the nearest place that is worth points.
    Objective,
    /// Away: about, and back.
    Withdraw,
    /// Into line, this wide.
    Line(u8),
    /// Into column, this wide.
    Column(u8),
    /// Guns are made ready to fire.
    Unlimber,
    /// Cavalry dismounts.
    Dismount,
    /// Cavalry mounts.
    Mount,
    /// Everybody lies down.
    Prone,
    /// As this unit went before.
    Like(UnitId),
    /// Loose stands go all the same way: so many eighths of a circle from north.
    Toward(u8),
    /// Loose stands lie down in rows where they are.
    Rows,
    /// Skirmishers fall in with their unit.
    Recall,
}

/// The ways that are one word.
const PLAIN: [(Way, &str); 12] = [
    (Way::Ahead, "ahead"),
    (Way::Cover, "cover"),
    (Way::Left, "left"),
    (Way::Right, "right"),
    (Way::Objective, "objective"),
    (Way::Withdraw, "withdraw"),
    (Way::Unlimber, "unlimber"),
    (Way::Dismount, "dismount"),
    (Way::Mount, "mount"),
    (Way::Prone, "prone"),
    (Way::Rows, "rows"),
    (Way::Recall, "recall"),
];

/// The points of the compass, by eighths.
const POINTS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

impl Way {
    /// The unit it is about.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Way::Near(unit) | Way::Turn(unit) | Way::Like(unit) => Some(unit),
            Way::FlankLeft(unit) | Way::FlankRight(unit) => Some(unit),
            _ => None,
        }
    }

    /// A formation taken up on the way.
    #[must_use]
    pub const fn form(formation: Formation, frontage: u8) -> Way {
        if matches!(formation, Formation::Column) { Way::Column(frontage) } else { Way::Line(frontage) }
    }

    /// What a unit does, after "it goes".
    #[must_use]
    pub fn phrase(self, rules: &SeeingTheElephant) -> String {
        let name = |unit: UnitId| rules.units.get(unit.index()).map_or("?", |unit| unit.name.as_str());
        match self {
            Way::Ahead => "straight ahead".to_owned(),
            Way::Near(unit) => format!("within range of {}", name(unit)),
            Way::Cover => "behind the next cover".to_owned(),
            Way::Left => "ahead and to the left".to_owned(),
            Way::Right => "ahead and to the right".to_owned(),
            Way::Turn(unit) => format!("toward {}", name(unit)),
            Way::FlankLeft(unit) => format!("round the left flank of {}", name(unit)),
            Way::FlankRight(unit) => format!("round the right flank of {}", name(unit)),
            Way::Objective => "toward the nearest objective".to_owned(),
            Way::Withdraw => "back".to_owned(),
            Way::Line(files) => format!("into a line {files} wide"),
            Way::Column(files) => format!("into a column {files} wide"),
            Way::Unlimber => "into battery, unlimbered".to_owned(),
            Way::Dismount => "on foot, dismounted".to_owned(),
            Way::Mount => "on horseback, mounted".to_owned(),
            Way::Prone => "prone".to_owned(),
            Way::Like(unit) => format!("as {} went", name(unit)),
            Way::Toward(eighth) => format!("to the {}", POINTS[usize::from(eighth % 8)]),
            Way::Rows => "into rows".to_owned(),
            Way::Recall => "in to its unit".to_owned(),
        }
    }
}

impl Noun<SeeingTheElephant> for Way {
    const FORM: &'static str = "WAY";
    const WORDS: Words = Words::Many;

    fn write(self, rules: &SeeingTheElephant) -> String {
        let tag = |unit: UnitId| unit.write(rules);
        match self {
            Way::Near(unit) => format!("near {}", tag(unit)),
            Way::Turn(unit) => format!("turn {}", tag(unit)),
            Way::FlankLeft(unit) => format!("flank {} left", tag(unit)),
            Way::FlankRight(unit) => format!("flank {} right", tag(unit)),
            Way::Like(unit) => format!("like {}", tag(unit)),
            Way::Line(files) => format!("form line{files}"),
            Way::Column(files) => format!("form col{files}"),
            Way::Toward(eighth) => {
                format!("toward {}", POINTS.get(usize::from(eighth)).copied().unwrap_or("?"))
            }
            _ => PLAIN.iter().find(|(way, _)| *way == self).map_or("?", |(_, word)| word).to_owned(),
        }
    }

    fn read(rules: &SeeingTheElephant, said: &str) -> Result<Way, Violation> {
        let lower = said.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let unknown = || {
            let text = format!(
                "`{said}` is no way; ways are such as `ahead`, `left`, `turn 7tn`, `flank 7tn left`, `form col2`"
            );
            Violation::form(text)
        };
        let unit = |tag: &str| UnitId::read(rules, tag);
        Ok(match words[..] {
            ["near", tag] => Way::Near(unit(tag)?),
            ["turn", tag] => Way::Turn(unit(tag)?),
            ["flank", tag, "left"] => Way::FlankLeft(unit(tag)?),
            ["flank", tag, "right"] => Way::FlankRight(unit(tag)?),
            ["like", tag] => Way::Like(unit(tag)?),
            ["form", drill] => {
                let files = |word: &str| drill.strip_prefix(word).and_then(|files| files.parse().ok());
                let line = files("line").map(Way::Line);
                line.or_else(|| files("col").map(Way::Column)).ok_or_else(unknown)?
            }
            ["toward", point] => {
                let eighth = POINTS.iter().position(|known| *known == point).ok_or_else(unknown)?;
                Way::Toward(eighth as u8)
            }
            [word] => {
                PLAIN.iter().find(|(_, known)| *known == word).map(|(way, _)| *way).ok_or_else(unknown)?
            }
            _ => return Err(unknown()),
        })
    }

    fn exists(self, rules: &SeeingTheElephant) -> bool {
        match self {
            Way::Line(files) | Way::Column(files) => (1..=MOST_STANDS).contains(&usize::from(files)),
            Way::Toward(eighth) => usize::from(eighth) < POINTS.len(),
            _ => self.unit().is_none_or(|unit| unit.exists(rules)),
        }
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Way {
        let unit = UnitId::any(rules, chance);
        let number = chance.draw(10, "any number of a way") as u8;
        match chance.draw(PLAIN.len() as u32 + 8, "any way") as usize {
            0 => Way::Near(unit),
            1 => Way::Turn(unit),
            2 => Way::FlankLeft(unit),
            3 => Way::FlankRight(unit),
            4 => Way::Like(unit),
            5 => Way::Line(number),
            6 => Way::Column(number),
            7 => Way::Toward(number),
            plain => PLAIN[plain - 8].0,
        }
    }

    fn target(self, rules: &SeeingTheElephant) -> Option<Target> {
        self.unit().and_then(|unit| unit.target(rules))
    }
}
