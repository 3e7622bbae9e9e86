//! LFM-22 Regiments and brigade integrity, and the other checks at the end of Movement (ledger Q6z).

use crate::model::derived::Touch;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, BrigadeSet, Group, Piece, UnitId, UnitSet};
use crate::model::position::{Play, Position};
use crate::model::scenario::Kind;
use crate::model::sizes::HexSet;
use crate::model::state::Flag;
use crate::model::task::Task;
use crate::rules::breastworks::Works;
use crate::rules::contact::{Nears, members};
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

    /// Whether a regiment would be out of touch in a hex, DETACHED or not, with those who go with it.
    pub(crate) fn is_out_of_touch(&self, unit: UnitId, with: &UnitSet, hex: Hex) -> bool {
        let Some(brigade) = self.info(unit).brigade else { return false };
        let mates = self.mates(brigade, with);
        mates.len > 0 && mates.going < 2 && mates.touching(*self, hex) == 0
    }

    /// How many regiments are out of contact where Movement may end, and one of them that idles: it has a move of its
    /// own left which it owes. Nobody ever does. Every regiment's hexes are searched: this is for tests.
    #[must_use]
    pub fn strays(&self) -> (usize, Option<UnitId>) {
        let (mut strays, mut idler) = (0, None);
        if !matches!(self.task(), Some(Task::March(_))) || !self.state.touch().closers.is_empty() {
            return (strays, idler);
        }
        let x = self.state.phasing;
        for brigade in self.scenario.brigade_ids().filter(|&brigade| self.scenario.brigade(brigade).side == x)
        {
            for unit in self.out_of_touch(brigade).iter() {
                strays += 1;
                let Some(hex) = self.state.hex_of(unit) else { continue };
                // Who need not move.
                if self.state.is(unit, Flag::BUILDER)
                    || self.state.flags(unit).all(Flag::RESTED | Flag::CHARGED)
                    || self.in_zoc(x, hex)
                    || self.is_held(Piece::Unit(unit))
                {
                    continue;
                }
                let gap = |hex: Hex| {
                    let mates = self.regiments_on_map(brigade).filter(|&(other, _)| other != unit);
                    mates.map(|(_, at)| self.distance(hex, at)).min().unwrap_or(0)
                };
                let enough = if self.state.is(unit, Flag::LOST_TOUCH) { gap(hex) - 1 } else { 1 };
                let mut shunned = HexSet::EMPTY;
                if self.scenario.rolls.cavalry.contains(unit) {
                    shunned = self.cavalry_hexes();
                }
                let zoc = &self.state.zones(x.other()).zoc;
                let moving = self.lifted(Group::of(unit), hex);
                let goals = self.destinations(&moving).difference(zoc).difference(&shunned);
                if goals.iter().any(|goal| gap(goal) <= enough) {
                    idler = Some(unit);
                }
            }
        }
        (strays, idler)
    }

    /// Tells of each regiment of a brigade that has a move by which it closes up, or by which one that is out of
    /// contact gets company, and the rule. Whether any of the brigade is out of contact.
    fn closers(&self, brigade: BrigadeId, mut tell: impl FnMut(UnitId, &'static str)) -> bool {
        let nobody = UnitSet::EMPTY;
        let mates = self.mates(brigade, &nobody);
        let lone = if mates.len < 2 { 0 } else { mates.lone_among(mates.bound) };
        if lone & mates.kept != 0 {
            let mut nears = Nears::default();
            self.find_able(&mates, &nobody, &mut nears);
            // Where nobody can move nobody has to.
            if nears.able != 0 {
                self.find_near(&mates, nears.able, &mut nears);
                let plan = self.web(&mates, &nears).plan();
                if plan.saved > (mates.kept & !lone).count_ones() {
                    for one in members(mates.bound).filter(|&one| plan.goals[one] != 0) {
                        tell(mates.unit[one], "LFM-22.1a");
                    }
                }
            }
        }
        // Only who is out of contact himself owes the move (LFM-22.1b): mates in contact with another may stay.
        for one in members(lone & !mates.kept) {
            let (unit, at) = (mates.unit[one], mates.hex[one]);
            let Some(marcher) = self.closing_marcher(unit, at, &nobody) else { continue };
            let now = mates.gap_but(*self, at, one);
            let nearer = |hex: Hex| mates.gap_but(*self, hex, one) < now;
            // Most find a way at once.
            if self.closing_steps(unit, &marcher).any(nearer)
                || self.closing_area(unit, &marcher).iter().any(nearer)
            {
                tell(unit, self.closing_rule(unit));
            }
        }
        lone != 0
    }

    /// A hex to which a regiment may go to close up, as near to the others of its brigade as can be.
    fn way_to_company(&self, brigade: BrigadeId, unit: UnitId) -> Option<Hex> {
        let group = Group::of(unit);
        let moving = self.lifted(group, self.state.hex_of(unit)?);
        let marcher = self.marcher(&moving);
        let leave = self.leave(&moving, &marcher, self.stops_of(&moving, &marcher));
        let mates = self.mates(brigade, &group.units);
        leave.free.intersection(&leave.hexes).iter().min_by_key(|&hex| mates.gap(*self, hex))
    }

    /// Whether a unit whose move was over may be picked up again because its brigade is apart. Only one that can
    /// close up: it has to move, or picking up and resting could go on for ever.
    #[inline]
    #[must_use]
    pub fn may_close_up(&self, unit: UnitId) -> bool {
        self.state.touch().closers.contains(unit)
    }

    /// Adds a brigade to those that are apart, if it is one of them, and those of it who have to move.
    fn look_for_touch(&self, brigade: BrigadeId, touch: &mut Touch) {
        let apart = self.closers(brigade, |unit, _| {
            touch.closers.insert(unit);
        });
        touch.apart.insert_if(brigade, apart);
    }

    /// Which of X's brigades are apart, and who has to move for it.
    pub(crate) fn touch_of_all(&self) -> Touch {
        let mut touch = Touch::default();
        for brigade in self.scenario.brigade_ids() {
            if self.scenario.brigade(brigade).side == self.state.phasing {
                self.look_for_touch(brigade, &mut touch);
            }
        }
        touch
    }

    /// Whether X may end the Movement phase.
    ///
    /// # Errors
    ///
    /// A regiment is out of contact with its brigade and somebody could and must close up.
    pub fn check_end_of_movement(&self) -> Result<(), Violation> {
        let Some(first) = self.state.touch().closers.first() else { return Ok(()) };
        let Some(brigade) = self.info(first).brigade else { return Ok(()) };
        let name = &self.scenario.brigade(brigade).name;
        let mut found = None;
        self.closers(brigade, |unit, rule| {
            found.get_or_insert((unit, rule));
        });
        let (unit, rule) = found.unwrap_or((first, "LFM-22.1a"));
        let Some(to) = self.way_to_company(brigade, unit) else {
            return Err(Violation::of(rule, format!("{name} is apart and could still close up.")));
        };
        let (tag, hex) = (self.tag(unit), self.hex_name(to));
        let text = format!(
            "A regiment of {name} is out of contact with its brigade, and {tag} could still close up by moving to {hex}."
        );
        Err(Violation::of(rule, text).about([tag, hex]))
    }
}

impl Play<'_> {
    /// Finds out again which of X's brigades are apart and who has to close up, after regiments of some have moved or
    /// have come under their commander again: `rode` if cavalry was among them.
    pub(crate) fn note_touch_after_move(&mut self, moved: BrigadeSet, rode: bool) {
        let apart = self.state.touch().apart;
        // Who is held back may be let go, or the other way round.
        let disturbed = !self.scenario.holds.is_empty();
        let asked = if disturbed { apart } else { apart.intersection(&self.who_heeds_others(rode)) };
        for brigade in asked.union(&moved).iter() {
            self.note_touch(brigade);
        }
        debug_assert!(
            self.position().touch_of_all() == *self.state.touch(),
            "who has to close up has changed unnoticed"
        );
    }

    /// The brigades to which it matters where others stand now: of cavalry, if other cavalry has moved, for that may
    /// keep it from a hex (LFM-4.3), and of who is in new works, for somebody must stay there (LFM-24.1h).
    fn who_heeds_others(&self, rode: bool) -> BrigadeSet {
        let mut brigades = if rode { self.scenario.rolls.riding } else { BrigadeSet::EMPTY };
        // Mostly there are none.
        if !self.state.flipped.is_empty() {
            for unit in self.state.flipped.iter().flat_map(|hex| self.state.stack(hex)) {
                if let Some(brigade) = self.scenario.unit(unit).brigade {
                    brigades.insert(brigade);
                }
            }
        }
        brigades
    }

    /// Finds out again whether one of X's brigades is apart and who has to close up.
    pub(crate) fn note_touch(&mut self, brigade: BrigadeId) {
        let mut touch = *self.state.touch();
        touch.apart.remove(brigade);
        touch.closers = touch.closers.difference(&self.scenario.rolls.brigades[brigade.index()]);
        self.position().look_for_touch(brigade, &mut touch);
        self.state.note(touch);
    }

    /// The same for all of them: zones have changed.
    pub(crate) fn note_all_touch(&mut self) {
        let touch = self.position().touch_of_all();
        self.state.note(touch);
    }

    /// Movement begins: whose contact stands has to keep it (LFM-22.1a), the others have to make it (LFM-22.1b).
    pub(crate) fn bind_all(&mut self) {
        for brigade in self.scenario.brigade_ids() {
            if self.scenario.brigade(brigade).side == self.state.phasing {
                self.bind(brigade, |_| true);
            }
        }
        self.note_all_touch();
    }

    /// The same for some regiments of a brigade, which have come onto the map or under its commander: R-83b.
    pub(crate) fn bind(&mut self, brigade: BrigadeId, who: impl Fn(UnitId) -> bool) {
        let out_of_touch = self.position().out_of_touch(brigade);
        for &unit in &self.scenario.brigade(brigade).units {
            if who(unit) && out_of_touch.contains(unit) {
                self.state.set(unit, Flag::LOST_TOUCH);
            } else if who(unit) {
                self.state.clear(unit, Flag::LOST_TOUCH);
            }
        }
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
    use super::*;
    use crate::cases::watch::watch;

    /// when Movement may end, nobody who is out of contact has a move of his own left that he owes.
    #[test]
    fn no_stray_idles() {
        for (name, decisions) in
            [("crossroads-farm", 20_000), ("mcphersons-ridge", 20_000), ("gettysburg-july-1", 10_000)]
        {
            let mut strays = 0;
            watch(name, 11, decisions, |position, _| {
                let (apart, idler) = position.strays();
                strays += apart;
                assert_eq!(idler, None, "{name}: {:?} idles", idler.map(|unit| position.tag(unit)));
            });
            assert!(strays > 100, "{name}: {strays} strays");
        }
    }

    /// After every move of a group, those who have to close up are known, whatever was done before it: R-83.
    #[test]
    fn who_has_to_close_up_is_known_at_every_pause() {
        for (name, decisions) in
            [("crossroads-farm", 20_000), ("mcphersons-ridge", 20_000), ("gettysburg-july-1", 8_000)]
        {
            let mut apart = 0;
            watch(name, 3, decisions, |position, state| {
                if matches!(position.task(), Some(Task::March(_))) {
                    assert_eq!(position.touch_of_all(), *state.touch(), "{name}");
                    apart += state.touch().closers.len();
                }
            });
            assert!(apart > 100, "{name}: {apart}");
        }
    }
}
