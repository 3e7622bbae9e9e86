//! Seats at the table, and the armies they lead.
//!
//! A seat is where somebody sits; a side is an army. Mostly they are the same, and a seat is called by the army laid
//! out before it. Where the armies are bid for, or drawn, [`Seats`] says who leads which: rules think in sides,
//! players sit on seats, and what goes from one to the other goes through it.

use crate::{Eyes, Outcome, Side};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A seat at the table, called by the army laid out before it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(Side);

impl Seat {
    /// Both seats.
    pub const BOTH: [Seat; 2] = [Seat(Side::Union), Seat(Side::Confederate)];

    /// The seat before which this army is laid out.
    #[inline]
    #[must_use]
    pub const fn called(name: Side) -> Seat {
        Seat(name)
    }

    /// What it is called by: not always the army it leads.
    #[inline]
    #[must_use]
    pub const fn name(self) -> Side {
        self.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which army each seat leads.
///
/// ```
/// use engine::{Eyes, Seat, Seats, Side};
///
/// let [union, confederate] = Seat::BOTH;
/// assert_eq!(Seats::default().army(union), Side::Union);
///
/// // The Union seat has bid more for the Confederate army.
/// let seats = Seats::giving(Side::Confederate, union);
/// assert_eq!(seats.army(confederate), Side::Union);
/// assert_eq!(seats.seat(Side::Confederate), union);
/// assert_eq!(seats.eyes(Eyes::Of(Side::Union)), Eyes::Of(Side::Confederate));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats {
    changed: bool,
}

impl Seats {
    /// This army to that seat, the other to the other.
    #[inline]
    #[must_use]
    pub const fn giving(army: Side, to: Seat) -> Seats {
        Seats { changed: army as u8 != to.0 as u8 }
    }

    /// Whether each leads the army laid out before the other.
    #[inline]
    #[must_use]
    pub const fn have_changed(self) -> bool {
        self.changed
    }

    /// The army that a seat leads.
    #[inline]
    #[must_use]
    pub const fn army(self, seat: Seat) -> Side {
        if self.changed { seat.0.other() } else { seat.0 }
    }

    /// The seat that leads an army.
    #[inline]
    #[must_use]
    pub const fn seat(self, army: Side) -> Seat {
        Seat(if self.changed { army.other() } else { army })
    }

    /// The eyes of somebody on a seat as those of the army he leads.
    #[must_use]
    pub const fn eyes(self, eyes: Eyes) -> Eyes {
        match eyes {
            Eyes::Of(name) => Eyes::Of(self.army(Seat(name))),
            Eyes::Watcher | Eyes::All => eyes,
        }
    }

    /// How a game ended for the armies, as it ended for the seats.
    #[must_use]
    pub fn outcome(self, outcome: Outcome) -> Outcome {
        let points = Side::BOTH.map(|name| outcome.points[self.army(Seat(name)).index()]);
        Outcome { winner: outcome.winner.map(|army| self.seat(army).name()), points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_to_the_armies_and_back_is_the_same() {
        for seats in [Seats::default(), Seats::giving(Side::Union, Seat::BOTH[1])] {
            for seat in Seat::BOTH {
                assert_eq!(seats.seat(seats.army(seat)), seat);
            }
            let outcome = Outcome { winner: Some(Side::Union), points: [7, 3] };
            assert_eq!(seats.outcome(seats.outcome(outcome)), outcome);
        }
        assert_eq!(Seats::giving(Side::Union, Seat::BOTH[0]), Seats::default());
    }

    #[test]
    fn an_outcome_follows_the_armies() {
        let seats = Seats::giving(Side::Confederate, Seat::called(Side::Union));
        let for_armies = Outcome { winner: Some(Side::Confederate), points: [1, 9] };
        assert_eq!(seats.outcome(for_armies), Outcome { winner: Some(Side::Union), points: [9, 1] });
    }
}
