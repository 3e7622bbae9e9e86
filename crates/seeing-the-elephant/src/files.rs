//! Files into scenarios: read, checked in one step that lists every fault, then trusted.

mod history;
mod meeting;
pub mod muster;
mod places;

use crate::game::GAME;
use crate::model::options::Options;
use crate::model::scale::{INCH, Scale};
use crate::model::scenario::{Objective, SeeingTheElephant, Zones};
use crate::model::terrain::{self, LEGEND};
use crate::rules::deployment;
use crate::rules::legs::inches;
use armies::OrderOfBattle;
use armies::arrivals::{Arrivals, EntryPoint};
use armies::derive::{Calendar, Day, Selection, Turns, Written};
use engine::Side;
use engine::load::{self, Library, Loader, Reader, Report, Source, check_id};
use faults::{Faults, Shelf, Span, Texts};
use ground::battlefield::Projection;
use ground::geometry::{Frame, Point};
use ground::table::Heading;
use ground::table::lay::GroundText;
use ground::table::{self, Plan, Tabletop};
use ground::{Battlefield, battlefield};
use history::Coming;
use meeting::MeetingFile;
use muster::{History, MusterText};
use serde::Deserialize;
use toml::Spanned;

/// The ids of all scenarios of a library: those built in, then the further ones of its folder by name.
#[must_use]
pub fn ids(library: &Library) -> Vec<String> {
    load::ids::<Files>(library)
}

/// Reads a scenario by its id, or by the path of its file, with everything it names. Behind an `@` stands the seed of a
/// meeting: `meeting@417` is that of the file `meeting` with other armies.
///
/// # Errors
///
/// Every fault of every file, with its line and what would be right.
pub fn scenario(library: &Library, name: &str) -> Result<SeeingTheElephant, Report> {
    let Some((base, seed)) = name.rsplit_once('@') else { return load::scenario::<Files>(library, name) };
    let source = library.open(&Files::SCENARIOS, base)?;
    load::read::<Files, _>(library, &source, |reader, file| match seed.parse() {
        Ok(seed) if file.meeting.is_some() => {
            Files::build(file.parts(reader, Some(seed))?, &mut reader.faults)
        }
        Ok(_) => {
            let what = format!("`{base}` has no armies to be raised by the seed {seed}");
            reader.faults.add(Span::File, what).hint("leave the seed away, or write `[meeting]`");
            None
        }
        Err(_) => {
            let what = format!("`{seed}` is no seed for armies");
            reader.faults.add(Span::File, what).hint(format!("write a number: `{base}@417`"));
            None
        }
    })
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// Every fault of every file.
pub fn from_source(library: &Library, source: &Source) -> Result<SeeingTheElephant, Report> {
    load::from_source::<Files>(library, source)
}

/// A scenario as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Checked before the file is read.
    #[serde(rename = "game")]
    _game: Option<String>,
    id: Spanned<String>,
    title: String,
    #[serde(default)]
    description: String,
    scale: Scale,
    #[serde(default)]
    options: Options,
    turns: Option<Spanned<u8>>,
    /// The first and the last turn by the clock, instead of their number: `7:30 am`.
    first_turn: Option<Spanned<String>>,
    last_turn: Option<Spanned<String>>,
    /// Each side's own edge of the table, the Union's first (G-15); south and north if nothing is said.
    home: Option<Spanned<[Edge; 2]>>,
    /// Ground drawn in text.
    ground: Option<Spanned<GroundText>>,
    /// Real ground.
    map: Option<Spanned<MapFile>>,
    /// Troops of an order of battle.
    army: Option<ArmyFile>,
    /// Armies raised by dice (STE-RND).
    meeting: Option<Spanned<MeetingFile>>,
    /// Forces placed by their owners.
    deployment: Option<Spanned<DeploymentFile>>,
    /// What happens whoever plays: `3: 24mi 1 a chest of ammunition blows up`.
    #[serde(default)]
    events: Texts,
    #[serde(default, rename = "objective")]
    objectives: Vec<ObjectiveFile>,
    /// Where everybody is; nobody needs a line whose place history or his owner gives.
    #[serde(default)]
    troops: Option<Spanned<MusterText>>,
}

/// More turns than any battle takes.
const MOST_TURNS: u8 = 200;

/// More points than a whole army is worth.
const MOST_POINTS: i32 = 1_000;

/// More objectives than anybody could hold.
const MOST_OBJECTIVES: usize = 64;

/// An edge of the table.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Edge {
    North,
    East,
    South,
    West,
}

impl Edge {
    const fn heading(self) -> Heading {
        match self {
            Edge::North => Heading::NORTH,
            Edge::East => Heading::EAST,
            Edge::South => Heading::SOUTH,
            Edge::West => Heading::WEST,
        }
    }
}

/// Real ground as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    battlefield: Spanned<String>,
    /// West, south, east and north in degrees; all of the battlefield if nothing is said.
    frame: Option<[f64; 4]>,
}

/// An order of battle as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    order_of_battle: Spanned<String>,
    /// When and where they come; whoever has no line enters so.
    arrivals: Option<Spanned<String>>,
    /// Headquarters that are there although they bring nobody together.
    #[serde(default)]
    headquarters: Vec<Spanned<String>>,
    #[serde(default)]
    take: Vec<Spanned<String>>,
    #[serde(default)]
    leave: Vec<Spanned<String>>,
    #[serde(default)]
    also: Vec<Spanned<String>>,
}

/// Real ground on the table.
struct Laid {
    table: Tabletop,
    /// From degrees to the plane of the battlefield, and from there to the table.
    projection: Projection,
    scale: table::Scale,
    /// The place of the plane that is the south-west corner of the table.
    origin: Point,
}

impl Laid {
    /// Where an entry point lies on the edge of the table that it names; files give places to some yards.
    fn gate(&self, point: &EntryPoint) -> Option<Point> {
        let plane = self.projection.to_plane(point.at.lon, point.at.lat);
        let Point { x, y } = self.scale.place(self.origin, plane);
        let Frame { low, high } = self.table.field.table();
        let snapped = match point.edge {
            armies::arrivals::Edge::North => Point::new(x, high.y),
            armies::arrivals::Edge::East => Point::new(high.x, y),
            armies::arrivals::Edge::South => Point::new(x, low.y),
            armies::arrivals::Edge::West => Point::new(low.x, y),
        };
        let near = snapped.distance_squared(Point::new(x, y)) <= i64::from(INCH) * i64::from(INCH);
        (near && self.table.field.table().contains(snapped)).then_some(snapped)
    }
}

impl MapFile {
    /// The ground of the frame, at a scale.
    fn lay(&self, scale: Scale, reader: &mut Reader<'_>) -> Option<Laid> {
        let ground = reader.named(&battlefield::SHELF, &self.battlefield, Battlefield::read)?;
        let frame = self.frame.map(|[west, south, east, north]| Frame {
            low: ground.projection.to_plane(west, south),
            high: ground.projection.to_plane(east, north),
        });
        let scaled = table::Scale::a_yard(scale.mils_a_yard());
        let plan = Plan { frame, scale: scaled, cell: 3 * INCH, contour_cell: 3 * INCH };
        let laid = table::lay(&ground, &plan, |ground, name| terrain::class(scale, ground, name));
        let laid = laid.map_err(|error| {
            reader
                .faults
                .add(&self.battlefield, error.to_string())
                .hint("take a smaller frame, or a larger scale");
        });
        let origin = frame.unwrap_or(ground.frame).low;
        laid.ok().map(|table| Laid { table, projection: ground.projection, scale: scaled, origin })
    }
}

/// Deployment as written: zones in mils, west, south, east and north; a strip along the own edge if nothing is said
/// (M-6).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeploymentFile {
    union: Option<Spanned<[i32; 4]>>,
    confederate: Option<Spanned<[i32; 4]>>,
    /// The defender, who places his forces first; by a die if nothing is said.
    first: Option<Side>,
}

impl DeploymentFile {
    fn zones(&self, home: [Heading; 2], table: Frame, place: Span, faults: &mut Faults) -> Zones {
        let written = [&self.union, &self.confederate];
        let zones = [0, 1].map(|side| {
            let usual = Zones::usual(table, home[side]);
            let Some(written) = written[side] else {
                if !table.contains(usual.low) || !table.contains(usual.high) {
                    faults
                        .add(place.clone(), "the table is less deep than a zone, which has 12 inches")
                        .hint("write the zones, or take a larger table");
                }
                return usual;
            };
            let [west, south, east, north] = *written.get_ref();
            let zone = Frame { low: Point::new(west, south), high: Point::new(east, north) };
            if west >= east || south >= north {
                faults
                    .add(written, "the zone has no inside")
                    .hint("write mils: west, south, east and north, as in `[0, 0, 72_000, 12_000]`");
            }
            if !table.contains(zone.low) || !table.contains(zone.high) {
                let (width, height) = (inches(table.width()), inches(table.height()));
                faults
                    .add(written, "the zone reaches beyond the table")
                    .hint(format!("the table is {width} by {height} inches, {} mils each", INCH));
            }
            zone
        });
        let [ours, theirs] = zones;
        let apart = ours.high.x <= theirs.low.x
            || theirs.high.x <= ours.low.x
            || ours.high.y <= theirs.low.y
            || theirs.high.y <= ours.low.y;
        if !apart {
            faults.add(place, "the zones of both sides overlap").hint("write zones with ground between them");
        }
        Zones { zones, first: self.first }
    }
}

impl ScenarioFile {
    /// What the file says, with all that it names; a meeting with these armies, if a seed is given.
    fn parts(&self, reader: &mut Reader<'_>, seed: Option<u64>) -> Option<SeeingTheElephant> {
        let file = self;
        let mut drawn = None;
        let mut laid = None;
        match (&file.ground, &file.map) {
            (Some(ground), None) => {
                drawn = ground.get_ref().build(Span::from(ground), &LEGEND, &mut reader.faults);
            }
            (None, Some(map)) => laid = map.get_ref().lay(file.scale, reader),
            _ => {
                let what = "the table is drawn, or cut from a battlefield: one of both";
                reader.faults.add(Span::File, what).hint("write `[ground]` or `[map]`");
            }
        }
        let calendar = file.calendar(&mut reader.faults);
        let mut history = file.army.as_ref().and_then(|army| {
            army.derive(file.scale, calendar.as_ref(), laid.as_ref(), file.map.is_some(), reader)
        });
        let mut id = file.id.get_ref().clone();
        let mut title = file.title.clone();
        if let Some(written) = &file.meeting {
            if file.army.is_some() {
                reader
                    .faults
                    .add(written, "the armies are raised by dice, or taken from history: one of both")
                    .hint("write `[meeting]` or `[army]`");
            }
            if file.deployment.is_none() {
                reader
                    .faults
                    .add(written, "nothing says where the armies are placed")
                    .hint("write `[deployment]`: an empty one has strips along both edges");
            }
            let meeting = written.get_ref();
            if let Some(seed) = seed {
                // Other armies are another scenario: its name and its fingerprint say so.
                reader.note(&Source::new("seed", seed.to_string()));
                id = format!("{id}@{seed}");
            }
            let seed = seed.unwrap_or(meeting.seed);
            title = format!("{title} {seed}");
            history = Some(meeting.raise(seed, file.scale, &file.options));
        }
        let print = reader.print();
        let faults = &mut reader.faults;
        check_id(&file.id, "herbst-woods", faults);
        let none = MusterText::default();
        let troops = file.troops.as_ref().map_or(&none, Spanned::get_ref);
        let mut muster =
            troops.read(file.scale, history.unwrap_or_default(), file.deployment.is_some(), faults);
        let table = drawn.or(laid.map(|laid| laid.table))?;
        let frame = table.field.table();
        let home = file.home.as_ref().map_or([Edge::South, Edge::North], |home| *home.get_ref());
        let home = home.map(Edge::heading);
        if let Some(written) = file.home.as_ref().filter(|_| home[0] == home[1]) {
            faults
                .add(written, "both sides have the same edge")
                .hint("write two of `north`, `east`, `south` and `west`");
        }
        let deployment = file.deployment.as_ref();
        let deployment =
            deployment.map(|written| written.get_ref().zones(home, frame, Span::from(written), faults));
        deployment::give_edges(&mut muster.units, &muster.state, home, frame);
        let objectives = file.objectives.iter().map(|objective| {
            let [x, y] = *objective.at.get_ref();
            let at = Point::new(x, y);
            if !frame.contains(at) {
                faults
                    .add(&objective.at, format!("`{}` lies off the table", objective.name))
                    .hint("write mils from the south-west corner");
            }
            let points = *objective.points.get_ref();
            if !(0..=MOST_POINTS).contains(&points) {
                faults
                    .add(&objective.points, format!("`{}` is worth {points} points", objective.name))
                    .hint(format!("write 0 to {MOST_POINTS}"));
            }
            Objective { name: objective.name.clone(), at, points }
        });
        let mut objectives: Vec<Objective> = objectives.collect();
        if objectives.len() > MOST_OBJECTIVES {
            faults
                .add(
                    &file.objectives[MOST_OBJECTIVES].at,
                    format!("there are {} objectives", objectives.len()),
                )
                .hint(format!("a scenario has at most {MOST_OBJECTIVES}"));
        }
        if objectives.is_empty() {
            objectives = usual_objectives(frame);
        }
        let events = file.events.iter();
        let occurrences = events.filter_map(|line| muster::occurrence(&muster.units, line, faults)).collect();
        let lines = muster.lines;
        let rules = SeeingTheElephant {
            id,
            title,
            description: file.description.clone(),
            scale: file.scale,
            options: file.options,
            table,
            units: muster.units,
            hqs: muster.hqs,
            officers: muster.officers,
            turns: calendar.as_ref().map_or_else(
                || file.turns.as_ref().map_or_else(|| file.scale.turns(), |turns| *turns.get_ref()),
                |calendar| calendar.turns().len().try_into().unwrap_or(u8::MAX),
            ),
            hours: calendar.iter().flat_map(Calendar::turns).map(|turn| turn.label.clone()).collect(),
            home,
            deployment,
            objectives,
            occurrences,
            start: muster.state,
            print,
        };
        places::check(&rules, &lines, faults);
        Some(rules)
    }

    /// The turns by the clock, if that is how they are written.
    fn calendar(&self, faults: &mut Faults) -> Option<Calendar> {
        if let Some(turns) = self.turns.as_ref().filter(|turns| !(1..=MOST_TURNS).contains(turns.get_ref())) {
            faults
                .add(turns, format!("a game of {} turns", turns.get_ref()))
                .hint(format!("it has 1 to {MOST_TURNS}"));
        }
        if self.first_turn.is_none() && self.last_turn.is_none() {
            return None;
        }
        if let (Some(_), Some(last)) = (&self.turns, &self.last_turn) {
            faults.add(last, "the scenario says its turns in two ways").hint("leave `turns` away");
        }
        let day = Day { turn: self.scale.minutes_a_turn(), ..Day::HOURLY };
        let [first, last] = [&self.first_turn, &self.last_turn].map(|at| at.as_ref().map(Written::from));
        let calendar = Calendar::new(day, &Turns { first, last, ..Turns::default() }, faults);
        if calendar.turns().len() > usize::from(MOST_TURNS) {
            faults
                .add(self.last_turn.as_ref(), format!("these are {} turns", calendar.turns().len()))
                .hint(format!("a game has at most {MOST_TURNS}: end earlier, or take a larger scale"));
        }
        Some(calendar)
    }
}

impl ArmyFile {
    /// What the order of battle has for the scenario, and when it comes.
    fn derive(
        &self,
        scale: Scale,
        calendar: Option<&Calendar>,
        laid: Option<&Laid>,
        is_real: bool,
        reader: &mut Reader<'_>,
    ) -> Option<History> {
        let battle = reader.named(&armies::SHELF, &self.order_of_battle, OrderOfBattle::read)?;
        let arrivals = self.arrivals.as_ref().and_then(|name| {
            let read = reader.named(&armies::SHELF, name, |source| Arrivals::read(source, &battle))?;
            Some((name, read))
        });
        if let Some((name, _)) = &arrivals {
            if calendar.is_none() {
                reader
                    .faults
                    .add(*name, "times of the arrivals need turns by the clock")
                    .hint("write `first_turn = \"7:30 am\"` and `last_turn = \"5 pm\"` instead of `turns`");
            }
            if !is_real {
                reader
                    .faults
                    .add(*name, "places of the arrivals need real ground")
                    .hint("cut the table from a `battlefield`, or give each unit a line with its place");
            }
        }
        let gate = |point: &EntryPoint| laid.and_then(|laid| laid.gate(point));
        let coming =
            arrivals.as_ref().zip(calendar).filter(|_| laid.is_some()).map(|((name, arrivals), calendar)| {
                Coming { arrivals, written: Span::from(*name), calendar, gate: &gate }
            });
        let selection = Selection { take: &self.take, leave: &self.leave, also: &self.also };
        Some(history::derive(
            &battle,
            selection,
            &self.headquarters,
            coming.as_ref(),
            scale,
            &mut reader.faults,
        ))
    }
}

/// An objective as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    name: String,
    /// Mils east and north.
    at: Spanned<[i32; 2]>,
    #[serde(default = "ten")]
    points: Spanned<i32>,
}

fn ten() -> Spanned<i32> {
    Spanned::new(0..0, USUAL_POINTS)
}

/// What a place is worth if nothing is said (M-9).
const USUAL_POINTS: i32 = 10;

/// The files of Seeing the Elephant!
enum Files {}

impl Loader for Files {
    type File = ScenarioFile;
    type Parts = SeeingTheElephant;
    type Built = SeeingTheElephant;
    const GAME: &'static str = GAME;
    const SCENARIOS: Shelf = Shelf {
        what: "scenario",
        folder: GAME,
        ending: "toml",
        builtin: &[
            ("the-lane", include_str!("../../../scenarios/seeing-the-elephant/the-lane.toml")),
            ("herbst-woods", include_str!("../../../scenarios/seeing-the-elephant/herbst-woods.toml")),
            ("oak-ridge", include_str!("../../../scenarios/seeing-the-elephant/oak-ridge.toml")),
            ("willoughby-run", include_str!("../../../scenarios/seeing-the-elephant/willoughby-run.toml")),
            ("meeting", include_str!("../../../scenarios/seeing-the-elephant/meeting.toml")),
            ("the-first-day", include_str!("../../../scenarios/seeing-the-elephant/the-first-day.toml")),
        ],
    };

    fn parts(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<SeeingTheElephant> {
        file.parts(reader, None)
    }

    fn build(rules: SeeingTheElephant, faults: &mut Faults) -> Option<SeeingTheElephant> {
        for side in Side::BOTH {
            if !rules.units.iter().any(|unit| unit.side == side) {
                faults
                    .add(Span::File, format!("the {side} side has no unit"))
                    .hint("give each side at least one");
            }
        }
        Some(rules)
    }
}

/// Three places on the long middle line of the table, where a scenario names none (M-9).
fn usual_objectives(table: Frame) -> Vec<Objective> {
    let is_wide = table.width() >= table.height();
    let places = if is_wide { ["West", "Middle", "East"] } else { ["South", "Middle", "North"] };
    let along = |low: i32, length: i32, quarter: i32| low + length / 4 * quarter;
    let place = |(number, name): (i32, &str)| {
        let quarters = if is_wide { [number, 2] } else { [2, number] };
        let at = Point::new(
            along(table.low.x, table.width(), quarters[0]),
            along(table.low.y, table.height(), quarters[1]),
        );
        Objective { name: name.to_owned(), at, points: USUAL_POINTS }
    };
    (1..).zip(places).map(place).collect()
}
