//! A Full Measure of Devotion on a terminal: the country with its Forces, and what is known of them.

use super::{Chart, Tabletop};
use crate::board::Canvas;
use crate::terminal::{Ink, Style};
use engine::scene::{Piece, Scene, Spot};
use engine::{Eyes, Side, Stage};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::campaign::Campaign;
use full_measure_of_devotion::view::View;
use ground::Hex;
use ground::draw::{CampaignMap, Counter, Symbol};
use ground::theatre::{Country, PlaceClass, Theatre};

/// Characters from one hex to the next in its row, and lines from one row to the next.
const WIDTH: usize = 4;
const HEIGHT: usize = 2;
/// Where the first hex begins: row numbers stand before it.
const MARGIN: usize = 4;
/// How far a part of the board reaches from its middle.
const PART: u16 = 5;

const LEGEND: &str = "\
. clear  o town  O city  f forest  m mountain  = pass  ~ sea  # out of play
UA Union Force A  CA Confederate Force A  D depot  T train  x depleted; hexes are numbered CCRR, column first";

impl Tabletop for FullMeasureOfDevotion {
    fn ledger(&self) -> &'static str {
        include_str!("../../../../docs/rules/full-measure-of-devotion.md")
    }

    fn forms(&self) -> Vec<(String, &'static str)> {
        Action::FORMS.iter().map(|form| (form.line(), form.sense)).collect()
    }

    fn board_text(&self, view: &View, around: Option<&str>, style: Style) -> Result<String, String> {
        let campaign = &self.campaign;
        let grid = &campaign.theatre.grid;
        let middle = around.map(|name| find_hex(campaign, name)).transpose()?;
        let shown: Vec<Hex> = grid
            .hexes()
            .filter(|&hex| middle.is_none_or(|middle| grid.distance(middle, hex) <= PART))
            .collect();
        let places = || shown.iter().map(|&hex| grid.col_row(hex));
        let (first_col, first_row) = (
            places().map(|(col, _)| col).min().unwrap_or(0),
            places().map(|(_, row)| row).min().unwrap_or(0),
        );
        let mut canvas = Canvas::default();
        for &hex in &shown {
            let (col, row) = grid.col_row(hex);
            let column = MARGIN + usize::from(col - first_col) * WIDTH;
            let line = 1 + usize::from(row - first_row) * HEIGHT + usize::from(grid.is_shifted(hex));
            canvas.write(column, 0, Ink::Dim, &format!("{col:02}"));
            if col == first_col {
                canvas.write(0, line, Ink::Dim, &format!("{row:02}"));
            }
            let (ink, letter) = country(&campaign.theatre, hex);
            canvas.write(column, line, ink, &letter.to_string());
            if let Some((ink, text)) = pieces(campaign, view, hex) {
                canvas.write(column + 1, line, ink, &text);
            }
        }
        let scene = self.scene(view, Eyes::Watcher);
        let near = |place: &str| shown.iter().any(|&hex| grid.name(hex) == place);
        let mut lines = vec![self.moment(view)];
        if middle.is_none() {
            let tracks = scene.tracks.iter().filter(|track| track.id != "turn");
            lines.extend(tracks.map(|track| format!("{}: {}", track.name, track.boxes[track.at].label)));
        }
        for side in Side::BOTH {
            let here = scene.pieces.iter().filter(|piece| piece.side == Some(side));
            let here = here.filter(|piece| matches!(&piece.at, Spot::Place { place } if near(place)));
            lines.extend(here.map(|piece| style.paint(ink(side), &piece.text)));
        }
        let signs = scene.markers.iter().filter(|marker| marker.places.iter().any(|place| near(place)));
        lines.extend(signs.map(|marker| marker.text.clone()));
        Ok(format!("{}{LEGEND}\n{}\n", canvas.render(style), lines.join("\n")))
    }

    fn look(&self, view: &View, what: &str, _style: Style) -> Result<String, String> {
        let (campaign, scene) = (&self.campaign, self.scene(view, Eyes::Watcher));
        if let Some(side) = Side::parse(what) {
            return Ok(army(&scene, side));
        }
        if let Some(piece) = scene.pieces.iter().find(|piece| piece.id.eq_ignore_ascii_case(what)) {
            return Ok(piece.text.clone());
        }
        let hex = find_hex(campaign, what)?;
        let name = campaign.theatre.grid.name(hex);
        let ground = self.board().places.into_iter().find(|place| place.id == name);
        let mut lines =
            vec![format!("{name}: {}", ground.map_or("out of play".to_owned(), |place| place.text))];
        let stands = |piece: &&Piece| matches!(&piece.at, Spot::Place { place } if *place == name);
        lines.extend(scene.pieces.iter().filter(stands).map(|piece| piece.text.clone()));
        let signs = scene.markers.iter().filter(|marker| marker.places.contains(&name));
        lines.extend(signs.map(|marker| marker.text.clone()));
        Ok(lines.join("\n"))
    }

    fn chart<'a>(&'a self, _view: &'a View) -> Option<Chart<'a>> {
        None
    }

    fn country(&self, view: &View) -> Option<CampaignMap<'_>> {
        let map = match self.campaign.land.as_deref() {
            Some(land) => CampaignMap::on_geography(&land.cut, &land.geography),
            None => CampaignMap::new(&self.campaign.theatre),
        };
        let map = map.title(&self.campaign.title, "A Full Measure of Devotion");
        Some(map.counters(counters(&self.campaign, view)))
    }
}

/// The trains and Forces on the map as counters: of a Force its leader, its letter and, to those who know it, how many
/// brigades it has.
fn counters(campaign: &Campaign, view: &View) -> Vec<Counter> {
    let state = &view.state;
    let trains = state.trains.iter().map(|train| Counter {
        hex: train.at,
        colour: colour(Side::Confederate),
        symbol: Symbol::None,
        lines: vec!["TRAIN".to_owned()],
    });
    let forces = Side::BOTH.into_iter().flat_map(|side| state.forces_of(side)).map(|(force, hex)| {
        let box_ = state.force(force);
        let leader = campaign.commanders.get(box_.leader.index());
        let letter = match box_.strength.size() {
            0 => force.letter().to_string(),
            size => format!("{}: {size}", force.letter()),
        };
        let lines = leader.map(|leader| leader.name.clone()).into_iter().chain([letter]).collect();
        Counter { hex, colour: colour(force.side()), symbol: Symbol::Commander, lines }
    });
    trains.chain(forces).collect()
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

fn country(theatre: &Theatre, hex: Hex) -> (Ink, char) {
    let has_way = || ground::Direction::ALL.iter().any(|side| theatre.border(hex, *side).has_way());
    match theatre.country(hex) {
        Country::Clear | Country::Forest
            if theatre.place_at(hex).is_some_and(|place| place.class == PlaceClass::City) =>
        {
            (Ink::Bold, 'O')
        }
        Country::Clear | Country::Forest
            if theatre.place_at(hex).is_some_and(|place| place.class == PlaceClass::Town) =>
        {
            (Ink::Plain, 'o')
        }
        Country::Clear => (Ink::Dim, '.'),
        Country::Forest => (Ink::Green, 'f'),
        Country::Mountain if has_way() => (Ink::Yellow, '='),
        Country::Mountain => (Ink::Yellow, 'm'),
        Country::Sea => (Ink::Blue, '~'),
        Country::Outside => (Ink::Dim, '#'),
    }
}

/// What stands in a hex, in two characters: a Force before everything else.
fn pieces(campaign: &Campaign, view: &View, hex: Hex) -> Option<(Ink, String)> {
    let state = &view.state;
    for (side, letter) in [(Side::Union, 'U'), (Side::Confederate, 'C')] {
        if let Some(force) = state.force_at(side, hex) {
            return Some((ink(side), format!("{letter}{}", force.letter())));
        }
    }
    if state.depots.contains(&hex) {
        return Some((Ink::Blue, "D".to_owned()));
    }
    if state.trains.iter().any(|train| train.at == hex) {
        return Some((Ink::Red, "T".to_owned()));
    }
    let town = campaign.town(hex)?;
    state.depleted.contains(town).then(|| (Ink::Dim, "x".to_owned()))
}

/// An army as far as it is seen: its boxes, or what shows of it.
fn army(scene: &Scene, side: Side) -> String {
    let panels = scene.panels.iter().filter(|panel| panel.id.ends_with(word(side)));
    let rows = panels.flat_map(|panel| &panel.rows).map(|row| match row.value.as_str() {
        "" => row.text.clone(),
        value => format!("{} ({value})", row.text),
    });
    rows.collect::<Vec<_>>().join("\n")
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

fn find_hex(campaign: &Campaign, name: &str) -> Result<Hex, String> {
    let theatre = &campaign.theatre;
    let place = || theatre.find_place(name).map(|place| place.hex);
    theatre.grid.parse(name).or_else(place).ok_or_else(|| {
        format!("there is no hex, place or Force `{name}`; hexes are numbered CCRR, Forces are US-A or CS-A")
    })
}

#[cfg(test)]
mod tests {
    use super::{Style, Tabletop};
    use engine::chance::Quick;
    use engine::{Eyes, Rules, Side, Silent};
    use full_measure_of_devotion::load::{Library, scenario};

    #[test]
    fn a_side_sees_its_own_brigades_and_the_enemys_leaders() {
        let game =
            scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}"));
        let state = game.start(&mut Quick::new(0), &mut Silent);
        let view = game.view(&state, Eyes::Of(Side::Union));
        let style = Style { colour: false };
        let own = game.look(&view, "US-A", style).expect("a Force of the scenario");
        assert!(own.contains("Hooker") && own.contains("6 infantry") && own.contains("Hancock"), "{own}");
        let enemy = game.look(&view, "cs-a", style).expect("a Force of the scenario");
        assert!(
            enemy.contains("Lee") && !enemy.contains("infantry") && !enemy.contains("Longstreet"),
            "{enemy}"
        );
        let there = game.look(&view, "Sharpsburg", style).expect("a place of the map");
        assert!(there.starts_with("0205: Sharpsburg, town; clear") && there.contains(&enemy), "{there}");
        assert!(game.look(&view, "Waterloo", style).is_err());
    }

    #[test]
    fn the_picture_shows_the_forces_as_these_eyes_see_them() {
        let game =
            scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}"));
        let state = game.start(&mut Quick::new(0), &mut Silent);
        let drawn = |eyes| {
            let found = super::counters(&game.campaign, &game.view(&state, eyes));
            found.into_iter().map(|counter| counter.lines.join(" ")).collect::<Vec<_>>()
        };
        let [all, union, watcher] = [Eyes::All, Eyes::Of(Side::Union), Eyes::Watcher].map(drawn);
        assert!(all.len() == watcher.len() && watcher.contains(&"Lee A".to_owned()), "{watcher:?}");
        assert!(watcher.iter().all(|lines| !lines.contains(':')), "{watcher:?}");
        assert!(
            union.contains(&"Lee A".to_owned()) && union.iter().any(|lines| lines.contains("Hooker A: "))
        );
        assert!(all.iter().all(|lines| lines.contains(": ") || lines == "TRAIN"), "{all:?}");
        let svg = game.picture(&game.view(&state, Eyes::Watcher)).expect("a campaign is drawn");
        let bare = game.country(&game.view(&state, Eyes::Watcher)).expect("a country").counters(Vec::new());
        assert!(svg.len() > bare.svg().len() + 1_000);
    }

    #[test]
    fn the_board_shows_country_and_forces() {
        let game =
            scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}"));
        let state = game.start(&mut Quick::new(0), &mut Silent);
        let view = game.view(&state, Eyes::Watcher);
        insta::assert_snapshot!(
            game.board_text(&view, None, Style { colour: false }).expect("the whole board")
        );
        let part =
            game.board_text(&view, Some("Hagerstown"), Style { colour: false }).expect("a place of the map");
        assert!(part.contains("CB") && !part.contains("11"), "{part}");
    }
}
