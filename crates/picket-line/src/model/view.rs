//! What each side sees, and states it cannot tell from the real one.

use crate::model::state::{MOST_PICKETS, MOST_TASKS, Picket, State};
use crate::model::task::Task;
use crate::rules::cards::{Cards, DECK, HandSeen};
use crate::rules::orders::Order;
use arrayvec::ArrayVec;
use engine::agenda::Agenda;
use engine::{Chance, Eyes, Outcome, Side};
use serde::Serialize;

/// What somebody sees of a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// What is to be done.
    pub agenda: Agenda<Task, MOST_TASKS>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Each side's order.
    pub orders: [OrderSeen; 2],
    /// Every picket.
    pub pickets: ArrayVec<Picket, MOST_PICKETS>,
    /// Each side's cards.
    pub hands: [HandSeen; 2],
    /// How many cards are not yet drawn.
    pub deck: u32,
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

/// What these eyes see.
pub(crate) fn view(state: &State, eyes: Eyes) -> View {
    // A field that is added to the state is not seen until somebody has decided here who may see it.
    let State { round, agenda, outcome, orders, pickets, hands, deck } = state;
    let knows = |side| eyes == Eyes::All || eyes == Eyes::Of(side);
    let is_secret = matches!(agenda.next(), Some(Task::GiveOrder(_)));
    let orders_seen = Side::BOTH.map(|side| match orders[side.index()] {
        None => OrderSeen::None,
        Some(_) if is_secret && !knows(side) => OrderSeen::Given,
        Some(order) => OrderSeen::Known(order),
    });
    let hands_seen = Side::BOTH.map(|side| hands[side.index()].seen(knows(side)));
    let held = hands.iter().fold(*deck, |held, hand| held.with(hand.all()));
    View {
        round: *round,
        agenda: *agenda,
        outcome: *outcome,
        orders: orders_seen,
        pickets: pickets.clone(),
        hands: hands_seen,
        deck: deck.count(),
        discards: DECK.without(held).unwrap_or_default(),
    }
}

/// A state that looks the same to whoever has this view: unknown cards are dealt anew from those nobody has shown them,
/// and a secret order is any of the three.
pub(crate) fn imagine(view: &View, chance: &mut dyn Chance) -> State {
    let seen = view.hands.iter().fold(view.discards, |seen, hand| seen.with(hand.shown()));
    let mut deck = DECK.without(seen).unwrap_or_default();
    let hands = view.hands.map(|hand| hand.imagine(&mut deck, chance, "imagine a card"));
    let orders = view.orders.map(|order| match order {
        OrderSeen::None => None,
        OrderSeen::Given => Some(Order::ALL[chance.draw(3, "imagine an order") as usize]),
        OrderSeen::Known(order) => Some(order),
    });
    State {
        round: view.round,
        agenda: view.agenda,
        outcome: view.outcome,
        orders,
        pickets: view.pickets.clone(),
        hands,
        deck,
    }
}
