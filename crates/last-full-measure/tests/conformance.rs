//! The engine's laws, proven on every scenario.

use engine::Chance;
use engine::conformance::{Effort, conform};
use last_full_measure::load::{Library, scenario};
use last_full_measure::{LastFullMeasure, notation};
use std::sync::Arc;

fn conforms(name: &str, effort: Effort) {
    let scenario = match scenario(&Library::builtin(), name) {
        Ok(scenario) => scenario,
        Err(report) => panic!("{report}"),
    };
    let game = Arc::new(LastFullMeasure::new(scenario));
    let wild =
        |rules: &LastFullMeasure, chance: &mut dyn Chance| notation::arbitrary(&rules.scenario, chance);
    if let Err(breach) = conform(&game, &wild, effort) {
        panic!("{name}: {breach}");
    }
}

#[test]
fn crossroads_farm_keeps_the_laws() {
    conforms("crossroads-farm", Effort { games: 6, one_in: 40, odds_one_in: 200, ..Effort::default() });
}

#[test]
fn mcphersons_ridge_keeps_the_laws() {
    conforms("mcphersons-ridge", Effort { games: 3, one_in: 60, odds_one_in: 300, ..Effort::default() });
}

#[test]
fn gettysburg_july_1_keeps_the_laws() {
    conforms("gettysburg-july-1", Effort { games: 1, one_in: 400, odds_one_in: 1000, ..Effort::default() });
}
