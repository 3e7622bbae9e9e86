//! What players may wish for besides answering: to look, to learn why, to take back, to keep.

use super::answers::Answers;
use super::session::Session;
use super::typed::Back;
use crate::preview::Preview;
use crate::terminal::{Ink, Style};
use crate::{ledger, map};
use engine::odds::Effort;
use engine::record::Record;
use engine::{GameEntry, Seat, Seats};
use faults::Source;
use std::path::Path;

impl<R: GameEntry> Session<'_, R> {
    pub(super) fn look(&self, seat: Seat, what: &str) -> String {
        self.seen(seat).look(what).unwrap_or_else(|why| why) + "\n"
    }

    pub(super) fn why(&self, seat: Seat, answers: Option<&Answers<R::Action>>, what: Option<&str>) -> String {
        let rules = self.game.rules();
        let violation = match (what, answers) {
            (None, _) => self.refused.clone(),
            (Some(_), None) => return "The game is over: nothing can be done any more.\n".to_owned(),
            (Some(text), Some(answers)) => {
                let judged = self
                    .read(answers, text)
                    .and_then(|action| rules.check(self.game.state(), self.army(seat), &action));
                match judged {
                    Ok(()) => return "That can be done now.\n".to_owned(),
                    Err(violation) => Some(violation),
                }
            }
        };
        let Some(violation) = violation else {
            return "Nothing was refused. `why ANSWER` judges an answer without giving it.\n".to_owned();
        };
        match violation.rule.as_str() {
            "" => format!("{violation}\n"),
            rule => format!("{violation}\n{}", self.rule(rule)),
        }
    }

    pub(super) fn rule(&self, id: &str) -> String {
        let id = id.trim_matches(|mark| mark == '[' || mark == ']');
        match ledger::in_words(R::LEDGER, id) {
            Some(words) => {
                let lines: String = words.lines().map(|line| format!("  {line}\n")).collect();
                format!("{}\n{lines}", self.manners.style.paint(Ink::Bold, id))
            }
            None => format!("There is no rule `{id}` in the ledger.\n"),
        }
    }

    pub(super) fn odds(&mut self, seat: Seat, answers: Option<&Answers<R::Action>>, what: &str) -> String {
        let Some(answers) = answers else { return "The game is over.\n".to_owned() };
        let rules = self.game.rules();
        let action = self
            .read(answers, what)
            .and_then(|action| rules.check(self.game.state(), self.army(seat), &action).map(|()| action));
        match action {
            Ok(action) => {
                let eyes = self.game.seating().eyes(self.eyes(seat));
                Preview::of(&**rules, self.game.state(), self.army(seat), &action, eyes, Effort::default())
                    .show(self.manners.style)
            }
            Err(violation) => self.refuse(violation),
        }
    }

    /// Takes answers back: to a question with a choice, that a person is asked.
    pub(super) fn undo(&mut self, seat: Seat, back: Back) -> String {
        let undone = match back {
            Back::One => self.game.undo(Seats::BOTH),
            Back::Before(line) => self.game.undo_to_line(Seats::BOTH, self.eyes(seat), line),
        };
        if let Err(barrier) = undone {
            return format!("No: {barrier}.\n");
        }
        while !self.is_choice() && self.game.undo(Seats::BOTH).is_ok() {}
        for seat in Seat::BOTH {
            let slot = seat.index();
            self.told[slot] = self.told[slot].min(self.game.log_len(self.eyes(seat)));
        }
        String::from("Taken back.\n")
    }

    /// Whether a person is asked something with more than one answer.
    fn is_choice(&self) -> bool {
        let Some(seat) =
            self.next_seat(self.game.waiting()).filter(|&seat| self.manners.people.contains(seat))
        else {
            return false;
        };
        self.manners.ask_everything || {
            let mut actions = Vec::new();
            self.game.rules().actions(self.game.state(), self.army(seat), &mut actions);
            actions.len() > 1
        }
    }

    /// Saves the game, but not over anything else than an earlier save of it, unless somebody insists.
    pub(super) fn save(&mut self, file: &str) -> String {
        if let Some(file) = file.strip_suffix('!') {
            return self.write_record(file.trim_end());
        }
        if Path::new(file).exists() && !self.is_own_file(file) {
            return format!(
                "`{file}` is there already and holds something else. Try another name; `save {file}!` writes over it.\n"
            );
        }
        self.write_record(file)
    }

    /// Whether a file holds this game: it was saved there, or what is there leads to where the game stands now.
    fn is_own_file(&self, file: &str) -> bool {
        if self.files.iter().any(|saved| saved == file) {
            return true;
        }
        let record = Source::open(file).ok().and_then(|source| Record::read(&source).ok());
        let own = self.game.record();
        record.is_some_and(|record| {
            record.id == own.id
                && record.commitment == own.commitment
                && record.identity == own.identity
                && own.actions.starts_with(&record.actions)
        })
    }

    pub(super) fn write_record(&mut self, file: &str) -> String {
        let (mut record, bookmark) = self.game.record_with_bookmark();
        // Once nothing is secret any more, the dice are there for whoever checks them without knowing the rules.
        if record.outcome.is_some()
            && let Ok(told) = record.clone().with_dice(&**self.game.rules())
        {
            record = told;
        }
        match std::fs::write(file, record.to_json_with(&bookmark)) {
            Ok(()) => {
                self.saved = self.game.version();
                self.files.push(file.to_owned());
                format!("Saved: {file}, {} actions.\n", self.game.entries().len())
            }
            Err(error) => format!("`{file}` cannot be written: {error}. Try another name.\n"),
        }
    }

    pub(super) fn picture(&self, seat: Seat, file: &str) -> String {
        match map::write_picture(&self.seen(seat).picture(), Path::new(file)) {
            Ok(()) => format!("Drawn: {file}\n"),
            Err(trouble) => format!("{trouble}\n"),
        }
    }

    pub(super) fn dice(&self) -> String {
        let terms = self.game.terms();
        let mut text =
            format!("The dice are bound by the SHA-256 of their seed:\n  {}\n", terms.commitment());
        match self.game.outcome() {
            Some(_) => {
                text += &format!(
                    "The seed was\n  {}\n`save FILE`, then `longroll verify FILE` proves it.\n",
                    terms.seed
                );
            }
            None => text += "The seed is shown when the game is over.\n",
        }
        text
    }
}

/// Two columns: what is typed, and what it does.
pub fn columns<'t>(rows: impl Iterator<Item = (&'t str, &'t str)> + Clone, style: Style) -> String {
    let widest = rows.clone().map(|(typed, _)| typed.chars().count()).max().unwrap_or(0);
    rows.map(|(typed, does)| {
        format!("  {}  {does}\n", style.paint(Ink::Bold, format_args!("{typed:widest$}")))
    })
    .collect()
}
