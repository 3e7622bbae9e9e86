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

/// A drawing of which nothing shows beyond the edge of the table.
fn cut_off([width, height]: Point, drawing: &str) -> String {
    format!("<svg width=\"{width}\" height=\"{height}\" overflow=\"hidden\">{drawing}</svg>")
}

/// Bare ground, and contours upon it: the higher, the lighter.
fn relief(rules: &SeeingTheElephant, [width, height]: Point) -> String {
    let mut svg = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"var(--grass,#dfe3b8)\"/>");
    let contours = rules.table.relief.contours();
    for feature in contours.features() {
        let path = outline(rules, contours, feature);
        svg += &format!(
            "<path d=\"{path}\" fill=\"#fff\" fill-opacity=\"0.06\" fill-rule=\"evenodd\" stroke=\"var(--lr-ink,#33271a)\" \
             stroke-opacity=\"0.25\" stroke-width=\"25\"/>"
        );
    }
    cut_off([width, height], &svg)
}

/// What grows or lies on ground is drawn upon its colour, since colour alone tells some readers nothing: a name, the
/// side of a tile, and what is on it.
const GROWN: [(Kinds, &str, i32, &str); 4] = [
    (
        terrain::WOODS,
        "trees",
        900,
        "<g fill=\"var(--lr-tree,#86a066)\"><circle cx=\"230\" cy=\"240\" r=\"170\"/><circle cx=\"680\" cy=\"470\" \
         r=\"140\"/><circle cx=\"300\" cy=\"720\" r=\"120\"/></g>",
    ),
    (
        terrain::ORCHARD,
        "fruit-trees",
        700,
        "<g fill=\"var(--lr-tree,#86a066)\"><circle cx=\"175\" cy=\"175\" r=\"90\"/><circle cx=\"525\" cy=\"525\" \
         r=\"90\"/></g>",
    ),
    (
        terrain::ROCKS,
        "rocks",
        800,
        "<path d=\"M100 300l120-180 140 180zM460 700l110-160 130 160z\" fill=\"var(--lr-building,#3f2a1e)\" \
         fill-opacity=\"0.45\"/>",
    ),
    (
        terrain::MARSH,
        "reeds",
        800,
        "<path d=\"M80 200h260M420 560h280\" fill=\"none\" stroke=\"var(--lr-reeds,#5c8fa6)\" stroke-width=\"50\"/>",
    ),
];

/// The ground, areas below lines.
fn painted(rules: &SeeingTheElephant, field: &Field) -> String {
    let mut features: Vec<_> = field.features().collect();
    features.sort_by_key(|&feature| !field.is_area(feature));
    let paint = |feature| {
        let (kinds, is_area) = (field.kinds(feature), field.is_area(feature));
        let (fill, stroke, wide) = paint(kinds, is_area);
        let path = outline(rules, field, feature);
        // A fence is told from a wall by its posts.
        let dash =
            if is_area || !kinds.intersects(terrain::FENCE) { "" } else { " stroke-dasharray=\"200 90\"" };
        let mut svg = format!(
            "<path d=\"{path}\" fill=\"{fill}\" fill-rule=\"evenodd\" stroke=\"{stroke}\" \
             stroke-width=\"{wide}\"{dash}/>"
        );
        let grown = GROWN.iter().find(|(grows, ..)| is_area && kinds.intersects(*grows));
        if let Some((_, name, ..)) = grown {
            svg += &format!("<path d=\"{path}\" fill=\"url(#ste-{name})\" fill-rule=\"evenodd\"/>");
        }
        svg
    };
    let tile = |(_, name, side, drawn): &(Kinds, &str, i32, &str)| {
        format!(
            "<pattern id=\"ste-{name}\" width=\"{side}\" height=\"{side}\" \
             patternUnits=\"userSpaceOnUse\">{drawn}</pattern>"
        )
    };
    let tiles: String = GROWN.iter().map(tile).collect();
    let ground: String = features.into_iter().map(paint).collect();
    let frame = field.table();
    let size = [frame.high.x - frame.low.x, frame.high.y - frame.low.y];
    cut_off(size, &format!("<defs>{tiles}</defs>{ground}"))
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
        true if is(terrain::WOODS) => ("var(--lr-woods,#9caf7f)", "none", 0),
        true if is(terrain::ORCHARD) => ("var(--lr-orchard,#cfd6a2)", "none", 0),
        true if is(terrain::ROCKS) => ("var(--lr-rock,#a39a89)", "none", 0),
        true if is(terrain::MARSH) => ("var(--lr-marsh,#bfd0c0)", "none", 0),
        true if is(terrain::BUILDING) => ("var(--lr-town,#dcc3a5)", "var(--lr-building,#3f2a1e)", 40),
        true => ("var(--lr-water,#93bccb)", "none", 0),
        false if is(terrain::STREAM.with(terrain::IMPASSABLE)) => ("none", "var(--lr-bank,#4c7f98)", 120),
        false if is(terrain::FORD) => ("none", "var(--lr-ford,#2f617c)", 300),
        false if is(terrain::ROAD.with(terrain::BRIDGE)) => ("none", "var(--lr-pike,#e9b777)", 200),
        false if is(terrain::FENCE) => ("none", "var(--lr-fence,#7d6644)", 60),
        false if is(terrain::CUT) => ("none", "var(--lr-cut,#5b3c1d)", 220),
        false => ("none", "var(--lr-wall,#4b443a)", 110),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::load::Library;
    use engine::proof::proves;

    /// the ruler lies on the board, which is the same for all who look, whosever turn it is.
    #[test]
    fn everybody_measures_in_inches_and_in_yards_of_the_scale() {
        let _proof = proves(&["R-101"]);
        for (name, yard) in [("willoughby-run", 50), ("herbst-woods", 25), ("the-first-day", 10)] {
            let rules = crate::files::scenario(&Library::builtin(), name).unwrap();
            let ruler = [Measure::new(1_000, "inches"), Measure::new(yard, "yards")];
            assert_eq!(board(&rules).ruler, ruler, "{name}");
        }
    }
}
