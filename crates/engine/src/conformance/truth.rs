//! What a random game is, in words alone: the same for two programs that play alike, however each keeps its state.

use crate::chance::{Quick, Seeded};
use crate::fair::Terms;
use crate::{Pending, Print, Rules, Side};
use std::fmt::Write as _;

/// A random game in words: each question, its answers in order of the alphabet, the one that was given, and all that
/// came of it.
///
/// Nothing of it depends on how the program keeps a state or in which order it lists answers, so two versions of the
/// program that play by the same rules write the same text.
///
/// # Panics
///
/// If the rules break their laws.
pub fn told<R: Rules>(rules: &R, number: u64, bound: u64, line: &mut dyn FnMut(&str)) {
    let mut dice = Seeded::new(Terms::simple("", number).dice());
    let mut pick = Quick::new(number);
    let mut events = Vec::new();
    let mut state = rules.start(&mut dice, &mut events);
    let mut actions = Vec::new();
    let mut text = String::new();
    for step in 0.. {
        for event in events.drain(..) {
            let told = rules.tell(&event);
            text.clear();
            write!(text, "  {} {}", told.depth, told.text).expect("a text takes everything");
            for sum in told.sums {
                write!(text, " | {} {} {}", sum.what, sum.value, sum.rule).expect("a text takes everything");
            }
            line(&text);
        }
        let sides = match rules.pending(&state) {
            Pending::Decide(sides) => sides,
            Pending::Over(outcome) => return line(&format!("over: {outcome:?}")),
        };
        assert!(step < bound, "no end after {bound} actions");
        let first = sides.first().expect("somebody decides until the game is over");
        let side = if sides.contains(first.other()) { Side::BOTH[pick.below(2) as usize] } else { first };
        actions.clear();
        rules.actions(&state, side, &mut actions);
        let mut answers: Vec<_> = actions.iter().map(|action| (rules.write(action), action)).collect();
        answers.sort_by(|one, other| one.0.cmp(&other.0));
        let question = rules.question(&state, side);
        let all: Vec<&str> = answers.iter().map(|(answer, _)| answer.as_str()).collect();
        line(&format!("{side} {} ({}) {}", question.text, question.rule, all.join(", ")));
        let (written, chosen) = &answers[pick.below(answers.len() as u32) as usize];
        line(&format!("> {written}: {}", rules.describe(&state, side, chosen)));
        rules.apply(&mut state, side, chosen, &mut dice, &mut events);
    }
}

/// A fingerprint of a random game in words, and how many lines they are.
///
/// # Panics
///
/// If the rules break their laws.
pub fn truth<R: Rules>(rules: &R, number: u64, bound: u64) -> (Print, u64) {
    let (mut bytes, mut lines) = (Vec::new(), 0);
    told(rules, number, bound, &mut |line| {
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        lines += 1;
    });
    (Print::of_bytes(&bytes), lines)
}
