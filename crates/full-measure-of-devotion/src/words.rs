//! Questions, answers and events in words.

use crate::action::Action;
use crate::campaign::Campaign;
use crate::event::Event;
use crate::position::Position;
use engine::{Line, Question, Side};

/// The question pending for an army.
pub(crate) fn question(position: Position<'_>, side: Side) -> Question {
    Question { text: format!("{:?}", position.ask(side)), context: String::new(), rule: String::new() }
}

/// An answer as a player reads it in a list.
pub(crate) fn describe(position: Position<'_>, _side: Side, action: &Action) -> String {
    crate::notation::write(position.campaign, action)
}

/// An event in words.
pub(crate) fn tell(_campaign: &Campaign, event: &Event) -> Line {
    Line::new(format!("{:?}", event.what))
}

/// A short name for what an event decided.
pub(crate) fn headline(_campaign: &Campaign, _event: &Event) -> Option<String> {
    None
}
