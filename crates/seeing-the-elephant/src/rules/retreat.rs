//! Retreats and routs: where fugitives run, whom they run into, and whom they frighten (STE-RTE, G-15).

mod corridor;
pub mod way;

use crate::model::event::Event;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Formation, Mark, Owed, Run, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::tables::{self, Fright};
use crate::rules::{morale, officers, sight, stacks, victory};
use arrayvec::ArrayVec;
use engine::agenda::Step;
use ground::geometry::Point;
use serde::{Deserialize, Serialize};
use way::Going;

/// The most units that run for one result.
const MOST_RUNS: usize = 24;

/// A unit runs (G-15). Runs that stand next to each other on the agenda are those of one result: they are all finished
/// before anybody is frightened by them; of a stack the rearmost is pushed last, and goes first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flee {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub run: Run,
    /// From whom; from the nearest enemy in sight if nobody.
    pub from: Option<UnitId>,
    /// Whether a combat result or a charge test made it run (STE-SKIRM-8).
    pub combat: bool,
}

impl Step<SeeingTheElephant> for Flee {
    fn take(self, play: &mut Play<'_>) {
        let mut flights = Flights::new();
        let mut next = Some(self);
        while let Some(Flee { unit, run, from, combat }) = next {
            let cause = cause_of(play.at(), unit, from);
            let why = if combat { Why::Charge } else { Why::Test };
            flights.push(Flight { unit, run, cause, why });
            next = match play.state.agenda.next() {
                Some(crate::Task::Flee(next)) if !flights.is_full() => {
                    play.state.agenda.take();
                    Some(next)
                }
                _ => None,
            };
        }
        run_all(play, &flights);
    }
}

/// A run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Flight {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub run: Run,
    /// What it runs from; its own edge draws it if nothing.
    pub cause: Option<Point>,
    /// What made it run.
    pub why: Why,
}

/// What makes a unit run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A morale test.
    Test,
    /// The test of one that is charged.
    Charge,
    /// A combat result.
    Combat,
}

/// The runs of one result.
pub type Flights = ArrayVec<Flight, MOST_RUNS>;

/// The middle of what a unit runs from: who made it run, else the nearest enemy it sees (G-15).
#[must_use]
pub fn cause_of(at: Position<'_>, unit: UnitId, from: Option<UnitId>) -> Option<Point> {
    let from = from.filter(|&from| at.is_present(from)).or_else(|| sight::nearest_seen(at, unit));
    from.map(|from| at.centroid(from))
}

/// How far a unit runs (M-1, R-21, STE-CBT-13).
#[must_use]
pub const fn distance(at: Position<'_>, run: Run) -> i32 {
    at.rules.scale.yards(match run {
        Run::Retreat => 200,
        Run::Rout => 400,
    })
}

/// A friend near a run.
struct Seen {
    distance: i32,
    friend: UnitId,
    fugitive: UnitId,
    run: Run,
    collided: bool,
}

/// All runs of one result, then what they do to friends.
pub fn run_all(play: &mut Play<'_>, flights: &[Flight]) {
    // Nobody runs twice in one event.
    let runs =
        |play: &Play<'_>, unit: UnitId| play.at().is_present(unit) && !play.at().is(unit, Mark::RAN_IN_EVENT);
    let going: Flights = flights.iter().copied().filter(|flight| runs(play, flight.unit)).collect();
    let stacks: ArrayVec<Vec<UnitId>, MOST_RUNS> =
        going.iter().map(|flight| stacks::mates(play.at(), flight.unit)).collect();
    for flight in &going {
        play.mark(flight.unit, Mark::RAN_IN_EVENT, true);
    }
    let mut seen = Vec::new();
    for (flight, mates) in going.iter().zip(&stacks) {
        run_one(play, flight, mates, &mut seen);
    }
    frighten(play, seen);
    // The event ends when everybody frightened has tested.
    morale::settle(play);
}

fn run_one(play: &mut Play<'_>, flight: &Flight, mates: &[UnitId], seen: &mut Vec<Seen>) {
    let Flight { unit, run, cause, why } = *flight;
    if !play.at().is_present(unit) {
        return;
    }
    match play.at().unit(unit).arm {
        // M-18: a gunboat never retreats.
        Arm::Gunboat => return play.mark(unit, Mark::RAN_IN_EVENT, false),
        // M-18: a siege howitzer cannot be moved: it stays silent, or is lost.
        Arm::SiegeArtillery if run == Run::Rout || why == Why::Combat => return surrender(play, unit),
        // nor does it stay where a charger is upon it.
        Arm::SiegeArtillery if play.at().is_in_contact(unit) => return surrender(play, unit),
        Arm::SiegeArtillery => return withdraw(play, unit, run, false),
        _ => {}
    }
    let going = if run == Run::Rout { Going::Rout } else { Going::Retreat };
    let Some(way) = way::find(play.at(), unit, cause, distance(play.at(), run), going, mates) else {
        // STE-CBT-31, I-10, R-36: no gap of 50 yards leads out.
        return surrender(play, unit);
    };
    play.tell(Event::Ran { unit, run });
    withdraw(play, unit, run, why != Why::Test);
    if !way.leaves {
        way.end.set(play, unit);
        officers::reached(play, unit);
    }
    let is_screen = play.rules.unit(unit).parent.is_some();
    for &(friend, distance) in &way.near {
        let collided = way.met.contains(&friend) && !passes_freely(play.at(), unit, friend);
        // a few skirmishers who come in frighten no line.
        if collided || !is_screen || play.rules.unit(friend).parent.is_some() {
            let distance = if collided { 0 } else { distance };
            seen.push(Seen { distance, friend, fugitive: unit, run, collided });
        }
    }
    for &friend in &way.met {
        if !passes_freely(play.at(), unit, friend) {
            // STE-MOVE-41, STE-MOR-17a, I-2: both are hurt on the way.
            play.tell(Event::Collided { unit, friend });
            morale::hurt(play, unit, 1, 1);
            morale::hurt(play, friend, 1, 1);
        }
    }
    if way.leaves && play.at().is_present(unit) {
        // M-8, M-9: half of what is left counts as lost.
        let stands = i32::from(play.at().troop(unit).stands);
        victory::score(play, play.rules.unit(unit).side.other(), (stands + 1) / 2);
        morale::leave(play, unit, Whereabouts::Gone);
    }
}

/// A unit is on the run from now on; that is its movement of the turn (STE-MOR-3, STE-MOR-33, STE-MOR-34).
fn withdraw(play: &mut Play<'_>, unit: UnitId, run: Run, combat: bool) {
    let turn = play.state.turn;
    part(play, unit);
    let troop = play.troop(unit);
    troop.withdrawing = Some(run);
    // STE-MOR-22, STE-MOR-23: of both in one turn the rout counts.
    troop.ran[0] = troop.ran[0].max(Some(run));
    // Who runs has got up, owes no test of the phase any more, and has left the road.
    play.mark(unit, Mark::PRONE.or(Mark::OWES_PHASE_TEST).or(Mark::ON_ROAD), false);
    play.mark(unit, Mark::MOVED, true);
    play.mark(unit, Mark::RAN_FROM_COMBAT, combat);
    // STE-RTE-8, STE-RTE-9: a commander shares the run, and stays until the unit's activation of the next turn is over.
    for officer in officers::with(play.at(), unit).collect::<Vec<_>>() {
        play.state.officers[officer.index()].bound_until = turn + 1;
    }
}

/// A unit is in no melee any more.
fn part(play: &mut Play<'_>, unit: UnitId) {
    play.state.melees.retain(|melee| melee.attacker != unit && melee.defender != unit);
}

/// A unit is shut in: all of it is captured, its commander too (STE-CBT-31, R-36).
fn surrender(play: &mut Play<'_>, unit: UnitId) {
    play.tell(Event::Surrendered { unit });
    let stands = play.at().troop(unit).stands;
    morale::lose_stands(play, unit, stands, true);
}

/// Whether a fugitive passes a friend without harm to either: skirmishers as they move, formed infantry through
/// skirmishers on foot, anybody through unlimbered guns; but no line through a line.
fn passes_freely(at: Position<'_>, unit: UnitId, friend: UnitId) -> bool {
    let foot = |unit: UnitId| at.is_on_foot(unit);
    let loose_foot = |unit: UnitId| foot(unit) && at.is_loose(unit);
    let formation = at.troop(friend).formation;
    if formation == Formation::Unlimbered {
        return true;
    }
    if loose_foot(unit) {
        return foot(friend) || (formation == Formation::Limbered && at.unit(friend).arm.is_artillery());
    }
    if at.is_loose(unit) {
        return at.is_mounted(friend) && at.is_loose(friend);
    }
    foot(unit) && loose_foot(friend)
}

/// Friends within 100 yards of a run get their markers and join the queue of those who test, the nearest first
/// (STE-MOR-2, STE-MOR-16, STE-RTE-1, R-108).
fn frighten(play: &mut Play<'_>, mut seen: Vec<Seen>) {
    seen.sort_by_key(|seen| (seen.distance, seen.friend));
    for Seen { distance, friend, fugitive, run, collided } in seen {
        let at = play.at();
        // Wagons are not frightened (M-13); whoever has run in the event gets nothing more.
        if !at.is_present(friend) || at.is(friend, Mark::RAN_IN_EVENT) || at.unit(friend).arm == Arm::Wagon {
            continue;
        }
        // STE-RTE-2 to STE-RTE-7, R-34: the grade of the one that runs against the friend's.
        let (runs, stays) = (morale::grade_of(play, fugitive), morale::grade_of(play, friend));
        let Fright { markers, test } = tables::fright(run == Run::Rout, runs, stays);
        if markers > 0 {
            morale::panic(play, friend, markers);
        }
        if test || collided {
            morale::owe(play, Owed { unit: friend, distance, cause: None });
        }
    }
}

/// Skirmishers fall back directly away from somebody, as far as they rolled (R-22, G-15): no marker, nobody frightened.
/// Whether they did: with no way out they stay.
pub fn fall_back(play: &mut Play<'_>, unit: UnitId, from: Option<UnitId>, distance: i32) -> bool {
    let cause = cause_of(play.at(), unit, from);
    let Some(way) = way::find(play.at(), unit, cause, distance, Going::Back, &[]) else { return false };
    go_back(play, unit, &way);
    true
}

/// The way of a unit that breaks off a melee, 200 yards from all it fights; `None` where there is none.
#[must_use]
pub fn way_off(at: Position<'_>, unit: UnitId) -> Option<way::Way> {
    let foes = at.state.melees.iter().filter_map(|melee| match unit {
        _ if melee.attacker == unit => Some(melee.defender),
        _ if melee.defender == unit => Some(melee.attacker),
        _ => None,
    });
    let cause = middle_of_all(at, foes)?;
    let mates = stacks::mates(at, unit);
    way::find(at, unit, Some(cause), distance(at, Run::Retreat), Going::Back, &mates)
}

/// A unit breaks off: that is its move, no retreat. Whether it could.
pub fn break_off(play: &mut Play<'_>, unit: UnitId) -> bool {
    let Some(way) = way_off(play.at(), unit) else { return false };
    part(play, unit);
    play.tell(Event::BrokeOff { unit });
    go_back(play, unit, &way);
    true
}

fn go_back(play: &mut Play<'_>, unit: UnitId, way: &way::Way) {
    way.end.set(play, unit);
    officers::reached(play, unit);
    play.mark(unit, Mark::MOVED, true);
    play.mark(unit, Mark::PRONE.or(Mark::ON_ROAD), false);
    for &friend in &way.met {
        if !passes_freely(play.at(), unit, friend) {
            play.tell(Event::Collided { unit, friend });
            morale::hurt(play, unit, 1, 1);
            morale::hurt(play, friend, 1, 1);
        }
    }
}

/// The middle of all stands of some units.
#[must_use]
pub fn middle_of_all(at: Position<'_>, units: impl Iterator<Item = UnitId>) -> Option<Point> {
    let centres: Vec<Point> = units
        .filter(|&unit| at.is_present(unit))
        .flat_map(|unit| at.stands(unit))
        .map(|stand| stand.centre())
        .collect();
    (!centres.is_empty()).then(|| crate::model::figure::middle_of(centres.into_iter()))
}
