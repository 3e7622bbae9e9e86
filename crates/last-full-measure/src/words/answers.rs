//! Answers as a player reads them in a list.

use super::{movement_points, unit, unit_now};
use crate::action::Action;
use crate::ids::Piece;
use crate::notation::{
    arrival_tag, bridge_name, commander_tag, direction_name, hex_name, known, piece_tag, unit_tag, write,
};
use crate::position::Position;
use crate::scenario::Scenario;
use crate::state::State;
use crate::task::Task;
use engine::Side;
use ground::Hex;

/// An answer as an item of a list.
#[must_use]
pub fn describe(scenario: &Scenario, state: &State, side: Side, action: &Action) -> String {
    if known(scenario, action).is_err() {
        return write(scenario, action);
    }
    let task = Position::new(scenario, state).task();
    let hex = |hex: Hex| hex_name(scenario, hex);
    let tag = |one| unit_tag(scenario, one);
    let now = |one| unit_now(scenario, state, one);
    let in_hex = |h: Hex| {
        if state.has_units(h) { format!("{} ({})", hex(h), super::stack(scenario, state, h)) } else { hex(h) }
    };
    match *action {
        Action::Place(h) if matches!(task, Task::Divert(_)) => format!("Enter at {}", hex(h)),
        Action::Place(h) => format!("Stand in {}", hex(h)),
        Action::Ready => "Ready to move".into(),
        Action::Deployed => "Deployed".into(),
        Action::Detach(u) => format!("Detach {}", tag(u)),
        Action::Attach(u) => format!("Take the DETACHED marker off {}", tag(u)),
        Action::Roll => "Roll".into(),
        Action::Decline => "Do not roll".into(),
        Action::Build(u) => format!("{} begins breastworks", now(u)),
        Action::Burn(b, u) => format!("{} prepares to burn the bridge {}", now(u), bridge_name(scenario, b)),
        Action::Torch(b) => format!("Roll to burn the bridge {}", bridge_name(scenario, b)),
        Action::FireFrom(h) => format!("Fire from {}", in_hex(h)),
        Action::HoldFire(u) => format!("{} holds its fire", now(u)),
        Action::Target(h) => format!("Shell {}", in_hex(h)),
        Action::Victim(u) => format!("Shell {}", now(u)),
        Action::Limber(u) => format!("Limber {}", now(u)),
        Action::Select(h) => format!("The units in {}", in_hex(h)),
        Action::Pick(Piece::Commander(c)) if task == Task::Appoint => {
            format!("{} acts as army commander", commander_tag(scenario, c))
        }
        Action::Pick(Piece::Unit(u)) => format!("{} alone", now(u)),
        Action::Pick(Piece::Commander(c)) => format!("{} alone", commander_tag(scenario, c)),
        Action::With(p) => format!("Take {} along", piece_tag(scenario, p)),
        Action::Without(p) => format!("Leave {} behind", piece_tag(scenario, p)),
        Action::MoveTo(h) => format!("Move to {}{}", hex(h), price(scenario, state, h)),
        Action::Step(d) => format!("Step {}{}", direction_name(scenario, d), ahead(scenario, state, d)),
        Action::March(d) => {
            format!("March {} by road{}", direction_name(scenario, d), ahead(scenario, state, d))
        }
        Action::Mount => "Mount".into(),
        Action::Dismount => "Dismount".into(),
        Action::Unlimber(u) => format!("Unlimber {}", now(u)),
        Action::Charge(h) => format!("Charge {}", in_hex(h)),
        Action::Rest => "The move ends here".into(),
        Action::Enter(a) => format!("{} enters", arrival_tag(scenario, a)),
        Action::StepIn(a) => format!("{} enters without the road rate", arrival_tag(scenario, a)),
        Action::Divert(a) => format!("{} will enter elsewhere, later", arrival_tag(scenario, a)),
        Action::Return(u, h) => format!("{}'s stack comes back at {}", tag(u), hex(h)),
        Action::MarkRecover(c) => format!("Recover marker for {}", commander_tag(scenario, c)),
        Action::RemoveWorks(h) => format!("Remove the breastworks in {}", hex(h)),
        Action::Attack { from, at } => format!("{} attacks {}", in_hex(from), in_hex(at)),
        Action::Resolve(h) => format!("The combat against {}", in_hex(h)),
        Action::Lose(u) => now(u),
        Action::Stand => "Stand fast".into(),
        Action::FallBack => "Fall back".into(),
        Action::RetreatTo(h) => format!("Retreat to {}", in_hex(h)),
        Action::RetreatOff => "Retreat off the map".into(),
        Action::Halt => "The retreat ends here".into(),
        Action::Goes => "He goes along".into(),
        Action::Stays => "He stays".into(),
        Action::PutLeader(h) => format!("To {}", in_hex(h)),
        Action::Withdraw(h) => format!("{} retreats", in_hex(h)),
        Action::Advance(p, h) => format!("{} advances to {}", piece_tag(scenario, p), hex(h)),
        Action::AdvanceAll(from, to) => format!("{} advances to {}", in_hex(from), hex(to)),
        Action::Recover(u) => {
            format!("{}, back on {} or less", unit(scenario, u), scenario.unit(u).cohesion)
        }
        Action::Rejoin(h) => format!("Stand in {}", in_hex(h)),
        Action::Done => done(task, state.phasing == side).into(),
    }
}

/// The hex a step leads to.
fn ahead(scenario: &Scenario, state: &State, direction: ground::Direction) -> String {
    let at = Hex(state.moving.at);
    let next = (at.index() < scenario.board.len).then(|| scenario.board.next(at, direction)).flatten();
    next.map(|hex| format!(" to {}", hex_name(scenario, hex))).unwrap_or_default()
}

/// What the cheapest way costs.
fn price(scenario: &Scenario, state: &State, hex: Hex) -> String {
    match Position::new(scenario, state).destination(&state.moving, hex) {
        Some((cost, true)) => format!(" for {} MP, by road", movement_points(cost)),
        Some((cost, false)) => format!(" for {} MP", movement_points(cost)),
        None => String::new(),
    }
}

/// What it means to be done with a task.
const fn done(task: Task, phasing: bool) -> &'static str {
    match task {
        Task::Markers => "No more markers",
        Task::Construct => "No more construction",
        Task::Fire(_) => "No more fire",
        Task::Limber => "No more limbering",
        Task::March => "Movement is over",
        Task::Works => "Leave the other works",
        Task::Declare => "The attacks stand as declared",
        Task::Advance(_) | Task::Follow(_) => "No more advances",
        Task::Withdraw(_) if phasing => "Everybody else stays in contact",
        Task::Withdraw(_) => "Everybody else holds",
        Task::Recover => "No more attempts",
        _ => "Done",
    }
}
