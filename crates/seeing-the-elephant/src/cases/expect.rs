//! What must hold of a position.

use crate::files::muster::{MARKS, parse_formation, parse_heading};
use crate::model::figure::Stance;
use crate::model::ids::{OfficerId, UnitId};
use crate::model::position::Position;
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Fate, Formation, Posture, Run, Whereabouts};
use crate::model::troops::Grade;
use engine::case::Findings;
use faults::{Text, Words};
use ground::table::number;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// What must hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseExpect {
    /// The turn.
    turn: Option<Spanned<u8>>,
    /// The side whose card was drawn, `union` or `confederate`.
    phasing: Option<Spanned<String>>,
    /// Points so far, the Union's first.
    points: Option<Spanned<[i32; 2]>>,
    /// Units, by tag, in the words of their lines.
    #[serde(default)]
    units: BTreeMap<String, Text>,
    /// Commanders, by tag.
    #[serde(default)]
    officers: BTreeMap<String, Text>,
    /// All melees: `A on B`; `A on B engaged` for one that goes on from an earlier card, where any line says so.
    melees: Option<Spanned<Vec<String>>>,
}

/// Compares a position with what must hold.
pub fn compare(at: Position<'_>, expect: &CaseExpect, findings: &mut Findings<'_>) {
    findings.maybe("the turn", expect.turn.as_ref(), &at.state.turn);
    findings.maybe("the phasing side", expect.phasing.as_ref(), &at.state.phasing.key().to_owned());
    findings.maybe("points", expect.points.as_ref(), &at.state.points);
    for (tag, line) in &expect.units {
        match at.rules.find(tag) {
            Some(unit) => compare_unit(at, unit, line, findings),
            None => findings.unknown(line, "unit", tag, at.rules.units.iter().map(|unit| unit.tag.as_str())),
        }
    }
    for (tag, line) in &expect.officers {
        match at.rules.find_officer(tag) {
            Some(officer) => compare_officer(at, officer, line, findings),
            None => {
                let known = at.rules.officers.iter().map(|officer| officer.tag.as_str());
                findings.unknown(line, "commander", tag, known);
            }
        }
    }
    if let Some(melees) = &expect.melees {
        let name = |unit: UnitId| at.unit(unit).tag.clone();
        let tells = melees.get_ref().iter().any(|line| line.ends_with(" engaged"));
        let found = at.state.melees.iter().map(|melee| {
            let engaged = if tells && melee.engaged { " engaged" } else { "" };
            format!("{} on {}{engaged}", name(melee.attacker), name(melee.defender))
        });
        findings.same_set(melees, "melees", melees.get_ref().clone(), found.collect());
    }
}

/// Everything of a unit as a line of facts says it, for comparison word by word.
fn compare_unit(at: Position<'_>, unit: UnitId, line: &Text, findings: &mut Findings<'_>) {
    let troop = at.troop(unit);
    let source = findings.source();
    let mut words = Words::of(line, source);
    let inches = |mils: i32| number::write(mils, 3);
    while let Some(word) = words.take() {
        let text = word.text;
        let count = |prefix: &str| text.strip_prefix(prefix).and_then(|text| text.parse::<u8>().ok());
        let mut differs = |is: String| {
            findings.differs(
                line,
                format!("{}: {text}", at.unit(unit).tag),
                format!("{}: {is}", at.unit(unit).tag),
            );
        };
        if text == "at" {
            let place =
                [words.take(), words.take()].map(|word| word.and_then(|word| number::read(word.text, 3)));
            if place != [Some(troop.anchor.x), Some(troop.anchor.y)] {
                differs(format!("at {},{}", inches(troop.anchor.x), inches(troop.anchor.y)));
            }
        } else if text == "facing" {
            let heading = words.take().and_then(|word| parse_heading(word.text));
            if heading != Some(troop.facing) {
                differs(format!("facing {}", number::write(troop.facing.tenths().into(), 1)));
            }
        } else if text == "stands" {
            let stands = words.take().and_then(|word| word.text.parse::<u8>().ok());
            if stands != Some(troop.stands) {
                differs(format!("stands {}", troop.stands));
            }
        } else if let Some(panic) = count("p") {
            if panic != troop.panic {
                differs(format!("p{}", troop.panic));
            }
        } else if let Some(hits) = count("h") {
            if hits != troop.hits {
                differs(format!("h{}", troop.hits));
            }
        } else if let Some(lost) = count("lost") {
            if lost != troop.lost {
                differs(format!("lost{}", troop.lost));
            }
        } else if let Some(grade) = Grade::parse(text) {
            if troop.grade != Some(grade) {
                differs(troop.grade.map_or("green", Grade::name).to_owned());
            }
        } else if let Some((formation, frontage)) = parse_formation(text, troop.stands) {
            let files = Stance::of(troop, at.size(unit)).files();
            let plain = matches!(formation, Formation::Skirmish | Formation::Square) || frontage == files;
            if formation != troop.formation || !plain {
                differs(format!("{:?} of {files}", troop.formation));
            }
        } else if let Some(is) = whereabouts(text) {
            if is != troop.whereabouts {
                differs(format!("{:?}", troop.whereabouts));
            }
        } else if let Some(run) = run(text) {
            if run != troop.withdrawing {
                differs(format!("{:?}", troop.withdrawing));
            }
        } else if let Some(posture) = posture(text) {
            if posture != troop.posture {
                differs(format!("{:?}", troop.posture));
            }
        } else if let Some((_, mark)) =
            MARKS.iter().find(|(name, _)| text.strip_prefix(['+', '-']) == Some(name))
        {
            if troop.marks.any(*mark) != text.starts_with('+') {
                let is = if text.starts_with('+') { "-" } else { "+" };
                differs(format!("{is}{}", &text[1..]));
            }
        } else {
            let what = format!("`{text}` says nothing of a unit");
            findings
                .fault(word.place, what)
                .hint("use the words of unit lines: `at 12,8 p1 h2 line8 +moved retreating gone`");
        }
    }
}

fn whereabouts(word: &str) -> Option<Whereabouts> {
    Some(match word {
        "present" => Whereabouts::Table,
        "due" => Whereabouts::Due,
        "within" => Whereabouts::Within,
        "destroyed" => Whereabouts::Destroyed,
        "captured" => Whereabouts::Captured,
        "gone" => Whereabouts::Gone,
        "unplaced" => Whereabouts::Unplaced,
        _ => return None,
    })
}

fn run(word: &str) -> Option<Option<Run>> {
    Some(match word {
        "steady" => None,
        "retreating" => Some(Run::Retreat),
        "routing" => Some(Run::Rout),
        _ => return None,
    })
}

fn posture(word: &str) -> Option<Posture> {
    Some(match word {
        "unasked" => Posture::Unasked,
        "full" => Posture::Full,
        "reduced" => Posture::Reduced,
        "held" => Posture::Hold,
        _ => return None,
    })
}

fn compare_officer(at: Position<'_>, officer: OfficerId, line: &Text, findings: &mut Findings<'_>) {
    let commander = &at.state.officers[officer.index()];
    let tag = |unit: Option<UnitId>| unit.map_or("nobody".to_owned(), |unit| at.unit(unit).tag.clone());
    let source = findings.source();
    let mut words = Words::of(line, source);
    while let Some(word) = words.take() {
        let found = match word.text {
            "out" | "present" | "due" => {
                let is = match commander.fate {
                    Fate::Present => "present",
                    Fate::Due => "due",
                    Fate::Out => "out",
                };
                (is == word.text).then_some(()).ok_or_else(|| is.to_owned())
            }
            "with" => {
                let unit = words.take().map(|word| word.text.to_owned());
                let is = tag(commander.with);
                (unit.as_ref() == Some(&is)).then_some(()).ok_or_else(|| format!("with {is}"))
            }
            "at" => {
                let place =
                    [words.take(), words.take()].map(|word| word.and_then(|word| number::read(word.text, 3)));
                let is = [Some(commander.at.x), Some(commander.at.y)];
                let [x, y] = [commander.at.x, commander.at.y].map(|mils| number::write(mils, 3));
                (place == is).then_some(()).ok_or_else(|| format!("at {x},{y}"))
            }
            "rating" => {
                let rating = words.take().and_then(|word| word.text.parse::<u8>().ok());
                (rating == Some(commander.rating))
                    .then_some(())
                    .ok_or_else(|| format!("rating {}", commander.rating))
            }
            "bound" => {
                let turn = words.take().and_then(|word| word.text.parse::<u8>().ok());
                (turn == Some(commander.bound_until))
                    .then_some(())
                    .ok_or_else(|| format!("bound {}", commander.bound_until))
            }
            "cheered" => {
                let unit = words.take().map(|word| word.text.to_owned());
                let is = tag(commander.cheered);
                (unit.as_ref() == Some(&is)).then_some(()).ok_or_else(|| format!("cheered {is}"))
            }
            "wounded" => commander.wounded.then_some(()).ok_or_else(|| "unhurt".to_owned()),
            "unhurt" => (!commander.wounded).then_some(()).ok_or_else(|| "wounded".to_owned()),
            other => {
                let what = format!("`{other}` says nothing of a commander");
                findings
                    .fault(word.place, what)
                    .hint("`present`, `out`, `due`, `with UNIT`, `at 3,4`, `rating 1`, `bound 5`, `cheered UNIT`, `wounded`, `unhurt`");
                continue;
            }
        };
        if let Err(is) = found {
            let name = &SeeingTheElephant::officer(at.rules, officer).tag;
            findings.differs(line, format!("{name}: {}", word.text), format!("{name}: {is}"));
        }
    }
}
