//! What this game's cases have in their lines besides plain words: hexes, sides, movement points.

use crate::model::numbers::MovementPoints;
use engine::Side;
use faults::{Faults, Word, Words};
use ground::{Grid, Hex};

/// Words of this game, taken from a line.
pub(super) trait GameWords {
    /// Takes a hex.
    fn hex(&mut self, grid: &Grid, faults: &mut Faults) -> Option<Hex>;
    /// Takes two hexes with a hyphen between them.
    fn hexes(&mut self, grid: &Grid, faults: &mut Faults) -> Option<(Hex, Hex)>;
    /// Takes the name of a side.
    fn side(&mut self, faults: &mut Faults) -> Option<Side>;
    /// Takes movement points: `3`, `1/4`, `2 1/4`.
    fn movement_points(&mut self, faults: &mut Faults) -> Option<MovementPoints>;
}

impl GameWords for Words<'_> {
    fn hex(&mut self, grid: &Grid, faults: &mut Faults) -> Option<Hex> {
        let Some(word) = self.take() else {
            self.fault(faults, "write a hex number");
            return None;
        };
        hex(&word, grid, faults)
    }

    fn hexes(&mut self, grid: &Grid, faults: &mut Faults) -> Option<(Hex, Hex)> {
        let Some((word, (a, b))) =
            self.peek().and_then(|word| Some((word.clone(), word.text.split_once('-')?)))
        else {
            self.fault(faults, "write two hexes with a hyphen, such as `0304-0305`");
            self.take();
            return None;
        };
        self.take();
        let part = |text| Word { text, place: word.place.clone() };
        Some((hex(&part(a), grid, faults)?, hex(&part(b), grid, faults)?))
    }

    fn side(&mut self, faults: &mut Faults) -> Option<Side> {
        self.read(faults, "write `union` or `confederate`", Side::parse)
    }

    fn movement_points(&mut self, faults: &mut Faults) -> Option<MovementPoints> {
        let is_broken = |word: &Word<'_>| word.text.contains('/');
        let whole = self.peek().is_some_and(|word| !is_broken(word));
        let first = self.read(faults, "write movement points as `3`, `1/4` or `2 1/4`", points)?;
        let part = self.peek().filter(|word| whole && is_broken(word)).and_then(|word| points(word.text));
        if part.is_some() {
            self.take();
        }
        Some(first.saturating_add(part.unwrap_or_default()))
    }
}

/// A hex by its printed number.
pub(super) fn hex(word: &Word<'_>, grid: &Grid, faults: &mut Faults) -> Option<Hex> {
    let found = grid.parse(word.text);
    if found.is_none() {
        let (first, last) = (grid.name(Hex(0)), grid.name(Hex(grid.len() as u16 - 1)));
        faults
            .add(word.place.clone(), format!("there is no hex `{}`", word.text))
            .hint(format!("hexes run from {first} in the north-west to {last} in the south-east"));
    }
    found
}

/// `3` or `1/4`.
fn points(text: &str) -> Option<MovementPoints> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (over, under) = (over.parse::<u8>().ok()?, under.parse::<u16>().ok()?);
    let twelfths = u16::from(over) * u16::from(MovementPoints::ONE.0);
    let exact = under != 0 && twelfths.is_multiple_of(under);
    exact.then(|| u8::try_from(twelfths / under).ok()).flatten().map(MovementPoints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faults::{Source, Text};

    fn with_line<T>(text: &str, look: impl FnOnce(&mut Words<'_>, &mut Faults) -> T) -> T {
        let source = Source::new("f.toml", format!("\"{text}\""));
        let line = Text::new(0..source.text().len(), text.to_owned());
        look(&mut Words::of(&line, &source), &mut Faults::new(&source))
    }

    #[test]
    fn a_wrong_hex_has_its_column() {
        with_line("A at 0399, 0101-0102", |words, faults| {
            assert!(words.takes_all(&["A", "at"]));
            let grid = Grid::new(ground::GridShape::pointy(4, 4)).unwrap();
            assert_eq!(words.hex(&grid, faults), None);
            assert_eq!(faults.located()[0].column, Some(7));
            assert_eq!(words.hexes(&grid, faults), grid.parse("0101").zip(grid.parse("0102")));
            assert!(words.is_over());
        });
    }

    #[test]
    fn movement_points_are_whole_or_broken() {
        with_line("3 1/4 2 2/3 x 1/5", |words, faults| {
            assert_eq!(words.movement_points(faults), Some(MovementPoints(39)));
            assert_eq!(words.movement_points(faults), Some(MovementPoints(32)));
            assert_eq!(words.movement_points(faults), None, "x");
            assert_eq!(words.movement_points(faults), None, "a fifth is no number of twelfths");
        });
    }
}
