//! A small game, played by the input: the list of answers and the judge of answers agree, and what is legal can be
//! done.
//!
//! The first line names the game. Then a line that begins with a small letter is an action in the game's notation; a
//! capital letter stands for an action made up from the bytes after it; any other byte chooses from the list.
#![no_main]

use std::sync::Arc;

use engine::chance::Seeded;
use engine::fair::Terms;
use engine::{Chance, GameEntry, Listing, Pending, Side, Sides, Silent};
use games::Task;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::table;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let Some(first) = bytes.next() else { return };
    let game = bytes.line(first);
    table(&game).with(Play(bytes));
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

/// The input, byte by byte; zeros when it is used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The rest of a line that began with `first`.
    fn line(&mut self, first: u8) -> String {
        let mut line = vec![first];
        while let Some(byte) = self.next().filter(|&byte| byte != b'\n') {
            line.push(byte);
        }
        String::from_utf8_lossy(&line).into_owned()
    }
}

impl Chance for Bytes<'_> {
    fn draw(&mut self, outcomes: u32, _purpose: &'static str) -> u32 {
        let high = if outcomes > 256 { self.next().unwrap_or(0) } else { 0 };
        let low = self.next().unwrap_or(0);
        u32::from(u16::from_be_bytes([high, low])) % outcomes
    }
}
