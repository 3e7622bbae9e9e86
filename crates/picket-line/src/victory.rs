//! How the game ends (PL-6).

use crate::event::Event;
use crate::field::EDGE;
use crate::movement::forward;
use crate::scenario::PicketLine;
use crate::state::{Stage, State};
use engine::{Outcome, Side, Story};
use std::cmp::Ordering;

/// Whether a side has no picket left (PL-6.1).
pub(crate) fn is_decided(rules: &PicketLine, state: &State) -> bool {
    Side::BOTH.into_iter().any(|side| {
        !rules.posts.iter().zip(&state.pickets).any(|(post, picket)| post.side == side && picket.standing)
    })
}

/// Ends the game (PL-6.2).
pub(crate) fn end(rules: &PicketLine, state: &mut State, story: &mut dyn Story<Event>) {
    let points = Side::BOTH.map(|side| points_of(rules, state, side));
    let winner = match points[0].cmp(&points[1]) {
        Ordering::Greater => Some(Side::Union),
        Ordering::Less => Some(Side::Confederate),
        Ordering::Equal => None,
    };
    let outcome = Outcome { winner, points };
    state.stage = Stage::Over(outcome);
    story.tell(Event::Over { outcome });
}

fn points_of(rules: &PicketLine, state: &State, side: Side) -> i32 {
    let middle = match side {
        Side::Union => EDGE / 2,
        Side::Confederate => -EDGE / 2,
    };
    let standing =
        rules.posts.iter().zip(&state.pickets).filter(|(post, picket)| post.side == side && picket.standing);
    standing.map(|(_, picket)| 2 + i32::from(forward(side, picket.at) > middle)).sum()
}
