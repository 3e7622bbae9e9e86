//! Seeing the Elephant!: miniatures on a continuous table, in three scales.
//!
//! The rules are `docs/rules/seeing-the-elephant.md`; modules stand in its order. Geometry is the open table's
//! ([`ground::table`]), in mils, the thousandth part of an inch.

/// The model: what a game is made of.
pub mod model {
    pub mod action;
    pub mod aims;
    pub mod charge;
    pub mod event;
    pub mod figure;
    pub mod ids;
    pub mod layout;
    pub mod legs;
    pub mod options;
    pub mod position;
    pub mod road;
    pub mod scale;
    pub mod scenario;
    pub mod spot;
    pub mod state;
    pub mod task;
    pub mod terrain;
    pub mod troops;
    pub mod way;
}

/// The rules, chapter by chapter.
pub mod rules {
    pub mod deployment; // S0, R-96
    pub mod sequence; // STE-ORD
    pub mod morale; // STE-MOR
    pub mod cover; // M-4
    pub mod sight; // M-3
    pub mod arcs; // G-6, STE-FLK
    pub mod stacks; // G-4
    pub mod fire; // STE-FIRE
    pub mod sweep;
    pub mod legs; // G-12
    pub mod formations; // G-3
    pub mod passage; // T-INTERPEN
    pub mod skirmishers; // STE-SKIRM
    pub mod movement; // STE-MOVE
    pub mod charge; // STE-CHG
    pub mod cavalry; // STE-CAV
    pub mod passing; // I-3, R-28
    pub mod elation; // STE-MOR-29 to STE-MOR-31
    pub mod combat; // STE-CBT
    pub mod retreat; // STE-RTE, G-15
    pub mod officers; // STE-OFF
    pub mod forces; // STE-RND
    pub mod victory; // M-9
    pub mod dice; // G-18
    pub mod tables; // section 3
}

mod cases; // how positions and expectations are written in cases
mod entry;
pub mod files; // scenarios, read and checked
mod game;
mod scene; // what a player looks at and clicks
mod speech; // what happened, in words

pub use model::action::Action;
pub use model::event::Event;
pub use model::position::{Play, Position};
pub use model::scenario::SeeingTheElephant;
pub use model::state::State;
pub use model::task::Task;
