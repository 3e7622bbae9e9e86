//! Every case under `cases/last-full-measure`, and the manual that says how to write one.

use engine::case::{run, run_folder};
use faults::Source;
use last_full_measure::case::Cases;
use last_full_measure::load::Library;
use last_full_measure::notation::FORMS;

const MANUAL: &str = include_str!("../../../docs/cases.md");

fn cases() -> Cases {
    Cases::new(Library::folder("../../scenarios"))
}

#[test]
fn every_case_holds() {
    run_folder(&cases(), "../../cases/last-full-measure").assert_passed();
}

#[test]
fn the_manuals_examples_hold() {
    let blocks = MANUAL.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples: Vec<&str> =
        blocks.filter(|block| block.starts_with("game = \"last-full-measure\"")).collect();
    assert!(examples.len() >= 5, "the manual has complete examples");
    for example in examples {
        run(&cases(), &Source::new("docs/cases.md", example)).assert_passed();
    }
}

#[test]
fn the_manual_lists_every_action() {
    for form in FORMS {
        let line = form.line.replace("PIECE to HEX", "…").replace("HEX to HEX", "…");
        assert!(MANUAL.contains(form.line) || MANUAL.contains(&line), "`{}` is not in the manual", form.line);
    }
}
