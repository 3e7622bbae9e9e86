//! `cargo xtask games`: random games by the thousand.

use std::path::Path;
use std::process::Command;

use crate::args::Args;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Outcome};
use crate::lists::section;
use crate::process::{cargo, run as run_command};
use crate::workspace::{Workspace, entries, read};

pub const HELP: &str = "\
cargo xtask games: random games by the thousand

Plays random games of each scenario, on every core, with the optimized program. Each must end without a panic or a dead end,
every answer that is listed must be legal, and its record must replay to the same states. The first game that fails is named,
and its record kept below the target directory.

  --scenario ID    only this scenario (may be repeated)
  --games N        so many games of each (what `[package.metadata.soaks]` says in the manifest of each game)
  --first N        the number of the first game (0); games with the same number are the same
  --secrets        games with secrets are played through a real server, and every byte it sends to each pair of eyes is
                   compared with what it sends of a game with another truth that looks the same (24 of each, and a line after
                   each; a game of a large scenario takes seconds)";

/// What is played when nobody asks for another number. Each game says it in its manifest, which is read without
/// building anything: `[package.metadata.soaks]`, a scenario a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Soak {
    package: String,
    pub scenario: String,
    games: u64,
    /// How many are compared between two versions of the program; none, where there was nothing to compare with.
    pub compared: u64,
    /// The test of the server that watches over the game's secrets, if its sides keep any:
    /// `[package.metadata.secrets]`.
    secrets: Option<String>,
}

/// How many games with secrets are compared when nobody asks for another number.
const COMPARED: u64 = 24;

/// The soaks of all games: those whose crates are called like a folder of cases.
pub fn soaks(root: &Path) -> Outcome<Vec<Soak>> {
    let mut soaks = Vec::new();
    for folder in entries(&root.join("cases"))? {
        let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let manifest = read(&root.join("crates").join(&package).join("Cargo.toml"))?;
        let secrets = section(&manifest, "package.metadata.secrets");
        let secrets = secrets.iter().find(|entry| entry.key == "test");
        let secrets = secrets.map(|entry| entry.text().map(str::to_owned)).transpose()?;
        for entry in section(&manifest, "package.metadata.soaks") {
            let [games, compared] = entry.counts()?;
            let (package, secrets) = (package.clone(), secrets.clone());
            soaks.push(Soak { package, scenario: entry.key, games, compared, secrets });
        }
    }
    Ok(soaks)
}

pub fn run(mut args: Args) -> Outcome {
    let games = args.number::<u64>("--games")?;
    let first = args.number::<u64>("--first")?.unwrap_or(0);
    let wanted = args.values("--scenario")?;
    let secrets = args.flag("--secrets");
    args.finish(HELP)?;
    if games == Some(0) {
        return Err(Failure::usage("`--games 0` plays nothing"));
    }
    let workspace = Workspace::find()?;
    let mut soaks = chosen(soaks(&workspace.root)?, &wanted)?;
    if secrets {
        soaks.retain(|soak| soak.secrets.is_some());
        if soaks.is_empty() {
            return Err(Failure::usage("nobody keeps secrets in these scenarios"));
        }
    }

    let mut failed = Vec::new();
    for soak in &soaks {
        let watch = Stopwatch::start();
        let usual = if secrets { COMPARED } else { soak.games };
        match run_command(&mut command(soak, secrets, games.unwrap_or(usual), first, &workspace)) {
            Ok(()) => println!("{}: all is well after {}\n", soak.scenario, watch.read()),
            Err(failure) => {
                println!("{}: FAILED after {}\n{failure}\n", soak.scenario, watch.read());
                failed.push(soak.scenario.as_str());
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::new(format!("games of {} fail", failed.join(", ")))) }
}

pub fn chosen(mut soaks: Vec<Soak>, wanted: &[String]) -> Outcome<Vec<Soak>> {
    if let Some(name) = wanted.iter().find(|name| soaks.iter().all(|soak| soak.scenario != **name)) {
        let known: Vec<&str> = soaks.iter().map(|soak| soak.scenario.as_str()).collect();
        return Err(Failure::usage(format!("no scenario `{name}`; there are {}", known.join(", "))));
    }
    soaks.retain(|soak| wanted.is_empty() || wanted.contains(&soak.scenario));
    Ok(soaks)
}

fn command(soak: &Soak, secrets: bool, games: u64, first: u64, workspace: &Workspace) -> Command {
    let mut command = match &soak.secrets {
        Some(watch) if secrets => test("server", watch, soak, &workspace.root),
        _ => soak_of(soak, &workspace.root),
    };
    command.env("SOAK_GAMES", games.to_string()).env("SOAK_FIRST", first.to_string());
    command
}

/// The soak of the scenario in the tree at `root`.
pub fn soak_of(soak: &Soak, root: &Path) -> Command {
    test(&soak.package, "soak", soak, root)
}

/// The test of the scenario, which plays more games when it is told to.
fn test(package: &str, test: &str, soak: &Soak, root: &Path) -> Command {
    let mut command = cargo();
    command
        .args(["test", "--release", "--locked", "--quiet", "--package", package, "--test", test])
        .args(["--", "--nocapture", "--exact", &test_of(soak)])
        .current_dir(root);
    command
}

/// A test is named like its scenario.
fn test_of(soak: &Soak) -> String {
    soak.scenario.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    #[test]
    fn every_scenario_has_its_soak() {
        let root = root_for_tests();
        let soaks = soaks(&root).unwrap();
        for folder in entries(&root.join("cases")).unwrap() {
            let package = folder.file_name().unwrap().to_string_lossy().into_owned();
            let own = || soaks.iter().filter(|soak| soak.package == package);
            let scenarios = entries(&root.join("scenarios").join(&package)).unwrap();
            let files =
                scenarios.iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
            let mut there: Vec<String> = files
                .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
                .collect();
            let mut soaked: Vec<&str> = own().map(|soak| soak.scenario.as_str()).collect();
            there.sort_unstable();
            soaked.sort_unstable();
            assert_eq!(soaked, there);
            let tests = read(&root.join(format!("crates/{package}/tests/soak.rs"))).unwrap();
            for soak in own() {
                let test = format!("fn {}()", test_of(soak));
                assert!(tests.contains(&test), "no test for {}", soak.scenario);
                if let Some(watch) = &soak.secrets {
                    let watch = read(&root.join(format!("crates/server/tests/{watch}/main.rs"))).unwrap();
                    assert!(watch.contains(&test), "nothing compares {}", soak.scenario);
                }
            }
        }
    }

    #[test]
    fn scenarios_are_chosen_by_name() {
        let all = || soaks(&root_for_tests()).unwrap();
        assert_eq!(chosen(all(), &[]).unwrap(), all());
        let ridge = chosen(all(), &["mcphersons-ridge".to_owned()]).unwrap();
        assert_eq!(ridge.iter().map(|soak| soak.scenario.as_str()).collect::<Vec<_>>(), ["mcphersons-ridge"]);
        let failure = chosen(all(), &["ridge".to_owned()]).err().unwrap();
        assert!(failure.to_string().starts_with("no scenario `ridge`; there are "));
    }
}
