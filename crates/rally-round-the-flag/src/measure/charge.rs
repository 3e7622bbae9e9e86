//! Charges: the sweep, the first contact, barricades on the way, conforming, counter-charges (3.6).

use super::arrow::Edge;
use super::contact::{is_across, is_contact};
use super::front::has_flank;
use super::lengths::{TILT, TOUCH, length};
use super::moves::{Lines, Plan, is_off_limits, touched_lines};
use super::refusal::Refusal;
use super::route::{Route, Sweep, on_route};
use super::sight::Scratch;
use super::stand::{Pose, Size, Stand, Table};
use super::touch;
use crate::model::ids::StandId;
use crate::model::numbers::Arrow;
use arrayvec::ArrayVec;
use ground::geometry::Point;
use ground::table::body::corner;
use ground::table::heading::{ONE, QUARTER};
use ground::table::{Compass, Heading, Leg, Posed, Turn, meet};
use serde::{Deserialize, Serialize};

/// The most enemies that one charge touches.
pub const CONTACTS: usize = 8;

/// How far a charger turns to conform, at most, in tenths of a degree.
const CONFORM: u16 = 450;

/// A charge: by the front, not slid (3.6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChargeGeom {
    /// Which Move arrow.
    pub arrow: Arrow,
    /// How far it is tilted, in tenths of a degree, clockwise.
    pub tilt: i16,
}

impl ChargeGeom {
    /// The way of a stand: turned about the middle of its front, then straight ahead.
    #[must_use]
    pub const fn sweep(&self, stand: &Stand) -> Sweep {
        let heading = stand.pose.heading.turned(Turn::tenths(self.tilt as i32));
        let front = stand.pose.front(stand.arm);
        Sweep { leg: Leg::new(front, heading, length(self.arrow)), heading }
    }
}

/// A charge that may be declared: what its sweep reaches if no barricade and no failed passage stops it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charge {
    /// The way.
    pub sweep: Sweep,
    /// How far along it the first enemy is touched, rounded down.
    pub way: i32,
    /// Where the charger stands then.
    pub end: Pose,
    /// The enemies it is in contact with there, the one of the nearest centre first.
    pub contacts: ArrayVec<StandId, CONTACTS>,
    /// Friends on the route before the contact, or before the barricade, in order (RRF-POL-2). Whoever fails a check
    /// halts behind that one.
    pub passed: Route,
    /// A barricade that stops it before.
    pub barricade: Option<Stop>,
    /// A friend on the route on whom it would end: even a charge that passes halts before it.
    pub ends_on: Option<StandId>,
}

/// A charge halted by a barricade (RRF-BARR-1a).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Which.
    pub line: u16,
    /// How far along the way.
    pub way: i32,
    /// Where the charger stands, touching it.
    pub end: Pose,
    /// The enemies it is in contact with across it, or touches.
    pub contacts: ArrayVec<StandId, CONTACTS>,
}

/// Checks a charge as far as geometry goes (RRF-CHG-1, 3.6). `longest` is the longest Move arrow of the charger's
/// Discipline. Which enemies a mounted charge may be aimed at is the rules' business.
///
/// # Errors
///
/// The first reason against it.
pub fn check_charge(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    geom: &ChargeGeom,
    longest: Arrow,
) -> Result<Charge, Refusal> {
    if !geom.arrow.is_move() || geom.arrow > longest {
        return Err(Refusal::Arrow { laid: geom.arrow, longest });
    }
    let tilt = i32::from(geom.tilt).abs();
    if tilt > TILT {
        return Err(Refusal::Tilt { by: tilt, most: TILT });
    }
    let sweep = geom.sweep(stand);
    let turned = sweep.at(stand.arm, 0).posed(stand.arm);
    let mut first: Option<touch::Way> = None;
    for enemy in table.enemies(stand.side) {
        if let Some(met) = sweep.first(stand, &enemy.body) {
            // Only what lies ahead is reached: turned in its place the stand lies on nobody, and touches nobody.
            if met == touch::Way::START {
                let inside = touch::depth(&turned.outline, &enemy.body.outline);
                return Err(Refusal::TurnedOnto { stand: enemy.id, inside });
            }
            first = Some(first.map_or(met, |first| first.min(met)));
        }
    }
    let way = first.ok_or(Refusal::NoContact)?.on(&sweep.leg);
    let end = sweep.at(stand.arm, way);
    let ignored = touched_lines(table, &stand.footprint());
    let barricade = stop(table, stand, &sweep, way, &ignored);
    let goes = barricade.as_ref().map_or(way, |stop| stop.way);
    let passed = friends(on_route(table, stand, sweep.leg.from, sweep.heading, goes), stand);
    // What is checked from here on is where the charge really goes if nobody fails a check.
    let goes_to = barricade.as_ref().map_or(end, |stop| stop.end);
    let footprint = stand.footprint_at(goes_to);
    let path = (stand.pose.at, goes_to.at);
    let plan = Plan { stand, footprint: &footprint, path, arrow: geom.arrow };
    if !stand.arm.is_foot() {
        plan.slope(table, scratch)?;
    }
    plan.bounds(table)?;
    let on_core = |id: StandId| passed.iter().any(|met| met.stand == id);
    let mut ends_on = None;
    for then in &footprint {
        for friend in table.others(stand.id).filter(|other| then.overlaps(&other.body)) {
            if friend.side == stand.side && on_core(friend.id) {
                ends_on = ends_on.or(Some(friend.id));
            } else {
                let inside = touch::depth(&then.core, &friend.body.core);
                return Err(Refusal::Overlap { stand: friend.id, inside });
            }
        }
    }
    let contacts = contacts(table, stand, end);
    Ok(Charge { sweep, way, end, contacts, passed, barricade, ends_on })
}

fn friends(route: Route, stand: &Stand) -> Route {
    route.into_iter().filter(|met| met.side == stand.side).collect()
}

/// Where the front of a sweep first meets a barricade before so much of its way.
fn stop(table: &Table<'_>, stand: &Stand, sweep: &Sweep, before: i32, ignored: &Lines) -> Option<Stop> {
    if table.barricades.is_empty() {
        return None;
    }
    let body = sweep.at(stand.arm, 0).body(stand.arm).outline();
    let leading = [body[corner::FRONT_LEFT], body[corner::FRONT_RIGHT]];
    let firsts =
        table.barricades.iter().filter(|barricade| !ignored.holds(barricade.line)).filter_map(|barricade| {
            Some((touch::first(&sweep.leg, &leading, &barricade.ends())?, barricade.line))
        });
    let (way, line) = firsts.min()?;
    let way = way.on(&sweep.leg);
    if way > before {
        return None;
    }
    let end = sweep.at(stand.arm, way);
    let own = end.posed(stand.arm);
    let mut contacts: ArrayVec<StandId, CONTACTS> = ArrayVec::new();
    for enemy in table.enemies(stand.side) {
        if is_contact(&own, &enemy.body, table.barricades) && !contacts.contains(&enemy.id) {
            let _ = contacts.try_push(enemy.id);
        }
    }
    Some(Stop { line, way, end, contacts })
}

/// The enemies that a stand there touches or reaches across a barricade, each regiment once, the one of the nearest
/// centre first.
#[must_use]
pub fn contacts(table: &Table<'_>, stand: &Stand, end: Pose) -> ArrayVec<StandId, CONTACTS> {
    let own = end.posed(stand.arm);
    let mut found: ArrayVec<(i64, StandId), CONTACTS> = ArrayVec::new();
    for enemy in table.enemies(stand.side) {
        let known = found.iter().any(|(_, id)| *id == enemy.id);
        if !known && is_contact(&own, &enemy.body, table.barricades) {
            let _ = found.try_push((end.at.distance_squared(enemy.pose.at), enemy.id));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, id)| id).collect()
}

/// Whether a piece of a barricade lies between two stands in contact: whether they are in contact across it alone.
#[must_use]
pub fn is_across_only(table: &Table<'_>, one: &Posed, other: &Posed) -> bool {
    !one.is_within(other, TOUCH) && table.barricades.iter().any(|barricade| is_across(one, other, barricade))
}

/// The flank contacts of a new pair of opposing stands, as they touch and before conforming (3.5): whether the first
/// has the flank of the second, and the second that of the first.
#[must_use]
pub fn flank_contacts(one: &Stand, other: &Stand) -> (bool, bool) {
    (has_flank(one, other), has_flank(other, one))
}

/// Conforms a charger to the enemy it has touched: turned about the contact point until its front is parallel to the
/// edge of the enemy that it engages, and then moved up to it. `None` where it stays as it touched: the turn is too
/// far, or somebody or something is in the way.
#[must_use]
pub fn conform(table: &Table<'_>, stand: &Stand, touched: Pose, enemy: &Stand, flank: bool) -> Option<Pose> {
    let own = touched.posed(stand.arm);
    let nearest = meet::nearest(&own.outline, &enemy.body.outline)?;
    let [(_, first), (_, last)] = nearest.stretch;
    // Where fronts lie alongside, the middle of what they share.
    let contact = Point::new(first.x.midpoint(last.x), first.y.midpoint(last.y));
    let (edge, outward) = engaged_edge(enemy, contact, touched.heading, flank);
    let heading = against(outward);
    let turn = touched.heading.turn_to(heading);
    if turn.size() > CONFORM {
        return None;
    }
    let turned = Pose { at: about(contact, touched.at, turn), heading };
    // Up to the edge, rounded down; a front that has been turned into it goes back.
    let front = turned.front(stand.arm);
    let vector = outward.vector();
    let off = (i64::from(front.x) - i64::from(edge.x)) * vector.x
        + (i64::from(front.y) - i64::from(edge.y)) * vector.y;
    let end = turned.moved(heading, off.div_euclid(ONE) as i32);
    let footprint = stand.footprint_at(end);
    let clear = footprint.iter().all(|body| {
        table.is_on_map(&body.outline)
            && !is_off_limits(table, body)
            && !table.others(stand.id).any(|other| body.overlaps(&other.body))
    });
    (clear && footprint[0].is_within(&enemy.body, TOUCH)).then_some(end)
}

/// The edge of an enemy that is engaged at a point: a point of it, and where it looks. The front, unless the contact is
/// one of flank or rear; then the side or rear edge that holds the point, a front corner counting for its side. A rear
/// corner belongs to two edges: the one is taken to which a charger that faces so has to turn less.
fn engaged_edge(enemy: &Stand, contact: Point, facing: Heading, flank: bool) -> (Point, Heading) {
    let outline = &enemy.body.outline;
    let looks = |edge: Edge| enemy.pose.heading.turned(edge.turn());

    if !flank {
        return (outline[corner::FRONT_LEFT], looks(Edge::Front));
    }
    let edges = [
        (Edge::Left, [outline[corner::FRONT_LEFT], outline[corner::REAR_LEFT]]),
        (Edge::Right, [outline[corner::REAR_RIGHT], outline[corner::FRONT_RIGHT]]),
        (Edge::Back, [outline[corner::REAR_LEFT], outline[corner::REAR_RIGHT]]),
    ];
    // A contact point is rounded, and lies a hair off its edge.
    let gap = |ends: &[Point; 2]| meet::gap(&[contact], ends).map_or(0, meet::Squared::distance) / 3;
    let turns = |edge: Edge| facing.turn_to(against(looks(edge))).size();
    let nearest = edges.iter().min_by_key(|(edge, ends)| (gap(ends), turns(*edge)));
    nearest.map_or((outline[corner::FRONT_LEFT], looks(Edge::Front)), |(edge, ends)| (ends[0], looks(*edge)))
}

/// The opposite heading.
const fn against(heading: Heading) -> Heading {
    heading.turned(Turn::tenths(2 * QUARTER as i32))
}

/// A point turned about another, clockwise, rounded once.
fn about(pivot: Point, point: Point, turn: Turn) -> Point {
    let by = Heading::NORTH.turned(turn).vector();
    let (east, north) = (i64::from(point.x) - i64::from(pivot.x), i64::from(point.y) - i64::from(pivot.y));
    let whole = |value: i64| {
        let size = (2 * value.abs() + ONE) / (2 * ONE);
        (if value < 0 { -size } else { size }) as i32
    };
    Point::new(pivot.x + whole(east * by.y + north * by.x), pivot.y + whole(north * by.y - east * by.x))
}

/// A counter-charge (3.6, RRF-CRX-2): where both come to stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The charger.
    pub charger: Pose,
    /// The stand that was charged.
    pub target: Pose,
    /// Each went half the way; else the target turned in its place and the charger came all of it.
    pub halves: bool,
}

/// Where two mounted stands meet: each turned about its centre to face the other, half the gap each. Where one of
/// these spots is not free the target stays, turned, and the charger comes all the way. `None` where there is no room
/// for that either.
#[must_use]
pub fn counter_charge(table: &Table<'_>, charger: &Stand, target: &Stand) -> Option<Counter> {
    let to_target = Compass::FINEST.bearing(charger.pose.at, target.pose.at)?;
    let to_charger = against(to_target);
    let between = charger.pose.at.distance_squared(target.pose.at).isqrt() as i32;
    let gap = (between - (Size::of(charger.arm).depth + Size::of(target.arm).depth) / 2).max(0);
    let free = |own: &Stand, pose: Pose, other: &Stand, its: Pose| {
        let body = pose.posed(own.arm);
        table.is_on_map(&body.outline)
            && !is_off_limits(table, &body)
            && !body.overlaps(&its.posed(other.arm))
            && !table.others(own.id).any(|stand| stand.id != other.id && body.overlaps(&stand.body))
    };
    let turned = |stand: &Stand, heading| Pose { heading, ..stand.pose };
    let (here, there) = (turned(charger, to_target), turned(target, to_charger));
    let half = gap / 2;
    let (ours, theirs) = (here.moved(to_target, half), there.moved(to_charger, half));
    if free(charger, ours, target, theirs) && free(target, theirs, charger, ours) {
        return Some(Counter { charger: ours, target: theirs, halves: true });
    }
    let ours = here.moved(to_target, gap);
    free(charger, ours, target, there).then_some(Counter { charger: ours, target: there, halves: false })
}

/// The heading of a charge kept, a charger in the place of an enemy that ran: on its centre if that is free and
/// touches no enemy, else the last such spot on the straight way there. `gone` is the enemy, which is not
/// there any more.
#[must_use]
pub fn takes_place(table: &Table<'_>, charger: &Stand, heading: Heading, gone: &Stand) -> Pose {
    let from = Pose { at: charger.pose.at, heading };
    let free = |pose: Pose| {
        let body = pose.posed(charger.arm);
        table.is_on_map(&body.outline)
            && !is_off_limits(table, &body)
            && !table.others(charger.id).filter(|other| other.id != gone.id).any(|other| {
                body.overlaps(&other.body)
                    || (other.side != charger.side && body.is_within(&other.body, TOUCH))
            })
    };
    let between = from.at.distance_squared(gone.pose.at).isqrt() as i32;
    let leg = Leg { from: from.at, to: gone.pose.at, length: between.max(1) };
    let spot = |way: i32| Pose { at: leg.at(way), heading };
    // The last whole yard; the place itself first.
    let ways = std::iter::once(between).chain((0..between / 100 + 1).rev().map(|yards| yards * 100));
    ways.map(spot).find(|pose| free(*pose)).unwrap_or(from)
}

/// The mounted charge's +1 for each enemy on foot whose fire it may meet (RRF-CHG-7, R-42): the path is taken as a
/// target.
#[must_use]
pub fn fire_on_path(table: &Table<'_>, scratch: &mut Scratch, charger: &Stand, path: (Point, Point)) -> u8 {
    let reach = table.profile.reach(super::lengths::Stick::Blue);
    let mut meets = |enemy: &&Stand| {
        let formed = enemy.arm.is_foot() && !enemy.routed && !enemy.engaged;
        formed && sees_path(table, scratch, enemy, path, reach)
    };
    let enemies = table.enemies(charger.side).filter(|enemy| meets(enemy));
    enemies.count().min(u8::MAX.into()) as u8
}

/// Whether the point of a path nearest to a stand's anchor of those in its arc is in reach and sight.
fn sees_path(
    table: &Table<'_>,
    scratch: &mut Scratch,
    enemy: &Stand,
    (from, to): (Point, Point),
    reach: i32,
) -> bool {
    use super::sight::{End, sees};
    let anchor = enemy.anchor();
    nearest_in_arc(anchor, enemy.pose.heading, (from, to)).is_some_and(|at| {
        at.distance_squared(anchor) <= i64::from(reach) * i64::from(reach)
            && sees(table, scratch, End::of(enemy), End::place(at))
    })
}

/// The point of a straight piece in the arc of a stand there that is nearest to its anchor, rounded once.
fn nearest_in_arc(anchor: Point, heading: Heading, (from, to): (Point, Point)) -> Option<Point> {
    let of = |one: Point, other: Point| {
        (i128::from(other.x) - i128::from(one.x), i128::from(other.y) - i128::from(one.y))
    };
    let ((run, rise), (east, north)) = (of(from, to), of(anchor, from));
    let opens = super::front::OPENS as i32;
    // Shares of the piece, as quotients whose divisors are positive.
    let (mut low, mut high) = ((0, 1), (1, 1));
    for (turn, inward) in [(-opens, 1), (opens, -1)] {
        let ray = heading.turned(Turn::tenths(turn)).vector();
        let (x, y) = (i128::from(ray.x), i128::from(ray.y));
        // Not below nothing to the right of the left side, and to the left of the right one.
        let (begins, gains) = (inward * (east * y - north * x), inward * (run * y - rise * x));
        match gains.signum() {
            1 if is_before(low, (-begins, gains)) => low = (-begins, gains),
            -1 if is_before((begins, -gains), high) => high = (begins, -gains),
            0 if begins < 0 => return None,
            _ => {}
        }
    }
    if is_before(high, low) {
        return None;
    }
    let foot = (-(east * run + north * rise), (run * run + rise * rise).max(1));
    let best = if is_before(foot, low) {
        low
    } else if is_before(high, foot) {
        high
    } else {
        foot
    };
    let along = |start: i32, by: i128| {
        let (above, below) = (by * best.0, best.1);
        let size = (2 * above.abs() + below) / (2 * below);
        start + (if above < 0 { -size } else { size }) as i32
    };
    Some(Point::new(along(from.x, run), along(from.y, rise)))
}

/// Whether one quotient is smaller than another; divisors are positive.
const fn is_before(one: (i128, i128), other: (i128, i128)) -> bool {
    one.0 * other.1 < other.0 * one.1
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, north, open, stand, table, with, yards};
    use super::super::route::last_free;
    use super::super::stand::Barricade;
    use super::*;
    use crate::model::numbers::Arm;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;

    fn heading(tenths: u16) -> Heading {
        Heading::new(tenths).unwrap()
    }

    fn enemy(id: u8, x: i32, y: i32, tenths: u16) -> Stand {
        stand(id, Confederate, Arm::Infantry, Pose::new(yards(x, y), heading(tenths)))
    }

    const STRAIGHT: ChargeGeom = ChargeGeom { arrow: Arrow::A2, tilt: 0 };

    fn charge(table: &Table<'_>, own: &Stand, geom: &ChargeGeom) -> Result<Charge, Refusal> {
        check_charge(table, &mut Scratch::new(), own, geom, Arrow::A2)
    }

    #[test]
    fn a_charge_ends_where_it_touches() {
        let _proof = proves(&["RRF-CHG-1"]);
        // Woods and a square's limit are no matter to a charge.
        let land =
            drawn("size = \"2400 2400\"\nareas = [\"woods a: 900 1100, 1100 1100, 1100 1110, 900 1110\"]");
        let own = north(1, Union, 1_000, 1_000);
        let go = |y| {
            let stands = [own, enemy(2, 1_000, y, 1_800)];
            charge(&table(&land, &stands), &own, &STRAIGHT)
        };
        let found = go(1_200).unwrap();
        assert_eq!((found.way, found.end), (16_000, Pose::new(yards(1_000, 1_160), Heading::NORTH)));
        assert_eq!(found.contacts.as_slice(), [StandId(2)]);
        assert_eq!(go(1_280).unwrap().way, 24_000, "the whole arrow");
        assert_eq!(go(1_281), Err(Refusal::NoContact));
        let long = ChargeGeom { arrow: Arrow::A3, tilt: 0 };
        let stands = [own, enemy(2, 1_000, 1_300, 1_800)];
        let refused = charge(&table(&land, &stands), &own, &long);
        assert_eq!(refused, Err(Refusal::Arrow { laid: Arrow::A3, longest: Arrow::A2 }));
    }

    #[test]
    fn the_first_that_is_touched_ends_it_and_all_that_touch_are_in_contact() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let stands =
            [own, enemy(2, 1_060, 1_200, 1_800), enemy(3, 940, 1_190, 1_800), enemy(4, 900, 1_150, 900)];
        let found = charge(&table(&land, &stands), &own, &STRAIGHT).unwrap();
        // Stand 4 reaches from x 880 to 920: beside the way. Stand 3 is nearer than 2 by ten yards.
        assert_eq!((found.way, found.contacts.as_slice()), (15_000, &[StandId(3)][..]));
        let stands = [own, enemy(2, 1_060, 1_200, 1_800), enemy(3, 935, 1_199, 1_800)];
        let found = charge(&table(&land, &stands), &own, &STRAIGHT).unwrap();
        assert_eq!(
            found.contacts.as_slice(),
            [StandId(2), StandId(3)],
            "a yard apart, the nearer centre first"
        );
    }

    #[test]
    fn friends_on_the_core_are_passed_and_neighbours_are_not() {
        let _proof = proves(&["RRF-POL-1", "RRF-POL-2a"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let foe = enemy(9, 1_000, 1_250, 1_800);
        // A line of three, edge to edge: the middle one charges straight ahead.
        let stands = [own, north(2, Union, 880, 1_000), north(3, Union, 1_120, 1_000), foe];
        assert!(charge(&table(&land, &stands), &own, &STRAIGHT).unwrap().passed.is_empty());
        // Between charger and enemy; clipped in the outer quarter; straight behind.
        let stands = [
            own,
            north(2, Union, 1_000, 1_100),
            north(3, Union, 1_089, 1_150),
            north(4, Union, 1_091, 1_060),
            north(5, Union, 1_000, 960),
            foe,
        ];
        let found = charge(&table(&land, &stands), &own, &STRAIGHT).unwrap();
        let passed: Vec<u8> = found.passed.iter().map(|met| met.stand.0).collect();
        assert_eq!(passed, [2, 3]);
    }

    #[test]
    fn a_failed_passage_halts_behind_that_friend() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let stands = [
            own,
            north(2, Union, 1_000, 1_080),
            north(3, Union, 1_010, 1_200),
            enemy(9, 1_000, 1_280, 1_800),
        ];
        let table = table(&land, &stands);
        let found = charge(&table, &own, &STRAIGHT).unwrap();
        assert_eq!(found.passed.len(), 2);
        let behind = |number: usize| {
            let friend = table.stand(found.passed[number].stand).unwrap();
            let way = found.sweep.touches(&own, &friend.body).unwrap();
            last_free(&table, &own, &found.sweep, way)
        };
        // Its front edge, which starts at 1020, touches their rear edges at 1060 and 1180.
        assert_eq!((behind(0), behind(1)), (4_000, 16_000));
        // no room between two friends: it halts before the first.
        let stands = [
            own,
            north(2, Union, 1_000, 1_080),
            north(3, Union, 1_010, 1_130),
            enemy(9, 1_000, 1_280, 1_800),
        ];
        let table = Table { stands: &stands, ..table };
        let way = found.sweep.touches(&own, &stands[2].body).unwrap();
        assert_eq!(way, 9_000);
        assert_eq!(last_free(&table, &own, &found.sweep, way), 4_000);
    }

    #[test]
    fn a_friend_merely_clipped_at_the_end_bars_the_charge() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let foe = enemy(9, 1_000, 1_200, 1_800);
        let clipped = [own, foe, north(2, Union, 1_100, 1_160)];
        let refused = charge(&table(&land, &clipped), &own, &STRAIGHT);
        assert!(matches!(refused, Err(Refusal::Overlap { stand: StandId(2), inside: 1_950 })), "{refused:?}");
        // On the core it is passed or not; there is no room beyond it.
        let on_core = [own, foe, north(2, Union, 1_010, 1_150)];
        assert_eq!(charge(&table(&land, &on_core), &own, &STRAIGHT).unwrap().ends_on, Some(StandId(2)));
    }

    #[test]
    fn turned_onto_an_enemy_no_charge_begins() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // Turned by thirty degrees its rear corner swings to the left; an enemy stands there.
        let stands = [own, enemy(2, 925, 1_060, 1_800), enemy(3, 1_100, 1_200, 1_800)];
        let tilted = ChargeGeom { arrow: Arrow::A2, tilt: 300 };
        let refused = charge(&table(&land, &stands), &own, &tilted);
        assert!(matches!(refused, Err(Refusal::TurnedOnto { stand: StandId(2), .. })), "{refused:?}");
        let steep = ChargeGeom { arrow: Arrow::A2, tilt: 310 };
        assert_eq!(charge(&table(&land, &stands), &own, &steep), Err(Refusal::Tilt { by: 310, most: 300 }));
    }

    #[test]
    fn a_barricade_halts_a_charge_that_reaches_beyond_it() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let walls = [Barricade { line: 5, from: yards(900, 1_120), to: yards(1_100, 1_120) }];
        let at = |y| [own, enemy(2, 1_000, y, 1_800)];
        let stands = at(1_240);
        let found = charge(&with(table(&land, &stands), &walls, &[]), &own, &STRAIGHT).unwrap();
        let stop = found.barricade.unwrap();
        assert_eq!((stop.line, stop.way, stop.end.at), (5, 10_000, yards(1_000, 1_100)));
        assert!(stop.contacts.is_empty(), "the enemy stands too far behind it");
        // A friend beyond it is not passed, one before it is.
        let stands = [
            own,
            north(3, Union, 1_000, 1_060),
            north(4, Union, 1_000, 1_180),
            enemy(2, 1_000, 1_240, 1_800),
        ];
        let found = charge(&with(table(&land, &stands), &walls, &[]), &own, &STRAIGHT).unwrap();
        assert_eq!(found.passed.iter().map(|met| met.stand.0).collect::<Vec<u8>>(), [3]);
        // Less than five yards behind it: contact across it.
        let stands = at(1_144);
        let found = charge(&with(table(&land, &stands), &walls, &[]), &own, &STRAIGHT).unwrap();
        assert_eq!(found.barricade.unwrap().contacts.as_slice(), [StandId(2)]);
        let stands = at(1_145);
        let found = charge(&with(table(&land, &stands), &walls, &[]), &own, &STRAIGHT).unwrap();
        assert!(found.barricade.unwrap().contacts.is_empty(), "five yards are too many");
    }

    #[test]
    fn a_charger_conforms_to_the_edge_it_engages() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // The enemy's front is turned by 20 degrees from square.
        let foe = enemy(2, 1_000, 1_200, 2_000);
        let stands = [own, foe];
        let table = table(&land, &stands);
        let found = charge(&table, &own, &STRAIGHT).unwrap();
        let (flank, back) = flank_contacts(&own.at(found.end), &foe);
        assert!(!flank && !back);
        let end = conform(&table, &own, found.end, &foe, flank).unwrap();
        assert_eq!(end.heading, heading(200));
        let gap = end.posed(own.arm).gap(&foe.body).distance();
        assert!(gap <= 2, "{gap}");
        // Too far to turn: it stays as it touched.
        let askew = enemy(2, 1_000, 1_200, 2_300);
        let stands = [own, askew];
        let table = Table { stands: &stands, ..table };
        let found = charge(&table, &own, &STRAIGHT).unwrap();
        assert_eq!(conform(&table, &own, found.end, &askew, false), None);
    }

    #[test]
    fn a_flank_is_engaged_by_its_side() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // The enemy faces east, ten degrees off; its right side looks south.
        let foe = enemy(2, 1_020, 1_160, 1_000);
        let stands = [own, foe];
        let table = table(&land, &stands);
        let found = charge(&table, &own, &STRAIGHT).unwrap();
        let (flank, _) = flank_contacts(&own.at(found.end), &foe);
        assert!(flank);
        let end = conform(&table, &own, found.end, &foe, flank).unwrap();
        assert_eq!(end.heading, heading(100), "square to its right side");
        // In its rear.
        let foe = enemy(2, 1_010, 1_200, 3_550);
        let stands = [own, foe];
        let table = Table { stands: &stands, ..table };
        let found = charge(&table, &own, &STRAIGHT).unwrap();
        assert!(flank_contacts(&own.at(found.end), &foe).0);
        assert_eq!(conform(&table, &own, found.end, &foe, true).unwrap().heading, heading(3_550));
    }

    #[test]
    fn cavalry_meets_half_way() {
        let land = open();
        let horse =
            |id, side, y, tenths| stand(id, side, Arm::Mounted, Pose::new(yards(1_000, y), heading(tenths)));
        let own = horse(1, Union, 1_000, 0);
        // A gap of 200 between fronts at 1030 and 1230.
        let foe = horse(2, Confederate, 1_260, 900);
        let stands = [own, foe];
        let met = counter_charge(&table(&land, &stands), &own, &foe).unwrap();
        assert!(met.halves);
        assert_eq!(met.charger, Pose::new(yards(1_000, 1_100), Heading::NORTH));
        assert_eq!(met.target, Pose::new(yards(1_000, 1_160), Heading::SOUTH));
        // A friend half way: the target stays, turned.
        let friend = north(3, Union, 1_100, 1_090);
        let stands = [own, foe, friend];
        let met = counter_charge(&table(&land, &stands), &own, &foe).unwrap();
        assert_eq!(
            (met.halves, met.charger.at, met.target.at),
            (false, yards(1_000, 1_200), yards(1_000, 1_260))
        );
        // No room there either.
        let stands = [own, foe, friend, north(4, Union, 1_100, 1_190)];
        assert_eq!(counter_charge(&table(&land, &stands), &own, &foe), None);
    }

    #[test]
    fn the_charger_takes_the_place_of_who_ran() {
        let land = open();
        let horse =
            |id, side, y, tenths| stand(id, side, Arm::Mounted, Pose::new(yards(1_000, y), heading(tenths)));
        let (own, foe) = (horse(1, Union, 1_000, 0), horse(2, Confederate, 1_260, 1_800));
        let stands = [own, foe];
        let pose = takes_place(&table(&land, &stands), &own, Heading::NORTH, &foe);
        assert_eq!(pose, Pose::new(yards(1_000, 1_260), Heading::NORTH));
        let stands = [own, foe, enemy(3, 1_000, 1_310, 1_800)];
        let pose = takes_place(&table(&land, &stands), &own, Heading::NORTH, &foe);
        assert_eq!(pose.at, yards(1_000, 1_258), "its front at 1288, two yards short of the next enemy");
    }

    #[test]
    fn who_could_fire_on_the_path_makes_the_check_harder() {
        let land = open();
        let own = stand(1, Union, Arm::Mounted, Pose::new(yards(1_000, 1_000), Heading::NORTH));
        let guns = stand(9, Confederate, Arm::Artillery, Pose::new(yards(1_000, 1_300), Heading::SOUTH));
        let path = (yards(1_000, 1_000), yards(1_000, 1_240));
        let count = |others: &[Stand]| {
            let stands: Vec<Stand> = [own, guns].into_iter().chain(others.iter().copied()).collect();
            fire_on_path(&table(&land, &stands), &mut Scratch::new(), &own, path)
        };
        assert_eq!(count(&[]), 0, "guns do not count");
        // From the west, facing east: the nearest point of the path is straight ahead.
        assert_eq!(count(&[enemy(2, 700, 1_100, 900)]), 1);
        assert_eq!(count(&[enemy(2, 699, 1_100, 900)]), 0, "beyond the blue stick");
        assert_eq!(count(&[enemy(2, 700, 1_100, 2_700)]), 0, "facing away");
        // Its nearest point lies outside of the arc, but another of the path in it: at 45 degrees.
        assert_eq!(count(&[enemy(2, 900, 1_100, 100)]), 1);
        assert_eq!(count(&[Stand { routed: true, ..enemy(2, 800, 1_100, 900) }]), 0);
        assert_eq!(count(&[enemy(2, 800, 1_100, 900), enemy(3, 1_200, 1_200, 2_700)]), 2);
        assert_eq!(count(&[enemy(2, 1_000, 1_400, 1_800)]), 1, "in line with the path");
        assert_eq!(count(&[enemy(2, 1_000, 1_400, 0)]), 0);
        assert_eq!(
            count(&[enemy(2, 1_120, 1_150, 0)]),
            0,
            "only what lies beyond the end of the path is in its arc"
        );
    }
}
