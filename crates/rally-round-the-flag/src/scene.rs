//! What a player looks at and clicks: the map in hundredths of a yard, stands to scale, the hand, the discards.

mod board;
mod cards;
pub(crate) mod drag;
pub(crate) mod ghost;
mod overlays;
mod pieces;
pub(crate) mod reach;

pub(crate) use pieces::drawn;

use crate::model::action::Action;
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::State;
use engine::agenda;
use engine::scene::{self, Board, Gesture, Overlay, Region, Scene, Sketch, Target};
use engine::stage::Blurb;
use engine::{Eyes, Rules, Side, Violation};
use ground::geometry::Point;

impl engine::Stage for RallyRoundTheFlag {
    fn blurb(&self) -> Blurb {
        let of = |side| self.stands.iter().filter(|stand| stand.side == side).count();
        let rounds = self.options.max_rounds;
        Blurb {
            id: self.id.clone(),
            game: self.identity().game,
            rules: "Rally Round the Flag".to_owned(),
            title: self.title.clone(),
            description: self.description.clone(),
            sides: Side::BOTH.map(|side| format!("{} regiments and batteries", of(side))),
            turns: rounds.into(),
            span: match rounds {
                0 => "as many Rounds as it takes".to_owned(),
                rounds => format!("rounds 1 to {rounds}"),
            },
            minutes: 15 * u32::from(rounds.max(8)),
            secrets: true,
            reactions: Vec::new(),
        }
    }

    fn board(&self) -> Board {
        board::board(self)
    }

    fn scene(&self, view: &State, eyes: Eyes) -> Scene {
        pieces::scene(self.position(view), eyes)
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        agenda::target::<RallyRoundTheFlag>(self.position(state), side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        agenda::meaning::<RallyRoundTheFlag>(self.position(state), side, target)
    }

    fn regions(&self, state: &State, side: Side) -> Vec<Region> {
        agenda::regions::<RallyRoundTheFlag>(self.position(state), side)
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<scene::Point>, String) {
        agenda::way::<RallyRoundTheFlag>(self.position(state), side, action)
    }

    fn sketch(&self, state: &State, side: Side, action: &Action) -> Sketch {
        agenda::sketch::<RallyRoundTheFlag>(self.position(state), side, action)
    }

    fn takes(&self, state: &State, side: Side, action: &Action) -> bool {
        agenda::takes::<RallyRoundTheFlag>(self.position(state), side, action)
    }

    fn moves(&self, state: &State, side: Side) -> Option<String> {
        agenda::moves::<RallyRoundTheFlag>(self.position(state), side)
    }

    fn gesture(&self, state: &State, side: Side, gesture: &Gesture) -> Result<Action, Violation> {
        agenda::gesture::<RallyRoundTheFlag>(self.position(state), side, gesture)
    }

    fn overlay(&self, view: &State, _: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        overlays::overlay(self.position(view), id, about)
    }

    fn caption(&self, view: &State) -> String {
        format!("Round {} · {}", view.round, view.turn.side)
    }
}

/// A point of the map on the board, where y points down.
pub(crate) fn on_board(rules: &RallyRoundTheFlag, point: Point) -> scene::Point {
    let frame = rules.land.field().table();
    [point.x - frame.low.x, frame.high.y - point.y]
}

/// A point of the board on the table; what is far away stays far away.
pub(crate) fn on_table(rules: &RallyRoundTheFlag, [x, y]: scene::Point) -> Point {
    let frame = rules.land.field().table();
    Point::new(frame.low.x.saturating_add(x), frame.high.y.saturating_sub(y))
}
