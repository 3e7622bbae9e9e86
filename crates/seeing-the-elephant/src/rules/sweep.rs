//! What a leg of a formed unit sweeps, and what it meets on the way.
//!
//! Nothing is stepped through: a straight leg is the hull of its beginning and its end, a wheel the hulls of the front
//! rank from tick to tick and then the whole unit at its end.

use crate::model::figure::{INSET, ROUNDING, Round, Stance, TICK, TOUCH};
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::scenario::MOST_STANDS;
use crate::model::state::Formation;
use crate::model::terrain::{ABATIS, BRIDGE, BUILDING, COSTLY_AREAS, COSTLY_LINES, FORD, IMPASSABLE};
use crate::model::troops::{Arm, Size};
use arrayvec::ArrayVec;
use ground::geometry::{Frame, Point};
use ground::table::body::corner;
use ground::table::relief::{Levels, Profile};
use ground::table::{Body, FeatureId, Found, Hand, Heading, Hull, Kinds, Leg, Posed, Walk, Wheel, meet};

/// Marks on a straight way are counted in so many mils.
pub const MARK: i32 = 10;

/// The most ticks of one wheel: a quarter turn (G-12).
pub const MOST_TICKS: u16 = 36;

/// The hulls of both bodies of a unit. Those of the ticks of a wheel are made when they are asked for: a leg is handed
/// on from place to place, and so many would be dear to carry.
type Hulls = ArrayVec<Hull, 2>;

/// The corners of both bodies of a formed unit.
pub type Ranks = ArrayVec<Posed, 2>;

/// Heights are whole levels.
const LEVELS: Levels = Levels { base: 0, step: 1 };

/// How a unit goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Course {
    /// Straight, facing as before; places are counted in mils.
    Straight(Leg),
    /// About an end of its front; places are counted in ticks.
    Wheel {
        /// The front rank, which alone is traced.
        front: Wheel,
        /// How far.
        ticks: u16,
    },
    /// Nowhere: it is turned or drawn up anew where it stands.
    Still,
}

/// A leg as the shape it sweeps.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// How the unit stood before.
    pub start: Stance,
    /// How it stands afterwards.
    pub end: Stance,
    /// How it went.
    pub course: Course,
    /// What meets ground and enemies, but for the ticks of a wheel.
    hulls: Hulls,
    /// What meets friends: cores of straight legs, of a wheel the core of the end.
    passing: Hulls,
}

/// What ground a leg goes over.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    /// Costly areas that it touches, those under its beginning too.
    pub areas: Kinds,
    /// How many costly lines it crosses; one that only its beginning touches is none.
    pub lines: u8,
    /// Whether the front middle steps up.
    pub climbs: bool,
}

impl Sweep {
    /// Straight in a direction, facing as before.
    #[must_use]
    pub fn straight(start: Stance, direction: Heading, distance: i32) -> Sweep {
        Sweep::along(start, Leg::new(start.anchor, direction, distance))
    }

    /// Along a straight way of its anchor, facing as before.
    #[must_use]
    pub fn along(start: Stance, leg: Leg) -> Sweep {
        let (mut hulls, mut passing) = (Hulls::new(), Hulls::new());
        for body in bodies(&start) {
            let posed = body.posed(INSET);
            hulls.push(Hull::swept(&posed.outline, leg.from, leg.to));
            passing.push(Hull::swept(&posed.core, leg.from, leg.to));
        }
        Sweep {
            start,
            end: Stance { anchor: leg.to, ..start },
            course: Course::Straight(leg),
            hulls,
            passing,
        }
    }

    /// About the end of its front on that hand, at most a quarter turn.
    #[must_use]
    pub fn wheel(start: Stance, hand: Hand, ticks: u16) -> Sweep {
        let ticks = ticks.min(MOST_TICKS);
        let front = Wheel::new(start.front_rank(), hand, TICK);
        let end = wheeled(&start, &front, ticks);
        let (hulls, passing) = arrived(&end);
        Sweep { start, end, course: Course::Wheel { front, ticks }, hulls, passing }
    }

    /// Turned or drawn up anew: only the end counts.
    #[must_use]
    pub fn anew(start: Stance, end: Stance) -> Sweep {
        let (hulls, passing) = arrived(&end);
        Sweep { start, end, course: Course::Still, hulls, passing }
    }

    /// How long it is in what places on it are counted in: mils, ticks of a wheel.
    #[must_use]
    pub const fn length(&self) -> i32 {
        match self.course {
            Course::Straight(leg) => leg.length,
            Course::Wheel { ticks, .. } => ticks as i32,
            Course::Still => 0,
        }
    }

    /// How the unit stands at a place of the leg.
    #[must_use]
    pub fn stance_at(&self, way: i32) -> Stance {
        match self.course {
            Course::Straight(leg) => Stance { anchor: leg.at(way), ..self.start },
            Course::Wheel { front, ticks } if way < i32::from(ticks) => {
                wheeled(&self.start, &front, way.max(0) as u16)
            }
            _ => self.end,
        }
    }

    /// The place before another: ten mils or a tick back; `None` at the beginning.
    #[must_use]
    pub const fn before(&self, way: i32) -> Option<i32> {
        let step = if matches!(self.course, Course::Wheel { .. }) { 1 } else { MARK };
        if way <= 0 { None } else { Some((way - 1) / step * step) }
    }

    /// The wheel it goes, tick by tick.
    fn ticks(&self) -> impl Iterator<Item = ([Point; 4], [Point; 4])> + use<> {
        let wheel = match self.course {
            Course::Wheel { front, ticks } => Some((front, ticks)),
            _ => None,
        };
        wheel.into_iter().flat_map(|(front, ticks)| {
            let mut here = front.at(0).outline();
            (1..=ticks).map(move |tick| {
                let before = std::mem::replace(&mut here, front.at(tick).outline());
                (before, here)
            })
        })
    }

    /// What is swept, as ground and enemies meet it: of a wheel the front rank from tick to tick, and the whole at its
    /// end.
    pub fn hulls(&self) -> impl Iterator<Item = Hull> + '_ {
        let ticks = self.ticks().map(|(here, next)| Hull::turned(&here, &next));
        ticks.chain(self.hulls.iter().copied())
    }

    /// A circle that holds all that is swept.
    #[must_use]
    pub fn round(&self) -> Round {
        match self.course {
            Course::Straight(_) => self.start.round().joined(self.end.anchor),
            // No place of the front is farther from the pivot than it is wide, and no rank than its depth more.
            Course::Wheel { front, .. } => {
                let Stance { size, .. } = self.end;
                let deep = i32::from(self.end.ranks()) * size.depth;
                Round { middle: front.pivot(), radius: front.at(0).width + deep + ROUNDING }
            }
            Course::Still => self.end.round(),
        }
    }

    /// Whether all of it is on the table.
    #[must_use]
    pub fn is_on_table(&self, at: Position<'_>) -> bool {
        let field = &at.rules.table.field;
        self.round().is_inside(&field.table()) || self.hulls().all(|hull| field.is_on_table(hull.points()))
    }

    /// What ground it goes over; whether it climbs only if that is asked.
    #[must_use]
    pub fn ground(&self, at: Position<'_>, climbs: bool) -> Ground {
        let field = &at.rules.table.field;
        let met = self.features(at, COSTLY_AREAS | COSTLY_LINES);
        let kinds = met.iter().fold(Kinds::NONE, |kinds, feature| kinds | field.kinds(feature));
        let mut areas = kinds.common(COSTLY_AREAS);
        // A straight leg sweeps its beginning too.
        if !matches!(self.course, Course::Straight(_)) {
            let near = field.kinds_near(&self.start.round().frame(), COSTLY_AREAS.without(areas));
            if !near.is_empty() {
                let starts = bodies(&self.start).into_iter().map(|body| body.posed(0));
                starts.for_each(|body| areas |= field.kinds_under(&Hull::of(&body), near));
            }
        }
        let lines = kinds.common(COSTLY_LINES);
        let lines = if lines.is_empty() { 0 } else { self.left_behind(at, met, lines).count() as u8 };
        Ground { areas, lines, climbs: climbs && self.climbs(at) }
    }

    /// The classes, of those wanted, that it touches.
    #[must_use]
    pub fn under(&self, at: Position<'_>, wanted: Kinds) -> Kinds {
        let field = &at.rules.table.field;
        // The frame of a straight way is that of its hull, and needs no look of its own.
        let wanted = match self.course {
            Course::Straight(_) => wanted.common(field.all_kinds()),
            _ => field.kinds_near(&self.round().frame(), wanted),
        };
        let mut found = Kinds::NONE;
        if wanted.is_empty() {
            return found;
        }
        for hull in self.hulls() {
            found |= field.kinds_under(&hull, wanted.without(found));
            if wanted.without(found).is_empty() {
                break;
            }
        }
        found
    }

    /// The features of some classes that it crosses, and does not already stand on at its beginning.
    pub fn crossed(&self, at: Position<'_>, wanted: Kinds) -> impl Iterator<Item = FeatureId> + use<> {
        let met = self.features(at, wanted);
        self.left_behind(at, met, wanted)
    }

    /// The features of some classes that it touches.
    fn features(&self, at: Position<'_>, wanted: Kinds) -> Found {
        let field = &at.rules.table.field;
        let mut met = Found::new();
        let frame = self.round().frame();
        let wanted = field.kinds_near(&frame, wanted);
        if wanted.is_empty() {
            return met;
        }
        if !field.has_side_in(&frame, wanted) {
            // No border is near: areas hold all of it, or nothing.
            field.under(&Hull::line(self.end.anchor, self.end.anchor), wanted, &mut met);
            return met;
        }
        let hulls: ArrayVec<Hull, { MOST_TICKS as usize + 2 }> = self.hulls().collect();
        field.under_any(&hulls, wanted, &mut met);
        met
    }

    /// Those of some classes among features that it touches, but for those on which it already stands at its beginning
    ///
    fn left_behind(
        &self,
        at: Position<'_>,
        mut met: Found,
        wanted: Kinds,
    ) -> impl Iterator<Item = FeatureId> + use<> {
        let field = &at.rules.table.field;
        let mut stood_on = Found::new();
        for body in bodies(&self.start) {
            field.under(&Hull::of(&body.posed(0)), wanted, &mut stood_on);
        }
        met.leave_out(&stood_on);
        let met = met.iter().filter(|&feature| field.kinds(feature).intersects(wanted));
        let met: ArrayVec<FeatureId, 64> = met.take(64).collect();
        met.into_iter()
    }

    /// Whether the front middle steps up to higher ground (M-5, R-91).
    #[must_use]
    pub fn climbs(&self, at: Position<'_>) -> bool {
        !self.is_plainly_level(at) && self.front_ways().any(|(from, to)| steps_up(at, from, to))
    }

    /// Whether the front middle steps up or down (STE-MOVE-39).
    #[must_use]
    pub fn changes_level(&self, at: Position<'_>) -> bool {
        self.front_ways().any(|(from, to)| levels(at, from, to, |profile, _| !profile.changes().is_empty()))
    }

    /// Whether no contour is near the way of the front middle.
    fn is_plainly_level(&self, at: Position<'_>) -> bool {
        let frame = match self.course {
            Course::Wheel { front, .. } => {
                Round { middle: front.pivot(), radius: front.at(0).width / 2 + ROUNDING }.frame()
            }
            _ => Frame::between(self.start.anchor, self.end.anchor),
        };
        at.rules.table.relief.is_plainly_level_in(&frame)
    }

    /// The straight ways of the front middle.
    fn front_ways(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let ways = if let Course::Wheel { ticks, .. } = self.course { i32::from(ticks) } else { 1 };
        let last = self.length();
        (0..ways).map(move |way| {
            let to = if way + 1 == ways { last } else { way + 1 };
            (self.stance_at(if ways == 1 { 0 } else { way }).anchor, self.stance_at(to).anchor)
        })
    }

    /// What of the ground keeps a unit from going so, if anything: impassable ground, a major obstacle (STE-MOVE-34),
    /// and buildings for horse and guns on the march. A bridge or ford leads over a river whoever crosses it in the
    /// middle of his front and is no wider, or in column (T-TERRAIN).
    #[must_use]
    pub fn blocked_by(&self, at: Position<'_>, unit: UnitId) -> Option<FeatureId> {
        let barred = barred_to(at, unit, &self.end);
        if self.under(at, barred).is_empty() {
            return None;
        }
        let field = &at.rules.table.field;
        let mut met = Found::new();
        self.hulls().for_each(|hull| field.under(&hull, barred, &mut met));
        let gaps = self.gaps(at);
        met.iter().find(|&feature| !leads_over(at, &gaps, feature))
    }

    /// The bridges and fords that its centre line crosses and that are wide enough for it.
    fn gaps(&self, at: Position<'_>) -> ArrayVec<FeatureId, 4> {
        let field = &at.rules.table.field;
        let marches = matches!(self.end.formation, Formation::Column | Formation::Limbered);
        let width = i64::from(self.end.block().width);
        let rear = |stance: &Stance| stance.block().spot(0, -2 * stance.block().depth);
        let lines = match self.course {
            Course::Straight(_) => {
                [(rear(&self.start), self.end.anchor), (rear(&self.end), self.start.anchor)]
            }
            _ => [(rear(&self.start), self.start.anchor), (rear(&self.end), self.end.anchor)],
        };
        let mut met = Found::new();
        for (from, to) in lines {
            field.under(&Hull::line(from, to), BRIDGE.with(FORD), &mut met);
        }
        let is_wide = |gap: &FeatureId| {
            let long =
                field.sides_of(*gap).iter().map(|side| side.from.distance_squared(side.to)).sum::<i64>();
            marches || long >= width * width
        };
        met.iter().filter(is_wide).take(4).collect()
    }

    /// Whether it touches these bodies on its way or at its end (G-10): for enemies.
    #[must_use]
    pub fn touches(&self, footprint: &[Posed]) -> bool {
        self.comes_within(footprint, TOUCH)
    }

    /// Whether it comes so near to these bodies.
    #[must_use]
    pub fn comes_within(&self, footprint: &[Posed], distance: i32) -> bool {
        let round = self.round();
        let near = |body: &&Posed| round.is_within(Round::of(body), distance);
        let near: ArrayVec<&Posed, MOST_STANDS> = footprint.iter().filter(near).collect();
        !near.is_empty()
            && self
                .hulls()
                .any(|hull| near.iter().any(|body| meet::gap_within(hull.points(), &body.outline, distance)))
    }

    /// Whether it passes through these bodies, or ends on them: for friends.
    #[must_use]
    pub fn passes(&self, footprint: &[Posed]) -> bool {
        let round = self.round();
        let near = |body: &&Posed| round.is_within(Round::of(body), 0);
        let near: ArrayVec<&Posed, MOST_STANDS> = footprint.iter().filter(near).collect();
        if near.is_empty() {
            return false;
        }
        let meets = |hull: Hull, bodies: &[&Posed]| {
            bodies.iter().any(|body| meet::overlap(hull.points(), &body.core))
        };
        if let Course::Wheel { front, ticks } = self.course {
            // The front turns out of where it is at first into where it is at last: it meets nobody who is wholly
            // behind the one or before the other. So much more as corners are rounded.
            let (first, last) = (front.at(0).outline(), front.at(ticks).outline());
            let spare = i64::from(front.at(0).width) * i64::from(ROUNDING);
            let beside = |line: &[Point; 4], point: Point| {
                let (left, right) = (line[corner::FRONT_LEFT], line[corner::FRONT_RIGHT]);
                let (run, rise) = (i64::from(right.x - left.x), i64::from(right.y - left.y));
                run * i64::from(point.y - left.y) - rise * i64::from(point.x - left.x)
            };
            let between = |body: &&&Posed| {
                !body.core.iter().all(|&point| beside(&first, point) < -spare)
                    && !body.core.iter().all(|&point| beside(&last, point) > spare)
            };
            let met: ArrayVec<&Posed, MOST_STANDS> = near.iter().filter(between).copied().collect();
            let mut ticks = self.ticks().map(|(here, next)| Hull::turned_front(&here, &next));
            if !met.is_empty() && ticks.any(|hull| meets(hull, &met)) {
                return true;
            }
            return self.passing.iter().any(|hull| meets(*hull, &near));
        }
        self.passing.iter().any(|hull| meets(*hull, &near))
    }

    /// The first place of the leg within a distance of these bodies: a multiple of ten mils or the end of a straight
    /// leg, a tick of a wheel, where the front rank counts, and at its end the whole.
    #[must_use]
    pub fn first_within(&self, footprint: &[Posed], distance: i32) -> Option<i32> {
        match self.course {
            Course::Straight(leg) => {
                let bodies = bodies(&self.start);
                let ours = bodies.iter().map(|body| body.posed(0));
                ours.flat_map(|our| {
                    footprint.iter().filter_map(move |their| {
                        meet::first_within(&leg, &our.outline, &their.outline, distance, MARK)
                    })
                })
                .min()
            }
            Course::Wheel { front, ticks } => {
                let near = |posed: &Posed| footprint.iter().any(|their| posed.is_within(their, distance));
                let tick = (0..ticks).find(|&tick| near(&front.at(tick).posed(0)));
                let at_end = || self.footprint_at(i32::from(ticks)).iter().any(near).then_some(ticks);
                tick.or_else(at_end).map(i32::from)
            }
            Course::Still => {
                let ours = self.footprint_at(0);
                ours.iter()
                    .any(|our| footprint.iter().any(|their| our.is_within(their, distance)))
                    .then_some(0)
            }
        }
    }

    /// The corners of the unit at a place of the leg.
    #[must_use]
    pub fn footprint_at(&self, way: i32) -> Ranks {
        footprint(&self.stance_at(way))
    }
}

/// The corners of a unit that stands so.
#[must_use]
pub fn footprint(stance: &Stance) -> Ranks {
    bodies(stance).iter().map(|body| body.posed(INSET)).collect()
}

/// Whether one of these bridges and fords leads over impassable ground: over the river that it lies in (T-TERRAIN).
#[must_use]
pub fn leads_over(at: Position<'_>, gaps: &[FeatureId], feature: FeatureId) -> bool {
    let field = &at.rules.table.field;
    if !field.kinds(feature).intersects(IMPASSABLE) {
        return false;
    }
    gaps.iter().flat_map(|&gap| field.sides_of(gap)).any(|side| {
        let mut river = Found::new();
        field.under(&Hull::line(side.from, side.to), IMPASSABLE, &mut river);
        river.holds(feature)
    })
}

/// What no unit of this kind goes over, as it stands now (T-TERRAIN).
#[must_use]
pub fn barred(at: Position<'_>, unit: UnitId) -> Kinds {
    barred_to(at, unit, &at.stance(unit))
}

/// What no unit of this kind goes over that is drawn up so: guns may limber and cavalry mount on the way.
#[must_use]
pub fn barred_to(at: Position<'_>, unit: UnitId, stance: &Stance) -> Kinds {
    let arm = at.unit(unit).arm;
    let on_wheels = stance.formation == Formation::Limbered && arm.is_artillery();
    let mounted = arm == Arm::Cavalry && stance.size == Size::HORSE;
    let always = IMPASSABLE.with(ABATIS);
    if mounted || on_wheels { always.with(BUILDING) } else { always }
}

fn bodies(stance: &Stance) -> ArrayVec<Body, 2> {
    let mut bodies = ArrayVec::new();
    stance.bodies(&mut bodies);
    bodies
}

fn wheeled(start: &Stance, front: &Wheel, ticks: u16) -> Stance {
    let body = front.at(ticks);
    Stance { anchor: body.anchor, facing: body.heading, ..*start }
}

/// The hulls of a unit where it ends, as ground and enemies and as friends meet them.
fn arrived(end: &Stance) -> (Hulls, Hulls) {
    let (mut hulls, mut passing) = (Hulls::new(), Hulls::new());
    for body in bodies(end) {
        let posed = body.posed(INSET);
        hulls.push(Hull::of(&posed));
        passing.push(Hull::swept(&posed.core, end.anchor, end.anchor));
    }
    (hulls, passing)
}

/// Whether somebody steps up on a straight way.
fn steps_up(at: Position<'_>, from: Point, to: Point) -> bool {
    let relief = &at.rules.table.relief;
    if relief.is_plainly_level(from, to) {
        return false;
    }
    // Ground higher than where it begins has to be climbed. Without any, only who goes down before goes up.
    relief.rises_above(from, to, relief.height(from))
        || levels(at, from, to, |profile, walk| profile.climbs(walk, from) > 0)
}

/// Looks at the levels along a straight way.
fn levels(at: Position<'_>, from: Point, to: Point, look: impl Fn(&Profile, &Walk) -> bool) -> bool {
    let relief = &at.rules.table.relief;
    // Where no contour is near, nothing changes.
    if relief.is_plainly_level(from, to) || relief.is_level(from, to) {
        return false;
    }
    let (mut walk, mut profile) = (Walk::new(), Profile::new());
    relief.walk(from, to, &mut walk);
    relief.profile(&walk, LEVELS, &mut profile);
    look(&profile, &walk)
}

#[cfg(test)]
mod tests;
