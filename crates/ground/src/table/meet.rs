//! Whether two convex outlines overlap, how far they are apart, and when one comes near another on its way.
//!
//! Outlines are lists of points, convex and counter-clockwise: four corners of a body, the points of a
//! [`Hull`](super::Hull), the two ends of a line, or a single point. All answers are exact: signs of products, squares
//! of distances, and fractions where a foot of a perpendicular lies between points.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use super::body::Leg;
use super::hull::sides;
use super::wide;
use crate::geometry::{Point, on_segment, segments_meet, turn};

/// Do two outlines have inner points in common? Lines and points have none.
pub fn overlap(a: &[Point], b: &[Point]) -> bool {
    let parted =
        |(from, to): (Point, Point), others: &[Point]| others.iter().all(|point| turn(from, to, *point) <= 0);
    a.len() > 2
        && b.len() > 2
        && !sides(a).any(|side| parted(side, b))
        && !sides(b).any(|side| parted(side, a))
}

/// Is the gap between two outlines at most so large? Where they have a point in common it is nothing.
pub fn gap_within(a: &[Point], b: &[Point], distance: i32) -> bool {
    if a.is_empty() || b.is_empty() || distance < 0 {
        return false;
    }
    let allowed = square(i64::from(distance));
    let mut parted = false;
    for (these, those) in [(a, b), (b, a)] {
        for (from, to) in sides(these) {
            let nearest = those.iter().map(|point| turn(from, to, *point)).max().unwrap_or(0);
            if nearest < 0 {
                parted = true;
                // Everything lies beyond this side, and farther than that: no need for a closer look.
                let length = from.distance_squared(to).unsigned_abs();
                if square(nearest) > allowed * u128::from(length) {
                    return false;
                }
            }
        }
    }
    if !parted && (a.len() > 2 || b.len() > 2) {
        return true;
    }
    if let (&[a0, a1], &[b0, b1]) = (a, b)
        && segments_meet((a0, a1), (b0, b1))
    {
        return true;
    }
    facing(a, b).any(|pair| pair.squared_at_most(allowed))
}

/// The square of the gap between two outlines, as [`nearest`] has it; `None` if one of them has no points.
pub fn gap(a: &[Point], b: &[Point]) -> Option<Squared> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    if gap_within(a, b, 0) { Some(Squared::ZERO) } else { gap_apart(a, b) }
}

/// The same of two that are known to have no point in common.
pub(super) fn gap_apart(a: &[Point], b: &[Point]) -> Option<Squared> {
    // The nearest two corners first: what is left are feet of perpendiculars, on sides that the corner is beyond.
    let corners = a.iter().flat_map(|one| b.iter().map(|other| one.distance_squared(*other)));
    let mut best = Squared { whole: corners.min()?.unsigned_abs(), rest: (0, 1) };
    nearer_feet(a, b, &mut best);
    nearer_feet(b, a, &mut best);
    Some(best)
}

/// Looks for a corner of the one outline that is nearer to a side of the other, between its ends, than the best so far.
fn nearer_feet(corners: &[Point], outline: &[Point], best: &mut Squared) {
    if outline.len() < 2 {
        return;
    }
    let mut from = outline[outline.len() - 1];
    for &to in outline {
        let (run, rise) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let length = run * run + rise * rise;
        for corner in corners {
            let (east, north) =
                (i64::from(corner.x) - i64::from(from.x), i64::from(corner.y) - i64::from(from.y));
            let beside = run * north - rise * east;
            let along = east * run + north * rise;
            if beside > 0 && outline.len() > 2 || along <= 0 || along >= length {
                continue;
            }
            let (above, below) = (square(beside), length.unsigned_abs());
            if !best.is_plainly_below(above, below) {
                let squared = Squared::new(above, below);
                if squared < *best {
                    *best = squared;
                }
            }
        }
        from = to;
    }
}

#[inline]
const fn square(value: i64) -> u128 {
    let size = value.unsigned_abs() as u128;
    size * size
}

/// The square of a distance, exactly: a whole number and a proper fraction.
#[derive(Copy, Clone, Debug)]
pub struct Squared {
    whole: u64,
    /// Above and below the line of the fraction.
    rest: (u64, u64),
}

impl Squared {
    /// No distance at all.
    pub const ZERO: Self = Self { whole: 0, rest: (0, 1) };

    fn new(above: u128, below: u64) -> Self {
        let below = below.max(1);
        // Most squares fit 64 bits, and dividing more takes ten times as long.
        if let Ok(above) = u64::try_from(above) {
            return Self { whole: above / below, rest: (above % below, below) };
        }
        Self { whole: (above / u128::from(below)) as u64, rest: ((above % u128::from(below)) as u64, below) }
    }

    /// Whether it is less than a fraction by its whole part alone. Points of a table are less than 2²³ apart, so
    /// squares fit 47 bits, and products of two of them 94.
    #[inline]
    fn is_plainly_below(self, above: u128, below: u64) -> bool {
        above >= u128::from(self.whole + 1) * u128::from(below)
    }

    /// Is the distance itself at most so large?
    pub fn is_within(self, distance: i32) -> bool {
        let square = i64::from(distance) * i64::from(distance);
        distance >= 0 && (i128::from(self.whole), self.rest.0 > 0) <= (i128::from(square), false)
    }

    /// The distance itself, rounded down.
    pub const fn distance(self) -> i32 {
        self.whole.isqrt() as i32
    }
}

impl PartialEq for Squared {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Squared {}

impl PartialOrd for Squared {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Squared {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |above: u64, below: u64| u128::from(above) * u128::from(below);
        self.whole
            .cmp(&other.whole)
            .then_with(|| product(self.rest.0, other.rest.1).cmp(&product(other.rest.0, self.rest.1)))
    }
}

/// Where two outlines are nearest to each other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Nearest {
    /// The square of the gap.
    pub squared: Squared,
    /// The ends of the stretch along which they are so near: each a point of the one and a point of the other, rounded
    /// once. Both ends are the same, unless two sides run alongside.
    ///
    /// Where the outlines have points in common, the stretch runs between the two of their crossings that are farthest
    /// apart.
    pub stretch: [(Point, Point); 2],
}

/// Where two outlines are nearest to each other. `None` if one of them has no points.
pub fn nearest(a: &[Point], b: &[Point]) -> Option<Nearest> {
    if gap_within(a, b, 0) {
        return common(a, b);
    }
    let mut best: Option<Nearest> = None;
    for pair in pairs(a, b) {
        let (above, below) = pair.fraction();
        if best.as_ref().is_some_and(|best| best.squared.is_plainly_below(above, below)) {
            continue;
        }
        let squared = Squared::new(above, below);
        match best.as_mut().map(|best| (squared.cmp(&best.squared), best)) {
            Some((Ordering::Greater, _)) => {}
            Some((Ordering::Equal, best)) => {
                // Of several the two that are farthest apart: a stretch has a corner at each end.
                let points = pair.points();
                let long = best.stretch[0].0.distance_squared(best.stretch[1].0);
                if best.stretch[0].0.distance_squared(points.0) > long {
                    best.stretch[1] = points;
                }
            }
            _ => {
                let points = pair.points();
                best = Some(Nearest { squared, stretch: [points, points] });
            }
        }
    }
    best
}

/// The crossings of two outlines that meet, or a corner of the one that lies inside the other.
fn common(a: &[Point], b: &[Point]) -> Option<Nearest> {
    let all = || sides(a).flat_map(|one| sides(b).flat_map(move |other| crossings(one, other)));
    let farthest = |from: Point| {
        all().fold(from, |best, point| {
            if from.distance_squared(point) > from.distance_squared(best) { point } else { best }
        })
    };
    let ends = match all().next() {
        Some(first) => {
            let one = farthest(first);
            [one, farthest(one)]
        }
        None => {
            let held = |point: &Point| gap_within(&[*point], a, 0) && gap_within(&[*point], b, 0);
            [a.iter().chain(b).copied().find(held)?; 2]
        }
    };
    Some(Nearest { squared: Squared::ZERO, stretch: ends.map(|end| (end, end)) })
}

/// Where two sides meet: ends of the one that lie on the other, or the crossing, rounded once.
fn crossings(one: (Point, Point), other: (Point, Point)) -> impl Iterator<Item = Point> {
    let (before, after) = (turn(other.0, other.1, one.0), turn(other.0, other.1, one.1));
    let across = turn(one.0, one.1, other.0).signum() * turn(one.0, one.1, other.1).signum() < 0;
    let proper = (across && before.signum() * after.signum() < 0).then(|| {
        let (part, whole) = (before.abs(), before.abs() + after.abs());
        let along = |from: i32, to: i32| from + share(i64::from(to) - i64::from(from), part, whole);
        Point::new(along(one.0.x, one.1.x), along(one.0.y, one.1.y))
    });
    let on = |(from, to): (Point, Point), point: Point| on_segment(from, to, point).then_some(point);
    [proper, on(other, one.0), on(other, one.1), on(one, other.0), on(one, other.1)].into_iter().flatten()
}

/// A corner of one outline and what it is nearest to on a side of the other.
#[derive(Copy, Clone)]
struct Pair {
    corner: Point,
    side: (Point, Point),
    /// The corner belongs to the second outline.
    swapped: bool,
    /// How far along the side the foot of the perpendicular lies, and how long the side is, both squared.
    along: (i64, i64),
}

/// Every corner of each outline with every side of the other.
fn pairs<'a>(a: &'a [Point], b: &'a [Point]) -> impl Iterator<Item = Pair> + 'a {
    let one_way = |corners: &'a [Point], outline: &'a [Point], swapped: bool| {
        corners
            .iter()
            .flat_map(move |corner| sides(outline).map(move |side| Pair::new(*corner, side, swapped)))
    };
    one_way(a, b, false).chain(one_way(b, a, true))
}

/// The same, but for sides that a corner has not before it: what is nearest to a corner outside of an outline lies on a
/// side that it is beyond.
fn facing<'a>(a: &'a [Point], b: &'a [Point]) -> impl Iterator<Item = Pair> + 'a {
    let one_way = |corners: &'a [Point], outline: &'a [Point], swapped: bool| {
        corners.iter().flat_map(move |corner| {
            let faces =
                move |(from, to): &(Point, Point)| outline.len() < 3 || turn(*from, *to, *corner) <= 0;
            sides(outline).filter(faces).map(move |side| Pair::new(*corner, side, swapped))
        })
    };
    // All that a single point has to be compared with is its own distance from sides.
    let one = if b.len() > 1 || a.len() == 1 { a } else { &[] };
    let other = if a.len() > 1 { b } else { &[] };
    one_way(one, b, false).chain(one_way(other, a, true))
}

impl Pair {
    #[inline]
    fn new(corner: Point, side: (Point, Point), swapped: bool) -> Self {
        let (from, to) = side;
        let (run, rise) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let (east, north) =
            (i64::from(corner.x) - i64::from(from.x), i64::from(corner.y) - i64::from(from.y));
        let length = run * run + rise * rise;
        Self { corner, side, swapped, along: ((east * run + north * rise).clamp(0, length), length) }
    }

    /// The square of the distance as a fraction.
    #[inline]
    fn fraction(&self) -> (u128, u64) {
        match self.along {
            (0, _) => (self.corner.distance_squared(self.side.0).unsigned_abs().into(), 1),
            (along, length) if along == length => {
                (self.corner.distance_squared(self.side.1).unsigned_abs().into(), 1)
            }
            (_, length) => (square(turn(self.side.0, self.side.1, self.corner)), length.unsigned_abs()),
        }
    }

    /// An allowed square is at most 2⁶², and the square of a side's length 2⁴⁷: nothing overflows.
    #[inline]
    fn squared_at_most(&self, allowed: u128) -> bool {
        let (above, below) = self.fraction();
        above <= allowed * u128::from(below)
    }

    /// The two points, that of the first outline first.
    fn points(&self) -> (Point, Point) {
        let (along, length) = self.along;
        let part = |from: i32, to: i32| from + share(i64::from(to) - i64::from(from), along, length);
        let foot = Point::new(part(self.side.0.x, self.side.1.x), part(self.side.0.y, self.side.1.y));
        if self.swapped { (foot, self.corner) } else { (self.corner, foot) }
    }
}

/// `length * part / whole`, halves away from zero; nothing of nothing.
fn share(length: i64, part: i64, whole: i64) -> i32 {
    if whole == 0 {
        return 0;
    }
    rounded(i128::from(length) * i128::from(part), i128::from(whole)) as i32
}

/// A quotient as a whole number, halves away from zero. The divisor is positive.
pub(super) const fn rounded(above: i128, below: i128) -> i128 {
    let size = (2 * above.abs() + below) / (2 * below);
    if above < 0 { -size } else { size }
}

/// How far an outline has gone along a leg when it first comes within a distance of another: a multiple of `step`, or
/// the length of the leg itself, which is tried last whether it is a multiple or not. The outline that moves is given
/// where it stands at the beginning of the leg. `None` where it never comes so near.
///
/// Places are exact fractions of the leg and not rounded. Along a straight way the gap falls and then rises, so the
/// first place is found by halving.
pub fn first_within(leg: &Leg, moves: &[Point], stays: &[Point], distance: i32, step: i32) -> Option<i32> {
    if moves.is_empty() || stays.is_empty() || distance < 0 {
        return None;
    }
    let length = i64::from(leg.length.max(0));
    let step = i64::from(step.max(1));
    let course = Course {
        east: i64::from(leg.to.x) - i64::from(leg.from.x),
        north: i64::from(leg.to.y) - i64::from(leg.from.y),
        scale: length.max(1),
        reach: i64::from(distance),
    };
    if course.leads_past(stays, moves) {
        return None;
    }
    let difference = Difference::new(stays, moves, &course);
    let way = |number: i64| (number * step).min(length);
    // Only places where the one is abreast of the other, or nearly, have to be tried: everywhere else it is too far
    // behind or ahead.
    let (before, after) = course.abreast(stays, moves);
    let (mut low, mut high) =
        (before.max(0) / step, ((length + step - 1) / step).min(after.max(-1) / step + 1));
    if after < 0 {
        return None;
    }
    let mut first = None;
    while low <= high {
        let middle = low.midpoint(high);
        match difference.look(&course, way(middle)) {
            Look::Within => {
                first = Some(way(middle) as i32);
                high = middle - 1;
            }
            Look::Closing => low = middle + 1,
            Look::Leaving => high = middle - 1,
        }
    }
    first
}

/// A point on its way, and how near it has to come.
struct Course {
    east: i64,
    north: i64,
    /// The length of the way: everything is multiplied by it, so that places on the way are whole numbers.
    scale: i64,
    reach: i64,
}

impl Course {
    /// From where to where on the way the one can be near enough, seen along it: outside of that it never is. In the
    /// whole units of the way, and one more than needed.
    fn abreast(&self, stays: &[Point], moves: &[Point]) -> (i64, i64) {
        let along = |point: &Point| self.east * i64::from(point.x) + self.north * i64::from(point.y);
        let span = |points: &[Point]| {
            points
                .iter()
                .map(along)
                .fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
        };
        let ((stay_low, stay_high), (move_low, move_high)) = (span(stays), span(moves));
        let squared = self.east * self.east + self.north * self.north;
        let reach = self.reach * (squared.isqrt() + 1);
        let (before, after) = (stay_low - move_high - reach, stay_high - move_low + reach);
        // What is counted along the way is a product of lengths: less than 2⁴³ + 2⁵³, so times a length below 2⁹ more
        // would fit; where it does not, the whole way is tried.
        let place = |value: i64| value.checked_mul(self.scale).map(|value| value.div_euclid(squared.max(1)));
        match (squared, place(before), place(after)) {
            (1.., Some(before), Some(after)) => (before - 1, after + 1),
            _ => (0, i64::MAX / 2),
        }
    }

    /// Whether everything of the one stays farther to one side of the way than the other reaches: most ways lead past
    /// most bodies, and need no closer look.
    fn leads_past(&self, stays: &[Point], moves: &[Point]) -> bool {
        let beside = |point: &Point| self.east * i64::from(point.y) - self.north * i64::from(point.x);
        let span = |points: &[Point]| {
            points
                .iter()
                .map(beside)
                .fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
        };
        let ((stay_low, stay_high), (move_low, move_high)) = (span(stays), span(moves));
        let gap = (stay_low - move_high).max(move_low - stay_high);
        let length = self.east * self.east + self.north * self.north;
        gap > 0 && square(gap) > square(self.reach) * u128::from(length.unsigned_abs())
    }
}

enum Look {
    Within,
    /// Not near enough, and coming nearer.
    Closing,
    /// Not near enough, and not coming nearer.
    Leaving,
}

/// All differences between a point of one outline and a point of another: a convex outline. The one, moved by some
/// vector, is as far from the other as the vector is from this.
struct Difference {
    points: [Point; Self::MOST],
    len: usize,
    /// Everything is so near that 64 bits are enough: see [`Difference::is_near`].
    near: bool,
}

impl Difference {
    const MOST: usize = 16;

    /// Whether 64 bits are enough. With corners within 2¹⁹, and way and length within 2²⁰, what is seen from a corner
    /// is at most 2⁴¹, sides are at most 2²⁰ each way, so products of the two sum up to less than 2⁶²; and the square
    /// of a side, at most 2⁴¹, times the length is less than 2⁶².
    fn is_near(&self, course: &Course) -> bool {
        let small = |value: i64, bits: u32| value.unsigned_abs() <= 1 << bits;
        let near = |point: &Point| small(point.x.into(), 19) && small(point.y.into(), 19);
        small(course.east, 20)
            && small(course.north, 20)
            && small(course.scale, 20)
            && self.points[..self.len].iter().all(near)
    }

    fn new(stays: &[Point], moves: &[Point], course: &Course) -> Self {
        let mut difference = Self { points: [Point::new(0, 0); Self::MOST], len: 0, near: false };
        // Both begin at their lowest point; from there sides follow each other by direction.
        let lowest = |points: &[Point], key: &dyn Fn(Point) -> (i32, i32)| {
            (0..points.len()).min_by_key(|number| key(points[*number])).unwrap_or(0)
        };
        let (first, second) = (lowest(stays, &|p| (p.y, p.x)), lowest(moves, &|p| (-p.y, -p.x)));
        let stay = |number: usize| stays[(first + number) % stays.len()];
        let away = |number: usize| {
            let point = moves[(second + number) % moves.len()];
            Point::new(-point.x, -point.y)
        };
        let count = |points: &[Point]| if points.len() > 1 { points.len() } else { 0 };
        let (stay_sides, away_sides) = (count(stays), count(moves));
        let (mut i, mut j) = (0, 0);
        loop {
            let (a, b) = (stay(i), away(j));
            difference.push(Point::new(a.x + b.x, a.y + b.y));
            let (next_a, next_b) = (stay(i + 1), away(j + 1));
            let turns = i64::from(next_a.x - a.x) * i64::from(next_b.y - b.y)
                - i64::from(next_a.y - a.y) * i64::from(next_b.x - b.x);
            match (i < stay_sides, j < away_sides) {
                (false, false) => break,
                (true, false) => i += 1,
                (false, true) => j += 1,
                (true, true) => {
                    i += usize::from(turns >= 0);
                    j += usize::from(turns <= 0);
                }
            }
        }
        difference.settle();
        difference.near = difference.is_near(course);
        difference
    }

    fn push(&mut self, point: Point) {
        let fits = self.len < Self::MOST;
        if fits && (self.len == 0 || self.points[self.len - 1] != point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// Takes off the first point where it is there again at the end, and leaves of a mere line its two ends.
    fn settle(&mut self) {
        if self.len > 1 && self.points[self.len - 1] == self.points[0] {
            self.len -= 1;
        }
        let points = &mut self.points[..self.len];
        if self.len > 2 && points.iter().all(|point| turn(points[0], points[1], *point) == 0) {
            points.sort_unstable();
            points[1] = points[self.len - 1];
            self.len = 2;
        }
    }

    /// Where a point stands after some of its way.
    fn look(&self, course: &Course, way: i64) -> Look {
        if self.near { self.look_in::<i64>(course, way) } else { self.look_in::<i128>(course, way) }
    }

    fn look_in<N: Number>(&self, course: &Course, way: i64) -> Look {
        let points = &self.points[..self.len];
        let at = |corner: Point| {
            // Seen from the corner, scaled.
            let east = course.east * way - i64::from(corner.x) * course.scale;
            let north = course.north * way - i64::from(corner.y) * course.scale;
            (N::from(east), N::from(north))
        };
        let none = N::from(0);
        let reach = square(course.reach * course.scale);
        let mut inside = self.len > 2;
        for (from, to) in sides(points) {
            let (run, rise) = (N::from(i64::from(to.x - from.x)), N::from(i64::from(to.y - from.y)));
            let (east, north) = at(from);
            let beside = run * north - rise * east;
            if self.len > 2 && beside >= none {
                continue;
            }
            inside = false;
            let length = run * run + rise * rise;
            let along = east * run + north * rise;
            if along < none || along > length * N::from(course.scale) || length == none {
                continue;
            }
            // The foot of the perpendicular lies on this side: it is the nearest.
            if N::square_at_most(beside, reach, length) {
                return Look::Within;
            }
            let change = run * N::from(course.north) - rise * N::from(course.east);
            let closes = (change < none && beside > none) || (change > none && beside < none);
            return if closes { Look::Closing } else { Look::Leaving };
        }
        if inside {
            return Look::Within;
        }
        let squared = |(east, north): (N, N)| N::squared(east, north);
        let corner = points.iter().map(|point| at(*point)).min_by_key(|seen| squared(*seen));
        let Some((east, north)) = corner else { return Look::Leaving };
        if squared((east, north)) <= reach {
            Look::Within
        } else if east * N::from(course.east) + north * N::from(course.north) < none {
            Look::Closing
        } else {
            Look::Leaving
        }
    }
}

/// What places on a way are counted in: 64 bits where everything is near enough, which is nearly always, else 128.
trait Number: Copy + Ord + From<i64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// The sum of two squares.
    fn squared(east: Self, north: Self) -> u128;
    /// Is a square at most a product? Only the size of the last counts.
    fn square_at_most(value: Self, one: u128, other: Self) -> bool;
}

impl Number for i64 {
    #[inline]
    fn squared(east: i64, north: i64) -> u128 {
        square(east) + square(north)
    }

    #[inline]
    fn square_at_most(value: i64, one: u128, other: i64) -> bool {
        match one.checked_mul(other.unsigned_abs().into()) {
            Some(product) => square(value) <= product,
            // No square of 64 bits is larger than all that fits 128.
            None => true,
        }
    }
}

impl Number for i128 {
    fn squared(east: i128, north: i128) -> u128 {
        (east * east + north * north).unsigned_abs()
    }

    fn square_at_most(value: i128, one: u128, other: i128) -> bool {
        let size = value.unsigned_abs();
        wide::compare((size, size), (one, other.unsigned_abs())) != Ordering::Greater
    }
}
