//! The rules of Last Full Measure: tactical hexes, chain of command, zones of control and influence, line of sight.
//!
//! Modules stand in the order of the rulebook. Ids such as `LFM-9.1c` and `R-46` point into the rules ledger,
//! `docs/rules/last-full-measure.md`.

pub mod action;
pub mod army;
pub mod board;
pub mod breastworks;
pub mod bridges;
pub mod case;
pub mod command;
pub mod commanders;
pub mod detachment;
pub mod event;
pub mod ids;
pub mod load;
#[cfg(test)]
mod muster;
pub mod notation;
pub mod position;
pub mod rows;
#[cfg(test)]
mod sample;
pub mod scenario;
pub mod state;
pub mod tables;
pub mod task;
pub mod words;
