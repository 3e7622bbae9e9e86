//! Rally Round the Flag, Brigade Command: regiments of one stand each, moved by arrows over an open table, with hands
//! of cards and answers in the other side's turn.
//!
//! The rules are `docs/rules/rally-round-the-flag.md`. Geometry is the open table's ([`ground::table`]), in hundredths
//! of a yard.
//!
//! | room | what it holds |
//! |---|---|
//! | [`model`] | what a game is made of: names, numbers, cards, the state |
//! | [`measure`] | section 3 of the ledger: pure geometry over a plain list of posed stands |
//! | [`field`] | map squares, Areas, flags and limits, ratings, decks, transfer of losses: data and pure functions |
//! | [`scenarios`] | files of scenarios, of squares, of campaigns' battles and of losses, read and checked |
//!
//! Nothing in [`measure`] or [`field`] knows a state or a turn: the rules ask them.

/// The model: what a game is made of.
pub mod model {
    pub mod cards;
    pub mod ids;
    pub mod numbers;
}

pub mod field;
pub mod measure;
pub mod scenarios;
