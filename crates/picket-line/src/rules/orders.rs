//! Orders: chosen in secret by both sides at once (PL-2).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::position::{Play, Position};
use crate::model::scenario::PicketLine;
use crate::rules::movement::{self, TakePart};
use crate::rules::sequence::EndRound;
use crate::rules::victory::Verdict;
use engine::agenda::{Question, Words, other_question};
use engine::chance::D10_FROM_ZERO;
use engine::{Side, Sides, Violation};
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

/// Both sides are asked for their orders at once; neither knows the other's until both are given (PL-2.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GiveOrder;

impl Question<PicketLine> for GiveOrder {
    fn asked(self, at: Position<'_>) -> Sides {
        let open = Side::BOTH.into_iter().filter(|side| at.state.orders[side.index()].is_none());
        open.fold(Sides::NONE, Sides::with)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("What is your order?", "PL-2.1")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(Order::ALL.map(Action::Order));
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        if matches!(action, Action::Order(_)) { Ok(()) } else { other_question() }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Order(order) = *action else { return };
        play.state.orders[side.index()] = Some(order);
        play.story.tell(Event::OrderGiven { side, order: Some(order) });
        let [Some(union), Some(confederate)] = play.state.orders else {
            return play.state.agenda.push(self);
        };
        play.story.reveal();
        play.story.tell(Event::OrdersShown { orders: [union, confederate] });
        let first = first_to_act(play, [union, confederate]);
        play.state.agenda.then([
            TakePart { side: first }.into(),
            Verdict.into(),
            TakePart { side: first.other() }.into(),
            Verdict.into(),
            EndRound.into(),
        ]);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let Action::Order(order) = *action else { return action.write(at.rules) };
        let paces = movement::reach(order);
        match order {
            Order::Advance => format!("Advance: first to act, up to {paces} paces"),
            Order::Withdraw => format!("Withdraw: up to {paces} paces, and no nearer to the enemy"),
            Order::Hold => format!("Hold: last to act, up to {paces} paces, and steadier fire"),
        }
    }
}

/// PL-2.2.
fn first_to_act(play: &mut Play<'_>, orders: [Order; 2]) -> Side {
    let (first, lot) = match orders[0].cmp(&orders[1]) {
        std::cmp::Ordering::Less => (Side::Union, None),
        std::cmp::Ordering::Greater => (Side::Confederate, None),
        std::cmp::Ordering::Equal => match play.chance.faced(D10_FROM_ZERO, "who acts first") {
            die @ 0..=4 => (Side::Union, Some(die)),
            die => (Side::Confederate, Some(die)),
        },
    };
    play.story.tell(Event::ActsFirst { side: first, lot });
    first
}
