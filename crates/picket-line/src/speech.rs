//! The game in plain words: what happened, and where in a round it stands.
//!
//! What a question says stands in its block, in the chapter of its rule.

use crate::model::event::Event;
use crate::model::scenario::PicketLine;
use crate::model::state::PicketId;
use crate::model::task::Task;
use engine::{Line, Outcome};

impl Event {
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
            Event::ActsFirst { side, lot: None } => Line::detail(format!("{side} acts first.")),
            Event::ActsFirst { side, lot: Some(die) } => {
                Line::detail(format!("{side} acts first, by lot.")).sum("die", die.to_string(), "PL-2.2")
            }
            Event::Scouted { side, shown } => {
                let cards: Vec<String> = shown.iter().map(|card| format!("{card:?}")).collect();
                let cards = if cards.is_empty() { "nothing".to_owned() } else { cards.join(" and ") };
                Line::new(format!("{side} plays Scout: {} lays open {cards}.", side.other()))
            }
            Event::Picked { picket } => Line::detail(format!("{} makes ready.", name(picket))),
            Event::Moved { picket, from, by, to, facing } => {
                let by: String = by.iter().map(|turn| format!(" by {turn}")).collect();
                let text =
                    format!("{} moves from {from}{by} to {to}, facing {}.", name(picket), facing.compass());
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

/// The part of a round to which a task belongs.
pub(crate) const fn part_of(task: Option<Task>) -> &'static str {
    match task {
        Some(Task::GiveOrder(_)) => "Orders",
        Some(Task::TakePart(_) | Task::MovePicket(_)) => "Movement",
        Some(Task::React(_)) => "Reaction",
        _ => "End",
    }
}
