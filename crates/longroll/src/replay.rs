//! `longroll replay`: the story of a recorded game.

use crate::args;
use crate::map;
use crate::shelf::{Shelf, read_record};
use crate::story;
use crate::table::Seen;
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::game::Heard;
use engine::record::Record;
use engine::{Eyes, Game, GameEntry, Identity, Outcome, Seat};
use faults::Source;
use games::Task;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// The answer for programs.
#[derive(Serialize)]
struct Told<'a> {
    identity: &'a Identity,
    /// How many actions were played.
    actions: usize,
    log: Vec<Heard>,
    outcome: Option<Outcome<Seat>>,
}

pub fn run(shelf: &Shelf, arguments: &args::Replay, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let (source, record) = read_record(&arguments.file)?;
    let game = shelf.load_for(&record, &source, arguments.scenario.as_deref())?;
    terminal.progress(format_args!("playing {} actions again", record.actions.len()));
    game.with(Telling { arguments, record: &record, source: &source, terminal })
}

struct Telling<'a> {
    arguments: &'a args::Replay,
    record: &'a Record,
    source: &'a Source,
    terminal: &'a mut Terminal,
}

impl Task for Telling<'_> {
    type Outcome = Result<Exit, Trouble>;

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Result<Exit, Trouble> {
        let Telling { arguments, record, source, terminal } = self;
        let game = Game::replay(rules, record, arguments.to).map_err(|mismatch| mismatch.in_file(source))?;
        terminal.end_progress();
        if let Some(file) = &arguments.picture {
            draw(&game, arguments.eyes, file)?;
        }
        let log = game.log(arguments.eyes);
        if arguments.json {
            let told = Told {
                identity: &record.identity,
                actions: game.entries().len(),
                log,
                outcome: game.outcome(),
            };
            terminal.json(&told)?;
            return Ok(Exit::Done);
        }
        let style = terminal.style;
        let blurb = game.rules().blurb();
        terminal.line(style.paint(Ink::Bold, format_args!("{} ({})", blurb.title, blurb.rules)))?;
        for Heard { number, seat, action, lines, .. } in &log {
            if let Some(seat) = seat {
                terminal.line(story::action(*number, *seat, action.as_deref(), style))?;
            }
            write!(terminal.out, "{}", story::lines(lines, style))?;
        }
        terminal.line(ending(game.outcome(), game.entries().len()))?;
        if arguments.board {
            let board = seen(&game, arguments.eyes).board(None, style).unwrap_or_default();
            write!(terminal.out, "\n{board}")?;
        }
        Ok(Exit::Done)
    }
}

fn seen<R: GameEntry>(game: &Game<R>, eyes: Eyes<Seat>) -> Seen<'_, R> {
    Seen::of(&**game.rules(), &game.view(eyes), game.seating().eyes(eyes))
}

fn draw<R: GameEntry>(game: &Game<R>, eyes: Eyes<Seat>, file: &Path) -> Result<(), Trouble> {
    map::write_picture(&seen(game, eyes).picture(), file)
}

/// How a game stands, in a sentence.
pub fn ending(outcome: Option<Outcome<Seat>>, actions: usize) -> String {
    let Some(Outcome { winner, points: [union, confederate] }) = outcome else {
        return format!("The game goes on after {actions} actions.");
    };
    let end = winner.map_or_else(|| "The game is a draw".to_owned(), |seat| format!("The {seat} side wins"));
    format!("{end}, after {actions} actions. Points: Union {union}, Confederate {confederate}.")
}
