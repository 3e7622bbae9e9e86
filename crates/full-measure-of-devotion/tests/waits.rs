//! The steps and waits an opponent can see do not depend on what he cannot (FMD-D-1a).

use engine::chance::Scripted;
use engine::fair::Terms;
use engine::{Eyes, Game, Rules, Seat, Seats, Side};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, from_source};
use std::sync::Arc;

/// A bare field: a Union Force with an ORDER next to a Confederate one of a certain make.
fn field(confederates: &str) -> FullMeasureOfDevotion {
    field_of("", confederates)
}

/// The same, with these further commanders of the Union.
fn field_of(commanders: &str, confederates: &str) -> FullMeasureOfDevotion {
    let text = format!(
        r#"
game = "full-measure-of-devotion"
[scenario]
id = "field"
title = "Field"
minutes = 1
first_turn = 5
[map]
rows = ["........", "........", "........", "........"]
regions = {{ north-of-potomac = [], the-south = [] }}
[landmarks]
sources = ["0000"]
[commanders.union]
army = ["Hooker"]
{commanders}
[commanders.confederate]
army = ["Lee"]
corps = ["Ewell", "Longstreet"]
[[force]]
name = "US-A"
at = "0201"
commanders = ["Hooker"]
inf = 7
order = 1
[[force]]
name = "CS-A"
at = "0202"
{confederates}
"#
    );
    let source = Source::new("field.toml", text);
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

/// Plays answers of both sides; what the Union hears of it, and who had to be waited for.
fn seen_by_the_union(rules: &FullMeasureOfDevotion, answers: &[(Side, &str)], dice: &[u32]) -> Vec<String> {
    let mut chance = Scripted::new(dice.iter().copied());
    let mut told = Vec::new();
    let mut state = rules.start(&mut chance, &mut told);
    let mut seen = Vec::new();
    for &(side, text) in answers {
        let action = rules.read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        rules.check(&state, side, &action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        rules.apply(&mut state, side, &action, &mut chance, &mut told);
        let heard = told.drain(..).filter_map(|event| rules.hear(&event, Eyes::Of(Side::Union)));
        seen.extend(heard.map(|event| format!("{event:?}")));
        // Answers of the Confederates themselves are their own business: picks and hits differ in number.
        if side == Side::Union {
            seen.push(format!("waits for {:?}", rules.pending(&state)));
        }
    }
    assert_eq!(chance.finish().map(|rolls| rolls.len()), Ok(dice.len()), "every die falls");
    seen
}

use Side::{Confederate as C, Union as U};

/// Up to the attack.
const ATTACK: [(Side, &str); 8] = [
    (C, "confirm"),
    (U, "confirm"),
    (U, "done"),
    (C, "decline"),
    (U, "decline"),
    (U, "activate US-A"),
    (U, "step 0202"),
    (C, "stand"),
];

#[test]
fn cavalry_that_stands_looks_like_anybody_who_stands() {
    let _proof = engine::proof::proves(&["FMD-D-1a"]);
    let seen = |make: &str| seen_by_the_union(&field(make), &ATTACK, &[2, 2]);
    let cavalry = seen("commanders = [\"Lee\"]\ncav = 4");
    assert_eq!(cavalry, seen("commanders = [\"Lee\"]\ncav = 2\ninf = 2"));
    assert_eq!(cavalry, seen("commanders = [\"Lee\", \"Ewell\"]\ninf = 9\nart = 3"));
}

#[test]
fn a_selection_without_a_choice_looks_like_one_with_a_choice() {
    let _proof = engine::proof::proves(&["FMD-D-1a"]);
    let seen = |make: &str, picks: usize| {
        let mut answers = ATTACK.to_vec();
        answers.extend([(U, "dice 1"), (C, "dice 1"), (U, "keep dice"), (C, "keep dice")]);
        answers.extend(std::iter::repeat_n((C, "pick full inf"), picks));
        answers.push((C, "confirm"));
        answers.extend(std::iter::repeat_n((U, "pick full inf"), 6));
        answers.push((U, "confirm"));
        seen_by_the_union(&field(make), &answers, &[2, 2, 6, 6, 1, 1])
    };
    let small = seen("commanders = [\"Lee\"]\ninf = 6", 0);
    assert_eq!(small, seen("commanders = [\"Lee\"]\ninf = 9", 6));
    assert_eq!(small, seen("commanders = [\"Lee\", \"Ewell\"]\ninf = 16", 6));
}

#[test]
fn attrition_waits_for_both_whether_or_not_there_are_hits() {
    let _proof = engine::proof::proves(&["FMD-D-1a"]);
    let seen = |make: &str, hits: usize| {
        let mut answers = vec![(U, "confirm")];
        answers.extend(std::iter::repeat_n((C, "hit full inf"), hits));
        answers.push((C, "confirm"));
        seen_by_the_union(&field(make), &answers, &[2, 2])
    };
    let unhurt = seen("commanders = [\"Lee\"]\ninf = 2", 0);
    assert_eq!(unhurt, seen("commanders = [\"Lee\"]\ninf = 17", 1));
    assert_eq!(unhurt, seen("commanders = [\"Lee\"]\ninf = 22", 2));
}

/// Until the enemy answers where everybody sees it, what led to his question can be taken back; where he may answer
/// unseen it cannot, answered or not.
#[test]
fn what_can_be_taken_back_does_not_tell_whether_the_enemy_has_answered() {
    let rules = field_of("division = [\"Milroy\"]", "commanders = [\"Lee\"]\ninf = 4\norder = 1");
    let mut game = Game::new(Arc::new(rules), Terms::simple("undo", 1));
    let mut play = |side, text: &str| {
        game.play_text(Seat::called(side), text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let (reach, barrier) = game.undo_reach(Seats::only(Seat::called(C)));
        let can = game.entries()[reach..].iter().any(|entry| entry.seat == Seat::called(C));
        (can, barrier.map(|barrier| barrier.to_string()))
    };
    for &(side, text) in &ATTACK[..3] {
        play(side, text);
    }
    // The Union is asked for an order, in the open.
    let (can, _) = play(C, "decline");
    assert!(can);
    play(U, "decline");
    // Whether the Force that is called up is divided is not seen, nor whether that is settled.
    let called = play(U, "activate US-A");
    assert!(!called.0);
    assert_eq!(play(U, "whole"), called);
}
