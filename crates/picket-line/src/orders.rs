//! Orders: chosen in secret by both sides at once (PL-2).

use crate::event::Event;
use crate::state::{Stage, State};
use engine::{Chance, Side, Story};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A side's order for the round, quickest first (PL-2.2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Go forward.
    Advance,
    /// Fall back.
    Withdraw,
    /// Stand and fire.
    Hold,
}

impl Order {
    /// Every order.
    pub const ALL: [Order; 3] = [Order::Advance, Order::Withdraw, Order::Hold];

    const fn name(self) -> &'static str {
        match self {
            Order::Advance => "advance",
            Order::Withdraw => "withdraw",
            Order::Hold => "hold",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        let found = Order::ALL.into_iter().find(|order| order.name() == text);
        found.ok_or_else(|| format!("`{text}` is no order; use `advance`, `withdraw` or `hold`"))
    }
}

/// Takes down a side's order; once both are in, shows them and begins the round (PL-2.1).
pub(crate) fn give(
    state: &mut State,
    side: Side,
    order: Order,
    chance: &mut dyn Chance,
    story: &mut dyn Story<Event>,
) {
    state.orders[side.index()] = Some(order);
    story.tell(Event::OrderGiven { side, order: Some(order) });
    if let [Some(union), Some(confederate)] = state.orders {
        story.reveal();
        story.tell(Event::OrdersShown { orders: [union, confederate] });
        let first = first_to_act([union, confederate], chance, story);
        state.stage = Stage::Part(first);
        state.is_second_part = false;
    }
}

/// PL-2.2.
fn first_to_act(orders: [Order; 2], chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> Side {
    let (first, by_lot) = match orders[0].cmp(&orders[1]) {
        std::cmp::Ordering::Less => (Side::Union, false),
        std::cmp::Ordering::Greater => (Side::Confederate, false),
        std::cmp::Ordering::Equal => (Side::BOTH[chance.draw(2, "who acts first") as usize], true),
    };
    story.tell(Event::ActsFirst { side: first, by_lot });
    first
}
