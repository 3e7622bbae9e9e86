//! The ground, its hexes in words, and what the signs on counters mean.

use super::overlays;
use super::pieces::SIGNS;
use crate::files::notation::hex_name;
use crate::model::scenario::Scenario;
use engine::scene::{Board, Layer, Legend, OverlayKind, Place, Point};
use ground::Hex;
use ground::draw::{Picture, Plan};

/// The side of a counter: a stack of three, each shifted a little, stays within its hex.
const COUNTER: i32 = 104;

pub(super) fn board(scenario: &Scenario) -> Board {
    let picture = picture(scenario);
    let plan = picture.plan();
    let sheets = picture.sheets().into_iter();
    let layers = sheets.map(|sheet| Layer::new(sheet.id, sheet.name, sheet.svg, sheet.optional));
    let places = scenario.map.playable().iter().map(|hex| Place {
        id: hex_name(scenario, hex),
        at: plan.middle(hex),
        text: in_words(scenario, hex),
    });
    Board {
        size: plan.size,
        layers: layers.collect(),
        places: places.collect(),
        titled: Vec::new(),
        names: Vec::new(),
        cell: plan.cell.to_vec(),
        counter: COUNTER,
        ruler: Vec::new(),
        tick: None,
        overlays: OverlayKind::list(&overlays::KINDS),
        legend: Legend::list(&SIGNS),
    }
}

/// The picture the sheets are taken from.
fn picture(scenario: &Scenario) -> Picture<'_> {
    match scenario.land.as_deref() {
        Some(land) => Picture::on_ground(&scenario.map, land.layout, &land.field),
        None => Picture::new(&scenario.map),
    }
}

/// The middles of some hexes on the board.
pub(crate) fn points(scenario: &Scenario, hexes: impl IntoIterator<Item = Hex>) -> Vec<Point> {
    let Plan { middles, .. } = picture(scenario).plan();
    hexes.into_iter().filter_map(|hex| middles.get(hex.index()).copied()).collect()
}

fn in_words(scenario: &Scenario, hex: Hex) -> String {
    scenario.map.describe(hex).join("; ")
}
