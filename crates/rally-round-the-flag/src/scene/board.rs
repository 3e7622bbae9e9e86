//! The map: its ground, painted, and its squares.

use super::on_board;
use crate::field::terrain;
use crate::measure::lengths::YARD;
use crate::model::scenario::RallyRoundTheFlag;
use engine::scene::{Board, BoardName, Layer, Legend, Measure};
use ground::geometry::{Frame, Point};
use ground::table::{FeatureId, Field, Kinds};

/// What the signs on pieces mean.
const SIGNS: [(&str, &str); 8] = [
    ("infantry", "a regiment of infantry"),
    ("cavalry", "a regiment of cavalry, mounted or on foot"),
    ("artillery", "a battery"),
    ("commander", "a General"),
    ("R", "routed: it cannot fire, and can only be rallied"),
    ("A", "activated in this Round"),
    ("M", "a General whom another has replaced in this Round"),
    ("†", "a gravestone"),
];

/// The board, a unit a hundredth of a yard.
pub(super) fn board(rules: &RallyRoundTheFlag) -> Board {
    let field = rules.land.field();
    let frame = field.table();
    let squares = &rules.squares;
    let name = |(number, square): (usize, &crate::model::squares::Square)| {
        let cell = squares.grid.cell(number)?;
        let Frame { low, high } = squares.grid.frame(cell);
        let at = Point::new((low.x + high.x) / 2, (low.y + high.y) / 2);
        let limit = square.limit.map_or("X".to_owned(), |limit| limit.to_string());
        let text = format!("{} (flag {}, limit {limit})", square.name, square.flag);
        Some(BoardName { at: on_board(rules, at), text })
    };
    let (width, height) = (frame.width(), frame.height());
    Board {
        size: [width, height],
        layers: vec![
            Layer::new("relief", "Heights", relief(rules), false),
            Layer::new("ground", "Ground", painted(rules), false),
            Layer::new("squares", "Squares", grid(rules), true),
        ],
        places: Vec::new(),
        titled: Vec::new(),
        names: squares.list.iter().enumerate().filter_map(name).collect(),
        cell: Vec::new(),
        counter: 60 * YARD,
        ruler: vec![Measure::new(YARD, "yards")],
        tick: Some(1),
        overlays: Vec::new(),
        legend: Legend::list(&SIGNS),
    }
}

/// Bare ground, and contours upon it: the higher, the lighter.
fn relief(rules: &RallyRoundTheFlag) -> String {
    let frame = rules.land.field().table();
    let (width, height) = (frame.width(), frame.height());
    let mut svg = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"var(--grass,#dfe3b8)\"/>");
    let contours = rules.land.relief().contours();
    for feature in contours.features() {
        let path = outline(rules, contours, feature);
        svg += &format!(
            "<path d=\"{path}\" fill=\"#fff\" fill-opacity=\"0.06\" fill-rule=\"evenodd\" \
             stroke=\"var(--lr-ink,#33271a)\" stroke-opacity=\"0.25\" stroke-width=\"100\"/>"
        );
    }
    svg
}

/// The ground, areas below lines.
fn painted(rules: &RallyRoundTheFlag) -> String {
    let field = rules.land.field();
    let mut features: Vec<FeatureId> = field.features().collect();
    features.sort_by_key(|&feature| !field.is_area(feature));
    let paint = |feature: FeatureId| {
        let (fill, stroke, wide) = paint(field.kinds(feature), field.is_area(feature));
        let path = outline(rules, field, feature);
        format!(
            "<path d=\"{path}\" fill=\"{fill}\" fill-rule=\"evenodd\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>"
        )
    };
    features.into_iter().map(paint).collect()
}

/// The sides of a feature, each going on where the one before ended if it does.
fn outline(rules: &RallyRoundTheFlag, field: &Field, feature: FeatureId) -> String {
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
        true if is(terrain::WOODS) => ("var(--lr-woods,#9caf7f)", "none", 0),
        true if is(terrain::ORCHARD) => ("var(--lr-orchard,#cfd6a2)", "none", 0),
        true if is(terrain::ROCKS) => ("var(--lr-rock,#a39a89)", "none", 0),
        true if is(terrain::MARSH) => ("var(--lr-marsh,#bfd0c0)", "none", 0),
        true if is(terrain::TOWN) => ("var(--lr-town,#dcc3a5)", "none", 0),
        true => ("var(--lr-water,#93bccb)", "none", 0),
        false if is(terrain::CREEK) => ("none", "var(--lr-bank,#4c7f98)", 1_200),
        false if is(terrain::STREAM) => ("none", "var(--lr-bank,#4c7f98)", 400),
        false if is(terrain::PIKE) => ("none", "var(--lr-pike,#e9b777)", 900),
        false if is(terrain::ROAD) => ("none", "var(--lr-pike,#e9b777)", 500),
        false if is(terrain::STEEP) => ("none", "var(--lr-cut,#5b3c1d)", 700),
        false => ("none", "var(--lr-wall,#4b443a)", 500),
    }
}

/// The borders of the squares.
fn grid(rules: &RallyRoundTheFlag) -> String {
    let (frame, squares) = (rules.land.field().table(), &rules.squares);
    let mut path = String::new();
    let lines = |low: i32, high: i32, from: i32| {
        let side = squares.grid.side.max(1);
        (0..)
            .map(move |number| from + number * side)
            .skip_while(move |at| *at <= low)
            .take_while(move |at| *at < high)
    };
    for x in lines(frame.low.x, frame.high.x, squares.grid.low.x) {
        path += &format!("M{} 0V{}", x - frame.low.x, frame.height());
    }
    for y in lines(frame.low.y, frame.high.y, squares.grid.low.y) {
        path += &format!("M0 {}H{}", frame.high.y - y, frame.width());
    }
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"var(--lr-ink,#33271a)\" stroke-opacity=\"0.3\" stroke-width=\"150\"/>"
    )
}
