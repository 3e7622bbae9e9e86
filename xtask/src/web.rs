//! The browser client: its types, lints, unit tests and size, and whole games in a real browser.

use std::process::Command;

use crate::args::Args;
use crate::failure::Outcome;
use crate::process::{cargo, run as run_command};
use crate::setup;
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask pictures: take the pictures of the README anew

Plays on the real program in a real browser and writes to docs/pictures.";

/// What `npm run` is asked for before the browser is.
const CHECKS: [&str; 4] = ["check", "lint", "test", "size"];

/// `cargo xtask pictures`.
pub fn run(args: Args) -> Outcome {
    args.finish(HELP)?;
    setup::for_tests()?;
    let workspace = Workspace::find()?;
    build(&workspace)?;
    run_command(&mut with_program(&workspace, "pictures"))
}

/// Everything that must hold of the client.
pub fn check(workspace: &Workspace) -> Outcome {
    build(workspace)?;
    for script in CHECKS {
        run_command(&mut npm(workspace, script))?;
    }
    run_command(&mut with_program(workspace, "e2e"))
}

/// Builds the program, which installs what the client needs, too (crates/client/build.rs). It comes with one of its
/// tests out of the whole workspace, because that is the program the step `tests` has built: asked for alone, it would
/// have other features, and most of what it stands on would be built again.
fn build(workspace: &Workspace) -> Outcome {
    let program = ["test", "--no-run", "--locked", "--workspace", "--test", "command_line"];
    run_command(cargo().args(program).current_dir(&workspace.root))
}

/// A script that plays on the program just built.
fn with_program(workspace: &Workspace, script: &str) -> Command {
    let mut command = npm(workspace, script);
    command.env("LONGROLL", workspace.target.join("debug/longroll"));
    command
}

fn npm(workspace: &Workspace, script: &str) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(["run", "--silent", script]).current_dir(workspace.root.join("web"));
    command
}
