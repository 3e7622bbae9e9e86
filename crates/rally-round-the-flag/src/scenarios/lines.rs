//! Lines about troops: a brigade, a General, a regiment or battery each.

use super::scenario::{Barricade, Entry, GeneralPlace, Place, Places};
use super::{entry_for, history};
use crate::field::board::Segment;
use crate::field::decks::{Choices, Suit};
use crate::field::roster::{Branch, HqId, Roster, Standing};
use crate::measure::{self, YARD};
use crate::model::cards::{Formation, Style};
use crate::model::ids::{BrigadeId, GeneralId, StandId};
use crate::model::numbers::{Discipline, Fire, Gravestones, Ratings, Strength};
use engine::{BySide, Side};
use faults::{Faults, Span, Text, Texts, Word, Words, did_you_mean};
use ground::geometry::Point;
use ground::table::{Heading, in_bounds, number};
use serde::Deserialize;

/// Troops as written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct TroopsFile {
    /// `cutler: zouave under Wadsworth picks 1 2 3 5 6 8`.
    pub brigades: Texts,
    /// `Meredith: 2/4/1 at 900,700`.
    pub generals: Texts,
    /// `24MI: at 900,800 facing 270`.
    pub union: Texts,
    /// The same.
    pub confederate: Texts,
}

/// Where in the file everybody's line stands, for faults that show only when all have been read.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// By [`BrigadeId`].
    pub brigades: Vec<Span>,
    /// By [`GeneralId`].
    pub generals: Vec<Span>,
    /// By [`StandId`].
    pub stands: Vec<Span>,
}

/// Everybody's places, and the lines that say them.
#[derive(Debug, Default)]
pub struct Written {
    /// Where everybody is.
    pub places: Places,
    /// Barricades before stands (RRF-BARR-5).
    pub barricades: Vec<Barricade>,
    /// Where it is written.
    pub lines: Lines,
}

const BRIGADE: &str = "cutler: zouave under Wadsworth picks 1 2 3 5 6 8";
const GENERAL: &str = "Meredith: at 900,700";
const STAND: &str = "24MI: at 900,800 facing 270";

/// What a scenario says of brigades. Answers with the place of each brigade's line.
pub fn brigades(
    file: &TroopsFile,
    roster: &mut Roster,
    choices: &mut BySide<Choices>,
    faults: &mut Faults,
) -> Vec<Span> {
    let mut lines = vec![Span::File; roster.brigades.len()];
    for line in &file.brigades {
        let Some((name, mut words)) = Words::named(line, faults, BRIGADE) else { continue };
        let Some(brigade) = history::find_brigade(roster, name.text) else {
            let known = roster.brigades.iter().map(|brigade| brigade.tag.as_str());
            unknown("brigade", &name, known, faults);
            continue;
        };
        twice(&mut lines[brigade.index()], line, &name, faults);
        about_brigade(brigade, &mut words, roster, choices, faults);
    }
    // The General of a subordinated brigade takes no part (RRF-DECK-7).
    let gone: Vec<GeneralId> = roster
        .brigades
        .iter()
        .filter(|brigade| matches!(brigade.standing, Standing::Subordinated(_)))
        .filter_map(|brigade| roster.hqs[brigade.hq.index()].general)
        .collect();
    without(roster, &gone);
    lines
}

fn about_brigade(
    id: BrigadeId,
    words: &mut Words<'_>,
    roster: &mut Roster,
    choices: &mut BySide<Choices>,
    faults: &mut Faults,
) {
    const KNOWN: [&str; 11] = [
        "line",
        "assault",
        "light",
        "zouave",
        "frontier",
        "independent",
        "of",
        "under",
        "picks",
        "formed",
        "barricades",
    ];
    let side = roster.brigades[id.index()].side;
    while let Some(word) = words.peek().cloned() {
        let style = Style::ALL.into_iter().find(|style| key(style).eq_ignore_ascii_case(word.text));
        if let Some(style) = style {
            words.take();
            match &mut roster.brigades[id.index()].suit {
                Suit::Infantry(own) => *own = style,
                Suit::Cavalry | Suit::Artillery => {
                    let tag = &roster.brigades[id.index()].tag;
                    faults
                        .add(word.place, format!("`{tag}` is no infantry, and has no style"))
                        .hint("cavalry and guns have cards of their own: leave it out");
                }
            }
        } else if words.takes("independent") {
            roster.brigades[id.index()].standing = Standing::Independent;
        } else if words.takes("of") {
            // A scenario nominates its own chain (RRF-MAP-1).
            let Some(name) = words.take() else {
                words.fault(faults, "name the headquarters it belongs to");
                break;
            };
            let above = roster.hqs.iter().position(|hq| hq.id.eq_ignore_ascii_case(name.text));
            let above = above.filter(|&above| {
                let hq = &roster.hqs[above];
                hq.side == side && hq.brigade.is_none()
            });
            let hq = roster.brigades[id.index()].hq;
            match above {
                Some(above) => roster.hqs[hq.index()].over = Some(HqId::at(above)),
                None => {
                    let known = roster.hqs.iter().filter(|hq| hq.side == side && hq.brigade.is_none());
                    let known: Vec<&str> = known.map(|hq| hq.id.as_str()).collect();
                    unknown("division, corps or army", &name, known.into_iter(), faults);
                }
            }
        } else if words.takes("under") {
            let Some(name) = words.take() else {
                words.fault(faults, "name the General it is subordinated to");
                break;
            };
            match history::find_general(roster, name.text) {
                Some(general) => roster.brigades[id.index()].standing = Standing::Subordinated(general),
                None => {
                    let known = roster.generals.iter().map(|general| general.tag.as_str());
                    unknown("General", &name, known, faults);
                }
            }
        } else if words.takes("picks") {
            let mut picks = Vec::new();
            while words.peek().is_some_and(|word| word.text.bytes().all(|digit| digit.is_ascii_digit())) {
                picks.extend(words.number::<u8>(faults, "the card"));
            }
            choices[side].picks.push((id, picks));
        } else if words.takes("formed") {
            let formation = words.read(
                faults,
                "write line, skirmish, frontier, column, assault, reserve or unformed",
                |word| Formation::ALL.into_iter().find(|formation| key(formation).eq_ignore_ascii_case(word)),
            );
            if let Some(formation) = formation {
                roster.brigades[id.index()].formation = formation;
            }
        } else if words.takes("barricades") {
            roster.brigades[id.index()].barricades = true;
        } else {
            words.over(faults, &KNOWN);
            break;
        }
    }
}

/// The word of a style or a formation.
pub fn key(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

/// Takes Generals out of a roster; the others are numbered anew.
fn without(roster: &mut Roster, gone: &[GeneralId]) {
    let mut number = 0;
    let numbers: Vec<Option<GeneralId>> = (0..roster.generals.len())
        .map(|old| {
            let stays = !gone.contains(&GeneralId::at(old));
            number += usize::from(stays);
            stays.then(|| GeneralId::at(number - 1))
        })
        .collect();
    let mut old = 0;
    roster.generals.retain(|_| {
        old += 1;
        numbers[old - 1].is_some()
    });
    for hq in &mut roster.hqs {
        hq.general = hq.general.and_then(|general| numbers[general.index()]);
    }
    for brigade in &mut roster.brigades {
        if let Standing::Subordinated(general) = brigade.standing {
            brigade.standing = match numbers[general.index()] {
                Some(general) => Standing::Subordinated(general),
                // Under a General who is himself left out: found again as a brigade without its General.
                None => Standing::Independent,
            };
        }
    }
}

/// Where everybody is. In a battle of a campaign lines say numbers and no places.
pub fn places(
    file: &TroopsFile,
    roster: &mut Roster,
    entries: &[Entry],
    by_campaign: bool,
    faults: &mut Faults,
) -> Written {
    let mut reader = PlaceReader { roster, entries, by_campaign, faults, barricades: Vec::new() };
    let (mut stands, mut stand_lines) =
        (vec![None; reader.roster.troops.len()], vec![Span::File; reader.roster.troops.len()]);
    for (side, lines) in [(Side::Union, &file.union), (Side::Confederate, &file.confederate)] {
        for line in lines {
            let Some((name, mut words)) = Words::named(line, reader.faults, STAND) else { continue };
            let is_it = |regiment: &crate::field::roster::Regiment| {
                regiment.side == side
                    && (regiment.tag.eq_ignore_ascii_case(name.text)
                        || regiment.id.eq_ignore_ascii_case(name.text))
            };
            let Some(number) = reader.roster.troops.iter().position(is_it) else {
                let known = reader
                    .roster
                    .troops
                    .iter()
                    .filter(|troop| troop.side == side)
                    .map(|troop| troop.tag.as_str());
                unknown("regiment or battery", &name, known, reader.faults);
                continue;
            };
            twice(&mut stand_lines[number], line, &name, reader.faults);
            stands[number] = reader.stand(StandId::at(number), line, &mut words);
        }
    }
    let count = reader.roster.generals.len();
    let (mut generals, mut general_lines) = (vec![None; count], vec![Span::File; count]);
    for line in &file.generals {
        let Some((name, mut words)) = Words::named(line, reader.faults, GENERAL) else { continue };
        let Some(general) = history::find_general(reader.roster, name.text) else {
            let known = reader.roster.generals.iter().map(|general| general.tag.as_str());
            unknown("General", &name, known, reader.faults);
            continue;
        };
        twice(&mut general_lines[general.index()], line, &name, reader.faults);
        generals[general.index()] = reader.general(general, line, &mut words);
    }
    let barricades = std::mem::take(&mut reader.barricades);
    if !by_campaign {
        for (number, regiment) in reader.roster.troops.iter().enumerate() {
            if stands[number].is_none() && stand_lines[number] == Span::File {
                let (tag, name) = (&regiment.tag, &regiment.name);
                reader.faults.add(Span::File, format!("nothing says where `{tag}` is, the {name}")).hint(
                    format!(
                        "write a line such as `{tag}: at 900,800 facing 270`, or `leave` it out of the army"
                    ),
                );
            }
        }
        for (number, general) in reader.roster.generals.iter().enumerate() {
            if generals[number].is_none() && general_lines[number] == Span::File {
                let tag = &general.tag;
                reader
                    .faults
                    .add(Span::File, format!("nothing says where `{tag}` is"))
                    .hint(format!("write a line such as `{tag}: at 900,700`, or leave him out as `absent`"));
            }
        }
    }
    // Whoever has no place is a fault already, and is looked at no further.
    for (place, line) in stands.iter().zip(&mut stand_lines) {
        if place.is_none() {
            *line = Span::File;
        }
    }
    for (place, line) in generals.iter().zip(&mut general_lines) {
        if place.is_none() {
            *line = Span::File;
        }
    }
    let nowhere = Place::Map { at: Point::new(0, 0), facing: Heading::NORTH, mounted: false };
    let origin = GeneralPlace::Map(Point::new(0, 0));
    Written {
        places: Places {
            stands: stands.into_iter().map(|place| place.unwrap_or(nowhere)).collect(),
            generals: generals.into_iter().map(|place| place.unwrap_or(origin)).collect(),
        },
        barricades,
        lines: Lines { brigades: Vec::new(), generals: general_lines, stands: stand_lines },
    }
}

struct PlaceReader<'a> {
    roster: &'a mut Roster,
    entries: &'a [Entry],
    by_campaign: bool,
    faults: &'a mut Faults,
    barricades: Vec<Barricade>,
}

impl PlaceReader<'_> {
    fn stand(&mut self, stand: StandId, line: &Text, words: &mut Words<'_>) -> Option<Place> {
        const KNOWN: [&str; 9] =
            ["at", "facing", "mounted", "waits", "marked", "fire", "discipline", "strength", "barricade"];
        let before = self.faults.len();
        let (mut at, mut facing, mut mounted, mut waits, mut barricade) = (None, None, false, None, false);
        while !words.is_over() {
            let number = stand.index();
            if words.takes("at") {
                at = self.point(words);
            } else if words.takes("facing") {
                facing = words.read(self.faults, "write degrees clockwise from north, 0 to 359.9", |word| {
                    number::read(word, 1).and_then(|tenths| Heading::new(u16::try_from(tenths).ok()?))
                });
            } else if words.takes("mounted") {
                mounted = true;
            } else if words.takes("barricade") {
                barricade = true;
            } else if words.takes("waits") {
                waits =
                    self.waits(self.roster.brigades[self.roster.troops[number].brigade.index()].hq, words);
            } else if words.takes("marked") {
                self.marked(stand, words);
            } else if words.takes("fire") {
                let fire =
                    words.read(self.faults, "write a Fire number from 4 to 12", |word| within(word, 4, 12));
                fire.into_iter().for_each(|fire| self.roster.troops[number].troop.fire = Fire(fire));
            } else if words.takes("discipline") {
                let wanted = "write a Discipline from 4 to 12";
                let found = words.read(self.faults, wanted, |word| within(word, 4, 12));
                found
                    .into_iter()
                    .for_each(|found| self.roster.troops[number].troop.discipline = Discipline(found));
            } else if words.takes("strength") {
                let wanted = "write circles from 1 to 12";
                let found = words.read(self.faults, wanted, |word| within(word, 1, 12));
                found.into_iter().for_each(|found| self.strength(stand, found));
            } else {
                words.over(self.faults, &KNOWN);
                break;
            }
        }
        let regiment = &self.roster.troops[stand.index()];
        if mounted && regiment.branch != Branch::Cavalry {
            self.faults.add(line, format!("`{}` has no horses", regiment.tag)).hint("leave `mounted` out");
        }
        if self.by_campaign {
            if at.is_some() || waits.is_some() {
                self.faults
                    .add(line, format!("`{}` has a place, and this is a battle of a campaign", regiment.tag))
                    .hint("its owner deploys it: say its numbers only");
            }
            return None;
        }
        match (at, waits) {
            (Some(at), None) => {
                let Some(facing) = facing else {
                    self.faults
                        .add(line, format!("nothing says which way `{}` faces", regiment.tag))
                        .hint("write `facing` and degrees clockwise from north");
                    return None;
                };
                if barricade {
                    self.barricades.push(barricade_before(&regiment.tag, at, facing, regiment.branch));
                }
                Some(Place::Map { at, facing, mounted })
            }
            (None, Some(entry)) => Some(Place::Waits(entry)),
            _ if self.faults.len() > before => None,
            _ => {
                self.faults
                    .add(line, format!("nothing says where `{}` is", regiment.tag))
                    .hint("write `at 900,800 facing 270`, or `waits K3-west`: one of both");
                None
            }
        }
    }

    /// Circles of all stands of a regiment.
    fn strength(&mut self, stand: StandId, circles: u8) {
        let regiment = &mut self.roster.troops[stand.index()];
        regiment.troop.strength = Strength(circles);
        if regiment.branch == Branch::Cavalry {
            regiment.troop.mounted = Strength(circles);
            regiment.troop.holders = crate::field::ratings::holders(Strength(circles));
        }
    }

    fn marked(&mut self, stand: StandId, words: &mut Words<'_>) {
        let regiment = &self.roster.troops[stand.index()];
        let troop = regiment.troop;
        let printed = [troop.strength.0, troop.mounted.0, troop.holders.0];
        let wanted = match regiment.branch {
            Branch::Cavalry => {
                format!("write circles on foot, mounted and of holders, below {}, as in `1/0/0`", printed[0])
            }
            Branch::Infantry => format!("write 0 to {} circles", printed[0] - 1),
            Branch::Artillery => "a battery has one circle: leave it out, or `leave` the battery".to_owned(),
        };
        let read = |word: &str| {
            let mut marked = [0; 3];
            for (kind, number) in word.split('/').enumerate() {
                *marked.get_mut(kind)? = number.parse::<u8>().ok().filter(|n| *n <= printed[kind])?;
            }
            (marked[0] < printed[0]).then_some(marked)
        };
        if let Some(marked) = words.read(self.faults, &wanted, read) {
            self.roster.troops[stand.index()].marked = marked;
        }
    }

    fn general(&mut self, general: GeneralId, line: &Text, words: &mut Words<'_>) -> Option<GeneralPlace> {
        const KNOWN: [&str; 3] = ["at", "waits", "gravestones"];
        let before = self.faults.len();
        let (mut at, mut waits) = (None, None);
        while let Some(word) = words.peek().cloned() {
            if words.takes("at") {
                at = self.point(words);
            } else if words.takes("waits") {
                waits = self.waits(self.roster.generals[general.index()].hq, words);
            } else if words.takes("gravestones") {
                let stones = words.read(self.faults, "write 0, 1 or 2", |word| within(word, 0, 2));
                stones.into_iter().for_each(|stones| {
                    self.roster.generals[general.index()].gravestones = Gravestones(stones);
                });
            } else if let Some(ratings) = ratings(word.text) {
                words.take();
                self.roster.generals[general.index()].ratings = ratings;
            } else if word.text.contains('/') {
                let wanted = "write Command 1 to 4, Leadership 1 to 12 and Heroism 0 to 4, as in `2/4/1`";
                words.fault(self.faults, wanted);
                words.take();
            } else {
                words.over(self.faults, &KNOWN);
                break;
            }
        }
        if self.by_campaign {
            return None;
        }
        match (at, waits) {
            (Some(at), None) => Some(GeneralPlace::Map(at)),
            (None, Some(entry)) => Some(GeneralPlace::Waits(entry)),
            _ if self.faults.len() > before => None,
            _ => {
                let tag = &self.roster.generals[general.index()].tag;
                self.faults
                    .add(line, format!("nothing says where `{tag}` is"))
                    .hint("write `at 900,700`, or `waits K3-west`: one of both");
                None
            }
        }
    }

    /// Two numbers: yards east and north of the south-west corner.
    fn point(&mut self, words: &mut Words<'_>) -> Option<Point> {
        let wanted = "write yards east and north of the south-west corner, as in `at 900,800.5`";
        let x = words.read(self.faults, wanted, |word| number::read(word, 2))?;
        let y = words.read(self.faults, wanted, |word| number::read(word, 2))?;
        Some(Point::new(x, y)).filter(|point| in_bounds(*point))
    }

    /// A segment at which a formation waits.
    fn waits(&mut self, hq: HqId, words: &mut Words<'_>) -> Option<crate::model::ids::EntryId> {
        let word = words.take();
        let Some((word, segment)) =
            word.and_then(|word| Segment::read(word.text).map(|segment| (word, segment)))
        else {
            words.fault(self.faults, "write the segment where it waits, as in `waits K3-west`");
            return None;
        };
        let side = self.roster.hqs[hq.index()].side;
        let found = entry_for(self.entries, self.roster, side, segment, hq);
        if found.is_none() {
            self.faults
                .add(
                    word.place,
                    format!("`{}` may not enter at {segment} (RRF-MAP-9)", self.roster.hqs[hq.index()].id),
                )
                .hint(
                    "write an `[[entry]]` there, of which it is the `largest` formation or belongs to that",
                );
        }
        found
    }
}

/// A number from one to another.
fn within(word: &str, least: u8, most: u8) -> Option<u8> {
    word.parse().ok().filter(|number| (least..=most).contains(number))
}

/// Command, Leadership, Heroism: `2/4/1`.
fn ratings(word: &str) -> Option<Ratings> {
    let mut numbers = word.split('/');
    let command = within(numbers.next()?, 1, 4)?;
    let leadership = within(numbers.next()?, 1, 12)?;
    let heroism = within(numbers.next()?, 0, 4)?;
    numbers.next().is_none().then(|| Ratings::new(command, leadership, heroism))
}

/// The barricade before a stand: as long as its front, a yard before it (RRF-BARR-5).
fn barricade_before(tag: &str, at: Point, facing: Heading, branch: Branch) -> Barricade {
    let arm = super::places::arm(branch, false);
    let line = measure::Barricade::before(0, measure::Pose::new(at, facing), arm, YARD).ends();
    Barricade { name: format!("{tag}'s barricade"), line: line.to_vec() }
}

fn twice(seen: &mut Span, line: &Text, name: &Word<'_>, faults: &mut Faults) {
    if *seen != Span::File {
        faults
            .add(name.place.clone(), format!("`{}` has two lines", name.text))
            .hint("keep one")
            .see(seen.clone(), "the first");
    }
    *seen = Span::from(line);
}

fn unknown<'a>(
    what: &str,
    name: &Word<'_>,
    known: impl Iterator<Item = &'a str> + Clone,
    faults: &mut Faults,
) {
    let hint = match did_you_mean(name.text, known.clone()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known are {}", faults::list(known)),
    };
    faults.add(name.place.clone(), format!("no {what} here is called `{}`", name.text)).hint(hint);
}
