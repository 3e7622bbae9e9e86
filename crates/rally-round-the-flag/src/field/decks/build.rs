//! Draw decks: which cards belong into them, and everything that is wrong with a deck (RRF-DECK-1 to RRF-DECK-9).

use super::{Card, cards};
use crate::field::roster::{Roster, Standing};
use crate::model::ids::{BrigadeId, GeneralId};
use armies::Rank;
use engine::Side;
use faults::did_you_mean;

/// Where a battle comes from, which decides whose cards there must be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A scenario (RRF-DECK-4).
    Scenario,
    /// A campaign of divisions: every brigade takes part (RRF-DECK-3).
    Division,
    /// A campaign of corps: brigades are picked, at least one of each division (RRF-DECK-2).
    Corps,
}

/// What the owner of a deck chose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The brigades that take part; all of the side's roster if `None`.
    pub taken: Option<Vec<BrigadeId>>,
    /// Of subordinated brigades, the numbers of the Battle cards that were picked; all of them if nothing is said.
    pub picks: Vec<(BrigadeId, Vec<u8>)>,
    /// The whole deck, card by card, as a scenario lists it.
    pub listed: Option<Vec<Card>>,
}

/// Something wrong with a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The row that says so.
    pub rule: &'static str,
    /// What is wrong, with the cards and numbers concerned.
    pub what: String,
    /// What would be right.
    pub hint: String,
    /// The brigade it is about.
    pub brigade: Option<BrigadeId>,
    /// The card of the list it is about, by place.
    pub listed: Option<usize>,
}

/// Every card a side may have, Command cards first: those of all its Generals and brigades.
#[must_use]
pub fn all_cards(roster: &Roster, side: Side) -> Vec<Card> {
    let commands = roster.generals_of(side).map(Card::Command);
    let battle =
        roster.brigades_of(side).flat_map(|id| numbers(roster, id).map(move |n| Card::Battle(id, n)));
    commands.chain(battle).collect()
}

fn numbers(roster: &Roster, brigade: BrigadeId) -> impl Iterator<Item = u8> + use<> {
    1..=cards(roster.brigades[brigade.index()].suit).len() as u8
}

/// The draw deck of a side, in the order of [`all_cards`]; or everything that is wrong with the choices.
///
/// # Errors
///
/// Every fault, each with its rule and what would be right.
pub fn build(
    roster: &Roster,
    side: Side,
    origin: Origin,
    choices: &Choices,
) -> Result<Vec<Card>, Vec<Wrong>> {
    let mut wrong = Vec::new();
    let all: Vec<BrigadeId> = roster.brigades_of(side).collect();
    let taken: Vec<BrigadeId> = choices.taken.as_ref().map_or_else(|| all.clone(), Clone::clone);
    check_taken(roster, origin, &all, &taken, &mut wrong);
    for &brigade in taken.iter().filter(|id| all.contains(id)) {
        check_standing(roster, brigade, &mut wrong);
    }
    let mut deck: Vec<Card> = Vec::new();
    for general in roster.generals_of(side).filter(|&general| plays(roster, general, &taken)) {
        deck.push(Card::Command(general));
    }
    for &brigade in all.iter().filter(|id| taken.contains(id)) {
        let picked = picked(roster, brigade, choices, &mut wrong);
        deck.extend(picked.into_iter().map(|number| Card::Battle(brigade, number)));
    }
    if let Some(listed) = &choices.listed {
        check_list(roster, side, listed, &mut wrong);
        deck.clone_from(listed);
    }
    if deck.is_empty() {
        wrong.push(Wrong {
            rule: "RRF-DECK-1",
            what: format!("the {side} deck has no card"),
            hint: "give the side a General or a brigade".to_owned(),
            brigade: None,
            listed: None,
        });
    }
    if wrong.is_empty() { Ok(deck) } else { Err(wrong) }
}

/// Whether a General's Command card is in the deck: that of a brigade with it, unless the brigade is subordinated; that
/// of a higher General always (RRF-DECK-5, RRF-DECK-7, RRF-DECK-9).
fn plays(roster: &Roster, general: GeneralId, taken: &[BrigadeId]) -> bool {
    match roster.hqs[roster.generals[general.index()].hq.index()].brigade {
        Some(brigade) => {
            taken.contains(&brigade) && roster.brigades[brigade.index()].standing == Standing::Independent
        }
        None => true,
    }
}

fn check_taken(
    roster: &Roster,
    origin: Origin,
    all: &[BrigadeId],
    taken: &[BrigadeId],
    wrong: &mut Vec<Wrong>,
) {
    let left: Vec<BrigadeId> = all.iter().copied().filter(|id| !taken.contains(id)).collect();
    let name = |id: &BrigadeId| roster.brigades[id.index()].tag.as_str();
    for id in taken.iter().filter(|id| !all.contains(id)) {
        wrong.push(Wrong {
            rule: "RRF-CARD-6",
            what: format!("`{}` is not of this side", name(id)),
            hint: "name brigades of the side whose deck it is".to_owned(),
            brigade: Some(*id),
            listed: None,
        });
    }
    match origin {
        Origin::Scenario => {}
        Origin::Division => wrong.extend(left.iter().map(|id| Wrong {
            rule: "RRF-DECK-3",
            what: format!("`{}` is left out", name(id)),
            hint: "in a campaign of divisions every brigade of the Area takes part".to_owned(),
            brigade: Some(*id),
            listed: None,
        })),
        Origin::Corps => {
            let division = |id: &BrigadeId| roster.division(roster.brigades[id.index()].hq);
            let mut divisions: Vec<_> = all.iter().filter_map(division).collect();
            divisions.dedup();
            for hq in divisions {
                if !taken.iter().any(|id| division(id) == Some(hq)) {
                    let what = format!("no brigade of the {} is picked", roster.hqs[hq.index()].name);
                    let of_it: Vec<&str> =
                        all.iter().filter(|id| division(id) == Some(hq)).map(name).collect();
                    wrong.push(Wrong {
                        rule: "RRF-DECK-2",
                        what,
                        hint: format!("pick at least one of {}", faults::list(of_it)),
                        brigade: None,
                        listed: None,
                    });
                }
            }
        }
    }
}

/// Whether a brigade may stand as it does: on its own with its General there, or under one of its own chain who is a
/// division's or higher (RRF-DECK-5, RRF-DECK-6).
fn check_standing(roster: &Roster, brigade: BrigadeId, wrong: &mut Vec<Wrong>) {
    let about = &roster.brigades[brigade.index()];
    let mut refuse = |rule, what: String, hint: &str| {
        let hint = hint.to_owned();
        wrong.push(Wrong { rule, what, hint, brigade: Some(brigade), listed: None });
    };
    match about.standing {
        Standing::Independent => {
            if roster.hqs[about.hq.index()].general.is_none() {
                refuse(
                    "RRF-DECK-5",
                    format!("`{}` is independent, and its General is not there", about.tag),
                    "bring him, or subordinate the brigade to a General above him",
                );
            }
        }
        Standing::Subordinated(general) => {
            let over = &roster.generals[general.index()];
            let hq = &roster.hqs[over.hq.index()];
            if hq.rank == Rank::Brigade {
                refuse(
                    "RRF-DECK-6",
                    format!("`{}` is subordinated to {}, who leads a brigade", about.tag, over.tag),
                    "only a General of a division or higher takes a brigade under himself",
                );
            } else if !roster.leads(over.hq, about.hq) {
                refuse(
                    "RRF-DECK-6",
                    format!("`{}` is subordinated to {}, who is not in its chain", about.tag, over.tag),
                    "name a General over it",
                );
            }
        }
    }
}

/// The Battle cards of a brigade that go into the deck (RRF-DECK-5, RRF-DECK-8, R-62).
fn picked(roster: &Roster, brigade: BrigadeId, choices: &Choices, wrong: &mut Vec<Wrong>) -> Vec<u8> {
    let about = &roster.brigades[brigade.index()];
    let all: Vec<u8> = numbers(roster, brigade).collect();
    let Some((_, picks)) = choices.picks.iter().find(|(id, _)| *id == brigade) else { return all };
    let mut refuse = |rule, what: String, hint: String| {
        wrong.push(Wrong { rule, what, hint, brigade: Some(brigade), listed: None });
    };
    for (place, number) in picks.iter().enumerate() {
        if !all.contains(number) {
            let most = all.len();
            refuse(
                "RRF-CARD-6",
                format!("`{}` has no card {number}", about.tag),
                format!("its cards are 1 to {most}"),
            );
        } else if picks[..place].contains(number) {
            refuse(
                "RRF-CARD-6",
                format!("`{}-{number}` is picked twice", about.tag),
                "there is one of each".to_owned(),
            );
        }
    }
    match about.standing {
        Standing::Independent if picks.len() < all.len() => {
            let what = format!(
                "`{}` is independent, and {} of its {} cards are picked",
                about.tag,
                picks.len(),
                all.len()
            );
            refuse("RRF-DECK-5", what, "take them all, or subordinate it".to_owned());
        }
        Standing::Independent => {}
        Standing::Subordinated(general) => {
            let over = &roster.generals[general.index()];
            let least = usize::from(over.ratings.leadership.0).min(all.len());
            if picks.len() < least {
                let what = format!("{} cards of `{}` are picked", picks.len(), about.tag);
                let hint = format!(
                    "{} has Leadership {}: pick at least {least}",
                    over.tag, over.ratings.leadership.0
                );
                refuse("RRF-DECK-8", what, hint);
            }
        }
    }
    all.into_iter().filter(|number| picks.contains(number)).collect()
}

/// A list of a scenario: cards of who is there, each once (RRF-DECK-4, RRF-CARD-6).
fn check_list(roster: &Roster, side: Side, listed: &[Card], wrong: &mut Vec<Wrong>) {
    let all = all_cards(roster, side);
    for (place, card) in listed.iter().enumerate() {
        let mut refuse = |what: String, hint: &str| {
            let (rule, hint) = ("RRF-CARD-6", hint.to_owned());
            wrong.push(Wrong { rule, what, hint, brigade: None, listed: Some(place) });
        };
        if listed[..place].contains(card) {
            refuse(format!("`{}` is in the deck twice", name(roster, *card)), "there is one of each card");
        } else if !all.contains(card) {
            refuse(
                format!("`{}` is no card of the {side} side", name(roster, *card)),
                "a deck has cards of the brigades and Generals who are there",
            );
        }
    }
}

/// How a card is written: `davis-4`; a Command card by the name of its General: `Heth`.
#[must_use]
pub fn name(roster: &Roster, card: Card) -> String {
    match card {
        Card::Command(general) => roster.generals[general.index()].tag.clone(),
        Card::Battle(brigade, number) => format!("{}-{number}", roster.brigades[brigade.index()].tag),
    }
}

/// Reads what [`name`] wrote.
///
/// # Errors
///
/// What would be right: the nearest name, or how cards are written.
pub fn read_name(roster: &Roster, text: &str) -> Result<Card, String> {
    let all = Side::BOTH.into_iter().flat_map(|side| all_cards(roster, side));
    let named: Vec<(String, Card)> = all.map(|card| (name(roster, card), card)).collect();
    let found = named.iter().find(|(known, _)| known.eq_ignore_ascii_case(text));
    found.map(|(_, card)| *card).ok_or_else(|| {
        match did_you_mean(text, named.iter().map(|(name, _)| name.as_str())) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "cards are written `davis-4`, or by the name of a General".to_owned(),
        }
    })
}

#[cfg(test)]
mod tests;
