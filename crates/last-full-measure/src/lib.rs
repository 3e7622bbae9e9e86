//! The rules of Last Full Measure: tactical hexes, chain of command, zones of control and influence, line of sight.
//!
//! The rules stand in the order of the rulebook. Ids such as `LFM-9.1c` and `R-46` point into the rules ledger,
//! `docs/rules/last-full-measure.md`.

/// What a battle is made of.
pub mod model {
    pub mod action;
    pub mod board;
    pub mod derived;
    pub mod event;
    pub mod ids;
    pub mod memo;
    pub mod numbers;
    pub mod position;
    pub mod scenario;
    mod sets;
    pub mod sizes;
    pub mod state;
    pub mod task;
}

/// The rules, section by section.
pub mod rules {
    pub mod sequence; // the sequence of play
    pub mod tables; // the card's tables
    pub mod march; // 1: picking up, moving, setting down
    pub mod groups; // 1: who goes together
    pub mod movement; // 1, 2: costs and ways
    pub mod reach; // 1, 2: the search behind them
    pub mod modes; // 1.4, 1.5: unlimbering, mounting, dismounting
    pub mod charges; // 3
    pub mod stacking; // 4
    pub mod zones; // 5, 6
    pub mod artillery; // 7
    pub mod combat; // 8, 13: declaring
    pub mod assault; // 8, 11: resolving
    pub mod retreat; // 9, 11
    pub mod advance; // 10, 12
    pub mod reorganize; // 14, 15, 16
    pub mod recovery; // 17
    pub mod commanders; // 19
    pub mod army; // 20.12: who commands the army
    pub mod command; // 20
    pub mod casualties; // 21
    pub mod detachment; // 22.3
    pub mod contact; // 22.1: who touches whom, and could again
    pub mod together; // 22.1: where a group may go
    pub mod integrity; // 22
    pub mod night; // 23
    pub mod breastworks; // 24
    pub mod bridges; // 25
    pub mod arrivals; // 26
    pub mod victory;
}

/// What is read and written: scenario files, and answers as players and records write them.
pub mod files {
    pub mod load;
    pub mod notation;
}

mod cases;
mod entry;
pub mod game;
mod scene;
pub mod speech;

// The short names by which others know them.
pub use files::{load, notation};
pub use game::LastFullMeasure;
pub use model::{action, event, ids, numbers, position, scenario, sizes, state, task};
pub use speech as words;
