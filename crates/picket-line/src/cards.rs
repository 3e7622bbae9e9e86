//! Cards (PL-1.2, PL-5).

use engine::Chance;
use serde::{Deserialize, Serialize};

/// A kind of card.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Card {
    /// Steadies a shot (PL-4.4).
    Aim,
    /// Lays the enemy's cards open (PL-5.1).
    Scout,
}

/// How many cards of each kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cards {
    /// *Aim*.
    pub aim: u8,
    /// *Scout*.
    pub scout: u8,
}

/// The whole deck (PL-1.2).
pub const DECK: Cards = Cards { aim: 8, scout: 4 };

/// How many cards a side is dealt, and up to how many it draws (PL-1.2, PL-5.3).
pub const HAND: u8 = 2;

impl Cards {
    /// Nothing.
    pub const NONE: Cards = Cards { aim: 0, scout: 0 };

    /// How many in all.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.aim + self.scout
    }

    /// How many of a kind.
    #[must_use]
    pub const fn of(self, card: Card) -> u8 {
        match card {
            Card::Aim => self.aim,
            Card::Scout => self.scout,
        }
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Cards) -> Cards {
        Cards { aim: self.aim + other.aim, scout: self.scout + other.scout }
    }

    /// What is left without `other`; `None` if that is not in it.
    #[must_use]
    pub fn without(self, other: Cards) -> Option<Cards> {
        Some(Cards { aim: self.aim.checked_sub(other.aim)?, scout: self.scout.checked_sub(other.scout)? })
    }

    /// Adds a card.
    pub const fn add(&mut self, card: Card) {
        match card {
            Card::Aim => self.aim += 1,
            Card::Scout => self.scout += 1,
        }
    }

    /// Takes a card away; `false` if there is none of the kind.
    pub fn take(&mut self, card: Card) -> bool {
        let pile = match card {
            Card::Aim => &mut self.aim,
            Card::Scout => &mut self.scout,
        };
        let there = *pile > 0;
        *pile -= u8::from(there);
        there
    }

    /// Takes a card at random; `None` if there is none.
    pub fn draw(&mut self, chance: &mut dyn Chance, purpose: &'static str) -> Option<Card> {
        let count = u32::from(self.count());
        if count == 0 {
            return None;
        }
        let card = if chance.draw(count, purpose) < u32::from(self.aim) { Card::Aim } else { Card::Scout };
        self.take(card);
        Some(card)
    }

    /// The cards one by one, *aim* first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let of = |card, count| std::iter::repeat_n(card, usize::from(count));
        of(Card::Aim, self.aim).chain(of(Card::Scout, self.scout))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |mut all, card| {
            all.add(card);
            all
        })
    }
}

/// A side's cards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hand {
    /// What only the side itself knows.
    pub hidden: Cards,
    /// What everybody sees (PL-5.1).
    pub open: Cards,
}

impl Hand {
    /// How many cards in all.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.hidden.count() + self.open.count()
    }

    /// Whether it holds a card of the kind.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.hidden.of(card) + self.open.of(card) > 0
    }

    /// Takes a card of the kind out, an open one first (PL-5.2). Whether it was hidden: then playing it shows something.
    pub fn play(&mut self, card: Card) -> bool {
        !self.open.take(card) && self.hidden.take(card)
    }

    /// Lays everything open (PL-5.1); what was hidden.
    pub fn lay_open(&mut self) -> Cards {
        let shown = std::mem::take(&mut self.hidden);
        self.open = self.open.with(shown);
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance::Scripted;

    #[test]
    fn cards_are_drawn_by_their_number() {
        let mut deck = Cards { aim: 2, scout: 1 };
        let mut dice = Scripted::new([3, 2, 1]);
        assert_eq!(deck.draw(&mut dice, "draw"), Some(Card::Scout));
        assert_eq!(deck.draw(&mut dice, "draw"), Some(Card::Aim));
        assert_eq!(deck.draw(&mut dice, "draw"), Some(Card::Aim));
        assert_eq!(deck.draw(&mut dice, "draw"), None);
        assert_eq!(dice.finish().unwrap().len(), 3);
    }

    #[test]
    fn open_cards_are_played_first() {
        let mut hand = Hand { hidden: Cards { aim: 1, scout: 0 }, open: Cards { aim: 1, scout: 0 } };
        assert!(!hand.play(Card::Aim));
        assert!(hand.play(Card::Aim));
        assert_eq!(hand.count(), 0);
    }
}
