//! LFM-S8 Victory: points, objectives and how the game ends (ledger 6.6).

use crate::event::Event;
use crate::ids::{BrigadeId, UnitId};
use crate::position::{Play, Position};
use crate::scenario::{Goal, Kind, Rank};
use crate::state::{Phase, Place, office};
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
        i32::from(rate) * i32::from(info.sp)
    }

    /// The victory points of both sides as they stand now: a regiment that comes back counts no more.
    #[must_use]
    pub fn victory_points(&self) -> [i32; 2] {
        let mut points = [0; 2];
        for unit in self.scenario.unit_ids() {
            if matches!(self.state.place[unit.index()], Place::ELIMINATED | Place::LOST) {
                points[self.info(unit).side.other().index()] += self.worth(unit);
            }
        }
        for commander in self.scenario.commander_ids() {
            let info = self.scenario.commander(commander);
            if self.scenario.victory.commanders
                && info.rank >= Rank::Corps
                && self.state.holds(commander, office::REPLACED)
            {
                points[info.side.other().index()] += i32::from(info.cv);
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
        match self.state.held[objective] {
            1 => Some(Side::Union),
            2 => Some(Side::Confederate),
            _ => None,
        }
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
                let held = side.index() as u8 + 1;
                if self.state.held[index] != held {
                    self.state.held[index] = held;
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
        self.state.tasks.clear();
        self.tell(Event::GameOver { outcome });
    }
}
