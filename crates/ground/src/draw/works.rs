//! What people built: roads, railroads, walls, bridges, houses.

use std::fmt::Write;

use super::canvas::{Canvas, Spot, View, push_straight};
use super::layers::{Course, Layers};
use super::nature::chance;
use super::{INK, PAPER, Pen};
use crate::battlefield::{Bridge, Railroad, Wall, WayClass};
use crate::geometry::{Point, densified, squared_distance_to};

/// Town ground and the houses along its streets.
pub(super) fn towns(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    for town in &layers.towns {
        canvas.path(
            &view.outline(town),
            format_args!(
                "fill=\"#dcc3a5\" fill-opacity=\"0.9\" stroke=\"#a8835e\" stroke-width=\"{:.2}\"",
                pen.of(0.6)
            ),
        );
    }
    let mut houses = String::new();
    for road in layers.roads.iter().filter(|road| road.kind != WayClass::Trail) {
        row_houses(&mut houses, view, pen, layers, road);
    }
    canvas.path(
        &houses,
        format_args!("fill=\"#a2573f\" stroke=\"#5e2f22\" stroke-width=\"{:.2}\"", pen.of(0.35)),
    );
}

/// Small houses on both sides of a street, as far as it runs through a town.
fn row_houses(path: &mut String, view: &View, pen: Pen, layers: &Layers<'_>, road: &Course<'_, WayClass>) {
    let on_page = |length: f64| pen.of(length) / view.length(1.0);
    let points = densified(&road.line, on_page(5.2) as i64);
    for (number, pair) in points.windows(2).enumerate() {
        let length = pair[0].distance(pair[1]) as f64;
        if length == 0.0 {
            continue;
        }
        let along = (f64::from(pair[1].x - pair[0].x) / length, f64::from(pair[1].y - pair[0].y) / length);
        for hand in [-1.0, 1.0] {
            let seed = (number * 2) as u64 + u64::from(hand > 0.0) + (pair[0].x.unsigned_abs() as u64) * 64;
            let back = on_page(4.3 + chance(seed, 5) * 0.8) * hand;
            let middle =
                Point::new(pair[0].x + (-along.1 * back) as i32, pair[0].y + (along.0 * back) as i32);
            let in_town = layers.towns.iter().any(|town| town.contains(middle));
            let clear = layers.roads.iter().all(|other| {
                squared_distance_to(&other.line, middle)
                    .is_none_or(|square| (square as f64).sqrt() > on_page(3.6))
            });
            if in_town && clear && chance(seed, 6) < 0.86 {
                let spot = view.spot(middle);
                let (long, deep) = (pen.of(1.6 + chance(seed, 7) * 0.5), pen.of(1.2 + chance(seed, 8) * 0.5));
                push_box(path, spot, (along.0, -along.1), long, deep);
            }
        }
    }
}

fn push_box(path: &mut String, (x, y): Spot, along: (f64, f64), long: f64, deep: f64) {
    let corner = |a: f64, b: f64| {
        (x + along.0 * long * a - along.1 * deep * b, y + along.1 * long * a + along.0 * deep * b)
    };
    push_straight(path, &[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], true);
}

/// Single buildings; the smallest are drawn larger than they are.
pub(super) fn buildings(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let mut path = String::new();
    for building in &layers.buildings {
        let Some(frame) = building.frame() else { continue };
        let (left, top) = view.spot(Point::new(frame.low.x, frame.high.y));
        let (right, bottom) = view.spot(Point::new(frame.high.x, frame.low.y));
        let least = pen.of(3.0);
        if right - left >= least && bottom - top >= least {
            path.push_str(&view.outline(building));
        } else {
            let half = |length: f64| length.max(least) / 2.0;
            push_box(
                &mut path,
                ((left + right) / 2.0, (top + bottom) / 2.0),
                (1.0, 0.0),
                half(right - left),
                half(bottom - top),
            );
        }
    }
    canvas
        .path(&path, format_args!("fill=\"#3f2a1e\" stroke=\"{PAPER}\" stroke-width=\"{:.2}\"", pen.of(0.4)));
}

/// Roads: trails as dashes, the others as two banks with the road between them.
pub(super) fn roads(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let of = |class: WayClass| layers.roads.iter().filter(move |road| road.kind == class);
    for trail in of(WayClass::Trail) {
        canvas.path(
            &view.soft_line(&trail.line),
            format_args!(
                "fill=\"none\" stroke=\"#6a4b2c\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.1} {:.1}\"",
                pen.of(1.15),
                pen.of(4.5),
                pen.of(2.6)
            ),
        );
    }
    let classes = [
        (WayClass::Street, 3.6, 2.5, "#f5ecd6"),
        (WayClass::Road, 3.9, 2.5, "#f7efd9"),
        (WayClass::Pike, 5.2, 3.5, "#e9b777"),
    ];
    for (class, width, ..) in classes {
        for road in of(class) {
            canvas.stroke(&view.soft_line(&road.line), "#5a3f26", pen.of(width));
        }
    }
    for (class, _, width, colour) in classes {
        for road in of(class) {
            canvas.stroke(&view.soft_line(&road.line), colour, pen.of(width));
        }
    }
}

/// Railroads: rails in use with ticks, beds without rails hollow, cuts with toothed banks.
pub(super) fn railroads(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    for road in &layers.railroads {
        let path = view.soft_line(&road.line);
        let dashed = |colour: &str, width: f64, dash: f64, gap: f64| {
            format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-linecap=\"butt\" stroke-dasharray=\"{:.2} {:.2}\"",
                pen.of(width),
                pen.of(dash),
                pen.of(gap)
            )
        };
        match road.kind {
            Railroad::Track => {
                canvas.stroke(&path, INK, pen.of(1.1));
                canvas.path(&path, dashed(INK, 4.6, 0.9, 6.5));
            }
            Railroad::Grade => {
                canvas.path(&path, dashed(INK, 2.2, 6.5, 2.2));
                canvas.path(&path, dashed("#efe4c8", 1.0, 6.5, 2.2));
            }
            Railroad::Cut { .. } => {
                canvas.path(&path, dashed("#5b3c1d", 10.5, 0.8, 1.9));
                canvas.stroke(&path, "#efe4c8", pen.of(4.2));
                canvas.path(&path, dashed(INK, 2.2, 6.5, 2.2));
                canvas.path(&path, dashed("#efe4c8", 1.0, 6.5, 2.2));
            }
        }
    }
}

/// Stone walls as rows of stones, fences as thin broken lines.
pub(super) fn walls(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    for wall in &layers.walls {
        let mut path = String::new();
        push_straight(&mut path, &view.spots(&wall.line), false);
        let (colour, width, dash, gap) = match wall.kind {
            Wall::Stone => ("#4b443a", 1.7, 0.01, 2.5),
            Wall::Breastwork => ("#5a3f26", 2.0, 3.0, 2.4),
            Wall::Fence => ("#7d6644", 0.75, 3.4, 1.8),
        };
        canvas.path(
            &path,
            format_args!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.2} {:.2}\"",
                pen.of(width),
                pen.of(dash),
                pen.of(gap)
            ),
        );
    }
}

/// Bridges as two rails along the road, fords as ripples across it.
pub(super) fn bridges(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let (mut rails, mut ripples) = (String::new(), String::new());
    for (kind, point) in &layers.bridges {
        let (x, y) = view.spot(*point);
        let along = road_direction(layers, *point);
        let side = (-along.1, along.0);
        let (length, apart) = match kind {
            Bridge::Bridge => (pen.of(4.6), pen.of(3.2)),
            Bridge::Culvert => (pen.of(1.8), pen.of(2.8)),
            Bridge::Ford => {
                for step in [-1.0, 0.0, 1.0] {
                    let middle = (x + along.0 * pen.of(2.2) * step, y + along.1 * pen.of(2.2) * step);
                    let reach = pen.of(2.6);
                    let _ = write!(
                        ripples,
                        "M{:.1} {:.1}L{:.1} {:.1}",
                        middle.0 - side.0 * reach,
                        middle.1 - side.1 * reach,
                        middle.0 + side.0 * reach,
                        middle.1 + side.1 * reach
                    );
                }
                continue;
            }
            Bridge::Ruined => {
                let reach = pen.of(2.6);
                let _ = write!(
                    rails,
                    "M{:.1} {:.1}l{2:.1} {2:.1}M{3:.1} {1:.1}l{4:.1} {2:.1}",
                    x - reach,
                    y - reach,
                    2.0 * reach,
                    x + reach,
                    -2.0 * reach
                );
                continue;
            }
        };
        for hand in [-1.0, 1.0] {
            let at = |forward: f64, out: f64| {
                (
                    x + along.0 * length * forward + side.0 * apart * hand * out,
                    y + along.1 * length * forward + side.1 * apart * hand * out,
                )
            };
            push_straight(&mut rails, &[at(-1.35, 1.55), at(-1.0, 1.0), at(1.0, 1.0), at(1.35, 1.55)], false);
        }
    }
    canvas.stroke(&ripples, "#2f617c", pen.of(0.9));
    canvas.stroke(&rails, INK, pen.of(1.1));
}

/// Direction on the page of the road nearest to a point.
fn road_direction(layers: &Layers<'_>, point: Point) -> (f64, f64) {
    let sides = layers.roads.iter().flat_map(|road| road.line.windows(2));
    let nearest = sides
        .filter_map(|side| Some((squared_distance_to(side, point)?, side)))
        .min_by_key(|(distance_squared, _)| *distance_squared);
    let Some((_, side)) = nearest else { return (1.0, 0.0) };
    let (east, south) = (f64::from(side[1].x - side[0].x), f64::from(side[0].y - side[1].y));
    let length = (east * east + south * south).sqrt().max(1.0);
    (east / length, south / length)
}
