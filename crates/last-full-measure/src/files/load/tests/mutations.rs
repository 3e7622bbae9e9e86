//! However a file is spoiled, loading it ends in a scenario or in a report, never in a panic.

use crate::files::load::{Library, from_source};
use faults::Source;
use proptest::prelude::*;

const FARM: &str = include_str!("../../../../../../scenarios/last-full-measure/crossroads-farm.toml");
const RIDGE: &str = include_str!("../../../../../../scenarios/last-full-measure/mcphersons-ridge.toml");

/// One way of spoiling a text; numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Harm {
    Drop(usize),
    Double(usize),
    Swap(usize, usize),
    Word(usize, &'static str),
    Digit(usize, u8),
}

fn harm() -> impl Strategy<Value = Harm> {
    let words = prop::sample::select(vec![
        "0",
        "-1",
        "255",
        "65536",
        "\"\"",
        "\"0506\"",
        "\"9999\"",
        "[]",
        "{}",
        "true",
        "nan",
        "\"é\"",
        "\"USA\"",
        "\"10 am\"",
        "[\"1GA\"]",
        "'''\n'''",
        "1863-07-01",
        "\"us-buford\"",
        "\"I/1\"",
        "\"day 300, 9 am\"",
    ]);
    prop_oneof![
        any::<usize>().prop_map(Harm::Drop),
        any::<usize>().prop_map(Harm::Double),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Harm::Swap(a, b)),
        (any::<usize>(), words).prop_map(|(at, word)| Harm::Word(at, word)),
        (any::<usize>(), any::<u8>()).prop_map(|(at, digit)| Harm::Digit(at, digit)),
    ]
}

fn spoil(text: &str, harms: &[Harm]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for harm in harms {
        let count = lines.len();
        match *harm {
            Harm::Drop(at) => drop(lines.remove(at % count)),
            Harm::Double(at) => lines.insert(at % count, lines[at % count].clone()),
            Harm::Swap(a, b) => lines.swap(a % count, b % count),
            Harm::Word(at, word) => {
                // From the line on, the next value.
                let found =
                    (0..count).map(|step| (at % count + step) % count).find(|&at| lines[at].contains(" = "));
                if let Some(at) = found {
                    let key = lines[at].split(" = ").next().unwrap_or_default().to_owned();
                    lines[at] = format!("{key} = {word}");
                }
            }
            Harm::Digit(at, digit) => {
                let digit = char::from(b'0' + digit % 10);
                let line = &mut lines[at % count];
                if let Some(first) = line.find(|letter: char| letter.is_ascii_digit()) {
                    line.replace_range(first..=first, &digit.to_string());
                }
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

fn load(text: String) {
    let source = Source::new("spoiled.toml", text);
    if let Err(report) = from_source(&Library::builtin(), &source) {
        assert!(!report.is_empty());
        assert!(report.to_string().contains("error: "));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_spoiled_training_scenario_never_panics(harms in prop::collection::vec(harm(), 1..6)) {
        load(spoil(FARM, &harms));
    }
}

proptest! {
    // Each of these cuts a map from real ground.
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_spoiled_derived_scenario_never_panics(harms in prop::collection::vec(harm(), 1..4)) {
        load(spoil(RIDGE, &harms));
    }
}

#[test]
fn a_file_cut_anywhere_never_panics() {
    for end in (0..FARM.len()).step_by(97).filter(|&end| FARM.is_char_boundary(end)) {
        load(FARM[..end].to_owned());
    }
}
