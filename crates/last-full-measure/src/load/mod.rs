//! Files into scenarios: read, checked in one step that lists every fault, then trusted.
//!
//! [`parts`] holds a scenario as plain values with names; [`build`] checks it, numbers the pieces and sets up the
//! first position.

mod build;
mod calendar;
mod file;
mod labels;
mod library;
mod link;
mod names;
pub mod parts;
mod pieces;
mod read;
mod setup;
#[cfg(test)]
mod tests;

pub use build::build;
pub use library::Library;
pub use parts::ScenarioParts;
pub use read::{from_source, parts_of, scenario};
