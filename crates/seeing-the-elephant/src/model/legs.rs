//! How moves are written: legs of a path, places of loose stands, ways of officers (G-12, G-13).
//!
//! `go f6.5 wr30 f2.25`: lengths in inches with up to three decimals, turns in degrees, in ticks of 2.5.

use super::figure::TICK;
use super::scenario::{MOST_STANDS, SeeingTheElephant};
use super::state::{Formation, Place};
use crate::files::muster::parse_heading;
use engine::flat::List;
use engine::notation::{Noun, Words, any_number};
use engine::{Chance, Violation};
use ground::geometry::Point;
use ground::table::{FeatureId, Hand, Heading, in_bounds, number};
use serde::{Deserialize, Serialize};

/// The most legs of a path.
pub const MOST_LEGS: usize = 8;

/// The most stretches of an officer's way.
pub const MOST_STRETCHES: usize = 4;

/// The longest leg that can be written, in mils: longer than any roll.
pub const LONGEST: i32 = 99_999;

/// One leg (G-12).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Motion {
    /// Straight ahead: `f6.5`.
    Forward(i32),
    /// Straight back, facing as before: `b1.5`.
    Back(i32),
    /// Ahead and to a side, facing as before: `or15:4`.
    Oblique {
        /// To the right.
        right: bool,
        /// How far off the facing, in ticks.
        ticks: u8,
        /// How far.
        distance: i32,
    },
    /// About the end of the front on that side: `wl22.5`.
    Wheel {
        /// To the right.
        right: bool,
        /// How far, in ticks.
        ticks: u8,
    },
    /// To a side, facing as before: `sr2`.
    Side {
        /// To the right.
        right: bool,
        /// How far.
        distance: i32,
    },
    /// A quarter turn of everybody where he stands: `fl`, `fr`.
    Face {
        /// To the right.
        right: bool,
    },
    /// Half a turn of everybody where he stands: `about`.
    #[default]
    About,
    /// Along the road: `road8.5`.
    Road(i32),
    /// Onto another road at a junction, toward its end or toward its beginning: `onto:pike`, `onto:pike:back`.
    Onto {
        /// The number of the road among the features of the ground.
        road: u16,
        /// Toward its beginning.
        back: bool,
    },
    /// Into another formation: `line8`, `col2`, `square`, `skirmish`.
    Form {
        /// Which.
        formation: Formation,
        /// How many stands side by side.
        frontage: u8,
    },
    /// Guns are made ready to march: `limber`.
    Limber,
    /// Guns are made ready to fire: `unlimber`.
    Unlimber,
    /// Cavalry mounts: `mount`.
    Mount,
    /// Cavalry dismounts: `dismount`.
    Dismount,
    /// Everybody lies down: `prone`.
    Prone,
    /// Guns are drawn by hand: `p1.5,-0.5>45`, so far to the right and ahead, and then facing so.
    Prolong {
        /// To the right, in mils.
        aside: i32,
        /// Ahead, in mils.
        ahead: i32,
        /// Facing afterwards.
        facing: Heading,
    },
    /// Over a major obstacle: `cross:wall-3`.
    Cross(u16),
    /// Loose stands lie down in rows: `rows30,12.5>0/8:1.5`, their middle, facing, stands in a row and gap.
    Rows {
        /// The middle of all.
        middle: Point,
        /// Facing.
        facing: Heading,
        /// Count in a row.
        files: u8,
        /// The gap between stands, and between rows.
        gap: i32,
    },
    /// Skirmishers fall in with their unit: `recall`.
    Recall,
}

/// A side as the open table calls it.
#[must_use]
pub const fn hand(right: bool) -> Hand {
    if right { Hand::Right } else { Hand::Left }
}

/// The legs of a move.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Path(pub List<Motion, MOST_LEGS>);

impl Path {
    /// A path of these legs, as many as there is room for.
    #[must_use]
    pub fn of(legs: &[Motion]) -> Path {
        let mut path = Path::default();
        for &leg in legs.iter().take(MOST_LEGS) {
            path.0.push(leg);
        }
        path
    }
}

fn inches(mils: i32) -> String {
    number::write(mils, 3)
}

fn degrees(tenths: i32) -> String {
    number::write(tenths, 1)
}

const fn side(right: bool) -> char {
    if right { 'r' } else { 'l' }
}

impl Motion {
    fn write(self, rules: &SeeingTheElephant) -> String {
        let turn = |ticks: u8| degrees(i32::from(ticks) * i32::from(TICK));
        match self {
            Motion::Forward(distance) => format!("f{}", inches(distance)),
            Motion::Back(distance) => format!("b{}", inches(distance)),
            Motion::Oblique { right, ticks, distance } => {
                format!("o{}{}:{}", side(right), turn(ticks), inches(distance))
            }
            Motion::Wheel { right, ticks } => format!("w{}{}", side(right), turn(ticks)),
            Motion::Side { right, distance } => format!("s{}{}", side(right), inches(distance)),
            Motion::Face { right } => format!("f{}", side(right)),
            Motion::About => "about".to_owned(),
            Motion::Road(distance) => format!("road{}", inches(distance)),
            Motion::Onto { road, back } => {
                format!("onto:{}{}", write_feature(rules, road), if back { ":back" } else { "" })
            }
            Motion::Form { formation, frontage } => match formation {
                Formation::Line => format!("line{frontage}"),
                Formation::Column => format!("col{frontage}"),
                Formation::Square => "square".to_owned(),
                _ => "skirmish".to_owned(),
            },
            Motion::Limber => "limber".to_owned(),
            Motion::Unlimber => "unlimber".to_owned(),
            Motion::Mount => "mount".to_owned(),
            Motion::Dismount => "dismount".to_owned(),
            Motion::Prone => "prone".to_owned(),
            Motion::Prolong { aside, ahead, facing } => {
                format!("p{},{}>{}", inches(aside), inches(ahead), degrees(facing.tenths().into()))
            }
            Motion::Cross(feature) => format!("cross:{}", write_feature(rules, feature)),
            Motion::Rows { middle, facing, files, gap } => format!(
                "rows{},{}>{}/{files}:{}",
                inches(middle.x),
                inches(middle.y),
                degrees(facing.tenths().into()),
                inches(gap)
            ),
            Motion::Recall => "recall".to_owned(),
        }
    }

    fn read(rules: &SeeingTheElephant, word: &str) -> Option<Motion> {
        let word = word.to_ascii_lowercase();
        let plain = match word.as_str() {
            "about" => Some(Motion::About),
            "fl" => Some(Motion::Face { right: false }),
            "fr" => Some(Motion::Face { right: true }),
            "limber" => Some(Motion::Limber),
            "unlimber" => Some(Motion::Unlimber),
            "mount" => Some(Motion::Mount),
            "dismount" => Some(Motion::Dismount),
            "prone" => Some(Motion::Prone),
            "recall" => Some(Motion::Recall),
            "square" => Some(Motion::Form { formation: Formation::Square, frontage: 0 }),
            "skirmish" => Some(Motion::Form { formation: Formation::Skirmish, frontage: 0 }),
            _ => None,
        };
        if plain.is_some() {
            return plain;
        }
        let length = |text: &str| number::read(text, 3);
        let sided = |letter: char| -> Option<(bool, &str)> {
            let rest = word.strip_prefix(letter)?;
            Some((rest.starts_with('r'), rest.strip_prefix(['l', 'r'])?))
        };
        if let Some(rest) = word.strip_prefix("road") {
            return Some(Motion::Road(length(rest)?));
        }
        if let Some(rest) = word.strip_prefix("onto:") {
            let (name, back) = rest.strip_suffix(":back").map_or((rest, false), |name| (name, true));
            return Some(Motion::Onto { road: read_feature(rules, name)?, back });
        }
        if let Some(rest) = word.strip_prefix("rows") {
            let (middle, rest) = rest.split_once('>')?;
            let (facing, rest) = rest.split_once('/')?;
            let (files, gap) = rest.split_once(':')?;
            return Some(Motion::Rows {
                middle: read_point(middle)?,
                facing: parse_heading(facing)?,
                files: files.parse().ok()?,
                gap: length(gap)?,
            });
        }
        if let Some(name) = word.strip_prefix("cross:") {
            return read_feature(rules, name).map(Motion::Cross);
        }
        if let Some(rest) = word.strip_prefix("line") {
            let files = rest.split_once('x').map_or(rest, |(files, _)| files);
            return Some(Motion::Form { formation: Formation::Line, frontage: files.parse().ok()? });
        }
        if let Some(rest) = word.strip_prefix("col") {
            return Some(Motion::Form { formation: Formation::Column, frontage: rest.parse().ok()? });
        }
        if let Some((right, rest)) = sided('o') {
            let (turn, distance) = rest.split_once(':')?;
            return Some(Motion::Oblique { right, ticks: read_ticks(turn)?, distance: length(distance)? });
        }
        if let Some((right, rest)) = sided('w') {
            return Some(Motion::Wheel { right, ticks: read_ticks(rest)? });
        }
        if let Some((right, rest)) = sided('s') {
            return Some(Motion::Side { right, distance: length(rest)? });
        }
        if let Some(rest) = word.strip_prefix('p') {
            let (way, facing) = rest.split_once('>')?;
            let (aside, ahead) = way.split_once(',')?;
            return Some(Motion::Prolong {
                aside: length(aside)?,
                ahead: length(ahead)?,
                facing: parse_heading(facing)?,
            });
        }
        if let Some(rest) = word.strip_prefix('f') {
            return Some(Motion::Forward(length(rest)?));
        }
        Some(Motion::Back(length(word.strip_prefix('b')?)?))
    }

    /// Whether it has a length, and that is nothing. Guns may be turned by hand where they stand.
    #[must_use]
    pub const fn leads_nowhere(self) -> bool {
        match self {
            Motion::Forward(distance) | Motion::Back(distance) | Motion::Road(distance) => distance == 0,
            Motion::Side { distance, .. } | Motion::Oblique { distance, .. } => distance == 0,
            Motion::Wheel { ticks, .. } => ticks == 0,
            _ => false,
        }
    }

    /// Whether every number in it is one that the arithmetic is made for.
    fn is_sound(self, rules: &SeeingTheElephant) -> bool {
        let long = |distance: i32| (0..=LONGEST).contains(&distance);
        let most = MOST_STANDS as u8;
        match self {
            Motion::Forward(distance) | Motion::Back(distance) | Motion::Road(distance) => long(distance),
            Motion::Side { distance, .. } => long(distance),
            Motion::Oblique { ticks, distance, .. } => ticks <= 36 && long(distance),
            Motion::Wheel { ticks, .. } => ticks <= 36,
            Motion::Form { formation, frontage } => match formation {
                Formation::Line | Formation::Column => (1..=most).contains(&frontage),
                Formation::Square | Formation::Skirmish => frontage == 0,
                Formation::Limbered | Formation::Unlimbered => false,
            },
            Motion::Prolong { aside, ahead, facing } => {
                aside.abs() <= LONGEST && ahead.abs() <= LONGEST && facing.tenths() % TICK == 0
            }
            Motion::Cross(feature) | Motion::Onto { road: feature, .. } => {
                rules.table.field.features().any(|id: FeatureId| id.0 == feature)
            }
            Motion::Rows { middle, facing, files, gap } => {
                in_bounds(middle)
                    && facing.tenths() % TICK == 0
                    && (1..=most).contains(&files)
                    && (0..=LONGEST).contains(&gap)
            }
            _ => true,
        }
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Motion {
        let mut number = |most: u32| chance.draw(most, "any leg") as i32;
        let (kind, distance) = (number(21), number(12_000));
        let (right, ticks) = (number(2) == 0, number(37) as u8);
        let facing = Heading::new(number(144) as u16 * TICK).unwrap_or_default();
        match kind {
            0 | 1 => Motion::Forward(distance),
            2 => Motion::Back(distance),
            3 => Motion::Oblique { right, ticks, distance },
            4 | 5 => Motion::Wheel { right, ticks },
            6 => Motion::Side { right, distance },
            7 => Motion::Face { right },
            8 => Motion::Road(distance),
            9 => Motion::Form { formation: Formation::Line, frontage: ticks.clamp(1, 32) },
            10 => Motion::Form { formation: Formation::Column, frontage: 1 + u8::from(right) },
            11 => Motion::Form { formation: Formation::Square, frontage: 0 },
            12 => Motion::Form { formation: Formation::Skirmish, frontage: 0 },
            13 => [Motion::Limber, Motion::Unlimber][usize::from(right)],
            14 => [Motion::Mount, Motion::Dismount][usize::from(right)],
            15 => Motion::Prone,
            16 => Motion::Prolong { aside: distance / 6, ahead: distance / 8, facing },
            17 => Motion::Cross(number(1 + rules.table.field.features().count() as u32) as u16),
            18 => {
                let frame = rules.table.field.table();
                let middle = Point::new(
                    number(1 + frame.high.x.unsigned_abs()),
                    number(1 + frame.high.y.unsigned_abs()),
                );
                Motion::Rows { middle, facing, files: 1 + ticks % 8, gap: 1_500 }
            }
            19 => {
                let features = rules.table.field.features().count() as u32;
                Motion::Onto { road: number(1 + features) as u16, back: right }
            }
            _ => Motion::Recall,
        }
    }
}

/// A feature of the ground by its name; by its number where the name is not one word or not its own.
fn write_feature(rules: &SeeingTheElephant, feature: u16) -> String {
    let field = &rules.table.field;
    let Some(id) = field.features().find(|id| id.0 == feature) else { return "?".to_owned() };
    let name = field.name(id);
    let is_word = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || ":#".contains(c));
    if is_word && read_feature(rules, name) == Some(feature) {
        name.to_owned()
    } else {
        format!("#{feature}")
    }
}

fn read_feature(rules: &SeeingTheElephant, word: &str) -> Option<u16> {
    let field = &rules.table.field;
    let number = word.strip_prefix('#').and_then(|number| number.parse::<u16>().ok());
    let known = |id: &FeatureId| match number {
        Some(number) => id.0 == number,
        None => field.name(*id).eq_ignore_ascii_case(word),
    };
    field.features().find(known).map(|id| id.0)
}

fn read_ticks(word: &str) -> Option<u8> {
    let tenths = number::read(word, 1)?;
    let tick = i32::from(TICK);
    (tenths % tick == 0).then(|| u8::try_from(tenths / tick).ok()).flatten()
}

pub(super) fn read_point(word: &str) -> Option<Point> {
    let (x, y) = word.split_once(',')?;
    Some(Point::new(number::read(x, 3)?, number::read(y, 3)?))
}

pub(super) fn write_point(point: Point) -> String {
    format!("{},{}", inches(point.x), inches(point.y))
}

impl Noun<SeeingTheElephant> for Path {
    const FORM: &'static str = "LEGS";
    const WORDS: Words = Words::Many;

    fn write(self, rules: &SeeingTheElephant) -> String {
        let legs: Vec<String> = self.0.iter().map(|leg| leg.write(rules)).collect();
        legs.join(" ")
    }

    fn read(rules: &SeeingTheElephant, said: &str) -> Result<Path, Violation> {
        let mut path = Path::default();
        for word in said.split_whitespace() {
            let Some(leg) = Motion::read(rules, word) else {
                let text =
                    format!("`{word}` is no leg; legs are such as `f6.5`, `wr30`, `or15:4`, `fl`, `line8`");
                return Err(Violation::form(text));
            };
            if path.0.len() == MOST_LEGS {
                return Err(Violation::form(format!("a move has at most {MOST_LEGS} legs")));
            }
            path.0.push(leg);
        }
        Ok(path)
    }

    fn exists(self, rules: &SeeingTheElephant) -> bool {
        !self.0.is_empty() && self.0.iter().all(|leg| leg.is_sound(rules))
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Path {
        let mut path = Path::default();
        for _ in 0..=chance.draw(3, "any path") {
            path.0.push(Motion::any(rules, chance));
        }
        path
    }
}

/// How a unit is to move, which fixes its dice (G-13, R-66).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mode {
    /// With its usual dice.
    March,
    /// In column, with a die more (STE-MOVE-3).
    Column,
    /// On a road, with the road die and, for infantry, that of the column (STE-MOVE-14).
    Road,
    /// It tries to rise first (STE-MOVE-28).
    Rise,
    /// It tries to rise first, and then moves in column with a die more.
    RiseColumn,
    /// It lies down where it stands, without dice (STE-MOVE-27, R-54).
    Prone,
    /// Guns are drawn by hand (STE-MOVE-38).
    Prolong,
    /// Over a major obstacle, without dice (STE-MOVE-34).
    Cross,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Mode; 8] = [
        Mode::March,
        Mode::Column,
        Mode::Road,
        Mode::Rise,
        Mode::RiseColumn,
        Mode::Prone,
        Mode::Prolong,
        Mode::Cross,
    ];

    /// What it is written as.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["march", "column", "road", "rise", "rise-column", "prone", "prolong", "cross"][self as usize]
    }

    /// Whether the unit tries to rise first.
    #[must_use]
    pub const fn rises(self) -> bool {
        matches!(self, Mode::Rise | Mode::RiseColumn)
    }
}

impl Noun<SeeingTheElephant> for Mode {
    const FORM: &'static str = "march|column|road|rise|rise-column|prone|prolong|cross";

    fn write(self, _: &SeeingTheElephant) -> String {
        self.key().to_owned()
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Mode, Violation> {
        let known = Mode::ALL.into_iter().find(|mode| mode.key().eq_ignore_ascii_case(said));
        known.ok_or_else(|| {
            let keys = faults::list(Mode::ALL.map(Mode::key));
            Violation::form(format!("`{said}` is no way to move; write {keys}"))
        })
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        true
    }

    fn any(_: &SeeingTheElephant, chance: &mut dyn Chance) -> Mode {
        Mode::ALL[chance.draw(Mode::ALL.len() as u32, "any mode") as usize]
    }
}

/// A number of stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Count(pub u8);

impl Noun<SeeingTheElephant> for Count {
    const FORM: &'static str = "STANDS";

    fn write(self, _: &SeeingTheElephant) -> String {
        self.0.to_string()
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Count, Violation> {
        said.parse().map(Count).map_err(|_| Violation::form(format!("`{said}` is no number of stands")))
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        usize::from(self.0) <= MOST_STANDS
    }

    fn any(_: &SeeingTheElephant, chance: &mut dyn Chance) -> Count {
        Count(any_number(chance, 8, 40) as u8)
    }
}

/// A side, as seen by who looks from the edge of the table onto it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Wing {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Wing {
    /// Both.
    pub const BOTH: [Wing; 2] = [Wing::Left, Wing::Right];

    const fn key(self) -> &'static str {
        match self {
            Wing::Left => "left",
            Wing::Right => "right",
        }
    }
}

impl Noun<SeeingTheElephant> for Wing {
    const FORM: &'static str = "left|right";

    fn write(self, _: &SeeingTheElephant) -> String {
        self.key().to_owned()
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Wing, Violation> {
        let known = Wing::BOTH.into_iter().find(|wing| wing.key().eq_ignore_ascii_case(said));
        known.ok_or_else(|| Violation::form(format!("`{said}` is no side; write left or right")))
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        true
    }

    fn any(_: &SeeingTheElephant, chance: &mut dyn Chance) -> Wing {
        Wing::BOTH[chance.draw(2, "any side") as usize]
    }
}

/// The places of loose stands, one for each.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Places(pub List<Place, MOST_STANDS>);

impl Places {
    /// These places, as many as there is room for.
    #[must_use]
    pub fn of(points: &[Point]) -> Places {
        let mut places = Places::default();
        for &point in points.iter().take(MOST_STANDS) {
            places.0.push(Place(point));
        }
        places
    }
}

impl Noun<SeeingTheElephant> for Places {
    const FORM: &'static str = "PLACES";
    const WORDS: Words = Words::Many;

    fn write(self, _: &SeeingTheElephant) -> String {
        let places: Vec<String> = self.0.iter().map(|place| write_point(place.0)).collect();
        places.join(" ")
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Places, Violation> {
        read_points(said.split_whitespace()).map(Places)
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        !self.0.is_empty() && self.0.iter().all(|place| in_bounds(place.0))
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Places {
        let mut places = Places::default();
        for _ in 0..=chance.draw(4, "any places") {
            places.0.push(Place(any_point(rules, chance)));
        }
        places
    }
}

/// An officer's way: straight stretches to these points.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ride(pub List<Place, MOST_STRETCHES>);

impl Ride {
    /// Straight to a point.
    #[must_use]
    pub fn to(point: Point) -> Ride {
        let mut ride = Ride::default();
        ride.0.push(Place(point));
        ride
    }
}

impl Noun<SeeingTheElephant> for Ride {
    const FORM: &'static str = "X,Y;X,Y";

    fn write(self, _: &SeeingTheElephant) -> String {
        let places: Vec<String> = self.0.iter().map(|place| write_point(place.0)).collect();
        places.join(";")
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Ride, Violation> {
        read_points(said.split(';')).map(Ride)
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        !self.0.is_empty() && self.0.iter().all(|place| in_bounds(place.0))
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Ride {
        Ride::to(any_point(rules, chance))
    }
}

fn read_points<'a, const N: usize>(
    words: impl Iterator<Item = &'a str>,
) -> Result<List<Place, N>, Violation> {
    let mut points = List::default();
    for word in words {
        let point = read_point(word)
            .ok_or_else(|| Violation::form(format!("`{word}` is no place; write inches, as in `30,12.5`")))?;
        if points.len() == N {
            return Err(Violation::form(format!("there are at most {N} places")));
        }
        points.push(Place(point));
    }
    Ok(points)
}

pub(super) fn any_point(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Point {
    let frame = rules.table.field.table();
    let mut along = |high: i32| chance.draw(1 + high.unsigned_abs(), "any place") as i32;
    Point::new(along(frame.high.x), along(frame.high.y))
}
