//! LFM-1.4, LFM-1.5: batteries unlimber, cavalry mounts and dismounts.

use crate::model::event::Event;
use crate::model::ids::{BrigadeId, UnitId};
use crate::model::numbers::MovementPoints;
use crate::model::position::{Hindrance, Play, Position};
use crate::model::scenario::Kind;
use crate::model::state::{Flag, Moving};
use crate::rules::stacking::Load;
use engine::Violation;

impl Position<'_> {
    /// Whether the group stands in a hex with cavalry in the other mode and could mend that (LFM-4.3). What cannot be
    /// mended is put right at the end of the phase.
    pub(crate) fn must_change_mode(&self) -> bool {
        let moving = &self.state.moving;
        self.would_mix_modes(moving, moving.at)
            && (self.may_change(true, None) || self.may_change(false, None))
    }

    /// The cavalry of the group on the march.
    #[inline]
    fn cavalry_on_the_march(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.cavalry_of(&self.state.moving.group).iter()
    }

    /// The batteries of the group on the march.
    #[inline]
    fn batteries_on_the_march(&self) -> impl Iterator<Item = UnitId> + use<> {
        let batteries = &self.scenario.rolls.batteries[self.state.phasing.index()];
        self.state.moving.group.units.intersection(batteries).iter()
    }

    /// Whether the cavalry of the group may mount or dismount in this phase, which costs nothing (LFM-S5b, LFM-1.5a,
    ///
    pub(crate) fn may_change(&self, mount: bool, may_halt: Option<bool>) -> bool {
        self.change_hindrance(mount).is_none() && self.parted_by_change(mount, may_halt).is_none()
    }

    /// The same, with the rule against it.
    pub(crate) fn check_change(&self, mount: bool) -> Result<(), Violation> {
        self.unless(self.change_hindrance(mount))?;
        match self.parted_by_change(mount, None) {
            Some((brigade, unit)) => Err(self.why_parted(brigade, unit)),
            None => Ok(()),
        }
    }

    /// A regiment that has to go on to close up and could not after a change of mode, and its brigade (LFM-22.1a,
    /// LFM-22.1b): who has moved goes no farther, who dismounts not so far. Not asked of cavalry that has to share a
    /// mode.
    fn parted_by_change(&self, mount: bool, may_halt: Option<bool>) -> Option<(BrigadeId, UnitId)> {
        let moving = &self.state.moving;
        let moved = self.has_moved(moving);
        if mount && !moved
            || self.is_rooted(moving)
            || self.is_stuck(moving.at, moving.mp, true)
            || may_halt.unwrap_or_else(|| self.may_halt(moving))
            || self.would_mix_modes(moving, moving.at)
        {
            return None;
        }
        let brigades = self.bound_brigades(&moving.group);
        let first_of = |brigade: BrigadeId| {
            let unit = moving.group.units.iter().find(|&unit| self.info(unit).brigade == Some(brigade))?;
            Some((brigade, unit))
        };
        if moved || brigades.is_empty() {
            return brigades.first().and_then(first_of);
        }
        let mut state = *self.state;
        for unit in self.cavalry_on_the_march().filter(|&unit| self.state.is(unit, Flag::DEPLOYED) == mount) {
            state.turn_over(unit);
            state.set_mp(unit, Position { state: &state, ..*self }.allowance(unit));
        }
        let then = Position { state: &state, ..*self };
        let after = Moving { mp: then.group_mp(&moving.group), ..*moving };
        let worse = |&brigade: &BrigadeId| {
            let then = then.shortfall(brigade, &after);
            then != (0, 0) && {
                let now = self.shortfall(brigade, moving);
                then.0 > now.0 || then.1 > now.1
            }
        };
        brigades.iter().find(worse).and_then(first_of)
    }

    /// Whether somebody of the group has moved in this phase.
    fn has_moved(&self, moving: &Moving) -> bool {
        moving.started || moving.group.units.iter().any(|unit| self.state.is(unit, Flag::MOVED))
    }

    fn change_hindrance(&self, mount: bool) -> Option<Hindrance> {
        let moving = &self.state.moving;
        let mut any = false;
        for unit in self.cavalry_on_the_march() {
            if self.state.is(unit, Flag::DEPLOYED) != mount {
                continue;
            }
            any = true;
            if self.state.is(unit, Flag::CHANGED) {
                let why = "has changed between mounted and dismounted this phase already.";
                return Some(Hindrance::unit("LFM-1.5c", unit, why));
            }
        }
        if !any {
            let why = if mount {
                "No dismounted cavalry in the group."
            } else {
                "No mounted cavalry in the group."
            };
            return Some(Hindrance::of("LFM-1.5a", why));
        }
        if moving.must_charge {
            return Some(Hindrance::of("R-26", "The cavalry entered a zone of control to charge, and must."));
        }
        if moving.charged {
            return Some(Hindrance::of("LFM-1.5b", "Cavalry that has charged changes mode no more."));
        }
        if let Some(other) = self.cavalry_in_other_mode(moving.at, mount) {
            return Some(Hindrance::unit("LFM-4.3", other, "in the same hex would be in the other mode."));
        }
        // It has to move, in whatever mode it finished its move; who has moved and changes then goes no farther.
        let idle = |unit: &UnitId| self.state.is(*unit, Flag::RESTED) && !self.state.is(*unit, Flag::MOVED);
        if !moving.started
            && let Some(unit) = moving.group.units.iter().find(idle)
        {
            return Some(Hindrance::unit("R-83", unit, "was picked up again to close up: it moves first."));
        }
        None
    }

    /// Whether a battery of the group may unlimber here, at the end of its move (LFM-S5d, LFM-1.4b, LFM-4.2f).
    pub(crate) fn check_unlimber(&self, unit: UnitId) -> Result<(), Violation> {
        let moving = &self.state.moving;
        if !moving.group.units.contains(unit) || !self.info(unit).kind.is_artillery() {
            return Err(Violation::form("Only a battery of the moving group can unlimber."));
        }
        let load = self.load_unlimbered(unit);
        if self.has_too_many_guns(&load) {
            let text = format!(
                "Unlimbered, {} would bring {} to {} strength points of artillery; the limit is {}.",
                self.info(unit).tag,
                self.hex_name(moving.at),
                load.guns,
                self.scenario.limits.stack_guns
            );
            return Err(Violation::of("LFM-4.2f", text));
        }
        Ok(())
    }

    /// The batteries of the group that may unlimber here: what [`Position::check_unlimber`] allows.
    pub(crate) fn batteries_to_unlimber(&self) -> impl Iterator<Item = UnitId> {
        self.batteries_on_the_march().filter(|&unit| !self.has_too_many_guns(&self.load_unlimbered(unit)))
    }

    /// What would stand where the group is if a battery of it unlimbered.
    fn load_unlimbered(&self, unit: UnitId) -> Load {
        let (info, load) = (self.info(unit), self.load(self.state.moving.at));
        Load { guns: load.guns + info.sp - info.limbered_sp, ..load }
    }
}

impl Play<'_> {
    /// The cavalry of the group turns its counters over (LFM-0.3d), before it moves or after (LFM-1.5b).
    pub(crate) fn change_mode(&mut self, mount: bool) {
        let group = self.state.moving.group;
        let moved = self.position().has_moved(&self.state.moving);
        for unit in group.units.iter() {
            if self.scenario.unit(unit).kind == Kind::Cavalry && self.state.is(unit, Flag::DEPLOYED) == mount
            {
                self.state.turn_over(unit);
                self.state.set(unit, Flag::CHANGED);
                self.tell(Event::Changed { unit, deployed: !mount });
                if !moved {
                    // It moves at the rate of the mode it is in (LFM-1.5d).
                    self.state.set_mp(unit, self.position().allowance(unit));
                }
            }
        }
        if moved {
            // Move, then change: it moves no more (LFM-1.5b).
            self.state.moving.done = true;
        } else {
            self.state.moving.mp = self.position().group_mp(&group);
        }
        self.drop_idle_build_marker(self.state.moving.at);
    }

    /// The battery turns its counter over, and its move is over (LFM-S5d, LFM-1.4b).
    pub(crate) fn unlimber(&mut self, unit: UnitId) {
        self.state.set(unit, Flag::DEPLOYED | Flag::RESTED);
        self.state.set_mp(unit, MovementPoints::ZERO);
        self.tell(Event::Changed { unit, deployed: true });
        self.state.moving.group.units.remove(unit);
    }
}
