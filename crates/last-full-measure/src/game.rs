//! Last Full Measure as the engine sees it.

use crate::action::Action;
use crate::event::Event;
use crate::position::{Play, Position};
use crate::scenario::Scenario;
use crate::state::State;
use crate::task::Task;
use crate::{notation, words};
use engine::{Chance, Eyes, Identity, Line, Pending, Question, Rules, Side, Sides, Story, Violation};

/// The game's name in records and cases.
pub const GAME: &str = "last-full-measure";
/// Raised whenever an old record would no longer replay to the same states.
pub const RULES_VERSION: u32 = 3;

/// A battle of Last Full Measure.
#[derive(Clone, Debug)]
pub struct LastFullMeasure {
    /// The battle.
    pub scenario: Scenario,
}

impl LastFullMeasure {
    /// Plays this scenario.
    #[must_use]
    pub const fn new(scenario: Scenario) -> LastFullMeasure {
        LastFullMeasure { scenario }
    }

    /// A state of this battle, to be asked questions.
    #[must_use]
    pub const fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position::new(&self.scenario, state)
    }
}

impl Rules for LastFullMeasure {
    type State = State;
    type Action = Action;
    type Event = Event;
    /// Both sides see everything.
    type View = State;

    fn identity(&self) -> Identity {
        let options = &self.scenario.options;
        let mut chosen = Vec::new();
        for (name, on) in
            [("card_edition", options.card_edition), ("zoi_blocks_reorg", options.zoi_blocks_reorg)]
        {
            if on {
                chosen.push((name.to_string(), "true".to_string()));
            }
        }
        Identity {
            game: GAME.into(),
            rules_version: RULES_VERSION,
            scenario: self.scenario.id.clone(),
            scenario_print: self.scenario.print.clone(),
            options: chosen,
        }
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        let mut state = (*self.scenario.start).clone();
        Play { scenario: &self.scenario, state: &mut state, chance, story }.begin_game();
        state
    }

    #[inline]
    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => Pending::Decide(self.position(state).asked().map_or(Sides::NONE, Sides::only)),
        }
    }

    #[inline]
    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let position = self.position(state);
        if state.outcome.is_none() && position.asked() == Some(side) {
            position.answers(out);
        }
    }

    #[inline]
    fn one_action<'r>(
        &self,
        state: &State,
        side: Side,
        room: &'r mut Vec<Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r Action> {
        room.clear();
        let position = self.position(state);
        if state.outcome.is_some() || position.asked() != Some(side) {
            return None;
        }
        if position.task() != Task::Marching {
            position.answers(room);
            return if room.is_empty() { None } else { room.get(choose(room.len())) };
        }
        // Most of what a group can do is to go somewhere.
        let destinations = position.marching_actions_but_destinations(room);
        let hexes = destinations.count();
        if hexes + room.len() == 0 {
            return None;
        }
        let chosen = choose(hexes + room.len());
        match destinations.nth(chosen) {
            Some(hex) => {
                room.push(Action::MoveTo(hex));
                room.last()
            }
            None => room.get(chosen - hexes),
        }
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        let position = self.position(state);
        if state.outcome.is_some() {
            return Err(Violation::form("The game is over."));
        }
        if position.asked() != Some(side) {
            return Err(Violation::form(format!("It is not for the {side} side to decide now.")));
        }
        notation::known(&self.scenario, action)?;
        position.check_answer(action)
    }

    #[inline]
    fn apply(
        &self,
        state: &mut State,
        _side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        Play { scenario: &self.scenario, state, chance, story }.answer(action);
    }

    fn is_open(&self) -> bool {
        true
    }

    fn view(&self, state: &State, _eyes: Eyes) -> State {
        state.clone()
    }

    fn imagine(&self, view: &State, _eyes: Eyes, _chance: &mut dyn Chance) -> State {
        view.clone()
    }

    fn write(&self, action: &Action) -> String {
        notation::write(&self.scenario, action)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        notation::read(&self.scenario, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        words::question(&self.scenario, state, side)
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        words::describe(&self.scenario, state, side, action)
    }

    fn tell(&self, event: &Event) -> Line {
        words::tell(&self.scenario, event)
    }

    fn headline(&self, event: &Event) -> Option<String> {
        words::headline(event)
    }

    fn gloss(&self, headline: &str) -> &'static str {
        words::gloss(headline)
    }
}
