//! The ways and their paths against a plain list of all paths of G-17, in positions of random games.

use super::*;
use crate::files::scenario;
use crate::rules::movement::PickPath;
use crate::{SeeingTheElephant, Task};
use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Silent};
use faults::Library;

/// Sees the answers of the two questions in random games, and what a plain list would have.
#[test]
fn every_candidate_is_an_answer_of_the_two_steps() {
    let rules = scenario(&Library::builtin(), "herbst-woods").unwrap_or_else(|report| panic!("{report}"));
    let (mut listed, mut ways) = (0, 0);
    for seed in 0..3 {
        let mut dice = Quick::new(seed);
        let mut play: Playout<SeeingTheElephant> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        while let Next::Act(side, &action) = play.choose(&rules, &state).expect("random play goes on") {
            if let Some(Task::PickPath(asked @ PickPath { way: None, .. })) = state.agenda.next() {
                let found = in_two_steps(&rules, &state, asked, &mut ways);
                let at = rules.position(&state);
                candidates(at, asked.unit, asked.roll, |path| {
                    if rules.check(&state, side, &path).is_ok() {
                        listed += 1;
                        assert!(found.contains(&path), "{} is missing", rules.write(&path));
                    }
                });
            }
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
        }
    }
    assert!(listed > 500 && ways > 500, "{listed} paths, {ways} ways");
}

/// All paths that are listed, at once or after a way was chosen.
fn in_two_steps(
    rules: &SeeingTheElephant,
    state: &crate::State,
    asked: PickPath,
    ways: &mut usize,
) -> Vec<Action> {
    let side = rules.position(state).side(asked.unit);
    let (mut first, mut found) = (Vec::new(), Vec::new());
    rules.actions(state, side, &mut first);
    assert!(first.len() <= 16 && first[0] == Action::Stay, "{first:?}");
    for answer in first {
        let Action::Way(_) = answer else {
            found.push(answer);
            continue;
        };
        *ways += 1;
        assert_eq!(rules.check(state, side, &answer), Ok(()));
        let mut next = state.clone();
        rules.apply(&mut next, side, &answer, &mut Quick::new(0), &mut Silent);
        let mut paths = Vec::new();
        rules.actions(&next, side, &mut paths);
        assert!(paths.len() <= 6 && paths[0] == Action::Stay, "{paths:?}");
        found.extend(paths);
    }
    found
}

/// The moves worth offering.
fn candidates(at: Position<'_>, unit: UnitId, roll: Roll, mut offer: impl FnMut(Action)) {
    let mut go = |legs: &[Motion]| offer(Action::Go(Path::of(legs)));
    let most = allowance(roll.sum, roll.dice, u8::from(roll.mode.rises()), slowed(at, unit));
    let formation = at.troop(unit).formation;
    match roll.mode {
        Mode::Prone => {}
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
        _ if formation == Formation::Skirmish => loose(at, unit, most, &mut offer),
        _ => formed(at, unit, roll, most, &mut go),
    }
}

fn formed(at: Position<'_>, unit: UnitId, roll: Roll, most: i32, go: &mut impl FnMut(&[Motion])) {
    let ghost = Ghost::of(at, unit);
    let stance = ghost.stance;
    let die = dice(roll);
    let arm = at.unit(unit).arm;
    match stance.formation {
        Formation::Unlimbered => {
            go(&[Motion::Limber]);
            go(&[Motion::Limber, Motion::Forward(most / 2)]);
            return go(&[Motion::Limber, Motion::About, Motion::Forward((most - die) / 2)]);
        }
        Formation::Square => {
            return go(&[Motion::Form { formation: Formation::Line, frontage: stance.stands }]);
        }
        _ => {}
    }
    // Straight ahead, with what hills and woods on the way leave.
    for length in [most, most - die, most - 2 * die, 2 * most / 3, most / 3] {
        if length > 0 {
            go(&[Motion::Forward(length)]);
        }
    }
    let enemy = nearest(at, unit);
    if let Some(enemy) = enemy {
        let ahead = Sweep::straight(stance, stance.facing, most);
        for yards in STANDOFFS {
            let reached = ahead.first_within(&at.footprint(enemy), at.rules.scale.yards(yards));
            if let Some(length) = reached.filter(|&length| length > 0) {
                go(&[Motion::Forward(length)]);
            }
        }
    }
    // Behind the first cover ahead.
    let front = sweep::footprint(&stance);
    let leg = Leg::new(stance.anchor, stance.facing, most);
    if let Some(body) = front.first()
        && let Some((length, _)) = at.rules.table.field.first_met(&leg, &body.outline, COVER, sweep::MARK)
        && length > BEHIND_COVER
    {
        go(&[Motion::Forward(length - BEHIND_COVER)]);
    }
    if stance.formation != Formation::Limbered {
        for (right, ticks) in [(false, 9), (false, 18), (true, 9), (true, 18)] {
            for distance in [most, most / 2] {
                go(&[Motion::Oblique { right, ticks, distance }]);
            }
        }
    }
    // To bear: on the nearest enemy, on what is to be held, on a flank.
    let mut aims: Vec<Point> = Vec::new();
    if let Some(enemy) = enemy {
        aims.push(at.centroid(enemy));
        if !at.is_loose(enemy) {
            let block = at.stance(enemy).block();
            let off = block.width + 2 * at.rules.scale.yards(OFF_FLANK);
            aims.extend([block.spot(off, -block.depth), block.spot(-off, -block.depth)]);
        }
    }
    let near =
        at.rules.objectives.iter().min_by_key(|objective| objective.at.distance_squared(stance.anchor));
    aims.extend(near.map(|objective| objective.at));
    for aim in aims {
        let Some(wheel) = bearing_on(&ghost, aim) else { continue };
        let Motion::Wheel { ticks, .. } = wheel else { continue };
        go(&[wheel]);
        let rest = most - wheel_cost(&stance, ticks.into());
        let far = stance.anchor.distance_squared(aim).isqrt() as i32;
        for length in [rest.min(far), (rest - die).min(far)] {
            if length > 0 {
                go(&[wheel, Motion::Forward(length)]);
            }
        }
    }
    if most > die {
        go(&[Motion::About, Motion::Forward(most - die)]);
    }
    go(&[Motion::About]);
    drill(at, unit, &ghost, most, go);
    if arm == Arm::Infantry {
        go(&[Motion::Back(most / 2)]);
        go(&[Motion::Prone]);
    }
}

/// Other formations, where it stands and with what is left of the move.
fn drill(at: Position<'_>, unit: UnitId, ghost: &Ghost, most: i32, go: &mut impl FnMut(&[Motion])) {
    let stance = ghost.stance;
    let arm = at.unit(unit).arm;
    let line = |frontage: u8| Motion::Form { formation: Formation::Line, frontage };
    let column = |frontage: u8| Motion::Form { formation: Formation::Column, frontage };
    let left = if arm == Arm::Cavalry { most } else { most / 2 };
    match stance.formation {
        Formation::Limbered => {
            go(&[Motion::Unlimber]);
            go(&[Motion::Forward(most / 2), Motion::Unlimber]);
        }
        Formation::Line => {
            go(&[column(2.min(stance.stands)), Motion::Forward(left)]);
            go(&[column(2.min(stance.stands))]);
            if stance.ranks() == 1 && stance.stands >= 6 {
                go(&[line(stance.stands.div_ceil(2))]);
            }
        }
        Formation::Column => {
            go(&[Motion::Forward(left), line(stance.stands)]);
            go(&[line(stance.stands)]);
        }
        _ => {}
    }
    if arm == Arm::Cavalry {
        go(&[Motion::Dismount]);
    }
}

/// Loose stands: all of them the same way, as they lie.
fn loose(at: Position<'_>, unit: UnitId, most: i32, offer: &mut impl FnMut(Action)) {
    let ghost = Ghost::of(at, unit);
    let shifted = |direction: Heading, distance: i32| -> Spots {
        ghost.places.iter().map(|&place| Leg::new(place, direction, distance).to).collect()
    };
    for eighth in 0..8 {
        let direction = Heading::NORTH.turned(Turn::tenths(eighth * i32::from(QUARTER) / 2));
        for distance in [most, most / 2] {
            offer(Action::Lay(Places::of(&shifted(direction, distance))));
        }
    }
    let mut go = |legs: &[Motion]| offer(Action::Go(Path::of(legs)));
    let stance = ghost.stance;
    let (middle, facing) = (stance.anchor, stance.facing);
    go(&[Motion::Rows { middle, facing, files: stance.stands.min(8), gap: skirmishers::USUAL_GAP }]);
    go(&[Motion::Recall]);
    go(&[Motion::Form { formation: Formation::Line, frontage: stance.stands }]);
    go(&[Motion::Mount]);
    go(&[Motion::Prone]);
}
