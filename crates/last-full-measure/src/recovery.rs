//! LFM-17 Recovery: brigade commanders bring back eliminated regiments.

use crate::action::Action;
use crate::board::OFF;
use crate::event::Event;
use crate::ids::{CommanderId, UnitId};
use crate::position::{Play, Position};
use crate::scenario::Kind;
use crate::state::{Place, flag, office};
use crate::task::Task;
use engine::Violation;
use ground::{Cover, Hex};

impl Position<'_> {
    /// Why a brigade commander may not try to recover anybody in this phase (LFM-17.1a).
    fn recovery_hindrance(&self, commander: CommanderId) -> Option<&'static str> {
        let info = self.scenario.commander(commander);
        let Some(hex) = self.state.leader_hex(commander) else { return Some("is not on the map") };
        let enemy = &self.state.zones[info.side.other().index()];
        if self.state.holds(commander, office::MOVED) {
            Some("has moved in this player turn")
        } else if self.state.holds(commander, office::TRIED) {
            Some("has tried once in this phase")
        } else if enemy.zoc.contains(hex) {
            Some("is in a zone of control")
        } else if enemy.zoi.contains(hex) {
            Some("is in a zone of influence")
        } else {
            None
        }
    }

    /// Whether a regiment may be put here: within the stacking limits, outside the enemy's zones (LFM-17.1e).
    fn has_room_for(&self, unit: UnitId, hex: Hex) -> bool {
        let info = self.info(unit);
        let enemy = &self.state.zones[info.side.other().index()];
        if enemy.zoc.contains(hex)
            || enemy.zoi.contains(hex)
            || enemy.occupied.contains(hex)
            || self.scenario.board.cover[hex.index()] == Cover::Water
        {
            return false;
        }
        let mut troops = u16::from(info.sp);
        for other in self.state.stack(hex).map(|other| self.info(other)) {
            if !other.kind.is_artillery() {
                troops += u16::from(other.sp);
                if other.brigade != info.brigade {
                    return false;
                }
            }
        }
        troops <= u16::from(self.scenario.limits.stack_troops)
    }

    /// Where a recovered regiment may stand: in or next to its commander's hex (LFM-17.1e).
    fn rejoin_hexes(self, unit: UnitId, commander: CommanderId) -> impl Iterator<Item = Hex> {
        let at = self.state.leader_hex(commander);
        let around = at.map_or([OFF; 6], |hex| self.scenario.board.neighbour[hex.index()]);
        at.into_iter()
            .chain(around.into_iter().filter(|&next| next != OFF).map(Hex))
            .filter(move |&hex| self.has_room_for(unit, hex))
    }

    /// The commander of a regiment's brigade.
    fn brigade_commander(&self, unit: UnitId) -> Option<CommanderId> {
        Some(self.scenario.brigade(self.info(unit).brigade?).commander)
    }

    fn can_recover(&self, unit: UnitId) -> bool {
        self.state.place[unit.index()] == Place::ELIMINATED
            && self.brigade_commander(unit).is_some_and(|commander| {
                self.recovery_hindrance(commander).is_none()
                    && self.rejoin_hexes(unit, commander).next().is_some()
            })
    }

    fn recoverable(self) -> impl Iterator<Item = UnitId> {
        self.scenario.units_of(self.state.phasing).filter(move |&unit| self.can_recover(unit))
    }

    pub(crate) fn recover_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.recoverable().map(Action::Recover));
        out.push(Action::Done);
    }

    pub(crate) fn check_recover(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Recover(unit) => self.check_recovery(unit),
            Action::Done => Ok(()),
            _ => Err(Violation::of(
                "LFM-S7d",
                "Brigade commanders may try to recover eliminated regiments now, nothing else.",
            )),
        }
    }

    fn check_recovery(&self, unit: UnitId) -> Result<(), Violation> {
        let Some(info) = self.scenario.units.get(unit.index()) else {
            return Err(Violation::form(format!("There is no unit with the number {}.", unit.0)));
        };
        let tag = &info.tag;
        let place = self.state.place[unit.index()];
        let (rule, text) = match self.brigade_commander(unit) {
            _ if info.side != self.state.phasing => {
                ("LFM-S7d", format!("{tag} is a {} unit; only the phasing side recovers.", info.side))
            }
            None => ("R-64b", format!("{tag} is a battery; only regiments are recovered.")),
            _ if place == Place::LOST => ("LFM-23.7a", format!("{tag} is lost for good.")),
            _ if place != Place::ELIMINATED => ("LFM-17.1a", format!("{tag} is not eliminated.")),
            Some(commander) => {
                let name = &self.scenario.commander(commander).tag;
                if let Some(why) = self.recovery_hindrance(commander) {
                    ("LFM-17.1a", format!("{name} cannot recover {tag}: he {why}."))
                } else if self.rejoin_hexes(unit, commander).next().is_none() {
                    ("LFM-17.1e", format!("No hex in or next to that of {name} has room for {tag}."))
                } else {
                    return Ok(());
                }
            }
        };
        Err(Violation::of(rule, text).about([tag.clone()]))
    }

    pub(crate) fn rejoin_actions(&self, unit: UnitId, commander: CommanderId, out: &mut Vec<Action>) {
        out.extend(self.rejoin_hexes(unit, commander).map(Action::Rejoin));
    }

    pub(crate) fn check_rejoin(
        &self,
        unit: UnitId,
        commander: CommanderId,
        action: &Action,
    ) -> Result<(), Violation> {
        match *action {
            Action::Rejoin(hex) if self.rejoin_hexes(unit, commander).any(|other| other == hex) => Ok(()),
            _ => {
                let text = format!(
                    "{} comes back in or next to the hex of {}, within stacking limits and outside the enemy's zones.",
                    self.tag(unit),
                    self.scenario.commander(commander).tag
                );
                Err(Violation::of("LFM-17.1e", text).about([self.tag(unit)]))
            }
        }
    }
}

impl Play<'_> {
    pub(crate) fn ready_recover(&mut self) -> bool {
        let any = self.position().recoverable().next().is_some();
        if !any {
            self.pop();
        }
        any
    }

    pub(crate) fn do_recover(&mut self, action: &Action) {
        let Action::Recover(unit) = *action else { return self.pop() };
        let Some(commander) = self.position().brigade_commander(unit) else { return };
        self.state.office[commander.index()] |= office::TRIED;
        let die = self.chance.d6("recovery");
        let recovered = die <= self.scenario.unit(unit).cohesion;
        self.tell(Event::RecoverRoll { commander, unit, die, recovered });
        if recovered {
            self.push(Task::Rejoin { unit, commander });
        }
    }

    /// A regiment with only one place to go is put there at once.
    pub(crate) fn ready_rejoin(&mut self, unit: UnitId, commander: CommanderId) -> bool {
        let mut hexes = self.position().rejoin_hexes(unit, commander);
        let (first, second) = (hexes.next(), hexes.next());
        drop(hexes);
        if second.is_some() {
            return true;
        }
        self.pop();
        if let Some(hex) = first {
            self.rejoin(unit, commander, hex);
        }
        false
    }

    pub(crate) fn do_rejoin(&mut self, unit: UnitId, commander: CommanderId, action: &Action) {
        self.pop();
        if let Action::Rejoin(hex) = *action {
            self.rejoin(unit, commander, hex);
        }
    }

    fn rejoin(&mut self, unit: UnitId, commander: CommanderId, hex: Hex) {
        let info = self.scenario.unit(unit);
        let homeless = info.brigade.is_some_and(|brigade| self.state.homeless.contains(brigade));
        // All cavalry of a hex is in one mode (LFM-4.3).
        let mates = self.state.stack(hex).find(|&other| self.scenario.unit(other).kind == Kind::Cavalry);
        if info.kind == Kind::Cavalry
            && let Some(mate) = mates
        {
            let mode = self.state.flags[mate.index()] & flag::DEPLOYED;
            self.state.clear(unit, flag::DEPLOYED);
            self.state.set(unit, mode);
        }
        self.shift_unit(unit, Place::at(hex));
        self.tell(Event::Rejoined { unit, hex: hex.0 });
        self.spread_disorder(hex);
        if let Some(brigade) = info.brigade
            && self.state.total[brigade.index()] == 0
        {
            // Nothing of the brigade was on the map when it was counted at night.
            let total = u16::from(info.sp);
            self.state.total[brigade.index()] = total;
            self.tell(Event::NewTotal { brigade, total });
        }
        if homeless && self.state.leader_hex(commander) != Some(hex) {
            self.shift_leader(commander, Place::at(hex));
            self.tell(Event::LeaderPlaced { commander, hex: Some(hex.0) });
        }
    }
}
