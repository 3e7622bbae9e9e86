//! What happened, who hears of it, and in which words.

use crate::cards::{Card, Cards};
use crate::field::Point;
use crate::orders::Order;
use crate::scenario::PicketLine;
use crate::state::PicketId;
use engine::{Eyes, Line, Outcome, Side};
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
        /// Whether by lot.
        by_lot: bool,
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

    /// A short name for what the event decided.
    pub(crate) fn headline(self) -> Option<&'static str> {
        match self {
            Event::Fired { hit: true, .. } => Some("hit"),
            Event::Fired { hit: false, .. } => Some("miss"),
            _ => None,
        }
    }

    /// The event in words.
    pub(crate) fn in_words(self, rules: &PicketLine) -> Line {
        let name = |picket: PicketId| rules.posts.get(picket.index()).map_or("?", |post| &post.name);
        match self {
            Event::Round { round } => Line::heading(format!("Round {round}")),
            Event::Drew { side, card: None } => Line::new(format!("{side} draws a card.")),
            Event::Drew { side, card: Some(card) } => Line::new(format!("{side} draws {card:?}.")),
            Event::OrderGiven { side, order: None } => Line::new(format!("{side} has given its order.")),
            Event::OrderGiven { side, order: Some(order) } => Line::new(format!("{side} orders: {order}.")),
            Event::OrdersShown { orders: [union, confederate] } => {
                Line::new(format!("Orders: Union {union}, Confederate {confederate}."))
            }
            Event::ActsFirst { side, by_lot } => {
                Line::detail(format!("{side} acts first{}.", if by_lot { ", by lot" } else { "" }))
            }
            Event::Scouted { side, shown } => {
                let cards: Vec<String> = shown.iter().map(|card| format!("{card:?}")).collect();
                let cards = if cards.is_empty() { "nothing".to_owned() } else { cards.join(" and ") };
                Line::new(format!("{side} plays Scout: {} lays open {cards}.", side.other()))
            }
            Event::Picked { picket } => Line::detail(format!("{} makes ready.", name(picket))),
            Event::Moved { picket, from, to, facing } => {
                let text =
                    format!("{} moves from {from} to {to}, facing {}.", name(picket), facing.compass());
                Line::new(text).at(to.to_string())
            }
            Event::StoodFast { side } => Line::new(format!("{side} stands fast.")),
            Event::Fired { with, target, die, hold, aim, need, hit } => {
                let (with, target) = (name(with), name(target));
                let text = match hit {
                    true => format!("{with} fires at {target}: {target} is hit and falls."),
                    false => format!("{with} fires at {target} and misses."),
                };
                let mut line = Line::new(text).sum("die", die.to_string(), "PL-4.2");
                if hold {
                    line = line.sum("under hold", "+1", "PL-4.3");
                }
                if aim {
                    line = line.sum("Aim card", "+1", "PL-4.4");
                }
                line.sum("needed", need.to_string(), "PL-4.2")
            }
            Event::HeldFire { side } => Line::new(format!("{side} holds its fire.")),
            Event::Over { outcome: Outcome { winner, points: [union, confederate] } } => {
                let result = winner.map_or("A draw".to_owned(), |winner| format!("{winner} victory"));
                Line::heading(format!("{result}, {union} to {confederate}."))
            }
        }
    }
}
