//! Scenarios into games: what was read and checked becomes what is played; and armies in a few words, for cases.

pub mod muster;

use crate::field::decks;
use crate::field::roster::{HqId, Roster};
use crate::field::square::{Limit, Printed};
use crate::field::terrain::WALL;
use crate::measure::{Barricade, Grid, Land};
use crate::model::border::{self, Body, edges};
use crate::model::ids::{BodyId, BrigadeId, GeneralId, SquareId, StandId};
use crate::model::numbers::Round;
use crate::model::scenario::{Objective, RallyRoundTheFlag, Rank};
use crate::model::squares::{Square, Squares};
use crate::model::state::{Brigades, Entry, Generals, State, Turn, Whereabouts};
use crate::scenarios::{self, Opening, Options, Places, Scenario};
use engine::agenda::Agenda;
use engine::flat::List;
use engine::load::{Library, Report, Source};
use engine::{BySide, Print, Side};
use faults::{Faults, Span, Text, Texts, Words};
use ground::geometry::Point;
use ground::table::FeatureId;
use muster::Muster;

/// The ids of all scenarios of a library.
#[must_use]
pub fn ids(library: &Library) -> Vec<String> {
    scenarios::ids(library)
}

/// Reads a scenario by its id, or by the path of its file, with everything it names.
///
/// # Errors
///
/// Every fault of every file, with its line and what would be right.
pub fn scenario(library: &Library, name: &str) -> Result<RallyRoundTheFlag, Report> {
    of(scenarios::scenario(library, name)?)
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// Every fault of every file.
pub fn from_source(library: &Library, source: &Source) -> Result<RallyRoundTheFlag, Report> {
    of(scenarios::from_source(library, source)?)
}

/// The game of a scenario.
fn of(scenario: Scenario) -> Result<RallyRoundTheFlag, Report> {
    let mut faults = Faults::new(&Source::new(scenario.id.clone(), ""));
    let rules = build_scenario(scenario, &mut faults);
    match faults.into_result(rules)? {
        Some(rules) => Ok(rules),
        None => Err(Report::new()),
    }
}

fn build_scenario(scenario: Scenario, faults: &mut Faults) -> Option<RallyRoundTheFlag> {
    let Scenario { id, title, description, options, attacker, map, table, roster, print, .. } = scenario;
    let (places, campaign) = match scenario.opening {
        Opening::Placed(places) => (places, None),
        Opening::Campaign(campaign) => (Places::default(), Some(campaign)),
    };
    // In a battle of a campaign decks are built last (S15), of all the cards there may be.
    let all = |side: Side| decks::all_cards(&roster, side);
    let cards = match campaign {
        Some(_) => BySide { union: all(Side::Union), confederate: all(Side::Confederate) },
        None => scenario.decks,
    };
    let muster = muster::of_roster(&roster, &places, &cards, scenario.commanders);
    let land = Land::new(table);
    let board = &map.board;
    let grid = Grid { low: Point::new(0, 0), side: Grid::SIDE, columns: board.columns(), rows: board.rows() };
    let square = |(square, printed): (crate::field::square::Square, &Printed)| Square {
        name: square.to_string(),
        flag: printed.flag,
        limit: match printed.limit {
            Limit::Moves(limit) => Some(limit),
            Limit::TacticAlone => None,
        },
    };
    let squares = Squares { grid, list: board.squares().zip(&map.printed).map(square).collect() };
    let mut rules = build(land, squares, attacker, options, muster, faults);
    // What walls there are on real ground is no barricade unless the scenario says so (RRF-BARR-5).
    rules.start.barricades.clear();
    for (number, barricade) in scenario.barricades.iter().enumerate() {
        let pieces = barricade.line.windows(2);
        rules.start.barricades.extend(pieces.map(|ends| Barricade {
            line: BESIDE + number as u16,
            from: ends[0],
            to: ends[1],
        }));
    }
    // Places of entry are written by square and edge, and their formations by headquarters.
    rules.bodies = bodies(&roster);
    let entry = |entry: &scenarios::Entry| {
        let border = rules.find_border(&entry.segment.to_string())?;
        Some(Entry { border, side: entry.side, largest: BodyId::at(entry.largest.index()) })
    };
    rules.start.entries = scenario.entries.iter().filter_map(entry).collect();
    rules.start.edges = edges(attacker, &rules.start.entries, &rules.borders);
    let number = |square: &crate::field::square::Square| map.board.index(*square).map(SquareId::at);
    let objectives = scenario.objectives.iter().map(|objective| Objective {
        name: objective.name.clone(),
        squares: objective.squares.iter().filter_map(number).collect(),
        points: objective.points,
        counts: objective.counts,
        held: objective.held,
    });
    rules.objectives = objectives.collect();
    rules.start.held = scenario.objectives.iter().map(|objective| objective.held).collect();
    let added = board.squares().enumerate().filter(|(_, square)| !map.required.contains(square));
    rules.added = added.map(|(number, _)| SquareId::at(number)).collect();
    if campaign.is_some() {
        // S1 to S15 come before the first Round.
        rules.start.round = Round(0);
        rules.start.decks = Default::default();
    }
    rules.campaign = campaign;
    rules.id = id;
    rules.title = title;
    rules.description = description;
    rules.print = print;
    Some(rules)
}

/// Numbers of barricades that are not drawn on the ground begin here: beyond those of features.
const BESIDE: u16 = 1 << 15;

/// The squares of small ground, `A1` in the north-west corner (6.6): flag 1 and limit 5 where no line says otherwise.
pub(crate) fn squares(land: &Land, lines: &Texts, faults: &mut Faults) -> Squares {
    let frame = land.field().table();
    let count = |length: i32| ((length + Grid::SIDE - 1) / Grid::SIDE).clamp(1, 11);
    let (columns, rows) = (count(frame.width()), count(frame.height()));
    let name = |south: i32, east: i32| format!("{}{}", char::from(b'A' + south as u8), east + 1);
    let cells = (0..rows).flat_map(|south| (0..columns).map(move |east| (south, east)));
    let list =
        cells.map(|(south, east)| Square { name: name(south, east), flag: 1, limit: Some(5) }).collect();
    let grid = Grid { low: frame.low, side: Grid::SIDE, columns: columns as u8, rows: rows as u8 };
    let mut squares = Squares { grid, list };
    for line in lines {
        square(&mut squares, line, faults);
    }
    squares
}

/// `A1: flag 2 limit X`.
fn square(squares: &mut Squares, line: &Text, faults: &mut Faults) {
    let Some((name, mut words)) = Words::named(line, faults, "A1: flag 2 limit X") else { return };
    let Some(square) = squares.list.iter_mut().find(|square| square.name.eq_ignore_ascii_case(name.text))
    else {
        let what = format!("there is no square `{}`", name.text);
        faults.add(name.place, what).hint("A1 is in the north-west corner, A2 east of it, B1 south of it");
        return;
    };
    while let Some(word) = words.take() {
        match word.text {
            "flag" => {
                let flag = |word: &str| word.parse().ok().filter(|flag| (1..=9).contains(flag));
                let Some(flag) = words.read(faults, "write the flag, from 1 up", flag) else { return };
                square.flag = flag;
            }
            "limit" => {
                let limit = |word: &str| match word {
                    "X" | "x" => Some(None),
                    _ => word.parse().ok().filter(|limit| (1..=9).contains(limit)).map(Some),
                };
                let Some(limit) = words.read(faults, "write the limit, from 1 up, or `X`", limit) else {
                    return;
                };
                square.limit = limit;
            }
            other => {
                faults
                    .add(word.place, format!("`{other}` says nothing of a square"))
                    .hint("write it like `A1: flag 2 limit X`");
                return;
            }
        }
    }
}

/// Every headquarters with its brigades (RRF-MAP-9).
fn bodies(roster: &Roster) -> Vec<Body> {
    let body = |number: usize| {
        let hq = &roster.hqs[number];
        let is_of_it = |id: &BrigadeId| roster.leads(HqId::at(number), roster.brigades[id.index()].hq);
        let brigades = roster.brigades_of(hq.side).filter(is_of_it).collect();
        Body { tag: hq.id.clone(), name: hq.name.clone(), side: hq.side, brigades }
    };
    (0..roster.hqs.len()).map(body).collect()
}

/// Of an army in a few words: every brigade, and what each General above commands.
pub(crate) fn small_bodies(rules: &RallyRoundTheFlag) -> Vec<Body> {
    let brigade = |id: BrigadeId| {
        let about = rules.brigade(id);
        let brigades = std::iter::once(id).collect();
        Body { tag: about.tag.clone(), name: about.name.clone(), side: about.side, brigades }
    };
    let under = |general: GeneralId| {
        let about = rules.general(general);
        let is_under = |id: &BrigadeId| {
            let above = rules.brigade(*id).above;
            std::iter::successors(above, |&below| rules.general(below).above).any(|above| above == general)
        };
        let brigades = rules.brigade_ids().filter(is_under).collect();
        Body { tag: about.tag.clone(), name: about.name.clone(), side: about.side, brigades }
    };
    let high = rules.general_ids().filter(|&general| rules.general(general).rank != Rank::Brigade);
    rules.brigade_ids().map(brigade).chain(high.map(under)).collect()
}

/// The step of minor contours where a battlefield does not say otherwise.
const MINOR: i16 = 20;

/// The barricades drawn on the ground (RRF-BARR-5).
fn barricades(land: &Land) -> Vec<Barricade> {
    let field = land.field();
    let lines = field.features().filter(|&feature| field.kinds(feature).intersects(WALL));
    let pieces = |line: FeatureId| {
        let sides = field.sides_of(line).iter();
        sides.map(move |side| Barricade { line: line.0, from: side.from, to: side.to })
    };
    lines.flat_map(pieces).collect()
}

/// A game of what was read; what only shows when everybody is there goes into the faults.
pub(crate) fn build(
    land: Land,
    squares: Squares,
    attacker: Side,
    options: Options,
    muster: Muster,
    faults: &mut Faults,
) -> RallyRoundTheFlag {
    let Muster { stands, brigades, posted, generals, commanders, cards, troops, leaders, decks } = muster;
    let start = State {
        round: Round(1),
        turn: Turn::of(attacker),
        passes: 0,
        is_busy: false,
        idle_rounds: 0,
        is_closing: false,
        agenda: Agenda::default(),
        outcome: None,
        troops,
        leaders,
        brigades: posted,
        commanders,
        barricades: barricades(&land),
        off_limits: Vec::new(),
        entries: Vec::new(),
        starting: Brigades::EMPTY,
        edges: edges(attacker, &[], &[]),
        decks,
        current: [None; 2],
        points: [0; 2],
        held: Vec::new(),
        retiring: None,
        roll: None,
        is_passed: false,
        volley: None,
        rout: None,
        onset: None,
        riders: List::default(),
        contacts: Vec::new(),
        melees: Vec::new(),
        fight: None,
        owed: List::default(),
        running: List::default(),
        rolled_for: Generals::EMPTY,
    };
    let rules = RallyRoundTheFlag {
        id: String::new(),
        title: String::new(),
        description: String::new(),
        options,
        minor: MINOR,
        borders: border::along(land.field().table(), &squares),
        bodies: Vec::new(),
        objectives: Vec::new(),
        added: Vec::new(),
        campaign: None,
        land,
        squares,
        attacker,
        stands,
        brigades,
        generals,
        cards,
        print: Print::of(&0_u8),
        start,
    };
    check_places(&rules, faults);
    let mut rules = rules;
    for side in Side::BOTH {
        rules.start.decks[side.index()].members = rules.deck_of(side).collect();
    }
    rules.bodies = small_bodies(&rules);
    rules
}

/// Everybody on the map has room there (RRF-LEAD-9), and each side a General who commands all.
fn check_places(rules: &RallyRoundTheFlag, faults: &mut Faults) {
    let at = rules.position(&rules.start);
    for side in Side::BOTH {
        if rules.start.commanders[side.index()].is_none() {
            faults
                .add(Span::File, format!("the {side} side has no General"))
                .hint("write a line such as `Davis: G2/4/1 of davis at 300,100`");
        }
    }
    let present = |stand: &StandId| rules.start.troops[stand.index()].whereabouts == Whereabouts::Map;
    for stand in rules.stand_ids().filter(present) {
        if rules.brigades.is_empty() {
            return;
        }
        let (tag, bodies) = (&rules.stand(stand).tag, at.bodies(stand));
        if bodies.iter().any(|body| !rules.land.field().is_on_table(&body.outline)) {
            faults
                .add(Span::File, format!("`{tag}` reaches beyond the map"))
                .hint("move it, or draw a larger map");
        }
        let on = |other: &StandId| {
            other.0 < stand.0
                && at.bodies(*other).iter().any(|there| bodies.iter().any(|body| body.overlaps(there)))
        };
        if let Some(other) = rules.stand_ids().filter(present).find(on) {
            let other = &rules.stand(other).tag;
            faults.add(Span::File, format!("`{tag}` lies on `{other}`")).hint("no two stands may overlap");
        }
    }
    for general in (0..rules.generals.len()).map(GeneralId::at) {
        let leader = &rules.start.leaders[general.index()];
        if leader.whereabouts == Whereabouts::Map && !rules.land.field().table().contains(leader.at) {
            let tag = &rules.general(general).tag;
            faults
                .add(Span::File, format!("`{tag}` is not on the map"))
                .hint("move him, or draw a larger map");
        }
    }
}
