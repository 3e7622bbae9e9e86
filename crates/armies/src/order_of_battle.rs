//! The checked order of battle: a tree of formations over units, kept flat.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Index, Range};

use faults::{Faults, Source};

use crate::{Ability, Arm, Force, Grade, Gun, Quality, Rank, Side, Weapon, orbat_check};

/// A formation of one [`OrderOfBattle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormationId(pub u16);

/// A unit of one [`OrderOfBattle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u16);

impl FormationId {
    /// The id as an index into a table with one row a formation.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl UnitId {
    /// The id as an index into a table with one row a unit.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Anything that has an id in the file: a formation or a single unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Troops {
    /// An army, corps, division or brigade.
    Formation(FormationId),
    /// A regiment or battery.
    Unit(UnitId),
}

/// Every army of a battle, checked.
///
/// Formations and units are numbered in the order of the file, a formation before everything under it. So what
/// stands under a formation is one run of numbers, and tables indexed by [`FormationId`] or [`UnitId`] stay small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderOfBattle {
    pub(crate) battle: String,
    pub(crate) date: Date,
    pub(crate) formations: Vec<Formation>,
    pub(crate) units: Vec<Unit>,
    pub(crate) ids: BTreeMap<String, Troops>,
}

/// An army, corps, division or brigade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formation {
    /// The id in the file, the same in every file about the battle.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// Its size.
    pub rank: Rank,
    /// The side of its army.
    pub side: Side,
    /// The arm that all its units belong to, where the file says so.
    pub arm: Option<Arm>,
    /// The formation it belongs to; armies have none.
    pub parent: Option<FormationId>,
    /// Who leads it, and who is next.
    pub command: Command,
    /// The total in the literature, staffs included, if it is known.
    pub men_published: Option<u32>,
    /// Another figure of a primary source, if there is one.
    pub men_alternative: Option<AlternativeFigure>,
    /// A remark for readers.
    pub note: Option<String>,
    pub(crate) formations: Range<u16>,
    pub(crate) own_units: Range<u16>,
    pub(crate) units: Range<u16>,
}

/// A regiment, battalion or battery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The id in the file, the same in every file about the battle.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The state that raised it, as a postal code; `US` for Regulars.
    pub state: Option<String>,
    /// The side of its army.
    pub side: Side,
    /// The formation directly over it.
    pub formation: FormationId,
    /// How it fights.
    pub arm: Arm,
    /// Officers and men present for duty.
    pub men: u16,
    /// A regiment's weapon; batteries have none.
    pub weapon: Option<Weapon>,
    /// A battery's guns by type; regiments have none.
    pub guns: Vec<(Gun, u16)>,
    /// How good it is.
    pub quality: Quality,
    /// Who leads it, and who is next; none if the file names nobody.
    pub command: Option<Command>,
    /// Whether it fought in this battle; train guards and reserves may not have.
    pub engaged: bool,
    /// A remark for readers.
    pub note: Option<String>,
}

/// A commander and his successors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Who led at the start.
    pub commander: Commander,
    /// Who took over, in that order.
    pub successors: Vec<Commander>,
}

/// An officer in command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commander {
    /// His grade.
    pub grade: Grade,
    /// His name without the grade.
    pub name: String,
    /// How able he is at this post.
    pub ability: Ability,
    /// What became of him in the battle.
    pub fate: Option<String>,
}

/// A strength that another source gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlternativeFigure {
    /// Its figure.
    pub men: u32,
    /// Where it is from.
    pub source: String,
}

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month.
    pub day: u8,
}

impl OrderOfBattle {
    /// Reads and checks a file; `docs/files/order-of-battle.md` describes the format.
    ///
    /// Every fault is listed at once, with its line and what would be right.
    pub fn read(source: &Source) -> Result<Self, Faults> {
        orbat_check::read(source)
    }

    /// The name of the battle.
    pub fn battle(&self) -> &str {
        &self.battle
    }

    /// The day.
    pub fn date(&self) -> Date {
        self.date
    }

    /// The armies, in the order of the file.
    pub fn armies(&self) -> impl Iterator<Item = FormationId> {
        self.siblings(0..self.formations.len() as u16)
    }

    /// Every formation of every army, each before those under it.
    pub fn formations(&self) -> impl ExactSizeIterator<Item = FormationId> + use<> {
        (0..self.formations.len() as u16).map(FormationId)
    }

    /// Every unit of every army.
    pub fn units(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The formations directly under one.
    pub fn children(&self, formation: FormationId) -> impl Iterator<Item = FormationId> {
        self.siblings(self[formation].formations.clone())
    }

    /// The formations under one at any depth, each before those under it.
    pub fn descendants(&self, formation: FormationId) -> impl ExactSizeIterator<Item = FormationId> + use<> {
        self[formation].formations.clone().map(FormationId)
    }

    /// The units directly under a formation.
    pub fn own_units(&self, formation: FormationId) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        self[formation].own_units.clone().map(UnitId)
    }

    /// The units under a formation at any depth; a unit has itself.
    pub fn units_under<T: Into<Troops>>(&self, troops: T) -> impl ExactSizeIterator<Item = UnitId> + use<T> {
        let units = match troops.into() {
            Troops::Formation(formation) => self[formation].units.clone(),
            Troops::Unit(UnitId(unit)) => unit..unit + 1,
        };
        units.map(UnitId)
    }

    /// The formations over a formation or unit, from the nearest to the army.
    pub fn superiors(&self, troops: impl Into<Troops>) -> impl Iterator<Item = FormationId> {
        let first = match troops.into() {
            Troops::Formation(formation) => self[formation].parent,
            Troops::Unit(unit) => Some(self[unit].formation),
        };
        std::iter::successors(first, |&formation| self[formation].parent)
    }

    /// The formation of a rank that troops are or belong to; trees that leave the rank out give none.
    pub fn formation_of_rank(&self, troops: impl Into<Troops>, rank: Rank) -> Option<FormationId> {
        let troops = troops.into();
        let itself = match troops {
            Troops::Formation(formation) => Some(formation),
            Troops::Unit(_) => None,
        };
        itself.into_iter().chain(self.superiors(troops)).find(|&formation| self[formation].rank == rank)
    }

    /// Whether troops are a formation or stand under it.
    pub fn belongs_to(&self, troops: impl Into<Troops>, formation: FormationId) -> bool {
        let troops = troops.into();
        troops == Troops::Formation(formation) || self.superiors(troops).any(|over| over == formation)
    }

    /// Whether a unit is these troops, or one of them.
    pub fn is_of(&self, unit: UnitId, troops: impl Into<Troops>) -> bool {
        match troops.into() {
            Troops::Unit(other) => other == unit,
            Troops::Formation(formation) => self.belongs_to(unit, formation),
        }
    }

    /// The formation or unit with an id of the file.
    pub fn find(&self, id: &str) -> Option<Troops> {
        self.ids.get(id).copied()
    }

    /// The formation with an id of the file.
    pub fn formation(&self, id: &str) -> Option<FormationId> {
        match self.find(id)? {
            Troops::Formation(formation) => Some(formation),
            Troops::Unit(_) => None,
        }
    }

    /// The unit with an id of the file.
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        match self.find(id)? {
            Troops::Unit(unit) => Some(unit),
            Troops::Formation(_) => None,
        }
    }

    /// Every id of the file in alphabetical order, for hints.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.keys().map(String::as_str)
    }

    /// The id of troops in the file.
    pub fn id_of(&self, troops: impl Into<Troops>) -> &str {
        match troops.into() {
            Troops::Formation(formation) => &self[formation].id,
            Troops::Unit(unit) => &self[unit].id,
        }
    }

    /// The side of troops.
    pub fn side_of(&self, troops: impl Into<Troops>) -> Side {
        match troops.into() {
            Troops::Formation(formation) => self[formation].side,
            Troops::Unit(unit) => self[unit].side,
        }
    }

    /// Who leads troops, unless it is a unit of which the file names nobody.
    pub fn command_of(&self, troops: impl Into<Troops>) -> Option<&Command> {
        match troops.into() {
            Troops::Formation(formation) => Some(&self[formation].command),
            Troops::Unit(unit) => self[unit].command.as_ref(),
        }
    }

    /// The units under a formation, or a single unit, to be counted.
    pub fn force(&self, troops: impl Into<Troops>) -> Force<'_> {
        Force::new(self, self.units_under(troops).collect())
    }

    /// The units of one side, to be counted.
    pub fn side(&self, side: Side) -> Force<'_> {
        Force::new(self, self.units().filter(|&unit| self[unit].side == side).collect())
    }

    fn siblings(&self, range: Range<u16>) -> impl Iterator<Item = FormationId> {
        let mut next = range.start;
        std::iter::from_fn(move || {
            (next < range.end).then(|| {
                let sibling = FormationId(next);
                next = self[sibling].formations.end;
                sibling
            })
        })
    }
}

impl Index<FormationId> for OrderOfBattle {
    type Output = Formation;

    fn index(&self, id: FormationId) -> &Formation {
        &self.formations[id.index()]
    }
}

impl Index<UnitId> for OrderOfBattle {
    type Output = Unit;

    fn index(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
}

impl From<FormationId> for Troops {
    fn from(formation: FormationId) -> Self {
        Troops::Formation(formation)
    }
}

impl From<UnitId> for Troops {
    fn from(unit: UnitId) -> Self {
        Troops::Unit(unit)
    }
}

impl Formation {
    /// The ability of the commander after so many have fallen or gone; where the list ends, that of a general
    /// of whom nothing is known.
    pub fn ability(&self, gone: usize) -> Ability {
        self.command.nth(gone).map_or(Ability::UNKNOWN_GENERAL, |commander| commander.ability)
    }
}

impl Unit {
    /// All its guns.
    pub fn gun_count(&self) -> u16 {
        self.guns.iter().map(|&(_, number)| number).sum()
    }

    /// The men in the firing line when cavalry dismounts: one in four holds horses. Other arms lose nobody.
    pub fn men_dismounted(&self) -> u16 {
        match self.arm {
            Arm::Cavalry => self.men - self.men / 4,
            _ => self.men,
        }
    }

    /// The ability of the commander after so many have fallen or gone; where the list ends, that of an officer
    /// of whom nothing is known.
    pub fn ability(&self, gone: usize) -> Ability {
        let commander = self.command.as_ref().and_then(|command| command.nth(gone));
        commander.map_or(Ability::UNKNOWN_OFFICER, |commander| commander.ability)
    }
}

impl Command {
    /// The first commander (0) or a later one, if the file names so many.
    pub fn nth(&self, gone: usize) -> Option<&Commander> {
        self.in_order().nth(gone)
    }

    /// The commander, then his successors.
    pub fn in_order(&self) -> impl Iterator<Item = &Commander> {
        std::iter::once(&self.commander).chain(&self.successors)
    }
}

impl fmt::Display for Commander {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.grade, self.name)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
