//! The law of the table, for any game.
//!
//! A rule set implements one trait, [`Rules`]: who must decide, what the legal answers are, what an answer does, and
//! what each side may see. Everything else in this crate follows from that trait once, for all games: chance that can
//! be seeded, scripted or enumerated ([`chance`]), the story of what happened ([`story`]), and refusals that teach
//! ([`violation`]).
//!
//! The crate knows no game, no map and no network.

pub mod case;
pub mod chance;
pub mod conformance;
pub mod fair;
pub mod fraction;
pub mod game;
mod hex;
pub mod odds;
pub mod playout;
pub mod print;
pub mod proof;
pub mod record;
pub mod rules;
pub mod side;
pub mod story;
pub mod violation;

pub use chance::Chance;
pub use fraction::Fraction;
pub use game::Game;
pub use playout::Playout;
pub use print::Print;
pub use record::Record;
pub use rules::{Identity, Listing, Outcome, Pending, Question, Rules};
pub use side::{Eyes, Side, Sides};
pub use story::{Line, Silent, Story};
pub use violation::Violation;
