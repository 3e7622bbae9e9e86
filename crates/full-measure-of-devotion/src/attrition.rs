//! Attrition (11.0 Part I): both sides at once, in secret.

use crate::event::What;
use crate::ids::ForceId;
use crate::position::{Play, Position};
use crate::state::{Answered, Phase};
use crate::strength::Kind;
use engine::Side;

impl Position<'_> {
    /// The next Force of a side that has hits to place.
    pub(crate) fn next_due(&self, side: Side) -> Option<ForceId> {
        ForceId::of(side).find(|&force| self.force(force).due > 0)
    }
}

impl Play<'_> {
    /// Works out the hits of every Force (FMD-11-I-1 to FMD-11-I-3).
    pub(crate) fn begin_attrition(&mut self) {
        self.state.phase = Phase::Attrition;
        self.state.answers = [Answered::default(); 2];
        for force in ForceId::all() {
            let box_ = self.state.force(force);
            if box_.at.is_none() {
                continue;
            }
            let (size, forage) = (box_.strength.size(), box_.markers.forage);
            let hits = self.campaign.tables.attrition(size, forage, self.state.weather);
            let hits = hits.min(box_.strength.absorbs());
            self.state.force_mut(force).due = hits;
            if hits > 0 {
                self.tell(What::AttritionDue { force, hits });
            }
        }
        self.state.evidence.attrition(self.campaign, self.state.weather, &self.state.forces);
    }

    /// One hit, placed by the owner. What dies is announced when both sides are done (FMD-11-I-7).
    pub(crate) fn take_attrition(&mut self, force: ForceId, kind: Kind) {
        let box_ = self.state.force_mut(force);
        box_.due -= 1;
        let eliminated = box_.strength.hit(kind);
        if eliminated {
            self.state.answers[force.side().index()].lost += 1;
        }
        self.tell(What::Hit { force, kind, eliminated });
    }

    /// Both sides are done: losses are announced, empty sleighs go.
    pub(crate) fn end_attrition(&mut self) {
        // That nobody died is news, too.
        self.story.reveal();
        for side in Side::BOTH {
            let lost = self.state.answers[side.index()].lost;
            self.state.evidence.loose_deaths(side, lost);
            self.announce_losses(side, lost);
            for force in ForceId::of(side) {
                if self.state.force(force).at.is_some() && self.state.force(force).strength.is_empty() {
                    self.destroy(force);
                }
            }
        }
    }
}
