//! Every case under `cases/last-full-measure`, and the manual that says how to write one.

use engine::case::Cases;
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::load::Library;
use last_full_measure::sizes::HEXES;

const MANUAL: &str = include_str!("../../../docs/cases.md");

fn cases() -> Cases<LastFullMeasure> {
    Cases::new(Library::folder("../../scenarios"))
}

#[test]
fn every_case_holds() {
    let verdict = cases().run_folder("../../cases/last-full-measure");
    verdict.assert_passed();
    verdict.assert_named_by_sections();
}

#[test]
fn the_manuals_examples_hold() {
    let verdict = cases().run_examples("docs/cases.md", MANUAL);
    verdict.assert_passed();
    assert!(verdict.cases.len() >= 5, "the manual has complete examples");
}

#[test]
fn the_manual_says_how_large_a_map_may_be() {
    assert!(MANUAL.contains(&format!("A map has at most {HEXES} hexes")));
}

#[test]
fn the_manual_lists_every_action() {
    for form in Action::FORMS {
        let line = form.line();
        let short = line.replace("PIECE to HEX", "…").replace("HEX to HEX", "…");
        assert!(MANUAL.contains(&line) || MANUAL.contains(&short), "`{line}` is not in the manual");
    }
}
