//! Where a fugitive goes: one straight way, out of the enemy's reach and round better friends (G-11, G-15).

use super::corridor::{Outline, Place, View, around, between, met_between};
use crate::model::figure::{Footprint, INSET, Stance, TICK, TICKS, TOUCH, is_near, overlap};
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::MOST_STANDS;
use crate::model::state::Formation;
use crate::model::terrain::{ABATIS, BRIDGE, FORD, IMPASSABLE};
use crate::model::troops::Arm;
use arrayvec::ArrayVec;
use ground::geometry::Point;
use ground::table::heading::{ONE, QUARTER};
use ground::table::{Body, Heading, Hull, Kinds, Leg, Posed, Turn, meet};

/// The steps in which places on a way and shifts are counted.
const STEP: i32 = 10;

/// How many ticks a run may bend before everything else has been tried (G-15).
const BEND: i32 = 36;

/// Half a turn, in ticks.
const ABOUT: i32 = 72;

/// Why a unit goes: what that means for how it ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Going {
    /// It retreats, facing what it runs from.
    Retreat,
    /// It routs, its back to it.
    Rout,
    /// Skirmishers fall back, or a unit breaks off: it stays where it is if there is no way.
    Back,
}

/// How a unit stands at the end of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pose {
    /// Its anchor.
    pub anchor: Point,
    /// Which way it faces.
    pub facing: Heading,
    /// How it is drawn up.
    pub formation: Formation,
    /// How many stand side by side.
    pub frontage: u8,
    /// The places of loose stands.
    pub places: ArrayVec<Point, MOST_STANDS>,
}

impl Pose {
    /// Sets a unit there.
    pub fn set(&self, play: &mut Play<'_>, unit: UnitId) {
        let troop = play.troop(unit);
        (troop.anchor, troop.facing) = (self.anchor, self.facing);
        (troop.formation, troop.frontage) = (self.formation, self.frontage);
        troop.road = None;
        if self.formation == Formation::Skirmish {
            play.state.set_loose(unit, &self.places);
        }
    }
}

/// A way that a unit takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// How it stands in the end.
    pub end: Pose,
    /// It leaves the table (M-8).
    pub leaves: bool,
    /// The friends it runs into, in the order in which it meets them.
    pub met: Vec<UnitId>,
    /// The friends within 100 yards of it at any point of its run, with how near it came in mils (STE-RTE-1).
    pub near: Vec<(UnitId, i32)>,
}

/// A heading with a shift (G-15).
#[derive(Copy, Clone, Debug)]
struct Course {
    heading: Heading,
    shift: i32,
}

/// In which order courses are tried: least deviation, then least shift, right before left.
type Rank = (i32, i32, bool, bool);

/// Somebody in the way.
struct Other {
    unit: UnitId,
    footprint: Footprint,
    is_friend: bool,
    /// A friend with fewer markers, whom a fugitive goes round (STE-MOVE-40).
    is_better: bool,
    /// An enemy who closes a gap: not a wagon.
    closes: bool,
}

struct Search<'a> {
    at: Position<'a>,
    unit: UnitId,
    going: Going,
    cause: Option<Point>,
    distance: i32,
    /// What is traced on the way: everything, of a column that lies along a road its front rank.
    footprint: Footprint,
    /// Everything, where it stands.
    whole: Footprint,
    /// The outlines of the footprint, or the one outline round loose stands and columns on a road (G-11).
    outlines: Vec<Vec<Point>>,
    centroid: Point,
    others: Vec<Other>,
    /// Lines of the ground that close a gap, and whether each belongs to an area.
    barriers: Vec<([Point; 2], bool)>,
    /// Lines on which nobody may end.
    forbidden: Vec<([Point; 2], bool)>,
    /// Bridges and fords.
    crossings: Vec<[Point; 2]>,
    /// 100 yards: what a way out must lead at least.
    least: i32,
    /// Half of 50 yards.
    half_gap: i64,
    /// Nobody of these is collided with.
    mates: &'a [UnitId],
}

/// The way of a unit from a cause, or from its own edge's opposite where there is none (G-15); `None` where it is shut
/// in (I-10).
#[must_use]
pub fn find(
    at: Position<'_>,
    unit: UnitId,
    cause: Option<Point>,
    distance: i32,
    going: Going,
    mates: &[UnitId],
) -> Option<Way> {
    let search = Search::new(at, unit, cause, distance, going, mates);
    let heading = search.heading();
    search.within(heading, 0, BEND).or_else(|| search.within(heading, BEND + 1, ABOUT))
}

/// The middle of a quarter turn to the right.
const RIGHT: Turn = Turn::tenths(QUARTER as i32);

impl<'a> Search<'a> {
    fn new(
        at: Position<'a>,
        unit: UnitId,
        cause: Option<Point>,
        distance: i32,
        going: Going,
        mates: &'a [UnitId],
    ) -> Search<'a> {
        let whole = at.footprint(unit);
        let on_road = at.lane(unit).is_some();
        let outlines = if at.is_loose(unit) || on_road {
            vec![around(whole.iter().flat_map(|posed| posed.outline).collect())]
        } else {
            whole.iter().map(|posed| posed.outline.to_vec()).collect()
        };
        let footprint = whole.iter().copied().take(if on_road { 1 } else { MOST_STANDS }).collect();
        let (side, panic) = (at.side(unit), at.troop(unit).panic);
        let others = at.present().filter(|&other| other != unit).map(|other| {
            let is_friend = at.side(other) == side;
            Other {
                unit: other,
                footprint: at.footprint(other),
                is_friend,
                is_better: is_friend && at.troop(other).panic < panic && !mates.contains(&other),
                closes: !is_friend && at.unit(other).arm != Arm::Wagon,
            }
        });
        let others = others.collect();
        let mut search = Search {
            at,
            unit,
            going,
            cause,
            distance,
            footprint,
            whole,
            outlines,
            centroid: at.centroid(unit),
            others,
            barriers: Vec::new(),
            forbidden: Vec::new(),
            crossings: Vec::new(),
            least: at.rules.scale.yards(100),
            half_gap: i64::from(at.rules.scale.yards(50)) * ONE / 2,
            mates,
        };
        // A major obstacle shuts in all but those on foot (G-11).
        let shuts = if at.is_on_foot(unit) { IMPASSABLE } else { IMPASSABLE.with(ABATIS) };
        search.barriers = search.lines(shuts);
        search.forbidden = search.lines(IMPASSABLE.with(ABATIS));
        search.crossings = search.lines(BRIDGE.with(FORD)).into_iter().map(|(line, _)| line).collect();
        search
    }

    /// Sides of features of some classes.
    fn lines(&self, wanted: Kinds) -> Vec<([Point; 2], bool)> {
        let field = &self.at.rules.table.field;
        let fits = field.features().filter(|&feature| field.kinds(feature).intersects(wanted));
        let sides = |feature| field.sides_of(feature).iter().map(move |side| (side, field.is_area(feature)));
        fits.flat_map(sides).map(|(side, is_area)| ([side.from, side.to], is_area)).collect()
    }

    /// Away from the cause; to the rear where it is on top of the unit; to its own edge where there is none.
    fn heading(&self) -> Heading {
        match self.cause {
            Some(cause) => TICKS
                .bearing(cause, self.centroid)
                .unwrap_or_else(|| self.at.troop(self.unit).facing.turned(Turn::tenths(2 * QUARTER as i32))),
            None => self.at.rules.home[self.at.side(self.unit).index()],
        }
    }

    /// The best way among the headings that deviate by so many ticks.
    fn within(&self, desired: Heading, first: i32, last: i32) -> Option<Way> {
        let mut open: Option<(Rank, Course)> = None;
        for ticks in first..=last {
            let mut best: Option<(Rank, Course)> = None;
            let mut any: Option<(Rank, Course)> = None;
            for (heading, left) in headings(desired, ticks) {
                let look = self.look(heading);
                let course = |shift: i32| Course { heading, shift };
                if let Some(shift) = look.shifts().find(|&shift| look.is_open(shift)) {
                    keep(&mut any, (ticks, shift.abs(), left, shift < 0), course(shift));
                    let preferred = |&shift: &i32| look.is_preferred(shift) && look.is_open(shift);
                    if let Some(shift) = look.shifts().find(preferred) {
                        keep(&mut best, (ticks, shift.abs(), left, shift < 0), course(shift));
                    }
                }
            }
            if let Some((_, course)) = best {
                return self.full(course);
            }
            open = open.or(any);
        }
        if let Some((_, course)) = open {
            // STE-MOVE-40: short of the better friend, unless that leaves it in the enemy's hands.
            return self.short_of_friends(course).or_else(|| self.full(course));
        }
        self.longest(desired, first, last)
    }

    /// Where no way is open, the one that leads farthest, if that is 100 yards at least.
    fn longest(&self, desired: Heading, first: i32, last: i32) -> Option<Way> {
        let mut best: Option<((i32, std::cmp::Reverse<Rank>), Course, i32)> = None;
        for ticks in first..=last {
            for (heading, left) in headings(desired, ticks) {
                let look = self.look(heading);
                for shift in look.shifts() {
                    let Some(blocked) = look.blocked_at(shift) else { continue };
                    let run = look.outside(shift, blocked);
                    let rank = (run, std::cmp::Reverse((ticks, shift.abs(), left, shift < 0)));
                    if run >= self.least && best.as_ref().is_none_or(|(best, ..)| rank > *best) {
                        best = Some((rank, Course { heading, shift }, blocked));
                    }
                }
            }
        }
        let (_, course, blocked) = best?;
        let way = self.last_free(course, blocked.min(self.distance))?;
        Some(self.finish(course, way))
    }

    /// The whole distance, or what the table's edge and other stands leave of it.
    fn full(&self, course: Course) -> Option<Way> {
        let inside = |way: i32| {
            let carried = self.carried(course, way);
            self.is_on_table(&carried) && self.is_on_table(&self.turned(course, way).1)
        };
        let mut length = self.distance;
        if !inside(length) {
            // M-8: a rout goes on over the edge.
            if self.going == Going::Rout {
                return Some(Way { leaves: true, ..self.finish(course, length) });
            }
            length = steps_down(length).find(|&way| inside(way)).unwrap_or(0);
            if self.going == Going::Retreat && length < INCH {
                return Some(Way { leaves: true, ..self.finish(course, self.distance) });
            }
        }
        if self.is_free(course, length) {
            return Some(self.finish(course, length));
        }
        let on = (1..).map(|step| length + step * STEP).take_while(|&way| inside(way));
        let way = { on }.find(|&way| self.is_free(course, way)).or_else(|| self.last_free(course, length))?;
        Some(self.finish(course, way))
    }

    /// As far as it can go without meeting a friend with fewer markers.
    fn short_of_friends(&self, course: Course) -> Option<Way> {
        let leg = self.leg(course, self.distance);
        let start = self.carried(course, 0);
        let better = self.others.iter().filter(|other| other.is_better);
        let first = better.filter_map(|other| first_met(&leg, &start, &other.footprint)).min();
        let way = self.last_free(course, first.unwrap_or(self.distance))?;
        Some(self.finish(course, way))
    }

    /// The last free place out of enemy contact that is no farther.
    fn last_free(&self, course: Course, most: i32) -> Option<i32> {
        steps_down(most).find(|&way| self.is_free(course, way))
    }

    /// Whether the unit may end there: on the table, on no stand, on ground it may stand on, out of enemy contact.
    fn is_free(&self, course: Course, way: i32) -> bool {
        let (_, footprint) = self.turned(course, way);
        let is_taken = |other: &Other| {
            overlap(&footprint, &other.footprint)
                || other.closes && is_near(&footprint, &other.footprint, TOUCH)
        };
        self.is_on_table(&footprint)
            && !self.others.iter().any(is_taken)
            && !self.is_forbidden(&footprint, self.crosses(course, way))
    }

    fn is_forbidden(&self, footprint: &[Posed], over_river: bool) -> bool {
        footprint.iter().any(|posed| {
            let hull = Hull::around(posed.core);
            !self.at.rules.table.field.kinds_at(posed.middle, IMPASSABLE).is_empty()
                || self
                    .forbidden
                    .iter()
                    .any(|([from, to], is_area)| (*is_area || !over_river) && hull.meets(*from, *to))
        })
    }

    /// Whether the middle of the way leads over a bridge or ford that is wide enough, or the unit is in column: then
    /// no river stops it (T-TERRAIN).
    fn crosses(&self, course: Course, way: i32) -> bool {
        let from = self.start(course);
        let to = Leg::new(from, course.heading, way).to;
        let formation = self.at.troop(self.unit).formation;
        let in_column = matches!(formation, Formation::Column | Formation::Limbered);
        let width = i64::from(self.at.stance(self.unit).block().width);
        self.crossings.iter().any(|crossing| {
            meet::gap_within(&[from, to], crossing, 0)
                && (in_column || width * width <= crossing[0].distance_squared(crossing[1]))
        })
    }

    fn is_on_table(&self, footprint: &[Posed]) -> bool {
        let field = &self.at.rules.table.field;
        footprint.iter().all(|posed| field.is_on_table(&posed.outline))
    }

    /// Where the segment of a course begins: the centroid, moved sideways.
    fn start(&self, course: Course) -> Point {
        Leg::new(self.centroid, course.heading.turned(RIGHT), course.shift).to
    }

    /// The way of the anchor.
    fn leg(&self, course: Course, length: i32) -> Leg {
        let anchor = self.at.troop(self.unit).anchor;
        let shifted = Leg::new(anchor, course.heading.turned(RIGHT), course.shift).to;
        Leg::new(shifted, course.heading, length)
    }

    /// By how much everything is moved.
    fn offset(&self, course: Course, way: i32) -> (i32, i32) {
        let (from, to) = (self.at.troop(self.unit).anchor, self.leg(course, way).to);
        (to.x - from.x, to.y - from.y)
    }

    /// The footprint on its way, facing as before.
    fn carried(&self, course: Course, way: i32) -> Footprint {
        let by = self.offset(course, way);
        self.footprint
            .iter()
            .map(|posed| Posed {
                outline: posed.outline.map(|point| moved(point, by)),
                core: posed.core.map(|point| moved(point, by)),
                middle: moved(posed.middle, by),
                radius: posed.radius,
            })
            .collect()
    }

    /// How the unit stands at the end: turned about its centre, guns limbered.
    fn turned(&self, course: Course, way: i32) -> (Pose, Footprint) {
        let (at, by) = (self.at, self.offset(course, way));
        let troop = at.troop(self.unit);
        if at.is_loose(self.unit) {
            let centre = moved(self.centroid, by);
            let facing = self.end_facing(centre, course.heading);
            let turn = troop.facing.turn_to(facing);
            let places: ArrayVec<Point, MOST_STANDS> = at
                .state
                .loose_of(self.unit)
                .iter()
                .map(|place| rotated(moved(place.0, by), centre, turn))
                .collect();
            let size = at.size(self.unit);
            let stand = |place: &Point| Body::centred(*place, facing, size.frontage, size.depth).posed(INSET);
            let footprint = places.iter().map(stand).collect();
            let anchor = crate::model::figure::middle_of(places.iter().copied());
            let pose = Pose { anchor, facing, formation: troop.formation, frontage: troop.frontage, places };
            return (pose, footprint);
        }
        let stance = at.stance(self.unit);
        // A column that lay along a road is set as a block on the end of the run.
        let centre = if at.lane(self.unit).is_some() { self.centroid } else { stance.centre() };
        let centre = moved(centre, by);
        let facing = self.end_facing(centre, course.heading);
        let (formation, frontage) = match troop.formation {
            Formation::Unlimbered => (Formation::Limbered, 1),
            formation => (formation, troop.frontage),
        };
        let formed = Stance { formation, frontage, ..stance };
        let block = formed.block();
        let laid = block.laid(block.aside, block.ahead - block.depth, centre, facing);
        let mut bodies = crate::model::figure::Bodies::new();
        Stance { anchor: laid.anchor, facing, ..formed }.bodies(&mut bodies);
        let footprint = bodies.iter().map(|body| body.posed(INSET)).collect();
        let places = ArrayVec::new();
        (Pose { anchor: laid.anchor, facing, formation, frontage, places }, footprint)
    }

    /// RETREAT, FALL BACK and BREAK OFF face the cause, ROUT turns its back on it (G-15).
    fn end_facing(&self, centre: Point, heading: Heading) -> Heading {
        let back = heading.turned(Turn::tenths(2 * QUARTER as i32));
        let toward = self.cause.and_then(|cause| TICKS.bearing(centre, cause)).unwrap_or(back);
        if self.going == Going::Rout {
            let away = self.cause.and_then(|cause| TICKS.bearing(cause, centre));
            return away.unwrap_or(heading);
        }
        toward
    }

    /// The way as it is gone: whom it meets, whom it comes near.
    fn finish(&self, course: Course, way: i32) -> Way {
        let leg = self.leg(course, way);
        let start = self.carried(course, 0);
        let (end, last) = self.turned(course, way);
        let mut met: Vec<(i32, UnitId)> = Vec::new();
        let mut near: Vec<(UnitId, i32)> = Vec::new();
        for other in self.others.iter().filter(|other| other.is_friend) {
            let swept = |corners: &[Point; 4]| Hull::swept(corners, leg.from, leg.to);
            let collides = start.iter().any(|posed| {
                let hull = swept(&posed.core);
                other.footprint.iter().any(|his| meet::overlap(hull.points(), &his.core))
            });
            if collides && !self.mates.contains(&other.unit) {
                met.push((first_met(&leg, &start, &other.footprint).unwrap_or(way), other.unit));
            }
            let hulls = start.iter().map(|posed| swept(&posed.outline));
            let ends = self.whole.iter().chain(&last).map(Hull::of);
            let least = hulls
                .chain(ends)
                .flat_map(|hull| other.footprint.iter().map(move |his| (hull, his)))
                .filter(|(hull, his)| meet::gap_within(hull.points(), &his.outline, self.least))
                .filter_map(|(hull, his)| meet::nearest(hull.points(), &his.outline))
                .map(|nearest| nearest.squared)
                .min();
            near.extend(least.map(|squared| (other.unit, squared.distance())));
        }
        met.sort_unstable();
        Way { end, leaves: false, met: met.into_iter().map(|(_, unit)| unit).collect(), near }
    }

    /// What lies along a heading.
    fn look(&self, heading: Heading) -> Look<'_, 'a> {
        let view = View::new(self.centroid, heading);
        let own: Vec<Vec<Place>> = self
            .outlines
            .iter()
            .map(|outline| outline.iter().map(|point| view.place(*point)).collect())
            .collect();
        let all = || own.iter().flatten();
        let (low, high) = all().fold((0, 0), |(low, high), place| (low.min(place.1), high.max(place.1)));
        let front = all().map(|place| place.0).max().unwrap_or(0);
        let half = (high - low) / 2;
        // Nothing farther ahead or aside than this can matter at any shift.
        let beyond = front.max(0) + high - low + i64::from(self.distance + 2 * self.least) * ONE;
        let matters = |outline: &Outline| {
            between(outline, -half - self.half_gap, half + self.half_gap)
                .is_some_and(|(from, to)| to > 0 && from < beyond)
        };
        let enemies = self.others.iter().filter(|other| other.closes).flat_map(|other| &other.footprint);
        let enemies = enemies.map(|posed| (view.outline(&posed.outline), false));
        let ground = self.barriers.iter().map(|(line, is_area)| (view.outline(line), !is_area));
        let obstacles = enemies.chain(ground).filter(|(outline, _)| matters(outline)).collect();
        let better = self.others.iter().filter(|other| other.is_better);
        let pairs = better.flat_map(|other| {
            other.footprint.iter().flat_map(|his| self.footprint.iter().map(move |our| (our, his)))
        });
        let met = pairs
            .filter_map(|(our, his)| {
                met_between(&view.outline(&our.core), &view.outline(&his.core), self.distance)
            })
            .collect();
        Look { search: self, heading, own, half, obstacles, met }
    }
}

/// What lies along one heading.
struct Look<'s, 'a> {
    search: &'s Search<'a>,
    heading: Heading,
    own: Vec<Vec<Place>>,
    /// How far a corridor may be shifted to either side.
    half: i64,
    /// What may close it, and whether a bridge or ford leads over that.
    obstacles: Vec<(Outline, bool)>,
    /// The shifts at which better friends are met.
    met: Vec<(i64, i64)>,
}

impl Look<'_, '_> {
    /// Shifts, the least first, right before left.
    fn shifts(&self) -> impl Iterator<Item = i32> + use<> {
        let most = (self.half / (i64::from(STEP) * ONE)) as i32;
        (0..=most).flat_map(|number| {
            let shift = number * STEP;
            [shift, -shift].into_iter().take(if number == 0 { 1 } else { 2 })
        })
    }

    /// Whether no friend with fewer markers is met (STE-MOVE-40).
    fn is_preferred(&self, shift: i32) -> bool {
        let shift = i64::from(shift) * ONE;
        self.met.iter().all(|&(low, high)| shift <= low || high <= shift)
    }

    /// Whether the corridor is clear throughout (G-11).
    fn is_open(&self, shift: i32) -> bool {
        self.obstacles.is_empty()
            || self.blocked_at(shift).is_none_or(|blocked| blocked >= self.corridor_end(shift))
    }

    /// How far along its middle line something first reaches into the corridor.
    fn blocked_at(&self, shift: i32) -> Option<i32> {
        let search = self.search;
        let middle = i64::from(shift) * ONE;
        let exits = self.own.iter().filter_map(|outline| between(outline, middle, middle));
        let start = exits.map(|(_, exit)| exit).max().unwrap_or(0).max(0);
        let over_river = !search.crossings.is_empty()
            && search.crosses(Course { heading: self.heading, shift }, self.corridor_end(shift));
        let reached = self.obstacles.iter().filter(|(_, is_line)| !(*is_line && over_river)).filter_map(
            |(outline, _)| {
                let (from, to) = between(outline, middle - search.half_gap, middle + search.half_gap)?;
                (to > start).then_some(from.max(start))
            },
        );
        reached.min().map(|along| (along / ONE) as i32)
    }

    /// Where the corridor ends: with the segment, but never before a point 100 yards outside the unit.
    fn corridor_end(&self, shift: i32) -> i32 {
        let Search { distance, least, .. } = *self.search;
        if self.outside(shift, distance) >= least {
            return distance;
        }
        let (mut low, mut high) = (distance / STEP, (distance + least) / STEP);
        while self.outside(shift, high * STEP) < least {
            high *= 2;
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.outside(shift, middle * STEP) >= least {
                high = middle;
            } else {
                low = middle;
            }
        }
        high * STEP
    }

    /// How far outside the unit's footprint a point of the middle line is.
    fn outside(&self, shift: i32, along: i32) -> i32 {
        let start = self.search.start(Course { heading: self.heading, shift });
        let point = Leg::new(start, self.heading, along).to;
        let gaps = self.search.outlines.iter().filter_map(|outline| meet::nearest(&[point], outline));
        gaps.map(|nearest| nearest.squared.distance()).min().unwrap_or(0)
    }
}

/// The headings so many ticks to the right and to the left.
fn headings(desired: Heading, ticks: i32) -> impl Iterator<Item = (Heading, bool)> {
    let turn = |ticks: i32| desired.turned(Turn::tenths(ticks * i32::from(TICK)));
    let both = ticks != 0 && ticks != ABOUT;
    [(turn(ticks), false), (turn(-ticks), true)].into_iter().take(if both { 2 } else { 1 })
}

fn keep(best: &mut Option<(Rank, Course)>, rank: Rank, course: Course) {
    if best.as_ref().is_none_or(|(other, _)| rank < *other) {
        *best = Some((rank, course));
    }
}

/// A length, and the multiples of a step below it down to nothing.
fn steps_down(length: i32) -> impl Iterator<Item = i32> {
    std::iter::once(length).chain((0..(length + STEP - 1) / STEP).rev().map(|step| step * STEP))
}

/// How far along a leg one footprint first touches another's cores.
fn first_met(leg: &Leg, ours: &[Posed], theirs: &[Posed]) -> Option<i32> {
    let pairs = ours.iter().flat_map(|our| theirs.iter().map(move |his| (our, his)));
    pairs.filter_map(|(our, his)| meet::first_within(leg, &our.core, &his.core, 0, STEP)).min()
}

const fn moved(point: Point, by: (i32, i32)) -> Point {
    Point::new(point.x + by.0, point.y + by.1)
}

/// A point turned about another, rounded once.
fn rotated(point: Point, about: Point, turn: Turn) -> Point {
    let vector = Heading::NORTH.turned(turn).vector();
    let (east, north) = (i64::from(point.x - about.x), i64::from(point.y - about.y));
    let rounded = |value: i64| {
        let size = (value.abs() + ONE / 2) / ONE;
        (if value < 0 { -size } else { size }) as i32
    };
    let (x, y) = (rounded(east * vector.y + north * vector.x), rounded(north * vector.y - east * vector.x));
    Point::new(about.x + x, about.y + y)
}

#[cfg(test)]
mod tests;
