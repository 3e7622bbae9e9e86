//! What games without a grid ask most, on the ground of July 1 at 25 thousandths of an inch for a yard: 28 units in one
//! part of the field, and each question put in 256 places.

use faults::Source;
use ground::Battlefield;
use ground::geometry::Point;
use ground::table::lay::{Ground, Plan, Scale, Tabletop, lay};
use ground::table::{Body, Compass, Heading, Hull, Kinds, Leg, Posed, Walk, Wedge, meet};

pub const WOODS: Kinds = Kinds::of(0);
pub const OPEN: Kinds = Kinds::of(1);
pub const BUILT: Kinds = Kinds::of(2);
pub const STREAM: Kinds = Kinds::of(3);
pub const WALL: Kinds = Kinds::of(4);
pub const OTHER: Kinds = Kinds::of(5);

const PLACES: usize = 256;

/// Everything that is asked about.
pub struct Questions {
    tabletop: Tabletop,
    units: Vec<Posed>,
    bodies: Vec<Body>,
    /// A body and one near it.
    pairs: Vec<(Posed, Posed)>,
    /// A body's way of some inches.
    legs: Vec<Leg>,
    /// Two places nine inches apart.
    sights: Vec<(Point, Point)>,
    walk: Walk,
}

/// A question: what it is called, and how it is put for the place of a number. The answer is only there to be used.
pub type Question = (&'static str, fn(&mut Questions, usize) -> u64);

pub const ALL: [Question; 11] = [
    ("pose", |all, at| all.bodies[at].posed(12).outline[0].x as u64),
    ("bearing", |all, at| {
        let (from, to) = all.sights[at];
        Compass::every(25).and_then(|ticks| ticks.bearing(from, to)).map_or(0, |found| found.tenths().into())
    }),
    ("overlap", |all, at| {
        let (one, other) = &all.pairs[at];
        one.overlaps(other).into()
    }),
    ("gap", |all, at| {
        let (one, other) = &all.pairs[at];
        one.is_within(other, 1_250).into()
    }),
    ("nearest", |all, at| {
        let (one, other) = &all.pairs[at];
        meet::nearest(&one.outline, &other.outline).map_or(0, |found| found.squared.distance() as u64)
    }),
    ("first-mark", |all, at| {
        let (one, other) = &all.pairs[at];
        meet::first_within(&all.legs[at], &one.outline, &other.outline, 1_250, 10).map_or(0, |way| way as u64)
    }),
    ("arc", |all, at| {
        let (one, other) = &all.pairs[at];
        let wedge = Wedge::from_front(one, all.bodies[at].heading, 450);
        wedge.is_some_and(|wedge| wedge.meets(&other.outline)).into()
    }),
    ("swept-units", |all, at| {
        let hull = all.swept(at);
        let frame = hull.frame();
        let near = |unit: &&Posed| frame.grown(unit.radius).contains(unit.middle);
        all.units.iter().filter(near).filter(|unit| meet::overlap(hull.points(), &unit.core)).count() as u64
    }),
    ("swept-ground", |all, at| {
        let hull = all.swept(at);
        let wanted = WOODS | OPEN | BUILT | STREAM | WALL;
        all.tabletop.field.kinds_under(&hull, wanted).classes().count() as u64
    }),
    ("heights", |all, at| all.tabletop.relief.height(all.bodies[at].anchor) as u64),
    ("sight", |all, at| {
        let (from, to) = all.sights[at];
        let Questions { tabletop, walk, .. } = all;
        tabletop.field.walk(from, to, WOODS | BUILT, walk);
        let covered = walk.stretches().len() as u64;
        tabletop.relief.walk(from, to, walk);
        covered + tabletop.relief.highest_between(walk).map_or(0, |height| height as u64)
    }),
];

impl Questions {
    pub fn new() -> Self {
        let mut seed = 1863u64;
        let mut draw = move |low: i32, high: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + ((seed >> 33) % (high - low) as u64) as i32
        };
        let heading = |tenths: i32| Heading::new(tenths as u16).unwrap_or_default();
        // McPherson's Ridge and what is round it: woods, farms, runs and walls.
        let mut units = Vec::new();
        for _ in 0..28 {
            let at = Point::new(draw(25_000, 75_000), draw(50_000, 90_000));
            units.push(Body::fronting(at, heading(draw(0, 3_600)), 6_000, 750).posed(12));
        }
        let mut bodies = Vec::new();
        let mut pairs = Vec::new();
        let mut legs = Vec::new();
        let mut sights = Vec::new();
        for _ in 0..PLACES {
            let at = Point::new(draw(25_000, 75_000), draw(50_000, 90_000));
            let facing = draw(0, 144) * 25;
            let body = Body::fronting(at, heading(facing), 6_000, 750);
            let near = Point::new(at.x + draw(-6_000, 6_000), at.y + draw(-6_000, 6_000));
            let other = Body::fronting(near, heading(draw(0, 3_600)), 4_500, 750);
            bodies.push(body);
            pairs.push((body.posed(12), other.posed(12)));
            legs.push(Leg::new(at, body.heading, draw(1_000, 9_000)));
            sights.push((at, Leg::new(at, heading(draw(0, 3_600)), 9_000).to));
        }
        Self { tabletop: july_1(), units, bodies, pairs, legs, sights, walk: Walk::new() }
    }

    fn swept(&self, at: usize) -> Hull {
        let Leg { from, to, .. } = self.legs[at];
        Hull::swept(&self.pairs[at].0.outline, from, to)
    }

    /// Puts a question in one place after another, so often.
    pub fn ask(&mut self, (_, question): Question, times: u64) -> u64 {
        (0..times).fold(0, |sum, time| sum.wrapping_add(question(self, time as usize % PLACES)))
    }
}

fn july_1() -> Tabletop {
    let text = include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson");
    let ground =
        Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound");
    let plan = Plan { frame: None, scale: Scale::a_yard(25), cell: 3_000, contour_cell: 3_000 };
    let classes = |ground: Ground, _: Option<&str>| match ground {
        Ground::Woods(ground::battlefield::Density::Dense) => WOODS,
        Ground::Woods(_) | Ground::Orchard => OPEN,
        Ground::Town | Ground::Building => BUILT,
        Ground::Stream(_) => STREAM,
        Ground::Wall(_) => WALL,
        _ => OTHER,
    };
    lay(&ground, &plan, classes).expect("the battlefield fits a table")
}
