//! Rally Round the Flag as the engine sees it: questions and steps are found on the agenda, each in its chapter.

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::State;
use crate::model::view;
use crate::rules::setup::{SetUp, Stage};
use crate::rules::turn::StartRound;
use crate::rules::{cards, retire};
use crate::speech;
use engine::agenda::{self, Task as _, Words};
use engine::{
    Chance, Eyes, Identity, Line, Listing, Pending, Question, Reaction, ReactionKind, Rules, Side, Story,
    Violation,
};

/// The game's name in files and records.
pub(crate) const GAME: &str = "rally-round-the-flag";

/// Raised whenever an old record would no longer replay to the same states.
const RULES_VERSION: u32 = 1;

impl Rules for RallyRoundTheFlag {
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

    /// Decks are shuffled; hands are empty unless the option says otherwise.
    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        let mut state = self.start.clone();
        for deck in &mut state.decks {
            cards::shuffle(deck.pile.as_mut_slice(), chance);
        }
        if self.campaign.is_some() {
            state.agenda.push(SetUp { stage: Stage::Consent });
        } else {
            // RRF-MAP-1: a scenario has its own set-up.
            state.agenda.push(StartRound);
            for side in Side::BOTH {
                state.agenda.push(cards::DrawCards { side, draw: self.options.opening_hand });
            }
        }
        agenda::run::<RallyRoundTheFlag>(&mut Play { rules: self, state: &mut state, chance, story });
        state
    }

    fn pending(&self, state: &State) -> Pending {
        match state.outcome {
            Some(outcome) => Pending::Over(outcome),
            None => Pending::Decide(agenda::asked::<RallyRoundTheFlag>(self.position(state))),
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        agenda::answers::<RallyRoundTheFlag>(self.position(state), side, out);
    }

    fn listing(&self, state: &State, side: Side) -> Listing {
        let at = self.position(state);
        agenda::pending::<RallyRoundTheFlag>(at, side).map_or(Listing::Complete, |task| task.listing(at))
    }

    /// A side may retire at any moment when it is asked for something (RRF-WIN-2, I-17).
    fn asides(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let at = self.position(state);
        if agenda::pending::<RallyRoundTheFlag>(at, side).is_some() {
            retire::asides(at, side, out);
        }
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        action.known(self)?;
        let at = self.position(state);
        match action {
            Action::Retire | Action::RetireRouted
                if agenda::asked::<RallyRoundTheFlag>(at).contains(side) =>
            {
                retire::check(at, side, action)
            }
            _ => agenda::check::<RallyRoundTheFlag>(at, side, action),
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
        let mut play = Play { rules: self, state, chance, story };
        match action {
            Action::Retire | Action::RetireRouted => retire::declare(&mut play, side, action),
            _ => agenda::answer::<RallyRoundTheFlag>(&mut play, side, action),
        }
    }

    /// Whatever is answered is heard, or seen on the table.
    fn may_act_unseen(&self, _state: &State, _side: Side) -> bool {
        false
    }

    fn view(&self, state: &State, eyes: Eyes) -> State {
        view::view(self, state, eyes)
    }

    fn imagine(&self, view: &State, _eyes: Eyes, chance: &mut dyn Chance) -> State {
        view::imagine(self, view, chance)
    }

    fn write(&self, action: &Action) -> String {
        action.write(self)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        Action::read(self, text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let Words { text, rule } = agenda::words::<RallyRoundTheFlag>(self.position(state), side);
        let context = match state.round.0 {
            0 => format!("Set-up · {side}"),
            round => format!("Round {round} · {side}"),
        };
        Question { text, context, rule: rule.to_owned() }
    }

    /// Those that come after a hit and a contact are asked; the one that comes after every movement, when it is armed.
    fn reactions(&self) -> Vec<ReactionKind> {
        vec![
            ReactionKind::asked("RRF-BOF-1", "Answer a hit"),
            ReactionKind::asked("RRF-BOM-4", "Reinforce who is charged"),
            ReactionKind::until_armed("RRF-BOM-1", "Close Order after a movement"),
        ]
    }

    fn reaction(&self, state: &State, side: Side) -> Option<Reaction<Action>> {
        agenda::reaction::<RallyRoundTheFlag>(self.position(state), side)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.round.0)
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        match action {
            Action::Retire | Action::RetireRouted => speech::answer(self, action),
            _ => agenda::label::<RallyRoundTheFlag>(self.position(state), side, action),
        }
    }

    fn hear(&self, event: &Event, eyes: Eyes) -> Option<Event> {
        Some(event.heard_by(eyes))
    }

    fn tell(&self, event: &Event) -> Line {
        speech::line(self, event)
    }

    fn headline(&self, event: &Event) -> Option<String> {
        event.headline().map(str::to_owned)
    }
}

impl RallyRoundTheFlag {
    /// A state of this scenario, to be asked questions.
    #[must_use]
    pub const fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { rules: self, state }
    }
}
