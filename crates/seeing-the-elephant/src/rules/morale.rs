//! Morale: markers, hits, tests and what comes of them (STE-MOR).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Formation, Mark, Owed, Run, Whereabouts};
use crate::model::troops::{Arm, Grade};
use crate::rules::cover;
use crate::rules::dice;
use crate::rules::officers;
use crate::rules::retreat::Flee;
use crate::rules::stacks;
use crate::rules::victory;
use crate::speech;
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// The most markers a unit has, whatever it accumulates (STE-MOR-8, R-18).
pub const MOST_MARKERS: u8 = 2;

/// Why a unit tests.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// It has markers in its morale phase (STE-MOR-1).
    Phase,
    /// A friend ran past or into it (STE-MOR-2), or its commander fell (STE-OFF-10).
    Fright,
    /// It was hurt while it moved or charged (STE-MOR-4, STE-CHG-5, R-29).
    Advance,
    /// It tries to fire in the enemy's movement (STE-MOR-25, STE-CHG-8, R-28, STE-SKIRM-17).
    DefensiveFire,
    /// A charge reaches it (STE-CHG-10).
    Receive,
    /// It tries an opportunity charge (STE-CAV-2).
    Opportunity,
    /// It tries to rise (STE-MOVE-28, R-67).
    Rise,
}

/// What is added to a morale die (T-MORMOD).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Modifier {
    /// A point a marker (STE-MOR-20).
    Markers,
    /// A point for each two stands lost (STE-MOR-21).
    Losses,
    /// It retreated in the turn before (STE-MOR-22).
    Retreated,
    /// It routed in the turn before (STE-MOR-23).
    Routed,
    /// Fire from flank or rear hurt it this turn (STE-MOR-24).
    FlankFire,
    /// It tries to fire in the enemy's movement (STE-MOR-25).
    DefensiveFire,
    /// It is in or behind cover (STE-MOR-26).
    Cover,
    /// A commander is with it (STE-MOR-27).
    Commander,
}

/// What comes of a test (T-MORRES).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// It passes and must attack (STE-MOR-29).
    Elated,
    /// It passes (STE-MOR-28).
    Pass,
    /// One or two too many: a hit and a marker (STE-MOR-32).
    Shaken,
    /// Three or four too many (STE-MOR-33).
    Retreat,
    /// Five too many or more (STE-MOR-34).
    Rout,
}

impl Verdict {
    /// What a total means against a Morale Value (T-MORRES, R-77).
    #[must_use]
    pub const fn of(total: i8, value: i8, elation: bool) -> Verdict {
        match total - value {
            _ if total <= 0 && elation => Verdict::Elated,
            ..=0 => Verdict::Pass,
            1..=2 => Verdict::Shaken,
            3..=4 => Verdict::Retreat,
            5.. => Verdict::Rout,
        }
    }

    /// Whether the unit passed.
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self, Verdict::Elated | Verdict::Pass)
    }
}

/// The morale phase of an activation: who has markers tests (STE-MOR-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoralePhase;

impl Step<SeeingTheElephant> for MoralePhase {
    fn take(self, play: &mut Play<'_>) {
        // The list is made when the phase begins; markers that come later wait for the next turn's.
        let side = play.state.phasing;
        for unit in play.rules.unit_ids() {
            let at = play.at();
            // M-13: wagons never test, whatever they ran into.
            let owes =
                in_activation(at, unit, side) && at.troop(unit).panic > 0 && at.unit(unit).arm != Arm::Wagon;
            play.mark(unit, Mark::OWES_PHASE_TEST, owes);
        }
        play.state.agenda.push(PickTest);
    }
}

/// Whether a unit belongs to the activation that is going on: activated, on the table, and still to end its phases.
#[must_use]
pub fn in_activation(at: Position<'_>, unit: UnitId, side: Side) -> bool {
    at.side(unit) == side && at.is_present(unit) && at.is(unit, Mark::ACTIVE)
}

/// The phasing player says in which order his marked units test (STE-MOR-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickTest;

impl PickTest {
    fn owing(at: Position<'_>) -> impl Iterator<Item = UnitId> + '_ {
        at.present_of(at.state.phasing).filter(move |&unit| at.is(unit, Mark::OWES_PHASE_TEST))
    }
}

impl Question<SeeingTheElephant> for PickTest {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let mut owing = PickTest::owing(at);
        match (owing.next(), owing.next()) {
            (None, _) => Opening::Pass,
            (Some(unit), None) => Opening::Only(at.state.phasing, Action::Test(unit)),
            _ => Opening::Ask,
        }
    }

    /// The phase is over: who ran in an earlier turn and did not run again runs no more.
    fn pass(self, play: &mut Play<'_>) {
        for unit in play.rules.unit_ids() {
            let troop = play.state.troop(unit);
            if in_activation(play.at(), unit, play.state.phasing)
                && troop.withdrawing.is_some()
                && troop.ran[0].is_none()
            {
                end_withdrawal(play, unit);
            }
        }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which unit tests its morale next?", "STE-MOR-1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(PickTest::owing(at).map(Action::Test));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Test(unit) = *action else { return other_question() };
        if PickTest::owing(at).any(|owing| owing == unit) {
            return Ok(());
        }
        let name = &at.unit(unit).name;
        let refusal = Violation::of("STE-MOR-1", format!("{name} has no test to take in this morale phase"));
        Err(refusal.about([at.unit(unit).tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Test(unit) = *action else { return };
        play.state.agenda.then([TakeTest { unit, cause: Cause::Phase, from: None }.into(), PickTest.into()]);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Test(unit) => format!("{} tests", at.unit(unit).name),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// A unit tests its morale (STE-MOR-19); what came of it is kept with the unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeTest {
    /// Who.
    pub unit: UnitId,
    /// Why.
    pub cause: Cause,
    /// From whom it would run (G-15); from the nearest enemy in sight if nobody.
    pub from: Option<UnitId>,
}

impl Step<SeeingTheElephant> for TakeTest {
    fn take(self, play: &mut Play<'_>) {
        let TakeTest { unit, cause, from } = self;
        // Whoever has left play or has run in this event does not test; wagons never do (M-13).
        if !play.at().is_present(unit)
            || play.at().is(unit, Mark::RAN_IN_EVENT)
            || play.at().unit(unit).arm == Arm::Wagon
        {
            return;
        }
        let grade = grade_of(play, unit);
        let modifiers = modifiers(play.at(), unit, cause);
        officers::cheer(play, unit);
        let die = dice::d10(play.chance, "morale");
        let total = die as i8 + modifiers.iter().map(|(_, points)| points).sum::<i8>();
        // Rising is a plain pass.
        let elation = play.rules.options.overenthusiastic && cause != Cause::Rise;
        let verdict = Verdict::of(total, grade.value(), elation);
        play.tell(Event::Tested { unit, cause, die, modifiers, value: grade.value(), verdict });
        // Any test takes the place of the one it owes in the phase, and of one owed for the same event.
        play.mark(unit, Mark::OWES_PHASE_TEST, false);
        play.state.owed.retain(|owed| owed.unit != unit);
        let troop = play.troop(unit);
        troop.verdict = Some(verdict);
        if cause == Cause::Rise {
            if verdict.is_pass() {
                troop.panic = 0;
            }
            return;
        }
        // STE-CBT-7, R-45: what a charge does to the front unit, it does to those stacked behind it.
        let follow: Vec<UnitId> = if is_of_charge(play.at(), unit, cause, from) {
            stacks::stack(play.at(), unit).skip(1).collect()
        } else {
            Vec::new()
        };
        take_verdict(play, unit, cause, verdict, from);
        for rear in follow {
            if !play.at().is(rear, Mark::RAN_IN_EVENT) {
                take_verdict(play, rear, cause, verdict, from);
            }
        }
    }
}

/// Whether a test is one of a charge (C4, C6, C7, C8): of the charger under its target's fire, or of its target.
fn is_of_charge(at: Position<'_>, unit: UnitId, cause: Cause, from: Option<UnitId>) -> bool {
    let of = |charger: UnitId, target: Option<UnitId>| {
        at.state.charges.iter().any(|charge| charge.unit == charger && Some(charge.target) == target)
    };
    match cause {
        Cause::Receive => true,
        Cause::Advance => of(unit, from),
        Cause::DefensiveFire => from.is_some_and(|charger| of(charger, Some(unit))),
        _ => false,
    }
}

/// What a verdict does to a unit; also to those who follow it up.
pub fn take_verdict(play: &mut Play<'_>, unit: UnitId, cause: Cause, verdict: Verdict, from: Option<UnitId>) {
    play.mark(unit, Mark::ELATED, verdict == Verdict::Elated);
    match verdict {
        Verdict::Elated | Verdict::Pass => {
            // STE-MOR-13, STE-MOR-28, R-79: every pass clears all markers.
            play.troop(unit).panic = 0;
            end_withdrawal(play, unit);
        }
        Verdict::Shaken => {
            play.mark(unit, Mark::SHAKEN, cause == Cause::Phase || play.at().is(unit, Mark::SHAKEN));
            hurt(play, unit, 1, 1);
        }
        Verdict::Retreat | Verdict::Rout => {
            // whoever must run has a marker that it will have to rally from.
            let troop = play.troop(unit);
            troop.panic = troop.panic.max(1);
            let run = if verdict == Verdict::Rout { Run::Rout } else { Run::Retreat };
            // who fails when he is charged has run from a fight (I-4, C6, C8).
            let charged = cause != Cause::Advance && is_of_charge(play.at(), unit, cause, from);
            play.state.agenda.push(Flee { unit, run, from, combat: charged });
        }
    }
}

/// A unit runs no more.
pub fn end_withdrawal(play: &mut Play<'_>, unit: UnitId) {
    play.troop(unit).withdrawing = None;
    play.mark(unit, Mark::RAN_FROM_COMBAT, false);
}

/// The grade of a unit, rolled if it is Green and nobody has seen it yet (STE-MOR-6, R-73).
pub fn grade_of(play: &mut Play<'_>, unit: UnitId) -> Grade {
    if let Some(grade) = play.at().troop(unit).grade {
        return grade;
    }
    let die = dice::d10(play.chance, "grade of a Green unit");
    let grade = Grade::of_green(die);
    play.troop(unit).grade = Some(grade);
    // A unit and its screen are the same men.
    let kin = play.rules.unit(unit);
    for other in [kin.parent, kin.screen].into_iter().flatten() {
        play.troop(other).grade = Some(grade);
    }
    play.tell(Event::GradeShown { unit, die, grade });
    grade
}

/// What is added to a unit's die (T-MORMOD), as it stands after the event that made it test.
#[must_use]
pub fn modifiers(at: Position<'_>, unit: UnitId, cause: Cause) -> ArrayVec<(Modifier, i8), 8> {
    let troop = at.troop(unit);
    // STE-MOR-22, STE-MOR-23: of the turn before; a rout counts alone.
    let ran = match troop.ran[1] {
        Some(Run::Rout) => (Modifier::Routed, 2),
        Some(Run::Retreat) => (Modifier::Retreated, 1),
        None => (Modifier::Retreated, 0),
    };
    let all = [
        (Modifier::Markers, troop.panic.min(MOST_MARKERS) as i8), // STE-MOR-20
        (Modifier::Losses, (troop.lost / 2) as i8),               // STE-MOR-21
        ran,
        (Modifier::FlankFire, 2 * i8::from(troop.marks.any(Mark::FLANK_FIRE))), // STE-MOR-24
        (Modifier::DefensiveFire, i8::from(cause == Cause::DefensiveFire)),     // STE-MOR-25
        (Modifier::Cover, -i8::from(cover::is_in_or_behind(at, unit))),         // STE-MOR-26
        (Modifier::Commander, -officers::morale_rating(at, unit)),              // STE-MOR-27
    ];
    all.into_iter().filter(|(_, points)| *points != 0).collect()
}

/// A unit takes markers, as many as it can still have (STE-MOR-8).
pub fn panic(play: &mut Play<'_>, unit: UnitId, markers: u8) {
    hurt(play, unit, 0, markers);
}

/// A unit takes hits and markers; full hits take stands (STE-MOR-9 to STE-MOR-12).
pub fn hurt(play: &mut Play<'_>, unit: UnitId, hits: u8, markers: u8) {
    if !play.at().is_present(unit) {
        return;
    }
    let troop = play.troop(unit);
    let markers = markers.min(MOST_MARKERS.saturating_sub(troop.panic));
    troop.panic += markers;
    troop.hits += hits;
    play.tell(Event::Hurt { unit, hits, markers });
    let each = play.rules.unit(unit).arm.hits_a_stand();
    let full = play.at().troop(unit).hits / each;
    if full > 0 {
        play.troop(unit).hits %= each;
        lose_stands(play, unit, full, false);
    }
}

/// A unit loses stands; with the last one it leaves play (I-13).
pub fn lose_stands(play: &mut Play<'_>, unit: UnitId, stands: u8, captured: bool) {
    let troop = play.troop(unit);
    let stands = stands.min(troop.stands);
    if stands == 0 {
        return;
    }
    troop.stands -= stands;
    troop.lost = troop.lost.saturating_add(stands);
    troop.frontage = troop.frontage.min(troop.stands.max(1));
    let left = troop.stands;
    if troop.formation == Formation::Skirmish {
        // Skirmishers lose the stand with the highest number first (G-3).
        let places: ArrayVec<_, 32> =
            play.state.loose_of(unit).iter().take(left.into()).map(|place| place.0).collect();
        play.state.set_loose(unit, &places);
    }
    play.tell(Event::Lost { unit, stands, captured });
    victory::score_stands(play, unit, stands, captured);
    if left == 0 {
        leave(play, unit, if captured { Whereabouts::Captured } else { Whereabouts::Destroyed });
    }
}

/// A unit leaves play.
pub fn leave(play: &mut Play<'_>, unit: UnitId, whereabouts: Whereabouts) {
    let captured = whereabouts == Whereabouts::Captured;
    play.troop(unit).whereabouts = whereabouts;
    play.state.gather(unit);
    play.state.owed.retain(|owed| owed.unit != unit);
    // Its melees end; the opponent is free (M-16).
    play.state.melees.retain(|melee| melee.attacker != unit && melee.defender != unit);
    play.tell(Event::LeftPlay { unit, captured });
    officers::bereave(play, unit, whereabouts);
}

/// Somebody owes a test for the event that is being carried out: in the order of nearness, and once.
pub fn owe(play: &mut Play<'_>, owed: Owed) {
    if play.state.owed.iter().all(|other| other.unit != owed.unit) {
        play.state.owed.push(owed);
    }
}

/// Sees to it that whoever owes a test takes it before anything else goes on.
pub fn settle(play: &mut Play<'_>) {
    let waits = play.state.agenda.as_slice().iter().any(|task| matches!(task, crate::Task::TestOwed(_)));
    if !waits {
        play.state.agenda.push(TestOwed);
    }
}

/// Whoever owes a test for the event takes it, one after another.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestOwed;

impl Step<SeeingTheElephant> for TestOwed {
    fn take(self, play: &mut Play<'_>) {
        if play.state.owed.is_empty() {
            // The event is over.
            for unit in play.rules.unit_ids() {
                play.mark(unit, Mark::RAN_IN_EVENT, false);
            }
            return;
        }
        let owed = play.state.owed.remove(0);
        play.state.agenda.then([
            TakeTest { unit: owed.unit, cause: Cause::Fright, from: owed.cause }.into(),
            TestOwed.into(),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    #[test]
    fn a_total_means_what_the_table_says() {
        let _proof = proves(&["STE-MOR-29", "STE-MOR-32", "STE-MOR-33", "STE-MOR-34", "T-MORRES", "R-77"]);
        // Totals from -1 to 16: elated, passed, shaken, Retreats, rOuts.
        for (value, printed) in
            [(6, "eeppppppssRROOOOOO"), (8, "eeppppppppssRROOOO"), (10, "eeppppppppppssRROO")]
        {
            for (total, letter) in (-1..).zip(printed.chars()) {
                let verdict = match letter {
                    'e' => Verdict::Elated,
                    'p' => Verdict::Pass,
                    's' => Verdict::Shaken,
                    'R' => Verdict::Retreat,
                    _ => Verdict::Rout,
                };
                assert_eq!(Verdict::of(total, value, true), verdict, "{total} against {value}");
                let plain = if letter == 'e' { Verdict::Pass } else { verdict };
                assert_eq!(Verdict::of(total, value, false), plain, "R-30: {total} against {value}");
            }
        }
    }
}
