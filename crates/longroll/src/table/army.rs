//! A side's army in lines.

use super::Seen;
use super::pieces::{is_leader, place_of, strength, unit_of};
use engine::scene::{Card, Lie, Panel, Piece, Spot};
use engine::{GameEntry, Side};

impl<R: GameEntry> Seen<'_, R> {
    /// A side's formations, and what the panels beside the board say of it.
    pub(super) fn army(&self, side: Side) -> Vec<String> {
        let mut formations: Vec<(&str, Vec<&Piece>)> = Vec::new();
        for piece in self.scene.pieces.iter().filter(|piece| piece.side == Some(side)) {
            let Some(formation) = piece.formation.as_deref() else { continue };
            match formations.iter_mut().find(|(name, _)| *name == formation) {
                Some((_, pieces)) => pieces.push(piece),
                None => formations.push((formation, vec![piece])),
            }
        }
        let mut lines: Vec<String> =
            formations.iter().filter_map(|(name, pieces)| formation_line(name, pieces)).collect();
        lines.extend(self.scene.panels.iter().flat_map(|panel| panel_lines(panel, side)));
        lines
    }
}

/// A formation's strength and whereabouts: `1/1 (Pratt): 16 of 16 SP in 0304`.
fn formation_line(name: &str, pieces: &[&Piece]) -> Option<String> {
    let troops = || pieces.iter().filter(|piece| strength(piece).is_some());
    let unit = unit_of(troops().next()?);
    let sum = |on_map: bool| -> u32 {
        troops().filter(|piece| !on_map || is_on_map(piece)).filter_map(|piece| strength(piece)).sum()
    };
    let mut places: Vec<&str> = troops().filter_map(|piece| place_of(piece)).collect();
    places.dedup();
    let place = match places[..] {
        [] if pieces.iter().any(|piece| is_on_map(piece)) => "on the table".to_owned(),
        [] => "not on the map".to_owned(),
        _ => format!("in {}", places.join(", ")),
    };
    let led = pieces.iter().find(|piece| is_leader(piece));
    let led = led.map_or_else(String::new, |leader| format!(" ({})", leader.name));
    Some(format!("{name}{led}: {} of {} {unit} {place}", sum(true), sum(false)))
}

/// Whether a piece stands in a place, or on an open table.
fn is_on_map(piece: &Piece) -> bool {
    place_of(piece).is_some() || matches!(piece.at, Spot::Point { .. })
}

/// What a panel says of a side.
fn panel_lines(panel: &Panel, side: Side) -> Vec<String> {
    let rows = panel.rows.iter().filter(|row| row.side == Some(side));
    let held = panel.cards.iter().filter(|card| panel.lie == Lie::Hand && card.side == Some(side));
    let rows = rows.map(|row| {
        let text = if row.text == side.to_string() { panel.name.as_str() } else { &row.text };
        match row.value.as_str() {
            "" => text.to_owned(),
            value => format!("{text} ({value})"),
        }
    });
    held.map(card_line).chain(rows).collect()
}

/// A card that is held: how it is called in answers, what it can be used for, and whose band it has.
fn card_line(card: &Card) -> String {
    let uses: Vec<&str> = card.uses.iter().map(|one| one.name.as_str()).collect();
    format!("{}: {} ({})", card.id.as_str(), uses.join(" / "), card.band.as_str())
}
