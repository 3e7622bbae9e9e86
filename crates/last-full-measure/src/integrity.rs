//! LFM-22 Regiments and brigade integrity, and the other checks at the end of Movement (ledger Q6z).

use crate::event::Event;
use crate::ids::{Group, UnitId};
use crate::position::{Play, Position};
use crate::scenario::{Kind, Rank};
use crate::state::{Moving, Place, flag, office};
use crate::task::Task;
use engine::Violation;
use ground::Hex;

impl Position<'_> {
    /// Whether a regiment is out of touch: undetached, bound to its brigade, and neither stacked with nor next to
    /// another regiment of it although one is on the map.
    #[must_use]
    pub fn is_out_of_touch(&self, unit: UnitId) -> bool {
        let info = self.info(unit);
        let (Some(brigade), Some(hex)) = (info.brigade, self.state.hex_of(unit)) else { return false };
        if self.state.is(unit, flag::DETACHED) || info.free_command {
            return false;
        }
        let mut others = false;
        for (other, at) in self.regiments_on_map(brigade) {
            if other != unit {
                if self.distance(hex, at) <= 1 {
                    return false;
                }
                others = true;
            }
        }
        others
    }

    /// A move that would bring the regiment back in touch: its own, or one of a brigade-mate stack, without entering
    /// or leaving a zone of control.
    fn can_close_up(&self, unit: UnitId) -> Option<Hex> {
        let brigade = self.info(unit).brigade?;
        let home = self.state.hex_of(unit)?;
        let mates = || self.regiments_on_map(brigade).filter(|&(other, _)| other != unit);
        if let Some(hex) =
            self.closing_move(unit, home, |to| mates().any(|(_, at)| self.distance(to, at) <= 1))
        {
            return Some(hex);
        }
        mates().find_map(|(mate, at)| self.closing_move(mate, at, |to| self.distance(to, home) <= 1))
    }

    fn closing_move(&self, unit: UnitId, from: Hex, closes: impl Fn(Hex) -> bool) -> Option<Hex> {
        let x = self.state.phasing;
        let barred = self.state.is(unit, flag::BUILDER)
            || self.state.is_unlimbered(self.scenario, unit)
            || self.in_zoc(x, from)
            || self.state.mp[unit.index()] == 0
            || self.is_held(crate::ids::Piece::Unit(unit))
            || (self.state.is(unit, flag::RESTED) && !self.may_close_up(unit));
        if barred {
            return None;
        }
        let mut group = Group::EMPTY;
        group.units.insert(unit);
        let moving = Moving {
            group,
            at: from.0,
            mp: self.state.mp[unit.index()],
            road: self.state.is(unit, flag::ROAD),
            ..Moving::default()
        };
        let mut found = None;
        self.destinations(&moving, |to, _, _| {
            if found.is_none() && !self.in_zoc(x, to) && closes(to) {
                found = Some(to);
            }
        });
        found
    }

    /// Whether X may end the Movement phase.
    ///
    /// # Errors
    ///
    /// A regiment is out of touch with its brigade and somebody could still close up.
    pub fn check_end_of_movement(&self) -> Result<(), Violation> {
        for unit in self.scenario.units_of(self.state.phasing) {
            if self.is_out_of_touch(unit)
                && let Some(to) = self.can_close_up(unit)
            {
                let text = format!(
                    "{} is out of touch with its brigade, and a move to {} would close up.",
                    self.tag(unit),
                    self.hex_name(to)
                );
                return Err(Violation::of("LFM-22.1a", text).about([self.tag(unit)]));
            }
            if self.state.is(unit, flag::LOST_TOUCH)
                && let Some(to) = self.can_come_nearer(unit)
            {
                let text = format!(
                    "{} has been out of touch since its last move and must go as near to its brigade as it can: {} is nearer.",
                    self.tag(unit),
                    self.hex_name(to)
                );
                return Err(Violation::of("LFM-22.1b", text).about([self.tag(unit)]));
            }
        }
        Ok(())
    }

    /// A move that would bring a regiment, long out of touch, nearer to its brigade.
    fn can_come_nearer(&self, unit: UnitId) -> Option<Hex> {
        let brigade = self.info(unit).brigade?;
        let home = self.state.hex_of(unit)?;
        let gap = |from: Hex| {
            self.regiments_on_map(brigade)
                .filter(|&(other, _)| other != unit)
                .map(|(_, at)| self.distance(from, at))
                .min()
        };
        let now = gap(home)?;
        if !self.is_out_of_touch(unit) {
            return None;
        }
        self.closing_move(unit, home, |to| gap(to).is_some_and(|then| then < now))
    }

    /// Whether a unit whose move was over may be picked up again because its brigade is apart.
    #[must_use]
    pub fn may_close_up(&self, unit: UnitId) -> bool {
        self.state.mp[unit.index()] > 0
            && !self.state.is(unit, flag::CHANGED | flag::CHARGED)
            && self.info(unit).brigade.is_some_and(|brigade| {
                self.regiments_on_map(brigade).any(|(mate, _)| self.is_out_of_touch(mate))
            })
    }
}

impl Play<'_> {
    /// X ends his moves: works may be removed, crowded hexes give up units, then the last checks.
    pub(crate) fn end_of_movement(&mut self) {
        self.pop();
        self.fresh_zones();
        self.push(Task::Works);
        self.push_excess();
    }

    /// The last checks of the phase.
    pub(crate) fn movement_over(&mut self) {
        let x = self.state.phasing;
        self.gather_brigade_commanders();
        for hex in self.state.zones[x.index()].occupied.iter() {
            self.one_cavalry_mode(hex);
            self.spread_disorder(hex);
        }
        for unit in self.scenario.units_of(x) {
            if self.position().is_out_of_touch(unit) {
                self.state.set(unit, flag::LOST_TOUCH);
                self.tell(Event::OutOfTouch { unit });
            } else {
                self.state.clear(unit, flag::LOST_TOUCH);
            }
        }
        self.follow_superiors();
        self.update_acting(x);
        self.note_objectives();
    }

    /// Cavalry thrown together in two modes by a retreat shares one at the end of Movement: all dismount (LFM-4.3).
    fn one_cavalry_mode(&mut self, hex: Hex) {
        let modes = self.state.stack(hex).filter(|&unit| self.scenario.unit(unit).kind == Kind::Cavalry);
        let (mut mounted, mut dismounted) = (None, false);
        for unit in modes {
            if self.state.is(unit, flag::DEPLOYED) {
                dismounted = true;
            } else {
                mounted = Some(unit);
            }
        }
        if let Some(unit) = mounted
            && dismounted
        {
            self.state.set(unit, flag::DEPLOYED);
            self.tell(Event::Changed { unit, deployed: true });
            self.one_cavalry_mode(hex);
        }
    }

    /// A brigade commander who is not with a regiment of his brigade is put with the nearest one (LFM-20.8a, 22.1c,
    /// R-83c).
    fn gather_brigade_commanders(&mut self) {
        for commander in self.scenario.commanders_of(self.state.phasing) {
            let info = self.scenario.commander(commander);
            let (Rank::Brigade, Some(brigade), Some(at)) =
                (info.rank, info.brigade, self.state.leader_hex(commander))
            else {
                continue;
            };
            let position = self.position();
            if position.regiments_on_map(brigade).any(|(_, hex)| hex == at) {
                continue;
            }
            let nearest =
                position.regiments_on_map(brigade).map(|(_, hex)| (position.distance(at, hex), hex)).min();
            if let Some((_, hex)) = nearest {
                self.shift_leader(commander, Place::at(hex));
                self.state.office[commander.index()] |= office::MOVED;
                self.tell(Event::LeaderPlaced { commander, hex: Some(hex.0) });
            }
        }
    }
}
