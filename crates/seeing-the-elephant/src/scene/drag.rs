//! A unit in somebody's hand: what a drag or a push means.

use super::{on_table, snap};
use crate::model::action::Action;
use crate::model::figure::{Stance, TICK, TICKS};
use crate::model::ids::UnitId;
use crate::model::legs::{LONGEST, MOST_LEGS, Motion, Path, hand};
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::state::Formation;
use crate::model::troops::Arm;
use crate::rules::legs::{Ghost, Roll, tread};
use engine::Violation;
use engine::scene::{Bearing, Gesture, Target};
use ground::geometry::Point;
use ground::table::{Compass, Heading, Wheel, heading::ONE, in_bounds};

/// How far a key pushes a unit.
const STEP: i32 = INCH / 4;

/// How far a unit wheels at once, in ticks: a quarter turn (G-12).
pub(super) const QUARTER: i32 = 36;

/// How far off its facing a unit obliques at most, in ticks.
pub(super) const OBLIQUE: i32 = 18;

/// How far beside a point a way may lead that is meant for it, at least; a tick to either side is a twentieth of it.
const MISS: i32 = INCH / 5;

/// The gap between loose stands that are laid out by hand (G-16).
const GAP: i32 = 3 * INCH / 2;

/// The path that a gesture means, legal or not.
pub(crate) fn gesture(
    at: Position<'_>,
    unit: UnitId,
    roll: Roll,
    gesture: &Gesture,
) -> Result<Action, Violation> {
    let path = match gesture {
        Gesture::Drag { points, facing, snap } => {
            let points: Vec<Point> = points.iter().map(|&point| on_table(at.rules, point)).collect();
            if !points.iter().all(|&point| in_bounds(point)) {
                return Err(Violation::form("That is far off the table."));
            }
            let facing = facing.map(heading);
            match snap {
                true => snap::drag(at, unit, roll, &points, facing)?,
                false => drag(at, unit, &points, facing)?,
            }
        }
        Gesture::Nudge { from, ahead, aside, turn, corner } => {
            let so_far = match from.is_empty() {
                true => Path::default(),
                false => match Action::read(at.rules, from)? {
                    Action::Go(path) => path,
                    Action::Stay => Path::default(),
                    _ => return Err(Violation::form("That is no way to move.")),
                },
            };
            let push = [i32::from(*ahead) * STEP, i32::from(*aside) * STEP];
            nudge(at, unit, &so_far, push, i32::from(*turn), *corner)?
        }
    };
    // What was put back where it stands, stays.
    Ok(if path.0.is_empty() { Action::Stay } else { Action::Go(path) })
}

/// The path that a click on the table means: that of a drag to there.
pub(crate) fn click(at: Position<'_>, unit: UnitId, roll: Roll, clicked: &Target) -> Option<Action> {
    let (points, facing) = match clicked {
        Target::Point { at, facing } => (vec![*at], *facing),
        Target::Way { points, facing } => (points.clone(), *facing),
        _ => return None,
    };
    let meant = gesture(at, unit, roll, &Gesture::Drag { points, facing, snap: false }).ok();
    meant.filter(|meant| *meant != Action::Stay)
}

fn heading(bearing: Bearing) -> Heading {
    TICKS.nearest(Heading::new(bearing.in_tenths()).unwrap_or_default())
}

/// A place as a unit sees it: so much to the right of its front middle, and so much ahead.
pub(super) fn seen_from(stance: &Stance, place: Point) -> [i32; 2] {
    let vector = stance.facing.vector();
    let (east, north) =
        (i64::from(place.x) - i64::from(stance.anchor.x), i64::from(place.y) - i64::from(stance.anchor.y));
    let share = |value: i64| (value / ONE) as i32;
    [share(east * vector.y - north * vector.x), share(east * vector.x + north * vector.y)]
}

/// Whether a unit in this order goes by wheels and straight ways, and so by turning points.
pub(super) const fn marches(stance: &Stance) -> bool {
    matches!(stance.formation, Formation::Line | Formation::Column | Formation::Limbered)
}

/// A path being put together: legs, and where they lead.
pub(super) struct Draft<'a> {
    at: Position<'a>,
    unit: UnitId,
    /// The unit at the end of the legs so far.
    pub(super) ghost: Ghost,
    legs: Vec<Motion>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(at: Position<'a>, unit: UnitId) -> Draft<'a> {
        Draft { at, unit, ghost: Ghost::of(at, unit), legs: Vec::new() }
    }

    /// Adds a leg; one that cannot be gone is added too, for its refusal to be told. None is left out for want of room.
    pub(super) fn add(&mut self, leg: Motion) -> Result<(), Violation> {
        if self.legs.len() == MOST_LEGS {
            return Err(Violation::form(format!("A move has at most {MOST_LEGS} legs.")));
        }
        let long = match leg {
            Motion::Forward(way) | Motion::Back(way) | Motion::Road(way) => way,
            Motion::Side { distance, .. } | Motion::Oblique { distance, .. } => distance,
            Motion::Prolong { aside, ahead, .. } => aside.abs().max(ahead.abs()),
            _ => 0,
        };
        if long > LONGEST {
            return Err(Violation::form("That is farther than any dice lead."));
        }
        self.legs.push(leg);
        let mut next = Some(leg);
        // a road is followed stretch by stretch.
        while let Some(leg) = next
            && let Ok(trod) = tread(self.at, self.unit, &self.ghost, leg, true)
        {
            self.ghost = trod.after;
            next = trod.rest;
        }
        Ok(())
    }

    /// Goes to a point: straight on, or by one wheel and then straight on, turned about first if it lies behind. Where
    /// no wheel leads to, since it lies nearer to the end of the front than half the front is long, an oblique way may.
    pub(super) fn go_to(&mut self, point: Point) -> Result<(), Violation> {
        let [_, ahead] = seen_from(&self.ghost.stance, point);
        if ahead < 0 {
            self.add(Motion::About)?;
        }
        let stance = self.ghost.stance;
        let [aside, ahead] = seen_from(&stance, point);
        let refused = |why: &str| {
            let name = &self.at.unit(self.unit).name;
            Err(Violation::of("G-12", format!("{name} {why}")).about([self.at.unit(self.unit).tag.clone()]))
        };
        if ahead < 0 {
            return refused("stands there already");
        }
        let half = i64::from(stance.front_rank().width / 2);
        let off = i64::from(aside).abs() - half;
        if off * off + i64::from(ahead) * i64::from(ahead) >= half * half {
            let wheeled = Wheel::new(stance.front_rank(), hand(aside > 0), TICK);
            let misses = |ticks: u16| {
                let front = wheeled.at(ticks);
                let bears = Compass::FINEST.bearing(front.anchor, point);
                bears.map_or(0, |bears| front.heading.turn_to(bears).size())
            };
            let best = (0..=QUARTER as u16).min_by_key(|&ticks| misses(ticks)).unwrap_or(0);
            let front = wheeled.at(best);
            let [beside, on] =
                seen_from(&Stance { anchor: front.anchor, facing: front.heading, ..stance }, point);
            if beside.abs() > MISS.max(on / 20) {
                return refused("cannot wheel so far to its flank");
            }
            if let Some(leg) = wheel(if aside > 0 { i32::from(best) } else { -i32::from(best) }) {
                self.add(leg)?;
            }
            let [_, left] = seen_from(&self.ghost.stance, point);
            return if left > 0 { self.add(Motion::Forward(left)) } else { Ok(()) };
        }
        match oblique(&stance, point) {
            Some(leg) => self.add(leg),
            None => refused("cannot wheel to a place so near to its flank"),
        }
    }

    /// Goes to a point without turning, if that is a way it can go: ahead and aside by at most 45 degrees, and for
    /// infantry straight back or straight to a side (R-89, STE-MOVE-33).
    fn shift_to(&mut self, point: Point) -> Option<Result<(), Violation>> {
        let stance = self.ghost.stance;
        let [aside, ahead] = seen_from(&stance, point);
        let bears = Compass::FINEST.bearing(stance.anchor, point)?;
        let off = stance.facing.turn_to(bears).clockwise();
        let foot = self.at.unit(self.unit).arm == Arm::Infantry;
        let tick = i32::from(TICK);
        let leg = match off.abs() {
            ..=900 if ahead > 0 && oblique(&stance, point).is_some() => oblique(&stance, point)?,
            side if foot && (side - 900).abs() <= tick => {
                Motion::Side { right: aside > 0, distance: aside.abs() }
            }
            back if foot && back >= 1_800 - tick => Motion::Back(-ahead),
            _ => return None,
        };
        Some(self.add(leg))
    }

    /// Faces some way, turned about first if that lies behind.
    fn face(&mut self, facing: Heading) -> Result<(), Violation> {
        let turn = |ghost: &Ghost| ghost.stance.facing.turn_to(facing).clockwise() / i32::from(TICK);
        if turn(&self.ghost).abs() > QUARTER {
            self.add(Motion::About)?;
        }
        match wheel(turn(&self.ghost).clamp(-QUARTER, QUARTER)) {
            Some(leg) => self.add(leg),
            None => Ok(()),
        }
    }

    pub(super) fn path(&self) -> Path {
        Path::of(&self.legs)
    }
}

/// A wheel by so many ticks clockwise; none by none.
pub(super) fn wheel(ticks: i32) -> Option<Motion> {
    (ticks != 0).then_some(Motion::Wheel { right: ticks > 0, ticks: ticks.unsigned_abs() as u8 })
}

/// The oblique way to a point, or the straight one if it lies straight ahead; none where it lies too far aside, and
/// none for guns on the march.
fn oblique(stance: &Stance, point: Point) -> Option<Motion> {
    let bears = TICKS.bearing(stance.anchor, point)?;
    let ticks = stance.facing.turn_to(bears).clockwise() / i32::from(TICK);
    let distance = stance.anchor.distance_squared(point).isqrt() as i32;
    if distance == 0 || ticks.abs() > OBLIQUE || stance.formation == Formation::Limbered {
        return None;
    }
    Some(match ticks {
        0 => Motion::Forward(distance),
        _ => Motion::Oblique { right: ticks > 0, ticks: ticks.unsigned_abs() as u8, distance },
    })
}

/// The path by some points, facing some way at its end.
pub(super) fn drag(
    at: Position<'_>,
    unit: UnitId,
    points: &[Point],
    facing: Option<Heading>,
) -> Result<Path, Violation> {
    let mut draft = Draft::new(at, unit);
    let stance = draft.ghost.stance;
    let to = points.last().copied().unwrap_or(stance.anchor);
    if draft.ghost.is_loose() {
        for &point in points {
            let facing = facing.unwrap_or(stance.facing);
            draft.add(rows(&draft.ghost, point, facing))?;
        }
        return Ok(draft.path());
    }
    if stance.formation == Formation::Unlimbered {
        // Guns are drawn by hand, any way, but only once (STE-MOVE-38).
        if points.len() > 1 {
            return Err(Violation::of("STE-MOVE-38", "guns are drawn by hand in one leg, without a turn"));
        }
        let [aside, ahead] = seen_from(&stance, to);
        draft.add(Motion::Prolong { aside, ahead, facing: facing.unwrap_or(stance.facing) })?;
        return Ok(draft.path());
    }
    if !marches(&stance) {
        let name = &at.unit(unit).name;
        return Err(Violation::of("R-53", format!("{name} is in square and can only change its formation")));
    }
    if let (&[only], Some(facing)) = (points, facing)
        && facing == stance.facing
        && let Some(shifted) = draft.shift_to(only)
    {
        shifted?;
        return Ok(draft.path());
    }
    for &point in points {
        draft.go_to(point)?;
    }
    if let Some(facing) = facing {
        draft.face(facing)?;
    }
    Ok(draft.path())
}

/// Loose stands in rows round a middle.
fn rows(ghost: &Ghost, middle: Point, facing: Heading) -> Motion {
    Motion::Rows { middle, facing, files: ghost.stance.stands.min(8), gap: GAP }
}

/// A path, pushed on: ahead and aside, then turned. The same leg grows where it goes on in the same way, unless the
/// unit turns there.
fn nudge(
    at: Position<'_>,
    unit: UnitId,
    so_far: &Path,
    [ahead, aside]: [i32; 2],
    turn: i32,
    corner: bool,
) -> Result<Path, Violation> {
    let ghost = Ghost::of(at, unit);
    if ghost.is_loose() || ghost.stance.formation == Formation::Unlimbered {
        return nudge_freely(at, unit, &ghost, so_far, [ahead, aside], turn);
    }
    let mut legs: Vec<Motion> = so_far.0.to_vec();
    let last = |legs: &mut Vec<Motion>| if corner { None } else { legs.pop() };
    if ahead != 0 {
        let before = match last(&mut legs) {
            Some(Motion::Forward(way)) => way,
            Some(Motion::Back(way)) => -way,
            other => {
                legs.extend(other);
                0
            }
        };
        match before + ahead {
            0 => {}
            on @ 1.. => legs.push(Motion::Forward(on)),
            back => legs.push(Motion::Back(-back)),
        }
    }
    if aside != 0 {
        let before = match last(&mut legs) {
            Some(Motion::Side { right, distance }) => {
                if right {
                    distance
                } else {
                    -distance
                }
            }
            other => {
                legs.extend(other);
                0
            }
        };
        let along = before + aside;
        if along != 0 {
            legs.push(Motion::Side { right: along > 0, distance: along.abs() });
        }
    }
    if turn != 0 {
        let before = match last(&mut legs) {
            Some(Motion::Wheel { right, ticks }) => {
                if right {
                    i32::from(ticks)
                } else {
                    -i32::from(ticks)
                }
            }
            other => {
                legs.extend(other);
                0
            }
        };
        legs.extend(wheel((before + turn).clamp(-QUARTER, QUARTER)));
    }
    let mut draft = Draft::new(at, unit);
    legs.into_iter().try_for_each(|leg| draft.add(leg))?;
    Ok(draft.path())
}

/// The same for guns that are drawn by hand and for loose stands, who go any way at once.
fn nudge_freely(
    at: Position<'_>,
    unit: UnitId,
    ghost: &Ghost,
    so_far: &Path,
    [ahead, aside]: [i32; 2],
    turn: i32,
) -> Result<Path, Violation> {
    let turned = |facing: Heading| facing.turned(ground::table::Turn::tenths(turn * i32::from(TICK)));
    let stance = ghost.stance;
    let leg = match so_far.0.last() {
        Some(Motion::Prolong { aside: right, ahead: on, facing }) => {
            Motion::Prolong { aside: right + aside, ahead: on + ahead, facing: turned(facing) }
        }
        _ if !ghost.is_loose() => Motion::Prolong { aside, ahead, facing: turned(stance.facing) },
        before => {
            let (middle, facing) = match before {
                Some(Motion::Rows { middle, facing, .. }) => (middle, facing),
                _ => (stance.anchor, stance.facing),
            };
            let here = Stance { anchor: middle, facing, ..stance };
            let to = here.front_rank().spot(2 * aside, 2 * ahead);
            if !in_bounds(to) {
                return Err(Violation::form("That is far off the table."));
            }
            rows(ghost, to, turned(facing))
        }
    };
    let mut draft = Draft::new(at, unit);
    draft.add(leg)?;
    Ok(draft.path())
}
