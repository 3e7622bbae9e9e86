//! What follows when a side's part of the round is over.

use crate::cards::HAND;
use crate::event::Event;
use crate::scenario::PicketLine;
use crate::state::{Stage, State};
use crate::victory;
use engine::{Chance, Side, Story};

/// Ends a side's part: then comes the other's, or the end of the round, or of the game.
pub(crate) fn end_part(
    rules: &PicketLine,
    state: &mut State,
    side: Side,
    chance: &mut dyn Chance,
    story: &mut dyn Story<Event>,
) {
    if victory::is_decided(rules, state) {
        victory::end(rules, state, story);
    } else if state.is_second_part {
        end_round(rules, state, chance, story);
    } else {
        state.is_second_part = true;
        state.stage = Stage::Part(side.other());
    }
}

/// PL-5.3, PL-6.1.
fn end_round(rules: &PicketLine, state: &mut State, chance: &mut dyn Chance, story: &mut dyn Story<Event>) {
    if state.round == rules.rounds {
        victory::end(rules, state, story);
        return;
    }
    for side in Side::BOTH {
        let hand = &mut state.hands[side.index()];
        if hand.count() < HAND
            && let Some(card) = state.deck.draw(chance, "draw a card")
        {
            hand.hidden.add(card);
            story.tell(Event::Drew { side, card: Some(card) });
        }
    }
    state.round += 1;
    state.orders = [None; 2];
    state.is_second_part = false;
    state.stage = Stage::Orders;
    story.tell(Event::Round { round: state.round });
}
