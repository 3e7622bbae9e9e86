//! `longroll case`: rule cases, run.

use crate::args;
use crate::files::{self, Kind};
use crate::shelf::Shelf;
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::case::Verdict;
use faults::{Faults, Library, Source, Span};
use games::{CaseRunner, GAMES};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

pub fn run(shelf: &Shelf, arguments: &args::Case, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let files = gather(&arguments.files)?;
    let cases = Cases::new(shelf);
    let mut verdict = Verdict::default();
    for (number, file) in files.iter().enumerate() {
        terminal.progress(format_args!("{}/{} {}", number + 1, files.len(), file.display()));
        match Source::open(file) {
            Ok(source) => verdict.merge(cases.run(&source)),
            Err(faults) => verdict.faults.add(faults),
        }
    }
    terminal.end_progress();
    if arguments.json {
        terminal.json(&verdict)?;
    } else {
        for passed in verdict.cases.iter().filter(|case| arguments.verbose && case.passed()) {
            terminal.line(format_args!("{passed}"))?;
        }
        let ink = if verdict.passed() { Ink::Green } else { Ink::Red };
        let text = verdict.to_string();
        // The last line is the count.
        let (report, count) = text.rsplit_once('\n').unwrap_or(("", &text));
        if !report.is_empty() {
            terminal.line(report)?;
        }
        let count = terminal.style.paint(ink, count);
        terminal.line(count)?;
    }
    Ok(if verdict.passed() { Exit::Done } else { Exit::Wrong })
}

/// Every file named, and every `.toml` file in a folder named and the folders in it, by name.
fn gather(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            walk(path, &mut files)?;
            if files.len() == before {
                return Err(Trouble::command(
                    format!("there is no case in `{}`", path.display()),
                    "cases are files that end in `.toml`",
                ));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Trouble> {
    let unreadable = |error: std::io::Error| {
        Trouble::command(
            format!("the folder `{}` cannot be read: {error}", folder.display()),
            "check the path and its permissions",
        )
    };
    let entries = folder.read_dir().map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    Ok(())
}

/// What runs the cases of all games, each made when it is first needed.
pub struct Cases {
    library: Library,
    runners: Vec<OnceCell<CaseRunner>>,
}

impl Cases {
    /// Cases may name the scenarios of this shelf.
    pub fn new(shelf: &Shelf) -> Cases {
        Cases { library: shelf.library().clone(), runners: GAMES.iter().map(|_| OnceCell::new()).collect() }
    }

    /// Runs the cases of a file in the language of its game.
    pub fn run(&self, source: &Source) -> Verdict {
        let kind = match files::kind_of(source) {
            Ok(kind) => kind,
            Err(faults) => return faulty(faults),
        };
        let Kind::Cases(game) = kind else {
            let mut faults = Faults::new(source);
            faults
                .add(Span::File, format!("this is {}, not a file of cases", kind.name()))
                .hint("cases stand under `[[case]]`, below `game = \"…\"`; docs/cases.md describes them");
            return faulty(faults);
        };
        let mut runners = GAMES.iter().zip(&self.runners);
        let runner = runners.find(|(one, _)| one.id == game.id).map(|(_, runner)| runner);
        runner.map(|runner| runner.get_or_init(|| (game.cases)(&self.library))(source)).unwrap_or_default()
    }
}

fn faulty(faults: Faults) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.faults.add(faults);
    verdict
}
