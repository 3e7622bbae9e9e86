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
//! A scenario file (`docs/files/scenario-last-full-measure.md`) either writes its map and pieces out, or names a battlefield
//! and an order of battle from which they are derived; it can do some of both. Whichever way, the file becomes
//! [`ScenarioParts`], plain values with names, and [`build()`] checks these, numbers the pieces and sets up the first
//! position. Cases build their little positions from parts, too.

mod build;
mod calendar;
mod derive;
mod file;
mod labels;
mod library;
mod link;
mod list;
mod names;
pub mod parts;
mod pieces;
mod read;
mod setup;
mod summary;
#[cfg(test)]
mod tests;

pub use build::build;
pub use library::{Library, ids};
pub use parts::ScenarioParts;
pub use read::{from_source, parts_of, scenario};
pub use summary::{Summary, builtin, summary};
