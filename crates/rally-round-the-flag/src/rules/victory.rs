//! How a battle ends (1.5).

use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::position::{Play, Position};
use crate::model::scenario::Objective;
use crate::model::state::Mark;
use crate::scenarios::Counts;
use engine::{Outcome, Side};

/// Who holds what (6.7): the side whose formed stands alone stand in the squares of an objective.
fn holder(at: Position<'_>, objective: &Objective) -> Option<Side> {
    let is_there = |stand: &StandId| {
        let square = at.rules.squares.of(at.troop(*stand).pose.at);
        !at.is(*stand, Mark::ROUTED) && square.is_some_and(|square| objective.squares.contains(&square))
    };
    let [union, confederate] = Side::BOTH.map(|side| at.present_of(side).any(|stand| is_there(&stand)));
    match (union, confederate) {
        (true, false) => Some(Side::Union),
        (false, true) => Some(Side::Confederate),
        _ => None,
    }
}

/// The end of a turn: objectives change hands, and one that is worth the battle ends it (RRF-WIN-1).
pub fn end_of_turn(play: &mut Play<'_>) {
    for (number, objective) in play.rules.objectives.iter().enumerate() {
        let Some(side) = holder(play.at(), objective) else { continue };
        if play.state.held[number] == Some(side) {
            continue;
        }
        play.state.held[number] = Some(side);
        play.tell(Event::Taken { objective: number as u8, side });
        if objective.counts == Counts::AtOnce && objective.held != Some(side) {
            return won(play, side);
        }
    }
}

/// The end of a Round: objectives are worth their points.
pub fn end_of_round(play: &mut Play<'_>) {
    score(play, Counts::EachRound);
}

fn score(play: &mut Play<'_>, when: Counts) {
    for (number, objective) in play.rules.objectives.iter().enumerate() {
        let Some(side) = play.state.held[number].filter(|_| objective.counts == when) else { continue };
        let points = &mut play.state.points[side.index()];
        *points = points.saturating_add(objective.points);
        play.tell(Event::Scored { objective: number as u8, side, points: objective.points });
    }
}

/// The other side has retired (RRF-GEN-3, RRF-WIN-1).
pub fn won(play: &mut Play<'_>, side: Side) {
    end(play, Some(side));
}

/// Nobody was clearly defeated (RRF-GEN-8, R-52).
pub fn undecided(play: &mut Play<'_>) {
    end(play, None);
}

fn end(play: &mut Play<'_>, winner: Option<Side>) {
    score(play, Counts::AtTheEnd);
    let outcome = Outcome { winner, points: play.state.points.map(i32::from) };
    play.state.agenda.clear();
    play.state.outcome = Some(outcome);
    play.tell(Event::Over { outcome });
}
