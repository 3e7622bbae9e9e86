//! Texts of a file with their places, and lines read word by word.

use crate::{Fault, Faults, Source, Span, did_you_mean, list};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::{Deref, Range};
use std::str::FromStr;
use toml::Spanned;

/// A text and where it stands.
pub type Text = Spanned<String>;

/// Texts, each with its place. One text may be written for a list of one.
///
/// ```
/// use faults::{Source, Texts, read_toml};
///
/// #[derive(serde::Deserialize)]
/// struct File {
///     one: Texts,
///     more: Texts,
/// }
///
/// let source = Source::new("f.toml", "one = \"A\"\nmore = [\"B\", \"C\"]\n");
/// let File { one, more } = read_toml(&source).unwrap();
/// assert_eq!((one.len(), one[0].get_ref().as_str()), (1, "A"));
/// assert_eq!(source.position(more[1].span().start).column, 14);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Texts(Vec<Text>);

impl Deref for Texts {
    type Target = [Text];

    fn deref(&self) -> &[Text] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Texts {
    type Item = &'a Text;
    type IntoIter = std::slice::Iter<'a, Text>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Texts, D::Error> {
        /// The text alone does not know its place; the value around it does.
        struct OneOrMore(Vec<(String, Option<Range<usize>>)>);

        impl<'de> Deserialize<'de> for OneOrMore {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMore, D::Error> {
                deserializer.deserialize_any(TextsVisitor)
            }
        }

        struct TextsVisitor;

        impl<'de> Visitor<'de> for TextsVisitor {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text in quotes or a list of them")
            }

            fn visit_str<E>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![(text.to_owned(), None)]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMore, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element::<Text>()? {
                    let span = text.span();
                    texts.push((text.into_inner(), Some(span)));
                }
                Ok(OneOrMore(texts))
            }
        }

        let value = Spanned::<OneOrMore>::deserialize(deserializer)?;
        let whole = value.span();
        let texts = value.into_inner().0.into_iter();
        Ok(Texts(texts.map(|(text, span)| Text::new(span.unwrap_or_else(|| whole.clone()), text)).collect()))
    }
}

/// One word of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Where it stands.
    pub place: Span,
}

/// A line read word by word, each word with its own place.
///
/// ```
/// use faults::{Faults, Source, Text, Words, read_toml};
///
/// #[derive(serde::Deserialize)]
/// struct File {
///     line: Text,
/// }
///
/// let source = Source::new("f.toml", "line = \"5NY: strength 5, moral 3\"\n");
/// let File { line } = read_toml(&source).unwrap();
/// let mut faults = Faults::new(&source);
/// let (name, mut words) = Words::named(&line, &mut faults, "5NY: strength 5").unwrap();
/// assert_eq!(name.text, "5NY");
/// assert!(words.takes("strength"));
/// assert_eq!(words.number(&mut faults, "the strength"), Some(5));
/// words.over(&mut faults, &["strength", "morale"]);
/// let fault = &faults.located()[0];
/// assert_eq!((fault.column, fault.what.as_str()), (Some(26), "`moral` is not understood"));
/// assert_eq!(fault.hint.as_deref(), Some("did you mean `morale`?"));
/// ```
#[derive(Debug, Clone)]
pub struct Words<'a> {
    words: Vec<Word<'a>>,
    next: usize,
    line: Span,
}

impl<'a> Words<'a> {
    /// The words of a whole line. Commas count as blanks.
    pub fn of(line: &'a Text, source: &Source) -> Words<'a> {
        Words::within(line, source, line.get_ref(), is_between_words)
    }

    /// What stands before the first colon, and the words after it. A line without a colon is a fault.
    pub fn named(line: &'a Text, faults: &mut Faults, example: &str) -> Option<(Word<'a>, Words<'a>)> {
        Words::after_name(line, faults, example, is_between_words)
    }

    /// The parts of a whole line that stand between commas; a part may have several words.
    pub fn parts(line: &'a Text, source: &Source) -> Words<'a> {
        Words::within(line, source, line.get_ref(), |letter| letter == ',')
    }

    /// What stands before the first colon, and the [`parts`](Words::parts) after it. A line without a colon is a fault.
    pub fn named_parts(line: &'a Text, faults: &mut Faults, example: &str) -> Option<(Word<'a>, Words<'a>)> {
        Words::after_name(line, faults, example, |letter| letter == ',')
    }

    fn after_name(
        line: &'a Text,
        faults: &mut Faults,
        example: &str,
        between: impl Fn(char) -> bool,
    ) -> Option<(Word<'a>, Words<'a>)> {
        let Some((name, rest)) = line.get_ref().split_once(':') else {
            faults
                .add(line, "there is no name with a colon at the beginning of this line")
                .hint(format!("write it like `{example}`"));
            return None;
        };
        let name = Words::within(line, faults.source(), name, |_| false).take();
        let name = name.unwrap_or_else(|| Word { text: "", place: line.into() });
        Some((name, Words::within(line, faults.source(), rest, between)))
    }

    /// The words of a part of a line.
    fn within(line: &'a Text, source: &Source, part: &'a str, between: impl Fn(char) -> bool) -> Words<'a> {
        let whole = line.get_ref();
        let span = line.span();
        // A line with escapes in it does not stand in the file as it reads; its words have the place of the line.
        let written = source.text().get(span.clone()).unwrap_or_default();
        let quote = written.chars().next().map_or(0, char::len_utf8);
        let plain =
            written.get(quote..written.len().saturating_sub(quote)).is_some_and(|inside| inside == whole);
        let words = part
            .split(between)
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(|word| {
                let at = span.start + quote + (word.as_ptr() as usize - whole.as_ptr() as usize);
                let place = if plain { Span::Bytes(at..at + word.len()) } else { Span::from(line) };
                Word { text: word, place }
            })
            .collect();
        Words { words, next: 0, line: line.into() }
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

    /// Takes the next word if it is this one, in large or small letters.
    pub fn takes(&mut self, word: &str) -> bool {
        self.takes_all(&[word])
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
    pub fn fault<'f>(&self, faults: &'f mut Faults, wanted: &str) -> &'f mut Fault {
        match self.peek() {
            Some(word) => {
                faults.add(word.place.clone(), format!("`{}` is not understood", word.text)).hint(wanted)
            }
            None => faults.add(self.line.clone(), "the line ends too soon").hint(wanted),
        }
    }

    /// Takes the next word and reads it; one that cannot be read is a fault, with what was `wanted` as its remedy.
    pub fn read<T>(
        &mut self,
        faults: &mut Faults,
        wanted: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.peek().and_then(|word| read(word.text));
        if value.is_none() {
            self.fault(faults, wanted);
        }
        self.take();
        value
    }

    /// Takes a number.
    pub fn number<T: FromStr>(&mut self, faults: &mut Faults, what: &str) -> Option<T> {
        self.read(faults, &format!("write {what} as a number"), |word| word.parse().ok())
    }

    /// Everything must have been taken.
    pub fn over(&self, faults: &mut Faults, known: &[&str]) {
        if let Some(word) = self.peek() {
            let hint = match did_you_mean(word.text, known.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if known.is_empty() => "leave it out".to_owned(),
                None => format!("what may stand here: {}", list(known.iter().copied())),
            };
            self.fault(faults, &hint);
        }
    }
}

fn is_between_words(letter: char) -> bool {
    letter.is_whitespace() || letter == ','
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_line<T>(text: &str, look: impl FnOnce(&Text, &mut Faults) -> T) -> T {
        #[derive(Deserialize)]
        struct File {
            line: Text,
        }
        let source = Source::new("f.toml", format!("line = {text}\n"));
        let file: File = crate::read_toml(&source).unwrap();
        look(&file.line, &mut Faults::new(&source))
    }

    #[test]
    fn words_know_their_columns() {
        with_line("\"A at x, B\"", |line, faults| {
            let mut words = Words::of(line, faults.source());
            assert_eq!(words.take().unwrap().text, "A");
            assert!(words.takes("AT"));
            assert_eq!(words.number::<u8>(faults, "the hex"), None);
            assert_eq!(faults.located()[0].column, Some(14));
            assert_eq!(words.take().unwrap().text, "B");
            assert!(words.is_over());
            assert_eq!(words.number::<u8>(faults, "the hex"), None);
            assert!(faults.to_string().contains("the line ends too soon"), "{faults}");
        });
    }

    #[test]
    fn words_of_a_line_with_escapes_have_the_place_of_the_line() {
        with_line("\"a\\tb\"", |line, faults| {
            let mut words = Words::of(line, faults.source());
            assert_eq!(words.take(), Some(Word { text: "a", place: line.into() }));
            assert_eq!(words.take(), Some(Word { text: "b", place: line.into() }));
        });
    }

    #[test]
    fn parts_between_commas_keep_their_words_together() {
        with_line("\"US-A : Hooker + Hancock, weak inf 2,, at 0304 \"", |line, faults| {
            let (name, mut parts) = Words::named_parts(line, faults, "").unwrap();
            assert_eq!(name.text, "US-A");
            let mut found = Vec::new();
            while let Some(part) = parts.take() {
                let Span::Bytes(span) = &part.place else { panic!("{part:?}") };
                assert_eq!(&faults.source().text()[span.clone()], part.text);
                found.push(part.text);
            }
            assert_eq!(found, ["Hooker + Hancock", "weak inf 2", "at 0304"]);
        });
    }

    #[test]
    fn a_line_without_a_name_is_a_fault() {
        with_line("\"inf 9\"", |line, faults| {
            assert!(Words::named(line, faults, "A: inf 9").is_none());
            assert_eq!(faults.located()[0].hint.as_deref(), Some("write it like `A: inf 9`"));
        });
    }

    #[test]
    fn phrases_are_taken_whole_or_not_at_all() {
        with_line("\"held by union\"", |line, faults| {
            let mut words = Words::of(line, faults.source());
            assert!(!words.takes_all(&["held", "back"]));
            assert!(words.takes_all(&["held", "by"]));
            words.over(faults, &[]);
            assert_eq!(faults.located()[0].hint.as_deref(), Some("leave it out"));
            assert!(words.takes("Union"));
            assert!(!words.takes_all(&["x"]));
        });
    }
}
