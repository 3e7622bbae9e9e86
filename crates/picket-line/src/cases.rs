//! How positions and expectations of Picket Line are written in cases.

use crate::files::{PostFile, check_posts, check_rounds, point};
use crate::model::field::Point;
use crate::model::scenario::PicketLine;
use crate::model::state::{MOST_TASKS, Picket, PicketId, State};
use crate::model::task::Task;
use crate::model::view::OrderSeen;
use crate::rules::cards::{Card, Cards, DECK, HAND, Hand, HandSeen};
use crate::rules::movement::TakePart;
use crate::rules::orders::{GiveOrder, Order};
use crate::rules::sequence::EndRound;
use crate::rules::victory::Verdict;
use engine::agenda::Agenda;
use engine::case::{Base, CaseLanguage, Findings, SetUp};
use engine::{BySide, Chance, Eyes, Rules, Side};
use faults::{Faults, Report, Source, Span};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// A position. Either all of it, or `start = true` for a scenario's beginning.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The beginning of a game, cards dealt by the case's `dice`.
    #[serde(default)]
    start: bool,
    /// How many rounds are played.
    #[serde(default = "four")]
    rounds: Spanned<u8>,
    /// Which round it is.
    #[serde(default = "one")]
    round: Spanned<u8>,
    /// Whose part of the round it is; without it, orders are pending.
    part: Option<Side>,
    /// Whether the other side has had its part.
    #[serde(default)]
    second: bool,
    /// The orders given.
    #[serde(default)]
    orders: BySide<Option<Order>>,
    /// Each side's hidden cards.
    #[serde(default)]
    hidden: BySide<Option<Vec<Spanned<Card>>>>,
    /// Each side's open cards.
    #[serde(default)]
    open: BySide<Option<Vec<Spanned<Card>>>>,
    /// The pickets.
    picket: Vec<PostFile>,
}

/// What must hold of what is seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The round.
    round: Option<Spanned<u8>>,
    /// Where pickets are.
    #[serde(default)]
    at: BTreeMap<String, Spanned<[i32; 2]>>,
    /// Which way pickets face.
    #[serde(default)]
    facing: BTreeMap<String, Spanned<[i32; 2]>>,
    /// Where the stands of pickets are, the left one first.
    #[serde(default)]
    stands: BTreeMap<String, Spanned<[[i32; 2]; 3]>>,
    /// The pickets that have fallen, all of them.
    fallen: Option<Vec<Spanned<String>>>,
    /// Each side's order: `advance`, `withdraw`, `hold`, `none` or `given`.
    #[serde(default)]
    orders: BySide<Option<Spanned<String>>>,
    /// Each side's open cards.
    #[serde(default)]
    open: BySide<Option<Spanned<Vec<Card>>>>,
    /// How many hidden cards each side has.
    #[serde(default)]
    hidden: BySide<Option<Spanned<u32>>>,
    /// The hidden cards that are known.
    #[serde(default)]
    known: BySide<Option<Spanned<Vec<Card>>>>,
    /// The sides whose hidden cards are not known.
    #[serde(default)]
    unknown: Vec<Spanned<Side>>,
}

fn four() -> Spanned<u8> {
    Spanned::new(0..0, 4)
}

fn one() -> Spanned<u8> {
    Spanned::new(0..0, 1)
}

impl CaseLanguage for PicketLine {
    type CasePosition = Position;
    type CaseExpect = Expect;
    type Parts = PicketLine;

    fn set_up(
        _base: &Base<PicketLine>,
        position: &Position,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<PicketLine>, Report> {
        let mut faults = Faults::new(source);
        check_rounds(&position.rounds, &mut faults);
        let (round, rounds) = (*position.round.get_ref(), *position.rounds.get_ref());
        if !(1..=rounds).contains(&round) {
            let what = format!("there is no round {round}");
            faults.add(&position.round, what).hint(format!("write 1 to {rounds}"));
        }
        let posts = check_posts(&position.picket, &mut faults);
        let (hands, deck) = check_hands(position, &mut faults);
        faults.into_result(())?;

        let rules = PicketLine { name: "case".to_owned(), rounds, posts };
        let mut told = Vec::new();
        let state = match position.start {
            true => rules.start(chance, &mut told),
            false => State {
                round,
                agenda: agenda(position),
                orders: [position.orders.union, position.orders.confederate],
                hands,
                deck,
                ..rules.undealt()
            },
        };
        Ok(SetUp { rules: Arc::new(rules), state, told })
    }

    fn compare(&self, state: &State, eyes: Eyes, expect: &Expect, findings: &mut Findings<'_>) {
        let view = self.view(state, eyes);
        findings.maybe("the round", expect.round.as_ref(), &view.round);
        compare_points(self, "stands at", &expect.at, |picket| view.pickets[picket].at, findings);
        compare_points(self, "faces", &expect.facing, |picket| view.pickets[picket].facing, findings);
        for (name, stands) in &expect.stands {
            let Some(picket) = find(self, name, stands, findings) else { continue };
            let Picket { at, facing, .. } = view.pickets[picket];
            let found = at.stands(facing).map(|stand| [stand.x, stand.y]);
            findings.maybe(&format!("the stands of {name}"), Some(stands), &found);
        }
        if let Some(names) = &expect.fallen {
            compare_fallen(self, names, &view.pickets, findings);
        }
        for (side, order) in expect.orders.each() {
            let found = match view.orders[side.index()] {
                OrderSeen::None => "none".to_owned(),
                OrderSeen::Given => "given".to_owned(),
                OrderSeen::Known(order) => order.to_string(),
            };
            findings.maybe(&format!("{side} order"), order.as_ref(), &found);
        }
        for side in Side::BOTH {
            compare_hand(side, view.hands[side.index()], expect, findings);
        }
    }
}

/// What is left of the round.
fn agenda(position: &Position) -> Agenda<Task, MOST_TASKS> {
    let mut agenda = Agenda::default();
    match position.part {
        None => agenda.push(GiveOrder),
        Some(side) => {
            agenda.push(EndRound);
            if !position.second {
                agenda.then([TakePart { side: side.other() }.into(), Verdict.into()]);
            }
            agenda.then([TakePart { side }.into(), Verdict.into()]);
        }
    }
    agenda
}

/// The hands of a position, taken out of the whole deck, and what is left of it.
fn check_hands(position: &Position, faults: &mut Faults) -> ([Hand; 2], Cards) {
    let mut deck = DECK;
    let mut take = |card: &Spanned<Card>, faults: &mut Faults| {
        let kind = *card.get_ref();
        let there = deck.take(kind);
        if !there {
            faults
                .add(card, format!("there is no such card left: {kind:?}"))
                .hint(format!("the deck has {} of the kind (PL-1.2)", DECK.of(kind)));
        }
        there.then_some(kind)
    };
    let hands = Side::BOTH.map(|side| {
        let mut of = |cards: &BySide<Option<Vec<Spanned<Card>>>>| {
            cards.of(side).into_iter().flatten().filter_map(|card| take(card, faults)).collect()
        };
        let hand = Hand { hidden: of(&position.hidden), open: of(&position.open) };
        if hand.count() > HAND {
            let what = format!("the {side} hand is too large");
            faults.add(Span::File, what).hint(format!("at most {HAND} cards (PL-5.3)"));
        }
        hand
    });
    (hands, deck)
}

fn compare_points(
    rules: &PicketLine,
    what: &str,
    expected: &BTreeMap<String, Spanned<[i32; 2]>>,
    found: impl Fn(usize) -> Point,
    findings: &mut Findings<'_>,
) {
    for (name, place) in expected {
        let Some(picket) = find(rules, name, place, findings) else { continue };
        let (expected, found) = (point(*place.get_ref()), found(picket));
        if expected != found {
            findings.differs(place, format!("{name} {what} {expected}"), format!("{name} {what} {found}"));
        }
    }
}

fn compare_fallen(
    rules: &PicketLine,
    names: &[Spanned<String>],
    pickets: &[Picket],
    findings: &mut Findings<'_>,
) {
    let place = names.first().map_or(Span::File, Span::from);
    let fallen: Vec<usize> =
        names.iter().filter_map(|name| find(rules, name.get_ref(), name, findings)).collect();
    for (index, picket) in pickets.iter().enumerate() {
        let name = &rules.posts[index].name;
        match (fallen.contains(&index), picket.standing) {
            (true, true) => findings.differs(place.clone(), format!("{name} has fallen"), "it stands"),
            (false, false) => findings.differs(place.clone(), format!("{name} stands"), "it has fallen"),
            _ => {}
        }
    }
}

fn compare_hand(side: Side, seen: HandSeen, expect: &Expect, findings: &mut Findings<'_>) {
    let lists = [("open", &expect.open, Some(seen.open)), ("hidden", &expect.known, seen.known)];
    for (what, expected, found) in lists {
        let Some(cards) = expected.of(side) else { continue };
        match found {
            Some(found) => {
                let what = format!("{side} {what} cards");
                findings.same_set(cards, &what, cards.get_ref().clone(), found.iter().collect());
            }
            None => findings.differs(cards, format!("{side} {what} cards {:?}", cards.get_ref()), "unknown"),
        }
    }
    findings.maybe(&format!("hidden {side} cards"), expect.hidden.of(side), &seen.hidden);
    if let Some(unknown) = expect.unknown.iter().find(|unknown| *unknown.get_ref() == side)
        && let Some(known) = seen.known
    {
        findings.differs(unknown, format!("the hidden {side} cards are unknown"), format!("{known:?}"));
    }
}

fn find(
    rules: &PicketLine,
    name: &str,
    place: impl Into<Span>,
    findings: &mut Findings<'_>,
) -> Option<usize> {
    let found = rules.find(name);
    if found.is_none() {
        findings.unknown(place, "picket", name, rules.posts.iter().map(|post| post.name.as_str()));
    }
    found.map(PicketId::index)
}
