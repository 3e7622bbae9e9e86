//! Last Full Measure on a terminal: the hex map with its stacks.

use super::{Chart, Tabletop};
use crate::board::{Hexes, LEGEND, numbering};
use crate::terminal::{Ink, Style};
use engine::Side;
use ground::Hex;
use ground::draw::{Counter, Symbol};
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::ids::{BrigadeId, CommanderId, Piece, UnitId};
use last_full_measure::notation;
use last_full_measure::scenario::{Kind, Rank, Scenario};
use last_full_measure::state::{Place, State, flag, office};
use last_full_measure::words;

/// How far a part of the board reaches from its middle.
const PART: u16 = 4;

const STACKS: &str = "\
stacks: U Union, C Confederate, strength points, ! disorganized or shattered, * a commander
hexes: + breastworks, @ objective";

impl Tabletop for LastFullMeasure {
    fn ledger(&self) -> &'static str {
        include_str!("../../../../docs/rules/last-full-measure.md")
    }

    fn forms(&self) -> Vec<(String, &'static str)> {
        Action::FORMS.iter().map(|form| (form.line(), form.sense)).collect()
    }

    fn board_text(&self, view: &State, around: Option<&str>, style: Style) -> Result<String, String> {
        let scenario = &self.scenario;
        let grid = &scenario.map.grid;
        let middle = around.map(|name| find_hex(scenario, name)).transpose()?;
        let near = |hex: Hex| middle.is_none_or(|middle| grid.distance(middle, hex) <= PART);
        let board = Hexes {
            map: &scenario.map,
            only: Some(&near),
            content: &|hex| stack(scenario, view, hex),
            mark: &|hex| mark(scenario, view, hex),
        };
        Ok(format!("{}{LEGEND}\n{STACKS}\n{}\n", board.draw().render(style), numbering(&scenario.map)))
    }

    fn look(&self, view: &State, what: &str, _style: Style) -> Result<String, String> {
        let scenario = &self.scenario;
        if let Some(side) = Side::parse(what) {
            return Ok(army(scenario, view, side));
        }
        if let Some(piece) = notation::find_piece(scenario, what) {
            return Ok(match piece {
                Piece::Unit(unit) => unit_line(scenario, view, unit),
                Piece::Commander(commander) => commander_line(scenario, view, commander),
            });
        }
        let hex = find_hex(scenario, what)?;
        let mut lines = scenario.map.describe(hex);
        lines[0].insert_str(0, &format!("{}: ", notation::hex_name(scenario, hex)));
        lines.extend(objective(scenario, view, hex));
        if view.works.contains(hex) {
            lines.push("breastworks".to_owned());
        }
        lines.extend(view.stack(hex).map(|unit| unit_line(scenario, view, unit)));
        let leaders = Side::BOTH.into_iter().flat_map(|side| view.leaders_at(scenario, side, hex));
        lines.extend(leaders.map(|commander| commander_line(scenario, view, commander)));
        Ok(lines.join("\n"))
    }

    fn chart<'a>(&'a self, view: &'a State) -> Option<Chart<'a>> {
        Some(Chart {
            title: self.scenario.title.clone(),
            subtitle: words::context(&self.scenario, view),
            counters: counters(&self.scenario, view),
            land: self.scenario.land.as_deref().map(|land| (&land.field, land.layout)),
            ..Chart::of(&self.scenario.map)
        })
    }
}

/// The pieces on the map as counters: in each hex commanders lie lowest, then batteries, then regiments. The top counter
/// of several speaks for all.
fn counters(scenario: &Scenario, state: &State) -> Vec<Counter> {
    let leaders =
        |side, hex| state.leaders_at(scenario, side, hex).map(move |one| leader_counter(scenario, one, hex));
    let mut counters = Vec::new();
    for hex in scenario.map.playable().iter() {
        let first = counters.len();
        counters.extend(Side::BOTH.into_iter().flat_map(|side| leaders(side, hex)));
        let mut units: Vec<UnitId> = state.stack(hex).collect();
        units.sort_by_key(|&unit| !scenario.unit(unit).kind.is_artillery());
        counters.extend(units.iter().map(|&unit| unit_counter(scenario, state, unit, hex)));
        if let (Some(top), Some(&unit)) =
            (counters[first..].last_mut(), units.last().filter(|_| units.len() > 1))
        {
            let strength: u32 = units.iter().map(|&unit| u32::from(state.sp(scenario, unit))).sum();
            top.lines = vec![scenario.unit(unit).label.clone(), format!("{strength} SP")];
        }
    }
    counters
}

fn unit_counter(scenario: &Scenario, state: &State, unit: UnitId, hex: Hex) -> Counter {
    let info = scenario.unit(unit);
    let symbol = match info.kind {
        Kind::Infantry => Symbol::Infantry,
        Kind::Cavalry => Symbol::Cavalry,
        Kind::Artillery | Kind::HorseArtillery => Symbol::Artillery,
    };
    let lines = vec![info.tag.clone(), words::counter(scenario, state, unit)];
    Counter { hex, colour: colour(info.side), symbol, lines }
}

fn leader_counter(scenario: &Scenario, commander: CommanderId, hex: Hex) -> Counter {
    let info = scenario.commander(commander);
    Counter { hex, colour: colour(info.side), symbol: Symbol::Commander, lines: vec![info.tag.clone()] }
}

const fn colour(side: Side) -> [u8; 3] {
    match side {
        Side::Union => [63, 95, 138],
        Side::Confederate => [158, 64, 52],
    }
}

fn find_hex(scenario: &Scenario, name: &str) -> Result<Hex, String> {
    let named = || {
        scenario.map.places().iter().find(|(_, place)| place.eq_ignore_ascii_case(name)).map(|(hex, _)| *hex)
    };
    let found = scenario.map.grid.parse(name).filter(|&hex| scenario.map.is_playable(hex)).or_else(named);
    found.ok_or_else(|| {
        let example = scenario.map.playable().iter().next().map(|hex| scenario.map.grid.name(hex));
        format!(
            "there is no hex, place or piece `{name}` on this map; hexes are numbered like {}",
            example.unwrap_or_default()
        )
    })
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::Union => Ink::Blue,
        Side::Confederate => Ink::Red,
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::Union => 'U',
        Side::Confederate => 'C',
    }
}

/// A hex's stack in at most five characters.
fn stack(scenario: &Scenario, state: &State, hex: Hex) -> Option<(Ink, String)> {
    let leads = |side| state.leaders_at(scenario, side, hex).next().is_some();
    let Some(side) = state.owner(scenario, hex) else {
        let side = Side::BOTH.into_iter().find(|&side| leads(side))?;
        return Some((ink(side), format!("{}*", letter(side))));
    };
    let strength: u32 = state.stack(hex).map(|unit| u32::from(state.sp(scenario, unit))).sum();
    let shaken =
        state.stack(hex).any(|unit| state.is_disorganized(unit) || state.is_shattered(scenario, unit));
    let marks = [(shaken, "!"), (leads(side), "*")].map(|(shown, mark)| if shown { mark } else { "" });
    Some((ink(side), format!("{}{strength}{}", letter(side), marks.concat())))
}

/// What is built in a hex, or what it is worth.
fn mark(scenario: &Scenario, state: &State, hex: Hex) -> Option<(Ink, char)> {
    if state.works.contains(hex) {
        return Some((Ink::Yellow, '+'));
    }
    scenario.victory.objectives.iter().any(|objective| objective.hex == hex).then_some((Ink::Bold, '@'))
}

fn objective(scenario: &Scenario, state: &State, hex: Hex) -> Option<String> {
    let (index, objective) =
        scenario.victory.objectives.iter().enumerate().find(|(_, objective)| objective.hex == hex)?;
    let holder = match state.held[index] {
        1 => "held by the Union",
        2 => "held by the Confederates",
        _ => "held by nobody",
    };
    let [union, confederate] = objective.vp;
    Some(format!("objective, {union} points to the Union, {confederate} to the Confederates; {holder}"))
}

fn unit_line(scenario: &Scenario, state: &State, unit: UnitId) -> String {
    let info = scenario.unit(unit);
    let is = |flag, word| state.is(unit, flag).then_some(word);
    let notes =
        [is(flag::COMMAND, "in command"), is(flag::DETACHED, "detached"), is(flag::MOVED, "has moved")];
    let notes: String = notes.into_iter().flatten().map(|note| format!(", {note}")).collect();
    let place = whereabouts(scenario, state.place[unit.index()]);
    let name = if info.name == info.tag { String::new() } else { format!("{}, ", info.name) };
    let who = words::unit_now(scenario, state, unit);
    format!("{} {who}, {name}{}, {place}{notes}", info.side, info.label)
}

fn commander_line(scenario: &Scenario, state: &State, commander: CommanderId) -> String {
    let info = scenario.commander(commander);
    let rank = match info.rank {
        Rank::Brigade => "brigade",
        Rank::Division => "division",
        Rank::Corps => "corps",
        Rank::Army => "army",
    };
    let name = match &info.replacement {
        Some((next, _)) if state.holds(commander, office::REPLACED) => format!("{next} (for {})", info.name),
        _ => info.name.clone(),
    };
    let cv = match state.cv(scenario, commander) {
        0 => String::new(),
        cv => format!(", command value {cv}"),
    };
    let command = if state.holds(commander, office::COMMAND) { ", in command" } else { "" };
    let place = whereabouts(scenario, state.leader_place[commander.index()]);
    format!("{} {rank} commander {name}{cv}, {place}{command}", info.side)
}

fn whereabouts(scenario: &Scenario, place: Place) -> String {
    match (place.hex(), place.exit(), place) {
        (Some(hex), ..) => format!("in {}", notation::hex_name(scenario, hex)),
        (_, _, Place::WAITING) => "not yet here".to_owned(),
        (_, _, Place::ELIMINATED) => "eliminated".to_owned(),
        (_, _, Place::LOST) => "lost for good".to_owned(),
        (_, Some(exit), _) => format!("off the map by {}", notation::hex_name(scenario, exit)),
        _ => "not in this battle".to_owned(),
    }
}

/// A side's brigades, batteries and arrivals.
fn army(scenario: &Scenario, state: &State, side: Side) -> String {
    let brigades = scenario.brigade_ids().filter(|&id| scenario.brigade(id).side == side);
    let mut lines: Vec<String> = brigades.map(|id| brigade_line(scenario, state, id)).collect();
    let batteries = scenario.units_of(side).filter(|&unit| scenario.unit(unit).kind.is_artillery());
    lines.extend(batteries.map(|unit| unit_line(scenario, state, unit)));
    for id in scenario.arrival_ids() {
        let (arrival, now) = (scenario.arrival(id), state.arrival[id.index()]);
        if arrival.side == side && now.entered == 0 {
            let hex = notation::hex_name(scenario, Hex(now.hex));
            lines.push(format!("{} arrives at {hex}: {}", arrival.tag, words::turn_name(scenario, now.turn)));
        }
    }
    lines.join("\n")
}

fn brigade_line(scenario: &Scenario, state: &State, id: BrigadeId) -> String {
    let brigade = scenario.brigade(id);
    let on_map = || brigade.units.iter().filter(|&&unit| state.hex_of(unit).is_some());
    let strength: u32 = on_map().map(|&unit| u32::from(state.sp(scenario, unit))).sum();
    let mut hexes: Vec<String> = on_map()
        .filter_map(|&unit| state.hex_of(unit))
        .map(|hex| notation::hex_name(scenario, hex))
        .collect();
    hexes.dedup();
    let place =
        if hexes.is_empty() { "not on the map".to_owned() } else { format!("in {}", hexes.join(", ")) };
    let shattered = if state.shattered.contains(id) { ", shattered" } else { "" };
    format!(
        "{} ({}): {strength} of {} SP {place}{shattered}",
        brigade.label,
        brigade.name,
        state.total[id.index()]
    )
}

#[cfg(test)]
mod tests {
    use super::{Ink, Style, counters, stack};
    use crate::table::Tabletop;
    use engine::proof::proves;
    use last_full_measure::LastFullMeasure;
    use last_full_measure::load::{Library, scenario};
    use last_full_measure::state::flag;

    fn crossroads() -> LastFullMeasure {
        LastFullMeasure::new(
            scenario(&Library::builtin(), "crossroads-farm").unwrap_or_else(|report| panic!("{report}")),
        )
    }

    #[test]
    fn a_disorganized_stack_is_marked_in_the_colour_of_its_side() {
        let _proof = proves(&["LFM-0.4"]);
        let game = crossroads();
        let mut state = (*game.scenario.start).clone();
        let hex = game.scenario.map.grid.parse("0500").expect("a hex of the map");
        assert_eq!(stack(&game.scenario, &state, hex), Some((Ink::Red, "C16*".into())));
        for unit in state.stack(hex).collect::<Vec<_>>() {
            state.set(unit, flag::D);
        }
        assert_eq!(stack(&game.scenario, &state, hex), Some((Ink::Red, "C16!*".into())));
    }

    #[test]
    fn counters_show_the_formation_they_belong_to() {
        let _proof = proves(&["LFM-20.1c"]);
        let game = crossroads();
        let state = &game.scenario.start;
        let kell = game.scenario.map.grid.parse("0500").expect("a hex of the map");
        let top = counters(&game.scenario, state).into_iter().rfind(|counter| counter.hex == kell);
        assert_eq!(top.expect("a stack stands there").lines, ["V/K", "16 SP"]);
        let style = Style { colour: false };
        let seen = game.look(state, "1GA", style).expect("a regiment of the scenario");
        assert!(seen.contains("1GA (I5/3), V/K, in 0500"), "{seen}");
    }
}
