//! The country: shores, forests, hachured ranges, rivers, boundaries.

use std::fmt::Write;

use super::super::canvas::{Canvas, Dots, Spot, View, push_soft_ring, push_straight};
use super::super::nature::{chance, dotted_trees, lattice};
use super::super::{INK, PAPER, Pen};
use super::atlas::{Atlas, Stream};
use super::curves::{flowing_ring, unit};
use crate::theatre::River;

/// The land under everything, and land out of play.
pub(super) fn ground(canvas: &mut Canvas, view: &View, atlas: &Atlas) {
    canvas.rect(view.area(), &format!("fill=\"{PAPER}\""));
    for land in &atlas.outside {
        canvas.path(&view.outline(land), "fill=\"#a39a89\" fill-opacity=\"0.2\"");
    }
}

/// Hexes of forest and mountain: what they count as.
pub(super) fn country(canvas: &mut Canvas, view: &View, pen: Pen, atlas: &Atlas) {
    let outlines =
        |areas: &[crate::geometry::Area]| areas.iter().map(|area| view.outline(area)).collect::<String>();
    canvas.path(&outlines(&atlas.mountains), "fill=\"#8a6238\" fill-opacity=\"0.16\"");
    canvas.path(&outlines(&atlas.forests), "fill=\"#9caf7f\" fill-opacity=\"0.34\"");
    let mut trees: [Dots; 3] = Default::default();
    for forest in &atlas.forests {
        for (number, spot) in lattice(view, forest, pen.of(8.6), pen.of(7.6), 0.95).into_iter().enumerate() {
            let seed = (spot.0 * 8.0) as u64 ^ ((spot.1 * 8.0) as u64) << 20 ^ number as u64;
            if chance(seed, 3) < 0.62 {
                trees[(chance(seed, 4) * 3.0) as usize % 3].push(spot);
            }
        }
    }
    for (size, spots) in trees.iter().enumerate() {
        dotted_trees(canvas, pen, spots, pen.of(1.5 + 0.45 * size as f64));
    }
}

/// Ranges in hachures: strokes down both slopes, thick at the crest and fine at the foot, heavier on the side that the
/// light from the north-west does not reach.
pub(super) fn relief(canvas: &mut Canvas, pen: Pen, atlas: &Atlas) {
    let [mut foot, mut slope] = [String::new(), String::new()];
    // Upper and lower parts of the strokes on the lit and the shaded side.
    let mut strokes: [[String; 2]; 2] = Default::default();
    for (number, (_, crest)) in atlas.ranges.iter().enumerate() {
        let steps = paced(crest, pen.of(PACE));
        let down = |step: usize, hand: f64| {
            let (_, along) = steps[step];
            (-along.1 * hand, along.0 * hand)
        };
        let at = |step: usize, hand: f64, out: f64| {
            let ((x, y), (dx, dy)) = (steps[step].0, down(step, hand));
            (x + dx * pen.of(out), y + dy * pen.of(out))
        };
        let reach = |step: usize, hand: f64| reach((number, hand), step, steps.len());
        for (path, part) in [(&mut foot, 1.06), (&mut slope, 0.62)] {
            let edge = |hand: f64| move |step: usize| at(step, hand, reach(step, hand) * part);
            let every = |step: &usize| step.is_multiple_of(3);
            let mut ring: Vec<Spot> = (0..steps.len()).filter(every).map(edge(1.0)).collect();
            ring.extend((0..steps.len()).filter(every).rev().map(edge(-1.0)));
            push_soft_ring(path, &ring);
        }
        for step in 0..steps.len() {
            for hand in [-1.0, 1.0] {
                let seed = seed((number, hand), step);
                let long = reach(step, hand) * (0.82 + 0.3 * chance(seed, 12));
                let (dx, dy) = down(step, hand);
                let [upper, lower] = &mut strokes[usize::from(dx + dy > 0.0)];
                push_straight(upper, &[at(step, hand, 1.1), at(step, hand, long * 0.52)], false);
                push_straight(lower, &[at(step, hand, long * 0.46), at(step, hand, long)], false);
            }
        }
    }
    canvas.path(&foot, "fill=\"#4f3b20\" fill-opacity=\"0.12\"");
    canvas.path(&slope, "fill=\"#4f3b20\" fill-opacity=\"0.14\"");
    let weights = [(0.8, 0.45), (1.3, 0.75)];
    for ([upper, lower], (thick, fine)) in strokes.iter().zip(weights) {
        for (path, weight) in [(lower, fine), (upper, thick)] {
            canvas.path(
                path,
                format_args!(
                    "fill=\"none\" stroke=\"#8a6238\" stroke-opacity=\"0.85\" stroke-width=\"{:.2}\"",
                    pen.of(weight)
                ),
            );
        }
    }
}

/// How far apart hachures stand, and how many of them make a spur.
const PACE: f64 = 2.1;
const SPUR: usize = 8;

/// A number for one stroke on one side of a range.
fn seed((range, hand): (usize, f64), step: usize) -> u64 {
    ((range as u64) << 32) + (step as u64) * 2 + u64::from(hand > 0.0)
}

/// How far the slope reaches: in spurs and hollows, and less at both ends of the range.
fn reach(slope: (usize, f64), step: usize, steps: usize) -> f64 {
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let knot = |spur: usize| chance(seed(slope, spur), 11);
    let (spur, along) = (step / SPUR, (step % SPUR) as f64 / SPUR as f64);
    let swell = knot(spur) + (knot(spur + 1) - knot(spur)) * ease(along);
    let end = step.min(steps - 1 - step) as f64 / 22.0;
    (6.5 + 9.5 * swell) * (0.25 + 0.75 * ease(end.min(1.0)))
}

/// Spots at even paces along a line, each with the direction there.
fn paced(line: &[Spot], pace: f64) -> Vec<(Spot, Spot)> {
    let mut spots = Vec::new();
    let mut left = pace / 2.0;
    for side in line.windows(2) {
        let (dx, dy) = (side[1].0 - side[0].0, side[1].1 - side[0].1);
        let length = (dx * dx + dy * dy).sqrt();
        let along = unit(side[0], side[1]);
        while left < length {
            spots.push(((side[0].0 + along.0 * left, side[0].1 + along.1 * left), along));
            left += pace;
        }
        left -= length;
    }
    spots
}

/// The sea with lines along its shores, and the rivers, wider towards their mouths.
pub(super) fn water(canvas: &mut Canvas, view: &View, pen: Pen, atlas: &Atlas) {
    let mut shores = String::new();
    for ring in atlas.seas.iter().flat_map(|sea| &sea.rings) {
        push_straight(&mut shores, &flowing_ring(&view.spots(ring)), true);
    }
    if !shores.is_empty() {
        canvas.raw(&format!("<clipPath id=\"theatre-sea\"><path d=\"{shores}\"/></clipPath>\n"));
        canvas.fill(&shores, "#9cc0cd");
        canvas.open("clip-path=\"url(#theatre-sea)\"");
        // From the open water to the shore: each line is what a narrower band leaves of a wider one.
        for (out, opacity) in [(21.0, 0.3), (15.0, 0.42), (10.0, 0.55), (6.0, 0.7), (3.0, 0.85)] {
            let band = |colour: &str, width: f64, opacity: f64| {
                format!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{:.2}\"",
                    pen.of(width)
                )
            };
            canvas.path(&shores, band("#4c7f98", out * 2.0, opacity));
            canvas.path(&shores, band("#9cc0cd", out * 2.0 - 1.3, 1.0));
        }
        canvas.close();
        canvas.stroke(&shores, "#4c7f98", pen.of(1.1));
    }
    let classes = [(River::Minor, 1.5, 0.75), (River::Major, 3.8, 2.5)];
    for (bank, (class, outer, inner)) in
        [true, false].into_iter().flat_map(|bank| classes.map(|class| (bank, class)))
    {
        let (colour, width) = if bank { ("#4c7f98", outer) } else { ("#93bccb", inner) };
        let rim = if bank { pen.of(outer - inner) } else { 0.0 };
        for river in atlas.rivers.iter().filter(|river| river.class == class) {
            if river.mouth <= pen.of(width) {
                let mut path = String::new();
                push_straight(&mut path, &river.course, false);
                canvas.stroke(&path, colour, pen.of(width));
            } else {
                widening(canvas, river, colour, pen.of(inner), rim);
            }
        }
    }
}

/// A river that widens to its mouth: pieces of its course, each drawn with a broader pen.
fn widening(canvas: &mut Canvas, river: &Stream, colour: &str, width: f64, rim: f64) {
    let count = river.course.len();
    let mut from = 0;
    let mut drawn = width;
    for at in 1..count {
        let part = at as f64 / (count - 1) as f64;
        let fifth = part * part * part * part * part;
        let here = width + (river.mouth - width) * fifth;
        // A new piece where the pen has grown by an eighth.
        if here > drawn * 1.125 || at + 1 == count {
            let mut path = String::new();
            push_straight(&mut path, &river.course[from..=at], false);
            canvas.stroke(&path, colour, drawn + rim);
            (from, drawn) = (at, here);
        }
    }
}

/// Lines between states: dashes and dots.
pub(super) fn boundaries(canvas: &mut Canvas, pen: Pen, atlas: &Atlas) {
    let mut path = String::new();
    for line in &atlas.boundaries {
        push_straight(&mut path, line, false);
    }
    // The band of colour with which such maps set states apart.
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"#b02318\" stroke-opacity=\"0.13\" stroke-linecap=\"butt\" stroke-width=\"{:.2}\"",
            pen.of(9.0)
        ),
    );
    let mut dashes = String::new();
    for (number, length) in [9.0, 3.2, 0.3, 3.2, 0.3, 3.2].into_iter().enumerate() {
        let _ = write!(dashes, "{}{:.2}", if number == 0 { "" } else { " " }, pen.of(length));
    }
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"{INK}\" stroke-opacity=\"0.6\" stroke-width=\"{:.2}\" stroke-dasharray=\"{dashes}\"",
            pen.of(1.3)
        ),
    );
}
