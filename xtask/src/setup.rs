//! `cargo xtask setup`: install what the commands need and the machine lacks.

use std::process::Command;

use crate::args::Args;
use crate::failure::{Failure, Outcome};
use crate::process::{cargo, has_cargo_command, has_program, run as run_command, succeeds};

pub const HELP: &str = "\
cargo xtask setup: install what the commands need and the machine lacks

Says what it finds and what it does; a second run does nothing. Without options: what `cargo xtask test` needs, which
is rustfmt, clippy, a C++ compiler (libFuzzer is C++), Chromium, PostgreSQL (the server is tested on it), and Python
(dice are checked by a second program in another language). Node, which builds the browser client, is not installed:
Debian's is too old, and the build says which is needed. Debian packages are installed when run as root; otherwise the
command to type is shown.

  --all     also what the other commands use: cargo-nextest, cargo-mutants, cargo-fuzz, cargo-deny, valgrind
            (a quarter of an hour)";

/// How a tool is recognised.
enum Test {
    Cargo(&'static str),
    Program(&'static str),
    /// Debian keeps the programs of PostgreSQL's server out of the way, in a folder a version.
    Postgres,
}

/// How a tool is got.
enum Source {
    Rustup(&'static str),
    Debian(&'static str),
    Crate(&'static str),
}

struct Tool {
    test: Test,
    source: Source,
    purpose: &'static str,
}

const NEEDED: [Tool; 6] = [
    Tool { test: Test::Cargo("fmt"), source: Source::Rustup("rustfmt"), purpose: "the format step" },
    Tool { test: Test::Cargo("clippy"), source: Source::Rustup("clippy"), purpose: "the lints step" },
    Tool {
        test: Test::Program("c++"),
        source: Source::Debian("g++"),
        purpose: "libFuzzer, in the fuzz step",
    },
    Tool {
        test: Test::Postgres,
        source: Source::Debian("postgresql"),
        purpose: "the server's tests, on a cluster of their own",
    },
    Tool {
        test: Test::Program("python3"),
        source: Source::Debian("python3"),
        purpose: "the independent check of the dice, docs/fair-dice/check.py",
    },
    Tool {
        test: Test::Program("chromium"),
        source: Source::Debian("chromium"),
        purpose: "games in a real browser, in the web step",
    },
];

const USED: [Tool; 5] = [
    Tool {
        test: Test::Program("valgrind"),
        source: Source::Debian("valgrind"),
        purpose: "instruction counts",
    },
    Tool { test: Test::Cargo("nextest"), source: Source::Crate("cargo-nextest"), purpose: "faster tests" },
    Tool { test: Test::Cargo("mutants"), source: Source::Crate("cargo-mutants"), purpose: "mutation tests" },
    Tool {
        test: Test::Cargo("fuzz"),
        source: Source::Crate("cargo-fuzz"),
        purpose: "fuzzing with sanitizers",
    },
    Tool { test: Test::Cargo("deny"), source: Source::Crate("cargo-deny"), purpose: "security advisories" },
];

pub fn run(mut args: Args) -> Outcome {
    let all = args.flag("--all");
    args.finish(HELP)?;
    ensure(NEEDED.iter().chain(USED.iter().filter(|_| all)))
}

/// What `cargo xtask test` needs.
pub fn for_tests() -> Outcome {
    ensure(NEEDED.iter())
}

/// Makes sure that PostgreSQL is there.
pub fn postgres() -> Outcome {
    ensure(NEEDED.iter().filter(|tool| matches!(tool.test, Test::Postgres)))
}

fn ensure(tools: impl Iterator<Item = &'static Tool>) -> Outcome {
    let mut missing = Vec::new();
    for tool in tools {
        if let Err(failure) = tool.ensure() {
            missing.push(failure.to_string());
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Failure::new(missing.join("\n"))) }
}

/// Makes sure that one of the cargo programs is there.
pub fn cargo_program(name: &str) -> Outcome {
    let tool =
        USED.iter().find(|tool| matches!(tool.source, Source::Crate(crate_name) if crate_name == name));
    tool.ok_or_else(|| Failure::new(format!("setup does not know `{name}`")))?.ensure()
}

impl Tool {
    fn ensure(&self) -> Outcome {
        if self.is_there() {
            println!("{:<14} is there", self.name());
            return Ok(());
        }
        println!("{:<14} is missing ({}): installing", self.name(), self.purpose);
        self.install()?;
        if self.is_there() {
            Ok(())
        } else {
            Err(Failure::new(format!(
                "`{}` was installed but does not run; is its folder in PATH?",
                self.name()
            )))
        }
    }

    fn is_there(&self) -> bool {
        match self.test {
            Test::Cargo(name) => has_cargo_command(name),
            Test::Program(name) => has_program(name),
            Test::Postgres => has_program("initdb") || debian_postgres(),
        }
    }

    fn name(&self) -> &'static str {
        match self.source {
            Source::Rustup(name) | Source::Debian(name) | Source::Crate(name) => name,
        }
    }

    fn install(&self) -> Outcome {
        match self.source {
            Source::Rustup(component) => {
                run_command(Command::new("rustup").args(["component", "add", component]))
            }
            Source::Crate(name) => run_command(cargo().args(["install", "--locked", name])),
            Source::Debian(package) if may_install_packages() => {
                run_command(Command::new("apt-get").args(["update", "--quiet"]))?;
                run_command(
                    Command::new("apt-get")
                        .args(["install", "--yes", "--quiet", "--no-install-recommends", package])
                        .env("DEBIAN_FRONTEND", "noninteractive"),
                )
            }
            Source::Debian(package) => Err(Failure::new(format!(
                "`{package}` is missing; on Debian, `sudo apt-get install {package}` installs it"
            ))),
        }
    }
}

fn debian_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path().join("bin/initdb")).any(|program| program.exists())
}

/// Whether this is Debian and we are its administrator.
fn may_install_packages() -> bool {
    has_program("apt-get") && succeeds(Command::new("test").args(["-w", "/var/lib/dpkg"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_commands_ask_for_are_known() {
        let names: Vec<&str> = NEEDED.iter().chain(&USED).map(Tool::name).collect();
        assert!(names.contains(&"cargo-mutants"));
        assert!(cargo_program("cargo-nothing").is_err());
    }
}
