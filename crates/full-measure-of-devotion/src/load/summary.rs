//! What there is to play, without loading all of it.

use super::file::ScenarioTable;
use super::library::{Library, SCENARIOS};
use faults::{Report, read_toml};
use serde::{Deserialize, Serialize};

/// A scenario as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// The name in commands.
    pub id: String,
    /// The name a player reads.
    pub title: String,
    /// What happens, in a few sentences.
    pub description: String,
    /// How many turns it has.
    pub turns: u8,
    /// About how long it takes two people.
    pub minutes: u32,
}

/// The only table of a scenario file that a summary needs.
#[derive(Deserialize)]
struct Head {
    scenario: ScenarioTable,
}

/// What a scenario file says about itself. The rest of the file is not checked.
///
/// # Errors
///
/// That there is no such file, or what is wrong with its head.
pub fn summary(library: &Library, name: &str) -> Result<Summary, Report> {
    let source = library.open(&SCENARIOS, name)?;
    let Head { scenario: table } = read_toml(&source)?;
    let (first, last) = (*table.first_turn.get_ref(), *table.last_turn.get_ref());
    Ok(Summary {
        id: table.id.into_inner(),
        title: table.title,
        description: table.description.trim().to_owned(),
        turns: (last + 1).saturating_sub(first),
        minutes: table.minutes,
    })
}
