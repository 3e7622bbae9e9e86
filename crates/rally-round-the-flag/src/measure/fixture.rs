//! Small tables for tests.

use super::land::{Land, MAJOR_LEVELS};
use super::lengths::{Profile, YARD};
use super::squares::Grid;
use super::stand::{Barricade, General, Pose, Stand, Table};
use crate::field::terrain;
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use engine::Side;
use faults::Source;
use ground::geometry::{Frame, Point};
use ground::table::Heading;
use ground::table::lay::read_ground;

/// Ground from a `[ground]` table; hills are given by their interval, of 40 feet each.
pub fn drawn(text: &str) -> Land {
    let text = format!("[ground]\n{text}");
    let tabletop = read_ground(&Source::new("ground.toml", text), &terrain::LEGEND);
    Land::new(tabletop.unwrap_or_else(|faults| panic!("{faults}")))
}

/// Open ground of 2,400 yards each way.
pub fn open() -> Land {
    drawn("size = \"2400 2400\"")
}

/// Ground with hills: outlines as they are written in `hills`, each with its height in feet.
pub fn hills(size: i32, hills: &[(i16, &str)]) -> Land {
    use ground::geometry::Area;
    use ground::table::{Field, Relief, Tabletop, number};
    let table = Frame { low: Point::new(0, 0), high: Point::new(size * YARD, size * YARD) };
    let ring = |text: &str| -> Vec<Point> {
        text.split(',')
            .map(|pair| {
                let mut words = pair.split_whitespace().map(|word| number::read(word, 2).unwrap());
                Point::new(words.next().unwrap(), words.next().unwrap())
            })
            .collect()
    };
    let contours = hills.iter().map(|(height, text)| (*height, Area { rings: vec![ring(text)] })).collect();
    Land::new(Tabletop {
        field: Field::bare(table).unwrap(),
        relief: Relief::new(table, 100 * YARD, 400, contours).unwrap(),
        bridges: Vec::new(),
    })
}

/// A place in yards.
pub fn yards(x: i32, y: i32) -> Point {
    Point::new(x * YARD, y * YARD)
}

/// A stand.
pub fn stand(id: u8, side: Side, arm: Arm, pose: Pose) -> Stand {
    Stand::new(StandId(id), side, arm, pose)
}

/// Infantry that faces north, its centre there in yards.
pub fn north(id: u8, side: Side, x: i32, y: i32) -> Stand {
    stand(id, side, Arm::Infantry, Pose::new(yards(x, y), Heading::NORTH))
}

/// All of some ground as the map.
pub fn table<'a>(land: &'a Land, stands: &'a [Stand]) -> Table<'a> {
    Table {
        land,
        map: land.field().table(),
        grid: Grid { low: Point::new(0, 0), side: Grid::SIDE, columns: 4, rows: 4 },
        profile: Profile::Compact,
        levels: MAJOR_LEVELS,
        barricades: &[],
        off_limits: &[],
        stands,
        generals: &[],
    }
}

/// The same with barricades or Generals.
pub fn with<'a>(table: Table<'a>, barricades: &'a [Barricade], generals: &'a [General]) -> Table<'a> {
    Table { barricades, generals, ..table }
}
