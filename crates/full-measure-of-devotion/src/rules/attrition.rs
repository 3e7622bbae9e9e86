//! Attrition (chapter 11, Part I): both sides at once, in secret.

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{Brigades, Hits};
use crate::model::position::{Play, Position};
use crate::model::state::Phase;
use crate::model::strength::Kind;
use crate::model::task::{ask_or_pass, sides};
use crate::speech::{self, counted, own};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{BySide, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// The next Force of a side that has hits to place.
    fn next_due(&self, side: Side) -> Option<ForceId> {
        ForceId::of(side).find(|&force| self.force(force).due > Hits::ZERO)
    }
}

/// Which brigades take the hits of attrition? Their owner says (FMD-11-I-6). Both sides answer at once, each until it
/// has placed all (T2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceAttrition;

impl Question<FullMeasureOfDevotion> for PlaceAttrition {
    fn asked(self, at: Position<'_>) -> Sides {
        sides(|side| !at.state.answers[side].done)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        match at.next_due(side) {
            Some(force) => {
                let hits = counted(at.force(force).due, "attrition hit", "attrition hits");
                Words::new(format!("{} takes {hits}: which brigade?", own(force)), "FMD-11-I-6")
            }
            None => Words::new("Attrition: nothing is left to place. Go on?", "FMD-11-I-7"),
        }
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        match at.next_due(side) {
            Some(force) => out.extend(at.force(force).strength.kinds().map(Action::Hit)),
            None => out.push(Action::Confirm),
        }
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match (at.next_due(side), *action) {
            (Some(force), Action::Hit(kind)) => at.check_hit(force, kind),
            (None, Action::Confirm) => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        match (play.position().next_due(side), *action) {
            (Some(force), Action::Hit(kind)) => play.take_attrition(force, kind),
            _ => play.state.answers[side].done = true,
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match (at.next_due(side), *action) {
            (Some(force), Action::Hit(kind)) => speech::hit(kind, at.force(force).strength.of(kind)),
            (_, Action::Confirm) => "Go on".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

impl Play<'_> {
    /// Works out the hits of every Force (FMD-11-I-1, FMD-11-I-3).
    pub(crate) fn begin_attrition(&mut self) {
        self.state.phase = Phase::Attrition;
        self.state.answers = BySide::default();
        for force in ForceId::all() {
            let detail = self.state.force(force);
            if detail.at.is_none() {
                continue;
            }
            // FMD-11-I-2: FORAGE is what earlier turns left; this turn's supply is not checked yet.
            let (size, forage) = (detail.strength.size(), detail.markers.forage);
            let hits = self.campaign.tables.attrition(size, forage, self.state.weather);
            let hits = hits.min(detail.strength.absorbs());
            self.state.force_mut(force).due = hits;
            if hits > Hits::ZERO {
                self.tell(What::AttritionDue { force, hits });
            }
        }
        self.state.note_attrition(self.campaign);
    }

    /// One hit, placed by the owner. What dies is announced when both sides are done (FMD-11-I-7).
    fn take_attrition(&mut self, force: ForceId, kind: Kind) {
        let detail = self.state.force_mut(force);
        detail.due -= Hits(1);
        let eliminated = detail.strength.hit(kind);
        if eliminated {
            self.state.answers[force.side()].lost += Brigades(1);
        }
        self.tell(What::Hit { force, kind, eliminated });
    }

    /// Both sides are done: losses are announced, empty sleighs go.
    pub(crate) fn end_attrition(&mut self) {
        // That nobody died is news, too.
        self.story.reveal();
        for side in Side::BOTH {
            let lost = self.state.answers[side].lost;
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
