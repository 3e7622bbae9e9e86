//! The tracks round the map: turns, weather, command, re-rolls, losses, trains home.

use crate::model::position::Position;
use crate::model::state::{REROLLS, Weather};
use crate::speech::{dates, rain, weather};
use engine::Side;
use engine::scene::{Track, TrackBox};

/// The command bonus starts here at most (FMD-7-3).
const BEST_BONUS: i8 = 4;

pub(super) fn tracks(position: Position<'_>) -> Vec<Track> {
    let state = position.state;
    let mut tracks = vec![turns(position), sky(state.weather)];
    tracks.extend(Side::BOTH.map(|side| bonus(side, state.bonus[side.index()])));
    tracks.extend(Side::BOTH.map(|side| rerolls(side, state.rerolls[side.index()])));
    // The pawn stands with whoever has lost more.
    tracks.push(Track::balance("lost", "Brigades lost", &state.lost, "as many"));
    tracks.push(trains(state.trains_home, state.trains_needed));
    tracks
}

fn turns(position: Position<'_>) -> Track {
    let (first, last) = (position.campaign.start.turn, position.campaign.last_turn);
    let boxes = (first..=last.max(first)).map(|turn| TrackBox::new(turn, dates(turn))).collect();
    Track::new("turn", "Turn", boxes, usize::from(position.state.turn.saturating_sub(first)))
}

fn sky(now: Weather) -> Track {
    let all = [Weather::Sunny, Weather::Cloudy, Weather::Heavy, Weather::Torrential];
    let boxes = all.map(|one| TrackBox::new(weather(one), if one == now { rain(one) } else { "" })).to_vec();
    Track::new("weather", "Weather", boxes, all.iter().position(|&one| one == now).unwrap_or(0))
}

fn bonus(side: Side, now: i8) -> Track {
    let least = now.min(-1);
    let boxes =
        (least..=BEST_BONUS).rev().map(|bonus| TrackBox::new(format_args!("{bonus:+}"), "")).collect();
    let at = usize::try_from(BEST_BONUS.saturating_sub(now)).unwrap_or(0);
    Track::new(format!("bonus-{}", side.key()), format!("{side} command bonus"), boxes, at)
}

fn rerolls(side: Side, left: u8) -> Track {
    let boxes = (0..=REROLLS.max(left)).map(|count| TrackBox::new(count, "")).collect();
    Track::new(format!("rerolls-{}", side.key()), format!("{side} re-rolls left"), boxes, usize::from(left))
}

fn trains(home: u8, needed: u8) -> Track {
    let boxes = (0..=needed.max(home))
        .map(|count| TrackBox::new(count, if count == needed { "wins" } else { "" }))
        .collect();
    Track::new("trains", "Trains home", boxes, usize::from(home))
}
