//! Bidding for the sides (15.1).

use crate::event::What;
use crate::position::Play;
use engine::{Side, Violation};

/// The highest bid: more trains than any campaign has towns to give.
pub const MOST: u8 = 60;

pub(crate) fn check(bid: u8) -> Result<(), Violation> {
    if (1..=MOST).contains(&bid) {
        return Ok(());
    }
    Err(Violation::of("RUL-54", format!("A bid is a whole number from 1 to {MOST}.")))
}

impl Play<'_> {
    /// A seat bids; once both have, the higher takes the Confederate army (FMD-15.1-1, FMD-15.1-2).
    ///
    /// Before the bids are shown, seats and armies are the same.
    pub(crate) fn bid(&mut self, seat: Side, bid: u8) {
        let answer = &mut self.state.answers[seat.index()];
        answer.bid = bid;
        answer.done = true;
        self.tell(What::Bid { seat, bid: Some(bid) });
        if self.state.answers.iter().any(|answer| !answer.done) {
            return;
        }
        self.story.reveal();
        let bids = [self.state.answers[0].bid, self.state.answers[1].bid];
        let (confederate, by_lot) = match bids[0].cmp(&bids[1]) {
            std::cmp::Ordering::Greater => (Side::Union, false),
            std::cmp::Ordering::Less => (Side::Confederate, false),
            std::cmp::Ordering::Equal => (Side::BOTH[self.chance.draw(2, "equal bids") as usize], true),
        };
        self.state.swapped = confederate == Side::Union;
        self.state.trains_needed = bids[confederate.index()];
        self.tell(What::BidsShown { bids, confederate, by_lot });
    }
}
