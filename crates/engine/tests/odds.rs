//! Odds are exact where they can be, honest where they cannot, and tell no secrets.

use engine::chance::Scripted;
use engine::odds::{Effort, NOTHING, odds, odds_by, odds_of_states};
use engine::{Eyes, Fraction, Rules, Side, Silent};
use picket_line::cards::Card;
use picket_line::{Action, EndRound, Order, PicketLine, State, TakePart, Task, Verdict};

fn play(rules: &PicketLine, state: &mut State, moves: &[(Side, &str)]) {
    for &(side, text) in moves {
        let action = rules.read(text).unwrap();
        rules.check(state, side, &action).unwrap();
        rules.apply(state, side, &action, &mut Scripted::new([]), &mut Silent);
    }
}

fn fraction(text: &str) -> Option<Fraction> {
    Some(text.parse().unwrap())
}

/// The Union has advanced on X, and the Confederates may fire; `dealt` are the cards of both sides.
fn reaction(dealt: [u32; 4]) -> (PicketLine, State) {
    let rules = PicketLine::standard();
    let mut state = rules.start(&mut Scripted::new(dealt), &mut Silent);
    let moves = [
        (Side::Union, "order advance"),
        (Side::Confederate, "order withdraw"),
        (Side::Union, "pick A"),
        (Side::Union, "move 200,320 facing 0,1"),
    ];
    play(&rules, &mut state, &moves);
    (rules, state)
}

#[test]
fn every_way_the_dice_can_fall_is_counted() {
    let (rules, state) = reaction([1, 1, 1, 1]);
    let fire = rules.read("fire X aim").unwrap();
    let odds = odds(&rules, &state, Side::Confederate, &fire, Eyes::All, Effort::default());
    assert_eq!(odds.of("hit").unwrap().exact, fraction("1/2"));
    assert_eq!(odds.of("miss").unwrap().exact, fraction("1/2"));
    assert_eq!((odds.basis.runs, odds.rows.len()), (6, 2));
    assert!(odds.is_exact() && odds.of(NOTHING).is_none());
}

#[test]
fn what_happens_after_the_die_is_part_of_the_result() {
    // The last move of a round: the shot, then the Union (of one card) and the Confederates (of one) draw one each.
    let (rules, mut state) = reaction([1, 1, 1, 1]);
    let reaction = state.agenda.next().unwrap();
    state.agenda.clear();
    state.agenda.then([reaction, Verdict.into(), EndRound.into()]);
    for hand in &mut state.hands {
        hand.play(Card::Aim);
        state.deck.add(Card::Aim);
    }
    let fire = rules.read("fire X").unwrap();
    let by_state = odds_of_states(&rules, &state, Side::Confederate, &fire, Eyes::All, Effort::default());
    assert_eq!(by_state.rows.len(), 8, "hit or not, and two kinds of card twice");
    let total = by_state.rows.iter().try_fold(Fraction::ZERO, |sum, row| sum.plus(row.exact?));
    assert_eq!(total, Some(Fraction::ONE));
    assert_eq!(by_state.basis.runs, 6 * 10 * 9);
    // 4 of 6 dice miss, 6 of 10 cards are aim, then 5 of 9.
    assert_eq!(by_state.rows[0].exact, fraction("2/9"));
}

#[test]
fn a_tree_too_large_is_sampled_and_the_error_stated() {
    let (rules, state) = reaction([1, 1, 1, 1]);
    let fire = rules.read("fire X").unwrap();
    let effort = Effort { sequences: 5, samples: 10_000, ..Effort::default() };
    let odds = odds(&rules, &state, Side::Confederate, &fire, Eyes::All, effort);
    assert!(!odds.is_exact() && !odds.basis.every_sequence);
    let hit = odds.of("hit").unwrap();
    assert_eq!(hit.exact, None);
    assert!((hit.error - 0.0047).abs() < 0.0002, "√(⅓·⅔/10000) is 0.0047, not {}", hit.error);
    assert!((hit.likelihood - 1.0 / 3.0).abs() < 5.0 * hit.error);
    let no_dice_followed = Effort { dice: 0, ..Effort::default() };
    let odds = odds_of_states(&rules, &state, Side::Confederate, &fire, Eyes::All, no_dice_followed);
    assert_eq!((odds.basis.every_sequence, odds.basis.runs), (false, Effort::default().samples));
}

#[test]
fn odds_for_a_side_do_not_know_what_it_does_not() {
    let rules = PicketLine::standard();
    let hold = Action::Order(Order::Hold);
    let of = |secret: &str, eyes| {
        let mut state = rules.start(&mut Scripted::new([1, 1, 1, 1]), &mut Silent);
        play(&rules, &mut state, &[(Side::Confederate, secret)]);
        let union = Some(Task::from(TakePart { side: Side::Union }));
        let acts_first = |state: &State, _: &[String]| state.agenda.next() == union;
        odds_by(&rules, &state, Side::Union, &hold, eyes, Effort::default(), acts_first)
    };
    let certain = of("order advance", Eyes::All);
    assert!(certain.is_exact() && certain.of(&true).is_none());
    let even = of("order hold", Eyes::All);
    assert_eq!(even.of(&true).unwrap().exact, fraction("1/2"));

    let guess = of("order advance", Eyes::Of(Side::Union));
    assert_eq!(guess, of("order hold", Eyes::Of(Side::Union)), "the secret order shows in the odds");
    assert_eq!(guess.basis.imagined, 64);
    assert!(!guess.is_exact());
    // One order of three is as quick as hold, and then the lot decides.
    let first = guess.of(&true).unwrap();
    assert!((first.likelihood - 1.0 / 6.0).abs() < 4.0 * first.error, "{first:?}");
    assert!(first.error > 0.0);
}
