//! What a click means where it does not hit an answer: the place under a piece, the piece on a place, or a refusal.

use engine::agenda::{self, Agenda, Flow, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// A game whose answers are what one clicks. The pieces A and B stand on 0304, C beside the board.
struct Clicks;

#[derive(Default)]
struct State {
    agenda: Agenda<Task, 1>,
    offered: Vec<Target>,
    /// Clicks that the question has a refusal for.
    telling: Vec<Target>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Which;

impl Question<Clicks> for Which {
    fn asked(self, _: &State) -> Sides {
        Sides::only(Side::Union)
    }

    fn words(self, _: &State, _: Side) -> Words {
        Words::new("Which?", "")
    }

    fn answers(self, at: &State, _: Side, out: &mut Vec<Target>) {
        out.extend(at.offered.iter().cloned());
    }

    fn check(self, _: &State, _: Side, _: &Target) -> Result<(), Violation> {
        Ok(())
    }

    fn answer(self, _: &mut State, _: Side, _: &Target) {}

    fn meaning(self, at: &State, _: Side, clicked: &Target) -> Option<Target> {
        at.telling.iter().find(|target| *target == clicked).cloned()
    }
}

engine::tasks! {
    /// What is to be done.
    enum Task for Clicks {
        questions { Which }
        steps {}
    }
}

impl Flow for Clicks {
    type Position<'a> = &'a State;
    type Play<'a> = State;
    type Action = Target;
    type Task = Task;

    fn next(at: &State) -> Option<Task> {
        at.agenda.next()
    }

    fn take(play: &mut State) {
        play.agenda.take();
    }

    fn position(play: &State) -> &State {
        play
    }

    fn label(_: &State, action: &Target) -> String {
        format!("{action:?}")
    }

    fn target(_: &State, action: &Target) -> Target {
        action.clone()
    }

    fn place_of(_: &State, piece: &str) -> Option<String> {
        ["A", "B"].contains(&piece).then(|| "0304".to_owned())
    }
}

/// What a click means where these are offered, and these others have a refusal of their own.
fn meant(offered: &[Target], telling: &[Target], clicked: &Target) -> Option<Target> {
    let mut state = State { offered: offered.to_vec(), telling: telling.to_vec(), ..State::default() };
    state.agenda.push(Which);
    agenda::meaning::<Clicks>(&state, Side::Union, clicked)
}

fn hex() -> Target {
    Target::place("0304")
}

fn edge(one: &str, other: &str) -> Target {
    Target::Edge { places: [one, other].map(str::to_owned) }
}

#[test]
fn a_piece_stands_for_its_place_where_only_that_has_an_answer() {
    let a = Target::piece("A");
    assert_eq!(meant(&[hex()], &[], &a), Some(hex()));
    assert_eq!(meant(&[hex()], std::slice::from_ref(&a), &a), Some(hex()), "an answer goes before a refusal");
    assert_eq!(meant(&[hex(), a.clone()], &[], &a), Some(a.clone()), "what is hit goes before what is below");
    assert_eq!(meant(&[hex()], &[], &Target::piece("C")), None, "it stands on no place");
}

#[test]
fn a_place_stands_for_a_piece_that_has_the_only_answer_there() {
    let [a, b, c] = ["A", "B", "C"].map(Target::piece);
    assert_eq!(meant(&[a.clone(), c.clone()], &[], &hex()), Some(a.clone()));
    assert_eq!(meant(&[a.clone(), b.clone()], &[], &hex()), None, "nobody guesses which of two");
    assert_eq!(meant(&[a, b], &[hex()], &hex()), Some(hex()));
    assert_eq!(meant(&[c], &[], &hex()), None);
}

#[test]
fn a_refusal_is_that_of_the_piece_or_else_that_of_its_place() {
    let a = Target::piece("A");
    assert_eq!(meant(&[], &[hex(), a.clone()], &a), Some(a.clone()));
    assert_eq!(meant(&[], &[hex()], &a), Some(hex()));
    assert_eq!(meant(&[], &[a], &hex()), None);
}

#[test]
fn a_hexside_is_the_same_from_either_side() {
    let (there, back) = (edge("0304", "0305"), edge("0305", "0304"));
    assert_eq!(meant(std::slice::from_ref(&there), &[], &back), Some(there.clone()));
    assert_eq!(meant(&[there, back.clone()], &[], &back), Some(back.clone()));
    assert_eq!(meant(&[], std::slice::from_ref(&back), &back), Some(back));
}

#[test]
fn a_button_means_only_itself() {
    assert_eq!(meant(&[Target::Button], &[Target::Button], &Target::Button), None);
}
