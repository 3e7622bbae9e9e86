//! What follows when both sides have had their part of the round.

use crate::model::event::Event;
use crate::model::position::Play;
use crate::model::scenario::PicketLine;
use crate::rules::cards::HAND;
use crate::rules::orders::GiveOrder;
use crate::rules::victory;
use engine::Side;
use engine::agenda::Step;
use serde::{Deserialize, Serialize};

/// The round is over: cards are drawn (PL-5.3) and orders asked for anew, or the game ends (PL-6.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndRound;

impl Step<PicketLine> for EndRound {
    fn take(self, play: &mut Play<'_>) {
        if play.state.round == play.rules.rounds {
            return victory::end(play);
        }
        for side in Side::BOTH {
            let hand = &mut play.state.hands[side.index()];
            if hand.count() < HAND
                && let Some(card) = play.state.deck.draw(play.chance, "draw a card")
            {
                hand.hidden.add(card);
                play.story.tell(Event::Drew { side, card: Some(card) });
            }
        }
        play.state.round += 1;
        play.state.orders = [None; 2];
        play.state.agenda.push(GiveOrder);
        play.story.tell(Event::Round { round: play.state.round });
    }
}
