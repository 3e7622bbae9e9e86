//! Every case under `cases/last-full-measure`.

use engine::case::run_folder;
use last_full_measure::case::Cases;
use last_full_measure::load::Library;

#[test]
fn every_case_holds() {
    let cases = Cases::new(Library::folder("../../scenarios"));
    run_folder(&cases, "../../cases/last-full-measure").assert_passed();
}
