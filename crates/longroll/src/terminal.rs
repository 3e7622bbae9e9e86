//! Where answers go: text for people, JSON for programs, progress while they wait.

use crate::trouble::Trouble;
use faults::Report;
use serde::Serialize;
use std::fmt;
use std::io::{self, IsTerminal, Write};

/// How a piece of text is set off from the rest.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Not at all.
    #[default]
    Plain,
    /// Headings, and what is asked.
    Bold,
    /// Asides.
    Dim,
    /// The Union, and water.
    Blue,
    /// The Confederates, and what is wrong.
    Red,
    /// Woods, and what is right.
    Green,
    /// Walls, slopes and roads.
    Yellow,
}

impl Ink {
    const fn code(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Bold => "\x1b[1m",
            Ink::Dim => "\x1b[2m",
            Ink::Blue => "\x1b[1;34m",
            Ink::Red => "\x1b[1;31m",
            Ink::Green => "\x1b[32m",
            Ink::Yellow => "\x1b[33m",
        }
    }
}

/// Whether text is coloured.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether it is.
    pub colour: bool,
}

impl Style {
    /// Colour on a terminal that can show it, unless the user wants none (`NO_COLOR`).
    fn of(stream: &impl IsTerminal) -> Style {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style { colour: stream.is_terminal() && !unwanted && !dumb }
    }

    /// The text in this ink.
    pub fn paint(self, ink: Ink, text: impl fmt::Display) -> String {
        match (self.colour, ink) {
            (false, _) | (_, Ink::Plain) => text.to_string(),
            _ => format!("{}{text}\x1b[0m", ink.code()),
        }
    }
}

/// Standard output and standard error.
pub struct Terminal {
    /// Where answers go.
    pub out: Box<dyn Write>,
    /// How they are written there.
    pub style: Style,
    err_style: Style,
    shows_progress: bool,
}

impl Terminal {
    /// The process's own streams.
    pub fn standard() -> Terminal {
        Terminal {
            out: Box::new(io::BufWriter::new(io::stdout())),
            style: Style::of(&io::stdout()),
            err_style: Style::of(&io::stderr()),
            shows_progress: io::stderr().is_terminal(),
        }
    }

    /// Writes a line of text.
    pub fn line(&mut self, text: impl fmt::Display) -> Result<(), Trouble> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Writes a value for programs.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Trouble> {
        serde_json::to_writer_pretty(&mut self.out, value).map_err(io::Error::from)?;
        self.line("")
    }

    /// A report in the style of the output.
    pub fn report(&self, report: &Report) -> String {
        if self.style.colour { report.coloured() } else { report.to_string() }
    }

    /// Hands everything over that was written.
    pub fn flush(&mut self) -> Result<(), Trouble> {
        Ok(self.out.flush()?)
    }

    /// Shows what is being done, if somebody watches; the next message takes its place.
    pub fn progress(&self, text: impl fmt::Display) {
        if self.shows_progress {
            // Nothing depends on it, so a closed stream does not matter.
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }

    /// Takes the last message away.
    pub fn end_progress(&self) {
        self.progress("");
    }

    /// Says why the command could not be done.
    pub fn complain(&mut self, trouble: &Trouble) {
        let _ = self.out.flush();
        self.end_progress();
        let text = match trouble {
            Trouble::Files(report) if self.err_style.colour => report.coloured(),
            Trouble::Files(report) => report.to_string(),
            Trouble::Command { what, remedy } => format!(
                "{}: {what}\n  {}: {remedy}",
                self.err_style.paint(Ink::Red, "error"),
                self.err_style.paint(Ink::Bold, "help")
            ),
            Trouble::Output(error) => {
                format!("{}: the answer cannot be written: {error}", self.err_style.paint(Ink::Red, "error"))
            }
        };
        let _ = writeln!(io::stderr(), "{text}");
    }
}
