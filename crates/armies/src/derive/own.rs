//! What a scenario says itself about troops of an order of battle.

use std::collections::{BTreeMap, BTreeSet};

use faults::{Faults, did_you_mean};
use toml::Spanned;

use crate::arrivals::Arrivals;
use crate::{OrderOfBattle, Troops, UnitId};

/// Texts by ids of the order of battle, each with its place in the file.
pub type Texts = BTreeMap<Spanned<String>, Spanned<String>>;

/// Troops by their id in the order of battle; an id that is none is a fault.
pub fn find_troops(battle: &OrderOfBattle, id: &Spanned<String>, faults: &mut Faults) -> Option<Troops> {
    let found = battle.find(id.get_ref());
    if found.is_none() {
        unknown(battle, id, "formation or unit", faults);
    }
    found
}

/// Notes that an id of a file is none of the order of battle, or not of what is asked for.
pub fn unknown(battle: &OrderOfBattle, id: &Spanned<String>, what: &str, faults: &mut Faults) {
    let hint = match (battle.find(id.get_ref()), did_you_mean(id.get_ref(), battle.ids())) {
        (Some(Troops::Formation(formation)), _) => {
            format!("it is the {} {}", battle[formation].rank, battle[formation].name)
        }
        (Some(Troops::Unit(unit)), _) => format!("it is a single unit, the {}", battle[unit].name),
        (None, Some(meant)) => format!("did you mean `{meant}`?"),
        (None, None) => "use an id of the order of battle".to_owned(),
    };
    faults.add(id, format!("the order of battle has no {what} `{}`", id.get_ref())).hint(hint);
}

/// Tables of a scenario, each about some troops, in the order of the file.
#[derive(Clone, Debug)]
pub struct Own<'a, T> {
    tables: Vec<(Troops, &'a T)>,
}

impl<'a, T> Own<'a, T> {
    /// The tables, each with the id of its troops; ids that are none are faults.
    pub fn new(
        battle: &OrderOfBattle,
        tables: impl IntoIterator<Item = (&'a Spanned<String>, &'a T)>,
        faults: &mut Faults,
    ) -> Own<'a, T> {
        let found = |(id, table)| Some((find_troops(battle, id, faults)?, table));
        Own { tables: tables.into_iter().filter_map(found).collect() }
    }

    /// The first table about exactly these troops.
    pub fn of(&self, troops: impl Into<Troops>) -> Option<&'a T> {
        let troops = troops.into();
        self.tables.iter().find(|(other, _)| *other == troops).map(|(_, table)| *table)
    }

    /// A table by its number.
    ///
    /// # Panics
    ///
    /// If there is none of that number.
    pub fn at(&self, number: usize) -> (Troops, &'a T) {
        self.tables[number]
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = (Troops, &'a T)> {
        self.tables.iter().copied()
    }

    /// The number of the table that a question about a unit goes by: of those that answer it, the one about the unit or
    /// else about the nearest formation over it.
    pub fn nearest(
        &self,
        battle: &OrderOfBattle,
        unit: UnitId,
        answers: impl Fn(&T) -> bool,
    ) -> Option<usize> {
        let over = battle.superiors(unit).map(Troops::Formation);
        std::iter::once(Troops::Unit(unit)).chain(over).find_map(|troops| {
            self.tables.iter().position(|&(other, table)| other == troops && answers(table))
        })
    }
}

/// Who takes part in a scenario, by ids of the order of battle.
#[derive(Copy, Clone, Debug, Default)]
pub struct Selection<'a> {
    /// Only these; everybody if there are none.
    pub take: &'a [Spanned<String>],
    /// Not these.
    pub leave: &'a [Spanned<String>],
    /// These although they did not fight.
    pub also: &'a [Spanned<String>],
}

impl Selection<'_> {
    /// Those who fought, of the troops taken, and those who came although they did not fight: because the scenario says
    /// so, or because the arrivals name them one by one.
    pub fn units(
        self,
        battle: &OrderOfBattle,
        arrivals: Option<&Arrivals>,
        faults: &mut Faults,
    ) -> BTreeSet<UnitId> {
        let mut list = |ids: &[Spanned<String>]| -> Vec<Troops> {
            ids.iter().filter_map(|id| find_troops(battle, id, faults)).collect()
        };
        let (take, leave, also) = (list(self.take), list(self.leave), list(self.also));
        let among = |unit: UnitId, lists: &[Troops]| lists.iter().any(|&troops| battle.is_of(unit, troops));
        let comes_alone = |unit: UnitId| {
            let mut troops = arrivals.into_iter().flat_map(|arrivals| &arrivals.troops);
            troops.any(|arrival| arrival.troops == Troops::Unit(unit))
        };
        battle
            .units()
            .filter(|&unit| take.is_empty() || among(unit, &take))
            .filter(|&unit| !among(unit, &leave))
            .filter(|&unit| battle[unit].engaged || comes_alone(unit) || among(unit, &also))
            .collect()
    }
}
