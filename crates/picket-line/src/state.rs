//! Everything that changes during play.

use crate::cards::{Cards, Hand};
use crate::field::Point;
use crate::orders::Order;
use arrayvec::ArrayVec;
use engine::{Outcome, Side};
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

/// Which question is pending.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Both sides choose their orders.
    Orders,
    /// A side begins its part of the round.
    Part(Side),
    /// A side has picked a picket, and moves it.
    Move(Side, PicketId),
    /// A side may fire at the picket that moved.
    Reaction(Side, PicketId),
    /// The game is over.
    Over(Outcome),
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The round, from 1.
    pub round: u8,
    /// Which question is pending.
    pub stage: Stage,
    /// Whether one side has had its part of this round.
    pub is_second_part: bool,
    /// Each side's order. While [`Stage::Orders`] is pending, an order given is a secret.
    pub orders: [Option<Order>; 2],
    /// Every picket, by its number.
    pub pickets: ArrayVec<Picket, MOST_PICKETS>,
    /// Each side's cards.
    pub hands: [Hand; 2],
    /// Cards not yet drawn; their kinds are nobody's knowledge.
    pub deck: Cards,
}
