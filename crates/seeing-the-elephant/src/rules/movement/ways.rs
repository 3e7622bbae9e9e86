//! Moves worth offering: finite lists for programs and for whoever leafs through them (G-17), of ways first and of the
//! paths of a way then. Whoever lists paths checks them: some are too long for the ground they go over.

use crate::model::action::Action;
use crate::model::figure::{TICK, TICKS, gap_between, is_near};
use crate::model::ids::UnitId;
use crate::model::legs::{Mode, Motion, Path, Places};
use crate::model::position::Position;
use crate::model::road::Lane;
use crate::model::scale::INCH;
use crate::model::state::{Formation, Mark};
use crate::model::terrain::{ABATIS, COVER};
use crate::model::troops::Arm;
use crate::model::way::Way;
use crate::rules::formations::BESIDE_ROAD;
use crate::rules::legs::{Ghost, Roll, allowance, refuse, slowed, wheel_cost};
use crate::rules::skirmishers::{self, Spots};
use crate::rules::sweep::{self, Sweep};
use engine::Violation;
use ground::geometry::Point;
use ground::table::heading::QUARTER;
use ground::table::{Heading, Leg, Squared, Turn};

/// Distances from the enemy at which it is good to stand, in yards (G-17).
pub(crate) const STANDOFFS: [i32; 5] = [600, 300, 200, 105, 52];

/// How far off a flank is good to stand, in yards.
const OFF_FLANK: i32 = 100;

/// How far behind cover a front is good to stand, in mils (G-17).
pub(crate) const BEHIND_COVER: i32 = INCH / 4;

/// The most junctions that are offered.
const MOST_JUNCTIONS: usize = 4;

/// How far ahead a screen goes, in yards, best first.
const AHEAD: [i32; 4] = [150, 100, 60, 30];

/// Whether there are so many paths that it is asked first which way, and then how far.
pub(super) fn are_many(at: Position<'_>, unit: UnitId, roll: Roll) -> bool {
    let whole = matches!(roll.mode, Mode::Prone | Mode::Cross | Mode::Prolong | Mode::Road);
    !whole && !matches!(at.troop(unit).formation, Formation::Unlimbered | Formation::Square)
}

/// The ways that a unit has. How far each leads, if anywhere at all, is looked at when it is chosen.
pub(super) fn open(at: Position<'_>, unit: UnitId, mut offer: impl FnMut(Way)) {
    let troop = at.troop(unit);
    let mut add = |way: Way| {
        if suits(at, unit, way) {
            offer(way);
        }
    };
    if troop.formation == Formation::Skirmish {
        (0..8).for_each(|eighth| add(Way::Toward(eighth)));
        [Way::Rows, Way::Recall, Way::Line(troop.stands), Way::Mount, Way::Prone].into_iter().for_each(add);
        return;
    }
    [Way::Ahead, Way::Cover, Way::Left, Way::Right, Way::Objective, Way::Withdraw]
        .into_iter()
        .for_each(&mut add);
    if let Some(enemy) = nearest(at, unit) {
        [Way::Near(enemy), Way::Turn(enemy), Way::FlankLeft(enemy), Way::FlankRight(enemy)]
            .into_iter()
            .for_each(&mut add);
    }
    [Way::Line(troop.stands), Way::Line(troop.stands.div_ceil(2)), Way::Column(2.min(troop.stands))]
        .into_iter()
        .for_each(&mut add);
    [Way::Unlimber, Way::Dismount, Way::Prone].into_iter().for_each(&mut add);
    if let Some(last) = &at.state.last_move {
        add(Way::Like(last.unit));
    }
}

/// Whether a unit, drawn up as it is, has such a way.
fn suits(at: Position<'_>, unit: UnitId, way: Way) -> bool {
    let (arm, troop) = (at.unit(unit).arm, at.troop(unit));
    let is_loose = troop.formation == Formation::Skirmish;
    let in_line = troop.formation == Formation::Line;
    let in_column = troop.formation == Formation::Column;
    let is_enemy = |other: UnitId| at.is_present(other) && at.side(other) != at.side(unit);
    match way {
        Way::Toward(_) | Way::Rows | Way::Recall => is_loose,
        Way::Mount => is_loose && at.is(unit, Mark::DISMOUNTED),
        Way::Prone => arm == Arm::Infantry || is_loose && at.is_on_foot(unit),
        Way::Line(files) if is_loose => files == troop.stands,
        _ if is_loose => false,
        Way::Ahead | Way::Cover | Way::Withdraw => true,
        Way::Left | Way::Right => troop.formation != Formation::Limbered,
        Way::Near(enemy) | Way::Turn(enemy) => is_enemy(enemy),
        Way::FlankLeft(enemy) | Way::FlankRight(enemy) => is_enemy(enemy) && !at.is_loose(enemy),
        Way::Objective => !at.rules.objectives.is_empty(),
        Way::Line(files) => {
            in_column && files == troop.stands
                || in_line
                    && files == troop.stands.div_ceil(2)
                    && at.stance(unit).ranks() == 1
                    && troop.stands >= 6
        }
        Way::Column(files) => in_line && files == 2.min(troop.stands),
        Way::Unlimber => troop.formation == Formation::Limbered && arm.is_artillery(),
        Way::Dismount => arm == Arm::Cavalry && (in_line || in_column),
        Way::Like(other) => other != unit && at.state.last_move.is_some_and(|last| last.unit == other),
    }
}

/// Whether a unit has such a way now that its dice have fallen.
///
/// # Errors
///
/// It has not.
pub(super) fn check(at: Position<'_>, unit: UnitId, roll: Roll, way: Way) -> Result<(), Violation> {
    let name = &at.unit(unit).name;
    if are_many(at, unit, roll) && suits(at, unit, way) {
        return Ok(());
    }
    refuse(
        at,
        unit,
        "G-17",
        format_args!("{name} has no such way; a path such as `go f6.5 wr30` says it all"),
    )
}

/// The paths of a way, as far as it leads; without a way, of moves that have few.
pub(super) fn extents(
    at: Position<'_>,
    unit: UnitId,
    roll: Roll,
    way: Option<Way>,
    mut offer: impl FnMut(Action),
) {
    let most = allowance(roll.sum, roll.dice, u8::from(roll.mode.rises()), slowed(at, unit));
    if let Some(way) = way {
        let on = Onward { at, unit, ghost: Ghost::of(at, unit), die: dice(roll), most };
        return on.paths(way, &mut offer);
    }
    let mut go = |legs: &[Motion]| offer(Action::Go(Path::of(legs)));
    match roll.mode {
        Mode::Cross => {
            let field = &at.rules.table.field;
            for feature in field.features().filter(|&feature| field.kinds(feature).intersects(ABATIS)) {
                go(&[Motion::Cross(feature.0)]);
            }
        }
        Mode::Prolong => prolong(at, unit, allowance(roll.sum, 1, 0, 1), &mut go),
        Mode::Road => {
            for part in [most, most - dice(roll), 2 * most / 3, most / 3] {
                go(&[Motion::Road(part)]);
            }
            junctions(at, unit, most, &mut go);
        }
        _ => match at.troop(unit).formation {
            Formation::Unlimbered => {
                go(&[Motion::Limber]);
                go(&[Motion::Limber, Motion::Forward(most / 2)]);
                go(&[Motion::Limber, Motion::About, Motion::Forward((most - dice(roll)) / 2)]);
            }
            Formation::Square => {
                let frontage = at.troop(unit).stands;
                go(&[Motion::Form { formation: Formation::Line, frontage }]);
            }
            _ => {}
        },
    }
}

/// Off the road at the junctions ahead, either way.
fn junctions(at: Position<'_>, unit: UnitId, most: i32, go: &mut impl FnMut(&[Motion])) {
    let field = &at.rules.table.field;
    let ghost = Ghost::of(at, unit);
    let near = BESIDE_ROAD;
    let Some(lane) = ghost.lane.or_else(|| Lane::near(at, &ghost.stance, near)) else { return };
    for (way, road) in lane.junctions(field, most, near).into_iter().take(MOST_JUNCTIONS) {
        for back in [false, true] {
            let front = lane.on(way).front(field);
            let Some(other) = Lane::joined(field, None, front, (road, back), near, 0) else { continue };
            let rest = (most - way).min(other.left(field));
            let legs = [Motion::Road(way), Motion::Onto { road, back }, Motion::Road(rest)];
            let legs = if way == 0 { &legs[1..] } else { &legs };
            // A road that ends where it is joined leads nowhere.
            go(if rest == 0 { &legs[..legs.len() - 1] } else { legs });
        }
    }
}

/// An inch for each die: what a deduction takes.
const fn dice(roll: Roll) -> i32 {
    roll.dice as i32 * INCH
}

/// The enemy nearest to a unit; of several the first.
fn nearest(at: Position<'_>, unit: UnitId) -> Option<UnitId> {
    let ours = at.footprint(unit);
    let round = at.round(unit);
    // Whose circles are nearest first: he leaves few to be measured.
    let mut enemies: Vec<(i64, UnitId)> = at
        .enemies(unit)
        .map(|enemy| {
            let theirs = at.round(enemy);
            let apart = round.middle.distance_squared(theirs.middle).isqrt();
            (apart - i64::from(theirs.radius), enemy)
        })
        .collect();
    enemies.sort_unstable();
    let mut best: Option<(Squared, UnitId)> = None;
    for (_, enemy) in enemies {
        let most = best.map(|(gap, _)| gap.distance() + 1);
        if most.is_some_and(|most| !round.is_within(at.round(enemy), most)) {
            continue;
        }
        let theirs = at.footprint(enemy);
        // Most who are not plainly farther off are so at a closer look, which takes less than to measure how far.
        if most.is_some_and(|most| !is_near(&ours, &theirs, most)) {
            continue;
        }
        let Some(gap) = gap_between(&ours, &theirs) else { continue };
        if best.is_none_or(|best| (gap, enemy) < best) {
            best = Some((gap, enemy));
        }
    }
    best.map(|(_, enemy)| enemy)
}

/// A wheel toward a point, if that lies within a quarter turn.
fn bearing_on(ghost: &Ghost, to: Point) -> Option<Motion> {
    let turn = ghost.stance.facing.turn_to(TICKS.bearing(ghost.stance.centre(), to)?).clockwise();
    let ticks = (turn.unsigned_abs() / u32::from(TICK)) as u8;
    (turn.abs() <= i32::from(QUARTER) && ticks > 0).then_some(Motion::Wheel { right: turn > 0, ticks })
}

/// A unit that goes some way, not yet known how far.
struct Onward<'a> {
    at: Position<'a>,
    unit: UnitId,
    ghost: Ghost,
    /// What a deduction takes.
    die: i32,
    /// How far it goes where nothing is deducted.
    most: i32,
}

impl Onward<'_> {
    /// The paths of a way: at most five.
    fn paths(&self, way: Way, offer: &mut impl FnMut(Action)) {
        let Onward { at, unit, die, most, .. } = *self;
        let stance = self.ghost.stance;
        let mut go = |legs: &[Motion]| offer(Action::Go(Path::of(legs)));
        let form = |formation, frontage| Motion::Form { formation, frontage };
        // Horse forms for nothing.
        let left = if at.unit(unit).arm == Arm::Cavalry { most } else { most / 2 };
        match way {
            // With what hills and woods on the way leave.
            Way::Ahead => {
                for length in [most, most - die, most - 2 * die, 2 * most / 3, most / 3] {
                    if length > 0 {
                        go(&[Motion::Forward(length)]);
                    }
                }
            }
            Way::Near(enemy) => {
                let ahead = Sweep::straight(stance, stance.facing, most);
                let theirs = at.footprint(enemy);
                for yards in STANDOFFS {
                    let reached = ahead.first_within(&theirs, at.rules.scale.yards(yards));
                    if let Some(length) = reached.filter(|&length| length > 0) {
                        go(&[Motion::Forward(length)]);
                    }
                }
            }
            Way::Cover => {
                let front = sweep::footprint(&stance);
                let leg = Leg::new(stance.anchor, stance.facing, most);
                let field = &at.rules.table.field;
                if let Some(body) = front.first()
                    && let Some((length, _)) = field.first_met(&leg, &body.outline, COVER, sweep::MARK)
                    && length > BEHIND_COVER
                {
                    go(&[Motion::Forward(length - BEHIND_COVER)]);
                }
            }
            Way::Left | Way::Right => {
                for ticks in [9, 18] {
                    for distance in [most, most / 2] {
                        go(&[Motion::Oblique { right: way == Way::Right, ticks, distance }]);
                    }
                }
            }
            Way::Turn(enemy) => self.wheel_to(at.centroid(enemy), &mut go),
            Way::FlankLeft(enemy) => self.wheel_to(off_flank(at, enemy, -1), &mut go),
            Way::FlankRight(enemy) => self.wheel_to(off_flank(at, enemy, 1), &mut go),
            Way::Objective => {
                let places = at.rules.objectives.iter().map(|objective| objective.at);
                if let Some(place) = places.min_by_key(|place| place.distance_squared(stance.anchor)) {
                    self.wheel_to(place, &mut go);
                }
            }
            Way::Withdraw => {
                if most > die {
                    go(&[Motion::About, Motion::Forward(most - die)]);
                }
                go(&[Motion::About]);
                if at.unit(unit).arm == Arm::Infantry {
                    go(&[Motion::Back(most / 2)]);
                }
            }
            Way::Line(files) => {
                if stance.formation == Formation::Column {
                    go(&[Motion::Forward(left), form(Formation::Line, files)]);
                }
                go(&[form(Formation::Line, files)]);
            }
            Way::Column(files) => {
                go(&[form(Formation::Column, files), Motion::Forward(left)]);
                go(&[form(Formation::Column, files)]);
            }
            Way::Unlimber => {
                go(&[Motion::Unlimber]);
                go(&[Motion::Forward(most / 2), Motion::Unlimber]);
            }
            Way::Dismount => go(&[Motion::Dismount]),
            Way::Mount => go(&[Motion::Mount]),
            Way::Prone => go(&[Motion::Prone]),
            Way::Recall => go(&[Motion::Recall]),
            Way::Like(_) => {
                if let Some(last) = &at.state.last_move {
                    go(&last.path.0);
                }
            }
            Way::Toward(eighth) => {
                let turn = Turn::tenths(i32::from(eighth) * i32::from(QUARTER) / 2);
                for distance in [most, most / 2] {
                    let by = |place: &Point| Leg::new(*place, Heading::NORTH.turned(turn), distance).to;
                    let places: Spots = self.ghost.places.iter().map(by).collect();
                    offer(Action::Lay(Places::of(&places)));
                }
            }
            Way::Rows => {
                let (middle, facing) = (stance.anchor, stance.facing);
                let (files, gap) = (stance.stands.min(8), skirmishers::USUAL_GAP);
                go(&[Motion::Rows { middle, facing, files, gap }]);
            }
        }
    }

    /// To bear on a point: a wheel, and after it straight on, no farther than the point.
    fn wheel_to(&self, aim: Point, go: &mut impl FnMut(&[Motion])) {
        let Some(wheel) = bearing_on(&self.ghost, aim) else { return };
        let Motion::Wheel { ticks, .. } = wheel else { return };
        go(&[wheel]);
        let stance = self.ghost.stance;
        let rest = self.most - wheel_cost(&stance, ticks.into());
        let far = stance.anchor.distance_squared(aim).isqrt() as i32;
        for length in [rest.min(far), (rest - self.die).min(far)] {
            if length > 0 {
                go(&[wheel, Motion::Forward(length)]);
            }
        }
    }
}

/// A good place off a flank of a formed enemy: his right one, or with -1 his left one.
fn off_flank(at: Position<'_>, enemy: UnitId, hand: i32) -> Point {
    let block = at.stance(enemy).block();
    let off = block.width + 2 * at.rules.scale.yards(OFF_FLANK);
    block.spot(hand * off, -block.depth)
}

/// Guns drawn by hand: ahead, back and to both sides, facing as before or the nearest enemy.
fn prolong(at: Position<'_>, unit: UnitId, most: i32, go: &mut impl FnMut(&[Motion])) {
    let stance = at.stance(unit);
    let toward = nearest(at, unit).and_then(|enemy| TICKS.bearing(stance.centre(), at.centroid(enemy)));
    let facing = toward.unwrap_or(stance.facing);
    for (aside, ahead) in [(0, 0), (0, most), (0, -most), (most, 0), (-most, 0)] {
        go(&[Motion::Prolong { aside, ahead, facing }]);
    }
}

/// Where a screen may go: in a row or rows across the front of its unit, as far ahead as there is room.
pub(super) fn screens(at: Position<'_>, unit: UnitId, stands: u8, mut offer: impl FnMut(Action)) {
    let stance = at.stance(unit);
    let (files, gap) = (stands.min(8), skirmishers::USUAL_GAP);
    for yards in AHEAD {
        let middle = Leg::new(stance.anchor, stance.facing, at.rules.scale.yards(yards)).to;
        offer(Action::Go(Path::of(&[Motion::Rows { middle, facing: stance.facing, files, gap }])));
    }
}

#[cfg(test)]
mod tests;
