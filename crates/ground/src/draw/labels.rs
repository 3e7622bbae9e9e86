//! Names on the map: each is put where it covers no other.

use super::canvas::{Canvas, Spot};
use super::font::Lettering;

/// An upright box on the page: left, top, right, bottom.
type Box = (f64, f64, f64, f64);

/// How a name is written.
#[derive(Copy, Clone)]
pub(super) struct Style {
    pub lettering: Lettering,
    pub colour: &'static str,
    /// Width of the strokes.
    pub weight: f64,
}

/// Names put so far.
pub(super) struct Labels {
    page: Box,
    taken: Vec<Box>,
    /// Boxes that names keep out of if they can.
    standing: Vec<Box>,
    halo: Vec<(String, f64)>,
    ink: Vec<(String, &'static str, f64)>,
}

impl Labels {
    pub(super) fn new((left, top, width, height): (f64, f64, f64, f64)) -> Self {
        Self {
            page: (left, top, left + width, top + height),
            taken: Vec::new(),
            standing: Vec::new(),
            halo: Vec::new(),
            ink: Vec::new(),
        }
    }

    /// Keeps a box free of names.
    pub(super) fn reserve(&mut self, (x, y): Spot, radius: f64) {
        self.taken.push((x - radius, y - radius, x + radius, y + radius));
    }

    /// Marks a box where a piece may stand, and hide what is written there.
    pub(super) fn spare(&mut self, (x, y): Spot, radius: f64) {
        self.standing.push((x - radius, y - radius, x + radius, y + radius));
    }

    /// Writes a name on or beside a spot; lines may be broken. Says whether there was room.
    pub(super) fn beside(&mut self, text: &str, spot: Spot, gap: f64, style: Style) -> bool {
        self.put_beside(text, spot, gap, style, false)
    }

    /// The same, where no piece hides it.
    pub(super) fn beside_pieces(&mut self, text: &str, spot: Spot, gap: f64, style: Style) -> bool {
        self.put_beside(text, spot, gap, style, true)
    }

    fn put_beside(&mut self, text: &str, spot: Spot, gap: f64, style: Style, spares: bool) -> bool {
        let size = style.lettering.size;
        let lines = broken(text, if text.len() > 16 { 2 } else { 1 });
        for lines in [&lines, &vec![text.to_owned()]] {
            let width = lines.iter().map(|line| style.lettering.width(line)).fold(0.0, f64::max);
            let height = size * 1.55 * lines.len() as f64 - size * 0.55;
            let (x, y) = spot;
            let places = [
                (x + gap, y - height / 2.0),
                (x - width / 2.0, y - gap - height),
                (x - width / 2.0, y + gap),
                (x - gap - width, y - height / 2.0),
                (x + gap * 0.7, y - gap * 0.7 - height),
                (x + gap * 0.7, y + gap * 0.7),
                (x - gap * 0.7 - width, y - gap * 0.7 - height),
                (x - gap * 0.7 - width, y + gap * 0.7),
            ];
            // A name without gap stands on its spot.
            let places = if gap == 0.0 { &[(x - width / 2.0, y - height / 2.0)][..] } else { &places[..] };
            for &(left, top) in places {
                let around = (
                    left - size * 0.3,
                    top - size * 0.3,
                    left + width + size * 0.3,
                    top + height + size * 0.4,
                );
                if self.is_free(around) && !(spares && overlaps(&self.standing, around)) {
                    self.taken.push(around);
                    let mut path = String::new();
                    for (number, line) in lines.iter().enumerate() {
                        let indent = (width - style.lettering.width(line)) / 2.0;
                        let base = top + size + size * 1.55 * number as f64;
                        path.push_str(&style.lettering.line(line, (left + indent, base)));
                    }
                    self.put(path, style);
                    return true;
                }
            }
        }
        false
    }

    /// Writes a name along a line, `above` over it. Says whether there was room.
    pub(super) fn along(&mut self, text: &str, line: &[Spot], above: f64, style: Style) -> bool {
        let line = smoothed(line, style.lettering.size * 0.9);
        let whole = length(&line);
        let width = style.lettering.width(text);
        if whole < width * 1.05 {
            return false;
        }
        for part in [0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85] {
            for side in [above, -above - style.lettering.size] {
                let start = (whole * part - width / 2.0).clamp(0.0, whole - width);
                if self.along_from(text, &line, start, side, style) {
                    return true;
                }
            }
        }
        false
    }

    fn along_from(&mut self, text: &str, line: &[Spot], start: f64, above: f64, style: Style) -> bool {
        let width = style.lettering.width(text);
        let (Some((from, _)), Some((to, _))) = (walk(line, start), walk(line, start + width)) else {
            return false;
        };
        let reversed: Vec<Spot> = line.iter().rev().copied().collect();
        // Written from left to right, whichever way the line was drawn.
        let (line, start) =
            if to.0 >= from.0 { (line, start) } else { (reversed.as_slice(), length(line) - start - width) };
        let size = style.lettering.size;
        let mut boxes = Vec::new();
        let mut path = String::new();
        let mut last: Option<Spot> = None;
        for (letter, middle, letter_width) in style.lettering.places(text) {
            let Some((spot, along)) = walk(line, start + middle) else { return false };
            // Too sharp a bend tears a word apart.
            if last.is_some_and(|last| last.0 * along.0 + last.1 * along.1 < 0.9) {
                return false;
            }
            last = Some(along);
            let up = (along.1, -along.0);
            let base = (spot.0 + up.0 * above, spot.1 + up.1 * above);
            let origin = (base.0 - along.0 * letter_width / 2.0, base.1 - along.1 * letter_width / 2.0);
            style.lettering.stroke(&mut path, letter, origin, along);
            let centre = (base.0 + up.0 * size * 0.45, base.1 + up.1 * size * 0.45);
            let reach = size * 0.62;
            boxes.push((centre.0 - reach, centre.1 - reach, centre.0 + reach, centre.1 + reach));
        }
        if !boxes.iter().all(|letter| self.is_free(*letter)) {
            return false;
        }
        self.taken.extend(boxes);
        self.put(path, style);
        true
    }

    pub(super) fn draw(self, canvas: &mut Canvas) {
        for (path, width) in &self.halo {
            canvas.path(
                path,
                format_args!(
                    "fill=\"none\" stroke=\"#f6efdc\" stroke-opacity=\"0.82\" stroke-width=\"{width:.2}\""
                ),
            );
        }
        for (path, colour, width) in &self.ink {
            canvas.stroke(path, colour, *width);
        }
    }

    fn put(&mut self, path: String, style: Style) {
        self.halo.push((path.clone(), style.weight + style.lettering.size * 0.34));
        self.ink.push((path, style.colour, style.weight));
    }

    fn is_free(&self, around: Box) -> bool {
        let (left, top, right, bottom) = around;
        let inside = left > self.page.0 && top > self.page.1 && right < self.page.2 && bottom < self.page.3;
        inside && !overlaps(&self.taken, around)
    }
}

fn overlaps(boxes: &[Box], (left, top, right, bottom): Box) -> bool {
    boxes.iter().any(|other| right > other.0 && other.2 > left && bottom > other.1 && other.3 > top)
}

/// A text broken into lines of about the same length.
fn broken(text: &str, lines: usize) -> Vec<String> {
    let wanted = text.len() / lines;
    let mut result = vec![String::new()];
    for word in text.split(' ') {
        let room = result.len() < lines;
        let Some(line) = result.last_mut() else { break };
        if !line.is_empty() && room && line.len() + word.len() / 2 >= wanted {
            result.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    result
}

fn length(line: &[Spot]) -> f64 {
    line.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

fn distance(a: Spot, b: Spot) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// The spot so far along a line, and the direction there.
fn walk(line: &[Spot], along: f64) -> Option<(Spot, Spot)> {
    let mut left = along;
    for pair in line.windows(2) {
        let side = distance(pair[0], pair[1]);
        if left <= side && side > 0.0 {
            let part = left / side;
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            return Some(((pair[0].0 + dx * part, pair[0].1 + dy * part), (dx / side, dy / side)));
        }
        left -= side;
    }
    None
}

/// The line at even steps, with its small bends ironed out.
fn smoothed(line: &[Spot], step: f64) -> Vec<Spot> {
    let count = (length(line) / step) as usize;
    let mut spots: Vec<Spot> = (0..=count).filter_map(|at| Some(walk(line, at as f64 * step)?.0)).collect();
    for _ in 0..12 {
        let before = spots.clone();
        for at in 1..spots.len().saturating_sub(1) {
            let (a, b, c) = (before[at - 1], before[at], before[at + 1]);
            spots[at] = ((a.0 + 2.0 * b.0 + c.0) / 4.0, (a.1 + 2.0 * b.1 + c.1) / 4.0);
        }
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(size: f64) -> Style {
        Style { lettering: Lettering::upright(size), colour: "#000000", weight: 1.0 }
    }

    #[test]
    fn names_never_cover_each_other_and_stay_on_the_page() {
        let mut labels = Labels::new((0.0, 0.0, 400.0, 300.0));
        let mut written = 0;
        for number in 0..400 {
            let spot = (f64::from(number * 37 % 400), f64::from(number * 91 % 300));
            written += usize::from(labels.beside("Cemetery Hill, the east of it", spot, 6.0, style(8.0)));
        }
        assert!(written > 10 && written < 400);
        assert_eq!(labels.taken.len(), written);
        for (number, a) in labels.taken.iter().enumerate() {
            assert!(a.0 > 0.0 && a.1 > 0.0 && a.2 < 400.0 && a.3 < 300.0);
            for b in &labels.taken[..number] {
                assert!(a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1, "{a:?} covers {b:?}");
            }
        }
    }

    #[test]
    fn names_can_keep_out_of_where_pieces_stand() {
        let mut labels = Labels::new((0.0, 0.0, 400.0, 300.0));
        labels.spare((230.0, 150.0), 20.0);
        assert!(labels.beside_pieces("Dover", (200.0, 150.0), 6.0, style(8.0)));
        assert!(!overlaps(&labels.standing, labels.taken[0]), "there is room on the other side");
        labels.spare((200.0, 250.0), 90.0);
        assert!(!labels.beside_pieces("Ford", (200.0, 250.0), 6.0, style(8.0)));
        assert!(labels.beside("Ford", (200.0, 250.0), 6.0, style(8.0)));
    }

    #[test]
    fn a_name_follows_its_line_only_if_that_is_long_and_straight_enough() {
        let mut labels = Labels::new((0.0, 0.0, 400.0, 300.0));
        let road = [(20.0, 150.0), (200.0, 140.0), (380.0, 150.0)];
        assert!(labels.along("Great Pike", &road, 4.0, style(8.0)));
        assert!(!labels.along("Great Pike", &[(20.0, 20.0), (40.0, 20.0)], 4.0, style(8.0)), "too short");
        let zigzag: Vec<Spot> =
            (0..40).map(|at| (f64::from(at) * 4.0, 200.0 + f64::from(at % 2) * 60.0)).collect();
        assert!(!labels.along("Great Pike", &zigzag, 4.0, style(24.0)), "too crooked");
    }

    #[test]
    fn long_names_are_broken_near_their_middle() {
        assert_eq!(broken("East Cemetery Hill", 2), ["East Cemetery", "Hill"]);
        assert_eq!(broken("Hill", 2), ["Hill"]);
        assert_eq!(broken("Culp's Hill lower summit", 2), ["Culp's Hill", "lower summit"]);
    }
}
