//! The `longroll` command: serves the games of the house to browsers, plays them in a terminal, and does the chores
//! round them.
//!
//! A thin shell over the libraries. Each subcommand is a module that reads its arguments ([`args`]), asks a library,
//! and writes the answer for people or, with `--json`, for programs. It knows no game: which there are it learns from
//! the crate `games`, and what stands on their tables from their scenes ([`table`]).

mod args;
mod board;
mod case;
mod check;
mod doctor;
mod files;
mod kept;
mod ledger;
mod limits;
mod manual;
mod map;
mod odds;
mod play;
mod preview;
mod replay;
mod scenarios;
mod serve;
mod shelf;
mod story;
mod table;
mod terminal;
mod theatre;
mod trouble;
mod verify;

use args::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;
use terminal::Terminal;
use trouble::{Exit, Trouble};

/// A server makes and drops small texts on all its threads for every act; the C library's memory took a fifth of its
/// time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut terminal = Terminal::standard();
    let end = run(&arguments, &mut terminal).and_then(|exit| terminal.flush().map(|()| exit));
    match end {
        Ok(exit) => exit.into(),
        // Whoever reads the output has seen enough.
        Err(Trouble::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Done.into(),
        Err(trouble) => {
            terminal.complain(&trouble);
            trouble.exit().into()
        }
    }
}

fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let shelf = shelf::Shelf::new(arguments.scenarios.clone());
    match &arguments.command {
        None => serve::run(&shelf, &args::Serve::default(), terminal),
        Some(Command::Serve(arguments)) => serve::run(&shelf, arguments, terminal),
        Some(Command::Play(arguments)) => play::run(&shelf, arguments, terminal),
        Some(Command::Scenarios(arguments)) => scenarios::run(&shelf, arguments, terminal),
        Some(Command::Check(arguments)) => check::run(&shelf, arguments, terminal),
        Some(Command::Map(arguments)) => map::run(&shelf, arguments, terminal),
        Some(Command::Replay(arguments)) => replay::run(&shelf, arguments, terminal),
        Some(Command::Verify(arguments)) => verify::run(&shelf, arguments, terminal),
        Some(Command::Case(arguments)) => case::run(&shelf, arguments, terminal),
        Some(Command::Odds(arguments)) => odds::run(&shelf, arguments, terminal),
        Some(Command::Backup(arguments)) => kept::backup(arguments, terminal),
        Some(Command::Restore(arguments)) => kept::restore(arguments, terminal),
        Some(Command::Doctor(arguments)) => doctor::run(&shelf, arguments, terminal),
        Some(Command::Completions(arguments)) => manual::completions(arguments, terminal),
        Some(Command::Man(arguments)) => manual::man(arguments, terminal),
    }
}
