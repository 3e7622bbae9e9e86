//! What answers of the set-up and of entries look like on the map before they are given.

use super::proposals::Proposal;
use super::zone;
use crate::measure::Pose;
use crate::measure::lengths::GENERAL;
use crate::model::ids::{BorderId, StandId};
use crate::model::position::Position;
use crate::scene::{drawn, on_board};
use engine::Side;
use engine::scene::{Drawn, Role, Shape, Sketch, Tone};
use ground::geometry::{Frame, Point};

/// Where stands would be, and what is to be said of it.
pub fn stands(
    at: Position<'_>,
    places: impl IntoIterator<Item = (StandId, Pose, Option<bool>)>,
    text: String,
) -> Sketch {
    let ghost = |(stand, pose, mounted): (StandId, Pose, Option<bool>)| {
        let figure = at.figure_as(stand, mounted);
        let shape = Shape::Stand(drawn(at, pose, figure.arm, "flag"));
        Drawn::plain(Role::Ghost, shape).in_tone(Tone::of(at.side(stand)))
    };
    Sketch { shapes: places.into_iter().map(ghost).collect(), text }
}

/// Where a General would be.
pub fn general(at: Position<'_>, side: Side, place: Point, text: String) -> Sketch {
    let shape = Shape::Circle { at: on_board(at.rules, place), radius: GENERAL };
    Sketch { shapes: vec![Drawn::plain(Role::Ghost, shape).in_tone(Tone::of(side))], text }
}

fn frame(at: Position<'_>, frame: Frame, tone: Tone) -> Drawn {
    let Frame { low, high } = frame;
    let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
    let ring = corners.map(|corner| on_board(at.rules, corner)).to_vec();
    Drawn::plain(Role::Swept, Shape::Area(vec![ring])).in_tone(tone)
}

fn edge(at: Position<'_>, border: BorderId) -> Drawn {
    let border = &at.rules.borders[border.index()];
    let ends = [border.from, border.to].map(|end| on_board(at.rules, end)).to_vec();
    Drawn::plain(Role::Path, Shape::Line(ends))
}

/// What is proposed.
pub fn proposal(at: Position<'_>, proposal: Proposal) -> Sketch {
    let text = crate::speech::proposal(at.rules, proposal);
    let shapes = match proposal {
        Proposal::Entry(border, _) => vec![edge(at, border)],
        Proposal::Close(ground) => vec![frame(at, ground, Tone::Bad)],
        Proposal::Edges(attacker, defender) => {
            let map = at.rules.land.field().table();
            let first = at.rules.attacker;
            let areas = [(first, attacker, defender), (first.other(), defender, attacker)];
            let areas = areas.into_iter().filter_map(|(side, own, other)| {
                zone::area(map, own, other).map(|area| frame(at, area, Tone::of(side)))
            });
            areas.collect()
        }
    };
    Sketch { shapes, text }
}
