//! What blocks a line, against a slow twin that looks at everybody and walks over all the ground.

use super::*;
use crate::files::scenario;
use crate::model::scenario::SeeingTheElephant;
use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Silent};
use faults::Library;

/// Everybody in the order of their numbers, then buildings, woods, and the highest ground between the ends.
fn slow_obstacle(at: Position<'_>, line: &Line) -> Option<Obstacle> {
    let from = eye(at, line.unit, &line.stand);
    let close = at.rules.scale.yards(CLOSE);
    let levels = [from, line.to].map(|end| at.rules.table.relief.height(end));
    let sight = Sight { at, from, to: line.to, levels, close };
    let segment = [from, line.to];
    for unit in at.present().filter(|&unit| !at.is_loose(unit)) {
        let blocks = |body: &Posed| {
            meet::gap_within(&segment, &body.core, 0)
                && meet::nearest(&segment, &body.outline)
                    .is_none_or(|met| !sight.is_over(met.stretch.map(|(point, _)| point)))
        };
        if unit != line.unit && Some(unit) != line.target && at.footprint(unit).iter().any(blocks) {
            return Some(Obstacle::Unit(unit));
        }
    }
    let (field, relief) = (&at.rules.table.field, &at.rules.table.relief);
    let mut walk = Walk::new();
    field.walk(from, line.to, BUILDING.with(WOODS), &mut walk);
    let leg = Leg { from: walk.from(), to: walk.to(), length: walk.whole(Share::END) };
    let hides = |feature| !field.holds(feature, line.stand.centre()) && !field.holds(feature, line.to);
    let built = walk.stretches().iter().any(|stretch| {
        stretch.kinds.intersects(BUILDING) && stretch.enter < stretch.leave && hides(stretch.feature)
    });
    if built {
        return Some(Obstacle::Building);
    }
    let mut woods = Vec::new();
    walk.joined(WOODS, &mut woods);
    let counted = woods.into_iter().filter(|&(enter, leave)| {
        let inner = enter > 0 && leave < leg.length;
        (inner || leave - enter > EDGE) && !sight.is_over([leg.at(enter), leg.at(leave)])
    });
    if counted.map(|(enter, leave)| leave - enter).sum::<i32>() > close {
        return Some(Obstacle::Woods);
    }
    let highest = relief.height(from).max(relief.height(line.to));
    relief.walk(from, line.to, &mut walk);
    relief.highest_between(&walk).is_some_and(|between| between > highest).then_some(Obstacle::Hill)
}

/// The nearest of those who are seen, all of them measured.
fn slow_nearest_seen(at: Position<'_>, unit: UnitId) -> Option<UnitId> {
    let mut enemies: Vec<_> = at.enemies(unit).map(|enemy| (at.gap(unit, enemy), enemy)).collect();
    enemies.sort_unstable();
    let sees = |enemy: UnitId| {
        let goals = at.stands(enemy);
        at.stands(unit).iter().any(|&stand| {
            goals.iter().any(|goal| {
                let line = Line { unit, stand, target: Some(enemy), to: goal.centre() };
                slow_obstacle(at, &line).is_none()
            })
        })
    };
    enemies.into_iter().map(|(_, enemy)| enemy).find(|&enemy| sees(enemy))
}

#[test]
fn lines_are_blocked_by_what_the_slow_twin_finds() {
    let mut seen = [0; 5];
    let mut nearest = [0; 2];
    for (name, seed) in [("herbst-woods", 3), ("oak-ridge", 1), ("the-lane", 2)] {
        let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
        let (mut dice, mut pick) = (Quick::new(seed), Quick::new(seed));
        let mut play: Playout<SeeingTheElephant> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        for step in 0..700 {
            let Next::Act(side, &action) = play.choose(&rules, &state).expect("random play goes on") else {
                break;
            };
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            if step % 23 != 0 {
                continue;
            }
            let at = rules.position(&state);
            let present: Vec<UnitId> = at.present().collect();
            for &unit in &present {
                let mut lookout = Lookout::new(at);
                for target in at.enemies(unit) {
                    let (ours, theirs) = (at.stands(unit), at.stands(target));
                    let stand = ours[pick.below(ours.len() as u32) as usize];
                    let to = theirs[pick.below(theirs.len() as u32) as usize].centre();
                    let line = Line { unit, stand, target: Some(target), to };
                    let slow = slow_obstacle(at, &line);
                    assert_eq!(Lookout::new(at).obstacle(&line), slow, "{name}, {step}: {line:?}");
                    lookout.look_between(unit, target);
                    assert_eq!(lookout.obstacle(&line), slow, "{name}, {step}: between, {line:?}");
                    seen[match slow {
                        None => 0,
                        Some(Obstacle::Unit(_)) => 1,
                        Some(Obstacle::Building) => 2,
                        Some(Obstacle::Woods) => 3,
                        Some(Obstacle::Hill) => 4,
                    }] += 1;
                }
            }
            let unit = present[pick.below(present.len() as u32) as usize];
            let found = nearest_seen(at, unit);
            assert_eq!(found, slow_nearest_seen(at, unit), "{name}, {step}");
            nearest[usize::from(found.is_some())] += 1;
        }
    }
    let [open, units, _, woods, hills] = seen;
    assert!(open > 300 && units > 100 && woods > 100 && hills > 20, "{seen:?}");
    assert!(nearest[1] > 20, "{nearest:?}");
}
