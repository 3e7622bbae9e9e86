//! Positions that both benchmarks look at.

use engine::agenda::Agenda;
use engine::chance::Quick;
use engine::playout::Next;
use engine::{Playout, Rules, Side, Sides, Silent};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::further::SetDelay;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::load::{Library, scenario};
use full_measure_of_devotion::numbers::Turn;
use full_measure_of_devotion::sequence::NextGo;
use full_measure_of_devotion::state::{Phase, State};
use full_measure_of_devotion::task::{MOST_TASKS, Task};
use serde_json::{Value, json};

/// The positions of a phase in which a side is asked, and which side.
pub type Listed = Vec<(Side, State)>;

/// How many phases of each kind are looked at: what is remembered of one does not help with the next.
const PHASES: usize = 8;

/// Every scenario, smallest first.
pub const SCENARIOS: [&str; 3] = ["monocacy-bridge", "late-june", "campaign"];

/// Loads a scenario.
pub fn load(name: &str) -> FullMeasureOfDevotion {
    scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"))
}

/// A position some turns into a campaign, with a Force about to march on a further order.
pub fn on_the_march(rules: &FullMeasureOfDevotion) -> State {
    for seed in 0.. {
        let mut dice = Quick::new(seed);
        let mut play: Playout<FullMeasureOfDevotion> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        while let Next::Act(side, action) = play.choose(rules, &state).expect("random play goes on") {
            let sets_out = state
                .march()
                .is_some_and(|march| !march.initial() && march.allowance().is_some() && march.hexes() == 0);
            if state.phase() == Phase::PartThree
                && state.turn() >= Turn(4)
                && sets_out
                && state.battle().is_none()
            {
                return state;
            }
            rules.apply(&mut state, side, action, &mut dice, &mut Silent);
        }
    }
    unreachable!("some Force marches")
}

/// Positions in which this phase begins, each some turns into another game.
fn beginnings(rules: &FullMeasureOfDevotion, phase: Phase) -> Vec<State> {
    let beginning = |seed| {
        let mut dice = Quick::new(seed);
        let mut play: Playout<FullMeasureOfDevotion> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        while let Next::Act(side, action) = play.choose(rules, &state).expect("random play goes on") {
            if state.phase() == phase && state.turn() >= Turn(4) && state.agenda().next().is_none() {
                return Some(state);
            }
            rules.apply(&mut state, side, action, &mut dice, &mut Silent);
        }
        None
    };
    (0..).filter_map(beginning).take(PHASES).collect()
}

fn answers(rules: &FullMeasureOfDevotion, state: &State, side: Side) -> Vec<Action> {
    let mut answers = Vec::new();
    rules.actions(state, side, &mut answers);
    answers
}

fn on_map(state: &State) -> Vec<ForceId> {
    Side::BOTH.into_iter().flat_map(|side| state.forces_of(side)).map(|(force, _)| force).collect()
}

/// A state some of whose fields are written anew: what no rule does, so that every Force can be asked the same.
fn rewritten(state: &State, rewrite: impl FnOnce(&mut Value)) -> State {
    let mut fields = serde_json::to_value(state).expect("a state can be written");
    rewrite(&mut fields);
    serde_json::from_value(fields).expect("what was written can be read")
}

/// This side has the go.
fn given_to(state: &State, side: Side) -> (Side, State) {
    (side, rewritten(state, |fields| fields["go"] = json!(side)))
}

/// For each of some movement phases: every Force that can move, about to march as a whole.
pub fn movement_phases(rules: &FullMeasureOfDevotion) -> Vec<Listed> {
    let set_out = |state: &State, force: ForceId| {
        let (side, mut dice) = (force.side(), Quick::new(0));
        let mut state = rewritten(state, |fields| {
            fields["go"] = json!(side);
            fields["out"] = json!(Sides::NONE);
            fields["forces"][force.index()]["moved"] = json!(false);
            fields["forces"][force.index()]["markers"]["order"] = json!(1);
        });
        for action in [Action::Activate(force), Action::Whole] {
            if answers(rules, &state, side).contains(&action) {
                rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            }
        }
        state
            .march()
            .is_some_and(|march| march.force() == force && march.allowance().is_some())
            .then_some((side, state))
    };
    let phase =
        |state: State| on_map(&state).into_iter().filter_map(|force| set_out(&state, force)).collect();
    beginnings(rules, Phase::PartThree).into_iter().map(phase).collect()
}

/// For each of some phases of further orders: each side about to choose a Force, and every Force about to get an order.
pub fn order_phases(rules: &FullMeasureOfDevotion) -> Vec<Listed> {
    let ordered = |state: &State, force: ForceId| {
        let mut agenda: Agenda<Task, MOST_TASKS> = Agenda::default();
        agenda.then([SetDelay { force }.into(), NextGo.into()]);
        let state = rewritten(state, |fields| {
            fields["go"] = json!(force.side());
            fields["agenda"] = json!(agenda);
        });
        (force.side(), state)
    };
    let phase = |state: State| {
        let forces = on_map(&state).into_iter().map(|force| ordered(&state, force));
        Side::BOTH.into_iter().map(|side| given_to(&state, side)).chain(forces).collect()
    };
    beginnings(rules, Phase::PartTwo).into_iter().map(phase).collect()
}

/// For each of some phases of the commanders: each side about to choose who rides where.
pub fn ride_phases(rules: &FullMeasureOfDevotion) -> Vec<Listed> {
    let phase = |state: State| Side::BOTH.map(|side| given_to(&state, side)).into();
    beginnings(rules, Phase::Commanders).into_iter().map(phase).collect()
}

/// Lists the answers in every position of a phase; how many there are.
pub fn list(rules: &FullMeasureOfDevotion, phase: &Listed, answers: &mut Vec<Action>) -> usize {
    let listed = phase.iter().map(|(side, state)| {
        answers.clear();
        rules.actions(state, *side, answers);
        answers.len()
    });
    listed.sum()
}
