//! A position from the keys of a case.

use super::begin::Moment;
use super::keys::CasePosition;
use super::line::{Fact, Said, read};
use crate::files::Library;
use crate::files::file::{CommandersTable, LandmarksTable, charts};
use crate::files::read::{self, chiefs};
use crate::files::setup::{Board, ForcePart, commanders, marks};
use crate::model::campaign::{Campaign, Goals, Parts};
use crate::model::ids::ForceId;
use crate::model::numbers::{Brigades, CommandBonus, Trains, Turn};
use crate::model::route::{Compass, LONGEST_ROUTE, Route};
use crate::model::state::{Away, Journey, Markers, State, Train};
use crate::model::strength::Strength;
use engine::Side;
use engine::load::Reader;
use faults::{Faults, Report, Source, Span, Text, Words, did_you_mean, read_toml};
use ground::Hex;
use ground::theatre::{Theatre, TheatreText};
use serde::Deserialize;
use toml::Spanned;

/// The practice country, where nothing else is said.
const COUNTRY: &str = include_str!("country.toml");
/// The officers of the campaign.
const ROSTER: &str = r#"
[union]
army = ["Hooker", "Meade"]
corps = ["Hancock", "Reynolds", "Sedgwick", "Slocum", "Howard", "Pleasonton"]
senior_division = ["Sykes", "Birney", "Buford"]
division = ["Milroy", "Tyler", "Heintzelman", "French", "W. F. Smith", "Crawford"]
[confederate]
army = ["Lee"]
corps = ["Longstreet", "Ewell", "A. P. Hill"]
senior_division = ["Hood", "Early", "R. H. Anderson", "Stuart", "Pickett"]
division = ["Imboden", "Jenkins", "Robertson"]
"#;

/// The rules and the state of a case before its first moment.
pub(super) struct Built {
    pub(super) campaign: Campaign,
    pub(super) state: State,
    pub(super) moment: Moment,
}

#[derive(Deserialize)]
struct RosterText {
    union: CommandersTable,
    confederate: CommandersTable,
}

impl CasePosition {
    /// Builds the position, or says everything that is unknown or impossible.
    pub(super) fn build(
        &self,
        library: &Library,
        base: Option<Parts>,
        source: &Source,
    ) -> Result<Built, Report> {
        let reader = Reader::new(library, source);
        Builder { keys: self, reader, base }.build()
    }
}

struct Builder<'a> {
    keys: &'a CasePosition,
    reader: Reader<'a>,
    base: Option<Parts>,
}

impl Builder<'_> {
    fn build(mut self) -> Result<Built, Report> {
        let built = self.assemble();
        self.reader.finish(built)
    }

    fn assemble(&mut self) -> Option<Built> {
        let keys = self.keys;
        let moment = self.moment();
        let mut parts = self.parts()?;
        if let Some(goals) = &keys.goals {
            parts.goals = Goals {
                garrison: *goals.garrison.get_ref(),
                trains: *goals.trains.get_ref(),
                losses: *goals.losses.get_ref(),
            };
            parts.start.trains_needed = parts.goals.trains;
        }
        parts.last_turn = keys.last_turn.as_ref().map_or(parts.last_turn, |turn| *turn.get_ref());
        parts.initial_orders = keys.initial_orders.unwrap_or(parts.initial_orders);
        parts.bidding = keys.bidding.unwrap_or(parts.bidding);
        parts.initial_order_occupies = keys.initial_order_occupies.unwrap_or(parts.initial_order_occupies);
        let state = self.state(&mut parts)?;
        *parts.start = state.clone();
        Some(Built { campaign: Campaign::new(parts), state, moment: moment? })
    }

    fn moment(&mut self) -> Option<Moment> {
        let Some(phase) = &self.keys.phase else {
            return Some(if self.base.is_some() { Moment::Start } else { Moment::PartThree });
        };
        let found = Moment::parse(phase.get_ref());
        if found.is_none() {
            let names = Moment::WORDS.iter().map(|(name, _)| *name);
            let hint = did_you_mean(phase.get_ref(), names.clone()).map_or_else(
                || format!("write {}", faults::list(names)),
                |near| format!("did you mean `{near}`?"),
            );
            self.reader.faults.add(phase, format!("there is no phase `{}`", phase.get_ref())).hint(hint);
        }
        found
    }

    /// The campaign without its position: the scenario's, or one on the practice country.
    fn parts(&mut self) -> Option<Parts> {
        let keys = self.keys;
        if let Some(parts) = self.base.take() {
            return Some(parts);
        }
        let tables = read::tables(&mut self.reader, &charts())?;
        let theatre = self.country()?;
        let roster: RosterText = toml::from_str(ROSTER).ok()?;
        let table = |side: Side, own| keys.commanders.of(side).or(Some(own));
        let commanders = commanders(
            [table(Side::Union, &roster.union), table(Side::Confederate, &roster.confederate)],
            &mut self.reader.faults,
        );
        let own = keys.map.is_none() && keys.theatre.is_none();
        let landmarks =
            keys.landmarks.clone().unwrap_or_else(|| if own { practice() } else { Default::default() });
        let mut board =
            Board::new(&theatre, &commanders, State::empty(Turn(1), Trains(10)), &mut self.reader.faults);
        let marks = marks(&landmarks, &mut board);
        let goals = Goals { garrison: Brigades(8), trains: Trains(10), losses: Brigades(12) };
        let army = chiefs(&commanders);
        Some(Parts {
            id: "case".into(),
            title: "A case".into(),
            description: String::new(),
            minutes: 1,
            print: "case".into(),
            theatre,
            land: None,
            tables,
            commanders,
            army,
            washington: marks.washington,
            cities: marks.cities,
            sources: marks.sources,
            gate: marks.gate,
            towns: marks.towns,
            goals,
            last_turn: Turn(18),
            bidding: false,
            initial_order_occupies: false,
            initial_orders: false,
            start: Box::new(State::empty(Turn(5), goals.trains)),
        })
    }

    fn country(&mut self) -> Option<Theatre> {
        match (&self.keys.theatre, &self.keys.map) {
            (Some(name), Some(_)) => {
                self.reader
                    .faults
                    .add(name, "the case has a theatre and a map")
                    .hint("name a `theatre`, or draw a `map`");
                None
            }
            (Some(name), None) => read::theatre(&mut self.reader, name).map(|(theatre, _)| theatre),
            (None, Some(map)) => map.build(&mut self.reader.faults),
            (None, None) => {
                let source = Source::new("country.toml", COUNTRY);
                let text: TheatreText = self.reader.report.take(read_toml(&source))?;
                let mut faults = Faults::new(&source);
                let theatre = text.build(&mut faults);
                self.reader.report.add(faults);
                theatre
            }
        }
    }

    /// The position before its first moment.
    fn state(&mut self, parts: &mut Parts) -> Option<State> {
        let keys = self.keys;
        let state = (*parts.start).clone();
        let mut board = Board::new(&parts.theatre, &parts.commanders, state, &mut self.reader.faults);
        if let Some(turn) = &keys.turn {
            if !(Turn(1)..=parts.last_turn).contains(turn.get_ref()) {
                board
                    .faults
                    .add(turn, format!("there is no turn {}", turn.get_ref()))
                    .hint(format!("turns count from 1 to {}", parts.last_turn));
            }
            board.state.turn = *turn.get_ref();
        }
        for (side, lines) in [(Side::Union, &keys.union), (Side::Confederate, &keys.confederate)] {
            for line in lines {
                place_line(line, side, &mut board);
            }
        }
        board.place_depots(&keys.depots);
        board.deplete(&keys.depleted, &parts.towns);
        keys.trains.iter().for_each(|train| place_trains(train, &mut board));
        keys.away.iter().for_each(|line| send_away(line, &mut board));
        tracks(keys, &mut board.state);
        for name in &keys.rode {
            if let Some(who) = board.commander(name.get_ref(), name) {
                board.state.rode = board.state.rode.with(who);
            }
        }
        settle_chiefs(keys, parts, &mut board);
        Some(board.finish())
    }
}

/// Where the practice country's places have a part in the rules.
fn practice() -> LandmarksTable {
    let text = |name: &str| Spanned::new(0..0, name.to_owned());
    let texts = |names: &[&str]| names.iter().map(|name| text(name)).collect();
    LandmarksTable {
        washington: texts(&["Washington", "Fort Stevens"]),
        cities: texts(&["Baltimore", "Harrisburg"]),
        sources: texts(&["Baltimore", "Harrisburg", "Washington", "Fort Stevens"]),
        gate: Some(text("Sperryville")),
        towns: Vec::new(),
    }
}

fn tracks(keys: &CasePosition, state: &mut State) {
    state.weather = keys.weather.unwrap_or(state.weather);
    state.trains_home = keys.trains_home.unwrap_or(state.trains_home);
    state.trains_needed = keys.trains_needed.unwrap_or(state.trains_needed);
    for (side, &rerolls) in keys.rerolls.given() {
        state.rerolls[side] = rerolls;
    }
    for (side, &lost) in keys.lost.given() {
        state.lost[side] = lost;
    }
}

/// Who commands the Union, and how far Lee has come.
fn settle_chiefs(keys: &CasePosition, parts: &Parts, board: &mut Board<'_>) {
    let on_map = |state: &State, who| {
        ForceId::all().find(|&force| {
            let detail = state.force(force);
            detail.at.is_some() && detail.officers.contains(who)
        })
    };
    let meade = parts.army.meade.is_some_and(|meade| on_map(&board.state, meade).is_some());
    board.state.meade = keys.meade.unwrap_or(board.state.meade || meade);
    if board.state.meade {
        board.state.bonus.union = CommandBonus(4);
    }
    for (side, &bonus) in keys.bonus.given() {
        board.state.bonus[side] = bonus;
    }
    let north = parts.theatre.region("north-of-potomac");
    let lee = parts.army.lee.and_then(|lee| on_map(&board.state, lee));
    let lee_is_north = lee
        .and_then(|force| board.state.force(force).at)
        .is_some_and(|at| north.is_some_and(|north| north.contains(at)));
    board.state.lee = match keys.lee {
        Some(lee) => lee,
        None if lee_is_north && board.state.lee == Journey::AtHome => Journey::North,
        None => board.state.lee,
    };
}

fn place_line(line: &Text, side: Side, board: &mut Board<'_>) {
    let Some((name, parts)) = Words::named_parts(line, board.faults, "US-A: Hooker, inf 9, at 0304") else {
        return;
    };
    let Some(id) = board.force_id(name.text, name.place.clone()) else { return };
    if id.side() != side {
        board
            .faults
            .add(name.place, format!("{} is a {} Force", id.name(), id.side()))
            .hint(format!("list it under `{}`", if side == Side::Union { "confederate" } else { "union" }));
        return;
    }
    let said = read(parts, board.faults);
    if said.iter().any(|said| said.fact == Fact::Gone) {
        *board.state.force_mut(id) = Default::default();
        return;
    }
    let written = Span::from(line);
    Placing { id, written, at: None, officers: None, strength: None, markers: Markers::default() }
        .place(&said, board);
}

/// A Force being read from its line.
struct Placing<'a> {
    id: ForceId,
    written: Span,
    at: Option<Hex>,
    officers: Option<(&'a [&'a str], Span)>,
    strength: Option<Strength>,
    markers: Markers,
}

impl<'a> Placing<'a> {
    fn place(mut self, said: &'a [Said<'a>], board: &mut Board<'_>) {
        let before = board.faults.len();
        let old = *board.state.force(self.id);
        let mut trains = Trains::ZERO;
        let (mut moved, mut fed, mut leader, mut route) = (false, false, None, None);
        for Said { fact, text, place } in said {
            match fact {
                Fact::At(name) => self.at = board.hex_at(name, place.clone()),
                Fact::Brigades(kind, count) => {
                    self.strength.get_or_insert(Strength::NONE).add_all(*kind, *count);
                }
                Fact::Marker(marker, true) => marker.add(&mut self.markers, &board.state),
                Fact::Train(true) => trains += Trains(1),
                Fact::Moved(true) => moved = true,
                Fact::Fed(true) => fed = true,
                Fact::Officers(names) => self.officers = Some((names, place.clone())),
                Fact::LedBy(name) => leader = board.commander(name, place.clone()),
                Fact::Route(hexes) => route = Some((hexes, place)),
                _ => {
                    board
                        .faults
                        .add(place.clone(), format!("`{text}` says what to expect, not what is there"))
                        .hint("`no order`, `size`, `hidden` and their like belong to `expect`");
                }
            }
        }
        let officers = match &self.officers {
            Some((names, place)) => {
                names.iter().filter_map(|name| board.commander(name, place.clone())).collect()
            }
            None => old.officers.iter().collect(),
        };
        let Some(at) = self.at.or(old.at) else {
            if board.faults.len() == before {
                board
                    .faults
                    .add(self.written.clone(), format!("where is {}?", self.id.name()))
                    .hint("say `at` and a hex or a place");
            }
            return;
        };
        if board.faults.len() > before {
            return;
        }
        if old.at.is_some() {
            board.release(self.id);
        }
        board.place_force(&ForcePart {
            written: self.written.clone(),
            id: self.id,
            at,
            officers,
            strength: self.strength.unwrap_or(old.strength),
            markers: self.markers,
            trains,
        });
        if board.faults.len() > before {
            return;
        }
        let steps = route.map(|(hexes, place)| march(at, hexes, place, board));
        let detail = board.state.force_mut(self.id);
        (detail.moved, detail.fed) = (moved, fed);
        if let Some(leader) = leader.filter(|&leader| detail.officers.contains(leader)) {
            detail.leader = leader;
        }
        if let Some(route) = steps {
            detail.markers.initial = detail.markers.initial.max(1);
            detail.march_by(route);
        }
    }
}

/// An initial march from where a Force stands.
fn march(at: Hex, hexes: &[&str], place: &Span, board: &mut Board<'_>) -> Route {
    let mut route = Route::default();
    let mut here = at;
    for name in hexes {
        let Some(next) = board.hex_at(name, place.clone()) else { break };
        if next == at && here == at {
            continue;
        }
        let grid = &board.theatre.grid;
        let step = grid.direction_to(here, next).and_then(Compass::of);
        match step {
            Some(step) if route.steps().len() < LONGEST_ROUTE => route.push(step),
            _ => {
                let what = format!("{} and {} are no neighbours", grid.name(here), grid.name(next));
                board.faults.add(place.clone(), what).hint("a route is a chain of neighbours");
                break;
            }
        }
        here = next;
    }
    route
}

/// A train without a Force: `0304 flipped`, `0304`.
fn place_trains(text: &Text, board: &mut Board<'_>) {
    let (name, flipped) = match text.get_ref().trim().strip_suffix("flipped") {
        Some(name) => (name.trim(), true),
        None => (text.get_ref().trim(), false),
    };
    if let Some(at) = board.hex_at(name, text)
        && board.state.trains.try_push(Train { at, flipped, moved: false }).is_err()
    {
        board.faults.add(text, "too many trains").hint("leave some out");
    }
}

/// A commander whose Force was destroyed: `Ewell from 0304 on 4`, `Early from 0304 on 4 hidden`.
fn send_away(text: &Text, board: &mut Board<'_>) {
    let (line, led) = match text.get_ref().trim().strip_suffix("hidden") {
        Some(line) => (line.trim(), false),
        None => (text.get_ref().trim(), true),
    };
    let parts = line.rsplit_once(" on ").and_then(|(rest, turn)| {
        let (name, hex) = rest.rsplit_once(" from ")?;
        Some((name.trim(), hex.trim(), Turn(turn.trim().parse().ok()?)))
    });
    let Some((name, hex, since)) = parts else {
        board.faults.add(text, "it is not said who is away").hint(
            "write `Ewell from 0304 on 4`: who, where his Force was, and on which turn it was destroyed",
        );
        return;
    };
    let (Some(commander), Some(from)) = (board.commander(name, text), board.hex_at(hex, text)) else {
        return;
    };
    let side = board.commanders[commander.index()].side;
    let away = Away { commander, from, since, led, joins: None, leads: None };
    if board.state.away.try_push(away).is_err() {
        board.faults.add(text, "too many commanders are away").hint("leave some out");
    }
    let turn = board.state.turn;
    if since == turn {
        board.state.bereft.now = board.state.bereft.now.with(side);
    } else if since < turn {
        board.state.bereft.before = board.state.bereft.before.with(side);
    }
}
