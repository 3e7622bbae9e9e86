//! The map: its ground, painted, and its squares.

use super::drag::TICK;
use super::on_board;
use super::overlays::KINDS;
use crate::field::terrain;
use crate::measure::lengths::YARD;
use crate::model::scenario::RallyRoundTheFlag;
use engine::scene::{Board, BoardName, Layer, Legend, Measure, OverlayKind};
use ground::draw::{Look, Palette};
use ground::geometry::{Frame, Point};

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
            Layer::new("relief", "Heights", PALETTE.heights(field, rules.land.relief()), false),
            Layer::new("ground", "Ground", PALETTE.ground(field), false),
            Layer::new("squares", "Squares", grid(rules), true),
        ],
        places: Vec::new(),
        titled: Vec::new(),
        names: squares.list.iter().enumerate().filter_map(name).collect(),
        cell: Vec::new(),
        counter: 60 * YARD,
        ruler: vec![Measure::new(YARD, "yards")],
        tick: Some(TICK),
        overlays: OverlayKind::list(&KINDS),
        legend: Legend::list(&SIGNS),
    }
}

/// How the ground looks; an inch is forty yards.
const PALETTE: Palette = Palette {
    areas: &[
        (terrain::WOODS, Look::Woods),
        (terrain::ORCHARD, Look::Orchard),
        (terrain::ROCKS, Look::Rocks),
        (terrain::MARSH, Look::Marsh),
        (terrain::TOWN, Look::Town),
    ],
    lines: &[
        (terrain::CREEK, Look::River),
        (terrain::STREAM, Look::Stream),
        (terrain::PIKE.with(terrain::ROAD), Look::Road),
        (terrain::STEEP, Look::Cut),
    ],
    inch: 40 * YARD,
};

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
