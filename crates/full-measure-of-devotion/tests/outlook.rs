//! How a combat may end, as far as each side may know it.

use engine::chance::Quick;
use engine::fair::Terms;
use engine::odds::{Effort, Odds, odds, outlook};
use engine::{Eyes, Game, Pending, Rules, Side};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::load::{Library, from_source};
use full_measure_of_devotion::state::{Role, State, Step};
use std::sync::Arc;

/// A valley so narrow that random armies meet.
fn crowded_valley() -> Arc<FullMeasureOfDevotion> {
    let text = include_str!("fixtures/crowded-valley.toml");
    let source = Source::new("crowded-valley.toml", text);
    Arc::new(from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}")))
}

/// Random games, up to each moment at which a side is asked something before the brigades of a combat are shown.
fn before_the_fight(mut look: impl FnMut(&FullMeasureOfDevotion, &State, Side, &[Action])) {
    let rules = crowded_valley();
    for number in 0..80 {
        let mut game = Game::new(rules.clone(), Terms::simple("outlook", number));
        let mut chance = Quick::new(number);
        let mut actions = Vec::new();
        while let Pending::Decide(sides) = rules.pending(game.state()) {
            let side = sides.first().expect("somebody is asked");
            actions.clear();
            rules.actions(game.state(), side, &mut actions);
            if game.state().battle().as_ref().is_some_and(|battle| battle.step() <= Step::Select) {
                look(&rules, game.state(), side, &actions);
            }
            let action = actions[chance.below(actions.len() as u32) as usize];
            game.play(game.seating().seat(side), &action).unwrap_or_else(|violation| panic!("{violation}"));
        }
    }
}

const EFFORT: Effort = Effort { sequences: 600, dice: 64, samples: 60, worlds: 6, number: 1863 };

fn bytes(odds: &Option<Odds>) -> Vec<u8> {
    serde_json::to_vec(odds).expect("odds are written as JSON")
}

/// The enemy's Force in the combat that a side fights.
fn enemy(state: &State, army: Side) -> full_measure_of_devotion::strength::Strength {
    let battle = state.battle().as_ref().expect("a combat is being fought");
    state.force(battle.force(battle.role_of(army).other())).strength()
}

#[test]
fn two_worlds_that_look_the_same_to_a_side_give_it_the_same_odds_to_the_byte() {
    let mut chance = Quick::new(3);
    let (mut compared, mut told_apart) = (0, 0);
    before_the_fight(|rules, real, side, actions| {
        let eyes = Eyes::Of(side);
        let other = rules.imagine(&rules.view(real, eyes), eyes, &mut chance);
        if enemy(&other, side) == enemy(real, side) {
            return;
        }
        let on_question = |state: &State| outlook(rules, state, side, None, EFFORT);
        assert!(on_question(real).is_some(), "every question of a combat has an outlook");
        assert_eq!(bytes(&on_question(real)), bytes(&on_question(&other)));
        let action = actions[chance.below(actions.len() as u32) as usize];
        let on_action = |state: &State| outlook(rules, state, side, Some(&action), EFFORT);
        assert_eq!(bytes(&on_action(real)), bytes(&on_action(&other)), "{action:?}");
        let seen = |state: &State, eyes| Some(odds(rules, state, side, &action, eyes, EFFORT));
        assert_eq!(bytes(&seen(real, eyes)), bytes(&seen(&other, eyes)), "{action:?}");
        compared += 1;
        // The worlds are not alike, and whoever sees everything gets other odds.
        told_apart += u32::from(bytes(&seen(real, Eyes::All)) != bytes(&seen(&other, Eyes::All)));
    });
    assert!(compared > 40 && told_apart > 4, "{compared} compared, {told_apart} told apart");
}

/// FMD-12.3-6: dice for numbers are open, so that their odds are exact whatever else is hidden.
#[test]
fn odds_of_dice_for_numbers_are_exact() {
    let mut thrown = 0;
    before_the_fight(|rules, state, side, actions| {
        let battle = state.battle().as_ref().expect("a combat is being fought");
        if battle.step() != Step::DefenderDice || battle.share(Role::Attacker).declared() != 2 {
            return;
        }
        let odds = odds(rules, state, side, &actions[0], Eyes::Of(side), Effort::default());
        if odds.rows.len() == 11 {
            assert!(odds.is_exact(), "{odds:?}");
            assert_eq!(odds.rows[0].exact, Some("1/6".parse().expect("a fraction")), "a seven");
            thrown += 1;
        }
    });
    assert!(thrown > 0);
}
