//! Pictures that take their colours from whoever shows them.
//!
//! A sheet of a table's board names its colours: `fill="var(--lr-woods,#9caf7f)"` is the colour of the printed map
//! unless the page says otherwise. Its coordinates are whole numbers relative to each other, which keeps it small.

use std::fmt::Write;

/// The colours of the map by what they are for. Each colour has one name.
const NAMES: [(&str, &str); 46] = [
    ("#33271a", "ink"),
    ("#f1e8d2", "paper"),
    ("#4f3b20", "shade"),
    ("#fffcec", "light"),
    ("#8a6238", "contour"),
    ("#e9dca0", "field"),
    ("#b79d55", "furrow"),
    ("#bfd0c0", "marsh"),
    ("#5c8fa6", "reeds"),
    ("#a39a89", "rock"),
    ("#5d564a", "rock-edge"),
    ("#cfd6a2", "orchard"),
    ("#71884f", "fruit-tree"),
    ("#9caf7f", "woods"),
    ("#45552f", "tree-shadow"),
    ("#86a066", "tree"),
    ("#53693b", "tree-edge"),
    ("#b9cc97", "tree-light"),
    ("#9cc0cd", "pond"),
    ("#4c7f98", "bank"),
    ("#93bccb", "water"),
    ("#2f617c", "ford"),
    ("#b79668", "sunken-road"),
    ("#dcc3a5", "town"),
    ("#a8835e", "town-edge"),
    ("#a2573f", "house"),
    ("#5e2f22", "house-edge"),
    ("#3f2a1e", "building"),
    ("#6a4b2c", "trail"),
    ("#5a3f26", "road-edge"),
    ("#f5ecd6", "street"),
    ("#f7efd9", "road"),
    ("#e9b777", "pike"),
    ("#5b3c1d", "cut"),
    ("#efe4c8", "grade"),
    ("#4b443a", "wall"),
    ("#7d6644", "fence"),
    ("#33281a", "grid"),
    ("#2d6f96", "stream-side"),
    ("#2f2a24", "wall-side"),
    ("#7a4a21", "steep-side"),
    ("#b02318", "link"),
    ("#1f5674", "name-water"),
    ("#33481f", "name-woods"),
    ("#5a3312", "name-hill"),
    ("#f6efdc", "halo"),
];

/// Attributes with every colour named.
pub(super) fn named(attributes: &str) -> String {
    let mut text = String::with_capacity(attributes.len() + 32);
    let mut rest = attributes;
    while let Some(at) = rest.find("\"#") {
        let (before, colour) = rest.split_at(at + 1);
        let (colour, after) = colour.split_at(colour.find('"').unwrap_or(colour.len()));
        text.push_str(before);
        match NAMES.iter().find(|(known, _)| *known == colour) {
            Some((_, name)) => text.push_str(&variable(name, colour)),
            None => text.push_str(colour),
        }
        rest = after;
    }
    text + rest
}

/// A colour that a page can replace.
pub(super) fn variable(name: &str, colour: &str) -> String {
    format!("var(--lr-{name},{colour})")
}

/// Path data in whole numbers, each point told from the one before. Points are rounded where they are, so that nothing
/// adds up. Understands what is drawn here: `M`, `L`, `Q`, `Z`, `l`, `h`, `q`, `a`, `z`.
pub(super) fn compact(data: &str) -> String {
    let mut path = Compact { text: String::with_capacity(data.len() / 2), ..Compact::default() };
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        rest = &rest[command.len_utf8()..];
        let end = rest.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let numbers: Vec<f64> = rest[..end].split_whitespace().filter_map(|word| word.parse().ok()).collect();
        rest = &rest[end..];
        path.draw(command, &numbers);
    }
    path.text
}

#[derive(Default)]
struct Compact {
    text: String,
    /// Where the pen is, and where it is after rounding.
    at: (f64, f64),
    rounded: (i64, i64),
    /// Where the line began.
    start: (f64, f64),
    rounded_start: (i64, i64),
}

impl Compact {
    fn draw(&mut self, command: char, numbers: &[f64]) {
        let (x, y) = self.at;
        let shift = |dx: &f64, dy: &f64| (x + dx, y + dy);
        match (command, numbers) {
            ('M', [x, y]) => {
                self.letter(if self.text.is_empty() { 'M' } else { 'm' });
                self.go((*x, *y));
                (self.start, self.rounded_start) = (self.at, self.rounded);
            }
            ('L', [x, y]) => self.line((*x, *y)),
            ('l', [dx, dy]) => self.line(shift(dx, dy)),
            ('h', [dx]) if *dx == 0.0 => self.text.push_str("h0"),
            ('h', [dx]) => self.line(shift(dx, &0.0)),
            ('Q', [cx, cy, x, y]) => self.bend((*cx, *cy), (*x, *y)),
            ('q', [cx, cy, dx, dy]) => self.bend(shift(cx, cy), shift(dx, dy)),
            ('a', [rx, ry, turn, large, sweep, dx, dy]) => {
                self.letter('a');
                for number in [rx.round().max(1.0), ry.round().max(1.0), *turn, *large, *sweep] {
                    self.number(number as i64);
                }
                self.go(shift(dx, dy));
            }
            ('Z' | 'z', []) => {
                self.letter('z');
                (self.at, self.rounded) = (self.start, self.rounded_start);
            }
            _ => debug_assert!(false, "no path here has `{command}` with {} numbers", numbers.len()),
        }
    }

    fn line(&mut self, to: (f64, f64)) {
        self.letter('l');
        self.go(to);
    }

    fn bend(&mut self, guide: (f64, f64), to: (f64, f64)) {
        self.letter('q');
        self.tell(guide);
        self.go(to);
    }

    fn go(&mut self, to: (f64, f64)) {
        self.rounded = self.tell(to);
        self.at = to;
    }

    /// Writes a point as it lies from the pen.
    fn tell(&mut self, (x, y): (f64, f64)) -> (i64, i64) {
        let point = (x.round() as i64, y.round() as i64);
        self.number(point.0 - self.rounded.0);
        self.number(point.1 - self.rounded.1);
        point
    }

    fn letter(&mut self, letter: char) {
        self.text.push(letter);
    }

    fn number(&mut self, number: i64) {
        if number >= 0 && self.text.ends_with(|last: char| last.is_ascii_digit()) {
            self.text.push(' ');
        }
        let _ = write!(self.text, "{number}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_names_belong_together_one_to_one() {
        for (number, (colour, name)) in NAMES.iter().enumerate() {
            assert!(NAMES[..number].iter().all(|(other, twin)| other != colour && twin != name), "{name}");
        }
        assert_eq!(
            named("fill=\"#9caf7f\" stroke=\"none\" stroke-width=\"2\""),
            "fill=\"var(--lr-woods,#9caf7f)\" stroke=\"none\" stroke-width=\"2\""
        );
    }

    #[test]
    fn points_are_told_from_the_one_before_without_drifting() {
        let straight: String = (0..100)
            .map(|step| format!("{}{:.1} 0.0", if step == 0 { 'M' } else { 'L' }, 0.4 * f64::from(step)))
            .collect();
        let told = compact(&straight);
        let sum: i64 =
            told.split('l').skip(1).map(|step| step.split(' ').next().unwrap().parse::<i64>().unwrap()).sum();
        assert_eq!(sum, 40);
        assert_eq!(compact("M1.4 2.6L3.0 -4.0ZM5.0 5.0Q6.0 6.0 7.0 5.0"), "M1 3l2-7zm4 2q1 1 2 0");
        assert_eq!(
            compact("M10.0 5.0a2.5 2.5 0 1 0 5.0 0a2.5 2.5 0 1 0 -5.0 0"),
            "M10 5a3 3 0 1 0 5 0a3 3 0 1 0-5 0"
        );
        assert_eq!(compact("M0.0 0.0h1.2l-1.0 2.0q0 1 1 1z"), "M0 0l1 0l-1 2q0 1 1 1z");
    }
}
