//! The order of play: turns, cards, activations (STE-ORD, 1.1).

use crate::model::event::Event;
use crate::model::ids::{HqId, UnitId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Level, SeeingTheElephant};
use crate::model::state::{Mark, Melee, Posture, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::charge::ChargePhase;
use crate::rules::combat::{BreakOffs, CombatPhase};
use crate::rules::fire::{FirePhase, ammunition};
use crate::rules::morale::{self, MoralePhase};
use crate::rules::movement::{MovePhase, arrivals};
use crate::rules::officers;
use crate::rules::victory;
use engine::Side;
use engine::agenda::Step;
use serde::{Deserialize, Serialize};

/// A turn begins: every card goes back into the deck, and what held for a turn only is over (S1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartTurn;

/// What is true of a unit for a turn only.
const OF_A_TURN: Mark = Mark::ACTIVATED
    .or(Mark::MOVED)
    .or(Mark::BARRED)
    .or(Mark::FLANK_FIRE)
    .or(Mark::FIRED)
    .or(Mark::PROLONGING)
    .or(Mark::SHAKEN)
    .or(OF_AN_ACTIVATION);

/// What is true of a unit for an activation only (S12).
const OF_AN_ACTIVATION: Mark = Mark::ACTIVE
    .or(Mark::PASS_THROUGH)
    .or(Mark::NO_OPPORTUNITY)
    .or(Mark::WATCHED)
    .or(Mark::OFFERED)
    .or(Mark::STOPPED)
    .or(Mark::STAYED)
    .or(Mark::RECALLED);

impl Step<SeeingTheElephant> for StartTurn {
    fn take(self, play: &mut Play<'_>) {
        for command in &mut play.state.commands {
            command.drawn = false;
        }
        for troop in &mut play.state.troops {
            let moved = troop.marks.any(Mark::MOVED);
            troop.marks =
                troop.marks.without(OF_A_TURN.or(Mark::MOVED_LAST_TURN)) | Mark::MOVED_LAST_TURN.when(moved);
            troop.ran = [None, troop.ran[0]];
            troop.posture = Posture::Unasked;
        }
        for commander in &mut play.state.officers {
            commander.moved = false;
            commander.cheered = None;
            commander.led = None;
        }
        play.tell(Event::Turn { turn: play.state.turn });
        // STE-MOR-18: what an umpire would decide, the scenario has written down.
        for (number, occurrence) in play.rules.occurrences.iter().enumerate() {
            if occurrence.turn == play.state.turn && play.at().is_present(occurrence.unit) {
                play.tell(Event::Occurred { number: number as u8 });
                morale::panic(play, occurrence.unit, occurrence.markers);
            }
        }
        play.state.agenda.push(DrawCard);
    }
}

/// The next card is drawn; without one the turn is over (S2, STE-ORD-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawCard;

impl Step<SeeingTheElephant> for DrawCard {
    fn take(self, play: &mut Play<'_>) {
        let left = cards(play.at()).count();
        if left == 0 {
            return play.state.agenda.push(EndTurn);
        }
        // Every order of the cards is as likely as any other, so the next is any of those left.
        let drawn = play.chance.draw(left as u32, "the next card") as usize;
        let Some(hq) = cards(play.at()).nth(drawn) else { return };
        play.state.commands[hq.index()].drawn = true;
        let side = play.rules.hq(hq).side;
        let units = activated_by(play.at(), hq).count();
        play.tell(Event::Card { hq, units: units as u16 });
        if units == 0 && !officers::any_to_move(play.at(), hq) {
            // STE-ORD-5, R-65: such a card does nothing.
            return play.state.agenda.push(DrawCard);
        }
        play.state.phasing = side;
        // STE-ORD-4: all below it act together.
        for unit in play.rules.unit_ids() {
            let acts = is_activated_by(play.at(), unit, hq);
            if acts {
                play.mark(unit, Mark::ACTIVATED.or(Mark::ACTIVE), true);
            }
        }
        if units == 0 {
            // Only officers move: there is no morale phase in which anybody could take over.
            return play.state.agenda.then([MovePhase { hq }.into(), EndActivation.into()]);
        }
        officers::succeed(play);
        ammunition::resupply(play);
        // STE-ORD-6: morale, fire, movement, combat, in that order.
        play.state.agenda.then([
            MoralePhase.into(),
            FirePhase.into(),
            BreakOffs.into(),
            ChargePhase.into(),
            MovePhase { hq }.into(),
            CombatPhase.into(),
            EndActivation.into(),
        ]);
    }
}

/// The cards that have not been drawn this turn (STE-ORD-1, STE-ORD-2); a headquarters has one while a unit of it is on
/// the table or due.
pub fn cards(at: Position<'_>) -> impl Iterator<Item = HqId> + '_ {
    (0..at.rules.hqs.len()).map(HqId::at).filter(move |&hq| !at.state.command(hq).drawn && has_card(at, hq))
}

/// Whether a headquarters has a card at all.
#[must_use]
pub fn has_card(at: Position<'_>, hq: HqId) -> bool {
    let level = at.rules.hq(hq).level;
    (at.rules.scale.is_regimental() || level > Level::Brigade)
        && at.rules.unit_ids().any(|unit| at.is_under(unit, hq) && is_in_play(at, unit))
}

/// Whether a unit is on the table, or may enter in this turn.
fn is_in_play(at: Position<'_>, unit: UnitId) -> bool {
    match at.troop(unit).whereabouts {
        Whereabouts::Table => true,
        Whereabouts::Due => at.unit(unit).arrival.is_some_and(|arrival| arrival.turn <= at.state.turn),
        _ => false,
    }
}

/// Whether a card activates a unit: one under it that has not been activated this turn (STE-ORD-4, STE-ORD-5).
fn is_activated_by(at: Position<'_>, unit: UnitId, hq: HqId) -> bool {
    at.is_under(unit, hq) && !at.is(unit, Mark::ACTIVATED) && is_in_play(at, unit)
}

/// The units that a card activates.
pub fn activated_by(at: Position<'_>, hq: HqId) -> impl Iterator<Item = UnitId> + '_ {
    at.rules.unit_ids().filter(move |&unit| is_activated_by(at, unit, hq))
}

/// An activation is over (S12).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndActivation;

impl Step<SeeingTheElephant> for EndActivation {
    fn take(self, play: &mut Play<'_>) {
        arrivals::note_kept_out(play);
        for troop in &mut play.state.troops {
            troop.marks = troop.marks.without(OF_AN_ACTIVATION);
        }
        engage_those_in_touch(play);
        play.state.agenda.push(DrawCard);
    }
}

/// Enemies who still touch although no combat was theirs are engaged from now on.
fn engage_those_in_touch(play: &mut Play<'_>) {
    let at = play.at();
    let fights = |unit: &UnitId| at.is_formed(*unit) && at.unit(*unit).arm != Arm::Gunboat;
    let ours: Vec<UnitId> = at.present_of(play.state.phasing).filter(fights).collect();
    let theirs: Vec<UnitId> = at.present_of(play.state.phasing.other()).filter(fights).collect();
    let mut new = Vec::new();
    for &attacker in &ours {
        for &defender in &theirs {
            let known = |melee: &Melee| {
                let pair = [melee.attacker, melee.defender];
                pair.contains(&attacker) && pair.contains(&defender)
            };
            if !at.state.melees.iter().any(known) && at.touches(attacker, defender) {
                new.push(Melee {
                    attacker,
                    defender,
                    struck: None,
                    engaged: true,
                    behind: Default::default(),
                });
            }
        }
    }
    play.state.melees.extend(new);
}

/// A turn is over: the game may be, too (S13).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndTurn;

impl Step<SeeingTheElephant> for EndTurn {
    fn take(self, play: &mut Play<'_>) {
        if victory::is_decided(play) {
            return;
        }
        play.state.turn += 1;
        play.state.agenda.push(StartTurn);
    }
}

/// The side whose card was drawn.
#[must_use]
pub fn phasing(at: Position<'_>) -> Side {
    at.state.phasing
}
