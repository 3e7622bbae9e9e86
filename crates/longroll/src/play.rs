//! `longroll play`: a game at the keyboard.

mod answers;
mod session;
#[cfg(test)]
mod tests;
mod typed;
mod wishes;

use crate::args;
use crate::shelf::Shelf;
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::chance::Seed;
use engine::fair::Terms;
use engine::game::Bookmark;
use engine::record::Record;
use engine::{Game, GameEntry, Seat, Seats};
use faults::{Report, Source};
use games::{Loaded, Task};
use session::{Manners, Session};
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::sync::Arc;

pub fn run(shelf: &Shelf, arguments: &args::Play, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let mut input = io::stdin().lock();
    let echo = !io::stdin().is_terminal();
    let saved = arguments.load.as_deref().map(Saved::read).transpose()?;
    let loaded = match (&saved, &arguments.scenario) {
        (Some(Saved { source, record, .. }), scenario) => {
            shelf.load_for(record, source, scenario.as_deref())?
        }
        (None, Some(scenario)) => shelf.load(scenario)?,
        (None, None) => match choose(shelf, &mut input, terminal, echo)? {
            Some(loaded) => loaded,
            None => return Ok(Exit::Done),
        },
    };
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => draw_seed()?,
    };
    let manners = Manners {
        people: match (arguments.against, arguments.side) {
            (Some(args::Opponent::Random), seat) => Seats::only(seat.unwrap_or(Seat::UNION)),
            (None, _) if arguments.watch => Seats::NONE,
            (None, _) => Seats::BOTH,
        },
        echo,
        ask_everything: arguments.ask_everything,
        style: terminal.style,
    };
    loaded.with(Playing { saved: saved.as_ref(), seed, manners, input: &mut input, terminal })
}

/// A game in a file.
struct Saved {
    source: Source,
    record: Record,
    bookmark: Option<Bookmark>,
}

impl Saved {
    fn read(path: &Path) -> Result<Saved, Report> {
        let source = Source::open(path)?;
        let (record, bookmark) = Record::read_with_bookmark(&source)?;
        Ok(Saved { source, record, bookmark })
    }

    /// Opens the game at its bookmark; without one that fits, it is played again from its record.
    fn open<R: GameEntry>(&self, rules: Arc<R>, terminal: &mut Terminal) -> Result<Game<R>, Trouble> {
        let Saved { source, record, bookmark } = self;
        let unfit = match bookmark.as_ref().map(|bookmark| Game::open_at(rules.clone(), record, bookmark)) {
            Some(Ok(game)) => return Ok(game),
            Some(Err(damage)) => Some(damage),
            None => None,
        };
        let game = Game::replay(rules, record, None).map_err(|mismatch| mismatch.in_file(source))?;
        if let Some(damage) = unfit {
            terminal.line(format_args!(
                "{}: {damage}. The game was played again from its record; `save` makes a new bookmark.",
                source.name()
            ))?;
        }
        Ok(game)
    }
}

struct Playing<'a> {
    saved: Option<&'a Saved>,
    seed: Seed,
    manners: Manners,
    input: &'a mut dyn BufRead,
    terminal: &'a mut Terminal,
}

impl Task for Playing<'_> {
    type Outcome = Result<Exit, Trouble>;

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Result<Exit, Trouble> {
        let Playing { saved, seed, manners, input, terminal } = self;
        let game = match saved {
            Some(saved) => saved.open(rules, terminal)?,
            None => {
                let id = rules.identity().scenario;
                Game::new(rules, Terms { id, seed, nonces: [None, None] })
            }
        };
        Ok(Session::new(game, manners, input, &mut terminal.out).run()?)
    }
}

/// Lets somebody choose a scenario; nothing if the input ends.
fn choose(
    shelf: &Shelf,
    input: &mut dyn BufRead,
    terminal: &mut Terminal,
    echo: bool,
) -> Result<Option<Loaded>, Trouble> {
    let blurbs = shelf.blurbs()?;
    let style = terminal.style;
    terminal.line(style.paint(Ink::Bold, "Which battle?"))?;
    for (number, blurb) in (1..).zip(&blurbs) {
        let id = style.paint(Ink::Dim, format_args!("{}, {}, {} turns", blurb.id, blurb.rules, blurb.turns));
        terminal.line(format_args!("  {number}  {}  {id}", blurb.title))?;
    }
    loop {
        write!(terminal.out, "Number or name: ")?;
        terminal.flush()?;
        let mut line = String::new();
        if read_line(input, &mut line)? == 0 {
            terminal.line("")?;
            return Ok(None);
        }
        let answer = line.trim();
        if echo {
            terminal.line(answer)?;
        }
        if answer.is_empty() {
            continue;
        }
        if matches!(answer, "q" | "quit" | "exit") {
            return Ok(None);
        }
        let numbered = answer.parse::<usize>().ok().and_then(|number| blurbs.get(number.checked_sub(1)?));
        match shelf.load(numbered.map_or(answer, |blurb| &blurb.id)) {
            Ok(loaded) => return Ok(Some(loaded)),
            Err(trouble) => terminal.line(trouble)?,
        }
    }
}

/// Reads a line. What is not UTF-8 is read as well as it can be: a slip of the keyboard does not end a game.
fn read_line(input: &mut dyn BufRead, line: &mut String) -> io::Result<usize> {
    let mut bytes = Vec::new();
    let count = input.read_until(b'\n', &mut bytes)?;
    line.push_str(&String::from_utf8_lossy(&bytes));
    Ok(count)
}

/// A seed nobody knows.
fn draw_seed() -> Result<Seed, Trouble> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|error| {
        Trouble::command(
            format!("this machine gives no random numbers: {error}"),
            "name a seed with `--seed NUMBER`",
        )
    })?;
    Ok(Seed(seed))
}
