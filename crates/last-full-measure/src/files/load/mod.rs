//! Files into scenarios: read, checked in one step that lists every fault, then trusted.
//!
//! ```
//! use last_full_measure::load::{self, Library};
//!
//! let farm = load::scenario(&Library::builtin(), "crossroads-farm").unwrap();
//! assert_eq!(farm.title, "Crossroads Farm (training)");
//!
//! let report = load::scenario(&Library::builtin(), "crosroads-farm").unwrap_err();
//! assert!(report.to_string().contains("did you mean `crossroads-farm`?"));
//! ```
//!
//! A scenario file (`docs/files/scenario-last-full-measure.md`) either writes its map and pieces out, or names a
//! battlefield and an order of battle from which they are derived; it can do some of both. Whichever way, the file
//! becomes [`ScenarioParts`], plain values with names, and [`build()`] checks these, numbers the pieces and sets up the
//! first position. Cases build their little positions from parts, too.

mod build;
mod calendar;
mod derive;
mod file;
mod library;
mod link;
mod list;
pub mod parts;
mod pieces;
mod read;
mod setup;
#[cfg(test)]
mod tests;

pub use build::build;
pub use faults::Library;
pub use parts::ScenarioParts;

use crate::model::scenario::Scenario;
use faults::Report;
use read::Files;

engine::load_functions!(Files => Scenario);

/// The parts of a scenario, for whoever changes some of them before building it.
///
/// # Errors
///
/// Every fault of every file.
pub fn parts_of(library: &Library, name: &str) -> Result<ScenarioParts, Report> {
    engine::load::parts_of::<Files>(library, name)
}
