//! What a player looks at and clicks: the table in mils, the troops on it stand by stand.

pub(crate) mod arcs;
mod board;
pub(crate) mod drag;
pub(crate) mod ghost;
mod overlays;
mod pieces;
mod plan;
pub(crate) mod reach;
mod snap;

pub(crate) use plan::plan;

use crate::model::action::Action;
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::State;
use engine::agenda;
use engine::odds::Effort;
use engine::scene::{self, Board, Gesture, Overlay, Region, Scene, Sketch, Target};
use engine::stage::Blurb;
use engine::{Eyes, Rules, Side, Violation};
use ground::geometry::Point;

impl engine::Stage for SeeingTheElephant {
    fn blurb(&self) -> Blurb {
        let of = |side| self.units.iter().filter(|unit| unit.side == side && unit.parent.is_none()).count();
        Blurb {
            id: self.id.clone(),
            game: self.identity().game,
            rules: "Seeing the Elephant!".to_owned(),
            title: self.title.clone(),
            description: self.description.clone(),
            sides: Side::BOTH.map(|side| format!("{} units", of(side))),
            turns: self.turns.into(),
            span: format!("turns 1 to {}, {} each", self.turns, self.scale.turn_length()),
            minutes: 10 * u32::from(self.turns),
            secrets: false,
            reactions: Vec::new(),
        }
    }

    fn board(&self) -> Board {
        board::board(self)
    }

    /// A phase that ends may let whole brigades move and fire before the next question: each run takes its time.
    fn effort(&self) -> Effort {
        Effort { sequences: 2_000, samples: 400, ..Effort::default() }
    }

    fn scene(&self, view: &State, _eyes: Eyes) -> Scene {
        pieces::scene(self.position(view))
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        agenda::target::<SeeingTheElephant>(self.position(state), side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        agenda::meaning::<SeeingTheElephant>(self.position(state), side, target)
    }

    fn regions(&self, state: &State, side: Side) -> Vec<Region> {
        agenda::regions::<SeeingTheElephant>(self.position(state), side)
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<scene::Point>, String) {
        agenda::way::<SeeingTheElephant>(self.position(state), side, action)
    }

    fn sketch(&self, state: &State, side: Side, action: &Action) -> Sketch {
        agenda::sketch::<SeeingTheElephant>(self.position(state), side, action)
    }

    fn takes(&self, state: &State, side: Side, action: &Action) -> bool {
        agenda::takes::<SeeingTheElephant>(self.position(state), side, action)
    }

    fn again(&self, state: &State, side: Side) -> Option<Action> {
        agenda::again::<SeeingTheElephant>(self.position(state), side)
    }

    fn moves(&self, state: &State, side: Side) -> Option<String> {
        agenda::moves::<SeeingTheElephant>(self.position(state), side)
    }

    fn gesture(&self, state: &State, side: Side, gesture: &Gesture) -> Result<Action, Violation> {
        agenda::gesture::<SeeingTheElephant>(self.position(state), side, gesture)
    }

    fn overlay(&self, view: &State, _eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        overlays::overlay(self.position(view), id, about)
    }

    fn caption(&self, view: &State) -> String {
        format!("{} · {}", self.turn_words(view.turn), view.phasing)
    }
}

/// A point of the table on the board, where y points down.
pub(crate) fn on_board(rules: &SeeingTheElephant, point: Point) -> scene::Point {
    let frame = rules.table.field.table();
    [point.x - frame.low.x, frame.high.y - point.y]
}

/// A point of the board on the table; what is far away stays far away.
pub(crate) fn on_table(rules: &SeeingTheElephant, [x, y]: scene::Point) -> Point {
    let frame = rules.table.field.table();
    Point::new(frame.low.x.saturating_add(x), frame.high.y.saturating_sub(y))
}
