//! The documents at the front door speak of what is there.

use std::path::Path;
use std::process::Command;

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(PROJECT).join(name)).expect("a document of the project")
}

#[test]
fn links_lead_somewhere() {
    for document in ["README.md", "ARCHITECTURE.md"] {
        let text = read(document);
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            assert!(Path::new(PROJECT).join(target).exists(), "{document} links to `{target}`");
        }
    }
}

#[test]
fn the_map_of_the_house_names_files_that_exist() {
    let text = read("ARCHITECTURE.md");
    let quoted = text.split('`').skip(1).step_by(2);
    let files: Vec<&str> =
        quoted.filter(|words| words.contains('/') && !words.contains([' ', '*', '\n'])).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let found = [Path::new(PROJECT).join(file), Path::new(PROJECT).join("crates").join(file)];
        assert!(found.iter().any(|path| path.exists()), "ARCHITECTURE.md names `{file}`");
    }
}

#[test]
fn every_room_is_on_the_map() {
    let text = read("ARCHITECTURE.md");
    for entry in Path::new(PROJECT).join("crates").read_dir().expect("the rooms") {
        let room = entry.expect("a room").file_name();
        let room = format!("`crates/{}`", room.to_str().expect("a plain name"));
        assert!(text.contains(&room), "ARCHITECTURE.md does not know {room}");
    }
}

#[test]
fn the_readme_lists_the_scenarios_there_are() {
    let text = read("README.md");
    for entry in Path::new(PROJECT).join("scenarios/last-full-measure").read_dir().expect("the scenarios") {
        let path = entry.expect("a scenario").path();
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        assert!(text.contains(&format!("| `{id}` |")), "README.md does not list {id}");
    }
}

/// What stands between a fence of this kind and the end of it.
fn fenced(text: &str, kind: &str) -> String {
    let (_, rest) = text.split_once(&format!("```{kind}\n")).expect("a fence");
    rest.split_once("\n```").expect("the end of a fence").0.to_owned() + "\n"
}

fn longroll(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_longroll")).args(words).output().expect("the program runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn whoever_runs_a_table_reads_of_options_that_there_are() {
    let helps = ["serve", "backup", "restore", "doctor"].map(|command| longroll(&[command, "--help"]));
    let text = read("docs/operations.md");
    let letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let words = text.split(|c: char| !letter(c)).filter(|word| word.len() > 2);
    let options = words.filter(|word| {
        word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
            || word.strip_prefix("LONGROLL_").is_some_and(|name| !name.is_empty() && name != "LOG")
    });
    // What other programs are told.
    let others =
        ["--system", "--home-dir", "--create-home", "--yes", "--no-install-recommends", "--reference"];
    let mut count = 0;
    for option in options.filter(|option| !others.contains(option)) {
        let there = helps.iter().any(|help| help.split(|c: char| !letter(c)).any(|word| word == option));
        assert!(there, "docs/operations.md tells of `{option}`, and no help does");
        count += 1;
    }
    assert!(count > 30, "{count}");
    // And of none it does not: what is there to be set can be read of.
    for option in helps[0].split(|c: char| !letter(c)).filter(|word| word.starts_with("LONGROLL_")) {
        let name = option.trim_start_matches("LONGROLL_").to_lowercase().replace('_', "-");
        let known = ["scenarios", "log", "log-form"];
        assert!(
            text.contains(&format!("--{name}")) || known.contains(&name.as_str()),
            "docs/operations.md does not tell of --{name}"
        );
    }
}

/// The unit is one: asked of systemd where it is there.
#[test]
fn the_unit_is_one() {
    let unit = fenced(&read("docs/operations.md"), "ini");
    let folder = std::env::temp_dir().join(format!("longroll-unit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let path = folder.join("longroll.service");
    // The program is not installed here.
    let program = "/usr/local/bin/longroll";
    assert!(unit.contains(program), "{unit}");
    std::fs::write(&path, unit.replace(program, env!("CARGO_BIN_EXE_longroll"))).expect("written");
    match Command::new("systemd-analyze").arg("verify").arg(&path).output() {
        Err(_) => eprintln!("systemd is not here: the unit is not verified"),
        Ok(output) => {
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && !told.contains("longroll.service:"), "{told}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
