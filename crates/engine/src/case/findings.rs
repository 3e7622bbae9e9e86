//! What a comparison with the expectations of a case finds.

use super::Wrong;
use faults::{Fault, Faults, Source, Span, did_you_mean};
use std::fmt::Debug;
use toml::Spanned;

/// Where [`CaseLanguage::compare`](super::CaseLanguage::compare) puts what it finds.
pub struct Findings<'a> {
    source: &'a Source,
    /// The line to name for a difference that has no better place.
    pub(super) line: usize,
    wrong: Vec<Wrong>,
    faults: Faults,
}

impl<'a> Findings<'a> {
    pub(super) fn new(source: &'a Source, line: usize) -> Findings<'a> {
        Findings { source, line, wrong: Vec::new(), faults: Faults::new(source) }
    }

    /// The case file.
    #[must_use]
    pub fn source(&self) -> &'a Source {
        self.source
    }

    /// Something differs: what the case expects at this place of its file, and what was found.
    pub fn differs(&mut self, place: impl Into<Span>, expected: impl Into<String>, found: impl Into<String>) {
        let line = self.line_of(&place.into());
        self.wrong.push(Wrong { line, expected: expected.into(), found: found.into() });
    }

    /// Notes a difference, if there is one.
    pub fn same<T, U>(&mut self, place: impl Into<Span>, what: &str, expected: &T, found: &U)
    where
        T: PartialEq<U> + Debug + ?Sized,
        U: Debug + ?Sized,
    {
        if expected != found {
            // Texts without the quotes that `Debug` puts around them.
            let said = |value: String| format!("{what}: {}", value.replace('"', ""));
            self.differs(place, said(format!("{expected:?}")), said(format!("{found:?}")));
        }
    }

    /// The same, if anything is expected.
    pub fn maybe<T, U>(&mut self, what: &str, expected: Option<&Spanned<T>>, found: &U)
    where
        T: PartialEq<U> + Debug,
        U: Debug + ?Sized,
    {
        if let Some(expected) = expected {
            self.same(expected, what, expected.get_ref(), found);
        }
    }

    /// Notes a difference between two lists, in whatever order they are.
    pub fn same_set<T: Ord + Debug>(
        &mut self,
        place: impl Into<Span>,
        what: &str,
        mut expected: Vec<T>,
        mut found: Vec<T>,
    ) {
        expected.sort_unstable();
        found.sort_unstable();
        self.same(place, what, &expected, &found);
    }

    /// The expectation itself makes no sense: it names a unit that does not exist, for example.
    pub fn fault(&mut self, place: impl Into<Span>, what: impl Into<String>) -> &mut Fault {
        self.faults.add(place, what)
    }

    /// The expectation names something that does not exist: what `known` names are called, `a piece` for example.
    pub fn unknown<'n>(
        &mut self,
        place: impl Into<Span>,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let hint = match did_you_mean(name, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("name a {what} of the position"),
        };
        self.fault(place, format!("there is no {what} `{name}`")).hint(hint);
    }

    /// Where readers of words and lines put their faults.
    pub fn faults(&mut self) -> &mut Faults {
        &mut self.faults
    }

    fn line_of(&self, place: &Span) -> usize {
        match place {
            Span::File => self.line,
            Span::Line(line) => *line,
            Span::Bytes(span) => self.source.position(span.start).line,
        }
    }

    /// What came out wrong, and what is wrong with the file. A step that makes no sense has not come out right.
    pub(super) fn into_parts(mut self) -> (Vec<Wrong>, Faults) {
        let wrong = self.faults.iter().map(|fault| Wrong {
            line: self.line_of(&fault.place),
            expected: "the step makes sense".to_owned(),
            found: fault.what.clone(),
        });
        let wrong: Vec<Wrong> = wrong.collect();
        self.wrong.extend(wrong);
        (self.wrong, self.faults)
    }
}
