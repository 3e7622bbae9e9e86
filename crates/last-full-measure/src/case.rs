//! The words in which cases of Last Full Measure are written: positions in a few lines, and what must hold.
//!
//! `docs/cases.md` is the manual. The engine's case runner ([`engine::case`]) does the rest.

mod expect;
mod fact;
mod ground;
mod language;
mod line;
mod lists;
mod pieces;
mod position;

pub use expect::CaseExpect;
pub use language::Cases;
pub use position::CasePosition;
