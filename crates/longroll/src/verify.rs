//! `longroll verify`: fair dice, computed again.

use crate::args;
use crate::games::{Shelf, Task, read_record};
use crate::table::Tabletop;
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::fair::{Commitment, Unproven, Verified, verify};
use engine::record::Record;
use faults::Source;
use serde::Serialize;
use std::sync::Arc;

/// The answer for programs.
#[derive(Serialize)]
struct Proof {
    fair: bool,
    /// What the table showed of the seed before the game.
    commitment: Commitment,
    /// The seed shown, and what was committed to if this is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prints: Option<usize>,
    /// Why nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub fn run(shelf: &Shelf, arguments: &args::Verify, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let (source, record) = read_record(&arguments.file)?;
    let game = shelf.load_for(&record, &source, arguments.scenario.as_deref())?;
    terminal.progress(format_args!("playing {} actions again", record.actions.len()));
    let verdict = game.with(Verifying(&record));
    terminal.end_progress();
    let exit = if verdict.is_ok() { Exit::Done } else { Exit::Wrong };
    if arguments.json {
        terminal.json(&proof(&record, &verdict))?;
    } else {
        show(&record, &source, verdict, terminal)?;
    }
    Ok(exit)
}

struct Verifying<'a>(&'a Record);

impl Task for Verifying<'_> {
    type Outcome = Result<Verified, Unproven>;

    fn on<R: Tabletop>(self, rules: Arc<R>) -> Self::Outcome {
        verify(&*rules, self.0)
    }
}

fn proof(record: &Record, verdict: &Result<Verified, Unproven>) -> Proof {
    let verified = verdict.as_ref().ok();
    Proof {
        fair: verified.is_some(),
        commitment: record.commitment,
        seed: record.seed.map(|seed| seed.to_string()),
        actions: verified.map(|verified| verified.actions),
        draws: verified.map(|verified| verified.draws),
        prints: verified.map(|verified| verified.prints),
        reason: verdict.as_ref().err().map(ToString::to_string),
    }
}

fn show(
    record: &Record,
    source: &Source,
    verdict: Result<Verified, Unproven>,
    terminal: &mut Terminal,
) -> Result<(), Trouble> {
    terminal.line(format_args!("commitment  {}", record.commitment))?;
    if let Some(seed) = record.seed {
        let agrees =
            if record.commitment.is_of(seed) { "its SHA-256 is the commitment" } else { "another seed" };
        terminal.line(format_args!("seed        {seed} ({agrees})"))?;
    }
    if let Some(terms) = record.terms() {
        terminal.line(format_args!("dice        {} (key of the stream)", terms.dice()))?;
    }
    match verdict {
        Ok(verified) => {
            let text = terminal.style.paint(Ink::Green, verified);
            terminal.line(text)
        }
        Err(Unproven::Differs(mismatch)) => {
            let report = terminal.report(&mismatch.in_file(source).into());
            terminal.line(report)
        }
        Err(unproven) => {
            let text = terminal.style.paint(Ink::Red, format_args!("not proven: {unproven}"));
            terminal.line(text)
        }
    }
}
