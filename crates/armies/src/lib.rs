//! Orders of battle: units, weapons, quality, commanders and the chain of command.
//!
//! An order of battle is a TOML file that holds men and guns as history gives them. It is read and checked once,
//! with every fault listed, and then trusted. Each game derives its own strengths from it.

pub mod arrivals;
mod checker;
mod clock;
mod force;
mod orbat_check;
mod orbat_file;
mod order_of_battle;
mod steps;
mod unit_check;
mod vocabulary;

pub use clock::Clock;
pub use force::{Force, MeanQuality};
pub use order_of_battle::{
    AlternativeFigure, Command, Commander, Date, Formation, FormationId, OrderOfBattle, Troops, Unit, UnitId,
};
pub use steps::{share_out, share_steps, steps, steps_left};
pub use vocabulary::{Ability, Arm, Grade, Gun, GunClass, Quality, Rank, Side, Weapon, Word};
