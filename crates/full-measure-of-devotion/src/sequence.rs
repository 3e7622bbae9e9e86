//! The sequence of play: phases, goes, and the order in which everything happens (8.0).

use crate::action::Action;
use crate::ask::Ask;
use crate::event::What;
use crate::position::{Play, Position};
use crate::state::{Answered, March, Phase, Writing};
use crate::task::Task;
use engine::Side;

impl Play<'_> {
    /// Opens the campaign.
    pub fn begin_campaign(&mut self) {
        if self.campaign.bidding {
            self.state.phase = Phase::Bids;
        } else {
            self.begin_leaders();
        }
        self.run();
    }

    /// Ties on the sleighs (S1b), then the Confederate orders.
    pub(crate) fn begin_leaders(&mut self) {
        self.state.phase = Phase::Leaders;
        for force in crate::ids::ForceId::all().collect::<Vec<_>>().into_iter().rev() {
            let Some(_) = self.state.force(force).at else { continue };
            let officers = self.state.force(force).officers;
            if self.campaign.seniors(officers).count() > 1 {
                self.push(Task::Leader(force));
            }
        }
    }

    /// Carries out an answer and all that follows from it.
    pub fn answer(&mut self, side: Side, action: &Action) {
        self.carry_out(side, action);
        self.run();
    }

    /// Does everything up to the next decision.
    pub(crate) fn run(&mut self) {
        while self.state.outcome.is_none() {
            if let Some(&task) = self.state.tasks.last() {
                if self.position().is_asked_by(task) {
                    return;
                }
                self.state.tasks.pop();
                self.perform(task);
            } else if self.position().is_phase_waiting() {
                return;
            } else {
                self.next_phase();
            }
        }
    }

    /// Performs a task that needs no answer.
    fn perform(&mut self, task: Task) {
        match task {
            Task::Merge { mover, stayer } => self.merge(mover, stayer),
            Task::Walk => self.walk(),
            Task::Fight => self.fight(),
            Task::Halt => self.halt(),
            Task::NextGo => self.next_go(),
            // Asked, unless what it was about is gone.
            Task::Leader(_)
            | Task::Letter { .. }
            | Task::Marker(_)
            | Task::Divide
            | Task::Sort
            | Task::Hit(_)
            | Task::Salvage(_) => {}
        }
    }

    /// Goes on to the next phase of the turn (the ledger's T0 to T14).
    pub(crate) fn next_phase(&mut self) {
        match self.state.phase {
            Phase::Bids => self.begin_leaders(),
            Phase::Leaders => {
                if self.campaign.initial_orders && self.state.turn == 1 {
                    self.state.phase = Phase::ConfederateOrders;
                    self.state.writing = Some(Writing::default());
                } else {
                    self.begin_turn();
                }
            }
            Phase::ConfederateOrders => {
                self.orders_written(Side::Confederate);
                self.begin_turn();
            }
            Phase::Attrition => {
                self.end_attrition();
                if self.state.turn >= 3 {
                    self.state.phase = Phase::Depots;
                    self.state.out = [false; 2];
                    self.state.depots_placed = false;
                } else {
                    self.begin_trains();
                }
            }
            Phase::Depots => self.begin_trains(),
            Phase::Trains => {
                self.check_supply();
                if self.campaign.initial_orders && self.state.turn == 2 {
                    self.state.phase = Phase::UnionOrders;
                    self.state.writing = Some(Writing::default());
                } else {
                    self.begin_part_one();
                }
            }
            Phase::UnionOrders => {
                self.orders_written(Side::Union);
                self.begin_part_one();
            }
            Phase::PartOne => {
                if self.state.turn >= 3 {
                    self.begin_alternation(Phase::PartTwo, Side::Confederate);
                } else {
                    self.begin_train_moves();
                }
            }
            Phase::PartTwo => self.begin_alternation(Phase::PartThree, Side::Union),
            Phase::PartThree => self.begin_train_moves(),
            Phase::TrainMoves => {
                self.update_markers();
                self.begin_alternation(Phase::Commanders, Side::Confederate);
                self.state.rode = crate::ids::Officers::NONE;
            }
            Phase::Commanders => {
                self.state.phase = Phase::Returns;
                self.state.answers = [Answered::default(); 2];
            }
            Phase::Returns => {
                self.bring_back();
                self.state.phase = Phase::Victory;
            }
            Phase::Victory => self.end_turn(),
            Phase::Over => {}
        }
    }

    /// T0 and T1, then attrition.
    pub(crate) fn begin_turn(&mut self) {
        self.tell(What::Turn { turn: self.state.turn });
        self.reset_bonuses();
        self.roll_for_meade();
        self.roll_weather();
        self.begin_attrition();
    }

    pub(crate) fn begin_trains(&mut self) {
        self.state.phase = Phase::Trains;
        self.state.offered = 0;
    }

    pub(crate) fn begin_part_one(&mut self) {
        let first = if self.state.turn >= 3 { Side::Union } else { Side::Confederate };
        self.begin_alternation(Phase::PartOne, first);
    }

    pub(crate) fn begin_train_moves(&mut self) {
        self.state.phase = Phase::TrainMoves;
        self.state.out = [false; 2];
        for train in &mut self.state.trains {
            train.moved = false;
        }
    }

    pub(crate) fn begin_alternation(&mut self, phase: Phase, first: Side) {
        if phase == Phase::PartOne {
            self.story.reveal();
        }
        self.state.phase = phase;
        self.state.go = first;
        self.state.out = [false; 2];
        self.state.army_order = [false; 2];
        if !self.position().has_go(first) {
            self.state.go = first.other();
        }
    }

    /// Passes the go to the other side, if it has one.
    fn next_go(&mut self) {
        self.state.march = None;
        if self.state.phase == Phase::PartOne {
            // Who has marches left is seen by who goes on.
            self.story.reveal();
        }
        let other = self.state.go.other();
        if self.position().has_go(other) {
            self.state.go = other;
        }
    }

    /// Starts the march of a Force.
    pub(crate) fn begin_march(&mut self, march: March) {
        let at = self.state.force(march.force).at.unwrap_or_default();
        self.tell(What::MarchBegins { force: march.force, at, initial: march.initial });
        self.state.march = Some(march);
        self.push(Task::Halt);
        self.push(Task::Walk);
    }

    /// T14, and the next turn.
    fn end_turn(&mut self) {
        if self.decide_campaign() {
            return;
        }
        self.state.turn += 1;
        self.state.bereft = [[false; 2], self.state.bereft[0]];
        for force in &mut self.state.forces {
            force.moved = false;
            force.fed = false;
        }
        self.begin_turn();
    }
}

impl Position<'_> {
    /// Whether a side has a go in the alternation that runs.
    #[must_use]
    pub fn has_go(&self, side: Side) -> bool {
        if self.state.out[side.index()] {
            return false;
        }
        match self.state.phase {
            Phase::PartOne => self.marchers(side).next().is_some(),
            Phase::PartTwo => self.army_force(side).is_some(),
            Phase::PartThree => self.has_orders(side),
            Phase::Commanders => self.state.forces_of(side).next().is_some(),
            _ => false,
        }
    }

    /// Whether the phase itself waits for an answer.
    #[must_use]
    pub fn is_phase_waiting(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.phase_ask(side) != Ask::Nothing)
    }
}
