//! Every case of the game passes.

use engine::case::Cases;
use faults::Library;
use rally_round_the_flag::RallyRoundTheFlag;

#[test]
fn cases_pass() {
    let cases = Cases::<RallyRoundTheFlag>::new(Library::builtin());
    cases.run_folder("cases").assert_passed();
}
