//! What can be laid over the map: whom a stand could fire at, what it sees, how far a General commands, squares.

use super::on_board;
use crate::field::terrain;
use crate::measure::sight::{self, Obstacle};
use crate::measure::stand::Stand;
use crate::measure::{Scratch, Stick, Table, YARD, fire, front, lengths};
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Arrow;
use crate::model::position::Position;
use engine::scene::{About, Drawn, Overlay, OverlayKind, Role, Shape, Sketch, Tone};
use engine::{Side, Violation};
use ground::geometry::Point;
use ground::table::{Leg, Turn};

/// The overlays, by what a player calls them.
pub(super) const KINDS: [(&str, &str, About); 5] = [
    ("fire", "Whom a stand could fire at", About::Piece),
    ("fire-union", "Arcs and ranges of the Union", About::Board),
    ("fire-confederate", "Arcs and ranges of the Confederates", About::Board),
    ("command", "Whom a General commands", About::Piece),
    ("limits", "Flags and Move Limits of the squares", About::Board),
];

pub(super) fn overlay(at: Position<'_>, id: &str, about: &str) -> Result<Overlay, Violation> {
    let sketch = match id {
        "fire" => fire_of(at, stand(at, about)?),
        "fire-union" => fire_of_all(at, Side::Union),
        "fire-confederate" => fire_of_all(at, Side::Confederate),
        "command" => command(at, general(at, about)?),
        "limits" => squares(at),
        _ => return Err(OverlayKind::unknown(id, &KINDS)),
    };
    let text = sketch.text.clone();
    Ok(Overlay { sketch, text, ..Overlay::default() })
}

/// The stand on the map that a piece is.
fn stand(at: Position<'_>, about: &str) -> Result<StandId, Violation> {
    let no = |text: String| Err(Violation::form(text));
    match at.rules.find(about) {
        Some(stand) if at.is_present(stand) => Ok(stand),
        Some(stand) => no(format!("{} is not on the map.", at.stand(stand).name)),
        None if at.rules.find_general(about).is_some() => no("A General does not fire.".to_owned()),
        None => no(format!("There is no piece `{about}`.")),
    }
}

fn general(at: Position<'_>, about: &str) -> Result<GeneralId, Violation> {
    let known = at.rules.find_general(about).filter(|&general| at.leads(general));
    known.ok_or_else(|| Violation::form(format!("`{about}` is no General on the map.")))
}

/// How far to either side of straight ahead a stand fires, in tenths of a degree (3.5).
const ARC: i32 = 450;

/// What a stand of that kind reaches, a band for each stick, and in words.
fn bands(at: Position<'_>, table: &Table<'_>, stand: &Stand, each: bool, shapes: &mut Vec<Drawn>) {
    let farthest = table.profile.farthest(stand.arm);
    let sticks = Stick::ALL.into_iter().map(|stick| (stick, table.profile.reach(stick)));
    let sticks: Vec<_> = sticks.filter(|(_, reach)| Some(*reach) <= farthest).collect();
    let shown = if each { &sticks[..] } else { &sticks[sticks.len().saturating_sub(1)..] };
    for (stick, reach) in shown {
        let anchor = stand.anchor();
        let bearing = |tenths: i32| stand.pose.heading.turned(Turn::tenths(tenths));
        let rim = (-ARC..=ARC).step_by(75).map(|tenths| Leg::new(anchor, bearing(tenths), *reach).to);
        let ring = std::iter::once(anchor).chain(rim).map(|point| on_board(at.rules, point)).collect();
        let name = format!("{}, {} yards", name(*stick), reach / YARD);
        let tone = Tone::of(stand.side);
        let drawn = Drawn::plain(Role::Range, Shape::Area(vec![ring])).in_tone(tone);
        shapes.push(if each { drawn.labelled(name) } else { drawn });
    }
}

/// What a stick is called.
const fn name(stick: Stick) -> &'static str {
    match stick {
        Stick::Blue => "blue",
        Stick::Orange => "orange",
        Stick::Yellow => "yellow",
        Stick::Twice => "yellow twice",
    }
}

/// Arc and sticks of a stand, and a line to each enemy in them: what it could fire at, or what hides him.
fn fire_of(at: Position<'_>, stand: StandId) -> Sketch {
    let name = &at.stand(stand).name;
    at.measured(|table| {
        let Some(own) = table.stand(stand) else { return Sketch::default() };
        let (mut shapes, mut said, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
        bands(at, table, own, true, &mut shapes);
        for enemy in table.enemies(own.side) {
            let Some(aim) = fire::aim(own, &enemy.body) else { continue };
            if table.profile.stick(own.arm, aim.squared).is_none() {
                continue;
            }
            let (them, yards) = (&at.stand(enemy.id).name, aim.range() / YARD);
            let line = Shape::Line([own.anchor(), aim.at].map(|point| on_board(at.rules, point)).to_vec());
            let end = sight::End { at: aim.at, centre: enemy.pose.at };
            match sight::obstacle(table, &mut scratch, sight::End::of(own), end) {
                None => {
                    let line = Drawn::plain(Role::Sight, line).in_tone(Tone::Good);
                    shapes.push(line.labelled(format!("{yards} yards")));
                    let side = if front::has_flank(own, enemy) { ", in its flank" } else { "" };
                    said.push(format!("{them}, {yards} yards{side}"));
                }
                Some(obstacle) => {
                    let by = hidden_by(at, obstacle);
                    shapes.push(Drawn::plain(Role::Sight, line).in_tone(Tone::Bad).labelled(by));
                    said.push(format!("{them} is hidden by {by}"));
                }
            }
        }
        let text = match (said.is_empty(), table.profile.farthest(own.arm)) {
            (_, None) => format!("{name} does not fire on horseback."),
            (true, Some(_)) => format!("{name} has nobody in its arc."),
            (false, _) => format!("{name}: {}.", said.join("; ")),
        };
        Sketch { shapes, text }
    })
}

fn hidden_by(at: Position<'_>, obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Hill => "a hill",
        Obstacle::Tall(area) if at.rules.land.field().kinds(area).intersects(terrain::TOWN) => "a town",
        Obstacle::Tall(_) => "a wood",
    }
}

/// The arcs of everybody of a side, each as far as he reaches.
fn fire_of_all(at: Position<'_>, side: Side) -> Sketch {
    let (mut shapes, mut names) = (Vec::new(), Vec::new());
    at.measured(|table| {
        for stand in table.stands.iter().filter(|stand| stand.side == side && !stand.routed) {
            if table.profile.farthest(stand.arm).is_some() {
                bands(at, table, stand, false, &mut shapes);
                names.push(at.stand(stand.id).name.as_str());
            }
        }
    });
    let text = match names.is_empty() {
        true => format!("Nobody of the {side} side can fire."),
        false => format!("Who can fire: {}.", names.join(", ")),
    };
    Sketch { shapes, text }
}

/// How far a General commands, and whom of his chain he reaches (RRF-RAD-1).
fn command(at: Position<'_>, general: GeneralId) -> Sketch {
    let (about, here) = (at.rules.general(general), at.leader(general).at);
    let radius = lengths::length(Arrow::of_command(at.command(general)));
    // RRF-RAD-2: from his rim.
    let circle = Shape::Circle { at: on_board(at.rules, here), radius: lengths::GENERAL + radius };
    let mut shapes = vec![Drawn::plain(Role::Reach, circle).labelled(format!("{} yards", radius / YARD))];
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for stand in at.present_of(about.side).filter(|&stand| at.commands(general, stand)) {
        let reached = at.is_in_radius(general, stand);
        let line = [here, at.troop(stand).pose.at].map(|point| on_board(at.rules, point)).to_vec();
        let tone = if reached { Tone::Good } else { Tone::Bad };
        shapes.push(Drawn::plain(Role::Stick, Shape::Line(line)).in_tone(tone));
        if reached { &mut near } else { &mut far }.push(at.stand(stand).name.as_str());
    }
    let told = |names: &[&str]| if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
    let text = format!(
        "{} commands within {} yards: {}; beyond: {}.",
        about.name,
        radius / YARD,
        told(&near),
        told(&far)
    );
    Sketch { shapes, text }
}

/// Each square's flag, and how many Move arrows of cards it takes (RRF-MOVE-13).
fn squares(at: Position<'_>) -> Sketch {
    let (mut shapes, mut said) = (Vec::new(), Vec::new());
    for (number, square) in at.rules.squares.list.iter().enumerate() {
        let Some(cell) = at.rules.squares.grid.cell(number) else { continue };
        let frame = at.rules.squares.grid.frame(cell);
        let ring = [
            Point::new(frame.low.x, frame.low.y),
            Point::new(frame.high.x, frame.low.y),
            Point::new(frame.high.x, frame.high.y),
            Point::new(frame.low.x, frame.high.y),
        ];
        let laid = at.state.turn.arrows[number];
        let limit = square.limit.map_or("no arrows".to_owned(), |limit| format!("{laid} of {limit} arrows"));
        let words = format!("{}: flag {}, {limit}", square.name, square.flag);
        let full = square.limit.is_none_or(|limit| laid >= limit);
        let ring = ring.map(|point| on_board(at.rules, point)).to_vec();
        let tone = if full { Tone::Bad } else { Tone::Plain };
        shapes.push(Drawn::plain(Role::Range, Shape::Area(vec![ring])).in_tone(tone).labelled(words.clone()));
        said.push(words);
    }
    let text = if said.is_empty() { "There are no squares.".to_owned() } else { said.join("; ") + "." };
    Sketch { shapes, text }
}
