//! Discipline checks: two dice and what is added to them, not above Discipline and Heroism.

use super::dice::{self, Purpose};
use crate::model::event::{Cause, Event};
use crate::model::ids::StandId;
use crate::model::position::Play;
use crate::model::scenario::RallyRoundTheFlag;
use engine::agenda::Step;
use serde::{Deserialize, Serialize};

/// A stand checks its Discipline. Whoever has it checked looks at [`State::is_passed`] in a task behind this one.
///
/// [`State::is_passed`]: crate::model::state::State::is_passed
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Check {
    /// Who.
    pub stand: StandId,
    /// What is added to the dice.
    pub modifier: i8,
    /// Why.
    pub cause: Cause,
}

impl Step<RallyRoundTheFlag> for Check {
    fn take(self, play: &mut Play<'_>) {
        // RRF-DICE-1, RRF-TRP-3
        play.state.agenda.push(JudgeCheck { check: self, heroism: play.at().heroism(self.stand) });
        dice::throw(play, Purpose::Check(self.stand), false, "Discipline check");
    }
}

/// The dice of a check are read.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JudgeCheck {
    /// Which.
    pub check: Check,
    /// Heroism as the table lay when the dice were thrown.
    pub heroism: u8,
}

impl Step<RallyRoundTheFlag> for JudgeCheck {
    fn take(self, play: &mut Play<'_>) {
        let JudgeCheck { check: Check { stand, modifier, cause }, heroism } = self;
        let Some(roll) = dice::read(play) else { return };
        let discipline = play.at().stand(stand).discipline.0;
        let total = i16::from(roll.sum()) + i16::from(modifier);
        let passed = total <= i16::from(discipline + heroism);
        play.state.is_passed = passed;
        play.tell(Event::Checked { stand, cause, dice: roll.dice, modifier, discipline, heroism, passed });
    }
}
