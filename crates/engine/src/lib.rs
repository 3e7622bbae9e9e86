//! The law of the table, for any game.
//!
//! A rule set implements one trait, [`Rules`]: who must decide, what the legal answers are, what an answer does, and
//! what each side may see. Everything else in this crate follows from that trait once, for all games:
//!
//! | module | what it gives every game |
//! |---|---|
//! | [`agenda`] | questions and steps on a stack: everything about a question in one block |
//! | [`notation`] | answers in writing, from one table a game |
//! | [`chance`] | dice that are seeded, scripted, quick, or fall every way they can |
//! | [`story`], [`violation`] | what happened, in words and with its arithmetic; refusals that teach |
//! | [`load`] | files into games: every fault of every file, fingerprints, ids |
//! | [`words`] | numbers and lists as sentences have them |
//! | [`game`] | live play: a log for each pair of eyes, undo with its limits, saving and opening |
//! | [`record`] | a game as a JSON file; replay with fingerprints on the way |
//! | [`fair`] | dice that anyone can check afterwards |
//! | [`flat`] | rows and short lists for states that are one flat block |
//! | [`odds`] | the exact distribution of what an action may do |
//! | [`cards`] | decks, piles and hands, drawn by chance and dealt anew for eyes that do not know them |
//! | [`case`] | rules tested by small TOML files; which rules are proven: [`proof`] |
//! | [`conformance`] | one suite of laws for every rule set |
//! | [`entry`] | what a game tells the programs that play it |
//! | [`playout`] | random play, for soaks and benchmarks |
//! | [`scene`], [`stage`], [`table`] | what a player looks at and clicks, and any game behind one face |
//!
//! Picket Line, in `crates/picket-line`, is a small game to copy; `docs/add-a-game.md` walks through it.
//!
//! ```
//! use engine::fair::Terms;
//! use engine::{Eyes, Game, Rules, Seat, Seats, Side};
//! use picket_line::PicketLine;
//! use std::sync::Arc;
//!
//! let mut game = Game::new(Arc::new(PicketLine::standard()), Terms::simple("demo", 1));
//! assert_eq!(game.waiting(), Seats::BOTH);
//! println!("{}", game.rules().question(game.state(), Side::Union).text);
//!
//! let mut answers = Vec::new();
//! game.rules().actions(game.state(), Side::Union, &mut answers);
//! game.play(Seat::UNION, &answers[0])?;
//! game.play_text(Seat::CONFEDERATE, "order hold")?;
//! for heard in game.log(Eyes::Of(Seat::UNION)) {
//!     heard.lines.iter().for_each(|line| println!("{}", line.text));
//! }
//! # Ok::<(), engine::Violation>(())
//! ```
//!
//! The crate knows no game, no map and no network.

pub mod agenda;
pub mod cards;
pub mod case;
pub mod chance;
pub mod conformance;
pub mod entry;
pub mod fair;
pub mod flat;
pub mod fraction;
pub mod game;
mod hex;
pub mod load;
pub mod notation;
pub mod odds;
pub mod playout;
pub mod print;
pub mod proof;
pub mod reaction;
pub mod record;
pub mod rules;
pub mod scene;
pub mod seat;
pub mod side;
pub mod stage;
pub mod story;
pub mod table;
pub mod violation;
pub mod words;

pub use chance::Chance;
pub use entry::GameEntry;
pub use fraction::Fraction;
pub use game::Game;
pub use playout::Playout;
pub use print::Print;
pub use reaction::{Reaction, ReactionKind};
pub use record::Record;
pub use rules::{Identity, Listing, Outcome, Pending, Question, Rules};
pub use seat::{Seat, Seating, Seats};
pub use side::{BySide, Eyes, Side, Sides};
pub use stage::Stage;
pub use story::{Line, Silent, Story};
pub use table::{Shelved, Table};
pub use violation::Violation;
