//! Pieces of a game from an order of battle: who takes part, what they are called, who leads them, when and where they
//! come.
//!
//! A battle is written down once, in men and guns, metres and minutes; each game plays it in its own steps, places and
//! turns. What does not depend on a game's rules is done here, for all of them:
//!
//! | question | answer |
//! |---|---|
//! | who takes part | [`Selection`] |
//! | what a scenario says itself about some troops | [`Own`] |
//! | what formations, regiments and commanders are called on a counter or a stand | [`Names`], [`Label`] |
//! | which regiments are too small for a piece of their own, and where the pieces of a line stand | [`join_small`], [`spread`] |
//! | which units come together | [`together`] |
//! | which turn a time of day is, and how much of it is left | [`Calendar`] |
//! | with whom a commander is | [`Company`] |
//!
//! A game brings its own numbers: men to a step ([`steps`](crate::steps()), [`share_steps`](crate::share_steps)), the
//! hours of its [`Day`], what a place on its map is. Here a skirmish is fought in steps of 60 men and turns of 20
//! minutes:
//!
//! ```
//! use armies::derive::{Calendar, Day, Names, Selection, Turns, When};
//! use armies::{OrderOfBattle, arrivals::Arrivals, share_steps};
//! use faults::{Faults, Source};
//! # let army = include_str!("../../../scenarios/armies/gettysburg-july-1.toml");
//! # let coming = include_str!("../../../scenarios/armies/gettysburg-july-1-arrivals.toml");
//!
//! let battle = OrderOfBattle::read(&Source::new("gettysburg-july-1.toml", army))?;
//! let arrivals = Arrivals::read(&Source::new("gettysburg-july-1-arrivals.toml", coming), &battle)?;
//! let mut faults = Faults::new(&Source::new("skirmish.toml", ""));
//!
//! let names = Names::new(&battle, &Default::default(), &Default::default(), &mut faults);
//! let archer = battle.formation("cs-archer").unwrap();
//! let there = Selection::default().units(&battle, Some(&arrivals), &mut faults);
//! let regiments: Vec<_> = battle.own_units(archer).filter(|unit| there.contains(unit)).collect();
//! let men: Vec<u32> = regiments.iter().map(|&unit| battle[unit].men.into()).collect();
//! let pieces: Vec<String> = (regiments.iter().zip(share_steps(&men, 60)))
//!     .map(|(&unit, steps)| format!("{} {steps}", names.tag(unit)))
//!     .collect();
//! assert_eq!(pieces, ["13AL 5", "5ALB 2", "1TN 5", "7TN 4", "14TN 4"]);
//! assert_eq!(names.label(&battle, archer).to_string(), "III/H/A");
//!
//! let day = Day { turn: 20, ..Day::HOURLY };
//! let turns = Turns { first: Some("7:20 am".into()), last: Some("11 am".into()), ..Turns::default() };
//! let calendar = Calendar::new(day, &turns, &mut faults);
//! let archers = arrivals.of(&battle, regiments[0]).unwrap();
//! let When::During { turn, gone } = calendar.when(archers.time.minutes()) else { panic!("he comes in time") };
//! assert_eq!((calendar.turns()[turn].label.as_str(), gone), ("8:20 am", 10));
//! assert!(faults.is_empty());
//! # Ok::<(), Faults>(())
//! ```

mod calendar;
mod company;
mod label;
mod naming;
mod own;
mod pieces;

pub use calendar::{Calendar, Day, Turn, Turns, When, Written, clock_label, minutes};
pub use company::{Column, Company, Field, Leader, Post, chief, leaders, second, sent};
pub use label::{Label, Labels, corps_number};
pub use naming::{Names, is_artillery, last_name};
pub use own::{Own, Selection, Texts, find_troops, unknown};
pub use pieces::{Origin, join_small, spread, together};
