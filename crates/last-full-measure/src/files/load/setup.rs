//! The first position, and what must be true of it (ledger section 7, item 11).

use super::build::Roster;
use super::parts::{ScenarioParts, Stand};
use crate::model::ids::{ArrivalId, BrigadeId, CommanderId, Group, Piece, UnitId};
use crate::model::numbers::StrengthPoints;
use crate::model::scenario::{Kind, Scenario, UnitInfo};
use crate::model::state::{ArrivalState, Entered, Flag, Office, Phase, State, Station};
use engine::Side;
use faults::Faults;
use ground::{Cover, Hex};
use std::collections::BTreeMap;

/// Puts everybody where the parts say, and checks the position.
pub(super) fn set_up(
    parts: &ScenarioParts,
    roster: &Roster<'_>,
    scenario: &mut Scenario,
    faults: &mut Faults,
) {
    let mut state = State::empty(parts.first);
    state.phase = Phase::SetUp;
    let lists = Lists::new(scenario, roster, faults);
    put_units(roster, scenario, &mut state, &lists, faults);
    put_commanders(roster, scenario, &mut state, &lists, faults);
    put_markers(parts, scenario, &mut state, faults);
    count_brigades(roster, scenario, &mut state);
    for (at, arrival) in scenario.arrivals.iter().enumerate() {
        *state.arrival_mut(ArrivalId::at(at)) =
            ArrivalState { turn: arrival.turn, hex: arrival.hex, entered: Entered::NotYet, waited: false };
    }
    for (at, objective) in scenario.victory.objectives.iter().enumerate() {
        state.set_holder(at, objective.held_by);
    }
    let mut check = Check { roster, scenario, state: &state, lists: &lists, faults };
    check.no_enemies_together();
    if parts.checks.stacking {
        check.stacking();
    }
    if parts.checks.commanders {
        check.brigade_commanders();
    }
    if parts.checks.integrity {
        check.integrity();
    }
    *scenario.start = state;
}

/// Which arrival or placement brings each piece.
struct Lists {
    units: BTreeMap<UnitId, usize>,
    commanders: BTreeMap<CommanderId, usize>,
    placed: Group,
}

impl Lists {
    /// Arrivals are numbered first, placements after them.
    fn new(scenario: &Scenario, roster: &Roster<'_>, faults: &mut Faults) -> Lists {
        let mut lists = Lists { units: BTreeMap::new(), commanders: BTreeMap::new(), placed: Group::EMPTY };
        let groups = scenario
            .arrivals
            .iter()
            .map(|arrival| &arrival.group)
            .chain(scenario.placements.iter().map(|placement| &placement.group));
        for (number, group) in groups.enumerate() {
            let is_placement = number >= scenario.arrivals.len();
            for unit in group.units.iter() {
                let part = roster.units[unit.index()];
                if lists.units.insert(unit, number).is_some() {
                    faults
                        .add(part.written.clone(), format!("{} comes twice", part.tag))
                        .hint("name it in one arrival or one placement only");
                }
                if is_placement {
                    lists.placed.units.insert(unit);
                }
            }
            for commander in group.commanders.iter() {
                let part = roster.commanders[commander.index()];
                if lists.commanders.insert(commander, number).is_some() {
                    faults
                        .add(part.written.clone(), format!("{} comes twice", part.tag))
                        .hint("name him in one arrival or one placement only");
                }
                if is_placement {
                    lists.placed.commanders.insert(commander);
                }
            }
        }
        lists
    }
}

fn put_units(
    roster: &Roster<'_>,
    scenario: &Scenario,
    state: &mut State,
    lists: &Lists,
    faults: &mut Faults,
) {
    for (unit, part) in (0..).map(UnitId::at).zip(&roster.units) {
        let place = match start(part.stand, lists.units.contains_key(&unit), scenario) {
            Ok(place) => place,
            Err(why) => {
                faults.add(part.written.clone(), format!("{} {}", part.tag, why.what)).hint(why.hint);
                continue;
            }
        };
        state.put(scenario, unit, place);
        if let Stand::OffMap { turn, .. } = part.stand {
            state.leave_at(unit, turn);
        }
        let deployed = Flag::DEPLOYED.when(part.deployed);
        let settled = Flag::SETTLED.when(place.on_map());
        state.set(unit, part.flags | deployed | settled);
        if part.deployed && part.kind == Kind::Infantry {
            faults
                .add(part.written.clone(), format!("{} is infantry and has one mode only", part.tag))
                .hint("only cavalry is dismounted, only artillery unlimbered");
        }
    }
}

fn put_commanders(
    roster: &Roster<'_>,
    scenario: &Scenario,
    state: &mut State,
    lists: &Lists,
    faults: &mut Faults,
) {
    for (commander, part) in (0..).map(CommanderId::at).zip(&roster.commanders) {
        match start(part.stand, lists.commanders.contains_key(&commander), scenario) {
            Ok(place) => state.put_leader(commander, place),
            Err(why) => {
                faults.add(part.written.clone(), format!("{} {}", part.tag, why.what)).hint(why.hint);
            }
        }
        if part.replaced {
            state.mark(commander, Office::REPLACED);
        }
    }
}

struct Misplaced {
    what: String,
    hint: &'static str,
}

fn start(stand: Stand, listed: bool, scenario: &Scenario) -> Result<Station, Misplaced> {
    let wrong = |what: &str, hint| Err(Misplaced { what: what.to_owned(), hint });
    match stand {
        Stand::ByList if listed => Ok(Station::WAITING),
        Stand::ByList => wrong(
            "is neither on the map nor among those who arrive",
            "give a `hex`, or say when and where it arrives",
        ),
        _ if listed => wrong("both stands somewhere and arrives", "keep one of the two"),
        Stand::At(hex) => {
            let name = scenario.map.grid.name(hex);
            if !scenario.map.is_playable(hex) {
                wrong(&format!("stands in {name}, a hole in the map"), "choose a hex of the map")
            } else if scenario.map.cover(hex) == Cover::Water {
                wrong(&format!("stands in {name}, which is water"), "choose a hex on land")
            } else {
                Ok(Station::at(hex))
            }
        }
        Stand::Eliminated => Ok(Station::ELIMINATED),
        Stand::Lost => Ok(Station::LOST),
        Stand::OffMap { exit, .. } if scenario.map.is_edge(exit) => Ok(Station::off_map(exit)),
        Stand::OffMap { .. } => wrong("left the map by a hex that is not on its edge", "choose an edge hex"),
        Stand::Absent => Ok(Station::NOWHERE),
    }
}

fn put_markers(parts: &ScenarioParts, scenario: &Scenario, state: &mut State, faults: &mut Faults) {
    for work in &parts.works {
        match work.builder {
            None => state.works.insert(work.hex),
            Some(side) => {
                let manned = state
                    .stack(work.hex)
                    .any(|unit| scenario.unit(unit).side == side && !state.is_mounted(scenario, unit));
                if !manned {
                    let name = scenario.map.grid.name(work.hex);
                    faults
                        .add(work.written.clone(), format!("nobody is in {name} to build"))
                        .hint("a build marker needs infantry, dismounted cavalry or artillery (R-75d)");
                }
                state.building[side].insert(work.hex)
            }
        };
    }
    for burned in &parts.burned {
        let bridge = scenario
            .map
            .grid
            .direction_to(burned.hex, burned.other)
            .and_then(|side| scenario.board.bridge_at(burned.hex, side));
        match bridge {
            Some(bridge) => state.burned.insert(bridge),
            None => {
                let name = |hex| scenario.map.grid.name(hex);
                let (one, other) = (name(burned.hex), name(burned.other));
                faults
                    .add(burned.written.clone(), format!("no bridge joins {one} and {other}"))
                    .hint("name the two hexes of a bridge of the map");
            }
        }
    }
}

/// Totals, shattered brigades, and commanders who have lost every regiment (R-62, R-59b).
fn count_brigades(roster: &Roster<'_>, scenario: &Scenario, state: &mut State) {
    for (id, part) in (0..).map(BrigadeId::at).zip(&roster.brigades) {
        let brigade = scenario.brigade(id);
        let all = brigade.units.iter().map(|&unit| scenario.unit(unit).sp).sum();
        state.set_total(id, part.total.map_or(all, StrengthPoints));
        if part.shattered {
            state.shattered.insert(id);
        }
        let on_map = brigade.units.iter().any(|&unit| state.hex_of(unit).is_some());
        if !on_map && state.leader_hex(brigade.commander).is_some() {
            state.homeless.insert(id);
        }
    }
}

struct Check<'a> {
    roster: &'a Roster<'a>,
    scenario: &'a Scenario,
    state: &'a State,
    lists: &'a Lists,
    faults: &'a mut Faults,
}

impl Check<'_> {
    fn no_enemies_together(&mut self) {
        for hex in self.scenario.map.grid.hexes() {
            let of = |side| self.state.stack(hex).find(|&unit| self.scenario.unit(unit).side == side);
            let troops = Side::BOTH.map(of);
            if let [Some(_), Some(other)] = troops {
                let text = format!("both sides stand in {}", self.name(hex));
                self.fault(Piece::Unit(other), text, "move one of them");
            }
            for side in Side::BOTH {
                let leader = self.state.leaders_at(self.scenario, side, hex).next();
                if let (Some(leader), Some(_), None) =
                    (leader, troops[side.other().index()], troops[side.index()])
                {
                    let text = format!("{} stands among the enemy", self.tag(Piece::Commander(leader)));
                    self.fault(Piece::Commander(leader), text, "move him to his own troops");
                }
            }
        }
    }

    fn stacking(&mut self) {
        for hex in self.scenario.map.grid.hexes() {
            let stack: Vec<UnitId> = self.state.stack(hex).collect();
            let side = |unit: &UnitId| self.scenario.unit(*unit).side;
            if stack.iter().all(|unit| side(unit) == side(&stack[0])) {
                self.stack(&stack, &format!("in {}", self.name(hex)));
            }
        }
        for at in 0..self.scenario.arrivals.len() {
            let arrival = &self.scenario.arrivals[at];
            let stack: Vec<UnitId> = arrival.group.units.iter().collect();
            let text = format!("arriving as {}", arrival.tag);
            self.stack(&stack, &text);
        }
        for at in 0..self.scenario.placements.len() {
            let stack: Vec<UnitId> = self.scenario.placements[at].group.units.iter().collect();
            self.stack(&stack, "placed together");
        }
    }

    /// Whether a stack keeps the limits (LFM-4.1a, LFM-4.2a, LFM-4.2b) and its cavalry one mode (LFM-4.3).
    fn stack(&mut self, stack: &[UnitId], whereabouts: &str) {
        let scenario = self.scenario;
        let info = |unit: &UnitId| scenario.unit(*unit);
        let limits = self.scenario.limits;
        let (guns, troops): (Vec<UnitId>, Vec<UnitId>) =
            stack.iter().partition(|unit| info(unit).kind.is_artillery());

        let sp = |units: &[UnitId]| -> StrengthPoints {
            units.iter().map(|&unit| self.state.sp(scenario, unit)).sum()
        };
        let (men, cannon) = (sp(&troops), sp(&guns));
        if let Some(&last) = troops.last()
            && men > limits.stack_troops
        {
            self.fault(
                Piece::Unit(last),
                format!("{men} strength points of troops stand {whereabouts}"),
                &format!("a hex holds {} (LFM-4.1a)", limits.stack_troops),
            );
        }
        if let [_, .., last] = guns[..]
            && cannon > limits.stack_guns
        {
            self.fault(
                Piece::Unit(last),
                format!("{cannon} strength points of artillery stand {whereabouts}"),
                &format!("a hex holds {} (LFM-4.2a)", limits.stack_guns),
            );
        }
        if let Some(other) = troops.iter().find(|unit| info(unit).brigade != info(&troops[0]).brigade) {
            let text = format!(
                "{} and {} are of two brigades and stand {whereabouts}",
                info(&troops[0]).tag,
                info(other).tag
            );
            self.fault(Piece::Unit(*other), text, "the troops of a hex are of one brigade (LFM-4.1a)");
        }
        let mode = |unit: &UnitId| self.state.is(*unit, Flag::DEPLOYED);
        let horse: Vec<&UnitId> = troops.iter().filter(|unit| info(unit).kind == Kind::Cavalry).collect();
        if let Some(other) = horse.iter().find(|unit| mode(unit) != mode(horse[0])) {
            let text = format!("mounted and dismounted cavalry stand {whereabouts}");
            self.fault(Piece::Unit(**other), text, "the cavalry of a hex is in one mode (LFM-4.3)");
        }
    }

    fn brigade_commanders(&mut self) {
        for id in self.scenario.brigade_ids() {
            let brigade = self.scenario.brigade(id);
            let leader = brigade.commander;
            let tag = self.tag(Piece::Commander(leader));
            let on_map: Vec<Hex> = brigade.units.iter().filter_map(|&unit| self.state.hex_of(unit)).collect();
            let place = self.state.leader_station(leader);
            if let Some(hex) = place.hex() {
                let gone = |unit: &UnitId| self.state.station(*unit) == Station::ELIMINATED;
                if !on_map.contains(&hex) && !brigade.units.iter().all(gone) {
                    let text =
                        format!("{tag} stands in {} without a regiment of his brigade", self.name(hex));
                    self.fault(Piece::Commander(leader), text, "put him with one (LFM-20.8a)");
                }
                continue;
            }
            if !on_map.is_empty() && !self.lists.placed.commanders.contains(leader) {
                let text = format!("{tag}'s brigade is on the map and he is not");
                self.fault(Piece::Commander(leader), text, "put him with one of its regiments (LFM-20.8a)");
                continue;
            }
            if let Some(list) = self.lists.commanders.get(&leader)
                && !brigade.units.iter().any(|unit| self.lists.units.get(unit) == Some(list))
            {
                let text = format!("{tag} comes without a regiment of his brigade");
                self.fault(Piece::Commander(leader), text, "let him come with one (LFM-20.8a, LFM-26.1b)");
            }
        }
    }

    /// LFM-22.1a; brigades that are placed by choice are tested when play begins.
    fn integrity(&mut self) {
        let grid = &self.scenario.map.grid;
        for brigade in &self.scenario.brigades {
            if brigade.units.iter().any(|&unit| self.lists.placed.units.contains(unit)) {
                continue;
            }
            let on_map: Vec<(UnitId, Hex)> =
                brigade.units.iter().filter_map(|&unit| Some((unit, self.state.hex_of(unit)?))).collect();
            for &(unit, hex) in &on_map {
                let UnitInfo { free_command, tag, .. } = self.scenario.unit(unit);
                let mates = || on_map.iter().filter(|&&(other, _)| other != unit);
                let free = *free_command || self.state.is(unit, Flag::DETACHED) || mates().next().is_none();
                if !free && !mates().any(|&(_, other)| grid.distance(hex, other) <= 1) {
                    let text =
                        format!("{tag} in {} has lost touch with brigade {}", self.name(hex), brigade.label);
                    self.fault(
                        Piece::Unit(unit),
                        text,
                        "put it in or next to the hex of another of its regiments, or mark it detached (LFM-22.1a)",
                    );
                }
            }
        }
    }

    fn name(&self, hex: Hex) -> String {
        self.scenario.map.grid.name(hex)
    }

    fn tag(&self, piece: Piece) -> String {
        match piece {
            Piece::Unit(unit) => self.scenario.unit(unit).tag.clone(),
            Piece::Commander(commander) => self.scenario.commander(commander).tag.clone(),
        }
    }

    fn fault(&mut self, piece: Piece, what: String, hint: &str) {
        let written = match piece {
            Piece::Unit(unit) => &self.roster.units[unit.index()].written,
            Piece::Commander(commander) => &self.roster.commanders[commander.index()].written,
        };
        self.faults.add(written.clone(), what).hint(hint);
    }
}
