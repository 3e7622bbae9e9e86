//! What is on the table, in a terminal: made of what players are shown in a browser, for any game.
//!
//! Everything comes from a scene, which is made of a view: what eyes may not see is not in it. Of the ground only the
//! hexes are drawn by themselves ([`crate::board`]).

use crate::board::{COUNTRY_LEGEND, Canvas, Country, HEX_LEGEND, Hexes, numbering};
use crate::terminal::{Ink, Style};
use engine::scene::{Panel, Piece, Scene, Spot};
use engine::stage::Blurb;
use engine::{Eyes, GameEntry, Side};
use ground::draw::{CampaignMap, Counter, Ground, Picture, Symbol};
use ground::theatre::Theatre;
use ground::{Battlefield, Hex, HexMap, Layout};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How far a part of a battle's board reaches from its middle, and a part of a campaign's.
const PART_OF_BATTLE: u16 = 4;
const PART_OF_CAMPAIGN: u16 = 5;

/// Characters that an open table has across; they are about twice as high as they are wide.
const ACROSS: i32 = 40;

const STACKS: &str = "\
stacks: U Union, C Confederate, strength points, ! disorganized or shattered, * a commander
hexes: + breastworks, @ objective";

const FORCES: &str = "\
UA Union Force A  CA Confederate Force A  D depot  T train  x depleted; hexes are numbered CCRR, column first";

/// Badges that mark a whole stack.
const SHAKEN: [&str; 3] = ["D", "D2", "S"];

/// What some eyes see of a game.
pub struct Seen<'a, R> {
    rules: &'a R,
    scene: Scene,
    blurb: Blurb,
    /// Where in the sequence of play it stands.
    caption: String,
    ground: Option<Ground>,
}

impl<'a, R: GameEntry> Seen<'a, R> {
    /// What these eyes see, whose view this is.
    pub fn of(rules: &'a R, view: &R::View, eyes: Eyes) -> Seen<'a, R> {
        Seen {
            scene: rules.scene(view, eyes),
            blurb: rules.blurb(),
            caption: rules.caption(view),
            ground: rules.ground().and_then(|ground| ground.downcast().ok()).map(|ground| *ground),
            rules,
        }
    }

    /// The board as text, or the part of it round a place.
    ///
    /// # Errors
    ///
    /// Why there is no such place.
    pub fn board(&self, around: Option<&str>, style: Style) -> Result<String, String> {
        let middle = match (&self.ground, around) {
            (Some(ground), Some(name)) => Some(self.find(ground, name)?),
            _ => None,
        };
        Ok(match &self.ground {
            Some(Ground::Hexes { map, .. }) => self.battle(map, middle, style),
            Some(Ground::Country { theatre, .. }) => self.campaign(theatre, middle, style),
            None => self.open_table(style),
        })
    }

    fn battle(&self, map: &HexMap, middle: Option<Hex>, style: Style) -> String {
        let near = |hex: Hex| middle.is_none_or(|middle| map.grid.distance(middle, hex) <= PART_OF_BATTLE);
        let stacks = self.stacks();
        let board = Hexes {
            map,
            only: Some(&near),
            content: &|hex| stacks.get(&map.grid.name(hex)).and_then(|stack| in_five_letters(stack)),
            mark: &|hex| self.mark(&map.grid.name(hex)),
        };
        format!("{}{HEX_LEGEND}\n{STACKS}\n{}\n", board.draw().render(style), numbering(map))
    }

    fn campaign(&self, theatre: &Theatre, middle: Option<Hex>, style: Style) -> String {
        let grid = &theatre.grid;
        let near = |hex: Hex| middle.is_none_or(|middle| grid.distance(middle, hex) <= PART_OF_CAMPAIGN);
        let stacks = self.stacks();
        let content = |hex: Hex| {
            let name = grid.name(hex);
            in_two_letters(stacks.get(&name).map_or(&[], Vec::as_slice), &self.signs(&name))
        };
        let board = Country { theatre, only: &near, content: &content };
        let there = |place: &str| grid.parse(place).is_some_and(near);
        let mut lines = vec![self.caption.clone()];
        if middle.is_none() {
            let tracks = self.scene.tracks.iter().filter(|track| track.id != "turn");
            lines.extend(tracks.map(|track| format!("{}: {}", track.name, track.boxes[track.at].label)));
        }
        for side in Side::BOTH {
            let here = self.scene.pieces.iter().filter(|piece| piece.side == Some(side));
            let here = here.filter(|piece| place_of(piece).is_some_and(there));
            lines.extend(here.map(|piece| style.paint(ink(side), &piece.text)));
        }
        let markers = self.scene.markers.iter();
        let markers = markers.filter(|marker| marker.places.iter().any(|place| there(place)));
        lines.extend(markers.map(|marker| marker.text.clone()));
        format!("{}{COUNTRY_LEGEND}\n{FORCES}\n{}\n", board.draw().render(style), lines.join("\n"))
    }

    /// An open table with the names of what stands on it, numbered from its south-west corner.
    fn open_table(&self, style: Style) -> String {
        let [width, height] = self.rules.board().size;
        let step = (width / ACROSS).max(1);
        let cell = |[x, y]: [i32; 2]| ((x / step) as usize + 5, (y / (2 * step)) as usize);
        let (right, bottom) = cell([width, height]);
        let mut canvas = Canvas::default();
        for row in 0..=bottom {
            canvas.write(5, row, Ink::Dim, &".".repeat(right - 4));
        }
        for quarter in 0..=4 {
            let (across, up) = (width * quarter / 4, height * quarter / 4);
            let (column, row) = cell([across, height - up]);
            canvas.write(1, row, Ink::Dim, &format!("{up:3}"));
            canvas.write(column, bottom + 1, Ink::Dim, &across.to_string());
        }
        for piece in &self.scene.pieces {
            if let Spot::Point { at } = piece.at {
                let (column, row) = cell(at);
                canvas.write(column, row, piece.side.map_or(Ink::Plain, ink), &piece.id);
            }
        }
        let mut text = canvas.render(style);
        for side in Side::BOTH {
            let line = format!("{side}: {}", self.army(side).join("; "));
            let _ = writeln!(text, "{}", style.paint(ink(side), line));
        }
        text
    }

    /// Everything to be seen at a place, about a piece, or of a side.
    ///
    /// # Errors
    ///
    /// Why there is nothing of that name.
    pub fn look(&self, what: &str) -> Result<String, String> {
        if let Some(side) = Side::parse(what) {
            return Ok(self.army(side).join("\n"));
        }
        let pieces = || self.scene.pieces.iter();
        let piece = pieces().find(|piece| piece.id.eq_ignore_ascii_case(what));
        if let Some(piece) = piece.or_else(|| pieces().find(|piece| piece.name.eq_ignore_ascii_case(what))) {
            return Ok(piece.text.clone());
        }
        let Some(ground) = &self.ground else {
            let names: Vec<&str> = pieces().map(|piece| piece.id.as_str()).collect();
            return Err(format!("nothing is called `{what}`; there are {}", names.join(", ")));
        };
        let name = ground.grid().name(self.find(ground, what)?);
        let place = self.rules.board().places.into_iter().find(|place| place.id == name);
        let mut lines = vec![format!("{name}: {}", place.map_or_else(String::new, |place| place.text))];
        let markers = self.scene.markers.iter().filter(|marker| marker.places.contains(&name));
        lines.extend(markers.map(|marker| marker.text.clone()));
        lines.extend(pieces().filter(|piece| place_of(piece) == Some(&name)).map(|piece| piece.text.clone()));
        Ok(lines.join("\n"))
    }

    fn find(&self, ground: &Ground, name: &str) -> Result<Hex, String> {
        ground.find(name).ok_or_else(|| {
            let first = ground.grid().hexes().find(|&hex| ground.is_playable(hex));
            let example = first.map_or_else(String::new, |hex| ground.grid().name(hex));
            format!("there is no hex, place or piece `{name}` on this map; hexes are numbered like {example}")
        })
    }

    /// A side's formations, and what the panels beside the board say of it.
    fn army(&self, side: Side) -> Vec<String> {
        let mut formations: Vec<(&str, Vec<&Piece>)> = Vec::new();
        for piece in self.scene.pieces.iter().filter(|piece| piece.side == Some(side)) {
            let Some(formation) = piece.formation.as_deref() else { continue };
            match formations.iter_mut().find(|(name, _)| *name == formation) {
                Some((_, pieces)) => pieces.push(piece),
                None => formations.push((formation, vec![piece])),
            }
        }
        let mut lines: Vec<String> =
            formations.iter().filter_map(|(name, pieces)| formation_line(name, pieces)).collect();
        lines.extend(self.scene.panels.iter().flat_map(|panel| panel_lines(panel, side)));
        lines
    }

    /// The pieces in each place, the lowest first.
    fn stacks(&self) -> BTreeMap<String, Vec<&Piece>> {
        let mut stacks: BTreeMap<String, Vec<&Piece>> = BTreeMap::new();
        for piece in &self.scene.pieces {
            if let Some(place) = place_of(piece) {
                stacks.entry(place.to_owned()).or_default().push(piece);
            }
        }
        stacks
    }

    /// The kinds of signs in a place, with what stands on them.
    fn signs(&self, place: &str) -> Vec<(&str, &str)> {
        let here =
            self.scene.markers.iter().filter(|marker| matches!(&marker.places[..], [one] if one == place));
        here.map(|marker| (marker.kind.as_str(), marker.label.as_str())).collect()
    }

    /// What is built in a hex, or what it is worth.
    fn mark(&self, place: &str) -> Option<(Ink, char)> {
        let signs = self.signs(place);
        let has = |kind: &str| signs.iter().any(|(sign, _)| *sign == kind);
        if has("works") {
            return Some((Ink::Yellow, '+'));
        }
        has("objective").then_some((Ink::Bold, '@'))
    }

    /// The board as a map of hexes to draw, if the game is played on one.
    pub fn chart(&self) -> Option<Chart<'_>> {
        let Some(Ground::Hexes { map, land }) = &self.ground else { return None };
        Some(Chart {
            title: self.blurb.title.clone(),
            subtitle: self.caption.clone(),
            counters: self.counters(),
            land: land.as_ref().map(|(field, layout)| (field, *layout)),
            ..Chart::of(map)
        })
    }

    /// The country of a campaign to draw, with what stands on it, if the game is played on one.
    pub fn country(&self) -> Option<CampaignMap<'_>> {
        let Some(Ground::Country { theatre, land }) = &self.ground else { return None };
        let map = match land.as_deref() {
            Some((cut, geography)) => CampaignMap::on_geography(cut, geography),
            None => CampaignMap::new(theatre),
        };
        Some(map.title(&self.blurb.title, &self.blurb.rules).counters(self.counters()))
    }

    /// The board as a picture in SVG; `None` on an open table.
    pub fn picture(&self) -> Option<String> {
        let battle = self.chart().map(|chart| chart.picture().svg());
        battle.or_else(|| self.country().map(|country| country.svg()))
    }

    /// The pieces on the map as counters. The top counter of several regiments speaks for all.
    fn counters(&self) -> Vec<Counter> {
        let Some(ground) = &self.ground else { return Vec::new() };
        let mut counters = Vec::new();
        for (place, stack) in self.stacks() {
            let Some(hex) = ground.grid().parse(&place) else { continue };
            counters.extend(stack.iter().map(|piece| counter(piece, hex)));
            let troops: Vec<&&Piece> = stack.iter().filter(|piece| strength(piece).is_some()).collect();
            if let (Some(top), [_, .., last]) = (counters.last_mut(), &troops[..])
                && let Some(formation) = &last.formation
            {
                let sum: u32 = troops.iter().filter_map(|piece| strength(piece)).sum();
                top.lines = vec![formation.clone(), format!("{sum} {}", unit_of(last))];
            }
        }
        counters
    }
}

/// The place in which a piece stands.
fn place_of(piece: &Piece) -> Option<&str> {
    match &piece.at {
        Spot::Place { place } => Some(place),
        _ => None,
    }
}

fn is_leader(piece: &Piece) -> bool {
    piece.kind == "commander"
}

/// The first number on a piece that fights.
fn strength(piece: &Piece) -> Option<u32> {
    piece.figures.first().filter(|_| !is_leader(piece))?.text.parse().ok()
}

/// What the first number counts, in capitals: "strength points" are SP.
fn unit_of(piece: &Piece) -> String {
    let words = piece.figures.first().map_or("", |figure| figure.what.as_str()).split_whitespace();
    words.filter_map(|word| word.chars().next()).map(|letter| letter.to_ascii_uppercase()).collect()
}

fn is_shaken(piece: &Piece) -> bool {
    piece.badges.iter().any(|badge| SHAKEN.contains(&badge.text.as_str()))
}

/// A stack in at most five characters: whose, how strong, in which condition, under a commander or not.
fn in_five_letters(stack: &[&Piece]) -> Option<(Ink, String)> {
    let led = stack.iter().find(|piece| is_leader(piece));
    let Some(troops) = stack.iter().find(|piece| !is_leader(piece)) else {
        let side = led?.side?;
        return Some((ink(side), format!("{}*", letter(side))));
    };
    let side = troops.side?;
    let sum: u32 = stack.iter().filter_map(|piece| strength(piece)).sum();
    let marks = [(stack.iter().any(|piece| is_shaken(piece)), "!"), (led.is_some(), "*")];
    let marks = marks.map(|(shown, mark)| if shown { mark } else { "" });
    Some((ink(side), format!("{}{sum}{}", letter(side), marks.concat())))
}

/// What stands in a hex of a campaign, in two characters: a Force before everything else.
fn in_two_letters(stack: &[&Piece], signs: &[(&str, &str)]) -> Option<(Ink, String)> {
    if let Some(force) = stack.iter().find(|piece| piece.kind == "force") {
        let (side, name) = (force.side?, force.figures.first()?);
        return Some((ink(side), format!("{}{}", letter(side), name.text)));
    }
    let sign =
        |kind: &str| signs.iter().find(|(sign, _)| *sign == kind).map(|(_, label)| (*label).to_owned());
    if let Some(depot) = sign("depot") {
        return Some((Ink::Blue, depot));
    }
    if let Some(train) = stack.iter().find(|piece| piece.kind == "supply") {
        return Some((ink(train.side?), "T".to_owned()));
    }
    sign("depleted").map(|depleted| (Ink::Dim, depleted))
}

/// A formation's strength and whereabouts: `1/1 (Pratt): 16 of 16 SP in 0304`.
fn formation_line(name: &str, pieces: &[&Piece]) -> Option<String> {
    let troops = || pieces.iter().filter(|piece| strength(piece).is_some());
    let unit = unit_of(troops().next()?);
    let sum = |on_map: bool| -> u32 {
        troops()
            .filter(|piece| !on_map || place_of(piece).is_some())
            .filter_map(|piece| strength(piece))
            .sum()
    };
    let mut places: Vec<&str> = troops().filter_map(|piece| place_of(piece)).collect();
    places.dedup();
    let place = match places[..] {
        [] => "not on the map".to_owned(),
        _ => format!("in {}", places.join(", ")),
    };
    let led = pieces.iter().find(|piece| is_leader(piece));
    let led = led.map_or_else(String::new, |leader| format!(" ({})", leader.name));
    Some(format!("{name}{led}: {} of {} {unit} {place}", sum(true), sum(false)))
}

/// What a panel says of a side.
fn panel_lines(panel: &Panel, side: Side) -> Vec<String> {
    let rows = panel.rows.iter().filter(|row| row.side == Some(side));
    rows.map(|row| {
        let text = if row.text == side.to_string() { &panel.name } else { &row.text };
        match row.value.as_str() {
            "" => text.clone(),
            value => format!("{text} ({value})"),
        }
    })
    .collect()
}

fn counter(piece: &Piece, hex: Hex) -> Counter {
    let (symbol, lines) = match piece.kind.as_str() {
        "commander" => (Symbol::Commander, vec![piece.id.clone()]),
        "force" => {
            let letter = piece.figures.first().map(|figure| figure.text.clone());
            (Symbol::Commander, [piece.name.clone()].into_iter().chain(letter).collect())
        }
        "supply" => (Symbol::None, vec![piece.name.clone()]),
        kind => {
            let symbol = match kind {
                "infantry" => Symbol::Infantry,
                "cavalry" => Symbol::Cavalry,
                "artillery" | "horse-artillery" => Symbol::Artillery,
                _ => Symbol::None,
            };
            let figures: Vec<&str> = piece.figures.iter().map(|figure| figure.text.as_str()).collect();
            let shaken = if is_shaken(piece) { " D" } else { "" };
            (symbol, vec![piece.id.clone(), format!("{}{shaken}", figures.join("/"))])
        }
    };
    Counter { hex, colour: piece.side.map_or([90, 90, 90], colour), symbol, lines }
}

const fn colour(side: Side) -> [u8; 3] {
    match side {
        Side::Union => [63, 95, 138],
        Side::Confederate => [158, 64, 52],
    }
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::Union => Ink::Blue,
        Side::Confederate => Ink::Red,
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::Union => 'U',
        Side::Confederate => 'C',
    }
}

/// A board on a map of hexes, ready to be drawn.
pub struct Chart<'a> {
    /// The hexes.
    pub map: &'a HexMap,
    /// The real ground they were cut from, if they were, and how they lie on it.
    pub land: Option<(&'a Battlefield, Layout)>,
    /// What stands over the map.
    pub title: String,
    /// And below that, smaller.
    pub subtitle: String,
    /// The pieces.
    pub counters: Vec<Counter>,
}

impl<'a> Chart<'a> {
    /// A bare map.
    pub fn of(map: &'a HexMap) -> Chart<'a> {
        Chart { map, land: None, title: String::new(), subtitle: String::new(), counters: Vec::new() }
    }

    /// The picture of it.
    pub fn picture(&self) -> Picture<'_> {
        let picture = match self.land {
            Some((field, layout)) => Picture::on_ground(self.map, layout, field),
            None => Picture::new(self.map),
        };
        picture.title(&self.title, &self.subtitle).counters(&self.counters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Silent;
    use engine::chance::Quick;
    use engine::proof::proves;
    use engine::scene::{Badge, Tone};
    use faults::Library;
    use games::Task;
    use std::sync::Arc;

    const PLAIN: Style = Style { colour: false };

    /// Looks at the beginning of a scenario.
    struct Looking<'a>(Eyes, &'a [&'a str]);

    impl Task for Looking<'_> {
        type Outcome = Vec<Result<String, String>>;

        fn on<R: GameEntry>(self, rules: Arc<R>) -> Self::Outcome {
            let state = rules.start(&mut Quick::new(0), &mut Silent);
            let seen = Seen::of(&*rules, &rules.view(&state, self.0), self.0);
            self.1
                .iter()
                .map(|what| match what.split_once(' ') {
                    Some(("board", around)) => seen.board(Some(around), PLAIN),
                    _ if *what == "board" => seen.board(None, PLAIN),
                    _ if *what == "counters" => {
                        Ok(seen.counters().iter().map(|counter| counter.lines.join(" ") + "\n").collect())
                    }
                    _ if *what == "picture" => seen.picture().ok_or_else(|| "no picture".to_owned()),
                    _ if *what == "country" => {
                        let country = seen.country().ok_or_else(|| "no country".to_owned())?;
                        Ok(country.counters(Vec::new()).svg())
                    }
                    _ => seen.look(what),
                })
                .collect()
        }
    }

    fn looks<const N: usize>(scenario: &str, eyes: Eyes, at: [&str; N]) -> [Result<String, String>; N] {
        let library = Library::builtin();
        let game = games::game_with(&library, scenario).expect("a scenario that is built in");
        let loaded = (game.scenario)(&library, scenario).unwrap_or_else(|report| panic!("{report}"));
        loaded.with(Looking(eyes, &at)).try_into().expect("an answer to each")
    }

    fn regiment(side: Side, badges: &[&str]) -> Piece {
        let badge = |text: &&str| Badge { text: (*text).to_owned(), what: String::new(), tone: Tone::Bad };
        let figure = engine::scene::Figure { text: "16".to_owned(), what: "strength points".to_owned() };
        Piece {
            id: "1GA".to_owned(),
            side: Some(side),
            kind: "infantry".to_owned(),
            name: "1st Georgia".to_owned(),
            at: Spot::Place { place: "0500".to_owned() },
            facing: None,
            formation: Some("V/K".to_owned()),
            figures: vec![figure],
            badges: badges.iter().map(badge).collect(),
            spent: false,
            text: String::new(),
        }
    }

    #[test]
    fn a_disorganized_stack_is_marked_in_the_colour_of_its_side() {
        let _proof = proves(&["LFM-0.4"]);
        let leader =
            Piece { kind: "commander".to_owned(), figures: Vec::new(), ..regiment(Side::Confederate, &[]) };
        let [fresh, shaken] = [&[][..], &["D"]].map(|badges| regiment(Side::Confederate, badges));
        assert_eq!(in_five_letters(&[&leader, &fresh]), Some((Ink::Red, "C16*".to_owned())));
        assert_eq!(in_five_letters(&[&leader, &shaken]), Some((Ink::Red, "C16!*".to_owned())));
        assert_eq!(in_five_letters(&[&leader]), Some((Ink::Red, "C*".to_owned())));
    }

    #[test]
    fn counters_show_the_formation_they_belong_to() {
        let _proof = proves(&["LFM-20.1c"]);
        let [counters, look] = looks("crossroads-farm", Eyes::All, ["counters", "1GA"]);
        assert!(counters.expect("counters").contains("V/K 16 SP\n"));
        assert!(look.expect("a regiment of the scenario").contains("infantry of V/K"));
    }

    #[test]
    fn a_side_sees_its_own_brigades_and_the_enemys_leaders() {
        let at = ["US-A", "cs-a", "Sharpsburg", "Waterloo"];
        let [own, enemy, there, nowhere] = looks("monocacy-bridge", Eyes::Of(Side::Union), at);
        let own = own.expect("a Force of the scenario");
        assert!(own.contains("Hooker") && own.contains("6 infantry") && own.contains("Hancock"), "{own}");
        let enemy = enemy.expect("a Force of the scenario");
        assert!(
            enemy.contains("Lee") && !enemy.contains("infantry") && !enemy.contains("Longstreet"),
            "{enemy}"
        );
        let there = there.expect("a place of the map");
        assert!(there.starts_with("0205: Sharpsburg, town; clear") && there.contains(&enemy), "{there}");
        assert!(nowhere.is_err());
    }

    #[test]
    fn the_picture_shows_the_forces() {
        let [counters, picture, bare] =
            looks("monocacy-bridge", Eyes::Watcher, ["counters", "picture", "country"]);
        assert!(counters.expect("counters").contains("Lee A\n"));
        assert!(picture.expect("a campaign is drawn").len() > bare.expect("a country").len() + 1_000);
    }

    #[test]
    fn the_board_shows_country_and_forces() {
        let [whole, part] = looks("monocacy-bridge", Eyes::Watcher, ["board", "board Hagerstown"]);
        insta::assert_snapshot!(whole.expect("the whole board"));
        let part = part.expect("a place of the map");
        assert!(part.contains("CB") && !part.contains("11"), "{part}");
    }
}
