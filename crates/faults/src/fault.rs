//! Single faults and the collection bound to one source.

use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::Source;

/// Where in a file a fault lies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Span {
    /// The file as a whole.
    #[default]
    File,
    /// A line, counted from 1, for formats that keep no finer place.
    Line(usize),
    /// A range of bytes.
    Bytes(Range<usize>),
}

/// A line counted from 1: `faults.add(Line(12), "…")`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line(pub usize);

impl From<Range<usize>> for Span {
    fn from(span: Range<usize>) -> Self {
        Span::Bytes(span)
    }
}

impl From<Line> for Span {
    fn from(line: Line) -> Self {
        Span::Line(line.0)
    }
}

impl<T> From<&toml::Spanned<T>> for Span {
    fn from(value: &toml::Spanned<T>) -> Self {
        Span::Bytes(value.span())
    }
}

impl<P: Into<Span>> From<Option<P>> for Span {
    fn from(place: Option<P>) -> Self {
        place.map_or(Span::File, Into::into)
    }
}

/// One thing wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// Where.
    pub place: Span,
    /// What would be right.
    pub hint: Option<String>,
    /// Other places that matter, each with a few words: where a doubled id stood first, for example.
    pub related: Vec<(Span, String)>,
}

impl Fault {
    /// A fault at a place.
    pub fn new(place: impl Into<Span>, what: impl Into<String>) -> Self {
        Self { what: what.into(), place: place.into(), hint: None, related: Vec::new() }
    }

    /// Says what would be right.
    pub fn hint(&mut self, hint: impl Into<String>) -> &mut Self {
        self.hint = Some(hint.into());
        self
    }

    /// Points at another place of the same file, with a few words about it.
    pub fn see(&mut self, place: impl Into<Span>, label: impl Into<String>) -> &mut Self {
        self.related.push((place.into(), label.into()));
        self
    }
}

/// Every fault found in one source.
///
/// `Display` shows them the way rustc does, without colour; [`Faults::coloured`] adds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults {
    source: Source,
    faults: Vec<Fault>,
}

impl Faults {
    /// No faults yet.
    pub fn new(source: &Source) -> Self {
        Self { source: source.clone(), faults: Vec::new() }
    }

    /// Notes a fault; the answer takes a hint: `faults.add(span, "what").hint("what would be right")`.
    pub fn add(&mut self, place: impl Into<Span>, what: impl Into<String>) -> &mut Fault {
        self.faults.push(Fault::new(place, what));
        self.faults.last_mut().expect("a fault was just added")
    }

    /// Notes a fault made elsewhere.
    pub fn push(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// The file they are about.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// How many faults there are.
    pub fn len(&self) -> usize {
        self.faults.len()
    }

    /// The faults in the order of the file; those of the whole file come first.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        let mut sorted: Vec<&Fault> = self.faults.iter().collect();
        sorted.sort_by_key(|fault| self.start(&fault.place));
        sorted.into_iter()
    }

    /// Takes over the faults of another check of the same source.
    pub fn absorb(&mut self, others: Faults) {
        self.faults.extend(others.faults);
    }

    /// The value if nothing is wrong, else every fault.
    pub fn into_result<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The faults as plain records with file, line and column, for programs.
    pub fn located(&self) -> Vec<Located> {
        self.iter().map(|fault| self.locate(fault)).collect()
    }

    fn locate(&self, fault: &Fault) -> Located {
        let (line, column) = match &fault.place {
            Span::File => (None, None),
            Span::Line(line) => (Some(*line), None),
            Span::Bytes(span) => {
                let position = self.source.position(span.start);
                (Some(position.line), Some(position.column))
            }
        };
        Located {
            file: self.source.name().to_owned(),
            line,
            column,
            what: fault.what.clone(),
            hint: fault.hint.clone(),
        }
    }

    /// Where a place comes in the order of the file; `None`, the whole file, comes first.
    fn start(&self, place: &Span) -> Option<usize> {
        match place {
            Span::File => None,
            Span::Line(line) => Some(self.source.line_span(*line).map_or(usize::MAX, |span| span.start)),
            Span::Bytes(span) => Some(span.start),
        }
    }
}

impl std::error::Error for Faults {}

impl Serialize for Faults {
    /// A list of [`Located`] records.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.located().serialize(serializer)
    }
}

/// A fault for programs: `--json` and the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Located {
    /// The file's name as given to [`Source::new`].
    pub file: String,
    /// The line, from 1, unless the fault concerns the whole file.
    pub line: Option<usize>,
    /// The column in characters, from 1, where known.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub hint: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_faults() -> Faults {
        let source = Source::new("army.toml", "a = 1\nb = 2\n");
        let mut faults = Faults::new(&source);
        faults.add(Line(2), "second");
        faults.add(0..1, "first").hint("mend it");
        faults.add(Span::File, "the whole");
        faults
    }

    #[test]
    fn records_are_ordered_by_place() {
        let lines: Vec<_> = three_faults()
            .located()
            .into_iter()
            .map(|fault| (fault.what, fault.line, fault.column))
            .collect();
        assert_eq!(
            lines,
            [
                ("the whole".to_owned(), None, None),
                ("first".to_owned(), Some(1), Some(1)),
                ("second".to_owned(), Some(2), None),
            ]
        );
    }

    #[test]
    fn json_lists_file_line_column_what_and_hint() {
        insta::assert_snapshot!(serde_json::to_string_pretty(&three_faults()).unwrap());
    }

    #[test]
    fn no_fault_is_a_result() {
        let faults = Faults::new(&Source::new("f", ""));
        assert_eq!(faults.into_result(7), Ok(7));
        assert_eq!(three_faults().into_result(7).unwrap_err().len(), 3);
    }
}
