//! What the case runner says about files that are wrong and cases that fail, shown on Picket Line.

use engine::case::{Cases, Verdict, game_of};
use faults::{Library, Source};
use picket_line::PicketLine;

/// A position in which A has been picked and may be fired on, and a good step.
const HEAD: &str = r#"game = "picket-line"
[[case]]
title = "A moves and is fired on"
proves = ["PL-4.2"]
[case.position]
part = "union"
orders = { union = "advance", confederate = "advance" }
picket = [
  { name = "A", side = "union", at = [300, 200], facing = [0, 1] },
  { name = "X", side = "confederate", at = [300, 400], facing = [0, -1] },
]
[[case.play]]
do = ["pick A", "move 300,300 facing 0,1"]
asks = "confederate"
"#;

fn run(source: &Source) -> Verdict {
    Cases::<PicketLine>::new(Library::builtin()).run(source)
}

fn run_with(steps: &str) -> Verdict {
    run(&Source::new("case.toml", format!("{HEAD}{steps}")))
}

/// The faults of a file, as `line: what`.
fn faults(text: &str) -> Vec<String> {
    let verdict = run(&Source::new("case.toml", text));
    assert!(verdict.cases.is_empty(), "a file with faults is not played");
    assert!(!verdict.passed());
    let all =
        verdict.faults.located().into_iter().inspect(|fault| assert!(fault.hint.is_some(), "{}", fault.what));
    all.map(|fault| format!("{}: {}", fault.line.unwrap_or(0), fault.what)).collect()
}

/// The faults of a file that begins like a good one.
fn faults_with(steps: &str) -> Vec<String> {
    faults(&format!("{HEAD}{steps}"))
}

/// What is wrong in the one case, as `line: expected / found`.
fn wrong(steps: &str) -> Vec<String> {
    let verdict = run_with(steps);
    assert!(verdict.faults.is_empty(), "{}", verdict.faults);
    let failure = verdict.cases[0].failure.clone().expect("the case fails");
    failure
        .wrong
        .into_iter()
        .map(|wrong| format!("{}: {} / {}", wrong.line, wrong.expected, wrong.found))
        .collect()
}

#[test]
fn a_good_case_passes() {
    let verdict = run_with("[[case.play]]\ndo = \"fire X\"\ndice = [4]\ntold = \"misses\"\n");
    verdict.assert_passed();
    assert_eq!(verdict.to_string(), "1 case passed, 0 failed");
    assert_eq!(verdict.cases[0].proves, ["PL-4.2"]);
}

#[test]
fn an_unknown_key_a_wrong_rule_and_an_unreadable_action_are_faults() {
    let found = faults_with("[[case.play]]\ndoo = \"fire X\"\ntold = \"misses\"\n");
    assert_eq!(found, ["16: unknown key `doo`"]);
    let found = faults_with("[[case.play]]\ndo = \"fire Q\"\nrefused = \"PL-4.9\"\n");
    let expected = [
        "16: `fire Q` cannot be read: no picket is called `Q`; there are A, X",
        "17: no rule has the id `PL-4.9`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn unknown_words_in_the_games_own_parts_are_faults() {
    let head = HEAD.replace("orders =", "ordres =");
    assert_eq!(faults(&head), ["7: unknown key `ordres`"]);
    let found = faults_with("[case.play.expect]\nstanding = [\"A\"]\n");
    assert_eq!(found, ["16: unknown key `standing`"]);
}

#[test]
fn impossible_positions_are_faults_with_their_line() {
    let head = HEAD.replace("[300, 400]", "[300, 700]").replace("facing = [0, 1]", "facing = [0, 0]");
    assert_eq!(faults(&head), ["9: 0,0 is no direction", "10: 300,700 is off the field"]);
}

#[test]
fn a_case_that_cannot_fail_is_a_fault() {
    let (before_play, _) = HEAD.split_once("[[case.play]]").unwrap();
    assert_eq!(faults(before_play), ["2: the case has no steps"]);
    let only_does = HEAD.replace("asks = \"confederate\"\n", "");
    assert_eq!(faults(&only_does), ["2: the case expects nothing, so it cannot fail"]);
    for nothing in
        ["told = []", "odds = {}", "expect = {}", "sees = {}", "sees = { union = {} }", "heard = {}"]
    {
        let found = faults(&format!("{only_does}{nothing}\n"));
        assert_eq!(found, ["2: the case expects nothing, so it cannot fail"], "{nothing}");
    }
    assert_eq!(faults_with("[[case.play]]\n"), ["15: the step does nothing and expects nothing"]);
    assert_eq!(faults("game = \"picket-line\"\n"), ["0: the file holds no case"]);
}

#[test]
fn steps_that_contradict_themselves_are_faults() {
    let found =
        faults_with("[[case.play]]\ndo = [\"fire X\", \"fire X\"]\nrefused = \"PL-4.1\"\ndice = [1]\n");
    assert_eq!(
        found,
        ["17: the step refuses one action, but its `do` has 2", "18: a refused action rolls no dice"]
    );
    let found = faults_with("[[case.play]]\nbecause = \"so\"\ndice = [1]\ntold = \"x\"\n");
    let expected = [
        "16: `because` says why an action is refused, and none is",
        "17: the step has dice but does nothing",
    ];
    assert_eq!(found, expected);
    let found = faults_with("[[case.play]]\ndo = \"fire X\"\ndice = [1]\nodds = { hit = \"half\" }\n");
    assert_eq!(found, ["18: `half` is not a fraction such as `1/6`, `0` or `1`"]);
    let found =
        faults_with("[[case.play]]\ndo = \"fire X\"\ndice = [1]\nodds = { hit = \"2/3\", miss = \"1/2\" }\n");
    assert_eq!(found, ["15: the odds add up to more than 1"]);
}

#[test]
fn two_cases_of_one_title_and_a_strange_game_are_faults() {
    let (_, case) = HEAD.split_once('\n').unwrap();
    assert_eq!(faults(&format!("{HEAD}{case}")), ["16: two cases are called `A moves and is fired on`"]);
    let strange = HEAD.replace("picket-line", "checkers");
    assert_eq!(faults(&strange), ["1: this file is about the game `checkers`"]);
    assert_eq!(game_of(&Source::new("x", &*strange)).as_deref(), Ok("checkers"));
    assert!(game_of(&Source::new("x", "[[case]]\n")).is_err());
}

#[test]
fn dice_must_be_exactly_those_that_fall() {
    let fire = |dice: &str| wrong(&format!("[[case.play]]\ndo = \"fire X\"\ntold = \"X fires\"\n{dice}\n"));
    let expected = "the dice are all those that fall in this step";
    assert_eq!(
        fire(""),
        [format!("15: {expected} / die 1 (fire, 1 to 6) is rolled, but no dice are scripted")]
    );
    assert_eq!(fire("dice = [7]"), [format!("18: {expected} / die 1 (fire) cannot show 7: it shows 1 to 6")]);
    let found = fire("dice = [1, 2]");
    assert_eq!(found, [format!("18: {expected} / the dice [2] are left over: 1 of the script's 2 fell")]);
}

#[test]
fn wrong_expectations_say_what_was_found_instead() {
    let found = wrong(
        r#"[[case.play]]
do = "fire X"
dice = [5]
odds = { hit = "1/2" }
told = "misses"
not_told = "falls"
asks = "both"
over = "union"
points = [1, 2]
[case.play.expect]
at = { A = [1, 2] }
fallen = ["X"]
"#,
    );
    let over = "the game is over, won by the Confederate side, 0 points to 2";
    let told = "X fires at A: A is hit and falls.";
    let expected = [
        "18: the odds of `hit` are 1/2 / miss 2/3; hit 1/3".to_owned(),
        format!(
            "19: the log says `misses` / {told} | die 5 (PL-4.2) | needed 5 (PL-4.2) | Confederate victory, 0 to 2."
        ),
        format!("20: the log does not say `falls` / {told}"),
        format!("21: then both sides must decide / {over}"),
        format!("22: the game is over, won by the Union side / {over}"),
        format!("23: the game is over, 1 points to 2 / {over}"),
        "25: A stands at 1,2 / A stands at 300,300".to_owned(),
        "26: A stands / it has fallen".to_owned(),
        "26: X has fallen / it stands".to_owned(),
    ];
    assert_eq!(found, expected);
}

#[test]
fn wrong_answers_and_refusals_are_explained() {
    let found =
        wrong("[[case.play]]\nquestion = \"Where\"\noffered_exactly = [\"fire X\", \"fire X aim\"]\n");
    let expected = [
        "16: the question says `Where` / Who fires at A? (Round 1 of 4 · Confederate · Reaction)",
        "17: `fire X aim` is offered / it is refused: the Confederate side has no aim card (PL-4.4); 2 answers: fire X; hold fire",
        "17: no other answers are offered / also hold fire",
    ];
    assert_eq!(found, expected);
    assert_eq!(wrong("[[case.play]]\nnot_offered = \"fire X\"\n"), ["16: `fire X` is not offered / it is"]);
    let found = wrong("[[case.play]]\ndo = \"fire X\"\nrefused = \"PL-4.1\"\n");
    assert_eq!(found, ["17: `fire X` is refused by PL-4.1 / it is legal"]);
    let found = wrong("[[case.play]]\ndo = \"fire X aim\"\nrefused = \"PL-4.1\"\nbecause = \"range\"\n");
    let expected = [
        "17: `fire X aim` is refused by PL-4.1 / refused by PL-4.4: the Confederate side has no aim card",
        "18: the refusal says `range` / the Confederate side has no aim card",
    ];
    assert_eq!(found, expected);
    let found = wrong("[[case.play]]\ndo = \"fire X aim\"\ntold = \"x\"\n");
    assert_eq!(found, ["16: `fire X aim` is legal / refused: the Confederate side has no aim card (PL-4.4)"]);
}

#[test]
fn a_failing_case_prints_its_step_question_and_log() {
    let verdict = run_with("[[case.play]]\ndo = \"hold fire\"\nasks = \"union\"\n");
    let expected = "\
FAILED: A moves and is fired on
  case.toml:3
  step 2 (line 15): hold fire
  line 17:
    expected: then the Union must decide
    found:    Confederate: Which picket moves? (Round 1 of 4 · Confederate · Movement)
  pending: Confederate: Which picket moves? (Round 1 of 4 · Confederate · Movement)
  log:
    A makes ready.
    A moves from 300,200 to 300,300, facing north.
    Confederate holds its fire.

0 cases passed, 1 failed";
    assert_eq!(verdict.to_string(), expected);
    let json = serde_json::to_value(&verdict).unwrap();
    assert_eq!(json["cases"][0]["failure"]["wrong"][0]["line"], 17);
    assert_eq!(json["cases"][0]["failure"]["actions"][0], "hold fire");
}

#[test]
fn an_expectation_that_names_nothing_is_a_fault_not_a_failure() {
    let verdict = run_with("[[case.play]]\n[case.play.expect]\nfallen = [\"Q\"]\n");
    assert!(!verdict.passed());
    assert_eq!(unplayed(&verdict), "there is no picket `Q`");
    assert_eq!(verdict.faults.located()[0].line, Some(17));
}

/// The one fault that was met in play. The case counts as failed, in words and in JSON, and proves nothing.
fn unplayed(verdict: &Verdict) -> String {
    assert!(verdict.to_string().ends_with("0 cases passed, 1 failed, 1 fault in the files"), "{verdict}");
    let json = serde_json::to_value(verdict).unwrap();
    let wrong = json["cases"][0]["failure"]["wrong"].as_array().expect("the case is not listed as passed");
    let fault = verdict.faults.located().remove(0);
    let noted = wrong.iter().find(|wrong| wrong["found"] == fault.what.as_str());
    let line = noted.and_then(|wrong| wrong["line"].as_u64());
    assert_eq!(line, fault.line.map(|line| line as u64), "{json}");
    fault.what
}

#[test]
fn a_refusal_may_be_by_one_of_several_rules() {
    let step = |rules: &str| format!("[[case.play]]\ndo = \"fire X aim\"\nrefused = {rules}\n");
    run_with(&step("[\"PL-4.1\", \"PL-4.4\"]")).assert_passed();
    run_with(&step("[\"PL-4.4\"]")).assert_passed();
    let found = wrong(&step("[\"PL-4.1\", \"form\"]"));
    let expected = "17: `fire X aim` is refused by PL-4.1 or form / refused by PL-4.4: the Confederate side has no aim card";
    assert_eq!(found, [expected]);
    let found = faults_with(&step("[\"PL-4.1\", \"PL-4.9\"]"));
    assert_eq!(found, ["17: no rule has the id `PL-4.9`"]);
    let nothing = format!("{}told = \"x\"\n", step("[]"));
    assert_eq!(wrong(&nothing).len(), 1, "without a rule the action must be legal");
}

#[test]
fn a_step_for_both_sides_must_say_whose() {
    let text = HEAD
        .replace("part = \"union\"\norders = { union = \"advance\", confederate = \"advance\" }\n", "")
        .replace("[\"pick A\", \"move 300,300 facing 0,1\"]", "\"order hold\"");
    let verdict = run(&Source::new("case.toml", &*text));
    assert_eq!(unplayed(&verdict), "both sides must decide here, and the step does not say who acts");
    let question = text.replace("do = \"order hold\"", "question = \"order\"");
    let verdict = run(&Source::new("case.toml", question));
    assert_eq!(unplayed(&verdict), "both sides must decide here, and the step does not say who is meant");
    assert_eq!(verdict.faults.located()[0].line, Some(10));
}

#[test]
fn a_first_step_that_only_looks_hears_what_the_set_up_told() {
    let case = |steps: &str| {
        let text = format!(
            "game = \"picket-line\"\n[[case]]\ntitle = \"t\"\ndice = [1, 11, 1, 9]\n[case.position]\nstart = true\n\
             picket = [\n  {{ name = \"A\", side = \"union\", at = [300, 200], facing = [0, 1] }},\n  \
             {{ name = \"X\", side = \"confederate\", at = [300, 400], facing = [0, -1] }},\n]\n{steps}"
        );
        run(&Source::new("case.toml", text))
    };
    let look = "[[case.play]]\ntold = \"Round 1\"\nheard = { union = \"draws Aim\" }\n";
    case(look).assert_passed();
    assert!(!case(&format!("{look}{look}")).passed(), "the second step hears only itself");
    let act = "[[case.play]]\nby = \"union\"\ndo = \"order hold\"\nnot_told = \"Round 1\"\n";
    case(act).assert_passed();
}
