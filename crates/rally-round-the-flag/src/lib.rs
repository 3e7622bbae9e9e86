//! Rally Round the Flag, Brigade Command: regiments of one stand each, moved by arrows over an open table, with hands
//! of cards and answers in the other side's turn.
//!
//! The rules are `docs/rules/rally-round-the-flag.md`. Geometry is the open table's ([`ground::table`]), in hundredths
//! of a yard.
//!
//! | room | what it holds |
//! |---|---|
//! | [`model`] | what a game is made of: names, numbers, cards, the state, answers, tasks, what each side sees |
//! | [`rules`] | the rules, a file a chapter; each question and step is a block in its chapter |
//! | [`measure`] | section 3 of the ledger: pure geometry over a plain list of posed stands |
//! | [`field`] | map squares, Areas, flags and limits, ratings, decks, transfer of losses: data and pure functions |
//! | [`scenarios`] | files of scenarios, of squares, of campaigns' battles and of losses, read and checked |
//! | `files` | what was read becomes a game; armies in a few words, for cases |
//! | `cases`, `speech`, `scene` | cases, words, what is looked at and clicked |
//!
//! Nothing in [`measure`] or [`field`] knows a state or a turn: the rules ask them, by
//! [`Position::measured`](model::position::Position::measured).
//!
//! # How a turn runs
//!
//! `rules/turn.rs` asks for the one choice of a turn, `rules/act.rs` for action after action and what pays for each; an
//! action is carried out in its own chapter, as tasks on the agenda. Dice lie on the table
//! ([`State::roll`](model::state::State)) while somebody may have one rolled again (`rules/dice.rs`); a check
//! (`rules/check.rs`) leaves its result in `State::is_passed` for the task behind it; several stands that check at once
//! go through `rules/several.rs`; whoever runs goes through `rules/rout.rs`. A charge is kept in `State::onset` until
//! it is over (`rules/charge.rs`); melees wait for the end of the actions, all but mounted ones (`rules/melee.rs`).
//!
//! # How a battle is set up
//!
//! A scenario says where everybody is. A battle of a campaign begins with `rules/setup.rs`, stage after stage of the
//! ledger's S1 to S15, each a file of questions in `rules/setup/`; the Round is 0 until it is over. What both sides
//! choose there (who leads which brigade, edges, entries, barricades, decks) is kept in the state, not in the scenario.

/// The model: what a game is made of.
pub mod model {
    pub mod action;
    pub mod border;
    pub mod cards;
    pub mod deck;
    pub mod event;
    pub mod ids;
    pub mod inbound;
    pub mod laid;
    pub mod numbers;
    pub mod position;
    pub mod scenario;
    pub mod spot;
    pub mod squares;
    pub mod state;
    pub mod task;
    pub mod view;
}

/// The rules, chapter by chapter.
pub mod rules {
    pub mod setup; // 1.1, 2.11, 2.12
    pub mod cards; // 2.6, I-16
    pub mod command; // 2.7, 2.16
    pub mod turn; // 1.2, 2.14
    pub mod act; // 2.16
    pub mod dice; // RRF-DICE-1, I-10
    pub mod check;
    pub mod losses; // 2.15, I-9
    pub mod several;
    pub mod table; // the table as `measure` sees it
    pub mod room; // 3.1, 3.5
    pub mod movement; // 2.17, 2.19
    pub mod bottoms; // 2.18, I-1, I-3
    pub mod charge; // 2.20, I-2
    pub mod cavalry; // 2.9, 2.17, 2.20, I-4
    pub mod melee; // 2.21, I-14, I-15
    pub mod entry; // 2.12
    pub mod rally; // 2.22
    pub mod fire; // 2.23, 2.24, I-5 to I-8, I-11
    pub mod rout; // 2.25, I-12
    pub mod retire; // 2.26, I-17
    pub mod victory; // 1.5
    #[cfg(test)]
    mod brawls; // random play
    #[cfg(test)]
    mod rows; // what no case can say
}

mod cases; // how positions and expectations are written in cases
mod entry;
pub mod field;
mod files; // scenarios into games, and armies in a few words
mod game;
pub mod measure;
pub mod scenarios;
mod scene; // what a player looks at and clicks
mod speech; // what happened, in words

pub use model::action::Action;
pub use model::event::Event;
pub use model::position::{Play, Position};
pub use model::scenario::RallyRoundTheFlag;
pub use model::state::State;
pub use model::task::Task;
