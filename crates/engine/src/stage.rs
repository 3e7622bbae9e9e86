//! What a rule set shows: its board, its scenes, and what clicking means.

use crate::odds::Effort;
use crate::scene::{Board, Gesture, Overlay, Point, Region, Scene, Sketch, Target, Trace};
use crate::{Eyes, ReactionKind, Rules, Side, Violation};
use serde::{Deserialize, Serialize};

/// A rule set that can be looked at.
///
/// The laws of [`Rules`] about secrets hold here, too: a scene is made of a view alone, and what is said of a side's
/// answers does not depend on what that side cannot see.
pub trait Stage: Rules {
    /// What the scenario is about.
    fn blurb(&self) -> Blurb;

    /// The board, which never changes.
    fn board(&self) -> Board;

    /// What these eyes see.
    fn scene(&self, view: &Self::View, eyes: Eyes) -> Scene;

    /// What one clicks to give this answer to the pending question.
    fn target(&self, state: &Self::State, side: Side, action: &Self::Action) -> Target;

    /// The answer that a click would mean, legal or not: checking it says why it cannot be given. `None` where a click
    /// means nothing.
    fn meaning(&self, state: &Self::State, side: Side, target: &Target) -> Option<Self::Action>;

    /// Where points are answers to the pending question.
    fn regions(&self, _state: &Self::State, _side: Side) -> Vec<Region> {
        Vec::new()
    }

    /// The way an answer takes and what it costs in words, as far as both are known beforehand.
    fn way(&self, state: &Self::State, side: Side, action: &Self::Action) -> (Vec<Point>, String);

    /// What would be seen on the board of an answer, legal or not, as far as it is known beforehand: the ghost of a
    /// piece where it would end, what it passes over, what is in the way.
    fn sketch(&self, _state: &Self::State, _side: Side, _action: &Self::Action) -> Sketch {
        Sketch::default()
    }

    /// How much is reckoned of what an answer may lead to, while a player waits: less where an answer takes long to
    /// carry out.
    fn effort(&self) -> Effort {
        Effort::default()
    }

    /// Whether an answer takes up the piece it is given on, so that a hand that drags the piece gives it: of several
    /// such answers on one piece the first.
    fn takes(&self, _state: &Self::State, _side: Side, _action: &Self::Action) -> bool {
        false
    }

    /// The answer that does as was done before, legal or not: what a single key looks at.
    fn again(&self, _state: &Self::State, _side: Side) -> Option<Self::Action> {
        None
    }

    /// The piece that the pending question moves over an open table, by its name in scenes; `None` where nothing is
    /// dragged.
    fn moves(&self, _state: &Self::State, _side: Side) -> Option<String> {
        None
    }

    /// The answer that a gesture means for the piece that [`moves`](Stage::moves), legal or not.
    ///
    /// # Errors
    ///
    /// Why it means none at all.
    fn gesture(
        &self,
        _state: &Self::State,
        _side: Side,
        _gesture: &Gesture,
    ) -> Result<Self::Action, Violation> {
        Err(Violation::form("Nothing is moved by hand here."))
    }

    /// What would become of a gesture if it ended now: the answer it means, with the way, the sketch and the verdict
    /// that this answer has anyhow. It is asked many times a second, so a game that can find all four at once may.
    ///
    /// The gesture passed [`Gesture::check`].
    fn trace(&self, state: &Self::State, side: Side, gesture: &Gesture) -> Trace {
        match self.gesture(state, side, gesture) {
            Err(refusal) => Trace::refused(refusal),
            Ok(action) => Trace {
                action: Some(self.write(&action)),
                cost: self.way(state, side, &action).1,
                sketch: self.sketch(state, side, &action),
                refusal: self.check(state, side, &action).err(),
            },
        }
    }

    /// Something of [`Board::overlays`], asked for by its id.
    ///
    /// # Errors
    ///
    /// Why there is no such overlay.
    fn overlay(&self, view: &Self::View, eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation>;

    /// Where in the sequence of play a state stands, for everybody: "Turn 3, 11 am · Confederate · Combat".
    fn caption(&self, view: &Self::View) -> String;
}

/// A scenario in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Blurb {
    /// The scenario's id.
    pub id: String,
    /// The rule set's id.
    pub game: String,
    /// The rule set's name.
    pub rules: String,
    /// The scenario's name.
    pub title: String,
    /// What happens, in a few sentences.
    pub description: String,
    /// The two sides and what they bring, Union first.
    pub sides: [String; 2],
    /// How many turns it has.
    pub turns: u32,
    /// From when to when.
    pub span: String,
    /// About how long it takes two people, in minutes.
    pub minutes: u32,
    /// Whether the sides keep secrets from one another: on one screen, the table is covered while it changes hands.
    pub secrets: bool,
    /// The kinds of reactions that the rules know ([`Rules::reactions`]); the table fills them in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ReactionKind>>"))]
    pub reactions: Vec<ReactionKind>,
}
