//! The detail boxes and order sheets of an army, which its owner alone sees; and what its enemy sees of it.

use super::markers::route;
use super::panels::row_at;
use crate::model::ids::{ForceId, ForceSet};
use crate::model::numbers::{Hits, Trains};
use crate::model::position::Position;
use crate::model::state::Purpose;
use crate::speech::{self, brigades, counted, hex, name, names, points};
use engine::Side;
use engine::scene::PanelRow;

/// The boxes of an army (FMD-5-1): brigades by arm and state, commanders, what is still to be placed.
pub(super) fn boxes(position: Position<'_>, side: Side) -> Vec<PanelRow> {
    let Position { campaign, state, .. } = position;
    let line = |(force, at)| {
        let detail = state.force(force);
        let others = detail.officers.without(detail.leader);
        let with = if others.is_empty() { String::new() } else { format!(", {}", names(campaign, others)) };
        let due = match detail.due {
            Hits::ZERO => String::new(),
            due => format!("; {} to place", counted(due, "hit", "hits")),
        };
        let (basic, forced) =
            position.marching_points(detail.strength, detail.markers.forage, detail.trains > Trains::ZERO);
        let pace =
            if forced > basic { format!("{} or {}", points(basic), points(forced)) } else { points(basic) };
        let text = format!(
            "{} · {}{with}: {}{due}; {pace} movement points",
            force.letter(),
            name(campaign, detail.leader),
            brigades(detail.strength)
        );
        let value = counted(detail.strength.size(), "brigade", "brigades");
        let row = PanelRow { pieces: vec![force.name().into()], ..PanelRow::new(text, value, Some(side)) };
        row_at(position, row, Some(at))
    };
    state.forces_of(side).map(line).collect()
}

/// What shows of an army: letters, leaders, markers, trains.
pub(super) fn outside(position: Position<'_>, side: Side) -> Vec<PanelRow> {
    let Position { campaign, state, .. } = position;
    let line = |(force, at): (ForceId, _)| {
        let detail = state.force(force);
        let text = format!("{} · {} at {}", force.letter(), name(campaign, detail.leader), hex(campaign, at));
        let row = PanelRow {
            pieces: vec![force.name().into()],
            ..PanelRow::new(text, speech::markers(detail.markers), Some(side))
        };
        row_at(position, row, Some(at))
    };
    state.forces_of(side).map(line).collect()
}

/// The initial order sheet of an army (FMD-1-3), and the order being written.
pub(super) fn orders(position: Position<'_>, side: Side) -> Vec<PanelRow> {
    let Position { campaign, state, .. } = position;
    let mut rows = Vec::new();
    if let Some(writing) = &state.writing
        && let Some(force) = writing.force
        && force.side() == side
    {
        let town = |index: usize| writing.names.get(index).map(|&town| hex(campaign, town));
        let mut text = format!("Force {}, being written", force.letter());
        if let Some(to) = town(0) {
            text += &format!(": to {to}");
        }
        for by in [town(1), town(2)].into_iter().flatten() {
            text += &format!(", by way of {by}");
        }
        let length = writing.route.steps().len() as u64;
        let value =
            if length > 0 { format!("{} so far", counted(length, "hex", "hexes")) } else { String::new() };
        let row = PanelRow { pieces: vec![force.name().into()], ..PanelRow::new(text, value, Some(side)) };
        rows.push(row_at(position, row, writing.names.first().copied()));
    }
    let written = state.writing.as_ref().map_or(ForceSet::EMPTY, |writing| writing.written);
    for (force, at) in state.forces_of(side) {
        let detail = state.force(force);
        let told = detail.markers.initial > 0 || written.contains(force);
        if !told {
            continue;
        }
        let ahead = route(position, force);
        let (text, value, place) = match ahead.last() {
            Some(&goal) if detail.marching() => {
                let left = ahead.len().saturating_sub(1) as u64;
                let (basic, _) = campaign.allowance(detail.strength, state.weather);
                let turns = left.div_ceil(u64::from((basic.0 / 2).max(1)));
                (
                    format!("Force {} marches to {}", force.letter(), hex(campaign, goal)),
                    format!("{}, about {}", counted(left, "hex", "hexes"), counted(turns, "turn", "turns")),
                    goal,
                )
            }
            _ => (format!("Force {} remains in place", force.letter()), String::new(), at),
        };
        let row = PanelRow { pieces: vec![force.name().into()], ..PanelRow::new(text, value, Some(side)) };
        rows.push(row_at(position, row, Some(place)));
    }
    rows
}

/// The Force being divided: who has been told to go, and who stays.
pub(super) fn dividing(position: Position<'_>) -> Option<Vec<PanelRow>> {
    let Position { campaign, state, .. } = position;
    let sorting = state.sorting?;
    let detail = state.force(sorting.force);
    let side = Some(sorting.force.side());
    let goes = match sorting.purpose {
        Purpose::March => "Marches off",
        Purpose::Advance => "Advances",
        Purpose::Enter => "Enters the hex",
    };
    let part = |strength: crate::model::strength::Strength,
                officers: crate::model::ids::Officers,
                trains: Trains| {
        let mut text = brigades(strength);
        if !officers.is_empty() {
            text += &format!("; {}", names(campaign, officers));
        }
        if trains > Trains::ZERO {
            text += &format!("; {}", counted(trains, "train", "trains"));
        }
        text
    };
    let sent = part(sorting.strength, sorting.officers, sorting.trains);
    let stays = part(
        detail.strength.minus(sorting.strength),
        detail.officers.minus(sorting.officers),
        detail.trains.saturating_sub(sorting.trains),
    );
    let (basic, forced) =
        position.marching_points(sorting.strength, detail.markers.forage, sorting.trains > Trains::ZERO);
    let mut rows = vec![
        PanelRow::new(format!("{goes}: {sent}"), sorting.strength.size().to_string(), side),
        PanelRow::new(
            format!("Stays: {stays}"),
            detail.strength.minus(sorting.strength).size().to_string(),
            side,
        ),
    ];
    if sorting.purpose == Purpose::March && !sorting.strength.is_empty() {
        let pace =
            if forced > basic { format!("{} or {}", points(basic), points(forced)) } else { points(basic) };
        rows.push(PanelRow::new("Movement points of the part that goes", pace, side));
    }
    let markers = crate::rules::activation::told(
        position,
        &crate::model::state::Sorting {
            strength: crate::model::strength::Strength::NONE,
            officers: crate::model::ids::Officers::NONE,
            trains: Trains::ZERO,
            ..sorting
        },
    );
    if sorting.order + sorting.plus_one + sorting.plus_two > 0 {
        rows.push(PanelRow::new("Markers that go along", markers, side));
    }
    Some(rows)
}
