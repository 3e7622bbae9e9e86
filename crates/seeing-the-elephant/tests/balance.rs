//! Two equally simple players win about equally often.
//!
//! `BALANCE_GAMES=500 cargo test --release -p seeing-the-elephant --test balance -- --nocapture` plays so many games of
//! each scenario and shows who won them; of fewer only a lopsided scenario is told.

use engine::chance::{Chance, Quick, Seed, Seeded};
use engine::load::Library;
use engine::{Pending, Rules, Side, Silent};
use seeing_the_elephant::files::scenario;
use seeing_the_elephant::model::aims::Effort;
use seeing_the_elephant::model::way::Way;
use seeing_the_elephant::{Action, SeeingTheElephant};

/// The simple preference of both players: shoot, come on, go where the points are, and stay in the fight.
const fn liking(action: &Action) -> u8 {
    match action {
        Action::Way(Way::Objective) => 3,
        Action::Way(Way::Ahead | Way::Near(_) | Way::Turn(_) | Way::Cover)
        | Action::Charge { .. }
        | Action::Aim { .. }
        | Action::Attempt
        | Action::Fire
        | Action::Press
        | Action::Take { .. }
        | Action::Enter { .. } => 2,
        Action::Way(Way::Withdraw | Way::Prone)
        | Action::Posture { effort: Effort::Hold, .. }
        | Action::Decline
        | Action::HoldFire
        | Action::BreakOff(_)
        | Action::CallOff(_)
        | Action::MovesOver => 0,
        _ => 1,
    }
}

/// Who wins a game of two such players: each takes the best liked of three answers drawn at random.
fn winner(rules: &SeeingTheElephant, number: u64) -> Option<Side> {
    let mut dice = Seeded::new(Seed::from(number));
    let mut pick = Quick::new(number);
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut answers = Vec::new();
    for _ in 0..200_000 {
        let side = match rules.pending(&state) {
            Pending::Over(outcome) => return outcome.winner,
            Pending::Decide(sides) => sides.first().expect("somebody decides"),
        };
        answers.clear();
        rules.actions(&state, side, &mut answers);
        let count = u32::try_from(answers.len()).expect("a list of answers");
        let mut drawn = || &answers[pick.draw(count, "an answer") as usize];
        let [first, second, third] = [drawn(), drawn(), drawn()];
        let mut best = first;
        for other in [second, third] {
            if liking(other) > liking(best) {
                best = other;
            }
        }
        rules.apply(&mut state, side, &best.clone(), &mut dice, &mut Silent);
    }
    panic!("game {number} does not end")
}

/// How many of 100 games the Union wins, a draw counting half; within so much of 50.
#[track_caller]
fn is_fair(id: &str, usual: u64) {
    let load = |id: &str| scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"));
    let mut rules = load(id);
    let asked = std::env::var("BALANCE_GAMES").ok().and_then(|games| games.parse().ok());
    let games: u64 = asked.unwrap_or(usual);
    let mut wins = [0u64; 3];
    for number in 0..games {
        // The armies of a meeting are unequal by dice: each game has its own.
        if id == "meeting" {
            rules = load(&format!("{id}@{number}"));
        }
        wins[winner(&rules, number).map_or(2, |side| side.index())] += 1;
    }
    let [union, confederate, draws] = wins;
    println!("{id}: Union {union}, Confederate {confederate}, drawn {draws}");
    // Of few games chance takes more: what is left of it at three standard deviations is added.
    let slack = if games >= 500 { 10.0 } else { 10.0 + 150.0 / (games as f64).sqrt() };
    let share = 100.0 * (union as f64 + draws as f64 / 2.0) / games as f64;
    assert!((share - 50.0).abs() <= slack, "{id}: the Union has {share:.0} of 100 games");
}

#[test]
fn the_lane() {
    is_fair("the-lane", 60);
}

#[test]
fn herbst_woods() {
    is_fair("herbst-woods", 40);
}

#[test]
fn willoughby_run() {
    is_fair("willoughby-run", 40);
}

#[test]
fn oak_ridge() {
    is_fair("oak-ridge", 10);
}

#[test]
fn meeting() {
    is_fair("meeting", 6);
}

#[test]
fn the_first_day() {
    is_fair("the-first-day", 4);
}
