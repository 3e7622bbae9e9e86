//! The rules and a state, looked at together; and the hand that moves the troops.

use super::event::Event;
use super::ids::{BrigadeId, GeneralId, StandId};
use super::numbers::{Arm, Command, Leadership, Ratings, Strength};
use super::scenario::{Kind, Part, RallyRoundTheFlag, Stand};
use super::state::{Leader, Mark, Posted, State, Troop, Whereabouts};
use engine::{Chance, Side, Story};

/// A position to be read.
#[derive(Copy, Clone)]
pub struct Position<'a> {
    /// What does not change.
    pub rules: &'a RallyRoundTheFlag,
    /// What does.
    pub state: &'a State,
}

/// A position to be changed.
pub struct Play<'a> {
    /// What does not change.
    pub rules: &'a RallyRoundTheFlag,
    /// What does.
    pub state: &'a mut State,
    /// Where dice come from.
    pub chance: &'a mut dyn Chance,
    /// Where it is told what happened.
    pub story: &'a mut dyn Story<Event>,
}

impl Play<'_> {
    /// The position as it stands.
    #[inline]
    #[must_use]
    pub const fn at(&self) -> Position<'_> {
        Position { rules: self.rules, state: self.state }
    }

    /// A regiment or battery, to be changed.
    #[inline]
    pub fn troop(&mut self, stand: StandId) -> &mut Troop {
        &mut self.state.troops[stand.index()]
    }

    /// A General, to be changed.
    #[inline]
    pub fn leader(&mut self, general: GeneralId) -> &mut Leader {
        &mut self.state.leaders[general.index()]
    }

    /// Sets or clears what is true of a stand.
    #[inline]
    pub fn mark(&mut self, stand: StandId, mark: Mark, holds: bool) {
        let troop = self.troop(stand);
        troop.marks = if holds { troop.marks | mark } else { troop.marks.without(mark) };
    }

    /// Tells what happened.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.story.tell(event);
    }
}

impl<'a> Position<'a> {
    /// What the scenario says of a stand.
    #[inline]
    #[must_use]
    pub fn stand(self, stand: StandId) -> &'a Stand {
        self.rules.stand(stand)
    }

    /// How a stand is.
    #[inline]
    #[must_use]
    pub fn troop(self, stand: StandId) -> &'a Troop {
        &self.state.troops[stand.index()]
    }

    /// How a General is.
    #[inline]
    #[must_use]
    pub fn leader(self, general: GeneralId) -> &'a Leader {
        &self.state.leaders[general.index()]
    }

    /// How a brigade takes part.
    #[inline]
    #[must_use]
    pub fn posted(self, brigade: BrigadeId) -> &'a Posted {
        &self.state.brigades[brigade.index()]
    }

    /// The Generals of a stand's chain of command, the lowest first (RRF-COC-1, RRF-COC-3).
    pub fn chain(self, stand: StandId) -> impl Iterator<Item = GeneralId> + 'a {
        let lowest = self.posted(self.stand(stand).brigade).general;
        std::iter::successors(Some(lowest), move |&below| self.rules.general(below).above)
    }

    /// Whether a stand is of a General's command, all the way down his chain (RRF-RAD-1). Over a subordinated brigade
    /// nobody below its General commands (RRF-DECK-7a).
    #[must_use]
    pub fn commands(self, general: GeneralId, stand: StandId) -> bool {
        self.chain(stand).any(|above| above == general)
    }

    /// Whose a stand is.
    #[inline]
    #[must_use]
    pub fn side(self, stand: StandId) -> Side {
        self.stand(stand).side
    }

    /// Whether something is true of a stand.
    #[inline]
    #[must_use]
    pub fn is(self, stand: StandId, mark: Mark) -> bool {
        self.troop(stand).marks.any(mark)
    }

    /// Whether a stand is on the map.
    #[inline]
    #[must_use]
    pub fn is_present(self, stand: StandId) -> bool {
        self.troop(stand).whereabouts == Whereabouts::Map
    }

    /// Whether a General is on the map.
    #[inline]
    #[must_use]
    pub fn leads(self, general: GeneralId) -> bool {
        self.leader(general).whereabouts == Whereabouts::Map
    }

    /// Every stand on the map.
    pub fn present(self) -> impl Iterator<Item = StandId> + 'a {
        self.rules.stand_ids().filter(move |&stand| self.is_present(stand))
    }

    /// A side's stands on the map.
    pub fn present_of(self, side: Side) -> impl Iterator<Item = StandId> + 'a {
        self.present().filter(move |&stand| self.side(stand) == side)
    }

    /// A side's Generals on the map.
    pub fn generals_of(self, side: Side) -> impl Iterator<Item = GeneralId> + 'a {
        let ids = self.rules.general_ids();
        ids.filter(move |&general| self.rules.general(general).side == side && self.leads(general))
    }

    /// What stands on the map of a regiment or battery.
    #[must_use]
    pub fn arm(self, stand: StandId) -> Arm {
        match self.stand(stand).kind {
            Kind::Infantry => Arm::Infantry,
            Kind::Artillery => Arm::Artillery,
            Kind::Cavalry if self.is(stand, Mark::MOUNTED) => Arm::Mounted,
            Kind::Cavalry => Arm::Dismounted,
        }
    }

    /// Circles not marked of one of its stands (RRF-TRP-4).
    #[must_use]
    pub fn circles(self, stand: StandId, part: Part) -> Strength {
        let part = part as usize;
        Strength(self.stand(stand).circles[part].0.saturating_sub(self.troop(stand).losses[part]))
    }

    /// The Troop Strength of what stands on the map of it (RRF-TRP-4, R-46).
    #[must_use]
    pub fn strength(self, stand: StandId) -> Strength {
        let part = if self.arm(stand) == Arm::Mounted { Part::Mounted } else { Part::Men };
        self.circles(stand, part)
    }

    /// What is read off a General's stand (RRF-LEAD-2).
    #[must_use]
    pub fn ratings(self, general: GeneralId) -> Ratings {
        self.rules.general(general).ratings.marked(self.leader(general).stones)
    }

    /// His Command: the cards of his activation (RRF-LEAD-3).
    #[must_use]
    pub fn command(self, general: GeneralId) -> Command {
        self.ratings(general).command
    }

    /// His Leadership: the action points of his activation (RRF-LEAD-4).
    #[must_use]
    pub fn leadership(self, general: GeneralId) -> Leadership {
        self.ratings(general).leadership
    }
}
