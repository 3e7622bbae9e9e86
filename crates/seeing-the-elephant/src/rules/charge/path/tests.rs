//! The way of a charge against a slow twin that goes tick by tick and step by step.

use super::*;
use crate::cases::position;
use crate::files::scenario;
use crate::model::scenario::SeeingTheElephant;
use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Silent};
use faults::Library;

/// Which ways the twin has: every turn that leads to the target, with how far ahead.
fn slow_ways(at: Position<'_>, unit: UnitId, stance: &Stance, target: UnitId) -> Vec<(i8, i32, i32)> {
    let aim = at.footprint(target);
    let table = at.rules.table.field.table();
    let is_on =
        |bodies: &[Posed]| bodies.iter().flat_map(|body| body.outline).all(|corner| table.contains(corner));
    let foes: Vec<UnitId> =
        at.enemies(unit).filter(|&enemy| enemy != target && at.is_formed(enemy)).collect();
    let near = |bodies: &[Posed], enemy: UnitId| is_near(bodies, &at.footprint(enemy), 50);
    let free = |bodies: &[Posed]| at.friends(unit).all(|friend| !overlap(bodies, &at.footprint(friend)));
    let mut ways = Vec::new();
    for turn in -18..=18_i8 {
        let ticks = turn.unsigned_abs();
        let rank = |tick: u8| {
            let wheel = Wheel::new(stance.front_rank(), if turn < 0 { Hand::Left } else { Hand::Right }, 25);
            [wheel.at(tick.into()).posed(INSET)]
        };
        let touched = (1..=ticks).find(|&tick| is_near(&rank(tick), &aim, 50));
        let barred = (1..=ticks)
            .find(|&tick| !is_on(&rank(tick)) || foes.iter().any(|&enemy| near(&rank(tick), enemy)))
            .is_some_and(|tick| touched.is_none_or(|touched| tick < touched || !is_on(&rank(tick))));
        if barred || touched.is_some_and(|tick| tick < ticks) {
            continue;
        }
        let there = |ahead: i32| footprint(&pose(stance, turn, Spot { ticks, ahead }));
        let ahead = if touched.is_some() {
            0
        } else {
            let first = (0..=2_000).map(|step| 10 * step).find(|&ahead| is_near(&there(ahead), &aim, 50));
            let Some(first) = first else { continue };
            let early = |ahead: i32| foes.iter().any(|&enemy| near(&there(ahead), enemy));
            if (0..).map(|step| 10 * step).take_while(|&ahead| ahead < first - 50).any(early) {
                continue;
            }
            if !(0..=first / 10).all(|step| is_on(&there(10 * step))) {
                continue;
            }
            first
        };
        if free(&there(ahead)) {
            ways.push((turn, ahead, along(stance, turn, Spot { ticks, ahead })));
        }
    }
    ways
}

#[derive(Default, Debug)]
struct Seen {
    straight: u32,
    wheeled: [u32; 2],
    in_the_wheel: u32,
    none: u32,
}

fn compare(at: Position<'_>, unit: UnitId, target: UnitId, seen: &mut Seen) {
    let stance = at.stance(unit);
    let found = plan(at, unit, &stance, &at.footprint(target), &Others::of(at, unit, target));
    let ways = slow_ways(at, unit, &stance, target);
    let fewest = ways.iter().map(|way| way.0.unsigned_abs()).min();
    let Some(course) = found else {
        assert_eq!(fewest, None, "{ways:?}");
        seen.none += 1;
        return;
    };
    assert_eq!(Some(course.turn.unsigned_abs()), fewest, "{course:?} {ways:?}");
    let of = |turn: i8| ways.iter().find(|way| way.0 == turn).copied();
    let (_, ahead, length) = of(course.turn).unwrap_or_else(|| panic!("{course:?} {ways:?}"));
    assert!((course.ahead - ahead).abs() <= 10, "{course:?} {ways:?}");
    // Of left and right the shorter, of equals right.
    if let Some((_, _, other)) = of(-course.turn).filter(|_| course.turn != 0) {
        let bound = if course.turn > 0 { length - 10 } else { length - 11 };
        assert!(other >= bound, "{course:?} {ways:?}");
    }
    match course.turn {
        0 => seen.straight += 1,
        turn => seen.wheeled[usize::from(turn < 0)] += 1,
    }
    seen.in_the_wheel += u32::from(course.ahead == 0 && course.turn != 0);
}

/// A charger in the middle of a small field, a target near it, others in between.
fn field(pick: &mut Quick) -> String {
    let mut any = |below: u32| pick.below(below) as i32;
    let kind = ["INF4 line4", "INF6 line3", "CAV4 line4", "INF8 line8", "INF4 col2"][any(5) as usize];
    let mut union = vec![format!("\"A: {kind} at 10,6 facing 0\"")];
    let tenth = |value: i32| format!("{}.{}", value / 10, value % 10);
    let heading = |ticks: i32| tenth(25 * ticks);
    // Now and then so near that the end of the front strikes it in the wheel.
    let depth = if any(3) == 0 { 66 + any(14) } else { 75 + any(90) };
    let target = format!(
        "INF{} at {},{} facing {}",
        2 + any(6),
        tenth(20 + any(160)),
        tenth(depth),
        heading(any(144))
    );
    let mut confederate = vec![format!("\"X: {target}\"")];
    for number in 0..any(4) {
        let (x, y) = (tenth(10 + any(180)), tenth(70 + any(110)));
        confederate.push(format!("\"Y{number}: INF{} at {x},{y} facing {}\"", 2 + any(4), heading(any(144))));
    }
    for number in 0..any(5) {
        let (x, y) = (tenth(10 + any(180)), tenth(70 + any(90)));
        union.push(format!("\"B{number}: INF{} at {x},{y} facing {}\"", 2 + any(4), heading(any(144))));
    }
    format!(
        "ground = {{ size = \"20 20\" }}\nunion = [{}]\nconfederate = [{}]",
        union.join(", "),
        confederate.join(", ")
    )
}

#[test]
fn the_way_of_a_charge_is_the_one_that_plain_trying_finds() {
    let mut seen = Seen::default();
    let mut pick = Quick::new(5);
    for _ in 0..300 {
        let (rules, state) = position(&field(&mut pick));
        let find = |tag| rules.find(tag).expect("a unit");
        compare(rules.position(&state), find("A"), find("X"), &mut seen);
    }
    // Another enemy bars the straight way; in the wheel the end of the front strikes the target, to both sides.
    for mirrored in [false, true] {
        let x = |x: f32| if mirrored { 20.0 - x } else { x };
        let (rules, state) = position(&format!(
            "union = [\"A: INF4 line4 at 10,6 facing 0\"]\nconfederate = [\"X: INF2 at {},6.5 facing 180\", \
             \"Y: INF1 at {},6.13 facing 180\"]",
            x(11.2),
            x(8.1)
        ));
        let find = |tag| rules.find(tag).expect("a unit");
        compare(rules.position(&state), find("A"), find("X"), &mut seen);
    }
    let Seen { straight, wheeled: [right, left], in_the_wheel, none } = seen;
    assert!(straight > 50 && right > 20 && left > 20 && in_the_wheel == 2 && none > 50, "{seen:?}");
}

#[test]
fn so_it_is_in_the_middle_of_games() {
    let rules = scenario(&Library::builtin(), "the-lane").unwrap_or_else(|report| panic!("{report}"));
    let mut seen = Seen::default();
    for seed in 0..4 {
        let mut dice = Quick::new(seed);
        let mut play: Playout<SeeingTheElephant> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut steps = 0;
        while let Next::Act(side, &action) = play.choose(&rules, &state).expect("random play goes on") {
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            steps += 1;
            if steps % 4 != 0 {
                continue;
            }
            let at = rules.position(&state);
            for unit in at.present().filter(|&unit| super::super::check_able(at, unit).is_ok()) {
                for target in at.enemies(unit).filter(|&target| at.is_within(unit, target, 12 * INCH)) {
                    compare(at, unit, target, &mut seen);
                }
            }
        }
    }
    assert!(seen.straight + seen.wheeled[0] + seen.wheeled[1] > 20, "{seen:?}");
}
