//! Armies of the real battle as pieces: counters from the order of battle, positions and times from the arrivals.

mod coming;
mod counters;
mod naming;
mod officers;
mod terrain;

pub(super) use terrain::Terrain;

use super::calendar::Calendar;
use super::file::{ArmyTable, OfficerTable, ScenarioFile, TroopsTable};
use super::parts::{ArrivalPart, BrigadePart, CommanderPart, Ref, ScenarioParts, UnitPart};
use crate::scenario::Rank as Level;
use armies::arrivals::{Arrivals, LonLat, Officer};
use armies::{FormationId, OrderOfBattle, Rank, Troops, UnitId};
use coming::{Coming, Origin};
use counters::{Counter, Scale};
use faults::{Faults, Place};
use ground::Hex;
use std::collections::{BTreeMap, BTreeSet};
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
    let units = work.taking_part();
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
    troops: Vec<(Troops, &'a Spanned<TroopsTable>)>,
    officers: BTreeMap<FormationId, &'a Spanned<OfficerTable>>,
    /// Where faults about derived pieces point: the name of the order of battle.
    written: Place,
    scale: Scale,
    labels: BTreeMap<FormationId, String>,
    tags: BTreeMap<UnitId, String>,
    leaders: BTreeMap<FormationId, Leader>,
    /// Brigades and batteries on the map, by their first unit.
    standing: Vec<(UnitId, Hex)>,
    /// Those who march in.
    marching: Vec<March>,
    parts: &'a mut ScenarioParts,
    faults: &'a mut Faults,
}

/// Who leads a formation.
struct Leader {
    name: String,
    tag: String,
}

/// A stack on its way.
struct March {
    first: Option<UnitId>,
    /// Minutes after midnight of the day when its head enters; for the order of a column.
    minute: u16,
    /// Where it enters, if that is a place of the arrivals file.
    from: Option<LonLat>,
    part: ArrivalPart,
}

impl<'a> Derivation<'a> {
    fn new(input: &Input<'a>, parts: &'a mut ScenarioParts, faults: &'a mut Faults) -> Derivation<'a> {
        let Input { file, table, battle, arrivals, terrain, calendar } = *input;
        let mut troops = Vec::new();
        for written in &file.troops {
            if let Some(found) = naming::find(battle, &written.get_ref().id, faults) {
                troops.push((found, written));
            }
        }
        let mut officers = BTreeMap::new();
        for written in &file.officer {
            match battle.formation(written.get_ref().of.get_ref()) {
                Some(formation) => {
                    officers.insert(formation, written);
                }
                None => naming::unknown(battle, &written.get_ref().of, "formation", faults),
            }
        }
        let tags = naming::tags(battle, table, faults);
        let mut work = Derivation {
            scale: Scale::read(table, faults),
            labels: naming::labels(battle, table, faults),
            leaders: leaders(battle, arrivals, &officers, &tags),
            written: (&table.order_of_battle).into(),
            battle,
            arrivals,
            terrain,
            calendar,
            table,
            troops,
            officers,
            tags,
            standing: Vec::new(),
            marching: Vec::new(),
            parts,
            faults,
        };
        for (found, written) in work.troops.clone() {
            if matches!(found, Troops::Formation(_)) {
                work.check_numbers(written);
            }
        }
        work
    }

    /// Those who fought, of the formations taken, and those who came although they did not fight.
    fn taking_part(&mut self) -> BTreeSet<UnitId> {
        let battle = self.battle;
        let mut list = |ids: &[Spanned<String>]| -> Vec<Troops> {
            ids.iter().filter_map(|id| naming::find(battle, id, self.faults)).collect()
        };
        let (take, leave, also) = (list(&self.table.take), list(&self.table.leave), list(&self.table.also));
        let among = |unit: UnitId, lists: &[Troops]| {
            lists.iter().any(|&troops| match troops {
                Troops::Unit(other) => other == unit,
                Troops::Formation(formation) => battle.belongs_to(unit, formation),
            })
        };
        let comes_alone = |unit: UnitId| {
            self.arrivals.is_some_and(|arrivals| {
                arrivals.troops.iter().any(|arrival| arrival.troops == Troops::Unit(unit))
            })
        };
        battle
            .units()
            .filter(|&unit| take.is_empty() || among(unit, &take))
            .filter(|&unit| !among(unit, &leave))
            .filter(|&unit| battle[unit].engaged || comes_alone(unit) || among(unit, &also))
            .collect()
    }

    /// The units of one formation: regiments form its brigade, batteries stand by themselves.
    fn muster(&mut self, formation: FormationId, units: &[UnitId]) {
        let (batteries, regiments): (Vec<UnitId>, Vec<UnitId>) =
            units.iter().partition(|&&unit| self.battle[unit].arm.is_artillery());
        if !regiments.is_empty() {
            self.muster_brigade(formation, &regiments);
        }
        for (origin, units) in self.by_origin(&batteries) {
            let mut counters = self.counters(&units);
            for counter in &mut counters {
                (counter.part.corps, counter.part.division) = self.levels(formation);
            }
            let coming = self.coming(origin, &mut counters);
            let tag = if let [counter] = &counters[..] {
                counter.part.tag.clone()
            } else {
                super::names::last_name(&self.battle[formation].command.commander.name)
            };
            self.enlist(counters, &coming, &tag, None);
        }
    }

    fn muster_brigade(&mut self, formation: FormationId, regiments: &[UnitId]) {
        let battle = self.battle;
        let (corps, division) = self.levels(formation);
        let own = self.labels.get(&formation).cloned().unwrap_or_else(|| battle[formation].id.clone());
        let label = match (&corps, &division) {
            (Some(corps), Some(division)) => format!("{corps}/{division}/{own}"),
            (Some(corps), None) => format!("{corps}/-/{own}"),
            (None, Some(division)) => format!("{division}/{own}"),
            (None, None) => own,
        };
        let leader = self.leaders[&formation].tag.clone();
        let mut groups = Vec::new();
        for (origin, units) in self.by_origin(regiments) {
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
            corps,
            division,
            shattered: self.troops_table(Troops::Formation(formation)).is_some_and(|t| t.get_ref().shattered),
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
            Coming::Stands { leader, .. } => self.standing.extend(leader.map(|hex| (first, hex))),
            Coming::Enters(entry) => {
                let limits = self.parts.limits;
                let guns = counters[0].part.kind.is_artillery();
                let limit = if guns { limits.stack_guns } else { limits.stack_troops };
                let strength = |part: &UnitPart| match part.limbered_sp {
                    Some(limbered) => limbered,
                    None if guns => (part.sp / 2).max(1),
                    None => part.sp,
                };
                let waiting: Vec<(String, u8)> = counters
                    .iter()
                    .filter(|counter| counter.part.stand == super::parts::Stand::ByList)
                    .map(|counter| (counter.part.tag.clone(), strength(&counter.part)))
                    .collect();
                let mp = entry.allowance(&counters, limits);
                for (number, stack) in (1..).zip(super::pieces::stacks(&waiting, limit)) {
                    let tag = if number == 1 { tag.to_owned() } else { format!("{tag}-{number}") };
                    let leader = leader.filter(|_| number == 1);
                    let pieces = leader.into_iter().chain(stack);
                    let pieces = pieces.map(|name| Ref::new(name, entry.written.clone())).collect();
                    self.marching.push(March {
                        first: Some(first),
                        minute: entry.minute,
                        from: entry.from,
                        part: entry.arrival(tag, mp, pieces),
                    });
                }
            }
        }
        self.parts.units.extend(counters.into_iter().map(|counter| counter.part));
    }

    /// The labels of the corps and division over a formation; divisions of nothing but guns are none.
    fn levels(&self, formation: FormationId) -> (Option<String>, Option<String>) {
        let label = |rank: Rank| {
            let over = self.battle.formation_of_rank(formation, rank)?;
            let guns_only = rank == Rank::Division && self.is_artillery(over);
            self.labels.get(&over).filter(|_| !guns_only).cloned()
        };
        (label(Rank::Corps), label(Rank::Division))
    }

    fn is_artillery(&self, formation: FormationId) -> bool {
        self.battle.units_under(formation).all(|unit| self.battle[unit].arm.is_artillery())
    }

    /// The scenario's own words about exactly these troops.
    fn troops_table(&self, troops: Troops) -> Option<&'a Spanned<TroopsTable>> {
        self.troops.iter().find(|(other, _)| *other == troops).map(|(_, table)| *table)
    }

    /// Units that come together, in the order of the file.
    fn by_origin(&self, units: &[UnitId]) -> Vec<(Origin, Vec<UnitId>)> {
        let mut groups: Vec<(Origin, Vec<UnitId>)> = Vec::new();
        for &unit in units {
            let origin = self.origin(unit);
            match groups.iter_mut().find(|(other, _)| *other == origin) {
                Some((_, group)) => group.push(unit),
                None => groups.push((origin, vec![unit])),
            }
        }
        groups
    }

    /// The order of appearance in the order of time.
    fn finish(self) {
        let mut marching = self.marching;
        marching.sort_by_key(|march| (march.part.turn, march.minute));
        self.parts.arrivals.extend(marching.into_iter().map(|march| march.part));
    }
}

/// Who leads each formation that is not all guns, and his name on the counter.
fn leaders(
    battle: &OrderOfBattle,
    arrivals: Option<&Arrivals>,
    officers: &BTreeMap<FormationId, &Spanned<OfficerTable>>,
    tags: &BTreeMap<UnitId, String>,
) -> BTreeMap<FormationId, Leader> {
    let sent = |formation: FormationId| {
        arrivals?.commanders.iter().find_map(|arrival| match &arrival.officer {
            Officer::Sent(officer) if arrival.formation == formation => Some(officer.name.as_str()),
            _ => None,
        })
    };
    let with_troops = battle
        .formations()
        .filter(|&formation| battle.units_under(formation).any(|unit| !battle[unit].arm.is_artillery()));
    let (formations, names): (Vec<FormationId>, Vec<&str>) = with_troops
        .map(|formation| {
            let own = officers.get(&formation).and_then(|table| table.get_ref().name.as_deref());
            let name = own.or_else(|| sent(formation));
            (formation, name.unwrap_or(&battle[formation].command.commander.name))
        })
        .unzip();
    let taken: BTreeSet<String> = tags.values().map(|tag| tag.to_lowercase()).collect();
    let tags = naming::officer_tags(&names, &taken);
    let leaders = names.iter().zip(tags).map(|(name, tag)| Leader { name: (*name).to_owned(), tag });
    formations.into_iter().zip(leaders).collect()
}
