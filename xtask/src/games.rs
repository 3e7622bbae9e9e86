//! `cargo xtask games`: random games by the thousand.

use std::path::Path;
use std::process::Command;

use crate::args::Args;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Outcome};
use crate::process::{cargo, run as run_command};
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask games: random games by the thousand

Plays random games of each scenario, on every core, with the optimized program. Each must end without a panic or a dead end,
every answer that is listed must be legal, and its record must replay to the same states. The first game that fails is named,
and its record kept below the target directory.

  --scenario ID    only this scenario (may be repeated)
  --games N        so many games of each (10000 of a small scenario, 500 of a large one)
  --first N        the number of the first game (0); games with the same number are the same
  --secrets        games with secrets are played through a real server, and every byte it sends to each pair of eyes is
                   compared with what it sends of a game with another truth that looks the same (24 of each, and a line after
                   each; a game of a large scenario takes seconds)";

/// What is played when nobody asks for another number.
pub struct Soak {
    package: &'static str,
    pub scenario: &'static str,
    games: u64,
    /// How many are compared between two versions of the program.
    pub compared: u64,
    /// Whether its sides keep secrets from one another.
    secrets: bool,
}

/// How many games with secrets are compared when nobody asks for another number.
const COMPARED: u64 = 24;

const LAST_FULL_MEASURE: &str = "last-full-measure";
const FULL_MEASURE_OF_DEVOTION: &str = "full-measure-of-devotion";

const SOAKS: [Soak; 6] = [
    Soak {
        package: LAST_FULL_MEASURE,
        scenario: "crossroads-farm",
        games: 10_000,
        compared: 3_000,
        secrets: false,
    },
    Soak {
        package: LAST_FULL_MEASURE,
        scenario: "mcphersons-ridge",
        games: 10_000,
        compared: 3_000,
        secrets: false,
    },
    Soak {
        package: LAST_FULL_MEASURE,
        scenario: "gettysburg-july-1",
        games: 500,
        compared: 300,
        secrets: false,
    },
    Soak {
        package: FULL_MEASURE_OF_DEVOTION,
        scenario: "monocacy-bridge",
        games: 10_000,
        compared: 3_000,
        secrets: true,
    },
    Soak {
        package: FULL_MEASURE_OF_DEVOTION,
        scenario: "late-june",
        games: 5_000,
        compared: 300,
        secrets: true,
    },
    Soak {
        package: FULL_MEASURE_OF_DEVOTION,
        scenario: "campaign",
        games: 2_000,
        compared: 300,
        secrets: true,
    },
];

pub fn run(mut args: Args) -> Outcome {
    let games = args.number::<u64>("--games")?;
    let first = args.number::<u64>("--first")?.unwrap_or(0);
    let wanted = args.values("--scenario")?;
    let secrets = args.flag("--secrets");
    args.finish(HELP)?;
    if games == Some(0) {
        return Err(Failure::usage("`--games 0` plays nothing"));
    }
    let mut soaks = chosen(&wanted)?;
    if secrets {
        soaks.retain(|soak| soak.secrets);
        if soaks.is_empty() {
            return Err(Failure::usage("nobody keeps secrets in these scenarios"));
        }
    }

    let workspace = Workspace::find()?;
    let mut failed = Vec::new();
    for soak in soaks {
        let watch = Stopwatch::start();
        let usual = if secrets { COMPARED } else { soak.games };
        match run_command(&mut command(soak, secrets, games.unwrap_or(usual), first, &workspace)) {
            Ok(()) => println!("{}: all is well after {}\n", soak.scenario, watch.read()),
            Err(failure) => {
                println!("{}: FAILED after {}\n{failure}\n", soak.scenario, watch.read());
                failed.push(soak.scenario);
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::new(format!("games of {} fail", failed.join(", ")))) }
}

pub fn chosen(wanted: &[String]) -> Outcome<Vec<&'static Soak>> {
    if let Some(name) = wanted.iter().find(|name| SOAKS.iter().all(|soak| soak.scenario != name.as_str())) {
        let known: Vec<&str> = SOAKS.iter().map(|soak| soak.scenario).collect();
        return Err(Failure::usage(format!("no scenario `{name}`; there are {}", known.join(", "))));
    }
    let fits = |soak: &&Soak| wanted.is_empty() || wanted.iter().any(|name| name == soak.scenario);
    Ok(SOAKS.iter().filter(fits).collect())
}

fn command(soak: &Soak, secrets: bool, games: u64, first: u64, workspace: &Workspace) -> Command {
    let mut command = if secrets {
        test("server", "campaigns", soak, &workspace.root)
    } else {
        soak_of(soak, &workspace.root)
    };
    command.env("SOAK_GAMES", games.to_string()).env("SOAK_FIRST", first.to_string());
    command
}

/// The soak of the scenario in the tree at `root`.
pub fn soak_of(soak: &Soak, root: &Path) -> Command {
    test(soak.package, "soak", soak, root)
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
    use crate::workspace::{entries, read, root_for_tests};

    #[test]
    fn every_scenario_has_its_soak() {
        let root = root_for_tests();
        for package in [LAST_FULL_MEASURE, FULL_MEASURE_OF_DEVOTION] {
            let tests = read(&root.join(format!("crates/{package}/tests/soak.rs"))).unwrap();
            let scenarios = entries(&root.join("scenarios").join(package)).unwrap();
            let mut there: Vec<String> = scenarios
                .iter()
                .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
                // Tables that scenarios share.
                .filter(|name| name != "charts")
                .collect();
            let soaks = || SOAKS.iter().filter(|soak| soak.package == package);
            let mut soaked: Vec<&str> = soaks().map(|soak| soak.scenario).collect();
            there.sort_unstable();
            soaked.sort_unstable();
            assert_eq!(soaked, there);
            let compared = read(&root.join("crates/server/tests/campaigns/main.rs")).unwrap();
            for soak in soaks() {
                let test = format!("fn {}()", test_of(soak));
                assert!(!soak.secrets || compared.contains(&test), "nothing compares {}", soak.scenario);
                assert!(tests.contains(&format!("fn {}()", test_of(soak))), "no test for {}", soak.scenario);
            }
        }
    }

    #[test]
    fn scenarios_are_chosen_by_name() {
        assert_eq!(chosen(&[]).unwrap().len(), SOAKS.len());
        let ridge = chosen(&["mcphersons-ridge".to_owned()]).unwrap();
        assert_eq!(ridge.iter().map(|soak| soak.scenario).collect::<Vec<_>>(), ["mcphersons-ridge"]);
        let failure = chosen(&["ridge".to_owned()]).err().unwrap();
        assert!(failure.to_string().starts_with("no scenario `ridge`; there are crossroads-farm, "));
    }
}
