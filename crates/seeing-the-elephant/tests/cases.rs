//! Every case of the game passes.

use engine::case::Cases;
use faults::Library;
use seeing_the_elephant::SeeingTheElephant;

#[test]
fn cases_pass() {
    let cases = Cases::<SeeingTheElephant>::new(Library::builtin());
    cases.run_folder("../../cases/seeing-the-elephant").assert_passed();
}
