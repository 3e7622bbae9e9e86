//! Regiments, batteries and commanders as counters.

use super::place;
use crate::files::notation::hex_name;
use crate::model::ids::{CommanderId, Group, Piece, UnitId};
use crate::model::numbers::CommandValue;
use crate::model::position::Position;
use crate::model::scenario::{CommanderInfo, Kind, Rank, Scenario};
use crate::model::state::{Flag, Office, Phase, Station};
use crate::model::task::Task;
use engine::Side;
use engine::scene::{self, Badge, Figure, Spot, Tone, Word};

/// Panels in which pieces stand that are not on the map.
pub(super) const ARRIVALS: &str = "arrivals";
pub(super) const LOSSES: &str = "losses";
pub(super) const AWAY: &str = "away";

/// What the signs on counters mean.
pub(super) const SIGNS: [(&str, &str); 24] = [
    ("infantry", "a regiment of foot"),
    ("cavalry", "a regiment of horse"),
    ("artillery", "a battery"),
    ("horse-artillery", "a battery whose men are mounted"),
    ("commander", "a commander"),
    ("D", "disorganized"),
    ("D2", "disorganized two steps deep"),
    ("S", "of a shattered brigade"),
    ("Ch", "charged this player turn"),
    ("Det", "detached"),
    ("U", "unlimbered"),
    ("Dm", "dismounted"),
    ("B", "building breastworks"),
    ("Br", "preparing to burn a bridge"),
    ("oc", "out of command"),
    ("M", "has moved"),
    ("F", "has fired"),
    ("go", "in the group on the march"),
    ("!", "takes this shot"),
    ("c", "in command"),
    ("A", "acts as army commander"),
    ("R", "Recover marker"),
    ("r", "the replacement of a fallen commander"),
    ("L", "lost for good"),
];

/// Every counter of the battle, the lowest of a stack first: commanders, then batteries, then regiments.
pub(super) fn pieces(position: Position<'_>) -> Vec<scene::Piece> {
    let scenario = position.scenario;
    let guns = |unit: &UnitId| scenario.unit(*unit).kind.is_artillery();
    let commanders = scenario.commander_ids().filter_map(|one| commander(position, one));
    let batteries = scenario.unit_ids().filter(guns).filter_map(|one| unit(position, one));
    let regiments = scenario.unit_ids().filter(|one| !guns(one)).filter_map(|one| unit(position, one));
    commanders.chain(batteries).chain(regiments).collect()
}

/// Where a counter is shown; `None` if it is not in this battle.
fn spot(scenario: &Scenario, at: Station) -> Option<(Spot, Word)> {
    let panel = |id: &str| Spot::Panel { panel: id.into() };
    if let Some(hex) = at.hex() {
        let name = place(scenario, hex)?;
        let text = Word::of(format_args!("in {name}"));
        return Some((Spot::Place { place: name }, text));
    }
    match (at, at.exit()) {
        (Station::WAITING, _) => Some((panel(ARRIVALS), "not yet here".into())),
        (Station::ELIMINATED, _) => Some((panel(LOSSES), "eliminated".into())),
        (Station::LOST, _) => Some((panel(LOSSES), "lost for good".into())),
        (_, Some(exit)) => Some((panel(AWAY), format!("off the map by {}", hex_name(scenario, exit)).into())),
        _ => None,
    }
}

fn unit(position: Position<'_>, unit: UnitId) -> Option<scene::Piece> {
    let Position { scenario, state, .. } = position;
    let info = scenario.unit(unit);
    let (at, whereabouts) = spot(scenario, state.station(unit))?;
    let (kind, arm) = match info.kind {
        Kind::Infantry => ("infantry", "infantry"),
        Kind::Cavalry => ("cavalry", "cavalry"),
        Kind::Artillery => ("artillery", "artillery"),
        Kind::HorseArtillery => ("horse-artillery", "horse artillery"),
    };
    let sp = state.sp(scenario, unit);
    let badges = unit_badges(position, unit);
    let text = format!(
        "{} {}, {arm} of {}, {sp} strength points, cohesion {}, {whereabouts}",
        info.side, info.name, info.label, info.cohesion
    );
    Some(scene::Piece {
        id: (&info.tag).into(),
        // Drawn in the colours of its owner, signs of disorder too (LFM-0.4).
        side: Some(info.side),
        kind: kind.into(),
        name: (&info.name).into(),
        at,
        facing: None,
        body: Vec::new(),
        // Its place in the army (LFM-20.1c).
        formation: (!info.label.is_empty()).then(|| (&info.label).into()),
        figures: vec![Figure::new(sp, "strength points"), Figure::new(info.cohesion, "cohesion")],
        text: with_conditions(text, &badges),
        badges,
        spent: match state.phase {
            Phase::Movement => info.side == state.phasing && state.is(unit, Flag::RESTED),
            Phase::Artillery => state.is(unit, Flag::FIRED),
            Phase::Combat => state.is(unit, Flag::SPENT),
            _ => false,
        },
    })
}

/// What a counter is, and what its badges say.
fn with_conditions(mut text: String, badges: &[Badge]) -> String {
    for badge in badges {
        text.push_str(", ");
        text.push_str(&badge.what);
    }
    text
}

fn unit_badges(position: Position<'_>, unit: UnitId) -> Vec<Badge> {
    let Position { scenario, state, .. } = position;
    let info = scenario.unit(unit);
    let is = |flags| state.is(unit, flags);
    let on_map = state.hex_of(unit).is_some();
    // Who is in command is settled for the phasing side alone, and for this player turn.
    let commanded = info.side == state.phasing && state.phase > Phase::Command && state.phase < Phase::Over;
    let in_shot = matches!(position.task(), Some(Task::Aim(_) | Task::Victim(_)))
        && state.shot.batteries.contains(unit);
    let signs = [
        (is_marching(position, Piece::Unit(unit)), "go", Tone::Good),
        (in_shot, "!", Tone::Good),
        (state.is_shattered(scenario, unit), "S", Tone::Bad),
        (is(Flag::D) && !is(Flag::D2), "D", Tone::Bad),
        (is(Flag::D2), "D2", Tone::Bad),
        (is(Flag::CHARGED), "Ch", Tone::Bad),
        (is(Flag::DETACHED), "Det", Tone::Plain),
        (is(Flag::DEPLOYED) && info.kind.is_artillery(), "U", Tone::Plain),
        (is(Flag::DEPLOYED) && info.kind == Kind::Cavalry, "Dm", Tone::Plain),
        (is(Flag::BUILDER), "B", Tone::Plain),
        (is(Flag::BURNER), "Br", Tone::Plain),
        (on_map && commanded && !is(Flag::COMMAND), "oc", Tone::Bad),
        (info.side == state.phasing && is(Flag::MOVED), "M", Tone::Plain),
        (state.phase == Phase::Artillery && is(Flag::FIRED), "F", Tone::Plain),
        (state.station(unit) == Station::LOST, "L", Tone::Bad),
    ];
    badges(&signs)
}

/// Those signs that are shown.
fn badges(signs: &[(bool, &str, Tone)]) -> Vec<Badge> {
    let shown = signs.iter().filter(|(shown, ..)| *shown);
    shown.map(|&(_, text, tone)| Badge::of(&SIGNS, text, tone)).collect()
}

/// Whether a piece belongs to the group that is being moved.
fn is_marching(position: Position<'_>, piece: Piece) -> bool {
    matches!(position.task(), Some(Task::Marching(_))) && position.state.moving.group.contains(piece)
}

fn commander(position: Position<'_>, one: CommanderId) -> Option<scene::Piece> {
    let Position { scenario, state, .. } = position;
    let info = scenario.commander(one);
    let (at, whereabouts) = spot(scenario, state.leader_station(one))?;
    let replaced = state.holds(one, Office::REPLACED);
    let name = commander_name(position, one);
    let cv = state.cv(scenario, one);
    let signs = [
        (is_marching(position, Piece::Commander(one)), "go", Tone::Good),
        (state.holds(one, Office::COMMAND), "c", Tone::Good),
        (state.acting(info.side) == Some(one), "A", Tone::Good),
        (state.holds(one, Office::RECOVER), "R", Tone::Plain),
        (replaced, "r", Tone::Bad),
        (state.holds(one, Office::MOVED) && info.side == state.phasing, "M", Tone::Plain),
    ];
    let badges = badges(&signs);
    let value = if cv == CommandValue::ZERO { String::new() } else { format!(", command value {cv}") };
    let text = format!("{} {} commander {name}{value}, {whereabouts}", info.side, rank(info.rank));
    Some(scene::Piece {
        id: (&info.tag).into(),
        side: Some(info.side),
        kind: "commander".into(),
        text: with_conditions(text, &badges),
        name: name.into(),
        at,
        facing: None,
        body: Vec::new(),
        formation: formation(scenario, info),
        figures: if cv == CommandValue::ZERO { Vec::new() } else { vec![Figure::new(cv, "command value")] },
        badges,
        spent: state.phase == Phase::Movement
            && info.side == state.phasing
            && state.holds(one, Office::RESTED),
    })
}

/// A commander's name, or that of his replacement.
pub(super) fn commander_name(position: Position<'_>, one: CommanderId) -> String {
    let info = position.scenario.commander(one);
    match &info.replacement {
        Some((next, _)) if position.state.holds(one, Office::REPLACED) => {
            format!("{next} (for {})", info.name)
        }
        _ => info.name.clone(),
    }
}

/// A rank in words.
pub(super) const fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Brigade => "brigade",
        Rank::Division => "division",
        Rank::Corps => "corps",
        Rank::Army => "army",
    }
}

/// The formation a commander leads, as the counters of his troops name it.
fn formation(scenario: &Scenario, info: &CommanderInfo) -> Option<Word> {
    if let Some(brigade) = info.brigade {
        return Some((&scenario.brigade(brigade).label).into());
    }
    let parts = match info.rank {
        Rank::Corps if info.corps != 0 => 1,
        Rank::Division if info.division != 0 => 2,
        _ => return None,
    };
    let his = |side: Side, corps: u8, division: u8| {
        side == info.side && corps == info.corps && (parts == 1 || division == info.division)
    };
    let unit = scenario.units.iter().find(|unit| his(unit.side, unit.corps, unit.division))?;
    Some(unit.label.split('/').take(parts).collect::<Vec<_>>().join("/").into())
}

/// The names of the counters of a group.
pub(super) fn tags(scenario: &Scenario, group: &Group) -> Vec<Word> {
    let units = group.units.iter().map(|unit| (&scenario.unit(unit).tag).into());
    let commanders = group.commanders.iter().map(|one| (&scenario.commander(one).tag).into());
    commanders.chain(units).collect()
}
