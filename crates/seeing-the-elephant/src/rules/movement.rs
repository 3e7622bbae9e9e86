//! All movement but charges (S9, STE-MOVE): who moves, and his dice; his path, and the path carried out leg by leg, are
//! in the modules below.

pub mod arrivals;
mod march;
mod path;
mod screen;
mod ways;

pub use march::{Advance, go_on_by, halt, is_crossing, is_free, unused};
pub use path::PickPath;
pub use screen::PlaceScreen;
pub(crate) use ways::{BEHIND_COVER, STANDOFFS};

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{HqId, UnitId};
use crate::model::layout::Layout;
use crate::model::legs::{Count, Mode};
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Formation, Mark, Posture};
use crate::model::terrain::ABATIS;
use crate::model::troops::Arm;
use crate::rules::formations;
use crate::rules::legs::{self, Roll, refuse};
use crate::rules::morale::{Cause, TakeTest, in_activation};
use crate::rules::{dice, officers};
use crate::speech;
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};
use std::fmt;

/// All movement but charges (S9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovePhase {
    /// Whose card was drawn.
    pub hq: HqId,
}

impl Step<SeeingTheElephant> for MovePhase {
    fn take(self, play: &mut Play<'_>) {
        play.state.last_move = None;
        play.state.agenda.push(PickMover { hq: self.hq });
    }
}

/// Who moves next, and how: that fixes his dice (G-13, R-66).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickMover {
    /// Whose card was drawn.
    pub hq: HqId,
}

impl PickMover {
    /// Every way for every unit, as far as it is legal.
    fn takes(at: Position<'_>) -> impl Iterator<Item = Action> + '_ {
        let at = at.tersely();
        let movers = at.present_of(at.state.phasing).filter(move |&unit| {
            at.is(unit, Mark::ACTIVE)
                && !at.is(unit, Mark::MOVED.or(Mark::STAYED).or(Mark::BARRED))
                && check_mover(at, unit).is_ok()
        });
        movers.flat_map(move |unit| {
            let all = Mode::ALL.into_iter().filter(move |&mode| is_likely(at, unit, mode));
            let all = all.filter(move |&mode| check_mode(at, unit, mode).is_ok());
            all.map(move |mode| Action::Take { unit, mode })
        })
    }

    /// A screen of a quarter of the stands (G-17).
    fn screens(at: Position<'_>) -> impl Iterator<Item = Action> + '_ {
        let at = at.tersely();
        let movers = at.present_of(at.state.phasing).filter(move |&unit| {
            at.is(unit, Mark::ACTIVE) && !at.is(unit, Mark::MOVED.or(Mark::STAYED).or(Mark::BARRED))
        });
        // Most have nobody to send out, which needs no measuring to see.
        let has_some = move |unit: &UnitId| {
            let troop = at.troop(*unit);
            at.unit(*unit).screen.is_some_and(|screen| !at.is_present(screen))
                && matches!(troop.formation, Formation::Line | Formation::Column)
                && !at.is(*unit, Mark::PRONE)
                && troop.posture != Posture::Full
        };
        movers.filter(has_some).filter_map(move |unit| {
            let stands = Count(at.troop(unit).stands.div_ceil(4));
            check_send(at, unit, stands).is_ok().then_some(Action::Send { unit, stands })
        })
    }
}

impl Question<SeeingTheElephant> for PickMover {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let anybody = PickMover::takes(at).next().is_some()
            || officers::anybody_rides(at, self.hq)
            || arrivals::enters(at).next().is_some();
        if anybody { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who moves next, and how?", "STE-MOVE-1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let layout = Layout::of(at);
        let at = at.with(&layout);
        out.extend(PickMover::takes(at));
        out.extend(PickMover::screens(at));
        out.extend(arrivals::enters(at));
        out.extend(officers::rides(at, self.hq));
        out.push(Action::MovesOver);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Take { unit, mode } => check_take(at, unit, mode),
            Action::Send { unit, stands } => check_send(at, unit, stands),
            Action::Ride { officer, ride } => officers::check_ride(at, self.hq, officer, &ride, None),
            Action::Join { officer, ride, unit } => {
                officers::check_ride(at, self.hq, officer, &ride, Some(unit))
            }
            Action::Enter { unit, files, mode } => arrivals::check(at, unit, files, mode),
            Action::EnterBeside { unit, files, mode, wing } => {
                arrivals::check_beside(at, unit, files, mode, wing)
            }
            Action::MovesOver => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Take { unit, mode } => {
                play.state.agenda.push(self);
                begin(play, unit, mode);
            }
            Action::Send { unit, stands } => {
                play.state.agenda.push(self);
                // the stands that go out roll the dice of skirmishers.
                let count =
                    if play.at().is_mounted(unit) { formations::usual_dice(play.at(), unit) } else { 4 };
                let roll = throw(play, unit, Mode::March, count);
                play.state.agenda.push(PlaceScreen { unit, stands: stands.0, roll });
            }
            Action::Enter { unit, files, mode } => {
                play.state.agenda.push(self);
                if let Some(roll) = arrivals::begin(play, unit, files, mode, None) {
                    play.state.agenda.push(PickPath::new(unit, roll));
                }
            }
            Action::EnterBeside { unit, files, mode, wing } => {
                play.state.agenda.push(self);
                if let Some(roll) = arrivals::begin(play, unit, files, mode, Some(wing)) {
                    play.state.agenda.push(PickPath::new(unit, roll));
                }
            }
            Action::Ride { officer, ride } => {
                officers::ride(play, officer, &ride, None);
                play.state.agenda.push(self);
            }
            Action::Join { officer, ride, unit } => {
                officers::ride(play, officer, &ride, Some(unit));
                play.state.agenda.push(self);
            }
            _ => {}
        }
    }

    /// Whoever drags a unit wants it to move.
    fn takes(self, _: Position<'_>, _: Side, action: &Action) -> bool {
        matches!(action, Action::Take { mode, .. } if !matches!(mode, Mode::Prone | Mode::Cross))
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let name = |unit: UnitId| &at.unit(unit).name;
        match *action {
            Action::Take { unit, mode } => {
                let count = formations::dice(at, unit, mode);
                let how = match mode {
                    Mode::March => format!("moves with {count} dice"),
                    Mode::Column => format!("moves in column with {count} dice"),
                    Mode::Road => format!("moves on the road with {count} dice"),
                    Mode::Rise => format!("tries to rise and moves with {count} dice"),
                    Mode::RiseColumn => format!("tries to rise and moves in column with {count} dice"),
                    Mode::Prone => "lies down".to_owned(),
                    Mode::Prolong => "is drawn by hand".to_owned(),
                    Mode::Cross => "crosses an obstacle".to_owned(),
                };
                format!("{} {how}", name(unit))
            }
            Action::Send { unit, stands } => {
                format!("{} sends out {} stands as skirmishers", name(unit), stands.0)
            }
            Action::MovesOver => "Nobody else moves".to_owned(),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// Whether a unit may move at all in this activation (G-14, 1).
fn check_mover(at: Position<'_>, unit: UnitId) -> Result<(), Violation> {
    let name = &at.unit(unit).name;
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse(at, unit, rule, text);
    if !in_activation(at, unit, at.state.phasing) {
        return no("STE-ORD-4", format_args!("{name} is not active on this card"));
    }
    if at.is(unit, Mark::MOVED) || at.is(unit, Mark::STAYED) {
        return no("STE-MOVE-1", format_args!("{name} has had its move"));
    }
    if at.is(unit, Mark::BARRED) {
        return no("STE-MOVE-23", format_args!("{name} was passed through and stays for this turn"));
    }
    if at.is_in_contact(unit) {
        return no("STE-MOVE-1", format_args!("{name} is in contact with the enemy"));
    }
    Ok(())
}

/// Whether a unit may begin such a move.
fn check_take(at: Position<'_>, unit: UnitId, mode: Mode) -> Result<(), Violation> {
    check_mover(at, unit)?;
    check_mode(at, unit, mode)
}

/// Whether it is worth while to look closer: what is plainly out of the question needs no refusal in words.
fn is_likely(at: Position<'_>, unit: UnitId, mode: Mode) -> bool {
    let formation = at.troop(unit).formation;
    let prone = at.is(unit, Mark::PRONE);
    match mode {
        Mode::March => !prone,
        Mode::Column => !prone && formation == Formation::Column,
        Mode::Road => !prone && matches!(formation, Formation::Column | Formation::Limbered),
        Mode::Rise => prone,
        Mode::RiseColumn => prone && formation == Formation::Column,
        Mode::Prone => !prone && at.is_on_foot(unit),
        Mode::Cross => !prone && at.is_on_foot(unit) && at.rules.table.field.all_kinds().intersects(ABATIS),
        Mode::Prolong => formation == Formation::Unlimbered,
    }
}

/// Whether a unit that may move may do it in this way.
fn check_mode(at: Position<'_>, unit: UnitId, mode: Mode) -> Result<(), Violation> {
    let (about, troop) = (at.unit(unit), at.troop(unit));
    let name = &about.name;
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse(at, unit, rule, text);
    let guns = about.arm.is_artillery();
    // STE-FIRE-1, R-54: after firing at full effect a formed unit may only lie down; guns then stay (STE-FIRE-3).
    let spent = troop.posture == Posture::Full && !at.is_loose(unit);
    if spent && mode != Mode::Prone {
        let rule = if guns { "STE-FIRE-3" } else { "STE-FIRE-1" };
        return no(rule, format_args!("{name} fired at full effect and does not move"));
    }
    if guns && troop.posture == Posture::Reduced && mode != Mode::Prolong {
        return no("STE-FIRE-3", format_args!("{name} fired and can only be drawn by hand"));
    }
    let prone = at.is(unit, Mark::PRONE);
    if prone && !mode.rises() {
        return no("STE-MOVE-28", format_args!("{name} is prone and must rise first"));
    }
    let count = formations::dice(at, unit, mode);
    match mode {
        Mode::March if count > 0 => Ok(()),
        Mode::March => no("M-18", format_args!("{name} never moves")),
        // STE-MOVE-3
        Mode::Column | Mode::RiseColumn
            if about.arm != Arm::Infantry || troop.formation != Formation::Column =>
        {
            no("STE-MOVE-3", format_args!("the die more is for infantry in column, not for {name}"))
        }
        Mode::Column => Ok(()),
        Mode::Rise | Mode::RiseColumn if prone => Ok(()),
        Mode::Rise | Mode::RiseColumn => no("STE-MOVE-28", format_args!("{name} is not prone")),
        Mode::Road if !at.rules.options.road_bonus => {
            no("STE-MOVE-14", format_args!("the road die is not played"))
        }
        // skirmishers are in no column.
        Mode::Road if !matches!(troop.formation, Formation::Column | Formation::Limbered) => {
            no("R-50", format_args!("only columns have the road die, not {name}"))
        }
        Mode::Road if !formations::is_at_road(at, &at.stance(unit)) => {
            no("R-50", format_args!("{name} is not within half an inch of a road"))
        }
        Mode::Road => Ok(()),
        // STE-MOVE-27
        Mode::Prone if !at.is_on_foot(unit) => {
            no("STE-MOVE-27", format_args!("only infantry and cavalry on foot go prone, not {name}"))
        }
        Mode::Prone if troop.formation == Formation::Square => {
            no("R-54", format_args!("{name} is in square and cannot go prone"))
        }
        Mode::Prone => Ok(()),
        Mode::Prolong
            if troop.formation == Formation::Unlimbered
                && count > 0
                && about.arm != Arm::SiegeArtillery
                && about.arm != Arm::Gunboat =>
        {
            Ok(())
        }
        Mode::Prolong => no("STE-MOVE-38", format_args!("{name} has no guns to be drawn by hand")),
        Mode::Cross => check_obstacle(at, unit),
    }
}

/// Whether there is a major obstacle for a unit to cross (STE-MOVE-34, STE-MOVE-35).
fn check_obstacle(at: Position<'_>, unit: UnitId) -> Result<(), Violation> {
    let name = &at.unit(unit).name;
    if !at.is_on_foot(unit) {
        let text = format_args!("only infantry and cavalry on foot cross a major obstacle, not {name}");
        return refuse(at, unit, "STE-MOVE-34", text);
    }
    let near = at.rules.scale.yards(50);
    let field = &at.rules.table.field;
    let is_near = at.footprint(unit).iter().any(|body| field.has_side(&body.outline, ABATIS, near));
    if is_near {
        return Ok(());
    }
    let text = format_args!("there is no major obstacle within {} inches of {name}", legs::inches(near));
    refuse(at, unit, "STE-MOVE-35", text)
}

/// Whether a unit may send out so many stands (STE-SKIRM-1, R-85, R-99).
fn check_send(at: Position<'_>, unit: UnitId, stands: Count) -> Result<(), Violation> {
    check_mover(at, unit)?;
    let (about, troop) = (at.unit(unit), at.troop(unit));
    let name = &about.name;
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse(at, unit, rule, text);
    if !about.arm.may_skirmish() || about.parent.is_some() || about.screen.is_none() {
        return no("STE-SKIRM-1", format_args!("{name} has no skirmishers to send out"));
    }
    if !matches!(troop.formation, Formation::Line | Formation::Column) || at.is(unit, Mark::PRONE) {
        return no("STE-SKIRM-1", format_args!("{name} cannot send out skirmishers as it is drawn up"));
    }
    if about.screen.is_some_and(|screen| at.is_present(screen)) {
        return no("R-99", format_args!("the skirmishers of {name} are out already"));
    }
    // the colours stay with the unit, so never all of its stands.
    if stands.0 == 0 || stands.0 >= troop.stands {
        let text = format_args!(
            "{name} has {} stands and sends out 1 to {}",
            troop.stands,
            troop.stands.saturating_sub(1)
        );
        return no("STE-SKIRM-1", text);
    }
    if troop.posture == Posture::Full {
        return no("R-85", format_args!("{name} fired at full effect and sends nobody out"));
    }
    Ok(())
}

/// Rolls the dice of a move.
pub fn throw(play: &mut Play<'_>, unit: UnitId, mode: Mode, count: u8) -> Roll {
    let mut faces: ArrayVec<u8, 8> = ArrayVec::new();
    for _ in 0..count.min(8) {
        faces.push(dice::average(play.chance, "movement"));
    }
    let sum = faces.iter().sum();
    if count > 0 {
        play.tell(Event::MoveRolled { unit, dice: faces });
    }
    Roll { mode, dice: count, sum }
}

/// A unit begins its move.
fn begin(play: &mut Play<'_>, unit: UnitId, mode: Mode) {
    match mode {
        // lying down where it stands is no movement, but nothing else follows.
        Mode::Prone => {
            play.mark(unit, Mark::PRONE, true);
            play.mark(unit, Mark::STAYED, true);
        }
        // the test comes before the movement dice.
        Mode::Rise | Mode::RiseColumn => play
            .state
            .agenda
            .then([TakeTest { unit, cause: Cause::Rise, from: None }.into(), Risen { unit, mode }.into()]),
        _ => {
            let count = formations::dice(play.at(), unit, mode);
            let roll = throw(play, unit, mode, count);
            play.state.agenda.push(PickPath::new(unit, roll));
        }
    }
}

/// A unit has tested to rise: only a pass rolls the dice of its move (STE-MOVE-28, R-67).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Risen {
    /// Who.
    pub unit: UnitId,
    /// How it wants to move.
    pub mode: Mode,
}

impl Step<SeeingTheElephant> for Risen {
    fn take(self, play: &mut Play<'_>) {
        let Risen { unit, mode } = self;
        if play.at().troop(unit).verdict.is_some_and(|verdict| verdict.is_pass()) {
            play.mark(unit, Mark::PRONE, false);
            let count = formations::dice(play.at(), unit, mode);
            let roll = throw(play, unit, mode, count);
            play.state.agenda.push(PickPath::new(unit, roll));
        } else {
            play.mark(unit, Mark::STAYED, true);
            play.tell(Event::StaysProne { unit });
        }
    }
}
