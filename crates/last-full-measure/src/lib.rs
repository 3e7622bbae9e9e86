//! The rules of Last Full Measure: tactical hexes, chain of command, zones of control and influence, line of sight.
//!
//! Modules stand in the order of the rulebook. Ids such as `LFM-9.1c` and `R-46` point into the rules ledger,
//! `docs/rules/last-full-measure.md`.

pub mod action;
pub mod advance;
pub mod army;
pub mod arrivals;
pub mod artillery;
pub mod board;
pub mod breastworks;
pub mod bridges;
pub mod casualties;
pub mod charges;
pub mod combat;
pub mod command;
pub mod commanders;
pub mod detachment;
pub mod event;
pub mod game;
pub mod ids;
pub mod integrity;
pub mod load;
pub mod march;
pub mod movement;
#[cfg(test)]
mod muster;
#[cfg(test)]
mod random_play;
pub mod notation;
pub mod position;
pub mod retreat;
pub mod rows;
#[cfg(test)]
mod sample;
pub mod scenario;
pub mod sequence;
pub mod stacking;
pub mod state;
pub mod tables;
pub mod task;
pub mod words;
pub mod zones;

pub use game::LastFullMeasure;
