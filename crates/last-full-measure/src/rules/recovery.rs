//! LFM-17 Recovery: brigade commanders bring back eliminated regiments.

use crate::LastFullMeasure;
use crate::files::notation::commander_tag;
use crate::model::action::Action;
use crate::model::board::OFF;
use crate::model::event::Event;
use crate::model::ids::{CommanderId, Piece, UnitId};
use crate::model::numbers::StrengthPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Kind;
use crate::model::state::{Flag, Office, Station};
use crate::scene::{Spot, spot};
use crate::speech::unit;
use engine::agenda::{Opening, Question, Words, only};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::{Cover, Hex};
use serde::{Deserialize, Serialize};

/// Which commander tries to bring back which regiment? (LFM-17.1a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recover;

impl Question<LastFullMeasure> for Recover {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.recoverable().next().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which commander tries to bring back which regiment?", "LFM-17.1a")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.recover_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_recover(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Recover(unit) = *action else { return };
        play.push(self);
        let Some(commander) = play.position().brigade_commander(unit) else { return };
        play.state.mark(commander, Office::TRIED);
        let die = play.chance.d6("recovery");
        // LFM-17.1c
        let recovered = play.scenario.unit(unit).cohesion.meets(die);
        play.tell(Event::RecoverRoll { commander, unit, die, recovered });
        if recovered {
            play.push(Rejoin { unit, commander });
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Recover(one) => {
                format!("{}, back on {} or less", unit(at.scenario, one), at.info(one).cohesion)
            }
            _ => "No more attempts".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Recover(unit)),
            _ => None,
        }
    }
}

/// Where does the recovered regiment stand? (LFM-17.1e)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rejoin {
    /// Who comes back.
    pub unit: UnitId,
    /// Whose effort it was.
    pub commander: CommanderId,
}

impl Question<LastFullMeasure> for Rejoin {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    /// A regiment with only one place to go is put there at once.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only::<LastFullMeasure, _>(self, at)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (who, commander) = (at.now(self.unit), commander_tag(at.scenario, self.commander));
        Words::new(format!("{who} comes back to {commander}. Where does it stand?"), "LFM-17.1e")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.rejoin_actions(self.unit, self.commander, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_rejoin(self.unit, self.commander, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Rejoin(hex) = *action {
            play.rejoin(self.unit, self.commander, hex);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Rejoin(hex) => format!("Stand in {}", at.in_hex(hex)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::Rejoin(hex)),
            _ => None,
        }
    }
}

impl Position<'_> {
    /// Why a brigade commander may not try to recover anybody in this phase (LFM-17.1a). Whether his regiments have
    /// moved does not matter (LFM-17.1b), nor that he failed in an earlier turn (LFM-17.1d).
    fn recovery_hindrance(&self, commander: CommanderId) -> Option<&'static str> {
        let info = self.scenario.commander(commander);
        let Some(hex) = self.state.leader_hex(commander) else { return Some("is not on the map") };
        if self.state.holds(commander, Office::MOVED) {
            Some("has moved in this player turn")
        } else if self.state.holds(commander, Office::TRIED) {
            Some("has tried once in this phase")
        } else if self.in_zoc(info.side, hex) {
            Some("is in a zone of control")
        } else if self.in_zoi(info.side, hex) {
            Some("is in a zone of influence")
        } else {
            None
        }
    }

    /// Whether a regiment may be put here: within the stacking limits, outside the enemy's zones (LFM-17.1e).
    fn has_room_for(&self, unit: UnitId, hex: Hex) -> bool {
        let side = self.info(unit).side;
        !self.in_zoc(side, hex)
            && !self.in_zoi(side, hex)
            && self.scenario.board.cover[hex.index()] != Cover::Water
            && self.fits(self.load_with(hex, std::iter::once(unit)))
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
        self.state.station(unit) == Station::ELIMINATED
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
        let place = self.state.station(unit);
        let (rule, text) = match self.brigade_commander(unit) {
            _ if info.side != self.state.phasing => {
                ("LFM-S7d", format!("{tag} is a {} unit; only the phasing side recovers.", info.side))
            }
            None => ("R-64b", format!("{tag} is a battery; only regiments are recovered.")),
            _ if place == Station::LOST => ("LFM-23.7a", format!("{tag} is lost for good.")),
            _ if place != Station::ELIMINATED => ("LFM-17.1a", format!("{tag} is not eliminated.")),
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
    fn rejoin(&mut self, unit: UnitId, commander: CommanderId, hex: Hex) {
        let info = self.scenario.unit(unit);
        let homeless = info.brigade.is_some_and(|brigade| self.state.homeless.contains(brigade));
        // All cavalry of a hex is in one mode (LFM-4.3).
        let mates = self.state.stack(hex).find(|&other| self.scenario.unit(other).kind == Kind::Cavalry);
        if info.kind == Kind::Cavalry
            && let Some(mate) = mates
        {
            let mode = self.state.flags(mate).and(Flag::DEPLOYED);
            self.state.clear(unit, Flag::DEPLOYED);
            self.state.set(unit, mode);
        }
        self.shift_unit(unit, Station::at(hex));
        self.tell(Event::Rejoined { unit, hex });
        self.spread_disorder(hex);
        self.enter_hex(info.side, hex);
        if let Some(brigade) = info.brigade
            && self.state.total(brigade) == StrengthPoints::ZERO
        {
            // Nothing of the brigade was on the map when it was counted at night.
            self.state.set_total(brigade, info.sp);
            self.tell(Event::NewTotal { brigade, total: info.sp });
        }
        if homeless && self.state.leader_hex(commander) != Some(hex) {
            self.shift_leader(commander, Station::at(hex));
            self.tell(Event::LeaderPlaced { commander, hex: Some(hex) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::model::scenario::Rank;
    use crate::model::task::Task;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;

    /// Pratt with 5NY (8 SP) in 0005; 8NY and 11NY, and battery 2US-B, are eliminated.
    fn table() -> Table {
        let mut table = Muster::on(1, 20)
            .leader(Union, "Hale", (Rank::Division, 4), "", "0007")
            .brigade(
                Union,
                "Pratt",
                "Hale",
                "0005",
                &[("5NY", 8, 3, "0005"), ("8NY", 4, 3, "0005"), ("11NY", 9, 2, "0005")],
            )
            .brigade(Union, "Lowe", "Hale", "0004", &[("2NJ", 4, 3, "0004")])
            .battery(Union, "2US-B", 3, "0005")
            .brigade(Confederate, "Kell", "", "0018", &[("1GA", 4, 3, "0018")])
            .build();
        for tag in ["8NY", "11NY", "2US-B"] {
            let unit = table.unit(tag);
            table.play(&[], |play| play.eliminate(unit));
        }
        table.play(&[], |play| play.push(Recover));
        table
    }

    fn rule(table: &Table, tag: &str) -> Result<(), String> {
        table.position().check_recover(&Action::Recover(table.unit(tag))).map_err(|violation| violation.rule)
    }

    fn listed(table: &Table) -> Vec<Action> {
        let mut actions = Vec::new();
        match table.position().task() {
            Some(Task::Rejoin(Rejoin { unit, commander })) => {
                table.position().rejoin_actions(unit, commander, &mut actions);
            }
            _ => table.position().recover_actions(&mut actions),
        }
        actions
    }

    /// Rolls for a regiment; whether the next thing is a question.
    fn recover(table: &mut Table, die: u32, tag: &str) -> bool {
        let unit = table.unit(tag);
        table.play(&[die], |play| {
            play.answer(&Action::Recover(unit));
            play.asks()
        })
    }

    #[test]
    fn a_resting_commander_brings_back_one_regiment() {
        let _proof = proves(&["LFM-17.1a", "LFM-17.1b", "LFM-17.1c", "LFM-17.1e", "LFM-S7d"]);
        let mut table = table();
        let [second, third, regiment] = ["8NY", "11NY", "5NY"].map(|tag| table.unit(tag));
        table.state.set(regiment, Flag::MOVED);
        assert_eq!(listed(&table), [Action::Recover(second), Action::Recover(third), Action::Done]);
        assert_eq!(rule(&table, "5NY"), Err("LFM-17.1a".into()));
        assert_eq!(rule(&table, "2US-B"), Err("R-64b".into()));
        assert_eq!(rule(&table, "1GA"), Err("LFM-S7d".into()));
        assert!(recover(&mut table, 3, "8NY"));
        let [home, east] = ["0005", "0006"].map(|hex| table.hex(hex));
        assert_eq!(
            listed(&table),
            [Action::Rejoin(home), Action::Rejoin(east)],
            "another brigade holds 0004"
        );
        let Some(Task::Rejoin(Rejoin { unit, commander })) = table.position().task() else {
            panic!("a place is asked for")
        };
        let far = Action::Rejoin(table.hex("0010"));
        assert!(table.position().check_rejoin(unit, commander, &far).is_err());
        table.play(&[], |play| play.answer(&Action::Rejoin(east)));
        assert_eq!(table.state.hex_of(second), Some(east));
        assert_eq!(rule(&table, "11NY"), Err("LFM-17.1a".into()), "one attempt a phase");
        assert_eq!(listed(&table), [Action::Done]);
    }

    #[test]
    fn a_failure_may_be_tried_again_later() {
        let _proof = proves(&["LFM-17.1d"]);
        let mut table = table();
        assert!(!recover(&mut table, 4, "8NY"), "nobody else can try");
        assert_eq!(table.state.station(table.unit("8NY")), Station::ELIMINATED);
        assert_eq!(table.position().task(), None);
        table.play(&[], |play| play.begin_reorganization());
        assert_eq!(rule(&table, "8NY"), Ok(()));
    }

    #[test]
    fn stacking_and_zones_limit_the_place() {
        let _proof = proves(&["LFM-17.1e"]);
        let mut table = table();
        assert!(!recover(&mut table, 2, "11NY"), "8 + 9 is too much, 0004 is taken: only 0006 is left");
        assert_eq!(table.state.hex_of(table.unit("11NY")), Some(table.hex("0006")));
        let mut crowded = Muster::on(1, 6)
            .brigade(Union, "Pratt", "", "0000", &[("5NY", 9, 3, "0000"), ("8NY", 8, 3, "0005")])
            .brigade(Union, "Lowe", "", "0001", &[("2NJ", 4, 3, "0001")])
            .build();
        let unit = crowded.unit("8NY");
        crowded.play(&[], |play| play.eliminate(unit));
        assert_eq!(rule(&crowded, "8NY"), Err("LFM-17.1e".into()));
    }

    #[test]
    fn moving_and_enemies_near_by_prevent_it() {
        let _proof = proves(&["LFM-17.1a"]);
        let mut table = table();
        table.put("1GA", "0009");
        assert_eq!(rule(&table, "8NY"), Ok(()), "4 hexes");
        table.put("1GA", "0008");
        assert_eq!(rule(&table, "8NY"), Err("LFM-17.1a".into()), "a zone of influence");
        table.put("1GA", "0018");
        table.put_leader("Pratt", "0006");
        assert_eq!(rule(&table, "8NY"), Err("LFM-17.1a".into()));
    }

    #[test]
    fn a_regiment_that_joins_a_disorganized_stack_shares_its_state() {
        let mut table = table();
        let regiment = table.unit("5NY");
        table.state.set(regiment, Flag::D);
        assert!(recover(&mut table, 1, "8NY"));
        let Some(Task::Rejoin(Rejoin { unit, .. })) = table.position().task() else {
            panic!("a place is asked for")
        };
        let home = table.hex("0005");
        table.play(&[], |play| play.answer(&Action::Rejoin(home)));
        assert!(table.state.is(unit, Flag::D));
    }

    #[test]
    fn a_commander_without_regiments_joins_the_first_that_comes_back() {
        let _proof = proves(&["LFM-20.8b"]);
        let mut table = table();
        let (last, pratt) = (table.unit("5NY"), table.leader("Pratt"));
        table.play(&[], |play| {
            play.eliminate(last);
            play.follow_superiors();
        });
        assert_eq!(table.state.leader_hex(pratt), Some(table.hex("0007")), "with Hale");
        table.state.unmark(pratt, Office::MOVED);
        let brigade = table.brigade("Pratt");
        table.state.set_total(brigade, StrengthPoints::ZERO);
        assert!(recover(&mut table, 3, "8NY"));
        assert!(matches!(table.position().task(), Some(Task::Rejoin(_))), "a place is asked for");
        let east = table.hex("0008");
        table.play(&[], |play| play.answer(&Action::Rejoin(east)));
        assert_eq!(table.state.leader_hex(pratt), Some(east));
        assert_eq!(table.state.total(brigade), StrengthPoints(4), "counted anew by its first regiment");
    }
}
