//! A small campaign, played by the input: the list of answers and the judge of answers agree, and what is legal can be done.
//!
//! A line that begins with a small letter is an action in the game's notation; any other byte chooses from the list.
#![no_main]

use std::sync::LazyLock;

use engine::chance::Seeded;
use engine::fair::Terms;
use engine::{Pending, Rules, Side, Silent};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::load::{Library, scenario};
use full_measure_of_devotion::state::State;
use libfuzzer_sys::fuzz_target;

static RULES: LazyLock<FullMeasureOfDevotion> = LazyLock::new(|| {
    scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}"))
});

fuzz_target!(|input: &[u8]| {
    let mut dice = Seeded::new(Terms::simple("orders", 0).dice());
    let mut state = RULES.start(&mut dice, &mut Silent);
    let mut answers = Vec::new();
    let mut rest = input;
    while let Some((&choice, more)) = rest.split_first() {
        let Pending::Decide(sides) = RULES.pending(&state) else { return };
        let side = sides.first().expect("somebody must decide");
        answers.clear();
        RULES.actions(&state, side, &mut answers);
        assert!(!answers.is_empty(), "{side} must decide and has no answer");
        let action = if choice.is_ascii_lowercase() {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let line = String::from_utf8_lossy(&rest[..end]).into_owned();
            rest = rest.get(end + 1..).unwrap_or_default();
            match RULES.read(&line) {
                Ok(action) => action,
                Err(violation) => {
                    assert!(!violation.to_string().is_empty());
                    continue;
                }
            }
        } else {
            rest = more;
            answers[usize::from(choice) % answers.len()]
        };
        if judge(&state, side, &action, &answers) {
            RULES.apply(&mut state, side, &action, &mut dice, &mut Silent);
        }
    }
});

/// Whether the action is legal, which the list and the notation must confirm.
fn judge(state: &State, side: Side, action: &Action, answers: &[Action]) -> bool {
    let text = RULES.write(action);
    let listed = answers.contains(action);
    match RULES.check(state, side, action) {
        Ok(()) => {
            assert!(listed, "`{text}` is legal, but not listed");
            assert_eq!(RULES.read(&text).as_ref(), Ok(action), "`{text}` reads back as another action");
            true
        }
        Err(violation) => {
            assert!(!listed, "`{text}` is listed, but refused: {violation}");
            false
        }
    }
}
