//! Ways out, seen along one heading: what lies ahead of a unit, and how far to the side it has to shift (G-11).
//!
//! Everything here is measured along and across the heading, in mils times 2³⁰, so that nothing is rounded.

use arrayvec::ArrayVec;
use ground::geometry::Point;
use ground::table::heading::ONE;
use ground::table::{Heading, heading::Vector};

/// A place along and across a heading.
pub(super) type Place = (i64, i64);

/// A convex outline along and across a heading.
pub(super) type Outline = ArrayVec<Place, 16>;

/// A view along a heading from a point.
#[derive(Copy, Clone)]
pub(super) struct View {
    from: Point,
    vector: Vector,
}

impl View {
    pub(super) const fn new(from: Point, heading: Heading) -> View {
        View { from, vector: heading.vector() }
    }

    /// How far ahead and how far to the right a point lies.
    pub(super) fn place(&self, point: Point) -> Place {
        let (east, north) = (i64::from(point.x - self.from.x), i64::from(point.y - self.from.y));
        let Vector { x, y } = self.vector;
        (east * x + north * y, east * y - north * x)
    }

    pub(super) fn outline(&self, points: &[Point]) -> Outline {
        points.iter().take(16).map(|point| self.place(*point)).collect()
    }
}

/// What of the first coordinate an outline covers where its second one lies between two bounds; borders touched from
/// outside are not reached into.
pub(super) fn between(outline: &[Place], low: i64, high: i64) -> Option<(i64, i64)> {
    let (least, most) = range(outline.iter().map(|place| place.1))?;
    if most < low || least > high || (least != most && (most == low || least == high)) {
        return None;
    }
    if least == most && (least == low || least == high) && low != high {
        return None;
    }
    let ends = sides(outline).flat_map(|(from, to)| {
        let inside = |place: Place| (low <= place.1 && place.1 <= high).then_some(place.0);
        let cut = |bound: i64| {
            let crosses = (from.1 < bound) != (to.1 < bound) && from.1 != to.1;
            crosses.then(|| {
                let part = i128::from(bound - from.1) * i128::from(to.0 - from.0);
                from.0 + (part / i128::from(to.1 - from.1)) as i64
            })
        };
        [inside(from), inside(to), cut(low), cut(high)].into_iter().flatten()
    });
    range(ends)
}

fn range(values: impl Iterator<Item = i64>) -> Option<(i64, i64)> {
    values.fold(None, |found, value| {
        Some(found.map_or((value, value), |(least, most): (i64, i64)| (least.min(value), most.max(value))))
    })
}

fn sides(outline: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    (0..outline.len()).map(move |number| (outline[number], outline[(number + 1) % outline.len()]))
}

/// The shifts at which a body that goes so far ahead meets another: between these two, the bounds left out.
pub(super) fn met_between(ours: &[Place], theirs: &[Place], length: i32) -> Option<(i64, i64)> {
    // All differences between a point of his and a point of ours: a shift that is one of them makes the two meet.
    let mut all: ArrayVec<Place, 16> = ArrayVec::new();
    for his in theirs.iter().take(4) {
        for our in ours.iter().take(4) {
            // What lies across comes first: the question is how far aside, where the way ahead is given.
            all.push((his.1 - our.1, his.0 - our.0));
        }
    }
    between(&hull(all), 0, i64::from(length) * ONE)
}

/// The convex outline round places.
fn hull(mut places: ArrayVec<Place, 16>) -> Outline {
    places.sort_unstable();
    let turn = |a: Place, b: Place, c: Place| {
        i128::from(b.0 - a.0) * i128::from(c.1 - a.1) - i128::from(b.1 - a.1) * i128::from(c.0 - a.0)
    };
    let mut chain: ArrayVec<Place, 34> = ArrayVec::new();
    let (count, mut keep) = (places.len(), 1);
    for (number, place) in places.iter().chain(places.iter().rev().skip(1)).enumerate() {
        if number == count {
            keep = chain.len();
        }
        while chain.len() > keep && turn(chain[chain.len() - 2], chain[chain.len() - 1], *place) <= 0 {
            chain.pop();
        }
        chain.push(*place);
    }
    chain.into_iter().take(16).collect()
}

/// The convex outline round many points, for loose stands.
pub(super) fn around(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let turn = |a: Point, b: Point, c: Point| {
        i64::from(b.x - a.x) * i64::from(c.y - a.y) - i64::from(b.y - a.y) * i64::from(c.x - a.x)
    };
    let mut chain: Vec<Point> = Vec::new();
    let (count, mut keep) = (points.len(), 1);
    for (number, point) in points.iter().chain(points.iter().rev().skip(1)).enumerate() {
        if number == count {
            keep = chain.len();
        }
        while chain.len() > keep && turn(chain[chain.len() - 2], chain[chain.len() - 1], *point) <= 0 {
            chain.pop();
        }
        chain.push(*point);
    }
    if chain.len() > 1 && chain.first() == chain.last() {
        chain.pop();
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::table::{Body, Hull, Leg, Turn, meet};

    const SQUARE: [Place; 4] = [(0, 0), (10, 0), (10, 10), (0, 10)];

    #[test]
    fn what_touches_a_strip_does_not_reach_into_it() {
        assert_eq!(between(&SQUARE, 10, 20), None);
        assert_eq!(between(&SQUARE, -5, 0), None);
        assert_eq!(between(&SQUARE, 9, 20), Some((0, 10)));
        let tip = [(0, 0), (10, 10), (0, 20)];
        assert_eq!(between(&tip, -5, 5), Some((0, 5)));
        assert_eq!(between(&tip, 10, 10), Some((0, 10)));
        // A line of the ground along the strip, and one on its border.
        assert_eq!(between(&[(3, 5), (8, 5)], 0, 10), Some((3, 8)));
        assert_eq!(between(&[(3, 10), (8, 10)], 0, 10), None);
    }

    /// The slow twin: the body is shifted, and what it sweeps is compared.
    #[test]
    fn shifts_at_which_bodies_meet_are_those_at_which_their_ways_overlap() {
        let mut seed = 0x5EED_u64;
        let mut any = |below: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below as u64) as i32
        };
        let (mut meets, mut misses) = (0, 0);
        for _ in 0..400 {
            let mut tick = || Heading::new(25 * any(144) as u16).expect("a heading");
            let (first, second, heading) = (tick(), tick(), tick());
            let from = Point::new(30_000, 30_000);
            let ours = Body::centred(from, first, 1_000 + any(8_000), 750).posed(12);
            let place = Point::new(20_000 + any(20_000), 20_000 + any(20_000));
            let theirs = Body::centred(place, second, 1_000 + any(8_000), 750).posed(12);
            let (view, length) = (View::new(from, heading), 10_000);
            let met = met_between(&view.outline(&ours.core), &view.outline(&theirs.core), length);
            for shift in (-4_000..=4_000).step_by(250) {
                let right = heading.turned(Turn::tenths(900));
                let start = Leg::new(from, right, shift).to;
                let by = (start.x - from.x, start.y - from.y);
                let shifted = ours.core.map(|point| Point::new(point.x + by.0, point.y + by.1));
                let leg = Leg::new(start, heading, length);
                let hull = Hull::swept(&shifted, leg.from, leg.to);
                let slow = meet::overlap(hull.points(), &theirs.core);
                // Within a few mils of a bound the twin's rounding decides.
                let (low, high) = met.unwrap_or((0, 0));
                let at = i64::from(shift) * ONE;
                if (at - low).abs() <= 8 * ONE || (at - high).abs() <= 8 * ONE {
                    continue;
                }
                let fast = met.is_some() && low < at && at < high;
                assert_eq!(fast, slow, "{first:?} {second:?} {heading:?} {place:?} {shift} {met:?}");
                *(if slow { &mut meets } else { &mut misses }) += 1;
            }
        }
        assert!(meets > 1_000 && misses > 1_000, "{meets} {misses}");
    }

    #[test]
    fn shifts_at_which_bodies_meet_lie_between_two() {
        let ours: Vec<Place> = SQUARE.iter().map(|place| (place.0 * ONE, place.1 * ONE)).collect();
        let theirs: Vec<Place> =
            SQUARE.iter().map(|place| ((place.0 + 30) * ONE, (place.1 + 4) * ONE)).collect();
        assert_eq!(met_between(&ours, &theirs, 100), Some((-6 * ONE, 14 * ONE)));
        assert_eq!(met_between(&ours, &theirs, 20), None, "it stops where it touches");
    }
}
