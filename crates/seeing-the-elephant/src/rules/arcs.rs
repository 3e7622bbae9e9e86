//! Arcs of fire, and what is the flank or rear of a unit (G-6, G-7, STE-FLK-1).

use crate::model::figure::Bodies;
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::scenario::MOST_STANDS;
use crate::model::state::{Formation, Mark, Run};
use arrayvec::ArrayVec;
use ground::table::{Body, Heading, Posed, Wedge};

/// How far an arc opens outward from each front corner, in tenths of a degree (G-6).
const OPENS: u16 = 450;

/// The arc of one stand: everything between the lines that lead 45° outward from its front corners (G-6).
#[must_use]
pub fn arc(stand: &Body) -> Option<Wedge> {
    arc_of(&stand.posed(0), stand.heading)
}

/// The same where its corners are known already.
#[must_use]
pub fn arc_of(stand: &Posed, heading: Heading) -> Option<Wedge> {
    Wedge::from_front(stand, heading, OPENS)
}

/// Whether a stand is in an arc: its centre or one of its corners is (G-6).
#[must_use]
pub fn holds(arc: &Wedge, stand: &Posed) -> bool {
    arc.holds(stand.middle) || stand.outline.iter().any(|&corner| arc.holds(corner))
}

/// What a unit has before it where flank and rear are asked about (G-7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arcs {
    /// Everything: skirmishers have neither flank nor rear (STE-SKIRM-6), nor has a square (G-7).
    round: bool,
    /// The arcs of its stands; none at all for troops that rout (G-6).
    stands: ArrayVec<Wedge, MOST_STANDS>,
}

impl Arcs {
    /// What a unit has before it.
    #[must_use]
    pub fn of(at: Position<'_>, unit: UnitId) -> Arcs {
        let troop = at.troop(unit);
        // STE-SKIRM-8: until R-84 ends it, skirmishers who ran from a combat have flanks and a rear.
        let exposed = troop.withdrawing.is_some() && at.is(unit, Mark::RAN_FROM_COMBAT);
        let round = match troop.formation {
            Formation::Square => true,
            Formation::Skirmish => !exposed,
            _ => false,
        };
        let stands = match troop.formation {
            _ if round || troop.withdrawing == Some(Run::Rout) => ArrayVec::new(),
            // Who is limbered sees ahead of the first stand only.
            Formation::Limbered => at.stands(unit).first().and_then(arc).into_iter().collect(),
            _ => at.stands(unit).iter().filter_map(arc).collect(),
        };
        Arcs { round, stands }
    }

    /// Whether some stand has another before it.
    #[must_use]
    pub fn hold(&self, stand: &Posed) -> bool {
        self.round || self.stands.iter().any(|arc| holds(arc, stand))
    }
}

/// Whether a unit's fire comes from the flank or rear of another: none of its stands, silent ones included, is in any
/// arc of it (STE-FLK-1, G-7).
#[must_use]
pub fn is_flank(at: Position<'_>, firer: UnitId, target: UnitId) -> bool {
    is_flank_from(at, &at.stands(firer), target)
}

/// The same for stands that stand, or stood, somewhere: a charger's at the beginning of its phase (G-7).
#[must_use]
pub fn is_flank_from(at: Position<'_>, stands: &Bodies, target: UnitId) -> bool {
    let arcs = Arcs::of(at, target);
    !stands.iter().any(|stand| arcs.hold(&stand.posed(0)))
}
