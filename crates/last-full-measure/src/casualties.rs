//! LFM-21 Commander casualties, and commanders left alone.

use crate::action::Action;
use crate::event::Event;
use crate::ids::CommanderId;
use crate::position::{Play, Position};
use crate::rows::List;
use crate::scenario::Rank;
use crate::state::{Hex0, Place, office};
use crate::task::Task;
use engine::{Side, Violation};
use ground::Hex;

/// Where a lone commander may go: few, since only the nearest units count.
type Refuges = List<Hex0, 24>;

impl Position<'_> {
    /// Where a commander left alone may go: the nearest unit of his command, or his superior.
    #[must_use]
    pub fn refuges(&self, commander: CommanderId) -> Refuges {
        let info = self.scenario.commander(commander);
        let mut refuges = Refuges::default();
        let Some(from) = self.state.leader_hex(commander) else { return refuges };
        let own = |unit: crate::ids::UnitId| {
            let unit = self.info(unit);
            match info.rank {
                Rank::Brigade => unit.brigade == info.brigade,
                Rank::Division => unit.division != 0 && unit.division == info.division,
                Rank::Corps => unit.corps != 0 && unit.corps == info.corps,
                Rank::Army => true,
            }
        };
        let places = self
            .scenario
            .units_of(info.side)
            .filter(|&unit| own(unit))
            .filter_map(|unit| self.state.hex_of(unit))
            .filter(|&hex| hex != from);
        let mut nearest = u16::MAX;
        for hex in places {
            let gap = self.distance(from, hex);
            if gap < nearest {
                nearest = gap;
                refuges.clear();
            }
            if gap == nearest && !refuges.contains(&hex.0) && !refuges.lacks_room(2) {
                refuges.push(hex.0);
            }
        }
        if info.rank != Rank::Brigade || refuges.is_empty() {
            let mut above = info.superior;
            while let Some(superior) = above {
                if let Some(hex) = self.state.leader_hex(superior) {
                    if hex != from && !refuges.contains(&hex.0) {
                        refuges.push(hex.0);
                    }
                    break;
                }
                above = self.scenario.commander(superior).superior;
            }
        }
        if refuges.is_empty() {
            let occupied = &self.state.zones[info.side.index()].occupied;
            if let Some((_, hex)) = occupied.iter().map(|hex| (self.distance(from, hex), hex)).min() {
                refuges.push(hex.0);
            }
        }
        refuges
    }

    /// Whether a brigade commander is not with a regiment of his brigade although one is on the map (LFM-20.8a).
    #[must_use]
    pub fn is_without_his_brigade(&self, commander: CommanderId, hex: Hex) -> bool {
        let brigade = self.scenario.commander(commander).brigade;
        brigade.is_some_and(|brigade| {
            let mut regiments = self.regiments_on_map(brigade).peekable();
            regiments.peek().is_some() && regiments.all(|(_, at)| at != hex)
        })
    }

    pub(crate) fn displaced_actions(&self, commander: CommanderId, out: &mut Vec<Action>) {
        out.extend(self.refuges(commander).iter().map(|&hex| Action::PutLeader(Hex(hex))));
    }

    pub(crate) fn check_displaced(&self, commander: CommanderId, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::PutLeader(hex) if self.refuges(commander).contains(&hex.0) => Ok(()),
            _ => {
                let name = &self.scenario.commander(commander).name;
                let text = format!(
                    "{name} is alone: he goes to the nearest unit of his command or to his superior."
                );
                Err(Violation::of("LFM-21.2b", text))
            }
        }
    }
}

impl Play<'_> {
    /// The commanders of a hex that lost a unit or retreated by a result will have to roll (LFM-21.1, R-58).
    pub(crate) fn risk_commanders(&mut self, side: Side, hex: Hex) {
        let at_risk = &mut self.state.battle.fight.at_risk;
        for commander in self.scenario.commanders_of(side) {
            let here = self.state.leader_place[commander.index()].0 == hex.0;
            let fallen = self.state.office[commander.index()] & office::REPLACED != 0;
            if here && !fallen && self.scenario.commander(commander).stars > 1 {
                at_risk.insert(commander);
            }
        }
    }

    /// Dice for the commanders at risk, then those left alone find a new place.
    pub(crate) fn casualties(&mut self) {
        let at_risk = std::mem::take(&mut self.state.battle.fight.at_risk);
        for commander in at_risk.iter() {
            let die = self.chance.d6("commander casualty");
            let fell = die == 1;
            if fell {
                self.state.office[commander.index()] |= office::REPLACED;
            }
            self.tell(Event::Casualty { commander, die, fell });
        }
        self.follow_superiors();
        let fight = self.state.battle.fight;
        let hexes =
            fight.attackers.iter().chain(fight.defenders.iter()).copied().chain([self.state.shot.target]);
        for hex in hexes.filter(|&hex| (hex as usize) < self.scenario.board.len) {
            for side in Side::BOTH {
                self.displace_leaders(side, Hex(hex));
            }
        }
    }

    /// Commanders of a side in a hex without friendly units there must go (LFM-21.2b, R-25).
    pub(crate) fn displace_leaders(&mut self, side: Side, hex: Hex) {
        if self.position().friend_in(side, hex) {
            return;
        }
        // Seniors are placed first, so that juniors can follow them.
        for commander in self.scenario.commanders_of(side).rev() {
            if self.state.leader_place[commander.index()].0 == hex.0
                && !self.state.tasks.contains(&Task::Displaced(commander))
                && !self.state.tasks.lacks_room(6)
            {
                self.push(Task::Displaced(commander));
            }
        }
    }

    /// Where there is no choice, the commander is put at once.
    pub(crate) fn ready_displaced(&mut self, commander: CommanderId) -> bool {
        let info = self.scenario.commander(commander);
        let position = self.position();
        let alone = self.state.leader_hex(commander).is_some_and(|hex| {
            !position.friend_in(info.side, hex) || position.is_without_his_brigade(commander, hex)
        });
        if !alone {
            self.pop();
            return false;
        }
        let refuges = position.refuges(commander);
        if refuges.len() > 1 {
            return true;
        }
        self.pop();
        self.put_leader(commander, refuges.last().map(Hex));
        false
    }

    pub(crate) fn do_displaced(&mut self, commander: CommanderId, action: &Action) {
        self.pop();
        if let Action::PutLeader(hex) = *action {
            self.put_leader(commander, Some(hex));
        }
    }

    /// Puts a commander with friends; with no friend on the map he leaves it.
    fn put_leader(&mut self, commander: CommanderId, hex: Option<Hex>) {
        self.shift_leader(commander, hex.map_or(Place::LOST, Place::at));
        self.tell(Event::LeaderPlaced { commander, hex: hex.map(|hex| hex.0) });
    }
}
