//! Cards (PL-1.2, PL-5): what kinds there are and how many; how they are drawn, held and seen is any game's
//! ([`engine::cards`]).

use engine::cards::{Kind, Pile};
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

impl Kind<2> for Card {
    const ALL: [Card; 2] = [Card::Aim, Card::Scout];

    fn index(self) -> usize {
        self as usize
    }
}

/// How many cards of each kind.
pub type Cards = Pile<Card, 2>;

/// A side's cards; *scout* lays them open (PL-5.1), and open ones are played first (PL-5.2).
pub type Hand = engine::cards::Hand<Card, 2>;

/// What somebody sees of a side's cards.
pub type HandSeen = engine::cards::HandSeen<Card, 2>;

/// The whole deck (PL-1.2): eight *aim*, four *scout*.
pub const DECK: Cards = Pile::new([8, 4]);

/// How many cards a side is dealt, and up to how many it draws (PL-1.2, PL-5.3).
pub const HAND: u32 = 2;
