//! `longroll doctor`: opens every game that is kept.

use crate::args;
use crate::kept;
use crate::shelf::Shelf;
use crate::terminal::Terminal;
use crate::trouble::{Exit, Trouble};
use serde::Serialize;
use server::doctor::{Finding, Opens, examine};

/// The answer for programs.
#[derive(Serialize)]
struct Report {
    /// How many games are kept.
    games_kept: usize,
    /// How many of them can be played on, or were.
    play: usize,
    /// All of them.
    games: Vec<Finding>,
}

pub fn run(shelf: &Shelf, arguments: &args::Doctor, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let place = kept::place(&arguments.kept)?;
    terminal.progress("setting out the scenarios");
    let shelf = shelf.stocked()?;
    let mut games: Vec<Finding> = Vec::new();
    let examined = kept::work(examine(&place, shelf, |finding| {
        if games.len().is_multiple_of(100) {
            terminal.progress(format_args!("{} games looked at", games.len()));
        }
        games.push(finding);
    }))?;
    terminal.end_progress();
    examined.map_err(|error| {
        Trouble::command(
            format!("{place} cannot be looked at: {error}"),
            "name the place with `--database` or `--data-dir`",
        )
    })?;
    let sick = games.iter().filter(|finding| !finding.opens.plays()).count();
    let exit = if sick == 0 { Exit::Done } else { Exit::Wrong };
    if arguments.json {
        terminal.json(&Report { games_kept: games.len(), play: games.len() - sick, games })?;
        return Ok(exit);
    }
    for finding in &games {
        let Finding { game, name, scenario, opens, why, .. } = finding;
        let how = match opens {
            Opens::AsBegun => continue,
            Opens::WithOldData => "goes on with the data it was begun with; its scenario has changed since",
            Opens::Anew => "goes on by the rules and data of now, which lead to the same moments",
            Opens::ShownOnly | Opens::Not => why.as_deref().unwrap_or("does not open"),
        };
        terminal.line(format_args!("{game}  {scenario}, \u{201c}{name}\u{201d}: {how}"))?;
    }
    let count = |wanted: &[Opens]| games.iter().filter(|finding| wanted.contains(&finding.opens)).count();
    terminal.line(format_args!(
        "{} games are kept: {} open as they were begun, {} with the data they were begun with, {} by rules and data of \
         now that lead to the same, {} can only be shown, {} do not open.",
        games.len(),
        count(&[Opens::AsBegun]),
        count(&[Opens::WithOldData]),
        count(&[Opens::Anew]),
        count(&[Opens::ShownOnly]),
        count(&[Opens::Not]),
    ))?;
    Ok(exit)
}
