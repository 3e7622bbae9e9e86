//! Why a command did not succeed.

use std::fmt;
use std::process::ExitCode;

/// What a command hands back.
pub type Outcome<T = ()> = Result<T, Failure>;

/// A failure, in words for the person at the terminal.
#[derive(Debug)]
pub struct Failure {
    message: String,
    usage: bool,
}

impl Failure {
    /// Something that was checked or run did not succeed.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), usage: false }
    }

    /// The command line was wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), usage: true }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.usage { 2 } else { 1 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Adds what was being done to an error of the system.
pub trait While<T> {
    /// `doing` completes the sentence "cannot …".
    fn when(self, doing: impl FnOnce() -> String) -> Outcome<T>;
}

impl<T, E: fmt::Display> While<T> for Result<T, E> {
    fn when(self, doing: impl FnOnce() -> String) -> Outcome<T> {
        self.map_err(|error| Failure::new(format!("cannot {}: {error}", doing())))
    }
}
