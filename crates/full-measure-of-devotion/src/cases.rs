//! The words in which cases of A Full Measure of Devotion are written: positions in a few lines, and what must hold.
//!
//! `docs/cases.md` is the manual. The engine's case runner ([`engine::case`]) does the rest.

mod begin;
mod compare;
mod expect;
mod keys;
mod language;
mod line;
mod position;
#[cfg(test)]
mod tests;
