//! Winning (chapter 9).

use crate::game::FullMeasureOfDevotion;
use crate::model::event::{Reason, What};
use crate::model::position::{Play, Position};
use crate::model::state::Phase;
use engine::agenda::Step;
use engine::{BySide, Outcome, Side};
use ground::Hex;
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// Whether a Confederate Force holds the hex as FMD-9-1 asks (RUL-53).
    #[must_use]
    pub fn is_occupied(&self, hex: Hex) -> bool {
        self.state.force_at(Side::Confederate, hex).is_some_and(|force| {
            let detail = self.force(force);
            detail.strength.size() >= self.campaign.goals.garrison
                // The house rule, unless the scenario goes by the letter.
                && (detail.markers.initial == 0 || self.campaign.initial_order_occupies)
                && self.is_supplied(force)
        })
    }

    /// Whether there is neither a Confederate Force nor a flipped train on the map (RUL-53).
    fn is_none_left(&self) -> bool {
        self.state.forces_of(Side::Confederate).next().is_none()
            && !self.state.trains.iter().any(|train| train.flipped)
    }

    /// How the campaign stands at the end of the turn.
    #[must_use]
    pub fn decision(&self) -> Option<(Side, Reason)> {
        let marks = &self.campaign.landmarks;
        let confederate = |reason| Some((Side::Confederate, reason));
        // FMD-9-1
        if marks.washington.iter().any(|&hex| self.is_occupied(hex)) {
            return confederate(Reason::Washington);
        }
        // FMD-9-2
        if !marks.cities.is_empty() && marks.cities.iter().all(|&hex| self.is_occupied(hex)) {
            return confederate(Reason::TwoCities);
        }
        // FMD-9-4, FMD-9-5
        if self.state.trains_home >= self.state.trains_needed {
            return confederate(Reason::Trains);
        }
        if self.is_none_left() {
            return Some((Side::Union, Reason::NoConfederates));
        }
        // FMD-8-1
        if self.state.turn < self.campaign.last_turn {
            return None;
        }
        // FMD-9-6, FMD-9-8
        let BySide { union, confederate: confederate_lost } = self.state.lost;
        if union >= self.campaign.goals.losses && 2 * u16::from(confederate_lost.0) < u16::from(union.0) {
            confederate(Reason::Losses)
        } else {
            Some((Side::Union, Reason::Nothing))
        }
    }
}

/// The campaign is over before the turn is, whatever was still to be done.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndCampaign;

impl Step<FullMeasureOfDevotion> for EndCampaign {
    fn take(self, play: &mut Play<'_>) {
        play.state.agenda.clear();
        (play.state.march, play.state.battle, play.state.sorting) = (None, None, None);
        play.decide_campaign();
    }
}

impl Play<'_> {
    /// A Confederate Force or a train has left the map. With the last of them the Union has won at once (RUL-53),
    /// unless the trains are home that win the campaign at the end of the turn (FMD-9-4).
    pub(crate) fn count_the_left(&mut self) {
        self.state.none_left =
            self.state.trains_home < self.state.trains_needed && self.position().is_none_left();
    }

    /// T14: ends the campaign if it is decided.
    pub(crate) fn decide_campaign(&mut self) -> bool {
        let Some((winner, reason)) = self.position().decision() else { return false };
        let BySide { union, confederate } = self.state.lost;
        // Points are the enemy's brigades destroyed.
        let points = [i32::from(confederate.0), i32::from(union.0)];
        let outcome = Outcome { winner: Some(winner), points };
        self.state.outcome = Some(outcome);
        self.state.phase = Phase::Over;
        self.story.reveal();
        self.tell(What::Over { outcome, reason });
        true
    }
}
