//! Checks of the troops and commanders that arrive, against the order of battle.

use std::collections::BTreeMap;
use std::ops::Range;

use faults::{Span, did_you_mean, list};
use toml::Spanned;

use super::check::Check;
use super::file::{ArrivalTable, CommanderArrivalTable, MoveTable};
use super::{Arrival, CommanderArrival, Entrance, EntryPointId, LonLat, Move, Officer, Posture};
use crate::checker::{Field, Owner};
use crate::vocabulary::words;
use crate::{Clock, Commander, FormationId, Grade, Troops, unit_check};

/// Sources that differ by more than this do not tell a time.
const MOST_UNCERTAINTY: i64 = 240;

words! {
    /// Whether troops are there from the start.
    Mode, "mode", {
        /// On the field when play begins.
        OnMap = "on_map",
        /// Marching in.
        Reinforcement = "reinforcement",
    }
}

impl Check<'_> {
    pub(super) fn troops(&mut self, tables: &[Spanned<ArrivalTable>]) -> Vec<Arrival> {
        let mut places: BTreeMap<Troops, Range<usize>> = BTreeMap::new();
        let mut arrivals = Vec::new();
        for table in tables {
            let Some(arrival) = self.arrival(table) else { continue };
            let place = table.get_ref().unit.as_ref().map_or_else(|| table.span(), Spanned::span);
            if let Some(first) = places.get(&arrival.troops) {
                self.checker
                    .faults
                    .add(place, format!("`{}` arrives twice", self.battle.id_of(arrival.troops)))
                    .see(first.clone(), "first here")
                    .hint("give troops one arrival; what they do later stands under `moves`");
            } else {
                places.insert(arrival.troops, place);
            }
            arrivals.push(arrival);
        }
        if self.checker.faults.is_empty() {
            self.everybody_arrives(&arrivals);
        }
        arrivals
    }

    /// Whether all who fought come to the field. Only asked of a file without other faults, because an arrival
    /// at fault would make its troops look forgotten.
    fn everybody_arrives(&mut self, arrivals: &[Arrival]) {
        let arrives = |troops: Troops| arrivals.iter().any(|arrival| arrival.troops == troops);
        for unit in self.battle.units() {
            let mut superiors = self.battle.superiors(unit).map(Troops::Formation);
            if self.battle[unit].engaged && !arrives(unit.into()) && !superiors.any(arrives) {
                let id = &self.battle[unit].id;
                self.checker.faults.add(Span::File, format!("`{id}` fought, but never arrives")).hint(format!(
                    "add an `[[arrival]]` for it or for `{}`, or set `engaged = false` in the order of battle",
                    self.battle.id_of(self.battle[unit].formation)
                ));
            }
        }
    }

    fn arrival(&mut self, table: &Spanned<ArrivalTable>) -> Option<Arrival> {
        let ArrivalTable {
            unit, mode, time, uncertainty_min, formation, line, facing_deg, moves, note, ..
        } = table.get_ref();
        let owner = Owner::new(table.span(), unit, &None, "this arrival");
        let troops = self.required_troops(&owner, unit);
        let mode = self.checker.required_word::<Mode>(&owner, "mode", mode);
        let time = self.clock_of_play(&owner, time);
        let entrance = mode.and_then(|mode| self.entrance(&owner, mode, table.get_ref(), time));
        let posture = self.checker.required_word::<Posture>(&owner, "formation", formation);
        let line = self.line(&owner, line);
        let moves = self.moves(&owner, moves, time);

        let checker = &mut self.checker;
        let meaning = "minutes by which sources differ";
        let uncertainty = uncertainty_min.as_ref().map_or(Some(0), |minutes| {
            checker.number(&owner, "uncertainty_min", minutes, 0..=MOST_UNCERTAINTY, meaning)
        });
        let facing = checker.required(&owner, "facing_deg", facing_deg, "90").and_then(|facing| {
            let meaning = "a compass bearing, 0 north, 90 east";
            checker.number(&owner, "facing_deg", facing, 0..=359, meaning)
        });
        let note = checker.optional_text(&owner, "note", note);
        Some(Arrival {
            troops: troops?,
            time: time?,
            uncertainty: uncertainty?,
            entrance: entrance?,
            posture: posture?,
            line,
            facing: facing?,
            moves,
            note,
        })
    }

    /// The keys that go with the way in which troops come.
    fn entrance(
        &mut self,
        owner: &Owner,
        mode: Mode,
        table: &ArrivalTable,
        time: Option<Clock>,
    ) -> Option<Entrance> {
        let ArrivalTable { start, entry, deployed, .. } = table;
        match mode {
            Mode::OnMap => {
                let why = "it is on the map from the start";
                let hint = "leave it out, or set `mode = \"reinforcement\"`";
                self.checker.forbidden(owner, "entry", entry, why, hint);
                self.checker.forbidden(owner, "deployed", deployed, why, hint);
                Some(Entrance::OnMap { start: self.required_point(owner, "start", start)? })
            }
            Mode::Reinforcement => {
                let hint = "leave it out, or set `mode = \"on_map\"`";
                self.checker.forbidden(owner, "start", start, "it comes as a reinforcement", hint);
                let deployed_at =
                    deployed.as_ref().and_then(|deployed| self.clock(owner, "deployed", deployed));
                if let (Some(place), Some(deployed_at), Some(time)) = (deployed, deployed_at, time)
                    && deployed_at < time
                {
                    let what =
                        format!("{} is deployed at {deployed_at}, before it comes at {time}", owner.label);
                    self.checker.faults.add(place, what).hint("correct one of the two times");
                }
                Some(Entrance::ByRoad { entry: self.entry(owner, entry)?, deployed: deployed_at })
            }
        }
    }

    fn entry(&mut self, owner: &Owner, entry: &Field<String>) -> Option<EntryPointId> {
        let entry = self.checker.required(owner, "entry", entry, "\"chambersburg-pike\"")?;
        if let Some((number, _)) = self.entry_ids.get(entry.get_ref()) {
            return Some(*number);
        }
        let known = self.entry_ids.keys().map(String::as_str);
        let hint = match did_you_mean(entry.get_ref(), known.clone()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if self.entry_ids.is_empty() => "add an `[[entry_point]]` with this id".to_owned(),
            None => format!("use one of {}, or add an `[[entry_point]]`", list(known)),
        };
        let what = format!("{}: there is no entry point `{}`", owner.label, entry.get_ref());
        self.checker.faults.add(entry, what).hint(hint);
        None
    }

    fn line(&mut self, owner: &Owner, line: &Field<Vec<Spanned<[f64; 2]>>>) -> Vec<LonLat> {
        let example = "[[-77.2518, 39.8394], [-77.2533, 39.8332]]";
        let Some(line) = self.checker.required(owner, "line", line, example) else { return Vec::new() };
        let points: Vec<_> =
            line.get_ref().iter().filter_map(|point| self.point(owner, "line", point)).collect();
        if line.get_ref().len() < 2 {
            self.checker
                .faults
                .add(line, format!("the line of {} has fewer than two points", owner.label))
                .hint("give both flanks: [[lon, lat], [lon, lat]]");
        }
        if let Some(index) = points.windows(2).position(|pair| pair[0] == pair[1]) {
            let place = line.get_ref().get(index + 1).map(Spanned::span);
            let what = format!("the line of {} has the same point twice running", owner.label);
            self.checker.faults.add(place, what).hint("leave one of them out");
        }
        points
    }

    fn moves(&mut self, owner: &Owner, tables: &[Spanned<MoveTable>], arrived: Option<Clock>) -> Vec<Move> {
        let mut last = arrived;
        let mut moves = Vec::new();
        for table in tables {
            let owner = Owner::called(table.span(), format!("a move of {}", owner.label));
            let MoveTable { time, to, what } = table.get_ref();
            let clock = self.required_clock(&owner, "time", time);
            if let (Some(clock), Some(arrived), Some(place)) = (clock, arrived, time)
                && clock < arrived
            {
                let what = format!("{}: {clock} is before the arrival at {arrived}", owner.label);
                self.checker.faults.add(place, what).hint("correct one of the two times");
            } else {
                self.in_order(&owner, time, clock, &mut last);
            }
            let to = self.required_point(&owner, "to", to);
            let what = self.checker.text(&owner, "what", what, "\"retreats to Culp's Hill\"");
            if let (Some(time), Some(to)) = (clock, to) {
                moves.push(Move { time, to, what });
            }
        }
        moves
    }

    fn required_troops(&mut self, owner: &Owner, unit: &Field<String>) -> Option<Troops> {
        let unit = self.checker.required(owner, "unit", unit, "\"us-meredith\"")?;
        let found = self.battle.find(unit.get_ref());
        if found.is_none() {
            let hint = match did_you_mean(unit.get_ref(), self.battle.ids()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "use an id of the order of battle".to_owned(),
            };
            let what = format!("the order of battle has no `{}`", unit.get_ref());
            self.checker.faults.add(unit, what).hint(hint);
        }
        found
    }

    pub(super) fn commanders(&mut self, tables: &[Spanned<CommanderArrivalTable>]) -> Vec<CommanderArrival> {
        let mut places: BTreeMap<(FormationId, String), Range<usize>> = BTreeMap::new();
        let mut arrivals = Vec::new();
        for table in tables {
            let CommanderArrivalTable { unit, name, time, at, note, .. } = table.get_ref();
            let owner = Owner::new(table.span(), &None, name, "this commander");
            let formation = self.required_formation(&owner, unit);
            let officer = formation.and_then(|formation| self.officer(&owner, table.get_ref(), formation));
            let time = self.clock_of_play(&owner, time);
            let at = self.required_point(&owner, "at", at);
            let note = self.checker.optional_text(&owner, "note", note);
            let (Some(formation), Some(officer), Some(name)) = (formation, officer, name) else { continue };
            if let Some(first) = places.insert((formation, name.get_ref().clone()), name.span()) {
                self.checker
                    .faults
                    .add(name, format!("{} arrives twice", owner.label))
                    .see(first, "first here")
                    .hint("give a commander one arrival at a formation");
            }
            if let (Some(time), Some(at)) = (time, at) {
                arrivals.push(CommanderArrival { formation, officer, time, at, note });
            }
        }
        arrivals
    }

    fn required_formation(&mut self, owner: &Owner, unit: &Field<String>) -> Option<FormationId> {
        match self.required_troops(owner, unit)? {
            Troops::Formation(formation) => Some(formation),
            Troops::Unit(number) => {
                let id = &self.battle[number].id;
                self.checker
                    .faults
                    .add(unit.as_ref().map(Spanned::span), format!("`{id}` is a single unit"))
                    .hint("its commander comes with it; name a brigade or a higher formation");
                None
            }
        }
    }

    /// The officer by his name: one of the formation's own, or another with his rank and ability.
    fn officer(
        &mut self,
        owner: &Owner,
        table: &CommanderArrivalTable,
        formation: FormationId,
    ) -> Option<Officer> {
        let CommanderArrivalTable { name, rank, ability, .. } = table;
        let name = self.checker.required(owner, "name", name, "\"John Buford\"")?;
        let battle = self.battle;
        let command = &battle[formation].command;
        if let Some(place) = command.in_order().position(|officer| officer.name == *name.get_ref()) {
            let why = "the order of battle has it already";
            self.checker.forbidden(owner, "rank", rank, why, "leave it out");
            self.checker.forbidden(owner, "ability", ability, why, "leave it out");
            return Some(Officer::Listed(place));
        }
        if rank.is_none() && ability.is_none() {
            let own: Vec<&str> = command.in_order().map(|officer| officer.name.as_str()).collect();
            let hint = match did_you_mean(name.get_ref(), own.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!(
                    "name {}; or give his `rank` and `ability` if he was sent from elsewhere",
                    list(own)
                ),
            };
            let what = format!("`{}` has no commander {}", battle[formation].id, owner.label);
            self.checker.faults.add(name, what).hint(hint);
            return None;
        }
        let grade = self.checker.required_word::<Grade>(owner, "rank", rank);
        let ability = unit_check::checked_ability(&mut self.checker, owner, ability);
        Some(Officer::Sent(Commander {
            grade: grade?,
            name: self.checker.text(owner, "name", &table.name, "\"John Buford\""),
            ability: ability?,
            fate: None,
        }))
    }
}
