//! The sequence of play: turns, phases, and the run from one decision to the next (ledger section 2).

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::Turn;
use crate::model::position::{Play, Position};
use crate::model::scenario::Kind;
use crate::model::state::{Flag, Office, Phase, Station};
use crate::rules::night::Limber;
use crate::scene::{Spot, spot};
use crate::speech::{counted, group};
use engine::agenda::{Question, Step, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// Where does a stack stand that the scenario lets its owner place? (Q0, LFM-29.1)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceStack {
    /// The number of the placement.
    pub index: u16,
}

impl Question<LastFullMeasure> for PlaceStack {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.scenario.placements[self.index as usize].side)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let placement = &at.scenario.placements[self.index as usize];
        let choice = counted(placement.hexes.len() as u64, "hex", "hexes");
        let who = at.do_they(&placement.group);
        Words::new(format!("Where {who} stand? {choice} to choose from."), "LFM-29.1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.place_actions(self.index, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_place(self.index, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Place(hex) = *action else { return };
        let placement = &play.scenario.placements[self.index as usize];
        for unit in placement.group.units.iter() {
            play.shift_unit(unit, Station::at(hex));
        }
        for commander in placement.group.commanders.iter() {
            play.shift_leader(commander, Station::at(hex));
        }
        let (piece, _) = crate::rules::charges::lead(&placement.group);
        play.tell(Event::Placed { piece, hex });
        play.ask_placement(self.index + 1);
        if placement.choose_mode {
            play.push(PlaceMode { index: self.index });
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Place(hex) => format!("Stand in {}", at.hex_name(hex)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::Place(hex)),
            _ => None,
        }
    }
}

/// In which mode do its units start? (LFM-29.3)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceMode {
    /// The number of the placement.
    pub index: u16,
}

impl Question<LastFullMeasure> for PlaceMode {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.scenario.placements[self.index as usize].side)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let who = group(at.scenario, &at.scenario.placements[self.index as usize].group);
        Words::new(format!("{who}: ready to move (limbered, mounted), or deployed?"), "LFM-29.3")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Ready, Action::Deployed]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Ready | Action::Deployed => Ok(()),
            _ => Err(Violation::form("Ready (limbered, mounted) or deployed (unlimbered, dismounted)?")),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        for unit in play.scenario.placements[self.index as usize].group.units.iter() {
            if play.scenario.unit(unit).kind == Kind::Infantry {
                continue;
            }
            if *action == Action::Deployed {
                play.state.set(unit, Flag::DEPLOYED);
            } else {
                play.state.clear(unit, Flag::DEPLOYED);
            }
        }
    }

    fn label(self, _: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Ready => "Ready to move".into(),
            _ => "Deployed".into(),
        }
    }
}

/// Goes on to the next phase.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextPhase;

impl Step<LastFullMeasure> for NextPhase {
    fn take(self, play: &mut Play<'_>) {
        play.next_phase();
    }
}

impl Position<'_> {
    fn place_actions(&self, index: u16, out: &mut Vec<Action>) {
        let placement = &self.scenario.placements[index as usize];
        out.extend(
            placement
                .hexes
                .iter()
                .map(|&hex| Action::Place(hex))
                .filter(|action| self.check_place(index, action).is_ok()),
        );
    }

    fn check_place(&self, index: u16, action: &Action) -> Result<(), Violation> {
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
    /// The first state: placements are asked, then turn 1 begins.
    pub fn begin_game(&mut self) {
        self.push(NextPhase);
        self.ask_placement(0);
        self.run();
    }

    /// Asks for the placement with this number, if there is one.
    fn ask_placement(&mut self, index: u16) {
        if usize::from(index) < self.scenario.placements.len() {
            self.push(PlaceStack { index });
        }
    }

    /// What follows on the phase that has just ended: phases 2 to 7 of one side. By night there is no command
    /// (LFM-23.2b), no fire (LFM-SN) and no combat (LFM-23.2a).
    fn next_phase(&mut self) {
        let night = self.position().is_night();
        let next = match self.state.phase {
            Phase::SetUp => return self.begin_turn(Turn::FIRST),
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
    pub(crate) fn begin_turn(&mut self, turn: Turn) {
        self.state.turn = turn;
        self.state.second_half = false;
        for unit in self.scenario.unit_ids() {
            self.state.set(unit, Flag::SETTLED);
            // A builder is bound only in the turn of his marker (R-75d).
            self.state.clear(unit, Flag::BUILDER);
        }
        for side in Side::BOTH {
            // Zones of influence come and go with daylight (LFM-23.5).
            self.state.outdate_zones(side);
        }
        self.tell(Event::TurnBegins { turn });
        let calendar = &self.scenario.calendar;
        let is_night = |at: usize| calendar[at].night;
        let first_of_night = is_night(turn.index()) && (turn == Turn::FIRST || !is_night(turn.index() - 1));
        if first_of_night {
            // LFM-23.4a
            self.night_cleanup();
        }
        self.state.phase = Phase::Initiative;
        let first = self.roll_initiative();
        self.state.first = first;
        self.begin_player_turn(first);
        if turn == Turn::FIRST && self.scenario.starts_in_second_half {
            self.state.second_half = true;
            self.begin_player_turn(first.other());
        }
        self.push(NextPhase);
    }

    fn begin_player_turn(&mut self, side: Side) {
        self.state.phasing = side;
        for commander in self.scenario.commanders_of(side) {
            self.state.unmark(commander, Office::MOVED | Office::RECOVER | Office::TRIED);
        }
    }

    /// One side has done all its phases: the other one does the same (LFM-S0b, LFM-S7f), then the game turn ends.
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
        self.push(NextPhase);
    }

    /// The game turn ends, and the next one begins with initiative (LFM-S9b); its day stands in the calendar
    /// (LFM-S9a).
    fn end_turn(&mut self) {
        let turn = self.state.turn.index();
        let calendar = &self.scenario.calendar;
        let last = turn + 1 >= calendar.len();
        if calendar[turn].night && (last || !calendar[turn + 1].night) {
            // The last turn of a night (LFM-23.7a).
            self.dawn_losses();
        }
        if calendar[turn].victory_check {
            // LFM-S8
            self.victory_check();
        }
        if self.state.outcome.is_some() {
            return;
        }
        if last {
            return self.final_outcome();
        }
        self.begin_turn(self.state.turn.later(1));
    }

    /// Begins a phase of the phasing side.
    pub fn begin_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        self.update_zones();
        self.tell(Event::PhaseBegins { side: self.state.phasing, phase });
        self.push(NextPhase);
        match phase {
            Phase::Command => self.begin_command(),
            Phase::Construction => self.begin_construction(),
            Phase::Artillery => self.begin_artillery(),
            Phase::Limber => self.push(Limber),
            Phase::Movement => self.begin_movement(),
            Phase::Combat => self.begin_combat(),
            Phase::Reorganization => self.begin_reorganization(),
            Phase::SetUp | Phase::Initiative | Phase::Over => {}
        }
    }
}
