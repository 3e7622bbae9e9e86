//! A stand in somebody's hand: what a drag or a push means.

use super::on_table;
use crate::measure::arrow::Edge;
use crate::measure::candidates::{self, Candidate, Hints, Special};
use crate::measure::nearest::{by_arrow, by_special, is_near};
use crate::measure::{MoveGeom, YARD};
use crate::model::action::Action;
use crate::model::ids::StandId;
use crate::model::laid::Laid;
use crate::model::numbers::Arrow;
use crate::model::position::Position;
use crate::rules::movement::{self, LayArrow};
use engine::Violation;
use engine::scene::{Bearing, Gesture, Target};
use ground::geometry::Point;
use ground::table::{Heading, Turn, in_bounds};

/// How near to a good place one has to drag to be drawn there.
const DRAWN: i32 = 15 * YARD;

/// How far a facing that is asked for may differ from that of such a place, in tenths of a degree.
const ALIKE: u16 = 100;

/// How far a key slides an arrow, in yards.
const SLIDE: i16 = 5;

/// How far a key tilts an arrow that can be slid no farther, in tenths of a degree.
const TILT: i16 = 25;

/// How far a key tilts one at most: where it begins to be refused, one sees why.
const FARTHEST: i16 = 450;

/// By how much a tick of a key turns a stand, in tenths of a degree.
pub(super) const TICK: u16 = 10;

/// The move that a gesture means, legal or not.
///
/// # Errors
///
/// Why it means none.
pub(crate) fn gesture(at: Position<'_>, ask: LayArrow, gesture: &Gesture) -> Result<Action, Violation> {
    match gesture {
        Gesture::Drag { points, facing, snap } => {
            let [to] = points[..] else {
                return Err(Violation::of("RRF-MOVE-9", "An arrow is straight: it has no turning points."));
            };
            let place = on_table(at.rules, to);
            if !in_bounds(place) {
                return Err(Violation::form("That is far off the table."));
            }
            Ok(drag(at, ask, place, facing.map(heading), *snap))
        }
        Gesture::Nudge { from, ahead, aside, turn, .. } => {
            let so_far = match from.is_empty() {
                true => None,
                false => match Action::read(at.rules, from)? {
                    Action::Lay(laid) => Some(laid),
                    Action::Stay => None,
                    _ => return Err(Violation::form("That is no way to move.")),
                },
            };
            let turn = i32::from(*turn) * i32::from(TICK);
            Ok(nudge(at, ask, so_far, [*ahead, *aside].map(i16::from), turn)
                .map_or(Action::Stay, Action::Lay))
        }
    }
}

/// The move that a click on the table means: that of a drag to there.
pub(crate) fn click(at: Position<'_>, ask: LayArrow, clicked: &Target) -> Option<Action> {
    let (points, facing) = match clicked {
        Target::Point { at, facing } => (vec![*at], *facing),
        Target::Way { points, facing } => (points.clone(), *facing),
        _ => return None,
    };
    gesture(at, ask, &Gesture::Drag { points, facing, snap: false }).ok()
}

fn heading(bearing: Bearing) -> Heading {
    Heading::new(bearing.in_tenths()).unwrap_or_default()
}

fn drag(at: Position<'_>, ask: LayArrow, place: Point, facing: Option<Heading>, snap: bool) -> Action {
    let found = movement::with_orders(at, ask.stand, ask.pace, ask.by_card, |table, scratch, own, orders| {
        if is_near(own.pose, place, 10 * YARD) && facing.is_none_or(|facing| facing == own.pose.heading) {
            return None;
        }
        if snap {
            let brigade = at.stand(ask.stand).brigade;
            let is_brother = |other: StandId| at.stand(other).brigade == brigade;
            let hints = Hints { brigade: &is_brother, ..Hints::NONE };
            let all = candidates::all(table, scratch, own, orders, ask.pace.is_tactic(), &hints);
            let fits = |candidate: &&Candidate| {
                let end = candidate.end();
                let alike = |facing: Heading| facing.turn_to(end.heading).size() <= ALIKE;
                is_near(end, place, DRAWN) && facing.is_none_or(alike)
            };
            let off = |candidate: &&Candidate| candidate.end().at.distance_squared(place);
            if let Some(candidate) = all.iter().filter(fits).min_by_key(off) {
                return Some(match *candidate {
                    Candidate::Move(geom, _) => Laid::Arrow(geom),
                    Candidate::Special(special, _) => Laid::Special(special.geom(own.pose.heading)),
                });
            }
        }
        let by_arrow = by_arrow(own, orders, place, facing).map(|(off, geom)| (off, Laid::Arrow(geom)));
        let specially = ask.pace.is_tactic().then(|| by_special(own, place, facing));
        let specially = specially.map(|(off, geom)| (off, Laid::Special(geom)));
        // An arrow turns no farther than it may: then it does not face as was asked.
        let misses = |(off, laid): &(i64, Laid)| {
            let ends = match laid {
                Laid::Arrow(geom) => geom.heading,
                Laid::Special(geom) => geom.heading,
            };
            (facing.map_or(0, |facing| facing.turn_to(ends).size()), *off)
        };
        by_arrow.into_iter().chain(specially).min_by_key(misses).map(|(_, laid)| laid)
    });
    found.flatten().map_or(Action::Stay, Action::Lay)
}

/// A move, pushed on: ahead by the next arrow, aside along the edge and then by a tilt, turned at its end.
fn nudge(
    at: Position<'_>,
    ask: LayArrow,
    so_far: Option<Laid>,
    [ahead, aside]: [i16; 2],
    turn: i32,
) -> Option<Laid> {
    let facing = at.troop(ask.stand).pose.heading;
    let mut geom = match so_far {
        Some(Laid::Arrow(geom)) => geom,
        // A specialised Tactic is turned, and else given up.
        Some(Laid::Special(geom)) if ahead == 0 && aside == 0 => {
            return Some(Laid::Special(crate::measure::SpecialGeom {
                heading: geom.heading.turned(Turn::tenths(turn)),
                ..geom
            }));
        }
        Some(Laid::Special(_)) | None => return first(ask, facing, [ahead, aside], turn),
    };
    // Along the edge that it is laid on: to the rear it leads the other way.
    let on = if geom.edge == Edge::Back { -ahead } else { ahead };
    match on {
        0 => {}
        1.. => geom.arrow = next(geom.arrow, 1)?,
        _ => geom.arrow = next(geom.arrow, -1)?,
    }
    if aside != 0 {
        let right = if geom.edge == Edge::Back { -aside } else { aside };
        let arm = at.arm(ask.stand);
        let most = crate::measure::arrow::Side::of(arm, false, geom.edge).slide() as i16;
        let slid = geom.slide.saturating_add(right * SLIDE);
        if geom.tilt == 0 && (-most..=most).contains(&slid) {
            geom.slide = slid;
        } else {
            let tilt = geom.tilt.saturating_add(right * TILT).clamp(-FARTHEST, FARTHEST);
            let turned = Turn::tenths(i32::from(tilt) - i32::from(geom.tilt));
            (geom.tilt, geom.heading) = (tilt, geom.heading.turned(turned));
        }
    }
    geom.heading = geom.heading.turned(Turn::tenths(turn));
    Some(Laid::Arrow(geom))
}

/// The next longer or shorter arrow; none shorter than the shortest, and the longest stays so.
fn next(arrow: Arrow, by: i8) -> Option<Arrow> {
    let at = Arrow::ALL.into_iter().position(|one| one == arrow)?;
    match by {
        1.. => Some(Arrow::ALL.get(at + 1).copied().unwrap_or(arrow)),
        _ => Arrow::ALL.get(at.checked_sub(1)?).copied(),
    }
}

/// The first push of a stand: the shortest arrow over the edge it is pushed to; turned where it stands, a specialised
/// Tactic if it may make one.
fn first(ask: LayArrow, facing: Heading, [ahead, aside]: [i16; 2], turn: i32) -> Option<Laid> {
    let edge = match (ahead.signum(), aside.signum()) {
        (1, _) => Edge::Front,
        (-1, _) => Edge::Back,
        (_, 1) => Edge::Right,
        (_, -1) => Edge::Left,
        _ if turn == 0 => return None,
        _ if ask.pace.is_tactic() && turn.abs() >= 900 => {
            let special = if turn.abs() > 1_350 {
                Special::About
            } else if turn > 0 {
                Special::Right
            } else {
                Special::Left
            };
            return Some(Laid::Special(special.geom(facing)));
        }
        _ => Edge::Front,
    };
    let heading = facing.turned(Turn::tenths(turn));
    Some(Laid::Arrow(MoveGeom { arrow: Arrow::T, edge, tilt: 0, slide: 0, heading }))
}
