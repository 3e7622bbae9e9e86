//! The cases of the rules.

use engine::case::run_folder;
use picket_line::PicketCases;

const FOLDER: &str = "../../cases/picket-line";

#[test]
fn every_case_passes() {
    let verdict = run_folder(&PicketCases::new(), FOLDER);
    verdict.assert_passed();
}

#[test]
fn every_rule_has_a_case() {
    let verdict = run_folder(&PicketCases::new(), FOLDER);
    let proven: Vec<&String> = verdict.cases.iter().flat_map(|case| &case.proves).collect();
    let ledger = include_str!("../../../docs/rules/picket-line.md");
    let missing: Vec<String> =
        engine::case::rule_ids(ledger).into_iter().filter(|id| !proven.contains(&id)).collect();
    assert!(missing.is_empty(), "no case proves {missing:?}");
}
