//! What happened, and who hears of it.

use crate::model::field::{Point, Turns};
use crate::model::state::PicketId;
use crate::rules::cards::{Card, Cards};
use crate::rules::orders::Order;
use engine::{Eyes, Outcome, Side};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A round began.
    Round {
        /// Which.
        round: u8,
    },
    /// A side drew a card. Only that side knows which.
    Drew {
        /// Who.
        side: Side,
        /// Which card, for those who may know.
        card: Option<Card>,
    },
    /// A side gave its order. Only that side knows which.
    OrderGiven {
        /// Who.
        side: Side,
        /// Which order, for those who may know.
        order: Option<Order>,
    },
    /// Both orders were shown.
    OrdersShown {
        /// By side.
        orders: [Order; 2],
    },
    /// It was settled who acts first.
    ActsFirst {
        /// Who.
        side: Side,
        /// What the die showed, if it had to decide.
        lot: Option<u8>,
    },
    /// A side played *scout*, and its enemy's hidden cards were laid open.
    Scouted {
        /// Who played it.
        side: Side,
        /// What was laid open.
        shown: Cards,
    },
    /// A picket was picked to move.
    Picked {
        /// Which.
        picket: PicketId,
    },
    /// A picket moved.
    Moved {
        /// Which.
        picket: PicketId,
        /// From where.
        from: Point,
        /// By which turning points.
        by: Turns,
        /// Where to.
        to: Point,
        /// Facing which way.
        facing: Point,
    },
    /// A side moved nothing.
    StoodFast {
        /// Who.
        side: Side,
    },
    /// A picket fired.
    Fired {
        /// Which.
        with: PicketId,
        /// At which.
        target: PicketId,
        /// The die.
        die: u8,
        /// Whether the side holds.
        hold: bool,
        /// Whether an *aim* card was played.
        aim: bool,
        /// What was needed.
        need: u8,
        /// Whether it hit.
        hit: bool,
    },
    /// A side held its fire.
    HeldFire {
        /// Who.
        side: Side,
    },
    /// The game ended.
    Over {
        /// How.
        outcome: Outcome,
    },
}

impl Event {
    /// What these eyes hear of it.
    pub(crate) fn heard_by(self, eyes: Eyes) -> Event {
        let knows = |side| eyes == Eyes::All || eyes == Eyes::Of(side);
        match self {
            Event::Drew { side, .. } if !knows(side) => Event::Drew { side, card: None },
            Event::OrderGiven { side, .. } if !knows(side) => Event::OrderGiven { side, order: None },
            open => open,
        }
    }
}
