//! The ground in letters, for a terminal.

use crate::model::scenario::SeeingTheElephant;
use crate::model::terrain as ground_of;
use engine::entry::Plan;
use ground::geometry::Point;
use ground::table::{Hull, Kinds};

/// What lies in lines, told wherever it crosses a cell, and then what covers its middle: the first that is there.
const LINES: [(Kinds, char); 5] = [
    (ground_of::WALL.with(ground_of::FIELDWORKS).with(ground_of::ABATIS), '#'),
    (ground_of::CUT, ':'),
    (ground_of::ROAD.with(ground_of::BRIDGE), '='),
    (ground_of::STREAM.with(ground_of::FORD), '~'),
    (ground_of::FENCE, '-'),
];
const AREAS: [(Kinds, char); 6] = [
    (ground_of::BUILDING, 'b'),
    (ground_of::IMPASSABLE, 'x'),
    (ground_of::ROCKS, 'r'),
    (ground_of::WOODS, 'w'),
    (ground_of::ORCHARD, 'o'),
    (ground_of::MARSH, 'm'),
];

const LEGEND: &str = "w woods  o orchard  r rocks  m marsh  b buildings  x impassable  # wall  = road  ~ stream  - fence  : cut";

/// So many columns and rows of it, the northernmost row first.
pub(crate) fn plan(rules: &SeeingTheElephant, columns: usize, rows: usize) -> Plan {
    let field = &rules.table.field;
    let frame = field.table();
    let (low, high) = (frame.low, frame.high);
    let part = |from: i32, to: i32, number: usize, of: usize| {
        from + ((i64::from(to) - i64::from(from)) * number as i64 / of.max(1) as i64) as i32
    };
    let letter = |column: usize, row: usize| {
        let [west, east] = [column, column + 1].map(|number| part(low.x, high.x, number, columns));
        let [north, south] = [row, row + 1].map(|number| part(high.y, low.y, number, rows));
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        let cell = Hull::around(corners.map(|(x, y)| Point::new(x, y)));
        let middle = Point::new((west + east) / 2, (south + north) / 2);
        let line = LINES.iter().find(|(kinds, _)| !field.kinds_under(&cell, *kinds).is_empty());
        let area = || AREAS.iter().find(|(kinds, _)| !field.kinds_at(middle, *kinds).is_empty());
        line.or_else(area).map_or('.', |&(_, letter)| letter)
    };
    let row = |row: usize| (0..columns).map(|column| letter(column, row)).collect();
    Plan { rows: (0..rows).map(row).collect(), legend: LEGEND.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::load::Library;

    #[test]
    fn the_lane_has_its_wall_its_road_and_its_grove() {
        let rules = crate::files::scenario(&Library::builtin(), "the-lane").unwrap();
        let plan = plan(&rules, 36, 15);
        assert_eq!(plan.rows.len(), 15);
        assert!(plan.rows.iter().all(|row| row.chars().count() == 36));
        // The grove lies west, between 14 and 22 inches from the south; the wall runs at 12 and 13.
        assert_eq!(plan.rows[6].chars().nth(8), Some('w'));
        assert_eq!(plan.rows[8].chars().nth(20), Some('#'));
        assert_eq!(plan.rows[9].chars().nth(2), Some('='));
        assert_eq!(plan.rows[14].chars().nth(20), Some('.'));
    }
}
