//! Every case of the game passes.

use engine::case::Cases;
use faults::{Library, Source};
use seeing_the_elephant::SeeingTheElephant;

#[test]
fn cases_pass() {
    let cases = Cases::<SeeingTheElephant>::new(Library::builtin());
    cases.run_folder("../../cases/seeing-the-elephant").assert_passed();
}

#[test]
fn what_is_expected_after_the_end_is_looked_at() {
    let cases = Cases::<SeeingTheElephant>::new(Library::builtin());
    let passes = |steps: &str| {
        let text = format!(
            "game = \"seeing-the-elephant\"\n[[case]]\ntitle = \"The end\"\nproves = [\"G-13\"]\n\
             [case.position]\nphase = \"move\"\nunion = [\"A: INF4 at 20,10 facing 0\"]\n\
             confederate = [\"X: INF4 at 20,40 facing 180\"]\n[[case.play]]\n\
             do = [\"take A march\", \"stay\"]\ndice = [3, 3, 3]\n{steps}"
        );
        cases.run(&Source::new("end.toml", text)).passed()
    };
    assert!(passes("asks = \"nobody\"\nnot_offered = \"stay\""));
    // Nobody decides any more: nothing can be done, nobody is asked, nothing is offered.
    for steps in [
        "[[case.play]]\ndo = \"stay\"\nexpect.units.A = \"at 20,10\"",
        "[[case.play]]\ndo = \"take A march\"\nrefused = \"STE-MOVE-1\"",
        "asks = \"confederate\"",
        "question = \"Who moves next\"",
        "offered = \"done moving\"",
    ] {
        assert!(!passes(steps), "{steps}");
    }
    assert!(passes("[[case.play]]\ndo = \"take A march\"\nrefused = \"form\""));
}

#[test]
fn a_unit_and_its_skirmishers_are_no_larger_than_a_unit() {
    let cases = Cases::<SeeingTheElephant>::new(Library::builtin());
    let passes = |stands: u8| {
        let text = format!(
            "game = \"seeing-the-elephant\"\n[[case]]\ntitle = \"Many\"\nproves = [\"R-98\"]\n\
             [case.position]\nphase = \"move\"\n\
             union = [\"A: INF{stands} at 36,10 facing 0 line16x2\", \"A/: SCR4 at 36,16 facing 0\"]\n\
             confederate = [\"X: INF4 at 20,40 facing 180\"]\n[[case.play]]\n\
             expect.units.A = \"stands {stands}\""
        );
        cases.run(&Source::new("many.toml", text)).passed()
    };
    assert!(passes(28) && !passes(29));
}
