//! The faults of several files together.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Faults, Located};

/// Every fault of every file that something was read from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    files: Vec<Faults>,
}

impl Report {
    /// No faults yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file's faults; a file without any leaves no trace.
    pub fn add(&mut self, faults: Faults) {
        if faults.is_empty() {
            return;
        }
        match self.files.iter_mut().find(|file| file.source() == faults.source()) {
            Some(file) => file.absorb(faults),
            None => self.files.push(faults),
        }
    }

    /// Adds another report's faults.
    pub fn merge(&mut self, other: Report) {
        other.files.into_iter().for_each(|faults| self.add(faults));
    }

    /// Keeps the faults of a failed reading and hands on the value of a good one, so that the next file is
    /// read all the same.
    pub fn take<T>(&mut self, read: Result<T, impl Into<Report>>) -> Option<T> {
        read.map_err(|faults| self.merge(faults.into())).ok()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// How many faults there are in all files.
    pub fn len(&self) -> usize {
        self.files.iter().map(Faults::len).sum()
    }

    /// The faults file by file.
    pub fn files(&self) -> &[Faults] {
        &self.files
    }

    /// The value if nothing is wrong, else every fault.
    pub fn into_result<T>(self, value: T) -> Result<T, Report> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The faults as plain records with file, line and column, for programs.
    pub fn located(&self) -> Vec<Located> {
        self.files.iter().flat_map(Faults::located).collect()
    }

    /// The same text as `Display`, in terminal colours.
    pub fn coloured(&self) -> String {
        self.join(Faults::coloured)
    }

    fn join(&self, show: impl Fn(&Faults) -> String) -> String {
        self.files.iter().map(show).collect::<Vec<_>>().join("\n\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.join(Faults::to_string))
    }
}

impl std::error::Error for Report {}

impl From<Faults> for Report {
    fn from(faults: Faults) -> Self {
        let mut report = Report::new();
        report.add(faults);
        report
    }
}

impl Serialize for Report {
    /// A list of [`Located`] records.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.located().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn faults(name: &str, what: &str) -> Faults {
        let mut faults = Faults::new(&Source::new(name, "text\n"));
        faults.add(0..4, what);
        faults
    }

    #[test]
    fn files_are_kept_apart_and_the_same_file_together() {
        let mut report = Report::from(faults("a.toml", "one"));
        report.add(faults("b.toml", "two"));
        report.add(faults("a.toml", "three"));
        report.add(Faults::new(&Source::new("c.toml", "")));
        assert_eq!((report.files().len(), report.len()), (2, 3));
        insta::assert_snapshot!(report.to_string());
    }

    #[test]
    fn taking_results_reads_on_after_a_fault() {
        let mut report = Report::new();
        assert_eq!(report.take(Err::<u8, Faults>(faults("a.toml", "one"))), None);
        assert_eq!(report.take(Ok::<u8, Faults>(2)), Some(2));
        assert_eq!(report.into_result(()).unwrap_err().len(), 1);
    }
}
