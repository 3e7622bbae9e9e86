//! What a rule set shows: its board, its scenes, and what clicking means.

use crate::scene::{Board, Overlay, Point, Region, Scene, Target};
use crate::{Eyes, Rules, Side, Violation};
use serde::Serialize;

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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
}
