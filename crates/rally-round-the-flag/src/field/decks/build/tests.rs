use super::*;
use crate::field::decks::Suit;
use crate::field::ratings::{Grade, Post, Troop, general};
use crate::field::roster::{Branch, Brigade, General, Hq, HqId, Regiment};
use crate::model::cards::{Formation, Style};
use crate::model::ids::StandId;
use crate::model::numbers::{Discipline, Fire, Gravestones, Strength};
use engine::proof::proves;

/// A corps of two divisions: the first has two brigades and a battalion, the second one brigade. Generals of the corps
/// are not there.
fn corps() -> Roster {
    let mut roster = Roster::default();
    let hq = |roster: &mut Roster, id: &str, rank, over: Option<usize>| {
        let (id, name) = (id.to_owned(), id.to_owned());
        let over = over.map(HqId::at);
        roster.hqs.push(Hq { id, name, side: Side::Union, rank, over, general: None, brigade: None });
        roster.hqs.len() - 1
    };
    let leads = |roster: &mut Roster, hq: usize, post| {
        let id = GeneralId::at(roster.generals.len());
        roster.hqs[hq].general = Some(id);
        let (tag, name) = (format!("G-{}", roster.hqs[hq].id), roster.hqs[hq].id.clone());
        let (ratings, gravestones) = (general(post, Grade::C, false), Gravestones(0));
        roster.generals.push(General {
            tag,
            name,
            side: Side::Union,
            hq: HqId::at(hq),
            ratings,
            gravestones,
        });
    };
    let army = hq(&mut roster, "army", Rank::Army, None);
    let corps = hq(&mut roster, "corps", Rank::Corps, Some(army));
    for (division, brigades) in [("d1", &["a", "b", "guns"][..]), ("d2", &["c"][..])] {
        let above = hq(&mut roster, division, Rank::Division, Some(corps));
        leads(&mut roster, above, Post::Division);
        for tag in brigades {
            let own = hq(&mut roster, tag, Rank::Brigade, Some(above));
            leads(&mut roster, own, Post::Brigade);
            let id = BrigadeId::at(roster.brigades.len());
            roster.hqs[own].brigade = Some(id);
            let guns = *tag == "guns";
            roster.brigades.push(Brigade {
                tag: (*tag).to_owned(),
                name: (*tag).to_owned(),
                side: Side::Union,
                hq: HqId::at(own),
                suit: if guns { Suit::Artillery } else { Suit::Infantry(Style::Line) },
                standing: Standing::Independent,
                formation: Formation::Line,
                barricades: false,
            });
            roster.troops.push(Regiment {
                tag: format!("1{tag}"),
                id: format!("1{tag}"),
                name: format!("1st {tag}"),
                side: Side::Union,
                brigade: id,
                branch: if guns { Branch::Artillery } else { Branch::Infantry },
                troop: Troop {
                    fire: Fire(8),
                    discipline: Discipline(8),
                    strength: Strength(4),
                    mounted: Strength(0),
                    holders: Strength(0),
                },
                marked: [0; 3],
            });
        }
    }
    roster
}

const A: BrigadeId = BrigadeId(0);
const B: BrigadeId = BrigadeId(1);
const GUNS: BrigadeId = BrigadeId(2);
const C: BrigadeId = BrigadeId(3);
/// The Generals of the first division, of brigade a, of the second division.
const D1: GeneralId = GeneralId(0);
const GA: GeneralId = GeneralId(1);
const D2: GeneralId = GeneralId(4);

fn built(roster: &Roster, origin: Origin, choices: &Choices) -> Vec<Card> {
    build(roster, Side::Union, origin, choices).unwrap()
}

fn rules(roster: &Roster, origin: Origin, choices: &Choices) -> Vec<&'static str> {
    let wrong = build(roster, Side::Union, origin, choices).unwrap_err();
    wrong.iter().map(|wrong| wrong.rule).collect()
}

fn commands(deck: &[Card]) -> usize {
    deck.iter().filter(|card| matches!(card, Card::Command(_))).count()
}

fn battle(deck: &[Card], brigade: BrigadeId) -> usize {
    deck.iter().filter(|card| matches!(card, Card::Battle(id, _) if *id == brigade)).count()
}

/// The same with only the first two brigades and the General over them.
fn two_brigades() -> Roster {
    let mut roster = corps();
    roster.brigades.truncate(2);
    roster.troops.truncate(2);
    roster.generals.truncate(3);
    roster.hqs.truncate(5);
    roster
}

#[test]
fn two_independent_brigades_and_their_division() {
    let _proof = proves(&["RRF-DECK-1", "RRF-DECK-5", "RRF-DECK-9", "RRF-CMDC-1", "RRF-CARD-5"]);
    let roster = two_brigades();
    let deck = built(&roster, Origin::Division, &Choices::default());
    assert_eq!((deck.len(), commands(&deck)), (2 * 8 + 3, 3));
    assert_eq!((battle(&deck, A), battle(&deck, B)), (8, 8));
    assert_eq!(deck, all_cards(&roster, Side::Union));
    let whole = corps();
    assert_eq!(built(&whole, Origin::Division, &Choices::default()).len(), 3 * 8 + 4 + 6);
}

#[test]
fn corps_pick_brigades_of_every_division_and_divisions_bring_them_all() {
    let _proof = proves(&["RRF-DECK-2", "RRF-DECK-3"]);
    let roster = corps();
    let taken = |taken: &[BrigadeId]| Choices { taken: Some(taken.to_vec()), ..Choices::default() };
    assert_eq!(rules(&roster, Origin::Corps, &taken(&[A, B])), ["RRF-DECK-2"], "none of the second");
    assert_eq!(rules(&roster, Origin::Corps, &taken(&[])), ["RRF-DECK-2", "RRF-DECK-2"]);
    let deck = built(&roster, Origin::Corps, &taken(&[B, C]));
    assert_eq!((battle(&deck, A), battle(&deck, B), battle(&deck, C)), (0, 8, 8));
    assert_eq!(commands(&deck), 4, "both divisions, b and c: the General of a is not there");
    assert_eq!(rules(&roster, Origin::Division, &taken(&[A, B, C])), ["RRF-DECK-3"], "the guns are left out");
}

#[test]
fn a_scenario_lists_its_deck() {
    let _proof = proves(&["RRF-DECK-4", "RRF-CARD-6"]);
    let roster = corps();
    let listed = |cards: Vec<Card>| Choices { listed: Some(cards), ..Choices::default() };
    let twenty: Vec<Card> = all_cards(&roster, Side::Union).into_iter().rev().take(20).collect();
    assert_eq!(built(&roster, Origin::Scenario, &listed(twenty.clone())), twenty);
    let absent = Card::Battle(GUNS, 5);
    let wrong = listed(vec![Card::Battle(A, 1), absent, Card::Battle(A, 1)]);
    assert_eq!(rules(&roster, Origin::Scenario, &wrong), ["RRF-CARD-6", "RRF-CARD-6"]);
    assert_eq!(rules(&roster, Origin::Scenario, &listed(Vec::new())), ["RRF-DECK-1"]);
}

#[test]
fn only_generals_of_a_division_or_higher_subordinate_and_only_their_own() {
    let _proof = proves(&["RRF-DECK-6"]);
    let mut roster = corps();
    roster.brigades[B.index()].standing = Standing::Subordinated(GA);
    assert_eq!(
        rules(&roster, Origin::Scenario, &Choices::default()),
        ["RRF-DECK-6"],
        "a General of a brigade"
    );
    roster.brigades[B.index()].standing = Standing::Subordinated(D2);
    assert_eq!(rules(&roster, Origin::Scenario, &Choices::default()), ["RRF-DECK-6"], "of another division");
    roster.brigades[B.index()].standing = Standing::Subordinated(D1);
    assert!(build(&roster, Side::Union, Origin::Scenario, &Choices::default()).is_ok());
}

#[test]
fn a_subordinated_brigade_plays_without_its_general() {
    let _proof = proves(&["RRF-DECK-7"]);
    let mut roster = two_brigades();
    roster.brigades[A.index()].standing = Standing::Subordinated(D1);
    let deck = built(&roster, Origin::Division, &Choices::default());
    assert!(!deck.contains(&Card::Command(GA)), "nor with his card");
    assert_eq!((commands(&deck), battle(&deck, A)), (2, 8));
    assert_eq!(roster.leader(A), Some(D1));
    assert_eq!(roster.leader(B), Some(GeneralId(2)));
}

#[test]
fn at_least_as_many_cards_are_picked_as_the_general_has_leadership() {
    let _proof = proves(&["RRF-DECK-8", "R-62"]);
    let mut roster = corps();
    roster.brigades[A.index()].standing = Standing::Subordinated(D1);
    roster.brigades[GUNS.index()].standing = Standing::Subordinated(D1);
    let picks =
        |brigade, numbers: &[u8]| Choices { picks: vec![(brigade, numbers.to_vec())], ..Choices::default() };
    assert_eq!(rules(&roster, Origin::Scenario, &picks(A, &[1, 2, 3, 4])), ["RRF-DECK-8"], "Leadership 5");
    for most in 5..=8 {
        let numbers: Vec<u8> = (1..=most).collect();
        assert_eq!(battle(&built(&roster, Origin::Scenario, &picks(A, &numbers)), A), usize::from(most));
    }
    // A battalion has only four cards: all of them.
    assert_eq!(rules(&roster, Origin::Scenario, &picks(GUNS, &[1, 2, 3])), ["RRF-DECK-8"]);
    assert_eq!(battle(&built(&roster, Origin::Scenario, &picks(GUNS, &[1, 2, 3, 4])), GUNS), 4);
    let wrong = picks(A, &[1, 1, 2, 3, 9]);
    assert_eq!(
        rules(&roster, Origin::Scenario, &wrong),
        ["RRF-CARD-6", "RRF-CARD-6"],
        "twice, and none such"
    );
    let few = picks(B, &[1, 2, 3, 4, 5]);
    assert_eq!(rules(&roster, Origin::Scenario, &few), ["RRF-DECK-5"], "B is independent");
}

#[test]
fn a_brigade_without_its_general_is_not_independent() {
    let mut roster = corps();
    let hq = roster.brigades[C.index()].hq.index();
    roster.hqs[hq].general = None;
    assert_eq!(rules(&roster, Origin::Scenario, &Choices::default()), ["RRF-DECK-5"]);
}

#[test]
fn the_chain_says_who_commands_whom() {
    let _proof = proves(&["RRF-COC-2"]);
    let mut roster = corps();
    let (first, last) = (StandId(0), StandId(3));
    let chain: Vec<&str> = roster.chain(first).map(|hq| roster.hqs[hq.index()].id.as_str()).collect();
    assert_eq!(chain, ["a", "d1", "corps", "army"]);
    let commands = |roster: &Roster, general| -> Vec<u8> {
        (0..4).filter(|stand| roster.commands(general, StandId(*stand))).collect()
    };
    assert_eq!(commands(&roster, GA), [0], "his brigade alone");
    assert_eq!(commands(&roster, D1), [0, 1, 2], "his whole division");
    assert!(!roster.commands(D2, first) && roster.commands(D2, last));
    roster.brigades[A.index()].standing = Standing::Subordinated(D1);
    assert!(commands(&roster, GA).is_empty() && roster.commands(D1, first), "nobody below him");
    assert_eq!(roster.highest(Side::Union), [D1, D2]);
}

#[test]
fn cards_are_read_as_they_are_written() {
    let roster = corps();
    for card in all_cards(&roster, Side::Union) {
        assert_eq!(read_name(&roster, &name(&roster, card)), Ok(card));
    }
    assert_eq!(read_name(&roster, "A-4"), Ok(Card::Battle(A, 4)));
    assert_eq!(read_name(&roster, "guns-5").unwrap_err(), "did you mean `guns-1`?");
    assert_eq!(
        read_name(&roster, "nonsense").unwrap_err(),
        "cards are written `davis-4`, or by the name of a General"
    );
}
