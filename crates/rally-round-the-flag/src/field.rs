//! The battlefield as the game sees it: map squares, Areas, flags and limits (6.6), ratings from an order of battle
//! (6.2 to 6.5), decks (4.2, 4.3), and campaign files with the transfer of losses (RRF-XFR).
//!
//! Data and pure functions; they know no state and no turn.
