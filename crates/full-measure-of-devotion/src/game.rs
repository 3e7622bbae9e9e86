//! A Full Measure of Devotion as the engine sees it.

use crate::action::Action;
use crate::campaign::Campaign;
use crate::event::Event;
use crate::position::{Play, Position};
use crate::state::State;
use crate::view::View;
use crate::{assumed, imagine, notation, view, words};
use engine::{Chance, Eyes, Identity, Line, Pending, Question, Rules, Side, Sides, Story, Violation};

/// The game's name in records and cases.
pub const GAME: &str = "full-measure-of-devotion";
/// Raised whenever an old record would no longer replay to the same states.
pub const RULES_VERSION: u32 = 1;

/// A campaign of A Full Measure of Devotion.
#[derive(Clone, Debug)]
pub struct FullMeasureOfDevotion {
    /// The campaign.
    pub campaign: Campaign,
}

impl FullMeasureOfDevotion {
    /// Plays this campaign.
    #[must_use]
    pub const fn new(campaign: Campaign) -> FullMeasureOfDevotion {
        FullMeasureOfDevotion { campaign }
    }

    /// A state of this campaign, to be asked questions.
    #[must_use]
    pub const fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { campaign: &self.campaign, state }
    }
}

/// The army of a seat, and the seat of an army (FMD-15.1-1).
const fn other_end(state: &State, side: Side) -> Side {
    if state.swapped { side.other() } else { side }
}

impl Rules for FullMeasureOfDevotion {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn identity(&self) -> Identity {
        let bidding = self.campaign.bidding.then(|| ("bidding".to_owned(), "true".to_owned()));
        Identity {
            game: GAME.into(),
            rules_version: RULES_VERSION,
            scenario: self.campaign.id.clone(),
            scenario_print: self.campaign.print.clone(),
            options: bidding.into_iter().collect(),
        }
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        let mut state = (*self.campaign.start).clone();
        Play { campaign: &self.campaign, state: &mut state, chance, story }.begin_campaign();
        state
    }

    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => {
                let asked = self.position(state).asked();
                let seats = asked.iter().map(|army| other_end(state, army));
                Pending::Decide(seats.fold(Sides::NONE, Sides::with))
            }
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        if state.outcome.is_none() {
            self.position(state).answers(other_end(state, side), out);
        }
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        if state.outcome.is_some() {
            return Err(Violation::form("The campaign is over."));
        }
        notation::known(&self.campaign, action)?;
        self.position(state).check_answer(other_end(state, side), action)
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        let army = other_end(state, side);
        Play { campaign: &self.campaign, state, chance, story }.answer(army, action);
    }

    fn may_act_unseen(&self, state: &State, side: Side) -> bool {
        self.position(state).ask(other_end(state, side)).is_answered_unseen()
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        view::view(&self.campaign, state, eyes)
    }

    fn imagine(&self, view: &View, _eyes: Eyes, chance: &mut dyn Chance) -> State {
        imagine::imagine(&self.campaign, view, chance)
    }

    fn write(&self, action: &Action) -> String {
        notation::write(&self.campaign, action)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        notation::read(&self.campaign, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        words::question(self.position(state), other_end(state, side))
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        words::describe(self.position(state), other_end(state, side), action)
    }

    fn hear(&self, event: &Event, eyes: Eyes) -> Option<Event> {
        event.heard_by(eyes)
    }

    fn tell(&self, event: &Event) -> Line {
        words::tell(&self.campaign, event)
    }

    fn headline(&self, event: &Event) -> Option<String> {
        words::headline(&self.campaign, event)
    }

    /// Dice for numbers are thrown in the open, and what follows them is a question to somebody (FMD-12.3-6).
    fn is_uncertain(&self, _state: &State, _side: Side, action: &Action) -> bool {
        !matches!(action, Action::Dice(_) | Action::Reroll(_) | Action::KeepDice)
    }

    fn assumed(&self, state: &State, side: Side) -> Option<Action> {
        self.position(state).assumed(other_end(state, side))
    }

    fn assumptions(&self) -> &'static str {
        assumed::WORDS
    }
}
