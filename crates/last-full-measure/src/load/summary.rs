//! What there is to play, without loading all of it.

use super::calendar::Calendar;
use super::file::ScenarioTable;
use super::library::{Library, SCENARIOS};
use faults::{Faults, Report, Source, read_toml};
use serde::Deserialize;
use toml::Spanned;

/// A scenario as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Summary {
    /// The name in commands.
    pub id: String,
    /// The name a player reads.
    pub title: String,
    /// What happens, in a few sentences.
    pub description: String,
    /// The sides, the one that goes first first.
    pub sides: [engine::Side; 2],
    /// How many turns it has.
    pub turns: usize,
}

/// The only table of a scenario file that a summary needs.
#[derive(Deserialize)]
struct Head {
    scenario: Spanned<ScenarioTable>,
}

/// What a scenario file says about itself. The rest of the file is not checked.
pub fn summary(library: &Library, name: &str) -> Result<Summary, Report> {
    let source = library.open(&SCENARIOS, name)?;
    Ok(summarize(&source)?)
}

/// The scenarios built in, the smallest first.
///
/// # Panics
///
/// If one of them is wrong, which the tests rule out.
#[must_use]
pub fn builtin() -> Vec<Summary> {
    let library = Library::builtin();
    SCENARIOS
        .builtin
        .iter()
        .map(|(id, _)| summary(&library, id).unwrap_or_else(|report| panic!("{id} is built in: {report}")))
        .collect()
}

fn summarize(source: &Source) -> Result<Summary, Faults> {
    let head: Head = read_toml(source)?;
    let table = head.scenario.get_ref();
    let mut faults = Faults::new(source);
    let calendar = Calendar::read(table, &mut faults);
    let first = super::read::side(&table.first_player, &mut faults).unwrap_or(engine::Side::Union);
    faults.into_result(Summary {
        id: table.id.get_ref().clone(),
        title: table.title.clone(),
        description: table.description.trim().to_owned(),
        sides: [first, first.other()],
        turns: calendar.turns.len(),
    })
}
