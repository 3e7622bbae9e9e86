//! `longroll verify`: fair dice, computed again.

use crate::args;
use crate::shelf::{Shelf, read_record};
use crate::terminal::{Ink, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::GameEntry;
use engine::fair::{Commitment, Unproven, Verified, verify};
use engine::record::{Mismatch, Record};
use faults::Source;
use games::Task;
use serde::Serialize;
use std::sync::Arc;

/// What a record proves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Finding {
    /// Every die was fair.
    Fair,
    /// Something does not agree.
    Unfair,
    /// The game is not over, so that its seed is still secret.
    Unfinished,
}

impl Finding {
    const fn of(verdict: &Result<Verified, Unproven>) -> Finding {
        match verdict {
            Ok(_) => Finding::Fair,
            Err(Unproven::SeedNotShown | Unproven::NotOver) => Finding::Unfinished,
            Err(Unproven::AnotherSeed | Unproven::Differs(_) | Unproven::Die(_)) => Finding::Unfair,
        }
    }
}

/// The answer for programs.
#[derive(Serialize)]
struct Proof {
    verdict: Finding,
    /// `null` as long as nobody can know.
    fair: Option<bool>,
    /// What the table showed of the seed before the game.
    commitment: Commitment,
    /// The seed shown, and what was committed to if this is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<u64>,
    /// How many draws the record has written down, all of them as they fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<usize>,
    /// Which seats added to the dice, Union first.
    nonces: [bool; 2],
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
    let verdict = game.clone().with(Verifying(&record));
    terminal.end_progress();
    if let Some(file) = &arguments.dice {
        let told = game
            .with(Telling(&record))
            .map_err(|mismatch| Trouble::Files(mismatch.in_file(&source).into()))?;
        std::fs::write(file, told.to_json()).map_err(|error| {
            Trouble::command(format!("`{}` cannot be written: {error}", file.display()), "try another name")
        })?;
    }
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

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Self::Outcome {
        verify(&*rules, self.0)
    }
}

struct Telling<'a>(&'a Record);

impl Task for Telling<'_> {
    type Outcome = Result<Record, Mismatch>;

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Self::Outcome {
        self.0.clone().with_dice(&*rules)
    }
}

fn proof(record: &Record, verdict: &Result<Verified, Unproven>) -> Proof {
    let verified = verdict.as_ref().ok();
    let finding = Finding::of(verdict);
    Proof {
        verdict: finding,
        fair: match finding {
            Finding::Fair => Some(true),
            Finding::Unfair => Some(false),
            Finding::Unfinished => None,
        },
        commitment: record.commitment,
        seed: record.seed.map(|seed| seed.to_string()),
        actions: verified.map(|verified| verified.actions),
        draws: verified.map(|verified| verified.draws),
        dice: verified.and_then(|verified| verified.dice),
        nonces: record.nonces.map(|nonce| nonce.is_some()),
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
    let [union, confederate] =
        record.nonces.map(|nonce| nonce.map_or("none".to_owned(), |nonce| nonce.to_string()));
    terminal.line(format_args!("nonces      Union {union}, Confederate {confederate}"))?;
    if record.nonces == [None, None] {
        terminal.line("            no seat added anything, so whoever chose the seed chose the dice")?;
    }
    if let Some(terms) = record.terms() {
        terminal.line(format_args!("dice        {} (key of the stream)", terms.dice()))?;
    }
    match verdict {
        Ok(verified) => {
            if let Some(dice) = verified.dice {
                terminal.line(format_args!("written     {dice} draws, each as it fell"))?;
            }
            let text = terminal.style.paint(Ink::Green, verified);
            terminal.line(text)
        }
        Err(Unproven::Differs(mismatch)) => {
            let report = terminal.report(&mismatch.in_file(source).into());
            terminal.line(report)
        }
        Err(Unproven::Die(other)) => {
            let report = terminal.report(&other.in_file(source).into());
            terminal.line(report)
        }
        Err(unproven) => {
            let finding = match Finding::of(&Err(unproven.clone())) {
                Finding::Unfinished => "unfinished",
                _ => "not proven",
            };
            let text = terminal.style.paint(Ink::Red, format_args!("{finding}: {unproven}"));
            terminal.line(text)
        }
    }
}
