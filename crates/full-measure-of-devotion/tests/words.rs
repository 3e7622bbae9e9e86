//! Questions, answers and events in words, over whole random campaigns.

use engine::chance::Quick;
use engine::fair::Terms;
use engine::scene::Target;
use engine::{Eyes, Game, Pending, Rules, Seat, Side, Stage};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, from_source, scenario};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::sync::Arc;

const LEDGER: &str = include_str!("../../../docs/rules/full-measure-of-devotion.md");

/// Questions as players read them. If they are meant to read otherwise now, write the file anew with
/// `cargo test -p full-measure-of-devotion --test words -- --ignored write_the_questions`, and read what changed.
const QUESTIONS: &str = "tests/golden/questions.txt";
/// How many questions of a kind it holds: those with the same rule and the same forms of answers are of a kind.
const OF_A_KIND: usize = 2;

fn crowded_valley() -> Arc<FullMeasureOfDevotion> {
    let text = include_str!("fixtures/crowded-valley.toml");
    let source = Source::new("crowded-valley.toml", text);
    Arc::new(from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}")))
}

fn monocacy_bridge() -> Arc<FullMeasureOfDevotion> {
    Arc::new(scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}")))
}

/// Plays a random campaign that likes to attack, and looks at each question before it is answered.
fn play(
    rules: &Arc<FullMeasureOfDevotion>,
    number: u64,
    mut look: impl FnMut(&Game<FullMeasureOfDevotion>, Side),
) -> Game<FullMeasureOfDevotion> {
    let mut game = Game::new(rules.clone(), Terms::simple(format!("words {number}"), number));
    let mut chance = Quick::pair(number, 3);
    let mut actions = Vec::new();
    while let Pending::Decide(sides) = rules.pending(game.state()) {
        let side = sides.first().expect("somebody is asked");
        look(&game, side);
        actions.clear();
        rules.actions(game.state(), side, &mut actions);
        let attack =
            actions.iter().find(|&action| rules.describe(game.state(), side, action).starts_with("Attack"));
        let any = &actions[chance.below(actions.len() as u32) as usize];
        let action = *attack.filter(|_| chance.below(2) == 0).unwrap_or(any);
        game.play(game.seating().seat(side), &action).unwrap_or_else(|violation| panic!("{violation}"));
    }
    game
}

/// Whether the ledger has a row or a ruling of this name.
fn is_in_ledger(rule: &str) -> bool {
    LEDGER.contains(&format!("| {rule} |"))
}

#[test]
fn every_question_is_asked_in_words_and_cites_its_rule() {
    let mut asked = BTreeMap::<String, String>::new();
    for (rules, games) in [(crowded_valley(), 12), (monocacy_bridge(), 4)] {
        for number in 0..games {
            play(&rules, number, |game, side| {
                let question = rules.question(game.state(), side);
                assert!(question.text.ends_with(['?', '.']), "{question:?}");
                assert!(!question.context.is_empty(), "{question:?}");
                assert!(is_in_ledger(&question.rule), "{question:?}");
                asked.entry(question.rule).or_insert(question.text);
            });
        }
    }
    assert!(asked.len() >= 25, "{asked:#?}");
}

#[test]
fn answers_can_be_told_apart() {
    let rules = crowded_valley();
    for number in 0..8 {
        play(&rules, number, |game, side| {
            let mut actions = Vec::new();
            rules.actions(game.state(), side, &mut actions);
            let mut told = BTreeSet::new();
            for action in &actions {
                let text = rules.describe(game.state(), side, action);
                assert!(!text.starts_with(char::is_lowercase), "{text}");
                assert!(
                    told.insert(text.clone()),
                    "`{text}` twice: {}",
                    rules.question(game.state(), side).text
                );
            }
        });
    }
}

#[test]
fn everything_that_happens_is_told_and_its_arithmetic_cites_rules() {
    let rules = crowded_valley();
    let mut rows = BTreeSet::new();
    for number in 0..12 {
        let game = play(&rules, number, |_, _| {});
        for heard in game.log(Eyes::All) {
            for line in heard.lines {
                assert!(line.text.len() > 3 && !line.text.contains("(nobody)"), "{line:?}");
                for place in &line.places {
                    assert!(rules.campaign.theatre.grid.parse(place).is_some(), "{line:?}");
                }
                for sum in line.sums {
                    assert!(is_in_ledger(&sum.rule), "{sum:?}");
                    rows.insert(sum.rule);
                }
            }
        }
    }
    for rule in
        ["FMD-12-II-4", "FMD-10-1", "FMD-12.3-A1", "FMD-12.3-A2", "FMD-12.3-12", "FMD-12.3.1-2", "FMD-9-7"]
    {
        assert!(rows.contains(rule), "{rule} is never told: {rows:?}");
    }
}

#[test]
fn what_is_done_in_secret_is_told_to_its_owner_alone() {
    let rules = crowded_valley();
    let mut secrets = 0;
    for number in 0..12 {
        let game = play(&rules, number, |_, _| {});
        let lines = |eyes| -> Vec<String> {
            game.log(eyes).into_iter().flat_map(|heard| heard.lines).map(|line| line.text).collect()
        };
        for seat in Seat::BOTH {
            let army = game.seating().army(seat);
            let enemy = army.other();
            for text in lines(Eyes::Of(seat)) {
                let of_enemy = text.starts_with(&format!("{enemy} Force"));
                let secret = text.contains(" is ordered to ")
                    || text.contains("With it go ")
                    || text.contains(": a hit on ")
                    || text.ends_with(" brigade becomes weak.")
                    || text.ends_with(" takes part.");
                assert!(!(of_enemy && secret), "{army} hears: {text}");
                secrets += usize::from(secret);
            }
        }
        let watcher = lines(Eyes::Watcher);
        assert!(watcher.iter().all(|text| !text.contains("With it go ")));
    }
    assert!(secrets > 100, "{secrets}");
}

/// RUL-58: what was once seen can be read again, as it was seen; nothing that comes later changes it.
#[test]
fn a_log_keeps_what_was_shown_and_is_not_brought_up_to_date() {
    let _proof = engine::proof::proves(&["RUL-58"]);
    let rules = crowded_valley();
    let mut shown = 0;
    for number in 0..6 {
        let everybody = [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher];
        let mut read: [Vec<String>; 3] = Default::default();
        let mut compare = |game: &Game<FullMeasureOfDevotion>| {
            for (eyes, before) in everybody.into_iter().zip(&mut read) {
                let lines = game.log(eyes).into_iter().flat_map(|heard| heard.lines);
                let now: Vec<String> = lines.map(|line| line.text).collect();
                assert!(now.starts_with(before), "{eyes:?}");
                *before = now;
            }
        };
        let mut asked = 0;
        let game = play(&rules, number, |game, _| {
            asked += 1;
            if asked % 9 == 0 {
                compare(game);
            }
        });
        compare(&game);
        // The brigades of combats long over stand there for both sides, and for whoever watches.
        let fights = |lines: &Vec<String>| lines.iter().filter(|text| text.contains(" fights with ")).count();
        assert!(read.iter().all(|lines| fights(lines) == fights(&read[0])), "combats are fought in the open");
        shown += fights(&read[0]);
    }
    assert!(shown > 20, "{shown}");
}

/// A question with its answers: one of each form first and last, the way it draws, and what other clicks mean.
fn written(rules: &FullMeasureOfDevotion, game: &Game<FullMeasureOfDevotion>, side: Side) -> String {
    let state = game.state();
    let question = rules.question(state, side);
    let unseen = if rules.may_act_unseen(state, side) { ", unseen" } else { "" };
    let mut text = format!("{} ({side}, {}{unseen})\n", question.text, question.rule);
    let mut actions = Vec::new();
    rules.actions(state, side, &mut actions);
    let form = |number: usize| rules.write(&actions[number]).split(' ').next().map(str::to_owned);
    for (number, action) in actions.iter().enumerate() {
        let neighbours = [number.checked_sub(1), Some(number + 1).filter(|&next| next < actions.len())];
        if neighbours.into_iter().all(|other| other.is_some_and(|other| form(other) == form(number))) {
            continue;
        }
        let (points, cost) = rules.way(state, side, action);
        let target = match rules.target(state, side, action) {
            Target::Button => "a button".to_owned(),
            Target::Piece { piece } => piece,
            Target::Place { place } => place,
            other => format!("{other:?}"),
        };
        let label = rules.describe(state, side, action);
        let way = if points.is_empty() { String::new() } else { format!(", {} points", points.len()) };
        let cost = if cost.is_empty() { cost } else { format!(", {cost}") };
        writeln!(text, "  {}: {label} [{target}{way}{cost}]", rules.write(action)).expect("a text grows");
    }
    for of in Side::BOTH {
        for (force, at) in state.forces_of(of).take(3) {
            let place = rules.campaign.theatre.grid.name(at);
            let clicked = [Target::Piece { piece: force.name() }, Target::Place { place }];
            let mut meant = Vec::from(clicked.map(|clicked| rules.meaning(state, side, &clicked)));
            meant.dedup();
            for meant in meant.into_iter().flatten() {
                let why = rules.check(state, side, &meant).err();
                let why = why.map_or_else(String::new, |why| format!(": {} ({})", why.text, why.rule));
                writeln!(text, "  > {} is {}{why}", force.name(), rules.write(&meant)).expect("a text grows");
            }
        }
    }
    text
}

/// Questions of every kind that some random campaigns come to.
fn questions() -> String {
    let mut kinds = BTreeMap::<(String, Vec<String>), usize>::new();
    let mut text = String::new();
    for (rules, games) in [(crowded_valley(), 60), (monocacy_bridge(), 3)] {
        for number in 0..games {
            play(&rules, number, |game, side| {
                let mut actions = Vec::new();
                rules.actions(game.state(), side, &mut actions);
                let mut forms: Vec<String> = actions
                    .iter()
                    .map(|action| rules.write(action).split(' ').next().unwrap_or_default().to_owned())
                    .collect();
                forms.dedup();
                let seen = kinds.entry((rules.question(game.state(), side).rule, forms)).or_default();
                *seen += 1;
                if *seen <= OF_A_KIND {
                    text += &written(&rules, game, side);
                }
            });
        }
    }
    text
}

#[test]
fn questions_read_as_before() {
    assert_eq!(questions(), fs::read_to_string(QUESTIONS).expect("it is there"));
}

#[test]
#[ignore = "writes the questions"]
fn write_the_questions() {
    fs::write(QUESTIONS, questions()).expect("it can be written");
}
