//! Rally (2.22): marks come off, the stand faces anew (RRF-RAL-1 to RRF-RAL-11).

use super::check::Check;
use super::movement::{LayArrow, Pace};
use crate::measure::lengths::length;
use crate::model::action::Action;
use crate::model::event::{Cause, Event};
use crate::model::ids::StandId;
use crate::model::numbers::Arrow;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use engine::agenda::{Question, Step, Words, other_question};
use engine::{Listing, Side, Sides, Violation};
use ground::table::{Heading, Turn};
use serde::{Deserialize, Serialize};

/// Whether there is anything to be rallied of a stand (RRF-RAL-1, R-21, R-35).
///
/// # Errors
///
/// Why there is not.
pub fn could(at: Position<'_>, stand: StandId) -> Result<(), Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if !at.is(stand, Mark::ROUTED) {
        if !at.is(stand, Mark::ACTIVATED) {
            return refuse("RRF-RAL-1", format!("{} is neither routed nor activated.", about.name));
        }
        if at.is_engaged(stand) {
            return refuse("R-35", format!("{} is engaged.", about.name));
        }
    }
    Ok(())
}

impl Position<'_> {
    /// Other routed friends within the length of the longest arrow (RRF-RAL-3, R-50).
    #[must_use]
    pub fn routed_near(self, stand: StandId) -> u8 {
        let body = self.body(stand);
        let reach = length(Arrow::A4);
        let near = |&friend: &StandId| {
            friend != stand && self.is(friend, Mark::ROUTED) && self.body(friend).is_within(&body, reach)
        };
        self.present_of(self.side(stand)).filter(near).count() as u8
    }
}

/// A stand tries to rally (RRF-RAL-3, RRF-RAL-4).
pub fn rally(play: &mut Play<'_>, stand: StandId) {
    let modifier = play.at().routed_near(stand) as i8;
    let check = Check { stand, modifier, cause: Cause::Rally };
    play.state.agenda.then([check.into(), Rallied { stand }.into()]);
}

/// What comes of a Rally.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rallied {
    /// Whose.
    pub stand: StandId,
}

impl Step<RallyRoundTheFlag> for Rallied {
    fn take(self, play: &mut Play<'_>) {
        let stand = self.stand;
        let was_routed = play.at().is(stand, Mark::ROUTED);
        if play.state.is_passed {
            // RRF-RAL-1, RRF-RAL-5: it may act again in this Round. RRF-RAL-9: with ROUTED goes the cross on its Fire.
            play.mark(stand, Mark::ROUTED.or(Mark::ACTIVATED).or(Mark::GAVE_WAY), false);
            play.tell(Event::Rallied { stand, was_routed });
            play.state.agenda.push(Reface { stand, goes_on: true });
        }
        // RRF-RAL-11: of a stand that was only activated nothing more comes.
        if !play.state.is_passed && was_routed {
            // RRF-RAL-6: another rout move, as it faces.
            super::rout::rout(play, stand, super::rout::From::Facing);
        }
    }
}

/// Which way a rallied stand faces (RRF-RAL-5, RRF-RAL-9): any.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reface {
    /// Who.
    pub stand: StandId,
    /// Whether a Tactic move may follow (RRF-RAL-10); not after a square (RRF-CRX-11).
    pub goes_on: bool,
}

impl Question<RallyRoundTheFlag> for Reface {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Which way does {} face?", at.stand(self.stand).name), "RRF-RAL-5")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let facing = at.troop(self.stand).pose.heading;
        let turns = (0..8).map(|eighth| Action::Face(facing.turned(Turn::tenths(eighth * 450))));
        out.extend(turns.filter(|face| self.check(at, side, face).is_ok()));
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Face(heading) = *action else { return other_question() };
        at.has_room(self.stand, at.refaced(self.stand, heading))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Face(heading) = *action else { return };
        let stand = self.stand;
        let pose = play.at().refaced(stand, heading);
        // RRF-RAL-10, R-50: one Tactic move, if it pleases; not in contact.
        if self.goes_on && !play.at().is_engaged(stand) {
            play.state.agenda.push(LayArrow { stand, pace: Pace::Rallied, by_card: false });
        }
        if play.at().troop(stand).pose != pose {
            play.troop(stand).pose = pose;
            play.tell(Event::Faced { stand, heading });
        }
    }
}

impl Position<'_> {
    /// A stand turned about its flag or its muzzles (RRF-RAL-9); as it is where it does not turn at all.
    fn refaced(self, stand: StandId, heading: Heading) -> crate::measure::Pose {
        let pose = self.troop(stand).pose;
        if pose.heading == heading { pose } else { pose.refaced(self.arm(stand), heading) }
    }
}
