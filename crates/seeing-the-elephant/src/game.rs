//! Seeing the Elephant! as the engine sees it: questions and steps are found on the agenda, each in its chapter.

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::State;
use crate::rules::deployment::Deployment;
use crate::rules::sequence::StartTurn;
use engine::agenda::{self, Task as _, Words};
use engine::{Chance, Eyes, Identity, Line, Listing, Pending, Question, Rules, Side, Story, Violation};

/// The game's name in files and records.
pub(crate) const GAME: &str = "seeing-the-elephant";

/// Raised whenever an old record would no longer replay to the same states.
const RULES_VERSION: u32 = 1;

impl Rules for SeeingTheElephant {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = State;
    type Memo = ();

    fn identity(&self) -> Identity {
        Identity {
            game: GAME.to_owned(),
            rules_version: RULES_VERSION,
            scenario: self.id.clone(),
            scenario_print: self.print.to_string(),
            options: Vec::new(),
        }
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        let mut state = self.start.clone();
        state.agenda.push(StartTurn);
        if self.deployment.is_some() {
            state.agenda.push(Deployment);
        }
        agenda::run::<SeeingTheElephant>(&mut Play { rules: self, state: &mut state, chance, story });
        state
    }

    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => Pending::Decide(agenda::asked::<SeeingTheElephant>(self.position(state))),
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        agenda::answers::<SeeingTheElephant>(self.position(state), side, out);
    }

    fn listing(&self, state: &State, side: Side) -> Listing {
        let at = self.position(state);
        agenda::pending::<SeeingTheElephant>(at, side).map_or(Listing::Complete, |task| task.listing(at))
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        action.known(self)?;
        agenda::check::<SeeingTheElephant>(self.position(state), side, action)
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        agenda::answer::<SeeingTheElephant>(&mut Play { rules: self, state, chance, story }, side, action);
    }

    /// Everything lies on the table: cards are drawn by chance, not from a deck that somebody has seen.
    fn is_open(&self) -> bool {
        true
    }

    fn view(&self, state: &State, _eyes: Eyes) -> State {
        state.seen()
    }

    fn imagine(&self, view: &State, _eyes: Eyes, _chance: &mut dyn Chance) -> State {
        view.clone()
    }

    fn write(&self, action: &Action) -> String {
        action.write(self)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        Action::read(self, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let Words { text, rule } = agenda::words::<SeeingTheElephant>(self.position(state), side);
        let context = format!("{} · {side}", self.turn_words(state.turn));
        Question { text, context, rule: rule.to_owned() }
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        agenda::label::<SeeingTheElephant>(self.position(state), side, action)
    }

    fn tell(&self, event: &Event) -> Line {
        crate::speech::line(self, event)
    }
}

impl SeeingTheElephant {
    /// `Turn 3 of 20, 8:30 am`.
    pub(crate) fn turn_words(&self, turn: u8) -> String {
        let hour = self.hours.get(usize::from(turn).saturating_sub(1));
        let hour = hour.map_or(String::new(), |hour| format!(", {hour}"));
        format!("Turn {turn} of {}{hour}", self.turns)
    }

    /// A state of this scenario, to be asked questions.
    #[must_use]
    pub const fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position::new(self, state)
    }
}
