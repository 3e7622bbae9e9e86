//! The map of a battle: the squares that cover an Area, the fewest more that make them a rectangle, the frame round
//! them, and where troops may enter (RRF-MAP-4 to RRF-MAP-9).

use super::square::{Edge, SIDE, Square};
use ground::geometry::{Frame, Point};
use std::fmt;

/// A rectangle of squares with a frame round it. Its south-west corner is the origin of the table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Board {
    north_west: Square,
    columns: u8,
    rows: u8,
}

impl Board {
    /// The smallest rectangle that holds all these squares (RRF-MAP-5); `None` without squares. Any rectangle will do,
    /// whatever its shape (RRF-MAP-7).
    #[must_use]
    pub fn around(squares: &[Square]) -> Option<Board> {
        let (north, south) = (squares.iter().map(|s| s.row()).min()?, squares.iter().map(|s| s.row()).max()?);
        let columns = squares.iter().map(|s| s.column());
        let (west, east) = (columns.clone().min()?, columns.max()?);
        let north_west = Square::new(char::from(b'A' + north), west)?;
        Some(Board { north_west, columns: east - west + 1, rows: south - north + 1 })
    }

    /// The square in the north-west corner.
    #[must_use]
    pub const fn north_west(&self) -> Square {
        self.north_west
    }

    /// The square in the south-east corner.
    #[must_use]
    pub fn south_east(&self) -> Square {
        let corner = self.north_west.shifted(i16::from(self.rows) - 1, i16::from(self.columns) - 1);
        corner.unwrap_or(self.north_west)
    }

    /// How many columns it has.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows it has.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Its squares, row by row from the north-west.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Board { north_west, columns, rows } = *self;
        let cells = (0..rows).flat_map(move |south| (0..columns).map(move |east| (south, east)));
        cells.filter_map(move |(south, east)| north_west.shifted(south.into(), east.into()))
    }

    /// The place of a square among [`Board::squares`].
    #[must_use]
    pub fn index(&self, square: Square) -> Option<usize> {
        let south = square.row().checked_sub(self.north_west.row()).filter(|south| *south < self.rows)?;
        let east =
            square.column().checked_sub(self.north_west.column()).filter(|east| *east < self.columns)?;
        Some(usize::from(south) * usize::from(self.columns) + usize::from(east))
    }

    /// Whether a square is on it.
    #[must_use]
    pub fn holds(&self, square: Square) -> bool {
        self.index(square).is_some()
    }

    /// The squares that were added to these to make the rectangle (RRF-MAP-5).
    pub fn added(&self, required: &[Square]) -> Vec<Square> {
        self.squares().filter(|square| !required.contains(square)).collect()
    }

    /// The frame, in table units (RRF-MAP-6).
    #[must_use]
    pub fn frame(&self) -> Frame {
        let high = Point::new(i32::from(self.columns) * SIDE, i32::from(self.rows) * SIDE);
        Frame { low: Point::new(0, 0), high }
    }

    /// The ground of one of its squares, in table units.
    #[must_use]
    pub fn square_frame(&self, square: Square) -> Option<Frame> {
        self.holds(square).then(|| {
            let west = i32::from(square.column() - self.north_west.column()) * SIDE;
            let north = i32::from(self.rows - (square.row() - self.north_west.row())) * SIDE;
            Frame { low: Point::new(west, north - SIDE), high: Point::new(west + SIDE, north) }
        })
    }

    /// The square that holds a point: its western and southern borders belong to it, and the rim of the map to the
    /// squares along it (section 3.3).
    #[must_use]
    pub fn square_at(&self, point: Point) -> Option<Square> {
        if !self.frame().contains(point) {
            return None;
        }
        let east = (point.x / SIDE).min(i32::from(self.columns) - 1);
        let up = (point.y / SIDE).min(i32::from(self.rows) - 1);
        let south = i32::from(self.rows) - 1 - up;
        self.north_west.shifted(south as i16, east as i16)
    }

    /// The ends of an edge of one of its squares, in table units.
    #[must_use]
    pub fn edge(&self, segment: Segment) -> Option<(Point, Point)> {
        let Frame { low, high } = self.square_frame(segment.square)?;
        let (north_west, south_east) = (Point::new(low.x, high.y), Point::new(high.x, low.y));
        Some(match segment.edge {
            Edge::North => (north_west, high),
            Edge::East => (south_east, high),
            Edge::South => (low, south_east),
            Edge::West => (low, north_west),
        })
    }

    /// Whether troops may enter there: the edge of a square of the map towards ground beyond it (RRF-MAP-8).
    #[must_use]
    pub fn is_outer(&self, segment: Segment) -> bool {
        let beyond = segment.square.across(segment.edge);
        self.holds(segment.square) && !beyond.is_some_and(|beyond| self.holds(beyond))
    }

    /// Every edge along the frame, clockwise from the north-west.
    pub fn outer(&self) -> Vec<Segment> {
        let all = |edge: Edge| self.squares().map(move |square| Segment { square, edge });
        let mut found: Vec<Segment> = Vec::new();
        for edge in Edge::ALL {
            let mut along: Vec<Segment> = all(edge).filter(|segment| self.is_outer(*segment)).collect();
            if matches!(edge, Edge::South | Edge::West) {
                along.reverse();
            }
            found.extend(along);
        }
        found
    }
}

/// An edge of a square, where troops may enter: `K3-west` (RRF-MAP-8).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Segment {
    /// The square on the map.
    pub square: Square,
    /// Which of its edges.
    pub edge: Edge,
}

impl Segment {
    /// Reads `K3-west`, or `K3>K2`, the edge of the one towards the other.
    #[must_use]
    pub fn read(text: &str) -> Option<Segment> {
        if let Some((square, beyond)) = text.split_once('>') {
            return Segment::towards(Square::read(square)?, Square::read(beyond)?);
        }
        let (square, edge) = text.split_once('-')?;
        let edge = Edge::ALL.into_iter().find(|known| known.key() == edge)?;
        Some(Segment { square: Square::read(square)?, edge })
    }

    /// The edge of a square towards a neighbour.
    #[must_use]
    pub fn towards(square: Square, beyond: Square) -> Option<Segment> {
        let edge = Edge::ALL.into_iter().find(|edge| square.across(*edge) == Some(beyond))?;
        Some(Segment { square, edge })
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.square, self.edge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    fn squares(names: &str) -> Vec<Square> {
        names.split(' ').map(|name| Square::read(name).unwrap()).collect()
    }

    fn chambersburg_pike() -> Vec<Square> {
        squares("I4 I5 J3 J4 J5 K3 K4")
    }

    #[test]
    fn the_fewest_squares_make_a_rectangle() {
        let _proof = proves(&["RRF-MAP-5", "RRF-MAP-7"]);
        let required = chambersburg_pike();
        let board = Board::around(&required).unwrap();
        assert_eq!(board.added(&required), squares("I3 K5"));
        assert_eq!(board.squares().collect::<Vec<_>>(), squares("I3 I4 I5 J3 J4 J5 K3 K4 K5"));
        // Two columns of six are as good.
        let column: Vec<Square> = squares("B2 C2 D2 E2 F2 G2 C3");
        let board = Board::around(&column).unwrap();
        assert_eq!((board.columns(), board.rows()), (2, 6));
        assert_eq!(board.frame().high, Point::new(120_000, 360_000), "1200 by 3600 yards");
        assert_eq!(Board::around(&[]), None);
    }

    #[test]
    fn no_smaller_rectangle_holds_them_all() {
        let board = Board::around(&chambersburg_pike()).unwrap();
        for north in 0..26u8 {
            for west in 1..12u8 {
                for (columns, rows) in (1..=4u8).flat_map(|c| (1..=4u8).map(move |r| (c, r))) {
                    let Some(north_west) = Square::new(char::from(b'A' + north), west) else { continue };
                    let other = Board { north_west, columns, rows };
                    let holds = chambersburg_pike().iter().all(|square| other.holds(*square));
                    let smaller = columns * rows < board.columns() * board.rows();
                    assert!(!(holds && smaller), "{other:?}");
                }
            }
        }
    }

    #[test]
    fn a_point_lies_in_one_square() {
        let board = Board::around(&chambersburg_pike()).unwrap();
        let at = |x, y| board.square_at(Point::new(x, y)).map(|square| square.to_string());
        assert_eq!(at(0, 0).as_deref(), Some("K3"));
        assert_eq!(at(59_999, 60_000).as_deref(), Some("J3"));
        assert_eq!(at(60_000, 59_999).as_deref(), Some("K4"));
        assert_eq!(at(180_000, 180_000).as_deref(), Some("I5"), "the rim belongs to the map");
        assert_eq!((at(-1, 0), at(0, 180_001)), (None, None));
        for square in board.squares() {
            let Frame { low, .. } = board.square_frame(square).unwrap();
            assert_eq!(board.square_at(low), Some(square));
        }
    }

    #[test]
    fn troops_enter_over_outer_edges_alone() {
        let _proof = proves(&["RRF-MAP-8"]);
        let board = Board::around(&chambersburg_pike()).unwrap();
        let outer = |text: &str| board.is_outer(Segment::read(text).unwrap());
        assert!(outer("K3>K2") && outer("K3>L3"), "towards K2 and L3");
        assert!(!outer("K3>J3") && !outer("K3>K4"), "not towards J3 and K4");
        assert!(outer("K3-west") && !outer("K3-north") && !outer("L3-north"));
        assert_eq!(Segment::read("K3>M3"), None);
        let all: Vec<String> = board.outer().iter().map(Segment::to_string).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(all[..4], ["I3-north", "I4-north", "I5-north", "I5-east"]);
        assert_eq!(all[8..], ["K3-south", "K3-west", "J3-west", "I3-west"]);
        assert_eq!(
            board.edge(Segment::read("K3-west").unwrap()),
            Some((Point::new(0, 0), Point::new(0, 60_000)))
        );
    }
}
