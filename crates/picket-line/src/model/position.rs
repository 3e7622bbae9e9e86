//! The rules and a state, looked at together; and the hand that moves the pieces.

use crate::model::event::Event;
use crate::model::scenario::{PicketLine, Post};
use crate::model::state::{Picket, PicketId, State};
use engine::{Chance, Side, Story};

/// A position to be read.
#[derive(Copy, Clone)]
pub struct Position<'a> {
    /// What does not change.
    pub rules: &'a PicketLine,
    /// What does.
    pub state: &'a State,
}

/// A position to be changed.
pub struct Play<'a> {
    /// What does not change.
    pub rules: &'a PicketLine,
    /// What does.
    pub state: &'a mut State,
    /// Where dice come from.
    pub chance: &'a mut dyn Chance,
    /// Where it is told what happened.
    pub story: &'a mut dyn Story<Event>,
}

impl Play<'_> {
    /// The position as it stands.
    pub(crate) const fn position(&self) -> Position<'_> {
        Position { rules: self.rules, state: self.state }
    }
}

impl<'a> Position<'a> {
    /// What the scenario says about a picket.
    pub(crate) fn post(self, picket: PicketId) -> &'a Post {
        self.rules.post(picket)
    }

    /// Where a picket is, and how.
    pub(crate) fn picket(self, picket: PicketId) -> &'a Picket {
        &self.state.pickets[picket.index()]
    }

    /// Every picket.
    pub(crate) fn pickets(self) -> impl Iterator<Item = PicketId> {
        (0..self.rules.posts.len() as u8).map(PicketId)
    }

    /// Everybody who stands.
    pub(crate) fn standing(self) -> impl Iterator<Item = (PicketId, &'a Picket)> {
        self.pickets().map(move |id| (id, self.picket(id))).filter(|(_, picket)| picket.standing)
    }

    /// The pickets of a side that stand.
    pub(crate) fn standing_of(self, side: Side) -> impl Iterator<Item = (PicketId, &'a Picket)> {
        self.standing().filter(move |&(id, _)| self.post(id).side == side)
    }
}
