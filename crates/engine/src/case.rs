//! Rule cases: a position, dice, actions and what must follow, in a small TOML file.
//!
//! Cases are how rules are tested, argued about and reported as bugs. A file names its game and holds one or more
//! cases; each plays its steps in order:
//!
//! ```toml
//! game = "picket-line"
//!
//! [[case]]
//! title = "An order to hold steadies the fire"
//! proves = ["PL-4.3"]
//!
//! [case.position]                # the game's own words: see CaseLanguage::CasePosition
//! stage = "react"
//!
//! [[case.play]]
//! do = "fire A"                  # in the game's notation; a list for several actions
//! dice = [3]                     # every die of this step, in order: none missing, none left over
//! told = "A is hit"
//!
//! [case.play.expect]             # the game's own words: see CaseLanguage::CaseExpect
//! fallen = ["A"]
//! ```
//!
//! # The keys of a step
//!
//! | key | meaning |
//! |---|---|
//! | `do` | the actions to carry out, one or a list; none just looks at the position |
//! | `by` | who acts: `"union"` or `"confederate"`; may be left out when only one side must decide |
//! | `dice` | every die that falls in this step as a player reads it, in order: a die that begins at zero shows 0; other equal chances count their outcomes from 1 |
//! | `refused` | the one action of this step is refused by this rule, or by one of these if it breaks several; `"form"` when it breaks no rule but answers no question asked |
//! | `because` | words that stand in the refusal |
//! | `odds` | the exact odds of the one action before it is done, by headline: `{ hit = "1/3" }`; `"0"` for what cannot happen |
//! | `asks` | who must decide afterwards: `"union"`, `"confederate"`, `"both"` or `"nobody"` |
//! | `to` | whose question and answers are meant below, when both sides must decide |
//! | `question` | words that stand in the question then pending, or in its place in the sequence of play |
//! | `offered` | answers that are then legal |
//! | `not_offered` | answers that are not |
//! | `offered_exactly` | all the answers that are, in any order |
//! | `told` | words of one log line of this step each: of its sentence or of a row of its arithmetic, `flank -1 (LFM-8.7)` |
//! | `not_told` | words that stand in no line |
//! | `heard`, `not_heard` | the same for what one side, or a `watcher`, hears of it: `{ union = ["…"] }` |
//! | `over` | the game is over, and who won: `"union"`, `"confederate"` or `"draw"` |
//! | `points` | the score at the end, Union first: `[12, 9]` |
//! | `expect` | what then holds, in the game's own words |
//! | `sees` | the same for what one side, or a `watcher`, sees: `{ union = { … } }` |
//!
//! A case may also carry `dice` of its own for luck in the set-up, and a `note`. A first step that does nothing looks
//! at what the set-up told, with `told` and its like. Text stands for a list of one wherever a list of texts may stand.
//! A case must be able to fail: one without steps or without any expectation is an error, and so is every key that is
//! not known. While a case runs, the list of answers and the check of an action are compared as well: they may not
//! contradict each other.
//!
//! # Running cases
//!
//! A game describes its positions and expectations by implementing [`CaseLanguage`], with [`Findings`] for what is
//! compared. The rest is the same for all games and stands in [`Cases`], which plays files and folders of them:
//!
//! ```
//! use engine::case::Cases;
//! use faults::Library;
//! use picket_line::PicketLine;
//!
//! let cases = Cases::<PicketLine>::new(Library::builtin());
//! cases.run_folder("../../cases/picket-line").assert_passed();
//! ```
//!
//! What went well is given to [`proof::record`].

mod base;
mod checks;
mod file;
mod findings;
mod play;
mod verdict;

pub use base::Base;
pub use findings::Findings;
pub use verdict::{CaseResult, Failure, Verdict, Wrong};

use crate::{Chance, Eyes, GameEntry, Rules, proof};
use checks::Checked;
use faults::{Faults, Library, Report, Source, Span};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The words in which a game's cases are written.
pub trait CaseLanguage: Rules + Sized {
    /// How a position is written. Use `#[serde(deny_unknown_fields)]`, and [`toml::Spanned`] on whatever
    /// [`set_up`](CaseLanguage::set_up) may refuse.
    type CasePosition: DeserializeOwned;
    /// How it is written what must hold. Use `#[serde(deny_unknown_fields)]`, and [`toml::Spanned`] on whatever may be
    /// wrong, so that the line can be named.
    type CaseExpect: DeserializeOwned;
    /// What a case takes from the scenario it starts from, and changes.
    type Parts: Clone;

    /// Builds the position. `source` is the case file, for naming places in it.
    ///
    /// # Errors
    ///
    /// Everything about it that is unknown or impossible.
    fn set_up(
        base: &Base<Self::Parts>,
        position: &Self::CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<Self>, Report>;

    /// Compares what these eyes see with what was expected, and says what differs.
    fn compare(
        &self,
        state: &Self::State,
        eyes: Eyes,
        expect: &Self::CaseExpect,
        findings: &mut Findings<'_>,
    );
}

/// A position ready to play. The rules are shared, so that a language may keep the scenarios it has loaded.
pub struct SetUp<R: Rules> {
    /// The rules with their scenario.
    pub rules: Arc<R>,
    /// The position.
    pub state: R::State,
    /// What was told while it was set up: a first step that does nothing hears it.
    pub told: Vec<R::Event>,
}

/// What plays a game's cases.
#[derive(Debug)]
pub struct Cases<R: GameEntry> {
    base: Base<R::Parts>,
    /// The ids that `proves` and `refused` may name.
    rules: Vec<String>,
}

impl<R: GameEntry> Cases<R> {
    /// Cases may name the scenarios of this library, and the rules of the game's ledger.
    #[must_use]
    pub fn new(library: Library) -> Cases<R> {
        Cases { base: Base::new(library), rules: rule_ids(R::LEDGER) }
    }

    /// Runs the cases of one file.
    ///
    /// Nothing is played if anything is wrong with the file; all its faults are in the verdict.
    pub fn run(&self, source: &Source) -> Verdict {
        let mut verdict = Verdict::default();
        let cases = match checks::read(self, source) {
            Ok(cases) => cases,
            Err(report) => {
                verdict.faults.merge(report);
                return verdict;
            }
        };
        for Checked { case, set_up } in cases {
            let (result, faults) = play::play(source, &case, set_up);
            if result.passed() {
                proof::record(
                    result.proves.iter().map(String::as_str),
                    &format!("{}: {}", result.file, result.title),
                );
            }
            verdict.faults.add(faults);
            verdict.cases.push(result);
        }
        verdict
    }

    /// Runs the cases of every `.toml` file in a folder and the folders in it, in the order of their names.
    ///
    /// A crate's tests run in the crate's own folder and reach the cases by `../../cases/…`; files are named from the
    /// workspace's root all the same.
    pub fn run_folder(&self, folder: impl AsRef<Path>) -> Verdict {
        let folder = folder.as_ref();
        let mut verdict = Verdict::default();
        match files_of(folder) {
            Ok(files) => {
                for file in files {
                    match Source::open(&file) {
                        Ok(source) => {
                            let name = source.name().trim_start_matches("../").to_owned();
                            verdict.merge(self.run(&Source::new(name, source.text())));
                        }
                        Err(faults) => verdict.faults.add(faults),
                    }
                }
            }
            Err(error) => {
                let mut faults = Faults::new(&Source::new(folder.display().to_string(), ""));
                faults.add(Span::File, format!("cannot read the folder: {error}")).hint("check the path");
                verdict.faults.add(faults);
            }
        }
        verdict
    }

    /// Runs the complete examples of a manual in Markdown: its blocks of TOML that name this game.
    pub fn run_examples(&self, name: &str, manual: &str) -> Verdict {
        let mut verdict = Verdict::default();
        let own = format!("game = \"{}\"", R::ID);
        let blocks = manual.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
        for example in blocks.filter(|block| block.starts_with(&own)) {
            verdict.merge(self.run(&Source::new(name, example)));
        }
        verdict
    }
}

/// The game a case file is about, for choosing the language to run it with.
///
/// # Errors
///
/// What is wrong with the file, if it does not even name its game.
pub fn game_of(source: &Source) -> Result<String, Faults> {
    file::game_of(source)
}

/// The ids of a rules ledger in Markdown: what stands first in each row of its tables, where that looks like the id of
/// a rule or a ruling.
///
/// ```
/// let ledger = "| id | rule |\n|---|---|\n| PL-1.1 | Each side … |\n| R-3 | ruling |\n";
/// assert_eq!(engine::case::rule_ids(ledger), ["PL-1.1", "R-3"]);
/// ```
#[must_use]
pub fn rule_ids(ledger: &str) -> Vec<String> {
    let looks_like_id = |cell: &&str| {
        cell.split_once('-').is_some_and(|(prefix, rest)| {
            !prefix.is_empty()
                && prefix.chars().all(|letter| letter.is_ascii_uppercase())
                && rest.chars().next().is_some_and(|first| first.is_ascii_alphanumeric())
                && rest.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-'))
        })
    };
    // A row of a table, a definition that begins a paragraph in bold (`**G-5 Range.**`), a table under its heading
    // (`### T-FIRE`).
    let mut ids: Vec<String> = ledger
        .lines()
        .filter_map(|line| match line.strip_prefix('|') {
            Some(row) => row.split('|').next(),
            None if line.starts_with('#') => line.trim_start_matches('#').split_whitespace().next(),
            None => line.strip_prefix("**")?.split_whitespace().next(),
        })
        .map(|cell| cell.trim().trim_matches(|mark| mark == '*' || mark == '`'))
        .filter(looks_like_id)
        .map(str::to_owned)
        .collect();
    ids.sort();
    ids.dedup();
    ids
}

fn files_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            files.extend(files_of(&entry)?);
        } else if entry.extension().is_some_and(|ending| ending == "toml") {
            files.push(entry);
        }
    }
    Ok(files)
}
