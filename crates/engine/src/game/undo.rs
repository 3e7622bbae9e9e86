//! Taking actions back.
//!
//! A player takes back his own last actions, one by one or back to any line of the log, as long as nothing happened
//! since that cannot be made not to have happened:
//!
//! * a die fell, or a secret was shown: everybody would know the future;
//! * the other side has acted on what it saw. Only while both sides decide in secret does the other's action not stand
//!   in the way: it knew nothing of mine, and is carried out again after mine is taken back.
//!
//! Where the other side may act unseen, whether it has must not show in what I can take back: there it is enough that
//! it is asked.
//!
//! Whoever plays both sides, alone or at one screen, may take back the actions of both.

use super::{Entry, Game, Played};
use crate::chance::Offset;
use crate::{Eyes, Pending, Rules, Seat, Seats, Violation};
use std::fmt;

/// Why nothing, or nothing more, can be taken back.
///
/// Actions count from 1, secret ones of the other side included; `Display` does not name them, so that a player who is
/// told learns nothing from their number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// There is no action of these seats to take back.
    Nothing,
    /// A die fell.
    Dice {
        /// In this action.
        action: usize,
    },
    /// Something hidden was shown.
    Shown {
        /// In this action.
        action: usize,
    },
    /// The other side has acted since, or is asked something that it may have answered unseen.
    OtherSide {
        /// By this action, or after it.
        action: usize,
    },
}

impl<R: Rules> Game<R> {
    /// Takes back the last action of these seats.
    ///
    /// # Errors
    ///
    /// What stands in the way. Nothing is changed.
    pub fn undo(&mut self, mine: Seats) -> Result<(), Barrier> {
        let last =
            self.entries.iter().rposition(|entry| mine.contains(entry.seat)).ok_or(Barrier::Nothing)?;
        self.undo_to(mine, last)
    }

    /// Takes back everything these seats did since they could last be stopped: a whole turn without dice.
    ///
    /// # Errors
    ///
    /// What stands in the way of taking back anything. Nothing is changed then.
    pub fn undo_all(&mut self, mine: Seats) -> Result<(), Barrier> {
        match self.undo_reach(mine) {
            (actions, Some(barrier)) if !self.acted_since(mine, actions) => Err(barrier),
            (actions, _) => self.undo_to(mine, actions),
        }
    }

    /// Takes back everything these seats did from the action with this number in the log of `eyes` on.
    ///
    /// # Errors
    ///
    /// What stands in the way. Nothing is changed.
    pub fn undo_to_line(&mut self, mine: Seats, eyes: Eyes<Seat>, number: usize) -> Result<(), Barrier> {
        let actions = self.actions_before(eyes, number).ok_or(Barrier::Nothing)?;
        self.undo_to(mine, actions)
    }

    /// Takes back everything these seats did after the first `actions` actions.
    ///
    /// # Errors
    ///
    /// What stands in the way. Nothing is changed.
    pub fn undo_to(&mut self, mine: Seats, actions: usize) -> Result<(), Barrier> {
        let (reach, barrier) = self.undo_reach(mine);
        if !self.acted_since(mine, actions) {
            return Err(Barrier::Nothing);
        }
        if actions < reach {
            return Err(barrier.unwrap_or(Barrier::Nothing));
        }
        let others: Vec<Entry<R::Event>> =
            self.entries[actions..].iter().filter(|entry| !mine.contains(entry.seat)).cloned().collect();
        let blocked = Barrier::OtherSide { action: self.entries.len() };
        let rebuilt = self.rebuild(actions, &others).map_err(|_| blocked)?;
        self.snapshots.retain(|snapshot| snapshot.actions <= actions);
        self.prints.retain(|&(after, _)| after <= actions);
        self.entries.truncate(actions);
        self.state = rebuilt.state;
        self.place = rebuilt.place;
        self.version += 1;
        for played in rebuilt.played {
            self.accept(played);
        }
        Ok(())
    }

    /// How far back these seats may go: to after how many actions, and what stands in the way of going further.
    #[must_use]
    pub fn undo_reach(&self, mine: Seats) -> (usize, Option<Barrier>) {
        let mut other_side = self.may_have_acted_unseen(mine);
        for (index, entry) in self.entries.iter().enumerate().rev() {
            let action = index + 1;
            let barrier = if !entry.rolls.is_empty() {
                Some(Barrier::Dice { action })
            } else if entry.revealed {
                Some(Barrier::Shown { action })
            } else if !mine.contains(entry.seat) {
                other_side = other_side.or(Some(Barrier::OtherSide { action }));
                None
            } else if entry.secret {
                None
            } else {
                other_side
            };
            if barrier.is_some() {
                return (action, barrier);
            }
        }
        (0, None)
    }

    /// The barrier of another side that is asked and may act unseen: it stands before it has acted as well as after.
    fn may_have_acted_unseen(&self, mine: Seats) -> Option<Barrier> {
        let Pending::Decide(sides) = self.rules.pending(&self.state) else { return None };
        let seating = self.seating();
        let unseen =
            |side| !mine.contains(seating.seat(side)) && self.rules.may_act_unseen(&self.state, side);
        sides.iter().any(unseen).then_some(Barrier::OtherSide { action: self.entries.len() })
    }

    fn acted_since(&self, mine: Seats, actions: usize) -> bool {
        self.entries.iter().skip(actions).any(|entry| mine.contains(entry.seat))
    }

    /// The position after the first `actions` actions, and what the other side did since, done again from there.
    fn rebuild(&self, actions: usize, others: &[Entry<R::Event>]) -> Result<Rebuilt<R>, Violation> {
        let snapshot = self.snapshots.iter().rfind(|snapshot| snapshot.actions <= actions);
        let snapshot = snapshot.expect("a snapshot stands at or before everything that can be undone");
        let mut state = snapshot.state(&*self.rules).expect("a snapshot of this game can be read");
        let (mut place, mut memo) = (snapshot.place, R::Memo::default());
        for entry in &self.entries[snapshot.actions..actions] {
            let Played { state: next, place: further, .. } = self.again(&state, place, entry, &mut memo)?;
            (state, place) = (next, further);
        }
        let (base, base_place) = (state.clone(), place);
        let mut played = Vec::new();
        for entry in others {
            let again = self.again(&state, place, entry, &mut memo)?;
            (state, place) = (again.state.clone(), again.place);
            played.push(again);
        }
        Ok(Rebuilt { state: base, place: base_place, played })
    }

    fn again(
        &self,
        state: &R::State,
        place: Offset,
        entry: &Entry<R::Event>,
        memo: &mut R::Memo,
    ) -> Result<Played<R>, Violation> {
        let action = self.rules.read(&entry.action)?;
        self.carry_out(state, place, entry.seat, &action, memo)
    }
}

struct Rebuilt<R: Rules> {
    state: R::State,
    place: Offset,
    played: Vec<Played<R>>,
}

impl fmt::Display for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Barrier::Nothing => f.write_str("there is nothing to take back"),
            Barrier::Dice { .. } => f.write_str("dice have fallen; what was rolled cannot be taken back"),
            Barrier::Shown { .. } => {
                f.write_str("something hidden has been shown; what was seen cannot be taken back")
            }
            Barrier::OtherSide { .. } => {
                f.write_str("it has been for the other side to act since; that cannot be taken back")
            }
        }
    }
}

impl std::error::Error for Barrier {}
