//! The land itself: tints, contour lines, trees, wet ground, water.

use std::fmt::Write;

use super::canvas::{Canvas, Dots, Spot, View, push_circle, push_soft};
use super::layers::Layers;
use super::{INK, Pen};
use crate::battlefield::{Density, WaterClass};
use crate::geometry::{Area, Point};

/// Colours of the land from the lowest to the highest.
const TINTS: [(f64, [f64; 3]); 5] = [
    (0.0, [213.0, 219.0, 181.0]),
    (0.3, [228.0, 224.0, 190.0]),
    (0.55, [232.0, 214.0, 169.0]),
    (0.8, [219.0, 188.0, 140.0]),
    (1.0, [201.0, 164.0, 116.0]),
];

/// How many sizes the trees of a sheet have.
const TREE_SIZES: usize = 3;

/// Tints of height.
pub(super) fn tints(canvas: &mut Canvas, view: &View, layers: &Layers<'_>) {
    let lowest = layers.contours.first().map_or(0.0, |(height, _)| *height);
    let highest = layers.contours.last().map_or(0.0, |(height, _)| *height);
    for (height, area) in &layers.contours {
        let part = if highest > lowest { (height - lowest) / (highest - lowest) } else { 0.25 };
        let colour = canvas.colour(&format!("height-{:.0}", part * 9.0), &tint(part));
        canvas.path(
            &view.outline(area),
            format_args!("fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"0.4\" fill-rule=\"evenodd\"",),
        );
    }
}

fn tint(part: f64) -> String {
    let above = TINTS.iter().position(|(stop, _)| *stop >= part).unwrap_or(TINTS.len() - 1).max(1);
    let ((low, from), (high, to)) = (TINTS[above - 1], TINTS[above]);
    let along = ((part - low) / (high - low)).clamp(0.0, 1.0);
    let [red, green, blue] = std::array::from_fn(|k| (from[k] + (to[k] - from[k]) * along) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Lines of equal height.
pub(super) fn contour_lines(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    for stressed in [false, true] {
        let mut path = String::new();
        for (line, _) in layers.contour_lines.iter().filter(|(_, other)| *other == stressed) {
            push_soft(&mut path, &view.spots(line));
        }
        let width = if stressed { 1.1 } else { 0.6 };
        canvas.path(
            &path,
            format_args!(
                "fill=\"none\" stroke=\"#8a6238\" stroke-opacity=\"0.75\" stroke-width=\"{:.2}\"",
                pen.of(width)
            ),
        );
    }
}

/// Wet ground, rocks, fields, orchards and woods.
pub(super) fn growth(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    fields(canvas, view, pen, layers);
    marshes(canvas, view, pen, layers);
    rocks(canvas, view, pen, layers);
    orchards(canvas, view, pen, layers);
    woods(canvas, view, pen, layers);
}

pub(super) fn fields(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let mut furrows = String::new();
    for field in &layers.fields {
        canvas.path(&view.outline(field), "fill=\"#e9dca0\" fill-opacity=\"0.6\"");
        for (x, y) in lattice(view, field, pen.of(7.0), pen.of(4.0), 0.0) {
            let _ = write!(furrows, "M{:.1} {:.1}l{:.1} {:.1}", x, y, pen.of(5.0), pen.of(-1.4));
        }
    }
    canvas.stroke(&furrows, "#b79d55", pen.of(0.7));
}

pub(super) fn marshes(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let mut reeds = String::new();
    for marsh in &layers.marshes {
        canvas.path(&view.soft_outline(marsh), "fill=\"#bfd0c0\" fill-opacity=\"0.55\"");
        for (x, y) in lattice(view, marsh, pen.of(9.0), pen.of(4.5), 0.25) {
            let _ = write!(reeds, "M{:.1} {y:.1}h{:.1}", x - pen.of(2.6), pen.of(5.2));
        }
    }
    canvas.stroke(&reeds, "#5c8fa6", pen.of(0.8));
}

pub(super) fn rocks(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let mut stones = String::new();
    for rocks in &layers.rocks {
        for (x, y) in lattice(view, rocks, pen.of(6.5), pen.of(5.5), 0.7) {
            let size = pen.of(1.5);
            let _ = write!(
                stones,
                "M{:.1} {:.1}l{size:.1} {:.1}l{size:.1} {size:.1}l{:.1} {:.1}z",
                x,
                y,
                -size,
                -size,
                size * 0.6
            );
        }
    }
    canvas.path(
        &stones,
        format_args!("fill=\"#a39a89\" stroke=\"#5d564a\" stroke-width=\"{:.2}\"", pen.of(0.4)),
    );
}

pub(super) fn orchards(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let (mut fruit, mut dots) = (String::new(), Dots::default());
    for orchard in &layers.orchards {
        canvas.path(&view.outline(orchard), "fill=\"#cfd6a2\" fill-opacity=\"0.65\"");
        for spot in lattice(view, orchard, pen.of(5.6), pen.of(5.6), 0.0) {
            if canvas.is_sheet() {
                dots.push(spot);
            } else {
                push_circle(&mut fruit, spot, pen.of(1.25));
            }
        }
    }
    canvas.dots(&dots, "#71884f", pen.of(2.5), "");
    canvas.fill(&fruit, "#71884f");
}

pub(super) fn woods(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    let (mut shadows, mut crowns, mut lights) = (String::new(), String::new(), String::new());
    let mut trees: [Dots; TREE_SIZES] = Default::default();
    for (density, area) in &layers.woods {
        let (across, down) = match density {
            Density::Dense => (7.4, 6.2),
            Density::Open => (12.5, 10.5),
        };
        let opacity = if *density == Density::Dense { 0.62 } else { 0.22 };
        canvas.path(
            &view.soft_outline(area),
            format_args!("fill=\"#9caf7f\" fill-opacity=\"{opacity}\" fill-rule=\"evenodd\""),
        );
        for (number, (x, y)) in lattice(view, area, pen.of(across), pen.of(down), 0.8).into_iter().enumerate()
        {
            let size = chance(number as u64, 77);
            if canvas.is_sheet() {
                trees[(size * TREE_SIZES as f64) as usize % TREE_SIZES].push((x, y));
                continue;
            }
            let radius = pen.of(2.5 + 1.1 * size);
            push_circle(&mut shadows, (x + radius * 0.35, y + radius * 0.4), radius);
            push_circle(&mut crowns, (x, y), radius);
            let _ = write!(
                lights,
                "M{:.1} {:.1}q{:.1} {:.1} {:.1} {:.1}",
                x - radius * 0.6,
                y + radius * 0.05,
                radius * 0.05,
                -radius * 0.7,
                radius * 0.75,
                -radius * 0.65
            );
        }
    }
    for (size, spots) in trees.iter().enumerate() {
        let radius = pen.of(2.5 + 1.1 * (size as f64 + 0.5) / TREE_SIZES as f64);
        dotted_trees(canvas, pen, spots, radius);
    }
    canvas.path(&shadows, "fill=\"#45552f\" fill-opacity=\"0.55\"");
    canvas.path(
        &crowns,
        format_args!("fill=\"#86a066\" stroke=\"#53693b\" stroke-width=\"{:.2}\"", pen.of(0.45)),
    );
    canvas.path(
        &lights,
        format_args!(
            "fill=\"none\" stroke=\"#b9cc97\" stroke-opacity=\"0.9\" stroke-width=\"{:.2}\"",
            pen.of(0.6)
        ),
    );
}

/// Trees as round dots of the pen: a fraction of the size of drawn circles.
pub(super) fn dotted_trees(canvas: &mut Canvas, pen: Pen, trees: &Dots, radius: f64) {
    let shifted = |opacity: f64, shift: f64| {
        format!("stroke-opacity=\"{opacity}\" transform=\"translate({shift:.1} {shift:.1})\"")
    };
    canvas.dots(trees, "#45552f", 2.0 * radius, shifted(0.55, radius * 0.38));
    canvas.dots(trees, "#53693b", 2.0 * radius + pen.of(0.45), "");
    canvas.dots(trees, "#86a066", 2.0 * radius - pen.of(0.45), "");
    canvas.dots(trees, "#b9cc97", radius * 0.7, shifted(0.55, -radius * 0.3));
}

/// Streams and ponds.
pub(super) fn water(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    for pond in &layers.ponds {
        canvas.path(
            &view.soft_outline(pond),
            format_args!("fill=\"#9cc0cd\" stroke=\"#4c7f98\" stroke-width=\"{:.2}\"", pen.of(0.9)),
        );
    }
    let width = |class: WaterClass, width_m: f64| {
        let drawn = match class {
            WaterClass::River => 7.0 + width_m * 0.1,
            WaterClass::Creek | WaterClass::Run => 0.75 + width_m * 0.22,
        };
        pen.of(drawn.min(12.0))
    };
    for (colour, part) in [("#4c7f98", 1.0), ("#93bccb", 0.55)] {
        for stream in &layers.streams {
            let width = width(stream.kind, stream.width_m);
            if part == 1.0 || width > pen.of(1.6) {
                canvas.stroke(&view.soft_line(&stream.line), colour, width * part);
            }
        }
    }
}

/// Hollow ways: dark banks on both sides of the hex.
pub(super) fn sunken_roads(canvas: &mut Canvas, view: &View, pen: Pen, layers: &Layers<'_>) {
    for area in &layers.sunken {
        canvas.path(
            &view.soft_outline(area),
            format_args!(
                "fill=\"#b79668\" fill-opacity=\"0.55\" stroke=\"{INK}\" stroke-width=\"{:.2}\" stroke-dasharray=\"{1:.1} {1:.1}\"",
                pen.of(1.6),
                pen.of(2.2)
            ),
        );
    }
}

/// Spots inside an area, in staggered rows, each moved a little at random: the same every time.
pub(super) fn lattice(view: &View, area: &Area, across: f64, down: f64, jitter: f64) -> Vec<Spot> {
    let Some(frame) = area.frame() else { return Vec::new() };
    let (left, top) = view.spot(Point::new(frame.low.x, frame.high.y));
    let (right, bottom) = view.spot(Point::new(frame.high.x, frame.low.y));
    let (first_row, last_row) = ((top / down).floor() as i64, (bottom / down).ceil() as i64);
    let mut spots = Vec::new();
    for row in first_row..=last_row {
        let shift = if row.rem_euclid(2) == 1 { across / 2.0 } else { 0.0 };
        for col in (left / across).floor() as i64 - 1..=(right / across).ceil() as i64 {
            let seed = (row.rem_euclid(1 << 20) as u64) << 20 | col.rem_euclid(1 << 20) as u64;
            let x = col as f64 * across + shift + (chance(seed, 1) - 0.5) * across * jitter;
            let y = row as f64 * down + (chance(seed, 2) - 0.5) * down * jitter;
            if area.contains(view.point((x, y))) {
                spots.push((x, y));
            }
        }
    }
    spots
}

/// A number between 0 and 1 that looks random and is always the same for the same seed.
pub(super) fn chance(seed: u64, salt: u64) -> f64 {
    let mut mixed =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(salt.wrapping_mul(0xd1b5_4a32_d192_ed03));
    mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 32)) >> 40) as f64 / (1u64 << 24) as f64
}
