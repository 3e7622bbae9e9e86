//! Convex outlines: what a body covers on its way.

use super::body::{Posed, Wheel, corner};
use crate::geometry::{Frame, Point, on_segment, turn};

/// The most points a hull has: two rectangles have no more corners.
pub const POINTS: usize = 8;

/// A convex outline of at most eight points, counter-clockwise, no two in a row the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hull {
    points: [Point; POINTS],
    len: u8,
}

impl Hull {
    const EMPTY: Self = Self { points: [Point::new(0, 0); POINTS], len: 0 };

    /// The outline of a body.
    pub fn of(body: &Posed) -> Self {
        let mut hull = Self::EMPTY;
        body.outline.iter().for_each(|point| hull.push(*point));
        hull
    }

    /// A straight line from point to point.
    pub fn line(from: Point, to: Point) -> Self {
        let mut hull = Self::EMPTY;
        hull.push(from);
        if from != to {
            hull.push(to);
        }
        hull
    }

    /// What the outline or the core of a body covers when it goes straight from where one point is to where another
    /// is. Its heading stays, so all its corners go the same way.
    pub fn swept(corners: &[Point; 4], from: Point, to: Point) -> Self {
        let (east, north) = (to.x - from.x, to.y - from.y);
        let moved = |point: Point| Point::new(point.x + east, point.y + north);
        // A side goes ahead of the rest if it looks the way the body goes. Where sides that go ahead and sides that
        // stay behind meet, the corner is there twice.
        let leads = |side: usize| {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            let (run, rise) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            run * i64::from(north) < rise * i64::from(east)
        };
        let mut hull = Self::EMPTY;
        let mut before = leads(3);
        for (number, corner) in corners.iter().enumerate() {
            let after = leads(number);
            hull.push(if before { moved(*corner) } else { *corner });
            if before != after {
                hull.push(if after { moved(*corner) } else { *corner });
            }
            before = after;
        }
        hull
    }

    /// What a wheel covers from a tick to the next: the hull of the body at both.
    pub fn wheeled(wheel: &Wheel, tick: u16) -> Self {
        Self::turned(&wheel.at(tick).outline(), &wheel.at(tick + 1).outline())
    }

    /// The hull of a body at two headings, by its outlines.
    pub fn turned(here: &[Point; 4], next: &[Point; 4]) -> Self {
        Self::around([here[0], here[1], here[2], here[3], next[0], next[1], next[2], next[3]])
    }

    /// What the front of a wheel covers from a tick to the next.
    pub fn wheeled_front(wheel: &Wheel, tick: u16) -> Self {
        Self::turned_front(&wheel.at(tick).outline(), &wheel.at(tick + 1).outline())
    }

    /// The hull of the front of a body at two headings.
    pub fn turned_front(here: &[Point; 4], next: &[Point; 4]) -> Self {
        let (left, right) = (corner::FRONT_LEFT, corner::FRONT_RIGHT);
        Self::around([here[left], here[right], next[left], next[right]])
    }

    /// The smallest convex outline round some points: a single point, or the two ends of a line, where they are that.
    pub fn around<const N: usize>(mut points: [Point; N]) -> Self {
        const { assert!(N <= POINTS) };
        points.sort_unstable();
        // The lower side from west to east, then the upper one back to the first point. On the way back points of the
        // lower side are tried again, so there is room for all of them twice.
        let mut chain = [Point::new(0, 0); 2 * POINTS];
        let (mut len, mut keep) = (0, 1);
        for (number, point) in points.iter().chain(points.iter().rev().skip(1)).enumerate() {
            if number == N {
                keep = len;
            }
            while len > keep && turn(chain[len - 2], chain[len - 1], *point) <= 0 {
                len -= 1;
            }
            if len == 0 || chain[len - 1] != *point {
                chain[len] = *point;
                len += 1;
            }
        }
        let closed = len > 1 && chain[len - 1] == chain[0];
        let mut hull = Self::EMPTY;
        chain[..len - usize::from(closed)].iter().for_each(|point| hull.push(*point));
        hull
    }

    fn push(&mut self, point: Point) {
        self.points[usize::from(self.len)] = point;
        self.len += 1;
    }

    /// Its points, counter-clockwise.
    pub fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.len)]
    }

    /// The smallest frame round it.
    pub fn frame(&self) -> Frame {
        frame(self.points())
    }

    /// Is the point inside or on the border?
    pub fn holds(&self, point: Point) -> bool {
        self.meets(point, point)
    }

    /// Does a straight line from point to point have a point in common with it, borders and ends included?
    pub fn meets(&self, from: Point, to: Point) -> bool {
        let points = self.points();
        let all_beyond =
            |a: Point, b: Point, others: &[Point]| others.iter().all(|point| turn(a, b, *point) < 0);
        match points {
            [] => false,
            [only] => on_segment(from, to, *only),
            [a, b] => crate::geometry::segments_meet((*a, *b), (from, to)),
            _ => {
                sides(points).all(|(a, b)| !all_beyond(a, b, &[from, to]))
                    && !all_beyond(from, to, points)
                    && !all_beyond(to, from, points)
            }
        }
    }
}

/// The sides of an outline.
pub(super) fn sides(points: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let last = points.len().wrapping_sub(1);
    (0..points.len()).map(move |number| (points[number], points[if number == last { 0 } else { number + 1 }]))
}

/// The smallest frame round some points.
pub(super) fn frame(points: &[Point]) -> Frame {
    Frame::around(points.iter().copied()).unwrap_or(Frame::between(Point::new(0, 0), Point::new(0, 0)))
}
