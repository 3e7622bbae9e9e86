//! What a state keeps for speed is at every decision what one would find by looking at all pieces.

use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Pending, Rules, Side, Silent};
use last_full_measure::LastFullMeasure;
use last_full_measure::ids::{BrigadeSet, UnitId};
use last_full_measure::load::{Library, scenario};
use last_full_measure::scenario::Kind;
use last_full_measure::sizes::HexSet;
use last_full_measure::state::{Flag, State};
use last_full_measure::task::Task;
use std::cell::Cell;

/// Plays at random and looks at every position on the way.
fn watch(name: &str, decisions: usize, mut look: impl FnMut(&LastFullMeasure, &State)) {
    let game = LastFullMeasure::new(scenario(&Library::builtin(), name).expect("a built-in scenario"));
    for seed in 0..3 {
        let mut play: Playout<LastFullMeasure> = Playout::new(seed);
        let mut dice = Quick::new(seed);
        let mut state = game.start(&mut dice, &mut Silent);
        for _ in 0..decisions {
            if play.step(&game, &mut state, &mut dice).expect("random play goes on").is_some() {
                state = game.start(&mut dice, &mut Silent);
            }
            if !matches!(game.pending(&state), Pending::Over(_)) {
                look(&game, &state);
            }
        }
    }
}

fn everywhere(look: impl Fn(&LastFullMeasure, &State)) {
    watch("crossroads-farm", 12_000, &look);
    watch("mcphersons-ridge", 12_000, &look);
    watch("gettysburg-july-1", 6_000, &look);
}

/// A state as it is read from a file: the truth, and what is worked out from it.
fn read(game: &LastFullMeasure, state: &State) -> State {
    let text = serde_json::to_string(state).expect("a state can be written");
    let mut read = serde_json::from_str(&text).expect("a state can be read");
    game.restore(&mut read);
    read
}

#[test]
fn nobody_can_tell_a_state_that_was_read_from_one_that_was_kept() {
    let mut answers = [Vec::new(), Vec::new()];
    let mut seen = 0u64;
    let mut compare = |game: &LastFullMeasure, state: &State| {
        let again = read(game, state);
        assert!(again == *state);
        let Pending::Decide(sides) = game.pending(state) else { return };
        for side in sides.iter() {
            answers.iter_mut().for_each(Vec::clear);
            game.actions(state, side, &mut answers[0]);
            game.actions(&again, side, &mut answers[1]);
            assert_eq!(answers[0], answers[1], "{:?}", game.position(state).task());
            seen += 1;
            // One of them, another each time.
            let answer = &answers[0][seen as usize % answers[0].len()];
            let [mut kept, mut read] = [*state, again];
            for state in [&mut kept, &mut read] {
                game.apply(state, side, answer, &mut Quick::new(seen), &mut Silent);
            }
            assert!(kept == read, "{answer:?} in {:?}", game.position(state).task());
        }
    };
    watch("crossroads-farm", 4_000, &mut compare);
    watch("mcphersons-ridge", 2_000, &mut compare);
    watch("gettysburg-july-1", 600, &mut compare);
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn who_stands_in_a_hex() {
    everywhere(|game, state| {
        let scenario = &game.scenario;
        let mut stacks: Vec<Vec<UnitId>> = vec![Vec::new(); scenario.map.grid.len()];
        for unit in Side::BOTH.into_iter().flat_map(|side| scenario.units_of(side)) {
            if let Some(hex) = state.hex_of(unit) {
                stacks[hex.index()].push(unit);
            }
        }
        for (hex, stack) in scenario.map.grid.hexes().zip(&mut stacks) {
            stack.sort();
            assert!(state.stack(hex).eq(stack.iter().copied()), "{hex:?}");
        }
    });
}

#[test]
fn zones() {
    let found_stale = Cell::new(false);
    everywhere(|game, state| {
        let position = game.position(state);
        for side in Side::BOTH {
            let zones = state.zones(side);
            let occupied: HexSet =
                game.scenario.units_of(side).filter_map(|unit| state.hex_of(unit)).collect();
            assert_eq!(zones.occupied, occupied);
            let own_march = side == state.phasing()
                && matches!(position.task(), Some(Task::March(_) | Task::Marching(_)));
            if zones.stale {
                assert!(own_march, "{side:?} in {:?}", position.task());
                found_stale.set(true);
            } else {
                assert_eq!(zones.zoc, position.zone_of_control(side), "{:?}", position.task());
                assert_eq!(zones.zoi, position.zone_of_influence(side), "{:?}", position.task());
            }
        }
    });
    assert!(found_stale.get(), "the zones of who marches wait until he is done");
}

#[test]
fn brigades_without_a_regiment_on_the_map() {
    let found = Cell::new(0);
    everywhere(|game, state| {
        let position = game.position(state);
        let mut homeless = BrigadeSet::EMPTY;
        for brigade in game.scenario.brigade_ids() {
            let leader = game.scenario.brigade(brigade).commander;
            let alone = position.regiments_on_map(brigade).next().is_none();
            if alone && state.leader_hex(leader).is_some() {
                homeless.insert(brigade);
            }
        }
        assert_eq!(*state.homeless(), homeless, "{:?}", position.task());
        found.set(found.get() + homeless.len());
    });
    assert!(found.get() > 100, "{} found", found.get());
}

#[test]
fn every_hex_belongs_to_one_side() {
    everywhere(|_, state| {
        assert!(!state.zones(Side::Union).occupied.intersects(&state.zones(Side::Confederate).occupied));
    });
}

/// LFM-16.5.
#[test]
fn the_shattered_are_not_disorganized_as_well() {
    let found = Cell::new(0);
    everywhere(|game, state| {
        for unit in Side::BOTH.into_iter().flat_map(|side| game.scenario.units_of(side)) {
            if state.is_shattered(&game.scenario, unit) {
                assert!(!state.is(unit, Flag::D), "{unit:?} in {:?}", game.position(state).task());
                found.set(found.get() + 1);
            }
        }
    });
    assert!(found.get() > 100, "{} found", found.get());
}

/// LFM-4.3, and the stacking limits, which hold at the end of the own Movement: looked at where the first round of
/// combat begins, before a retreat crowds a hex again.
#[test]
fn after_movement_no_hex_is_crowded_or_has_cavalry_in_two_modes() {
    let found = Cell::new(0);
    everywhere(|game, state| {
        let position = game.position(state);
        if !matches!(position.task(), Some(Task::Declare(_))) || state.round() != 1 {
            return;
        }
        let left = |unit: UnitId| state.is(unit, Flag::EXITED);
        for hex in state.zones(state.phasing()).occupied.iter().filter(|&hex| !state.stack(hex).any(left)) {
            found.set(found.get() + 1);
            assert!(!position.is_crowded(hex), "{hex:?}");
            let mut modes = state.stack(hex).filter(|&unit| game.scenario.unit(unit).kind == Kind::Cavalry);
            if let Some(first) = modes.next() {
                let mounted = state.is_mounted(&game.scenario, first);
                assert!(modes.all(|unit| state.is_mounted(&game.scenario, unit) == mounted), "{hex:?}");
            }
        }
    });
    assert!(found.get() > 100, "{} found", found.get());
}

/// LFM-20.8a: whenever nobody is in the middle of a loss, a retreat or an advance, every brigade commander on the map
/// is with a regiment of his brigade, if one is on the map; while a side moves its own may be on their way.
#[test]
fn brigade_commanders_are_with_their_brigades() {
    let found = Cell::new(0);
    everywhere(|game, state| {
        let position = game.position(state);
        let moving = match position.task() {
            Some(Task::March(_)) => Some(state.phasing()),
            Some(Task::Declare(_) | Task::Resolve(_) | Task::Withdraw(_) | Task::Fire(_)) => None,
            Some(Task::Markers(_) | Task::Commanders(_) | Task::Construct(_) | Task::Recover(_)) => None,
            _ => return,
        };
        for commander in Side::BOTH.into_iter().flat_map(|side| game.scenario.commanders_of(side)) {
            let info = game.scenario.commander(commander);
            if let Some(hex) = state.leader_hex(commander).filter(|_| Some(info.side) != moving) {
                assert!(
                    !position.is_without_his_brigade(commander, hex),
                    "{} {:?}",
                    info.tag,
                    position.task()
                );
                found.set(found.get() + 1);
            }
        }
    });
    assert!(found.get() > 100, "{} found", found.get());
}
