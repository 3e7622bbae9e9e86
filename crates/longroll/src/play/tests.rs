//! Games played through the keyboard, as transcripts.

use super::session::{Manners, Session};
use crate::terminal::Style;
use engine::fair::{Terms, verify};
use engine::record::Record;
use engine::{Game, GameEntry, Seat, Seats};
use faults::{Library, Source};
use games::{Loaded, Task};
use std::path::PathBuf;
use std::sync::Arc;

const PLAIN: Manners =
    Manners { people: Seats::BOTH, echo: true, ask_everything: false, style: Style { colour: false } };

/// Plays a new game with these lines, and gives what was on the screen.
fn play(rules: Loaded, manners: Manners, seed: u64, lines: &[&str]) -> String {
    struct Playing<'a>(Manners, u64, &'a [&'a str]);
    impl Task for Playing<'_> {
        type Outcome = String;
        fn on<R: GameEntry>(self, rules: Arc<R>) -> String {
            screen(Game::new(rules, Terms::simple("test", self.1)), self.0, self.2)
        }
    }
    rules.with(Playing(manners, seed, lines))
}

/// Goes on with a game, and gives what was on the screen.
fn screen<R: GameEntry>(game: Game<R>, manners: Manners, lines: &[&str]) -> String {
    let typed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut out = Vec::new();
    Session::new(game, manners, &mut typed.as_bytes(), &mut out).run().expect("a string can be written");
    String::from_utf8(out).expect("text is UTF-8")
}

fn scenario(id: &str) -> Loaded {
    let library = Library::builtin();
    let game = games::game_with(&library, id).expect("a scenario that is built in");
    (game.scenario)(&library, id).unwrap_or_else(|report| panic!("{report}"))
}

fn two_fords() -> Loaded {
    scenario("two-fords")
}

fn crossroads() -> Loaded {
    scenario("crossroads-farm")
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
    let against_random = Manners { people: Seats::only(Seat::UNION), ..PLAIN };
    let screen = play(rules, against_random, 3, &["order hold", "undo", "order advance", "undo 1", "undo"]);
    assert!(screen.contains("cannot be taken back"), "orders were shown:\n{screen}");
}

#[test]
fn a_number_out_of_range_and_an_absurd_line_change_nothing() {
    let screen = play(
        two_fords(),
        PLAIN,
        3,
        &[
            "99",
            "0",
            "\u{0}\u{ff}",
            "undo",
            "undo 7",
            "picture /no/such/folder/x.png",
            "save /no/such/folder/x",
        ],
    );
    insta::assert_snapshot!(screen.split_once("Type `help`").expect("the welcome ends so").1);
}

/// The whole way: played at random, saved, read again, verified.
fn plays_to_the_end(rules: &Loaded, name: &str) {
    struct Verifying(Record);
    impl Task for Verifying {
        type Outcome = usize;
        fn on<R: GameEntry>(self, rules: Arc<R>) -> usize {
            verify(&*rules, &self.0).expect("it is fair").actions
        }
    }
    for seed in 1..=3 {
        let file = Scratch::new(&format!("{name}-{seed}.json"));
        let save = format!("save {}", file.0.display());
        let nobody = Manners { people: Seats::NONE, ..PLAIN };
        let screen = play(rules.clone(), nobody, seed, &["dice", &save, "quit"]);
        assert!(screen.contains("The seed was"), "{screen}");
        let record = Record::read(&Source::open(&file.0).expect("it was saved")).expect("it is a record");
        assert!(rules.clone().with(Verifying(record)) > 5);
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
    assert!(side.contains(&"1/1 (Pratt): 16 of 16 SP in 0304"), "{screen}");
    assert!(side.contains(&"C/1 (Rusk): 5 of 5 SP in 0504"), "{screen}");
    assert!(side.contains(&"1/2 (Lowe): 0 of 12 SP not on the map"), "{screen}");
    // The battery has a line of its own, outside the brigades.
    assert!(side.iter().any(|line| line.starts_with("1: 3 of 3 SP in 0305")), "{screen}");
    // The box of a brigade: its regiments, with the brigade they are of, where its commander is.
    for (regiment, strength) in [("5NY", 4), ("8NY", 4), ("11NY", 3), ("14PA", 5)] {
        let line = format!("Union {regiment}, infantry of 1/1, {strength} strength points, ");
        assert!(hex.contains(&line), "{screen}");
    }
    assert!(hex.contains("Union brigade commander Pratt, in 0304\n"), "{screen}");
    assert!(!hex.contains("2US-B") && !hex.contains("1NYC"), "{screen}");
}

/// Plays at random until somebody may answer with a line that begins so.
struct Until<'a>(&'a str);

impl Task for Until<'_> {
    /// The line, and the screen when it is typed.
    type Outcome = Option<(String, String)>;

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Self::Outcome {
        for seed in 0..40 {
            let mut game = Game::new(rules.clone(), Terms::simple("test", seed));
            let mut pick = engine::chance::Quick::new(seed);
            while let Some(seat) = game.waiting().first() {
                let mut actions = Vec::new();
                rules.actions(game.state(), game.seating().army(seat), &mut actions);
                let wanted =
                    actions.iter().map(|action| rules.write(action)).find(|text| text.starts_with(self.0));
                if let Some(line) = wanted.filter(|_| actions.len() > 1) {
                    let manners = Manners { people: Seats::only(seat), ..PLAIN };
                    let screen = screen(game, manners, &[&line, "log 1"]);
                    return Some((line, screen));
                }
                let chosen = pick.below(actions.len() as u32) as usize;
                game.play(seat, &actions[chosen]).ok()?;
            }
        }
        None
    }
}

#[test]
fn an_answer_is_typed_as_it_is_printed_even_if_a_command_has_its_name() {
    let (line, screen) = scenario("monocacy-bridge").with(Until("dice ")).expect("a question of dice");
    assert!(!screen.contains("The dice are bound"), "{screen}");
    assert!(screen.contains(&format!(": {line}\n")), "the log has it: {screen}");
}

#[test]
fn a_game_is_not_saved_over_something_else() {
    let file = Scratch::new("precious.txt");
    std::fs::write(&file.0, "Dear diary,").expect("a writable folder");
    let name = file.0.display().to_string();
    let screen = play(two_fords(), PLAIN, 3, &[&format!("save {name}")]);
    assert!(
        screen.contains("holds something else") && screen.contains(&format!("`save {name}!`")),
        "{screen}"
    );
    assert_eq!(std::fs::read_to_string(&file.0).expect("it is there"), "Dear diary,");
    // Whoever insists may; then it is this game's own file, and another game's not.
    let again = [format!("save {name}!"), "order hold".to_owned(), String::new(), format!("save {name}")];
    let screen = play(two_fords(), PLAIN, 3, &again.each_ref().map(String::as_str));
    assert_eq!(screen.matches("Saved: ").count(), 2, "{screen}");
    let screen = play(two_fords(), PLAIN, 4, &[&format!("save {name}")]);
    assert!(screen.contains("holds something else"), "{screen}");
    // Nor is another game with the same dice.
    let screen = play(two_fords(), PLAIN, 3, &["order advance", "", &format!("save {name}")]);
    assert!(screen.contains("holds something else"), "{screen}");
}
