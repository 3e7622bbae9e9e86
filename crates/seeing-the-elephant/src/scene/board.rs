//! The table: its ground, painted, and what can be measured on it.

use super::on_board;
use super::overlays::KINDS;
use super::pieces::LETTERS;
use crate::model::figure::TICK;
use crate::model::scale::INCH;
use crate::model::scenario::SeeingTheElephant;
use crate::model::terrain;
use engine::scene::{Board, BoardName, Layer, Legend, Measure, OverlayKind};
use ground::draw::{Look, Palette};

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
    let field = &rules.table.field;
    let size = [field.table().width(), field.table().height()];
    let name = |objective: &crate::model::scenario::Objective| BoardName {
        at: on_board(rules, objective.at),
        text: objective.name.clone(),
    };
    Board {
        size,
        layers: vec![
            Layer::new("relief", "Heights", PALETTE.heights(field, &rules.table.relief), false),
            Layer::new("ground", "Ground", PALETTE.ground(field), false),
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

/// How the ground looks.
const PALETTE: Palette = Palette {
    areas: &[
        (terrain::WOODS, Look::Woods),
        (terrain::ORCHARD, Look::Orchard),
        (terrain::ROCKS, Look::Rocks),
        (terrain::MARSH, Look::Marsh),
        (terrain::BUILDING, Look::Building),
    ],
    lines: &[
        (terrain::STREAM.with(terrain::IMPASSABLE), Look::River),
        (terrain::FORD, Look::Ford),
        (terrain::ROAD.with(terrain::BRIDGE), Look::Road),
        (terrain::FENCE, Look::Fence),
        (terrain::CUT, Look::Cut),
    ],
    inch: INCH,
};

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
