//! LFM-22 Regiments and brigade integrity, and the other checks at the end of Movement (ledger Q6z).

use crate::model::derived::Touch;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, BrigadeSet, Group, Piece, UnitId, UnitSet};
use crate::model::numbers::MovementPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Kind;
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Moving};
use crate::rules::breastworks::Works;
use engine::Violation;
use ground::Hex;

impl Position<'_> {
    /// The regiments of a brigade that are out of touch (LFM-22.1a): undetached (LFM-22.3e), bound to their brigade
    /// (LFM-20.7d), and neither stacked with nor next to another regiment of it although one is on the map.
    #[must_use]
    pub fn out_of_touch(&self, brigade: BrigadeId) -> UnitSet {
        let (mut hexes, mut shared) = (HexSet::EMPTY, HexSet::EMPTY);
        let mut count = 0;
        for (_, hex) in self.regiments_on_map(brigade) {
            shared.insert_if(hex, !hexes.insert(hex));
            count += 1;
        }
        let mut apart = UnitSet::EMPTY;
        for (unit, hex) in self.regiments_on_map(brigade) {
            let in_touch = shared.contains(hex) | hexes.intersects(&self.scenario.board.around[hex.index()]);
            let free = self.state.is(unit, Flag::DETACHED) | self.scenario.rolls.free_command.contains(unit);
            apart.insert_if(unit, !in_touch & !free & (count > 1));
        }
        apart
    }

    /// A move of one of the brigade's regiments that would mend a lack of touch, without entering or leaving a zone
    /// of control: the offender's own to any mate, or a mate's to the offender (LFM-22.1b, R-83). One long out of
    /// touch must at least come nearer. So does one that entered the map apart from its brigade (LFM-22.2).
    #[must_use]
    pub fn closing_move(&self, brigade: BrigadeId) -> Option<(UnitId, Hex)> {
        self.closing_move_of(brigade, self.out_of_touch(brigade))
    }

    fn closing_move_of(&self, brigade: BrigadeId, offenders: UnitSet) -> Option<(UnitId, Hex)> {
        if offenders.is_empty() {
            return None;
        }
        self.regiments_on_map(brigade).find_map(|(unit, from)| {
            if self.is_fixed(unit, from) {
                return None;
            }
            let mut goals = HexSet::EMPTY;
            for (other, at) in self.regiments_on_map(brigade).filter(|&(other, _)| other != unit) {
                if offenders.contains(unit) || offenders.contains(other) {
                    goals.insert(at);
                    goals.extend_with(&self.scenario.board.around[at.index()]);
                }
            }
            let goals = goals.difference(&self.state.zones(self.state.phasing.other()).zoc);
            self.way_to(unit, from, &goals)
                .or_else(|| if offenders.contains(unit) { self.nearer(brigade, unit, from) } else { None })
                .map(|hex| (unit, hex))
        })
    }

    /// Whether a regiment cannot move to close up.
    fn is_fixed(&self, unit: UnitId, from: Hex) -> bool {
        const OVER: Flag = Flag::CHANGED.or(Flag::CHARGED);
        self.state.is(unit, Flag::BUILDER)
            || self.is_stuck(from, self.state.mp(unit), true)
            || (self.state.is(unit, Flag::RESTED) && self.state.is(unit, OVER))
            || self.in_zoc(self.state.phasing, from)
            || self.is_held(Piece::Unit(unit))
    }

    fn alone(&self, unit: UnitId, from: Hex) -> Moving {
        Moving { group: Group::of(unit), at: from, mp: self.state.mp(unit), ..Moving::default() }
    }

    /// One of the goals, all outside zones of control, that the regiment can reach and stop in.
    fn way_to(&self, unit: UnitId, from: Hex, goals: &HexSet) -> Option<Hex> {
        let moving = self.alone(unit, from);
        if self.is_rooted(&moving) {
            return None;
        }
        let marcher = self.marcher(&moving);
        let mut within = self.area(&marcher).intersection(goals);
        within.remove(from);
        within.iter().find(|&hex| self.may_stop(&moving, &marcher, hex, MovementPoints::default))
    }

    /// For a regiment out of touch, if it was so at the end of its last move: a hex nearer to its brigade (LFM-22.1b).
    fn nearer(&self, brigade: BrigadeId, unit: UnitId, from: Hex) -> Option<Hex> {
        if !self.state.is(unit, Flag::LOST_TOUCH) {
            return None;
        }
        let gap = |hex: Hex| {
            let mates = self.regiments_on_map(brigade).filter(|&(other, _)| other != unit);
            mates.map(|(_, at)| self.distance(hex, at)).min()
        };
        let now = gap(from)?;
        let moving = self.alone(unit, from);
        if self.is_rooted(&moving) {
            return None;
        }
        let marcher = self.marcher(&moving);
        self.area(&marcher).iter().find(|&hex| {
            gap(hex).is_some_and(|then| then < now)
                && self.may_stop(&moving, &marcher, hex, MovementPoints::default)
        })
    }

    /// Whether a unit whose move was over may be picked up again because its brigade is apart. Only one that can
    /// move: it has to, or picking up and resting could go on for ever.
    #[inline]
    #[must_use]
    pub fn may_close_up(&self, unit: UnitId) -> bool {
        !self.state.touch().loose.is_empty()
            && !self.state.is(unit, Flag::CHANGED | Flag::CHARGED)
            && self.info(unit).brigade.is_some_and(|brigade| self.state.touch().loose.contains(brigade))
            && self.state.hex_of(unit).is_some_and(|hex| {
                !self.is_stuck(hex, self.state.mp(unit), true)
                    && !self.in_zoc(self.state.phasing, hex)
                    && self.can_move(&self.lifted(Group::of(unit), hex))
            })
    }

    /// Adds a brigade to those that are apart and could still close up, if it is one of them.
    fn look_for_touch(&self, brigade: BrigadeId, touch: &mut Touch) {
        let offenders = self.out_of_touch(brigade);
        touch.apart.insert_if(brigade, !offenders.is_empty());
        touch.loose.insert_if(brigade, self.closing_move_of(brigade, offenders).is_some());
    }

    /// Which of X's brigades are apart, and which of these could still close up.
    pub(crate) fn touch_of_all(&self) -> Touch {
        let mut touch = Touch::default();
        for brigade in self.scenario.brigade_ids() {
            if self.scenario.brigade(brigade).side == self.state.phasing {
                self.look_for_touch(brigade, &mut touch);
            }
        }
        touch
    }

    /// Whether the brigades noted as loose are those that could close up: the slow twin of noting them.
    fn knows_who_is_loose(&self) -> bool {
        let mut brigades = self.scenario.brigade_ids();
        brigades.all(|brigade| {
            self.scenario.brigade(brigade).side != self.state.phasing
                || self.closing_move(brigade).is_some() == self.state.touch().loose.contains(brigade)
        })
    }

    /// Whether X may end the Movement phase.
    ///
    /// # Errors
    ///
    /// A regiment is out of touch with its brigade and somebody could still close up.
    pub fn check_end_of_movement(&self) -> Result<(), Violation> {
        let Some(brigade) = self.state.touch().loose.first() else { return Ok(()) };
        let Some((unit, to)) = self.closing_move(brigade) else {
            let name = &self.scenario.brigade(brigade).name;
            return Err(Violation::of("LFM-22.1a", format!("{name} is apart and could still close up.")));
        };
        let (name, tag, hex) = (&self.scenario.brigade(brigade).name, self.tag(unit), self.hex_name(to));
        let lost = self.state.is(unit, Flag::LOST_TOUCH);
        let rule = if lost { "LFM-22.1b" } else { "LFM-22.1a" };
        let text = format!(
            "A regiment of {name} is out of touch with its brigade, and {tag} could still close up by moving to {hex}."
        );
        Err(Violation::of(rule, text).about([tag, hex]))
    }
}

impl Play<'_> {
    /// Finds out again which of X's brigades are apart and could still close up, after regiments of some have moved or
    /// have come under their commander again: `rode` if cavalry was among them, `disturbed` if that has changed others
    /// elsewhere.
    pub(crate) fn note_touch_after_move(&mut self, moved: BrigadeSet, rode: bool, disturbed: bool) {
        let disturbed = disturbed || !self.scenario.holds.is_empty();
        for brigade in self.state.touch().apart.union(&moved).iter() {
            if disturbed || moved.contains(brigade) || self.heeds_others(brigade, rode) {
                self.note_touch(brigade);
            }
        }
        debug_assert!(self.position().knows_who_is_loose(), "who can close up has changed unnoticed");
    }

    /// Whether it matters to a brigade where others stand now: to cavalry, where other cavalry does, for it may keep it
    /// from a hex (LFM-4.3), and to who is in new works, for somebody must stay there (LFM-24.1h).
    fn heeds_others(&self, brigade: BrigadeId, rode: bool) -> bool {
        self.position().regiments_on_map(brigade).any(|(unit, hex)| {
            rode && self.scenario.rolls.cavalry.contains(unit) || self.position().must_man_works(hex)
        })
    }

    /// Finds out again whether one of X's brigades is apart and could still close up.
    pub(crate) fn note_touch(&mut self, brigade: BrigadeId) {
        let mut touch = *self.state.touch();
        touch.apart.remove(brigade);
        touch.loose.remove(brigade);
        self.position().look_for_touch(brigade, &mut touch);
        self.state.note(touch);
    }

    /// The same for all of them: zones have changed.
    pub(crate) fn note_all_touch(&mut self) {
        let touch = self.position().touch_of_all();
        self.state.note(touch);
    }

    /// X ends his moves: works may be removed (LFM-24.5b), now and at no other time (LFM-24.6a), crowded hexes give
    /// up units (LFM-4.5), then the last checks.
    pub(crate) fn end_of_movement(&mut self) {
        self.pop();
        self.update_zones();
        self.push(Works);
        self.ask_excess();
    }

    /// The last checks of the phase.
    pub(crate) fn movement_over(&mut self) {
        let x = self.state.phasing;
        self.gather_brigade_commanders();
        for hex in self.state.zones(x).occupied.iter() {
            self.one_cavalry_mode(hex);
            self.spread_disorder(hex);
        }
        let position = self.position();
        let brigades = self.scenario.brigade_ids().filter(|&b| self.scenario.brigade(b).side == x);
        let out_of_touch = brigades.fold(UnitSet::EMPTY, |all, b| all.union(&position.out_of_touch(b)));
        for unit in self.scenario.units_of(x) {
            if out_of_touch.contains(unit) {
                self.state.set(unit, Flag::LOST_TOUCH);
                self.tell(Event::OutOfTouch { unit });
            } else {
                self.state.clear(unit, Flag::LOST_TOUCH);
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
            if self.state.is(unit, Flag::DEPLOYED) {
                dismounted = true;
            } else {
                mounted = Some(unit);
            }
        }
        if let Some(unit) = mounted
            && dismounted
        {
            self.state.set(unit, Flag::DEPLOYED);
            self.tell(Event::Changed { unit, deployed: true });
            self.one_cavalry_mode(hex);
        }
    }

    /// A brigade commander who is not with a regiment of his brigade is put with the nearest one (LFM-20.8a, R-83c),
    /// with the last one if there is no other (LFM-22.1c).
    fn gather_brigade_commanders(&mut self) {
        for commander in self.scenario.commanders_of(self.state.phasing).rev() {
            let position = self.position();
            let astray = self
                .state
                .leader_hex(commander)
                .is_some_and(|hex| position.is_without_his_brigade(commander, hex));
            if astray {
                self.displace(commander);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::LastFullMeasure;
    use crate::files::load::{Library, scenario};
    use crate::model::task::Task;
    use engine::chance::Quick;
    use engine::playout::Playout;
    use engine::{Rules, Silent};

    /// After every move of a group, brigades that could close up are known, whatever was done before it: R-83.
    #[test]
    fn brigades_that_could_close_up_are_known_at_every_pause() {
        for (name, decisions) in
            [("crossroads-farm", 20_000), ("mcphersons-ridge", 20_000), ("gettysburg-july-1", 8_000)]
        {
            let game =
                LastFullMeasure::new(scenario(&Library::builtin(), name).expect("a built-in scenario"));
            let mut play: Playout<LastFullMeasure> = Playout::new(3);
            let mut dice = Quick::new(3);
            let mut state = game.start(&mut dice, &mut Silent);
            let mut apart = 0;
            for _ in 0..decisions {
                if play.step(&game, &mut state, &mut dice).expect("random play goes on").is_some() {
                    state = game.start(&mut dice, &mut Silent);
                }
                let position = game.position(&state);
                if !matches!(position.task(), Some(Task::March(_))) {
                    continue;
                }
                assert!(position.knows_who_is_loose(), "{name}");
                apart += state.touch().loose.len();
            }
            assert!(apart > 100, "{name}: {apart}");
        }
    }
}
