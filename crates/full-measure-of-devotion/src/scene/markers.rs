//! Signs on hexes: depots, depleted towns, sources, aims, where own orders lead, the combat.

use super::Seen;
use crate::model::ids::{ForceId, TownId};
use crate::model::position::Position;
use crate::speech::{self, hex};
use engine::Side;
use engine::scene::{Marker, Word};
use ground::Hex;

pub(super) fn markers(seen: Seen<'_>) -> Vec<Marker> {
    let position = seen.position;
    let Position { campaign, state, .. } = position;
    let mut markers = Vec::new();
    let mut sign = |kind: &str, hexes: &[Hex], label: &str, side: Option<Side>, text: String| {
        let places = hexes.iter().filter_map(|&hex| speech::place(campaign, hex)).map(Word::from).collect();
        markers.push(Marker { label: label.into(), ..Marker::new(kind, places, side, text) });
    };
    for &at in &campaign.landmarks.sources {
        let held = state.force_at(Side::Confederate, at).is_none();
        let whose = held.then_some(Side::Union);
        let text = format!("{}: principal supply source of the Union", hex(campaign, at));
        sign("source", &[at], "S", whose, text);
    }
    for &at in &campaign.landmarks.washington {
        sign("objective", &[at], "", None, format!("{}: a Confederate aim", hex(campaign, at)));
    }
    for &at in &campaign.landmarks.cities {
        let text = format!("{}: a Confederate aim, with the other city", hex(campaign, at));
        sign("objective", &[at], "", None, text);
    }
    for &at in state.depots() {
        sign("depot", &[at], "D", Some(Side::Union), format!("Union DEPOT at {}", hex(campaign, at)));
    }
    for (number, &at) in campaign.landmarks.towns.iter().enumerate() {
        if state.depleted.contains(TownId::at(number)) {
            sign("depleted", &[at], "x", None, format!("{} is DEPLETED", hex(campaign, at)));
        }
    }
    for force in ForceId::all().filter(|force| seen.knows(force.side())) {
        if let Some(&goal) = route(position, force).last().filter(|_| state.force(force).marching()) {
            let text = format!("{} marches to {}", speech::force(force), hex(campaign, goal));
            sign("order", &[goal], &format!("→{}", force.letter()), Some(force.side()), text);
            let text = format!("The way of {} to {}", speech::force(force), hex(campaign, goal));
            sign("route", &route(position, force), "", Some(force.side()), text);
        }
    }
    if let Some(writing) = &state.writing
        && let Some(force) = writing.force.filter(|force| seen.knows(force.side()))
        && let Some(at) = state.force(force).at
    {
        let text = format!("The order of {}, being written", speech::force(force));
        let way = position.along(at, writing.route.steps());
        if way.len() > 1 {
            sign("route", &way, "", Some(force.side()), text.clone());
        }
        if let Some(&goal) = writing.names.first() {
            sign("order", &[goal], &format!("→{}", force.letter()), Some(force.side()), text);
        }
    }
    if let Some(battle) = &state.battle {
        let text = format!(
            "{} attacks {} at {}",
            speech::force(battle.attacker),
            speech::force(battle.defender),
            hex(campaign, battle.at)
        );
        sign("fight", &[battle.from, battle.at], "", Some(battle.attacker.side()), text);
    }
    markers
}

/// What is left of a Force's initial march, from where it stands.
pub(crate) fn route(position: Position<'_>, force: ForceId) -> Vec<Hex> {
    let detail = position.force(force);
    let Some(at) = detail.at else { return Vec::new() };
    let rest = detail.route().rest();
    position.along(at, rest)
}
