//! The tracks round the map: turns, weather, command, re-rolls, losses, trains home.

use crate::model::position::Position;
use crate::model::state::{REROLLS, Weather};
use crate::speech::{dates, rain, weather};
use engine::Side;
use engine::scene::{Track, TrackBox};
use std::fmt::Display;

/// The command bonus starts here at most (FMD-7-3).
const BEST_BONUS: i8 = 4;

pub(super) fn tracks(position: Position<'_>) -> Vec<Track> {
    let state = position.state;
    let mut tracks = vec![turns(position), sky(state.weather)];
    tracks.extend(Side::BOTH.map(|side| bonus(side, state.bonus[side.index()])));
    tracks.extend(Side::BOTH.map(|side| rerolls(side, state.rerolls[side.index()])));
    tracks.push(losses(position));
    tracks.push(trains(state.trains_home, state.trains_needed));
    tracks
}

fn boxed(label: impl Display, note: &str) -> TrackBox {
    TrackBox { label: format!("{label}"), note: note.to_owned() }
}

fn track(id: impl Into<String>, name: impl Into<String>, boxes: Vec<TrackBox>, at: usize) -> Track {
    let at = at.min(boxes.len().saturating_sub(1));
    Track { id: id.into(), name: name.into(), boxes, at }
}

/// What a side's tracks are called.
const fn id(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

fn turns(position: Position<'_>) -> Track {
    let (first, last) = (position.campaign.start.turn, position.campaign.last_turn);
    let boxes = (first..=last.max(first)).map(|turn| boxed(turn, &dates(turn))).collect();
    track("turn", "Turn", boxes, usize::from(position.state.turn.saturating_sub(first)))
}

fn sky(now: Weather) -> Track {
    let all = [Weather::Sunny, Weather::Cloudy, Weather::Heavy, Weather::Torrential];
    let boxes = all.map(|one| boxed(weather(one), if one == now { rain(one) } else { "" })).to_vec();
    track("weather", "Weather", boxes, all.iter().position(|&one| one == now).unwrap_or(0))
}

fn bonus(side: Side, now: i8) -> Track {
    let least = now.min(-1);
    let boxes = (least..=BEST_BONUS).rev().map(|bonus| boxed(format!("{bonus:+}"), "")).collect();
    let at = usize::try_from(BEST_BONUS.saturating_sub(now)).unwrap_or(0);
    track(format!("bonus-{}", id(side)), format!("{side} command bonus"), boxes, at)
}

fn rerolls(side: Side, left: u8) -> Track {
    let boxes = (0..=REROLLS.max(left)).map(|count| boxed(count, "")).collect();
    track(format!("rerolls-{}", id(side)), format!("{side} re-rolls left"), boxes, usize::from(left))
}

/// Brigades lost; the pawn stands with whoever has lost more.
fn losses(position: Position<'_>) -> Track {
    let [union, confederate] = position.state.lost;
    let boxes = vec![boxed(union, "Union"), boxed("even", "as many"), boxed(confederate, "Confederate")];
    let at = match union.cmp(&confederate) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    };
    track("lost", "Brigades lost", boxes, at)
}

fn trains(home: u8, needed: u8) -> Track {
    let boxes =
        (0..=needed.max(home)).map(|count| boxed(count, if count == needed { "wins" } else { "" })).collect();
    track("trains", "Trains home", boxes, usize::from(home))
}
