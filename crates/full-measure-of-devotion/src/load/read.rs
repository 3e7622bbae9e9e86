//! A scenario file into a campaign.

use super::charts;
use super::file::{ForceTable, ScenarioFile, Text};
use super::library::{CHARTS, GEOGRAPHIES, Library, SCENARIOS, THEATRES};
use super::setup::{Board, ForcePart, commanders, empty, marks, strength};
use crate::campaign::{Campaign, Chiefs, Commander, Goals, Land, Parts};
use crate::game::FullMeasureOfDevotion;
use crate::ids::CommanderId;
use crate::state::{Markers, State, Train};
use crate::tables::Tables;
use engine::{Print, Side};
use faults::{Faults, Place, Report, Source, read_toml_leniently};
use ground::theatre::{Geography, Theatre, read_settings};
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;

/// The most turns of a scenario (FMD-8-1).
const MOST_TURNS: u8 = 18;
/// The most flipped trains a scenario may ask for.
const MOST_TRAINS: u8 = crate::bids::MOST;

/// Reads the scenario in a file.
///
/// # Errors
///
/// Every fault of every file read, with its line and what would be right.
pub fn open(path: impl AsRef<Path>) -> Result<FullMeasureOfDevotion, Report> {
    from_source(&Library::builtin(), &Source::open(path)?)
}

/// Reads a scenario by its id, or by the path of its file, with everything it names.
///
/// # Errors
///
/// Every fault of every file read.
pub fn scenario(library: &Library, name: &str) -> Result<FullMeasureOfDevotion, Report> {
    let source = library.open(&SCENARIOS, name)?;
    from_source(library, &source)
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// Every fault of every file read.
pub fn from_source(library: &Library, source: &Source) -> Result<FullMeasureOfDevotion, Report> {
    let parts = parts_of(library, source)?;
    Ok(FullMeasureOfDevotion::new(Campaign::new(parts)))
}

/// The parts of a scenario, for whoever changes some of them before building it.
pub(crate) fn parts_of(library: &Library, source: &Source) -> Result<Parts, Report> {
    let reading = read_toml_leniently::<ScenarioFile>(source);
    let mut reader = Reader {
        library,
        source,
        faults: reading.faults,
        report: Report::new(),
        texts: vec![source.text().to_owned()],
        land: None,
    };
    let parts = reading.value.and_then(|file| reader.assemble(&file));
    reader.report.add(reader.faults);
    match parts {
        Some(parts) => reader.report.into_result(parts),
        None => Err(reader.report),
    }
}

/// The parts of the scenario of a library.
pub(crate) fn library_parts(library: &Library, name: &str) -> Result<Parts, Report> {
    let source = library.open(&SCENARIOS, name)?;
    parts_of(library, &source)
}

/// Reads one scenario: the file, and the files it names.
pub(crate) struct Reader<'a> {
    pub(crate) library: &'a Library,
    pub(crate) source: &'a Source,
    pub(crate) faults: Faults,
    /// Faults of the other files.
    pub(crate) report: Report,
    /// Every text read, for the fingerprint.
    pub(crate) texts: Vec<String>,
    /// The country that the theatre was cut from.
    pub(crate) land: Option<Arc<Land>>,
}

impl Reader<'_> {
    fn assemble(&mut self, file: &ScenarioFile) -> Option<Parts> {
        let table = &file.scenario;
        self.check_head(file);
        let tables = self.tables(&table.charts);
        let tables_of = |side| file.commanders.of(side).map(Spanned::get_ref);
        let commanders = commanders(Side::BOTH.map(tables_of), &mut self.faults);
        let army = self.chiefs(file, &commanders);
        let theatre = match (&table.theatre, &file.map) {
            (Some(name), None) => self.theatre(name)?,
            (None, Some(map)) => map.get_ref().build(&mut self.faults)?,
            (Some(name), Some(_)) => {
                self.faults
                    .add(name, "the scenario has a theatre and a map")
                    .hint("name a `theatre`, or draw a `[map]`");
                return None;
            }
            (None, None) => {
                self.faults
                    .add(Place::File, "the scenario has no map")
                    .hint("name a `theatre`, or draw a `[map]`");
                return None;
            }
        };
        let goals = Goals {
            garrison: *file.goals.garrison.get_ref(),
            trains: *file.goals.trains.get_ref(),
            losses: *file.goals.losses.get_ref(),
        };
        let state = empty(*table.first_turn.get_ref(), goals.trains);
        let mut board = Board::new(&theatre, &commanders, state, &mut self.faults);
        let marks = marks(&file.landmarks, &mut board);
        for force in &file.force {
            place(force, &mut board);
        }
        start(file, &marks.towns, army, &mut board);
        let state = board.finish();
        check_armies(&state, &mut self.faults);
        for id in ["north-of-potomac", "the-south"] {
            if theatre.region(id).is_none() {
                self.faults
                    .add(Place::File, format!("the map has no region `{id}`"))
                    .hint("list its hexes under `regions`; `[]` if there are none (RUL-03, RUL-04)");
            }
        }
        Some(Parts {
            id: table.id.get_ref().clone(),
            title: table.title.clone(),
            description: table.description.trim().to_owned(),
            minutes: table.minutes,
            print: Print::of(&self.texts).to_string(),
            theatre,
            land: self.land.take(),
            tables: tables?,
            commanders,
            army,
            washington: marks.washington,
            cities: marks.cities,
            sources: marks.sources,
            gate: marks.gate,
            towns: marks.towns,
            goals,
            last_turn: *table.last_turn.get_ref(),
            bidding: table.bidding,
            initial_orders: table.initial_orders,
            start: Box::new(state),
        })
    }

    fn check_head(&mut self, file: &ScenarioFile) {
        let table = &file.scenario;
        let id = table.id.get_ref();
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if id.is_empty() || !id.chars().all(plain) {
            self.faults
                .add(&table.id, format!("`{id}` cannot be a scenario's id"))
                .hint("use lower-case letters, digits and hyphens, as in `late-june`");
        }
        let (first, last) = (*table.first_turn.get_ref(), *table.last_turn.get_ref());
        if !(1..=MOST_TURNS).contains(&first) {
            self.faults
                .add(&table.first_turn, format!("there is no turn {first}"))
                .hint(format!("write 1 to {MOST_TURNS} (FMD-8-1)"));
        }
        if last < first || last > MOST_TURNS {
            self.faults
                .add(&table.last_turn, format!("turn {last} cannot be the last"))
                .hint(format!("write {first} to {MOST_TURNS} (FMD-8-1)"));
        }
        if table.initial_orders && first != 1 {
            self.faults
                .add(&table.first_turn, "initial orders are written on turns 1 and 2")
                .hint("begin with turn 1, or leave `initial_orders` out (7.0)");
        }
        let goals = &file.goals;
        for (key, number, most) in [
            ("garrison", &goals.garrison, 60),
            ("trains", &goals.trains, MOST_TRAINS),
            ("losses", &goals.losses, 200),
        ] {
            if !(1..=most).contains(number.get_ref()) {
                self.faults
                    .add(number, format!("`{key}` is {}", number.get_ref()))
                    .hint(format!("it runs from 1 to {most}"));
            }
        }
    }

    /// The charts of a file.
    pub(crate) fn tables(&mut self, name: &Text) -> Option<Tables> {
        let source = self.library.named(&CHARTS, name, self.source, &mut self.faults)?;
        self.texts.push(source.text().to_owned());
        self.report.take(charts::read(&source))
    }

    /// The theatre of that name, cut from its geography.
    pub(crate) fn theatre(&mut self, name: &Text) -> Option<Theatre> {
        let source = self.library.named(&THEATRES, name, self.source, &mut self.faults)?;
        self.texts.push(source.text().to_owned());
        let settings = self.report.take(read_settings(&source))?;
        let mut faults = Faults::new(&source);
        let cut =
            self.library.beside(&GEOGRAPHIES, settings.geography(), &source, &mut faults).and_then(|land| {
                self.texts.push(land.text().to_owned());
                let geography = self.report.take(Geography::read(&land))?;
                let cut = settings.cut(&geography, &mut faults)?;
                Some(Land { cut, geography })
            });
        self.report.add(faults);
        let land = Arc::new(cut?);
        let theatre = land.cut.theatre.clone();
        self.land = Some(land);
        Some(theatre)
    }

    /// Lee, Hooker and Meade: the army commanders in the order listed.
    fn chiefs(&mut self, file: &ScenarioFile, commanders: &[Commander]) -> Chiefs {
        for (side, most) in [(Side::Union, 2), (Side::Confederate, 1)] {
            let army = file.commanders.of(side).map_or(&[][..], |table| &table.get_ref().army);
            if army.is_empty() || army.len() > most {
                self.faults
                    .add(
                        file.commanders.of(side),
                        format!("the {side} army has {} army commanders", army.len()),
                    )
                    .hint(match side {
                        Side::Union => "list who commands it, and who may take his place (14.1)",
                        Side::Confederate => "list the one who commands it",
                    });
            }
        }
        chiefs(commanders)
    }
}

/// The army commanders, in the order in which they are listed.
pub(crate) fn chiefs(commanders: &[Commander]) -> Chiefs {
    let of = |side| {
        (0..)
            .map(CommanderId)
            .zip(commanders)
            .filter(move |(_, one)| one.side == side && one.stars == 5)
            .map(|(id, _)| id)
    };
    let mut union = of(Side::Union);
    Chiefs { lee: of(Side::Confederate).next(), hooker: union.next(), meade: union.next() }
}

/// Whatever stands besides the Forces.
fn start(file: &ScenarioFile, towns: &[ground::Hex], army: Chiefs, board: &mut Board<'_>) {
    let start = &file.start;
    board.place_depots(&start.depots);
    board.deplete(&start.depleted, towns);
    for text in &start.trains {
        if let Some(at) = board.hex(text)
            && board.state.trains.try_push(Train { at, flipped: true, moved: false }).is_err()
        {
            board.faults.add(text, "too many trains").hint("leave some out");
        }
    }
    board.state.weather = start.weather;
    board.state.lee = start.lee;
    board.state.trains_home = start.trains_home;
    for (side, &lost) in start.lost.each() {
        board.state.lost[side.index()] = lost;
    }
    for (side, rerolls) in start.rerolls.each() {
        if *rerolls.get_ref() > crate::state::REROLLS {
            board.faults.add(rerolls, "a side has at most five re-rolls").hint("write 0 to 5 (FMD-7-5)");
        }
        board.state.rerolls[side.index()] = *rerolls.get_ref();
    }
    let [hooker, meade] = [army.hooker, army.meade].map(|who| {
        let state = &board.state;
        who.is_some_and(|who| {
            state.forces_of(Side::Union).any(|(force, _)| state.force(force).officers.contains(who))
        })
    });
    board.state.meade = meade;
    if hooker && meade {
        board
            .faults
            .add(Place::File, "both Union army commanders are on the map")
            .hint("the second takes the first one's place (14.1): leave one out");
    }
}

fn place(force: &Spanned<ForceTable>, board: &mut Board<'_>) {
    let table = force.get_ref();
    let id = board.force_id(table.name.get_ref(), &table.name);
    let at = board.hex(&table.at);
    let officers = table.commanders.iter().filter_map(|name| board.commander(name.get_ref(), name)).collect();
    let (Some(id), Some(at)) = (id, at) else { return };
    let weak = table.weak;
    board.place_force(&ForcePart {
        written: (&table.name).into(),
        id,
        at,
        officers,
        strength: strength([table.art, table.cav, table.inf], [weak.art, weak.cav, weak.inf]),
        markers: Markers {
            order: table.order,
            plus_one: table.plus_one,
            plus_two: table.plus_two,
            forage: table.forage,
            ..Markers::default()
        },
        trains: table.trains,
    });
}

fn check_armies(state: &State, faults: &mut Faults) {
    for side in Side::BOTH {
        if faults.is_empty() && state.forces_of(side).next().is_none() {
            faults.add(Place::File, format!("the {side} army has no Force")).hint("give it at least one");
        }
    }
}
