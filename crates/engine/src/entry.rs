//! A game as the programs of the house meet it: everything that they need to know of it besides its rules.
//!
//! Each game says so once, in its `entry.rs`. `crates/games` lists the games, a line each; the command line, the
//! server's tests, the fuzzer and the soaks take everything from there and name none. Why so:
//! `docs/decisions/one-entry-a-game.md`.

use crate::case::CaseLanguage;
use crate::load::{Library, Report, Source};
use crate::notation::Form;
use crate::{Chance, Stage};
use std::any::Any;

/// What a game tells of itself.
///
/// Whoever has a value of a game in hand knows its type, so that nothing in play goes through a pointer; whoever has
/// only its name in a file finds it in the list of `crates/games`.
pub trait GameEntry: Stage + CaseLanguage + 'static {
    /// What files say in `game = "…"`, and what the game's folders of scenarios and cases are called.
    const ID: &'static str;
    /// What people call it.
    const TITLE: &'static str;
    /// The rules ledger in Markdown, for looking rules up and for the ids that cases may name.
    const LEDGER: &'static str;
    /// How answers are written.
    const FORMS: &'static [Form];
    /// What people write for the game besides scenarios and cases.
    const FILES: &'static [FileKind] = &[];

    /// The ids of all scenarios of a library.
    fn ids(library: &Library) -> Vec<String>;

    /// Loads a scenario by its id, or by the path of its file.
    ///
    /// # Errors
    ///
    /// Every fault of every file, with its line and what would be right.
    fn scenario(library: &Library, id: &str) -> Result<Self, Report>;

    /// Loads a scenario from a text.
    ///
    /// # Errors
    ///
    /// Every fault of every file.
    fn from_source(library: &Library, source: &Source) -> Result<Self, Report>;

    /// Any answer at all, legal or not: for those who test the judges.
    fn any_action(&self, chance: &mut dyn Chance) -> Self::Action;

    /// The ground as something to draw, for programs that know how: a `ground::draw::Ground`. The engine knows no map.
    /// `None` on an open table.
    fn ground(&self) -> Option<Box<dyn Any>> {
        None
    }

    /// The ground of an open table in letters, for a terminal: so many columns and rows, the farthest row first.
    /// Nothing where it is bare, or where there are hexes.
    fn plan(&self, _columns: usize, _rows: usize) -> Plan {
        Plan::default()
    }
}

/// Ground in letters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// A letter a cell.
    pub rows: Vec<String>,
    /// What the letters mean.
    pub legend: String,
}

/// A kind of file that belongs to a game. It says `game = "…"` first and then `holds = "…"`.
#[derive(Copy, Clone, Debug)]
pub struct FileKind {
    /// What it says it holds: `charts`.
    pub holds: &'static str,
    /// What people call it: "a file of charts".
    pub name: &'static str,
    /// Checks it: what is in it in a few words, or everything that is wrong.
    pub check: fn(&Source) -> Result<String, Report>,
}
