//! The cases of the rules.

use engine::case::Cases;
use faults::{Library, Source};
use picket_line::PicketLine;

const FOLDER: &str = "../../cases/picket-line";

fn cases() -> Cases<PicketLine> {
    Cases::new(Library::builtin())
}

#[test]
fn every_case_passes() {
    let verdict = cases().run_folder(FOLDER);
    verdict.assert_passed();
    verdict.assert_named_by_sections();
}

#[test]
fn every_rule_has_a_case() {
    let verdict = cases().run_folder(FOLDER);
    let proven: Vec<&String> = verdict.cases.iter().flat_map(|case| &case.proves).collect();
    let ledger = include_str!("../../../docs/rules/picket-line.md");
    let missing: Vec<String> =
        engine::case::rule_ids(ledger).into_iter().filter(|id| !proven.contains(&id)).collect();
    assert!(missing.is_empty(), "no case proves {missing:?}");
}

#[test]
fn a_position_holds_no_card_that_the_deck_does_not_have() {
    let hands = |union: &str| {
        let text = format!(
            "game = \"picket-line\"\n[[case]]\ntitle = \"t\"\n[case.position]\n{union}\npicket = [\n  \
             {{ name = \"A\", side = \"union\", at = [300, 200], facing = [0, 1] }},\n  \
             {{ name = \"X\", side = \"confederate\", at = [300, 400], facing = [0, -1] }},\n]\n[[case.play]]\nasks = \"both\"\n"
        );
        cases().run(&Source::new("case.toml", text))
    };
    hands("hidden = { union = [\"scout\", \"scout\"] }").assert_passed();
    let verdict = hands("open = { union = [\"scout\",\n\"scout\", \"scout\",\n\"scout\",\n\"scout\"] }");
    let found: Vec<_> = verdict.faults.located().into_iter().map(|fault| (fault.line, fault.what)).collect();
    let expected = [(None, "the Union hand is too large"), (Some(8), "there is no such card left: Scout")];
    assert_eq!(found, expected.map(|(line, what)| (line, what.to_owned())));
}
