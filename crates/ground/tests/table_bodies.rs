//! Bodies, hulls, gaps and marks of the open table, against slow twins that look at everything.

use ground::geometry::Point;
use ground::table::body::{LARGEST, corner};
use ground::table::{BOUND, Body, Compass, Hand, Heading, Hull, Leg, Posed, Turn, Wheel, meet};
use proptest::prelude::*;

fn p(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn heading(tenths: u16) -> Heading {
    Heading::new(tenths).unwrap()
}

/// A quarter turn clockwise about the origin.
fn quarter(point: Point) -> Point {
    p(point.y, -point.x)
}

fn shifted(point: Point, by: (i32, i32)) -> Point {
    p(point.x + by.0, point.y + by.1)
}

prop_compose! {
    fn any_body(reach: i32, size: i32)(
        x in -reach..=reach,
        y in -reach..=reach,
        tenths in prop_oneof![0u16..3600, (0u16..8).prop_map(|eighths| eighths * 450)],
        width in 4..=size,
        depth in 4..=size,
        held in 0..3,
    ) -> Body {
        let (anchor, heading) = (p(x, y), heading(tenths));
        match held {
            0 => Body::fronting(anchor, heading, width, depth),
            1 => Body::centred(anchor, heading, width, depth),
            _ => Body::fronting(anchor, heading, width, depth).part(width / 3, -depth / 2, width, depth),
        }
    }
}

// Slow twins: whole numbers of 128 bits, everything with everything, no early end.

fn side(a: (i128, i128), b: (i128, i128), c: (i128, i128)) -> i128 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn wide(points: &[Point], scale: i128, by: (i128, i128)) -> Vec<(i128, i128)> {
    points.iter().map(|q| (i128::from(q.x) * scale + by.0, i128::from(q.y) * scale + by.1)).collect()
}

fn all_sides(points: &[(i128, i128)]) -> Vec<((i128, i128), (i128, i128))> {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()])).collect()
}

/// Is the square of the distance between a point and a line from point to point at most so large?
fn near(point: (i128, i128), (a, b): ((i128, i128), (i128, i128)), square: i128) -> bool {
    let squared = |u: (i128, i128), v: (i128, i128)| (u.0 - v.0).pow(2) + (u.1 - v.1).pow(2);
    let length = squared(a, b);
    let along = (point.0 - a.0) * (b.0 - a.0) + (point.1 - a.1) * (b.1 - a.1);
    if along <= 0 {
        squared(point, a) <= square
    } else if along >= length {
        squared(point, b) <= square
    } else {
        let beside = side(a, b, point);
        times(beside, beside) <= times(square, length)
    }
}

/// A product of two numbers, signs left out: limbs of 64 bits, the highest first.
fn times(a: i128, b: i128) -> [u64; 4] {
    let limbs = |value: i128| [value.unsigned_abs() as u64, (value.unsigned_abs() >> 64) as u64];
    let mut product = [0u64; 4];
    for (i, one) in limbs(a).into_iter().enumerate() {
        let mut carry = 0;
        for (j, other) in limbs(b).into_iter().enumerate() {
            let sum = u128::from(one) * u128::from(other) + u128::from(product[i + j]) + carry;
            product[i + j] = sum as u64;
            carry = sum >> 64;
        }
        product[i + 2] = carry as u64;
    }
    product.reverse();
    product
}

fn cross(one: ((i128, i128), (i128, i128)), other: ((i128, i128), (i128, i128))) -> bool {
    let signs =
        |(a, b): ((i128, i128), (i128, i128)), (c, d)| side(a, b, c).signum() * side(a, b, d).signum();
    signs(one, other) < 0 && signs(other, one) < 0
}

fn holds(outline: &[(i128, i128)], point: (i128, i128)) -> bool {
    outline.len() > 2 && all_sides(outline).iter().all(|(a, b)| side(*a, *b, point) >= 0)
}

fn slow_within(a: &[(i128, i128)], b: &[(i128, i128)], distance: i128) -> bool {
    let square = distance * distance;
    a.iter().any(|point| holds(b, *point) || all_sides(b).iter().any(|other| near(*point, *other, square)))
        || b.iter()
            .any(|point| holds(a, *point) || all_sides(a).iter().any(|other| near(*point, *other, square)))
        || all_sides(a).iter().any(|one| all_sides(b).iter().any(|other| cross(*one, *other)))
}

/// Inner points in common: cuts the one by every side of the other, in fractions, and sees whether an area is left.
fn slow_overlap(a: &[Point], b: &[Point]) -> bool {
    // x, y and a common denominator, which is positive.
    type Fraction = (i128, i128, i128);
    let mut left: Vec<Fraction> = a.iter().map(|q| (i128::from(q.x), i128::from(q.y), 1)).collect();
    let beside = |(a, b): (Point, Point), point: Fraction| {
        let (ax, ay) = (i128::from(a.x), i128::from(a.y));
        let (run, rise) = (i128::from(b.x) - ax, i128::from(b.y) - ay);
        run * (point.1 - ay * point.2) - rise * (point.0 - ax * point.2)
    };
    for number in 0..b.len() {
        let line = (b[number], b[(number + 1) % b.len()]);
        let mut cut: Vec<Fraction> = Vec::new();
        for number in 0..left.len() {
            let (here, next) = (left[number], left[(number + 1) % left.len()]);
            let (s, t) = (beside(line, here), beside(line, next));
            if s >= 0 {
                cut.push(here);
            }
            if (s > 0 && t < 0) || (s < 0 && t > 0) {
                // s and t carry the denominators of their points.
                let (s, t) = (s * next.2, t * here.2);
                let weight = |u: i128, v: i128| (u * next.2 * -t + v * here.2 * s) * (s - t).signum();
                let point = (weight(here.0, next.0), weight(here.1, next.1), here.2 * next.2 * (s - t).abs());
                let common = greatest(greatest(point.0, point.1), point.2);
                cut.push((point.0 / common, point.1 / common, point.2 / common));
            }
        }
        left = cut;
    }
    let flat = (2..b.len()).all(|number| {
        let all = wide(b, 1, (0, 0));
        side(all[0], all[1], all[number]) == 0
    });
    !flat
        && (1..left.len().saturating_sub(1)).any(|number| {
            let ((ax, ay, ad), (bx, by, bd), (cx, cy, cd)) = (left[0], left[number], left[number + 1]);
            let (ux, uy) = (bx * ad - ax * bd, by * ad - ay * bd);
            let (vx, vy) = (cx * ad - ax * cd, cy * ad - ay * cd);
            ux * vy != uy * vx
        })
}

fn greatest(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs().max(1) } else { greatest(b, a % b) }
}

fn slow_hull(points: &[Point]) -> Vec<Point> {
    let mut corners: Vec<Point> = points.to_vec();
    corners.sort_unstable();
    corners.dedup();
    let all = wide(&corners, 1, (0, 0));
    // A corner is a point that lies in no triangle and on no line of others.
    let is_corner = |number: usize| {
        let others: Vec<_> =
            (0..all.len()).filter(|other| *other != number).map(|other| all[other]).collect();
        let point = all[number];
        let between = |a: (i128, i128), b: (i128, i128)| near(point, (a, b), 0);
        !others.iter().any(|a| others.iter().any(|b| between(*a, *b)))
            && !others.iter().any(|a| {
                others
                    .iter()
                    .any(|b| others.iter().any(|c| side(*a, *b, *c) > 0 && holds(&[*a, *b, *c], point)))
            })
    };
    (0..all.len()).filter(|number| is_corner(*number)).map(|number| corners[number]).collect()
}

fn slow_first(leg: &Leg, moves: &[Point], stays: &[Point], distance: i32, step: i32) -> Option<i32> {
    let scale = i128::from(leg.length.max(1));
    let (east, north) = (i128::from(leg.to.x - leg.from.x), i128::from(leg.to.y - leg.from.y));
    let stays = wide(stays, scale, (0, 0));
    let mut ways: Vec<i32> = (0..=leg.length).step_by(step as usize).collect();
    ways.push(leg.length);
    ways.into_iter().find(|way| {
        let by = (east * i128::from(*way), north * i128::from(*way));
        slow_within(&wide(moves, scale, by), &stays, i128::from(distance) * scale)
    })
}

#[test]
fn corners_are_rounded_once() {
    let body = Body::fronting(p(100, 100), heading(0), 40, 10).posed(3);
    assert_eq!(body.outline, [p(120, 100), p(80, 100), p(80, 90), p(120, 90)]);
    assert_eq!(body.core, [p(117, 97), p(83, 97), p(83, 93), p(117, 93)]);
    assert_eq!(body.middle, p(100, 95));
    let tilted = Body::centred(p(0, 0), heading(450), 100, 50).posed(0);
    // 50 and 25 in halves of the root of two: 53.03 and 17.68.
    assert_eq!(tilted.outline, [p(53, -18), p(-18, 53), p(-53, 18), p(18, -53)]);
    // An odd side is cut in half, and both halves round away from the middle.
    assert_eq!(Body::centred(p(0, 0), heading(0), 5, 4).posed(0).outline[0], p(3, 2));
    assert_eq!(Body::centred(p(0, 0), heading(0), 5, 4).posed(0).outline[2], p(-3, -2));
    assert_eq!(tilted.outline[corner::FRONT_LEFT], p(-18, 53));
}

#[test]
fn a_move_of_the_ledger() {
    // RRF 3.6: from (300, 300) with arrow A3 tilted by 30 degrees, ending at 75.
    let stand = Body::centred(p(30_000, 30_000), heading(0), 12_000, 4_000);
    let front = stand.front();
    assert_eq!(front, p(30_000, 32_000));
    let tip = Leg::new(front, heading(300), 30_000).to;
    let end = stand.laid(stand.aside, stand.ahead, tip, heading(750));
    assert_eq!(end.anchor, p(43_068, 57_463));
    // RRF 3.6: the about-face of a specialised Tactic.
    let rear = stand.spot(0, stand.ahead - 2 * stand.depth);
    let spot = Leg::new(rear, heading(1800), 7_500).to;
    assert_eq!(stand.laid(stand.aside, stand.ahead, spot, heading(1800)).anchor, p(30_000, 22_500));
}

#[test]
fn a_body_has_to_be_sound() {
    let sound = Body::fronting(p(BOUND, -BOUND), heading(3599), LARGEST, 4);
    assert!(sound.is_sound());
    assert!(!Body { anchor: p(BOUND + 1, 0), ..sound }.is_sound());
    assert!(!Body { width: LARGEST + 1, ..sound }.is_sound());
    assert!(!Body { depth: 3, ..sound }.is_sound());
    assert!(!Body { ahead: 2 * LARGEST + 1, ..sound }.is_sound());
}

#[test]
fn a_core_too_thin_never_overlaps() {
    let thin = Body::fronting(p(0, 0), heading(130), 400, 20).posed(9);
    let thick = Body::centred(p(0, -5), heading(130), 400, 400).posed(9);
    assert!(!thin.overlaps(&thick) && !thick.overlaps(&thin));
    assert!(Body::fronting(p(0, 0), heading(130), 400, 22).posed(9).overlaps(&thick));
}

#[test]
fn lines_and_points_have_gaps_too() {
    let body = Body::fronting(p(0, 0), heading(0), 40, 20).posed(0).outline;
    assert!(meet::gap_within(&[p(0, 30)], &body, 30) && !meet::gap_within(&[p(0, 31)], &body, 30));
    assert!(meet::gap_within(&[p(0, -5)], &body, 0), "inside");
    assert!(meet::gap_within(&[p(-50, -10), p(50, -10)], &body, 0), "a line right across");
    assert!(meet::gap_within(&[p(-10, 0), p(10, 0)], &[p(0, -10), p(0, 10)], 0), "two lines that cross");
    assert!(!meet::gap_within(&[p(-10, 0), p(10, 0)], &[p(20, 0), p(30, 0)], 9), "one behind the other");
    assert!(meet::gap_within(&[p(-10, 0), p(10, 0)], &[p(20, 0), p(30, 0)], 10));
    assert!(!meet::gap_within(&[], &body, 10) && !meet::gap_within(&body, &body, -1));
    assert!(!meet::overlap(&[p(-50, -10), p(50, -10)], &body), "a line has no inner points");
}

#[test]
fn sides_that_run_alongside_are_near_along_a_stretch() {
    let one = Body::fronting(p(0, 0), heading(0), 100, 20).posed(0).outline;
    let other = Body::fronting(p(30, 50), heading(1800), 100, 20).posed(0).outline;
    let found = meet::nearest(&one, &other).unwrap();
    assert!(found.squared.is_within(50) && !found.squared.is_within(49));
    assert_eq!(found.squared.distance(), 50);
    let mut ends = found.stretch;
    ends.sort_unstable();
    assert_eq!(ends, [(p(-20, 0), p(-20, 50)), (p(50, 0), p(50, 50))]);
    // A corner against a side.
    let tilted = Body::fronting(p(0, 40), heading(2250), 100, 100).posed(0).outline;
    let found = meet::nearest(&one, &tilted).unwrap();
    assert_eq!(found.stretch[0], found.stretch[1]);
    // Front to front.
    let flush = Body::fronting(p(30, 0), heading(1800), 100, 20).posed(0).outline;
    let mut ends = meet::nearest(&one, &flush).unwrap().stretch;
    ends.sort_unstable();
    assert_eq!(ends, [(p(-20, 0), p(-20, 0)), (p(50, 0), p(50, 0))]);
    // Pushed into each other: from crossing to crossing.
    let pushed = Body::fronting(p(30, -2), heading(1800), 100, 20).posed(0).outline;
    let found = meet::nearest(&one, &pushed).unwrap();
    assert_eq!(found.squared, meet::Squared::ZERO);
    let mut ends = found.stretch;
    ends.sort_unstable();
    assert_eq!(ends, [(p(-20, 0), p(-20, 0)), (p(50, -2), p(50, -2))]);
    // One inside the other.
    let inner = [p(-5, -8), p(5, -8), p(0, -4)];
    assert_eq!(meet::nearest(&one, &inner).unwrap().squared, meet::Squared::ZERO);
}

#[test]
fn a_mark_lies_at_the_first_multiple() {
    let body = Body::fronting(p(0, 0), heading(0), 40, 20);
    let enemy = Body::fronting(p(0, 1_000), heading(1800), 40, 20).posed(0).outline;
    let first = |length, distance, step| {
        meet::first_within(
            &Leg::new(body.anchor, body.heading, length),
            &body.posed(0).outline,
            &enemy,
            distance,
            step,
        )
    };
    assert_eq!(first(2_000, 150, 10), Some(850));
    assert_eq!(first(2_000, 155, 10), Some(850));
    assert_eq!(first(2_000, 154, 10), Some(850));
    assert_eq!(first(2_000, 150, 100), Some(900));
    assert_eq!(first(2_000, 0, 10), Some(1_000));
    assert_eq!(first(2_000, 1_000, 10), Some(0));
    assert_eq!(first(840, 150, 10), None);
    // The end of the leg is tried too.
    assert_eq!(first(855, 146, 10), Some(855));
    assert_eq!(first(0, 1_000, 10), Some(0));
    assert_eq!(first(0, 999, 10), None);
    // Straight past it.
    let past = Leg::new(p(0, 0), heading(900), 5_000);
    assert_eq!(meet::first_within(&past, &body.posed(0).outline, &enemy, 900, 10), None);
}

#[test]
fn a_front_meets_a_wall_it_runs_along() {
    // Everything lies on one line: the front, the wall and the way.
    let (front, wall) = ([p(0, 0), p(10, 0)], [p(100, 0), p(200, 0)]);
    let leg = Leg::new(p(0, 0), heading(900), 500);
    assert_eq!(meet::first_within(&leg, &front, &wall, 0, 10), Some(90));
    assert_eq!(meet::first_within(&leg, &front, &wall, 5, 10), Some(90));
    let away = Leg::new(p(0, 0), heading(2700), 500);
    assert_eq!(meet::first_within(&away, &front, &wall, 5, 10), None);
    let point = [p(3, 4)];
    assert_eq!(meet::first_within(&leg, &[p(0, 4)], &point, 0, 1), Some(3));
}

#[test]
fn a_wheel_turns_about_the_inner_end_of_the_front() {
    let line = Body::fronting(p(0, 0), heading(0), 6_000, 750);
    let wheel = Wheel::new(line, Hand::Right, 25);
    assert_eq!(wheel.at(0), line);
    assert_eq!(wheel.at(36).anchor, p(3_000, 3_000));
    assert_eq!(wheel.at(36).heading, heading(900));
    assert_eq!(Wheel::new(line, Hand::Left, 25).at(36).anchor, p(-3_000, 3_000));
    for tick in 0..36 {
        let pivot = wheel.at(tick).posed(0).outline[corner::FRONT_RIGHT];
        assert!((pivot.x - 3_000).abs() <= 1 && pivot.y.abs() <= 1, "{tick}: {pivot:?}");
        let hull = Hull::wheeled(&wheel, tick);
        for ends in [wheel.at(tick), wheel.at(tick + 1)] {
            assert!(ends.posed(0).outline.iter().all(|corner| hull.holds(*corner)));
        }
        let front = Hull::wheeled_front(&wheel, tick);
        assert!(front.points().iter().all(|corner| hull.holds(*corner)));
    }
}

fn outline(body: &Body) -> [Point; 4] {
    body.posed(0).outline
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn outlines_are_convex(body in any_body(1_000_000, 60), large in any_body(1_000_000, LARGEST)) {
        for body in [body, large] {
            let Posed { outline, middle, radius, .. } = body.posed(2);
            for number in 0..4 {
                let at = |step| wide(&[outline[(number + step) % 4]], 1, (0, 0))[0];
                prop_assert!(side(at(0), at(1), at(2)) > 0);
                prop_assert!(outline[number].distance_squared(middle) <= i64::from(radius).pow(2));
            }
        }
    }

    #[test]
    fn overlap_is_that_of_the_slow_twin(
        a in any_body(150, 200), b in any_body(150, 200), inset in 0..20,
    ) {
        let (a, b) = (a.posed(inset), b.posed(inset));
        prop_assert_eq!(a.overlaps(&b), slow_overlap(&a.core, &b.core));
        prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
    }

    #[test]
    fn gaps_are_those_of_the_slow_twin(
        a in any_body(300, 200), b in any_body(300, 200), distance in 0i32..300, far in any_body(BOUND, 30_000),
    ) {
        for (a, b, distance) in [(a, b, distance), (a, far, distance * 4_000)] {
            let (a, b) = (a.posed(0), b.posed(0));
            let slow = slow_within(&wide(&a.outline, 1, (0, 0)), &wide(&b.outline, 1, (0, 0)), i128::from(distance));
            prop_assert_eq!(a.is_within(&b, distance), slow);
            prop_assert_eq!(b.is_within(&a, distance), slow);
            let nearest = meet::nearest(&a.outline, &b.outline).unwrap();
            prop_assert_eq!(nearest.squared.is_within(distance), slow);
            prop_assert_eq!(nearest.squared, meet::nearest(&b.outline, &a.outline).unwrap().squared);
            prop_assert_eq!(meet::gap(&a.outline, &b.outline), Some(nearest.squared));
            prop_assert_eq!(a.gap(&b), nearest.squared);
            for one in [&a.outline[..1], &a.outline[..2]] {
                let squared = meet::nearest(one, &b.outline).map(|nearest| nearest.squared);
                prop_assert_eq!(meet::gap(one, &b.outline), squared);
                prop_assert_eq!(meet::gap(&b.outline, one), squared);
            }
            let whole = nearest.squared.distance();
            prop_assert!(nearest.squared.is_within(whole + 1) && (whole == 0 || !nearest.squared.is_within(whole - 1)));
        }
    }

    #[test]
    fn nearest_points_are_so_far_apart(a in any_body(400, 200), b in any_body(400, 200)) {
        let nearest = meet::nearest(&outline(&a), &outline(&b)).unwrap();
        for (one, other) in nearest.stretch {
            // A rounded foot lies less than a unit from where it is.
            prop_assert!((one.distance(other) - i64::from(nearest.squared.distance())).abs() <= 2);
            for (point, body) in [(one, &a), (other, &b)] {
                prop_assert!(meet::gap_within(&[point], &outline(body), 1));
            }
        }
    }

    #[test]
    fn nothing_changes_when_all_is_shifted_or_turned_by_a_quarter(
        a in any_body(300, 200), b in any_body(300, 200), by in (-500_000..500_000, -500_000..500_000), distance in 0..200,
    ) {
        let shift = |body: &Body| Body { anchor: shifted(body.anchor, by), ..*body };
        let turn = |body: &Body| {
            Body { anchor: quarter(body.anchor), heading: body.heading.turned(Turn::tenths(900)), ..*body }
        };
        let answers = |a: Body, b: Body| {
            let (a, b) = (a.posed(5), b.posed(5));
            (a.overlaps(&b), a.is_within(&b, distance), meet::nearest(&a.outline, &b.outline).unwrap().squared)
        };
        prop_assert_eq!(outline(&shift(&a)), outline(&a).map(|corner| shifted(corner, by)));
        prop_assert_eq!(outline(&turn(&a)), outline(&a).map(quarter));
        prop_assert_eq!(answers(a, b), answers(shift(&a), shift(&b)));
        prop_assert_eq!(answers(a, b), answers(turn(&a), turn(&b)));
    }

    #[test]
    fn turned_and_turned_back_a_body_is_within_one_unit(
        body in any_body(900_000, 30_000), tenths in 0u16..3600, ticks in 1u16..37,
    ) {
        let close = |one: Point, other: Point| (one.x - other.x).abs() <= 1 && (one.y - other.y).abs() <= 1;
        let turn = Turn::tenths(tenths.into());
        let back = body.turned(turn).turned(turn.back());
        // Half a turn back is half a turn on.
        prop_assert_eq!(back.heading, body.heading);
        prop_assert!(close(back.centre(), body.centre()));
        let right = Wheel::new(body, Hand::Right, 25).at(ticks);
        let pivot = body.spot(body.aside + body.width, body.ahead);
        let back = right.laid(right.aside + right.width, right.ahead, pivot, body.heading);
        prop_assert!(close(back.anchor, body.anchor));
    }

    #[test]
    fn neighbours_shoulder_to_shoulder_never_overlap(
        unit in any_body(900_000, 30_000), files in 2..9, frontage in 40..2_000, depth in 40..2_000, inset in 1..12,
    ) {
        // As stands of one unit they share their corners, so not even a core is needed.
        let stand = |file: i32| unit.part((2 * file - files + 1) * frontage, 0, frontage, depth);
        for file in 1..files {
            let (right, left) = (stand(file).posed(0), stand(file - 1).posed(0));
            prop_assert_eq!(right.outline[corner::FRONT_LEFT], left.outline[corner::FRONT_RIGHT]);
            prop_assert!(!right.overlaps(&left));
        }
        // As units of their own, each rounds its own corners.
        let alone = Body::fronting(stand(0).front(), unit.heading, frontage, depth);
        let beside = Body::fronting(stand(1).front(), unit.heading, frontage, depth);
        prop_assert!(!alone.posed(inset).overlaps(&beside.posed(inset)));
    }

    #[test]
    fn a_leg_cut_in_two_ends_within_one_unit(
        x in -BOUND / 2..BOUND / 2, y in -BOUND / 2..BOUND / 2, tenths in 0u16..3600, first in 0..100_000, second in 0..100_000,
    ) {
        let whole = Leg::new(p(x, y), heading(tenths), first + second);
        let halves = Leg::new(Leg::new(p(x, y), heading(tenths), first).to, heading(tenths), second);
        prop_assert!((whole.to.x - halves.to.x).abs() <= 1 && (whole.to.y - halves.to.y).abs() <= 1);
        let cut = whole.at(first);
        prop_assert!((cut.x - halves.from.x).abs() <= 1 && (cut.y - halves.from.y).abs() <= 1);
        prop_assert_eq!((whole.at(0), whole.at(first + second)), (whole.from, whole.to));
    }

    #[test]
    fn hulls_are_those_of_the_slow_twin(points in prop::array::uniform8((-9..9, -9..9)), body in any_body(200, 80), to in (-300..300, -300..300)) {
        let check = |hull: &Hull, points: &[Point]| {
            let mut corners = hull.points().to_vec();
            let length = corners.len();
            for number in 0..if length > 2 { length } else { 0 } {
                let at = |step: usize| wide(&[corners[(number + step) % length]], 1, (0, 0))[0];
                prop_assert!(side(at(0), at(1), at(2)) >= 0);
                prop_assert!(at(0) != at(1));
            }
            let expected = slow_hull(points);
            prop_assert!(points.iter().all(|point| hull.holds(*point)));
            corners.sort_unstable();
            prop_assert!(expected.iter().all(|point| corners.contains(point)));
            Ok(corners == expected)
        };
        let points = points.map(|(x, y)| p(x, y));
        prop_assert!(check(&Hull::around(points), &points)?);
        let end = Body { anchor: shifted(body.anchor, to), ..body };
        let swept = Hull::swept(&outline(&body), body.anchor, end.anchor);
        let both = [outline(&body), outline(&end)].concat();
        check(&swept, &both)?;
        prop_assert!(swept.points().len() <= 6);
    }

    #[test]
    fn a_hull_meets_the_lines_of_the_slow_twin(
        points in prop::array::uniform6((-30..30, -30..30)), from in (-40..40, -40..40), to in (-40..40, -40..40),
    ) {
        let hull = Hull::around(points.map(|(x, y)| p(x, y)));
        let line = [p(from.0, from.1), p(to.0, to.1)];
        let slow = slow_within(&wide(hull.points(), 1, (0, 0)), &wide(&line, 1, (0, 0)), 0);
        prop_assert_eq!(hull.meets(line[0], line[1]), slow);
        prop_assert_eq!(hull.meets(line[1], line[0]), slow);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn marks_are_those_of_the_slow_twin(
        mover in any_body(400, 120), other in any_body(400, 120), tenths in 0u16..3600, length in 0..900, distance in 0..150,
        step in 1..30, line in prop::array::uniform2((-400..400, -400..400)),
    ) {
        let leg = Leg::new(mover.anchor, heading(tenths), length);
        let wall = line.map(|(x, y)| p(x, y));
        let front = mover.posed(0).front();
        let cases: [(&[Point], &[Point]); 4] = [
            (&outline(&mover), &outline(&other)),
            (&outline(&mover), &wall),
            (&[front.0, front.1], &wall),
            (&outline(&mover)[..1], &outline(&other)),
        ];
        for (moves, stays) in cases {
            for distance in [0, distance] {
                let first = meet::first_within(&leg, moves, stays, distance, step);
                prop_assert_eq!(first, slow_first(&leg, moves, stays, distance, step));
            }
        }
    }

    #[test]
    fn far_marks_are_those_of_the_slow_twin(
        mover in any_body(BOUND, 30_000), other in any_body(BOUND, 30_000), distance in 0..400_000, aim in -200..200,
    ) {
        // Straight at it or nearly so, from one end of the table to the other, in few large steps.
        let Some(straight) = Compass::FINEST.bearing(mover.anchor, other.anchor) else { return Ok(()) };
        let leg = Leg::new(mover.anchor, straight.turned(Turn::tenths(aim)), 900_000);
        let (moves, stays) = (outline(&mover), outline(&other));
        let first = meet::first_within(&leg, &moves, &stays, distance, 7_001);
        prop_assert_eq!(first, slow_first(&leg, &moves, &stays, distance, 7_001));
    }
}
