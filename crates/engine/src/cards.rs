//! Cards: piles, hands with a hidden and an open part, drawing by chance, dealing anew what eyes do not know.
//!
//! A [`Pile`] is how many cards there are of each kind, without an order: a deck, a hand, the discards are all piles.
//! A deck needs no order because nobody knows it: to take the top card of a shuffled deck is to draw any of its cards
//! with the same chance ([`Pile::draw`]). So a state never holds a secret that no player could have, shuffling costs
//! nothing, and odds are exact. A game where a card is looked at and put back on top keeps that card beside the deck.
//!
//! What was played need not be kept either: it is the whole deck [`without`](Pile::without) what is in hands and not
//! yet drawn; and reshuffling makes the deck whole without the hands.
//!
//! ```
//! use engine::cards::{Hand, Kind, Pile};
//! use engine::chance::Scripted;
//!
//! #[derive(Copy, Clone, PartialEq, Eq, Debug)]
//! enum Order {
//!     March,
//!     Rally,
//! }
//!
//! impl Kind<2> for Order {
//!     const ALL: [Order; 2] = [Order::March, Order::Rally];
//!
//!     fn index(self) -> usize {
//!         self as usize
//!     }
//! }
//!
//! const WHOLE: Pile<Order, 2> = Pile::new([5, 3]);
//! let mut dice = Scripted::new([6, 1, 2]);
//! let (mut deck, mut hand) = (WHOLE, Hand::default());
//! hand.hidden = deck.deal(2, &mut dice, "deal a card"); // the sixth of eight cards is a Rally, the first a March
//! assert!(hand.has(Order::Rally) && hand.has(Order::March));
//!
//! // His enemy sees two backs. For him any two of the eight cards would look the same.
//! let seen = hand.seen(false);
//! assert_eq!((seen.hidden, seen.known), (2, None));
//!
//! // A Rally is played out of the hidden part, which shows something; then it lies among the discards.
//! assert!(hand.play(Order::Rally));
//! let discards = WHOLE.without(deck.with(hand.all()));
//! assert_eq!(discards, Some(Pile::new([0, 1])));
//! ```

use crate::Chance;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeTuple as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// The kinds of cards of a game, `N` of them: an enum, or the numbers of a scenario's cards.
pub trait Kind<const N: usize>: Copy + Eq + 'static {
    /// Every kind, in the order in which they are counted and listed.
    const ALL: [Self; N];

    /// Its place in [`ALL`](Kind::ALL).
    fn index(self) -> usize;
}

/// How many cards there are of each of `N` kinds: at most 255 of one.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Pile<K, const N: usize> {
    counts: [u8; N],
    kind: PhantomData<K>,
}

impl<K, const N: usize> Pile<K, N> {
    /// No card.
    pub const EMPTY: Pile<K, N> = Pile::new([0; N]);

    /// So many of each kind.
    #[must_use]
    pub const fn new(counts: [u8; N]) -> Pile<K, N> {
        Pile { counts, kind: PhantomData }
    }

    /// How many in all.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; N]
    }
}

const TOO_MANY: &str = "a pile has at most 255 cards of a kind";

impl<K: Kind<N>, const N: usize> Pile<K, N> {
    /// Both together.
    ///
    /// # Panics
    ///
    /// If there are more than 255 of a kind: the game has made cards out of nothing.
    #[must_use]
    pub fn with(mut self, other: Pile<K, N>) -> Pile<K, N> {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.checked_add(more).expect(TOO_MANY);
        }
        self
    }

    /// What is left without `other`; `None` if that is not in it.
    #[must_use]
    pub fn without(mut self, other: Pile<K, N>) -> Option<Pile<K, N>> {
        for (count, less) in self.counts.iter_mut().zip(other.counts) {
            *count = count.checked_sub(less)?;
        }
        Some(self)
    }

    /// How many of a kind.
    #[must_use]
    pub fn of(&self, kind: K) -> u8 {
        self.counts[kind.index()]
    }

    /// Adds a card.
    ///
    /// # Panics
    ///
    /// If there are 255 of the kind: the game has made cards out of nothing.
    pub fn add(&mut self, kind: K) {
        let count = &mut self.counts[kind.index()];
        *count = count.checked_add(1).expect(TOO_MANY);
    }

    /// Takes a card of the kind away; `false` if there is none.
    pub fn take(&mut self, kind: K) -> bool {
        let count = &mut self.counts[kind.index()];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// Takes a card at random, each with the same chance; `None` if there is none.
    pub fn draw(&mut self, chance: &mut dyn Chance, purpose: &'static str) -> Option<K> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let mut which = chance.draw(count, purpose);
        let kind = K::ALL.into_iter().find(|kind| {
            let here = u32::from(self.of(*kind));
            let found = which < here;
            which -= if found { 0 } else { here };
            found
        })?;
        self.take(kind);
        Some(kind)
    }

    /// Takes so many cards at random, or all there are if that is fewer.
    pub fn deal(&mut self, cards: u32, chance: &mut dyn Chance, purpose: &'static str) -> Pile<K, N> {
        (0..cards).map_while(|_| self.draw(chance, purpose)).collect()
    }

    /// The cards one by one, in the order of the kinds.
    pub fn iter(&self) -> impl Iterator<Item = K> + use<K, N> {
        let counts = self.counts;
        K::ALL.into_iter().flat_map(move |kind| std::iter::repeat_n(kind, usize::from(counts[kind.index()])))
    }
}

impl<K, const N: usize> Default for Pile<K, N> {
    fn default() -> Pile<K, N> {
        Pile::EMPTY
    }
}

impl<K: Kind<N>, const N: usize> FromIterator<K> for Pile<K, N> {
    fn from_iter<I: IntoIterator<Item = K>>(cards: I) -> Pile<K, N> {
        cards.into_iter().fold(Pile::EMPTY, |mut all, card| {
            all.add(card);
            all
        })
    }
}

/// The cards one by one.
impl<K: Kind<N> + fmt::Debug, const N: usize> fmt::Debug for Pile<K, N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

/// As the counts, in the order of the kinds.
impl<K, const N: usize> Serialize for Pile<K, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut counts = serializer.serialize_tuple(N)?;
        self.counts.iter().try_for_each(|count| counts.serialize_element(count))?;
        counts.end()
    }
}

impl<'de, K, const N: usize> Deserialize<'de> for Pile<K, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pile<K, N>, D::Error> {
        struct Counts<K, const N: usize>(PhantomData<K>);

        impl<'de, K, const N: usize> Visitor<'de> for Counts<K, N> {
            type Value = Pile<K, N>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "how many cards there are of each of {N} kinds")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Pile<K, N>, A::Error> {
                let mut counts = [0; N];
                for (kind, count) in counts.iter_mut().enumerate() {
                    *count = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(kind, &self))?;
                }
                Ok(Pile::new(counts))
            }
        }

        deserializer.deserialize_tuple(N, Counts(PhantomData))
    }
}

/// Somebody's cards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Hand<K: Kind<N>, const N: usize> {
    /// What only its owner knows.
    pub hidden: Pile<K, N>,
    /// What everybody sees.
    pub open: Pile<K, N>,
}

impl<K: Kind<N>, const N: usize> Hand<K, N> {
    /// How many cards in all.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.hidden.count() + self.open.count()
    }

    /// Both parts together.
    #[must_use]
    pub fn all(&self) -> Pile<K, N> {
        self.hidden.with(self.open)
    }

    /// Whether it holds a card of the kind.
    #[must_use]
    pub fn has(&self, kind: K) -> bool {
        self.hidden.of(kind) > 0 || self.open.of(kind) > 0
    }

    /// Takes a card of the kind out, an open one first. Whether it was hidden: then playing it shows something.
    pub fn play(&mut self, kind: K) -> bool {
        !self.open.take(kind) && self.hidden.take(kind)
    }

    /// Lays everything open; what was hidden.
    pub fn lay_open(&mut self) -> Pile<K, N> {
        let shown = std::mem::take(&mut self.hidden);
        self.open = self.open.with(shown);
        shown
    }

    /// What somebody sees of it: its owner `knows` the hidden part, others only how many cards that is.
    #[must_use]
    pub fn seen(&self, knows: bool) -> HandSeen<K, N> {
        HandSeen { open: self.open, hidden: self.hidden.count(), known: knows.then_some(self.hidden) }
    }
}

impl<K: Kind<N>, const N: usize> Default for Hand<K, N> {
    fn default() -> Hand<K, N> {
        Hand { hidden: Pile::EMPTY, open: Pile::EMPTY }
    }
}

/// What somebody sees of a hand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(bound = "")]
pub struct HandSeen<K: Kind<N>, const N: usize> {
    /// The cards that lie open.
    pub open: Pile<K, N>,
    /// How many are hidden.
    pub hidden: u32,
    /// Which ones are hidden, for those who may know.
    pub known: Option<Pile<K, N>>,
}

impl<K: Kind<N>, const N: usize> HandSeen<K, N> {
    /// The cards whose kinds these eyes know.
    #[must_use]
    pub fn shown(&self) -> Pile<K, N> {
        self.open.with(self.known.unwrap_or_default())
    }

    /// A hand that looks the same: hidden cards nobody has shown these eyes are dealt from the cards they have not
    /// seen anywhere, which is the whole deck without the discards and without what every hand has
    /// [`shown`](HandSeen::shown) them. What is left in `unseen` after all hands is a deck as it may be.
    #[must_use]
    pub fn imagine(
        &self,
        unseen: &mut Pile<K, N>,
        chance: &mut dyn Chance,
        purpose: &'static str,
    ) -> Hand<K, N> {
        let hidden = self.known.unwrap_or_else(|| unseen.deal(self.hidden, chance, purpose));
        Hand { hidden, open: self.open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Every, Quick, Scripted};
    use std::collections::BTreeMap;

    /// Eighty cards, as a scenario may number them.
    #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Number(u8);

    impl Kind<80> for Number {
        const ALL: [Number; 80] = {
            let mut all = [Number(0); 80];
            let mut at = 0;
            while at < 80 {
                all[at] = Number(at as u8);
                at += 1;
            }
            all
        };

        fn index(self) -> usize {
            usize::from(self.0)
        }
    }

    #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Colour {
        Red,
        Blue,
        White,
    }
    use Colour::{Blue, Red, White};

    impl Kind<3> for Colour {
        const ALL: [Colour; 3] = [Red, Blue, White];

        fn index(self) -> usize {
            self as usize
        }
    }

    type Cards = Pile<Colour, 3>;

    #[test]
    fn cards_are_drawn_by_their_number() {
        let mut deck = Cards::new([2, 0, 1]);
        let mut dice = Scripted::new([3, 2, 1]);
        assert_eq!(deck.draw(&mut dice, "draw"), Some(White));
        assert_eq!(deck.draw(&mut dice, "draw"), Some(Red));
        assert_eq!(deck.draw(&mut dice, "draw"), Some(Red));
        assert_eq!(deck.draw(&mut dice, "draw"), None);
        assert_eq!(dice.finish().unwrap().len(), 3);
    }

    #[test]
    fn every_hand_has_its_exact_chance() {
        let whole = Cards::new([2, 1, 1]);
        // Of four cards the first, of three the second: twelve sequences, each as likely as the other.
        let mut hands: BTreeMap<Vec<Colour>, u32> = BTreeMap::new();
        let mut every = Every::new();
        while every.advance() {
            let mut deck = whole;
            *hands.entry(deck.deal(2, &mut every, "deal").iter().collect()).or_default() += 1;
        }
        let expected =
            [(vec![Red, Red], 2), (vec![Red, Blue], 4), (vec![Red, White], 4), (vec![Blue, White], 2)];
        assert_eq!(hands, BTreeMap::from(expected));
    }

    #[test]
    fn a_deal_ends_with_the_last_card() {
        let mut deck = Cards::new([1, 1, 0]);
        assert_eq!(deck.deal(5, &mut Quick::new(7), "deal"), Cards::new([1, 1, 0]));
        assert!(deck.is_empty());
    }

    #[test]
    fn what_is_not_there_cannot_be_taken() {
        let mut pile = Cards::new([1, 0, 0]);
        assert!(!pile.take(Blue));
        assert!(pile.take(Red));
        assert!(!pile.take(Red));
        assert_eq!(Cards::new([1, 2, 3]).without(Cards::new([0, 3, 0])), None);
    }

    #[test]
    fn open_cards_are_played_first() {
        let mut hand = Hand { hidden: Cards::new([1, 0, 0]), open: Cards::new([1, 0, 0]) };
        assert!(!hand.play(Red));
        assert!(hand.play(Red));
        assert_eq!(hand.count(), 0);
        assert!(!hand.play(Red), "nothing is shown where nothing is played");
    }

    #[test]
    fn an_imagined_hand_looks_the_same_and_leaves_a_deck() {
        let whole = Cards::new([4, 3, 2]);
        let own = Hand { hidden: Cards::new([1, 1, 0]), open: Cards::EMPTY };
        let foe = Hand { hidden: Cards::new([1, 0, 1]), open: Cards::new([0, 1, 0]) };
        let seen = [own.seen(true), foe.seen(false)];
        let mut hidden: Vec<Vec<Colour>> = (0..200)
            .map(|seed| {
                let shown = seen.iter().fold(Cards::EMPTY, |shown, hand| shown.with(hand.shown()));
                let mut unseen = whole.without(shown).unwrap();
                let mut chance = Quick::new(seed);
                let hands = seen.map(|hand| hand.imagine(&mut unseen, &mut chance, "imagine"));
                assert_eq!(hands[0], own);
                assert_eq!(hands[1].seen(false), seen[1]);
                assert_eq!(unseen.with(hands[0].all()).with(hands[1].all()), whole);
                hands[1].hidden.iter().collect()
            })
            .collect();
        hidden.sort();
        hidden.dedup();
        assert_eq!(
            hidden.len(),
            5,
            "every pair of colours but two blue ones, of which one is left: {hidden:?}"
        );
    }

    #[test]
    fn many_kinds_are_saved_and_opened() {
        let mut deck: Pile<Number, 80> = Number::ALL.into_iter().collect();
        let hand = Hand { hidden: deck.deal(6, &mut Quick::new(1), "deal"), open: Pile::EMPTY };
        let json = serde_json::to_string(&hand).unwrap();
        assert_eq!(serde_json::from_str::<Hand<Number, 80>>(&json).unwrap(), hand);
        let bytes = postcard::to_allocvec(&deck).unwrap();
        assert_eq!(postcard::from_bytes::<Pile<Number, 80>>(&bytes).unwrap(), deck);
        let short = serde_json::from_str::<Cards>("[1, 2]").unwrap_err();
        assert!(short.to_string().contains("of each of 3 kinds"), "{short}");
    }

    #[test]
    #[should_panic(expected = "at most 255 cards of a kind")]
    fn more_cards_than_can_be_counted_are_not_forgotten() {
        let _ = Cards::new([200, 0, 0]).with(Cards::new([56, 0, 0]));
    }
}
