//! Round the map: border, title, scale, north arrow, key.

use super::canvas::{Canvas, Spot, View, push_circle, push_straight};
use super::font::Lettering;
use super::{INK, Pen};

/// Space left free round the map.
pub(super) struct Margins {
    pub side: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Margins {
    pub(super) fn new(pen: Pen) -> Self {
        Self { side: pen.of(26.0), top: pen.of(72.0), bottom: pen.of(66.0) }
    }
}

pub(super) fn border(canvas: &mut Canvas, view: &View, pen: Pen) {
    let (left, top, width, height) = view.area();
    for (out, weight) in [(0.0, 1.2), (5.0, 2.6)] {
        let out = pen.of(out);
        canvas.rect(
            (left - out, top - out, width + 2.0 * out, height + 2.0 * out),
            &format!(
                "fill=\"none\" stroke=\"{INK}\" stroke-linejoin=\"miter\" stroke-width=\"{:.2}\"",
                pen.of(weight)
            ),
        );
    }
}

pub(super) fn title(canvas: &mut Canvas, view: &View, pen: Pen, title: &str, subtitle: &str) {
    let (left, top, width, _) = view.area();
    let mut large = Lettering::upright(pen.of(21.0)).spread(0.26);
    let name = title.to_uppercase();
    let room = width * 0.94;
    if large.width(&name) > room {
        large.size *= room / large.width(&name);
    }
    let middle = left + width / 2.0;
    let path = large.line(&name, (middle - large.width(&name) / 2.0, top - pen.of(36.0)));
    canvas.stroke(&path, INK, large.size * 0.13);
    let mut small = Lettering::italic(pen.of(9.0)).spread(0.1);
    if small.width(subtitle) > room {
        small.size *= room / small.width(subtitle);
    }
    let path = small.line(subtitle, (middle - small.width(subtitle) / 2.0, top - pen.of(15.5)));
    canvas.stroke(&path, INK, small.size * 0.1);
}

/// What a scale bar is divided in, and what stands beneath it.
pub(super) struct Measure {
    /// Centimetres, and the word for many.
    unit: (f64, &'static str),
    beneath: (f64, &'static str),
    steps: &'static [f64],
}

/// For battlefields.
pub(super) const YARDS: Measure = Measure {
    unit: (91.44, "yards"),
    beneath: (100.0, "metres"),
    steps: &[50.0, 100.0, 250.0, 500.0, 1_000.0, 2_500.0, 5_000.0, 10_000.0],
};

/// For theatres.
pub(super) const MILES: Measure = Measure {
    unit: (160_934.4, "miles"),
    beneath: (100_000.0, "kilometres"),
    steps: &[0.25, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0],
};

/// A bar of four round steps, light and dark by turns.
pub(super) fn scale_bar(canvas: &mut Canvas, view: &View, pen: Pen, measure: &Measure) {
    let (left, top, width, height) = view.area();
    let (x, y) = (left, top + height + pen.of(26.0));
    let (unit, word) = measure.unit;
    let longest = width * 0.3 / view.length(unit);
    let least = measure.steps[0];
    let step = measure.steps.iter().copied().rfind(|step| step * 4.0 <= longest).unwrap_or(least);
    let part = view.length(unit) * step;
    for number in 0..4 {
        let fill = if number % 2 == 0 { INK } else { "#f6efdc" };
        canvas.rect(
            (x + part * f64::from(number), y, part, pen.of(4.5)),
            &format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{:.2}\"", pen.of(0.7)),
        );
    }
    let lettering = Lettering::upright(pen.of(6.6));
    let mut path = String::new();
    for number in [0, 2, 4] {
        let text = format!("{}", step * f64::from(number));
        let at = x + part * f64::from(number);
        let indent = if number == 0 { 0.0 } else { lettering.width(&text) / 2.0 };
        let text = if number == 4 { format!("{text} {word}") } else { text };
        path.push_str(&lettering.line(&text, (at - indent, y - pen.of(4.0))));
    }
    let (other, word) = measure.beneath;
    let beneath = (step * 4.0 * unit / other).round();
    path.push_str(&lettering.line(&format!("{beneath} {word}"), (x, y + pen.of(15.0))));
    canvas.stroke(&path, INK, pen.of(0.8));
}

/// A needle that points north.
pub(super) fn north_arrow(canvas: &mut Canvas, view: &View, pen: Pen) {
    let (left, top, width, _) = view.area();
    let (x, y) = (left + width - pen.of(20.0), top - pen.of(34.0));
    let reach = pen.of(21.0);
    let needle = |hand: f64| {
        let mut path = String::new();
        let spots: [Spot; 3] =
            [(x, y - reach), (x + hand * pen.of(5.0), y + reach * 0.62), (x, y + reach * 0.36)];
        push_straight(&mut path, &spots, true);
        path
    };
    canvas.fill(&needle(-1.0), INK);
    canvas.path(
        &needle(1.0),
        format_args!("fill=\"#f6efdc\" stroke=\"{INK}\" stroke-width=\"{:.2}\"", pen.of(0.8)),
    );
    let lettering = Lettering::upright(pen.of(8.0));
    let path = lettering.line("N", (x - lettering.width("N") / 2.0, y + reach + pen.of(4.0)));
    canvas.stroke(&path, INK, pen.of(1.1));
}

/// What the signs mean, in the lower margin.
pub(super) fn key(canvas: &mut Canvas, view: &View, pen: Pen) {
    let (left, top, width, height) = view.area();
    let lettering = Lettering::upright(pen.of(6.2));
    let entries = [
        "pike",
        "road",
        "trail",
        "creek hexside",
        "stone wall hexside",
        "steep slope",
        "woods",
        "orchard",
        "railroad cut",
    ];
    let gap = pen.of(20.0);
    let sample = pen.of(26.0);
    let whole: f64 =
        entries.iter().map(|text| sample + pen.of(5.0) + lettering.width(text) + gap).sum::<f64>() - gap;
    let room = width * 0.66;
    let squeeze = (room / whole).min(1.0);
    let y = top + height + pen.of(34.0);
    let mut x = left + width - whole * squeeze;
    let mut text_path = String::new();
    for entry in entries {
        let line = |from: f64, to: f64| format!("M{:.1} {y:.1}H{:.1}", x + from, x + to);
        let stroke = |canvas: &mut Canvas, colour: &str, weight: f64, more: &str| {
            canvas.path(
                &line(0.0, sample * squeeze),
                format_args!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.2}\" {more}",
                    pen.of(weight)
                ),
            );
        };
        let dashes =
            |dash: f64, gap: f64| format!("stroke-dasharray=\"{:.2} {:.2}\"", pen.of(dash), pen.of(gap));
        match entry {
            "pike" => {
                stroke(canvas, "#5a3f26", 5.2, "");
                stroke(canvas, "#e9b777", 3.5, "");
            }
            "road" => {
                stroke(canvas, "#5a3f26", 3.9, "");
                stroke(canvas, "#f7efd9", 2.5, "");
            }
            "trail" => stroke(canvas, "#6a4b2c", 1.15, &dashes(4.5, 2.6)),
            "creek hexside" => stroke(canvas, "#2d6f96", 4.6, "stroke-opacity=\"0.5\""),
            "stone wall hexside" => stroke(canvas, "#2f2a24", 3.0, &dashes(0.01, 4.2)),
            "steep slope" => {
                stroke(canvas, "#7a4a21", 5.0, &format!("stroke-linecap=\"butt\" {}", dashes(0.9, 3.1)));
            }
            "railroad cut" => {
                stroke(canvas, "#5b3c1d", 10.0, &format!("stroke-linecap=\"butt\" {}", dashes(0.8, 1.9)));
                stroke(canvas, "#efe4c8", 4.2, "");
            }
            _ => {
                let mut trees = String::new();
                let (count, size) = if entry == "woods" { (4, 3.0) } else { (5, 1.4) };
                for number in 0..count {
                    let at = sample * squeeze * (f64::from(number) + 0.5) / f64::from(count);
                    push_circle(&mut trees, (x + at, y), pen.of(size));
                }
                canvas.path(
                    &trees,
                    format_args!("fill=\"#86a066\" stroke=\"#53693b\" stroke-width=\"{:.2}\"", pen.of(0.5)),
                );
            }
        }
        let size = Lettering { size: lettering.size * squeeze.max(0.8), ..lettering };
        let text_at = (x + (sample + pen.of(5.0)) * squeeze, y + size.size / 2.0);
        text_path.push_str(&size.line(entry, text_at));
        x += (sample + pen.of(5.0) + lettering.width(entry) + gap) * squeeze;
    }
    canvas.stroke(&text_path, INK, pen.of(0.75));
}
