//! Files into scenarios: read, checked in one step that lists every fault, then trusted.
//! `docs/files/scenario-rally-round-the-flag.md` is the manual.

mod campaign;
mod history;
mod lines;
pub mod losses;
mod options;
mod places;
mod scenario;
pub mod squares;

use crate::field::board::{Board, Segment};
use crate::field::decks::{self, Card, Choices, Origin, Wrong};
use crate::field::roster::Roster;
use crate::field::square::{SIDE, YARD};
use crate::field::squares::Squares;
use crate::field::terrain;
use crate::model::ids::{BrigadeId, EntryId, GeneralId};
use armies::OrderOfBattle;
use armies::derive::Selection;
use campaign::CampaignFile;
use engine::load::{Library, Loader, Reader, Report, check_id};
use engine::{BySide, Side};
use faults::{Faults, Shelf, Source, Span, Text, Texts, Words, did_you_mean, list};
use ground::battlefield::{self, Battlefield};
use ground::geometry::{Area, Point};
use ground::table::{Plan, Scale, Tabletop, number};
use lines::{Lines, TroopsFile};
use serde::Deserialize;
use toml::Spanned;

pub use lines::key;
pub use options::{Counted, Lengths, Options};
pub use scenario::{
    Barricade, Campaign, Column, Counts, Entry, GeneralPlace, Map, Objective, Opening, Place, Places,
    Scenario,
};

/// What a battle of a campaign says in `holds = "…"`.
const CAMPAIGN: &str = "campaign";

/// What files say in `game = "…"`.
pub const GAME: &str = "rally-round-the-flag";

engine::load_functions!(Files => Scenario);

/// A scenario as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    /// Checked before the file is read.
    #[serde(rename = "game")]
    _game: Option<String>,
    /// That it is a battle of a campaign.
    holds: Option<Text>,
    id: Spanned<String>,
    title: String,
    #[serde(default)]
    description: String,
    /// Who moves first in every Round.
    attacker: Side,
    options: Option<Spanned<Options>>,
    map: MapFile,
    army: ArmyFile,
    #[serde(default)]
    troops: TroopsFile,
    #[serde(default, rename = "entry")]
    entries: Vec<EntryFile>,
    #[serde(default)]
    decks: DecksFile,
    #[serde(default, rename = "objective")]
    objectives: Vec<ObjectiveFile>,
    /// A battle of a campaign, in place of everybody's places.
    campaign: Option<Spanned<CampaignFile>>,
}

/// The map as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    /// A file of squares.
    squares: Spanned<String>,
    /// The Area to be covered.
    area: Option<Text>,
    /// Or squares to be covered.
    cover: Option<Texts>,
    /// Whether railroad cuts count as steep.
    #[serde(default)]
    steep_cuts: bool,
    /// `stone wall: 100 200, 300 250`, in yards from the south-west corner.
    #[serde(default)]
    barricades: Texts,
    /// `thicket: 0 0, 100 0, 100 80`.
    #[serde(default)]
    forbidden: Texts,
}

/// The army as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    order_of_battle: Spanned<String>,
    #[serde(default)]
    take: Vec<Spanned<String>>,
    #[serde(default)]
    leave: Vec<Spanned<String>>,
    #[serde(default)]
    also: Vec<Spanned<String>>,
    /// Headquarters above the brigade whose Generals are there.
    #[serde(default)]
    generals: Texts,
    /// Brigades whose own Generals are not.
    #[serde(default)]
    absent: Texts,
    /// Headquarters whose first commander is gone: the next one of the order of battle leads.
    #[serde(default)]
    fallen: Texts,
    /// Who commands all, where several of a side share the highest rank.
    #[serde(default)]
    commanders: Texts,
}

/// An entry segment as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    /// `K3-west`, or `K3>K2`.
    at: Text,
    side: Side,
    /// The largest formation that may use it.
    largest: Text,
}

/// The decks as written: card by card (RRF-DECK-4); by the usual rows if nothing is said.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct DecksFile {
    union: Option<Texts>,
    confederate: Option<Texts>,
}

/// An objective as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    name: String,
    squares: Texts,
    #[serde(default = "one")]
    points: Spanned<u8>,
    #[serde(default)]
    counts: Counts,
    held: Option<Side>,
}

fn one() -> Spanned<u8> {
    Spanned::new(0..0, 1)
}

/// More Rounds than any battle takes, points than any place is worth, places than anybody could hold, cards in a deck.
const MOST_ROUNDS: u8 = 60;
const MOST_POINTS: u8 = 20;
const MOST_OBJECTIVES: usize = 16;
const MOST_CARDS: usize = 128;
/// The largest map: what fits the bounds of the table, and the numbers of squares.
const MOST_SQUARES: usize = 100;

/// The files of this game.
enum Files {}

impl Loader for Files {
    type File = ScenarioFile;
    type Parts = Scenario;
    type Built = Scenario;
    const GAME: &'static str = GAME;
    const SCENARIOS: Shelf = Shelf {
        what: "scenario",
        folder: GAME,
        ending: "toml",
        builtin: &[
            ("chambersburg-pike", include_str!("../scenarios/chambersburg-pike.toml")),
            ("mcphersons-woods", include_str!("../scenarios/mcphersons-woods.toml")),
            ("rodes-on-oak-hill", include_str!("../scenarios/rodes-on-oak-hill.toml")),
            ("seminary-ridge", include_str!("../scenarios/seminary-ridge.toml")),
        ],
    };

    fn parts(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<Scenario> {
        check_id(&file.id, "mcphersons-woods", &mut reader.faults);
        file.check_holds(&mut reader.faults);
        let squares = reader.named(&squares::SQUARES, &file.map.squares, squares::read);
        let built = squares.as_ref().and_then(|squares| file.map.build(squares, &mut reader.faults));
        let table = squares
            .as_ref()
            .zip(built.as_ref())
            .and_then(|(squares, map)| file.map.lay(squares, map, reader));
        let battle = reader.named(&armies::SHELF, &file.army.order_of_battle, OrderOfBattle::read);
        let losses = file.campaign.as_ref().and_then(|campaign| campaign.get_ref().before(reader));
        let print = reader.print();
        let faults = &mut reader.faults;
        file.check_options(faults);
        let battle = battle?;
        let muster = history::Muster {
            selection: Selection { take: &file.army.take, leave: &file.army.leave, also: &file.army.also },
            generals: &file.army.generals,
            absent: &file.army.absent,
            fallen: &file.army.fallen,
        };
        let mut roster = history::roster(&battle, &muster, faults);
        let mut choices = BySide::<Choices>::default();
        let brigade_lines = lines::brigades(&file.troops, &mut roster, &mut choices, faults);
        let map = built?;
        let entries = entries(&file.entries, &map.board, &roster, faults);
        let commanders = commanders(&file.army, &roster, file.campaign.is_some(), faults);
        let by_campaign = file.campaign.as_ref();
        let written = lines::places(&file.troops, &mut roster, &entries, by_campaign.is_some(), faults);
        let barricades: Vec<Barricade> = file
            .map
            .barricades
            .iter()
            .filter_map(|line| shape(line, &map.board, 2, faults))
            .map(|(name, line)| Barricade { name, line })
            .collect();
        let (opening, mut barricades) = match by_campaign {
            Some(campaign) => {
                let place = Span::from(campaign);
                let battle = campaign.get_ref().read(
                    &place,
                    file.attacker,
                    &battle,
                    &mut roster,
                    losses.as_ref(),
                    faults,
                );
                (Opening::Campaign(battle), barricades)
            }
            None => (Opening::Placed(written.places), barricades),
        };
        barricades.extend(written.barricades);
        let origin = match &opening {
            Opening::Placed(_) => Origin::Scenario,
            Opening::Campaign(campaign) => match campaign.level {
                crate::field::transfer::Level::Division => Origin::Division,
                crate::field::transfer::Level::Corps => Origin::Corps,
            },
        };
        let lines = Lines { brigades: brigade_lines, ..written.lines };
        let decks = file.build_decks(&roster, origin, choices, &lines, faults);
        let objectives = objectives(&file.objectives, &map.board, faults);
        let table = table?;
        let scenario = Scenario {
            id: file.id.get_ref().clone(),
            title: file.title.clone(),
            description: file.description.clone(),
            options: file.options.as_ref().map_or_else(Options::default, |options| *options.get_ref()),
            attacker: file.attacker,
            map,
            table,
            roster,
            commanders,
            entries,
            decks,
            barricades,
            objectives,
            opening,
            print,
        };
        places::check(&scenario, &lines, faults);
        Some(scenario)
    }

    fn build(scenario: Scenario, faults: &mut Faults) -> Option<Scenario> {
        for side in Side::BOTH {
            if scenario.roster.brigades_of(side).next().is_none() {
                faults
                    .add(Span::File, format!("the {side} side has no brigade"))
                    .hint("take some of its troops");
            }
            if scenario.roster.generals_of(side).next().is_none() {
                faults
                    .add(Span::File, format!("the {side} side has no General, and could never draw a card"))
                    .hint("bring one: of a brigade, or of `generals` above them (R-116)");
            }
        }
        Some(scenario)
    }
}

impl MapFile {
    /// Which squares, and what is printed on them.
    fn build(&self, squares: &Squares, faults: &mut Faults) -> Option<Map> {
        let place = Span::from(&self.squares);
        let (area, required) = match (&self.area, &self.cover) {
            (Some(name), None) => {
                let Some(area) = squares.area(name.get_ref()) else {
                    let known = squares.areas.iter().map(|area| area.name.as_str());
                    let hint = match did_you_mean(name.get_ref(), known.clone()) {
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => format!("known are {}", list(known)),
                    };
                    faults.add(name, format!("there is no Area `{}`", name.get_ref())).hint(hint);
                    return None;
                };
                (Some(area.name.clone()), area.squares.clone())
            }
            (None, Some(names)) => (None, squares::squares(squares.grid, names, faults)),
            _ => {
                faults
                    .add(place, "the map covers an Area, or some squares: one of both")
                    .hint("write `area = \"Chambersburg Pike\"`, or `cover = [\"J3\", \"K5\"]`");
                return None;
            }
        };
        let Some(board) = Board::around(&required) else {
            faults.add(place, "the map has no square").hint("name at least one");
            return None;
        };
        if board.squares().count() > MOST_SQUARES {
            let (columns, rows) = (board.columns(), board.rows());
            faults
                .add(place, format!("the map has {columns} by {rows} squares"))
                .hint(format!("a map has at most {MOST_SQUARES} squares: cover fewer"));
        }
        let printed = board.squares().filter_map(|square| squares.printed(square)).collect();
        let forbidden = self.forbidden.iter().filter_map(|line| shape(line, &board, 3, faults));
        let forbidden = forbidden.map(|(_, ring)| Area { rings: vec![ring] }).collect();
        Some(Map { board, area, required, printed, forbidden })
    }

    /// The ground of these squares.
    fn lay(&self, squares: &Squares, map: &Map, reader: &mut Reader<'_>) -> Option<Tabletop> {
        let name = Spanned::new(self.squares.span(), squares.battlefield.clone());
        let ground = reader.named(&battlefield::SHELF, &name, Battlefield::read)?;
        if !squares.grid.fits(ground.frame) {
            reader
                .faults
                .add(&self.squares, format!("`{}` has more squares than ground", self.squares.get_ref()))
                .hint("a square is 600 yards wide and deep: write fewer `columns` or `rows` in that file");
            return None;
        }
        let frame = squares.grid.ground(ground.frame, map.board.north_west(), map.board.south_east());
        let plan =
            Plan { frame: Some(frame), scale: Scale::a_yard(YARD), cell: SIDE / 6, contour_cell: SIDE / 6 };
        let steep_cuts = self.steep_cuts;
        let laid =
            ground::table::lay(&ground, &plan, |ground, name| terrain::class(steep_cuts, ground, name));
        laid.map_err(|error| {
            reader.faults.add(&self.squares, error.to_string()).hint("cover fewer squares");
        })
        .ok()
    }
}

/// Checks a file of squares: what is in it in a few words.
///
/// # Errors
///
/// Every fault.
pub fn check_squares(source: &Source) -> Result<String, Faults> {
    let squares = squares::read(source)?;
    Ok(format!(
        "{} squares of `{}` and {} Areas",
        squares.printed.len(),
        squares.battlefield,
        squares.areas.len()
    ))
}

/// Checks a file of losses: what is in it in a few words.
///
/// # Errors
///
/// Every fault.
pub fn check_losses(source: &Source) -> Result<String, Faults> {
    let losses = losses::read(source)?;
    Ok(format!("losses of {} regiments and batteries after `{}`", losses.regiments.len(), losses.battle))
}

/// Checks a battle of a campaign: what is in it in a few words.
///
/// # Errors
///
/// Every fault.
pub fn check_campaign(source: &Source) -> Result<String, Report> {
    let battle = from_source(&Library::builtin(), source)?;
    let brigades = battle.roster.brigades.len();
    let area = battle.map.area.as_deref().unwrap_or("some squares");
    Ok(format!("a battle of a campaign for {area}, with {brigades} brigades and battalions"))
}

/// A line with a name and places in yards from the south-west corner: `stone wall: 100 200, 300 250`.
fn shape(line: &Text, board: &Board, least: usize, faults: &mut Faults) -> Option<(String, Vec<Point>)> {
    let example = "stone wall: 100 200, 300 250";
    let (name, mut parts) = Words::named_parts(line, faults, example)?;
    let (frame, before) = (board.frame(), faults.len());
    let mut points = Vec::new();
    while let Some(part) = parts.take() {
        let mut numbers = part.text.split_whitespace().map(|word| number::read(word, 2));
        let (Some(Some(x)), Some(Some(y)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
            faults
                .add(part.place, format!("`{}` is no place", part.text))
                .hint("write yards east and north of the south-west corner, as in `100 200.5`");
            continue;
        };
        let point = Point::new(x, y);
        if !frame.contains(point) {
            faults.add(part.place, format!("`{}` lies off the map", part.text)).hint(size_of(board));
        }
        points.push(point);
    }
    if faults.len() > before {
        return None;
    }
    if points.len() < least {
        faults
            .add(line, format!("`{}` has {} places", name.text, points.len()))
            .hint(format!("write at least {least}, as in `{example}`"));
        return None;
    }
    Some((name.text.to_owned(), points))
}

/// How large a map is, for hints.
fn size_of(board: &Board) -> String {
    let frame = board.frame();
    format!("the map is {} by {} yards", frame.width() / YARD, frame.height() / YARD)
}

fn entries(written: &[EntryFile], board: &Board, roster: &Roster, faults: &mut Faults) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, entry) in written.iter().enumerate() {
        let text = entry.at.get_ref();
        let Some(segment) = Segment::read(text) else {
            faults
                .add(&entry.at, format!("`{text}` is no edge of a square"))
                .hint("write `K3-west`, or `K3>K2` for its edge towards that one");
            continue;
        };
        if !board.is_outer(segment) {
            let outer: Vec<String> = board.outer().iter().map(Segment::to_string).collect();
            let (rule, hint) = ("RRF-MAP-8", list(outer.iter().map(String::as_str)));
            faults
                .add(&entry.at, format!("`{text}` is not on the frame of the map ({rule})"))
                .hint(format!("troops enter over {hint}"));
            continue;
        }
        let Some(largest) = history::find_hq(roster, &entry.largest, faults) else { continue };
        let about = &roster.hqs[largest.index()];
        if about.side != entry.side {
            faults
                .add(&entry.largest, format!("`{}` is not {}", about.id, entry.side))
                .hint(format!("name a formation of the {} side", entry.side));
        }
        let same =
            |other: &Entry| other.segment == segment && other.side == entry.side && other.largest == largest;
        if let Some(first) = entries
            .iter()
            .position(same)
            .and_then(|_| written[..number].iter().find(|other| other.at.get_ref() == text))
        {
            faults
                .add(&entry.at, format!("`{text}` is there twice"))
                .hint("name each segment once for each formation")
                .see(&first.at, "the first");
        }
        entries.push(Entry { segment, side: entry.side, largest });
    }
    entries
}

/// Who commands all: the highest, and among equals whom the file names (RRF-HAND-1).
fn commanders(
    army: &ArmyFile,
    roster: &Roster,
    by_campaign: bool,
    faults: &mut Faults,
) -> BySide<Option<GeneralId>> {
    let mut found = BySide::<Option<GeneralId>>::default();
    for name in &army.commanders {
        let Some(general) = history::find_general(roster, name.get_ref()) else {
            let known = roster.generals.iter().map(|general| general.tag.as_str());
            let hint = did_you_mean(name.get_ref(), known.clone());
            let hint = hint.map_or_else(
                || format!("known are {}", list(known)),
                |meant| format!("did you mean `{meant}`?"),
            );
            faults.add(name, format!("there is no General `{}`", name.get_ref())).hint(hint);
            continue;
        };
        let side = roster.generals[general.index()].side;
        let highest = roster.highest(side);
        if !highest.contains(&general) {
            let tags: Vec<&str> = highest.iter().map(|id| roster.generals[id.index()].tag.as_str()).collect();
            faults
                .add(
                    name,
                    format!("`{}` is not of the highest rank of his side (RRF-HAND-1)", name.get_ref()),
                )
                .hint(format!("name one of {}", list(tags)));
        }
        if found[side].replace(general).is_some() {
            faults.add(name, format!("the {side} side has two commanders")).hint("name one");
        }
    }
    for side in Side::BOTH {
        let highest = roster.highest(side);
        // In a battle of a campaign his owner names him (S7).
        if found[side].is_none() && highest.len() > 1 && !by_campaign {
            let tags: Vec<&str> = highest.iter().map(|id| roster.generals[id.index()].tag.as_str()).collect();
            faults
                .add(Span::File, format!("several {side} Generals share the highest rank (RRF-HAND-1)"))
                .hint(format!(
                    "write `commanders = [\"{}\"]`, or another of {}",
                    tags[0],
                    list(tags.iter().copied())
                ));
        }
        found[side] = found[side].or_else(|| highest.first().copied());
    }
    found
}

fn objectives(written: &[ObjectiveFile], board: &Board, faults: &mut Faults) -> Vec<Objective> {
    if let Some(extra) = written.get(MOST_OBJECTIVES) {
        faults
            .add(&extra.points, format!("there are {} objectives", written.len()))
            .hint(format!("a scenario has at most {MOST_OBJECTIVES}"));
    }
    let mut read = |objective: &ObjectiveFile| {
        let mut found = Vec::new();
        for text in &objective.squares {
            match crate::field::square::Square::read(text.get_ref()).filter(|square| board.holds(*square)) {
                Some(square) if !found.contains(&square) => found.push(square),
                Some(square) => {
                    faults.add(text, format!("`{square}` is there twice")).hint("name each square once");
                }
                None => {
                    let all: Vec<String> = board.squares().map(|square| square.to_string()).collect();
                    faults
                        .add(text, format!("`{}` is no square of this map", text.get_ref()))
                        .hint(format!("its squares are {}", list(all.iter().map(String::as_str))));
                }
            }
        }
        let points = *objective.points.get_ref();
        if points == 0 || points > MOST_POINTS {
            faults
                .add(&objective.points, format!("`{}` is worth {points} points", objective.name))
                .hint(format!("write 1 to {MOST_POINTS}"));
        }
        Objective {
            name: objective.name.clone(),
            squares: found,
            points,
            counts: objective.counts,
            held: objective.held,
        }
    };
    written.iter().map(&mut read).collect()
}

impl ScenarioFile {
    /// A battle of a campaign says that it is one, and nothing else does.
    fn check_holds(&self, faults: &mut Faults) {
        let says = self.holds.as_ref().is_some_and(|holds| holds.get_ref() == CAMPAIGN);
        match (&self.holds, &self.campaign) {
            (Some(holds), None) => {
                faults
                    .add(holds, "there is no campaign in this file")
                    .hint("write `[campaign]`, or leave `holds` out of a scenario");
            }
            (_, Some(campaign)) if !says => {
                faults
                    .add(campaign, "this is a battle of a campaign, and the file does not say so")
                    .hint(format!("write `holds = \"{CAMPAIGN}\"` behind `game`"));
            }
            _ => {}
        }
    }

    fn check_options(&self, faults: &mut Faults) {
        let Some(written) = &self.options else { return };
        let options = written.get_ref();
        if options.max_rounds > MOST_ROUNDS {
            faults
                .add(written, format!("a battle of {} Rounds", options.max_rounds))
                .hint(format!("write `max_rounds` from 1 to {MOST_ROUNDS}, or 0 for as many as it takes"));
        }
        if options.opening_hand > 12 {
            faults
                .add(written, format!("an opening hand of {} cards", options.opening_hand))
                .hint("no hand has more than the Leadership of the commander");
        }
    }

    /// The decks: as they are listed, or by the rows of the ledger. In a campaign they are built later (S15), and what
    /// is listed would be a fault.
    fn build_decks(
        &self,
        roster: &Roster,
        origin: Origin,
        mut choices: BySide<Choices>,
        lines: &Lines,
        faults: &mut Faults,
    ) -> BySide<Vec<Card>> {
        let mut decks = BySide::<Vec<Card>>::default();
        let mut all = 0;
        for side in Side::BOTH {
            let listed = match side {
                Side::Union => &self.decks.union,
                Side::Confederate => &self.decks.confederate,
            };
            if let (Some(listed), true) = (listed, origin != Origin::Scenario) {
                let place = listed.first().map(Span::from).unwrap_or_default();
                faults
                    .add(place, "the decks of a campaign's battle are built by their owners")
                    .hint("leave `[decks]` out");
                continue;
            }
            let mut written: Vec<&Text> = Vec::new();
            if let Some(listed) = listed {
                let mut cards = Vec::new();
                for text in listed {
                    match decks::read_name(roster, text.get_ref()) {
                        Ok(card) => {
                            cards.push(card);
                            written.push(text);
                        }
                        Err(hint) => {
                            faults
                                .add(text, format!("there is no card `{}` here", text.get_ref()))
                                .hint(hint);
                        }
                    }
                }
                choices[side].listed = Some(cards);
            }
            match decks::build(roster, side, origin, &choices[side]) {
                Ok(deck) if deck.len() > MOST_CARDS => {
                    faults.add(Span::File, format!("the {side} deck has {} cards", deck.len())).hint(
                        format!("a deck has at most {MOST_CARDS}: subordinate brigades, or list the cards"),
                    );
                }
                Ok(deck) => {
                    all += deck.len();
                    if origin == Origin::Scenario {
                        decks[side] = deck;
                    }
                }
                Err(wrong) => wrong.iter().for_each(|wrong| refuse(wrong, &written, lines, faults)),
            }
        }
        if all > history::MOST {
            faults.add(Span::File, format!("both decks have {all} cards together")).hint(format!(
                "they have at most {}: subordinate brigades, or list the cards",
                history::MOST
            ));
        }
        decks
    }
}

/// What is wrong with a deck, at the line that says it.
fn refuse(wrong: &Wrong, written: &[&Text], lines: &Lines, faults: &mut Faults) {
    let Wrong { rule, what, hint, brigade, listed } = wrong;
    let by_card = listed.and_then(|number| written.get(number)).map(|text| Span::from(*text));
    let by_brigade = brigade.and_then(|id: BrigadeId| lines.brigades.get(id.index()).cloned());
    let place = by_card.or(by_brigade).unwrap_or_default();
    faults.add(place, format!("{what} ({rule})")).hint(hint.clone());
}

/// The entry that troops of a headquarters may use at a segment (RRF-MAP-9).
fn entry_for(
    entries: &[Entry],
    roster: &Roster,
    side: Side,
    segment: Segment,
    hq: crate::field::roster::HqId,
) -> Option<EntryId> {
    let fits =
        |entry: &Entry| entry.segment == segment && entry.side == side && roster.leads(entry.largest, hq);
    entries.iter().position(fits).map(EntryId::at)
}
