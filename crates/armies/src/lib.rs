//! Orders of battle: units, weapons, quality, commanders and the chain of command.
//!
//! An order of battle is a TOML file that holds men and guns as history gives them; `docs/files/order-of-battle.md`
//! describes it. It is read and checked once, with every fault listed, and then trusted. Each game derives its own
//! strengths from it.
//!
//! ```
//! use armies::{Arm, OrderOfBattle, Rank, Side};
//! use faults::Source;
//! # let text = include_str!("../../../scenarios/armies/gettysburg-july-1.toml");
//!
//! let battle = OrderOfBattle::read(&Source::new("gettysburg-july-1.toml", text))?;
//!
//! // Troops are found by the ids of the file and then named by small numbers.
//! let iron_brigade = battle.formation("us-meredith").unwrap();
//! assert_eq!(battle[iron_brigade].command.commander.name, "Solomon Meredith");
//! assert_eq!(battle.side_of(iron_brigade), Side::Union);
//!
//! // The tree leads down and up.
//! let regiments: Vec<&str> =
//!     battle.units_under(iron_brigade).map(|unit| battle[unit].name.as_str()).collect();
//! assert_eq!(regiments[1], "24th Michigan");
//! let corps = battle.formation_of_rank(iron_brigade, Rank::Corps).unwrap();
//! assert_eq!(battle[corps].name, "I Corps");
//!
//! // Any set of units is counted together, and turned into a game's steps.
//! let force = battle.force(iron_brigade).engaged();
//! assert_eq!((force.men(), force.steps(100)), (1814, 18));
//! assert_eq!(force.quality().unwrap().nearest().get(), 5);
//! let shares: Vec<u32> = force.steps_by_unit(100).into_iter().map(|(_, steps)| steps).collect();
//! assert_eq!(shares, [3, 5, 3, 3, 4]);
//! assert_eq!(battle.force(corps).of_arm(Arm::Artillery).guns(), 28);
//! # Ok::<(), faults::Faults>(())
//! ```
//!
//! A file with faults gives all of them, each with its line and what would be right:
//!
//! ```
//! # use armies::OrderOfBattle;
//! # use faults::Source;
//! let wrong = r#"
//! schema = "orbat/1"
//! battle = "Crossroads"
//! date = 1863-06-30
//!
//! [[army]]
//! id = "us"
//! name = "Union wing"
//! side = "unoin"
//! commander = { rank = "Maj. Gen.", name = "Ames", ability = 9 }
//! "#;
//! let faults = OrderOfBattle::read(&Source::new("crossroads.toml", wrong)).unwrap_err();
//! let what: Vec<String> = faults.located().into_iter().map(|fault| fault.what).collect();
//! assert_eq!(
//!     what,
//!     [
//!         "the army `us` is empty",
//!         "`us`: `unoin` is not a known side",
//!         "the commander of `us`: `ability` is 9",
//!     ]
//! );
//! ```
//!
//! [`arrivals`] is the second file of a battle: who enters where, and when. [`mod@derive`] makes pieces of both.

pub mod arrivals;
mod checker;
mod clock;
pub mod derive;
mod force;
mod orbat_check;
mod orbat_file;
mod order_of_battle;
mod shelf;
mod steps;
mod unit_check;
mod vocabulary;

pub use clock::Clock;
pub use engine::Side;
pub use force::{Force, MeanQuality};
pub use order_of_battle::{
    AlternativeFigure, Command, Commander, Date, Formation, FormationId, OrderOfBattle, Troops, Unit, UnitId,
};
pub use shelf::SHELF;
pub use steps::{share_out, share_steps, steps, steps_left};
pub use vocabulary::{Ability, Arm, Grade, Gun, GunClass, Quality, Rank, Weapon, Word};
