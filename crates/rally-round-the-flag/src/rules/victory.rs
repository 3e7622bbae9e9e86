//! How a battle ends (1.5).

use crate::model::event::Event;
use crate::model::position::Play;
use engine::{Outcome, Side};

/// The other side has retired (RRF-GEN-3, RRF-WIN-1).
pub fn won(play: &mut Play<'_>, side: Side) {
    end(play, Some(side));
}

/// Nobody was clearly defeated (RRF-GEN-8, R-52).
pub fn undecided(play: &mut Play<'_>) {
    end(play, None);
}

fn end(play: &mut Play<'_>, winner: Option<Side>) {
    let outcome = Outcome { winner, points: play.state.points.map(i32::from) };
    play.state.agenda.clear();
    play.state.outcome = Some(outcome);
    play.tell(Event::Over { outcome });
}
