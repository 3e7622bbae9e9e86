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
use engine::scene::{Panel, PanelRow, Track, TrackBox, Word};
use ground::Hex;

pub(super) fn tracks(position: Position<'_>) -> Vec<Track> {
    let Position { scenario, state, .. } = position;
    let days = scenario.calendar.last().map_or(1, |last| last.day);
    let turns = scenario.calendar.iter().map(|turn| {
        let day = if days > 1 { format!("day {} ", turn.day) } else { String::new() };
        let notes = [(turn.night, "night"), (turn.rain, "rain"), (turn.victory_check, "victory is tested")];
        let notes: Vec<&str> = notes.into_iter().filter(|(there, _)| *there).map(|(_, note)| note).collect();
        TrackBox::new(format_args!("{day}{}", turn.label), notes.join(", "))
    });
    // The pawn stands with whoever is ahead.
    let points = Track::balance("points", "Victory points", &position.victory_points(), "nobody is ahead");
    vec![Track::new("turn", "Turn", turns.collect(), state.turn.index()), points]
}

pub(super) fn panels(position: Position<'_>) -> Vec<Panel> {
    vec![
        Panel::new(ARRIVALS, "Arrivals", arrivals(position)),
        Panel::new(LOSSES, "Losses", losses(position)),
        Panel::new(AWAY, "Off the map", away(position)),
        Panel::new("victory", "Victory", victory(position)),
        Panel::new("command", "Command", command(position)),
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
            id: (&arrival.tag).into(),
            text: format!("{}: {}", arrival.tag, speech::group(scenario, &group)),
            value: format!("{}, {}", speech::turn_name(scenario, now.turn), position.hex_name(now.hex))
                .into(),
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
    let tag = |unit: UnitId| Word::from(&scenario.unit(unit).tag);
    let mut rows = Vec::new();
    for id in scenario.brigade_ids() {
        let brigade = scenario.brigade(id);
        let lost: Vec<Word> = brigade.units.iter().copied().filter(|&unit| gone(unit)).map(tag).collect();
        if lost.is_empty() && !state.shattered.contains(id) {
            continue;
        }
        let shattered = if state.shattered.contains(id) { ", shattered" } else { "" };
        let text = format!("{} ({}){shattered}", brigade.name, brigade.label);
        let value = format!("{} of {} SP", position.strength_lost(id), state.total(id));
        rows.push(PanelRow { pieces: lost, ..PanelRow::new(text, value, Some(brigade.side)) });
    }
    for unit in scenario.unit_ids().filter(|&unit| scenario.unit(unit).brigade.is_none() && gone(unit)) {
        let info = scenario.unit(unit);
        let row = PanelRow::new(&info.name, format!("{} SP", info.sp), Some(info.side));
        rows.push(PanelRow { pieces: vec![tag(unit)], ..row });
    }
    for one in scenario.commander_ids().filter(|&one| state.holds(one, Office::REPLACED)) {
        let info = scenario.commander(one);
        rows.push(PanelRow::new(&info.name, "fallen", Some(info.side)));
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
        value: format!("left by {}", position.hex_name(exit)).into(),
        side: Some(side),
        pieces: vec![tag.into()],
        place: place(scenario, exit),
        ..PanelRow::default()
    };
    units.chain(commanders).map(row).collect()
}

/// Points, objectives and conditions.
fn victory(position: Position<'_>) -> Vec<PanelRow> {
    let scenario = position.scenario;
    let points = position.victory_points();
    let score = |side: Side| {
        PanelRow::new(format!("{side} victory points"), points[side.index()].to_string(), Some(side))
    };
    let mut rows: Vec<PanelRow> = Side::BOTH.map(score).to_vec();
    for (index, objective) in scenario.victory.objectives.iter().enumerate() {
        let [union, confederate] = objective.vp;
        let holder = position.holder(index);
        rows.push(PanelRow {
            text: format!(
                "{}: {}",
                objective.name,
                holder.map_or("nobody's".to_owned(), |side| side.to_string())
            ),
            value: Word::of(format_args!("{union} / {confederate}")),
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
        rows.push(PanelRow::new(format!("{} {text}", condition.side), "", Some(condition.side)));
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
            value: if state.holds(one, Office::COMMAND) { "in command" } else { "" }.into(),
            side: Some(info.side),
            pieces: tags(scenario, &group),
            place: state.leader_hex(one).and_then(|hex| place(scenario, hex)),
            ..PanelRow::default()
        }
    };
    on_map.map(row).collect()
}
