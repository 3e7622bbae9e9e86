//! Picket Line: a small made-up game, to be copied.
//!
//! It is a rule set like any other, only shorter, and has one of everything: dice, a secret simultaneous choice,
//! hidden hands of cards, a reaction in the other side's turn, and a move to any point of a field, judged exactly in
//! whole numbers. `docs/add-a-game.md` walks through it; the rules are `docs/rules/picket-line.md`, and modules
//! stand in its order.
//!
//! ```
//! use engine::chance::Scripted;
//! use engine::{Pending, Rules, Side, Sides};
//! use picket_line::PicketLine;
//!
//! let rules = PicketLine::standard();
//! let mut told = Vec::new();
//! // Four cards are dealt: the first of twelve, then of eleven, and so on.
//! let mut state = rules.start(&mut Scripted::new([1, 1, 1, 1]), &mut told);
//! assert_eq!(rules.pending(&state), Pending::Decide(Sides::BOTH));
//!
//! let mut no_dice = Scripted::new([]);
//! for (side, order) in [(Side::Confederate, "order hold"), (Side::Union, "order advance")] {
//!     let order = rules.read(order)?;
//!     rules.check(&state, side, &order)?;
//!     rules.apply(&mut state, side, &order, &mut no_dice, &mut told);
//! }
//! assert_eq!(rules.pending(&state), Pending::Decide(Sides::only(Side::Union)));
//! # Ok::<(), engine::Violation>(())
//! ```

mod action;
pub mod cards;
mod cases;
mod event;
pub mod field;
mod fire;
pub mod load;
mod movement;
mod orders;
mod position;
mod rules;
mod scenario;
mod scene;
mod sequence;
mod state;
mod task;
mod victory;
mod view;

pub use action::Action;
pub use cards::HandSeen;
pub use cases::PicketCases;
pub use event::Event;
pub use fire::React;
pub use movement::{MovePicket, TakePart};
pub use orders::{GiveOrder, Order};
pub use position::{Play, Position};
pub use scenario::{PicketLine, Post};
pub use sequence::EndRound;
pub use state::{MOST_PICKETS, MOST_TASKS, Picket, PicketId, State};
pub use task::Task;
pub use victory::Verdict;
pub use view::{OrderSeen, View};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/add-a-game.md")]
struct Guide;
