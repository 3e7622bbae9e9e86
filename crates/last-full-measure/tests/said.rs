//! What is said of every kind of answer, what a click on a hex or a counter means to each question, and which answers
//! show a way on the map: found in random games, with names and numbers left out, so that it changes only when the
//! words do.

use engine::chance::Quick;
use engine::playout::Next;
use engine::scene::Target;
use engine::{Playout, Rules, Side, Silent, Stage};
use faults::Span;
use ground::Hex;
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::load::parts::PlacementPart;
use last_full_measure::load::{Library, build, parts_of, scenario};
use last_full_measure::notation::hex_name;
use last_full_measure::state::State;
use std::collections::{BTreeMap, BTreeSet};

fn rules(name: &str) -> LastFullMeasure {
    match scenario(&Library::builtin(), name) {
        Ok(scenario) => LastFullMeasure::new(scenario),
        Err(report) => panic!("{report}"),
    }
}

/// The training battle by the rules of the card.
fn by_the_card() -> LastFullMeasure {
    let mut parts =
        parts_of(&Library::builtin(), "crossroads-farm").unwrap_or_else(|report| panic!("{report}"));
    parts.options.card_edition = true;
    LastFullMeasure::new(build(&parts).unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// The training battle with two hours of night in it, and a battery whose owner sets it up: what the other battles do
/// not have.
fn night_watch() -> LastFullMeasure {
    let mut parts =
        parts_of(&Library::builtin(), "crossroads-farm").unwrap_or_else(|report| panic!("{report}"));
    for turn in &mut parts.calendar[2..4] {
        turn.night = true;
    }
    parts.take_away("2US-B");
    let hexes = ["0305", "0205", "0304"].map(|hex| parts.map.grid.parse(hex).expect("a hex")).into();
    let pieces = vec!["2US-B".into()];
    parts.placements.push(PlacementPart { written: Span::File, pieces, hexes, choose_mode: true });
    LastFullMeasure::new(build(&parts).unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// Looks at every decision of random games.
fn look(mut at: impl FnMut(&LastFullMeasure, &State, Side, &[Action])) {
    let farm = rules("crossroads-farm");
    for (rules, games) in
        [(farm, 48), (by_the_card(), 12), (night_watch(), 12), (rules("mcphersons-ridge"), 14)]
    {
        let mut answers = Vec::new();
        for number in 0..games {
            let mut dice = Quick::new(number);
            let mut state = rules.start(&mut dice, &mut Silent);
            let mut playout = Playout::<LastFullMeasure>::new(number);
            while let Next::Act(side, &action) = playout.choose(&rules, &state).unwrap() {
                answers.clear();
                rules.actions(&state, side, &mut answers);
                at(&rules, &state, side, &answers);
                rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            }
        }
    }
}

/// A sentence without the names and numbers in it.
fn bare(rules: &LastFullMeasure, text: &str) -> String {
    let scenario = &rules.scenario;
    let is_name = |word: &str| {
        scenario.units.iter().any(|unit| unit.tag == word)
            || scenario.commanders.iter().any(|commander| commander.tag == word || commander.name == word)
            || scenario.arrivals.iter().any(|arrival| arrival.tag == word)
    };
    let words = text.split(' ').map(|word| {
        let core = word.trim_matches(|c: char| !c.is_alphanumeric());
        let left_out = is_name(core) || core.contains(|c: char| c.is_ascii_digit());
        if left_out { word.replace(core, "_") } else { word.to_owned() }
    });
    let text = words.collect::<Vec<_>>().join(" ");
    let mut shorter = text.replace("_, _", "_").replace("_ and _", "_").replace("_ _", "_");
    while shorter.contains("_, _") || shorter.contains("_ and _") {
        shorter = shorter.replace("_, _", "_").replace("_ and _", "_");
    }
    shorter
}

/// What kind of answer it is.
fn kind(action: &Action) -> String {
    let text = format!("{action:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// What one clicks to give an answer.
fn what(target: &Target) -> &'static str {
    match target {
        Target::Button => "button",
        Target::Piece { .. } => "counter",
        Target::Place { .. } => "hex",
        Target::Edge { .. } => "hexside",
        Target::Card { .. } => "card",
        Target::Point { .. } => "point",
        Target::Way { .. } => "way",
    }
}

/// How often each kind of thing was met: looking at all of them would take too long, and show nothing new.
#[derive(Default)]
struct Met(BTreeMap<String, u32>);

impl Met {
    fn seldom(&mut self, what: String, enough: u32) -> bool {
        let times = self.0.entry(what).or_default();
        *times += 1;
        *times <= enough
    }
}

fn listed(lines: BTreeSet<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn every_answer_is_put_into_words() {
    let (mut said, mut met) = (BTreeSet::new(), Met::default());
    look(|rules, state, side, answers| {
        let rule = rules.question(state, side).rule;
        for action in answers {
            let answer = format!("{rule} {}", kind(action));
            if met.seldom(answer.clone(), 40) {
                let label = bare(rules, &rules.describe(state, side, action));
                let on = what(&rules.target(state, side, action));
                said.insert(format!("{answer}: {label} ({on})"));
            }
        }
    });
    insta::assert_snapshot!(listed(said));
}

#[test]
fn answers_that_lead_somewhere_show_their_way() {
    let (mut shown, mut met) = (BTreeSet::new(), Met::default());
    look(|rules, state, side, answers| {
        let rule = rules.question(state, side).rule;
        for action in answers {
            let answer = format!("{rule} {}", kind(action));
            if met.seldom(answer.clone(), 20) {
                let (points, cost) = rules.way(state, side, action);
                if points.len() > 1 || !cost.is_empty() {
                    let far = if points.len() > 2 { "a way" } else { "an arrow" };
                    shown.insert(format!("{answer}: {far}, {:?}", bare(rules, &cost)));
                }
            }
        }
    });
    insta::assert_snapshot!(listed(shown));
}

#[test]
fn a_click_has_a_meaning_wherever_an_answer_or_a_refusal_could_tell_something() {
    let (mut meant, mut met) = (BTreeSet::new(), Met::default());
    look(|rules, state, side, answers| {
        let rule = rules.question(state, side).rule;
        // What is on offer matters to what a click means, so each mixture is looked at once.
        let offers: BTreeSet<String> = answers.iter().map(kind).collect();
        if !met.seldom(format!("{rule} {offers:?}"), 1) {
            return;
        }
        let scenario = &rules.scenario;
        let mut click = |what: &str, target: &Target| {
            let answer = rules.meaning(state, side, target);
            let answer = answer.map_or_else(|| "nothing".to_owned(), |action| kind(&action));
            meant.insert(format!("{rule} {what}: {answer}"));
        };
        for hex in (0..scenario.board.len).map(|hex| Hex(hex as u16)) {
            let whose = match state.owner(scenario, hex) {
                Some(owner) if owner == side => "own hex",
                Some(_) => "enemy hex",
                None => "empty hex",
            };
            click(whose, &Target::Place { place: hex_name(scenario, hex) });
        }
        for unit in &scenario.units {
            let whose = if unit.side == side { "own unit" } else { "enemy unit" };
            click(whose, &Target::Piece { piece: unit.tag.clone() });
        }
        for commander in &scenario.commanders {
            let whose = if commander.side == side { "own commander" } else { "enemy commander" };
            click(whose, &Target::Piece { piece: commander.tag.clone() });
        }
        for arrival in &scenario.arrivals {
            click("card", &Target::Card { card: arrival.tag.clone() });
        }
        for bridge in &scenario.bridges {
            let places = [bridge.hex, bridge.other].map(|hex| hex_name(scenario, hex));
            click("bridge", &Target::Edge { places });
        }
    });
    insta::assert_snapshot!(listed(meant));
}
