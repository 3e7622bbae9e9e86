//! Plane geometry in whole numbers: exact, and the same on every machine.
//!
//! A unit is a centimetre on a battlefield or in a theatre, and a table unit on an open table ([`crate::table`]).

use serde::{Deserialize, Serialize};

/// A point on the ground: units east and north of the origin, centimetres on a battlefield.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Units east.
    pub x: i32,
    /// Units north.
    pub y: i32,
}

impl Point {
    /// The point `x` units east and `y` north of the origin.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Square of the distance to another point.
    #[inline]
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
        let along = |from: i32, to: i32| from + share(i64::from(to) - i64::from(from), part, whole);
        Self { x: along(self.x, other.x), y: along(self.y, other.y) }
    }
}

/// `length * part / whole`, rounded down.
fn share(length: i64, part: i64, whole: i64) -> i32 {
    match length.checked_mul(part) {
        Some(product) => product.div_euclid(whole) as i32,
        // Only lines of many kilometres come here; dividing 128 bits is slow.
        None => (i128::from(length) * i128::from(part)).div_euclid(i128::from(whole)) as i32,
    }
}

/// Twice the area of the triangle, positive if `a`, `b`, `c` turn counter-clockwise.
#[inline]
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

    /// The smallest frame round two points.
    pub fn between(a: Point, b: Point) -> Self {
        Self { low: Point::new(a.x.min(b.x), a.y.min(b.y)), high: Point::new(a.x.max(b.x), a.y.max(b.y)) }
    }

    /// Units from west to east.
    pub const fn width(&self) -> i32 {
        self.high.x - self.low.x
    }

    /// Units from south to north.
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

/// An area prepared for many questions whether it holds a point: its sides sorted into belts from south to north, so
/// that a point is compared with the few sides at its height.
#[derive(Debug)]
pub(crate) struct Belts {
    south: i32,
    /// Centimetres from the south of one belt to that of the next.
    width: i64,
    belts: Vec<Vec<(Point, Point)>>,
}

impl Belts {
    pub(crate) fn new(area: &Area) -> Self {
        let frame = area.frame().unwrap_or(Frame::between(Point::new(0, 0), Point::new(0, 0)));
        let height = i64::from(frame.high.y) - i64::from(frame.low.y);
        let (sides, climbed) = area.sides().fold((0, 0), |(sides, climbed), (a, b)| {
            (sides + 1, climbed + (i64::from(a.y) - i64::from(b.y)).abs())
        });
        // So many belts that the sides, each in every belt it touches, fill three places each on average.
        let count = (i128::from(sides) * i128::from(height) / i128::from(climbed.max(1))).max(1) as i64;
        let mut prepared =
            Self { south: frame.low.y, width: height / count + 1, belts: vec![Vec::new(); count as usize] };
        for (a, b) in area.sides() {
            let (first, last) = (prepared.belt(a.y.min(b.y)), prepared.belt(a.y.max(b.y)));
            for belt in &mut prepared.belts[first as usize..=last as usize] {
                belt.push((a, b));
            }
        }
        prepared
    }

    /// Is the point inside the area or on its border?
    pub(crate) fn holds(&self, point: Point) -> bool {
        let belt = usize::try_from(self.belt(point.y)).ok().and_then(|belt| self.belts.get(belt));
        let sides = belt.map_or(&[][..], Vec::as_slice);
        sides.iter().filter(|(a, b)| crosses_eastward_ray(*a, *b, point)).count() % 2 == 1
            || sides.iter().any(|(a, b)| on_segment(*a, *b, point))
    }

    /// The number of the belt at a height, counted from the south of the area.
    fn belt(&self, y: i32) -> i64 {
        (i64::from(y) - i64::from(self.south)).div_euclid(self.width)
    }
}

fn crosses_eastward_ray(a: Point, b: Point, from: Point) -> bool {
    if (a.y > from.y) == (b.y > from.y) {
        return false;
    }
    let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
    turn(low, high, from) > 0
}

pub(crate) fn on_segment(a: Point, b: Point, point: Point) -> bool {
    Frame::between(a, b).contains(point) && turn(a, b, point) == 0
}

/// Do two segments have a point in common, ends included?
pub(crate) fn segments_meet(a: (Point, Point), b: (Point, Point)) -> bool {
    if !Frame::between(a.0, a.1).touches(&Frame::between(b.0, b.1)) {
        return false;
    }
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

/// How often a segment cuts a broken line. A point exactly on the other line counts as lying to its right, so that a
/// line that is cut in a corner is cut once.
pub(crate) fn cuts(line: &[Point], a: Point, b: Point) -> usize {
    let left = |p, q, r| turn(p, q, r) > 0;
    let frame = Frame::between(a, b);
    line.windows(2)
        .filter(|side| frame.touches(&Frame::between(side[0], side[1])))
        .filter(|side| {
            left(a, b, side[0]) != left(a, b, side[1])
                && left(side[0], side[1], a) != left(side[0], side[1], b)
        })
        .count()
}

/// Does a point lie exactly on a broken line?
pub(crate) fn on_line(line: &[Point], point: Point) -> bool {
    line.windows(2).any(|side| on_segment(side[0], side[1], point))
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
    let along = |from: i32, to: i32| from + share(i64::from(to) - i64::from(from), s3, s3 - s4);
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

/// Square of the distance from a point to a broken line. `None` for a line without points.
pub(crate) fn squared_distance_to(line: &[Point], point: Point) -> Option<i64> {
    nearest_foot(line, point, i64::MAX).map(|foot| foot.distance_squared)
}

/// Does a broken line pass a point within a distance?
pub(crate) fn passes(line: &[Point], point: Point, within: i64) -> bool {
    nearest_foot(line, point, within * within + 1).is_some()
}

/// Where the perpendicular from a point to a broken line stands.
struct Foot {
    /// The number of the side.
    side: usize,
    point: Point,
    distance_squared: i64,
}

/// The nearest place on a line whose squared distance is below a bound; the first one of several.
fn nearest_foot(line: &[Point], point: Point, below: i64) -> Option<Foot> {
    let first = *line.first()?;
    let distance_squared = point.distance_squared(first);
    let mut best = (distance_squared < below).then_some(Foot { side: 0, point: first, distance_squared });
    let mut below = below.min(distance_squared);
    for (number, side) in line.windows(2).enumerate() {
        let (a, b) = (side[0], side[1]);
        let outside = |low: i32, high: i32, at: i32| {
            i64::from(low.saturating_sub(at).max(at.saturating_sub(high)).max(0))
        };
        let dx = outside(a.x.min(b.x), a.x.max(b.x), point.x);
        let dy = outside(a.y.min(b.y), a.y.max(b.y), point.y);
        if dx * dx + dy * dy >= below || a == b {
            continue;
        }
        let whole = a.distance_squared(b);
        let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        let dot = (i64::from(point.x) - i64::from(a.x)) * run + (i64::from(point.y) - i64::from(a.y)) * rise;
        let foot = a.towards(b, dot.clamp(0, whole), whole);
        let distance_squared = point.distance_squared(foot);
        if distance_squared < below {
            below = distance_squared;
            best = Some(Foot { side: number, point: foot, distance_squared });
        }
    }
    best
}

/// A broken line prepared for many questions about the place on it nearest to a point.
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
        self.nearest_below(point, i64::MAX)
    }

    /// The same, if it is no further away than a distance.
    pub(crate) fn nearest_within(&self, point: Point, distance: i64) -> Option<Nearest> {
        self.nearest_below(point, distance * distance + 1)
    }

    fn nearest_below(&self, point: Point, below: i64) -> Option<Nearest> {
        let Foot { side, point, distance_squared } = nearest_foot(self.line, point, below)?;
        Some(Nearest { distance_squared, along: self.along[side] + self.line[side].distance(point), point })
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
    fn a_prepared_area_holds_what_the_area_holds() {
        let area = Area {
            rings: vec![
                vec![p(0, 0), p(30, -7), p(41, 12), p(22, 12), p(35, 30), p(3, 25), p(9, 12)],
                vec![p(12, 5), p(20, 3), p(20, 9)],
                vec![p(50, 0), p(55, 0), p(55, 40)],
            ],
        };
        let prepared = Belts::new(&area);
        for point in (-12..46).flat_map(|y| (-5..60).map(move |x| p(x, y))) {
            assert_eq!(prepared.holds(point), area.contains(point) || area.on_border(point), "{point:?}");
        }
        assert!(!Belts::new(&Area { rings: Vec::new() }).holds(p(0, 0)));
    }

    #[test]
    fn a_line_cut_in_a_corner_is_cut_once() {
        let bent = [p(0, 0), p(10, 10), p(20, 0)];
        assert_eq!(cuts(&bent, p(5, 0), p(5, 20)), 1);
        assert_eq!(cuts(&bent, p(10, 0), p(10, 20)), 1, "through the corner");
        assert_eq!(cuts(&bent, p(0, 5), p(20, 5)), 2);
        assert_eq!(cuts(&bent, p(0, 11), p(20, 11)), 0);
        assert!(on_line(&bent, p(15, 5)) && !on_line(&bent, p(15, 6)));
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
        let near = Ruler::new(&line).nearest(p(130, 40)).unwrap();
        assert_eq!((near.point, near.along, near.distance_squared), (p(100, 40), 140, 900));
        assert_eq!(Ruler::new(&line).nearest_within(p(130, 40), 30), Some(near));
        assert_eq!(Ruler::new(&line).nearest_within(p(130, 40), 29), None);
        assert!(passes(&line, p(-3, -4), 5) && !passes(&line, p(-3, -4), 4));
        assert_eq!(squared_distance_to(&line, p(-3, -4)), Some(25));
        assert_eq!(squared_distance_to(&[], p(0, 0)), None);
        assert_eq!(length(&line), 200);
    }

    #[test]
    fn a_densified_line_keeps_its_corners() {
        let points = densified(&[p(0, 0), p(100, 0), p(100, 35)], 30);
        assert!(points.contains(&p(100, 0)) && points.last() == Some(&p(100, 35)));
        assert!(points.windows(2).all(|side| side[0].distance(side[1]) <= 30));
    }
}
