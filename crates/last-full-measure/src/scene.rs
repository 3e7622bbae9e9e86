//! What a player looks at and clicks: the real ground in sheets, counters with their numbers and markers, the sequence
//! of play beside it. Both sides see everything, so a scene is the same for all eyes.

mod board;
mod clicks;
mod markers;
mod overlays;
mod panels;
mod pieces;

pub(crate) use board::points;
pub(crate) use clicks::{Spot, between, spot};

use crate::files::notation::hex_name;
use crate::game::{GAME, LastFullMeasure};
use crate::model::action::Action;
use crate::model::numbers::StrengthPoints;
use crate::model::scenario::{Scenario, TurnInfo};
use crate::model::state::State;
use crate::speech;
use engine::agenda;
use engine::scene::{Board, Overlay, Point, Scene, Target, Word};
use engine::stage::Blurb;
use engine::{Eyes, Side, Stage, Violation};
use ground::Hex;

impl Stage for LastFullMeasure {
    fn blurb(&self) -> Blurb {
        blurb(&self.scenario)
    }

    fn board(&self) -> Board {
        board::board(&self.scenario)
    }

    fn scene(&self, view: &State, _eyes: Eyes) -> Scene {
        let position = self.position(view);
        Scene {
            pieces: pieces::pieces(position),
            markers: markers::markers(position),
            tracks: panels::tracks(position),
            panels: panels::panels(position),
        }
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        agenda::target::<LastFullMeasure>(self.position(state), side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        agenda::meaning::<LastFullMeasure>(self.position(state), side, target)
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<Point>, String) {
        match action.known(&self.scenario) {
            Ok(()) => agenda::way::<LastFullMeasure>(self.position(state), side, action),
            Err(_) => Default::default(),
        }
    }

    fn overlay(&self, view: &State, _eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        overlays::overlay(self.position(view), id, about)
    }

    fn caption(&self, view: &State) -> String {
        speech::context(&self.scenario, view)
    }
}

/// A scenario in a few words.
fn blurb(scenario: &Scenario) -> Blurb {
    let turn = |at: Option<&TurnInfo>| at.map_or("", |turn| turn.label.as_str()).to_owned();
    let turns = scenario.calendar.len() as u32;
    // A dozen seconds a unit and turn, and some minutes a turn for everything else, in steps of ten minutes.
    let minutes = (turns * scenario.units.len() as u32 / 5 + 3 * turns).next_multiple_of(10);
    Blurb {
        id: scenario.id.clone(),
        game: GAME.to_owned(),
        rules: "Last Full Measure".to_owned(),
        title: scenario.title.clone(),
        description: scenario.description.clone(),
        sides: Side::BOTH.map(|side| force(scenario, side)),
        turns,
        span: format!("{} to {}", turn(scenario.calendar.first()), turn(scenario.calendar.last())),
        minutes,
        secrets: false,
        reactions: Vec::new(),
    }
}

/// What a side brings.
fn force(scenario: &Scenario, side: Side) -> String {
    let units = || scenario.units_of(side).map(|unit| scenario.unit(unit));
    let strength: StrengthPoints = units().map(|unit| unit.sp).sum();
    let guns = units().filter(|unit| unit.kind.is_artillery()).count();
    let regiments = speech::counted((units().count() - guns) as u64, "regiment", "regiments");
    let batteries = speech::counted(guns as u64, "battery", "batteries");
    format!("{regiments}, {batteries}, {strength} strength points")
}

/// The name of a hex as a place of the board, if it is one.
pub(crate) fn place(scenario: &Scenario, hex: Hex) -> Option<Word> {
    (hex.index() < scenario.board.len).then(|| hex_name(scenario, hex).into())
}
