//! Signs on hexes and hexsides.

use crate::files::notation::{bridge_name, hex_name};
use crate::model::ids::BridgeId;
use crate::model::position::Position;
use crate::model::state::{Office, Role};
use crate::model::task::Task;
use crate::rules::artillery::{Aim, Victim};
use engine::Side;
use engine::scene::Marker;
use ground::Hex;

pub(super) fn markers(position: Position<'_>) -> Vec<Marker> {
    let mut markers = Vec::new();
    objectives(position, &mut markers);
    works(position, &mut markers);
    bridges(position, &mut markers);
    recovery(position, &mut markers);
    attacks(position, &mut markers);
    shots(position, &mut markers);
    markers
}

/// A sign on one hex or between two.
fn marker(position: Position<'_>, kind: &str, hexes: &[Hex], side: Option<Side>, text: String) -> Marker {
    let places = hexes.iter().map(|&hex| hex_name(position.scenario, hex).into()).collect();
    Marker::new(kind, places, side, text)
}

fn objectives(position: Position<'_>, out: &mut Vec<Marker>) {
    for (index, objective) in position.scenario.victory.objectives.iter().enumerate() {
        let holder = position.holder(index);
        let [union, confederate] = objective.vp;
        let worth = match holder {
            Some(side) => objective.vp[side.index()].to_string(),
            None if union == confederate => union.to_string(),
            None => format!("{union}/{confederate}"),
        };
        let held = match holder {
            Some(side) => format!("held by the {side} side"),
            None => "held by nobody".to_owned(),
        };
        let text = format!(
            "{}: objective, {union} points to the Union, {confederate} to the Confederates; {held}",
            objective.name
        );
        out.push(Marker {
            label: worth.into(),
            ..marker(position, "objective", &[objective.hex], holder, text)
        });
    }
}

fn works(position: Position<'_>, out: &mut Vec<Marker>) {
    let Position { scenario, state, .. } = position;
    for hex in state.works.iter() {
        let owner = state.owner(scenario, hex);
        out.push(marker(position, "works", &[hex], owner, "breastworks".to_owned()));
    }
    for side in Side::BOTH {
        for hex in state.building[side].iter() {
            let text = format!("breastworks being built by the {side} side");
            out.push(marker(position, "building", &[hex], Some(side), text));
        }
    }
}

fn bridges(position: Position<'_>, out: &mut Vec<Marker>) {
    let Position { scenario, state, .. } = position;
    for (number, bridge) in scenario.bridges.iter().enumerate() {
        let id = BridgeId::at(number);
        let (hexes, name) = ([bridge.hex, bridge.other], bridge_name(scenario, id));
        if state.burned.contains(id) {
            out.push(marker(position, "burned-bridge", &hexes, None, format!("the bridge {name} is burned")));
            continue;
        }
        for side in Side::BOTH.into_iter().filter(|side| state.burner(*side, id).is_some()) {
            let text = format!("the {side} side prepares to burn the bridge {name}");
            out.push(marker(position, "prepared-bridge", &hexes, Some(side), text));
        }
    }
}

fn recovery(position: Position<'_>, out: &mut Vec<Marker>) {
    let Position { scenario, state, .. } = position;
    for one in scenario.commander_ids().filter(|&one| state.holds(one, Office::RECOVER)) {
        if let Some(hex) = state.leader_hex(one) {
            let info = scenario.commander(one);
            let text = format!("{} stays to recover regiments", info.name);
            out.push(marker(position, "recover", &[hex], Some(info.side), text));
        }
    }
}

/// Combats declared, and the one being fought: an arrow from each attacker to each defender it touches.
fn attacks(position: Position<'_>, out: &mut Vec<Marker>) {
    let battle = &position.state.battle;
    let of = |combat, role| -> Vec<Hex> { battle.hexes(combat, role).collect() };
    for combat in 0..battle.combats {
        let (attackers, defenders) = (of(combat, Role::Attacks), of(combat, Role::Defends));
        arrows(position, "attack", &attackers, &defenders, out);
    }
    arrows(position, "fight", &battle.fight.attackers, &battle.fight.defenders, out);
}

fn arrows(position: Position<'_>, kind: &str, attackers: &[Hex], defenders: &[Hex], out: &mut Vec<Marker>) {
    for (from, at) in attackers.iter().flat_map(|&from| defenders.iter().map(move |&at| (from, at))) {
        if position.touches(from, at) {
            let text = format!("{} attacks {}", position.hex_name(from), position.hex_name(at));
            out.push(marker(position, kind, &[from, at], Some(position.state.phasing), text));
        }
    }
}

/// The hexes that take the shot being prepared, and its target.
fn shots(position: Position<'_>, out: &mut Vec<Marker>) {
    let shot = &position.state.shot;
    let side = match position.task() {
        Some(Task::Aim(Aim { side })) => side,
        Some(Task::Victim(Victim { side })) => {
            let text = format!("{} is shelled", position.hex_name(shot.target));
            out.push(marker(position, "target", &[shot.target], Some(side), text));
            side
        }
        _ => return,
    };
    for &hex in shot.hexes.iter() {
        let text = format!("batteries in {} fire", position.hex_name(hex));
        out.push(marker(position, "firing", &[hex], Some(side), text));
    }
}
