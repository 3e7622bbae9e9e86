//! The hex grid: neighbours, distances, printed numbers.
//!
//! Inside, hexes are dense indices and axial coordinates; neighbours are a table, distance is a few integer
//! operations on two table entries. What a hex is *called* on the printed map is settled by [`Numbering`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bits::MAX_HEXES;
use crate::hex::{Direction, Hex};

/// How the hexes stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A corner to the north: straight rows run west to east.
    #[default]
    PointyTop,
    /// A side to the north: straight columns run north to south.
    FlatTop,
}

/// Which rows (pointy-top) or columns (flat-top), counted from 0, stand half a hex further east or south.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// Rows (columns) 1, 3, 5 … are shifted.
    #[default]
    OddShifted,
    /// Rows (columns) 0, 2, 4 … are shifted.
    EvenShifted,
}

/// What a printed hex number says first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Numbering {
    /// `RRCC`: row, then column.
    #[default]
    #[serde(rename = "RRCC")]
    RowColumn,
    /// `CCRR`: column, then row.
    #[serde(rename = "CCRR")]
    ColumnRow,
}

/// Everything that settles a grid, before it is checked by [`Grid::new`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GridShape {
    /// Number of columns.
    pub cols: u16,
    /// Number of rows.
    pub rows: u16,
    /// How the hexes stand.
    pub orientation: Orientation,
    /// Which lines are shifted.
    pub parity: Parity,
    /// Order of row and column in printed numbers.
    pub numbering: Numbering,
    /// Printed number of the northernmost row.
    pub first_row: u16,
    /// Printed number of the westernmost column.
    pub first_col: u16,
}

impl GridShape {
    /// Pointy-top, odd rows shifted east, numbered `RRCC` from `0000`.
    pub const fn pointy(cols: u16, rows: u16) -> Self {
        Self {
            cols,
            rows,
            orientation: Orientation::PointyTop,
            parity: Parity::OddShifted,
            numbering: Numbering::RowColumn,
            first_row: 0,
            first_col: 0,
        }
    }

    /// Flat-top, odd columns shifted south, numbered `CCRR` from `0000`.
    pub const fn flat(cols: u16, rows: u16) -> Self {
        Self {
            orientation: Orientation::FlatTop,
            numbering: Numbering::ColumnRow,
            ..Self::pointy(cols, rows)
        }
    }
}

/// Why a [`GridShape`] makes no grid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GridError {
    /// No rows or no columns.
    Empty,
    /// More hexes than there may be.
    TooLarge {
        /// How many there would be.
        hexes: u32,
        /// How many there may be.
        most: usize,
    },
    /// A printed row or column number would need more than three digits.
    NumbersTooLong,
    /// Laid on the ground, it would be more than 2,000 km long.
    TooWide,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a grid needs at least one row and one column"),
            Self::TooLarge { hexes, most } => {
                write!(f, "a grid of {hexes} hexes is too large: at most {most} are possible")
            }
            Self::NumbersTooLong => write!(f, "printed rows and columns go up to 999"),
            Self::TooWide => write!(f, "a grid more than 2,000 km long lies on no battlefield"),
        }
    }
}

impl std::error::Error for GridError {}

const OFF_MAP: u16 = u16::MAX;

/// A rectangle of hexes, its neighbourhoods and its printed numbers.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "GridShape", into = "GridShape")]
pub struct Grid {
    shape: GridShape,
    digits: usize,
    axial: Vec<(i16, i16)>,
    neighbours: Vec<[u16; 6]>,
}

impl Grid {
    /// Checks the shape and builds the tables. A grid has at most [`MAX_HEXES`] hexes.
    pub fn new(shape: GridShape) -> Result<Self, GridError> {
        Self::within(shape, MAX_HEXES)
    }

    /// The same where even fewer hexes fit: at most so many.
    pub fn within(shape: GridShape, most: usize) -> Result<Self, GridError> {
        let most = most.min(MAX_HEXES);
        let hexes = u32::from(shape.cols) * u32::from(shape.rows);
        if hexes == 0 {
            return Err(GridError::Empty);
        }
        if hexes as usize > most {
            return Err(GridError::TooLarge { hexes, most });
        }
        let last_row = u32::from(shape.first_row) + u32::from(shape.rows) - 1;
        let last_col = u32::from(shape.first_col) + u32::from(shape.cols) - 1;
        let largest = last_row.max(last_col);
        if largest > 999 {
            return Err(GridError::NumbersTooLong);
        }
        let mut grid = Self {
            shape,
            digits: if largest > 99 { 3 } else { 2 },
            axial: Vec::with_capacity(hexes as usize),
            neighbours: vec![[OFF_MAP; 6]; hexes as usize],
        };
        for row in 0..shape.rows as i16 {
            for col in 0..shape.cols as i16 {
                grid.axial.push(shape.to_axial(col, row));
            }
        }
        for hex in grid.hexes() {
            let (q, r) = grid.axial(hex);
            for side in Direction::ALL {
                let (dq, dr) = side.axial();
                if let Some(other) = grid.from_axial(q + dq, r + dr) {
                    grid.neighbours[hex.index()][side.index()] = other.0;
                }
            }
        }
        Ok(grid)
    }

    /// What the grid was made from.
    pub const fn shape(&self) -> GridShape {
        self.shape
    }

    /// Every hex, row by row from the north-west.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.axial.len() as u16).map(Hex)
    }

    /// The number of hexes.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "a grid is never empty")]
    pub const fn len(&self) -> usize {
        self.axial.len()
    }

    /// The number of columns.
    #[inline]
    pub const fn cols(&self) -> u16 {
        self.shape.cols
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(&self) -> u16 {
        self.shape.rows
    }

    /// How the hexes stand.
    #[inline]
    pub const fn orientation(&self) -> Orientation {
        self.shape.orientation
    }

    /// The hex in the given column and row, both counted from 0.
    #[inline]
    pub const fn at(&self, col: u16, row: u16) -> Option<Hex> {
        if col < self.shape.cols && row < self.shape.rows {
            Some(Hex(row * self.shape.cols + col))
        } else {
            None
        }
    }

    /// Column and row of a hex, both counted from 0.
    #[inline]
    pub const fn col_row(&self, hex: Hex) -> (u16, u16) {
        (hex.0 % self.shape.cols, hex.0 / self.shape.cols)
    }

    /// Is the hex half a hex further east (south) than the lines beside it?
    pub const fn is_shifted(&self, hex: Hex) -> bool {
        let (col, row) = self.col_row(hex);
        let line = match self.shape.orientation {
            Orientation::PointyTop => row,
            Orientation::FlatTop => col,
        };
        match self.shape.parity {
            Parity::OddShifted => line % 2 == 1,
            Parity::EvenShifted => line.is_multiple_of(2),
        }
    }

    /// The hex beyond one side, if it is on the grid.
    #[inline]
    pub fn neighbour(&self, hex: Hex, side: Direction) -> Option<Hex> {
        let other = self.neighbours[hex.index()][side.index()];
        (other != OFF_MAP).then_some(Hex(other))
    }

    /// The neighbours on the grid, counter-clockwise from the east.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + use<> {
        let row = self.neighbours[hex.index()];
        Direction::ALL
            .into_iter()
            .zip(row)
            .filter(|(_, other)| *other != OFF_MAP)
            .map(|(side, other)| (side, Hex(other)))
    }

    /// The side of `from` that touches `to`, if the two are adjacent.
    #[inline]
    pub fn direction_to(&self, from: Hex, to: Hex) -> Option<Direction> {
        let row = &self.neighbours[from.index()];
        Direction::ALL.into_iter().find(|side| row[side.index()] == to.0)
    }

    /// Are the two hexes neighbours?
    #[inline]
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.distance(a, b) == 1
    }

    /// Steps from one hex to the other on a bare grid.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        let (aq, ar) = self.axial[a.index()];
        let (bq, br) = self.axial[b.index()];
        let (dq, dr) = (aq - bq, ar - br);
        dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())
    }

    /// Axial coordinates `(q, r)`; a step in a [`Direction`] adds its [`Direction::axial`].
    #[inline]
    pub fn axial(&self, hex: Hex) -> (i16, i16) {
        self.axial[hex.index()]
    }

    /// The hex with the given axial coordinates, if it is on the grid.
    #[inline]
    pub const fn from_axial(&self, q: i16, r: i16) -> Option<Hex> {
        let (col, row) = self.shape.from_axial(q, r);
        if col >= 0 && row >= 0 { self.at(col as u16, row as u16) } else { None }
    }

    /// The number printed in the hex, e.g. `0304`.
    pub fn name(&self, hex: Hex) -> String {
        let (col, row) = self.col_row(hex);
        let (row, col) = (row + self.shape.first_row, col + self.shape.first_col);
        let (first, second) = match self.shape.numbering {
            Numbering::RowColumn => (row, col),
            Numbering::ColumnRow => (col, row),
        };
        // Every list of answers is full of names: digits are put down one by one, in room that fits.
        let mut name = String::with_capacity(2 * self.digits);
        for number in [first, second] {
            let mut place = 10u32.pow(self.digits as u32 - 1);
            while place > 0 {
                name.push(char::from(b'0' + (u32::from(number) / place % 10) as u8));
                place /= 10;
            }
        }
        name
    }

    /// The hex with the given printed number.
    pub fn parse(&self, name: &str) -> Option<Hex> {
        if name.len() != 2 * self.digits || !name.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (first, second) = name.split_at(self.digits);
        let (first, second) = (first.parse::<u16>().ok()?, second.parse::<u16>().ok()?);
        let (row, col) = match self.shape.numbering {
            Numbering::RowColumn => (first, second),
            Numbering::ColumnRow => (second, first),
        };
        self.at(col.checked_sub(self.shape.first_col)?, row.checked_sub(self.shape.first_row)?)
    }

    /// Hexes exactly `radius` steps away, counter-clockwise from the east; those off the grid are left out.
    pub fn ring(&self, centre: Hex, radius: u16) -> impl Iterator<Item = Hex> + '_ {
        let (q, r) = self.axial(centre);
        let steps = radius as i16;
        let around = Direction::ALL.into_iter().flat_map(move |corner| {
            let (cq, cr) = corner.axial();
            let (sq, sr) = corner.counterclockwise().counterclockwise().axial();
            (0..steps).map(move |k| (q + cq * steps + sq * k, r + cr * steps + sr * k))
        });
        let middle = (radius == 0).then_some((q, r));
        middle.into_iter().chain(around).filter_map(|(q, r)| self.from_axial(q, r))
    }

    /// Hexes at most `radius` steps away, the centre first, then ring by ring.
    pub fn disc(&self, centre: Hex, radius: u16) -> impl Iterator<Item = Hex> + '_ {
        (0..=radius).flat_map(move |distance| self.ring(centre, distance))
    }

    /// Does the hex lie on the border of the rectangle?
    #[inline]
    pub const fn is_edge(&self, hex: Hex) -> bool {
        let (col, row) = self.col_row(hex);
        row == 0 || col == 0 || row + 1 == self.shape.rows || col + 1 == self.shape.cols
    }

    /// Steps along the border from one border hex to another, the shorter way round; `None` if either is inside.
    pub fn edge_distance(&self, a: Hex, b: Hex) -> Option<u16> {
        let gap = self.edge_position(a)?.abs_diff(self.edge_position(b)?);
        let (cols, rows) = (self.shape.cols, self.shape.rows);
        if cols == 1 || rows == 1 {
            return Some(gap);
        }
        let around = 2 * (cols + rows) - 4;
        Some(gap.min(around - gap))
    }

    /// Place of a border hex on the walk round the rectangle: north side eastward, then south, west, north.
    fn edge_position(&self, hex: Hex) -> Option<u16> {
        let (col, row) = self.col_row(hex);
        let (last_col, last_row) = (self.shape.cols - 1, self.shape.rows - 1);
        if row == 0 {
            Some(col)
        } else if col == last_col {
            Some(last_col + row)
        } else if row == last_row {
            Some(last_col + last_row + (last_col - col))
        } else if col == 0 {
            Some(2 * last_col + last_row + (last_row - row))
        } else {
            None
        }
    }
}

impl GridShape {
    const fn shift_back(self, line: i16) -> i16 {
        match self.parity {
            Parity::OddShifted => (line - (line & 1)) / 2,
            Parity::EvenShifted => (line + (line & 1)) / 2,
        }
    }

    pub(crate) const fn to_axial(self, col: i16, row: i16) -> (i16, i16) {
        match self.orientation {
            Orientation::PointyTop => (col - self.shift_back(row), row),
            Orientation::FlatTop => {
                let south = row - self.shift_back(col);
                (-south, col + south)
            }
        }
    }

    #[allow(clippy::wrong_self_convention, reason = "the counterpart of `to_axial`")]
    pub(crate) const fn from_axial(self, q: i16, r: i16) -> (i16, i16) {
        match self.orientation {
            Orientation::PointyTop => (q + self.shift_back(r), r),
            Orientation::FlatTop => (q + r, self.shift_back(q + r) - q),
        }
    }
}

impl TryFrom<GridShape> for Grid {
    type Error = GridError;

    fn try_from(shape: GridShape) -> Result<Self, GridError> {
        Self::new(shape)
    }
}

impl From<Grid> for GridShape {
    fn from(grid: Grid) -> Self {
        grid.shape
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Grid").field(&self.shape).finish()
    }
}
