//! What a leg meets and climbs, against slow twins.

use super::*;
use crate::files::scenario;
use crate::model::scenario::SeeingTheElephant;
use engine::chance::Quick;
use faults::Library;
use ground::table::heading::AROUND;

/// Legs of a line somewhere on the ground of a scenario.
fn legs(rules: &SeeingTheElephant, count: u32, mut look: impl FnMut(&Sweep)) {
    let table = rules.table.field.table();
    let mut pick = Quick::new(11);
    let mut any = |low: i32, high: i32| low + pick.below((high - low) as u32) as i32;
    for _ in 0..count {
        let anchor = Point::new(any(table.low.x, table.high.x), any(table.low.y, table.high.y));
        let facing = Heading::new(any(0, i32::from(AROUND)) as u16 / TICK * TICK).expect("a heading");
        let stands = any(1, 11) as u8;
        let frontage = any(1, i32::from(stands) + 1) as u8;
        let start = Stance { anchor, facing, formation: Formation::Line, stands, frontage, size: Size::FOOT };
        look(&match any(0, 3) {
            0 => Sweep::wheel(start, Hand::Left, any(1, 37) as u16),
            1 => Sweep::wheel(start, Hand::Right, any(1, 37) as u16),
            _ => Sweep::straight(start, facing, any(10, 12_000)),
        });
    }
}

#[test]
fn who_steps_up_is_told_by_the_levels_on_his_way() {
    let rules = scenario(&Library::builtin(), "the-first-day").unwrap_or_else(|report| panic!("{report}"));
    let state = rules.start.clone();
    let at = rules.position(&state);
    let relief = &rules.table.relief;
    let mut seen = [0; 2];
    legs(&rules, 3_000, |leg| {
        let (mut walk, mut profile) = (Walk::new(), Profile::new());
        let slow = leg.front_ways().any(|(from, to)| {
            relief.walk(from, to, &mut walk);
            relief.profile(&walk, LEVELS, &mut profile);
            profile.climbs(&walk, from) > 0
        });
        assert_eq!(leg.climbs(at), slow, "{leg:?}");
        seen[usize::from(slow)] += 1;
    });
    assert!(seen[0] > 300 && seen[1] > 300, "{seen:?}");
}

#[test]
fn what_a_leg_crosses_is_what_each_of_its_hulls_meets() {
    let rules = scenario(&Library::builtin(), "the-first-day").unwrap_or_else(|report| panic!("{report}"));
    let state = rules.start.clone();
    let at = rules.position(&state);
    let field = &rules.table.field;
    let mut seen = [0; 2];
    legs(&rules, 2_000, |leg| {
        let meets = |hull: &Hull, feature: FeatureId| {
            let sides = field.sides_of(feature).iter();
            sides.into_iter().any(|side| hull.meets(side.from, side.to))
                || hull.points().first().is_some_and(|&point| field.holds(feature, point))
        };
        let hulls: Vec<Hull> = leg.hulls().collect();
        let starts: Vec<Hull> = bodies(&leg.start).iter().map(|body| Hull::of(&body.posed(0))).collect();
        let of =
            |kinds: Kinds| field.features().filter(move |&feature| field.kinds(feature).intersects(kinds));
        let touches = |hulls: &[Hull], feature| hulls.iter().any(|hull| meets(hull, feature));
        let areas = of(COSTLY_AREAS).filter(|&area| touches(&hulls, area) || touches(&starts, area));
        let areas = areas.fold(Kinds::NONE, |kinds, area| kinds | field.kinds(area)).common(COSTLY_AREAS);
        let lines = of(COSTLY_LINES).filter(|&line| touches(&hulls, line) && !touches(&starts, line)).count();
        let ground = leg.ground(at, false);
        assert_eq!((ground.areas, usize::from(ground.lines)), (areas, lines.min(64)), "{leg:?}");
        seen[0] += usize::from(!areas.is_empty());
        seen[1] += usize::from(lines > 0);
    });
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}
