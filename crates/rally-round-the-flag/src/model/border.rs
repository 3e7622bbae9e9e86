//! The frame of the map: the edges along it, and the bodies of troops that may enter there (RRF-MAP-8, RRF-MAP-9).

use super::ids::BrigadeId;
use super::squares::Squares;
use super::state::Entry;
use crate::field::square::Edge;
use crate::measure::Cell;
use engine::Side;
use engine::flat::IdSet;
use ground::geometry::{Frame, Point};
use ground::table::Heading;

/// The edge of a square along the frame of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// What it is called: `K3-west`.
    pub name: String,
    /// Which side of the map.
    pub edge: Edge,
    /// Its western or southern end.
    pub from: Point,
    /// Its other end.
    pub to: Point,
}

impl Border {
    /// Into the map, square to the edge.
    #[must_use]
    pub const fn inward(&self) -> Heading {
        inward(self.edge)
    }

    /// How long it is.
    #[must_use]
    pub const fn length(&self) -> i32 {
        self.to.x - self.from.x + self.to.y - self.from.y
    }

    /// The point of it so far from its western or southern end.
    #[must_use]
    pub const fn at(&self, way: i32) -> Point {
        match self.edge {
            Edge::North | Edge::South => Point::new(self.from.x + way, self.from.y),
            Edge::East | Edge::West => Point::new(self.from.x, self.from.y + way),
        }
    }
}

/// From an edge of the map into it.
#[must_use]
pub const fn inward(edge: Edge) -> Heading {
    match edge {
        Edge::North => Heading::SOUTH,
        Edge::East => Heading::WEST,
        Edge::South => Heading::NORTH,
        Edge::West => Heading::EAST,
    }
}

/// A body of troops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The word it is known by: `cs-heth`.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its brigades.
    pub brigades: IdSet<BrigadeId, 4>,
}

/// The deployment edges where nobody has agreed on others: that of a side's first entry; both the same, the
/// Defender keeps it; none, the one opposite the other's; neither has any, the Attacker's is in the west.
#[must_use]
pub fn edges(attacker: Side, entries: &[Entry], borders: &[Border]) -> [Edge; 2] {
    let first = |side: Side| {
        let entry = entries.iter().find(|entry| entry.side == side);
        entry.map(|entry| borders[entry.border.index()].edge)
    };
    let (attacks, defends) = match (first(attacker), first(attacker.other())) {
        (Some(attacks), Some(defends)) if attacks != defends => (attacks, defends),
        (_, Some(defends)) => (defends.opposite(), defends),
        (Some(attacks), None) => (attacks, attacks.opposite()),
        (None, None) => (Edge::West, Edge::East),
    };
    let mut edges = [attacks; 2];
    edges[attacker.other().index()] = defends;
    edges
}

/// The edges of squares along a frame, clockwise from the north-west; of squares that reach beyond it, as far as it.
#[must_use]
pub fn along(frame: Frame, squares: &Squares) -> Vec<Border> {
    let grid = squares.grid;
    let (columns, rows) = (grid.columns, grid.rows);
    let border = |row: u8, column: u8, edge: Edge| {
        let cell = Cell { south: row, east: column };
        let Frame { low, high } = grid.frame(cell);
        let high = Point::new(high.x.min(frame.high.x), high.y.min(frame.high.y));
        let (from, to) = match edge {
            Edge::North => (Point::new(low.x, high.y), high),
            Edge::East => (Point::new(high.x, low.y), high),
            Edge::South => (low, Point::new(high.x, low.y)),
            Edge::West => (low, Point::new(low.x, high.y)),
        };
        let name = squares.list.get(grid.number(cell)).map_or("?", |square| square.name.as_str());
        Border { name: format!("{name}-{edge}"), edge, from, to }
    };
    let north = (0..columns).map(|column| border(0, column, Edge::North));
    let east = (0..rows).map(|row| border(row, columns - 1, Edge::East));
    let south = (0..columns).rev().map(|column| border(rows - 1, column, Edge::South));
    let west = (0..rows).rev().map(|row| border(row, 0, Edge::West));
    north.chain(east).chain(south).chain(west).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Grid;
    use crate::model::squares::Square;

    #[test]
    fn borders_run_clockwise_from_the_north_west_and_end_with_the_map() {
        let square = |name: &str| Square { name: name.to_owned(), flag: 1, limit: None };
        let squares = Squares {
            grid: Grid { low: Point::new(0, 0), side: 600, columns: 2, rows: 2 },
            list: ["A1", "A2", "B1", "B2"].map(square).to_vec(),
        };
        let frame = Frame { low: Point::new(0, 0), high: Point::new(1_000, 1_100) };
        let borders = along(frame, &squares);
        let names: Vec<&str> = borders.iter().map(|border| border.name.as_str()).collect();
        let all =
            ["A1-north", "A2-north", "A2-east", "B2-east", "B2-south", "B1-south", "B1-west", "A1-west"];
        assert_eq!(names, all);
        assert_eq!((borders[1].from, borders[1].to), (Point::new(600, 1_100), Point::new(1_000, 1_100)));
        assert_eq!((borders[2].from, borders[2].length()), (Point::new(1_000, 600), 500));
        assert_eq!((borders[6].at(20), borders[6].inward()), (Point::new(0, 20), Heading::EAST));
    }
}
