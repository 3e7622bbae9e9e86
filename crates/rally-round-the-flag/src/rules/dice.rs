//! Dice (RRF-DICE-1), and rolling them again (I-10, RRF-RRL-3, RRF-RRL-4).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Rerolls;
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
    /// A melee: of both sides two dice each.
    Melee,
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
    /// In a melee the Defender's two (RRF-MEL-10).
    pub theirs: Option<[u8; 2]>,
}

impl Roll {
    /// Both together.
    #[must_use]
    pub const fn sum(&self) -> u8 {
        self.dice[0] + self.dice[1]
    }

    /// A die, to be rolled again.
    fn die(&mut self, die: Die) -> Option<&mut u8> {
        match die {
            Die::First | Die::Second => self.dice.get_mut(die as usize),
            Die::Third | Die::Fourth => self.theirs.as_mut()?.get_mut(die as usize - 2),
        }
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
    lay(play, Roll { purpose, dice: [dice[0], dice[1]], dropped, theirs: None });
}

/// Throws the dice of a melee: the Attacker's, then the Defender's (RRF-MEL-10).
pub fn throw_both(play: &mut Play<'_>) {
    let dice = [play.chance.d6("melee"), play.chance.d6("melee")];
    let theirs = Some([play.chance.d6("melee"), play.chance.d6("melee")]);
    lay(play, Roll { purpose: Purpose::Melee, dice, dropped: None, theirs });
}

fn lay(play: &mut Play<'_>, roll: Roll) {
    play.state.roll = Some(roll);
    play.state.agenda.push(OfferReroll { side: play.state.turn.side, has_declined: false });
}

/// Takes the dice off the table.
pub fn read(play: &mut Play<'_>) -> Option<Roll> {
    play.state.roll.take()
}

impl Position<'_> {
    /// The points that a side may spend on the dice on the table: those of a Command card or of a combined top
    /// serve every roll that follows from an action of that turn, the melees of those who charged in it included; those
    /// of a committed card every roll of its melee.
    #[must_use]
    pub fn rerolls(self, side: Side) -> u8 {
        self.rerolls_of_turn(side).0.saturating_add(self.rerolls_of_melee(side).0)
    }

    fn rerolls_of_turn(self, side: Side) -> Rerolls {
        let turn = &self.state.turn;
        let serves =
            self.state.fight.is_none_or(|fight| !fight.stands.intersection(&turn.chargers).is_empty());
        if side == turn.side && serves { turn.rerolls } else { Rerolls::ZERO }
    }

    fn rerolls_of_melee(self, side: Side) -> Rerolls {
        let melee = self.state.fight.and_then(|fight| self.state.melees.get(usize::from(fight.which)));
        melee.map_or(Rerolls::ZERO, |melee| melee.points[side.index()])
    }
}

/// A point is spent: of those that are gone at the end of the turn first.
fn spend(play: &mut Play<'_>, side: Side) {
    let one = Rerolls(1);
    if play.at().rerolls_of_turn(side) > Rerolls::ZERO {
        play.state.turn.rerolls = play.state.turn.rerolls.saturating_sub(one);
    } else if let Some(fight) = play.state.fight
        && let Some(melee) = play.state.melees.get_mut(usize::from(fight.which))
    {
        let points = &mut melee.points[side.index()];
        *points = points.saturating_sub(one);
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
        let dice =
            at.state.roll.map_or(String::new(), |Roll { dice: [one, other], theirs, .. }| match theirs {
                None => format!("The dice show {one} and {other}. "),
                Some([third, fourth]) => {
                    format!(
                        "The Attacker's dice show {one} and {other}, the Defender's {third} and {fourth}. "
                    )
                }
            });
        let points = at.rerolls(side);
        Words::new(format!("{dice}Is one of them rolled again? You have {points} points."), "RRF-RRL-3")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let dice = Die::ALL.map(Action::Reroll);
        out.extend(dice.into_iter().filter(|die| self.check(at, side, die).is_ok()));
        out.push(Action::LetStand);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Reroll(Die::Third | Die::Fourth)
                if at.state.roll.is_none_or(|roll| roll.theirs.is_none()) =>
            {
                Err(Violation::of("RRF-RRL-3", "Two dice lie on the table."))
            }
            Action::Reroll(_) | Action::LetStand => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Reroll(die) = *action else { return self.declined(play) };
        // RRF-RRL-3: one point, one die.
        spend(play, side);
        let now = play.chance.d6("roll again");
        if let Some(die) = play.state.roll.as_mut().and_then(|roll| roll.die(die)) {
            let was = std::mem::replace(die, now);
            play.story.tell(Event::Rerolled { side, was, now });
        }
        play.state.agenda.push(OfferReroll { side: side.other(), has_declined: false });
    }
}

/// One of the dice on the table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Die {
    /// The first, or the higher of three; in a melee the Attacker's.
    First,
    /// The second; in a melee the Attacker's.
    Second,
    /// In a melee the Defender's first.
    Third,
    /// The Defender's second.
    Fourth,
}

impl Die {
    /// All of them.
    pub const ALL: [Die; 4] = [Die::First, Die::Second, Die::Third, Die::Fourth];
}
