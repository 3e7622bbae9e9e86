//! A scenario file into a campaign.

use super::army::{self, Army};
use super::charts;
use super::file::{ForceTable, ScenarioFile, Text};
use super::library::{CHARTS, GEOGRAPHIES, SCENARIOS, THEATRES};
use super::setup::{Board, ForcePart, commanders, marks, strength};
use crate::game::FullMeasureOfDevotion;
use crate::model::campaign::{Campaign, Chiefs, Commander, Goals, Land, NORTH, Parts, SOUTH};
use crate::model::ids::{CommanderId, MOST_TOWNS, TownId};
use crate::model::numbers::{Stars, Trains, Turn};
use crate::model::state::{MOST_BRIGADES, MOST_TRAINS, Markers, State, Train};
use crate::model::tables::Tables;
use engine::Side;
use engine::load::{Loader, Reader, check_id};
use faults::{Faults, Shelf, Span};
use ground::HexSet;
use ground::theatre::{Geography, Theatre, read_settings};
use std::sync::Arc;
use toml::Spanned;

/// The most turns of a scenario (FMD-8-1).
const MOST_TURNS: Turn = Turn(18);
/// The most flipped trains a scenario may ask for.
const MOST_WANTED: Trains = crate::rules::bids::MOST;

/// The files of A Full Measure of Devotion.
pub(crate) enum Files {}

impl Loader for Files {
    type File = ScenarioFile;
    type Parts = Parts;
    type Built = FullMeasureOfDevotion;
    const GAME: &'static str = crate::game::GAME;
    const SCENARIOS: Shelf = SCENARIOS;

    fn parts(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<Parts> {
        let table = &file.scenario;
        check_head(file, &mut reader.faults);
        let tables = tables(reader, &table.charts);
        let mut history = match &file.army {
            Some(table) => Some(Army::read(reader, table)?),
            None => None,
        };
        let tables_of = |side| file.commanders.of(side).map(Spanned::get_ref);
        let lists = match &history {
            Some(history) => {
                Side::BOTH.map(|side| tables_of(side).map(|table| history.named(table, &mut reader.faults)))
            }
            None => Side::BOTH.map(|side| tables_of(side).cloned()),
        };
        if history.is_none() {
            let forces = file.force.iter().map(Spanned::get_ref);
            army::check_without(lists.iter().flatten(), forces, &mut reader.faults);
        }
        let commanders = commanders(lists.each_ref().map(Option::as_ref), &mut reader.faults);
        let army = listed_chiefs(file, &commanders, &mut reader.faults);
        let (theatre, land) = country(reader, file)?;
        let print = reader.print().to_string();
        let goals = Goals {
            garrison: *file.goals.garrison.get_ref(),
            trains: *file.goals.trains.get_ref(),
            losses: *file.goals.losses.get_ref(),
        };
        let state = State::empty(*table.first_turn.get_ref(), goals.trains);
        let mut board = Board::new(&theatre, &commanders, state, &mut reader.faults);
        let marks = marks(&file.landmarks, &mut board);
        for force in &file.force {
            place(force, history.as_mut(), &mut board);
        }
        start(file, &marks.towns, army, &mut board);
        let state = board.finish();
        check_armies(&state, &mut reader.faults);
        check_trains(&state, &marks.towns, &theatre, &mut reader.faults);
        for id in [NORTH, SOUTH] {
            if theatre.region(id).is_none() {
                reader
                    .faults
                    .add(Span::File, format!("the map has no region `{id}`"))
                    .hint("list its hexes under `regions`; `[]` if there are none (RUL-03, RUL-04)");
            }
        }
        Some(Parts {
            id: table.id.get_ref().clone(),
            title: table.title.clone(),
            description: table.description.trim().to_owned(),
            minutes: table.minutes,
            print,
            theatre,
            land,
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
            initial_order_occupies: table.initial_order_occupies,
            initial_orders: table.initial_orders,
            start: Box::new(state),
        })
    }

    fn build(parts: Parts, _faults: &mut Faults) -> Option<FullMeasureOfDevotion> {
        Some(FullMeasureOfDevotion::new(Campaign::new(parts)))
    }
}

fn check_head(file: &ScenarioFile, faults: &mut Faults) {
    let table = &file.scenario;
    check_id(&table.id, "late-june", faults);
    let (first, last) = (*table.first_turn.get_ref(), *table.last_turn.get_ref());
    if !(Turn(1)..=MOST_TURNS).contains(&first) {
        faults
            .add(&table.first_turn, format!("there is no turn {first}"))
            .hint(format!("write 1 to {MOST_TURNS} (FMD-8-1)"));
    }
    if last < first || last > MOST_TURNS {
        faults
            .add(&table.last_turn, format!("turn {last} cannot be the last"))
            .hint(format!("write {first} to {MOST_TURNS} (FMD-8-1)"));
    }
    if table.initial_orders && first != Turn(1) {
        faults
            .add(&table.first_turn, "initial orders are written on turns 1 and 2")
            .hint("begin with turn 1, or leave `initial_orders` out (7.0)");
    }
    let goals = &file.goals;
    for (key, written, number, most) in [
        ("garrison", Span::from(&goals.garrison), goals.garrison.get_ref().0, 60),
        ("trains", Span::from(&goals.trains), goals.trains.get_ref().0, MOST_WANTED.0),
        ("losses", Span::from(&goals.losses), goals.losses.get_ref().0, 200),
    ] {
        if !(1..=most).contains(&number) {
            faults.add(written, format!("`{key}` is {number}")).hint(format!("it runs from 1 to {most}"));
        }
    }
}

/// The charts of a file.
pub(crate) fn tables(reader: &mut Reader<'_>, name: &Text) -> Option<Tables> {
    reader.named(&CHARTS, name, charts::read)
}

/// The country of a scenario: a theatre, or a little map of its own.
fn country(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<(Theatre, Option<Arc<Land>>)> {
    let (what, at) = match (&file.scenario.theatre, &file.map) {
        (Some(name), None) => return theatre(reader, name).map(|(theatre, land)| (theatre, Some(land))),
        (None, Some(map)) => return map.get_ref().build(&mut reader.faults).map(|theatre| (theatre, None)),
        (Some(name), Some(_)) => ("the scenario has a theatre and a map", name.into()),
        (None, None) => ("the scenario has no map", Span::File),
    };
    reader.faults.add(at, what).hint("name a `theatre`, or draw a `[map]`");
    None
}

/// The theatre of that name, cut from its geography, and the country it was cut from. How large a hex is (FMD-2-1) and
/// which rivers are major (FMD-12-V-G6) stand in its files.
pub(crate) fn theatre(reader: &mut Reader<'_>, name: &Text) -> Option<(Theatre, Arc<Land>)> {
    let source = reader.library.named(&THEATRES, name, reader.source, &mut reader.faults)?;
    reader.note(&source);
    let settings = reader.report.take(read_settings(&source))?;
    let mut faults = Faults::new(&source);
    let cut =
        reader.library.beside(&GEOGRAPHIES, settings.geography(), &source, &mut faults).and_then(|land| {
            reader.note(&land);
            let geography = reader.report.take(Geography::read(&land))?;
            let cut = settings.cut(&geography, &mut faults)?;
            Some(Land { cut, geography })
        });
    reader.report.add(faults);
    let land = Arc::new(cut?);
    Some((land.cut.theatre.clone(), land))
}

/// Lee, Hooker and Meade: the army commanders in the order listed.
fn listed_chiefs(file: &ScenarioFile, commanders: &[Commander], faults: &mut Faults) -> Chiefs {
    for (side, most) in [(Side::Union, 2), (Side::Confederate, 1)] {
        let army = file.commanders.of(side).map_or(&[][..], |table| &table.get_ref().army);
        if army.is_empty() || army.len() > most {
            faults
                .add(file.commanders.of(side), format!("the {side} army has {} army commanders", army.len()))
                .hint(match side {
                    Side::Union => "list who commands it, and who may take his place (14.1)",
                    Side::Confederate => "list the one who commands it",
                });
        }
    }
    chiefs(commanders)
}

/// The army commanders, in the order in which they are listed.
pub(crate) fn chiefs(commanders: &[Commander]) -> Chiefs {
    let of = |side| {
        (0..)
            .map(CommanderId)
            .zip(commanders)
            .filter(move |(_, one)| one.side == side && one.stars == Stars(5))
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
    for (side, &lost) in start.lost.given() {
        board.state.lost[side] = lost;
    }
    for (side, rerolls) in start.rerolls.given() {
        if *rerolls.get_ref() > crate::model::state::REROLLS {
            board.faults.add(rerolls, "a side has at most five re-rolls").hint("write 0 to 5 (FMD-7-5)");
        }
        board.state.rerolls[side] = *rerolls.get_ref();
    }
    let [hooker, meade] = [army.hooker, army.meade].map(|who| {
        let state = &board.state;
        who.is_some_and(|who| {
            state.forces_of(Side::Union).any(|(force, _)| state.force(force).officers.contains(who))
        })
    });
    // FMD-7-U3: he comes when the dice say so.
    board.state.meade = meade;
    if hooker && meade {
        board
            .faults
            .add(Span::File, "both Union army commanders are on the map")
            .hint("the second takes the first one's place (14.1): leave one out");
    }
}

/// Puts a Force of the set-up table TAB-S where it stands (FMD-7-C1, FMD-7-U1), with its commanders, of the Union's
/// division commanders those three that lead one (FMD-6-14).
fn place(force: &Spanned<ForceTable>, history: Option<&mut Army<'_>>, board: &mut Board<'_>) {
    let table = force.get_ref();
    let [art, cav, inf] = history.map_or([0; 3], |history| history.brigades(table, board.faults));
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
        // FMD-7-C3, FMD-7-U5: brigades are FULL, but where a scenario begins later.
        strength: strength(
            [table.art.unwrap_or(art), table.cav.unwrap_or(cav), table.inf.unwrap_or(inf)],
            [weak.art, weak.cav, weak.inf],
        ),
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
            faults.add(Span::File, format!("the {side} army has no Force")).hint("give it at least one");
        }
        let forces = state.forces_of(side).map(|(force, _)| u32::from(state.force(force).strength.size().0));
        let brigades = forces.sum::<u32>() + u32::from(state.lost[side].0);
        if brigades > u32::from(MOST_BRIGADES.0) {
            faults
                .add(Span::File, format!("the {side} army has {brigades} brigades, those lost among them"))
                .hint(format!("at most {MOST_BRIGADES}"));
        }
    }
}

/// Every train the campaign can see must find room in a state.
fn check_trains(state: &State, towns: &[ground::Hex], theatre: &Theatre, faults: &mut Faults) {
    let north = theatre.region("north-of-potomac").copied().unwrap_or(HexSet::EMPTY);
    let is_left = |&(number, town): &(usize, &ground::Hex)| {
        north.contains(*town) && number < MOST_TOWNS && !state.depleted.contains(TownId::at(number))
    };
    let to_come = towns.iter().enumerate().filter(is_left).count();
    let there =
        state.forces().iter().map(|force| usize::from(force.trains.0)).sum::<usize>() + state.trains.len();
    if to_come + there > MOST_TRAINS {
        faults
            .add(Span::File, format!("{there} trains are there, and {to_come} towns may make one more each"))
            .hint(format!("at most {MOST_TRAINS} together: leave some out, or let towns be DEPLETED"));
    }
}
