//! The rules and a state, looked at together; and the hand that moves the troops.

use super::event::Event;
use super::ids::{HqId, UnitId};
use super::layout::Layout;
use super::scenario::{SeeingTheElephant, Unit};
use super::state::{Formation, Mark, State, Troop, Whereabouts};
use super::troops::{Arm, Grade, Size};
use engine::{Chance, Side, Story};

/// A position to be read.
#[derive(Copy, Clone)]
pub struct Position<'a> {
    /// What does not change.
    pub rules: &'a SeeingTheElephant,
    /// What does.
    pub state: &'a State,
    /// Refusals need no words: whoever asks only wants to know whether something is legal.
    terse: bool,
    /// Circles and corners of everybody on the table, where somebody has them at hand.
    layout: Option<&'a Layout>,
}

/// A position to be changed.
pub struct Play<'a> {
    /// What does not change.
    pub rules: &'a SeeingTheElephant,
    /// What does.
    pub state: &'a mut State,
    /// Where dice come from.
    pub chance: &'a mut dyn Chance,
    /// Where it is told what happened.
    pub story: &'a mut dyn Story<Event>,
}

/// One way or another to the same things.
enum Either<A, B> {
    One(A),
    Other(B),
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Either<A, B> {
    type Item = A::Item;

    #[inline]
    fn next(&mut self) -> Option<A::Item> {
        match self {
            Either::One(one) => one.next(),
            Either::Other(other) => other.next(),
        }
    }
}

impl Play<'_> {
    /// The position as it stands.
    #[inline]
    #[must_use]
    pub const fn at(&self) -> Position<'_> {
        Position::new(self.rules, self.state)
    }

    /// A unit, to be changed.
    #[inline]
    pub fn troop(&mut self, unit: UnitId) -> &mut Troop {
        self.state.troop_mut(unit)
    }

    /// Sets or clears what is true of a unit.
    #[inline]
    pub fn mark(&mut self, unit: UnitId, mark: Mark, holds: bool) {
        let troop = self.state.troop_mut(unit);
        troop.marks = if holds { troop.marks | mark } else { troop.marks.without(mark) };
    }

    /// Tells what happened.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.story.tell(event);
    }
}

impl<'a> Position<'a> {
    /// A state of a scenario.
    #[inline]
    #[must_use]
    pub const fn new(rules: &'a SeeingTheElephant, state: &'a State) -> Position<'a> {
        Position { rules, state, terse: false, layout: None }
    }

    /// The same scenario in another state.
    #[inline]
    #[must_use]
    pub const fn in_state<'b>(self, state: &'b State) -> Position<'b>
    where
        'a: 'b,
    {
        Position { state, layout: None, ..self }
    }

    /// The same position with circles and corners of everybody at hand, which are those of its own layout.
    #[inline]
    #[must_use]
    pub const fn with<'b>(self, layout: &'b Layout) -> Position<'b>
    where
        'a: 'b,
    {
        Position { layout: Some(layout), ..self }
    }

    /// Circles and corners of everybody on the table, if they are at hand; a unit that is elsewhere has none.
    #[inline]
    pub(super) fn layout(self, unit: UnitId) -> Option<&'a Layout> {
        self.layout.filter(|_| self.is_present(unit))
    }

    /// Whether refusals need no words.
    #[inline]
    #[must_use]
    pub const fn is_terse(self) -> bool {
        self.terse
    }

    /// The same for whoever needs no reasons: most of what is tried for a list is refused, and words take longer than
    /// the question.
    #[inline]
    #[must_use]
    pub const fn tersely(self) -> Position<'a> {
        Position { terse: true, ..self }
    }

    /// What the scenario says of a unit.
    #[inline]
    #[must_use]
    pub fn unit(self, unit: UnitId) -> &'a Unit {
        self.rules.unit(unit)
    }

    /// How a unit is.
    #[inline]
    #[must_use]
    pub fn troop(self, unit: UnitId) -> &'a Troop {
        self.state.troop(unit)
    }

    /// Whose a unit is.
    #[inline]
    #[must_use]
    pub fn side(self, unit: UnitId) -> Side {
        self.unit(unit).side
    }

    /// Whether something is true of a unit.
    #[inline]
    #[must_use]
    pub fn is(self, unit: UnitId, mark: Mark) -> bool {
        self.troop(unit).marks.any(mark)
    }

    /// Whether a unit is on the table.
    #[inline]
    #[must_use]
    pub fn is_present(self, unit: UnitId) -> bool {
        self.troop(unit).whereabouts == Whereabouts::Table
    }

    /// Everybody on the table.
    pub fn present(self) -> impl Iterator<Item = UnitId> + 'a {
        self.rules.unit_ids().filter(move |&unit| self.is_present(unit))
    }

    /// A side's troops on the table.
    pub fn present_of(self, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        match self.layout {
            Some(layout) => Either::One(layout.present_of(side).iter().copied()),
            None => Either::Other(self.present().filter(move |&unit| self.side(unit) == side)),
        }
    }

    /// Enemies of a unit on the table.
    pub fn enemies(self, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        self.present_of(self.side(unit).other())
    }

    /// Friends of a unit on the table, without itself.
    pub fn friends(self, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        self.present_of(self.side(unit)).filter(move |&friend| friend != unit)
    }

    /// Whether a unit is in skirmish order.
    #[inline]
    #[must_use]
    pub fn is_loose(self, unit: UnitId) -> bool {
        self.troop(unit).formation == Formation::Skirmish
    }

    /// Whether a unit is formed: everyone not in skirmish order but wagons (G-3).
    #[inline]
    #[must_use]
    pub fn is_formed(self, unit: UnitId) -> bool {
        !self.is_loose(unit) && self.unit(unit).arm != Arm::Wagon
    }

    /// Whether a unit is on horseback.
    #[must_use]
    pub fn is_mounted(self, unit: UnitId) -> bool {
        self.unit(unit).arm == Arm::Cavalry && !self.is(unit, Mark::DISMOUNTED)
    }

    /// Whether a unit fights on foot with what it carries.
    #[must_use]
    pub fn is_on_foot(self, unit: UnitId) -> bool {
        self.unit(unit).arm == Arm::Infantry || self.is(unit, Mark::DISMOUNTED)
    }

    /// A unit's grade; of a Green one whose grade nobody knows yet, the middle one: whoever needs the grade has
    /// it rolled first.
    #[inline]
    #[must_use]
    pub fn grade(self, unit: UnitId) -> Grade {
        self.troop(unit).grade.unwrap_or(Grade::Regular)
    }

    /// The size of a unit's stands.
    #[inline]
    #[must_use]
    pub fn size(self, unit: UnitId) -> Size {
        match self.unit(unit).arm {
            Arm::Infantry => Size::FOOT,
            Arm::Cavalry if self.is(unit, Mark::DISMOUNTED) => Size::FOOT,
            Arm::Cavalry => Size::HORSE,
            Arm::Wagon => Size::WAGON,
            _ => Size::GUN,
        }
    }

    /// Whether a unit is under a headquarters, or under one below it.
    #[must_use]
    pub fn is_under(self, unit: UnitId, hq: HqId) -> bool {
        self.rules.is_under(self.unit(unit).hq, hq)
    }
}
