//! Supply (chapter 11, Part IV) and the markers at the end of the phase (chapter 12, Part IV).

use crate::model::campaign::Traveller;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{MovementPoints, Trains};
use crate::model::position::{Play, Position};
use crate::model::state::{Combats, Weather};
use engine::Side;
use ground::{Hex, HexSet};

impl Position<'_> {
    /// How far a source feeds a Union Force (FMD-11-IV-2, FMD-11-IV-3).
    #[must_use]
    pub const fn supply_range(&self) -> MovementPoints {
        match self.state.weather {
            Weather::Sunny | Weather::Cloudy => MovementPoints::whole(6),
            Weather::Heavy => MovementPoints::whole(5),
            Weather::Torrential => MovementPoints::whole(4),
        }
    }

    /// Whether a Force is in supply as things stand.
    #[must_use]
    pub fn is_supplied(&self, force: ForceId) -> bool {
        match force.side() {
            Side::Union => self.is_supplied_past(&self.cut(), force),
            Side::Confederate => self.is_supplied_past(&HexSet::EMPTY, force),
        }
    }

    /// The same where it is known which hexes the Confederates cut.
    fn is_supplied_past(&self, cut: &HexSet, force: ForceId) -> bool {
        let detail = self.force(force);
        let Some(at) = detail.at else { return false };
        match force.side() {
            Side::Union => self.is_union_supplied(cut, at),
            // FMD-11-IV-5: in the South, or on an initial order; FMD-11-IV-6: by a train, or by the town it depleted.
            Side::Confederate => {
                !self.campaign.landmarks.north.contains(at)
                    || detail.markers.initial > 0
                    || detail.trains > Trains::ZERO
                    || detail.fed
            }
        }
    }

    /// RUL-24: the cheapest way to a source, not through hexes the Confederates cut (FMD-11-IV-4). A DEPOT is a source
    /// (FMD-11-II-2), even if its own chain is cut (FMD-11-II-17).
    pub(crate) fn is_union_supplied(&self, cut: &HexSet, at: Hex) -> bool {
        let rides = self.campaign.bare_rides(self.state.weather);
        let sources = || self.state.depots().iter().copied().chain(self.friendly_sources());
        let mut near =
            sources().filter(|&source| rides.distance(at, source) <= self.supply_range().0).peekable();
        // Mostly no source is near, or the Confederates are far: only else has the way to be searched.
        if near.peek().is_none() {
            return false;
        }
        near.any(|source| self.is_straight_open(cut, at, source))
            || self.search(|scratch| {
                let range = u16::from(self.supply_range().0);
                self.costs(Traveller::Rider).reach(scratch, at, range, |hex| cut.contains(hex));
                sources().any(|hex| scratch.cost(hex).is_some())
            })
    }
}

impl Play<'_> {
    /// T5: FORAGE on every Force out of supply (FMD-11-IV-7).
    pub(crate) fn check_supply(&mut self) {
        let cut = self.position().cut();
        for force in ForceId::all() {
            if self.state.force(force).at.is_some()
                && !self.state.force(force).markers.forage
                && !self.position().is_supplied_past(&cut, force)
            {
                self.state.force_mut(force).markers.forage = true;
                self.tell(What::Foraging { force });
            }
        }
    }

    /// T11: markers off, exchanged, ended, in this order (RUL-65).
    pub(crate) fn update_markers(&mut self) {
        let cut = self.position().cut();
        for force in ForceId::all() {
            if self.state.force(force).at.is_none() {
                continue;
            }
            let supplied =
                self.state.force(force).markers.forage && self.position().is_supplied_past(&cut, force);
            let detail = self.state.force_mut(force);
            let markers = &mut detail.markers;
            // FMD-12-IV-1
            markers.combat = Combats::NONE;
            markers.fatigue = false;
            // FMD-12-IV-2, FMD-11-IV-8
            if supplied {
                markers.forage = false;
            }
            // FMD-12-IV-3: each marker once.
            let arrived = markers.plus_one;
            markers.order += arrived;
            markers.plus_one = std::mem::take(&mut markers.plus_two);
            // FMD-12-I-5d: an order that has arrived ends the initial one.
            if arrived > 0 {
                detail.end_initial_order();
            }
            let before = detail.markers.initial;
            if before > 0 {
                // Whether the marker stays shows whether the order still runs.
                self.story.reveal();
            }
            let detail = self.state.force_mut(force);
            // FMD-12-IV-4
            detail.markers.initial = u8::from(detail.marching() && before > 0);
            let ended = before > detail.markers.initial;
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
