//! Troops in a few words, for scenarios and cases: a line a unit, a line a commander.
//!
//! `24mi: INF8 Elite RM at 12,8 facing 280 line8`; `Meredith: u1 with 24mi`.
//! `docs/files/scenario-seeing-the-elephant.md` is the manual.

use super::places;
use crate::model::figure::{TICK, TICKS};
use crate::model::ids::{HqId, OfficerId, UnitId};
use crate::model::scale::Scale;
use crate::model::scenario::{Arrival, Hq, Level, MOST_STANDS, Occurrence, Officer, SeeingTheElephant, Unit};
use crate::model::state::{
    Command, Commander, Fate, Formation, LooseStands, Mark, Posture, Run, State, Troop, Whereabouts,
};
use crate::model::troops::{Arm, Grade, Size, Weapon};
use crate::rules::morale::MOST_MARKERS;
use crate::rules::officers::usual_rating;
use crate::rules::skirmishers;
use engine::Side;
use engine::agenda::Agenda;
use faults::{Faults, Span, Text, Texts, Words, did_you_mean};
use ground::geometry::Point;
use ground::table::{Heading, in_bounds, number};
use serde::Deserialize;

/// The troops of a file as written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MusterText {
    /// Headquarters: `u2: brigade of u`.
    pub hqs: Texts,
    /// Union units.
    pub union: Texts,
    /// Confederate units.
    pub confederate: Texts,
    /// Commanders.
    pub officers: Texts,
}

/// Everybody of a scenario or a case.
#[derive(Debug)]
pub struct Muster {
    /// Units, and behind them their screens.
    pub units: Vec<Unit>,
    /// Headquarters.
    pub hqs: Vec<Hq>,
    /// Commanders.
    pub officers: Vec<Officer>,
    /// How everybody is.
    pub state: State,
    /// Where all this is written.
    pub lines: Lines,
}

/// The lines of a file that say who is where, for faults that show only when all have been read.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Of each unit and screen.
    pub units: Vec<Span>,
    /// Of each commander.
    pub officers: Vec<Span>,
    /// The commanders whose line names no place.
    pub nowhere: Vec<OfficerId>,
}

/// The most units of a file, the most headquarters, and the most commanders: more than any battle has.
const MOST_UNITS: usize = 400;
const MOST_HQS: usize = 200;

/// What an order of battle has for a scenario: lines then only say where everybody is.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Units.
    pub drafts: Vec<Draft>,
    /// Headquarters, those above before those below.
    pub hqs: Vec<HqDraft>,
    /// Commanders.
    pub officers: Vec<OfficerDraft>,
}

/// A unit of an order of battle.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The word it is known by.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What kind of troops.
    pub arm: Arm,
    /// How many stands.
    pub stands: u8,
    /// What each fires with.
    pub weapons: Vec<Weapon>,
    /// How good it is.
    pub grade: Grade,
    /// The tag of its headquarters.
    pub hq: String,
    /// When it comes, if it is not there from the start and no line says otherwise.
    pub arrival: Option<Arrival>,
}

/// A headquarters of an order of battle.
#[derive(Clone, Debug)]
pub struct HqDraft {
    /// The word it is known by.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// How high.
    pub level: Level,
    /// The tag of the one above it.
    pub above: Option<String>,
}

/// A commander of an order of battle.
#[derive(Clone, Debug)]
pub struct OfficerDraft {
    /// The word he is known by.
    pub tag: String,
    /// His grade and name.
    pub name: String,
    /// The tag of his headquarters.
    pub hq: String,
    /// What he is worth.
    pub rating: u8,
}

const UNIT: &str = "24mi: INF8 Elite RM at 12,8 facing 280 line8";
const OFFICER: &str = "Meredith: u1 rating 1 with 24mi";
const HQ: &str = "u2: brigade of u";

/// The kinds of units in lines, and what they are.
const KINDS: [(&str, Arm, bool); 8] = [
    ("INF", Arm::Infantry, false),
    ("CAV", Arm::Cavalry, false),
    ("DCAV", Arm::Cavalry, true),
    ("ART", Arm::FieldArtillery, false),
    ("HART", Arm::HorseArtillery, false),
    ("SIEGE", Arm::SiegeArtillery, false),
    ("BOAT", Arm::Gunboat, false),
    ("WAG", Arm::Wagon, false),
];

/// What can be said of a unit with a plus before it, and not with a minus.
pub const MARKS: [(&str, Mark); 20] = [
    ("prone", Mark::PRONE),
    ("dismounted", Mark::DISMOUNTED),
    ("activated", Mark::ACTIVATED),
    ("moved", Mark::MOVED),
    ("moved-last-turn", Mark::MOVED_LAST_TURN),
    ("barred", Mark::BARRED),
    ("flank-fire", Mark::FLANK_FIRE),
    ("elated", Mark::ELATED),
    ("out-of-ammo", Mark::OUT_OF_AMMUNITION),
    ("pass-through", Mark::PASS_THROUGH),
    ("no-opportunity", Mark::NO_OPPORTUNITY),
    ("fired", Mark::FIRED),
    ("prolonging", Mark::PROLONGING),
    ("shaken", Mark::SHAKEN),
    ("on-road", Mark::ON_ROAD),
    ("ran-from-combat", Mark::RAN_FROM_COMBAT),
    ("marksmen", Mark::NONE),
    ("active", Mark::ACTIVE),
    ("stopped", Mark::STOPPED),
    ("kept-out", Mark::KEPT_OUT),
];

/// What a unit chose in its fire phase of this turn.
const POSTURES: [(&str, Posture); 3] =
    [("full", Posture::Full), ("reduced", Posture::Reduced), ("hold", Posture::Hold)];

struct Reader<'a> {
    faults: &'a mut Faults,
    scale: Scale,
    by_hand: bool,
    muster: Muster,
    history: History,
    /// Screens that lines place on the table: their unit's tag, and how they are.
    screens: Vec<(Text, Troop, Vec<Point>)>,
}

impl MusterText {
    /// Reads everybody; whatever is wrong goes into the faults. Where forces are placed by hand, whoever has no place
    /// is placed by his owner.
    pub fn read(&self, scale: Scale, history: History, by_hand: bool, faults: &mut Faults) -> Muster {
        let state = State {
            turn: 1,
            phasing: Side::Union,
            agenda: Agenda::default(),
            outcome: None,
            troops: Vec::new(),
            loose: LooseStands::default(),
            officers: Vec::new(),
            commands: Vec::new(),
            owed: Vec::new(),
            melees: Vec::new(),
            possible: Vec::new(),
            charges: Vec::new(),
            pairs: Vec::new(),
            points: [0; 2],
            plan: Default::default(),
            march: None,
            last_move: None,
        };
        let lines = Lines::default();
        let muster = Muster { units: Vec::new(), hqs: Vec::new(), officers: Vec::new(), state, lines };
        let mut reader = Reader { faults, scale, by_hand, muster, history, screens: Vec::new() };
        for HqDraft { tag, name, side, level, above } in std::mem::take(&mut reader.history.hqs) {
            let above = above.and_then(|above| reader.find_hq(&above));
            let hq = reader.add_hq(tag, side, level, above);
            reader.muster.hqs[hq.index()].name = name;
        }
        let (units, hqs) = (self.union.len() + self.confederate.len(), self.hqs.len());
        reader.bounded(&self.hqs, hqs + reader.muster.hqs.len(), MOST_HQS, "headquarters");
        reader.bounded(&self.union, units + reader.history.drafts.len(), MOST_UNITS, "units");
        reader.bounded(&self.officers, self.officers.len(), MOST_HQS, "commanders");
        for line in self.hqs.iter().take(MOST_HQS) {
            reader.hq(line);
        }
        for (side, lines) in [(Side::Union, &self.union), (Side::Confederate, &self.confederate)] {
            for line in lines.iter().take(MOST_UNITS) {
                reader.unit(side, line);
            }
        }
        for draft in std::mem::take(&mut reader.history.drafts) {
            reader.unplaced_unit(draft);
        }
        reader.add_screens();
        for line in self.officers.iter().take(MOST_HQS) {
            reader.officer(line);
        }
        for draft in std::mem::take(&mut reader.history.officers) {
            reader.unplaced_officer(draft);
        }
        reader.muster
    }
}

impl Reader<'_> {
    /// Numbers beyond all battles are a slip of the pen.
    fn bounded(&mut self, lines: &Texts, count: usize, most: usize, what: &str) {
        if count > most {
            self.faults
                .add(lines.iter().next(), format!("there are {count} {what}"))
                .hint(format!("a scenario has at most {most}"));
        }
    }

    /// `u2: brigade of u named the Iron Brigade`.
    fn hq(&mut self, line: &Text) {
        let Some((name, mut words)) = Words::named(line, self.faults, HQ) else { return };
        let tag = name.text.to_owned();
        let level = words.read(self.faults, "write `brigade`, `division` or `corps`", |word| match word {
            "brigade" => Some(Level::Brigade),
            "division" => Some(Level::Division),
            "corps" => Some(Level::Corps),
            _ => None,
        });
        let Some(level) = level else { return };
        let side = match tag.chars().next() {
            Some('u') => Side::Union,
            Some('c') => Side::Confederate,
            _ => {
                self.faults
                    .add(name.place, format!("`{tag}` does not say whose headquarters it is"))
                    .hint("begin with `u` for the Union, `c` for the Confederates");
                return;
            }
        };
        // STE-SCL-5: at brigade scale nobody leads a brigade.
        if level == Level::Brigade && !self.scale.is_regimental() {
            self.faults
                .add(
                    name.place.clone(),
                    format!("`{tag}` is a brigade, which has no general at brigade scale"),
                )
                .hint("its units stand under a division (STE-SCL-5)");
        }
        let above = if words.takes("of") {
            let above = words.take().map(|word| word.text.to_owned()).unwrap_or_default();
            let found = self.find_hq(&above);
            if found.is_none_or(|found| self.muster.hqs[found.index()].level <= level) {
                self.faults
                    .add(name.place.clone(), format!("`{above}` is no headquarters above `{tag}`"))
                    .hint("write the higher one in a line before it");
            }
            if found.is_some_and(|found| self.muster.hqs[found.index()].side != side) {
                self.faults
                    .add(name.place.clone(), format!("`{tag}` is under `{above}`, which is the enemy's"))
                    .hint(format!("name a headquarters of the {side} side"));
            }
            found
        } else {
            None
        };
        let mut title = Vec::new();
        if words.takes("named") {
            title.extend(std::iter::from_fn(|| words.take()).map(|word| word.text));
        }
        words.over(self.faults, &["of", "named"]);
        if self.find_hq(&tag).is_some() {
            self.faults
                .add(name.place, format!("two headquarters are called `{tag}`"))
                .hint("give each its own name");
            return;
        }
        let hq = self.add_hq(tag, side, level, above);
        if !title.is_empty() {
            self.muster.hqs[hq.index()].name = title.join(" ");
        }
    }

    fn find_hq(&self, tag: &str) -> Option<HqId> {
        self.muster.hqs.iter().position(|hq| hq.tag.eq_ignore_ascii_case(tag)).map(HqId::at)
    }

    fn add_hq(&mut self, tag: String, side: Side, level: Level, above: Option<HqId>) -> HqId {
        let name = match level {
            Level::Brigade => format!("{side} brigade {tag}"),
            Level::Division => format!("{side} division {tag}"),
            Level::Corps => format!("{side} corps {tag}"),
        };
        self.muster.hqs.push(Hq { tag, name, side, level, above, units: Vec::new() });
        self.muster.state.commands.push(Command { drawn: false, officer: None });
        HqId::at(self.muster.hqs.len() - 1)
    }

    /// The headquarters of a tag; `u` and `c` are divisions and `u1`, `c2` … brigades under them without being written.
    fn hq_of(&mut self, side: Side, tag: &str) -> Option<HqId> {
        if let Some(found) = self.find_hq(tag) {
            return Some(found);
        }
        let letter = if side == Side::Union { "u" } else { "c" };
        let number = tag.strip_prefix(letter)?;
        if number.is_empty() {
            return Some(self.add_hq(tag.to_owned(), side, Level::Division, None));
        }
        if number.len() > 2
            || !number.bytes().all(|digit| digit.is_ascii_digit())
            || !self.scale.is_regimental()
        {
            return None;
        }
        let above = self.hq_of(side, letter);
        Some(self.add_hq(tag.to_owned(), side, Level::Brigade, above))
    }

    /// A point in inches.
    fn point(&mut self, words: &mut Words<'_>) -> Option<Point> {
        let wanted = "write inches east and north, as in `12.5,8`";
        let x = words.read(self.faults, wanted, |word| number::read(word, 3))?;
        let y = words.read(self.faults, wanted, |word| number::read(word, 3))?;
        let point = Point::new(x, y);
        if !in_bounds(point) {
            words.fault(self.faults, "no table is so large");
            return None;
        }
        Some(point)
    }

    fn heading(&mut self, words: &mut Words<'_>) -> Option<Heading> {
        words.read(
            self.faults,
            "write degrees clockwise from north in steps of 2.5, as in `280`",
            parse_heading,
        )
    }

    fn unit(&mut self, side: Side, line: &Text) {
        let Some((name, mut words)) = Words::named(line, self.faults, UNIT) else { return };
        let tag = name.text.to_owned();
        let of_screen = tag.strip_suffix('/').map(str::to_owned);
        let good = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let plain = of_screen.as_deref().unwrap_or(&tag);
        if plain.is_empty() || !plain.chars().all(good) {
            self.faults
                .add(name.place.clone(), format!("`{tag}` is no name for a unit"))
                .hint("use letters, digits and hyphens, as in `24mi`");
        }
        if of_screen.is_none() && self.muster.units.iter().any(|unit| unit.tag.eq_ignore_ascii_case(&tag)) {
            self.faults
                .add(name.place.clone(), format!("two units are called `{tag}`"))
                .hint("give each its own name");
        }
        let known = self.history.drafts.iter().position(|draft| draft.tag.eq_ignore_ascii_case(&tag));
        let draft = known.map(|known| self.history.drafts.remove(known));
        let own = words.peek().is_some_and(|word| kind(word.text).is_some());
        let kind = match &draft {
            Some(draft) if !own => Some((draft.arm, false, draft.stands)),
            _ => words.read(
                self.faults,
                "write a kind and its stands, as in `INF8`, `CAV6`, `ART2`, `WAG`",
                kind,
            ),
        };
        let Some((arm, dismounted, stands)) = kind else { return };
        if stands == 0 || usize::from(stands) > MOST_STANDS {
            self.faults
                .add(name.place, format!("`{tag}` has {stands} stands"))
                .hint(format!("a unit has 1 to {MOST_STANDS} (R-98)"));
            return;
        }
        let mut unit = plain_unit(&tag, side, arm, stands);
        let mut troop = Troop {
            whereabouts: Whereabouts::Table,
            stands,
            frontage: stands,
            formation: SeeingTheElephant::usual_formation(arm, dismounted),
            marks: Mark::DISMOUNTED.when(dismounted),
            ..Troop::default()
        };
        let mut hq = if self.scale.is_regimental() { "1" } else { "" }.to_owned();
        hq.insert(0, if side == Side::Union { 'u' } else { 'c' });
        if let Some(draft) = &draft {
            unit.tag.clone_from(&draft.tag);
            unit.name.clone_from(&draft.name);
            unit.grade = Some(draft.grade);
            hq.clone_from(&draft.hq);
            if draft.weapons.len() == usize::from(stands) {
                unit.weapons.clone_from(&draft.weapons);
            }
        }
        let mut places = Vec::new();
        let mut has_place = !self.by_hand;
        while let Some(word) = words.peek().cloned() {
            let text = word.text;
            if let Some(grade) = Grade::parse(text) {
                unit.grade = Some(grade);
                words.take();
            } else if text.eq_ignore_ascii_case("green") {
                unit.grade = None;
                words.take();
            } else if let Some(weapons) = weapons(text, stands) {
                unit.weapons = weapons;
                words.take();
            } else if words.takes("at") {
                has_place = true;
                if let Some(point) = self.point(&mut words) {
                    troop.anchor = point;
                }
            } else if words.takes("facing") {
                if let Some(heading) = self.heading(&mut words) {
                    troop.facing = heading;
                }
            } else if words.takes("stands") {
                let left = words.number::<u8>(self.faults, "the stands it has left").unwrap_or(stands);
                if left == 0 || left > stands {
                    words.fault(self.faults, "at least one, and no more than it began with");
                } else {
                    troop.stands = left;
                    troop.frontage = troop.frontage.min(left);
                }
            } else if words.takes("hq") {
                hq = words.take().map(|word| word.text.to_owned()).unwrap_or_default();
            } else if words.takes("named") {
                unit.name = words.take().map(|word| word.text.replace('_', " ")).unwrap_or_default();
            } else if words.takes("enters") {
                let turn = words.number::<u8>(self.faults, "the turn").unwrap_or(1);
                troop.whereabouts = Whereabouts::Due;
                unit.arrival = Some(Arrival { turn, at: troop.anchor, facing: troop.facing });
            } else if words.takes("places") {
                while words.peek().is_some_and(|word| number::read(word.text, 3).is_some()) {
                    places.extend(self.point(&mut words));
                }
            } else if let Some((formation, frontage)) = parse_formation(text, stands) {
                troop.formation = formation;
                troop.frontage = frontage;
                words.take();
            } else if fact(text, &mut troop, &mut unit) {
                words.take();
            } else {
                words.fault(self.faults, &format!("a unit is a line such as `{UNIT}`"));
                words.take();
            }
        }
        if !has_place {
            troop.whereabouts = Whereabouts::Unplaced;
        }
        if let Some(arrival) = &mut unit.arrival {
            (arrival.at, arrival.facing) = (troop.anchor, troop.facing);
        }
        if unit.weapons.is_empty() {
            unit.weapons = usual_weapons(arm, stands);
        }
        troop.grade = if arm == Arm::Wagon { Some(Grade::Regular) } else { unit.grade };
        if !SeeingTheElephant::may_form(arm, troop.formation) {
            let what = format!("`{tag}` cannot stand in that formation");
            self.faults
                .add(name.place.clone(), what)
                .hint("lines, columns and squares are for foot and horse (G-3)");
        }
        let formation = if of_screen.is_some() { Formation::Skirmish } else { troop.formation };
        if !places::check_places(&tag, formation, stands, places.len(), &Span::from(line), self.faults) {
            return;
        }
        if places.is_empty() && has_place && (of_screen.is_some() || troop.formation == Formation::Skirmish) {
            let size = if arm == Arm::Cavalry && !dismounted { Size::HORSE } else { Size::FOOT };
            let gap = skirmishers::USUAL_GAP;
            places = skirmishers::rows(troop.anchor, troop.facing, stands, 8, gap, size).to_vec();
        }
        if of_screen.is_some() {
            troop.formation = Formation::Skirmish;
            self.screens.push((line.clone(), troop, places));
            return;
        }
        match self.hq_of(side, &hq) {
            Some(found) if self.muster.hqs[found.index()].side == side => unit.hq = found,
            _ => {
                let known = self.muster.hqs.iter().map(|hq| hq.tag.as_str());
                let hint = did_you_mean(&hq, known)
                    .map_or("write it in `hqs` first".to_owned(), |near| format!("did you mean `{near}`?"));
                self.faults
                    .add(name.place, format!("`{tag}` is under `{hq}`, which is no {side} headquarters"))
                    .hint(hint);
                return;
            }
        }
        let id = UnitId::at(self.muster.units.len());
        self.muster.lines.units.push(Span::from(line));
        self.muster.hqs[unit.hq.index()].units.push(id);
        if troop.formation == Formation::Skirmish && has_place {
            troop.anchor = crate::model::figure::middle_of(places.iter().copied());
            self.muster.state.set_loose(id, &places);
        }
        self.muster.units.push(unit);
        self.muster.state.troops.push(troop);
    }

    /// A unit of the order of battle of which no line says where it is: it comes when history says.
    fn unplaced_unit(&mut self, draft: Draft) {
        let Draft { tag, name, side, arm, stands, weapons, grade, hq, arrival } = draft;
        if arrival.is_none() && !self.by_hand {
            self.faults.add(Span::File, format!("{name} has no place")).hint(format!(
                "write a line such as `{tag}: at 12,8 facing 280`, or leave it out of the army",
            ));
            return;
        }
        let Some(hq) = self.find_hq(&hq) else { return };
        let formation = SeeingTheElephant::usual_formation(arm, false);
        let mut troop = Troop { whereabouts: Whereabouts::Unplaced, stands, ..Troop::default() };
        (troop.formation, troop.frontage, troop.grade) = (formation, stands, Some(grade));
        if let Some(arrival) = arrival {
            troop.whereabouts = Whereabouts::Due;
            (troop.anchor, troop.facing) = (arrival.at, arrival.facing);
        }
        let id = UnitId::at(self.muster.units.len());
        self.muster.lines.units.push(Span::File);
        self.muster.hqs[hq.index()].units.push(id);
        let plain = plain_unit(&tag, side, arm, stands);
        let grade = Some(grade);
        self.muster.units.push(Unit { name, weapons, grade, hq, arrival, ..plain });
        self.muster.state.troops.push(troop);
    }

    /// A place for the screen of each unit that may send one out (STE-SKIRM-1, R-99); some are out already.
    fn add_screens(&mut self) {
        for index in 0..self.muster.units.len() {
            let parent = UnitId::at(index);
            let unit = self.muster.units[index].clone();
            if !unit.arm.may_skirmish() {
                continue;
            }
            let id = UnitId::at(self.muster.units.len());
            let of_parent = self.muster.state.troops[index];
            let mut troop =
                Troop { grade: of_parent.grade, formation: Formation::Skirmish, ..Troop::default() };
            let tag = format!("{}/", unit.tag);
            let mut written = Span::File;
            if let Some(at) = self.screens.iter().position(|(line, ..)| {
                line.get_ref().split(':').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(&tag))
            }) {
                let (line, placed, places) = self.screens.remove(at);
                written = Span::from(&line);
                let all = usize::from(of_parent.stands) + usize::from(placed.stands);
                if all > MOST_STANDS {
                    // They may fall in again, and a unit is no larger than that.
                    self.faults
                        .add(&line, format!("`{}` and its skirmishers have {all} stands", unit.tag))
                        .hint(format!("together they have 1 to {MOST_STANDS} (R-98)"));
                }
                troop = Troop { grade: of_parent.grade, sent: placed.stands, ..placed };
                troop.anchor = crate::model::figure::middle_of(places.iter().copied());
                self.muster.state.set_loose(id, &places);
            }
            self.muster.lines.units.push(written);
            self.muster.units[index].screen = Some(id);
            let name = format!("skirmishers of {}", unit.name);
            self.muster.units.push(Unit {
                tag,
                name,
                stands: 0,
                parent: Some(parent),
                screen: None,
                arrival: None,
                ..unit
            });
            self.muster.state.troops.push(troop);
        }
        for (line, ..) in std::mem::take(&mut self.screens) {
            self.faults
                .add(&line, "there is no unit that could have sent out these skirmishers")
                .hint("the name is that of a foot or horse unit with a stroke behind it, as in `24mi/`");
        }
    }

    /// `Meredith: u1 rating 1 with 24mi`.
    fn officer(&mut self, line: &Text) {
        let Some((name, mut words)) = Words::named(line, self.faults, OFFICER) else { return };
        let known = self.history.officers.iter().position(|draft| draft.tag.eq_ignore_ascii_case(name.text));
        let draft = known.map(|known| self.history.officers.remove(known));
        let post = match &draft {
            Some(draft) => self.find_hq(&draft.hq),
            None => words.read(self.faults, "name a headquarters, as in `u1`", |word| {
                self.muster.hqs.iter().position(|hq| hq.tag.eq_ignore_ascii_case(word)).map(HqId::at)
            }),
        };
        let Some(hq) = post else { return };
        let level = self.muster.hqs[hq.index()].level;
        let mut commander = Commander {
            fate: Fate::Present,
            rating: usual_rating(level),
            at: Point::new(0, 0),
            with: None,
            moved: false,
            wounded: false,
            bound_until: 0,
            cheered: None,
            led: None,
        };
        if let Some(draft) = &draft {
            commander.rating = draft.rating;
        }
        let mut has_place = false;
        while let Some(word) = words.peek().cloned() {
            has_place |= ["at", "with", "out"].contains(&word.text);
            if words.takes("rating") {
                commander.rating = words.number(self.faults, "the rating").unwrap_or(commander.rating);
            } else if words.takes("at") {
                commander.at = self.point(&mut words).unwrap_or(commander.at);
            } else if words.takes("with") {
                let found = words.read(self.faults, "name a unit of the position", |word| {
                    self.muster
                        .units
                        .iter()
                        .position(|unit| unit.tag.eq_ignore_ascii_case(word))
                        .map(UnitId::at)
                });
                commander.with = found;
                if let Some(unit) = found {
                    commander.at = self.muster.state.troops[unit.index()].anchor;
                    if self.muster.state.troops[unit.index()].whereabouts == Whereabouts::Due {
                        commander.fate = Fate::Due;
                    }
                }
            } else if words.takes("bound") {
                commander.bound_until =
                    words.number(self.faults, "the turn").unwrap_or(commander.bound_until);
            } else if words.takes("wounded") {
                commander.wounded = true;
            } else if words.takes("moved") {
                commander.moved = true;
            } else if words.takes("out") {
                commander.fate = Fate::Out;
            } else {
                words.fault(
                    self.faults,
                    &format!("a commander is a line such as `{OFFICER}`, not `{}`", word.text),
                );
                words.take();
            }
        }
        if self.muster.state.commands[hq.index()].officer.is_some() {
            self.faults
                .add(name.place.clone(), "the post has a commander already")
                .hint("one for each headquarters");
        }
        let tag = name.text.to_owned();
        let called = draft.map_or_else(|| tag.replace('_', " "), |draft| draft.name);
        if !has_place {
            self.muster.lines.nowhere.push(OfficerId::at(self.muster.officers.len()));
        }
        self.muster.lines.officers.push(Span::from(line));
        self.add_officer(Officer { name: called, tag, hq, rating: commander.rating }, commander);
    }

    fn add_officer(&mut self, officer: Officer, commander: Commander) {
        let id = OfficerId::at(self.muster.officers.len());
        if commander.fate != Fate::Out {
            self.muster.state.commands[officer.hq.index()].officer = Some(id);
        }
        self.muster.officers.push(officer);
        self.muster.state.officers.push(commander);
    }

    /// A commander of whom no line says where he is: he is with the first unit of his command, and comes with it
    ///
    fn unplaced_officer(&mut self, draft: OfficerDraft) {
        let Some(hq) = self.find_hq(&draft.hq) else { return };
        let under = |unit: &Unit| {
            let mut post = Some(unit.hq);
            while let Some(at) = post {
                if at == hq {
                    return true;
                }
                post = self.muster.hqs[at.index()].above;
            }
            false
        };
        let Some(first) = self.muster.units.iter().position(|unit| unit.parent.is_none() && under(unit))
        else {
            return;
        };
        let troop = self.muster.state.troops[first];
        let commander = Commander {
            fate: if troop.whereabouts == Whereabouts::Due { Fate::Due } else { Fate::Present },
            rating: draft.rating,
            at: troop.anchor,
            with: Some(UnitId::at(first)),
            moved: false,
            wounded: false,
            bound_until: 0,
            cheered: None,
            led: None,
        };
        self.muster.lines.officers.push(Span::File);
        self.add_officer(Officer { tag: draft.tag, name: draft.name, hq, rating: draft.rating }, commander);
    }
}

/// `3: A 1 a chest of ammunition blows up`: the turn, the unit, the markers, what happens (STE-MOR-18).
pub fn occurrence(units: &[Unit], line: &Text, faults: &mut Faults) -> Option<Occurrence> {
    const EXAMPLE: &str = "3: 24mi 1 a chest of ammunition blows up";
    let (turn, mut words) = Words::named(line, faults, EXAMPLE)?;
    let Ok(turn) = turn.text.parse() else {
        faults
            .add(turn.place, format!("`{}` is no turn", turn.text))
            .hint(format!("write a line such as `{EXAMPLE}`"));
        return None;
    };
    let unit = words.read(faults, "name a unit of the scenario", |tag| {
        units.iter().position(|unit| unit.tag.eq_ignore_ascii_case(tag)).map(UnitId::at)
    })?;
    let markers = words.number(faults, "the markers")?;
    if turn == 0 || !(1..=MOST_MARKERS).contains(&markers) {
        let what = format!("on turn {turn} `{}` gets {markers} markers", units[unit.index()].tag);
        faults.add(line, what).hint(format!("turns count from 1; a unit has at most {MOST_MARKERS} markers"));
    }
    let mut what = Vec::new();
    while let Some(word) = words.take() {
        what.push(word.text);
    }
    Some(Occurrence { turn, unit, markers, what: what.join(" ") })
}

/// A unit of which nothing else is known yet.
fn plain_unit(tag: &str, side: Side, arm: Arm, stands: u8) -> Unit {
    Unit {
        tag: tag.to_owned(),
        name: tag.to_owned(),
        side,
        arm,
        stands,
        weapons: Vec::new(),
        grade: Some(Grade::Regular),
        marksmen: false,
        hq: HqId(0),
        parent: None,
        screen: None,
        arrival: None,
    }
}

/// `INF8`, `WAG`.
fn kind(word: &str) -> Option<(Arm, bool, u8)> {
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let (_, arm, dismounted) = KINDS
        .into_iter()
        .chain([("SCR", Arm::Infantry, false)])
        .find(|(name, ..)| name.eq_ignore_ascii_case(letters))?;
    let digits = &word[letters.len()..];
    let stands = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    Some((arm, dismounted, stands))
}

/// `rm` for everybody, `nap*2+3in*2` gun by gun.
fn weapons(word: &str, stands: u8) -> Option<Vec<Weapon>> {
    if let Some(weapon) = Weapon::parse(word) {
        return Some(vec![weapon; stands.into()]);
    }
    let mut all = Vec::new();
    for part in word.split('+') {
        let (key, count) = part.split_once('*').unwrap_or((part, "1"));
        let count: u8 = count.parse().ok()?;
        all.extend(std::iter::repeat_n(Weapon::parse(key)?, count.into()));
    }
    (all.len() == usize::from(stands)).then_some(all)
}

fn usual_weapons(arm: Arm, stands: u8) -> Vec<Weapon> {
    let weapon = match arm {
        Arm::Infantry => Weapon::RifleMusket,
        Arm::Cavalry => Weapon::BreechLoadingCarbine,
        Arm::SiegeArtillery => Weapon::SiegeHowitzer,
        Arm::Gunboat => Weapon::GunboatGun,
        Arm::Wagon => return Vec::new(),
        _ => Weapon::Napoleon,
    };
    vec![weapon; stands.into()]
}

/// Degrees in steps of a tick.
#[must_use]
pub fn parse_heading(word: &str) -> Option<Heading> {
    let tenths = u16::try_from(number::read(word, 1)?).ok()?;
    Heading::new(tenths % 3_600)
        .filter(|heading| tenths <= 3_600 && TICKS.holds(*heading) && tenths % TICK == 0)
}

/// `line8`, `line4x2`, `col2`, `square` …; with how many stands in a rank.
#[must_use]
pub fn parse_formation(word: &str, stands: u8) -> Option<(Formation, u8)> {
    let word = word.to_ascii_lowercase();
    let width = |text: &str| -> Option<u8> {
        let (files, ranks) = text.split_once('x').unwrap_or((text, ""));
        let files: u8 = files.parse().ok().filter(|&files| files > 0)?;
        let fits = ranks.is_empty() || ranks.parse::<u8>().is_ok_and(|ranks| stands.div_ceil(files) == ranks);
        fits.then_some(files)
    };
    match word.as_str() {
        "line" => Some((Formation::Line, stands)),
        "square" => Some((Formation::Square, stands)),
        "skirmish" => Some((Formation::Skirmish, stands)),
        "limbered" => Some((Formation::Limbered, 1)),
        "unlimbered" => Some((Formation::Unlimbered, stands)),
        other => other
            .strip_prefix("line")
            .and_then(|text| Some((Formation::Line, width(text)?)))
            .or_else(|| other.strip_prefix("col").and_then(|text| Some((Formation::Column, width(text)?))))
            .filter(|&(formation, files)| formation != Formation::Column || files <= 2),
    }
}

/// `p1`, `h2`, `lost3`, `retreating`, `+prone` …
fn fact(word: &str, troop: &mut Troop, unit: &mut Unit) -> bool {
    let count = |prefix: &str| word.strip_prefix(prefix).and_then(|text| text.parse::<u8>().ok());
    if let Some(panic) = count("p") {
        troop.panic = panic;
    } else if let Some(hits) = count("h") {
        troop.hits = hits;
    } else if let Some(lost) = count("lost") {
        troop.lost = lost;
    } else if word == "retreating" {
        troop.withdrawing = Some(Run::Retreat);
    } else if word == "routing" {
        troop.withdrawing = Some(Run::Rout);
    } else if word == "fired-full" {
        troop.posture = Posture::Full;
    } else if word == "fired-reduced" {
        troop.posture = Posture::Reduced;
    } else if word == "retreated-this-turn" {
        troop.ran[0] = Some(Run::Retreat);
    } else if word == "routed-this-turn" {
        troop.ran[0] = Some(Run::Rout);
    } else if word == "retreated-last-turn" {
        troop.ran[1] = Some(Run::Retreat);
    } else if word == "routed-last-turn" {
        troop.ran[1] = Some(Run::Rout);
    } else if let Some((_, posture)) = POSTURES.iter().find(|(name, _)| *name == word) {
        troop.posture = *posture;
    } else if word == "+marksmen" {
        unit.marksmen = true;
    } else if let Some(name) = word.strip_prefix('+') {
        let Some((_, mark)) = MARKS.iter().find(|(known, _)| *known == name) else { return false };
        troop.marks |= *mark;
    } else {
        return false;
    }
    true
}
