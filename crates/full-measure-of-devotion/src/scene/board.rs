//! The country, its hexes in words, and what the signs mean.

use super::overlays;
use super::pieces::SIGNS;
use crate::campaign::Campaign;
use crate::ids::ForceId;
use crate::words::{brigades, names};
use engine::scene::{Board, Layer, Legend, Place, Point};
use ground::Hex;
use ground::theatre::{COMPASS, Country, Passage, PlaceClass, River};

/// The side of a counter: a sleigh with its markers and the name of the place beneath it stay within their hex.
const COUNTER: i32 = 108;
/// From the middle of a hex to its sides and corners: 97 : 112 is the height of a regular triangle to a part in 30,000.
const TO_SIDE: i32 = 97;
const TO_CORNER: i32 = 112;

pub(super) fn board(campaign: &Campaign) -> Board {
    let theatre = &campaign.theatre;
    let (cols, rows) = (i32::from(theatre.grid.cols()), i32::from(theatre.grid.rows()));
    let size = [TO_CORNER * 2 + (cols - 1) * TO_CORNER * 3 / 2, TO_SIDE * (2 * rows + 1)];
    let places = theatre.grid.hexes().filter(|&hex| theatre.country(hex) != Country::Outside);
    let places = places.map(|hex| Place {
        id: theatre.grid.name(hex),
        at: middle(campaign, hex),
        text: in_words(campaign, hex),
    });
    let (side, corner) = (TO_SIDE, TO_CORNER);
    Board {
        size,
        layers: layers(campaign),
        places: places.collect(),
        cell: vec![
            [corner / 2, -side],
            [-corner / 2, -side],
            [-corner, 0],
            [-corner / 2, side],
            [corner / 2, side],
            [corner, 0],
        ],
        counter: COUNTER,
        overlays: overlays::kinds(),
        legend: legend(campaign),
    }
}

/// The middle of a hex on the board.
pub(super) fn middle(campaign: &Campaign, hex: Hex) -> Point {
    let grid = &campaign.theatre.grid;
    let (col, row) = grid.col_row(hex);
    let down = if grid.is_shifted(hex) { TO_SIDE } else { 0 };
    [TO_CORNER + i32::from(col) * TO_CORNER * 3 / 2, TO_SIDE + i32::from(row) * TO_SIDE * 2 + down]
}

/// What the signs mean, and the set-up table (FMD-7-C1, FMD-7-U1), which is rules text and open to both.
fn legend(campaign: &Campaign) -> Vec<Legend> {
    let signs = SIGNS
        .into_iter()
        .map(|(sign, meaning)| Legend { sign: sign.to_owned(), meaning: meaning.to_owned() });
    let set_up = ForceId::all().filter_map(|force| {
        let box_ = campaign.start.force(force);
        let meaning = format!("{}; {}", names(campaign, box_.officers), brigades(box_.strength));
        Some(Legend { sign: format!("{} at first, {}", force.name(), campaign.hex_name(box_.at?)), meaning })
    });
    signs.chain(set_up).collect()
}

/// A hex in words: its place, the country, the water and the ways around it.
fn in_words(campaign: &Campaign, hex: Hex) -> String {
    let theatre = &campaign.theatre;
    let mut parts = Vec::new();
    if let Some(place) = theatre.place_at(hex) {
        let class = match place.class {
            PlaceClass::City => "city",
            PlaceClass::Town => "town",
            PlaceClass::Village => "village",
        };
        parts.push(format!("{}, {class}", place.name));
    }
    parts.push(theatre.country(hex).word().to_owned());
    for (number, side) in COMPASS.into_iter().enumerate() {
        let border = theatre.border(hex, side);
        let mut there = Vec::new();
        match border.river {
            Some(River::Major) => there.push("major river"),
            Some(River::Minor) => there.push("minor river"),
            None => {}
        }
        match border.passage {
            Some(Passage::Bridge) => there.push("bridge"),
            Some(Passage::Ferry) => there.push("ferry"),
            None => {}
        }
        if border.ridge {
            there.push("ridge");
        }
        if border.road {
            there.push("road");
        }
        if border.rail {
            there.push("railroad");
        }
        if !there.is_empty() {
            let wind = ["north", "north-east", "south-east", "south", "south-west", "north-west"][number];
            parts.push(format!("{wind}: {}", there.join(", ")));
        }
    }
    let marks = &campaign.landmarks;
    let roles = [
        (marks.sources.contains(&hex), "principal supply source of the Union"),
        (marks.washington.contains(&hex), "Washington"),
        (marks.gate == Some(hex), "the way out of the South for Confederate initial orders"),
        (marks.north.contains(hex), "north of the Potomac"),
        (marks.south.contains(hex), "the South"),
    ];
    parts.extend(roles.into_iter().filter(|(is, _)| *is).map(|(_, role)| role.to_owned()));
    parts.join("; ")
}

/// The ground drawn hex by hex.
fn layers(campaign: &Campaign) -> Vec<Layer> {
    let layer = |id: &str, name: &str, optional, svg| Layer {
        id: id.to_owned(),
        name: name.to_owned(),
        svg,
        optional,
    };
    vec![
        layer("country", "Country", false, country(campaign)),
        layer("ways", "Rivers, roads and railroads", false, ways(campaign)),
        layer("names", "Names", true, names_of_places(campaign)),
        layer("numbers", "Hex numbers", true, numbers(campaign)),
    ]
}

fn outline([x, y]: Point) -> String {
    let (side, corner) = (TO_SIDE, TO_CORNER);
    let corners = [
        [x + corner, y],
        [x + corner / 2, y + side],
        [x - corner / 2, y + side],
        [x - corner, y],
        [x - corner / 2, y - side],
        [x + corner / 2, y - side],
    ];
    corners.map(|[x, y]| format!("{x} {y}")).join("L")
}

fn country(campaign: &Campaign) -> String {
    let theatre = &campaign.theatre;
    let kinds = [
        (Country::Clear, "#f3ecd6"),
        (Country::Forest, "#cdd9b0"),
        (Country::Mountain, "#d6c4a2"),
        (Country::Sea, "#bcd5de"),
        (Country::Outside, "#e4ddcb"),
    ];
    let area = |(kind, colour): (Country, &str)| {
        let hexes = theatre.grid.hexes().filter(|&hex| theatre.country(hex) == kind);
        let d: String = hexes.map(|hex| format!("M{}Z", outline(middle(campaign, hex)))).collect();
        if d.is_empty() {
            return d;
        }
        format!(
            "<path d=\"{d}\" fill=\"{colour}\" stroke=\"#8a7d60\" stroke-width=\"2\" stroke-opacity=\".5\"/>"
        )
    };
    kinds.map(area).concat()
}

/// A line between two hexes, each drawn once.
fn borders(campaign: &Campaign, wanted: impl Fn(ground::theatre::Border) -> bool, along: bool) -> String {
    let theatre = &campaign.theatre;
    let mut d = String::new();
    for hex in theatre.grid.hexes() {
        for (side, other) in theatre.grid.neighbours(hex) {
            if other < hex || !wanted(theatre.border(hex, side)) {
                continue;
            }
            let ([ax, ay], [bx, by]) = (middle(campaign, hex), middle(campaign, other));
            if along {
                // The shared side is a corner's length long, square to the line of the two middles.
                let (mx, my) = (i32::midpoint(ax, bx), i32::midpoint(ay, by));
                let (dx, dy) = ((by - ay) * TO_CORNER / (4 * TO_SIDE), (bx - ax) * TO_CORNER / (4 * TO_SIDE));
                d += &format!("M{} {}L{} {}", mx - dx, my + dy, mx + dx, my - dy);
            } else {
                d += &format!("M{ax} {ay}L{bx} {by}");
            }
        }
    }
    d
}

fn ways(campaign: &Campaign) -> String {
    let path = |d: String, colour: &str, width: i32, dash: &str| {
        format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"{dash}/>"
        )
    };
    [
        path(borders(campaign, |b| b.river == Some(River::Minor), true), "#5f93ad", 9, ""),
        path(borders(campaign, |b| b.river == Some(River::Major), true), "#3f7896", 20, ""),
        path(borders(campaign, |b| b.ridge, true), "#7a6243", 14, " stroke-dasharray=\"4 16\""),
        path(borders(campaign, |b| b.road, false), "#8c4a2f", 7, ""),
        path(borders(campaign, |b| b.rail, false), "#2f2a22", 5, " stroke-dasharray=\"18 10\""),
        path(
            borders(campaign, |b| b.passage.is_some(), false),
            "#f7f1e1",
            3,
            " stroke-dasharray=\"0 88 18 400\"",
        ),
    ]
    .concat()
}

fn names_of_places(campaign: &Campaign) -> String {
    let text = |place: &ground::theatre::Place| {
        let [x, y] = middle(campaign, place.hex);
        let size = match place.class {
            PlaceClass::City => 40,
            PlaceClass::Town => 32,
            PlaceClass::Village => 26,
        };
        let name = place.name.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#2f2a22\"/><text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"#2f2a22\" stroke=\"#f7f1e1\" stroke-width=\"5\" paint-order=\"stroke\">{name}</text>",
            y + 78
        )
    };
    campaign.theatre.places().iter().map(text).collect()
}

fn numbers(campaign: &Campaign) -> String {
    let grid = &campaign.theatre.grid;
    let text = |hex: Hex| {
        let [x, y] = middle(campaign, hex);
        format!(
            "<text x=\"{x}\" y=\"{}\" font-size=\"20\" text-anchor=\"middle\" fill=\"#6d6248\">{}</text>",
            y - 74,
            grid.name(hex)
        )
    };
    grid.hexes().map(text).collect()
}
