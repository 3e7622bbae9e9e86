//! Where troops stand when the game begins, or when and where they enter.

use super::Derivation;
use super::counters::Counter;
use super::terrain::Gate;
use crate::files::load::file::{ArrivesTable, Mode, TroopsTable};
use crate::files::load::parts::{ArrivalPart, EntryRoad, Ref, Stand};
use crate::files::load::read::{hex, hex_named};
use crate::model::ids::Turn;
use crate::model::numbers::MovementPoints;
use crate::model::scenario::Kind;
use crate::model::state::Flag;
use armies::arrivals::{Arrival, Entrance, EntryPointId, LonLat, Posture};
use armies::derive::{Column, Origin, When, spread};
use armies::{Troops, UnitId};
use faults::Span;
use ground::Hex;
use toml::Spanned;

/// Where some troops are.
#[derive(Clone, Debug)]
pub(super) enum Coming {
    /// On the map, or out of the game.
    Stands {
        /// The hex of their commander.
        leader: Option<Hex>,
    },
    /// They march in.
    Enters(Entry),
    /// They come when the game is over.
    TooLate,
}

/// When and where troops march in.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) written: Span,
    pub(super) turn: Turn,
    /// Minutes after midnight.
    pub(super) minute: u16,
    /// Minutes of the turn that are over when they come.
    gone: u16,
    hex: Hex,
    road: EntryRoad,
    mp: Option<u8>,
    pub(super) from: Option<LonLat>,
}

impl Coming {
    /// Those on the map first, then by time.
    pub(super) fn when(&self) -> (u16, u16) {
        match self {
            Coming::Stands { .. } => (0, 0),
            Coming::Enters(entry) => (entry.turn.number(), entry.minute),
            Coming::TooLate => (u16::MAX, 0),
        }
    }

    pub(super) fn stand_of_leader(&self) -> Stand {
        match self {
            Coming::Stands { leader: Some(hex) } => Stand::At(*hex),
            Coming::Stands { leader: None } => Stand::Absent,
            _ => Stand::ByList,
        }
    }
}

impl Entry {
    pub(super) fn arrival(&self, tag: String, mp: Option<u8>, pieces: Vec<Ref>) -> ArrivalPart {
        ArrivalPart {
            written: self.written.clone(),
            tag: Some(tag),
            turn: self.turn,
            hex: self.hex,
            road: self.road,
            mp,
            pieces,
        }
    }

    /// Who comes, in the order of time.
    pub(super) fn column(&self, first: Option<UnitId>) -> Column {
        Column { first, turn: self.turn.index(), minute: self.minute, from: self.from }
    }
}

/// An entry point on the map.
struct Way {
    hex: Hex,
    road: EntryRoad,
    /// Minutes that columns are later here than at the entry point of the arrivals file.
    march: i16,
    written: Span,
}

impl Derivation<'_> {
    /// The share of the allowance that is left of the turn, in whole points; all of it for who comes on the stroke.
    pub(super) fn allowance(&self, entry: &Entry, counters: &[Counter]) -> Option<u8> {
        let slow = counters.iter().any(|counter| match counter.part.kind {
            Kind::Infantry | Kind::Artillery => true,
            Kind::Cavalry => counter.part.deployed,
            Kind::HorseArtillery => false,
        });
        let limits = self.parts.limits;
        self.share(entry, if slow { limits.march_foot } else { limits.march_mounted })
    }

    /// The share of a commander who comes by himself.
    pub(super) fn allowance_of_officer(&self, entry: &Entry) -> Option<u8> {
        self.share(entry, self.parts.limits.march_mounted)
    }

    fn share(&self, entry: &Entry, full: MovementPoints) -> Option<u8> {
        let points = full.0 / MovementPoints::ONE.0;
        let left = || self.calendar.clock.left_of(points.into(), entry.gone) as u8;
        entry.mp.or_else(|| (entry.gone > 0).then(left))
    }

    /// What decides where a unit comes from: the nearest `[[troops]]` over it that says so, else the arrivals file.
    pub(super) fn origin(&self, unit: UnitId) -> Origin {
        let own = self.troops.nearest(self.battle, unit, |table| says_where(table.get_ref()));
        own.map_or_else(|| Origin::in_arrivals(self.battle, self.arrivals, unit), Origin::Own)
    }

    /// Places counters that come together.
    pub(super) fn coming(&mut self, origin: Origin, counters: &mut [Counter]) -> Coming {
        let coming = match origin {
            Origin::Own(at) => {
                let (_, table) = self.troops.at(at);
                self.by_table(table, counters)
            }
            Origin::Arrival(at) => {
                let arrivals = self.arrivals;
                match arrivals.map(|arrivals| &arrivals.troops[at]) {
                    Some(arrival) => self.by_arrival(arrival, counters),
                    None => Coming::TooLate,
                }
            }
            Origin::Unknown => {
                let id = self.battle[counters[0].units[0]].id.clone();
                self.faults
                    .add(self.written.clone(), format!("nothing says where `{id}` comes from"))
                    .hint("give an arrivals file, or a [[troops]] with its place, or `leave` it out");
                Coming::TooLate
            }
        };
        // On the march nobody is deployed unless the scenario says so.
        let posture = self.posture(counters).filter(|_| matches!(coming, Coming::Stands { .. }));
        for counter in counters.iter_mut() {
            counter.part.deployed = deployed(counter.part.kind, self.mode(counter.units[0]), posture);
            self.states(counter);
        }
        coming
    }

    fn posture(&self, counters: &[Counter]) -> Option<Posture> {
        let arrival = self.arrivals?.of(self.battle, counters.first()?.units[0])?;
        let there = self.calendar.clock.begins().is_some_and(|begins| arrival.time.minutes() <= begins);
        there.then_some(arrival.posture)
    }

    /// The mode that the nearest `[[troops]]` over a unit gives.
    fn mode(&self, unit: UnitId) -> Option<Mode> {
        let table = self.troops.nearest(self.battle, unit, |table| table.get_ref().mode.is_some())?;
        self.troops.at(table).1.get_ref().mode.as_ref().map(|mode| *mode.get_ref())
    }

    /// Markers that a `[[troops]]` of the unit or its brigade puts on it.
    fn states(&mut self, counter: &mut Counter) {
        let unit = counter.units[0];
        let over = Troops::Formation(self.battle[unit].formation);
        for troops in [over, Troops::Unit(unit)] {
            let Some(table) = self.troops.of(troops).map(Spanned::get_ref) else { continue };
            if table.disorganized {
                counter.part.flags |= Flag::D;
            }
            if table.detached {
                counter.part.flags |= Flag::DETACHED;
            }
            if table.eliminated {
                counter.part.stand = Stand::Eliminated;
            }
        }
    }

    fn by_table(&mut self, written: &Spanned<TroopsTable>, counters: &mut [Counter]) -> Coming {
        let table = written.get_ref();
        if let Some(arrives) = &table.arrives {
            return self.entry_of(arrives).map_or(Coming::TooLate, Coming::Enters);
        }
        let map = &self.parts.map;
        let mut line: Vec<Hex> = Vec::new();
        if let Some(text) = &table.hex {
            line.extend(hex(map, text, self.faults));
        }
        for text in table.line.iter().flat_map(|line| line.get_ref()) {
            line.extend(hex(map, text, self.faults));
        }
        let leader = line_up(counters, &line);
        for (place, names) in &table.at {
            let Some(hex) = hex_named(map, place.get_ref(), place.into(), self.faults) else { continue };
            for name in names {
                let named = |counter: &&mut Counter| {
                    counter.part.tag == *name.get_ref()
                        || counter.units.iter().any(|&unit| self.battle[unit].id == *name.get_ref())
                };
                match counters.iter_mut().find(named) {
                    Some(counter) => counter.part.stand = Stand::At(hex),
                    None => {
                        let tags: Vec<&str> = counters.iter().map(|c| c.part.tag.as_str()).collect();
                        self.faults
                            .add(name, format!("`{}` has no unit `{}`", table.id.get_ref(), name.get_ref()))
                            .hint(format!("its counters are {}", faults::list(tags)));
                    }
                }
            }
        }
        let leader = leader.or_else(|| {
            counters.iter().find_map(|counter| match counter.part.stand {
                Stand::At(hex) => Some(hex),
                _ => None,
            })
        });
        Coming::Stands { leader }
    }

    fn by_arrival(&mut self, arrival: &Arrival, counters: &mut [Counter]) -> Coming {
        let Some(terrain) = self.terrain else {
            self.faults
                .add(self.written.clone(), "places of the arrivals file need real ground")
                .hint("cut the map from a `battlefield`, or give each formation a [[troops]] with hexes");
            return Coming::TooLate;
        };
        let Some(begins) = self.calendar.clock.begins() else {
            self.faults
                .add(self.written.clone(), "times of the arrivals file need turns by the clock")
                .hint("call the turns by their hours: `9 am`, `noon`");
            return Coming::TooLate;
        };
        match arrival.entrance {
            Entrance::ByRoad { entry, .. } => {
                let Some(entry) = self.entry_at(entry, arrival.time.minutes()) else {
                    return Coming::TooLate;
                };
                if let Some(entry) = entry {
                    return Coming::Enters(entry);
                }
            }
            Entrance::OnMap { .. } if arrival.time.minutes() > begins => return Coming::TooLate,
            Entrance::OnMap { .. } => {}
        }
        let line = terrain.along(&arrival.line);
        if line.is_empty() {
            let id = self.battle.id_of(arrival.troops).to_owned();
            self.faults
                .add(self.written.clone(), format!("the first line of `{id}` lies off the map"))
                .hint("give it a [[troops]] with its hexes, or `leave` it out");
        }
        Coming::Stands { leader: line_up(counters, &line) }
    }

    /// Where an entry point is: the scenario's own hex, or the edge where its road comes in.
    fn way(&mut self, entry: EntryPointId) -> Option<Way> {
        let point = &self.arrivals?[entry];
        let own = self.table.entries.iter().find(|(id, _)| *id.get_ref() == point.id);
        if let Some((_, written)) = own {
            let table = written.get_ref();
            let hex = hex(&self.parts.map, &table.hex, self.faults)?;
            let road = table.road.as_ref().map_or(EntryRoad::OfTheHex, |road| road.get_ref().entry());
            return Some(Way { hex, road, march: table.delay_minutes, written: (&table.hex).into() });
        }
        let Gate { hex, road, march } = self.terrain?.gate(point)?;
        Some(Way { hex, road, march, written: self.written.clone() })
    }

    /// Through an entry point at a time: `None` after the last turn, `Some(None)` before the first.
    pub(super) fn entry_at(&mut self, entry: EntryPointId, time: u16) -> Option<Option<Entry>> {
        let Way { hex, road, march, written } = self.way(entry)?;
        let minute = time.saturating_add_signed(march);
        let from = self.arrivals.map(|arrivals| arrivals[entry].at);
        match self.calendar.clock.when(minute) {
            When::Before => Some(None),
            When::During { turn, gone } => {
                let turn = Turn(u8::try_from(turn).ok()?);
                Some(Some(Entry { written, turn, minute, gone, hex, road, mp: None, from }))
            }
            When::After => None,
        }
    }

    /// As a scenario writes it.
    pub(super) fn entry_of(&mut self, written: &Spanned<ArrivesTable>) -> Option<Entry> {
        let table = written.get_ref();
        let turn = self.calendar.find(table.turn.get_ref(), (&table.turn).into(), self.faults);
        let road = table.road.as_ref().map(|road| road.get_ref().entry());
        let (found, its_road, from) = match (&table.hex, &table.entry) {
            (Some(text), None) => (hex(&self.parts.map, text, self.faults)?, EntryRoad::OfTheHex, None),
            (None, Some(id)) => {
                let arrivals = self.arrivals;
                let entry = arrivals.and_then(|arrivals| arrivals.entry_point(id.get_ref()));
                let Some((arrivals, entry)) = arrivals.zip(entry) else {
                    let ids = arrivals.into_iter().flat_map(|a| &a.entry_points).map(|e| e.id.as_str());
                    let known = faults::list(ids);
                    self.faults
                        .add(id, format!("the arrivals file has no entry point `{}`", id.get_ref()))
                        .hint(format!("it has {known}"));
                    return None;
                };
                let Some(way) = self.way(entry) else {
                    self.faults
                        .add(id, format!("the entry point `{}` is not on this map", id.get_ref()))
                        .hint("give `hex` instead, or its hex under [army.entries], or cut the map from a `battlefield`");
                    return None;
                };
                (way.hex, way.road, Some(arrivals[entry].at))
            }
            _ => {
                self.faults
                    .add(written, "it does not say where they enter")
                    .hint("give `hex`, or `entry` for an entry point of the arrivals file");
                return None;
            }
        };
        Some(Entry {
            written: written.into(),
            turn: turn?,
            minute: 0,
            gone: 0,
            hex: found,
            road: road.unwrap_or(its_road),
            mp: table.mp,
            from,
        })
    }
}

fn says_where(table: &TroopsTable) -> bool {
    table.hex.is_some() || table.line.is_some() || !table.at.is_empty() || table.arrives.is_some()
}

fn deployed(kind: Kind, mode: Option<Mode>, posture: Option<Posture>) -> bool {
    match kind {
        Kind::Infantry => false,
        Kind::Cavalry => match mode {
            Some(mode) => mode == Mode::Dismounted,
            None => matches!(posture, Some(Posture::SkirmishLine | Posture::LineOfBattle)),
        },
        Kind::Artillery | Kind::HorseArtillery => match mode {
            Some(mode) => mode == Mode::Unlimbered,
            None => posture == Some(Posture::Unlimbered),
        },
    }
}

/// Regiments side by side along a line, batteries in one place in its middle. Answers where their commander stands.
fn line_up(counters: &mut [Counter], line: &[Hex]) -> Option<Hex> {
    let guns = counters.first()?.part.kind.is_artillery();
    let places: Vec<usize> = spread(counters.len(), line.len()).collect();
    for (counter, place) in counters.iter_mut().zip(&places) {
        counter.part.stand = Stand::At(line[if guns { line.len() / 2 } else { *place }]);
    }
    match counters[counters.len() / 2].part.stand {
        Stand::At(hex) if !line.is_empty() => Some(hex),
        _ => None,
    }
}
