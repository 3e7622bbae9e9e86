//! The `longroll` command: serves the games of the house to browsers, plays them in a terminal, and does the chores
//! round them.
//!
//! A thin shell over the libraries. Each subcommand is a module that reads its arguments ([`args`]), asks a library, and
//! writes the answer for people or, with `--json`, for programs. What needs to know which game it has stands in
//! [`games`]; everything about one game stands in [`table`].

mod args;
mod board;
mod case;
mod check;
mod files;
mod games;
mod ledger;
mod map;
mod odds;
mod play;
mod preview;
mod replay;
mod scenarios;
mod serve;
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
    let shelf = games::Shelf::new(arguments.scenarios.clone());
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
    }
}
