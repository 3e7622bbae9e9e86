//! LFM-4 Stacking.

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::ids::{BrigadeId, Piece, UnitId};
use crate::model::numbers::StrengthPoints;
use crate::model::position::{Play, Position};
use crate::model::state::Flag;
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Which units does a crowded hex give up? (LFM-4.5)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Excess {
    /// The crowded hex.
    pub hex: Hex,
}

impl Question<LastFullMeasure> for Excess {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.is_crowded(self.hex) { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        play.ask_excess_before(self.hex);
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Too many in {}: which unit is given up?", at.hex_name(self.hex)), "LFM-4.5")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.excess_actions(self.hex, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_excess(self.hex, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(self);
        let Action::Lose(unit) = *action else { return };
        let hex = play.state.hex_of(unit);
        play.eliminate(unit);
        if let Some(hex) = hex {
            play.displace_leaders(play.scenario.unit(unit).side, hex);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Lose(unit) => at.now(unit),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Lose(unit)),
            _ => None,
        }
    }
}

/// What stands in a hex, as far as the limits care.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Load {
    /// Strength points of infantry and cavalry.
    pub troops: StrengthPoints,
    /// Strength points of artillery, by the side that shows.
    pub guns: StrengthPoints,
    /// Batteries.
    pub batteries: u8,
    /// The first brigade met.
    pub brigade: Option<BrigadeId>,
    /// Regiments of another brigade than the first are there.
    pub mixed: bool,
}

impl Load {
    /// Adds a unit, with the strength of the side that shows (LFM-4.2e). Batteries limbered and unlimbered
    /// (LFM-4.2d), of any formation (LFM-4.2c), stand together.
    fn add(&mut self, position: &Position<'_>, unit: UnitId) {
        let info = position.info(unit);
        let sp = position.state.sp(position.scenario, unit);
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
        if load.troops > limits.stack_troops {
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

    /// Whether a load keeps the limits: one brigade, and not too many of either arm (LFM-4.1a, LFM-4.2a).
    #[must_use]
    pub fn fits(&self, load: Load) -> bool {
        let limits = &self.scenario.limits;
        !load.mixed && load.troops <= limits.stack_troops && !self.has_too_many_guns(&load)
    }

    /// Whether a load is more artillery than a hex may hold (LFM-4.2a), unless a single battery is larger (LFM-4.2b).
    pub(crate) fn has_too_many_guns(&self, load: &Load) -> bool {
        load.guns > self.scenario.limits.stack_guns && load.batteries > 1
    }

    /// Whether a hex is above the limits.
    #[must_use]
    pub fn is_crowded(&self, hex: Hex) -> bool {
        !self.fits(self.load(hex))
    }

    /// The cavalry in a hex, other than members of the moving group.
    pub(crate) fn cavalry_standing_in(&self, hex: Hex) -> impl Iterator<Item = UnitId> {
        self.state.stack(hex).filter(|&unit| {
            self.scenario.rolls.cavalry.contains(unit) && !self.state.moving.group.units.contains(unit)
        })
    }

    /// Cavalry in a hex that is not in the mode of this unit, other than members of the moving group (LFM-4.3).
    #[must_use]
    pub fn cavalry_in_other_mode(&self, hex: Hex, mounted: bool) -> Option<UnitId> {
        self.cavalry_standing_in(hex).find(|&unit| self.state.is(unit, Flag::DEPLOYED) == mounted)
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
            load.mixed || load.troops > limits.stack_troops
        }
    }

    pub(crate) fn excess_actions(&self, hex: Hex, out: &mut Vec<Action>) {
        out.extend(self.state.stack(hex).filter(|&unit| self.may_give_up(hex, unit)).map(Action::Lose));
    }

    pub(crate) fn check_excess(&self, hex: Hex, action: &Action) -> Result<(), Violation> {
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
    /// Asks for the excess of every crowded hex of the phasing side, one after the other (LFM-4.5), also where a
    /// retreat crowded it (LFM-9.1f3).
    pub(crate) fn ask_excess(&mut self) {
        self.ask_excess_before(Hex(u16::MAX));
    }

    /// Asks for the excess of the crowded hex with the highest number below this one.
    fn ask_excess_before(&mut self, limit: Hex) {
        let occupied = self.state.zones(self.state.phasing).occupied;
        let crowded = occupied.iter().filter(|&hex| hex < limit && self.position().is_crowded(hex));
        if let Some(hex) = crowded.last() {
            self.push(Excess { hex });
        }
    }
}
