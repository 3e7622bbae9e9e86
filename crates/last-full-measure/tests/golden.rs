//! Games that must replay to the same states for ever, one of them as people read it, and how many ways lead on from
//! its positions.
//!
//! Records of earlier versions of the rules stay, in a folder a version: they no longer replay, and are told so
//! plainly.
//!
//! If this fails, old records no longer replay. Either that was not meant, or a scenario file was changed (its records
//! belong to the old file), or the rules are right only now: then raise `RULES_VERSION`. Write the files anew with
//! `cargo test --release -p last-full-measure --test golden -- --ignored`, take the new story over with
//! `INSTA_UPDATE=always cargo test -p last-full-measure --test golden`, and read what changed in it. Where the same
//! actions lead to the same ends and only what a state looks like inside has changed, put the new version into the
//! records and print them anew with `cargo test -p last-full-measure --test golden -- --ignored print`.

use engine::chance::{Quick, Seeded};
use engine::conformance::golden::{liveliest, printed_anew, random_game, replayed, story};
use engine::fair::Terms;
use engine::{Game, Pending, Print, Record, Rules, Side, Silent};
use faults::Source;
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{Library, scenario};
use last_full_measure::state::State;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

/// A golden record: its file, its scenario, and after how many actions it is cut.
struct Golden {
    file: &'static str,
    scenario: &'static str,
    actions: usize,
}

const FARM: Golden = Golden { file: "crossroads-farm", scenario: "crossroads-farm", actions: usize::MAX };
/// Small enough for the fuzzer's short run, and played with the dice of its target `action`.
const OPENING: Golden = Golden { file: "crossroads-farm-opening", scenario: "crossroads-farm", actions: 150 };
const RIDGE: Golden = Golden { file: "mcphersons-ridge", scenario: "mcphersons-ridge", actions: usize::MAX };
/// A whole game of the largest scenario would be a large file.
const GETTYSBURG: Golden = Golden { file: "gettysburg-july-1", scenario: "gettysburg-july-1", actions: 1500 };

const NODES: &str = "tests/golden/crossroads-farm-nodes.txt";
const FUZZ_SEED: &str = "../../fuzz/seeds/action/battle.txt";

impl Golden {
    fn path(&self) -> String {
        format!("tests/golden/{}.json", self.file)
    }

    fn rules(&self) -> Arc<LastFullMeasure> {
        match scenario(&Library::builtin(), self.scenario) {
            Ok(scenario) => Arc::new(LastFullMeasure::new(scenario)),
            Err(report) => panic!("{report}"),
        }
    }

    fn game(&self) -> Game<LastFullMeasure> {
        replayed(self.rules(), &self.path())
    }
}

#[test]
fn crossroads_farm_replays_and_reads_as_before() {
    let game = FARM.game();
    assert!(game.outcome().is_some());
    insta::assert_snapshot!(story(&game));
}

#[test]
fn the_opening_of_crossroads_farm_replays() {
    assert_eq!(OPENING.game().entries().len(), OPENING.actions);
}

#[test]
fn mcphersons_ridge_replays() {
    assert!(RIDGE.game().outcome().is_some());
}

#[test]
fn gettysburg_july_1_replays() {
    assert_eq!(GETTYSBURG.game().entries().len(), GETTYSBURG.actions);
}

/// What was played by other rules is not replayed by these, which would tell another story: the reader is told by which
/// version it was played, and what to do.
#[test]
fn a_record_of_an_earlier_version_says_so() {
    let all = [&FARM, &OPENING, &RIDGE, &GETTYSBURG];
    for (golden, version) in all.into_iter().flat_map(|golden| [(golden, 5), (golden, 6)]) {
        let source = Source::open(format!("tests/golden/v{version}/{}.json", golden.file)).unwrap();
        let record = Record::read(&source).unwrap();
        let Err(mismatch) = Game::replay(golden.rules(), &record, None) else {
            panic!("{} replays by other rules than its own", golden.file)
        };
        let told = mismatch.in_file(&source).to_string();
        let versions = format!("played by version {version} of its rules; this program plays version 7");
        assert!(told.contains(&versions), "{told}");
        assert!(told.contains("replay it with a program of that version"), "{told}");
    }
}

#[test]
fn as_many_ways_lead_on_as_before() {
    let expected = fs::read_to_string(NODES).unwrap();
    assert_eq!(nodes(&FARM.game()), expected);
}

#[test]
#[ignore = "writes the golden files"]
fn write_the_golden_files() {
    for golden in [&FARM, &RIDGE] {
        let game = liveliest(&golden.rules(), 0..100, golden.actions);
        fs::write(golden.path(), game.record().to_json()).unwrap();
        if golden.file == FARM.file {
            fs::write(NODES, nodes(&game)).unwrap();
        }
    }
    for golden in [&OPENING, &GETTYSBURG] {
        let record = random_game(&golden.rules(), Terms::simple("golden", 0), 0, golden.actions).record();
        fs::write(golden.path(), record.to_json()).unwrap();
        if golden.file == OPENING.file {
            let lines: Vec<&str> = record.actions.iter().map(|act| act.text.as_str()).collect();
            fs::write(FUZZ_SEED, format!("last-full-measure\n{}\n", lines.join("\n"))).unwrap();
        }
    }
}

#[test]
#[ignore = "writes the fingerprints of the golden files"]
fn print_the_golden_files_anew() {
    for golden in [&FARM, &OPENING, &RIDGE, &GETTYSBURG] {
        let record = printed_anew(golden.rules(), &golden.path()).record();
        fs::write(golden.path(), record.to_json()).unwrap();
    }
}

/// How deep the ways are counted.
const DEPTH: usize = 4;
/// From more states than this, no further step is counted.
const WIDEST: usize = 200;

/// The table of ways and states: from the start, and from the position of each phase that offers the most answers.
fn nodes(game: &Game<LastFullMeasure>) -> String {
    let rules = game.rules();
    let states = positions(rules, &game.record());
    let mut widest: BTreeMap<String, (Reverse<usize>, usize)> = BTreeMap::new();
    for (after, state) in states.iter().enumerate() {
        let rank = (Reverse(onward(rules, &[(1, *state)]).len()), after);
        let best = widest.entry(format!("{:?}", state.phase())).or_insert(rank);
        *best = rank.min(*best);
    }
    let mut chosen = vec![0];
    chosen.extend(widest.into_values().map(|(_, after)| after));
    chosen.sort_unstable();
    chosen.dedup();

    let mut table = "\
# How many sequences of answers, and how many different states after them, lead on from positions of
# crossroads-farm.json. The dice fall alike at every answer. See tests/golden.rs.
#
# after  phase            depth     ways   states
"
    .to_owned();
    for after in chosen {
        let phase = format!("{:?}", states[after].phase());
        let mut level = vec![(1, states[after])];
        for depth in 1..=DEPTH {
            level = onward(rules, &level);
            let ways: usize = level.iter().map(|(ways, _)| ways).sum();
            table += &format!("{after:>7}  {phase:<15} {depth:>6} {ways:>8} {:>8}\n", level.len());
            if level.is_empty() || level.len() > WIDEST {
                break;
            }
        }
    }
    table
}

/// The states of a game: before the first action, and after each.
fn positions(rules: &LastFullMeasure, record: &Record) -> Vec<State> {
    let mut dice = Seeded::new(record.terms().unwrap().dice());
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut states = vec![state];
    for act in &record.actions {
        let side = rules.seating(&state).army(act.seat);
        rules.apply(&mut state, side, &rules.read(&act.text).unwrap(), &mut dice, &mut Silent);
        states.push(state);
    }
    states
}

/// The different states one answer further on, each with the number of ways that lead there.
fn onward(rules: &LastFullMeasure, level: &[(usize, State)]) -> Vec<(usize, State)> {
    let mut found: BTreeMap<Print, (usize, State)> = BTreeMap::new();
    let mut answers = Vec::new();
    for (ways, state) in level {
        let Pending::Decide(sides) = rules.pending(state) else { continue };
        for side in Side::BOTH.into_iter().filter(|&side| sides.contains(side)) {
            answers.clear();
            rules.actions(state, side, &mut answers);
            for answer in &answers {
                let mut next = *state;
                rules.apply(&mut next, side, answer, &mut Quick::new(0), &mut Silent);
                found.entry(Print::of(&next)).or_insert((0, next)).0 += ways;
            }
        }
    }
    found.into_values().collect()
}
