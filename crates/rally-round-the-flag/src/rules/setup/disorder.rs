//! Unformed brigades are disordered by the enemy (S14, RRF-FORM-19, RRF-FORM-20, R-60, R-116).

use super::sketches;
use crate::model::action::Action;
use crate::model::cards::Formation;
use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use crate::rules::movement::{self, Pace};
use crate::rules::rout::shift;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// A side forces Tactic moves on stands of the enemy's Unformed brigades: as many as its overall commander has
/// Leadership, over all of them, and each at most once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Disorder {
    /// Who forces.
    pub by: Side,
    /// On how many more.
    pub left: u8,
}

impl Disorder {
    /// What a side may force.
    #[must_use]
    pub fn of(at: Position<'_>, by: Side) -> Disorder {
        Disorder { by, left: at.capacity(by) }
    }

    fn check_on(self, at: Position<'_>, stand: StandId) -> Result<(), Violation> {
        let about = at.stand(stand);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
        let unformed = at.posted(about.brigade).formation == Some(Formation::Unformed);
        if about.side == self.by || !at.is_present(stand) || !unformed {
            return refuse("RRF-FORM-19", format!("{} is no stand of an Unformed brigade.", about.name));
        }
        // Marked while the battle is set up.
        if at.is(stand, Mark::ACTIVATED) {
            return refuse("R-116", format!("{} has been moved already.", about.name));
        }
        Ok(())
    }
}

impl Question<RallyRoundTheFlag> for Disorder {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.by)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let any = at.rules.stand_ids().any(|stand| self.check_on(at, stand).is_ok());
        if any && self.left > 0 { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        let left = self.left;
        Words::new(format!("Which unformed stands do you disorder? {left} more may be."), "RRF-FORM-19")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let all = at.rules.stand_ids().filter(|&stand| self.check_on(at, stand).is_ok());
        out.extend(all.map(Action::Unsettle));
        out.push(Action::Enough);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Unsettle(stand) => self.check_on(at, stand),
            Action::Enough => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Unsettle(stand) = *action else { return };
        play.mark(stand, Mark::ACTIVATED, true);
        play.state.agenda.push(Disorder { left: self.left - 1, ..self });
        play.state.agenda.push(DisorderHow { by: self.by, stand });
    }
}

/// How a stand is moved: by a Tactic, specialised or not, that ends inside its own deployment area.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DisorderHow {
    /// Who forces.
    pub by: Side,
    /// Whom.
    pub stand: StandId,
}

impl Question<RallyRoundTheFlag> for DisorderHow {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.by)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("How is {} moved?", at.stand(self.stand).name), "RRF-FORM-20")
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let mut found = Vec::new();
        movement::candidates(at, self.stand, Pace::Rallied, false, &mut found);
        let moves = found.into_iter().map(Action::Lay);
        out.extend(moves.filter(|action| self.check(at, side, action).is_ok()));
        out.push(Action::Stay);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let laid = match *action {
            Action::Lay(laid) => laid,
            Action::Stay => return Ok(()),
            _ => return other_question(),
        };
        let moved = movement::check(at, self.stand, Pace::Rallied, false, laid)?;
        let about = at.stand(self.stand);
        let zone = at.zone(about.side);
        let bodies = at.bodies_at(self.stand, moved.end);
        if bodies.iter().all(|body| body.outline.iter().all(|corner| zone.contains(*corner))) {
            return Ok(());
        }
        let text = format!("{} would end outside its deployment area.", about.name);
        Err(Violation::of("RRF-FORM-20", text).about([about.tag.clone()]))
    }

    fn sketch(self, at: Position<'_>, side: Side, action: &Action) -> Sketch {
        let Action::Lay(laid) = *action else { return Sketch::default() };
        let moved = movement::check(at, self.stand, Pace::Rallied, false, laid);
        let text = match self.check(at, side, action) {
            Ok(()) => format!("{} is moved here.", at.stand(self.stand).name),
            Err(violation) => violation.text,
        };
        sketches::stands(at, moved.map(|moved| (self.stand, moved.end, None)), text)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let stand = self.stand;
        let Action::Lay(laid) = *action else { return play.tell(Event::Stays { stand }) };
        let Ok(moved) = movement::check(play.at(), stand, Pace::Rallied, false, laid) else { return };
        shift(play, &moved.shifts);
        play.troop(stand).pose = moved.end;
        play.tell(Event::Unsettled { stand });
    }
}
