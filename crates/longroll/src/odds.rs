//! `longroll odds`: what may happen in a position of a record.

use crate::args;
use crate::preview::Preview;
use crate::shelf::{Shelf, read_record};
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::odds::Effort;
use engine::record::{Record, replay};
use engine::{Eyes, GameEntry, Pending, Question, Seat, Seats, Side};
use faults::Source;
use games::Task;
use serde::Serialize;
use std::sync::Arc;

/// How much work each of many answers is worth, when all are asked for.
const ONE_OF_MANY: Effort = Effort { sequences: 2_000, dice: 64, samples: 1_000, worlds: 16, number: 0 };

/// The answer for programs.
#[derive(Serialize)]
struct Answer {
    /// After how many actions of the record.
    at: usize,
    #[serde(rename = "side")]
    seat: Seat,
    question: Question,
    previews: Vec<Preview>,
}

pub fn run(shelf: &Shelf, arguments: &args::Odds, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let (source, record) = read_record(&arguments.file)?;
    let game = shelf.load_for(&record, &source, arguments.scenario.as_deref())?;
    let answer = game.with(Asking { arguments, record: &record, source: &source, terminal })?;
    terminal.end_progress();
    if arguments.json {
        terminal.json(&answer)?;
        return Ok(Exit::Done);
    }
    let Answer { at, seat, question, previews } = &answer;
    terminal.line(format_args!("After {at} actions: {}", question.context))?;
    terminal.line(format_args!("{seat}: {}", question.text))?;
    for preview in previews {
        let action = terminal.style.paint(Ink::Bold, &preview.action);
        let text = preview.show(terminal.style);
        terminal.line(format_args!("\n{action}\n{}", text.trim_end()))?;
    }
    if previews.is_empty() {
        terminal.line("No answer rolls dice before the next question.")?;
    }
    Ok(Exit::Done)
}

struct Asking<'a> {
    arguments: &'a args::Odds,
    record: &'a Record,
    source: &'a Source,
    terminal: &'a Terminal,
}

impl Task for Asking<'_> {
    type Outcome = Result<Answer, Trouble>;

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Result<Answer, Trouble> {
        let at = self.arguments.at.unwrap_or(self.record.actions.len());
        self.terminal.progress(format_args!("playing {at} actions again"));
        let state =
            replay(&*rules, self.record, Some(at)).map_err(|mismatch| mismatch.in_file(self.source))?.state;
        let seating = rules.seating(&state);
        let seat = self.seat(match rules.pending(&state) {
            Pending::Decide(sides) => seating.seats(sides),
            Pending::Over(_) => {
                return Err(Trouble::command(
                    "the game is over there, so nothing is decided any more",
                    "choose an earlier place with `--at N`",
                ));
            }
        })?;
        let side = seating.army(seat);
        let question = rules.question(&state, side);
        let previews = match &self.arguments.action {
            Some(text) => {
                let refused = |violation| {
                    Trouble::command(
                        format!("`{text}` cannot be done after {at} actions: {violation}"),
                        "leave `--action` out to see what can be done",
                    )
                };
                let action = rules.read(text).map_err(refused)?;
                rules.check(&state, side, &action).map_err(refused)?;
                vec![Preview::of(&*rules, &state, side, &action, Eyes::Of(side), Effort::default())]
            }
            None => self.all(&*rules, &state, side),
        };
        Ok(Answer { at, seat, question, previews })
    }
}

impl Asking<'_> {
    fn seat(&self, waiting: Seats) -> Result<Seat, Trouble> {
        match self.arguments.side {
            Some(seat) if waiting.contains(seat) => Ok(seat),
            Some(seat) => Err(Trouble::command(
                format!("the {seat} side has nothing to decide there"),
                "leave `--side` out, or choose another place with `--at N`",
            )),
            None => waiting.first().ok_or_else(|| {
                Trouble::command("nobody has anything to decide there", "choose another place with `--at N`")
            }),
        }
    }

    /// Every answer that rolls dice.
    fn all<R: GameEntry>(&self, rules: &R, state: &R::State, side: Side) -> Vec<Preview> {
        let mut actions = Vec::new();
        rules.actions(state, side, &mut actions);
        let mut previews = Vec::new();
        for (number, action) in actions.iter().enumerate() {
            self.terminal.progress(format_args!("answer {} of {}", number + 1, actions.len()));
            previews.push(Preview::of(rules, state, side, action, Eyes::Of(side), ONE_OF_MANY));
        }
        previews.retain(Preview::rolls);
        previews
    }
}
