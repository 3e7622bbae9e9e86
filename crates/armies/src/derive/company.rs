//! Commanders above the brigade: who they are, and with whom they come.

use std::collections::BTreeMap;

use super::{Calendar, Names, When};
use crate::arrivals::{Arrivals, CommanderArrival, EntryPointId, LonLat, Officer};
use crate::{Commander, FormationId, OrderOfBattle, Troops, UnitId};

/// Who leads a formation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leader {
    /// His name.
    pub name: String,
    /// His name in one word, unlike those of all others.
    pub tag: String,
}

/// Who leads each formation that is not all guns. `own` may name somebody else; an officer who was sent to command goes
/// before the one of the order of battle.
pub fn leaders<'a>(
    battle: &'a OrderOfBattle,
    arrivals: Option<&'a Arrivals>,
    names: &Names,
    own: impl Fn(FormationId) -> Option<&'a str>,
) -> BTreeMap<FormationId, Leader> {
    let with_troops =
        battle.formations().filter(|&formation| !super::naming::is_artillery(battle, formation));
    let (formations, called): (Vec<FormationId>, Vec<&str>) = with_troops
        .map(|formation| {
            (formation, own(formation).unwrap_or_else(|| &chief(battle, arrivals, formation).name))
        })
        .unzip();
    let tags = names.of_officers(&called);
    let leaders = called.iter().zip(tags).map(|(name, tag)| Leader { name: (*name).to_owned(), tag });
    formations.into_iter().zip(leaders).collect()
}

/// An officer who was sent from elsewhere to command a formation.
pub fn sent(arrivals: Option<&Arrivals>, formation: FormationId) -> Option<&Commander> {
    arrivals?.commanders.iter().find_map(|arrival| match &arrival.officer {
        Officer::Sent(officer) if arrival.formation == formation => Some(officer),
        _ => None,
    })
}

/// Who commands a formation: whoever was sent, or the first of the order of battle.
pub fn chief<'a>(
    battle: &'a OrderOfBattle,
    arrivals: Option<&'a Arrivals>,
    formation: FormationId,
) -> &'a Commander {
    sent(arrivals, formation).unwrap_or(&battle[formation].command.commander)
}

/// Who takes over from him, if history names somebody.
pub fn second<'a>(
    battle: &'a OrderOfBattle,
    arrivals: Option<&Arrivals>,
    formation: FormationId,
) -> Option<&'a Commander> {
    battle[formation].command.successors.first().filter(|_| sent(arrivals, formation).is_none())
}

/// What a game's map knows of the real ground.
pub trait Field {
    /// A place of the game: a hex, a point.
    type At: Copy;

    /// The place of a point; none off the map.
    fn place(&self, at: LonLat) -> Option<Self::At>;

    /// How far two points are apart, in any unit that grows with the distance.
    fn far(&self, one: LonLat, other: LonLat) -> i64;
}

/// Troops on their way that enter together.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Column {
    /// The first of their units; none for a commander who comes by himself.
    pub first: Option<UnitId>,
    /// The turn, counted from 0.
    pub turn: usize,
    /// Minutes after midnight when its head enters; for the order within a turn.
    pub minute: u16,
    /// Where it enters, if that is a place of the arrivals file.
    pub from: Option<LonLat>,
}

impl Column {
    /// The order of appearance.
    pub fn order(&self) -> (usize, u16) {
        (self.turn, self.minute)
    }
}

/// Where a commander is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Post<P> {
    /// On the map.
    At(P),
    /// With a column on its way, by number.
    With(usize),
    /// He comes by himself.
    Alone {
        /// Where.
        entry: EntryPointId,
        /// When, in minutes after midnight.
        time: u16,
    },
    /// He does not come in time.
    Away,
}

/// Where troops are when the game begins: the company that commanders keep.
#[derive(Clone, Debug)]
pub struct Company<P> {
    /// Those on the map, by their first unit.
    pub standing: Vec<(UnitId, P)>,
    /// Those on their way.
    pub columns: Vec<Column>,
}

impl<P> Default for Company<P> {
    fn default() -> Self {
        Self { standing: Vec::new(), columns: Vec::new() }
    }
}

impl<P: Copy> Company<P> {
    /// Whether any of a formation's regiments is there or comes.
    pub fn has_regiments_of(&self, battle: &OrderOfBattle, formation: FormationId) -> bool {
        let there = self.standing.iter().map(|(unit, _)| *unit);
        let later = self.columns.iter().filter_map(|column| column.first);
        there.chain(later).any(|unit| battle.belongs_to(unit, formation) && !battle[unit].arm.is_artillery())
    }

    /// With the first of some troops that are there or come.
    pub fn with(&self, battle: &OrderOfBattle, troops: Troops) -> Option<Post<P>> {
        if let Some((_, place)) = self.standing.iter().find(|(unit, _)| battle.is_of(*unit, troops)) {
            return Some(Post::At(*place));
        }
        let of_them = |column: &Column| column.first.is_some_and(|unit| battle.is_of(unit, troops));
        let columns = self.columns.iter().enumerate().filter(|(_, column)| of_them(column));
        columns.min_by_key(|(_, column)| column.order()).map(|(number, _)| Post::With(number))
    }

    /// Where history has the commander of a formation: by the arrivals file if it speaks of him and the map is that of
    /// the real ground, else with the first of his troops.
    pub fn post_by_history(
        &self,
        battle: &OrderOfBattle,
        arrivals: Option<&Arrivals>,
        calendar: &Calendar,
        field: Option<&impl Field<At = P>>,
        formation: FormationId,
    ) -> Post<P> {
        let record = arrivals.and_then(|arrivals| {
            let his = |arrival: &&CommanderArrival| {
                arrival.formation == formation
                    && matches!(arrival.officer, Officer::Listed(0) | Officer::Sent(_))
            };
            Some((arrivals, arrivals.commanders.iter().find(his)?))
        });
        record
            .zip(field)
            .and_then(|((arrivals, record), field)| {
                self.post_by_record(battle, arrivals, calendar, field, record)
            })
            .or_else(|| self.with(battle, Troops::Formation(formation)))
            .unwrap_or(Post::Away)
    }

    fn post_by_record(
        &self,
        battle: &OrderOfBattle,
        arrivals: &Arrivals,
        calendar: &Calendar,
        field: &impl Field<At = P>,
        record: &CommanderArrival,
    ) -> Option<Post<P>> {
        let begins = calendar.begins()?;
        let time = record.time.minutes();
        if time <= begins {
            return field.place(record.at).map(Post::At);
        }
        let When::During { turn, .. } = calendar.when(time) else { return Some(Post::Away) };
        let his =
            |column: &Column| column.first.is_some_and(|unit| battle.belongs_to(unit, record.formation));
        let far = |column: &Column| column.from.map_or(i64::MAX, |from| field.far(from, record.at));
        let with = self
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.turn == turn && his(column))
            .min_by_key(|(_, column)| (far(column), column.minute));
        if let Some((number, _)) = with {
            return Some(Post::With(number));
        }
        // None of his troops comes with him: he rides ahead by the road of theirs that is nearest to his place.
        let from = self.columns.iter().filter(|column| his(column)).min_by_key(|column| far(column))?.from?;
        let entry = arrivals.entry_points.iter().find(|entry| entry.at == from)?;
        Some(Post::Alone { entry: arrivals.entry_point(&entry.id)?, time })
    }
}
