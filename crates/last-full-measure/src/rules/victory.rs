//! LFM-S8 Victory: points, objectives and how the game ends (ledger 6.6).

use crate::model::event::Event;
use crate::model::ids::{BrigadeId, UnitId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Goal, Kind, Rank};
use crate::model::state::{Office, Phase, Station};
use engine::{Outcome, Side};
use ground::Hex;

impl Position<'_> {
    /// What an eliminated unit is worth to its enemy.
    fn worth(&self, unit: UnitId) -> i32 {
        let (info, victory) = (self.info(unit), &self.scenario.victory);
        let rate = if info.sharpshooters {
            victory.per_sharpshooter_sp
        } else if info.kind == Kind::Cavalry {
            victory.per_cavalry_sp
        } else {
            victory.per_sp
        };
        i32::from(rate) * i32::from(info.sp.0)
    }

    /// The victory points of both sides as they stand now: a regiment that comes back counts no more.
    #[must_use]
    pub fn victory_points(&self) -> [i32; 2] {
        let mut points = [0; 2];
        for unit in self.scenario.unit_ids() {
            if matches!(self.state.station(unit), Station::ELIMINATED | Station::LOST) {
                points[self.info(unit).side.other().index()] += self.worth(unit);
            }
        }
        for commander in self.scenario.commander_ids() {
            let info = self.scenario.commander(commander);
            if self.scenario.victory.commanders
                && info.rank >= Rank::Corps
                && self.state.holds(commander, Office::REPLACED)
            {
                points[info.side.other().index()] += i32::from(info.cv.0);
            }
        }
        for (index, objective) in self.scenario.victory.objectives.iter().enumerate() {
            if let Some(side) = self.holder(index) {
                points[side.index()] += i32::from(objective.vp[side.index()]);
            }
        }
        points
    }

    /// Who holds an objective.
    #[must_use]
    pub fn holder(&self, objective: usize) -> Option<Side> {
        self.state.holder(objective)
    }

    /// Whether a brigade has a regiment on the map and is not shattered.
    fn is_fresh(&self, brigade: BrigadeId) -> bool {
        !self.state.shattered.contains(brigade) && self.regiments_on_map(brigade).next().is_some()
    }

    fn fresh_brigades(&self, side: Side) -> usize {
        let of_side = |brigade: &BrigadeId| self.scenario.brigade(*brigade).side == side;
        self.scenario.brigade_ids().filter(of_side).filter(|&brigade| self.is_fresh(brigade)).count()
    }

    fn is_held_by_fresh_brigade(&self, side: Side, hex: Hex) -> bool {
        self.state.stack(hex).any(|unit| {
            let info = self.info(unit);
            info.side == side && info.brigade.is_some_and(|brigade| self.is_fresh(brigade))
        })
    }

    fn is_reached(&self, side: Side, goal: Goal, points: [i32; 2]) -> bool {
        match goal {
            Goal::HoldWithFreshBrigade(hex) => self.is_held_by_fresh_brigade(side, hex),
            Goal::MoreFreshBrigades => self.fresh_brigades(side) > self.fresh_brigades(side.other()),
            Goal::PointsAhead(lead) => points[side.index()] - points[side.other().index()] >= i32::from(lead),
        }
    }

    /// Whether all conditions of a side hold; `None` if the scenario sets it none.
    fn has_met_its_conditions(&self, side: Side, points: [i32; 2]) -> Option<bool> {
        let mut own = self.scenario.victory.conditions.iter().filter(|condition| condition.side == side);
        let first = own.next()?;
        Some(std::iter::once(first).chain(own).all(|condition| self.is_reached(side, condition.what, points)))
    }

    /// Who has won if the game ends now. A side with conditions wins if they hold and loses if they do not; where both
    /// sides have conditions, one alone must have met them; where that does not decide, points do.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let points = self.victory_points();
        match Side::BOTH.map(|side| self.has_met_its_conditions(side, points)) {
            [Some(true), None | Some(false)] | [None, Some(false)] => Some(Side::Union),
            [None | Some(false), Some(true)] | [Some(false), None] => Some(Side::Confederate),
            [Some(false), Some(false)] => None,
            [None, None] | [Some(true), Some(true)] => ahead(points),
        }
    }

    /// Who wins at once by a crushing lead in points (ledger 6.6).
    fn sudden_winner(&self, points: [i32; 2]) -> Option<Side> {
        let (halves, least) = self.scenario.victory.sudden?;
        let side = ahead(points)?;
        let (own, other) = (points[side.index()], points[side.other().index()]);
        (own >= i32::from(least) && 2 * own >= i32::from(halves) * other).then_some(side)
    }
}

fn ahead(points: [i32; 2]) -> Option<Side> {
    match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(Side::Union),
        std::cmp::Ordering::Less => Some(Side::Confederate),
        std::cmp::Ordering::Equal => None,
    }
}

impl Play<'_> {
    /// Notes who holds each objective: the last infantry regiment to occupy it decides (ledger 6.6). To be called
    /// after every change of place.
    pub fn note_objectives(&mut self) {
        for (index, objective) in self.scenario.victory.objectives.iter().enumerate() {
            let infantry =
                self.state.stack(objective.hex).find(|&unit| self.scenario.unit(unit).kind == Kind::Infantry);
            if let Some(unit) = infantry {
                let side = self.scenario.unit(unit).side;
                if self.state.holder(index) != Some(side) {
                    self.state.set_holder(index, Some(side));
                    self.tell(Event::Objective { index: index as u8, side });
                }
            }
        }
    }

    /// Counts points after the last daytime turn of a day; a crushing lead ends the game (LFM-S8).
    pub fn victory_check(&mut self) {
        let points = self.position().victory_points();
        self.tell(Event::VictoryCheck { points });
        if let Some(winner) = self.position().sudden_winner(points) {
            self.end_game(Outcome { winner: Some(winner), points });
        }
    }

    /// The last turn is over: who has won (LFM-S9b).
    pub fn final_outcome(&mut self) {
        let points = self.position().victory_points();
        let winner = self.position().winner();
        self.end_game(Outcome { winner, points });
    }

    fn end_game(&mut self, outcome: Outcome) {
        self.state.outcome = Some(outcome);
        self.state.phase = Phase::Over;
        self.state.agenda.clear();
        self.tell(Event::GameOver { outcome });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::model::scenario::{Condition, Objective};
    use Side::{Confederate, Union};
    use engine::proof::proves;

    fn table() -> Table {
        let mut table = Muster::on(1, 20)
            .leader(Union, "Meade", (Rank::Army, 4), "", "0000")
            .leader(Union, "Wadsworth", (Rank::Division, 3), "Meade", "0000")
            .brigade(Union, "Pratt", "", "0000", &[("5NY", 4, 3, "0000"), ("8NY", 3, 3, "0000")])
            .brigade(Union, "Rusk", "", "0002", &[("1NYC", 3, 3, "0002")])
            .which(|cavalry| cavalry.kind = Kind::Cavalry)
            .brigade(Union, "Berdan", "", "0003", &[("1USSS", 2, 4, "0003")])
            .which(|sharpshooters| sharpshooters.sharpshooters = true)
            .battery(Union, "2US-B", 3, "0001")
            .brigade(Confederate, "Kell", "", "0010", &[("1GA", 4, 3, "0010")])
            .build();
        let hex = table.hex("0005");
        table.scenario.victory.objectives =
            vec![Objective { hex, name: "the farm".into(), vp: [10, 20], held_by: None }];
        table
    }

    fn eliminate(table: &mut Table, tags: &[&str]) {
        for tag in tags {
            let unit = table.unit(tag);
            table.play(&[], |play| play.eliminate(unit));
        }
    }

    #[test]
    fn losses_commanders_and_objectives_are_counted() {
        let _proof = proves(&["LFM-S8"]);
        let mut table = table();
        assert_eq!(table.position().victory_points(), [0, 0]);
        eliminate(&mut table, &["5NY"]);
        assert_eq!(table.position().victory_points(), [0, 4]);
        eliminate(&mut table, &["1NYC", "1USSS"]);
        assert_eq!(table.position().victory_points(), [0, 4 + 6 + 4]);
        eliminate(&mut table, &["2US-B", "1GA"]);
        assert_eq!(table.position().victory_points(), [4, 17]);
        let (meade, wadsworth) = (table.leader("Meade"), table.leader("Wadsworth"));
        table.state.mark(wadsworth, Office::REPLACED);
        assert_eq!(table.position().victory_points(), [4, 17], "a division commander is worth nothing");
        table.state.mark(meade, Office::REPLACED);
        assert_eq!(table.position().victory_points(), [4, 21]);
    }

    #[test]
    fn the_last_infantry_regiment_in_it_holds_an_objective() {
        let mut table = table();
        let note = |table: &mut Table, tag: &str, at: &str| {
            table.put(tag, at);
            table.play(&[], |play| play.note_objectives());
            table.position().holder(0)
        };
        assert_eq!(note(&mut table, "1NYC", "0005"), None, "cavalry does not hold");
        table.put("1NYC", "0002");
        assert_eq!(note(&mut table, "1GA", "0005"), Some(Confederate));
        assert_eq!(note(&mut table, "1GA", "0006"), Some(Confederate), "it stays held");
        assert_eq!(table.position().victory_points(), [0, 20]);
        assert_eq!(note(&mut table, "5NY", "0005"), Some(Union));
        assert_eq!(table.position().victory_points(), [10, 0]);
    }

    #[test]
    fn a_crushing_lead_ends_the_game_at_a_check() {
        let _proof = proves(&["LFM-S8"]);
        let check = |table: &mut Table| {
            table.play(&[], |play| play.victory_check());
            table.state.outcome
        };
        let mut table = table();
        table.scenario.victory.sudden = Some((4, 8));
        eliminate(&mut table, &["5NY", "8NY"]);
        assert_eq!(check(&mut table), None, "7 points are too few");
        eliminate(&mut table, &["2US-B", "1GA"]);
        let won = Some(Outcome { winner: Some(Confederate), points: [4, 10] });
        assert_eq!(check(&mut table), won);
        assert_eq!((table.state.phase, table.state.agenda.next().is_none()), (Phase::Over, true));
        table.state.outcome = None;
        table.scenario.victory.sudden = Some((6, 8));
        assert_eq!(check(&mut table), None, "10 to 4 is not 3:1");
    }

    #[test]
    fn points_or_conditions_decide_at_the_end() {
        let _proof = proves(&["LFM-S9b"]);
        let outcome = |table: &mut Table| {
            table.play(&[], |play| play.final_outcome());
            table.state.outcome.and_then(|outcome| outcome.winner)
        };
        let mut table = table();
        assert_eq!(outcome(&mut table), None, "a draw");
        eliminate(&mut table, &["8NY"]);
        assert_eq!(outcome(&mut table), Some(Confederate));
        let hex = table.hex("0005");
        let want = |side, what| Condition { side, what };
        table.scenario.victory.conditions = vec![want(Confederate, Goal::HoldWithFreshBrigade(hex))];
        assert_eq!(outcome(&mut table), Some(Union), "the Confederates do not hold the farm");
        table.put("1GA", "0005");
        assert_eq!(outcome(&mut table), Some(Confederate));
        table.scenario.victory.conditions.push(want(Confederate, Goal::MoreFreshBrigades));
        assert_eq!(outcome(&mut table), Some(Union), "three brigades against one");
        table.scenario.victory.conditions = vec![want(Confederate, Goal::PointsAhead(4))];
        assert_eq!(outcome(&mut table), Some(Union), "3 points ahead");
        table.scenario.victory.conditions =
            vec![want(Confederate, Goal::PointsAhead(3)), want(Union, Goal::HoldWithFreshBrigade(hex))];
        assert_eq!(outcome(&mut table), Some(Confederate), "each side has a condition, one has met it");
        let kell = table.brigade("Kell");
        table.state.shattered.insert(kell);
        table.scenario.victory.conditions = vec![
            want(Confederate, Goal::HoldWithFreshBrigade(hex)),
            want(Union, Goal::HoldWithFreshBrigade(hex)),
        ];
        assert_eq!(outcome(&mut table), None, "neither has");
    }
}
