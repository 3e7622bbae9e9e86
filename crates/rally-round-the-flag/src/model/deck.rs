//! The cards of a side: pile, hand and discards, each in its order.

use super::ids::CardId;
use engine::flat::{IdSet, List};
use serde::{Deserialize, Serialize};

/// The most cards of a side.
pub const MOST_CARDS: usize = 128;

/// The most cards of a hand: more than any Leadership.
pub const MOST_HELD: usize = 16;

/// A card of which these eyes see only the back.
pub const BACK: CardId = CardId(u8::MAX);

/// Sets of cards.
pub type Cards = IdSet<CardId, 4>;

/// The cards of a side.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deck {
    /// Face down; the last of the list is drawn first.
    pub pile: List<CardId, MOST_CARDS>,
    /// Held, in the order in which they were drawn.
    pub hand: List<CardId, MOST_HELD>,
    /// Face up.
    pub discards: List<CardId, MOST_CARDS>,
    /// Whether the last card of the hand is the last one of the pile, its back marked for both to see. Nothing
    /// is drawn after it in a Round, so it is the last of the hand as long as it is held.
    pub is_marked: bool,
    /// Every card of the deck, wherever it is; to other eyes also those that were left out of it in secret.
    pub members: Cards,
    /// How many were (RRF-DECK-8).
    pub left_out: u8,
}

impl Deck {
    /// Whether a card is held.
    #[must_use]
    pub fn holds(&self, card: CardId) -> bool {
        self.hand.contains(&card)
    }

    /// Takes the next card from the pile into the hand.
    pub fn draw(&mut self) -> Option<CardId> {
        let card = self.pile.pop()?;
        self.hand.push(card);
        self.is_marked = self.pile.is_empty();
        Some(card)
    }

    /// Takes a card out of the hand; whether it was the marked one.
    pub fn take(&mut self, card: CardId) -> bool {
        let marked = self.is_marked && self.hand.last() == Some(card);
        self.hand.retain(|held| *held != card);
        self.is_marked &= !marked;
        marked
    }

    /// Lays a card on the discards.
    pub fn discard(&mut self, card: CardId) {
        self.discards.push(card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_card_of_the_pile_is_marked_while_it_is_held() {
        let mut deck = Deck::default();
        [5, 3, 8].into_iter().for_each(|card| deck.pile.push(CardId(card)));
        assert_eq!((deck.draw(), deck.is_marked), (Some(CardId(8)), false));
        deck.draw();
        assert_eq!((deck.draw(), deck.is_marked, deck.draw()), (Some(CardId(5)), true, None));
        assert!(!deck.take(CardId(3)) && deck.is_marked);
        assert!(deck.take(CardId(5)) && !deck.is_marked);
        assert_eq!(deck.hand.as_slice(), [CardId(8)]);
    }
}
