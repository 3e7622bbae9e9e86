//! What can be said of a piece: `I5/3 at 0304 in 1/1 +D mp 3`.
//!
//! The same words set a position up and state what must hold afterwards.

use super::line::GameWords;
use crate::model::ids::Turn;
use crate::model::numbers::MovementPoints;
use crate::model::scenario::{Kind, Rank};
use crate::model::state::{Flag, Office};
use faults::{Faults, Span, Words, did_you_mean, list};
use ground::{Grid, Hex};

/// One thing said of a piece, and where.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub fact: Fact,
    pub place: Span,
}

/// One thing said of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// `I5/3`, `C4/3m`, `A6-3/3u`: the counter of a unit.
    Counter(Counter),
    /// `army`, `corps I`, `division I/1`, `brigade I/1/M`: the rank of a commander and what he leads.
    Rank(Rank, Formation),
    /// `at 0304`.
    At(Hex),
    /// `eliminated`: may be recovered.
    Eliminated,
    /// `lost`: gone for good.
    Lost,
    /// `left 0300`, `left 0300 on 2`: off the map, by this hex, on this turn (counted from 0).
    Left(Hex, Option<Turn>),
    /// `waiting`: has not arrived.
    Waiting,
    /// `absent`: takes no part.
    Absent,
    /// `in 1/1`: the brigade of a regiment.
    In(String),
    /// `of I/1`: the corps and division of a battery.
    Of(Formation),
    /// `limbered`, `mounted`, or `unlimbered`, `dismounted`.
    Deployed(bool),
    /// `mp 3`: movement points left.
    Mp(MovementPoints),
    /// `CV4`.
    Cv(u8),
    /// `2*`.
    Stars(u8),
    /// `then Orr CV3`: who takes over when he falls.
    Then(String, u8),
    /// `rank 2`: seniority among corps commanders.
    Seniority(u8),
    /// `cavalry`: leads cavalry.
    LeadsCavalry,
    /// `+D`, `-command`.
    Mark(Mark, bool),
}

/// A counter as the ledger writes it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Counter {
    pub kind: Kind,
    /// The strength that shows; of a battery written with both, unlimbered.
    pub sp: u8,
    /// The limbered strength of `A6-3/3u`.
    pub limbered_sp: Option<u8>,
    pub cohesion: u8,
    /// Unlimbered, or dismounted, if the counter says.
    pub deployed: Option<bool>,
    pub star: bool,
}

/// A corps and division by their labels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Formation {
    pub label: String,
    pub corps: Option<String>,
    pub division: Option<String>,
}

impl Formation {
    /// `I/1/M` is brigade M of division 1 of corps I, `1/2` brigade 2 of division 1, `2` a brigade of neither.
    pub fn of_brigade(label: &str) -> Formation {
        let parts: Vec<&str> = label.split('/').collect();
        let (corps, division) = match parts.as_slice() {
            [corps, division, _, ..] => (Some(*corps), Some(*division)),
            [division, _] => (None, Some(*division)),
            _ => (None, None),
        };
        Formation::new(label, corps, division)
    }

    /// `I/1` is division 1 of corps I, `1` a division of no corps.
    pub fn of_division(label: &str) -> Formation {
        match label.split_once('/') {
            Some((corps, division)) => Formation::new(label, Some(corps), Some(division)),
            None => Formation::new(label, None, Some(label)),
        }
    }

    fn of_corps(label: &str) -> Formation {
        Formation::new(label, Some(label), None)
    }

    fn new(label: &str, corps: Option<&str>, division: Option<&str>) -> Formation {
        let named =
            |part: Option<&str>| part.filter(|name| !name.is_empty() && *name != "-").map(str::to_owned);
        Formation { label: label.to_owned(), corps: named(corps), division: named(division) }
    }
}

/// Something that is true of a piece or not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub word: &'static str,
    /// The unit's flags, none if units have none of that name.
    pub unit: Flag,
    /// The commander's, none if commanders have none of that name.
    pub leader: Office,
    /// What the unit's counter says, rather than a marker on it.
    pub print: Option<Printed>,
}

/// What is printed on a unit's counter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Printed {
    Shattered,
    Sharpshooters,
    FreeCommand,
    Dodges,
}

const fn mark(word: &'static str, unit: Flag, leader: Office) -> Mark {
    Mark { word, unit, leader, print: None }
}

const fn printed(word: &'static str, print: Printed) -> Mark {
    Mark { word, unit: Flag::NONE, leader: Office::NONE, print: Some(print) }
}

const NO: Office = Office::NONE;

/// Every mark there is.
#[rustfmt::skip]
pub(super) const MARKS: [Mark; 28] = [
    mark("D", Flag::D, NO),
    mark("D2", Flag::D.or(Flag::D2), NO),
    mark("Ch", Flag::CHARGED, NO),
    printed("S", Printed::Shattered),
    mark("command", Flag::COMMAND, Office::COMMAND),
    mark("detached", Flag::DETACHED, NO),
    mark("strayed", Flag::STRAYED, NO),
    mark("settled", Flag::SETTLED, NO),
    mark("builder", Flag::BUILDER, NO),
    mark("fired", Flag::FIRED, NO),
    mark("road", Flag::ROAD, Office::ROAD),
    mark("changed", Flag::CHANGED, NO),
    mark("moved", Flag::MOVED, Office::MOVED),
    mark("rested", Flag::RESTED, Office::RESTED),
    mark("lost-touch", Flag::LOST_TOUCH, NO),
    mark("dodged", Flag::DODGED, NO),
    mark("spent", Flag::SPENT, NO),
    mark("exited", Flag::EXITED, NO),
    mark("late", Flag::LATE, NO),
    mark("withdrew", Flag::WITHDREW, NO),
    mark("fallen", Flag::NONE, Office::REPLACED),
    mark("recover", Flag::NONE, Office::RECOVER),
    mark("asked", Flag::NONE, Office::ASKED),
    mark("tried", Flag::NONE, Office::TRIED),
    printed("sharpshooters", Printed::Sharpshooters),
    printed("free", Printed::FreeCommand),
    printed("dodges", Printed::Dodges),
    mark("deployed", Flag::DEPLOYED, NO),
];

/// Words that begin a fact, for hints.
const WORDS: [&str; 22] = [
    "at",
    "in",
    "of",
    "mp",
    "left",
    "eliminated",
    "lost",
    "waiting",
    "absent",
    "limbered",
    "unlimbered",
    "mounted",
    "dismounted",
    "army",
    "corps",
    "division",
    "brigade",
    "then",
    "rank",
    "cavalry",
    "star",
    "cv",
];

/// Reads everything a line says of a piece.
pub(super) fn read(words: &mut Words<'_>, grid: &Grid, faults: &mut Faults) -> Vec<Said> {
    let mut said = Vec::new();
    while let Some(word) = words.peek() {
        let place = word.place.clone();
        if let Some(facts) = one(words, grid, faults) {
            said.extend(facts.into_iter().map(|fact| Said { fact, place: place.clone() }));
        }
    }
    said
}

/// Reads the next fact; a counter may carry marks, `I5/3+D`.
fn one(words: &mut Words<'_>, grid: &Grid, faults: &mut Faults) -> Option<Vec<Fact>> {
    let word = words.take()?;
    let fact = match word.text.to_ascii_lowercase().as_str() {
        "at" => Fact::At(words.hex(grid, faults)?),
        "in" => Fact::In(words.take()?.text.to_owned()),
        "of" if words.takes("corps") => Fact::Of(Formation::of_corps(words.take()?.text)),
        "of" => {
            words.takes("division");
            Fact::Of(Formation::of_division(words.take()?.text))
        }
        "mp" => Fact::Mp(words.movement_points(faults)?),
        "left" => {
            let hex = words.hex(grid, faults)?;
            let turn = if words.takes("on") {
                Some(Turn::numbered(words.number(faults, "the turn")?))
            } else {
                None
            };
            Fact::Left(hex, turn)
        }
        "eliminated" => Fact::Eliminated,
        "lost" => Fact::Lost,
        "waiting" => Fact::Waiting,
        "absent" => Fact::Absent,
        "limbered" | "mounted" => Fact::Deployed(false),
        "unlimbered" | "dismounted" => Fact::Deployed(true),
        "army" => Fact::Rank(Rank::Army, Formation::default()),
        "corps" => Fact::Rank(Rank::Corps, Formation::of_corps(words.take()?.text)),
        "division" => Fact::Rank(Rank::Division, Formation::of_division(words.take()?.text)),
        "brigade" => Fact::Rank(Rank::Brigade, Formation::of_brigade(words.take()?.text)),
        "rank" => Fact::Seniority(words.number(faults, "the seniority")?),
        "cavalry" => Fact::LeadsCavalry,
        "then" => {
            let name = words.take()?.text.to_owned();
            let Some(cv) = words.peek().and_then(|word| command_value(word.text)) else {
                words.fault(faults, "write the successor's command value, such as `then Orr CV3`");
                return None;
            };
            words.take();
            Fact::Then(name, cv)
        }
        _ => return other(word.text, word.place, faults),
    };
    Some(vec![fact])
}

/// A counter, a mark, stars or a command value.
fn other(text: &str, place: Span, faults: &mut Faults) -> Option<Vec<Fact>> {
    if let Some(cv) = command_value(text) {
        return Some(vec![Fact::Cv(cv)]);
    }
    if let Some(stars) = text.strip_suffix('*').and_then(|number| number.parse().ok()) {
        return Some(vec![Fact::Stars(stars)]);
    }
    let (counter, marks) = match text.find(['+']) {
        Some(at) => text.split_at(at),
        None if text.starts_with('-') => ("", text),
        None => (text, ""),
    };
    let mut facts = Vec::new();
    if !counter.is_empty() {
        let Some(counter) = Counter::read(counter) else {
            let hint = match did_you_mean(text, WORDS) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => {
                    "a counter is written `I5/3`, `C4/3m`, `A3/3u`, `HA2/3l`; a mark `+D` or `-command`; \
                         a place `at 0304`"
                        .to_owned()
                }
            };
            faults.add(place, format!("`{text}` is not understood")).hint(hint);
            return None;
        };
        facts.push(Fact::Counter(counter));
    }
    for word in marks.split('+').filter(|word| !word.is_empty()) {
        let (name, on) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
        match MARKS.iter().find(|mark| mark.word.eq_ignore_ascii_case(name)) {
            Some(&mark) => facts.push(Fact::Mark(mark, on)),
            None => {
                let known = || MARKS.iter().map(|mark| mark.word);
                let hint = match did_you_mean(name, known()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("marks are {}", list(known())),
                };
                faults.add(place.clone(), format!("there is no mark `{name}`")).hint(hint);
            }
        }
    }
    Some(facts)
}

fn command_value(text: &str) -> Option<u8> {
    let number = text.get(..2).filter(|start| start.eq_ignore_ascii_case("cv")).map(|_| &text[2..])?;
    number.parse().ok()
}

impl Counter {
    /// `I5/3`, `C4/3m`, `A6-3/3u`, `HA2/3l`, `I4/3*`.
    fn read(text: &str) -> Option<Counter> {
        let (kind, rest) = [
            ("HA", Kind::HorseArtillery),
            ("I", Kind::Infantry),
            ("C", Kind::Cavalry),
            ("A", Kind::Artillery),
        ]
        .into_iter()
        .find_map(|(letters, kind)| Some((kind, text.strip_prefix(letters)?)))?;
        let (strength, rest) = rest.split_once('/')?;
        let (sp, limbered_sp) = match strength.split_once('-') {
            Some((sp, limbered)) if kind.is_artillery() => (sp.parse().ok()?, Some(limbered.parse().ok()?)),
            Some(_) => return None,
            None => (strength.parse().ok()?, None),
        };
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let (cohesion, rest) = rest.split_at(digits);
        let (rest, star) = rest.strip_suffix('*').map_or((rest, false), |rest| (rest, true));
        let deployed = match (kind, rest) {
            (_, "") => None,
            (Kind::Cavalry, "m") => Some(false),
            (Kind::Cavalry, "d") => Some(true),
            (Kind::Artillery | Kind::HorseArtillery, "l") => Some(false),
            (Kind::Artillery | Kind::HorseArtillery, "u") => Some(true),
            _ => return None,
        };
        Some(Counter { kind, sp, limbered_sp, cohesion: cohesion.parse().ok()?, deployed, star })
    }

    /// Unlimbered and limbered strength. One number is that of the side that shows; the other side follows ledger
    /// 6.4.
    pub fn strengths(&self) -> (u8, Option<u8>) {
        match (self.limbered_sp, self.deployed) {
            (Some(limbered), _) => (self.sp, Some(limbered)),
            (None, Some(false)) if self.kind.is_artillery() => (self.sp.saturating_mul(2), Some(self.sp)),
            (None, _) => (self.sp, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faults::Source;
    use ground::GridShape;
    use toml::Spanned;

    fn said(line: &str) -> (Vec<Fact>, Vec<String>) {
        let source = Source::new("f.toml", format!("\"{line}\""));
        let text = Spanned::new(0..line.len() + 2, line.to_owned());
        let mut faults = Faults::new(&source);
        let grid = Grid::new(GridShape::pointy(8, 8)).unwrap();
        let facts = read(&mut Words::of(&text, &source), &grid, &mut faults);
        let faults = faults.located().into_iter().map(|fault| fault.what).collect();
        (facts.into_iter().map(|said| said.fact).collect(), faults)
    }

    fn counter(text: &str) -> Counter {
        Counter::read(text).unwrap_or_else(|| panic!("`{text}` is a counter"))
    }

    #[test]
    fn counters_are_read_as_the_ledger_writes_them() {
        let five = counter("I5/3");
        assert_eq!((five.kind, five.sp, five.cohesion, five.deployed), (Kind::Infantry, 5, 3, None));
        assert_eq!(counter("C4/3d").deployed, Some(true));
        assert_eq!(counter("C4/3m").deployed, Some(false));
        assert!(counter("I4/2*").star);
        assert_eq!(counter("HA2/3u").kind, Kind::HorseArtillery);
        assert_eq!(counter("A6-3/3l").strengths(), (6, Some(3)));
        assert_eq!(counter("A2/3l").strengths(), (4, Some(2)), "the limbered side shows 2");
        assert_eq!(counter("A3/3u").strengths(), (3, None));
        for wrong in ["I5", "X5/3", "I5/3m", "A3/3m", "C4/3u", "I5-2/3", "I/3", "I5/", "i5/3"] {
            assert_eq!(Counter::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_says_many_things() {
        let (facts, faults) = said("I5/3+D at 0304 in I/1/M +detached -command mp 2 1/4");
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(facts.len(), 7);
        assert_eq!(facts[2], Fact::At(Hex(28)));
        assert_eq!(facts[3], Fact::In("I/1/M".into()));
        assert_eq!(facts[6], Fact::Mp(MovementPoints(27)));
        let marks: Vec<(&str, bool)> = facts
            .iter()
            .filter_map(|fact| if let Fact::Mark(mark, on) = fact { Some((mark.word, *on)) } else { None })
            .collect();
        assert_eq!(marks, [("D", true), ("detached", true), ("command", false)]);
    }

    #[test]
    fn commanders_have_rank_stars_and_successors() {
        let (facts, faults) = said("division I/3 CV3 2* at 0304 then Rowley CV2 +fallen");
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(facts[0], Fact::Rank(Rank::Division, Formation::of_division("I/3")));
        assert_eq!(facts[1..3], [Fact::Cv(3), Fact::Stars(2)]);
        assert_eq!(facts[4], Fact::Then("Rowley".into(), 2));
    }

    #[test]
    fn formations_follow_their_labels() {
        let parts = |one: Formation| (one.corps, one.division);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parts(Formation::of_brigade("I/1/M")), (some("I"), some("1")));
        assert_eq!(parts(Formation::of_brigade("1/2")), (None, some("1")));
        assert_eq!(parts(Formation::of_brigade("2")), (None, None));
        assert_eq!(parts(Formation::of_brigade("I/-/M")), (some("I"), None), "a dash leaves a level out");
        assert_eq!(parts(Formation::of_division("I/1")), (some("I"), some("1")));
    }

    #[test]
    fn the_manual_knows_every_mark_and_word() {
        let manual = include_str!("../../../../docs/cases.md");
        for mark in MARKS {
            assert!(manual.contains(&format!("`{}`", mark.word)), "`{}` is not in the manual", mark.word);
        }
        for word in WORDS.iter().filter(|word| !["cv", "star"].contains(word)) {
            assert!(manual.contains(&format!("`{word}")), "`{word}` is not in the manual");
        }
    }

    #[test]
    fn faults_name_the_word_and_go_on() {
        let (facts, faults) = said("I5/3 att 0304 +X at 9999 then Orr mp x");
        assert_eq!(facts.len(), 1);
        assert_eq!(
            faults,
            [
                "`att` is not understood",
                "`0304` is not understood",
                "there is no mark `X`",
                "there is no hex `9999`",
                "`mp` is not understood",
                "`x` is not understood",
            ]
        );
    }
}
