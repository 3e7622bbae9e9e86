//! Whether a move is allowed, and if not, why: the checks of 3.6 in their order, of which the first that fails is told.

use super::arrow::{Edge, EntryGeom, Laid, MoveGeom, SpecialGeom};
use super::contact::{across, touches_barricade};
use super::fire::under_fire_at;
use super::generals::{Shift, displace};
use super::land::{OFF_LIMITS, RESTRICTED};
use super::lengths::{CLEAR, GENERAL, INSET, TILT, TOUCH, YARD, pivot};
use super::refusal::Refusal;
use super::sight::Scratch;
use super::squares::Cell;
use super::stand::{Barricade, Footprint, Pose, Stand, Table};
use super::steep::{CROSSINGS, crosses_cut, crossings};
use super::touch;
use crate::model::ids::StandId;
use crate::model::numbers::Arrow;
use arrayvec::ArrayVec;
use ground::geometry::{Frame, Point};
use ground::table::{Heading, Hull, Leg, Posed, meet};

/// The most Generals that one move shifts.
pub const SHIFTS: usize = 8;
/// The most map squares that one arrow touches.
pub const SQUARES: usize = 8;
/// A map square in which any number of Move arrows may be placed.
pub const NO_LIMIT: u8 = u8::MAX;

/// What an action allows a stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Orders<'a> {
    /// The longest Move arrow: of its Discipline, and one longer on a March. The Tactic arrow alone in a Tactic action.
    pub longest: Arrow,
    /// It is a March, which may not end under fire.
    pub march: bool,
    /// It was under fire when the action started.
    pub under_fire: bool,
    /// Of each map square, by number, how many more Move arrows may be placed there; nothing where none is limited.
    pub limits: &'a [u8],
}

impl Orders<'_> {
    /// A Tactic, or any move that may use no other arrow.
    pub const TACTIC: Orders<'static> =
        Orders { longest: Arrow::T, march: false, under_fire: false, limits: &[] };

    /// A Move by an arrow at most so long, not under fire, in squares without limits.
    #[must_use]
    pub const fn up_to(longest: Arrow) -> Orders<'static> {
        Orders { longest, march: false, under_fire: false, limits: &[] }
    }
}

/// A move that is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Where the stand ends.
    pub end: Pose,
    /// The arrow as far as it was followed.
    pub arrow: (Point, Point),
    /// How far it was followed.
    pub way: i32,
    /// The barricade that stopped it.
    pub stopped: Option<u16>,
    /// The map squares that a Move arrow counts in (RRF-MOVE-16).
    pub squares: ArrayVec<Cell, SQUARES>,
    /// The Generals that make room (RRF-LEAD-7).
    pub shifts: ArrayVec<Shift, SHIFTS>,
}

/// Checks a move by an arrow (3.6).
///
/// # Errors
///
/// The first reason against it.
pub fn check_move(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    geom: &MoveGeom,
    orders: &Orders<'_>,
) -> Result<Moved, Refusal> {
    check_shape(stand, geom, orders)?;
    let laid = geom.laid(stand);
    let ignored = touched_lines(table, &stand.footprint());
    let cut = barricade_cut(table, &laid, &ignored);
    let (way, end) = match cut {
        Some((way, _)) => (way, laid.at(way)),
        None => (laid.leg.length, laid.end(geom.heading)),
    };
    let footprint = stand.footprint_at(end);
    if cut.is_none() {
        lies_across(table, &footprint, &ignored)?;
    }
    let path = (stand.pose.at, end.at);
    let point = laid.leg.at(way);
    let plan = Plan { stand, footprint: &footprint, path, arrow: geom.arrow };
    plan.ground(table, scratch)?;
    let squares = squares(table, geom.arrow, (laid.leg.from, point), orders.limits)?;
    plan.bounds(table)?;
    let shifts = plan.room(table)?;
    plan.clear_of_enemies(table, &[])?;
    if orders.march
        && let Some(under) = under_fire_at(table, scratch, stand, end)
    {
        return Err(Refusal::MarchUnderFire { by: under.by, range: under.range });
    }
    Ok(Moved { end, arrow: (laid.leg.from, point), way, stopped: cut.map(|(_, line)| line), squares, shifts })
}

/// Whether an arrow lies on its edge as it must, is one that may be used, and the stand pivots no farther than it may.
///
/// # Errors
///
/// The first reason against it.
pub fn check_shape(stand: &Stand, geom: &MoveGeom, orders: &Orders<'_>) -> Result<(), Refusal> {
    if geom.arrow.is_move() && geom.arrow > orders.longest {
        return Err(Refusal::Arrow { laid: geom.arrow, longest: orders.longest });
    }
    if geom.arrow.is_move() && orders.under_fire {
        return Err(Refusal::UnderFire);
    }
    let laid = geom.laid(stand);
    let most = laid.side.slide();
    let slide = i32::from(geom.slide);
    if slide.abs() > most {
        return Err(Refusal::Slide { by: slide.abs() * YARD, most: most * YARD });
    }
    check_angles(geom.arrow, geom.tilt, &laid, geom.heading)
}

fn check_angles(arrow: Arrow, tilt: i16, laid: &Laid, heading: Heading) -> Result<(), Refusal> {
    let tilt = i32::from(tilt).abs();
    if tilt > TILT {
        return Err(Refusal::Tilt { by: tilt, most: TILT });
    }
    let (by, most) = (i32::from(laid.pivot(heading).size()), pivot(arrow));
    if by > most {
        return Err(Refusal::Pivot { by, most });
    }
    Ok(())
}

/// Checks a specialised Tactic (3.6(6)).
///
/// # Errors
///
/// The first reason against it.
pub fn check_special(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    geom: &SpecialGeom,
) -> Result<Moved, Refusal> {
    let of_depth = |edge: Edge| matches!(edge, Edge::Front | Edge::Back);
    if !of_depth(geom.base) || !of_depth(geom.put) {
        return Err(Refusal::NoSuchEdge);
    }
    const MOST: i32 = 900;
    let by = i32::from(stand.pose.heading.turned(geom.base.turn()).turn_to(geom.bearing).size());
    if by > MOST {
        return Err(Refusal::Bearing { by, most: MOST });
    }
    let end = geom.end(stand);
    let leg = geom.leg(stand);
    let plan = Placed { stand, end };
    let shifts = plan.check(table, scratch)?;
    Ok(Moved {
        end,
        arrow: (leg.from, leg.to),
        way: leg.length,
        stopped: None,
        squares: ArrayVec::new(),
        shifts,
    })
}

/// Checks an entry from the map's edge. The stand is looked at as if it stood outside, before the point where
/// its arrow begins: its own pose is of no account.
///
/// # Errors
///
/// The first reason against it.
pub fn check_entry(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    geom: &EntryGeom,
    orders: &Orders<'_>,
) -> Result<Moved, Refusal> {
    if geom.arrow.is_move() && geom.arrow > orders.longest {
        return Err(Refusal::Arrow { laid: geom.arrow, longest: orders.longest });
    }
    let laid = geom.laid(stand.arm);
    check_angles(geom.arrow, geom.tilt, &laid, geom.heading)?;
    let cut = barricade_cut(table, &laid, &Lines::new());
    let (way, end) = match cut {
        Some((way, _)) => (way, laid.at(way)),
        None => (laid.leg.length, laid.end(geom.heading)),
    };
    // Path and arrow are tested from the map's edge on.
    let outside = stand.at(Pose::new(geom.from, geom.inward));
    let footprint = outside.footprint_at(end);
    if cut.is_none() {
        lies_across(table, &footprint, &Lines::new())?;
    }
    let point = laid.leg.at(way);
    let plan = Plan { stand: &outside, footprint: &footprint, path: (geom.from, end.at), arrow: geom.arrow };
    plan.ground(table, scratch)?;
    let squares = squares(table, geom.arrow, (geom.from, point), orders.limits)?;
    plan.bounds(table)?;
    let [left, right] = laid.leading();
    let shifts = plan.room_from(table, &[[left, right, right, left]; 2])?;
    plan.clear_of_enemies(table, &[])?;
    if orders.march
        && let Some(under) = under_fire_at(table, scratch, &outside, end)
    {
        return Err(Refusal::MarchUnderFire { by: under.by, range: under.range });
    }
    Ok(Moved { end, arrow: (geom.from, point), way, stopped: cut.map(|(_, line)| line), squares, shifts })
}

/// A Tactic toward a friend that an enemy has touched (RRF-BOM-4, R-27).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Toward<'a> {
    /// The friend.
    pub friend: &'a Stand,
    /// The enemies that touch it.
    pub enemies: &'a [StandId],
    /// The move ends early, where it touches the friend or one of these enemies.
    pub stops: bool,
}

/// Checks a Tactic toward a friend that an enemy has touched.
///
/// # Errors
///
/// The first reason against it.
pub fn check_reinforce(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    geom: &MoveGeom,
    toward: &Toward<'_>,
) -> Result<Moved, Refusal> {
    check_shape(stand, geom, &Orders::TACTIC)?;
    let laid = geom.laid(stand);
    let ignored = touched_lines(table, &stand.footprint());
    let cut = barricade_cut(table, &laid, &ignored);
    let leading = laid.leading();
    let meets = |other: &&Stand| other.id == toward.friend.id || toward.enemies.contains(&other.id);
    let touched = if toward.stops {
        let firsts = table.stands.iter().filter(meets);
        firsts.filter_map(|other| touch::first(&laid.leg, &leading, &other.body.outline)).min()
    } else {
        None
    };
    let touched = touched.map(|way| way.on(&laid.leg)).filter(|way| cut.is_none_or(|(cut, _)| *way <= cut));
    let (way, end) = match (touched, cut) {
        (Some(way), _) | (None, Some((way, _))) => (way, laid.at(way)),
        (None, None) => (laid.leg.length, laid.end(geom.heading)),
    };
    let footprint = stand.footprint_at(end);
    if cut.is_none() {
        lies_across(table, &footprint, &ignored)?;
    }
    let plan = Plan { stand, footprint: &footprint, path: (stand.pose.at, end.at), arrow: Arrow::T };
    plan.ground(table, scratch)?;
    plan.bounds(table)?;
    let shifts = plan.room(table)?;
    let allowed = if touched.is_some() { toward.enemies } else { &[] };
    plan.clear_of_enemies(table, allowed)?;
    let friends = table.stands.iter().filter(|other| other.id == toward.friend.id);
    let gap = |bodies: &Footprint| {
        let pairs = friends.clone().flat_map(|friend| bodies.iter().map(|body| body.gap(&friend.body)));
        pairs.min().map_or(0, ground::table::Squared::distance)
    };
    let (before, after) = (gap(&stand.footprint()), gap(&footprint));
    if after >= before {
        return Err(Refusal::NoNearer { before, after });
    }
    let stopped = if touched.is_some() { None } else { cut.map(|(_, line)| line) };
    let arrow = (laid.leg.from, laid.leg.at(way));
    Ok(Moved { end, arrow, way, stopped, squares: ArrayVec::new(), shifts })
}

/// Whether a move ends farther from a target than it began, shape to shape.
///
/// # Errors
///
/// [`Refusal::NoFarther`].
pub fn check_away(stand: &Stand, end: Pose, target: &Stand) -> Result<(), Refusal> {
    let gap = |pose: Pose| {
        let bodies = stand.footprint_at(pose);
        bodies.iter().map(|body| body.gap(&target.body)).min()
    };
    let (before, after) = (gap(stand.pose), gap(end));
    let whole = |gap: Option<ground::table::Squared>| gap.map_or(0, ground::table::Squared::distance);
    if after > before {
        Ok(())
    } else {
        Err(Refusal::NoFarther { before: whole(before), after: whole(after) })
    }
}

/// Checks that a stand may be placed straight away: Close Order, joiners of a Field Column. `reach` is how far
/// its centre may move: the length of its longest legal Move arrow.
///
/// # Errors
///
/// The first reason against it.
pub fn check_placed(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    end: Pose,
    reach: i32,
    under_fire: bool,
) -> Result<ArrayVec<Shift, SHIFTS>, Refusal> {
    let (from, to) = (stand.pose.at, end.at);
    let tactic = super::lengths::length(Arrow::T);
    let slow = under_fire
        || !table.land.field().kinds_under(&Hull::line(from, to), RESTRICTED).is_empty()
        || super::steep::is_steep(table, scratch, from, to);
    let most = if slow { reach.min(tactic) } else { reach };
    let squared = from.distance_squared(to);
    if squared > i64::from(most) * i64::from(most) {
        return Err(Refusal::TooFar { by: squared.isqrt() as i32, most });
    }
    Placed { stand, end }.check(table, scratch)
}

/// A stand that is put somewhere without an arrow laid to there.
struct Placed<'a> {
    stand: &'a Stand,
    end: Pose,
}

impl Placed<'_> {
    fn check(&self, table: &Table<'_>, scratch: &mut Scratch) -> Result<ArrayVec<Shift, SHIFTS>, Refusal> {
        let footprint = self.stand.footprint_at(self.end);
        let start = self.stand.footprint();
        let ignored = touched_lines(table, &start);
        for (own, then) in start.iter().zip(&footprint) {
            let hull = Hull::turned(&own.outline, &then.outline);
            let frame = hull.frame();
            let crossed = table.barricades.iter().find(|barricade| {
                Frame::between(barricade.from, barricade.to).touches(&frame)
                    && !ignored.holds(barricade.line)
                    && hull.meets(barricade.from, barricade.to)
            });
            if let Some(barricade) = crossed {
                return Err(Refusal::Barricade { line: barricade.line });
            }
        }
        let path = (self.stand.pose.at, self.end.at);
        let plan = Plan { stand: self.stand, footprint: &footprint, path, arrow: Arrow::T };
        plan.ground(table, scratch)?;
        plan.bounds(table)?;
        let shifts = plan.room(table)?;
        plan.clear_of_enemies(table, &[])?;
        Ok(shifts)
    }
}

/// Barricades by number: those that a stand touched when its action started (RRF-BARR-2).
pub(super) struct Lines(ArrayVec<u16, 16>);

impl Lines {
    pub(super) fn new() -> Lines {
        Lines(ArrayVec::new())
    }

    pub(super) fn holds(&self, line: u16) -> bool {
        self.0.contains(&line)
    }
}

/// The barricades that a stand touches with any of its bodies.
pub(super) fn touched_lines(table: &Table<'_>, footprint: &Footprint) -> Lines {
    let mut lines = Lines::new();
    for barricade in table.barricades {
        let touched = |body: &Posed| is_near(body, barricade, TOUCH) && touches_barricade(body, barricade);
        if !lines.holds(barricade.line) && footprint.iter().any(touched) {
            // Nobody touches more of them at once than there is room for.
            let _ = lines.0.try_push(barricade.line);
        }
    }
    lines
}

/// Whether a piece of a barricade can be so near to a body, by frames.
fn is_near(body: &Posed, barricade: &Barricade, distance: i32) -> bool {
    let Point { x, y } = body.middle;
    let reach = body.radius + distance;
    let around = Frame { low: Point::new(x - reach, y - reach), high: Point::new(x + reach, y + reach) };
    Frame::between(barricade.from, barricade.to).touches(&around)
}

/// Where the leading edge of a move first meets a barricade, and which: how far along the arrow, rounded down.
pub(super) fn barricade_cut(table: &Table<'_>, laid: &Laid, ignored: &Lines) -> Option<(i32, u16)> {
    if table.barricades.is_empty() {
        return None;
    }
    let leading = laid.leading();
    let around = Frame::around([laid.leg.from, laid.leg.to])?.grown(laid.side.long);
    let met = table.barricades.iter().filter(|barricade| {
        Frame::between(barricade.from, barricade.to).touches(&around) && !ignored.holds(barricade.line)
    });
    met.filter_map(|barricade| Some((touch::first(&laid.leg, &leading, &barricade.ends())?, barricade.line)))
        .min()
        .map(|(way, line)| (way.on(&laid.leg), line))
}

/// Whether the end of a move that no barricade stopped lies across one.
fn lies_across(table: &Table<'_>, footprint: &Footprint, ignored: &Lines) -> Result<(), Refusal> {
    let lies = |barricade: &&Barricade| {
        !ignored.holds(barricade.line)
            && footprint
                .iter()
                .any(|body| is_near(body, barricade, 0) && meet::gap_within(&barricade.ends(), &body.core, 0))
    };
    match table.barricades.iter().find(lies) {
        Some(barricade) => Err(Refusal::OnBarricade { line: barricade.line }),
        None => Ok(()),
    }
}

/// The map squares that a Move arrow counts in, if there is room for it in all of them.
fn squares(
    table: &Table<'_>,
    arrow: Arrow,
    (from, to): (Point, Point),
    limits: &[u8],
) -> Result<ArrayVec<Cell, SQUARES>, Refusal> {
    let mut squares = ArrayVec::new();
    if !arrow.is_move() {
        return Ok(squares);
    }
    for square in table.grid.touched(from, to) {
        if limits.get(table.grid.number(square)).is_some_and(|left| *left == 0) {
            return Err(Refusal::MoveLimit { square });
        }
        let _ = squares.try_push(square);
    }
    Ok(squares)
}

/// Whether a body lies on forbidden ground; a border that is only touched is none.
#[must_use]
pub fn is_off_limits(table: &Table<'_>, body: &Posed) -> bool {
    let covers = |frame: &Frame| {
        let Frame { low, high } = *frame;
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        meet::overlap(&corners, &body.core)
    };
    let field = table.land.field();
    table.off_limits.iter().any(covers)
        || field.all_kinds().intersects(OFF_LIMITS)
            && field.kinds_under(&Hull::around(body.core), OFF_LIMITS).intersects(OFF_LIMITS)
}

/// Whether a General there stands on forbidden ground.
#[must_use]
pub fn is_off_limits_general(table: &Table<'_>, at: Point) -> bool {
    let reach = GENERAL - INSET;
    let covers = |frame: &Frame| {
        let nearest =
            Point::new(at.x.clamp(frame.low.x, frame.high.x), at.y.clamp(frame.low.y, frame.high.y));
        at.distance_squared(nearest) < i64::from(reach) * i64::from(reach)
    };
    let field = table.land.field();
    table.off_limits.iter().any(covers)
        || field.all_kinds().intersects(OFF_LIMITS)
            && (field.kinds_at(at, OFF_LIMITS).intersects(OFF_LIMITS)
                || field.has_side(&[at], OFF_LIMITS, reach))
}

/// Whether a straight way leads over forbidden ground.
fn leads_off_limits(table: &Table<'_>, from: Point, to: Point) -> bool {
    let field = table.land.field();
    table.off_limits.iter().any(|frame| passes(frame, from, to))
        || field.all_kinds().intersects(OFF_LIMITS)
            && field.kinds_under(&Hull::line(from, to), OFF_LIMITS).intersects(OFF_LIMITS)
}

/// Whether a straight way has a point in the inside of a frame.
fn passes(frame: &Frame, from: Point, to: Point) -> bool {
    // The ground just inside of the border, which is half a hundredth of a yard away in twice as fine units.
    let fine = |point: Point| Point::new(2 * point.x, 2 * point.y);
    let (low, high) = (fine(frame.low), fine(frame.high));
    let inside = [
        Point::new(low.x + 1, low.y + 1),
        Point::new(high.x - 1, low.y + 1),
        Point::new(high.x - 1, high.y - 1),
        Point::new(low.x + 1, high.y - 1),
    ];
    meet::gap_within(&inside, &[fine(from), fine(to)], 0)
}

/// How far beyond the edge of the map a body reaches.
pub(super) fn beyond_map(table: &Table<'_>, body: &Posed) -> i32 {
    let Frame { low, high } = table.map;
    let beyond =
        |point: &Point| (low.x - point.x).max(low.y - point.y).max(point.x - high.x).max(point.y - high.y);
    body.outline.iter().map(beyond).max().unwrap_or(0).max(0)
}

/// A move from where a stand is to where it ends.
pub(super) struct Plan<'a> {
    pub(super) stand: &'a Stand,
    pub(super) footprint: &'a Footprint,
    pub(super) path: (Point, Point),
    pub(super) arrow: Arrow,
}

impl Plan<'_> {
    /// What the ground on the path asks for.
    fn ground(&self, table: &Table<'_>, scratch: &mut Scratch) -> Result<(), Refusal> {
        let (from, to) = self.path;
        if self.arrow.is_move() {
            let field = table.land.field();
            let near = field.kinds_along(from, to, RESTRICTED);
            let kinds = if near.is_empty() { near } else { field.kinds_under(&Hull::line(from, to), near) };
            if !kinds.is_empty() {
                return Err(Refusal::Restricted { kinds, after: self.begins(table, scratch, kinds) });
            }
        }
        self.slope(table, scratch)
    }

    /// How far along the path some ground begins.
    fn begins(&self, table: &Table<'_>, scratch: &mut Scratch, kinds: ground::table::Kinds) -> i32 {
        let (from, to) = self.path;
        let walk = &mut scratch.walk;
        table.land.field().walk(from, to, kinds, walk);
        let length = walk.whole(ground::table::Share::END);
        let forward = walk.from() == from;
        let stretches = walk.stretches().iter();
        let begins = stretches.map(|stretch| {
            if forward { walk.whole(stretch.enter) } else { length - walk.whole(stretch.leave) }
        });
        begins.min().unwrap_or(0)
    }

    /// Whether the path is steep, and for whom.
    pub(super) fn slope(&self, table: &Table<'_>, scratch: &mut Scratch) -> Result<(), Refusal> {
        let on_foot = self.stand.arm.is_foot();
        if on_foot && !self.arrow.is_move() {
            return Ok(());
        }
        let (from, to) = self.path;
        let lines = crossings(table, scratch, from, to);
        if lines < CROSSINGS && !crosses_cut(table, from, to) {
            return Ok(());
        }
        let lines = if lines < CROSSINGS { 0 } else { lines };
        Err(if on_foot { Refusal::Steep { lines } } else { Refusal::TooSteep { lines } })
    }

    /// Whether path and end lie on the map and on no forbidden ground.
    pub(super) fn bounds(&self, table: &Table<'_>) -> Result<(), Refusal> {
        let (from, to) = self.path;
        if leads_off_limits(table, from, to) {
            return Err(Refusal::OffLimits { on_path: true });
        }
        if self.footprint.iter().any(|body| is_off_limits(table, body)) {
            return Err(Refusal::OffLimits { on_path: false });
        }
        let by = self.footprint.iter().map(|body| beyond_map(table, body)).max().unwrap_or(0);
        if by > 0 { Err(Refusal::OffMap { by }) } else { Ok(()) }
    }

    /// Whether nobody is in the way and there is room at the end; who makes room.
    fn room(&self, table: &Table<'_>) -> Result<ArrayVec<Shift, SHIFTS>, Refusal> {
        let start: ArrayVec<[Point; 4], 2> =
            self.stand.footprint().into_iter().map(|body| body.core).collect();
        self.room_from(table, &start)
    }

    /// Whether no enemy and no engaged friend is in the way.
    fn way(&self, table: &Table<'_>, start: &[[Point; 4]]) -> Result<(), Refusal> {
        let own = self.stand;
        for (core, then) in start.iter().zip(self.footprint) {
            let hull = Hull::turned(core, &then.core);
            let frame = hull.frame();
            let meets = |enemy: &&Stand| {
                let near = frame.grown(enemy.body.radius).contains(enemy.body.middle);
                near && meet::overlap(hull.points(), &enemy.body.core)
            };
            if let Some(enemy) = table.enemies(own.side).find(meets) {
                let inside =
                    if then.overlaps(&enemy.body) { touch::depth(&then.core, &enemy.body.core) } else { 0 };
                return Err(Refusal::Enemy { stand: enemy.id, inside });
            }
        }
        let (from, to) = self.path;
        let line = Frame::between(from, to);
        let crossed = |friend: &&Stand| {
            friend.engaged
                && friend.side == own.side
                && line.grown(friend.body.radius).contains(friend.body.middle)
                && meet::gap_within(&[from, to], &friend.body.core, 0)
        };
        if let Some(friend) = table.others(own.id).find(crossed) {
            return Err(Refusal::Engaged { stand: friend.id });
        }
        Ok(())
    }

    /// The same, with the corners that each body has in the beginning.
    fn room_from(&self, table: &Table<'_>, start: &[[Point; 4]]) -> Result<ArrayVec<Shift, SHIFTS>, Refusal> {
        let own = self.stand;
        self.way(table, start)?;
        for then in self.footprint {
            if let Some(friend) = table.others(own.id).find(|friend| then.overlaps(&friend.body)) {
                let inside = touch::depth(&then.core, &friend.body.core);
                return Err(Refusal::Overlap { stand: friend.id, inside });
            }
        }
        displace(table, own.id, self.footprint)
    }

    /// Whether the end is five yards from every enemy but some, and in contact with none across a barricade.
    fn clear_of_enemies(&self, table: &Table<'_>, allowed: &[StandId]) -> Result<(), Refusal> {
        let near_wall = |body: &Posed| table.barricades.iter().any(|wall| is_near(body, wall, CLEAR));
        let walled = self.footprint.iter().any(near_wall);
        for enemy in table.enemies(self.stand.side).filter(|enemy| !allowed.contains(&enemy.id)) {
            for body in self.footprint {
                if body.is_within(&enemy.body, CLEAR) {
                    let gap = body.gap(&enemy.body).distance();
                    if gap < CLEAR {
                        return Err(Refusal::TooNear { stand: enemy.id, gap });
                    }
                }
                if walled && let Some(barricade) = across(body, &enemy.body, table.barricades) {
                    return Err(Refusal::AcrossBarricade { stand: enemy.id, line: barricade.line });
                }
            }
        }
        Ok(())
    }
}

/// Whether an arrow of a stand that marches off crosses one of its exits.
#[must_use]
pub fn crosses_exit(arrow: (Point, Point), exits: &[(Point, Point)]) -> bool {
    exits.iter().any(|(from, to)| meet::gap_within(&[arrow.0, arrow.1], &[*from, *to], 0))
}

/// Checks a move by an arrow that leads off the map over one of some exits: the way is tested as far as the
/// map's edge, and nobody needs room beyond it.
///
/// # Errors
///
/// The first reason against it.
pub fn check_exit(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    geom: &MoveGeom,
    orders: &Orders<'_>,
    exits: &[(Point, Point)],
) -> Result<Moved, Refusal> {
    check_shape(stand, geom, orders)?;
    let laid = geom.laid(stand);
    let Leg { from, to, length } = laid.leg;
    if !crosses_exit((from, to), exits) {
        let end = stand.footprint_at(laid.end(geom.heading));
        return Err(Refusal::OffMap {
            by: end.iter().map(|body| beyond_map(table, body)).max().unwrap_or(0),
        });
    }
    // The arrow begins on the map, which has no bays: it leaves it once.
    let (mut inside, mut outside) = (0, length);
    while outside - inside > 1 {
        let middle = (inside + outside) / 2;
        if table.map.contains(laid.leg.at(middle)) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    let ignored = touched_lines(table, &stand.footprint());
    if let Some((_, line)) = barricade_cut(table, &laid, &ignored).filter(|(way, _)| *way < inside) {
        return Err(Refusal::Barricade { line });
    }
    let end = laid.at(inside);
    let footprint = stand.footprint_at(end);
    let point = laid.leg.at(inside);
    let plan = Plan { stand, footprint: &footprint, path: (stand.pose.at, end.at), arrow: geom.arrow };
    plan.ground(table, scratch)?;
    let squares = squares(table, geom.arrow, (from, point), orders.limits)?;
    if leads_off_limits(table, stand.pose.at, end.at) {
        return Err(Refusal::OffLimits { on_path: true });
    }
    let start: ArrayVec<[Point; 4], 2> = stand.footprint().into_iter().map(|body| body.core).collect();
    plan.way(table, &start)?;
    Ok(Moved { end, arrow: (from, point), way: inside, stopped: None, squares, shifts: ArrayVec::new() })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, north, open, stand, table, with, yards};
    use super::super::lengths::Stick;
    use super::super::stand::General;
    use super::*;
    use crate::model::ids::GeneralId;
    use crate::model::numbers::Arm;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;
    use ground::table::Turn;

    fn heading(tenths: u16) -> Heading {
        Heading::new(tenths).unwrap()
    }

    fn ahead(arrow: Arrow) -> MoveGeom {
        MoveGeom::straight(arrow, Edge::Front, Heading::NORTH)
    }

    fn check(table: &Table<'_>, stand: &Stand, geom: &MoveGeom, longest: Arrow) -> Result<Moved, Refusal> {
        check_move(table, &mut Scratch::new(), stand, geom, &Orders::up_to(longest))
    }

    /// Where a stand at (1000, 1000) that faces north ends, or why not.
    fn goes(land: &super::super::Land, others: &[Stand], geom: &MoveGeom) -> Result<Pose, Refusal> {
        let own = north(1, Union, 1_000, 1_000);
        let stands: Vec<Stand> = [own].into_iter().chain(others.iter().copied()).collect();
        check(&table(land, &stands), &own, geom, Arrow::A3).map(|moved| moved.end)
    }

    fn to(x: i32, y: i32) -> Result<Pose, Refusal> {
        Ok(Pose::new(yards(x, y), Heading::NORTH))
    }

    #[test]
    fn discipline_bounds_the_arrow_and_shorter_ones_are_open() {
        let _proof = proves(&["RRF-MOVE-4", "RRF-MOVE-7"]);
        let land = open();
        for (arrow, y) in [(Arrow::T, 1_150), (Arrow::A1, 1_180), (Arrow::A2, 1_240), (Arrow::A3, 1_300)] {
            assert_eq!(goes(&land, &[], &ahead(arrow)), to(1_000, y), "{arrow:?}");
        }
        let refused = Refusal::Arrow { laid: Arrow::A4, longest: Arrow::A3 };
        assert_eq!(goes(&land, &[], &ahead(Arrow::A4)), Err(refused));
    }

    #[test]
    fn an_arrow_lies_on_its_edge() {
        let _proof = proves(&["RRF-MOVE-8"]);
        let land = open();
        let tilted = |tilt: i16| {
            let heading = Heading::NORTH.turned(Turn::tenths(tilt.into()));
            goes(&land, &[], &MoveGeom { tilt, heading, ..ahead(Arrow::A2) })
        };
        assert!(tilted(300).is_ok() && tilted(-300).is_ok());
        assert_eq!(tilted(310), Err(Refusal::Tilt { by: 310, most: 300 }));
        assert_eq!(tilted(-301), Err(Refusal::Tilt { by: 301, most: 300 }));
        let slid = |slide| goes(&land, &[], &MoveGeom { slide, ..ahead(Arrow::A2) });
        assert_eq!((slid(40), slid(-40)), (to(1_040, 1_240), to(960, 1_240)));
        assert_eq!(slid(41), Err(Refusal::Slide { by: 4_100, most: 4_000 }));
    }

    #[test]
    fn a_stand_pivots_at_the_point_within_limits() {
        let _proof = proves(&["RRF-MOVE-10", "RRF-TAC-8"]);
        let land = open();
        let turned = |arrow, tenths| goes(&land, &[], &MoveGeom { heading: heading(tenths), ..ahead(arrow) });
        assert!(turned(Arrow::A2, 450).is_ok() && turned(Arrow::A2, 3_150).is_ok());
        assert_eq!(turned(Arrow::A2, 460), Err(Refusal::Pivot { by: 460, most: 450 }));
        assert!(turned(Arrow::T, 900).is_ok() && turned(Arrow::T, 2_700).is_ok());
        assert_eq!(turned(Arrow::T, 901), Err(Refusal::Pivot { by: 901, most: 900 }));
        // Counted from where the arrow points; specialised, any heading.
        let tilted = MoveGeom { tilt: 300, heading: heading(750), ..ahead(Arrow::A2) };
        assert!(goes(&land, &[], &tilted).is_ok());
        let own = north(1, Union, 1_000, 1_000);
        let stands = [own];
        let table = table(&land, &stands);
        for tenths in (0..3_600).step_by(171) {
            let geom = SpecialGeom { heading: heading(tenths), ..SpecialGeom::step_back(Heading::NORTH) };
            assert!(check_special(&table, &mut Scratch::new(), &own, &geom).is_ok(), "{tenths}");
        }
        let over = SpecialGeom { bearing: Heading::NORTH, ..SpecialGeom::step_back(Heading::NORTH) };
        let refused = check_special(&table, &mut Scratch::new(), &own, &over);
        assert_eq!(refused, Err(Refusal::Bearing { by: 1_800, most: 900 }));
    }

    #[test]
    fn restricted_ground_on_the_path_asks_for_the_tactic_arrow() {
        let _proof =
            proves(&["RRF-TERR-1", "RRF-TERR-3", "RRF-TERR-5", "RRF-TERR-7", "RRF-TERR-9", "RRF-TERR-10"]);
        let across = |what: &str| {
            let land = drawn(&format!("size = \"2400 2400\"\n{what}"));
            (goes(&land, &[], &ahead(Arrow::A3)), goes(&land, &[], &ahead(Arrow::T)))
        };
        for (class, number) in [("woods", 0), ("orchard", 1), ("marsh", 2), ("rocks", 3)] {
            let (long, short) =
                across(&format!("areas = [\"{class} a: 900 1140, 1100 1140, 1100 1200, 900 1200\"]"));
            let kinds = ground::table::Kinds::of(number);
            assert_eq!(long, Err(Refusal::Restricted { kinds, after: 14_000 }), "{class}");
            assert_eq!(short, to(1_000, 1_150), "{class}: 10 yards of it");
        }
        let (long, short) = across("lines = [\"creek c: 900 1140, 1100 1140\"]");
        assert!(matches!(long, Err(Refusal::Restricted { .. })));
        assert_eq!(short, to(1_000, 1_150));
        let (long, _) = across("lines = [\"stream s: 900 1140, 1100 1140\"]");
        assert_eq!(long, to(1_000, 1_300));
        // Woods beside the path of the centre do not count, though the stand brushes them.
        let (long, _) = across("areas = [\"woods a: 1010 1140, 1100 1140, 1100 1200, 1010 1200\"]");
        assert_eq!(long, to(1_000, 1_300));
        let (touched, _) = across("areas = [\"woods a: 1000 1140, 1100 1140, 1100 1200, 1000 1200\"]");
        assert!(touched.is_err(), "the border belongs to the wood");
    }

    #[test]
    fn steep_ground_is_for_the_tactic_arrow_and_men_on_foot() {
        let _proof = proves(&["RRF-STEEP-4", "RRF-STEEP-5"]);
        let land = drawn(
            "size = \"2400 2400\"\nhills = [\"1: 0 1040, 2400 1040, 2400 2400, 0 2400\", \
             \"2: 0 1080, 2400 1080, 2400 2400, 0 2400\", \"3: 0 1120, 2400 1120, 2400 2400, 0 2400\"]",
        );
        assert_eq!(goes(&land, &[], &ahead(Arrow::A3)), Err(Refusal::Steep { lines: 3 }));
        assert_eq!(goes(&land, &[], &ahead(Arrow::T)), to(1_000, 1_150));
        for arm in [Arm::Artillery, Arm::Mounted] {
            let own = stand(1, Union, arm, Pose::new(yards(1_000, 1_000), Heading::NORTH));
            let stands = [own];
            let refused = check(&table(&land, &stands), &own, &ahead(Arrow::T), Arrow::A3);
            assert_eq!(refused.unwrap_err(), Refusal::TooSteep { lines: 3 }, "{arm:?}");
        }
    }

    #[test]
    fn a_barricade_stops_a_move_and_is_crossed_from_contact() {
        let _proof = proves(&["RRF-BARR-1", "RRF-BARR-2"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // 100 yards ahead of the front edge at 1020; a second piece of the same barricade beside it.
        let walls = [
            Barricade { line: 7, from: yards(900, 1_120), to: yards(1_040, 1_120) },
            Barricade { line: 7, from: yards(1_040, 1_120), to: yards(1_200, 1_150) },
        ];
        let stands = [own];
        let table = with(table(&land, &stands), &walls, &[]);
        let moved = check(&table, &own, &ahead(Arrow::A3), Arrow::A3).unwrap();
        assert_eq!(
            (moved.end, moved.way, moved.stopped),
            (Pose::new(yards(1_000, 1_100), Heading::NORTH), 10_000, Some(7))
        );
        assert!(touches_barricade(&moved.end.posed(Arm::Infantry), &walls[0]));
        // The pivot at the end is left out.
        let turned = MoveGeom { heading: heading(300), ..ahead(Arrow::A3) };
        assert_eq!(check(&table, &own, &turned, Arrow::A3).unwrap().end.heading, Heading::NORTH);
        let there = own.at(moved.end);
        let stands = [there];
        let table = Table { stands: &stands, ..table };
        let on = check(&table, &there, &ahead(Arrow::A3), Arrow::A3).unwrap();
        assert_eq!((on.end.at, on.stopped), (yards(1_000, 1_400), None));
    }

    #[test]
    fn an_end_across_a_barricade_is_no_end() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // Beside the way of the leading edge: only the pivot turns the stand onto it.
        let walls = [Barricade { line: 3, from: yards(1_062, 1_250), to: yards(1_062, 1_400) }];
        let stands = [own];
        let table = with(table(&land, &stands), &walls, &[]);
        assert!(check(&table, &own, &ahead(Arrow::A3), Arrow::A3).is_ok());
        let turned = MoveGeom { heading: heading(3_200), ..ahead(Arrow::A3) };
        assert_eq!(check(&table, &own, &turned, Arrow::A3), Err(Refusal::OnBarricade { line: 3 }));
    }

    #[test]
    fn squares_without_room_for_another_arrow_bar_it() {
        let _proof = proves(&["RRF-MOVE-14"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let stands = [own];
        let table = table(&land, &stands);
        let mut limits = [NO_LIMIT; 16];
        // From (1000, 1020) to (1000, 1260): squares of the second row from the south and the third.
        let (south, north) = (Cell { south: 2, east: 1 }, Cell { south: 1, east: 1 });
        let go = |geom: &MoveGeom, limits: &[u8]| {
            check_move(
                &table,
                &mut Scratch::new(),
                &own,
                geom,
                &Orders { limits, ..Orders::up_to(Arrow::A3) },
            )
        };
        let moved = go(&ahead(Arrow::A2), &limits).unwrap();
        assert_eq!(moved.squares.as_slice(), [south, north]);
        limits[table.grid.number(north)] = 0;
        assert_eq!(go(&ahead(Arrow::A2), &limits), Err(Refusal::MoveLimit { square: north }));
        // It points at 1170 in the square it stands in; the Tactic arrow counts nowhere.
        let tactic = go(&ahead(Arrow::T), &limits).unwrap();
        assert!(tactic.squares.is_empty());
        limits[table.grid.number(south)] = 0;
        assert_eq!(go(&ahead(Arrow::A1), &limits), Err(Refusal::MoveLimit { square: south }));
        assert!(go(&ahead(Arrow::T), &limits).is_ok());
    }

    #[test]
    fn the_map_ends_and_zones_are_off_limits() {
        let _proof = proves(&["RRF-MAP-6", "RRF-MAP-10"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let stands = [own];
        let table = table(&land, &stands);
        let go =
            |table: &Table<'_>| check(table, &own, &ahead(Arrow::A3), Arrow::A3).map(|moved| moved.end.at.y);
        let map = Frame { low: yards(0, 0), high: yards(2_400, 1_320) };
        assert_eq!(go(&Table { map, ..table }), Ok(130_000), "its front on the edge");
        let map = Frame { low: yards(0, 0), high: yards(2_400, 1_310) };
        assert_eq!(go(&Table { map, ..table }), Err(Refusal::OffMap { by: 1_000 }));
        let under = [Frame { low: yards(1_040, 1_310), high: yards(1_500, 1_500) }];
        assert_eq!(go(&Table { off_limits: &under, ..table }), Err(Refusal::OffLimits { on_path: false }));
        let on_path = [Frame { low: yards(990, 1_100), high: yards(1_100, 1_120) }];
        assert_eq!(go(&Table { off_limits: &on_path, ..table }), Err(Refusal::OffLimits { on_path: true }));
        let beside = [Frame { low: yards(1_060, 1_000), high: yards(1_500, 1_500) }];
        assert_eq!(
            go(&Table { off_limits: &beside, ..table }),
            Ok(130_000),
            "a border that is touched is none"
        );
        let pond = drawn(
            "size = \"2400 2400\"\nareas = [\"off-limits p: 990 1100, 1100 1100, 1100 1120, 990 1120\"]",
        );
        assert_eq!(
            goes(&pond, &[], &ahead(Arrow::T)),
            to(1_000, 1_150).and(Err(Refusal::OffLimits { on_path: true }))
        );
    }

    #[test]
    fn enemies_bar_the_way_and_keep_everybody_at_five_yards() {
        let _proof = proves(&["RRF-MOVE-11", "RRF-MOVE-12"]);
        let land = open();
        let enemy = |x, y| stand(2, Confederate, Arm::Infantry, Pose::new(yards(x, y), Heading::SOUTH));
        let go = |enemy: Stand| goes(&land, &[enemy], &ahead(Arrow::A2));
        assert_eq!(
            go(enemy(1_000, 1_120)),
            Err(Refusal::Enemy { stand: StandId(2), inside: 0 }),
            "on the way"
        );
        assert_eq!(go(enemy(1_000, 1_268)), Err(Refusal::Enemy { stand: StandId(2), inside: 1_150 }));
        assert_eq!(go(enemy(1_000, 1_280)), Err(Refusal::TooNear { stand: StandId(2), gap: 0 }));
        assert_eq!(go(enemy(1_000, 1_284)), Err(Refusal::TooNear { stand: StandId(2), gap: 400 }));
        assert_eq!(go(enemy(1_000, 1_285)), to(1_000, 1_240));
        assert_eq!(go(enemy(1_125, 1_240)), to(1_000, 1_240), "beside the way, five yards off");
        // Ending under fire is no matter.
        assert_eq!(go(enemy(1_000, 1_500)), to(1_000, 1_240));
        // 0.60 yards before a barricade, the enemy 4.60 behind it.
        let own = north(1, Union, 1_000, 1_000);
        let wall_y = 126_000 + 60;
        let walls =
            [Barricade { line: 4, from: Point::new(90_000, wall_y), to: Point::new(110_000, wall_y) }];
        let far = stand(
            2,
            Confederate,
            Arm::Infantry,
            Pose::new(Point::new(100_000, wall_y + 460 + 2_000), Heading::SOUTH),
        );
        let stands = [own, far];
        let table = with(table(&land, &stands), &walls, &[]);
        let refused = check(&table, &own, &ahead(Arrow::A2), Arrow::A3);
        assert_eq!(refused, Err(Refusal::AcrossBarricade { stand: StandId(2), line: 4 }));
        let farther = [own, far.at(far.pose.moved(Heading::NORTH, 40))];
        assert!(check(&Table { stands: &farther, ..table }, &own, &ahead(Arrow::A2), Arrow::A3).is_ok());
    }

    #[test]
    fn friends_are_passed_but_not_ended_on() {
        let _proof = proves(&["RRF-CROWD-1", "RRF-CROWD-1b", "RRF-LEAD-9"]);
        let land = open();
        let guns = stand(2, Union, Arm::Artillery, Pose::new(yards(1_000, 1_100), Heading::NORTH));
        assert_eq!(
            goes(&land, &[guns], &ahead(Arrow::A2)),
            to(1_000, 1_240),
            "straight over a friendly battery"
        );
        let engaged = Stand { engaged: true, ..guns };
        let refused = Refusal::Engaged { stand: StandId(2) };
        assert_eq!(goes(&land, &[engaged], &ahead(Arrow::A2)), Err(refused));
        // A3 is blocked, A2 is not.
        let friend = north(3, Union, 1_000, 1_335);
        assert_eq!(
            goes(&land, &[friend], &ahead(Arrow::A3)),
            Err(Refusal::Overlap { stand: StandId(3), inside: 450 })
        );
        assert_eq!(goes(&land, &[friend], &ahead(Arrow::A2)), to(1_000, 1_240));
        // Half a yard is no overlap, and neighbours shoulder to shoulder are none.
        assert!(goes(&land, &[north(3, Union, 1_120, 1_300)], &ahead(Arrow::A3)).is_ok());
    }

    #[test]
    fn a_move_passes_generals_of_either_side_and_shifts_whom_it_ends_on() {
        let _proof = proves(&["RRF-LEAD-6", "RRF-LEAD-6a", "RRF-LEAD-7"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let stands = [own];
        let general = |side, y| General { id: GeneralId(0), side, at: yards(1_000, y) };
        for side in [Union, Confederate] {
            let passed = [general(side, 1_120)];
            let table = with(table(&land, &stands), &[], &passed);
            let moved = check(&table, &own, &ahead(Arrow::A2), Arrow::A3).unwrap();
            assert!(moved.shifts.is_empty());
            let ended_on = [general(side, 1_210)];
            let table = Table { generals: &ended_on, ..table };
            let moved = check(&table, &own, &ahead(Arrow::A2), Arrow::A3).unwrap();
            assert_eq!(moved.shifts.as_slice(), [Shift { general: GeneralId(0), to: yards(1_000, 1_180) }]);
        }
    }

    #[test]
    fn holders_need_room_too() {
        let _proof = proves(&["RRF-CAV-2a"]);
        let land = open();
        let mut own = stand(1, Union, Arm::Dismounted, Pose::new(yards(1_000, 1_000), Heading::NORTH));
        own.holders = true;
        let go = |others: &[Stand]| {
            let stands: Vec<Stand> =
                [own, own.its_holders()].into_iter().chain(others.iter().copied()).collect();
            check(&table(&land, &stands), &own, &ahead(Arrow::A2), Arrow::A3).map(|moved| moved.end)
        };
        assert_eq!(go(&[]), to(1_000, 1_240));
        let on_holders = north(2, Union, 1_000, 1_165);
        assert!(matches!(go(&[on_holders]), Err(Refusal::Overlap { stand: StandId(2), .. })));
        // The infantry before it would have had room.
        let foot = Stand { holders: false, ..own };
        let stands = [foot, on_holders];
        assert!(check(&table(&land, &stands), &foot, &ahead(Arrow::A2), Arrow::A3).is_ok());
    }

    #[test]
    fn a_march_does_not_end_under_fire() {
        let _proof = proves(&["RRF-MARCH-4"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let march = Orders { march: true, ..Orders::up_to(Arrow::A3) };
        let go = |yards_off: i32, orders: &Orders<'_>| {
            // So far from the front edge of the end at 1320 to the enemy's flag.
            let at = Point::new(100_000, 132_000 + yards_off * YARD);
            let stands = [own, stand(2, Confederate, Arm::Infantry, Pose::new(at, Heading::SOUTH))];
            check_move(&table(&land, &stands), &mut Scratch::new(), &own, &ahead(Arrow::A3), orders)
                .map(|moved| moved.way)
        };
        assert_eq!(go(290, &march), Err(Refusal::MarchUnderFire { by: StandId(2), range: 29_000 }));
        assert_eq!(go(301, &march), Ok(30_000));
        assert_eq!(go(290, &Orders::up_to(Arrow::A3)), Ok(30_000), "a Move does");
        let under = Orders { under_fire: true, ..Orders::up_to(Arrow::A3) };
        assert_eq!(go(500, &under), Err(Refusal::UnderFire));
        assert_eq!(super::super::Profile::Compact.reach(Stick::Blue), 30_000);
    }

    #[test]
    fn who_reinforces_ends_nearer() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let friend = north(2, Union, 1_000, 1_100);
        let enemy = stand(3, Confederate, Arm::Infantry, Pose::new(yards(1_000, 1_140), Heading::SOUTH));
        let stands = [own, friend, enemy];
        let table = table(&land, &stands);
        let go = |geom: &MoveGeom, stops| {
            let toward = Toward { friend: &friend, enemies: &[StandId(3)], stops };
            check_reinforce(&table, &mut Scratch::new(), &own, geom, &toward).map(|moved| moved.end)
        };
        // It stops where it touches the friend; the whole arrow would end beyond, and on the enemy.
        assert_eq!(go(&ahead(Arrow::T), true), to(1_000, 1_060));
        assert!(go(&ahead(Arrow::T), false).is_err());
        let back = MoveGeom::straight(Arrow::T, Edge::Back, Heading::NORTH);
        assert_eq!(go(&back, true), Err(Refusal::NoNearer { before: 6_000, after: 21_000 }));
        assert!(matches!(go(&ahead(Arrow::A1), true), Err(Refusal::Arrow { .. })));
    }

    #[test]
    fn away_is_farther_shape_to_shape() {
        let target = stand(2, Confederate, Arm::Infantry, Pose::new(yards(1_000, 1_200), Heading::SOUTH));
        let own = north(1, Union, 1_000, 1_000);
        assert_eq!(check_away(&own, Pose::new(yards(1_000, 900), Heading::NORTH), &target), Ok(()));
        let refused = check_away(&own, Pose::new(yards(1_000, 1_010), Heading::NORTH), &target);
        assert_eq!(refused, Err(Refusal::NoFarther { before: 16_000, after: 15_000 }));
    }

    #[test]
    fn a_placed_stand_goes_no_farther_than_its_arrow() {
        let _proof = proves(&["RRF-CROWD-1a"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let reach = super::super::lengths::length(Arrow::A2);
        let place = |y: i32, under_fire| {
            // Behind a friend whose slot lies so far from the centre.
            let friend = north(2, Union, 1_000, 1_000 + y + 40);
            let stands = [own, friend];
            let table = table(&land, &stands);
            let slot = super::super::slots::behind(&friend, own.arm);
            assert_eq!(slot.at, yards(1_000, 1_000 + y));
            check_placed(&table, &mut Scratch::new(), &own, slot, reach, under_fire).map(|_| ())
        };
        assert_eq!(place(200, false), Ok(()));
        assert_eq!(place(241, false), Err(Refusal::TooFar { by: 24_100, most: 24_000 }));
        assert_eq!(place(200, true), Err(Refusal::TooFar { by: 20_000, most: 15_000 }));
        assert_eq!(place(150, true), Ok(()));
        let walls = [Barricade { line: 9, from: yards(900, 1_100), to: yards(1_100, 1_100) }];
        let friend = north(2, Union, 1_000, 1_240);
        let stands = [own, friend];
        let table = with(table(&land, &stands), &walls, &[]);
        let slot = super::super::slots::behind(&friend, own.arm);
        let refused = check_placed(&table, &mut Scratch::new(), &own, slot, reach, false);
        assert_eq!(refused, Err(Refusal::Barricade { line: 9 }));
    }

    #[test]
    fn who_enters_is_checked_from_the_edge_on() {
        let land = open();
        let own = stand(1, Union, Arm::Infantry, Pose::new(yards(0, 0), Heading::EAST));
        let enemy = |x, y| stand(2, Confederate, Arm::Infantry, Pose::new(yards(x, y), Heading::WEST));
        let entry = EntryGeom {
            from: yards(0, 300),
            inward: Heading::EAST,
            arrow: Arrow::A2,
            tilt: 0,
            heading: Heading::EAST,
        };
        let go = |stands: &[Stand], entry: &EntryGeom| {
            check_entry(&table(&land, stands), &mut Scratch::new(), &own, entry, &Orders::up_to(Arrow::A2))
                .map(|moved| moved.end.at)
        };
        assert_eq!(go(&[], &entry), Ok(yards(220, 300)));
        assert!(matches!(go(&[enemy(100, 300)], &entry), Err(Refusal::Enemy { .. })));
        assert!(matches!(go(&[enemy(264, 300)], &entry), Err(Refusal::TooNear { gap: 400, .. })));
        let corner = EntryGeom { from: yards(0, 50), ..entry };
        assert_eq!(go(&[], &corner), Err(Refusal::OffMap { by: 1_000 }), "wholly on the map");
    }

    #[test]
    fn who_marches_off_crosses_an_exit() {
        let own = north(1, Union, 1_000, 100);
        let exits = [(yards(900, 0), yards(1_100, 0))];
        let arrow_of = |geom: &MoveGeom| {
            let Leg { from, to, .. } = geom.laid(&own).leg;
            (from, to)
        };
        let back = |arrow| arrow_of(&MoveGeom::straight(arrow, Edge::Back, Heading::NORTH));
        assert!(crosses_exit(back(Arrow::A1), &exits));
        assert!(!crosses_exit(arrow_of(&ahead(Arrow::A1)), &exits));
        assert!(!crosses_exit(back(Arrow::A1), &[(yards(0, 0), yards(900, 0))]));
    }
}
