//! Seats at the table, and the armies they lead.
//!
//! A seat is where somebody sits; a side is an army. Mostly they are the same, and a seat is called by the army laid
//! out before it. Where the armies are bid for, or drawn, [`Seating`] says who leads which: rules think in sides,
//! players sit on seats. [`Game`](crate::Game) goes from one to the other, and so does what replays or shows a state
//! without one: cases, records, odds and maps.

use crate::{Eyes, Outcome, Side, Sides};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A seat at the table, called by the army laid out before it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seat(Side);

impl Seat {
    /// The seat before which the Union army is laid out.
    pub const UNION: Seat = Seat(Side::Union);
    /// The seat before which the Confederate army is laid out.
    pub const CONFEDERATE: Seat = Seat(Side::Confederate);
    /// Both seats, in the order of their indices.
    pub const BOTH: [Seat; 2] = [Seat::UNION, Seat::CONFEDERATE];

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

    /// The seat across the table.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0.other())
    }

    /// 0 or 1, for tables with a row a seat.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.index()
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats: who is waited for, or those of one player.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Seats(Sides);

impl Seats {
    /// Nobody's.
    pub const NONE: Seats = Seats(Sides::NONE);
    /// Both seats.
    pub const BOTH: Seats = Seats(Sides::BOTH);

    /// The set with one member.
    #[must_use]
    pub const fn only(seat: Seat) -> Seats {
        Seats(Sides::only(seat.0))
    }

    /// Whether `seat` is a member.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0.contains(seat.0)
    }

    /// The members, the Union seat first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        self.0.iter().map(Seat)
    }

    /// The first member, the Union seat before the Confederate.
    #[must_use]
    pub fn first(self) -> Option<Seat> {
        self.0.first().map(Seat)
    }
}

/// Which army each seat leads.
///
/// ```
/// use engine::{Eyes, Seat, Seating, Side};
///
/// assert_eq!(Seating::default().army(Seat::UNION), Side::Union);
///
/// // The Union seat has bid more for the Confederate army.
/// let seating = Seating::giving(Side::Confederate, Seat::UNION);
/// assert_eq!(seating.army(Seat::CONFEDERATE), Side::Union);
/// assert_eq!(seating.seat(Side::Confederate), Seat::UNION);
/// assert_eq!(seating.eyes(Eyes::Of(Seat::UNION)), Eyes::Of(Side::Confederate));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seating {
    changed: bool,
}

impl Seating {
    /// This army to that seat, the other to the other.
    #[inline]
    #[must_use]
    pub const fn giving(army: Side, to: Seat) -> Seating {
        Seating { changed: army as u8 != to.0 as u8 }
    }

    /// Whether each leads the army laid out before the other.
    #[inline]
    #[must_use]
    pub const fn has_changed(self) -> bool {
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

    /// The seats that lead these armies.
    #[must_use]
    pub fn seats(self, armies: Sides) -> Seats {
        Seats(armies.iter().map(|army| self.seat(army).0).fold(Sides::NONE, Sides::with))
    }

    /// The eyes of somebody on a seat as those of the army he leads.
    #[must_use]
    pub const fn eyes(self, eyes: Eyes<Seat>) -> Eyes {
        match eyes {
            Eyes::Of(seat) => Eyes::Of(self.army(seat)),
            Eyes::Watcher => Eyes::Watcher,
            Eyes::All => Eyes::All,
        }
    }

    /// How a game ended for the seats, as it ended for the armies.
    #[must_use]
    pub fn outcome(self, outcome: Outcome) -> Outcome<Seat> {
        let points = Seat::BOTH.map(|seat| outcome.points[self.army(seat).index()]);
        Outcome { winner: outcome.winner.map(|army| self.seat(army)), points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_to_the_armies_and_back_is_the_same() {
        for seating in [Seating::default(), Seating::giving(Side::Union, Seat::CONFEDERATE)] {
            for seat in Seat::BOTH {
                assert_eq!(seating.seat(seating.army(seat)), seat);
                assert_eq!(seating.seats(Sides::only(seating.army(seat))), Seats::only(seat));
            }
            assert_eq!(seating.seats(Sides::BOTH), Seats::BOTH);
        }
        assert_eq!(Seating::giving(Side::Union, Seat::UNION), Seating::default());
    }

    #[test]
    fn an_outcome_follows_the_armies() {
        let seating = Seating::giving(Side::Confederate, Seat::UNION);
        let for_armies = Outcome { winner: Some(Side::Confederate), points: [1, 9] };
        let for_seats = Outcome { winner: Some(Seat::UNION), points: [9, 1] };
        assert_eq!(seating.outcome(for_armies), for_seats);
    }
}
