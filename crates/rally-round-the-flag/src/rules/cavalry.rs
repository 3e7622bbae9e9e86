//! Cavalry (2.9): mounting and dismounting, two moves (2.17), a lost mounted stand.
//!
//! What mounted charges do besides a charge on foot is in `charges.rs`.

mod charges;

pub use charges::{
    Countered, NameRiders, PickPair, React, Shelled, Squared, TakePlace, check_prey, fire_met, prey,
};

use super::losses;
use super::movement::{self, Pace};
use super::rout::shift;
use crate::measure::lengths::CLEAR;
use crate::measure::{Pose, Stand, Table, generals, slots};
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use crate::model::position::{Play, Position};
use crate::model::scenario::{Part, RallyRoundTheFlag};
use crate::model::state::{Mark, Whereabouts};
use engine::agenda::{Opening, Question, Words, only, other_question};
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// A regiment as its other stand would stand there: the men with their holders, or the mounted stand.
fn changed(at: Position<'_>, stand: StandId, arm: Arm, pose: Pose) -> Stand {
    let holders = arm == Arm::Dismounted && at.circles(stand, Part::Holders).0 > 0;
    let plain = Stand::new(stand, at.side(stand), arm, pose);
    Stand { holders, routed: at.is(stand, Mark::ROUTED), ..plain }
}

/// Whether a stand that changes has room, five yards from every enemy (3.6).
fn has_room(table: &Table<'_>, own: &Stand) -> bool {
    let bodies = own.footprint();
    let clear = |enemy: &Stand| bodies.iter().all(|body| body.gap(&enemy.body).distance() >= CLEAR);
    slots::fits(table, own, own.pose) && table.enemies(own.side).all(clear)
}

/// Whether the men may mount where they stand (RRF-CAVM-3, RRF-CAV-5).
///
/// # Errors
///
/// Why they may not.
pub fn check_mount(at: Position<'_>, stand: StandId) -> Result<Pose, Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if at.arm(stand) != Arm::Dismounted {
        return refuse("RRF-CAVM-3", format!("{} is no cavalry on foot.", about.name));
    }
    if at.circles(stand, Part::Mounted).0 == 0 {
        return refuse("RRF-CAV-5", format!("{} has lost its mounted stand.", about.name));
    }
    let pose = slots::mounted(at.troop(stand).pose);
    let own = changed(at, stand, Arm::Mounted, pose);
    if at.measured(|table| has_room(table, &own)) {
        return Ok(pose);
    }
    refuse("RRF-CAVM-3", format!("{} has no room to mount.", about.name))
}

/// Whether a mounted stand may dismount where it is (RRF-CAVM-2, RRF-CAVM-2a).
///
/// # Errors
///
/// Why it may not.
pub fn check_dismount(at: Position<'_>, stand: StandId) -> Result<Pose, Violation> {
    let about = at.stand(stand);
    let refuse = |text| Err(Violation::of("RRF-CAVM-2", text).about([about.tag.clone()]));
    if at.arm(stand) != Arm::Mounted {
        return refuse(format!("{} is not mounted.", about.name));
    }
    let pose = slots::dismounted(at.troop(stand).pose);
    let own = changed(at, stand, Arm::Dismounted, pose);
    if at.measured(|table| has_room(table, &own)) {
        return Ok(pose);
    }
    refuse(format!("{} has no room to dismount.", about.name))
}

/// The regiment stands there with its other stand; Generals make room where they can.
fn change(play: &mut Play<'_>, stand: StandId, mounted: bool, pose: Pose) {
    let arm = if mounted { Arm::Mounted } else { Arm::Dismounted };
    let own = changed(play.at(), stand, arm, pose);
    let shifts = play.at().measured(|table| generals::displace(table, stand, &own.footprint()));
    shift(play, &shifts.unwrap_or_default());
    play.mark(stand, Mark::MOUNTED, mounted);
    play.troop(stand).pose = pose;
}

/// The men mount. Whether they may go on: while their holders live (RRF-CAV-4, RRF-CAVM-4).
pub fn mount(play: &mut Play<'_>, stand: StandId) -> bool {
    let Ok(pose) = check_mount(play.at(), stand) else { return false };
    change(play, stand, true, pose);
    play.tell(Event::Mounts { stand });
    play.at().circles(stand, Part::Holders).0 > 0
}

/// The men dismount; their holders stand behind them (RRF-CAV-2).
pub fn dismount(play: &mut Play<'_>, stand: StandId) {
    let Ok(pose) = check_dismount(play.at(), stand) else { return };
    change(play, stand, false, pose);
    play.tell(Event::Dismounts { stand });
}

/// Whether a regiment on horseback has no circle of its mounted stand left.
#[must_use]
pub fn has_lost_horses(at: Position<'_>, stand: StandId) -> bool {
    at.arm(stand) == Arm::Mounted && at.circles(stand, Part::Mounted).0 == 0
}

/// Where the men of a lost mounted stand are put down.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Down {
    /// In its place, or else behind it.
    Here,
    /// Behind it, touching no enemy.
    Behind,
}

/// The mounted stand is destroyed: the men stand in its place, with their holders if those fit too; where there is no
/// room even for the men they are off.
pub fn unhorse(play: &mut Play<'_>, stand: StandId, down: Down) {
    let at = play.at();
    let circles = at.stand(stand).circles;
    let own = at.figure(stand);
    let place = |men: &Stand| {
        at.measured(|table| match down {
            Down::Here => slots::put_down(table, &own, men),
            Down::Behind => slots::put_behind(table, &own, men),
        })
    };
    let men = changed(at, stand, Arm::Dismounted, own.pose);
    let alone = Stand { holders: false, ..men };
    let with_all = place(&men);
    let placed = with_all.or_else(|| place(&alone));
    play.troop(stand).losses[Part::Mounted as usize] = circles[Part::Mounted as usize].0;
    play.tell(Event::Unhorsed { stand });
    if with_all.is_none() {
        play.troop(stand).losses[Part::Holders as usize] = circles[Part::Holders as usize].0;
    }
    match placed {
        Some(pose) => change(play, stand, false, pose),
        None => {
            play.mark(stand, Mark::MOUNTED, false);
            play.mark(stand, Mark::ROUTED, true);
            play.troop(stand).whereabouts = Whereabouts::RanOff;
            play.tell(Event::RanOff { stand });
        }
    }
}

/// What may follow a completed move of a stand on horseback: a second one (RRF-CAVM-1), or getting down (RRF-CAVM-2).
pub fn after_move(play: &mut Play<'_>, stand: StandId, pace: Pace, by_card: bool, is_second: bool) {
    if play.at().arm(stand) != Arm::Mounted {
        return;
    }
    match pace {
        Pace::Move | Pace::March if !is_second => play.state.agenda.push(RideOn { stand, pace, by_card }),
        Pace::Move | Pace::March | Pace::Tactic => play.state.agenda.push(Alight { stand }),
        Pace::Rallied | Pace::Drill | Pace::Away(_) => {}
    }
}

/// A mounted stand may move a second time, or get down (RRF-CAVM-1, R-55).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RideOn {
    /// Who.
    pub stand: StandId,
    /// How it moves.
    pub pace: Pace,
    /// Whether a card pays.
    pub by_card: bool,
}

impl Question<RallyRoundTheFlag> for RideOn {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let can = at.is_present(self.stand) && !at.is(self.stand, Mark::ROUTED) && !at.is_engaged(self.stand);
        if can { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Does {} move a second time?", at.stand(self.stand).name), "RRF-CAVM-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let mut found = Vec::new();
        movement::candidates(at, self.stand, self.pace, self.by_card, &mut found);
        out.extend(found.into_iter().map(Action::Lay));
        out.extend(Some(Action::Dismount).filter(|action| self.check(at, side, action).is_ok()));
        out.push(Action::Stay);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Lay(laid) => movement::check(at, self.stand, self.pace, self.by_card, laid).map(|_| ()),
            Action::Dismount => check_dismount(at, self.stand).map(|_| ()),
            Action::Stay => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Lay(laid) => movement::carry_out(play, self.stand, self.pace, self.by_card, laid, true),
            // it closes the activation.
            Action::Dismount => dismount(play, self.stand),
            _ => {}
        }
    }
}

/// A mounted stand that has moved may get down (RRF-CAVM-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alight {
    /// Who.
    pub stand: StandId,
}

impl Question<RallyRoundTheFlag> for Alight {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.is_present(self.stand) { only(self, at) } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Does {} dismount?", at.stand(self.stand).name), "RRF-CAVM-2")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend(Some(Action::Dismount).filter(|action| self.check(at, side, action).is_ok()));
        out.push(Action::Stay);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Dismount => check_dismount(at, self.stand).map(|_| ()),
            Action::Stay => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action == Action::Dismount {
            dismount(play, self.stand);
        }
    }
}

/// A battery that cavalry has ridden down, or infantry that did not form square (RRF-CRX-9, RRF-CRX-12).
pub(super) fn ride_down(play: &mut Play<'_>, stand: StandId) {
    play.state.agenda.push(losses::Casualties::of(stand));
    losses::destroy(play, stand);
}
