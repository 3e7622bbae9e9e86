//! What the game adds to the land: the grid, its numbers, and the hexsides that matter.

use super::canvas::{Canvas, View, push_straight};
use super::font::Lettering;
use super::{INK, Overlay, Pen};
use crate::hex::{Direction, Hex};
use crate::map::{Cover, HexMap};
use crate::raster::Layout;

/// The sides of playable hexes, each once.
pub(super) fn sides(map: &HexMap) -> impl Iterator<Item = (Hex, Direction)> + '_ {
    map.playable().iter().flat_map(move |hex| {
        Direction::ALL.into_iter().filter_map(move |side| {
            let other = map.grid.neighbour(hex, side).filter(|other| map.is_playable(*other));
            other.is_none_or(|other| hex < other).then_some((hex, side))
        })
    })
}

pub(super) fn draw(canvas: &mut Canvas, view: &View, pen: Pen, map: &HexMap, layout: &Layout, show: Overlay) {
    if show.hexsides {
        hexsides(canvas, view, pen, map, layout);
    }
    if show.cuts {
        cuts(canvas, view, pen, map, layout);
    }
    if show.links {
        links(canvas, view, pen, map, layout);
    }
    let mut grid = String::new();
    for (hex, side) in sides(map) {
        let (a, b) = layout.side_ends(&map.grid, hex, side);
        push_straight(&mut grid, &[view.spot(a), view.spot(b)], false);
    }
    canvas.path(
        &grid,
        format_args!(
            "fill=\"none\" stroke=\"#33281a\" stroke-opacity=\"0.42\" stroke-width=\"{:.2}\"",
            pen.of(0.75)
        ),
    );
    if show.numbers {
        numbers(canvas, view, pen, map, layout, show.levels);
    }
}

/// Streams, walls and steep slopes where the game has them: along the hexsides.
pub(super) fn hexsides(canvas: &mut Canvas, view: &View, pen: Pen, map: &HexMap, layout: &Layout) {
    let (mut wet, mut walls, mut steep) = (String::new(), String::new(), String::new());
    for (hex, side) in sides(map) {
        let hexside = map.side(hex, side);
        let (a, b) = layout.side_ends(&map.grid, hex, side);
        let line = [view.spot(a), view.spot(b)];
        if hexside.stream.is_some() {
            push_straight(&mut wet, &line, false);
        }
        if hexside.wall {
            push_straight(
                &mut walls,
                &[view.spot(a.towards(b, 1, 14)), view.spot(b.towards(a, 1, 14))],
                false,
            );
        }
        if hexside.steep {
            push_straight(&mut steep, &line, false);
        }
    }
    canvas.path(
        &steep,
        format_args!(
            "fill=\"none\" stroke=\"#7a4a21\" stroke-opacity=\"0.85\" stroke-linecap=\"butt\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.2} {:.2}\"",
            pen.of(5.0),
            pen.of(0.9),
            pen.of(3.1)
        ),
    );
    canvas.path(
        &wet,
        format_args!(
            "fill=\"none\" stroke=\"#2d6f96\" stroke-opacity=\"0.42\" stroke-width=\"{:.2}\"",
            pen.of(4.6)
        ),
    );
    canvas.path(
        &walls,
        format_args!(
            "fill=\"none\" stroke=\"#2f2a24\" stroke-opacity=\"0.8\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.2} {:.2}\"",
            pen.of(3.0),
            pen.of(0.01),
            pen.of(4.2)
        ),
    );
}

/// Hexes that count as embankment or cut: a dotted ring.
pub(super) fn cuts(canvas: &mut Canvas, view: &View, pen: Pen, map: &HexMap, layout: &Layout) {
    let mut rings = String::new();
    for hex in map.playable().iter().filter(|hex| map.cover(*hex) == Cover::Embankment) {
        let centre = layout.centre(&map.grid, hex);
        let corners = layout.corners(&map.grid, hex).map(|corner| view.spot(centre.towards(corner, 9, 10)));
        push_straight(&mut rings, &corners, true);
    }
    canvas.path(
        &rings,
        format_args!(
            "fill=\"none\" stroke=\"#5b3c1d\" stroke-opacity=\"0.8\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.2} {:.2}\"",
            pen.of(1.2),
            pen.of(1.5),
            pen.of(2.5)
        ),
    );
}

/// Roads as the game has them: from hex to hex.
fn links(canvas: &mut Canvas, view: &View, pen: Pen, map: &HexMap, layout: &Layout) {
    let mut path = String::new();
    for (hex, side) in sides(map) {
        if map.side(hex, side).road.is_some() {
            let end = match map.grid.neighbour(hex, side) {
                Some(other) => layout.centre(&map.grid, other),
                None => layout.side_middle(&map.grid, hex, side),
            };
            push_straight(&mut path, &[view.spot(layout.centre(&map.grid, hex)), view.spot(end)], false);
        }
    }
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"#b02318\" stroke-opacity=\"0.6\" stroke-width=\"{:.2}\"",
            pen.of(1.6)
        ),
    );
}

fn numbers(canvas: &mut Canvas, view: &View, pen: Pen, map: &HexMap, layout: &Layout, levels: bool) {
    let lettering = Lettering::upright(pen.of(4.6));
    let mut path = String::new();
    for hex in map.playable().iter() {
        let (x, y) = view.spot(layout.centre(&map.grid, hex));
        let name = map.grid.name(hex);
        let place = (x - lettering.width(&name) / 2.0, y - pen.of(21.5));
        path.push_str(&lettering.line(&name, place));
        if levels {
            let level = map.level(hex).to_string();
            let place = (x - lettering.width(&level) / 2.0, y + pen.of(27.0));
            path.push_str(&lettering.line(&level, place));
        }
    }
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"{INK}\" stroke-opacity=\"0.72\" stroke-width=\"{:.2}\"",
            pen.of(0.55)
        ),
    );
}
