//! One game at one keyboard: asks, listens, tells.
//!
//! The session knows no game: it plays anything that can be shown in a terminal. It reads from any input and writes to
//! any output, so that tests can play as people do.

use super::answers::Answers;
use super::read_line;
use super::typed::{COMMANDS, Typed, parse};
use super::wishes::columns;
use crate::table::Seen;
use crate::terminal::{Ink, Style};
use crate::trouble::Exit;
use crate::{replay, story};
use engine::chance::Quick;
use engine::fair::Terms;
use engine::game::{Entry, Heard};
use engine::{Eyes, Game, GameEntry, Listing, Outcome, Seat, Seats, Side, Violation};
use std::io::{self, BufRead, Write};

/// How a session behaves.
#[derive(Copy, Clone, Debug)]
pub struct Manners {
    /// The seats of people; the others answer at random.
    pub people: Seats,
    /// Write what was read, so that a transcript of piped input can be followed.
    pub echo: bool,
    /// Ask even when there is only one answer.
    pub ask_everything: bool,
    /// Whether text is coloured.
    pub style: Style,
}

/// A game at a keyboard.
pub struct Session<'a, R: GameEntry> {
    pub(super) game: Game<R>,
    pub(super) manners: Manners,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    /// The choices of seats that no person has.
    random: Quick,
    /// How many entries of its log each seat has been told.
    pub(super) told: [usize; 2],
    /// Who was asked last.
    asked: Option<Seat>,
    /// The last refusal, for `why`.
    pub(super) refused: Option<Violation>,
    /// The version of the game that was saved last.
    pub(super) saved: u64,
    /// The files to which it was saved.
    pub(super) files: Vec<String>,
    /// The game is over, and its end has been told.
    over: bool,
    /// Somebody has said `quit` once already, with a game not saved.
    leaving: bool,
}

/// How a session goes on.
enum Course {
    On,
    Leave,
    /// The rules contradict themselves: how.
    Stuck(String),
}

/// What follows a typed line.
#[derive(PartialEq, Eq)]
enum Next {
    Ask,
    /// Ask again, but first show the question anew.
    Anew,
    Leave,
}

impl<'a, R: GameEntry> Session<'a, R> {
    /// A session with a game that is new or was played before.
    pub fn new(
        game: Game<R>,
        manners: Manners,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
    ) -> Session<'a, R> {
        // Worked out from the dice by a one-way street: the choices tell nobody what will be rolled.
        let terms = game.terms();
        let key = Terms { id: format!("{}, a random player", terms.id), ..terms.clone() }.dice();
        let number = key.0.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
        let random = Quick::new(number);
        let saved = game.version();
        Session {
            game,
            manners,
            input,
            out,
            random,
            told: [0; 2],
            asked: None,
            refused: None,
            saved,
            files: Vec::new(),
            over: false,
            leaving: false,
        }
    }

    /// Plays until the game is over and everybody has left, or the input ends.
    pub fn run(&mut self) -> io::Result<Exit> {
        self.welcome()?;
        loop {
            let course = match self.game.outcome() {
                Some(outcome) => self.after(outcome)?,
                None => match self.next_seat(self.game.waiting()) {
                    Some(seat) if self.manners.people.contains(seat) => self.ask(seat)?,
                    Some(seat) => self.answer_at_random(seat)?,
                    None => {
                        Course::Stuck("nobody has anything to decide, and the game is not over".to_owned())
                    }
                },
            };
            match course {
                Course::On => {}
                Course::Leave => return Ok(Exit::Done),
                Course::Stuck(why) => {
                    self.stuck(&why)?;
                    return Ok(Exit::Wrong);
                }
            }
        }
    }

    /// Of the seats that are waited for, those first of people.
    pub(super) fn next_seat(&self, seats: Seats) -> Option<Seat> {
        seats.iter().find(|&seat| self.manners.people.contains(seat)).or(seats.first())
    }

    fn welcome(&mut self) -> io::Result<()> {
        let style = self.manners.style;
        let blurb = self.game.rules().blurb();
        writeln!(self.out, "{}", style.paint(Ink::Bold, format_args!("{} ({})", blurb.title, blurb.rules)))?;
        writeln!(self.out, "{} turns, {}", blurb.turns, blurb.span)?;
        for seat in Seat::BOTH {
            let who = if self.manners.people.contains(seat) { "" } else { " (answers at random)" };
            writeln!(self.out, "{seat}{who}: {}", blurb.sides[seat.index()])?;
        }
        let seen_by = self.manners.people.first().unwrap_or(Seat::UNION);
        let board = self.board(seen_by, None);
        writeln!(self.out, "\n{board}")?;
        let played = self.game.entries().len();
        if played > 0 {
            for seat in Seat::BOTH {
                self.told[seat.index()] = self.game.log_len(self.eyes(seat));
            }
            writeln!(self.out, "{played} actions have been played; `log` tells the last of them.")?;
        }
        if self.manners.people == Seats::NONE {
            return self.news(seen_by);
        }
        writeln!(self.out, "Type `help` for everything that can be typed.")
    }

    /// Whose eyes look when this seat is asked. Nobody plays against whoever only watches, and nothing is secret
    /// once a game is over.
    pub(super) fn eyes(&self, seat: Seat) -> Eyes<Seat> {
        let open = self.game.rules().is_open() || self.manners.people == Seats::NONE || self.over;
        if open { Eyes::All } else { Eyes::Of(seat) }
    }

    /// The army that a seat leads.
    pub(super) fn army(&self, seat: Seat) -> Side {
        self.game.seating().army(seat)
    }

    /// What is on the table for whoever looks when this seat is asked.
    pub(super) fn seen(&self, seat: Seat) -> Seen<'_, R> {
        let eyes = self.eyes(seat);
        Seen::of(&**self.game.rules(), &self.game.view(eyes), self.game.seating().eyes(eyes))
    }

    pub(super) fn board(&self, seat: Seat, around: Option<&str>) -> String {
        self.seen(seat).board(around, self.manners.style).unwrap_or_else(|why| why + "\n")
    }

    /// Tells a seat what it has not been told.
    fn news(&mut self, seat: Seat) -> io::Result<()> {
        let eyes = self.eyes(seat);
        // Where everybody hears the same, it is told once.
        let slot = if eyes == Eyes::All { 0 } else { seat.index() };
        let news = self.game.log_from(eyes, self.told[slot]);
        self.told[slot] = self.game.log_len(eyes);
        self.tell(&news)
    }

    fn tell(&mut self, log: &[Heard]) -> io::Result<()> {
        let style = self.manners.style;
        for Heard { number, seat, action, lines, .. } in log {
            if let Some(seat) = seat {
                writeln!(self.out, "{}", story::action(*number, *seat, action.as_deref(), style))?;
            }
            write!(self.out, "{}", story::lines(lines, style))?;
        }
        Ok(())
    }

    /// Asks a seat, and answers other wishes, until it has answered.
    fn ask(&mut self, seat: Seat) -> io::Result<Course> {
        if !self.hand_over(seat)? {
            return Ok(Course::Leave);
        }
        self.news(seat)?;
        let answers = Answers::of(&**self.game.rules(), self.game.state(), self.army(seat));
        if answers.len() == 0 {
            return Ok(no_answer(seat));
        }
        let complete = self.game.rules().listing(self.game.state(), self.army(seat)) == Listing::Complete;
        if let Some(only) = answers.only().filter(|_| complete && !self.manners.ask_everything) {
            return Ok(self.answer_unasked(seat, only));
        }
        let before = self.game.version();
        let mut next = Next::Anew;
        loop {
            if next == Next::Anew {
                self.question(seat, &answers)?;
            }
            let Some(line) = self.listen(&format!("{seat}> "))? else { return Ok(Course::Leave) };
            next = self.obey(seat, Some(&answers), &line)?;
            if next == Next::Leave {
                return Ok(Course::Leave);
            }
            if self.game.version() != before {
                return Ok(Course::On);
            }
        }
    }

    /// Where something is hidden, the other player must not see the screen. `false` if the input ends.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        let before = self.asked.replace(seat);
        let shared = self.manners.people == Seats::BOTH && !self.game.rules().is_open();
        if shared && before.is_some_and(|before| before != seat) {
            let clear = if self.manners.style.colour { "\x1b[2J\x1b[H" } else { "" };
            let line = self.listen(&format!("{clear}\n{seat}: take the keyboard and press Enter. "))?;
            return Ok(line.is_some());
        }
        Ok(true)
    }

    fn question(&mut self, seat: Seat, answers: &Answers<R::Action>) -> io::Result<()> {
        let style = self.manners.style;
        let question = self.game.rules().question(self.game.state(), self.army(seat));
        writeln!(self.out, "\n{}", style.paint(Ink::Dim, &question.context))?;
        let rule = if question.rule.is_empty() { String::new() } else { format!(" [{}]", question.rule) };
        writeln!(
            self.out,
            "{}{}",
            style.paint(Ink::Bold, format_args!("{seat}: {}", question.text)),
            style.paint(Ink::Dim, rule)
        )?;
        write!(self.out, "{}", answers.show(style))?;
        if self.game.rules().listing(self.game.state(), self.army(seat)) == Listing::Candidates {
            writeln!(
                self.out,
                "  These are examples: any other answer in the game's notation is judged too."
            )?;
        }
        Ok(())
    }

    /// Reads a line; `None` at the end of the input.
    fn listen(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = String::new();
        if read_line(self.input, &mut line)? == 0 {
            let lost = if self.saved == self.game.version() { "" } else { "The game was not saved." };
            writeln!(self.out, "\n{lost}")?;
            return Ok(None);
        }
        let line = line.trim().to_owned();
        if self.manners.echo {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Does what a line says. `answers` is what the seat may answer, if it is asked anything.
    fn obey(&mut self, seat: Seat, answers: Option<&Answers<R::Action>>, line: &str) -> io::Result<Next> {
        // What is listed can be typed as it is printed, whatever else the word may mean.
        let typed = match answers.is_some_and(|answers| answers.lists(line)) {
            true => Typed::Answer(line.to_owned()),
            false => parse(line),
        };
        let leaving = std::mem::replace(&mut self.leaving, false);
        let style = self.manners.style;
        let text = match typed {
            Typed::Nothing => return Ok(Next::Anew),
            Typed::Help => columns(COMMANDS.into_iter(), style),
            Typed::Forms => {
                let forms: Vec<(String, &str)> =
                    R::FORMS.iter().map(|form| (form.line(), form.sense)).collect();
                columns(forms.iter().map(|(line, sense)| (line.as_str(), *sense)), style)
            }
            Typed::Incomplete(what) => format!("{what}\n"),
            Typed::Board(around) => self.board(seat, around.as_deref()),
            Typed::Look(what) => self.look(seat, &what),
            Typed::List(word) => match answers {
                Some(answers) => answers.list(word.as_deref().unwrap_or_default(), style),
                None => "Nothing is asked any more.\n".to_owned(),
            },
            Typed::Why(what) => self.why(seat, answers, what.as_deref()),
            Typed::Rule(id) => self.rule(&id),
            Typed::Odds(what) => self.odds(seat, answers, &what),
            Typed::Undo(back) => self.undo(seat, back),
            Typed::Log(count) => {
                let eyes = self.eyes(seat);
                let first = self.game.log_len(eyes).saturating_sub(count);
                self.tell(&self.game.log_from(eyes, first))?;
                String::new()
            }
            Typed::Save(file) => self.save(&file),
            Typed::Picture(file) => self.picture(seat, &file),
            Typed::Dice => self.dice(),
            Typed::Quit if leaving || self.saved == self.game.version() => return Ok(Next::Leave),
            Typed::Quit => {
                self.leaving = true;
                "The game is not saved. `save FILE` keeps it; `quit` again leaves without.\n".to_owned()
            }
            Typed::Answer(text) => {
                let Some(answers) = answers else {
                    writeln!(self.out, "The game is over. `log`, `save FILE` and `quit` are left.")?;
                    return Ok(Next::Ask);
                };
                let played = self.read(answers, &text).and_then(|action| self.answer(seat, &action));
                played.err().map(|violation| self.refuse(violation)).unwrap_or_default()
            }
        };
        write!(self.out, "{text}")?;
        Ok(Next::Ask)
    }

    /// An answer by its number, by the only place it names, or in the game's notation.
    pub(super) fn read(&self, answers: &Answers<R::Action>, text: &str) -> Result<R::Action, Violation> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse::<usize>().ok().filter(|_| plain);
        if let Some(action) =
            number.and_then(|number| answers.numbered(number)).or_else(|| answers.naming(text))
        {
            return Ok(action.clone());
        }
        self.game.rules().read(text).map_err(|violation| match number {
            Some(number) => {
                Violation::form(format!("there is no answer {number}; there are {}", answers.len()))
            }
            None => violation,
        })
    }

    /// Carries an answer out, or says why not.
    fn answer(&mut self, seat: Seat, action: &R::Action) -> Result<(), Violation> {
        self.game.play(seat, action)?;
        self.refused = None;
        Ok(())
    }

    /// Carries an answer out that nobody typed. It was listed, so it must be legal.
    fn answer_unasked(&mut self, seat: Seat, action: &R::Action) -> Course {
        match self.answer(seat, action) {
            Ok(()) => Course::On,
            Err(violation) => {
                let text = self.game.rules().write(action);
                Course::Stuck(format!("`{text}` is offered to the {seat} side and refused: {violation}"))
            }
        }
    }

    pub(super) fn refuse(&mut self, violation: Violation) -> String {
        let text = format!("{} {violation}\n", self.manners.style.paint(Ink::Red, "No:"));
        let more = if violation.rule.is_empty() { "" } else { "`why` shows the rule.\n" };
        self.refused = Some(violation);
        text + more
    }

    /// The game is over: tells how, and listens on.
    fn after(&mut self, outcome: Outcome<Seat>) -> io::Result<Course> {
        let seat = self.manners.people.first().unwrap_or(Seat::UNION);
        let version = self.game.version();
        self.news(seat)?;
        self.over = true;
        writeln!(self.out, "\n{}", replay::ending(Some(outcome), self.game.entries().len()))?;
        writeln!(self.out, "`log`, `board`, `dice`, `save FILE` and `quit` are left.")?;
        loop {
            let Some(line) = self.listen("> ")? else { return Ok(Course::Leave) };
            if self.obey(seat, None, &line)? == Next::Leave {
                return Ok(Course::Leave);
            }
            if self.game.version() != version {
                self.over = false;
                return Ok(Course::On);
            }
        }
    }

    fn answer_at_random(&mut self, seat: Seat) -> io::Result<Course> {
        let mut actions = Vec::new();
        self.game.rules().actions(self.game.state(), self.army(seat), &mut actions);
        if actions.is_empty() {
            return Ok(no_answer(seat));
        }
        let choice = self.random.below(actions.len() as u32) as usize;
        let course = self.answer_unasked(seat, &actions[choice]);
        if self.manners.people == Seats::NONE {
            self.tell_last()?;
        }
        Ok(course)
    }

    /// Tells what came of the last action as soon as it is done, to whoever only watches.
    fn tell_last(&mut self) -> io::Result<()> {
        let Some(Entry { seat, action, events, .. }) = self.game.entries().last() else { return Ok(()) };
        let lines = events.iter().map(|event| self.game.rules().tell(event)).collect();
        let (seat, action) = (Some(*seat), Some(action.clone()));
        let heard = Heard { number: self.told[0], seat, action, lines, rolls: Vec::new() };
        self.told[0] += 1;
        self.tell(&[heard])
    }

    /// A fault of the rules or the scenario: the game is kept, not lost.
    fn stuck(&mut self, what: &str) -> io::Result<()> {
        let file = "longroll-stuck.json";
        writeln!(self.out, "This game cannot go on: {what}. That is a fault of the program.")?;
        let text = self.write_record(file);
        writeln!(self.out, "{text}Please report it with this file.")
    }
}

fn no_answer(seat: Seat) -> Course {
    Course::Stuck(format!("the {seat} side must decide and has no legal answer"))
}
