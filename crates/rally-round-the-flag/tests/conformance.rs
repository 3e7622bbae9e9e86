//! The engine's laws hold for Rally Round the Flag.

use engine::GameEntry;
use engine::chance::Chance;
use engine::conformance::{Effort, Summary, conform, conform_sights};
use faults::Library;
use rally_round_the_flag::{Action, RallyRoundTheFlag};
use std::sync::Arc;

/// Any answer at all; but a battle is not given up at every other question.
fn hold(id: &str, effort: Effort) -> Summary {
    let rules =
        RallyRoundTheFlag::scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"));
    let wild = |rules: &RallyRoundTheFlag, chance: &mut dyn Chance| match Action::any(rules, chance) {
        Action::Retire | Action::RetireRouted if chance.draw(50, "give up") > 0 => Action::Pass,
        action => action,
    };
    conform(&Arc::new(rules), &wild, effort).unwrap_or_else(|breach| panic!("{breach}"))
}

#[test]
fn the_laws_hold() {
    let effort =
        Effort { games: 3, bound: 10_000, one_in: 40, odds_one_in: 400, wild: 2, ..Effort::default() };
    let summary = hold("mcphersons-woods", effort);
    assert_eq!(summary.games, 3);
    assert!(summary.wild_refused > 100 && summary.other_worlds > 10, "{summary:?}");
}

#[test]
fn sights_and_drags_keep_their_laws() {
    let rules = RallyRoundTheFlag::scenario(&Library::builtin(), "mcphersons-woods")
        .unwrap_or_else(|report| panic!("{report}"));
    let seen = conform_sights(&Arc::new(rules), 0..2, 400, 12).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(seen.positions > 40 && seen.other_worlds > 10 && seen.traces > 20, "{seen:?}");
}

#[test]
fn the_laws_hold_while_a_battle_is_set_up() {
    // Many are refused before they begin.
    let effort =
        Effort { games: 16, bound: 10_000, one_in: 60, odds_one_in: 4_000, wild: 2, ..Effort::default() };
    let summary = hold("chambersburg-pike", effort);
    assert_eq!(summary.games, 16);
    assert!(summary.actions > 500 && summary.other_worlds > 10, "{summary:?}");
}
