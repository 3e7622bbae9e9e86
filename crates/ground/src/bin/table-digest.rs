//! Asks the open table a million random questions, most of them on the ground of July 1, and prints what the answers
//! add up to after each tenth part. `cargo xtask digest` compares it with
//! `crates/ground/tests/fixtures/table-digest.txt`, whichever way the program was built: geometry that differs between
//! machines or builds would show here.
//!
//! Called with a number, it stops after so many tenths.

use faults::Source;
use ground::Battlefield;
use ground::geometry::Point;
use ground::table::lay::{Ground, Plan, Scale, Tabletop, lay};
use ground::table::{Body, Compass, Found, Heading, Hull, Kinds, Leg, Levels, Profile, Walk, Wedge, meet};

const TENTHS: u32 = 10;
const ROUNDS: u32 = 5_000;
const QUESTIONS: u32 = 20;

fn main() {
    let tenths = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(TENTHS);
    let tabletop = tabletop();
    let mut asker = Asker {
        dice: Dice(1863),
        sum: Sum(0),
        walk: Walk::new(),
        profile: Profile::new(),
        found: Found::new(),
    };
    for tenth in 1..=tenths {
        for _ in 0..ROUNDS {
            asker.ask(&tabletop);
        }
        println!("{} answers {:016x}", tenth * ROUNDS * QUESTIONS, asker.sum.0);
    }
}

fn tabletop() -> Tabletop {
    let text = include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson");
    let ground =
        Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound");
    let plan = Plan { frame: None, scale: Scale::a_yard(25), cell: 3_000, contour_cell: 3_000 };
    let classes = |ground: Ground, _: Option<&str>| {
        Kinds::of(match ground {
            Ground::Woods(_) => 0,
            Ground::Orchard => 1,
            Ground::Crops => 2,
            Ground::Town => 3,
            Ground::Building => 4,
            Ground::Marsh => 5,
            Ground::Rocks => 6,
            Ground::Pond => 7,
            Ground::Road(_) => 8,
            Ground::Railroad(_) => 9,
            Ground::Stream(_) => 10,
            Ground::Wall(_) => 11,
        })
    };
    lay(&ground, &plan, classes).expect("the battlefield fits a table")
}

/// Numbers that look random and are the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn within(&mut self, low: i32, high: i32) -> i32 {
        low + (self.next() % (i64::from(high) - i64::from(low) + 1).unsigned_abs()) as i32
    }

    fn point(&mut self) -> Point {
        Point::new(self.within(0, 150_000), self.within(0, 123_000))
    }

    fn near(&mut self, point: Point, reach: i32) -> Point {
        Point::new(point.x + self.within(-reach, reach), point.y + self.within(-reach, reach))
    }

    fn heading(&mut self) -> Heading {
        Heading::new(self.within(0, 3_599) as u16).unwrap_or_default()
    }

    fn body(&mut self, anchor: Point) -> Body {
        let (width, depth) = (self.within(500, 9_000), self.within(500, 3_000));
        match self.within(0, 1) {
            0 => Body::fronting(anchor, self.heading(), width, depth),
            _ => Body::centred(anchor, self.heading(), width, depth),
        }
    }
}

/// What the answers add up to: each changes all that follow.
struct Sum(u64);

impl Sum {
    fn add(&mut self, answer: i64) {
        self.0 = (self.0.rotate_left(23) ^ answer.cast_unsigned()).wrapping_mul(0x2545_F491_4F6C_DD1D);
    }

    fn add_points(&mut self, points: &[Point]) {
        for point in points {
            self.add(i64::from(point.x));
            self.add(i64::from(point.y));
        }
    }

    fn add_kinds(&mut self, kinds: Kinds) {
        self.add(kinds.classes().map(|class| 1 << class).sum());
    }
}

struct Asker {
    dice: Dice,
    sum: Sum,
    walk: Walk,
    profile: Profile,
    found: Found,
}

impl Asker {
    /// One round of questions.
    fn ask(&mut self, tabletop: &Tabletop) {
        let Self { dice, sum, walk, profile, found } = self;
        let (field, relief) = (&tabletop.field, &tabletop.relief);
        let here = dice.point();
        let there = dice.near(here, 9_000);
        let (one, other) = (dice.body(here), dice.body(there));
        let (posed, target) = (one.posed(12), other.posed(12));
        let distance = dice.within(0, 6_000);
        sum.add_points(&posed.outline);
        sum.add_points(&posed.core);
        for step in [1, 25] {
            let bearing = Compass::every(step).and_then(|compass| compass.bearing(here, there));
            sum.add(bearing.map_or(-1, |bearing| bearing.tenths().into()));
        }
        sum.add(posed.overlaps(&target).into());
        sum.add(posed.is_within(&target, distance).into());
        if let Some(nearest) = meet::nearest(&posed.outline, &target.outline) {
            sum.add(nearest.squared.distance().into());
            sum.add_points(&nearest.stretch.map(|(point, _)| point));
        }
        let leg = Leg::new(here, dice.heading(), dice.within(0, 12_000));
        let first = meet::first_within(&leg, &posed.outline, &target.outline, distance, 10);
        sum.add(first.map_or(-1, i64::from));
        let hull = Hull::swept(&posed.outline, leg.from, leg.to);
        sum.add_points(hull.points());

        if let Some(arc) = Wedge::from_front(&posed, one.heading, 450) {
            sum.add(arc.holds(there).into());
            sum.add(arc.meets(&target.outline).into());
            sum.add_points(arc.nearest(&target.outline, one.front()).as_slice());
        }

        sum.add_kinds(field.kinds_at(here, Kinds::ALL));
        sum.add_kinds(field.kinds_under(&hull, Kinds::ALL));
        found.clear();
        field.under(&hull, Kinds::ALL, found);
        sum.add(found.iter().map(|id| i64::from(id.0) + 1).sum());
        let wall = Kinds::of(11);
        let met = field.first_met(&leg, &posed.outline, wall, 10);
        sum.add(met.map_or(-1, |(way, id)| i64::from(way) << 16 | i64::from(id.0)));
        let near = field.nearest_side(&posed.outline, wall, distance);
        sum.add(
            near.map_or(-1, |(side, squared)| {
                i64::from(squared.distance()) << 16 | i64::from(side.feature.0)
            }),
        );
        field.walk(here, there, Kinds::ALL, walk);
        for stretch in walk.stretches() {
            sum.add(i64::from(walk.whole(stretch.enter)) << 32 | i64::from(walk.whole(stretch.leave)));
        }

        sum.add(relief.height(here).into());
        relief.walk(here, there, walk);
        sum.add(relief.highest_between(walk).map_or(-1, i64::from));
        relief.profile(walk, Levels { base: 0, step: 20 }, profile);
        sum.add(i64::from(profile.climbs(walk, here)) << 32 | i64::from(profile.most_steps(walk, 3_750)));
    }
}
