//! A Full Measure of Devotion as the engine sees it.

use crate::model::action::Action;
use crate::model::campaign::Campaign;
use crate::model::event::What;
use crate::model::memo::{Lent, Memo};
use crate::model::position::{Play, Position};
use crate::model::state::State;
use crate::model::view::View;
use crate::model::{assumed, imagine, view};
use crate::speech;
use engine::agenda::{self, Task as _, Words};
use engine::{Chance, Eyes, Identity, Line, Pending, Question, Rules, Seating, Side, Story, Violation};

/// The game's name in records and cases.
pub const GAME: &str = "full-measure-of-devotion";
/// Raised whenever an old record would no longer replay to the same states.
pub const RULES_VERSION: u32 = 4;

/// A campaign of A Full Measure of Devotion, a game for exactly two sides (FMD-1-1).
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
        Position::new(&self.campaign, state)
    }

    /// A state of this campaign, to be changed.
    pub(crate) fn play<'a>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut dyn Chance,
        story: &'a mut dyn Story<What>,
    ) -> Play<'a> {
        Play { campaign: &self.campaign, state, chance, story, memo: Lent::NOTHING }
    }
}

impl Rules for FullMeasureOfDevotion {
    type State = State;
    type Action = Action;
    type Event = What;
    type View = View;
    type Memo = Memo;

    fn identity(&self) -> Identity {
        let options = [
            ("bidding", self.campaign.bidding),
            ("initial_order_occupies", self.campaign.initial_order_occupies),
        ];
        let on = options.into_iter().filter(|(_, on)| *on);
        Identity {
            game: GAME.into(),
            rules_version: RULES_VERSION,
            scenario: self.campaign.id.clone(),
            scenario_print: self.campaign.print.clone(),
            options: on.map(|(name, _)| (name.to_owned(), "true".to_owned())).collect(),
        }
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<What>) -> State {
        let mut state = (*self.campaign.start).clone();
        self.play(&mut state, chance, story).begin_campaign();
        state
    }

    /// The armies may have been bid for (FMD-15.1-1).
    fn seating(&self, state: &State) -> Seating {
        state.seating
    }

    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => Pending::Decide(agenda::asked::<Self>(self.position(state))),
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        self.actions_with(state, side, &mut Memo::default(), out);
    }

    fn actions_with(&self, state: &State, side: Side, memo: &mut Memo, out: &mut Vec<Action>) {
        if state.outcome.is_none() {
            let at = Position { memo: Lent::of(memo), ..self.position(state) };
            agenda::answers::<Self>(at, side, out);
        }
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
        if state.outcome.is_some() {
            return Err(Violation::form("The campaign is over."));
        }
        action.known(&self.campaign)?;
        let at = Position { memo: Lent::of(memo), ..self.position(state) };
        agenda::check::<Self>(at, side, action)
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<What>,
    ) {
        self.apply_with(state, side, action, &mut Memo::default(), chance, story);
    }

    fn apply_with(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        memo: &mut Memo,
        chance: &mut dyn Chance,
        story: &mut dyn Story<What>,
    ) {
        let mut play = Play { memo: Lent::of(memo), ..self.play(state, chance, story) };
        agenda::answer::<Self>(&mut play, side, action);
    }

    fn may_act_unseen(&self, state: &State, side: Side) -> bool {
        let at = self.position(state);
        agenda::pending::<Self>(at, side).is_some_and(|task| task.is_answered_unseen(at, side))
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        view::view(&self.campaign, state, eyes)
    }

    fn imagine(&self, view: &View, _eyes: Eyes, chance: &mut dyn Chance) -> State {
        imagine::imagine(&self.campaign, view, chance)
    }

    fn write(&self, action: &Action) -> String {
        action.write(&self.campaign)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        Action::read(&self.campaign, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let Words { text, rule } = agenda::words::<Self>(self.position(state), side);
        Question { text, context: speech::context(&self.campaign, state), rule: rule.to_owned() }
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        agenda::label::<Self>(self.position(state), side, action)
    }

    fn hear(&self, event: &What, eyes: Eyes) -> Option<What> {
        event.heard_by(eyes)
    }

    fn tell(&self, event: &What) -> Line {
        speech::tell(&self.campaign, event)
    }

    fn headline(&self, event: &What) -> Option<String> {
        speech::headline(&self.campaign, event)
    }

    /// Dice for numbers are thrown in the open, and what follows them is a question to somebody (FMD-12.3-6).
    fn is_uncertain(&self, _state: &State, _side: Side, action: &Action) -> bool {
        !matches!(action, Action::Dice(_) | Action::Reroll(_) | Action::KeepDice)
    }

    fn assumed(&self, state: &State, side: Side) -> Option<Action> {
        self.position(state).assumed(side)
    }

    fn assumptions(&self) -> &'static str {
        assumed::WORDS
    }
}
