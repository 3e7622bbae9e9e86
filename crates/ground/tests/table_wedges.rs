//! Arcs of the open table, against slow twins.

use ground::geometry::Point;
use ground::table::{Body, Heading, Wedge};
use proptest::prelude::*;

fn p(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn heading(tenths: u16) -> Heading {
    Heading::new(tenths).unwrap()
}

/// Wedges are drawn with their borders, rays as lines that end far away; then everything is compared with everything.
struct Drawn {
    corners: [(i128, i128); 4],
}

type Wide = (i128, i128);

fn side(a: Wide, b: Wide, c: Wide) -> i128 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn wide(point: Point) -> Wide {
    (point.x.into(), point.y.into())
}

impl Drawn {
    fn new(left: Point, right: Point, tenths: u16, opens: u16) -> Self {
        let far = |from: Point, tenths: u16| {
            let vector = heading(tenths % 3600).vector();
            (i128::from(from.x) + i128::from(vector.x), i128::from(from.y) + i128::from(vector.y))
        };
        let (left_end, right_end) = (far(left, tenths + 3600 - opens), far(right, tenths + opens));
        Self { corners: [right_end, left_end, wide(left), wide(right)] }
    }

    fn holds(&self, point: Point) -> bool {
        (0..4).all(|number| side(self.corners[number], self.corners[(number + 1) % 4], wide(point)) >= 0)
    }

    fn meets(&self, outline: &[Point; 4]) -> bool {
        let outline = outline.map(wide);
        let sides = |of: &[Wide; 4]| [0, 1, 2, 3].map(|number| (of[number], of[(number + 1) % 4]));
        let holds = |of: &[Wide; 4], point: Wide| sides(of).iter().all(|(a, b)| side(*a, *b, point) >= 0);
        let signs =
            |(a, b): (Wide, Wide), (c, d): (Wide, Wide)| side(a, b, c).signum() * side(a, b, d).signum();
        outline.iter().any(|corner| holds(&self.corners, *corner))
            || self.corners.iter().any(|corner| holds(&outline, *corner))
            || sides(&outline).iter().any(|one| {
                sides(&self.corners).iter().any(|other| signs(*one, *other) < 0 && signs(*other, *one) < 0)
            })
    }
}

#[test]
fn an_arc_of_45_degrees_from_both_corners() {
    // G-6: in the stand's own frame a point is in arc when it is not behind the front, and no farther aside than half
    // the front and its distance ahead.
    for (number, turned) in [0u16, 900, 1800, 2700].into_iter().enumerate() {
        let body = Body::fronting(p(0, 0), heading(turned), 100, 40);
        let wedge = Wedge::from_front(&body.posed(0), body.heading, 450).unwrap();
        for x in -120..=120 {
            for y in -60..=60 {
                let point = (0..number).fold(p(x, y), |point, _| p(point.y, -point.x));
                assert_eq!(wedge.holds(point), y >= 0 && x.abs() <= 50 + y, "{x} {y} {turned}");
            }
        }
    }
}

#[test]
fn an_arc_from_a_point() {
    let wedge = Wedge::from_point(p(10, 10), heading(0), 450).unwrap();
    assert!(wedge.holds(p(10, 10)) && wedge.holds(p(15, 15)) && wedge.holds(p(5, 15)));
    assert!(!wedge.holds(p(15, 14)) && !wedge.holds(p(10, 9)));
    let ahead = Body::fronting(p(10, 40), heading(1800), 40, 10).posed(0).outline;
    assert_eq!(wedge.nearest(&ahead, p(10, 10)), Some(p(10, 40)));
    // Only a corner of it reaches in: the aim point lies where the border meets it.
    let aside = Body::fronting(p(60, 40), heading(1800), 40, 60).posed(0).outline;
    assert!(wedge.meets(&aside));
    assert_eq!(wedge.nearest(&aside, p(10, 10)), Some(p(40, 40)));
    let behind = Body::fronting(p(10, 0), heading(1800), 40, 9).posed(0).outline;
    assert!(!wedge.meets(&behind) || wedge.nearest(&behind, p(10, 10)).is_some());
    assert_eq!(wedge.nearest(&behind.map(|corner| p(corner.x, corner.y - 60)), p(10, 10)), None);
    assert_eq!(Wedge::from_point(p(0, 0), heading(0), 0), None);
    assert_eq!(Wedge::from_point(p(0, 0), heading(0), 701), None);
}

prop_compose! {
    fn any_body(reach: i32, size: i32)(
        x in -reach..=reach, y in -reach..=reach, tenths in 0u16..3600, width in 4..=size, depth in 4..=size,
    ) -> Body {
        Body::centred(p(x, y), heading(tenths), width, depth)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn wedges_meet_what_the_slow_twin_meets(
        firer in any_body(200, 90), target in any_body(200, 90), far in any_body(1_000_000, 9_000), opens in 1u16..=700,
    ) {
        let posed = firer.posed(0);
        let tenths = firer.heading.tenths();
        let (left, right) = posed.front();
        for target in [target, far] {
            let outline = target.posed(0).outline;
            let front = Wedge::from_front(&posed, firer.heading, opens).unwrap();
            prop_assert_eq!(front.meets(&outline), Drawn::new(left, right, tenths, opens).meets(&outline));
            let point = Wedge::from_point(posed.middle, firer.heading, opens).unwrap();
            let drawn = Drawn::new(posed.middle, posed.middle, tenths, opens);
            prop_assert_eq!(point.meets(&outline), drawn.meets(&outline));
            for wedge in [front, point] {
                prop_assert_eq!(wedge.nearest(&outline, posed.middle).is_some(), wedge.meets(&outline));
            }
            for corner in outline {
                prop_assert_eq!(point.holds(corner), drawn.holds(corner));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nothing_in_the_wedge_is_nearer_than_the_nearest(
        firer in any_body(90, 60), target in any_body(90, 60), opens in 1u16..=700,
    ) {
        let posed = firer.posed(0);
        let outline = target.posed(0).outline;
        let holds = |point: Point| {
            (0..4).all(|number| side(wide(outline[number]), wide(outline[(number + 1) % 4]), wide(point)) >= 0)
        };
        for (wedge, from) in [
            (Wedge::from_point(posed.middle, firer.heading, opens).unwrap(), posed.middle),
            (Wedge::from_front(&posed, firer.heading, opens).unwrap(), firer.front()),
        ] {
            let found = wedge.nearest(&outline, from);
            let around = (target.anchor.x - 45..target.anchor.x + 45)
                .flat_map(|x| (target.anchor.y - 45..target.anchor.y + 45).map(move |y| p(x, y)));
            let best = around.filter(|point| holds(*point) && wedge.holds(*point)).map(|point| point.distance(from)).min();
            if let Some(best) = best {
                // Points with whole coordinates are not all there are, and the nearest is rounded to one.
                prop_assert!(found.is_some_and(|found| found.distance(from) <= best + 1));
            }
            if let Some(found) = found {
                let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| p(found.x + x, found.y + y)));
                prop_assert!(near.clone().any(holds) || target.width.min(target.depth) < 8);
                prop_assert!(near.clone().any(|point| wedge.holds(point)) || opens < 50);
            }
        }
    }
}
