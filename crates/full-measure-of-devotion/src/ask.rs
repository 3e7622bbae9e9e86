//! What each side is asked.

use crate::action::Action;
use crate::ids::{CommanderId, ForceId, Officers};
use crate::position::{Play, Position};
use crate::state::{Phase, Role, Stage};
use crate::task::Task;
use engine::{Side, Sides, Violation};

/// A question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Nothing.
    Nothing,
    /// How many trains do you bid? (S0)
    Bid,
    /// Who rides on the sleigh? (S1b)
    Leader(ForceId),
    /// Who of these equals leads? Asked out of sight.
    Senior(Officers),
    /// Which Force's initial order is written next? (S2, T6)
    Write,
    /// Where does it march?
    Destination(ForceId),
    /// By way of which towns?
    Via(ForceId),
    /// Which way where the road forks?
    Fork(ForceId),
    /// Which brigade takes the attrition hit? (T2)
    Attrition(ForceId),
    /// Is all done? (T2)
    ConfirmAttrition,
    /// Depots? (T3)
    Depots,
    /// A train for this Force? (T4)
    Train(ForceId),
    /// Which Force marches on its initial order? (T7)
    March,
    /// Which Force gets an order? (T8)
    Order,
    /// How late does it come?
    Marker(ForceId),
    /// Which Force moves? (T9)
    Activate,
    /// Whole or in part?
    Divide(ForceId),
    /// Who goes?
    Sort(ForceId),
    /// Where to?
    Step(ForceId),
    /// Which sleigh stays?
    Letter(ForceId, ForceId),
    /// Which brigade takes the hit?
    Hit(ForceId),
    /// Does it take over the trains?
    Salvage(ForceId),
    /// Which train moves? (T10)
    Haul,
    /// A question of the combat.
    Battle(Stage, Role),
    /// Which commander rides? (T12)
    Ride,
    /// Whom does he join? (T13)
    Join(CommanderId),
    /// Is all done? (T13)
    ConfirmReturns,
}

impl Ask {
    /// Whether an answer may change nothing that the enemy sees (the ledger's information matrix): orders being written, hits and
    /// choices made in secret, divisions and rides not yet settled. What looks the same to the enemy counts the same.
    #[must_use]
    pub const fn is_answered_unseen(self) -> bool {
        match self {
            Ask::Write | Ask::Destination(_) | Ask::Via(_) | Ask::Fork(_) => true,
            Ask::Attrition(_) | Ask::ConfirmAttrition => true,
            Ask::Divide(_) | Ask::Sort(_) | Ask::Step(_) => true,
            Ask::Ride | Ask::Senior(_) | Ask::Join(_) | Ask::ConfirmReturns => true,
            Ask::Battle(stage, _) => {
                matches!(stage, Stage::Select | Stage::Place | Stage::Advance | Stage::Enter)
            }
            Ask::Nothing
            | Ask::Bid
            | Ask::Leader(_)
            | Ask::Depots
            | Ask::Train(_)
            | Ask::March
            | Ask::Order
            | Ask::Marker(_)
            | Ask::Activate
            | Ask::Letter(..)
            | Ask::Hit(_)
            | Ask::Salvage(_)
            | Ask::Haul => false,
        }
    }
}

impl Position<'_> {
    /// Who must decide.
    #[must_use]
    pub fn asked(&self) -> Sides {
        Side::BOTH.into_iter().filter(|&side| self.ask(side) != Ask::Nothing).fold(Sides::NONE, Sides::with)
    }

    /// What a side (an army, not a seat) is asked.
    #[must_use]
    pub fn ask(&self, side: Side) -> Ask {
        match self.state.tasks.last() {
            Some(&task) => self.task_ask(task, side),
            None => self.phase_ask(side),
        }
    }

    /// Whether a task needs an answer of anybody.
    #[must_use]
    pub fn is_asked_by(&self, task: Task) -> bool {
        Side::BOTH.into_iter().any(|side| self.task_ask(task, side) != Ask::Nothing)
    }

    fn task_ask(&self, task: Task, side: Side) -> Ask {
        let of = |force: ForceId, ask| if force.side() == side { ask } else { Ask::Nothing };
        let alive = |force: ForceId| self.force(force).at.is_some();
        match task {
            Task::Leader(force) if alive(force) => of(force, Ask::Leader(force)),
            Task::Letter { mover, stayer } => of(mover, Ask::Letter(mover, stayer)),
            Task::Marker(force) => of(force, Ask::Marker(force)),
            Task::Divide => match (self.state.battle.as_ref(), self.state.march) {
                (None, Some(march)) => of(march.force, Ask::Divide(march.force)),
                _ => Ask::Nothing,
            },
            Task::Sort => match self.state.sorting {
                Some(sorting) => {
                    of(sorting.force, self.open_seniors().map_or(Ask::Sort(sorting.force), Ask::Senior))
                }
                None => Ask::Nothing,
            },
            Task::Hit(force) if alive(force) => of(force, Ask::Hit(force)),
            Task::Salvage(force) if alive(force) => of(force, Ask::Salvage(force)),
            Task::Walk => match self.state.march {
                Some(march) if !march.initial && !march.over && march.heading.is_none() && march.due == 0 => {
                    of(march.force, Ask::Step(march.force))
                }
                _ => Ask::Nothing,
            },
            Task::Fight => self.battle_ask(side),
            Task::Leader(_)
            | Task::Hit(_)
            | Task::Salvage(_)
            | Task::Merge { .. }
            | Task::Halt
            | Task::NextGo => Ask::Nothing,
        }
    }

    /// What the phase asks a side when no task is open.
    #[must_use]
    pub fn phase_ask(&self, side: Side) -> Ask {
        let state = self.state;
        let answered = state.answers[side.index()].done;
        match state.phase {
            Phase::Bids if !answered => Ask::Bid,
            Phase::ConfederateOrders if side == Side::Confederate => self.writing_ask(side),
            Phase::UnionOrders if side == Side::Union => self.writing_ask(side),
            Phase::Attrition if !answered => match self.next_due(side) {
                Some(force) => Ask::Attrition(force),
                None => Ask::ConfirmAttrition,
            },
            Phase::Depots if side == Side::Union && !state.out[side.index()] => Ask::Depots,
            Phase::Trains if side == Side::Confederate => self.next_offer().map_or(Ask::Nothing, Ask::Train),
            Phase::PartOne if state.go == side && self.has_go(side) => Ask::March,
            Phase::PartTwo if state.go == side && self.has_go(side) => Ask::Order,
            Phase::PartThree if state.go == side && self.has_go(side) => Ask::Activate,
            Phase::TrainMoves if side == Side::Confederate && !state.out[side.index()] && self.can_haul() => {
                Ask::Haul
            }
            Phase::Commanders if state.go == side && self.has_go(side) => {
                self.riding_seniors().map_or(Ask::Ride, Ask::Senior)
            }
            Phase::Returns if !answered && self.is_bereft(side) => {
                let senior = || self.returning_senior(side).map(|(_, equals)| Ask::Senior(equals));
                self.next_return(side).map(Ask::Join).or_else(senior).unwrap_or(Ask::ConfirmReturns)
            }
            _ => Ask::Nothing,
        }
    }

    /// Appends every legal answer of a side.
    pub fn answers(&self, side: Side, out: &mut Vec<Action>) {
        match self.ask(side) {
            Ask::Nothing => {}
            Ask::Bid => out.extend((1..=crate::bids::MOST).map(Action::Bid)),
            Ask::Leader(force) => {
                let seniors = self.campaign.seniors(self.force(force).officers);
                out.extend(seniors.iter().map(Action::Lead));
            }
            Ask::Senior(equals) => out.extend(equals.iter().map(Action::Lead)),
            Ask::Write | Ask::Destination(_) | Ask::Via(_) | Ask::Fork(_) => self.writing_answers(side, out),
            Ask::Attrition(force) | Ask::Hit(force) => {
                out.extend(self.force(force).strength.kinds().map(Action::Hit));
            }
            Ask::ConfirmAttrition | Ask::ConfirmReturns => out.push(Action::Confirm),
            Ask::Depots => self.depot_answers(out),
            Ask::Train(_) => out.extend([Action::Escort, Action::Flip, Action::Forgo]),
            Ask::March => out.extend(self.marchers(side).map(Action::March)),
            Ask::Order => self.order_answers(side, out),
            Ask::Marker(force) => self.marker_answers(force, out),
            Ask::Activate => self.activation_answers(side, out),
            Ask::Divide(force) => self.divide_answers(force, out),
            Ask::Sort(_) => self.sort_answers(out),
            Ask::Step(_) => self.step_answers(out),
            Ask::Letter(mover, stayer) => out.extend([Action::Keep(mover), Action::Keep(stayer)]),
            Ask::Salvage(_) => out.extend([Action::Escort, Action::Forgo]),
            Ask::Haul => self.haul_answers(out),
            Ask::Battle(stage, role) => self.battle_answers(stage, role, out),
            Ask::Ride => self.ride_answers(side, out),
            Ask::Join(commander) => {
                out.extend(self.nearest_to_return(commander).into_iter().map(Action::Join));
            }
        }
    }

    /// Whether an answer of a side is legal.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check_answer(&self, side: Side, action: &Action) -> Result<(), Violation> {
        let other = || Err(Violation::form("That answers another question."));
        match (self.ask(side), *action) {
            (Ask::Nothing, _) => {
                Err(Violation::form(format!("It is not for the {side} side to decide now.")))
            }
            (Ask::Bid, Action::Bid(bid)) => crate::bids::check(bid),
            (Ask::Leader(force), Action::Lead(commander)) => self.check_leader(force, commander),
            (Ask::Senior(equals), Action::Lead(who)) => {
                if who.index() < self.campaign.commanders.len() && equals.contains(who) {
                    Ok(())
                } else {
                    Err(Violation::of("FMD-6-3", "One of the equals leads."))
                }
            }
            (Ask::Write | Ask::Destination(_) | Ask::Via(_) | Ask::Fork(_), _) => {
                self.check_writing(side, action)
            }
            (Ask::Attrition(force) | Ask::Hit(force), Action::Hit(kind)) => self.check_hit(force, kind),
            (Ask::ConfirmAttrition | Ask::ConfirmReturns, Action::Confirm)
            | (Ask::Train(_), Action::Escort | Action::Flip | Action::Forgo)
            | (Ask::Salvage(_), Action::Escort | Action::Forgo) => Ok(()),
            (Ask::Depots, _) => self.check_depots(action),
            (Ask::March, Action::March(force)) => self.check_marcher(side, force),
            (Ask::Order, _) => self.check_order(side, action),
            (Ask::Marker(force), Action::Mark(delay)) => self.check_marker(force, delay),
            (Ask::Activate, _) => self.check_activation(side, action),
            (Ask::Divide(force), _) => self.check_divide(force, action),
            (Ask::Sort(_), _) => self.check_sort(action),
            (Ask::Step(_), _) => self.check_step_answer(action),
            (Ask::Letter(mover, stayer), Action::Keep(force)) if force == mover || force == stayer => Ok(()),
            (Ask::Letter(..), Action::Keep(_)) => {
                Err(Violation::of("FMD-12-V-F7", "One of the two sleighs that met stays."))
            }
            (Ask::Haul, _) => self.check_haul(action),
            (Ask::Battle(stage, role), _) => self.check_battle(stage, role, action),
            (Ask::Ride, _) => self.check_ride(side, action),
            (Ask::Join(commander), Action::Join(force)) => self.check_join(commander, force),
            _ => other(),
        }
    }
}

impl Play<'_> {
    /// Carries out an answer that was checked.
    pub(crate) fn carry_out(&mut self, side: Side, action: &Action) {
        match (self.position().ask(side), *action) {
            (Ask::Bid, Action::Bid(bid)) => self.bid(side, bid),
            (Ask::Leader(force), Action::Lead(commander)) => {
                self.state.tasks.pop();
                self.lead(force, commander);
            }
            (Ask::Write | Ask::Destination(_) | Ask::Via(_) | Ask::Fork(_), _) => self.write(side, action),
            (Ask::Attrition(force), Action::Hit(kind)) => self.take_attrition(force, kind),
            (Ask::ConfirmAttrition | Ask::ConfirmReturns, Action::Confirm) => {
                self.state.answers[side.index()].done = true;
            }
            (Ask::Depots, _) => self.depots(action),
            (Ask::Train(force), _) => self.make_train(force, action),
            (Ask::March, Action::March(force)) => self.march_on_initial_order(force),
            (Ask::Order, _) => self.order(side, action),
            (Ask::Marker(force), Action::Mark(delay)) => {
                self.state.tasks.pop();
                self.mark(force, delay, false);
            }
            (Ask::Activate, _) => self.activate(side, action),
            (Ask::Divide(_), _) => self.divide(action),
            (Ask::Sort(_), _) => self.sort(action),
            (Ask::Step(_), _) => self.step_answer(action),
            (Ask::Letter(mover, stayer), Action::Keep(force)) => {
                self.state.tasks.pop();
                self.join_forces(mover, stayer, force);
            }
            (Ask::Hit(force), Action::Hit(kind)) => {
                self.state.tasks.pop();
                self.take_hit(force, kind);
            }
            (Ask::Salvage(force), _) => {
                self.state.tasks.pop();
                self.salvage(force, action);
            }
            (Ask::Haul, _) => self.haul(action),
            (Ask::Battle(stage, role), _) => self.battle_answer(stage, role, action),
            (Ask::Senior(_), Action::Lead(who)) => match self.state.phase {
                Phase::Commanders => self.settle_ride(side, who),
                Phase::Returns => self.settle_return(side, who),
                _ => self.sort(action),
            },
            (Ask::Ride, _) => self.ride(side, action),
            (Ask::Join(commander), Action::Join(force)) => self.choose_return(commander, force),
            _ => debug_assert!(false, "the action was not checked"),
        }
    }
}
