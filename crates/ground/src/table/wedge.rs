//! Arcs: what lies ahead of a point or of a front, opening outward to both sides.

use super::body::Posed;
use super::heading::{Heading, Turn, Vector};
use super::hull::sides;
use super::meet::rounded;
use crate::geometry::{Point, turn};

/// How far a wedge may open to each side, in tenths of a degree. Wider, the rounded front of a small body would no
/// longer bound it.
pub const WIDEST: u16 = 700;

/// All that lies between two rays, borders included: one from each end of a front, or both from one point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wedge {
    left: Point,
    right: Point,
    left_ray: Vector,
    right_ray: Vector,
}

impl Wedge {
    /// The wedge from a point that opens so many tenths of a degree to each side of a heading; `None` unless that is at
    /// least one and at most [`WIDEST`].
    pub fn from_point(apex: Point, heading: Heading, opens: u16) -> Option<Self> {
        Self::new(apex, apex, heading, opens)
    }

    /// The wedge from both ends of a body's front. The heading is that of the body.
    pub fn from_front(body: &Posed, heading: Heading, opens: u16) -> Option<Self> {
        let (left, right) = body.front();
        Self::new(left, right, heading, opens)
    }

    fn new(left: Point, right: Point, heading: Heading, opens: u16) -> Option<Self> {
        let turn = Turn::tenths(opens.into());
        (1..=WIDEST).contains(&opens).then(|| Self {
            left,
            right,
            left_ray: heading.turned(turn.back()).vector(),
            right_ray: heading.turned(turn).vector(),
        })
    }

    /// Is the point in it?
    pub fn holds(&self, point: Point) -> bool {
        self.depths(point).into_iter().all(|depth| depth >= 0)
    }

    /// How far inside each of its three borders a point lies, each by its own measure.
    fn depths(&self, point: Point) -> [i64; 3] {
        [
            -across(self.left_ray, self.left, point),
            across(self.right_ray, self.right, point),
            turn(self.left, self.right, point),
        ]
    }

    /// Does some point of a convex outline lie in it?
    pub fn meets(&self, outline: &[Point]) -> bool {
        let beyond = |border: usize| outline.iter().all(|point| self.depths(*point)[border] < 0);
        let beside = |(from, to): (Point, Point)| {
            let side =
                Vector { x: i64::from(to.x) - i64::from(from.x), y: i64::from(to.y) - i64::from(from.y) };
            let leaves = |ray: Vector| side.x * ray.y - side.y * ray.x <= 0;
            turn(from, to, self.left) < 0
                && turn(from, to, self.right) < 0
                && leaves(self.left_ray)
                && leaves(self.right_ray)
        };
        !outline.is_empty() && !(0..3).any(beyond) && !sides(outline).any(beside)
    }

    /// The point of a body in the wedge that is nearest to some point, rounded once; of two the one on the right.
    /// `None` where no point of the body is in it.
    pub fn nearest(&self, outline: &[Point; 4], from: Point) -> Option<Point> {
        let foot = Foot::new(outline, from);
        if self.holds_foot(&foot) {
            return Some(foot.point());
        }
        // The nearest point of the body lies outside: in the wedge it is somewhere on the border.
        let front = Vector {
            x: i64::from(self.right.x) - i64::from(self.left.x),
            y: i64::from(self.right.y) - i64::from(self.left.y),
        };
        let borders = [
            Border { from: self.right, along: self.right_ray, ends: false },
            Border { from: self.left, along: front, ends: true },
            Border { from: self.left, along: self.left_ray, ends: false },
        ];
        let points = borders.iter().filter_map(|border| border.nearest(outline, from));
        points.min_by_key(|point| point.distance_squared(from))
    }

    fn holds_foot(&self, foot: &Foot) -> bool {
        let across = |ray: Vector, origin: Point| {
            let x = foot.x - i128::from(origin.x) * foot.whole;
            let y = foot.y - i128::from(origin.y) * foot.whole;
            i128::from(ray.x) * y - i128::from(ray.y) * x
        };
        let front = Vector {
            x: i64::from(self.right.x) - i64::from(self.left.x),
            y: i64::from(self.right.y) - i64::from(self.left.y),
        };
        across(self.left_ray, self.left) <= 0
            && across(self.right_ray, self.right) >= 0
            && across(front, self.left) >= 0
    }
}

/// Twice the area between a ray and the way to a point; positive if that lies to the left.
fn across(ray: Vector, origin: Point, point: Point) -> i64 {
    let (east, north) = (i64::from(point.x) - i64::from(origin.x), i64::from(point.y) - i64::from(origin.y));
    ray.x * north - ray.y * east
}

/// The point of an outline nearest to another, as a fraction.
struct Foot {
    x: i128,
    y: i128,
    whole: i128,
}

impl Foot {
    fn new(outline: &[Point; 4], from: Point) -> Self {
        let whole = |point: Point| Self { x: point.x.into(), y: point.y.into(), whole: 1 };
        for (a, b) in sides(outline).filter(|(a, b)| turn(*a, *b, from) < 0) {
            let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            let along =
                (i64::from(from.x) - i64::from(a.x)) * run + (i64::from(from.y) - i64::from(a.y)) * rise;
            let length = run * run + rise * rise;
            if (0..=length).contains(&along) {
                let part = |from: i32, by: i64| {
                    i128::from(from) * i128::from(length) + i128::from(by) * i128::from(along)
                };
                return Self { x: part(a.x, run), y: part(a.y, rise), whole: length.into() };
            }
        }
        let inside = sides(outline).all(|(a, b)| turn(a, b, from) >= 0);
        let corner = outline.iter().min_by_key(|corner| corner.distance_squared(from));
        whole(if inside { from } else { *corner.unwrap_or(&from) })
    }

    fn point(&self) -> Point {
        Point::new(rounded(self.x, self.whole) as i32, rounded(self.y, self.whole) as i32)
    }
}

/// A part of a wedge's border: a ray, or a line that ends.
struct Border {
    from: Point,
    along: Vector,
    ends: bool,
}

/// A fraction with a positive denominator: how far along a border, in lengths of its vector.
#[derive(Copy, Clone)]
struct Part {
    above: i128,
    below: i128,
}

impl Part {
    fn is_before(self, other: Self) -> bool {
        self.above * other.below < other.above * self.below
    }
}

impl Border {
    /// The point of it that lies in a body and is nearest to some point.
    fn nearest(&self, outline: &[Point; 4], near: Point) -> Option<Point> {
        let mut low = Part { above: 0, below: 1 };
        let mut high = self.ends.then_some(Part { above: 1, below: 1 });
        for (a, b) in sides(outline) {
            let inside = i128::from(turn(a, b, self.from));
            let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            let gains = i128::from(run * self.along.y - rise * self.along.x);
            if gains > 0 {
                let from = Part { above: -inside, below: gains };
                low = if low.is_before(from) { from } else { low };
            } else if gains < 0 {
                let to = Part { above: inside, below: -gains };
                high = Some(match high {
                    Some(high) if !to.is_before(high) => high,
                    _ => to,
                });
            } else if inside < 0 {
                return None;
            }
        }
        if high.is_some_and(|high| high.is_before(low)) {
            return None;
        }
        let (x, y) = (i128::from(self.along.x), i128::from(self.along.y));
        let (east, north) = (i128::from(near.x - self.from.x), i128::from(near.y - self.from.y));
        let mut best = Part { above: east * x + north * y, below: (x * x + y * y).max(1) };
        if best.is_before(low) {
            best = low;
        } else if let Some(high) = high.filter(|high| high.is_before(best)) {
            best = high;
        }
        let place = |from: i32, by: i128| from + rounded(by * best.above, best.below) as i32;
        Some(Point::new(place(self.from.x, x), place(self.from.y, y)))
    }
}
