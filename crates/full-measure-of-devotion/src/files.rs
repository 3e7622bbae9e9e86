//! Files into campaigns: read, checked in one step that lists every fault, then trusted.
//!
//! ```
//! use full_measure_of_devotion::files::{self, Library};
//!
//! let game = files::scenario(&Library::builtin(), "monocacy-bridge").unwrap();
//! assert_eq!(game.campaign.title, "Monocacy Bridge (training)");
//!
//! let report = files::scenario(&Library::builtin(), "monocacy-brige").unwrap_err();
//! assert!(report.to_string().contains("did you mean `monocacy-bridge`?"));
//! ```
//!
//! A scenario file (`docs/files/scenario-full-measure-of-devotion.md`) names a theatre or draws a little map, names the
//! charts and an order of battle, lists commanders, Forces and depots. Cases set up their positions with the same board
//! (`setup.rs`).

mod army;
mod charts;
pub(crate) mod file;
mod library;
pub(crate) mod read;
pub(crate) mod setup;
#[cfg(test)]
mod tests;

pub use charts::check as check_charts;
pub use faults::Library;

use crate::game::FullMeasureOfDevotion;
use read::Files;

engine::load_functions!(Files => FullMeasureOfDevotion);
