//! Several stands that check at once: all dice first, in their owner's order; then the rout moves, in his
//! order.

use super::check::Check;
use super::rout::{self, From};
use crate::model::action::Action;
use crate::model::event::Cause;
use crate::model::ids::StandId;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use engine::agenda::{Opening, Question, Step, Words, only, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// The stands in [`State::owed`] check, one after the other.
///
/// [`State::owed`]: crate::model::state::State::owed
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickCheck {
    /// Whose they are.
    pub side: Side,
    /// Why they check.
    pub cause: Cause,
    /// Whom they run from.
    pub from: From,
}

impl Question<RallyRoundTheFlag> for PickCheck {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only(self, at)
    }

    fn pass(self, play: &mut Play<'_>) {
        play.state.agenda.push(PickRunner { side: self.side, from: self.from });
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who checks first?", "R-111")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.state.owed.iter().map(|&stand| Action::Next(stand)));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        pick(&at.state.owed, at, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Next(stand) = *action else { return };
        play.state.owed.retain(|owed| *owed != stand);
        let check = Check { stand, modifier: 0, cause: self.cause };
        play.state.agenda.then([check.into(), Failed { stand }.into(), self.into()]);
    }
}

fn pick(stands: &[StandId], at: Position<'_>, action: &Action) -> Result<(), Violation> {
    let Action::Next(stand) = *action else { return other_question() };
    if stands.contains(&stand) {
        return Ok(());
    }
    let about = at.stand(stand);
    Err(Violation::of("R-111", format!("{} is not among them.", about.name)).about([about.tag.clone()]))
}

/// Whoever has failed counts as routed from now on; he runs when all dice have fallen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// Who checked.
    pub stand: StandId,
}

impl Step<RallyRoundTheFlag> for Failed {
    fn take(self, play: &mut Play<'_>) {
        if !play.state.is_passed {
            play.mark(self.stand, Mark::ROUTED, true);
            play.state.running.push(self.stand);
        }
    }
}

/// Those who failed run, one after the other.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickRunner {
    /// Whose they are.
    pub side: Side,
    /// Whom they run from.
    pub from: From,
}

impl Question<RallyRoundTheFlag> for PickRunner {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only(self, at)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who runs first?", "R-111")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.state.running.iter().map(|&stand| Action::Next(stand)));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        pick(&at.state.running, at, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Next(stand) = *action else { return };
        play.state.running.retain(|runner| *runner != stand);
        play.state.agenda.push(self);
        rout::rout(play, stand, self.from);
    }
}
