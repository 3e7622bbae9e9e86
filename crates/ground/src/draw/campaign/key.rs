//! What the signs mean, in the lower margin.

use super::super::canvas::{Canvas, View, push_circle, push_straight};
use super::super::font::Lettering;
use super::super::{INK, PAPER, Pen};

const ENTRIES: [&str; 10] = [
    "city",
    "town",
    "village",
    "main road",
    "railroad",
    "bridge",
    "ferry, ford",
    "major river",
    "minor river",
    "ridge",
];

pub(super) fn draw(canvas: &mut Canvas, view: &View, pen: Pen) {
    let (left, top, width, height) = view.area();
    let lettering = Lettering::upright(pen.of(6.2));
    let (gap, sample) = (pen.of(17.0), pen.of(24.0));
    let room = |entry: &str| sample + pen.of(5.0) + lettering.width(entry) + gap;
    let whole: f64 = ENTRIES.iter().map(|entry| room(entry)).sum::<f64>() - gap;
    let squeeze = (width * 0.66 / whole).min(1.0);
    let y = top + height + pen.of(34.0);
    let mut x = left + width - whole * squeeze;
    let mut text = String::new();
    for entry in ENTRIES {
        let (from, to) = (x, x + sample * squeeze);
        sign(canvas, pen, entry, (from, to), y);
        let size = Lettering { size: lettering.size * squeeze.max(0.8), ..lettering };
        text.push_str(&size.line(entry, (to + pen.of(5.0) * squeeze, y + size.size / 2.0)));
        x += room(entry) * squeeze;
    }
    canvas.stroke(&text, INK, pen.of(0.75));
}

fn sign(canvas: &mut Canvas, pen: Pen, entry: &str, (from, to): (f64, f64), y: f64) {
    let middle = (from + to) / 2.0;
    let mut line = String::new();
    push_straight(&mut line, &[(from, y), (to, y)], false);
    let dashed = |colour: &str, width: f64, dash: f64, gap: f64| {
        format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-linecap=\"butt\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.2} {:.2}\"",
            pen.of(width),
            pen.of(dash),
            pen.of(gap)
        )
    };
    let ringed = |fill: &str, width: f64| {
        format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{:.2}\"", pen.of(width))
    };
    let circle = |radius: f64| {
        let mut path = String::new();
        push_circle(&mut path, (middle, y), pen.of(radius));
        path
    };
    match entry {
        "city" => {
            canvas.path(&circle(4.9), ringed(PAPER, 1.1));
            let half = pen.of(2.5);
            canvas.rect((middle - half, y - half, 2.0 * half, 2.0 * half), "fill=\"#a2573f\"");
        }
        "town" => canvas.path(&circle(3.1), ringed("#a2573f", 0.95)),
        "village" => canvas.path(&circle(1.7), ringed(PAPER, 0.85)),
        "main road" => {
            canvas.stroke(&line, "#5a3f26", pen.of(2.9));
            canvas.stroke(&line, "#f7efd9", pen.of(1.6));
        }
        "railroad" => {
            canvas.stroke(&line, INK, pen.of(1.0));
            canvas.path(&line, dashed(INK, 4.2, 0.9, 4.4));
        }
        "bridge" => {
            let mut rails = String::new();
            for hand in [-1.0, 1.0] {
                let at = |along: f64, out: f64| (middle + pen.of(along), y + pen.of(out) * hand);
                push_straight(&mut rails, &[at(-4.6, 3.7), at(-3.3, 2.5), at(3.3, 2.5), at(4.6, 3.7)], false);
            }
            canvas.stroke(&rails, INK, pen.of(1.25));
        }
        "ferry, ford" => {
            let at = |along: f64, out: f64| (middle + pen.of(along), y + pen.of(out));
            let mut boat = String::new();
            let hull =
                [at(-3.0, 1.9), at(3.0, 1.9), at(4.6, 0.0), at(3.0, -1.9), at(-3.0, -1.9), at(-4.6, 0.0)];
            push_straight(&mut boat, &hull, true);
            canvas.path(
                &boat,
                format_args!("fill=\"{PAPER}\" stroke=\"#2f617c\" stroke-width=\"{:.2}\"", pen.of(1.2)),
            );
        }
        "major river" => {
            canvas.stroke(&line, "#4c7f98", pen.of(3.8));
            canvas.stroke(&line, "#93bccb", pen.of(2.5));
        }
        "minor river" => canvas.stroke(&line, "#4c7f98", pen.of(1.5)),
        _ => canvas.path(&line, dashed("#7a4a21", 6.4, 1.0, 2.6)),
    }
}
