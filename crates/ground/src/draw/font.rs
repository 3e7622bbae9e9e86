//! A small single-stroke alphabet in the manner of survey draughtsmen.
//!
//! Lettering is drawn as lines, so a picture looks the same in every viewer and needs no font on the machine.

use std::fmt::Write;

/// Height of capitals in the units of the glyphs.
pub(super) const CAP: f64 = 14.0;
/// Gap between two letters, and the width of a blank.
const GAP: f64 = 2.8;
const BLANK: f64 = 4.2;

/// One glyph: its width and its strokes, `M`, `L` and `Q` commands with y upward from the base line.
struct Glyph {
    width: f64,
    strokes: &'static str,
}

const fn glyph(width: f64, strokes: &'static str) -> Glyph {
    Glyph { width, strokes }
}

#[rustfmt::skip]
fn find(letter: char) -> Glyph {
    match letter {
        'A' => glyph(11.0, "M0 0L5.5 14L11 0M2 5L9 5"),
        'B' => glyph(9.6, "M0 0L0 14L4.8 14Q8.8 14 8.8 10.7Q8.8 7.5 4.8 7.5L0 7.5M4.8 7.5Q9.6 7.5 9.6 3.8Q9.6 0 4.8 0L0 0"),
        'C' => glyph(10.5, "M10.5 11.5Q9 14 5.8 14Q0 14 0 7Q0 0 5.8 0Q9 0 10.5 2.5"),
        'D' => glyph(10.5, "M0 0L0 14L4 14Q10.5 14 10.5 7Q10.5 0 4 0L0 0"),
        'E' => glyph(8.5, "M8.5 14L0 14L0 0L8.5 0M0 7.3L6.5 7.3"),
        'F' => glyph(8.0, "M8 14L0 14L0 0M0 7.3L6.5 7.3"),
        'G' => glyph(11.0, "M10.6 11.5Q9 14 5.8 14Q0 14 0 7Q0 0 5.8 0Q11 0 11 6.2L6.5 6.2"),
        'H' => glyph(10.0, "M0 0L0 14M10 0L10 14M0 7.3L10 7.3"),
        'I' => glyph(0.4, "M0 0L0 14"),
        'J' => glyph(6.0, "M6 14L6 4Q6 0 3 0Q0 0 0 3.5"),
        'K' => glyph(9.5, "M0 0L0 14M9 14L0 5.5M3.2 8.5L9.5 0"),
        'L' => glyph(7.6, "M0 14L0 0L7.6 0"),
        'M' => glyph(12.0, "M0 0L0 14L6 4L12 14L12 0"),
        'N' => glyph(10.0, "M0 0L0 14L10 0L10 14"),
        'O' => glyph(11.5, "M5.75 14Q0 14 0 7Q0 0 5.75 0Q11.5 0 11.5 7Q11.5 14 5.75 14"),
        'P' => glyph(9.4, "M0 0L0 14L5 14Q9.4 14 9.4 10Q9.4 6 5 6L0 6"),
        'Q' => glyph(11.5, "M5.75 14Q0 14 0 7Q0 0 5.75 0Q11.5 0 11.5 7Q11.5 14 5.75 14M7.5 3.5L11.5 -1"),
        'R' => glyph(9.6, "M0 0L0 14L5 14Q9.4 14 9.4 10.2Q9.4 6.4 5 6.4L0 6.4M5 6.4L9.6 0"),
        'S' => glyph(9.0, "M8.6 11.8Q7.2 14 4.5 14Q.6 14 .6 10.6Q.6 8.2 4.6 7.3Q9 6.3 9 3.5Q9 0 4.5 0Q1.2 0 0 2.8"),
        'T' => glyph(9.6, "M0 14L9.6 14M4.8 14L4.8 0"),
        'U' => glyph(10.0, "M0 14L0 5Q0 0 5 0Q10 0 10 5L10 14"),
        'V' => glyph(10.6, "M0 14L5.3 0L10.6 14"),
        'W' => glyph(15.0, "M0 14L3.8 0L7.5 11L11.2 0L15 14"),
        'X' => glyph(10.0, "M0 0L10 14M0 14L10 0"),
        'Y' => glyph(10.0, "M0 14L5 6.5L10 14M5 6.5L5 0"),
        'Z' => glyph(9.0, "M0 14L9 14L0 0L9 0"),
        'a' => glyph(7.5, "M7.5 9.5L7.5 0M7.5 4.75Q7.5 9.5 3.75 9.5Q0 9.5 0 4.75Q0 0 3.75 0Q7.5 0 7.5 4.75"),
        'b' => glyph(7.5, "M0 14L0 0M0 4.75Q0 9.5 3.75 9.5Q7.5 9.5 7.5 4.75Q7.5 0 3.75 0Q0 0 0 4.75"),
        'c' => glyph(6.8, "M6.8 7.8Q5.8 9.5 3.8 9.5Q0 9.5 0 4.75Q0 0 3.8 0Q5.8 0 6.8 1.7"),
        'd' => glyph(7.5, "M7.5 14L7.5 0M7.5 4.75Q7.5 9.5 3.75 9.5Q0 9.5 0 4.75Q0 0 3.75 0Q7.5 0 7.5 4.75"),
        'e' => glyph(7.3, "M0 5L7.3 5Q7.3 9.5 3.7 9.5Q0 9.5 0 4.75Q0 0 3.8 0Q6 0 7.1 2"),
        'f' => glyph(4.6, "M4.8 13.6Q1.8 14.6 1.8 11L1.8 0M0 9.3L4.4 9.3"),
        'g' => glyph(7.5, "M7.5 9.5L7.5 -.5Q7.5 -4 3.7 -4Q1.2 -4 .4 -2.4M7.5 4.75Q7.5 9.5 3.75 9.5Q0 9.5 0 4.75Q0 0 3.75 0Q7.5 0 7.5 4.75"),
        'h' => glyph(7.0, "M0 14L0 0M0 5.5Q.6 9.5 3.8 9.5Q7 9.5 7 5.8L7 0"),
        'i' => glyph(0.4, "M0 9.5L0 0M0 12.7L0 13.5"),
        'j' => glyph(2.5, "M2.5 9.5L2.5 -1.5Q2.5 -4 0 -4M2.5 12.7L2.5 13.5"),
        'k' => glyph(6.8, "M0 14L0 0M6.3 9.5L0 3.8M2.5 6L6.8 0"),
        'l' => glyph(0.4, "M0 14L0 0"),
        'm' => glyph(11.5, "M0 9.5L0 0M0 5.5Q.5 9.5 3 9.5Q5.75 9.5 5.75 6L5.75 0M5.75 5.5Q6.2 9.5 8.8 9.5Q11.5 9.5 11.5 6L11.5 0"),
        'n' => glyph(7.0, "M0 9.5L0 0M0 5.5Q.6 9.5 3.8 9.5Q7 9.5 7 5.8L7 0"),
        'o' => glyph(7.6, "M3.8 9.5Q0 9.5 0 4.75Q0 0 3.8 0Q7.6 0 7.6 4.75Q7.6 9.5 3.8 9.5"),
        'p' => glyph(7.5, "M0 9.5L0 -4M0 4.75Q0 9.5 3.75 9.5Q7.5 9.5 7.5 4.75Q7.5 0 3.75 0Q0 0 0 4.75"),
        'q' => glyph(7.5, "M7.5 9.5L7.5 -4M7.5 4.75Q7.5 9.5 3.75 9.5Q0 9.5 0 4.75Q0 0 3.75 0Q7.5 0 7.5 4.75"),
        'r' => glyph(4.6, "M0 9.5L0 0M0 5.5Q.5 9.5 4.6 9.3"),
        's' => glyph(6.2, "M5.9 8.2Q5 9.5 3.1 9.5Q.4 9.5 .4 7.2Q.4 5.5 3.2 4.9Q6.2 4.2 6.2 2.4Q6.2 0 3.1 0Q.8 0 0 1.8"),
        't' => glyph(4.6, "M1.8 13L1.8 2.8Q1.8 -.3 4.6 .3M0 9.3L4.5 9.3"),
        'u' => glyph(7.0, "M0 9.5L0 3.7Q0 0 3.2 0Q6.4 0 7 4M7 9.5L7 0"),
        'v' => glyph(7.0, "M0 9.5L3.5 0L7 9.5"),
        'w' => glyph(10.5, "M0 9.5L2.7 0L5.25 7.5L7.8 0L10.5 9.5"),
        'x' => glyph(6.5, "M0 0L6.5 9.5M0 9.5L6.5 0"),
        'y' => glyph(7.0, "M0 9.5L3.5 0M7 9.5L3 -2.2Q2.2 -4 .4 -4"),
        'z' => glyph(6.2, "M0 9.5L6.2 9.5L0 0L6.2 0"),
        '0' => glyph(8.0, "M4 14Q0 14 0 7Q0 0 4 0Q8 0 8 7Q8 14 4 14"),
        '1' => glyph(4.0, "M.4 11.2L3.6 14L3.6 0"),
        '2' => glyph(8.0, "M.3 10.4Q.5 14 4.2 14Q8 14 8 10.5Q8 8.5 5.5 5.8L0 0L8 0"),
        '3' => glyph(8.0, "M.4 11.6Q1.5 14 4 14Q7.6 14 7.6 10.8Q7.6 7.6 3.6 7.5Q8 7.4 8 3.8Q8 0 4 0Q1 0 0 2.6"),
        '4' => glyph(8.2, "M6 0L6 14L0 4.2L8.2 4.2"),
        '5' => glyph(8.0, "M7.4 14L1.2 14L.7 7.6Q2 8.8 4 8.8Q8 8.8 8 4.4Q8 0 4 0Q1.2 0 0 2.2"),
        '6' => glyph(8.0, "M7 13Q6 14 4.6 14Q0 14 0 5Q0 0 4 0Q8 0 8 4.4Q8 8.6 4.2 8.6Q.8 8.6 .2 5"),
        '7' => glyph(8.0, "M0 14L8 14Q4.5 9 3 0"),
        '8' => glyph(8.0, "M4 7.6Q.6 7.6 .6 10.8Q.6 14 4 14Q7.4 14 7.4 10.8Q7.4 7.6 4 7.6Q0 7.6 0 3.8Q0 0 4 0Q8 0 8 3.8Q8 7.6 4 7.6"),
        '9' => glyph(8.0, "M1 1Q2 0 3.4 0Q8 0 8 9Q8 14 4 14Q0 14 0 9.6Q0 5.4 3.8 5.4Q7.2 5.4 7.8 9"),
        '\'' | '’' => glyph(0.6, "M.4 14L0 10.6"),
        '"' => glyph(2.8, "M.4 14L.4 10.6M2.8 14L2.8 10.6"),
        '.' => glyph(0.4, "M0 0L0 .6"),
        ',' => glyph(1.0, "M.8 .5L0 -2.4"),
        ':' => glyph(0.4, "M0 0L0 .6M0 7L0 7.6"),
        ';' => glyph(1.0, "M.8 .5L0 -2.4M.6 7L.6 7.6"),
        '-' => glyph(4.4, "M0 5.4L4.4 5.4"),
        '–' => glyph(7.0, "M0 5.4L7 5.4"),
        '+' => glyph(7.0, "M0 5.4L7 5.4M3.5 9L3.5 1.8"),
        '=' => glyph(7.0, "M0 7L7 7M0 3.8L7 3.8"),
        '*' => glyph(5.0, "M2.5 13.5L2.5 8M0 12L5 9.5M5 12L0 9.5"),
        '·' => glyph(0.4, "M0 5L0 5.7"),
        '/' => glyph(5.5, "M0 -1L5.5 15"),
        '(' => glyph(3.2, "M3.2 15Q0 11 0 6Q0 1 3.2 -3"),
        ')' => glyph(3.2, "M0 15Q3.2 11 3.2 6Q3.2 1 0 -3"),
        '&' => glyph(9.5, "M9.5 0L2 9.8Q.8 11.3 .8 12Q.8 14 3.2 14Q5.6 14 5.6 11.7Q5.6 9.7 2.9 7.9Q0 6 0 3.4Q0 0 4 0Q7.6 0 8.8 5.5"),
        '!' => glyph(0.4, "M0 14L0 4M0 0L0 .6"),
        '?' => glyph(7.5, "M0 11Q.5 14 4 14Q7.5 14 7.5 10.8Q7.5 8.6 5.4 7.4Q4 6.4 4 4M4 0L4 .6"),
        ' ' => glyph(BLANK, ""),
        _ => glyph(6.0, "M0 0L0 12L6 12L6 0L0 0"),
    }
}

/// How a text is lettered.
#[derive(Copy, Clone)]
pub(super) struct Lettering {
    /// Height of capitals in the picture.
    pub size: f64,
    /// Extra space between letters, in parts of the height of capitals.
    pub spread: f64,
    /// Slant to the right, in parts of the height.
    pub slant: f64,
}

impl Lettering {
    /// Upright letters of a size.
    pub(super) const fn upright(size: f64) -> Self {
        Self { size, spread: 0.0, slant: 0.0 }
    }

    /// Slanting letters of a size.
    pub(super) const fn italic(size: f64) -> Self {
        Self { size, spread: 0.0, slant: 0.24 }
    }

    /// The same with more space between the letters.
    pub(super) const fn spread(self, spread: f64) -> Self {
        Self { spread, ..self }
    }

    fn scale(&self) -> f64 {
        self.size / CAP
    }

    fn gap(&self) -> f64 {
        (GAP + self.spread * CAP) * self.scale()
    }

    /// Width of a text.
    pub(super) fn width(&self, text: &str) -> f64 {
        let letters: f64 = text.chars().map(|letter| find(letter).width * self.scale() + self.gap()).sum();
        (letters - self.gap()).max(0.0)
    }

    /// Each letter of a text with the middle of its place, counted from the beginning of the text, and its width.
    pub(super) fn places(&self, text: &str) -> Vec<(char, f64, f64)> {
        let mut at = 0.0;
        text.chars()
            .map(|letter| {
                let width = find(letter).width * self.scale();
                let middle = at + width / 2.0;
                at += width + self.gap();
                (letter, middle, width)
            })
            .collect()
    }

    /// Writes the strokes of one letter into a path. `origin` is the left end of its base line and `along` the
    /// direction of writing, a unit vector; y points down.
    pub(super) fn stroke(&self, path: &mut String, letter: char, origin: (f64, f64), along: (f64, f64)) {
        let scale = self.scale();
        let mut rest = find(letter).strokes;
        while let Some(kind) = rest.chars().next() {
            let end = rest[1..].find(['M', 'L', 'Q']).map_or(rest.len(), |next| next + 1);
            let numbers: Vec<f64> = rest[1..end].split(' ').filter_map(|word| word.parse().ok()).collect();
            path.push(kind);
            for (number, pair) in numbers.chunks_exact(2).enumerate() {
                let (x, y) = ((pair[0] + pair[1] * self.slant) * scale, pair[1] * scale);
                let (px, py) = (origin.0 + x * along.0 + y * along.1, origin.1 + x * along.1 - y * along.0);
                let gap = if number == 0 { "" } else { " " };
                let _ = write!(path, "{gap}{px:.1} {py:.1}");
            }
            rest = &rest[end..];
        }
    }

    /// The strokes of a whole text on a straight base line.
    pub(super) fn line(&self, text: &str, origin: (f64, f64)) -> String {
        let mut path = String::new();
        for (letter, middle, width) in self.places(text) {
            self.stroke(&mut path, letter, (origin.0 + middle - width / 2.0, origin.1), (1.0, 0.0));
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_alphabet_is_drawn_within_its_place() {
        for letter in (' '..='~').chain("’–·".chars()) {
            let glyph = find(letter);
            let numbers: Vec<f64> = glyph
                .strokes
                .split(['M', 'L', 'Q', ' '])
                .filter(|word| !word.is_empty())
                .map(|word| word.parse().unwrap_or_else(|_| panic!("{letter}: {word}")))
                .collect();
            assert_eq!(numbers.len() % 2, 0, "{letter}");
            for point in numbers.chunks(2) {
                assert!((-0.1..=glyph.width + 0.3).contains(&point[0]), "{letter} is wider than it says");
                assert!((-4.1..=15.1).contains(&point[1]), "{letter} is too tall");
            }
        }
    }

    #[test]
    fn a_line_is_as_wide_as_its_letters() {
        let lettering = Lettering::upright(14.0);
        assert!((lettering.width("HI") - (10.0 + 2.8 + 0.4)).abs() < 1e-9);
        assert_eq!(lettering.width(""), 0.0);
        assert_eq!(lettering.line("L", (10.0, 20.0)), "M10.0 6.0L10.0 20.0L17.6 20.0");
    }
}
