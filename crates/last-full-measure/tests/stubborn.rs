//! Players who do not play at random but always do the same: their games end too, and each question they are asked has
//! words. What random play leaves sooner or later, such a player would never leave: picking up and setting down, taking
//! along and leaving behind.

use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Pending, Rules, Silent};
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::load::{Library, scenario};
use last_full_measure::state::State;

/// No game comes near this many actions.
const BOUND: usize = 100_000;
/// How many actions more each game goes on at random.
const RANDOM: u64 = 29;

/// Chooses among the answers.
type Habit = fn(&[Action]) -> &Action;

fn first(answers: &[Action]) -> &Action {
    &answers[0]
}

fn last(answers: &[Action]) -> &Action {
    &answers[answers.len() - 1]
}

/// Never moves, fights or ends anything as long as there is something to fiddle with.
fn idle(answers: &[Action]) -> &Action {
    let busy = |action: &&Action| match action {
        Action::With(_) => 0,
        Action::Without(_) => 1,
        Action::Rest | Action::HoldFire(_) => 2,
        Action::Select(_) | Action::Pick(_) => 3,
        Action::Divert(_) | Action::MarkRecover(_) | Action::Attach(_) | Action::Detach(_) => 4,
        Action::Step(_) | Action::March(_) => 6,
        Action::MoveTo(_) => 7,
        Action::Done => 8,
        _ => 5,
    };
    answers.iter().min_by_key(busy).expect("somebody must decide")
}

/// Plays some games, each at random for a while, so that brigades are apart and much is going on, and then by habit.
fn ends(name: &str, games: u64, habit: Habit) {
    let rules = match scenario(&Library::builtin(), name) {
        Ok(scenario) => LastFullMeasure::new(scenario),
        Err(report) => panic!("{report}"),
    };
    for game in 0..games {
        let mut chance = Quick::new(game);
        let mut state = rules.start(&mut chance, &mut Silent);
        let mut random = Playout::new(game);
        for _ in 0..game * RANDOM {
            match random.step(&rules, &mut state, &mut chance) {
                Ok(None) => {}
                Ok(Some(_)) => break,
                Err(stuck) => panic!("{name}, game {game}: {stuck}"),
            }
        }
        by_habit(&rules, state, &mut chance, habit)
            .unwrap_or_else(|why| panic!("{name}, game {game}: {why}"));
    }
}

fn by_habit(
    rules: &LastFullMeasure,
    mut state: State,
    chance: &mut Quick,
    habit: Habit,
) -> Result<(), String> {
    let mut answers = Vec::new();
    for _ in 0..BOUND {
        let side = match rules.pending(&state) {
            Pending::Over(_) => return Ok(()),
            Pending::Decide(sides) => sides.first().ok_or("nobody must decide")?,
        };
        answers.clear();
        rules.actions(&state, side, &mut answers);
        let question = rules.question(&state, side);
        if answers.is_empty() || question.rule.is_empty() {
            return Err(format!("{} ({}): {} answers", question.text, question.rule, answers.len()));
        }
        let answer = *habit(&answers);
        rules.apply(&mut state, side, &answer, chance, &mut Silent);
    }
    let pending = rules.pending(&state);
    Err(format!("no end after {BOUND} actions: {pending:?}"))
}

#[test]
fn whoever_takes_the_first_answer_comes_to_an_end() {
    everywhere(first);
}

#[test]
fn whoever_takes_the_last_answer_comes_to_an_end() {
    everywhere(last);
}

#[test]
fn whoever_fiddles_with_everything_comes_to_an_end() {
    everywhere(idle);
}

fn everywhere(habit: Habit) {
    ends("crossroads-farm", 16, habit);
    ends("mcphersons-ridge", 8, habit);
    ends("gettysburg-july-1", 4, habit);
}
