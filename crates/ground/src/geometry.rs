//! Plane geometry in whole centimetres: exact, and the same on every machine.

use serde::{Deserialize, Serialize};

/// A point on the ground: centimetres east and north of the battlefield's origin.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Centimetres east.
    pub x: i32,
    /// Centimetres north.
    pub y: i32,
}

impl Point {
    /// The point `x` centimetres east and `y` north of the origin.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Square of the distance to another point.
    pub fn distance_squared(self, other: Self) -> i64 {
        let (dx, dy) = (i64::from(self.x) - i64::from(other.x), i64::from(self.y) - i64::from(other.y));
        dx * dx + dy * dy
    }

    /// Distance to another point, rounded down.
    pub fn distance(self, other: Self) -> i64 {
        self.distance_squared(other).isqrt()
    }

    /// The point a fraction `part / whole` of the way to another.
    pub fn towards(self, other: Self, part: i64, whole: i64) -> Self {
        let along = |from: i32, to: i32| {
            let step = i128::from(i64::from(to) - i64::from(from)) * i128::from(part);
            from + (step.div_euclid(i128::from(whole)) as i32)
        };
        Self { x: along(self.x, other.x), y: along(self.y, other.y) }
    }
}

/// Twice the area of the triangle, positive if `a`, `b`, `c` turn counter-clockwise.
pub(crate) fn turn(a: Point, b: Point, c: Point) -> i64 {
    let (abx, aby) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (acx, acy) = (i64::from(c.x) - i64::from(a.x), i64::from(c.y) - i64::from(a.y));
    abx * acy - aby * acx
}

/// An upright rectangle, borders included.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// South-west corner.
    pub low: Point,
    /// North-east corner.
    pub high: Point,
}

impl Frame {
    /// The smallest frame round all points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self { low: first, high: first }, |frame, point| Self {
            low: Point::new(frame.low.x.min(point.x), frame.low.y.min(point.y)),
            high: Point::new(frame.high.x.max(point.x), frame.high.y.max(point.y)),
        }))
    }

    /// Centimetres from west to east.
    pub const fn width(&self) -> i32 {
        self.high.x - self.low.x
    }

    /// Centimetres from south to north.
    pub const fn height(&self) -> i32 {
        self.high.y - self.low.y
    }

    /// Is the point inside or on the border?
    pub const fn contains(&self, point: Point) -> bool {
        self.low.x <= point.x && point.x <= self.high.x && self.low.y <= point.y && point.y <= self.high.y
    }

    /// Do the two have a point in common?
    pub const fn touches(&self, other: &Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// The frame pushed outward by a margin on all sides.
    pub const fn grown(&self, margin: i32) -> Self {
        Self {
            low: Point::new(self.low.x - margin, self.low.y - margin),
            high: Point::new(self.high.x + margin, self.high.y + margin),
        }
    }
}

/// A piece of ground: rings of points, the last joined to the first. Inside is what an odd number of rings encloses,
/// so holes are just further rings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// Outer rings and holes.
    pub rings: Vec<Vec<Point>>,
}

impl Area {
    /// Every side of every ring.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.rings
            .iter()
            .flat_map(|ring| ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).take(ring.len()))
    }

    /// Is the point inside? Points on the border belong to one side of it or the other.
    pub fn contains(&self, point: Point) -> bool {
        self.sides().filter(|(a, b)| crosses_eastward_ray(*a, *b, point)).count() % 2 == 1
    }

    /// Does the point lie on the border?
    pub fn on_border(&self, point: Point) -> bool {
        self.sides().any(|(a, b)| on_segment(a, b, point))
    }

    /// The smallest frame round it.
    pub fn frame(&self) -> Option<Frame> {
        Frame::around(self.rings.iter().flatten().copied())
    }

    /// Its size in square metres, holes left out.
    pub fn square_metres(&self) -> i64 {
        let ring_size = |ring: &Vec<Point>| -> i128 {
            ring.windows(2).map(|side| i128::from(turn(ring[0], side[0], side[1]))).sum()
        };
        let mut sizes: Vec<i128> = self.rings.iter().map(|ring| ring_size(ring).abs()).collect();
        sizes.sort_unstable();
        let outer = sizes.pop().unwrap_or(0);
        ((outer - sizes.iter().sum::<i128>()) / 20_000) as i64
    }
}

fn crosses_eastward_ray(a: Point, b: Point, from: Point) -> bool {
    if (a.y > from.y) == (b.y > from.y) {
        return false;
    }
    let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
    turn(low, high, from) > 0
}

fn on_segment(a: Point, b: Point, point: Point) -> bool {
    turn(a, b, point) == 0 && Frame::around([a, b]).is_some_and(|frame| frame.contains(point))
}

/// Do two segments have a point in common, ends included?
pub(crate) fn segments_meet(a: (Point, Point), b: (Point, Point)) -> bool {
    let sign = |p, q, r| turn(p, q, r).signum();
    let (s1, s2) = (sign(a.0, a.1, b.0), sign(a.0, a.1, b.1));
    let (s3, s4) = (sign(b.0, b.1, a.0), sign(b.0, b.1, a.1));
    if s1 * s2 < 0 && s3 * s4 < 0 {
        return true;
    }
    on_segment(a.0, a.1, b.0)
        || on_segment(a.0, a.1, b.1)
        || on_segment(b.0, b.1, a.0)
        || on_segment(b.0, b.1, a.1)
}

/// Where two segments cross, if they do; rounded to whole centimetres.
pub(crate) fn crossing_point(a: (Point, Point), b: (Point, Point)) -> Option<Point> {
    if !segments_meet(a, b) {
        return None;
    }
    let (s3, s4) = (turn(b.0, b.1, a.0), turn(b.0, b.1, a.1));
    if s3 == s4 {
        return Some(if on_segment(b.0, b.1, a.0) { a.0 } else { a.1 });
    }
    let along = |from: i32, to: i32| {
        let step = i128::from(i64::from(to) - i64::from(from)) * i128::from(s3);
        from + (step.div_euclid(i128::from(s3 - s4)) as i32)
    };
    Some(Point::new(along(a.0.x, a.1.x), along(a.0.y, a.1.y)))
}

/// The place on a broken line nearest to a point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Nearest {
    /// Square of the distance.
    pub distance_squared: i64,
    /// Centimetres from the line's beginning.
    pub along: i64,
    /// The place itself.
    pub point: Point,
}

/// The place on a broken line nearest to a point; the first one of several. `None` for a line without points.
pub(crate) fn nearest_on_line(line: &[Point], point: Point) -> Option<Nearest> {
    Ruler::new(line).nearest(point)
}

/// A broken line prepared for many [`Ruler::nearest`] questions.
#[derive(Clone, Debug)]
pub(crate) struct Ruler<'a> {
    line: &'a [Point],
    /// Centimetres from the beginning to each point.
    along: Vec<i64>,
}

impl<'a> Ruler<'a> {
    pub(crate) fn new(line: &'a [Point]) -> Self {
        let mut walked = 0;
        let steps = line.windows(2).map(|side| {
            walked += side[0].distance(side[1]);
            walked
        });
        let along = std::iter::once(0).chain(steps).collect();
        Self { line, along }
    }

    /// The place nearest to a point; the first one of several. `None` for a line without points.
    pub(crate) fn nearest(&self, point: Point) -> Option<Nearest> {
        let first = *self.line.first()?;
        let mut best = Nearest { distance_squared: point.distance_squared(first), along: 0, point: first };
        for (side, walked) in self.line.windows(2).zip(&self.along) {
            let (a, b) = (side[0], side[1]);
            let outside = |low: i32, high: i32, at: i32| {
                i64::from(low.saturating_sub(at).max(at.saturating_sub(high)).max(0))
            };
            let dx = outside(a.x.min(b.x), a.x.max(b.x), point.x);
            let dy = outside(a.y.min(b.y), a.y.max(b.y), point.y);
            let whole = a.distance_squared(b);
            if dx * dx + dy * dy >= best.distance_squared || whole == 0 {
                continue;
            }
            let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            let dot =
                (i64::from(point.x) - i64::from(a.x)) * run + (i64::from(point.y) - i64::from(a.y)) * rise;
            let foot = a.towards(b, dot.clamp(0, whole), whole);
            let distance_squared = point.distance_squared(foot);
            if distance_squared < best.distance_squared {
                best = Nearest { distance_squared, along: walked + a.distance(foot), point: foot };
            }
        }
        Some(best)
    }
}

/// Length of a broken line in centimetres.
pub(crate) fn length(line: &[Point]) -> i64 {
    line.windows(2).map(|side| side[0].distance(side[1])).sum()
}

/// The line with extra points, so that none is further than `step` centimetres from the next.
pub(crate) fn densified(line: &[Point], step: i64) -> Vec<Point> {
    let mut points: Vec<Point> = line.first().copied().into_iter().collect();
    for side in line.windows(2) {
        let pieces = side[0].distance(side[1]) / step + 1;
        points.extend((1..=pieces).map(|piece| side[0].towards(side[1], piece, pieces)));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn a_ring_with_a_hole() {
        let area = Area {
            rings: vec![
                vec![p(0, 0), p(1000, 0), p(1000, 1000), p(0, 1000)],
                vec![p(400, 400), p(600, 400), p(600, 600), p(400, 600)],
            ],
        };
        assert!(area.contains(p(100, 100)) && !area.contains(p(500, 500)) && !area.contains(p(1100, 500)));
        assert!(area.on_border(p(1000, 300)) && !area.on_border(p(999, 300)));
        assert_eq!(area.square_metres(), 96);
    }

    #[test]
    fn segments_cross_touch_or_miss() {
        let flat = (p(0, 0), p(10, 0));
        assert_eq!(crossing_point(flat, (p(4, -5), p(4, 5))), Some(p(4, 0)));
        assert_eq!(crossing_point(flat, (p(10, 0), p(20, 9))), Some(p(10, 0)));
        assert_eq!(crossing_point(flat, (p(0, 1), p(10, 1))), None);
        assert!(segments_meet(flat, (p(5, 0), p(15, 0))), "they overlap");
        assert!(!segments_meet(flat, (p(11, 0), p(15, 0))));
    }

    #[test]
    fn the_nearest_place_on_a_line_and_how_far_along() {
        let line = [p(0, 0), p(100, 0), p(100, 100)];
        let near = nearest_on_line(&line, p(130, 40)).unwrap();
        assert_eq!((near.point, near.along, near.distance_squared), (p(100, 40), 140, 900));
        assert_eq!(nearest_on_line(&line, p(-3, -4)).unwrap().distance_squared, 25);
        assert_eq!(nearest_on_line(&[], p(0, 0)), None);
        assert_eq!(length(&line), 200);
    }

    #[test]
    fn a_densified_line_keeps_its_corners() {
        let points = densified(&[p(0, 0), p(100, 0), p(100, 35)], 30);
        assert!(points.contains(&p(100, 0)) && points.last() == Some(&p(100, 35)));
        assert!(points.windows(2).all(|side| side[0].distance(side[1]) <= 30));
    }
}
