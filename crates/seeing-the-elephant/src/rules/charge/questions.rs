//! What is asked while a charge is on its way: who fires, where a charger stops, whether it goes on (1.2).

use super::path;
use super::run::{advance, in_hand, replan, shoot, shoot_charger, update};
use crate::model::action::{Action, Inches};
use crate::model::charge::{Awaits, Goal, Spot, Stage};
use crate::model::figure::is_near;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::Mark;
use crate::model::troops::Weapon;
use crate::rules::fire::volley::Aimed;
use crate::rules::fire::{self, DefensiveRange};
use crate::rules::morale::{Cause, TakeTest};
use crate::rules::passing::PassingShot;
use crate::rules::sweep::footprint;
use crate::scene::arcs;
use crate::speech;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use ground::table::number;
use serde::{Deserialize, Serialize};

/// Which fire is offered.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Offer {
    /// The target's first fire at 100 yards (C3).
    First,
    /// Its second at 50 (C6).
    Second,
    /// The charger's pistols and shotguns (C7b).
    Pistols,
    /// Anybody's at an enemy who passes (I-3).
    Passing,
    /// That of skirmishers who are charged, before they fall back (I-4).
    Screen,
}

impl Offer {
    /// At which range it is worked out: at 100 or 50 yards, or where a nearer charger began.
    #[must_use]
    pub fn range(self, at: Position<'_>, charger: UnitId, target: UnitId) -> DefensiveRange {
        let yards = match self {
            Offer::First | Offer::Screen => 100,
            Offer::Second | Offer::Pistols => 50,
            Offer::Passing => return DefensiveRange::Measured,
        };
        let mark = at.rules.scale.yards(yards);
        DefensiveRange::Fixed(mark.min(at.gap(charger, target).distance()))
    }

    /// Whether it takes a test first.
    const fn takes_test(self) -> bool {
        matches!(self, Offer::Second | Offer::Passing | Offer::Screen)
    }

    const fn rule(self) -> &'static str {
        match self {
            Offer::First => "STE-CHG-3",
            Offer::Second => "STE-CHG-8",
            Offer::Pistols => "STE-CAV-1",
            Offer::Passing => "R-28",
            Offer::Screen => "STE-SKIRM-17",
        }
    }
}

/// Does a unit fire in the enemy's movement, or with its pistols as it closes?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferFire {
    /// Who may fire.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// Which fire it is.
    pub offer: Offer,
}

impl OfferFire {
    fn can(self, at: Position<'_>) -> bool {
        let OfferFire { firer, target, offer } = self;
        let armed = offer != Offer::Pistols
            || at.is_mounted(firer)
                && at
                    .unit(firer)
                    .weapons
                    .iter()
                    .any(|weapon| matches!(weapon, Weapon::Pistol | Weapon::Shotgun));
        // STE-SKIRM-17: skirmishers who have fired in a fire phase of this turn hold their fire.
        let ready = offer != Offer::Screen || !at.is(firer, Mark::FIRED);
        armed && ready && fire::can_defend(at, firer, target, offer.range(at, target, firer))
    }
}

impl Question<SeeingTheElephant> for OfferFire {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.firer))
    }

    /// Nobody is asked who has no stand that could fire.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if self.can(at) { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (firer, target) = (&at.unit(self.firer).name, &at.unit(self.target).name);
        let text = match self.offer {
            Offer::First => format!("Does {firer} fire at {target} as it charges?"),
            Offer::Second => format!("Does {firer} try to fire at {target} a second time?"),
            Offer::Pistols => format!("Does {firer} fire at {target} as it closes?"),
            Offer::Passing => format!("Does {firer} try to fire at {target}, which passes?"),
            Offer::Screen => format!("Does {firer} try to fire at {target} before it falls back?"),
        };
        Words::new(text, self.offer.rule())
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(if self.offer.takes_test() {
            [Action::Attempt, Action::Decline]
        } else {
            [Action::Fire, Action::HoldFire]
        });
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let mut known = Vec::new();
        self.answers(at, side, &mut known);
        if known.contains(action) { Ok(()) } else { other_question() }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let OfferFire { firer, target, offer } = self;
        let range = offer.range(play.at(), target, firer);
        match (offer, action) {
            (Offer::First, Action::Fire) => shoot_charger(play, firer, target, range, Awaits::FirstFire),
            (Offer::Pistols, Action::Fire) => {
                // STE-CAV-1, R-59: its markers count when the target tests to receive the charge.
                shoot(play, firer, target, range, true);
            }
            (Offer::Second, Action::Attempt) => {
                update(play, target, |charge| {
                    charge.awaits = Awaits::SecondTest;
                    charge.tested = charge.gone;
                });
                play.troop(firer).verdict = None;
                // STE-MOR-25
                play.state.agenda.push(TakeTest {
                    unit: firer,
                    cause: Cause::DefensiveFire,
                    from: Some(target),
                });
            }
            (Offer::Passing | Offer::Screen, Action::Attempt) => {
                play.mark(firer, Mark::PASS_THROUGH.when(offer == Offer::Passing), true);
                play.troop(firer).verdict = None;
                let test = TakeTest { unit: firer, cause: Cause::DefensiveFire, from: Some(target) };
                play.state.agenda.then([test.into(), PassingShot { firer, target, offer }.into()]);
            }
            _ => {}
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let firer = &at.unit(self.firer).name;
        match *action {
            Action::Fire => format!("{firer} fires"),
            Action::HoldFire => format!("{firer} holds its fire"),
            Action::Attempt => format!("{firer} tests its morale to fire"),
            Action::Decline => format!("{firer} does not try"),
            _ => speech::answer(at.rules, action),
        }
    }

    /// Whom it would fire at, with the shot as it is now.
    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        let OfferFire { firer, target, offer } = self;
        if !matches!(action, Action::Fire | Action::Attempt) {
            return Sketch::default();
        }
        let moving = offer == Offer::Pistols;
        let shot = fire::shot_of_all(at, firer, target, offer.range(at, target, firer), moving);
        arcs::aim(at, firer, Aimed::Unit(target), shot.as_ref(), &[])
    }
}

/// The target of a charge is gone: where does the charger stop, from where it was last shot at or tested to the place
/// that was vacated (`ChargeStop`, R-26, R-109)?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StopCharge {
    /// Who charges.
    pub unit: UnitId,
}

impl StopCharge {
    /// The first and the last place where it may stop, and the lengths of the command stand's way to them.
    fn bounds(self, at: Position<'_>) -> Option<(Spot, Spot, i32, i32)> {
        let charge = at.state.charge_of(self.unit)?;
        let stance = charge.start.stance(at.size(self.unit));
        let last =
            in_hand(charge).last(at, self.unit, &stance, &charge.course, charge.gone).max(charge.tested);
        let along = |spot| path::along(&stance, charge.course.turn, spot);
        Some((charge.tested, last, along(charge.tested), along(last)))
    }

    /// The place after so much of its way, if it may stop there.
    fn spot(self, at: Position<'_>, way: Inches) -> Option<Spot> {
        let (first, last, from, to) = self.bounds(at)?;
        if way.0 == to {
            return Some(last);
        }
        if way.0 == from {
            return Some(first);
        }
        let charge = at.state.charge_of(self.unit)?;
        let ticks = charge.course.turn.unsigned_abs();
        let stance = charge.start.stance(at.size(self.unit));
        let wheel = path::along(&stance, charge.course.turn, Spot { ticks, ahead: 0 });
        let ahead = way.0 - wheel;
        (way.0 > from && way.0 < to && ahead >= 0 && ahead % path::STEP == 0).then_some(Spot { ticks, ahead })
    }
}

impl Question<SeeingTheElephant> for StopCharge {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.unit))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        match self.bounds(at) {
            None => Opening::Pass,
            Some((.., from, to)) if from == to => Opening::Only(at.side(self.unit), Action::Halt(Inches(to))),
            _ => Opening::Ask,
        }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text = format!("The enemy is gone: after how many inches does {} stop?", at.unit(self.unit).name);
        Words::new(text, "R-26")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some((.., from, to)) = self.bounds(at) else { return };
        let middle = Inches(from.midpoint(to) / path::STEP * path::STEP);
        out.push(Action::Halt(Inches(from)));
        if middle.0 != from && middle.0 != to && self.spot(at, middle).is_some() {
            out.push(Action::Halt(middle));
        }
        out.push(Action::Halt(Inches(to)));
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Halt(way) = *action else { return other_question() };
        if self.spot(at, way).is_some() {
            return Ok(());
        }
        let (.., from, to) = self.bounds(at).unwrap_or_default();
        let [from, to, way] = [from, to, way.0].map(|mils| number::write(mils, 3));
        let text = format!("it stops after {from} to {to} inches, in hundredths of one, not after {way}");
        Err(Violation::of("R-109", text).about([at.unit(self.unit).tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Halt(way) = *action else { return };
        let Some(spot) = self.spot(play.at(), way) else { return };
        let back = play.state.charge_of(self.unit).is_some_and(|charge| spot < charge.gone);
        update(play, self.unit, |charge| {
            charge.course.goal = Goal::Ground;
            charge.course.ahead = spot.ahead;
            if spot.ticks < charge.course.turn.unsigned_abs() {
                charge.course.turn = charge.course.turn.signum() * spot.ticks as i8;
            }
            charge.gone = charge.gone.min(spot);
        });
        if back {
            // It had not gone so far yet: it stands where it stops.
            advance(play, self.unit, spot);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Halt(way) => {
                format!("{} stops after {} inches", at.unit(self.unit).name, number::write(way.0, 3))
            }
            _ => speech::answer(at.rules, action),
        }
    }
}

/// Skirmishers whom a charge drove in have joined their unit: does the charger go on at that?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PressOn {
    /// Who charges.
    pub unit: UnitId,
    /// The unit that took them in.
    pub parent: UnitId,
}

impl Question<SeeingTheElephant> for PressOn {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.unit))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (name, parent) = (&at.unit(self.unit).name, &at.unit(self.parent).name);
        Words::new(format!("Does {name} go on at {parent}?"), "R-22")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Press, Action::StandStill]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        if matches!(action, Action::Press | Action::StandStill) { Ok(()) } else { other_question() }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action != Action::Press {
            // it stops anywhere up to the place that they have left.
            return play.state.agenda.push(StopCharge { unit: self.unit });
        }
        let PressOn { unit, parent } = self;
        let Some(charge) = play.state.charge_of(unit).copied() else { return };
        let at = play.at();
        let near = at.rules.scale.yards(100);
        // the first fire only if it began over 100 yards from the parent and has not passed that mark.
        let stance = charge.from.stance(at.size(unit));
        let began_far = !is_near(&footprint(&stance), &at.footprint(parent), near);
        let is_far = !at.is_within(unit, parent, near);
        let behind = super::behind(at, parent, charge.from.anchor);
        update(play, unit, |charge| {
            charge.target = parent;
            charge.behind = behind;
            charge.marks = charge.marks.without(Stage::FIRST.or(Stage::SECOND).or(Stage::PISTOLS))
                | Stage::FIRST.when(!began_far || !is_far);
        });
        replan(play, unit);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let name = &at.unit(self.unit).name;
        match action {
            Action::Press => format!("{name} goes on at {}", at.unit(self.parent).name),
            Action::StandStill => format!("{name} stops"),
            _ => speech::answer(at.rules, action),
        }
    }
}
