//! When an outline that goes straight first touches another, exactly; and how deep one lies in another.

use ground::geometry::Point;
use ground::table::{Leg, meet};
use std::cmp::Ordering;

/// A place on a leg: an exact fraction of it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Way {
    above: i64,
    /// Positive.
    below: i64,
}

impl Way {
    /// The beginning.
    pub(super) const START: Way = Way { above: 0, below: 1 };

    /// So far along a leg, rounded down.
    pub(super) fn on(self, leg: &Leg) -> i32 {
        (i128::from(self.above) * i128::from(leg.length) / i128::from(self.below)) as i32
    }
}

impl PartialEq for Way {
    fn eq(&self, other: &Way) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Way {}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Way) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Way {
    fn cmp(&self, other: &Way) -> Ordering {
        let product = |above: i64, below: i64| i128::from(above) * i128::from(below);
        product(self.above, other.below).cmp(&product(other.above, self.below))
    }
}

/// The sides of an outline; of a line, both ways.
fn sides(points: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..points.len()).map(move |number| (points[number], points[(number + 1) % points.len()]))
}

/// A difference of points.
fn less(one: Point, other: Point) -> (i64, i64) {
    (i64::from(one.x) - i64::from(other.x), i64::from(one.y) - i64::from(other.y))
}

const fn cross(one: (i64, i64), other: (i64, i64)) -> i64 {
    one.0 * other.1 - one.1 * other.0
}

/// Twice the area of the triangle, positive if the three turn counter-clockwise.
pub(super) fn turn(a: Point, b: Point, c: Point) -> i64 {
    cross(less(b, a), less(c, a))
}

/// Where a point that goes so far meets a side.
fn hit(point: Point, by: (i64, i64), (from, to): (Point, Point)) -> Option<Way> {
    let along = less(to, from);
    let below = cross(by, along);
    if below == 0 {
        return None;
    }
    let seen = less(from, point);
    let (above, beside) = (cross(seen, along), cross(seen, by));
    let (above, beside, below) = if below < 0 { (-above, -beside, -below) } else { (above, beside, below) };
    let within = |part: i64| 0 <= part && part <= below;
    (within(above) && within(beside)).then_some(Way { above, below })
}

/// The first place on a leg at which an outline, given where it stands at the beginning, touches another.
pub(super) fn first(leg: &Leg, moves: &[Point], stays: &[Point]) -> Option<Way> {
    let by = less(leg.to, leg.from);
    if is_past(by, moves, stays) {
        return None;
    }
    if meet::gap_within(moves, stays, 0) {
        return Some(Way::START);
    }
    let back = (-by.0, -by.1);
    let ahead = moves.iter().flat_map(|point| sides(stays).filter_map(|side| hit(*point, by, side)));
    let against = stays.iter().flat_map(|point| sides(moves).filter_map(|side| hit(*point, back, side)));
    ahead.chain(against).min()
}

/// Whether the way leads plainly past the other: it lies wholly to one side of it, or wholly behind.
fn is_past(by: (i64, i64), moves: &[Point], stays: &[Point]) -> bool {
    let origin = moves.first().copied().unwrap_or(Point::new(0, 0));
    let span = |points: &[Point], measure: &dyn Fn((i64, i64)) -> i64| {
        let all = points.iter().map(|point| measure(less(*point, origin)));
        all.fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let aside = |v: (i64, i64)| cross(by, v);
    let ahead = |v: (i64, i64)| by.0 * v.0 + by.1 * v.1;
    let (own, other) = (span(moves, &aside), span(stays, &aside));
    let (own_ahead, other_ahead) = (span(moves, &ahead), span(stays, &ahead));
    own.1 < other.0
        || other.1 < own.0
        || other_ahead.1 < own_ahead.0
        || own_ahead.1 + by.0 * by.0 + by.1 * by.1 < other_ahead.0
}

/// How far at least one of two convex outlines has to be moved until they have no inner points in common, rounded down:
/// how deep the one lies in the other.
pub(super) fn depth(one: &[Point], other: &[Point]) -> i32 {
    let beyond = |outline: &[Point], points: &[Point]| {
        sides(outline)
            .filter(|(from, to)| from != to)
            .map(|(from, to)| {
                let deepest = points.iter().map(|point| turn(from, to, *point)).max().unwrap_or(0).max(0);
                let squared = u128::from(deepest.unsigned_abs()) * u128::from(deepest.unsigned_abs());
                (squared / u128::from(from.distance_squared(to).unsigned_abs())).isqrt() as i32
            })
            .min()
            .unwrap_or(0)
    };
    beyond(one, other).min(beyond(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::table::{Body, Heading};
    use proptest::prelude::*;

    prop_compose! {
        fn any_body()(
            x in -3_000i32..3_000, y in -3_000i32..3_000, tenths in 0u16..3600,
            width in 4i32..1_500, depth in 4i32..900,
        ) -> Body {
            Body::centred(Point::new(x, y), Heading::new(tenths).unwrap(), width, depth)
        }
    }

    proptest! {
        /// The slow twin tries every unit of the way: the touch lies between the last that is free and the next.
        #[test]
        fn the_first_touch_is_where_the_slow_twin_finds_it(
            mover in any_body(), other in any_body(), to in 0u16..3600, length in 1i32..2_000,
        ) {
            let leg = Leg::new(mover.anchor, Heading::new(to).unwrap(), length);
            let (moves, stays) = (mover.outline(), other.outline());
            let found = first(&leg, &moves, &stays).map(|way| way.on(&leg));
            // Counted in whole units of the way, as the leg counts them.
            let slow = (0..=length).find(|way| {
                meet::first_within(&leg, &moves, &stays, 0, 1).is_some_and(|first| first <= *way)
            });
            match (found, slow) {
                (Some(found), Some(slow)) => prop_assert!(found == slow || found + 1 == slow, "{found} {slow}"),
                (found, slow) => prop_assert_eq!(found, slow),
            }
        }

        #[test]
        fn who_is_moved_out_by_the_depth_is_out(one in any_body(), other in any_body()) {
            let depth = depth(&one.outline(), &other.outline());
            prop_assert_eq!(depth > 0 || meet::overlap(&one.outline(), &other.outline()),
                meet::overlap(&one.outline(), &other.outline()));
            // In no direction is less enough.
            for tenths in (0..3600).step_by(50) {
                let moved = one.moved(Heading::new(tenths).unwrap(), (depth - 4).max(0));
                if depth > 8 {
                    prop_assert!(meet::overlap(&moved.outline(), &other.outline()), "{tenths} {depth}");
                }
            }
        }
    }
}
