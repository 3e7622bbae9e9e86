//! Dice (RRF-DICE-1), and rolling them again (I-10, RRF-RRL-3, RRF-RRL-4).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{GeneralId, StandId};
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// What dice on the table decide.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// A Discipline check.
    Check(StandId),
    /// Whether a General who was touched is killed or wounded.
    Casualty(GeneralId),
    /// A shot.
    Shot(StandId),
}

/// Dice on the table. Where three were thrown, the best two were fixed at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Roll {
    /// What they decide.
    pub purpose: Purpose,
    /// The two that count.
    pub dice: [u8; 2],
    /// The third, which does not.
    pub dropped: Option<u8>,
}

impl Roll {
    /// Both together.
    #[must_use]
    pub const fn sum(&self) -> u8 {
        self.dice[0] + self.dice[1]
    }
}

/// Throws two dice, or three of which the best two count (RRF-FIRE-14); whoever holds points may have one rolled again
/// before they are read with [`read`].
pub fn throw(play: &mut Play<'_>, purpose: Purpose, three: bool, word: &'static str) {
    let mut dice = [play.chance.d6(word), play.chance.d6(word), 0];
    let mut dropped = None;
    if three {
        dice[2] = play.chance.d6(word);
        dice.sort_unstable_by(|one, other| other.cmp(one));
        dropped = Some(dice[2]);
    }
    play.state.roll = Some(Roll { purpose, dice: [dice[0], dice[1]], dropped });
    play.state.agenda.push(OfferReroll { side: play.state.turn.side, has_declined: false });
}

/// Takes the dice off the table.
pub fn read(play: &mut Play<'_>) -> Option<Roll> {
    play.state.roll.take()
}

impl Position<'_> {
    /// The points that a side may spend on the dice on the table: those of a Command card or of a combined top
    /// serve every roll that follows from an action of that turn.
    #[must_use]
    pub fn rerolls(self, side: Side) -> u8 {
        if side == self.state.turn.side { self.state.turn.rerolls.0 } else { 0 }
    }
}

/// A side may have a die rolled again for a point, its own or the enemy's: the active side first, in turn until both
/// decline (I-10).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferReroll {
    /// Who.
    pub side: Side,
    /// Whether the other side has just declined.
    pub has_declined: bool,
}

impl OfferReroll {
    fn declined(self, play: &mut Play<'_>) {
        if !self.has_declined {
            play.state.agenda.push(OfferReroll { side: self.side.other(), has_declined: true });
        }
    }
}

impl Question<RallyRoundTheFlag> for OfferReroll {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let can = at.state.roll.is_some() && at.rerolls(self.side) > 0;
        if can { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        self.declined(play);
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let dice = at.state.roll.map_or(String::new(), |Roll { dice: [one, other], .. }| {
            format!("The dice show {one} and {other}. ")
        });
        let points = at.rerolls(side);
        Words::new(format!("{dice}Is one of them rolled again? You have {points} points."), "RRF-RRL-3")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Reroll(Die::First), Action::Reroll(Die::Second), Action::LetStand]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Reroll(_) | Action::LetStand => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Reroll(die) = *action else { return self.declined(play) };
        // RRF-RRL-3: one point, one die.
        play.state.turn.rerolls = play.state.turn.rerolls.saturating_sub(crate::model::numbers::Rerolls(1));
        let now = play.chance.d6("roll again");
        if let Some(roll) = &mut play.state.roll {
            let was = std::mem::replace(&mut roll.dice[die as usize], now);
            play.story.tell(Event::Rerolled { side, was, now });
        }
        play.state.agenda.push(OfferReroll { side: side.other(), has_declined: false });
    }
}

/// One of two dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Die {
    /// The first, or the higher of three.
    First,
    /// The second.
    Second,
}
