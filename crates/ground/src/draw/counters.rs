//! Pieces on the map.

use super::canvas::{Canvas, Spot, View, push_straight};
use super::font::Lettering;
use super::{Counter, Pen, Symbol};
use crate::grid::Grid;
use crate::raster::Layout;

/// Half the width of a piece.
const HALF: f64 = 17.5;
/// How far each further piece of a hex is moved.
const STACKED: f64 = 6.0;

pub(super) fn draw(
    canvas: &mut Canvas,
    view: &View,
    pen: Pen,
    grid: &Grid,
    layout: &Layout,
    counters: &[Counter],
) {
    for (number, counter) in counters.iter().enumerate() {
        let same_hex = |other: &&Counter| other.hex == counter.hex;
        let below = counters[..number].iter().filter(same_hex).count() as f64;
        let all = counters.iter().filter(same_hex).count() as f64;
        let (x, y) = view.spot(layout.centre(grid, counter.hex));
        let shift = pen.of(STACKED) * (below - (all - 1.0) / 2.0);
        piece(canvas, pen, (x + shift, y - shift), counter);
    }
}

fn piece(canvas: &mut Canvas, pen: Pen, (x, y): Spot, counter: &Counter) {
    let half = pen.of(HALF);
    let [red, green, blue] = counter.colour;
    let body = (x - half, y - half, 2.0 * half, 2.0 * half);
    let round = format!("rx=\"{0:.1}\" ry=\"{0:.1}\"", pen.of(2.6));
    let shadow = pen.of(1.5);
    canvas.rect(
        (body.0 + shadow, body.1 + shadow, body.2, body.3),
        &format!("{round} fill=\"#1d150c\" fill-opacity=\"0.35\""),
    );
    canvas.rect(
        body,
        &format!(
            "{round} fill=\"#{red:02x}{green:02x}{blue:02x}\" stroke=\"#1d150c\" stroke-width=\"{:.2}\"",
            pen.of(0.8)
        ),
    );
    // Light lettering on dark pieces.
    let brightness = u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue);
    let ink = if brightness < 1_280 { "#fbf6e8" } else { "#1d150c" };
    let mut top = y - half + pen.of(3.0);
    if counter.symbol != Symbol::None {
        symbol(canvas, pen, (x, top + pen.of(5.6)), counter.symbol, ink);
        top += pen.of(12.4);
    }
    let room = y + half - pen.of(2.0) - top;
    let lines = counter.lines.len().max(1) as f64;
    for (number, line) in counter.lines.iter().enumerate() {
        let mut lettering = Lettering::upright((room / lines * 0.68).min(pen.of(8.5)));
        let widest = 2.0 * half - pen.of(3.4);
        let width = lettering.width(line);
        if width > widest {
            lettering.size *= widest / width;
        }
        let base = top + room / lines * (number as f64 + 0.5) + lettering.size / 2.0;
        let path = lettering.line(line, (x - lettering.width(line) / 2.0, base));
        canvas.stroke(&path, ink, lettering.size * 0.13);
    }
}

/// The sign of an arm: a box with a cross, a slash, a dot or a star.
fn symbol(canvas: &mut Canvas, pen: Pen, (x, y): Spot, symbol: Symbol, ink: &str) {
    let (wide, high) = (pen.of(9.0), pen.of(5.4));
    let mut path = String::new();
    let corners = [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)];
    if symbol != Symbol::Commander {
        push_straight(&mut path, &corners, true);
    }
    match symbol {
        Symbol::Infantry => {
            push_straight(&mut path, &[corners[0], corners[2]], false);
            push_straight(&mut path, &[corners[1], corners[3]], false);
        }
        Symbol::Cavalry => push_straight(&mut path, &[corners[1], corners[3]], false),
        Symbol::Artillery | Symbol::Commander | Symbol::None => {}
    }
    canvas.stroke(&path, ink, pen.of(1.0));
    let mut solid = String::new();
    match symbol {
        Symbol::Artillery => super::canvas::push_circle(&mut solid, (x, y), pen.of(2.3)),
        Symbol::Commander => {
            // A five-pointed star of radius 1, corners from the top.
            const STAR: [(f64, f64); 5] =
                [(0.0, -1.0), (0.588, 0.809), (-0.951, -0.309), (0.951, -0.309), (-0.588, 0.809)];
            let size = pen.of(6.2);
            let spots = STAR.map(|(dx, dy)| (x + dx * size, y + dy * size));
            push_straight(&mut solid, &spots, true);
        }
        Symbol::Infantry | Symbol::Cavalry | Symbol::None => {}
    }
    canvas.fill(&solid, ink);
}
