//! What each side sees (the ledger's information matrix).

use crate::campaign::Campaign;
use crate::ids::{ForceId, Officers};
use crate::position::Position;
use crate::route::Route;
use crate::state::{Answered, Purpose, Role, Stage, State, Writing};
use crate::strength::Strength;
use crate::task::Task;
use engine::{Eyes, Side};
use serde::Serialize;

/// What somebody sees of a state: the state itself, with everything hidden taken out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// What is seen. Of an army that is not known, Forces have no brigades, no commanders but their leaders, and no
    /// orders.
    pub state: State,
    /// Which armies are known, by [`Side::index`].
    pub knows: [bool; 2],
}

/// Which armies these eyes know: a seat may have changed armies (FMD-15.1-1).
#[must_use]
pub fn known(state: &State, eyes: Eyes) -> [bool; 2] {
    Side::BOTH.map(|army| match eyes {
        Eyes::All => true,
        Eyes::Watcher => false,
        Eyes::Of(seat) => (seat == army) != state.swapped,
    })
}

/// What these eyes see.
#[must_use]
pub fn view(campaign: &Campaign, state: &State, eyes: Eyes) -> View {
    let knows = known(state, eyes);
    let mut seen = state.clone();
    for side in Side::BOTH {
        if !knows[side.index()] {
            hide(campaign, &mut seen, side);
        }
    }
    View { state: seen, knows }
}

/// Takes everything out that only this army knows.
fn hide(campaign: &Campaign, state: &mut State, side: Side) {
    hide_tasks(campaign, state, side);
    for force in ForceId::of(side) {
        let box_ = state.force_mut(force);
        box_.strength = Strength::NONE;
        box_.officers = if box_.at.is_some() { Officers::only(box_.leader) } else { Officers::NONE };
        (box_.marching, box_.route, box_.due) = (false, Route::default(), 0);
    }
    let officers = campaign.officers_of(side);
    state.away.retain(|away| away.led || !officers.contains(away.commander));
    for away in state.away.iter_mut().filter(|away| officers.contains(away.commander)) {
        (away.joins, away.leads) = (None, None);
    }
    state.rode = state.rode.minus(officers);
    state.riding = state.riding.filter(|riding| !officers.contains(riding.who));
    let writer = match state.phase {
        crate::state::Phase::UnionOrders => Side::Union,
        _ => Side::Confederate,
    };
    if writer == side && state.writing.is_some() {
        state.writing = Some(Writing::default());
    }
    let answer = &mut state.answers[side.index()];
    *answer = Answered { done: answer.done, ..Answered::default() };
    if let Some(march) = &mut state.march
        && march.force.side() == side
    {
        (march.basic, march.forced, march.heading) = (0, 0, None);
    }
    if let Some(battle) = &mut state.battle {
        let role = battle.role_of(side);
        let (stage, share) = (battle.stage, &mut battle.shares[role.index()]);
        if stage <= Stage::Select {
            share.part = Strength::NONE;
        } else if stage == Stage::Place {
            share.after = share.part;
            share.placed = if share.placed == share.hits { share.hits } else { 0 };
        }
    }
}

/// Whether an army divides a Force is its own business until the parts are seen.
fn hide_tasks(campaign: &Campaign, state: &mut State, side: Side) {
    let position = Position { campaign, state };
    let Some(&top) = state.tasks.last() else { return };
    if !matches!(top, Task::Divide | Task::Sort) || position.ask(side) == crate::ask::Ask::Nothing {
        return;
    }
    let purpose = state.sorting.map_or(Purpose::March, |sorting| sorting.purpose);
    state.tasks.pop();
    state.sorting = None;
    if purpose == Purpose::March {
        state.tasks.push(Task::Halt);
        state.tasks.push(Task::Walk);
    }
}

impl View {
    /// The Force a role fights with, and whether its brigades may be seen.
    #[must_use]
    pub fn is_shown(&self, role: Role) -> bool {
        self.state.battle.as_ref().is_some_and(|battle| {
            battle.stage > Stage::Select || self.knows[battle.force(role).side().index()]
        })
    }
}
