//! The program as the shell sees it: what it prints, and the codes it exits with.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The program, run in its own crate's folder, so that files are named shortly.
fn longroll(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("LONGROLL_SCENARIOS");
    command.stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Ran {
    Ran::from(longroll(arguments).output().expect("the program starts"))
}

fn run_with(arguments: &[&str], typed: &str) -> Ran {
    let mut command = longroll(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // The program may leave before it has read everything.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    Ran::from(child.wait_with_output().expect("the program ends"))
}

/// What a run came to.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            code: output.status.code().expect("no signal ends it"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Ran {
    #[track_caller]
    fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "\nstdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// A folder of one test's own, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("longroll-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a writable folder");
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A finished game of this scenario.
fn finished_game(scratch: &Scratch, scenario: &str) -> String {
    let file = scratch.file(&format!("{scenario}.json"));
    run_with(&["play", scenario, "--watch", "--seed", "7"], &format!("save {file}\nquit\n")).exits(0);
    file
}

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let help = run(&["--help"]).exits(0).out;
    for word in [
        "scenarios",
        "play",
        "map",
        "check",
        "replay",
        "verify",
        "case",
        "odds",
        "completions",
        "Exit codes:",
        "NO_COLOR",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    for command in
        ["scenarios", "play", "map", "check", "replay", "verify", "case", "odds", "completions", "man"]
    {
        let help = run(&[command, "--help"]).exits(0).out;
        assert!(help.contains("Examples:\n  longroll "), "{help}");
    }
}

#[test]
fn a_wrong_command_line_exits_with_2_and_a_remedy() {
    assert!(run(&["paly"]).exits(2).err.contains("play"));
    let unknown = run(&["map", "gettysburg-july-2"]).exits(2).err;
    assert!(unknown.contains("did you mean `gettysburg-july-1`?"), "{unknown}");
    let unknown = run(&["play", "waterloo"]).exits(2).err;
    assert!(unknown.contains("`crossroads-farm`") && unknown.contains("`two-fords`"), "{unknown}");
    run(&["check"]).exits(2);
    run(&["play", "two-fords", "--seed", "seven"]).exits(2);
    run(&["play", "two-fords", "--side", "union"]).exits(2);
    assert!(
        run(&["map", "crossroads-farm", "-o", "map.gif"]).exits(2).err.contains("`.svg`, `.png` or `.txt`")
    );
    assert!(run(&["map", "crossroads-farm", "--hex-pixels", "0"]).exits(2).err.contains("write 8 to 400"));
    assert!(
        run(&["map", "crossroads-farm", "-o", "/no/such/folder/map.svg"])
            .exits(2)
            .err
            .contains("cannot be written")
    );
    let not_a_scenario = run(&["play", "tests/files/army.toml"]).exits(2).err;
    assert!(not_a_scenario.contains("is an order of battle, not a scenario"), "{not_a_scenario}");
}

#[test]
fn scenarios_are_listed_for_people_and_for_programs() {
    let text = run(&["scenarios"]).exits(0).out;
    assert!(text.contains("crossroads-farm") && text.contains("Last Full Measure, 6 turns"), "{text}");
    let list = run(&["scenarios", "--json"]).exits(0).json();
    let ids: Vec<&str> = list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"crossroads-farm") && ids.contains(&"two-fords"), "{ids:?}");
}

/// All files of a folder and the folders in it, but those for readers.
fn gather(folder: &Path, files: &mut Vec<String>) {
    for entry in folder.read_dir().expect("a folder of the project") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|ending| ending != "md") {
            files.push(path.display().to_string());
        }
    }
}

#[test]
fn the_files_of_the_project_are_good() {
    let mut files = Vec::new();
    gather(&Path::new(PROJECT).join("scenarios"), &mut files);
    assert!(files.len() > 12);
    let arguments: Vec<&str> = ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let text = run(&arguments).exits(0).out;
    assert_eq!(text.matches(": good, ").count(), files.len(), "{text}");
}

#[test]
fn a_wrong_file_of_every_kind_is_told_with_place_and_remedy() {
    for (file, kind) in [
        ("scenario.toml", "a scenario"),
        ("ground.geojson", "a battlefield"),
        ("country.geojson", "the geography of a theatre"),
        ("theatre.toml", "a theatre"),
        ("army.toml", "an order of battle"),
        ("lonely-arrivals.toml", "a list of arrivals"),
        ("record.json", "a record"),
        ("case.toml", "a file of cases"),
    ] {
        let path = format!("tests/files/{file}");
        let text = run(&["check", &path]).exits(1).out;
        assert!(text.contains(&format!("--> {path}")) && text.contains("= help: "), "{text}");
        let json = run(&["check", "--json", &path]).exits(1).json();
        assert_eq!(json[0]["kind"], kind);
        let faults = json[0]["faults"].as_array().unwrap();
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault["hint"].is_string()), "{json}");
        if file != "lonely-arrivals.toml" {
            assert!(faults.iter().any(|fault| fault["line"].is_u64()), "{json}");
        }
    }
}

#[test]
fn a_file_that_does_not_say_what_it_is_is_told_what_to_write() {
    let scratch = Scratch::new("headless");
    let file = scratch.file("mine.toml");
    let farm = std::fs::read_to_string(format!("{PROJECT}/scenarios/last-full-measure/crossroads-farm.toml"))
        .unwrap();
    std::fs::write(&file, farm.replace("game = \"last-full-measure\"\n", "")).unwrap();
    let faults = run(&["check", "--json", &file]).exits(1).json();
    let fault = &faults[0]["faults"][0];
    assert_eq!((faults[0]["kind"].is_null(), fault["line"].as_u64()), (true, Some(3)), "{faults}");
    assert!(fault["hint"].as_str().unwrap().contains("`game = \"…\"`"), "{faults}");
    assert!(run(&["play", &file]).exits(1).err.contains("does not begin with what it is"));
    // In a folder of scenarios nobody asks what kind it is: the game that finds it there does.
    std::fs::create_dir_all(scratch.0.join("last-full-measure")).unwrap();
    std::fs::rename(&file, scratch.0.join("last-full-measure/mine.toml")).unwrap();
    let folder = scratch.0.display().to_string();
    let faults = run(&["--scenarios", &folder, "map", "mine"]).exits(1).err;
    assert!(faults.contains("write `game = \"last-full-measure\"` before everything else"), "{faults}");
}

#[test]
fn a_file_that_is_far_too_large_is_refused_by_its_size() {
    let scratch = Scratch::new("large-file");
    let file = scratch.file("large.toml");
    let row = "[[unit]]\nid = \"a regiment with a long name\"\nmen = 300\n";
    std::fs::write(&file, format!("schema = \"orbat/1\"\n{}", row.repeat(43_000_000 / row.len()))).unwrap();
    let text = run(&["check", &file]).exits(1).out;
    assert!(text.contains("larger than 4 million bytes") && text.contains("= help: "), "{text}");
}

/// A map, and two armies of brigades of four regiments each.
fn battle(brigades: usize) -> String {
    use std::fmt::Write as _;
    let mut text = "game = \"last-full-measure\"\n\n[scenario]\nid = \"large\"\ntitle = \"Large\"\nfirst_player = \"USA\"\n\
                    turns = [\"9 am\", \"10 am\"]\n\n[map]\nrows = 30\ncols = 60\n"
        .to_owned();
    for (side, sign, row) in [("USA", "U", 10), ("CSA", "C", 20)] {
        for number in 0..brigades {
            let (row, col) = (row + number / 60, number % 60);
            let regiments: Vec<String> =
                (0..4).map(|regiment| format!("[\"{sign}{number}-{regiment}\", 4, 3]")).collect();
            let _ = writeln!(
                text,
                "[[brigade]]\nside = \"{side}\"\nid = \"{}/{number}\"\nkind = \"infantry\"\ncommander = \"{sign}Col{number}\"\n\
                 hex = \"{row:02}{col:02}\"\nregiments = [{}]",
                number / 8 + 1,
                regiments.join(", ")
            );
        }
    }
    text
}

#[test]
fn a_battle_too_large_for_small_states_is_played_in_large_ones() {
    let scratch = Scratch::new("large-battle");
    let file = scratch.file("large.toml");
    // 480 units in 120 brigades on 1,800 hexes: the small size takes 255, 64 and 640.
    std::fs::write(&file, battle(60)).unwrap();
    let text = run(&["check", &file]).exits(0).out;
    assert!(text.contains("good, the scenario `large`"), "{text}");
    assert!(run(&["map", &file]).exits(0).out.contains("U16*"));
    let save = scratch.file("game.json");
    let typed = format!("{}save {save}\nquit\n", "done\n".repeat(3));
    let screen = run_with(&["play", &file, "--seed", "1", "--against", "random"], &typed).exits(0).out;
    assert!(screen.contains("240 regiments, 0 batteries") && screen.contains("Saved: "), "{screen}");
    let replayed = run(&["replay", &save, "--scenario", &file]).exits(0).out;
    assert!(replayed.contains("Confederate") && replayed.contains("The game goes on after "), "{replayed}");
    // What fits no size is refused, in the numbers of the largest.
    std::fs::write(&file, battle(70)).unwrap();
    let faults = run(&["check", "--json", &file]).exits(1).json();
    let fault = &faults[0]["faults"][0];
    assert!(fault["line"].is_u64() && fault["hint"].as_str().unwrap().contains("128"), "{faults}");
}

#[test]
fn completions_and_the_manual_are_written() {
    for (shell, sign) in
        [("bash", "complete -F"), ("zsh", "#compdef longroll"), ("fish", "complete -c longroll")]
    {
        let script = run(&["completions", shell]).exits(0).out;
        assert!(script.contains(sign) && script.contains("scenarios"), "{shell}: {script}");
    }
    run(&["completions", "cobol"]).exits(2);
    let page = run(&["man"]).exits(0).out;
    assert!(page.contains(".TH longroll 1") && page.contains("verify"), "{page}");
    let page = run(&["man", "play"]).exits(0).out;
    assert!(page.contains("against") && page.contains("Examples:"), "{page}");
    assert!(run(&["man", "dance"]).exits(2).err.contains("there is no command `dance`"));
}

#[test]
fn arrivals_find_the_order_of_battle_named_with_them() {
    let arrivals = run(&["check", "tests/files/lonely-arrivals.toml", "tests/files/army.toml"]).exits(1).out;
    assert!(!arrivals.contains("is not here"), "{arrivals}");
}

#[test]
fn files_that_are_missing_or_of_no_kind_are_told_too() {
    let text = run(&["check", "tests/files/no-such-file.toml", "tests/files/diary.txt"]).exits(1).out;
    assert!(text.contains("cannot read the file") && text.contains("no kind of file known here"), "{text}");
}

#[test]
fn cases_pass_fail_or_are_faulty() {
    let passed = run(&["case", "../../cases/picket-line"]).exits(0).out;
    assert!(passed.contains("0 failed"), "{passed}");
    let failed = run(&["case", "tests/files/failing-case.toml"]).exits(1).out;
    assert!(failed.contains("FAILED: ") && failed.contains("expected: "), "{failed}");
    let json = run(&["case", "--json", "tests/files/failing-case.toml"]).exits(1).json();
    assert_eq!(json["cases"][0]["failure"]["step"], 1);
    run(&["case", "tests/files/case.toml"]).exits(1);
    run(&["case", "tests/files/no-such-case.toml"]).exits(1);
    run(&["case", "src/play"]).exits(2);
    let verbose = run(&["case", "--verbose", "../../cases/picket-line/1-orders.toml"]).exits(0).out;
    assert!(verbose.contains("passed: "), "{verbose}");
}

#[test]
fn a_finished_game_verifies_and_a_changed_one_does_not() {
    let scratch = Scratch::new("verify");
    for scenario in ["two-fords", "crossroads-farm"] {
        let file = finished_game(&scratch, scenario);
        assert!(run(&["verify", &file]).exits(0).out.contains("fair: "));
        let proof = run(&["verify", "--json", &file]).exits(0).json();
        assert_eq!((&proof["fair"], &proof["verdict"]), (&true.into(), &"fair".into()));
        run(&["check", &file]).exits(0);
        // Saved after the end, it tells every die; one that is another is found.
        let draws = proof["draws"].as_u64().unwrap();
        assert_eq!((proof["dice"].as_u64(), draws > 0), (Some(draws), true), "{proof}");
        assert_eq!(proof["nonces"], serde_json::json!([false, false]));
        let text = std::fs::read_to_string(&file).unwrap();
        let dice = text.find("\"dice\": [").expect("a record of a finished game has dice");
        let line = dice + text[dice..].find("    [").unwrap();
        let end = line + text[line..].find(']').unwrap();
        let face: u32 = text[line..end].rsplit(',').next().unwrap().parse().unwrap();
        let lie = format!("{},{}", &text[line..end].rsplit_once(',').unwrap().0, face % 6 + 1);
        let lying = scratch.file("lying.json");
        std::fs::write(&lying, text[..line].to_owned() + &lie + &text[end..]).unwrap();
        let caught = run(&["verify", &lying]).exits(1);
        assert!(caught.out.contains("die 1 is written down as "), "{}", caught.out);
        assert_eq!(run(&["verify", "--json", &lying]).exits(1).json()["fair"], false);
        // What was saved without dice gets them.
        let (before, after) = (&text[..dice], &text[text.find("  \"outcome\"").unwrap()..]);
        let bare = scratch.file("bare.json");
        std::fs::write(&bare, before.trim_end().to_owned() + "\n" + after).unwrap();
        let told = scratch.file("told.json");
        run(&["verify", &bare, "--dice", &told]).exits(0);
        let told = std::fs::read_to_string(&told).unwrap();
        assert_eq!(told.lines().filter(|line| text.contains(line)).count(), told.lines().count(), "{told}");

        let text = std::fs::read_to_string(&file).unwrap();
        let seed = format!("\"{}\"", "07".to_owned() + &"0".repeat(62));
        assert!(text.contains(&seed), "{text}");
        let other = scratch.file("other-seed.json");
        std::fs::write(&other, text.replace(&seed, &seed.replace("07", "08"))).unwrap();
        assert!(run(&["verify", &other]).exits(1).out.contains("not the one the table committed itself to"));
        assert_eq!(run(&["verify", "--json", &other]).exits(1).json()["fair"], false);

        let first = text.find("\n    [\"").expect("a record has actions");
        let end = first + text[first..].find("],").unwrap() + 2;
        let cut = scratch.file("cut.json");
        std::fs::write(&cut, text[..first].to_owned() + &text[end..]).unwrap();
        let differs = run(&["verify", &cut]).exits(1);
        let differs = differs.out + &differs.err;
        assert!(differs.contains("--> ") && differs.contains("= help: "), "{differs}");
    }
}

#[test]
fn a_game_that_is_not_over_is_called_unfinished() {
    let scratch = Scratch::new("unfinished");
    let file = scratch.file("game.json");
    run_with(&["play", "two-fords", "--seed", "3"], &format!("order hold\n\nsave {file}\nquit\n")).exits(0);
    let proof = run(&["verify", "--json", &file]).exits(1).json();
    assert_eq!((proof["verdict"].as_str(), proof["fair"].is_null()), (Some("unfinished"), true), "{proof}");
    assert!(run(&["verify", &file]).exits(1).out.contains("unfinished: "));
}

#[test]
fn an_open_table_is_drawn_with_its_ground_and_its_troops() {
    let plan = run(&["map", "the-lane"]).exits(0).out;
    assert!(plan.contains("^^2WI^^") && plan.contains("ww") && plan.contains("w woods"), "{plan}");
    let svg = run(&["map", "the-lane", "--format", "svg"]).exits(0).out;
    assert!(svg.starts_with("<svg") && !svg.contains("var("), "{svg}");
    let bare = run(&["map", "the-lane", "--format", "svg", "--no-units"]).exits(0).out;
    assert!(bare.len() < svg.len(), "the troops are left out");
}

#[test]
fn a_record_is_told_again() {
    let scratch = Scratch::new("replay");
    let file = finished_game(&scratch, "two-fords");
    let whole = run(&["replay", &file]).exits(0).out;
    assert!(whole.contains("== Round 1") && whole.contains("Points: Union "), "{whole}");
    let part = run(&["replay", &file, "--to", "3", "--board"]).exits(0).out;
    assert!(part.contains("The game goes on after 3 actions.") && !part.contains("\n4. "), "{part}");
    assert!(part.contains("^A^") && whole.contains("\n4. "), "{part}");
    let json = run(&["replay", &file, "--to", "3", "--json"]).exits(0).json();
    assert_eq!(json["actions"], 3);
    assert_eq!(json["log"].as_array().unwrap().len(), 4, "the set-up and three actions");
    let picture = scratch.file("then.svg");
    run(&["replay", &file, "--picture", &picture]).exits(0);
    assert!(std::fs::read_to_string(picture).unwrap().contains("<rect"));
    let secret = run(&["replay", &file, "--eyes", "confederate"]).exits(0).out;
    assert!(secret.contains("Union draws a card."), "{secret}");
    assert!(run(&["replay", &file, "--to", "9999"]).exits(1).err.contains("ask for fewer actions"));
}

#[test]
fn odds_of_a_recorded_position() {
    let scratch = Scratch::new("odds");
    let file = scratch.file("game.json");
    let typed =
        format!("order advance\n\norder hold\n\npick A\nmove 200,320 facing 0,1\n\nsave {file}\nquit\n");
    run_with(&["play", "two-fords", "--seed", "1"], &typed).exits(0);
    let all = run(&["odds", &file]).exits(0).out;
    assert!(all.contains("fire X\n") && all.contains("hit "), "{all}");
    let one = run(&["odds", &file, "--action", "fire X", "--json"]).exits(0).json();
    assert_eq!(one["side"], "confederate");
    assert_eq!(one["previews"][0]["odds"]["rows"][0]["likelihood"], 0.5);
    assert!(
        run(&["odds", &file, "--action", "fire A"]).exits(2).err.contains("cannot be done after 4 actions")
    );
    run(&["odds", &file, "--side", "union"]).exits(2);
    run(&["odds", &file, "--at", "99"]).exits(1);
}

#[test]
fn maps_are_written_as_text_and_as_pictures() {
    let scratch = Scratch::new("map");
    let text = run(&["map", "crossroads-farm"]).exits(0).out;
    assert!(text.contains("U16*") && text.contains("hex numbers: row, then column"), "{text}");
    assert!(!run(&["map", "crossroads-farm", "--no-units"]).exits(0).out.contains("U16"));
    let svg = run(&["map", "crossroads-farm", "--format", "svg", "--hex-pixels", "32"]).exits(0).out;
    assert!(svg.starts_with("<svg"));
    let png = scratch.file("map.png");
    run(&["map", "crossroads-farm", "-o", &png, "--hex-pixels", "16", "--levels"]).exits(0);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let flat = scratch.file("flat.txt");
    let field = format!("{PROJECT}/scenarios/battlefields/gettysburg-july-1.geojson");
    run(&["map", &field, "--orientation", "flat", "--hex-yards", "500", "-o", &flat]).exits(0);
    assert!(std::fs::read_to_string(&flat).unwrap().contains("ground: . clear"));

    let theatre = format!("{PROJECT}/scenarios/theatres/gettysburg-campaign.toml");
    let text = run(&["map", &theatre]).exits(0).out;
    assert!(text.contains("hexsides: | / \\ road") && text.matches('|').count() > 20, "{text}");
    assert!(text.matches('H').count() > 5 && text.matches('≈').count() > 20, "{text}");
    let campaign = scratch.file("campaign.txt");
    run(&["map", "campaign", "-o", &campaign]).exits(0);
    let text = std::fs::read_to_string(&campaign).unwrap();
    assert!(text.matches('\\').count() > 20 && text.matches('H').count() > 5, "{text}");
    let svg = run(&["map", &theatre, "--format", "svg", "--hex-pixels", "24"]).exits(0).out;
    assert!(svg.contains("<title>The Gettysburg campaign, June and July 1863</title>"));
    let country = format!("{PROJECT}/scenarios/theatres/gettysburg-campaign.geojson");
    assert!(run(&["map", &country]).exits(2).err.contains("country without hexes"));
}

#[test]
fn without_a_command_a_game_is_chosen_and_played() {
    let screen = run_with(&["play"], "0\nwaterloo\ntwo-fords\nquit\n").exits(0).out;
    assert!(
        screen.contains("Which battle?") && screen.contains("there is no scenario `waterloo`"),
        "{screen}"
    );
    assert!(screen.contains("Union: What is your order?"), "{screen}");
    assert!(run_with(&["play"], "").exits(0).out.contains("Which battle?"));
    assert!(run_with(&["play"], "q\n").exits(0).out.contains("Which battle?"));
}

#[test]
fn a_saved_game_goes_on_where_it_stopped() {
    let scratch = Scratch::new("load");
    let file = scratch.file("game.json");
    run_with(&["play", "crossroads-farm", "--seed", "3"], &format!("1\nsave {file}\nquit\n")).exits(0);
    let screen = run_with(&["play", "--load", &file], "log\nundo\nquit\nquit\n").exits(0).out;
    assert!(screen.contains("\n1. Confederate: ") && screen.contains("Taken back."), "{screen}");
}

#[test]
fn a_game_opens_at_its_bookmark_or_from_its_record() {
    let scratch = Scratch::new("bookmark");
    let file = scratch.file("game.json");
    let answers = "1\n".repeat(140);
    run_with(&["play", "crossroads-farm", "--seed", "3"], &format!("{answers}save {file}\nquit\n")).exits(0);
    let saved = std::fs::read_to_string(&file).expect("it was saved");
    let (record, bookmark) = saved.split_once(",\n  \"bookmark\": ").expect("it has a bookmark");
    let open = |name: &str, text: &str| {
        let file = scratch.file(name);
        std::fs::write(&file, text).expect("a writable folder");
        let again = scratch.file("again.json");
        let ran = run_with(
            &["play", "--load", &file],
            &format!("log\nundo\nundo\nlog\n1\n1\nboard\nsave {again}\nquit\n"),
        );
        (ran, std::fs::read_to_string(again).unwrap_or_default())
    };

    let (marked, marked_again) = open("marked.json", &saved);
    let marked = marked.exits(0).out;
    assert!(marked.contains("Taken back."), "{marked}");
    // Files of before have none.
    let (old, old_again) = open("old.json", &format!("{record}\n}}\n"));
    assert_eq!((marked.as_str(), &marked_again), (old.exits(0).out.as_str(), &old_again));

    // A bookmark of something else is passed over, and somebody is told.
    let seal = bookmark.split('"').nth(3).expect("the seal comes first");
    let (forged, forged_again) = open("forged.json", &saved.replace(seal, &"0".repeat(seal.len())));
    let (note, screen) = forged.out.split_once('\n').expect("a note and a game");
    assert!(note.contains("forged.json: the bookmark is of another record or program"), "{note}");
    assert_eq!((screen, &forged_again), (marked.as_str(), &marked_again));

    // A record that was changed is judged by itself.
    let (changed, _) = open("changed.json", &saved.replacen("[\"union\",\"", "[\"union\",\"dance ", 1));
    let faults = changed.exits(1).err;
    assert!(faults.contains("cannot be read") && faults.contains("dance"), "{faults}");
}

#[test]
fn a_proof_takes_no_notice_of_a_bookmark() {
    let scratch = Scratch::new("unmarked");
    let file = finished_game(&scratch, "two-fords");
    let saved = std::fs::read_to_string(&file).expect("it was saved");
    let (_, bookmark) = saved.split_once(",\n  \"bookmark\": ").expect("it has a bookmark");
    let seal = bookmark.split('"').nth(3).expect("the seal comes first");
    std::fs::write(&file, saved.replace(seal, &"0".repeat(seal.len()))).expect("a writable folder");
    run(&["verify", &file]).exits(0);
    run(&["replay", &file]).exits(0);
    run(&["check", &file]).exits(0);
}

#[test]
fn an_opponent_answers_for_the_other_side() {
    let screen =
        run_with(&["play", "two-fords", "--against", "random", "--seed", "7"], "1\n1\n1\n").exits(0).out;
    assert!(screen.contains("Confederate (answers at random)"), "{screen}");
    assert!(!screen.contains("Confederate>"), "nobody asks a person for it: {screen}");
}

#[test]
fn output_into_a_pipe_has_no_colour_and_may_be_cut_off() {
    let text = run(&["scenarios"]).exits(0).out;
    assert!(!text.contains('\u{1b}'), "{text}");

    // A reader that goes away after a few bytes, as `head` does.
    let mut command = longroll(&["map", "gettysburg-july-1", "--format", "svg"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut [0; 16]).expect("the first bytes");
    drop(out);
    let ended = Ran::from(child.wait_with_output().expect("the program ends")).exits(0);
    assert_eq!(ended.err, "");
}
