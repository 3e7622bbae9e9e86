//! Last Full Measure as the engine sees it.

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::memo::{Lent, Memo};
use crate::model::position::{Play, Position};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::speech;
use engine::agenda::{self, Words};
use engine::{Chance, Eyes, Identity, Line, Pending, Question, Rules, Side, Story, Violation};

/// The game's name in records and cases.
pub const GAME: &str = "last-full-measure";
/// Raised whenever an old record would no longer replay to the same states.
pub const RULES_VERSION: u32 = 7;

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

    /// A state of this battle, to be asked many questions: what one search finds, the next need not look for.
    #[must_use]
    pub fn position_with<'a>(&'a self, state: &'a State, memo: &'a mut Memo) -> Position<'a> {
        Position { memo: Lent::of(memo), ..self.position(state) }
    }

    /// A state of this battle, to be changed.
    pub(crate) fn play<'a>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut dyn Chance,
        story: &'a mut dyn Story<Event>,
        memo: &'a mut Memo,
    ) -> Play<'a> {
        Play { scenario: &self.scenario, state, chance, story, memo: Lent::of(memo) }
    }
}

impl Rules for LastFullMeasure {
    type State = State;
    type Action = Action;
    type Event = Event;
    /// Both sides see everything.
    type View = State;
    type Memo = Memo;

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
        let mut state = *self.scenario.start;
        self.play(&mut state, chance, story, &mut Memo::default()).begin_game();
        state
    }

    #[inline]
    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => Pending::Decide(agenda::asked::<LastFullMeasure>(self.position(state))),
        }
    }

    #[inline]
    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        self.actions_with(state, side, &mut Memo::default(), out);
    }

    #[inline]
    fn actions_with(&self, state: &State, side: Side, memo: &mut Memo, out: &mut Vec<Action>) {
        agenda::answers::<LastFullMeasure>(self.position_with(state, memo), side, out);
    }

    #[inline]
    fn one_action<'r>(
        &self,
        state: &State,
        side: Side,
        memo: &mut Memo,
        room: &'r mut Vec<Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r Action> {
        agenda::one::<LastFullMeasure>(self.position_with(state, memo), side, room, choose)
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        self.check_with(state, side, action, &mut Memo::default())
    }

    fn check_with(
        &self,
        state: &State,
        side: Side,
        action: &Action,
        memo: &mut Memo,
    ) -> Result<(), Violation> {
        action.known(&self.scenario)?;
        agenda::check::<LastFullMeasure>(self.position_with(state, memo), side, action)
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        self.apply_with(state, side, action, &mut Memo::default(), chance, story);
    }

    #[inline]
    fn apply_with(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        memo: &mut Memo,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        let mut play = self.play(state, chance, story, memo);
        agenda::answer::<LastFullMeasure>(&mut play, side, action);
    }

    fn is_open(&self) -> bool {
        true
    }

    fn restore(&self, state: &mut State) {
        state.restore(&self.scenario);
    }

    fn view(&self, state: &State, _eyes: Eyes) -> State {
        state.open()
    }

    fn imagine(&self, view: &State, _eyes: Eyes, _chance: &mut dyn Chance) -> State {
        *view
    }

    fn write(&self, action: &Action) -> String {
        action.write(&self.scenario)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        Action::read(&self.scenario, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let Words { text, rule } = agenda::words::<LastFullMeasure>(self.position(state), side);
        Question { text, context: speech::context(&self.scenario, state), rule: rule.into() }
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        self.describe_with(state, side, action, &mut Memo::default())
    }

    fn describe_with(&self, state: &State, side: Side, action: &Action, memo: &mut Memo) -> String {
        if action.known(&self.scenario).is_err() {
            return action.write(&self.scenario);
        }
        agenda::label::<LastFullMeasure>(self.position_with(state, memo), side, action)
    }

    fn tell(&self, event: &Event) -> Line {
        speech::tell(&self.scenario, event)
    }

    fn headline(&self, event: &Event) -> Option<String> {
        speech::headline(event)
    }

    fn gloss(&self, headline: &str) -> &'static str {
        speech::gloss(headline)
    }
}
