//! How cases came out, for people and for programs.

use crate::words::counted;
use faults::Report;
use serde::Serialize;
use std::fmt;

/// How the cases of one or more files came out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verdict {
    /// Every case that was played.
    pub cases: Vec<CaseResult>,
    /// What is wrong with the files themselves. A file with faults is not played.
    pub faults: Report,
}

/// How one case came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CaseResult {
    /// Its file.
    pub file: String,
    /// The line of its title.
    pub line: usize,
    /// Its title.
    pub title: String,
    /// The rules it proves if it passed.
    pub proves: Vec<String>,
    /// Where it failed, if it did.
    pub failure: Option<Failure>,
}

/// The step at which a case failed. Later steps were not played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// Which step, from 1.
    pub step: usize,
    /// The line where it begins.
    pub line: usize,
    /// What it did.
    pub actions: Vec<String>,
    /// The question that is pending now, with its place in the sequence of play.
    pub question: String,
    /// Everything told since the case began, a line each.
    pub log: Vec<String>,
    /// What came out wrong.
    pub wrong: Vec<Wrong>,
}

/// One expectation that was not met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Wrong {
    /// The line of the expectation.
    pub line: usize,
    /// What must hold.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl CaseResult {
    /// Whether it passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

impl Verdict {
    /// Each fault of the files as line, what is wrong and the remedy, for tests of what is said about wrong cases.
    #[must_use]
    pub fn fault_lines(&self) -> Vec<String> {
        let line = |fault: faults::Located| {
            format!("{}: {}; {}", fault.line.unwrap_or(0), fault.what, fault.hint.unwrap_or_default())
        };
        self.faults.located().into_iter().map(line).collect()
    }

    /// What came out wrong in the first case, as line, what was expected and what was found.
    ///
    /// # Panics
    ///
    /// If the case was not played.
    #[must_use]
    pub fn wrong_lines(&self) -> Vec<String> {
        assert!(self.faults.is_empty(), "{}", self.faults);
        let wrong = self.cases[0].failure.iter().flat_map(|failure| &failure.wrong);
        wrong.map(|one| format!("{}: {} / {}", one.line, one.expected, one.found)).collect()
    }

    /// Whether at least one case was played, all passed, and nothing is wrong with the files.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty() && !self.cases.is_empty() && self.cases.iter().all(CaseResult::passed)
    }

    /// Adds what came out of other files.
    pub fn merge(&mut self, other: Verdict) {
        self.cases.extend(other.cases);
        self.faults.merge(other.faults);
    }

    /// Panics unless all cases passed: for a game's own tests.
    ///
    /// # Panics
    ///
    /// With everything that failed, as `Display` shows it.
    #[track_caller]
    pub fn assert_passed(&self) {
        assert!(self.passed(), "\n{self}");
    }
}

impl CaseResult {
    /// The section of the rulebook its file is named by: `12.3.1` of `12.3.1-hits.toml`, `12-V` of
    /// `12-V-movement.toml`, `5` of `05-zones.toml`. A file without one holds cases of rulings.
    fn section(&self) -> Option<&str> {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        let is_word = |part: &str| part.starts_with(|letter: char| letter.is_ascii_lowercase());
        let words = file.split('-').find(|part| is_word(part))?;
        let section = file[..file.find(words)?].strip_suffix('-')?;
        Some(section.strip_prefix('0').unwrap_or(section))
    }

    fn is_of_its_section(&self) -> bool {
        let mut rows = self.proves.iter().filter_map(|id| id.split_once('-'));
        match self.section() {
            Some(section) => rows.any(|(_, row)| {
                let rest = row.strip_prefix(section);
                rest.is_some_and(|rest| {
                    section == "S" || !rest.starts_with(|next: char| next.is_ascii_digit())
                })
            }),
            None => rows.any(|(book, _)| book.starts_with('R')),
        }
    }
}

impl Verdict {
    /// Panics unless each file is named by a section of which it proves a row, so that whoever looks for the cases of a
    /// rule finds them by its number.
    ///
    /// # Panics
    ///
    /// With the files that are not.
    #[track_caller]
    pub fn assert_named_by_sections(&self) {
        let mut files: Vec<&str> = self.cases.iter().map(|case| case.file.as_str()).collect();
        files.dedup();
        let named: Vec<&str> = self
            .cases
            .iter()
            .filter(|case| case.is_of_its_section())
            .map(|case| case.file.as_str())
            .collect();
        files.retain(|file| !named.contains(file));
        assert!(
            files.is_empty(),
            "no case of these files proves a row of the section in their names: {files:?}"
        );
    }
}

impl fmt::Display for Verdict {
    /// The faults and failures in full, then one line with the count.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.faults.is_empty() {
            writeln!(f, "{}\n", self.faults)?;
        }
        for case in self.cases.iter().filter(|case| !case.passed()) {
            writeln!(f, "{case}\n")?;
        }
        let failed = self.cases.iter().filter(|case| !case.passed()).count();
        write!(
            f,
            "{} passed, {failed} failed",
            counted((self.cases.len() - failed) as u64, "case", "cases")
        )?;
        match self.faults.len() {
            0 => Ok(()),
            faults => write!(f, ", {} in the files", counted(faults as u64, "fault", "faults")),
        }
    }
}

impl fmt::Display for CaseResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CaseResult { file, line, title, .. } = self;
        let Some(failure) = &self.failure else {
            return write!(f, "passed: {title}\n  {file}:{line}");
        };
        writeln!(f, "FAILED: {title}\n  {file}:{line}")?;
        write!(f, "  step {} (line {})", failure.step, failure.line)?;
        match failure.actions.is_empty() {
            true => writeln!(f)?,
            false => writeln!(f, ": {}", failure.actions.join("; "))?,
        }
        for wrong in &failure.wrong {
            writeln!(f, "  line {}:", wrong.line)?;
            writeln!(f, "    expected: {}", wrong.expected)?;
            writeln!(f, "    found:    {}", wrong.found)?;
        }
        writeln!(f, "  pending: {}", failure.question)?;
        write!(f, "  log:")?;
        if failure.log.is_empty() {
            write!(f, " nothing was told")?;
        }
        for line in &failure.log {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}
