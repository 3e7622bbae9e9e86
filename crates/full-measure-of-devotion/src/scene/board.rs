//! The country, its hexes in words, and what the signs mean.

use super::overlays;
use super::pieces::SIGNS;
use crate::model::campaign::Campaign;
use crate::model::ids::ForceId;
use crate::speech::{brigades, names};
use engine::scene::{Board, BoardName, Layer, Legend, OverlayKind, Place, Point};
use ground::Hex;
use ground::draw::{CampaignMap, Plan};
use ground::theatre::{COMPASS, Country, Passage, River, SettlementClass};

/// The side of a counter: a sleigh with its markers and the name of the place beneath it stay within their hex.
const COUNTER: i32 = 108;

pub(super) fn board(campaign: &Campaign) -> Board {
    let theatre = &campaign.theatre;
    let picture = picture(campaign);
    let plan = picture.plan();
    let sheets = picture.sheets().into_iter();
    let layers = sheets.map(|sheet| Layer::new(sheet.id, sheet.name, sheet.svg, sheet.optional));
    let places = theatre.grid.hexes().filter(|&hex| theatre.country(hex) != Country::Outside);
    let places = places.map(|hex| Place {
        id: theatre.grid.name(hex),
        at: plan.middle(hex),
        text: in_words(campaign, hex),
    });
    Board {
        size: plan.size,
        layers: layers.collect(),
        places: places.collect(),
        cell: plan.cell.to_vec(),
        counter: COUNTER,
        ruler: Vec::new(),
        tick: None,
        titled: vec!["force".to_owned()],
        names: names_from_afar(campaign, &plan),
        overlays: OverlayKind::list(&overlays::KINDS),
        legend: legend(campaign),
    }
}

/// The names that are read from afar: of cities first, then of towns.
fn names_from_afar(campaign: &Campaign, plan: &Plan) -> Vec<BoardName> {
    let of =
        |class: SettlementClass| campaign.theatre.places().iter().filter(move |place| place.class == class);
    let places = of(SettlementClass::City).chain(of(SettlementClass::Town));
    places.map(|place| BoardName { at: plan.middle(place.hex), text: place.name.clone() }).collect()
}

/// The picture the sheets are taken from.
fn picture(campaign: &Campaign) -> CampaignMap<'_> {
    match campaign.land.as_deref() {
        Some(land) => CampaignMap::on_geography(&land.cut, &land.geography),
        None => CampaignMap::new(&campaign.theatre),
    }
}

/// The middles of some hexes on the board.
pub(super) fn points(campaign: &Campaign, hexes: impl IntoIterator<Item = Hex>) -> Vec<Point> {
    let plan = picture(campaign).plan();
    hexes.into_iter().map(|hex| plan.middle(hex)).collect()
}

/// What the signs mean, and the set-up table (FMD-7-C1, FMD-7-U1), which is rules text and open to both.
fn legend(campaign: &Campaign) -> Vec<Legend> {
    let set_up = ForceId::all().filter_map(|force| {
        let detail = campaign.start.force(force);
        let sign = format!("{} at first, {}", force.name(), campaign.hex_name(detail.at?));
        let meaning = format!("{}; {}", names(campaign, detail.officers), brigades(detail.strength));
        Some(Legend::new(sign, meaning))
    });
    Legend::list(&SIGNS).into_iter().chain(set_up).collect()
}

/// A hex in words: its place, the country, the water and the ways around it.
fn in_words(campaign: &Campaign, hex: Hex) -> String {
    let theatre = &campaign.theatre;
    let mut parts = Vec::new();
    if let Some(place) = theatre.place_at(hex) {
        let class = match place.class {
            SettlementClass::City => "city",
            SettlementClass::Town => "town",
            SettlementClass::Village => "village",
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
