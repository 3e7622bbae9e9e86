//! Armies of the real battle as pieces: counters from the order of battle, positions and times from the arrivals.
//!
//! Who takes part, what everybody is called and when he comes is the same for every game (`armies::derive`). Here it
//! becomes counters of this one: strength points, stacks, hexes, movement points.

mod coming;
mod counters;
mod officers;
mod terrain;

pub(super) use terrain::Terrain;

use super::calendar::Calendar;
use super::file::{ArmyTable, OfficerTable, ScenarioFile, TroopsTable};
use super::parts::{ArrivalPart, BrigadePart, CommanderPart, Ref, ScenarioParts, Stand};
use crate::model::scenario::Rank as Level;
use armies::arrivals::Arrivals;
use armies::derive::{Company, Leader, Names, Own, Selection, last_name, leaders, together, unknown};
use armies::{FormationId, OrderOfBattle, Troops, UnitId};
use coming::Coming;
use counters::{Counter, Scale};
use faults::{Faults, Span};
use ground::Hex;
use std::collections::BTreeMap;
use toml::Spanned;

/// What counters are made from.
#[derive(Copy, Clone)]
pub(super) struct Input<'a> {
    pub(super) file: &'a ScenarioFile,
    pub(super) table: &'a ArmyTable,
    pub(super) battle: &'a OrderOfBattle,
    pub(super) arrivals: Option<&'a Arrivals>,
    pub(super) terrain: Option<Terrain<'a>>,
    pub(super) calendar: &'a Calendar,
}

/// Adds the pieces of an order of battle to the parts.
pub(super) fn derive(input: &Input<'_>, parts: &mut ScenarioParts, faults: &mut Faults) {
    let mut work = Derivation::new(input, parts, faults);
    let ArmyTable { take, leave, also, .. } = input.table;
    let units = Selection { take, leave, also }.units(input.battle, input.arrivals, work.faults);
    for formation in input.battle.formations() {
        let own: Vec<UnitId> =
            input.battle.own_units(formation).filter(|unit| units.contains(unit)).collect();
        work.muster(formation, &own);
    }
    work.officers();
    work.finish();
}

/// The work of deriving.
struct Derivation<'a> {
    battle: &'a OrderOfBattle,
    arrivals: Option<&'a Arrivals>,
    terrain: Option<Terrain<'a>>,
    calendar: &'a Calendar,
    table: &'a ArmyTable,
    troops: Own<'a, Spanned<TroopsTable>>,
    officers: BTreeMap<FormationId, &'a Spanned<OfficerTable>>,
    /// Where faults about derived pieces point: the name of the order of battle.
    written: Span,
    scale: Scale,
    names: Names,
    leaders: BTreeMap<FormationId, Leader>,
    /// Who is where.
    company: Company<Hex>,
    /// The stacks that march in, one a column of the company.
    stacks: Vec<ArrivalPart>,
    parts: &'a mut ScenarioParts,
    faults: &'a mut Faults,
}

impl<'a> Derivation<'a> {
    fn new(input: &Input<'a>, parts: &'a mut ScenarioParts, faults: &'a mut Faults) -> Derivation<'a> {
        let Input { file, table, battle, arrivals, terrain, calendar } = *input;
        let tables = file.troops.iter().map(|written| (&written.get_ref().id, written));
        let troops = Own::new(battle, tables, faults);
        let mut officers = BTreeMap::new();
        for written in &file.officer {
            match battle.formation(written.get_ref().of.get_ref()) {
                Some(formation) => {
                    officers.insert(formation, written);
                }
                None => unknown(battle, &written.get_ref().of, "formation", faults),
            }
        }
        let names = Names::new(battle, &table.labels, &table.tags, faults);
        let own_name = |formation| {
            let table: &&Spanned<OfficerTable> = officers.get(&formation)?;
            table.get_ref().name.as_deref()
        };
        let mut work = Derivation {
            scale: Scale::read(table, faults),
            leaders: leaders(battle, arrivals, &names, own_name),
            names,
            written: (&table.order_of_battle).into(),
            battle,
            arrivals,
            terrain,
            calendar,
            table,
            troops,
            officers,
            company: Company::default(),
            stacks: Vec::new(),
            parts,
            faults,
        };
        let formations: Vec<_> =
            work.troops.iter().filter(|(troops, _)| matches!(troops, Troops::Formation(_))).collect();
        for (_, written) in formations {
            work.check_numbers(written);
        }
        work
    }

    /// The units of one formation: regiments form its brigade, batteries stand by themselves.
    fn muster(&mut self, formation: FormationId, units: &[UnitId]) {
        let (batteries, regiments): (Vec<UnitId>, Vec<UnitId>) =
            units.iter().partition(|&&unit| self.battle[unit].arm.is_artillery());
        if !regiments.is_empty() {
            self.muster_brigade(formation, &regiments);
        }
        for (origin, units) in together(&batteries, |unit| self.origin(unit)) {
            let mut counters = self.counters(&units);
            let levels = self.names.levels(self.battle, formation);
            for counter in &mut counters {
                counter.part.corps.clone_from(&levels.corps);
                counter.part.division.clone_from(&levels.division);
            }
            let coming = self.coming(origin, &mut counters);
            let tag = if let [counter] = &counters[..] {
                counter.part.tag.clone()
            } else {
                last_name(&self.battle[formation].command.commander.name)
            };
            self.enlist(counters, &coming, &tag, None);
        }
    }

    fn muster_brigade(&mut self, formation: FormationId, regiments: &[UnitId]) {
        let battle = self.battle;
        let levels = self.names.label(battle, formation);
        let label = levels.to_string();
        let leader = self.leaders[&formation].tag.clone();
        let mut groups = Vec::new();
        for (origin, units) in together(regiments, |unit| self.origin(unit)) {
            let mut counters = self.counters(&units);
            for counter in &mut counters {
                counter.part.brigade = Some(Ref::new(label.clone(), self.written.clone()));
            }
            let coming = self.coming(origin, &mut counters);
            if !matches!(coming, Coming::TooLate) {
                groups.push((counters, coming));
            }
        }
        // The commander is with those who are there first.
        groups.sort_by_key(|(_, coming)| coming.when());
        let Some((_, first)) = groups.first() else { return };
        self.parts.commanders.push(CommanderPart {
            written: self.written.clone(),
            name: Some(self.leaders[&formation].name.clone()),
            stand: first.stand_of_leader(),
            ..CommanderPart::new(leader.clone(), battle[formation].side, Level::Brigade)
        });
        self.parts.brigades.push(BrigadePart {
            written: self.written.clone(),
            name: Some(battle[formation].name.clone()),
            corps: levels.corps,
            division: levels.division,
            shattered: self.troops.of(formation).is_some_and(|table| table.get_ref().shattered),
            ..BrigadePart::new(
                label.clone(),
                battle[formation].side,
                Ref::new(leader.clone(), self.written.clone()),
            )
        });
        for (number, (counters, coming)) in groups.into_iter().enumerate() {
            let tag = if number == 0 { label.clone() } else { counters[0].part.tag.clone() };
            self.enlist(counters, &coming, &tag, (number == 0).then_some(leader.as_str()));
        }
    }

    /// Takes counters into the parts, and the stacks of those who march in.
    fn enlist(&mut self, counters: Vec<Counter>, coming: &Coming, tag: &str, leader: Option<&str>) {
        let Some(first) = counters.first().map(|counter| counter.units[0]) else { return };
        match coming {
            Coming::TooLate => return,
            Coming::Stands { leader, .. } => self.company.standing.extend(leader.map(|hex| (first, hex))),
            Coming::Enters(entry) => {
                let limits = self.parts.limits;
                let guns = counters[0].part.kind.is_artillery();
                let limit = if guns { limits.stack_guns } else { limits.stack_troops };
                let waiting: Vec<(String, u8)> = counters
                    .iter()
                    .filter(|counter| counter.part.stand == Stand::ByList)
                    .map(|counter| (counter.part.tag.clone(), counter.part.limbered()))
                    .collect();
                let mp = self.allowance(entry, &counters);
                for (number, stack) in (1..).zip(super::pieces::stacks(&waiting, limit)) {
                    let tag = if number == 1 { tag.to_owned() } else { format!("{tag}-{number}") };
                    let leader = leader.filter(|_| number == 1);
                    let pieces = leader.into_iter().chain(stack);
                    let pieces = pieces.map(|name| Ref::new(name, entry.written.clone())).collect();
                    self.company.columns.push(entry.column(Some(first)));
                    self.stacks.push(entry.arrival(tag, mp, pieces));
                }
            }
        }
        self.parts.units.extend(counters.into_iter().map(|counter| counter.part));
    }

    /// The order of appearance in the order of time.
    fn finish(self) {
        let mut stacks: Vec<_> = self.company.columns.into_iter().zip(self.stacks).collect();
        stacks.sort_by_key(|(column, _)| column.order());
        self.parts.arrivals.extend(stacks.into_iter().map(|(_, stack)| stack));
    }
}
