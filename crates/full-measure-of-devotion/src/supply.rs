//! Supply (11.0 Part IV) and the markers at the end of the phase (12.0 Part IV).

use crate::event::What;
use crate::ids::ForceId;
use crate::position::{Play, Position};
use crate::state::Weather;
use engine::Side;
use ground::HexSet;

impl Position<'_> {
    /// Half movement points over which a source feeds a Union Force (FMD-11-IV-2, FMD-11-IV-3).
    #[must_use]
    pub const fn supply_range(&self) -> u8 {
        match self.state.weather {
            Weather::Sunny | Weather::Cloudy => 12,
            Weather::Heavy => 10,
            Weather::Torrential => 8,
        }
    }

    /// Whether a Force is in supply as things stand.
    #[must_use]
    pub fn is_supplied(&self, force: ForceId) -> bool {
        match force.side() {
            Side::Union => self.is_supplied_within(&self.union_supply(), force),
            Side::Confederate => self.is_supplied_within(&HexSet::EMPTY, force),
        }
    }

    /// The same where it is known from which hexes the Union is supplied.
    fn is_supplied_within(&self, union_supply: &HexSet, force: ForceId) -> bool {
        let box_ = self.force(force);
        let Some(at) = box_.at else { return false };
        match force.side() {
            Side::Union => union_supply.contains(at),
            Side::Confederate => {
                !self.campaign.landmarks.north.contains(at)
                    || box_.markers.initial > 0
                    || box_.trains > 0
                    || box_.fed
            }
        }
    }

    /// RUL-24: every hex from which a way leads to a source that is near enough, not through hexes the Confederates cut.
    ///
    /// The ways are found backward, from all sources at once.
    #[must_use]
    pub fn union_supply(&self) -> HexSet {
        let mut sources = HexSet::EMPTY;
        for source in self.state.depots.iter().copied().chain(self.friendly_sources()) {
            sources.insert(source);
        }
        self.flood_supply(&sources, &self.cut(), self.supply_range())
    }
}

impl Play<'_> {
    /// T5: FORAGE on every Force out of supply (FMD-11-IV-7).
    pub(crate) fn check_supply(&mut self) {
        let union_supply = self.position().union_supply();
        for force in ForceId::all() {
            if self.state.force(force).at.is_some()
                && !self.state.force(force).markers.forage
                && !self.position().is_supplied_within(&union_supply, force)
            {
                self.state.force_mut(force).markers.forage = true;
                self.tell(What::Foraging { force });
            }
        }
    }

    /// T11: markers off, exchanged, ended, in this order (12.0 Part IV, RUL-65).
    pub(crate) fn update_markers(&mut self) {
        let forages = |force| self.state.force(force).markers.forage;
        let union_supply = if ForceId::of(Side::Union).any(forages) {
            self.position().union_supply()
        } else {
            HexSet::EMPTY
        };
        for force in ForceId::all() {
            if self.state.force(force).at.is_none() {
                continue;
            }
            let supplied = self.state.force(force).markers.forage
                && self.position().is_supplied_within(&union_supply, force);
            let box_ = self.state.force_mut(force);
            let markers = &mut box_.markers;
            markers.combat = 0;
            markers.fatigue = false;
            if supplied {
                markers.forage = false;
            }
            let arrived = markers.plus_one;
            markers.order += arrived;
            markers.plus_one = std::mem::take(&mut markers.plus_two);
            // FMD-12-I-5d: an order that has arrived ends the initial one.
            if arrived > 0 {
                box_.marching = false;
            }
            let before = box_.markers.initial;
            if before > 0 {
                // Whether the marker stays shows whether the order still runs.
                self.story.reveal();
            }
            let box_ = self.state.force_mut(force);
            box_.markers.initial = u8::from(box_.marching && before > 0);
            let ended = before > box_.markers.initial;
            if supplied {
                self.tell(What::Supplied { force });
            }
            if arrived > 0 {
                self.tell(What::Exchanged { force, orders: arrived });
            }
            if ended {
                self.tell(What::InitialEnded { force });
            }
        }
    }
}
