//! LFM-1: who may be picked up, and who goes together.

use crate::model::board::Classes;
use crate::model::ids::{CommanderId, Group, Piece, UnitId, UnitSet};
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use crate::model::scenario::{Kind, Rank};
use crate::model::state::{Flag, Office};
use engine::Side;
use ground::Hex;

impl Position<'_> {
    /// The classes of a group.
    #[must_use]
    pub fn classes(&self, group: &Group) -> Classes {
        let mut classes = Classes::LEADER.when(!group.commanders.is_empty());
        for unit in group.units.iter() {
            classes |= self.class(unit);
        }
        classes
    }

    /// The class of a unit in its present mode.
    #[inline]
    #[must_use]
    pub fn class(&self, unit: UnitId) -> Classes {
        match self.info(unit).kind {
            Kind::Artillery | Kind::HorseArtillery => Classes::GUNS,
            Kind::Cavalry if !self.state.is(unit, Flag::DEPLOYED) => Classes::MOUNTED,
            Kind::Cavalry | Kind::Infantry => Classes::FOOT,
        }
    }

    /// The movement allowance of a unit in its present mode (LFM-1.5d). For commanders see the start of
    /// the Movement phase (LFM-1.2e).
    #[must_use]
    pub fn allowance(&self, unit: UnitId) -> MovementPoints {
        let limits = &self.scenario.limits;
        match self.info(unit).kind {
            // Horse artillery 8 (LFM-1.2d), mounted cavalry 8 (LFM-1.2c).
            Kind::HorseArtillery => limits.march_mounted,
            Kind::Cavalry if !self.state.is(unit, Flag::DEPLOYED) => limits.march_mounted,
            // Infantry and dismounted cavalry 5 (LFM-1.2a), artillery 5 (LFM-1.2b).
            _ => limits.march_foot,
        }
    }

    /// Whether the unit may be picked up now: not a rested, building (LFM-24.1e), held or unlimbered one (LFM-1.4a,
    /// LFM-S5e).
    #[must_use]
    pub fn can_march(&self, unit: UnitId) -> bool {
        // Most of those who may have none of these.
        !self.state.is(unit, Flag::BUILDER | Flag::DEPLOYED | Flag::RESTED)
            || (!self.state.is(unit, Flag::BUILDER)
                && !self.state.is_unlimbered(self.scenario, unit)
                && (!self.state.is(unit, Flag::RESTED) || self.may_close_up(unit)))
    }

    /// Whether a commander may be picked up now.
    #[must_use]
    pub fn leader_can_march(&self, commander: CommanderId) -> bool {
        !self.state.holds(commander, Office::RESTED)
            && !self.scenario.commander(commander).brigade.is_some_and(|b| self.state.homeless.contains(b))
    }

    /// The cavalry of a group.
    #[inline]
    #[must_use]
    pub fn cavalry_of(&self, group: &Group) -> UnitSet {
        group.units.intersection(&self.scenario.rolls.cavalry)
    }

    /// A group by name: its largest unit, and how many more.
    #[must_use]
    pub fn group_name(&self, group: &Group) -> String {
        let pieces = group.units.len() + group.commanders.len();
        let first = match (group.units.first(), group.commanders.first()) {
            (Some(unit), _) => self.tag(unit),
            (None, Some(commander)) => self.scenario.commander(commander).tag.clone(),
            (None, None) => return "Nobody".into(),
        };
        match pieces {
            1 => first,
            2 => format!("{first} and one more"),
            more => format!("{first} and {} more", more - 1),
        }
    }

    /// The group picked up with a whole hex: every unit that can march, and the commanders of their brigades, who stay
    /// with them (LFM-20.8a) unless they wait to recover. Higher commanders are bound to no stack: they are picked up
    /// or taken along by name.
    #[must_use]
    pub fn hex_group(&self, hex: Hex) -> Group {
        let mut group = Group::EMPTY;
        for unit in self.state.stack(hex) {
            // Who is picked up again to close up goes alone: he has to move, and the others might not be able to
            //
            if self.can_march(unit) && !self.state.is(unit, Flag::RESTED) && !self.is_held(Piece::Unit(unit))
            {
                group.units.insert(unit);
            }
        }
        for commander in self.state.leaders_at(self.scenario, self.state.phasing, hex) {
            if !self.leader_can_march(commander) || self.is_held(Piece::Commander(commander)) {
                continue;
            }
            let info = self.scenario.commander(commander);
            let own = info.rank == Rank::Brigade
                && group.units.iter().any(|unit| self.info(unit).brigade == info.brigade)
                && !self.state.holds(commander, Office::RECOVER);
            if own {
                group.commanders.insert(commander);
            }
        }
        group
    }

    /// Whether the scenario holds a piece back.
    #[must_use]
    pub fn is_held(&self, piece: Piece) -> bool {
        self.scenario.holds.iter().any(|hold| {
            hold.group.contains(piece)
                && hold.until_turn.is_none_or(|turn| self.state.turn < turn)
                && hold.until_enemy_within.is_none_or(|near| {
                    !hold.group.units.iter().filter_map(|unit| self.state.hex_of(unit)).any(|at| {
                        let enemy = &self.state.zones(self.scenario_side(hold.group).other()).occupied;
                        enemy.iter().any(|hex| self.distance(at, hex) <= u16::from(near))
                    })
                })
        })
    }

    fn scenario_side(&self, group: Group) -> Side {
        match (group.units.first(), group.commanders.first()) {
            (Some(unit), _) => self.info(unit).side,
            (None, Some(commander)) => self.scenario.commander(commander).side,
            (None, None) => self.state.phasing,
        }
    }

    /// The movement points a group has: those of its slowest member.
    #[must_use]
    pub fn group_mp(&self, group: &Group) -> MovementPoints {
        let units = group.units.iter().map(|unit| self.state.mp(unit));
        let leaders = group.commanders.iter().map(|c| self.state.leader_mp(c));
        units.chain(leaders).min().unwrap_or_default()
    }
}
