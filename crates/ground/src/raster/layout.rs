//! Where the hexes of a grid lie on the ground.

use crate::geometry::{Frame, Point};
use crate::grid::{Grid, Orientation};
use crate::hex::{Direction, Hex};

/// Half of the square root of three, and its inverse root, in parts of [`PARTS`].
const HALF_ROOT_3: i64 = 866_025_404;
const INVERSE_ROOT_3: i64 = 577_350_269;
const PARTS: i64 = 1_000_000_000;

/// A grid laid on the ground: hexes of one size about a first centre.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    orientation: Orientation,
    /// Centimetres from flat side to flat side.
    width: i64,
    /// Centre of the north-western hex.
    first: Point,
}

/// A corner of the hexes, known by one of its hexes in axial coordinates and which of its first two corners it is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Corner {
    q: i16,
    r: i16,
    second: bool,
}

impl Layout {
    /// Hexes `width` centimetres from flat side to flat side, the north-western one centred at `first`.
    pub const fn new(orientation: Orientation, width: i32, first: Point) -> Self {
        Self { orientation, width: width as i64, first }
    }

    /// Centimetres from flat side to flat side.
    pub const fn width(&self) -> i32 {
        self.width as i32
    }

    /// Length of a hexside in centimetres.
    pub const fn side(&self) -> i32 {
        (self.width * INVERSE_ROOT_3 / PARTS) as i32
    }

    /// Centimetres from one row (pointy-top) or column (flat-top) to the next.
    pub const fn spacing(&self) -> i32 {
        (self.width * HALF_ROOT_3 / PARTS) as i32
    }

    /// Centre of a hex.
    pub fn centre(&self, grid: &Grid, hex: Hex) -> Point {
        let (q, r) = grid.axial(hex);
        self.centre_of(q, r)
    }

    fn centre_of(&self, q: i16, r: i16) -> Point {
        let (q, r, width) = (i64::from(q), i64::from(r), self.width);
        let (east, north) = match self.orientation {
            Orientation::PointyTop => ((2 * q + r) * width / 2, -(r * width * HALF_ROOT_3 / PARTS)),
            Orientation::FlatTop => ((q + r) * width * HALF_ROOT_3 / PARTS, (q - r) * width / 2),
        };
        Point::new(self.first.x + east as i32, self.first.y + north as i32)
    }

    /// The hex a point lies in; on a hexside, the nearer centre by a hair.
    pub fn hex_at(&self, grid: &Grid, point: Point) -> Option<Hex> {
        let (q, r) = self.axial_at(point)?;
        grid.from_axial(q, r)
    }

    /// Axial coordinates of the hex a point lies in, be it on a grid or not; `None` far off the plane.
    pub(super) fn axial_at(&self, point: Point) -> Option<(i16, i16)> {
        let (east, south) =
            (i64::from(point.x) - i64::from(self.first.x), i64::from(self.first.y) - i64::from(point.y));
        let round = |value: i64, unit: i64| (2 * value + unit).div_euclid(2 * unit);
        let spacing = self.width * HALF_ROOT_3 / PARTS;
        let (q, r) = match self.orientation {
            Orientation::PointyTop => {
                let r = round(south, spacing);
                (round(2 * east - r * self.width, 2 * self.width), r)
            }
            Orientation::FlatTop => {
                let column = round(east, spacing);
                let q = round(column * self.width - 2 * south, 2 * self.width);
                (q, column - q)
            }
        };
        let (q, r) = (i16::try_from(q).ok()?, i16::try_from(r).ok()?);
        // Centres are rounded, so no two are nearer to each other than 2 cm less than the width.
        let well_inside = self.width / 2 - 2;
        if self.centre_of(q, r).distance_squared(point) < well_inside * well_inside {
            return Some((q, r));
        }
        let around = Direction::ALL.map(Direction::axial);
        let candidates =
            [(0, 0)].into_iter().chain(around).map(|(dq, dr)| (q.saturating_add(dq), r.saturating_add(dr)));
        candidates.min_by_key(|(q, r)| (self.centre_of(*q, *r).distance_squared(point), *r, *q))
    }

    /// Going due east at a height through the hex with these axial coordinates: the first centimetre that lies in
    /// another one, by the same hair as in [`Layout::hex_at`], and that other one.
    pub(super) fn east_of(&self, (q, r): (i16, i16), y: i32) -> (i64, (i16, i16)) {
        let here = self.centre_of(q, r);
        let (x, height) = (i64::from(here.x), i64::from(y) - i64::from(here.y));
        let beyond = Direction::ALL.into_iter().filter_map(|side| {
            let (dq, dr) = side.axial();
            let (other_q, other_r) = (q.saturating_add(dq), r.saturating_add(dr));
            let there = self.centre_of(other_q, other_r);
            let (other_x, other_height) = (i64::from(there.x), i64::from(y) - i64::from(there.y));
            // The squares of the distances from a place on the way differ by `2 * apart * place + rest`; the other hex
            // is nearer where that is positive.
            let apart = other_x - x;
            let rest = x * x - other_x * other_x + height * height - other_height * other_height;
            let needed = i64::from((dr, dq) > (0, 0));
            (apart > 0).then(|| {
                let place = -(rest - needed).div_euclid(2 * apart);
                let far = (place - other_x) * (place - other_x) + other_height * other_height;
                (place, far, other_r, other_q)
            })
        });
        let (place, _, r, q) = beyond.min().unwrap_or((i64::MAX, 0, r, q));
        (place, (q, r))
    }

    /// The six corners of a hex, corner `k` between the sides `k` and `k + 1` of [`Direction::ALL`].
    pub fn corners(&self, grid: &Grid, hex: Hex) -> [Point; 6] {
        let centre = self.centre(grid, hex);
        std::array::from_fn(|k| self.corner_from(centre, k))
    }

    fn corner_from(&self, centre: Point, k: usize) -> Point {
        let (half, side) = ((self.width / 2) as i32, self.side());
        let (east, north) = match (self.orientation, k) {
            (Orientation::PointyTop, 0) => (half, side / 2),
            (Orientation::PointyTop, 1) => (0, side),
            (Orientation::PointyTop, 2) => (-half, side / 2),
            (Orientation::PointyTop, 3) => (-half, -side / 2),
            (Orientation::PointyTop, 4) => (0, -side),
            (Orientation::PointyTop, _) => (half, -side / 2),
            (Orientation::FlatTop, 0) => (side / 2, half),
            (Orientation::FlatTop, 1) => (-side / 2, half),
            (Orientation::FlatTop, 2) => (-side, 0),
            (Orientation::FlatTop, 3) => (-side / 2, -half),
            (Orientation::FlatTop, 4) => (side / 2, -half),
            (Orientation::FlatTop, _) => (side, 0),
        };
        Point::new(centre.x + east, centre.y + north)
    }

    /// The two ends of a hexside.
    pub fn side_ends(&self, grid: &Grid, hex: Hex, side: Direction) -> (Point, Point) {
        let centre = self.centre(grid, hex);
        let k = side.index();
        (self.corner_from(centre, (k + 5) % 6), self.corner_from(centre, k))
    }

    /// The middle of a hexside.
    pub fn side_middle(&self, grid: &Grid, hex: Hex, side: Direction) -> Point {
        let (a, b) = self.side_ends(grid, hex, side);
        a.towards(b, 1, 2)
    }

    /// The two corners a hexside joins.
    pub(crate) fn side_corners(grid: &Grid, hex: Hex, side: Direction) -> (Corner, Corner) {
        let (q, r) = grid.axial(hex);
        let k = side.index();
        (Corner::new(q, r, (k + 5) % 6), Corner::new(q, r, k))
    }

    /// Where a corner lies.
    pub(crate) fn corner(&self, corner: Corner) -> Point {
        self.corner_from(self.centre_of(corner.q, corner.r), usize::from(corner.second))
    }

    /// The smallest frame round all hexes of a grid.
    pub fn frame(&self, grid: &Grid) -> Frame {
        let corners = grid.hexes().flat_map(|hex| self.corners(grid, hex));
        Frame::around(corners).unwrap_or(Frame { low: self.first, high: self.first })
    }
}

impl Corner {
    /// Three hexes share a corner. Seen from hex `h` as corner `k`, it is corner `k + 2` of the neighbour in
    /// direction `k` and `k + 4` of the one in direction `k + 1`; so one of the three sees it as its corner 0 or 1.
    fn new(q: i16, r: i16, k: usize) -> Self {
        let back = match k {
            0 | 1 => (0, 0),
            2 => Direction::E.axial(),
            3 | 4 => Direction::NE.axial(),
            _ => Direction::NW.axial(),
        };
        Self { q: q - back.0, r: r - back.1, second: k % 2 == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{GridShape, Parity};

    fn layouts() -> impl Iterator<Item = (Grid, Layout)> {
        let shapes = [GridShape::pointy(7, 6), GridShape::flat(7, 6)];
        let parities = [Parity::OddShifted, Parity::EvenShifted];
        shapes.into_iter().flat_map(move |shape| {
            parities.map(|parity| {
                let grid = Grid::new(GridShape { parity, ..shape }).unwrap();
                (grid, Layout::new(shape.orientation, 22_860, Point::new(-5_000, 7_000)))
            })
        })
    }

    #[test]
    fn a_hex_is_found_at_its_centre_and_near_its_corners() {
        for (grid, layout) in layouts() {
            for hex in grid.hexes() {
                let centre = layout.centre(&grid, hex);
                assert_eq!(layout.hex_at(&grid, centre), Some(hex));
                for corner in layout.corners(&grid, hex) {
                    assert_eq!(layout.hex_at(&grid, centre.towards(corner, 95, 100)), Some(hex));
                }
            }
            assert_eq!(layout.hex_at(&grid, Point::new(900_000, 0)), None);
        }
    }

    #[test]
    fn neighbours_lie_one_width_apart_in_the_direction_of_their_side() {
        for (grid, layout) in layouts() {
            for hex in grid.hexes() {
                for (side, other) in grid.neighbours(hex) {
                    let apart = layout.centre(&grid, hex).distance(layout.centre(&grid, other));
                    assert!((apart - 22_860).abs() <= 2, "{apart}");
                    let middle = layout.side_middle(&grid, hex, side);
                    assert!(middle.distance(layout.centre(&grid, other)) <= 11_433);
                    assert!(middle.distance(layout.side_middle(&grid, other, side.opposite())) <= 3);
                }
            }
        }
    }

    #[test]
    fn a_corner_is_the_same_from_all_its_hexes() {
        for (grid, layout) in layouts() {
            for hex in grid.hexes() {
                for (side, other) in grid.neighbours(hex) {
                    let (a, b) = Layout::side_corners(&grid, hex, side);
                    assert_eq!((b, a), Layout::side_corners(&grid, other, side.opposite()));
                    let (end, _) = layout.side_ends(&grid, hex, side);
                    assert!(layout.corner(a).distance(end) <= 3);
                }
            }
        }
    }
}
