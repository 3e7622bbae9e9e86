//! Pages of a replay, reached from marks that earlier looks have left, show what was there when it happened.
//!
//! What they must show is seen on the way: the same actions on a fresh table, looked at after each. Something is taken
//! back wherever it can be, also what lies before a mark, so that a mark of another past would show.

#[path = "common/mod.rs"]
mod common;

use common::Dice;
use engine::game::SPACING;
use engine::scene::{Sight, Undo};
use engine::{Eyes, Seat};
use faults::Library;
use server::Shelf;
use server::deed::Deed;
use server::live::Live;
use server::store::{GameRow, SeatRow};
use server::wire::{Back, Moments};

const EYES: [Eyes<Seat>; 4] = [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher, Eyes::All];

/// How many moments a page has.
const PAGE: usize = 7;

/// How far games are played.
const ACTIONS: usize = 3 * SPACING;

fn begun(shelf: &Shelf, scenario: &str, seed: u64) -> Live {
    let seat = |side: Seat| SeatRow {
        side,
        player: Some("somebody".to_owned()),
        invitation: None,
        nonce: Some("00".repeat(16)),
        seal: None,
    };
    let row = GameRow {
        name: "Looked at again".to_owned(),
        scenario: scenario.to_owned(),
        terms: "replay".to_owned(),
        seed: engine::chance::Seed::from(seed).to_string(),
        host: "somebody".to_owned(),
        head: 0,
        since: 0,
        ending: None,
        draw: None,
        pause: 0,
        edition: None,
        seats: Seat::BOTH.map(seat).to_vec(),
    };
    let mut live =
        Live::new("replay", row, shelf.get(scenario).expect("a scenario").clone()).expect("a game");
    live.begin();
    live
}

fn actions(live: &Live) -> usize {
    live.table().expect("a table").actions()
}

/// What these eyes saw, moment by moment, on a table on which the same is done from the first action on.
fn from_the_start(live: &Live, mut fresh: Live, eyes: Eyes<Seat>) -> Vec<Sight> {
    let looked = |fresh: &Live| {
        let mut sight = fresh.table().expect("a table").sight(eyes);
        // A replay asks nothing and takes nothing back.
        sight.ask = None;
        sight.undo = Undo { to_line: None, barrier: String::new() };
        sight
    };
    let mut sights = vec![looked(&fresh)];
    for act in live.record().expect("a record").actions {
        fresh.apply(&Deed::act(act.seat, act.text), 0).expect("what was legal before");
        let sight = looked(&fresh);
        // Of what they hear nothing of, these eyes have no moment.
        if sights.last().is_some_and(|last| last.log < sight.log) {
            sights.push(sight);
        }
    }
    sights
}

/// What is put together of what others see is what there is to see.
fn seen_by_all(live: &Live) {
    for eyes in EYES {
        let seen = serde_json::to_string(&live.table().expect("a table").sight(eyes)).expect("a sight");
        assert_eq!(live.sight(eyes).expect("a sight").json(), seen, "{eyes:?}");
    }
}

/// Plays at random, looks back now and then, and takes back what can be taken back. How often that was something
/// that a mark had been set behind.
fn look_back(shelf: &Shelf, scenario: &str, seed: u64) -> usize {
    let mut live = begun(shelf, scenario, seed);
    let mut dice = Dice(seed);
    let mut crossed = 0;
    while actions(&live) < ACTIONS {
        let Some(&side) = live.waiting().first() else { break };
        if actions(&live).is_multiple_of(8) {
            seen_by_all(&live);
        }
        let sight = live.table().expect("a table").sight(Eyes::Of(side));
        let answers = sight.ask.expect("a question").answers;
        let action = answers[dice.roll(answers.len())].action.clone();
        live.apply(&Deed::act(side, action), 0).expect("one of the answers");
        let behind = actions(&live) % SPACING;
        if behind > 4 {
            continue;
        }
        // Looking past a place where there can be a mark sets one.
        let lines = live.table().expect("a table").log_len(Eyes::All);
        assert!(live.moments(Eyes::All, lines.saturating_sub(behind + 2), usize::MAX).first.is_some());
        let marked = actions(&live) - behind;
        let undo = Deed::Undo { side, both: true, back: Back::All };
        if dice.roll(2) == 0 && live.apply(&undo, 0).is_ok() {
            crossed += usize::from(actions(&live) < marked);
        }
    }
    for eyes in EYES {
        let sights = from_the_start(&live, begun(shelf, scenario, seed), eyes);
        for page in sights.chunks(PAGE) {
            let found = live.moments(eyes, page[0].log, PAGE);
            assert_eq!(found, Moments::of(page.to_vec()), "{scenario}, seed {seed}, {eyes:?}");
        }
    }
    crossed
}

/// Looks back at some games, and at more until so many undos went back behind a mark.
fn look_back_at(scenario: &str, wanted: usize) {
    let library = Library::builtin();
    let game = games::game_with(&library, scenario).expect("a game");
    let loaded = (game.scenario)(&library, scenario).unwrap_or_else(|report| panic!("{report}"));
    let shelf = Shelf::new([loaded.shelved()]);
    let mut crossed = 0;
    for seed in 0..40 {
        crossed += look_back(&shelf, scenario, seed);
        if seed >= 2 && crossed >= wanted {
            return;
        }
    }
    panic!("{scenario}: only {crossed} undos went back behind a mark");
}

#[test]
fn crossroads_farm() {
    look_back_at("crossroads-farm", 3);
}

#[test]
fn monocacy_bridge() {
    look_back_at("monocacy-bridge", 3);
}

/// Dice fall at almost every act, so that hardly an undo goes back behind a mark.
#[test]
fn herbst_woods() {
    look_back_at("herbst-woods", 0);
}

/// Over before there can be a mark.
#[test]
fn two_fords() {
    look_back_at("two-fords", 0);
}

/// A game that comes to the house has its pages compared, too.
#[test]
fn every_game_is_looked_at() {
    let library = Library::builtin();
    for game in games::GAMES {
        let ids = (game.ids)(&library);
        assert!(
            ids.iter().any(|id| ["crossroads-farm", "monocacy-bridge", "herbst-woods", "two-fords"]
                .contains(&id.as_str())),
            "{} has no test here",
            game.id
        );
    }
}
