//! Bidding for the sides (chapter 15.1).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::numbers::Trains;
use crate::model::position::{Play, Position};
use crate::model::task::{ask_or_pass, sides};
use crate::speech::counted;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Seat, Seating, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// The highest bid: more trains than any campaign has towns to give.
pub const MOST: Trains = Trains(60);

/// How many trains does each seat bid? Both answer at once (S0).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bid;

impl Question<FullMeasureOfDevotion> for Bid {
    fn asked(self, at: Position<'_>) -> Sides {
        sides(|side| !at.state.answers[side].done)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new(
            "How many trains home do you bid? The higher bid takes the Confederates and needs that many.",
            "FMD-15.1-1",
        )
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend((1..=MOST.0).map(Action::Bid));
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Bid(bid) if (1..=MOST.0).contains(&bid) => Ok(()),
            Action::Bid(_) => {
                Err(Violation::of("RUL-54", format!("A bid is a whole number from 1 to {MOST}.")))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if let Action::Bid(bid) = *action {
            play.bid(side, Trains(bid));
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Bid(trains) => format!("Bid {}", counted(trains, "train", "trains")),
            _ => action.write(at.campaign),
        }
    }
}

impl Play<'_> {
    /// A seat bids; once both have, the higher takes the Confederate army (FMD-15.1-1, FMD-15.1-2).
    fn bid(&mut self, side: Side, bid: Trains) {
        let seating = self.state.seating;
        let answer = &mut self.state.answers[side];
        answer.bid = bid;
        answer.done = true;
        let waits = self.state.answers.each().any(|(_, answer)| !answer.done);
        // The second bid is no secret any more: it is shown with the first.
        self.tell(What::Bid { seat: seating.seat(side), bid: waits.then_some(bid) });
        if waits {
            return;
        }
        self.story.reveal();
        let bids = Seat::BOTH.map(|seat| self.state.answers[seating.army(seat)].bid);
        let (confederate, by_lot) = match bids[0].cmp(&bids[1]) {
            std::cmp::Ordering::Greater => (Seat::UNION, false),
            std::cmp::Ordering::Less => (Seat::CONFEDERATE, false),
            std::cmp::Ordering::Equal => (Seat::BOTH[self.chance.draw(2, "equal bids") as usize], true),
        };
        self.state.seating = Seating::giving(Side::Confederate, confederate);
        self.state.trains_needed = bids[confederate.index()];
        self.tell(What::BidsShown { bids, confederate, by_lot });
    }
}
