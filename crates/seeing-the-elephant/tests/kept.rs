//! What is found out by cheap questions first is what one finds by asking everything.

use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Pending, Rules, Silent};
use faults::Library;
use seeing_the_elephant::files::scenario;
use seeing_the_elephant::{Action, SeeingTheElephant, State};

/// Plays at random and looks at every position on the way.
fn watch(name: &str, decisions: usize, mut look: impl FnMut(&SeeingTheElephant, &State)) {
    let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
    let mut play: Playout<SeeingTheElephant> = Playout::new(7);
    let mut dice = Quick::new(7);
    let mut state = rules.start(&mut dice, &mut Silent);
    for _ in 0..decisions {
        if play.step(&rules, &mut state, &mut dice).expect("random play goes on").is_some() {
            state = rules.start(&mut dice, &mut Silent);
        }
        look(&rules, &state);
    }
}

/// Charges are listed by what was found out when their phase began, cheapest question first; the door asks everything,
/// of everybody, every time.
#[test]
fn charges_that_are_listed_are_those_that_the_door_lets_in() {
    let (mut seen, mut open) = (0, 0);
    for (name, decisions) in [("herbst-woods", 4_000), ("the-lane", 4_000), ("oak-ridge", 1_500)] {
        watch(name, decisions, |rules, state| {
            let Pending::Decide(sides) = rules.pending(state) else { return };
            let Some(side) = sides.first() else { return };
            let mut listed = Vec::new();
            rules.actions(state, side, &mut listed);
            if !listed.contains(&Action::Announce) {
                return;
            }
            seen += 1;
            for unit in rules.unit_ids() {
                for target in rules.unit_ids() {
                    let both = [Action::Charge { unit, target }, Action::ChargePlainly { unit, target }];
                    for charge in both {
                        let legal = rules.check(state, side, &charge).is_ok();
                        assert_eq!(listed.contains(&charge), legal, "{}", rules.write(&charge));
                        open += usize::from(legal);
                    }
                }
            }
        });
    }
    assert!(seen > 50 && open > 100, "{seen} questions with {open} charges");
}
