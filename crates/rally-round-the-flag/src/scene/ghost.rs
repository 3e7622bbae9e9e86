//! What is drawn of a move beforehand: its arrow, what its front sweeps, the stand at its end, and who may fire there.

use super::on_board;
use super::pieces::drawn;
use crate::measure::stand::Pose;
use crate::measure::{Scratch, YARD, fire, lengths};
use crate::model::ids::StandId;
use crate::model::laid::Laid;
use crate::model::numbers::Arm;
use crate::model::position::Position;
use crate::model::scenario::Part;
use crate::rules::movement::{self, LayArrow};
use engine::scene::{self, Bearing, Drawn, Role, Shape, Sketch, Target, Tone};
use ground::geometry::Point;
use ground::table::number;

/// The arrow as it lies, and where the stand ends by it, legal or not.
struct Walked {
    arrow: (Point, Point),
    end: Pose,
    /// What its leading edge passes over.
    swept: Vec<Point>,
}

fn walked(at: Position<'_>, ask: LayArrow, laid: Laid) -> Option<Walked> {
    movement::with_orders(at, ask.stand, ask.pace, ask.by_card, |_, _, own, _| match laid {
        Laid::Arrow(geom) => {
            let lies = geom.laid(own);
            let [left, right] = lies.leading();
            let there = |point: Point| {
                let (from, to) = (lies.leg.from, lies.leg.to);
                Point::new(point.x + to.x - from.x, point.y + to.y - from.y)
            };
            let swept = vec![left, there(left), there(right), right];
            Walked { arrow: (lies.leg.from, lies.leg.to), end: geom.end(own), swept }
        }
        Laid::Special(geom) => {
            let leg = geom.leg(own);
            Walked { arrow: (leg.from, leg.to), end: geom.end(own), swept: Vec::new() }
        }
    })
}

/// What a move takes: its arrow and how far it leads.
pub(crate) fn cost(laid: Laid) -> String {
    match laid {
        Laid::Arrow(geom) => {
            let yards = lengths::length(geom.arrow);
            format!("{}, {} yards", geom.arrow.key().to_uppercase(), number::write(yards, 2))
        }
        Laid::Special(_) => "a specialised Tactic".to_owned(),
    }
}

/// Where a move leads, on the board.
pub(crate) fn way(at: Position<'_>, ask: LayArrow, laid: Laid) -> Vec<scene::Point> {
    let walked = walked(at, ask, laid).map(|walked| walked.arrow);
    walked.map_or_else(Vec::new, |(from, to)| [from, to].map(|point| on_board(at.rules, point)).to_vec())
}

/// Where a move that is allowed ends, as one clicks it.
pub(crate) fn end(at: Position<'_>, ask: LayArrow, laid: Laid) -> Option<Target> {
    let end = movement::check(at, ask.stand, ask.pace, ask.by_card, laid).ok()?.end;
    let facing = Some(Bearing::tenths(end.heading.tenths().into()));
    Some(Target::Point { at: on_board(at.rules, end.at), facing })
}

/// What is drawn of a move, legal or not.
pub(crate) fn sketch(at: Position<'_>, ask: LayArrow, laid: Laid) -> Sketch {
    let Some(walked) = walked(at, ask, laid) else { return Sketch::default() };
    let checked = movement::check(at, ask.stand, ask.pace, ask.by_card, laid);
    // What a barricade stops ends before it.
    let (arrow, end) = checked.as_ref().map_or((walked.arrow, walked.end), |moved| (moved.arrow, moved.end));
    let tone = if checked.is_ok() { Tone::Plain } else { Tone::Bad };
    let board = |points: &[Point]| points.iter().map(|&point| on_board(at.rules, point)).collect::<Vec<_>>();
    let mut shapes = Vec::new();
    if !walked.swept.is_empty() {
        shapes.push(Drawn::plain(Role::Swept, Shape::Area(vec![board(&walked.swept)])));
    }
    let cost = cost(laid);
    let line = Shape::Line(board(&[arrow.0, arrow.1]));
    shapes.push(Drawn::plain(Role::Arrow, line).in_tone(tone).labelled(cost.clone()));
    let name = &at.stand(ask.stand).name;
    let degrees = number::write(end.heading.tenths().into(), 1);
    let mut text = format!("{name}, facing {degrees}°, after {cost}");
    if let Ok(moved) = &checked {
        if moved.stopped.is_some() {
            text += "; a barricade stops it";
        }
        for shift in &moved.shifts {
            text += &format!("; {} makes room", at.rules.general(shift.general).name);
        }
    }
    for (enemy, from, range) in threats(at, ask.stand, end) {
        let there = Shape::Line(board(&[from, end.at]));
        let yards = range / YARD;
        shapes.push(Drawn::plain(Role::Danger, there).in_tone(Tone::Bad).labelled(format!("{yards} yards")));
        text += &format!("; {} may fire there, {yards} yards", at.stand(enemy).name);
    }
    shapes.extend(ghost(at, ask.stand, end));
    Sketch { shapes, text: text + "." }
}

/// What is drawn of a stand that stays.
pub(crate) fn staying(at: Position<'_>, stand: StandId) -> Sketch {
    let shapes = ghost(at, stand, at.troop(stand).pose).collect();
    Sketch { shapes, text: format!("{} stays where it stands.", at.stand(stand).name) }
}

/// A stand as it would be there.
fn ghost(at: Position<'_>, stand: StandId, pose: Pose) -> impl Iterator<Item = Drawn> {
    let tone = Tone::of(at.side(stand));
    posed(at, stand, pose).map(move |stand| Drawn::plain(Role::Ghost, Shape::Stand(stand)).in_tone(tone))
}

/// A stand as it would stand there, with what belongs to it.
pub(crate) fn posed(at: Position<'_>, stand: StandId, pose: Pose) -> impl Iterator<Item = scene::Stand> {
    let arm = at.arm(stand);
    let holds = arm == Arm::Dismounted && at.circles(stand, Part::Holders).0 > 0;
    let holders = holds.then(|| pose.holders());
    let holders = holders.map(|body| drawn(at, Pose::new(body.centre(), body.heading), Arm::Holders, ""));
    [drawn(at, pose, arm, "flag")].into_iter().chain(holders)
}

/// The enemies that would put a stand under fire there: who, from where, and from how far.
fn threats(at: Position<'_>, stand: StandId, pose: Pose) -> Vec<(StandId, Point, i32)> {
    at.measured(|table| {
        let mut found = Vec::new();
        if let Some(own) = table.stand(stand) {
            fire::threats(table, &mut Scratch::default(), own, pose, |enemy, under| {
                found.push((enemy.id, enemy.anchor(), under.range));
            });
        }
        found
    })
}
