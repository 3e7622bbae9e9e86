//! Every case under `cases/full-measure-of-devotion`, and the manual that says how to write one.

use engine::case::{run, run_folder};
use faults::Source;
use full_measure_of_devotion::case::Cases;
use full_measure_of_devotion::load::{Library, from_source};
use full_measure_of_devotion::notation::FORMS;

const MANUAL: &str = include_str!("../../../docs/cases.md");

fn cases() -> Cases {
    Cases::new(Library::folder("../../scenarios"))
}

#[test]
fn every_case_holds() {
    run_folder(&cases(), "../../cases/full-measure-of-devotion").assert_passed();
}

#[test]
fn the_manuals_examples_hold() {
    let blocks = MANUAL.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let own = |block: &&str| block.starts_with("game = \"full-measure-of-devotion\"");
    let examples: Vec<&str> = blocks.filter(own).collect();
    assert!(examples.len() >= 2, "the manual has complete examples");
    for example in examples {
        run(&cases(), &Source::new("docs/cases.md", example)).assert_passed();
    }
}

#[test]
fn the_manual_lists_every_action() {
    // A bar in a table is written with a backslash.
    let manual = MANUAL.replace("\\|", "|");
    for form in FORMS {
        assert!(manual.contains(&format!("`{}`", form.line)), "`{}` is not in the manual", form.line);
    }
}

#[test]
fn the_manual_of_scenario_files_holds() {
    let manual = include_str!("../../../docs/files/scenario-full-measure-of-devotion.md");
    let example = manual.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let source = Source::new("docs/files/scenario-full-measure-of-devotion.md", example.unwrap_or_default());
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"));
}
