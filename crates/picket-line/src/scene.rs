//! What a player looks at and clicks: the field in paces, the pickets, each side's cards as far as they may be known.

mod board;
mod drag;
mod pieces;

pub(crate) use drag::{gesture, sketch};
pub(crate) use pieces::SCOUT;

use crate::Action;
use crate::model::field::{EDGE, Point, STAND};
use crate::model::scenario::PicketLine;
use crate::model::state::State;
use crate::model::task::Task;
use crate::model::view::View;
use crate::rules::fire::React;
use crate::rules::movement::{MovePicket, TakePart};
use crate::speech::part_of;
use engine::agenda;
use engine::scene::{self, Bearing, Board, Gesture, Overlay, Region, Scene, Sketch, Stand, Target};
use engine::stage::Blurb;
use engine::{Eyes, Rules, Side, Violation};

impl engine::Stage for PicketLine {
    fn blurb(&self) -> Blurb {
        let of = |side| self.posts.iter().filter(|post| post.side == side).count();
        Blurb {
            id: self.name.clone(),
            game: self.identity().game,
            rules: "Picket Line".to_owned(),
            title: "Two Fords".to_owned(),
            description: "A made-up game of a few minutes, to be copied by whoever adds a game: pickets on an open field, secret \
                          orders, hidden cards, and fire in the other side's move."
                .to_owned(),
            sides: Side::BOTH.map(|side| format!("{} pickets", of(side))),
            turns: self.rounds.into(),
            span: format!("rounds 1 to {}", self.rounds),
            minutes: 2 * u32::from(self.rounds),
            secrets: true,
            reactions: Vec::new(),
        }
    }

    fn board(&self) -> Board {
        board::board()
    }

    fn scene(&self, view: &View, eyes: Eyes) -> Scene {
        pieces::scene(self, view, eyes)
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        agenda::target::<PicketLine>(self.position(state), side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        agenda::meaning::<PicketLine>(self.position(state), side, target)
    }

    fn regions(&self, state: &State, side: Side) -> Vec<Region> {
        agenda::regions::<PicketLine>(self.position(state), side)
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<scene::Point>, String) {
        agenda::way::<PicketLine>(self.position(state), side, action)
    }

    fn sketch(&self, state: &State, side: Side, action: &Action) -> Sketch {
        agenda::sketch::<PicketLine>(self.position(state), side, action)
    }

    fn takes(&self, state: &State, side: Side, action: &Action) -> bool {
        agenda::takes::<PicketLine>(self.position(state), side, action)
    }

    fn again(&self, state: &State, side: Side) -> Option<Action> {
        agenda::again::<PicketLine>(self.position(state), side)
    }

    fn moves(&self, state: &State, side: Side) -> Option<String> {
        agenda::moves::<PicketLine>(self.position(state), side)
    }

    fn gesture(&self, state: &State, side: Side, gesture: &Gesture) -> Result<Action, Violation> {
        agenda::gesture::<PicketLine>(self.position(state), side, gesture)
    }

    fn overlay(&self, view: &View, _eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        board::overlay(self, view, id, about)
    }

    fn caption(&self, view: &View) -> String {
        let part = part_of(view.agenda.next());
        match view.agenda.next() {
            Some(Task::TakePart(TakePart { side })) => self.caption(view, side, part),
            Some(Task::MovePicket(MovePicket { picket })) => self.caption(view, self.post(picket).side, part),
            Some(Task::React(React { target })) => self.caption(view, self.post(target).side.other(), part),
            _ => format!("Round {} of {} · {part}", view.round, self.rounds),
        }
    }
}

impl PicketLine {
    fn caption(&self, view: &View, side: Side, part: &str) -> String {
        format!("Round {} of {} · {side} · {part}", view.round, self.rounds)
    }
}

/// A point of the field on the board, where y points down.
pub(crate) const fn on_board(point: Point) -> scene::Point {
    [point.x, EDGE - point.y]
}

/// A point of the board on the field, if it is on it.
pub(crate) fn on_field([x, y]: scene::Point) -> Option<Point> {
    let point = Point::new(x, EDGE.checked_sub(y)?);
    point.is_on_field().then_some(point)
}

/// The stands of a picket on the board (PL-1.3).
pub(crate) fn stands(at: Point, facing: Point) -> impl Iterator<Item = Stand> {
    let [left, middle, right] = at.stands(facing);
    let signs = [(left, ""), (middle, "flag"), (right, "")];
    signs.into_iter().map(move |(at, sign)| Stand {
        at: on_board(at),
        facing: facing.bearing(),
        size: STAND,
        sign: sign.into(),
        lost: false,
    })
}

/// A ring of points so many paces about a middle, none farther away than that.
pub(crate) fn ring(middle: Point, paces: i32) -> impl Iterator<Item = Point> {
    (0..360).step_by(10).map(move |degrees| {
        // To the nearest pace is not a whole pace too far.
        middle.moved(Bearing::degrees(degrees), paces - 1)
    })
}
