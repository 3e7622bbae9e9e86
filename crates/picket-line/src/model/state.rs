//! Everything that changes during play.

use crate::model::field::Point;
use crate::model::task::Task;
use crate::rules::cards::{Cards, Hand};
use crate::rules::orders::Order;
use arrayvec::ArrayVec;
use engine::Outcome;
use engine::agenda::Agenda;
use serde::{Deserialize, Serialize};

/// The most pickets of both sides together.
pub const MOST_PICKETS: usize = 8;

/// A picket's number in the scenario.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct PicketId(pub u8);

impl PicketId {
    /// For tables with a row a picket.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A picket on the field.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Picket {
    /// Where it is, or fell.
    pub at: Point,
    /// Which way it faces.
    pub facing: Point,
    /// Whether it still stands.
    pub standing: bool,
}

/// More tasks than a round can leave: the parts of both sides with what follows, and a move with its reaction.
pub const MOST_TASKS: usize = 8;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The round, from 1.
    pub round: u8,
    /// What is to be done.
    pub agenda: Agenda<Task, MOST_TASKS>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Each side's order. While [`GiveOrder`](crate::rules::orders::GiveOrder) is pending, an order given is a secret.
    pub orders: [Option<Order>; 2],
    /// Every picket, by its number.
    pub pickets: ArrayVec<Picket, MOST_PICKETS>,
    /// Each side's cards.
    pub hands: [Hand; 2],
    /// Cards not yet drawn; their kinds are nobody's knowledge.
    pub deck: Cards,
}
