//! `longroll completions` and `longroll man`: what shells and manuals need to know of the command line.

use crate::args::{Arguments, Completions, Man};
use crate::terminal::Terminal;
use crate::trouble::{Exit, Trouble};
use clap::CommandFactory as _;

/// Writes a script that completes commands, options and their values.
pub fn completions(arguments: &Completions, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "longroll", &mut script);
    terminal.out.write_all(&script)?;
    Ok(Exit::Done)
}

/// Writes the manual page of the program, or of one of its commands.
pub fn man(arguments: &Man, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let mut program = Arguments::command();
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            Trouble::command(format!("there is no command `{name}`"), "`longroll --help` lists them")
        })?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    terminal.out.write_all(&text)?;
    Ok(Exit::Done)
}
