//! What can be laid over the map: zones, lines of sight, command, reach.

use crate::files::notation::{find_piece, hex_name};
use crate::model::ids::{CommanderId, Piece};
use crate::model::memo::{Lent, Memo};
use crate::model::position::Position;
use crate::model::sizes::HexSet;
use crate::model::task::Task;
use crate::speech::{counted, group};
use engine::scene::{About, Overlay, OverlayKind, OverlayPlace, Tone};
use engine::{Side, Violation};
use ground::{Hex, Visibility};

pub(super) const KINDS: [(&str, &str, About); 7] = [
    ("zoc-union", "Zone of control of the Union", About::Board),
    ("zoc-confederate", "Zone of control of the Confederates", About::Board),
    ("zoi-union", "Zone of influence of the Union", About::Board),
    ("zoi-confederate", "Zone of influence of the Confederates", About::Board),
    ("sight", "What is seen from a hex", About::Place),
    ("command", "How far a commander's orders reach", About::Piece),
    ("reach", "Where the group on the march can go", About::Board),
];

pub(super) fn overlay(position: Position<'_>, id: &str, about: &str) -> Result<Overlay, Violation> {
    match id {
        "zoc-union" => Ok(control(position, Side::Union)),
        "zoc-confederate" => Ok(control(position, Side::Confederate)),
        "zoi-union" => Ok(influence(position, Side::Union)),
        "zoi-confederate" => Ok(influence(position, Side::Confederate)),
        "sight" => sight(position, about),
        "command" => command(position, about),
        "reach" => reach(position),
        _ => Err(OverlayKind::unknown(id, &KINDS)),
    }
}

fn covered(position: Position<'_>, hexes: &HexSet, tone: Tone) -> Vec<OverlayPlace> {
    let playable = hexes.iter().filter(|&hex| position.scenario.map.is_playable(hex));
    playable.map(|hex| here(position, hex, tone)).collect()
}

fn here(position: Position<'_>, hex: Hex, tone: Tone) -> OverlayPlace {
    OverlayPlace { place: hex_name(position.scenario, hex), tone, label: String::new() }
}

fn control(position: Position<'_>, side: Side) -> Overlay {
    let zone = position.zone_of_control(side);
    let places = covered(position, &zone, Tone::of(side));
    let text = format!("The {side} zone of control covers {}.", counted(places.len() as u64, "hex", "hexes"));
    Overlay { places, text, ..Overlay::default() }
}

fn influence(position: Position<'_>, side: Side) -> Overlay {
    let zone = position.zone_of_influence(side);
    let places = covered(position, &zone, Tone::of(side));
    let text = match position.is_night() {
        true => "There is no zone of influence at night.".to_owned(),
        false => {
            format!("The {side} zone of influence covers {}.", counted(places.len() as u64, "hex", "hexes"))
        }
    };
    Overlay { places, text, ..Overlay::default() }
}

/// What guns in a hex see, clearly, in part or not at all, as far as they reach: woods and towns at best in part
/// (LFM-27.7), and the troops of whoever holds the hex are in their own guns' way (LFM-27.5).
fn sight(position: Position<'_>, about: &str) -> Result<Overlay, Violation> {
    let map = &position.scenario.map;
    let from = map.grid.parse(about).filter(|&hex| map.is_playable(hex));
    let from = from.ok_or_else(|| Violation::form(format!("There is no hex `{about}`.")))?;
    let range = position.fire_range();
    let own = position.state.owner(position.scenario, from);
    let in_the_way = own.map_or(HexSet::EMPTY, |side| position.state.zones(side).occupied);
    let near = map.playable().iter().filter(|&hex| hex != from && position.distance(from, hex) <= range);
    let mut counts = [0_u64; 3];
    let mut places = Vec::new();
    for hex in near {
        let (count, tone) = match position.scenario.board.sight.sight_into(from, hex, &in_the_way) {
            Visibility::Clear => (0, Tone::Good),
            Visibility::Partial => (1, Tone::Plain),
            Visibility::Blocked => (2, Tone::Bad),
        };
        counts[count] += 1;
        places.push(here(position, hex, tone));
    }
    let [clear, partial, blocked] = counts;
    let text = format!(
        "Guns in {} see {clear} hexes within {range} clearly, {partial} in part, and {blocked} not at all.",
        position.hex_name(from)
    );
    Ok(Overlay { places, text, ..Overlay::default() })
}

fn command(position: Position<'_>, about: &str) -> Result<Overlay, Violation> {
    let one: CommanderId = match find_piece(position.scenario, about) {
        Some(Piece::Commander(one)) => one,
        Some(Piece::Unit(_)) => return Err(Violation::form(format!("{about} is not a commander."))),
        None => return Err(Violation::form(format!("There is no piece `{about}`."))),
    };
    let info = position.scenario.commander(one);
    let Some(from) = position.state.leader_hex(one) else {
        return Err(Violation::form(format!("{} is not on the map.", info.name)));
    };
    let range = position.command_range(one);
    let places = covered(position, &position.command_reach(info.side, from, range), Tone::Good);
    let text = format!(
        "Orders of {} in {} ride {}: they reach {}.",
        info.name,
        position.hex_name(from),
        counted(range, "hex", "hexes"),
        counted(places.len() as u64, "hex", "hexes")
    );
    Ok(Overlay { places, text, ..Overlay::default() })
}

fn reach(position: Position<'_>) -> Result<Overlay, Violation> {
    if !matches!(position.task(), Some(Task::Marching(_))) {
        return Err(Violation::form("No group is on the march: pick one up first."));
    }
    let mut memo = Memo::default();
    let position = Position { memo: Lent::of(&mut memo), ..position };
    let moving = &position.state.moving;
    let mut places = Vec::new();
    for hex in position.destinations(moving).iter().filter(|&hex| position.scenario.map.is_playable(hex)) {
        let label = position.destination(moving, hex).map(|(cost, _)| cost.to_string());
        places.push(OverlayPlace { label: label.unwrap_or_default(), ..here(position, hex, Tone::Good) });
    }
    let text = format!(
        "{} can go to {} with {} movement points.",
        group(position.scenario, &moving.group),
        counted(places.len() as u64, "hex", "hexes"),
        moving.mp
    );
    Ok(Overlay { places, text, ..Overlay::default() })
}
