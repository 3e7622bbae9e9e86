//! Why a command cannot be done, and what it tells the shell.

use faults::{Faults, Report, Source, Span};
use std::fmt;
use std::io;
use std::process::ExitCode;

/// What the shell is told. The numbers are promised in `longroll help`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Done, and nothing is wrong.
    Done = 0,
    /// What was checked is wrong: a file has faults, a case failed, a game does not verify.
    Wrong = 1,
    /// The command was not given rightly, or its files cannot be found or written.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command cannot be done.
#[derive(Debug)]
pub enum Trouble {
    /// Files are wrong: what, where, and what would be right.
    Files(Report),
    /// The command is wrong: what, and what would be right.
    Command {
        /// What is wrong, a sentence without a full stop.
        what: String,
        /// What would be right.
        remedy: String,
    },
    /// The answer cannot be written.
    Output(io::Error),
}

impl Trouble {
    /// A wrong command.
    pub fn command(what: impl Into<String>, remedy: impl Into<String>) -> Trouble {
        Trouble::Command { what: what.into(), remedy: remedy.into() }
    }

    /// The trouble as a fault of a file, for reports on several files.
    pub fn in_file(self, source: &Source) -> Report {
        let (what, remedy) = match self {
            Trouble::Files(report) => return report,
            Trouble::Command { what, remedy } => (what, remedy),
            Trouble::Output(error) => (error.to_string(), "try again".to_owned()),
        };
        let mut faults = Faults::new(source);
        faults.add(Span::File, what).hint(remedy);
        faults.into()
    }

    /// What the shell is told.
    pub fn exit(&self) -> Exit {
        match self {
            Trouble::Files(_) => Exit::Wrong,
            Trouble::Command { .. } | Trouble::Output(_) => Exit::Usage,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Files(report) => report.fmt(f),
            Trouble::Command { what, remedy } => write!(f, "{what}: {remedy}"),
            Trouble::Output(error) => error.fmt(f),
        }
    }
}

impl From<Report> for Trouble {
    fn from(report: Report) -> Trouble {
        Trouble::Files(report)
    }
}

impl From<Faults> for Trouble {
    fn from(faults: Faults) -> Trouble {
        Trouble::Files(faults.into())
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}
