//! Slow, plain twins of what is fast, and laws, on random tables and on the ground of July 1.

use super::arrow::{Edge, MoveGeom};
use super::charge::{ChargeGeom, check_charge};
use super::fire::{aim_from, under_fire};
use super::land::{CREEK, Land, MARSH, ORCHARD, RESTRICTED, ROCKS, TALL, TOWN, WOODS};
use super::lengths::{CLEAR, TOUCH, WINDOW, WITHIN, YARD};
use super::moves::{Moved, Orders, check_move};
use super::refusal::Refusal;
use super::rout::{Fate, settle};
use super::sight::{End, Scratch, ground_cover, sees};
use super::stand::{Barricade, Pose, Stand, Table};
use super::steep::crossings_of;
use super::{Grid, Profile};
use crate::model::ids::StandId;
use crate::model::numbers::{Arm, Arrow};
use engine::Side::{Confederate, Union};
use faults::Source;
use ground::Battlefield;
use ground::geometry::{Area, Frame, Point};
use ground::table::field::Shape;
use ground::table::lay::{Ground, Plan, Scale, lay};
use ground::table::{Feature, Field, Heading, Hull, Kinds, Levels, Relief, Tabletop, Turn, Walk, meet};

/// Numbers that are the same in every run.
struct Draw(u64);

impl Draw {
    fn within(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + ((self.0 >> 33) % (high - low) as u64) as i32
    }

    fn heading(&mut self) -> Heading {
        Heading::new(self.within(0, 3_600) as u16).unwrap()
    }

    fn point(&mut self, low: i32, high: i32) -> Point {
        Point::new(self.within(low, high), self.within(low, high))
    }

    /// A triangle about a place.
    fn ring(&mut self, low: i32, high: i32, reach: i32) -> Vec<Point> {
        let Point { x, y } = self.point(low, high);
        loop {
            let near =
                |draw: &mut Draw| Point::new(x + draw.within(-reach, reach), y + draw.within(-reach, reach));
            let ring = vec![near(self), near(self), near(self)];
            if super::touch::turn(ring[0], ring[1], ring[2]).abs() > 1_000_000 {
                return ring;
            }
        }
    }
}

/// A random table, before it is laid out.
struct Scene {
    features: Vec<(Kinds, bool, Vec<Point>)>,
    hills: Vec<(i16, Vec<Point>)>,
    barricades: Vec<(Point, Point)>,
    stands: Vec<(engine::Side, Arm, Pose, bool, bool)>,
}

const SIZE: i32 = 1_200 * YARD;

impl Scene {
    fn new(draw: &mut Draw) -> Scene {
        let mut features = Vec::new();
        for kinds in [WOODS, WOODS, WOODS, TOWN, ORCHARD, MARSH, ROCKS] {
            features.push((kinds, true, draw.ring(0, SIZE, 150 * YARD)));
        }
        features.push((CREEK, false, vec![draw.point(0, SIZE), draw.point(0, SIZE), draw.point(0, SIZE)]));
        let hills = [20, 40, 60, 80, 120].map(|height| (height, draw.ring(0, SIZE, 250 * YARD)));
        let mut barricades = Vec::new();
        for _ in 0..4 {
            let from = draw.point(0, SIZE);
            barricades.push((
                from,
                Point::new(from.x + draw.within(-20_000, 20_000), from.y + draw.within(-20_000, 20_000)),
            ));
        }
        let arms = [Arm::Infantry, Arm::Infantry, Arm::Artillery, Arm::Mounted, Arm::Dismounted];
        let mut stands: Vec<(engine::Side, Arm, Pose, bool, bool)> = Vec::new();
        while stands.len() < 14 {
            let side = if stands.len().is_multiple_of(2) { Union } else { Confederate };
            let arm = arms[draw.within(0, 5) as usize];
            let pose = Pose::new(draw.point(10_000, SIZE - 10_000), draw.heading());
            let stand = Stand::new(StandId(0), side, arm, pose);
            let clear = |(_, arm, pose, ..): &(engine::Side, Arm, Pose, bool, bool)| {
                !stand.body.is_within(&pose.posed(*arm), 10 * YARD)
            };
            if stands.iter().all(clear) {
                stands.push((side, arm, pose, draw.within(0, 8) == 0, draw.within(0, 8) == 0));
            }
        }
        Scene { features, hills: hills.to_vec(), barricades, stands }
    }

    /// Laid out, every point taken through a motion of the plane and every heading turned.
    fn laid(&self, motion: impl Fn(Point) -> Point, turn: Turn) -> Laid {
        let around = Frame::between(motion(Point::new(0, 0)), motion(Point::new(SIZE, SIZE)));
        let points = |ring: &[Point]| ring.iter().map(|point| motion(*point)).collect::<Vec<Point>>();
        let features = self.features.iter().zip(0..).map(|((kinds, is_area, ring), number)| {
            let ring = points(ring);
            let shape = if *is_area { Shape::Area(Area { rings: vec![ring] }) } else { Shape::Line(ring) };
            Feature { name: format!("f{number}"), kinds: *kinds, shape }
        });
        let field = Field::new(around, 100 * YARD, features.collect()).unwrap();
        let hills = self.hills.iter().map(|(height, ring)| (*height, Area { rings: vec![points(ring)] }));
        let relief = Relief::new(around, 100 * YARD, 0, hills.collect()).unwrap();
        let barricades = self.barricades.iter().zip(0..).map(|((from, to), line)| Barricade {
            line,
            from: motion(*from),
            to: motion(*to),
        });
        let mut stands = Vec::new();
        for ((side, arm, pose, routed, engaged), id) in self.stands.iter().zip(1..) {
            let pose = Pose::new(motion(pose.at), pose.heading.turned(turn));
            let stand = Stand::new(StandId(id), *side, *arm, pose);
            let stand =
                Stand { routed: *routed, engaged: *engaged, holders: *arm == Arm::Dismounted, ..stand };
            stands.push(stand);
            if stand.holders {
                stands.push(stand.its_holders());
            }
        }
        Laid {
            land: Land::new(Tabletop { field, relief, bridges: Vec::new() }),
            map: around,
            barricades: barricades.collect(),
            stands,
        }
    }

    fn as_drawn(&self) -> Laid {
        self.laid(|point| point, Turn::NONE)
    }
}

struct Laid {
    land: Land,
    map: Frame,
    barricades: Vec<Barricade>,
    stands: Vec<Stand>,
}

impl Laid {
    fn table(&self) -> Table<'_> {
        Table {
            land: &self.land,
            map: self.map,
            grid: Grid { low: self.map.low, side: Grid::SIDE, columns: 2, rows: 2 },
            profile: Profile::Compact,
            levels: super::land::MAJOR_LEVELS,
            barricades: &self.barricades,
            off_limits: &[],
            stands: &self.stands,
            generals: &[],
        }
    }
}

/// Exact fractions of a line, with a positive denominator.
type Fraction = (i128, i128);

fn before(one: Fraction, other: Fraction) -> std::cmp::Ordering {
    (one.0 * other.1).cmp(&(other.0 * one.1))
}

/// Is the point that lies so far along a line in an area, border included? Every side is looked at.
fn holds(ring: &[Point], (from, to): (Point, Point), at: Fraction) -> bool {
    let place = |a: i32, b: i32| i128::from(a) * at.1 + (i128::from(b) - i128::from(a)) * at.0;
    let (x, y, below) = (place(from.x, to.x), place(from.y, to.y), at.1);
    let mut inside = false;
    for number in 0..ring.len() {
        let (a, b) = (ring[number], ring[(number + 1) % ring.len()]);
        let (ax, ay) = (i128::from(a.x) * below, i128::from(a.y) * below);
        let (run, rise) = (i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y));
        let cross = run * (y - ay) - rise * (x - ax);
        let along = run * (x - ax) + rise * (y - ay);
        if cross == 0 && (0..=(run * run + rise * rise) * below).contains(&along) {
            return true;
        }
        let (low, high) = (ay, i128::from(b.y) * below);
        if (low > y) != (high > y) && (cross > 0) == (rise > 0) {
            inside = !inside;
        }
    }
    inside
}

/// Every place of a line where it meets a side of a ring, and its two ends.
fn events(rings: &[&[Point]], (from, to): (Point, Point)) -> Vec<Fraction> {
    let mut places = vec![(0, 1), (1, 1)];
    let by = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
    for ring in rings {
        for number in 0..ring.len() {
            let (a, b) = (ring[number], ring[(number + 1) % ring.len()]);
            let along = (i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y));
            let seen = (i128::from(a.x) - i128::from(from.x), i128::from(a.y) - i128::from(from.y));
            let below = by.0 * along.1 - by.1 * along.0;
            if below != 0 {
                let (above, beside) = (seen.0 * along.1 - seen.1 * along.0, seen.0 * by.1 - seen.1 * by.0);
                let sign = below.signum();
                let (above, beside, below) = (above * sign, beside * sign, below.abs());
                if (0..=below).contains(&above) && (0..=below).contains(&beside) {
                    places.push((above, below));
                }
            }
        }
    }
    places.sort_by(|one, other| before(*one, *other));
    places.dedup_by(|one, other| before(*one, *other).is_eq());
    places
}

/// Whether a line is clear, by looking at every piece of it between places where anything changes.
fn slow_sees(scene: &Scene, land: &Land, levels: Levels, firer: End, target: End) -> bool {
    let (from, to) = if firer.at <= target.at { (firer.at, target.at) } else { (target.at, firer.at) };
    if from == to {
        return true;
    }
    let (low_end, high_end) = if from == firer.at { (firer, target) } else { (target, firer) };
    let height = |at: Fraction| {
        let over = scene.hills.iter().filter(|(_, ring)| holds(ring, (from, to), at));
        over.map(|(height, _)| *height).max().unwrap_or(0).max(0)
    };
    let level_at = |point: Point| levels.of(height_at(scene, point));
    let level = level_at(firer.centre).max(level_at(target.centre));
    let rings: Vec<&[Point]> = scene
        .features
        .iter()
        .map(|(_, _, ring)| ring.as_slice())
        .chain(scene.hills.iter().map(|(_, ring)| ring.as_slice()))
        .collect();
    let places = events(&rings, (from, to));
    let squared = from.distance_squared(to) as u128;
    let whole =
        |at: Fraction| (at.0.unsigned_abs().pow(2) * squared / at.1.unsigned_abs().pow(2)).isqrt() as i32;
    let length = whole((1, 1));
    let middles = places.windows(2).map(|pair| {
        let middle = (pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1, 2 * pair[0].1 * pair[1].1);
        (middle, pair[0], pair[1])
    });
    let points = places.iter().filter(|at| at.0 > 0 && at.0 < at.1).map(|at| (*at, *at, *at));
    let blocked = |(at, first, last): (Fraction, Fraction, Fraction)| {
        let here = levels.of(height(at));
        if here > level {
            return true;
        }
        here == level
            && land.field().features().any(|id| {
                let (kinds, _, ring) = &scene.features[usize::from(id.0)];
                if !kinds.intersects(TALL) || !holds(ring, (from, to), at) {
                    return false;
                }
                let own = |end: End| land.is_in(id, end.at) || land.is_in(id, end.centre);
                let mut low = whole(first);
                let mut high = whole(last);
                if own(low_end) {
                    low = low.max(WITHIN + 1);
                }
                if own(high_end) {
                    high = high.min(length - WITHIN - 1);
                }
                low <= high
            })
    };
    !middles.chain(points).any(blocked)
}

fn height_at(scene: &Scene, point: Point) -> i16 {
    let line = (point, Point::new(point.x + 1, point.y));
    let over = scene.hills.iter().filter(|(_, ring)| holds(ring, line, (0, 1)));
    over.map(|(height, _)| *height).max().unwrap_or(0).max(0)
}

#[test]
fn lines_of_sight_are_those_of_the_slow_twin() {
    let mut draw = Draw(1);
    let mut scratch = Scratch::new();
    let (mut clear, mut all) = (0, 0);
    for _ in 0..60 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        for step in [40, 20] {
            let table = Table { levels: Levels { base: 0, step }, ..laid.table() };
            for _ in 0..40 {
                let from = draw.point(0, SIZE);
                let reach = draw.within(500, 60_000);
                let to = Point::new(from.x + draw.within(-reach, reach), from.y + draw.within(-reach, reach));
                let centre =
                    Point::new(from.x + draw.within(-3_000, 3_000), from.y + draw.within(-3_000, 3_000));
                let (one, other) = (End { at: from, centre }, End::place(to));
                let slow = slow_sees(&scene, &laid.land, table.levels, one, other);
                assert_eq!(sees(&table, &mut scratch, one, other), slow, "{one:?} {other:?}");
                assert_eq!(sees(&table, &mut scratch, other, one), slow, "from the other end");
                clear += u32::from(slow);
                all += 1;
            }
        }
    }
    assert!(all / 5 < clear && clear < all - all / 20, "{clear} of {all} are clear");
}

#[test]
fn woods_and_rocks_on_a_line_are_those_of_a_slow_walk() {
    let mut draw = Draw(2);
    let mut scratch = Scratch::new();
    let mut met = 0;
    for _ in 0..40 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        let table = laid.table();
        for _ in 0..40 {
            let (from, to) = (draw.point(0, SIZE), draw.point(0, SIZE));
            let found = ground_cover(&table, &mut scratch, End::place(from), End::place(to));
            let kind = |kind: Kinds| {
                scene.features.iter().filter(|(kinds, ..)| kinds.intersects(kind)).any(|(_, _, ring)| {
                    if holds(ring, (to, from), (0, 1)) {
                        return true;
                    }
                    let places = events(&[ring], (from, to));
                    let squared = from.distance_squared(to) as u128;
                    let far = |at: Fraction| {
                        // Twenty yards from the firer, exactly.
                        at.0.unsigned_abs().pow(2) * squared > 2_000u128.pow(2) * at.1.unsigned_abs().pow(2)
                    };
                    places.windows(2).any(|pair| {
                        let middle =
                            (pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1, 2 * pair[0].1 * pair[1].1);
                        holds(ring, (from, to), middle) && far(pair[1])
                    })
                })
            };
            assert_eq!((found.woods, found.rocks), (kind(WOODS), kind(ROCKS)), "{from:?} {to:?}");
            met += u32::from(found.woods);
        }
    }
    assert!(met > 100, "{met}");
}

/// Everything of the check of a move, with everybody looked at and nothing left out beforehand.
fn slow_move(
    scene: &Scene,
    table: &Table<'_>,
    stand: &Stand,
    geom: &MoveGeom,
    orders: &Orders<'_>,
) -> Result<Pose, &'static str> {
    if geom.arrow.is_move() && geom.arrow > orders.longest {
        return Err("arrow");
    }
    let laid = geom.laid(stand);
    let touched = |barricade: &Barricade| {
        let of_line = table.barricades.iter().filter(|other| other.line == barricade.line);
        of_line.into_iter().any(|piece| {
            stand.footprint().iter().any(|body| meet::gap_within(&piece.ends(), &body.outline, TOUCH))
        })
    };
    let leading = laid.leading();
    let firsts = table.barricades.iter().filter(|barricade| !touched(barricade));
    let cut =
        firsts.filter_map(|barricade| meet::first_within(&laid.leg, &leading, &barricade.ends(), 0, 1)).min();
    let end = match cut {
        // The twin counts the first whole hundredth at which they meet; the stand stops at the last before or there.
        Some(way) => {
            let meets = |way: i32| {
                let walls = table.barricades.iter().filter(|barricade| !touched(barricade));
                walls.into_iter().any(|wall| {
                    meet::first_within(&laid.leg, &leading, &wall.ends(), 0, 1) == Some(way)
                        && exactly(&laid.leg, &leading, wall, way)
                })
            };
            laid.at(if way > 0 && !meets(way) { way - 1 } else { way })
        }
        None => laid.end(geom.heading),
    };
    let bodies = stand.footprint_at(end);
    if cut.is_none() {
        let across = |barricade: &Barricade| {
            !touched(barricade)
                && bodies.iter().any(|body| meet::gap_within(&barricade.ends(), &body.core, 0))
        };
        if table.barricades.iter().any(across) {
            return Err("on barricade");
        }
    }
    let (from, to) = (stand.pose.at, end.at);
    if geom.arrow.is_move() {
        let met = |(kinds, is_area, ring): &(Kinds, bool, Vec<Point>)| {
            let sides = if *is_area { ring.len() } else { ring.len() - 1 };
            let crossed = (0..sides).any(|number| {
                meet::gap_within(&[from, to], &[ring[number], ring[(number + 1) % ring.len()]], 0)
            });
            kinds.intersects(RESTRICTED) && (crossed || *is_area && holds(ring, (from, to), (0, 1)))
        };
        if scene.features.iter().any(met) {
            return Err("restricted");
        }
    }
    let steep = geom.arrow.is_move() || !stand.arm.is_foot();
    if steep && slow_crossings(scene, from, to, 40) >= 3 {
        return Err("steep");
    }
    if !bodies.iter().all(|body| table.is_on_map(&body.outline)) {
        return Err("off map");
    }
    let start = stand.footprint();
    let others = || table.stands.iter().filter(|other| other.id != stand.id);
    let enemies = || others().filter(|other| other.side != stand.side);
    for (own, then) in start.iter().zip(&bodies) {
        let hull = Hull::turned(&own.core, &then.core);
        if enemies().any(|enemy| meet::overlap(hull.points(), &enemy.body.core)) {
            return Err("enemy");
        }
    }
    let engaged = |friend: &Stand| friend.side == stand.side && friend.engaged;
    if others().any(|friend| engaged(friend) && meet::gap_within(&[from, to], &friend.body.core, 0)) {
        return Err("engaged");
    }
    if others().any(|friend| bodies.iter().any(|body| meet::overlap(&body.core, &friend.body.core))) {
        return Err("overlap");
    }
    for enemy in enemies() {
        for body in &bodies {
            if meet::gap(&body.outline, &enemy.body.outline).unwrap().distance() < CLEAR {
                return Err("too near");
            }
            if table.barricades.iter().any(|wall| super::contact::is_across(body, &enemy.body, wall)) {
                return Err("across");
            }
        }
    }
    Ok(end)
}

/// Whether a leading edge meets a wall exactly at a whole hundredth of its way, and not before.
fn exactly(leg: &ground::table::Leg, leading: &[Point; 2], wall: &Barricade, way: i32) -> bool {
    let Some(first) = super::touch::first(leg, leading, &wall.ends()) else { return false };
    first.on(leg) == way
}

fn word(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Arrow { .. } => "arrow",
        Refusal::OnBarricade { .. } => "on barricade",
        Refusal::Restricted { .. } => "restricted",
        Refusal::Steep { .. } | Refusal::TooSteep { .. } => "steep",
        Refusal::OffMap { .. } => "off map",
        Refusal::Enemy { .. } => "enemy",
        Refusal::Engaged { .. } => "engaged",
        Refusal::Overlap { .. } => "overlap",
        Refusal::TooNear { .. } => "too near",
        Refusal::AcrossBarricade { .. } => "across",
        other => panic!("{other:?}"),
    }
}

/// The most steps from interval to interval within 150 yards, every pair of places compared.
fn slow_crossings(scene: &Scene, from: Point, to: Point, step: i16) -> u32 {
    if from == to {
        return 0;
    }
    let levels = Levels { base: 0, step };
    let rings: Vec<&[Point]> = scene.hills.iter().map(|(_, ring)| ring.as_slice()).collect();
    let places = events(&rings, (from, to));
    let level = |at: Fraction| {
        let over = scene.hills.iter().filter(|(_, ring)| holds(ring, (from, to), at));
        levels.of(over.map(|(height, _)| *height).max().unwrap_or(0).max(0))
    };
    let middle = |one: Fraction, other: Fraction| (one.0 * other.1 + other.0 * one.1, 2 * one.1 * other.1);
    let mut steps: Vec<(Fraction, u32)> = Vec::new();
    for (number, at) in places.iter().enumerate() {
        let here = level(*at);
        let mut sum = 0;
        if number > 0 {
            sum += u32::from(here.abs_diff(level(middle(places[number - 1], *at))));
        }
        if number + 1 < places.len() {
            sum += u32::from(here.abs_diff(level(middle(*at, places[number + 1]))));
        }
        steps.push((*at, sum));
    }
    let squared = from.distance_squared(to) as u128;
    let near = |one: Fraction, other: Fraction| {
        let apart = (other.0 * one.1 - one.0 * other.1).unsigned_abs();
        let below = (one.1 * other.1).unsigned_abs();
        // Fractions of 2^70 at most: their squares are compared by whole and rest.
        let whole = WINDOW.unsigned_abs() as u128;
        // apart / below * length <= window
        let (apart, below) = shorten(apart, below);
        apart * apart * squared <= whole * whole * below * below
    };
    let mut most = 0;
    for first in 0..steps.len() {
        let inside = steps[first..].iter().take_while(|(at, _)| near(steps[first].0, *at));
        most = most.max(inside.map(|(_, sum)| *sum).sum());
    }
    most
}

/// A fraction of so few bits that its square fits; what is lost is less than a billionth.
fn shorten(mut above: u128, mut below: u128) -> (u128, u128) {
    while below >> 46 > 0 {
        above >>= 1;
        below >>= 1;
    }
    (above, below)
}

#[test]
fn moves_are_judged_as_by_the_slow_twin() {
    let mut draw = Draw(3);
    let mut scratch = Scratch::new();
    let mut tally = std::collections::BTreeMap::<&'static str, u32>::new();
    for _ in 0..80 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        let table = laid.table();
        for stand in laid.stands.iter().filter(|stand| stand.arm != Arm::Holders) {
            for _ in 0..12 {
                let geom = any_move(&mut draw, stand);
                let orders = Orders::up_to(Arrow::A3);
                let fast = check_move(&table, &mut scratch, stand, &geom, &orders);
                let slow = slow_move(&scene, &table, stand, &geom, &orders);
                let told = fast.as_ref().map(|moved| moved.end).map_err(word);
                assert_eq!(told, slow, "{stand:?} {geom:?} {fast:?}");
                *tally.entry(told.err().unwrap_or("allowed")).or_default() += 1;
                if let Ok(moved) = &fast {
                    assert_lawful(&table, stand, moved);
                }
            }
        }
    }
    for outcome in
        ["allowed", "arrow", "restricted", "steep", "off map", "enemy", "engaged", "overlap", "too near"]
    {
        assert!(tally.get(outcome).is_some_and(|count| *count > 10), "{outcome}: {tally:?}");
    }
}

/// A move that lies on its edge as it must.
fn any_move(draw: &mut Draw, stand: &Stand) -> MoveGeom {
    let arrow = Arrow::ALL[draw.within(0, 5) as usize];
    let edge = Edge::ALL[[0, 0, 0, 1, 2, 3][draw.within(0, 6) as usize]];
    let tilt = draw.within(-300, 301) as i16;
    let most = super::arrow::Side::of(stand.arm, stand.holders, edge).slide();
    let slide = draw.within(-most, most + 1) as i16;
    let pivot = draw.within(-450, 451) + i32::from(tilt);
    MoveGeom { arrow, edge, tilt, slide, heading: stand.pose.heading.turned(Turn::tenths(pivot)) }
}

/// No accepted move ends in an overlap, off the map or in contact.
fn assert_lawful(table: &Table<'_>, stand: &Stand, moved: &Moved) {
    let bodies = stand.footprint_at(moved.end);
    for body in &bodies {
        assert!(table.is_on_map(&body.outline));
        for other in table.others(stand.id) {
            assert!(!body.overlaps(&other.body));
            assert!(other.side == stand.side || body.gap(&other.body).distance() >= CLEAR);
        }
    }
}

#[test]
fn everything_shifted_or_turned_by_a_quarter_is_judged_alike() {
    let mut draw = Draw(4);
    let mut scratch = Scratch::new();
    let mut allowed = 0;
    for _ in 0..40 {
        let scene = Scene::new(&mut draw);
        let by = draw.point(-40_000, 40_000);
        let here = scene.as_drawn();
        let shifted = |point: Point| Point::new(point.x + by.x, point.y + by.y);
        let quarter = |point: Point| Point::new(point.y, -point.x);
        let there = scene.laid(shifted, Turn::NONE);
        let turned = scene.laid(quarter, Turn::tenths(900));
        for number in (0..here.stands.len()).filter(|number| here.stands[*number].arm != Arm::Holders) {
            let stand = &here.stands[number];
            for _ in 0..6 {
                let geom = any_move(&mut draw, stand);
                let orders = Orders::up_to(Arrow::A4);
                let mut judged = |laid: &Laid, geom: &MoveGeom| {
                    let found = check_move(&laid.table(), &mut scratch, &laid.stands[number], geom, &orders);
                    found.map(|moved| moved.end.at).map_err(|refusal| word(&refusal))
                };
                let first = judged(&here, &geom);
                assert_eq!(judged(&there, &geom), first.map(shifted));
                let geom = MoveGeom { heading: geom.heading.turned(Turn::tenths(900)), ..geom };
                assert_eq!(judged(&turned, &geom), first.map(quarter));
                allowed += u32::from(first.is_ok());
            }
            let mut under = |laid: &Laid| {
                under_fire(&laid.table(), &mut scratch, &laid.stands[number]).map(|under| under.by)
            };
            let first = under(&here);
            assert_eq!((under(&there), under(&turned)), (first, first));
            for tilt in [-200, 0, 150] {
                let geom = ChargeGeom { arrow: Arrow::A4, tilt };
                let mut judged = |laid: &Laid| {
                    let found =
                        check_charge(&laid.table(), &mut scratch, &laid.stands[number], &geom, Arrow::A4);
                    found.map(|charge| (charge.end.at, charge.contacts.to_vec())).ok()
                };
                let first = judged(&here);
                assert_eq!(judged(&there), first.clone().map(|(at, who)| (shifted(at), who)));
                assert_eq!(judged(&turned), first.map(|(at, who)| (quarter(at), who)));
            }
        }
    }
    assert!(allowed > 300, "{allowed}");
}

#[test]
fn who_is_under_fire_is_found_by_looking_at_everybody() {
    let mut draw = Draw(5);
    let mut scratch = Scratch::new();
    let (mut under, mut all) = (0, 0);
    for _ in 0..120 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        let table = laid.table();
        for stand in laid.stands.iter().filter(|stand| stand.arm != Arm::Holders) {
            let slow = laid.stands.iter().any(|enemy| {
                let reach = match enemy.arm {
                    Arm::Infantry | Arm::Dismounted => 30_000,
                    Arm::Artillery => 60_000,
                    Arm::Mounted | Arm::Holders => return false,
                };
                let own: Vec<&Stand> = laid.stands.iter().filter(|own| own.id == stand.id).collect();
                enemy.side != stand.side
                    && !enemy.routed
                    && !enemy.engaged
                    && own.iter().any(|own| {
                        aim_from(enemy.pose, enemy.arm, &own.body).is_some_and(|aim| {
                            let end = End { at: aim.at, centre: own.pose.at };
                            aim.squared <= reach * reach
                                && slow_sees(&scene, &laid.land, table.levels, End::of(enemy), end)
                        })
                    })
            });
            assert_eq!(under_fire(&table, &mut scratch, stand).is_some(), slow, "{stand:?}");
            under += u32::from(slow);
            all += 1;
        }
    }
    assert!(under > 100 && under < all - 100, "{under} of {all}");
}

#[test]
fn charges_end_at_the_first_enemy_of_a_slow_sweep() {
    let mut draw = Draw(6);
    let mut scratch = Scratch::new();
    let mut found = 0;
    for _ in 0..120 {
        let scene = Scene { barricades: Vec::new(), ..Scene::new(&mut draw) };
        let laid = scene.as_drawn();
        let table = laid.table();
        for stand in laid.stands.iter().filter(|stand| !matches!(stand.arm, Arm::Holders | Arm::Artillery)) {
            let geom = ChargeGeom { arrow: Arrow::A4, tilt: draw.within(-300, 301) as i16 };
            let Ok(charge) = check_charge(&table, &mut scratch, stand, &geom, Arrow::A4) else { continue };
            let sweep = geom.sweep(stand);
            // Whole hundredths, one after the other: none before overlaps or touches anybody of the enemy.
            let body = sweep.at(stand.arm, 0).body(stand.arm).outline();
            let enemies = || table.enemies(stand.side);
            let first = enemies()
                .filter_map(|enemy| meet::first_within(&sweep.leg, &body, &enemy.body.outline, 0, 1))
                .min();
            let first = first.expect("a charge reaches somebody");
            assert!(charge.way == first || charge.way + 1 == first, "{} {first}", charge.way);
            let end = charge.end.posed(stand.arm);
            assert!(enemies().all(|enemy| !end.overlaps(&enemy.body)));
            let touched = |enemy: &&Stand| end.gap(&enemy.body).is_within(TOUCH);
            let mut slow: Vec<StandId> = enemies().filter(touched).map(|enemy| enemy.id).collect();
            slow.sort_unstable();
            slow.dedup();
            let mut fast = charge.contacts.to_vec();
            fast.sort_unstable();
            assert_eq!(fast, slow);
            // Halted anywhere before, it stands on nobody.
            let way = draw.within(0, charge.way + 1);
            let free = super::route::last_free(&table, stand, &sweep, way);
            assert!(free <= way);
            let free_at = |way: i32| {
                let bodies = stand.footprint_at(sweep.at(stand.arm, way));
                !table.others(stand.id).any(|other| bodies.iter().any(|body| body.overlaps(&other.body)))
            };
            assert!(free == 0 || free_at(free));
            assert!((free + TOUCH + 1..=way).step_by(37).all(|between| !free_at(between)), "{free} {way}");
            found += 1;
        }
    }
    assert!(found > 60, "{found}");
}

#[test]
fn whoever_routs_ends_clear_off_the_map_or_captured() {
    let mut draw = Draw(7);
    let (mut stands, mut gone, mut captured) = (0, 0, 0);
    for _ in 0..200 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        let table = laid.table();
        let runner = laid.stands[0];
        let heading = draw.heading();
        let met = super::rout::met(&table, &runner, heading);
        let friends =
            met.iter().filter(|met| met.side == runner.side).filter_map(|met| table.stand(met.stand));
        let chain: Vec<Stand> = std::iter::once(runner).chain(friends.copied()).collect();
        let settled = settle(&table, &chain, heading);
        let ends: Vec<(Stand, Pose)> = settled
            .fates
            .iter()
            .zip(&chain)
            .filter_map(|((_, fate), stand)| match fate {
                Fate::Stands(at) => Some((*stand, *at)),
                Fate::OffMap => {
                    gone += 1;
                    None
                }
                Fate::Captured(_) => {
                    captured += 1;
                    None
                }
            })
            .collect();
        let runs = |id: StandId| chain.iter().any(|runner| runner.id == id);
        for (stand, at) in &ends {
            stands += 1;
            assert_eq!(at.heading, heading);
            for body in stand.footprint_at(*at) {
                assert!(table.is_on_map(&body.outline));
                for other in table.stands.iter().filter(|other| !runs(other.id)) {
                    assert!(!body.overlaps(&other.body));
                    let unrouted = other.side != stand.side && !other.routed;
                    assert!(!unrouted || !body.is_within(&other.body, TOUCH));
                }
                for (other, place) in ends.iter().filter(|(other, _)| other.id != stand.id) {
                    assert!(other.footprint_at(*place).iter().all(|its| !body.overlaps(its)));
                }
            }
        }
    }
    assert!(stands > 80 && gone > 10 && captured > 3, "{stands} {gone} {captured}");
}

#[test]
fn steep_windows_are_those_of_the_slow_twin() {
    let mut draw = Draw(8);
    let mut scratch = Scratch::new();
    let mut steep = 0;
    for _ in 0..100 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        let table = laid.table();
        for _ in 0..40 {
            let from = draw.point(0, SIZE);
            let to = Point::new(from.x + draw.within(-40_000, 40_000), from.y + draw.within(-40_000, 40_000));
            for step in [40, 20] {
                let fast = crossings_of(&table, &mut scratch, from, to, Levels { base: 0, step });
                assert_eq!(fast, slow_crossings(&scene, from, to, step), "{from:?} {to:?}");
                assert_eq!(fast, crossings_of(&table, &mut scratch, to, from, Levels { base: 0, step }));
                steep += u32::from(fast >= 3);
            }
        }
    }
    assert!(steep > 100, "{steep}");
}

/// The ground of July 1 as this game lays it.
pub(super) fn july_1() -> Land {
    let text = include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson");
    let ground =
        Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound");
    let plan = Plan { frame: None, scale: Scale::a_yard(YARD), cell: 10_000, contour_cell: 10_000 };
    let classes = |ground: Ground, name: Option<&str>| crate::field::terrain::class(true, ground, name);
    Land::new(lay(&ground, &plan, classes).expect("the battlefield fits a table"))
}

#[test]
fn sight_over_real_ground_agrees_with_samples() {
    let land = july_1();
    let table = super::fixture::table(&land, &[]);
    let mut draw = Draw(9);
    let mut scratch = Scratch::new();
    let mut walk = Walk::new();
    let Frame { high, .. } = land.field().table();
    let (mut differ, mut blocked) = (0, 0);
    const LINES: i32 = 1_500;
    for _ in 0..LINES {
        let from = Point::new(draw.within(0, high.x), draw.within(0, high.y));
        let to = Point::new(from.x + draw.within(-50_000, 50_000), from.y + draw.within(-50_000, 50_000));
        let (one, other) = (End::place(from), End::place(to));
        let fast = sees(&table, &mut scratch, one, other);
        assert_eq!(fast, sees(&table, &mut scratch, other, one), "{from:?} {to:?}");
        // Places every half yard: what blocks at one of them, blocks.
        let level = table.interval(from).max(table.interval(to));
        let length = from.distance_squared(to).isqrt() as i32;
        let leg = ground::table::Leg { from, to, length: length.max(1) };
        let own = |id, end: Point| land.is_in(id, end);
        land.field().walk(from, to, TALL, &mut walk);
        let hides = |way: &i32| {
            let at = leg.at(*way);
            let here = table.interval(at);
            let tall = || {
                land.field().kinds_at(at, TALL).intersects(TALL)
                    && land.field().features().any(|id| {
                        land.field().is_area(id)
                            && land.field().kinds(id).intersects(TALL)
                            && land.field().holds(id, at)
                            && !(own(id, from) && *way <= WITHIN + 1)
                            && !(own(id, to) && length - *way <= WITHIN + 1)
                    })
            };
            here > level || here == level && tall()
        };
        // An end rounded to a whole hundredth may lie a hair on the other side of a border: the last ones are left out.
        let sampled = (50..length - 1).step_by(50).find(hides);
        if sampled.is_some() {
            blocked += 1;
            assert!(!fast, "{from:?} {to:?} is blocked after {sampled:?}");
        } else {
            differ += i32::from(!fast);
        }
    }
    assert!(differ <= LINES / 50, "{differ} of {LINES} lines are blocked between two samples");
    assert!(blocked > LINES / 5, "{blocked}");
}

/// Everything that a table is asked, added up.
struct Sum(u64);

impl Sum {
    fn add(&mut self, answer: i64) {
        self.0 = self.0.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ answer as u64;
    }

    fn add_pose(&mut self, pose: Pose) {
        self.add(pose.at.x.into());
        self.add(pose.at.y.into());
        self.add(pose.heading.tenths().into());
    }
}

#[test]
fn the_answers_never_change() {
    let mut draw = Draw(10);
    let mut scratch = Scratch::new();
    let mut sum = Sum(0);
    for _ in 0..60 {
        let scene = Scene::new(&mut draw);
        let laid = scene.as_drawn();
        let table = laid.table();
        for stand in laid.stands.iter().filter(|stand| stand.arm != Arm::Holders) {
            for _ in 0..8 {
                let geom = any_move(&mut draw, stand);
                sum.add_pose(geom.end(stand));
                if let Ok(moved) = check_move(&table, &mut scratch, stand, &geom, &Orders::up_to(Arrow::A4)) {
                    sum.add_pose(moved.end);
                    sum.add(moved.way.into());
                }
            }
            let under = under_fire(&table, &mut scratch, stand);
            sum.add(under.map_or(-1, |under| i64::from(under.range)));
            let geom = ChargeGeom { arrow: Arrow::A4, tilt: draw.within(-300, 301) as i16 };
            if let Ok(charge) = check_charge(&table, &mut scratch, stand, &geom, Arrow::A4) {
                sum.add_pose(charge.end);
                let enemy = charge.contacts.first().and_then(|id| table.stand(*id));
                let conformed = enemy.and_then(|enemy| {
                    let flank = super::front::has_flank(&stand.at(charge.end), enemy);
                    super::charge::conform(&table, stand, charge.end, enemy, flank)
                });
                conformed.into_iter().for_each(|pose| sum.add_pose(pose));
            }
            for (_, fate) in settle(&table, &[*stand], draw.heading()).fates {
                match fate {
                    Fate::Stands(at) => sum.add_pose(at),
                    Fate::OffMap => sum.add(-2),
                    Fate::Captured(by) => sum.add(by.0.into()),
                }
            }
        }
    }
    assert_eq!(sum.0, 16_274_063_210_539_679_683, "what all answers add up to");
}

#[test]
fn a_longer_arrow_counts_in_no_fewer_squares_and_meets_no_less_ground() {
    let mut draw = Draw(11);
    let mut scratch = Scratch::new();
    let mut longer_is_barred = 0;
    for _ in 0..60 {
        let scene = Scene { barricades: Vec::new(), ..Scene::new(&mut draw) };
        let laid = scene.as_drawn();
        let table = laid.table();
        for stand in laid.stands.iter().filter(|stand| stand.arm != Arm::Holders) {
            // Straight ahead the path of a longer arrow begins with that of a shorter one.
            let ahead = |arrow| MoveGeom::straight(arrow, Edge::Front, stand.pose.heading);
            let leg = |arrow| ahead(arrow).laid(stand).leg;
            let counted =
                |arrow| table.grid.touched(leg(arrow).from, leg(arrow).to).collect::<Vec<super::Cell>>();
            for pair in [Arrow::A1, Arrow::A2, Arrow::A3, Arrow::A4].windows(2) {
                let (short, long) = (counted(pair[0]), counted(pair[1]));
                assert!(short.iter().all(|square| long.contains(square)), "{stand:?} {pair:?}");
                let mut judged = |arrow| {
                    let found =
                        check_move(&table, &mut scratch, stand, &ahead(arrow), &Orders::up_to(Arrow::A4));
                    matches!(
                        found,
                        Err(Refusal::Restricted { .. } | Refusal::Steep { .. } | Refusal::TooSteep { .. })
                    )
                };
                let (before, after) = (judged(pair[0]), judged(pair[1]));
                assert!(!before || after, "{stand:?} {pair:?}");
                longer_is_barred += u32::from(after && !before);
            }
        }
    }
    assert!(longer_is_barred > 50, "{longer_is_barred}");
}

#[test]
fn whatever_is_asked_is_answered() {
    use super::arrow::{EntryGeom, SpecialGeom};
    use super::generals::check_ride;
    use super::moves::{check_entry, check_placed, check_special};
    let mut draw = Draw(12);
    let mut scratch = Scratch::new();
    let scene = Scene::new(&mut draw);
    let laid = scene.as_drawn();
    let table = laid.table();
    let extreme = |draw: &mut Draw| match draw.within(0, 4) {
        0 => i16::MIN,
        1 => i16::MAX,
        _ => draw.within(-400, 401) as i16,
    };
    for _ in 0..3_000 {
        let stand = &laid.stands[draw.within(0, laid.stands.len() as i32) as usize];
        let arrow = Arrow::ALL[draw.within(0, 5) as usize];
        let edge = Edge::ALL[draw.within(0, 4) as usize];
        let (tilt, slide, heading) = (extreme(&mut draw), extreme(&mut draw), draw.heading());
        let geom = MoveGeom { arrow, edge, tilt, slide, heading };
        let judged = check_move(&table, &mut scratch, stand, &geom, &Orders::up_to(Arrow::A4));
        let most = super::arrow::Side::of(stand.arm, stand.holders, edge).slide();
        let lies = i32::from(slide).abs() <= most && i32::from(tilt).abs() <= 300;
        assert!(lies || judged.is_err(), "{geom:?}");
        let base = Edge::ALL[draw.within(0, 4) as usize];
        let special = SpecialGeom { base, bearing: draw.heading(), put: edge, heading };
        let judged = check_special(&table, &mut scratch, stand, &special);
        assert!(judged.is_err() || matches!(base, Edge::Front | Edge::Back));
        let charge = ChargeGeom { arrow, tilt };
        let judged = check_charge(&table, &mut scratch, stand, &charge, Arrow::A4);
        assert!(judged.is_err() || arrow.is_move() && i32::from(tilt).abs() <= 300);
        let corner =
            [Point::new(0, 0), Point::new(SIZE, SIZE), draw.point(0, SIZE)][draw.within(0, 3) as usize];
        let entry = EntryGeom { from: corner, inward: heading, arrow, tilt, heading: draw.heading() };
        if let Ok(moved) = check_entry(&table, &mut scratch, stand, &entry, &Orders::up_to(Arrow::A4)) {
            assert_lawful(&table, stand, &moved);
        }
        let far = Pose::new(corner, heading);
        if check_placed(&table, &mut scratch, stand, far, i32::MAX, false).is_ok() {
            assert!(stand.footprint_at(far).iter().all(|body| table.is_on_map(&body.outline)));
        }
        let general = super::General { id: Default::default(), side: stand.side, at: corner };
        let way = [i32::MIN, -1, 0, 20_000, i32::MAX][draw.within(0, 5) as usize];
        let ridden = check_ride(&table, &general, Arrow::A2, heading, way, &|_| true);
        assert!(ridden.is_err() || (0..=24_000).contains(&way));
    }
}
