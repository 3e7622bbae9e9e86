//! LFM-4 Stacking.

use crate::action::Action;
use crate::ids::{BrigadeId, UnitId};
use crate::position::{Play, Position};
use crate::state::{Hex0, flag};
use crate::task::Task;
use engine::Violation;
use ground::Hex;

/// What stands in a hex, as far as the limits care.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Load {
    /// Strength points of infantry and cavalry.
    pub troops: u16,
    /// Strength points of artillery, by the side that shows.
    pub guns: u16,
    /// Batteries.
    pub batteries: u8,
    /// The first brigade met.
    pub brigade: Option<BrigadeId>,
    /// Regiments of another brigade than the first are there.
    pub mixed: bool,
}

impl Load {
    /// Adds a unit.
    fn add(&mut self, position: &Position<'_>, unit: UnitId) {
        let info = position.info(unit);
        let sp = u16::from(position.state.sp(position.scenario, unit));
        if info.kind.is_artillery() {
            self.guns += sp;
            self.batteries += 1;
        } else {
            self.troops += sp;
            if self.brigade.is_none() {
                self.brigade = info.brigade;
            } else if self.brigade != info.brigade {
                self.mixed = true;
            }
        }
    }
}

impl Position<'_> {
    /// What stands in a hex.
    #[must_use]
    pub fn load(&self, hex: Hex) -> Load {
        self.load_with(hex, std::iter::empty())
    }

    /// What would stand in a hex with these units added.
    #[must_use]
    pub fn load_with(&self, hex: Hex, more: impl Iterator<Item = UnitId>) -> Load {
        let mut load = Load::default();
        for unit in self.state.stack(hex) {
            load.add(self, unit);
        }
        for unit in more {
            load.add(self, unit);
        }
        load
    }

    /// Which limit a load breaks, if any.
    ///
    /// # Errors
    ///
    /// The limit, with its numbers.
    pub fn check_load(&self, hex: Hex, load: Load) -> Result<(), Violation> {
        let limits = &self.scenario.limits;
        let name = || self.hex_name(hex);
        if load.mixed {
            let text = format!("Regiments of two brigades may not stay stacked in {}.", name());
            return Err(Violation::of("LFM-4.1a", text));
        }
        if load.troops > u16::from(limits.stack_troops) {
            let text = format!(
                "{} would hold {} strength points of infantry and cavalry; the limit is {}.",
                name(),
                load.troops,
                limits.stack_troops
            );
            return Err(Violation::of("LFM-4.1a", text));
        }
        if self.has_too_many_guns(&load) {
            let text = format!(
                "{} would hold {} strength points of artillery; the limit is {} unless a single battery is larger.",
                name(),
                load.guns,
                limits.stack_guns
            );
            return Err(Violation::of("LFM-4.2a", text));
        }
        Ok(())
    }

    /// Whether a load keeps the limits.
    #[must_use]
    pub fn fits(&self, load: Load) -> bool {
        let limits = &self.scenario.limits;
        !load.mixed && load.troops <= u16::from(limits.stack_troops) && !self.has_too_many_guns(&load)
    }

    /// Whether a load is more artillery than a hex may hold, unless a single battery is larger (LFM-4.2a).
    pub(crate) fn has_too_many_guns(&self, load: &Load) -> bool {
        load.guns > u16::from(self.scenario.limits.stack_guns) && load.batteries > 1
    }

    /// Whether a hex is above the limits.
    #[must_use]
    pub fn is_crowded(&self, hex: Hex) -> bool {
        !self.fits(self.load(hex))
    }

    /// Cavalry in a hex that is not in the mode of this unit, other than members of the moving group (LFM-4.3).
    #[must_use]
    pub fn cavalry_in_other_mode(&self, hex: Hex, mounted: bool) -> Option<UnitId> {
        self.state.stack(hex).find(|&unit| {
            self.scenario.rolls.cavalry.contains(unit)
                && !self.state.moving.group.units.contains(unit)
                && self.state.is(unit, flag::DEPLOYED) == mounted
        })
    }

    /// Units that a crowded hex may give up: artillery if the guns are too many, regiments if the troops are, and only
    /// as long as the hex stays crowded. With two brigades, any regiment may go.
    #[must_use]
    pub fn may_give_up(&self, hex: Hex, unit: UnitId) -> bool {
        if self.state.hex_of(unit) != Some(hex) {
            return false;
        }
        let (load, limits) = (self.load(hex), &self.scenario.limits);
        if self.info(unit).kind.is_artillery() {
            self.has_too_many_guns(&load)
        } else {
            load.mixed || load.troops > u16::from(limits.stack_troops)
        }
    }

    pub(crate) fn excess_actions(&self, hex: Hex0, out: &mut Vec<Action>) {
        let hex = Hex(hex);
        out.extend(self.state.stack(hex).filter(|&unit| self.may_give_up(hex, unit)).map(Action::Lose));
    }

    pub(crate) fn check_excess(&self, hex: Hex0, action: &Action) -> Result<(), Violation> {
        let hex = Hex(hex);
        match *action {
            Action::Lose(unit) if unit.index() < self.scenario.units.len() && self.may_give_up(hex, unit) => {
                Ok(())
            }
            Action::Lose(_) => {
                let text = format!("Only a unit that overfills {} can be given up.", self.hex_name(hex));
                Err(Violation::of("LFM-4.5", text))
            }
            _ => Err(Violation::of(
                "LFM-4.5",
                format!("{} is above the stacking limits: choose a unit to give up.", self.hex_name(hex)),
            )),
        }
    }
}

impl Play<'_> {
    pub(crate) fn ready_excess(&mut self, hex: Hex0) -> bool {
        let crowded = self.position().is_crowded(Hex(hex));
        if !crowded {
            self.pop();
        }
        crowded
    }

    pub(crate) fn do_excess(&mut self, action: &Action) {
        if let Action::Lose(unit) = *action {
            let hex = self.state.hex_of(unit);
            self.eliminate(unit);
            if let Some(hex) = hex {
                self.displace_leaders(self.scenario.unit(unit).side, hex);
            }
        }
    }

    /// Asks for the excess of every crowded hex of the phasing side (LFM-4.5).
    pub(crate) fn push_excess(&mut self) {
        for hex in self.state.zones[self.state.phasing.index()].occupied.iter() {
            if self.position().is_crowded(hex) && !self.state.tasks.lacks_room(8) {
                self.push(Task::Excess(hex.0));
            }
        }
    }
}
