//! Counting men, guns and quality over any set of units.

use crate::{Arm, Gun, GunClass, OrderOfBattle, Quality, Unit, UnitId, share_steps, steps};

/// Some units of an order of battle, to be counted together.
///
/// ```
/// # let source = faults::Source::new("x.toml", include_str!("../../../scenarios/armies/gettysburg-july-1.toml"));
/// # let battle = armies::OrderOfBattle::read(&source).unwrap();
/// let cutler = battle.force(battle.formation("us-cutler").unwrap());
/// assert_eq!(cutler.men(), 2000);
/// assert_eq!(cutler.engaged().men(), 1566); // the 7th Indiana guarded trains
/// assert_eq!(cutler.engaged().steps(100), 16);
/// ```
#[derive(Debug, Clone)]
pub struct Force<'a> {
    battle: &'a OrderOfBattle,
    units: Vec<UnitId>,
}

impl<'a> Force<'a> {
    /// Any units; a unit given twice counts twice.
    pub fn new(battle: &'a OrderOfBattle, units: Vec<UnitId>) -> Self {
        Self { battle, units }
    }

    /// The units.
    pub fn units(&self) -> &[UnitId] {
        &self.units
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Only the units that fought in the battle.
    pub fn engaged(&self) -> Self {
        self.only(|unit| unit.engaged)
    }

    /// Only the units of an arm.
    pub fn of_arm(&self, arm: Arm) -> Self {
        self.only(|unit| unit.arm == arm)
    }

    /// Only the units that answer a question with yes.
    pub fn only(&self, keep: impl Fn(&Unit) -> bool) -> Self {
        let units = self.units.iter().copied().filter(|&unit| keep(&self.battle[unit])).collect();
        Self { battle: self.battle, units }
    }

    /// All their men.
    pub fn men(&self) -> u32 {
        self.each().map(|unit| u32::from(unit.men)).sum()
    }

    /// All their guns.
    pub fn guns(&self) -> u32 {
        self.each().map(|unit| u32::from(unit.gun_count())).sum()
    }

    /// Their guns of one type.
    pub fn guns_of(&self, gun: Gun) -> u32 {
        self.count_guns(|other| other == gun)
    }

    /// Their guns of one class.
    pub fn guns_of_class(&self, class: GunClass) -> u32 {
        self.count_guns(|gun| gun.class() == class)
    }

    /// Their quality on the average, each unit weighing as much as it has men; none if there are no units.
    pub fn quality(&self) -> Option<MeanQuality> {
        let men = self.men();
        let points = self.each().map(|unit| u64::from(unit.quality.get()) * u64::from(unit.men)).sum();
        (men > 0).then_some(MeanQuality { points, men })
    }

    /// The steps all their men make together, see [`steps()`].
    pub fn steps(&self, men_per_step: u32) -> u32 {
        steps(self.men(), men_per_step)
    }

    /// The steps of each unit, adding up to those of the whole, see [`share_steps`].
    pub fn steps_by_unit(&self, men_per_step: u32) -> Vec<(UnitId, u32)> {
        let men: Vec<u32> = self.each().map(|unit| u32::from(unit.men)).collect();
        self.units.iter().copied().zip(share_steps(&men, men_per_step)).collect()
    }

    fn each(&self) -> impl Iterator<Item = &'a Unit> {
        let battle = self.battle;
        self.units.iter().map(move |&unit| &battle[unit])
    }

    fn count_guns(&self, counts: impl Fn(Gun) -> bool) -> u32 {
        let guns = self.each().flat_map(|unit| &unit.guns);
        guns.filter(|(gun, _)| counts(*gun)).map(|&(_, number)| u32::from(number)).sum()
    }
}

/// An average quality, kept as a fraction so that it rounds the same everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeanQuality {
    points: u64,
    men: u32,
}

impl MeanQuality {
    /// The nearest quality; a half goes up.
    pub fn nearest(self) -> Quality {
        let rounded = (self.points * 2 + u64::from(self.men)) / (u64::from(self.men) * 2);
        Quality::new(rounded as u8).expect("an average lies between its least and its greatest")
    }

    /// In tenths: 36 is 3.6; a half goes up.
    pub fn tenths(self) -> u32 {
        ((self.points * 20 + u64::from(self.men)) / (u64::from(self.men) * 2)) as u32
    }
}
