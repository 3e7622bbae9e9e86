//! The way of a charge: how it is found, how far it reaches, and how a charger closes up on whom it met (G-10, G-13).

use crate::model::charge::{Course, Goal, Spot, Toll};
use crate::model::figure::{Footprint, INSET, ROUNDING, Round, Stance, TICK, TOUCH, is_near, overlap};
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::terrain::{ABATIS, WOODS};
use crate::rules::legs::{allowance, arc};
use crate::rules::passage;
use crate::rules::sweep::{Sweep, barred, footprint};
use ground::geometry::Point;
use ground::table::heading::{ONE, QUARTER};
use ground::table::{Body, Hand, Heading, Hull, Kinds, Leg, Posed, Turn, Wheel, meet};

/// The most ticks of the wheel of a charge, and of the turn to close up on an edge: 45 degrees (G-10, G-13).
pub const MOST_TICKS: u8 = 18;

/// Marks and contacts lie on multiples of so much of a leg.
pub const STEP: i32 = 10;

/// Within so much of the way before the target another enemy joins the melee instead of barring it.
const TOGETHER: i32 = 50;

/// Farther than any charge leads.
const FAR: i32 = 60 * INCH;

/// Where a unit stands after some of a charge's way.
#[must_use]
pub fn pose(stance: &Stance, turn: i8, spot: Spot) -> Stance {
    let wheeled = wheeled(stance, turn, spot.ticks);
    Stance { anchor: Leg::new(wheeled.anchor, wheeled.facing, spot.ahead).to, ..wheeled }
}

fn wheeled(stance: &Stance, turn: i8, ticks: u8) -> Stance {
    if ticks == 0 {
        return *stance;
    }
    let body = Wheel::new(stance.front_rank(), hand(turn), TICK).at(ticks.into());
    Stance { anchor: body.anchor, facing: body.heading, ..*stance }
}

const fn hand(turn: i8) -> Hand {
    if turn < 0 { Hand::Left } else { Hand::Right }
}

/// The two legs of a way up to a place.
#[must_use]
pub fn legs(stance: &Stance, turn: i8, spot: Spot) -> [Sweep; 2] {
    let wheel = Sweep::wheel(*stance, hand(turn), spot.ticks.into());
    let ahead = Sweep::straight(wheel.end, wheel.end.facing, spot.ahead);
    [wheel, ahead]
}

/// How long the way of the command stand is up to a place: in a wheel by its own distance from the pivot (G-13).
#[must_use]
pub fn along(stance: &Stance, turn: i8, spot: Spot) -> i32 {
    let from_right = (2 * i32::from(stance.command_stand()) + 1) * stance.size.frontage / 2;
    let width = stance.front_rank().width;
    let arm = if turn < 0 { width - from_right } else { from_right };
    arc(arm, spot.ticks.into()) + spot.ahead
}

/// The end of a way.
#[must_use]
pub const fn end(course: &Course) -> Spot {
    Spot { ticks: course.turn.unsigned_abs(), ahead: course.ahead }
}

/// The place before another.
#[must_use]
pub const fn short_of(spot: Spot) -> Spot {
    if spot.ahead > 0 {
        Spot { ahead: (spot.ahead - 1) / STEP * STEP, ..spot }
    } else {
        Spot { ticks: spot.ticks.saturating_sub(1), ahead: 0 }
    }
}

/// Straight ahead, as far as ground, table and formed enemies allow: what is left to a charger without a way (G-13).
#[must_use]
pub fn ahead(at: Position<'_>, unit: UnitId, stance: &Stance) -> Course {
    let enemies: Vec<Footprint> =
        at.enemies(unit).filter(|&enemy| at.is_formed(enemy)).map(|enemy| at.footprint(enemy)).collect();
    let is_clear = |ahead: i32| {
        let way = Sweep::straight(*stance, stance.facing, ahead);
        way.is_on_table(at)
            && way.blocked_by(at, unit).is_none()
            && !enemies.iter().any(|enemy| way.touches(enemy))
    };
    let (mut low, mut high) = (0, FAR / STEP);
    while low < high {
        let middle = (low + high + 1) / 2;
        if is_clear(middle * STEP) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Course { turn: 0, ahead: low * STEP, goal: Goal::Ground }
}

/// The first place of a way, from another on, that is within a distance of a footprint.
#[must_use]
pub fn mark(stance: &Stance, course: &Course, from: Spot, target: &[Posed], distance: i32) -> Option<Spot> {
    let ticks = course.turn.unsigned_abs();
    for tick in from.ticks..=ticks {
        let spot = if tick == from.ticks { from } else { Spot { ticks: tick, ahead: 0 } };
        if is_near(&footprint(&pose(stance, course.turn, spot)), target, distance) {
            return Some(spot);
        }
    }
    let wheeled = wheeled(stance, course.turn, ticks);
    let leg = Leg::new(wheeled.anchor, wheeled.facing, course.ahead);
    let first = first_within(&leg, &footprint(&wheeled), target, distance)?;
    let spot = Spot { ticks, ahead: first };
    Some(spot.max(from))
}

/// How far bodies have gone along a leg when they first come within a distance of others.
fn first_within(leg: &Leg, moves: &[Posed], stays: &[Posed], distance: i32) -> Option<i32> {
    let pairs = moves.iter().flat_map(|body| stays.iter().map(move |other| (body, other)));
    pairs
        .filter_map(|(body, other)| meet::first_within(leg, &body.outline, &other.outline, distance, STEP))
        .min()
}

/// Whom a charge must go round, and whom it must not end on: who stands near enough to be on a way between charger and
/// target, with the circle round each. Corners are worked out of those who turn out to be in the way.
pub struct Others<'a> {
    at: Position<'a>,
    /// Formed enemies who are not the target.
    enemies: Vec<(UnitId, Round)>,
    friends: Vec<(UnitId, Round)>,
}

impl<'a> Others<'a> {
    /// Everybody but a charger and its target who stands near enough to be on a way between them: no way leads farther
    /// than beyond the target, and no wheel beyond the front's own width.
    #[must_use]
    pub fn of(at: Position<'a>, unit: UnitId, target: UnitId) -> Others<'a> {
        let (ours, theirs) = (at.round(unit), at.round(target));
        let (east, north) = (theirs.middle.x - ours.middle.x, theirs.middle.y - ours.middle.y);
        let radius = east.abs() + north.abs() + 4 * ours.radius + 2 * theirs.radius;
        let round = Round { radius, ..ours };
        let near = move |other: UnitId| {
            let their = at.round(other);
            round.is_within(their, 0).then_some((other, their))
        };
        let formed = |enemy: &UnitId| at.is_formed(*enemy) && *enemy != target;
        Others {
            at,
            enemies: at.enemies(unit).filter(formed).filter_map(near).collect(),
            friends: at
                .friends(unit)
                .filter(|&friend| !at.state.follows(friend, unit))
                .filter_map(near)
                .collect(),
        }
    }

    /// The bodies of formed enemies whose circles come so near to another.
    fn enemies_near(&self, round: Round, distance: i32) -> impl Iterator<Item = Posed> + '_ {
        let near = self.enemies.iter().filter(move |(_, their)| round.is_within(*their, distance));
        near.flat_map(|(enemy, _)| self.at.footprint(*enemy))
    }

    /// Whether the middle of another enemy's circle lies right in the way of somebody who goes straight ahead, and so
    /// far before the target that nothing needs to be measured. Such a way leads to no obstacle either: that
    /// would be as far off as the enemy at least, with the target an inch behind it.
    fn plainly_bar(&self, stance: &Stance, target: &[Posed]) -> bool {
        let heading = stance.facing.vector();
        let seen = |point: Point| {
            let (east, north) = (
                i64::from(point.x) - i64::from(stance.anchor.x),
                i64::from(point.y) - i64::from(stance.anchor.y),
            );
            (east * heading.y - north * heading.x, east * heading.x + north * heading.y)
        };
        let corners = target.iter().flat_map(|body| body.outline);
        let Some(nearest) = corners.map(|corner| seen(corner).1).min() else { return false };
        let half = i64::from(stance.front_rank().width / 2 - ROUNDING);
        // What touches the target has come as near as this, and an inch more where an obstacle stops it.
        let before = nearest - i64::from(TOGETHER + TOUCH + INCH + 4 * STEP) * ONE;
        self.enemies.iter().any(|(enemy, _)| {
            let troop = self.at.troop(*enemy);
            let (aside, ahead) = seen(troop.anchor);
            aside.abs() <= half * ONE && ahead >= 0 && ahead <= before
        })
    }

    /// Whether who stands so stands on no friend.
    fn are_clear_of(&self, stance: &Stance) -> bool {
        let round = stance.round();
        let mut near = self.friends.iter().filter(|(_, their)| round.is_within(*their, 0)).peekable();
        if near.peek().is_none() {
            return true;
        }
        let ours = footprint(stance);
        !near.any(|(friend, _)| overlap(&ours, &self.at.footprint(*friend)))
    }
}

/// The way of a charge: at most one wheel, then straight ahead until the first stand touches the target. Of several the
/// one with the fewest ticks, then the one that is shorter for the command stand, then the one to the right (G-13).
#[must_use]
pub fn plan(
    at: Position<'_>,
    unit: UnitId,
    stance: &Stance,
    target: &[Posed],
    others: &Others<'_>,
) -> Option<Course> {
    let mut turnings =
        [Hand::Right, Hand::Left].map(|hand| Turning::new(at, unit, stance, hand, target, others));
    for ticks in 0..=MOST_TICKS {
        let mut best: Option<(i32, Course)> = None;
        for (turning, sign) in turnings.iter_mut().zip([1, -1]) {
            let turn = sign * ticks as i8;
            if !turning.leads_on || ticks == 0 && sign < 0 {
                continue;
            }
            let found = match turning.wheel_to(ticks, target) {
                Wheeled::Clear => {
                    let wheeled = turning.stance_at(ticks);
                    if may_strike(&wheeled, target) {
                        straight(at, unit, stance, (turn, &wheeled), target, others)
                    } else {
                        None
                    }
                }
                Wheeled::Blocked => {
                    turning.leads_on = false;
                    None
                }
                // Touched in the wheel: the way ends there.
                Wheeled::Touches => {
                    turning.leads_on = false;
                    let course = Course { turn, ahead: 0, goal: Goal::Contact };
                    others.are_clear_of(&pose(stance, turn, end(&course))).then_some(course)
                }
            };
            let Some(course) = found else { continue };
            let length = along(stance, turn, end(&course));
            if best.is_none_or(|(shortest, _)| length < shortest) {
                best = Some((length, course));
            }
        }
        if let Some((_, course)) = best {
            return Some(course);
        }
    }
    None
}

/// What comes of the last tick of a wheel.
enum Wheeled {
    Clear,
    /// It touches the target.
    Touches,
    /// Impassable ground, the table's edge or another enemy.
    Blocked,
}

/// A charger's wheel to one hand. What is nowhere near any tick of it is left out once and for all.
struct Turning<'a> {
    at: Position<'a>,
    stance: &'a Stance,
    wheel: Wheel,
    /// It can be wheeled on.
    leads_on: bool,
    /// The table's edge is near.
    edge: bool,
    /// What there is near that it cannot go over.
    barred: Kinds,
    /// The target is near.
    target: bool,
    /// The bodies of other formed enemies who are near.
    enemies: Vec<Posed>,
}

impl<'a> Turning<'a> {
    fn new(
        at: Position<'a>,
        unit: UnitId,
        stance: &'a Stance,
        hand: Hand,
        target: &[Posed],
        others: &Others<'_>,
    ) -> Turning<'a> {
        let front = stance.front_rank();
        let wheel = Wheel::new(front, hand, TICK);
        // No corner of the front rank is farther from the pivot than it is wide and deep.
        let round = Round { middle: wheel.pivot(), radius: front.width + front.depth + ROUNDING };
        let field = &at.rules.table.field;
        Turning {
            at,
            stance,
            wheel,
            leads_on: true,
            edge: !round.is_inside(&field.table()),
            barred: field.kinds_near(&round.frame(), barred(at, unit)),
            target: target.iter().any(|body| round.is_within(Round::of(body), TOUCH)),
            enemies: others.enemies_near(round, TOUCH).collect(),
        }
    }

    /// How the charger stands after so many ticks.
    fn stance_at(&self, ticks: u8) -> Stance {
        let body = self.wheel.at(ticks.into());
        Stance { anchor: body.anchor, facing: body.heading, ..*self.stance }
    }

    /// The last tick of a wheel: only the front rank is traced.
    fn wheel_to(&self, ticks: u8, target: &[Posed]) -> Wheeled {
        let is_open = !self.edge && self.barred.is_empty() && !self.target && self.enemies.is_empty();
        if ticks == 0 || is_open {
            return Wheeled::Clear;
        }
        let rank = [self.wheel.at(ticks.into()).posed(INSET)];
        let field = &self.at.rules.table.field;
        let is_barred = || {
            let swept = Hull::wheeled(&self.wheel, u16::from(ticks) - 1);
            !field.kinds_under(&swept, self.barred).is_empty()
        };
        if self.edge && !field.is_on_table(&rank[0].outline) || !self.barred.is_empty() && is_barred() {
            return Wheeled::Blocked;
        }
        if self.target && is_near(&rank, target, TOUCH) {
            return Wheeled::Touches;
        }
        if is_near(&rank, &self.enemies, TOUCH) {
            return Wheeled::Blocked;
        }
        Wheeled::Clear
    }
}

/// Whether somebody who goes straight ahead from where he stands can touch a target at all: some body of it, by the
/// circle round it, lies in the strip that his front sweeps, and not behind him.
fn may_strike(stance: &Stance, target: &[Posed]) -> bool {
    let heading = stance.facing.vector();
    let (half, deep) = (stance.front_rank().width / 2, i32::from(stance.ranks()) * stance.size.depth);
    target.iter().any(|body| {
        let east = i64::from(body.middle.x) - i64::from(stance.anchor.x);
        let north = i64::from(body.middle.y) - i64::from(stance.anchor.y);
        let near = i64::from(body.radius + TOUCH + ROUNDING);
        (east * heading.y - north * heading.x).abs() <= (i64::from(half) + near) * ONE
            && east * heading.x + north * heading.y >= -(i64::from(deep) + near) * ONE
    })
}

/// The straight part of a way after a wheel.
fn straight(
    at: Position<'_>,
    unit: UnitId,
    stance: &Stance,
    (turn, wheeled): (i8, &Stance),
    target: &[Posed],
    others: &Others<'_>,
) -> Option<Course> {
    let ticks = turn.unsigned_abs();
    if others.plainly_bar(wheeled, target) {
        return None;
    }
    let bodies = footprint(wheeled);
    let leg = Leg::new(wheeled.anchor, wheeled.facing, FAR);
    let mut ahead = first_within(&leg, &bodies, target, TOUCH)?;
    // Places on a leg are exact, corners are rounded: a hair may be wanting.
    if !is_near(&footprint(&pose(stance, turn, Spot { ticks, ahead })), target, TOUCH) {
        ahead += STEP;
    }
    let mut goal = Goal::Contact;
    if let Some(stop) = obstacle(at, unit, stance, wheeled, ahead, target) {
        ahead = stop?;
        goal = Goal::Obstacle;
    }
    // another formed enemy on the way, more than that before the target, bars it.
    let swept = wheeled.round().joined(Leg::new(wheeled.anchor, wheeled.facing, ahead).to);
    let near = |enemy: &Posed| swept.is_within(Round::of(enemy), TOUCH);
    let met = others
        .enemies_near(swept, TOUCH)
        .filter(near)
        .filter_map(|enemy| first_within(&leg, &bodies, std::slice::from_ref(&enemy), TOUCH));
    let first = met.min();
    if first.is_some_and(|first| first < ahead - TOGETHER) {
        return None;
    }
    // What touches the obstacle has not passed it.
    let clear = if goal == Goal::Obstacle { ahead - STEP } else { ahead };
    let way = Sweep::straight(*wheeled, wheeled.facing, clear.max(0));
    let passes = way.is_on_table(at) && way.blocked_by(at, unit).is_none();
    let there = pose(stance, turn, Spot { ticks, ahead });
    (passes && others.are_clear_of(&there)).then_some(Course { turn, ahead, goal })
}

/// A charge never carries over a major obstacle; a target within an inch behind it may be stormed by infantry that
/// starts within 50 yards of it. Nothing where none is on the way; else where the way ends, if it leads
/// anywhere.
fn obstacle(
    at: Position<'_>,
    unit: UnitId,
    start: &Stance,
    stance: &Stance,
    ahead: i32,
    target: &[Posed],
) -> Option<Option<i32>> {
    let field = &at.rules.table.field;
    if !field.all_kinds().intersects(ABATIS) {
        return None;
    }
    let leg = Leg::new(stance.anchor, stance.facing, ahead);
    let first = footprint(stance)
        .iter()
        .filter_map(|body| field.first_met(&leg, &body.outline, ABATIS, STEP))
        .min_by_key(|(way, _)| *way)?;
    let (way, feature) = first;
    let near = at.rules.scale.yards(50);
    let begins_near = footprint(start).iter().any(|body| {
        field
            .sides_of(feature)
            .iter()
            .any(|side| meet::gap_within(&body.outline, &[side.from, side.to], near))
    });
    let there = pose(stance, 0, Spot { ticks: 0, ahead: way });
    let storms = at.is_on_foot(unit) && begins_near && is_near(&footprint(&there), target, INCH + TOUCH);
    Some(storms.then_some(way))
}

/// Whom a charger passes through on its way up to a place (T-INTERPEN).
pub fn friends_passed<'a>(
    at: Position<'a>,
    unit: UnitId,
    stance: &Stance,
    turn: i8,
    spot: Spot,
) -> impl Iterator<Item = UnitId> + 'a {
    let legs = legs(stance, turn, spot);
    at.friends(unit).filter(move |&friend| {
        if at.state.follows(friend, unit) {
            return false;
        }
        let round = at.round(friend);
        legs.iter().any(|leg| {
            leg.length() > 0 && leg.round().is_within(round, 0) && leg.passes(&at.footprint(friend))
        })
    })
}

/// What a charger pays for on its way up to a place, with what it has paid for before.
#[must_use]
pub fn toll(at: Position<'_>, unit: UnitId, stance: &Stance, turn: i8, spot: Spot, before: Toll) -> Toll {
    let mut toll = before;
    for leg in legs(stance, turn, spot).iter().filter(|leg| leg.length() > 0) {
        let ground = leg.ground(at, !toll.climbs);
        toll.areas |= ground.areas.classes().fold(0, |bits, class| bits | 1 << class);
        toll.lines = toll.lines.saturating_add(ground.lines);
        toll.climbs |= ground.climbs;
    }
    if passage::costs(at, unit) {
        toll.friends =
            toll.friends.saturating_add(friends_passed(at, unit, stance, turn, spot).count() as u8);
    }
    toll
}

/// Whether a way leads through woods, where cavalry charges with two dice (STE-MOVE-9).
#[must_use]
pub fn enters_woods(at: Position<'_>, stance: &Stance, course: &Course) -> bool {
    legs(stance, course.turn, end(course)).iter().any(|leg| !leg.under(at, WOODS).is_empty())
}

/// What a charge has in hand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Purse {
    /// Dice.
    pub dice: u8,
    /// Their sum in inches.
    pub sum: u8,
    /// How often it is halved.
    pub halved: u8,
    /// How far its command stand has gone before, in mils.
    pub spent: i32,
    /// What it has paid for before.
    pub toll: Toll,
}

impl Purse {
    /// How far the command stand may go in all, by what it pays for up to a place.
    #[must_use]
    pub fn reach(&self, at: Position<'_>, unit: UnitId, stance: &Stance, turn: i8, spot: Spot) -> i32 {
        let toll = toll(at, unit, stance, turn, spot, self.toll);
        allowance(self.sum, self.dice, toll.deductions(), self.halved)
    }

    /// Whether it reaches a place.
    #[must_use]
    pub fn affords(&self, at: Position<'_>, unit: UnitId, stance: &Stance, turn: i8, spot: Spot) -> bool {
        self.spent + along(stance, turn, spot) <= self.reach(at, unit, stance, turn, spot)
    }

    /// The last place of a way that it reaches, from one that it has reached on: costs only grow along a way, so it is
    /// found by halving.
    #[must_use]
    pub fn last(&self, at: Position<'_>, unit: UnitId, stance: &Stance, course: &Course, from: Spot) -> Spot {
        let end = end(course);
        if self.affords(at, unit, stance, course.turn, end) {
            return end;
        }
        let affords = |spot| self.affords(at, unit, stance, course.turn, spot);
        if from.ticks < end.ticks {
            let spot = |ticks| Spot { ticks, ahead: 0 };
            let last = (from.ticks..=end.ticks).rev().find(|&ticks| affords(spot(ticks)));
            match last {
                Some(ticks) if ticks == end.ticks => {}
                Some(ticks) => return spot(ticks).max(from),
                None => return from,
            }
        }
        let (mut low, mut high) = (from.ahead.max(0) / STEP, (course.ahead.max(0) + STEP - 1) / STEP);
        while low < high {
            let middle = (low + high + 1) / 2;
            if affords(Spot { ticks: end.ticks, ahead: (middle * STEP).min(course.ahead) }) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Spot { ticks: end.ticks, ahead: (low * STEP).min(course.ahead) }.max(from)
    }
}

/// The last free place of a way not beyond a spot, where somebody who has to stop there stands on nobody.
#[must_use]
pub fn last_free(at: Position<'_>, unit: UnitId, stance: &Stance, course: &Course, spot: Spot) -> Spot {
    let others: Vec<Footprint> = at
        .present()
        .filter(|&other| other != unit && !at.state.follows(other, unit))
        .map(|other| at.footprint(other))
        .collect();
    let is_free = |spot: Spot| {
        let bodies = footprint(&pose(stance, course.turn, spot));
        others.iter().all(|other| !overlap(&bodies, other))
    };
    let mut spot = spot;
    while spot > Spot::default() && !is_free(spot) {
        spot = short_of(spot);
    }
    spot
}

/// A charger that has met its target turns about the point where they touch until its front is parallel to the edge it
/// met, if that takes at most 45 degrees, and steps back until it overlaps nobody; it stays as it came where it would
/// then touch the target no more or stand on somebody else (G-10, R-100).
#[must_use]
pub fn conform(at: Position<'_>, unit: UnitId, target: UnitId) -> Stance {
    let stance = at.stance(unit);
    let Some((point, facing)) = contact(at, unit, target) else { return stance };
    let turn = stance.facing.turn_to(facing);
    if turn.size() > u16::from(MOST_TICKS) * TICK {
        return stance;
    }
    let turned = about(&stance, point, facing);
    let enemy = at.footprint(target);
    let others: Vec<Footprint> = at
        .present()
        .filter(|&other| other != unit && other != target)
        .map(|other| at.footprint(other))
        .collect();
    let back = stance.facing.turned(Turn::tenths(2 * i32::from(QUARTER)));
    let mut way = 0;
    loop {
        let tried = Stance { anchor: Leg::new(turned.anchor, back, way).to, ..turned };
        let bodies = footprint(&tried);
        if !overlap(&bodies, &enemy) {
            let fits = is_near(&bodies, &enemy, TOUCH)
                && others.iter().all(|other| !overlap(&bodies, other))
                && bodies.iter().all(|body| at.rules.table.field.is_on_table(&body.outline));
            return if fits { tried } else { stance };
        }
        way += STEP;
        if way > FAR {
            return stance;
        }
    }
}

/// How far a point lies to the right of a stance's anchor and ahead of it, in half units.
fn seen_from(stance: &Stance, point: Point) -> (i32, i32) {
    let vector = stance.facing.vector();
    let (east, north) =
        (i64::from(point.x) - i64::from(stance.anchor.x), i64::from(point.y) - i64::from(stance.anchor.y));
    let halves = |value: i64| ((2 * value + if value < 0 { -ONE } else { ONE }) / (2 * ONE)) as i32;
    (halves(2 * (east * vector.y - north * vector.x)), halves(2 * (east * vector.x + north * vector.y)))
}

/// Where somebody stands who goes along with a unit from one stance to another, as if they were one body.
#[must_use]
pub fn carried(from: &Stance, to: &Stance, along: &Stance) -> Stance {
    let (aside, ahead) = seen_from(from, along.anchor);
    let facing = along.facing.turned(from.facing.turn_to(to.facing));
    Stance { anchor: to.front_rank().spot(aside, ahead), facing, ..*along }
}

/// A stance turned about a point of the table.
fn about(stance: &Stance, point: Point, facing: Heading) -> Stance {
    let (aside, ahead) = seen_from(stance, point);
    let body = stance.front_rank().laid(aside, ahead, point, facing);
    Stance { anchor: body.anchor, facing, ..*stance }
}

/// Where a charger touches its target, and which way it faces with its front along the edge it touches: the middle of
/// the nearest stretch of the nearest pair of stands, lowest numbers first.
fn contact(at: Position<'_>, unit: UnitId, target: UnitId) -> Option<(Point, Heading)> {
    let (ours, theirs) = (at.stands(unit), at.stands(target));
    let mut best: Option<(meet::Nearest, Body)> = None;
    for our in &ours {
        for their in &theirs {
            let Some(near) = meet::nearest(&our.posed(0).outline, &their.posed(0).outline) else { continue };
            if best.as_ref().is_none_or(|(nearest, _)| near.squared < nearest.squared) {
                best = Some((near, *their));
            }
        }
    }
    let (near, stand) = best?;
    let middle = |a: Point, b: Point| Point::new(a.x.midpoint(b.x), a.y.midpoint(b.y));
    let touched = middle(near.stretch[0].1, near.stretch[1].1);
    let corners = stand.posed(0).outline;
    let facing = at.troop(unit).facing;
    // The front, left, rear and right edge of a stand, and which way one faces who stands before it.
    let edges = [(0, 2), (1, 1), (2, 0), (3, 3)];
    let held = edges.into_iter().filter_map(|(edge, quarters)| {
        let side = [corners[edge], corners[(edge + 1) % 4]];
        let turned = stand.heading.turned(Turn::tenths(quarters * i32::from(QUARTER)));
        meet::gap_within(&[touched], &side, 1).then_some((facing.turn_to(turned).size(), edge % 2, turned))
    });
    let (.., facing) = held.min()?;
    Some((middle(near.stretch[0].0, near.stretch[1].0), facing))
}

#[cfg(test)]
mod tests;
