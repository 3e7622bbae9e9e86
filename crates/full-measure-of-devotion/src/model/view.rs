//! What each side sees (the ledger's information matrix).

use crate::game::FullMeasureOfDevotion;
use crate::model::campaign::Campaign;
use crate::model::evidence::{Clue, Evidence, Family};
use crate::model::ids::{ForceId, Officers};
use crate::model::numbers::{Brigades, Hits, Trains};
use crate::model::position::Position;
use crate::model::route::Route;
use crate::model::state::{
    Answered, Away, Battle, Bereft, Die, Force, March, Markers, Phase, Purpose, Share, State, Step, Train,
    Writing,
};
use crate::model::strength::Strength;
use crate::model::task::Task;
use crate::rules::movement::{Halt, Walk};
use engine::agenda;
use engine::{Eyes, Side};
use serde::Serialize;

/// What somebody sees of a state: the state itself, with everything hidden taken out. Of an enemy Force that is its
/// sleigh, its leader and its markers, until combat shows more (FMD-D-1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// What is seen. Of an army that is not known, Forces have no brigades, no commanders but their leaders, and no
    /// orders.
    pub state: State,
    /// Which armies are known, by [`Side::index`].
    pub knows: [bool; 2],
}

/// What these eyes see: from the first moment on nothing that is behind the enemy's screen (FMD-7-2).
#[must_use]
pub fn view(campaign: &Campaign, state: &State, eyes: Eyes) -> View {
    let knows = Side::BOTH.map(|army| eyes == Eyes::All || eyes == Eyes::Of(army));
    let mut seen = state.clone();
    for side in Side::BOTH {
        if !knows[side.index()] {
            hide(campaign, &mut seen, side);
        }
    }
    View { state: seen, knows }
}

/// Takes everything out that only this army knows.
///
/// Every field is named, so that a new one does not compile until somebody has decided who may see it.
fn hide(campaign: &Campaign, state: &mut State, side: Side) {
    hide_tasks(campaign, state, side);
    let State {
        phase,
        forces,
        away,
        rode,
        riding,
        march,
        battle,
        writing,
        answers,
        // Open to both sides (FMD-3-10; the tracks beside the map, FMD-12-II-12), or what both can have worked out.
        turn: _,
        weather: _,
        go: _,
        out: _,
        bonus: _,
        rerolls: _,
        lost: _,
        trains_home: _,
        trains_needed: _,
        seating: _,
        meade: _,
        lee: _,
        army_order: _,
        evidence: _,
        depots: _,
        depleted: _,
        trains: _,
        depots_placed: _,
        offered: _,
        bereft: _,
        none_left: _,
        outcome: _,
        // Of the tasks, and of a Force being divided, `hide_tasks` has taken out what is hidden.
        agenda: _,
        sorting: _,
    } = state;
    let officers = campaign.officers_of(side);
    ForceId::of(side).for_each(|force| hide_force(&mut forces[force.index()]));
    away.retain(|away| away.led || !officers.contains(away.commander));
    for Away { commander, from: _, since: _, led: _, joins, leads } in away {
        if officers.contains(*commander) {
            (*joins, *leads) = (None, None);
        }
    }
    *rode = rode.minus(officers);
    *riding = riding.filter(|riding| !officers.contains(riding.who));
    // FMD-1-3: an order sheet is read by its writer alone.
    let writer = if *phase == Phase::UnionOrders { Side::Union } else { Side::Confederate };
    if writer == side && writing.is_some() {
        *writing = Some(Writing::default());
    }
    let Answered { done: _, bid, lost } = &mut answers[side];
    (*bid, *lost) = (Trains::ZERO, Brigades::ZERO);
    if let Some(march) = march.as_mut().filter(|march| march.force.side() == side) {
        hide_march(march);
    }
    if let Some(battle) = battle {
        hide_share(battle, side);
    }
}

/// Parts that are open wherever they stand: markers, wagons, who has lost a Force, dice (FMD-3-10, FMD-12.3-9), and
/// what both sides can have worked out. Their fields are named for the same reason.
const _: fn(&Markers, &Train, &Bereft, &Die, &Evidence, &Clue, &Family) =
    |Markers { initial: _, order: _, plus_one: _, plus_two: _, forage: _, fatigue: _, combat: _ },
     Train { at: _, flipped: _, moved: _ },
     Bereft { now: _, before: _ },
     Die { face: _, again: _ },
     Evidence { clues: _, families: _, loose: _, whereabouts: _, graves: _ },
     Clue { family: _, least: _, most: _, weak_least: _, weak_most: _, foot: _, origin: _, walked: _ },
     Family { men: _, dead: _ }| {};

/// Where a Force stands, who leads it and the markers beside it are seen; what is in its box is behind a screen
/// (FMD-1-4), at all times (FMD-5-2).
fn hide_force(force: &mut Force) {
    let Force {
        at,
        strength,
        officers,
        leader,
        marching,
        route,
        due,
        markers: _,
        trains: _,
        fed: _,
        moved: _,
    } = force;
    // FMD-4-3: no brigade is on the map.
    *strength = Strength::NONE;
    // FMD-6-4: nobody but the leader is.
    *officers = if at.is_some() { Officers::only(*leader) } else { Officers::NONE };
    // FMD-D-4: what is left of an initial order only its march shows.
    (*marching, *route, *due) = (false, Route::default(), Hits::ZERO);
}

/// How far a Force has gone is seen; how far it could go would show its arms, and where it is heading is its own
/// business.
fn hide_march(march: &mut March) {
    let March {
        allowance,
        heading,
        force: _,
        initial: _,
        spent: _,
        hexes: _,
        foraging: _,
        tested: _,
        due: _,
        fought: _,
        over: _,
        parts: _,
    } = march;
    (*allowance, *heading) = (None, None);
}

/// Brigades are selected and hits are placed in secret until both sides have done so.
fn hide_share(battle: &mut Battle, side: Side) {
    let role = battle.role_of(side);
    let Battle {
        step,
        shares,
        attacker: _,
        defender: _,
        at: _,
        from: _,
        cause: _,
        declared_cavalry: _,
        margin: _,
        winner: _,
        advanced: _,
    } = battle;
    let Share {
        part,
        after,
        placed,
        hits,
        dice: _,
        declared: _,
        done: _,
        cavalry_alone: _,
        adjusted: _,
        last: _,
        named: _,
    } = &mut shares[role.index()];
    if *step <= Step::Select {
        *part = Strength::NONE;
    } else if *step == Step::Place {
        *after = *part;
        *placed = if placed == hits { *hits } else { Hits::ZERO };
    }
}

/// Whether an army divides a Force is its own business until the parts are seen.
fn hide_tasks(campaign: &Campaign, state: &mut State, side: Side) {
    let is_asked = agenda::pending::<FullMeasureOfDevotion>(Position::new(campaign, state), side).is_some();
    if !is_asked || !matches!(state.agenda.next(), Some(Task::DivideForce(_) | Task::SortForce(_))) {
        return;
    }
    let purpose = state.sorting.map_or(Purpose::March, |sorting| sorting.purpose);
    state.agenda.take();
    state.sorting = None;
    if purpose == Purpose::March {
        state.agenda.then([Walk.into(), Halt.into()]);
    }
}
