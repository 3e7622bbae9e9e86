//! Cavalry that charges out of the other side's movement (STE-CAV-2 to STE-CAV-5, I-6, I-7, R-58).

use crate::model::action::Action;
use crate::model::charge::{Goal, Spot, Stage};
use crate::model::figure::{Stance, TICK, TICKS, overlap};
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Mark, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::charge::run::{self, in_hand, update};
use crate::rules::charge::{self, path};
use crate::rules::morale::{Cause, TakeTest, Verdict};
use crate::rules::movement;
use crate::rules::sweep::footprint;
use crate::speech;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Side, Sides, Violation};
use ground::table::Turn;
use serde::{Deserialize, Serialize};

/// How near an enemy must come, in yards (STE-CAV-2).
pub const ALARM: i32 = 150;

/// How far cavalry must have to go for its target to face it, in yards.
const TIME_TO_FACE: i32 = 60;

/// The most ticks of a turn to face a charge.
const MOST_TICKS: u16 = 36;

/// Whether cavalry may answer the unit that is moving with a charge: mounted, in close order, not in contact, not moved
/// this turn, and such as may charge (STE-CAV-2, R-74); once for each mover, and no more after a failure.
#[must_use]
pub fn is_alert(at: Position<'_>, unit: UnitId) -> bool {
    at.is_mounted(unit)
        && at.troop(unit).whereabouts == Whereabouts::Table
        && !at.is(unit, Mark::OFFERED.or(Mark::NO_OPPORTUNITY))
        && charge::check_able(at.tersely(), unit).is_ok()
}

/// Does cavalry try to charge an enemy that moves near it (STE-CAV-2)?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpportunityCharge {
    /// Who may charge.
    pub cavalry: UnitId,
    /// Whom.
    pub mover: UnitId,
}

impl Question<SeeingTheElephant> for OpportunityCharge {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.cavalry))
    }

    /// Only who sees the mover and has a way to it is asked (G-13, R-93).
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let at = at.tersely();
        let able = at.is_present(self.mover)
            && !at.is_in_contact(self.mover)
            && charge::check_able(at, self.cavalry).is_ok()
            && charge::check_target(at, self.cavalry, self.mover).is_ok();
        if able { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (cavalry, mover) = (&at.unit(self.cavalry).name, &at.unit(self.mover).name);
        Words::new(format!("Does {cavalry} try to charge {mover}, which comes near?"), "STE-CAV-2")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Attempt, Action::Decline]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        if matches!(action, Action::Attempt | Action::Decline) { Ok(()) } else { other_question() }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let OpportunityCharge { cavalry, mover } = self;
        if *action != Action::Attempt {
            return;
        }
        play.troop(cavalry).verdict = None;
        let test = TakeTest { unit: cavalry, cause: Cause::Opportunity, from: Some(mover) };
        play.state.agenda.then([test.into(), RideOut { cavalry, mover }.into()]);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let cavalry = &at.unit(self.cavalry).name;
        match action {
            Action::Attempt => format!("{cavalry} tests its morale to charge"),
            Action::Decline => format!("{cavalry} stays"),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// Cavalry has tested for a charge; on a pass it rolls and rides (STE-CAV-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RideOut {
    /// Who.
    pub cavalry: UnitId,
    /// At whom.
    pub mover: UnitId,
}

impl Step<SeeingTheElephant> for RideOut {
    fn take(self, play: &mut Play<'_>) {
        let RideOut { cavalry, mover } = self;
        let at = play.at();
        let passed = at.troop(cavalry).verdict.is_some_and(Verdict::is_pass);
        // a charge on this very cavalry is answered by no fire any more, whatever came of it.
        let on_it = at.state.charge_of(mover).is_some_and(|charge| charge.target == cavalry);
        if on_it {
            update(play, mover, |charge| {
                charge.marks |= Stage::FIRST.or(Stage::SECOND) | Stage::MET.when(passed);
            });
        }
        let at = play.at();
        let ready = passed
            && at.is_present(mover)
            && at.is_present(cavalry)
            && at.troop(cavalry).withdrawing.is_none();
        if !ready {
            // no further attempt in this activation.
            return play.mark(cavalry, Mark::NO_OPPORTUNITY, true);
        }
        charge::declare(play, cavalry, mover, Stage::OPPORTUNITY);
        let Some(ride) = play.state.charge_of(cavalry).copied() else { return };
        run::set_out(play, &ride);
        play.state.agenda.push(MeetCharge { mover, cavalry });
    }
}

/// The unit that moves is charged: does it face the cavalry, go on, or halt (I-7, STE-CAV-5)?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeetCharge {
    /// Who is charged.
    pub mover: UnitId,
    /// By whom.
    pub cavalry: UnitId,
}

impl MeetCharge {
    /// How far the cavalry's command stand has to go, in mils.
    fn distance(self, at: Position<'_>) -> i32 {
        at.state.charge_of(self.cavalry).map_or(0, |ride| {
            path::along(&ride.start.stance(at.size(self.cavalry)), ride.course.turn, path::end(&ride.course))
        })
    }

    /// How the mover would stand if it faced the cavalry: turned about its centre by up to 90 degrees.
    fn faced(self, at: Position<'_>) -> Stance {
        let stance = at.stance(self.mover);
        let bearing = TICKS.bearing(stance.centre(), at.centroid(self.cavalry)).unwrap_or(stance.facing);
        let turn = stance.facing.turn_to(bearing);
        let most = i32::from(MOST_TICKS * TICK);
        let turn = Turn::tenths(turn.clockwise().clamp(-most, most));
        let body = stance.block().turned(turn);
        Stance { anchor: body.anchor, facing: body.heading, ..stance }
    }

    /// Whether it may face the cavalry: an inch a die left to it, and sixty yards for the cavalry to go.
    fn check_face(self, at: Position<'_>) -> Result<(), Violation> {
        let name = &at.unit(self.mover).name;
        let no =
            |text: String| Err(Violation::of("STE-CAV-5", text).about([at.unit(self.mover).tag.clone()]));
        if at.is_loose(self.mover) {
            return no(format!("{name} is in skirmish order and faces everywhere"));
        }
        if self.distance(at) < at.rules.scale.yards(TIME_TO_FACE) {
            return no(format!("the cavalry has less than {TIME_TO_FACE} yards to go"));
        }
        let (left, dice) = unused(at, self.mover);
        if left < i32::from(dice) * INCH {
            return no(format!("{name} has not an inch for each of its {dice} dice left"));
        }
        let bodies = footprint(&self.faced(at));
        let others = at.present().filter(|&other| other != self.mover);
        if let Some(other) = others.into_iter().find(|&other| overlap(&bodies, &at.footprint(other))) {
            return no(format!("{name} has no room to turn beside {}", at.unit(other).name));
        }
        Ok(())
    }
}

/// How much of its allowance a unit on the move has left, in mils, and how many dice it rolled.
fn unused(at: Position<'_>, mover: UnitId) -> (i32, u8) {
    let Some(charge) = at.state.charge_of(mover) else { return movement::unused(at).unwrap_or((0, 1)) };
    let stance = charge.start.stance(at.size(mover));
    let spent = charge.spent + path::along(&stance, charge.course.turn, charge.gone);
    let reach = in_hand(charge).reach(at, mover, &stance, charge.course.turn, charge.gone);
    (reach - spent, charge.dice)
}

impl Question<SeeingTheElephant> for MeetCharge {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.mover))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (cavalry, mover) = (&at.unit(self.cavalry).name, &at.unit(self.mover).name);
        Words::new(format!("{cavalry} charges {mover} on its way: what does it do?"), "STE-CAV-5")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Continue, Action::StandStill]);
        if self.check_face(at.tersely()).is_ok() {
            out.push(Action::Face);
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Continue | Action::StandStill => Ok(()),
            Action::Face => self.check_face(at),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let MeetCharge { mover, cavalry } = self;
        match action {
            Action::Face => {
                let faced = self.faced(play.at());
                run::stand(play, mover, &faced);
                play.mark(mover, Mark::STOPPED, true);
            }
            Action::Continue => {
                // STE-CAV-4: three inches of the cavalry for one of foot and guns, one for one of horse.
                let horse = play.at().unit(mover).arm == Arm::Cavalry && play.at().is_mounted(mover);
                let grace = if horse { self.distance(play.at()) } else { self.distance(play.at()) / 3 };
                go_on_by(play, mover, grace / path::STEP * path::STEP);
            }
            _ => play.mark(mover, Mark::STOPPED, true),
        }
        // Its way is worked out again, and C3 and C6 go by the distance now.
        if play.at().is_present(mover) {
            run::replan(play, cavalry);
            let far = !play.at().is_within(cavalry, mover, play.rules.scale.yards(100));
            update(play, cavalry, |ride| ride.marks = ride.marks.without(Stage::FAR) | Stage::FAR.when(far));
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let mover = &at.unit(self.mover).name;
        match action {
            Action::Face => format!("{mover} faces the cavalry"),
            Action::Continue => format!("{mover} goes on"),
            Action::StandStill => format!("{mover} halts"),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// A mover goes on along its way while cavalry rides at it (STE-CAV-4, R-111): a charger at most to the next mark of
/// its own charge, and nobody nearer than 10 mil short of contact.
fn go_on_by(play: &mut Play<'_>, mover: UnitId, grace: i32) {
    let Some(charge) = play.state.charge_of(mover).copied() else { return movement::go_on_by(play, grace) };
    let at = play.at();
    let stance = charge.start.stance(at.size(mover));
    let last = in_hand(&charge).last(at, mover, &stance, &charge.course, charge.gone);
    let mut limit = if last == path::end(&charge.course) && charge.course.goal != Goal::Ground {
        path::short_of(last)
    } else {
        last
    };
    let aim = at.footprint(charge.target);
    for (mark, settled) in [(100, Stage::FIRST), (50, Stage::SECOND)] {
        let spot = path::mark(&stance, &charge.course, charge.gone, &aim, at.rules.scale.yards(mark));
        if let Some(spot) = spot.filter(|_| !charge.marks.any(settled)) {
            limit = limit.min(spot);
        }
    }
    let from = path::along(&stance, charge.course.turn, charge.gone);
    let within = |spot: Spot| path::along(&stance, charge.course.turn, spot) - from <= grace;
    let mut spot = limit.max(charge.gone);
    while spot > charge.gone && !within(spot) {
        spot = path::short_of(spot);
    }
    run::advance(play, mover, spot.max(charge.gone));
}
