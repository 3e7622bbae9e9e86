//! The tracks round the map: turns, weather, command, re-rolls, losses, trains home.

use crate::model::numbers::{CommandBonus, Rerolls, Trains, Turn};
use crate::model::position::Position;
use crate::model::state::{REROLLS, Weather};
use crate::speech::{dates, rain, weather};
use engine::Side;
use engine::scene::{Track, TrackBox};

/// The command bonus starts here at most (FMD-7-3).
const BEST_BONUS: CommandBonus = CommandBonus(4);

pub(super) fn tracks(position: Position<'_>) -> Vec<Track> {
    let state = position.state;
    let mut tracks = vec![turns(position), sky(state.weather)];
    tracks.extend(Side::BOTH.map(|side| bonus(side, state.bonus[side])));
    tracks.extend(Side::BOTH.map(|side| rerolls(side, state.rerolls[side])));
    // The pawn stands with whoever has lost more.
    let lost = Side::BOTH.map(|side| state.lost[side]);
    tracks.push(Track::balance("lost", "Brigades lost", &lost, "as many"));
    tracks.push(trains(state.trains_home, state.trains_needed));
    tracks
}

fn turns(position: Position<'_>) -> Track {
    let (first, last) = (position.campaign.start.turn, position.campaign.last_turn);
    let boxes = (first.0..=last.max(first).0).map(|turn| TrackBox::new(turn, dates(Turn(turn)))).collect();
    Track::new("turn", "Turn", boxes, usize::from(position.state.turn.saturating_sub(first).0))
}

fn sky(now: Weather) -> Track {
    let all = [Weather::Sunny, Weather::Cloudy, Weather::Heavy, Weather::Torrential];
    let boxes = all.map(|one| TrackBox::new(weather(one), if one == now { rain(one) } else { "" })).to_vec();
    Track::new("weather", "Weather", boxes, all.iter().position(|&one| one == now).unwrap_or(0))
}

fn bonus(side: Side, now: CommandBonus) -> Track {
    let least = now.0.min(-1);
    let boxes =
        (least..=BEST_BONUS.0).rev().map(|bonus| TrackBox::new(format_args!("{bonus:+}"), "")).collect();
    let at = usize::try_from(BEST_BONUS.saturating_sub(now).0).unwrap_or(0);
    Track::new(format!("bonus-{}", side.key()), format!("{side} command bonus"), boxes, at)
}

fn rerolls(side: Side, left: Rerolls) -> Track {
    let boxes = (0..=REROLLS.max(left).0).map(|count| TrackBox::new(count, "")).collect();
    Track::new(format!("rerolls-{}", side.key()), format!("{side} re-rolls left"), boxes, usize::from(left.0))
}

fn trains(home: Trains, needed: Trains) -> Track {
    let boxes = (0..=needed.max(home).0)
        .map(|count| TrackBox::new(count, if count == needed.0 { "wins" } else { "" }))
        .collect();
    Track::new("trains", "Trains home", boxes, usize::from(home.0))
}
