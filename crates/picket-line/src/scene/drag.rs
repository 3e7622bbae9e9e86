//! A picket in somebody's hand: what a drag or a push means, and what is drawn meanwhile.

use super::{on_board, stands};
use crate::model::action::Action;
use crate::model::field::{EDGE, Point};
use crate::model::position::Position;
use crate::model::state::PicketId;
use crate::rules::fire::who_could_fire;
use crate::rules::movement::{ELBOW_ROOM, March, crowds, facing_there, order_of, others_standing, reach};
use engine::scene::{self, Drawn, Gesture, Role, Shape, Sketch, Tone};
use engine::{Side, Violation};

/// How far a key pushes a picket, in paces.
const STEP: i32 = 10;

/// How far a key turns it, in tenths of a degree.
pub(super) const TICK: u16 = 50;

/// The way that a gesture means, legal or not.
pub(crate) fn gesture(
    at: Position<'_>,
    side: Side,
    picket: PicketId,
    gesture: &Gesture,
) -> Result<March, Violation> {
    match gesture {
        Gesture::Drag { points, facing, snap } => {
            // Points are near enough to the board that nothing overflows.
            let mut points: Vec<Point> = points.iter().map(|&[x, y]| Point::new(x, EDGE - y)).collect();
            let mut to = points.pop().unwrap_or(at.picket(picket).at);
            if *snap {
                to = drawn_near(at, side, picket, &points, to);
            }
            let facing = match facing {
                Some(bearing) => Point::facing(*bearing),
                None if to.is_on_field() => facing_there(at, side, to),
                None => at.picket(picket).facing,
            };
            March::new(&points, to, facing).ok_or_else(too_many_turns)
        }
        Gesture::Nudge { from, ahead, aside, turn, corner } => {
            let mut march = so_far(at, picket, from)?;
            if *corner {
                if march.by.lacks_room(1) {
                    return Err(too_many_turns());
                }
                march.by.push(march.to);
            }
            let bearing = march.facing.bearing().turned(i32::from(*turn) * i32::from(TICK));
            if *turn != 0 {
                march.facing = Point::facing(bearing);
            }
            let pushed = march.to.moved(bearing, i32::from(*ahead) * STEP);
            march.to = pushed.moved(bearing.turned(900), i32::from(*aside) * STEP);
            Ok(march)
        }
    }
}

fn too_many_turns() -> Violation {
    Violation::of("PL-3.6", "a picket does not turn so often")
}

/// What a push goes on from: an answer that was pushed together before, or the picket as it stands.
fn so_far(at: Position<'_>, picket: PicketId, from: &str) -> Result<March, Violation> {
    let standing = at.picket(picket);
    if from.is_empty() {
        let here = March::new(&[], standing.at, standing.facing);
        return here.ok_or_else(too_many_turns);
    }
    let action = Action::read(at.rules, from)?;
    let march = March::of(&action);
    match action {
        Action::Move { .. } | Action::MoveBy { .. } if march.is_on_field() && march.facing.is_direction() => {
            Ok(march)
        }
        _ => Err(Violation::form(format!("`{from}` is no way from which a picket could go on"))),
    }
}

/// The end of a way drawn to what it is probably meant for: onto the field, to the end of what the order allows, and
/// beside a picket instead of onto its toes.
fn drawn_near(at: Position<'_>, side: Side, picket: PicketId, turns: &[Point], to: Point) -> Point {
    let from = at.picket(picket).at;
    let mut to = Point::new(to.x.clamp(0, EDGE), to.y.clamp(0, EDGE));
    if turns.iter().any(|turn| !turn.is_on_field()) {
        return to;
    }
    let crowded = others_standing(at, picket).find(|(_, other)| other.at != to && crowds(to, other.at));
    if let Some((_, other)) = crowded {
        // Two paces more than the room: the length is counted up, and both coordinates are cut, to whole paces.
        let way = other.at.towards(to);
        to = along(other.at, way, ELBOW_ROOM + 2, other.at.paces_to(to));
        to = Point::new(to.x.clamp(0, EDGE), to.y.clamp(0, EDGE));
    }
    let corner = turns.last().copied().unwrap_or(from);
    let gone = [from].iter().chain(turns).zip(turns).map(|(here, next)| here.paces_to(*next)).sum::<i32>();
    let left = (reach(order_of(at.state, side)) - gone).max(0);
    let paces = corner.paces_to(to);
    if paces > left { along(corner, corner.towards(to), left, paces) } else { to }
}

/// So many paces of a way that has more or fewer; cut to whole paces, never rounded up.
fn along(from: Point, way: Point, paces: i32, of: i32) -> Point {
    let part = |length: i32| (i64::from(length) * i64::from(paces) / i64::from(of.max(1))) as i32;
    Point::new(from.x + part(way.x), from.y + part(way.y))
}

/// What would be seen of a way: where it leads and what it leaves, the picket at its end, and who could fire at it
/// there (PL-4.1).
pub(crate) fn sketch(at: Position<'_>, side: Side, picket: PicketId, march: March) -> Sketch {
    let (name, from) = (&at.post(picket).name, at.picket(picket).at);
    if !march.is_on_field() || !march.facing.is_direction() {
        return Sketch::default();
    }
    let March { by, to, facing } = march;
    let (most, paces) = (reach(order_of(at.state, side)), march.paces(from));
    let mut shapes = Vec::new();
    if let Some(corner) = by.last() {
        let left = most - (paces - corner.paces_to(to));
        let rest = Shape::Circle { at: on_board(corner), radius: left.max(0) };
        shapes.push(Drawn::plain(Role::Reach, rest));
    }
    let tone = if paces > most { Tone::Bad } else { Tone::Plain };
    let path: Vec<scene::Point> = march.points(from).map(on_board).collect();
    shapes.push(
        Drawn::plain(Role::Path, Shape::Line(path)).in_tone(tone).labelled(format!("{paces} of {most}")),
    );
    for &turn in &*by {
        shapes.extend(stands(turn, facing).map(|stand| Drawn::plain(Role::Swept, Shape::Stand(stand))));
    }
    shapes.extend(
        stands(to, facing)
            .map(|stand| Drawn::plain(Role::Ghost, Shape::Stand(stand)).in_tone(Tone::of(side))),
    );
    let mut text = format!(
        "{name} at {to}, facing {} degrees, {}, after {paces} of {most} paces",
        facing.bearing(),
        facing.compass()
    );
    for (firer, standing) in who_could_fire(at, side.other(), to) {
        let danger = format!("{} may fire here, {} paces", at.post(firer).name, standing.at.paces_to(to));
        text = format!("{text}; {danger}");
        let line = Shape::Line(vec![on_board(standing.at), on_board(to)]);
        shapes.push(Drawn::plain(Role::Danger, line).in_tone(Tone::Bad).labelled(danger));
    }
    Sketch { shapes, text: text + "." }
}
