//! A small game, played by the input: the list of answers and the judge of answers agree, and what is legal can be
//! done.
//!
//! The first line names the game. Then a line that begins with a small letter is an action in the game's notation; a
//! capital letter stands for an action made up from the bytes after it; any other byte chooses from the list.
#![no_main]

use std::sync::Arc;

use engine::chance::Seeded;
use engine::fair::Terms;
use engine::{GameEntry, Listing, Pending, Side, Sides, Silent};
use games::Task;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::Bytes;

fuzz_target!(|input: &[u8]| {
    let Some((game, bytes)) = Bytes::game(input) else { return };
    game.with(Play(bytes));
});

struct Play<'a>(Bytes<'a>);

impl Task for Play<'_> {
    type Outcome = ();

    fn on<R: GameEntry>(self, rules: Arc<R>) {
        // The dice of the golden opening, whose actions are a seed.
        let mut dice = Seeded::new(Terms::simple("golden", 0).dice());
        let mut bytes = self.0;
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut answers = Vec::new();
        while let Some(choice) = bytes.next() {
            let Pending::Decide(sides) = rules.pending(&state) else { return };
            let side = sides.first().expect("somebody must decide");
            answers.clear();
            rules.actions(&state, side, &mut answers);
            assert!(!answers.is_empty(), "{side} must decide and has no answer");
            let action = match choice {
                b'a'..=b'z' => match rules.read(&bytes.line(choice)) {
                    Ok(action) => action,
                    Err(violation) => {
                        assert!(!violation.to_string().is_empty());
                        continue;
                    }
                },
                b'A'..=b'Z' => rules.any_action(&mut bytes),
                _ => answers[usize::from(choice) % answers.len()].clone(),
            };
            if judge(&*rules, &state, side, &action, &answers) {
                rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            }
        }
    }
}

/// Whether the action is legal, which the list and the notation must confirm.
fn judge<R: GameEntry>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    answers: &[R::Action],
) -> bool {
    let text = rules.write(action);
    let listed = answers.contains(action);
    let legal = match rules.check(state, side, action) {
        Ok(()) => true,
        Err(violation) => {
            assert!(!listed, "`{text}` is listed, but refused: {violation}");
            false
        }
    };
    if legal {
        assert!(
            listed || rules.listing(state, side) == Listing::Candidates,
            "`{text}` is legal, but not listed"
        );
        assert_eq!(rules.read(&text).as_ref(), Ok(action), "`{text}` reads back as another action");
    }
    let idle = side.other();
    if rules.pending(state) == Pending::Decide(Sides::only(side)) {
        assert!(rules.check(state, idle, action).is_err(), "{idle} has nothing to decide, but may `{text}`");
    }
    legal
}
