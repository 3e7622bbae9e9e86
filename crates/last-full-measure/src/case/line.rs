//! Lines of a case as words, each with its place in the file.

use engine::Side;
use faults::{Faults, Place, Source, did_you_mean, list};
use ground::{Grid, Hex};
use toml::Spanned;

/// One word.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub place: Place,
}

/// A line, read word by word. Commas count as blanks.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    words: Vec<Word<'a>>,
    next: usize,
    /// The whole line.
    pub place: Place,
}

impl<'a> Words<'a> {
    /// The words of a whole line.
    pub fn of(line: &'a Spanned<String>, source: &Source) -> Words<'a> {
        Words::from(line, source, line.get_ref())
    }

    /// What stands before the first colon, and the words after it. A line without a colon is a fault.
    pub fn named(
        line: &'a Spanned<String>,
        faults: &mut Faults,
        example: &str,
    ) -> Option<(Word<'a>, Words<'a>)> {
        let Some((name, rest)) = line.get_ref().split_once(':') else {
            faults
                .add(line, "there is no name with a colon at the beginning of this line")
                .hint(format!("write it like `{example}`"));
            return None;
        };
        let source = faults.source().clone();
        let mut name_words = Words::from(line, &source, name);
        let name = match name_words.words.len() {
            0 => Word { text: "", place: line.into() },
            1 => name_words.words.remove(0),
            _ => Word { text: name.trim(), place: line.into() },
        };
        Some((name, Words::from(line, &source, rest)))
    }

    /// The words of a part of a line.
    fn from(line: &'a Spanned<String>, source: &Source, part: &'a str) -> Words<'a> {
        let whole = line.get_ref();
        let span = line.span();
        // A line with escapes in it does not stand in the file as it reads; its words have the place of the line.
        let written = source.text().get(span.clone()).unwrap_or_default();
        let quote = written.chars().next().map_or(0, char::len_utf8);
        let plain =
            written.get(quote..written.len().saturating_sub(quote)).is_some_and(|inside| inside == whole);
        let words = part
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty())
            .map(|word| {
                let at = span.start + quote + (word.as_ptr() as usize - whole.as_ptr() as usize);
                let place = if plain { Place::Span(at..at + word.len()) } else { Place::from(line) };
                Word { text: word, place }
            })
            .collect();
        Words { words, next: 0, place: line.into() }
    }

    /// The next word, without taking it.
    pub fn peek(&self) -> Option<&Word<'a>> {
        self.words.get(self.next)
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.next).cloned();
        self.next += usize::from(word.is_some());
        word
    }

    /// Takes the next word if it is this one.
    pub fn takes(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|next| next.text.eq_ignore_ascii_case(word));
        self.next += usize::from(there);
        there
    }

    /// Takes the next words if they are these.
    pub fn takes_all(&mut self, phrase: &[&str]) -> bool {
        let ahead = self.words.get(self.next..self.next + phrase.len()).unwrap_or_default();
        let there = ahead.len() == phrase.len()
            && ahead.iter().zip(phrase).all(|(word, wanted)| word.text.eq_ignore_ascii_case(wanted));
        self.next += if there { phrase.len() } else { 0 };
        there
    }

    /// Whether every word has been taken.
    pub fn is_over(&self) -> bool {
        self.next >= self.words.len()
    }

    /// A fault for the next word, or for the line if it ends too soon.
    pub fn fault<'f>(&self, faults: &'f mut Faults, wanted: &str) -> &'f mut faults::Fault {
        match self.peek() {
            Some(word) => {
                faults.add(word.place.clone(), format!("`{}` is not understood", word.text)).hint(wanted)
            }
            None => faults.add(self.place.clone(), "the line ends too soon").hint(wanted),
        }
    }

    /// Takes a number.
    pub fn number<T: std::str::FromStr>(&mut self, faults: &mut Faults, what: &str) -> Option<T> {
        match self.peek().map(|word| word.text.parse()) {
            Some(Ok(number)) => {
                self.next += 1;
                Some(number)
            }
            _ => {
                self.fault(faults, &format!("write {what} as a number"));
                self.next += 1;
                None
            }
        }
    }

    /// Takes a hex.
    pub fn hex(&mut self, grid: &Grid, faults: &mut Faults) -> Option<Hex> {
        let Some(word) = self.take() else {
            self.fault(faults, "write a hex number");
            return None;
        };
        hex(&word, grid, faults)
    }

    /// Takes two hexes with a hyphen between them.
    pub fn hexes(&mut self, grid: &Grid, faults: &mut Faults) -> Option<(Hex, Hex)> {
        let pair = self.peek().and_then(|word| word.text.split_once('-').map(|ends| (word.clone(), ends)));
        let Some((word, (a, b))) = pair else {
            self.fault(faults, "write two hexes with a hyphen, such as `0304-0305`");
            self.next += 1;
            return None;
        };
        self.next += 1;
        let part = |text| Word { text, place: word.place.clone() };
        Some((hex(&part(a), grid, faults)?, hex(&part(b), grid, faults)?))
    }

    /// Takes the name of a side.
    pub fn side(&mut self, faults: &mut Faults) -> Option<Side> {
        let side = self.peek().and_then(|word| Side::parse(word.text));
        if side.is_none() {
            self.fault(faults, "write `union` or `confederate`");
        }
        self.next += 1;
        side
    }

    /// Takes movement points: `3`, `1/4`, `2 1/4`; in twelfths.
    pub fn movement_points(&mut self, faults: &mut Faults) -> Option<u8> {
        let Some(first) = self.peek().and_then(|word| twelfths(word.text)) else {
            self.fault(faults, "write movement points as `3`, `1/4` or `2 1/4`");
            self.next += 1;
            return None;
        };
        let whole = self.take().is_some_and(|word| !word.text.contains('/'));
        let part =
            self.peek().filter(|word| whole && word.text.contains('/')).and_then(|word| twelfths(word.text));
        self.next += usize::from(part.is_some());
        first.checked_add(part.unwrap_or(0))
    }

    /// Everything left must have been taken.
    pub fn over(&self, faults: &mut Faults, known: &[&str]) {
        if let Some(word) = self.peek() {
            let hint = match did_you_mean(word.text, known.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("what may stand here: {}", list(known.iter().copied())),
            };
            faults.add(word.place.clone(), format!("`{}` is not understood", word.text)).hint(hint);
        }
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

/// `3` or `1/4` in twelfths.
fn twelfths(text: &str) -> Option<u8> {
    match text.split_once('/') {
        None => text.parse::<u8>().ok()?.checked_mul(12),
        Some((over, under)) => {
            let (over, under) = (over.parse::<u16>().ok()?, under.parse::<u16>().ok()?);
            let exact = under != 0 && (over * 12).is_multiple_of(under);
            exact.then(|| u8::try_from(over * 12 / under).ok()).flatten()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_line<T>(text: &str, look: impl FnOnce(&mut Words<'_>, &mut Faults) -> T) -> T {
        #[derive(serde::Deserialize)]
        struct File {
            line: Spanned<String>,
        }
        let source = Source::new("f.toml", format!("line = {text}\n"));
        let file: File = faults::read_toml(&source).unwrap();
        let mut faults = Faults::new(&source);
        look(&mut Words::of(&file.line, &source), &mut faults)
    }

    #[test]
    fn words_know_their_columns() {
        with_line("\"A at 0399, B\"", |words, faults| {
            assert_eq!(words.take().unwrap().text, "A");
            assert!(words.takes("AT"));
            let grid = Grid::new(ground::GridShape::pointy(4, 4)).unwrap();
            assert_eq!(words.hex(&grid, faults), None);
            assert_eq!(faults.located()[0].column, Some(14));
            assert_eq!(words.take().unwrap().text, "B");
            assert!(words.is_over());
        });
    }

    #[test]
    fn movement_points_are_whole_or_broken() {
        with_line("\"3 1/4 2 2/3 x 1/5\"", |words, faults| {
            assert_eq!(words.movement_points(faults), Some(39));
            assert_eq!(words.movement_points(faults), Some(32));
            assert_eq!(words.movement_points(faults), None, "x");
            assert_eq!(words.movement_points(faults), None, "a fifth is no number of twelfths");
        });
    }

    #[test]
    fn phrases_are_taken_whole_or_not_at_all() {
        with_line("\"held by union\"", |words, faults| {
            assert!(!words.takes_all(&["held", "back"]));
            assert!(words.takes_all(&["held", "by"]));
            assert_eq!(words.side(faults), Some(Side::Union));
            assert!(!words.takes_all(&["x"]));
        });
    }
}
