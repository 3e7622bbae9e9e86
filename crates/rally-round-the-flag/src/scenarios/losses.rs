//! Files of losses: what a battle of a campaign has left, for the campaign and for the next battle.

use super::GAME;
use super::scenario::{Opening, Scenario};
use crate::field::transfer::{ByKind, Circles, FOOT, Fate, HOLDERS, Level, MOUNTED, marked_after, settle};
use crate::model::ids::StandId;
use crate::model::numbers::Gravestones;
use faults::{Faults, Head, Source, Texts, Words, read_toml};
use serde::Deserialize;
use std::fmt::Write as _;

/// What a battle has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Losses {
    /// The battle.
    pub battle: String,
    /// What a stand of the campaign is.
    pub level: Level,
    /// The campaign's stands, by their ids: the marks each bears now, or that it is removed (RRF-XFR-9).
    pub units: Vec<(String, Option<ByKind<u16>>)>,
    /// Regiments and batteries, by their ids: the circles marked on each.
    pub regiments: Vec<(String, Left)>,
    /// Gravestones of Generals, by the ids of their headquarters.
    pub generals: Vec<(String, u8)>,
}

/// What is left of a regiment or battery.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// Circles marked.
    pub marked: ByKind<u8>,
    /// Of a battery, whether its circle was marked by the campaign.
    pub by_campaign: bool,
}

/// A file of losses as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LossesFile {
    #[serde(rename = "game")]
    _game: Option<String>,
    #[serde(rename = "holds")]
    _holds: Option<String>,
    battle: String,
    level: WrittenLevel,
    #[serde(default)]
    units: Texts,
    #[serde(default)]
    regiments: Texts,
    #[serde(default)]
    generals: Texts,
}

/// The level of a campaign as written.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WrittenLevel {
    /// A stand is a brigade.
    Division,
    /// A stand is a division.
    Corps,
}

impl From<WrittenLevel> for Level {
    fn from(written: WrittenLevel) -> Level {
        match written {
            WrittenLevel::Division => Level::Division,
            WrittenLevel::Corps => Level::Corps,
        }
    }
}

/// Reads a file of losses.
///
/// # Errors
///
/// Every fault, with its line and what would be right.
pub fn read(source: &Source) -> Result<Losses, Faults> {
    let mut faults = Faults::new(source);
    let head = Head::of(source);
    head.must_say("game", GAME, &mut faults);
    if head.text("holds").is_some_and(|holds| holds != "losses") {
        faults.add(head.place("holds"), "this holds no losses").hint("write `holds = \"losses\"`");
    }
    let file: LossesFile = match read_toml(source) {
        Ok(file) => file,
        Err(others) => {
            faults.absorb(others);
            return Err(faults);
        }
    };
    let mut losses = Losses {
        battle: file.battle,
        level: file.level.into(),
        units: Vec::new(),
        regiments: Vec::new(),
        generals: Vec::new(),
    };
    let units = entries(&file.units, "cs-archer: bears 2", &mut faults, |words, faults| {
        if words.takes("removed") {
            return Some(None);
        }
        words.takes("bears").then(|| by_kind(words, faults, u16::MAX).map(Some))?
    });
    losses.units = units;
    losses.regiments = entries(&file.regiments, "cs-13al: marked 2", &mut faults, |words, faults| {
        let marked = words.takes("marked").then(|| by_kind(words, faults, 12))??;
        let by_campaign = words.takes_all(&["by", "campaign"]);
        Some(Left { marked: marked.map(|circles| circles as u8), by_campaign })
    });
    losses.generals = entries(&file.generals, "cs-archer: gravestones 1", &mut faults, |words, faults| {
        words.takes("gravestones").then(|| {
            let read = |word: &str| word.parse().ok().filter(|stones| (1..=2).contains(stones));
            words.read(faults, "write 1 or 2", read)
        })?
    });
    faults.into_result(losses)
}

/// Lines with an id and something about it; an id that is there twice is a fault.
fn entries<T>(
    lines: &Texts,
    example: &str,
    faults: &mut Faults,
    mut read: impl FnMut(&mut Words<'_>, &mut Faults) -> Option<T>,
) -> Vec<(String, T)> {
    let mut found: Vec<(String, T)> = Vec::new();
    for line in lines {
        let Some((name, mut words)) = Words::named(line, faults, example) else { continue };
        let before = faults.len();
        let value = read(&mut words, faults);
        if value.is_none() && faults.len() == before {
            words.fault(faults, &format!("write it like `{example}`"));
            continue;
        }
        if faults.len() == before {
            words.over(faults, &[]);
        }
        if found.iter().any(|(other, _)| other == name.text) {
            faults.add(name.place, format!("`{}` is there twice", name.text)).hint("keep one line");
        } else if let Some(value) = value {
            found.push((name.text.to_owned(), value));
        }
    }
    found
}

/// One number for who is on foot, or three with strokes between them: `2`, `2/1/0` (RRF-XFR-6).
pub fn by_kind(words: &mut Words<'_>, faults: &mut Faults, most: u16) -> Option<ByKind<u16>> {
    let wanted = "write a number, or on foot, mounted and holders as in `2/1/0`";
    words.read(faults, wanted, |word| {
        let mut numbers = [0; 3];
        for (kind, number) in word.split('/').enumerate() {
            *numbers.get_mut(kind)? = number.parse().ok().filter(|number| *number <= most)?;
        }
        Some(numbers)
    })
}

fn kinds_text<T: Copy + Into<u16>>(numbers: ByKind<T>) -> String {
    let [foot, mounted, holders] = [numbers[FOOT].into(), numbers[MOUNTED].into(), numbers[HOLDERS].into()];
    if mounted == 0 && holders == 0 { foot.to_string() } else { format!("{foot}/{mounted}/{holders}") }
}

/// How a regiment or battery has ended a battle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Circles marked on it when it was last seen.
    pub marked: ByKind<u8>,
    /// What became of it.
    pub fate: Fate,
    /// Of a battery, whether the campaign had marked its circle before.
    pub by_campaign: bool,
}

/// What a battle of a campaign has left, by how everybody ended: regiments and batteries in the order of the roster,
/// Generals with their gravestones (RRF-XFR-4 to RRF-XFR-12, R-104). `None` for a battle of no campaign, or lists of
/// another length.
#[must_use]
pub fn aftermath(scenario: &Scenario, ended: &[Ended], gravestones: &[Gravestones]) -> Option<Losses> {
    let Opening::Campaign(campaign) = &scenario.opening else { return None };
    let roster = &scenario.roster;
    if ended.len() != roster.troops.len() || gravestones.len() != roster.generals.len() {
        return None;
    }
    let after = |stand: StandId| {
        let (about, end) = (&roster.troops[stand.index()], ended[stand.index()]);
        let troop = about.troop;
        let printed = [troop.strength.0, troop.mounted.0, troop.holders.0];
        let marked = marked_after(printed, end.marked, end.fate);
        Circles { id: about.id.clone(), branch: about.branch, printed, marked, by_campaign: end.by_campaign }
    };
    let mut losses = Losses {
        battle: scenario.id.clone(),
        level: campaign.level,
        units: Vec::new(),
        regiments: Vec::new(),
        generals: Vec::new(),
    };
    for (number, (account, stands)) in campaign.accounts.iter().enumerate() {
        let absent =
            campaign.absent.iter().filter(|(of, _)| *of == number).map(|(_, circles)| circles.clone());
        let circles: Vec<Circles> = stands.iter().map(|stand| after(*stand)).chain(absent).collect();
        let settled = settle(campaign.level, account, &circles);
        losses.units.push((settled.id, (!settled.removed).then_some(settled.bears)));
        let marked = circles.into_iter().filter(|about| about.marked != [0; 3]);
        losses.regiments.extend(
            marked.map(|about| (about.id, Left { marked: about.marked, by_campaign: about.by_campaign })),
        );
    }
    let marked = roster.generals.iter().zip(gravestones).filter(|(_, stones)| stones.0 > 0);
    losses.generals =
        marked.map(|(general, stones)| (roster.hqs[general.hq.index()].id.clone(), stones.0)).collect();
    Some(losses)
}

impl Losses {
    /// The text of the file, as [`read`] reads it.
    #[must_use]
    pub fn write(&self) -> String {
        let level = match self.level {
            Level::Division => "division",
            Level::Corps => "corps",
        };
        let mut text = format!(
            "game = \"{GAME}\"\nholds = \"losses\"\nbattle = {:?}\nlevel = \"{level}\"\n",
            self.battle
        );
        let mut list = |key: &str, lines: Vec<String>| {
            if lines.is_empty() {
                return;
            }
            let lines: String = lines.iter().map(|line| format!("    \"{line}\",\n")).collect();
            // Writing to a text cannot fail.
            let _ = write!(text, "{key} = [\n{lines}]\n");
        };
        let units = self.units.iter().map(|(id, bears)| match bears {
            Some(bears) => format!("{id}: bears {}", kinds_text(*bears)),
            None => format!("{id}: removed"),
        });
        list("units", units.collect());
        let regiments = self.regiments.iter().map(|(id, left)| {
            let by = if left.by_campaign { " by campaign" } else { "" };
            format!("{id}: marked {}{by}", kinds_text(left.marked))
        });
        list("regiments", regiments.collect());
        let generals = self.generals.iter().map(|(id, stones)| format!("{id}: gravestones {stones}"));
        list("generals", generals.collect());
        text
    }

    /// What it says of one of the campaign's stands.
    #[must_use]
    pub fn unit(&self, id: &str) -> Option<Option<ByKind<u16>>> {
        self.units.iter().find(|(other, _)| other == id).map(|(_, bears)| *bears)
    }

    /// What it says of a regiment or battery.
    #[must_use]
    pub fn regiment(&self, id: &str) -> Option<Left> {
        self.regiments.iter().find(|(other, _)| other == id).map(|(_, left)| *left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_read_as_they_are_written() {
        let losses = Losses {
            battle: "chambersburg-pike".to_owned(),
            level: Level::Division,
            units: vec![
                ("cs-archer".to_owned(), Some([2, 0, 0])),
                ("us-gamble".to_owned(), Some([2, 1, 0])),
                ("cs-davis".to_owned(), None),
            ],
            regiments: vec![
                ("cs-13al".to_owned(), Left { marked: [2, 0, 0], by_campaign: false }),
                ("us-8il-cav".to_owned(), Left { marked: [2, 1, 0], by_campaign: false }),
                ("cs-marye".to_owned(), Left { marked: [1, 0, 0], by_campaign: true }),
            ],
            generals: vec![("cs-archer".to_owned(), 1)],
        };
        let text = losses.write();
        assert_eq!(read(&Source::new("losses.toml", text)), Ok(losses));
    }

    #[test]
    fn every_fault_of_a_file_is_told_at_once() {
        let text = "game = \"rally-round-the-flag\"\nholds = \"losses\"\nbattle = \"x\"\nlevel = \"division\"\n\
                    units = [\"a: bears\", \"b: lost\", \"c bears 2\"]\n\
                    regiments = [\"r: marked 13\", \"s: marked 1/2/3/4\", \"t: marked 1 twice\", \"u: marked 1\", \"u: marked 1\"]\n\
                    generals = [\"g: gravestones 3\"]\n";
        let faults = read(&Source::new("losses.toml", text)).unwrap_err();
        assert_eq!(faults.len(), 8, "{faults}");
        assert!(
            faults.located().iter().all(|fault| fault.line.is_some() && fault.hint.is_some()),
            "{faults}"
        );
    }
}
