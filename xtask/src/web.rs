//! The browser client: its types, lints, unit tests and size, and whole games in a real browser.

use std::process::Command;

use crate::failure::Outcome;
use crate::process::{cargo, run};
use crate::workspace::Workspace;

/// What `npm run` is asked for before the browser is.
const CHECKS: [&str; 4] = ["check", "lint", "test", "size"];

/// Everything that must hold of the client.
pub fn check(workspace: &Workspace) -> Outcome {
    // Building the program installs what the client needs, too (crates/client/build.rs).
    run(cargo()
        .args(["build", "--locked", "--package", "longroll", "--package", "client"])
        .current_dir(&workspace.root))?;
    for script in CHECKS {
        run(&mut npm(workspace, script))?;
    }
    run(npm(workspace, "e2e").env("LONGROLL", workspace.target.join("debug/longroll")))
}

fn npm(workspace: &Workspace, script: &str) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(["run", "--silent", script]).current_dir(workspace.root.join("web"));
    command
}
