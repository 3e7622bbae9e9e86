//! `longroll case`: rule cases, run.

use crate::args;
use crate::games::Shelf;
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::case::{self, Verdict};
use faults::{Faults, Place, Source, did_you_mean, list};
use full_measure_of_devotion::case::Cases as CampaignCases;
use full_measure_of_devotion::game::GAME as FULL_MEASURE_OF_DEVOTION;
use last_full_measure::case::Cases as LastFullMeasureCases;
use last_full_measure::game::GAME as LAST_FULL_MEASURE;
use last_full_measure::load::Library;
use picket_line::PicketCases;
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

/// What case files of Picket Line call their game.
const PICKET_LINE: &str = "picket-line";

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

/// The languages of all games' cases, each made when it is first needed.
pub struct Cases {
    library: Library,
    last_full_measure: OnceCell<LastFullMeasureCases>,
    full_measure_of_devotion: OnceCell<CampaignCases>,
    picket_line: OnceCell<PicketCases>,
}

impl Cases {
    /// Cases may name the scenarios of this shelf.
    pub fn new(shelf: &Shelf) -> Cases {
        Cases {
            library: shelf.library().clone(),
            last_full_measure: OnceCell::new(),
            full_measure_of_devotion: OnceCell::new(),
            picket_line: OnceCell::new(),
        }
    }

    /// Runs the cases of a file in the language of its game.
    pub fn run(&self, source: &Source) -> Verdict {
        let game = match case::game_of(source) {
            Ok(game) => game,
            Err(faults) => return faulty(faults),
        };
        match game.as_str() {
            LAST_FULL_MEASURE => {
                let language = || LastFullMeasureCases::new(self.library.clone());
                case::run(self.last_full_measure.get_or_init(language), source)
            }
            FULL_MEASURE_OF_DEVOTION => {
                let language = || CampaignCases::new(self.library.clone());
                case::run(self.full_measure_of_devotion.get_or_init(language), source)
            }
            PICKET_LINE => case::run(self.picket_line.get_or_init(PicketCases::new), source),
            _ => {
                let games = [LAST_FULL_MEASURE, FULL_MEASURE_OF_DEVOTION, PICKET_LINE];
                let hint = match did_you_mean(&game, games) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the games are {}", list(games)),
                };
                let mut faults = Faults::new(source);
                faults.add(Place::File, format!("there is no game `{game}`")).hint(hint);
                faulty(faults)
            }
        }
    }
}

fn faulty(faults: Faults) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.faults.add(faults);
    verdict
}
