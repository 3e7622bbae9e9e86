//! Mounted charges (2.20): whom cavalry charges, in which order, and what those do who are charged (I-4).

use super::ride_down;
use crate::measure::charge::{self, ChargeGeom};
use crate::measure::sight::{Scratch, sees_stand};
use crate::measure::{Pose, candidates, front, generals, route, slots};
use crate::model::action::Action;
use crate::model::event::{Cause, Event};
use crate::model::ids::StandId;
use crate::model::numbers::{Arm, Arrow};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, RallyRoundTheFlag};
use crate::model::state::{Mark, Stands};
use crate::rules::act::{Act, Pay};
use crate::rules::bottoms::CloseOrder;
use crate::rules::charge::{AimCharge, EndCharge, halt, land, settle, windows};
use crate::rules::check::Check;
use crate::rules::fire::{self, Reason};
use crate::rules::melee::{self, Round};
use crate::rules::rally::Reface;
use crate::rules::rout::{self, From, shift};
use crate::rules::turn::Choice;
use engine::agenda::{Opening, Question, Step, Words, only, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// The priority of an enemy for a mounted charge, the first first (RRF-CCH-1, RRF-CCH-4, RRF-CCH-6): mounted stands,
/// routed and engaged ones too; batteries that touch no infantry of theirs; routed infantry. Nobody else
/// (RRF-CCH-7).
fn class(at: Position<'_>, enemy: StandId) -> Option<u8> {
    let supports = |friend: StandId| {
        friend != enemy && at.stand(friend).kind == Kind::Infantry && at.touch(friend, enemy)
    };
    match at.arm(enemy) {
        Arm::Mounted => Some(0),
        Arm::Artillery => (!at.present_of(at.side(enemy)).any(supports)).then_some(1),
        Arm::Infantry if at.is(enemy, Mark::ROUTED) => Some(2),
        _ => None,
    }
}

/// Batteries that were charged by the card of this turn: one stand for each (RRF-CCH-5).
fn taken(at: Position<'_>) -> Stands {
    match at.state.turn.choice {
        Choice::Top(_) => at.state.turn.charged,
        _ => Stands::EMPTY,
    }
}

/// How far an enemy is from a stand, in whole hundredths of a yard.
fn gap(at: Position<'_>, stand: StandId, enemy: StandId) -> i32 {
    at.body(stand).gap(&at.body(enemy)).distance()
}

/// Everybody a mounted stand could reach and see, with class and gap, the best first.
fn within_reach(at: Position<'_>, stand: StandId) -> Vec<(u8, i32, StandId)> {
    let taken = taken(at);
    let mut classes: Vec<(StandId, u8)> = at
        .present_of(at.side(stand).other())
        .filter(|enemy| !taken.contains(*enemy))
        .filter_map(|enemy| Some((enemy, class(at, enemy)?)))
        .collect();
    let longest = Arrow::longest(at.stand(stand).discipline);
    let mut scratch = Scratch::default();
    at.measured(|table| {
        let Some(own) = table.stand(stand) else { return };
        classes.retain(|(enemy, _)| {
            let seen = table.stand(*enemy).is_some_and(|enemy| sees_stand(table, &mut scratch, own, enemy));
            let wanted = |other: &crate::measure::Stand| other.id == *enemy;
            seen && candidates::any_charge(table, &mut scratch, own, longest, &wanted)
        });
    });
    let mut found: Vec<(u8, i32, StandId)> =
        classes.into_iter().map(|(enemy, class)| (class, gap(at, stand, enemy), enemy)).collect();
    found.sort_unstable();
    found
}

/// Whom a mounted stand must charge if it charges: the closest of the first class within its reach; more than
/// one where they are as near.
#[must_use]
pub fn prey(at: Position<'_>, stand: StandId) -> Vec<StandId> {
    let found = within_reach(at, stand);
    let first = found.first().map(|&(class, gap, _)| (class, gap));
    found
        .into_iter()
        .filter(|&(class, gap, _)| Some((class, gap)) == first)
        .map(|(.., enemy)| enemy)
        .collect()
}

/// Whether a mounted stand may charge an enemy that it reaches.
///
/// # Errors
///
/// Whom it has to charge instead, or why nobody on horseback charges such.
pub fn check_prey(at: Position<'_>, stand: StandId, target: StandId) -> Result<(), Violation> {
    let (about, enemy) = (at.stand(stand), at.stand(target));
    let refuse =
        |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone(), enemy.tag.clone()]));
    let Some(class) = class(at, target) else {
        let (rule, what) = match at.arm(target) {
            Arm::Artillery => ("RRF-CCH-4", "has infantry beside it"),
            _ => ("RRF-CCH-7", "is formed, on foot"),
        };
        return refuse(rule, format!("{} {what}: cavalry does not charge it.", enemy.name));
    };
    if taken(at).contains(target) {
        return refuse("RRF-CCH-5", format!("{} has been charged by this card.", enemy.name));
    }
    let own = (class, gap(at, stand, target));
    match within_reach(at, stand).first() {
        Some(&(better, _, other)) if better < class => {
            let rule = if better == 0 { "RRF-CCH-1" } else { "RRF-CCH-6" };
            refuse(rule, format!("{} comes before {}.", at.stand(other).name, enemy.name))
        }
        Some(&(class, gap, other)) if (class, gap) < own => {
            refuse("RRF-CCH-2", format!("{} is closer than {}.", at.stand(other).name, enemy.name))
        }
        _ => {
            let mut scratch = Scratch::default();
            let seen = at.measured(|table| {
                let pair = (table.stand(stand), table.stand(target));
                matches!(pair, (Some(own), Some(enemy)) if sees_stand(table, &mut scratch, own, enemy))
            });
            if seen { Ok(()) } else { refuse("R-37", format!("{} does not see {}.", about.name, enemy.name)) }
        }
    }
}

/// What is added to the first check of a mounted charge: one for each formed enemy on foot whose fire it may meet
/// (RRF-CHG-7, R-42).
#[must_use]
pub fn fire_met(at: Position<'_>, stand: StandId, way: &ChargeGeom) -> i8 {
    if at.arm(stand) != Arm::Mounted {
        return 0;
    }
    let longest = Arrow::longest(at.stand(stand).discipline);
    let mut scratch = Scratch::default();
    at.measured(|table| {
        let Some(own) = table.stand(stand) else { return 0 };
        let Ok(found) = charge::check_charge(table, &mut scratch, own, way, longest) else { return 0 };
        charge::fire_on_path(table, &mut scratch, own, (own.pose.at, found.end.at)).min(100) as i8
    })
}

/// Which other mounted stands charge by the card: all are named before the first one goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NameRiders;

impl NameRiders {
    fn could(at: Position<'_>, side: Side, stand: StandId) -> Result<(), Violation> {
        let about = at.stand(stand);
        let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
        let named = &at.state.riders;
        if usize::from(at.state.turn.left) <= named.len() || named.lacks_room(1) {
            return refuse("RRF-PLAY-2", "The card is for no more stands.".to_owned());
        }
        if about.side != side || !at.is_present(stand) || at.arm(stand) != Arm::Mounted {
            return refuse("R-85", format!("{} is no mounted stand of yours.", about.name));
        }
        if named.contains(&stand) || at.state.turn.used.contains(stand) || at.is(stand, Mark::ACTIVATED) {
            return refuse("R-21", format!("{} has been named, or has acted.", about.name));
        }
        crate::rules::act::could(at, stand, crate::model::cards::TopAction::Charge)
    }
}

impl Question<RallyRoundTheFlag> for NameRiders {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.turn.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let side = at.state.turn.side;
        let any = at.present_of(side).any(|stand| Self::could(at, side, stand).is_ok());
        if any { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which other mounted stand charges?", "R-85")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let others = at.present_of(side).filter(|&stand| Self::could(at, side, stand).is_ok());
        out.extend(others.map(Action::Charge));
        out.push(Action::Done);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Charge(stand) => Self::could(at, side, stand),
            Action::Done => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Charge(stand) = *action {
            play.state.riders.push(stand);
            play.state.agenda.push(self);
        }
    }
}

/// The next pair of a mounted charge (RRF-CCH-2, RRF-CCH-3, R-85): the closest; its owner picks where some are as near.
/// Whoever finds nobody has not acted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickPair {
    /// By the card: each pays when its pair comes up.
    pub by_card: bool,
}

impl PickPair {
    fn pairs(at: Position<'_>) -> Vec<(StandId, StandId)> {
        let mut pairs: Vec<(i32, StandId, StandId)> = Vec::new();
        for &rider in at.state.riders.iter() {
            let able = at.is_present(rider)
                && at.arm(rider) == Arm::Mounted
                && !at.is(rider, Mark::ROUTED)
                && !at.is_engaged(rider);
            if able {
                pairs.extend(prey(at, rider).into_iter().map(|enemy| (gap(at, rider, enemy), rider, enemy)));
            }
        }
        let least = pairs.iter().map(|&(gap, ..)| gap).min();
        pairs.retain(|&(gap, ..)| Some(gap) == least);
        pairs.into_iter().map(|(_, rider, enemy)| (rider, enemy)).collect()
    }
}

impl Question<RallyRoundTheFlag> for PickPair {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.turn.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.state.riders.is_empty() { Opening::Pass } else { only(self, at) }
    }

    fn pass(self, play: &mut Play<'_>) {
        let left = std::mem::take(&mut play.state.riders);
        for &stand in left.iter() {
            play.tell(Event::FindsNobody { stand });
        }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which pair is next?", "RRF-CCH-2")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(Self::pairs(at).into_iter().map(|(stand, target)| Action::Pair { stand, target }));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Pair { stand, target } = *action else { return other_question() };
        if Self::pairs(at).contains(&(stand, target)) {
            return Ok(());
        }
        Err(Violation::of("RRF-CCH-2", "The closest pair is next.").about([at.stand(stand).tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Pair { stand, target } = *action else { return };
        play.state.riders.retain(|rider| *rider != stand);
        if self.by_card {
            Act::spend(play, stand, Pay::Top);
            play.mark(stand, Mark::ACTIVATED, true);
        }
        play.state.agenda.then([AimCharge { stand, target: Some(target) }.into(), self.into()]);
    }
}

/// Who was charged reacts, asked or not (I-4, RRF-CRX-1): counter-charge, canister, or square.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct React {
    /// In contact across a barricade: nobody counter-charges over it.
    pub is_across: bool,
}

impl Step<RallyRoundTheFlag> for React {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let (stand, target) = (onset.stand, onset.target);
        let at = play.at();
        let from = From::Enemy(at.troop(stand).pose.at);
        match at.arm(target) {
            // RRF-CRX-3b: it joins that melee, which is fought at once.
            Arm::Mounted if self.is_across || at.is_engaged(target) => {
                if land(play) {
                    fight_at_once(play, stand);
                }
            }
            // RRF-CRX-3a, R-39
            Arm::Mounted if at.is(target, Mark::ROUTED) => {
                play.state.agenda.push(TakePlace { target, gone: at.troop(target).pose });
                rout::rout(play, target, from);
            }
            Arm::Mounted => {
                let check = Check { stand: target, modifier: 0, cause: Cause::CounterCharge };
                play.state.agenda.then([check.into(), Countered.into()]);
            }
            Arm::Artillery => {
                // RRF-CRX-7, R-85: judged from where the charger started; R-35: engaged guns do not fire.
                let guns = at.figure(target);
                let fires = !guns.routed && !at.is_engaged(target) && front::faces(&guns, &at.body(stand));
                if matches!(at.state.turn.choice, Choice::Top(_)) {
                    play.state.turn.charged.insert(target);
                }
                if land(play) {
                    windows(play);
                    play.state.agenda.then([Shelled { target }.into(), EndCharge.into()]);
                    if fires {
                        let rolled = play.state.rolled_for;
                        fire::declare(play, target, stand, None, Reason::Canister);
                        play.state.rolled_for = rolled;
                    }
                }
            }
            _ => {
                if land(play) {
                    windows(play);
                    let modifier = square(play.at(), target);
                    let check = Check { stand: target, modifier, cause: Cause::Square };
                    play.state.agenda.then([check.into(), Squared { target }.into(), EndCharge.into()]);
                }
            }
        }
    }
}

/// A mounted melee is fought at once (RRF-CRX-4); then the windows, where the contact is still there.
fn fight_at_once(play: &mut Play<'_>, stand: StandId) {
    windows(play);
    play.state.agenda.then([EndCharge.into(), Round { stand }.into()]);
}

/// What is added to a square test: one less for each formed friend, infantry or cavalry, in contact; one more for each
/// other routed friend of infantry within the length of the longest arrow (RRF-CRX-10, R-41).
fn square(at: Position<'_>, stand: StandId) -> i8 {
    let reach = crate::measure::lengths::length(Arrow::A4);
    let body = at.body(stand);
    let mut modifier = 0;
    for friend in at.present_of(at.side(stand)).filter(|&friend| friend != stand) {
        let routed = at.is(friend, Mark::ROUTED);
        if !routed && at.arm(friend) != Arm::Artillery && at.touch(friend, stand) {
            modifier -= 1;
        }
        if routed && at.arm(friend) == Arm::Infantry && at.body(friend).is_within(&body, reach) {
            modifier += 1;
        }
    }
    modifier
}

/// What comes of a counter-charge (RRF-CRX-2, RRF-CRX-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Countered;

impl Step<RallyRoundTheFlag> for Countered {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let (stand, target) = (onset.stand, onset.target);
        let at = play.at();
        if !play.state.is_passed {
            let from = From::Enemy(at.troop(stand).pose.at);
            play.state.agenda.push(TakePlace { target, gone: at.troop(target).pose });
            return rout::rout(play, target, from);
        }
        // Where the target would lie on somebody if it turned, it stays as it is and is charged like any other.
        let has_room = at.measured(|table| {
            let pair = (table.stand(stand), table.stand(target));
            let (Some(own), Some(enemy)) = pair else { return true };
            let gone = |id| id == stand || id == target;
            charge::counter_charge(table, own, enemy)
                .is_none_or(|met| slots::fits_beside(table, enemy, met.target, gone))
        });
        if !has_room {
            if land(play) {
                fight_at_once(play, stand);
            }
            return;
        }
        let met = at.measured(|table| {
            let (own, enemy) = (table.stand(stand)?, table.stand(target)?);
            let met = charge::counter_charge(table, own, enemy)?;
            let others: Vec<_> = table.stands.iter().filter(|other| other.id != target).copied().collect();
            let rest = crate::measure::Table { stands: &others, ..*table };
            let theirs = generals::displace(&rest, target, &enemy.footprint_at(met.target)).ok()?;
            Some((met, theirs))
        });
        let Some((met, theirs)) = met else {
            // no room there.
            let way = at.measured(|table| {
                let own = table.stand(stand)?;
                let sweep = onset.way.sweep(own);
                let way = sweep.touches(own, &table.stand(target)?.body)?;
                Some(route::last_free(table, own, &sweep, way - 2 * crate::measure::lengths::TOUCH))
            });
            return halt(play, way.unwrap_or(0));
        };
        shift(play, &theirs);
        play.troop(target).pose = met.target;
        let own = play.at().figure(stand);
        let ours =
            play.at().measured(|table| generals::displace(table, stand, &own.footprint_at(met.charger)));
        play.tell(Event::Meets { stand, target });
        settle(play, met.charger, &ours.unwrap_or_default());
        melee::strike(play, stand, met.charger);
        melee::strike(play, target, met.target);
        fight_at_once(play, stand);
    }
}

/// The charger goes where the stand was that ran (RRF-CRX-3, R-113).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakePlace {
    /// Who ran.
    pub target: StandId,
    /// Where it was.
    pub gone: Pose,
}

impl Step<RallyRoundTheFlag> for TakePlace {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let at = play.at();
        let stand = onset.stand;
        let mut gone = at.figure(self.target).at(self.gone);
        gone.arm = Arm::Mounted;
        let placed = at.measured(|table| {
            let own = table.stand(stand)?;
            let heading = onset.way.sweep(own).heading;
            let pose = charge::takes_place(table, own, heading, &gone);
            let clear = !table.others(stand).any(|other| pose.posed(own.arm).overlaps(&other.body));
            let shifts = generals::displace(table, stand, &own.footprint_at(pose)).ok()?;
            clear.then_some((pose, shifts))
        });
        match placed {
            Some((pose, shifts)) => {
                settle(play, pose, &shifts);
                play.tell(Event::TakesPlace { stand });
                play.state.agenda.then([EndCharge.into(), CloseOrder.into()]);
            }
            None => halt(play, 0),
        }
    }
}

/// The canister is fired: unless it has driven the cavalry off the guns are lost (RRF-CRX-8, RRF-CRX-9, R-40, R-113).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shelled {
    /// The guns.
    pub target: StandId,
}

impl Step<RallyRoundTheFlag> for Shelled {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let at = play.at();
        let stand = onset.stand;
        let won = at.is_present(stand) && at.arm(stand) == Arm::Mounted && !at.is(stand, Mark::ROUTED);
        if won && at.is_present(self.target) {
            play.tell(Event::GunsTaken { stand: self.target });
            ride_down(play, self.target);
        }
    }
}

/// What comes of a square test (RRF-CRX-11, RRF-CRX-12).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Squared {
    /// Who was charged.
    pub target: StandId,
}

impl Step<RallyRoundTheFlag> for Squared {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let stand = self.target;
        if !play.state.is_passed {
            return ride_down(play, stand);
        }
        let from = From::Enemy(play.at().troop(stand).pose.at);
        play.mark(stand, Mark::ROUTED.or(Mark::ACTIVATED), false);
        play.tell(Event::Rallied { stand, was_routed: true });
        rout::rout(play, onset.stand, from);
        // It faces anew before the cavalry is gone, and makes no T move.
        play.state.agenda.push(Reface { stand, goes_on: false });
    }
}
