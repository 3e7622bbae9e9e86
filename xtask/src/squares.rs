//! `cargo xtask squares`: flags and Move Limits of Rally Round the Flag's squares, from the ground.

use std::process::Command;

use crate::args::Args;
use crate::failure::{Failure, Outcome, While};
use crate::process::{cargo, run as run_command};
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask squares: flags and Move Limits of Rally Round the Flag's squares, from the ground

Writes the list `printed` of every file of squares anew, as section 6.6 of the ledger says; all else in the files stays as
it is. A test of the game's crate makes the list anew as well, and compares.";

const FOLDER: &str = "crates/rally-round-the-flag/scenarios/squares";

pub fn run(args: Args) -> Outcome {
    args.finish(HELP)?;
    let workspace = Workspace::find()?;
    let folder = workspace.root.join(FOLDER);
    let mut build = cargo();
    build.args([
        "build",
        "--quiet",
        "--locked",
        "--release",
        "--package",
        "rally-round-the-flag",
        "--bin",
        "squares",
    ]);
    run_command(build.current_dir(&workspace.root))?;
    let mut files: Vec<_> = folder
        .read_dir()
        .when(|| format!("read `{}`", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!("there is no file of squares in {FOLDER}")));
    }
    let program = workspace.target.join("release/squares");
    files.iter().try_for_each(|file| run_command(Command::new(&program).arg(file)))
}
