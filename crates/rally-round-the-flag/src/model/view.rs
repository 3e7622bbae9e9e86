//! What each side sees, and states it cannot tell from the real one.
//!
//! A view is a state in which every card that is hidden from these eyes shows its back. Hidden are the hand and the
//! pile of the enemy, and the order of one's own pile; everything else lies open.

use super::deck::BACK;
use super::ids::CardId;
use super::scenario::RallyRoundTheFlag;
use super::state::State;
use engine::{Chance, Eyes, Side};

/// What these eyes see.
pub(crate) fn view(state: &State, eyes: Eyes) -> State {
    let mut seen = state.clone();
    if eyes == Eyes::All {
        return seen;
    }
    for side in Side::BOTH {
        let deck = &mut seen.decks[side.index()];
        deck.pile.as_mut_slice().fill(BACK);
        if eyes != Eyes::Of(side) {
            deck.hand.as_mut_slice().fill(BACK);
        }
    }
    seen
}

/// A state that looks the same to whoever has this view: every back becomes one of the cards that lie open nowhere.
pub(crate) fn imagine(rules: &RallyRoundTheFlag, view: &State, chance: &mut dyn Chance) -> State {
    let mut state = view.clone();
    for side in Side::BOTH {
        let mut unseen: Vec<CardId> =
            rules.deck_of(side).filter(|&card| !is_open(view, side, card)).collect();
        let deck = &mut state.decks[side.index()];
        let hidden = deck.hand.as_mut_slice().iter_mut().chain(deck.pile.as_mut_slice());
        for card in hidden.filter(|card| **card == BACK) {
            let which = chance.draw(unseen.len().max(1) as u32, "imagine a card") as usize;
            if which < unseen.len() {
                *card = unseen.swap_remove(which);
            }
        }
    }
    state
}

/// Whether a card of a side lies where the view shows it.
fn is_open(view: &State, side: Side, card: CardId) -> bool {
    let deck = &view.decks[side.index()];
    deck.hand.contains(&card)
        || deck.pile.contains(&card)
        || deck.discards.contains(&card)
        || view.turn.open.contains(&card)
        || view.melees.iter().any(|melee| melee.cards.contains(&card))
}
