//! Parts into a scenario: pieces numbered and linked, every fault listed.

use super::link::Linker;
use super::parts::{BrigadePart, CommanderPart, ScenarioParts, UnitPart};
use super::setup;
use crate::model::board::Board;
use crate::model::numbers::MovementPoints;
use crate::model::scenario::{Limits, Rank, Rolls, Scenario, StandIn, Victory};
use crate::model::sizes::{ARRIVALS, BRIDGES, BRIGADES, COMMANDERS, HEXES, REGIMENTS, UNITS};
use crate::model::state::State;
use armies::derive::corps_number;
use engine::Side;
use faults::{Faults, Span};
use ground::{Crossing, Hex};
use std::collections::BTreeMap;

/// The most objectives a scenario may have.
const MAX_OBJECTIVES: usize = 32;
/// The most turns a scenario may have.
const MAX_TURNS: usize = 200;

/// Checks the parts, numbers the pieces and sets the map up, or lists every fault.
///
/// ```
/// use engine::Side;
/// use ground::{Grid, GridShape, HexMap};
/// use last_full_measure::load::parts::{BrigadePart, CommanderPart, ScenarioParts, Stand, UnitPart};
/// use last_full_measure::scenario::{Kind, Rank};
///
/// let map = HexMap::new(Grid::new(GridShape::pointy(6, 5)).unwrap());
/// let hill = map.grid.parse("0203").unwrap();
/// let mut parts = ScenarioParts::new(&faults::Source::new("a.toml", ""), map);
/// parts.brigades.push(BrigadePart::new("1/A", Side::Union, "Pratt"));
/// parts.commanders.push(CommanderPart {
///     stand: Stand::At(hill),
///     ..CommanderPart::new("Pratt", Side::Union, Rank::Brigade)
/// });
/// parts.units.push(UnitPart {
///     brigade: Some("1/A".into()),
///     stand: Stand::At(hill),
///     ..UnitPart::new("5NY", Side::Union, Kind::Infantry, 4, 3)
/// });
/// let scenario = last_full_measure::load::build(&parts).unwrap();
/// assert!(scenario.start.has_units(hill));
/// ```
pub fn build(parts: &ScenarioParts) -> Result<Scenario, Faults> {
    let mut faults = Faults::new(&parts.source);
    match build_after(parts, &mut faults) {
        Some(scenario) => faults.into_result(scenario),
        None => Err(faults),
    }
}

/// Goes on where reading the file has found some faults already: everything is linked and checked, but the map is only
/// set up if there is no fault.
pub(super) fn build_after(parts: &ScenarioParts, faults: &mut Faults) -> Option<Scenario> {
    if too_many(parts, faults) {
        return None;
    }
    let roster = Roster::new(parts, faults);
    let (board, bridges) = Board::new(&parts.map, &parts.limits);
    let mut scenario = Scenario {
        id: parts.id.clone(),
        title: parts.title.clone(),
        description: parts.description.clone(),
        print: parts.print.clone(),
        options: parts.options,
        limits: parts.limits,
        map: parts.map.clone(),
        land: parts.land.clone(),
        board,
        calendar: parts.calendar.clone(),
        first: parts.first,
        fixed_order: parts.fixed_order,
        starts_in_second_half: parts.starts_in_second_half,
        rolls: Rolls::default(),
        union_units: count(&roster.units, |unit| unit.side),
        union_commanders: count(&roster.commanders, |commander| commander.side),
        units: Vec::new(),
        commanders: Vec::new(),
        brigades: Vec::new(),
        stand_in: [StandIn::ByRule; 2],
        arrivals: Vec::new(),
        placements: Vec::new(),
        bridges,
        victory: Victory {
            objectives: parts.objectives.iter().map(|part| part.objective.clone()).collect(),
            ..parts.victory.clone()
        },
        holds: Vec::new(),
        off_map_is_death: parts.off_map_is_death,
        start: Box::new(State::empty(parts.first)),
    };
    check_plain_things(parts, faults);
    let mut linker = Linker::new(parts, &roster, faults);
    scenario.commanders = linker.commanders();
    scenario.brigades = linker.brigades();
    scenario.units = linker.units();
    linker.superiors(&mut scenario.commanders, &scenario.brigades);
    scenario.stand_in = linker.stand_ins();
    scenario.arrivals = linker.arrivals();
    scenario.placements = linker.placements();
    scenario.holds = linker.holds();
    if faults.is_empty() {
        scenario.rolls = Rolls::of(&scenario);
        setup::set_up(parts, &roster, &mut scenario, faults);
    }
    Some(scenario)
}

/// The pieces in the order of their numbers.
pub(super) struct Roster<'a> {
    pub(super) units: Vec<&'a UnitPart>,
    pub(super) commanders: Vec<&'a CommanderPart>,
    pub(super) brigades: Vec<&'a BrigadePart>,
    pub(super) corps_ranks: [BTreeMap<&'a str, u8>; 2],
}

impl<'a> Roster<'a> {
    fn new(parts: &'a ScenarioParts, faults: &mut Faults) -> Roster<'a> {
        let mut units: Vec<&UnitPart> = parts.units.iter().collect();
        units.sort_by_key(|unit| unit.side);
        let mut brigades: Vec<&BrigadePart> = parts.brigades.iter().collect();
        brigades.sort_by_key(|brigade| brigade.side);
        let corps_ranks = Side::BOTH.map(|side| corps_ranks(parts, side, faults));

        // The order of the Command phase: from the top down, corps by seniority, the rest as listed.
        let mut commanders: Vec<&CommanderPart> = parts.commanders.iter().collect();
        let seniority = |commander: &CommanderPart| {
            let corps = commander.corps.as_deref()?;
            corps_ranks[commander.side.index()].get(corps).copied()
        };
        commanders.sort_by_key(|commander| {
            (commander.side, std::cmp::Reverse(commander.rank), seniority(commander).unwrap_or(u8::MAX))
        });
        Roster { units, commanders, brigades, corps_ranks }
    }
}

/// Seniority of the corps commanders of a side, by the label of their corps (R-72b).
fn corps_ranks<'a>(parts: &'a ScenarioParts, side: Side, faults: &mut Faults) -> BTreeMap<&'a str, u8> {
    let mut ranks: BTreeMap<&str, u8> = BTreeMap::new();
    let mut holders: BTreeMap<u8, &CommanderPart> = BTreeMap::new();
    let chiefs: Vec<&CommanderPart> = parts
        .commanders
        .iter()
        .filter(|commander| commander.side == side && commander.rank == Rank::Corps)
        .collect();
    for (order, chief) in (0..=u8::MAX).zip(&chiefs) {
        let Some(corps) = chief.corps.as_deref() else { continue };
        // Corps without a number come after those with one, as listed.
        let rank = chief.corps_rank.or_else(|| corps_number(corps)).unwrap_or(100u8.saturating_add(order));
        if let Some(other) = holders.insert(rank, chief) {
            faults
                .add(
                    chief.written.clone(),
                    format!("{} and {} have the same corps rank", chief.tag, other.tag),
                )
                .hint("give each corps commander of an army his own `corps_rank`, 1 for the senior")
                .see(other.written.clone(), "the other one");
        }
        ranks.insert(corps, rank);
    }
    ranks
}

fn count<T>(pieces: &[&T], side: impl Fn(&T) -> Side) -> usize {
    pieces.iter().filter(|piece| side(piece) == Side::Union).count()
}

fn too_many(parts: &ScenarioParts, faults: &mut Faults) -> bool {
    let before = faults.len();
    let bridges = parts
        .map
        .grid
        .hexes()
        .flat_map(|hex| parts.map.neighbours(hex).map(move |(side, other)| (hex, side, other)))
        .filter(|&(hex, side, other)| {
            hex < other && matches!(parts.map.side(hex, side).crossing, Some(Crossing::Bridge { .. }))
        })
        .count();
    // Where the first one too many stands, as far as that is known.
    fn nth<T>(list: &[T], most: usize, written: impl Fn(&T) -> &Span) -> Span {
        list.get(most).map_or(Span::File, |part| written(part).clone())
    }
    let ScenarioParts { units, commanders, brigades, arrivals, placements, objectives, .. } = parts;
    let counts = [
        (units.len(), UNITS - 1, "regiments and batteries", nth(units, UNITS - 1, |it| &it.written)),
        (commanders.len(), COMMANDERS, "commanders", nth(commanders, COMMANDERS, |it| &it.written)),
        (brigades.len(), BRIGADES, "brigades", nth(brigades, BRIGADES, |it| &it.written)),
        (arrivals.len(), ARRIVALS, "stacks that arrive", nth(arrivals, ARRIVALS, |it| &it.written)),
        (placements.len(), UNITS - 1, "placements", nth(placements, UNITS - 1, |it| &it.written)),
        (objectives.len(), MAX_OBJECTIVES, "objectives", nth(objectives, MAX_OBJECTIVES, |it| &it.written)),
        (parts.calendar.len(), MAX_TURNS, "turns", parts.written.turns.clone()),
        (bridges, BRIDGES, "bridges", parts.written.map.clone()),
        (parts.map.grid.len(), HEXES, "hexes", parts.written.map.clone()),
    ];
    for (there, most, what, written) in counts {
        if there > most {
            faults
                .add(written, format!("there are {there} {what}"))
                .hint(format!("a scenario has at most {most}; leave some out or join some"));
        }
    }
    for brigade in brigades {
        let of_it = |unit: &&UnitPart| {
            unit.side == brigade.side
                && unit.brigade.as_ref().is_some_and(|named| named.name == brigade.label)
        };
        let regiments = units.iter().filter(of_it).count();
        if regiments > REGIMENTS {
            faults
                .add(brigade.written.clone(), format!("{} has {regiments} regiments", brigade.label))
                .hint(format!("a brigade has at most {REGIMENTS}; divide it"));
        }
    }
    faults.len() > before
}

fn check_plain_things(parts: &ScenarioParts, faults: &mut Faults) {
    if parts.calendar.is_empty() && faults.is_empty() {
        faults.add(Span::File, "there is no turn to play").hint("list at least one under `turns`");
    }
    let Limits { stack_troops, stack_guns, march_foot, march_mounted, fire_range, .. } = parts.limits;
    let marches = [march_foot, march_mounted].map(|mp| mp.0.div_ceil(MovementPoints::ONE.0).into());
    for (value, least, most, key) in [
        (stack_troops.0, 1, 100, "stack_troops"),
        (stack_guns.0, 1, 100, "stack_guns"),
        (marches[0], 1, 20, "march_foot"),
        (marches[1], 1, 20, "march_mounted"),
        (fire_range.into(), 2, 12, "fire_range"),
    ] {
        if !(least..=most).contains(&value) {
            faults
                .add(Span::File, format!("`{key}` is out of range"))
                .hint(format!("it runs from {least} to {most}"));
        }
    }
    let mut objectives: BTreeMap<Hex, &Span> = BTreeMap::new();
    for part in &parts.objectives {
        let hex = part.objective.hex;
        if let Some(first) = objectives.insert(hex, &part.written) {
            faults
                .add(part.written.clone(), format!("hex {} is an objective twice", parts.map.grid.name(hex)))
                .hint("a hex has one value for each side")
                .see(first.clone(), "first here");
        }
    }
}
