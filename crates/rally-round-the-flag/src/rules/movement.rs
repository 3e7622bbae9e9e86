//! Movement (2.17, 2.19): Move, March and Tactic by arrows, and the ride of a General.

pub(super) mod refused;

pub use refused::refused;

use super::bottoms::CloseOrder;
use super::cavalry;
use super::check::Check;
use super::rout::shift;
use crate::measure::candidates::{self, Candidate, Hints};
use crate::measure::moves::{self, Moved, NO_LIMIT, Orders};
use crate::measure::sight::Scratch;
use crate::measure::{Edge, MoveGeom, Refusal, fire, generals};
use crate::model::action::Action;
use crate::model::event::{Cause, Event};
use crate::model::ids::{GeneralId, StandId};
use crate::model::laid::{Laid, Ride};
use crate::model::numbers::Arrow;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Whereabouts;
use crate::scene::{drag, ghost, reach};
use engine::agenda::{Question, Step, Words, other_question};
use engine::scene::{Gesture, Point as Place, Region, Sketch, Target};
use engine::{Listing, Side, Sides, Violation};
use ground::geometry::Point;
use ground::table::Turn;
use serde::{Deserialize, Serialize};

/// How a stand moves (RRF-MOVE-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pace {
    /// A Move action.
    Move,
    /// A March: one arrow longer, not ending under fire (RRF-MARCH-2, RRF-MARCH-4).
    March,
    /// A Tactic action, once its check is passed (RRF-TAC-2).
    Tactic,
    /// The Tactic of a stand that has rallied: no check (RRF-RAL-10, R-50).
    Rallied,
    /// The Tactic of an Indian Rush: no check (RRF-BOM-5).
    Drill,
    /// A Tactic away from a target: no check (RRF-BOM-6, RRF-BOM-7, R-71).
    Away(StandId),
}

impl Pace {
    /// Whether specialised Tactics are open.
    pub(crate) const fn is_tactic(self) -> bool {
        matches!(self, Pace::Tactic | Pace::Rallied | Pace::Drill | Pace::Away(_))
    }
}

/// What an action allows a stand, and what it asks of the table (RRF-MOVE-1).
pub(crate) fn with_orders<T>(
    at: Position<'_>,
    stand: StandId,
    pace: Pace,
    by_card: bool,
    ask: impl FnOnce(&crate::measure::Table<'_>, &mut Scratch, &crate::measure::Stand, &Orders<'_>) -> T,
) -> Option<T> {
    let mut scratch = Scratch::default();
    let limits = limits(at, by_card);
    at.measured(|table| {
        let own = table.stand(stand)?;
        // RRF-MOVE-7; RRF-MARCH-2, R-54
        let longest = Arrow::longest(at.stand(stand).discipline);
        let longest = match pace {
            Pace::Move => longest,
            Pace::March => longest.longer(),
            Pace::Tactic | Pace::Rallied | Pace::Drill | Pace::Away(_) => Arrow::T,
        };
        let under_fire = fire::under_fire(table, &mut scratch, own).is_some();
        let orders = Orders { longest, march: pace == Pace::March, under_fire, limits: &limits };
        Some(ask(table, &mut scratch, own, &orders))
    })
}

/// How many more Move arrows each square takes (RRF-MOVE-13, RRF-MOVE-14, R-53): numbers count for cards alone, X
/// always.
pub(super) fn limits(at: Position<'_>, by_card: bool) -> Vec<u8> {
    let left = |(number, square): (usize, &crate::model::squares::Square)| match square.limit {
        None => 0,
        Some(limit) if by_card => limit.saturating_sub(at.state.turn.arrows[number]),
        Some(_) => NO_LIMIT,
    };
    at.rules.squares.list.iter().enumerate().map(left).collect()
}

/// Where a move leads, if it is allowed (3.6).
///
/// # Errors
///
/// The first reason against it, with its numbers.
pub fn check(
    at: Position<'_>,
    stand: StandId,
    pace: Pace,
    by_card: bool,
    laid: Laid,
) -> Result<Moved, Violation> {
    if let Some(moved) = leaves(at, stand, pace, by_card, laid) {
        return Ok(moved);
    }
    let judged = with_orders(at, stand, pace, by_card, |table, scratch, own, orders| match laid {
        Laid::Arrow(geom) => moves::check_move(table, scratch, own, &geom, orders),
        Laid::Special(geom) if pace.is_tactic() => moves::check_special(table, scratch, own, &geom),
        Laid::Special(_) => Err(Refusal::NoSuchEdge),
    });
    match judged {
        None => Err(Violation::of("RRF-REIN-3a", "It is not on the map.")),
        Some(Err(Refusal::NoSuchEdge)) if !pace.is_tactic() => {
            Err(Violation::of("R-11", "A specialised Tactic is made only where a Tactic is."))
        }
        Some(judged) => {
            let moved = judged.map_err(|refusal| refused(at, stand, &refusal))?;
            away(at, stand, pace, &moved).map_err(|refusal| refused(at, stand, &refusal))?;
            Ok(moved)
        }
    }
}

/// away from a target that is still there a Tactic ends farther from it.
fn away(at: Position<'_>, stand: StandId, pace: Pace, moved: &Moved) -> Result<(), Refusal> {
    match pace {
        Pace::Away(target) if at.is_present(target) => {
            moves::check_away(&at.figure(stand), moved.end, &at.figure(target))
        }
        _ => Ok(()),
    }
}

/// The move of a stand that marches off, if it leads over an exit of its side: its deployment edge and its entries
/// (RRF-WIN-4, R-77).
fn leaves(at: Position<'_>, stand: StandId, pace: Pace, by_card: bool, laid: Laid) -> Option<Moved> {
    let Laid::Arrow(geom) = laid else { return None };
    if !at.marches_off(at.side(stand)) {
        return None;
    }
    let exits = at.exits(at.side(stand));
    with_orders(at, stand, pace, by_card, |table, scratch, own, orders| {
        moves::check_exit(table, scratch, own, &geom, orders, &exits).ok()
    })
    .flatten()
}

/// Ways off the map of a stand that marches off: straight on over any of its edges, or slanting over its front.
fn ways_off(at: Position<'_>, stand: StandId, pace: Pace, by_card: bool) -> Vec<Laid> {
    let facing = at.troop(stand).pose.heading;
    let mut found = Vec::new();
    if !at.marches_off(at.side(stand)) {
        return found;
    }
    for arrow in Arrow::ALL {
        for (edge, tilt) in [
            (Edge::Front, 0),
            (Edge::Back, 0),
            (Edge::Left, 0),
            (Edge::Right, 0),
            (Edge::Front, -300),
            (Edge::Front, 300),
        ] {
            let heading = facing.turned(Turn::tenths(tilt.into()));
            let laid = Laid::Arrow(MoveGeom { arrow, edge, tilt, slide: 0, heading });
            if found.len() < 4 && leaves(at, stand, pace, by_card, laid).is_some() {
                found.push(laid);
            }
        }
    }
    found
}

/// A few good moves of a stand (3.8).
pub(super) fn candidates(at: Position<'_>, stand: StandId, pace: Pace, by_card: bool, out: &mut Vec<Laid>) {
    out.extend(ways_off(at, stand, pace, by_card));
    let brigade = at.stand(stand).brigade;
    let is_brother = |other: StandId| at.stand(other).brigade == brigade;
    let hints = Hints { brigade: &is_brother, ..Hints::NONE };
    let found = with_orders(at, stand, pace, by_card, |table, scratch, own, orders| {
        candidates::all(table, scratch, own, orders, pace.is_tactic(), &hints)
    });
    let facing = at.troop(stand).pose.heading;
    let laid = |candidate| match candidate {
        Candidate::Move(geom, _) => Laid::Arrow(geom),
        Candidate::Special(special, _) => Laid::Special(special.geom(facing)),
    };
    let found = found.into_iter().flatten().map(laid);
    let is_away = matches!(pace, Pace::Away(_));
    out.extend(found.filter(|&laid| !is_away || check(at, stand, pace, by_card, laid).is_ok()));
}

/// A move is carried out (RRF-MOVE-9): Generals make room, its arrow counts in the squares it touches.
/// `is_second` for the second move of a mounted stand.
pub(super) fn carry_out(
    play: &mut Play<'_>,
    stand: StandId,
    pace: Pace,
    by_card: bool,
    laid: Laid,
    is_second: bool,
) {
    let Ok(moved) = check(play.at(), stand, pace, by_card, laid) else { return };
    let off = leaves(play.at(), stand, pace, by_card, laid).is_some();
    shift(play, &moved.shifts);
    play.troop(stand).pose = moved.end;
    if by_card {
        count_arrows(play, &moved);
    }
    let arrow = match laid {
        Laid::Arrow(geom) => geom.arrow,
        Laid::Special(_) => Arrow::T,
    };
    if off {
        play.troop(stand).whereabouts = Whereabouts::Retired;
        play.tell(Event::MarchedOff { stand });
        return;
    }
    play.tell(Event::Moved { stand, arrow, stopped: moved.stopped.is_some() });
    cavalry::after_move(play, stand, pace, by_card, is_second);
    // I-1, R-95: after each movement of a stand.
    play.state.agenda.push(CloseOrder);
}

/// RRF-MOVE-16: an arrow counts in each square that it touches.
pub(super) fn count_arrows(play: &mut Play<'_>, moved: &Moved) {
    for &cell in &moved.squares {
        let number = play.rules.squares.grid.number(cell);
        if number < crate::model::state::MOST_SQUARES {
            let count = &mut play.state.turn.arrows[number];
            *count = count.saturating_add(1);
        }
    }
}

/// A stand moves; by a Tactic, if its check is passed (RRF-TAC-2, RRF-TAC-4).
pub fn go(play: &mut Play<'_>, stand: StandId, pace: Pace, by_card: bool, laid: Laid) {
    if pace == Pace::Tactic {
        let check = Check { stand, modifier: 0, cause: Cause::Tactic };
        play.state.agenda.then([check.into(), Advance { stand, by_card, laid }.into()]);
    } else {
        carry_out(play, stand, pace, by_card, laid, false);
    }
}

/// A Tactic is made, if the check was passed; else the stand stays (RRF-TAC-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance {
    /// Who.
    pub stand: StandId,
    /// Whether a card pays.
    pub by_card: bool,
    /// How.
    pub laid: Laid,
}

impl Step<RallyRoundTheFlag> for Advance {
    fn take(self, play: &mut Play<'_>) {
        if play.state.is_passed {
            carry_out(play, self.stand, Pace::Tactic, self.by_card, self.laid, false);
        }
    }
}

/// How a stand that was chosen moves: a program answers in two steps, a person may give both at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayArrow {
    /// Who.
    pub stand: StandId,
    /// How it moves.
    pub pace: Pace,
    /// Whether a card pays.
    pub by_card: bool,
}

impl Question<RallyRoundTheFlag> for LayArrow {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.stand(self.stand).name;
        let rule = if self.pace == Pace::Rallied { "RRF-RAL-10" } else { "RRF-MOVE-9" };
        Words::new(format!("How does {name} move?"), rule)
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let mut found = Vec::new();
        candidates(at, self.stand, self.pace, self.by_card, &mut found);
        out.extend(found.into_iter().map(Action::Lay));
        let changes = [Action::Mount, Action::Dismount];
        out.extend(changes.into_iter().filter(|change| self.check(at, side, change).is_ok()));
        out.push(Action::Stay);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Lay(laid) => check(at, self.stand, self.pace, self.by_card, laid).map(|_| ()),
            Action::Mount | Action::Dismount
                if !matches!(self.pace, Pace::Move | Pace::March | Pace::Tactic) =>
            {
                Err(Violation::of("RRF-CAVM-2", "Cavalry mounts and dismounts in a Move, March or Tactic."))
            }
            Action::Mount => cavalry::check_mount(at, self.stand).map(|_| ()),
            // RRF-CAVM-2a: it uses one of the two moves.
            Action::Dismount if self.pace == Pace::Tactic => {
                Err(Violation::of("RRF-CAVM-2a", "A Tactic ends with dismounting; it is made first."))
            }
            Action::Dismount => cavalry::check_dismount(at, self.stand).map(|_| ()),
            Action::Stay => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Lay(laid) => go(play, self.stand, self.pace, self.by_card, laid),
            // RRF-CAVM-3, RRF-CAVM-4; R-55: mounting comes before the check of a Tactic, and stands if that fails.
            Action::Mount => {
                if cavalry::mount(play, self.stand) {
                    play.state.agenda.push(self);
                }
            }
            Action::Dismount => cavalry::dismount(play, self.stand),
            _ => play.tell(Event::Stays { stand: self.stand }),
        }
    }

    /// Where the stand's middle comes to, and how it faces there.
    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        let end = match *action {
            Action::Lay(laid) => ghost::end(at, self, laid),
            _ => None,
        };
        end.unwrap_or(Target::Button)
    }

    fn moves(self, at: Position<'_>, _: Side) -> Option<String> {
        Some(at.stand(self.stand).tag.clone())
    }

    fn gesture(self, at: Position<'_>, _: Side, gesture: &Gesture) -> Result<Action, Violation> {
        drag::gesture(at, self, gesture)
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        drag::click(at, self, clicked)
    }

    fn regions(self, at: Position<'_>, _: Side) -> Vec<Region> {
        reach::regions(at, self)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Place>, String) {
        match *action {
            Action::Lay(laid) => (ghost::way(at, self, laid), ghost::cost(laid)),
            _ => (Vec::new(), String::new()),
        }
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        match *action {
            Action::Lay(laid) => ghost::sketch(at, self, laid),
            Action::Stay => ghost::staying(at, self.stand),
            _ => Sketch::default(),
        }
    }
}

/// Where a General rides to, if he may (RRF-MOVE-17, RRF-MOVE-17a, R-65).
///
/// # Errors
///
/// The first reason against it.
pub fn check_ride(at: Position<'_>, general: GeneralId, ride: Ride) -> Result<Point, Violation> {
    let arrow = Arrow::of_command(at.command(general));
    let way = ride.way.unwrap_or(crate::measure::lengths::length(arrow));
    let is_own = |stand: StandId| at.commands(general, stand);
    let about = at.rules.general(general);
    at.measured(|table| {
        let Some(own) = table.generals.iter().find(|own| own.id == general) else {
            return Err(Violation::of("RRF-PLAY-9", format!("{} is not on the map.", about.name)));
        };
        let to = generals::check_ride(table, own, arrow, ride.bearing, way, &is_own);
        to.map_err(|refusal| refused::to_general(at, general, &refusal))
    })
}

/// The rides that a program is offered: the whole arrow in sixteen directions.
pub fn rides(at: Position<'_>, general: GeneralId, out: &mut Vec<Action>) {
    let bearings = (0..16u16).filter_map(|sixteenth| ground::table::Heading::new(sixteenth * 225));
    let rides = bearings.map(|bearing| Ride { bearing, way: None });
    out.extend(
        rides
            .filter(|&ride| check_ride(at, general, ride).is_ok())
            .map(|ride| Action::Ride { general, ride }),
    );
}

/// A General rides.
pub fn ride(play: &mut Play<'_>, general: GeneralId, ride: Ride) {
    if let Ok(to) = check_ride(play.at(), general, ride) {
        play.leader(general).at = to;
        play.tell(Event::Rides { general });
    }
}
