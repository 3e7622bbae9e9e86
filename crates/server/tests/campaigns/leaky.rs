//! The game with one hole in it, to see that the comparison finds it.

use crate::twins::Campaigns;
use engine::scene::{Board, Overlay, Point, Scene, Target};
use engine::stage::Blurb;
use engine::{
    Chance, Eyes, Identity, Line, Pending, Question, Rules, Seating, Side, Stage, Story, Violation,
};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::campaign::Campaign;
use full_measure_of_devotion::event::What;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::state::State;
use full_measure_of_devotion::view::View;

/// Where the hole is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hole {
    /// The view shows every box.
    View,
    /// The view keeps the enemy's orders: they are not drawn, but the name of the moment depends on them.
    Moment,
    /// Everybody hears everything.
    Ears,
    /// Refusals tell a number that depends on every box.
    Refusals,
    /// Answers do.
    Labels,
    /// The question does.
    Question,
    /// What an answer costs does.
    Ways,
    /// Whether clicks mean anything depends on that number.
    Clicks,
}

impl Hole {
    pub const ALL: [Hole; 8] = [
        Hole::View,
        Hole::Moment,
        Hole::Ears,
        Hole::Refusals,
        Hole::Labels,
        Hole::Question,
        Hole::Ways,
        Hole::Clicks,
    ];
}

/// A game that leaks.
pub struct Leaky {
    pub game: FullMeasureOfDevotion,
    pub hole: Hole,
}

impl Leaky {
    /// A number that depends on every box: who has which brigades and commanders, and how worn they are.
    fn truth(&self, state: &State) -> u64 {
        let boxes =
            ForceId::all().map(|force| (state.force(force).strength(), state.force(force).officers()));
        let text = format!("{:?}", boxes.collect::<Vec<_>>());
        text.bytes().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
    }

    fn told(&self, hole: Hole, text: String, state: &State) -> String {
        if self.hole == hole { format!("{text} ({:x})", self.truth(state)) } else { text }
    }
}

impl Campaigns for Leaky {
    fn campaign(&self) -> &Campaign {
        &self.game.campaign
    }
}

impl Rules for Leaky {
    type State = State;
    type Action = Action;
    type Event = What;
    type View = View;
    type Memo = ();

    fn identity(&self) -> Identity {
        self.game.identity()
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<What>) -> State {
        self.game.start(chance, story)
    }

    fn seating(&self, state: &State) -> Seating {
        self.game.seating(state)
    }

    fn pending(&self, state: &State) -> Pending {
        self.game.pending(state)
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        self.game.actions(state, side, out);
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        self.game.check(state, side, action).map_err(|violation| {
            let text = self.told(Hole::Refusals, violation.text.clone(), state);
            Violation { text, ..violation }
        })
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<What>,
    ) {
        self.game.apply(state, side, action, chance, story);
    }

    fn may_act_unseen(&self, state: &State, side: Side) -> bool {
        self.game.may_act_unseen(state, side)
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        match self.hole {
            Hole::View => self.game.view(state, Eyes::All),
            Hole::Moment => {
                let view = self.game.view(state, eyes);
                let written = |state: &State| serde_json::to_value(state).expect("a state can be written");
                let (mut seen, truth) = (written(&view.state), written(state));
                for force in ForceId::all().map(ForceId::index) {
                    seen["forces"][force]["route"] = truth["forces"][force]["route"].clone();
                }
                View { state: serde_json::from_value(seen).expect("and read"), ..view }
            }
            _ => self.game.view(state, eyes),
        }
    }

    fn imagine(&self, view: &View, eyes: Eyes, chance: &mut dyn Chance) -> State {
        self.game.imagine(view, eyes, chance)
    }

    fn write(&self, action: &Action) -> String {
        self.game.write(action)
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        self.game.read(text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let question = self.game.question(state, side);
        Question { text: self.told(Hole::Question, question.text.clone(), state), ..question }
    }

    fn describe(&self, state: &State, side: Side, action: &Action) -> String {
        self.told(Hole::Labels, self.game.describe(state, side, action), state)
    }

    fn hear(&self, event: &What, eyes: Eyes) -> Option<What> {
        self.game.hear(event, if self.hole == Hole::Ears { Eyes::All } else { eyes })
    }

    fn tell(&self, event: &What) -> Line {
        self.game.tell(event)
    }

    fn headline(&self, event: &What) -> Option<String> {
        self.game.headline(event)
    }

    fn gloss(&self, headline: &str) -> &'static str {
        self.game.gloss(headline)
    }

    fn is_uncertain(&self, state: &State, side: Side, action: &Action) -> bool {
        self.game.is_uncertain(state, side, action)
    }

    fn assumed(&self, state: &State, side: Side) -> Option<Action> {
        self.game.assumed(state, side)
    }

    fn assumptions(&self) -> &'static str {
        self.game.assumptions()
    }
}

impl Stage for Leaky {
    fn blurb(&self) -> Blurb {
        self.game.blurb()
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn scene(&self, view: &View, eyes: Eyes) -> Scene {
        self.game.scene(view, eyes)
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        self.game.target(state, side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        let deaf = self.hole == Hole::Clicks && self.truth(state).is_multiple_of(2);
        if deaf { None } else { self.game.meaning(state, side, target) }
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<Point>, String) {
        let (way, cost) = self.game.way(state, side, action);
        (way, self.told(Hole::Ways, cost, state))
    }

    fn overlay(&self, view: &View, eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        self.game.overlay(view, eyes, id, about)
    }

    fn caption(&self, view: &View) -> String {
        self.game.caption(view)
    }
}
