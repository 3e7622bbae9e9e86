//! A Fire action step by step (1.3): dice, the hit, the loss, the check, the next shot, what comes in return.

use super::{Reason, ReturnFire, SharpReroll, numbers};
use crate::measure::lengths::{INSET, TOUCH};
use crate::model::cards::Bottom;
use crate::model::event::{Cause, Event};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, Part, RallyRoundTheFlag};
use crate::model::state::MOST_AT_ONCE;
use crate::rules::cavalry::{self, Down};
use crate::rules::check::Check;
use crate::rules::dice::{self, Purpose};
use crate::rules::fire::{AnswerHit, OpenSwap, PlaceLoss};
use crate::rules::losses::{self, Casualties};
use crate::rules::rout::{self, From};
use crate::rules::several::PickCheck;
use engine::agenda::Step;
use engine::flat::List;
use serde::{Deserialize, Serialize};

/// The dice of a shot are thrown (RRF-FIRE-13, RRF-FIRE-14).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shoot;

impl Step<RallyRoundTheFlag> for Shoot {
    fn take(self, play: &mut Play<'_>) {
        let Some(volley) = play.state.volley else { return };
        let numbers = numbers(play.at(), &volley);
        if let Some(volley) = &mut play.state.volley {
            volley.numbers = numbers;
        }
        play.state.agenda.push(JudgeShot);
        dice::throw(play, Purpose::Shot(volley.firer), numbers.three, "fire");
        if volley.effect == Some(Bottom::Sharpshooters) {
            // its own reroll comes first.
            play.state.agenda.push(SharpReroll { firer: volley.firer });
        }
    }
}

/// The dice of a shot are read (RRF-FIRE-13). A hit may be answered once (I-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JudgeShot;

impl Step<RallyRoundTheFlag> for JudgeShot {
    fn take(self, play: &mut Play<'_>) {
        let (Some(mut volley), Some(roll)) = (play.state.volley, play.state.roll) else { return };
        let total = i16::from(roll.sum()) + i16::from(volley.numbers.added());
        let surplus = total - i16::from(volley.numbers.to_hit());
        if surplus >= 0 && !volley.is_answered {
            volley.is_answered = true;
            play.state.volley = Some(volley);
            play.state.agenda.then([AnswerHit { target: volley.target }.into(), JudgeShot.into()]);
            return;
        }
        dice::read(play);
        let (firer, target, numbers) = (volley.firer, volley.target, volley.numbers);
        play.tell(Event::Shot {
            firer,
            target,
            dice: roll.dice,
            dropped: roll.dropped,
            numbers,
            hit: surplus >= 0,
        });
        play.state.agenda.push(NextShot);
        if let Ok(surplus) = u8::try_from(surplus) {
            //
            play.state.agenda.push(Wound { target, surplus });
        }
    }
}

/// A stand is hit (RRF-FIRE-15, RRF-LOSS-1): its owner says which stand of a cavalry regiment takes it (I-11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wound {
    /// Who.
    pub target: StandId,
    /// By how much the dice were above what they had to reach.
    pub surplus: u8,
}

impl Step<RallyRoundTheFlag> for Wound {
    fn take(self, play: &mut Play<'_>) {
        let Wound { target, surplus } = self;
        // I-9: before any check.
        play.state.agenda.then([Casualties::of(target).into(), Aftermath { target, surplus }.into()]);
        if let Some(volley) = &mut play.state.volley {
            volley.struck = Part::Men;
        }
        if play.at().stand(target).kind == Kind::Cavalry {
            play.state.agenda.push(PlaceLoss { stand: target });
        } else {
            losses::lose(play, target, Part::Men);
        }
    }
}

/// What a loss by Fire leads to: the stand is destroyed and its neighbours check (I-8), or it checks itself
/// (RRF-LOSS-4, RRF-FIRE-16, R-03).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aftermath {
    /// Who was hit.
    pub target: StandId,
    /// By how much the dice were above what they had to reach.
    pub surplus: u8,
}

impl Step<RallyRoundTheFlag> for Aftermath {
    fn take(self, play: &mut Play<'_>) {
        let Aftermath { target, surplus } = self;
        let Some(volley) = play.state.volley else { return };
        let at = play.at();
        let from = From::Enemy(at.troop(volley.firer).pose.at);
        let kind = at.stand(target).kind;
        if at.circles(target, Part::Men).0 == 0 {
            // RRF-LOSS-3: a lost battery shakes nobody.
            let side = at.side(target);
            let near: Vec<StandId> = match kind {
                Kind::Artillery => Vec::new(),
                _ => at
                    .present_of(side)
                    .filter(|&friend| friend != target && at.touch(friend, target))
                    .collect(),
            };
            losses::destroy(play, target);
            over(play);
            if !near.is_empty() {
                play.state.owed = List::default();
                near.iter().take(MOST_AT_ONCE).for_each(|&friend| play.state.owed.push(friend));
                play.state.agenda.push(PickCheck { side, cause: Cause::Neighbour, from });
            }
            return;
        }
        // a stand of the regiment that is shot away on the map shakes who touches it.
        let shaken = shaken(at, target, volley.struck);
        let side = at.side(target);
        if cavalry::has_lost_horses(at, target) {
            let down = if volley.reason == Reason::Canister { Down::Behind } else { Down::Here };
            cavalry::unhorse(play, target, down);
            if !play.at().is_present(target) {
                over(play);
            }
        }
        // RRF-LOSS-4: the surplus against what is left (R-56: of the stand on the map).
        let left = play.at().strength(target).0;
        if surplus >= left && kind != Kind::Artillery && play.at().is_present(target) {
            // RRF-FIRE-17: it is added to the roll.
            let check = Check { stand: target, modifier: surplus as i8, cause: Cause::Hit };
            play.state.agenda.then([check.into(), HitHard { target, from }.into()]);
        }
        if !shaken.is_empty() {
            play.state.owed = List::default();
            shaken.iter().take(MOST_AT_ONCE).for_each(|&friend| play.state.owed.push(friend));
            play.state.agenda.push(PickCheck { side, cause: Cause::Neighbour, from });
        }
    }
}

/// The friends who touch a mounted stand or holders that have just been shot away on the map (RRF-LOSS-8, R-80); the
/// regiment's own stands are none.
fn shaken(at: Position<'_>, target: StandId, struck: Part) -> Vec<StandId> {
    let arm = at.arm(target);
    let pose = at.troop(target).pose;
    let body = match struck {
        Part::Mounted if arm == Arm::Mounted => pose.posed(arm),
        Part::Holders if arm == Arm::Dismounted => pose.holders().posed(INSET),
        _ => return Vec::new(),
    };
    if at.circles(target, struck).0 > 0 {
        return Vec::new();
    }
    let touches = |&friend: &StandId| {
        friend != target && at.bodies(friend).iter().any(|near| near.is_within(&body, TOUCH))
    };
    at.present_of(at.side(target)).filter(touches).collect()
}

/// The Fire action has no more to do with its target (1.3, step 6 and 7).
fn over(play: &mut Play<'_>) {
    if let Some(volley) = &mut play.state.volley {
        volley.is_over = true;
    }
}

/// What becomes of a stand that checked because of a hit (RRF-FIRE-18, RRF-FIRE-18a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HitHard {
    /// Who.
    pub target: StandId,
    /// Whom it runs from.
    pub from: From,
}

impl Step<RallyRoundTheFlag> for HitHard {
    fn take(self, play: &mut Play<'_>) {
        if !play.state.is_passed {
            over(play);
            rout::rout(play, self.target, self.from);
        }
    }
}

/// Extra shots (RRF-BOF-3, RRF-BOF-8): while the target is still there.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextShot;

impl Step<RallyRoundTheFlag> for NextShot {
    fn take(self, play: &mut Play<'_>) {
        let Some(mut volley) = play.state.volley else { return };
        let shots = match volley.effect {
            Some(Bottom::FiringLine | Bottom::ShotAndShell) => 2,
            _ => 1,
        };
        volley.shot += 1;
        if volley.shot < shots && !volley.is_over && play.at().is_present(volley.target) {
            play.state.volley = Some(volley);
            play.state.agenda.push(Shoot);
        }
    }
}

/// All shots are fired: the target may fire back (I-7, R-24, R-25), then the firer may be relieved (RRF-BOF-4).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AfterShots;

impl Step<RallyRoundTheFlag> for AfterShots {
    fn take(self, play: &mut Play<'_>) {
        let Some(volley) = play.state.volley.take() else { return };
        if volley.effect == Some(Bottom::OpenOrder) {
            play.state.agenda.push(OpenSwap { firer: volley.firer });
        }
        if volley.reason == Reason::Action && !volley.is_over {
            play.state.agenda.push(ReturnFire { stand: volley.target, at: volley.firer });
        }
    }
}
