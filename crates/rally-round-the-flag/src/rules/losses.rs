//! Losses (2.15): circles, stands destroyed, Generals killed or wounded.

use super::dice::{self, Purpose};
use crate::model::event::{Event, Fate};
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Gravestones;
use crate::model::position::{Play, Position};
use crate::model::scenario::{Part, RallyRoundTheFlag};
use crate::model::state::Whereabouts;
use engine::Side;
use engine::agenda::Step;
use serde::{Deserialize, Serialize};

/// Marks a circle of a stand (RRF-LOSS-1, RRF-MARK-4). Whether the regiment or battery is destroyed by it: a battery by
/// any loss (RRF-LOSS-2, R-46), a regiment with the last circle of its men (RRF-LOSS-7, RRF-CAV-6).
pub fn lose(play: &mut Play<'_>, stand: StandId, part: Part) -> bool {
    let circles = play.rules.stand(stand).circles[part as usize].0;
    let lost = &mut play.troop(stand).losses[part as usize];
    *lost = lost.saturating_add(1).min(circles);
    play.tell(Event::Lost { stand, part });
    play.at().circles(stand, Part::Men).0 == 0
}

/// Takes a stand off the map that was destroyed (RRF-LOSS-7).
pub fn destroy(play: &mut Play<'_>, stand: StandId) {
    play.troop(stand).whereabouts = Whereabouts::Destroyed;
    play.tell(Event::Destroyed { stand });
}

impl Position<'_> {
    /// The Generals who touch a stand of their side (RRF-KIA-1): who is touched when it is hit, routs or dies.
    pub fn attached(self, stand: StandId) -> impl Iterator<Item = GeneralId> {
        self.generals_of(self.side(stand)).filter(move |&general| self.touches_general(general, stand))
    }
}

/// Each General who touches a stand that was hit, routs or is destroyed is rolled for (RRF-KIA-1, R-45).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Casualties {
    /// Whom they touched.
    pub stand: StandId,
    /// The Generals of lower numbers have been rolled for.
    pub from: GeneralId,
}

impl Casualties {
    /// For all who touch a stand.
    #[must_use]
    pub const fn of(stand: StandId) -> Casualties {
        Casualties { stand, from: GeneralId(0) }
    }
}

impl Step<RallyRoundTheFlag> for Casualties {
    fn take(self, play: &mut Play<'_>) {
        let rolled = play.state.rolled_for;
        let is_next = |general: &GeneralId| *general >= self.from && !rolled.contains(*general);
        let next = play.at().attached(self.stand).find(is_next);
        let Some(general) = next else { return };
        // once in an action.
        play.state.rolled_for.insert(general);
        play.state.agenda.push(Casualties { from: GeneralId(general.0.saturating_add(1)), ..self });
        play.state.agenda.push(JudgeCasualty { general });
        dice::throw(play, Purpose::Casualty(general), false, "a General in danger");
    }
}

/// The dice for a General are read.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JudgeCasualty {
    /// Who.
    pub general: GeneralId,
}

impl Step<RallyRoundTheFlag> for JudgeCasualty {
    fn take(self, play: &mut Play<'_>) {
        let general = self.general;
        let Some(roll) = dice::read(play) else { return };
        // by what his stand says now; killed goes before wounded where both are the same.
        let ratings = play.at().ratings(general);
        let fate = match roll.sum() {
            sum if sum == ratings.command.0 => Fate::Killed,
            sum if sum == ratings.leadership.0 => Fate::Wounded,
            _ => Fate::Unhurt,
        };
        play.tell(Event::Casualty { general, dice: roll.dice, fate });
        if fate == Fate::Unhurt {
            return;
        }
        let side = play.rules.general(general).side;
        if fate == Fate::Killed {
            // RRF-KIA-2: a point for the other side; his stand stays, with a successor.
            let points = &mut play.state.points[side.other().index()];
            *points = points.saturating_add(1);
        }
        // RRF-KIA-6, RRF-KIA-7: never more than two.
        let leader = play.leader(general);
        leader.stones = Gravestones((leader.stones.0 + 1).min(2));
        shrink(play, side, general);
    }
}

/// whoever commands all with less Leadership holds fewer cards from now on.
fn shrink(play: &mut Play<'_>, side: Side, general: GeneralId) {
    if play.state.commanders[side.index()] != Some(general) {
        return;
    }
    let capacity = play.at().capacity(side);
    let held = play.state.decks[side.index()].hand.len() as u8;
    if held > capacity {
        play.tell(Event::HandShrinks { side, capacity });
        let needed = held - capacity;
        play.state.agenda.push(super::cards::Discard { side, needed, most: needed });
    }
}
