//! From the file to the checked arrivals, with every fault on the way: times, points, roads and events.

use std::collections::BTreeMap;
use std::ops::Range;

use faults::{Faults, Source, read_toml_leniently};
use toml::Spanned;

use super::file::{ArrivalsFile, EntryPointTable, EventTable};
use super::{Arrivals, Edge, EntryPoint, EntryPointId, Event, LonLat};
use crate::checker::{Checker, Field, Owner, is_id};
use crate::{Clock, OrderOfBattle};

const SCHEMA: &str = "arrivals/1";
/// A battlefield is smaller than this many degrees: a point farther off is a slip of the pen.
const WIDEST_FIELD: f64 = 1.0;

/// Reads and checks a file.
pub(super) fn read(source: &Source, battle: &OrderOfBattle) -> Result<Arrivals, Faults> {
    let reading = read_toml_leniently::<ArrivalsFile>(source);
    let Some(file) = reading.value else { return Err(reading.faults) };
    let mut check = Check {
        checker: Checker { faults: reading.faults },
        battle,
        hours: None,
        first_point: None,
        entry_ids: BTreeMap::new(),
    };
    let arrivals = check.file(&file);
    check.checker.faults.into_result(arrivals)
}

/// The arrivals while they are checked.
pub(super) struct Check<'a> {
    pub(super) checker: Checker,
    pub(super) battle: &'a OrderOfBattle,
    pub(super) entry_ids: BTreeMap<String, (EntryPointId, Range<usize>)>,
    /// When play begins and ends, once known.
    hours: Option<(Clock, Clock)>,
    /// The first point of the file, near which all others lie.
    first_point: Option<(LonLat, Range<usize>)>,
}

impl Check<'_> {
    fn file(&mut self, file: &ArrivalsFile) -> Arrivals {
        let whole = Owner::called(0..0, "the file");
        self.checker.schema(&file.schema, SCHEMA);
        let battle = self.checker.text(&whole, "battle", &file.battle, "\"Gettysburg\"");
        let date = self.checker.date(&file.date);
        if let Some(given) = file.battle.as_ref().filter(|given| given.get_ref() != self.battle.battle()) {
            let what = format!("the order of battle is that of {}, not of {battle}", self.battle.battle());
            self.checker.faults.add(given, what).hint("use the files of one battle");
        }
        if let Some((given, date)) =
            file.date.as_ref().zip(date).filter(|(_, date)| *date != self.battle.date())
        {
            let what = format!("the order of battle is that of {}, not of {date}", self.battle.date());
            self.checker.faults.add(given, what).hint("use the files of one day");
        }
        let (start, end) =
            self.earlier_and_later(&whole, ("start_time", &file.start_time), ("end_time", &file.end_time));
        let (first_light, sunset) =
            self.earlier_and_later(&whole, ("first_light", &file.first_light), ("sunset", &file.sunset));
        self.hours = start.zip(end).filter(|(start, end)| start < end);

        let entry_points = self.entry_points(&file.entry_point);
        let troops = self.troops(&file.arrival);
        let commanders = self.commanders(&file.commander_arrival);
        let events = self.events(&file.event);
        let known = |clock: Option<Clock>| clock.unwrap_or(Clock::MIDNIGHT);
        Arrivals {
            battle,
            date: date.unwrap_or(self.battle.date()),
            start: known(start),
            end: known(end),
            first_light: known(first_light),
            sunset: known(sunset),
            entry_points,
            troops,
            commanders,
            events,
        }
    }

    /// Two times that must be there, the first before the second.
    fn earlier_and_later(
        &mut self,
        owner: &Owner,
        (from_key, from): (&str, &Field<String>),
        (to_key, to): (&str, &Field<String>),
    ) -> (Option<Clock>, Option<Clock>) {
        let first = self.required_clock(owner, from_key, from);
        let second = self.required_clock(owner, to_key, to);
        if let (Some(first), Some(second), Some(to)) = (first, second, to)
            && first >= second
        {
            self.checker
                .faults
                .add(to, format!("`{to_key}` is {second}, not after `{from_key}`, which is {first}"))
                .hint("a battle's day runs from an earlier to a later time");
        }
        (first, second)
    }

    fn entry_points(&mut self, tables: &[Spanned<EntryPointTable>]) -> Vec<EntryPoint> {
        let mut entry_points = Vec::new();
        for table in tables {
            let EntryPointTable { id, road, edge, at } = table.get_ref();
            let owner = Owner::new(table.span(), id, road, "this entry point");
            let number = EntryPointId(entry_points.len() as u16);
            let id = self.entry_id(&owner, id, number);
            let edge = self.checker.required_word::<Edge>(&owner, "edge", edge);
            let at = self.required_point(&owner, "at", at);
            let road = self.checker.text(&owner, "road", road, "\"Chambersburg Pike\"");
            entry_points.push(EntryPoint {
                id,
                road,
                edge: edge.unwrap_or(Edge::North),
                at: at.unwrap_or(LonLat { lon: 0.0, lat: 0.0 }),
            });
            if entry_points.len() > usize::from(u16::MAX) {
                self.checker.faults.add(table, "more than 65,535 entry points").hint("use fewer");
                break;
            }
        }
        if self.checker.faults.is_empty() {
            self.edges(tables, &entry_points);
        }
        entry_points
    }

    fn entry_id(&mut self, owner: &Owner, id: &Field<String>, number: EntryPointId) -> String {
        let example = "\"chambersburg-pike\"";
        let Some(id) = self.checker.required(owner, "id", id, example) else { return String::new() };
        let faults = &mut self.checker.faults;
        if !is_id(id.get_ref()) {
            faults
                .add(id, format!("`{}` is not an id", id.get_ref()))
                .hint("use lower-case letters and digits, with single hyphens between them");
        } else if let Some((_, first)) = self.entry_ids.get(id.get_ref()) {
            faults
                .add(id, format!("the entry point `{}` is there twice", id.get_ref()))
                .see(first.clone(), "first here")
                .hint("give every entry point an id of its own");
        } else {
            self.entry_ids.insert(id.get_ref().clone(), (number, id.span()));
        }
        id.get_ref().clone()
    }

    /// Whether each entry point lies on the side of the field that it names, as seen from the middle of all.
    fn edges(&mut self, tables: &[Spanned<EntryPointTable>], entry_points: &[EntryPoint]) {
        let middle = |coordinate: fn(&EntryPoint) -> f64| {
            let least = entry_points.iter().map(coordinate).fold(f64::INFINITY, f64::min);
            let greatest = entry_points.iter().map(coordinate).fold(f64::NEG_INFINITY, f64::max);
            (least + greatest) / 2.0
        };
        let (lon, lat) = (middle(|entry| entry.at.lon), middle(|entry| entry.at.lat));
        for (table, EntryPoint { id, edge, at, .. }) in tables.iter().zip(entry_points) {
            let (wrong, opposite) = match edge {
                Edge::North => (at.lat < lat, Edge::South),
                Edge::South => (at.lat > lat, Edge::North),
                Edge::East => (at.lon < lon, Edge::West),
                Edge::West => (at.lon > lon, Edge::East),
            };
            if let Some(place) = table.get_ref().edge.as_ref().filter(|_| wrong) {
                self.checker
                    .faults
                    .add(place, format!("`{id}` is on the edge {edge}, but its point lies toward {opposite}"))
                    .hint("correct the edge or the point, which is [longitude, latitude]");
            }
        }
    }

    fn events(&mut self, tables: &[Spanned<EventTable>]) -> Vec<Event> {
        let mut events = Vec::new();
        let mut last = None;
        for table in tables {
            let owner = Owner::called(table.span(), "this event");
            let EventTable { time, text } = table.get_ref();
            let clock = self.required_clock(&owner, "time", time);
            self.in_order(&owner, time, clock, &mut last);
            let text = self.checker.text(&owner, "text", text, "\"Reynolds killed\"");
            events.push(Event { time: clock.unwrap_or(Clock::MIDNIGHT), text });
        }
        events
    }

    /// A time that must be there.
    pub(super) fn required_clock(
        &mut self,
        owner: &Owner,
        key: &str,
        value: &Field<String>,
    ) -> Option<Clock> {
        let value = self.checker.required(owner, key, value, "\"09:30\"")?;
        self.clock(owner, key, value)
    }

    /// A time of day.
    pub(super) fn clock(&mut self, owner: &Owner, key: &str, value: &Spanned<String>) -> Option<Clock> {
        let clock = Clock::parse(value.get_ref());
        if clock.is_none() {
            self.checker
                .faults
                .add(value, format!("{}: `{key}` is `{}`, not a time of day", owner.label, value.get_ref()))
                .hint("write hours and minutes with two digits each, from 00:00 to 23:59, as \"09:30\"");
        }
        clock
    }

    /// A time that must be there and fall in the hours of play.
    pub(super) fn clock_of_play(&mut self, owner: &Owner, value: &Field<String>) -> Option<Clock> {
        let clock = self.required_clock(owner, "time", value)?;
        if let (Some((start, end)), Some(place)) = (self.hours, value)
            && !(start..=end).contains(&clock)
        {
            self.checker
                .faults
                .add(place, format!("{} comes at {clock}, but play runs from {start} to {end}", owner.label))
                .hint("correct the time, or `start_time` or `end_time`");
        }
        Some(clock)
    }

    /// Whether a time is not before the one before it.
    pub(super) fn in_order(
        &mut self,
        owner: &Owner,
        place: &Field<String>,
        clock: Option<Clock>,
        last: &mut Option<Clock>,
    ) {
        let (Some(place), Some(clock)) = (place, clock) else { return };
        if let Some(last) = last.filter(|last| *last > clock) {
            self.checker
                .faults
                .add(place, format!("{}: {clock} comes after {last} in the file", owner.label))
                .hint("list times in their order, or correct this one");
        }
        *last = Some(clock);
    }

    /// A point that must be there.
    pub(super) fn required_point(
        &mut self,
        owner: &Owner,
        key: &str,
        value: &Field<[f64; 2]>,
    ) -> Option<LonLat> {
        let value = self.checker.required(owner, key, value, "[-77.2311, 39.8309]")?;
        self.point(owner, key, value)
    }

    /// A point on the earth and near the others.
    pub(super) fn point(&mut self, owner: &Owner, key: &str, value: &Spanned<[f64; 2]>) -> Option<LonLat> {
        let [lon, lat] = *value.get_ref();
        let point = LonLat { lon, lat };
        let faults = &mut self.checker.faults;
        if !(-180.0..=180.0).contains(&lon) || !(-90.0..=90.0).contains(&lat) {
            faults
                .add(value, format!("{}: `{key}` is not a point on the earth", owner.label))
                .hint("write [longitude, latitude] in degrees, west and south negative");
            return None;
        }
        let Some((first, first_place)) = &self.first_point else {
            self.first_point = Some((point, value.span()));
            return Some(point);
        };
        if (first.lon - lon).abs() > WIDEST_FIELD || (first.lat - lat).abs() > WIDEST_FIELD {
            faults
                .add(value, format!("{}: `{key}` lies more than a degree from the first point", owner.label))
                .see(first_place.clone(), "the first point")
                .hint("write [longitude, latitude], in this order");
            return None;
        }
        Some(point)
    }
}
