//! The field, and what can be laid over it.

use super::drag::TICK;
use super::{on_board, ring};
use crate::model::field::{EDGE, Point};
use crate::model::scenario::PicketLine;
use crate::model::view::View;
use crate::rules::fire::{RANGE, SHORT_RANGE};
use engine::Violation;
use engine::scene::{
    About, Board, Drawn, Layer, Legend, Measure, Overlay, OverlayKind, Role, Shape, Sketch, Tone,
};

/// The overlay of where a picket can fire.
const FIRE: &str = "fire";

const OVERLAYS: [(&str, &str, About); 1] = [(FIRE, "Where a picket can fire", About::Piece)];

/// What the signs on pieces mean.
const SIGNS: [(&str, &str); 2] =
    [("picket", "a picket; it fires to its front"), ("fallen", "a picket that fell")];

/// The field: 600 paces square, a board unit a pace.
pub(super) fn board() -> Board {
    let ground = format!("<rect width=\"{EDGE}\" height=\"{EDGE}\" fill=\"var(--grass,#dfe3b8)\"/>");
    let middle = EDGE / 2;
    let line = format!(
        "<path d=\"M0 {middle}H{EDGE}\" fill=\"none\" stroke=\"var(--ink,#33271a)\" stroke-opacity=\"0.4\" \
         stroke-dasharray=\"6 6\"/>"
    );
    let lines: String = (1..6).map(|hundred| format!("M{0} 0V{EDGE}M0 {0}H{EDGE}", 100 * hundred)).collect();
    let paces =
        format!("<path d=\"{lines}\" fill=\"none\" stroke=\"var(--ink,#33271a)\" stroke-opacity=\"0.15\"/>");
    Board {
        size: [EDGE, EDGE],
        layers: vec![
            Layer::new("ground", "Field", ground, false),
            Layer::new("grid", "Lines every 100 paces", paces, true),
            Layer::new("middle", "Middle of the field", line, true),
        ],
        places: Vec::new(),
        titled: Vec::new(),
        names: Vec::new(),
        cell: Vec::new(),
        counter: 24,
        ruler: vec![Measure::new(1, "paces")],
        tick: Some(TICK),
        overlays: OverlayKind::list(&OVERLAYS),
        legend: Legend::list(&SIGNS),
    }
}

/// The edges of what a picket covers (PL-4.1).
pub(super) fn overlay(rules: &PicketLine, view: &View, id: &str, about: &str) -> Result<Overlay, Violation> {
    if id != FIRE {
        return Err(OverlayKind::unknown(id, &OVERLAYS));
    }
    let Some(picket) = rules.find(about) else {
        return Err(Violation::form(format!("there is no picket `{about}`")));
    };
    let (post, seen) = (rules.post(picket), &view.pickets[picket.index()]);
    if !seen.standing {
        return Ok(Overlay { text: format!("{} has fallen.", post.name), ..Overlay::default() });
    }
    let covered: Vec<Point> =
        ring(Point::default(), RANGE).filter(|&way| seen.facing.is_front_of(way)).collect();
    // The ring begins in the north: what lies across it comes in two parts, the second of which goes first.
    let gap = covered.windows(2).position(|pair| !pair[0].is_front_of(pair[1]));
    let (last, first) = covered.split_at(gap.map_or(0, |gap| gap + 1));
    let arc = first.iter().chain(last).map(|way| Point::new(seen.at.x + way.x, seen.at.y + way.y));
    let outline = [seen.at].into_iter().chain(arc).map(on_board).collect();
    let arc = Drawn::plain(Role::Arc, Shape::Area(vec![outline])).in_tone(Tone::of(post.side));
    let short = Shape::Circle { at: on_board(seen.at), radius: SHORT_RANGE };
    let short = Drawn::plain(Role::Range, short).labelled(format!("{SHORT_RANGE} paces"));
    let text = format!(
        "{} fires up to {RANGE} paces and 45 degrees off its facing of {} degrees; best within {SHORT_RANGE}.",
        post.name,
        seen.facing.bearing()
    );
    let sketch = Sketch { shapes: vec![arc, short], text: String::new() };
    Ok(Overlay { sketch, text, ..Overlay::default() })
}
