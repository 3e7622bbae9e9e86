//! What is told beside the map.

use super::{Seen, boxes, combat};
use crate::model::ids::Officers;
use crate::model::numbers::Turn;
use crate::model::position::Position;
use crate::model::state::Journey;
use crate::speech::{self, counted, hex, name};
use engine::scene::{Panel, PanelRow, Word};
use engine::{BySide, Side};
use ground::Hex;

pub(super) fn panels(seen: Seen<'_>) -> Vec<Panel> {
    let mut panels = Vec::new();
    let mut add = |id: &str, name: &str, rows: Vec<PanelRow>| {
        let pressing = matches!(id, "combat" | "dividing");
        let first = id.starts_with("boxes-") || id.starts_with("orders-");
        panels.push(Panel { pressing, first, ..Panel::new(id, name, rows) });
    };
    if let Some(battle) = &seen.position.state.battle {
        add("combat", "Combat", combat::rows(seen, battle));
    }
    if let Some(rows) = boxes::dividing(seen.position) {
        add("dividing", "Who goes, who stays", rows);
    }
    for side in Side::BOTH.into_iter().filter(|&side| seen.knows(side)) {
        let name = format!("{side} Forces");
        add(&format!("boxes-{}", side.key()), &name, boxes::boxes(seen.position, side));
        let orders = boxes::orders(seen.position, side);
        if !orders.is_empty() {
            add(&format!("orders-{}", side.key()), &format!("{side} initial orders"), orders);
        }
    }
    for side in Side::BOTH.into_iter().filter(|&side| !seen.knows(side)) {
        let name = format!("{side} Forces, as far as they show");
        add(&format!("enemy-{}", side.key()), &name, boxes::outside(seen.position, side));
    }
    add("commanders", "Commanders off the map", commanders(seen));
    add("aims", "Who wins", aims(seen.position));
    panels
}

/// A row of an arithmetic.
pub(super) fn sum(text: impl Into<String>, value: String, rule: &str, side: Option<Side>) -> PanelRow {
    PanelRow { rule: rule.into(), ..PanelRow::new(text, value, side) }
}

/// A row that leads to a hex.
pub(super) fn row_at(position: Position<'_>, row: PanelRow, at: Option<Hex>) -> PanelRow {
    PanelRow { place: at.and_then(|at| speech::place(position.campaign, at)).map(Word::from), ..row }
}

/// Those whose Forces were destroyed, those who rode, and the division counters in the pool.
fn commanders(seen: Seen<'_>) -> Vec<PanelRow> {
    let position = seen.position;
    let Position { campaign, state, .. } = position;
    let mut rows = Vec::new();
    for away in &state.away {
        let Some(commander) = campaign.commanders.get(away.commander.index()) else { continue };
        let text = format!("{}, lost with his Force at {}", commander.name, hex(campaign, away.from));
        let back = if away.since < state.turn {
            "back at the end of this turn".to_owned()
        } else {
            format!("back at the end of turn {}", away.since.saturating_add(Turn(1)))
        };
        rows.push(row_at(position, PanelRow::new(text, back, Some(commander.side)), Some(away.from)));
    }
    for side in Side::BOTH {
        let rode = state.rode.and(campaign.officers_of(side));
        if seen.knows(side) && !rode.is_empty() {
            rows.push(PanelRow::new("Has ridden this turn", speech::names(campaign, rode), Some(side)));
        }
        let free = position.free_counters(side);
        if !free.is_empty() {
            let text = format!("{side} division commanders in the pool");
            rows.push(PanelRow::new(text, pool(position, free), Some(side)));
        }
    }
    rows
}

fn pool(position: Position<'_>, free: Officers) -> String {
    free.iter().map(|who| name(position.campaign, who)).collect::<Vec<_>>().join(", ")
}

/// What decides the campaign, and how it stands (9.0).
fn aims(position: Position<'_>) -> Vec<PanelRow> {
    let Position { campaign, state, .. } = position;
    let goals = campaign.goals;
    let marks = &campaign.landmarks;
    let confederate = Some(Side::Confederate);
    let mut rows = Vec::new();
    for &at in &marks.washington {
        let text = format!("{} brigades in supply in {}", goals.garrison, hex(campaign, at));
        rows.push(row_at(position, PanelRow::new(text, holder(position, at), confederate), Some(at)));
    }
    for &at in &marks.cities {
        let text = format!("or {} brigades in supply in both cities: {}", goals.garrison, hex(campaign, at));
        rows.push(row_at(position, PanelRow::new(text, holder(position, at), confederate), Some(at)));
    }
    let home = format!("{} of {}", state.trains_home, state.trains_needed);
    rows.push(PanelRow::new("or trains home", home, confederate));
    let BySide { union, confederate: lost } = state.lost;
    let text = format!(
        "or, after turn {}, {} Union brigades lost and less than half as many Confederate ones",
        campaign.last_turn, goals.losses
    );
    rows.push(PanelRow::new(text, format!("{union} / {lost}"), confederate));
    rows.push(PanelRow::new("Anything else", "", Some(Side::Union)));
    let journey = match state.lee {
        Journey::AtHome => "Lee has not crossed the Potomac: Union guns and foot keep out of the South",
        Journey::North => "Lee is in the North: Union guns and foot keep out of the South until he is back",
        Journey::Back => "Lee has come back over the Potomac: the South is open to the Union",
    };
    rows.push(PanelRow::new(journey, "", None));
    let sleighs = Side::BOTH.map(|side| {
        crate::model::ids::ForceId::of(side).filter(|&force| state.force(force).at.is_none()).count() as u64
    });
    for side in Side::BOTH {
        let free = counted(sleighs[side.index()], "sleigh", "sleighs");
        rows.push(PanelRow::new(format!("{side} sleighs in the pool"), free, Some(side)));
    }
    rows
}

fn holder(position: Position<'_>, at: Hex) -> String {
    let held = Side::BOTH.into_iter().find_map(|side| position.state.force_at(side, at));
    held.map_or_else(|| "no Force".to_owned(), speech::force)
}
