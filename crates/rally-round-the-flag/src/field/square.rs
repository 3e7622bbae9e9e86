//! Map squares: their names, how they lie, what action in them costs and how many moves they let through
//! (RRF-TERR-12 to RRF-TERR-14, R-100).

pub use crate::measure::YARD;

use ground::geometry::{Frame, Point};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The side of a square, in table units: 600 yards (section 3.2).
pub const SIDE: i32 = 600 * YARD;
/// The side of a square on the ground, in centimetres.
pub const SIDE_CM: i32 = 54_864;

/// A map square, named by the letter of its row and the number of its column: rows run southward, columns eastward.
///
/// ```
/// use rally_round_the_flag::field::square::Square;
/// let square = Square::new('I', 4).unwrap();
/// assert_eq!(square.to_string(), "I4");
/// assert_eq!(Square::read("i4"), Some(square));
/// assert_eq!(Square::read("4I"), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    /// 0 for the row `A`.
    row: u8,
    /// The number of its column.
    column: u8,
}

/// The rows there may be, and the columns.
pub const ROWS: u8 = 26;
/// The highest number of a column.
pub const COLUMNS: u8 = 99;

impl Square {
    /// The square of this row and column, if there may be one.
    #[must_use]
    pub fn new(row: char, column: u8) -> Option<Square> {
        let row = row.to_ascii_uppercase();
        let known = row.is_ascii_uppercase() && (1..=COLUMNS).contains(&column);
        known.then(|| Square { row: row as u8 - b'A', column })
    }

    /// Reads a name.
    #[must_use]
    pub fn read(text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let row = letters.next()?;
        let column = letters.as_str();
        let plain = column.bytes().all(|digit| digit.is_ascii_digit()) && !column.starts_with('0');
        Square::new(row, column.parse().ok().filter(|_| plain)?)
    }

    /// Rows from the northernmost there may be.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The number of its column.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The square so many rows south and so many columns east of it, if there may be one.
    #[must_use]
    pub fn shifted(self, south: i16, east: i16) -> Option<Square> {
        let row = u8::try_from(i16::from(self.row) + south).ok().filter(|row| *row < ROWS)?;
        let column = u8::try_from(i16::from(self.column) + east).ok()?;
        (1..=COLUMNS).contains(&column).then_some(Square { row, column })
    }

    /// Its neighbour across an edge.
    #[must_use]
    pub fn across(self, edge: Edge) -> Option<Square> {
        match edge {
            Edge::North => self.shifted(-1, 0),
            Edge::East => self.shifted(0, 1),
            Edge::South => self.shifted(1, 0),
            Edge::West => self.shifted(0, -1),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.row), self.column)
    }
}

impl TryFrom<String> for Square {
    type Error = String;

    fn try_from(text: String) -> Result<Square, String> {
        Square::read(&text).ok_or_else(|| format!("`{text}` is no square: write one like `I4`"))
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

/// An edge of a square or of a map.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Towards the row above.
    North,
    /// Towards the next column.
    East,
    /// Towards the row below.
    South,
    /// Towards the column before.
    West,
}

impl Edge {
    /// All four, clockwise.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// The one opposite.
    #[must_use]
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::North => Edge::South,
            Edge::East => Edge::West,
            Edge::South => Edge::North,
            Edge::West => Edge::East,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::East => "east",
            Edge::South => "south",
            Edge::West => "west",
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// How many Move arrows a square lets through on one card (RRF-TERR-12, RRF-MOVE-13, RRF-MOVE-14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// So many.
    Moves(u8),
    /// X: the T arrow alone.
    TacticAlone,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Moves(number) => number.fmt(f),
            Limit::TacticAlone => f.write_str("X"),
        }
    }
}

/// What is printed on a square besides its name.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Printed {
    /// Action Points for an action paid from a General's activation (RRF-TERR-14).
    pub flag: u8,
    /// The Move Limit.
    pub limit: Limit,
}

impl Printed {
    /// The flags there are (section 6.6).
    pub const FLAGS: std::ops::RangeInclusive<u8> = 1..=3;
    /// The numbers a Move Limit may have.
    pub const LIMITS: std::ops::RangeInclusive<u8> = 2..=5;

    /// Reads `flag/limit`: `2/4`, `3/X`.
    #[must_use]
    pub fn read(text: &str) -> Option<Printed> {
        let (flag, limit) = text.split_once('/')?;
        let flag: u8 = flag.parse().ok().filter(|flag| Printed::FLAGS.contains(flag))?;
        let limit = match limit {
            "X" | "x" => Limit::TacticAlone,
            number => Limit::Moves(number.parse().ok().filter(|limit| Printed::LIMITS.contains(limit))?),
        };
        Some(Printed { flag, limit })
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.flag, self.limit)
    }
}

/// The squares of a battlefield: rows and columns from its north-west corner. What is left over in the south and the
/// east belongs to no square and is off-limits (R-100).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The square in the north-west corner.
    pub first: Square,
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
}

impl Grid {
    /// Its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let cells = (0..self.rows).flat_map(move |south| (0..self.columns).map(move |east| (south, east)));
        cells.filter_map(move |(south, east)| self.first.shifted(south.into(), east.into()))
    }

    /// The place of a square among [`Grid::squares`].
    #[must_use]
    pub fn index(self, square: Square) -> Option<usize> {
        let south = square.row.checked_sub(self.first.row).filter(|south| *south < self.rows)?;
        let east = square.column.checked_sub(self.first.column).filter(|east| *east < self.columns)?;
        Some(usize::from(south) * usize::from(self.columns) + usize::from(east))
    }

    /// The ground of some of its squares, of a battlefield of this frame, in centimetres: from the north-west to the
    /// south-east square, both included.
    #[must_use]
    pub fn ground(self, field: Frame, north_west: Square, south_east: Square) -> Frame {
        let along = |from: u8, to: u8| (i32::from(to) - i32::from(from)) * SIDE_CM;
        let west = field.low.x + along(self.first.column, north_west.column);
        let north = field.high.y - along(self.first.row, north_west.row);
        let east = field.low.x + along(self.first.column, south_east.column) + SIDE_CM;
        let south = field.high.y - along(self.first.row, south_east.row) - SIDE_CM;
        Frame { low: Point::new(west, south), high: Point::new(east, north) }
    }

    /// Whether a battlefield of this frame has ground for all its squares.
    #[must_use]
    pub fn fits(self, field: Frame) -> bool {
        let fits = |squares: u8, ground: i32| i32::from(squares) * SIDE_CM <= ground;
        fits(self.columns, field.width()) && fits(self.rows, field.height())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    fn square(name: &str) -> Square {
        Square::read(name).unwrap()
    }

    #[test]
    fn squares_have_a_letter_and_a_number() {
        let _proof = proves(&["RRF-TERR-13"]);
        assert_eq!(Square::new('I', 4).unwrap().to_string(), "I4");
        for no in ["", "I", "4", "I0", "I04", "I100", "ii4", "I4 ", "I-4", "é4"] {
            assert_eq!(Square::read(no), None, "{no}");
        }
        let k3 = square("K3");
        let around = Edge::ALL.map(|edge| k3.across(edge).unwrap().to_string());
        assert_eq!(around, ["J3", "K4", "L3", "K2"]);
        assert_eq!((square("A1").across(Edge::North), square("A1").across(Edge::West)), (None, None));
    }

    #[test]
    fn flags_and_limits_are_read_as_they_are_printed() {
        let printed = Printed::read("2/4").unwrap();
        assert_eq!((printed.flag, printed.limit), (2, Limit::Moves(4)));
        for no in ["", "2", "0/3", "4/3", "2/1", "2/6", "2/Y", "2/4/1"] {
            assert_eq!(Printed::read(no), None, "{no}");
        }
        assert_eq!(Printed::read("3/X").unwrap().to_string(), "3/X");
    }

    #[test]
    fn a_grid_lies_on_the_ground_from_its_north_west_corner() {
        let grid = Grid { first: square("G1"), columns: 10, rows: 8 };
        assert_eq!(grid.squares().count(), 80);
        assert_eq!(grid.squares().position(|other| other == square("I4")), grid.index(square("I4")));
        assert_eq!(
            (grid.index(square("F1")), grid.index(square("G11")), grid.index(square("O1"))),
            (None, None, None)
        );
        let field = Frame { low: Point::new(-1_000, -2_000), high: Point::new(550_000, 450_000) };
        let ground = grid.ground(field, square("G1"), square("G1"));
        assert_eq!((ground.low.x, ground.high.y), (-1_000, 450_000));
        assert_eq!((ground.width(), ground.height()), (SIDE_CM, SIDE_CM));
        let ground = grid.ground(field, square("I3"), square("K5"));
        assert_eq!((ground.width(), ground.height()), (3 * SIDE_CM, 3 * SIDE_CM));
        assert!(grid.fits(field) && !Grid { columns: 11, ..grid }.fits(field));
    }
}
