//! `cargo xtask digest`: the geometry of the open table is the same however it is built.

use std::fs;
use std::process::Command;

use crate::args::Args;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Outcome, While};
use crate::process::{capture, cargo, run as run_command};
use crate::workspace::{Workspace, read};

pub const HELP: &str = "\
cargo xtask digest: the geometry of the open table is the same however it is built

A million random questions are put to `ground::table`, built with each profile, and what the answers add up to is compared
with crates/ground/tests/fixtures/table-digest.txt.

  --profile NAME   only this profile (may be repeated)
  --record         write the file anew, where answers were meant to change";

const RECORDED: &str = "crates/ground/tests/fixtures/table-digest.txt";

/// Without optimization and with overflow checked; as benchmarks and servers are built; as it is shipped.
const PROFILES: [&str; 3] = ["dev", "release", "dist"];

pub fn run(mut args: Args) -> Outcome {
    let profiles = args.values("--profile")?;
    let record = args.flag("--record");
    args.finish(HELP)?;
    let workspace = Workspace::find()?;
    if record {
        let path = workspace.root.join(RECORDED);
        let told = ask(&workspace, "release")?;
        fs::write(&path, told).when(|| format!("write `{}`", path.display()))?;
    }
    if profiles.is_empty() {
        check(&workspace)
    } else {
        profiles.iter().try_for_each(|profile| compare(&workspace, profile))
    }
}

/// The step of the test command: all profiles.
pub fn check(workspace: &Workspace) -> Outcome {
    PROFILES.iter().try_for_each(|profile| compare(workspace, profile))
}

fn compare(workspace: &Workspace, profile: &str) -> Outcome {
    let watch = Stopwatch::start();
    let told = ask(workspace, profile)?;
    let recorded = read(&workspace.root.join(RECORDED))?;
    match first_difference(&recorded, &told) {
        None => {
            println!("{profile}: the answers are those that were recorded, after {}", watch.read());
            Ok(())
        }
        Some(difference) => {
            Err(Failure::new(format!("built with `{profile}`, the table answers otherwise\n{difference}")))
        }
    }
}

fn ask(workspace: &Workspace, profile: &str) -> Outcome<String> {
    // Without optimization the tests have built it, with the features that the whole workspace asks for.
    let (packages, folder): (&[&str], &str) = match profile {
        "dev" => (&["--workspace"], "debug"),
        other => (&["--package", "ground"], other),
    };
    let mut build = cargo();
    build
        .args(["build", "--quiet", "--locked", "--profile", profile, "--bin", "table-digest"])
        .args(packages);
    run_command(build.current_dir(&workspace.root))?;
    capture(&mut Command::new(workspace.target.join(folder).join("table-digest")))
}

fn first_difference(recorded: &str, told: &str) -> Option<String> {
    if recorded == told {
        return None;
    }
    let line = recorded.lines().zip(told.lines()).find(|(recorded, told)| recorded != told);
    Some(match line {
        Some((recorded, told)) => format!("  recorded: {recorded}\n  now:      {told}"),
        None => format!(
            "  {} lines were recorded, now there are {}",
            recorded.lines().count(),
            told.lines().count()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(first_difference("1 a\n2 b\n", "1 a\n2 b\n"), None);
        let difference = first_difference("1 a\n2 b\n", "1 a\n2 c\n").unwrap();
        assert_eq!(difference, "  recorded: 2 b\n  now:      2 c");
        assert!(first_difference("1 a\n", "1 a\n2 b\n").unwrap().contains("1 lines were recorded"));
    }
}
