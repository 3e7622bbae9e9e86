//! A Full Measure of Devotion on a terminal: the country with its Forces, and what is known of them.

use super::{Chart, Tabletop};
use crate::board::Canvas;
use crate::terminal::{Ink, Style};
use engine::{Side, Stage};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::campaign::Campaign;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::notation::FORMS;
use full_measure_of_devotion::state::{Force, Markers};
use full_measure_of_devotion::strength::Kind;
use full_measure_of_devotion::view::View;
use ground::Hex;
use ground::draw::CampaignMap;
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

    fn forms(&self) -> Vec<(&'static str, &'static str)> {
        FORMS.iter().map(|form| (form.line, form.sense)).collect()
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
        let mut text = canvas.render(style) + LEGEND + "\n";
        for side in Side::BOTH {
            text += &style.paint(ink(side), army(campaign, view, side)).to_string();
            text.push('\n');
        }
        Ok(text)
    }

    fn look(&self, view: &View, what: &str, _style: Style) -> Result<String, String> {
        let campaign = &self.campaign;
        if let Some(side) = Side::parse(what) {
            return Ok(army(campaign, view, side));
        }
        if let Some(force) = ForceId::parse(what) {
            let box_ = view.state.force(force);
            return Ok(force_line(campaign, force, box_, view.knows[force.side().index()]));
        }
        let hex = find_hex(campaign, what)?;
        let id = campaign.theatre.grid.name(hex);
        let ground = self.board().places.into_iter().find(|place| place.id == id);
        let mut lines = vec![format!("{id}: {}", ground.map_or_else(String::new, |place| place.text))];
        for side in Side::BOTH {
            if let Some(force) = view.state.force_at(side, hex) {
                let known = view.knows[side.index()];
                lines.push(force_line(campaign, force, view.state.force(force), known));
            }
        }
        if view.state.depots.contains(&hex) {
            lines.push("a DEPOT".to_owned());
        }
        let trains = view.state.trains.iter().filter(|train| train.at == hex);
        lines.extend(trains.map(|train| {
            if train.flipped { "a TRAIN on its own".to_owned() } else { "a TRAIN left behind".to_owned() }
        }));
        Ok(lines.join("\n"))
    }

    fn chart<'a>(&'a self, _view: &'a View) -> Option<Chart<'a>> {
        None
    }

    fn country(&self) -> Option<CampaignMap<'_>> {
        let map = match self.campaign.land.as_deref() {
            Some(land) => CampaignMap::on_geography(&land.cut, &land.geography),
            None => CampaignMap::new(&self.campaign.theatre),
        };
        Some(map.title(&self.campaign.title, "A Full Measure of Devotion"))
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
    (state.depleted & (1 << town) != 0).then(|| (Ink::Dim, "x".to_owned()))
}

/// A side's Forces, a line each.
fn army(campaign: &Campaign, view: &View, side: Side) -> String {
    let known = view.knows[side.index()];
    let lines: Vec<String> = view
        .state
        .forces_of(side)
        .map(|(force, _)| force_line(campaign, force, view.state.force(force), known))
        .collect();
    if lines.is_empty() { format!("The {side} army has no Force on the map.") } else { lines.join("\n") }
}

/// A Force as far as it is known.
fn force_line(campaign: &Campaign, force: ForceId, box_: &Force, known: bool) -> String {
    let Some(at) = box_.at else { return format!("{} is not on the map", force.name()) };
    let leader = &campaign.commander(box_.leader).name;
    let mut line = format!("{} under {leader} at {}", force.name(), campaign.hex_name(at));
    if known {
        let brigades: Vec<String> = Kind::ALL
            .into_iter()
            .filter(|&kind| box_.strength.of(kind) > 0)
            .map(|kind| format!("{} {}", box_.strength.of(kind), kind.words()))
            .collect();
        line += &format!(": {}", brigades.join(", "));
        let others: Vec<&str> = box_
            .officers
            .iter()
            .filter(|&one| one != box_.leader)
            .map(|one| campaign.commander(one).name.as_str())
            .collect();
        if !others.is_empty() {
            line += &format!("; with {}", others.join(", "));
        }
    }
    let markers = markers(box_.markers, box_.trains);
    if !markers.is_empty() {
        line += &format!(" [{}]", markers.join(", "));
    }
    line
}

fn markers(markers: Markers, trains: u8) -> Vec<String> {
    let counted = [
        ("INITIAL", markers.initial),
        ("ORDER", markers.order),
        ("+1", markers.plus_one),
        ("+2", markers.plus_two),
        ("FORAGE", u8::from(markers.forage)),
        ("FATIGUE", u8::from(markers.fatigue)),
        ("COMBAT", markers.combat),
        ("TRAIN", trains),
    ];
    let there = counted.into_iter().filter(|(_, count)| *count > 0);
    there.map(|(name, count)| if count == 1 { name.to_owned() } else { format!("{count} {name}") }).collect()
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
        assert_eq!(own, "US-A under Hooker at Westminster (0801): 2 full art, 6 full inf; with Hancock");
        let enemy = game.look(&view, "cs-a", style).expect("a Force of the scenario");
        assert_eq!(enemy, "CS-A under Lee at Sharpsburg (0205) [TRAIN]");
        let there = game.look(&view, "Sharpsburg", style).expect("a place of the map");
        assert!(there.starts_with("0205: Sharpsburg, town; clear") && there.ends_with(&enemy), "{there}");
        assert!(game.look(&view, "Waterloo", style).is_err());
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
