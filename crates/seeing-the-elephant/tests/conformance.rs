//! The engine's laws hold for Seeing the Elephant!

use engine::chance::Chance;
use engine::conformance::{Effort, Wild, conform};
use faults::Library;
use seeing_the_elephant::files::scenario;
use seeing_the_elephant::{Action, SeeingTheElephant};
use std::sync::Arc;

/// Actions without regard to what is legal.
struct AnyAction;

impl Wild<SeeingTheElephant> for AnyAction {
    fn any(&self, rules: &SeeingTheElephant, chance: &mut dyn Chance) -> Action {
        Action::any(rules, chance)
    }
}

#[test]
fn the_laws_hold() {
    let rules = scenario(&Library::builtin(), "herbst-woods").unwrap_or_else(|report| panic!("{report}"));
    let effort = Effort { games: 3, bound: 20_000, odds_one_in: 200, ..Effort::default() };
    let summary = conform(&Arc::new(rules), &AnyAction, effort).unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!(summary.games, 3);
    assert!(summary.wild_refused > 1_000 && summary.undone > 10, "{summary:?}");
}
