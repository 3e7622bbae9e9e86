//! The battlefield as the game sees it: map squares, Areas, flags and limits (6.6), ratings from an order of battle
//! (6.2 to 6.5), decks (4.2, 4.3), and campaign files with the transfer of losses (RRF-XFR).
//!
//! Data and pure functions; they know no state and no turn.
//!
//! | file | what it holds |
//! |---|---|
//! | [`terrain`] | what the ground is to this game (2.2) |
//! | [`square`] | squares: names, prices, limits, and how they lie on the ground |
//! | [`board`] | the map of a battle: a rectangle of squares, its frame, where troops may enter (RRF-MAP-4 to 9) |
//! | [`squares`] | the squares of a battlefield and its Areas |
//! | [`survey`] | flags and limits from the ground |
//! | [`ratings`] | numbers of stands and Generals from men, guns, quality and ability |
//! | [`roster`] | who is there, and the chain of command (RRF-COC) |
//! | [`decks`] | cards, and decks of them (RRF-DECK) |
//! | [`transfer`] | losses between a campaign and its battles (RRF-XFR) |

pub mod board;
pub mod decks;
pub mod ratings;
pub mod roster;
pub mod square;
pub mod squares;
pub mod survey;
pub mod terrain;
pub mod transfer;
