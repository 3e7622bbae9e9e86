//! What can be laid over the table: whom a unit could fire at, what it sees, how far commanders ride, objectives.

use super::arcs;
use super::on_board;
use crate::model::ids::{OfficerId, UnitId};
use crate::model::position::Position;
use crate::model::state::Fate;
use crate::model::terrain::{BUILDING, WOODS};
use crate::rules::officers;
use crate::rules::sight::{self, Line, Lookout, Obstacle};
use crate::rules::victory;
use engine::scene::{About, Drawn, Overlay, OverlayKind, Role, Shape, Sketch, Tone};
use engine::{Side, Violation};
use ground::geometry::Point;
use ground::table::{Kinds, Leg, Share, Walk, meet};

/// The overlays, by what a player calls them.
pub(super) const KINDS: [(&str, &str, About); 6] = [
    ("arcs", "Arcs and ranges of a unit", About::Piece),
    ("arcs-union", "Arcs and ranges of the Union", About::Board),
    ("arcs-confederate", "Arcs and ranges of the Confederates", About::Board),
    ("sight", "What a unit sees", About::Piece),
    ("command", "Whom a commander leads, and how far he rides", About::Piece),
    ("objectives", "Objectives, and who holds them", About::Board),
];

/// How finely a line is looked along for the hill that hides its end.
const LOOKS: i32 = 100;

pub(super) fn overlay(at: Position<'_>, id: &str, about: &str) -> Result<Overlay, Violation> {
    let sketch = match id {
        "arcs" => arcs_of(at, unit(at, about)?),
        "arcs-union" => arcs_of_all(at, Side::Union),
        "arcs-confederate" => arcs_of_all(at, Side::Confederate),
        "sight" => sight(at, unit(at, about)?),
        "command" => command(at, about)?,
        "objectives" => objectives(at),
        _ => return Err(OverlayKind::unknown(id, &KINDS)),
    };
    let text = sketch.text.clone();
    Ok(Overlay { sketch, text, ..Overlay::default() })
}

/// The unit on the table that a piece is.
fn unit(at: Position<'_>, about: &str) -> Result<UnitId, Violation> {
    let no = |text: String| Err(Violation::form(text));
    match at.rules.find(about) {
        Some(unit) if at.is_present(unit) => Ok(unit),
        Some(unit) => no(format!("{} is not on the table.", at.unit(unit).name)),
        None if at.rules.find_officer(about).is_some() => no("A commander does not fire.".to_owned()),
        None => no(format!("There is no piece `{about}`.")),
    }
}

fn arcs_of(at: Position<'_>, unit: UnitId) -> Sketch {
    let mut shapes = Vec::new();
    arcs::draw(at, unit, true, &mut shapes);
    Sketch { shapes, text: format!("{}.", arcs::in_words(at, unit)) }
}

/// The arcs of everybody of a side, each as far as he reaches.
fn arcs_of_all(at: Position<'_>, side: Side) -> Sketch {
    let mut shapes = Vec::new();
    let mut said = Vec::new();
    for unit in at.present_of(side) {
        arcs::draw(at, unit, false, &mut shapes);
        said.push(arcs::in_words(at, unit));
    }
    let text = if said.is_empty() { format!("There are no {side} units.") } else { said.join("; ") + "." };
    Sketch { shapes, text }
}

/// Lines of sight from a unit to every enemy: from stand to stand where one sees, else to what is in the way (M-3).
fn sight(at: Position<'_>, unit: UnitId) -> Sketch {
    let mut lookout = Lookout::new(at);
    let mils = at.rules.scale.mils_a_yard();
    let (mut shapes, mut said) = (Vec::new(), Vec::new());
    for enemy in at.enemies(unit) {
        let Some((from, to, hidden)) = look(&mut lookout, unit, enemy) else { continue };
        let (name, yards) = (&at.unit(enemy).name, at.gap(unit, enemy).distance() / mils);
        let line = |to: Point| Shape::Line([from, to].map(|point| on_board(at.rules, point)).to_vec());
        match hidden {
            None => {
                shapes.push(
                    Drawn::plain(Role::Sight, line(to))
                        .in_tone(Tone::Good)
                        .labelled(format!("{yards} yards")),
                );
                said.push(format!("{name} is in sight, {yards} yards"));
            }
            Some(obstacle) => {
                let by = match obstacle {
                    Obstacle::Unit(other) => at.unit(other).name.clone(),
                    Obstacle::Building => "a building".to_owned(),
                    Obstacle::Woods => "woods".to_owned(),
                    Obstacle::Hill => "a hill".to_owned(),
                };
                let place = blocked_at(at, from, to, obstacle);
                shapes.push(Drawn::plain(Role::Sight, line(place)).in_tone(Tone::Bad).labelled(by.clone()));
                said.push(format!("{name} is hidden by {by}"));
            }
        }
    }
    let text = match said.is_empty() {
        true => format!("{} has no enemy to look at.", at.unit(unit).name),
        false => format!("{}: {}.", at.unit(unit).name, said.join("; ")),
    };
    Sketch { shapes, text }
}

/// A line from a stand of a unit to one of an enemy: the first that sees, or else the one between their nearest
/// stands with what blocks it.
fn look(lookout: &mut Lookout<'_>, unit: UnitId, enemy: UnitId) -> Option<(Point, Point, Option<Obstacle>)> {
    let at = lookout.at;
    let (ours, theirs) = (at.stands(unit), at.stands(enemy));
    let mut pairs: Vec<_> = ours
        .iter()
        .flat_map(|stand| theirs.iter().map(move |their| (*stand, their.centre())))
        .map(|(stand, to)| (sight::eye(at, unit, &stand), stand, to))
        .collect();
    pairs.sort_by_key(|(from, _, to)| from.distance_squared(*to));
    let mut nearest = None;
    for (from, stand, to) in pairs {
        let hidden = lookout.obstacle(&Line { unit, stand, target: Some(enemy), to });
        if hidden.is_none() {
            return Some((from, to, None));
        }
        nearest = nearest.or(Some((from, to, hidden)));
    }
    nearest
}

/// Where a line of sight ends that something blocks: the first place at which it meets that.
fn blocked_at(at: Position<'_>, from: Point, to: Point, obstacle: Obstacle) -> Point {
    let nearest = |places: Vec<Point>| {
        places.into_iter().min_by_key(|place| from.distance_squared(*place)).unwrap_or(to)
    };
    let in_ground = |kinds: Kinds| {
        let mut walk = Walk::new();
        at.rules.table.field.walk(from, to, kinds, &mut walk);
        let leg = Leg { from: walk.from(), to: walk.to(), length: walk.whole(Share::END) };
        let ends = walk.stretches().iter().flat_map(|stretch| [stretch.enter, stretch.leave]);
        nearest(ends.map(|place| leg.at(walk.whole(place))).collect())
    };
    match obstacle {
        Obstacle::Unit(unit) => {
            let met = at.footprint(unit).into_iter().filter_map(|body| {
                let met = meet::nearest(&[from, to], &body.outline)?;
                (met.squared == meet::Squared::ZERO).then_some(met.stretch)
            });
            nearest(met.flatten().map(|(point, _)| point).collect())
        }
        Obstacle::Building => in_ground(BUILDING),
        Obstacle::Woods => in_ground(WOODS),
        Obstacle::Hill => {
            let relief = &at.rules.table.relief;
            let highest = relief.height(from).max(relief.height(to));
            let line = Leg { from, to, length: LOOKS };
            let looks = (0..LOOKS).map(|look| line.at(look));
            looks.into_iter().find(|&place| relief.height(place) > highest).unwrap_or(to)
        }
    }
}

/// Whom a commander leads, and how far he may ride (STE-OFF-1, STE-OFF-12).
fn command(at: Position<'_>, about: &str) -> Result<Sketch, Violation> {
    let officer = at.rules.find_officer(about);
    let there = |officer: &OfficerId| at.state.officers[officer.index()].fate == Fate::Present;
    let Some(officer) = officer.filter(there) else {
        return Err(Violation::form(format!("`{about}` is no commander on the table.")));
    };
    let (about, place) = (at.rules.officer(officer), officers::place(at, officer));
    let (radius, here) = (officers::ride_of(at, officer), on_board(at.rules, place));
    let hq = at.rules.hq(about.hq);
    let inches = crate::rules::legs::inches(radius);
    let reach = Drawn::plain(Role::Reach, Shape::Circle { at: here, radius });
    let mut shapes = vec![reach.labelled(format!("{inches} inches"))];
    let mut names = Vec::new();
    for unit in at.present_of(hq.side).filter(|&unit| at.is_under(unit, about.hq)) {
        let line = Shape::Line(vec![here, on_board(at.rules, at.centroid(unit))]);
        shapes.push(Drawn::plain(Role::Stick, line).in_tone(Tone::of(hq.side)));
        names.push(at.unit(unit).name.as_str());
    }
    let whom = if names.is_empty() { "nobody on the table".to_owned() } else { names.join(", ") };
    let text = format!("{}, {}: rides {inches} inches, leads {whom}.", about.name, hq.name);
    Ok(Sketch { shapes, text })
}

/// Objectives with the ground from which they are held (M-9).
fn objectives(at: Position<'_>) -> Sketch {
    let (mut shapes, mut said) = (Vec::new(), Vec::new());
    for (number, objective) in at.rules.objectives.iter().enumerate() {
        let circle = Shape::Circle { at: on_board(at.rules, objective.at), radius: victory::HELD_WITHIN };
        let holder = victory::holder(at, number);
        let words = held(at, number);
        shapes.push(
            Drawn::plain(Role::Range, circle).in_tone(holder.map_or(Tone::Plain, Tone::of)).labelled(&*words),
        );
        said.push(words);
    }
    let text = if said.is_empty() { "There are no objectives.".to_owned() } else { said.join("; ") + "." };
    Sketch { shapes, text }
}

/// An objective in words: "McPherson's barn, 5 points, held by the Union".
pub(super) fn held(at: Position<'_>, number: usize) -> String {
    let objective = &at.rules.objectives[number];
    let by = match victory::holder(at, number) {
        Some(side) => format!("held by the {side} side"),
        None => "held by nobody".to_owned(),
    };
    format!("{}, {} points, {by}", objective.name, objective.points)
}
