//! The tests of the workspace, run once, with what they prove written down.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::failure::Outcome;
use crate::process::{cargo, has_cargo_command, run};
use crate::proofs;
use crate::workspace::Workspace;

/// Which tests run, and where what they say goes.
pub struct Suite<'a> {
    /// Only these packages, or all when empty.
    pub packages: &'a [String],
    /// Left out of a run of all packages.
    pub without: &'a [&'a str],
    /// Standard output is kept for something else.
    pub quiet: bool,
}

impl Suite<'_> {
    /// Runs the unit and integration tests by nextest, or by `cargo test` where that is missing. All of them run,
    /// even after one has failed. What they prove is written to `proofs_to`.
    pub fn run(&self, workspace: &Workspace, proofs_to: &Path) -> Outcome {
        let mut command = cargo();
        if has_cargo_command("nextest") {
            // Only what is slow or fails is named; the closing line counts the rest.
            command.args(["nextest", "run", "--no-tests=pass", "--status-level=slow"]);
        } else {
            // Doc tests are a step of their own and prove nothing.
            command.args(["test", "--tests"]);
        }
        command.args(["--locked", "--no-fail-fast"]);
        self.name_packages(&mut command);
        if self.quiet {
            command.stdout(io::stderr());
        }
        run(command.current_dir(&workspace.root).env(proofs::VARIABLE, proofs_to).env("INSTA_UPDATE", "no"))
    }

    fn name_packages(&self, command: &mut Command) {
        if self.packages.is_empty() {
            command.arg("--workspace");
            for package in self.without {
                command.args(["--exclude", package]);
            }
        }
        for package in self.packages {
            command.args(["--package", package]);
        }
    }
}
