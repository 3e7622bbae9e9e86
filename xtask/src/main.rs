//! What a contributor runs: tests, rules coverage, benchmarks, mutation tests, fuzzing.
//!
//! `cargo xtask help` lists the commands. Exit codes: 0 all is well, 1 a check failed, 2 the command line was wrong.

mod args;
mod audit;
mod bench;
mod callgrind;
mod cited;
mod clock;
mod criterion;
mod digest;
mod failure;
mod fuzz;
mod games;
mod ledger;
mod lists;
mod mutants;
mod process;
mod proofs;
mod prose;
mod rules;
mod same;
mod setup;
mod soak;
mod spdx;
mod squares;
mod suite;
mod test;
mod web;
mod wire;
mod workspace;

use std::env;
use std::process::ExitCode;

use args::Args;
use failure::{Failure, Outcome};

const HELP: &str = "\
cargo xtask COMMAND: what a contributor runs

  test      everything that must hold: format, licences, lints, tests, rules coverage, a short fuzz run
  rules     how many ledger rows of each game are proven by a case or a test, and which are not
  bench     benchmarks, in time and in instructions
  mutants   change the rules on purpose and see whether a test notices
  fuzz      feed the readers of files with what nobody would write
  games     random games by the thousand
  same      play the same random games with two versions of the program, and compare them
  digest    the geometry of the open table is the same however it is built
  pictures  take the pictures of the README anew
  prose     no line of prose is too long; breaks those that are
  soak      the server under load, and killed under load
  wire      what a game costs on the wire
  squares   flags and Move Limits of the squares of Rally Round the Flag, from the ground
  setup     install what the commands need and the machine lacks

`cargo xtask COMMAND --help` says more.";

struct Command {
    name: &'static str,
    help: &'static str,
    run: fn(Args) -> Outcome,
}

const COMMANDS: [Command; 14] = [
    Command { name: "test", help: test::HELP, run: test::run },
    Command { name: "rules", help: rules::HELP, run: rules::run },
    Command { name: "bench", help: bench::HELP, run: bench::run },
    Command { name: "mutants", help: mutants::HELP, run: mutants::run },
    Command { name: "fuzz", help: fuzz::HELP, run: fuzz::run },
    Command { name: "games", help: games::HELP, run: games::run },
    Command { name: "same", help: same::HELP, run: same::run },
    Command { name: "digest", help: digest::HELP, run: digest::run },
    Command { name: "pictures", help: web::HELP, run: web::run },
    Command { name: "prose", help: prose::HELP, run: prose::run },
    Command { name: "soak", help: soak::HELP, run: soak::run },
    Command { name: "wire", help: wire::HELP, run: wire::run },
    Command { name: "squares", help: squares::HELP, run: squares::run },
    Command { name: "setup", help: setup::HELP, run: setup::run },
];

fn main() -> ExitCode {
    match dispatch(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            failure.exit_code()
        }
    }
}

fn dispatch(mut words: impl Iterator<Item = String>) -> Outcome {
    let name = words.next().unwrap_or_else(|| "help".to_owned());
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        println!("{HELP}");
        return Ok(());
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        return Err(Failure::usage(format!("no command `{name}`\n\n{HELP}")));
    };
    let mut args = Args::new(words);
    if args.flag("--help") || args.flag("-h") {
        println!("{}", command.help);
        return Ok(());
    }
    (command.run)(args)
}
