//! The engine's laws hold for Picket Line.

use engine::chance::Chance;
use engine::conformance::{Effort, Wild, conform, soak};
use picket_line::field::Point;
use picket_line::{Action, PicketLine};
use std::sync::Arc;

/// Actions without regard to what is legal.
struct AnyAction;

impl Wild<PicketLine> for AnyAction {
    fn any(&self, rules: &PicketLine, chance: &mut dyn Chance) -> Action {
        Action::any(rules, chance)
    }

    /// A point a few paces away, which may be too far, too close to somebody, or off the field.
    fn near(&self, rules: &PicketLine, action: &Action, chance: &mut dyn Chance) -> Action {
        let mut shift = || chance.draw(61, "shift") as i32 - 30;
        match *action {
            Action::Move { to, facing } => {
                Action::Move { to: Point::new(to.x + shift(), to.y + shift()), facing }
            }
            _ => self.any(rules, chance),
        }
    }
}

#[test]
fn the_laws_hold() {
    let effort = Effort { games: 300, bound: 400, odds_one_in: 8, ..Effort::default() };
    let summary = conform(&Arc::new(PicketLine::standard()), &AnyAction, effort)
        .unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!(summary.games, 300);
    // The run has met everything it is meant to try.
    assert!(summary.wild_legal > 1_000 && summary.wild_refused > 1_000, "{summary:?}");
    assert!(summary.undone > 100 && summary.other_worlds > 1_000, "{summary:?}");
    assert!(summary.reactions > 100, "{summary:?}");
    assert!(summary.results.iter().all(|&count| count > 0), "{summary:?}");
}

#[test]
fn random_games_end_and_replay() {
    let soaked = soak(&PicketLine::standard(), 0..2_000, 400).unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!(soaked.games, 2_000);
    assert!(soaked.results.iter().all(|&count| count > 50), "{soaked:?}");
}
