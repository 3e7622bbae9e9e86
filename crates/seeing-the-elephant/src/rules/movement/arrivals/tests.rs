//! Room at the edge, against a slow twin that puts the unit there and reckons its move.

use super::*;
use crate::files::scenario;
use crate::model::legs::Path;
use crate::model::scenario::SeeingTheElephant;
use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Silent};
use faults::Library;

/// In a copy of the state the unit stands before the edge and goes in, with more than any dice give.
fn slow_room(at: Position<'_>, unit: UnitId, files: Count, place: Point) -> bool {
    let mut state = at.state.clone();
    stand_at_edge(at.rules, unit, state.troop_mut(unit), files, place);
    let there = at.in_state(&state);
    let long = depth(&there.stance(unit));
    let roll = Roll { mode: Mode::March, dice: 1, sum: u8::MAX };
    let fits = |leg: Motion| legs::plan(there, unit, roll, &Path::of(&[leg])).is_ok();
    fits(Motion::Forward(long)) || fits(Motion::Road(long))
}

#[test]
fn there_is_room_where_the_slow_twin_finds_it() {
    let rules = scenario(&Library::builtin(), "the-first-day").unwrap_or_else(|report| panic!("{report}"));
    let (mut dice, mut pick) = (Quick::new(5), Quick::new(5));
    let mut play: Playout<SeeingTheElephant> = Playout::new(5);
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut found = [0; 2];
    for step in 0..500 {
        let Next::Act(side, &action) = play.choose(&rules, &state).expect("random play goes on") else {
            break;
        };
        rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
        if step % 12 != 0 {
            continue;
        }
        let at = rules.position(&state);
        let due = |unit: &UnitId| {
            at.troop(*unit).whereabouts == Whereabouts::Due && at.unit(*unit).arrival.is_some()
        };
        for unit in rules.unit_ids().filter(due) {
            let Some(arrival) = at.unit(unit).arrival else { continue };
            let files = Count(1 + pick.below(widest(at, unit).into()) as u8);
            // At the entry point, and somewhere along the edge or beside it.
            let along = Leg::new(arrival.at, Heading::EAST, pick.below(4_000) as i32 - 2_000).to;
            for place in [arrival.at, along] {
                let room = has_room(at, unit, files, place);
                assert_eq!(room, slow_room(at, unit, files, place), "{step}: {}", at.unit(unit).name);
                found[usize::from(room)] += 1;
            }
        }
    }
    assert!(found[0] > 20 && found[1] > 100, "{found:?}");
}
