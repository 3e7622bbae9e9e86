//! Defensive fire, which others set off.

use super::volley::Shift;
use super::*;
use crate::SeeingTheElephant;
use crate::cases::position;
use crate::model::action::Action;
use crate::model::aims::StandSet;
use crate::model::scale::Scale;
use crate::rules::sight::{self, Line};
use crate::rules::{arcs, tables};
use engine::agenda;
use engine::chance::Quick;
use engine::conformance::{Effort, conform};
use engine::notation::Noun;
use engine::proof::proves;
use engine::{Chance, Rules, Side};
use ground::table::{Body, meet};
use std::sync::Arc;

/// The shot of all stands of the first unit at the first enemy, at a range in yards or measured.
fn shot(text: &str, yards: Option<i32>, moving: bool) -> Option<Shot> {
    let (rules, state) = position(text);
    let at = rules.position(&state);
    let range = yards.map_or(Range::Measured, |yards| Range::Fixed(Scale::Regimental1.yards(yards)));
    let (firer, target) = (rules.find("D")?, rules.find("X")?);
    assert!(can_defend(at, firer, target, range) == shot_of_all(at, firer, target, range, moving).is_some());
    shot_of_all(at, firer, target, range, moving)
}

fn line(defender: &str, charger: &str) -> String {
    format!("union = [\"D: {defender}\"]\nconfederate = [\"X: {charger}\"]")
}

fn is_stationary(shot: &Shot) -> bool {
    shot.shifts.contains(&(Shift::Stationary, 1))
}

#[test]
fn who_does_not_move_fires_as_such() {
    let _proof = proves(&["R-13"]);
    let charger = "INF8 Reg RM at 20,15 facing 180";
    let fires = |defender: &str, moving| shot(&line(defender, charger), Some(100), moving).expect("a shot");
    assert!(is_stationary(&fires("INF8 Reg RM at 20,10", false)));
    assert!(is_stationary(&fires("INF8 Reg RM at 20,10 +fired", false)), "its own fire phase bars nobody");
    assert!(!is_stationary(&fires("INF8 Reg RM at 20,10", true)), "caught while moving");
    assert!(!is_stationary(&fires("INF8 Reg RM at 20,10 +prone", false)), "R-54");
    assert!(!is_stationary(&fires("INF8 Reg RM at 20,10 skirmish", false)), "they must give way");
    assert!(!is_stationary(&fires("ART2 Reg nap at 20,10", false)), "guns have no such column");
}

#[test]
fn fire_at_a_charger_has_one_range_for_all() {
    let _proof = proves(&["R-27"]);
    // Ten stands before two: measured, those at the ends are farther off than 100 yards.
    let text = line("INF10 Reg RM at 20,10", "INF2 Reg RM at 20,15 facing 180");
    assert_eq!(shot(&text, Some(100), false).map(|shot| shot.half_factors), Some(60));
    assert!(shot(&text, None, false).is_some_and(|shot| shot.half_factors < 60));
    // Nobody fires who has not got him in his arc.
    let behind = line("INF10 Reg RM at 20,10", "INF2 Reg RM at 20,5 facing 0");
    assert_eq!(shot(&behind, Some(100), false), None);
    // Pistols reach 50 yards.
    let text = line("CAV6 Reg pistol at 20,10", "INF6 Reg RM at 20,15 facing 180");
    assert_eq!(shot(&text, Some(100), false), None);
    assert_eq!(shot(&text, Some(50), false).map(|shot| shot.half_factors), Some(24));
    // Markers silence as usual.
    let text = line("INF10 Reg RM at 20,10 p2", "INF10 Reg RM at 20,15 facing 180");
    assert_eq!(shot(&text, Some(100), false).map(|shot| shot.half_factors), Some(48));
}

#[test]
fn guns_in_arc_fire_in_pairs() {
    let _proof = proves(&["R-114"]);
    let at = "at 20,10";
    // To the right and near: only the two guns on the right have him in their arcs.
    let charger = "INF1 Reg RM at 26,14 facing 180";
    let factors = |guns: &str| {
        shot(&line(&format!("ART4 Reg {guns} {at}"), charger), Some(100), false).map(|shot| shot.half_factors)
    };
    let (napoleon, rifle) = (24, 10);
    assert_eq!(factors("nap*2+6rifle*2"), Some(2 * napoleon));
    assert_eq!(
        factors("nap+6rifle+nap*2"),
        Some(rifle),
        "one Napoleon in arc is silent, the only rifle fires"
    );
    assert_eq!(factors("6rifle+nap+6rifle+nap"), None);
    // The guns prolong this turn.
    let text = line("ART2 Reg nap at 20,10 +prolonging", "INF2 Reg RM at 20,15 facing 180");
    assert!(shot(&text, Some(100), false).is_some_and(|shot| shot.shifts.contains(&(Shift::Prolonging, -1))));
}

#[test]
fn nobody_fires_who_may_not() {
    let _proof = proves(&["R-71", "R-84"]);
    let may = |defender: &str, charger: &str| {
        let (rules, state) = position(&line(defender, charger));
        let (firer, target) = (rules.find("D").expect("D"), rules.find("X").expect("X"));
        can_fire_at(rules.position(&state), firer, target)
    };
    let charger = "INF6 Reg RM at 20,14 facing 180";
    assert!(may("INF6 Reg RM at 20,10", charger));
    assert!(!may("INF6 Reg RM at 20,10 retreating", charger));
    assert!(!may("ART2 Reg nap at 20,10 limbered", charger));
    assert!(!may("WAG at 20,10", charger));
    assert!(!may("INF6 Reg RM at 20,10", "WAG at 20,14 facing 180"));
    assert!(!may("INF6 Reg RM at 20,13.95", charger));
}

/// The plain twin of [`volley::prospect`]: every stand against every stand.
fn slow_factors(lookout: &mut Lookout<'_>, unit: UnitId, target: UnitId) -> Vec<u8> {
    let at = lookout.at;
    let mils = at.rules.scale.mils_a_yard();
    let stands = at.stands(unit);
    let factor = |(number, stand): (usize, &Body)| {
        let eye = sight::eye(at, unit, stand);
        let seen = at.stands(target).into_iter().filter(|goal| {
            let in_arc =
                at.is_loose(unit) || arcs::arc(stand).is_some_and(|arc| arcs::holds(&arc, &goal.posed(0)));
            in_arc && lookout.sees(&Line { unit, stand: *stand, target: Some(target), to: goal.centre() })
        });
        let gaps = seen.filter_map(|goal| meet::nearest(&[eye], &goal.posed(0).outline));
        let nearest = gaps.map(|nearest| nearest.squared).min();
        let weapon = volley::weapon(at, unit, number as u8);
        nearest.zip(weapon).map_or(0, |(gap, weapon)| {
            let range = (gap.distance()..).find(|&range| gap.is_within(range)).unwrap_or(0);
            tables::half_factors(weapon, range, mils) as u8
        })
    };
    stands.iter().enumerate().map(factor).collect()
}

#[test]
fn factors_are_those_of_the_slow_twin() {
    // Numbers as they come: positions, headings and formations of six units in a box with woods and a hill in it.
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let mut hits = 0;
    for _ in 0..60 {
        let forms = ["", "line3x3", "col2", "skirmish", "square"];
        let mut unit = |name: &str| {
            let (x, y, facing) = (12_000 + draw(36_000), 12_000 + draw(24_000), 25 * draw(144));
            let form = forms[draw(5) as usize];
            let place = format!("at {}.{:03},{}.{:03}", x / 1000, x % 1000, y / 1000, y % 1000);
            format!("\"{name}: INF8 Reg RM {place} facing {}.{} {form}\"", facing / 10, facing % 10)
        };
        let text = format!(
            "union = [{}, {}, {}]\nconfederate = [{}, {}, {}]\n[ground]\nsize = \"72 48\"\n\
             areas = [\"woods w: 20 20, 30 20, 30 28, 20 28\", \"building b: 36 18, 39 18, 39 21, 36 21\"]\n\
             hills = [\"1: 30 10, 50 10, 50 20, 30 20\"]",
            unit("A"),
            unit("B"),
            unit("C"),
            unit("X"),
            unit("Y"),
            unit("Z")
        );
        let (rules, state) = position(&text);
        let at = rules.position(&state);
        let mut lookout = Lookout::new(at);
        for firer in at.present_of(Side::Union) {
            for target in at.present_of(Side::Confederate) {
                let slow = slow_factors(&mut lookout, firer, target);
                let fast = volley::prospect(&mut lookout, firer, Aimed::Unit(target), Range::Measured);
                let fast = fast.map_or_else(|| vec![0; slow.len()], |prospect| prospect.factors.to_vec());
                hits += slow.iter().filter(|factor| **factor > 0).count();
                assert_eq!(fast, slow, "{text}");
            }
        }
    }
    assert!(hits > 500, "only {hits} stands had a target");
}

/// A small battle of all arms with every option of fire.
const BATTLE: &str = r#"
    turns = 2
    options = { out_of_ammunition = true, fire_at_officers = true, small_arms_50yd_left_one = true }
    union = [
      "A: INF8 Reg RM at 20,14 facing 0 +marksmen", "B: INF6 Vet RM at 30,14 facing 0",
      "G: ART4 Reg nap*2+3in*2 at 40,12 facing 0", "C: CAV6 Reg blc at 50,12 facing 0",
    ]
    confederate = [
      "X: INF10 Reg RM at 20,24 facing 180 line5x2", "Y: INF8 Green RM at 32,30 facing 180 +marksmen",
      "H: ART3 Poor nap*2+6lb at 42,34 facing 180", "Z: INF6 Reg RM at 50,28 facing 180 skirmish",
    ]
    officers = ["Rusk: u1 at 26,8", "Pryor: c1 with X", "Kell: c at 26,30"]
    [ground]
    size = "72 48"
    areas = ["woods w: 24 20, 32 20, 32 26, 24 26"]
    lines = ["wall l: 14 22, 26 22"]
    hills = ["1: 36 8, 48 8, 48 16, 36 16"]
"#;

#[test]
fn random_battles_obey_the_laws() {
    let (mut rules, _) = position(&format!("phase = \"turn\"\n{BATTLE}"));
    rules.start.agenda.clear();
    let wild = |rules: &SeeingTheElephant, chance: &mut dyn Chance| Action::any(rules, chance);
    let effort = Effort {
        games: 3,
        bound: 3_000,
        one_in: 16,
        odds_one_in: 10_000,
        watcher_sees_what_both_see: false,
        ..Effort::default()
    };
    let summary = conform(&Arc::new(rules), &wild, effort).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(summary.wild_refused > 200, "{summary:?}");
}

/// Any answer to a plan of fire but its end.
fn any_of_fire(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Action {
    let unit = UnitId::at(chance.draw(4, "whose") as usize);
    let target = UnitId::at(4 + chance.draw(4, "at whom") as usize);
    let stands = StandSet::any(rules, chance);
    match chance.draw(8, "what") {
        0 => Action::Posture { unit, effort: Noun::any(rules, chance) },
        1 => Action::Together(target),
        2 => Action::Apart(target),
        3 => Action::Snipe { unit, stands, officer: Noun::any(rules, chance) },
        _ => Action::Aim { unit, stands, target },
    }
}

#[test]
fn any_plan_of_legal_answers_can_be_carried_out() {
    let (rules, start) = position(&format!("phase = \"fire\"\n{BATTLE}"));
    let mut chance = Quick::pair(7, 7);
    let (mut legal, mut shots) = (0, 0);
    for _ in 0..40 {
        let mut state = start.clone();
        agenda::run::<SeeingTheElephant>(&mut Play {
            rules: &rules,
            state: &mut state,
            chance: &mut chance,
            story: &mut engine::Silent,
        });
        for _ in 0..200 {
            let action = any_of_fire(&rules, &mut chance);
            if rules.check(&state, Side::Union, &action).is_ok() {
                rules.apply(&mut state, Side::Union, &action, &mut chance, &mut engine::Silent);
                legal += 1;
            }
        }
        let at = rules.position(&state);
        for aim in &state.plan.aims {
            assert_eq!(volley::paired(at, aim.unit, aim.stands), aim.stands, "guns in pairs");
            let others = state.plan.aims.iter().filter(|other| other.unit == aim.unit && *other != aim);
            assert!(others.clone().all(|other| other.stands & aim.stands == 0), "each stand fires once");
        }
        let mut told = Vec::new();
        rules.apply(&mut state, Side::Union, &Action::Commit, &mut chance, &mut told);
        shots += told.iter().filter(|event| matches!(event, Event::Shot { .. })).count();
        assert_eq!(state.plan, plan::FirePlan::default());
    }
    assert!(legal > 200 && shots > 40, "{legal} answers, {shots} shots");
}
