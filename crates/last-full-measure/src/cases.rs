//! The words in which cases of Last Full Measure are written: positions in a few lines, and what must hold.
//!
//! `docs/cases.md` is the manual. The engine's case runner ([`engine::case`]) does the rest.

mod expect;
mod fact;
mod ground;
mod keys;
mod language;
mod line;
mod lists;
mod pieces;
mod position;

// Positions for unit tests.
#[cfg(test)]
pub(crate) mod muster;
#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
pub(crate) mod watch;

#[cfg(test)]
mod tests {
    use crate::LastFullMeasure;
    use engine::case::{Cases, Verdict};
    use faults::{Library, Source};

    fn verdict(case: &str) -> Verdict {
        let text = format!("game = \"last-full-measure\"\n[[case]]\ntitle = \"t\"\n{case}");
        Cases::<LastFullMeasure>::new(Library::builtin()).run(&Source::new("case.toml", text))
    }

    /// The faults of a position, as line, what and hint; the position begins on line 5.
    fn faults(position: &str) -> Vec<String> {
        let look = "[[case.play]]\nexpect.turn = 1\n";
        let verdict = verdict(&format!("[case.position]\n{position}\n{look}"));
        verdict.fault_lines()
    }

    /// What a case that looks at a position finds wrong.
    fn differences(position: &str, expect: &str) -> Vec<String> {
        let verdict =
            verdict(&format!("[case.position]\n{position}\n[[case.play]]\n[case.play.expect]\n{expect}\n"));
        verdict.wrong_lines()
    }

    #[test]
    fn a_plain_position_needs_no_more_than_its_units() {
        assert_eq!(
            differences("union = ['A: I5/3 at 0304']", "pieces.A = 'at 0304 I5/3 in 1/1 +command mp 5'"),
            [""; 0]
        );
        assert_eq!(differences("union = ['A: I5/3 at 0304']", "stacks.0304 = 'A us-1-1'"), [""; 0]);
    }

    #[test]
    fn impossible_positions_name_their_lines() {
        assert_eq!(
            faults("union = ['A: I5/3 at 9999']"),
            ["5: there is no hex `9999`; hexes run from 0000 in the north-west to 0913 in the south-east"]
        );
        assert_eq!(
            faults("union = ['A: I5/3 at 0304']\nconfederate = ['X: I5/3 at 0304']"),
            ["6: both sides stand in 0304; move one of them"]
        );
        assert_eq!(
            faults("union = [\n 'A: I5/3 at 0304',\n 'a: I5/3 at 0305',\n 'B: C4/3u at 0305', 'C: at 0305']"),
            [
                "7: a has two lines; say everything about a piece in one line; each piece has a name of its own",
                "8: `C4/3u` is not understood; a counter is written `I5/3`, `C4/3m`, `A3/3u`, `HA2/3l`; a mark `+D` \
                 or `-command`; a place `at 0304`",
                "8: what is C?; say what it is: a counter, such as `I5/3`, or a rank, such as `army CV4`",
            ]
        );
        assert_eq!(
            faults("union = ['A: I5/3']"),
            [
                "5: A is neither on the map nor among those who arrive; give a `hex`, or say when and where it arrives"
            ]
        );
        assert_eq!(
            faults("brigades = ['2/2: +shattered']\nunion = ['A: I5/3 at 0304']"),
            ["5: there is no brigade `2/2`; brigades here: `1/1`"]
        );
        assert_eq!(faults("phase = 'comand'"), ["5: there is no phase `comand`; did you mean `command`?"]);
        assert_eq!(
            faults("phasing = 'blue'"),
            ["5: there is no side `blue`; write `union` or `confederate`"]
        );
        assert_eq!(
            faults("turn = 9"),
            ["5: there is no turn 9; turns count from 1 to 6; list more under `turns`"]
        );
        assert_eq!(faults("unoin = []"), ["5: unknown key `unoin`; did you mean `union`?"]);
        assert_eq!(
            faults("union = ['A: I5/3 at 0304 +fallen']"),
            ["5: `fallen` is a mark of commanders; leave it out; A is a combat unit"]
        );
        let unknown = faults("scenario = 'crossroad-farm'");
        assert_eq!(unknown.len(), 2);
        assert!(unknown[0].starts_with("0: there is no scenario `crossroad-farm`"), "{unknown:?}");
        assert!(unknown[1].starts_with("5: the scenario `crossroad-farm` cannot be loaded"), "{unknown:?}");
    }

    #[test]
    fn every_fault_of_a_position_is_listed_at_once() {
        let wrong = "union = ['A: I5/3 at 9999', 'B I4/3', 'C: I4/3 at 0304 +X']\nphase = 'noon'\nturn = 0";
        assert_eq!(faults(wrong).len(), 5);
    }

    #[test]
    fn expectations_that_make_no_sense_are_faults() {
        let found = |expect: &str| {
            let case = format!(
                "[case.position]\nunion = ['A: I5/3 at 0304']\n[[case.play]]\n[case.play.expect]\n{expect}\n"
            );
            verdict(&case)
                .faults
                .located()
                .into_iter()
                .map(|fault| (fault.line, fault.what))
                .collect::<Vec<_>>()
        };
        assert_eq!(found("pieces.B = 'at 0304'"), [(Some(8), "there is no piece `B`".to_owned())]);
        assert_eq!(found("pieces.A = 'CV4'"), [(Some(8), "this says nothing that A could be".to_owned())]);
        assert_eq!(
            found("sight = ['0304-0306']"),
            [(Some(8), "it does not say how good the sight is".to_owned())]
        );
        assert_eq!(
            found("tables.'odds 9' = '3-2'"),
            [(Some(8), "`odds 9` is no cell of a table".to_owned())]
        );
        assert_eq!(found("objectives.0304 = 'union'"), [(Some(8), "0304 is no objective".to_owned())]);
    }

    #[test]
    fn a_word_that_makes_no_sense_has_its_column_in_expectations_too() {
        let case =
            "[case.position]\nunion = ['A: I5/3 at 0304']\n[[case.play]]\nexpect.pieces.A = 'at 9904 +D'\n";
        let fault = verdict(case).faults.located().remove(0);
        assert_eq!((fault.line, fault.column), (Some(7), Some(23)), "{}", fault.what);
    }

    #[test]
    fn differences_say_what_was_expected_and_what_was_found() {
        let position =
            "union = ['A: I5/3 at 0304 +D', 'Hale: army CV4 then Orr CV3 at 0304']\nworks = ['0304']";
        assert_eq!(
            differences(position, "pieces.A = 'at 0305 -D mp 4'"),
            [
                "9: A: in 0305 / A: I5/3+D at 0304 +command +settled mp 5",
                "9: A: -D / A: I5/3+D at 0304 +command +settled mp 5",
                "9: A: 4 MP left / A: I5/3+D at 0304 +command +settled mp 5",
            ]
        );
        assert_eq!(
            differences(position, "pieces.Hale = '+fallen CV3'"),
            [
                "9: Hale: +fallen / Hale: at 0304 CV4 +command mp 8",
                "9: Hale: command value 3 / Hale: at 0304 CV4 +command mp 8"
            ]
        );
        assert_eq!(differences(position, "stacks.0304 = 'A'"), ["9: in 0304: A / in 0304: A, Hale, us-1-1"]);
        assert_eq!(
            differences(position, "no_works = ['0304']"),
            ["9: breastworks in 0304: false / breastworks in 0304: true"]
        );
        assert_eq!(
            differences(position, "zoc.union = '0304 0307 not 0305'"),
            [
                "9: the Union zone of control has 0307 / the Union zone of control does not have 0307",
                "9: the Union zone of control does not have 0305 / the Union zone of control has 0305",
            ]
        );
        assert_eq!(
            differences(
                position,
                "tables = { 'odds 9 6' = '2-1', 'combat 3-2 2' = 'D1', 'artillery 3 2' = '2' }"
            ),
            ["9: the table cell `odds 9 6`: 2-1 / the table cell `odds 9 6`: 3-2"]
        );
        assert_eq!(
            differences(position, "cost = ['A to 0306 2', 'A to 0310 none', 'A to 0308 5']"),
            ["9: the cost of moving to 0308: 5 MP / the cost of moving to 0308: 4 MP"]
        );
        assert_eq!(
            differences(position, "strength.0304 = 'attack 5 defend 6'"),
            ["9: the defending strength of 0304: 6 / the defending strength of 0304: 5"]
        );
    }
}
