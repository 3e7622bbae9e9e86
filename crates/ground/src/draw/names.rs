//! Which names a battlefield map carries, and how they are lettered.

use std::collections::BTreeMap;

use super::canvas::View;
use super::font::Lettering;
use super::labels::{Labels, Style};
use super::{INK, Pen};
use crate::battlefield::{Battlefield, Density, WayClass};
use crate::geometry::{Area, Point, length};
use crate::map::HexMap;
use crate::raster::Layout;

const HILL: &str = "#5a3312";
const WATER: &str = "#1f5674";
const TREES: &str = "#33481f";

/// Names of a real battlefield, the most important first.
pub(super) fn of_field(labels: &mut Labels, view: &View, pen: Pen, field: &Battlefield) {
    let style =
        |lettering: Lettering, colour, weight: f64| Style { lettering, colour, weight: pen.of(weight) };
    for town in &field.towns {
        if let (Some(name), Some(spot)) = (&town.name, middle(&town.shape)) {
            let lettering = Lettering::upright(pen.of(15.0)).spread(0.35);
            labels.beside(&name.to_uppercase(), view.spot(spot), 0.0, style(lettering, INK, 2.1));
        }
    }
    ridges(labels, view, pen, field);
    for spot in field.heights.iter().filter(|spot| spot.kind.ridge.is_none()) {
        let Some(name) = spot.name.as_deref().filter(|name| is_proper(name) && is_height(name)) else {
            continue;
        };
        let lettering = Lettering::upright(pen.of(8.6)).spread(0.12);
        labels.beside(
            &plain(name).to_uppercase(),
            view.spot(spot.shape),
            pen.of(3.0),
            style(lettering, HILL, 1.15),
        );
    }
    let mut streams: Vec<_> = field.streams.iter().filter(|stream| stream.kind.width_m >= 3).collect();
    streams.sort_by_key(|stream| std::cmp::Reverse(stream.kind.width_m));
    for stream in streams {
        let Some(name) = stream.name.as_deref().filter(|name| is_proper(name)) else { continue };
        let large = stream.kind.width_m >= 5;
        let lettering = Lettering::italic(pen.of(if large { 8.4 } else { 6.4 })).spread(0.14);
        labels.along(&plain(name), &view.spots(&stream.shape), pen.of(4.5), style(lettering, WATER, 0.95));
    }
    let mut roads: Vec<_> = field.roads.iter().filter(|road| road.kind.class != WayClass::Street).collect();
    roads.sort_by_key(|road| {
        (road.kind.class != WayClass::Pike, road.kind.class == WayClass::Trail, -length(&road.shape))
    });
    for road in roads {
        let Some(name) = road.name.as_deref().filter(|name| is_proper(name)) else { continue };
        let (size, weight) = match road.kind.class {
            WayClass::Pike => (8.0, 1.1),
            WayClass::Trail => (5.2, 0.65),
            WayClass::Road | WayClass::Street => (7.0, 0.9),
        };
        let lettering = Lettering::italic(pen.of(size)).spread(0.08);
        labels.along(&plain(name), &view.spots(&road.shape), pen.of(4.6), style(lettering, INK, weight));
    }
    let mut woods: Vec<_> = field.woods.iter().collect();
    woods.sort_by_key(|woods| (woods.kind == Density::Open, -woods.shape.square_metres()));
    for woods in woods.into_iter().filter(|woods| woods.shape.square_metres() > 30_000) {
        let Some(name) = woods.name.as_deref().filter(|name| is_proper(name)) else { continue };
        if let Some(spot) = middle(&woods.shape) {
            let lettering = Lettering::italic(pen.of(6.4)).spread(0.06);
            labels.beside(&plain(name), view.spot(spot), 0.0, style(lettering, TREES, 0.85));
        }
    }
    farms(labels, view, pen, field);
}

/// Along the crest of each ridge, from height to height.
fn ridges(labels: &mut Labels, view: &View, pen: Pen, field: &Battlefield) {
    let mut crests: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for spot in &field.heights {
        if let Some(ridge) = &spot.kind.ridge {
            crests.entry(ridge).or_default().push(spot.shape);
        }
    }
    for (name, mut crest) in crests {
        crest.sort_by_key(|point| -point.y);
        // From the middle of its northern heights to that of the southern ones, and on at both ends: names are
        // longer than some crests.
        let (north, south) = crest.split_at(crest.len().div_ceil(2));
        if let (Some(north), Some(south)) = (mean(north), mean(south)) {
            crest = vec![beyond(south, north, pen, view), beyond(north, south, pen, view)];
        }
        let lettering = Lettering::upright(pen.of(10.0)).spread(0.5);
        let style = Style { lettering, colour: HILL, weight: pen.of(1.3) };
        let name = name.to_uppercase();
        let written = labels.along(&name, &view.spots(&crest), -pen.of(5.0), style);
        if let (false, Some(spot)) = (written, crest.get(crest.len() / 2)) {
            let lettering = Lettering::upright(pen.of(9.0)).spread(0.15);
            labels.beside(&name, view.spot(*spot), pen.of(2.0), Style { lettering, ..style });
        }
    }
}

fn mean(points: &[Point]) -> Option<Point> {
    let count = i32::try_from(points.len()).ok().filter(|count| *count > 0)?;
    let sum = |part: fn(&Point) -> i32| points.iter().map(|point| part(point) / count).sum();
    Some(Point::new(sum(|point| point.x), sum(|point| point.y)))
}

/// The point some way past `to` when coming from `from`.
fn beyond(from: Point, to: Point, pen: Pen, view: &View) -> Point {
    let length = from.distance(to).max(1);
    let further = (pen.of(75.0) / view.length(1.0)) as i64;
    from.towards(to, length + further, length)
}

/// Landmarks and farms, as far as there is room.
fn farms(labels: &mut Labels, view: &View, pen: Pen, field: &Battlefield) {
    let mut seen: Vec<&str> = Vec::new();
    let lettering = Lettering::upright(pen.of(4.9));
    for building in &field.buildings {
        let Some(name) = building.name.as_deref().filter(|name| is_proper(name)) else { continue };
        let owner = name.split(' ').next().unwrap_or(name);
        let Some(spot) = middle(&building.shape).filter(|_| !seen.contains(&owner)) else { continue };
        let style = Style { lettering, colour: INK, weight: pen.of(0.62) };
        if labels.beside(&plain(name), view.spot(spot), pen.of(3.4), style) {
            seen.push(owner);
        }
    }
}

/// Names of the places of a map without a battlefield.
pub(super) fn of_map(labels: &mut Labels, view: &View, pen: Pen, map: &HexMap, layout: &Layout) {
    let style =
        Style { lettering: Lettering::upright(pen.of(8.0)).spread(0.1), colour: INK, weight: pen.of(1.1) };
    for (hex, name) in map.places() {
        labels.beside(name, view.spot(layout.centre(&map.grid, *hex)), pen.of(9.0), style);
    }
    for road in map.named_roads() {
        let line: Vec<_> = road.path.iter().map(|hex| view.spot(layout.centre(&map.grid, *hex))).collect();
        let lettering = Lettering::italic(pen.of(7.0)).spread(0.08);
        labels.along(&road.name, &line, pen.of(4.6), Style { lettering, colour: INK, weight: pen.of(0.9) });
    }
}

/// A name without what stands in brackets.
fn plain(name: &str) -> String {
    let mut depth = 0;
    let kept: String = name
        .chars()
        .filter(|letter| {
            depth += i32::from(*letter == '(');
            let keep = depth == 0;
            depth -= i32::from(*letter == ')');
            keep
        })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names begin with a capital; descriptions do not, or say where something lies.
fn is_proper(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && !name.contains(" at the ")
}

/// Heights are lettered as such; other measured places are not.
fn is_height(name: &str) -> bool {
    ["Hill", "Knoll", "knoll", "Ridge", "ridge", "Mount", "Top"].iter().any(|word| name.contains(word))
}

fn middle(area: &Area) -> Option<Point> {
    let frame = area.frame()?;
    Some(frame.low.towards(frame.high, 1, 2))
}
