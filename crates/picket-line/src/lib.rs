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

/// The model: what a game is made of, and what is seen of it.
mod model {
    pub(crate) mod action;
    pub(crate) mod event;
    pub mod field;
    pub(crate) mod position;
    pub(crate) mod scenario;
    pub(crate) mod state;
    pub(crate) mod task;
    pub(crate) mod view;
}

/// The rules, chapter by chapter.
mod rules {
    pub(crate) mod orders; // 2
    pub(crate) mod movement; // 3
    pub(crate) mod fire; // 4
    pub mod cards; // 1.2, 5
    pub(crate) mod sequence; // 5.3: the end of a round
    pub(crate) mod victory; // 6
}

mod cases; // how positions and expectations are written in cases
pub mod files; // scenarios, read and checked
mod scene; // what a player looks at and clicks
mod speech; // what happened, in words

mod entry;
mod game;

pub use files as load;
pub use model::action::Action;
pub use model::event::Event;
pub use model::field;
pub use model::position::{Play, Position};
pub use model::scenario::{PicketLine, Post};
pub use model::state::{MOST_PICKETS, MOST_TASKS, Picket, PicketId, State};
pub use model::task::Task;
pub use model::view::{OrderSeen, View};
pub use rules::cards::{self, HandSeen};
pub use rules::fire::React;
pub use rules::movement::{MovePicket, TakePart};
pub use rules::orders::{GiveOrder, Order};
pub use rules::sequence::EndRound;
pub use rules::victory::Verdict;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/add-a-game.md")]
struct Guide;
