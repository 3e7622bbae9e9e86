//! `longroll check`: everything that is wrong with files.

use crate::args;
use crate::case::Cases;
use crate::files::{self, Kind};
use crate::shelf::Shelf;
use crate::terminal::{Ink, Terminal};
use crate::theatre;
use crate::trouble::{Exit, Trouble};
use armies::OrderOfBattle;
use armies::arrivals::Arrivals;
use engine::record::Record;
use faults::{Faults, Report, Source, Span};
use ground::Battlefield;
use ground::theatre::Geography;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What came of checking one file.
#[derive(Serialize)]
struct Checked {
    file: String,
    /// What it is, if that can be told.
    kind: Option<&'static str>,
    /// What is in it, when it is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    faults: Report,
}

pub fn run(shelf: &Shelf, arguments: &args::Check, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let check = Check { shelf, cases: Cases::new(shelf), files: &arguments.files };
    let mut checked = Vec::new();
    for path in &arguments.files {
        terminal.progress(format_args!("checking {}", path.display()));
        checked.push(check.file(path));
    }
    terminal.end_progress();
    if arguments.json {
        terminal.json(&checked)?;
    } else {
        for one in &checked {
            show(one, terminal)?;
        }
    }
    let wrong = checked.iter().any(|one| !one.faults.is_empty());
    Ok(if wrong { Exit::Wrong } else { Exit::Done })
}

fn show(checked: &Checked, terminal: &mut Terminal) -> Result<(), Trouble> {
    let Checked { file, content, faults, .. } = checked;
    if !faults.is_empty() {
        let report = terminal.report(faults);
        let count = faults.len();
        let plural = if count == 1 { "" } else { "s" };
        let summary = terminal.style.paint(Ink::Red, format_args!("{count} fault{plural}"));
        return terminal.line(format_args!("{report}\n{file}: {summary}\n"));
    }
    let right = terminal.style.paint(Ink::Green, "good");
    terminal.line(format_args!("{file}: {right}, {}", content.as_deref().unwrap_or_default()))
}

struct Check<'a> {
    shelf: &'a Shelf,
    cases: Cases,
    files: &'a [PathBuf],
}

impl Check<'_> {
    fn file(&self, path: &Path) -> Checked {
        let file = path.display().to_string();
        let source = match Source::open(path) {
            Ok(source) => source,
            Err(faults) => return Checked { file, kind: None, content: None, faults: faults.into() },
        };
        let kind = match files::kind_of(&source) {
            Ok(kind) => kind,
            Err(faults) => return Checked { file, kind: None, content: None, faults: faults.into() },
        };
        match self.content(&source, path, kind) {
            Ok(content) => {
                Checked { file, kind: Some(kind.name()), content: Some(content), faults: Report::new() }
            }
            Err(faults) => Checked { file, kind: Some(kind.name()), content: None, faults },
        }
    }

    /// What is in a file, or everything that is wrong with it.
    fn content(&self, source: &Source, path: &Path, kind: Kind) -> Result<String, Report> {
        match kind {
            Kind::Scenario(game) => {
                let blurb = (game.from_source)(self.shelf.library(), source)?.blurb();
                Ok(format!("the scenario `{}`, {}", blurb.id, blurb.title))
            }
            Kind::Own(kind) => (kind.check)(source),
            Kind::Battlefield => {
                let field = Battlefield::read(source)?;
                Ok(format!("the battlefield {}", field.title))
            }
            Kind::Geography => {
                let geography = Geography::read(source)?;
                let (places, ways) = (geography.places.len(), geography.ways.len());
                Ok(format!("{}, {places} places, {ways} roads and railroads", geography.title))
            }
            Kind::Theatre => {
                let (cut, geography) = theatre::open(source)?;
                let (cols, rows) = (cut.theatre.grid.cols(), cut.theatre.grid.rows());
                Ok(format!("{} in {cols} by {rows} hexes", geography.title))
            }
            Kind::Map => {
                let map = ground::text::read_map(source)?;
                Ok(format!("a map of {} by {} hexes", map.grid.cols(), map.grid.rows()))
            }
            Kind::OrderOfBattle => {
                let battle = OrderOfBattle::read(source)?;
                Ok(format!("the order of battle of {}, {} units", battle.battle(), battle.units().len()))
            }
            Kind::Arrivals => self.arrivals(source, path),
            Kind::Record => self.record(source),
            Kind::Cases(_) => self.case(source),
        }
    }

    fn arrivals(&self, source: &Source, path: &Path) -> Result<String, Report> {
        let Some(army) = self.army_of(path) else {
            let mut faults = Faults::new(source);
            faults
                .add(Span::File, "the order of battle these arrivals belong to is not here")
                .hint("name it on the command line too, or put it beside them: `x-arrivals.toml` belongs to `x.toml`");
            return Err(faults.into());
        };
        let battle = OrderOfBattle::read(&Source::open(&army)?)?;
        let arrivals = Arrivals::read(source, &battle)?;
        Ok(format!("{} arrivals, checked against {}", arrivals.troops.len(), army.display()))
    }

    /// The order of battle that arrivals belong to: the one beside them, or the only one among the files to check.
    fn army_of(&self, arrivals: &Path) -> Option<PathBuf> {
        let stem = arrivals.file_stem()?.to_str()?;
        let beside =
            stem.strip_suffix("-arrivals").map(|stem| arrivals.with_file_name(format!("{stem}.toml")));
        if let Some(path) = beside.filter(|path| path.exists()) {
            return Some(path);
        }
        let is_army = |path: &&PathBuf| {
            Source::open(path).is_ok_and(|source| matches!(files::kind_of(&source), Ok(Kind::OrderOfBattle)))
        };
        let mut armies = self.files.iter().filter(is_army);
        armies.next().filter(|_| armies.next().is_none()).cloned()
    }

    fn record(&self, source: &Source) -> Result<String, Report> {
        let record = Record::read(source)?;
        let game = self.shelf.load_for(&record, source, None).map_err(|trouble| trouble.in_file(source))?;
        game.shelved().replay(&record).map_err(|mismatch| mismatch.in_file(source))?;
        Ok(format!("a record of `{}`, {} actions, replayed", record.identity.scenario, record.actions.len()))
    }

    fn case(&self, source: &Source) -> Result<String, Report> {
        let verdict = self.cases.run(source);
        let failed = verdict.cases.iter().filter(|case| !case.passed()).count();
        let note = match failed {
            0 => "all pass".to_owned(),
            _ => format!("{failed} fail: `longroll case {}`", source.name()),
        };
        let content = format!("{} cases, {note}", verdict.cases.len());
        verdict.faults.into_result(content)
    }
}
