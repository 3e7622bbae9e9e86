//! What each side sees, and states it cannot tell from the real one.

use crate::cards::{Cards, DECK, Hand};
use crate::orders::Order;
use crate::state::{MOST_PICKETS, Picket, Stage, State};
use arrayvec::ArrayVec;
use engine::{Chance, Eyes, Side};
use serde::Serialize;

/// What somebody sees of a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// Which question is pending.
    pub stage: Stage,
    /// Whether one side has had its part of this round.
    pub is_second_part: bool,
    /// Each side's order.
    pub orders: [OrderSeen; 2],
    /// Every picket.
    pub pickets: ArrayVec<Picket, MOST_PICKETS>,
    /// Each side's cards.
    pub hands: [HandSeen; 2],
    /// How many cards are not yet drawn.
    pub deck: u8,
    /// What was played: the deck less everything else.
    pub discards: Cards,
}

/// What somebody sees of a side's order.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderSeen {
    /// None is given.
    None,
    /// One is given, in secret.
    Given,
    /// This one.
    Known(Order),
}

/// What somebody sees of a side's cards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HandSeen {
    /// The cards that lie open.
    pub open: Cards,
    /// How many are hidden.
    pub hidden: u8,
    /// Which ones are hidden, for those who may know.
    pub known: Option<Cards>,
}

/// What these eyes see.
pub(crate) fn view(state: &State, eyes: Eyes) -> View {
    let knows = |side| eyes == Eyes::All || eyes == Eyes::Of(side);
    let orders = Side::BOTH.map(|side| match state.orders[side.index()] {
        None => OrderSeen::None,
        Some(_) if state.stage == Stage::Orders && !knows(side) => OrderSeen::Given,
        Some(order) => OrderSeen::Known(order),
    });
    let hands = Side::BOTH.map(|side| {
        let Hand { hidden, open } = state.hands[side.index()];
        HandSeen { open, hidden: hidden.count(), known: knows(side).then_some(hidden) }
    });
    let held = state.hands.iter().fold(state.deck, |held, hand| held.with(hand.hidden).with(hand.open));
    View {
        round: state.round,
        stage: state.stage,
        is_second_part: state.is_second_part,
        orders,
        pickets: state.pickets.clone(),
        hands,
        deck: state.deck.count(),
        discards: DECK.without(held).unwrap_or_default(),
    }
}

/// A state that looks the same to whoever has this view: unknown cards are dealt anew from those nobody has shown them,
/// and a secret order is any of the three.
pub(crate) fn imagine(view: &View, chance: &mut dyn Chance) -> State {
    let seen = view
        .hands
        .iter()
        .fold(view.discards, |seen, hand| seen.with(hand.open).with(hand.known.unwrap_or_default()));
    let mut pool = DECK.without(seen).unwrap_or_default();
    let hands = view.hands.map(|hand| {
        let mut deal = || pool.draw(chance, "imagine a card");
        let hidden = hand.known.unwrap_or_else(|| (0..hand.hidden).filter_map(|_| deal()).collect());
        Hand { hidden, open: hand.open }
    });
    let orders = view.orders.map(|order| match order {
        OrderSeen::None => None,
        OrderSeen::Given => Some(Order::ALL[chance.draw(3, "imagine an order") as usize]),
        OrderSeen::Known(order) => Some(order),
    });
    State {
        round: view.round,
        stage: view.stage,
        is_second_part: view.is_second_part,
        orders,
        pickets: view.pickets.clone(),
        hands,
        deck: pool,
    }
}
