//! What a file says it is, before it says anything else.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::{Faults, Source, Span, did_you_mean};

/// The keys at the top of a TOML file, in the order in which they are written.
///
/// Every file that a person writes says first what it is: `game = "…"` where a game owns it, `schema = "…"` where none
/// does. Nothing is guessed from the rest.
///
/// ```
/// use faults::{Head, Source};
///
/// let head = Head::of(&Source::new("field.toml", "# Two pickets.\ngame = \"picket-line\"\nrounds = 4\n"));
/// assert_eq!(head.first(), Some(("game", "picket-line")));
/// assert!(head.has("rounds") && !head.has("case"));
/// ```
#[derive(Clone, Debug)]
pub struct Head {
    keys: Vec<Key>,
    /// Whether the whole file is TOML.
    whole: bool,
}

#[derive(Clone, Debug)]
struct Key {
    name: String,
    /// Its value, if that is a text.
    text: Option<String>,
    span: Range<usize>,
}

impl Head {
    /// Reads the head of a file. What cannot be parsed is passed over.
    #[must_use]
    pub fn of(source: &Source) -> Head {
        if Source::too_large(source.text().len()).is_some() {
            return Head { keys: Vec::new(), whole: false };
        }
        let (file, errors) = DeTable::parse_recoverable(source.text());
        let mut keys: Vec<Key> = file
            .into_inner()
            .into_iter()
            .map(|(name, value)| Key {
                span: name.span(),
                name: name.into_inner().into_owned(),
                text: match value.into_inner() {
                    DeValue::String(text) => Some(text.into_owned()),
                    _ => None,
                },
            })
            .collect();
        keys.sort_by_key(|key| key.span.start);
        Head { keys, whole: errors.is_empty() }
    }

    /// The first key and its text, if it is one by which a file says what it is.
    #[must_use]
    pub fn first(&self) -> Option<(&str, &str)> {
        let first = self.keys.first().filter(|key| matches!(key.name.as_str(), "game" | "schema"))?;
        // The parser makes an empty text of a value that is not there.
        Some((&first.name, first.text.as_deref().filter(|text| !text.is_empty())?))
    }

    /// The text of a key.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.keys.iter().find(|key| key.name == name)?.text.as_deref()
    }

    /// Whether there is such a key, or a table of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.keys.iter().any(|key| key.name == name)
    }

    /// Where a key stands; the first one, if it is not there.
    #[must_use]
    pub fn place(&self, name: &str) -> Span {
        let key = self.keys.iter().find(|key| key.name == name).or(self.keys.first());
        key.map_or(Span::File, |key| Span::from(Some(key.span.clone())))
    }

    /// Whether anything can be said about the head at all: a file that is no TOML has other faults first.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.whole || self.first().is_some()
    }

    /// A fault unless the file begins with `key = "wanted"`.
    pub fn must_say(&self, key: &str, wanted: &str, faults: &mut Faults) {
        let line = format!("{key} = \"{wanted}\"");
        match self.first() {
            Some((first, said)) if first == key && said == wanted => {}
            Some((first, said)) if first == key => {
                let what = format!("`{said}` is something else than `{wanted}`");
                let hint = match did_you_mean(said, [wanted]) {
                    Some(_) => format!("did you mean `{wanted}`?"),
                    None => format!("write `{line}`, or read the file as what it says it is"),
                };
                faults.add(self.place(key), what).hint(hint);
            }
            _ if !self.is_readable() => {}
            _ => {
                faults
                    .add(self.place(""), "the file does not begin with what it is")
                    .hint(format!("write `{line}` before everything else"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<(String, String)> {
        let head = Head::of(&Source::new("a.toml", text));
        head.first().map(|(key, value)| (key.to_owned(), value.to_owned()))
    }

    #[test]
    fn only_the_first_key_counts() {
        let pair = |key: &str, value: &str| Some((key.to_owned(), value.to_owned()));
        assert_eq!(said("# a remark\n\n  game = 'x'\n[map]\n"), pair("game", "x"));
        assert_eq!(said("schema = \"orbat/1\"\ngame = 'x'"), pair("schema", "orbat/1"));
        assert_eq!(said("name = 'x'\ngame = 'x'"), None);
        assert_eq!(said("[map]\ngame = 'x'"), None);
        assert_eq!(said("game = 7"), None);
        assert_eq!(said("# game = 'x'"), None);
    }

    #[test]
    fn a_file_that_breaks_off_still_says_what_it_is() {
        assert_eq!(said("game = 'x'\n[map\nrows = "), Some(("game".to_owned(), "x".to_owned())));
        assert!(!Head::of(&Source::new("a.toml", "Dear diary,")).is_readable());
    }

    #[test]
    fn a_file_without_a_head_is_told_what_to_write() {
        let fault = |text: &str| {
            let source = Source::new("a.toml", text);
            let mut faults = Faults::new(&source);
            Head::of(&source).must_say("game", "picket-line", &mut faults);
            faults.located().into_iter().map(|fault| (fault.line, fault.hint)).next()
        };
        assert_eq!(fault("game = 'picket-line'\nrounds = 3"), None);
        let first = Some("write `game = \"picket-line\"` before everything else".to_owned());
        assert_eq!(fault("# a remark\nrounds = 3\ngame = 'picket-line'"), Some((Some(2), first)));
        let near = Some("did you mean `picket-line`?".to_owned());
        assert_eq!(fault("game = 'piket-line'"), Some((Some(1), near)));
        assert_eq!(fault("game = "), None, "that is no TOML, which is said elsewhere");
    }
}
