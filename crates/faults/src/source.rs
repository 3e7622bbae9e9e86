//! A file's name and text, and where in it a byte lies.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::{Faults, Span};

/// A file as a person wrote it: the name to show and the text. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

/// A place in a text as editors count it: lines and columns from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// The most bytes that a file may have. The largest of ours, the ground of a battle of three days, has half a
    /// million; TOML costs some 45 times its size in memory and half a second a million bytes, so that a file twenty
    /// times too large would stop the machine rather than the person who named it by mistake.
    pub const MOST_BYTES: usize = 4_000_000;

    /// A source from a name, normally a path, and its text.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Reads a file from disk. A file that is missing, is too large or is not UTF-8 is a fault like any other.
    ///
    /// # Errors
    ///
    /// What is wrong with the file as a whole.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Faults> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let unreadable = |what: String, hint: &str| {
            let mut faults = Faults::new(&Source::new(name.clone(), ""));
            faults.add(Span::File, what).hint(hint);
            faults
        };
        let mut bytes = Vec::new();
        // One byte more than allowed tells that there are too many, however many there are.
        let read =
            File::open(path).and_then(|file| file.take(Self::MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
        if let Err(error) = read {
            let what = format!("cannot read the file: {error}");
            return Err(unreadable(what, "check the path and its permissions"));
        }
        if let Some((what, hint)) = Self::too_large(bytes.len()) {
            return Err(unreadable(what, hint));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
                Err(unreadable(format!("line {line} is not UTF-8 text"), "save the file as UTF-8"))
            }
        }
    }

    /// What to say of a text of so many bytes, if they are too many to be read.
    pub(crate) fn too_large(bytes: usize) -> Option<(String, &'static str)> {
        (bytes > Self::MOST_BYTES).then(|| {
            let what = format!("the file is larger than {} million bytes", Self::MOST_BYTES / 1_000_000);
            (
                what,
                "is it the file you meant? take out what the game does not need, or make several files of it",
            )
        })
    }

    /// The name shown to people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset; offsets past the end give the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.floor(offset);
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The bytes of a line (counted from 1) without its line break; none past the last line.
    pub fn line_span(&self, line: usize) -> Option<Range<usize>> {
        let mut start = 0;
        for (index, text) in self.text.split_inclusive('\n').enumerate() {
            if index + 1 == line {
                return Some(start..start + text.trim_end_matches(['\r', '\n']).len());
            }
            start += text.len();
        }
        None
    }

    /// The part of a span worth underlining: within the text, on character borders, on its first line.
    pub(crate) fn underline(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.floor(span.start);
        let end = self.floor(span.end).max(start);
        let first_line = self.text[start..end].lines().next().unwrap_or("").trim_end();
        start..start + first_line.len()
    }

    fn floor(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let source = Source::new("f", "größe = 1\nb = 2\n");
        let at = |offset| {
            let Position { line, column } = source.position(offset);
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(source.text().find('=').unwrap()), (1, 7));
        assert_eq!(at(source.text().find('b').unwrap()), (2, 1));
        assert_eq!(at(10_000), (3, 1));
    }

    #[test]
    fn lines_are_found_without_their_line_breaks() {
        let source = Source::new("f", "one\r\ntwo\n\nfour");
        let line = |number| source.line_span(number).map(|span| &source.text()[span]);
        assert_eq!(line(1), Some("one"));
        assert_eq!(line(2), Some("two"));
        assert_eq!(line(3), Some(""));
        assert_eq!(line(4), Some("four"));
        assert_eq!(line(5), None);
        assert_eq!(line(0), None);
    }

    #[test]
    fn a_missing_file_is_a_fault_with_its_name() {
        let faults = Source::open("no/such/file.toml").unwrap_err();
        assert!(faults.to_string().contains("no/such/file.toml"));
        assert_eq!(faults.len(), 1);
    }

    #[test]
    fn a_file_that_is_too_large_is_refused_unread() {
        let path = std::env::temp_dir().join(format!("longroll-too-large-{}.toml", std::process::id()));
        let line = "# a line of a file that somebody named by mistake\n";
        std::fs::write(&path, line.repeat(Source::MOST_BYTES / line.len() + 1)).unwrap();
        let faults = Source::open(&path).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        let [fault] = &faults.located()[..] else { panic!("{faults}") };
        assert_eq!(fault.what, "the file is larger than 4 million bytes");
        assert!(fault.hint.is_some());
        assert_eq!(faults.source().name(), path.display().to_string());
    }
}
