//! LFM-23 Night: what it heals, what it takes for good, and limbering without an Artillery phase.

use crate::action::Action;
use crate::event::Event;
use crate::ids::UnitId;
use crate::position::{Play, Position};
use crate::state::{Place, flag};
use engine::{Side, Violation};

impl Position<'_> {
    /// Whether a battery can limber now: it is unlimbered and does not build (R-73, R-75c).
    fn can_limber(&self, unit: UnitId) -> bool {
        self.state.is_unlimbered(self.scenario, unit) && !self.is_builder(unit)
    }

    /// Whether the phasing side may limber this battery.
    fn check_limbering(&self, unit: UnitId) -> Result<(), Violation> {
        self.phasing_unit(unit)?;
        let tag = self.tag(unit);
        let (rule, text) = if !self.state.is_unlimbered(self.scenario, unit) {
            ("LFM-1.4", format!("{tag} is not an unlimbered battery."))
        } else if self.is_builder(unit) {
            ("R-75c", format!("{tag} builds breastworks this turn and may not limber."))
        } else {
            return Ok(());
        };
        Err(Violation::of(rule, text).about([tag]))
    }

    fn limbering(self) -> impl Iterator<Item = UnitId> {
        self.scenario
            .units_of(self.state.phasing)
            .filter(move |&unit| self.state.hex_of(unit).is_some() && self.can_limber(unit))
    }

    pub(crate) fn limber_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.limbering().map(Action::Limber));
        out.push(Action::Done);
    }

    pub(crate) fn check_night_limber(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Limber(unit) => self.check_limbering(unit),
            Action::Done => Ok(()),
            _ => {
                Err(Violation::of("R-73", "Before the night's movement batteries may limber, nothing else."))
            }
        }
    }
}

impl Play<'_> {
    pub(crate) fn ready_limber(&mut self) -> bool {
        let any = self.position().limbering().next().is_some();
        if !any {
            self.pop();
        }
        any
    }

    pub(crate) fn do_limber(&mut self, action: &Action) {
        match *action {
            Action::Limber(unit) => {
                self.state.clear(unit, flag::DEPLOYED);
                self.tell(Event::Changed { unit, deployed: false });
            }
            _ => self.pop(),
        }
    }

    /// The start of the first night turn: disorder ends on both sides, and shattered brigades are counted anew by what
    /// they have on the map (LFM-23.4, 15.2a, 15.3b).
    pub fn night_cleanup(&mut self) {
        self.tell(Event::NightFalls);
        for unit in self.scenario.unit_ids() {
            self.state.clear(unit, flag::D | flag::D2 | flag::CHARGED);
        }
        for brigade in self.state.shattered.iter() {
            self.state.shattered.remove(brigade);
            self.tell(Event::Unshattered { brigade });
            let total = self.position().strength_on_map(brigade);
            self.state.total[brigade.index()] = total;
            self.state.reset.insert(brigade);
            self.tell(Event::NewTotal { brigade, total });
        }
        self.mark_zones_stale();
    }

    /// The end of the last night turn: who is eliminated stays so, and a brigade of which nothing is left is destroyed
    /// (LFM-23.7). Regiments that have yet to arrive or to return to the map are left of it.
    pub fn dawn_losses(&mut self) {
        for unit in self.scenario.unit_ids() {
            if self.state.place[unit.index()] == Place::ELIMINATED {
                self.shift_unit(unit, Place::LOST);
                self.tell(Event::LostForGood { unit });
            }
        }
        for brigade in self.scenario.brigade_ids() {
            if self.position().strength_left(brigade) == 0 && !self.state.destroyed.contains(brigade) {
                self.state.destroyed.insert(brigade);
                let commander = self.scenario.brigade(brigade).commander;
                self.shift_leader(commander, Place::LOST);
                self.note_homeless(brigade);
                self.tell(Event::BrigadeDestroyed { brigade });
            }
        }
        self.mark_zones_stale();
    }

    /// Zones of influence come and go with daylight (LFM-23.5).
    fn mark_zones_stale(&mut self) {
        for side in Side::BOTH {
            self.state.zones[side.index()].stale = true;
        }
    }
}
