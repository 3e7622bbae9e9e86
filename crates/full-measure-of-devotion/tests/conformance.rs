//! The engine's laws, proven on every scenario.

use engine::Chance;
use engine::conformance::{Effort, Summary, conform};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::load::{Library, scenario};

use std::sync::Arc;

fn conforms(name: &str, effort: Effort) -> Summary {
    let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
    let any = |rules: &FullMeasureOfDevotion, chance: &mut dyn Chance| Action::any(&rules.campaign, chance);
    conform(&Arc::new(rules), &any, effort).unwrap_or_else(|breach| panic!("{name}: {breach}"))
}

#[test]
fn monocacy_bridge_keeps_the_laws() {
    let effort = Effort { games: 30, one_in: 4, odds_one_in: 200, ..Effort::default() };
    let summary = conforms("monocacy-bridge", effort);
    assert!(summary.other_worlds > 1_000 && summary.undone > 50, "{summary:?}");
}

#[test]
fn late_june_keeps_the_laws() {
    conforms("late-june", Effort { games: 6, one_in: 12, odds_one_in: 400, ..Effort::default() });
}

#[test]
fn the_campaign_keeps_the_laws() {
    conforms("campaign", Effort { games: 4, one_in: 20, odds_one_in: 600, ..Effort::default() });
}
