//! A campaign and a state, looked at together; and the hand that moves the pieces.

use crate::model::campaign::{Campaign, Traveller};
use crate::model::event::What;
use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::memo::Lent;
use crate::model::numbers::MovementPoints;
use crate::model::state::{Force, Journey, State, Weather};
use crate::model::task::Task;
use engine::{Chance, Side, Story};
use ground::{Costs, Hex, HexSet};

/// A position to be read. Each module of the rules adds its questions to it.
#[derive(Copy, Clone)]
pub struct Position<'a> {
    /// What does not change.
    pub campaign: &'a Campaign,
    /// What does.
    pub state: &'a State,
    /// What whoever asks has kept.
    pub(crate) memo: Lent<'a>,
}

/// A position to be changed. Each module of the rules adds what it does.
pub struct Play<'a> {
    /// What does not change.
    pub campaign: &'a Campaign,
    /// What does.
    pub state: &'a mut State,
    /// Where dice come from.
    pub chance: &'a mut dyn Chance,
    /// Where it is told what happened.
    pub story: &'a mut dyn Story<What>,
    /// What whoever plays has kept.
    pub(crate) memo: Lent<'a>,
}

impl Play<'_> {
    /// The position as it stands.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> Position<'_> {
        Position { campaign: self.campaign, state: self.state, memo: self.memo }
    }

    /// Tells what happened.
    #[inline]
    pub fn tell(&mut self, what: What) {
        self.story.tell(what);
    }

    /// Puts a task on top of the agenda.
    #[inline]
    pub fn push(&mut self, task: impl Into<Task>) {
        self.state.agenda.push(task);
    }
}

impl<'a> Position<'a> {
    /// A position that somebody looks at who keeps nothing.
    #[must_use]
    pub const fn new(campaign: &'a Campaign, state: &'a State) -> Position<'a> {
        Position { campaign, state, memo: Lent::NOTHING }
    }

    /// A Force.
    #[inline]
    #[must_use]
    pub fn force(&self, force: ForceId) -> &'a Force {
        self.state.force(force)
    }

    /// Whether it rains in torrents.
    #[inline]
    #[must_use]
    pub fn is_flood(&self) -> bool {
        self.state.weather == Weather::Torrential
    }

    /// Prices of a traveller's steps in this weather.
    #[inline]
    #[must_use]
    pub const fn costs(&self, traveller: Traveller) -> &'a Costs {
        self.campaign.costs(traveller, self.state.weather)
    }

    /// What a step to a neighbour costs.
    #[must_use]
    pub fn step_cost(&self, traveller: Traveller, from: Hex, to: Hex) -> Option<MovementPoints> {
        let side = self.campaign.theatre.grid.direction_to(from, to)?;
        let cost = self.campaign.step_price(traveller, self.state.weather, from, side);
        (cost != ground::IMPASSABLE).then_some(MovementPoints(cost))
    }

    /// The hexes held by Forces of a side.
    #[must_use]
    pub fn held(&self, side: Side) -> HexSet {
        let mut held = HexSet::EMPTY;
        for (_, at) in self.state.forces_of(side) {
            held.insert(at);
        }
        held
    }

    /// The hexes next to Forces of a side.
    #[must_use]
    pub fn beside(&self, side: Side) -> HexSet {
        let mut beside = HexSet::EMPTY;
        for (_, at) in self.state.forces_of(side) {
            for (_, hex) in self.campaign.theatre.grid.neighbours(at) {
                beside.insert(hex);
            }
        }
        beside
    }

    /// Whether a Force of this side stands next to the hex.
    #[must_use]
    pub fn is_beside(&self, side: Side, hex: Hex) -> bool {
        self.state.forces_of(side).any(|(_, at)| self.campaign.theatre.grid.adjacent(at, hex))
    }

    /// Whether a major river without a usable crossing lies between two neighbours.
    #[must_use]
    pub fn is_parted_widely(&self, from: Hex, to: Hex) -> bool {
        let side = self.campaign.theatre.grid.direction_to(from, to);
        side.is_some_and(|side| self.campaign.sides(self.state.weather, from).parted_widely.contains(side))
    }

    /// Whether this Force may not set foot in the hex because it lies in the South (FMD-14.2-1, RUL-50).
    #[inline]
    #[must_use]
    pub fn is_forbidden_south(&self, side: Side, has_foot_or_guns: bool, hex: Hex) -> bool {
        self.is_south_forbidden(side, has_foot_or_guns) && self.campaign.landmarks.south.contains(hex)
    }

    /// Whether the South is closed to it: cavalry may always go there (FMD-14.2-2).
    #[inline]
    #[must_use]
    pub fn is_south_forbidden(&self, side: Side, has_foot_or_guns: bool) -> bool {
        side == Side::Union && has_foot_or_guns && self.state.lee != Journey::Back
    }

    /// Who commands a side's army now, and gives its orders (FMD-12-II-2).
    #[must_use]
    pub const fn army_commander(&self, side: Side) -> Option<CommanderId> {
        match side {
            Side::Confederate => self.campaign.army.lee,
            Side::Union if self.state.meade => self.campaign.army.meade,
            Side::Union => self.campaign.army.hooker,
        }
    }

    /// The Force he is with; `None` while he is off the map.
    #[must_use]
    pub fn army_force(&self, side: Side) -> Option<(ForceId, Hex)> {
        let chief = self.army_commander(side)?;
        self.state.forces_of(side).find(|&(force, _)| self.force(force).officers.contains(chief))
    }

    /// Division counters of a side in the pool (FMD-6-8): those that came back from the map as well (FMD-6-11).
    #[must_use]
    pub fn free_counters(&self, side: Side) -> Officers {
        let used = self
            .state
            .forces_of(side)
            .fold(Officers::NONE, |used, (force, _)| used.union(self.force(force).officers));
        self.campaign.division_counters(side).minus(used)
    }
}
