//! Positions and expectations that make no sense, and what is said about them.

use crate::FullMeasureOfDevotion;
use crate::files::Library;
use engine::case::{Cases, Verdict};
use faults::Source;

fn verdict(case: &str) -> Verdict {
    let text = format!("game = \"full-measure-of-devotion\"\n[[case]]\ntitle = \"t\"\n{case}");
    Cases::<FullMeasureOfDevotion>::new(Library::builtin()).run(&Source::new("case.toml", text))
}

/// The faults of a position, as line, what and hint; the position begins on line 5.
fn faults(position: &str) -> Vec<String> {
    let verdict = verdict(&format!("[case.position]\n{position}\n[[case.play]]\nexpect.turn = 5\n"));
    verdict.fault_lines()
}

/// What a case that looks at a position finds wrong.
fn differences(position: &str, expect: &str) -> Vec<String> {
    let verdict =
        verdict(&format!("[case.position]\n{position}\n[[case.play]]\n[case.play.expect]\n{expect}\n"));
    verdict.wrong_lines()
}

const A: &str = "union = ['US-A: Hooker + Hancock, inf 9, weak inf 2, at Carlisle, order, order, +1']";

#[test]
fn a_plain_position_needs_no_more_than_its_forces() {
    let line =
        "at 0303, Hancock + Hooker, led by Hooker, inf 9, weak inf 2, order, order, +1, no forage, not moved";
    assert_eq!(differences(A, &format!("forces.US-A = '{line}'")), [""; 0]);
    assert_eq!(differences(A, "forces.US-B = 'gone'\nsleighs.union = 11"), [""; 0]);
}

#[test]
fn differences_say_what_was_expected_and_what_was_found() {
    assert_eq!(
        differences(A, "forces.US-A = 'at 0304, inf 9, order, led by Hancock'\nturn = 6"),
        [
            "9: the turn: 6 / the turn: 5",
            "8: US-A: at 0304 / US-A: at 0303, Hancock + Hooker, led by Hooker, inf 9, weak inf 2, order, order, \
             +1",
            "8: US-A: led by Hancock / US-A: at 0303, Hancock + Hooker, led by Hooker, inf 9, weak inf 2, order, \
             order, +1",
            "8: US-A: inf 9 / US-A: at 0303, Hancock + Hooker, led by Hooker, inf 9, weak inf 2, order, order, +1",
            "8: US-A: 1 of order / US-A: at 0303, Hancock + Hooker, led by Hooker, inf 9, weak inf 2, order, order, +1",
        ]
    );
    assert_eq!(
        differences(
            A,
            "cost = { 'force 0303-0304' = '1.5', 'force 0303-0403' = '2' }\nattrition = { '17' = 2 }"
        ),
        [
            "8: the cost of force 0303-0304: 1.5 / the cost of force 0303-0304: 1",
            "9: attrition of 17: 2 / attrition of 17: 1"
        ]
    );
}

#[test]
fn impossible_positions_name_their_lines() {
    assert_eq!(
        faults(
            "union = [\n 'US-A: Hooker, inf 9',\n 'US-B: Hooker, inf 1, at 1109',\n 'CS-A: Lee, inf 1, at 0303',\n\
                'US-C: Hancok, inf 1, 3 guns, at 0303', 'US-D Hooker']\nphase = 'part 3'\nturn = 19"
        ),
        [
            "6: where is US-A?; say `at` and a hex or a place",
            "7: no Force can stand in 1109; it needs land in play, in mountains a road or railroad (FMD-2-4, FMD-2-8)",
            "8: CS-A is a Confederate Force; list it under `confederate`",
            "9: there is no commander `Hancok`; did you mean `Hancock`?",
            "9: `3 guns` is not understood; parts are divided by commas: `inf 9`, `weak cav 1`, `at 0304`, `order`, \
             `forage`, `train`, `route 0304-0305`, commanders as `Hooker + Hancock`",
            "9: there is no name with a colon at the beginning of this line; write it like `US-A: Hooker, inf 9, at \
             0304`",
            "10: there is no phase `part 3`; did you mean `part I`?",
            "11: there is no turn 19; turns count from 1 to 18",
        ]
    );
    assert_eq!(faults("unoin = []"), ["5: unknown key `unoin`; did you mean `union`?"]);
    assert_eq!(
        faults("union = ['US-A: Hooker, inf 9, at 0303, no order']"),
        [
            "5: `no order` says what to expect, not what is there; `no order`, `size`, `hidden` and their like belong \
             to `expect`"
        ]
    );
    assert_eq!(
        faults("confederate = ['CS-A: Lee, inf 1, at 0303, route 0304-0306']\naway = ['Ewell']"),
        [
            "5: 0304 and 0306 are no neighbours; a route is a chain of neighbours",
            "6: it is not said who is away; write `Ewell from 0304 on 4`: who, where his Force was, and on which turn \
             it was destroyed",
        ]
    );
}

#[test]
fn a_part_that_makes_no_sense_has_its_column() {
    let column = |case: &str| {
        let fault = verdict(case).faults.located().remove(0);
        (fault.line, fault.column, fault.what)
    };
    let position =
        "[case.position]\nunion = ['US-A: Hooker, inf 9, at Nowhere']\n[[case.play]]\nexpect.turn = 5\n";
    let expected = (Some(5), Some(32), "there is no hex or place `Nowhere`".to_owned());
    assert_eq!(column(position), expected);
    let expect = format!("[case.position]\n{A}\n[[case.play]]\nexpect.forces.US-A = 'inf 9, 3 guns'\n");
    assert_eq!(column(&expect), (Some(7), Some(30), "`3 guns` is not understood".to_owned()));
}
