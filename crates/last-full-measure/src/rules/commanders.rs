//! LFM-19 Commanders: their help in reorganizing, and brigade commanders who have lost their brigade (LFM-20.8b).

use crate::model::event::Event;
use crate::model::ids::{BrigadeId, CommanderId};
use crate::model::numbers::CommandValue;
use crate::model::position::{Play, Position};
use crate::model::scenario::Rank;
use crate::model::state::Station;
use engine::Side;
use ground::Hex;

impl Position<'_> {
    /// How far a commander helps to reorganize, which is not how far he commands (LFM-19.3): corps and division 4
    /// hexes (LFM-19.2b); in his hex and next to it each of them does (LFM-19.2a). A brigade commander has no value
    /// to help with (LFM-19.1a).
    #[must_use]
    pub fn reorganization_range(&self, commander: CommanderId) -> Option<u8> {
        let info = self.scenario.commander(commander);
        let limits = &self.scenario.limits;
        match info.rank {
            Rank::Brigade => None,
            Rank::Division | Rank::Corps => Some(limits.reorganize_corps[info.side.index()].max(1)),
            Rank::Army => Some(limits.reorganize_army.max(1)),
        }
    }

    /// The commander whose command value serves a stack best when it reorganizes (LFM-S7c, LFM-14.5c, LFM-19.1c). He
    /// need not be in command, and his range is counted in plain hexes.
    #[must_use]
    pub fn best_helper(&self, side: Side, hex: Hex) -> Option<(CommanderId, CommandValue)> {
        let mut best = None;
        for commander in self.scenario.commanders_of(side) {
            let cv = self.state.cv(self.scenario, commander);
            if let Some(range) = self.reorganization_range(commander)
                && let Some(at) = self.state.leader_hex(commander)
                && best.is_none_or(|(_, better)| cv > better)
                && self.distance(at, hex) <= u16::from(range)
            {
                best = Some((commander, cv));
            }
        }
        best
    }

    /// Where a brigade commander without regiments belongs: with the nearest superior of his chain on the map, without
    /// one with the nearest friendly combat unit (R-59b).
    fn refuge(&self, commander: CommanderId) -> Option<Hex> {
        let info = self.scenario.commander(commander);
        let mut link = info.superior;
        while let Some(superior) = link {
            if let Some(hex) = self.state.leader_hex(superior) {
                return Some(hex);
            }
            link = self.scenario.commander(superior).superior;
        }
        let at = self.state.leader_hex(commander)?;
        let friends = self.state.zones(info.side).occupied;
        friends.iter().min_by_key(|&friend| (self.distance(at, friend), friend))
    }
}

impl Play<'_> {
    /// Brigade commanders without regiments stay with their superiors and are carried along (LFM-20.8b, R-59b).
    pub fn follow_superiors(&mut self) {
        for brigade in self.state.homeless.iter() {
            self.follow_superior(brigade);
        }
    }

    fn follow_superior(&mut self, brigade: BrigadeId) {
        let commander = self.scenario.brigade(brigade).commander;
        let refuge = self.position().refuge(commander);
        if let Some(hex) = refuge
            && refuge != self.state.leader_hex(commander)
        {
            self.shift_leader(commander, Station::at(hex));
            self.tell(Event::LeaderPlaced { commander, hex: Some(hex) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::Muster;
    use Rank::{Army, Corps, Division};
    use Side::{Confederate, Union};
    use engine::proof::proves;

    #[test]
    fn the_best_commander_in_range_helps() {
        let _proof = proves(&["LFM-19.1a", "LFM-19.2a", "LFM-19.2b", "LFM-19.3"]);
        let mut table = Muster::on(3, 30)
            .leader(Union, "Meade", (Army, 5), "", "0100")
            .leader(Union, "Hancock", (Corps, 4), "Meade", "0110")
            .leader(Union, "Gibbon", (Division, 3), "Hancock", "0108")
            .brigade(Union, "Webb", "Gibbon", "0120", &[("69PA", 3, 4, "0120")])
            .build();
        let helper = |table: &crate::cases::muster::Table, at: &str| {
            let position = table.position();
            let (commander, cv) = position.best_helper(Union, table.hex(at))?;
            Some((table.scenario.commander(commander).tag.clone(), cv.0))
        };
        assert_eq!(helper(&table, "0101"), Some(("Meade".into(), 5)));
        assert_eq!(helper(&table, "0102"), None, "two hexes are too far for an army commander");
        assert_eq!(helper(&table, "0105"), Some(("Gibbon".into(), 3)));
        assert_eq!(helper(&table, "0106"), Some(("Hancock".into(), 4)), "four hexes, and better");
        assert_eq!(helper(&table, "0115"), None, "within command range, yet beyond this one");
        assert_eq!(helper(&table, "0120"), None, "a brigade commander has no command value");
        table.scenario.limits = crate::model::scenario::Limits::CARD;
        assert_eq!(helper(&table, "0105"), Some(("Meade".into(), 5)));
        assert_eq!(helper(&table, "0113"), Some(("Hancock".into(), 4)));
        assert_eq!(helper(&table, "0114"), None);
    }

    #[test]
    fn a_brigade_commander_without_a_brigade_stays_with_his_superior() {
        let _proof = proves(&["LFM-20.8b"]);
        let mut table = Muster::on(3, 30)
            .leader(Confederate, "Lee", (Army, 5), "", "0120")
            .leader(Confederate, "Heth", (Division, 3), "Lee", "0110")
            .brigade(Confederate, "Archer", "Heth", "0100", &[("13AL", 3, 3, "0100"), ("1TN", 3, 3, "0100")])
            .build();
        let (first, second) = (table.unit("13AL"), table.unit("1TN"));
        let at = |table: &crate::cases::muster::Table| table.state.leader_hex(table.leader("Archer"));
        table.play(&[], |play| {
            play.eliminate(first);
            play.follow_superiors();
        });
        assert_eq!(at(&table), Some(table.hex("0100")), "one regiment is left");
        table.play(&[], |play| {
            play.eliminate(second);
            play.follow_superiors();
        });
        assert_eq!(at(&table), Some(table.hex("0110")));
        table.put_leader("Heth", "0112");
        table.play(&[], |play| play.follow_superiors());
        assert_eq!(at(&table), Some(table.hex("0112")));
        let heth = table.leader("Heth");
        table.play(&[], |play| {
            play.shift_leader(heth, Station::WAITING);
            play.follow_superiors();
        });
        assert_eq!(at(&table), Some(table.hex("0120")));
    }
}
