//! The ground of the open table, against slow twins that look at every side of everything.

mod table_ground;

use ground::geometry::{Area, Frame, Point};
use ground::table::meet;
use ground::table::{
    Body, Feature, FeatureId, Field, FieldError, Found, Heading, Hull, Kinds, Leg, Levels, Profile, Relief,
    Shape, Walk,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use table_ground::{WOODS, july_1};

fn p(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn frame(low: (i32, i32), high: (i32, i32)) -> Frame {
    Frame { low: p(low.0, low.1), high: p(high.0, high.1) }
}

fn square(x: i32, y: i32, side: i32) -> Vec<Point> {
    vec![p(x, y), p(x + side, y), p(x + side, y + side), p(x, y + side)]
}

fn area(name: &str, class: u8, rings: Vec<Vec<Point>>) -> Feature {
    Feature { name: name.into(), kinds: Kinds::of(class), shape: Shape::Area(Area { rings }) }
}

fn line(name: &str, class: u8, points: Vec<Point>) -> Feature {
    Feature { name: name.into(), kinds: Kinds::of(class), shape: Shape::Line(points) }
}

// Slow twins.

/// A point as a fraction: x, y, and what both are divided by.
type Exact = (i128, i128, i128);

/// A place on a line, as a fraction of it.
type Place = (i128, i128);

/// A feature for the twins: its sides, and whether they have an inside.
struct Twin {
    name: String,
    kinds: Kinds,
    sides: Vec<(Point, Point)>,
    is_area: bool,
}

impl Twin {
    fn new(feature: &Feature) -> Self {
        let (sides, is_area) = match &feature.shape {
            Shape::Area(area) => (area.sides().collect(), true),
            Shape::Line(points) => (points.windows(2).map(|side| (side[0], side[1])).collect(), false),
        };
        Self { name: feature.name.clone(), kinds: feature.kinds, sides, is_area }
    }

    fn of(field: &Field, id: FeatureId) -> Self {
        let sides = field.sides_of(id).iter().map(|side| (side.from, side.to)).collect();
        Self { name: field.name(id).to_owned(), kinds: field.kinds(id), sides, is_area: field.is_area(id) }
    }
}

fn twins(features: &[Feature]) -> Vec<Twin> {
    features.iter().map(Twin::new).collect()
}

fn beside((a, b): (Point, Point), point: Exact) -> i128 {
    let (ax, ay) = (i128::from(a.x), i128::from(a.y));
    (i128::from(b.x) - ax) * (point.1 - ay * point.2) - (i128::from(b.y) - ay) * (point.0 - ax * point.2)
}

fn on_side(side: (Point, Point), point: Exact) -> bool {
    let within = |a: i32, b: i32, at: i128| {
        (i128::from(a.min(b)) * point.2..=i128::from(a.max(b)) * point.2).contains(&at)
    };
    beside(side, point) == 0 && within(side.0.x, side.1.x, point.0) && within(side.0.y, side.1.y, point.1)
}

fn holds(twin: &Twin, point: Exact) -> bool {
    let crosses = |(a, b): &(Point, Point)| {
        let above = |end: &Point| i128::from(end.y) * point.2 > point.1;
        above(a) != above(b) && (beside((*a, *b), point) > 0) == (b.y > a.y)
    };
    twin.sides.iter().any(|side| on_side(*side, point))
        || (twin.is_area && twin.sides.iter().filter(|side| crosses(side)).count() % 2 == 1)
}

fn whole(point: Point) -> Exact {
    (point.x.into(), point.y.into(), 1)
}

fn slow_kinds_at(twins: &[Twin], point: Point) -> Kinds {
    let here = twins.iter().filter(|twin| holds(twin, whole(point)));
    here.fold(Kinds::NONE, |kinds, twin| kinds | twin.kinds)
}

fn slow_meets(twin: &Twin, outline: &[Point]) -> bool {
    outline.iter().any(|corner| holds(twin, whole(*corner)))
        || twin.sides.iter().any(|(a, b)| meet::gap_within(&[*a, *b], outline, 0))
}

/// Places along a line as fractions of it, and the stretches in a feature: every place where a side meets the line, and
/// the middle between each two, are looked at one by one.
fn slow_stretches(twin: &Twin, from: Point, to: Point) -> Vec<(Place, Place)> {
    let (run, rise) = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
    let place = |(above, below): (i128, i128)| {
        (i128::from(from.x) * below + run * above, i128::from(from.y) * below + rise * above, below)
    };
    let mut places = vec![(0, 1), (1, 1)];
    for (a, b) in twin.sides.iter().copied() {
        let (begins, ends) = (beside((from, to), whole(a)), beside((from, to), whole(b)));
        if begins == 0 || ends == 0 {
            for end in [a, b].into_iter().filter(|end| beside((from, to), whole(*end)) == 0) {
                let along = (i128::from(end.x) - i128::from(from.x)) * run
                    + (i128::from(end.y) - i128::from(from.y)) * rise;
                places.push((along, run * run + rise * rise));
            }
        } else if (begins > 0) != (ends > 0) {
            let above = (i128::from(a.x) - i128::from(from.x)) * (i128::from(b.y) - i128::from(a.y))
                - (i128::from(a.y) - i128::from(from.y)) * (i128::from(b.x) - i128::from(a.x));
            let below = ends - begins;
            places.push((above * below.signum(), below.abs()));
        }
    }
    places.retain(|(above, below)| 0 <= *above && above <= below);
    places.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    places.dedup_by(|a, b| a.0 * b.1 == b.0 * a.1);
    let mut stretches: Vec<(Place, Place)> = Vec::new();
    let mut joined = false;
    for (number, here) in places.iter().enumerate() {
        if holds(twin, place(*here)) {
            match stretches.last_mut() {
                Some(last) if joined => last.1 = *here,
                _ => stretches.push((*here, *here)),
            }
        }
        joined = places.get(number + 1).is_some_and(|next| {
            let middle = (here.0 * next.1 + next.0 * here.1, 2 * here.1 * next.1);
            let common = greatest(middle.0, middle.1);
            holds(twin, place((middle.0 / common, middle.1 / common)))
        });
    }
    stretches
}

fn greatest(a: i128, b: i128) -> i128 {
    if b == 0 { a.max(1) } else { greatest(b, a % b) }
}

fn slow_whole((above, below): (i128, i128), from: Point, to: Point) -> i32 {
    let squared = i128::from(from.distance_squared(to));
    let fits = |length: &i128| (length * below).pow(2) <= above * above * squared;
    (0..).take_while(fits).last().unwrap_or(0) as i32
}

fn same(a: (i64, i64), b: (i128, i128)) -> bool {
    i128::from(a.0) * b.1 == b.0 * i128::from(a.1)
}

fn check_walk(twins: &[Twin], field: &Field, from: Point, to: Point, walk: &mut Walk, exact: bool) {
    field.walk(from, to, Kinds::ALL, walk);
    let there = walk.stretches().to_vec();
    assert_eq!((walk.from(), walk.to()), (from.min(to), from.max(to)));
    if from != to {
        let mut found = there.iter();
        for (number, feature) in twins.iter().enumerate() {
            for (enter, leave) in slow_stretches(feature, from.min(to), from.max(to)) {
                let stretch = found.next().unwrap_or_else(|| panic!("{} is missed", feature.name));
                assert_eq!(usize::from(stretch.feature.0), number);
                assert!(
                    same(stretch.enter.fraction(), enter) && same(stretch.leave.fraction(), leave),
                    "{}",
                    feature.name
                );
                if exact {
                    assert_eq!(walk.whole(stretch.enter), slow_whole(enter, from, to));
                    assert_eq!(walk.whole(stretch.leave), slow_whole(leave, from, to));
                }
            }
        }
        assert_eq!(found.next(), None);
    }
    field.walk(to, from, Kinds::ALL, walk);
    assert_eq!(walk.stretches(), there);
}

// Stories.

/// A wood with a clearing, a wall along its western edge, and a brook.
fn little_ground() -> Vec<Feature> {
    vec![
        area("wood", 0, vec![square(100, 100, 200), square(180, 180, 40)]),
        line("wall", 1, vec![p(100, 50), p(100, 350)]),
        line("brook", 2, vec![p(0, 20), p(200, 20), p(400, 60)]),
    ]
}

#[test]
fn a_walk_through_a_wood() {
    let field = Field::new(frame((0, 0), (500, 500)), 64, little_ground()).unwrap();
    let mut walk = Walk::new();
    field.walk(p(400, 200), p(0, 200), Kinds::ALL, &mut walk);
    let told: Vec<(&str, i32, i32)> = walk
        .stretches()
        .iter()
        .map(|stretch| (field.name(stretch.feature), walk.whole(stretch.enter), walk.whole(stretch.leave)))
        .collect();
    assert_eq!(told, [("wood", 100, 180), ("wood", 220, 300), ("wall", 100, 100)]);
    let mut joined = Vec::new();
    walk.joined(Kinds::of(0) | Kinds::of(1), &mut joined);
    assert_eq!(joined, [(100, 180), (220, 300)]);
    // Along the edge of the wood, which belongs to it.
    field.walk(p(100, 0), p(100, 400), Kinds::of(0), &mut walk);
    assert_eq!(walk.stretches().len(), 1);
    assert_eq!((walk.whole(walk.stretches()[0].enter), walk.whole(walk.stretches()[0].leave)), (100, 300));
    // From the edge of the wood outward: only the end of the line is in it.
    field.walk(p(100, 200), p(0, 200), Kinds::of(0), &mut walk);
    assert_eq!(walk.stretches().len(), 1);
    assert!(!walk.stretches()[0].is_between_ends());
}

#[test]
fn what_a_body_stands_on() {
    let field = Field::new(frame((0, 0), (500, 500)), 64, little_ground()).unwrap();
    let heading = Heading::NORTH;
    let under = |body: Body| field.kinds_under(&Hull::of(&body.posed(0)), Kinds::ALL);
    assert_eq!(under(Body::fronting(p(150, 160), heading, 40, 20)), Kinds::of(0), "inside");
    assert_eq!(under(Body::fronting(p(200, 210), heading, 30, 20)), Kinds::NONE, "in the clearing");
    assert_eq!(under(Body::fronting(p(200, 210), heading, 40, 20)), Kinds::of(0), "and touching its edge");
    assert_eq!(under(Body::fronting(p(400, 400), heading, 40, 20)), Kinds::NONE);
    assert_eq!(
        under(Body::fronting(p(250, 480), heading, 490, 470)),
        Kinds::of(0) | Kinds::of(1) | Kinds::of(2)
    );
    assert_eq!(field.kinds_at(p(100, 60), Kinds::ALL), Kinds::of(1));
    assert_eq!(field.kinds_at(p(100, 100), Kinds::ALL), Kinds::of(0) | Kinds::of(1));
    assert!(field.is_on_table(&[p(0, 0), p(500, 500)]) && !field.is_on_table(&[p(0, 0), p(501, 0)]));
    // Which lines a move crosses: those under its way, but for those under its beginning.
    let start = Body::fronting(p(105, 60), Heading::EAST, 20, 20);
    let (mut way, mut before) = (Found::new(), Found::new());
    let leg = Leg::new(start.anchor, Heading::SOUTH, 50);
    field.under(&Hull::swept(&start.posed(0).outline, leg.from, leg.to), Kinds::ALL, &mut way);
    field.under(&Hull::of(&start.posed(0)), Kinds::ALL, &mut before);
    way.leave_out(&before);
    assert_eq!(way.iter().map(|id| field.name(id)).collect::<Vec<_>>(), ["brook"]);
    way.clear();
    assert_eq!(way.iter().next(), None);
}

#[test]
fn the_nearest_wall_and_the_first_met() {
    let field = Field::new(frame((0, 0), (500, 500)), 64, little_ground()).unwrap();
    let body = Body::fronting(p(60, 200), Heading::EAST, 40, 20);
    let outline = body.posed(0).outline;
    let (side, squared) = field.nearest_side(&outline, Kinds::of(1), 50).unwrap();
    assert_eq!((field.name(side.feature), squared.distance()), ("wall", 40));
    assert!(field.nearest_side(&outline, Kinds::of(1), 39).is_none());
    let leg = Leg::new(body.anchor, Heading::EAST, 200);
    assert_eq!(field.first_met(&leg, &outline, Kinds::of(0) | Kinds::of(1), 10), Some((40, FeatureId(0))));
    assert_eq!(field.first_met(&leg, &outline, Kinds::of(1), 7), Some((42, FeatureId(1))));
    assert_eq!(field.first_met(&leg, &outline, Kinds::of(2), 10), None);
    let inside = Leg::new(p(150, 150), Heading::EAST, 10);
    assert_eq!(field.first_met(&inside, &[p(150, 150)], Kinds::of(0), 10), Some((0, FeatureId(0))));
}

#[test]
fn fields_that_cannot_be() {
    let table = frame((0, 0), (1000, 1000));
    let far = line("far", 0, vec![p(0, 0), p((1 << 20) + 1, 0)]);
    assert_eq!(Field::new(table, 100, vec![far]).err(), Some(FieldError::TooFar(0)));
    assert_eq!(Field::new(table, 0, vec![]).err(), Some(FieldError::Cells));
    assert_eq!(Field::new(frame((0, 0), (1 << 20, 1 << 20)), 100, vec![]).err(), Some(FieldError::Cells));
    assert_eq!(Field::new(frame((9, 0), (0, 9)), 10, vec![]).err(), Some(FieldError::Cells));
    let bare = Field::bare(table).unwrap();
    assert_eq!(bare.kinds_at(p(500, 500), Kinds::ALL), Kinds::NONE);
}

#[test]
fn up_and_down_a_hill() {
    // Two terraces on the way from west to east; the second one ends where the first does.
    let contours = vec![
        (40, Area { rings: vec![square(100, 0, 300)] }),
        (60, Area { rings: vec![square(200, 0, 200)] }),
    ];
    let relief = Relief::new(frame((0, 0), (600, 600)), 50, 20, contours).unwrap();
    assert_eq!([50, 100, 150, 200, 400, 401].map(|x| relief.height(p(x, 100))), [20, 40, 40, 60, 60, 20]);
    let levels = Levels { base: 20, step: 20 };
    let (mut walk, mut profile) = (Walk::new(), Profile::new());
    relief.walk(p(0, 100), p(500, 100), &mut walk);
    assert_eq!(relief.highest_between(&walk), Some(60));
    relief.profile(&walk, levels, &mut profile);
    let told: Vec<(i32, i16, i16)> =
        profile.changes().iter().map(|change| (walk.whole(change.at), change.before, change.after)).collect();
    assert_eq!(told, [(100, 0, 1), (200, 1, 2), (400, 2, 0)]);
    assert_eq!((profile.climbs(&walk, p(0, 100)), profile.climbs(&walk, p(500, 100))), (2, 2));
    assert_eq!(
        [99, 100, 199, 200, 299, 300].map(|window| profile.most_steps(&walk, window)),
        [2, 2, 2, 3, 3, 4]
    );
    // A step of 40 feet knows one line only.
    relief.profile(&walk, Levels { base: 0, step: 40 }, &mut profile);
    assert_eq!(profile.changes().len(), 2);
    assert_eq!(
        [(-1, -1), (19, -1), (20, 0), (59, 1), (60, 2)].map(|(feet, _)| levels.of(feet)),
        [-2, -1, 0, 1, 2]
    );
    // Only the ends touch the hill, so nothing between them is high.
    relief.walk(p(100, 300), p(50, 400), &mut walk);
    assert_eq!(relief.highest_between(&walk), Some(20));
    relief.profile(&walk, levels, &mut profile);
    assert_eq!((profile.climbs(&walk, p(50, 400)), profile.climbs(&walk, p(100, 300))), (1, 0));
    relief.walk(p(150, 150), p(150, 150), &mut walk);
    assert_eq!(relief.highest_between(&walk), None);
    assert_eq!(Relief::flat(frame((0, 0), (9, 9)), 7).unwrap().height(p(3, 3)), 7);
}

// Laws.

/// Points on a coarse lattice more often than not, so that lines run through corners and along sides.
fn any_point() -> impl Strategy<Value = Point> {
    prop_oneof![
        (-8i32..9, -8i32..9).prop_map(|(x, y)| p(10 * x, 10 * y)),
        (-80i32..80, -80i32..80).prop_map(|(x, y)| p(x, y)),
    ]
}

fn any_feature() -> impl Strategy<Value = Feature> {
    let ring = || prop::collection::vec(any_point(), 3..8);
    let shape = prop_oneof![
        prop::collection::vec(ring(), 1..3).prop_map(|rings| Shape::Area(Area { rings })),
        prop::collection::vec(any_point(), 1..6).prop_map(Shape::Line),
    ];
    (shape, 0u8..16).prop_map(|(shape, class)| Feature {
        name: format!("{class}"),
        kinds: Kinds::of(class),
        shape,
    })
}

fn any_field() -> impl Strategy<Value = (Vec<Feature>, i32)> {
    (prop::collection::vec(any_feature(), 0..6), 5i32..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn walks_are_those_of_the_slow_twin((features, cell) in any_field(), ends in prop::collection::vec((any_point(), any_point()), 4)) {
        let field = Field::new(frame((-50, -50), (50, 50)), cell, features.clone()).unwrap();
        let mut walk = Walk::new();
        for (from, to) in ends {
            check_walk(&twins(&features), &field, from, to, &mut walk, true);
        }
    }

    #[test]
    fn walks_stay_when_all_is_shifted_or_turned_by_a_quarter(
        (features, cell) in any_field(), from in any_point(), to in any_point(), by in (-90_000i32..90_000, -90_000i32..90_000),
    ) {
        // Every place on the line as a fraction from the end it was asked from, whichever end compares smaller.
        let told = |change: &dyn Fn(Point) -> Point| {
            let changed: Vec<Feature> = features
                .iter()
                .map(|feature| {
                    let all = |points: &Vec<Point>| points.iter().map(|point| change(*point)).collect::<Vec<_>>();
                    let shape = match &feature.shape {
                        Shape::Area(area) => Shape::Area(Area { rings: area.rings.iter().map(all).collect() }),
                        Shape::Line(points) => Shape::Line(all(points)),
                    };
                    Feature { shape, ..feature.clone() }
                })
                .collect();
            let table = Frame::around([change(p(-50, -50)), change(p(50, 50))]).unwrap();
            let field = Field::new(table, cell, changed).unwrap();
            let mut walk = Walk::new();
            field.walk(change(from), change(to), Kinds::ALL, &mut walk);
            let backward = walk.from() != change(from);
            let place = |(above, below): (i64, i64)| {
                let (above, below) = (i128::from(above), i128::from(below));
                let above = if backward { below - above } else { above };
                let common = greatest(above, below);
                (above / common, below / common)
            };
            let mut places: Vec<_> = walk
                .stretches()
                .iter()
                .map(|stretch| {
                    let mut ends = [place(stretch.enter.fraction()), place(stretch.leave.fraction())];
                    if backward {
                        ends.reverse();
                    }
                    (stretch.feature, ends)
                })
                .collect();
            places.sort_unstable();
            places
        };
        let here = told(&|point| point);
        prop_assert_eq!(&told(&|point| p(point.x + by.0, point.y + by.1)), &here);
        prop_assert_eq!(&told(&|point| p(point.y, -point.x)), &here);
    }

    #[test]
    fn what_lies_under_is_what_the_slow_twin_finds(
        (features, cell) in any_field(), points in prop::array::uniform4(any_point()), wanted in 0u8..16, within in 0i32..60,
    ) {
        let field = Field::new(frame((-50, -50), (50, 50)), cell, features.clone()).unwrap();
        let hull = Hull::around(points);
        let twins = twins(&features);
        let met: Vec<usize> =
            (0..features.len()).filter(|number| slow_meets(&twins[*number], hull.points())).collect();
        let all = met.iter().fold(Kinds::NONE, |kinds, number| kinds | features[*number].kinds);
        prop_assert_eq!(field.kinds_under(&hull, Kinds::ALL), all);
        prop_assert_eq!(field.kinds_under(&hull, Kinds::of(wanted)), all.common(Kinds::of(wanted)));
        let mut found = Found::new();
        field.under(&hull, Kinds::ALL, &mut found);
        prop_assert_eq!(found.iter().map(|id| usize::from(id.0)).collect::<Vec<_>>(), met);
        for point in points {
            prop_assert_eq!(field.kinds_at(point, Kinds::ALL), slow_kinds_at(&twins, point));
            for id in field.features() {
                prop_assert_eq!(field.holds(id, point), holds(&twins[usize::from(id.0)], whole(point)));
            }
        }
        let nearest = twins
            .iter()
            .flat_map(|twin| twin.sides.iter().copied())
            .filter(|(a, b)| a != b)
            .filter_map(|(a, b)| meet::nearest(&[a, b], hull.points()))
            .map(|nearest| nearest.squared)
            .min();
        let near = nearest.filter(|squared| squared.is_within(within));
        prop_assert_eq!(field.nearest_side(hull.points(), Kinds::ALL, within).map(|(_, squared)| squared), near);
        prop_assert_eq!(field.has_side(hull.points(), Kinds::ALL, within), near.is_some());
        // Coarse looks may see more than there is, never less.
        prop_assert!(all.without(field.kinds_near(&hull.frame(), Kinds::ALL)).is_empty());
        let [from, to, ..] = points;
        let along = field.kinds_under(&Hull::line(from, to), Kinds::ALL);
        prop_assert!(along.without(field.kinds_along(from, to, Kinds::ALL)).is_empty());
        for id in field.features() {
            let lengths = field.sides_of(id).iter().map(|side| (side.from.distance(side.to) as i32).max(1));
            let starts = lengths.scan(0, |way, length| {
                *way += length;
                Some(*way)
            });
            prop_assert_eq!(field.starts_of(id), std::iter::once(0).chain(starts).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_met_first_is_what_the_slow_twin_meets(
        (features, cell) in any_field(), x in -60i32..60, y in -60i32..60, tenths in 0u16..3600, go in 0u16..3600, length in 0i32..120, step in 1i32..9,
    ) {
        let field = Field::new(frame((-50, -50), (50, 50)), cell, features.clone()).unwrap();
        let body = Body::fronting(p(x, y), Heading::new(tenths).unwrap(), 30, 12);
        let leg = Leg::new(body.anchor, Heading::new(go).unwrap(), length);
        let outline = body.posed(0).outline;
        let twins = twins(&features);
        let first = twins.iter().zip(0..).filter_map(|(twin, number)| {
            let held = twin.is_area && holds(twin, whole(outline[0]));
            let met = twin.sides.iter().copied()
                .filter(|(a, b)| a != b)
                .filter_map(|(a, b)| meet::first_within(&leg, &outline, &[a, b], 0, step))
                .min();
            held.then_some(0).or(met).map(|way| (way, FeatureId(number)))
        });
        prop_assert_eq!(field.first_met(&leg, &outline, Kinds::ALL, step), first.min());
    }

    #[test]
    fn profiles_are_those_of_the_slow_twin(
        rings in prop::collection::vec((prop::collection::vec(any_point(), 3..7), -3i16..5), 0..5), cell in 5i32..120,
        from in any_point(), to in any_point(), window in 0i32..200, step in 1i16..40,
    ) {
        let contours: Vec<(i16, Area)> =
            rings.into_iter().map(|(ring, height)| (20 * height, Area { rings: vec![ring] })).collect();
        let relief = Relief::new(frame((-50, -50), (50, 50)), cell, 10, contours.clone()).unwrap();
        let levels = Levels { base: 0, step };
        let twins: Vec<Twin> = contours.iter().map(|(_, shape)| Twin::new(&area("", 0, shape.rings.clone()))).collect();
        let here = contours.iter().zip(&twins).filter(|(_, twin)| holds(twin, whole(from)));
        prop_assert_eq!(relief.height(from), here.map(|((height, _), _)| *height).fold(10, i16::max));
        let (mut walk, mut profile) = (Walk::new(), Profile::new());
        relief.walk(from, to, &mut walk);
        relief.profile(&walk, levels, &mut profile);
        if from == to {
            return Ok(());
        }
        // Every place where anything changes, and every middle between two, as fractions of the line.
        let (start, end) = (from.min(to), from.max(to));
        let stretches: Vec<Vec<_>> = twins.iter().map(|twin| slow_stretches(twin, start, end)).collect();
        let mut places: Vec<(i128, i128)> = stretches.iter().flatten().flat_map(|(a, b)| [*a, *b]).collect();
        places.extend([(0, 1), (1, 1)]);
        places.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        places.dedup_by(|a, b| a.0 * b.1 == b.0 * a.1);
        let less = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 < b.0 * a.1;
        let height = |at: (i128, i128)| {
            let inside = |list: &Vec<(Place, Place)>| list.iter().any(|(a, b)| !less(at, *a) && !less(*b, at));
            contours.iter().zip(&stretches).filter(|(_, list)| inside(list)).map(|((height, _), _)| *height).fold(10, i16::max)
        };
        let mut sequence = Vec::new();
        for (number, place) in places.iter().enumerate() {
            sequence.push((*place, height(*place)));
            if let Some(next) = places.get(number + 1) {
                let middle = (place.0 * next.1 + next.0 * place.1, 2 * place.1 * next.1);
                sequence.push((middle, height(middle)));
            }
        }
        let inner = &sequence[1..sequence.len() - 1];
        prop_assert!(relief.highest_between(&walk).is_none_or(|highest| highest <= relief.most_along(from, to)));
        let around = Frame::between(from, to);
        prop_assert!(relief.most_along(from, to) <= relief.most_in(&around));
        let (here, there) = (relief.height(from), relief.height(to));
        let highest = here.max(there);
        let between = relief.highest_between(&walk);
        prop_assert_eq!(relief.rises_above(from, to, highest), between.is_some_and(|between| between > highest));
        prop_assert_eq!(relief.rises_above(from, to, here), between.is_some_and(|between| between > here) || there > here);
        if relief.is_plainly_level(from, to) || relief.is_plainly_level_in(&around) || relief.is_level(from, to) {
            prop_assert!(profile.changes().is_empty());
        }
        prop_assert_eq!(relief.highest_between(&walk), inner.iter().map(|(_, height)| *height).max());
        let rises = |pairs: &mut dyn Iterator<Item = (i16, i16)>| -> u32 {
            pairs.map(|(a, b)| u32::try_from(i32::from(levels.of(b)) - i32::from(levels.of(a))).unwrap_or(0)).sum()
        };
        let heights: Vec<i16> = sequence.iter().map(|(_, height)| *height).collect();
        prop_assert_eq!(profile.climbs(&walk, start), rises(&mut heights.windows(2).map(|pair| (pair[0], pair[1]))));
        prop_assert_eq!(profile.climbs(&walk, end), rises(&mut heights.windows(2).map(|pair| (pair[1], pair[0]))));
        // Windows that begin at each place.
        let squared = i128::from(start.distance_squared(end));
        let most = (0..places.len()).map(|first| {
            let near = |at: (i128, i128)| {
                let (above, below) = (at.0 * places[first].1 - places[first].0 * at.1, at.1 * places[first].1);
                above >= 0 && above * above * squared <= i128::from(window).pow(2) * below * below
            };
            (0..places.len()).filter(|number| near(places[*number])).map(|number| {
                let at = |index: usize| sequence.get(index).map(|(_, height)| levels.of(*height));
                let here = levels.of(sequence[2 * number].1);
                let before = (2 * number).checked_sub(1).and_then(at).unwrap_or(here);
                let after = at(2 * number + 1).unwrap_or(here);
                u32::from(here.abs_diff(before)) + u32::from(here.abs_diff(after))
            }).sum::<u32>()
        }).max();
        prop_assert_eq!(Some(profile.most_steps(&walk, window)), most);
    }
}

// The real ground.

#[test]
fn july_1_is_what_the_slow_twin_finds() {
    let tabletop = july_1();
    let (field, relief) = (&tabletop.field, &tabletop.relief);
    let table = field.table();
    assert_eq!(table, frame((0, 0), (150_725, 123_247)));
    let ground: Vec<Twin> = field.features().map(|id| Twin::of(field, id)).collect();
    let contours: Vec<Twin> =
        relief.contours().features().map(|id| Twin::of(relief.contours(), id)).collect();
    assert_eq!((ground.len(), contours.len(), tabletop.bridges.len()), (325, 48, 48));
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut draw = |low: i32, high: i32| (low..high).new_tree(&mut runner).unwrap().current();
    let mut walk = Walk::new();
    for number in 0..60 {
        let from = p(draw(0, table.high.x), draw(0, table.high.y));
        // Sights of some inches, and now and then one across the whole field.
        let reach = if number % 12 == 0 { 100_000 } else { 9_000 };
        let to = p(from.x + draw(-reach, reach), from.y + draw(-reach, reach));
        check_walk(&ground, field, from, to, &mut walk, false);
        check_walk(&contours, relief.contours(), from, to, &mut walk, false);
        assert_eq!(field.kinds_at(from, Kinds::ALL), slow_kinds_at(&ground, from));
        let here = contours.iter().filter(|twin| holds(twin, whole(from)));
        assert_eq!(relief.height(from), here.map(|twin| twin.name.parse().unwrap()).fold(440, i16::max));
        let body = Body::fronting(from, Heading::new(draw(0, 3600) as u16).unwrap(), 6_000, 750);
        let end = Body { anchor: p(from.x + draw(-5_000, 5_000), from.y + draw(-5_000, 5_000)), ..body };
        let hull = Hull::swept(&body.posed(0).outline, body.anchor, end.anchor);
        let met = ground.iter().filter(|twin| slow_meets(twin, hull.points()));
        assert_eq!(
            field.kinds_under(&hull, Kinds::ALL),
            met.fold(Kinds::NONE, |kinds, twin| kinds | twin.kinds)
        );
        // Two hulls at once, and the line between two points alone.
        let hulls = [hull, Hull::of(&Body::fronting(to, body.heading, 4_000, 750).posed(0))];
        let mut found = Found::new();
        field.under_any(&hulls, Kinds::ALL, &mut found);
        let sides =
            |twin: &Twin, a, b| twin.sides.iter().any(|side| meet::gap_within(&[side.0, side.1], &[a, b], 0));
        for (id, twin) in field.features().zip(&ground) {
            let met = hulls.iter().any(|hull| slow_meets(twin, hull.points()));
            assert_eq!(found.holds(id), met, "{}", twin.name);
            let corners = || twin.sides.iter().flat_map(|(a, b)| [*a, *b]);
            assert!(field.frame_of(id).is_some_and(|frame| corners().all(|corner| frame.contains(corner))));
        }
        let crossed = ground.iter().any(|twin| twin.kinds.intersects(WOODS) && sides(twin, from, end.anchor));
        assert_eq!(field.is_met(from, end.anchor, WOODS), crossed);
        let crossed = contours.iter().any(|twin| sides(twin, from, end.anchor));
        assert_eq!(relief.is_level(from, end.anchor), !crossed);
    }
}
