//! Writes SVG: the view from the ground to the page, paths, and elements.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use super::theme;
use crate::geometry::{Area, Frame, Point};

/// Where ground lies on the page.
#[derive(Copy, Clone)]
pub(super) struct View {
    ground: Frame,
    /// Page units for a centimetre of ground.
    scale: f64,
    left: f64,
    top: f64,
}

/// A place on the page, y downward.
pub(super) type Spot = (f64, f64);

impl View {
    pub(super) fn new(ground: Frame, scale: f64, left: f64, top: f64) -> Self {
        Self { ground, scale, left, top }
    }

    pub(super) fn spot(&self, point: Point) -> Spot {
        let east = f64::from(point.x) - f64::from(self.ground.low.x);
        let south = f64::from(self.ground.high.y) - f64::from(point.y);
        (self.left + east * self.scale, self.top + south * self.scale)
    }

    /// The ground at a place of the page.
    pub(super) fn point(&self, (x, y): Spot) -> Point {
        let east = (x - self.left) / self.scale;
        let south = (y - self.top) / self.scale;
        Point::new(
            (f64::from(self.ground.low.x) + east) as i32,
            (f64::from(self.ground.high.y) - south) as i32,
        )
    }

    pub(super) fn length(&self, centimetres: f64) -> f64 {
        centimetres * self.scale
    }

    pub(super) fn ground(&self) -> &Frame {
        &self.ground
    }

    /// Left, top, width and height of the mapped ground on the page.
    pub(super) fn area(&self) -> (f64, f64, f64, f64) {
        let (width, height) = (f64::from(self.ground.width()), f64::from(self.ground.height()));
        (self.left, self.top, width * self.scale, height * self.scale)
    }

    pub(super) fn spots(&self, line: &[Point]) -> Vec<Spot> {
        line.iter().map(|point| self.spot(*point)).collect()
    }

    /// Path data of an area, rings closed.
    pub(super) fn outline(&self, area: &Area) -> String {
        let mut path = String::new();
        for ring in &area.rings {
            push_straight(&mut path, &self.spots(ring), true);
        }
        path
    }

    /// Path data of an area with its corners rounded off.
    pub(super) fn soft_outline(&self, area: &Area) -> String {
        let mut path = String::new();
        for ring in &area.rings {
            push_soft_ring(&mut path, &self.spots(ring));
        }
        path
    }

    /// Path data of a line with its corners rounded off.
    pub(super) fn soft_line(&self, line: &[Point]) -> String {
        let mut path = String::new();
        push_soft(&mut path, &self.spots(line));
        path
    }
}

/// Appends a broken line to path data.
pub(super) fn push_straight(path: &mut String, spots: &[Spot], closed: bool) {
    for (number, (x, y)) in spots.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if number == 0 { 'M' } else { 'L' });
    }
    if closed {
        path.push('Z');
    }
}

/// Appends a line that bends through the middles of its sides, with its corners as guides.
pub(super) fn push_soft(path: &mut String, spots: &[Spot]) {
    let ([first, .., last], true) = (spots, spots.len() > 2) else {
        push_straight(path, spots, false);
        return;
    };
    let _ = write!(path, "M{:.1} {:.1}", first.0, first.1);
    for pair in spots[1..].windows(2) {
        let (x, y) = if pair[1] == *last { *last } else { middle(pair[0], pair[1]) };
        let _ = write!(path, "Q{:.1} {:.1} {x:.1} {y:.1}", pair[0].0, pair[0].1);
    }
}

/// Appends a closed line that bends through the middles of its sides.
pub(super) fn push_soft_ring(path: &mut String, spots: &[Spot]) {
    let Some(&last) = spots.last() else { return };
    let (x, y) = middle(last, spots[0]);
    let _ = write!(path, "M{x:.1} {y:.1}");
    for (number, spot) in spots.iter().enumerate() {
        let (x, y) = middle(*spot, spots[(number + 1) % spots.len()]);
        let _ = write!(path, "Q{:.1} {:.1} {x:.1} {y:.1}", spot.0, spot.1);
    }
    path.push('Z');
}

/// Appends a full circle.
pub(super) fn push_circle(path: &mut String, (x, y): Spot, radius: f64) {
    let _ = write!(
        path,
        "M{:.1} {y:.1}a{radius:.1} {radius:.1} 0 1 0 {:.1} 0a{radius:.1} {radius:.1} 0 1 0 {:.1} 0",
        x - radius,
        2.0 * radius,
        -2.0 * radius
    );
}

/// Dots of one kind, by the part of the page they are in: whoever paints a corner of the page must not look at all of
/// them.
#[derive(Default)]
pub(super) struct Dots {
    parts: BTreeMap<(i64, i64), String>,
}

impl Dots {
    /// Width and height of a part, in page units.
    const PART: f64 = 640.0;

    /// One more: a line of no length, as wide as the pen with which it is drawn.
    pub(super) fn push(&mut self, (x, y): Spot) {
        let part = ((y / Self::PART).floor() as i64, (x / Self::PART).floor() as i64);
        let _ = write!(self.parts.entry(part).or_default(), "M{x:.1} {y:.1}h0");
    }
}

pub(super) fn middle(a: Spot, b: Spot) -> Spot {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// The SVG text as it grows: a page of its own, or a sheet that takes its colours from the page it lies on.
pub(super) struct Canvas {
    text: String,
    sheet: bool,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64, title: &str) -> Self {
        let mut text = String::new();
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{}</title>\n",
            escaped(title)
        );
        Self { text, sheet: false }
    }

    /// A sheet of a board: nothing of it is seen beyond this area.
    pub(super) fn sheet(id: &str, (x, y, width, height): (f64, f64, f64, f64)) -> Self {
        let text = format!(
            "<svg class=\"{id}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
        );
        Self { text, sheet: true }
    }

    /// Whether this is a sheet of a board, to be kept small.
    pub(super) fn is_sheet(&self) -> bool {
        self.sheet
    }

    /// A colour by its name, for the page to replace where this is a sheet.
    pub(super) fn colour(&self, name: &str, colour: &str) -> String {
        if self.sheet { theme::variable(name, colour) } else { colour.to_owned() }
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// Raw markup, for definitions.
    pub(super) fn raw(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    pub(super) fn open(&mut self, attributes: &str) {
        let _ = writeln!(self.text, "<g {attributes}>");
    }

    pub(super) fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// A path with the given attributes; nothing if it is empty.
    pub(super) fn path(&mut self, data: &str, attributes: impl Display) {
        if data.is_empty() {
            return;
        }
        let _ = match self.sheet {
            true => {
                let attributes = theme::named(&attributes.to_string());
                writeln!(self.text, "<path {attributes} d=\"{}\"/>", theme::compact(data))
            }
            false => writeln!(self.text, "<path {attributes} d=\"{data}\"/>"),
        };
    }

    /// A filled path without outline.
    pub(super) fn fill(&mut self, data: &str, colour: &str) {
        self.path(data, format_args!("fill=\"{colour}\""));
    }

    /// An outline without filling.
    pub(super) fn stroke(&mut self, data: &str, colour: &str, width: f64) {
        self.path(data, format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.2}\""));
    }

    /// Dots of a colour and width, with further attributes; nothing if there are none.
    pub(super) fn dots(&mut self, dots: &Dots, colour: &str, width: f64, more: impl Display) {
        if dots.parts.is_empty() {
            return;
        }
        let attributes = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.2}\" {more}");
        match self.sheet {
            true => self.open(&theme::named(&attributes)),
            false => self.open(&attributes),
        }
        for part in dots.parts.values() {
            self.path(part, "");
        }
        self.close();
    }

    pub(super) fn rect(&mut self, (x, y, width, height): (f64, f64, f64, f64), attributes: &str) {
        let attributes = if self.sheet { theme::named(attributes) } else { attributes.to_owned() };
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {attributes}/>"
        );
    }
}

/// Text made safe for markup.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
