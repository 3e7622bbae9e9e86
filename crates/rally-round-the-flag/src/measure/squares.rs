//! Map squares, and which of them a line touches (RRF-TERR-13, RRF-MOVE-16).

use ground::geometry::{Frame, Point};

/// A map square: its place from the north-west corner.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// So many to the south.
    pub south: u8,
    /// So many to the east.
    pub east: u8,
}

/// Cells side by side. West and south borders belong to a square (3.3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The south-west corner of the first.
    pub low: Point,
    /// How long a side is.
    pub side: i32,
    /// How many from west to east.
    pub columns: u8,
    /// How many from south to north.
    pub rows: u8,
}

impl Grid {
    /// A side of a square (3.2).
    pub const SIDE: i32 = 600 * super::lengths::YARD;

    /// Its number: row by row from the north-west.
    #[must_use]
    pub fn number(&self, cell: Cell) -> usize {
        usize::from(cell.south) * usize::from(self.columns) + usize::from(cell.east)
    }

    /// The square of a number.
    #[must_use]
    pub fn cell(&self, number: usize) -> Option<Cell> {
        let columns = usize::from(self.columns.max(1));
        let (south, east) = (u8::try_from(number / columns).ok()?, u8::try_from(number % columns).ok()?);
        (south < self.rows).then_some(Cell { south, east })
    }

    /// Its ground.
    #[must_use]
    pub fn frame(&self, cell: Cell) -> Frame {
        let row = i32::from(self.rows) - 1 - i32::from(cell.south);
        let low = Point::new(self.low.x + i32::from(cell.east) * self.side, self.low.y + row * self.side);
        Frame { low, high: Point::new(low.x + self.side, low.y + self.side) }
    }

    /// The square of a column from the west and a row from the south.
    const fn placed(&self, column: u8, row: u8) -> Cell {
        Cell { south: self.rows - 1 - row, east: column }
    }

    /// The square that holds a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Cell> {
        let number = |value: i32, low: i32, count: u8| {
            let number = (i64::from(value) - i64::from(low)).div_euclid(i64::from(self.side.max(1)));
            u8::try_from(number).ok().filter(|number| *number < count)
        };
        let column = number(point.x, self.low.x, self.columns)?;
        Some(self.placed(column, number(point.y, self.low.y, self.rows)?))
    }

    /// Every square that a straight line touches, ends included, column by column from the west.
    pub fn touched(&self, from: Point, to: Point) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        let side = i64::from(self.side.max(1));
        let seen = |point: Point| {
            (i64::from(point.x) - i64::from(grid.low.x), i64::from(point.y) - i64::from(grid.low.y))
        };
        // From west to east, and straight lines up from south to north.
        let (west, east) = if from <= to { (seen(from), seen(to)) } else { (seen(to), seen(from)) };
        let columns = within(west.0.div_euclid(side), east.0.div_euclid(side), grid.columns);
        columns.flat_map(move |column| {
            let (low, high) = grid.climb(west, east, column);
            within(low, high, grid.rows).map(move |row| grid.placed(column as u8, row as u8))
        })
    }

    /// The rows that a line touches in a column, where the west border belongs to the column and the east border does
    /// not.
    fn climb(&self, west: (i64, i64), east: (i64, i64), column: i64) -> (i64, i64) {
        let side = i64::from(self.side.max(1));
        let run = east.0 - west.0;
        if run == 0 {
            return (west.1.div_euclid(side), east.1.div_euclid(side));
        }
        let rise = east.1 - west.1;
        // How high the line is at a border of the column, times its run.
        let height =
            |x: i64| i128::from(west.1) * i128::from(run) + i128::from(x - west.0) * i128::from(rise);
        let (begins, ends) = (west.0.max(column * side), east.0.min((column + 1) * side));
        let (first, last) = (height(begins), height(ends));
        // The east border itself belongs to the next column.
        let open = ends == (column + 1) * side;
        let unit = i128::from(run) * i128::from(side);
        let (low, high) = (first.min(last), first.max(last));
        let low_row = low.div_euclid(unit);
        // Where the line climbs to the open end, a row that begins just there is not touched in this column.
        let climbs_to_open_end = open && rise > 0;
        let high_row =
            if climbs_to_open_end { (high + unit - 1).div_euclid(unit) - 1 } else { high.div_euclid(unit) };
        (low_row as i64, (high_row.max(low_row)) as i64)
    }
}

/// The numbers from one to another that are below a count.
fn within(low: i64, high: i64, count: u8) -> std::ops::Range<i64> {
    low.max(0)..(high + 1).min(i64::from(count)).max(low.max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;
    use proptest::prelude::*;

    const GRID: Grid = Grid { low: Point::new(-40, 20), side: 60, columns: 5, rows: 4 };

    /// Whether a line has a point in a square, borders as they belong: by cutting the line at every border.
    fn slow(grid: &Grid, from: Point, to: Point, cell: Cell) -> bool {
        let Frame { low, high } = grid.frame(cell);
        // Places on the line, times a number that every border divides.
        let (run, rise) = (i128::from(to.x - from.x), i128::from(to.y - from.y));
        let whole = (run.abs().max(1)) * (rise.abs().max(1)) * 2;
        let mut places = vec![0, whole];
        for (start, by, borders) in [(from.x, run, [low.x, high.x]), (from.y, rise, [low.y, high.y])] {
            for border in borders {
                let above = (i128::from(border) - i128::from(start)) * whole;
                if by != 0 && above % by == 0 {
                    places.push(above / by);
                }
            }
        }
        places.retain(|place| (0..=whole).contains(place));
        places.sort_unstable();
        let between: Vec<i128> = places.windows(2).map(|pair| pair[0] + pair[1]).collect();
        let all = places.iter().map(|place| 2 * place).chain(between);
        let mut all = all.map(|twice| {
            let at = |start: i32, by: i128| i128::from(start) * 2 * whole + by * twice;
            (at(from.x, run), at(from.y, rise))
        });
        let inside = |value: i128, low: i32, high: i32| {
            i128::from(low) * 2 * whole <= value && value < i128::from(high) * 2 * whole
        };
        all.any(|(x, y)| inside(x, low.x, high.x) && inside(y, low.y, high.y))
    }

    proptest! {
        #[test]
        fn a_line_touches_the_squares_of_the_slow_twin(
            from in (-80i32..320, -20i32..300), to in (-80i32..320, -20i32..300), snap in 0u8..4,
        ) {
            let place = |(x, y): (i32, i32), snaps: bool| {
                let near = |value: i32, low: i32| low + (value - low).div_euclid(60) * 60;
                if snaps { Point::new(near(x, -40), near(y, 20)) } else { Point::new(x, y) }
            };
            let (from, to) = (place(from, snap & 1 > 0), place(to, snap & 2 > 0));
            let found: Vec<Cell> = GRID.touched(from, to).collect();
            let mut back: Vec<Cell> = GRID.touched(to, from).collect();
            back.sort_unstable();
            let all = (0..20).map(|number| GRID.cell(number).unwrap());
            let mut slow: Vec<Cell> = all.filter(|cell| slow(&GRID, from, to, *cell)).collect();
            slow.sort_unstable();
            let mut sorted = found;
            sorted.sort_unstable();
            prop_assert_eq!(&sorted, &slow);
            prop_assert_eq!(&back, &slow);
        }
    }

    #[test]
    fn an_arrow_over_two_squares_counts_in_both() {
        let _proof = proves(&["RRF-MOVE-16"]);
        let grid = Grid { low: Point::new(0, 0), side: Grid::SIDE, columns: 4, rows: 4 };
        let from = Point::new(50_000, 30_000);
        let touched: Vec<Cell> = grid.touched(from, Point::new(74_000, 30_000)).collect();
        assert_eq!(touched, [Cell { south: 3, east: 0 }, Cell { south: 3, east: 1 }]);
        // West and south borders belong to a square.
        assert_eq!(grid.at(Point::new(60_000, 60_000)), Some(Cell { south: 2, east: 1 }));
        assert_eq!(grid.at(Point::new(59_999, 60_000)), Some(Cell { south: 2, east: 0 }));
        assert_eq!(grid.at(Point::new(240_000, 60_000)), None);
        assert_eq!(grid.touched(from, from).count(), 1);
    }
}
