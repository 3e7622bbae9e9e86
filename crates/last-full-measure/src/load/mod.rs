//! Files into scenarios: read, checked in one step that lists every fault, then trusted.
//!
//! [`parts`] holds a scenario as plain values with names; [`build`] checks it, numbers the pieces and sets up the
//! first position.

mod build;
mod labels;
pub mod parts;
mod setup;

pub use build::build;
pub use parts::ScenarioParts;
