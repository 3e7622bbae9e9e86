//! Map squares as play needs them: their names, flags and limits (RRF-TERR-12 to RRF-TERR-14).

use super::ids::SquareId;
use crate::measure::Grid;
use ground::geometry::Point;

/// The squares of a map, row by row from the north-west.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    /// Where they lie.
    pub grid: Grid,
    /// What is printed on each.
    pub list: Vec<Square>,
}

/// A map square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// A letter and a number: `I4`.
    pub name: String,
    /// What an action paid by a General in it costs, in action points.
    pub flag: u8,
    /// How many Move arrows it takes; none at all if `None` (RRF-MOVE-14).
    pub limit: Option<u8>,
}

impl Squares {
    /// The square that holds a point (3.3).
    #[must_use]
    pub fn of(&self, point: Point) -> Option<SquareId> {
        let number = self.grid.number(self.grid.at(point)?);
        (number < self.list.len()).then(|| SquareId::at(number))
    }

    /// What the map says of a square.
    #[must_use]
    pub fn get(&self, square: SquareId) -> &Square {
        &self.list[square.index()]
    }

    /// The flag where a point is; 1 off the map.
    #[must_use]
    pub fn flag(&self, point: Point) -> u8 {
        self.of(point).map_or(1, |square| self.get(square).flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_that_of_the_square() {
        let square = |name: &str, flag| Square { name: name.to_owned(), flag, limit: Some(3) };
        let squares = Squares {
            grid: Grid { low: Point::new(-600, 0), side: 600, columns: 2, rows: 2 },
            list: vec![square("A1", 1), square("A2", 2), square("B1", 3), square("B2", 4)],
        };
        let name = |x, y| squares.of(Point::new(x, y)).map(|square| squares.get(square).name.as_str());
        assert_eq!((name(-600, 0), name(0, 599), name(-1, 600)), (Some("B1"), Some("B2"), Some("A1")));
        assert_eq!((name(600, 0), name(-601, 0), name(0, 1_200), name(0, -1)), (None, None, None, None));
        assert_eq!((squares.flag(Point::new(5, 605)), squares.flag(Point::new(5, -5))), (2, 1));
    }
}
