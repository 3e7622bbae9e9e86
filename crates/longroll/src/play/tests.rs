//! Games played through the keyboard, as transcripts.

use super::session::{Manners, Session};
use crate::table::Tabletop;
use crate::terminal::Style;
use engine::fair::{Terms, verify};
use engine::record::Record;
use engine::{Game, Side, Sides};
use faults::Source;
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{self, Library};
use picket_line::PicketLine;
use std::path::PathBuf;
use std::sync::Arc;

const PLAIN: Manners =
    Manners { people: Sides::BOTH, echo: true, ask_everything: false, style: Style { colour: false } };

/// Plays a new game with these lines, and gives what was on the screen.
fn play<R: Tabletop>(rules: Arc<R>, manners: Manners, seed: u64, lines: &[&str]) -> String {
    let game = Game::new(rules, Terms::simple("test", seed));
    let typed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut out = Vec::new();
    Session::new(game, manners, &mut typed.as_bytes(), &mut out).run().expect("a string can be written");
    String::from_utf8(out).expect("text is UTF-8")
}

fn two_fords() -> Arc<PicketLine> {
    Arc::new(PicketLine::standard())
}

fn crossroads() -> Arc<LastFullMeasure> {
    let scenario = load::scenario(&Library::builtin(), "crossroads-farm");
    Arc::new(LastFullMeasure::new(scenario.unwrap_or_else(|report| panic!("{report}"))))
}

/// A file of one test's own, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("longroll-play-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn two_people_with_secrets_share_a_keyboard() {
    let lines = [
        "order advance",
        "",
        "2",
        "",
        "pick A",
        "move 200,260 facing 0,1",
        "look A",
        "undo",
        "log 2",
        "quit",
        "quit",
    ];
    insta::assert_snapshot!(play(two_fords(), PLAIN, 3, &lines));
}

#[test]
fn a_refusal_teaches_and_odds_are_exact() {
    let lines = [
        "order advance",
        "",
        "order hold",
        "",
        "pick A",
        "move 200,900 facing 0,1",
        "why",
        "why move 200,300 facing 0,1",
        "rule PL-3.2",
        "rule nonsense",
        "frobnicate",
        "odds",
        "odds move 200,320 facing 0,1",
        "move 200,320 facing 0,1",
        "",
        "odds 1",
        "odds fire Z",
    ];
    insta::assert_snapshot!(play(two_fords(), PLAIN, 1, &lines));
}

#[test]
fn a_battle_opens_with_its_board_and_its_first_question() {
    let screen = play(crossroads(), PLAIN, 7, &["help"]);
    insta::assert_snapshot!(screen);
}

#[test]
fn everything_can_be_looked_at() {
    let screen =
        play(crossroads(), PLAIN, 7, &["board 0506", "look 0304", "look usa", "look Varn", "look 9999"]);
    let (_, looked) = screen.split_once("board 0506\n").expect("the first wish is echoed");
    insta::assert_snapshot!(looked);
}

#[test]
fn undo_goes_back_to_a_question_with_a_choice() {
    let rules = two_fords();
    let against_random = Manners { people: Sides::only(Side::Union), ..PLAIN };
    let screen = play(rules, against_random, 3, &["order hold", "undo", "order advance", "undo 1", "undo"]);
    assert!(screen.contains("cannot be taken back"), "orders were shown:\n{screen}");
}

#[test]
fn a_number_out_of_range_and_an_absurd_line_change_nothing() {
    let screen = play(
        two_fords(),
        PLAIN,
        3,
        &["99", "0", "\u{0}\u{ff}", "undo", "undo 7", "picture x.png", "save /no/such/folder/x"],
    );
    insta::assert_snapshot!(screen.split_once("Type `help`").expect("the welcome ends so").1);
}

/// The whole way: played at random, saved, read again, verified.
fn plays_to_the_end<R: Tabletop>(rules: &Arc<R>, name: &str) {
    for seed in 1..=3 {
        let file = Scratch::new(&format!("{name}-{seed}.json"));
        let save = format!("save {}", file.0.display());
        let nobody = Manners { people: Sides::NONE, ..PLAIN };
        let screen = play(rules.clone(), nobody, seed, &["dice", &save, "quit"]);
        assert!(screen.contains("The seed was"), "{screen}");
        let record = Record::read(&Source::open(&file.0).expect("it was saved")).expect("it is a record");
        let verified = verify(&**rules, &record).expect("it is fair");
        assert!(verified.actions > 5);
    }
}

#[test]
fn small_games_play_to_the_end() {
    plays_to_the_end(&two_fords(), "two-fords");
}

#[test]
fn battles_play_to_the_end() {
    plays_to_the_end(&crossroads(), "crossroads-farm");
}

/// How many questions of a transcript had just one answer.
fn forced(screen: &str) -> usize {
    let questions = screen.split("player turn").skip(1);
    questions.filter(|question| question.contains("\n    1 ") && !question.contains("\n    2 ")).count()
}

#[test]
fn questions_with_one_answer_are_answered_unless_all_are_asked() {
    let first_answers = ["1"; 700];
    let quick = play(crossroads(), PLAIN, 7, &first_answers);
    assert_eq!(forced(&quick), 0, "{quick}");
    let slow = play(crossroads(), Manners { ask_everything: true, ..PLAIN }, 7, &first_answers);
    assert!(forced(&slow) > 0, "{slow}");
}

/// The list of a side stands in for the paper's organization charts: a line a brigade, of its regiments only.
#[test]
fn the_organization_of_a_side_can_be_looked_at() {
    let _proof = engine::proof::proves(&["LFM-28.1", "LFM-28.5"]);
    let screen = play(crossroads(), PLAIN, 7, &["look usa", "look 0304"]);
    let (_, looked) = screen.split_once("look usa\n").expect("the first wish is echoed");
    let (side, hex) = looked.split_once("look 0304\n").expect("the second wish is echoed");
    let side: Vec<&str> = side.lines().collect();
    // 5NY 4, 8NY 4, 11NY 3, 14PA 5: neither the army commander nor a battery counts for the brigade.
    assert!(side.contains(&"1/1 (Pratt's brigade): 16 of 16 SP in 0304"), "{screen}");
    assert!(side.contains(&"C/1 (Rusk's brigade): 5 of 5 SP in 0504"), "{screen}");
    assert!(side.contains(&"1/2 (Lowe's brigade): 0 of 12 SP not on the map"), "{screen}");
    // The battery has a line of its own, outside the brigades.
    assert!(side.iter().any(|line| line.starts_with("Union 2US-B (A3/3u), 1, in 0305")), "{screen}");
    // The box of a brigade: its regiments, with the brigade they are of, where its commander is.
    for regiment in ["5NY (I4/3)", "8NY (I4/3)", "11NY (I3/2)", "14PA (I5/2)"] {
        assert!(hex.contains(&format!("Union {regiment}, 1/1, in 0304\n")), "{screen}");
    }
    assert!(hex.contains("Union brigade commander Pratt, in 0304\n"), "{screen}");
    assert!(!hex.contains("2US-B") && !hex.contains("1NYC"), "{screen}");
}
