//! The rules as the engine asks for them: each method hands over to the module of the rulebook it belongs to.

use crate::cards::{Card, DECK, HAND, Hand};
use crate::event::Event;
use crate::fire::Shot;
use crate::orders::Order;
use crate::scenario::{PicketLine, Post};
use crate::state::{Picket, PicketId, Stage, State};
use crate::view::View;
use crate::{Action, action, fire, movement, orders, sequence, view};
use engine::{
    Chance, Eyes, Identity, Line, Listing, Pending, Question, Rules, Side, Sides, Story, Violation,
};

impl Rules for PicketLine {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn identity(&self) -> Identity {
        Identity {
            game: "picket-line".to_owned(),
            rules_version: 1,
            scenario: self.name.clone(),
            scenario_print: self.print().to_string(),
            options: Vec::new(),
        }
    }

    /// Deals the cards (PL-1.2) and opens the first round.
    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        let mut state = self.undealt();
        for side in Side::BOTH {
            for _ in 0..HAND {
                if let Some(card) = state.deck.draw(chance, "deal a card") {
                    state.hands[side.index()].hidden.add(card);
                    story.tell(Event::Drew { side, card: Some(card) });
                }
            }
        }
        story.tell(Event::Round { round: 1 });
        state
    }

    fn pending(&self, state: &State) -> Pending {
        match state.stage {
            Stage::Orders => {
                let open = Side::BOTH.into_iter().filter(|side| state.orders[side.index()].is_none());
                Pending::Decide(open.fold(Sides::NONE, Sides::with))
            }
            Stage::Part(side) | Stage::Move(side, _) | Stage::Reaction(side, _) => {
                Pending::Decide(Sides::only(side))
            }
            Stage::Over(outcome) => Pending::Over(outcome),
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        if !self.must_decide(state, side) {
            return;
        }
        match state.stage {
            Stage::Orders => out.extend(Order::ALL.map(Action::Order)),
            Stage::Part(_) => {
                if state.hands[side.index()].has(Card::Scout) {
                    out.push(Action::Scout);
                }
                let pickets = (0..self.posts.len() as u8).map(PicketId);
                let own = pickets.filter(|&picket| movement::check_pick(self, state, side, picket).is_ok());
                out.extend(own.map(Action::Pick));
                out.push(Action::StandFast);
            }
            Stage::Move(_, picket) => movement::candidates(self, state, picket, out),
            Stage::Reaction(_, target) => {
                fire::shots(self, state, side, target, out);
                out.push(Action::HoldFire);
            }
            Stage::Over(_) => {}
        }
    }

    fn listing(&self, state: &State, _side: Side) -> Listing {
        match state.stage {
            Stage::Move(..) => Listing::Candidates,
            _ => Listing::Complete,
        }
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        if !self.must_decide(state, side) {
            return Err(Violation::form(format!("the {side} side has nothing to decide now")));
        }
        match (state.stage, *action) {
            (Stage::Orders, Action::Order(_))
            | (Stage::Part(_), Action::StandFast)
            | (Stage::Reaction(..), Action::HoldFire) => Ok(()),
            (Stage::Part(_), Action::Scout) => match state.hands[side.index()].has(Card::Scout) {
                true => Ok(()),
                false => Err(Violation::of("PL-5.1", format!("the {side} side has no scout card"))),
            },
            (Stage::Part(_), Action::Pick(picket)) => movement::check_pick(self, state, side, picket),
            (Stage::Move(_, picket), Action::Move { to, facing }) => {
                movement::check_move(self, state, picket, to, facing)
            }
            (Stage::Reaction(_, target), Action::Fire { with, aim }) => {
                fire::check(self, state, Shot { side, target, with, aim })
            }
            _ => Err(Violation::form(format!("`{}` answers another question", self.write(action)))),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        match (state.stage, *action) {
            (_, Action::Order(order)) => orders::give(state, side, order, chance, story),
            (_, Action::Scout) => {
                // The card itself may have been hidden; laying the enemy's open shows something in any case.
                story.reveal();
                state.hands[side.index()].play(Card::Scout);
                let shown = state.hands[side.other().index()].lay_open();
                story.tell(Event::Scouted { side, shown });
            }
            (_, Action::Pick(picket)) => {
                state.stage = Stage::Move(side, picket);
                story.tell(Event::Picked { picket });
            }
            (_, Action::StandFast) => {
                story.tell(Event::StoodFast { side });
                sequence::end_part(self, state, side, chance, story);
            }
            (Stage::Move(_, picket), Action::Move { to, facing }) => {
                movement::carry_out(self, state, picket, to, facing, chance, story);
            }
            (Stage::Reaction(_, target), Action::Fire { with, aim }) => {
                fire::carry_out(self, state, Shot { side, target, with, aim }, chance, story);
            }
            (_, Action::HoldFire) => {
                story.tell(Event::HeldFire { side });
                sequence::end_part(self, state, side.other(), chance, story);
            }
            (_, Action::Move { .. } | Action::Fire { .. }) => {
                debug_assert!(false, "the action was not checked");
            }
        }
    }

    /// That an order was given is heard, if not which.
    fn may_act_unseen(&self, _state: &State, _side: Side) -> bool {
        false
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        view::view(state, eyes)
    }

    fn imagine(&self, view: &View, _eyes: Eyes, chance: &mut dyn Chance) -> State {
        view::imagine(view, chance)
    }

    fn write(&self, action: &Action) -> String {
        action::write(self, action)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        action::read(self, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let (text, part, rule) = match state.stage {
            Stage::Orders => ("What is your order?".to_owned(), "Orders", "PL-2.1"),
            Stage::Part(_) => ("Which picket moves?".to_owned(), "Movement", "PL-3.1"),
            Stage::Move(_, picket) => (
                format!("Where does {} go, and which way does it face?", self.post(picket).name),
                "Movement",
                "PL-3.2",
            ),
            Stage::Reaction(_, target) => {
                (format!("Who fires at {}?", self.post(target).name), "Reaction", "PL-4.1")
            }
            Stage::Over(_) => ("The game is over.".to_owned(), "End", "PL-6.1"),
        };
        let context = format!("Round {} of {} · {side} · {part}", state.round, self.rounds);
        Question { text, context, rule: rule.to_owned() }
    }

    fn describe(&self, state: &State, _side: Side, action: &Action) -> String {
        action::describe(self, state, action)
    }

    fn hear(&self, event: &Event, eyes: Eyes) -> Option<Event> {
        Some(event.heard_by(eyes))
    }

    fn tell(&self, event: &Event) -> Line {
        event.in_words(self)
    }

    fn headline(&self, event: &Event) -> Option<String> {
        event.headline().map(str::to_owned)
    }
}

impl PicketLine {
    /// The beginning, before any card is dealt.
    pub(crate) fn undealt(&self) -> State {
        let picket = |post: &Post| Picket { at: post.at, facing: post.facing, standing: true };
        State {
            round: 1,
            stage: Stage::Orders,
            is_second_part: false,
            orders: [None; 2],
            pickets: self.posts.iter().map(picket).collect(),
            hands: [Hand::default(); 2],
            deck: DECK,
        }
    }

    fn must_decide(&self, state: &State, side: Side) -> bool {
        matches!(self.pending(state), Pending::Decide(sides) if sides.contains(side))
    }
}
