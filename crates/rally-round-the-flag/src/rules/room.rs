//! What lies in the way: contact, and whether a stand has room somewhere (3.1, 3.5, RRF-LEAD-9).

use crate::measure::lengths::{INSET, TOUCH};
use crate::measure::{Pose, contact};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use crate::model::position::Position;
use crate::model::scenario::Part;
use crate::model::state::Mark;
use arrayvec::ArrayVec;
use engine::Violation;
use ground::table::Posed;

impl Position<'_> {
    /// The bodies of a regiment or battery if it stood there: its stand, and behind a dismounted one its holders
    /// (RRF-CAV-2, RRF-CAV-2a).
    #[must_use]
    pub fn bodies_at(self, stand: StandId, pose: Pose) -> ArrayVec<Posed, 2> {
        let mut bodies = ArrayVec::new();
        bodies.push(pose.posed(self.arm(stand)));
        if self.arm(stand) == Arm::Dismounted && self.circles(stand, Part::Holders).0 > 0 {
            bodies.push(pose.holders().posed(INSET));
        }
        bodies
    }

    /// The bodies of a regiment or battery where it stands.
    #[must_use]
    pub fn bodies(self, stand: StandId) -> ArrayVec<Posed, 2> {
        self.bodies_at(stand, self.troop(stand).pose)
    }

    /// Whether two stands touch, with all that belongs to them.
    #[must_use]
    pub fn touch(self, one: StandId, other: StandId) -> bool {
        let others = self.bodies(other);
        self.bodies(one).iter().any(|body| others.iter().any(|there| body.is_within(there, TOUCH)))
    }

    /// Whether a stand is in contact with an enemy, if only across a barricade, and not both are routed (3.5, R-80).
    #[must_use]
    pub fn is_engaged(self, stand: StandId) -> bool {
        let routed = self.is(stand, Mark::ROUTED);
        self.present_of(self.side(stand).other())
            .any(|enemy| !(routed && self.is(enemy, Mark::ROUTED)) && self.meets(stand, enemy))
    }

    /// Whether two stands are in contact, if only across a barricade (3.5).
    #[must_use]
    pub fn meets(self, one: StandId, other: StandId) -> bool {
        let (own, bodies) = (self.bodies(one), self.bodies(other));
        let barricades = &self.state.barricades;
        own.iter().any(|body| bodies.iter().any(|there| contact::is_contact(body, there, barricades)))
    }

    /// Whether a stand could stand there without lying on another, and on the map (RRF-LEAD-9, RRF-MAP-6).
    ///
    /// # Errors
    ///
    /// What is in the way.
    pub fn has_room(self, stand: StandId, pose: Pose) -> Result<(), Violation> {
        if pose == self.troop(stand).pose {
            return Ok(());
        }
        let about = self.stand(stand);
        let bodies = self.bodies_at(stand, pose);
        if bodies.iter().any(|body| !self.rules.land.field().is_on_table(&body.outline)) {
            let text = format!("{} would reach beyond the map.", about.name);
            return Err(Violation::of("RRF-MAP-6", text).about([about.tag.clone()]));
        }
        let lies_on = |other: &StandId| {
            *other != stand
                && self.bodies(*other).iter().any(|there| bodies.iter().any(|body| body.overlaps(there)))
        };
        match self.present().find(lies_on) {
            None => Ok(()),
            Some(other) => {
                let other = self.stand(other);
                let text = format!("{} would lie on {}.", about.name, other.name);
                Err(Violation::of("RRF-LEAD-9", text).about([about.tag.clone(), other.tag.clone()]))
            }
        }
    }
}
