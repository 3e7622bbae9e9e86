//! Picket Line, played a little otherwise.

use engine::chance::Chance;
use engine::scene::{self, Board, Gesture, Overlay, Region, Scene, Sketch, Target};
use engine::stage::Blurb;
use engine::{
    Eyes, Identity, Line, Listing, Pending, Question, Reaction, ReactionKind, Rules, Side, Stage, Story,
    Violation,
};
use picket_line::cards::Card;
use picket_line::{Action, Event, PicketLine, State, Task, View};

/// How.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// By its rules.
    AsItIs,
    /// Who holds no aim card is not asked whether he fires: what such a server tells is what must be found out.
    AskingHolders,
    /// Fire is held until somebody says that he wants to be asked.
    UntilArmed,
}

/// Picket Line, played so.
pub struct Variant {
    pub good: PicketLine,
    pub played: Played,
}

impl Variant {
    pub fn new(played: Played) -> Variant {
        Variant { good: PicketLine::standard(), played }
    }

    /// The side that is asked whether it fires, and holds nothing.
    fn asked_without_aim(&self, state: &State) -> Option<Side> {
        let (Some(Task::React(_)), Pending::Decide(sides)) = (state.agenda.next(), self.good.pending(state))
        else {
            return None;
        };
        sides.first().filter(|side| !state.hands[side.index()].has(Card::Aim))
    }
}

impl Rules for Variant {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memo = ();

    fn identity(&self) -> Identity {
        self.good.identity()
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        self.good.start(chance, story)
    }

    fn pending(&self, state: &State) -> Pending {
        self.good.pending(state)
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        self.good.actions(state, side, out);
    }

    fn listing(&self, state: &State, side: Side) -> Listing {
        self.good.listing(state, side)
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        self.good.check(state, side, action)
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        self.good.apply(state, side, action, chance, story);
        while self.played == Played::AskingHolders
            && let Some(side) = self.asked_without_aim(state)
        {
            self.good.apply(state, side, &Action::HoldFire, chance, story);
        }
    }

    fn may_act_unseen(&self, state: &State, side: Side) -> bool {
        self.good.may_act_unseen(state, side)
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        self.good.view(state, eyes)
    }

    fn imagine(&self, view: &View, eyes: Eyes, chance: &mut dyn Chance) -> State {
        self.good.imagine(view, eyes, chance)
    }

    fn write(&self, action: &Action) -> String {
        self.good.write(action)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        self.good.read(text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        self.good.question(state, side)
    }

    fn reactions(&self) -> Vec<ReactionKind> {
        let kinds = self.good.reactions().into_iter();
        kinds.map(|kind| ReactionKind { armed: self.played != Played::UntilArmed, ..kind }).collect()
    }

    fn reaction(&self, state: &State, side: Side) -> Option<Reaction<Action>> {
        self.good.reaction(state, side)
    }

    fn turn(&self, state: &State) -> u32 {
        self.good.turn(state)
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        self.good.describe(state, side, action)
    }

    fn hear(&self, event: &Event, eyes: Eyes) -> Option<Event> {
        self.good.hear(event, eyes)
    }

    fn tell(&self, event: &Event) -> Line {
        self.good.tell(event)
    }

    fn headline(&self, event: &Event) -> Option<String> {
        self.good.headline(event)
    }
}

impl Stage for Variant {
    fn blurb(&self) -> Blurb {
        Stage::blurb(&self.good)
    }

    fn board(&self) -> Board {
        self.good.board()
    }

    fn scene(&self, view: &View, eyes: Eyes) -> Scene {
        self.good.scene(view, eyes)
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        self.good.target(state, side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        self.good.meaning(state, side, target)
    }

    fn regions(&self, state: &State, side: Side) -> Vec<Region> {
        self.good.regions(state, side)
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<scene::Point>, String) {
        self.good.way(state, side, action)
    }

    fn sketch(&self, state: &State, side: Side, action: &Action) -> Sketch {
        self.good.sketch(state, side, action)
    }

    fn takes(&self, state: &State, side: Side, action: &Action) -> bool {
        self.good.takes(state, side, action)
    }

    fn moves(&self, state: &State, side: Side) -> Option<String> {
        self.good.moves(state, side)
    }

    fn gesture(&self, state: &State, side: Side, gesture: &Gesture) -> Result<Action, Violation> {
        self.good.gesture(state, side, gesture)
    }

    fn overlay(&self, view: &View, eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        self.good.overlay(view, eyes, id, about)
    }

    fn caption(&self, view: &View) -> String {
        Stage::caption(&self.good, view)
    }
}
