//! Generals take their places (S10, S11, RRF-DEP-2, RRF-DEP-3, RRF-DEP-4a).

use super::{sketches, troops};
use crate::measure::lengths::GENERAL;
use crate::measure::{General, YARD, generals};
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::GeneralId;
use crate::model::position::{Play, Position};
use crate::model::scenario::{RallyRoundTheFlag, Rank};
use crate::model::state::Whereabouts;
use crate::rules::movement::refused;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use ground::geometry::{Frame, Point};
use serde::{Deserialize, Serialize};

/// A side places the Generals of its forces that begin on the map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatGenerals {
    /// Who.
    pub side: Side,
}

/// Whether a General begins on the map: above the brigade, or of an Independent brigade that does.
fn begins(at: Position<'_>, general: GeneralId) -> bool {
    if !at.is_here(general) {
        return false;
    }
    let mut own = at.rules.brigade_ids().filter(|&brigade| at.posted(brigade).general == general);
    at.rules.general(general).rank != Rank::Brigade || own.any(|brigade| at.state.starting.contains(brigade))
}

/// The Generals of a side that begin on the map and have no place yet.
fn unseated(at: Position<'_>, side: Side) -> impl Iterator<Item = GeneralId> {
    let ids = at.rules.general_ids();
    ids.filter(move |&general| {
        at.rules.general(general).side == side && begins(at, general) && !at.leads(general)
    })
}

/// Whether a General may be placed there.
fn check_seat(at: Position<'_>, general: GeneralId, to: Point) -> Result<(), Violation> {
    let about = at.rules.general(general);
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if !begins(at, general) {
        return refuse("RRF-DEP-2", format!("{} does not begin on the map.", about.name));
    }
    if !at.zone(about.side).grown(-GENERAL).contains(to) {
        return refuse("RRF-DEP-4a", format!("{} would not be inside his deployment area.", about.name));
    }
    let figure = General { id: general, side: about.side, at: to };
    let judged = at.measured(|table| generals::check_place(table, &figure, to));
    judged.map(|_| ()).map_err(|refusal| refused::to_general(at, general, &refusal))
}

/// Places that a program is offered: a few well apart; where none of those is free, the first that is.
fn spots(at: Position<'_>, general: GeneralId) -> Vec<Point> {
    const APART: i32 = 150 * YARD;
    const FINE: i32 = 20 * YARD;
    const MOST: usize = 24;
    let Frame { low, high } = at.zone(at.rules.general(general).side).grown(-GENERAL);
    let lattice = |step: i32| {
        let rest = move |from: i32, to: i32| (to - from).max(0) % step / 2;
        let rows = (low.y + rest(low.y, high.y)..=high.y).step_by(step as usize);
        rows.flat_map(move |y| {
            let along = (low.x + rest(low.x, high.x)..=high.x).step_by(step as usize);
            along.map(move |x| Point::new(x, y))
        })
    };
    let free = |point: &Point| check_seat(at, general, *point).is_ok();
    let few: Vec<Point> = lattice(APART).filter(free).collect();
    match few.len() {
        0 => lattice(FINE).find(free).into_iter().collect(),
        count if count > MOST => (0..MOST).map(|number| few[number * count / MOST]).collect(),
        _ => few,
    }
}

impl Question<RallyRoundTheFlag> for SeatGenerals {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let mut generals = at.rules.general_ids();
        let any = generals.any(|general| at.rules.general(general).side == self.side && begins(at, general));
        if any { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let rule = if side == at.rules.attacker { "RRF-DEP-3" } else { "RRF-DEP-2" };
        Words::new("Where do your Generals begin?", rule)
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        // One after the other; whoever finds no place is left to the end.
        for general in unseated(at, side) {
            let seats = spots(at, general);
            if !seats.is_empty() {
                out.extend(seats.into_iter().map(|place| Action::Seat { general, place }));
                return;
            }
        }
        out.push(Action::Ready);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Seat { general, place } => {
                let about = at.rules.general(general);
                if about.side != side {
                    let text = format!("{} is not yours.", about.name);
                    return Err(Violation::of("RRF-DEP-2", text).about([about.tag.clone()]));
                }
                check_seat(at, general, place)
            }
            Action::Ready => {
                let left = unseated(at, side).find(|&general| !spots(at, general).is_empty());
                let Some(general) = left else { return Ok(()) };
                let about = at.rules.general(general);
                let text = format!("{} has no place yet.", about.name);
                Err(Violation::of("RRF-DEP-2", text).about([about.tag.clone()]))
            }
            _ => other_question(),
        }
    }

    fn sketch(self, at: Position<'_>, side: Side, action: &Action) -> Sketch {
        let Action::Seat { general, place } = *action else { return Sketch::default() };
        let text = match self.check(at, side, action) {
            Ok(()) => format!("{} begins here.", at.rules.general(general).name),
            Err(violation) => violation.text,
        };
        sketches::general(at, side, place, text)
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if let Action::Seat { general, place } = *action {
            let leader = play.leader(general);
            (leader.whereabouts, leader.at) = (Whereabouts::Map, place);
            play.tell(Event::Seated { general });
            play.state.agenda.push(self);
            return;
        }
        // RRF-FORM-2: whose General finds no room waits off the map.
        for brigade in play.rules.brigade_ids() {
            let at = play.at();
            let leads = at.leads(at.posted(brigade).general);
            if at.rules.brigade(brigade).side == side && at.state.starting.contains(brigade) && !leads {
                troops::wait_off(play, brigade);
            }
        }
    }
}
