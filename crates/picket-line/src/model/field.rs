//! Points, directions and ways, in whole paces: every comparison is exact and the same on every machine.

use engine::flat::List;
use engine::scene::Bearing;
use ground::geometry;
use ground::table::{Compass, Heading, Leg};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The field's edge in paces (PL-1.1).
pub const EDGE: i32 = 600;

/// How often a picket may turn on its way (PL-3.6).
pub const MOST_TURNS: usize = 3;

/// A stand from left to right and from front to rear, in paces (PL-1.3).
pub const STAND: [i32; 2] = [8, 6];

/// Turning points, in order. There is room for one too many, so that the rule can refuse it.
pub type Turns = List<Point, { MOST_TURNS + 1 }>;

/// A place on the field, or a direction: paces east and north.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
}

impl Point {
    /// The point with these coordinates.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Whether it lies on the field, edges included (PL-1.1).
    #[must_use]
    pub fn is_on_field(self) -> bool {
        (0..=EDGE).contains(&self.x) && (0..=EDGE).contains(&self.y)
    }

    /// The direction from `self` to `other`. Both must lie on the field.
    #[must_use]
    pub const fn towards(self, other: Point) -> Point {
        Point { x: other.x - self.x, y: other.y - self.y }
    }

    /// Whether `other` lies at most `paces` away. Both must lie on the field.
    #[must_use]
    pub fn is_within(self, other: Point, paces: i32) -> bool {
        self.towards(other).length_squared() <= i64::from(paces) * i64::from(paces)
    }

    /// Paces to `other`; a part of one counts as a whole one. Both must lie on the field.
    #[must_use]
    pub fn paces_to(self, other: Point) -> i32 {
        let squared = self.towards(other).length_squared();
        let paces = squared.isqrt();
        (paces + i64::from(paces * paces < squared)) as i32
    }

    /// The middles of the stands of a picket that is here and faces some way: three abreast, the left one first
    /// (PL-1.3).
    #[must_use]
    pub fn stands(self, facing: Point) -> [Point; 3] {
        let right = facing.bearing().turned(900);
        [-STAND[0], 0, STAND[0]].map(|aside| self.moved(right, aside))
    }

    /// The point so many paces along a bearing, to the nearest pace.
    #[must_use]
    pub fn moved(self, bearing: Bearing, paces: i32) -> Point {
        let heading = Heading::new(bearing.in_tenths()).unwrap_or_default();
        let geometry::Point { x, y } = Leg::new(geometry::Point::new(self.x, self.y), heading, paces).to;
        Point { x, y }
    }

    /// The direction of a bearing: of a thousand paces, which is enough to tell tenths of a degree apart.
    #[must_use]
    pub fn facing(bearing: Bearing) -> Point {
        Point::default().moved(bearing, 1_000).shortest()
    }

    /// As a direction: its bearing; north if it is none.
    #[must_use]
    pub fn bearing(self) -> Bearing {
        let heading =
            Compass::FINEST.bearing(geometry::Point::new(0, 0), geometry::Point::new(self.x, self.y));
        heading.map_or(Bearing::NORTH, |heading| Bearing::tenths(heading.tenths().into()))
    }

    /// As a direction between two points of the field: its length, squared so that no root is needed.
    #[must_use]
    pub fn length_squared(self) -> i64 {
        self.dot(self)
    }

    /// As a direction: whether it is one at all, and small enough to reckon with.
    #[must_use]
    pub fn is_direction(self) -> bool {
        const MOST: i32 = 2 * EDGE;
        self != Point::default() && (-MOST..=MOST).contains(&self.x) && (-MOST..=MOST).contains(&self.y)
    }

    /// As a direction: the shortest one of whole paces that points the same way.
    #[must_use]
    pub fn shortest(self) -> Point {
        let (mut a, mut b) = (self.x.abs(), self.y.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1);
        Point { x: self.x / divisor, y: self.y / divisor }
    }

    /// As a direction: whether `way` is at most 45 degrees off it. The cosine of 45 degrees is the root of one half, so
    /// `cos ≥ √½` becomes `2 (a·b)² ≥ a² b²` with `a·b` positive: whole numbers only.
    #[must_use]
    pub fn is_front_of(self, way: Point) -> bool {
        let dot = self.dot(way);
        dot > 0 && 2 * dot * dot >= self.length_squared() * way.length_squared()
    }

    /// As a direction: the nearest point of the compass. An eighth of a circle is less than 22½ degrees to either side
    /// of its middle, whose tangent is `√2 - 1`: 408 parts in 985 as near as no direction on the field can tell.
    #[must_use]
    pub fn compass(self) -> &'static str {
        let (east, north) = (i64::from(self.x), i64::from(self.y));
        let straight = |little: i64, much: i64| 985 * little.abs() < 408 * much.abs();
        match (east.signum(), north.signum()) {
            (_, 1) if straight(east, north) => "north",
            (_, -1) if straight(east, north) => "south",
            (1, _) if straight(north, east) => "east",
            (-1, _) if straight(north, east) => "west",
            (1, 1) => "north-east",
            (1, -1) => "south-east",
            (-1, -1) => "south-west",
            (-1, 1) => "north-west",
            _ => "nowhere",
        }
    }

    fn dot(self, other: Point) -> i64 {
        i64::from(self.x) * i64::from(other.x) + i64::from(self.y) * i64::from(other.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_judged_to_the_pace() {
        let here = Point::new(100, 100);
        assert!(here.is_within(Point::new(130, 140), 50));
        assert!(!here.is_within(Point::new(131, 140), 50));
    }

    #[test]
    fn a_bearing_comes_back_from_its_direction() {
        for tenths in 0..3_600 {
            let bearing = Bearing::tenths(tenths);
            assert_eq!(Point::facing(bearing).bearing(), bearing);
            assert!(Point::facing(bearing).is_direction());
        }
        assert_eq!(Point::default().bearing(), Bearing::NORTH);
    }

    #[test]
    fn parts_of_paces_count_whole() {
        let here = Point::new(100, 100);
        let paces = [(130, 140), (131, 140), (100, 100)].map(|(x, y)| here.paces_to(Point::new(x, y)));
        assert_eq!(paces, [50, 51, 0]);
    }

    #[test]
    fn forty_five_degrees_are_in_front_and_the_next_point_is_not() {
        let north = Point::new(0, 1);
        assert!(north.is_front_of(Point::new(70, 70)));
        assert!(!north.is_front_of(Point::new(71, 70)));
        assert!(!north.is_front_of(Point::new(0, -5)));
        assert!(!north.is_front_of(Point::new(0, 0)));
    }

    #[test]
    fn directions_have_names() {
        let names = [
            ((0, 1), "north"),
            ((12, 29), "north"),
            ((13, 29), "north-east"),
            ((29, 12), "east"),
            ((5, -5), "south-east"),
            ((0, -3), "south"),
            ((-1, -1), "south-west"),
            ((-9, 0), "west"),
            ((-2, 2), "north-west"),
            ((0, 0), "nowhere"),
        ];
        for ((x, y), name) in names {
            assert_eq!(Point::new(x, y).compass(), name, "{x},{y}");
        }
    }

    #[test]
    fn directions_are_shortened() {
        assert_eq!(Point::new(-6, 9).shortest(), Point::new(-2, 3));
        assert_eq!(Point::new(0, -7).shortest(), Point::new(0, -1));
        assert!(!Point::new(0, 0).is_direction());
        assert!(!Point::new(i32::MIN, 1).is_direction());
    }
}
