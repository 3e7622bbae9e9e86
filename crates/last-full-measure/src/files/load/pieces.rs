//! The pieces that a scenario file writes out: `[[commander]]`, `[[brigade]]`, `[[battery]]`.

use super::calendar::Calendar;
use super::file::{
    ArrivesTable, BatteryTable, BrigadeKind, BrigadeTable, CavalryMode, CommanderTable, Field, GunMode,
    Level, Regiment, RoadWord, ScenarioFile, Texts,
};
use super::parts::{ArrivalPart, BrigadePart, CommanderPart, EntryRoad, Ref, ScenarioParts, Stand, UnitPart};
use super::read::{hex, hex_named, side};
use crate::model::numbers::StrengthPoints;
use crate::model::scenario::{Kind, Rank};
use crate::model::state::Flag;
use armies::derive::{Label, last_name};
use engine::Side;
use faults::{Faults, did_you_mean};
use ground::{Hex, RoadClass};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// Reads the pieces of a file into parts.
pub(super) struct Pieces<'a> {
    parts: &'a mut ScenarioParts,
    calendar: &'a Calendar,
    faults: &'a mut Faults,
    /// The labels that are corps, by side.
    corps: [BTreeSet<String>; 2],
    /// Where brigades (by label) and pieces (by tag) are, for those who are with them.
    company: [BTreeMap<String, Company>; 2],
}

/// Where somebody is whom others may be with.
#[derive(Copy, Clone)]
enum Company {
    Stands(Stand),
    Arrives(usize),
}

impl<'a> Pieces<'a> {
    pub(super) fn new(
        parts: &'a mut ScenarioParts,
        calendar: &'a Calendar,
        faults: &'a mut Faults,
    ) -> Pieces<'a> {
        Pieces { parts, calendar, faults, corps: Default::default(), company: Default::default() }
    }

    pub(super) fn read(&mut self, file: &ScenarioFile) {
        self.corps = corps_labels(file);
        for brigade in &file.brigade {
            self.brigade(brigade.get_ref());
        }
        for battery in &file.battery {
            self.battery(battery.get_ref());
        }
        for commander in &file.commander {
            self.commander(commander.get_ref());
        }
    }

    fn brigade(&mut self, table: &BrigadeTable) {
        let Some(side) = side(&table.side, self.faults) else { return };
        let label = table.id.get_ref();
        let is_corps = |label: &str| self.corps[side.index()].contains(label);
        let Some(levels) = Label::of_brigade(label, is_corps).filter(|levels| levels.name.is_none()) else {
            self.faults
                .add(&table.id, format!("`{label}` is no label of a brigade"))
                .hint("write corps/division/brigade as on the counters: `I/1/M`, or `1/M` without a corps");
            return;
        };
        let leader = last_name(table.commander.get_ref());
        let kind = match table.kind.get_ref() {
            BrigadeKind::Infantry => Kind::Infantry,
            BrigadeKind::Cavalry => Kind::Cavalry,
        };
        if let (Some(mode), Kind::Infantry) = (&table.mode, kind) {
            self.faults.add(mode, "infantry has no mode").hint("leave `mode` out");
        }
        let stand = self.stand(&table.hex, table.arrives.is_some());
        let hexes = self.hexes_of_regiments(table);
        let names: Vec<&str> = table.regiments.iter().map(|unit| unit.get_ref().name.as_str()).collect();
        let mut marked = |list: &Texts, what: &str| -> BTreeSet<String> {
            for name in list.iter().filter(|name| !names.contains(&name.get_ref().as_str())) {
                unknown_regiment(name, what, label, &names, self.faults);
            }
            list.iter().map(|name| name.get_ref().clone()).collect()
        };
        let disorganized = marked(&table.disorganized, "disorganized");
        let detached = marked(&table.detached, "detached");
        let eliminated = marked(&table.eliminated, "eliminated");

        let mounted = table.mode.as_ref().is_none_or(|mode| *mode.get_ref() == CavalryMode::Mounted);
        let mut marching: Vec<(String, u8)> = Vec::new();
        for written in &table.regiments {
            let regiment = written.get_ref();
            let name = &regiment.name;
            let own = regiment.hex.as_ref().and_then(|text| hex(&self.parts.map, text, self.faults));
            let own = own.or_else(|| hexes.get(name.as_str()).copied());
            let stand = match (eliminated.contains(name), own) {
                (true, _) => Stand::Eliminated,
                (false, Some(hex)) => Stand::At(hex),
                (false, None) => stand,
            };
            if stand == Stand::ByList {
                marching.push((name.clone(), regiment.sp));
            }
            let flags =
                Flag::D.when(disorganized.contains(name)) | Flag::DETACHED.when(detached.contains(name));
            self.company[side.index()].insert(name.clone(), Company::Stands(stand));
            self.parts.units.push(UnitPart {
                written: written.into(),
                brigade: Some(Ref::new(label.clone(), &table.id)),
                stand,
                deployed: kind == Kind::Cavalry && !mounted,
                flags,
                ..regiment.unit(side, kind)
            });
        }
        let leader_stand = match stand {
            Stand::ByList if !table.at.is_empty() => first_stand(&self.parts.units, label).unwrap_or(stand),
            _ => stand,
        };
        self.parts.commanders.push(CommanderPart {
            written: (&table.commander).into(),
            name: Some(table.commander.get_ref().clone()),
            stand: leader_stand,
            ..CommanderPart::new(leader.clone(), side, Rank::Brigade)
        });
        self.parts.brigades.push(BrigadePart {
            written: (&table.id).into(),
            name: table.name.clone(),
            corps: levels.corps,
            division: levels.division,
            total: table.total,
            shattered: table.shattered,
            ..BrigadePart::new(label.clone(), side, Ref::new(leader.clone(), &table.commander))
        });
        let company = match &table.arrives {
            Some(arrives) => self.brigade_arrives(label, &leader, &marching, arrives),
            None => Some(Company::Stands(leader_stand)),
        };
        if let Some(company) = company {
            self.company[side.index()].insert(label.clone(), company);
            self.company[side.index()].insert(leader, company);
        }
    }

    /// The brigade's commander comes with the first of its stacks; each is as large as a hex holds (LFM-26.3).
    fn brigade_arrives(
        &mut self,
        label: &str,
        leader: &str,
        marching: &[(String, u8)],
        arrives: &Spanned<ArrivesTable>,
    ) -> Option<Company> {
        let entry = self.entry(arrives)?;
        let first = self.parts.arrivals.len();
        for (number, stack) in (1..).zip(stacks(marching, self.parts.limits.stack_troops)) {
            let tag = if number == 1 { label.to_owned() } else { format!("{label}-{number}") };
            let leader = (number == 1).then_some(leader);
            let pieces = leader.into_iter().chain(stack).map(|name| Ref::new(name, arrives)).collect();
            self.parts.arrivals.push(ArrivalPart { tag: Some(tag), pieces, ..entry.clone() });
        }
        Some(Company::Arrives(first))
    }

    fn hexes_of_regiments<'t>(&mut self, table: &'t BrigadeTable) -> BTreeMap<&'t str, Hex> {
        let names: Vec<&str> = table.regiments.iter().map(|unit| unit.get_ref().name.as_str()).collect();
        let mut hexes = BTreeMap::new();
        for (place, regiments) in &table.at {
            let Some(hex) = hex_named(&self.parts.map, place.get_ref(), place.into(), self.faults) else {
                continue;
            };
            for name in regiments {
                if !names.contains(&name.get_ref().as_str()) {
                    unknown_regiment(name, "there", table.id.get_ref(), &names, self.faults);
                } else if hexes.insert(name.get_ref().as_str(), hex).is_some() {
                    self.faults
                        .add(name, format!("{} stands in two hexes", name.get_ref()))
                        .hint("keep one of them");
                }
            }
        }
        hexes
    }

    fn battery(&mut self, table: &BatteryTable) {
        let Some(side) = side(&table.side, self.faults) else { return };
        let tag = match &table.tag {
            Some(tag) => tag.get_ref().clone(),
            None => table.name.get_ref().split_whitespace().collect(),
        };
        let formation = self.formation(side, &table.formation);
        let stand = self.whereabouts(side, &tag, &table.hex, &table.with, &table.arrives);
        let kind = if table.horse { Kind::HorseArtillery } else { Kind::Artillery };
        self.company[side.index()].insert(tag.clone(), Company::Stands(stand));
        self.parts.units.push(UnitPart {
            written: (&table.name).into(),
            name: Some(table.name.get_ref().clone()),
            corps: formation.corps,
            division: formation.division,
            limbered_sp: table.limbered,
            cohesion: table.cohesion,
            stand: if table.eliminated { Stand::Eliminated } else { stand },
            deployed: table.mode.as_ref().is_some_and(|mode| *mode.get_ref() == GunMode::Unlimbered),
            flags: Flag::D.when(table.disorganized),
            ..UnitPart::new(tag, side, kind, table.unlimbered, 0)
        });
    }

    fn commander(&mut self, table: &CommanderTable) {
        let Some(side) = side(&table.side, self.faults) else { return };
        let tag = match &table.tag {
            Some(tag) => tag.get_ref().clone(),
            None => last_name(table.name.get_ref()),
        };
        let (rank, formation) = match table.level.get_ref() {
            Level::Army => (Rank::Army, Label::default()),
            Level::Corps => {
                let corps = table.formation.as_ref().map(|formation| formation.get_ref().clone());
                (Rank::Corps, Label { corps, ..Label::default() })
            }
            Level::Division => (Rank::Division, self.formation(side, &table.formation)),
        };
        if let (Rank::Army, Some(formation)) = (rank, &table.formation) {
            self.faults
                .add(formation, "an army commander has no formation: he leads all")
                .hint("leave `formation` out");
        }
        let stand = self.whereabouts(side, &tag, &table.hex, &table.with, &table.arrives);
        self.parts.commanders.push(CommanderPart {
            written: (&table.name).into(),
            name: Some(table.name.get_ref().clone()),
            stars: table.stars,
            cv: table.cv,
            replacement: table.replacement.as_ref().map(|second| (second.name.clone(), second.cv)),
            replaced: table.replaced,
            corps: formation.corps,
            division: formation.division,
            corps_rank: table.corps_rank,
            cavalry: table.cavalry,
            stand,
            ..CommanderPart::new(tag, side, rank)
        });
    }

    fn formation(&mut self, side: Side, text: &Field<String>) -> Label {
        let Some(text) = text else { return Label::default() };
        let is_corps = |label: &str| self.corps[side.index()].contains(label);
        Label::of_formation(text.get_ref(), is_corps).unwrap_or_else(|| {
            self.faults
                .add(text, format!("`{}` is no corps or division", text.get_ref()))
                .hint("write `I` for a corps, `I/1` for a division");
            Label::default()
        })
    }

    /// A hex, a company or an arrival of its own; only one of them.
    fn whereabouts(
        &mut self,
        side: Side,
        tag: &str,
        hex: &Field<String>,
        with: &Field<String>,
        arrives: &Field<ArrivesTable>,
    ) -> Stand {
        let Some(with) = with else {
            if let Some(arrives) = arrives
                && let Some(entry) = self.entry(arrives)
            {
                let pieces = vec![Ref::new(tag, arrives)];
                self.parts.arrivals.push(ArrivalPart { tag: Some(tag.to_owned()), pieces, ..entry });
            }
            return self.stand(hex, arrives.is_some());
        };
        if hex.is_some() || arrives.is_some() {
            self.faults.add(with, format!("{tag} is in two places")).hint("keep `with`, `hex` or `arrives`");
        }
        let company = &self.company[side.index()];
        match company.get(with.get_ref().as_str()) {
            Some(Company::Stands(stand)) => *stand,
            Some(Company::Arrives(arrival)) => {
                self.parts.arrivals[*arrival].pieces.push(Ref::new(tag, with));
                Stand::ByList
            }
            None => {
                let meant = did_you_mean(with.get_ref(), company.keys().map(String::as_str));
                let hint = meant.map(|meant| format!("did you mean `{meant}`?"));
                self.faults
                    .add(with, format!("{tag} cannot be with the unknown `{}`", with.get_ref()))
                    .hint(hint.unwrap_or_else(|| "name a brigade or a piece of his own side".to_owned()));
                Stand::Absent
            }
        }
    }

    fn stand(&mut self, text: &Field<String>, arrives: bool) -> Stand {
        match text {
            Some(text) if arrives => {
                self.faults.add(text, "it cannot both stand here and arrive").hint("keep `hex` or `arrives`");
                Stand::Absent
            }
            Some(text) => hex(&self.parts.map, text, self.faults).map_or(Stand::Absent, Stand::At),
            None => Stand::ByList,
        }
    }

    /// When and where somebody enters; the pieces are still to be named.
    fn entry(&mut self, written: &Spanned<ArrivesTable>) -> Option<ArrivalPart> {
        let table = written.get_ref();
        let turn = self.calendar.find(table.turn.get_ref(), (&table.turn).into(), self.faults);
        let Some(place) = table.hex.as_ref().filter(|_| table.entry.is_none()) else {
            self.faults.add(written, "it does not say by which hex they enter").hint("give its `hex`");
            return None;
        };
        let hex = hex(&self.parts.map, place, self.faults);
        let road = table.road.as_ref().map_or(EntryRoad::OfTheHex, |road| road.get_ref().entry());
        Some(ArrivalPart {
            written: place.into(),
            tag: None,
            turn: turn?,
            hex: hex?,
            road,
            mp: table.mp,
            pieces: Vec::new(),
        })
    }
}

impl Regiment {
    fn unit(&self, side: Side, kind: Kind) -> UnitPart {
        UnitPart {
            name: self.full_name.clone(),
            cohesion: self.cohesion,
            star: self.star,
            dodges: self.retreat_before_combat,
            free_command: self.free_command,
            sharpshooters: self.sharpshooters,
            ..UnitPart::new(self.name.clone(), side, kind, self.sp, 0)
        }
    }
}

impl RoadWord {
    pub(super) fn entry(self) -> EntryRoad {
        match self {
            RoadWord::Pike => EntryRoad::Class(RoadClass::Pike),
            RoadWord::Road => EntryRoad::Class(RoadClass::Road),
            RoadWord::Trail => EntryRoad::Class(RoadClass::Trail),
            RoadWord::None => EntryRoad::None,
        }
    }
}

/// Where the first of a brigade's regiments stands that is on the map.
fn first_stand(units: &[UnitPart], label: &str) -> Option<Stand> {
    let mine = |unit: &&UnitPart| unit.brigade.as_ref().is_some_and(|brigade| brigade.name == label);
    units.iter().filter(mine).map(|unit| unit.stand).find(|stand| matches!(stand, Stand::At(_)))
}

fn unknown_regiment(name: &Spanned<String>, what: &str, label: &str, names: &[&str], faults: &mut Faults) {
    let hint = match did_you_mean(name.get_ref(), names.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("its regiments are {}", faults::list(names.iter().copied())),
    };
    faults
        .add(name, format!("brigade {label} has no regiment `{}` that could be {what}", name.get_ref()))
        .hint(hint);
}

/// The labels that name a corps: those of corps commanders, and the first of three levels.
fn corps_labels(file: &ScenarioFile) -> [BTreeSet<String>; 2] {
    let mut labels: [BTreeSet<String>; 2] = Default::default();
    let mut add = |side: &Spanned<String>, label: &str| {
        if let Some(side) = Side::parse(side.get_ref()) {
            labels[side.index()].insert(label.to_owned());
        }
    };
    for commander in file.commander.iter().map(Spanned::get_ref) {
        match (commander.level.get_ref(), &commander.formation) {
            (Level::Corps, Some(formation)) => add(&commander.side, formation.get_ref()),
            (Level::Division, Some(formation)) => {
                if let Some((corps, _)) = formation.get_ref().split_once('/') {
                    add(&commander.side, corps);
                }
            }
            _ => {}
        }
    }
    for brigade in file.brigade.iter().map(Spanned::get_ref) {
        if let [corps, _, _] = brigade.id.get_ref().split('/').collect::<Vec<_>>()[..]
            && corps != "-"
        {
            add(&brigade.side, corps);
        }
    }
    labels
}

/// Regiments in stacks that a hex can hold, in order.
pub(super) fn stacks(regiments: &[(String, u8)], limit: StrengthPoints) -> Vec<Vec<&str>> {
    let mut stacks: Vec<(StrengthPoints, Vec<&str>)> = Vec::new();
    for (name, sp) in regiments {
        let sp = StrengthPoints((*sp).into());
        match stacks.last_mut() {
            Some((total, stack)) if *total + sp <= limit => {
                *total += sp;
                stack.push(name);
            }
            _ => stacks.push((sp, vec![name])),
        }
    }
    stacks.into_iter().map(|(_, stack)| stack).collect()
}
