//! The table: its ground, painted, and what can be measured on it.

use super::on_board;
use super::overlays::KINDS;
use super::pieces::LETTERS;
use crate::model::figure::TICK;
use crate::model::scale::INCH;
use crate::model::scenario::SeeingTheElephant;
use crate::model::terrain;
use engine::scene::{Board, BoardName, Layer, Legend, Measure, OverlayKind, Point};
use ground::table::Field;
use ground::table::Kinds;

/// What the signs on pieces mean.
const SIGNS: [(&str, &str); 7] = [
    ("infantry", "infantry"),
    ("cavalry", "cavalry"),
    ("artillery", "guns"),
    ("wagon", "a supply wagon"),
    ("flag", "the stand with the colours"),
    ("commander", "a commander, with his rating"),
    ("objective", "a place worth points"),
];

/// The board, a unit a mil.
pub(super) fn board(rules: &SeeingTheElephant) -> Board {
    let frame = rules.table.field.table();
    let size = [frame.high.x - frame.low.x, frame.high.y - frame.low.y];
    let name = |objective: &crate::model::scenario::Objective| BoardName {
        at: on_board(rules, objective.at),
        text: objective.name.clone(),
    };
    Board {
        size,
        layers: vec![
            Layer::new("relief", "Heights", relief(rules, size), false),
            Layer::new("ground", "Ground", painted(rules, &rules.table.field), false),
        ],
        places: Vec::new(),
        titled: Vec::new(),
        names: rules.objectives.iter().map(name).collect(),
        cell: Vec::new(),
        counter: INCH,
        ruler: vec![Measure::new(INCH, "inches"), Measure::new(rules.scale.mils_a_yard(), "yards")],
        tick: Some(TICK),
        overlays: OverlayKind::list(&KINDS),
        legend: Legend::list(&SIGNS).into_iter().chain(Legend::list(&LETTERS)).collect(),
    }
}

/// Bare ground, and contours upon it: the higher, the lighter.
fn relief(rules: &SeeingTheElephant, [width, height]: Point) -> String {
    let mut svg = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"var(--grass,#dfe3b8)\"/>");
    let contours = rules.table.relief.contours();
    for feature in contours.features() {
        let path = outline(rules, contours, feature);
        svg += &format!(
            "<path d=\"{path}\" fill=\"#fff\" fill-opacity=\"0.06\" fill-rule=\"evenodd\" stroke=\"var(--ink,#33271a)\" \
             stroke-opacity=\"0.25\" stroke-width=\"25\"/>"
        );
    }
    svg
}

/// The ground, areas below lines.
fn painted(rules: &SeeingTheElephant, field: &Field) -> String {
    let mut features: Vec<_> = field.features().collect();
    features.sort_by_key(|&feature| !field.is_area(feature));
    let paint = |feature| {
        let (fill, stroke, wide) = paint(field.kinds(feature), field.is_area(feature));
        let path = outline(rules, field, feature);
        format!(
            "<path d=\"{path}\" fill=\"{fill}\" fill-rule=\"evenodd\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>"
        )
    };
    features.into_iter().map(paint).collect()
}

/// The sides of a feature, each going on where the one before ended if it does.
fn outline(rules: &SeeingTheElephant, field: &Field, feature: ground::table::FeatureId) -> String {
    let mut path = String::new();
    let mut pen = None;
    for side in field.sides_of(feature) {
        if pen != Some(side.from) {
            let [x, y] = on_board(rules, side.from);
            path += &format!("M{x} {y}");
        }
        let [x, y] = on_board(rules, side.to);
        path += &format!("L{x} {y}");
        pen = Some(side.to);
    }
    path
}

/// How ground is painted: its inside, its line, and how wide that is.
fn paint(kinds: Kinds, is_area: bool) -> (&'static str, &'static str, i32) {
    let is = |kind: Kinds| kinds.intersects(kind);
    match is_area {
        true if is(terrain::WOODS) => ("var(--woods,#9db37d)", "none", 0),
        true if is(terrain::ORCHARD) => ("var(--orchard,#c3cf9f)", "none", 0),
        true if is(terrain::ROCKS) => ("var(--rocks,#b9b2a3)", "none", 0),
        true if is(terrain::MARSH) => ("var(--marsh,#c4d3c0)", "none", 0),
        true if is(terrain::BUILDING) => ("var(--town,#c9a98f)", "var(--ink,#33271a)", 30),
        true => ("var(--water,#a9c6d1)", "none", 0),
        false if is(terrain::STREAM.with(terrain::IMPASSABLE)) => ("none", "var(--water,#7fa6b8)", 120),
        false if is(terrain::FORD) => ("none", "var(--water,#a9c6d1)", 300),
        false if is(terrain::ROAD.with(terrain::BRIDGE)) => ("none", "var(--road,#c8a86b)", 180),
        false if is(terrain::FENCE) => ("none", "var(--fence,#8a7455)", 50),
        false if is(terrain::CUT) => ("none", "var(--cut,#6d5a44)", 220),
        false => ("none", "var(--ink,#33271a)", 90),
    }
}
