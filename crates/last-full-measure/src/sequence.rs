//! The sequence of play: turns, phases, and the run from one decision to the next (ledger section 2).

use crate::action::Action;
use crate::event::Event;
use crate::position::{Play, Position};
use crate::state::{Phase, flag, office};
use crate::task::Task;
use engine::{Side, Violation};

impl Position<'_> {
    /// Who must answer the task on top.
    #[inline]
    #[must_use]
    pub fn asked(&self) -> Option<Side> {
        // Most of a game is marching: here and below, that way is kept short.
        match self.task() {
            Task::March | Task::Marching => Some(self.state.phasing),
            other => self.asked_by(other),
        }
    }

    fn asked_by(&self, task: Task) -> Option<Side> {
        let (x, y) = (self.state.phasing, self.state.phasing.other());
        Some(match task {
            Task::Place(index) | Task::PlaceMode(index) => self.scenario.placements[index as usize].side,
            Task::Appoint
            | Task::Markers
            | Task::Commanders
            | Task::Construct
            | Task::Limber
            | Task::March
            | Task::Marching
            | Task::Divert(_)
            | Task::Excess(_)
            | Task::Works
            | Task::Declare
            | Task::Resolve
            | Task::Recover
            | Task::Rejoin { .. } => x,
            Task::Dodge(_) => y,
            Task::Fire(side)
            | Task::Aim(side)
            | Task::Victim(side)
            | Task::Loss { side, .. }
            | Task::Advance(side)
            | Task::Withdraw(side)
            | Task::Follow(side) => side,
            Task::StandFast { hex, .. } => self.state.owner(self.scenario, ground::Hex(hex))?,
            Task::RetreatFirst | Task::RetreatSecond => self.retreating_side(),
            Task::GoesAlong(commander) | Task::Displaced(commander) => {
                self.scenario.commander(commander).side
            }
            Task::Nothing
            | Task::NextPhase
            | Task::CommandTroops
            | Task::NextVictim { .. }
            | Task::ChargeHome(_)
            | Task::ChargeOver
            | Task::MovementOver
            | Task::Exits
            | Task::Round
            | Task::Dice
            | Task::Exchange
            | Task::FallBack { .. }
            | Task::Casualties
            | Task::FightOver => return None,
        })
    }

    /// Every legal answer to the task on top.
    pub fn answers(&self, out: &mut Vec<Action>) {
        match self.task() {
            Task::March => self.march_actions(out),
            Task::Marching => self.marching_actions(out),
            other => self.answers_to(other, out),
        }
    }

    #[inline(never)]
    fn answers_to(&self, task: Task, out: &mut Vec<Action>) {
        match task {
            Task::Place(index) => self.place_actions(index, out),
            Task::PlaceMode(_) => out.extend([Action::Ready, Action::Deployed]),
            Task::Appoint => self.appoint_actions(out),
            Task::Markers => self.markers_actions(out),
            Task::Commanders => self.commanders_actions(out),
            Task::Construct => self.construct_actions(out),
            Task::Fire(side) => self.fire_actions(side, out),
            Task::Aim(side) => self.aim_actions(side, out),
            Task::Victim(_) => self.victim_actions(out),
            Task::Limber => self.limber_actions(out),
            Task::March => self.march_actions(out),
            Task::Marching => self.marching_actions(out),
            Task::Divert(arrival) => self.divert_actions(arrival, out),
            Task::Excess(hex) => self.excess_actions(hex, out),
            Task::Works => self.works_actions(out),
            Task::Declare => self.declare_actions(out),
            Task::Resolve => self.resolve_actions(out),
            Task::Dodge(_) => self.dodge_actions(out),
            Task::Loss { side, hex, matching, need } => self.loss_actions(side, hex, matching, need, out),
            Task::StandFast { .. } => self.stand_fast_actions(out),
            Task::RetreatFirst => self.retreat_actions(false, out),
            Task::RetreatSecond => self.retreat_actions(true, out),
            Task::GoesAlong(_) => self.goes_along_actions(out),
            Task::Displaced(commander) => self.displaced_actions(commander, out),
            Task::Advance(side) | Task::Follow(side) => self.advance_actions(side, out),
            Task::Withdraw(side) => self.withdraw_actions(side, out),
            Task::Recover => self.recover_actions(out),
            Task::Rejoin { unit, commander } => self.rejoin_actions(unit, commander, out),
            _ => {}
        }
    }

    /// Whether an answer to the task on top is legal.
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_answer(&self, action: &Action) -> Result<(), Violation> {
        match self.task() {
            Task::Place(index) => self.check_place(index, action),
            Task::PlaceMode(_) => match action {
                Action::Ready | Action::Deployed => Ok(()),
                _ => Err(Violation::form("Ready (limbered, mounted) or deployed (unlimbered, dismounted)?")),
            },
            Task::Appoint => self.check_appoint(action),
            Task::Markers => self.check_markers(action),
            Task::Commanders => self.check_commanders(action),
            Task::Construct => self.check_construct(action),
            Task::Fire(side) => self.check_fire(side, action),
            Task::Aim(side) => self.check_aim(side, action),
            Task::Victim(_) => self.check_victim(action),
            Task::Limber => self.check_night_limber(action),
            Task::March => self.check_march(action),
            Task::Marching => self.check_marching(action),
            Task::Divert(arrival) => self.check_divert_to(arrival, action),
            Task::Excess(hex) => self.check_excess(hex, action),
            Task::Works => self.check_works(action),
            Task::Declare => self.check_declare(action),
            Task::Resolve => self.check_resolve(action),
            Task::Dodge(_) => self.check_dodge(action),
            Task::Loss { side, hex, matching, need } => self.check_loss(side, hex, matching, need, action),
            Task::StandFast { .. } => self.check_stand_fast(action),
            Task::RetreatFirst => self.check_retreat(false, action),
            Task::RetreatSecond => self.check_retreat(true, action),
            Task::GoesAlong(_) => self.check_goes_along(action),
            Task::Displaced(commander) => self.check_displaced(commander, action),
            Task::Advance(side) | Task::Follow(side) => self.check_advancing(side, action),
            Task::Withdraw(side) => self.check_withdrawing(side, action),
            Task::Recover => self.check_recover(action),
            Task::Rejoin { unit, commander } => self.check_rejoin(unit, commander, action),
            _ => Err(Violation::form("Nothing is being asked.")),
        }
    }

    fn place_actions(&self, index: u8, out: &mut Vec<Action>) {
        let placement = &self.scenario.placements[index as usize];
        out.extend(
            placement
                .hexes
                .iter()
                .map(|&hex| Action::Place(hex))
                .filter(|action| self.check_place(index, action).is_ok()),
        );
    }

    fn check_place(&self, index: u8, action: &Action) -> Result<(), Violation> {
        let placement = &self.scenario.placements[index as usize];
        let Action::Place(hex) = *action else {
            return Err(Violation::form("Choose a hex for the stack being placed."));
        };
        if !placement.hexes.contains(&hex) {
            return Err(Violation::form("The scenario does not allow this stack there."));
        }
        if self.enemy_in(placement.side, hex) {
            return Err(Violation::form("The enemy stands there."));
        }
        // A stack that fits nowhere may go anywhere it is allowed; the limits bind at the end of Movement.
        let load = |hex: ground::Hex| self.load_with(hex, placement.group.units.iter());
        if placement.hexes.iter().any(|&other| self.fits(load(other))) {
            self.check_load(hex, load(hex))
        } else {
            Ok(())
        }
    }
}

impl Play<'_> {
    /// Answers the task on top, then runs on to the next decision.
    pub fn answer(&mut self, action: &Action) {
        match self.position().task() {
            Task::March => self.do_march(action),
            Task::Marching => self.do_marching(action),
            other => self.answer_to(other, action),
        }
        self.run();
    }

    #[inline(never)]
    fn answer_to(&mut self, task: Task, action: &Action) {
        match task {
            Task::Place(index) => self.do_place(index, action),
            Task::PlaceMode(index) => self.do_place_mode(index, action),
            Task::Appoint => self.do_appoint(action),
            Task::Markers => self.do_markers(action),
            Task::Commanders => self.do_commanders(action),
            Task::Construct => self.do_construct(action),
            Task::Fire(side) => self.do_fire(side, action),
            Task::Aim(side) => self.do_aim(side, action),
            Task::Victim(side) => self.do_victim(side, action),
            Task::Limber => self.do_limber(action),
            Task::March => self.do_march(action),
            Task::Marching => self.do_marching(action),
            Task::Divert(arrival) => self.do_divert(arrival, action),
            Task::Excess(_) => self.do_excess(action),
            Task::Works => self.do_works(action),
            Task::Declare => self.do_declare(action),
            Task::Resolve => self.do_resolve(action),
            Task::Dodge(index) => self.do_dodge(index, action),
            Task::Loss { side, hex, need, .. } => self.do_loss(side, hex, need, action),
            Task::StandFast { hex, reason } => self.do_stand_fast(hex, reason, action),
            Task::RetreatFirst => self.do_retreat_first(action),
            Task::RetreatSecond => self.do_retreat_second(action),
            Task::GoesAlong(commander) => self.do_goes_along(commander, action),
            Task::Displaced(commander) => self.do_displaced(commander, action),
            Task::Advance(side) => self.do_advance(side, action),
            Task::Withdraw(side) => self.do_withdraw(side, action),
            Task::Follow(side) => self.do_follow(side, action),
            Task::Recover => self.do_recover(action),
            Task::Rejoin { unit, commander } => self.do_rejoin(unit, commander, action),
            _ => {}
        }
    }

    /// Runs automatic tasks until one needs an answer or the game is over.
    pub fn run(&mut self) {
        let mut steps = 0;
        while self.state.outcome.is_none() {
            self.refresh_zones();
            let task = self.position().task();
            steps += 1;
            debug_assert!(steps < 10_000, "{task:?} does not come to an end");
            let asks = match task {
                Task::March => true,
                Task::Marching => self.ready_marching(),
                other => {
                    let asks = self.is_ready(other);
                    if asks {
                        // Answers look at the zones of both sides, whatever getting ready left stale.
                        self.refresh_zones();
                    }
                    asks
                }
            };
            if asks {
                return;
            }
        }
    }

    /// Whether the task on top needs an answer. One that does not is done with, or has made room for the next.
    #[inline(never)]
    fn is_ready(&mut self, task: Task) -> bool {
        match task {
            Task::Place(_) | Task::PlaceMode(_) | Task::Aim(_) | Task::March | Task::Divert(_) => true,
            Task::StandFast { .. } | Task::GoesAlong(_) => true,
            Task::Appoint => self.ready_appoint(),
            Task::Markers => self.ready_markers(),
            Task::Commanders => self.ready_commanders(),
            Task::Construct => self.ready_construct(),
            Task::Fire(side) => self.ready_fire(side),
            Task::Victim(side) => self.ready_victim(side),
            Task::Limber => self.ready_limber(),
            Task::Marching => self.ready_marching(),
            Task::Excess(hex) => self.ready_excess(hex),
            Task::Works => self.ready_works(),
            Task::Declare => self.ready_declare(),
            Task::Resolve => self.ready_resolve(),
            Task::Dodge(index) => self.ready_dodge(index),
            Task::Loss { side, hex, matching, need } => self.ready_loss(side, hex, matching, need),
            Task::RetreatFirst => self.ready_retreat_first(),
            Task::RetreatSecond => self.ready_retreat_second(),
            Task::Displaced(commander) => self.ready_displaced(commander),
            Task::Advance(side) => self.ready_advance(side),
            Task::Withdraw(side) => self.ready_withdraw(side),
            Task::Follow(side) => self.ready_follow(side),
            Task::Recover => self.ready_recover(),
            Task::Rejoin { unit, commander } => self.ready_rejoin(unit, commander),
            automatic => {
                self.pop();
                self.carry_out(automatic);
                false
            }
        }
    }

    #[inline(never)]
    fn carry_out(&mut self, task: Task) {
        match task {
            Task::CommandTroops => self.command_troops(),
            Task::NextVictim { side, from, checks } => self.next_victim(side, from, checks),
            Task::ChargeHome(hex) => self.charge_home(hex),
            Task::ChargeOver => self.charge_over(),
            Task::MovementOver => self.movement_over(),
            Task::Exits => self.next_exit(),
            Task::Round => self.next_round(),
            Task::Dice => self.combat_dice(),
            Task::Exchange => self.exchange(),
            Task::FallBack { hex, reason } => self.fall_back(hex, reason),
            Task::Casualties => self.casualties(),
            Task::FightOver => self.fight_over(),
            _ => self.next_phase(),
        }
    }

    /// The first state: placements are asked, then turn 1 begins.
    pub fn begin_game(&mut self) {
        self.push(Task::NextPhase);
        for index in (0..self.scenario.placements.len().min(40)).rev() {
            self.push(Task::Place(index as u8));
        }
        self.run();
    }

    fn do_place(&mut self, index: u8, action: &Action) {
        self.pop();
        let Action::Place(hex) = *action else { return };
        let placement = &self.scenario.placements[index as usize];
        for unit in placement.group.units.iter() {
            self.shift_unit(unit, crate::state::Place::at(hex));
        }
        for commander in placement.group.commanders.iter() {
            self.shift_leader(commander, crate::state::Place::at(hex));
        }
        let (piece, _) = crate::charges::lead(&placement.group);
        self.tell(Event::Placed { piece, hex: hex.0 });
        if placement.choose_mode {
            self.push(Task::PlaceMode(index));
        }
    }

    fn do_place_mode(&mut self, index: u8, action: &Action) {
        self.pop();
        for unit in self.scenario.placements[index as usize].group.units.iter() {
            if self.scenario.unit(unit).kind == crate::scenario::Kind::Infantry {
                continue;
            }
            if *action == Action::Deployed {
                self.state.set(unit, flag::DEPLOYED);
            } else {
                self.state.clear(unit, flag::DEPLOYED);
            }
        }
    }

    /// What follows on the phase that has just ended.
    fn next_phase(&mut self) {
        let night = self.position().is_night();
        let next = match self.state.phase {
            Phase::SetUp => return self.begin_turn(0),
            Phase::Initiative if night => Phase::Construction,
            Phase::Initiative => Phase::Command,
            Phase::Command => Phase::Construction,
            Phase::Construction if night => Phase::Limber,
            Phase::Construction => Phase::Artillery,
            Phase::Artillery | Phase::Limber => Phase::Movement,
            Phase::Movement if night => Phase::Reorganization,
            Phase::Movement => Phase::Combat,
            Phase::Combat => Phase::Reorganization,
            Phase::Reorganization => return self.end_player_turn(),
            Phase::Over => return,
        };
        self.begin_phase(next);
    }

    /// Begins a game turn (ledger 2.1).
    pub(crate) fn begin_turn(&mut self, turn: u8) {
        self.state.turn = turn;
        self.state.second_half = false;
        for unit in self.scenario.unit_ids() {
            self.state.set(unit, flag::SETTLED);
            // A builder is bound only in the turn of his marker (R-75d).
            self.state.clear(unit, flag::BUILDER);
        }
        for zones in &mut self.state.zones {
            zones.stale = true; // night and day have different zones of influence
        }
        self.tell(Event::TurnBegins { turn });
        let calendar = &self.scenario.calendar;
        let night = calendar[turn as usize].night;
        let first_of_night = night && (turn == 0 || !calendar[turn as usize - 1].night);
        if first_of_night {
            self.night_cleanup();
        }
        self.state.phase = Phase::Initiative;
        let first = self.roll_initiative();
        self.state.first = first;
        self.begin_player_turn(first);
        if turn == 0 && self.scenario.starts_in_second_half {
            self.state.second_half = true;
            self.begin_player_turn(first.other());
        }
        self.push(Task::NextPhase);
    }

    fn begin_player_turn(&mut self, side: Side) {
        self.state.phasing = side;
        for commander in self.scenario.commanders_of(side) {
            self.state.office[commander.index()] &= !(office::MOVED | office::RECOVER | office::TRIED);
        }
    }

    fn end_player_turn(&mut self) {
        self.end_reorganization();
        self.close_arrivals();
        if self.state.second_half {
            return self.end_turn();
        }
        self.state.second_half = true;
        let other = self.state.first.other();
        self.begin_player_turn(other);
        self.state.phase = Phase::Initiative;
        self.push(Task::NextPhase);
    }

    fn end_turn(&mut self) {
        let turn = self.state.turn as usize;
        let calendar = &self.scenario.calendar;
        let last = turn + 1 >= calendar.len();
        if calendar[turn].night && (last || !calendar[turn + 1].night) {
            self.dawn_losses();
        }
        if calendar[turn].victory_check {
            self.victory_check();
        }
        if self.state.outcome.is_some() {
            return;
        }
        if last {
            return self.final_outcome();
        }
        self.begin_turn(turn as u8 + 1);
    }

    /// Begins a phase of the phasing side.
    pub fn begin_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        self.fresh_zones();
        self.tell(Event::PhaseBegins { side: self.state.phasing, phase });
        self.push(Task::NextPhase);
        match phase {
            Phase::Command => self.begin_command(),
            Phase::Construction => self.begin_construction(),
            Phase::Artillery => self.begin_artillery(),
            Phase::Limber => self.push(Task::Limber),
            Phase::Movement => self.begin_movement(),
            Phase::Combat => self.begin_combat(),
            Phase::Reorganization => self.begin_reorganization(),
            Phase::SetUp | Phase::Initiative | Phase::Over => {}
        }
    }
}

/// The phases of a player turn, by day and by night (LFM-SN).
#[must_use]
pub const fn phases(night: bool) -> &'static [Phase] {
    use Phase::{Artillery, Combat, Command, Construction, Limber, Movement, Reorganization};
    if night {
        &[Construction, Limber, Movement, Reorganization]
    } else {
        &[Command, Construction, Artillery, Movement, Combat, Reorganization]
    }
}
