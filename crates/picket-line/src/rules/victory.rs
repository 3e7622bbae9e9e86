//! How the game ends (PL-6).

use crate::model::event::Event;
use crate::model::field::EDGE;
use crate::model::position::{Play, Position};
use crate::model::scenario::PicketLine;
use crate::rules::movement::forward;
use engine::agenda::Step;
use engine::{Outcome, Side};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The game ends at once when a side has no picket left (PL-6.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict;

impl Step<PicketLine> for Verdict {
    fn take(self, play: &mut Play<'_>) {
        if Side::BOTH.into_iter().any(|side| play.position().standing_of(side).next().is_none()) {
            end(play);
        }
    }
}

/// Ends the game (PL-6.2).
pub(crate) fn end(play: &mut Play<'_>) {
    let points = Side::BOTH.map(|side| points_of(play.position(), side));
    let winner = match points[0].cmp(&points[1]) {
        Ordering::Greater => Some(Side::Union),
        Ordering::Less => Some(Side::Confederate),
        Ordering::Equal => None,
    };
    let outcome = Outcome { winner, points };
    play.state.agenda.clear();
    play.state.outcome = Some(outcome);
    play.story.tell(Event::Over { outcome });
}

fn points_of(at: Position<'_>, side: Side) -> i32 {
    let middle = match side {
        Side::Union => EDGE / 2,
        Side::Confederate => -EDGE / 2,
    };
    at.standing_of(side).map(|(_, picket)| 2 + i32::from(forward(side, picket.at) > middle)).sum()
}
