//! LFM-24 Breastworks, and the Construction phase that they share with burning bridges.

use crate::action::Action;
use crate::event::Event;
use crate::ids::{BridgeSet, UnitId};
use crate::position::{Play, Position};
use crate::state::flag;
use crate::task::Task;
use engine::{Side, Violation};
use ground::{Cover, Hex, HexSet};

impl Position<'_> {
    /// Whether a breastworks marker lies in the hex, finished.
    #[inline]
    #[must_use]
    pub fn works_marker(&self, hex: Hex) -> bool {
        self.state.works.contains(hex)
    }

    /// Whether a hex has works: built ones, or a town, sunken road or embankment, which always are (LFM-24.3).
    #[inline]
    #[must_use]
    pub fn has_works(&self, hex: Hex) -> bool {
        self.works_marker(hex)
            || matches!(
                self.scenario.board.cover[hex.index()],
                Cover::Town | Cover::SunkenRoad | Cover::Embankment
            )
    }

    /// Whether a unit was told to build this turn: it does not move, change mode, fire or leave by choice (LFM-24.1e, f;
    /// R-75c).
    #[inline]
    #[must_use]
    pub fn is_builder(&self, unit: UnitId) -> bool {
        self.state.is(unit, flag::BUILDER)
    }

    /// Whether somebody must stay in the hex through this Movement phase, because its works were just finished
    /// (LFM-24.1h, R-75).
    #[inline]
    #[must_use]
    pub fn must_man_works(&self, hex: Hex) -> bool {
        self.state.flipped.contains(hex)
    }

    /// Whether nobody can work in a hex: it is in an enemy zone of influence (LFM-24.10), or of control, which matters
    /// at night.
    fn is_watched(&self, side: Side, hex: Hex) -> bool {
        let enemy = &self.state.zones[side.other().index()];
        enemy.zoi.contains(hex) || enemy.zoc.contains(hex)
    }

    /// Why a unit of the phasing side in this hex may not begin breastworks.
    fn build_hindrance(&self, unit: UnitId, hex: Hex) -> Option<(&'static str, &'static str)> {
        let side = self.state.phasing;
        if self.state.is_mounted(self.scenario, unit) {
            Some(("LFM-24.1a", "is mounted; only infantry, dismounted cavalry and artillery build"))
        } else if !self.state.is(unit, flag::SETTLED) {
            Some(("LFM-24.1c", "has not been in its hex since the start of the turn"))
        } else if self.state.zones[side.other().index()].zoi.contains(hex) {
            Some(("LFM-S3b", "is in a zone of influence; nobody builds there"))
        } else if self.is_watched(side, hex) {
            Some(("R-74", "is in a zone of control; nobody builds there"))
        } else if self.works_marker(hex) {
            Some(("LFM-24.1b", "stands in finished breastworks already"))
        } else if self.state.building[side.index()].contains(hex) {
            Some(("LFM-24.1b", "stands in a hex where breastworks are being built already"))
        } else {
            None
        }
    }

    fn check_build(&self, unit: UnitId) -> Result<(), Violation> {
        let hex = self.phasing_unit(unit)?;
        match self.build_hindrance(unit, hex) {
            None => Ok(()),
            Some((rule, why)) => {
                let text = format!("{} in {} {why}.", self.tag(unit), self.hex_name(hex));
                Err(Violation::of(rule, text).about([self.tag(unit), self.hex_name(hex)]))
            }
        }
    }

    fn builders(self) -> impl Iterator<Item = UnitId> {
        self.scenario.units_of(self.state.phasing).filter(move |&unit| {
            self.state.hex_of(unit).is_some_and(|hex| self.build_hindrance(unit, hex).is_none())
        })
    }

    pub(crate) fn construct_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.builders().map(Action::Build));
        self.bridge_actions(out);
        out.push(Action::Done);
    }

    pub(crate) fn check_construct(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Build(unit) => self.check_build(unit),
            Action::Burn(bridge, unit) => self.check_burn(bridge, unit),
            Action::Torch(bridge) => self.check_torch(bridge),
            Action::Done => Ok(()),
            _ => Err(Violation::of(
                "LFM-S3b",
                "In the Construction phase units begin breastworks or burn bridges; nothing else.",
            )),
        }
    }

    /// Works that the phasing side's units have ended their Movement in (LFM-24.5b).
    fn removable_works(&self) -> HexSet {
        self.state.works.intersection(&self.state.zones[self.state.phasing.index()].occupied)
    }

    pub(crate) fn works_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.removable_works().iter().map(Action::RemoveWorks));
        out.push(Action::Done);
    }

    pub(crate) fn check_works(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::RemoveWorks(hex) if self.removable_works().contains(hex) => Ok(()),
            Action::RemoveWorks(_) => {
                let text = "Only breastworks with units of the phasing side in them can be removed.";
                Err(Violation::of("LFM-24.5b", text))
            }
            Action::Done => Ok(()),
            _ => {
                Err(Violation::of("LFM-24.6a", "Movement is over: breastworks may be removed, nothing else."))
            }
        }
    }
}

impl Play<'_> {
    /// The phasing side's Construction phase begins. Its build markers outside zones of influence become breastworks
    /// (LFM-S3a, 24.1g). Card edition: its D2 markers become D1.
    pub fn begin_construction(&mut self) {
        let side = self.state.phasing;
        self.state.flipped = HexSet::EMPTY;
        self.state.burn_tried = BridgeSet::EMPTY;
        for unit in self.scenario.units_of(side) {
            self.state.clear(unit, flag::BUILDER | flag::D2);
        }
        for hex in self.state.building[side.index()].iter() {
            if !self.position().is_watched(side, hex) {
                self.state.building[side.index()].remove(hex);
                self.state.works.insert(hex);
                self.state.flipped.insert(hex);
                self.tell(Event::WorksFinished { hex: hex.0 });
            }
        }
        self.push(Task::Construct);
    }

    pub(crate) fn ready_construct(&mut self) -> bool {
        let position = self.position();
        let any = position.builders().next().is_some() || position.can_work_on_bridges();
        if !any {
            self.pop();
        }
        any
    }

    pub(crate) fn do_construct(&mut self, action: &Action) {
        match *action {
            Action::Build(unit) => self.begin_works(unit),
            Action::Burn(bridge, unit) => self.prepare_bridge(bridge, unit),
            Action::Torch(bridge) => self.torch_bridge(bridge),
            _ => self.pop(),
        }
    }

    fn begin_works(&mut self, unit: UnitId) {
        let Some(hex) = self.state.hex_of(unit) else { return };
        self.state.building[self.state.phasing.index()].insert(hex);
        self.state.set(unit, flag::BUILDER);
        self.tell(Event::WorksBegun { unit, hex: hex.0 });
    }

    /// A build marker comes off when nobody who could build is left in its hex (R-75d).
    pub fn drop_idle_build_marker(&mut self, hex: Hex) {
        for side in Side::BOTH {
            let manned = self.state.building[side.index()].contains(hex)
                && self.state.stack(hex).any(|unit| {
                    self.scenario.unit(unit).side == side && !self.state.is_mounted(self.scenario, unit)
                });
            if !manned {
                self.drop_build_marker(side, hex);
            }
        }
    }

    /// The work of a side in a hex is cancelled, if it has begun any: its builder was forced to retreat (LFM-24.9a,
    /// R-75c), or nobody is left to build.
    pub fn drop_build_marker(&mut self, side: Side, hex: Hex) {
        if self.state.building[side.index()].remove(hex) {
            self.tell(Event::WorksAbandoned { hex: hex.0 });
        }
    }

    pub(crate) fn ready_works(&mut self) -> bool {
        let any = !self.position().removable_works().is_empty();
        if !any {
            self.pop();
        }
        any
    }

    pub(crate) fn do_works(&mut self, action: &Action) {
        match *action {
            Action::RemoveWorks(hex) => {
                self.state.works.remove(hex);
                self.tell(Event::WorksRemoved { hex: hex.0 });
            }
            _ => self.pop(),
        }
    }
}
