//! Undo while both sides write several secret orders at once, in a game that does nothing else.

use engine::chance::Chance;
use engine::conformance::{Effort, conform};
use engine::fair::Terms;
use engine::game::Barrier;
use engine::{
    Eyes, Game, Identity, Line, Outcome, Pending, Question, Rules, Seat, Seats, Side, Sides, Story, Violation,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Each side writes two numbers from 1 to 9 in secret; then they are shown, and the larger sum wins.
struct TwoNumbers;

const UNION: Seats = Seats::only(Seat::UNION);
const CONFEDERATE: Seats = Seats::only(Seat::CONFEDERATE);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State([Vec<u8>; 2]);

#[derive(Clone, PartialEq, Serialize)]
struct View(Vec<Result<Vec<u8>, usize>>);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Event {
    Wrote(Side, u8),
    Shown,
}

impl Rules for TwoNumbers {
    type State = State;
    type Action = u8;
    type Event = Event;
    type View = View;
    type Memo = ();

    fn identity(&self) -> Identity {
        let [game, scenario, scenario_print] = ["two-numbers", "-", "-"].map(str::to_owned);
        Identity { game, rules_version: 1, scenario, scenario_print, options: vec![] }
    }

    fn start(&self, _: &mut dyn Chance, _: &mut dyn Story<Event>) -> State {
        State([vec![], vec![]])
    }

    fn pending(&self, State(written): &State) -> Pending {
        let open = Side::BOTH.into_iter().filter(|side| written[side.index()].len() < 2);
        match open.fold(Sides::NONE, Sides::with) {
            Sides::NONE => {
                let points =
                    [0, 1].map(|side: usize| written[side].iter().map(|&number| i32::from(number)).sum());
                let winner = match points[0] - points[1] {
                    0 => None,
                    lead => Some(if lead > 0 { Side::Union } else { Side::Confederate }),
                };
                Pending::Over(Outcome { winner, points })
            }
            sides => Pending::Decide(sides),
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<u8>) {
        out.extend((1..=9).filter(|number| self.check(state, side, number).is_ok()));
    }

    fn check(&self, State(written): &State, side: Side, number: &u8) -> Result<(), Violation> {
        match written[side.index()].len() {
            0 | 1 if (1..=9).contains(number) => Ok(()),
            0 | 1 => Err(Violation::form("write 1 to 9")),
            _ => Err(Violation::form("both numbers are written")),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        number: &u8,
        _: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        state.0[side.index()].push(*number);
        story.tell(Event::Wrote(side, *number));
        if let Pending::Over(_) = self.pending(state) {
            story.reveal();
            story.tell(Event::Shown);
        }
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        let over = matches!(self.pending(state), Pending::Over(_));
        let seen = |side: Side| {
            let numbers = &state.0[side.index()];
            let knows = over || eyes == Eyes::All || eyes == Eyes::Of(side);
            if knows { Ok(numbers.clone()) } else { Err(numbers.len()) }
        };
        View(Side::BOTH.map(seen).to_vec())
    }

    fn imagine(&self, view: &View, _: Eyes, chance: &mut dyn Chance) -> State {
        let mut guess = |count: usize| (0..count).map(|_| chance.draw(9, "imagine") as u8 + 1).collect();
        State([0, 1].map(|side: usize| view.0[side].clone().unwrap_or_else(&mut guess)))
    }

    fn write(&self, number: &u8) -> String {
        number.to_string()
    }

    fn read(&self, text: &str) -> Result<u8, Violation> {
        text.parse().map_err(|_| Violation::form("write a number"))
    }

    fn question(&self, _: &State, _: Side) -> Question {
        Question { text: "Which number?".to_owned(), context: String::new(), rule: String::new() }
    }

    /// The other side hears nothing at all of a number written.
    fn hear(&self, event: &Event, eyes: Eyes) -> Option<Event> {
        match event {
            Event::Wrote(side, _) if eyes != Eyes::All && eyes != Eyes::Of(*side) => None,
            event => Some(event.clone()),
        }
    }

    fn tell(&self, event: &Event) -> Line {
        Line::new(format!("{event:?}"))
    }
}

fn game(moves: &[(Seat, &str)]) -> Game<TwoNumbers> {
    let mut game = Game::new(Arc::new(TwoNumbers), Terms::simple("two numbers", 1));
    for (seat, text) in moves {
        game.play_text(*seat, text).unwrap();
    }
    game
}

#[test]
fn the_laws_hold() {
    let wild = |_: &TwoNumbers, chance: &mut dyn Chance| chance.draw(12, "any") as u8;
    let summary = conform(&Arc::new(TwoNumbers), &wild, Effort { games: 200, bound: 4, ..Effort::default() });
    let summary = summary.unwrap_or_else(|breach| panic!("{breach}"));
    assert!(summary.undone > 50 && summary.wild_legal > 100, "{summary:?}");
}

#[test]
fn the_other_sides_secret_answers_do_not_stand_in_the_way() {
    let mut game = game(&[(Seat::UNION, "3"), (Seat::CONFEDERATE, "5"), (Seat::UNION, "4")]);
    game.undo(UNION).unwrap();
    game.undo(UNION).unwrap();
    assert_eq!(game.state(), &State([vec![], vec![5]]), "what the other side wrote is kept");
    assert_eq!(game.undo(UNION), Err(Barrier::Nothing));
    assert_eq!(game.entries().len(), 1);
    game.play_text(Seat::UNION, "9").unwrap();
    game.undo(CONFEDERATE).unwrap();
    assert_eq!(game.state(), &State([vec![9], vec![]]));
    let again = Game::replay(game.rules().clone(), &game.record(), None).unwrap();
    assert_eq!(again.state(), game.state());
}

#[test]
fn all_or_any_part_of_the_own_secret_can_be_taken_back() {
    let moves = [(Seat::UNION, "3"), (Seat::CONFEDERATE, "5"), (Seat::UNION, "4")];
    let mut all = game(&moves);
    all.undo_all(UNION).unwrap();
    assert_eq!(all.state(), &State([vec![], vec![5]]));
    let mut part = game(&moves);
    let log = part.log(Eyes::Of(Seat::UNION));
    let numbers: Vec<_> = log.iter().map(|heard| (heard.number, heard.action.clone().unwrap())).collect();
    assert_eq!(numbers, [(0, "3".to_owned()), (1, "4".to_owned())], "nothing betrays the other's action");
    part.undo_to_line(UNION, Eyes::Of(Seat::UNION), 1).unwrap();
    assert_eq!(part.state(), &State([vec![3], vec![5]]));
}

#[test]
fn what_is_shown_stays_shown() {
    let moves = [(Seat::UNION, "3"), (Seat::CONFEDERATE, "5"), (Seat::UNION, "4"), (Seat::CONFEDERATE, "1")];
    let mut game = game(&moves);
    for seats in [UNION, CONFEDERATE, Seats::BOTH] {
        assert_eq!(game.undo(seats), Err(Barrier::Shown { action: 4 }));
    }
}
