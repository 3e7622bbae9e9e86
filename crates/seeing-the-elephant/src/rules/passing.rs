//! Fire at passing enemies, and where a move is interrupted (I-3, I-6, R-28, R-95, R-113).

use crate::Task;
use crate::model::charge::Awaits;
use crate::model::figure::{Footprint, INSET, ROUNDING, Round, Stance, gap_between, is_near};
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::{MOST_STANDS, SeeingTheElephant};
use crate::model::state::{Mark, State};
use crate::rules::cavalry::{self, OpportunityCharge};
use crate::rules::charge::questions::{Offer, OfferFire};
use crate::rules::charge::run::shoot;
use crate::rules::fire::{self, DefensiveRange};
use crate::rules::morale::{Cause, TakeTest, Verdict};
use crate::rules::skirmishers::Spread;
use crate::rules::sweep::{self, Course, Sweep};
use arrayvec::ArrayVec;
use engine::agenda::Step;
use ground::geometry::Point;
use ground::table::{Body, Squared};
use serde::{Deserialize, Serialize};

/// How near an enemy must pass, in yards.
pub const NEAR: i32 = 100;

/// The steps of a straight leg, in mils.
const STEP: i32 = INCH / 10;

/// The way of a mover, as far as it is committed.
#[derive(Clone, Debug)]
pub enum Track<'a> {
    /// Legs of a formed unit.
    Legs(&'a [Sweep]),
    /// Loose stands, all on one clock.
    Loose(&'a Spread),
}

/// A place on a track: the number of the leg, and how far on it in what places on it are counted in.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The leg.
    pub leg: usize,
    /// Mils, in a wheel ticks.
    pub way: i32,
}

/// Why a move is interrupted.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// Cavalry may charge it (I-6).
    Opportunity,
    /// Somebody may fire at it (I-3).
    Passing,
}

/// Where a move is interrupted, why and by whom; in the order in which they fall due.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Interrupt {
    /// Where.
    pub place: Place,
    /// Why.
    pub why: Why,
    /// How near he is there.
    gap: Squared,
    /// By whom.
    pub by: UnitId,
}

impl Interrupt {
    /// Asks whoever interrupts; the mover has come to the place, and what it does next is on the agenda already.
    pub fn ask(&self, play: &mut Play<'_>, mover: UnitId) {
        let (asked, task): (Mark, Task) = match self.why {
            Why::Opportunity => (Mark::OFFERED, OpportunityCharge { cavalry: self.by, mover }.into()),
            Why::Passing => {
                (Mark::WATCHED, OfferFire { firer: self.by, target: mover, offer: Offer::Passing }.into())
            }
        };
        play.mark(self.by, asked, true);
        play.state.agenda.push(task);
    }
}

/// A unit begins to move: whoever may answer has not been asked yet.
pub fn begin(play: &mut Play<'_>, mover: UnitId) {
    for unit in play.rules.unit_ids() {
        play.mark(unit, Mark::WATCHED.or(Mark::OFFERED), false);
    }
    play.mark(mover, Mark::STOPPED, false);
}

/// The next interruption of a move from a place on, if there is one. Whoever has been asked about this mover is left
/// out, so it is called again from where the mover then stands. A mover that goes nowhere is interrupted by nobody
/// . `charged` is whom the mover charges: he answers by the steps of the charge.
#[must_use]
pub fn next(
    at: Position<'_>,
    mover: UnitId,
    track: &Track<'_>,
    from: Place,
    charged: Option<UnitId>,
) -> Option<Interrupt> {
    // Only phasing units that move of their own will set these off.
    if at.side(mover) != at.state.phasing || !track.leads_anywhere() {
        return None;
    }
    let mut first: Option<Interrupt> = None;
    let mut keep = |found: Interrupt| {
        if first.is_none_or(|first| found < first) {
            first = Some(found);
        }
    };
    let alarm = at.rules.scale.yards(cavalry::ALARM);
    let round = track.round(at, mover);
    let comes_near = |enemy: UnitId, distance: i32| round.is_within(at.round(enemy), distance);
    for by in at.enemies(mover).filter(|&enemy| cavalry::is_alert(at, enemy) && comes_near(enemy, alarm)) {
        let theirs = at.footprint(by);
        if let Some((place, gap)) = track.first_within(at, mover, from, &theirs, alarm) {
            keep(Interrupt { place, why: Why::Opportunity, gap, by });
        }
    }
    let near = at.rules.scale.yards(NEAR);
    let watchers = at
        .enemies(mover)
        .filter(|&enemy| Some(enemy) != charged && comes_near(enemy, near) && is_watching(at, enemy));
    let mut scratch = None;
    for by in watchers {
        let theirs = at.footprint(by);
        if !track.comes_within(at, mover, &theirs, near) {
            continue;
        }
        // from the nearest step outward until one is in arc and sight.
        let mut steps: Vec<(Squared, Place)> = Vec::new();
        let their = at.round(by);
        track.each_step(from, |place| {
            if !track.round_at(place).is_none_or(|round| round.is_within(their, near)) {
                return;
            }
            let footprint = track.footprint(at, mover, place);
            if is_near(&footprint, &theirs, near)
                && let Some(gap) = gap_between(&footprint, &theirs)
            {
                steps.push((gap, place));
            }
        });
        steps.sort_unstable();
        let state = scratch.get_or_insert_with(|| at.state.clone());
        let found = steps.into_iter().find(|&(_, place)| {
            track.put(state, mover, place);
            fire::can_defend(at.in_state(state), by, mover, DefensiveRange::Measured)
        });
        if let Some((gap, place)) = found {
            keep(Interrupt { place, why: Why::Passing, gap, by });
        }
    }
    first
}

/// Whether a unit may try to fire at passing enemies: once in an activation, skirmishers only if they have not
/// fired in a fire phase of this turn.
#[must_use]
pub fn is_watching(at: Position<'_>, unit: UnitId) -> bool {
    !at.is(unit, Mark::WATCHED.or(Mark::PASS_THROUGH))
        && fire::may_fire(at, unit)
        && !(at.is_loose(unit) && at.is(unit, Mark::FIRED))
}

impl Track<'_> {
    /// Whether it has a leg of any length.
    #[must_use]
    pub fn leads_anywhere(&self) -> bool {
        match self {
            Track::Legs(legs) => legs.iter().any(|leg| leg.length() > 0),
            Track::Loose(spread) => spread.longest() > 0,
        }
    }

    /// A circle that holds all of it.
    fn round(&self, at: Position<'_>, mover: UnitId) -> Round {
        let here = at.round(mover);
        let legs = match self {
            Track::Legs(legs) => *legs,
            // Nobody goes farther than the clock runs.
            Track::Loose(spread) => return Round { radius: here.radius + spread.longest() + 2, ..here },
        };
        let far = |round: Round| {
            let Point { x, y } = round.middle;
            (x - here.middle.x).abs() + (y - here.middle.y).abs() + round.radius
        };
        let radius = legs.iter().map(|leg| far(leg.round())).fold(here.radius, i32::max);
        Round { radius, ..here }
    }

    /// How long a skirmish move is: as long as the longest way, in whole mils.
    fn clock(&self) -> i32 {
        if let Track::Loose(spread) = self { spread.longest() } else { 0 }
    }

    /// Where loose stands are at a time of their move.
    fn loose_at(&self, way: i32) -> ArrayVec<Point, MOST_STANDS> {
        if let Track::Loose(spread) = self { spread.places_at(way) } else { ArrayVec::new() }
    }

    /// The corners of the mover at a place.
    fn footprint(&self, at: Position<'_>, mover: UnitId, place: Place) -> Footprint {
        match self {
            Track::Legs(legs) => {
                legs.get(place.leg).into_iter().flat_map(|leg| leg.footprint_at(place.way)).collect()
            }
            Track::Loose(_) => {
                let (size, facing) = (at.size(mover), at.troop(mover).facing);
                let stand =
                    |&point: &Point| Body::centred(point, facing, size.frontage, size.depth).posed(INSET);
                self.loose_at(place.way).iter().map(stand).collect()
            }
        }
    }

    /// A circle that holds a formed mover at a place.
    fn round_at(&self, place: Place) -> Option<Round> {
        match self {
            Track::Legs(legs) => legs.get(place.leg).map(|leg| leg.stance_at(place.way).round()),
            Track::Loose(_) => None,
        }
    }

    /// Sets the mover on a place.
    fn put(&self, state: &mut State, mover: UnitId, place: Place) {
        match self {
            Track::Legs(legs) => {
                let Some(Stance { anchor, facing, formation, frontage, .. }) =
                    legs.get(place.leg).map(|leg| leg.stance_at(place.way))
                else {
                    return;
                };
                let troop = state.troop_mut(mover);
                (troop.anchor, troop.facing, troop.formation, troop.frontage) =
                    (anchor, facing, formation, frontage);
            }
            Track::Loose(_) => state.set_loose(mover, &self.loose_at(place.way)),
        }
    }

    /// Whether it comes so near to these bodies anywhere.
    fn comes_within(&self, at: Position<'_>, mover: UnitId, theirs: &Footprint, distance: i32) -> bool {
        match self {
            Track::Legs(legs) => {
                legs.iter().any(|leg| leg.length() > 0 && leg.comes_within(theirs, distance))
            }
            Track::Loose(_) => self.first_within(at, mover, Place::default(), theirs, distance).is_some(),
        }
    }

    /// The first place from another on that is so near to these bodies, and how near it is.
    fn first_within(
        &self,
        at: Position<'_>,
        mover: UnitId,
        from: Place,
        theirs: &Footprint,
        distance: i32,
    ) -> Option<(Place, Squared)> {
        let near = |place: Place| {
            let ours = self.footprint(at, mover, place);
            is_near(&ours, theirs, distance).then(|| gap_between(&ours, theirs).map(|gap| (place, gap)))?
        };
        // Where it stands already.
        if let Some(here) = near(from) {
            return Some(here);
        }
        match self {
            Track::Legs(legs) => legs.iter().enumerate().skip(from.leg).find_map(|(number, leg)| {
                let way = leg.first_within(theirs, distance)?;
                let place = Place { leg: number, way };
                (place > from && leg.length() > 0).then(|| near(place)).flatten()
            }),
            Track::Loose(_) => {
                // Nobody goes farther in some time than the clock runs, but for rounding: while the gap is larger than
                // that, nothing has to be looked at.
                let end = self.clock();
                let mut way = (from.way / sweep::MARK + 1) * sweep::MARK;
                loop {
                    let place = Place { leg: 0, way: way.min(end) };
                    let gap = gap_between(&self.footprint(at, mover, place), theirs)?;
                    if gap.is_within(distance) {
                        return Some((place, gap));
                    }
                    if way >= end {
                        return None;
                    }
                    let free = gap.distance() - distance - ROUNDING;
                    way += (free / sweep::MARK * sweep::MARK).max(sweep::MARK);
                }
            }
        }
    }

    /// Every step from a place on: 0, 100, 200 … mil of a straight leg and its end, each tick of a wheel.
    fn each_step(&self, from: Place, mut look: impl FnMut(Place)) {
        let mut step = |place: Place| {
            if place >= from {
                look(place);
            }
        };
        step(from);
        match self {
            Track::Legs(legs) => {
                for (number, leg) in legs.iter().enumerate().filter(|(_, leg)| leg.length() > 0) {
                    let each = if matches!(leg.course, Course::Wheel { .. }) { 1 } else { STEP };
                    let ways = (0..leg.length()).step_by(each as usize).chain([leg.length()]);
                    ways.for_each(|way| step(Place { leg: number, way }));
                }
            }
            Track::Loose(_) => {
                let end = self.clock();
                (0..end).step_by(STEP as usize).chain([end]).for_each(|way| step(Place { leg: 0, way }));
            }
        }
    }
}

/// A unit that dared to fire at a passing enemy, or skirmishers at one who charges them, do so if they passed their
/// test; a mover that is hurt tests at once (I-3b, I-4, R-29).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PassingShot {
    /// Who fires.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// Which fire it is.
    pub offer: Offer,
}

impl Step<SeeingTheElephant> for PassingShot {
    fn take(self, play: &mut Play<'_>) {
        let PassingShot { firer, target, offer } = self;
        let range = offer.range(play.at(), target, firer);
        let passed = play.at().troop(firer).verdict.is_some_and(Verdict::is_pass);
        if !passed || !fire::can_defend(play.at(), firer, target, range) {
            return;
        }
        play.troop(target).verdict = None;
        if let Some(charge) = play.state.charges.iter_mut().find(|charge| charge.unit == target) {
            charge.awaits = if offer == Offer::Screen { Awaits::ScreenFire } else { Awaits::Passing };
            charge.tested = charge.gone;
        }
        if shoot(play, firer, target, range, false) {
            // STE-MOR-4
            play.state.agenda.push(TakeTest { unit: target, cause: Cause::Advance, from: Some(firer) });
        }
    }
}
