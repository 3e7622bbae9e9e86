//! What each side sees, and states it cannot tell from the real one.
//!
//! A view is a state in which every card that is hidden from these eyes shows its back. Hidden are the hand and the
//! pile of the enemy, and the order of one's own pile; and of an enemy's deck which cards were left out of it, if any
//! were. Everything else lies open.

use super::deck::{BACK, Cards};
use super::ids::CardId;
use super::scenario::{Face, RallyRoundTheFlag};
use super::state::State;
use engine::{Chance, Eyes, Side};

/// What these eyes see.
pub(crate) fn view(rules: &RallyRoundTheFlag, state: &State, eyes: Eyes) -> State {
    let mut seen = state.clone();
    if eyes == Eyes::All {
        return seen;
    }
    for side in Side::BOTH {
        let deck = &mut seen.decks[side.index()];
        deck.pile.as_mut_slice().fill(BACK);
        if eyes != Eyes::Of(side) {
            deck.hand.as_mut_slice().fill(BACK);
            if deck.left_out > 0 {
                deck.members = rules.position(state).known_deck(side);
            }
        }
    }
    seen
}

/// A state that looks the same to whoever has this view: every back becomes one of the cards that lie open nowhere and
/// may be in that deck.
pub(crate) fn imagine(rules: &RallyRoundTheFlag, view: &State, chance: &mut dyn Chance) -> State {
    let mut state = view.clone();
    for side in Side::BOTH {
        let members = members(rules, view, side, chance);
        let mut unseen: Vec<CardId> = members.iter().filter(|&card| !is_open(view, side, card)).collect();
        let deck = &mut state.decks[side.index()];
        deck.members = members;
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

/// The cards of a side's deck, so many left out as really were: of subordinated brigades, none that lies open, and of
/// each no more than may be (RRF-DECK-8).
fn members(rules: &RallyRoundTheFlag, view: &State, side: Side, chance: &mut dyn Chance) -> Cards {
    let at = rules.position(view);
    let deck = &view.decks[side.index()];
    let mut members = deck.members;
    // Who knows what was left out sees fewer than there may be.
    if deck.left_out == 0 || members.len() < at.known_deck(side).len() {
        return members;
    }
    for _ in 0..deck.left_out {
        let may_go = |card: &CardId| match rules.card(*card).face {
            Face::Command(..) => false,
            Face::Battle(brigade, _) => {
                let is_of =
                    |other: &CardId| matches!(rules.card(*other).face, Face::Battle(of, _) if of == brigade);
                !is_open(view, side, *card) && members.iter().filter(is_of).count() > at.least_cards(brigade)
            }
        };
        let open: Vec<CardId> = members.iter().filter(may_go).collect();
        let which = chance.draw(open.len().max(1) as u32, "imagine a card left out") as usize;
        let Some(&card) = open.get(which) else { break };
        members.remove(card);
    }
    members
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
