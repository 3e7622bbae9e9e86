//! Picket Line as the engine sees it: questions and steps are found on the agenda, each in its chapter.

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::position::{Play, Position};
use crate::model::scenario::{PicketLine, Post};
use crate::model::state::{Picket, State};
use crate::model::view::{self, View};
use crate::rules::cards::{DECK, HAND, Hand};
use crate::rules::orders::GiveOrder;
use crate::speech::part_of;
use engine::agenda::{self, Agenda, Task as _, Words};
use engine::{
    Chance, Eyes, Identity, Line, Listing, Pending, Question, Reaction, ReactionKind, Rules, Side, Story,
    Violation,
};

impl Rules for PicketLine {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memo = ();

    fn identity(&self) -> Identity {
        Identity {
            game: crate::entry::GAME.to_owned(),
            rules_version: 3,
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
        state.agenda.push(GiveOrder);
        story.tell(Event::Round { round: 1 });
        state
    }

    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => Pending::Decide(agenda::asked::<PicketLine>(self.position(state))),
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        agenda::answers::<PicketLine>(self.position(state), side, out);
    }

    fn listing(&self, state: &State, side: Side) -> Listing {
        let at = self.position(state);
        agenda::pending::<PicketLine>(at, side).map_or(Listing::Complete, |task| task.listing(at))
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        action.known(self)?;
        agenda::check::<PicketLine>(self.position(state), side, action)
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        agenda::answer::<PicketLine>(&mut Play { rules: self, state, chance, story }, side, action);
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
        action.write(self)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        Action::read(self, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let Words { text, rule } = agenda::words::<PicketLine>(self.position(state), side);
        let part = part_of(state.agenda.next());
        let context = format!("Round {} of {} · {side} · {part}", state.round, self.rounds);
        Question { text, context, rule: rule.to_owned() }
    }

    fn reactions(&self) -> Vec<ReactionKind> {
        vec![ReactionKind::asked("PL-4.1", "Fire at a picket that moved")]
    }

    fn reaction(&self, state: &State, side: Side) -> Option<Reaction<Action>> {
        agenda::reaction::<PicketLine>(self.position(state), side)
    }

    fn turn(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        agenda::label::<PicketLine>(self.position(state), side, action)
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
            agenda: Agenda::default(),
            outcome: None,
            orders: [None; 2],
            pickets: self.posts.iter().map(picket).collect(),
            hands: [Hand::default(); 2],
            deck: DECK,
        }
    }

    /// A state of this scenario, to be asked questions.
    #[must_use]
    pub const fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { rules: self, state }
    }
}
