//! Every case under `cases/full-measure-of-devotion`, and the manual that says how to write one.

use engine::case::Cases;
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::load::{Library, from_source};

const MANUAL: &str = include_str!("../../../docs/cases.md");

fn cases() -> Cases<FullMeasureOfDevotion> {
    Cases::new(Library::folder("../../scenarios"))
}

#[test]
fn every_case_holds() {
    let verdict = cases().run_folder("../../cases/full-measure-of-devotion");
    verdict.assert_passed();
    verdict.assert_named_by_sections();
}

#[test]
fn the_manuals_examples_hold() {
    let verdict = cases().run_examples("docs/cases.md", MANUAL);
    verdict.assert_passed();
    assert!(verdict.cases.len() >= 2, "the manual has complete examples");
}

#[test]
fn the_manual_lists_every_action() {
    // A bar in a table is written with a backslash.
    let manual = MANUAL.replace("\\|", "|");
    for line in Action::FORMS.iter().map(engine::notation::Form::line) {
        assert!(manual.contains(&format!("`{line}`")), "`{line}` is not in the manual");
    }
}

#[test]
fn the_manual_of_scenario_files_holds() {
    let manual = include_str!("../../../docs/files/scenario-full-measure-of-devotion.md");
    let example = manual.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let source = Source::new("docs/files/scenario-full-measure-of-devotion.md", example.unwrap_or_default());
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"));
}
