//! What is shown and clicked, on every scenario.

use engine::conformance::{Seen, conform_sights};
use engine::fair::Terms;
use engine::scene::{Sight, Target, Tone};
use engine::{Eyes, Seat, Shelved, Table};
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{Library, scenario};
use std::sync::Arc;

fn rules(name: &str) -> Arc<LastFullMeasure> {
    match scenario(&Library::builtin(), name) {
        Ok(scenario) => Arc::new(LastFullMeasure::new(scenario)),
        Err(report) => panic!("{report}"),
    }
}

fn looks(name: &str, games: u64, bound: usize, one_in: u32) -> Seen {
    conform_sights(&rules(name), 0..games, bound, one_in).unwrap_or_else(|breach| panic!("{name}: {breach}"))
}

#[test]
fn crossroads_farm_is_shown_and_clicked_by_the_laws() {
    let seen = looks("crossroads-farm", 6, 100_000, 12);
    assert!(seen.clicks > 1_000 && seen.refused > 300, "{seen:?}");
}

#[test]
fn mcphersons_ridge_is_shown_and_clicked_by_the_laws() {
    let seen = looks("mcphersons-ridge", 4, 100_000, 12);
    assert!(seen.clicks > 1_000 && seen.refused > 100, "{seen:?}");
}

#[test]
fn gettysburg_july_1_is_shown_and_clicked_by_the_laws() {
    let seen = looks("gettysburg-july-1", 1, 4_000, 50);
    assert!(seen.clicks > 1_000, "{seen:?}");
}

/// Plays these answers for whoever is asked.
fn play(table: &mut Box<dyn Table>, answers: &[&str]) {
    for answer in answers {
        let Some(seat) = table.waiting().first() else { panic!("nobody is asked before `{answer}`") };
        table.play(seat, answer).unwrap_or_else(|violation| panic!("{answer}: {violation}"));
    }
}

/// Answers with the first that is offered until this question is asked.
fn play_until(table: &mut Box<dyn Table>, question: &str) -> (Seat, Sight) {
    for _ in 0..2_000 {
        let Some(seat) = table.waiting().first() else { break };
        let sight = table.sight(Eyes::Of(seat));
        let ask = sight.ask.as_ref().expect("somebody is asked");
        if ask.question.text.starts_with(question) {
            return (seat, sight);
        }
        let action = ask.answers[0].action.clone();
        table.play(seat, &action).unwrap();
    }
    panic!("nobody is ever asked `{question}`");
}

#[test]
fn the_first_sight_of_crossroads_farm() {
    let table = rules("crossroads-farm").begin(Terms::simple("first", 1));
    let sides = Seat::BOTH.map(|seat| table.sight(Eyes::Of(seat)));
    assert_eq!(sides[0].scene, sides[1].scene, "both sides see everything");
    assert_eq!(sides[0].scene, table.sight(Eyes::Watcher).scene);
    let asked = sides.into_iter().find(|sight| sight.ask.is_some()).expect("somebody is asked");
    insta::assert_json_snapshot!((asked.context, asked.scene, asked.ask));
}

#[test]
fn the_boards_are_small_enough_to_send() {
    for (name, most) in
        [("crossroads-farm", 300_000), ("mcphersons-ridge", 900_000), ("gettysburg-july-1", 900_000)]
    {
        let board = rules(name).board();
        let bytes = serde_json::to_vec(&board).expect("boards are written as JSON").len();
        assert!(bytes < most, "{name}: {bytes} bytes");
        assert_eq!(board.cell.len(), 6);
        assert!(board.layers.iter().filter(|layer| layer.optional).any(|layer| layer.id == "numbers"));
    }
}

#[test]
fn a_click_on_a_hex_moves_the_group_there_or_says_why_not() {
    let mut table = rules("crossroads-farm").begin(Terms::simple("clicks", 1));
    let (seat, sight) = play_until(&mut table, "Who moves?");
    let ask = sight.ask.expect("somebody moves");
    let select = ask.answers.iter().find(|answer| answer.action.starts_with("select")).expect("a stack");
    assert!(matches!(select.on, Target::Place { .. }));
    play(&mut table, &[&select.action.clone()]);

    let ask = table.sight(Eyes::Of(seat)).ask.expect("the group moves");
    let moves: Vec<_> = ask.answers.iter().filter(|answer| answer.action.starts_with("move")).collect();
    for answer in &moves {
        assert_eq!(table.click(seat, &answer.on).unwrap(), answer.action);
        let preview = table.preview(seat, &answer.action).unwrap();
        assert!(preview.path.len() > 1 && preview.cost.contains("movement points"), "{preview:?}");
    }
    // Every other hex is refused with a rule or a reason.
    let (mut refused, mut ruled) = (0, 0);
    for place in rules("crossroads-farm").board().places {
        if let Err(violation) = table.click(seat, &Target::Place { place: place.id }) {
            assert_ne!(violation.text, "Nothing can be done there now.");
            refused += 1;
            ruled += usize::from(!violation.rule.is_empty());
        }
    }
    assert!(refused > 10 && ruled > 10, "{refused} refused, {ruled} by a rule");
    let reach = table.overlay(Eyes::Of(seat), "reach", "").unwrap();
    assert_eq!(reach.places.len(), moves.len());
}

#[test]
fn overlays_say_why_they_cannot_be_shown() {
    let table = rules("crossroads-farm").begin(Terms::simple("overlays", 1));
    let refusal = |id: &str, about: &str| table.overlay(Eyes::Watcher, id, about).unwrap_err().text;
    assert!(refusal("weather", "").contains("there are zoc-union"));
    assert!(refusal("sight", "9999").contains("no hex `9999`"));
    assert!(refusal("command", "nobody").contains("no piece `nobody`"));
    assert!(refusal("reach", "").contains("No group is on the march"));
    let zone = table.overlay(Eyes::Watcher, "zoc-confederate", "").unwrap();
    assert!(zone.places.len() > 3 && zone.text.contains("Confederate zone of control"), "{zone:?}");
}

/// What is laid over the map from a hex is what guns there would see (LFM-27.5, LFM-27.7).
#[test]
fn a_hex_shows_what_its_guns_would_see() {
    let _proof = engine::proof::proves(&["LFM-27.7", "LFM-27.5"]);
    let table = rules("crossroads-farm").begin(Terms::simple("overlays", 1));
    let seen = |from: &str, to: &str| {
        let overlay = table.overlay(Eyes::Watcher, "sight", from).unwrap();
        overlay.places.into_iter().find(|one| one.place == to).unwrap().tone
    };
    assert_eq!(seen("0504", "0506"), Tone::Plain, "a town is seen in part at best");
    assert_eq!(seen("0505", "0506"), Tone::Good, "next to it one sees everything");
    assert_eq!(seen("0305", "0303"), Tone::Bad, "the Union's own regiments stand in 0304");
    assert_eq!(seen("0303", "0305"), Tone::Good, "nobody is in 0303 whose troops could be in the way");
}

#[test]
fn a_scenario_says_what_it_is_about() {
    let blurb = rules("crossroads-farm").blurb();
    assert_eq!((blurb.game.as_str(), blurb.rules.as_str()), ("last-full-measure", "Last Full Measure"));
    assert!(blurb.sides.iter().all(|side| side.contains("regiments")) && blurb.minutes >= 10, "{blurb:?}");
    assert_eq!(blurb.id, rules("crossroads-farm").identity().scenario);
}
