//! Troops dragged and pushed over an open table by a hand without sense: what a gesture means can be read, is judged as
//! it would be judged when given, and can be done if it is legal.
//!
//! The first line names the game. Then a byte chooses an answer from the list, or makes a gesture of the bytes after it
//! where something can be moved.
#![no_main]

use std::sync::Arc;

use engine::chance::Seeded;
use engine::fair::Terms;
use engine::scene::{Bearing, Gesture, MOST_POINTS};
use engine::{GameEntry, Pending, Side, Silent};
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
        let mut bytes = self.0;
        let mut dice = Seeded::new(Terms::simple("trace", 0).dice());
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut answers = Vec::new();
        while let Some(choice) = bytes.next() {
            let Pending::Decide(sides) = rules.pending(&state) else { return };
            let side = sides.first().expect("somebody must decide");
            // An even byte is a gesture where something is moved; every eighth of those that are legal is given.
            let dragged = (choice % 2 == 0 && rules.moves(&state, side).is_some())
                .then(|| trace(&*rules, &state, side, &gesture(&mut bytes)));
            let action = match dragged {
                Some(Some(action)) if choice % 16 == 0 => action,
                Some(_) => continue,
                None => {
                    answers.clear();
                    rules.actions(&state, side, &mut answers);
                    assert!(!answers.is_empty(), "{side} must decide and has no answer");
                    answers[usize::from(choice) % answers.len()].clone()
                }
            };
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
        }
    }
}

/// What comes of a gesture, if it is legal.
fn trace<R: GameEntry>(rules: &R, state: &R::State, side: Side, gesture: &Gesture) -> Option<R::Action> {
    if let Err(violation) = gesture.check() {
        assert!(!violation.to_string().is_empty());
        return None;
    }
    let trace = rules.trace(state, side, gesture);
    if let Some(refusal) = &trace.refusal {
        assert!(!refusal.to_string().is_empty());
    }
    let Some(text) = &trace.action else {
        assert!(trace.refusal.is_some(), "a gesture means nothing, and nobody says why");
        return None;
    };
    let action = rules.read(text).unwrap_or_else(|violation| panic!("`{text}` cannot be read: {violation}"));
    let judged = rules.check(state, side, &action).err();
    assert_eq!(judged, trace.refusal, "`{text}` is judged otherwise when it is given");
    judged.is_none().then_some(action)
}

/// Any gesture: near the board or anywhere, of a few points or of too many, by hand or by keys.
fn gesture(bytes: &mut Bytes<'_>) -> Gesture {
    let kind = bytes.next().unwrap_or(0);
    if kind % 4 == 0 {
        let from = bytes.next().map_or_else(String::new, |first| bytes.line(first));
        let mut step = || bytes.next().unwrap_or(0).cast_signed();
        return Gesture::Nudge { from, ahead: step(), aside: step(), turn: step(), corner: kind & 4 == 0 };
    }
    let many = usize::from(kind >> 4) + usize::from(kind == 255);
    let number = |bytes: &mut Bytes<'_>| {
        let mut byte = || bytes.next().unwrap_or(0);
        match kind % 4 {
            1 => i32::from(u16::from_be_bytes([byte(), byte()])),
            2 => i32::from(i16::from_be_bytes([byte(), byte()])) * 64,
            _ => i32::from_be_bytes([byte(), byte(), byte(), byte()]),
        }
    };
    let points = (0..many.min(MOST_POINTS + 1)).map(|_| [number(bytes), number(bytes)]).collect();
    let facing = (kind & 8 == 0).then(|| {
        let mut byte = || bytes.next().unwrap_or(0);
        Bearing::tenths(i32::from(i16::from_be_bytes([byte(), byte()])))
    });
    Gesture::Drag { points, facing, snap: kind & 4 == 0 }
}
