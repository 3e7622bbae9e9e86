//! Every case under `cases/full-measure-of-devotion`, and the manual that says how to write one.

use engine::case::{run, run_folder};
use faults::Source;
use full_measure_of_devotion::case::Cases;
use full_measure_of_devotion::load::Library;

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
