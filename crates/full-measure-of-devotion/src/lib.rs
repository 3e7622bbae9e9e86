//! The rules of A Full Measure of Devotion: the Gettysburg campaign with its fog.
//!
//! Modules stand in the order of the rulebook. Ids such as `FMD-12.3-A1` and `RUL-47` point into the rules ledger,
//! `docs/rules/full-measure-of-devotion.md`; `TAB-A` and the like to the charts we had to supply.

/// The model: what a campaign is made of, what is seen of it, and what may be behind that.
pub mod model {
    pub mod action;
    pub mod campaign;
    pub mod event;
    pub mod ids;
    pub mod memo;
    pub mod numbers;
    pub mod position;
    pub(crate) mod readable; // who writes a field, who reads it
    pub mod route;
    pub mod sides;
    pub mod state;
    pub mod strength;
    pub mod tables;
    pub mod task;

    pub(crate) mod assumed; // what outlooks go by
    pub mod evidence;
    pub mod imagine;
    pub mod view;
}

/// The rules, section by section.
pub mod rules {
    pub mod forces; // 3, 4, 5
    pub mod commanders; // 6, 12.2, 13
    pub(crate) mod rides; // how far commanders and orders ride
    pub mod initial; // 7: initial orders
    pub mod sequence; // 8
    pub mod victory; // 9
    pub mod weather; // 10, 14.1
    pub mod attrition; // 11, Part I
    pub mod depots; // 11, Part II
    pub mod trains; // 11, Part III
    pub mod supply; // 11, Part IV; 12, Part IV
    pub mod further; // 12, Part II
    pub mod activation; // 12, Parts I and III
    pub mod movement; // 12, Part V
    pub mod steps; // 12, Part V: which are open, and their price
    pub(crate) mod reach; // the search behind them
    pub mod inadvertent; // 12.1
    pub mod combat; // 12.3: its course
    pub mod withdrawal; // 14.3: before it
    pub mod selection; // 12.3: dice for numbers, who takes part
    pub mod values; // 12.3: combat values
    pub mod hits; // 12.3.1
    pub mod outcome; // 12.3.2
    pub mod bids; // 15
}

mod cases; // the words in which cases are written
pub mod files; // scenarios and charts, read and checked
mod scene; // what a player looks at and clicks
mod speech; // the game in plain words

mod entry;
pub mod game;

pub use files as load;
pub use game::FullMeasureOfDevotion;
pub use model::{action, campaign, event, ids, numbers, state, strength, task, view};
pub use rules::{forces, further, sequence};
