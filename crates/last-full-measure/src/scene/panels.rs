//! What is told beside the map: turns and points, arrivals, losses, victory, command.

use super::pieces::{ARRIVALS, AWAY, LOSSES, commander_name, rank, tags};
use super::place;
use crate::model::ids::{CommanderId, Group, UnitId};
use crate::model::numbers::CommandValue;
use crate::model::position::Position;
use crate::model::scenario::{Goal, Rank};
use crate::model::state::{Entered, Office, Station};
use crate::speech;
use engine::Side;
use engine::scene::{Panel, PanelRow, Track, TrackBox};
use ground::Hex;

pub(super) fn tracks(position: Position<'_>) -> Vec<Track> {
    let Position { scenario, state, .. } = position;
    let days = scenario.calendar.last().map_or(1, |last| last.day);
    let turns = scenario.calendar.iter().map(|turn| {
        let day = if days > 1 { format!("day {} ", turn.day) } else { String::new() };
        let notes = [(turn.night, "night"), (turn.rain, "rain"), (turn.victory_check, "victory is tested")];
        let notes: Vec<&str> = notes.into_iter().filter(|(there, _)| *there).map(|(_, note)| note).collect();
        TrackBox { label: format!("{day}{}", turn.label), note: notes.join(", ") }
    });
    let boxes: Vec<TrackBox> = turns.collect();
    let at = usize::from(state.turn).min(boxes.len().saturating_sub(1));
    let turn = Track { id: "turn".to_owned(), name: "Turn".to_owned(), boxes, at };
    vec![turn, points(position)]
}

/// The points of both sides; the pawn stands with whoever is ahead.
fn points(position: Position<'_>) -> Track {
    let [union, confederate] = position.victory_points();
    let boxed = |label: String, note: &str| TrackBox { label, note: note.to_owned() };
    Track {
        id: "points".to_owned(),
        name: "Victory points".to_owned(),
        boxes: vec![
            boxed(union.to_string(), "Union"),
            boxed("even".to_owned(), "nobody is ahead"),
            boxed(confederate.to_string(), "Confederate"),
        ],
        at: match union.cmp(&confederate) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        },
    }
}

pub(super) fn panels(position: Position<'_>) -> Vec<Panel> {
    let panel = |id: &str, name: &str, rows| Panel {
        id: id.to_owned(),
        name: name.to_owned(),
        rows,
        pressing: false,
        first: false,
    };
    vec![
        panel(ARRIVALS, "Arrivals", arrivals(position)),
        panel(LOSSES, "Losses", losses(position)),
        panel(AWAY, "Off the map", away(position)),
        panel("victory", "Victory", victory(position)),
        panel("command", "Command", command(position)),
    ]
}

/// Those who still come, with when and where.
fn arrivals(position: Position<'_>) -> Vec<PanelRow> {
    let Position { scenario, state, .. } = position;
    let waiting = scenario.arrival_ids().filter(|id| state.arrival(*id).entered == Entered::NotYet);
    let row = |id| {
        let (arrival, now) = (scenario.arrival(id), state.arrival(id));
        let group = position.arriving_group(id);
        (!group.is_empty()).then(|| PanelRow {
            id: arrival.tag.clone(),
            text: format!("{}: {}", arrival.tag, speech::group(scenario, &group)),
            value: format!("{}, {}", speech::turn_name(scenario, now.turn), position.hex_name(now.hex)),
            side: Some(arrival.side),
            pieces: tags(scenario, &group),
            place: place(scenario, now.hex),
            ..PanelRow::default()
        })
    };
    waiting.filter_map(row).collect()
}

/// What each brigade has lost of its strength, the batteries lost, and the commanders fallen.
fn losses(position: Position<'_>) -> Vec<PanelRow> {
    let Position { scenario, state, .. } = position;
    let gone = |unit: UnitId| matches!(state.station(unit), Station::ELIMINATED | Station::LOST);
    let tag = |unit: UnitId| scenario.unit(unit).tag.clone();
    let mut rows = Vec::new();
    for id in scenario.brigade_ids() {
        let brigade = scenario.brigade(id);
        let lost: Vec<String> = brigade.units.iter().copied().filter(|&unit| gone(unit)).map(tag).collect();
        if lost.is_empty() && !state.shattered.contains(id) {
            continue;
        }
        let shattered = if state.shattered.contains(id) { ", shattered" } else { "" };
        rows.push(PanelRow {
            text: format!("{} ({}){shattered}", brigade.name, brigade.label),
            value: format!("{} of {} SP", position.strength_lost(id), state.total(id)),
            side: Some(brigade.side),
            pieces: lost,
            ..PanelRow::default()
        });
    }
    for unit in scenario.unit_ids().filter(|&unit| scenario.unit(unit).brigade.is_none() && gone(unit)) {
        let info = scenario.unit(unit);
        rows.push(PanelRow {
            text: info.name.clone(),
            value: format!("{} SP", info.sp),
            side: Some(info.side),
            pieces: vec![tag(unit)],
            ..PanelRow::default()
        });
    }
    for one in scenario.commander_ids().filter(|&one| state.holds(one, Office::REPLACED)) {
        let info = scenario.commander(one);
        rows.push(PanelRow {
            text: info.name.clone(),
            value: "fallen".to_owned(),
            side: Some(info.side),
            ..PanelRow::default()
        });
    }
    rows
}

/// Those who have left the map and may come back.
fn away(position: Position<'_>) -> Vec<PanelRow> {
    let Position { scenario, state, .. } = position;
    let exits = |at: Station| {
        at.exit().filter(|_| {
            !matches!(at, Station::NOWHERE | Station::WAITING | Station::ELIMINATED | Station::LOST)
        })
    };
    let units = scenario.unit_ids().filter_map(|unit| {
        let info = scenario.unit(unit);
        Some((exits(state.station(unit))?, info.side, &info.name, &info.tag))
    });
    let commanders = scenario.commander_ids().filter_map(|one| {
        let info = scenario.commander(one);
        Some((exits(state.leader_station(one))?, info.side, &info.name, &info.tag))
    });
    let row = |(exit, side, name, tag): (Hex, Side, &String, &String)| PanelRow {
        text: name.clone(),
        value: format!("left by {}", position.hex_name(exit)),
        side: Some(side),
        pieces: vec![tag.clone()],
        place: place(scenario, exit),
        ..PanelRow::default()
    };
    units.chain(commanders).map(row).collect()
}

/// Points, objectives and conditions.
fn victory(position: Position<'_>) -> Vec<PanelRow> {
    let scenario = position.scenario;
    let points = position.victory_points();
    let row = |text: String, value: String, side| PanelRow { text, value, side, ..PanelRow::default() };
    let mut rows: Vec<PanelRow> = Side::BOTH
        .map(|side| row(format!("{side} victory points"), points[side.index()].to_string(), Some(side)))
        .to_vec();
    for (index, objective) in scenario.victory.objectives.iter().enumerate() {
        let [union, confederate] = objective.vp;
        let holder = position.holder(index);
        rows.push(PanelRow {
            text: format!(
                "{}: {}",
                objective.name,
                holder.map_or("nobody's".to_owned(), |side| side.to_string())
            ),
            value: format!("{union} / {confederate}"),
            side: holder,
            place: place(scenario, objective.hex),
            ..PanelRow::default()
        });
    }
    for condition in &scenario.victory.conditions {
        let text = match condition.what {
            Goal::HoldWithFreshBrigade(hex) => {
                format!("must hold {} with a brigade that is not shattered", position.hex_name(hex))
            }
            Goal::MoreFreshBrigades => "must have more brigades that are not shattered".to_owned(),
            Goal::PointsAhead(points) => format!("must be {points} points ahead"),
        };
        rows.push(row(format!("{} {text}", condition.side), String::new(), Some(condition.side)));
    }
    rows
}

/// The commanders on the map, from the top: what they lead, and whether they are in command.
fn command(position: Position<'_>) -> Vec<PanelRow> {
    let Position { scenario, state, .. } = position;
    let on_map = scenario.commander_ids().filter(|&one| state.leader_hex(one).is_some());
    let row = |one: CommanderId| {
        let info = scenario.commander(one);
        let cv = match state.cv(scenario, one) {
            CommandValue::ZERO => String::new(),
            cv => format!(" {cv}"),
        };
        let led = info.brigade.map_or_else(String::new, |id| format!(" of {}", scenario.brigade(id).label));
        let acting = state.acting(info.side) == Some(one) && info.rank != Rank::Army;
        let acting = if acting { ", acts as army commander" } else { "" };
        let group = Group { commanders: [one].into_iter().collect(), ..Group::EMPTY };
        PanelRow {
            text: format!(
                "{}{cv}, {} commander{led}{acting}",
                commander_name(position, one),
                rank(info.rank)
            ),
            value: if state.holds(one, Office::COMMAND) { "in command".to_owned() } else { String::new() },
            side: Some(info.side),
            pieces: tags(scenario, &group),
            place: state.leader_hex(one).and_then(|hex| place(scenario, hex)),
            ..PanelRow::default()
        }
    };
    on_map.map(row).collect()
}
